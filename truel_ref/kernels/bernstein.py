"""Bernstein coefficients of polynomials on intervals and boxes, in integers: proved signs, and where zeros may be.

On a box, shifted and scaled to the unit box, a polynomial of degree `d_i` in its `i`-th variable is a combination of
the Bernstein polynomials `prod C(d_i, j_i) x_i^j_i (1 - x_i)^(d_i - j_i)`, which are positive inside the box and sum
to 1. So its values lie between its smallest and its largest coefficient, and

- if all coefficients are >= 0 and some coefficient is > 0, it is >= 0 on the closed box and > 0 inside;
- if all coefficients are > 0, it is > 0 on the closed box.

`weights` converts powers to Bernstein polynomials, in integers with a common multiple of binomial coefficients as the
divisor.

**Squares of a fixed grid in which a polynomial in two variables may vanish.**

A closed square is excluded only if all Bernstein coefficients on it have the same strict sign. Halving (de Casteljau)
gives the coefficients on the quarters of a square, in integers.

Source: G. Farin, *Curves and Surfaces for CAGD*, 5th edition, chapters 5 and 6; J. Garloff, "The Bernstein algorithm",
Interval Computations 2 (1993), 154-168.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, lcm
from operator import add, mul
from typing import Any, TypeAlias

__all__ = [
    "SIDE",
    "Span",
    "Squares",
    "bernstein_integers",
    "bernstein_span",
    "bernstein_table",
    "common_multiple",
    "cover",
    "open_sign",
    "span",
    "weights",
]

Span: TypeAlias = tuple[int, int, int]
"""An interval in integers: its start and its width over a common denominator, and this denominator."""


def bernstein_integers(
    polynomial: Any, box: Sequence[tuple[Fraction, Fraction]]
) -> tuple[dict[tuple[int, ...], int], int]:
    """Return the Bernstein coefficients of a polynomial on a box times a positive integer, and this integer.

    For each variable: substitute `x = low + (high - low) t`, then convert powers of `t` to Bernstein polynomials of the
    degree `d` in `t`, `c[j] = sum over i <= j of C(j, i) / C(d, i) * power[i]`. All arithmetic is in integers.

    With `low = p/q` and `high = s/q`, `q^d f(x)` has integer coefficients in `q x = p + (s - p) t`; the quotients of
    binomials get the least common multiple of all `C(d, i)`.

    >>> from sympy import QQ, ring
    >>> _, x = ring("x", QQ)
    >>> bernstein_integers(x**2 - x + 1, [(Fraction(0), Fraction(1, 2))])
    ({(0,): 8, (1,): 6, (2,): 6}, 8)
    """
    scale = lcm(*(int(value.denominator) for value in polynomial.values()))
    table = {powers: int(value * scale) for powers, value in polynomial.terms()}
    for variable, (low, high) in enumerate(box):
        degree = max((powers[variable] for powers in table), default=0)
        side = span(low, high)
        scale *= side[2] ** degree * common_multiple(degree)
        lines: dict[tuple[int, ...], list[int]] = {}
        for powers, value in table.items():
            rest = powers[:variable] + powers[variable + 1 :]
            lines.setdefault(rest, [0] * (degree + 1))[degree - powers[variable]] += value
        table = {
            (*rest[:variable], place, *rest[variable:]): value
            for rest, line in lines.items()
            for place, value in enumerate(bernstein_span(line, side))
        }
    return table, scale


def span(low: Fraction, high: Fraction) -> Span:
    """Return an interval in integers.

    >>> span(Fraction(1, 2), Fraction(2, 3))
    (3, 1, 6)
    """
    below = lcm(low.denominator, high.denominator)
    start = low.numerator * (below // low.denominator)
    return start, high.numerator * (below // high.denominator) - start, below


def bernstein_table(rows: Sequence[Sequence[int]], x: Span, y: Span) -> tuple[list[list[int]], int]:
    """Return the Bernstein coefficients of a polynomial in two variables times a positive integer, and this integer.

    They equal those of `bernstein_integers`, by the powers of `x`, but come from a table instead of an element of a
    ring.

    Parameters: `rows`, for each power of `y` from 0 upwards the coefficients in `x` from the highest power down; `x`
    and `y`, the sides of the box.

    >>> bernstein_table([[1, 0], [0, 1]], (0, 1, 2), (0, 1, 1))  # x + y, with x from 0 to 1/2
    ([[0, 2], [1, 3]], 2)
    """
    columns = zip(*(bernstein_span(row, x) for row in reversed(rows)), strict=True)
    across, up = len(rows[0]) - 1, len(rows) - 1
    scale = x[2] ** across * common_multiple(across) * y[2] ** up * common_multiple(up)
    return [bernstein_span(column, y) for column in columns], scale


def bernstein_span(coefficients: Sequence[int], interval: Span) -> list[int]:
    """Return positive multiples, by one factor, of the Bernstein coefficients of a polynomial in one variable.

    Parameters: `coefficients`, from the highest power down; `interval`, in integers.

    >>> bernstein_span([1, -1, 1], (0, 1, 2))
    [8, 6, 6]
    """
    start, width, below = interval
    line, power = [], 1
    for coefficient in coefficients:
        line.append(coefficient * power)
        power *= below
    return converted(line[::-1], start, width)


@cache
def common_multiple(degree: int) -> int:
    """Return the least common multiple of all binomial coefficients `C(d, i)` of a degree `d`."""
    return lcm(*(comb(degree, place) for place in range(degree + 1)))


@cache
def weights(degree: int) -> list[list[int]]:
    """Return the integers `C(j, i) * common / C(d, i)` that convert powers to Bernstein polynomials."""
    common = common_multiple(degree)
    return [[comb(place, i) * common // comb(degree, i) for i in range(place + 1)] for place in range(degree + 1)]


def converted(line: Sequence[int], start: int = 0, width: int = 1) -> list[int]:
    """Return the Bernstein coefficients, times the common multiple, of a polynomial in `start + width t`.

    Parameters: `line`, its coefficients from the lowest power up; `start` and `width`.
    """
    degree = len(line) - 1
    shifted = list(line)
    if start:
        for first in range(degree):  # repeated Horner's scheme shifts a polynomial
            for place in range(degree - 1, first - 1, -1):
                shifted[place] += start * shifted[place + 1]
    power = 1
    for place in range(degree + 1):
        shifted[place] *= power
        power *= width
    return [sum(map(mul, row, shifted)) for row in weights(degree)]


def open_sign(polynomial: Any, box: Sequence[tuple[Fraction, Fraction]], halvings: int = 0) -> int | None:
    """Return the proved sign of a polynomial everywhere inside a box: 1, -1 or 0, or None if it is not proved.

    If the coefficients on the box do not prove a sign, halve the box along its widest side, at most `halvings` times.
    The sign must be equal on both closed halves, without a zero where they meet.

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
# Squares of a fixed grid in which a polynomial in two variables may vanish


