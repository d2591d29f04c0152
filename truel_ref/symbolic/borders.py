"""Borders of classes of points: the square cut by polynomials, and the pieces of curves between different classes.

A class depends on the signs of the polynomials alone, such as the optimal aims, or the order of the win probabilities.

**Descriptions of regions: the area, a sample and the conditions of each, from its cells.**

**The points where three or more regions meet, proved one by one.**
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, Generic, TypeAlias, TypeVar

from truel_ref.limits import check
from truel_ref.numbers import between, enclosed, isolated_inside
from truel_ref.symbolic.areas import Enclosure, integrals, root_at
from truel_ref.symbolic.isolation import IsolatedRoot, ordered
from truel_ref.symbolic.pieces import BorderArc, Boundary, Class, Meeting, Region, Sign, aims_text
from truel_ref.symbolic.plane import Plane, PlaneCurve, Strip, neighbourhood, unit_ends

__all__ = ["ClassifiedSquare", "Window", "areas_of", "conditions", "meetings", "polyline", "regions_of"]


# ---------------------------------------------------------------------------------------------------------
# Where classes of points change: the square cut by polynomials, and the pieces of curves between different


Other = TypeVar("Other", bound=Hashable)

_DRAWN = Fraction(1, 2**40)


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
        """The strips between neighbouring critical values; see `plane`."""
        return self.plane.strips(self.polynomials)

    def joined(self, join: Callable[[Class], Other]) -> ClassifiedSquare[Other]:
        """Return the square with classes that are functions of these classes, so that some of them may merge."""
        square = ClassifiedSquare(self.plane, self.polynomials, lambda signs: join(self.class_of(signs)))
        square.strips = self.strips  # a cached property: do not compute it again
        return square

    def signs(self, x: Fraction, y: Fraction) -> int:
        """Return the signs at a point on no curve, as a number with one bit for each polynomial."""
        return sum(1 << place for place, curve in enumerate(self.curves) if curve.sign(x, y) > 0)

    # -- the pieces of curves between classes

    def arcs(self) -> dict[tuple[Any, Class, Class], list[BorderArc]]:
        """Return the pieces of the curves, by polynomial and the classes where it is negative and where positive."""
        arcs: dict[tuple[Any, Class, Class], list[BorderArc]] = {}
        for key, arc, ends_there in self._steps():
            pieces = arcs.setdefault(key, [])
            # A piece of the same root that ends where this piece begins continues the arc, if the curve does not turn.
            for place, piece in enumerate(pieces):
                if (
                    piece.right == arc.left
                    and (piece.number, piece.falls) == (arc.number, arc.falls)
                    and not ends_there
                ):
                    pieces[place] = BorderArc(piece.left, arc.right, arc.number, falls=arc.falls)
                    break
            else:
                pieces.append(arc)
        for polynomial, curve in zip(self.polynomials, self.curves, strict=True):
            if curve.upright:
                for (negative, positive), arc in self._upright_arcs(polynomial):
                    arcs.setdefault((polynomial, negative, positive), []).append(arc)
        return arcs

    def _steps(self) -> Iterator[tuple[tuple[Any, Class, Class], BorderArc, bool]]:
        """Yield the sections between different classes, strip by strip, and whether the curve turns at their left."""
        bits = {polynomial: 1 << place for place, polynomial in enumerate(self.polynomials)}
        for strip in self.strips:
            for section, below, above in strip.steps():
                if self.class_of(below) == self.class_of(above):
                    continue
                polynomial = section.curve.polynomial
                falls = bool(below & bits[polynomial])
                negative, positive = (above, below) if falls else (below, above)
                key = polynomial, self.class_of(negative), self.class_of(positive)
                ends_there = any(root.same(strip.left) for root in self.plane.alone(polynomial))
                yield key, BorderArc(strip.left.value, strip.right.value, section.number, falls=falls), ends_there

    def _upright_arcs(self, polynomial: Any) -> Iterator[tuple[tuple[Class, Class], BorderArc]]:
        """Yield the pieces of a line of constant `x` between different classes: where negative, where positive."""
        ends, own = unit_ends(), self.plane.curve(polynomial)
        for x in self.plane.alone(polynomial):
            curves = [curve for curve in self.curves if not curve.upright]
            heights = ordered([root for curve in curves for root in curve.heights(x)])
            open_piece: tuple[tuple[Class, Class], IsolatedRoot] | None = None
            for bottom, top in zip([ends[0], *heights], [*heights, ends[1]], strict=True):
                bottom.apart_from(top)
                level = between(bottom.high, top.low)
                sides = self._beside(own, x, level)
                left, right = (self.class_of(self.signs(side, level)) for side in sides)
                falls = own.sign(sides[0], level) > 0
                key = (right, left) if falls else (left, right)
                if open_piece and (open_piece[0] != key or left == right):
                    yield open_piece[0], BorderArc(x.value, x.value, None, open_piece[1].value, bottom.value)
                    open_piece = None
                if open_piece is None and left != right:
                    open_piece = key, bottom
            if open_piece:
                yield open_piece[0], BorderArc(x.value, x.value, None, open_piece[1].value, ends[1].value)

    def _beside(self, own: PlaneCurve, x: IsolatedRoot, level: Fraction) -> tuple[Fraction, Fraction]:
        """Return values of `x` just left and just right of an upright line, at a level where no curve meets it.

        Parameters: `own`, the curve of the line; `x`, of the line; `level`.
        """
        others = [curve for curve in self.curves if curve is not own]

        def clear(low: Fraction, high: Fraction) -> bool:
            return len(isolated_inside(own.level(level), low, high)) == 1 and all(
                curve.clear(level, low, high) for curve in others
            )

        return neighbourhood(x, clear)


def polyline(curve: PlaneCurve, arc: BorderArc, steps: int = 60) -> list[tuple[float, float]]:
    """Return points `(x, y)` along a piece of a curve, for drawing.

    The points are denser near the ends, where the curve may be steep.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> [(round(a, 3), round(b, 3)) for a, b in polyline(PlaneCurve(x - y), BorderArc(Fraction(0), Fraction(1), 0), 2)]
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


