"""The certified map: decisions by the filter where floats prove them, by the exact solver everywhere else.

Every field is what `normal` gives, byte for byte. A pixel goes to the exact solver if (1) a hit probability is nearer
to 0 or 1 than the filter takes, but not 0 or 1; (2) a decision on the path of its first phase, or of a later phase
that is reached by it, is not sure; (3) the rounding of a win probability stays open (`truel_ref.maps.values`).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from truel_ref.fast.batches import LEAST, NO_LIMITS, Filter, Limits, Profile, Profiles, within_reach
from truel_ref.fast.identities import Hit
from truel_ref.fast.solving import solve
from truel_ref.maps.grid import AimsTable, Block, MapSpec, pixel_of
from truel_ref.maps.values import Area, grid_doubles

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Canvas", "alike", "certified_rows"]

CHUNK = 4096  # pixels that are decided at a time: the arrays of a slice fit into the cache
VALUED = 8192  # pixels that are valued at a time, without an axis for the options


def certified_rows(spec: MapSpec, rows: Iterable[int], columns: range | None = None) -> Block:
    """Return some rows of a certified map.

    Parameters: `spec`; `rows`, from 0 to `spec.points`; `columns`, only these of them.

    Raises `MapError` for a row outside the map.

    >>> from truel_ref.game.problem import Problem
    >>> block = certified_rows(MapSpec(Problem([0, 0, 1]), points=6), [2])
    >>> [" ".join(map(str, block.aims[number])) for number in block.index[0] if number >= 0]
    ['Miss C B', 'Miss C B', 'Miss C B', 'Miss C B', 'Miss C B']
    """
    canvas = Canvas(spec, spec.checked_rows(rows), columns)
    if within_reach(spec.problem, spec.problem.hits[2:]):
        pixels = canvas.pixels()
        for part in alike(spec, pixels):
            canvas.decide(canvas.area(*pixels[part[0]]), pixels[part])
    return canvas.block()


def alike(spec: MapSpec, pixels: np.ndarray) -> list[np.ndarray]:
    """Return the places of the pixels in groups that agree in what is larger and what is 0 or 1.

    So the word `Strongest` and the tie rules mean the same for a whole group. Integers decide these comparisons of hit
    probabilities: `i / points < p` if and only if `i * denominator < numerator * points`.
    """
    import numpy as np

    rows, columns = pixels.T
    # Steps of the grid are never too near to 0 or 1: there are at most 10,000.
    assert Fraction(1, spec.points) >= LEAST
    # For each of A and B and each fixed value: below, at, or above; one digit to the base 3 each.
    code = np.sign(rows - columns) + 1
    for hit in sorted({Fraction(0), Fraction(1), *spec.problem.hits[2:]}):
        limit = hit * spec.points
        for free in (rows, columns):
            digit = np.where(free < math.ceil(limit), 0, 2)
            if limit.denominator == 1:
                digit[free == limit.numerator] = 1
            code = 3 * code + digit
    return [np.flatnonzero(code == value) for value in np.unique(code)]


class Canvas:
    """A unit of work, whose pixels get their profiles in any order, and then their win probabilities.

    Parameters: `spec`, the map; `rows` and `columns`, those of the unit.
    """

    def __init__(self, spec: MapSpec, rows: list[int], columns: range | None = None) -> None:
        import numpy as np

        self.spec = spec
        self.rows = rows
        self.columns = range(spec.points + 1) if columns is None else columns
        self.line = np.full(spec.points + 1, -1)
        self.line[rows] = np.arange(len(rows))
        self.table = AimsTable()
        self.plays: list[tuple[Area, Profile]] = []
        self._numbers: dict[object, int] = {}
        shape = len(rows), len(self.columns)
        self.play = np.full(shape, -1, dtype=np.int32)  # per pixel a number of one of `plays`
        self.tie = np.zeros(shape, dtype=bool)
        self.inside = np.zeros(shape, dtype=bool)
        for line, row in enumerate(rows):
            inside = spec.columns(row, self.columns)
            self.inside[line, inside.start - self.columns.start : inside.stop - self.columns.start] = True

    def pixels(self) -> np.ndarray:
        """Return row and column of the pixels of the map that belong to the unit."""
        import numpy as np

        lines, places = self.inside.nonzero()
        return np.column_stack([np.array(self.rows, dtype=np.int64)[lines], places + self.columns.start])

    def left(self) -> np.ndarray:
        """Return row and column of the pixels that have no profile yet."""
        import numpy as np

        lines, places = (self.inside & (self.play < 0)).nonzero()
        return np.column_stack([np.array(self.rows, dtype=np.int64)[lines], places + self.columns.start])

    def area(self, row: int, column: int) -> Area:
        """Return the area of a pixel."""
        return Area(self.spec, self.spec.at(int(row), int(column)))

    def decide(
        self, area: Area, pixels: np.ndarray, limits: Limits = NO_LIMITS, letters: tuple[Hit, ...] | None = None
    ) -> None:
        """Decide pixels of one area one by one, as far as floats prove; `limits` and `letters` as in `Filter`."""
        import numpy as np

        free, misses = grid_doubles(self.spec.points)[0], grid_doubles(self.spec.points)[0][::-1]
        fixed = area.problem.hits[2:]
        for begin in range(0, len(pixels), CHUNK):
            rows, columns = pixels[begin : begin + CHUNK].T
            hits = [free[rows], free[columns], *(np.full(len(rows), float(hit)) for hit in fixed)]
            gone = [misses[rows], misses[columns], *(np.full(len(rows), float(1 - hit)) for hit in fixed)]
            filtered = Filter(area.problem, np.stack(hits), np.stack(gone), limits, letters)
            profiles = filtered.profiles()
            numbers = self.numbers(area, profiles)
            tie = filtered.phase(area.problem.first_order).tie
            where = self.line[rows[profiles.firm]], columns[profiles.firm] - self.columns.start
            self.play[where], self.tie[where] = numbers[profiles.firm], tie[profiles.firm]

    def fill(self, box: np.ndarray, side: int, number: int, tie: bool) -> None:
        """Give all pixels of a box that lie on a side of the diagonal one of the `plays`.

        Parameters: `box`, its first and last row, first and last column; `side`, the sign of row minus column;
        `number`, which of the plays; `tie`, whether there is a tie on its path.
        """
        import numpy as np

        top, bottom, left, right = map(int, box)
        across = slice(left - self.columns.start, right + 1 - self.columns.start)
        down = slice(int(self.line[top]), int(self.line[top]) + bottom + 1 - top)
        if (side < 0 and bottom < left) or (side > 0 and top > right):
            self.play[down, across], self.tie[down, across] = number, tie
            return
        here = np.sign(np.arange(top, bottom + 1)[:, np.newaxis] - np.arange(left, right + 1)) == side
        self.play[down, across][here], self.tie[down, across][here] = number, tie

    def numbers(self, area: Area, profiles: Profiles) -> np.ndarray:
        """Return the numbers of profiles among the `plays` of the unit, which grow as needed."""
        import numpy as np

        numbers = []
        for profile in profiles.listed:
            key = id(area), tuple(profile.items())
            if key not in self._numbers:
                self._numbers[key] = len(self.plays)
                self.plays.append((area, profile))
            numbers.append(self._numbers[key])
        every: np.ndarray = np.array(numbers, dtype=np.int32)[profiles.number]
        return every

    def block(self) -> Block:
        """Return the pixels with their win probabilities; those without a profile are solved exactly."""
        import numpy as np

        spec, players = self.spec, self.spec.problem.players
        block = Block.empty(spec, self.rows, (), self.columns, blank=not self.inside.all())
        index, stalemate, done = block.index.reshape(-1), block.stalemate.reshape(-1), ~self.inside
        win, is_done, rows = block.win.reshape(-1, players), done.reshape(-1), np.array(self.rows)
        order, ends = self._by_play()
        for (area, profile), start, stop in zip(self.plays, ends[:-1], ends[1:], strict=True):
            for begin in range(start, stop, VALUED):
                here = order[begin : min(begin + VALUED, stop)]
                lines, places = np.divmod(here, len(self.columns))
                won = area.win(profile, rows[lines], places + self.columns.start)
                if won is None:
                    continue
                chances, settled = won
                if not settled.all():
                    here, chances = here[settled], chances[:, settled]
                win[here], stalemate[here] = chances[:players].T, chances[players]
                index[here] = self.table.number(profile[spec.problem.first_order])
                is_done[here] = True
        self.tie &= done
        for line, place in zip(*(~done).nonzero(), strict=True):
            pixel = pixel_of(solve(spec.at(self.rows[line], int(place) + self.columns.start)))
            block.index[line, place] = self.table.number(pixel.aims)
            block.win[line, place], block.stalemate[line, place] = pixel.win, pixel.stalemate
            self.tie[line, place] = pixel.tie
        return dataclasses.replace(block, aims=tuple(self.table.aims), tie=self.tie, solved=self.inside)

    def _by_play(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the pixels in the order of their plays, counted line by line, and where each play begins and ends."""
        import numpy as np

        flat = self.play.reshape(-1)
        # NumPy sorts integers of 16 bits by counting.
        order = np.argsort(flat.astype(np.int16) if len(self.plays) < 2**15 else flat, kind="stable")
        return order, np.cumsum(np.bincount(flat + 1, minlength=len(self.plays) + 1))
