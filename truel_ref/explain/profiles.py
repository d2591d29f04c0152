"""The profiles of a phase, and the rows of the table that tells who would choose which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from truel_ref.game.aims import Aim
from truel_ref.game.indices import Path

__all__ = ["Profile", "Row"]


@dataclass(frozen=True)
class Profile:
    """One announcement per player of a phase, and what it is worth.

    Fields: `aims` in shooting order; `wins`, for each of these players the win probabilities of all players of the
    problem **at his own first turn of the phase** (so `wins[0]` holds at its start), all 0 in a stalemate; `stalls`,
    whether nobody can be hit under it. The numbers are exact fractions, or estimates where they were simulated.
    """

    aims: tuple[Aim, ...]
    wins: tuple[tuple[Any, ...], ...]
    stalls: bool


@dataclass(frozen=True)
class Row:
    """A profile in a table: its `number` in canonical order from 1, its `path`, the `profile`, and the `marks`."""

    number: int
    path: Path
    profile: Profile
    marks: tuple[str, ...]
