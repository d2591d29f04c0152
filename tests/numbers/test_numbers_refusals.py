"""What is not a number, or none within the limits: each with a part of the message that names the culprit."""

from decimal import Decimal
from fractions import Fraction

import numpy
import pytest
import sympy

from truel_ref.errors import NumberError
from truel_ref.numbers import (
    DIGITS_LIMIT,
    Algebraic,
    read_number,
    read_probability,
    read_rational,
    read_rational_probability,
)
from truel_ref.numbers.limits import COEFFICIENT_DIGITS_LIMIT, FIELD_LIMIT

F = Fraction
X = sympy.Symbol("x")
READERS = (read_rational, read_number, read_rational_probability, read_probability)
LONG = "7" * (DIGITS_LIMIT + 1)
ROOT_OF = "the root of a number of more than 1,000 digits"
WORK = f"degree^2 * digits is at most {FIELD_LIMIT:,}"


def digits(number):
    return str(10**number + 7)


NO_PROBABILITY = [
    (sympy.pi, "pi is transcendental, not algebraic; give a fraction near it"),
    (sympy.pi / 4, "pi/4 is transcendental, not algebraic; give a fraction near it, such as 355/452"),
    (sympy.sqrt(2), "sqrt(2) is not in [0, 1]; a probability lies between 0 and 1"),
    (-sympy.sqrt(2) / 2, "is not in [0, 1]"),
    (sympy.I, "I is not real"),
    (X, "it is a symbol without a value"),
    (X + sympy.sqrt(2), "x is a symbol without a value"),
    (sympy.Float(0.5), "it is a sympy Float, which is not an exact number"),
    (sympy.sqrt(2) / 2 + sympy.Float(0.1), "is a sympy Float"),
    (sympy.nan, "nan is not accepted"),
    (sympy.oo, "oo is not accepted"),
    (sympy.zoo, "zoo is not accepted"),
    (sympy.exp(1) / 3, "E/3 is transcendental, not algebraic; give a fraction near it, such as 550/607"),
    (sympy.cos(1), "cos(1) is not accepted: it is not known to be"),
    (sympy.sqrt(2) ** -sympy.sqrt(2), "is not known to be"),
    (sympy.Rational(-1, 8) ** sympy.Rational(1, 3), "is not real"),
    (sympy.CRootOf(X**5 - X + 1, 1), "is not real"),
    (sympy.CRootOf(X**30 - 2, 1) / 2, "of degree 30; the highest is 24"),
    (sympy.Rational(1, 2) ** sympy.Rational(1, 97), "of degree 97;"),
    (
        sympy.Pow(sympy.Rational(1, 10**300 + 7), sympy.Rational(1, 24), evaluate=False),
        "degree 24 with integers of 23,928 binary digits",
    ),
    (sum(map(sympy.sqrt, (2, 3, 5, 7, 11))) / 20, "of degree 32; the highest is 24"),
    (sympy.cos(sympy.pi / 97), "of degree 97;"),
    (sympy.Pow(0, -1, evaluate=False), "is not accepted"),
    ("sqrt(2)", "'sqrt(2)' is not in [0, 1]"),
    ("sqrt(4)", "'sqrt(4)' is not in [0, 1]"),
    ("sqrt(2", "its end comes instead of ')'"),
    ("sqrt()", "')' comes instead of a number"),
    ("sqrt(2) sqrt(2)", "'sqrt' comes instead of an operator"),
    ("sqrt(-1)", "the square root of a negative number is not real"),
    ("sqrt(2)/(1 - 1)", "it divides by zero"),
    ("sqrt(2)/0", "it divides by zero"),
    ("(sqrt(2) - sqrt(2))^-1", "it divides by zero"),
    ("sqrt(2)^0.5", "an exponent is an integer"),
    ("sqrt(2)^65", "the exponent 65 is beyond 64"),
    ("((((2^64)^64)^64)^64)*sqrt(2)", "one of its powers is too long"),
    ("(" * 51 + "sqrt(2)" + ")" * 51, "nested more than 50 deep"),
    ("sqrt(2)/2 + " + "0 + " * 30_000 + "0", "characters long, more than 100,000"),
    ("sqrt(2)/2%", "'%' cannot be read"),
    ("sqrt(a)", "'a)' cannot be read"),
    ("beetroot", "'beetroot' cannot be read"),
    ("root(1 0 1; 0)", "there is no root number 0: the polynomial has 0 real roots"),
    ("root(1 0 -2; 2)", "there is no root number 2: the polynomial has 2 real roots, numbered from 0 to 1"),
    ("root(1 0 -2; -1)", "there is no root number -1"),
    ("root(0 5; 0)", "a constant has no roots to choose from"),
    ("root(; 0)", "a constant has no roots to choose from"),
    ("root(1 0 -2)", "root takes integer coefficients, a semicolon and an index"),
    ("root(1 0.5 -2; 0)", "root takes integer coefficients"),
    ("root(1" + "0" * 900 + " 0 0 0 0 0 0 -1 -1; 0)", "degree 8 with integers of "),
    ("root(1 " + "0 " * 24 + "-2; 0)", "a polynomial of degree 25 is too high; the highest is 24"),
    # what is shown can be printed
    (numpy.array(0.5), "array(0.5) is a NumPy ndarray; pass a Python number or text instead"),
    (numpy.array([0.5]), "is a NumPy ndarray"),
    ("1/2\0", r"'1/2\x00' is not a number"),
    ("sqrt(2)/2\0", r"'\x00' cannot be read"),
    ("1/2\ud800", r"'1/2\ud800' is not a number"),
    ("sqrt(2)\ud800", r"'\ud800' cannot be read"),
    ("\udcff", r"'\udcff' is not a number"),
    # pi
    ("pi/4", "'pi/4' is transcendental, not algebraic; give a fraction near it, such as 355/452"),
    (" 2 / PI ", "is transcendental, not algebraic; give a fraction near it, such as 226/355"),
    ("\u03c0*3/16", "is transcendental, not algebraic; give a fraction near it, such as 549/932"),
    ("pi*9/4", "'pi*9/4' is transcendental, not algebraic; give a fraction near it"),
    ("pi/7*1e-10000", "is transcendental, not algebraic; give a fraction near it"),
    ("pi*0", "'pi*0' is not accepted: pi is transcendental, not algebraic; give a fraction near the number"),
    ("pi/pi", "'pi/pi' is not accepted: pi is transcendental"),
    ("1 - pi/4", "'1 - pi/4' is not accepted: pi is transcendental"),
    ("sqrt(pi)", "'sqrt(pi)' is not accepted: pi is transcendental"),
    ("pi/", "'pi/' is not accepted: pi is transcendental"),
    ("pie/4", "'pie/4' is not a number"),
    ("pi2", "'pi2' is not a number"),
    ("pi/4" * 100, "is not a number"),
    (sympy.pi**2 / 10, "is transcendental, not algebraic; give a fraction near it, such as 984/997"),
    (sympy.exp(-1), "exp(-1) is transcendental, not algebraic; give a fraction near it, such as 323/878"),
    (1 - sympy.pi / 4, "is not accepted: pi is transcendental, not algebraic; write it as"),
    (sympy.E * sympy.pi, "E is transcendental, not algebraic; write it as"),
]

