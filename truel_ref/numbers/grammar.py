"""Text with roots in it, such as `(sqrt(5) - 1)/2`: read by a grammar of our own, and by nothing that could run it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from truel_ref.errors import NumberError, shown
from truel_ref.numbers.algebraic import Number
from truel_ref.numbers.integers import read_digits
from truel_ref.numbers.limits import COEFFICIENT_DIGITS_LIMIT, DEPTH_LIMIT
from truel_ref.numbers.rational import read_rational
from truel_ref.numbers.roots import bounded, bounded_power, positive_root, root, short

__all__ = ["names_a_root", "number_of_text"]

_NAMED = re.compile(r"sqrt|root", re.ASCII | re.IGNORECASE)
_TOKEN = re.compile(r"\s*(?:([0-9]+(?:\.[0-9]*)?|\.[0-9]+)|(sqrt|root)|(\*\*|[-+*/^();]))", re.ASCII | re.IGNORECASE)


def names_a_root(text: str) -> bool:
    """Tell whether text is to be read by this grammar, because a root is named in it.

    >>> names_a_root("SQRT(2)/2"), names_a_root("1/2")
    (True, False)
    """
    return _NAMED.search(text) is not None


def number_of_text(text: str, limited: bool = True) -> Number:
    """Return the number that text stands for: a sum of products of powers of numbers, roots and parentheses.

    Parameters: `limited`, whether the digits of numbers are limited.

    Raises `NumberError` for text that is none, without repeating the whole of it, and `ZeroDivisionError`.

    >>> number_of_text("2/sqrt(8)"), number_of_text("root(2 0 -1; 1)^2")
    (<Algebraic sqrt(2)/2>, Fraction(1, 2))
    """
    return _Reader(text, limited).read()


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
            raise NumberError(f"{shown(self.next)} stands where nothing or an operator is expected")
        return value

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        """Return the next token if it is one of those wanted, and move on; else nothing."""
        token = self.next
        if token not in wanted:
            return ""
        self.place += 1
        return token

    def expect(self, wanted: str) -> None:
        if not self.take(wanted):
            raise NumberError(f"{shown(self.next) if self.next else 'its end'} stands where {wanted!r} is expected")

    def checked(self, digits: str) -> str:
        """Return the digits of a number, if there are not too many."""
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
        sign = self.take("+", "-")
        digits = self.next
        if not digits.isdigit():
            raise NumberError("an exponent is an integer, such as sqrt(2)^3")
        self.place += 1
        power = read_digits(self.checked(digits), None)
        return bounded_power(base, -power if sign == "-" else power)

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
