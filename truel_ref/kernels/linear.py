"""Systems of linear equations, solved exactly, and the loop of policy iteration around them.

**Policy iteration** (Howard): (1) compute the values of a policy; (2) in every state take an option that is better
against these values, and stay where none is; (3) end when no state has changed. Every change makes the values better
somewhere and worse nowhere, and there are finitely many policies, so it ends. **The certificate** is the last step (2):
in every state the value is the best over its options. With exact numbers this is equality, and it proves that no policy
is better, however the policy came about; so floats may propose one.

Source: R. A. Howard, *Dynamic Programming and Markov Processes* (1960), chapter 4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from truel_ref.budget import check

__all__ = ["iterate_policies", "solve_linear"]

P = TypeVar("P")
V = TypeVar("V")


def solve_linear(matrix: Sequence[Sequence[Any]], right: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return `x` with `matrix · x = right`, several right sides at once: Gauss's elimination without rounding.

    The steps: (1) for every column, bring a row whose entry there is not 0 to the top; (2) divide it by that entry; (3)
    subtract multiples of it from all other rows. With exact numbers any pivot that is not 0 will do.

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
        rest = rows[column][column:] = [entry / first for entry in rows[column][column:]]  # 0 stands before it
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor != 0:
                rows[row][column:] = [
                    entry - factor * other for entry, other in zip(rows[row][column:], rest, strict=True)
                ]
    return [row[size:] for row in rows]


def iterate_policies(policy: P, evaluate: Callable[[P], V], improve: Callable[[V, P], P]) -> tuple[P, V]:
    """Return a policy that nothing improves, and its values: the loop of policy iteration.

    Parameters: `policy`, to begin with; `evaluate`, which gives the values of a policy; `improve`, which gives a policy
    that is best against some values, and the same one if it is best already.

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
