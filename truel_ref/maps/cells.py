"""The map by proved cells: a box of pixels in which every decision has one answer has one profile everywhere.

The grid is cut where the hit probability of A or B is 0, 1 or that of another player, so that within an area the
options and the tie rule mean the same. Each area is tiled with boxes; for many boxes at once, bounds over the whole
box (`truel_ref.fast.boxes`) prove the decisions, or leave some open; options that tie everywhere are proved to be equal
as functions (`truel_ref.fast.identities`). A box with a profile is a **cell**: all its pixels have it. What is open is
cut into four, and its parts look only at the options that are not yet out. At a few pixels the filter decides pixel by
pixel, as in a certified map, and what that cannot goes to the exact solver, unless it is an identity along a row or
column. The win probabilities of a cell come from its one profile. So every field is what `normal` gives, byte for byte.

Boxes are rectangles of real hit probabilities, whose pixels may lie on one side of the diagonal only; that what is
proved holds on the other side, too, does no harm. Pixels on the diagonal are boxes with one degree of freedom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, prod
from typing import TYPE_CHECKING, NamedTuple

from truel_ref.budget import check
from truel_ref.fast.batches import NO_LIMITS, Limits, within_reach
from truel_ref.fast.boxes import UNIT, Affine, BoxFilter
from truel_ref.maps.certified import Canvas, alike
from truel_ref.maps.grid import Block, MapSpec
from truel_ref.maps.values import Area
from truel_ref.numbers import Number

if TYPE_CHECKING:
    import numpy as np

__all__ = ["cells_rows", "side_of_boxes"]

BOXES_PER_SIDE = 16
"""About so many boxes of the first kind lie along a side of the map."""
SMALLEST = 32
"""At so many pixels a box is left to the filter."""
FEW_PIXELS = 1000
"""An area of so few pixels is not worth boxes."""
FEW_TO_SOLVE = 8
"""An area of so few pixels is not worth the filter: the exact solver has them sooner."""
FEW_IN_LINE = 8
"""So few pixels of a row or column are solved sooner than looked at as a line."""
FEW_BOXES = 64
"""Open boxes that differ in what is still possible go on together if they are fewer than this."""
PROFILES_AT_ONCE = 2**15


def side_of_boxes(points: int) -> int:
    """Return how many pixels the first boxes of a map have along a side: a power of two.

    >>> side_of_boxes(300), side_of_boxes(1000), side_of_boxes(1)
    (16, 64, 8)
    """
    side = 8
    while side * BOXES_PER_SIDE * 1.5 < points:
        side *= 2
    return side


def cells_rows(spec: MapSpec, rows: Iterable[int], columns: range | None = None) -> Block:
    """Return some rows of a map by cells.

    Parameters: `spec`; `rows`, from 0 to `spec.points`; `columns`, only these of them.

    Raises `MapError` for a row outside the map.

    >>> from truel_ref.game.problem import Problem
    >>> block = cells_rows(MapSpec(Problem([0, 0, 1]), points=6), [2])
    >>> [" ".join(map(str, block.aims[number])) for number in block.index[0] if number >= 0]
    ['Miss C B', 'Miss C B', 'Miss C B', 'Miss C B', 'Miss C B']
    """
    listed = spec.checked_rows(rows)
    canvas = Canvas(spec, listed, columns)
    if within_reach(spec.problem, spec.problem.hits[2:]):
        for several in _runs(listed):
            for across in _stretches(spec, several):
                for along in _stretches(spec, canvas.columns):
                    for side in (-1, 0, 1) if spec.a_above_b else (-1, 0):
                        boxes = _tiled(across, along, side, side_of_boxes(spec.points))
                        if len(boxes):
                            _Cells(canvas, side, boxes).decide(boxes)
        _along_lines(canvas)
    return canvas.block()


def _along_lines(canvas: Canvas) -> None:
    """Decide what is left along rows and columns: a boundary there has ties that are identities in one letter.

    Where the hit probability of A or B is a number at which two options of somebody are worth the same, whatever that
    of the other, they tie along a whole line of pixels, and nowhere else.
    """
    import numpy as np

    for free in (0, 1):
        left = canvas.left()
        numbers, counts = np.unique(left[:, free], return_counts=True)
        for number in numbers[counts >= FEW_IN_LINE]:
            line = left[left[:, free] == number]
            for part in alike(canvas.spec, line):
                area = canvas.area(*line[part[0]])
                letters = list(area.letters)
                letters[free] = Fraction(int(number), canvas.spec.points)
                canvas.decide(area, line[part], letters=tuple(letters))


def _runs(rows: list[int]) -> Iterator[range]:
    """Yield the rows as ranges of neighbours."""
    rows = sorted(set(rows))
    cuts = [0, *(place for place, (one, other) in enumerate(pairwise(rows), 1) if other != one + 1), len(rows)]
    for start, stop in pairwise(cuts):
        if rows[start:stop]:
            yield range(rows[start], rows[stop - 1] + 1)


def _stretches(spec: MapSpec, steps: range) -> list[range]:
    """Return the steps cut where a hit probability is 0, 1 or that of another player, such a step by itself."""
    cuts = {steps.start, steps.stop}
    for hit in {Fraction(0), Fraction(1), *spec.problem.hits[2:]}:
        limit = hit * spec.points
        cuts |= {ceil(limit), floor(limit) + 1}
    inside = sorted(cut for cut in cuts if steps.start <= cut <= steps.stop)
    return [range(start, stop) for start, stop in pairwise(inside)]


def _tiled(rows: range, columns: range, side: int, size: int) -> np.ndarray:
    """Return the boxes that tile a rectangle: first and last row, first and last column, of those on a side."""
    import numpy as np

    corners = [
        (row, min(row + size, rows.stop) - 1, column, min(column + size, columns.stop) - 1)
        for row in range(rows.start, rows.stop, size)
        for column in range(columns.start, columns.stop, size)
    ]
    return _on_side(np.array(corners, dtype=np.int64).reshape(-1, 4), side)


def _on_side(boxes: np.ndarray, side: int) -> np.ndarray:
    """Return the boxes that have pixels on a side, cut down to where these are.

    The sides are -1 (`pA < pB`), 0 (the diagonal) and 1.
    """
    import numpy as np

    top, bottom, left, right = boxes.T
    if side < 0:
        bottom, left = np.minimum(bottom, right - 1), np.maximum(left, top + 1)
    elif side > 0:
        top, right = np.maximum(top, left + 1), np.minimum(right, bottom - 1)
    else:
        top, bottom = np.maximum(top, left), np.minimum(bottom, right)
        left, right = top, bottom
    cut = np.stack([top, bottom, left, right], axis=1)
    some: np.ndarray = cut[(top <= bottom) & (left <= right)]
    return some


class _Part(NamedTuple):
    """Boxes that go on together, and what is still possible in them."""

    boxes: np.ndarray
    limits: Limits


class _Cells:
    """The cells of one area.

    Parameters: `canvas`, which gets them; `side`, on which side of the diagonal the pixels are; `boxes`, some of them.
    """

    def __init__(self, canvas: Canvas, side: int, boxes: np.ndarray) -> None:
        self.canvas = canvas
        self.side = side
        top, bottom, left, right = map(int, boxes[0])
        pixel = {-1: (top, right), 0: (top, top), 1: (bottom, left)}[side]
        self.area: Area = canvas.area(*pixel)

    def decide(self, boxes: np.ndarray) -> None:
        """Decide all pixels of some boxes, as far as floats prove.

        The steps: (1) an area of few pixels goes to the exact solver or to the filter as a whole; (2) so do small boxes
        to the filter; (3) of the others, those with a profile are cells; (4) the rest is grouped by what is still
        possible, and cut.
        """
        left = [_Part(boxes, NO_LIMITS)]
        pixels = _pixels(boxes).sum()
        if pixels <= FEW_TO_SOLVE:
            return
        if pixels <= FEW_PIXELS:
            self._pixelwise(left.pop())
        while left:
            check()
            part = left.pop()
            small = _pixels(part.boxes) <= SMALLEST
            if small.any():
                self._pixelwise(part._replace(boxes=part.boxes[small]))
            at_once = max(1, PROFILES_AT_ONCE // self._profiles(part.limits))
            large = part.boxes[~small]
            for begin in range(0, len(large), at_once):
                left += self._proved(part._replace(boxes=large[begin : begin + at_once]))

    def _profiles(self, limits: Limits) -> int:
        """Return how many profiles the first phase has."""
        problem = self.area.problem
        order = problem.first_order
        if order in limits:
            return prod(int(mine.sum()) for mine in limits[order])
        return prod(len(problem.options(order, player)) for player in order)

    def _pixelwise(self, part: _Part) -> None:
        self.canvas.decide(self.area, _members(part.boxes, self.side), part.limits, self.area.letters)

    def _proved(self, part: _Part) -> list[_Part]:
        """Hand over the boxes that have a profile; return the others, cut, in parts that go on together."""
        import numpy as np

        filtered = BoxFilter(self.area.problem, *self._hits(part.boxes), part.limits, self.area.letters)
        profiles = filtered.profiles()
        numbers = self.canvas.numbers(self.area, profiles)
        ties = filtered.phase(self.area.problem.first_order).tie
        for place in np.flatnonzero(profiles.firm):
            self.canvas.fill(part.boxes[place], self.side, int(numbers[place]), bool(ties[place]))
        open_ = np.flatnonzero(~profiles.firm)
        parts = []
        for several in _grouped(filtered, open_):
            limits: Limits = {
                order: phase.open.together(several)
                for order, phase in filtered.phases.items()
                if phase.open is not None
            }
            parts.append(_Part(_on_side(_cut(part.boxes[several]), self.side), limits))
        return parts

    def _hits(self, boxes: np.ndarray) -> tuple[Affine, Affine]:
        """Return the hit probabilities over boxes, by player and box, and `1 - p`."""
        import numpy as np

        points, fixed = self.canvas.spec.points, self.area.problem.hits[2:]
        top, bottom, left, right = boxes.T
        sums = np.stack([top + bottom, left + right])
        shape = len(fixed) + 2, len(boxes)
        halves = np.zeros((2, *shape))  # by direction
        halves[0, 0] = (bottom - top) / (2 * points)
        halves[1 if self.side else 0, 1] = (right - left) / (2 * points)

        def over(free: np.ndarray, others: Sequence[Number], sign: float) -> Affine:
            centres = np.empty(shape)
            centres[:2] = free / (2 * points)
            centres[2:] = np.array([float(hit) for hit in others])[:, np.newaxis]
            # Centres and half-widths are rounded once each.
            return Affine(centres, sign * halves[0], sign * halves[1], 2 * UNIT * (centres + halves.sum(axis=0)))

        return over(sums, fixed, 1.0), over(2 * points - sums, [1 - hit for hit in fixed], -1.0)


def _pixels(boxes: np.ndarray) -> np.ndarray:
    """Return at most how many pixels boxes have, those on the other side of the diagonal counted."""
    top, bottom, left, right = boxes.T
    counts: np.ndarray = (bottom - top + 1) * (right - left + 1)
    return counts


def _members(boxes: np.ndarray, side: int) -> np.ndarray:
    """Return row and column of the pixels of small boxes that lie on a side."""
    import numpy as np

    top, bottom, left, right = (edge[:, np.newaxis, np.newaxis] for edge in boxes.T)
    down = np.arange(int((bottom - top).max()) + 1)[:, np.newaxis]
    across = np.arange(int((right - left).max()) + 1)
    rows, columns = np.broadcast_arrays(top + down, left + across)
    inside = (rows <= bottom) & (columns <= right) & (np.sign(rows - columns) == side)
    return np.column_stack([rows[inside], columns[inside]])


def _cut(boxes: np.ndarray) -> np.ndarray:
    """Return boxes cut into halves along each side, but a side that is less than half as long as the other."""
    import numpy as np

    top, bottom, left, right = boxes.T
    height, width = bottom - top + 1, right - left + 1
    # The last row and column of the first half; all of it, if there is no cut.
    row = np.where(2 * height > width, top + (height - 1) // 2, bottom)
    column = np.where(2 * width > height, left + (width - 1) // 2, right)
    parts = [
        np.stack([first, last, start, stop], axis=1)
        for first, last in ((top, row), (row + 1, bottom))
        for start, stop in ((left, column), (column + 1, right))
    ]
    pieces = np.concatenate(parts)
    some: np.ndarray = pieces[(pieces[:, 0] <= pieces[:, 1]) & (pieces[:, 2] <= pieces[:, 3])]
    return some


def _grouped(filtered: BoxFilter, open_: np.ndarray) -> list[np.ndarray]:
    """Return the open boxes in groups that agree in what is still possible in the first phase; small ones as one."""
    import numpy as np

    still = filtered.phase(filtered.problem.first_order).open
    if not len(open_):
        return []
    if still is None:
        return [open_]
    bits = np.packbits(np.concatenate(still.each())[:, open_], axis=0)
    _, number, count = np.unique(bits, axis=1, return_inverse=True, return_counts=True)
    number = number.reshape(-1)
    many = count >= FEW_BOXES
    groups = [open_[number == value] for value in np.flatnonzero(many)]
    rest = open_[~many[number]]
    return [*groups, rest] if len(rest) else groups
