"""Real roots of integer polynomials in one variable by intervals that shrink in place.

The decomposition of the square (`plane`, `areas`, `partition`) compares thousands of roots; the intervals that a
comparison has shrunk serve all later comparisons. Other modules get `IsolatedRoot.value`, a plain number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, cmp_to_key

from truel_ref.numbers import (
    Interval,
    Number,
    RootInterval,
    factors_of,
    irreducible_roots,
    isolated_inside,
    primitive,
    root_among,
    scaled_value,
    sign_of,
)

__all__ = ["IsolatedRoot", "grouped", "ordered", "roots_inside"]

_NARROW = Fraction(1, 2**20)


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
        polynomial, index = root_among([self.coefficients], self._enclosed)
        return irreducible_roots(polynomial)[index]

    def _enclosed(self, bits: int) -> Interval:
        self.narrow(Fraction(1, 2**bits))
        return self.low, self.high

    def same(self, other: IsolatedRoot) -> bool:
        """Return whether two roots are equal numbers.

        Roots of one polynomial are equal if one lies inside the intersection of the two intervals. The intervals of
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

    def meets(self, other: IsolatedRoot) -> bool:
        """Return whether the two intervals have a point in common."""
        return self.low <= other.high and other.low <= self.high

    def apart_from(self, other: IsolatedRoot) -> None:
        """Shrink both intervals until they have no point in common; the numbers must differ."""
        while self.meets(other):
            self.halve()
            other.halve()

    def compare(self, other: IsolatedRoot) -> int:
        """Return -1, 0 or 1 if this root is smaller than another, equal, or larger."""
        if self.same(other):
            return 0
        self.apart_from(other)
        return -1 if self.high < other.low else 1


def roots_inside(
    coefficients: Sequence[int], low: Fraction = Fraction(0), high: Fraction = Fraction(1)
) -> Iterator[IsolatedRoot]:
    """Yield the real roots strictly between two fractions of a polynomial, each once, factor by factor.

    Parameters: `coefficients`, from the highest power down; the polynomial 0 yields no root.

    >>> [str(root.value) for root in ordered(roots_inside([6, -2, -3, 1]))]
    ['1/3', 'sqrt(2)/2']
    """
    first = next((place for place, value in enumerate(coefficients) if value), len(coefficients))
    if len(coefficients) - first < 2:
        return
    for factor, _ in factors_of(primitive(coefficients[first:])):
        if len(factor) == 2:
            root = IsolatedRoot(factor, Fraction(0), Fraction(0))
            if low < root.low < high:
                yield root
            continue
        # An irreducible polynomial of higher degree has no rational root, so the ends are not roots.
        for start, end in isolated_inside(factor, low, high):
            yield IsolatedRoot(factor, max(start, low), min(end, high))


def ordered(roots: Iterable[IsolatedRoot]) -> list[IsolatedRoot]:
    """Return roots in increasing order, each number once, with intervals that have no point in common."""
    return [same[0] for same in grouped(roots)]


def grouped(roots: Iterable[IsolatedRoot]) -> list[list[IsolatedRoot]]:
    """Return roots in increasing order, equal numbers in one list.

    The intervals of the first entries of the lists are disjoint.
    """
    groups: list[list[IsolatedRoot]] = []
    listed = list(roots)
    for root in listed:
        root.narrow(_NARROW)  # cheaper at once than in every comparison
    for root in sorted(listed, key=cmp_to_key(IsolatedRoot.compare)):
        if groups and groups[-1][0].same(root):
            groups[-1].append(root)
        else:
            groups.append([root])
    return groups
