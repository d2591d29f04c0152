"""Who is who: the labels A, B, C, … and names of people, and the places at which they stand in the shooting order.

Inside, a player is his **place** in the shooting order of the first phase: 0 shoots first. Outside, in text and JSON,
he goes by his label or name. Both are the same thing as long as nobody states an order or names.

A phase is named by its **shooting order**: the living players, the one on move first.

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
"""The index of a player in the shooting order of a phase: 0 for the one on move."""

Option: TypeAlias = int
"""The index of an aim among those that a player may announce in a phase, in canonical order."""

Path: TypeAlias = tuple[Option, ...]
"""Announcements by place, from the first on, each as an option: a whole one is a strategy profile, a beginning of one
is the history before the next announcer."""


PLAYER_LIMIT = 1_000
"""So many players a problem may have: aims hold one weight per player, so memory grows with the square."""


T = TypeVar("T")


def label(player: int) -> str:
    """Return the label of a player: A to Z, and from index 26 on the index itself.

    >>> label(0), label(25), label(26)
    ('A', 'Z', '26')
    """
    return ascii_uppercase[player] if player < 26 else str(player)


def player_named(name: object, players: int) -> int | None:
    """Return the index of the player with this label or index, also in text, or None if it names nobody.

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
    """What the players are called, and in what order they shoot.

    The people are numbered as they are stated; their places are numbered in the shooting order of the first phase.

    Fields: `names`, what each of the people is called, his label where he has no name; `order`, the people in the order
    in which they shoot.

    >>> people = People(("A", "B", "C"), (2, 0, 1))
    >>> people.label(0), people.place("A"), people.by_person(["first", "second", "third"])
    ('C', 1, ('second', 'third', 'first'))
    """

    names: tuple[str, ...]
    order: tuple[int, ...]

    @staticmethod
    @cache
    def of(players: int) -> People:
        """Return the usual people: labels for names, A before B before C.

        >>> People.of(3)
        People(names=('A', 'B', 'C'), order=(0, 1, 2))
        """
        return People(tuple(map(label, range(players))), tuple(range(players)))

    @cached_property
    def are_usual(self) -> bool:
        """Whether they go by their labels, and shoot in the order of these."""
        return self == People.of(len(self.names))

    @cached_property
    def in_order(self) -> bool:
        """Whether they shoot in the order in which they are stated."""
        return self.order == tuple(range(len(self.order)))

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place of each of the people: the inverse of `order`."""
        return tuple(sorted(range(len(self.order)), key=self.order.__getitem__))

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {name.casefold(): place for name, place in zip(self.names, self.places, strict=True)}

    def label(self, place: int) -> str:
        """Return what the player at a place is called."""
        return self.names[self.order[place]]

    def place(self, name: object) -> int | None:
        """Return the place of the player with this name or label, in any case, or None if it names nobody.

        An index counts the people as they are stated.
        """
        own = self._by_name.get(name.strip().casefold()) if isinstance(name, str) else None
        if own is not None:
            return own
        person = player_named(name, len(self.names))
        return None if person is None else self.places[person]

    def by_person(self, values: Sequence[T]) -> tuple[T, ...]:
        """Return values that are listed by place, listed by person."""
        return tuple(values) if self.in_order else tuple(values[place] for place in self.places)

    def by_place(self, values: Sequence[T]) -> tuple[T, ...]:
        """Return values that are listed by person, listed by place."""
        return tuple(values) if self.in_order else tuple(values[person] for person in self.order)

    def called(self) -> str:
        """Say whom a name may mean: "A to C", or the names."""
        if self.names == People.of(len(self.names)).names:
            return f"{self.names[0]} to {self.names[-1]}"
        return ", ".join(self.names[:6]) + (" …" if len(self.names) > 6 else "")


def listed(value: object, what: str) -> list[object]:
    """Return an ordered collection as a list; text, sets and mappings are refused as slips.

    No more is taken of it than a problem can have players, so an endless one is refused, too.
    """
    if isinstance(value, list | tuple):
        return list(value[: PLAYER_LIMIT + 1])
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping | Set):
        raise ProblemError(f"{what}, not {shown(value)}")
    return list(islice(value, PLAYER_LIMIT + 1))


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
    if not isinstance(order, tuple) or not all(type(player) is int and 0 <= player < players for player in order):
        return False
    steps = [(player - order[0]) % players for player in order]  # how far after the first in the cycle
    return len(order) > 1 and all(earlier < later for earlier, later in pairwise(steps))


def order_text(order: Order, people: People | None = None) -> str:
    """Return an order as labels, or as what people are called.

    >>> order_text((1, 2, 0)), order_text((1, 2, 0), People(("Ann", "Bob", "Carl"), (0, 1, 2)))
    ('B, C, A', 'Bob, Carl, Ann')
    """
    return ", ".join(map(label if people is None else people.label, order))


def read_order(said: str | Iterable[object], people: People) -> tuple[int | None, ...]:
    """Return the players of an order: labels or names in one text ("B, C, A"), or a list of them or of places.

    Somebody whom nobody knows becomes None.

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
