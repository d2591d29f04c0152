"""Vectors of the other games: a group for each, called like the game, asked for by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from truel_ref.oracle.darts import generate_darts
from truel_ref.oracle.dicewars import generate_dicewars
from truel_ref.oracle.goofspiel import generate_goofspiel
from truel_ref.oracle.mastermind import mastermind_vectors

__all__ = ["GAME_GROUPS"]

GAME_GROUPS: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
    "darts": generate_darts,
    "dicewars": generate_dicewars,
    "goofspiel": generate_goofspiel,
    "mastermind": mastermind_vectors,
}
"""What makes the vectors of each group anew, the same in every run."""
