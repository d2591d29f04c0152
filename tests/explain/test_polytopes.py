"""Pieces of a simplex: cutting loses nothing, in any dimension, and the sides are the sides."""

import random
from fractions import Fraction

import pytest
from polytope_shares import triangulated_share as share

from truel_ref.explain.polytopes import at, cut, sides, simplex, split


def test_a_simplex_has_its_sides():
    for corners in (1, 2, 3, 4):
        whole = simplex(corners, Fraction(1))
        assert share(whole) == 1
        assert len(sides(whole)) == (corners if corners > 1 else 0)


@pytest.mark.parametrize("corners", [2, 3, 4])
def test_cutting_loses_nothing(corners):
    rng = random.Random(corners)
    for _ in range(8):
        pieces = [simplex(corners, Fraction(1))]
        for _ in range(5):
            function = tuple(Fraction(rng.randint(-3, 3)) for _ in range(corners))
            after = []
            for piece in pieces:
                values = [at(function, point) for point in piece.points]
                if not min(values) < 0 < max(values):
                    after.append(piece)
                    continue
                low, line, high = cut(piece, function)
                assert all(at(function, point) == 0 for point in line.points)
                assert max(at(function, point) for point in low.points) == 0
                assert min(at(function, point) for point in high.points) == 0
                assert line.points in [side.points for side in sides(low)]
                assert line.points in [side.points for side in sides(high)]
                after += [low, high]
            pieces = after
        assert sum(map(share, pieces)) == 1
        for piece in pieces:
            # Euler: corners, edges, sides of a convex body; and every corner spans the piece with others.
            counts = [len(faces_of(piece, dimension)) for dimension in range(piece.dimension + 1)]
            assert counts[0] == len(piece.corners)
            assert sum((-1) ** place * count for place, count in enumerate(counts)) == 1


def faces_of(piece, dimension):
    """Return the sides of sides and so on of one dimension."""
    cells = {piece.points: piece}
    while next(iter(cells.values())).dimension > dimension:
        cells = {side.points: side for cell in cells.values() for side in sides(cell)}
    return cells.values()


def test_a_segment_is_split_at_points():
    parts = split(simplex(2, Fraction(1)), [Fraction(3, 4), Fraction(1, 4)], "quarters")
    assert [part.dimension for part in parts] == [1, 0, 1, 0, 1]
    assert [part.points[0] for part in parts if not part.dimension] == [
        (Fraction(1, 4), Fraction(3, 4)),
        (Fraction(3, 4), Fraction(1, 4)),
    ]
    assert sum(share(part) for part in parts if part.dimension) == 1
