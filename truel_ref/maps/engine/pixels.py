"""The pixels of a unit of work: the filter decides where floats prove it, the exact solver everywhere else.

Every field equals that of `normal`, byte for byte. A pixel goes to the exact solver if (1) a hit probability is nearer
to 0 or 1 than the filter accepts, but not 0 or 1; (2) a decision on the path of its first phase, or of a later phase
that this path reaches, is not sure; (3) the rounding of a win probability stays open.

**Win probabilities** of many pixels under one profile are correctly rounded to doubles. With the aims of all phases
fixed, no comparison remains: every turn is two or three products, and the rules compose the phases
(`truel_ref.play.phase`), in double-double arithmetic and without any difference, so that relative errors only add up.
Exact zeros and ones are integers and cost nothing.

**Double-double arithmetic** has about 106 bits. A number is the unevaluated sum of two floats, the second below half a
unit in the last place of the first. A sum, product or quotient of numbers >= 0 has a relative error below `2^-100`.

**Rounding.** Fewer than 1000 such operations lie on any way from the hit probabilities to a result of up to eight
players, so `2^-90` bounds the whole relative error. If both ends of that interval round to the same double, it is the
double nearest to the exact value.

Source: T. J. Dekker, "A floating-point technique for extending the available precision", Numerische Mathematik 18
(1971), 224-242; D. E. Knuth, *The Art of Computer Programming*, volume 2, 4.2.2.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import Any, TypeAlias

import numpy as np

from truel_ref.fast.recursion import layouts
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.maps.engine.filters import Filter, FloatProfiles, Lines, Profile
from truel_ref.maps.engine.histories import MOST_NODES, HistoryTree
from truel_ref.maps.engine.identities import Hit
from truel_ref.maps.engine.trees import FloatTree
from truel_ref.maps.grid import AimsTable, Block, MapSpec, pixel_of
from truel_ref.numbers import Number, read_rational
from truel_ref.play.ties import LIKELIEST_WINNER

__all__ = [
    "Area",
    "Double",
    "Unit",
    "added",
    "double",
    "doubles",
    "grid_doubles",
    "product",
    "quotient",
    "runs",
    "times",
]

THREE = 3
FEW_TO_SOLVE = 8
"""Largest number of pixels of an area that is not worth the filter: the exact solver is faster."""
CHUNK = 4096  # pixels to decide at a time: the arrays of a slice fit into the cache
VALUED = 8192  # pixels to value at a time, without an axis for the options


class Unit:
    """A unit of work, whose pixels get their profiles in any order, and then their win probabilities.

    Parameters: `spec`, the map; `rows` and `columns` of the unit.
    """

    def __init__(self, spec: MapSpec, rows: list[int], columns: range | None = None) -> None:

        self.spec = spec
        self.rows = rows
        self.columns = range(spec.points + 1) if columns is None else columns
        self.line = np.full(spec.points + 1, -1)
        self.line[rows] = np.arange(len(rows))
        self.table = AimsTable()
        self.plays: list[tuple[Area, Profile]] = []
        self.shared: dict[Any, Any] = {}  # what areas share: their lines, and known identities
        self._numbers: dict[object, int] = {}
        shape = len(rows), len(self.columns)
        self.play = np.full(shape, -1, dtype=np.int32)  # per pixel a number of one of `plays`
        self.tie = np.zeros(shape, dtype=bool)
        self.inside = np.zeros(shape, dtype=bool)
        for line, row in enumerate(rows):
            inside = spec.columns(row, self.columns)
            self.inside[line, inside.start - self.columns.start : inside.stop - self.columns.start] = True

    def open_pixels(self, rows: range, columns: range, side: int) -> np.ndarray:
        """Return row and column of the pixels without a play in some neighbouring rows and columns, on a side."""
        top, left = int(self.line[rows.start]), columns.start - self.columns.start
        place = slice(top, top + len(rows)), slice(left, left + len(columns))
        line, across = (self.inside[place] & (self.play[place] < 0)).nonzero()
        pixels = np.column_stack([line + rows.start, across + columns.start])
        return np.asarray(pixels[np.sign(pixels[:, 0] - pixels[:, 1]) == side])

    def decide(self, area: Area, pixels: np.ndarray, at_points: bool = False) -> None:
        """Decide pixels of one area one by one, as far as floats prove; `at_points` as in `Area.filter`."""
        for begin in range(0, len(pixels), CHUNK):
            rows, columns = pixels[begin : begin + CHUNK].T
            filtered = area.filter(rows, columns, at_points)
            profiles = filtered.profiles()
            numbers = self.numbers(area, profiles)
            tie = filtered.phase(area.problem.first_order).tie
            where = self.line[rows[profiles.firm]], columns[profiles.firm] - self.columns.start
            self.play[where], self.tie[where] = numbers[profiles.firm], tie[profiles.firm]

    def lines(self, axis: int) -> Iterator[tuple[range, range]]:
        """Yield the rows (axis 0) or columns (1) with more than a few open pixels, as rows and columns."""
        open_ = (self.inside & (self.play < 0)).sum(axis=1 - axis)
        for place in np.flatnonzero(open_ > FEW_TO_SOLVE).tolist():
            line = self.rows[place] if axis == 0 else self.columns[place]
            one = range(line, line + 1)
            yield from [(one, self.columns)] if axis == 0 else [(rows, one) for rows in runs(self.rows)]

    def fill(self, box: np.ndarray, side: int, number: int, tie: bool) -> None:
        """Give all pixels of a box that lie on a side of the diagonal one of the `plays`.

        Parameters: `box`, its first and last row, first and last column; `side`, the sign of row minus column;
        `number`, the index of the play; `tie`, whether there is a tie on its path.
        """
        top, bottom, left, right = map(int, box)
        across = slice(left - self.columns.start, right + 1 - self.columns.start)
        down = slice(int(self.line[top]), int(self.line[top]) + bottom + 1 - top)
        if (side < 0 and bottom < left) or (side > 0 and top > right):
            self.play[down, across], self.tie[down, across] = number, tie
            return
        here = np.sign(np.arange(top, bottom + 1)[:, np.newaxis] - np.arange(left, right + 1)) == side
        self.play[down, across][here], self.tie[down, across][here] = number, tie

    def numbers(self, area: Area, profiles: FloatProfiles) -> np.ndarray:
        """Return the numbers of profiles among the `plays` of the unit; append new profiles."""
        numbers = []
        for profile in profiles.listed:
            key = id(area), tuple(profile.items())
            if key not in self._numbers:
                self._numbers[key] = len(self.plays)
                self.plays.append((area, profile))
            numbers.append(self._numbers[key])
        return np.asarray(np.array(numbers, dtype=np.int32)[profiles.number])

    def block(self) -> Block:
        """Return the pixels with their win probabilities; solve the pixels without a profile exactly."""
        spec, players = self.spec, self.spec.problem.players
        block = Block.empty(spec, self.rows, (), self.columns, blank=not self.inside.all())
        index, stalemate, done = block.index.reshape(-1), block.stalemate.reshape(-1), ~self.inside
        win, is_done, rows = block.win.reshape(-1, players), done.reshape(-1), np.array(self.rows)
        for (area, profile), every in self._of_plays():
            lines, places = np.divmod(every, len(self.columns))
            won = area.win(profile, rows[lines], places + self.columns.start)
            if won is None:
                continue
            chances, settled = won
            here, chances = (every, chances) if settled.all() else (every[settled], chances[:, settled])
            win[here], stalemate[here] = chances[:players].T, chances[players]
            index[here] = self.table.number(profile[spec.problem.first_order])
            is_done[here] = True
        block.tie[done], block.solved[...] = self.tie[done], self.inside
        for line, place in zip(*(~done).nonzero(), strict=True):
            pixel = pixel_of(solve(spec.at(self.rows[line], int(place) + self.columns.start)))
            block.put(line, place, pixel, self.table)
        return dataclasses.replace(block, aims=tuple(self.table.aims))

    def _of_plays(self) -> Iterator[tuple[tuple[Area, Profile], np.ndarray]]:
        """Yield the plays with pixels, numbered line by line, some at a time.

        The pixels of a play are runs of neighbours; an index of all pixels would take more memory than the map.
        """
        new = np.ones(self.play.shape, dtype=bool)
        np.not_equal(self.play[:, 1:], self.play[:, :-1], out=new[:, 1:])
        starts = np.flatnonzero(new)
        plays, lengths = self.play.reshape(-1)[starts], np.diff(starts, append=self.play.size)
        order = np.argsort(plays, kind="stable")
        plays, starts, lengths = plays[order], starts[order], lengths[order]
        ends = np.cumsum(lengths)
        shifts = starts - ends + lengths
        cuts = np.flatnonzero(np.diff(plays) | np.diff(ends // VALUED)) + 1
        for begin, end in pairwise([0, *cuts, len(starts)]):
            if plays[begin] >= 0:
                places = np.arange(ends[begin] - lengths[begin], ends[end - 1])
                yield self.plays[plays[begin]], places + np.repeat(shifts[begin:end], lengths[begin:end])


def runs(rows: Iterable[int]) -> Iterator[range]:
    """Yield rows as ranges of neighbours.

    >>> list(runs([4, 2, 3, 7]))
    [range(2, 5), range(7, 8)]
    """
    rows = sorted(set(rows))
    cuts = [0, *(place for place, (one, other) in enumerate(pairwise(rows), 1) if other != one + 1), len(rows)]
    for start, stop in pairwise(cuts):
        if rows[start:stop]:
            yield range(rows[start], rows[stop - 1] + 1)


# -- win probabilities


RELATIVE = 2.0**-90

Value: TypeAlias = "int | Double"
"""0 or 1, exactly, or a double-double."""

Chances: TypeAlias = "dict[int, Value]"
"""By outcome (a player, or the number of players for a stalemate) the probabilities that are not 0."""


@lru_cache(maxsize=4)
def grid_doubles(points: int) -> Double:
    """Return the steps of a grid, from 0 to 1, as double-doubles.

    >>> high, low = grid_doubles(3)
    >>> float(high[1]) == 1 / 3, float(low[2]) == float(Fraction(2, 3) - Fraction(2 / 3))
    (True, True)
    """
    return doubles([Fraction(step, points) for step in range(points + 1)])


class Area:
    """Pixels that agree in who is stronger, and in whose hit probability is 0 or 1.

    Parameters: `spec`, the map; `problem`, of one of the pixels; `rows` and `columns`, in which the pixels lie;
    `shared`, what areas of a unit of work share.
    """

    def __init__(self, spec: MapSpec, problem: Problem, rows: range, columns: range, shared: dict[Any, Any]) -> None:
        self.problem = problem
        self.steps = grid_doubles(spec.points)
        self.stretches = rows, columns
        self.shared = shared
        # Numbers for common hit probabilities, letters for others; on the diagonal the same letter twice.
        fixed = tuple(read_rational(hit, digits=None) for hit in problem.hits)
        free: list[Hit] = [
            hit if len(stretch) == 1 or hit in fixed[2:] else name
            for hit, stretch, name in zip(fixed[:2], self.stretches, "ab", strict=True)
        ]
        if fixed[0] == fixed[1]:
            free[1] = free[0]
        self.letters: tuple[Hit, ...] = (*free, *fixed[2:])
        self.layouts = layouts(problem)
        self.known = shared.setdefault((self.letters, self.layouts), {})
        nodes = prod(map(len, self.layouts[-1].options[:-1]))
        in_histories = nodes <= MOST_NODES and problem.tie_rule != LIKELIEST_WINNER
        self.tree = HistoryTree if in_histories else FloatTree

    def filter(self, rows: np.ndarray, columns: np.ndarray, at_points: bool) -> Filter:
        """Return the filter of some pixels.

        Parameters: `rows` and `columns` of the pixels; `at_points`, whether to prove ties at single pixels, too.
        """
        if at_points:
            last = len(self.steps[0]) - 1
            steps = zip(rows.tolist(), columns.tolist(), strict=True)
            points = [(Fraction(row, last), Fraction(column, last), *self.letters[2:]) for row, column in steps]
            return self._filtered(rows, columns, points=points)
        lines = [(self._line(axis), steps - self.stretches[axis].start) for axis, steps in enumerate((rows, columns))]
        return self._filtered(rows, columns, lines if self.problem.players > THREE else ())

    def _line(self, axis: int) -> Filter:
        """Return the filter of all rows (axis 0), for phases without B, or of all columns, for phases without A."""
        stretch = self.stretches[axis]
        name = axis, stretch, self.layouts
        if name not in self.shared:
            steps = np.arange(stretch.start, stretch.stop)
            other = np.full(len(steps), self.stretches[1 - axis].start)
            self.shared[name] = self._filtered(*((steps, other) if axis == 0 else (other, steps)))
        line: Filter = self.shared[name]
        return line

    def _filtered(self, rows: Any, columns: Any, lines: Lines = (), points: Sequence[Any] | None = None) -> Filter:
        free, misses = self.steps[0], self.steps[0][::-1]
        fixed = self.problem.hits[2:]
        hits = [free[rows], free[columns], *(np.full(len(rows), float(hit)) for hit in fixed)]
        gone = [misses[rows], misses[columns], *(np.full(len(rows), float(1 - hit)) for hit in fixed)]
        return Filter(self.problem, np.stack(hits), np.stack(gone), self.letters, self.tree, lines, self.known, points)

    def win(self, profile: Profile, rows: np.ndarray, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
        """Return the probabilities of all outcomes, outcomes x pixels, and for which pixels the rounding is settled.

        Return None if nobody can be hit and somebody had to choose: then this player has no aim, not even the only
        option.
        """
        problem, first = self.problem, self.problem.first_order
        chances = _Round(self, profile, (rows, columns), True).phase(first)
        if chances == {problem.players: 1} and any(problem.has_choice(first, player) for player in first):
            return None
        win, settled = np.zeros((problem.players + 1, len(rows))), np.ones(len(rows), dtype=bool)
        for outcome, chance in chances.items():
            if isinstance(chance, int):
                win[outcome] = chance
            else:
                high, low = chance
                slack = high * RELATIVE
                win[outcome] = high
                settled &= (high + (low + slack) == high) & (high + (low - slack) == high)
        return win, settled

    def won_on_line(self, order: Order, profile: Profile, steps: Sequence[np.ndarray]) -> Chances:
        """Return the probabilities of all outcomes of a phase without A or without B.

        They are computed once for the whole line of the other, and then taken at some steps.

        Parameters: `order`; `profile`; `steps`, the rows and the columns of the pixels.
        """
        axis = int(1 in order)
        stretch = self.stretches[axis]
        name = "won", axis, stretch, self.layouts, order, *(each for each in profile.items() if {*each[0]} <= {*order})
        if name not in self.shared:
            self.shared[name] = _Round(self, profile, [np.arange(stretch.start, stretch.stop)] * 2, False).phase(order)
        at = steps[axis] - stretch.start
        return {
            outcome: won if isinstance(won, int) or len(won[0]) == 1 else (won[0][at], won[1][at])
            for outcome, won in self.shared[name].items()
        }

    def hits(self, player: int, steps: Sequence[np.ndarray]) -> tuple[Value, Value]:
        """Return the hit probability of a player, and `1 - p`; on the grid this is the mirrored step."""
        hit = self.problem.hits[player]
        if hit in {0, 1} or player > 1:
            return _number(hit), _number(1 - hit)
        (high, low), here = self.steps, steps[player]
        return (high[here], low[here]), (high[-1 - here], low[-1 - here])


@dataclass(eq=False)
class _Round:
    """The phases of one profile at some pixels.

    Parameters: `area`; `profile`; `steps`, the rows and the columns of the pixels; `lines`, whether to take phases
    without A or without B from the lines of the area.
    """

    area: Area
    profile: Profile
    steps: Sequence[np.ndarray]
    lines: bool
    known: dict[Order, Chances] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.problem = self.area.problem
        self.hits = [self.area.hits(player, self.steps) for player in range(self.problem.players)]

    def phase(self, order: Order) -> Chances:
        """Return the probabilities of all outcomes at the start of a phase."""
        if len(order) == 1:
            return {order[0]: 1}
        if order not in self.known:
            # A duel with somebody who always or never hits takes less time than its place on a line.
            easy = len(order) < THREE and any(isinstance(self.hits[player][0], int) for player in order)
            on_line = self.lines and not easy and not {0, 1} <= {*order}
            self.known[order] = (
                self.area.won_on_line(order, self.profile, self.steps) if on_line else self._phase(order)
            )
        return self.known[order]

    def _phase(self, order: Order) -> Chances:
        aims = self.profile.get(order) or tuple(self.problem.options(order, player)[0] for player in order)
        total: Chances = {}
        below: Value = 0
        for player, aim in zip(reversed(order), reversed(aims), strict=True):
            r, k, gone = self._turn(order, player, aim)
            total = {name: _plus(r.get(name, 0), _times(total.get(name, 0), k)) for name in {**r, **total}}
            # Somebody is surely hit after this turn, so also from this turn on.
            below = 1 if below == 1 else _plus(gone, _times(below, k))
        if isinstance(below, int):
            return total if below else {self.problem.players: 1}
        return {name: quotient(_pair(chance), below) for name, chance in total.items() if chance != 0}

    def _turn(self, order: Order, player: int, aim: Aim) -> tuple[Chances, Value, Value]:
        """Return `r` by outcome, `k` and `1 - k` of a player's turn."""
        hit, miss = self.hits[player]
        if hit == 0 or aim.is_miss:
            return {}, 1, 0
        r: Chances = {}
        for victim in aim.targets:
            share = _times(hit, _number(aim.weights[victim]))
            for outcome, chance in self.phase(next_order(order, player, victim)).items():
                r[outcome] = _plus(r.get(outcome, 0), _times(chance, share))
        return r, _plus(miss, _times(hit, _number(1 - aim.total))), _times(hit, _number(aim.total))


