"""Players, their labels and names, and shooting orders.

A player is a number: 0 for the first that a problem states, whose label is A. The **shooting order** names a phase: the
living players, with the player on move first.

Rules: `docs/rules.md`, R1.1, R1.2, R1.5, R1.7 and R4.11.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache
from itertools import islice
from numbers import Integral
from string import ascii_uppercase
from typing import Any, TypeAlias
from unicodedata import normalize

from truel_ref.errors import ProblemError, refuse, shown

Order: TypeAlias = tuple[int, ...]
"""The shooting order of a phase: the living players, with the player on move first."""

Profile: TypeAlias = tuple[int, ...]
"""The options announced by the first players of a phase: by all of them, or a history before the next player."""

PLAYER_LIMIT = 1_000
"""The most players of a problem: aims hold one weight per player, so memory grows with the square."""

_NAME_LIMIT = 40  # characters
_WORDS = {
    *("optimal", "others", "strongest", "self", "miss", "random", "all", "none", "nobody", "nan", "inf", "infinity")
}
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
    listed = ", ".join(names[:6]) + (" …" if len(names) > 6 else "")
    return f"{names[0]} to {names[-1]}" if tuple(names) == labels(len(names)) else listed


def player_named(said: object, names: Sequence[str]) -> int | None:
    """Return the player with a name, label or index, in any case, or None if there is no such player.

    >>> names = ("Ann", "Bob", "Carl")
    >>> player_named("bob", names), player_named("c", names), player_named(1, names), player_named("D", names)
    (1, 2, 1, None)
    """
    if isinstance(said, str):
        wanted = said.strip().casefold()
        known = (*names, *labels(len(names)), *map(str, range(len(names))))
        return next((place % len(names) for place, name in enumerate(known) if name.casefold() == wanted), None)
    counts = isinstance(said, Integral) and not isinstance(said, bool)
    return int(said) if counts and 0 <= int(said) < len(names) else None  # type: ignore[call-overload]


def the_player(said: object, names: Sequence[str], where: str = "") -> int:
    """Return the player with a name, label or index. Raises `ProblemError` if there is none."""
    if (player := player_named(said, names)) is None:
        raise ProblemError(f"{where}{shown(said)} is not a player; the players are {called(names)}")
    return player


def next_order(order: Order, shooter: int, victim: int) -> Order:
    """Return the shooting order after a player of this phase has eliminated somebody, possibly the shooter.

    The living player after the shooter in the cycle is on move.

    >>> next_order((0, 1, 2), shooter=1, victim=2), next_order((0, 1, 2), shooter=1, victim=1)
    ((0, 1), (2, 0))
    """
    seat = order.index(shooter)
    cycle = order[seat + 1 :] + order[: seat + 1]
    return tuple(player for player in cycle if player != victim)


# ---------------------------------------------------------------------------------------------------------
# Reading lists


def parts_of(text: str, separator: str) -> list[str]:
    """Return the parts of a text between separators outside all parentheses, without blanks around them.

    Brackets around the whole list are taken off. Raises `ProblemError` for parentheses that do not match.

    >>> parts_of("(3 - sqrt(5))/2, 1/2", ","), parts_of("a, ,b", ",")
    (['(3 - sqrt(5))/2', '1/2'], ['a', '', 'b'])
    >>> parts_of("(Miss, C, B)", ","), parts_of("[1/2 1]", " "), parts_of("(1/2)", ",")
    (['Miss', 'C', 'B'], ['1/2', '1'], ['(1/2)'])
    """
    text = text.strip()
    if text[:1] + text[-1:] == "[]":
        text = text[1:-1]
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
        if sign == separator and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    if depth:
        raise ProblemError(f"{shown(text)} has an unmatched {'opening' if depth > 0 else 'closing'} parenthesis")
    if len(parts) == 1 and separator in text and text[0] + text[-1] == "()":
        return parts_of(text[1:-1], separator)
    return [part.strip() for part in parts]


def entries_of(value: object, what: str) -> list[object]:
    """Return an ordered collection as a list; refuse text, sets and mappings as mistakes.

    The list ends one entry after the most players of a problem, so the caller refuses an endless collection, too.
    """
    mapping = hasattr(value, "keys") and not hasattr(value, "tolist")  # a series of pandas yields its values
    mapping |= hasattr(value, "is_subset")  # a set of sympy
    single = "its numbers are rounded to single precision; give doubles, fractions or text"
    refuse(ProblemError, (getattr(value, "typecode", "") == "f", f"{what}: {single}"))
    if not mapping and not isinstance(value, str | bytes | bytearray | memoryview | Set):
        try:
            return list(islice(iter(value), PLAYER_LIMIT + 1))  # type: ignore[call-overload]
        except TypeError:
            pass
    raise ProblemError(f"{what}, not {shown(value)}")


def one_each(value: object, players: int, what: str, or_none: bool = False) -> list[object]:
    """Return a list with one entry per player, from a list or one text with commas.

    Parameters: `value`; `players`, their number; `what`, the name of the value; `or_none`, whether an empty list will
    do, too.

    >>> one_each("Ann, Bob", 2, "names")
    ['Ann', 'Bob']
    >>> one_each("Ann Bob", 2, "names")
    Traceback (most recent call last):
    ...
    truel_ref.errors.ProblemError: names: give one per player, 2 in all; here are 1; put commas between them
    """
    what = f"{what}: give one per player, {players} in all{', or none' if or_none else ''}"
    entries: list[Any] = [*parts_of(value, ",")] if isinstance(value, str) else entries_of(value, what)
    if len(entries) == players + 1 and entries[-1] == "":  # a comma after the last one
        entries.pop()
    if len(entries) != players and not (or_none and not entries):
        blanks = isinstance(value, str) and len(entries) < len(value.split())
        raise ProblemError(f"{what}; here are {len(entries)}{'; put commas between them' if blanks else ''}")
    return entries


def read_names(value: object, players: int) -> tuple[str, ...]:
    """Return the names of the players from a list or one text ("Ann, Bob"). Raises `ProblemError`, naming the name.

    >>> read_names("Ann, Bob", 2)
    ('Ann', 'Bob')
    """
    names = tuple(_name(entry, player, players) for player, entry in enumerate(one_each(value, players, "names")))
    folded = [normalize("NFKC", name).casefold() for name in names]  # one letter may be written in two ways
    if twice := [name for name, same in zip(names, folded, strict=True) if folded.count(same) > 1]:
        raise ProblemError(f"names: {shown(twice[-1])} occurs twice; give every player a different name")
    return names


def _name(value: object, player: int, players: int) -> str:
    where, name = f"names: player {label(player)}: ", value.strip() if isinstance(value, str) else ""
    if player_named(name, labels(players)) not in (None, player):
        raise ProblemError(
            f"{where}{shown(name)} is the label of another player; names stay with people, and the order says who "
            "shoots first"
        )
    begins = name[:1].isalpha() or name == label(player)
    plain = begins and name.isprintable() and len(name) <= _NAME_LIMIT and _MARKS.isdisjoint(name)
    if not plain or name.casefold() in _WORDS:
        raise ProblemError(
            f"{where}{shown(value)} is not a name; give 1 to {_NAME_LIMIT} printable characters, a letter first, none "
            f"of them {' '.join(sorted(_MARKS))}, and no word of the rules"
        )
    return name


def read_order(value: object, names: Sequence[str]) -> Order:
    """Return the shooting order of all players from a list or one text ("C,B,A"). Raises `ProblemError`.

    >>> read_order("C,A,B", ("A", "B", "C"))
    (2, 0, 1)
    """
    order = tuple(the_player(entry, names, "order: ") for entry in one_each(value, len(names), "order"))
    if twice := [names[player] for player in order if order.count(player) > 1]:
        raise ProblemError(f"order: {twice[0]} occurs twice; give every player once")
    return order
