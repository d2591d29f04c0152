"""Aims, the words of the rules, and the aims that words mean for a player in a phase.

An **aim** of a player is a vector with one weight per player of the problem: at each turn the player picks target `t`
with probability `weights[t]` and deliberately misses with the remaining probability. A **word** (`Miss`, `Random`,
`Optimal`, …) names an aim or a set of aims.

Rules: `docs/rules.md`, R1.3, R1.4, R3.8, R4.1 to R4.5, R4.8 and R4.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError, shown
from truel_ref.game.people import Order, called, entries_of, label, labels, parts_of, player_named
from truel_ref.limits import check
from truel_ref.numbers import Number, number_text, read_probability
from truel_ref.records.table import readable

Weights: TypeAlias = tuple[Number, ...]


class Word(StrEnum):
    """The words of the rules; each word is equal to its text."""

    OPTIMAL = "Optimal"
    OTHERS = "Others"
    STRONGEST = "Strongest"
    SELF = "Self"
    MISS = "Miss"
    RANDOM = "Random"
    ALL = "All"


Target: TypeAlias = "int | Word | Weights"
"""The target of one player in the first phase: a player, a word, or the weights of a mix."""

Words: TypeAlias = tuple[Word, ...]
"""A search set in canonical form."""

TARGET_WORDS = (Word.OPTIMAL, Word.STRONGEST, Word.RANDOM, Word.SELF, Word.MISS)
SEARCH_WORDS = (Word.OTHERS, Word.STRONGEST, Word.SELF, Word.MISS, Word.RANDOM)  # in canonical order
DEFAULT_SEARCH: Words = (Word.OTHERS, Word.MISS)
OPTION_LIMIT = 200_000  # aims of one player in one phase

_SEARCHED: dict[Any, set[Word]] = {word: {word} for word in SEARCH_WORDS}
_SEARCHED |= {Word.ALL: {*SEARCH_WORDS} - {Word.STRONGEST}}
_BY_NAME = {word.casefold(): word for word in Word} | {"m": Word.MISS}


def word_named(text: object) -> Word | None:
    """Return the word of the rules that a text names, in any case, or None; `m` is short for `Miss`.

    >>> word_named(" miss "), word_named("M"), word_named("C")
    (<Word.MISS: 'Miss'>, <Word.MISS: 'Miss'>, None)
    """
    return _BY_NAME.get(text.strip().casefold()) if isinstance(text, str) else None


@dataclass(frozen=True, eq=False)
class Aim:
    """The aim of a player at every turn of a phase: one weight per player, and a deliberate miss with the rest.

    Fields: `weights`, exact numbers in [0, 1] whose sum is at most 1; `is_random`, whether the word `Random` means
    these weights in the phase, which only chooses the text.

    Two aims are equal if their weights are equal. An aim is also equal to its text, `str(aim)`, with the same letter
    case: `aims == ("Miss", "C", "B")`. The hash of an aim is the hash of its text without the word `Random`, so sets
    and dictionaries contain it under "C", "Miss" or "(0, 3/5, 0)".

    >>> print(Aim.at(2, 3), Aim.miss(3), Aim((Fraction(0), Fraction(3, 5), Fraction(0))))
    C Miss (0, 3/5, 0)
    >>> Aim.at(2, 3) == "C", Aim.at(2, 3) == "c", "Miss" in {Aim.miss(3)}
    (True, False, True)
    """

    weights: Weights
    is_random: bool = False

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

    @staticmethod
    def of(said: object, players: int) -> Aim:
        """Return the aim of a text or of a list of weights: `Miss`, a label, "(0, 3/5, 0)".

        Raises `ProblemError` for unknown text and for words that need a phase (Self, Strongest, Random, Optimal), and
        `NumberError` for a weight.

        >>> Aim.of("c", 3), Aim.of("(0, 3/5, 0)", 3) == Aim.of(["0", "0.6", 0], 3)
        (Aim<C>, True)
        """
        if word_named(said) not in (None, Word.MISS):
            raise ProblemError(
                f"the word {said} means an aim only in a phase; name a player, Miss or {players} weights"
            )
        target = read_target(said, 0, labels(players), "an aim")
        if isinstance(target, tuple):
            return Aim(target)
        return Aim.miss(players) if target is Word.MISS else Aim.at(int(target), players)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Aim):
            return self.weights == other.weights
        return str(self) == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(str(Aim(self.weights)) if self.is_random else str(self))

    def __getstate__(self) -> dict[str, Any]:
        return {name: own for name, own in self.__dict__.items() if name != "_hash"}  # it differs between processes

    @cached_property
    def target(self) -> int | None:
        """The single target, or None for a miss or a mix."""
        return self.weights.index(Fraction(1)) if 1 in self.weights else None

    @cached_property
    def total(self) -> Number:
        """The probability of aiming at somebody: the sum of the weights."""
        return sum(self.weights, Fraction(0))

    @cached_property
    def is_miss(self) -> bool:
        """Whether all weights are 0."""
        return not any(self.weights)

    @property
    def is_mix(self) -> bool:
        """Whether this aim is neither a single target nor a miss."""
        return self.target is None and not self.is_miss

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The players with a weight above 0."""
        return tuple(player for player, weight in enumerate(self.weights) if weight)

    def strength(self, hits: Sequence[Number]) -> Number:
        """Return the mean hit probability of the target, where a miss counts as 0: `sum(q*p)`."""
        return sum((self.weights[player] * hits[player] for player in self.targets), Fraction(0))

    def canonical_key(self, first: Order) -> tuple[bool, Weights]:
        """Return the key of the canonical order (R3.8): single targets, then Miss, then mixes, the largest first.

        Parameters: `first`, the shooting order of the first phase, in which targets and weights are compared.
        """
        return self.is_mix, tuple([-self.weights[player] for player in first])

    def word(self, names: Sequence[str]) -> str | None:
        """Return the word for this aim (a name, `Miss` or `Random`), or None if only weights can state it."""
        if self.target is not None:
            return names[self.target]
        return Word.MISS.value if self.is_miss else Word.RANDOM.value if self.is_random else None

    def text(self, names: Sequence[str]) -> str:
        """Return the aim in the names of the players.

        >>> Aim.at(1, 2).text(("Ann", "Bob"))
        'Bob'
        """
        return self.word(names) or f"({', '.join(map(number_text, self.weights))})"

    def does(self, name: str, names: Sequence[str]) -> str:
        """Return what a player with this aim does.

        >>> Aim.at(1, 3).does("A", "ABC"), Aim.miss(3).does("A", "ABC"), Aim.of("0:1/2:1/2", 3).does("A", "ABC")
        ('A at B', 'A misses', 'A (0, 1/2, 1/2)')
        """
        said = self.text(names) if self.target is None else f"at {self.text(names)}"
        return f"{name} misses" if self.is_miss else f"{name} {said}"

    def __str__(self) -> str:
        return self.text(labels(len(self.weights)))

    def __repr__(self) -> str:
        return f"Aim<{self}>"