NO_RATIONAL_PROBABILITY = [
    ("abc", "'abc' is not a number"),
    ("", "'' is not a number"),
    (".", "'.' is not a number"),
    ("1/2/3", "is not a number"),
    ("1.5/2", "is not a number"),
    ("1_0/20", "is not a number"),
    ("1 2/3", "is not a number"),
    ("\u0661/\u0662", "is not a number"),
    ("0x1", "is not a number"),
    ("1/0", "divides by zero"),
    ("nan", "'nan' is not a number"),
    ("inf", "'inf' is not a number"),
    (float("nan"), "nan is not a number with a fraction"),
    (float("inf"), "inf is not a number with a fraction"),
    (Decimal("nan"), "NaN is not a number with a fraction"),
    (Decimal("Infinity"), "Infinity is not a number with a fraction"),
    (True, "True is a bool"),
    (None, "None is not a number"),
    (b"1/2", "is not a number"),
    (0.5j, "is not a number"),
    ([1, 2], "is not a number"),
    (numpy.float32(0.1), "NumPy float32"),
    (numpy.int64(1), "NumPy int64"),
    (numpy.bool_(True), "NumPy bool"),
    (numpy.str_("1/2"), "NumPy str_"),
    (sympy.Symbol("p"), "p is not a number"),
    (sympy.nan, "nan is not a number"),
    (sympy.oo, "oo is not a number"),
    (sympy.Float(0.5), "is not a number"),
    (sympy.true, "True is not a number"),
    ("1e-9999999", "exponent beyond"),
    (Decimal("1e-9999999"), "exponent beyond"),
    ("-1/3", "'-1/3' is not in [0, 1]"),
    ("4/3", "'4/3' is not in [0, 1]"),
    (55, "a probability of 55 percent is written 55% or 0.55"),
    (-0.1, "-0.1 is not in [0, 1]"),
    (1 + 2**-52, "is not in [0, 1]"),
    ("101%", "is not in [0, 1]"),
    (10**5000, "is not in [0, 1]"),
]

