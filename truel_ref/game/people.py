"""Who is who: the labels A, B, C, …, the names of people, and their places in the shooting order.

Inside, a player is a **place** in the shooting order of the first phase: 0 shoots first. Outside, in text and JSON, a
player has a label or name. As long as nobody states an order or names, label A is place 0, B is place 1, and so on.

The **shooting order** names a phase: the living players, with the player on move first.

Rules: `docs/rules.md`, R1.1, R1.2, R1.5, R1.7 and R4.11.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, pairwise
from string import ascii_uppercase
from typing import TypeAlias, TypeVar

from truel_ref.errors import ProblemError, shown

__all__ = [
    "PLAYER_LIMIT",
    "Option",
    "Order",
    "Path",
    "People",
    "Place",
    "Player",
    "check_players",
    "in_cycle",
    "label",
    "next_order",
    "order_text",
    "player_named",
    "read_order",
]


Player: TypeAlias = int
"""The index of a player of the problem: 0 for A, 1 for B, and so on."""

Place: TypeAlias = int
"""The index of a player in the shooting order of a phase: 0 for the player on move."""

Option: TypeAlias = int
"""The index of an aim among the options of a player in a phase, in canonical order."""

Path: TypeAlias = tuple[Option, ...]
"""The options announced at the first places, in order: a strategy profile if all have announced, otherwise the history
before the next player."""


PLAYER_LIMIT = 1_000
"""The most players of a problem: aims hold one weight per player, so memory grows with the square."""


T = TypeVar("T")


def label(player: int) -> str:
    """Return the label of a player: A to Z, and from index 26 on the index itself.

    >>> label(0), label(25), label(26)
    ('A', 'Z', '26')
    """
    return ascii_uppercase[player] if player < 26 else str(player)


def player_named(name: object, players: int) -> int | None:
    """Return the index of the player with this label or index (a number or text), or None if it names nobody.

    >>> player_named("c", 3), player_named("2", 3), player_named(1, 3), player_named("D", 3), player_named(-1, 3)
    (2, 2, 1, None, None)
    """
    if isinstance(name, int) and not isinstance(name, bool):
        return int(name) if 0 <= name < players else None
    text = name.strip() if isinstance(name, str) else ""
    if len(text) == 1 and text.isascii() and text.isalpha():
        index = ord(text.upper()) - ord("A")
    elif text.isascii() and text.isdigit() and len(text) < 20:
        index = int(text)
    else:
        return None
    return index if index < players else None


def check_players(players: int) -> None:
    """Raise `ProblemError` for fewer than two players, and for more than `PLAYER_LIMIT`.

    >>> check_players(1)
    Traceback (most recent call last):
    ...
    truel_ref.errors.ProblemError: hits: at least two players are needed, not 1
    """
    if players < 2:
        raise ProblemError(f"hits: at least two players are needed, not {players}")
    if players > PLAYER_LIMIT:
        raise ProblemError(f"hits: more than {PLAYER_LIMIT:,} players; aims hold a weight for each, so state fewer")


@dataclass(frozen=True)
class People:
    """The names of the players, and the order in which they shoot.

    People are numbered in the order in which they are stated, places in the shooting order of the first phase.

    Fields: `names`, the name of each person, or the label of a person without a name; `order`, the people in shooting
    order.

    >>> people = People(("A", "B", "C"), (2, 0, 1))
    >>> people.label(0), people.place("A"), people.by_person(["first", "second", "third"])
    ('C', 1, ('second', 'third', 'first'))
    """

    names: tuple[str, ...]
    order: tuple[int, ...]

    @staticmethod
    @cache
    def of(players: int) -> People:
        """Return the usual people: labels as names, A before B before C.

        >>> People.of(3)
        People(names=('A', 'B', 'C'), order=(0, 1, 2))
        """
        return People(tuple(map(label, range(players))), tuple(range(players)))

    @cached_property
    def are_usual(self) -> bool:
        """Whether the names are the labels, and the people shoot in the order of the labels."""
        return self == People.of(len(self.names))

    @cached_property
    def in_order(self) -> bool:
        """Whether the people shoot in the order in which they are stated."""
        return self.order == tuple(range(len(self.order)))

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place of each person: the inverse of `order`."""
        return tuple(sorted(range(len(self.order)), key=self.order.__getitem__))

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {name.casefold(): place for name, place in zip(self.names, self.places, strict=True)}

    def label(self, place: int) -> str:
        """Return the name of the player at a place."""
        return self.names[self.order[place]]

    def place(self, name: object) -> int | None:
        """Return the place of the player with this name or label, in any case, or None if it names nobody.

        An index counts the people in the order in which they are stated.
        """
        own = self._by_name.get(name.strip().casefold()) if isinstance(name, str) else None
        if own is not None:
            return own
        person = player_named(name, len(self.names))
        return None if person is None else self.places[person]

    def by_person(self, values: Sequence[T]) -> tuple[T, ...]:
        """Return values by person, from values by place."""
        return tuple(values) if self.in_order else tuple(values[place] for place in self.places)

    def by_place(self, values: Sequence[T]) -> tuple[T, ...]:
        """Return values by place, from values by person."""
        return tuple(values) if self.in_order else tuple(values[person] for person in self.order)

    def called(self) -> str:
        """Return the valid names as text: "A to C", or the names."""
        if self.names == People.of(len(self.names)).names:
            return f"{self.names[0]} to {self.names[-1]}"
        return ", ".join(self.names[:6]) + (" …" if len(self.names) > 6 else "")


