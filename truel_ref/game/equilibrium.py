"""What is answered for stationary play: equilibria, and all of them together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import number_text, percent_text
from truel_ref.numbers.algebraic import Number

__all__ = ["Equilibria", "Equilibrium", "Gain", "Living", "Mixing"]

Living: TypeAlias = tuple[int, ...]
"""The living players in label order; a set of them names a phase of stationary play."""


@dataclass(frozen=True)
class Mixing:
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

    def __str__(self) -> str:
        chance = number_text(self.least)
        if self.is_continuum:
            chance = f"any probability between {chance} and {number_text(self.most)}"
        return f"{label(self.player)} shoots at {label(self.target)} with {chance}, else misses"


@dataclass(frozen=True, repr=False)
class Equilibrium:
    """One stationary equilibrium of a set of living players, over one equilibrium of every smaller set.

    Fields: `living`, the set; `aims`, one per living player; `values`, for each living player the win probabilities of
    all players of the problem at **his** turn; `strict`, whether every other option of every player gives him
    strictly less in this set; `below`, the selected equilibria of the smaller sets that can be reached from here, the
    largest first; `mixing`, who mixes shooting and missing and how, empty in a pure equilibrium. In a continuum `aims`
    and `values` are those of one point inside it.
    """

    living: Living
    aims: tuple[Aim, ...]
    values: tuple[tuple[Number, ...], ...]
    strict: bool
    below: tuple[Equilibrium, ...] = ()
    mixing: tuple[Mixing, ...] = ()

    @property
    def win(self) -> tuple[Number, ...]:
        """The win probabilities at the turn of the first living player."""
        return self.values[0]

    @property
    def stalemate(self) -> Number:
        """The probability that nobody wins, from the turn of the first living player on."""
        return 1 - sum(self.win, Fraction(0))

    @property
    def is_pure(self) -> bool:
        """Whether nobody mixes shooting and missing by chance."""
        return not self.mixing

    @property
    def is_continuum(self) -> bool:
        """Whether it stands for every point of an interval or a surface of mixes."""
        return any(mix.is_continuum for mix in self.mixing)

    @cached_property
    def policy(self) -> dict[Living, Equilibrium]:
        """The equilibrium of every set that can be reached from here, this one first."""
        return {one.living: one for one in (self, *self.below)}

    def aims_in(self, order: Order) -> tuple[Aim, ...]:
        """Return the aims of the players of a shooting order, in that order."""
        phase = self.policy[tuple(sorted(order))]
        return tuple(phase.aims[phase.living.index(player)] for player in order)

    def win_at(self, order: Order) -> tuple[Number, ...]:
        """Return the win probabilities when these players live and the first of them is on move."""
        phase = self.policy[tuple(sorted(order))]
        return phase.values[phase.living.index(order[0])]


@dataclass(frozen=True, repr=False)
class Gain:
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

    def __str__(self) -> str:
        aims = ", ".join(map(str, self.aims))
        return (
            f"{aims}: {label(self.player)} gains {number_text(self.gain)} ({percent_text(self.gain)}) "
            f"with {self.better}"
        )

    def __repr__(self) -> str:
        return f"<Gain {self}>"


@dataclass(frozen=True, repr=False)
class Equilibria:
    """All stationary equilibria of a problem, as far as they were asked for.

    Fields: `problem`; `equilibria`, in canonical order of their aims, one record per equilibrium and selection of
    equilibria of the smaller sets; `complete`, False if the cap on selections was hit, and then more may exist;
    `mixed`, whether mixes of shooting and missing by two players were searched, too; `selections`, how many
    selections were followed; `gains`, where there is none and the set that has none is small: for every profile of
    that set who deviates; `unsettled`, how many surfaces of mixes could not be settled (0 but for degenerate
    problems).
    """

    problem: Problem
    equilibria: tuple[Equilibrium, ...]
    complete: bool
    mixed: bool = False
    selections: int = 1
    gains: tuple[Gain, ...] = ()
    unsettled: int = 0
    backend: str = field(default="fractions", compare=False)

    def __iter__(self) -> Iterator[Equilibrium]:
        return iter(self.equilibria)

    def __len__(self) -> int:
        return len(self.equilibria)

    def __getitem__(self, index: int) -> Equilibrium:
        return self.equilibria[index]
