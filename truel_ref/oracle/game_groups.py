"""The vectors of the other games: a group for each, asked for by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from truel_ref.oracle.darts import darts_vectors

__all__ = ["GAME_GROUPS"]

GAME_GROUPS: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
    "darts": darts_vectors,
}
"""What makes the vectors of each game; its group is called like it."""
