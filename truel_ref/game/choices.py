"""Search sets, and how they become a list of options: the aims that a player who is to choose may announce.

Rules: `docs/rules.md`, R3.8 and R4.3 to R4.7; who is the strongest, R4.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import TypeAlias

from truel_ref.budget import check
from truel_ref.errors import AimError, shown
from truel_ref.game.aims import TARGET_WORDS, Aim, Weights, Word, int_shown, word_named
from truel_ref.game.people import People, label
from truel_ref.numbers import Number

__all__ = [
    "DEFAULT_SEARCH",
    "SEARCH_WORDS",
    "Search",
    "canonical_search",
    "equal_mix",
    "later_target",
    "number_of_mixes",
    "one_or_each",
    "options",
    "searches",
    "single_options",
    "strongest",
]

Words: TypeAlias = tuple[Word, ...]
"""A search set in canonical form."""

Search: TypeAlias = "Words | tuple[Words, ...]"
"""What `Optimal` searches among: one search set for everybody, or one for each player."""

SEARCH_WORDS = (Word.OTHERS, Word.STRONGEST, Word.SELF, Word.MISS, Word.RANDOM)  # in canonical order
DEFAULT_SEARCH = (Word.OTHERS, Word.MISS)
OPTION_LIMIT = 200_000  # aims of one player in one phase
ALL_MEANS = (Word.OTHERS, Word.SELF, Word.MISS, Word.RANDOM)


# ---------------------------------------------------------------------------------------------------------
# Search sets


def canonical_search(value: object, name: str = "search") -> Words:
    """Return a search set in canonical form: `All` as its list, each word once, in the order of the rules.

    `Strongest` is dropped beside `Others`, which contains it.

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
        raise AimError(f"{name}: {shown(value)} is no set of words; the words are {_search_words()}")
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
    """Return the search set of every player, by place, from one for everybody or one for each.

    Parameters: `value`, a search set as `canonical_search` reads it; or search sets by player, as a mapping of labels
    or names, or a list with one per player; `people`, who there is; `missing`, by place, the sets of those whom a
    mapping leaves out; `name`, for messages.

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
                raise AimError(f"{name}: {shown(key)} is nobody; the players are {people.called()}")
            if place in seen:
                raise AimError(f"{name}: player {people.label(place)} is there twice; give him one search set")
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
    """Return one search set if everybody has the same, else all of them.

    >>> one_or_each([DEFAULT_SEARCH] * 3) == DEFAULT_SEARCH
    True
    """
    return sets[0] if sets.count(sets[0]) == len(sets) else tuple(sets)


def _search_words() -> str:
    return ", ".join((*SEARCH_WORDS, Word.ALL))


def later_target(value: object) -> Word:
    """Return the word for everybody's target after the first elimination.

    >>> later_target("strongest")
    <Word.STRONGEST: 'Strongest'>
    """
    word = word_named(value)
    if word not in TARGET_WORDS:
        raise AimError(f"target_later: {shown(value)} is unknown; it is one of {', '.join(TARGET_WORDS)}")
    return word


# ---------------------------------------------------------------------------------------------------------
# Options


def strongest(player: int, living: Iterable[int], hits: Sequence[Number]) -> int:
    """Return the living other player with the highest hit probability; among equals the last label.

    >>> strongest(2, [0, 1, 2], [Fraction(1, 2), Fraction(1, 2), Fraction(1)])
    1
    """
    return max((other for other in living if other != player), key=lambda other: (hits[other], other))


def single_options(
    search: Sequence[Word], player: int, living: Iterable[int], hits: Sequence[Number]
) -> tuple[Aim, ...]:
    """Return the single options of a search set (Miss counts as one), in canonical order, each once.

    >>> hits = [Fraction(1, 3), Fraction(2, 3), Fraction(1)]
    >>> [str(aim) for aim in single_options([Word.OTHERS, Word.MISS], 0, [0, 1, 2], hits)]
    ['B', 'C', 'Miss']
    """
    living = list(living)
    at: set[int] = set()
    if Word.OTHERS in search:
        at.update(other for other in living if other != player)
    if Word.STRONGEST in search:
        at.add(strongest(player, living, hits))
    if Word.SELF in search:
        at.add(player)
    singles = tuple(Aim.at(other, len(hits)) for other in sorted(at))
    return (*singles, Aim.miss(len(hits))) if Word.MISS in search else singles


def equal_mix(singles: Sequence[Aim]) -> Weights:
    """Return the weights that the word `Random` means: an equal chance for each single option.

    >>> equal_mix([Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)])
    (Fraction(0, 1), Fraction(1, 3), Fraction(1, 3))
    """
    columns = zip(*(aim.weights for aim in singles), strict=True)
    return tuple(sum(column, Fraction(0)) / len(singles) for column in columns)


def options(
    search: Sequence[Word], level: int | None, player: int, living: Iterable[int], hits: Sequence[Number]
) -> tuple[Aim, ...]:
    """Return every aim that a search set allows to a player in a phase, in canonical order.

    Without `Random` these are the single options. With it and no level, their equal mix comes too. With it and
    level `L`, all aims on the `k` targets of the single options whose weights are multiples of `1/L` come instead,
    with a sum of at most 1 where Miss is an option and of exactly 1 where it is not: `C(L+k, k)` or
    `C(L+k-1, k-1)` aims. Raises `AimError` for more than 200,000 of them.

    >>> hits = [Fraction(3, 4), Fraction(11, 20), Fraction(1)]
    >>> [str(aim) for aim in options([Word.OTHERS, Word.MISS, Word.RANDOM], None, 0, [0, 1, 2], hits)]
    ['B', 'C', 'Miss', 'Random']
    >>> [str(aim) for aim in options([Word.OTHERS, Word.MISS, Word.RANDOM], 2, 0, [0, 1, 2], hits)]
    ['B', 'C', 'Miss', '(0, 1/2, 1/2)', '(0, 1/2, 0)', '(0, 0, 1/2)']
    """
    singles = single_options(search, player, living, hits)
    if Word.RANDOM not in search:
        return singles
    mix = equal_mix(singles)
    if level is None:
        vectors = {aim.weights for aim in singles} | {mix}
    else:
        at = [aim.target for aim in singles if aim.target is not None]
        _refuse_too_many(len(at), level, Word.MISS in search, player)
        vectors = set()
        for counts in _counts(len(at), level, exactly=Word.MISS not in search):
            check()
            weights = [Fraction(0)] * len(hits)
            for other, count in zip(at, counts, strict=True):
                weights[other] = Fraction(count, level)
            vectors.add(tuple(weights))
    aims = (Aim(weights, is_random=weights == mix) for weights in vectors)
    return tuple(sorted(aims, key=Aim.canonical_key))


def number_of_mixes(places: int, level: int, may_miss: bool) -> int:
    """Return how many aims on so many targets have weights that are multiples of 1/level.

    >>> number_of_mixes(2, 2, may_miss=True), number_of_mixes(2, 2, may_miss=False)
    (6, 3)
    """
    return comb(level + places, places) if may_miss else comb(level + places - 1, max(places - 1, 0))


def _refuse_too_many(places: int, level: int, may_miss: bool, player: int) -> None:
    many = number_of_mixes(places, level, may_miss)
    if many > OPTION_LIMIT:
        raise AimError(
            f"player {label(player)}: random level {level} means {int_shown(many)} aims to search, more than "
            f"{OPTION_LIMIT:,}; choose a smaller level"
        )


def _counts(places: int, total: int, exactly: bool) -> Iterator[tuple[int, ...]]:
    """Yield the ways to lay `total` shares (or at most so many) on some places."""
    if places == 0:
        yield ()
    elif places == 1 and exactly:
        yield (total,)
    else:
        for first in range(total + 1):
            for rest in _counts(places - 1, total - first, exactly):
                yield (first, *rest)
