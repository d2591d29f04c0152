"""Borders of classes of points: the square cut by polynomials, and the pieces of curves between different classes.

A class depends on the signs of the polynomials alone, such as the optimal aims, or the order of the win probabilities.
From the cells of the square follow the pieces of curves between classes, the points where three or more classes meet,
and for each class its area, a sample and its conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

from truel_ref.game.people import labels
from truel_ref.limits import check
from truel_ref.numbers import (
    Interval,
    Number,
    between,
    decimal_text,
    enclosed,
    fraction_text,
    number_text,
    percent_text,
)
from truel_ref.symbolic.algebra import polynomial_text
from truel_ref.symbolic.areas import integrals, root_at
from truel_ref.symbolic.plane import ONE, ZERO, Plane, PlaneCurve, Root, Strip, ordered

__all__ = [
    "BorderArc",
    "Boundary",
    "Class",
    "ClassifiedSquare",
    "Meeting",
    "Region",
    "Sign",
    "aims_json",
    "aims_text",
    "areas_of",
    "conditions",
    "polyline",
    "samples_of",
    "share_text",
]

Class: TypeAlias = Any
"""The class that is constant in a region and distinguishes it, hashable; in announced play the optimal aims."""

Key: TypeAlias = "tuple[Any, Any, Any]"
"""A border: a polynomial, and the classes where it is negative and where it is positive."""

_DRAWN = Fraction(1, 2**40)


# ---------------------------------------------------------------------------------------------------------
# The parts of a partition


@dataclass(frozen=True)
class Sign:
    """The condition that a polynomial is positive (`sign` 1) or negative (-1)."""

    polynomial: Any
    sign: int

    def __str__(self) -> str:
        return f"{polynomial_text(self.polynomial)} {'>' if self.sign > 0 else '<'} 0"


@dataclass(frozen=True)
class Region:
    """All points of the open square with the same aims, curves left out.

    Fields: `aims`; `conditions`, a list of lists: the point is in the region if and only if, for one of the lists, all
    its conditions hold (and no deciding polynomial vanishes); `area`, bounds of its share of the square; `sample`, a
    point in it.
    """

    aims: Class
    conditions: tuple[tuple[Sign, ...], ...]
    area: Interval
    sample: tuple[Fraction, Fraction]

    @property
    def name(self) -> str:
        """The aims, as the command prints them."""
        return aims_text(self.aims)

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, both)) or "everywhere" for both in self.conditions)

    @property
    def share(self) -> str:
        """The share of the square in percent, as `share_text` writes it."""
        return share_text(self.area)


@dataclass(frozen=True)
class BorderArc:
    """A piece of a boundary over an interval of `x`: the root of the polynomial with a number, counted upwards from 0.

    For a line of constant `x`, `left` and `right` are that value, `number` is None, and the piece goes from `bottom` to
    `top`. `falls` states whether the polynomial is positive below the piece and negative above.
    """

    left: Number
    right: Number
    number: int | None
    bottom: Number | None = None
    top: Number | None = None
    falls: bool = False

    def text(self, names: Sequence[str]) -> str:
        """Return the interval of the piece as text: fractions exactly, other numbers with six decimals.

        >>> from truel_ref.numbers import root
        >>> BorderArc(Fraction(0), root([2, 0, -1], 1), 0).text("ab")
        '0 < a < 0.707107'
        """
        start, end = (self.left, self.right) if self.bottom is None or self.top is None else (self.bottom, self.top)
        name = names[0] if self.bottom is None else names[1]
        return f"{_short(start)} < {name} < {_short(end)}"


def _short(value: Number) -> str:
    return fraction_text(value) if isinstance(value, Fraction) else decimal_text(value, 6)


@dataclass(frozen=True)
class Boundary:
    """A curve between two regions: an irreducible polynomial, and the aims on both sides.

    Fields: `polynomial`; `negative` and `positive`, the aims where it is below and above 0; `on`, the aims on the curve
    itself (in announced play those of the tie rule), all that occur; `arcs`, the pieces of the curve with these aims.
    """

    polynomial: Any
    negative: Class
    positive: Class
    on: tuple[Class, ...]
    arcs: tuple[BorderArc, ...]


@dataclass(frozen=True)
class Meeting:
    """A point where three or more regions meet.

    Fields: `x` and `y`, its coordinates, real algebraic numbers; `aims`, of the regions around it; `polynomials`, the
    curves through it.
    """

    x: Number
    y: Number
    aims: tuple[Class, ...]
    polynomials: tuple[Any, ...]


def share_text(area: Interval) -> str:
    """Return a share of the square in percent, with the digits that its enclosure proves, four at most.

    The last digit is correctly rounded if both ends of the enclosure round to it.

    >>> share_text((Fraction(1, 3), Fraction(33334, 100000))), share_text((Fraction(1, 3), Fraction(1, 2)))
    ('33.33 %', '33.3 % to 50.0 %')
    """
    for digits in (4, 3, 2, 1):
        low, high = (percent_text(end, digits) for end in area)
        if low == high:
            return low
    return f"{percent_text(area[0], 1)} to {percent_text(area[1], 1)}"


def aims_text(aims: object) -> str:
    """Return the aims of a region as the command prints them.

    >>> from truel_ref.game.aims import Aim
    >>> aims_text((Aim.miss(3), Aim.at(2, 3), Aim.at(1, 3)))
    'Miss, C, B'
    """
    if isinstance(aims, tuple):
        return ", ".join(map(str, aims))
    return "nobody wins" if aims is None else str(aims)


def aims_json(aims: Any) -> Any:
    """Return the aims of a region as plain data for JSON."""
    if isinstance(aims, tuple):
        names = labels(len(aims))
        return [aim.word(names) or list(map(number_text, aim.weights)) for aim in aims]
    return None if aims is None else aims.to_json()


# ---------------------------------------------------------------------------------------------------------
# The square


class ClassifiedSquare:
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
    def strips(self) -> list[Strip]:
        """The strips between neighbouring critical values; see `plane`."""
        return self.plane.strips(self.polynomials)

    def joined(self, join: Callable[[Class], Class]) -> ClassifiedSquare:
        """Return the square with classes that are functions of these classes, so that some of them may merge."""
        square = ClassifiedSquare(self.plane, self.polynomials, lambda signs: join(self.class_of(signs)))
        square.strips = self.strips  # a cached property: do not compute it again
        return square

    def class_at(self, x: Fraction, y: Fraction) -> Class:
        """Return the class of a point on no curve."""
        return self.class_of(sum(1 << place for place, curve in enumerate(self.curves) if curve.sign(x, y) > 0))

    def polylines(self, polynomial: Any, arcs: Iterable[BorderArc]) -> Iterator[list[tuple[float, float]]]:
        """Return the pieces of a curve as lists of points `(x, y)`, for drawing."""
        curve = self.plane.curve(polynomial)
        return (polyline(curve, arc) for arc in arcs)

    # -- the pieces of curves between classes

    def arcs(self) -> dict[Key, list[BorderArc]]:
        """Return the pieces of the curves, by polynomial and the classes where it is negative and where positive."""
        bits = {curve: 1 << place for place, curve in enumerate(self.curves)}
        arcs: dict[Key, list[BorderArc]] = {}
        for strip in self.strips:
            for section, below, above in strip.steps():
                falls = bool(below & bits[section.curve])
                negative, positive = map(self.class_of, (above, below) if falls else (below, above))
                if negative != positive:
                    polynomial = section.curve.polynomial
                    arc = BorderArc(strip.left.value, strip.right.value, section.number, falls=falls)
                    pieces = arcs.setdefault((polynomial, negative, positive), [])
                    _append(pieces, arc, turns=strip.left in self.plane.alone(polynomial))
        for curve in self.curves:
            for key, arc in self._upright_arcs(curve) if curve.upright else ():
                arcs.setdefault(key, []).append(arc)
        return arcs

    def _upright_arcs(self, own: PlaneCurve) -> Iterator[tuple[Key, BorderArc]]:
        """Yield the pieces of a line of constant `x` between different classes."""
        for before, after in pairwise(self.strips):
            x = before.right
            if x not in self.plane.alone(own.polynomial):
                continue
            curves = [curve for curve in self.curves if not curve.upright]
            heights = ordered([root for curve in curves for root in self.plane.heights(curve.polynomial, x)])
            pieces: list[tuple[Any, BorderArc]] = []
            for bottom, top in pairwise([ZERO, *heights, ONE]):
                level = between(*_between(bottom, top))
                left, right = sides = _sides_at(before, after, level, curves)
                classes = self.class_at(left, level), self.class_at(right, level)
                key = own.polynomial, *(classes[::-1] if own.sign(sides[0], level) > 0 else classes)
                arc = BorderArc(x.value, x.value, None, bottom.value, top.value)
                if pieces and pieces[-1][0] == key:
                    arc = replace(pieces.pop()[1], top=top.value)
                pieces.append((key, arc))
            yield from ((key, arc) for key, arc in pieces if key[1] != key[2])

    # -- the points where classes meet

    def meetings(self) -> tuple[Meeting, ...]:
        """Return the points where three or more classes meet.

        At values of `x` just left and just right of a critical value, roots closer together than some distance form a
        group. If the cells that touch a group have three different classes, its curves may meet in one point. They do
        if every curve of the group has exactly one height above the critical value in a window around the group, all
        these heights are equal, and every curve leaves the window only at its sides. Otherwise the curves lie apart at
        a smaller distance.
        """
        found = []
        for before, after in pairwise(self.strips):
            near, here = Fraction(1, 2**16), self._met(before, after, Fraction(1, 2**16))
            while None in here:
                check()
                near **= 3
                here = self._met(before, after, near)
            found += [meeting for meeting in here if meeting is not None]
        return tuple(found)

    def _met(self, before: Strip, after: Strip, near: Fraction) -> list[Meeting | None]:
        """Return the meetings above the critical value between two strips; None for a group that is not decided."""
        x = before.right
        sides = _sides(before, after, near**3)
        crossings = []
        for strip, side in zip((before, after), sides, strict=True):
            for section, below, above in strip.steps():
                low, high = root_at(*section, side, near / 4)
                crossings.append(_Crossing(low, high, section.curve, self.class_of(below), self.class_of(above)))
        made: list[Meeting | None] = []
        for group in _groups(crossings, near):
            classes = {own for crossing in group for own in (crossing.below, crossing.above)}
            if len(classes) < 3:
                continue
            bottom, top = group[0].low - near, max(crossing.high for crossing in group) + near
            curves = list(dict.fromkeys(crossing.curve for crossing in group))
            every = [self.plane.heights(curve.polynomial, x) for curve in curves]
            heights = [[y for y in listed if y.interval(near / 4)[0] <= top and bottom <= y.high] for listed in every]
            if not any(heights):
                continue  # they meet on the edge of the square, or beyond
            clear = all(curve.misses(sides, (level, level)) for curve in curves for level in (bottom, top))
            if not clear or len({height for listed in heights for height in listed}) > 1 or not all(heights):
                made.append(None)
                continue
            bounding = {crossing.curve for crossing in group if crossing.below != crossing.above}
            bounding |= {curve for curve in self.curves if curve.upright and x in self.plane.alone(curve.polynomial)}
            polynomials = sorted((curve.polynomial for curve in bounding), key=str)
            y = heights[0][0].value
            made.append(Meeting(x.value, y, tuple(sorted(classes, key=aims_text)), tuple(polynomials)))
        return made


def _append(pieces: list[BorderArc], arc: BorderArc, turns: bool) -> None:
    """Append an arc to the pieces of a border, or continue the piece that ends where it begins, unless it turns."""
    for place, piece in enumerate(pieces):
        if not turns and (piece.right, piece.number, piece.falls) == (arc.left, arc.number, arc.falls):
            pieces[place] = replace(piece, right=arc.right)
            return
    pieces.append(arc)


def _between(low: Root, high: Root) -> Interval:
    low.apart_from(high)
    return low.high, high.low


def _sides(before: Strip, after: Strip, margin: Fraction) -> Interval:
    """Return values of `x` beside the critical value between two strips, inside the strips, within a margin."""
    x = before.right
    x.narrow(margin)
    left, right = _between(before.left, x), _between(x, after.right)
    return between(max(left[0], x.low - margin), x.low), between(x.high, min(right[1], x.high + margin))


def _sides_at(before: Strip, after: Strip, level: Fraction, curves: Sequence[PlaneCurve]) -> Interval:
    """Return values of `x` beside a critical value, so near that no curve meets the level between them."""
    margin, sides = _DRAWN, _sides(before, after, _DRAWN)
    while not all(curve.misses(sides, (level, level)) for curve in curves):
        check()
        margin **= 2
        sides = _sides(before, after, margin)
    return sides


@dataclass(frozen=True)
class _Crossing:
    """A curve just beside a critical value: an enclosure of its root, and the classes below and above it."""

    low: Fraction
    high: Fraction
    curve: PlaneCurve
    below: Class
    above: Class


def _groups(crossings: Iterable[_Crossing], near: Fraction) -> list[list[_Crossing]]:
    groups: list[list[_Crossing]] = []
    for crossing in sorted(crossings, key=lambda each: (each.low, each.high)):
        if groups and crossing.low - groups[-1][-1].high < near:
            groups[-1].append(crossing)
        else:
            groups.append([crossing])
    return groups


def polyline(curve: PlaneCurve, arc: BorderArc, steps: int = 60) -> list[tuple[float, float]]:
    """Return points `(x, y)` along a piece of a curve, for drawing.

    The points are denser near the ends, where the curve may be steep.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> [(round(a, 3), round(b, 3)) for a, b in polyline(PlaneCurve(x - y), BorderArc(Fraction(0), Fraction(1), 0), 2)]
    [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)]
    """
    if arc.number is None:
        return [(float(arc.left), float(end)) for end in (arc.bottom, arc.top) if end is not None]
    left, right = enclosed(arc.left, _DRAWN)[1], enclosed(arc.right, _DRAWN)[0]
    inset = (right - left) / 2**20
    points = []
    for t in (Fraction(step, steps) for step in range(steps + 1)):
        x = left + inset + (right - left - 2 * inset) * t * t * (3 - 2 * t)
        points.append((float(x), float(sum(root_at(curve, arc.number, x, _DRAWN)) / 2)))
    return points


# ---------------------------------------------------------------------------------------------------------
# Classes described: area, sample, conditions


def areas_of(
    square: ClassifiedSquare, pieces: Mapping[Key, Sequence[BorderArc]], precision: Fraction
) -> dict[Class, Interval]:
    """Return bounds of the areas of all classes of a square.

    The area between two arcs is the difference of their integrals. So each arc adds its integral to the class below
    and subtracts it from the class above; the highest cell of a strip adds the width of the strip.

    Parameters: `square`; `pieces`, its `arcs()`; `precision`, the largest width of an enclosure.
    """
    arcs = [(key, arc) for key, own in pieces.items() for arc in own if arc.number is not None]
    enclosures = integrals(
        [(square.plane.curve(polynomial), arc.number or 0, arc.left, arc.right) for (polynomial, *_), arc in arcs],
        precision / 16,  # the fourth digit of a percentage seldom lies on the edge of rounding
    )
    gains: list[tuple[Class, Interval]] = []
    for strip in square.strips:
        (left, right), (end_left, end_right) = (
            end.interval(precision / (64 * len(square.strips))) for end in (strip.left, strip.right)
        )
        gains += [(square.class_of(cell), (Fraction(0), Fraction(0))) for cell in strip.cells]
        gains.append((square.class_of(strip.cells[-1]), (end_left - right, end_right - left)))
    for ((_, below, above), arc), (low, high) in zip(arcs, enclosures, strict=True):
        under, over = (above, below) if arc.falls else (below, above)
        gains += [(under, (low, high)), (over, (-high, -low))]
    areas: dict[Class, Interval] = {}
    for own, (low, high) in gains:
        known = areas.get(own, (Fraction(0), Fraction(0)))
        areas[own] = known[0] + low, known[1] + high
    return {own: (max(low, Fraction(0)), min(high, Fraction(1))) for own, (low, high) in areas.items()}


def samples_of(square: ClassifiedSquare) -> dict[Class, tuple[Fraction, Fraction]]:
    """Return for every class a point in about the largest of its cells."""
    largest: dict[Class, tuple[Fraction, Strip, int]] = {}
    for strip in square.strips:
        for place, cell in enumerate(strip.cells):
            low, high = strip.inside(place)
            room, own = (strip.right.low - strip.left.high) * (high - low), square.class_of(cell)
            if own not in largest or room > largest[own][0]:
                largest[own] = room, strip, place
    return {own: (strip.x, strip.sample(place)) for own, (_, strip, place) in largest.items()}


def conditions(class_of: Mapping[int, Class], polynomials: Sequence[Any]) -> dict[Class, tuple[tuple[Sign, ...], ...]]:
    """Return for all classes a list of lists of conditions that holds in exactly the cells of this class.

    For every cell, drop conditions one by one, the longest polynomials first, as long as no cell of another class meets
    the remaining conditions. Of these lists take the list that holds in most cells not yet covered, the shortest of
    several, and repeat.

    Parameters: `class_of`, the class by the signs of a cell; `polynomials`.
    """
    lengths = [len(polynomial.terms()) for polynomial in polynomials]
    longest_first = sorted(range(len(polynomials)), key=lambda place: (-lengths[place], place))
    result = {}
    for own in dict.fromkeys(class_of.values()):
        left = sorted(cell for cell, other in class_of.items() if other == own)
        outside = [cell for cell, other in class_of.items() if other != own]
        # A list of signs: the bits of the positive ones, and the bits of those that count.
        every = dict.fromkeys(signs for cell in left for signs in _irreducible(cell, outside, longest_first))
        chosen = []
        while left:
            check()

            def cost(signs: tuple[int, int], left: Sequence[int] = left) -> tuple[int, int]:
                covered = sum(not (signs[0] ^ cell) & signs[1] for cell in left)
                return -covered, sum(length for place, length in enumerate(lengths) if signs[1] >> place & 1)

            positive, counts = min(every, key=cost)
            left = [cell for cell in left if (positive ^ cell) & counts]
            chosen.append(
                tuple(
                    Sign(polynomials[place], 1 if positive >> place & 1 else -1)
                    for place in reversed(longest_first)
                    if counts >> place & 1
                )
            )
        result[own] = tuple(chosen)
    return result


def _irreducible(cell: int, outside: Sequence[int], longest_first: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield irreducible lists of signs that hold in a cell and in no cell outside its class."""
    for turn in range(len(longest_first) or 1):
        counts = (1 << len(longest_first)) - 1
        for place in (*longest_first[turn:], *longest_first[:turn]):
            fewer = counts & ~(1 << place)
            if all((cell ^ other) & fewer for other in outside):
                counts = fewer
        yield cell & counts, counts
