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
from itertools import chain, combinations, pairwise
from typing import Any, TypeAlias

from truel_ref.game.people import labels
from truel_ref.limits import check
from truel_ref.numbers import (
    Interval,
    Number,
    decimal_text,
    enclosed,
    fraction_text,
    number_text,
    percent_text,
)
from truel_ref.symbolic.algebra import polynomial_text
from truel_ref.symbolic.areas import integrals
from truel_ref.symbolic.plane import Plane, PlaneCurve, Section, Strip

Class: TypeAlias = Any
"""The class that is constant in a region and distinguishes it, hashable; in announced play the optimal aims."""

Key: TypeAlias = "tuple[Any, Any, Any]"
"""A border: a polynomial, and the classes where it is negative and where it is positive."""

_DRAWN, _FINE = Fraction(1, 2**40), Fraction(1, 2**48)
_NOTHING: Interval = Fraction(0), Fraction(0)


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
                    arc = BorderArc(strip.left, strip.right, section.number, falls=falls)
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
            heights, levels, sides = self.plane.beside(self.polynomials, before.left, x, after.right)
            pieces: list[tuple[Any, BorderArc]] = []
            for (bottom, top), level in zip(pairwise(heights), levels, strict=True):
                left, right = (self.class_at(side, level) for side in sides)
                key = own.polynomial, *((right, left) if own.sign(sides[0], level) > 0 else (left, right))
                arc = BorderArc(x, x, None, bottom, top)
                if pieces and pieces[-1][0] == key:
                    arc = replace(pieces.pop()[1], top=top)
                pieces.append((key, arc))
            yield from ((key, arc) for key, arc in pieces if key[1] != key[2])

    # -- the points where classes meet

    def meetings(self) -> tuple[Meeting, ...]:
        """Return the points where three or more classes meet: those with as many classes between their two levels."""
        found = []
        for before, after in pairwise(self.strips):
            x, both = before.right, [self._borders(strip) for strip in (before, after)]
            uprights = {
                each.polynomial for each in self.curves if each.upright and x in self.plane.alone(each.polynomial)
            }
            curved = {section.curve.polynomial for borders in both for section, _ in borders}
            pairs = (self.plane.together(frozenset(pair)) for pair in combinations(curved, 2))
            if not any(x in critical for critical in chain(map(self.plane.alone, uprights | curved), pairs)):
                continue
            heights, levels, sides = self.plane.beside(curved, before.left, x, after.right)
            for y, (low, high) in zip(heights[1:-1], pairwise(levels), strict=True):
                classes = {self.class_at(side, low) for side in sides}
                bounding = set(uprights)
                for borders, side in zip(both, sides, strict=True):
                    for section, above in borders:
                        if low < section.at(side) < high:
                            classes.add(above)
                            bounding.add(section.curve.polynomial)
                if len(classes) > 2:
                    found.append(Meeting(x, y, tuple(sorted(classes, key=aims_text)), tuple(sorted(bounding, key=str))))
        return tuple(found)

    def _borders(self, strip: Strip) -> list[tuple[Section, Class]]:
        """Return the sections of a strip between different classes, each with the class above, from below upwards."""
        steps = ((section, self.class_of(below), self.class_of(above)) for section, below, above in strip.steps())
        return [(section, above) for section, below, above in steps if below != above]


def _append(pieces: list[BorderArc], arc: BorderArc, turns: bool) -> None:
    """Append an arc to the pieces of a border, or continue the piece that ends where it begins, unless it turns."""
    for place, piece in enumerate(pieces):
        if not turns and (piece.right, piece.number, piece.falls) == (arc.left, arc.number, arc.falls):
            pieces[place] = replace(piece, right=arc.right)
            return
    pieces.append(arc)


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
        points.append((float(x), float(curve.roots_at(x)[arc.number])))
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
    areas = {square.class_of(cell): _NOTHING for strip in square.strips for cell in strip.cells}

    def add(own: Class, low: Fraction, high: Fraction) -> None:
        areas[own] = areas[own][0] + low, areas[own][1] + high

    near = min(precision / (64 * len(square.strips)), _FINE)
    for strip in square.strips:
        (left, right), (end_left, end_right) = (enclosed(end, near) for end in (strip.left, strip.right))
        add(square.class_of(strip.cells[-1]), end_left - right, end_right - left)
    for ((_, below, above), arc), (low, high) in zip(arcs, enclosures, strict=True):
        under, over = (above, below) if arc.falls else (below, above)
        add(under, low, high)
        add(over, -high, -low)
    return {own: (max(low, Fraction(0)), min(high, Fraction(1))) for own, (low, high) in areas.items()}


def samples_of(square: ClassifiedSquare) -> dict[Class, tuple[Fraction, Fraction]]:
    """Return for every class a point in about the largest of its cells."""
    largest: dict[Class, tuple[float, Strip, int]] = {}
    for strip in square.strips:
        heights = [float(strip.height(place)) for place in range(len(strip.cells) + 1)]
        width = float(strip.right) - float(strip.left)
        for place, cell in enumerate(strip.cells):
            room, own = width * (heights[place + 1] - heights[place]), square.class_of(cell)
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
