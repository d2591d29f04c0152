"""What the parts of an answer share: how numbers and aims are written, and how they are read back.

A part is read back beside the problem that it belongs to, because only the problem knows how many players there are,
what they are called and what `Random` means.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Self, TypeAlias, TypeVar

from truel_ref.errors import AimError, RecordError, shown
from truel_ref.files import read_json
from truel_ref.game.aims import Aim, Word, shown_number, target
from truel_ref.game.orders import Order, in_cycle, order_text, read_order
from truel_ref.game.people import People
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, fraction_text, number_text
from truel_ref.records.record import Fields, Record, each, number

__all__ = [
    "Part",
    "Source",
    "aim_json",
    "aim_of",
    "aim_text",
    "aims_by_player",
    "fields_of",
    "first_aims_of",
    "one_each",
    "optional",
    "order_of",
    "package_version",
    "players_of",
    "shown_numbers",
    "stalemate_of",
    "texts",
    "wins_of",
]

T = TypeVar("T")

_ZERO = Fraction(0)

# How many aims of a player in a phase are remembered, and of how many letters: hostile data must not fill the memory.
_AIMS_KNOWN, _LETTERS_KNOWN = 128, 200

Source: TypeAlias = str | bytes | Mapping[str, Any]
"""A record as JSON text, or as the plain data of such text."""


@dataclass(frozen=True, repr=False)
class Part(Record):
    """A part of an answer. Field: `people`, what the players are called, None for their labels; it is not compared."""

    people: People | None = field(default=None, compare=False, kw_only=True)

    def among(self, people: People) -> Self:
        """Return the same part, in which the players go by the names of these people."""
        changed = {name: _named(getattr(self, name), people) for name in self.__dataclass_fields__}
        return replace(self, **changed | {"people": None if people.are_usual else people})

    def _who(self, players: int) -> People:
        return self.people or People.of(players)

    def _label(self, player: int) -> str:
        return order_text((player,), self.people)

    def _order_text(self, order: Order) -> str:
        return order_text(order, self.people)


def _named(value: Any, people: People) -> Any:
    """Return a value with all aims and parts in it named as people are called."""
    if isinstance(value, Aim | Part):
        return value.among(people)
    return tuple(_named(entry, people) for entry in value) if isinstance(value, tuple) else value


# ---------------------------------------------------------------------------------------------------------
# Written


@cache
def package_version() -> str:
    """Return the version of the package, which results carry as their provenance."""
    from truel_ref import __version__

    return __version__


def stalemate_of(win: Sequence[Number]) -> Number:
    """Return the probability that nobody wins.

    >>> stalemate_of([Fraction(1, 3), Fraction(1, 2)]), stalemate_of([Fraction(1, 3), Fraction(2, 3)])
    (Fraction(1, 6), Fraction(0, 1))
    """
    # Over one denominator, because of a sum of fractions every step is reduced, which takes five times as long.
    top, whole = 0, 1
    for value in win:
        if type(value) is not Fraction:
            return 1 - sum(win, Fraction(0))
        mine, bottom = value.as_integer_ratio()
        if mine:
            if bottom != whole:
                both = math.lcm(whole, bottom)
                top, mine, whole = top * (both // whole), mine * (both // bottom), both
            top += mine
    return _ZERO if top == whole else Fraction(whole - top, whole)


def aim_json(aim: Aim | None) -> str | list[str] | None:
    """Return an aim as plain data for JSON, None where there is none."""
    return None if aim is None else aim.to_json()


def texts(values: Iterable[Number]) -> list[str]:
    """Return numbers as text."""
    return [fraction_text(value) if type(value) is Fraction else number_text(value) for value in values]


def aim_text(aim: Aim | None) -> str:
    """Return an aim as text, "none" where there is none."""
    return "none" if aim is None else str(aim)


def shown_numbers(values: Iterable[Number]) -> str:
    """Return numbers for a `repr`, each cut to a readable length."""
    return ", ".join(shown_number(value, 30) for value in values)


# ---------------------------------------------------------------------------------------------------------
# Read


def fields_of(source: object, what: str) -> Fields:
    """Return the keys of a record from JSON text or from its plain data. Raises `RecordError`."""
    return Fields(read_json(source) if isinstance(source, str | bytes) else source, what)


def order_of(problem: Problem) -> Callable[[object], Order]:
    """Return a function that reads the shooting order of a phase."""

    def read(value: object) -> Order:
        order = read_order(value, problem.people) if isinstance(value, list | tuple) else None
        if not in_cycle(order, problem.players):
            raise RecordError(f"{shown(value)} is no phase; a phase is a list of players in the order of their turns")
        return order  # type: ignore[return-value]  # in_cycle has seen that everybody is somebody

    return read


@lru_cache(maxsize=64)
def aim_of(problem: Problem, order: Order, player: int) -> Callable[[object], Aim]:
    """Return a function that reads an aim of a player in a phase: its word, or its weights by person.

    Ties list the same aims again and again, so what a text or texts were read as is remembered.
    """
    known: dict[str | tuple[str, ...], Aim] = {}

    def read(value: object) -> Aim:
        said = _said(value)
        if said is not None and said in known:
            return known[said]
        aim = read_anew(value)
        if said is not None and len(known) < _AIMS_KNOWN and sum(map(len, said)) <= _LETTERS_KNOWN:
            known[said] = aim
        return aim

    def read_anew(value: object) -> Aim:
        canonical = target(value, player, problem.people, "aim ")
        if canonical in (Word.OPTIMAL, Word.STRONGEST):
            raise AimError(f"{canonical} is no aim; give a player, Miss, Random or weights")
        return problem.resolve(order, player, canonical)

    return read


def _said(value: object) -> str | tuple[str, ...] | None:
    """Return the text or texts that an aim is said by, None for others: 1 and "1" and True would look the same."""
    if isinstance(value, str):
        return value
    return tuple(value) if isinstance(value, list) and {*map(type, value)} == {str} else None


def optional(read: Callable[[object], Aim]) -> Callable[[object], Aim | None]:
    """Return a function that reads an aim, or null for none."""
    return lambda value: None if value is None else read(value)


def one_each(problem: Problem, read: Callable[[Any], T]) -> Callable[[object], tuple[T, ...]]:
    """Return a function that reads a list with one number per player, listed by person, into one by place."""

    def read_list(value: object) -> tuple[T, ...]:
        numbers = each(read)(value)
        if len(numbers) != problem.players:
            raise RecordError(f"there are {problem.players} players but {len(numbers)} numbers; give one each")
        return problem.people.by_place(numbers)

    return read_list


def wins_of(problem: Problem) -> Callable[[object], tuple[Number, ...]]:
    """Return a function that reads win probabilities, listed by person."""
    return one_each(problem, number)


def players_of(problem: Problem) -> Callable[[object], Order]:
    """Return a function that reads players from a list of their names."""

    def read(value: object) -> Order:
        players = read_order(value, problem.people) if isinstance(value, list | tuple) else (None,)
        known = tuple(player for player in players if player is not None)
        if not known or len(known) != len(players):
            raise RecordError(f"{shown(value)} is no list of players")
        return known

    return read


def aims_by_player(data: object, problem: Problem, order: Order, players: Order) -> tuple[Aim | None, ...]:
    """Read aims of some players of a phase from an object with one value for each of them."""
    fields = Fields(data, "the aims of a phase")
    return tuple(fields.get(problem.label(player), optional(aim_of(problem, order, player))) for player in players)


def first_aims_of(problem: Problem) -> Callable[[object], tuple[Aim | None, ...]]:
    """Return a function that reads the aims of the first phase, listed by person."""

    def read(value: object) -> tuple[Aim | None, ...]:
        if not isinstance(value, list | tuple) or len(value) != problem.players:
            raise RecordError(f"{shown(value)} is not a list of {problem.players} aims")
        order = problem.first_order
        return tuple(
            optional(aim_of(problem, order, place))(aim) for place, aim in enumerate(problem.people.by_place(value))
        )

    return read
