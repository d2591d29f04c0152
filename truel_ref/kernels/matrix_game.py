"""Two-person zero-sum matrix games: the exact value, and mixes of both players that prove it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import ge
from typing import Any

from truel_ref.errors import NumberError, shown
from truel_ref.limits import check
from truel_ref.numbers import inside, public

__all__ = ["IntegerMixes", "Mixes", "game_value", "integer_mixes", "optimal_mixes"]

Matrix = Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Mixes:
    """The value of a matrix game with an optimal mix of each player: the certificate of the value.

    Fields: `value`, the payment to the row player by the column player; `rows` and `columns`, the probabilities of rows
    and columns in the mixes, in the order of the matrix.
    """

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]

    def proves(self, matrix: Matrix) -> bool:
        """Return whether the mixes prove the value.

        The mix of the rows must get at least the value against every column, and the mix of the columns must give at
        most the value to every row. Then neither player can do better than the value against the other player's mix.

        >>> pennies = [[1, -1], [-1, 1]]
        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> Mixes(Fraction(0), half, half).proves(pennies)
        True
        >>> Mixes(Fraction(0), half, (Fraction(1), Fraction(0))).proves(pennies)
        False
        """
        return (
            len(self.rows) == len(matrix)
            and all(len(row) == len(self.columns) for row in matrix)
            and all(min(mix) >= 0 and sum(mix) == 1 for mix in (self.rows, self.columns))
            and all(_against(self.rows, column) >= self.value for column in zip(*matrix, strict=True))
            and all(_against(self.columns, row) <= self.value for row in matrix)
        )


@dataclass(frozen=True)
class IntegerMixes:
    """The value and optimal mixes of a matrix game in integers: the value is `top / bottom`, the mixes are weights.

    Fields: `top`; `bottom`, which is positive; `rows` and `columns`, weights >= 0; the divisor of a list of weights is
    its sum, which is positive.
    """

    top: Any
    bottom: Any
    rows: list[Any]
    columns: list[Any]


def optimal_mixes(matrix: Matrix) -> Mixes:
    """Return the value of a two-person zero-sum game and an optimal mix for each player.

    The row player maximises, the column player minimises. The function multiplies the entries by their common
    denominator, and `integer_mixes` solves the game. If several mixes are optimal, the choice depends on the matrix
    only.

    Parameters: `matrix`, rows of integers, fractions or rational numbers of gmpy2, all of the same length.

    Raises `NumberError` for a matrix without entries, rows of different lengths, and numbers that are not exact.

    >>> mixes = optimal_mixes([[1, -1, -1], [-1, 1, -1], [Fraction(-1, 2), -1, 0]])
    >>> print(mixes.value, *mixes.rows)
    -3/7 1/7 2/7 4/7
    """
    entries, scale = _scaled_to_integers(matrix)
    mixes = integer_mixes(entries)

    def ratio(top: Any, bottom: Any) -> Any:
        return public(inside(Fraction(1)) * top / bottom)

    total_of_rows, total_of_columns = sum(mixes.rows), sum(mixes.columns)
    return Mixes(
        ratio(mixes.top, mixes.bottom * scale),
        tuple(ratio(weight, total_of_rows) for weight in mixes.rows),
        tuple(ratio(weight, total_of_columns) for weight in mixes.columns),
    )


def game_value(matrix: Matrix) -> Any:
    """Return the value of a game as a number inside, without mixes, for further computation.

    Parameters: `matrix`, rows of integers, fractions or rational numbers of gmpy2, all of the same length.

    Raises `NumberError` for a matrix without entries, rows of different lengths, and numbers that are not exact.

    >>> public(game_value([[0, 2], [3, Fraction(1)]]))
    Fraction(3, 2)
    """
    entries, scale = _scaled_to_integers(matrix)
    mixes = integer_mixes(entries)
    # A number inside comes first, so that Python never divides integers by each other.
    return inside(Fraction(1)) * mixes.top / (mixes.bottom * scale)


def _scaled_to_integers(matrix: Matrix) -> tuple[list[list[Any]], Any]:
    """Return a matrix of rational numbers multiplied by their common denominator, as integers, and this denominator."""
    if not matrix or not matrix[0]:
        raise NumberError("a matrix game needs at least one row and one column")
    if any(len(row) != len(matrix[0]) for row in matrix):
        raise NumberError(f"the rows of a matrix have {' and '.join(map(str, sorted({*map(len, matrix)})))} entries")
    for row in matrix:
        for entry in row:
            if not isinstance(entry, int | Fraction) and type(entry).__module__ != "gmpy2":
                raise NumberError(f"{shown(entry)} is not an exact number; a matrix holds integers or fractions")
    unit = inside(Fraction(1)).numerator
    scale = math.lcm(*{entry.denominator for row in matrix for entry in row})
    return [[unit * entry.numerator * (scale // entry.denominator) for entry in row] for row in matrix], scale


def integer_mixes(matrix: Matrix) -> IntegerMixes:
    """Return the value of a game over integers and an optimal mix for each player, without fractions.

    The steps: (1) A saddle point, an entry that is least in its row and greatest in its column, is the value, and both
    mixes are pure. (2) Remove rows that are nowhere above another row, and columns that are nowhere below another
    column, until none is left. (3) Let `low` be the least entry of the rest. The rest has no saddle point, so the value
    is above `low`, and `B = matrix - low` has entries >= 0 and a value > 0. The linear program

        maximise the sum of y    where    B y <= 1,  y >= 0

    then has the optimum `1 / value(B)`. Its solution and the dual solution, divided by their sums, are optimal mixes of
    columns and rows. (4) The simplex method solves both. All numbers of its table have one common divisor, the last
    pivot, which is a determinant; every new entry is an integer by Sylvester's identity. The pivot column is that of
    the largest gain per unit, and while the sum does not increase, Bland's rule chooses it, so the method ends.

    Parameters: `matrix`, rows of integers, Python's or those of gmpy2; the function does not check the types.

    Source: G. B. Dantzig, "A proof of the equivalence of the programming problem and the game problem", in *Activity
    Analysis of Production and Allocation* (1951), 330-335; R. G. Bland, "New finite pivoting rules for the simplex
    method", Mathematics of Operations Research 2 (1977), 103-107; E. H. Bareiss, "Sylvester's identity and multistep
    integer-preserving Gaussian elimination", Mathematics of Computation 22 (1968), 565-578.

    >>> integer_mixes([[0, 2], [3, 1]])
    IntegerMixes(top=6, bottom=4, rows=[2, 2], columns=[1, 3])
    """
    height, width = len(matrix), len(matrix[0])
    least = [min(row) for row in matrix]
    greatest = [max(column) for column in zip(*matrix, strict=True)]
    if (value := max(least)) == min(greatest):
        row, column = least.index(value), greatest.index(value)
        return IntegerMixes(value, 1, _weights(height, {row: 1}), _weights(width, {column: 1}))
    rows, columns = _undominated(matrix)
    low = min(matrix[row][column] for row in rows for column in columns)
    size, mass, row_weights, column_weights = _simplex([[matrix[i][j] - low for j in columns] for i in rows])
    return IntegerMixes(
        low * mass + size,
        mass,
        _weights(height, {rows[place]: weight for place, weight in row_weights.items()}),
        _weights(width, {columns[place]: weight for place, weight in column_weights.items()}),
    )


def _undominated(matrix: Matrix) -> tuple[list[int], list[int]]:
    """Return the rows and columns that remain after repeatedly removing those that are no better than another."""
    rows, columns = list(range(len(matrix))), list(range(len(matrix[0])))
    while True:
        check()
        left_rows = _without_smaller([[matrix[i][j] for j in columns] for i in rows])
        rows = [rows[place] for place in left_rows]
        # Small columns are good, so change the signs.
        left_columns = _without_smaller([[-matrix[i][j] for i in rows] for j in columns])
        if len(left_columns) == len(columns):
            return rows, columns
        columns = [columns[place] for place in left_columns]


def _without_smaller(lines: list[list[Any]]) -> list[int]:
    """Return the places of the lines that are somewhere above every other line; of equal lines the first."""
    left: list[int] = []
    for place, line in enumerate(lines):
        if any(all(map(ge, lines[other], line)) for other in left):
            continue
        left = [other for other in left if not all(map(ge, line, lines[other]))]
        left.append(place)
    return left


def _simplex(matrix: list[list[Any]]) -> tuple[Any, Any, dict[int, Any], dict[int, Any]]:
    """Return `size`, `mass` and the weights of rows and columns for a matrix with entries >= 0 and a value > 0.

    The value is `size / mass`, and both lists of weights add up to `mass`. Tables and rules: see `integer_mixes`. A
    column label below the width is a variable `y`, a label from the width on is the slack of a row.
    """
    height, width = len(matrix), len(matrix[0])
    table = [[*row, 1] for row in matrix] + [[-1] * width + [0]]
    beside, above = list(range(width, width + height)), list(range(width))
    divisor: Any = 1
    stalled = False
    while True:
        check()
        promises = [column for column in range(width) if table[height][column] < 0]
        if not promises:
            break
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

    def sooner(best: int, row: int) -> int:  # compare the ratios by cross-multiplication, without division
        mine, others = table[row][-1] * table[best][column], table[best][-1] * table[row][column]
        return row if (mine, beside[row]) < (others, beside[best]) else best

    return reduce(sooner, [row for row in range(len(beside)) if table[row][column] > 0])  # a game has a value


def _pivot(table: list[list[Any]], row: int, column: int, divisor: Any) -> Any:
    """Exchange the variables of a row and a column, in place, and return the new divisor of all entries."""
    line = table[row]
    pivot = line[column]
    for place, other in enumerate(table):
        if place == row:
            continue
        factor = other[column]
        if factor:
            table[place] = [(entry * pivot - factor * mine) // divisor for entry, mine in zip(other, line, strict=True)]
        elif pivot != divisor:
            table[place] = [entry * pivot // divisor for entry in other]
        table[place][column] = -factor
    line[column] = divisor
    return pivot


def _against(mix: Sequence[Any], line: Sequence[Any]) -> Any:
    return sum(chance * entry for chance, entry in zip(mix, line, strict=True) if chance)


def _weights(length: int, weights: dict[int, Any]) -> list[Any]:
    return [weights.get(place, 0) for place in range(length)]
