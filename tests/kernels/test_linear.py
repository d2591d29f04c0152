"""Linear systems against a second elimination, in whole numbers, and against the equations themselves."""

from fractions import Fraction

import independent
import pytest
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st

from truel_ref.kernels.linear import solve_linear
from truel_ref.numbers import read_number

F = Fraction
SMALL = st.fractions(-2, 2, max_denominator=4) | st.sampled_from([F(0), F(1)])


@st.composite
def systems(draw):
    size, sides = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    matrix = draw(st.lists(st.lists(SMALL, min_size=size, max_size=size), min_size=size, max_size=size))
    return matrix, draw(st.lists(st.lists(SMALL, min_size=sides, max_size=sides), min_size=size, max_size=size))


def determinant(matrix):
    """Return the determinant by its definition along the first row."""
    if not matrix:
        return F(1)
    return sum(
        (-1) ** column * entry * determinant([row[:column] + row[column + 1 :] for row in matrix[1:]])
        for column, entry in enumerate(matrix[0])
        if entry
    )


@given(systems())
@examples(45)
def test_solutions_solve_the_equations_and_are_those_of_whole_numbers(system):
    matrix, right = system
    assume(determinant(matrix))
    solved = solve_linear(matrix, right)
    for row, sides in zip(matrix, right, strict=True):
        for column, side in enumerate(sides):
            assert sum(factor * value[column] for factor, value in zip(row, solved, strict=True)) == side
    equations = [
        independent.equation(len(matrix), dict(enumerate(row)), sides) for row, sides in zip(matrix, right, strict=True)
    ]
    assert [tuple(value) for value in solved] == independent.solve_linear(equations)


@given(systems())
@examples(45)
def test_a_system_without_a_single_solution_is_refused(system):
    matrix, right = system
    assume(len(matrix) > 1)
    matrix = [*matrix[:-1], [sum(column) for column in zip(*matrix[:-1], strict=True)]]
    with pytest.raises(ZeroDivisionError, match="no single solution"):
        solve_linear(matrix, right)


def test_what_is_given_stays_as_it_is():
    matrix, right = [[F(0), F(2)], [F(1), F(1)]], [[F(1)], [F(3)]]
    assert solve_linear(matrix, right) == [[F(5, 2)], [F(1, 2)]]
    assert (matrix, right) == ([[F(0), F(2)], [F(1), F(1)]], [[F(1)], [F(3)]])


def test_irrational_numbers():
    root = read_number("sqrt(2)")
    [[first], [second]] = solve_linear([[root, F(1)], [F(1), root]], [[F(1)], [F(0)]])
    assert (first, second) == (root, F(-1))
