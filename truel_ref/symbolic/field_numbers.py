"""Algebraic numbers by their coordinates: polynomials in one irrational number each, so that formulas stay readable.

The sum of a number of degree 3 and another of degree 2 has degree 6, and nobody likes to read it. So what is added up
in a closed form stays apart by its field: a fraction; `p + q sqrt(r)`; or a polynomial in a number of higher degree,
which gets a letter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from truel_ref.numbers import (
    Algebraic,
    Number,
    evaluate,
    fraction_text,
    minimal_polynomial,
    root,
    square_part,
)

__all__ = ["FieldNumber", "function_at"]

_RATIONAL = Fraction(0)


class FieldNumber:
    """A real number as a polynomial in another one, its base, with rational coefficients.

    The base of a fraction is 0, that of a number of degree 2 is `sqrt(r)`, with `r` square-free; any other number may
    be one. `+ - * /` take fractions and numbers of the same base.

    Parameters: `base`; `element`, of the field of the base.

    >>> half = FieldNumber.of(root([4, 0, -8, 1], 2))
    >>> print(half, half * half * half - 2 * half, FieldNumber.of(root([1, -3, 1], 0)))
    u -1/4 (3 - sqrt(5))/2
    """

    def __init__(self, base: Number, element: Any) -> None:
        self.base = base
        self._element = element

    @classmethod
    def of(cls, value: Number | int) -> FieldNumber:
        """Return a number with the base that is its own."""
        if not isinstance(value, Algebraic):
            return cls(_RATIONAL, _element([Fraction(value)], _RATIONAL))
        if value.degree > 2:
            return cls(value, _element([Fraction(1), Fraction(0)], value))
        a, b, c = value.polynomial
        square, rest = square_part(b * b - 4 * a * c)
        base = root([1, 0, -rest], 1)
        return cls(base, _element([Fraction(square if value.index else -square, 2 * a), Fraction(-b, 2 * a)], base))

    # -- what it is

    @property
    def coordinates(self) -> tuple[Fraction, ...]:
        """The coefficients of the powers of the base, from the power 0 upwards; only the first where it is rational."""
        listed = [Fraction(int(one.numerator), int(one.denominator)) for one in reversed(self._element.to_list())]
        return tuple(listed) or (Fraction(0),)

    @property
    def rational(self) -> Fraction | None:
        """The number as a fraction, or None if it is irrational."""
        return self.coordinates[0] if len(self.coordinates) == 1 else None

    @property
    def degree(self) -> int:
        """The degree of the base."""
        return len(minimal_polynomial(self.base)) - 1

    @property
    def value(self) -> Number:
        """The number itself."""
        value: Number = evaluate(self.coordinates[::-1], self.base)
        return value

    def sign(self) -> int:
        """Return 1, 0 or -1 as the number is above, equal to or below 0: proved."""
        value = self.value
        return (value > 0) - (value < 0)

    def __bool__(self) -> bool:
        return any(self.coordinates)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FieldNumber):
            return NotImplemented
        same_base = self.base == other.base or self.rational is not None
        return same_base and self.coordinates == other.coordinates

    def __hash__(self) -> int:
        return hash((None if self.rational is not None else self.base, self.coordinates))

    def __repr__(self) -> str:
        return f"<FieldNumber {self}>"

    # -- arithmetic

    def _both(self, other: FieldNumber | Fraction | int) -> tuple[Number, Any, Any]:
        """Return a base that two numbers have in common, and both in its field."""
        if not isinstance(other, FieldNumber):
            other = FieldNumber.of(other)
        if self.base == other.base:
            return self.base, self._element, other._element
        for one, two in ((self, other), (other, self)):
            rational = two.rational
            if rational is not None:
                moved = _element([rational], one.base)
                return one.base, *((one._element, moved) if one is self else (moved, one._element))
        raise AssertionError(f"internal error: {self} and {other} have no base in common")

    def __add__(self, other: FieldNumber | Fraction | int) -> FieldNumber:
        base, one, two = self._both(other)
        return FieldNumber(base, one + two)

    __radd__ = __add__

    def __neg__(self) -> FieldNumber:
        return FieldNumber(self.base, -self._element)

    def __sub__(self, other: FieldNumber | Fraction | int) -> FieldNumber:
        return self + -other

    def __rsub__(self, other: Fraction | int) -> FieldNumber:
        return -self + other

    def __mul__(self, other: FieldNumber | Fraction | int) -> FieldNumber:
        base, one, two = self._both(other)
        return FieldNumber(base, one * two)

    __rmul__ = __mul__

    def __truediv__(self, other: FieldNumber | Fraction | int) -> FieldNumber:
        base, one, two = self._both(other)
        return FieldNumber(base, one / two)

    def __rtruediv__(self, other: Fraction | int) -> FieldNumber:
        return FieldNumber.of(other) / self

    def primitive(self) -> tuple[Fraction, FieldNumber]:
        """Return a positive fraction and a number with coprime integers for coordinates whose product it is; not 0.

        >>> FieldNumber.of(root([1, -3, 1], 0)).primitive()
        (Fraction(1, 2), <FieldNumber 3 - sqrt(5)>)
        """
        listed = self.coordinates
        content = Fraction(gcd(*(one.numerator for one in listed)), lcm(*(one.denominator for one in listed)))
        return content, self * (1 / content)

    # -- telling

    def text(self, names: Mapping[Number, str] | None = None) -> str:
        """Return the number as text, which is also Python.

        Parameters: `names`, letters for bases of degree 3 or more; `u` for one that has none.
        """
        below = lcm(*(one.denominator for one in self.coordinates))
        terms = (self * below).terms(names)
        text = " ".join(terms).removeprefix("+ ") or "0"
        if below == 1:
            return text
        return f"({text})/{below}" if len(terms) > 1 else " ".join(self.terms(names)).removeprefix("+ ")

    __str__ = text

    def terms(self, names: Mapping[Number, str] | None = None) -> list[str]:
        """Return the terms that are not 0 as text, by rising powers of the base, each with its sign."""
        name = "" if self.rational is not None else _name(self.base, names or {})
        parts = []
        for power, value in enumerate(self.coordinates):
            if value:
                sign = "-" if value < 0 else "+"
                text = product_text(abs(value), "" if not power else name if power == 1 else f"{name}**{power}")
                parts.append(f"{sign} {text}")
        if parts and parts[0].startswith("- "):
            parts[0] = "-" + parts[0][2:]
        return parts

    def to_sympy(self) -> Any:
        """Return the number as an expression of sympy."""
        from sympy import Add, Rational

        base = self.base.to_sympy() if isinstance(self.base, Algebraic) else Rational(0)
        pairs = enumerate(self.coordinates)
        return Add(*(Rational(one.numerator, one.denominator) * base**power for power, one in pairs))


def _name(base: Number, names: Mapping[Number, str]) -> str:
    """Return how a base is written: as a root, or by its letter."""
    if isinstance(base, Algebraic) and base.degree == 2:
        return f"sqrt({-base.polynomial[2]})"
    return names.get(base, "u")


def product_text(size: Fraction, factor: str) -> str:
    """Return a positive fraction times something as text.

    >>> product_text(Fraction(3, 2), "u"), product_text(Fraction(1, 2), "u"), product_text(Fraction(1, 2), "")
    ('3*u/2', 'u/2', '1/2')
    """
    if not factor:
        return fraction_text(size)
    top = factor if size.numerator == 1 else f"{fraction_text(Fraction(size.numerator))}*{factor}"
    return top if size.denominator == 1 else f"{top}/{fraction_text(Fraction(size.denominator))}"


def _element(falling: Sequence[Fraction], base: Number) -> Any:
    """Return an element of the field of a base by its coordinates, from the highest power down."""
    from sympy import QQ
    from sympy.polys.polyclasses import ANP

    listed = [QQ(one.numerator, one.denominator) for one in falling]
    while listed and not listed[0]:
        del listed[0]
    return ANP(listed, [QQ(one) for one in minimal_polynomial(base)], QQ)


def function_at(function: Any, value: FieldNumber) -> FieldNumber:
    """Return a rational function of one symbol at a number where its denominator is not 0.

    >>> from sympy import QQ
    >>> field, t = QQ.frac_field("t").field, QQ.frac_field("t").gens[0]
    >>> print(function_at((t + 1) / (t - 1), FieldNumber.of(root([1, 0, -2], 1))))
    3 + 2*sqrt(2)
    """
    above, below = (evaluate(_falling(polynomial), value) for polynomial in (function.numer, function.denom))
    quotient: FieldNumber = above / below
    return quotient


def _falling(polynomial: Any) -> list[Fraction]:
    """Return the coefficients of a polynomial in one symbol from the highest power down, at least one."""
    terms = {power: Fraction(int(one.numerator), int(one.denominator)) for (power,), one in polynomial.terms()}
    return [terms.get(power, Fraction(0)) for power in range(max(terms, default=0), -1, -1)]
