"""The known fault that wrong answers look like, by look-up.

`data/faults.json` has, for each known fault, digests of the wrong answers of a solver with it, and vectors that such a
solver answers rightly although solvers with similar faults do not. `scripts/vectors --record` adds a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple
from zlib import crc32

from truel_ref.oracle.judgement import Answer, Judgement, MalformedError, Result
from truel_ref.oracle.vector_files import Vector, read_data

_LEAST = 4  # wrong answers that a fault must explain
_SHARE = Fraction(4, 5)  # and their share of the wrong answers on its vectors
_OFF = Fraction("0.31831")  # where steps of a digest end: no simple fraction lies there

FEATURES: Mapping[str, Callable[[Vector], bool]] = {
    "random levels": lambda vector: any(vector["problem"]["random_levels"] or ()),
    "Random": lambda vector: "Random" in str(vector["problem"]),
    "Self": lambda vector: "Self" in str(vector["problem"]),
    "explicit weights": lambda vector: any(isinstance(said, list) for said in vector["problem"]["targets"]),
    "ties": lambda vector: "tie" in vector["flags"],
    "hit probabilities of 0": lambda vector: "0" in vector["problem"]["hits"],
    "hit probabilities of 1": lambda vector: "1" in vector["problem"]["hits"],
    "stalemates": lambda vector: "stalemate" in vector["flags"],
    "four or more players": lambda vector: len(vector["problem"]["hits"]) > 3,
}
"""What a client may have wrong beside a known fault, or not know at all."""


class Named(NamedTuple):
    """A fault, how many of the wrong answers on its vectors it explains, and where it does not: a feature, or ""."""

    name: str
    explained: int
    wrong: int
    without: str

    def __str__(self) -> str:
        fault = known_faults()[self.name]
        where = f", where there are no {self.without}" if self.without else ""
        explained = f"{self.explained:,} of {self.wrong:,} wrong answers{where}"
        return f"like a solver that {fault['says']} ({fault['rule']}, {self.name}): {explained}"


def known_faults() -> dict[str, dict[str, Any]]:
    """Return the known faults by name."""
    return read_data("faults.json")  # type: ignore[no-any-return]


def named(results: Sequence[Result], strict_ties: bool) -> list[Named]:
    """Return the one or two known faults that explain wrong answers best.

    The steps: (1) a fault that would give a wrong answer where the client is right is out; (2) a fault is likely if it
    explains at least four wrong answers, and four fifths of those on its vectors; (3) if a fault is not likely, try
    again without the vectors that have one feature: the client may not know it.

    Parameters: `results`; `strict_ties`, whether ties had to fall by the rule; if not, no fault is about ties alone.
    """
    judged = {result.name: result for result in results if "win" in result.vector and result.said is not None}
    digests = {name: digest(result.vector, result.said) for name, result in judged.items() if result.wrong}
    right = {name for name, result in judged.items() if result.judgement is Judgement.AGREES}
    likely = {name: fault for name, fault in known_faults().items() if strict_ties or not fault["tie"]}
    found: dict[str, Named] = {}
    for feature, holds in {"": lambda vector: False, **FEATURES}.items():
        left = {name for name, result in judged.items() if not holds(result.vector)}
        for name in likely.keys() - found.keys():
            own = likely[name]["answers"]
            wrong = digests.keys() & left & {*own, *likely[name]["right"]}
            explained = sum(_agree(digests[one], own.get(one, "")) for one in wrong)
            if explained >= _LEAST and explained >= _SHARE * len(wrong) and not own.keys() & left & right:
                found[name] = Named(name, explained, len(wrong), feature)
    best = sorted(
        found.values(), key=lambda one: (bool(one.without), -one.explained / one.wrong, -one.explained, one.name)
    )
    return best[:2]


def _agree(one: str, other: str) -> bool:
    """Return whether two digests agree as far as both say something."""
    return bool(one and other) and (one.startswith(other) or other.startswith(one))


def digest(vector: Vector, said: Any) -> str:
    """Return four signs that stand for the win probabilities, and four for the aims if an answer says them.

    Win probabilities count to nine places, in steps that end at no simple fraction: errors of doubles do not matter.
    """
    try:
        answer = Answer.read(vector, said)
    except MalformedError:
        return ""
    win = [floor(value * 10**9 + _OFF) for value in answer.values["win"]]
    aims = [answer.aims and [aim and [f"{float(weight):.9f}" for weight in aim] for aim in answer.aims]]
    parts = (win, *filter(any, [aims]))
    return "".join([f"{crc32(str(part).encode()) % 16**4:04x}" for part in parts])


def sentences(results: Sequence[Result], strict_ties: bool) -> list[str]:
    """Return a sentence for each fault that wrong answers look like, and one if ties alone fall anyhow."""
    alone = {result.judgement for result in results if result.wrong} == {Judgement.RULE}
    by_rounding = ["no fixed rule breaks ties like this; rounding may decide them (R3.7)"] * alone
    return list(map(str, named(results, strict_ties))) or by_rounding
