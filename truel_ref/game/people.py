"""Players, their labels and names, and shooting orders.

A player is a number: 0 for the first that a problem states, whose label is A. The **shooting order** names a phase: the
living players, with the player on move first.

Rules: `docs/rules.md`, R1.1, R1.2, R1.5, R1.7 and R4.11.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from itertools import islice
from string import ascii_uppercase
from typing import TypeAlias

from truel_ref.errors import ProblemError, refuse, shown

__all__ = [
    "PLAYER_LIMIT",
    "Order",
    "Profile",
    "called",
    "entries_of",
    "in_cycle",
    "label",
    "labels",
    "next_order",
    "player_named",
    "read_names",
    "read_order",
]

Order: TypeAlias = tuple[int, ...]
"""The shooting order of a phase: the living players, with the player on move first."""

Profile: TypeAlias = tuple[int, ...]
"""The options announced by the first players of a phase: by all of them, or a history before the next player."""

PLAYER_LIMIT = 1_000
"""The most players of a problem: aims hold one weight per player, so memory grows with the square."""

_NAME_LIMIT = 40  # characters
_WORDS = frozenset({"optimal", "others", "strongest", "self", "miss", "random", "all", "none", "nobody"})
_MARKS = frozenset(",:;()[]{}*|<>")  # the separators of text and tables, which a name may not contain


def label(player: int) -> str:
    """Return the label of a player: A to Z, and from index 26 on the index itself.

    >>> label(0), label(25), label(26)
    ('A', 'Z', '26')
    """
    return ascii_uppercase[player] if player < 26 else str(player)


@cache
def labels(players: int) -> tuple[str, ...]:
    """Return the labels of some players.

    >>> labels(3)
    ('A', 'B', 'C')
    """
    return tuple(map(label, range(players)))


def called(names: Sequence[str]) -> str:
    """Return names for a message: "A to C", or the names.

    >>> called(("A", "B", "C")), called(("Ann", "Bob"))
    ('A to C', 'Ann, Bob')
    """
    if tuple(names) == labels(len(names)):
        return f"{names[0]} to {names[-1]}"
    return ", ".join(names[:6]) + (" …" if len(names) > 6 else "")


def player_named(said: object, names: Sequence[str]) -> int | None:
    """Return the player with a name, label or index, in any case, or None if it names nobody.

    >>> names = ("Ann", "Bob", "Carl")
    >>> player_named("bob", names), player_named("c", names), player_named(1, names), player_named("D", names)
    (1, 2, 1, None)
    """
    if isinstance(said, str):
        wanted = said.strip().casefold()
        for known in (names, labels(len(names)), [str(player) for player in range(len(names))]):
            for player, name in enumerate(known):
                if name.casefold() == wanted:
                    return player
    elif isinstance(said, int) and not isinstance(said, bool) and 0 <= said < len(names):
        return int(said)
    return None


def next_order(order: Order, shooter: int, victim: int) -> Order:
    """Return the shooting order after a player of this phase has eliminated somebody, possibly the shooter.

    The living player after the shooter in the cycle is on move.

    >>> next_order((0, 1, 2), shooter=1, victim=2), next_order((0, 1, 2), shooter=1, victim=1)
    ((0, 1), (2, 0))
    """
    seat = order.index(shooter)
    cycle = order[seat + 1 :] + order[: seat + 1]
    return tuple(player for player in cycle if player != victim)


def in_cycle(order: object, first: Order) -> bool:
    """Return whether this is the order of a phase: two or more players, each once, in the cycle of the first order.

    >>> in_cycle((1, 2, 0), (0, 1, 2)), in_cycle((2, 1, 0), (0, 1, 2)), in_cycle((0,), (0, 1, 2))
    (True, False, False)
    """
    if not isinstance(order, tuple) or len(order) < 2 or not set(order) <= set(first):
        return False
    seat = first.index(order[0])
    return order == tuple(player for player in first[seat:] + first[:seat] if player in order)


def entries_of(value: object, what: str) -> list[object]:
    """Return an ordered collection as a list; refuse text, sets and mappings as mistakes.

    The list ends one entry after the most players of a problem, so the caller refuses an endless collection, too.
    """
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping | Set):
        raise ProblemError(f"{what}, not {shown(value)}")
    return list(islice(value, PLAYER_LIMIT + 1))


def counted(entries: Sequence[object]) -> str:
    """Return the number of entries of a list as text, with a hint if a text has words without commas."""
    commas = len(entries) == 1 and isinstance(entries[0], str) and len(entries[0].split()) > 1
    return f"here are {len(entries)}" + ("; put commas between them" if commas else "")


def read_names(value: object, players: int) -> tuple[str, ...]:
    """Return the names of the players from a list or one text ("Ann, Bob"). Raises `ProblemError`, naming the name.

    >>> read_names("Ann, Bob", 2)
    ('Ann', 'Bob')
    """
    entries = (
        value.split(",") if isinstance(value, str) else entries_of(value, "names: give a list with one per player")
    )
    if len(entries) != players:
        raise ProblemError(f"names: give one per player, {players} in all; {counted(entries)}")
    names = tuple(_name(entry, player, players) for player, entry in enumerate(entries))
    folded = [name.casefold() for name in names]
    for player, name in enumerate(folded):
        if name in folded[:player]:
            raise ProblemError(f"names: {shown(names[player])} occurs twice; give every player a different name")
    return names


def _name(value: object, player: int, players: int) -> str:
    where = f"names: player {label(player)}: "
    name = value.strip() if isinstance(value, str) else ""
    refuse(
        ProblemError,
        (
            not name or len(name) > _NAME_LIMIT or not name.isprintable() or _MARKS & set(name),
            f"{where}{shown(value)} is not a name; give 1 to {_NAME_LIMIT} printable characters, "
            f"none of them {' '.join(sorted(_MARKS))}",
        ),
        (name.casefold() in _WORDS, f"{where}{shown(name)} is a word of the rules; choose another name"),
        (
            player_named(name, labels(players)) not in (None, player),
            f"{where}{shown(name)} is the label of another player; names stay with people, and the order says who "
            f"shoots first",
        ),
        (
            name != label(player) and _is_number(name),
            f"{where}{shown(name)} is a number, not a name; add a word, such as {shown(f'No {name}')}",
        ),
    )
    return name


def _is_number(name: str) -> bool:
    r"""Return whether a name reads as a number: digits of any script without a letter, or a text that `float` accepts.

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


def read_order(value: object, names: Sequence[str]) -> Order:
    """Return the shooting order of all players from a list or one text ("C,B,A"). Raises `ProblemError`.

    >>> read_order("C,A,B", ("A", "B", "C"))
    (2, 0, 1)
    """
    players = len(names)
    entries = value.split(",") if isinstance(value, str) else entries_of(value, "order: give every player once")
    if len(entries) != players:
        raise ProblemError(f"order: give every player once, {players} in all; {counted(entries)}")
    order: list[int] = []
    for entry in entries:
        player = player_named(entry, names)
        if player is None:
            raise ProblemError(f"order: {shown(entry)} is not a player; the players are {called(names)}")
        if player in order:
            raise ProblemError(f"order: {names[player]} occurs twice; give every player once")
        order.append(player)
    return tuple(order)
