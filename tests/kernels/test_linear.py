"""Linear systems against a second elimination, in whole numbers, and against the equations themselves."""

from fractions import Fraction

import independent
import pytest
from examples import examples
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from truel_ref.kernels.linear import solve_linear

F = Fraction
SMALL = st.fractions(-2, 2, max_denominator=4) | st.sampled_from([F(0), F(1)])


@st.composite
def systems(draw):
    size, sides = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    matrix = draw(st.lists(st.lists(SMALL, min_size=size, max_size=size), min_size=size, max_size=size))
    return matrix, draw(st.lists(st.lists(SMALL, min_size=sides, max_size=sides), min_size=size, max_size=size))


@given(systems())
@examples(45)
def test_solutions_solve_the_equations_and_are_those_of_whole_numbers(system):
    matrix, right = system
    try:
        solved = solve_linear(matrix, right)
    except ZeroDivisionError:
        reject()
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
