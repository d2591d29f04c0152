r"""Announced play in arrays: the recursion of `truel_ref.fast.recursion`, in floats that prove the choice.

One axis is the **node**, a history; the other is the **column**, a phase of a problem. Phases that are alike (the same
numbers of options, and the same of them can hit) lie side by side: those of one problem, or of many. The steps for the
phases of each size, the smallest first:

1. Write every option as a turn, in floats (`Level.turns`).
2. Decide after all histories at once (`Induction`). A decision that floats do not prove is **close**.
3. A close decision is harmless if it is off the path and changes nothing (`Induction.harmless`): all hits in the
   profiles that its options lead to lead to phases of equal values, so all these profiles have these values, at every
   turn, because somebody hits in the end. A column with any other close decision is **open**: the recursion decides it.
4. Compute the exact values of the chosen profiles in arrays of integers (`exact_values`).

**No subtraction.** Beside `r` and `k` a turn has `g = 1 - k`, which composes as `g + k g'`. After a history
`(v, κ, g0)` an option `(r, k, g)`, composed with its replies, is worth, to its player,

    u = (r + k v) / (g + k g0)

This is a quotient of sums of products of numbers >= 0, so relative errors only add up. The last player compares the
quotients `r / g` and `v / g0`, of which `u` is a mean.

**The bound**, in units of the roundoff `2^-53`. Let hit probabilities and their complements have a relative error of at
most `e`, and later values `w`. A product `r` of two of them has `e + w + 1`. Composing one more turn, `a + b c`, adds
the error `e` of `b` and one rounding each for the product and the sum. A history and an option with its replies are `L`
turns, so the numerator has an error of at most `L (e + 2) + e + w + 1`, the denominator `L (e + 2)`, and the worth
`2 L (e + 2) + e + w + 2` (`worth_error`). Twice this bound, and a tenth more for products of errors, separates two
worths for certain. Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition (2002), 3.1.

**Nothing underflows**, because every hit probability is 0, 1, or at least `10^-6` away from both (`in_reach`). The
probability to win a phase of `L` players is 0 or at least that of some path: at most `L - 1` turns that pass, a hit,
and a path to win with `L - 1` players left. These are `L + (L - 1) + … + 2 = (L + 2)(L - 1) / 2` factors, 27 for 7
players. A worth with 8 players multiplies a value of 7 by at most 16 factors. So with up to 8 players no product is
below `10^-258`, and the smallest normal number is `2 10^-308`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, repeat
from math import prod
from operator import getitem
from typing import Any

import numpy as np

from truel_ref.fast.recursion import KEPT, ZERO, Game, Layout, Stage, largest_first, layouts, solution_of
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.limits import check
from truel_ref.numbers import coprime_fraction

__all__ = ["GIVEN", "MOST_PLAYERS", "ONE_IN", "Induction", "Level", "Tables", "plain_layouts", "solve_in_arrays"]

ONE_IN = 10**6
"""The least hit probability above 0, and the least complement above 0, is 1 in this number."""

MOST_PLAYERS = 8
"""The most players for which nothing underflows."""

MOST_NODES = 2**22
"""The most histories before the last player in one phase; for more, arrays would take gigabytes."""

CELLS = 2**16
"""The most nodes times columns in one array, if there is more than one column."""

SHORT_BOTTOM = 2**31
"""With smaller denominators, numerators and denominators are 64-bit integers, and doubles."""

LARGEST_PRODUCT = 2.0**62
"""Products of integers below this fit into 64 bits; larger ones take Python's integers."""

GIVEN, EXACT_LATER = 2.0, 3.0
"""The errors of hit probabilities, and of later values, rounded from exact numbers."""


def worth_error(length: int, given: float = GIVEN, later: float = EXACT_LATER) -> float:
    """Return the bound of the relative error of a worth, or a value, in a phase of `length` players.

    >>> worth_error(3), worth_error(2, 1, 0)
    (31.0, 15)
    """
    return 2 * length * (given + 2) + given + later + 2


