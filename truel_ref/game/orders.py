"""Shooting orders: how a phase is named, which one follows a hit, and how orders are read and written.

Rules: `docs/rules.md`, R1.2, R1.5 and R1.7.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TypeAlias

from truel_ref.game.people import People, label

__all__ = ["Order", "in_cycle", "next_order", "order_text", "read_order"]

Order: TypeAlias = tuple[int, ...]
"""The shooting order of a phase: the living players, the one on move first."""


def next_order(order: Order, shooter: int, victim: int) -> Order:
    """Return the order after a player of this phase has eliminated somebody, himself perhaps.

    The living player after the shooter in the cycle is on move.

    >>> next_order((0, 1, 2), shooter=1, victim=2), next_order((0, 1, 2), shooter=1, victim=1)
    ((0, 1), (2, 0))
    """
    place = order.index(shooter)
    cycle = order[place + 1 :] + order[: place + 1]
    return tuple(player for player in cycle if player != victim)


def in_cycle(order: object, players: int) -> bool:
    """Tell whether this is the order of a phase: two or more players, each once, in the cycle that never changes.

    >>> in_cycle((1, 2, 0), 3), in_cycle((2, 1, 0), 3), in_cycle((0,), 3)
    (True, False, False)
    """
    if not isinstance(order, tuple) or len(order) < 2:
        return False
    if not all(type(player) is int and 0 <= player < players for player in order):
        return False
    steps = [(player - order[0]) % players for player in order]  # how far after the first in the cycle
    return all(earlier < later for earlier, later in pairwise(steps))


def order_text(order: Order, people: People | None = None) -> str:
    """Return an order as labels, or as what people are called.

    >>> order_text((1, 2, 0)), order_text((1, 2, 0), People.read(3, names="Ann, Bob, Carl"))
    ('B, C, A', 'Bob, Carl, Ann')
    """
    return ", ".join(map(label if people is None else people.label, order))


def read_order(said: str | Iterable[object], people: People) -> tuple[int | None, ...]:
    """Return the players of an order: labels or names in one text ("B, C, A"), or a list of them or of places.

    Somebody whom nobody knows becomes None.

    >>> read_order("b, Carl", People.read(3, names="Ann, Bob, Carl")), read_order([1, "D"], People.of(3))
    ((1, 2), (1, None))
    """
    entries = said.split(",") if isinstance(said, str) else said
    players = range(len(people.names))
    return tuple(
        (int(entry) if entry in players else None)
        if isinstance(entry, int) and not isinstance(entry, bool)
        else people.place(entry)
        for entry in entries
    )