def listed(value: object, what: str) -> list[object]:
    """Return an ordered collection as a list; refuse text, sets and mappings as mistakes.

    The list ends one entry after the most players of a problem, so the caller refuses an endless collection, too.
    """
    if isinstance(value, list | tuple):
        return list(value[: PLAYER_LIMIT + 1])
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping | Set):
        raise ProblemError(f"{what}, not {shown(value)}")
    return list(islice(value, PLAYER_LIMIT + 1))


Order: TypeAlias = tuple[int, ...]
"""The shooting order of a phase: the living players, with the player on move first."""


def next_order(order: Order, shooter: int, victim: int) -> Order:
    """Return the shooting order after a player of this phase has eliminated somebody, possibly the shooter.

    The living player after the shooter in the cycle is on move.

    >>> next_order((0, 1, 2), shooter=1, victim=2), next_order((0, 1, 2), shooter=1, victim=1)
    ((0, 1), (2, 0))
    """
    place = order.index(shooter)
    cycle = order[place + 1 :] + order[: place + 1]
    return tuple(player for player in cycle if player != victim)


def in_cycle(order: object, players: int) -> bool:
    """Return whether this is the order of a phase: two or more players, each once, in the fixed cycle.

    >>> in_cycle((1, 2, 0), 3), in_cycle((2, 1, 0), 3), in_cycle((0,), 3)
    (True, False, False)
    """
    if not isinstance(order, tuple) or not all(type(player) is int and 0 <= player < players for player in order):
        return False
    steps = [(player - order[0]) % players for player in order]  # how far after the first in the cycle
    return len(order) > 1 and all(earlier < later for earlier, later in pairwise(steps))


def order_text(order: Order, people: People | None = None) -> str:
    """Return an order as text, in labels or in the names of people.

    >>> order_text((1, 2, 0)), order_text((1, 2, 0), People(("Ann", "Bob", "Carl"), (0, 1, 2)))
    ('B, C, A', 'Bob, Carl, Ann')
    """
    return ", ".join(map(label if people is None else people.label, order))


def read_order(said: str | Iterable[object], people: People) -> tuple[int | None, ...]:
    """Return the players of an order: labels or names in one text ("B, C, A"), or a list of labels, names or indices.

    An unknown name becomes None.

    >>> read_order("b, Carl", People(("Ann", "Bob", "Carl"), (0, 1, 2))), read_order([1, "D"], People.of(3))
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
