"""Real roots of integer polynomials in one variable: exact, ordered, as narrow as asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from truel_ref.exact import decimal_text, fraction_text

__all__ = ["Root", "between", "isolated", "ordered", "roots_inside", "value_at"]


def value_at(coefficients: Sequence[int], point: Fraction) -> int:
    """Return an integer with the sign of a polynomial at a rational point: its value times a positive number.

    Parameters: `coefficients`, from the highest power down.

    >>> value_at([2, 0, -1], Fraction(1, 2)), value_at([2, 0, -1], Fraction(3, 4))
    (-2, 2)
    """
    top, bottom = point.numerator, point.denominator
    result, scale = 0, 1
    for coefficient in coefficients:
        result = result * top + coefficient * scale
        scale *= bottom
    return result


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


@dataclass(eq=False)
class Root:
    """A real algebraic number: the root of an irreducible integer polynomial in an interval that holds no other.

    The interval shrinks when a comparison needs it to; the number stays the same.

    Fields: `coefficients` of the polynomial, from the highest power down; `low` and `high`, with `low < root < high`,
    or both equal to it where it is rational.

    >>> root = Root((2, 0, -1), Fraction(0), Fraction(1))
    >>> root.narrow(Fraction(1, 100))
    >>> root.low < Fraction(70711, 100000) < root.high
    True
    """

    coefficients: tuple[int, ...]
    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if len(self.coefficients) == 2:
            self.low = self.high = Fraction(-self.coefficients[1], self.coefficients[0])
        self._above = _sign(value_at(self.coefficients, self.high))

    @property
    def rational(self) -> Fraction | None:
        """The number as a fraction, or None if it is irrational."""
        return self.low if self.low == self.high else None

    def halve(self) -> None:
        """Halve the interval."""
        if self.low == self.high:
            return
        middle = (self.low + self.high) / 2
        if _sign(value_at(self.coefficients, middle)) == self._above:
            self.high = middle
        else:
            self.low = middle

    def narrow(self, width: Fraction) -> None:
        """Shrink the interval to at most a width."""
        while self.high - self.low > width:
            self.halve()

    def same(self, other: Root) -> bool:
        """Tell whether two roots are the same number; of one polynomial, they come from one isolation."""
        return self.coefficients == other.coefficients and self.low <= other.high and other.low <= self.high

    def apart_from(self, other: Root) -> None:
        """Shrink both intervals until they have no point in common; the numbers must differ."""
        while self.low <= other.high and other.low <= self.high:
            self.halve()
            other.halve()

    def compare(self, other: Root) -> int:
        """Return -1, 0 or 1 as this root is smaller than another, the same, or larger."""
        if self.same(other):
            return 0
        self.apart_from(other)
        return -1 if self.high < other.low else 1

    def decimal(self, digits: int = 20) -> str:
        """Return the number in decimal, correctly rounded.

        >>> Root((2, 0, -1), Fraction(0), Fraction(1)).decimal(10)
        '0.7071067812'
        """
        if self.low == self.high:
            return decimal_text(self.low, digits)
        self.narrow(Fraction(1, 10 ** (digits + 2)))
        while decimal_text(self.low, digits) != decimal_text(self.high, digits):
            self.halve()
        return decimal_text(self.low, digits)

    def short(self) -> str:
        """Return the number as a fraction where it is rational, else with six digits."""
        return fraction_text(self.low) if self.low == self.high else self.decimal(6)

    def polynomial_text(self, name: str = "x") -> str:
        """Return the polynomial in text."""
        from truel_ref.symbolic.text import polynomial_text

        return polynomial_text(_polynomial(self.coefficients, name))


def _polynomial(coefficients: Sequence[int], name: str) -> Any:
    from sympy import ZZ, ring

    made, _ = ring(name, ZZ)
    degree = len(coefficients) - 1
    return made.from_dict({(degree - place,): ZZ(value) for place, value in enumerate(coefficients) if value})


def isolated(coefficients: Sequence[int], low: Fraction, high: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Return intervals that hold one root each of a polynomial, in order, strictly inside; multiple roots count once.

    Parameters: `coefficients`, from the highest power down; `low` and `high`, none of them a root.

    >>> len(isolated([8, -12, 4, 0], Fraction(1, 3), Fraction(2, 3)))
    1
    """
    from sympy import QQ, ZZ
    from sympy.polys.rootisolation import dup_isolate_real_roots_sqf
    from sympy.polys.sqfreetools import dup_sqf_p, dup_sqf_part

    ends = [QQ(end.numerator, end.denominator) for end in (low, high)]
    first = next(place for place, value in enumerate(coefficients) if value)
    integers = [ZZ(value) for value in coefficients[first:]]
    if not dup_sqf_p(integers, ZZ):
        integers = dup_sqf_part(integers, ZZ)
    found = dup_isolate_real_roots_sqf(integers, ZZ, inf=ends[0], sup=ends[1])
    return [
        (Fraction(int(u.numerator), int(u.denominator)), Fraction(int(v.numerator), int(v.denominator)))
        for u, v in found
    ]


def roots_inside(polynomial: Any, low: Fraction = Fraction(0), high: Fraction = Fraction(1)) -> Iterator[Root]:
    """Yield the real roots strictly between two numbers of a polynomial in one variable, each once, factor by factor.

    Parameters: `polynomial`, an element of a sympy ring in one generator over the integers or rationals, not zero.

    >>> from sympy import ZZ, ring
    >>> _, x = ring("x", ZZ)
    >>> [root.decimal(4) for root in ordered(roots_inside((2 * x**2 - 1) * (3 * x - 1) ** 2 * (x - 1)))]
    ['0.3333', '0.7071']
    """
    factors = polynomial.factor_list()[1]
    for factor, _ in sorted(factors, key=lambda pair: str(pair[0])):
        _, primitive = factor.primitive()
        degree = primitive.degree()
        if degree < 1:
            continue
        coefficients = [0] * (degree + 1)
        for (power,), value in primitive.terms():
            coefficients[degree - power] = int(value)
        if coefficients[0] < 0:
            coefficients = [-value for value in coefficients]
        if degree == 1:
            root = Root(tuple(coefficients), Fraction(0), Fraction(0))
            if low < root.low < high:
                yield root
            continue
        # An irreducible polynomial of higher degree has no rational root, so the ends are none.
        for start, end in isolated(coefficients, low, high):
            yield Root(tuple(coefficients), max(start, low), min(end, high))


def ordered(roots: Iterable[Root]) -> list[Root]:
    """Return roots in increasing order, each number once, with intervals that have no point in common."""
    result: list[Root] = []
    for root in sorted(roots, key=cmp_to_key(Root.compare)):
        if not result or not result[-1].same(root):
            result.append(root)
    return result


def between(low: Fraction, high: Fraction) -> Fraction:
    """Return a fraction strictly between two, whose denominator is the smallest power of 2 that has one there.

    >>> between(Fraction(1, 3), Fraction(2, 5))
    Fraction(3, 8)
    """
    scale = 1
    while True:
        numerator = low.numerator * scale // low.denominator + 1
        if Fraction(numerator, scale) < high:
            return Fraction(numerator, scale)
        scale *= 2
