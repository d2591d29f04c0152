"""Answers of the library under other rules of fire as plain data, and problems to ask for."""

from fractions import Fraction
from math import prod

import independent_variants
import strategies
from hypothesis import strategies as st
from plain_data import plain, weights

F = Fraction
ENDS = st.sampled_from([F(0), F(1, 2), F(1)])


def profiles(problem):
    """Return how many profiles brute force looks at in the full set."""
    return prod(len(problem.options(problem.order, player)) for player in problem.order)


def small(most, levels=False, least=2):
    """Return problems of every kind, of so few profiles that brute force is quick."""
    return strategies.problems(least, most, levels=levels).filter(lambda problem: profiles(problem) <= 150)


def states_of(play):
    """Return aims, values and the value of nobody of every state of a play, by who lives and how many."""
    return {(state.living, state.counts): (weights(state.aims), (*state.win, state.nobody)) for state in play.states}


def records(answer):
    """Return aims, strictness and all states of every play, in the order of the library."""
    return [(weights(play.aims), play.strict, states_of(play)) for play in answer]


def expected_records(fire, problem):
    """Return the same of random or simultaneous fire, by brute force."""
    derived = independent_variants.fire_records(fire, **plain(problem), if_eq=problem.if_eq)
    return [
        (
            one.policy[one.name],
            one.strict,
            {(living, ()): (aims, with_nobody(one.values[living], problem)) for living, aims in one.policy.items()},
        )
        for one in derived
    ]


def with_nobody(values, problem):
    """Return values with that of nobody at the end, 0 where the model has none."""
    return values if len(values) > problem.players else (*values, F(0))


def in_any_order(rows):
    return sorted(rows, key=lambda row: (row[0], row[1], sorted(row[2].items())))


def assert_same_records(answer, expected):
    """Compare a list of equilibria with brute force: the canonical order of aims, and every state of every record."""
    assert answer.complete
    listed = records(answer)
    assert [row[0] for row in listed] == [row[0] for row in expected]
    assert in_any_order(listed) == in_any_order(expected)
    for play in answer:
        assert play.aims == play.states[0].aims
        assert (play.win, play.nobody) == (play.states[0].win, play.states[0].nobody)
        assert sum(play.win) + play.nobody + play.stalemate == 1
    assert answer.distinct == len({(row[0], row[2][expected_start(answer)]) for row in listed}) if listed else True


def expected_start(answer):
    start = answer[0].states[0]
    return start.living, start.counts


def assert_fire(fire, solve, problem):
    """Compare all equilibria of random or simultaneous fire with brute force, and return the answer."""
    answer = solve(problem)
    assert_same_records(answer, expected_records(fire, problem))
    return answer
