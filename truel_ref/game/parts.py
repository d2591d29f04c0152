"""The parts of an answer: writing players, numbers and aims, and reading them back.

To read a part back, give its problem, which knows the number of players, their names and the meaning of `Random`.
Lists with one value per player go by place inside, and by person in JSON.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate, groupby
from typing import Any, Self

from truel_ref.errors import AimError, RecordError, shown
from truel_ref.game.aims import Aim, Word, shown_number, target
from truel_ref.game.people import Order, People, in_cycle, label, order_text, read_order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, fraction_text, number_text
from truel_ref.records.record import COUNT, NUMBER, Codec, Declared, Fields, Source, each, maybe, plain
from truel_ref.records.table import Cell, Note, Percent

__all__ = [
    "AIM",
    "COUNTS",
    "FIRST_AIMS",
    "LIVING",
    "ORDER",
    "OWN_AIM",
    "PLAYER",
    "PLAYERS",
    "PROBLEM",
    "WINS",
    "Part",
    "ProblemRecord",
    "aim_json",
    "aim_of",
    "aim_text",
    "by_person",
    "in_runs",
    "left_over",
    "of_player",
    "package_version",
    "phase_of",
    "shown_numbers",
    "stalemate_of",
    "texts",
    "under",
]

_ZERO = Fraction(0)

# The most cached aims of a player in a phase, and their most letters: hostile data must not fill the memory.
_AIMS_KNOWN, _LETTERS_KNOWN = 128, 200


@dataclass(frozen=True, repr=False)
class Part(Declared):
    """A part of an answer. Field: `people`, the names of the players, None for labels; comparisons ignore it."""

    people: People | None = field(default=None, compare=False, kw_only=True)

    def among(self, people: People) -> Self:
        """Return this part with the names of these people."""
        changed = {name: _named(getattr(self, name), people) for name in self.__dataclass_fields__}
        return replace(self, **changed | {"people": None if people.are_usual else people})

    @classmethod
    def from_json(cls, source: Source, problem: Any = None, **known: Any) -> Self:
        """Return the part of a problem that JSON text or its plain data describe, as `Declared.from_json` does."""
        if not isinstance(problem, Problem):
            raise RecordError(f"{cls._keys.what} needs its problem: {cls.__name__}.from_json(data, problem)")
        return super().from_json(source, problem, **known)

    def _who(self, players: int) -> People:
        return self.people or People.of(players)

    def _label(self, player: int) -> str:
        return label(player) if self.people is None else self.people.label(player)

    def _order_text(self, order: Order) -> str:
        return order_text(order, self.people)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> Self:
        people, part = known["problem"].people, super()._made(known)
        return part if people.are_usual else part.among(people)


class ProblemRecord(Declared):
    """A whole answer, which holds its problem; its parts use the names of the problem."""

    problem: Problem

    def _who(self, players: int) -> People:
        return self.problem.people

    def _label(self, player: int) -> str:
        return self.problem.label(player)

    def _order_note(self) -> list[Note]:
        """Return the note of a table on the shooting order, empty for the usual order."""
        text = f"shooting order: {self.problem.order_text(self.problem.first_order)}"
        return [] if self.problem.people.in_order else [text]

    def _call(self, *names: str) -> None:
        """Give the parts in some fields the names of the people, if these are not the usual labels and order."""
        people = self.problem.people
        if not people.are_usual:
            for name in names:
                self.__dict__[name] = tuple(part.among(people) for part in getattr(self, name))


def _named(value: Any, people: People) -> Any:
    """Return a value in which all aims and parts have the names of the people."""
    if isinstance(value, Aim | Part):
        return value.among(people)
    return tuple(_named(entry, people) for entry in value) if isinstance(value, tuple) else value


# ---------------------------------------------------------------------------------------------------------
# Writing


@cache
def package_version() -> str:
    """Return the version of the package, part of the provenance of results."""
    from truel_ref import __version__

    return __version__


def stalemate_of(win: Sequence[Number]) -> Number:
    """Return the probability that nobody wins.

    >>> stalemate_of([Fraction(1, 3), Fraction(1, 2)]), stalemate_of([Fraction(1, 3), Fraction(2, 3)])
    (Fraction(1, 6), Fraction(0, 1))
    """
    # Over one denominator: a sum of fractions reduces at every step, which takes five times as long.
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
    """Return an aim as plain data for JSON, or None."""
    return None if aim is None else aim.to_json()


def texts(values: Iterable[Number]) -> list[str]:
    """Return numbers as text."""
    return [fraction_text(value) if type(value) is Fraction else number_text(value) for value in values]


def aim_text(aim: Aim | None) -> str:
    """Return an aim as text, or "none"."""
    return "none" if aim is None else str(aim)


def in_runs(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> tuple[list[str], list[Sequence[Cell]]]:
    """Return the columns and rows of a table in which each run of equal rows is one row with its row numbers.

    >>> in_runs(["aim"], [["B"], ["B"], ["C"]])
    (['number', 'aim'], [['1 to 2', 'B'], ['3', 'C']])
    >>> in_runs(["aim"], [["B"], ["C"]])
    (['aim'], [['B'], ['C']])
    """
    kept = list(rows)
    runs = [(row, len(list(run))) for row, run in groupby(kept)]
    if len(runs) == len(kept):
        return list(columns), kept
    ends = accumulate(length for _, length in runs)
    numbers = [
        f"{end - length + 1} to {end}" if length > 1 else f"{end}" for end, (_, length) in zip(ends, runs, strict=True)
    ]
    return ["number", *columns], [[number, *row] for number, (row, _) in zip(numbers, runs, strict=True)]


def left_over(nobody: Number, stalemate: Number, model: str = "") -> list[Note]:
    """Return the notes of a table on games that nobody wins."""
    return [
        (f"{name}: {number_text(chance)} (", Percent(chance), ")")
        for name, _, chance in left_beside(nobody, stalemate, model)
    ]


def left_beside(nobody: Number, stalemate: Number, model: str = "") -> list[tuple[str, str, Number]]:
    """Return the probabilities that nobody wins, as quantities beside a table."""
    without = "several are left" if model == "bullets" else "stalemate"
    return [(name, "", chance) for name, chance in (("nobody is left", nobody), (without, stalemate)) if chance]


def shown_numbers(values: Iterable[Number]) -> str:
    """Return numbers as text for a `repr`, each cut to a readable length."""
    return ", ".join(shown_number(value, 30) for value in values)


# ---------------------------------------------------------------------------------------------------------
# Reading and writing


def _of_problem(read: Callable[[Any, Problem], Any], write: Callable[[Any, Any], Any]) -> Codec:
    return Codec(lambda data, known: read(data, known["problem"]), write)


def _read_order(value: object, problem: Problem) -> Order:
    order = read_order(value, problem.people) if isinstance(value, list | tuple) else None
    if not in_cycle(order, problem.players):
        raise RecordError(f"{shown(value)} is not a phase; a phase is a list of players in the order of their turns")
    return order  # type: ignore[return-value]  # in_cycle has checked that nobody is None


def _read_players(value: object, problem: Problem) -> Order:
    players = read_order(value, problem.people) if isinstance(value, list | tuple) else (None,)
    known = tuple(player for player in players if player is not None)
    if not known or len(set(known)) != len(players):
        raise RecordError(f"{shown(value)} is not a list of players, each once")
    return known


def _read_living(value: object, problem: Problem) -> Order:
    players = read_order(value, problem.people) if isinstance(value, list | tuple) else ()
    living = tuple(player for player in players if player is not None)
    if len(living) < 2 or sorted(set(living)) != list(living) or len(living) != len(players):
        raise RecordError(f"{shown(value)} is not a set of two or more living players in their cyclic order")
    return living


def _read_player(value: object, known: dict[str, Any]) -> int:
    phase = phase_of(known)
    place = known["problem"].people.place(value) if isinstance(value, str) else None
    if place is None or place not in phase:
        raise RecordError(f"{shown(value)} is not a player in the phase {known['problem'].order_text(phase)}")
    return int(place)


def phase_of(known: Mapping[str, Any]) -> Order:
    """Return the living players of the part that is being read, by default all players."""
    return tuple(known.get("order") or known.get("living") or known["problem"].first_order)


def _labels(players: Order, record: Any) -> list[str]:
    return [record._label(player) for player in players]


@lru_cache(maxsize=64)
def aim_of(problem: Problem, order: Order, player: int) -> Callable[[object], Aim]:
    """Return a function that reads an aim of a player in a phase: its word, or its weights by person.

    The function caches the aims of texts, because ties list the same aims many times.
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
            raise AimError(f"{canonical} is not an aim; give a player, Miss, Random or weights")
        return problem.resolve(order, player, canonical)

    return read


