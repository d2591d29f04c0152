"""Reading rational numbers: input becomes an exact `fractions.Fraction`."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

from truel_ref.errors import NumberError, imported, shown
from truel_ref.numbers.limits import DIGITS_LIMIT, EXPONENT_LIMIT, TEXT_LIMIT
from truel_ref.numbers.writing import decimal_text, integer_text, plain_integer, read_digits

__all__ = [
    "coprime_fraction",
    "in_unit_interval",
    "read_rational",
    "read_rational_probability",
    "simplest_fraction",
    "too_long",
]

_FRACTION = re.compile(r"([+-]?)\s*([0-9]+)\s*/\s*([0-9]+)", re.ASCII)
_DECIMAL = re.compile(r"([+-]?)\s*([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?)([0-9]+))?", re.ASCII)

_new = object.__new__
_HOW_TO_WRITE = "write it as 1/3, 0.55, 5.5e-1 or 55%"


def read_rational(value: object, name: str = "", digits: int | None = DIGITS_LIMIT) -> Fraction:
    """Return the exact fraction of a value.

    The function accepts int, Fraction, Decimal, text (`"1/3"`, `"0.55"`, `"55%"`, `"5.5e-1"`), sympy and gmpy2
    rationals, and float. A float means the simplest fraction that rounds to it (`simplest_fraction`). `numpy.float64`
    is a float; other scalars and arrays of NumPy are refused, because their intended value is unclear. Instances of
    subclasses become plain fractions.

    Parameters: `value`, the number; `name`, its name in messages ("player B"); `digits`, the limit: numerator and
    denominator are at most 10 to this power; None for numbers that the library has written.

    Raises `NumberError`, naming the value, for bool, nan, infinities and other values that are not numbers, and for
    numbers beyond the limits (`truel_ref.numbers.limits`).

    >>> read_rational("55%"), read_rational(0.55), read_rational(" 11 / 20 "), read_rational(-0.0)
    (Fraction(11, 20), Fraction(11, 20), Fraction(11, 20), Fraction(0, 1))
    >>> read_rational("1e-1000000", "player B")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: player B: '1e-1000000' has an exponent beyond 10,000, the limit
    """
    try:
        result = _read(value, digits)
        if digits is not None and too_long(result, digits):
            raise NumberError(_limit_passed(value, digits))
    except NumberError as error:
        raise NumberError(f"{name}: {error}" if name else str(error)) from None
    return result


def _read(value: object, digits: int | None) -> Fraction:
    if type(value).__module__ == "numpy" and not isinstance(value, float):
        raise NumberError(f"{shown(value)} is a NumPy {type(value).__name__}; pass a Python number or text instead")
    if isinstance(value, bool):
        raise NumberError(f"{value} is a bool, not a number; {_HOW_TO_WRITE}")
    if isinstance(value, int):
        return Fraction(plain_integer(value))
    if isinstance(value, Fraction):
        return _plain_fraction(value)
    if isinstance(value, float):
        return simplest_fraction(float.__float__(value))
    if isinstance(value, str):
        return _from_text(str.__str__(value), digits)
    if isinstance(value, Decimal):
        return _from_decimal(Decimal(value), digits)
    rational = _foreign_rational(value)
    if rational is None:
        raise NumberError(f"{shown(value)} is not a number; {_HOW_TO_WRITE}")
    return rational


def _plain_fraction(value: Fraction) -> Fraction:
    top, bottom = value.numerator, value.denominator
    if type(value) is Fraction and type(top) is int and type(bottom) is int:
        return value
    return Fraction(int(top), int(bottom))


def coprime_fraction(top: int, bottom: int) -> Fraction:
    """Return the fraction of an integer and a positive integer that have no common divisor.

    The function does not check this; the check is most of the cost of a fraction.

    >>> coprime_fraction(2, 3)
    Fraction(2, 3)
    """
    fraction = _new(Fraction)
    fraction._numerator, fraction._denominator = top, bottom  # type: ignore[attr-defined]  # its two slots
    return fraction


def too_long(value: Fraction, digits: int) -> bool:
    """Return whether the numerator or the denominator of a fraction is above `10^digits`.

    >>> too_long(Fraction(1, 1000), 3), too_long(Fraction(1, 1001), 3)
    (False, True)
    """
    largest = max(abs(value.numerator), value.denominator)
    # A number below 8^digits is below the limit, so the power of ten is not needed.
    return largest.bit_length() > 3 * digits and largest > 10**digits


def _limit_passed(value: object, digits: int) -> str:
    return f"{shown(value)} has more than {digits:,} digits, the limit"


def simplest_fraction(value: float) -> Fraction:
    """Return the fraction with the smallest denominator that rounds to a float.

    The reals that round to a float `f` form an interval. It reaches half-way to the neighbouring floats, and contains
    its ends if and only if ties round to `f`. Continued fractions give the first node of the Stern-Brocot tree in this
    interval. So 1/3 typed in Python means one third, and 0.55 means 11/20.

    Parameters: `value`, a finite float of any sign.

    Raises `NumberError` for nan and infinities.

    Source: Graham, Knuth, Patashnik, *Concrete Mathematics*, 2nd edition, section 4.5.

    >>> simplest_fraction(1 / 3), simplest_fraction(0.55), simplest_fraction(1e-7)
    (Fraction(1, 3), Fraction(11, 20), Fraction(1, 10000000))
    """
    if not math.isfinite(value):
        raise NumberError(f"{value} is not a number with a fraction; {_HOW_TO_WRITE}")
    if value < 0:
        return -simplest_fraction(-value)
    if value == 0:
        return Fraction(0)
    middle = Fraction(value)
    below = Fraction(math.nextafter(value, -math.inf))
    above_float = math.nextafter(value, math.inf)
    # Beyond the largest float, take the distance to the float below it.
    above = Fraction(above_float) if math.isfinite(above_float) else middle + (middle - below)
    low, high = (below + middle) / 2, (middle + above) / 2
    ends_belong = low.numerator / low.denominator == value
    return _simplest_between(low, high, ends_belong)


def _simplest_between(low: Fraction, high: Fraction, ends_belong: bool) -> Fraction:
    """Return the fraction of smallest denominator in an interval with 0 <= low < high.

    The ends share the leading terms of their continued fractions; strip these terms until an integer lies between.
    """
    terms: list[int] = []
    while True:
        whole = math.ceil(low) if ends_belong else math.floor(low) + 1
        if whole < high:
            terms.append(whole)
            break
        floor = math.floor(low)
        terms.append(floor)
        if low == floor:
            # The low end is an integer that does not belong; its reciprocal remainder is infinite, so the
            # answer is floor + 1/m with the smallest m that keeps it below the high end.
            terms.append(math.floor(1 / (high - floor)) + 1)
            break
        low, high = 1 / (high - floor), 1 / (low - floor)
    result = Fraction(terms.pop())
    while terms:
        result = terms.pop() + 1 / result
    return result


def _from_text(text: str, digits: int | None) -> Fraction:
    if digits is not None and len(text) > TEXT_LIMIT:
        raise NumberError(f"{shown(text)} is {len(text):,} characters long, more than {TEXT_LIMIT:,}, the limit")
    body = text.strip()
    percent = body.endswith("%")
    if percent:
        body = body[:-1].rstrip()
    if match := _FRACTION.fullmatch(body):
        sign, top, bottom = match.groups()
        if digits is not None and max(len(top.lstrip("0")), len(bottom.lstrip("0"))) > digits + 1:
            raise NumberError(_limit_passed(text, digits))
        denominator = read_digits(bottom, None)
        if denominator == 0:
            raise NumberError(f"{shown(text)} divides by zero; {_HOW_TO_WRITE}")
        value = Fraction(read_digits(top, None), denominator)
    elif (match := _DECIMAL.fullmatch(body)) and (match[2] or match[3]):
        sign, whole, decimals, down, exponent = match.groups(default="")
        value = _scientific((whole + decimals).lstrip("0"), len(decimals), down == "-", exponent, text, digits)
    else:
        raise NumberError(f"{shown(text)} is not a number; {_HOW_TO_WRITE}")
    if sign == "-":
        value = -value
    return value / 100 if percent else value


def _scientific(figures: str, decimals: int, down: bool, exponent: str, given: object, digits: int | None) -> Fraction:
    """Return a decimal number times a power of ten.

    Parameters: `figures`, the digits without leading zeros; `decimals`, how many are after the point; `down`, whether
    the exponent is negative; `exponent`, its digits, or empty; `given`, the value for messages; `digits`, the limit.
    """
    if not figures:
        return Fraction(0)
    exponent = exponent.lstrip("0")
    if len(exponent) > len(str(EXPONENT_LIMIT)) or int(exponent or 0) > EXPONENT_LIMIT:
        raise NumberError(f"{shown(given)} has an exponent beyond {EXPONENT_LIMIT:,}, the limit")
    power = (-int(exponent or 0) if down else int(exponent or 0)) - decimals
    if digits is not None and max(len(figures), -power) > digits + 2:
        raise NumberError(_limit_passed(given, digits))
    number = read_digits(figures, None)
    return Fraction(number * 10**power) if power >= 0 else Fraction(number, 10**-power)


def _from_decimal(value: Decimal, digits: int | None) -> Fraction:
    sign, figures, exponent = value.as_tuple()
    if not isinstance(exponent, int):  # it is a letter for nan and the infinities
        raise NumberError(f"{value} is not a number with a fraction; {_HOW_TO_WRITE}")
    text = "".join(map(str, figures)).lstrip("0")
    result = _scientific(text, 0, exponent < 0, str(abs(exponent)), value, digits)
    return -result if sign else result


def _foreign_rational(value: object) -> Fraction | None:
    """Return the fraction of a sympy or gmpy2 rational, or None, without importing these libraries."""
    sympy = imported("sympy")
    if sympy is not None and isinstance(value, sympy.Rational):
        return Fraction(int(value.p), int(value.q))
    gmpy2 = imported("gmpy2")
    if gmpy2 is not None and isinstance(value, gmpy2.mpz | gmpy2.mpq):
        return Fraction(int(value.numerator), int(value.denominator))
    return None


def read_rational_probability(value: object, name: str = "") -> Fraction:
    """Return the exact probability of a value: `read_rational`, restricted to [0, 1].

    Raises the errors of `read_rational`, and `NumberError` for a number outside [0, 1].

    >>> read_rational_probability("2/3")
    Fraction(2, 3)
    >>> read_rational_probability("55", "player B")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: player B: '55' is not in [0, 1]; a probability of 55 percent is written 55% or 0.55
    """
    return in_unit_interval(read_rational(value, name), value, name)


def in_unit_interval(number: Fraction, given: object, name: str) -> Fraction:
    """Return a fraction in [0, 1], or raise `NumberError` with a hint at the intended value.

    Parameters: `number`; `given`, the value that was read; `name`, its name in messages.

    >>> in_unit_interval(Fraction(1, 2), "50%", "player A")
    Fraction(1, 2)
    """
    if 0 <= number <= 1:
        return number
    hint = "a probability lies between 0 and 1"
    if 1 < number <= 100 and number.denominator == 1:
        percent = integer_text(number.numerator)
        hint = f"a probability of {percent} percent is written {percent}% or {decimal_text(number / 100, 2)}"
    where = f"{name}: " if name else ""
    raise NumberError(f"{where}{shown(given)} is not in [0, 1]; {hint}")
