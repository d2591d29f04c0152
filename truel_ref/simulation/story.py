"""One game, told in full: every turn of it, from the first announcements to its end."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from truel_ref.errors import SimulationError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order, order_text
from truel_ref.game.people import People
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.simulation.policy import Game, Policy, prepare
from truel_ref.simulation.rules import admit_turns, played_moves

__all__ = ["PlayedPhase", "Shot", "Story", "checked_cap", "play_one", "played_game", "turns_text"]

MOST_TURNS = 10**18  # no game lasts so long, and every number of turns fits into the integers of NumPy

EACH_TURN = 5e-6  # seconds, roughly
BYTES_OF_TURN = 400


@dataclass(frozen=True)
class Shot:
    """One turn: the phase, the shooter, his target (None for a deliberate miss) and whether he hit."""

    order: Order
    shooter: int
    target: int | None
    hit: bool

    def text(self, people: People | None = None) -> str:
        """Return the turn in words, in which the players go by their labels, or by what people are called."""
        shooter = order_text((self.shooter,), people)
        if self.target is None:
            return f"{shooter} misses on purpose"
        whom = "himself" if self.target == self.shooter else order_text((self.target,), people)
        return f"{shooter} shoots at {whom} and {'hits' if self.hit else 'misses'}"

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class PlayedPhase:
    """A phase as it was played: the shooting order, the aims announced (None: none allowed), the shots."""

    order: Order
    aims: tuple[Aim | None, ...]
    shots: tuple[Shot, ...]


@dataclass(frozen=True)
class Story:
    """One game from the first shot to the last.

    Fields: `problem`; `phases`, as they were played; `winner`, None in a stalemate or a game cut off; `cut`, whether
    the cap on turns ended it.

    >>> print(play_one([1, 1], {(0, 1): ["Miss", "A"]}, rng=random.Random(1)))
    A, B: A announces Miss, B announces A
       1  A misses on purpose
       2  B shoots at A and hits
    B wins after 2 turns
    """

    problem: Problem
    phases: tuple[PlayedPhase, ...]
    winner: int | None
    cut: bool

    @property
    def shots(self) -> tuple[Shot, ...]:
        """Every shot of the game."""
        return tuple(shot for phase in self.phases for shot in phase.shots)

    @property
    def length(self) -> int:
        """The number of turns."""
        return sum(len(phase.shots) for phase in self.phases)

    @property
    def stalemate(self) -> bool:
        """Whether the game ended because nobody could be hit any more."""
        return self.winner is None and not self.cut

    def to_json(self) -> dict[str, Any]:
        """Return the story as plain data for JSON."""
        return {
            "problem": self.problem.to_json(),
            "phases": [
                {
                    "order": [self.problem.label(player) for player in phase.order],
                    "aims": [None if aim is None else aim.to_json() for aim in phase.aims],
                    "shots": [
                        {
                            "shooter": self.problem.label(shot.shooter),
                            "target": None if shot.target is None else self.problem.label(shot.target),
                            "hit": shot.hit,
                        }
                        for shot in phase.shots
                    ],
                }
                for phase in self.phases
            ],
            "winner": None if self.winner is None else self.problem.label(self.winner),
            "stalemate": self.stalemate,
            "cut": self.cut,
        }

    def __str__(self) -> str:
        lines = []
        begun = 1
        for phase in self.phases:
            pairs = zip(phase.order, phase.aims, strict=True)
            announced = ", ".join(
                f"{self.problem.label(player)} announces {'none' if aim is None else aim}" for player, aim in pairs
            )
            lines.append(f"{self.problem.order_text(phase.order)}: {announced}")
            lines.extend(
                f"{turn:4}  {shot.text(self.problem.people)}" for turn, shot in enumerate(phase.shots, start=begun)
            )
            begun += len(phase.shots)
        after = f"after {turns_text(self.length)}"
        if self.cut:
            lines.append(f"cut off {after}")
        elif self.winner is None:
            lines.append(f"a stalemate {after}: nobody can be hit any more")
        else:
            lines.append(f"{self.problem.label(self.winner)} wins {after}")
        return "\n".join(lines)


def turns_text(number: int) -> str:
    """Return a number of turns in words: "1 turn", "1,000 turns"."""
    return f"{number:,} turn{'' if number == 1 else 's'}"


def play_one(
    played: Solution | Problem | Game | Iterable[object],
    policy: Policy | None = None,
    *,
    rng: random.Random,
    max_turns: int | None = None,
) -> Story:
    """Play one game in plain Python and return its whole story.

    On his turn a player throws an integer below the common denominator of his weights for the target, and one below
    the denominator of his hit probability for the hit, so the draws are as exact as `rng.randrange`. An irrational
    probability is cut to a multiple of 2^-128 for it. Turns, hits and phases follow R1.2 to R1.10.

    Parameters: `played` and `policy` as for `prepare` (prepare once what is played often); `rng`, a `random.Random`;
    `max_turns`, a cap on turns, by default none.

    Raises what `prepare` raises, and `SimulationError` for another `rng` or cap.

    >>> from truel_ref import solve
    >>> story = play_one(solve(["1/3", "2/3", 1]), rng=random.Random(1))
    >>> print(story.shots[0], "-", story.length, "turns")
    A misses on purpose - 4 turns
    """
    if not isinstance(rng, random.Random):
        raise SimulationError(f"rng: {shown(rng)} is no random.Random; give random.Random(1), or any other seed")
    return played_game(prepare(played, policy), rng, checked_cap(max_turns))


def played_game(game: Game, rng: random.Random, max_turns: int | None) -> Story:
    """Play a prepared game as `play_one` does; the cap must have been checked."""
    admit_turns(game, max_turns, EACH_TURN, BYTES_OF_TURN)
    moves, position = played_moves(game, rng, max_turns)
    phases: list[PlayedPhase] = []
    for order, played in groupby(moves, key=lambda move: move.position[0]):
        shots = tuple(Shot(order, move.turn.shooter, move.target, move.hit) for move in played)
        phases.append(PlayedPhase(order, game.aims[order], shots))
    survivors = game.survivors(position)
    order = position[0]
    if len(order) > 1 and (not phases or phases[-1].order != order):  # nobody shot in it: it stalls, or is cut off
        phases.append(PlayedPhase(order, game.aims[order], ()))
    winner = survivors[0] if survivors is not None and len(survivors) == 1 else None
    return Story(game.problem, tuple(phases), winner, survivors is None)


def checked_cap(max_turns: object) -> int | None:
    """Return a cap on turns, or raise `SimulationError` if it is neither None nor an integer from 1 to 10^18."""
    if max_turns is None:
        return None
    if isinstance(max_turns, bool) or not isinstance(max_turns, int) or not 1 <= max_turns <= MOST_TURNS:
        raise SimulationError(
            f"max_turns: {shown(max_turns)} is neither an integer from 1 to 10**18 nor None, which means no cap"
        )
    return int(max_turns)
