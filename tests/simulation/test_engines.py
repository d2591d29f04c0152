"""The engines against the exact numbers and against each other, in announced play."""

from fractions import Fraction

import pytest
from played import ENGINE, EXAMPLE, NUMBERS, WORKED, assert_agrees, solved

from truel_ref import Problem, equilibria, periodic_equilibria, simulate, solve
from truel_ref.simulation.engines import by_counts
from truel_ref.simulation.policies import game_of
from truel_ref.simulation.rules import Turn


@pytest.mark.parametrize("number", NUMBERS)
def test_counts_agree_with_the_exact_solution(number):
    assert_agrees(solved(number), games=10**6, seed=number)


@pytest.mark.parametrize("number", NUMBERS[::3])
def test_single_games_agree_with_the_exact_solution(number):
    assert_agrees(solved(number), games=300, seed=number, engine="one")


@pytest.mark.parametrize("problem", WORKED[::2], ids=repr)
def test_a_thousand_million_games_agree_with_the_worked_values(problem):
    assert_agrees(solve(problem), games=10**9, seed=7)


@ENGINE
@pytest.mark.parametrize(
    "answer", [*equilibria("1/2 2/5 3/5", order="C,A,B"), *periodic_equilibria("1/5 4/5 1/2 7/10 3/5")], ids=str
)
def test_equilibria_are_played(answer, engine):
    assert_agrees(answer, games=2000, seed=1, engine=engine)


# ---------------------------------------------------------------------------------------------------------
# Stalemates


@ENGINE
@pytest.mark.parametrize(
    "problem",
    [
        Problem([0, 0, 0]),
        Problem([0, 0]),
        Problem([1, "1/2", 1], targets=["Miss"] * 3),
        Problem([0, "1/2", 0], targets=["B", "Miss", "A"]),
        Problem(["1/2", "1/2"], targets=["Miss", "Miss"]),
        Problem(["1/2", "1/3", "1/4"], search="Miss"),  # nobody has an allowed aim
    ],
    ids=repr,
)
def test_what_can_never_end_is_a_stalemate_at_once(problem, engine):
    estimate = simulate(solve(problem), games=1000, seed=1, engine=engine)
    assert (estimate.stalemates, estimate.lengths) == (1000, ((0, 1000),))
    assert (estimate.win, estimate.mean_length) == ((0,) * problem.players, 0)


@ENGINE
def test_stalemates_of_later_phases(engine):
    certain = simulate(solve([1, 0, 0], targets=["Self", "A", "A"]), games=1000, seed=1, engine=engine)
    assert (certain.stalemates, certain.lengths) == (1000, ((1, 1000),))
    later = solve(Problem(["1/2"] * 4, targets=["B", "C", "D", "A"], target_later="Miss"))
    assert later.stalemate == 1
    assert simulate(later, games=100, seed=1, engine=engine).stalemates == 100
    chance = solve(["1/2", "1/3", 0, 0], targets=["B", "B", "Miss", "Miss"], target_later="Random", search="All")
    assert 0 < chance.stalemate < 1
    assert_agrees(chance, games=3000, seed=1, engine=engine)


# ---------------------------------------------------------------------------------------------------------
# The same seed, the number of steps, and the dice


@pytest.mark.parametrize(
    "problem", [EXAMPLE, Problem(["1/20"] * 3), Problem(["1/4", "1/2", "3/4", 1], search="All")], ids=repr
)
def test_a_thousand_million_games_take_about_as_many_steps_as_a_thousand(problem):
    """Turns are counted, not timed: the last of n games ends after about log(n) rounds."""
    few, many = ([*by_counts(game_of(solve(problem)), games, 1)] for games in (10**3, 10**9))
    assert [sum(games for *_, games in ended) for ended in (few, many)] == [10**3, 10**9]
    assert many[-1][0] < 5 * few[-1][0]


def test_dice_of_an_aim_are_exact():
    turn = Turn(0, Fraction(3, 7), ((Fraction(1, 6), 1, "b"), (Fraction(1, 4), 2, "c")), "missed")
    assert turn.dice == (12, [(2, 1, "b"), (5, 2, "c")], 7, 3)
    assert turn.passing == 1 - Fraction(3, 7) * Fraction(5, 12)
    assert turn.hits == [(Fraction(1, 14), "b"), (Fraction(3, 28), "c")]
    one = ((Fraction(1), 1, "b"),)
    assert [
        (Turn(0, Fraction(hit), one, "missed").hits, Turn(0, Fraction(hit), one, "missed").passing) for hit in (1, 0)
    ] == [
        ([(1, "b")], 0),
        ([], 1),
    ]
