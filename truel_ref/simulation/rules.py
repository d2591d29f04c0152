"""A game as positions with chances: what every engine plays, and what each way to play is described by.

A **position** is all that decides what can happen next. Before a turn one of some equally likely turns is drawn (where
the rules draw nobody there is just one); then the shooter throws for his target and for the hit.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from truel_ref.budget import Estimate, admit, check
from truel_ref.errors import SimulationError
from truel_ref.game.equilibrium import Living
from truel_ref.game.orders import Order
from truel_ref.game.problem import Problem

__all__ = ["Lot", "Move", "Position", "Rules", "Turn", "admit_turns", "drawn_rules", "played_moves"]

Position: TypeAlias = Hashable

MOST_POSITIONS = 10**6  # some hundred bytes each


@dataclass(frozen=True)
class Turn:
    """What can happen on one turn.

    Fields: `shooter`; `hit`, the probability that a shot hits; `aimed`, for everybody he aims at the weight, the target
    and the position after a hit; `passes`, the position after none.
    """

    shooter: int
    hit: Any
    aimed: tuple[tuple[Any, int, Position], ...]
    passes: Position

    @cached_property
    def can_pass(self) -> bool:
        """Whether the turn can go by without a hit."""
        return bool(self.hit * sum((weight for weight, _, _ in self.aimed), Fraction(0)) != 1)

    @property
    def follows(self) -> list[Position]:
        """The positions that have a chance to come next."""
        hits = [after for _, _, after in self.aimed] if self.hit else []
        return [*hits, self.passes] if self.can_pass else hits

    @cached_property
    def die(self) -> Die:
        """The dice for it."""
        weights, chance = [_thrown(weight) for weight, _, _ in self.aimed], _thrown(self.hit)
        sides = math.lcm(*(weight.denominator for weight in weights))
        limits = accumulate(int(weight * sides) for weight in weights)
        below = tuple((limit, target, after) for limit, (_, target, after) in zip(limits, self.aimed, strict=True))
        return Die(sides, below, chance.denominator, chance.numerator)


class Die(NamedTuple):
    """What a player throws on his turn: an integer below `sides` for the target, one below `hit_sides` for the hit.

    `below` gives for each target the number that the first throw must stay under, and the position after a hit; beyond
    the last he misses on purpose.
    """

    sides: int
    below: tuple[tuple[int, int, Position], ...]
    hit_sides: int
    hit_below: int


def _thrown(chance: Any) -> Fraction:
    """Return a probability as dice can throw it: a fraction itself, an irrational number cut after 128 bits."""
    return chance if isinstance(chance, Fraction) else Fraction(chance.floor(128), 2**128)


class Rules(ABC):
    """One way to play, with everybody's aims: where it starts, what can happen in a position, and when it is over."""

    problem: Problem

    @property
    @abstractmethod
    def start(self) -> Position:
        """Where a game begins."""

    @abstractmethod
    def survivors(self, position: Position) -> Living | None:
        """Return who is left, by place, where a position ends the game; None where it goes on."""

    @abstractmethod
    def _turns(self, position: Any) -> tuple[Turn, ...]:
        """Return the turns of a position, one of which is drawn with equal chances."""

    def turns(self, position: Position) -> tuple[Turn, ...]:
        """Return the turns of a position that ends nothing, one of which is drawn with equal chances."""
        if position not in self._known:
            self._known[position] = self._turns(position)
        return self._known[position]

    @cached_property
    def _known(self) -> dict[Position, tuple[Turn, ...]]:
        return {}

    def alike(self, position: Position) -> Position:
        """Return the position that stands for all that differ in nothing but who is who."""
        return position

    def positions(self) -> list[Position]:
        """Return the positions that can be reached and that end nothing, in the order of discovery.

        Raises `SimulationError` for more than a million.
        """
        discovered = {self.alike(self.start): None}
        waiting = list(discovered)
        going_on = []
        for position in waiting:
            check()
            if self.survivors(position) is not None:
                continue
            going_on.append(position)
            if len(going_on) > MOST_POSITIONS:
                raise SimulationError(f"a game that can stand in more than {MOST_POSITIONS:,} positions is too large")
            for turn in self.turns(position):
                for after in map(self.alike, turn.follows):
                    if after not in discovered:
                        discovered[after] = None
                        waiting.append(after)
        return going_on

    @property
    def lots(self) -> tuple[tuple[Order, Rules], ...]:
        """What is drawn before the first turn, each as likely: the players by place, and how they play; here one."""
        return ((self.problem.first_order, self),)


@dataclass(frozen=True)
class Lot:
    """Games of which one is drawn before the first turn.

    Fields: `problem`; `lots`, the orders, each as likely, by place in the problem, with the rules of that order, in
    which the players go by their place in the order.
    """

    problem: Problem
    lots: tuple[tuple[Order, Rules], ...]


class Move(NamedTuple):
    """One turn as it was played: where, which one, at whom (None: a deliberate miss), and whether it hit."""

    position: Any
    turn: Turn
    target: int | None
    hit: bool


def drawn_rules(game: Rules | Lot, rng: random.Random) -> tuple[Order, Rules]:
    """Draw what is to be drawn before the first turn."""
    return game.lots[rng.randrange(len(game.lots)) if len(game.lots) > 1 else 0]


def played_moves(rules: Rules, rng: random.Random, max_turns: int | None) -> tuple[list[Move], Any]:
    """Play one game with exact draws of integers; return its moves, and the position where it ended or was cut off."""
    throw = rng.randrange
    position: Any = rules.start
    moves: list[Move] = []
    while len(moves) != max_turns and rules.survivors(position) is None:
        check()
        turns = rules.turns(position)
        turn = turns[throw(len(turns)) if len(turns) > 1 else 0]
        sides, below, hit_sides, hit_below = turn.die
        thrown = throw(sides)
        target, after = next(((target, after) for limit, target, after in below if thrown < limit), (None, turn.passes))
        hit = target is not None and throw(hit_sides) < hit_below
        moves.append(Move(position, turn, target, hit))
        position = after if hit else turn.passes
    return moves, position


def admit_turns(rules: Rules, max_turns: int | None, each: float, bytes_each: int = 0) -> None:
    """Refuse, before any turn, games that last longer than anybody can wait: until somebody is hit for the first time.

    Nobody hits more often than the best shot, so that takes as many turns as he needs for a hit on average, or more.

    Parameters: `rules`; `max_turns`, where games are cut off; `each` and `bytes_each`, seconds and memory for a turn.
    Raises `SizeError`.
    """
    best = max(rules.problem.hits)
    if best and rules.survivors(rules.start) is None:
        chance = _thrown(best)
        turns = chance.denominator // chance.numerator if chance else 2**128
        turns = turns if max_turns is None else min(turns, max_turns)
        way_out = "cut games off: --max-turns, or max_turns"
        admit(Estimate(turns, "turns and more of each game", each, turns * bytes_each, way_out=way_out))
