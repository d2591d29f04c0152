"""Every number a second way: the Markov chain and brute force of `independent.py` must give the same, exactly."""

import independent
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_data import plain, weights

from truel_ref import Problem, all_outcomes, decision, solve
from truel_ref.game.aims import Word
from truel_ref.numbers import backend_names


def assert_same(problem, backend=None):
    found = solve(problem, backend=backend)
    expected = independent.solve(**plain(problem), if_eq=problem.if_eq)
    assert found.win == expected.win
    assert weights(found.aims) == expected.aims
    assert found.stalemate == expected.stalemate
    assert {phase.order: (weights(phase.aims), phase.win) for phase in found.phases} == expected.phases
    ties = [
        (tie.order, weights(tie.earlier), weights(tie.equal), tie.chosen.weights, tie.on_path) for tie in found.ties
    ]
    assert len(set(ties)) == len(ties)
    assert set(ties) == set(expected.ties)
    return found


@given(strategies.problems(most=3))
@settings(max_examples=400)
def test_three_players_every_kind(problem):
    assert_same(problem)


@given(strategies.problems(least=4, most=4, levels=False), st.sampled_from(backend_names()))
@settings(max_examples=60)
def test_four_players_every_kind(problem, backend):
    assert_same(problem, backend)


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
@settings(max_examples=150)
def test_all_outcomes_of_three_players(problem):
    found = all_outcomes(problem)
    assert found.complete
    outcomes = {(outcome.win, weights(outcome.aims)) for outcome in found.outcomes}
    assert len(outcomes) == len(found.outcomes)
    try:
        assert outcomes == independent.all_outcomes(**plain(problem))
    except independent.TooManyError:
        return


@given(strategies.problems(least=4, most=4, search=st.just({"Others", "Miss"}), levels=False))
@settings(max_examples=25)
def test_all_outcomes_of_four_players(problem):
    try:
        expected = independent.all_outcomes(**plain(problem), limit=20)
    except independent.TooManyError:
        return
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
    if problem.players == 4 and problem.target_later is Word.OPTIMAL:
        return  # the four-player cases with full search are in test_all_outcomes_of_four_players
    outcomes = all_outcomes(problem, cap=200)
    if outcomes.complete:
        for rule in (1, 2, 3, 4, -1):
            other = solve(Problem.from_json(problem.to_json() | {"if_eq": rule}))
            assert (other.win, other.aims) in [(outcome.win, outcome.aims) for outcome in outcomes.outcomes]


def test_the_check_can_fail():
    """A test of the test: one wrong digit anywhere is seen."""
    problem = Problem(["1/3", "2/3", "1"])
    wrong = Problem(["1/3", "2/3", "999999999/1000000000"])
    with pytest.raises(AssertionError):
        assert solve(problem).win == independent.solve(**plain(wrong)).win
