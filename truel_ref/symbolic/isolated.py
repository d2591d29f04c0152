r"""Isolated zeros of one polynomial: points of the square that lie on no curve.

Such is `(1/2, 1/3)` for `(x - 1/2)^2 + (y - 1/3)^2`.

A decomposition by curves (`plane`) sees a zero where a sign changes, or where a root of a strip ends. A polynomial that
vanishes at a single point does neither, and what is decided at that point would be overlooked. So it is proved that
there is none, for each polynomial:

1. An isolated zero is a zero of the polynomial and of both derivatives, and lies above a critical value (rule 1 of
   `plane`). If no square of the grid can hold a common zero of all three, there is none.
2. Else take every critical value `c`, and every height `h` at which the polynomial may vanish above it, in a window
   around `(c, h)` that holds no other height and no other critical value, and so narrow that the polynomial vanishes
   nowhere on the lower and the upper edge. (a) If it has a root on the left or the right edge: between that edge and
   `c` the root is simple and cannot leave through the other edges, so it runs into the only zero above `c`, which is
   `h`; a curve ends there, and the zero is not isolated. (b) Else no curve ends there, and it must be proved that
   `(c, h)` is no zero at all: that the Bernstein coefficients on some smaller window have one strict sign.

For an isolated zero neither can be proved, and it is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from truel_ref.errors import SymbolicError
from truel_ref.numbers import scaled_value
from truel_ref.symbolic.covers import cover
from truel_ref.symbolic.isolation import IsolatedRoot, isolated_inside, ordered
from truel_ref.symbolic.plane import Plane, PlaneCurve
from truel_ref.symbolic.signs import bernstein_integers
from truel_ref.symbolic.text import polynomial_text

__all__ = ["refuse_isolated_zeros"]

_WIDTHS = [Fraction(1, 2**bits) for bits in (8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512)]


def refuse_isolated_zeros(plane: Plane, polynomial: Any) -> None:
    """Prove that an irreducible polynomial has no isolated zero in the open unit square.

    Parameters: `plane`, which knows the critical values; `polynomial`.

    Raises `SymbolicError`, with the place, if it has one.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> refuse_isolated_zeros(Plane(), x * y - x - y + 2 * x**2)
    >>> refuse_isolated_zeros(Plane(), (2 * x - 1) ** 2 + (3 * y - 1) ** 2)
    Traceback (most recent call last):
    ...
    truel_ref.errors.SymbolicError: 2 - 4*x - 6*y + 4*x**2 + 9*y**2 is 0 at x = 0.500000, y = 0.333333 and, as far as \
can be proved, nowhere around: a partition into cells would overlook this point
    """
    curve = plane.curve(polynomial)
    if curve.upright or not _may_be_singular(curve):
        return
    critical = ordered(plane.alone(polynomial))
    for x in critical:
        heights = ordered(curve.heights(x))
        for y in heights:
            if not _settled(curve, x, y, critical, heights):
                places = zip(polynomial.ring.symbols, (x, y), strict=True)
                near = [f"{symbol} = {float(root.low):.6f}" for symbol, root in places]
                raise SymbolicError(
                    f"{polynomial_text(polynomial)} is 0 at {', '.join(near)} and, as far as can be proved, nowhere "
                    "around: a partition into cells would overlook this point"
                )


def _may_be_singular(curve: PlaneCurve) -> bool:
    """Tell whether a common zero of the polynomial and its derivatives is not excluded by the grid."""
    slope = curve.slopes()[0]
    if slope is None or not curve.turning:
        return False  # where the derivative is 0 everywhere, the zeros are whole lines
    return bool(cover(slope.rows, within=curve.turning))


def _settled(
    curve: PlaneCurve,
    x: IsolatedRoot,
    y: IsolatedRoot,
    critical: Sequence[IsolatedRoot],
    heights: Sequence[IsolatedRoot],
) -> bool:
    """Tell whether a point is proved to be no zero, or one that a curve runs into; see the module."""
    for place, height in enumerate(_WIDTHS):
        edges = _around(y, height, heights)
        # A curve may be steep at the point, so the window is made narrow until its edges are clear.
        for width in _WIDTHS[place:] if edges else ():
            sides = _around(x, width, critical)
            if edges is None or sides is None:
                continue
            values = bernstein_integers(curve.polynomial, (sides, edges))[0].values()
            if min(values) > 0 or max(values) < 0:
                return True
            if all(curve.clear(edge, *sides) for edge in edges):
                if any(_enters(curve, side, edges) for side in sides):
                    return True
                break
    return False


def _around(root: IsolatedRoot, width: Fraction, others: Sequence[IsolatedRoot]) -> tuple[Fraction, Fraction] | None:
    """Return an interval around a root that reaches beyond it on both sides, or None if another one may lie in it."""
    for each in others:
        each.narrow(width)
    low, high = root.low - width, root.high + width
    if any(each is not root and each.low <= high and low <= each.high for each in others):
        return None
    return low, high


def _enters(curve: PlaneCurve, x: Fraction, edges: tuple[Fraction, Fraction]) -> bool:
    """Tell whether the curve has a root strictly between two edges, at a rational `x`; none lies on an edge."""
    line = curve.line(x)
    if any(scaled_value(line, edge) == 0 for edge in edges):
        return False
    return len(line) > 1 and bool(isolated_inside(line, *edges))
