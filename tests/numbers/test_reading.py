"""What is read as which number, and what is refused, by which limit, with which message."""

import enum
import json
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import flint
import numpy
import pytest
import sympy
import texts
from hypothesis import example, given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.errors import NumberError, TruelError
from truel_ref.numbers import (
    Algebraic,
    ClaimedNumber,
    number_text,
    read_count,
    read_number,
    read_probability,
    read_rational,
    read_rational_probability,
)
from truel_ref.numbers.reading import DEPTH_LIMIT, TOKENS_LIMIT, _Reader

F = Fraction
X = sympy.Symbol("x")
READERS = (read_number, read_probability, read_rational, read_rational_probability)


@pytest.mark.parametrize("refused", [False, True])
def test_texts_mean_these_numbers(refused):
    for text, expected in texts.TEXTS.items():
        if expected.startswith("! ") is not refused:
            continue
        if refused:
            with pytest.raises(NumberError, match=re.escape(expected.removeprefix("! "))):
                read_number(text)
        else:
            number = read_number(text)
            assert number_text(number) == expected
            assert read_number(expected) == number
            assert isinstance(number, F) is ("t" not in expected)


# -- the grammar against Python's own, on random expressions

NUMBERS = st.integers(0, 30).map(str) | st.decimals(0, 99, places=2).map(str) | st.sampled_from(["1e2", "2.5e-1", ".5"])
EXPRESSIONS = st.recursive(
    NUMBERS,
    lambda inner: (
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(" ".join)
        | inner.map("({})".format)
        | inner.map("-{}".format)
        | st.tuples(inner.map("({})".format), st.sampled_from(["^2", "**-1", "^0"])).map("".join)
    ),
    max_leaves=12,
)
DECIMAL = re.compile(r"[0-9]*\.?[0-9]+(?:e[+-]?[0-9]+)?")


@given(EXPRESSIONS)
@example("7 - 2 - 3 + 4 - 1")
@example("8 / 4 / 2 * 3 / 5")
def test_expressions_mean_what_they_mean_in_python(text):
    python = DECIMAL.sub(lambda match: f"F('{match[0]}')", text.replace("^", "**"))
    try:
        expected = eval(python, {"F": F})  # the text is made of digits and signs above
    except ZeroDivisionError:
        with pytest.raises(NumberError, match="divides by zero"):
            read_number(text)
        return
    assert read_number(text) == expected


@given(
    st.sampled_from(["", "+", "-", " - "]), NUMBERS, st.sampled_from(["", "/7", " / 12"]), st.sampled_from(["", " %"])
)
def test_short_texts_mean_what_the_grammar_says(sign, decimal, bottom, percent):
    value = _Reader(sign + decimal + bottom, None).operations()
    assert read_number(sign + decimal + bottom + percent) == (value / 100 if percent else value)


@given(st.text("0123456789.+-*/^()%; eEsqrtoo\0π", max_size=60) | st.text(max_size=30))
def test_any_text_is_a_number_or_is_refused_in_one_line(text):
    try:
        number = read_number(text, "player B")
    except NumberError as error:
        assert str(error).startswith("player B: ")
        assert str(error).isprintable()
    else:
        assert read_number(number_text(number), digits=None) == number


# -- values of Python, NumPy, gmpy2 and sympy


class Lying(int):
    def __int__(self):
        return 7


class Words(str):
    __slots__ = ()

    def __str__(self):
        return "1"


Level = enum.IntEnum("Level", "LOW HIGH")
VALUES = [
    (F(1, 3), F(1, 3)),
    (1 / 3, F(1, 3)),
    (-0.0, F(0)),
    (Decimal("-0.55"), F(-11, 20)),
    (Decimal("0e-99"), F(0)),
    (Lying(1), F(1)),
    (Level.LOW, F(1)),
    (Words("1/3"), F(1, 3)),
    (F(Lying(1), Lying(2)), F(1, 2)),
    (numpy.float64(0.1), F(1, 10)),
    (numpy.int64(1), F(1)),
    (numpy.uint8(1), F(1)),
    (numpy.str_("2/6"), F(1, 3)),
    (sympy.Rational(2, 7), F(2, 7)),
    (sympy.S.One, F(1)),
]


@pytest.mark.parametrize(("value", "expected"), VALUES, ids=repr)
def test_values_become_plain_fractions(value, expected):
    number = read_number(value)
    assert (number, type(number), type(number.numerator), type(number.denominator)) == (expected, F, int, int)


def test_numbers_of_gmpy2_become_plain_fractions():
    gmpy2 = pytest.importorskip("gmpy2")
    for value in (F(gmpy2.mpz(1), gmpy2.mpz(3)), gmpy2.mpq(1, 3)):
        number = read_rational(value)
        assert (number, type(number.numerator)) == (F(1, 3), int)


