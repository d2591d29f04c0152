"""Definition, recursion, arrays, sets and batches give one answer, field by field, ties included."""

from fractions import Fraction
from unittest import mock

import independent
import numpy as np
import pytest
import stated
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, decision, solve, solve_many
from truel_ref.fast import arrays, many, recursion
from truel_ref.fast.recursion import Recursion, game_of, layouts, stage_of
from truel_ref.fast.sets import applies, solve_over_sets
from truel_ref.play.announced import choices_after

F = Fraction
OTHERS_MISS = st.just({"Others", "Miss"})
WITHOUT_MISS = st.sampled_from(
    [{"Others"}, {"Others", "Self"}, {"Strongest"}, {"Others", "Random"}, {"Strongest", "Self"}]
)
HIT = st.one_of(
    st.sampled_from([F(0), F(1), F(1, 2), F(1, 3)]),
    st.fractions(0, 1, max_denominator=12),
    st.fractions(0, 1, max_denominator=10**6),
    st.fractions(0, 1, max_denominator=10**9),
    st.sampled_from([F(1, 10**7), 1 - F(1, 10**7), F(2**26 - 1, 2**26), F(2**26, 2**26 + 1), F(1, 2**70)]),
)


def in_arrays(problems):
    """Solve together what shares its phases, None for problems to which arrays do not apply."""
    groups, solutions = {}, {}
    for problem in problems:
        groups.setdefault(arrays.plain_layouts(problem), []).append(problem)
    groups.pop(None, None)
    for mine in groups.values():
        solutions |= zip(mine, arrays.solve_in_arrays(mine), strict=True)
    return [solutions.get(problem) for problem in problems]


def in_batches(problems):
    with mock.patch.object(many, "TOGETHER_FROM", 1):
        return list(solve_many(problems))


WAYS = {
    "recursion": lambda problems: [solve(problem, method="integers") for problem in problems],
    "by default": lambda problems: [solve(problem) for problem in problems],
    "sets": lambda problems: [solve_over_sets(problem) if applies(problem) else None for problem in problems],
    "batches": in_batches,
    "arrays": in_arrays,
}


def assert_every_way_is_the_definition(*problems):
    expected = [solve(problem, method="definition") for problem in problems]
    for answer in WAYS.values():
        for solution, by_definition in zip(answer(problems), expected, strict=True):
            if solution is not None:
                assert solution.phases == by_definition.phases
                assert solution.ties == by_definition.ties
                assert solution == by_definition
                assert hash(solution) == hash(by_definition)
                assert solution.to_json() == by_definition.to_json() | {"method": solution.method}


@st.composite
def with_other_hits(draw, problems, more):
    """Return some problems that differ in their hit probabilities only."""
    problem = draw(problems)
    hits = st.lists(HIT, min_size=problem.players, max_size=problem.players)
    others = draw(st.lists(hits, min_size=more, max_size=more))
    data = problem.to_json()
    return [problem, *(Problem.from_json(data | {"hits": list(map(str, each))}) for each in others)]


@given(with_other_hits(stated.anything(2, 3), 2))
@examples(90)
def test_two_and_three_players_of_every_kind(problems):
    assert_every_way_is_the_definition(*problems)


@given(with_other_hits(strategies.problems(3, 3, search=OTHERS_MISS | WITHOUT_MISS, levels=False), 5))
@examples(30)
def test_three_players_who_take_single_targets(problems):
    assert_every_way_is_the_definition(*problems)


@given(with_other_hits(strategies.problems(4, 4, levels=False) | stated.searching_apart(4, 4), 1))
@examples(30)
def test_four_players_of_every_kind(problems):
    assert_every_way_is_the_definition(*problems)


@given(
    strategies.optimal_problems(4, 4, search=OTHERS_MISS) | strategies.problems(4, 4, search=WITHOUT_MISS, levels=False)
)
@examples(30)
def test_four_players_who_all_search_or_may_not_miss(problem):
    assert_every_way_is_the_definition(problem)


@given(strategies.problems(5, 5, search=st.sampled_from([{"Others"}, {"Strongest", "Miss"}]), levels=False))
@examples(6)
def test_five_players(problem):
    assert_every_way_is_the_definition(problem)


