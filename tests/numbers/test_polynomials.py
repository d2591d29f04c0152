"""Real roots in intervals that shrink: the one refinement of the house against plain bisection."""

import math
import sys
from fractions import Fraction
from itertools import pairwise
from itertools import product as iterated
from unittest import mock

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from truel_ref.errors import LibraryError
from truel_ref.numbers import RootInterval, evaluate, sign_of
from truel_ref.numbers.field import Field
from truel_ref.numbers.polynomials import (
    clear_of,
    factors_of,
    isolated,
    primitive,
    refine,
    root_among,
    square_free,
    value_at_cell,
    which_root,
)

F = Fraction
X = sympy.Symbol("x")


@st.composite
def isolated_roots(draw):
    """Return a polynomial without multiple roots and an interval with one of its roots inside, rational ones too."""
    coefficients = [draw(st.integers(1, 9)), *(draw(st.integers(-9, 9)) for _ in range(draw(st.integers(1, 5))))]
    polynomial = sympy.Poly(coefficients, X).sqf_part()
    intervals = [ends for ends, _ in polynomial.intervals()]
    assume(intervals)
    low, high = (F(int(end.p), int(end.q)) for end in draw(st.sampled_from(intervals)))
    return tuple(int(c) for c in polynomial.all_coeffs()), low, high


def bisected(polynomial, low, high, width):
    """Return the interval of plain bisection: the shortest definition of what `RootInterval.narrow` does."""
    for end in (low, high):
        if evaluate(polynomial, end) == 0:
            return end, end
    rises = evaluate(polynomial, high) > 0
    while high - low > width:
        middle = (low + high) / 2
        value = evaluate(polynomial, middle)
        if value == 0:
            return middle, middle
        low, high = (low, middle) if (value > 0) == rises else (middle, high)
    return low, high


@given(isolated_roots(), st.lists(st.integers(1, 400), min_size=1, max_size=4), st.integers(1, 60))
def test_a_root_is_narrowed_and_halved_as_by_bisection(root, digits, times):
    polynomial, low, high = root
    if len(polynomial) == 2:
        low = high = F(-polynomial[1], polynomial[0])
    interval = RootInterval(polynomial, low, high)
    for bits in sorted(digits):
        interval.narrow(F(1, 3 * 2**bits))
        assert (interval.low, interval.high) == bisected(polynomial, low, high, F(1, 3 * 2**bits))
        assert interval.high - interval.low <= F(1, 3 * 2**bits)
    halved = RootInterval(polynomial, low, high)
    for _ in range(times):
        halved.halve()
    assert (halved.low, halved.high) == bisected(polynomial, low, high, (high - low) / 2**times)


def test_a_root_that_is_hit_is_known_from_then_on():
    third = RootInterval((3, -4, 1), F(0), F(2, 3))  # the roots 1/3 and 1
    for _ in range(2):
        third.halve()
        assert third.low == third.high == F(1, 3)
    third.narrow(F(1, 10**9))
    assert third.low == third.high == F(1, 3)
    at_an_end = RootInterval((4, -5, 1), F(1, 4), F(1, 2))
    assert repr(at_an_end) == "RootInterval(coefficients=(4, -5, 1), low=Fraction(1, 4), high=Fraction(1, 4))"
    # found by a step of Newton's, which proposes cells beside it
    ends = [(F(-1, 7), F(2, 7)), (F(-1, 4), F(1, 4))]
    exact, dyadic = (RootInterval((2**200, 2**200 - 3, -3), low, high) for low, high in ends)
    for root in (exact, dyadic):
        root.narrow(F(1, 2**300))
    assert exact.low < F(3, 2**200) < exact.high
    assert dyadic.low == dyadic.high == F(3, 2**200)


@pytest.mark.parametrize(
    "polynomial",
    [
        (1, 0, -2),
        (1, 0, 1),
        (1, 0, 0, -1, 0),
        (8, -6, -3, 1),
        (4, 0, -1),
        (3, -1),
        (1, 0),
        (1, -3, 0, 1),
        (10**40, -1, -1),
    ],
)
def test_every_root_is_isolated_once(polynomial):
    poly = sympy.Poly(polynomial, X)
    ends = isolated(polynomial)
    assert len(ends) == poly.count_roots()
    for low, high in ends:
        assert poly.count_roots(sympy.Rational(low), sympy.Rational(high)) == 1
        below, above = (poly.eval(sympy.Rational(end)) for end in (low, high))
        assert below == above == 0 if low == high else below * above < 0
    assert all(before[1] <= after[0] for before, after in pairwise(ends))


@pytest.mark.parametrize("polynomial", [(1, 0, 0, -2), (1, -4, 0, 1, 1), (1, 0, -10, 0, 1), (3, 1, -1000, 7)])
def test_floors_of_a_generator_are_those_of_integers(polynomial):
    for index, (low, high) in enumerate(isolated(polynomial)):
        field = Field(polynomial, index)
        for bits in (0, 3, 64, 64, 1000, 20):
            floor = field.floor(bits)
            ends = [value_at_cell(polynomial, cell, bits) for cell in (floor, floor + 1)]
            assert sign_of(ends[0]) * sign_of(ends[1]) < 0
            assert low < F(floor + 1, 2**bits)
            assert F(floor, 2**bits) < high


def test_a_cell_in_whose_middle_the_slope_is_zero_is_halved():
    polynomial = [3 * 2**30, -9 * 2**20, 9 * 2**10, -4]  # 3 (1024 x - 1)^3 - 1
    bits, cell, hit = refine(polynomial, 9, 0, 40)
    assert (bits, hit) == (40, False)
    assert value_at_cell(polynomial, cell, bits) < 0 < value_at_cell(polynomial, cell + 1, bits)


