"""Random breakers, and how they are made short: shrinking, and the triangle step."""

from __future__ import annotations

import random
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from truel_ref.budget import check
from truel_ref.errors import GameError, RecordError, shown
from truel_ref.files import Progress
from truel_ref.games.mastermind.breakers import Breaker, Lengths, game_of_fields
from truel_ref.games.mastermind.codes import Game, feedback_rows
from truel_ref.numbers import decimal_text
from truel_ref.records.record import Fields, Record, count, each
from truel_ref.records.table import Table

__all__ = [
    "MOST_DRAWN",
    "STEPS",
    "Shortened",
    "random_breaker",
    "shortened",
    "shrink",
    "triangle",
]

MOST_DRAWN = 2_000
"""Codes of a game whose random breakers are drawn: their trees grow with the square of that."""


def random_breaker(game: Game, seed: int, progress: Progress = lambda more: None) -> Breaker:
    """Return a random breaker; the same seed gives the same tree.

    The steps: (1) the root guesses code number `randrange(N)` of all codes in lexicographic order, with
    `random.Random(seed)`; (2) every code is played, in canonical order; where a child is missing, it is made, and
    guesses number `randrange(n)` of the `n` codes that have not been guessed in this game, in lexicographic order.

    Parameters: `game`, with at most 2,000 codes; `seed`, an integer; `progress`, told how many more codes are solved.
    Raises `GameError` for a larger game and for a seed that is none.

    >>> random_breaker(Game(4, 2), seed=1).lengths().counts[:4]
    (1, 1, 1, 0)
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise GameError(f"seed: {shown(seed)} is not an integer")
    if game.codes > MOST_DRAWN:
        raise GameError(
            f"{game} make {game.codes:,} codes; random breakers are drawn for {MOST_DRAWN:,} at most, as they have "
            f"nearly half the square of that many nodes"
        )
    draw = random.Random(seed).randrange
    rows, kinds, solved = feedback_rows(game), len(game.feedbacks), game.solved
    guesses = [draw(game.codes)]
    children: dict[int, int] = {}
    for code in range(game.codes):
        left = list(range(game.codes))  # what has not been guessed in this game
        node = 0
        while True:
            check()
            guess = guesses[node]
            del left[bisect_left(left, guess)]
            feedback = rows[guess][code]
            if feedback == solved:
                break
            way = node * kinds + feedback
            if way not in children:
                children[way] = len(guesses)
                guesses.append(left[draw(len(left))])
            node = children[way]
        progress(1)
    return Breaker(game, guesses, children)


def shrink(breaker: Breaker) -> Breaker:
    """Return the breaker in which a node with only one consistent code left has become that code.

    It never lengthens a game: where one code is left, it is guessed at once.

    Parameters: `breaker`. Raises `GameError` for a tree that does not solve every code.

    >>> tree = random_breaker(Game(4, 2), seed=1)
    >>> tree.lengths().total, shrink(tree).lengths().total
    (131, 60)
    """
    consistent = breaker.consistent()
    guesses = [codes[0] if len(codes) == 1 else guess for guess, codes in zip(breaker.guesses, consistent, strict=True)]
    kinds = len(breaker.game.feedbacks)
    children = {way: child for way, child in breaker.children.items() if len(consistent[way // kinds]) > 1}
    return Breaker(breaker.game, guesses, children)


def triangle(breaker: Breaker) -> Breaker:
    """Return the breaker in which no third code is guessed to tell two apart.

    A node whose own guess is not consistent, with exactly two children, both leaves, takes the guess of that leaf which
    is the first in canonical order, loses it, and the other stands after the feedback that the new guess gives for it.
    Three guesses for the two codes take the place of four, so the total falls by 1 at every such node.

    Parameters: `breaker`. Raises `GameError` for a tree that does not solve every code.

    >>> tree = shrink(random_breaker(Game(4, 2), seed=1))
    >>> tree.lengths().total, triangle(tree).lengths().total
    (60, 56)
    """
    rows, kinds, solved = feedback_rows(breaker.game), len(breaker.game.feedbacks), breaker.game.solved
    guesses, children = list(breaker.guesses), dict(breaker.children)
    inner = {way // kinds for way in children}
    for node, codes in enumerate(breaker.consistent()):
        if len(codes) != 2 or breaker.guesses[node] in codes:
            continue
        branches = breaker.branches(node)
        if len(branches) != 2 or any(child in inner for _, child in branches):
            continue
        first, second = sorted(branches, key=lambda branch: breaker.guesses[branch[1]])
        guesses[node] = breaker.guesses[first[1]]
        for feedback, _ in branches:
            del children[node * kinds + feedback]
        reply = rows[guesses[node]][breaker.guesses[second[1]]]
        assert reply != solved
        children[node * kinds + reply] = second[1]
    return Breaker(breaker.game, guesses, children)


@dataclass(frozen=True)
class Shortened(Record):
    """What a random breaker costs, fresh and after each step.

    Fields: `game`; `seed`; `steps`, for "fresh", "shrunk" and "triangle" the number of nodes and the lengths.
    """

    game: Game
    seed: int
    steps: tuple[tuple[int, Lengths], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        steps = {
            name: {"nodes": nodes, "total": lengths.total, "lengths": list(lengths.counts)}
            for name, (nodes, lengths) in zip(STEPS, self.steps, strict=True)
        }
        return {"game": "mastermind", "pegs": self.game.pegs, "colors": self.game.colors, "seed": self.seed} | steps

    @classmethod
    def from_json(cls, data: object) -> Shortened:
        """Return the record of plain data. Raises `RecordError` and `GameError`."""
        fields = Fields(data, "a random breaker")
        game = game_of_fields(fields)

        def step(name: str) -> tuple[int, Lengths]:
            own = fields.get(name, lambda data: Fields(data, name))
            counts = own.get("lengths", each(count))
            if sum(counts) != game.codes:
                raise RecordError(f"{name}: lengths: they count {shown(sum(counts))} codes of {game.codes:,}")
            own.agree("total", Lengths(game, name, counts).total)
            return own.get("nodes", count), Lengths(game, name, counts)

        return cls(game, fields.get("seed", _seed), tuple(map(step, STEPS)))

    def _table(self) -> Table:
        rows = [
            (name, nodes, lengths.total, decimal_text(lengths.mean, 3), lengths.worst)
            for name, (nodes, lengths) in zip(STEPS, self.steps, strict=True)
        ]
        columns = ("breaker", "nodes", "total", "mean", "longest")
        return Table(columns, rows, notes=[f"{self.game}, seed {self.seed}"], right=columns[1:])


def _seed(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(f"{shown(value)} is not an integer")
    return value


STEPS = ("fresh", "shrunk", "triangle")
"""The names of a random breaker before and after each step."""


def shortened(game: Game, seed: int, progress: Progress = lambda more: None) -> Shortened:
    """Return what the random breaker of a seed costs, fresh and after each step.

    Parameters and errors as for `random_breaker`.

    >>> [lengths.total for _, lengths in shortened(Game(3, 2), seed=16).steps]
    [44, 21, 20]
    """
    fresh = random_breaker(game, seed, progress)
    shrunk = shrink(fresh)
    trees = (fresh, shrunk, triangle(shrunk))
    return Shortened(
        game, seed, tuple((len(tree), tree.lengths(name)) for name, tree in zip(STEPS, trees, strict=True))
    )
