"""Vectors of darts, and what is expected of an answer: numbers with names, compared one by one.

Four questions are asked: where a dart lands (`outcome`), the best targets (`best`), the shortest finishes (`finish`),
and the least expected number of turns (`turns`). `FORMAT.md` describes the keys. The random numbers are drawn from
`SEED` and the name of the group, and no question comes twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, count, islice
from random import Random
from typing import Any, TypeAlias

from truel_ref.errors import shown
from truel_ref.games.darts import TARGETS, best_target, finishing, landing, turns
from truel_ref.games.darts.board import OUTCOMES
from truel_ref.numbers import fraction_text
from truel_ref.oracle.corpus import SEED, once
from truel_ref.oracle.judge import MalformedError, entries_of, number_said, object_said
from truel_ref.oracle.kinds.measures import Measures, NamedNumbers

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
    for ask, number in _DRAWN.items():
        drawn = once((_drawn(ask, rng) for _ in count()), key=str)
        yield from islice((question for question in drawn if question not in _KNOWN), number)


def _drawn(ask: str, rng: Random) -> Question:
    bottom = rng.randrange(2, 21)
    miss = fraction_text(Fraction(rng.randrange(1, bottom), bottom))
    draw: dict[str, Callable[[], Question]] = {
        "outcome": lambda: {"target": rng.choice(TARGETS), "miss": miss},
        "best": lambda: {"miss": miss},
        "finish": lambda: {"total": rng.randrange(2, 502)},
        "turns": lambda: {"total": rng.randrange(3, _HIGHEST + 1), "miss": miss},
    }
    return {"ask": ask} | draw[ask]()


_SOLVERS: dict[str, Callable[[Question], Any]] = {
    "outcome": lambda asked: landing(asked["target"], asked["miss"]),
    "best": lambda asked: best_target(asked["miss"]),
    "finish": lambda asked: finishing(asked["total"]),
    "turns": lambda asked: turns(asked["total"], asked["miss"]),
}


def answered(question: Question) -> dict[str, Any]:
    """Return the exact answer to a question as plain data."""
    ask = question["ask"]
    data = _SOLVERS[ask](question).to_json()
    return {"answer": {key: data[key] for key in _ANSWERS[ask]}}


# ---------------------------------------------------------------------------------------------------------
# The judge


class Darts(NamedNumbers):
    """The answer to one question about darts; what it leaves out is not judged, but for the key that is asked for.

    The expected score and the number of turns are compared in proportion. A target or a way that is told counts as 1.
    """

    relative = tuple(_MEANS.values())
    counts = ("darts", "sequences")
    zero = (_AIM, _WAY)
    sums = ((_LANDS, "the chances", 1),)

    @classmethod
    def asked_of(cls, vector: Mapping[str, Any]) -> Question:
        """Return what is asked, as plain data."""
        return {key: vector[key] for key in ("ask", "target", "total", "miss") if key in vector}

    def question(self) -> dict[str, Any]:
        """Return what is asked, as plain data."""
        return {"game": "darts", **self.problem}

    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read."""
        ask = self.problem["ask"]
        said = object_said(data, _ANSWERS[ask][0])
        measures: Measures = {
            name: None if said[key] is None else number_said(said[key], key)
            for key, name in (*_MEANS.items(), *zip(self.counts, self.counts, strict=True))
            if key in said
        }
        if ask == "outcome":
            measures |= _chances(said["chances"])
        if ask == "best":
            names = entries_of(said["targets"], "targets")
            if not names or not all(name in TARGETS for name in names):
                raise MalformedError(f"targets: {shown(names)} are no targets")
            measures |= _once([f"{_AIM}{name}" for name in names])
        if said.get("ways") is not None:
            ways = [entries_of(way, "ways") for way in entries_of(said["ways"], "ways")]
            measures |= _once([_WAY + " ".join(map(str, way)) for way in ways])
        return measures

    @property
    def tied(self) -> Sequence[Measures]:  # type: ignore[override]
        """The numbers of some of several best targets."""
        aims = [name for name in self.exact if name.startswith(_AIM)]
        rest = {name: value for name, value in self.exact.items() if name not in aims}
        some = [named for count in range(1, len(aims)) for named in combinations(aims, count)]
        return [rest | dict.fromkeys(named, Fraction(1)) for named in some]

    def is_shown(self, name: str) -> bool:
        """Tell whether a number has its row in every table, wrong or not: where it is not 0."""
        return bool(self.exact.get(name) != 0)


def _chances(data: object) -> Measures:
    """Return where a dart lands by name; what an answer leaves out has no chance."""
    if not isinstance(data, Mapping):
        raise MalformedError(f"chances: {shown(data)} is not an object from outcomes to chances")
    for place in data:
        if place not in OUTCOMES:
            raise MalformedError(f"chances: {shown(place)} is not an outcome; there are {OUTCOMES[0]} to OFF")
    return {f"{_LANDS}{place}": number_said(data.get(place, 0), f"chances: {place}") for place in OUTCOMES}


def _once(names: Sequence[str]) -> Measures:
    if len(set(names)) < len(names):
        raise MalformedError(f"{shown(next(name for name in names if names.count(name) > 1))} occurs twice")
    return dict.fromkeys(names, Fraction(1))
