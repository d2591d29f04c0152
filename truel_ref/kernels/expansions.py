r"""Polynomials expanded around the centres of boxes, with proved bounds of their signs and of where they are positive.

For a box of width `h` around `x0` a polynomial is expanded in `t`, with `x = x0 + h t` and all `|t_i| <= 1/2`:

    p = c + g . t + r,        |r| <= R,

where `R` is the sum of the moduli of all coefficients of degree 2 and more, each divided by 2 to its degree. A power
product with even exponents only lies between 0 and `2^-degree`, so half of that is added to `c`, and `R` has the half.

1. If `|c| > sum |g_i| / 2 + R`, the sign of `p` is proved in the whole box, and in all boxes inside it.
2. The share of the box with `p > 0` lies between the shares of `c + g . t > R` and of `c + g . t > -R`. Such a share of
   a half-space is, with `s_i = |g_i|` and `q` the place of the plane, `sum over the corners v of
   (-1)^|v| max(0, q - s . v)^n / (n! s_1 ... s_n)`.

**Rounding.** Polynomials have integer coefficients, and the centres of boxes are doubles, so an expansion takes sums
and products of at most `m = 6 (d + 2)` roundings each, `d` the largest exponent: their error is at most
`2 m u * (sum of the moduli of the coefficients) * (1 + h)^(sum of the degrees)` with `u = 2^-53`; it is added to `R`.
In step 2 a width `s_i` below 1/1000 of the largest is not divided by: it is added to `R`. The terms of the sum are then
off by at most `2^(n+5) u (sum s)^n` together, which widens the bounds, too.

Source: the half-space formula is that of D. L. Barrow and P. W. Smith, "Spline notation applied to a volume problem",
American Mathematical Monthly 86 (1979), 50-51.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np

__all__ = ["UNIT", "Expansion", "Terms"]

Terms: TypeAlias = Mapping[tuple[int, ...], int]
"""A polynomial with integer coefficients: the coefficient of each list of exponents."""

UNIT = 2.0**-53
_THIN = 1e-3


class Expansion:
    """A polynomial, and its expansion around the centres of boxes (see the docstring of the module)."""

    def __init__(self, terms: Terms) -> None:
        import numpy as np

        degrees = [max(exponents[axis] for exponents in terms) for axis in range(len(next(iter(terms))))]
        self.coefficients = np.zeros([degree + 1 for degree in degrees])
        for exponents, coefficient in terms.items():
            self.coefficients[exponents] = coefficient
        self.degrees = degrees
        self.moduli = sum(map(abs, terms.values()))
        places = list(product(*(range(degree + 1) for degree in degrees)))
        self._degree = np.array([sum(place) for place in places])
        even = np.array([not any(power % 2 for power in place) for place in places]) & (self._degree > 1)
        self._linear = [self._place(places, axis) if degrees[axis] else None for axis in range(len(degrees))]
        self._shift = np.where(even, 0.5 ** (self._degree + 1), 0.0)
        self._halves = np.where(even, 0.5, 1.0) * 0.5**self._degree

    @staticmethod
    def _place(places: list[tuple[int, ...]], axis: int) -> int:
        return places.index(tuple(int(other == axis) for other in range(len(places[0]))))

    def coefficients_around(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, float]:
        """Return the coefficients in `t`, an array for each box, and a bound of their rounding errors together."""
        import numpy as np

        result = np.broadcast_to(self.coefficients, (len(centres), *self.coefficients.shape))
        for axis, degree in enumerate(self.degrees):
            moved = np.moveaxis(result, axis + 1, -1)
            # Horner's scheme, carried on for every derivative: the coefficients in x0 + h t.
            rows = np.array(moved)
            x = centres[:, axis].reshape((-1,) + (1,) * (rows.ndim - 2))
            for lowest in range(degree):
                for place in range(degree - 1, lowest - 1, -1):
                    rows[..., place] += x * rows[..., place + 1]
            rows *= width ** np.arange(degree + 1)
            result = np.moveaxis(rows, -1, axis + 1)
        error = 12 * (max(self.degrees) + 2) * UNIT * self.moduli * (1 + width) ** sum(self.degrees)
        return result, error

    def _around(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, float]:
        """Return the same as a row for each box, the constant moved to the middle of the even terms."""
        result, error = self.coefficients_around(centres, width)
        parts = result.reshape(len(centres), -1)
        parts[:, 0] += parts @ self._shift
        return parts, error

    def signs(self, centres: np.ndarray, width: float) -> np.ndarray:
        """Return the proved sign for each box, 0 where none is."""
        import numpy as np

        rows, error = self._around(centres, width)
        spread = np.abs(rows[:, 1:]) @ self._halves[1:] * (1 + 64 * UNIT) + error
        constant = rows[:, 0]
        proved: np.ndarray = (constant > spread).astype(np.int8) - (constant < -spread).astype(np.int8)
        return proved

    def shares(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray]:
        """Return bounds of the share of each box where the polynomial is positive."""
        import numpy as np

        rows, error = self._around(centres, width)
        rest = np.abs(rows[:, self._degree > 1]) @ self._halves[self._degree > 1] * (1 + 64 * UNIT) + error
        slopes = np.zeros((len(centres), len(self.degrees)))
        for axis, place in enumerate(self._linear):
            if place is not None:
                slopes[:, axis] = np.abs(rows[:, place])
        return _half_space(rows[:, 0] - rest, slopes)[0], _half_space(rows[:, 0] + rest, slopes)[1]


def _half_space(constant: np.ndarray, slopes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return bounds of the share of `|t_i| <= 1/2` where `constant + slopes . t > 0`, for slopes that are >= 0."""
    import numpy as np

    largest = slopes.max(axis=1)
    flat = largest == 0
    scale = np.where(flat, 1.0, largest)
    slopes, constant = slopes / scale[:, np.newaxis], constant / scale
    used = slopes >= _THIN
    slack = np.where(used, 0.0, slopes).sum(axis=1) / 2 + 16 * UNIT * (1 + np.abs(constant))
    low, high = np.empty(len(constant)), np.empty(len(constant))
    for pattern in np.unique(used, axis=0):
        these = np.flatnonzero((used == pattern).all(axis=1))
        own = slopes[these][:, pattern]
        low[these], high[these] = (_share(constant[these] + sign * slack[these], own, sign) for sign in (-1, 1))
    low[flat] = (constant[flat] > 0).astype(float)
    high[flat] = (constant[flat] >= 0).astype(float)
    return low, high


def _share(constant: np.ndarray, slopes: np.ndarray, outward: int) -> np.ndarray:
    """Return the share of a half-space, rounded down or up by its error bound."""
    import numpy as np

    dimensions = slopes.shape[1]
    if not dimensions:
        return (constant > 0).astype(float)
    total = slopes.sum(axis=1)
    # Of c + s . (v - 1/2) > 0 the complement is s . v' < total/2 - c; by symmetry the share is that of s . v < q.
    place = np.clip(constant + total / 2, 0.0, total)
    amount = np.zeros(len(constant))
    for corner in product((0, 1), repeat=dimensions):
        beyond = np.maximum(place - slopes @ np.array(corner, dtype=float), 0.0)
        amount += (-1) ** sum(corner) * beyond**dimensions
    below = math.factorial(dimensions) * slopes.prod(axis=1)
    error = 2.0 ** (dimensions + 5) * UNIT * total**dimensions / below + 8 * UNIT
    share: np.ndarray = np.clip(amount / below + outward * error, 0.0, 1.0)
    return share
