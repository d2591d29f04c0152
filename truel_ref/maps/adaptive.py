"""The method "smart": the published adaptive method, which solves borders and infers the pixels between them.

The method cuts the map into rectangles and solves their borders. The **fingerprint** of a pixel is the order of its win
probabilities and all its aims. If all pixels of a border have the same fingerprint, the method assumes it for the
inside and fills the inside; otherwise it cuts the rectangle into smaller ones, down to sides of about 4 pixels, and
solves all pixels of those that are too small to cut.

This is a guess: it misses an island of other aims that touches no border. `solved` of a pixel states whether it was
solved or inferred. Neighbours share the line between them. Of a rectangle across the diagonal of a triangular map only
the part inside the map counts, and its pixels on the diagonal belong to its border.

Source: the adaptive maps of the published analysis, also for the number of parts, the sides and the linear fill.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from truel_ref.game.aims import Aim
from truel_ref.limits import check
from truel_ref.maps.data import MapPart, named
from truel_ref.maps.engine import Engine
from truel_ref.maps.plays import Aims
from truel_ref.maps.spec import MapSpec

Place: TypeAlias = tuple[int, int]
"""The row and the column of a pixel."""

LEAST_PARTS = 30
LONGEST_SIDE = 40
SHORTEST_SIDE = 4
MOST_PARTS = 8


class Rectangle(NamedTuple):
    """Rows `top` to `bottom` and columns `left` to `right`, all four included."""

    top: int
    bottom: int
    left: int
    right: int

    def smaller(self) -> list[Rectangle]:
        """Return the rectangles into which this one is cut, only itself if it is too small.

        >>> len(Rectangle(0, 10, 0, 40).smaller()), len(Rectangle(3, 10, 0, 7).smaller())
        (16, 1)
        """
        return _rectangles(_cuts(self.top, self.bottom), _cuts(self.left, self.right))


def _rectangles(rows: Sequence[int], columns: Sequence[int]) -> list[Rectangle]:
    return [Rectangle(*up, *right) for up, right in product(pairwise(rows), pairwise(columns))]


def cut_lines(points: int) -> list[int]:
    """Return the lines that first cut a side of the map: max(30, points/40 rounded up) parts, as even as possible.

    >>> cut_lines(300)[:4], len(cut_lines(4000)) - 1, cut_lines(3)
    ([0, 10, 20, 30], 100, [0, 1, 2, 3])
    """
    parts = max(LEAST_PARTS, -(-points // LONGEST_SIDE))
    return sorted({part * points // parts for part in range(parts + 1)})


def _cuts(first: int, last: int) -> list[int]:
    """Return the lines that cut a side again; only its ends if it is too short.

    >>> _cuts(0, 10), _cuts(0, 40), _cuts(3, 10)
    ([0, 5, 10], [0, 5, 10, 15, 20, 25, 30, 35, 40], [3, 10])
    """
    side = last - first
    parts = max(1, min(MOST_PARTS, side // SHORTEST_SIDE))
    return [first + part * side // parts for part in range(parts + 1)]


def smart_parts(spec: MapSpec) -> Generator[MapPart, None, None]:
    """Yield the parts of a map by the adaptive method.

    The steps: (1) cut the map at `cut_lines`; (2) solve the borders of all rectangles; (3) fill every rectangle whose
    border has a single fingerprint, with `fill` "linear" by win probabilities interpolated along pB between the left
    and the right border, with "exact" by the win probabilities that the border's aims give at each pixel; (4) cut every
    other rectangle into at most 8 parts per side, no shorter than 4, and repeat from (2); solve all pixels of a
    rectangle that cannot be cut. An inferred pixel has a tie if the whole border has ties.

    >>> from truel_ref import Problem
    >>> parts = list(smart_parts(MapSpec(Problem([0, 0, 1]), points=90, method="smart")))
    >>> sum(len(part.rows) for part in parts) == 91**2
    True
    """
    made = _Adaptive(spec)
    lines = cut_lines(spec.points)
    rectangles = _rectangles(lines, lines)
    while rectangles:
        check()
        yield from made.solve([pixel for each in rectangles for pixel in made.border(each)])
        left = [each for each in rectangles if not made.agrees(each)]
        yield from made.fill([each for each in rectangles if made.agrees(each)])
        cut = [(each, each.smaller()) for each in left]
        yield from made.solve([pixel for each, parts in cut if len(parts) == 1 for pixel in made.inside(each)])
        rectangles = [part for _, parts in cut if len(parts) > 1 for part in parts]


class _Adaptive:
    """The solved pixels of a map: arrays of their answers, and of the numbers of their fingerprints, -1 if unsolved."""

    def __init__(self, spec: MapSpec) -> None:
        self.spec, self.engine = spec, Engine(spec)
        self.number = np.full(spec.shape, -1)
        self.win = np.zeros((*spec.shape, spec.problem.players + 1))  # and last a stalemate
        self.tie = np.zeros(spec.shape, dtype=bool)
        self.known: dict[Any, int] = {}
        self.aims: list[Aims] = []  # by the number of a fingerprint

    def _first_column(self, rectangle: Rectangle, row: int) -> int:
        return rectangle.left if self.spec.a_above_b else max(rectangle.left, row)

    def border(self, rectangle: Rectangle) -> Iterator[Place]:
        """Yield the pixels on the border of the part of a rectangle that is inside the map."""
        for row in range(rectangle.top, rectangle.bottom + 1):
            first, last = self._first_column(rectangle, row), rectangle.right
            whole = row in (rectangle.top, rectangle.bottom)
            for column in range(first, last + 1) if whole else sorted({first, last}) if first <= last else ():
                yield row, column

    def inside(self, rectangle: Rectangle) -> Iterator[Place]:
        """Yield the pixels of a rectangle that are not on its border."""
        for row in range(rectangle.top + 1, rectangle.bottom):
            for column in range(self._first_column(rectangle, row) + 1, rectangle.right):
                yield row, column

    def agrees(self, rectangle: Rectangle) -> bool:
        """Return whether the solved border of a rectangle has at most one fingerprint."""
        return len({int(self.number[place]) for place in self.border(rectangle)}) < 2

    def solve(self, pixels: Iterable[Place]) -> Iterator[MapPart]:
        """Yield the answers at the pixels that are not solved yet."""
        left = sorted({place for place in pixels if self.number[place] < 0})
        for part in self.engine.solve(*_arrays(left)) if left else ():
            ranks = (part.win[:, None] > part.win[..., None]).sum(axis=-1)
            kinds, number = np.unique(np.column_stack([part.index, ranks]), axis=0, return_inverse=True)
            numbers = []
            for index, *rank in kinds.tolist():
                aims = part.aims[index]
                numbers.append(self.known.setdefault((named(aims), *rank), len(self.aims)))
                self.aims += [aims] * (numbers[-1] == len(self.aims))
            place = part.rows, part.columns
            self.number[place] = np.array(numbers)[number.reshape(-1)]
            self.win[place] = np.column_stack([part.win, part.stalemate])
            self.tie[place] = part.tie
            yield part

    def fill(self, rectangles: Iterable[Rectangle]) -> Iterator[MapPart]:
        """Yield the pixels inside rectangles whose borders agree, with the aims of the borders."""
        filled: dict[tuple[int, bool], list[Place]] = {}
        for each in rectangles:
            border = list(self.border(each))
            if border:
                key = int(self.number[border[0]]), all(self.tie[place] for place in border)
                filled.setdefault(key, []).extend(self.inside(each))
        for (number, tie), places in filled.items():
            if places:
                aims, values = self.aims[number], self._linear if self.spec.fill == "linear" else self._exact
                for part in values(aims, places):
                    index = np.zeros(len(part.rows), dtype=np.intp)
                    yield dataclasses.replace(part, aims=[aims], index=index, tie=index < tie, solved=False)

    def _exact(self, aims: Aims, places: list[Place]) -> Iterator[MapPart]:
        """Yield the win probabilities at some pixels with fixed aims in the first phase."""
        weights = tuple((aim or Aim.miss(len(aims))).weights for aim in aims)
        fixed = dataclasses.replace(self.spec, problem=self.spec.problem.changed(targets=weights))
        return Engine(fixed).solve(*_arrays(places))

    def _linear(self, aims: Aims, places: list[Place]) -> Iterator[MapPart]:
        """Yield the win probabilities at some pixels, interpolated between the solved pixels beside them in the row."""
        rows, columns = (steps.ravel() for steps in _arrays(places))
        solved = self.number >= 0
        steps = np.arange(self.spec.points + 1)
        last = np.maximum.accumulate(np.where(solved, steps, 0), axis=1)[rows, columns]
        later = np.where(solved, steps, self.spec.points)[:, ::-1]
        following = np.minimum.accumulate(later, axis=1)[:, ::-1][rows, columns]
        share = ((columns - last) / (following - last))[:, None]
        win = self.win[rows, last] + (self.win[rows, following] - self.win[rows, last]) * share
        yield MapPart(rows, columns, [aims], columns, win[:, :-1], win[:, -1], columns)


def _arrays(places: Sequence[Place]) -> tuple[np.ndarray, np.ndarray]:
    """Return the rows and the columns of some pixels, as the engine takes a list."""
    rows, columns = np.array(places, dtype=np.intp).reshape(-1, 2, 1).swapaxes(0, 1)
    return rows, columns
