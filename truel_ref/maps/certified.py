"""The certified map: decisions by the filter where floats prove them, by the exact solver everywhere else.

Every field is what `normal` gives, byte for byte. A pixel goes to the exact solver if (1) a hit probability is nearer
to 0 or 1 than the filter takes, but not 0 or 1; (2) a decision on the path of its first phase, or of a later phase
that is reached by it, is not sure; (3) the rounding of a win probability stays open.

**Rounding.** With the aims known, the win probabilities are computed once more in double-double arithmetic, again
without any difference, so that relative errors only add up. A sum, product or quotient of double-doubles >= 0 has a
relative error below `2^-100`, and fewer than 1000 of them lie on any way from the hit probabilities to a result of up
to eight players, so `2^-90` bounds the whole. The double nearest to the exact value is known if both ends of that
interval round to it; an exact 0 stays 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from truel_ref.fast.batches import LEAST, Filter, within_reach
from truel_ref.fast.doubledouble import Double, added, double, doubles, quotient, times
from truel_ref.fast.methods import solve
from truel_ref.game.orders import Order, next_order
from truel_ref.maps.grid import AimsTable, Block, MapSpec, pixel_of

if TYPE_CHECKING:
    import numpy as np

__all__ = ["certified_rows"]

CHUNK = 4096  # pixels at a time: the arrays of a slice fit into the cache
RELATIVE = 2.0**-90


def certified_rows(spec: MapSpec, rows: Iterable[int], columns: range | None = None) -> Block:
    """Return some rows of a certified map.

    Parameters: `spec`; `rows`, from 0 to `spec.points`; `columns`, only these of them.

    Raises `MapError` for a row outside the map.

    >>> from truel_ref.game.problem import Problem
    >>> block = certified_rows(MapSpec(Problem([0, 0, 1]), points=6), [2])
    >>> [" ".join(map(str, block.aims[number])) for number in block.index[0] if number >= 0]
    ['Miss C B', 'Miss C B', 'Miss C B', 'Miss C B', 'Miss C B']
    """
    import numpy as np

    listed = spec.checked_rows(rows)
    lines = [(line, row, column) for line, row in enumerate(listed) for column in spec.columns(row, columns)]
    line, *where = np.array(lines, dtype=np.int64).reshape(-1, 3).T
    pixels = np.column_stack(where)
    players = spec.problem.players
    table = AimsTable()
    index = np.zeros(len(pixels), dtype=np.int32)
    win, stalemate = np.zeros((len(pixels), players)), np.zeros(len(pixels))
    tie, done = np.zeros(len(pixels), dtype=bool), np.zeros(len(pixels), dtype=bool)
    if within_reach(spec.problem, spec.problem.hits[2:]):
        tables = _Tables(spec)
        for part in _alike(spec, pixels):
            for begin in range(0, len(part), CHUNK):
                chosen = part[begin : begin + CHUNK]
                certified = _Certified(spec, tables, pixels[chosen])
                here = chosen[certified.firm]
                win[here] = certified.win[:players, certified.firm].T
                stalemate[here] = certified.win[players, certified.firm]
                index[here] = certified.numbers(table)
                tie[here] = certified.first.tie[certified.firm]
                done[here] = True
    for left in np.flatnonzero(~done):
        pixel = pixel_of(solve(spec.at(int(pixels[left, 0]), int(pixels[left, 1]))))
        index[left] = table.number(pixel.aims)
        win[left], stalemate[left], tie[left] = pixel.win, pixel.stalemate, pixel.tie
    block = Block.empty(spec, listed, table.aims, columns)
    place = line, pixels[:, 1] - block.columns.start
    block.index[place], block.win[place], block.stalemate[place] = index, win, stalemate
    block.tie[place], block.solved[place] = tie, True
    return block


def _alike(spec: MapSpec, pixels: np.ndarray) -> list[np.ndarray]:
    """Return the places of the pixels in groups that agree in what is larger and what is 0.

    So the word `Strongest` and the tie rules mean the same for a whole group. Integers decide these comparisons of hit
    probabilities: `i / points < p` if and only if `i * denominator < numerator * points`.
    """
    import numpy as np

    rows, columns = pixels.T
    # Steps of the grid are never too near to 0 or 1: there are at most 10,000.
    assert Fraction(1, spec.points) >= LEAST
    # For each of A and B and each fixed value: below, at, or above; one digit to the base 3 each.
    code = np.sign(rows - columns) + 1
    for hit in sorted({Fraction(0), *spec.problem.hits[2:]}):
        limit = hit * spec.points
        for free in (rows, columns):
            digit = np.where(free < math.ceil(limit), 0, 2)
            if limit.denominator == 1:
                digit[free == limit.numerator] = 1
            code = 3 * code + digit
    return [np.flatnonzero(code == value) for value in np.unique(code)]


class _Tables:
    """The hit probabilities of a map, and `1 - p`, in double-double: by step of the grid, and by fixed player."""

    def __init__(self, spec: MapSpec) -> None:
        steps = [Fraction(step, spec.points) for step in range(spec.points + 1)]
        self.free = doubles(steps)
        self.rest = doubles(spec.problem.hits[2:])
        self.rest_misses = doubles([1 - hit for hit in spec.problem.hits[2:]])

    def hits(self, pixels: np.ndarray) -> Double:
        """Return the hit probabilities by player and pixel."""
        return self._spread(self.free, self.rest, pixels)

    def misses(self, pixels: np.ndarray) -> Double:
        """Return `1 - p` by player and pixel; on the grid it is the entry as far from the other end."""
        return self._spread((self.free[0][::-1], self.free[1][::-1]), self.rest_misses, pixels)

    @staticmethod
    def _spread(free: Double, rest: Double, pixels: np.ndarray) -> Double:
        import numpy as np

        rows, columns = pixels.T
        ends = []
        for steps, fixed in zip(free, rest, strict=True):
            others = np.repeat(fixed[:, np.newaxis], len(pixels), axis=1)
            ends.append(np.vstack([steps[rows], steps[columns], others]))
        return ends[0], ends[1]


class _Certified:
    """A batch of pixels with the same options: aims by the filter, win probabilities in double-double."""

    def __init__(self, spec: MapSpec, tables: _Tables, pixels: np.ndarray) -> None:
        self.problem = spec.at(int(pixels[0, 0]), int(pixels[0, 1]))
        self.batch = len(pixels)
        self.hits, self.misses = tables.hits(pixels), tables.misses(pixels)
        self.filter = Filter(self.problem, self.hits[0], self.misses[0])
        self.known: dict[Order, tuple[Double, np.ndarray]] = {}
        self.first = self.filter.phase(self.problem.first_order)
        (high, low), firm = self.value(self.problem.first_order)
        slack = high * RELATIVE
        settled = (high + (low + slack) == high) & (high + (low - slack) == high)
        self.firm = firm & settled.all(axis=0)
        self.win = high

    def numbers(self, table: AimsTable) -> np.ndarray:
        """Return the number of each firm pixel's aims in a table, which grows as needed."""
        import numpy as np

        code = np.zeros(int(self.firm.sum()), dtype=np.int64)
        for aims, path in zip(self.first.options, self.first.path, strict=True):
            code = code * len(aims) + path[self.firm]
        used, where = np.unique(code, return_inverse=True)
        numbers = []
        for value in used:
            rest, chosen = int(value), []
            for aims in reversed(self.first.options):
                rest, option = divmod(rest, len(aims))
                chosen.append(aims[option])
            numbers.append(table.number(tuple(reversed(chosen))))
        return np.array(numbers, dtype=np.int32)[where.reshape(-1)]

    def value(self, order: Order) -> tuple[Double, np.ndarray]:
        """Return the win probabilities (and, last, that of a stalemate) of a phase, and where they are firm."""
        if order not in self.known:
            self.known[order] = self._value(order)
        return self.known[order]

    def _value(self, order: Order) -> tuple[Double, np.ndarray]:
        import numpy as np

        outcomes = self.problem.players + 1
        win: Double = np.zeros((outcomes, self.batch)), np.zeros((outcomes, self.batch))
        if len(order) == 1:
            win[0][order[0]] = 1.0
            return win, np.ones(self.batch, dtype=bool)
        chosen = self.filter.phase(order)
        firm = chosen.sure.copy()
        # The dead win nothing; a stalemate of probability 0 in floats has it exactly, being a sum of products.
        rows = np.array([*order, *([outcomes - 1] if chosen.high[-1].any() else [])])
        total: Double = (np.zeros((len(rows), self.batch)), np.zeros((len(rows), self.batch)))
        below: Double = (np.zeros(self.batch), np.zeros(self.batch))
        for place in reversed(range(len(order))):
            r, k, gone = self._turn(order, place, rows, firm)
            total = added(r, times(k, total)) if place < len(order) - 1 else r
            below = added(gone, times(k, below)) if place < len(order) - 1 else gone
        stalled = below[0] == 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            win[0][rows], win[1][rows] = quotient(total, below)
        if stalled.any():
            win[0][:, stalled] = win[1][:, stalled] = 0.0
            win[0][-1, stalled] = 1.0
            if order == self.problem.first_order and any(self.problem.has_choice(order, player) for player in order):
                firm &= ~stalled  # whoever was to choose has no aim here, not even his only option
        return win, firm

    def _turn(self, order: Order, place: int, rows: np.ndarray, firm: np.ndarray) -> tuple[Double, Double, Double]:
        """Return the turn of a player under his chosen aims, and strike from `firm` what rests on an open phase."""
        import numpy as np

        phase = self.filter.phase(order)
        aims, path, player = phase.options[place], phase.path[place], order[place]
        r = np.zeros((len(rows), self.batch)), np.zeros((len(rows), self.batch))
        k = np.zeros(self.batch), np.zeros(self.batch)
        gone = np.zeros(self.batch), np.zeros(self.batch)
        for option in np.unique(path) if len(aims) > 1 else [0]:
            aim = aims[int(option)]
            here: Any = np.flatnonzero(path == option) if len(aims) > 1 else slice(None)
            hit = self.hits[0][player, here], self.hits[1][player, here]
            miss = self.misses[0][player, here], self.misses[1][player, here]
            if aim.total == 1:
                _put(gone, here, hit)
                _put(k, here, miss)
            else:
                _put(gone, here, times(hit, double(aim.total)))
                _put(k, here, added(miss, times(hit, double(1 - aim.total))))
            for victim in aim.targets:
                follows = next_order(order, player, victim)
                weight = aim.weights[victim]
                share = hit if weight == 1 else times(hit, double(weight))
                if len(follows) == 1:
                    row = int(np.flatnonzero(rows == follows[0])[0])
                    _put(r, (row, here), added((r[0][row, here], r[1][row, here]), share))
                    continue
                (high, low), later_firm = self.value(follows)
                firm[here] &= later_firm[here]
                part = times(share, (high[rows][:, here], low[rows][:, here]))
                alone = len(aim.targets) == 1
                every = (slice(None), here)
                _put(r, every, part if alone else added((r[0][every], r[1][every]), part))
        return r, k, gone


def _put(target: Double, here: Any, values: Double) -> None:
    target[0][here], target[1][here] = values
