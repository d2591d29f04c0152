"""The other rules of fire, each as positions with chances, written from the rules alone."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.problem import Problem
from truel_ref.simulation.rules import Position, Rules, Turn

__all__ = ["AimsOf", "Bullets", "Fire", "Opinions", "RandomShooter", "SimultaneousFire", "State"]

State: TypeAlias = "tuple[Living, int | None, tuple[int, ...]]"
"""Where a decision is made: who lives, who is on move, what is left; as `StatePlay.state`."""

AimsOf: TypeAlias = Callable[[Living, "int | None", tuple[int, ...], int], Aim]
"""The aim of a player in a state: who lives, who is on move, what is left, and whose aim it is."""


def _without(living: Living, gone: Living) -> Living:
    return tuple(player for player in living if player not in gone)


@dataclass(frozen=True)
class Fire(Rules):
    """What ways to play have in common whose states are those of `StatePlay`.

    Fields: `problem`; `aim_of`, the aims.
    """

    problem: Problem
    aim_of: AimsOf

    @cached_property
    def everybody(self) -> Living:
        """All players."""
        return tuple(range(self.problem.players))

    @abstractmethod
    def state(self, position: Any) -> State:
        """Return the state whose aims count in a position."""

    def _nobody_can_be_hit(self, living: Living) -> bool:
        return not any(
            self.problem.hits[player] and not self.aim_of(living, None, (), player).is_miss for player in living
        )

    @cached_property
    def _ends(self) -> dict[Living, Living | None]:
        return {}

    def _left(self, living: Living) -> Living | None:
        """Return who is left for ever once these live: nobody, the last one, or all in a stalemate; else None."""
        if living not in self._ends:
            self._ends[living] = living if len(living) < 2 or self._nobody_can_be_hit(living) else None
        return self._ends[living]


@dataclass(frozen=True)
class RandomShooter(Fire):
    """For every shot one of the living is drawn; a position is who lives.

    >>> from fractions import Fraction
    >>> game = RandomShooter(Problem(["1/2", 1]), lambda living, mover, counts, player: Aim.at(1 - player, 2))
    >>> [turn.shooter for turn in game.turns((0, 1))], game.positions(), game.survivors((1,))
    ([0, 1], [(0, 1)], (1,))
    """

    @property
    def start(self) -> Position:
        """Everybody lives."""
        return self.everybody

    def state(self, position: Any) -> State:
        """Return who lives."""
        return position, None, ()

    def survivors(self, position: Any) -> Living | None:
        """Return who is left for ever, None where it goes on."""
        return self._left(position)

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        turns = []
        for shooter in position:
            aim = self.aim_of(position, None, (), shooter)
            aimed = tuple((aim.weights[target], target, _without(position, (target,))) for target in aim.targets)
            turns.append(Turn(shooter, self.problem.hits[shooter], aimed, position))
        return tuple(turns)


@dataclass(frozen=True)
class SimultaneousFire(Fire):
    """All living players fire at once, round after round.

    The shots of a round are thrown one after the other, each of them one turn, and whoever was hit leaves when all
    have fired. A position is who lives at the beginning of the round, how many of them have fired, and who was hit.
    """

    @property
    def start(self) -> Position:
        """Everybody lives, and nobody has fired."""
        return self.everybody, 0, ()

    def state(self, position: Any) -> State:
        """Return who lived at the beginning of the round."""
        return position[0], None, ()

    def survivors(self, position: Any) -> Living | None:
        """Return who is left for ever, None where it goes on, as it does to the end of every round."""
        living, fired, _ = position
        return None if fired else self._left(living)

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        living, fired, hit = position
        shooter = living[fired]
        aim = self.aim_of(living, None, (), shooter)

        def after(hit: Living) -> Position:
            if fired + 1 < len(living):
                return living, fired + 1, hit
            return _without(living, hit), 0, ()

        aimed = tuple((aim.weights[target], target, after(tuple(sorted({*hit, target})))) for target in aim.targets)
        return (Turn(shooter, self.problem.hits[shooter], aimed, after(hit)),)


@dataclass(frozen=True)
class Bullets(Fire):
    """Everybody has so many rounds, and every turn costs one, a deliberate miss included.

    The mover is the first living player with a round at or after the place, which is the first player's at the start,
    and afterwards the one after the shooter. A position is who lives, who is on move (None when it is over), and the
    rounds of everybody, 0 for who has left.

    Fields: beside `problem` and `aim_of`, `rounds`, those of everybody at the start, by place.
    """

    rounds: tuple[int, ...]

    @property
    def start(self) -> Position:
        """Everybody lives, and the first who has a round is on move."""
        return self._standing(self.everybody, 0, self.rounds)

    def state(self, position: Any) -> State:
        """Return who lives, who is on move and what everybody has left: the position itself."""
        living, mover, rounds = position
        return living, mover, rounds

    def _standing(self, living: Living, place: int, rounds: tuple[int, ...]) -> Position:
        """Return the position in which these live and the turn comes to a place."""
        players = self.problem.players
        cycle = [(place + step) % players for step in range(players)]
        armed = [player for player in cycle if player in living and rounds[player]]
        mover = armed[0] if armed and len(living) > 1 else None
        return living, mover, tuple(left if player in living else 0 for player, left in enumerate(rounds))

    def survivors(self, position: Any) -> Living | None:
        """Return who is left once one player is, or no round; else None."""
        living, mover, _ = position
        return living if mover is None else None

    def _turns(self, position: Any) -> tuple[Turn, ...]:
        living, mover, rounds = position
        aim = self.aim_of(living, mover, rounds, mover)
        left = tuple(number - (player == mover) for player, number in enumerate(rounds))
        aimed = tuple(
            (aim.weights[target], target, self._standing(_without(living, (target,)), mover + 1, left))
            for target in aim.targets
        )
        return (Turn(mover, self.problem.hits[mover], aimed, self._standing(living, mover + 1, left)),)


@dataclass(frozen=True)
class Opinions(Fire):
    """A person drawn tries to convince one of another opinion, with the power of the opinion that he holds now.

    A position is the opinion that each person holds. The aim of an opinion is another opinion; which of its holders is
    spoken to is drawn, each as likely.
    """

    @property
    def start(self) -> Position:
        """Everybody holds an opinion of his own."""
        return self.everybody

    def alike(self, position: Any) -> Position:
        """Return the opinions held in ascending order: who holds which does not matter."""
        return tuple(sorted(position))

    def survivors(self, position: Any) -> Living | None:
        """Return the opinions that are left for ever: one, or only such as convince nobody; else None."""
        held = tuple(sorted(set(position)))
        powerless = not any(self.problem.hits[opinion] for opinion in held)
        return held if len(held) == 1 or powerless else None

    def state(self, position: Any) -> State:
        """Return the opinions held, and how many persons hold each."""
        return tuple(sorted(set(position))), None, tuple(map(position.count, self.everybody))

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
                for listener in self.everybody
                if position[listener] == other
            )
            turns.append(Turn(person, self.problem.hits[opinion], aimed, position))
        return tuple(turns)
