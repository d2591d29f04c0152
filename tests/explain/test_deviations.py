"""Who could gain by another aim: against profiles valued by the Markov chain, and against decisions."""

from fractions import Fraction
from itertools import permutations

import cases
import independent
import strategies
from examples import examples
from hypothesis import assume, given

from truel_ref import decision, solve
from truel_ref.explain.gains import deviations

F = Fraction


def after_one_is_gone(hits):
    """Return the win probabilities of all duels by their closed form, and of all survivors."""
    later = {(last,): tuple(F(last == other) for other in range(3)) for last in range(3)}
    for first, second in permutations(range(3), 2):
        p, q = hits[first], hits[second]
        win = p / (p + q - p * q) if p or q else F(0)
        chances = {first: win, second: 1 - win if p or q else F(0)}
        later[first, second] = tuple(chances.get(player, F(0)) for player in range(3))
    return later


@given(strategies.problems(least=3, most=3))
@examples(60)
def test_gains_are_differences_of_values(problem):
    solution = solve(problem)
    assume(None not in solution.aims)
    responses = deviations(solution)
    hits = list(problem.hits)
    later = after_one_is_gone(hits)

    def worth(aims, player):
        return independent.phase_values_by_chain(hits, (0, 1, 2), [aim.weights for aim in aims], later)[player][player]

    assert list(responses.values) == [worth(solution.aims, player) for player in range(3)]
    for deviation in responses.deviations:
        aims = list(solution.aims)
        assert deviation.aim != aims[deviation.player]
        aims[deviation.player] = deviation.aim
        assert deviation.gain == worth(aims, deviation.player) - responses.values[deviation.player]
    nobody = all(deviation.gain <= 0 for deviation in responses.deviations)
    assert [responses.is_nash, responses.conclusion.startswith("Nobody gains by another aim while")] == [nobody] * 2


@given(strategies.optimal_problems(least=3, most=4))
@examples(40)
def test_announced_gains_are_those_of_decisions_and_nobody_has_one(problem):
    """Where everybody searches, the solution is optimal: no announcement gains anything."""
    solution = solve(problem)
    assume(None not in solution.aims)
    responses = deviations(solution)
    assert responses.is_announced
    for player in range(problem.players):
        worths = {worth.aim: worth for worth in decision(solution, solution.aims[:player]).worths}
        own = [deviation for deviation in responses.deviations if deviation.player == player]
        assert {deviation.aim for deviation in own} == worths.keys() - {solution.aims[player]}
        for deviation in own:
            worth = worths[deviation.aim]
            assert deviation.replies == worth.replies
            gain = worth.value - responses.values[player] if worth.allowed else None
            assert deviation.announced_gain == gain


def test_a_published_profile_is_no_equilibrium():
    """C, C, B of the original problem: A would rather miss, with or without replies."""
    responses = deviations(solve(cases.ORIGINAL, targets=["C", "C", "B"]))
    assert (responses.is_nash, responses.is_announced) == (False, False)
    best = responses.best(0)
    assert (str(best.aim), best.gain) == ("Miss", F(25, 63) - F(59, 189))
    assert [responses.best(player).player for player in range(3)] == [0, 1, 2]


def test_an_optimal_announcement_need_be_no_equilibrium():
    """A leader binds himself: once B and C have answered his Self, A would take it back."""
    responses = deviations(solve(["1/10", "1/5", "1/4", "17/20"], search={"Others", "Miss", "Self"}))
    assert (responses.is_nash, responses.is_announced) == (False, True)
    assert responses.best(0).gain > 0 > responses.best(0, announced=True).announced_gain


def test_later_phases_that_nothing_leads_to_are_valued():
    """In D, D, D, C only some phases are reached; another aim leads to others."""
    solution = solve(cases.FOUR, targets=["D", "D", "D", "C"], target_later="Strongest")
    reported = {phase.order for phase in solution.phases}
    instead = solve(cases.FOUR, targets=["B", "D", "D", "C"], target_later="Strongest")
    assert (2, 3, 0) in {phase.order for phase in instead.phases} - reported  # A at B leads there
    gains = {(deviation.player, str(deviation.aim)): deviation.gain for deviation in deviations(solution).deviations}
    assert gains[0, "B"] == instead.win[0] - solution.win[0]


def test_a_later_phase_can_be_asked_for():
    responses = deviations(solve(cases.FOUR), "B,C,D")
    assert [str(aim) for aim in responses.aims] == [str(aim) for aim in solve(cases.FOUR).phase("B,C,D").aims]
    assert {deviation.player for deviation in responses.deviations} == {1, 2, 3}
    assert deviations(solve(cases.FOUR), "C,D").deviations == ()


def test_of_very_many_aims_the_best_are_listed():
    responses = deviations(solve(cases.SECOND, search="others,miss,random", random_levels=[8, 1, 1]))
    assert sum(deviation.player == 0 for deviation in responses.deviations) > 40
    rows = [row for row in str(responses).splitlines() if row.startswith(("A ", "   "))]
    assert len(rows) < 12
