r"""Random breakers, two steps that shorten them (shrinking, and the triangle step), and their expected costs.

**Fresh.** In a fresh tree the guesses of one game do not depend on the feedback: they are a random order of all $N$
codes, up to the code itself. So every code has the expected length $(N+1)/2$, and the expected total is $N(N+1)/2$,
for any rule of feedback.

**Shrunk.** A shrunk tree guesses a code $s$ as soon as no other code is consistent. Let $u_t(s)$ be the number of sets
of $t$ guesses without $s$ after which some other code is still possible. Then the length $L$ of $s$ has

$$P(L > t) = \frac{u_{t-1}(s)}{\binom{N}{t-1}} \cdot \frac{N-t}{N-t+1} \qquad (t \ge 1), \qquad P(L > 0) = 1,$$

because the first $t-1$ guesses are a random set, and the next is not $s$. The expected length is the sum over $t$.

**Triangle.** The step saves one guess at every node where two codes $x, y$ are possible and the guess is a third code
that distinguishes them. Let $v_t(x, y)$ be the number of sets of $t$ guesses after which exactly $x$ and $y$ are
possible, and $d(x, y)$ the number of codes other than $x$ and $y$ that distinguish them; no such code is in such a set.
The expected number of such nodes is

$$\sum_{\{x, y\}} \sum_t \frac{v_t(x, y)}{\binom{N}{t}} \cdot \frac{d(x, y)}{N-t}.$$
"""

from __future__ import annotations

import random
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from truel_ref.budget import check
from truel_ref.errors import GameError, RecordError, refuse, shown
from truel_ref.files import Progress
from truel_ref.games.mastermind.breakers import Breaker, Lengths
from truel_ref.games.mastermind.codes import Game, classes_of_codes, feedback_rows
from truel_ref.numbers import number_text
from truel_ref.records.record import Fields, Record, count, each, integer, rational
from truel_ref.records.table import Rounded, Table

__all__ = [
    "MOST_DRAWN",
    "MOST_EXPECTED",
    "MOST_SETS",
    "STEPS",
    "Expectation",
    "Shortened",
    "expected_totals",
    "random_breaker",
    "shortened",
    "shrink",
    "triangle",
]


MOST_DRAWN = 2_000
"""Largest number of codes for random breakers: their trees grow with its square."""


