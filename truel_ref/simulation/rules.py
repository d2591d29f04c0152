"""Every way to play as positions with probabilities: announced, stationary and periodic play, other rules of fire.

A **position** determines all possible next events. A position has one or more equally likely turns, several only if the
rules draw the shooter. The shooter throws a die for the target and a die for the hit.

Rules: `docs/rules.md`, R1, R10 to R13.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from truel_ref.errors import ProblemError, refuse
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.kernels.graphs import reached
from truel_ref.numbers import numerators

Position: TypeAlias = Hashable

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

    @property
    def ways(self) -> list[tuple[Any, Position]]:
        """The probabilities above 0 of the positions after the turn."""
        return [way for way in [*self.hits, (self.passing, self.passes)] if way[0]]

    @cached_property
    def dice(self) -> tuple[int, list[tuple[int, int, Position]], int, int]:
        """The dice: sides for the target, with limits; sides for the hit, with a limit.

        The first throw picks the first target whose limit is above it; beyond all limits the shooter misses on purpose.
        """
        faces, sides = numerators([thrown(weight) for weight, _, _ in self.aimed])
        chance, limits = thrown(self.hit), accumulate(faces)
        below = [(limit, target, after) for limit, (_, target, after) in zip(limits, self.aimed, strict=True)]
        return sides, below, chance.denominator, chance.numerator


def thrown(chance: Any) -> Fraction:
    """Return a probability for dice: a fraction unchanged, an irrational number cut after 128 bits."""
    return chance if isinstance(chance, Fraction) else Fraction(chance.floor(128), 2**128)


class Situation(NamedTuple):
    """What a position is: the living players, their aims, and what happens next.

    Fields: `living`, in a phase in shooting order; `aims`, None for a player who does not decide here; `turns`, the
    equally likely turns, none if the position ends the game.
    """

    living: Order
    aims: tuple[Any, ...] = ()
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class Rules:
    """A way to play with the aims of all players.

    Fields: `problem`, whose hit probabilities count; `start`, the position in which a game begins; `situation`, a
    function of a position; `model`, its name; `alike`, gives a common representative of all positions that differ only
    in the identity of persons.
    """

    problem: Problem
    start: Position
    situation: Callable[[Any], Situation]
    model: str = ""
    alike: Callable[[Any], Position] = field(default=lambda position: position)

    def left(self, position: Position) -> Order | None:
        """Return the players left if a position ends the game, None if the game goes on."""
        here = self.situation(position)
        return None if here.turns else tuple(sorted(here.living))

    def positions(self) -> list[Position]:
        """Return the positions that can be reached and do not end the game, in the order of discovery.

        Raises `ProblemError` for more than a million.
        """
        found: list[Position] = []

        def after(position: Position) -> list[Position]:
            turns = self.situation(position).turns
            found.extend([position] if turns else [])
            large = f"a game of more than {MOST_POSITIONS:,} positions is too large to simulate"
            refuse(ProblemError, (len(found) > MOST_POSITIONS, large))
            return [self.alike(then) for turn in turns for _, then in turn.ways]

        reached([self.alike(self.start)], after)
        return found


@dataclass(frozen=True)
class DiceGame:
    """Equally likely ways to play: one, or one for each order that a lot can draw.

    Fields: `problem`; `lots`, the rules of each.
    """

    problem: Problem
    lots: tuple[Rules, ...]


# ---------------------------------------------------------------------------------------------------------
# The ways to play

AimsOf: TypeAlias = "Callable[..., tuple[Any, ...]]"
"""Gives the aims of the living players from these, the player on move, and the counts, if the model has them."""


def _shot(problem: Problem, player: int, aim: Aim, after: Callable[[int], Position], passes: Position) -> Turn:
    """Return the turn of a player with an aim; `after` gives the position after a hit on a target."""
    aimed = tuple((aim.weights[target], target, after(target)) for target in aim.targets)
    return Turn(player, problem.hits[player], aimed, passes)


def _goes_on(problem: Problem, living: Order, rounds: Iterable[Sequence[Aim | None]]) -> bool:
    """Return whether two or more live, all of them have aims, and somebody can be hit with these."""
    shots = [shot for aims in rounds for shot in zip(living, aims, strict=True)] if len(living) > 1 else []
    decided = all(aim is not None for _, aim in shots)
    return decided and any(problem.hits[player] and aim and not aim.is_miss for player, aim in shots)


def _without(living: Order, gone: Order) -> Order:
    return tuple(player for player in living if player not in gone)


def in_turn(
    problem: Problem,
    rounds: Mapping[Order, tuple[tuple[Aim | None, ...], ...]],
    begin: Callable[[Order], Position] = lambda order: (order, 0, 0),
) -> Rules:
    """Return play in turn, announced, stationary or by plans; a position is the players, the seat, and the round.

    Parameters: `problem`; `rounds`, by the living players in shooting order their aims in each round, after which they
    repeat, None for a player who may announce nothing (R3.5); `begin`, gives the position in which the game goes on
    after a hit, from the order of the players; by default a phase, which begins with its first player.
    """

    @cache
    def situation(position: Any) -> Situation:
        order, seat, number = position
        listed = rounds.get(order, ())  # nothing leads to a phase without aims
        if not _goes_on(problem, order, listed):
            return Situation(order, listed[number] if listed else ())
        aims, player = listed[number], order[seat]
        passes = order, (seat + 1) % len(order), (number + (seat + 1 == len(order))) % len(listed)
        turn = _shot(problem, player, aims[seat], lambda victim: begin(next_order(order, player, victim)), passes)
        return Situation(order, aims, (turn,))

    return Rules(problem, (problem.order, 0, 0), situation)


def random_shooter(problem: Problem, aims_of: AimsOf) -> Rules:
    """Return play in which every shot is fired by a uniformly drawn living player; a position is the living players.

    >>> game = random_shooter(Problem(["1/2", 1]), lambda living: (Aim.at(1, 2), Aim.at(0, 2)))
    >>> [turn.shooter for turn in game.situation((0, 1)).turns], game.positions(), game.left((1,))
    ([0, 1], [(0, 1)], (1,))
    """

    @cache
    def situation(living: Order) -> Situation:
        aims = aims_of(living)
        shooters = zip(living, aims, strict=True) if _goes_on(problem, living, [aims]) else ()
        turns = [_shot(problem, player, aim, lambda hit: _without(living, (hit,)), living) for player, aim in shooters]
        return Situation(living, aims, tuple(turns))

    return Rules(problem, problem.order, situation)


def simultaneous_fire(problem: Problem, aims_of: AimsOf) -> Rules:
    """Return play in which all living players fire at once; the players hit leave when all have fired.

    A position is the players who live at the beginning of the round, the number of them who have fired, and the players
    hit.
    """

    @cache
    def situation(position: Any) -> Situation:
        living, fired, hit = position
        aims = aims_of(living)
        if not fired and not _goes_on(problem, living, [aims]):  # a round always goes on to its end
            return Situation(living, aims)

        def after(*more: int) -> Position:
            gone = tuple(sorted({*hit, *more}))
            return (living, fired + 1, gone) if fired + 1 < len(living) else (_without(living, gone), 0, ())

        return Situation(living, aims, (_shot(problem, living[fired], aims[fired], after, after()),))

    return Rules(problem, (problem.order, 0, ()), situation)


def bullets(problem: Problem, aims_of: AimsOf, rounds: Sequence[int]) -> Rules:
    """Return play with counted rounds: every turn uses one, including a deliberate miss (R11).

    The mover is the first living player with a round, from a place on: the first player's place at the start, and
    afterwards the place after the shooter. A position is the living players, the player on move (None when the game is
    over), and the rounds of all players, 0 for eliminated players.
    """

    def standing(living: Order, place: int, rounds: Sequence[int]) -> Position:
        cycle = problem.order[place:] + problem.order[:place]
        armed = [player for player in cycle if player in living and rounds[player] and len(living) > 1]
        counts = tuple(left if player in living else 0 for player, left in enumerate(rounds))
        return living, armed[0] if armed else None, counts

    @cache
    def situation(position: Any) -> Situation:
        living, mover, rounds = position
        if mover is None:
            return Situation(living)
        aims = aims_of(living, mover, rounds)
        place = (problem.order.index(mover) + 1) % problem.players
        fewer = [left - (player == mover) for player, left in enumerate(rounds)]

        def after(*hit: int) -> Position:
            return standing(_without(living, hit), place, fewer)

        turn = _shot(problem, mover, aims[living.index(mover)], after, after())
        return Situation(living, aims, (turn,))

    return Rules(problem, standing(problem.order, 0, rounds), situation, "bullets")


def opinions(problem: Problem, aims_of: AimsOf) -> Rules:
    """Return play in which a drawn person tries to convince a holder of another opinion (R12).

    The person has the power of the present opinion, whose aim is another opinion; a uniform draw selects a holder of
    it. A position is the opinion of each person; at the start all are different.
    """

    @cache
    def situation(position: Any) -> Situation:
        held = tuple(opinion for opinion in problem.order if opinion in position)
        aims = aims_of(held, None, tuple(map(position.count, range(problem.players))))
        turns = []
        for person, opinion in enumerate(position) if _goes_on(problem, held, [aims]) else ():
            weights = aims[held.index(opinion)].weights
            aimed = tuple(
                (weights[other] / position.count(other), who, (*position[:who], opinion, *position[who + 1 :]))
                for other in aims[held.index(opinion)].targets
                for who, own in enumerate(position)
                if own == other
            )
            turns.append(Turn(person, problem.hits[opinion], aimed, position))
        return Situation(held, aims, tuple(turns))

    start = tuple(range(problem.players))
    return Rules(problem, start, situation, "opinions", lambda position: tuple(sorted(position)))
