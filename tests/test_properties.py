"""What must hold for every problem; read this file first, then the tests of the rooms.

Random problems of every kind: hit probabilities 0 and 1, equal players, ties and stalemates are among them.
"""

from fractions import Fraction
from importlib.util import find_spec

import independent
import pytest
import stated
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from plain_data import assert_derived, weights

from truel_ref import Problem, all_outcomes, checker, decision, simulate, solve
from truel_ref.files import json_text

WITH_SELF = "Others, Miss, Self"
GAMES = 10**6 if find_spec("numpy") else 1000
EVERY_RULE = (1, 2, 3, 4, -1, -4)


@given(stated.anything())
@examples(150)
def test_probabilities_lie_in_0_to_1_and_add_up_to_1(problem):
    solution = solve(problem)
    for phase in solution.phases:
        assert all(0 <= chance <= 1 for chance in (*phase.win, phase.stalemate))
        assert sum(phase.win) + phase.stalemate == 1
        assert all(chance == 0 for player, chance in enumerate(phase.win) if player not in phase.order)


@given(stated.anything(2, 5))
@examples(60)
def test_dice_agree_with_the_exact_answer(problem):
    """The dice know the rules and nothing of the solver; an interval misses the truth once in 10 million draws."""
    solution = solve(problem)
    estimate = simulate(solution, games=GAMES, seed=1)
    for player, chance in enumerate(solution.win):
        low, high = estimate.interval(player, confidence=1 - Fraction(1, 10**7))
        assert low <= chance <= high


@given(stated.anything())
@examples(100)
def test_definition_integers_and_second_derivation_are_one(problem):
    answer = solve(problem, method="definition")
    assert answer == solve(problem, method="integers") == solve(problem)
    assert_derived(answer, strategies.derived(lambda: independent.solve(**problem.to_json())))


@given(
    strategies.optimal_problems(3, 5, st.sampled_from([{"Others", "Miss"}, {"Others", "Self"}, {"Strongest", "Miss"}]))
)
@examples(40)
def test_arrays_and_integers_are_one(problem):
    """Arrays take single targets only, and need NumPy."""
    pytest.importorskip("numpy")
    assert solve(problem, method="arrays") == solve(problem, method="integers")


@given(stated.anything())
@examples(60)
def test_an_answer_passes_the_checker(problem):
    status, said = checker.verdict(json_text(solve(problem).to_json()).encode())
    assert status == checker.RIGHT, said


# -- names, orders and ties


@given(stated.anything(), st.data())
@examples(100)
def test_answers_do_not_depend_on_names(problem, data):
    names = data.draw(st.permutations(stated.NAMES))[: problem.players]
    first, second = solve(problem), solve(problem.changed(names=names))
    for name in ("order", "aims", "win"):
        assert [getattr(phase, name) for phase in first.phases] == [getattr(phase, name) for phase in second.phases]
    for name in ("order", "earlier", "equal", "chosen", "on_path"):
        assert [getattr(tie, name) for tie in first.ties] == [getattr(tie, name) for tie in second.ties]


@given(strategies.problems(2, 3) | strategies.problems(4, 4, levels=False))
@examples(60)
def test_a_tie_rule_changes_nothing_where_there_is_no_tie(problem):
    answers = [solve(problem.changed(tie_rule=rule)) for rule in EVERY_RULE]
    listed = {(outcome.win, weights(outcome.aims)) for outcome in all_outcomes(problem).outcomes}
    assert {(answer.win, weights(answer.aims)) for answer in answers} <= listed
    if not answers[0].ties:
        assert len(listed) == 1


# -- Self is never the only best announcement of three


def deciders(problem):
    """Yield every decision of three players in their first phase, as the history before it."""
    yield ()
    for first in problem.options(problem.order, problem.order[0]):
        yield (first,)
        for second in problem.options(problem.order, problem.order[1]):
            yield (first, second)


def self_alone(problem):
    """Return the histories after which a shot at oneself is better than every other option."""
    solution = solve(problem)
    found = set()
    for earlier in deciders(problem):
        asked = decision(solution, earlier)
        if [aim.target for aim in asked.best] == [asked.player]:
            found.add(tuple(map(str, earlier)))
    return found


def replies_untied(problem, solution, earlier):
    """Tell whether every reply that the tie rule could have chosen otherwise is the only best one."""
    if len(earlier) == problem.players - 1:
        return True
    after = [(*earlier, aim) for aim in problem.options(problem.order, problem.order[len(earlier)])]
    return all(
        len(decision(solution, history).best) == 1 and replies_untied(problem, solution, history) for history in after
    )


