"""Numbers as text: exact fractions and correctly rounded decimals; and integers from text of any length and back."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol

from truel_ref.errors import NumberError, shown
from truel_ref.numbers.limits import DIGITS_LIMIT

__all__ = [
    "TYPICAL_BITS",
    "decimal_text",
    "fraction_text",
    "integer_text",
    "percent_text",
    "plain_integer",
    "radical_text",
    "read_count",
    "read_digits",
]


# ---------------------------------------------------------------------------------------------------------
# Integers: from text of any length and from arguments, and back to text


_TYPICAL = 640  # digits that Python's conversion always accepts

TYPICAL_BITS = 2_000
"""Bits; a shorter integer has fewer than `_TYPICAL` digits."""


def read_digits(text: str, limit: int | None = DIGITS_LIMIT) -> int:
    """Return the integer of a string of decimal digits.

    Python's `int` refuses more than 4300 digits; `Decimal` reads them exactly.

    Parameters: `text`, ASCII digits, with or without a sign; `limit`, the text has at most `limit + 1` characters, None
    for no limit.

    Raises `NumberError`, at once, for longer text.

    >>> read_digits("12")
    12
    >>> read_digits("1" + 5000 * "0") == 10**5000
    True
    """
    if limit is not None and len(text) > limit + 1:
        raise NumberError(f"{shown(text)} has more than {limit:,} digits, the limit")
    return int(text) if len(text) < _TYPICAL else int(Decimal(text))


def integer_text(value: int) -> str:
    """Return an integer of any length in decimal digits, without changing the interpreter's limits.

    >>> integer_text(-42)
    '-42'
    >>> len(integer_text(10**5000))
    5001
    """
    return str(value) if value.bit_length() < TYPICAL_BITS else format(Decimal(value), "f")


def plain_integer(value: int) -> int:
    """Return an integer of any subclass as a plain `int`.

    >>> import enum
    >>> plain_integer(enum.IntEnum("Level", "LOW HIGH").HIGH)
    2
    """
    return int.__int__(value)


def read_count(value: object, name: str, least: int = 1, most: int | None = None) -> int:
    """Return the integer of an argument such as a cap, a number of games, a level, or the number of a player.

    The function accepts int, its subclasses except bool, and text of decimal digits.

    Parameters: `value`; `name`, its name in messages ("cap"); `least` and `most`, the smallest and the largest allowed
    integer, None for no largest.

    Raises `NumberError`, naming the argument, the value and the range, for other values.

    >>> read_count("12", "games"), read_count(0, "player", 0, 2)
    (12, 0)
    >>> read_count(10**21, "cap", 1, 10**9)
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: cap: 1000000000000000000000 is not an integer from 1 to 1,000,000,000
    >>> read_count(0.5, "games")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: games: 0.5 is not an integer >= 1
    """
    number: int | None = None
    if isinstance(value, int) and not isinstance(value, bool):
        number = plain_integer(value)
    elif isinstance(value, str) and len(value) <= DIGITS_LIMIT:
        text = str.__str__(value).strip()
        digits = text[1:] if text[:1] in ("+", "-") else text
        number = read_digits(text) if digits.isascii() and digits.isdigit() else None
    if number is None or number < least or (most is not None and number > most):
        wanted = f">= {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise NumberError(f"{name}: {shown(value)} is not an integer {wanted}")
    return number


# ---------------------------------------------------------------------------------------------------------
# Numbers as text: fractions exactly, decimals correctly rounded


def fraction_text(value: Fraction) -> str:
    """Return a fraction as `a/b`, or as `a` if it is an integer.

    >>> fraction_text(Fraction(25, 63)), fraction_text(Fraction(0))
    ('25/63', '0')
    """
    top, bottom = value.as_integer_ratio()
    if not top:
        return "0"
    if top.bit_length() < TYPICAL_BITS and bottom.bit_length() < TYPICAL_BITS:
        return str(top) if bottom == 1 else f"{top}/{bottom}"
    return integer_text(top) if bottom == 1 else f"{integer_text(top)}/{integer_text(bottom)}"


class _Roundable(Protocol):
    """A number with a decimal text: a `Fraction`, or another exact number that scales and rounds like one."""

    def __mul__(self, other: int, /) -> Any: ...


def decimal_text(value: _Roundable, digits: int) -> str:
    """Return a number as a decimal with `digits` digits after the point, correctly rounded (ties to even).

    >>> decimal_text(Fraction(25, 63), 4), decimal_text(Fraction(1, 8), 2)
    ('0.3968', '0.12')
    """
    scaled: int = round(value * 10**digits)
    text = integer_text(abs(scaled)).rjust(digits + 1, "0")
    sign = "-" if scaled < 0 else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


def outward_texts(low: Fraction, high: Fraction, digits: int) -> tuple[str, str]:
    """Return two bounds as decimals with `digits` digits after the point, the lower rounded down, the upper up.

    >>> outward_texts(Fraction(1, 3), Fraction(1, 2), 4), outward_texts(Fraction(2, 3), Fraction(2, 3), 2)
    (('0.3333', '0.5000'), ('0.66', '0.67'))
    """
    scale = 10**digits
    least, most = low * scale // 1, -(-high * scale // 1)
    return decimal_text(Fraction(least, scale), digits), decimal_text(Fraction(most, scale), digits)


def percent_text(value: _Roundable, digits: int = 3) -> str:
    """Return a probability in percent, correctly rounded.

    >>> percent_text(Fraction(25, 63))
    '39.683 %'
    """
    return decimal_text(value * 100, digits) + " %"


def radical_text(a: int, b: int, r: int, c: int, latex: bool) -> str:
    r"""Return `(a + b sqrt(r)) / c`, with `b` not 0 and `c` positive, as text or for LaTeX.

    >>> radical_text(-1, 1, 5, 2, latex=False), radical_text(0, 1, 2, 2, latex=True)
    ('(sqrt(5) - 1)/2', '\\frac{\\sqrt{2}}{2}')
    """
    radical = rf"\sqrt{{{integer_text(r)}}}" if latex else f"sqrt({integer_text(r)})"
    if abs(b) != 1:
        radical = integer_text(abs(b)) + (" " if latex else "*") + radical
    sign = "-" if b < 0 and a == 0 else ""
    if a == 0:
        top = radical
    elif b < 0:
        top = f"{integer_text(a)} - {radical}"
    else:
        top = f"{integer_text(a)} + {radical}" if a > 0 else f"{radical} - {integer_text(-a)}"
    if c == 1:
        return sign + top
    if latex:
        return rf"{sign}\frac{{{top}}}{{{integer_text(c)}}}"
    return f"{sign}{top if a == 0 else f'({top})'}/{integer_text(c)}"
