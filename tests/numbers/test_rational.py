import sys
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import numpy
import pytest
import sympy
from cases import computed_in
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.errors import BackendError
from truel_ref.numbers import (
    backend_in_force,
    backend_names,
    decimal_text,
    force_backend,
    fraction_text,
    inside,
    read_digits,
    read_rational,
    read_rational_probability,
    simplest_fraction,
)
from truel_ref.numbers.rational import _simplest_between

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


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_finite_float_comes_back(value):
    assert float(simplest_fraction(value)) == value


def test_the_ends_of_the_interval_belong_only_where_ties_round_to_the_float():
    # 1 + 2^-53 is half-way between 1 and the next float, and rounds to 1, whose last bit is even
    assert simplest_fraction(1.0) == 1
    after = 1 + 2**-52
    found = simplest_fraction(after)
    assert found.numerator / found.denominator == after
    assert simplest_fraction(5e-324).numerator == 1
    assert simplest_fraction(sys.float_info.max) > 0


@pytest.mark.parametrize("ends_belong", [True, False])
def test_the_simplest_between_is_that_of_all_fractions(ends_belong):
    """Between any two ends of small denominators, integers among them: least denominator first, then numerator."""
    ends = sorted({F(top, bottom) for bottom in range(1, 6) for top in range(3 * bottom + 1)})
    every = sorted(
        {F(top, bottom) for bottom in range(1, 12) for top in range(3 * bottom + 1)},
        key=lambda one: (one.denominator, one),
    )
    for low, high in combinations(ends, 2):
        inside = (one for one in every if low < one < high or (ends_belong and one in (low, high)))
        assert _simplest_between(low, high, ends_belong) == next(inside)


@given(st.fractions(0, 1), st.decimals(0, 1, allow_nan=False, places=12))
def test_text_and_decimals_come_back(value, decimal):
    assert read_rational(fraction_text(value)) == value
    assert read_rational(decimal) == read_rational(str(decimal)) == F(decimal)


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [
        ("1/3", F(1, 3)),
        (" 1 / 3 ", F(1, 3)),
        ("0.55", F(11, 20)),
        (".5", F(1, 2)),
        ("1.", F(1)),
        ("55%", F(11, 20)),
        ("55 %", F(11, 20)),
        ("100/3%", F(1, 3)),
        ("5.5e-1", F(11, 20)),
        ("5.5E1%", F(11, 20)),
        ("+1/2", F(1, 2)),
        ("-0", F(0)),
        ("-0.0", F(0)),
        ("0e999999999999", F(0)),
        (0, F(0)),
        (1, F(1)),
        (-0.0, F(0)),
        (0.1, F(1, 10)),
        (1 / 3, F(1, 3)),
        (0.55, F(11, 20)),
        (Decimal("0.55"), F(11, 20)),
        (Decimal("1E-3"), F(1, 1000)),
        (Decimal("-0"), F(0)),
        (numpy.float64(0.1), F(1, 10)),
        (sympy.Rational(2, 7), F(2, 7)),
        (sympy.Integer(1), F(1)),
        (sympy.S.Half, F(1, 2)),
    ],
)
def test_what_is_read(given_value, expected):
    found = read_rational_probability(given_value)
    assert (found, type(found)) == (expected, Fraction)


# -- long numbers, with the interpreter's limit as it is


def test_integers_of_any_length_are_read_and_printed():
    limit = sys.get_int_max_str_digits()
    digits = "123456789" * 1000
    value = F(read_digits(digits), 10 ** len(digits))
    with pytest.raises(ValueError, match="4300"):
        str(value)
    text = fraction_text(value)
    assert (read_rational(text), text[:9], decimal_text(value, 9000)[-9:]) == (value, digits[:9], digits[:9])
    assert sys.get_int_max_str_digits() == limit


def test_a_solution_with_long_fractions_prints_itself_everywhere():
    problem = Problem([F(1, 3) + F(1, 10**5000), F(2, 3), F(1)])
    solution = solve(problem)
    texts = [str(solution), solution._repr_html_(), solution._repr_latex_(), str(solution.to_json())]
    assert all(len(text) > 5000 for text in texts)
    assert all(len(repr(record)) < 500 for record in (solution, solution.phases[0]))
    assert Problem.from_json(problem.to_json()) == problem


# -- the number type inside


def test_backends_can_be_seen_and_forced(monkeypatch):
    assert backend_in_force() == backend_names()[0]
    with computed_in("fractions"):
        assert backend_in_force() == "fractions"
        assert type(inside(F(1, 2))) is F
    monkeypatch.setenv("TRUEL_REF_BACKEND", "fractions")
    force_backend(None)
    assert backend_in_force() == "fractions"
    monkeypatch.setenv("TRUEL_REF_BACKEND", "floats")
    force_backend(None)
    with pytest.raises(BackendError, match="there is no backend 'floats'; choose from gmpy2, fractions"):
        inside(F(1, 2))
    with pytest.raises(BackendError, match="there is no backend 'decimal'"):
        force_backend("decimal")


def test_without_gmpy2_fractions_serve(monkeypatch):
    monkeypatch.setitem(sys.modules, "gmpy2", None)  # as if it were not installed
    assert backend_names() == ("fractions",)
    assert backend_in_force() == "fractions"
    assert solve(["1/3", "2/3", 1]).win == (F(25, 63), F(8, 21), F(2, 9))
    with pytest.raises(BackendError, match="pip install gmpy2"):
        force_backend("gmpy2")
