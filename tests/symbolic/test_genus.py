"""The genus of curves of degree 3 in a letter, by other formulas for the same."""

import pytest
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import QQ, Poly, factor_list, resultant, symbols

from truel_ref.symbolic.rational_curves import cubic_genus

T, X, Y = symbols("t x y")


def genus(curve, up=Y, across=X, domain=QQ):
    return cubic_genus(*(Poly(each, across, domain=domain) for each in Poly(curve, up).all_coeffs()))


def genus_of_double(curve, up=X, across=Y):
    """Of a curve of degree 2 in a letter: by the degree of its discriminant without squares."""
    a, b, c = Poly(curve, up).all_coeffs()
    odd = [factor for factor, power in factor_list(b**2 - 4 * a * c, across)[1] if power % 2]
    return (sum(Poly(factor, across).degree() for factor in odd) - 1) // 2


@st.composite
def curves(draw, across, up=3):
    """Irreducible curves of given degrees."""
    monomials = [X**i * Y**j for i in range(across + 1) for j in range(up + 1)]
    numbers = draw(st.lists(st.integers(-2, 2), min_size=len(monomials), max_size=len(monomials)))
    curve = sum(number * monomial for number, monomial in zip(numbers, monomials, strict=True))
    assume(curve and Poly(curve, X).degree() == across and Poly(curve, Y).degree() == up)
    factors = factor_list(curve)[1]
    assume(len(factors) == 1 and factors[0][1] == 1)
    return curve


@given(curves(2))
@examples(30)
def test_a_curve_of_degree_2_in_the_other_letter(curve):
    expected = genus_of_double(curve)
    assume(expected >= 0)
    assert genus(curve) == expected


@given(curves(3))
@examples(30)
def test_both_letters_tell_one_genus(curve):
    assert genus(curve) == genus(curve, up=X, across=Y) <= 4


@pytest.mark.parametrize("degree", range(1, 8))
def test_cube_roots_of_a_polynomial(degree):
    """y^3 = f(x), f without square factors: the genus is deg f - 1, and one less if 3 divides the degree."""
    f = X**degree + X - 3
    assert genus(Y**3 - f) == degree - 1 - (degree % 3 == 0)
    assert genus(f * Y**3 - 1) == degree - 1 - (degree % 3 == 0)
    assert genus(Y**3 - f**2) == degree - 1 - (degree % 3 == 0)  # the other cube root
    assert genus(Y**3 - X**3 * f) == degree - 1 - (degree % 3 == 0)  # y/x
    assert genus((Y + X**2) ** 3 - f) == degree - 1 - (degree % 3 == 0)


@given(st.lists(st.integers(-3, 3), min_size=7, max_size=7))
@examples(30)
def test_what_has_a_rational_parametrisation_has_genus_0(numbers):
    x, y = Poly([1, *numbers[:3]], T), Poly([1, *numbers[3:5], 0], T)
    curve = resultant((x - X).as_expr(), (T**2 + numbers[5] ** 2 + 1) * Y - y.as_expr(), T)
    factors = factor_list(curve, X, Y)[1]
    assume(len(factors) == 1 and factors[0][1] == 1 and Poly(curve, Y).degree() == 3)
    assert genus(curve) == 0


def test_conjugate_lines_and_a_folium():
    assert genus(Y**3 - 2 * X**3) == -2
    assert genus(Y**3 + X**3 - 3 * X * Y) == 0
    assert genus(Y**3 + X**3 - 1) == 1
