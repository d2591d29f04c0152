"""Two-person zero-sum matrix games: the exact value, and mixes of both players that prove it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from truel_ref.errors import NumberError, refuse, shown
from truel_ref.limits import check
from truel_ref.numbers import inside, public

Matrix = Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Mixes:
    """The value of a matrix game with an optimal mix of each player, which prove the value.

    The mix of the rows gets at least the value against every column, and the mix of the columns gives at most the value
    to every row. So neither player can do better than the value against the other player's mix.

    Fields: `value`, the payment to the row player by the column player; `rows` and `columns`, the probabilities of rows
    and columns in the mixes, in the order of the matrix.
    """

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def optimal_mixes(matrix: Matrix) -> Mixes:
    """Return the value of a two-person zero-sum game and an optimal mix for each player.

    >>> mixes = optimal_mixes([[1, -1, -1], [-1, 1, -1], [Fraction(-1, 2), -1, 0]])
    >>> print(mixes.value, *mixes.rows)
    -3/7 1/7 2/7 4/7

    The row player maximises, the column player minimises. The steps: (1) Multiply the entries by their common
    denominator. (2) A saddle point, an entry that is least in its row and greatest in its column, is the value, and
    both mixes are pure. (3) Let `low` be the least entry. Without a saddle point the value is above `low`, and `B =
    matrix - low` has entries >= 0 and a value > 0. The linear program

        maximise the sum of y    where    B y <= 1,  y >= 0

    then has the optimum `1 / value(B)`. Its solution and the dual solution, divided by their sums, are optimal mixes of
    columns and rows. (4) The simplex method solves both. All numbers of its table have one common divisor, the last
    pivot, which is a determinant; every new entry is an integer by Sylvester's identity. The pivot column is that of
    the largest gain per unit, and while the sum does not increase, Bland's rule chooses it, so the method ends. If
    several mixes are optimal, the choice depends on the matrix only.

    Parameters: `matrix`, rows of integers, fractions or numbers inside, all of the same length.

    Raises `NumberError` for a matrix without entries, rows of different lengths, and numbers that are not exact.

    Source: G. B. Dantzig, "A proof of the equivalence of the programming problem and the game problem", in *Activity
    Analysis of Production and Allocation* (1951), 330-335; R. G. Bland, "New finite pivoting rules for the simplex
    method", Mathematics of Operations Research 2 (1977), 103-107; E. H. Bareiss, "Sylvester's identity and multistep
    integer-preserving Gaussian elimination", Mathematics of Computation 22 (1968), 565-578.
    """
    entries, scale = _scaled_to_integers(matrix)
    least, greatest = [*map(min, entries)], [max(column) for column in zip(*entries, strict=True)]
    value, mass = max(least), 1
    rows, columns = {least.index(value): 1}, {greatest.index(min(greatest)): 1}
    if value != min(greatest):
        low = min(least)
        size, mass, rows, columns = _simplex([[entry - low for entry in row] for row in entries])
        value = low * mass + size

    one = inside(Fraction(1))  # it comes first, so that Python never divides integers by each other

    def mix(weights: dict[int, Any], length: int) -> tuple[Fraction, ...]:
        return tuple(public(one * weights.get(place, 0) / mass) for place in range(length))

    return Mixes(public(one * value / (mass * scale)), mix(rows, len(least)), mix(columns, len(greatest)))


def _scaled_to_integers(matrix: Matrix) -> tuple[list[list[Any]], Any]:
    """Return a matrix of rational numbers multiplied by their common denominator, as integers, and this denominator."""
    one, widths, entries = inside(Fraction(1)), sorted({*map(len, matrix)}), [entry for row in matrix for entry in row]
    strange = [entry for entry in entries if not isinstance(entry, int | Fraction | type(one))]
    inexact = f"{shown(next(iter(strange), None))} is not an exact number; a matrix holds integers or fractions"
    refuse(
        NumberError,
        (widths in ([], [0]), "a matrix game needs at least one row and one column"),
        (len(widths) > 1, f"the rows of a matrix have {' and '.join(map(str, widths))} entries"),
        (strange, inexact),
    )
    scale = math.lcm(*{entry.denominator for entry in entries})
    return [[one.numerator * entry.numerator * (scale // entry.denominator) for entry in row] for row in matrix], scale


def _simplex(matrix: list[list[Any]]) -> tuple[Any, Any, dict[int, Any], dict[int, Any]]:
    """Return `size`, `mass` and the weights of rows and columns for a matrix with entries >= 0 and a value > 0.

    The value is `size / mass`, and both lists of weights add up to `mass`. Tables and rules: see `optimal_mixes`. A
    column label below the width is a variable `y`, a label from the width on is the slack of a row.
    """
    height, width = len(matrix), len(matrix[0])
    table = [[*row, 1] for row in matrix] + [[-1] * width + [0]]
    beside, above = list(range(width, width + height)), list(range(width))
    divisor: Any = 1
    stalled = False
    while promises := [column for column in range(width) if table[height][column] < 0]:
        check()
        # The least entry has the largest gain per unit; Bland's rule takes the first label.
        column = min(promises, key=lambda place: (0 if stalled else table[height][place], above[place]))
        row = _leaving(table, column, beside)
        stalled = table[row][width] == 0
        divisor = _pivot(table, row, column, divisor)
        beside[row], above[column] = above[column], beside[row]
    columns = {label: table[row][width] for row, label in enumerate(beside) if label < width}
    rows = {label - width: table[height][column] for column, label in enumerate(above) if label >= width}
    return divisor, table[height][width], rows, columns


def _leaving(table: list[list[Any]], column: int, beside: list[int]) -> int:
    """Return the row whose variable falls to 0 first when the column's variable rises; of several the least label."""
    one = inside(Fraction(1))
    rising = [row for row, _ in enumerate(beside) if table[row][column] > 0]  # there are some: a game has a value
    return min(rising, key=lambda row: (one * table[row][-1] / table[row][column], beside[row]))


def _pivot(table: list[list[Any]], row: int, column: int, divisor: Any) -> Any:
    """Exchange the variables of a row and a column, in place, and return the new divisor of all entries."""
    line = table[row]
    pivot = line[column]
    for place, other in enumerate(table):
        if place != row:
            factor = other[column]
            table[place] = [(entry * pivot - factor * mine) // divisor for entry, mine in zip(other, line, strict=True)]
            table[place][column] = -factor
    line[column] = divisor
    return pivot
