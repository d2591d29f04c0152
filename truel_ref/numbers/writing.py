"""Numbers as text: fractions exactly, decimals correctly rounded."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol

from truel_ref.numbers.integers import TYPICAL_BITS, integer_text

__all__ = ["decimal_text", "fraction_text", "percent_text", "radical_text"]


def fraction_text(value: Fraction) -> str:
    """Return a fraction as `a/b`, or `a` where it is whole.

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


def outward_texts(low: Fraction, high: Fraction, digits: int) -> tuple[str, str]:
    """Return two bounds as decimals with so many digits after the point, the lower one rounded down, the upper one up.

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