@lru_cache(maxsize=1_000)
def _number(exact: Number) -> Value:
    """Return an exact number."""
    return int(exact == 1) if exact in {0, 1} else doubles([exact])


def _pair(x: Value) -> Double:
    return doubles([Fraction(x)]) if isinstance(x, int) else x


def _plus(x: Value, y: Value) -> Value:
    if x == 0 or y == 0:
        return x if y == 0 else y
    return added(_pair(x), _pair(y))


def _times(x: Value, y: Value) -> Value:
    if isinstance(x, int) or isinstance(y, int):
        return 0 if x == 0 or y == 0 else y if x == 1 else x
    return times(x, y)


# -- double-double arithmetic

Part: TypeAlias = Any
"""A float or an array of floats."""

Double: TypeAlias = tuple[Part, Part]
"""A double-double, or an array of them as two arrays."""


def double(value: Number) -> Double:
    """Return the double-double nearest to an exact number; both parts are correctly rounded.

    >>> double(Fraction(1, 3))
    (0.3333333333333333, 1.850371707708594e-17)
    """
    high = float(value)
    return high, float(value - Fraction(high))


def doubles(values: Sequence[Number]) -> Double:
    """Return exact numbers as two arrays."""
    high, low = np.array([double(value) for value in values]).reshape(-1, 2).T
    return high, low


