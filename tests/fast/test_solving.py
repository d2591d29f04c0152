"""Solving without detours: problems of one skeleton together, phases that are alike in arrays, values in integers."""

from fractions import Fraction
from unittest import mock

import pytest
from cases import computed_in
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.fast import integers
from truel_ref.fast.batch import solve_small
from truel_ref.fast.integers import Shots, floats_of, survivors
from truel_ref.fast.solving import solve_alike
from truel_ref.numbers import backend_names
from truel_ref.play import phase

F = Fraction
INNER = st.fractions(F(1, 10**6), 1 - F(1, 10**6), max_denominator=10**6)
HIT = st.one_of(st.sampled_from([F(0), F(1), F(1, 2), F(1, 3)]), INNER)


# -- ties that make no difference


def test_ties_that_make_no_difference_need_no_exact_decision():
    """Nearly a third of the phases of five players hold such ties; none of them is asked about."""
    problem = Problem(["9/50", "73/100", "49/50", "9/100", "33/100"])
    with mock.patch.object(integers, "decide", side_effect=integers.decide) as decide:
        [solution] = solve_alike([problem])
        assert not decide.called
    assert solution == solve(problem, method="integers")


# -- values in integers


@pytest.mark.parametrize("backend", backend_names())
@examples(25)
@given(st.lists(HIT, min_size=2, max_size=6), st.data())
def test_values_are_those_of_the_composed_turns(backend, hits, data):
    """Against `phase.value`, for shooters who each lead to phases with any win probabilities."""
    players = len(hits)
    with computed_in(backend):
        shots = Shots(hits)
    wins = [[F(int(player == other)) for other in range(players)] for player in range(players)]
    shooters = [player for player in range(players) if hits[player]]
    if not shooters:
        return
    later, turns, after = [], [], []
    for player in shooters:
        weights = data.draw(st.lists(st.integers(0, 30), min_size=players, max_size=players).filter(any))
        total = sum(weights) + data.draw(st.integers(0, 5))
        later.append(tuple(F(weight, total) for weight in weights))
        turns.append(phase.turn(hits[player], [(F(1), later[-1])], players))
        after.append((player, shots.shares(later[-1])))
    shares, win = shots.value(after)
    assert list(win) == phase.value(turns)
    assert all(type(each) is F and type(each.numerator) is type(each.denominator) is int for each in win)
    assert [F(int(top), int(shares[1])) for top in shares[0]] == list(win)
    assert floats_of(shares) == [float(each) for each in win]
    assert shots.shares(win) == (list(map(int, shares[0])), int(shares[1]))
    first, second = 0, 1
    duel = phase.value(
        [
            phase.turn(hits[first], [(F(1), wins[first])], players),
            phase.turn(hits[second], [(F(1), wins[second])], players),
        ]
    )
    assert list(shots.duel(first, second)[1]) == duel
    if hits[first] and hits[second]:
        alone = survivors(players)
        assert shots.value([(first, alone[first,]), (second, alone[second,])]) == shots.duel(first, second)


# -- many small problems


def test_small_problems_are_solved_and_others_left():
    plain = [Problem([F(1, number), F(2, 3), 1]) for number in range(2, 12)]
    others = [
        Problem(["1/2", "1/3", "1/4", "1/5", "1/6"]),
        Problem(["sqrt(2)/2", "1/2"]),
        Problem(["1/2", "1/3", 1], search="others,random"),
        Problem(["1/2"] * 3, search="others,miss,random", random_levels=[1_000_000] * 3),
        Problem(["1/7", "1/2"]),
    ]
    mixed = [plain[0], *others, *plain[1:]]
    solved = solve_small(mixed)
    first, *answers = map(solve, plain)
    assert solved == [first, *[None] * len(others), *answers]
