"""What is answered for stationary play: equilibria, and all of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from truel_ref.errors import RecordError, shown
from truel_ref.game.aims import Aim, shown_number
from truel_ref.game.orders import Order, read_order
from truel_ref.game.parts import Part, Source, aim_of, fields_of, package_version, stalemate_of, texts, wins_of
from truel_ref.game.people import People
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.records.record import Fields, Record, count, each, number, text, truth
from truel_ref.records.table import Percent, Table

__all__ = ["Equilibria", "Equilibrium", "Gain", "Living", "Mixing"]

Living: TypeAlias = tuple[int, ...]
"""The living players by place, ascending; a set of them names a phase of stationary play."""


def _living_of(problem: Problem) -> Callable[[object], Living]:
    """Return a function that reads a set of living players from a list of their names."""

    def read(value: object) -> Living:
        players = read_order(value, problem.people) if isinstance(value, list | tuple) else None
        living = tuple(player for player in players or () if player is not None)
        if len(living) < 2 or sorted(set(living)) != list(living) or len(living) != len(players or ()):
            raise RecordError(f"{shown(value)} is no set of two or more living players in their cyclic order")
        return living

    return read


def _player_of(problem: Problem) -> Callable[[object], int]:
    """Return a function that reads one player from his name."""

    def read(value: object) -> int:
        players = read_order([value], problem.people)
        if players is None or players[0] is None:
            raise RecordError(f"{shown(value)} is nobody here")
        return players[0]

    return read


@dataclass(frozen=True, repr=False)
class Mixing(Part):
    """How one player mixes between his best kill and a deliberate miss.

    Fields: `player`; `target`, whom he shoots at; `least` and `most`, between which his probability to shoot may lie:
    equal where it is one number, and the ends of an open interval where every number between them will do.
    """

    player: int
    target: int
    least: Number
    most: Number

    @property
    def is_continuum(self) -> bool:
        """Whether every probability of an interval will do."""
        return self.least != self.most

    def to_json(self) -> dict[str, Any]:
        """Return the mix as plain data for JSON."""
        return {
            "player": self._label(self.player),
            "target": self._label(self.target),
            "least": number_text(self.least),
            "most": number_text(self.most),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Mixing:
        """Read a mix of a problem. Raises `RecordError`, naming the key."""
        fields = fields_of(source, "a mix")
        player, target = (fields.get(key, _player_of(problem)) for key in ("player", "target"))
        return cls(player, target, fields.get("least", number), fields.get("most", number)).among(problem.people)

    def _table(self) -> Table:
        row = (self._label(self.player), self._label(self.target), self.least, self.most)
        return Table(("player", "target", "least", "most"), [row])

    def __str__(self) -> str:
        chance = number_text(self.least)
        if self.is_continuum:
            chance = f"any probability between {chance} and {number_text(self.most)}"
        return f"{self._label(self.player)} shoots at {self._label(self.target)} with {chance}, else misses"

    def __repr__(self) -> str:
        return f"<Mixing {self}>"


@dataclass(frozen=True, repr=False)
class Equilibrium(Part):
    """One stationary equilibrium of a set of living players, over one equilibrium of every smaller set.

    Fields: `living`, the set; `aims`, one per living player; `values`, for each living player the win probabilities
    of all players of the problem at **his** turn; `strict`, whether every other option of every player gives him
    strictly less in this set; `mixing`, who mixes shooting and missing and how, empty in a pure equilibrium; `below`,
    the selected equilibria of the smaller sets that can be reached from here, the largest first, each without a
    `below` of its own. In a continuum `aims` and `values` are those of one point inside it.

    >>> from truel_ref import equilibria
    >>> print(equilibria(["1/3", "2/3", 1])[0])
    in A, B, C: Miss, C, B; at the first turn 25/63, 8/21, 2/9 (strict)
    """

    living: Living
    aims: tuple[Aim, ...]
    values: tuple[tuple[Number, ...], ...]
    strict: bool
    mixing: tuple[Mixing, ...] = ()
    below: tuple[Equilibrium, ...] = ()
    problem: Problem | None = field(default=None, compare=False, kw_only=True)
    """What is played; it is not compared, because it says nothing about the play."""

    @property
    def win(self) -> tuple[Number, ...]:
        """The win probabilities at the turn of the first living player."""
        return self.values[0]

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins, from the turn of the first living player on."""
        return stalemate_of(self.win)

    @property
    def is_pure(self) -> bool:
        """Whether nobody mixes shooting and missing by chance."""
        return not self.mixing

    @property
    def is_continuum(self) -> bool:
        """Whether it stands for every point of an interval or a surface of mixes."""
        return any(mix.is_continuum for mix in self.mixing)

    @cached_property
    def _policy(self) -> dict[Living, Equilibrium]:
        return {play.living: play for play in (self, *self.below)}

    @property
    def policy(self) -> dict[Living, Equilibrium]:
        """The equilibrium of every set that can be reached from here, this one first, as a new dictionary."""
        return dict(self._policy)

    def aims_in(self, order: Order) -> tuple[Aim, ...]:
        """Return the aims of the players of a shooting order, in that order."""
        play = self._policy[tuple(sorted(order))]
        return tuple(play.aims[play.living.index(player)] for player in order)

    def win_at(self, order: Order) -> tuple[Number, ...]:
        """Return the win probabilities when these players live and the first of them is on move."""
        play = self._policy[tuple(sorted(order))]
        return play.values[play.living.index(order[0])]

    def to_json(self) -> dict[str, Any]:
        """Return the equilibrium as plain data for JSON; `values` are listed under the player on move."""
        who = self._who(len(self.win))
        return {
            "living": [self._label(player) for player in self.living],
            "aims": {self._label(player): aim.to_json() for player, aim in zip(self.living, self.aims, strict=True)},
            "values": {
                self._label(player): texts(who.by_person(win))
                for player, win in zip(self.living, self.values, strict=True)
            },
            "stalemate": number_text(self.stalemate),
            "strict": self.strict,
            "mixing": [mix.to_json() for mix in self.mixing],
            "below": [play.to_json() for play in self.below],
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Equilibrium:
        """Read an equilibrium of a problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import equilibria
        >>> answer = equilibria(["1/3", "2/3", 1])
        >>> Equilibrium.from_json(answer[0].to_json(), answer.problem) == answer[0]
        True
        """
        fields = fields_of(source, "an equilibrium")
        living = fields.get("living", _living_of(problem))
        names = [problem.label(player) for player in living]

        def by_player(key: str, read: Callable[[int], Callable[[object], Any]]) -> tuple[Any, ...]:
            entries = fields.get(key, lambda value: Fields(value, key))
            return tuple(entries.get(name, read(player)) for name, player in zip(names, living, strict=True))

        play = cls(
            living,
            by_player("aims", lambda player: aim_of(problem, living, player)),
            by_player("values", lambda player: wins_of(problem)),
            fields.get("strict", truth),
            fields.get("mixing", each(lambda data: Mixing.from_json(data, problem))),
            fields.get("below", each(lambda data: cls.from_json(data, problem))),
            problem=problem,
        ).among(problem.people)
        fields.agree("stalemate", number_text(play.stalemate))
        return play

    def _kind(self) -> str:
        if self.is_continuum:
            return "continuum"
        return "mixed" if self.mixing else "strict" if self.strict else "not strict"

    def _table(self) -> Table:
        rows = [
            (self._label(player), aim, win[player], Percent(win[player]))
            for player, aim, win in zip(self.living, self.aims, self.values, strict=True)
        ]
        caption = f"{self._kind()} equilibrium of {self._order_text(self.living)}"
        return Table(("player", "aim", "wins at his turn", "percent"), rows, caption, [str(mix) for mix in self.mixing])

    def __str__(self) -> str:
        who = self._who(len(self.win))
        wins = ", ".join(texts(who.by_person(self.win)))
        aims = ", ".join(map(str, self.aims))
        return f"in {self._order_text(self.living)}: {aims}; at the first turn {wins} ({self._kind()})"

    def __repr__(self) -> str:
        return f"<Equilibrium of {self._order_text(self.living)}: {', '.join(map(str, self.aims))}; {self._kind()}>"


@dataclass(frozen=True, repr=False)
class Gain(Part):
    """Why a profile is no equilibrium: somebody has a better aim.

    Fields: `living`; `aims`, the profile; `player`, who gains most by deviating; `better`, his best other aim; `worth`
    and `better_worth`, his win probabilities at his own turn with the one and the other, the others keeping their aims.
    """

    living: Living
    aims: tuple[Aim, ...]
    player: int
    better: Aim
    worth: Number
    better_worth: Number

    @property
    def gain(self) -> Number:
        """How much win probability the deviation brings him."""
        return self.better_worth - self.worth

    def to_json(self) -> dict[str, Any]:
        """Return the gain as plain data for JSON."""
        return {
            "living": [self._label(player) for player in self.living],
            "aims": {self._label(player): aim.to_json() for player, aim in zip(self.living, self.aims, strict=True)},
            "player": self._label(self.player),
            "better": self.better.to_json(),
            "worth": number_text(self.worth),
            "better_worth": number_text(self.better_worth),
        }

    @classmethod
    def from_json(cls, source: Source, problem: Problem) -> Gain:
        """Read a gain of a problem. Raises `RecordError`, naming the key."""
        fields = fields_of(source, "a gain")
        living = fields.get("living", _living_of(problem))
        aims = fields.get("aims", lambda value: Fields(value, "aims"))
        player = fields.get("player", _player_of(problem))
        return cls(
            living,
            tuple(aims.get(problem.label(other), aim_of(problem, living, other)) for other in living),
            player,
            fields.get("better", aim_of(problem, living, player)),
            fields.get("worth", number),
            fields.get("better_worth", number),
        ).among(problem.people)

    def _table(self) -> Table:
        row = (", ".join(map(str, self.aims)), self._label(self.player), self.better, self.gain, Percent(self.gain))
        return Table(("aims", "who gains", "with", "gain", "percent"), [row])

    def __str__(self) -> str:
        aims = ", ".join(map(str, self.aims))
        gain = f"{shown_number(self.gain)} ({percent_text(self.gain)})"
        return f"{aims}: {self._label(self.player)} gains {gain} with {self.better}"

    def __repr__(self) -> str:
        return f"<Gain {self}>"


@dataclass(frozen=True, repr=False)
class Equilibria(Record):
    """All stationary equilibria of a problem, as far as they were asked for; a sequence of `Equilibrium`.

    Fields: `problem`; `equilibria`, in canonical order of their aims, one record per equilibrium and selection of
    equilibria of the smaller sets; `complete`, False if the cap on selections was hit, or a smaller set has a
    continuum, and then more may exist; `mixed`, whether mixes of shooting and missing by one or two players were
    searched, too; `selections`, how many selections were followed; `gains`, where there is no equilibrium and the set
    that has none is small: for every profile of that set who deviates; `unsettled`, how many surfaces of mixes could
    not be settled (0 but for degenerate problems), of each of which only a rectangle or a point is listed then;
    `backend`, how it was computed, which counts for nothing in comparisons.
    """

    problem: Problem
    equilibria: tuple[Equilibrium, ...]
    complete: bool
    mixed: bool = False
    selections: int = 1
    gains: tuple[Gain, ...] = ()
    unsettled: int = 0
    backend: str = field(default="fractions", compare=False)

    def __post_init__(self) -> None:
        people = self.problem.people
        if not people.are_usual:
            object.__setattr__(self, "equilibria", tuple(play.among(people) for play in self.equilibria))
            object.__setattr__(self, "gains", tuple(gain.among(people) for gain in self.gains))

    def __iter__(self) -> Iterator[Equilibrium]:
        return iter(self.equilibria)

    def __len__(self) -> int:
        return len(self.equilibria)

    def __bool__(self) -> bool:
        """Whether there is any equilibrium."""
        return bool(self.equilibria)

    def __getitem__(self, index: int) -> Equilibrium:
        return self.equilibria[index]

    @property
    def distinct(self) -> int:
        """How many there are that differ in their aims or in their values at some turn."""
        return len({(play.aims, play.values, play.mixing) for play in self.equilibria})

    def to_json(self) -> dict[str, Any]:
        """Return all equilibria as plain data for JSON; `from_json` reads them back."""
        return {
            "problem": self.problem.to_json(),
            "model": "stationary",
            "equilibria": [play.to_json() for play in self.equilibria],
            "distinct": self.distinct,
            "complete": self.complete,
            "mixed": self.mixed,
            "selections": self.selections,
            "gains": [gain.to_json() for gain in self.gains],
            "unsettled": self.unsettled,
            "backend": self.backend,
            "version": package_version(),
        }

    @classmethod
    def from_json(cls, source: Source) -> Equilibria:
        """Read all equilibria with their problem. Raises `RecordError`, naming the key.

        >>> from truel_ref import equilibria
        >>> Equilibria.from_json(equilibria([1, 1, 1]).to_json()) == equilibria([1, 1, 1])
        True
        """
        fields = fields_of(source, "a list of equilibria")
        problem = fields.get("problem", Problem.from_data)
        answer = cls(
            problem,
            fields.get("equilibria", each(lambda data: Equilibrium.from_json(data, problem))),
            fields.get("complete", truth),
            fields.get("mixed", truth),
            fields.get("selections", count),
            fields.get("gains", each(lambda data: Gain.from_json(data, problem))),
            fields.get("unsettled", count),
            fields.get("backend", text),
        )
        fields.agree("distinct", answer.distinct)
        return answer

    def _sentence(self) -> str:
        kind = "stationary" if self.mixed else "pure stationary"
        many = len(self.equilibria)
        said = f"{many or 'no'} {kind} equilibri{'um' if many == 1 else 'a'}"
        if many != self.distinct:
            said += f", {self.distinct} of them distinct in aims and values"
        if not self.complete:
            said += "; there may be more: the list is not complete"
        return said

    def _notes(self) -> list[str]:
        notes = [self._sentence()]
        if self.mixed:
            notes.append("mixes of one or two players were searched, three or more were not searched")
        if self.unsettled:
            notes.append(f"{self.unsettled} surfaces of mixes could not be settled")
        if self.gains:
            notes.append(f"in {self.problem.order_text(self.gains[0].living)} somebody gains in every profile:")
            notes += [f"  {gain}" for gain in self.gains]
        return notes

    def _table(self) -> Table:
        people: People = self.problem.people
        rows = [
            (
                *people.by_person(play.aims),
                *people.by_person(play.win),
                play.stalemate,
                "continuum" if play.is_continuum else "mixed" if play.mixing else "strict" if play.strict else "weak",
            )
            for play in self.equilibria
        ]
        columns = [*(f"{name} aims" for name in people.names), *(f"{name} wins" for name in people.names)]
        notes = self._notes()
        notes += [f"{index}: {mix}" for index, play in enumerate(self.equilibria, 1) for mix in play.mixing]
        return Table([*columns, "stalemate", "kind"], rows, notes=notes)

    def __repr__(self) -> str:
        return f"<Equilibria of {self.problem!r}: {self._sentence()}>"