def _renormalized(high: Part, low: Part) -> Double:
    total = high + low
    return total, low - (total - high)


def added(x: Double, y: Double) -> Double:
    """Return a sum.

    >>> added((1.0, 0.0), (2.0**-60, 0.0)) == (1.0, 2.0**-60)
    True
    """
    total = x[0] + y[0]
    back = total - x[0]
    error = (x[0] - (total - back)) + (y[0] - back)
    return _renormalized(total, error + (x[1] + y[1]))


def _split(value: Part) -> Double:
    """Return the upper and the lower half of the digits of a float."""
    scaled = 134217729.0 * value  # 2^27 + 1
    high = scaled - (scaled - value)
    return high, value - high


def product(x: Part, y: Part) -> Double:
    """Return the exact product of two floats.

    >>> high, low = product(0.1, 0.1)
    >>> Fraction(high) + Fraction(low) == Fraction(0.1) ** 2
    True
    """
    nearest = x * y
    (x_high, x_low), (y_high, y_low) = _split(x), _split(y)
    return nearest, ((x_high * y_high - nearest) + x_high * y_low + x_low * y_high) + x_low * y_low


def times(x: Double, y: Double) -> Double:
    """Return a product.

    >>> times(double(Fraction(1, 3)), (3.0, 0.0))
    (1.0, 0.0)
    """
    nearest, error = product(x[0], y[0])
    return _renormalized(nearest, error + (x[0] * y[1] + x[1] * y[0]))


def quotient(x: Double, y: Double) -> Double:
    """Return a quotient.

    >>> quotient((1.0, 0.0), (3.0, 0.0)) == double(Fraction(1, 3))
    True
    """
    first = x[0] / y[0]
    nearest, error = product(first, y[0])
    return _renormalized(first, ((((x[0] - nearest) - error) + x[1]) - first * y[1]) / y[0])