FROM_SYMPY = [
    (sympy.sqrt(2) / 2, "sqrt(2)/2"),
    (sympy.CRootOf(X**5 - X - 1, 0), "root(1 0 0 0 -1 -1; 0)"),
    (sympy.cbrt(2 + sympy.sqrt(3)) / 3, "root(531441 0 0 -78732 0 0 729; 1)"),
    (sympy.Rational(1, 7) ** sympy.Rational(2, 5), "root(49 0 0 0 0 -1; 0)"),
    (1 / (sympy.sqrt(2) + sympy.cbrt(3)), None),
    (sympy.sqrt(2) * sympy.sqrt(3) / sympy.Integer(3), "sqrt(6)/3"),
]


@pytest.mark.parametrize(("value", "text"), FROM_SYMPY, ids=str)
def test_expressions_of_sympy_are_numbers(value, text):
    found = read_probability(value) if abs(value) < 1 else read_number(value)
    assert text is None or found == read_number(text)
    assert sympy.minimal_polynomial(value, X).as_poly(X).all_coeffs() == list(found.polynomial)
    assert abs(float(found) - float(value)) < 1e-14


LONG = "7" * 10_001
WORK = "degree^2 * digits is at most 1,000,000"
REFUSED = [
    (True, "True is not a number: it is a bool"),
    (numpy.bool_(True), "it is a NumPy bool"),
    (numpy.float32(0.3), "it is a NumPy float32; write it as 1/3"),
    (numpy.array([0.5]), "it is a NumPy ndarray"),
    (None, "None is not a number: it is a NoneType; write it as 1/3, 0.55, 55%, sqrt(2)/2 or root(2 0 -1; 1)"),
    (b"1/2", "is not a number: it is a bytes"),
    (numpy.timedelta64(1, "ns"), "it is a NumPy timedelta64"),
    (numpy.ma.masked, "it is a NumPy MaskedConstant"),
    (flint.fmpq(1, 3), "1/3 is not a number: it is a flint fmpq"),
    (numpy.zeros((3, 3)), "it is a NumPy ndarray"),
    (0.5j, "is not a number"),
    (float("nan"), "nan is not a number: no fraction is nan"),
    (Decimal("Infinity"), "is not a number"),
    (sympy.Float(0.5), "has floats or symbols of sympy"),
    (sympy.Symbol("p"), "has floats or symbols of sympy"),
    (sympy.pi / 4, "pi/4 is not a number"),
    (sympy.oo, "oo is not a number"),
    (sympy.I, "is not a number"),
    ("__import__('os')", "is not a number"),
    ("pi/4", "'pi/4' is not a number; write it as"),
    ("1/2 pi", "'pi' cannot stand where it does"),
    ("\u0661/\u0662", "is not a number"),
    ("1/2\0", r"'1/2\x00' is not a number"),
    ("\udcff", r"'\udcff' is not a number"),
    ("1e-1000000", "an exponent is beyond 10,000"),
    ("1e" + "9" * 50_000, "an exponent is beyond 10,000"),
    (Decimal("1e-9999999"), "an exponent is beyond 10,000"),
    *((value, "more than 10,000 digits") for value in (LONG, f"1/{LONG}", f"0.{LONG}", "7e10000", int(Decimal(LONG)))),
    (1 << 10_000_000, "more than 10,000 digits"),
    ("7" * 10_000_000, "it is 10,000,000 characters long, more than 100,000"),
    ("(" * (DEPTH_LIMIT + 1) + "1", "nested more than 50 deep"),
    ("1+" * TOKENS_LIMIT + "1", "more than 200 numbers and signs"),
    ("9^9^9^9", WORK),
    ("2^1e5000", WORK),
    ("2^(1/1e5000)", "degree an integer of 16,610 binary digits; the highest is 64"),
    ("2^(1/65)", "degree 65; the highest is 64"),
    ("sqrt(" * 8 + "2" + ")" * 8, "degree 128; the highest is 64"),
    ("+".join(f"sqrt({prime})" for prime in (2, 3, 5, 7, 11, 13, 17)), WORK),
    ("((sqrt(2) + sqrt(3) + sqrt(5) + sqrt(7))^64)^64", WORK),
    (f"root({' '.join(['7' * 999] * 24)} -1; 0)", WORK),
    ("root(; 0)", "there is no root number 0: the polynomial has 0 real roots"),
    ("root(1 0 1; 0)", "there is no root number 0: the polynomial has 0 real roots"),
    ("root(1 0 -2; 2)", "there is no root number 2: the polynomial has 2 real roots, numbered from 0 to 1"),
    ("root(1 0.5 -2; 0)", "comes instead of a number; write it as"),
    ("2*root(1 0 -2)", "'root(1' comes instead of a number"),
]