# ---------------------------------------------------------------------------------------------------------
# Regions described: the area, a sample and the conditions of each, from the cells that it consists of


Implicant: TypeAlias = tuple[int, int]
"""A partial list of signs: the bits of the positive signs, and the bits of the signs that count."""


def regions_of(
    square: ClassifiedSquare[Class],
    boundaries: Sequence[Boundary[Class]],
    aims_of: Mapping[int, Class],
    precision: Fraction,
) -> tuple[Region[Class], ...]:
    """Return the regions of a square, the largest first.

    Parameters: `square`; `boundaries`, all curves between its regions; `aims_of`, the aims by the signs of a cell;
    `precision`, the largest width of an enclosure of an area.
    """
    arcs = {(each.polynomial, each.negative, each.positive): each.arcs for each in boundaries}
    areas = areas_of(square, arcs, precision)
    samples = _samples(square)
    described = conditions(aims_of, square.polynomials)
    made = [
        Region(aims, described[aims], (max(low, Fraction(0)), min(high, Fraction(1))), samples[aims])
        for aims, (low, high) in areas.items()
    ]
    return tuple(sorted(made, key=lambda region: (-region.area[0], region.name)))


def areas_of(
    square: ClassifiedSquare[Class], pieces: Mapping[tuple[Any, Class, Class], Sequence[BorderArc]], precision: Fraction
) -> dict[Class, list[Fraction]]:
    """Return bounds of the areas of all classes of a square.

    The area between two arcs is the difference of their integrals. So each arc adds its integral to the region below
    and subtracts it from the region above; the highest cell of a strip adds the width of the strip.

    Parameters: `square`; `pieces`, its `arcs()`; `precision`, the largest width of an enclosure.
    """
    arcs = [(key, arc) for key, own in pieces.items() for arc in own if arc.number is not None]
    enclosures = integrals(
        [(square.plane.curve(polynomial), arc.number or 0, arc.left, arc.right) for (polynomial, *_), arc in arcs],
        precision / 2,
    )
    areas: dict[Class, list[Fraction]] = {}
    for strip in square.strips:
        for end in (strip.left, strip.right):
            end.narrow(precision / (8 * len(square.strips)))
        top = areas.setdefault(square.class_of(strip.cells[-1]), [Fraction(0), Fraction(0)])
        top[0] += strip.right.low - strip.left.high
        top[1] += strip.right.high - strip.left.low
        for cell in strip.cells:
            areas.setdefault(square.class_of(cell), [Fraction(0), Fraction(0)])
    for ((_, below, above), arc), (low, high) in zip(arcs, enclosures, strict=True):
        gains = ((above, below) if arc.falls else (below, above)), ((low, high), (-high, -low))
        for aims, gain in zip(*gains, strict=True):
            areas[aims][0] += gain[0]
            areas[aims][1] += gain[1]
    return areas


