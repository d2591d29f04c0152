"""Intervals of integers enclose what polynomials are, and pieces of [0, 1] hold every common zero."""

from fractions import Fraction
from math import prod

from hypothesis import example, given
from hypothesis import strategies as st

from truel_ref.kernels.bernstein import UNIT, bounded_terms, common_pieces, narrowed, outwards

TERMS = st.dictionaries(st.tuples(*[st.integers(0, 3)] * 3), st.integers(-99, 99).filter(bool), min_size=1, max_size=6)
INSIDE = st.fractions(0, 1, max_denominator=97)
LINES = st.lists(st.integers(-30, 30), min_size=1, max_size=6)


def line_terms(coefficients):
    """Return a polynomial by its powers; coefficients from the lowest power up."""
    return bounded_terms({(power,): value for power, value in enumerate(coefficients) if value})


def value(terms, point):
    return sum(
        coefficient * prod(letter**power for letter, power in zip(point, powers, strict=True))
        for powers, coefficient in terms.items()
    )


@given(terms=TERMS, ends=st.tuples(*[st.tuples(INSIDE, INSIDE)] * 3), inside=st.tuples(*[INSIDE] * 3))
@example(terms={(1, 0, 0): 1, (0, 1, 0): -1}, ends=((0, 1),) * 3, inside=(Fraction(1, 3), Fraction(2, 3), 0))
def test_a_value_lies_between_the_bounds(terms, ends, inside):
    point, bounds = [], []
    for (one, other), part in zip(ends, inside, strict=True):
        low, high = sorted((Fraction(one), Fraction(other)))
        point.append(low + (high - low) * part)
        bounds.append(outwards(low, high))
    left = bounded_terms(terms)
    for place in (2, 0, 0):
        left = narrowed(left, place, bounds[place] if place or len(next(iter(left), ())) == 2 else bounds[1])
    low, high = left.get((), (0, 0))
    assert low <= value(terms, point) * UNIT <= high


@given(low=INSIDE, high=INSIDE)
def test_an_interval_is_rounded_outwards_by_less_than_a_unit(low, high):
    bottom, top = outwards(low, high)
    assert bottom <= low * UNIT < bottom + 1
    assert top - 1 < high * UNIT <= top


@given(one=LINES, other=LINES, root=INSIDE, halvings=st.integers(0, 30))
@example(one=[1], other=[1], root=Fraction(0), halvings=30)
@example(one=[1], other=[1], root=Fraction(1), halvings=30)
@example(one=[1], other=[0, 1], root=Fraction(1, 2), halvings=1)
def test_a_common_zero_lies_in_a_piece(one, other, root, halvings):
    """Both lists are multiplied by `q x - p`, so both polynomials vanish at `p/q`."""
    lines = []
    for factor in (one, other):
        product = [0] * (len(factor) + 1)
        for power, coefficient in enumerate(factor):
            product[power] -= coefficient * root.numerator
            product[power + 1] += coefficient * root.denominator
        lines.append(line_terms(product))
    assert any(low <= root * UNIT <= high for low, high in common_pieces(lines, halvings))


def test_what_has_no_common_zero_is_left_out():
    assert common_pieces([line_terms([-1, 3]), line_terms([-2, 3])], 10) == []
    assert common_pieces([line_terms([1, 1])], 10) == []
    assert common_pieces([line_terms([2, -3, 1])], 10) == [(UNIT - UNIT // 1024, UNIT)]


def test_two_zeros_are_parted():
    """`(4 x - 1)(4 x - 3)`; both are ends of intervals that are halved, so they lie in the pieces on both sides."""
    (first, second) = common_pieces([line_terms([3, -16, 16])], 10)
    assert first == (UNIT // 4 - UNIT // 1024, UNIT // 4 + UNIT // 1024)
    assert second == (3 * UNIT // 4 - UNIT // 1024, 3 * UNIT // 4 + UNIT // 1024)


def test_zeros_everywhere_are_not_halved_for_ever():
    assert common_pieces([{}], 40) == [(0, UNIT)]
