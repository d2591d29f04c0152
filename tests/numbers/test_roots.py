"""Real roots: isolation against sympy, the one refinement against plain bisection."""

import math
import sys
from fractions import Fraction
from itertools import pairwise
from unittest import mock

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from truel_ref.errors import LibraryError
from truel_ref.numbers import RootInterval, evaluate, factors_of, isolated_inside, root_among
from truel_ref.numbers.roots import isolated

F = Fraction
X = sympy.Symbol("x")
POLYNOMIALS = st.lists(st.integers(-9, 9), min_size=1, max_size=5).flatmap(
    lambda rest: st.integers(1, 9).map(lambda first: (first, *rest))
)


@st.composite
def isolated_roots(draw):
    """Return a polynomial without multiple roots and an interval with one of its roots inside, rational ones too."""
    polynomial = sympy.Poly(draw(POLYNOMIALS), X).sqf_part()
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
        width = F(1, 3 * 2**bits)
        interval.narrow(width)
        assert (interval.low, interval.high) == bisected(polynomial, low, high, width)
    halved = RootInterval(polynomial, low, high)
    for _ in range(times):
        halved.halve()
    assert (halved.low, halved.high) == bisected(polynomial, low, high, (high - low) / 2**times)


def test_a_root_that_is_hit_is_known_from_then_on():
    third = RootInterval((3, -4, 1), F(0), F(2, 3))  # the roots 1/3 and 1
    for _ in range(2):
        third.halve()
        assert third.low is third.high == F(1, 3)
    third.narrow(F(1, 10**9))
    assert third.low == third.high == F(1, 3)
    at_an_end = RootInterval((4, -5, 1), F(1, 4), F(1, 2))
    assert at_an_end.low is at_an_end.high == F(1, 4)
    far = RootInterval((2**200, 2**200 - 3, -3), F(-1, 4), F(1, 4))
    far.narrow(F(1, 2**300))
    assert far.low is far.high == F(3, 2**200)


@given(POLYNOMIALS, st.fractions(-3, 0, max_denominator=9), st.fractions(0, 3, max_denominator=9))
def test_every_root_is_isolated_once(polynomial, low, high):
    assume(low < high and evaluate(polynomial, low) and evaluate(polynomial, high))
    poly = sympy.Poly(polynomial, X)
    for ends, expected in (
        (isolated_inside(polynomial, low, high), poly.count_roots(sympy.Rational(low), sympy.Rational(high))),
        (isolated(tuple(map(int, poly.sqf_part().all_coeffs()))), poly.count_roots()),
    ):
        assert len(ends) == expected
        assert all(before[1] <= after[0] for before, after in pairwise(ends))
        for start, end in ends:
            assert poly.count_roots(sympy.Rational(start), sympy.Rational(end)) == 1
            assert (evaluate(polynomial, start) == 0) is (evaluate(polynomial, end) == 0) is (start == end)


@given(st.lists(POLYNOMIALS, min_size=1, max_size=3))
def test_factors_are_those_of_sympy(polynomials):
    whole = math.prod((sympy.Poly(one, X) for one in polynomials), start=sympy.Poly(1, X))
    expected = [(tuple(map(int, one.all_coeffs())), count) for one, count in whole.factor_list()[1]]
    assert sorted(factors_of(tuple(map(int, whole.all_coeffs())))) == sorted(expected)


def test_without_python_flint_factors_name_it():
    with mock.patch.dict(sys.modules, {"flint": None}), pytest.raises(LibraryError, match="flint"):
        factors_of((1, 0, 0, 0, 0, 0, 0, -3, 17))


def test_a_root_is_found_among_those_of_several_polynomials():
    almost = (10**30, 0, -2 * 10**30 - 1)

    def around(number):
        return lambda bits: (number - F(1, 2**bits), number + F(1, 2**bits))

    two = F(math.isqrt(2 * 10**400), 10**200)
    beside = F(math.isqrt((2 * 10**30 + 1) * 10**370), 10**200)
    assert root_among([(1, 0, -2), almost, (1, -1)], around(two)) == ((1, 0, -2), 1)
    assert root_among([(1, 0, -2), almost, (1, -1)], around(-beside)) == (almost, 0)
    assert root_among([(1, 0, -2), (1, -1)], around(F(1))) == ((1, -1), 0)
