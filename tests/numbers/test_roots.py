"""Roots of polynomials with integer coefficients, against sympy's intervals and factors."""

import math
import sys
from fractions import Fraction
from unittest import mock

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.errors import LibraryError
from truel_ref.numbers import evaluate, factors_of, root_among
from truel_ref.numbers.roots import floors

F = Fraction
X = sympy.Symbol("x")
POLYNOMIALS = st.lists(st.integers(-9, 9), min_size=1, max_size=5).flatmap(
    lambda rest: st.integers(1, 9).map(lambda first: (first, *rest))
)


@given(POLYNOMIALS, st.integers(0, 300))
def test_every_root_of_every_factor_is_rounded_down_once(polynomial, bits):
    for factor, _ in factors_of(polynomial):
        found = floors(factor, bits)
        assert len(found) == sympy.Poly(factor, X).count_roots()
        assert list(found) == sorted(found)
        for low in found:
            ends = [evaluate(factor, F(low + side, 2**bits)) for side in (0, 1)]
            assert ends[0] == 0 or ends[0] * ends[1] < 0 or found.count(low) > 1


def test_roots_that_lie_close_together_or_near_an_integer():
    close = sympy.Poly((10**40 * X**2 - 1) ** 2 * (X - 7) - 1, X)  # pairs of roots, 10^-40 apart
    coefficients = tuple(map(int, close.all_coeffs()))
    for bits in (0, 100, 400):
        found = floors(coefficients, bits)
        assert len(found) == close.count_roots()
        assert all(close.count_roots(F(low, 2**bits), F(low + 1, 2**bits)) == found.count(low) for low in found)
    assert floors((1, 0, 0, -(10**60) - 1), 0) == (10**20,)
    assert floors((1, 0, 0, -(10**60) + 1), 0) == (10**20 - 1,)
    assert floors((1, 0, -(10**60) - 1), 0) == (-(10**30) - 1, 10**30)
    assert floors((10**5000 - 1, 0, 0, -1), 0) == (0,)  # three roots near 0, of which two are complex


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
