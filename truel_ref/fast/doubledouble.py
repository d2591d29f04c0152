"""Double-double arithmetic: about 106 bits, from pairs of floats, on single numbers and on whole arrays.

A number is the unevaluated sum of two floats, the second below half a unit in the last place of the first. A sum,
product or quotient of numbers >= 0 has a relative error below `2^-100`.

Source: T. J. Dekker, "A floating-point technique for extending the available precision", Numerische Mathematik 18
(1971), 224-242; D. E. Knuth, *The Art of Computer Programming*, volume 2, 4.2.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.numbers import Number

__all__ = ["Double", "added", "all_quotients", "all_times", "double", "doubles", "product", "quotient", "times"]

Part: TypeAlias = Any
"""A float or an array of floats."""

Double: TypeAlias = tuple[Part, Part]
"""A double-double, or an array of them as two arrays."""


def double(value: Number) -> Double:
    """Return the double-double nearest to an exact number, to the last bit of its second part.

    >>> double(Fraction(1, 3))
    (0.3333333333333333, 1.850371707708594e-17)
    """
    high = float(value)
    return high, float(value - Fraction(high))


def doubles(values: Sequence[Number]) -> Double:
    """Return exact numbers as two arrays."""
    import numpy as np

    pairs = np.array([double(value) for value in values]).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _renormalized(high: Part, low: Part) -> Double:
    total = high + low
    return total, low - (total - high)


def added(x: Double, y: Double) -> Double:
    """Return a sum.

    >>> added((1.0, 0.0), (2.0**-60, 0.0)) == (1.0, 2.0**-60)
    True
    """
    total = x[0] + y[0]
    back = total - x[0]
    error = (x[0] - (total - back)) + (y[0] - back)
    return _renormalized(total, error + (x[1] + y[1]))


def _split(value: Part) -> Double:
    """Return the upper and the lower half of the digits of a float."""
    scaled = 134217729.0 * value  # 2^27 + 1
    high = scaled - (scaled - value)
    return high, value - high


def product(x: Part, y: Part) -> Double:
    """Return the exact product of two floats.

    >>> high, low = product(0.1, 0.1)
    >>> Fraction(high) + Fraction(low) == Fraction(0.1) ** 2
    True
    """
    return _product(x, y, _split(y))


def _product(x: Part, y: Part, y_halves: Double) -> Double:
    nearest = x * y
    (x_high, x_low), (y_high, y_low) = _split(x), y_halves
    return nearest, ((x_high * y_high - nearest) + x_high * y_low + x_low * y_high) + x_low * y_low


def times(x: Double, y: Double) -> Double:
    """Return a product.

    >>> times(double(Fraction(1, 3)), (3.0, 0.0))
    (1.0, 0.0)
    """
    return all_times([x], y)[0]


def all_times(several: Sequence[Double], y: Double) -> list[Double]:
    """Return the products of several numbers with one, whose digits are split once.

    >>> all_times([(2.0, 0.0), (4.0, 0.0)], (3.0, 0.0))
    [(6.0, 0.0), (12.0, 0.0)]
    """
    halves, products = _split(y[0]), []
    for x in several:
        nearest, error = _product(x[0], y[0], halves)
        products.append(_renormalized(nearest, error + (x[0] * y[1] + x[1] * y[0])))
    return products


def quotient(x: Double, y: Double) -> Double:
    """Return a quotient.

    >>> quotient((1.0, 0.0), (3.0, 0.0)) == double(Fraction(1, 3))
    True
    """
    return all_quotients([x], y)[0]


def all_quotients(several: Sequence[Double], y: Double) -> list[Double]:
    """Return the quotients of several numbers by one, whose digits are split once.

    >>> all_quotients([(6.0, 0.0), (12.0, 0.0)], (3.0, 0.0))
    [(2.0, 0.0), (4.0, 0.0)]
    """
    halves, quotients = _split(y[0]), []
    for x in several:
        first = x[0] / y[0]
        nearest, error = _product(first, y[0], halves)
        rest = (((x[0] - nearest) - error) + x[1]) - first * y[1]
        quotients.append(_renormalized(first, rest / y[0]))
    return quotients
