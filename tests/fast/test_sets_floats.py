"""Play without a miss in floats: the bounds hold the exact values, proved aims are the exact ones."""

from fractions import Fraction
from unittest import mock

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.errors import ProblemError
from truel_ref.fast import sets
from truel_ref.fast.sets import enclosure_without_a_miss, error_bound, sets_without_a_miss

F = Fraction


def others(hits):
    return Problem(hits, search=["Others"])


def assert_encloses(problem):
    """Compare with exact play: aims equal, values within bounds that are as narrow as they claim to be."""
    enclosure = enclosure_without_a_miss(problem)
    play = sets_without_a_miss(problem)[problem.first_order]
    assert all(len(equal) == 1 for equal, hit in zip(play.equal, problem.hits, strict=True) if hit)
    exact = [options[index] for options, index in zip(play.options, play.chosen, strict=True)]
    assert list(enclosure.aims) == exact
    relative = 4 * F(error_bound(problem.players))
    for low, win, high in zip(enclosure.low, play.values[0], enclosure.high, strict=True):
        value = F(int(win.numerator), int(win.denominator))
        assert low <= value <= high
        assert high - low <= relative * value * 2


@given(st.lists(st.fractions(F(1, 50), 1, max_denominator=50), min_size=2, max_size=6, unique=True))
@examples(60)
def test_up_to_six_different_players(hits):
    problem = others(hits)
    try:
        assert_encloses(problem)
    except ProblemError as refusal:
        assert "two kills in" in str(refusal)
        plays = sets_without_a_miss(problem)
        assert any(len(equal) > 1 for play in plays.values() for equal in play.equal)


@pytest.mark.parametrize(
    "hits",
    [
        *([F(7 * number % 31 + 1, 37) for number in range(1, players + 1)] for players in (7, 9)),
        [F(1, 3) + F(1, 2**40), F(1, 3), F(1, 3) - F(1, 2**40)],
        [F(1, 10**15), 1, F(1, 2)],
        [F(1, 10**12), 1 - F(1, 10**12), F(1, 3), F(2, 3)],
        [1, F(1, 2), 0],
        [F(2, 3), 0, F(1, 3), 1],
    ],
    ids=str,
)
def test_many_and_extreme_players(hits):
    assert_encloses(others(hits))


def test_the_bound_counts_every_rounding():
    """Of a set: a hit, its complement and each turn; the divisor; the quotient; and the way back to every turn."""
    roundings = 0
    for players in range(2, sets.MOST_PLAYERS + 1):
        roundings += (2 + 3 * players) + 3 * players + 1 + 3 * players
        assert roundings < F(error_bound(players)) * 2**53 < F(51, 50) * roundings


def test_numbers_that_underflow_are_refused():
    problem = others([F(1, 10**300), 1 - F(1, 10**15), "1/2"])
    with (
        mock.patch.object(sets, "LEAST", 1e-305),
        pytest.raises(ProblemError, match=r"^some win probabilities are too small for floats; solve it exactly$"),
    ):
        enclosure_without_a_miss(problem)


@pytest.mark.parametrize("if_eq", [1, 2, 4, -1])
@pytest.mark.parametrize("hits", [[0, 1, "1/2"], [0, "1/2", 1], ["1/2", "1/3", 0, 1], [0, 1]], ids=str)
def test_who_cannot_hit_aims_by_the_tie_rule(hits, if_eq):
    problem = Problem(hits, search=["Others"], if_eq=if_eq)
    assert_encloses(problem)
    assert enclosure_without_a_miss(problem).aims == solve(problem, method="definition").aims