def _samples(square: ClassifiedSquare[Class]) -> dict[Class, tuple[Fraction, Fraction]]:
    """Return for every region a point in about the largest of its cells."""
    samples: dict[Class, tuple[Fraction, Fraction]] = {}
    largest: dict[Class, Fraction] = {}
    for strip in square.strips:
        width = strip.right.low - strip.left.high
        for place, cell in enumerate(strip.cells):
            room, aims = width * strip.height(place), square.class_of(cell)
            if room > largest.get(aims, Fraction(-1)):
                largest[aims] = room
                samples[aims] = (strip.x, strip.sample(place))
    return samples


def conditions(aims_of: Mapping[int, Class], polynomials: Sequence[Any]) -> dict[Class, tuple[tuple[Sign, ...], ...]]:
    """Return for all aims a list of lists of conditions that holds in exactly the cells with these aims.

    For every cell, drop conditions one by one, the longest polynomials first, as long as no cell with other aims meets
    the remaining conditions. Of these lists take the list that holds in most cells not yet covered, and repeat.
    """
    lengths = [len(polynomial.terms()) for polynomial in polynomials]
    longest_first = sorted(range(len(polynomials)), key=lambda place: (-lengths[place], place))
    result = {}
    for aims in dict.fromkeys(aims_of.values()):
        inside = sorted(cell for cell, own in aims_of.items() if own == aims)
        outside = [cell for cell, own in aims_of.items() if own != aims]
        chosen = _covering(inside, list(_implicants(inside, outside, longest_first)), _cost(lengths))
        result[aims] = tuple(
            tuple(
                Sign(polynomials[place], 1 if signs >> place & 1 else -1)
                for place in reversed(longest_first)
                if care >> place & 1
            )
            for signs, care in chosen
        )
    return result


def _implicants(inside: Iterable[int], outside: Sequence[int], longest_first: Sequence[int]) -> dict[Implicant, None]:
    """Return irreducible lists of signs that hold in a cell of a region, and in no cell outside the region."""
    implicants: dict[Implicant, None] = {}
    every = (1 << len(longest_first)) - 1
    for cell in inside:
        for turn in range(len(longest_first) or 1):
            care = every
            for place in (*longest_first[turn:], *longest_first[:turn]):
                fewer = care & ~(1 << place)
                if all((cell ^ other) & fewer for other in outside):
                    care = fewer
            implicants[cell & care, care] = None
    return implicants


def _cost(lengths: Sequence[int]) -> Callable[[Implicant], int]:
    return lambda implicant: sum(length for place, length in enumerate(lengths) if implicant[1] >> place & 1)


def _covering(
    cells: Sequence[int], implicants: Sequence[Implicant], cost: Callable[[Implicant], int]
) -> list[Implicant]:
    """Return implicants that cover all cells: repeatedly the implicant that covers most of the remaining cells."""
    chosen = []
    left = list(cells)
    while left:
        check()
        covered = {each: sum(1 for cell in left if not (each[0] ^ cell) & each[1]) for each in implicants}
        best = min(implicants, key=lambda each: (-covered[each], cost(each)))
        chosen.append(best)
        left = [cell for cell in left if (best[0] ^ cell) & best[1]]
    return chosen


# ---------------------------------------------------------------------------------------------------------
# The points where three or more regions meet, proved one by one


Window: TypeAlias = tuple[Enclosure, Enclosure]
"""A box in the square: an interval of `x` and one of `y`."""

# The distance of the sides from a critical value, and the distance that counts as near; a pair is tried if those before
# it fail, as beside a fixed hit probability close to 0 or 1.
_SCALES = tuple(
    (Fraction(1, 2**margin), Fraction(1, 2**near)) for margin, near in ((44, 16), (120, 40), (360, 120), (1080, 360))
)
_MIDDLE = Fraction(1, 2)


@dataclass(frozen=True)
class _Crossing(Generic[Class]):
    """A curve just beside a critical value: an enclosure of its root, and the aims below and above it."""

    low: Fraction
    high: Fraction
    curve: PlaneCurve
    below: Class
    above: Class


