"""Small phases by plain floats: what they prove is so, and their bound is what makes it so."""

from fractions import Fraction
from itertools import product
from unittest import mock

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.fast import floats, integers
from truel_ref.fast.integers import Shots
from truel_ref.fast.solving import solve_alike
from truel_ref.play.phases import stage_of

F = Fraction


def by_floats(problem):
    """Solve with floats wherever they prove it, exact integers elsewhere."""
    (solution,) = solve_alike([problem])
    return solution


@pytest.mark.parametrize(
    ("hits", "orders"),
    [(["1/3", "2/3", 1], []), (["1/2", "1/2", 1], [(0, 1, 2)]), (["1/5", "1/3", "1/2", "2/3"], [])],
)
def test_most_phases_are_proved_and_ties_are_not(hits, orders):
    """Exact numbers are asked about the others only."""
    with mock.patch.object(integers, "decide", side_effect=integers.decide) as decide:
        by_floats(Problem(hits))
    assert [call.args[0].order for call in decide.call_args_list] == orders


@given(st.lists(st.fractions(F(1, 10**6), 1 - F(1, 10**6), max_denominator=10**7), min_size=3, max_size=4))
@examples(45)
def test_errors_stay_within_the_bound(hits):
    """The worth of every option of the last announcer, in floats and exactly, after all announcements before."""
    problem = Problem(hits)
    stage = stage_of(solve(problem), problem.first_order)
    turns = [
        [([float(r[player]) for player in stage.order], float(k), float(1 - k)) for r, k in mine]
        for mine in stage.turns
    ]
    last = len(hits) - 1
    for path in product(*(range(len(mine)) for mine in stage.options)):
        if stage.stalls(path):
            continue
        v, kappa, ends = 0.0, 1.0, 0.0
        for place, option in enumerate(path[:-1]):
            r, k, g = turns[place][option]
            v, ends, kappa = v + kappa * r[last], ends + kappa * g, kappa * k
        r, k, g = turns[last][path[-1]]
        worth = (r[last] + k * v) / (g + k * ends)
        exact = F(int(stage.win(path, last)[last].numerator), int(stage.win(path, last)[last].denominator))
        bound = (F(floats.margin(len(hits))) - 1) / 2  # for a comparison of two
        assert abs(F(worth) - exact) <= exact * bound


@pytest.mark.parametrize("hits", [["1e-9", "1/2", 1], ["1/2"] * 9, ["1/3", "2/3", 1 - F(1, 10**8)]])
def test_what_the_bound_does_not_hold_for_is_left_to_exact_numbers(hits):
    assert not Shots(Problem(hits).hits).in_reach