# ---------------------------------------------------------------------------------------------------------
# What words mean for a player in a phase


def strongest(player: int, order: Order, hits: Sequence[Number], first: Order) -> int:
    """Return the living other player with the highest hit probability; among equal players the last in the first order.

    >>> strongest(2, (0, 1, 2), [Fraction(1, 2), Fraction(1, 2), Fraction(1)], (0, 1, 2))
    1
    """
    return max((other for other in order if other != player), key=lambda other: (hits[other], first.index(other)))


def single_options(words: Words, player: int, order: Order, hits: Sequence[Number], first: Order) -> tuple[Aim, ...]:
    """Return the single options of a search set (Miss counts as one), in canonical order, each once.

    >>> hits = [Fraction(1, 3), Fraction(2, 3), Fraction(1)]
    >>> [str(aim) for aim in single_options((Word.OTHERS, Word.MISS), 0, (0, 1, 2), hits, (0, 1, 2))]
    ['B', 'C', 'Miss']
    """
    at = {*(order if Word.OTHERS in words else ())} - {player}
    at |= {strongest(player, order, hits, first)} if Word.STRONGEST in words else set()
    at |= {player} if Word.SELF in words else set()
    singles = tuple(Aim.at(other, len(hits)) for other in first if other in at)
    return (*singles, Aim.miss(len(hits))) if Word.MISS in words else singles


def equal_mix(singles: Sequence[Aim]) -> Weights:
    """Return the weights of the word `Random`: equal probabilities for all single options.

    >>> equal_mix([Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)])
    (Fraction(0, 1), Fraction(1, 3), Fraction(1, 3))
    """
    columns = zip(*(aim.weights for aim in singles), strict=True)
    return tuple(sum(column, Fraction(0)) / len(singles) for column in columns)


def options_of(
    words: Words, level: int | None, player: int, order: Order, hits: Sequence[Number], first: Order
) -> tuple[Aim, ...]:
    """Return every aim that a search set allows to a player in a phase, in canonical order.

    Without `Random` these are the single options. `Random` without a level adds their equal mix. `Random` with level
    `L` adds all mixes of the `m` single options with shares that are multiples of `1/L`; they are `C(L+m-1, L)`, the
    single options among them. Raises `ProblemError` for more than 200,000 aims.

    >>> hits, order = [Fraction(3, 4), Fraction(11, 20), Fraction(1)], (0, 1, 2)
    >>> [str(aim) for aim in options_of((Word.OTHERS, Word.MISS, Word.RANDOM), None, 0, order, hits, order)]
    ['B', 'C', 'Miss', 'Random']
    >>> [str(aim) for aim in options_of((Word.OTHERS, Word.MISS, Word.RANDOM), 2, 0, order, hits, order)]
    ['B', 'C', 'Miss', '(0, 1/2, 1/2)', '(0, 1/2, 0)', '(0, 0, 1/2)']
    """
    singles = single_options(words, player, order, hits, first)
    if Word.RANDOM not in words:
        return singles
    mix = equal_mix(singles)
    vectors = {aim.weights for aim in singles} | {mix} if level is None else set(_mixes(singles, level, player))
    aims = (Aim(weights, is_random=weights == mix) for weights in vectors)
    return tuple(sorted(aims, key=lambda aim: aim.canonical_key(first)))


