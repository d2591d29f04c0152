"""The engines against the exact numbers and against each other."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from examples import one_in
from played import ENGINE, EXAMPLE, LATER, NUMBERS, SURE, WORKED, assert_agrees, covers, quick, random_problem, solved

from truel_ref import Problem, solve
from truel_ref.game.people import next_order
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.simulation.engines import by_counts, one_by_one
from truel_ref.simulation.estimate import simulate
from truel_ref.simulation.policy import policy_of, prepare
from truel_ref.simulation.story import play_one


@pytest.mark.parametrize("number", quick(NUMBERS))
def test_counts_agree_with_the_exact_solution(number):
    assert_agrees(solved(number), games=10**6, seed=number)


@pytest.mark.parametrize("number", quick(NUMBERS[::2]))
def test_batches_and_single_games_agree_with_the_exact_solution(number):
    assert_agrees(solved(number), games=20_000, seed=number, engine="batch")
    assert_agrees(solved(number), games=300, seed=number, engine="one")


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_the_random_problems_are_of_every_kind(step):
    problems = list(map(random_problem, NUMBERS))
    assert {problem.players for problem in problems} == {2, 3, 4, 5, 6}
    kinds = Counter(type(target).__name__ for problem in problems for target in problem.targets)
    assert set(kinds) == {"Word", "int", "tuple"}
    words = {str(target) for problem in problems for target in problem.targets if isinstance(target, str)}
    assert words == {"Optimal", "Strongest", "Random", "Miss"}  # Self is read as an index
    assert {str(problem.target_later) for problem in problems} == set(LATER)
    assert any(problem.random_levels for problem in problems)
    solutions = list(map(solved, NUMBERS[::step]))
    assert sum(0 < solution.stalemate < 1 for solution in solutions) > 20 // step
    assert sum(max(solution.win) < 1 for solution in solutions) > 150 // step
    mixes = [
        aim
        for solution in solutions
        for phase in solution.phases[1:]
        for aim in phase.aims
        if aim is not None and aim.is_mix
    ]
    assert len(mixes) > 100 // step


@pytest.mark.parametrize("problem", WORKED, ids=repr)
def test_a_thousand_million_games_agree_with_the_worked_values(problem):
    assert_agrees(solve(problem), games=10**9, seed=7)


# ---------------------------------------------------------------------------------------------------------
# A wrong policy, or a wrong number, does not pass


@pytest.mark.parametrize(
    ("problem", "order", "aims"),
    [
        (EXAMPLE, (0, 1, 2), ["C", "C", "B"]),
        (EXAMPLE, (0, 1, 2), ["Miss", "Miss", "B"]),
        (Problem(["1/4", "1/2", "3/4", 1]), (0, 1, 2), ["C", "Miss", "A"]),  # a later phase only
    ],
)
@pytest.mark.parametrize(("engine", "games"), [("counts", 10**6), ("batch", 20_000), ("one", 4_000)])
def test_a_wrong_policy_is_detected(problem, order, aims, engine, games):
    solution = solve(problem)
    policy = policy_of(solution)
    right = simulate(problem, policy, games=games, seed=3, engine=engine)
    assert covers(right, solution.win, solution.stalemate)
    policy[order] = aims
    assert prepare(problem, policy).aims[order] != solution.policy[order].aims
    wrong = simulate(problem, policy, games=games, seed=3, engine=engine)
    assert not covers(wrong, solution.win, solution.stalemate)


def test_the_simulated_policy_has_the_exact_values_of_that_policy():
    solution = solve(EXAMPLE)
    policy = policy_of(solution) | {(0, 1, 2): ["C", "C", "B"]}
    estimate = simulate(EXAMPLE, policy, games=10**8, seed=3)
    assert covers(estimate, solve(EXAMPLE).win, 0) is False
    assert covers(estimate, solve(Problem(EXAMPLE.hits, targets=["C", "C", "B"])).win, 0)


def test_an_exact_value_off_by_a_ten_thousandth_is_detected():
    solution = solve(EXAMPLE)
    estimate = simulate(solution, games=10**9, seed=3)
    slightly = [solution.win[0] + Fraction(1, 10_000), solution.win[1] - Fraction(1, 10_000), solution.win[2]]
    assert not covers(estimate, slightly, 0)


# ---------------------------------------------------------------------------------------------------------
# The length of games


def exact_lengths(game, most):
    """Return the probability of each length below `most`, by following the probabilities turn by turn in floats."""
    standing = {(game.problem.first_order, 0): 1.0}
    lengths = []
    for _ in range(most):
        over = [state for state in standing if len(state[0]) == 1 or game.stalls(state[0])]
        lengths.append(sum(standing.pop(state) for state in over))
        following = Counter()
        for (order, place), chance in standing.items():
            player = order[place]
            hit = float(game.problem.hits[player])
            weights = list(map(float, game.aims[order][place].weights))
            following[order, (place + 1) % len(order)] += chance * (1 - hit * sum(weights))
            for victim in order:
                following[next_order(order, player, victim), 0] += chance * hit * weights[victim]
        standing = following
    return lengths


@pytest.mark.parametrize(("engine", "games"), [("counts", 10**7), ("batch", 20_000), ("one", 2000)])
@pytest.mark.parametrize(
    "problem", one_in(5, [Problem(["1/2", 0, "1/3"], targets=["Random", "Miss", "Self"]), *WORKED]), ids=repr
)
def test_lengths_have_their_exact_distribution(problem, engine, games):
    game = prepare(solve(problem))
    estimate = simulate(game, games=games, seed=11, engine=engine)
    exact = exact_lengths(game, 400)
    assert sum(exact) == pytest.approx(1)
    seen = dict(estimate.lengths)
    for turns in range(40):
        low, high = clopper_pearson(sum(seen.get(length, 0) for length in range(turns + 1)), games, SURE)
        assert low - 1e-12 <= sum(exact[: turns + 1]) <= high + 1e-12
    mean = sum(turns * chance for turns, chance in enumerate(exact))
    variance = sum(turns**2 * chance for turns, chance in enumerate(exact)) - mean**2
    assert abs(float(estimate.mean_length) - mean) <= 5 * sqrt(variance / games) + 1e-12
    assert estimate.longest == max(seen)


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
    uncut = simulate(solution, games=2000, seed=9, engine=engine)
    assert uncut.cut == 0 and uncut.longest > 30
    estimate = simulate(solution, games=2000, seed=9, engine=engine, max_turns=5)
    assert estimate.longest == estimate.max_turns == 5
    assert estimate.cut + sum(estimate.wins) == 2000
    # Cut are the games with fewer than two hits in five turns.
    undecided = Fraction(9, 10) ** 5 + 5 * Fraction(1, 10) * Fraction(9, 10) ** 4
    low, high = clopper_pearson(estimate.cut, 2000, SURE)
    assert low < undecided < high
    assert covers(estimate, solution.win, 0)
    narrow = replace(estimate, cut=0)
    assert not covers(narrow, solution.win, 0)


@ENGINE
def test_a_game_that_ends_on_the_last_turn_is_not_cut(engine):
    game = prepare([1, 1, 1], {(0, 1, 2): ["C", "A", "A"]})
    for most, ended in [(1, 0), (2, 10), (3, 10)]:
        estimate = simulate(game, games=10, seed=1, engine=engine, max_turns=most)
        assert (sum(estimate.wins), estimate.cut) == (ended, 10 - ended)


# ---------------------------------------------------------------------------------------------------------
# The same seed, and the number of steps


@ENGINE
def test_the_same_seed_gives_the_same_estimate(engine):
    solution = solve(Problem(["1/3", "2/5", "3/4", "1/2"], search="All"))
    games = 200 if engine == "one" else 100_000  # a few slices of a batch
    first, again, other = (simulate(solution, games=games, seed=seed, engine=engine) for seed in (1, 1, 2))
    assert first == again
    assert repr(first) == repr(again) and str(first) == str(again)
    assert first != other and first.wins != other.wins


def test_a_thousand_million_games_take_about_as_many_steps_as_a_thousand(monkeypatch):
    """Steps are counted, not timed: turns followed, and numbers drawn."""
    drawn = []

    class Counting:
        def __init__(self, bits):
            self.generator = generator(bits)

        def binomial(self, trials, chance):
            drawn.append(trials.size)
            return self.generator.binomial(trials, chance)

    generator = np.random.Generator
    monkeypatch.setattr(np.random, "Generator", Counting)
    for problem in (EXAMPLE, Problem(["1/100"] * 3), Problem(["1/4", "1/2", "3/4", 1], search="All")):
        game = prepare(solve(problem))
        steps = {}
        for games in (10**3, 10**9):
            drawn.clear()
            ended = []
            by_counts(game, games, 1, progress=ended.append)
            assert sum(ended) == games
            steps[games] = len(ended), sum(drawn)
        (few_turns, few_draws), (many_turns, many_draws) = steps[10**3], steps[10**9]
        # The last of n games ends after about log(n) rounds, and log(10**9) is three times log(10**3).
        assert many_turns < 5 * few_turns
        assert many_draws < 10 * few_draws


@ENGINE
def test_progress_adds_up_to_the_games(engine):
    ended = []
    simulate(solve(EXAMPLE), games=100, seed=1, engine=engine, progress=ended.append)
    assert sum(ended) == 100
    cut = []
    estimate = simulate(solve(EXAMPLE), games=100, seed=1, engine=engine, progress=cut.append, max_turns=3)
    assert estimate.cut and sum(cut) == 100


def test_the_engine_one_tells_what_play_one_tells():
    game = prepare(solve(EXAMPLE))
    rng = random.Random(4)
    stories = [play_one(game, rng=rng) for _ in range(200)]
    tally = one_by_one(game, 200, 4)
    assert tally.wins == [sum(story.winner == player for story in stories) for player in range(3)]
    assert tally.lengths == Counter(story.length for story in stories)
