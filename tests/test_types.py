"""What a strict type checker knows of answers; mypy reads this file, too (`scripts/test`)."""

from fractions import Fraction
from typing import assert_type

from truel_ref import Solution, solve
from truel_ref.game.aims import Aim
from truel_ref.numbers import Number


def test_the_results_of_a_player_have_types() -> None:
    solution = solve([0.5, 1, Fraction(1, 3)])
    assert_type(solution, Solution)
    assert_type(solution["A"].win, Number)
    assert_type(solution["A"].aim, Aim | None)
    assert solution["A"].win == solution.win[0]
