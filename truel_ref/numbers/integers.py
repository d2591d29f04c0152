"""Integers: from text of any length, from arguments that count something, and back to text."""

from __future__ import annotations

from decimal import Decimal

from truel_ref.errors import NumberError, shown
from truel_ref.numbers.limits import DIGITS_LIMIT

__all__ = ["TYPICAL_BITS", "integer_text", "plain_integer", "read_count", "read_digits"]

_TYPICAL = 640  # digits that Python's own conversion always takes

TYPICAL_BITS = 2_000
"""Bits; a shorter integer has fewer digits than that."""


def read_digits(text: str, limit: int | None = DIGITS_LIMIT) -> int:
    """Return the integer that a string of decimal digits stands for.

    Python refuses to read integers of more than 4300 digits with `int`; `Decimal` reads them, exactly.

    Parameters: `text`, ASCII digits, with a sign or without; `limit`, how many characters more than one there may be,
    or None for any number.

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
    """Return an integer in decimal digits, however long it is, without changing the interpreter's limits.

    >>> integer_text(-42)
    '-42'
    >>> len(integer_text(10**5000))
    5001
    """
    return str(value) if value.bit_length() < TYPICAL_BITS else format(Decimal(value), "f")


def plain_integer(value: int) -> int:
    """Return an integer as a plain `int`, whatever subclass of it a caller has given.

    >>> import enum
    >>> plain_integer(enum.IntEnum("Level", "LOW HIGH").HIGH)
    2
    """
    return int.__int__(value)


def read_count(value: object, name: str, least: int = 1, most: int | None = None) -> int:
    """Return the integer of an argument that counts something or numbers it: a cap, games, points, a level, a player.

    Accepted are int, its subclasses but for bool, and text of decimal digits.

    Parameters: `value`; `name`, how messages should call it ("cap"); `least` and `most`, the smallest and the largest
    integer that is allowed, None for no largest one.

    Raises `NumberError`, naming the argument, the value and the range, for everything else.

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
