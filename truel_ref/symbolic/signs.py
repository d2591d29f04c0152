"""Proved signs of polynomials on boxes with rational corners, by Bernstein coefficients.

On a box, shifted and scaled to the unit box, a polynomial of degree `d_i` in its `i`-th variable is a combination of
the Bernstein polynomials `prod C(d_i, j_i) x_i^j_i (1 - x_i)^(d_i - j_i)`, which are positive inside the box and sum
to 1. So its values lie between its smallest and its largest coefficient, and

- if all coefficients are >= 0 and one is > 0, it is >= 0 on the closed box and > 0 inside;
- if all are > 0, it is > 0 on the closed box.

Source: G. Farin, *Curves and Surfaces for CAGD*, 5th edition, chapters 5 and 6; J. Garloff, "The Bernstein algorithm",
Interval Computations 2 (1993), 154-168.

**Where a polynomial in two variables may vanish in the unit square: the squares of a fixed grid that are left.**

A closed square is left out only if all Bernstein coefficients on it have the same strict sign (`signs`). The
coefficients on the quarters of a square follow from its own by halving (de Casteljau), in integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from operator import add
from typing import Any, TypeAlias

from truel_ref.kernels.bernstein import bernstein_integers, bernstein_table

__all__ = [
    "SIDE",
    "Box",
    "Squares",
    "cover",
    "open_sign",
]


# ---------------------------------------------------------------------------------------------------------
# Proved signs of polynomials on boxes with rational corners, by Bernstein coefficients


Box: TypeAlias = Sequence[tuple[Fraction, Fraction]]
"""Per variable the lower and the upper end."""


def open_sign(polynomial: Any, box: Box, halvings: int = 0) -> int | None:
    """Return the sign that a polynomial is proved to have everywhere inside a box: 1, -1 or 0, or None if unproved.

    If the coefficients on the box do not prove it, the box is halved along its widest side, and the sign must be the
    same on both closed halves and nowhere zero where they meet, up to `halvings` times.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> unit = [(Fraction(0), Fraction(1))] * 2
    >>> open_sign(x + y - x * y, unit), open_sign(x - y, unit, halvings=3)
    (1, None)
    """
    values = bernstein_integers(polynomial, box)[0].values()
    if not any(values):
        return 0
    if min(values) >= 0:
        return 1
    if max(values) <= 0:
        return -1
    if halvings == 0:
        return None
    widest = max(range(len(box)), key=lambda variable: box[variable][1] - box[variable][0])
    low, high = box[widest]
    middle = (low + high) / 2
    found = set()
    for part in ((low, middle), (middle, middle), (middle, high)):
        half = [*box[:widest], part, *box[widest + 1 :]]
        found.add(open_sign(polynomial, half, halvings - 1))
        if len(found) > 1 or None in found:
            return None
    return found.pop()


# ---------------------------------------------------------------------------------------------------------
# Where a polynomial in two variables may vanish in the unit square: the squares of a fixed grid that are left


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