def where_self_pays(a, b, c):
    """Return the histories of theorem T17: where Self alone is best under tie rule 3."""
    found = set()
    if 0 < a == c < b and a**2 * (1 - b) <= b**2 * (1 - a) ** 3 and b * (1 - a) * (3 - a) < a**2 - 4 * a + 2:
        found.add(())
    if 0 < a == b < c and c * (1 - a) * (3 - a) <= a**2 - 4 * a + 2:
        found.add(("C",))
    return found


THREE = st.lists(st.sampled_from([Fraction(n, 20) for n in range(21)]), min_size=3, max_size=3)
FIXED_LATER = st.sampled_from(["Strongest", "Random", "Miss", "Self"])
EQUAL = THREE.map(lambda hits: [hits[0], hits[0], hits[2]]) | THREE.map(lambda hits: [hits[0], hits[1], hits[0]])


@given(THREE | EQUAL, st.sampled_from([1, 2, 4, -1]))
@examples(120)
def test_self_is_never_the_only_best_announcement_of_three(hits, rule):
    assert self_alone(Problem(hits, search=WITH_SELF, if_eq=rule)) == set()


@given(THREE | EQUAL)
@examples(120)
def test_under_rule_3_self_alone_is_best_on_the_sets_of_t17_only(hits):
    assert self_alone(Problem(hits, search=WITH_SELF, if_eq=3)) == where_self_pays(*hits)


@given(THREE, st.sampled_from(EVERY_RULE))
@examples(40)
def test_where_replies_are_untied_no_rule_makes_self_the_only_best(hits, rule):
    problem = Problem(hits, search=WITH_SELF, if_eq=rule)
    solution = solve(problem)
    for earlier in deciders(problem):
        if replies_untied(problem, solution, earlier):
            asked = decision(solution, earlier)
            assert [aim.target for aim in asked.best] != [asked.player]


SMALL = Fraction(1, 10**6)
EDGE = Fraction(17, 33)  # b where b (1 - a)(3 - a) = a² - 4a + 2 at a = 1/4


@pytest.mark.parametrize(
    "hits",
    [
        *(("9/200", "31/50", "9/200"), ("1/8", "1/8", "1/2")),
        *(("1/4", EDGE + step, "1/4") for step in (-SMALL, 0, SMALL)),
        *(("1/4", "1/4", EDGE + step) for step in (-SMALL, 0, SMALL)),
        *((Fraction(9, 200) + step, "31/50", "9/200") for step in (-SMALL, SMALL)),
        *((Fraction(1, 8) + step, "1/8", "1/2") for step in (-SMALL, SMALL)),
        *((0, "1/2", 0), (0, 0, "1/2"), (0, 0, 0), (1, 1, 1), (1, 1, "1/2"), ("1/2", "1/2", 1), ("1/2", 1, "1/2")),
    ],
    ids=str,
)
def test_rule_3_on_the_sets_of_t17_on_their_boundaries_and_beside_them(hits):
    problem = Problem(hits, search=WITH_SELF, if_eq=3)
    assert self_alone(problem) == where_self_pays(*problem.hits)


@given(st.data())
@examples(60)
def test_against_fixed_aims_a_shot_at_oneself_never_beats_a_miss(data):
    """For any number of players, all of whom but one have fixed aims, a mix among them (T11)."""
    hits = data.draw(strategies.hits(2, 6))
    chooser = data.draw(st.integers(0, len(hits) - 1))
    targets = [data.draw(strategies.weights(len(hits))) for _ in hits]
    targets[chooser] = "Optimal"
    problem = Problem(hits, targets=targets, search=WITH_SELF, target_later=data.draw(FIXED_LATER))
    before = [problem.options(problem.order, player)[0] for player in range(chooser)]
    worths = {str(worth.aim): worth.value for worth in decision(solve(problem), before).worths}
    if len(hits) > 2:  # in a duel the aims of both are fixed by the rules
        assert worths[problem.label(chooser)] <= worths["Miss"]


def test_four_players_can_do_best_by_self_alone():
    problem = Problem(["1/10", "1/5", "1/4", "17/20"], search=WITH_SELF)
    for rule in EVERY_RULE:
        asked = decision(solve(problem.changed(tie_rule=rule)))
        worths = sorted((worth.value for worth in asked.worths), reverse=True)
        assert list(map(str, asked.best)) == ["A"]
        assert worths[:2] == [Fraction(1011246165, 5048370782), Fraction(1244649115, 6452646382)]
    assert list(map(str, solve(problem).aims)) == ["A", "Miss", "D", "C"]


def test_a_mix_with_weight_on_oneself_can_be_the_strict_optimum():
    asked = decision(solve(["63/200", "63/100", "69/200"], search="All"))
    assert [aim.weights for aim in asked.best] == [(Fraction(1, 4),) * 3]  # the fourth part is a miss
