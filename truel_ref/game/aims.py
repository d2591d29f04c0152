"""Aims, the words of the rules, and reading targets.

An **aim** of a player is a vector with one weight per player of the problem: at each turn the player picks target `t`
with probability `weights[t]` and deliberately misses with the remaining probability. A **word** (`Miss`, `Random`,
`Optimal`, …) names an aim or a set of aims.

Rules: `docs/rules.md`, R1.3, R1.4, R4.1, R4.2, R4.8 and R4.9.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, TypeAlias

from truel_ref.errors import AimError, NumberError, shown
from truel_ref.game.people import People
from truel_ref.numbers import Number, integer_text, number_latex, number_text, read_probability
from truel_ref.records.table import latex_text

__all__ = ["TARGET_WORDS", "Aim", "Target", "Weights", "Word", "aim_does", "listed_targets", "target", "word_named"]

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
"""The target of one player in the first phase: a player's index, a word, or the weights of a mix."""

TARGET_WORDS = (Word.OPTIMAL, Word.STRONGEST, Word.RANDOM, Word.SELF, Word.MISS)

_BY_NAME = {word.casefold(): word for word in Word}


def word_named(text: object) -> Word | None:
    """Return the word of the rules that a text names, in any case, or None.

    >>> word_named(" miss "), word_named("C")
    (<Word.MISS: 'Miss'>, None)
    """
    return _BY_NAME.get(text.strip().casefold()) if isinstance(text, str) else None


# ---------------------------------------------------------------------------------------------------------
# Aims


