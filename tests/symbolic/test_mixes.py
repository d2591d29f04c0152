"""The best mix over a simplex: nothing is left out, and every piece says what the numeric solver finds."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from triangle_mixes import optimum

from truel_ref import Problem, all_outcomes, best_mix, solve

MIXED = ["3/4", "11/20", 1]
TWOS = {"search": "others,miss,random", "random_levels": [None, 2, 2]}


def area(corners):
    pairs = pairwise((*corners, corners[0]))
    return abs(sum(one[0] * two[1] - one[1] * two[0] for one, two in pairs)) / 2


def inside(corners, rng):
    """Return a point strictly inside an open piece."""
    weights = [Fraction(rng.randint(1, 9)) for _ in corners]
    return tuple(
        sum(weight * corner[axis] for weight, corner in zip(weights, corners, strict=True)) / sum(weights)
        for axis in (0, 1)
    )


@pytest.mark.parametrize(
    ("hits", "fields"),
    [
        (MIXED, {}),
        pytest.param(MIXED, TWOS, marks=pytest.mark.slow),
        (["1/3", "2/3", 1], TWOS),
        (["3/5", "11/20", "1/2"], {}),
        (["1/2", "1/2", "1/2"], {}),
    ],
)
def test_pieces_hold_what_the_numeric_solver_finds(hits, fields):
    rng = random.Random(2)
    found = optimum(Problem(hits, **fields))
    assert sum(area(piece.corners) for piece in found.polygons) == Fraction(1, 2)
    for piece in found.pieces:
        point = inside(piece.corners, rng)
        targets = [(0, *point), "Optimal", "Optimal"]
        outcomes = all_outcomes(hits, targets=targets, **fields).outcomes
        assert {one.aims[1:] for one in outcomes} == set(piece.replies)
        for one in outcomes:
            assert one.win == piece.win(point, piece.replies.index(one.aims[1:]))
            assert one.win[0] <= found.supremum
        if len(piece.corners) > 2 and len(piece.replies) == 1:
            assert outcomes[0].win[0] <= found.inside
        for rule in (3, -1):
            own = solve(hits, targets=targets, if_eq=rule, **fields)
            assert own.aims[1:] in piece.replies


@pytest.mark.parametrize("fields", [{}, pytest.param(TWOS, marks=pytest.mark.slow)])
def test_the_supremum_is_approached_and_exceeds_the_levels(fields):
    found = optimum(Problem(MIXED, **fields))
    assert (found.supremum, found.inside) == (Fraction(33, 71), Fraction(33, 71))
    place = found.approaches[-1]
    assert place.weights == (Fraction(12, 29), 0)
    towards = inside(place.corners, random.Random(3))
    wins = [Fraction(0)]
    for halvings in (5, 10, 20, 40):
        share = Fraction(1, 2**halvings)
        near = [start + share * (end - start) for start, end in zip(place.weights, towards, strict=True)]
        wins.append(solve(MIXED, targets=[(0, *near), "Optimal", "Optimal"], **fields).win[0])
    assert wins == sorted({*wins})
    assert 0 < found.supremum - wins[-1] < Fraction(1, 10**10)
    for rule, win in place.attained.items():
        given = [(0, *place.weights), "Optimal", "Optimal"]
        assert win == solve(MIXED, targets=given, if_eq=rule, **fields).win[0]


@pytest.mark.parametrize(
    "hits", [[0, 0, 0], [0, 0, "1/2"], [0, "1/2", 0], ["1/2", 0, 0], [0, 1, 1], [1, 1, 0], [1, 1, 1]]
)
def test_the_supremum_where_hardly_anybody_hits(hits):
    """Where nobody can be hit it ended in a ValueError."""
    best = optimum(Problem(hits))
    assert best.supremum == best_mix(hits).highest
    after = optimum(Problem(hits, targets=["Miss", "Optimal", "Optimal"]), player=1)
    assert after.supremum >= solve(hits, targets=["Miss", "Optimal", "Optimal"]).win[1]
    for one in (best, after):
        assert one.approaches or one.inside < one.supremum or not one.supremum
