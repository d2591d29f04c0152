"""The search for the best attack: one board, changed and changed back, and integers instead of fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, TypeAlias

from truel_ref.budget import Estimate, check
from truel_ref.files import Progress
from truel_ref.games.dicewars.board import Board, regions
from truel_ref.games.dicewars.odds import MOST_DICE, attack
from truel_ref.games.dicewars.position import Attack, Position
from truel_ref.numbers import read_rational

__all__ = ["SCORES", "Score", "Search", "search_estimate"]

Score: TypeAlias = "str | Callable[[Board], Any]"
"""What is to be great in expectation: a word of `SCORES`, or a function of a board that returns a rational number."""

SCORES = ("region", "fields")
"""The size of the player's largest connected region, and the number of his fields."""

_PROBED = 2_000  # attacks that a search with fewer moves looks at, from which the rest is reckoned
_EACH_ATTACK, _BYTES_OF_ATTACK = 5e-6, 40


@cache
def _ways() -> tuple[int, dict[tuple[int, int], int]]:
    """Return a common denominator of all odds, and with it the numerator of each."""
    odds = {(a, d): attack(a, d) for a in range(2, MOST_DICE + 1) for d in range(1, MOST_DICE + 1)}
    whole = lcm(*(chance.denominator for chance in odds.values()))
    return whole, {pair: int(chance * whole) for pair, chance in odds.items()}


def search_estimate(board: Board, player: int, score: Score, moves: int) -> Estimate:
    """Return how much work the search for the best of so many attacks is.

    Searches for fewer attacks are made until one looks at some thousands. From one number of attacks to the next the
    work grows less and less: its ratio shrinks by about 1 - 1.4/m, as it was counted on seeded boards.

    >>> from truel_ref.games.dicewars.setup import seeded_board
    >>> print(search_estimate(seeded_board(1), 0, "region", 8))
    about 2 * 10^6 attacks, 11 seconds; allow fewer attacks
    """
    many = ratio = 1.0
    for made in range(1, moves + 1):
        if many < _PROBED:
            probe = Search(Position(board), player, score)
            probe.value(made)
            ratio = max(probe.looked_at, 1.0) / many
            many *= ratio
        else:
            ratio = max(ratio * (1 - 1.4 / made), 1.0)
            many *= ratio
    return Estimate(int(many), "attacks", _EACH_ATTACK, int(many) * _BYTES_OF_ATTACK, way_out="allow fewer attacks")


class Search:
    """Finds the best attack on one board, which is changed and changed back.

    All odds have the common denominator `whole`, so with `m` attacks left every value is an integer (or, for a
    function of the board, a fraction) over `whole ** m`: no fraction is reduced on the way.

    Parameters: `position`, `player`, `score` and `progress` as in `turn`.

    >>> search = Search(Position(Board.stated("AB", [2, 1], [(0, 1)])), 0)
    >>> search.attack(1), search.attack(0)
    (Attack(start=0, goal=1), None)
    """

    def __init__(
        self, position: Position, player: int, score: Score = "region", progress: Progress | None = None
    ) -> None:
        self.position = position
        self.player = player
        self.score = score
        self.progress = progress
        self.whole, self.ways = _ways()
        self.looked_at = 0
        self.scores: dict[int, Any] = {}
        self.solved: dict[tuple[int, int], tuple[Any, Attack | None]] = {}

    def spare(self) -> int:
        """Return how many attacks there can be at most: the dice of the player's fields but for one of each."""
        position = self.position
        return sum(position.dice[field] - 1 for field in position.fields_of(self.player))

    def attack(self, moves: int) -> Attack | None:
        """Return the best attack with so many left, None if to stop is best."""
        return self._now(moves)[1]

    def value(self, moves: int) -> Fraction:
        """Return the expected score with so many attacks left."""
        return Fraction(self._now(moves)[0], self.whole ** min(moves, self.spare()))

    def _now(self, moves: int) -> tuple[Any, Attack | None]:
        own = sum(1 << field for field in self.position.fields_of(self.player))
        return self._solved(moves, self.spare(), own)

    def _solved(self, moves: int, spare: int, own: int) -> tuple[Any, Attack | None]:
        """Return the value, times `whole ** min(moves, spare)`, and the best attack.

        Parameters: `moves`, how many attacks are left; `spare`, the spare dice; `own`, the player's fields as bits.
        """
        position, whole = self.position, self.whole
        moves = min(moves, spare)
        if not moves:
            return self._worth(own), None
        known = self.solved.get((moves, position.key))
        if known is not None:
            return known
        best: Any = self._worth(own) * whole**moves
        chosen = None
        options = position.attacks(self.player)
        self.looked_at += len(options)
        for option in options:
            dice = position.dice[option.start]
            ways = self.ways[dice, position.dice[option.goal]]
            won = own | 1 << option.goal
            if moves == 1 and not callable(self.score):  # only whose the fields are counts, so the board may stay
                value = ways * self._worth(won) + (whole - ways) * self._worth(own)
            else:
                before = position.succeed(option)
                value = ways * self._scaled(moves - 1, spare - 1, won)
                position.undo(option, before)
                before = position.fail(option)
                value += (whole - ways) * self._scaled(moves - 1, spare - dice + 1, own)
                position.undo(option, before)
            if value > best:  # and not where it is equal: to stop comes first, then (from, to) ascending
                best, chosen = value, option
        check()
        self.solved[moves, position.key] = best, chosen
        if self.progress is not None:
            self.progress(1)
        return best, chosen

    def _scaled(self, moves: int, spare: int, own: int) -> Any:
        """Return the value times `whole ** moves`, as `_solved` but for the power."""
        value, _ = self._solved(moves, spare, own)
        return value if moves <= spare else value * self.whole ** (moves - spare)

    def _worth(self, own: int) -> Any:
        """Return the score, computed once for the same fields or, where it is a function, for the same board."""
        if self.score == "fields":
            return own.bit_count()
        position = self.position
        entry = position.key if callable(self.score) else own
        known = self.scores.get(entry)
        if known is None:
            if callable(self.score):
                known = read_rational(self.score(position.board()))
            else:
                fields = [field for field in range(own.bit_length()) if own >> field & 1]
                known = max(map(len, regions(position.neighbours, fields)), default=0)
            self.scores[entry] = known
        return known
