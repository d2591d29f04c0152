"""From what a person states about a problem to canonical fields: hit probabilities, targets, tie rule, levels.

Rules: `docs/rules.md`, R3.7, R4.2, R4.6 and R4.11; numbers, R5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum
from fractions import Fraction
from typing import Any, Final

from truel_ref.errors import NumberError, ProblemError, shown
from truel_ref.game.aims import Aim, Target, Word, listed_targets, target
from truel_ref.game.choices import Words
from truel_ref.game.people import People, label, listed, player_named
from truel_ref.numbers import Number, one_field, read_probability

__all__ = [
    "TIE_RULES",
    "UNSTATED",
    "Unstated",
    "as_typed",
    "in_one_field",
    "one_tie_rule",
    "read_hits",
    "read_levels",
    "read_targets",
    "tie_rule_named",
]

TIE_RULES: dict[int, str] = {
    1: "simplest",
    2: "strongest",
    3: "likeliest winner",
    4: "shooting order",
    -1: "opposite of simplest",
    -4: "opposite of shooting order",
}

_RULE_BY_NAME = {name: rule for rule, name in TIE_RULES.items()} | {"opposite": -1}
_FINEST_LEVEL = 1_000_000


class Unstated(Enum):
    """The type of `UNSTATED`."""

    UNSTATED = "unstated"

    def __repr__(self) -> str:
        return "UNSTATED"


UNSTATED: Final = Unstated.UNSTATED
"""The default of a keyword that was not given, where None would be a value."""


def read_hits(typed: Sequence[object], people: People) -> tuple[Number, ...]:
    """Return hit probabilities by place, from what is typed by person. Raises `NumberError`, naming the player."""
    hits = [read_probability(entry, f"player {name}") for entry, name in zip(typed, people.names, strict=True)]
    return people.by_place(hits)


def read_targets(values: object, people: People) -> tuple[Target, ...]:
    """Return the canonical targets by place, from a list or text by person; none are `Optimal` throughout.

    Raises `ProblemError`, `AimError` or `NumberError`, naming the player.
    """
    players = len(people.names)
    if values is None:
        return (Word.OPTIMAL,) * players
    if isinstance(values, str):
        entries: Sequence[object] = listed_targets(values)
    else:
        entries = listed(values, "targets: give a list with one target per player, or one text")
    if not entries:
        return (Word.OPTIMAL,) * players
    if len(entries) != players:
        raise ProblemError(f"targets: give one per player, {players} in all, or none; here are {len(entries)}")
    return tuple(target(entry, place, people) for place, entry in enumerate(people.by_place(entries)))


def in_one_field(
    hits: tuple[Number, ...], targets: tuple[Target, ...]
) -> tuple[tuple[Number, ...], tuple[Target, ...]]:
    """Return the same hit probabilities and targets, irrational numbers among them written in one number field."""
    mixes = [entry for entry in targets if isinstance(entry, tuple)]
    numbers = [*hits, *(weight for entry in mixes for weight in entry)]
    if all(type(number) is Fraction for number in numbers):
        return hits, targets
    try:
        written = iter(one_field(numbers))
    except NumberError as error:
        raise ProblemError(f"the irrational numbers of this problem do not fit into one field: {error}") from None
    hits = tuple(next(written) for _ in hits)
    return hits, tuple(tuple(next(written) for _ in entry) if isinstance(entry, tuple) else entry for entry in targets)


def read_levels(
    values: object, people: People, first: Sequence[Words], later: Sequence[Words]
) -> tuple[int | None, ...] | None:
    """Return the random levels by place, only of those who search `Random` some time; None if there is none.

    Raises `ProblemError`, naming the player.
    """
    if values is None:
        return None
    players = len(people.names)
    entries = listed(values, "random_levels: give a list with one level per player")
    if len(entries) != players:
        raise ProblemError(f"random_levels: give one per player, {players} in all; here are {len(entries)}")
    levels: list[int | None] = []
    for name, entry in zip(people.names, entries, strict=True):
        if entry is not None and (isinstance(entry, bool) or not isinstance(entry, int) or entry < 1):
            raise ProblemError(f"player {name}: random level {shown(entry)} is neither an integer >= 1 nor None")
        if entry is not None and entry > _FINEST_LEVEL:
            raise ProblemError(
                f"player {name}: random level {shown(entry)} is too fine; the finest is {_FINEST_LEVEL:,}"
            )
        levels.append(None if entry is None else int(entry))
    kept = tuple(
        level if Word.RANDOM in own or Word.RANDOM in after else None
        for level, own, after in zip(people.by_place(levels), first, later, strict=True)
    )
    return kept if any(kept) else None


def tie_rule_named(value: object, name: str = "tie_rule") -> int:
    """Return the number of a tie rule from its number or name.

    Raises `ProblemError` for anything else.

    >>> tie_rule_named("likeliest winner"), tie_rule_named("Opposite"), tie_rule_named(2)
    (3, -1, 2)
    """
    if isinstance(value, str):
        rule = _RULE_BY_NAME.get(" ".join(value.replace("-", " ").replace("_", " ").casefold().split()))
        if rule is not None:
            return rule
    elif isinstance(value, int) and not isinstance(value, bool) and value in TIE_RULES:
        return int(value)
    rules = ", ".join(f"{rule} ({text})" for rule, text in TIE_RULES.items())
    raise ProblemError(f"{name}: {shown(value)} is no tie rule; they are {rules}")


def one_tie_rule(tie_rule: object, if_eq: object) -> int:
    """Return the tie rule from its two names, of which one may be given. Raises `ProblemError`."""
    if if_eq is UNSTATED:
        return 1 if tie_rule is UNSTATED else tie_rule_named(tie_rule)
    if tie_rule is not UNSTATED:
        raise ProblemError("tie_rule and if_eq are two names of one thing; give one of them")
    return tie_rule_named(if_eq, "if_eq")


def as_typed(hits: Any, targets: Any, search: Any, search_later: Any, random_levels: Any, people: People) -> list[Any]:
    """Return fields that list by place, as another problem holds them, as a person types them: listed by person.

    Every list goes by place, the weights of an aim too, whatever numbers they are; an integer target is a place.
    Text and mappings name the players themselves, and stay.
    """
    players = len(people.names)

    def turned(values: Any) -> Any:
        if isinstance(values, str | bytes | Mapping | Set) or not isinstance(values, Iterable):
            return values
        entries = listed(values, "")
        return people.by_person(entries) if len(entries) == players else entries

    def aimed(entry: Any) -> Any:
        place = player_named(entry, players) if isinstance(entry, int) else None
        if place is not None:
            return label(people.order[place])  # a label, not a name: names may be about to change
        return turned(entry.weights if isinstance(entry, Aim) else entry)

    entries = turned(targets)
    if isinstance(entries, list | tuple):
        entries = [aimed(entry) for entry in entries]
    searched = (turned(words) if isinstance(words, list | tuple) else words for words in (search, search_later))
    return [turned(hits), entries, *searched, turned(random_levels)]
