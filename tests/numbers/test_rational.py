"""Floats as fractions, numbers as text, and the number type of loops."""

import math
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import solve
from truel_ref.numbers import (
    coprime_fraction,
    decimal_text,
    fraction_text,
    inside,
    number_latex,
    numerators,
    percent_text,
    public,
    read_number,
    read_rational,
    simplest_fraction,
)

F = Fraction


@given(st.integers(1, 2000).flatmap(lambda bottom: st.tuples(st.integers(0, bottom), st.just(bottom))))
def test_a_readable_fraction_survives_the_float(pair):
    top, bottom = pair
    assert read_rational(top / bottom) == F(top, bottom)


@given(st.floats(0, 1))
def test_a_float_becomes_the_simplest_fraction_that_rounds_to_it(value):
    found = simplest_fraction(value)
    assert found.numerator / found.denominator == value
    assert 0 <= found <= 1
    # no smaller denominator does: the nearest such fraction rounds elsewhere
    nearest = F(value).limit_denominator(found.denominator - 1) if found.denominator > 1 else None
    assert nearest is None or nearest.numerator / nearest.denominator != value


@given(st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([5e-324, sys.float_info.max, 1 + 2**-52]))
def test_every_finite_float_comes_back(value):
    assert float(simplest_fraction(value)) == value
    assert simplest_fraction(-value) == -simplest_fraction(value)


def test_the_ends_of_an_interval_belong_to_a_float_if_ties_round_to_it():
    assert [simplest_fraction(2.0**53 + step) - 2**53 for step in (2, 4)] == [2, 3]


@given(st.fractions(), st.decimals(0, 1, allow_nan=False, places=12), st.integers(0, 30))
def test_texts_come_back(value, decimal, digits):
    assert read_rational(fraction_text(value)) == value
    assert read_rational(decimal) == read_rational(str(decimal)) == F(decimal)
    rounded = read_rational(decimal_text(value, digits))
    assert rounded == F(round(value * 10**digits), 10**digits)
    assert read_rational(percent_text(value, digits)) == F(round(value * 100 * 10**digits), 100 * 10**digits)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("2/6", r"\frac{1}{3}"),
        ("-1/3", r"-\frac{1}{3}"),
        ("7", "7"),
        ("-sqrt(2)/2", r"-\frac{\sqrt{2}}{2}"),
        ("(sqrt(5) - 1)/2", r"\frac{\sqrt{5} - 1}{2}"),
        ("-1 - 2*sqrt(3)", r"-1 - 2 \sqrt{3}"),
        ("root(1 0 0 -2; 0)", r"\operatorname{root}(1, 0, 0, -2;\, 0)"),
    ],
)
def test_latex(text, latex):
    assert number_latex(read_number(text)) == latex


def test_numbers_go_in_and_out():
    made = public(inside(F(2, 3)) * 3)
    assert (made, type(made), type(made.numerator)) == (2, F, int)
    assert coprime_fraction(2, 3) == F(2, 3)
    root, half = read_number("sqrt(2)/2"), inside(F(1, 2))
    assert inside(root) is root is public(root)
    assert (half * root, root * half, root / half, half / root) == (root / 2, root / 2, root * 2, root)
    assert (half + root) - root == half == root - (root - half)
    assert half < root < inside(F(3, 4)) != root
    assert numerators([root, half]) == ([root * 2, 1], 2)


def test_without_gmpy2_answers_are_the_same():
    """In a process of its own, in which gmpy2 cannot be imported."""
    code = (
        "import sys; sys.modules['gmpy2'] = None\n"
        "from truel_ref import equilibria, solve\n"
        "print(solve(['1/3', '2/3', 1], method='definition').win, equilibria(['1/5', '7/10', '2/5']).equilibria)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    from truel_ref import equilibria

    expected = solve(["1/3", "2/3", 1], method="definition").win, equilibria(["1/5", "7/10", "2/5"]).equilibria
    assert done.stdout == "{} {}\n".format(*expected)
    assert math.isclose(sum(map(float, expected[0])), 1)
