"""Curves in space with one point over each value: small ones whose answers are known, and ones that must be refused."""

from fractions import Fraction

from sympy import QQ, ring

from truel_ref.symbolic.arcs import arc_of, bounds, has_one_sign

SPACE, X, Y, Z = ring("x, y, z", QQ)


def test_a_hyperbola_is_followed_exactly():
    arc = arc_of([X * Y - 1, Z - X])
    assert arc.point(Fraction(2), 8) == [(2, 2), (Fraction(1, 2), Fraction(1, 2)), (2, 2)]
    (piece, point, other) = arc.pieces(lambda sign: sign(X**2 - 2))
    assert (piece.answer, point.answer, other.answer) == (-1, 0, 1)
    assert point.is_point and str(point.low.value) == "sqrt(2)"
    assert piece.low is None and other.high is None
    # Over z alone there is one point each: the others return to their values.
    assert arc_of([X - 1 - (Z - 1) ** 2, Y - X]).base == 2


def test_a_polynomial_that_vanishes_all_along_has_the_sign_0():
    arc = arc_of([X * Y - 1, Z - X])
    assert [piece.answer for piece in arc.pieces(lambda sign: sign(Y * Z - 1))] == [0]


def test_bounds_hold_at_all_corners_and_inside():
    polynomial = X**2 * Y - 3 * X * Z + 2
    box = [(Fraction(1, 2), Fraction(2)), (Fraction(0), Fraction(1)), (Fraction(1), Fraction(3))]
    low, high = bounds(polynomial, box)
    steps = [[start + (end - start) * Fraction(part, 4) for part in range(5)] for start, end in box]
    values = [x**2 * y - 3 * x * z + 2 for x in steps[0] for y in steps[1] for z in steps[2]]
    assert low <= min(values) and max(values) <= high
    assert (low, high) == (Fraction(-16), Fraction(9, 2))


def test_one_sign():
    assert [has_one_sign(each) for each in (X + Y, -X - 1, X - Y)] == [1, -1, 0]
