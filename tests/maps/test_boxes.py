"""Bounds over boxes: they contain the exact values at points of the box, whatever is computed with them."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.maps.engine.cells import UNIT, Affine, BoxTree, fixed
from truel_ref.maps.engine.filters import Filter

F = Fraction
ENDS = (F(-1), F(-1, 3), F(0), F(5, 7), F(1))


def exact(part):
    return F(float(part))


def contains(bound, at, value):
    """Tell whether the bound of a single number holds at a point of the box."""
    linear = exact(bound.c[0]) + exact(bound.parts[1][0]) * at[0] + exact(bound.parts[2][0]) * at[1]
    return abs(value - linear) <= exact(bound.e[0])


def single(c, a, b, e):
    return Affine(np.array([[float(part)] for part in (c, a, b, e)]))


part = st.integers(-(2**53), 2**53).map(lambda number: number / 2**53)
small = part.map(lambda number: number / 8)
numbers = st.builds(single, part.map(lambda value: 0.5 + value / 4), small, small, st.just(0.0))
points = st.tuples(st.sampled_from(ENDS), st.sampled_from(ENDS))


def value_at(number, at):
    return exact(number.c[0]) + exact(number.parts[1][0]) * at[0] + exact(number.parts[2][0]) * at[1]


@given(numbers, numbers, numbers, points)
def test_sums_and_products_contain_the_exact_value(x, y, z, at):
    exact_x, exact_y, exact_z = (value_at(number, at) for number in (x, y, z))
    assert contains(x + y, at, exact_x + exact_y)
    assert contains(x * y, at, exact_x * exact_y)
    assert contains(z + x * (y + z * x), at, exact_z + exact_x * (exact_y + exact_z * exact_x))


@given(numbers, numbers, points)
def test_quotients_contain_the_exact_value(x, y, at):
    """Of what is a probability: `x / (x + (1 - x) y)`, as in a duel."""
    rest = Affine(np.stack([1.0 - x.c, -x.parts[1], -x.parts[2], UNIT * np.abs(1.0 - x.c)]))
    exact_x, exact_y = value_at(x, at), value_at(y, at)
    assume(exact_x)  # of two who never hit none wins
    duel = x / (x + rest * y)
    assert contains(duel, at, exact_x / (exact_x + (1 - exact_x) * exact_y))
    again = x * duel / (x + rest * duel)
    won = exact_x / (exact_x + (1 - exact_x) * exact_y)
    assert contains(again, at, exact_x * won / (exact_x + (1 - exact_x) * won))


def test_what_is_too_wide_says_nothing():
    wide = single(0.5, 0.25, 0, 0) / single(0.5, 0.5, 0, 0)
    assert (wide.c[0], wide.parts[1][0], wide.parts[2][0], wide.e[0]) == (0.5, 0.0, 0.0, 0.5)


def test_arithmetic_of_zero_and_one_is_exact():
    x, nothing = single(0.25, 0.125, 0, 0), fixed(np.zeros(1))
    assert (x + 0.0) is x
    assert (1.0 * x) is x
    assert (x * nothing == 0.0)[0]
    assert not (x == 0.0)[0]


ROUNDED = {
    "a sum": (lambda x, y: x + y, lambda x, y: x + y),
    "a product": (lambda x, y: x * y, lambda x, y: x * y),
    "a quotient": (lambda x, y: x / (x + y), lambda x, y: x / (x + y)),
}


@pytest.mark.parametrize("operation", ROUNDED)
def test_bounds_of_numbers_without_width_hold_although_all_is_rounded(operation):
    bound, value = ROUNDED[operation]
    for pair in ((left / 7, right / 11) for left in range(1, 7) for right in range(1, 11)):
        assert contains(bound(*(single(number, 0, 0, 0) for number in pair)), (F(0), F(0)), value(*map(exact, pair)))


def over_a_box(problem, middle, half):
    """Return the filter of one box of the hit probabilities of A and B, with the others fixed."""
    players = problem.players
    others = [float(hit) for hit in problem.hits[2:]]
    c = np.array([[float(value)] for value in middle] + [[value] for value in others])
    gone = np.array([[float(1 - value)] for value in middle] + [[float(1 - hit)] for hit in problem.hits[2:]])
    a, b = np.zeros((players, 1)), np.zeros((players, 1))
    a[0], b[1] = float(half), float(half)
    hits = Affine(np.stack([c, a, b, 2 * UNIT * (c + a + b)]))
    misses = Affine(np.stack([gone, -a, -b, 2 * UNIT * (gone + a + b)]))
    return Filter(problem, hits, misses, tree=BoxTree)


MIDDLES = [(F(1, 3), F(2, 3)), (F(3, 10), F(4, 5)), (F(1, 2), F(5, 8))]  # at the last only the filter rounds


@pytest.mark.parametrize("half", [F(0), F(1, 500), F(1, 50)])
@pytest.mark.parametrize("others", [[F(1)], [F(3, 4)], [F(9, 10), F(1, 4)]])
def test_win_probabilities_of_a_box_contain_those_of_its_points(half, others):
    for middle in MIDDLES if half == 0 else MIDDLES[: 3 - len(others)]:
        problem = Problem([*middle, *others])
        phase = over_a_box(problem, middle, half).phase(problem.order)
        for at in product((F(-1), F(1)), repeat=2):
            solution = solve([*(place + half * step for place, step in zip(middle, at, strict=True)), *others])
            for outcome, chance in enumerate((*solution.win, solution.stalemate)):
                assert contains(phase.low[outcome], at, chance)
            assert not phase.sure[0] or phase.aims(0) == solution.aims
