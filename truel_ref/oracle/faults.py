"""The known fault that wrong answers look like, by look-up.

`data/faults.json` has, for each known fault, the answers of a solver with it to some vectors, and vectors that such a
solver answers rightly although solvers with similar faults do not. `scripts/vectors --record` adds a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from truel_ref.files import package_text, read_json
from truel_ref.oracle.judge import Answer, Judgement, MalformedError, Result, free, same_aim
from truel_ref.oracle.vectors import Vector

_LEAST = 4  # wrong answers that a fault must explain
_SHARE = Fraction(4, 5)  # and their share of the wrong answers on its vectors
_NEAR = Fraction(1, 10**9)  # the stored answers are rounded to 12 places

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
        said = f"like a solver that {fault['says']} ({fault['rule']}, {self.name})"
        return f"{said}: {self.explained:,} of {self.wrong:,} wrong answers{where}"


@cache
def known_faults() -> dict[str, dict[str, Any]]:
    """Return the known faults by name."""
    faults: dict[str, dict[str, Any]] = read_json(package_text("truel_ref.oracle", "data", "faults.json"))
    return faults


def named(results: Sequence[Result], strict_ties: bool) -> list[Named]:
    """Return the one or two known faults that explain wrong answers best.

    The steps: (1) a fault that would give a wrong answer where the client is right is out; (2) a fault is likely if it
    explains at least four wrong answers, and four fifths of those on its vectors; (3) if a fault is not likely, try
    again without the vectors that have one feature: the client may not know it.

    Parameters: `results`; `strict_ties`, whether ties had to fall by the rule; if not, no fault is about ties alone.
    """
    judged = {result.name: result for result in results if "win" in result.vector}
    if not any(result.wrong for result in judged.values()):
        return []
    found: dict[str, Named] = {}
    for feature in ("", *FEATURES):
        for name, fault in known_faults().items():
            if name in found or (fault["tie"] and not strict_ties):
                continue
            counts = _explained(fault, judged, feature)
            if counts is not None and counts[0] >= max(_LEAST, _SHARE * counts[1]):
                found[name] = Named(name, *counts, feature)
    best = sorted(found.values(), key=lambda one: (bool(one.without), -one.explained / one.wrong, -one.explained))
    return best[:2]


def _explained(fault: Mapping[str, Any], judged: Mapping[str, Result], feature: str) -> tuple[int, int] | None:
    """Return how many wrong answers on the vectors of a fault are its own, and how many there are.

    It is None if an answer of the client contradicts the fault.
    """
    explained = wrong = 0
    for name in (*fault["answers"], *fault["right"]):
        result = judged.get(name)
        if result is None or result.said is None or (feature and FEATURES[feature](result.vector)):
            continue
        if result.judgement is Judgement.AGREES and name in fault["answers"]:
            return None
        if result.wrong:
            wrong += 1
            explained += name in fault["answers"] and _same(result.vector, result.said, fault["answers"][name])
    return explained, wrong


def _same(vector: Vector, said: Any, own: Any) -> bool:
    """Return whether two answers are the same, as far as both say something."""
    try:
        one, two = Answer.read(vector, said), Answer.read(vector, own)
    except MalformedError:
        return False
    if not one.has_values(two, _NEAR) or one.aims is None or two.aims is None:
        return one.has_values(two, _NEAR)
    return all(map(same_aim, free(one.aims, vector), free(two.aims, vector)))


def sentences(results: Sequence[Result], strict_ties: bool) -> list[str]:
    """Return a sentence for each fault that wrong answers look like, and one if ties alone fall anyhow."""
    listed = list(map(str, named(results, strict_ties)))
    wrong = {result.judgement for result in results if result.wrong}
    if not listed and wrong == {Judgement.RULE}:
        return ["no fixed rule breaks ties like this; rounding may decide them (R3.7)"]
    return listed
