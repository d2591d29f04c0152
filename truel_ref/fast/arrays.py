r"""Announced play in arrays: the recursion of `truel_ref.fast.recursion`, in floats that prove the choice.

One axis is the **node**, a history; the other is the **column**, a phase of a problem. Phases that are alike (the same
numbers of options, and the same of them can hit) lie side by side: those of one problem, or of many. The steps for the
phases of each size, the smallest first:

1. Write every option as a turn, in floats (`Tables.turns`).
2. Decide after all histories at once (`Induction`). A decision that floats do not prove is **close**.
3. A close decision is harmless if it is off the path and changes nothing (`Induction._choose`). Exact values decide
   every other one, where it arises (`truel_ref.fast.recursion.Recursion.best`). A column is **open** if the last player
   has equal targets that change something, or if nobody can be hit: the recursion decides it.
4. Compute the exact values of the chosen profiles in arrays of integers (`Tables.exact_values`).

**No subtraction.** Beside `r` and `k` a turn has `g = 1 - k`, which composes as `g + k g'`. After a history
`(v, κ, g0)` an option `(r, k, g)`, composed with its replies, is worth, to its player,

    u = (r + k v) / (g + k g0)

This is a quotient of sums of products of numbers >= 0, so relative errors only add up. The last player compares the
quotients `r / g` and `v / g0`, of which `u` is a mean.

**The bound**, in units of the roundoff `2^-53`. Let hit probabilities and their complements have a relative error of at
most `e`, and later values `w`. A product `r` of two of them has `e + w + 1`. Composing one more turn, `a + b c`, adds
the error `e` of `b` and one rounding each for the product and the sum. A history and an option with its replies are `L`
turns, so the numerator has an error of at most `L (e + 2) + e + w + 1`, the denominator `L (e + 2)`, and the worth, or
a value, `2 L (e + 2) + e + w + 2`; the value of a player left alone is exact (`worth_error`). Twice this bound, and a
tenth more for products of errors, separates two worths for certain. Source: N. J. Higham, *Accuracy and Stability of
Numerical Algorithms*, 2nd edition (2002), 3.1.

**Nothing underflows**, because every hit probability is 0, 1, or at least `10^-6` away from both (`plain_layouts`). The
probability to win a phase of `L` players is 0 or at least that of some path: at most `L - 1` turns that pass, a hit,
and a path to win with `L - 1` players left. These are `L + (L - 1) + … + 2 = (L + 2)(L - 1) / 2` factors, 27 for 7
players. A worth with 8 players multiplies a value of 7 by at most 16 factors. So with up to 8 players no product is
below `10^-258`, and the smallest normal number is `2 10^-308`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, repeat
from math import prod
from operator import getitem
from typing import Any, TypeAlias

import numpy as np

from truel_ref.fast.recursion import KEPT, ZERO, Layout, PhaseValues, Recursion, largest_first, layouts
from truel_ref.files import Progress
from truel_ref.game.people import Order, Profile
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.limits import check
from truel_ref.numbers import coprime_fraction

__all__ = [
    "GIVEN",
    "MOST_PLAYERS",
    "ONE_IN",
    "Induction",
    "Tables",
    "is_plain",
    "plain_layouts",
    "played",
    "solve_in_arrays",
]

ONE_IN = 10**6
"""The least hit probability above 0, and the least complement above 0, is 1 in this number."""

MOST_PLAYERS = 8
"""The most players for which nothing underflows."""

MOST_NODES = 2**22
"""The most histories before the last player in one phase; for more, arrays would take gigabytes."""

CELLS = 2**16
"""The most nodes times columns in one array, if there is more than one phase."""

SHORT_BOTTOM = 2**31
"""With smaller denominators, numerators and denominators are 64-bit integers, and doubles."""

LARGEST_PRODUCT = 2.0**62
"""Products of integers below this fit into 64 bits; larger ones take Python's integers."""

GIVEN = 2.0
"""The error of hit probabilities that are rounded from exact numbers."""


