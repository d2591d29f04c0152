"""When a tie makes a difference, and all ways of breaking ties against every one of them tried."""

from fractions import Fraction

from truel_ref import solve
from truel_ref.fast.recursion import EveryWay, game_of, stage_of

F = Fraction


def all_ways(solution, slack=0):
    """Return the profiles of the first phase that some way of breaking its ties announces."""
    layout = stage_of(solution, solution.problem.order).layout
    return EveryWay(game_of(solution), layout).profiles(slack)


def test_slack_lets_less_than_the_best_pass():
    solution = solve(["1/3", "2/3", 1])
    best, next_best = F(25, 63), F(59, 189)
    assert all_ways(solution, best - next_best) == [(1, 1, 1), (2, 1, 1)]
    assert all_ways(solution, (best - next_best) * F(99, 100)) == [(2, 1, 1)]
