"""Rational numbers: Python's, NumPy's and sympy's values as fractions, and fractions as exact or rounded text."""

from __future__ import annotations

import math
import operator
import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from numbers import Rational
from typing import Any

from truel_ref.errors import NumberError, shown

DIGITS_LIMIT = 10_000
"""Numerator, denominator and exponent of a number that people type have at most this many digits. A problem of three
players with such numbers takes 2 seconds, with twice the digits 8."""

HOW_TO_WRITE = "write it as 1/3, 0.55, 55%, sqrt(2)/2 or root(2 0 -1; 1)"

SHORT = 640
"""The digits that Python's conversion of integers always accepts."""


class NotANumberError(NumberError):
    """A value that is no number; the message, which may be empty, says why."""


# ---------------------------------------------------------------------------------------------------------
# The number type of loops


@cache
def _rational() -> Any:
    """Return the number type, which is chosen at the first number, because gmpy2 takes long to import."""
    try:
        from gmpy2 import mpq
    except ImportError:
        return Fraction
    return mpq


def inside(value: Any) -> Any:
    """Return an exact number for long computations: a fraction in the fastest rational type, others unchanged.

    >>> inside(Fraction(1, 2)) + inside(Fraction(1, 3)) == Fraction(5, 6)
    True
    """
    return _rational()(value) if isinstance(value, Fraction) else value


def public(value: Any) -> Any:
    """Return the result of a computation with numbers of `inside`: a `Fraction`, or an `Algebraic` unchanged.

    >>> public(inside(Fraction(1, 2)) / 3)
    Fraction(1, 6)
    """
    if isinstance(value, Fraction) or not hasattr(value, "numerator"):
        return value
    return coprime_fraction(int(value.numerator), int(value.denominator))


def coprime_fraction(top: int, bottom: int) -> Fraction:
    """Return the fraction of an integer and a positive integer that have no common divisor.

    The function does not check this; the check is most of the cost of a fraction.

    >>> coprime_fraction(2, 3)
    Fraction(2, 3)
    """
    fraction = object.__new__(Fraction)
    fraction._numerator, fraction._denominator = top, bottom  # type: ignore[attr-defined]  # its two slots
    return fraction


# ---------------------------------------------------------------------------------------------------------
# Values as fractions


def rational_value(value: object) -> Fraction:
    """Return the fraction of a value that is no text: an integer, a rational number, a Decimal or a float.

    Integers and rational numbers are those of Python, NumPy, gmpy2 and sympy. A float, such as `numpy.float64`, means
    the simplest fraction that rounds to it.

    Raises `NumberError` for other values: bool, nan, infinities, and the floats of NumPy with fewer digits, because the
    fraction they mean is unclear.

    >>> rational_value(0.55), rational_value(Decimal("0.1")), rational_value(7)
    (Fraction(11, 20), Fraction(1, 10), Fraction(7, 1))
    """
    kind = type(value).__name__
    if isinstance(value, Rational) and kind not in ("bool", "timedelta64"):  # NumPy's times are integers to Python
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, float):
        return simplest_fraction(float.__float__(value))
    if isinstance(value, Decimal) and value.is_finite():
        sign, figures, exponent = Decimal(value).as_tuple()
        number = scaled("".join(map(str, figures)), int(exponent))
        return -number if sign else number
    library = type(value).__module__.partition(".")[0].replace("builtins", "").replace("numpy", "NumPy")
    raise NotANumberError(" ".join(["it is a", *library.split(), kind]))


def _integer(value: object) -> int | None:
    """Return an integer of any type but bool as a plain `int`, or None for other values."""
    if type(value).__name__ in ("bool", "bool_"):  # the second is the older name of NumPy's
        return None
    try:
        return int.__int__(operator.index(value))  # type: ignore[arg-type]  # other values raise TypeError
    except TypeError:
        return None


def scaled(figures: str, power: int, digits: int | None = DIGITS_LIMIT) -> Fraction:
    """Return the integer of a string of digits, times a power of ten.

    Raises `NumberError`, before the work, beyond the limits on digits and power; 0 may have any power.

    >>> scaled("25", -1)
    Fraction(5, 2)
    """
    figures = figures.lstrip("0")
    if figures and abs(power) > 2 * DIGITS_LIMIT:  # all digits after the point, and an exponent
        raise NumberError(f"an exponent is beyond {DIGITS_LIMIT:,}, the limit")
    if digits is not None and len(figures) > digits + 2:
        raise NumberError(f"it has more than {digits:,} digits, the limit")
    return Fraction(read_digits(figures) * 10 ** max(power, 0), 10 ** max(-power, 0)) if figures else Fraction(0)


