"""Vectors of the other games: a group for each, called like the game, asked for by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from truel_ref.oracle.mastermind import mastermind_vectors

__all__ = ["GAME_GROUPS"]

GAME_GROUPS: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
    "mastermind": mastermind_vectors,
}
"""What makes the vectors of each group anew, the same in every run."""