Judge: TypeAlias = Callable[[int, int, list[list[int]]], int]
"""Decides exactly: gives the best option, from the column, the seat, and the profiles that its options lead to."""


def worth_error(players: int, given: float = GIVEN) -> float:
    """Return the bound of the relative error of a worth, or a value, in a phase.

    >>> worth_error(2), worth_error(3)
    (20.0, 48.0)
    """
    return sum(2 * size * (given + 2) + given + 2 for size in range(2, players + 1))


@lru_cache(maxsize=KEPT)
def is_plain(phases: tuple[Layout, ...]) -> bool:
    """Return whether every option in some phases is a single target or a miss."""
    return not any(aim.is_mix for layout in phases for mine in layout.options for aim in mine)


def plain_layouts(problem: Problem) -> tuple[Layout, ...] | None:
    """Return the phases of a problem to which arrays apply: the bound holds, and nobody mixes. Otherwise return None.

    >>> len(plain_layouts(Problem("1/3 2/3 1"))), plain_layouts(Problem("1/3 2/3 1", search="all"))
    (7, None)
    """
    if problem.irrational or problem.random_levels or problem.players > MOST_PLAYERS:
        return None
    for top, bottom in [hit.as_integer_ratio() for hit in problem.hits]:  # type: ignore[union-attr]
        if top not in (0, bottom) and min(top, bottom - top) * ONE_IN < bottom:
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

    Parameters: `turns`, by seat, parts x options x columns: `r` by seat, `g`, `k`; `later`, by seat, options x columns:
    a number for the values of the phase that a hit leads to, equal for equal values; -1 for an option that cannot hit;
    `margin`, the ratio of worths that proves a decision; `judge`, decides a close decision exactly, or None.

    Fields: `path`, seats x columns, the announced options; `open`, the columns with a close decision that the judge
    cannot decide, or in which nobody can be hit; `chosen`, by seat, nodes x columns, of the last player the kinds;
    `names`, kinds x columns, the last player's best option of each kind; `harmless`, the close decisions that change
    nothing: seat, nodes, columns, which options are rivals, and the profiles that these options lead to.
    """

    def __init__(
        self, turns: Sequence[np.ndarray], later: Sequence[np.ndarray], margin: float, judge: Judge | None
    ) -> None:
        self.turns, self.later, self.margin, self.judge = turns, later, margin, judge
        self.counts, self.width = [turn.shape[1] for turn in turns], turns[0].shape[2]
        self.columns, self.start = np.arange(self.width), np.zeros(self.width, dtype=np.intp)
        self.open, self.shared = np.zeros((2, self.width), dtype=bool)
        self.chosen: list[Any] = [None] * len(turns)
        self.harmless: list[tuple[int, np.ndarray, np.ndarray, np.ndarray, list[Any]]] = []
        before = [np.zeros((len(turns) + 2, 1, self.width))]
        before[0][-1] = 1.0
        for seat in range(len(turns) - 1):
            before.append(self._longer(seat, before[-1]))
        with np.errstate(divide="ignore", invalid="ignore"):
            table, index = self._last(before[-1])
            for seat in reversed(range(len(turns) - 1)):
                table, index = self._best(seat, before[seat], table, index)
        for seat, node, column, rivals, profiles in reversed(self.harmless):
            path = np.array(self._follow(0, self.start, self.columns))
            on_path = (np.reshape(profiles[0][:seat], (seat, len(column))) == path[:seat, column]).all(axis=0)
            self._decide(seat, node, column, rivals, profiles, on_path)
        self.path = np.array(self._follow(0, self.start, self.columns))
        if judge is None:
            self.open |= self.shared
        for column in np.flatnonzero(self.shared & ~self.open).tolist():
            self.path[-1, column] = self._last_said(column, self.path[:-1, column].tolist())

    def _longer(self, seat: int, before: np.ndarray) -> np.ndarray:
        """Return the histories before the next seat: those before a seat, each with every option there."""
        parts = slice(seat + 1, -1 if seat == len(self.turns) - 2 else None)  # the last player needs no `κ`
        longer: np.ndarray = before[-1] * self.turns[seat][parts, :, None]
        longer[: len(before) - 2] += before[1:-1, None]
        return longer.reshape(len(longer), -1, self.width)

    def _last(self, before: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the replies of the last player: to hit the best target if `r / g > v / g0`, and else to pass.

        Of options with equal `k` the largest `r` is best, after every history.
        """
        seat, turn, shoots = len(self.turns) - 1, self.turns[-1], self.later[-1][:, 0] >= 0
        names, worths = [], []
        for kind in (True, False):
            options = np.flatnonzero(shoots == kind)
            if len(options):
                number, _, column, rivals = self._largest(turn[seat, options][:, None])
                self.open[column] = self._matters(rivals, self.later[-1][options][:, column])
                self.shared[column] = True
                best = options[number[0]]
                own = turn[seat, best, self.columns] / turn[-2, best, self.columns]
                names.append(best)
                worths.append(np.broadcast_to(own, before[0].shape) if kind else _quotient(*before))
        self.names = np.array(names)
        self._choose(seat, np.array(worths), self.names)
        table = turn[:, self.names, self.columns].reshape(len(turn), -1)
        return table, self.chosen[seat] * np.intp(self.width) + self.columns

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
        self._choose(seat, _quotient(own, hits), np.arange(shape[0])[:, None])
        chosen = self.chosen[seat]
        if seat == 0:
            self.open |= (hits == 0.0).all(axis=(0, 1))
            return table, index
        row = index[chosen, np.arange(shape[1])[:, None], self.columns]
        parts = [*range(seat), -2, -1]
        mine = turn.reshape(len(turn), -1)[parts].take(chosen * np.intp(self.width) + self.columns, axis=1)
        whole = mine[-1] * table[parts].take(row, axis=1)
        whole[:-1] += mine[:-1]
        return whole.reshape(len(whole), -1), np.arange(row.size).reshape(row.shape)

    def _largest(self, worths: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return the numbers of the largest worths, and the close decisions: nodes, columns, which options are rivals.

        Parameters: `worths`, options x nodes x columns, below 0 for an option that is not allowed.
        """
        rivals = (worths * self.margin >= worths.max(axis=0)).view(np.uint8)
        best: np.ndarray = np.einsum("i,ijk->jk", np.arange(len(rivals), dtype=np.uint8), rivals)
        node, column = (rivals.sum(axis=0, dtype=np.uint8) > 1).nonzero()
        close = rivals[:, node, column] > 0
        best[node, column] = close.argmax(axis=0)
        return best, node, column, close

    def _choose(self, seat: int, worths: np.ndarray, options: np.ndarray) -> None:
        """Enter the choices of a seat after all histories, and decide close decisions that change something.

        A decision changes nothing if all hits in the profiles that its options lead to lead to phases of equal values:
        then all these profiles have these values, at every turn, because somebody hits in the end. Without this, five
        and six players take 1.3 and 3.4 times as long.

        Parameters: `seat`; `worths`, options x nodes x columns; `options`, those with these worths, x columns or 1.
        """
        self.chosen[seat], node, column, rivals = self._largest(worths)
        if not len(node):
            return
        earlier = np.unravel_index(node, self.counts[:seat], order="F") if seat else ()
        profiles = [
            (*earlier, option, *self._follow(seat + 1, node + worths.shape[1] * option, column))
            for option in np.broadcast_to(options, (len(options), self.width))[:, column]
        ]
        hits = [
            np.array([after[said, column] for after, said in zip(self.later, mine, strict=True)]) for mine in profiles
        ]
        matters = self._matters(np.repeat(rivals, len(self.turns), axis=0), np.concatenate(hits))
        self._decide(seat, node, column, rivals, profiles, matters)
        self.harmless.append((seat, node, column, rivals, profiles))

    @staticmethod
    def _matters(rivals: np.ndarray, hits: np.ndarray) -> np.ndarray:
        """Return by column whether hits of rivals lead to phases of different values, options x columns."""
        counts = rivals & (hits >= 0)
        low = np.where(counts, hits, hits.max(initial=0)).min(axis=0)
        return np.asarray(counts.any(axis=0) & (low != np.where(counts, hits, -1).max(axis=0)))

    def _decide(self, seat: int, node: Any, column: Any, rivals: Any, profiles: list[Any], mine: Any) -> None:
        """Let the judge decide some close decisions, or open their columns."""
        if self.judge is None:
            self.open[column[mine]] = True
        for at in np.flatnonzero(mine & ~self.open[column]):
            here = column[at]
            if seat == len(self.turns) - 1:
                said = self._last_said(int(here), [int(said[at]) for said in profiles[0][:seat]])
                self.chosen[seat][node[at], here] = len(self.names) - 1 and self.later[-1][said, here] < 0
            else:
                paths = [[int(said[at]) for said in profiles[option]] for option in np.flatnonzero(rivals[:, at])]
                self.chosen[seat][node[at], here] = self.judge(int(here), seat, paths)  # type: ignore[misc]

    def _last_said(self, column: int, history: list[int]) -> int:
        """Return the option of the last player after a history, by the judge."""
        return self.judge(column, len(history), [[*history, option] for option in range(self.counts[-1])])  # type: ignore

    def _follow(self, seat: int, node: np.ndarray, column: np.ndarray) -> list[np.ndarray]:
        """Return the options that are announced from a seat on, after the histories of some nodes."""
        said = []
        for chosen in self.chosen[seat:]:
            said.append(chosen[node, column].astype(np.intp))
            node = node + len(chosen) * said[-1]
        return [*said[:-1], *(self.names[kind, column] for kind in said[-1:])]


def _quotient(top: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Return worths in the place of their numerators, -1 where nobody can be hit: such an option is not allowed."""
    top /= below
    top[below == 0.0] = -1.0
    return top


# ---------------------------------------------------------------------------------------------------------
# The phases of one size


class Alike:
    """Alike phases of one size.

    Fields: `phases`; `size`; `numbers`, those of these phases; `orders`, seats x phases, the player; `later`, by seat,
    options x phases, the number of the phase that a hit leads to, -1 for an option that cannot hit; `twins`, of the
    last group of a size, arrays of pairs of numbers: the phases of this size with the same players.
    """

    twins: Sequence[np.ndarray] = ()

    def __init__(self, phases: Sequence[Layout], number: dict[Order, int]) -> None:
        self.phases, self.size = phases, len(phases[0].phase)
        self.numbers = np.array([number[layout.phase] for layout in phases])
        self.orders = np.array([layout.phase for layout in phases]).T
        self.later = [
            np.array([[number[shots[0][1]] if shots else -1 for shots in layout.shots[seat]] for layout in phases]).T
            for seat in range(self.size)
        ]


@lru_cache(maxsize=KEPT)
def groups_of(phases: tuple[Layout, ...], width: int) -> tuple[list[Alike], dict[Order, int]]:
    """Return groups of alike phases, the smallest first, and the number of each phase, players left alone first.

    Parameters: `phases`; `width`, the number of problems: with them the arrays of a group have at most `CELLS` cells.
    """
    orders = [*((player,) for player in sorted(phases[-1].phase)), *(layout.phase for layout in phases)]
    number = {order: at for at, order in enumerate(orders)}
    groups: list[Alike] = []
    for size, some in groupby(phases, lambda layout: len(layout.phase)):
        alike: dict[Any, list[Layout]] = {}
        sets: dict[Any, list[int]] = {}
        for layout in some:
            alike.setdefault(tuple(tuple(map(bool, every)) for every in layout.shots), []).append(layout)
            sets.setdefault(frozenset(layout.phase), []).append(number[layout.phase])
        for pattern, mine in alike.items():
            step = max(1, CELLS // (prod(map(len, pattern[:-1])) * width))
            groups += [Alike(mine[start : start + step], number) for start in range(0, len(mine), step)]
        groups[-1].twins = [
            np.array(pairs).T
            for second in range(1, size)
            for first in range(second)
            if (pairs := [(mine[first], mine[second]) for mine in sets.values() if len(mine) > second])
        ]
    return groups, number


class Tables:
    """The values of all phases, for problems that share their layouts.

    Parameters: `phases`, these layouts; `hits` and `misses`, players x problems, hit probabilities and their
    complements, with the relative error `given`; `ratios`, if values are to be exact, the numerators and denominators
    of the hit probabilities, players x problems.

    Fields: `groups`, of alike phases, for `decide` and `enter` in turn; `row`, by phase its row in the tables;
    `values`, phases x players x problems, in floats, and if exact as `tops` over `bottoms`, phases x problems; `same`,
    phases x problems, the number of a phase of equal values; `shots`, phases x seats x problems, the shots of the
    announced profiles. The last row of each table stands for no phase.
    """

    def __init__(
        self,
        phases: tuple[Layout, ...],
        hits: np.ndarray,
        misses: np.ndarray,
        ratios: tuple[np.ndarray, np.ndarray] | None = None,
        given: float = GIVEN,
    ) -> None:
        self.hits, self.misses, self.ratios, self.given = hits, misses, ratios, given
        self.players, width = hits.shape
        self.groups, self.row = groups_of(phases, width)
        self.problems = np.arange(width)
        count = self.players + len(phases) + 1
        self.values = np.zeros((count, self.players, width))
        self.values[range(self.players), range(self.players)] = 1.0  # a player left alone has won
        self.tops = self.values.astype(np.int64)
        self.bottoms = np.ones((count, width), dtype=np.int64)
        self.same = np.array([*range(count - 1), -1])[:, None].repeat(width, axis=1)
        self.shots = np.full((count, self.players, width), -1)

    def decide(self, alike: Alike, judge: Judge | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Return the profiles of alike phases, seats x phases x problems, and which are open, phases x problems.

        Without exact values this enters values in floats.
        """
        check()
        counts, shape = [*map(len, alike.later)], (len(alike.phases), len(self.problems))
        path = np.zeros((alike.size, *shape), dtype=np.intp)
        nobody_hits = alike.size > 2 and max(later.max() for later in alike.later) < 0
        is_open = np.full(shape, max(counts) > 1 or nobody_hits)
        turns = [self._turn(alike, *seat) for seat in zip(alike.orders, alike.later, strict=True)]
        if max(counts) > 1 and prod(counts[:-1]) <= MOST_NODES:
            margin = 1.0 + 2.2 * worth_error(alike.size, self.given) * 2.0**-53
            alike_later = [self.same[later].reshape(len(later), -1) for later in alike.later]
            induction = Induction(turns, alike_later, margin, judge)
            path, is_open = induction.path.reshape(path.shape), induction.open.reshape(shape)
        if self.ratios is None:
            self._value(alike, turns, path)
        return path, is_open

    def _turn(self, alike: Alike, player: np.ndarray, later: np.ndarray) -> np.ndarray:
        """Return the turns of the players in a seat: `r` by seat, `g`, `k`; parts x options x columns."""
        idle = (later < 0)[..., None]
        hit, miss = np.where(idle, 0.0, self.hits[player]), np.where(idle, 1.0, self.misses[player])
        turn = np.concatenate([self.values[later, alike.orders[:, None]] * hit, [hit, miss]])
        return turn.reshape(len(turn), len(later), -1)

    def _value(self, alike: Alike, turns: Sequence[np.ndarray], path: np.ndarray) -> None:
        """Enter the values of profiles of alike phases in floats: `V / (1 - K)` without subtraction."""
        columns = np.arange(turns[0].shape[2])
        whole = np.zeros((alike.size + 1, len(columns)))
        for option, turn in zip(path[::-1], reversed(turns), strict=True):
            mine = turn[:, option.reshape(-1), columns]
            whole = mine[:-1] + mine[-1] * whole
        won = whole[:-1] / np.where(whole[-1] > 0.0, whole[-1], 1.0)
        self.values[alike.numbers, alike.orders] = won.reshape(path.shape)

    def enter(self, alike: Alike, path: np.ndarray) -> tuple[np.ndarray, ...]:
        """Enter what profiles determine; return exact numerators and denominators, players x phases x problems."""
        at = np.arange(len(alike.phases))[:, None]
        later = np.array([each[said, at] for each, said in zip(alike.later, path, strict=True)])
        if alike.size < self.players:
            self._note_shots(alike, later)
        for first, second in alike.twins:
            equal = (self.shots[first] == self.shots[second]).all(axis=1)
            self.same[second] = np.where(equal, self.same[first], self.same[second])
        if self.ratios is None:
            return ()
        tops, bottom = exact_values(self, alike, later, *self.ratios)
        divisor = np.gcd(tops, bottom)
        common = np.gcd.reduce(divisor, axis=0)
        self.tops, self.bottoms = self.tops.astype(tops.dtype, copy=False), self.bottoms.astype(tops.dtype, copy=False)
        self.tops[alike.numbers], self.bottoms[alike.numbers] = (tops // common).swapaxes(0, 1), bottom // common
        self.values[alike.numbers] = (tops / bottom).swapaxes(0, 1)
        return tops // divisor, bottom // divisor

    def _note_shots(self, alike: Alike, later: np.ndarray) -> None:
        """Enter the shots of profiles that lead to some phases, seats x phases x problems, from the first shooter on.

        Two phases of the same players have equal values if their shots are the same, in the same cyclic order from the
        first shooter on, and lead to phases of equal values: `enter` compares twins.
        """
        after = self.same[later, self.problems]
        shots = np.where(after < 0, -1, after * self.players + alike.orders[:, :, None])
        shots = np.take_along_axis(shots, np.argsort(shots < 0, axis=0, kind="stable"), axis=0)
        self.shots[alike.numbers, : alike.size] = shots.swapaxes(0, 1)


def exact_values(
    tables: Tables, alike: Alike, later: np.ndarray, tops: np.ndarray, bottoms: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the values of profiles, as numerators, players first, over a denominator of at least 1.

    With hit probabilities `a / b` in lowest terms, `c = b - a`, and later values `N / D`, the first shooter adds
    `a N / (b D)` to `V`, the second `c a' N' / (b b' D')`, and so on, and `1 - K` is `1 - c c' ... / (b b' ...)`. No
    number exceeds the product of all `b` and `D`. Where this is below `2^62`, the arrays are of 64-bit integers.

    Parameters: `tables`, with the later values; `alike`, the phases; `later`, the phases that their profiles lead to,
    seats x phases x problems; `tops` and `bottoms`, all `a` and `b`, players x problems.
    """
    below = tables.bottoms[later, tables.problems]
    a, b = np.where(later < 0, 0, tops[alike.orders]), np.where(later < 0, 1, bottoms[alike.orders])
    if below.dtype != object and (prod(b.astype(float)) * prod(below.astype(float)) >= LARGEST_PRODUCT).any():
        below = below.astype(object)
    common = np.lcm.reduce(below, axis=0)
    whole = passed = np.ones_like(common)
    won: Any = 0
    for after, hit, of, under in zip(later, a, b, below, strict=True):
        mine = tables.tops[after, :, tables.problems].transpose(2, 0, 1)
        won = won * of + passed * hit * (common // under) * mine
        whole, passed = whole * of, passed * (of - hit)
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
    a, b = ratios_of(problems)
    tables = Tables(layouts(problems[0]), (a / b).astype(float), ((b - a) / b).astype(float), (a, b))
    made: list[list[Phase]] = [[] for _ in problems]
    ties: list[list[Tie]] = [[] for _ in problems]
    for alike, path, stages, won in played(tables, problems.__getitem__):
        profiles, tops, bottoms = (array.tolist() for array in (path, *won))
        for (_, number), (stage, profile) in stages.items():
            ties[number] += stage.listed(profile)
        stalled = {where: stage.aims(None) for where, (stage, profile) in stages.items() if profile is None}
        for at, layout in enumerate(alike.phases):
            columns: list[Any] = [repeat(ZERO)] * tables.players
            for player in layout.phase:
                pairs = zip(tops[player][at], bottoms[player][at], strict=True)
                columns[player] = [coprime_fraction(top, bottom) if top else ZERO for top, bottom in pairs]
            said = [*zip(*[seat[at] for seat in profiles], strict=True)]
            known = {profile: tuple(map(getitem, layout.options, profile)) for profile in {*said}}
            rows = zip(problems, made, said, zip(*columns, strict=False), strict=True)
            for number, (problem, mine, profile, win) in enumerate(rows):
                aims: Any = stalled.get((at, number), known[profile]) if stalled else known[profile]
                mine.append(Phase(layout.phase, aims, win, problem=problem))
        if progress is not None:
            progress(len(problems) * len(alike.phases))
    return [
        Solution(problem, largest_first(mine), largest_first(theirs), method="arrays")
        for problem, mine, theirs in zip(problems, made, ties, strict=True)
    ]


def played(
    tables: Tables, problem_of: Callable[[int], Problem]
) -> Iterator[
    tuple[Alike, np.ndarray, dict[tuple[int, int], tuple[Recursion, Profile | None]], tuple[np.ndarray, ...]]
]:
    """Decide all phases; the recursion decides those that are open, from the exact values of smaller phases.

    Yield in turn: alike phases; their profiles; by phase and problem those that the recursion decided, each with its
    profile, None in a stalemate; and exact numerators and denominators, players x phases x problems.

    Parameters: `tables`, with `ratios`; `problem_of`, gives the problem with a number.
    """
    games: dict[int, PhaseValues] = {}
    width = len(tables.problems)

    def stage(at: int, number: int) -> Recursion:
        """Return a phase of a problem for exact decisions."""
        if (at, number) not in stages:
            if number not in games:
                games[number] = PhaseValues(problem_of(number))
            layout, game = alike.phases[at], games[number]
            after = {order for every in layout.shots for shots in every for _, order in shots}
            for order in after - game.values.keys():
                row = tables.row[order]
                game.enter(order, tables.tops[row, :, number].tolist(), int(tables.bottoms[row, number]))
            stages[at, number] = Recursion(game, layout)
        return stages[at, number]

    def judge(column: int, seat: int, profiles: list[list[int]]) -> int:
        """Return the best option of a seat, by exact values."""
        check()
        decider = stage(*divmod(column, width))
        allowed = [tuple(profile) for profile in profiles if not decider.stalls(profile)]
        return allowed[decider.best(seat, allowed)][seat]

    for alike in tables.groups:
        stages: dict[tuple[int, int], Recursion] = {}
        path, is_open = tables.decide(alike, judge)
        chosen: dict[tuple[int, int], Profile | None] = {
            (at, number): tuple(path[:, at, number].tolist()) for at, number in stages
        }
        for at, number in np.argwhere(is_open).tolist():
            check()
            profile = chosen[at, number] = stage(at, number).decide()
            path[:, at, number] = profile or 0
        decided = {where: (stages[where], profile) for where, profile in chosen.items()}
        yield alike, path, decided, tables.enter(alike, path)


def ratios_of(problems: Sequence[Problem]) -> tuple[np.ndarray, np.ndarray]:
    """Return the numerators and denominators of hit probabilities, players x problems, in 64 bits if they are short."""
    ratios = [[hit.as_integer_ratio() for hit in problem.hits] for problem in problems]  # type: ignore[union-attr]
    short = all(bottom < SHORT_BOTTOM for each in ratios for _, bottom in each)
    a, b = np.array(ratios, dtype=np.int64 if short else object).transpose(2, 1, 0)
    return a, b
