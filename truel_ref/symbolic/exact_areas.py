r"""Exact areas: the share of the square in which a condition holds, in closed form if its boundary allows it.

Pieces of curves bound an area, each piece a root of a polynomial, by its number, between two values of `x`. The area is
the sum of the integrals of the pieces with the area below, minus the integrals of the pieces with the area above, plus
the widths over which the area reaches up to the edge `y = 1`: the sum that also gives the enclosures (`borders`), with
exact summands.

1. Rational functions `x(t)`, `y(t)` parametrise a piece of a curve of genus 0 (`rational_curves`), so its integral is
   the integral of the rational function `y(t) x'(t)` between two algebraic numbers (`Primitive`): algebraic numbers,
   logarithms and arc tangents.
2. A piece of another curve stops the closed form; the result names the curve and the reason. This says nothing about
   the number itself: an integrand without an elementary primitive of this kind may have a known integral.
3. Only pieces that bound the area count, not a curve between two regions that both belong to the area.
4. **Check.** The value of the closed form, enclosed to 40 digits, must lie within the certified enclosure of the area,
   which comes from the boundary by other means (`areas`); otherwise an error is raised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from operator import eq
from typing import Any, NamedTuple

from truel_ref.budget import check
from truel_ref.errors import SymbolicError, shown
from truel_ref.numbers import Number, between, decimal_text, evaluate, fraction_text
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.symbolic.areas import Enclosure
from truel_ref.symbolic.borders import ClassifiedSquare
from truel_ref.symbolic.elementary import Elementary, FieldNumber, letter_notes, letters_of
from truel_ref.symbolic.isolation import IsolatedRoot
from truel_ref.symbolic.partition import Partition
from truel_ref.symbolic.pieces import BorderArc, Class, share_text
from truel_ref.symbolic.plane import PlaneCurve, neighbourhood, unit_ends
from truel_ref.symbolic.rational_curves import Path, Primitive, RationalCurve
from truel_ref.symbolic.text import polynomial_text

__all__ = ["AreaTable", "ExactArea", "Obstacle", "closed_regions", "exact_area"]

_DIGITS = (40, 160, 640)


@dataclass(frozen=True)
class Obstacle:
    """A curve that bounds an area and stops its closed form.

    Fields: `polynomial`; `pieces`, of the curve, which bound the area; `genus`, of the curve, None if unknown;
    `reason`, in words.
    """

    polynomial: Any
    pieces: tuple[BorderArc, ...]
    genus: int | None
    reason: str

    def __str__(self) -> str:
        return f"{polynomial_text(self.polynomial)}: {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """Return the obstacle as plain data for JSON."""
        names = [str(symbol) for symbol in self.polynomial.ring.symbols]
        return {
            "curve": polynomial_text(self.polynomial),
            "pieces": [arc.text(names) for arc in self.pieces],
            "genus": self.genus,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class ExactArea:
    """The area of a part of the square.

    Fields: `enclosure`, its certified bounds; `closed`, its closed form, None if curves stop it; `obstacles`, these
    curves.
    """

    enclosure: Enclosure
    closed: Elementary | None
    obstacles: tuple[Obstacle, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the area as plain data for JSON."""
        return {
            "low": fraction_text(self.enclosure[0]),
            "high": fraction_text(self.enclosure[1]),
            "closed": None if self.closed is None else self.closed.to_json(),
            "stopped_by": [obstacle.to_json() for obstacle in self.obstacles],
        }


