"""Convex pieces of a simplex: cut by hyperplanes, with their sides, exactly and in any dimension.

A point of the simplex is given by its **weights**, numbers >= 0 with the sum 1, one per corner of the simplex. An
affine function on the simplex is given by its values at these corners: at the weights `w` it is `sum(w[i] * f[i])`. So
there are no constant terms, and points and functions are tuples of the same length.

A piece is the inside of a convex polytope, given by its corners; each corner has the set of its equalities, the
hyperplanes on which it lies. This suffices for cutting:

1. The part of a polytope where a function vanishes is spanned by the corners where it vanishes, and by the zeros
   between each corner below and each corner above.
2. Of points that span a polytope, the corners are those whose set of equalities no other point's set contains: the
   smallest side with a point is given by its equalities, and if the point is no corner, the corners of this side have
   more equalities.

Source: step 2 is the combinatorial test of the double description method, K. Fukuda and A. Prodon, "Double description
method revisited", in Combinatorics and Computer Science (1996), 91-111.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

__all__ = ["Cell", "Corner", "Values", "Weights", "at", "cut", "sides", "simplex", "split"]

Weights: TypeAlias = tuple[Any, ...]
"""A point: one exact number >= 0 per corner of the simplex, with the sum 1."""

Values: TypeAlias = tuple[Any, ...]
"""An affine function: its values at the corners of the simplex."""


@dataclass(frozen=True)
class Corner:
    """A corner of a piece: its `weights`, and its `equalities`, the names of the hyperplanes on which it lies."""

    weights: Weights
    equalities: frozenset[Hashable]


@dataclass(frozen=True)
class Cell:
    """An open piece: the `corners` of its closure, in the order of their weights, and its `dimension`."""

    corners: tuple[Corner, ...]
    dimension: int

    @property
    def points(self) -> tuple[Weights, ...]:
        """The corners as points."""
        return tuple(corner.weights for corner in self.corners)


def simplex(corners: int, one: Any = 1) -> Cell:
    """Return the inside of the whole simplex.

    Parameters: `corners`, the number of corners; `one`, the number 1 in the number type of the computation.

    >>> simplex(2).points
    ((0, 1), (1, 0))
    """
    zero = one - one
    units = [tuple(one if other == place else zero for other in range(corners)) for place in range(corners)]
    names = list(range(corners))
    return _cell((Corner(unit, frozenset(names) - {place}) for place, unit in enumerate(units)), corners - 1)


def at(function: Values, point: Weights) -> Any:
    """Return the value of a function at a point.

    >>> from fractions import Fraction
    >>> at((2, 4), (Fraction(1, 2), Fraction(1, 2)))
    Fraction(3, 1)
    """
    return sum(weight * value for weight, value in zip(point, function, strict=True))


def cut(cell: Cell, function: Values) -> tuple[Cell, Cell, Cell]:
    """Return the parts of a piece where a function is negative, zero and positive; the function must change its sign.

    >>> from fractions import Fraction
    >>> low, line, high = cut(simplex(3, Fraction(1)), (Fraction(-1), Fraction(1), Fraction(1)))
    >>> [len(part.corners) for part in (low, line, high)], line.dimension
    ([3, 2, 4], 1)
    """
    values = [at(function, point) for point in cell.points]
    if not min(values) < 0 < max(values):
        raise ValueError("a function that does not change its sign cannot cut a piece")
    name = _hyperplane(function)
    valued = list(zip(cell.corners, values, strict=True))
    low = [(corner, value) for corner, value in valued if value < 0]
    high = [(corner, value) for corner, value in valued if value > 0]
    line = [Corner(corner.weights, corner.equalities | {name}) for corner, value in valued if value == 0]
    line += [
        Corner(_between(below, above, less / (less - more)), below.equalities & above.equalities | {name})
        for (below, less), (above, more) in product(low, high)
    ]
    parts = [corner for corner, _ in low], [corner for corner, _ in high]
    on = _cell(line, cell.dimension - 1)
    lower, upper = (_cell([*part, *on.corners], cell.dimension) for part in parts)
    return lower, on, upper


def split(cell: Cell, shares: Iterable[Any], name: Hashable) -> list[Cell]:
    """Return the parts into which points cut a segment, including these points.

    Parameters: `cell`, a segment; `shares`, the positions of the points, from 0 at the first corner to 1 at the second;
    `name`, the name of the function that vanishes there.

    >>> from fractions import Fraction
    >>> [part.dimension for part in split(simplex(2, Fraction(1)), [Fraction(1, 3)], "third")]
    [1, 0, 1]
    """
    first, last = cell.corners
    common = first.equalities & last.equalities
    marks = [Corner(_between(first, last, share), common | {(name, share)}) for share in sorted(shares)]
    ends = [first, *marks, last]
    parts = [_cell(ends[:2], 1)]
    for place, mark in enumerate(marks, start=1):
        parts += [Cell((mark,), 0), _cell(ends[place : place + 2], 1)]
    return parts


def sides(cell: Cell) -> list[Cell]:
    """Return the sides of a piece of the next lower dimension.

    >>> [side.points for side in sides(simplex(2))]
    [((0, 1),), ((1, 0),)]
    """
    if not cell.dimension:
        return []
    common = frozenset.intersection(*(corner.equalities for corner in cell.corners))
    names = frozenset.union(*(corner.equalities for corner in cell.corners)) - common
    on = {frozenset(place for place, corner in enumerate(cell.corners) if name in corner.equalities) for name in names}
    largest = [one for one in on if not any(one < other for other in on)]
    return [
        Cell(tuple(cell.corners[place] for place in places), cell.dimension - 1)
        for places in sorted(map(sorted, largest))
    ]


def _between(first: Corner, second: Corner, share: Any) -> Weights:
    pairs = zip(first.weights, second.weights, strict=True)
    return tuple(start + share * (end - start) for start, end in pairs)


def _hyperplane(function: Values) -> Hashable:
    """Return a name that all multiples of a function share."""
    lead = next(value for value in function if value)
    return tuple(value / lead for value in function)


def _cell(corners: Iterable[Corner], dimension: int) -> Cell:
    """Return a piece from the points that span it."""
    distinct: Sequence[Corner] = list({corner.weights: corner for corner in corners}.values())
    kept = [
        corner
        for corner in distinct
        if not any(corner.equalities <= other.equalities for other in distinct if other is not corner)
    ]
    return Cell(tuple(sorted(kept, key=lambda corner: corner.weights)), dimension)
