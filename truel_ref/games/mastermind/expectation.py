r"""What is to be expected of random breakers, exactly: fresh, shrunk, and after the triangle step.

**Fresh.** In a fresh tree the guesses of one game are drawn without looking at the feedback: they are a random order of
all $N$ codes, up to the code itself. So every code has the expected length $(N+1)/2$, and the expected total is
$N(N+1)/2$, whatever the feedback says.

**Shrunk.** A code $s$ is then guessed as soon as no other is consistent. With $u_t(s)$ for the number of sets of $t$
guesses without $s$ after which some other code is still possible, its length $L$ has

$$P(L > t) = \frac{u_{t-1}(s)}{\binom{N}{t-1}} \cdot \frac{N-t}{N-t+1} \qquad (t \ge 1), \qquad P(L > 0) = 1,$$

because the first $t-1$ guesses are a random set, and the next is not $s$. The expected length is the sum over $t$.

**Triangle.** The step saves one guess at every node where two codes $x, y$ are possible and a third is guessed that
tells them apart. Let $v_t$ be the number of sets of $t$ guesses after which exactly $x$ and $y$ are possible, and $d$
the number of codes but $x$ and $y$ that tell them apart, none of which stands in such a set. The expected number of
such nodes is

$$\sum_{\{x, y\}} \sum_t \frac{v_t(x, y)}{\binom{N}{t}} \cdot \frac{d(x, y)}{N-t}.$$
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from truel_ref.budget import check, forced
from truel_ref.errors import GameError
from truel_ref.files import Progress
from truel_ref.games.mastermind.breakers import game_of_fields
from truel_ref.games.mastermind.codes import Game, classes_of_codes, feedback_rows
from truel_ref.numbers import decimal_text, number_text, read_rational
from truel_ref.records.record import Fields, Record
from truel_ref.records.table import Table

__all__ = ["MOST_EXPECTED", "MOST_SETS", "Expectation", "expected_totals"]

MOST_EXPECTED = 256
"""Codes of a game whose expectations are computed; sets of guesses are exponentially many, their effects fewer."""

MOST_SETS = 200_000
"""Sets of possible codes that are followed at once: so many take about a minute."""


@dataclass(frozen=True)
class Expectation(Record):
    """The expected total of a random breaker: fresh, after shrinking, and after the triangle step as well.

    >>> expectation = expected_totals(Game(2, 2))
    >>> str(expectation.fresh), str(expectation.shrunk), str(expectation.final)
    ('10', '26/3', '26/3')
    """

    game: Game
    fresh: Fraction
    shrunk: Fraction
    final: Fraction

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        totals = {"fresh": self.fresh, "shrunk": self.shrunk, "triangle": self.final}
        texts = {name: number_text(total) for name, total in totals.items()}
        return {"game": "mastermind", "pegs": self.game.pegs, "colors": self.game.colors} | texts

    @classmethod
    def from_json(cls, data: object) -> Expectation:
        """Return the record of plain data. Raises `RecordError`, also if the fresh total is not that of the game."""
        fields = Fields(data, "expected totals")
        game = game_of_fields(fields)
        fields.agree("fresh", number_text(Fraction(game.codes * (game.codes + 1), 2)))
        fresh, shrunk, final = (fields.get(name, _total) for name in ("fresh", "shrunk", "triangle"))
        return cls(game, fresh, shrunk, final)

    def _table(self) -> Table:
        totals = (("fresh", self.fresh), ("shrunk", self.shrunk), ("triangle", self.final))
        rows = [
            (name, total, decimal_text(total, 3), decimal_text(total / self.game.codes, 3)) for name, total in totals
        ]
        notes = [f"expected over all random breakers, {self.game}: {self.game.codes} codes"]
        return Table(
            ("breaker", "total", "decimal", "mean"),
            rows,
            notes=notes,
            right=("decimal", "mean"),
        )


def _total(value: object) -> Fraction:
    return read_rational(value, digits=None)


def expected_totals(game: Game, progress: Progress = lambda more: None) -> Expectation:
    """Return the exact expectation of the total of a random breaker, before and after each step.

    The formulas stand above. Codes that differ by names of colours and places of pegs have equal expectations, so one
    of each class is followed, through the sets of codes that are possible after each set of guesses.

    Parameters: `game`, with at most 256 codes; `progress`, told how many guesses more are followed, of
    `len(classes_of_codes(game)) * game.codes` in all. Raises `GameError` for a larger game, and for one whose guesses
    leave too many different sets of codes possible.

    >>> expected_totals(Game(3, 2)).shrunk
    Fraction(3169, 140)
    """
    if game.codes > MOST_EXPECTED and not forced():
        raise GameError(
            f"{game} make {game.codes:,} codes; expectations are computed for {MOST_EXPECTED} at most, "
            f"so look at some seeds instead"
        )
    many = game.codes
    shrunk = saved = Fraction(0)
    for codes in classes_of_codes(game):
        possible = _Possible(game, codes[0], progress)
        length = Fraction(1) + sum(
            Fraction(possible.others[before], comb(many, before)) * Fraction(many - before - 1, many - before)
            for before in range(many)
        )
        shrunk += len(codes) * length
        saved += len(codes) * possible.triangles / 2  # each pair is seen from both codes
    return Expectation(game, Fraction(many * (many + 1), 2), shrunk, shrunk - saved)


class _Possible:
    """What is possible after sets of guesses without a code: of each set of possible codes, how often it comes.

    The numbers for all sizes of a set of guesses are the digits of one integer in a base that none of them reaches.
    """

    def __init__(self, game: Game, code: int, progress: Progress) -> None:
        self.game = game
        self.code = code
        self.bits = game.codes + 1
        row = feedback_rows(game)[code]
        alone = 1 << code
        counted = {(1 << game.codes) - 1: 1} if game.codes > 1 else {}
        # Guesses that tell most come first, so that the table stays small.
        alike = {guess: self._alike(guess) for guess in range(game.codes) if row[guess] != game.solved}
        for guess in sorted(alike, key=lambda guess: alike[guess].bit_count()):
            check()
            after = dict(counted)
            for codes, number in counted.items():
                left = codes & alike[guess]
                if left != alone:
                    after[left] = after.get(left, 0) + (number << self.bits)
            if len(after) > MOST_SETS:
                raise GameError(
                    f"{game}: guesses leave more than {MOST_SETS:,} sets of codes possible, which are too many to "
                    f"follow, so look at some seeds instead"
                )
            counted = after
            progress(1)
        self.counted = counted

    def _alike(self, guess: int) -> int:
        """Return the codes on which a guess gets the feedback that it gets on this code, as bits."""
        row = feedback_rows(self.game)[guess]
        return sum(1 << other for other, feedback in enumerate(row) if feedback == row[self.code])

    def _by_size(self, number: int) -> list[int]:
        return [number >> self.bits * size & (1 << self.bits) - 1 for size in range(self.game.codes)]

    @cached_property
    def others(self) -> list[int]:
        """How many sets of each size leave some other code possible."""
        return self._by_size(sum(self.counted.values()))

    @cached_property
    def triangles(self) -> Fraction:
        """How many nodes, expected, tell this code and another apart by a third."""
        many, rows = self.game.codes, feedback_rows(self.game)
        expected = Fraction(0)
        for codes, number in self.counted.items():
            if codes.bit_count() != 2:
                continue
            other = (codes ^ 1 << self.code).bit_length() - 1
            apart = sum(mine != theirs for mine, theirs in zip(rows[self.code], rows[other], strict=True)) - 2
            for size, sets in enumerate(self._by_size(number)):
                if sets:
                    expected += Fraction(sets, comb(many, size)) * Fraction(apart, many - size)
        return expected
