"""The one door for numbers: whatever a person types becomes an exact fraction, and comes out as exact text.

Inside, phases are computed in the number type of a `Backend` (`gmpy2.mpq` where gmpy2 is installed, else
`fractions.Fraction`); at the public edge every rational number is a `fractions.Fraction`. Irrational ones are the
matter of `truel_ref.numbers.real` and `truel_ref.numbers.algebraic`.
"""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Protocol

from truel_ref.errors import BackendError, NumberError, shown

__all__ = [
    "Backend",
    "backend",
    "backends",
    "decimal_text",
    "exact",
    "force_backend",
    "fraction_text",
    "integer",
    "integer_text",
    "percent_text",
    "probability",
    "simplest_fraction",
]

# ---------------------------------------------------------------------------------------------------------
# Reading

_EXPONENT_LIMIT = 1_000_000  # 1e-1000000 is written out in full; a longer exponent is surely a slip

_FRACTION = re.compile(r"([+-]?)\s*([0-9]+)\s*/\s*([0-9]+)", re.ASCII)
_DECIMAL = re.compile(r"([+-]?)\s*([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?", re.ASCII)

_HOW_TO_WRITE = "write it as 1/3, 0.55, 5.5e-1 or 55%"


def integer(text: str) -> int:
    """Return the integer that a string of decimal digits stands for, however long it is.

    Python refuses to read integers of more than 4300 digits with `int`; `Decimal` reads them, exactly.

    >>> integer("12")
    12
    >>> integer("1" + 5000 * "0") == 10**5000
    True
    """
    return int(text) if len(text) < 640 else int(Decimal(text))


