"""Real algebraic numbers: roots of irreducible polynomials in one symbol, told apart by rational intervals.

Every question is answered exactly: the sign of a polynomial at a root is 0 if the two polynomials are the same, and
otherwise the interval is halved until the Bernstein coefficients on it have one sign, which must happen in the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cmp_to_key
from math import gcd, isqrt
from typing import Any

from truel_ref.exact import decimal_text, fraction_text
from truel_ref.symbolic.algebra import Polynomial
from truel_ref.symbolic.signs import bernstein
from truel_ref.symbolic.text import polynomial_text

_LARGEST_FACTOR = 1000  # squares of larger numbers stay under the root, which is only less pretty

__all__ = ["Root", "between", "compare", "number", "ordered", "real_roots", "sign_at"]


@dataclass(frozen=True)
class Root:
    """A real algebraic number: one root of its minimal polynomial.

    Fields: `polynomial`, irreducible and primitive in one symbol, with a positive leading coefficient; `index`, which
    of its real roots, counted from the smallest; `low` and `high`, an interval that holds this root and no other: its
    ends are rational and, unless they are the same, no roots.

    >>> from sympy import QQ, ring
    >>> _, x = ring("x", QQ)
    >>> smallest, largest = real_roots(3 * x**2 + 2 * x - 2)
    >>> print(largest, largest.decimal(20))
    (-1 + sqrt(7))/3 0.54858377035486353017
    """

    polynomial: Polynomial
    index: int
    low: Fraction = field(compare=False)
    high: Fraction = field(compare=False)

    @property
    def rational(self) -> Fraction | None:
        """The number itself where it is rational, else None."""
        return self.low if self.low == self.high else None

    def narrowed(self) -> Root:
        """Return the same number with an interval of half the width."""
        if self.low == self.high:
            return self
        middle = (self.low + self.high) / 2
        left = _at(self.polynomial, self.low) * _at(self.polynomial, middle) < 0
        ends = (self.low, middle) if left else (middle, self.high)
        return Root(self.polynomial, self.index, *ends)

    def decimal(self, digits: int = 20) -> str:
        """Return the number as a decimal with so many digits after the point, correctly rounded."""
        here = self
        while decimal_text(here.low, digits) != decimal_text(here.high, digits):
            here = here.narrowed()
        return decimal_text(here.low, digits)

    @property
    def radicals(self) -> str | None:
        """The number with a square root where its degree is 2, a fraction where it is 1, else None."""
        if self.rational is not None:
            return fraction_text(self.rational)
        if self.polynomial.degree() != 2:
            return None
        c, b, a = (int(value) for value in _ascending(self.polynomial))
        square, outside = b * b - 4 * a * c, 1
        for factor in range(2, min(isqrt(square), _LARGEST_FACTOR) + 1):
            while square % factor**2 == 0:
                square, outside = square // factor**2, outside * factor
        common = gcd(b, outside, 2 * a)
        top, outside, below = -b // common, outside // common, 2 * a // common
        sign = "+" if self.index else "-"
        root = f"sqrt({square})" if outside == 1 else f"{outside}*sqrt({square})"
        whole = f"{top} {sign} {root}" if top else f"{sign.strip('+')}{root}"
        if below == 1:
            return whole
        return f"({whole})/{below}" if top else f"{whole}/{below}"

    def __str__(self) -> str:
        return self.radicals or f"root of {polynomial_text(self.polynomial)} near {self.decimal(10)}"

    def to_json(self) -> dict[str, Any]:
        """Return the number as plain data: minimal polynomial, isolating interval, 20 digits, radicals if simple."""
        return {
            "polynomial": polynomial_text(self.polynomial),
            "interval": [fraction_text(self.low), fraction_text(self.high)],
            "decimal": self.decimal(20),
            "radicals": self.radicals,
        }


def _ascending(polynomial: Polynomial) -> list[Fraction]:
    values = [Fraction(0)] * (polynomial.degree() + 1)
    for (power,), value in polynomial.terms():
        values[power] = Fraction(int(value.numerator), int(value.denominator))
    return values


def _at(polynomial: Polynomial, value: Fraction) -> Fraction:
    total = Fraction(0)
    for coefficient in reversed(_ascending(polynomial)):
        total = total * value + coefficient
    return total


@cache
def real_roots(polynomial: Polynomial) -> tuple[Root, ...]:
    """Return the real roots of an irreducible primitive polynomial in one symbol, the smallest first.

    Source: real root isolation by continued fractions, as in sympy (`Poly.intervals`); A. G. Akritas and A. W.
    Strzebonski, "A comparative study of two real root isolation methods", Nonlinear Analysis: Modelling and Control 10
    (2005), 297-304.
    """
    from sympy import Poly

    if polynomial.degree() < 1:
        return ()
    if polynomial.degree() == 1:
        constant, slope = _ascending(polynomial)
        value = -constant / slope
        return (Root(polynomial, 0, value, value),)
    found = Poly(polynomial.as_expr(), polynomial.ring.symbols[0], domain="QQ").intervals()
    # The ends are no roots, since an irreducible polynomial of higher degree has no rational ones.
    return tuple(
        Root(polynomial, index, *(Fraction(int(end.p), int(end.q)) for end in ends))
        for index, (ends, _) in enumerate(found)
    )


def number(value: Fraction, like: Polynomial) -> Root:
    """Return a rational number as a root, in the ring of a polynomial."""
    ring = like.ring
    symbol = ring.gens[0]
    return Root(symbol * value.denominator - value.numerator, 0, value, value)


def sign_at(polynomial: Polynomial, point: Root) -> int:
    """Return the exact sign of an irreducible primitive polynomial at a point.

    >>> from sympy import QQ, ring
    >>> _, x = ring("x", QQ)
    >>> root = real_roots(x**2 - 2)[1]
    >>> sign_at(x**2 - 2, root), sign_at(100 * x - 141, root), sign_at(100 * x - 142, root)
    (0, 1, -1)
    """
    if point.rational is not None:
        value = _at(polynomial, point.rational)
        return (value > 0) - (value < 0)
    if polynomial == point.polynomial:
        return 0
    while True:
        values = bernstein(polynomial, [(point.low, point.high)]).values()
        if min(values) > 0:
            return 1
        if max(values) < 0:
            return -1
        point = point.narrowed()


def compare(first: Root, second: Root) -> int:
    """Return -1, 0 or 1 as the first number is smaller than the second, equal to it or larger."""
    if first == second:
        return 0
    while not (first.high < second.low or second.high < first.low):
        # Neighbours may share an end, which belongs to neither of them unless it is the number itself.
        if first.high == second.low != first.low and second.low != second.high:
            return -1
        if second.high == first.low != second.low and first.low != first.high:
            return 1
        first, second = first.narrowed(), second.narrowed()
    return -1 if first.high < second.low else 1


def ordered(numbers: Iterable[Root]) -> list[Root]:
    """Return numbers in rising order, each once."""
    return sorted(set(numbers), key=cmp_to_key(compare))


def between(low: Root, high: Root) -> Fraction:
    """Return a rational number strictly between two numbers, the first smaller than the second."""
    while low.high >= high.low:
        low, high = low.narrowed(), high.narrowed()
    return (low.high + high.low) / 2
