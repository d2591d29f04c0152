"""Reading the stated fields of a problem into canonical form: names, hit probabilities, targets, searches, tie rule.

Rules: `docs/rules.md`, R1.2, R3.7, R4.2, R4.6, R4.7 and R4.11; numbers, R5.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum
from fractions import Fraction
from typing import Any, Final

from truel_ref.errors import AimError, NumberError, ProblemError, refuse, shown
from truel_ref.game.aims import TARGET_WORDS, Aim, Target, Word, listed_targets, target, word_named
from truel_ref.game.options import ALL_MEANS, DEFAULT_SEARCH, SEARCH_WORDS, Search, Words
from truel_ref.game.people import People, label, listed, player_named
from truel_ref.numbers import Number, integer_text, one_field, read_probability

__all__ = [
    "TIE_RULES",
    "UNSTATED",
    "Unstated",
    "as_typed",
    "canonical_search",
    "in_one_field",
    "later_target",
    "listed_hits",
    "one_or_each",
    "one_tie_rule",
    "read_hits",
    "read_levels",
    "read_people",
    "read_targets",
    "searches",
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

_NAME_LIMIT = 40  # characters
_WORDS = frozenset({"optimal", "others", "strongest", "self", "miss", "random", "all", "none", "nobody"})
_MARKS = frozenset(",:;()[]{}*|<>")  # the separators of text and tables, which a name may not contain

_RULE_BY_NAME = {name: rule for rule, name in TIE_RULES.items()} | {"opposite": -1}
_FINEST_LEVEL = 1_000_000


class Unstated(Enum):
    """The type of `UNSTATED`."""

    UNSTATED = "unstated"

    def __repr__(self) -> str:
        return "UNSTATED"


UNSTATED: Final = Unstated.UNSTATED
"""The default of a keyword that accepts None as a value."""


# ---------------------------------------------------------------------------------------------------------
# People


def read_people(players: int, names: object = None, order: object = None) -> People:
    """Return the people with these names and this shooting order; the defaults are the labels and their order.

    Parameters: `players`, the number of players; `names`, one per player, as a list or in one text ("Ann, Bob");
    `order`, every player once, the first to shoot first, as labels, names or indices, in a list or in one text
    ("C,B,A").

    Raises `ProblemError`, naming the name or the place.

    >>> read_people(2, names="Ann, Bob").names
    ('Ann', 'Bob')
    """
    called = tuple(map(label, range(players))) if names is None else _names(names, players)
    straight = People(called, tuple(range(players)))
    people = straight if order is None else People(called, _order(order, straight))
    usual = People.of(players)
    return usual if people == usual else people


def _counted(entries: Sequence[object]) -> str:
    """Return the number of entries of a list as text, with a hint if a text has words without commas."""
    commas = len(entries) == 1 and isinstance(entries[0], str) and len(entries[0].split()) > 1
    return f"here are {len(entries)}" + ("; put commas between them" if commas else "")


def _names(value: object, players: int) -> tuple[str, ...]:
    entries = value.split(",") if isinstance(value, str) else listed(value, "names: give a list with one per player")
    if len(entries) != players:
        raise ProblemError(f"names: give one per player, {players} in all; {_counted(entries)}")
    names = tuple(_name(entry, person, players) for person, entry in enumerate(entries))
    folded = [name.casefold() for name in names]
    for person, name in enumerate(folded):
        if name in folded[:person]:
            raise ProblemError(f"names: {shown(names[person])} occurs twice; give every player a different name")
    return names


def _name(value: object, person: int, players: int) -> str:
    where = f"names: player {label(person)}: "
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
            player_named(name, players) not in (None, person),
            f"{where}{shown(name)} is the label of another player; names stay with people, and the order says who "
            f"shoots first",
        ),
        (
            name != label(person) and _is_number(name),
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


def _order(value: object, people: People) -> tuple[int, ...]:
    players = len(people.names)
    entries = value.split(",") if isinstance(value, str) else listed(value, "order: give every player once")
    if len(entries) != players:
        raise ProblemError(f"order: give every player once, {players} in all; {_counted(entries)}")
    order: list[int] = []
    for entry in entries:
        person = people.place(entry)
        if person is None:
            said = integer_text(entry) if type(entry) is int else entry
            raise ProblemError(f"order: {shown(said)} is not a player; the players are {people.called()}")
        if person in order:
            raise ProblemError(f"order: {people.names[person]} occurs twice; give every player once")
        order.append(person)
    return tuple(order)


# ---------------------------------------------------------------------------------------------------------
# Numbers, targets, levels


def listed_hits(text: str) -> list[str]:
    """Return the hit probabilities in a text, with commas or else blanks between them.

    Parentheses and blanks around operators do not separate numbers.

    >>> listed_hits("1/3 2/3 1"), listed_hits("(3 - sqrt(5))/2, 1 / 2")
    (['1/3', '2/3', '1'], ['(3-sqrt(5))/2', '1/2'])
    """
    tight = re.sub(r"\s*([/*^+])\s*|\s+(-)\s+|\s+(%)", lambda match: match[match.lastindex or 0], text.strip())
    parts = _cut(tight, ",")
    return parts if len(parts) > 1 else _cut(tight, " \t\n")


def _cut(text: str, separators: str) -> list[str]:
    """Return the non-empty parts of a text between separators outside all parentheses."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign in separators and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def read_hits(typed: Sequence[object], people: People) -> tuple[Number, ...]:
    """Return hit probabilities by place, from a list by person. Raises `NumberError`, naming the player."""
    hits = [read_probability(entry, f"player {name}") for entry, name in zip(typed, people.names, strict=True)]
    return people.by_place(hits)


