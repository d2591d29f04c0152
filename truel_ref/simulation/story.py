"""The story of one game: every turn, from the first announcements to the end."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from truel_ref.errors import ProblemError, shown
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.simulation.rules import Game, Move, Rules, Situation, played_moves, refuse_endless

__all__ = ["Story", "play_one", "turns_text"]

MOST_SEED = 2**128 - 1
MOST_TURNS = 10**18  # no game takes more turns, and every number of turns fits into the integers of NumPy


def turns_text(number: int) -> str:
    """Return a number of turns in words: "1 turn", "1,000 turns"."""
    return f"{number:,} turn{'' if number == 1 else 's'}"


@dataclass(frozen=True)
class Story:
    """One game from the first shot to the last.

    Fields: `problem`; `rules`, with the aims; `moves`, every turn; `left`, the players left, None if a cap on turns cut
    the game off; `last`, the last position.

    >>> from truel_ref.simulation.policies import phases_of
    >>> print(play_one(phases_of(Problem([1, 1]), {(0, 1): ["Miss", "A"]}), seed=1))
    A, B: aims Miss, A
       1  A misses on purpose
       2  B shoots at A and hits
    B wins after 2 turns
    """

    problem: Problem
    rules: Rules
    moves: tuple[Move, ...]
    left: Order | None
    last: Any

    @property
    def winner(self) -> int | None:
        """The only player left, or the opinion that all hold, or None."""
        return self.left[0] if self.left is not None and len(self.left) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """Return the story as plain data for JSON."""
        label, names = self.problem.label, self.problem.names
        return {
            "problem": self.problem.to_json(),
            "turns": [
                {
                    "living": [*map(label, self.rules.situation(move.position).living)],
                    "shooter": label(move.turn.shooter),
                    "target": None if move.target is None else names[move.target],
                    "hit": move.hit,
                }
                for move in self.moves
            ],
            "left": None if self.left is None else [*map(label, self.left)],
            "winner": None if self.winner is None else label(self.winner),
        }

    def __str__(self) -> str:
        heading, lines = "", []
        for number, move in enumerate(self.moves, 1):
            here = self.rules.situation(move.position)
            if heading != (heading := self._heading(here)):
                lines.append(heading)
            lines.append(f"{number:4}  {self._text(move, here)}")
        if self.left is None:
            return "\n".join([*lines, f"cut off after {turns_text(len(self.moves))}"])
        who = self.problem.order_text(self.left)
        end = {0: "nobody is left", 1: f"{who} wins"}.get(len(self.left), f"{who} are left")
        alone = [] if lines or len(self.left) < 2 else [self._heading(self.rules.situation(self.last))]
        never = ": nobody can be hit any more" if len(self.left) > 1 else ""
        return "\n".join([*lines, *alone, f"{end} after {turns_text(len(self.moves))}{never}"])

    def _heading(self, here: Situation) -> str:
        """Return the living players with their rounds, or with their aims."""
        rounds = self.rules.model == "bullets"
        who = ", ".join(self.problem.label(one) + (f" {here.counts[one]}" if rounds else "") for one in here.living)
        return who if rounds else f"{who}: aims {', '.join(map(self.problem.aim_text, here.aims))}"

    def _text(self, move: Move, here: Situation) -> str:
        shooter, label = self.problem.label(move.turn.shooter), self.problem.label
        if self.rules.model == "opinions":
            assert move.target is not None  # every person speaks to another
            speaker, listener = (
                f"person {label(one)} ({label(move.position[one])})" for one in (move.turn.shooter, move.target)
            )
            return f"{speaker} is drawn and {'convinces' if move.hit else 'does not convince'} {listener}"
        drawn = " is drawn:" if len(here.turns) > 1 else ""
        if move.target is None:
            return f"{shooter}{drawn} misses on purpose"
        return f"{shooter}{drawn} shoots at {label(move.target)} and {'hits' if move.hit else 'misses'}"


def play_one(game: Game, seed: int = 1, max_turns: int | None = None) -> Story:
    """Play one game in plain Python and return its story.

    At each turn the shooter throws an integer below the common denominator of the weights for the target, and an
    integer below the denominator of the hit probability for the hit. An irrational probability is cut to a multiple of
    2^-128. The lot and the drawn shooter are one integer each.

    Parameters: `game`, from `game_of`, `lot_of` or `phases_of`; `seed`; `max_turns`, a cap on turns, by default none.

    Raises `ProblemError` for another seed or cap, and for a first hit after too many turns.

    >>> from truel_ref import random_shooter
    >>> from truel_ref.simulation.policies import game_of
    >>> print(play_one(game_of(random_shooter(["1/3", "2/3", 1])), seed=5))
    A, B, C: aims C, C, B
       1  C is drawn: shoots at B and hits
    A, C: aims C, A
       2  A is drawn: shoots at C and hits
    A wins after 2 turns
    """
    seed, cap = checked_whole(seed, "seed", 0, MOST_SEED), checked_cap(max_turns)
    refuse_endless(game.lots[0], cap)  # all lots last equally long
    rules, moves, position = played_moves(game, random.Random(seed), cap)
    return Story(rules.problem, rules, tuple(moves), rules.left(position), position)


def checked_whole(value: object, name: str, least: int, most: int) -> int:
    """Return an integer between two bounds. Raises `ProblemError`, naming the argument."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ProblemError(f"{name}: {shown(value)} is not an integer from {least} to {most:,}")
    return int(value)


def checked_cap(max_turns: object) -> int | None:
    """Return a cap on turns, None for none. Raises `ProblemError` for other values."""
    return None if max_turns is None else checked_whole(max_turns, "max_turns", 1, MOST_TURNS)