@dataclass(frozen=True)
class AreaTable(Record):
    """Named areas, in closed form if they have a closed form.

    Fields: `title`; `areas`, pairs of a name and an area.
    """

    title: str
    areas: tuple[tuple[str, ExactArea], ...]

    def of(self, name: str) -> ExactArea:
        """Return an area by its name.

        Raises `SymbolicError` for an unknown name.
        """
        for other, area in self.areas:
            if other == name:
                return area
        raise SymbolicError(
            f"there is no area of {shown(name)}; choose from {'; '.join(entry[0] for entry in self.areas)}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the table as plain data for JSON."""
        return {"title": self.title, "areas": [{"name": name} | area.to_json() for name, area in self.areas]}

    def _table(self) -> Table:
        obstacles = list(dict.fromkeys(str(each) for _, area in self.areas for each in area.obstacles))
        bases = {base for _, area in self.areas if area.closed is not None for base in area.closed.bases}
        letters, rows = letters_of(bases), []
        for name, area in self.areas:
            if area.closed is None:
                stopped = sorted(obstacles.index(str(each)) + 1 for each in area.obstacles)
                rows.append((name, share_text(area.enclosure), f"stopped by {', '.join(map(str, stopped))}"))
            else:
                rows.append((name, area.closed.decimal(), area.closed.text(letters)))
        notes = [*letter_notes(letters), *(f"{place}: {text}" for place, text in enumerate(obstacles, 1))]
        return Table(["what", "area", "closed form"], rows, caption=self.title, notes=notes)


def exact_area(partition: Partition[Class], wanted: Callable[[Class], bool]) -> ExactArea:
    """Return the total area of all wanted regions, in closed form if the curves around them allow it.

    The module's docstring lists the steps.

    Parameters: `partition`; `wanted`, whether a region with a class counts.

    Raises `SymbolicError` if a closed form does not lie in the certified enclosure of the area.

    >>> from truel_ref.symbolic.plays import stationary_regions
    >>> area = exact_area(stationary_regions([None, None, 1], precision="1/10"), lambda aims: str(aims) == "C, C, A")
    >>> print(area.closed)
    -1/4 + sqrt(5)/4 - log(2) + log((1 + sqrt(5))/2)
    """
    square = partition.square.joined(lambda aims: bool(wanted(aims)))
    enclosure = partition.area(wanted)
    pieces = list(_pieces(square))
    critical = {root.value: root for strip in square.strips for root in (strip.left, strip.right)}
    obstacles: dict[Any, Obstacle] = {}
    integrals: list[tuple[Primitive, Path, _ClosedPiece]] = []
    for piece in pieces:
        rational = RationalCurve(piece.curve)
        try:
            path = rational.path(piece.arc, partial(_height_at, pieces, piece, critical))
            integrals.append((Primitive(path.integrand), path, piece))
        except SymbolicError as error:
            polynomial = piece.curve.polynomial
            before = obstacles[polynomial].pieces if polynomial in obstacles else ()
            obstacles[polynomial] = Obstacle(polynomial, (*before, piece.arc), rational.genus, str(error))
    if obstacles:
        return ExactArea(enclosure, None, tuple(obstacles.values()))
    total = Elementary.of(_widths(square))
    for primitive, path, piece in integrals:
        check()
        ends = [path.parameter(x) for x in (piece.arc.left, piece.arc.right)]
        total = total.plus(primitive.between(*ends), piece.sign)
    _refuse_outside(total, enclosure)
    return ExactArea(enclosure, total, ())


def _refuse_outside(closed: Elementary, enclosure: Enclosure) -> None:
    """Raise `SymbolicError` unless a closed form is proved to lie in an enclosure: step 4 of the module."""
    for digits in _DIGITS:  # more digits for a very narrow enclosure
        low, high = closed.enclosure(digits)
        if enclosure[0] <= low and high <= enclosure[1]:
            return
        if high < enclosure[0] or enclosure[1] < low:
            break
    raise SymbolicError(
        f"the closed form {closed} is near {decimal_text(low, 12)}, outside the certified enclosure of the area, "
        f"{' to '.join(decimal_text(end, 12) for end in enclosure)}"
    )


def closed_regions(partition: Partition[Class]) -> AreaTable:
    """Return the areas of all regions of a partition, largest first, in closed form if they have a closed form.

    >>> from truel_ref.symbolic.partition import regions
    >>> table = closed_regions(regions([None, None, 1], search=["others"], precision="1/10"))
    >>> [(name, str(area.closed)) for name, area in table.areas]
    [('C, C, A', '1/2'), ('C, C, B', '1/2')]
    """
    areas = tuple((region.name, exact_area(partition, partial(eq, region.aims))) for region in partition.regions)
    return AreaTable(f"{partition.title()}: areas of the regions", areas)


# ---------------------------------------------------------------------------------------------------------
# The boundary


class _ClosedPiece(NamedTuple):
    """A piece of a curve around an area: `sign` is 1 if the area is below it, and -1 if it is above."""

    curve: PlaneCurve
    arc: BorderArc
    sign: int


def _pieces(square: ClassifiedSquare[bool]) -> Iterator[_ClosedPiece]:
    """Yield the pieces around the area that are not upright."""
    for (polynomial, negative, positive), arcs in square.arcs().items():
        for arc in arcs:
            if arc.number is not None:
                below = positive if arc.falls else negative
                assert negative != positive
                yield _ClosedPiece(square.plane.curve(polynomial), arc, 1 if below else -1)


def _widths(square: ClassifiedSquare[bool]) -> list[FieldNumber]:
    """Return numbers whose sum is the length of the edge `y = 1` that belongs to the area."""
    ends = Counter[IsolatedRoot]()
    for strip in square.strips:
        if square.class_of(strip.cells[-1]):
            ends.update({strip.right: 1, strip.left: -1})  # the next strip begins with the same object
    return [FieldNumber.of(end.value).times(sign) for end, sign in ends.items() if sign]


def _height_at(
    pieces: Sequence[_ClosedPiece], piece: _ClosedPiece, ends: Mapping[Number, IsolatedRoot], x: Number
) -> FieldNumber:
    """Return the height of a piece at its end with some `x`.

    If a piece with the same end lies on a curve whose height is a rational function of `x`, write the height as a
    polynomial in `x`, so that a single letter serves both coordinates.

    Parameters: `pieces`, around the area; `piece`, one of them; `ends`, the critical values; `x`.
    """
    y, base = _height(piece.curve, piece.arc, ends[x]), FieldNumber.of(x)
    for other in pieces:
        if other.curve.degrees[1] == 1 and x in (other.arc.left, other.arc.right):
            below, above = (evaluate(row, base.value) for row in other.curve.rows)
            if above and -below / above == y:
                return FieldNumber.of(-below / above, base.base)
    return FieldNumber.of(y)


def _height(curve: PlaneCurve, arc: BorderArc, end: IsolatedRoot) -> Number:
    """Return the limit of a piece at one of its ends.

    It is a height at which the curve meets the line of this `x`, or 0, or 1. Levels between these do not meet the curve
    there, nor on an interval that reaches into the piece; so the piece stays between two levels.
    """
    assert arc.number is not None
    bottom, top = unit_ends()
    candidates = [bottom, *sorted(curve.heights(end), key=lambda root: root.value), top]
    for one, two in pairwise(candidates):
        one.apart_from(two)
    levels = [between(one.high, two.low) for one, two in pairwise(candidates)]

    def inside(low: Fraction, high: Fraction) -> list[Fraction]:
        return [x for x in (low, high) if arc.left < x < arc.right]

    ends = neighbourhood(end, lambda *ends: bool(inside(*ends)) and all(curve.clear(level, *ends) for level in levels))
    (inner,) = inside(*ends)
    root = curve.roots_at(inner)[arc.number]
    place = 0
    for level in levels:
        while root.low <= level <= root.high:
            root.halve()
        place += level < root.low
    return candidates[place].value