def simplest_fraction(value: float) -> Fraction:
    """Return the fraction with the smallest denominator that rounds to this very float.

    The reals that round to a float `f` form an interval: it reaches half-way to the neighbours, and contains its
    end points if and only if ties round to `f`. The first node of the Stern-Brocot tree inside it is found by
    its continued fraction. So 1/3 typed in Python means one third, and 0.55 means 11/20.

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
    # Beyond the largest float the next one would stand at the same distance.
    above = Fraction(above_float) if math.isfinite(above_float) else middle + (middle - below)
    low, high = (below + middle) / 2, (middle + above) / 2
    ends_belong = low.numerator / low.denominator == value
    return _simplest_between(low, high, ends_belong)


def _simplest_between(low: Fraction, high: Fraction, ends_belong: bool) -> Fraction:
    """Return the fraction of smallest denominator in an interval with 0 <= low < high.

    Both numbers share the leading terms of their continued fractions; strip them until an integer lies between.
    """
    terms: list[int] = []
    while True:
        whole = math.ceil(low) if ends_belong else math.floor(low) + 1
        if whole < high or (ends_belong and whole == high):
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


def _from_text(text: str, where: str) -> Fraction:
    body = text.strip()
    percent = body.endswith("%")
    if percent:
        body = body[:-1].rstrip()
    if match := _FRACTION.fullmatch(body):
        sign, top, bottom = match.groups()
        denominator = integer(bottom)
        if denominator == 0:
            raise NumberError(f"{where}{shown(text)} divides by zero; {_HOW_TO_WRITE}")
        value = Fraction(integer(top), denominator)
    elif (match := _DECIMAL.fullmatch(body)) and (match[2] or match[3]):
        sign, whole, decimals, exponent = match.groups(default="")
        power = integer(exponent.lstrip("+-") or "0") * (-1 if exponent.startswith("-") else 1)
        digits = integer(whole + decimals)
        value = _times_power_of_ten(digits, power - len(decimals), text, where)
    else:
        raise NumberError(f"{where}{shown(text)} is not a number; {_HOW_TO_WRITE}")
    if sign == "-":
        value = -value
    return value / 100 if percent else value


def _times_power_of_ten(digits: int, power: int, shown_value: object, where: str) -> Fraction:
    if digits == 0:
        return Fraction(0)
    if abs(power) > _EXPONENT_LIMIT:
        raise NumberError(
            f"{where}{shown(shown_value)} has an exponent beyond {_EXPONENT_LIMIT:,}, too long to write out; "
            f"{_HOW_TO_WRITE}"
        )
    return Fraction(digits * 10**power) if power >= 0 else Fraction(digits, 10**-power)


def _from_decimal(value: Decimal, where: str) -> Fraction:
    if not value.is_finite():
        raise NumberError(f"{where}{value} is not a number with a fraction; {_HOW_TO_WRITE}")
    sign, digits, exponent = value.as_tuple()
    assert isinstance(exponent, int)  # finite
    result = _times_power_of_ten(integer("".join(map(str, digits))), exponent, value, where)
    return -result if sign else result


def exact(value: object, name: str = "") -> Fraction:
    """Return the exact fraction that a value stands for.

    Accepted are int, Fraction, Decimal, text (`"1/3"`, `"0.55"`, `"55%"`, `"5.5e-1"`), sympy and gmpy2 rationals,
    and float, where a float stands for the simplest fraction that rounds to that very float
    (`simplest_fraction`). `numpy.float64` is a float; the other scalars of NumPy are refused, because they say
    nothing about what was meant.

    Parameters: `value`, the number; `name`, how messages should call it ("player B").

    Raises `NumberError`, naming the value, for bool, nan, infinities and everything that is no number.

    >>> exact("55%"), exact(0.55), exact(" 11 / 20 "), exact(-0.0)
    (Fraction(11, 20), Fraction(11, 20), Fraction(11, 20), Fraction(0, 1))
    """
    where = f"{name}: " if name else ""
    if type(value).__module__ == "numpy" and not isinstance(value, float):
        raise NumberError(
            f"{where}{shown(value)} is a NumPy {type(value).__name__}; pass a Python number or text instead"
        )
    if isinstance(value, bool):
        raise NumberError(f"{where}{value} is a bool, not a number; {_HOW_TO_WRITE}")
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int):
        return Fraction(int(value))
    if isinstance(value, float):
        try:
            return simplest_fraction(float(value))
        except NumberError as error:
            raise NumberError(f"{where}{error}") from None
    if isinstance(value, str):
        return _from_text(value, where)
    if isinstance(value, Decimal):
        return _from_decimal(value, where)
    rational = _foreign_rational(value)
    if rational is None:
        raise NumberError(f"{where}{shown(value)} is not a number; {_HOW_TO_WRITE}")
    return rational


def _foreign_rational(value: object) -> Fraction | None:
    """Return the fraction of a sympy or gmpy2 rational, or None. Neither library is imported for the question."""
    sympy = sys.modules.get("sympy")
    if sympy is not None and isinstance(value, sympy.Rational) and value.is_finite:
        return Fraction(int(value.p), int(value.q))
    gmpy2 = sys.modules.get("gmpy2")
    if gmpy2 is not None and isinstance(value, gmpy2.mpz | gmpy2.mpq):
        return Fraction(int(value.numerator), int(value.denominator))
    return None


def probability(value: object, name: str = "") -> Fraction:
    """Return the exact probability that a value stands for: `exact`, and inside [0, 1].

    Raises `NumberError` where `exact` does, and for anything outside [0, 1].

    >>> probability("2/3")
    Fraction(2, 3)
    >>> probability("55", "player B")
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: player B: '55' is not in [0, 1]; a probability of 55 percent is written 55% or 0.55
    """
    result = exact(value, name)
    if 0 <= result <= 1:
        return result
    where = f"{name}: " if name else ""
    hint = "a probability lies between 0 and 1"
    if 1 < result <= 100 and result.denominator == 1:
        percent = integer_text(result.numerator)
        hint = f"a probability of {percent} percent is written {percent}% or {decimal_text(result / 100, 2)}"
    raise NumberError(f"{where}{shown(value)} is not in [0, 1]; {hint}")


# ---------------------------------------------------------------------------------------------------------
# Writing


def integer_text(value: int) -> str:
    """Return an integer in decimal digits, however long it is, without changing the interpreter's limits.

    >>> integer_text(-42)
    '-42'
    >>> len(integer_text(10**5000))
    5001
    """
    return str(value) if value.bit_length() < 2000 else format(Decimal(value), "f")


def fraction_text(value: Fraction) -> str:
    """Return a fraction as `a/b`, or `a` where it is whole.

    >>> fraction_text(Fraction(25, 63)), fraction_text(Fraction(0))
    ('25/63', '0')
    """
    top = integer_text(value.numerator)
    return top if value.denominator == 1 else f"{top}/{integer_text(value.denominator)}"


class _Roundable(Protocol):
    """What can be written in decimals: a `Fraction`, and every exact number that is scaled and rounded like one."""

    def __mul__(self, other: int, /) -> Any: ...


def decimal_text(value: _Roundable, digits: int) -> str:
    """Return a number as a decimal with so many digits after the point, correctly rounded (ties to even).

    >>> decimal_text(Fraction(25, 63), 4), decimal_text(Fraction(1, 8), 2)
    ('0.3968', '0.12')
    """
    scaled: int = round(value * 10**digits)
    text = integer_text(abs(scaled)).rjust(digits + 1, "0")
    sign = "-" if scaled < 0 else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


def percent_text(value: _Roundable, digits: int = 3) -> str:
    """Return a probability in percent, correctly rounded.

    >>> percent_text(Fraction(25, 63))
    '39.683 %'
    """
    return decimal_text(value * 100, digits) + " %"


# ---------------------------------------------------------------------------------------------------------
# The number type inside


@dataclass(frozen=True)
class Backend:
    """A number type for the inside of the solver.

    Fields: `name`; `number` turns a Fraction into the type and `fraction` turns it back (the backend of
    `truel_ref.numbers.algebraic` takes and returns irrational numbers too); `numerators` takes
    a list of its numbers and returns them multiplied by a common positive factor, with that factor, so that
    what only needs `+ - *` and comparison can run on integers.
    """

    name: str
    number: Callable[[Any], Any]
    fraction: Callable[[Any], Any]
    numerators: Callable[[Sequence[Any]], tuple[list[Any], Any]]


def _numerators(values: Sequence[Any]) -> tuple[list[Any], Any]:
    common = math.lcm(*(int(value.denominator) for value in values))
    return [int(value.numerator) * (common // int(value.denominator)) for value in values], common


def _fractions_backend() -> Backend:
    return Backend("fractions", lambda value: value, Fraction, _numerators)


def _gmpy2_backend() -> Backend:
    try:
        import gmpy2
    except ImportError:
        raise BackendError(
            "the backend 'gmpy2' is not installed; install it with pip install 'truel-ref[fast]', "
            "or use the backend 'fractions'"
        ) from None

    def fraction(value: Any) -> Fraction:
        return Fraction(int(value.numerator), int(value.denominator))

    return Backend("gmpy2", gmpy2.mpq, fraction, _numerators)


_MAKERS: dict[str, Callable[[], Backend]] = {"gmpy2": _gmpy2_backend, "fractions": _fractions_backend}
_ENVIRONMENT = "TRUEL_REF_BACKEND"
_forced: str | None = None


def backends() -> tuple[str, ...]:
    """Return the names of the backends that can be used here, the fastest first.

    >>> "fractions" in backends()
    True
    """
    names = []
    for name, make in _MAKERS.items():
        try:
            make()
        except BackendError:
            continue
        names.append(name)
    return tuple(names)


def get_backend(name: str | None = None) -> Backend:
    """Return a backend by name; without a name, the one in force (see `backend`)."""
    chosen = name or backend()
    if chosen not in _MAKERS:
        raise BackendError(f"no backend is called {shown(chosen)}; there are {', '.join(_MAKERS)}")
    return _MAKERS[chosen]()


def backend() -> str:
    """Return the name of the number type in force: "gmpy2" where installed, else "fractions".

    `force_backend` overrides it, and so does the environment variable `TRUEL_REF_BACKEND`. The results are the
    same fractions whatever it is.

    >>> backend() in ("gmpy2", "fractions")
    True
    """
    return _forced or os.environ.get(_ENVIRONMENT) or backends()[0]


def force_backend(name: str | None) -> None:
    """Force the number type inside for this process; None returns to the choice that `backend` describes.

    Raises `BackendError` if there is no such backend or it is not installed.

    >>> force_backend("fractions")
    >>> backend()
    'fractions'
    >>> force_backend(None)
    """
    global _forced  # noqa: PLW0603  one switch for the process, as documented
    if name is not None:
        get_backend(name)
    _forced = name
