"""The surfaces that part the cube of three hit probabilities into regions of equal aims, all of them.

`truel_ref.studies.cube.surface_proof` proves the list; here it is read from `surfaces.json`, which that wrote.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from truel_ref.files import package_text, read_json
from truel_ref.numbers import fraction_text
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.studies.cube.occurring import End, Signs
from truel_ref.studies.cube.questions import Question
from truel_ref.symbolic.algebra import Polynomial
from truel_ref.symbolic.cube import integer_terms
from truel_ref.symbolic.decisions import SignOf
from truel_ref.symbolic.pieces import RegionAims, aims_text
from truel_ref.symbolic.plays import refuse_other_plays
from truel_ref.symbolic.text import polynomial_text

__all__ = ["Crossing", "Surfaces", "cube_surfaces", "degree_of", "surfaces_data"]

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
    ends: tuple[End[RegionAims], ...]
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

    Three players search {Others, Miss}. `truel_ref.studies.cube.surface_proof.prove_surfaces` proves the list again.

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
    question = Question([None] * 3, data["play"])
    ring = question.decisions.letters.hits[0].numer.ring
    asked = [
        ring.from_dict({tuple(powers): ring.domain(value) for value, powers in polynomial["terms"]})
        for polynomial in data["polynomials"]
    ]
    named = {str(aim): aim for aims in question.decisions.options for aim in aims}
    classes = [tuple(named[aim] for aim in aims) for aims in data["classes"]]
    ends = [End({asked[number]: sign for number, sign in end["signs"]}, classes[end["class"]]) for end in data["ends"]]
    crossings = [
        Crossing(
            asked[crossing["polynomial"]],
            *(classes[number] for number in crossing["classes"]),
            *(tuple(map(Fraction, end)) for end in crossing["points"]),
        )
        for crossing in data["crossings"]
    ]
    return Surfaces(data["play"], tuple(ends), tuple(crossings))