def in_reach(problem: Problem) -> bool:
    """Return whether the bound holds for a problem: rational numbers, none of them very near to 0 or 1.

    >>> in_reach(Problem(["1/3", 1])), in_reach(Problem([f"1/{10**9}", 1])), in_reach(Problem(["sqrt(2)/2", 1]))
    (True, False, False)
    """
    if problem.irrational or problem.players > MOST_PLAYERS:
        return False
    ratios = [hit.as_integer_ratio() for hit in problem.hits]  # type: ignore[union-attr]
    return all(top in (0, bottom) or min(top, bottom - top) * ONE_IN >= bottom for top, bottom in ratios)


@lru_cache(maxsize=KEPT)
def is_plain(phases: tuple[Layout, ...]) -> bool:
    """Return whether every option in some phases is a single target or a miss."""
    return not any(aim.is_mix for layout in phases for mine in layout.options for aim in mine)


def plain_layouts(problem: Problem) -> tuple[Layout, ...] | None:
    """Return the phases of a problem to which arrays apply: the bound holds, and nobody mixes. Otherwise return None.

    >>> len(plain_layouts(Problem("1/3 2/3 1"))), plain_layouts(Problem("1/3 2/3 1", search="all"))
    (7, None)
    """
    if problem.random_levels or not in_reach(problem):
        return None
    phases = layouts(problem)
    return phases if is_plain(phases) else None


# ---------------------------------------------------------------------------------------------------------
# The decisions of alike phases, in floats


