"""Matrix games: the certificate proves the value, and the kernels of Shapley and Snow give the same one."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.kernels.linear import solve_linear
from truel_ref.kernels.matrix_game import Mixes, optimal_mixes

F = Fraction
# Few different entries make many ties, saddle points and degenerate tables.
ENTRIES = st.builds(F, st.integers(-4, 4), st.sampled_from([1, 1, 2, 3]))


@st.composite
def matrices(draw, most=4):
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    return draw(st.lists(st.lists(ENTRIES, min_size=width, max_size=width), min_size=height, max_size=height))


def transposed(matrix):
    return [list(column) for column in zip(*matrix, strict=True)]


def by_kernels(matrix):
    """Return the value as Shapley and Snow found it: that of a square part whose equalizing mixes are optimal in all.

    In a game of positive value some square part with an inverse `B` has mixes `B 1 / s` and `1 B / s`, `s` the sum of
    the entries of `B`, that prove the value `1 / s` of the whole.
    """
    low = min(map(min, matrix)) - 1
    raised = [[entry - low for entry in row] for row in matrix]
    height, width = len(raised), len(raised[0])
    for size in range(1, min(height, width) + 1):
        for rows in combinations(range(height), size):
            for columns in combinations(range(width), size):
                part = [[raised[i][j] for j in columns] for i in rows]
                try:
                    mine = [line[0] for line in solve_linear(transposed(part), [[F(1)]] * size)]
                    theirs = [line[0] for line in solve_linear(part, [[F(1)]] * size)]
                except ZeroDivisionError:
                    continue
                if min(mine) < 0 or min(theirs) < 0:
                    continue
                value = 1 / sum(mine)
                gets = [sum(x * raised[i][j] for x, i in zip(mine, rows, strict=True)) for j in range(width)]
                gives = [sum(y * raised[i][j] for y, j in zip(theirs, columns, strict=True)) for i in range(height)]
                if min(gets) * value >= value and max(gives) * value <= value:
                    return value + low
    raise AssertionError("every game has a kernel")


def proved(matrix, mixes):
    """Return whether the mix of the rows gets the value against every column, and that of the columns gives no more."""
    gets = [sum(x * entry for x, entry in zip(mixes.rows, column, strict=True)) for column in transposed(matrix)]
    gives = [sum(y * entry for y, entry in zip(mixes.columns, row, strict=True)) for row in matrix]
    fair = all(min(mix) >= 0 and sum(mix) == 1 for mix in (mixes.rows, mixes.columns))
    return fair and min(gets) >= mixes.value >= max(gives)


@given(matrices())
def test_the_mixes_prove_the_value(matrix):
    mixes = optimal_mixes(matrix)
    assert all(type(number) is F for number in (mixes.value, *mixes.rows, *mixes.columns))
    assert proved(matrix, mixes)


@given(matrices(most=3))
def test_the_value_is_that_of_a_kernel(matrix):
    assert optimal_mixes(matrix).value == by_kernels(matrix)


KNOWN = [
    ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], F(0), (F(1, 3),) * 3, (F(1, 3),) * 3),
    # von Neumann and Morgenstern's Holmes and Moriarty: value 40, mixes 3/5 and 2/5.
    ([[100, 0], [-50, 100]], F(40), (F(3, 5), F(2, 5)), (F(2, 5), F(3, 5))),
    ([[3, 1, 4], [1, 5, 9]], F(7, 3), (F(2, 3), F(1, 3)), (F(2, 3), F(1, 3), F(0))),
    ([[5]], F(5), (F(1),), (F(1),)),
    ([[4, 2, 3], [1, 0, 9]], F(2), (F(1), F(0)), (F(0), F(1), F(0))),
    # By another rule for the column that enters, or for the row that leaves, other mixes prove the same value.
    (
        [[1, 1, 0, 1, 3], [1, 2, 1, 3, 2], [1, 1, 2, 1, 2], [3, 2, 0, 2, 1], [3, 0, 2, 0, 2]],
        F(7, 5),
        (F(0), F(3, 5), F(1, 5), F(0), F(1, 5)),
        (F(1, 5), F(2, 5), F(2, 5), F(0), F(0)),
    ),
    (
        [[3, 3, 3, 2, 0], [3, 2, 0, 1, 1], [1, 2, 1, 2, 0], [3, 3, 2, 2, 0], [0, 1, 3, 2, 2]],
        F(3, 2),
        (F(0), F(1, 2), F(0), F(0), F(1, 2)),
        (F(0), F(1, 2), F(0), F(0), F(1, 2)),
    ),
]


@pytest.mark.parametrize(("matrix", "value", "rows", "columns"), KNOWN)
def test_known_games(matrix, value, rows, columns):
    assert optimal_mixes(matrix) == Mixes(value, rows, columns)
