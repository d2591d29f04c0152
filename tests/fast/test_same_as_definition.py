"""What is fast equals the definition, field by field, ties included: every way to solve against `play.announced`."""

from fractions import Fraction
from unittest import mock

import pytest
import stated
import strategies
from examples import examples, one_in
from hypothesis import given
from hypothesis import strategies as st
from truel_ref.fast.skeleton import skeleton_of
from truel_ref.play.phases import stage_of

from truel_ref import Problem, solve, solve_many
from truel_ref.errors import ProblemError
from truel_ref.fast import batch, integers
from truel_ref.fast.sets import applies, sets_without_a_miss
from truel_ref.fast.solving import METHODS, SETS, solve_alike
from truel_ref.play import announced

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


# -- every way: the solutions of some problems, None for those that it leaves to another way


def each(method):
    return lambda problems: [solve(problem, method=method) for problem in problems]


def by_sets(problems):
    """Solve by sets where it applies; ties of rule 3 are left."""
    return [only_sets(problem) if applies(problem) else None for problem in problems]


def only_sets(problem):
    try:
        return solve(problem, method=SETS)
    except ProblemError:
        assert problem.if_eq == 3
        usual = Problem.from_data(problem.to_json() | {"if_eq": 1})
        assert any(len(equal) > 1 for play in sets_without_a_miss(usual).values() for equal in play.equal)
        return None


def with_others(answer):
    """Answer problems of one skeleton together, however few they are."""

    def answered(problems):
        groups, solutions = {}, {}
        for problem in problems:
            groups.setdefault(skeleton_of(problem), []).append(problem)
        for skeleton, mine in groups.items():
            solutions |= zip(mine, answer(skeleton, mine), strict=True)
        return [solutions[problem] for problem in problems]

    return answered


def in_threes(skeleton, problems):
    from truel_ref.fast.arrays import three_of

    three = three_of(skeleton)
    return three.solutions(problems) if three else [None] * len(problems)


def many(problems):
    with mock.patch.object(batch, "TOGETHER_FROM", 1):
        return list(solve_many(problems))


WAYS = {method: each(method) for method in METHODS if method != "definition"} | {
    "by default": each(None),
    "sets": by_sets,
    "arrays, together": with_others(lambda skeleton, problems: solve_alike(problems, method="arrays")),
    "threes": with_others(in_threes),
    "many": many,
}
OF_RATIONALS = ("floats", "arrays", "arrays, together", "threes")
# Floats have nothing to decide where no phase is plain, or their bound does not hold.
RECORDED = {method: {method} for method in (*METHODS, SETS)} | {"floats": {"floats", "integers"}}


def assert_every_way_is_the_definition(*problems):
    """Compare all fields of the solutions, and the announcements of every phase by itself."""
    expected = [solve(problem, method="definition") for problem in problems]
    for way, answer in WAYS.items():
        if way in OF_RATIONALS and any(problem.irrational for problem in problems):
            continue
        for solution, by_definition in zip(answer(problems), expected, strict=True):
            if solution is not None:
                assert solution.method in RECORDED.get(way, {solution.method})
                assert solution.phases == by_definition.phases
                assert solution.ties == by_definition.ties
                assert solution == by_definition
                assert hash(solution) == hash(by_definition)
                assert solution.to_json() == by_definition.to_json() | {"method": solution.method}
    for phase in expected[0].phases:
        stage = stage_of(expected[0], phase.order)
        assert integers.IntegerInduction(stage).complete() == announced.decide(stage)


@st.composite
def with_other_hits(draw, problems, more):
    """Return some problems that differ in their hit probabilities only."""
    problem = draw(problems)
    hits = st.lists(HIT, min_size=problem.players, max_size=problem.players)
    others = draw(st.lists(hits, min_size=more, max_size=more))
    data = problem.to_json()
    return [problem, *(Problem.from_data(data | {"hits": list(map(str, each))}) for each in others)]


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


LARGE = [
    *([F(k, 8) for k in (3, 1, 6, 2, 5, 4, 7)[:players]] for players in (6, 7)),
    [1, 1, "1/2", "1/2", 0],
    ["1/2"] * 5,
    [0, 0, 0, "1/2", 1],
]


@pytest.mark.parametrize("hits", one_in(2, LARGE), ids=str)
def test_arrays_and_what_they_leave_open_equal_integers(hits):
    exact, usual = solve(hits, method="integers"), solve(hits)
    assert (exact.method, usual.method) == ("integers", "arrays")  # chosen by itself
    assert usual == exact


@pytest.mark.parametrize("rule", one_in(3, [3, 1, 2, -4, 4, -1]))
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
    # Exact ties whose two sides round differently.
    Problem(["2/3", "1", "1/3"], targets="Optimal,B,Optimal", search="all", random_levels=[3, 4, 2]),
    Problem(["3/7", "3/7", "5/7"], targets="Optimal,Optimal,B", search="all", random_levels=[3, 4, 3]),
    *(Problem([F(a, 60), F(b, 60), "1/2", 1]) for a, b in ((12, 15), (24, 10), (20, 20), (30, 45))),
    *stated.EXAMPLES,
]


@pytest.mark.parametrize("problem", NARROW, ids=range(len(NARROW)))
def test_what_floats_cannot_decide(problem):
    assert_every_way_is_the_definition(problem)


@given(strategies.problems(least=3, most=4, levels=False), st.data())
def test_completions_of_given_announcements(problem, data):
    """After any announcements, those of the others in the same phase are completed alike."""
    solution = solve(problem)
    stage = stage_of(solution, data.draw(st.sampled_from(solution.phases)).order)
    before = stage.options[: data.draw(st.integers(0, len(stage.order)))]
    earlier = tuple(data.draw(st.integers(0, len(aims) - 1)) for aims in before)
    expected = announced.decide(stage, earlier)
    assert integers.decide(stage, earlier) == expected
    assert integers.IntegerInduction(stage).complete(earlier) == expected
    way = {tie.earlier: data.draw(st.sampled_from(tie.equal)) for tie in expected.ties}
    assert integers.IntegerInduction(stage, way).complete(earlier) == announced.decide(stage, earlier, way)


def test_problems_of_one_kind_share_a_skeleton_and_others_do_not():
    """Words that ask who is strongest, zeros, people and levels make a skeleton of their own."""
    plain = [Problem(["1/3", "2/3", 1]), Problem(["1/2", "1/5", "1/7"])]
    assert skeleton_of(plain[0]) is skeleton_of(plain[1])
    others = [
        Problem([0, "2/3", 1]),
        Problem(["1/3", "2/3", 1], order="C,A,B"),
        Problem(["1/3", "2/3", 1], search="others"),
        Problem(["1/3", "2/3", 1], search="others,miss,random", random_levels=[2, None, None]),
        Problem(["1/3", "2/3", 1], targets="Strongest,Optimal,Optimal"),
        Problem(["1/3", 1, "2/3"], targets="Strongest,Optimal,Optimal"),
    ]
    shapes = [skeleton_of(problem) for problem in [plain[0], *others]]
    assert len({id(shape) for shape in shapes}) == len(shapes)
