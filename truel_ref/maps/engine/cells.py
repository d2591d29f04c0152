"""The map by proved cells: a box of pixels in which every decision has one answer has one profile everywhere.

The method cuts the grid where the hit probability of A or B is 0, 1 or that of another player, so that options and tie
rule do not change within an area. It tiles each area with boxes. Bounds over the whole box (`BoxTree`), for many boxes
at once, prove the decisions or leave some open; options that tie everywhere are proved equal as functions
(`truel_ref.maps.engine.identities`). A box with a proved profile is a **cell**: all its pixels have this profile. An
open box is cut into four. In a box, or an area, of few pixels the filter decides pixel by pixel
(`truel_ref.maps.engine.histories`), as everywhere in a certified map. `worth_a_box` says which number is few: with four
and more players pixels take less time than boxes up to some thousand pixels.

Open pixels remain where decisions tie only on a row, on a column or at a point. The filter tries rows and columns with
several open pixels again, with the hit probability as a number instead of a letter, and then all open pixels, with the
numbers of each pixel. The exact solver solves the rest. The win probabilities of a cell come from its profile. So every
field equals that of `normal`, byte for byte.

Boxes are rectangles of real hit probabilities whose pixels may lie on one side of the diagonal only; the proof then
also covers the other side, which does no harm. Pixels on the diagonal are boxes with one degree of freedom.

**Bounds.** In a box with centre `c` and half-widths `w` the hit probabilities of A and B are `c + w d` with `d` from
-1 to 1. A linear function and an error bound every other quantity (`Affine`):

    |x(d) - (c + a d_A + b d_B)| <= e        for all d in [-1, 1]^2.

In the difference of two options the common linear parts cancel, so its sign stays open only near its zeros. (With
intervals it would stay open wherever both values vary.) This is the mean value form, carried through the computation.

**Rules**, with the spread `s = |a| + |b|` and the size `m = |c| + s + e`, which bounds `|x|`:

- a sum adds `c`, `a`, `b` and `e`;
- a product has `c1 c2`, `c1 a2 + c2 a1`, …, and the error `s1 s2 + e1 m2 + e2 m1`;
- a quotient, with `q = c1 / c2` and `t = (s2 + e2) / c2 < 1`: from `x / y = q + (x - q y) / y`, where `x - q y` is
  small and `|1/y - 1/c2| <= t / (1 - t) / c2`, the parts are `(a1 - q a2) / c2`, …, and the error is
  `(e1 + q e2 + N t / (1 - t)) / c2` with `N` the size of `x - q y`. Quotients are probabilities here, so where `t` is
  too large the whole of [0, 1] is a bound.

**Rounding.** A rounded operation has a relative error of at most `u = 2^-53`, so all roundings of the parts of a
result are below `u` times a sum of sizes, which is added to `e`. `e` itself is a sum and product of about twenty
numbers >= 0 at most, each rounded; multiplied by `1 + 2^-46` it is not below its exact value. Underflow loses less than
`2^-1000`, which the margin of a comparison outweighs: divisors are above `10^-12` (`within_reach`).

Source: affine arithmetic after J. L. D. Comba and J. Stolfi, "Affine arithmetic and its applications to computer
graphics", SIBGRAPI (1993), 9-18, with two noise symbols and the rest in one bound; R. E. Moore, R. B. Kearfott and
M. J. Cloud, *Introduction to Interval Analysis* (2009), chapter 6, for the mean value form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, prod
from typing import Any

import numpy as np

from truel_ref.budget import check
from truel_ref.maps.engine.filters import LEAST, Filter, within_reach
from truel_ref.maps.engine.histories import HistoryTree
from truel_ref.maps.engine.pixels import FEW_TO_SOLVE, THREE, Area, Unit, runs
from truel_ref.maps.engine.trees import UNIT, Bounds, ProfileTree
from truel_ref.maps.grid import Block, MapSpec
from truel_ref.numbers import Number

__all__ = ["Affine", "BoxTree", "cells_rows", "certified_rows", "fixed", "side_of_boxes"]

BOXES_PER_SIDE = 16
"""About this many initial boxes lie along a side of the map."""
FEW_BOXES = 10
"""An area of at most this many times `worth_a_box` pixels is not worth boxes."""
PROFILES_AT_ONCE = 2**15


def side_of_boxes(points: int) -> int:
    """Return the number of pixels along a side of the initial boxes of a map: a power of two.

    >>> side_of_boxes(300), side_of_boxes(1000), side_of_boxes(1)
    (16, 64, 8)
    """
    side = 8
    while side * BOXES_PER_SIDE * 1.5 < points:
        side *= 2
    return side


def worth_a_box(area: Area) -> int:
    """Return about how many pixels floats decide one by one in the time of a box, if many boxes fail.

    Measured with 300 to 2000 points for three players, with 300 and 1000 points for four.
    """
    if area.tree is not HistoryTree:
        return 48
    return 100 if area.problem.players == THREE else 4000


def cells_rows(spec: MapSpec, rows: Iterable[int], columns: range | None = None) -> Block:
    """Return some rows of a map by cells.

    Parameters: `spec`; `rows`, from 0 to `spec.points`; `columns`, only these columns.

    Raises `MapError` for a row outside the map.

    >>> from truel_ref.game.problem import Problem
    >>> block = cells_rows(MapSpec(Problem([0, 0, 1]), points=6), [2])
    >>> [" ".join(map(str, block.aims[number])) for number in block.index[0] if number >= 0]
    ['Miss C B', 'Miss C B', 'Miss C B', 'Miss C B', 'Miss C B']
    """
    return _decided(spec, rows, columns, in_boxes=True)


def certified_rows(spec: MapSpec, rows: Iterable[int], columns: range | None = None) -> Block:
    """Return some rows of a certified map; the filter decides pixel by pixel, and the exact solver the open pixels.

    Parameters: `spec`; `rows`, from 0 to `spec.points`; `columns`, only these columns.

    Raises `MapError` for a row outside the map.

    >>> from truel_ref.game.problem import Problem
    >>> block = certified_rows(MapSpec(Problem([0, 0, 1]), points=6), [2])
    >>> [" ".join(map(str, block.aims[number])) for number in block.index[0] if number >= 0]
    ['Miss C B', 'Miss C B', 'Miss C B', 'Miss C B', 'Miss C B']
    """
    return _decided(spec, rows, columns, in_boxes=False)


def _decided(spec: MapSpec, rows: Iterable[int], columns: range | None, in_boxes: bool) -> Block:
    """Return some rows of a map; the exact solver solves the pixels that floats cannot decide."""
    # Steps of the grid are never too near to 0 or 1: there are at most 10,000.
    assert Fraction(1, spec.points) >= LEAST
    listed = spec.checked_rows(rows)
    canvas = Unit(spec, listed, columns)
    if within_reach(spec.problem, spec.problem.hits[2:]):
        for several in runs(listed):
            _decide(canvas, several, canvas.columns, in_boxes)
        for axis in (0, 1):  # on some lines there are ties that are nowhere else
            for line in canvas.lines(axis):
                _decide(canvas, *line, in_boxes=False)
        for several in runs(listed):
            _decide(canvas, several, canvas.columns, in_boxes=False, at_points=True)
    return canvas.block()


def _decide(canvas: Unit, rows: range, columns: range, in_boxes: bool, at_points: bool = False) -> None:
    """Decide the open pixels of some rows and columns, area by area, as far as floats prove."""
    spec = canvas.spec
    for across in _stretches(spec, rows):
        for along in _stretches(spec, columns):
            for side in (-1, 0, 1) if spec.a_above_b else (-1, 0):
                boxes = _tiled(across, along, side, side_of_boxes(spec.points))
                if not len(boxes):
                    continue
                top, bottom, left, right = map(int, boxes[0])
                pixel = {-1: (top, right), 0: (top, top), 1: (bottom, left)}[side]
                area = Area(spec, spec.at(*pixel), across, along, canvas.shared)
                if in_boxes and _pixels(boxes).sum() > FEW_BOXES * worth_a_box(area):
                    _Cells(canvas, side, area).decide(boxes)
                else:
                    pixels = canvas.open_pixels(across, along, side)
                    if len(pixels) > FEW_TO_SOLVE:
                        canvas.decide(area, pixels, at_points)


def _stretches(spec: MapSpec, steps: range) -> list[range]:
    """Return the steps, cut where a hit probability is 0, 1 or that of another player; such a step is separate."""
    cuts = {steps.start, steps.stop}
    for hit in {Fraction(0), Fraction(1), *spec.problem.hits[2:]}:
        limit = hit * spec.points
        cuts |= {ceil(limit), floor(limit) + 1}
    inside = sorted(cut for cut in cuts if steps.start <= cut <= steps.stop)
    return [range(start, stop) for start, stop in pairwise(inside)]


def _tiled(rows: range, columns: range, side: int, size: int) -> np.ndarray:
    """Return the boxes with pixels on a side that tile a rectangle: first and last row, first and last column."""
    corners = [
        (row, min(row + size, rows.stop) - 1, column, min(column + size, columns.stop) - 1)
        for row in range(rows.start, rows.stop, size)
        for column in range(columns.start, columns.stop, size)
    ]
    return _on_side(np.array(corners, dtype=np.int64).reshape(-1, 4), side)


def _on_side(boxes: np.ndarray, side: int) -> np.ndarray:
    """Return the boxes that have pixels on a side, reduced to these pixels.

    The sides are -1 (`pA < pB`), 0 (the diagonal) and 1.
    """
    top, bottom, left, right = boxes.T
    if side < 0:
        bottom, left = np.minimum(bottom, right - 1), np.maximum(left, top + 1)
    elif side > 0:
        top, right = np.maximum(top, left + 1), np.minimum(right, bottom - 1)
    else:
        top, bottom = np.maximum(top, left), np.minimum(bottom, right)
        left, right = top, bottom
    cut = np.stack([top, bottom, left, right], axis=1)
    return np.asarray(cut[(top <= bottom) & (left <= right)])


class _Cells:
    """The cells of one area.

    Parameters: `canvas`, which gets the cells; `side`, of the diagonal, on which the pixels lie; `area`.
    """

    def __init__(self, canvas: Unit, side: int, area: Area) -> None:
        self.canvas = canvas
        self.side = side
        self.area = area

    def decide(self, boxes: np.ndarray) -> None:
        """Decide all pixels of some boxes, as far as floats prove.

        The steps: (1) pixels of small boxes are decided one by one; (2) other boxes with a proved profile are cells;
        (3) the rest is cut.
        """
        problem = self.area.problem
        order = problem.order
        at_once = max(1, PROFILES_AT_ONCE // prod(len(problem.options(order, player)) for player in order))
        while len(boxes):
            check()
            small = _pixels(boxes) <= worth_a_box(self.area)
            if small.any():
                self.canvas.decide(self.area, _members(boxes[small], self.side))
            large = boxes[~small]
            slices = [large[begin : begin + at_once] for begin in range(0, len(large), at_once)]
            boxes = np.concatenate([large[:0], *map(self._proved, slices)])

    def _proved(self, boxes: np.ndarray) -> np.ndarray:
        """Hand over the boxes that have a profile; return the others, cut."""
        filtered = Filter(self.area.problem, *self._hits(boxes), self.area.letters, BoxTree)
        profiles = filtered.profiles()
        numbers = self.canvas.numbers(self.area, profiles)
        ties = filtered.phase(self.area.problem.order).tie
        for place in np.flatnonzero(profiles.firm):
            self.canvas.fill(boxes[place], self.side, int(numbers[place]), bool(ties[place]))
        return _on_side(_cut(boxes[~profiles.firm]), self.side)

    def _hits(self, boxes: np.ndarray) -> tuple[Affine, Affine]:
        """Return the hit probabilities over boxes, by player and box, and `1 - p`."""
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
            error = 2 * UNIT * (centres + halves.sum(axis=0))
            return Affine(np.stack([centres, *sign * halves, error]))

        return over(sums, fixed, 1.0), over(2 * points - sums, [1 - hit for hit in fixed], -1.0)


def _pixels(boxes: np.ndarray) -> np.ndarray:
    """Return upper bounds of the numbers of pixels of boxes; pixels beyond the diagonal count too."""
    top, bottom, left, right = boxes.T
    counts: np.ndarray = (bottom - top + 1) * (right - left + 1)
    return counts


def _members(boxes: np.ndarray, side: int) -> np.ndarray:
    """Return row and column of the pixels of small boxes that lie on a side."""
    top, bottom, left, right = (edge[:, np.newaxis, np.newaxis] for edge in boxes.T)
    down = np.arange(int((bottom - top).max()) + 1)[:, np.newaxis]
    across = np.arange(int((right - left).max()) + 1)
    rows, columns = np.broadcast_arrays(top + down, left + across)
    inside = (rows <= bottom) & (columns <= right) & (np.sign(rows - columns) == side)
    return np.column_stack([rows[inside], columns[inside]])


def _cut(boxes: np.ndarray) -> np.ndarray:
    """Return boxes cut in half along each side, except a side less than half as long as the other.

    The second half of an uncut side is empty; `_on_side` leaves such boxes out.
    """
    top, bottom, left, right = boxes.T
    height, width = bottom - top + 1, right - left + 1
    # The last row and column of the first half, or of the whole box if there is no cut.
    row = np.where(2 * height > width, top + (height - 1) // 2, bottom)
    column = np.where(2 * width > height, left + (width - 1) // 2, right)
    parts = [
        np.stack([first, last, start, stop], axis=1)
        for first, last in ((top, row), (row + 1, bottom))
        for start, stop in ((left, column), (column + 1, right))
    ]
    return np.concatenate(parts)


# -- bounds over boxes


UP = 1.0 + 2.0**-46
MARGIN = 1e-200
WIDE = 0.75
"""Largest variation of a divisor, as a share of its centre, at which the bound of the quotient is useful."""


class Affine:
    """An array of numbers over boxes: `c + a d_A + b d_B`, up to `e` (see the module's docstring).

    The four are the rows of one array, `parts`, because a NumPy call costs more than most of its work here.

    Parameters: `parts`. In arithmetic, an array of NumPy or a float means that number in the whole box; a float other
    than 0 and 1 may have been rounded.
    """

    __array_ufunc__ = None  # so that an array of NumPy leaves the arithmetic to this class

    def __init__(self, parts: np.ndarray) -> None:
        self.parts = parts

    @property
    def c(self) -> Any:
        """The value in the middle of the box."""
        return self.parts[0]

    @property
    def e(self) -> Any:
        """The error."""
        return self.parts[3]

    @cached_property
    def spread(self) -> Any:
        """A bound of the variation of the linear part."""
        slopes = np.abs(self.parts[1:3])
        return slopes[0] + slopes[1]

    @cached_property
    def size(self) -> Any:
        """A bound of the absolute value."""
        return (np.abs(self.c) + self.spread + self.e) * UP

    # -- arithmetic

    def __add__(self, other: Any) -> Affine:
        if isinstance(other, float):
            assert other == 0.0, "only 0.0, the start of a sum, can be added as a float"
            return self
        x, y = _aligned(self, _number(other))
        parts = x + y
        sizes = np.abs(parts[:3])
        parts[3] += UNIT * (sizes[0] + sizes[1] + sizes[2])
        parts[3] *= UP
        return Affine(parts)

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, float) and other in {0.0, 1.0}:  # the start of a product or a sum
            return self if other else 0.0
        other = _number(other)
        x, y = _aligned(self, other)
        parts = x[0] * y  # c1 c2, c1 a2 and c1 b2
        parts[1:3] += y[0] * x[1:3]
        error = self.spread * other.spread + self.e * other.size + (other.e + 4.0 * UNIT * other.size) * self.size
        parts[3] = error * UP
        return Affine(parts)

    __rmul__ = __mul__

    def __truediv__(self, other: Affine) -> Affine:
        """Return a quotient that must be a probability.

        >>> import numpy as np
        >>> third = fixed(np.array([1.0])) / fixed(np.array([3.0]))
        >>> bool(third.e[0] < 1e-15), (fixed(np.array([1.0])) / fixed(np.array([0.0]))).c.tolist()
        (True, [0.5])
        """
        width = (other.spread + other.e) * UP
        narrow = width < WIDE * other.c
        divisor = np.where(narrow, other.c, 1.0)
        ratio = np.where(narrow, width / divisor * UP, 0.0)
        above, below = _aligned(self, other)
        q = self.c / divisor
        slopes = above[1:3] - q * below[1:3]
        away = np.abs(slopes)
        swing = away[0] + away[1]
        size = np.abs(q)
        rest = (self.e + size * other.e + 4.0 * UNIT * (self.size + size * other.size)) * UP
        # The second division of the parts adds one rounding: u of each, at most their share of `rest`.
        error = rest + (swing + rest) * (ratio / (1.0 - ratio)) * UP + 4.0 * UNIT * swing
        parts = np.empty((4, *q.shape))
        parts[0] = q
        parts[1:3] = slopes / divisor
        parts[3] = error / divisor * UP
        unknown = ~(narrow & (parts[3] < 0.5))
        if unknown.any():
            np.copyto(parts, np.array([0.5, 0.0, 0.0, 0.5]).reshape((4, *[1] * q.ndim)), where=unknown)
        return Affine(parts)

    def __eq__(self, zero: object) -> Any:
        """Return where the numbers are exactly 0 in the whole box; only a comparison with 0 is possible."""
        assert zero == 0.0
        return ~self.parts.any(axis=0)

    __hash__ = None  # type: ignore[assignment]  # as of an array

    # -- as an array

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.parts.shape[1:]

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self.parts.ndim - 1

    def swapaxes(self, one: int, other: int) -> Affine:
        """Return the same numbers with two of the first axes exchanged."""
        return Affine(self.parts.swapaxes(one + 1, other + 1))

    def reshape(self, shape: tuple[int, ...]) -> Affine:
        """Return the same numbers in another shape."""
        return Affine(self.parts.reshape((4, *shape)))

    def __getitem__(self, where: Any) -> Affine:
        return Affine(self.parts[(slice(None), *where) if isinstance(where, tuple) else (slice(None), where)])

    def __setitem__(self, where: tuple[Any, ...], values: Any) -> None:
        self.parts[(slice(None), *where)] = _number(values).parts
        self.__dict__.pop("spread", None)
        self.__dict__.pop("size", None)


def _aligned(x: Affine, y: Affine) -> tuple[np.ndarray, np.ndarray]:
    """Return the parts of two arrays, with the number of axes of the larger array, so that they can be broadcast."""
    axes = max(x.ndim, y.ndim)
    first, second = (
        each.parts if each.ndim == axes else each.parts.reshape((4, *[1] * (axes - each.ndim), *each.shape))
        for each in (x, y)
    )
    return first, second


def fixed(values: np.ndarray, error: Any = 0.0) -> Affine:
    """Return numbers that are the same in the whole box.

    >>> import numpy as np
    >>> (fixed(np.array([0.0, 0.5])) == 0.0).tolist()
    [True, False]
    """
    parts = np.zeros((4, *values.shape))
    parts[0], parts[3] = values, error
    return Affine(parts)


def _number(value: Any) -> Affine:
    """Return numbers as they are, and arrays and floats as constants."""
    if isinstance(value, Affine):
        return value
    return fixed(np.array([value]), UNIT * value) if isinstance(value, float) else fixed(value)


class BoxTree(ProfileTree):
    """All profiles of a phase at once, every value bounded over a box.

    In a `Filter` of boxes, the result of `phase` holds at every point of the box. All points must agree in which of two
    hit probabilities is larger and in which are 0 or 1, and be `within_reach`.
    """

    @staticmethod
    def merged(several: Sequence[Any], merge: Callable[..., np.ndarray]) -> Any:
        """Return several arrays of numbers as one."""
        return Affine(merge([_number(each).parts for each in several], axis=1))

    def values(self, first: range, outcomes: Sequence[int]) -> tuple[dict[Any, Bounds], Any]:
        """Return bounds of the values of profiles; see `Tree.values`."""
        tops, below, valid = self.composed(first, outcomes, self.sides[0])
        return {key: (top / below,) for key, top in tops.items()}, valid

    def rivals(self, values: Bounds, allowed: Any) -> Any:
        """Return the allowed options that are not surely worse than another option everywhere in the box."""
        (value,) = values
        shape = np.broadcast_shapes(value.shape, allowed.shape)
        allowed = np.broadcast_to(allowed, shape)
        kept = allowed.copy()
        for option in range(shape[0]):
            apart = value.parts[:, option : option + 1] - value.parts
            slopes = np.abs(apart[1:3])
            slack = (slopes[0] + slopes[1] + (value.e[option] + value.e)) * UP
            kept &= ~(allowed[option] & (apart[0] * (1.0 - 2.0**-50) > slack + MARGIN))
        return kept

    def hull(self, values: Bounds, kept: Any) -> Bounds:
        """Return a bound of all kept values: the middle of their linear functions, and the largest distance from it."""
        parts = values[0].parts
        with np.errstate(invalid="ignore"):
            least = np.where(kept, parts[:3], np.inf).min(axis=1)
            most = np.where(kept, parts[:3], -np.inf).max(axis=1)
            middle = np.where(least <= most, 0.5 * least + 0.5 * most, 0.0)
        away = np.abs(parts[:3] - middle[:, np.newaxis])
        error = ((away[0] + away[1] + away[2]) * UP + parts[3]) * UP
        return (Affine(np.concatenate([middle, np.where(kept, error, 0.0).max(axis=0)[np.newaxis]])),)
