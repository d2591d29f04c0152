r"""Certified areas: the integral of a root of a polynomial between two critical values, in exact rational bounds.

Between critical values a root `y(x)` is continuous and simple. On a piece `[l, r]` of it:

1. `y(l)` and `y(r)` are enclosed by isolating the root there;
2. a band `[low, high]` around both is proved to hold the root on the whole piece: the polynomial has no zero on the
   lower and the upper edge of the box `[l, r] x [low, high]`, so the root, being continuous, cannot leave;
3. on the box, `y' = -f_x / f_y` lies in an interval `[s1, s2]`, by Bernstein bounds of both derivatives, if the one
   of `f_y` excludes 0;
4. then the integral differs from the trapezium `(y(l) + y(r)) (r - l) / 2` by at most `(s2 - s1) (r - l)^2 / 8`: the
   worst curve with these slopes and ends is a corner in the middle.

Where step 3 fails (near an upright tangent) the band alone bounds the integral. The piece with the largest error is
halved until the sum is small enough.

Source: step 4 is the error of the trapezium rule for a function with bounded slope, P. J. Davis and P. Rabinowitz,
*Methods of Numerical Integration* (1984), section 4.3, in the sharp form for slopes in an interval.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from truel_ref.budget import check
from truel_ref.numbers import Interval, Number, enclosed
from truel_ref.symbolic.isolation import IsolatedRoot, isolated_inside
from truel_ref.symbolic.plane import PlaneCurve
from truel_ref.symbolic.signs import bernstein_integers, bernstein_line

__all__ = ["Enclosure", "integrals", "root_at"]

Enclosure: TypeAlias = Interval
"""A lower and an upper bound."""

_FINE = Fraction(1, 2**48)
_GAP = Fraction(1, 2**40)


def root_at(curve: PlaneCurve, number: int, x: Fraction, width: Fraction = _FINE) -> Enclosure:
    """Return an enclosure of the root in (0, 1) with a number, counted from 0 upwards, at a rational `x`.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> root_at(PlaneCurve(2 * x * y - 1), 0, Fraction(3, 4))
    (Fraction(2, 3), Fraction(2, 3))
    """
    line = curve.line(x)
    while line[0] == 0:
        line = line[1:]
    root = IsolatedRoot(line, *isolated_inside(line, Fraction(0), Fraction(1))[number])
    root.narrow(width)
    return root.low, root.high


@dataclass(order=True)
class _Stretch:
    """A piece of a section with bounds of its integral; the one with the largest error comes first in a heap."""

    rank: Fraction
    key: int
    left: Fraction
    right: Fraction
    at_left: Enclosure
    at_right: Enclosure
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)


def integrals(arcs: Sequence[tuple[PlaneCurve, int, Number, Number]], error: Fraction) -> list[Enclosure]:
    """Return for each arc bounds of the integral of its root.

    Parameters: `arcs`, each as a curve, which of its roots in (0, 1), and two values of `x` between which this root is
    simple and never leaves; `error`, what the widths of all enclosures may sum to, at most.

    >>> from sympy import QQ, ring
    >>> from truel_ref.symbolic.plane import Plane
    >>> _, x, y = ring("x, y", QQ)
    >>> strip, = Plane().strips([x - y])
    >>> arc = strip.sections[0].curve, 0, strip.left.value, strip.right.value
    >>> (low, high), = integrals([arc], Fraction(1, 10**6))
    >>> low <= Fraction(1, 2) <= high
    True
    """
    heap: list[_Stretch] = []
    result: list[list[Fraction]] = []
    spread = Fraction(0)
    for key, (curve, number, start, end) in enumerate(arcs):
        at_start, at_end = _apart(start, end)
        left, right = _inside(at_start, at_end)
        # The slivers at both ends that are left out: the root lies in (0, 1) there.
        sliver = (left - at_start[0]) + (at_end[1] - right)
        result.append([Fraction(0), sliver])
        spread += sliver
        piece = _Stretch(Fraction(0), key, left, right, root_at(curve, number, left), root_at(curve, number, right))
        heapq.heappush(heap, _bounded(curve, piece))
        spread += piece.high - piece.low
    while heap and spread > error:
        check()
        worst = heapq.heappop(heap)
        spread -= worst.high - worst.low
        curve, number = arcs[worst.key][:2]
        middle = (worst.left + worst.right) / 2
        at_middle = root_at(curve, number, middle)
        for part in (
            _Stretch(Fraction(0), worst.key, worst.left, middle, worst.at_left, at_middle),
            _Stretch(Fraction(0), worst.key, middle, worst.right, at_middle, worst.at_right),
        ):
            heapq.heappush(heap, _bounded(curve, part))
            spread += part.high - part.low
    for piece in heap:
        result[piece.key][0] += piece.low
        result[piece.key][1] += piece.high
    return [(_rounded(low, down=True), _rounded(high, down=False)) for low, high in result]


def _rounded(value: Fraction, down: bool) -> Fraction:
    """Return a bound with a short denominator, on the safe side."""
    scale = 2**64
    top = value.numerator * scale
    return Fraction(top // value.denominator if down else -(-top // value.denominator), scale)


def _apart(start: Number, end: Number) -> tuple[Enclosure, Enclosure]:
    """Return narrow enclosures of two numbers, the first smaller than the second, that have no point in common."""
    assert start < end
    width = _GAP
    while enclosed(start, width)[1] >= enclosed(end, width)[0]:
        width *= _GAP
    return enclosed(start, width), enclosed(end, width)


def _inside(start: Enclosure, end: Enclosure) -> tuple[Fraction, Fraction]:
    """Return fractions strictly between two critical values, within a sliver of each."""
    inset = min(_GAP, (end[0] - start[1]) / 4)
    return _short(start[1], inset), -_short(-end[0], inset)


def _short(value: Fraction, room: Fraction) -> Fraction:
    """Return a fraction with a short denominator strictly above a value, by at most some room."""
    assert room > 0
    scale = 1
    while Fraction(1, scale) > room:
        scale *= 2
    return Fraction(value.numerator * scale // value.denominator + 1, scale)


def _bounded(curve: PlaneCurve, piece: _Stretch) -> _Stretch:
    """Fill in the bounds of the integral over a piece."""
    width = piece.right - piece.left
    ends = (*piece.at_left, *piece.at_right)
    band = _band(curve, piece, min(ends), max(ends))
    piece.low, piece.high = width * band[0], width * band[1]
    slopes = _slopes(curve, (piece.left, piece.right), band)
    if slopes is not None:
        middle_low = width * (piece.at_left[0] + piece.at_right[0]) / 2
        middle_high = width * (piece.at_left[1] + piece.at_right[1]) / 2
        error = (slopes[1] - slopes[0]) * width**2 / 8
        piece.low, piece.high = max(piece.low, middle_low - error), min(piece.high, middle_high + error)
    piece.low, piece.high = _rounded(piece.low, down=True), _rounded(piece.high, down=False)
    piece.rank = piece.low - piece.high
    return piece


def _band(curve: PlaneCurve, piece: _Stretch, low: Fraction, high: Fraction) -> Enclosure:
    """Return bounds that the root is proved to keep on a whole piece: near its ends, else those of the square."""
    for margin in ((high - low) / 4 + (piece.right - piece.left) / 64, (high - low) + (piece.right - piece.left)):
        bottom, top = _rounded(low - margin, down=True), _rounded(high + margin, down=False)
        if all(not 0 < level < 1 or not _meets(curve, level, piece.left, piece.right) for level in (bottom, top)):
            return max(bottom, Fraction(0)), min(top, Fraction(1))
    return Fraction(0), Fraction(1)


def _meets(curve: PlaneCurve, y: Fraction, left: Fraction, right: Fraction) -> bool:
    """Tell whether a curve is not proved to stay away from a level edge, by its Bernstein coefficients there."""
    values = bernstein_line(curve.level(y), left, right)
    return not (min(values) > 0 or max(values) < 0)


def _slopes(curve: PlaneCurve, x: Enclosure, y: Enclosure) -> Enclosure | None:
    """Return bounds of `y' = -f_x / f_y` on a box, or None if `f_y` is not proved to have no zero there."""
    by_x, by_y = curve.slopes()
    table, scale = bernstein_integers(by_y, (x, y))
    low, high = min(table.values()), max(table.values())
    if low <= 0 <= high:
        return None
    if not by_x:
        return Fraction(0), Fraction(0)
    above, other = bernstein_integers(by_x, (x, y))
    ends = min(above.values()), max(above.values())
    quotients = [Fraction(-one * scale, two * other) for one in ends for two in (low, high)]
    return min(quotients), max(quotients)
