"""Tables of Bernstein coefficients and the squares of a grid that they leave, against the same from single boxes."""

from fractions import Fraction

from hypothesis import assume, example, given
from hypothesis import strategies as st
from sympy import QQ, ring

from truel_ref.kernels.bernstein import SIDE, bernstein_integers, bernstein_table, cover, span
from truel_ref.symbolic.plane import PlaneCurve

RING, X, Y = ring("x, y", QQ)
TERMS = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 2)), st.integers(-9, 9).filter(bool), min_size=1, max_size=6
)
PLACE = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
LINE = {(1, 0): 1, (0, 1): -1}


def box(place):
    return [(Fraction(each, SIDE), Fraction(each + 1, SIDE)) for each in place]


def may_vanish(polynomial, place):
    """Tell it of one square from Bernstein coefficients on it alone."""
    values = bernstein_integers(polynomial, box(place))[0].values()
    return not (min(values) > 0 or max(values) < 0)


@given(TERMS, st.tuples(*[st.fractions(-2, 2, max_denominator=12)] * 4))
@example({(2, 0): 1, (1, 2): -3}, (Fraction(1, 3), Fraction(1, 2), Fraction(-1), Fraction(3, 4)))
def test_tables_hold_the_coefficients_of_polynomials(terms, corners):
    left, right, bottom, top = corners
    assume(left != right)
    assume(bottom != top)
    polynomial = RING.from_dict(terms)
    table, scale = bernstein_table(PlaneCurve(polynomial).rows, span(left, right), span(bottom, top))
    integers, over = bernstein_integers(polynomial, [(left, right), (bottom, top)])
    expected = {powers: Fraction(value, over) for powers, value in integers.items()}
    assert {
        (i, j): Fraction(value, scale) for i, column in enumerate(table) for j, value in enumerate(column)
    } == expected


@given(TERMS, st.lists(PLACE, max_size=12))
@example(LINE, [(0, 0), (1, 2), (63, 62), (40, 40), (7, 9)])
@example({(1, 0): 1, (0, 0): -1, (1, 1): 5}, [(63, 0), (62, 0), (0, 63), (11, 10)])
def test_a_square_is_left_out_where_its_own_coefficients_have_one_sign(terms, places):
    polynomial = RING.from_dict(terms)
    rows = PlaneCurve(polynomial).rows
    every = cover(rows)
    assert cover(rows, within=frozenset(places)) == every & frozenset(places)
    for place in places:
        # What a larger square proves of itself its parts prove, too: their coefficients are means of its own.
        assert (place in every) == may_vanish(polynomial, place)


def test_the_squares_along_a_line_and_where_circles_turn():
    along = {(place, place + step) for place in range(SIDE) for step in (-1, 0, 1)}
    assert cover(PlaneCurve(X - Y).rows) == {place for place in along if min(place) >= 0 and max(place) < SIDE}
    assert PlaneCurve((2 * X - 1) ** 2 + (2 * Y - 1) ** 2 - 2).turning == frozenset()
    circle = PlaneCurve((4 * X - 2) ** 2 + (4 * Y - 2) ** 2 - 1)
    assert circle.turning == {(column, row) for column in (15, 16, 47, 48) for row in (31, 32)}
