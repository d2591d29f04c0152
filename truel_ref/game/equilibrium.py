"""The answers for stationary play: an equilibrium, and the list of all equilibria."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from truel_ref.game.aims import Aim
from truel_ref.game.parts import (
    Cycle,
    Part,
    PerPlayer,
    PerSeat,
    Player,
    Plays,
    by_player,
    equilibria_text,
    package_version,
    side_by_side,
    stalemate_of,
    texts,
)
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number, number_text, percent_text
from truel_ref.records.record import Probability
from truel_ref.records.table import Table, readable

__all__ = ["Equilibria", "Equilibrium", "Gain", "Mixing", "selections_notes"]


_LISTED = 10
"""The most equilibria that a note names."""


@dataclass(frozen=True, repr=False)
class Mixing(Part):
    """How a player mixes between a best kill and a deliberate miss.

    Fields: `player`; `target`, the target of the best kill; `least` and `most`, which are equal if the probability to
    shoot is one number, and otherwise the ends of an open interval of probabilities.
    """

    player: Player
    target: Player
    least: Probability
    most: Probability

    @property
    def is_continuum(self) -> bool:
        """Whether every probability in an interval gives an equilibrium."""
        return self.least != self.most

    def __str__(self) -> str:
        chance = number_text(self.least)
        if self.is_continuum:
            chance = f"any probability between {chance} and {number_text(self.most)}"
        return (
            f"{self.problem.label(self.player)} shoots at {self.problem.label(self.target)} with {chance}, else misses"
        )


@dataclass(frozen=True, repr=False)
class Equilibrium(Part):
    """One stationary equilibrium of a set of living players, over one equilibrium of every smaller set.

    Fields: `living`, the set, in the order of the first phase; `aims`, one per living player; `values`, for each living
    player the win probabilities of all players of the problem at **this** player's turn; `strict`, whether every player
    loses by every other option in this set; `mixing`, how players mix shooting and missing, empty in a pure
    equilibrium; `below`, the selected equilibria of the smaller sets that can be reached from here, the largest first,
    each with an empty `below`; `selections`, how many selections of equilibria of the smaller sets lead to these aims
    and values, of which `below` is the first. In a continuum `aims` and `values` describe one point inside it.

    >>> from truel_ref import equilibria
    >>> print(equilibria(["1/3", "2/3", 1])[0])
    in A, B, C: Miss, C, B; at the first turn 25/63, 8/21, 2/9 (strict)
    """

    living: Cycle
    aims: PerSeat[Aim]
    values: PerSeat[PerPlayer[Probability]]
    strict: bool
    mixing: tuple[Mixing, ...] = ()
    below: tuple[Equilibrium, ...] = ()
    selections: int = 1

    _keys: ClassVar[tuple[str, ...]] = (
        *("living", "aims", "values", "stalemate", "strict", "mixing", "below", "selections"),
    )

    @property
    def win(self) -> PerPlayer[Number]:
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
    def policy(self) -> dict[Order, Equilibrium]:
        """The equilibrium of every set that can be reached from here, this one first."""
        return {play.living: play for play in (self, *self.below)}

    def aims_in(self, order: Order) -> tuple[Aim, ...]:
        """Return the aims of the players of a shooting order, in that order."""
        play = self.policy[self.problem.in_cycle(order)]
        return tuple(play.aims[play.living.index(player)] for player in order)

    @property
    def kind(self) -> str:
        """What the equilibrium is: "strict", "not strict", "mixed" or "continuum"."""
        if self.is_continuum:
            return "continuum"
        return "mixed" if self.mixing else "strict" if self.strict else "not strict"

    def __str__(self) -> str:
        living, aims = self.problem.order_text(self.living), ", ".join(map(self.problem.aim_text, self.aims))
        return f"in {living}: {aims}; at the first turn {', '.join(texts(self.win))} ({self.kind})"


def selections_notes(plays: Iterable[Any]) -> list[str]:
    """Return the note of a table on equilibria to which several selections lead, as a list of at most one."""
    several = [f"{number} ({play.selections:,})" for number, play in enumerate(plays, 1) if play.selections > 1]
    more = f" and {len(several) - _LISTED:,} more" if len(several) > _LISTED else ""
    note = f"several selections of equilibria of the smaller sets lead to number {', '.join(several[:_LISTED])}{more}"
    return [note] if several else []


@dataclass(frozen=True, repr=False)
class Gain(Part):
    """Why a profile is not an equilibrium: a player has a better aim.

    Fields: `living`, the set; `aims`, the profile; `player`, who gains most by deviating; `better`, this player's best
    other aim; `worth` and `better_worth`, this player's win probabilities at the own turn with the aim in the profile
    and with `better`, while the other players keep their aims.
    """

    living: Cycle
    aims: PerSeat[Aim]
    player: Player
    better: Aim
    worth: Probability
    better_worth: Probability

    @property
    def gain(self) -> Number:
        """The gain in win probability by the deviation."""
        return self.better_worth - self.worth

    def __str__(self) -> str:
        aims, better = ", ".join(map(self.problem.aim_text, self.aims)), self.problem.aim_text(self.better)
        gain = f"{readable(self.gain)} ({percent_text(self.gain)})"
        return f"{aims}: {self.problem.label(self.player)} gains {gain} with {better}"


@dataclass(frozen=True, repr=False)
class Equilibria(Plays[Equilibrium]):
    """All stationary equilibria of a problem, as far as they were asked for; a sequence of `Equilibrium`.

    Fields: `problem`; `equilibria`, in canonical order of their aims, one for equal aims, values and strictness;
    `complete`, False if the search reached a limit or a smaller set has a continuum, so that more equilibria may exist;
    `mixed`, whether the search included mixes of shooting and missing by one or two players; `gains`, the best
    deviation from every profile of a set without an equilibrium, empty if there is an equilibrium or the set is large;
    `unsettled`, the number of unsettled surfaces of mixes, of which at most a rectangle or a point is listed (0 except
    for degenerate problems).
    """

    problem: Problem
    equilibria: tuple[Equilibrium, ...]
    complete: bool
    mixed: bool = False
    gains: tuple[Gain, ...] = ()
    unsettled: int = 0
    version: str = field(default_factory=package_version, compare=False)

    model: ClassVar[str] = "stationary"
    _keys: ClassVar[tuple[str, ...]] = (
        *("problem", "model", "equilibria", "complete", "mixed", "gains", "unsettled", "version"),
    )

    def _plays(self) -> tuple[Equilibrium, ...]:
        return self.equilibria

    def _sentence(self) -> str:
        return equilibria_text(len(self), "stationary" if self.mixed else "pure stationary", self.complete)

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
        plays = [(by_player(play.living, play.aims), play.win, play.stalemate, play.kind) for play in self]
        mixes = (f"{index}: {mix}" for index, play in enumerate(self, 1) for mix in play.mixing)
        return side_by_side(
            self.problem, plays, ("stalemate", "kind"), [*self._notes(), *mixes, *selections_notes(self)]
        )

    def __repr__(self) -> str:
        return f"<Equilibria of {self.problem!r}: {self._sentence()}>"