class Induction:
    """Backward induction over the histories of alike phases.

    The latest option is the most significant digit of the number of a node. The histories before a seat are parts x
    nodes x columns: `v` from this seat on, `g0`, `κ`. What follows a node is a row of a table, parts x rows, and an
    index, nodes x columns.

    Parameters: `turns`, by seat, parts x options x columns: `r` by seat, `g`, `k`; `shoots`, which options of the last
    player can hit; `margin`, the ratio of worths that proves a decision.

    Fields: `path`, seats x columns, the announced options; `open`, the columns with a decision that is not proved and
    not harmless, or in which nobody can be hit; `chosen`, by seat, nodes x columns; `close`, the close decisions: seat,
    nodes, columns, which options are rivals, and these options, as numbers or by column.
    """

    def __init__(self, turns: Sequence[np.ndarray], shoots: Sequence[bool], margin: float) -> None:
        self.turns, self.margin = turns, margin
        self.counts = [turn.shape[1] for turn in turns]
        self.width = turns[0].shape[2]
        self.columns = np.arange(self.width)
        self.open = np.zeros(self.width, dtype=bool)
        self.chosen: list[Any] = [None] * len(turns)
        self.close: list[tuple[int, np.ndarray, np.ndarray, np.ndarray, np.ndarray]] = []
        before = [np.zeros((len(turns) + 2, 1, self.width))]
        before[0][-1] = 1.0
        for seat in range(len(turns) - 1):
            before.append(self._longer(seat, before[-1]))
        with np.errstate(divide="ignore", invalid="ignore"):
            table, index = self._last(before[-1], shoots)
            for seat in reversed(range(len(turns) - 1)):
                table, index = self._best(seat, before[seat], table, index)
        self.nodes = [np.zeros(self.width, dtype=np.intp)]
        path = []
        for chosen in self.chosen:
            path.append(chosen[self.nodes[-1], self.columns].astype(np.intp))
            self.nodes.append(self.nodes[-1] + len(chosen) * path[-1])
        self.path = np.array(path)

    def _longer(self, seat: int, before: np.ndarray) -> np.ndarray:
        """Return the histories before the next seat: those before a seat, each with every option there."""
        parts = slice(seat + 1, -1 if seat == len(self.turns) - 2 else None)  # the last player needs no `κ`
        longer: np.ndarray = before[-1] * self.turns[seat][parts, :, None]
        kept = before[1:-1, None]
        longer[: len(kept)] += kept
        return longer.reshape(len(longer), -1, self.width)

    def _last(self, before: np.ndarray, shoots: Sequence[bool]) -> tuple[np.ndarray, np.ndarray]:
        """Return the replies of the last player: to hit the best target if `r / g > v / g0`, and else to pass."""
        last, turn = len(self.turns) - 1, self.turns[-1]
        names, worths = [], []
        for kind in (True, False):
            options = np.flatnonzero(np.equal(shoots, kind))
            if len(options):  # of options with equal `k` the largest `r` is best
                names.append(options[self._largest(turn[last, options][:, None])[0]])
                own = turn[last, names[-1], self.columns] / turn[-2, names[-1], self.columns]
                worths.append(np.broadcast_to(own, before[0].shape) if kind else _quotient(*before))
        which = self._largest(np.array(worths), last, np.array(names)) if len(names) > 1 else None
        mine = np.zeros(before[0].shape, dtype=np.intp) if which is None else which.astype(np.intp)
        self.chosen[last] = np.choose(mine, names)
        table = np.stack([turn[:, name, self.columns] for name in names], axis=1)
        return table.reshape(len(turn), -1), mine * self.width + self.columns

    def _best(
        self, seat: int, before: np.ndarray, table: np.ndarray, index: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return what follows the histories before a seat: the best option, composed with the replies to it."""
        turn, shape = self.turns[seat], (self.counts[seat], before.shape[1], self.width)
        index = index.reshape(shape)
        k = turn[-1][:, None]
        own, hits, passes = (k * table[part].take(index) for part in (seat, -2, -1))
        own += turn[seat][:, None]
        hits += turn[-2][:, None]
        own += passes * before[0]
        hits += passes * before[-2]
        chosen = self.chosen[seat] = self._largest(_quotient(own, hits), seat, np.arange(shape[0])[:, None])
        if seat == 0:
            self.open |= (hits == 0.0).all(axis=(0, 1))
            return table, index
        row = np.take_along_axis(index, chosen[None].astype(np.intp), axis=0)[0]
        parts = [*range(seat), -2, -1]
        mine = turn.reshape(len(turn), -1)[parts].take(chosen * np.intp(self.width) + self.columns, axis=1)
        whole = mine[-1] * table[parts].take(row, axis=1)
        whole[:-1] += mine[:-1]
        return whole.reshape(len(whole), -1), np.arange(whole[0].size).reshape(row.shape)

    def _largest(self, worths: np.ndarray, seat: int | None = None, options: np.ndarray | None = None) -> np.ndarray:
        """Return the number of the largest worth; a decision that is not proved becomes close.

        Parameters: `worths`, options x nodes x columns, below 0 for an option that is not allowed; `seat`, that of the
        player, None if a close decision makes the column open; `options`, those with these worths, x columns or 1.
        """
        most = worths.max(axis=0)
        # An option has the code 16 or more, so the sum of two codes is 32 or more.
        codes = (worths * self.margin >= most).view(np.uint8)
        codes *= np.arange(16, 16 + len(codes), dtype=np.uint8)[:, None, None]
        code = codes.sum(axis=0, dtype=np.uint8)
        best: np.ndarray = code & 15
        close = code >= 32
        if close.any():
            node, column = close.nonzero()
            rivals = codes[:, node, column] > 0
            best[node, column] = rivals.argmax(axis=0)
            if seat is None:
                self.open[column] = True
            else:
                assert options is not None
                numbers = np.broadcast_to(options, (len(options), self.width))[:, column]
                self.close.append((seat, node, column, rivals, numbers))
        return best

    def settle(self, later: Sequence[np.ndarray]) -> None:
        """Open the columns with a close decision that may matter.

        Parameters: `later`, by seat, options x columns: a number for the values of the phase that a hit leads to, equal
        for equal values; -1 for an option that cannot hit.
        """
        for seat, *places in self.close:
            left = ~self.open[places[1]]
            node, column, rivals, options = (place[..., left] for place in places)
            low, high = np.full((2, len(node)), -1)
            for mine, option in zip(rivals, options, strict=True):
                for number in self._hits(seat, node, option, column, later):
                    counts = mine & (number >= 0)
                    low = np.where(counts & ((low < 0) | (number < low)), number, low)
                    high = np.where(counts & (number > high), number, high)
            self.open[column[(low != high) | (node == self.nodes[seat][column])]] = True

    def _hits(
        self, seat: int, node: np.ndarray, option: np.ndarray, column: np.ndarray, later: Sequence[np.ndarray]
    ) -> Iterator[np.ndarray]:
        """Yield by seat the numbers of `later` in the profiles that follow some nodes, with an option at a seat."""
        earlier = node
        for where, count in enumerate(self.counts[:seat]):
            earlier, said = np.divmod(earlier, count)
            yield later[where][said, column]
        for where in range(seat, len(self.counts)):
            yield later[where][option, column]
            if where + 1 < len(self.counts):
                node = node + len(self.chosen[where]) * option
                option = self.chosen[where + 1][node, column].astype(np.intp)


def _quotient(top: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Return worths in the place of their numerators, -1 where nobody can be hit: such an option is not allowed."""
    top /= below
    top[below == 0.0] = -1.0
    return top


# ---------------------------------------------------------------------------------------------------------
# The phases of one size


class Level:
    """The phases of one size of a problem, or of problems that share their layouts.

    Fields: `phases`; `orders`, seats x phases, the player; `later`, seats x options x phases, the number of the phase
    that a hit leads to, -1 for none (players left alone come first, then all phases, the smallest first); `numbers`,
    those of these phases; `alike`, groups of alike phases, as their indices here and by seat which options can hit;
    `twins`, pairs of arrays of indices, phases of the same players.
    """

    def __init__(self, phases: Sequence[Layout], number: dict[Order, int]) -> None:
        self.phases = phases
        self.size = len(phases[0].phase)
        self.numbers = np.array([number[layout.phase] for layout in phases])
        self.orders = np.array([layout.phase for layout in phases]).T
        patterns = [tuple(tuple(map(bool, every)) for every in layout.shots) for layout in phases]
        self.later = np.full((self.size, max(map(len, sum(patterns, ()))), len(phases)), -1)
        for at, layout in enumerate(phases):
            for seat, every in enumerate(layout.shots):
                for option, shots in enumerate(every):
                    for _, after in shots:
                        self.later[seat, option, at] = number[after]
        groups: dict[Any, list[int]] = {}
        sets: dict[Any, list[int]] = {}
        for at, layout in enumerate(phases):
            groups.setdefault(patterns[at], []).append(at)
            sets.setdefault(frozenset(layout.phase), []).append(at)
        self.alike = [(np.array(mine), pattern) for pattern, mine in groups.items()]
        self.twins = []
        for second in range(1, self.size):
            for first in range(second):
                some = [(mine[first], mine[second]) for mine in sets.values() if len(mine) > second]
                if some:
                    self.twins.append(np.array(some).T)


@lru_cache(maxsize=KEPT)
def levels_of(phases: tuple[Layout, ...]) -> tuple[list[Level], dict[Order, int]]:
    """Return the phases by size, the smallest first, and the number of each phase, players left alone first."""
    orders = [*((player,) for player in sorted(phases[-1].phase)), *(layout.phase for layout in phases)]
    number = {order: at for at, order in enumerate(orders)}
    return [Level([*some], number) for _, some in groupby(phases, lambda layout: len(layout.phase))], number


class Tables:
    """The values of all phases, x problems; `solve` fills them, level by level.

    Parameters: `phases`, the layouts that the problems share; `hits` and `misses`, players x problems, hit
    probabilities and their complements, with the relative error `given`; `ratios`, if values are to be exact, the
    numerators and denominators of the hit probabilities, players x problems.

    Fields: `values`, phases x players x problems, in floats, and if exact as `tops` over `bottoms`, phases x problems;
    `same`, phases x problems, the number of a phase of equal values; `open`, the problems that floats leave open.
    """

    def __init__(
        self,
        phases: tuple[Layout, ...],
        hits: np.ndarray,
        misses: np.ndarray,
        ratios: tuple[np.ndarray, np.ndarray] | None = None,
        given: float = GIVEN,
    ) -> None:
        self.levels, self.row = levels_of(phases)
        self.hits, self.misses, self.ratios, self.given = hits, misses, ratios, given
        self.players, self.width = hits.shape
        count = self.players + len(phases)
        self.values = np.zeros((count + 1, self.players, self.width))
        self.values[range(self.players), range(self.players)] = 1.0  # a player left alone has won
        kind = ratios[0].dtype if ratios else np.int64
        self.tops = self.values.astype(np.int64).astype(kind)
        self.bottoms = np.ones((count + 1, self.width), dtype=kind)
        self.same = np.arange(count)[:, None].repeat(self.width, axis=1)
        self.open = np.zeros(self.width, dtype=bool)
        self.later_error = EXACT_LATER if ratios else 0.0

    def decide(self, level: Level) -> tuple[np.ndarray, np.ndarray]:
        """Return the profiles, seats x phases x problems, and which are open, phases x problems; values in floats."""
        path = np.zeros((level.size, len(level.phases), self.width), dtype=np.intp)
        is_open = np.zeros(path.shape[1:], dtype=bool)
        margin = 1.0 + 2.2 * worth_error(level.size, self.given, self.later_error) * 2.0**-53
        for members, pattern in level.alike:
            check()
            counts = [*map(len, pattern)]
            turns = self._turns(level, members, counts)
            if max(counts) > 1 and prod(counts[:-1]) <= MOST_NODES:
                decided, left = self._induced(level, members, turns, pattern[-1], margin)
                path[:, members], is_open[members] = decided, left
            else:
                nobody_hits = not any(map(any, pattern)) and (level.size > 2 or self.players == 2)
                is_open[members] = nobody_hits or max(counts) > 1
            if self.ratios is None:
                self._value(level, members, turns, path[:, members])
        return path, is_open

    def _turns(self, level: Level, members: np.ndarray, counts: Sequence[int]) -> list[np.ndarray]:
        """Return the turns of alike phases by seat: `r` by seat, `g`, `k`; parts x options x columns."""
        turns = []
        for seat, count in enumerate(counts):
            later = level.later[seat, :count][:, members]
            player = level.orders[seat, members]
            turn = np.empty((level.size + 2, *later.shape, self.width))
            hit = np.where((later < 0)[..., None], 0.0, self.hits[player])
            np.multiply(self.values[later, level.orders[:, None, members]], hit, out=turn[:-2])
            turn[-2], turn[-1] = hit, np.where((later < 0)[..., None], 1.0, self.misses[player])
            turns.append(turn.reshape(len(turn), count, -1))
        return turns

    def _induced(
        self, level: Level, members: np.ndarray, turns: Sequence[np.ndarray], shoots: Sequence[bool], margin: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the profiles of alike phases, and which are open."""
        width = turns[0].shape[2]
        step = max(1, CELLS // prod(turn.shape[1] for turn in turns[:-1]))
        paths, opens = [], []
        for start in range(0, width, step):
            part = slice(start, start + step)
            induction = Induction([turn[..., part] for turn in turns], shoots, margin)
            if induction.close:
                phase, problem = np.divmod(np.arange(width)[part], self.width)
                after = [level.later[seat, : turn.shape[1]][:, members[phase]] for seat, turn in enumerate(turns)]
                induction.settle([np.where(each < 0, -1, self.same[each, problem]) for each in after])
            paths.append(induction.path)
            opens.append(induction.open)
        shape = len(members), self.width
        return np.concatenate(paths, axis=1).reshape(-1, *shape), np.concatenate(opens).reshape(shape)

    def _value(self, level: Level, members: np.ndarray, turns: Sequence[np.ndarray], path: np.ndarray) -> None:
        """Enter the values of profiles of alike phases in floats: `V / (1 - K)` without subtraction."""
        columns = np.arange(turns[0].shape[2])
        whole = np.zeros((level.size + 1, len(columns)))
        for option, turn in zip(path[::-1], reversed(turns), strict=True):
            mine = turn[:, option.reshape(-1), columns]
            whole = mine[:-1] + mine[-1] * whole
        won = whole[:-1] / np.where(whole[-1] > 0.0, whole[-1], 1.0)
        self.values[level.numbers[members], level.orders[:, members]] = won.reshape(level.size, len(members), -1)

    def enter(self, level: Level, path: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """Enter what the profiles of a level determine; return exact values in lowest terms, phases x players."""
        seats = np.arange(level.size)[:, None, None]
        later = level.later[seats, path, np.arange(len(level.phases))[:, None]]
        problems = np.arange(self.width)
        if level.size < self.players:
            self._equate(level, np.where(later < 0, -1, self.same[later, problems]))
        if self.ratios is None:
            self.later_error = worth_error(level.size, self.given, self.later_error)
            return None
        idle = later < 0
        shots = []
        for seat, after in enumerate(later):
            a, b = (ratio[level.orders[seat]] for ratio in self.ratios)
            a, b, c = np.where(idle[seat], 0, a), np.where(idle[seat], 1, b), np.where(idle[seat], 1, b - a)
            tops = self.tops[after, :, problems]  # phases x problems x players
            shots.append([tops.transpose(2, 0, 1), a, b, c, self.bottoms[after, problems]])
        tops, bottom = exact_values(shots)
        divisor = np.gcd(tops, bottom)
        common = np.gcd.reduce(divisor, axis=0)
        if tops.dtype == object and self.tops.dtype != object:
            self.tops, self.bottoms = self.tops.astype(object), self.bottoms.astype(object)
        self.tops[level.numbers], self.bottoms[level.numbers] = (tops // common).swapaxes(0, 1), bottom // common
        self.values[level.numbers] = (tops / bottom).swapaxes(0, 1)
        return (tops // divisor).swapaxes(0, 1), (bottom // divisor).swapaxes(0, 1)

    def _equate(self, level: Level, later: np.ndarray) -> None:
        """Enter the first phase of equal values, for each phase of a level.

        Two phases of the same players have equal values if their shots are the same, in the same cyclic order from the
        first shooter on, and lead to phases of equal values.
        """
        shots = np.where(later < 0, -1, later * self.players + level.orders[:, :, None])
        shots = np.take_along_axis(shots, np.argsort(shots < 0, axis=0, kind="stable"), axis=0)
        for first, second in level.twins:
            equal = (shots[:, first] == shots[:, second]).all(axis=0)
            numbers = level.numbers[second]
            self.same[numbers] = np.where(equal, self.same[level.numbers[first]], self.same[numbers])


def exact_values(shots: Sequence[Sequence[np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Return the value of profiles, as numerators, players first, over a denominator of at least 1.

    With hit probabilities `a / b` in lowest terms, `c = b - a`, and later values `N / D`, the first shooter adds
    `a N / (b D)` to `V`, the second `c a' N' / (b b' D')`, and so on, and `1 - K` is `1 - c c' ... / (b b' ...)`. No
    number exceeds the product of all `b` and `D`. Where this is below `2^62`, the arrays are of 64-bit integers.

    Parameters: `shots`, by seat `N`, players first, `a`, `b`, `c`, `D`; where nobody can be hit, `0, 0, 1, 1, 1`.
    """
    if shots[0][0].dtype != object:
        size = prod([b.astype(float) * below for _, _, b, _, below in shots])
        long = np.asarray(size >= LARGEST_PRODUCT)
        if long.any():
            tops, bottom = np.empty(shots[0][0].shape, dtype=object), np.empty(long.shape, dtype=object)
            for part, kind in ((long, object), (~long, np.int64)):
                some = [[each[..., part].astype(kind) for each in shot] for shot in shots]
                tops[:, part], bottom[part] = exact_values(some)
            return tops, bottom
    common = shots[0][-1]
    for *_, below in shots[1:]:
        common = np.lcm(common, below)
    whole = passed = np.ones_like(common)
    won = np.zeros_like(shots[0][0])
    for later, a, b, c, below in shots:
        won = won * b + passed * a * (common // below) * later
        whole, passed = whole * b, passed * c
    return won, np.maximum((whole - passed) * common, 1)


# ---------------------------------------------------------------------------------------------------------
# Whole problems


def solve_in_arrays(problems: Sequence[Problem], progress: Progress | None = None) -> list[Solution]:
    """Return the solutions of problems that share their layouts, each equal to that of `solve_by_recursion`.

    Parameters: `problems`, at least one, to which arrays apply; `progress`, called with 1 for each phase of
    each problem.

    >>> [solution] = solve_in_arrays([Problem(["1/3", "2/3", 1])])
    >>> [str(win) for win in solution.win]
    ['25/63', '8/21', '2/9']
    """
    phases = layouts(problems[0])
    a, b = ratios_of(problems)
    tables = Tables(phases, (a / b).astype(float), ((b - a) / b).astype(float), (a, b))
    games: dict[int, Game] = {}
    made: list[list[Phase]] = [[] for _ in problems]
    ties: list[dict[Order, list[Tie]]] = [{} for _ in problems]
    for level in tables.levels:
        path, is_open = tables.decide(level)
        aims: list[dict[int, tuple[Aim | None, ...]]] = [{} for _ in level.phases]
        for at, number in np.argwhere(is_open).tolist():
            check()
            game = games.get(number) or games.setdefault(number, Game(problems[number]))
            stage = stage_in(tables, game, level.phases[at], number)
            profile = stage.decide()
            path[:, at, number] = profile or 0
            aims[at][number] = stage.aims(profile)
            if stage.ties:
                ties[number][stage.phase] = stage.listed(profile)
        values = tables.enter(level, path) or ()
        for at, layout in enumerate(level.phases):
            spoken = aims_along(layout, path[:, at])
            for number, said in aims[at].items():
                spoken[number] = said
            wins = fractions_of(layout.phase, *(each[at] for each in values))
            for problem, mine, said, win in zip(problems, made, spoken, wins, strict=True):
                mine.append(Phase(layout.phase, said, win, problem=problem))
            if progress is not None:
                progress(len(problems))
    order = largest_first(phases)
    return [
        solution_of(problem, order, mine, theirs, "arrays")
        for problem, mine, theirs in zip(problems, made, ties, strict=True)
    ]


def aims_along(layout: Layout, path: np.ndarray) -> list[tuple[Aim | None, ...]]:
    """Return the aims of profiles, seats x problems; problems with equal profiles share them."""
    known: dict[Any, tuple[Aim, ...]] = {}
    profiles = [*zip(*path.tolist(), strict=True)]
    for profile in {*profiles}:
        known[profile] = tuple(map(getitem, layout.options, profile))
    return [known[profile] for profile in profiles]


def fractions_of(phase: Order, tops: np.ndarray, bottoms: np.ndarray) -> Iterator[tuple[Fraction, ...]]:
    """Return the win probabilities in a phase by problem, from numerators and denominators, players x problems."""
    columns: list[Iterable[Fraction]] = [repeat(ZERO)] * len(tops)
    for player in phase:
        pairs = zip(tops[player].tolist(), bottoms[player].tolist(), strict=True)
        columns[player] = [coprime_fraction(top, bottom) if top else ZERO for top, bottom in pairs]
    return zip(*columns, strict=False)


def ratios_of(problems: Sequence[Problem]) -> tuple[np.ndarray, np.ndarray]:
    """Return the numerators and denominators of hit probabilities, players x problems, in 64 bits if they are short."""
    ratios = [[hit.as_integer_ratio() for hit in problem.hits] for problem in problems]  # type: ignore[union-attr]
    short = all(bottom < SHORT_BOTTOM for each in ratios for _, bottom in each)
    a, b = np.array(ratios, dtype=np.int64 if short else object).transpose(2, 1, 0)
    return a, b


def stage_in(tables: Tables, game: Game, layout: Layout, number: int) -> Stage:
    """Return a phase of a problem for the recursion, after all smaller phases have exact values."""
    for after in {after for every in layout.shots for shots in every for _, after in shots} - game.values.keys():
        row = tables.row[after]
        game.enter(after, tables.tops[row, :, number].tolist(), int(tables.bottoms[row, number]))
    return Stage(game, layout)