@dataclass(frozen=True, eq=False)
class Aim:
    """The aim of a player at every turn of a phase: one weight per player, and a deliberate miss with the rest.

    Fields: `weights`, exact numbers in [0, 1] whose sum is at most 1, by place in the shooting order; `is_random`,
    whether the word `Random` means these weights in the phase; `people`, the names of the players, None for their
    labels. The last two only choose the text.

    Two aims are equal if their weights are equal. An aim is also equal to its text, `str(aim)`, with the same letter
    case: `aims == ("Miss", "C", "B")`. The hash of an aim is the hash of its text in labels, so sets and dictionaries
    contain it under "C", "Miss" or "(0, 3/5, 0)". `Random` and names mean other weights in another problem, so they
    have other hashes: compare them with `==`.

    >>> print(Aim.at(2, 3), Aim.miss(3), Aim((Fraction(0), Fraction(3, 5), Fraction(0))))
    C Miss (0, 3/5, 0)
    >>> Aim.at(2, 3) == "C", Aim.at(2, 3) == "c", "Miss" in {Aim.miss(3)}
    (True, False, True)
    """

    weights: Weights
    is_random: bool = False
    people: People | None = None

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
    def of(said: object, players: int | People) -> Aim:
        """Return the aim of a text or of a list of weights: `Miss`, a label or name, "(0, 3/5, 0)".

        Parameters: `said`, the text or weights; `players`, the number of players, or the `people` of a problem.

        Raises `AimError` for unknown text and for words that need a phase (Self, Strongest, Random, Optimal), and
        `NumberError` for a weight.

        >>> Aim.of("c", 3), Aim.of("(0, 3/5, 0)", 3) == Aim.of(["0", "0.6", 0], 3)
        (Aim<C>, True)
        """
        people = players if isinstance(players, People) else People.of(players)
        entry = said
        if isinstance(said, str):
            parts = listed_targets(said)
            entry = parts[0] if len(parts) == 1 else said
        word = word_named(entry)
        if word not in (None, Word.MISS):
            weights = f"{len(people.names)} weights"
            raise AimError(f"the word {word} means an aim only in a phase; name a player, Miss or {weights}")
        canonical = target(entry, 0, people, "aim ")
        if canonical is Word.MISS:
            aim = Aim.miss(len(people.names))
        else:
            assert not isinstance(canonical, Word)
            aim = Aim(canonical) if isinstance(canonical, tuple) else Aim.at(canonical, len(people.names))
        return aim.among(people)

    def among(self, people: People | None) -> Aim:
        """Return this aim with the names of these people.

        >>> print(Aim.at(1, 2).among(People(("Ann", "Bob"), (0, 1))))
        Bob
        """
        names = None if people is None or people.are_usual else people
        return self if names == self.people else Aim(self.weights, self.is_random, names)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Aim):
            return self.weights == other.weights
        return str(self) == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(str(Aim(self.weights)) if self.people or self.is_random else str(self))

    def __getstate__(self) -> dict[str, Any]:
        return without_hash(self)

    @cached_property
    def target(self) -> int | None:
        """The index of the single target, or None for a miss or a mix."""
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
        """The indices of the players with a weight above 0."""
        return tuple(player for player, weight in enumerate(self.weights) if weight)

    def strength(self, hits: Sequence[Number]) -> Number:
        """Return the mean hit probability of the target, where a miss counts as 0: `sum(q*p)`."""
        return sum((self.weights[player] * hits[player] for player in self.targets), Fraction(0))

    def canonical_key(self) -> tuple[int, int, tuple[Number, ...]]:
        """Return the key of the canonical order: single targets by player, then Miss, then mixes, largest first."""
        if self.target is not None:
            return 0, self.target, ()
        if self.is_miss:
            return 1, 0, ()
        return 2, 0, tuple(-weight for weight in self.weights)

    # -- in words

    @cached_property
    def word(self) -> str | None:
        """The word for this aim (a label or name, `Miss` or `Random`), or None if only weights can state it."""
        if self.target is not None:
            return (self.people or People.of(len(self.weights))).label(self.target)
        if self.is_miss:
            return Word.MISS.value
        return Word.RANDOM.value if self.is_random else None

    @property
    def _by_person(self) -> Weights:
        return self.people.by_person(self.weights) if self.people else self.weights

    def __str__(self) -> str:
        return self.word or f"({', '.join(self._texts)})"

    def __repr__(self) -> str:
        return f"Aim<{self}>"

    def _repr_html_(self) -> str:
        from html import escape

        return escape(str(self))

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def latex(self) -> str:
        r"""Return the aim for LaTeX, in mathematical mode.

        >>> print(Aim.of("C", 3).latex(), Aim.of("0:1/2:1/2", 3).latex())
        \text{C} \left(0, \frac{1}{2}, \frac{1}{2}\right)
        """
        if self.word is not None:
            return rf"\text{{{latex_text(self.word)}}}"
        return rf"\left({', '.join(map(number_latex, self._by_person))}\right)"

    def to_json(self) -> str | list[str]:
        """Return the word, or the weights as fractions in text, in the order in which the people are stated."""
        return self.word or list(self._texts)

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        """The weights as text, cached because ties list the same aims many times."""
        return tuple(map(number_text, self._by_person))


def without_hash(value: object) -> dict[str, Any]:
    """Return the state to pickle, without the hash: in another process texts have other hashes."""
    return {name: own for name, own in value.__dict__.items() if name != "_hash"}


def aim_does(name: str, aim: Aim) -> str:
    """Return a player's aim in a few words.

    >>> aim_does("A", Aim.at(1, 3)), aim_does("A", Aim.miss(3)), aim_does("A", Aim.of("0:1/2:1/2", 3))
    ('A at B', 'A misses', 'A (0, 1/2, 1/2)')
    """
    if aim.is_miss:
        return f"{name} misses"
    return f"{name} {'at ' if aim.target is not None else ''}{aim}"


# ---------------------------------------------------------------------------------------------------------
# From stated to canonical targets


