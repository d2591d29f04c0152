r"""The surfaces that part the cube of three hit probabilities into regions of equal aims, all of them.

`truel_ref.studies.cube.surfaces` proves the list; here it is read from `surfaces.json`, which that wrote.

**The complete list of the surfaces that part the cube of three hit probabilities into regions of equal aims.**

1. The ends of the question's tree that occur are listed (`truel_ref.studies.cube.occurring`): at every point of the
   open cube off the zeros of all polynomials that they ask for, exactly one of them holds, so the answers of the ends
   are **all** classes of the cube.
2. Let two classes meet along a piece of a surface. At almost all points of the piece only one polynomial `g` vanishes,
   and close by, on the two sides of it, hold two ends with different answers. What they ask for in common has the same
   signs, but for the first polynomial in which they differ, which must be `g`. So **only pairs of ends that differ in
   one sign, of `g`, are neighbours across `g`**, and only where `g = 0` occurs with all other signs of both.
3. That a surface does part two classes is shown by a **crossing**: two points on a line along an axis, with the two
   classes, between which `g` vanishes once and no other polynomial of the tree vanishes. That is checked in exact
   arithmetic, without any of the above. Where no crossing is found the signs of step 2 are proved not to occur.

So the list has no surface too many, by 3, and none is missing, by 1 and 2, whose proofs that signs do not occur are
those of z3, or identities that are multiplied out (`truel_ref.studies.cube.occurring`).

**Which aims of announced play stand beside which aims of stationary play anywhere in the cube, all of them.**

The ends of the decisions of each play are proved to be all (`truel_ref.studies.cube.surfaces`): off the zeros of
the polynomials that they ask for, exactly one end of each play holds at every point. So a pair of aims occurs only
where all signs of two ends occur together. Two ends that contradict each other in a sign do not; of the others it is
decided one by one (`truel_ref.studies.cube.occurring`), by a point, tested exactly, or a refutation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import SymbolicError
from truel_ref.files import package_text, read_json
from truel_ref.numbers import fraction_text, isolated_inside
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.studies.cube.occurring import Signs, StretchEnd, Systems, ends_of
from truel_ref.studies.cube.questions import CubeQuestion, signs_at
from truel_ref.symbolic.algebra import Polynomial, value_at
from truel_ref.symbolic.decisions import SignOf
from truel_ref.symbolic.pieces import RegionAims, aims_text
from truel_ref.symbolic.plays import refuse_other_plays
from truel_ref.symbolic.polynomials import integer_terms, line_through
from truel_ref.symbolic.text import polynomial_text

__all__ = [
    "Crossing",
    "Surfaces",
    "crosses_once",
    "cube_surfaces",
    "degree_of",
    "pairs_of_plays",
    "prove_surfaces",
    "surfaces_data",
]

Point: TypeAlias = tuple[Fraction, ...]


@dataclass(frozen=True)
class Crossing:
    """Two classes of the cube that meet on a surface, and a line on which they do.

    Fields: `polynomial`, 0 on the surface; `negative` and `positive`, the aims where it is so, close to the surface;
    `below` and `above`, points with these aims, in this order, that differ in one coordinate: between them the
    polynomial vanishes once, and no other polynomial that decides anything does.
    """

    polynomial: Polynomial
    negative: RegionAims
    positive: RegionAims
    below: Point
    above: Point


@dataclass(frozen=True)
class Surfaces(Record):
    """All surfaces that part two classes of the cube, as `cube_surfaces` lists them.

    Fields: `play`; `ends`, the ends of the tree of decisions that occur, each with its signs and aims; `crossings`,
    for every surface and every two classes that meet on it a line where they do.
    """

    play: str
    ends: tuple[StretchEnd[RegionAims], ...]
    crossings: tuple[Crossing, ...]

    @property
    def polynomials(self) -> tuple[Polynomial, ...]:
        """The irreducible polynomials of the surfaces, those of low degree first."""
        return tuple(dict.fromkeys(crossing.polynomial for crossing in self.crossings))

    @property
    def asked(self) -> tuple[Polynomial, ...]:
        """All polynomials whose signs the ends name."""
        return tuple(dict.fromkeys(polynomial for end in self.ends for polynomial in end.signs))

    @property
    def classes(self) -> tuple[RegionAims, ...]:
        """All lists of aims that are best anywhere in the open cube, off the zeros of the polynomials asked for."""
        return tuple(sorted({end.answer for end in self.ends}, key=aims_text))

    def classes_with(self, signs: Signs) -> set[RegionAims]:
        """Return the classes that the signs of some polynomials leave possible, by the ends that agree with them."""
        return {
            end.answer
            for end in self.ends
            if all(signs.get(polynomial, sign) == sign for polynomial, sign in end.signs.items())
        }

    def aims_by(self, sign_of: SignOf) -> RegionAims:
        """Return the class that the signs of the surfaces tell, which are asked for until only one is left.

        Signs that contradict each other occur nowhere in the cube; any class may stand for them. This asks for less
        than the decisions themselves do, and so a region is cut out of the cube sooner.

        >>> from truel_ref.studies.cube.questions import signs_at
        >>> point = [Fraction(1, 3), Fraction(2, 3), Fraction(4, 5)]
        >>> aims_text(cube_surfaces().aims_by(signs_at(point)))
        'Miss, C, B'
        """
        left = self.ends
        for polynomial in self.polynomials:
            if all(end.answer == left[0].answer for end in left):
                break
            if any(polynomial in end.signs for end in left):
                sign = sign_of(polynomial)
                left = tuple(end for end in left if end.signs.get(polynomial, sign) == sign) or left
        return left[0].answer

    def to_json(self) -> dict[str, Any]:
        """Return the list as plain data for JSON; polynomials and aims are listed once and then named by number."""
        asked, classes = self.asked, self.classes
        return {
            "play": self.play,
            "polynomials": [
                {
                    "text": polynomial_text(polynomial),
                    "terms": [[value, list(powers)] for powers, value in sorted(integer_terms(polynomial).items())],
                }
                for polynomial in asked
            ],
            "classes": [[str(aim) for aim in aims or ()] for aims in classes],
            "ends": [
                {
                    "class": classes.index(end.answer),
                    "signs": [[asked.index(polynomial), sign] for polynomial, sign in end.signs.items()],
                }
                for end in self.ends
            ],
            "crossings": [
                {
                    "polynomial": asked.index(crossing.polynomial),
                    "classes": [classes.index(crossing.negative), classes.index(crossing.positive)],
                    "points": [list(map(fraction_text, end)) for end in (crossing.below, crossing.above)],
                }
                for crossing in self.crossings
            ],
        }

    def _table(self) -> Table:
        listed = self.polynomials
        rows = [
            (
                listed.index(crossing.polynomial) + 1,
                degree_of(crossing.polynomial),
                aims_text(crossing.negative),
                aims_text(crossing.positive),
            )
            for crossing in self.crossings
        ]
        notes = [
            *(f"{number}: {polynomial_text(polynomial)}" for number, polynomial in enumerate(listed, 1)),
            f"Complete: {len(listed)} surfaces part {len(self.classes)} classes, and there are no others. Decisions "
            f"ask for {len(self.asked)} polynomials, whose signs occur in {len(self.ends)} lists.",
        ]
        caption = f"{self.play} play: the surfaces that part the cube"
        return Table(["surface", "degree", "where negative", "where positive"], rows, caption, notes)


def degree_of(polynomial: Polynomial) -> int:
    """Return the total degree of a polynomial."""
    return int(max(map(sum, polynomial.monoms())))


def cube_surfaces(play: str = "announced") -> Surfaces:
    """Return all surfaces that part two regions of equal aims of the cube of hit probabilities, as they were proved.

    Three players search {Others, Miss}. `truel_ref.studies.cube.surfaces.prove_surfaces` proves the list again.

    Parameters: `play`, "announced" or "stationary".

    Raises `SymbolicError` for another play.

    >>> surfaces = cube_surfaces()
    >>> len(surfaces.polynomials), len(surfaces.classes)
    (26, 14)
    """
    refuse_other_plays(play)
    return _stored(play)


@cache
def _stored(play: str) -> Surfaces:
    """Return the stored surfaces of a play."""
    stored = read_json(package_text("truel_ref.studies.cube", "surfaces.json"))
    return _read(next(data for data in stored["plays"] if data["play"] == play))


def surfaces_data(lists: tuple[Surfaces, ...]) -> dict[str, Any]:
    """Return the content of `surfaces.json`."""
    return {"plays": [surfaces.to_json() for surfaces in lists]}


def _read(data: Mapping[str, Any]) -> Surfaces:
    """Return a list of surfaces from plain data; polynomials are elements of the ring that decisions use."""
    question = CubeQuestion([None] * 3, data["play"])
    ring = question.decisions.letters.hits[0].numer.ring
    asked = [
        ring.from_dict({tuple(powers): ring.domain(value) for value, powers in polynomial["terms"]})
        for polynomial in data["polynomials"]
    ]
    named = {str(aim): aim for aims in question.decisions.options for aim in aims}
    classes = [tuple(named[aim] for aim in aims) for aims in data["classes"]]
    ends = [
        StretchEnd({asked[number]: sign for number, sign in end["signs"]}, classes[end["class"]])
        for end in data["ends"]
    ]
    crossings = [
        Crossing(
            asked[crossing["polynomial"]],
            *(classes[number] for number in crossing["classes"]),
            *(tuple(map(Fraction, end)) for end in crossing["points"]),
        )
        for crossing in data["crossings"]
    ]
    return Surfaces(data["play"], tuple(ends), tuple(crossings))


_NAMES = ("a", "b", "c")
_FINEST = 24
_GRAIN = 1 << 24
_TRIED = 200


def prove_surfaces(play: str = "announced", systems: Systems | None = None) -> Surfaces:
    """Return all surfaces that part two regions of equal aims of the cube of hit probabilities, proved anew.

    Three players search {Others, Miss}. The steps are those of the module.

    Parameters: `play`, "announced" or "stationary"; `systems`, what decides which signs occur together, by default z3;
    with `stored_systems()` z3 is not asked.

    Raises `SymbolicError` for another play, without z3 where it is asked, or where something could not be decided.
    """
    question = CubeQuestion([None] * 3, play)
    systems = systems or Systems(_NAMES)
    ends = ends_of(question.aims, systems)
    asked = tuple(dict.fromkeys(polynomial for end in ends for polynomial in end.signs))
    crossings = []
    for (polynomial, negative, positive), both in _neighbours(ends).items():
        check()
        crossing = _crossing(question, systems, asked, polynomial, (negative, positive), both)
        if crossing is not None:
            crossings.append(crossing)
        elif any(systems.occur({polynomial: 0, **signs}) for signs in both):
            raise SymbolicError(
                f"{aims_text(negative)} and {aims_text(positive)} may meet on {polynomial} = 0, but no line shows it"
            )
    crossings.sort(key=lambda one: (degree_of(one.polynomial), str(one.polynomial), aims_text(one.negative)))
    return Surfaces(play, tuple(ends), tuple(crossings))


def _neighbours(ends: Sequence[StretchEnd[RegionAims]]) -> dict[tuple[Polynomial, RegionAims, RegionAims], list[Signs]]:
    """Return by what two ends with different answers may meet on, and by their answers, all their other signs."""
    made: dict[tuple[Polynomial, RegionAims, RegionAims], list[Signs]] = {}
    for one, other in combinations(ends, 2):
        if one.answer == other.answer:
            continue
        differing = [polynomial for polynomial, sign in one.signs.items() if other.signs.get(polynomial, sign) != sign]
        if len(differing) != 1:
            continue
        (polynomial,) = differing
        negative, positive = (one, other) if one.signs[polynomial] < 0 else (other, one)
        signs = {**one.signs, **other.signs}
        del signs[polynomial]
        made.setdefault((polynomial, negative.answer, positive.answer), []).append(signs)
    return made


def _crossing(
    question: CubeQuestion,
    systems: Systems,
    asked: Sequence[Polynomial],
    polynomial: Polynomial,
    aims: tuple[RegionAims, RegionAims],
    both: Sequence[Signs],
) -> Crossing | None:
    """Return a crossing of a surface between two classes near points that seem to have suitable signs, or None."""
    for signs in both:
        for row in systems.near(polynomial, signs)[:_TRIED]:
            for axis in range(len(_NAMES)):
                ends = _ends_on_line(
                    asked, polynomial, [Fraction(round(value * _GRAIN), _GRAIN) for value in row.tolist()], axis
                )
                if ends is not None and tuple(question.aims(signs_at(point)) for point in ends) == aims:
                    return Crossing(polynomial, *aims, *ends)
    return None


def _ends_on_line(
    asked: Sequence[Polynomial], polynomial: Polynomial, near: Sequence[Fraction], axis: int
) -> tuple[Point, Point] | None:
    """Return points below and above a surface on a line along an axis, between which no other polynomial vanishes."""
    for power in range(4, _FINEST, 4):
        places = [near[axis] + side * Fraction(1, 1 << power) for side in (-1, 1)]
        if not (places[0] > 0 and places[1] < 1):
            continue
        ends = [tuple(end if place == axis else value for place, value in enumerate(near)) for end in places]
        below, above = sorted(ends, key=lambda end: value_at(polynomial, end))
        if crosses_once(asked, polynomial, below, above):
            return below, above
    return None


def crosses_once(asked: Sequence[Polynomial], polynomial: Polynomial, one: Point, other: Point) -> bool:
    """Tell whether between two points on a line along an axis one polynomial vanishes, once, and no other asked for.

    At the points themselves none may vanish. Exact: roots are counted in integers.
    """
    (axis,) = (place for place, value in enumerate(one) if value != other[place])
    low, high = sorted((one[axis], other[axis]))
    lines = {each: line_through(each, one, axis) for each in {*asked, polynomial}}
    if not all(value_at(each, end) for each in lines for end in (one, other)):
        return False
    return all(len(isolated_inside(line, low, high)) == (each == polynomial) for each, line in lines.items())


def pairs_of_plays(systems: Systems | None = None) -> tuple[tuple[RegionAims, RegionAims], ...]:
    """Return all pairs of announced and stationary aims that occur at the same point of the open cube, proved anew.

    Three players search {Others, Miss}; points where a polynomial that decides anything is 0 are left out. The steps
    are those of the module.

    Parameters: `systems`, as for `prove_surfaces`.

    Raises `SymbolicError` without z3 where it is asked, or where something could not be decided.

    >>> from truel_ref.studies.cube.occurring import stored_systems
    >>> pairs = pairs_of_plays(stored_systems())  # what is stored needs no z3
    >>> len(pairs), sum(announced != stationary for announced, stationary in pairs)
    (20, 11)
    """
    systems = systems or Systems(("a", "b", "c"))
    announced, stationary = (cube_surfaces(play).ends for play in ("announced", "stationary"))
    agreeing = (
        (one, other)
        for one, other in product(announced, stationary)
        if all(one.signs.get(polynomial, sign) == sign for polynomial, sign in other.signs.items())
    )
    pairs = {(one.answer, other.answer) for one, other in agreeing if systems.occur({**one.signs, **other.signs})}
    return tuple(sorted(pairs, key=lambda pair: tuple(map(aims_text, pair))))
