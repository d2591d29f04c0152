"""Polynomials and values where all unknowns are positive: bounds and signs on boxes, roots, samples between them.

On a box of positive numbers a polynomial `P - Q`, with the positive terms in P, lies between `P(low) - Q(high)` and
`P(high) - Q(low)`: all signs are proved by these two fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from truel_ref.numbers import Integers, Interval, between
from truel_ref.symbolic.algebra import Polynomial
from truel_ref.symbolic.isolation import IsolatedRoot, ordered, roots_inside

__all__ = [
    "Value",
    "bounds",
    "compared",
    "enclosure",
    "has_one_sign",
    "positive_roots",
    "samples_between",
    "sign_on_box",
]

Value: TypeAlias = Fraction | IsolatedRoot
"""A positive value of an unknown."""

# ---------------------------------------------------------------------------------------------------------
# Polynomials


def bounds(polynomial: Polynomial, box: Sequence[Interval]) -> Interval:
    """Return a lower and an upper bound of a polynomial on a box of numbers that are not negative.

    Parameters: `polynomial`, an element of a sympy ring; `box`, one interval per generator.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> [str(end) for end in bounds(x * y - x, [(Fraction(1), Fraction(2)), (Fraction(2), Fraction(3))])]
    ['0', '5']
    """
    low = high = Fraction(0)
    for powers, value in polynomial.terms():
        coefficient = Fraction(int(value.numerator), int(value.denominator))
        least = most = Fraction(1)
        for (start, end), power in zip(box, powers, strict=True):
            if power:
                least *= start**power
                most *= end**power
        if coefficient < 0:
            least, most = most, least
        low += coefficient * least
        high += coefficient * most
    return low, high


def has_one_sign(polynomial: Polynomial) -> int:
    """Return the sign that all coefficients of a polynomial have, or 0 if they differ.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> has_one_sign(x * y + 1), has_one_sign(x - y)
    (1, 0)
    """
    signs = {1 if value > 0 else -1 for value in polynomial.values()}
    return signs.pop() if len(signs) == 1 else 0


def sign_on_box(polynomial: Polynomial, box: Sequence[Interval]) -> int:
    """Return the sign of a polynomial all over a closed box, or 0 if it is not proved."""
    low, high = bounds(polynomial, box)
    return 1 if low > 0 else -1 if high < 0 else 0


def positive_roots(coefficients: Integers) -> list[IsolatedRoot]:
    """Return the positive roots of a polynomial in one unknown, in order, each once."""
    if not any(coefficients):
        return []
    above = 1 + sum(map(abs, coefficients))  # a bound of Cauchy's, whatever zeros stand first
    return list(ordered(roots_inside(coefficients, Fraction(0), Fraction(above))))


# ---------------------------------------------------------------------------------------------------------
# Values


def enclosure(value: Value, bits: int) -> Interval:
    """Return a closed interval of positive numbers that holds a value, at most `2^-bits` wide."""
    if isinstance(value, Fraction):
        return value, value
    value.narrow(Fraction(1, 2**bits))
    while value.low <= 0:  # an interval that begins at 0 is no interval of positive numbers
        value.halve()
    return value.low, value.high


def compared(one: IsolatedRoot, other: Value) -> int:
    """Return -1, 0 or 1 as a root is smaller than another value, the same, or larger."""
    if isinstance(other, IsolatedRoot):
        return one.compare(other)
    while one.low <= other <= one.high:
        if one.low == one.high:
            return 0
        one.halve()
    return -1 if one.high < other else 1


def samples_between(roots: Sequence[IsolatedRoot]) -> Iterator[Fraction]:
    """Yield a positive fraction below all roots, one between each two, and one above them."""
    if not roots:
        yield Fraction(1)
        return
    yield between(Fraction(0), enclosure(roots[0], 1)[0])
    for one, other in pairwise(roots):
        one.apart_from(other)
        yield between(one.high, other.low)
    yield roots[-1].high + 1