def target(value: object, player: int, people: People, what: str = "target ") -> Target:
    """Return the canonical form of one player's target in the first phase.

    Labels, names, `Self` and unit vectors become the index of the target; zero vectors become `Miss`; other words and
    weights stay. `m` is short for `Miss` unless a player is called M.

    Parameters: `value`, a word, label or name (any case), an index, an `Aim`, or one weight per player in the order in
    which the people are stated, in [0, 1] with a sum of at most 1; `player`, the place of the player with this target;
    `people`, the people of the problem; `what`, the kind of value, for messages.

    Raises `AimError` (or `NumberError` for a weight), naming the player and the value.

    >>> three = People.of(3)
    >>> target("b", 0, three), target("m", 0, three), target(["0", "1/3", "1/3"], 0, three)
    (1, <Word.MISS: 'Miss'>, (Fraction(0, 1), Fraction(1, 3), Fraction(1, 3)))
    """
    if isinstance(value, str):
        word = word_named(value)
        if word is Word.SELF:
            return player
        if word in TARGET_WORDS:
            return word
        named = None if word else people.place(value)
        if named is not None:
            return named
        if word is None and value.strip().casefold() == "m":
            return Word.MISS
    where = f"player {people.label(player)}: {what}"
    if isinstance(value, str):
        if word is not None:
            raise AimError(f"{where}{word} is a word for the search; targets are {_target_words(people)}")
        raise AimError(f"{where}{shown(value)} is unknown; targets are {_target_words(people)}")
    players = len(people.names)
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value < players:
            raise AimError(f"{where}{int_shown(value)} is not a player's index; they run from 0 to {players - 1}")
        if not people.in_order:
            raise AimError(f"{where}{value} may be a place or a person, because an order is stated; name the player")
        return int(value)
    if isinstance(value, Aim):
        value = people.by_person(value.weights) if len(value.weights) == players else value.weights
    if not isinstance(value, Iterable) or isinstance(value, bytes | Mapping | Set):
        raise AimError(f"{where}{shown(value)} is unknown; targets are {_target_words(people)}")
    return _explicit(list(value), player, people)


def listed_targets(text: str) -> list[str | list[str]]:
    """Return the targets in a text: separated by commas, weights as `0:1/3:1/3` or `(0, 1/3, 1/3)`.

    Parentheses inside weights, as in `(0, sqrt(2)/2, 0)`, belong to the weights. Raises `AimError` for parentheses
    that do not match.

    >>> listed_targets("Miss, 0:1/3:1/3, (0, sqrt(2)/2, 0)")
    ['Miss', ['0', '1/3', '1/3'], ['0', 'sqrt(2)/2', '0']]
    """
    return [_weights_of(part) or part for part in _split(text, ",", text)]


def _weights_of(part: str) -> list[str]:
    """Return the weights in the text of an aim, none if it is a word."""
    by_colon = _split(part, ":", part)
    if len(by_colon) > 1:
        return by_colon
    if part.startswith("(") and part.endswith(")"):
        return _split(part[1:-1], ",", part)
    return []


def _split(text: str, separator: str, whole: str) -> list[str]:
    """Return the parts of a text between separators outside all parentheses, without space around them."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            raise AimError(f"targets: {shown(whole)} has an unmatched closing parenthesis; write (0, 1/3, 1/3)")
        if sign == separator and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    if depth:
        raise AimError(f"targets: {shown(whole)} has an unmatched opening parenthesis; write (0, 1/3, 1/3)")
    return [part.strip() for part in parts]


def int_shown(value: int) -> str:
    """Return an integer as text for a message, cut to a readable length."""
    text = integer_text(value)
    return text if len(text) <= 40 else text[:40] + "…"


def _target_words(people: People) -> str:
    return f"{', '.join(TARGET_WORDS)}, a player ({people.called()}) or {len(people.names)} weights"


def _explicit(values: list[object], player: int, people: People) -> Target:
    where = f"player {people.label(player)}: "
    players = len(people.names)
    if len(values) != players:
        raise AimError(f"{where}an aim needs one weight per player, {players} in all, not {len(values)}")
    weights = []
    for name, value in zip(people.names, values, strict=True):
        try:
            weights.append(read_probability(value))
        except NumberError as error:
            raise NumberError(f"{where}weight on {name}: {error}") from None
    aim = Aim(people.by_place(weights))
    if aim.total > 1:
        raise AimError(f"{where}the weights of an aim add up to {shown_number(aim.total)}, more than 1")
    if aim.is_miss:
        return Word.MISS
    return aim.weights if aim.target is None else aim.target


def shown_number(value: Number, limit: int = 60) -> str:
    """Return a number as text for a message, cut to a readable length."""
    text = number_text(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