BEYOND = [
    ("1e-1000000", "exponent beyond 10,000"),
    ("1e10001", "exponent beyond 10,000"),
    ("1e-10001", "exponent beyond 10,000"),
    ("1e" + "9" * 50_000, "exponent beyond 10,000"),
    (Decimal("1e-10001"), "exponent beyond 10,000"),
    ("1e-10000%", "more than 10,000 digits"),
    (LONG, "more than 10,000 digits"),
    ("1/" + LONG, "more than 10,000 digits"),
    ("0." + LONG, "more than 10,000 digits"),
    ("7e10000", "more than 10,000 digits"),
    (Decimal(LONG), "more than 10,000 digits"),
    (int(Decimal(LONG)), "more than 10,000 digits"),
    (F(1, int(Decimal(LONG))), "more than 10,000 digits"),
    (1 << 10_000_000, "more than 10,000 digits"),
    ("1/" + "3" * 10_000_000, "10,000,002 characters long, more than 100,000"),
    ("sqrt(" + "3" * 10_000_000 + ")", "10,000,006 characters long, more than 100,000"),
    (b"1" * 10_000_000, "is not a number"),
]

# Integers beside roots are shorter, and a root that would take minutes is none.
NO_NUMBER = [
    *(
        (form.format("3" * (COEFFICIENT_DIGITS_LIMIT + 2)), "more than 1,000 digits")
        for form in ("sqrt(2/{})", "root(1 0 0 -{}; 0)", "sqrt(2)/{}")
    ),
    ("sqrt(sqrt((10^64)^20 + 1))", ROOT_OF),
    (sympy.Pow(sympy.Integer(10) ** 1200 + 1, sympy.S.Half, evaluate=False), ROOT_OF),
    (sympy.CRootOf(X**3 - sympy.Integer(10) ** 1200 - 1, 0), "more than 1,000 digits"),
    (f"sqrt(4)/{digits(900)}^64", "more than 10,000 digits"),
    (f"(1 + sqrt(2)/{digits(900)})^64", "more than 10,000 digits"),
    ("+".join(f"sqrt({digits(998)[:-1]}{end})" for end in (3, 7, 9)), WORK),
    (f"root({digits(9)} 3 1 4 1 5 -2; 0) + root({digits(9)} 2 7 1 -8; 0)", WORK),
    (f"(1 + sqrt(2)/{digits(900)} + sqrt(3)/{digits(901)})^64", WORK),
    ("((sqrt(2) + sqrt(3) + sqrt(5) + sqrt(7))^64)^64", WORK),
    (f"root({' '.join([digits(999)] * 24)} -1; 0)", WORK),
    (f"root(1 {'0 ' * 22}-1 -1; 0) + 1/{digits(900)}", WORK),
]

ROWS = [
    *((read_probability, *row) for row in NO_PROBABILITY),
    *((read_rational_probability, *row) for row in NO_RATIONAL_PROBABILITY),
    *((read, *row) for row in BEYOND for read in READERS),
    *((read_number, *row) for row in NO_NUMBER),
]


@pytest.mark.parametrize(("read", "value", "message"), ROWS, ids=range(len(ROWS)))
def test_what_is_refused_and_how(read, value, message):
    with pytest.raises(NumberError) as caught:
        read(value, "player B")
    text = str(caught.value)
    assert text.startswith("player B: ")
    assert message in text
    assert text.isprintable() and len(text) < 250
    assert isinstance(caught.value, ValueError)


def test_integers_beside_roots_up_to_the_limit_are_read():
    assert isinstance(read_number("sqrt(2)/" + "3" * COEFFICIENT_DIGITS_LIMIT), Algebraic)