def _said(value: object) -> str | tuple[str, ...] | None:
    """Return the cache key of a text or texts, None for other values, because the keys 1 and True would be equal."""
    if isinstance(value, str):
        return value
    return tuple(value) if isinstance(value, list) and {*map(type, value)} == {str} else None


def by_person(codec: Codec) -> Codec:
    """Return the codec of a list with one value per player; errors name the entry, counted from 1 by person."""

    def read(data: Any, known: dict[str, Any]) -> tuple[Any, ...]:
        problem = known["problem"]
        if isinstance(data, list | tuple) and len(data) != problem.players:
            raise RecordError(f"there are {problem.players} players but {len(data)} values; give one per player")
        places = iter(problem.people.places)

        def of_next(one: Any) -> Any:
            known["whose"] = next(places)
            return codec.read(one, known)

        return tuple(problem.people.by_place(each(of_next)(data)))

    def write(values: Sequence[Any], record: Any) -> list[Any]:
        return [codec.write(value, record) for value in record._who(len(values)).by_person(values)]

    return Codec(read, write)


def under(key: str, codec: Codec, announced: bool = False) -> Codec:
    """Return the codec of one value for each player of a list, as an object whose keys are the players' names.

    Parameters: `key`, the key of the list; `codec`, the codec of the values, to which `whose` names the player;
    `announced`, whether only the first players have a value: then the next player is the `player` of later keys.
    """

    def read(data: Any, known: dict[str, Any]) -> tuple[Any, ...]:
        players = known[key]
        fields = Fields(data, f"the {'announcements' if announced else 'entries'} of a phase")
        if announced:
            if len(fields.data) >= len(players):
                raise RecordError("everybody has announced, so nobody is left to decide")
            players = players[: len(fields.data)]
        read, label = partial(codec.read, known=known), known["problem"].label
        values = []
        for known["whose"] in players:
            values.append(fields.get(label(known["whose"]), read))
        if announced:
            known["player"] = known[key][len(players)]
        return tuple(values)

    def write(values: Sequence[Any], record: Any) -> dict[str, Any]:
        players = zip(getattr(record, key), values, strict=not announced)  # the later ones have not announced yet
        return {record._label(player): codec.write(value, record) for player, value in players}

    return Codec(read, write)


def of_player(key: str, codec: Codec) -> Codec:
    """Return the codec of a value that belongs to the player under a key."""
    return Codec(lambda data, known: codec.read(data, {**known, "whose": known[key]}), codec.write)


PROBLEM = plain(Problem.from_data, Problem.to_json)
ORDER = _of_problem(_read_order, _labels)
PLAYERS = _of_problem(_read_players, _labels)
LIVING = _of_problem(_read_living, _labels)
PLAYER = Codec(_read_player, lambda player, record: record._label(player))
AIM = Codec(
    lambda data, known: aim_of(known["problem"], phase_of(known), known["whose"])(data),
    lambda aim, record: aim.to_json(),
)
OWN_AIM = of_player("player", AIM)
FIRST_AIMS = by_person(maybe(AIM))
WINS = by_person(NUMBER)
COUNTS = by_person(COUNT)
