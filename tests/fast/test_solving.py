"""Solving without detours: problems of one skeleton together, phases that are alike in arrays, values in integers."""

from fractions import Fraction
from unittest import mock

from hypothesis import strategies as st
from truel_ref.fast.batch import solve_small

from truel_ref import Problem, solve
from truel_ref.fast import integers
from truel_ref.fast.solving import solve_alike

F = Fraction
INNER = st.fractions(F(1, 10**6), 1 - F(1, 10**6), max_denominator=10**6)
# -- ties that make no difference


def test_ties_that_make_no_difference_need_no_exact_decision():
    """Nearly a third of the phases of five players hold such ties; none of them is asked about."""
    problem = Problem(["9/50", "73/100", "49/50", "9/100", "33/100"])
    with mock.patch.object(integers, "decide", side_effect=integers.decide) as decide:
        [solution] = solve_alike([problem])
        assert not decide.called
    assert solution == solve(problem, method="integers")


# -- values in integers


# -- many small problems


def test_small_problems_are_solved_and_others_left():
    plain = [Problem([F(1, number), F(2, 3), 1]) for number in range(2, 12)]
    others = [
        Problem(["1/2", "1/3", "1/4", "1/5", "1/6"]),
        Problem(["sqrt(2)/2", "1/2"]),
        Problem(["1/2", "1/3", 1], search="others,random"),
        Problem(["1/2"] * 3, search="others,miss,random", random_levels=[1_000_000] * 3),
        Problem(["1/7", "1/2"]),
    ]
    mixed = [plain[0], *others, *plain[1:]]
    solved = solve_small(mixed)
    first, *answers = map(solve, plain)
    assert solved == [first, *[None] * len(others), *answers]
