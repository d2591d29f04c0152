"""The answers for stationary play: an equilibrium, and the list of all equilibria."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self, TypeAlias

from truel_ref.game.aims import Aim, shown_number
from truel_ref.game.parts import (
    AIM,
    LIVING,
    OWN_AIM,
    PLAYER,
    PROBLEM,
    WINS,
    Part,
    ProblemRecord,
    in_runs,
    package_version,
    stalemate_of,
    texts,
    under,
)
from truel_ref.game.people import Order, People
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.records.record import COUNT, NUMBER, TEXT, TRUTH, Keys, derived, many, nested, said
from truel_ref.records.table import Percent, Table

__all__ = ["Equilibria", "Equilibrium", "Gain", "Living", "Mixing"]

Living: TypeAlias = tuple[int, ...]
"""The living players by place, ascending: the name of a phase of stationary play."""


@dataclass(frozen=True, repr=False)
class Mixing(Part):
    """How a player mixes between a best kill and a deliberate miss.

    Fields: `player`; `target`, the target of the best kill; `least` and `most`, which are equal if the probability to
    shoot is one number, and otherwise the ends of an open interval of probabilities.
    """

    player: int
    target: int
    least: Number
    most: Number

    _keys = Keys("a mix", player=PLAYER, target=PLAYER, least=NUMBER, most=NUMBER)

    @property
    def is_continuum(self) -> bool:
        """Whether every probability in an interval gives an equilibrium."""
        return self.least != self.most

    def _table(self) -> Table:
        row = (self._label(self.player), self._label(self.target), self.least, self.most)
        return Table(("player", "target", "least", "most"), [row])

    def __str__(self) -> str:
        chance = number_text(self.least)
        if self.is_continuum:
            chance = f"any probability between {chance} and {number_text(self.most)}"
        return f"{self._label(self.player)} shoots at {self._label(self.target)} with {chance}, else misses"


@dataclass(frozen=True, repr=False)
class Equilibrium(Part):
    """One stationary equilibrium of a set of living players, over one equilibrium of every smaller set.

    Fields: `living`, the set; `aims`, one per living player; `values`, for each living player the win probabilities
    of all players of the problem at **this** player's turn; `strict`, whether every player loses by every other option
    in this set; `mixing`, how players mix shooting and missing, empty in a pure equilibrium; `below`, the selected
    equilibria of the smaller sets that can be reached from here, the largest first, each with an empty `below`. In a
    continuum `aims` and `values` describe one point inside it.

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
    """The problem; comparisons ignore it, because it says nothing about the play."""

    _keys = Keys(
        "an equilibrium",
        living=LIVING,
        aims=under("living", AIM),
        values=under("living", WINS),
        stalemate=derived(NUMBER),
        strict=TRUTH,
        mixing=many(nested(Mixing)),
    )

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
        """Whether nobody mixes shooting and missing."""
        return not self.mixing

    @property
    def is_continuum(self) -> bool:
        """Whether this equilibrium represents an interval or a surface of mixes."""
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

    @classmethod
    def _made(cls, known: Mapping[str, Any]) -> Self:
        return replace(super()._made(known), problem=known["problem"])

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
        return Table(("player", "aim", "wins at own turn", "percent"), rows, caption, [str(mix) for mix in self.mixing])

    def __str__(self) -> str:
        who = self._who(len(self.win))
        wins = ", ".join(texts(who.by_person(self.win)))
        aims = ", ".join(map(str, self.aims))
        return f"in {self._order_text(self.living)}: {aims}; at the first turn {wins} ({self._kind()})"

    def __repr__(self) -> str:
        return f"<Equilibrium of {self._order_text(self.living)}: {', '.join(map(str, self.aims))}; {self._kind()}>"


Equilibrium._keys.add(below=many(nested(Equilibrium)))


@dataclass(frozen=True, repr=False)
class Gain(Part):
    """Why a profile is not an equilibrium: a player has a better aim.

    Fields: `living`, the set; `aims`, the profile; `player`, who gains most by deviating; `better`, this player's best
    other aim; `worth` and `better_worth`, this player's win probabilities at the own turn with the aim in the profile
    and with `better`, while the other players keep their aims.
    """

    living: Living
    aims: tuple[Aim, ...]
    player: int
    better: Aim
    worth: Number
    better_worth: Number

    _keys = Keys(
        "a gain",
        living=LIVING,
        aims=under("living", AIM),
        player=PLAYER,
        better=OWN_AIM,
        worth=NUMBER,
        better_worth=NUMBER,
    )

    @property
    def gain(self) -> Number:
        """The gain in win probability by the deviation."""
        return self.better_worth - self.worth

    def _table(self) -> Table:
        row = (", ".join(map(str, self.aims)), self._label(self.player), self.better, self.gain, Percent(self.gain))
        return Table(("aims", "who gains", "with", "gain", "percent"), [row])

    def __str__(self) -> str:
        aims = ", ".join(map(str, self.aims))
        gain = f"{shown_number(self.gain)} ({percent_text(self.gain)})"
        return f"{aims}: {self._label(self.player)} gains {gain} with {self.better}"


@dataclass(frozen=True, repr=False)
class Equilibria(ProblemRecord):
    """All stationary equilibria of a problem, as far as they were asked for; a sequence of `Equilibrium`.

    Fields: `problem`; `equilibria`, in canonical order of their aims, one record per equilibrium and selection of
    equilibria of the smaller sets; `complete`, False if the search reached the cap on selections or a smaller set has a
    continuum, so that more equilibria may exist; `mixed`, whether the search included mixes of shooting and missing by
    one or two players; `selections`, the number of selections followed; `gains`, the best deviation from every profile
    of a set without an equilibrium, empty if there is an equilibrium or the set is large; `unsettled`, the number of
    unsettled surfaces of mixes, of which at most a rectangle or a point is listed (0 except for degenerate problems);
    `backend`, the number type of the computation, which comparisons ignore.
    """

    problem: Problem
    equilibria: tuple[Equilibrium, ...]
    complete: bool
    mixed: bool = False
    selections: int = 1
    gains: tuple[Gain, ...] = ()
    unsettled: int = 0
    backend: str = field(default="fractions", compare=False)

    _keys = Keys(
        "a list of equilibria",
        problem=PROBLEM,
        model=said(lambda: "stationary"),
        equilibria=many(nested(Equilibrium)),
        distinct=derived(COUNT),
        complete=TRUTH,
        mixed=TRUTH,
        selections=COUNT,
        gains=many(nested(Gain)),
        unsettled=COUNT,
        backend=TEXT,
        version=said(package_version),
    )

    def __post_init__(self) -> None:
        self._call("equilibria", "gains")

    def __iter__(self) -> Iterator[Equilibrium]:
        return iter(self.equilibria)

    def __len__(self) -> int:
        return len(self.equilibria)

    def __getitem__(self, index: int) -> Equilibrium:
        return self.equilibria[index]

    @property
    def distinct(self) -> int:
        """The number of equilibria that differ in their aims or in their values at some turn."""
        return len({(play.aims, play.values, play.mixing) for play in self.equilibria})

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
        mixes = (f"{index}: {mix}" for index, play in enumerate(self.equilibria, 1) for mix in play.mixing)
        return Table(*in_runs([*columns, "stalemate", "kind"], rows), notes=[*self._notes(), *mixes])

    def __repr__(self) -> str:
        return f"<Equilibria of {self.problem!r}: {self._sentence()}>"
