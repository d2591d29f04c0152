"""Real roots of integer polynomials in one variable by intervals that shrink in place.

The decomposition of the square (`plane`, `areas`, `regions`) compares thousands of roots; the intervals that one
comparison has made smaller serve all that follow. What leaves those modules is `IsolatedRoot.value`, a plain number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, cmp_to_key

from truel_ref.numbers import (
    Interval,
    Number,
    RootInterval,
    by_form,
    primitive,
    scaled_value,
    separation,
    sign_of,
    which_root,
)
from truel_ref.symbolic.polynomial_backends import irreducible_parts

__all__ = ["IsolatedRoot", "isolated_inside", "ordered", "roots_inside"]

_PATIENCE = 64  # halvings before it is asked whether they are too many


class IsolatedRoot(RootInterval):
    """The root of a polynomial in an interval that holds no other, compared with others and turned into a number.

    The interval shrinks when a comparison needs it to; the number stays the same.

    >>> root = IsolatedRoot((2, 0, -1), Fraction(0), Fraction(1))
    >>> root.narrow(Fraction(1, 100))
    >>> root.low < Fraction(70711, 100000) < root.high
    True
    >>> root.value
    <Algebraic sqrt(2)/2>
    """

    @property
    def rational(self) -> Fraction | None:
        """The number as a fraction, or None if it is irrational."""
        return self.low if self.low == self.high else None

    @cached_property
    def value(self) -> Number:
        """The number itself; the polynomial must be irreducible."""
        if self.low == self.high:
            return self.low
        return by_form(self.coefficients, which_root(self.coefficients, self._enclosed))

    def _enclosed(self, bits: int) -> Interval:
        self.narrow(Fraction(1, 2**bits))
        return self.low, self.high

    def same(self, other: IsolatedRoot) -> bool:
        """Tell whether two roots are the same number.

        Roots of one polynomial are if one lies inside what the two intervals have in common. The intervals of
        neighbouring roots may share an end, which belongs to neither of them.
        """
        if self.coefficients != other.coefficients:
            return False
        if self.low == self.high:
            return True  # a polynomial of degree 1 has one root
        low, high = max(self.low, other.low), min(self.high, other.high)
        if low >= high:
            return False
        if (low, high) in ((self.low, self.high), (other.low, other.high)):
            return True  # one interval lies in the other, which holds no other root
        return sign_of(scaled_value(self.coefficients, low)) != sign_of(scaled_value(self.coefficients, high))

    def _meets(self, other: IsolatedRoot) -> bool:
        return self.low <= other.high and other.low <= self.high

    def apart_from(self, other: IsolatedRoot) -> None:
        """Shrink both intervals until they have no point in common; the numbers must differ.

        Raises `AssertionError` if the intervals are smaller than different numbers can be apart.
        """
        halvings = 0
        while self._meets(other):
            if halvings >= _PATIENCE:
                enough = separation(self.coefficients, other.coefficients)
                if (self.high - self.low + other.high - other.low) * 2**enough <= 1:
                    raise AssertionError(f"internal error: {self} and {other} are one number and taken for two")
            self.halve()
            other.halve()
            halvings += 1

    def compare(self, other: IsolatedRoot) -> int:
        """Return -1, 0 or 1 as this root is smaller than another, the same, or larger."""
        if self.same(other):
            return 0
        self.apart_from(other)
        return -1 if self.high < other.low else 1


def isolated_inside(coefficients: Sequence[int], low: Fraction, high: Fraction) -> list[Interval]:
    """Return intervals that hold one root each of a polynomial, in order, strictly inside; multiple roots count once.

    Parameters: `coefficients`, from the highest power down; `low` and `high`, none of them a root.

    >>> len(isolated_inside([8, -12, 4, 0], Fraction(1, 3), Fraction(2, 3)))
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


def roots_inside(
    coefficients: Sequence[int], low: Fraction = Fraction(0), high: Fraction = Fraction(1)
) -> Iterator[IsolatedRoot]:
    """Yield the real roots strictly between two fractions of a polynomial, each once, factor by factor.

    Parameters: `coefficients`, from the highest power down, all of them 0 for the polynomial 0, of which no root is
    yielded.

    >>> [str(root.value) for root in ordered(roots_inside([6, -2, -3, 1]))]
    ['1/3', 'sqrt(2)/2']
    """
    first = next((place for place, value in enumerate(coefficients) if value), len(coefficients))
    if len(coefficients) - first < 2:
        return
    for factor in irreducible_parts(primitive(coefficients[first:])):
        if len(factor) == 2:
            root = IsolatedRoot(factor, Fraction(0), Fraction(0))
            if low < root.low < high:
                yield root
            continue
        # An irreducible polynomial of higher degree has no rational root, so the ends are none.
        for start, end in isolated_inside(factor, low, high):
            yield IsolatedRoot(factor, max(start, low), min(end, high))


def ordered(roots: Iterable[IsolatedRoot]) -> list[IsolatedRoot]:
    """Return roots in increasing order, each number once, with intervals that have no point in common."""
    result: list[IsolatedRoot] = []
    for root in sorted(roots, key=cmp_to_key(IsolatedRoot.compare)):
        if not result or not result[-1].same(root):
            result.append(root)
    return result
