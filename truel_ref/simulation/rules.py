"""Every way to play as positions with probabilities: announced, stationary and periodic play, other rules of fire.

A **position** determines all possible next events. A position has one or more equally likely turns, several only if the
rules draw the shooter. The shooter throws a die for the target and a die for the hit.

Rules: `docs/rules.md`, R1, R10 to R13.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from truel_ref.errors import ProblemError
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, next_order
from truel_ref.game.periodic_play import PeriodicEquilibrium
from truel_ref.game.problem import Problem
from truel_ref.limits import check

__all__ = [
    "AimOf",
    "Bullets",
    "Game",
    "Move",
    "Opinions",
    "Phases",
    "Plans",
    "Position",
    "RandomShooter",
    "Rules",
    "SimultaneousFire",
    "Situation",
    "Turn",
    "played_moves",
    "refuse_endless",
    "thrown",
]

Position: TypeAlias = Hashable

MOST_TURNS_BEFORE_A_HIT = 10**9
"""The most turns before the first hit, on average, of games without a cap."""

MOST_POSITIONS = 10**6  # a few hundred bytes each


@dataclass(frozen=True)
class Turn:
    """A turn and its possible results.

    Fields: `shooter`; `hit`, the probability that a shot hits; `aimed`, for every target of the aim the weight, the
    target and the position after a hit; `passes`, the position after no hit.
    """

    shooter: int
    hit: Any
    aimed: tuple[tuple[Any, int, Position], ...]
    passes: Position

    @cached_property
    def passing(self) -> Any:
        """The probability that the turn passes without a hit."""
        return 1 - self.hit * sum((weight for weight, _, _ in self.aimed), Fraction(0))

    @property
    def hits(self) -> list[tuple[Any, Position]]:
        """The probability of a hit on each target, and the position after it; none for who never hits."""
        return [(self.hit * weight, after) for weight, _, after in self.aimed] if self.hit else []

    @cached_property
    def dice(self) -> tuple[int, list[tuple[int, int, Position]], int, int]:
        """The dice: sides for the target, with limits; sides for the hit, with a limit.

        The first throw picks the first target whose limit is above it; beyond all limits the shooter misses on purpose.
        """
        weights, chance = [thrown(weight) for weight, _, _ in self.aimed], thrown(self.hit)
        sides = math.lcm(*(weight.denominator for weight in weights))
        limits = accumulate(int(weight * sides) for weight in weights)
        below = [(limit, target, after) for limit, (_, target, after) in zip(limits, self.aimed, strict=True)]
        return sides, below, chance.denominator, chance.numerator


def thrown(chance: Any) -> Fraction:
    """Return a probability for dice: a fraction unchanged, an irrational number cut after 128 bits."""
    return chance if isinstance(chance, Fraction) else Fraction(chance.floor(128), 2**128)


class Situation(NamedTuple):
    """The situation before a turn: the living players, their aims, and the counts.

    Fields: `living`, in a phase in shooting order; `aims`, None for a player who does not decide here; `counts`, with
    bullets the rounds left, with opinions the opinion of each person.
    """

    living: Order
    aims: tuple[Aim | None, ...]
    counts: tuple[int, ...] = ()


@dataclass(frozen=True)
class Rules(ABC):
    """A way to play with the aims of all players: the start, the turns of every position, and the ends.

    Field: `problem`, whose hit probabilities count.
    """

    problem: Problem

    @property
    @abstractmethod
    def start(self) -> Position:
        """The position in which a game begins."""

    @abstractmethod
    def _left(self, position: Any) -> Order | None:
        """Return the players left if a position ends the game; None if the game goes on."""

    @abstractmethod
    def _turns(self, position: Any) -> tuple[Turn, ...]:
        """Return the equally likely turns of a position that does not end the game."""

    @abstractmethod
    def situation(self, position: Any) -> Situation:
        """Return the living players of a position, their aims, and the counts."""

    @cached_property
    def left(self) -> Callable[[Any], Order | None]:
        """The players left if a position ends the game; None if the game goes on. Results are cached."""
        return cache(self._left)

    @cached_property
    def turns(self) -> Callable[[Any], tuple[Turn, ...]]:
        """The equally likely turns of a position that does not end the game. Results are cached."""
        return cache(self._turns)

    def alike(self, position: Position) -> Position:
        """Return a common representative of all positions that differ only in the identity of persons."""
        return position

    def positions(self) -> list[Position]:
        """Return the positions that can be reached and do not end the game, in the order of discovery.

        Raises `ProblemError` for more than a million.
        """
        found = {self.alike(self.start): None}
        going_on = [position for position in found if self.left(position) is None]
        for position in going_on:  # the list grows during the loop
            check()
            if len(going_on) > MOST_POSITIONS:
                raise ProblemError(f"a game of more than {MOST_POSITIONS:,} positions is too large to simulate")
            for turn in self.turns(position):
                for after in (*(after for _, after in turn.hits), *([turn.passes] if turn.passing else [])):
                    after = self.alike(after)  # noqa: PLW2901  the same position, by its name
                    if after not in found:
                        found[after] = None
                        going_on += [after] if self.left(after) is None else []
        return going_on


@dataclass(frozen=True)
class Game:
    """Equally likely ways to play: one, or one for each order that a lot can draw.

    Fields: `problem`; `lots`, the rules of each.
    """

    problem: Problem
    lots: tuple[Rules, ...]


def _can_hit(problem: Problem, player: int, aim: Aim | None) -> bool:
    return bool(problem.hits[player]) and aim is not None and not aim.is_miss


def _aimed(aim: Aim, after: Callable[[int], Position]) -> tuple[tuple[Any, int, Position], ...]:
    """Return for every target of an aim the weight, the target and the position after a hit."""
    return tuple((aim.weights[target], target, after(target)) for target in aim.targets)


def _without(living: Order, gone: Order) -> Order:
    return tuple(player for player in living if player not in gone)


@dataclass(frozen=True)
class Phases(Rules):
    """Announced or stationary play; a position is a shooting order with the seat on move.

    Fields: `problem`; `aims`, for every phase that can be reached the aims in shooting order, None for a player who may
    announce nothing (R3.5).
    """

    aims: Mapping[Order, tuple[Aim | None, ...]]

    @property
    def start(self) -> Position:
        """The first phase, with the first player on move."""
        return self.problem.order, 0

    def _left(self, position: Any) -> Order | None:
        order, _ = position
        aims = self.aims.get(order, (None,))  # nothing leads to a phase without aims
        going_on = None not in aims and any(map(_can_hit, [self.problem] * len(order), order, aims))
        return None if going_on and len(order) > 1 else tuple(sorted(order))

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        order, seat = position
        player, aim = order[seat], self.aims[order][seat]
        assert aim is not None  # the phase is no stalemate
        aimed = _aimed(aim, lambda victim: (next_order(order, player, victim), 0))
        return (Turn(player, self.problem.hits[player], aimed, (order, (seat + 1) % len(order))),)

    def situation(self, position: Any) -> Situation:
        """Return the phase with its aims."""
        order, _ = position
        return Situation(order, self.aims[order])


@dataclass(frozen=True)
class Plans(Rules):
    """Play by plans that repeat after some rounds (R13); a position is the living players, the seat, the round from 0.

    Fields: `problem`; `plans`, for every set that can be reached its plan with the rounds in which it begins.
    """

    plans: Mapping[Order, PeriodicEquilibrium]

    @property
    def start(self) -> Position:
        """All players live, and the first player is on move in the first round of the plan."""
        return self.problem.order, 0, 0

    def _left(self, position: Any) -> Order | None:
        living = position[0]
        if len(living) < 2:
            return tuple(living)
        rounds = self.plans[living].aims
        going_on = any(_can_hit(self.problem, *pair) for aims in rounds for pair in zip(living, aims, strict=True))
        return None if going_on else tuple(sorted(living))

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        living, seat, number = position
        plan, player = self.plans[living], living[seat]

        def after(victim: int) -> Position:
            mover = next_order(living, player, victim)[0]
            left = _without(living, (victim,))
            begun = self.plans.get(left)  # nothing leads to a set without a plan
            return left, left.index(mover), begun.entry[left.index(mover)] - 1 if begun else 0

        passes = living, (seat + 1) % len(living), (number + (seat + 1 == len(living))) % plan.period
        return (Turn(player, self.problem.hits[player], _aimed(plan.aims[number][seat], after), passes),)

    def situation(self, position: Any) -> Situation:
        """Return the living players with their aims in this round."""
        living, _, number = position
        return Situation(living, self.plans[living].aims[number])


AimOf: TypeAlias = "Callable[[Order, int | None, tuple[int, ...], int], Aim]"
"""Gives the aim of a player from the living players, the player on move, the counts, and the player."""


@dataclass(frozen=True)
class RandomShooter(Rules):
    """Every shot is fired by a uniformly drawn living player; a position is the living players.

    Fields: `problem`; `aim_of`.

    >>> game = RandomShooter(Problem(["1/2", 1]), lambda living, mover, counts, player: Aim.at(1 - player, 2))
    >>> [turn.shooter for turn in game.turns((0, 1))], game.positions(), game.left((1,))
    ([0, 1], [(0, 1)], (1,))
    """

    aim_of: AimOf

    @property
    def start(self) -> Position:
        """All players live."""
        return self.problem.order

    def _left(self, position: Any) -> Order | None:
        return self._stay(position)

    def _stay(self, living: Order) -> Order | None:
        """Return the players who stay alive for ever: nobody, the last player, or all in a stalemate; else None."""
        going_on = len(living) > 1 and any(
            _can_hit(self.problem, player, self.aim_of(living, None, (), player)) for player in living
        )
        return None if going_on else tuple(sorted(living))

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        return tuple(
            Turn(shooter, self.problem.hits[shooter], _aimed(aim, lambda one: _without(position, (one,))), position)
            for shooter, aim in ((shooter, self.aim_of(position, None, (), shooter)) for shooter in position)
        )

    def situation(self, position: Any) -> Situation:
        """Return the living players with their aims."""
        living = self._living(position)
        return Situation(living, tuple(self.aim_of(living, None, (), player) for player in living))

    def _living(self, position: Any) -> Order:
        return position  # type: ignore[no-any-return]


@dataclass(frozen=True)
class SimultaneousFire(RandomShooter):
    """All living players fire at once, round after round; the players hit leave when all have fired.

    A position is the players who live at the beginning of the round, the number of them who have fired, and the players
    hit.
    """

    @property
    def start(self) -> Position:
        """All players live, and nobody has fired."""
        return self.problem.order, 0, ()

    def _living(self, position: Any) -> Order:
        return position[0]  # type: ignore[no-any-return]

    def _left(self, position: Any) -> Order | None:
        living, fired, _ = position  # a round always goes on to its end
        return None if fired else self._stay(living)

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        living, fired, hit = position
        shooter = living[fired]

        def after(hit: Order) -> Position:
            return (living, fired + 1, hit) if fired + 1 < len(living) else (_without(living, hit), 0, ())

        aim = self.aim_of(living, None, (), shooter)
        aimed = _aimed(aim, lambda target: after(tuple(sorted({*hit, target}))))
        return (Turn(shooter, self.problem.hits[shooter], aimed, after(hit)),)


@dataclass(frozen=True)
class Bullets(Rules):
    """Each player has a number of rounds, and every turn uses a round, including a deliberate miss (R11).

    The mover is the first living player with a round, from a place on: the first player's place at the start, and
    afterwards the place after the shooter. A position is the living players, the player on move (None when the game is
    over), and the rounds of all players, 0 for eliminated players.

    Fields: `problem`; `aim_of`; `rounds`, the rounds of all players at the start.
    """

    aim_of: AimOf
    rounds: tuple[int, ...]

    @property
    def start(self) -> Position:
        """All players live, and the first player with a round is on move."""
        return self._standing(self.problem.order, 0, self.rounds)

    def _standing(self, living: Order, place: int, rounds: tuple[int, ...]) -> Position:
        """Return the position in which these players live and the turn comes to a place."""
        cycle = self.problem.order[place:] + self.problem.order[:place]
        armed = [player for player in cycle if player in living and rounds[player]]
        mover = armed[0] if armed and len(living) > 1 else None
        return living, mover, tuple(left if player in living else 0 for player, left in enumerate(rounds))

    def _left(self, position: Any) -> Order | None:
        living, mover, _ = position
        return tuple(sorted(living)) if mover is None else None

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        living, mover, rounds = position
        place = (self.problem.order.index(mover) + 1) % self.problem.players
        left = tuple(number - (player == mover) for player, number in enumerate(rounds))
        aim = self.aim_of(living, mover, rounds, mover)
        aimed = _aimed(aim, lambda target: self._standing(_without(living, (target,)), place, left))
        return (Turn(mover, self.problem.hits[mover], aimed, self._standing(living, place, left)),)

    def situation(self, position: Any) -> Situation:
        """Return the living players, the aim of the mover, and the rounds left."""
        living, mover, rounds = position
        aims = (self.aim_of(living, mover, rounds, player) if player == mover else None for player in living)
        return Situation(living, tuple(aims), rounds)


@dataclass(frozen=True)
class Opinions(Rules):
    """A drawn person tries to convince a holder of another opinion, with the power of the person's present opinion.

    A position is the opinion of each person; at the start all are different. The aim of an opinion is another opinion;
    a uniform draw selects the holder of it (R12).

    Fields: `problem`; `aim_of`.
    """

    aim_of: AimOf

    @property
    def start(self) -> Position:
        """Everybody holds their own opinion."""
        return tuple(range(self.problem.players))

    def alike(self, position: Any) -> Position:
        """Return the held opinions in ascending order: the persons who hold them do not matter."""
        return tuple(sorted(position))

    def _held(self, position: Any) -> Order:
        """Return the held opinions in the order of the problem, by which an answer names its states."""
        return tuple(opinion for opinion in self.problem.order if opinion in position)

    def _left(self, position: Any) -> Order | None:
        held = tuple(sorted(set(position)))
        powerless = not any(self.problem.hits[opinion] for opinion in held)
        return held if len(held) == 1 or powerless else None

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        held, counts = self._held(position), tuple(map(position.count, range(len(position))))
        turns = []
        for person, opinion in enumerate(position):
            aim = self.aim_of(held, None, counts, opinion)
            aimed = tuple(
                (
                    aim.weights[other] / counts[other],
                    listener,
                    (*position[:listener], opinion, *position[listener + 1 :]),
                )
                for other in aim.targets
                for listener in range(len(position))
                if position[listener] == other
            )
            turns.append(Turn(person, self.problem.hits[opinion], aimed, position))
        return tuple(turns)

    def situation(self, position: Any) -> Situation:
        """Return the held opinions with their aims, and the opinion of each person."""
        held, counts = self._held(position), tuple(map(position.count, range(len(position))))
        return Situation(held, tuple(self.aim_of(held, None, counts, opinion) for opinion in held), position)


class Move(NamedTuple):
    """A played turn: the position, the turn, the target (None: a deliberate miss), and whether the shot hit."""

    position: Any
    turn: Turn
    target: int | None
    hit: bool


def played_moves(rules: Rules, rng: random.Random, max_turns: int | None) -> tuple[list[Move], Any]:
    """Play one game with exact draws of integers; return its moves and its last position."""
    throw = rng.randrange
    position: Any = rules.start
    moves: list[Move] = []
    while len(moves) != max_turns and rules.left(position) is None:
        check()
        turns = rules.turns(position)
        turn = turns[throw(len(turns)) if len(turns) > 1 else 0]
        sides, below, hit_sides, hit_below = turn.dice
        die = throw(sides)
        target, after = next(((target, after) for limit, target, after in below if die < limit), (None, turn.passes))
        hit = target is not None and throw(hit_sides) < hit_below
        moves.append(Move(position, turn, target, hit))
        position = after if hit else turn.passes
    return moves, position


def refuse_endless(rules: Rules, max_turns: int | None) -> None:
    """Raise `ProblemError`, before any turn, for games whose first hit would take too long.

    The best shooter hits most often, so the mean number of turns before the first hit is at least `1 / p` for the
    largest `p`.

    Parameters: `rules`; `max_turns`, the cap on turns.
    """
    best = max(rules.problem.hits)
    if isinstance(rules, Bullets) or not best:  # every turn uses a round, or nobody can be hit
        return
    if max_turns is None and thrown(best) * MOST_TURNS_BEFORE_A_HIT < 1 and rules.left(rules.start) is None:
        raise ProblemError(
            f"the first hit takes more than {MOST_TURNS_BEFORE_A_HIT:,} turns on average; cut games off: --max-turns, "
            "or max_turns"
        )
