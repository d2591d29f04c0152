"""Systems of linear equations, solved exactly, and policy iteration.

**Policy iteration** (Howard): (1) compute the values of a policy; (2) in every state take an option that is better
against these values, if there is one; (3) end when no state has changed. Every change improves the values somewhere and
reduces them nowhere, and there are finitely many policies, so the loop ends. **The certificate** is the last step (2):
in every state the value is the best over its options. With exact numbers this is an equality, which proves that no
policy is better. The proof does not depend on the origin of the policy, so floats may propose it.

Source: R. A. Howard, *Dynamic Programming and Markov Processes* (1960), chapter 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from truel_ref.limits import check

P = TypeVar("P")
V = TypeVar("V")


def solve_linear(matrix: Sequence[Sequence[Any]], right: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return `x` with `matrix · x = right`, for several right sides together: Gauss's elimination without rounding.

    The steps, for every column: (1) move a row whose entry in the column is not 0 to the top; (2) divide the row by
    this entry; (3) subtract multiples of the row from all other rows. With exact numbers any pivot other than 0 works.

    Parameters: `matrix`, square, of any exact numbers (fractions, algebraic numbers, rational functions); `right`, one
    row per equation, one column per right side.

    Raises `ZeroDivisionError` for a matrix without an inverse.

    Source: any book on linear algebra, as G. Strang, *Introduction to Linear Algebra* (2016), chapter 2.

    >>> from fractions import Fraction as F
    >>> solve_linear([[F(0), F(2)], [F(1), F(1)]], [[F(1)], [F(3)]])
    [[Fraction(5, 2)], [Fraction(1, 2)]]
    """
    size = len(matrix)
    rows = [[*mine, *sides] for mine, sides in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column] != 0), None)
        if pivot is None:
            raise ZeroDivisionError("the equations have no single solution")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        first = rows[column][column]
        rest = rows[column][column:] = [entry / first for entry in rows[column][column:]]  # earlier entries are 0
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor != 0:
                rows[row][column:] = [
                    entry - factor * other for entry, other in zip(rows[row][column:], rest, strict=True)
                ]
    return [row[size:] for row in rows]


def iterate_policies(policy: P, evaluate: Callable[[P], V], improve: Callable[[V, P], P]) -> tuple[P, V]:
    """Return a policy without improvement, and its values: the loop of policy iteration.

    Parameters: `policy`, the first policy; `evaluate`, gives the values of a policy; `improve`, gives a policy that is
    best against some values: the given policy, if it is best.

    >>> iterate_policies(1, lambda policy: policy * policy, lambda value, policy: min(policy + 1, 3))
    (3, 9)
    """
    while True:
        check()
        values = evaluate(policy)
        better = improve(values, policy)
        if better == policy:
            return policy, values
        policy = better
