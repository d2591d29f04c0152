r"""Certified areas: the integral of a root of a polynomial between two critical values, in exact rational bounds.

Between critical values a root `y(x)` is continuous and simple. On a piece `[l, r]` of this interval:

1. isolate the root at `l` and `r`, which encloses `y(l)` and `y(r)`;
2. prove that a band `[low, high]` around both holds the root on the whole piece: the polynomial has no zero on the
   lower and the upper edge of the box `[l, r] x [low, high]`, so the root, being continuous, cannot leave;
3. on the box, `y' = -f_x / f_y` lies in an interval `[s1, s2]`, by Bernstein bounds of both derivatives, if the bounds
   of `f_y` exclude 0;
4. then the integral differs from the trapezium `(y(l) + y(r)) (r - l) / 2` by at most `(s2 - s1) (r - l)^2 / 8`: the
   worst curve with these slopes and ends has a corner in the middle.

If step 3 fails (near an upright tangent), the band alone bounds the integral. Halve the piece with the largest error
until the sum is small enough.

Source: step 4 is the error of the trapezium rule for a function with bounded slope, P. J. Davis and P. Rabinowitz,
*Methods of Numerical Integration* (1984), section 4.3, in the sharp form for slopes in an interval.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, lcm
from typing import NamedTuple, TypeAlias

from truel_ref.kernels.bernstein import Span, bernstein_span, bernstein_table, span
from truel_ref.limits import check
from truel_ref.numbers import Interval, Number, enclosed, value_at_cell
from truel_ref.symbolic.plane import PlaneCurve

__all__ = ["Enclosure", "integrals", "root_at"]

Enclosure: TypeAlias = Interval
"""A lower and an upper bound."""

_FINE = Fraction(1, 2**48)
_GAP = Fraction(1, 2**40)
_BITS = 64
_ONE = 2**_BITS


def root_at(curve: PlaneCurve, number: int, x: Fraction, width: Fraction = _FINE) -> Enclosure:
    """Return an enclosure of the root in (0, 1) with a number, counted from 0 upwards, at a rational `x`.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> root_at(PlaneCurve(2 * x * y - 1), 0, Fraction(3, 4))
    (Fraction(2, 3), Fraction(2, 3))
    """
    root = curve.isolated_at(x)[number]
    root.narrow(width)
    return root.low, root.high


class _Piece(NamedTuple):
    """A piece of a section with bounds of its integral, in units of `2^-64`; the largest error comes first in a heap.

    Bounds are rounded outwards to these units, so that sums and comparisons are in integers.
    """

    rank: int
    key: int
    left: Fraction
    right: Fraction
    at_left: Enclosure
    at_right: Enclosure
    low: int
    high: int


def integrals(arcs: Sequence[tuple[PlaneCurve, int, Number, Number]], error: Fraction) -> list[Enclosure]:
    """Return for each arc bounds of the integral of its root.

    Parameters: `arcs`, each a curve, the number of its root in (0, 1), and two values of `x` between which this root is
    simple and stays in (0, 1); `error`, the largest sum of the widths of all enclosures.

    >>> from sympy import QQ, ring
    >>> from truel_ref.symbolic.plane import Plane
    >>> _, x, y = ring("x, y", QQ)
    >>> strip, = Plane().strips([x - y])
    >>> arc = strip.sections[0].curve, 0, strip.left.value, strip.right.value
    >>> (low, high), = integrals([arc], Fraction(1, 10**6))
    >>> low <= Fraction(1, 2) <= high
    True
    """
    heap: list[_Piece] = []
    slivers: list[Fraction] = []  # at both ends of arcs, four gaps wide at most each pair
    gap = min(_GAP, error / (16 * len(arcs))) if arcs else _GAP
    spread = 0
    for key, (curve, number, start, end) in enumerate(arcs):
        at_start, at_end = _apart(start, end, gap)
        left, right = _inside(at_start, at_end, gap)
        # The omitted slivers at both ends, in which the root lies in (0, 1).
        slivers.append((left - at_start[0]) + (at_end[1] - right))
        piece = _bounded(curve, key, left, right, root_at(curve, number, left), root_at(curve, number, right))
        heapq.heappush(heap, piece)
        spread -= piece.rank
    enough = floor((error - sum(slivers)) * _ONE)
    while heap and spread > enough:
        check()
        worst = heapq.heappop(heap)
        key, left, right = worst.key, worst.left, worst.right
        curve, number = arcs[key][:2]
        middle = (left + right) / 2
        at_middle = root_at(curve, number, middle)
        first = _bounded(curve, key, left, middle, worst.at_left, at_middle)
        last = _bounded(curve, key, middle, right, at_middle, worst.at_right)
        heapq.heappush(heap, first)
        heapq.heappush(heap, last)
        spread += worst.rank - first.rank - last.rank
    lows, highs = [0] * len(arcs), [ceil(sliver * _ONE) for sliver in slivers]
    for piece in heap:
        lows[piece.key] += piece.low
        highs[piece.key] += piece.high
    return [(Fraction(low, _ONE), Fraction(high, _ONE)) for low, high in zip(lows, highs, strict=True)]


def _apart(start: Number, end: Number, width: Fraction) -> tuple[Enclosure, Enclosure]:
    """Return disjoint enclosures of two numbers, the first smaller than the second."""
    assert start < end
    while enclosed(start, width)[1] >= enclosed(end, width)[0]:
        width *= _GAP
    return enclosed(start, width), enclosed(end, width)


def _inside(start: Enclosure, end: Enclosure, gap: Fraction) -> tuple[Fraction, Fraction]:
    """Return fractions strictly between two critical values, within a sliver of each."""
    inset = min(gap, (end[0] - start[1]) / 4)
    return _short(start[1], inset), -_short(-end[0], inset)


def _short(value: Fraction, room: Fraction) -> Fraction:
    """Return a fraction with a short denominator strictly above a value, by at most some room."""
    assert room > 0
    scale = 1
    while Fraction(1, scale) > room:
        scale *= 2
    return Fraction(value.numerator * scale // value.denominator + 1, scale)


def _bounded(
    curve: PlaneCurve, key: int, left: Fraction, right: Fraction, at_left: Enclosure, at_right: Enclosure
) -> _Piece:
    """Return a piece with the bounds of its integral: steps 2 to 4 of the module."""
    across = span(left, right)
    width, below = across[1:]
    ends = (*at_left, *at_right)
    over = lcm(*(end.denominator for end in ends))
    tops = [end.numerator * (over // end.denominator) for end in ends]
    band = _band(curve, across, over, min(tops), max(tops))
    low, high = width * band[0] // below, -(-width * band[1] // below)
    slopes = _slopes(curve, across, (band[0], band[1] - band[0], _ONE))
    if slopes is not None:
        # The trapezium and the error at most, over one denominator.
        shared = 8 * below**2 * over * slopes[1]
        error = slopes[0] * width**2 * over
        trapezia = [width * (top + tops[place + 2]) * 4 * below * slopes[1] for place, top in enumerate(tops[:2])]
        low = max(low, (trapezia[0] - error) * _ONE // shared)
        high = min(high, -((-trapezia[1] - error) * _ONE // shared))
    return _Piece(low - high, key, left, right, at_left, at_right, low, high)


def _band(curve: PlaneCurve, across: Span, over: int, low: int, high: int) -> tuple[int, int]:
    """Return proved bounds of the root on a whole piece, in units of `2^-64`.

    They are near the values at its ends, which lie between `low / over` and `high / over`, or else 0 and 1.
    """
    width, below = across[1:]
    shared = 64 * over * below
    rise, run = (high - low) * below, width * over
    for margin in (16 * rise + run, 64 * (rise + run)):
        bottom = (64 * low * below - margin) * _ONE // shared
        top = -((-64 * high * below - margin) * _ONE // shared)
        if all(not 0 < level < _ONE or not _meets(curve, level, across) for level in (bottom, top)):
            return max(bottom, 0), min(top, _ONE)
    return 0, _ONE


def _meets(curve: PlaneCurve, level: int, across: Span) -> bool:
    """Return whether a curve may meet a level edge: its Bernstein coefficients there do not exclude it."""
    values = bernstein_span([value_at_cell(column, level, _BITS) for column in curve.columns], across)
    return not (min(values) > 0 or max(values) < 0)


def _slopes(curve: PlaneCurve, across: Span, up: Span) -> tuple[int, int] | None:
    """Return the width of bounds of `y' = -f_x / f_y` on a box, or None if `f_y` may have a zero there.

    The width is a quotient of two integers, the second above 0. As `f_y` has one sign, the largest and the smallest
    quotient of the bounds of both derivatives bound `y'`.
    """
    by_x, by_y = curve.slopes
    assert by_y is not None  # otherwise the curve would be upright
    table, below_scale = bernstein_table(by_y.rows, across, up)
    low, high = min(map(min, table)), max(map(max, table))
    if low <= 0 <= high:
        return None
    if by_x is None:
        return 0, 1
    table, scale = bernstein_table(by_x.rows, across, up)
    least, most = min(map(min, table)), max(map(max, table))
    if low > 0:
        least, most = -most, -least
    else:
        low, high = -high, -low
    under_most = low if most >= 0 else high
    under_least = high if least >= 0 else low
    return (most * under_least - least * under_most) * below_scale, under_most * under_least * scale