_DEPTH = 6  # even, so that rows and columns change places an even number of times
SIDE = 2**_DEPTH
"""The number of squares of the grid along a side."""

Squares: TypeAlias = frozenset[tuple[int, int]]
"""Squares of the grid, each by its column and its row, counted from 0 upwards."""

_Rows: TypeAlias = Sequence[Sequence[int]]


def cover(rows: _Rows, within: Squares | None = None) -> Squares:
    """Return the squares of the grid in which a zero of a polynomial is not excluded.

    Parameters: `rows`, for each power of `y` from 0 upwards the coefficients in `x` from the highest power down;
    `within`, the squares to test, by default all.

    >>> sorted(cover([[1, 0], [0, -1]], within=frozenset({(3, 3), (3, 4), (3, 5)})))  # x - y
    [(3, 3), (3, 4)]
    """
    unit = 0, 1, 1
    table, _ = bernstein_table(rows, unit, unit)
    left: list[tuple[int, int]] = []
    _collect(table, 0, (0, 0), None if within is None else _around(within), left)
    return frozenset(left)


def _around(squares: Squares) -> list[set[tuple[int, int]]]:
    """Return for every depth the larger squares that contain the given squares, in the coordinates of `_collect`."""
    places = [
        {(column >> _DEPTH - depth, row >> _DEPTH - depth) for column, row in squares} for depth in range(_DEPTH + 1)
    ]
    return [{(row, column) for column, row in here} if depth % 2 else here for depth, here in enumerate(places)]


def _collect(
    table: _Rows,
    depth: int,
    place: tuple[int, int],
    asked: Sequence[set[tuple[int, int]]] | None,
    left: list[tuple[int, int]],
) -> None:
    """Collect the squares of the grid in which a zero is not excluded, within a square after `depth` halvings.

    Halving the rows and then the columns makes a table of columns from a table of rows. So columns and rows change
    places from each depth to the next, in `place`, too.
    """
    corner = table[0][0]
    if (corner > 0 and min(map(min, table)) > 0) or (corner < 0 and max(map(max, table)) < 0):
        return
    if depth == _DEPTH:
        left.append(place)
        return
    first, second = 2 * place[0], 2 * place[1]
    for half, part in enumerate(_exact_halves(table)):
        quarters = [(second, first + half), (second + 1, first + half)]
        if asked is None or not asked[depth + 1].isdisjoint(quarters):
            for quarter, each in zip(quarters, _exact_halves([*zip(*part, strict=True)]), strict=True):
                if asked is None or quarter in asked[depth + 1]:
                    _collect(each, depth + 1, quarter, asked, left)


def _exact_halves(rows: _Rows) -> tuple[_Rows, _Rows]:
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
