"""The kinds of vectors that the judge knows: a new one is a subclass of `Expected` and one line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from truel_ref.errors import TruelError, VectorError, shown
from truel_ref.oracle.corpus import kind_of
from truel_ref.oracle.judge import Expected, MalformedError
from truel_ref.oracle.schema import check_vector

__all__ = ["KINDS", "expected_of_vector"]

KINDS = {
    "announced": "announced.AnnouncedPlay",
    "course": "courses.AnnouncedCourse",
    "stationary": "equilibria.StationaryPlay",
    "periodic": "periodic.PeriodicPlay",
    "rounds": "periodic.LastRound",
    "shooter": "equilibria.FireKind",
    "simultaneous": "equilibria.SimultaneousFireKind",
    "opinions": "equilibria.FireKind",
    "lot": "measures.DrawnByLot",
    "bullets": "measures.CountedBullets",
    "darts": "darts.Darts",
    "dicewars": "dicewars.DiceWars",
    "goofspiel": "goofspiel.Goofspiel",
    "mastermind": "mastermind.Mastermind",
}
"""The module and the class of each kind, imported when a vector of it is judged: few people ask for darts."""


def expected_of_vector(vector: Any, as_shipped: bool = True) -> Expected:
    """Return what is expected of a vector of any kind. Raises `VectorError` for what is not a vector.

    Parameters: `vector`, plain data; `as_shipped`, whether one with a shipped id must be the shipped one.

    >>> from truel_ref.oracle import vectors
    >>> [type(expected_of_vector(vectors(group)[0])).__name__ for group in ("optimal", "stationary", "course")]
    ['AnnouncedPlay', 'StationaryPlay', 'AnnouncedCourse']
    """
    check_vector(vector, as_shipped)
    module, name = KINDS[kind_of(vector)].split(".")
    kind: type[Expected] = getattr(import_module(f"{__name__}.{module}"), name)
    try:
        return kind.listed(vector)
    except (LookupError, TypeError, ValueError, AttributeError, MalformedError, TruelError) as error:
        raise VectorError(f"{shown(vector)} is not a test vector: {error}") from None