def _mixes(singles: Sequence[Aim], level: int, player: int) -> Iterator[Weights]:
    """Yield the mixes of single options with shares that are multiples of `1/level`.

    A mix is a row of `level` shares and a bar between the shares of one option and those of the next.
    """
    many = number_of_mixes(len(singles), level)
    if many > OPTION_LIMIT:
        raise ProblemError(
            f"player {label(player)}: random level {level} means {shown(many, 40)} aims to search, more than "
            f"{OPTION_LIMIT:,}; choose a smaller level"
        )
    places = level + len(singles) - 1
    for bars in combinations(range(places), len(singles) - 1):
        check()
        weights = [Fraction(0)] * len(singles[0].weights)
        for aim, start, end in zip(singles, (-1, *bars), (*bars, places), strict=True):
            if aim.target is not None:
                weights[aim.target] = Fraction(end - start - 1, level)
        yield tuple(weights)


def number_of_mixes(singles: int, level: int) -> int:
    """Return how many mixes of single options have shares that are multiples of `1/level`.

    >>> number_of_mixes(3, 2), number_of_mixes(2, 2)
    (6, 3)
    """
    return comb(level + singles - 1, level)


# ---------------------------------------------------------------------------------------------------------
# Reading targets and search sets


def read_target(value: object, player: int, names: Sequence[str], what: str = "a target") -> Target:
    """Return the canonical form of one player's target in the first phase.

    Labels, names, `Self` and unit vectors become the target; zero vectors become `Miss`; other words and weights stay.
    A player called M comes before the short form of `Miss`.

    Parameters: `value`, a word, label or name (any case), a player, an `Aim`, or one weight per player in [0, 1] with a
    sum of at most 1, also in one text; `player`, whose target it is; `names`, those of all players; `what`, the kind of
    value, for messages.

    Raises `ProblemError` (or `NumberError` for a weight), naming the player and the value.

    >>> read_target("b", 0, "ABC"), read_target("m", 0, "ABC"), read_target("0:1/3:1/3", 0, "ABC")
    (1, <Word.MISS: 'Miss'>, (Fraction(0, 1), Fraction(1, 3), Fraction(1, 3)))
    """
    where = f"player {names[player]}: "
    word, named = word_named(value), player_named(value, names)
    if named is not None or word is Word.SELF:
        return player if named is None else named
    if word in TARGET_WORDS:
        return word
    allowed = f"{', '.join(TARGET_WORDS)}, a player ({called(names)}) or {len(names)} weights"
    given = listed_weights(value) or value if isinstance(value, str) else getattr(value, "weights", value)
    weights = entries_of(given, f"{where}{what} is {allowed}")
    if len(weights) != len(names):
        raise ProblemError(f"{where}an aim needs one weight per player, {len(names)} in all, not {len(weights)}")
    read = [read_probability(each, f"{where}weight on {name}") for each, name in zip(weights, names, strict=True)]
    aim = Aim(tuple(read))
    if aim.total > 1:
        raise ProblemError(f"{where}the weights of an aim add up to {readable(aim.total)}, more than 1")
    return Word.MISS if aim.is_miss else aim.weights if aim.target is None else aim.target


def listed_weights(text: str) -> list[str]:
    """Return the weights in the text of an aim, `0:1/3:1/3` or `(0, 1/3, 1/3)`; none if it is a word."""
    by_colon = parts_of(text, ":")
    if len(by_colon) > 1:
        return by_colon
    text = text.strip()
    return parts_of(text[1:-1], ",") if text.startswith("(") and text.endswith(")") else []


def read_search(value: object, name: str = "search") -> Words:
    """Return a search set in canonical form: `All` as its list, each word once, in the order of the rules.

    Beside `Others` the word `Strongest` is redundant and dropped.

    Parameters: `value`, a word, words separated by commas, or a collection of words; `name`, for messages.

    Raises `ProblemError` for unknown words, for words of targets, and for a set without any of Others, Strongest,
    Self, Miss.

    >>> [str(word) for word in read_search({"miss", "Others"})]
    ['Others', 'Miss']
    >>> read_search("all") == read_search(["Random", "Self", "Others", "Miss"])
    True
    """
    known, found = ", ".join(_SEARCHED), set[Word]()
    entries = value.split(",") if isinstance(value, str) else value
    if not isinstance(entries, Iterable) or isinstance(entries, bytes | dict) or getattr(entries, "ndim", 1) == 0:
        raise ProblemError(f"{name}: {shown(value)} is not a set of words; the words are {known}")
    for entry in entries:
        searched = _SEARCHED.get(word_named(entry))
        if searched is None:
            raise ProblemError(f"{name}: {shown(entry)} is not a word for a search; they are {known}")
        found |= searched
    if not found - {Word.RANDOM}:
        raise ProblemError(f"{name}: at least one of Others, Strongest, Self, Miss is needed to search among")
    if Word.OTHERS in found:
        found.discard(Word.STRONGEST)
    return tuple(word for word in SEARCH_WORDS if word in found)
