"""The wider door for numbers: text, sympy expressions and all that `numbers.rational` reads, as exact real numbers.

Text is read by the grammar here and never by sympy, which factorises and nothing else. What is not proved to be a real
algebraic number on the way is refused.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from typing import Any

from truel_ref.errors import NumberError, shown
from truel_ref.numbers.algebraic import (
    DEGREE_LIMIT,
    PRODUCT_LIMIT,
    Algebraic,
    Number,
    bounded_power,
    by_form,
    positive_root,
    root,
    root_of,
    too_high,
)
from truel_ref.numbers.field import primitive
from truel_ref.numbers.rational import exact, integer, probability

__all__ = ["real", "real_probability"]

_TEXT_LIMIT = 100_000  # characters
_DEPTH_LIMIT = 50  # of nested parentheses, and of nested expressions

_HOW_TO_WRITE = "write it as 1/3, 0.55, 55%, sqrt(2)/2 or root(2 0 -1; 1)"


# ---------------------------------------------------------------------------------------------------------
# Reading


_NAMED = re.compile(r"sqrt|root", re.ASCII | re.IGNORECASE)
_TOKEN = re.compile(r"\s*(?:([0-9]+(?:\.[0-9]*)?|\.[0-9]+)|(sqrt|root)|(\*\*|[-+*/^();]))", re.ASCII | re.IGNORECASE)


def real(value: object, name: str = "") -> Number:
    """Return the exact real number that a value stands for: a fraction where it is rational, else an `Algebraic`.

    Accepted is what `numbers.rational.exact` reads; an `Algebraic`; text with `sqrt(…)` or `root(…; k)` in it, with
    numbers, `+ - * /`, integer powers (`^` or `**`) and parentheses; and sympy expressions made of rationals, sums,
    products, rational powers, `CRootOf`, the golden ratio, and sines and cosines of rational multiples of pi, where no
    step leaves the real numbers.

    Parameters: `value`, the number; `name`, how messages should call it ("player B").

    Raises `NumberError`, naming the value, for everything else, and where a degree above 24 would be needed.

    >>> real("(sqrt(5) - 1)/2"), real("sqrt(1/4)"), real("root(1 0 -1 -1; 0) - 1/3")
    (<Algebraic (sqrt(5) - 1)/2>, Fraction(1, 2), <Algebraic root(27 27 -18 -35; 0)>)
    """
    if isinstance(value, Fraction | Algebraic):
        return value
    try:
        if isinstance(value, str) and _NAMED.search(value):
            return _canonically(_Reader(value).read())
        sympy = sys.modules.get("sympy")
        if sympy is not None and isinstance(value, sympy.Expr) and not isinstance(value, sympy.Rational):
            return _canonically(_from_sympy(sympy, value))
    except (NumberError, ZeroDivisionError) as error:
        where = f"{name}: " if name else ""
        why = "it divides by zero" if isinstance(error, ZeroDivisionError) else error
        raise NumberError(f"{where}{shown(value)} is not accepted: {why}; {_HOW_TO_WRITE}") from None
    return exact(value, name)


def _canonically(value: Number) -> Number:
    """Return a number in the field that it generates, which may be smaller than the one it was found in."""
    if isinstance(value, Fraction):
        return value
    if value.degree > DEGREE_LIMIT:
        raise NumberError(too_high(value.degree))
    return by_form(value.polynomial, value.index)


def real_probability(value: object, name: str = "") -> Number:
    """Return the exact probability that a value stands for: `real`, and inside [0, 1].

    Raises `NumberError` where `real` does, and for anything outside [0, 1].

    >>> real_probability("sqrt(2)/2")
    <Algebraic sqrt(2)/2>
    >>> real_probability("sqrt(2)", "player B")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: player B: 'sqrt(2)' is not in [0, 1]; a probability lies between 0 and 1
    """
    found = real(value, name)
    if 0 <= found <= 1:
        return found
    if isinstance(found, Fraction) and not (isinstance(value, str) and _NAMED.search(value)):
        return probability(value, name)  # it says more
    where = f"{name}: " if name else ""
    raise NumberError(f"{where}{shown(value)} is not in [0, 1]; a probability lies between 0 and 1")


class _Reader:
    """Reads text by recursive descent: a sum of products of powers of numbers, roots and parentheses."""

    def __init__(self, text: str) -> None:
        if len(text) > _TEXT_LIMIT:
            raise NumberError(f"it is {len(text):,} characters long, more than {_TEXT_LIMIT:,}")
        self.tokens = list(_tokens(text))
        self.place = 0
        self.depth = 0

    def read(self) -> Number:
        value = self.sum()
        if self.next:
            raise NumberError(f"{shown(self.next)} stands where nothing or an operator is expected")
        return value

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """Return the next token if it is one of those wanted, and move on; else nothing."""
        found = self.next
        if found not in wanted:
            return ""
        self.place += 1
        return found

    def expect(self, wanted: str) -> None:
        if not self.take(wanted):
            raise NumberError(f"{shown(self.next) if self.next else 'its end'} stands where {wanted!r} is expected")

    def sum(self) -> Number:
        self.depth += 1
        if self.depth > _DEPTH_LIMIT:
            raise NumberError(f"its parentheses are nested more than {_DEPTH_LIMIT} deep")
        value = self.product()
        while sign := self.take("+", "-"):
            other = self.product()
            value = value + other if sign == "+" else value - other
        self.depth -= 1
        return value

    def product(self) -> Number:
        value = self.signed()
        while sign := self.take("*", "/"):
            other = self.signed()
            value = value * other if sign == "*" else value / other
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
        sign = self.take("+", "-")
        digits = self.next
        if not digits.isdigit():
            raise NumberError("an exponent is an integer, such as sqrt(2)^3")
        self.place += 1
        return bounded_power(base, -integer(digits) if sign == "-" else integer(digits))

    def atom(self) -> Number:
        token = self.next
        self.place += 1
        if token[:1] in "0123456789." and token:
            return exact(token)
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
            return positive_root(value, 2)
        if token == "root":
            return self.root()
        raise NumberError(f"{shown(token) if token else 'its end'} stands where a number is expected")

    def root(self) -> Number:
        self.expect("(")
        coefficients = []
        while self.next != ";":
            coefficients.append(self.integer())
        self.expect(";")
        index = self.integer()
        self.expect(")")
        return root(coefficients, index)

    def integer(self) -> int:
        sign = self.take("+", "-")
        digits = self.next
        if not digits.isdigit():
            raise NumberError("root takes integer coefficients, a semicolon and an index, as in root(2 0 -1; 1)")
        self.place += 1
        return -integer(digits) if sign == "-" else integer(digits)


def _tokens(text: str) -> Iterator[str]:
    place, end = 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            raise NumberError(f"{shown(text[place:].strip(), 20)} cannot be read")
        yield match[match.lastindex or 0].lower()
        place = match.end()


def _from_sympy(sympy: Any, value: Any, depth: int = 0) -> Number:
    """Return the number of a sympy expression, step by step in our own arithmetic; sympy decides nothing here."""
    if depth > _DEPTH_LIMIT:
        raise NumberError(f"it is nested more than {_DEPTH_LIMIT} deep")

    def read(part: Any) -> Number:
        return _from_sympy(sympy, part, depth + 1)

    named = shown(value) if depth else "it"

    if isinstance(value, sympy.Float):
        raise NumberError(f"{named} is a sympy Float, which stands for no exact number")
    if isinstance(value, sympy.Symbol):
        raise NumberError(f"{named} is a symbol without a value")
    if isinstance(value, sympy.Rational) and value.is_finite:
        return exact(value)
    if isinstance(value, sympy.Add):
        return reduce(lambda a, b: a + b, map(read, value.args))
    if isinstance(value, sympy.Mul):
        return reduce(lambda a, b: a * b, map(read, value.args))
    if isinstance(value, sympy.Pow) and isinstance(value.exp, sympy.Rational) and value.exp.is_finite:
        base, p, q = read(value.base), int(value.exp.p), int(value.exp.q)
        if q > 1 and base < 0:
            raise NumberError(f"{named} is not real")
        if q > PRODUCT_LIMIT:
            raise NumberError(too_high(q))
        return bounded_power(positive_root(base, q) if q > 1 else base, p)
    if isinstance(value, sympy.AlgebraicNumber):
        return read(value.as_expr())
    if isinstance(value, sympy.CRootOf):
        return _from_root_of(sympy, value)
    if value is sympy.GoldenRatio:
        return root_of((1, -1, -1), 1)
    if isinstance(value, sympy.cos | sympy.sin):
        turns = value.args[0] / sympy.pi
        if isinstance(turns, sympy.Rational) and turns.is_finite:
            angle = exact(turns)
            return _cosine(angle if isinstance(value, sympy.cos) else Fraction(1, 2) - angle)
    if value is sympy.I:
        raise NumberError("I is not real, and only real steps are followed; a real root of a polynomial is a CRootOf")
    raise NumberError(f"{named} is not known to be a real algebraic number")


def _from_root_of(sympy: Any, value: Any) -> Number:
    coefficients = value.poly.all_coeffs()
    if not all(isinstance(one, sympy.Rational) for one in coefficients):
        raise NumberError(f"{shown(value)} has coefficients that are not rational")
    fractions = list(map(exact, coefficients))
    common = math.lcm(*(one.denominator for one in fractions))
    if len(fractions) - 1 > DEGREE_LIMIT:
        raise NumberError(too_high(len(fractions) - 1))
    if not value.is_real:
        raise NumberError(f"{shown(value)} is not real")
    return root([int(one * common) for one in fractions], int(value.index))


def _cosine(turns: Fraction) -> Number:
    """Return the cosine of a rational multiple of pi.

    With `turns = p/q`, it is a root of `T_q(x) = cos(pi p)`, where `T_q` is Chebyshev's polynomial. The roots are the
    cosines of `j pi / q` for `0 <= j <= q` with `j - p` even, in descending order.

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