@pytest.mark.parametrize(
    "hits",
    [[F(k, 8) for k in (3, 1, 6, 2, 5, 4)], [1, 1, "1/2", "1/2", 0], ["1/2"] * 5, [0, 0, 0, "1/2", 1]],
    ids=str,
)
def test_arrays_and_what_they_leave_open_equal_integers(hits):
    usual = solve(hits)
    assert usual.method == "arrays"  # chosen by itself
    assert usual == solve(hits, method="integers")


@pytest.mark.parametrize("rule", [3, 1, 2, -4])
@pytest.mark.parametrize(
    "fields",
    [
        {"hits": ["1/2"] * 4},
        {"hits": [0, 1, 1, "1/2"]},
        {"hits": ["1/3", 0, 0, "1/3"], "search": "others"},
        {"hits": [1, 1, 1, 0]},
        {"hits": [0, "1/2", 1, 0], "search": "others"},
        {"hits": ["1/2", "1/2", "1"], "search": "all", "random_levels": [2, None, 2]},
        {"hits": ["0", "1/2", "1/4"], "search": "all", "random_levels": [3, None, 2]},
    ],
    ids=str,
)
def test_equal_shots_and_those_who_never_or_always_hit(fields, rule):
    """Full of ties: most nodes have several equal options."""
    problem = Problem(**fields, tie_rule=rule)
    assert_every_way_is_the_definition(problem)
    assert solve(problem).ties


LEAST = F(1, 2**80)
"""Two shots that differ by it are one double: only exact arithmetic knows the better one."""
TINY = F(1, 10**200)
NARROW = [
    *(
        Problem(hits, search=search)
        for search in ("others,miss", "all")
        for hits in (["1/2", F(1, 2) + LEAST, 1], [F(1, 2) + LEAST, "1/2", 1], ["1/3", "1/2", F(1, 2) - LEAST])
    ),
    Problem([TINY, TINY * 2, TINY * 3]),
    Problem([TINY, "1/2", F(1, 2) + TINY]),
    Problem(["1e-9", "1/2", 1]),
    Problem(["1/3", "2/3", 1 - F(1, 10**8)]),
    Problem(["0", "1/2", "1/2"], targets="Optimal, Miss, Miss"),  # one chooses, and nobody can be hit
    # The words are the same and the numbers above 0, but another player is the strongest.
    *(Problem(hits, search="strongest,miss") for hits in (["1/3", "2/3", "1/2"], ["1/3", "1/2", "2/3"])),
    # Exact ties whose two sides round differently.
    Problem(["2/3", "1", "1/3"], targets="Optimal,B,Optimal", search="all", random_levels=[3, 4, 2]),
    Problem(["3/7", "3/7", "5/7"], targets="Optimal,Optimal,B", search="all", random_levels=[3, 4, 3]),
    Problem(["2/3", 1, 1], search="all", random_levels=[2, None, 2], tie_rule=3),
    Problem([1, "1/2", "1/2"], search="others,miss,random", tie_rule=-1),
    # Ties on the path that change nothing: a mix with a miss if everybody else passes, and options that cannot hit.
    Problem(
        [0, "1/2", "1/4"],
        targets="Optimal,Miss,Optimal",
        search="others,miss,random",
        random_levels=[None, None, 2],
    ),
    Problem(["1/2", 0, "1/4"], targets="Miss,Optimal,Optimal"),
    *(Problem([F(a, 60), F(b, 60), "1/2", 1]) for a, b in ((12, 15), (24, 10), (20, 20), (30, 45))),
    *stated.EXAMPLES,
]


@pytest.mark.parametrize("problem", NARROW, ids=range(len(NARROW)))
def test_what_rounded_numbers_cannot_decide(problem):
    assert_every_way_is_the_definition(problem)


@given(strategies.problems(least=3, most=4, levels=False), st.sampled_from([2, 3, 16, 255, 2**20, 2**70]))
@examples(120)
def test_any_unit_gives_the_same_answers(problem, unit):
    """How far later values are rounded does not matter: exact values decide what the bound leaves open."""
    usual = solve(problem, method="integers")
    with mock.patch.object(recursion, "UNIT", unit):
        assert solve(problem, method="integers") == usual


@pytest.mark.parametrize("unit", [3, 255, 2**64])
@pytest.mark.parametrize("hits", [["1/3", "1/2", "1/2"], ["2/7", "16/25", "1/2"], ["2/7", "1/2", "3/7"]], ids=str)
def test_rounding_loses_no_tie(hits, unit):
    """Here equal worths round differently: both options must reach exact values."""
    problem = Problem(hits, search="others,self,miss", tie_rule=3)
    with mock.patch.object(recursion, "UNIT", unit):
        assert solve(problem, method="integers") == solve(problem, method="definition")


