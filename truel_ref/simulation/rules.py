"""Every way to play as positions with probabilities: announced and stationary play, and the other rules of fire.

A **position** determines all possible next events. A position has one or more equally likely turns, several only if the
rules draw the shooter. After the draw of a turn, the shooter throws a die for the target and a die for the hit.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import SimulationError, SizeError
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import Order, next_order
from truel_ref.game.periodic_play import PeriodicEquilibrium
from truel_ref.game.problem import Problem
from truel_ref.kernels.graphs import reached

__all__ = [
    "FIRES",
    "AimsOf",
    "AnnouncedRules",
    "Bullets",
    "Fire",
    "Lot",
    "Move",
    "Opinions",
    "PeriodicRules",
    "Position",
    "RandomShooter",
    "Rules",
    "SimultaneousFire",
    "State",
    "Turn",
    "drawn_rules",
    "played_moves",
    "refuse_endless",
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
    def can_pass(self) -> bool:
        """Whether the turn can pass without a hit."""
        return bool(self.hit * sum((weight for weight, _, _ in self.aimed), Fraction(0)) != 1)

    @property
    def follows(self) -> list[Position]:
        """The possible next positions."""
        hits = [after for _, _, after in self.aimed] if self.hit else []
        return [*hits, self.passes] if self.can_pass else hits

    @cached_property
    def die(self) -> Die:
        """The dice of the turn."""
        weights, chance = [_thrown(weight) for weight, _, _ in self.aimed], _thrown(self.hit)
        sides = math.lcm(*(weight.denominator for weight in weights))
        limits = accumulate(int(weight * sides) for weight in weights)
        below = tuple((limit, target, after) for limit, (_, target, after) in zip(limits, self.aimed, strict=True))
        return Die(sides, below, chance.denominator, chance.numerator)


class Die(NamedTuple):
    """The dice of a turn: an integer below `sides` for the target, and an integer below `hit_sides` for the hit.

    `below` gives for each target an upper limit of the first throw, and the position after a hit; beyond the last limit
    the shooter misses on purpose.
    """

    sides: int
    below: tuple[tuple[int, int, Position], ...]
    hit_sides: int
    hit_below: int


def _thrown(chance: Any) -> Fraction:
    """Return a probability for dice: a fraction unchanged, an irrational number cut after 128 bits."""
    return chance if isinstance(chance, Fraction) else Fraction(chance.floor(128), 2**128)


class Rules(ABC):
    """A way to play, with the aims of all players: the start, the turns of every position, and the ends."""

    problem: Problem

    @property
    @abstractmethod
    def start(self) -> Position:
        """The position in which a game begins."""

    @abstractmethod
    def _survivors(self, position: Any) -> Living | None:
        """Return the players left, by place, if a position ends the game; None if the game goes on."""

    @abstractmethod
    def _turns(self, position: Any) -> tuple[Turn, ...]:
        """Return the equally likely turns of a position that does not end the game."""

    @abstractmethod
    def found(self, position: Any) -> Found:
        """Return the living players of a position, their aims, and the counts."""

    @cached_property
    def survivors(self) -> Callable[[Any], Living | None]:
        """The players left, by place, if a position ends the game; None if the game goes on. Results are cached."""
        return cache(self._survivors)

    @cached_property
    def turns(self) -> Callable[[Any], tuple[Turn, ...]]:
        """The equally likely turns of a position that does not end the game. Results are cached."""
        return cache(self._turns)

    def alike(self, position: Position) -> Position:
        """Return a common representative of all positions that differ only in the identity of persons."""
        return position

    def positions(self) -> list[Position]:
        """Return the positions that can be reached and do not end the game, in the order of discovery.

        Raises `SimulationError` for more than a million.
        """
        going_on: list[Position] = []

        def after(position: Position) -> Iterator[Position]:
            if self.survivors(position) is not None:
                return
            going_on.append(position)
            if len(going_on) > MOST_POSITIONS:
                raise SimulationError(f"a game of more than {MOST_POSITIONS:,} positions is too large to simulate")
            for turn in self.turns(position):
                yield from map(self.alike, turn.follows)

        reached([self.alike(self.start)], after)
        return going_on

    @property
    def lots(self) -> tuple[tuple[Order, Rules], ...]:
        """The equally likely lots before the first turn, each with players by place and rules; here only one."""
        return ((self.problem.first_order, self),)


class Found(NamedTuple):
    """The situation before a turn: the living players, their aims, and the counts.

    Fields: `living`, in a phase in shooting order; `aims`, None for a player without an allowed aim or not on move;
    `counts`, with bullets the rounds left, with opinions the holders of each; `held`, the opinion of every person.
    """

    living: Living
    aims: tuple[Aim | None, ...]
    counts: tuple[int, ...] = ()
    held: tuple[int, ...] = ()


def _aimed(aim: Aim, after: Callable[[int], Position]) -> tuple[tuple[Any, int, Position], ...]:
    """Return for every target of an aim the weight, the target and the position after a hit."""
    return tuple((aim.weights[target], target, after(target)) for target in aim.targets)


@dataclass(frozen=True)
class AnnouncedRules(Rules):
    """Announced or stationary play, checked, with every phase that can be reached.

    A position is a shooting order with the player on move in it.

    Fields: `problem`, whose hit probabilities count; `aims`, for every phase that can be reached the aims in shooting
    order, the first phase first; `policy`, the source of the aims: "solution" or "given".
    """

    problem: Problem
    aims: Mapping[Order, tuple[Aim | None, ...]]
    policy: str

    @property
    def start(self) -> Position:
        """The first phase, with the first player on move."""
        return self.problem.first_order, 0

    def stalls(self, order: Order) -> bool:
        """Return whether a phase is a stalemate: an aim is missing (R3.5), or nobody can ever be hit (R2.3)."""
        aims = self.aims.get(order, (None,))  # nothing leads to a phase without aims
        return None in aims or not any(
            self.problem.hits[player] and aim and not aim.is_miss for player, aim in zip(order, aims, strict=True)
        )

    def _survivors(self, position: Any) -> Living | None:
        order, _ = position
        return tuple(sorted(order)) if len(order) == 1 or self.stalls(order) else None

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        order, player = position
        place = order.index(player)
        aim = self.aims[order][place]
        assert aim is not None  # the phase is no stalemate

        def after(victim: int) -> Position:
            follows = next_order(order, player, victim)
            return follows, follows[0]

        passes = order, order[(place + 1) % len(order)]
        return (Turn(player, self.problem.hits[player], _aimed(aim, after), passes),)

    def found(self, position: Any) -> Found:
        """Return the phase with its aims."""
        order, _ = position
        return Found(order, self.aims[order])

    def positions(self) -> list[Position]:
        """Return the positions of all phases that go on, by phase and place in its order."""
        return [(order, player) for order in self.aims if not self.stalls(order) for player in order]


@dataclass(frozen=True)
class PeriodicRules(Rules):
    """Play by plans that repeat after some rounds (R13).

    A position is the living players, the player on move, and the round of the plan, from 0.

    Fields: `problem`, whose hit probabilities count; `plans`, for every set that can be reached its plan with the
    rounds in which it begins; `policy`, the source of the aims: "solution".
    """

    problem: Problem
    plans: Mapping[Living, PeriodicEquilibrium]
    policy: str = "solution"

    @property
    def start(self) -> Position:
        """All players live, and the first player is on move in the first round of the plan."""
        return self.problem.first_order, 0, 0

    def _survivors(self, position: Any) -> Living | None:
        living = position[0]
        going_on = len(living) > 1 and any(
            self.problem.hits[player] and not aim.is_miss
            for aims in self.plans[living].aims
            for player, aim in zip(living, aims, strict=True)
        )
        return None if going_on else living

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        living, player, number = position
        plan, place = self.plans[living], living.index(player)

        def after(victim: int) -> Position:
            mover = next_order(living[place:] + living[:place], player, victim)[0]
            left = _without(living, (victim,))
            begun = self.plans.get(left)  # nothing leads to a set without a plan
            return left, mover, begun.entry[left.index(mover)] - 1 if begun else 0

        is_last = player == living[-1]
        passes = living, living[0 if is_last else place + 1], (number + is_last) % plan.period
        return (Turn(player, self.problem.hits[player], _aimed(plan.aims[number][place], after), passes),)

    def found(self, position: Any) -> Found:
        """Return the living players with their aims in this round."""
        living, _, number = position
        return Found(living, self.plans[living].aims[number])


State: TypeAlias = "tuple[Living, int | None, tuple[int, ...]]"
"""A point of decision: the living players, the player on move, the counts; as `StatePlay.state`."""

AimsOf: TypeAlias = Callable[[Living, "int | None", tuple[int, ...], int], Aim]
"""Gives the aim of a player from the living players, the player on move, the counts, and the player."""


def _without(living: Living, gone: Living) -> Living:
    return tuple(player for player in living if player not in gone)


@dataclass(frozen=True)
class Fire(Rules):
    """The common part of the ways to play with the states of `StatePlay`; a position is usually the living players.

    Fields: `problem`; `aim_of`, gives the aims.
    """

    problem: Problem
    aim_of: AimsOf

    @property
    def start(self) -> Position:
        """The start: all players live."""
        return self.problem.first_order

    def state(self, position: Any) -> State:
        """Return the state that gives the aims of a position."""
        return position, None, ()

    def found(self, position: Any) -> Found:
        """Return the state with the aims of all players who may be on move."""
        living, mover, counts = self.state(position)
        aims = (self.aim_of(living, mover, counts, player) if mover in (None, player) else None for player in living)
        return Found(living, tuple(aims), counts)

    def _survivors(self, position: Any) -> Living | None:
        return self._left(position)

    def _left(self, living: Living) -> Living | None:
        """Return the players left for ever: nobody, the last player, or all in a stalemate; otherwise None."""
        going_on = len(living) > 1 and any(
            self.problem.hits[player] and not self.aim_of(living, None, (), player).is_miss for player in living
        )
        return None if going_on else living


@dataclass(frozen=True)
class RandomShooter(Fire):
    """Every shot is fired by a uniformly drawn living player; a position is the living players.

    >>> from fractions import Fraction
    >>> game = RandomShooter(Problem(["1/2", 1]), lambda living, mover, counts, player: Aim.at(1 - player, 2))
    >>> [turn.shooter for turn in game.turns((0, 1))], game.positions(), game.survivors((1,))
    ([0, 1], [(0, 1)], (1,))
    """

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        aims = {shooter: self.aim_of(position, None, (), shooter) for shooter in position}
        return tuple(
            Turn(
                shooter,
                self.problem.hits[shooter],
                _aimed(aim, lambda target: _without(position, (target,))),
                position,
            )
            for shooter, aim in aims.items()
        )


@dataclass(frozen=True)
class SimultaneousFire(Fire):
    """All living players fire at once, round after round.

    The shots of a round are simulated one after the other, each as a turn, and the players hit leave when all have
    fired. A position is the players who live at the beginning of the round, the number of them who have fired, and the
    players hit.
    """

    @property
    def start(self) -> Position:
        """The start: all players live, and nobody has fired."""
        return self.problem.first_order, 0, ()

    def state(self, position: Any) -> State:
        """Return the state at the beginning of the round."""
        return position[0], None, ()

    def _survivors(self, position: Any) -> Living | None:
        # A round always goes on to its end.
        living, fired, _ = position
        return None if fired else self._left(living)

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        living, fired, hit = position
        shooter = living[fired]
        aim = self.aim_of(living, None, (), shooter)

        def after(hit: Living) -> Position:
            return (living, fired + 1, hit) if fired + 1 < len(living) else (_without(living, hit), 0, ())

        aimed = _aimed(aim, lambda target: after(tuple(sorted({*hit, target}))))
        return (Turn(shooter, self.problem.hits[shooter], aimed, after(hit)),)


@dataclass(frozen=True)
class Bullets(Fire):
    """Each player has a number of rounds, and every turn uses a round, including a deliberate miss.

    The mover is the first living player with a round, from a place on: the first player's place at the start, and
    afterwards the place after the shooter. A position is the living players, the player on move (None when the game is
    over), and the rounds of all players, 0 for eliminated players.

    Fields: `problem`; `aim_of`, gives the aims; `rounds`, the rounds of all players at the start, by place.
    """

    rounds: tuple[int, ...]

    @property
    def start(self) -> Position:
        """The start: all players live, and the first player with a round is on move."""
        return self._standing(self.problem.first_order, 0, self.rounds)

    def state(self, position: Any) -> State:
        """Return the living players, the player on move and the rounds: the position itself."""
        state: State = position
        return state

    def _standing(self, living: Living, place: int, rounds: tuple[int, ...]) -> Position:
        """Return the position in which these players live and the turn comes to a place."""
        players = self.problem.players
        cycle = [(place + step) % players for step in range(players)]
        armed = [player for player in cycle if player in living and rounds[player]]
        mover = armed[0] if armed and len(living) > 1 else None
        return living, mover, tuple(left if player in living else 0 for player, left in enumerate(rounds))

    def _survivors(self, position: Any) -> Living | None:
        living, mover, _ = position
        return living if mover is None else None

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        living, mover, rounds = position
        aim = self.aim_of(living, mover, rounds, mover)
        left = tuple(number - (player == mover) for player, number in enumerate(rounds))
        aimed = _aimed(aim, lambda target: self._standing(_without(living, (target,)), mover + 1, left))
        return (Turn(mover, self.problem.hits[mover], aimed, self._standing(living, mover + 1, left)),)


@dataclass(frozen=True)
class Opinions(Fire):
    """A drawn person tries to convince a holder of another opinion, with the power of the person's present opinion.

    A position is the opinion of each person; at the start all are different. The aim of an opinion is another opinion;
    a uniform draw selects the holder of it.
    """

    def alike(self, position: Any) -> Position:
        """Return the held opinions in ascending order: the persons who hold them do not matter."""
        return tuple(sorted(position))

    def _survivors(self, position: Any) -> Living | None:
        # One opinion, or only opinions that convince nobody.
        held = tuple(sorted(set(position)))
        powerless = not any(self.problem.hits[opinion] for opinion in held)
        return held if len(held) == 1 or powerless else None

    def state(self, position: Any) -> State:
        """Return the held opinions, and the number of holders of each."""
        return tuple(sorted(set(position))), None, tuple(map(position.count, self.problem.first_order))

    def found(self, position: Any) -> Found:
        """Return the held opinions with their aims, and the opinion of each person."""
        return super().found(position)._replace(held=position)

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        held, _, counts = self.state(position)
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
                for listener in self.problem.first_order
                if position[listener] == other
            )
            turns.append(Turn(person, self.problem.hits[opinion], aimed, position))
        return tuple(turns)


FIRES: dict[str, Callable[[Problem, AimsOf], Fire]] = {
    "shooter": RandomShooter,
    "simultaneous": SimultaneousFire,
    "opinions": Opinions,
}
"""The rules of fire by model, if they need the aims alone."""


@dataclass(frozen=True)
class Lot:
    """Games of which a draw selects one before the first turn.

    Fields: `problem`; `lots`, the equally likely orders, by place in the problem, with the rules of each order, in
    which the players go by their place in the order.
    """

    problem: Problem
    lots: tuple[tuple[Order, Rules], ...]


class Move(NamedTuple):
    """A played turn: the position, the turn, the target (None: a deliberate miss), and whether the shot hit."""

    position: Any
    turn: Turn
    target: int | None
    hit: bool


def drawn_rules(game: Rules | Lot, rng: random.Random) -> tuple[Order, Rules]:
    """Draw the lot before the first turn."""
    return game.lots[rng.randrange(len(game.lots)) if len(game.lots) > 1 else 0]


def played_moves(rules: Rules, rng: random.Random, max_turns: int | None) -> tuple[list[Move], Any]:
    """Play one game with exact draws of integers; return its moves and its last position."""
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


def refuse_endless(rules: Rules, max_turns: int | None) -> None:
    """Raise `SizeError`, before any turn, for games whose first hit would take too long.

    The best shooter hits most often, so the mean number of turns before the first hit is at least `1 / p` for the
    largest `p`.

    Parameters: `rules`; `max_turns`, the cap on turns.
    """
    best = max(rules.problem.hits)
    if isinstance(rules, Bullets) or not best:  # every turn uses a round, or nobody can be hit
        return
    if max_turns is None and _thrown(best) * MOST_TURNS_BEFORE_A_HIT < 1 and rules.survivors(rules.start) is None:
        raise SizeError(
            f"the first hit takes more than {MOST_TURNS_BEFORE_A_HIT:,} turns on average; cut games off: --max-turns, "
            "or max_turns"
        )
