"""The kinds of vectors that the judge knows: a new one is a subclass of `Expected` and one line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from truel_ref.errors import TruelError, VectorError, shown
from truel_ref.oracle.judge import Expected, MalformedError
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.kinds.courses import AnnouncedCourse
from truel_ref.oracle.kinds.darts import Darts
from truel_ref.oracle.kinds.dicewars import DiceWars
from truel_ref.oracle.kinds.equilibria import OpinionContest, RandomShooter, SimultaneousFire, StationaryPlay
from truel_ref.oracle.kinds.goofspiel import Goofspiel
from truel_ref.oracle.kinds.mastermind import Mastermind
from truel_ref.oracle.kinds.measures import CountedBullets, DrawnByLot
from truel_ref.oracle.schema import check_vector

__all__ = ["KINDS", "expected_of_vector"]

KINDS: tuple[type[Expected], ...] = (
    Darts,
    DiceWars,
    Goofspiel,
    Mastermind,
    DrawnByLot,
    RandomShooter,
    SimultaneousFire,
    CountedBullets,
    OpinionContest,
    StationaryPlay,
    AnnouncedCourse,
    AnnouncedPlay,
)
"""Each kind; a vector is of the first all of whose marks it has. Stationary play by lot is by lot."""


def expected_of_vector(vector: Any) -> Expected:
    """Return what is expected of a vector of any kind. Raises `VectorError` for what is no vector.

    >>> from truel_ref.oracle import vectors
    >>> [type(expected_of_vector(vectors(group)[0])).__name__ for group in ("optimal", "stationary", "course")]
    ['AnnouncedPlay', 'StationaryPlay', 'AnnouncedCourse']
    """
    check_vector(vector)
    try:
        return next(kind for kind in KINDS if _has_all(vector, kind.marks)).listed(vector)
    except (LookupError, TypeError, ValueError, AttributeError, MalformedError, TruelError) as error:
        raise VectorError(f"{shown(vector)} is no test vector: {error}") from None


def _has_all(vector: Mapping[str, Any], marks: Mapping[str, str]) -> bool:
    return all(vector.get(key) == value for key, value in marks.items())