@given(strategies.problems(least=3, most=4, levels=False), st.data())
@examples(60)
def test_choices_after_any_history_and_in_any_way(problem, data):
    """After any announcements, and with other choices at ties, the recursion follows the definition."""
    solution = solve(problem)
    order = data.draw(st.sampled_from(solution.phases)).order
    stage = stage_of(solution, order)
    before = stage.options[: data.draw(st.integers(0, len(order)))]
    history = tuple(data.draw(st.integers(0, len(aims) - 1)) for aims in before)

    def value(profile, seat):
        return None if stage.stalls(profile) else stage.win(profile, seat)

    chosen = choices_after(history, problem, order, stage.options, value)
    assert stage.decide(history) == chosen[history].path
    ties = {
        node: (choice.equal, choice.path[len(node)], choice.material)
        for node, choice in chosen.items()
        if len(choice.equal) > 1
    }
    assert ties.items() >= stage.ties.items()
    assert {node for node in ties if ties[node][2]} <= {*stage.ties}
    if ties:
        node = data.draw(st.sampled_from(sorted(ties)))
        other = data.draw(st.sampled_from(ties[node][0]))
        way = Recursion(game_of(solution), stage_of(solution, order).layout, {node: other})
        assert way.decide(node)[len(node)] == other


@pytest.mark.parametrize("hits", [["1/2", "2/5", "3/5"], ["3/4", "11/20", "1"], ["1/5", "1/4", "1/2"]], ids=str)
def test_worths_after_a_history_are_those_of_the_second_derivation(hits):
    solution = solve(hits)
    for aim in solution.problem.options((0, 1, 2), 0):
        derived = independent.decision_values(hits, (0, 1, 2), [aim.weights])
        assert [worth.value for worth in decision(solution, [aim]).worths] == [option.value for option in derived]


def test_exact_values_fit_or_take_long_integers():
    """Products above 2^62 overflow 64 bits; the values must be those of integers of any length."""
    for bottom in (97, 10**4 + 7, 2**26 - 5, 2**31 + 11, 10**40 + 1):
        problem = Problem([F(bottom // 3, bottom), F(bottom // 2, bottom), F(bottom - bottom // 5, bottom)])
        assert solve(problem, method="arrays") == solve(problem, method="integers")


def test_phases_that_count_as_equal_have_equal_values():
    problems = [
        Problem([F(a, 10), F(b, 10), F(c, 10), "1/2"]) for a, b, c in ((3, 5, 8), (9, 2, 4), (1, 6, 7), (5, 5, 2))
    ]
    tables = arrays.tables_of(problems)
    assert sum(len(alike.phases) for alike, _ in tables.play()) == len(layouts(problems[0]))
    alike = tables.same[:-1]
    assert (alike != np.arange(len(alike))[:, None]).any()
    assert (tables.tops[alike, :, tables.problems].swapaxes(1, 2) == tables.tops[:-1]).all()
    assert (tables.bottoms[alike, tables.problems] == tables.bottoms[:-1]).all()


def test_what_does_not_fit_into_memory_takes_the_recursion():
    problem = Problem(["1/2", "1/3", "1/4"])
    with mock.patch.object(arrays, "MOST_NODES", 0), mock.patch.object(arrays, "Induction", None):
        assert solve(problem, method="arrays") == solve(problem, method="integers")


def test_progress_counts_phases_or_sets():
    for players, search, steps in ((3, "others,miss", 7), (5, "others,miss", 71), (5, "others", 2**5 - 5 - 1)):
        done = []
        solution = solve(["1/3", "2/3", 1, "1/2", "1/5"][:players], search=search, progress=done.append)
        assert sum(done) == steps <= len(solution.phases)


@pytest.mark.parametrize(
    "fields",
    [
        {"search": {"A": "others", "D": "strongest,miss"}},
        {"search": "others,miss,random", "random_levels": [1, 2, None, 1]},
    ],
    ids=str,
)
def test_later_phases_of_equal_players_are_alike_only_if_their_searches_and_levels_are(fields):
    problem = Problem(["1/2"] * 4, **fields)
    assert solve(problem, method="integers") == solve(problem, method="definition")
