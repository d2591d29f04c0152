"""Reading exact real numbers: fractions, and algebraic numbers for irrational values.

The parts: text with roots, such as `(sqrt(5) - 1)/2`, read by a grammar that cannot run code (sympy takes no part);
expressions of sympy; messages for transcendental numbers; `read_number`; and numbers that a publication or program
claims, some of them rounded. Values that are not proved to be real algebraic numbers are refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from typing import Any, Self

from truel_ref.errors import NumberError, imported, refuse, shown
from truel_ref.numbers.algebraic import Algebraic, Number, by_form
from truel_ref.numbers.field import refuse_root, too_high
from truel_ref.numbers.limits import (
    COEFFICIENT_DIGITS_LIMIT,
    DEGREE_LIMIT,
    DEPTH_LIMIT,
    DIGITS_LIMIT,
    PRODUCT_LIMIT,
    TEXT_LIMIT,
)
from truel_ref.numbers.polynomials import primitive
from truel_ref.numbers.rational import in_unit_interval, read_rational, too_long
from truel_ref.numbers.roots import bounded, bounded_power, positive_root, root, root_of, short
from truel_ref.numbers.writing import fraction_text, integer_text, read_digits

__all__ = [
    "ClaimedNumber",
    "names_a_root",
    "number_latex",
    "number_of_expression",
    "number_of_text",
    "number_text",
    "read_number",
    "read_probability",
    "why_transcendental",
]


# ---------------------------------------------------------------------------------------------------------
# Text with roots, such as `(sqrt(5) - 1)/2`, read by a grammar that cannot run code


_NAMED = re.compile(r"sqrt|root", re.ASCII | re.IGNORECASE)
_TOKEN = re.compile(r"\s*(?:([0-9]+(?:\.[0-9]*)?|\.[0-9]+)|(sqrt|root)|(\*\*|[-+*/^();]))", re.ASCII | re.IGNORECASE)


def names_a_root(text: str) -> bool:
    """Return whether a text names a root, so that this grammar must read it.

    >>> names_a_root("SQRT(2)/2"), names_a_root("1/2")
    (True, False)
    """
    return _NAMED.search(text) is not None


def number_of_text(text: str, limited: bool = True) -> Number:
    """Return the number of a text: a sum of products of powers of numbers, roots and parentheses.

    Parameters: `text`; `limited`, whether the digits of numbers are limited.

    Raises `NumberError` for other text, quoting only a part of it, and `ZeroDivisionError`.

    >>> number_of_text("2/sqrt(8)"), number_of_text("root(2 0 -1; 1)^2")
    (<Algebraic sqrt(2)/2>, Fraction(1, 2))
    """
    return _Reader(text, limited).read()


_HOW_TO_ROOT = "root takes integer coefficients, a semicolon and an index, as in root(2 0 -1; 1)"


class _Reader:
    """Reads text by recursive descent: a sum of products of powers of numbers, roots and parentheses."""

    def __init__(self, text: str, limited: bool) -> None:
        self.limit = COEFFICIENT_DIGITS_LIMIT if limited else None
        self.tokens = list(_tokens(text))
        self.place = 0
        self.depth = 0

    def read(self) -> Number:
        value = self.sum()
        if self.next:
            raise NumberError(f"{shown(self.next)} comes instead of an operator")
        return value

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """Return the next token and move on, if the token is wanted; otherwise return an empty text."""
        token = self.next
        if token not in wanted:
            return ""
        self.place += 1
        return token

    def expect(self, wanted: str) -> None:
        if not self.take(wanted):
            raise NumberError(f"{shown(self.next) if self.next else 'its end'} comes instead of {wanted!r}")

    def checked(self, digits: str) -> str:
        """Return the digits of a number, or raise `NumberError` if there are too many."""
        if self.limit is not None and len(digits) > self.limit + 1:
            raise NumberError(f"it has a number of more than {self.limit:,} digits, the limit where there are roots")
        return digits

    def sum(self) -> Number:
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise NumberError(f"its parentheses are nested more than {DEPTH_LIMIT} deep")
        value = self.product()
        while sign := self.take("+", "-"):
            other = self.product()
            value = bounded(value + other if sign == "+" else value - other)
        self.depth -= 1
        return value

    def product(self) -> Number:
        value = self.signed()
        while sign := self.take("*", "/"):
            other = self.signed()
            value = bounded(value * other if sign == "*" else value / other)
        return value

    def signed(self) -> Number:
        negative = False
        while sign := self.take("+", "-"):
            negative ^= sign == "-"
        value = self.power()
        return -value if negative else value

    def power(self) -> Number:
        base = self.atom()
        if not self.take("^", "**"):
            return base
        return bounded_power(base, self.integer("an exponent is an integer, such as sqrt(2)^3"))

    def atom(self) -> Number:
        token = self.next
        self.place += 1
        if token[:1] in "0123456789." and token:
            return read_rational(self.checked(token), digits=None)
        if token == "(":
            value = self.sum()
            self.expect(")")
            return value
        if token == "sqrt":
            self.expect("(")
            value = self.sum()
            self.expect(")")
            if value < 0:
                raise NumberError("the square root of a negative number is not real")
            return positive_root(short(value) if self.limit else value, 2)
        if token == "root":
            return self.root()
        raise NumberError(f"{shown(token) if token else 'its end'} comes instead of a number")

    def root(self) -> Number:
        self.expect("(")
        coefficients = []
        while self.next != ";":
            coefficients.append(self.integer(_HOW_TO_ROOT))
        self.expect(";")
        index = self.integer(_HOW_TO_ROOT)
        self.expect(")")
        return root(coefficients, index)

    def integer(self, wanted: str) -> int:
        """Return the integer at this position, or raise `NumberError` with the text `wanted`."""
        sign = self.take("+", "-")
        digits = self.next
        if not digits.isdigit():
            raise NumberError(wanted)
        self.place += 1
        value = read_digits(self.checked(digits), None)
        return -value if sign == "-" else value


def _tokens(text: str) -> Iterator[str]:
    place, end = 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            raise NumberError(f"{shown(text[place:].strip(), 20)} cannot be read")
        yield match[match.lastindex or 0].lower()
        place = match.end()


# ---------------------------------------------------------------------------------------------------------
# Expressions of sympy as exact numbers


def number_of_expression(sympy: Any, value: Any, depth: int = 0) -> Number:
    """Return the number of a sympy expression, step by step in the arithmetic of this package, without sympy's.

    Parameters: `sympy`, the module, loaded by the caller who made the expression; `value`; `depth`, that of the
    nesting.

    Raises `NumberError` for a value that is not proved to be a real algebraic number, and `ZeroDivisionError`.

    >>> import sympy
    >>> number_of_expression(sympy, 2 * sympy.cos(sympy.pi / 5) - 1)
    <Algebraic (sqrt(5) - 1)/2>
    """
    if depth > DEPTH_LIMIT:
        raise NumberError(f"it is nested more than {DEPTH_LIMIT} deep")

    def read(part: Any) -> Number:
        return number_of_expression(sympy, part, depth + 1)

    named = shown(value) if depth else "it"

    if isinstance(value, sympy.Float):
        raise NumberError(f"{named} is a sympy Float, which is not an exact number")
    if isinstance(value, sympy.Symbol):
        raise NumberError(f"{named} is a symbol without a value")
    if isinstance(value, sympy.Rational):
        return read_rational(value)
    if isinstance(value, sympy.Add):
        return reduce(lambda a, b: bounded(a + b), map(read, value.args))
    if isinstance(value, sympy.Mul):
        return reduce(lambda a, b: bounded(a * b), map(read, value.args))
    if isinstance(value, sympy.Pow) and isinstance(value.exp, sympy.Rational):
        return _power(read(value.base), value.exp, named)
    if isinstance(value, sympy.AlgebraicNumber):
        return read(value.as_expr())
    if isinstance(value, sympy.CRootOf):
        return _from_root_of(sympy, value)
    if value is sympy.GoldenRatio:
        return root_of((1, -1, -1), 1)
    if isinstance(value, sympy.cos | sympy.sin):
        turns = value.args[0] / sympy.pi
        if isinstance(turns, sympy.Rational):
            angle = read_rational(turns)
            return _cosine(angle if isinstance(value, sympy.cos) else Fraction(1, 2) - angle)
    if value in (sympy.pi, sympy.E):
        raise NumberError(f"{value} is transcendental, not algebraic")
    if value is sympy.I:
        raise NumberError("I is not real, and only real steps are followed; a real root of a polynomial is a CRootOf")
    raise NumberError(f"{named} is not known to be a real algebraic number")


def _power(base: Number, exponent: Any, named: str) -> Number:
    """Return the real, positive value of a rational power of a number; `named` is its name in messages."""
    p, q = int(exponent.p), int(exponent.q)
    refuse(NumberError, (q > 1 and base < 0, f"{named} is not real"), (q > PRODUCT_LIMIT, too_high(q)))
    return bounded_power(positive_root(short(base), q) if q > 1 else base, p)


def _from_root_of(sympy: Any, value: Any) -> Number:
    coefficients = value.poly.all_coeffs()
    if not all(isinstance(one, sympy.Rational) for one in coefficients):
        raise NumberError(f"{shown(value)} has coefficients that are not rational")
    fractions = [read_rational(one, digits=COEFFICIENT_DIGITS_LIMIT) for one in coefficients]
    common = math.lcm(*(one.denominator for one in fractions))
    if len(fractions) - 1 > DEGREE_LIMIT:
        raise NumberError(too_high(len(fractions) - 1))
    if not value.is_real:
        raise NumberError(f"{shown(value)} is not real")
    return root([int(one * common) for one in fractions], int(value.index))


def _cosine(turns: Fraction) -> Number:
    """Return the cosine of a rational multiple of pi.

    With `turns = p/q`, the cosine is a root of `T_q(x) = cos(pi p)`, where `T_q` is Chebyshev's polynomial. The roots
    are the cosines of `j pi / q` for `0 <= j <= q` with `j - p` even, in descending order.

    Source: T. J. Rivlin, *Chebyshev Polynomials* (1990), section 1.2.
    """
    p, q = turns.numerator, turns.denominator
    if q > PRODUCT_LIMIT:
        raise NumberError(too_high(q))
    before, chebyshev = [1], [1, 0]
    for _ in range(q - 1):
        longer = [2 * c for c in chebyshev] + [0]
        for place, c in enumerate(before):
            longer[2 + place] -= c
        before, chebyshev = chebyshev, longer
    chebyshev[-1] -= -1 if p % 2 else 1
    place = p % (2 * q)
    place = min(place, 2 * q - place)
    return root_of(primitive(chebyshev), len(range(place + 2, q + 1, 2)))


# ---------------------------------------------------------------------------------------------------------
# Messages for transcendental numbers


_PI = ("pi", "\N{GREEK SMALL LETTER PI}")
_NAMES_PI = re.compile("(?<![a-z])pi(?![a-z0-9])|\N{GREEK SMALL LETTER PI}")
_LENGTH_LIMIT = 200  # characters; longer text gets no explanation


def why_transcendental(value: object) -> str:
    """Return the message for a value with pi or e, or an empty text.

    A fraction other than 0 times a power of pi (with an exponent other than 0) is transcendental (Lindemann 1882), and
    so is such a product with e (Hermite 1873). For other text with pi, the message only states that pi is
    transcendental; for other text with e there is no message, because e may mean many things.

    Parameters: `value`, text or a sympy expression; other values give an empty text.

    >>> why_transcendental("pi/4")
    'is transcendental, not algebraic; give a fraction near it, such as 355/452'
    >>> why_transcendental("1 - pi/4"), why_transcendental("pie")
    ('is not accepted: pi is transcendental, not algebraic; give a fraction near the number', '')
    """
    other = ""
    if isinstance(value, str):
        text = value.strip().casefold() if len(value) <= _LENGTH_LIMIT else ""
        if not _NAMES_PI.search(text):
            return ""
        monomial = _monomial_of_text(text)
        other = "is not accepted: pi is transcendental, not algebraic; give a fraction near the number"
    else:
        monomial = _monomial_of_expression(value)
    if monomial is None:
        return other
    near = _near(*monomial)
    return f"is transcendental, not algebraic; give a fraction near it{f', such as {near}' if near else ''}"


def _monomial_of_text(text: str) -> tuple[Fraction, float, Fraction] | None:
    """Return `(c, pi, k)` for text that means `c pi^k`, with c and k not 0, by its factors and divisors."""
    coefficient, power = Fraction(-1 if text.startswith("-") else 1), 0
    divides = False
    for place, part in enumerate(re.split(r"([*/])", text.lstrip("+-"))):
        if place % 2:
            divides = part == "/"
        elif part.strip() in _PI:
            power += -1 if divides else 1
        else:
            try:
                factor = read_rational(part)
            except NumberError:
                return None
            if factor == 0:
                return None
            coefficient = coefficient / factor if divides else coefficient * factor
    return (coefficient, math.pi, Fraction(power)) if power else None


def _monomial_of_expression(value: object) -> tuple[Fraction, float, Fraction] | None:
    """Return `(c, x, k)` for a sympy expression `c x^k` with x = pi or e, without importing sympy."""
    sympy = imported("sympy")
    if sympy is None or not isinstance(value, sympy.Expr):
        return None
    coefficient, rest = value.as_coeff_Mul()
    base, exponent = rest.as_base_exp()
    fractions = (coefficient, exponent)
    if base not in (sympy.pi, sympy.E) or not all(isinstance(one, sympy.Rational) and one for one in fractions):
        return None
    return read_rational(coefficient), math.pi if base == sympy.pi else math.e, read_rational(exponent)


def _near(coefficient: Fraction, base: float, power: Fraction) -> str:
    """Return a short fraction near `coefficient * base^power` as text, if it can be a probability."""
    try:
        near = Fraction(float(coefficient) * base ** float(power)).limit_denominator(1000)
    except OverflowError:
        return ""
    return str(near) if 0 < near <= 1 else ""


# ---------------------------------------------------------------------------------------------------------
# Reading exact real numbers: fractions, and algebraic numbers for irrational values


_SHORT = 40  # characters

_HOW_TO_WRITE = "write it as 1/3, 0.55, 55%, sqrt(2)/2 or root(2 0 -1; 1)"


def read_number(value: object, name: str = "", digits: int | None = DIGITS_LIMIT) -> Number:
    """Return the exact real number of a value: a fraction if it is rational, otherwise an `Algebraic`.

    The function accepts all values that `read_rational` reads; an `Algebraic`; text with `sqrt(…)` or `root(…; k)`,
    numbers, `+ - * /`, integer powers (`^` or `**`) and parentheses; and sympy expressions of rationals, sums,
    products, rational powers, `CRootOf`, the golden ratio, and sines and cosines of rational multiples of pi, if all
    steps are real.

    Parameters: `value`, the number; `name`, its name in messages ("player B"); `digits`, the limit on fractions as in
    `read_rational`, or None for numbers that the library has written.

    Raises `NumberError`, naming the value, for other values, if a degree above 24 is needed, and for numbers beyond the
    limits (`truel_ref.numbers.limits`).

    >>> read_number("(sqrt(5) - 1)/2"), read_number("sqrt(1/4)"), read_number("root(1 0 -1 -1; 0) - 1/3")
    (<Algebraic (sqrt(5) - 1)/2>, Fraction(1, 2), <Algebraic root(27 27 -18 -35; 0)>)
    """
    if isinstance(value, Algebraic):
        return value
    try:
        number = _irrational(value, limited=digits is not None)
        return read_rational(value, digits=digits) if number is None else number
    except NumberError as error:
        from truel_ref.numbers.real import why_transcendental  # rarely needed, and the start must be quick

        where = f"{name}: " if name else ""
        reason = why_transcendental(value)
        raise NumberError(f"{where}{shown(value)} {reason}" if reason else f"{where}{error}") from None


def _irrational(value: object, limited: bool) -> Number | None:
    """Return the number of text with roots or of a sympy expression, which may be rational; None for other values."""
    sympy = imported("sympy")
    try:
        if isinstance(value, str):
            text = str.__str__(value)
            if (limited and len(text) > TEXT_LIMIT) or not names_a_root(text):
                return None
            return _canonically(number_of_text(text, limited), limited)
        if sympy is None or not isinstance(value, sympy.Expr) or isinstance(value, sympy.Rational):
            return None
        from truel_ref.numbers.real import number_of_expression  # needed only with sympy

        return _canonically(number_of_expression(sympy, value), limited)
    except (NumberError, ZeroDivisionError) as error:
        why = "it divides by zero" if isinstance(error, ZeroDivisionError) else error
        raise NumberError(f"{shown(value)} is not accepted: {why}; {_HOW_TO_WRITE}") from None


def _canonically(value: Number, limited: bool) -> Number:
    """Return a number in the field that it generates, which may be smaller than its present field."""
    parts = (value,) if isinstance(value, Fraction) else (*map(Fraction, value._top), Fraction(value._bottom))
    if limited and any(too_long(part, DIGITS_LIMIT) for part in parts):
        raise NumberError(f"it has more than {DIGITS_LIMIT:,} digits, the limit")
    if isinstance(value, Fraction):
        return value
    if value.degree > DEGREE_LIMIT:
        raise NumberError(too_high(value.degree))
    if limited:
        refuse_root(value.polynomial)
    return by_form(value.polynomial, value.index)


def read_probability(value: object, name: str = "") -> Number:
    """Return the exact probability of a value: `read_number`, restricted to [0, 1].

    Parameters: `value`, the number; `name`, its name in messages.

    Raises the errors of `read_number`, and `NumberError` for a number outside [0, 1].

    >>> read_probability("sqrt(2)/2")
    <Algebraic sqrt(2)/2>
    >>> read_probability("sqrt(2)", "player B")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: player B: 'sqrt(2)' is not in [0, 1]; a probability lies between 0 and 1
    """
    if type(value) is Fraction:
        top, bottom = value.numerator, value.denominator
        if type(top) is type(bottom) is int and 0 <= top <= bottom and bottom.bit_length() < DIGITS_LIMIT:
            return value  # the most frequent case needs no reading
    if type(value) is str and len(value) < _SHORT and value.isascii():
        top_text, line, bottom_text = value.partition("/")
        if line and top_text.isdigit() and bottom_text.isdigit() and 0 <= int(top_text) <= int(bottom_text) != 0:
            return Fraction(int(top_text), int(bottom_text))  # the second most frequent case
    number = read_number(value, name)
    if 0 <= number <= 1:
        return number
    if isinstance(number, Fraction) and not (isinstance(value, str) and names_a_root(value)):
        return in_unit_interval(number, value, name)  # its message says more
    where = f"{name}: " if name else ""
    raise NumberError(f"{where}{shown(value)} is not in [0, 1]; a probability lies between 0 and 1")


def number_text(value: Number) -> str:
    """Return a number as text that `read_number` reads back to an equal number.

    >>> [number_text(read_number(text)) for text in ("2/6", "3/2 - sqrt(5/4)", "root(1 0 0 -2; 0)/2")]
    ['1/3', '(3 - sqrt(5))/2', 'root(4 0 0 -1; 0)']
    """
    return fraction_text(value) if isinstance(value, Fraction) else str(value)


def number_latex(value: Number) -> str:
    r"""Return a number for LaTeX.

    >>> print(number_latex(Fraction(1, 3)), number_latex(read_number("3/2 - sqrt(5/4)")))
    \frac{1}{3} \frac{3 - \sqrt{5}}{2}
    """
    if isinstance(value, Algebraic):
        return value.latex()
    if value.denominator == 1:
        return integer_text(value.numerator)
    return rf"\frac{{{integer_text(value.numerator)}}}{{{integer_text(value.denominator)}}}"


# ---------------------------------------------------------------------------------------------------------
# Numbers that a publication or program claims, some of them rounded


_ROUNDED = re.compile(r"[+-]?\s*[0-9]*(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?\s*(%?)", re.ASCII)
_DIGITS_OF_DOUBLES = 17  # enough digits to read back any double


@dataclass(frozen=True)
class ClaimedNumber:
    """A number as a publication or program states it: exact, or rounded to its written digits.

    Fields: `text`, as written; `number`, its value; `digits`, the number of digits after the point of the value (two
    more for a percentage), None for an exact number.

    >>> ClaimedNumber.read("39.7 %")
    ClaimedNumber(text='39.7 %', number=Fraction(397, 1000), digits=3)
    """

    text: str
    number: Number
    digits: int | None

    @classmethod
    def read(cls, value: object, name: str = "") -> Self:
        """Return the number that a value claims, which may be outside [0, 1].

        Fractions, roots and integers ("1/3", "sqrt(2)/2", "1") are exact. Decimals, numbers with a negative exponent
        and percentages ("0.40", "4e-1", "40 %") are rounded; a float means the decimal that Python prints for it.

        Parameters: `value`, a value that `read_number` reads; `name`, its name in messages.

        Raises the errors of `read_number`.

        >>> [ClaimedNumber.read(value).digits for value in ("1", "1.000", "1e-3", "40 %", "2/5", 0.4)]
        [None, 3, 3, 2, None, 1]
        """
        if isinstance(value, float):
            value = float.__repr__(value)
        number = read_number(value, name)
        text = str(value).strip() if isinstance(value, str | Decimal) else number_text(number)
        match = _ROUNDED.fullmatch(text)
        if match is None:
            return cls(text, number, None)
        decimals, exponent, percent = match.groups(default="")
        # Zero may have any exponent, and digits beyond the limit add no information.
        power = int(Decimal(exponent or 0).max(-DIGITS_LIMIT).min(DIGITS_LIMIT))
        digits = len(decimals) + 2 * len(percent) - power
        return cls(text, number, digits if digits > 0 else None)

    def holds(self, value: Number) -> bool:
        """Return whether the claim is right for an exact number.

        An exact claim must equal the number. A rounded claim must equal the number rounded to the same digits, with
        ties to even as everywhere in this package. A decimal of at most 17 figures is also right if its nearest double
        is the nearest double of the number, because programs print doubles in this way.

        >>> claim = ClaimedNumber.read("0.12")
        >>> claim.holds(Fraction(1, 8)), claim.holds(Fraction(13, 100))
        (True, False)
        >>> ClaimedNumber.read(8 / 21).holds(Fraction(8, 21))
        True
        """
        if self.digits is None:
            return bool(value == self.number)
        figures = self.number * 10**self.digits
        if round(value * 10**self.digits) == figures:
            return True
        return abs(figures) < 10**_DIGITS_OF_DOUBLES and float(value) == float(self.number)
