r"""Many problems of three players at once, in 64-bit integers: all duels, the paths that floats prove, their values.

One NumPy axis runs over the problems, all of one shape (`truel_ref.fast.shapes`). With `p_i = a_i / b_i` in lowest
terms and `c_i = b_i - a_i`, two who shoot at each other win with

    a_1 b_2 / (a_1 b_2 + c_1 a_2)   and   c_1 a_2 / (a_1 b_2 + c_1 a_2),

and a round of three, whose shots lead to duels with the win probabilities `N_j / D_j`, is worth, with the least common
multiple `D` of all `D_j`,

    (a_1 b_2 b_3 N_1 D/D_1 + c_1 a_2 b_3 N_2 D/D_2 + c_1 c_2 a_3 N_3 D/D_3) / ((b_1 b_2 b_3 - c_1 c_2 c_3) D).

Who misses has `a = 0` and `b = c = 1`. The aims are those of `truel_ref.fast.alike`. A problem is answered where they
are proved and all of this fits: denominators up to `2^26`, so that every number of a duel is a float, too, and
quotients are correctly rounded; and `b_1 b_2 b_3 D_1 D_2 D_3` below `2^62`, which nothing in the value exceeds. All
others are left to `truel_ref.fast.shaped`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from truel_ref.fast.alike import alike_phases
from truel_ref.fast.proved import ONE_IN
from truel_ref.fast.shapes import Shape
from truel_ref.game.aims import Aim
from truel_ref.game.answers import Phase
from truel_ref.game.orders import Order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import coprime_fraction

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Answers", "Threes", "hits_in_arrays", "in_arrays", "three_of"]

PLAYERS = 3
LARGEST_BOTTOM = 2**26
LARGEST_PRODUCT = 2.0**62

_ZERO = Fraction(0)


class Answers(NamedTuple):
    """What becomes of some problems; the last axis of each is that of the problems.

    Fields: `are_known`, which of them are answered; `options`, by place the number of the option in the first phase;
    `numbers`, numerator and denominator of each win probability of the first phase, then for every duel the numerators
    of the two and their denominator, all in lowest terms.
    """

    are_known: np.ndarray
    options: np.ndarray
    numbers: np.ndarray

    def listed(self) -> Iterator[tuple[bool, list[int], list[int]]]:
        """Yield the same by problem."""
        return zip(self.are_known.tolist(), self.options.T.tolist(), self.numbers.T.tolist(), strict=True)


def hits_in_arrays(problems: Sequence[Problem]) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the numerators and the denominators of hit probabilities, players x problems.

    None if any is irrational, or too long for it. Parameters: `problems`, one or more, of as many players.

    >>> [array.tolist() for array in hits_in_arrays([Problem(["1/3", "2/3"]), Problem([0, "1/2"])])]
    [[[1, 0], [2, 1]], [[3, 1], [3, 2]]]
    """
    hits = [hit for problem in problems for hit in problem.hits]
    if {*map(type, hits)} != {Fraction}:
        return None
    numbers = [number for hit in hits for number in hit.as_integer_ratio()]  # type: ignore[union-attr]
    return in_arrays(numbers, problems[0].players)


