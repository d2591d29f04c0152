"""Where classes of points change: the square cut by polynomials, and the pieces of curves between different classes.

A class may be anything that depends on the signs of the polynomials alone: the optimal aims, or the order of the win
probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from truel_ref.numbers import between, enclosed
from truel_ref.symbolic.areas import root_at
from truel_ref.symbolic.isolation import IsolatedRoot, isolated_inside, ordered
from truel_ref.symbolic.pieces import Arc, Class
from truel_ref.symbolic.plane import Plane, PlaneCurve, unit_ends

__all__ = ["ClassifiedSquare", "polyline"]

Other = TypeVar("Other", bound=Hashable)

_DRAWN = Fraction(1, 2**40)
_GAP = Fraction(1, 2**20)
_PATIENCE = 10_000  # halvings: far more than the numbers of any problem need


class ClassifiedSquare(Generic[Class]):
    """The open unit square cut by polynomials into cells, each of some class.

    Parameters: `plane`; `polynomials`, irreducible, pairwise different; `class_of`, the class by the signs of the
    polynomials, bit `i` of the number set where polynomial `i` is positive.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> square = ClassifiedSquare(Plane(), [x - y], lambda signs: "right" if signs else "left")
    >>> [(str(key[0]), *key[1:], len(arcs)) for key, arcs in square.arcs().items()]
    [('x - y', 'left', 'right', 1)]
    """

    def __init__(self, plane: Plane, polynomials: Sequence[Any], class_of: Callable[[int], Class]) -> None:
        self.plane = plane
        self.polynomials = list(polynomials)
        self.class_of = class_of
        self.curves = [plane.curve(polynomial) for polynomial in polynomials]

    @cached_property
    def strips(self) -> Sequence[Any]:
        """What lies between neighbouring critical values; see `plane`."""
        return self.plane.strips(self.polynomials)

    def joined(self, join: Callable[[Class], Other]) -> ClassifiedSquare[Other]:
        """Return the same square with classes that follow from these, so that some of them may become one."""
        square = ClassifiedSquare(self.plane, self.polynomials, lambda signs: join(self.class_of(signs)))
        square.strips = self.strips  # a cached property: what is known needs not be found again
        return square

    def signs(self, x: Fraction, y: Fraction) -> int:
        """Return the signs at a point on no curve, as a number with one bit for each polynomial."""
        return sum(1 << place for place, curve in enumerate(self.curves) if curve.sign(x, y) > 0)

    # -- the pieces of curves between classes

    def arcs(self) -> dict[tuple[Any, Class, Class], list[Arc]]:
        """Return the pieces of the curves, by polynomial and the classes where it is negative and where positive."""
        arcs: dict[tuple[Any, Class, Class], list[Arc]] = {}
        for key, arc, ends_there in self._steps():
            pieces = arcs.setdefault(key, [])
            # A piece of the same root that ends where this one begins is the same arc, if nothing happens there.
            for place, piece in enumerate(pieces):
                if (
                    piece.right == arc.left
                    and (piece.number, piece.falls) == (arc.number, arc.falls)
                    and not ends_there
                ):
                    pieces[place] = Arc(piece.left, arc.right, arc.number, falls=arc.falls)
                    break
            else:
                pieces.append(arc)
        for polynomial, curve in zip(self.polynomials, self.curves, strict=True):
            if curve.upright:
                for (negative, positive), arc in self._upright_arcs(polynomial):
                    arcs.setdefault((polynomial, negative, positive), []).append(arc)
        return arcs

    def _steps(self) -> Iterator[tuple[tuple[Any, Class, Class], Arc, bool]]:
        """Yield the sections between different classes, strip by strip, and whether the curve turns at their left."""
        bits = {polynomial: 1 << place for place, polynomial in enumerate(self.polynomials)}
        for strip in self.strips:
            for section, below, above in zip(strip.sections, strip.cells, strip.cells[1:], strict=False):
                if self.class_of(below) == self.class_of(above):
                    continue
                polynomial = section.curve.polynomial
                falls = bool(below & bits[polynomial])
                negative, positive = (above, below) if falls else (below, above)
                key = polynomial, self.class_of(negative), self.class_of(positive)
                ends_there = any(root.same(strip.left) for root in self.plane.alone(polynomial))
                yield key, Arc(strip.left.value, strip.right.value, section.number, falls=falls), ends_there

    def _upright_arcs(self, polynomial: Any) -> Iterator[tuple[tuple[Class, Class], Arc]]:
        """Yield the pieces of a line of constant `x` between different classes: where negative, where positive."""
        ends = unit_ends()
        for x in self.plane.alone(polynomial):
            curves = [curve for curve in self.curves if not curve.upright]
            heights = ordered([root for curve in curves for root in curve.heights(x)])
            open_piece: tuple[tuple[Class, Class], IsolatedRoot] | None = None
            for bottom, top in zip([ends[0], *heights], [*heights, ends[1]], strict=True):
                bottom.apart_from(top)
                level = between(bottom.high, top.low)
                left, right = (self.class_of(cell) for cell in self._beside(x, level))
                falls = self.plane.curve(polynomial).sign(x.low - _GAP, level) > 0
                key = (right, left) if falls else (left, right)
                if open_piece and (open_piece[0] != key or left == right):
                    yield open_piece[0], Arc(x.value, x.value, None, open_piece[1].value, bottom.value)
                    open_piece = None
                if open_piece is None and left != right:
                    open_piece = key, bottom
            if open_piece:
                yield open_piece[0], Arc(x.value, x.value, None, open_piece[1].value, ends[1].value)

    def _beside(self, x: IsolatedRoot, level: Fraction) -> tuple[int, int]:
        """Return the signs just left and just right of a line of constant `x`, at a level where no curve meets it."""
        margin = _GAP
        for _ in range(_PATIENCE):
            low, high = x.low - margin, x.high + margin
            if all(curve.clear(level, low, high) for curve in self.curves if not curve.upright) and all(
                len(isolated_inside(curve.level(level), low, high)) <= 1 for curve in self.curves if curve.upright
            ):
                return self.signs(low, level), self.signs(high, level)
            x.narrow(margin / 2)
            margin /= 2
        raise AssertionError(f"internal error: a curve meets the level {level} at {x}, where none should")


def polyline(curve: PlaneCurve, arc: Arc, steps: int = 60) -> list[tuple[float, float]]:
    """Return points `(x, y)` along a piece of a curve, for drawing.

    They are taken closer together near the ends, where it may be steep.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> [(round(a, 3), round(b, 3)) for a, b in polyline(PlaneCurve(x - y), Arc(Fraction(0), Fraction(1), 0), 2)]
    [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)]
    """
    if arc.number is None:
        ends = [end for end in (arc.bottom, arc.top) if end is not None]
        return [(float(arc.left), float(end)) for end in ends]
    left, right = enclosed(arc.left, _DRAWN)[1], enclosed(arc.right, _DRAWN)[0]
    points = []
    inset = (right - left) / 2**20
    for step in range(steps + 1):
        t = Fraction(step, steps)
        x = left + inset + (right - left - 2 * inset) * t * t * (3 - 2 * t)
        low, high = root_at(curve, arc.number, x, _DRAWN)
        points.append((float(x), float((low + high) / 2)))
    return points
