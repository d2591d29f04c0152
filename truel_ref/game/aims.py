"""The words for targets, aims, and how a search set becomes a list of options.

An **aim** of a player is a vector with one weight per player of the problem: on his turn he picks target `t` with
probability `weights[t]` and deliberately misses with the rest. A **word** (`Miss`, `Random`, `Optimal`, …) is
how people say aims and sets of aims. An **option** is an aim that a player who is to choose may announce.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from math import comb
from typing import TypeAlias

from truel_ref.errors import AimError, NumberError, shown
from truel_ref.numbers import Number, integer_text, number_text, read_probability

__all__ = [
    "Aim",
    "Target",
    "Word",
    "canonical_search",
    "equal_mix",
    "label",
    "listed_targets",
    "options",
    "player_named",
    "single_options",
    "strongest",
    "target",
]

Weights: TypeAlias = tuple[Number, ...]


class Word(StrEnum):
    """The words of the rules; each is equal to its own text."""

    OPTIMAL = "Optimal"
    OTHERS = "Others"
    STRONGEST = "Strongest"
    SELF = "Self"
    MISS = "Miss"
    RANDOM = "Random"
    ALL = "All"


Target: TypeAlias = "int | Word | Weights"
"""What one player is told to do in the first phase: a player's index, a word, or the weights of a mix."""

TARGET_WORDS = (Word.OPTIMAL, Word.STRONGEST, Word.RANDOM, Word.SELF, Word.MISS)
SEARCH_WORDS = (Word.OTHERS, Word.STRONGEST, Word.SELF, Word.MISS, Word.RANDOM)  # in canonical order
OPTION_LIMIT = 200_000  # aims of one player in one phase
ALL_MEANS = (Word.OTHERS, Word.SELF, Word.MISS, Word.RANDOM)

_BY_NAME = {word.casefold(): word for word in Word}


# ---------------------------------------------------------------------------------------------------------
# Players


def label(player: int) -> str:
    """Return the name of a player: A to Z, and from index 26 on the index itself.

    >>> label(0), label(25), label(26)
    ('A', 'Z', '26')
    """
    return chr(ord("A") + player) if player < 26 else str(player)


def player_named(name: str, players: int) -> int | None:
    """Return the index of the player with this label or index in text, or None if it names nobody.

    >>> player_named("c", 3), player_named("2", 3), player_named("D", 3)
    (2, 2, None)
    """
    text = name.strip()
    if len(text) == 1 and text.isascii() and text.isalpha():
        index = ord(text.upper()) - ord("A")
    elif text.isascii() and text.isdigit() and len(text) < 20:
        index = int(text)
    else:
        return None
    return index if index < players else None


# ---------------------------------------------------------------------------------------------------------
# Aims