def test_the_first_cell_may_be_left_of_the_interval_of_the_root():
    """The root 2 sin 10° lies in intervals at whose left end the polynomial is 1, and that cells do not divide."""
    for end in (F(2, 3), F(3, 4), F(3, 7)):
        field = Field((1, 0, -3, 1), 1)
        field.interval = F(0), end
        assert field.floor(40) == Field((1, 0, -3, 1), 1).floor(40)


def test_an_enclosure_that_begins_at_1_is_positive():
    field = Field((1, 0, -2), 1)
    most = field.floor(64) + 1
    factor = -pow(most, -1, 2**64) % 2**64
    number = [(1 + factor * most) >> 64, -factor]
    assert field.bounds(number, 64)[0] == 1
    assert field.bounds([3, 0], 8) == (3 << 8, 3 << 8)
    assert field._away_from_zero([4, -3]) == 2 * 3 + 2 * 2 * 2 + 2 + 1  # 4 + 3 has three digits, sqrt(1 + 4) two
    assert field.sign_of(number) == 1


def test_the_first_cell_of_neighbouring_roots():
    # the roots are 1/3 - e and 1/3 + e: between them there is no room for a coarse cell
    near = (9 * 10**20, -6 * 10**20, 10**20 - 2)
    (factor, _), *others = factors_of(near)
    assert not others
    floors = [Field(factor, index).floor(200) for index in (0, 1)]
    assert floors[0] < floors[1]
    for floor in floors:
        assert value_at_cell(near, floor, 200) * value_at_cell(near, floor + 1, 200) < 0


@given(isolated_roots())
def test_the_ends_of_an_isolating_interval_are_as_clear_of_the_roots_as_proved(root):
    polynomial, low, high = root
    apart = F(1, 2 ** clear_of(polynomial, (low, high)))
    for start, end in (ends for ends, _ in sympy.Poly(polynomial, X).intervals(eps=sympy.Rational(1, 10**60))):
        for mine in (low, high):
            distances = [abs(F(int(one.p), int(one.q)) - mine) for one in (start, end)]
            assert max(distances) < F(1, 10**59) or min(distances) + F(1, 10**59) > apart


def test_refining_is_one_cell_whatever_the_steps():
    polynomial = (1, 0, -2)
    for start in (1, 5, 40):
        cell = math.isqrt(2 << 2 * start)
        for wanted in (start, start + 1, start + 7, 500, 2000):
            assert refine(polynomial, start, cell, wanted) == (wanted, math.isqrt(2 << 2 * wanted), False)


def test_a_root_is_told_among_those_of_several_polynomials():
    almost = (10**30, 0, -2 * 10**30 - 1)

    def around(number):
        return lambda bits: (number - F(1, 2**bits), number + F(1, 2**bits))

    two = F(math.isqrt(2 * 10**400), 10**200)
    beside = F(math.isqrt((2 * 10**30 + 1) * 10**370), 10**200)
    assert root_among([(1, 0, -2), almost, (1, -1)], around(two)) == ((1, 0, -2), 1)
    assert root_among([(1, 0, -2), almost, (1, -1)], around(-beside)) == (almost, 0)
    assert root_among([(1, 0, -2), (1, -1)], around(F(1))) == ((1, -1), 0)
    assert which_root((1, 0, 0, -1, 0), around(F(0))) == 0
    with pytest.raises(AssertionError, match="do not separate two different numbers"):
        root_among([(1, 0, -2)], lambda bits: (F(5), F(6)))


# -- without python-flint

LINES = st.tuples(st.integers(1, 9), st.integers(-9, 9))
SQUARES = st.tuples(st.just(1), st.just(0), st.integers(-30, -1))
OTHERS = st.sampled_from([(1, 0, -10, 0, 1), (1, 0, -3, 1), (1, 0, -4, 0, 2), (2, 3, -7), (8, -4, -4, 1)])


def product(polynomials):
    """Return the product, by the definition."""
    whole = [1]
    for each in polynomials:
        sums = [0] * (len(whole) + len(each) - 1)
        for (i, x), (j, y) in iterated(enumerate(whole), enumerate(each)):
            sums[i + j] += x * y
        whole = sums
    return primitive(whole)


def without_flint(ask, polynomial):
    factors_of.cache_clear()
    with mock.patch.dict(sys.modules, {"flint": None}):
        answer = ask(polynomial)
    factors_of.cache_clear()
    return answer


@given(st.lists(LINES | SQUARES | OTHERS, min_size=1, max_size=4), st.integers(1, 3))
def test_real_roots_give_the_factors_that_python_flint_gives(factors, power):
    pytest.importorskip("flint")
    polynomial = product([*factors, *factors[:1] * (power - 1)])
    assert without_flint(factors_of, polynomial) == factors_of(polynomial)
    assert without_flint(square_free, polynomial) == square_free(polynomial)


@pytest.mark.parametrize("polynomial", [(1, 0, 0, 0, 1), (1, 0, 0, 0, -2), (1, *[0] * 16, -1)])
def test_other_polynomials_are_left_to_python_flint(polynomial):
    with pytest.raises(LibraryError, match="needs flint \\(extra symbolic\\)"):
        without_flint(factors_of, polynomial)


def test_factors_whose_roots_add_up_to_integers_by_chance_are_none():
    """The roots of x^4 - 10 x^2 + 1 add up to 0 in pairs, and no pair makes a factor."""
    assert without_flint(factors_of, (1, 0, -10, 0, 1)) == (((1, 0, -10, 0, 1), 1),)
