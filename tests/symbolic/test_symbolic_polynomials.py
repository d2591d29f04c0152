"""Factors and eliminated letters by python-flint, and by sympy a second time: equal results."""

import sys
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sympy import QQ, ring

from truel_ref.errors import LibraryError
from truel_ref.symbolic.algebra import discriminant, factored, resultant, value_at

RING, X, Y = ring("x, y", QQ)
POWERS = st.tuples(st.integers(0, 3), st.integers(0, 3))
VALUES = st.integers(-20, 20).filter(bool)
POLYNOMIALS = st.dictionaries(POWERS, VALUES, min_size=1, max_size=5).map(
    lambda terms: RING.from_dict({powers: QQ(value) for powers, value in terms.items()})
)


# -- sympy, a second time


def normal(polynomial):
    """Return the primitive multiple with a positive leading coefficient."""
    _, part = polynomial.primitive()
    return -part if part and part.LC < 0 else part


def plain_factors(polynomial):
    return {(normal(factor), power) for factor, power in polynomial.factor_list()[1]}


def lifted(polynomial, variable):
    """Return a polynomial with the letter that is to be eliminated first, as sympy wants it."""
    terms = {
        (powers[variable], *powers[:variable], *powers[variable + 1 :]): value for powers, value in polynomial.terms()
    }
    return ring([f"x{place}" for place in range(polynomial.ring.ngens)], QQ)[0].from_dict(terms)


def plain_line(left):
    """Return what is left in one letter as a primitive list of coefficients, from the highest power down."""
    values = {powers[-1]: value for powers, value in normal(left).terms()} if left else {}
    return tuple(int(values.get(power, 0)) for power in range(max(values, default=0), -1, -1))


# -- each of them


@given(one=POLYNOMIALS, two=POLYNOMIALS, scale=st.fractions(-3, 3, max_denominator=9).filter(bool))
@example(one=X - Y, two=Y - X, scale=Fraction(-1, 2))
@example(one=RING(3), two=RING(4), scale=Fraction(-1, 2))
def test_factors_multiply_to_the_polynomial(one, two, scale):
    product = one * two * QQ(scale.numerator, scale.denominator)
    constant, listed = factored(product)
    total = RING(QQ(constant.numerator, constant.denominator))
    for factor, power in listed:
        assert factor.LC > 0 and factor.content() == 1 and len(factor.factor_list()[1]) == 1
        total *= factor**power
    assert total == product
    assert {factor for factor, _ in listed} == {factor for part in (one, two) for factor, _ in factored(part)[1]}


@pytest.mark.parametrize("bits", [30, 31, 32, 62, 63, 64, 100])
def test_factors_of_one_shape_may_have_coefficients_of_any_size(bits):
    """python-flint sorts factors of equal length by their coefficients, as if these were C integers."""
    large = 2**bits
    one, two = large * X + (large + 1) * Y + 7, (large + 3) * X + (large - 1) * Y + 9
    constant, listed = factored(one * two * two)
    assert constant == 1 and set(listed) == {(one, 1), (two, 2)}
    assert {factor for factor, _ in factored(one * two)[1]} == {one, two}


# -- both beside each other


@given(one=POLYNOMIALS, two=POLYNOMIALS, powers=st.tuples(st.integers(0, 2), st.integers(0, 2)))
@example(one=X * Y - 2 * X - Y + 1, two=X - Y, powers=(2, 1))
@example(one=2 * X * Y**2 + X**2, two=X, powers=(1, 1))  # of (x + y^2)^2 the discriminant is 0
def test_both_say_the_same(one, two, powers):
    product = one ** powers[0] * two ** powers[1]
    assert set(factored(product)[1]) == plain_factors(product)
    for variable in (0, 1):
        first, second = one + one.ring.gens[variable] ** 4, two + one.ring.gens[variable] ** 4
        turned = lifted(first, variable)
        assert resultant(first, second, variable) == plain_line(turned.resultant(lifted(second, variable)))
        assert discriminant(first, variable) == plain_line(turned.discriminant())


# -- without it


def test_without_flint_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "flint", None)
    for asked in (
        lambda: factored(X - 1009 * Y),
        lambda: value_at(X - 1013 * Y, [Fraction(1)] * 2),
        lambda: resultant(X - Y, X + 17 * Y, 0),
    ):
        with pytest.raises(LibraryError, match="pip install python-flint"):
            asked()
