"""The exact areas beside the claims: against a count with formulas by hand, and what is said of a published number."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from truel_ref.studies.claims.areas import FREE_A, SHOOTING, ClaimedArea, square_area, triangle_area

SIDE = 1000
NEAR = 2e-4
"""How far a count of the midpoints of a million squares may be off."""


def wins_by_hand():
    """Return pA, pB and the win probabilities if A misses, and if he aims at C; B and C duel, and C is perfect."""
    steps = (np.arange(SIDE) + 0.5) / SIDE
    a, b = steps[:, np.newaxis], steps
    some = a + b - a * b  # somebody hits in a round of the duel of A and B
    miss = np.stack([a * b / some + (1 - b) * a, b * b * (1 - a) / some, (1 - b) * (1 - a)])
    after = np.stack([a * (1 - b) / some, b / some, 0 * some])  # A has hit C, and B shoots first
    return a, b, miss, a * after + (1 - a) * miss


@pytest.mark.parametrize("free", [False, True])
def test_areas_are_those_of_formulas_by_hand(pictures, free):
    a, b, miss, shoot = wins_by_hand()
    assert np.allclose(miss.sum(axis=0), 1)
    best = (np.where(shoot[0] > miss[0], shoot, miss) if free else miss).argmax(axis=0)
    half = 1.0 * (a < b) + 0.5 * (a == b)  # the diagonal halves its squares
    for player, (area, weight) in product(range(3), ((triangle_area, 2 * half), (square_area, 1 + 0 * half))):
        found = area(pictures, player, FREE_A if free else SHOOTING)
        assert float(found.low) - NEAR < (weight * (best == player)).mean() < float(found.high) + NEAR


@pytest.mark.slow
def test_what_is_optimal_for_the_worse_shot_is_what_a_free_a_does(pictures):
    """For pA < pB it is best for B and C to aim at each other, so the areas must have a point in common."""
    for player in range(3):
        every, only_a = (triangle_area(pictures, player, targets) for targets in (None, FREE_A))
        assert max(every.low, only_a.low) <= min(every.high, only_a.high)


@pytest.mark.parametrize(
    ("low", "high", "outside"),
    [
        ("0.4104", "0.4105", False),  # both ends of what rounds to 41.1 % count as inside
        ("0.4103", "0.41049", True),
        ("0.4115", "0.412", False),
        ("0.41151", "0.412", True),
    ],
)
def test_a_published_number_stands_for_all_that_rounds_to_it(low, high, outside):
    area = ClaimedArea("A wins", "of the square", Fraction(low), Fraction(high))
    assert bool(area.beside("41.1 %")) == outside
    assert area.beside("almost 42 %", 41, 42) == ""


def test_bounds_are_rounded_outwards():
    less = ClaimedArea("A wins", "of the square", Fraction(1, 3), Fraction(2, 3))
    more = ClaimedArea("A wins", "of the square", Fraction(2, 3), Fraction(1))
    assert str(less) == "33.3333 % to 66.6667 %"
    assert str(more.beyond(less, "A wins more")) == "0.0000 % to 66.6667 %"
    assert more.beside("almost half", 40, 50).endswith("'almost half', read as 40 % to 50 %, lies outside.")