@dataclass(frozen=True)
class Aim:
    """What a player does on each of his turns of a phase: one weight per player, the rest is a deliberate miss.

    Fields: `weights`, exact numbers in [0, 1] whose sum is at most 1; `is_random`, whether these weights are
    what the word `Random` means in the phase (it only chooses the name; aims are equal when their weights are).

    >>> print(Aim.at(2, 3), Aim.miss(3), Aim((Fraction(0), Fraction(3, 5), Fraction(0))))
    C Miss (0, 3/5, 0)
    """

    weights: Weights
    is_random: bool = field(default=False, compare=False)

    @staticmethod
    @cache
    def at(player: int, players: int) -> Aim:
        """Return the aim at one player."""
        return Aim(tuple(Fraction(int(index == player)) for index in range(players)))

    @staticmethod
    @cache
    def miss(players: int) -> Aim:
        """Return the deliberate miss."""
        return Aim((Fraction(0),) * players)

    @cached_property
    def target(self) -> int | None:
        """The index of the single target, or None for a miss or a mix."""
        if 1 in self.weights:
            return self.weights.index(Fraction(1))
        return None

    @cached_property
    def total(self) -> Number:
        """The chance to aim at anybody: the sum of the weights."""
        return sum(self.weights, Fraction(0))

    @cached_property
    def is_miss(self) -> bool:
        """Whether nobody is ever aimed at."""
        return not any(self.weights)

    @property
    def is_mix(self) -> bool:
        """Whether it is neither a single target nor a miss."""
        return self.target is None and not self.is_miss

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The indices of the players aimed at with a weight above 0."""
        return tuple(player for player, weight in enumerate(self.weights) if weight)

    def strength(self, hits: Sequence[Number]) -> Number:
        """Return the mean hit probability of the player aimed at, a miss counting as 0: `sum(q*p)`."""
        return sum((self.weights[player] * hits[player] for player in self.targets), Fraction(0))

    def canonical_key(self) -> tuple[int, int, tuple[Number, ...]]:
        """Return the key of the canonical order: singles by player, then Miss, then mixes downwards."""
        if self.target is not None:
            return 0, self.target, ()
        if self.is_miss:
            return 1, 0, ()
        return 2, 0, tuple(-weight for weight in self.weights)

    @property
    def word(self) -> str | None:
        """The single word for this aim (a label, `Miss` or `Random`), or None if only the weights say it."""
        if self.target is not None:
            return label(self.target)
        if self.is_miss:
            return Word.MISS.value
        return Word.RANDOM.value if self.is_random else None

    def __str__(self) -> str:
        return self.word or f"({', '.join(map(number_text, self.weights))})"

    def __repr__(self) -> str:
        return f"Aim<{self}>"

    def to_json(self) -> str | list[str]:
        """Return the single word, or the weights as fractions in text."""
        return self.word or [number_text(weight) for weight in self.weights]


# ---------------------------------------------------------------------------------------------------------
# From what a person writes to canonical targets and searches


def _word(text: str) -> Word | None:
    return _BY_NAME.get(text.strip().casefold())


def target(value: object, player: int, players: int) -> Target:
    """Return the canonical form of one player's target in the first phase.

    Labels, `Self` and unit vectors become the index of the player aimed at; zero vectors become `Miss`; other
    words and weights stay.

    Parameters: `value`, a word or label (any case), an index, or `players` weights in [0, 1] with a sum of at
    most 1; `player`, whose target it is; `players`, how many there are.

    Raises `AimError` (or `NumberError` for a weight), naming the player and the value.

    >>> target("b", 0, 3), target("miss", 0, 3), target(["0", "1/3", "1/3"], 0, 3)
    (1, <Word.MISS: 'Miss'>, (Fraction(0, 1), Fraction(1, 3), Fraction(1, 3)))
    """
    where = f"player {label(player)}: target "
    if isinstance(value, str):
        word = _word(value)
        if word is Word.SELF:
            return player
        if word in TARGET_WORDS:
            return word
        if word is not None:
            raise AimError(f"{where}{word} is a word for the search; targets are {_target_words(players)}")
        named = player_named(value, players)
        if named is None:
            raise AimError(f"{where}{shown(value)} is unknown; targets are {_target_words(players)}")
        return named
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value < players:
            raise AimError(f"{where}{_int_shown(value)} is nobody's index; they run from 0 to {players - 1}")
        return int(value)
    if isinstance(value, Aim):
        value = value.weights
    if not isinstance(value, Iterable) or isinstance(value, bytes | Mapping | Set):
        raise AimError(f"{where}{shown(value)} is unknown; targets are {_target_words(players)}")
    return _explicit(list(value), player, players)


def listed_targets(text: str) -> list[str | list[str]]:
    """Return targets from text: separated by commas, an aim by its weights as `0:1/3:1/3` or `(0, 1/3, 1/3)`.

    Raises `AimError` for parentheses that do not close, or stand inside others.

    >>> listed_targets("Miss, 0:1/3:1/3, (0, 3/5, 0)")
    ['Miss', ['0', '1/3', '1/3'], ['0', '3/5', '0']]
    """
    parts = [""]
    inside = False
    for sign in text:
        if sign in "()":
            if inside is (sign == "("):
                raise AimError(f"targets: {shown(text)} has a parenthesis too many; write (0, 1/3, 1/3)")
            inside = sign == "("
        if sign == "," and not inside:
            parts.append("")
        else:
            parts[-1] += sign
    if inside:
        raise AimError(f"targets: {shown(text)} has a parenthesis that does not close")
    found: list[str | list[str]] = []
    for part in map(str.strip, parts):
        if part.startswith("(") and part.endswith(")"):
            found.append([weight.strip() for weight in part[1:-1].split(",")])
        else:
            found.append(part.split(":") if ":" in part else part)
    return found


def _int_shown(value: int) -> str:
    text = integer_text(value)
    return text if len(text) <= 40 else text[:40] + "…"


def _target_words(players: int) -> str:
    return f"{', '.join(TARGET_WORDS)}, a player ({label(0)} to {label(players - 1)}) or {players} weights"


def _explicit(values: list[object], player: int, players: int) -> Target:
    where = f"player {label(player)}: "
    if len(values) != players:
        raise AimError(f"{where}an aim needs one weight per player, {players} in all, not {len(values)}")
    weights = []
    for index, value in enumerate(values):
        try:
            weights.append(read_probability(value))
        except NumberError as error:
            raise NumberError(f"{where}weight on {label(index)}: {error}") from None
    aim = Aim(tuple(weights))
    if aim.total > 1:
        raise AimError(f"{where}the weights of an aim add up to {shown_number(aim.total)}, more than 1")
    if aim.is_miss:
        return Word.MISS
    return aim.weights if aim.target is None else aim.target


def shown_number(value: Number, limit: int = 60) -> str:
    """Return a number as it may stand in a message, cut to a readable length."""
    text = number_text(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def canonical_search(value: object, name: str = "search") -> tuple[Word, ...]:
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
        word = _word(entry) if isinstance(entry, str) else None
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


def _search_words() -> str:
    return ", ".join((*SEARCH_WORDS, Word.ALL))


def later_target(value: object) -> Word:
    """Return the word for everybody's target after the first elimination.

    >>> later_target("strongest")
    <Word.STRONGEST: 'Strongest'>
    """
    word = _word(value) if isinstance(value, str) else None
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
            weights = [Fraction(0)] * len(hits)
            for other, count in zip(at, counts, strict=True):
                weights[other] = Fraction(count, level)
            vectors.add(tuple(weights))
    aims = (Aim(weights, is_random=weights == mix) for weights in vectors)
    return tuple(sorted(aims, key=Aim.canonical_key))


def _refuse_too_many(places: int, level: int, may_miss: bool, player: int) -> None:
    many = comb(level + places, places) if may_miss else comb(level + places - 1, max(places - 1, 0))
    if many > OPTION_LIMIT:
        raise AimError(
            f"player {label(player)}: random level {level} means {_int_shown(many)} aims to search, more than "
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