def read_targets(values: object, people: People) -> tuple[Target, ...]:
    """Return the canonical targets by place, from a list or text by person; if it is empty, all are `Optimal`.

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
        raise ProblemError(f"targets: give one per player, {players} in all, or none; {_counted(entries)}")
    return tuple(target(entry, place, people) for place, entry in enumerate(people.by_place(entries)))


def in_one_field(
    hits: tuple[Number, ...], targets: tuple[Target, ...]
) -> tuple[tuple[Number, ...], tuple[Target, ...]]:
    """Return the hit probabilities and targets with all irrational numbers in one number field."""
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
    """Return the random levels by place, without those of players who never search `Random`; None if none is left.

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


# ---------------------------------------------------------------------------------------------------------
# Search sets and words


def canonical_search(value: object, name: str = "search") -> Words:
    """Return a search set in canonical form: `All` as its list, each word once, in the order of the rules.

    Beside `Others` the word `Strongest` is redundant and dropped.

    Parameters: `value`, a word, words separated by commas, or a collection of words; `name`, for messages.

    Raises `AimError` for unknown words, for words of targets, and for a set without any of Others, Strongest,
    Self, Miss.

    >>> [str(word) for word in canonical_search({"miss", "Others"})]
    ['Others', 'Miss']
    >>> canonical_search("all") == canonical_search(["Random", "Self", "Others", "Miss"])
    True
    """
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, Iterable) or isinstance(value, bytes | Mapping):
        raise AimError(f"{name}: {shown(value)} is not a set of words; the words are {_search_words()}")
    found: set[Word] = set()
    for entry in value:
        word = word_named(entry)
        if word is Word.ALL:
            found.update(ALL_MEANS)
        elif word in SEARCH_WORDS:
            found.add(word)
        else:
            raise AimError(f"{name}: {shown(entry)} is not a word for a search; they are {_search_words()}")
    if not found - {Word.RANDOM}:
        raise AimError(f"{name}: at least one of Others, Strongest, Self, Miss is needed to search among")
    if Word.OTHERS in found:
        found.discard(Word.STRONGEST)
    return tuple(word for word in SEARCH_WORDS if word in found)


def searches(value: object, people: People, missing: Sequence[Words], name: str = "search") -> tuple[Words, ...]:
    """Return the search set of every player, by place, from one set for all players or one set for each.

    Parameters: `value`, a search set as `canonical_search` reads it; or search sets by player, as a mapping of labels
    or names, or a list with one per player; `people`, the people of the problem; `missing`, by place, the sets of
    players whom a mapping omits; `name`, for messages.

    Raises `AimError`, naming the player and the word.

    >>> sets = searches({"B": "miss"}, People.of(2), [DEFAULT_SEARCH] * 2)
    >>> [", ".join(words) for words in sets]
    ['Others, Miss', 'Miss']
    """
    players = len(people.names)
    if value is DEFAULT_SEARCH:  # the usual case, at no cost
        return (DEFAULT_SEARCH,) * players
    if isinstance(value, Mapping):
        given = dict(enumerate(missing))
        seen = set()
        for key, words in value.items():
            place = people.place(key)
            if place is None:
                raise AimError(f"{name}: {shown(key)} is not a player; the players are {people.called()}")
            if place in seen:
                raise AimError(f"{name}: player {people.label(place)} occurs twice; give each player one search set")
            seen.add(place)
            given[place] = canonical_search(words, f"player {people.label(place)}: {name}")
        return tuple(given[place] for place in range(players))
    entries = list(value) if isinstance(value, list | tuple) else []
    if not entries or any(isinstance(entry, str) or not isinstance(entry, Iterable) for entry in entries):
        return (canonical_search(value, name),) * players
    if len(entries) != players:
        raise AimError(f"{name}: give one set of words, or one per player, {players} in all; here are {len(entries)}")
    sets = [
        canonical_search(entry, f"player {person}: {name}") for person, entry in zip(people.names, entries, strict=True)
    ]
    return people.by_place(sets)


def one_or_each(sets: Sequence[Words]) -> Search:
    """Return one search set if all players have the same set, otherwise all sets.

    >>> one_or_each([DEFAULT_SEARCH] * 3) == DEFAULT_SEARCH
    True
    """
    return sets[0] if sets.count(sets[0]) == len(sets) else tuple(sets)


def _search_words() -> str:
    return ", ".join((*SEARCH_WORDS, Word.ALL))


def later_target(value: object) -> Word:
    """Return the word for the target of all players after the first elimination.

    >>> later_target("strongest")
    <Word.STRONGEST: 'Strongest'>
    """
    word = word_named(value)
    if word not in TARGET_WORDS:
        raise AimError(f"target_later: {shown(value)} is unknown; it is one of {', '.join(TARGET_WORDS)}")
    return word


def tie_rule_named(value: object, name: str = "tie_rule") -> int:
    """Return the number of a tie rule from its number or name.

    Raises `ProblemError` for another value.

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
    raise ProblemError(f"{name}: {shown(value)} is not a tie rule; the tie rules are {rules}")


def one_tie_rule(tie_rule: object, if_eq: object) -> int:
    """Return the tie rule from two keywords. Raises `ProblemError` if both are given, and for an unknown rule."""
    if if_eq is UNSTATED:
        return 1 if tie_rule is UNSTATED else tie_rule_named(tie_rule)
    if tie_rule is not UNSTATED:
        raise ProblemError("tie_rule and if_eq have the same meaning; give one of them")
    return tie_rule_named(if_eq, "if_eq")


def as_typed(hits: Any, targets: Any, search: Any, search_later: Any, random_levels: Any, people: People) -> list[Any]:
    """Return the fields of another problem, whose lists go by place, as a caller states them: by person.

    Every list goes by place, including the weights of an aim, and an integer target is a place. Text and mappings name
    the players, and stay.
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
