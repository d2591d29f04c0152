"""Vectors of darts, and what is expected of an answer: numbers with names, compared one by one.

Four questions are asked: where a dart lands (`outcome`), the best targets (`best`), the shortest finishes (`finish`),
and the least expected number of turns (`turns`). `FORMAT.md` describes the keys. The random numbers are drawn from
`SEED` and the name of the group, and no question comes twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from truel_ref.errors import shown
from truel_ref.games.darts import TARGETS, best_target, finishing, landing, turns
from truel_ref.games.darts.board import OUTCOMES
from truel_ref.numbers import fraction_text
from truel_ref.oracle.corpus import SEED
from truel_ref.oracle.judge import SAID, Judgement, MalformedError, decimal, entries_of, number_said
from truel_ref.oracle.kinds.measures import Measures, NamedNumbers, outside

__all__ = ["Darts", "answered", "questions"]

Question: TypeAlias = "dict[str, Any]"

_LANDS, _AIM, _WAY = "lands in ", "aim at ", "way "
_MEANS = {"score": "expected score", "turns": "turns"}

_KNOWN: tuple[Question, ...] = (
    {"ask": "outcome", "target": "T20", "miss": "1/10"},
    {"ask": "outcome", "target": "SB", "miss": "1/5"},
    {"ask": "outcome", "target": "DB", "miss": "1/3"},
    {"ask": "outcome", "target": "DB", "miss": "1/2"},
    {"ask": "outcome", "target": "D20", "miss": "0"},
    {"ask": "outcome", "target": "S1", "miss": "1"},
    *({"ask": "best", "miss": miss} for miss in ("0", "1/10", "1/3", "2/5", "24/49", "4/5", "20/23", "1")),
    *({"ask": "finish", "total": total} for total in (2, 3, 40, 50, 100, 159, 160, 169, 170, 171, 301, 501)),
    {"ask": "turns", "total": 2, "miss": "1/10"},
    {"ask": "turns", "total": 2, "miss": "1"},
    {"ask": "turns", "total": 41, "miss": "0"},
    {"ask": "turns", "total": 501, "miss": "1/10"},
)
_ANSWERS = {
    "outcome": ("chances", "score"),
    "best": ("targets", "score"),
    "finish": ("darts", "sequences", "ways"),
    "turns": ("turns",),
}
"""The keys of an answer to each question; the first of them is needed."""

_DRAWN = {"outcome": 14, "best": 6, "finish": 6, "turns": 8}
_HIGHEST = 40  # total of a random question for turns, whose fraction is to stay short


# ---------------------------------------------------------------------------------------------------------
# The vectors


def questions() -> Iterator[Question]:
    """Yield what is asked, the questions that are told of first; the same in every run."""
    yield from _KNOWN
    rng = Random(f"{SEED} darts")
    asked = list(_KNOWN)
    for ask, count in _DRAWN.items():
        left = count
        while left:
            question = _drawn(ask, rng)
            if question not in asked:
                asked.append(question)
                left -= 1
                yield question


def _drawn(ask: str, rng: Random) -> Question:
    bottom = rng.randrange(2, 21)
    miss = fraction_text(Fraction(rng.randrange(1, bottom), bottom))
    if ask == "outcome":
        return {"ask": ask, "target": rng.choice(TARGETS), "miss": miss}
    if ask == "best":
        return {"ask": ask, "miss": miss}
    if ask == "finish":
        return {"ask": ask, "total": rng.randrange(2, 502)}
    return {"ask": ask, "total": rng.randrange(3, _HIGHEST + 1), "miss": miss}


def answered(question: Question) -> dict[str, Any]:
    """Return the exact answer to a question as plain data."""
    ask = question["ask"]
    if ask == "outcome":
        data = landing(question["target"], question["miss"]).to_json()
    elif ask == "best":
        data = best_target(question["miss"]).to_json()
    elif ask == "finish":
        data = finishing(question["total"]).to_json()
    else:
        data = turns(question["total"], question["miss"]).to_json()
    return {"answer": {key: data[key] for key in _ANSWERS[ask]}}


# ---------------------------------------------------------------------------------------------------------
# The judge


class Darts(NamedNumbers):
    """The answer to one question about darts; what it leaves out is not judged, but for the key that is asked for.

    The expected score and the number of turns are compared in proportion. A target or a way that is told counts as 1.
    """

    marks: Mapping[str, str] = {"game": "darts"}

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Darts:
        """Return what is expected, read from a vector."""
        question = {key: vector[key] for key in ("ask", "target", "total", "miss") if key in vector}
        expected = cls(question, vector["id"], vector["group"])
        expected.exact = expected.read(vector["answer"])
        return expected

    def question(self) -> dict[str, Any]:
        """Return what is asked, as plain data."""
        return {"game": "darts", **self.problem}

    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read."""
        needed = _ANSWERS[self.problem["ask"]][0]
        if not isinstance(data, Mapping):
            raise MalformedError(f"{shown(data)} is no object with {needed!r}")
        if needed not in data:
            raise MalformedError(
                f"it says: {shown(data['error'], SAID)}" if "error" in data else f"it has no {needed!r}"
            )
        measures: Measures = {}
        for key, name in (*_MEANS.items(), ("darts", "darts"), ("sequences", "sequences")):
            if key in data:
                measures[name] = None if data[key] is None else number_said(data[key], key)
        if self.problem["ask"] == "outcome":
            measures |= self._chances(data["chances"])
        if self.problem["ask"] == "best":
            measures |= self._targets(data["targets"])
        if data.get("ways") is not None:
            ways = [entries_of(way, "ways") for way in entries_of(data["ways"], "ways")]
            measures |= self._once([_WAY + " ".join(map(str, way)) for way in ways])
        return measures

    def _chances(self, data: object) -> Measures:
        if not isinstance(data, Mapping):
            raise MalformedError(f"chances: {shown(data)} is no object from outcomes to chances")
        for place in data:
            if place not in OUTCOMES:
                raise MalformedError(f"chances: {shown(place)} is no outcome; there are {OUTCOMES[0]} to OFF")
        return {f"{_LANDS}{place}": number_said(data.get(place, 0), f"chances: {place}") for place in OUTCOMES}

    def _targets(self, data: object) -> Measures:
        names = entries_of(data, "targets")
        if not names or not all(name in TARGETS for name in names):
            raise MalformedError(f"targets: {shown(names)} are no targets")
        return self._once([f"{_AIM}{name}" for name in names])

    @staticmethod
    def _once(names: Sequence[str]) -> Measures:
        if len(set(names)) < len(names):
            raise MalformedError(f"{shown(next(name for name in names if names.count(name) > 1))} stands there twice")
        return dict.fromkeys(names, Fraction(1))

    # -- the comparison

    def acceptable(self, answer: Measures) -> Iterator[tuple[Judgement, Sequence[Measures] | None]]:
        """Yield the exact numbers, and those of some of several best targets."""
        yield Judgement.AGREES, [self.exact]
        aims = [name for name in self.exact if name.startswith(_AIM)]
        rest = {name: value for name, value in self.exact.items() if name not in aims}
        some = [named for count in range(1, len(aims)) for named in combinations(aims, count)]
        yield Judgement.TIE, [rest | dict.fromkeys(named, Fraction(1)) for named in some]

    def is_relative(self, name: str) -> bool:
        """Tell whether it is an expected number."""
        return name in _MEANS.values()

    def is_shown(self, name: str) -> bool:
        """Tell whether a number has its row in every table, wrong or not: where it is not 0."""
        return bool(self.exact.get(name) != 0)

    def is_zero(self, name: str, answer: Measures) -> bool:
        """Tell whether it is a target or a way, and the answer lists those."""
        return any(name.startswith(start) and any(said.startswith(start) for said in answer) for start in (_AIM, _WAY))

    def no_distribution(self, answer: Measures, tolerance: Fraction) -> str:
        """Return what is wrong with the chances of an answer by themselves, empty if nothing is."""
        chances = {name: chance for name, chance in answer.items() if name.startswith(_LANDS)}
        bad = outside(chances.items(), tolerance)
        total = sum((chance for chance in chances.values() if chance is not None), Fraction(0))
        if not bad and chances and abs(total - 1) > len(chances) * tolerance:
            return f"the chances add up to {decimal(total)}"
        return bad
