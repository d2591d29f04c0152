"""Events of surfaces: of planes against linear equations, of others against what they are known to do."""

from fractions import Fraction
from itertools import combinations

import pytest
from critical_candidates import candidates
from examples import examples
from hypothesis import assume, example, given
from hypothesis import strategies as st
from sympy import QQ, Matrix, ring

from truel_ref.kernels.bernstein import UNIT
from truel_ref.numbers import root
from truel_ref.symbolic.events import event_values, jacobian, sides_of

RING, X, Y, Z = ring("x, y, z", QQ)
COEFFICIENTS = st.integers(-4, 4)


def values(polynomials):
    return [event.value for event in event_values(polynomials)]


def planes_that_meet(rows):
    """Return where three of some planes, or of them and the sides, meet in one point of the closed square.

    Each row is `(p, q, r, s)` for `p x + q y + r z = s`.
    """
    rows = [*rows, (1, 0, 0, 0), (1, 0, 0, 1), (0, 1, 0, 0), (0, 1, 0, 1)]
    heights = set()
    for three in combinations(rows, 3):
        matrix = Matrix([row[:3] for row in three])
        if matrix.det():
            x, y, z = matrix.LUsolve(Matrix([row[3] for row in three]))
            if 0 <= x <= 1 and 0 <= y <= 1 and 0 < z < 1:
                heights.add(Fraction(int(z.p), int(z.q)))
    return heights


@examples(45)
@given(rows=st.lists(st.tuples(COEFFICIENTS, COEFFICIENTS, COEFFICIENTS, COEFFICIENTS), min_size=2, max_size=3))
@example(rows=[(1, 0, -1, 0), (0, 1, -1, 0), (3, 3, 0, 2)])
@example(rows=[(1, -1, 0, 0), (1, 1, -1, 0)])
def test_planes_meet_where_linear_equations_say(rows):
    planes = {(p * X + q * Y + r * Z - s).primitive()[1]: (p, q, r, s) for p, q, r, s in rows if p or q}
    signed = {polynomial if polynomial.LC > 0 else -polynomial: row for polynomial, row in planes.items()}
    listed = {polynomial: row for polynomial, row in signed.items() if polynomial not in sides_of(RING)}
    assume(listed)
    assert planes_that_meet(listed.values()) <= set(values(sorted(listed, key=str)))


SQUARES = (2 * X - 1) ** 2 + (2 * Y - 1) ** 2


@pytest.mark.parametrize(
    ("polynomials", "expected"),
    [
        # Two lines cross on the diagonal, on a third one at 1/3; at 2/3 each meets that one on a side.
        ([X - Z, Y - Z, 3 * X + 3 * Y - 2], [Fraction(1, 3), Fraction(2, 3)]),
        ([X + Y - 1, X - Y], []),
        # A circle touches the sides and leaves by the corners.
        ([SQUARES - 4 * Z], [Fraction(1, 4), Fraction(1, 2)]),
        # y = z x^2 and y = 0 touch in the corner for all z, and so do y = x^2 and y = z x^2.
        ([Y - Z * X**2], []),
        ([Y - Z * X**2, 2 * Y - X**2], [Fraction(1, 2)]),
    ],
)
def test_nothing_but_what_happens(polynomials, expected):
    assert values(polynomials) == expected


@pytest.mark.parametrize(
    ("polynomials", "value"),
    [
        # A circle of radius sqrt(1 - z - z^2) / 2 touches no side, and vanishes at the golden ratio.
        ([SQUARES + Z**2 + Z - 1], root([1, 1, -1], 1)),
        # y = x^2 and y = 2 z x - 1/16 touch where z^2 = 1/16, at (1/4, 1/16).
        ([Y - X**2, 16 * Y - 32 * Z * X + 1], Fraction(1, 4)),
        # x (y - z x) + (z - 1/2) y^2 has two branches through the corner for all z; at 1/2 one is the side x = 0.
        ([2 * X * Y - 2 * Z * X**2 + (2 * Z - 1) * Y**2], Fraction(1, 2)),
        # At 1/2 the second parabola is the first; they have no other point in common.
        ([Y - X**2, 2 * Y - 2 * X**2 + (2 * Z - 1) * (X - 3)], Fraction(1, 2)),
    ],
)
def test_what_happens_is_not_left_out(polynomials, value):
    assert value in values(polynomials)


def test_lines_that_become_one():
    """Two level lines, and two upright ones, that are one at 1/2, and not on the sides alone."""
    for letter, along in ((X, 1), (Y, 0)):
        lines = (2 * letter - 1) ** 2 + 1 - 2 * Z
        happening = event_values([lines], lambda box, along=along: box[along] != (0, UNIT))
        assert [event.value for event in happening] == [Fraction(1, 2)]


def test_where_only_the_projection_fails_is_listed_too():
    """Three curves go through the middle for all `z`; at 1/4 and 3/4 two of them touch, at 1/2 one is upright there."""
    across, up = 2 * X - 1, 2 * Y - 1
    bundle = [across - (4 * Z - 2) * up - up**2, across - up, across + up]

    def elsewhere(box):
        return not all(low <= UNIT // 2 <= high for low, high in box[:2])

    happening = [event.value for event in event_values(bundle, elsewhere)]
    assert happening == [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)]


def test_who_is_not_asked_and_who_is():
    """What the caller calls tame is left out, and he is given boxes that hold the points."""
    seen = []

    def never(box):
        seen.append(box)
        return True

    assert event_values([X - Z, Y - Z, 3 * X + 3 * Y - 2], never) == []
    third = Fraction(1, 3)
    assert any(all(low <= third * UNIT <= high for low, high in box) for box in seen)


@pytest.mark.parametrize("polynomials", [[X - Z, Y - Z, 3 * X + 3 * Y - 2], [X * Y - Z, X + Y - 1], [X**2 + Y**2 - Z]])
def test_every_event_inside_is_a_candidate(polynomials):
    """The longer list of all roots of the projection has all of them, but for what happens on the lower sides only."""
    listed = {candidate.value for candidate in candidates([*polynomials, *sides_of(RING)])}
    assert set(values(polynomials)) <= listed


def test_the_jacobian_of_two_functions_of_one_another_is_zero():
    product = X * Y - Z
    assert jacobian(product, product**2 + Z) == 0
    assert jacobian(X, Y) == 1
