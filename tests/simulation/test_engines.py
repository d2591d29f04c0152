"""The engines against the exact numbers and against each other."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from played import ENGINE, EXAMPLE, NUMBERS, SURE, WORKED, assert_agrees, covers, quick, solved

from truel_ref import Problem, solve
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.simulation.engines import by_counts, one_by_one
from truel_ref.simulation.estimates import simulate
from truel_ref.simulation.policy import policy_of, prepare
from truel_ref.simulation.story import play_one


@pytest.mark.parametrize("number", quick(NUMBERS))
def test_counts_agree_with_the_exact_solution(number):
    assert_agrees(solved(number), games=10**6, seed=number)


@pytest.mark.parametrize("number", quick(NUMBERS[::2]))
def test_batches_and_single_games_agree_with_the_exact_solution(number):
    assert_agrees(solved(number), games=20_000, seed=number, engine="batch")
    assert_agrees(solved(number), games=300, seed=number, engine="one")


@pytest.mark.parametrize("problem", WORKED, ids=repr)
def test_a_thousand_million_games_agree_with_the_worked_values(problem):
    assert_agrees(solve(problem), games=10**9, seed=7)


def test_the_simulated_policy_has_the_exact_values_of_that_policy():
    solution = solve(EXAMPLE)
    policy = policy_of(solution) | {(0, 1, 2): ["C", "C", "B"]}
    estimate = simulate(EXAMPLE, policy, games=10**8, seed=3)
    assert covers(estimate, solve(Problem(EXAMPLE.hits, targets=["C", "C", "B"])).win, 0)


# ---------------------------------------------------------------------------------------------------------
# Ends: stalemates and caps


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
    assert estimate.win == (0,) * problem.players
    assert estimate.longest == estimate.mean_length == 0


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


@ENGINE
@pytest.mark.parametrize("aims", [None, [None, "C", "B"], ["B", None, None]])
def test_a_missing_aim_makes_a_phase_a_stalemate(aims, engine):
    policy = {(0, 1, 2): ["B", "Miss", "Miss"], (2, 0): ["A", "C"]}
    assert simulate([1, 1, 1], policy, games=10, seed=1, engine=engine).wins == (0, 0, 10)
    assert simulate([1, 1, 1], policy | {(0, 1, 2): aims}, games=10, seed=1, engine=engine).stalemates == 10


@ENGINE
def test_the_cap_cuts_what_is_still_going_on_and_says_so(engine):
    solution = solve(["1/10", "1/10", "1/10"], search="Others")
    ended = []
    estimate = simulate(solution, games=2000, seed=9, engine=engine, max_turns=5, progress=ended.append)
    assert estimate.longest == estimate.max_turns == 5
    assert estimate.cut + sum(estimate.wins) == sum(ended) == 2000
    # Cut are the games with fewer than two hits in five turns.
    undecided = Fraction(9, 10) ** 5 + 5 * Fraction(1, 10) * Fraction(9, 10) ** 4
    low, high = clopper_pearson(estimate.cut, 2000, SURE)
    assert low < undecided < high
    assert covers(estimate, solution.win, 0)
    assert simulate(solution, games=2000, seed=9, engine=engine).cut == 0


@ENGINE
def test_a_game_that_ends_on_the_last_turn_is_not_cut(engine):
    game = prepare([1, 1, 1], {(0, 1, 2): ["C", "A", "A"]})
    for most, ended in [(1, 0), (2, 10), (3, 10)]:
        estimate = simulate(game, games=10, seed=1, engine=engine, max_turns=most)
        assert (sum(estimate.wins), estimate.cut) == (ended, 10 - ended)


# ---------------------------------------------------------------------------------------------------------
# The same seed, and the number of steps


@pytest.mark.parametrize(
    "problem", [EXAMPLE, Problem(["1/100"] * 3), Problem(["1/4", "1/2", "3/4", 1], search="All")], ids=repr
)
def test_a_thousand_million_games_take_about_as_many_steps_as_a_thousand(problem):
    """Turns are counted, not timed: the last of n games ends after about log(n) rounds."""
    few, many = [], []
    for games, ended in ((10**3, few), (10**9, many)):
        by_counts(prepare(solve(problem)), games, 1, progress=ended.append)
    assert (sum(few), sum(many)) == (10**3, 10**9)
    assert len(many) < 5 * len(few)


@ENGINE
def test_the_same_seed_gives_the_same_estimate(engine):
    solution = solve(Problem(["1/3", "2/5", "3/4", "1/2"], search="All"))
    games = 200 if engine == "one" else 100_000  # a few slices of a batch
    first, again, other = (simulate(solution, games=games, seed=seed, engine=engine) for seed in (1, 1, 2))
    assert first == again
    assert first.wins != other.wins


def test_the_engine_one_tells_what_play_one_tells():
    game = prepare(solve(EXAMPLE))
    rng = random.Random(4)
    stories = [play_one(game, rng=rng) for _ in range(200)]
    tally = one_by_one(game, 200, 4)
    assert tally.wins == [sum(story.winner == player for story in stories) for player in range(3)]
    assert tally.lengths == Counter(story.length for story in stories)
