"""The values of pC at which the picture over the square of pA and pB changes, for announced and for stationary play.

1. The surfaces between regions of equal aims are known, all of them (`truel_ref.studies.cube.surfaces`); so the picture
   can change only at their events (`truel_ref.symbolic.events`), and only at those that concern a region
   (`truel_ref.studies.cube.critical`). These are the candidates.
2. Between each two neighbouring candidates the picture is cut exactly at one rational value of pC, by `partition`. A
   candidate on both sides of which the pictures are the same changes nothing.

All candidates are looked at, so the list is complete. `docs/mathematics/atlas/critical.md` has definitions and proofs.

**Which events do not concern a region.** Let a box around the point of an event be given, and the signs of all
polynomials that do not vanish in it. If they leave one class of aims, nothing bounds a region in the box. If the class
then follows from the signs of one or two polynomials, only these bound regions in the box; with the sides of the square
in the box they must be one curve without a singular point, or two that cross transversally.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, count, pairwise, product
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError
from truel_ref.files import package_text, read_json
from truel_ref.kernels.bernstein import UNIT, BoundedTerms, Bounds, bounded_terms, narrowed
from truel_ref.kernels.memory import remembered
from truel_ref.numbers import Number, between, decimal_text, number_text, read_number
from truel_ref.records.record import Record
from truel_ref.records.table import Rounded, Table
from truel_ref.studies.cube.surfaces import Surfaces, cube_surfaces
from truel_ref.symbolic.algebra import Polynomial
from truel_ref.symbolic.events import Box, event_values, jacobian, sides_of
from truel_ref.symbolic.isolation import IsolatedRoot
from truel_ref.symbolic.partition import Partition
from truel_ref.symbolic.pieces import aims_text
from truel_ref.symbolic.plays import MADE_BY, refuse_other_plays
from truel_ref.symbolic.polynomials import integer_terms
from truel_ref.symbolic.text import minimal_polynomial_text

__all__ = [
    "Critical",
    "CriticalPicture",
    "CriticalValues",
    "Neighbourhoods",
    "critical_data",
    "critical_values",
    "picture_at",
    "prove_critical",
]


class Neighbourhoods:
    """Tells in which boxes nothing can happen to a region.

    Parameters: `surfaces`, all that part regions of a play.

    >>> from truel_ref.studies.cube.surfaces import cube_surfaces
    >>> point = [(third * UNIT // 30, third * UNIT // 30 + 1) for third in (10, 20, 24)]
    >>> Neighbourhoods(cube_surfaces()).tame(point)
    True
    """

    def __init__(self, surfaces: Surfaces) -> None:
        self._surfaces = surfaces
        self._asked = [(polynomial, bounded_terms(integer_terms(polynomial))) for polynomial in surfaces.asked]
        self._sides = sides_of(surfaces.polynomials[0].ring)

    def tame(self, box: Box) -> bool:
        """Tell whether what bounds regions in a box is nothing, a curve without singular point, or two that cross."""
        ranges = {polynomial: _range(terms, box) for polynomial, terms in self._asked}
        unknown = [polynomial for polynomial, (low, high) in ranges.items() if low <= 0 <= high]
        signs = {each: 1 if low > 0 else -1 for each, (low, high) in ranges.items() if not low <= 0 <= high}
        ends = (box[0][0] <= 0, box[0][1] >= UNIT, box[1][0] <= 0, box[1][1] >= UNIT)
        touched = [side for side, reached in zip(self._sides, ends, strict=True) if reached]
        return any(self._simple((*bounding, *touched), box) for bounding in self._bounding(signs, unknown))

    def _bounding(
        self, signs: dict[Polynomial, int], unknown: Sequence[Polynomial]
    ) -> Iterator[tuple[Polynomial, ...]]:
        """Yield lists of at most two polynomials whose signs tell the class, beside those that are known."""
        for number in range(3):
            for chosen in combinations(unknown, number):
                tried = (signs | dict(zip(chosen, both, strict=True)) for both in product((-1, 1), repeat=number))
                if all(len(self._surfaces.classes_with(each)) <= 1 for each in tried):
                    yield chosen

    def _simple(self, bounding: tuple[Polynomial, ...], box: Box) -> bool:
        """Tell whether curves are none, one that is nowhere singular in a box, or two that are nowhere parallel."""
        if len(bounding) > 2:
            return False
        ranges = (_range(terms, box) for terms in self._singular(bounding))
        return not bounding or any(not low <= 0 <= high for low, high in ranges)

    @remembered
    def _singular(self, bounding: tuple[Polynomial, ...]) -> list[BoundedTerms]:
        """Return what vanishes where one curve is singular, or two are parallel."""
        made = [jacobian(*bounding)] if len(bounding) == 2 else [one.diff(axis) for one in bounding for axis in (0, 1)]
        return [bounded_terms(integer_terms(each)) for each in made if each]


def _range(terms: BoundedTerms, box: Box) -> Bounds:
    """Return bounds of a polynomial in a box."""
    for place in (2, 1, 0):
        terms = narrowed(terms, place, box[place])
    return terms.get((), (0, 0))


Names: TypeAlias = tuple[str, ...]

_COARSE = Fraction(1, 2)  # areas play no part


@dataclass(frozen=True)
class CriticalPicture:
    """What one would say of a picture of the square without measuring anything.

    Fields: `classes`, the aims of its regions; `neighbours`, which two of them have a curve in common; `meetings`, the
    regions around each point where three or more meet, as often as there are such points.
    """

    classes: frozenset[str]
    neighbours: frozenset[Names]
    meetings: tuple[Names, ...]

    def since(self, before: CriticalPicture) -> str:
        """Return in words what is new beside another picture, and what is gone."""
        appeared = sorted(self.classes - before.classes)
        left = sorted(before.classes - self.classes)
        parts = [
            f"{' | '.join(names)} {many if len(names) > 1 else single}"
            for names, many, single in ((left, "vanish", "vanishes"), (appeared, "appear", "appears"))
            if names
        ]
        old = [" / ".join(pair) for pair in sorted(before.neighbours - self.neighbours) if self.classes >= set(pair)]
        new = [" / ".join(pair) for pair in sorted(self.neighbours - before.neighbours) if before.classes >= set(pair)]
        parts += [f"{'; '.join(pairs)} {word}" for pairs, word in ((old, "part"), (new, "touch")) if pairs]
        return "; ".join(parts) or "; ".join(self._meetings_since(before))

    def _meetings_since(self, before: CriticalPicture) -> Iterator[str]:
        """Yield in words which points are new, and which are gone, where three regions or more meet."""
        here, there = Counter(self.meetings), Counter(before.meetings)
        for points, word in ((there - here, "less"), (here - there, "more")):
            for names in sorted(points.elements()):
                yield f"{' | '.join(names)} meet in a point {word}"


def picture_of(partition: Partition[Any]) -> CriticalPicture:
    """Return what one would say of the picture that a partition is."""
    return CriticalPicture(
        frozenset(region.name for region in partition.regions),
        frozenset(
            tuple(sorted((aims_text(boundary.negative), aims_text(boundary.positive))))
            for boundary in partition.boundaries
        ),
        tuple(sorted(tuple(sorted(map(aims_text, meeting.aims))) for meeting in partition.meetings)),
    )


def picture_at(play: str, hit_of_c: Fraction) -> CriticalPicture:
    """Return the picture of the square for a rational hit probability of C.

    Raises `SymbolicError` for another play, and where it is not proved of a point whether three regions meet in it.

    >>> sorted(picture_at("stationary", Fraction(1)).classes)
    ['C, C, A', 'C, C, B', 'C, Miss, A', 'Miss, C, B']
    """
    refuse_other_plays(play)
    partition = MADE_BY[play]([None, None, hit_of_c], precision=_COARSE)
    if not partition.complete:
        raise SymbolicError(f"pC = {hit_of_c}: {len(partition.unsettled)} points where regions may meet are not proved")
    return picture_of(partition)


@dataclass(frozen=True)
class Critical:
    """A value of pC at which the picture changes.

    Fields: `value`, an algebraic number; `change`, what is different above it, in words.
    """

    value: Number
    change: str


@dataclass(frozen=True)
class CriticalValues(Record):
    """The values of pC in (0, 1) at which the picture of the square changes, in increasing order.

    Fields: `play`; `candidates`, at how many values the picture was looked at on both sides; `values`, those at which
    it changes. There are no others.
    """

    play: str
    candidates: int
    values: tuple[Critical, ...]

    def between(self) -> list[Fraction]:
        """Return one simple rational number in each of the intervals that the values leave of (0, 1).

        >>> list(map(str, critical_values("stationary").between()))
        ['1/4', '1/3', '2/5', '2/3']
        """
        ends = [Fraction(0), *(one.value for one in self.values), Fraction(1)]
        return [_simple(low, high) for low, high in pairwise(ends)]

    def to_json(self) -> dict[str, Any]:
        """Return the values as plain data for JSON."""
        return {
            "play": self.play,
            "candidates": self.candidates,
            "values": [
                {
                    "exact": number_text(one.value),
                    "decimal": decimal_text(one.value, 20),
                    "root_of": minimal_polynomial_text(one.value, "c"),
                    "change": one.change,
                }
                for one in self.values
            ],
        }

    def _table(self) -> Table:
        rows = [(Rounded(one.value, 12), minimal_polynomial_text(one.value, "c"), one.change) for one in self.values]
        caption = f"{self.play} play: values of pC at which the picture of pA and pB changes"
        notes = [f"Complete: there are no others. Of {self.candidates} candidates these change the picture."]
        return Table(["pC", "root of", "above it"], rows, notes=notes, caption=caption)


def _simple(low: Number, high: Number) -> Fraction:
    """Return the fraction of smallest denominator strictly between two numbers, the middlemost of them."""
    lists = (
        [Fraction(top, below) for top in range(1, below) if low < Fraction(top, below) < high] for below in count(2)
    )
    inside = next(filter(None, lists))
    return inside[len(inside) // 2]


def prove_critical(play: str = "announced") -> CriticalValues:
    """Return all values of pC at which the picture of a play changes, computed anew: every candidate is tried.

    The steps are those of the module; it takes minutes where python-flint is installed, and far longer without.

    Parameters: `play`, "announced" or "stationary".

    Raises `SymbolicError` for another play.
    """
    surfaces = cube_surfaces(play)
    roots = event_values(surfaces.polynomials, Neighbourhoods(surfaces).tame)
    pictures = [picture_at(play, place) for place in _samples(roots)]
    values = [
        Critical(candidate.value, above.since(below))
        for candidate, (below, above) in zip(roots, pairwise(pictures), strict=True)
        if below != above
    ]
    return CriticalValues(play, len(roots), tuple(values))


def _samples(roots: Sequence[IsolatedRoot]) -> Iterator[Fraction]:
    """Return a rational number in each of the intervals that different roots leave of (0, 1)."""
    for one, other in pairwise(roots):
        one.apart_from(other)
    lows = [Fraction(0), *(one.high for one in roots)]
    highs = [*(one.low for one in roots), Fraction(1)]
    return map(between, lows, highs)


def critical_values(play: str = "announced") -> CriticalValues:
    """Return all values of pC at which the picture of a play changes, as `prove_critical` computed them.

    Parameters: `play`, "announced" or "stationary".

    Raises `SymbolicError` for another play.

    >>> for one in critical_values("stationary").values:
    ...     print(one.value)
    root(1 -3 4 -1; 0)
    (3 - sqrt(5))/2
    1/2
    """
    refuse_other_plays(play)
    return _stored(play)


@cache
def _stored(play: str) -> CriticalValues:
    """Return the stored values of a play."""
    stored = read_json(package_text("truel_ref.studies.cube", "critical.json"))
    data = next(data for data in stored["plays"] if data["play"] == play)
    values = tuple(Critical(read_number(one["exact"]), one["change"]) for one in data["values"])
    return CriticalValues(play, data["candidates"], values)


def critical_data(lists: Sequence[CriticalValues]) -> dict[str, Any]:
    """Return the content of `critical.json`."""
    return {"plays": [values.to_json() for values in lists]}