def in_arrays(numbers: Sequence[int], players: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the same from numerators and denominators in turn, None if any is too long for it."""
    import numpy as np

    try:
        array = np.array(numbers, dtype=np.int64)
    except OverflowError:
        return None
    tops, bottoms = array.reshape(-1, players, 2).transpose(2, 1, 0)
    return tops, bottoms


@lru_cache(maxsize=64)
def three_of(shape: Shape) -> Threes | None:
    """Return what answers problems of a shape, None unless three players have to choose a target, or a miss.

    >>> from truel_ref.fast.shapes import shape_of
    >>> three_of(shape_of(Problem(["1/2"] * 3))) is None, three_of(shape_of(Problem(["1/2"] * 4))) is None
    (False, True)
    """
    serves = shape.players == PLAYERS and len(shape.levels) == 2 and shape.levels[1][0].is_plain
    return Threes(shape) if serves and all(shaped.is_duel for shaped in shape.levels[0]) else None


class Threes:
    """Answers problems of a shape of three players.

    >>> import numpy as np
    >>> from truel_ref.fast.shapes import shape_of
    >>> problem = Problem(["1/3", "2/3", 1])
    >>> three = Threes(shape_of(problem))
    >>> answers = three.answers(np.array([[1], [2], [1]]), np.array([[3], [3], [1]]))
    >>> answers.options.T.tolist(), answers.numbers.T.tolist()[0][:6]
    ([[2, 1, 1]], [25, 63, 8, 21, 2, 9])
    >>> three.solution(problem, [2, 1, 1], answers.numbers.T.tolist()[0], "fractions").win
    (Fraction(25, 63), Fraction(8, 21), Fraction(2, 9))
    """

    def __init__(self, shape: Shape) -> None:
        import numpy as np

        duels, (self.first,) = shape.levels
        (self.alike,) = alike_phases(shape)[1]
        self.rows = shape.rows
        self.duels: list[tuple[Order, tuple[Aim, ...]]] = [(duel.order, duel.first_aims) for duel in duels]
        self._one, self._other = np.array([duel.order for duel in duels]).T
        start = np.array([shape.rows[duel.order] for duel in duels])
        self._one_row, self._other_row = start + self._one, start + self._other
        self._under_rows = start[:, None] + np.arange(PLAYERS)
        self._height = PLAYERS * (PLAYERS + len(duels)) + 1  # survivors, duels, and a row of zeros

    def answers(self, a: np.ndarray, b: np.ndarray) -> Answers:
        """Return the answers of problems.

        Parameters: `a` and `b`, players x problems, the numerators and denominators of the hit probabilities, in lowest
        terms, of which those must be 0 that are 0 in the shape.
        """
        import numpy as np

        near = (a > 0) & (a < b) & (np.minimum(a, b - a) < b / ONE_IN)
        fits = ~((b > LARGEST_BOTTOM) | near).any(axis=0)
        if not fits.all():  # what stands in their place is not looked at
            a, b = np.where(fits, a, 0), np.where(fits, b, 1)
        c = b - a
        tops, bottoms, duels = self._valued_duels(a, b, c)

        def same(problem: int, orders: Sequence[Order]) -> bool:
            values = [
                (*tops[row : row + PLAYERS, problem].tolist(), bottoms[row, problem])
                for row in map(self.rows.__getitem__, orders)
            ]
            return values.count(values[0]) == len(values)

        options, is_open = self.alike.proved(tops / bottoms, a / b, c / b, same)
        win, win_fits = self._valued(options, (a, b, c), tops, bottoms)
        return Answers(fits & ~is_open & win_fits, options, np.concatenate([win, duels]))

    def _valued_duels(self, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the tables of numerators and denominators of all phases but the first, and the numbers of duels."""
        import numpy as np

        one, other = a[self._one] * b[self._other], c[self._one] * a[self._other]
        # A divisor that one of them shares with the sum it shares with the other.
        divisor = np.maximum(np.gcd(one, other), 1)  # both are 0 if neither ever hits
        one, other = one // divisor, other // divisor
        bottom = np.maximum(one + other, 1)
        problems = a.shape[1]
        tops = np.zeros((self._height, problems), dtype=np.int64)
        bottoms = np.ones((self._height, problems), dtype=np.int64)
        tops[self._one_row], tops[self._other_row] = one, other
        bottoms[self._under_rows] = bottom[:, None]
        return tops, bottoms, np.stack([one, other, bottom], axis=1).reshape(-1, problems)

    def _valued(
        self,
        options: np.ndarray,
        hits: tuple[np.ndarray, np.ndarray, np.ndarray],
        tops: np.ndarray,
        bottoms: np.ndarray,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the win probabilities of the first phase, a numerator and a denominator each, and whether they fit."""
        import numpy as np

        columns = np.arange(options.shape[1])
        shots = []
        size = np.ones(len(columns))
        for place in range(PLAYERS):
            shoots = np.array(self.alike.pattern[place])[options[place]]
            rows = self.alike.later[place][options[place], :, 0].T
            a, b, c = (np.where(shoots, mine[place], idle) for mine, idle in zip(hits, (0, 1, 1), strict=True))
            n, d = tops[rows, columns], bottoms[rows[0], columns]
            shots.append((a, b, c, n, d))
            size = size * (b * d.astype(float))
        fits = size < LARGEST_PRODUCT
        after = np.where(fits, np.lcm.reduce([np.where(fits, d, 1) for *_, d in shots]), 1)
        passed = whole = np.ones_like(after)
        win = np.zeros((PLAYERS, len(columns)), dtype=np.int64)
        for a, b, c, n, d in shots:
            # All of this and what is left of it to come are below the product that fits.
            win = win * b + passed * a * (after // d) * n
            passed, whole = passed * c, whole * b
        bottom = np.maximum((whole - passed) * after, 1)
        divisor = np.gcd(win, bottom)
        lowest = np.stack([win // divisor, bottom // divisor], axis=1).reshape(-1, len(columns))
        return lowest, fits

    def solution(self, problem: Problem, path: Sequence[int], numbers: Sequence[int], backend: str) -> Solution:
        """Return the solution of a problem from its `options` and `numbers`, as lists.

        Parameters: `backend`, which is said to have computed it.
        """
        first, rest = self.first, iter(numbers)
        win = tuple([coprime_fraction(next(rest), next(rest)) for _ in path])
        aims = tuple([mine[option] for mine, option in zip(first.options, path, strict=True)])
        phases = [Phase(first.order, aims, win)]
        for (order, duelling), top, other, bottom in zip(self.duels, rest, rest, rest, strict=True):
            pair = [_ZERO] * PLAYERS
            if top:
                pair[order[0]] = coprime_fraction(top, bottom)
            if other:
                pair[order[1]] = coprime_fraction(other, bottom)
            phases.append(Phase(order, duelling, tuple(pair)))
        return Solution(problem, tuple(phases), (), method="floats", backend=backend)
