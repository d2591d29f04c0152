"""What a strict type checker knows of answers; mypy reads this file, too (`scripts/test`)."""

from fractions import Fraction
from typing import Any, assert_type

from truel_ref import Problem, Solution, solve, solve_many
from truel_ref.numbers import Number


def test_win_probabilities_of_rational_numbers_are_fractions() -> None:
    solution = solve([0.5, 1, Fraction(1, 3)])
    assert_type(solution, Solution[Fraction])
    assert_type(solution.win["A"], Fraction)
    first: Fraction = solution.win[0]
    assert first == solution.win["A"]


def test_a_text_or_a_problem_may_be_irrational() -> None:
    assert_type(solve("1/2 sqrt(2)/2"), Solution[Any])
    first: Fraction = solve(Problem("1/3 2/3 1")).win[0]
    [same] = [solution.win[0] for solution in solve_many(["1/3 2/3 1"])]
    assert first == same == Fraction(25, 63)


def test_a_solution_that_says_no_more_has_numbers() -> None:
    def favourite(solution: Solution) -> Number:
        chances = solution.win
        assert_type(chances[0], Number)
        return max(chances)

    assert favourite(solve("1/3 2/3 1")) == Fraction(25, 63)
