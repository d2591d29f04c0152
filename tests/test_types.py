"""What a strict type checker knows of answers; mypy reads this file, too (`scripts/test`)."""

from fractions import Fraction
from typing import assert_type

from truel_ref import Solution, solve, solve_many
from truel_ref.game.aims import Aim
from truel_ref.numbers import Number


def test_the_results_of_a_player_have_types() -> None:
    solution = solve([0.5, 1, Fraction(1, 3)])
    assert_type(solution, Solution)
    assert_type(solution["A"].win, Number)
    assert_type(solution["A"].aim, Aim | None)
    assert solution["A"].win == solution.win[0]


def test_a_tuple_of_win_probabilities_has_numbers() -> None:
    def favourite(solution: Solution) -> Number:
        chances = solution.win
        assert_type(chances[0], Number)
        return max(chances)

    [same] = solve_many(["1/3 2/3 1"])
    assert favourite(solve("1/3 2/3 1")) == favourite(same) == Fraction(25, 63)
