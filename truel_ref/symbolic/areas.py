r"""Certified areas: the integral of a root of a polynomial between two critical values, in proved bounds.

Between critical values a root `y(x)` is continuous and simple. On a piece with the middle `m` and half the width `d`:

1. isolate the root at `m`;
2. prove that a ball `Y` around `y(m)` holds the root on the whole piece `X`: Newton's step from `y(m)`, with the slope
   over `X` and `Y`, stays inside `Y`. Then for each `x` in `X` there is exactly one root in `Y`;
3. compute the Taylor coefficients of `y` at `m`, and the fourth one over all of `X` and `Y`. The integral is
   `2 d (c0 + c2 d^2 / 3)` and at most `2 d^5 / 5` times a value of the fourth.

If step 2 fails (near an upright tangent), the integral lies between 0 and the width of the piece. Halve the piece with
the widest bounds until their sum is small enough.

Source: Newton's step, R. E. Moore, *Interval Analysis* (1966), chapter 7; step 3 is the midpoint rule with Lagrange's
remainder. Balls: python-flint.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.limits import check
from truel_ref.numbers import Interval, Number, between, enclosed
from truel_ref.symbolic.plane import PlaneCurve, ball

_ORDER = 4
_BITS = 128
_FINE = Fraction(1, 2**80)

_Piece: TypeAlias = tuple[Fraction, int, Fraction, Fraction, Interval]
"""A piece of an arc: minus the width of its bounds, so that the widest is first in a heap; arc, ends, bounds."""


def integrals(arcs: Sequence[tuple[PlaneCurve, int, Number, Number]], error: Fraction) -> list[Interval]:
    """Return for each arc bounds of the integral of its root.

    Parameters: `arcs`, each a curve, the number of its root in (0, 1), and two values of `x` between which this root is
    simple and stays in (0, 1); `error`, the largest sum of the widths of all enclosures.

    >>> from sympy import QQ, ring
    >>> from truel_ref.symbolic.plane import Plane
    >>> _, x, y = ring("x, y", QQ)
    >>> strip, = Plane().strips([x - y])
    >>> arc = strip.sections[0].curve, 0, strip.left, strip.right
    >>> (low, high), = integrals([arc], Fraction(1, 10**6))
    >>> low <= Fraction(1, 2) <= high
    True
    """
    ends = [_inside(start, end, error / (4 * len(arcs))) for _, _, start, end in arcs]
    bounds = [(Fraction(0), left - low + high - right) for low, left, right, high in ends]  # the root is in (0, 1)
    spread = sum(high for _, high in bounds)
    heap: list[_Piece] = []
    waiting = [(key, left, right) for key, (_, left, right, _) in enumerate(ends)]
    while waiting or spread > error:
        check()
        if not waiting:
            rank, key, left, right, _ = heapq.heappop(heap)
            spread += rank
            middle = (left + right) / 2
            waiting = [(key, middle, right), (key, left, middle)]
        key, left, right = waiting.pop()
        low, high = _bounds(*arcs[key][:2], left, right)
        heapq.heappush(heap, (low - high, key, left, right, (low, high)))
        spread += high - low
    for _, key, _, _, (low, high) in heap:
        bounds[key] = bounds[key][0] + low, bounds[key][1] + high
    return bounds


def _inside(start: Number, end: Number, room: Fraction) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Return fractions around two numbers, and between these fractions strictly between the numbers, all near."""
    width = room / 4
    while enclosed(start, width)[1] + width >= enclosed(end, width)[0] - width:
        width /= 2**8
    (low, start_high), (end_low, high) = enclosed(start, width), enclosed(end, width)
    return low, between(start_high, start_high + width), between(end_low - width, end_low), high


def _bounds(curve: PlaneCurve, number: int, left: Fraction, right: Fraction) -> Interval:
    """Return bounds of the integral of a root on a piece."""
    from flint import ctx

    with ctx.workprec(_BITS):
        value = _integral(curve, number, left, right)
        if value is None:
            return Fraction(0), right - left
        low, high = (Fraction(int(end.p), int(end.q)) for end in (value.lower().fmpq(), value.upper().fmpq()))
        return low, high


def _integral(curve: PlaneCurve, number: int, left: Fraction, right: Fraction) -> Any | None:
    """Return a ball with the integral of a root on a piece, or None without a proof: steps 1 to 3 of the module."""
    from flint import arb

    middle, x, half = (left + right) / 2, ball(left, right), ball(*[(right - left) / 2] * 2)
    at_middle = ball(*enclosed(curve.roots_at(middle)[number], _FINE))
    line = curve.over(x)
    slope = line.derivative()
    step = line(at_middle) / slope(at_middle)
    if not step.is_finite():
        return None
    around = at_middle + arb(0, 2 * step.abs_upper() + arb(2) ** -_BITS)
    if 0 in slope(around) or not around.contains_interior(at_middle - line(at_middle) / slope(around)):
        return None
    inner, outer = curve.taylor(ball(middle, middle), at_middle, _ORDER), curve.taylor(x, around, _ORDER + 1)
    return 2 * half * (inner[0] + inner[2] * half**2 / 3 + outer[4] * half**4 / 5)
