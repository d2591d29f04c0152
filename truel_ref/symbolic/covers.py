"""Where a polynomial in two variables may vanish in the unit square: the squares of a fixed grid that are left.

A closed square is left out only if all Bernstein coefficients on it have the same strict sign (`signs`). The
coefficients on the quarters of a square follow from its own by halving (de Casteljau), in integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import add
from typing import TypeAlias

from truel_ref.symbolic.signs import bernstein_table

__all__ = ["SIDE", "Squares", "cover"]

_DEPTH = 6  # even, so that rows and columns have changed places an even number of times
SIDE = 2**_DEPTH
"""How many squares the grid has along a side."""

Squares: TypeAlias = frozenset[tuple[int, int]]
"""Squares of the grid, each by its column and its row, counted from 0 upwards."""

_Table: TypeAlias = Sequence[Sequence[int]]


def cover(rows: _Table, within: Squares | None = None) -> Squares:
    """Return the squares of the grid in which a zero of a polynomial is not excluded.

    Parameters: `rows`, for each power of `y` from 0 upwards the coefficients in `x` from the highest power down;
    `within`, the only squares that are asked about, by default all.

    >>> sorted(cover([[1, 0], [0, -1]], within=frozenset({(3, 3), (3, 4), (3, 5)})))  # x - y
    [(3, 3), (3, 4)]
    """
    unit = 0, 1, 1
    table, _ = bernstein_table(rows, unit, unit)
    left: list[tuple[int, int]] = []
    _collect(table, 0, (0, 0), None if within is None else _around(within), left)
    return frozenset(left)


def _around(squares: Squares) -> list[set[tuple[int, int]]]:
    """Return for every depth the larger squares that hold some, with column and row as `_collect` has them there."""
    places = [
        {(column >> _DEPTH - depth, row >> _DEPTH - depth) for column, row in squares} for depth in range(_DEPTH + 1)
    ]
    return [{(row, column) for column, row in here} if depth % 2 else here for depth, here in enumerate(places)]


def _collect(
    table: _Table,
    depth: int,
    place: tuple[int, int],
    asked: Sequence[set[tuple[int, int]]] | None,
    left: list[tuple[int, int]],
) -> None:
    """Collect the squares of the grid that are left of one that was halved so often.

    Halving the rows and then the columns makes a table of columns of one of rows. It is taken as it is, so columns and
    rows change places from one depth to the next, in `place` too.
    """
    corner = table[0][0]
    if (corner > 0 and min(map(min, table)) > 0) or (corner < 0 and max(map(max, table)) < 0):
        return
    if depth == _DEPTH:
        left.append(place)
        return
    first, second = 2 * place[0], 2 * place[1]
    for half, part in enumerate(_halved(table)):
        quarters = [(second, first + half), (second + 1, first + half)]
        if asked is None or not asked[depth + 1].isdisjoint(quarters):
            for quarter, each in zip(quarters, _halved([*zip(*part, strict=True)]), strict=True):
                if asked is None or quarter in asked[depth + 1]:
                    _collect(each, depth + 1, quarter, asked, left)


def _halved(rows: _Table) -> tuple[_Table, _Table]:
    """Return the Bernstein coefficients on both halves in the first variable, times a power of 2."""
    degree = len(rows) - 1
    level = rows
    first = [[value << degree for value in level[0]]]
    last = [[value << degree for value in level[-1]]]
    for step in range(1, degree + 1):
        level = [list(map(add, above, below)) for above, below in pairwise(level)]
        first.append([value << (degree - step) for value in level[0]])
        last.append([value << (degree - step) for value in level[-1]])
    return first, last[::-1]
