"""Every number a second way: the Markov chain and brute force of `independent.py` must give the same, exactly."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import independent
import pytest
import strategies
from examples import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from plain_data import assert_derived, plain, weights

from truel_ref import Problem, all_outcomes, decision, solve
from truel_ref.game.aims import Aim, Word


def assert_same(problem):
    assert_derived(solve(problem), independent.solve(**plain(problem), if_eq=problem.if_eq))


@given(strategies.problems(most=3))
@examples(400)
def test_three_players_every_kind(problem):
    assert_same(problem)


@given(strategies.problems(least=4, most=4, levels=False))
@examples(60)
def test_four_players_every_kind(problem):
    assert_same(problem)


@given(strategies.problems(most=3))
def test_the_opposite_of_the_shooting_order(problem):
    assert_same(replace(problem, tie_rule=-4))  # which is no rule of the vectors, and so of no strategy


@given(strategies.optimal_problems(most=4))
def test_everybody_searches(problem):
    assert_same(problem)


@given(strategies.problems(least=4, most=4))
@pytest.mark.slow
def test_four_players_with_levels(problem):
    assert_same(problem)


@given(strategies.problems(most=4, levels=False))
def test_the_whole_game_is_one_markov_chain(problem):
    solution = solve(problem)
    policy = {phase.order: weights(phase.aims) for phase in solution.phases}
    assert independent.game_chain(list(problem.hits), policy) == solution.win


@given(strategies.problems(least=5, most=5, search=st.just({"Others", "Miss"}), levels=False))
@settings(max_examples=10)
def test_five_players_are_one_markov_chain(problem):
    solution = solve(problem)
    policy = {phase.order: weights(phase.aims) for phase in solution.phases}
    assert independent.game_chain(list(problem.hits), policy) == solution.win


@given(strategies.problems(most=3))
@examples(150)
def test_all_outcomes_of_three_players(problem):
    found = all_outcomes(problem)
    assert found.complete
    outcomes = {(outcome.win, weights(outcome.aims)) for outcome in found.outcomes}
    assert len(outcomes) == len(found.outcomes)
    assert outcomes == strategies.derived(lambda: independent.all_outcomes(**plain(problem)))


@given(strategies.problems(least=4, most=4, search=st.just({"Others", "Miss"}), levels=False))
@examples(25)
def test_all_outcomes_of_four_players(problem):
    expected = strategies.derived(lambda: independent.all_outcomes(**plain(problem), limit=20))
    found = all_outcomes(problem)
    assert found.complete
    assert {(outcome.win, weights(outcome.aims)) for outcome in found.outcomes} == expected


@given(strategies.problems(least=3, most=3), st.data())
def test_what_every_option_was_worth(problem, data):
    solution = solve(problem)
    order = data.draw(st.sampled_from([phase.order for phase in solution.phases]))
    before = order[: data.draw(st.integers(0, len(order) - 1))]
    earlier = [data.draw(st.sampled_from(problem.options(order, player))) for player in before]
    found = decision(solution, earlier, order)
    expected = independent.decision_values(
        order=order, earlier=[aim.weights for aim in earlier], **plain(problem), if_eq=problem.if_eq
    )
    assert [
        (
            worth.aim.weights,
            worth.allowed,
            worth.value,
            worth.win,
            None if worth.replies is None else weights(worth.replies),
        )
        for worth in found.worths
    ] == [(one.option, one.allowed, one.value, one.win, one.replies) for one in expected]


@given(strategies.problems(most=4, levels=False))
def test_an_outcome_of_every_rule_is_among_all_outcomes(problem):
    # The four-player cases with full search are in test_all_outcomes_of_four_players.
    assume(problem.players < 4 or problem.target_later is not Word.OPTIMAL)
    outcomes = all_outcomes(problem, cap=200)
    assume(outcomes.complete)
    for rule in (1, 2, 3, 4, -1, -4):
        other = solve(Problem.from_json(problem.to_json() | {"if_eq": rule}))
        assert (other.win, other.aims) in [(outcome.win, outcome.aims) for outcome in outcomes.outcomes]


WRONG = {
    "win": lambda solution: (solution.win[0] + Fraction(1, 10**9), *solution.win[1:]),
    "aims": lambda solution: (Aim.at(0, 4), *solution.aims[1:]),  # nobody searches himself
    "stalemate": lambda solution: Fraction(1, 10**9),
    "phases": lambda solution: solution.phases[:-1],
    "ties": lambda solution: solution.ties[1:],
}


@pytest.mark.parametrize("field", WRONG)
def test_the_check_fails_where_one_field_is_wrong(field):
    """A test of the test: the comparison that all tests here use sees one wrong digit, aim, phase or tie."""
    problem = Problem(["1/2", "1/2", "1/2", "1/4"])
    expected = independent.solve(**plain(problem), if_eq=problem.if_eq)
    solution = solve(problem)
    names = ("win", "aims", "stalemate", "phases", "ties")
    right = SimpleNamespace(**{name: getattr(solution, name) for name in names})
    assert_derived(right, expected)
    setattr(right, field, WRONG[field](solution))
    with pytest.raises(AssertionError):
        assert_derived(right, expected)