def meetings(square: ClassifiedSquare[Class]) -> tuple[tuple[Meeting[Class], ...], tuple[Window, ...]]:
    """Return the points where three or more regions meet, and windows around possible such points without a proof."""
    proved: list[Meeting[Class]] = []
    unsettled: list[Window] = []
    for before, after in pairwise(square.strips):
        here: list[Meeting[Class]] = []
        unproved: list[Window] = []
        for margin, near in _SCALES:
            sides = _sides(before, after, margin)
            beside = zip((before, after), sides, strict=True)
            crossings = [crossing for strip, side in beside for crossing in _crossings(square, strip, side, near)]
            here, unproved = _meetings_at(square, before.right, sides, _groups(crossings, near), near)
            if not unproved:
                break
        proved += here
        unsettled += unproved
    return tuple(proved), tuple(unsettled)


def _sides(before: Strip, after: Strip, margin: Fraction) -> Enclosure:
    """Return values of `x` beside the critical value between two strips, inside the strips, within a margin."""
    x, left, right = before.right, before.left, after.right
    x.narrow(margin)
    x.apart_from(left)
    x.apart_from(right)
    low, high = x.low - margin, x.high + margin
    return (
        low if left.high < low else between(left.high, x.low),
        high if high < right.low else between(x.high, right.low),
    )


def _meetings_at(
    square: ClassifiedSquare[Class],
    x: IsolatedRoot,
    sides: Enclosure,
    groups: Iterable[Sequence[_Crossing[Class]]],
    near: Fraction,
) -> tuple[list[Meeting[Class]], list[Window]]:
    """Return the points above a critical value where three regions meet, and windows without a proof.

    At the sides, just left and just right of the critical value, roots closer together than `near` form a group. If the
    cells that touch a group have three different aims, the function tries to prove that the group is a single point:
    every curve of the group has exactly one height above the critical value in a window around the group, and leaves
    the window only at its sides.
    """
    upright = [
        curve
        for curve in square.curves
        if curve.upright and curve.sign(sides[0], _MIDDLE) != curve.sign(sides[1], _MIDDLE)
    ]
    proved: list[Meeting[Class]] = []
    unproved: list[Window] = []
    for group in groups:
        aims = {own for crossing in group for own in (crossing.below, crossing.above)}
        curves = list(dict.fromkeys(crossing.curve for crossing in group))
        if len(aims) < 3:
            continue
        bottom, top = group[0].low - near, group[-1].high + near
        heights = [[y for y in curve.heights(x) if _inside(y, bottom, top, near)] for curve in curves]
        if not any(heights):
            continue  # they meet on the edge of the square, or beyond
        single = all(len(ys) == 1 and ys[0].same(heights[0][0]) for ys in heights)
        clear = all(curve.clear(level, *sides) for curve in curves for level in (bottom, top))
        if not (single and clear):
            unproved.append((sides, (bottom, top)))
            continue
        bounding = [
            curve for curve in curves if any(each.curve is curve and each.below != each.above for each in group)
        ]
        polynomials = tuple(sorted((curve.polynomial for curve in (*upright, *bounding)), key=str))
        proved.append(Meeting(x.value, heights[0][0].value, tuple(sorted(aims, key=aims_text)), polynomials))
    return proved, unproved


def _crossings(
    square: ClassifiedSquare[Class], strip: Strip, side: Fraction, near: Fraction
) -> Iterator[_Crossing[Class]]:
    """Yield the roots of all curves at a value of `x` in a strip, from below upwards."""
    for section, below, above in strip.steps():
        root = section.at(side)
        root.narrow(near / 4)
        yield _Crossing(root.low, root.high, section.curve, square.class_of(below), square.class_of(above))


def _groups(crossings: Iterable[_Crossing[Class]], near: Fraction) -> list[list[_Crossing[Class]]]:
    groups: list[list[_Crossing[Class]]] = []
    for crossing in sorted(crossings, key=lambda each: (each.low, each.high)):
        if groups and crossing.low - groups[-1][-1].high < near:
            groups[-1].append(crossing)
        else:
            groups.append([crossing])
    return groups


def _inside(y: IsolatedRoot, bottom: Fraction, top: Fraction, near: Fraction) -> bool:
    y.narrow(near / 4)
    return bottom <= y.high and y.low <= top