def simplest_fraction(value: float) -> Fraction:
    """Return the fraction with the smallest denominator that rounds to a float.

    The reals that round to a float form an interval between the middles to its neighbours. It contains its ends if and
    only if ties round to the float. Continued fractions give the first node of the Stern-Brocot tree in this interval.
    So 1/3 typed in Python means one third.

    Raises `NumberError` for nan and infinities.

    Source: Graham, Knuth, Patashnik, *Concrete Mathematics*, 2nd edition, section 4.5.

    >>> simplest_fraction(1 / 3), simplest_fraction(0.55), simplest_fraction(1e-7)
    (Fraction(1, 3), Fraction(11, 20), Fraction(1, 10000000))
    """
    if not math.isfinite(value):
        raise NotANumberError(f"no fraction is {value}")
    if value <= 0:
        return -simplest_fraction(-value) if value else Fraction(0)
    low = (Fraction(value) + Fraction(math.nextafter(value, 0))) / 2
    high = Fraction(value) + Fraction(math.ulp(value)) / 2
    return _simplest_between(low, high, low.numerator / low.denominator == value)


def _simplest_between(low: Fraction, high: Fraction, ends_belong: bool) -> Fraction:
    """Return the fraction of smallest denominator in an interval with 0 <= low < high."""
    whole = math.ceil(low) if ends_belong else math.floor(low) + 1
    if whole < high:
        return Fraction(whole)
    floor = math.floor(low)
    if low == floor:  # An integer that does not belong; the answer is floor + 1/m with the smallest possible m.
        return floor + Fraction(1, math.floor(1 / (high - floor)) + 1)
    return floor + 1 / _simplest_between(1 / (high - floor), 1 / (low - floor), ends_belong)


def read_digits(text: str) -> int:
    """Return the integer of a string of decimal digits of any length, which Python's `int` refuses.

    >>> read_digits("1" + 5000 * "0") == 10**5000
    True
    """
    return int(text) if len(text) < SHORT else int(Decimal(text))


def read_count(value: object, name: str, least: int = 1, most: int | None = None) -> int:
    """Return the integer of an argument such as a number of games or a level: an integer or text of decimal digits.

    Parameters: `value`; `name`, its name in messages ("cap"); `least` and `most`, the smallest and the largest allowed
    integer, None for no largest.

    Raises `NumberError`, naming the argument, the value and the range, for other values.

    >>> read_count("12", "games"), read_count(0, "player", 0, 2)
    (12, 0)
    >>> read_count(0.5, "games")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: games: 0.5 is not an integer >= 1
    """
    number = _integer(value)
    if isinstance(value, str) and len(value) <= DIGITS_LIMIT and re.fullmatch(r"\s*[+-]?[0-9]+\s*", value, re.ASCII):
        number = read_digits(str.__str__(value).strip())
    if number is None or number < least or (most is not None and number > most):
        wanted = f">= {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise NumberError(f"{name}: {shown(value)} is not an integer {wanted}")
    return number


def refuse_long(number: Fraction, digits: int | None = DIGITS_LIMIT) -> Fraction:
    """Return a fraction, or raise `NumberError` if its numerator or denominator is above 10 to the power `digits`.

    >>> refuse_long(Fraction(1, 1001), 3)
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: it has more than 3 digits, the limit
    """
    largest = max(abs(number.numerator), number.denominator)
    # A number below 8^digits is below the limit, so the power of ten is not needed.
    if digits is not None and largest.bit_length() > 3 * digits and largest > 10**digits:
        raise NumberError(f"it has more than {digits:,} digits, the limit")
    return number


# ---------------------------------------------------------------------------------------------------------
# Numbers as text


def integer_text(value: int) -> str:
    """Return an integer of any length in decimal digits, without changing the interpreter's limits.

    >>> integer_text(-42), len(integer_text(10**5000))
    ('-42', 5001)
    """
    return str(value) if value.bit_length() < 3 * SHORT else format(Decimal(value), "f")


def fraction_text(value: Fraction) -> str:
    """Return a fraction as `a/b`, or as `a` if it is an integer.

    >>> fraction_text(Fraction(25, 63)), fraction_text(Fraction(0))
    ('25/63', '0')
    """
    top, bottom = value.as_integer_ratio()
    return integer_text(top) if bottom == 1 else f"{integer_text(top)}/{integer_text(bottom)}"


def decimal_text(value: Any, digits: int) -> str:
    """Return a number as a decimal with `digits` digits after the point, correctly rounded (ties to even).

    >>> decimal_text(Fraction(25, 63), 4), decimal_text(Fraction(1, 8), 2)
    ('0.3968', '0.12')
    """
    rounded: int = round(value * 10**digits)
    text = integer_text(abs(rounded)).rjust(digits + 1, "0")
    sign = "-" if rounded < 0 else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


def percent_text(value: Any, digits: int = 3) -> str:
    """Return a probability in percent, correctly rounded.

    >>> percent_text(Fraction(25, 63))
    '39.683 %'
    """
    return decimal_text(value * 100, digits) + " %"
