"""Who is who: the labels A, B, C, … and names of people, and the places at which they stand in the shooting order.

Inside, a player is his **place** in the shooting order of the first phase: 0 shoots first. Outside, in text and JSON,
he goes by his label or name. Both are the same thing as long as nobody states an order or names.

A phase is named by its **shooting order**: the living players, the one on move first.

Rules: `docs/rules.md`, R1.1, R1.2, R1.5, R1.7 and R4.11.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, pairwise
from string import ascii_uppercase
from typing import TypeAlias, TypeVar

from truel_ref.errors import ProblemError, shown
from truel_ref.numbers import integer_text

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

_NAME_LIMIT = 40  # characters
_WORDS = frozenset({"optimal", "others", "strongest", "self", "miss", "random", "all", "none", "nobody"})
_MARKS = frozenset(",:;()[]{}*|<>")  # they separate names from something else, in text and in tables

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

    >>> people = People.read(3, order="C,A,B")
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

    @staticmethod
    def read(players: int, names: object = None, order: object = None) -> People:
        """Return the people whom names and a shooting order state; what is missing is usual.

        Parameters: `players`, how many; `names`, one per player, as a list or in one text ("Ann, Bob"); `order`, every
        player once, the first to shoot first, as labels, names or indices, in a list or in one text ("C,B,A").

        Raises `ProblemError`, naming the name or the place.

        >>> People.read(2, names="Ann, Bob").names
        ('Ann', 'Bob')
        """
        called = tuple(map(label, range(players))) if names is None else _names(names, players)
        straight = People(called, tuple(range(players)))
        people = straight if order is None else People(called, _order(order, straight))
        usual = People.of(players)
        return usual if people == usual else people

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


def _names(value: object, players: int) -> tuple[str, ...]:
    entries = value.split(",") if isinstance(value, str) else listed(value, "names: give a list with one per player")
    if len(entries) != players:
        raise ProblemError(f"names: give one per player, {players} in all; here are {len(entries)}")
    names = tuple(_name(entry, person, players) for person, entry in enumerate(entries))
    folded = [name.casefold() for name in names]
    for person, name in enumerate(folded):
        if name in folded[:person]:
            raise ProblemError(f"names: {shown(names[person])} is there twice; people need names of their own")
    return names


def _name(value: object, person: int, players: int) -> str:
    where = f"names: player {label(person)}: "
    name = value.strip() if isinstance(value, str) else ""
    if not name or len(name) > _NAME_LIMIT or not name.isprintable() or _MARKS & set(name):
        raise ProblemError(
            f"{where}{shown(value)} is no name; give 1 to {_NAME_LIMIT} printable characters, "
            f"none of them {' '.join(sorted(_MARKS))}"
        )
    if name.casefold() in _WORDS:
        raise ProblemError(f"{where}{shown(name)} is a word of the rules; choose another name")
    if player_named(name, players) not in (None, person):
        raise ProblemError(
            f"{where}{shown(name)} is the label of another player; names stay with people, and the order says who "
            f"shoots first"
        )
    if name != label(person) and _is_number(name):
        raise ProblemError(f"{where}{shown(name)} is a number, not a name; add a word, such as {shown(f'No {name}')}")
    return name


def _is_number(name: str) -> bool:
    r"""Tell whether a name reads as a number: digits of any script without a letter, and what `float` takes.

    >>> [_is_number(name) for name in ("1/3", "1e5", "nan", "\xbd", "50 %", "R2D2", "Nancy")]
    [True, True, True, True, True, False, False]
    """
    kinds = {unicodedata.category(sign)[0] for sign in name}
    if "N" in kinds and "L" not in kinds:
        return True
    try:
        float(unicodedata.normalize("NFKC", name).rstrip("% "))
    except ValueError:
        return False
    return True


def _order(value: object, people: People) -> tuple[int, ...]:
    players = len(people.names)
    entries = value.split(",") if isinstance(value, str) else listed(value, "order: give every player once")
    if len(entries) != players:
        raise ProblemError(f"order: give every player once, {players} in all; here are {len(entries)}")
    order: list[int] = []
    for entry in entries:
        person = people.place(entry)
        if person is None:
            said = integer_text(entry) if type(entry) is int else entry
            raise ProblemError(f"order: {shown(said)} is nobody; the players are {people.called()}")
        if person in order:
            raise ProblemError(f"order: {people.names[person]} is there twice; give every player once")
        order.append(person)
    return tuple(order)


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
