"""The story of one game: every turn, from the first announcements to the end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from truel_ref.errors import SimulationError, shown
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
<<<<<<< HEAD
from truel_ref.simulation.rules import Game, Move, Opinions, Rules, played_moves

__all__ = ["Story", "play_one", "turns_text"]
=======
from truel_ref.game.solution import Solution
from truel_ref.game.variant import Variant
from truel_ref.simulation.policy import Asked, PlayChoice, Policy, prepare, prepare_variant
from truel_ref.simulation.rules import AnnouncedRules, Rules, drawn_rules, played_moves

__all__ = [
    "MOST_TURNS",
    "PlayedPhase",
    "Shot",
    "Story",
    "VariantStory",
    "checked_cap",
    "play_one",
    "play_variant",
    "turns_text",
]

MOST_TURNS = 10**18  # no game takes more turns, and every number of turns fits into the integers of NumPy


@dataclass(frozen=True)
class Shot:
    """A turn: the situation before it, the shot, and whether it hit (or convinced).

    Fields: `living`, `aims`, `counts` and `held` as in `Found`; `shooter`; `target`, None for a deliberate miss; `hit`.
    With opinions `shooter` and `target` are persons, and `living` are the held opinions.
    """

    living: Living
    aims: tuple[Aim | None, ...]
    counts: tuple[int, ...]
    held: tuple[int, ...]
    shooter: int
    target: int | None
    hit: bool

    def text(self, people: People | None = None) -> str:
        """Return the turn in words, with the labels of the players, or the names of people."""
        shooter = order_text((self.shooter,), people)
        if self.target is None:
            return f"{shooter} misses on purpose"
        whom = order_text((self.target,), people)
        return f"{shooter} shoots at {whom} and {'hits' if self.hit else 'misses'}"

    def __str__(self) -> str:
        return self.text()

    def to_json(self, label: Callable[[int], str]) -> dict[str, Any]:
        """Return the shot as plain data for JSON; `label` names the players."""
        target = None if self.target is None else label(self.target)
        return {"shooter": label(self.shooter), "target": target, "hit": self.hit}


@dataclass(frozen=True)
class PlayedPhase:
    """A played phase: the shooting order, the announced aims (None: none allowed), the shots."""

    order: Order
    aims: tuple[Aim | None, ...]
    shots: tuple[Shot, ...]


@dataclass(frozen=True)
class Story:
    """One game from the first shot to the last.

    Fields: `problem`; `phases`, the played phases; `winner`, None in a stalemate or a game cut off; `cut`, whether the
    cap on turns ended the game.

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
        return len(self.shots)

    @property
    def stalemate(self) -> bool:
        """Whether the game ended because nobody could be hit."""
        return self.winner is None and not self.cut

    def to_json(self) -> dict[str, Any]:
        """Return the story as plain data for JSON."""
        return {
            "problem": self.problem.to_json(),
            "phases": [
                {
                    "order": [self.problem.label(player) for player in phase.order],
                    "aims": _aims_data(phase.aims),
                    "shots": [shot.to_json(self.problem.label) for shot in phase.shots],
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
        who = () if self.winner is None else (self.winner,)
        return "\n".join([*lines, _end_text(self.problem.order_text(who), self.length, self.cut, len(who))])


def _end_text(who: str, turns: int, cut: bool, left: int) -> str:
    """Return the end of a duel in words: cut off, won by the only player left, or a stalemate."""
    if cut:
        return f"cut off after {turns_text(turns)}"
    won = f"{who} wins after {turns_text(turns)}"
    return won if left == 1 else f"a stalemate after {turns_text(turns)}: nobody can be hit any more"
>>>>>>> core


def turns_text(number: int) -> str:
    """Return a number of turns in words: "1 turn", "1,000 turns"."""
    return f"{number:,} turn{'' if number == 1 else 's'}"


<<<<<<< HEAD
=======
def play_one(
    played: Solution | Problem | AnnouncedRules | Iterable[object],
    policy: Policy | None = None,
    *,
    rng: random.Random,
    max_turns: int | None = None,
) -> Story:
    """Play one game in plain Python and return its story.

    At each turn the shooter throws an integer below the common denominator of the weights for the target, and an
    integer below the denominator of the hit probability for the hit, so the draws are as exact as `rng.randrange`. An
    irrational probability is cut to a multiple of 2^-128. Turns, hits and phases follow R1.2 to R1.10.

    Parameters: `played` and `policy` as for `prepare` (to play often, prepare once); `rng`, a `random.Random`;
    `max_turns`, a cap on turns, by default none.

    Raises the errors of `prepare`, and `SimulationError` for another `rng` or cap.

    >>> from truel_ref import solve
    >>> story = play_one(solve(["1/3", "2/3", 1]), rng=random.Random(1))
    >>> print(story.shots[0], "-", story.length, "turns")
    A misses on purpose - 4 turns
    """
    _check_rng(rng)
    cap = checked_cap(max_turns)
    game = prepare(played, policy)
    shots, position = _played(game, rng, cap)
    return _story(game, shots, position)


def _check_rng(rng: object) -> None:
    if not isinstance(rng, random.Random):
        raise SimulationError(f"rng: {shown(rng)} is not a random.Random; give random.Random(1), or any other seed")


def _played(rules: Rules, rng: random.Random, max_turns: int | None) -> tuple[list[Shot], Any]:
    """Play one game; return its turns, and the position in which it ended or was cut off."""
    moves, position = played_moves(rules, rng, max_turns)
    return [Shot(*rules.found(at), turn.shooter, target, hit) for at, turn, target, hit in moves], position


def _story(game: AnnouncedRules, shots: Iterable[Shot], position: Any) -> Story:
    """Return the story of a game that ended, or was cut off, in a position."""
    phases = [
        PlayedPhase(order, game.aims[order], tuple(played))
        for order, played in groupby(shots, key=lambda shot: shot.living)
    ]
    survivors, (order, _) = game.survivors(position), position
    if len(order) > 1 and (not phases or phases[-1].order != order):  # without a shot: a stalemate, or cut off
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


# -- other rules of fire


>>>>>>> core
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
        return "\n".join([*self._lines(), self._end()])

    def _lines(self) -> Iterator[str]:
        before = None
        for number, move in enumerate(self.moves, start=1):
            heading = self._heading(move.position)
            if heading != before:
                yield heading
                before = heading
            yield f"{number:4}  {self._text(move)}"
        if self.left is not None and len(self.left) > 1 and not self.moves:
            yield self._heading(self.last)

    def _heading(self, position: Any) -> str:
        """Return the situation before a turn: the living players with their rounds, and their aims."""
        living, aims, counts = self.rules.situation(position)
        rounds = counts if not isinstance(self.rules, Opinions) else ()
        who = ", ".join(self.problem.label(player) + (f" {rounds[player]}" if rounds else "") for player in living)
        return who if rounds else f"{who}: aims {', '.join(map(self.problem.aim_text, aims))}"

    def _text(self, move: Move) -> str:
        label, shooter = self.problem.label, move.turn.shooter
        if isinstance(self.rules, Opinions):
            assert move.target is not None  # every person speaks to another
            speaker, listener = (f"person {label(one)} ({label(move.position[one])})" for one in (shooter, move.target))
            return f"{speaker} is drawn and {'convinces' if move.hit else 'does not convince'} {listener}"
        drawn = " is drawn:" if len(self.rules.turns(move.position)) > 1 else ""
        if move.target is None:
            return f"{label(shooter)}{drawn} misses on purpose"
        return f"{label(shooter)}{drawn} shoots at {label(move.target)} and {'hits' if move.hit else 'misses'}"

    def _end(self) -> str:
        after = f"after {turns_text(len(self.moves))}"
        if self.left is None:
            return f"cut off {after}"
        who = self.problem.order_text(self.left)
        if len(self.left) < 2:
            return f"{who or 'nobody'} {'wins' if self.left else 'is left'} {after}"
        return f"{who} are left {after}: nobody can be hit any more"


<<<<<<< HEAD
def play_one(game: Game, seed: int = 1, max_turns: int | None = None) -> Story:
    """Play one game in plain Python and return its story.
=======
def play_variant(
    asked: Asked, policy: PlayChoice | None = None, *, rng: random.Random, max_turns: int | None = None
) -> VariantStory:
    """Play one game under other rules of fire in plain Python and return its story.
>>>>>>> core

    At each turn the shooter throws an integer below the common denominator of the weights for the target, and an
    integer below the denominator of the hit probability for the hit. An irrational probability is cut to a multiple of
    2^-128. The lot and the drawn shooter are one integer each.

    Parameters: `game`, from `game_of`, `lot_of` or `phases_of`; `seed`; `max_turns`, a cap on turns, by default none.

    Raises `SimulationError` for another seed or cap.

    >>> from truel_ref import random_shooter
    >>> from truel_ref.simulation.policies import game_of
    >>> print(play_one(game_of(random_shooter(["1/3", "2/3", 1])), seed=5))
    A, B, C: aims C, C, B
       1  C is drawn: shoots at B and hits
    A, C: aims C, A
       2  A is drawn: shoots at C and hits
    A wins after 2 turns
    """
    rng = random.Random(checked_whole(seed, "seed", 0, MOST_SEED))
    cap = checked_cap(max_turns)
    rules = game.lots[rng.randrange(len(game.lots)) if len(game.lots) > 1 else 0]
    moves, position = played_moves(rules, rng, cap)
    return Story(rules.problem, rules, tuple(moves), rules.left(position), position)


MOST_SEED = 2**128 - 1
MOST_TURNS = 10**18  # no game takes more turns, and every number of turns fits into the integers of NumPy


def checked_whole(value: object, name: str, least: int, most: int) -> int:
    """Return an integer between two bounds. Raises `SimulationError`, naming the argument."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise SimulationError(f"{name}: {shown(value)} is not an integer from {least} to {most:,}")
    return int(value)


def checked_cap(max_turns: object) -> int | None:
    """Return a cap on turns, None for none. Raises `SimulationError` for other values."""
    return None if max_turns is None else checked_whole(max_turns, "max_turns", 1, MOST_TURNS)