def random_breaker(game: Game, seed: int, progress: Progress = lambda more: None) -> Breaker:
    """Return a random breaker; the same seed gives the same tree.

    The steps: (1) the root guesses code number `randrange(N)` of all codes in lexicographic order, with
    `random.Random(seed)`; (2) play every code in canonical order; if a child is missing, add it, and let it guess
    number `randrange(n)` of the `n` codes without a guess in this game, in lexicographic order.

    Parameters: `game`, with at most 2,000 codes; `seed`, an integer; `progress`, called with the number of newly solved
    codes. Raises `GameError` for a larger game and for an invalid seed.

    >>> random_breaker(Game(4, 2), seed=1).lengths().counts[:4]
    (1, 1, 1, 0)
    """
    refuse(
        GameError,
        (type(seed) is not int, f"seed: {shown(seed)} is not an integer"),
        (
            game.codes > MOST_DRAWN,
            f"{game} make {game.codes:,} codes; random breakers are drawn for {MOST_DRAWN:,} at most, as they have "
            f"nearly half the square of that many nodes",
        ),
    )
    draw = random.Random(seed).randrange
    rows, kinds, solved = feedback_rows(game), len(game.feedbacks), game.solved
    guesses = [draw(game.codes)]
    children: dict[int, int] = {}
    for code in range(game.codes):
        left = list(range(game.codes))  # the codes without a guess in this game
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
    """Return the breaker in which every node with a single consistent code guesses that code.

    This lengthens no game: the last possible code is guessed at once.

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
    """Return the breaker in which no guess is a third code that only distinguishes two codes.

    A node with an inconsistent guess and exactly two children, both leaves, takes the guess of the leaf that is first
    in canonical order; this leaf is dropped, and the other leaf follows the feedback that the new guess gives for it.
    The two codes then take three guesses instead of four, so the total falls by 1 at every such node.

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
    """The costs of a random breaker, fresh and after each step.

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
        return {**self.game.to_json(), "seed": self.seed, **steps}

    @classmethod
    def from_json(cls, data: object) -> Shortened:
        """Return the record of plain data. Raises `RecordError` and `GameError`."""
        fields = Fields(data, "a random breaker")
        game = Game.from_json(fields)

        def step(name: str) -> tuple[int, Lengths]:
            own = fields.get(name, lambda data: Fields(data, name))
            counts = own.get("lengths", each(count))
            if sum(counts) != game.codes:
                raise RecordError(f"{name}: lengths: they count {shown(sum(counts))} codes of {game.codes:,}")
            own.agree("total", Lengths(game, name, counts).total)
            return own.get("nodes", count), Lengths(game, name, counts)

        return cls(game, fields.get("seed", integer), tuple(map(step, STEPS)))

    def _table(self) -> Table:
        rows = [
            (name, nodes, lengths.total, Rounded(lengths.mean, 3), lengths.worst)
            for name, (nodes, lengths) in zip(STEPS, self.steps, strict=True)
        ]
        columns = ("breaker", "nodes", "total", "mean", "longest")
        return Table(columns, rows, notes=[f"{self.game}, seed {self.seed}"], right=columns[1:])


STEPS = ("fresh", "shrunk", "triangle")
"""The names of a random breaker before and after each step."""


def shortened(game: Game, seed: int, progress: Progress = lambda more: None) -> Shortened:
    """Return the costs of the random breaker of a seed, fresh and after each step.

    Parameters: `game`, with at most 2,000 codes; `seed`, an integer; `progress`, called with the number of newly solved
    codes. Raises `GameError` for a larger game and for an invalid seed.

    >>> [lengths.total for _, lengths in shortened(Game(3, 2), seed=16).steps]
    [44, 21, 20]
    """
    fresh = random_breaker(game, seed, progress)
    shrunk = shrink(fresh)
    trees = (fresh, shrunk, triangle(shrunk))
    return Shortened(
        game, seed, tuple((len(tree), tree.lengths(name)) for name, tree in zip(STEPS, trees, strict=True))
    )


# ---------------------------------------------------------------------------------------------------------
# Expected totals


MOST_EXPECTED = 256
"""Largest number of codes for expectations; sets of guesses are exponentially many, their effects fewer."""

MOST_SETS = 200_000
"""Largest number of sets of possible codes in the computation: this many take about a minute."""


@dataclass(frozen=True)
class Expectation(Record):
    """The expected total of a random breaker: fresh, after shrinking, and after the triangle step.

    >>> expectation = expected_totals(Game(2, 2))
    >>> str(expectation.fresh), str(expectation.shrunk), str(expectation.final)
    ('10', '26/3', '26/3')
    """

    game: Game
    fresh: Fraction
    shrunk: Fraction
    final: Fraction

    @property
    def totals(self) -> dict[str, Fraction]:
        """The totals by step."""
        return dict(zip(STEPS, (self.fresh, self.shrunk, self.final), strict=True))

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        return self.game.to_json() | {name: number_text(total) for name, total in self.totals.items()}

    @classmethod
    def from_json(cls, data: object) -> Expectation:
        """Return the record of plain data. Raises `RecordError`, also for a wrong fresh total."""
        fields = Fields(data, "expected totals")
        game = Game.from_json(fields)
        fields.agree("fresh", number_text(Fraction(game.codes * (game.codes + 1), 2)))
        return cls(game, *(fields.get(name, rational) for name in STEPS))

    def _table(self) -> Table:
        rows = [
            (name, total, Rounded(total, 3), Rounded(total / self.game.codes, 3)) for name, total in self.totals.items()
        ]
        notes = [f"expected over all random breakers, {self.game}: {self.game.codes} codes"]
        return Table(
            ("breaker", "total", "decimal", "mean"),
            rows,
            notes=notes,
            right=("decimal", "mean"),
        )


def expected_totals(game: Game, progress: Progress = lambda more: None) -> Expectation:
    """Return the exact expectation of the total of a random breaker, before and after each step.

    The module's docstring has the formulas. Codes that differ by names of colours and places of pegs have equal
    expectations, so the computation follows one code of each class through the sets of possible codes after each set of
    guesses.

    Parameters: `game`, with at most 256 codes; `progress`, called with the number of newly followed guesses, of
    `len(classes_of_codes(game)) * game.codes` in total. Raises `GameError` for a larger game, and for a game whose
    guesses leave too many different sets of codes possible.

    >>> expected_totals(Game(3, 2)).shrunk
    Fraction(3169, 140)
    """
    if game.codes > MOST_EXPECTED:
        raise GameError(
            f"{game} make {game.codes:,} codes; expectations are computed for {MOST_EXPECTED} at most, "
            f"so look at some seeds instead"
        )
    many = game.codes
    shrunk = saved = Fraction(0)
    for codes in classes_of_codes(game):
        possible = _possible_after(game, codes[0], progress)
        length = Fraction(1) + sum(
            Fraction(others, comb(many, before)) * Fraction(many - before - 1, many - before)
            for before, others in enumerate(_by_size(game, sum(possible.values())))
        )
        shrunk += len(codes) * length
        saved += len(codes) * _triangles(game, codes[0], possible) / 2  # each pair counts for both codes
    return Expectation(game, Fraction(many * (many + 1), 2), shrunk, shrunk - saved)


def _possible_after(game: Game, code: int, progress: Progress) -> dict[int, int]:
    """Return the sets of codes that may be possible after guesses without a code, except the set of the code alone.

    Each set has the numbers of sets of guesses that leave it, by size of the set of guesses, as the digits of one
    integer in a base above all of them (`_by_size`).
    """
    rows = feedback_rows(game)
    counted = {(1 << game.codes) - 1: 1} if game.codes > 1 else {}
    alike = [
        sum(1 << other for other, feedback in enumerate(row) if feedback == row[code])
        for guess, row in enumerate(rows)
        if guess != code
    ]
    # The most informative guesses come first, so that the table stays small.
    for same in sorted(alike, key=int.bit_count):
        check()
        after = dict(counted)
        for codes, number in counted.items():
            left = codes & same
            if left != 1 << code:
                after[left] = after.get(left, 0) + (number << game.codes + 1)
        if len(after) > MOST_SETS:
            raise GameError(
                f"{game}: guesses leave more than {MOST_SETS:,} sets of codes possible, which are too many to "
                f"follow, so look at some seeds instead"
            )
        counted = after
        progress(1)
    return counted


def _by_size(game: Game, number: int) -> list[int]:
    """Return the numbers of sets of guesses by size."""
    bits = game.codes + 1
    return [number >> bits * size & (1 << bits) - 1 for size in range(game.codes)]


def _triangles(game: Game, code: int, possible: dict[int, int]) -> Fraction:
    """Return the expected number of nodes that distinguish a code and another by a third code."""
    many, rows = game.codes, feedback_rows(game)
    expected = Fraction(0)
    for codes, number in possible.items():
        if codes.bit_count() == 2:
            other = (codes ^ 1 << code).bit_length() - 1
            apart = sum(mine != theirs for mine, theirs in zip(rows[code], rows[other], strict=True)) - 2
            expected += sum(
                Fraction(sets, comb(many, size)) * Fraction(apart, many - size)
                for size, sets in enumerate(_by_size(game, number))
                if sets
            )
    return expected
