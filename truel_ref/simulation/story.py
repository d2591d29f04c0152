"""The story of one game: every turn, from the first announcements to the end."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from truel_ref.errors import ProblemError, refuse
from truel_ref.game.people import Order
from truel_ref.limits import check
from truel_ref.numbers import read_count
from truel_ref.simulation.rules import DiceGame, Rules, Turn, thrown

MOST_SEED = 2**128 - 1
MOST_TURNS_BEFORE_A_HIT = 10**9  # on average


class Move(NamedTuple):
    """A played turn: the position, the turn, the target (None: a deliberate miss), and whether the shot hit."""

    position: Any
    turn: Turn
    target: int | None
    hit: bool


@dataclass(frozen=True)
class Story:
    """One game from the first shot to the last.

    Fields: `rules`, with the aims; `moves`, every turn; `left`, the players left.

    >>> from truel_ref import solve
    >>> from truel_ref.simulation.policies import game_of
    >>> print(play_one(game_of(solve([1, 1], targets="Miss, A")), seed=1))
    A, B: aims Miss, A
       1  A misses on purpose
       2  B shoots at A and hits
    B wins after 2 turns
    """

    rules: Rules
    moves: tuple[Move, ...]
    left: Order

    @property
    def winner(self) -> int | None:
        """The only player left, or the opinion that all hold, or None."""
        return self.left[0] if len(self.left) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """Return the story as plain data for JSON."""
        problem, situation = self.rules.problem, self.rules.situation
        named: Any = dict(enumerate(problem.names)) | {None: None}
        turns = [
            {
                "living": [*map(problem.label, situation(move.position).living)],
                "shooter": named[move.turn.shooter],
                "target": named[move.target],
                "hit": move.hit,
            }
            for move in self.moves
        ]
        left = [*map(problem.label, self.left)]
        return {"problem": problem.to_json(), "turns": turns, "left": left, "winner": named[self.winner]}

    def __str__(self) -> str:
        lines, taken = list[str](), f"{len(self.moves):,} turn{'s' * (len(self.moves) != 1)}"
        for heading, moves in groupby(enumerate(self.moves, 1), lambda move: self._heading(move[1].position)):
            lines += [heading, *(f"{number:4}  {self._text(move)}" for number, move in moves)]
        who = self.rules.problem.order_text(self.left)
        end = f"{who} wins after {taken}" if who else f"nobody is left after {taken}"
        if len(self.left) > 1:
            lines = lines or [self._heading(self.rules.start)]
            end = f"{who} are left after {taken}: nobody can be hit any more"
        return "\n".join([*lines, end])

    def _heading(self, position: Any) -> str:
        """Return the living players with their rounds, or with their aims."""
        problem, here = self.rules.problem, self.rules.situation(position)
        if self.rules.model == "bullets":
            return ", ".join(f"{problem.label(one)} {position[2][one]}" for one in here.living)
        return f"{problem.order_text(here.living)}: aims {problem.aims_text(here.aims)}"

    def _text(self, move: Move) -> str:
        label = self.rules.problem.label
        pair: Any = move.turn.shooter, move.target
        if self.rules.model == "opinions":  # every person speaks to another
            who, whom = (f"person {label(one)} ({label(move.position[one])})" for one in pair)
            return f"{who} is drawn and {'convinces' if move.hit else 'does not convince'} {whom}"
        drawn = " is drawn:" if len(self.rules.situation(move.position).turns) > 1 else ""
        does = "misses on purpose"
        if move.target is not None:
            does = f"shoots at {label(move.target)} and {'hits' if move.hit else 'misses'}"
        return f"{label(move.turn.shooter)}{drawn} {does}"


def play_one(game: DiceGame, seed: int = 1) -> Story:
    """Play one game in plain Python and return its story.

    At each turn the shooter throws an integer below the common denominator of the weights for the target, and an
    integer below the denominator of the hit probability for the hit. An irrational probability is cut to a multiple of
    2^-128. The lot and the drawn shooter are one integer each.

    Parameters: `game`, from `game_of`; `seed`.

    Raises `NumberError` for another seed, and `ProblemError` for a first hit after too many turns.

    >>> from truel_ref import random_shooter
    >>> from truel_ref.simulation.policies import game_of
    >>> print(play_one(game_of(random_shooter(["1/3", "2/3", 1])), seed=5))
    A, B, C: aims C, C, B
       1  C is drawn: shoots at B and hits
    A, C: aims C, A
       2  A is drawn: shoots at C and hits
    A wins after 2 turns
    """
    admit_length(game)
    return played(game, random.Random(read_count(seed, "seed", 0, MOST_SEED)))


def played(game: DiceGame, rng: random.Random) -> Story:
    """Play one game with exact draws of integers."""
    throw = rng.randrange
    rules = game.lots[throw(len(game.lots)) if len(game.lots) > 1 else 0]
    position: Any = rules.start
    moves: list[Move] = []
    while turns := rules.situation(position).turns:
        check()
        turn = turns[throw(len(turns)) if len(turns) > 1 else 0]
        sides, below, hit_sides, hit_below = turn.dice
        die = throw(sides)
        target, after = next(((target, after) for limit, target, after in below if die < limit), (None, turn.passes))
        hit = target is not None and throw(hit_sides) < hit_below
        moves.append(Move(position, turn, target, hit))
        position = after if hit else turn.passes
    return Story(rules, tuple(moves), tuple(sorted(rules.situation(position).living)))


def admit_length(game: DiceGame) -> None:
    """Refuse games whose first hit takes too long.

    The best shooter hits most often, so the mean number of turns before the first hit is at least `1 / p` for the
    largest `p`. Raises `ProblemError`.
    """
    rules, best = game.lots[0], max(game.problem.hits)  # all lots last equally long
    # With bullets every turn uses a round.
    slow = rules.model != "bullets" and best and thrown(best) * MOST_TURNS_BEFORE_A_HIT < 1
    long = f"the first hit takes more than {MOST_TURNS_BEFORE_A_HIT:,} turns on average; give larger hit probabilities"
    refuse(ProblemError, (slow and rules.left(rules.start) is None, long))
