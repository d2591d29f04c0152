"""The types of the fields of an answer, each with its codec: players, orders, aims, and values per player or per seat.

Players and aims are written in the names of the problem. Reading an aim needs its phase and its player, because the
word `Random` depends on both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import partial
from itertools import repeat
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar, get_args

import truel_ref
from truel_ref.errors import RecordError, shown
from truel_ref.game.aims import Aim, Word, read_target
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, number_text
from truel_ref.records.record import CODECS, Codec, Record, Source, at, codec_of, entries, frozen, listed
from truel_ref.records.table import Cell, Note, Percent, Table, readable

T = TypeVar("T")


@frozen
class Part(Record):
    """A part of an answer. Field: `problem`, which comparisons ignore and JSON omits."""

    problem: Problem = field(compare=False, kw_only=True)

    _unwritten: ClassVar[tuple[str, ...]] = ("problem",)

    @classmethod
    def from_json(cls, source: Source, **known: Any) -> Self:
        """Return the part of a problem that JSON text or its plain data describe, as `Record.from_json` does."""
        if not isinstance(known.get("problem"), Problem):
            raise RecordError(f"a part of an answer needs its problem: {cls.__name__}.from_json(data, problem=…)")
        return super().from_json(source, **known)

    def __repr__(self) -> str:
        return super().__repr__() if type(self).__str__ is Record.__str__ else f"<{type(self).__name__} {self}>"


@frozen
class AnswerRecord(Record):
    """An answer. Fields: `problem`; `version`, that of the package, which comparisons ignore."""

    problem: Problem
    version: str = field(default_factory=lambda: truel_ref.__version__, compare=False, kw_only=True)

    def _sentence(self) -> str:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {shown(self.problem, 120)}: {self._sentence()}>"


class Chances:
    """Win probabilities, from which the probability that nobody wins follows."""

    win: tuple[Number, ...]
    nobody: Number = Fraction(0)

    @property
    def stalemate(self) -> Number:
        """The probability that somebody stays alive but nobody wins: 1 minus `nobody` and all of `win`."""
        return 1 - sum(self.win, self.nobody)


class Plays(Record, Sequence[T]):
    """An answer that is a sequence of plays."""

    _listed: ClassVar[str] = "equilibria"

    def __len__(self) -> int:
        return len(getattr(self, self._listed))

    def __getitem__(self, index: Any) -> Any:
        return getattr(self, self._listed)[index]


# ---------------------------------------------------------------------------------------------------------
# Codecs


def _write_players(players: Order, record: Any) -> list[str]:
    return [*map(record.problem.label, players)]


def _read_players(data: object, known: dict[str, Any]) -> Order:
    players = tuple(map(known["problem"].player, entries(data, None, "is not a list of players")))
    if len(set(players)) != len(players):
        raise RecordError(f"{shown(data)} names a player twice")
    return players


def _read_cycle(data: object, known: dict[str, Any]) -> Order:
    order = _read_players(data, known)
    living: Order = known["problem"].in_cycle(order)
    if len(order) < 2 or order not in [living[seat:] + living[:seat] for seat in range(len(living))]:
        raise RecordError(f"{shown(data)} is not a phase: two or more players in the cycle of the shooting order")
    return order


def _read_aim(data: object, known: dict[str, Any]) -> Aim:
    problem = known["problem"]
    player = known.get("mover") if known.get("player") is None else known["player"]
    if player is None:
        raise RecordError(f"{shown(data)} is the aim of nobody")
    said = read_target(data, player, problem.names, "an aim")
    if said in (Word.OPTIMAL, Word.STRONGEST):
        raise RecordError(f"{said} is not an aim; give a player, Miss, Random or weights")
    aim: Aim = problem.resolve(known.get("living") or known.get("order") or problem.order, player, said)
    return aim


CODECS[Aim] = Codec(lambda aim, record: aim.word(record.problem.names) or texts(aim.weights), _read_aim)
CODECS[Problem] = Codec(lambda problem, record: problem.to_json(), lambda data, known: Problem.from_json(data))


def _per_player(kind: Any) -> Codec:
    """Return the codec of a tuple with one value per player, a list in JSON."""
    codec = codec_of(get_args(kind)[0])

    def read(data: Any, known: dict[str, Any]) -> tuple[Any, ...]:
        players = known["problem"].players
        given = entries(data, players, f"is not a list with one value for each of the {players} players")
        return tuple(
            at(f"number {player + 1}", codec.read, entry, known | {"player": player})
            for player, entry in enumerate(given)
        )

    return Codec(listed(repeat(codec)).write, read)


def _per_seat(kind: Any, some: bool = False) -> Codec:
    """Return the codec of a tuple with one value for each player of the record's phase, or for `some`, the first ones.

    JSON has an object whose keys are the players. Among `some`, the next player of the phase is the `player` of the
    keys that follow.
    """
    codec = codec_of(get_args(kind)[0])

    def write(values: Sequence[Any], record: Any) -> dict[str, Any]:
        names = map(record.problem.label, getattr(record, "living", None) or record.order)
        # the later players have not announced yet
        return {name: codec.write(value, record) for name, value in zip(names, values, strict=False)}

    def read(data: Any, known: dict[str, Any]) -> tuple[Any, ...]:
        seats = known["living"] if "living" in known else known["order"]
        many = len(data) if some and isinstance(data, Mapping) and len(data) < len(seats) else len(seats) - some
        named = {known["problem"].label(player): player for player in seats[:many]}
        if not isinstance(data, Mapping) or set(data) != set(named):
            raise RecordError(f"{shown(data)} is not an object with a value for each player: {', '.join(named)}")
        if some:
            known["player"] = seats[many]
        return tuple(
            at(f"player {name}", codec.read, data[name], known | {"player": player}) for name, player in named.items()
        )

    return Codec(write, read)


Player: TypeAlias = Annotated[
    int,
    Codec(lambda player, record: record.problem.label(player), lambda data, known: known["problem"].player(data)),
]
"""A player, written by name."""

Players: TypeAlias = Annotated[tuple[int, ...], Codec(_write_players, _read_players)]
"""An order or a set of players, written as a list of names."""

Cycle: TypeAlias = Annotated[tuple[int, ...], Codec(_write_players, _read_cycle)]
"""The shooting order of a phase, or a set of two or more players that is named by it."""

PerPlayer: TypeAlias = Annotated[tuple[T, ...], _per_player]
"""One value per player of the problem."""

PerSeat: TypeAlias = Annotated[tuple[T, ...], _per_seat]
"""One value for each player of a phase."""

Announced: TypeAlias = Annotated[tuple[T, ...], partial(_per_seat, some=True)]
"""One value for each of the first players of a phase, who have announced before the next one."""


# ---------------------------------------------------------------------------------------------------------
# Text


def by_player(players: Iterable[int], values: Iterable[T]) -> tuple[T, ...]:
    """Return values of all players, given in some order of the players, in the order in which players are stated.

    >>> by_player((1, 2, 0), "bca")
    ('a', 'b', 'c')
    """
    return tuple(value for _, value in sorted(zip(players, values, strict=True), key=lambda pair: pair[0]))


def texts(values: Iterable[Number]) -> list[str]:
    """Return numbers as text."""
    return [*map(number_text, values)]


def shown_numbers(values: Iterable[Number]) -> str:
    """Return numbers as text, each cut to a readable length."""
    return ", ".join(map(readable, values))


def by_name(
    play: Any,
    aims: Sequence[Cell],
    more: Mapping[str, Sequence[Cell]],
    notes: tuple[Sequence[Note], Sequence[Note]],
    model: str = "",
    **presentation: Any,
) -> Table:
    """Return a table with a row for each player: the hit and win probabilities, and further columns.

    The notes name a shooting order that is not the usual one, and games that nobody wins.

    Parameters: `play`, which has the win probabilities; `aims`, one per player, or none; `more`, the cells of further
    columns, by their names; empty columns are left out; `notes`, those before and after the games that nobody wins;
    `model`, the kind of play; `presentation`, further fields of the table.
    """
    problem, without = play.problem, "several are left" if model == "bullets" else "stalemate"
    wins = {"wins": play.win, "percent": [*map(Percent, play.win)]}
    columns = {"player": problem.names, "hit": problem.hits, "aim": aims, **wins, **more}
    columns = {name: cells for name, cells in columns.items() if cells}
    left = [(name, chance) for name, chance in (("nobody is left", play.nobody), (without, play.stalemate)) if chance]
    parts: list[Note] = [(f"{name}: {number_text(chance)} (", Percent(chance), ")") for name, chance in left]
    order = [] if problem.in_order else [f"shooting order: {problem.order_text(problem.order)}"]
    beside = [*((name, "", chance) for name, chance in left), *presentation.pop("beside", ())]
    rows, said = list(zip(*columns.values(), strict=True)), [*order, *notes[0], *parts, *notes[1]]
    return Table([*columns], rows, notes=said, beside=beside, **presentation)


def side_by_side(problem: Problem, plays: Iterable[Sequence[Any]], more: Sequence[str], notes: Sequence[Note]) -> Table:
    """Return a table with a row for each play: the aims and win probabilities of all players, and more.

    Parameters: `problem`; `plays`, for each the aims, the win probabilities, and a cell for each further column;
    `more`, the names of these columns; `notes`.
    """
    columns = [*(f"{name} aims" for name in problem.names), *(f"{name} wins" for name in problem.names), *more]
    rows: list[list[Cell]] = [[*map(problem.aim_text, aims), *win, *cells] for aims, win, *cells in plays]
    return Table(columns, rows, notes=notes)


def equilibria_text(many: int, kind: str, complete: bool) -> str:
    """Return how many equilibria there are, as a sentence.

    >>> equilibria_text(2, "pure", complete=False), equilibria_text(1, "pure", complete=True)
    ('2 pure equilibria; there may be more: the list is not complete', '1 pure equilibrium')
    """
    said = f"{many or 'no'} {kind} equilibri{'um' if many == 1 else 'a'}"
    return said + ("" if complete else "; there may be more: the list is not complete")