@pytest.mark.parametrize(("value", "message"), REFUSED, ids=range(len(REFUSED)))
def test_other_values_are_refused(value, message):
    for read in READERS:
        with pytest.raises(NumberError) as caught:
            read(value, "player B")
        assert str(caught.value).startswith("player B: ")
        assert message in str(caught.value)
        assert str(caught.value).isprintable() and len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("read", "value", "message"),
    [
        (read_probability, "-1/3", "'-1/3' is not in [0, 1]; a probability lies between 0 and 1"),
        (read_probability, 55, "55 is not in [0, 1]; a probability of 55 percent is written 55% or 0.55"),
        (read_probability, "5000%", "'5000%' is not in [0, 1]; a probability lies between 0 and 1"),
        (read_probability, 1 + 2**-52, "is not in [0, 1]"),
        (read_rational_probability, "sqrt(2)", "'sqrt(2)' is not in [0, 1]; a probability lies"),
        (
            read_rational_probability,
            "sqrt(2)/2",
            "'sqrt(2)/2' is irrational; give a fraction near it, such as 0.7071",
        ),
    ],
)
def test_numbers_outside_the_range_are_refused(read, value, message):
    with pytest.raises(NumberError, match=re.escape(message)):
        read(value)


# -- long numbers, counts and claims


def test_long_numbers_are_read_and_written():
    limit = sys.get_int_max_str_digits()
    for text in ("1e-10000", "0." + "3" * 10_000, "1/" + "3" * 10_000, f"1/{'0' * 20_000}7", "1e10000"):
        assert read_number(number_text(read_number(text))) == read_number(text)
    assert isinstance(read_number("sqrt(2)/" + "3" * 9_000), Algebraic)
    longer = F(1, int(Decimal("7" * 12_000)))
    assert read_number(number_text(longer), digits=None) == longer
    irrational = read_number("sqrt(2)") / 10**12_000
    assert read_number(number_text(irrational), digits=None) == irrational
    solution = solve([F(1, 3) + F(1, 10**5000), F(2, 3), F(1)])
    written = json.loads(json.dumps(solution.to_json()))["win"]
    assert tuple(read_number(text, digits=None) for text in written) == solution.win
    assert sys.get_int_max_str_digits() == limit


def test_problems_in_json_keep_to_the_limits():
    assert Problem.from_json('{"hits": [1, 0, "1/3"]}').hits == (1, 0, F(1, 3))
    with pytest.raises(TruelError, match="more than 10,000 digits"):
        Problem.from_json('{"hits": ["1/' + LONG + '", 1]}')


@given(st.integers(-30, 30) | st.integers())
def test_counts_are_those_within_the_range(number):
    for value in (number, str(number), f" {number} "):
        if -10 <= number <= 10:
            assert read_count(value, "level", -10, 10) == number
        else:
            with pytest.raises(NumberError, match="is not an integer from -10 to 10"):
                read_count(value, "level", -10, 10)


def test_counts_are_integers_of_any_type():
    for value in (5, "+5", Lying(5), numpy.int64(5), numpy.str_("5")):
        assert (read_count(value, "games", 1, 5), type(read_count(value, "games"))) == (5, int)
    for value in (0, True, numpy.bool_(True), None, 1.0, F(2), "1.0", "1_0", "\u0661", "9" * 20_000, 10**5000, [1]):
        with pytest.raises(NumberError, match=r"is not an integer from 1 to 1,000$"):
            read_count(value, "games", 1, 1000)


@pytest.mark.parametrize(
    ("value", "digits", "right", "wrong"),
    [
        ("1/3", None, F(1, 3), F(1, 3) + F(1, 10**12)),
        ("39.7 %", 3, F(25, 63), F(2, 5)),
        ("0.12", 2, F(1, 8), F(13, 100)),
        (8 / 21, 17, F(8, 21), F(8, 21) + F(1, 10**9)),
        ("0e-999999", 90_000, F(0), F(1, 2)),
        ("sqrt(2)/2", None, read_number("sqrt(2)/2"), F(7, 10)),
        (0.7071, 4, read_number("sqrt(2)/2"), F(7, 10)),
    ],
)
def test_claimed_numbers_hold_to_their_digits(value, digits, right, wrong):
    claim = ClaimedNumber.read(value)
    assert (claim.digits, claim.holds(right), claim.holds(wrong)) == (digits, True, False)


def test_reading_needs_no_heavy_library():
    heavy = {"sympy", "numpy", "mpmath", "flint", "gmpy2"}
    code = f"import sys, truel_ref.numbers; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
