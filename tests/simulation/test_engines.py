"""The dice against the exact numbers, the engines against each other, and the stories against the rules."""

import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from truel_ref import Problem, TruelError, solve
from truel_ref.errors import AimError, NumberError, SimulationError
from truel_ref.game.aims import Aim
from truel_ref.game.orders import next_order
from truel_ref.kernels.intervals import clopper_pearson
from truel_ref.simulation.engines import (
    ENGINES,
    Estimate,
    counts,
    one,
    play_one,
    policy_of,
    prepare,
    simulate,
)

SURE = 1 - Fraction(1, 10**6)
EXAMPLE = Problem(["1/3", "2/3", 1])
LATER = ("Optimal", "Strongest", "Random", "Self", "Miss")
SEARCHES = (
    "Others,Miss",
    "Others",
    "Others,Miss,Self",
    "Others,Miss,Random",
    "All",
    "Strongest,Miss",
    "Strongest,Self",
)


# ---------------------------------------------------------------------------------------------------------
# Problems of every kind


def random_weights(rng, players):
    shares = [rng.randrange(4) for _ in range(players)]
    return [Fraction(share, max(1, sum(shares) + rng.randrange(3))) for share in shares]


def random_target(rng, players):
    words = ["Optimal", "Optimal", "Strongest", "Random", "Self", "Miss"]
    return rng.choice([*words, rng.randrange(players), random_weights(rng, players), random_weights(rng, players)])


def random_problem(number):
    """Return the problem of this number: 2 to 6 players, all words, explicit aims, levels, zeros and ones."""
    rng = random.Random(number)
    players = 2 + number % 5
    kind = rng.choice(["plain", "plain", "extreme", "suicidal"])
    values = {"extreme": [0, "1/2", 1], "suicidal": [0, 0, "1/2", "2/3"]}.get(kind)
    hits = [rng.choice(values) if values else Fraction(rng.randint(1, 20), rng.randint(20, 25)) for _ in range(players)]
    if kind == "suicidal":  # so that some games end in a stalemate and some do not
        aims = [random_weights(rng, players) for _ in range(players)]
        return Problem(hits, targets=aims, target_later="Random", search_later=rng.choice(["All", "Self,Miss,Others"]))
    levels = [rng.choice([None, 1, 2]) for _ in range(players)] if players < 5 and rng.random() < 0.5 else None
    simple = SEARCHES[:2] if players == 6 else SEARCHES  # with many options for six players the solver takes long
    return Problem(
        hits,
        targets=[random_target(rng, players) for _ in range(players)] if rng.random() < 0.7 or players == 6 else None,
        search=rng.choice(simple),
        target_later=rng.choice(LATER),
        search_later=rng.choice([None, *simple]),
        if_eq=rng.choice([1, 2, 3, 4, -1]),
        random_levels=levels,
    )


@cache
def solved(number):
    return solve(random_problem(number))


def covers(estimate, win, stalemate, confidence=SURE):
    """Tell whether every exact value lies in its interval."""
    pairs = [(estimate.interval(player, confidence), value) for player, value in enumerate(win)]
    pairs.append((estimate.stalemate_interval(confidence), stalemate))
    return all(low <= value <= high for (low, high), value in pairs)


def assert_agrees(solution, **asked):
    estimate = simulate(solution, **asked)
    assert sum(estimate.wins) + estimate.stalemates + estimate.cut == estimate.games
    assert sum(games for _, games in estimate.lengths) == estimate.games
    assert covers(estimate, solution.win, solution.stalemate), (solution, estimate)
    return estimate


NUMBERS = range(240)


@pytest.mark.parametrize("number", NUMBERS)
def test_counts_agree_with_the_exact_solution(number):
    assert_agrees(solved(number), games=10**6, seed=number)


@pytest.mark.parametrize("number", NUMBERS[::2])
def test_batches_agree_with_the_exact_solution(number):
    assert_agrees(solved(number), games=20_000, seed=number, engine="batch")


@pytest.mark.parametrize("number", NUMBERS[::3])
def test_single_games_agree_with_the_exact_solution(number):
    assert_agrees(solved(number), games=500, seed=number, engine="one")


def test_the_random_problems_are_of_every_kind():
    problems = list(map(random_problem, NUMBERS))
    assert {problem.players for problem in problems} == {2, 3, 4, 5, 6}
    kinds = Counter(type(target).__name__ for problem in problems for target in problem.targets)
    assert set(kinds) == {"Word", "int", "tuple"}
    words = {str(target) for problem in problems for target in problem.targets if isinstance(target, str)}
    assert words == {"Optimal", "Strongest", "Random", "Miss"}  # Self is read as an index
    assert {str(problem.target_later) for problem in problems} == set(LATER)
    assert any(problem.random_levels for problem in problems)
    solutions = list(map(solved, NUMBERS))
    assert sum(0 < solution.stalemate < 1 for solution in solutions) > 20
    assert sum(max(solution.win) < 1 for solution in solutions) > 150
    mixes = [
        aim
        for solution in solutions
        for phase in solution.phases[1:]
        for aim in phase.aims
        if aim is not None and aim.is_mix
    ]
    assert len(mixes) > 100


WORKED = [
    EXAMPLE,
    Problem(["1/3", "2/3", 1], targets=["C", "C", "B"]),
    Problem(["3/4", "11/20", 1]),
    Problem(["3/4", "11/20", 1], search=["Others", "Miss", "Random"]),
    Problem(["3/4", "11/20", 1], search=["Others", "Miss", "Random"], random_levels=[5, 5, 5]),
    Problem(["1/4", "1/2", "3/4", 1]),
    Problem(["1/4", "1/2", "3/4", 1], targets=["Optimal", *["Strongest"] * 3], target_later="Strongest"),
    Problem(["3/5", "11/20", "1/2"]),
    Problem(["1/10", "1/5", "1/4", "17/20"], search=["Others", "Miss", "Self"]),
]


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
@pytest.mark.parametrize(("engine", "games"), [("counts", 10**6), ("batch", 10**5), ("one", 10**4)])
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


@pytest.mark.parametrize(("engine", "games"), [("counts", 10**7), ("batch", 10**5), ("one", 5000)])
@pytest.mark.parametrize("problem", [*WORKED, Problem(["1/2", 0, "1/3"], targets=["Random", "Miss", "Self"])], ids=repr)
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


@pytest.mark.parametrize("number", [1, 7, 8, 12, 13, 29])
def test_the_engines_agree_with_each_other(number):
    solution = solved(number)
    found = [
        simulate(solution, games=games, seed=5, engine=engine)
        for engine, games in [("counts", 10**6), ("batch", 10**5), ("one", 2000)]
    ]
    for first in found:
        for second in found:
            for player in range(solution.problem.players):
                assert first.interval(player, SURE)[0] <= second.interval(player, SURE)[1]
            assert first.stalemate_interval(SURE)[0] <= second.stalemate_interval(SURE)[1]


# ---------------------------------------------------------------------------------------------------------
# Stories


def check_story(story, policy):
    """Follow a story by the rules, written down once more; raise AssertionError at the first shot that breaks them."""
    hits = story.problem.hits
    players = len(hits)
    living = set(range(players))
    on_move = 0
    for index, phase in enumerate(story.phases):
        assert len(living) > 1
        cycle = [(on_move + step) % players for step in range(players)]
        assert phase.order == tuple(player for player in cycle if player in living), "the order is another"
        assert phase.aims == tuple(policy[phase.order]), "the aims are not those announced"
        for number, shot in enumerate(phase.shots):
            assert shot.order == phase.order
            assert shot.shooter == on_move, "somebody shot out of turn"
            aim = phase.aims[phase.order.index(on_move)]
            if shot.target is None:
                assert sum(aim.weights) < 1, "he announced never to miss on purpose"
                assert not shot.hit
            else:
                assert shot.target in living, "the target is dead"
                assert aim.weights[shot.target] > 0, "he never announced this target"
                assert hits[on_move] > 0 or not shot.hit
                assert hits[on_move] < 1 or shot.hit
            on_move = next(
                player
                for step in range(1, players + 1)
                for player in [(shot.shooter + step) % players]
                if player in living and not (shot.hit and player == shot.target)
            )
            last = number == len(phase.shots) - 1
            assert not shot.hit or last, "a phase went on after a hit"
            if shot.hit:
                living.remove(shot.target)
        if index < len(story.phases) - 1:
            assert phase.shots and phase.shots[-1].hit, "a phase ended without a hit"
    if story.cut:
        assert len(living) > 1 and story.winner is None and not story.stalemate
    elif len(living) == 1:
        assert {story.winner} == living, "the winner is not the last one standing"
    else:
        assert story.winner is None and story.stalemate
        last = story.phases[-1]
        assert not last.shots, "a stalemate was not seen at once"
        aims = dict(zip(last.order, last.aims, strict=True))
        assert None in aims.values() or all(hits[player] * sum(aim.weights) == 0 for player, aim in aims.items())
    assert story.length == len(story.shots)


@pytest.mark.parametrize("number", NUMBERS[::2])
def test_stories_obey_the_rules(number):
    solution = solved(number)
    game = prepare(solution)
    rng = random.Random(number)
    for _ in range(50):
        story = play_one(game, rng=rng)
        check_story(story, policy_of(solution))
        check_story(play_one(game, rng=rng, max_turns=3), policy_of(solution))


def change_phase(story, index, **changes):
    phases = list(story.phases)
    phases[index] = replace(phases[index], **changes)
    return replace(story, phases=tuple(phases))


def change_shot(story, place, **changes):
    """Change a shot of the first phase."""
    shots = list(story.phases[0].shots)
    shots[place] = replace(shots[place], **changes)
    return change_phase(story, 0, shots=tuple(shots))


def forgeries(story):
    """Yield true stories made false, each in one place; play is `[1/3, 2/3, 1]`."""
    first, *later = story.phases
    yield "a turn left out", change_phase(story, 0, shots=first.shots[1:])
    yield "a target nobody announced", change_shot(story, 1, target=0)
    yield "a miss on purpose not announced", change_shot(story, -1, target=None, hit=False)
    yield "a shooter out of turn", change_shot(story, 0, shooter=2)
    yield "a sure shot that misses", change_shot(story, -1, hit=False)
    yield "a phase that goes on", change_phase(story, 0, shots=(*first.shots, first.shots[0]))
    yield "another winner", replace(story, winner=1 if story.winner != 1 else 0)
    yield "no winner", replace(story, winner=None)
    yield "a phase left out", replace(story, phases=(first,))
    yield "another order", change_phase(story, 1, order=later[0].order[::-1])
    yield "other aims", change_phase(story, 0, aims=first.aims[::-1])
    yield (
        "a dead target",
        change_phase(story, 1, shots=tuple(replace(shot, target=1) for shot in later[0].shots), aims=later[0].aims),
    )


def test_a_forged_story_is_caught():
    solution = solve(EXAMPLE)
    policy = policy_of(solution)
    rng = random.Random(2)
    # C's sure shot ends the first phase: B is dead, and A and C are left.
    story = next(s for s in iter(lambda: play_one(solution, rng=rng), None) if s.phases[0].shots[-1].shooter == 2)
    check_story(story, policy)
    told = []
    for what, forged in forgeries(story):
        assert forged != story
        with pytest.raises(AssertionError):
            check_story(forged, policy)
        told.append(what)
    assert len(told) == 12


def test_the_text_of_a_story():
    policy = {
        (0, 1, 2): ["Miss", "Self", ["1/4", 0, 0]],
        (2, 0): None,
    }
    story = play_one([1, 1, 0], policy | {(2, 0): ["A", "C"]}, rng=random.Random(1))
    assert str(story) == "\n".join(
        [
            "A, B, C: A announces Miss, B announces B, C announces (1/4, 0, 0)",
            "   1  A misses on purpose",
            "   2  B shoots at himself and hits",
            "C, A: C announces A, A announces C",
            "   3  C shoots at A and misses",
            "   4  A shoots at C and hits",
            "A wins after 4 turns",
        ]
    )
    assert str(play_one([1, 0, 0], {(0, 1, 2): ["Self", "A", "A"]}, rng=random.Random(1))) == "\n".join(
        [
            "A, B, C: A announces A, B announces A, C announces A",
            "   1  A shoots at himself and hits",
            "B, C: B announces C, C announces B",
            "a stalemate after 1 turn: nobody can be hit any more",
        ]
    )
    cut = play_one(["1/1000000", 0], {(0, 1): ["B", "A"]}, rng=random.Random(1), max_turns=2)
    assert str(cut).splitlines()[-1] == "cut off after 2 turns"
    assert cut.cut and not cut.stalemate
    data = json.loads(json.dumps(story.to_json()))
    assert data["winner"] == "A"
    assert data["phases"][0]["shots"][1] == {"shooter": "B", "target": "B", "hit": True}
    assert data["phases"][0]["aims"] == ["Miss", "B", ["1/4", "0", "0"]]


def test_draws_of_single_games_are_exact():
    class Scripted(random.Random):
        """Throws that are told beforehand, and the number of sides asked for."""

        def __init__(self, throws):
            super().__init__(0)
            self.throws, self.sides = list(throws), []

        def randrange(self, sides):
            self.sides.append(sides)
            return self.throws.pop(0)

    huge = 10**40
    hits = [Fraction(huge - 1, huge), 1]
    policy = {(0, 1): [["1/6", "1/4"], "A"]}
    # A throws below 12: 0 and 1 are himself, 2 to 4 are B, the rest is a deliberate miss.
    for throw, aimed in [(0, 0), (1, 0), (2, 1), (4, 1)]:
        for second, hit in [(huge - 2, True), (huge - 1, False)]:
            rng = Scripted([throw, second, 0, 0])
            shot = play_one(hits, policy, rng=rng).shots[0]
            assert (shot.target, shot.hit, rng.sides[:2]) == (aimed, hit, [12, huge])
    rng = Scripted([5, 0, 0])
    assert play_one(hits, policy, rng=rng).shots[0].target is None


# ---------------------------------------------------------------------------------------------------------
# Ends: stalemates and caps

ENGINE = pytest.mark.parametrize("engine", ENGINES)


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
    assert "were cut off after 5 turns; the intervals allow for them" in str(estimate)
    assert estimate.to_json()["cut"] == estimate.cut


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
    games = 1000 if engine == "one" else 100_000  # a few slices of a batch
    first, again, other = (simulate(solution, games=games, seed=seed, engine=engine) for seed in (1, 1, 2))
    assert first == again
    assert repr(first) == repr(again) and str(first) == str(again)
    assert first != other and first.wins != other.wins


def test_the_same_seed_gives_the_same_story():
    solution = solve(Problem(["1/3", "2/5", "3/4", "1/2"], search="All"))
    stories = [play_one(solution, rng=random.Random(seed)) for seed in (1, 1, *range(2, 12))]
    assert stories[0] == stories[1]
    assert len(set(map(str, stories))) > 5


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
            counts(game, games, 1, progress=ended.append)
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


# ---------------------------------------------------------------------------------------------------------
# Intervals


def at_least(successes, trials, chance):
    return sum(comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(successes, trials + 1))


@pytest.mark.parametrize("trials", [1, 2, 3, 7, 12, 30])
@pytest.mark.parametrize("confidence", ["1/2", "1/100", "99/100", SURE])
def test_intervals_against_the_exact_sum(trials, confidence):
    tail = (1 - Fraction(confidence)) / 2
    for successes in range(trials + 1):
        low, high = clopper_pearson(successes, trials, confidence)
        if successes == 0:
            assert low == 0
        else:
            assert float(at_least(successes, trials, Fraction(low)) / tail) == pytest.approx(1, rel=1e-11)
        if successes == trials:
            assert high == 1
        else:
            fewer = at_least(trials - successes, trials, 1 - Fraction(high))
            assert float(fewer / tail) == pytest.approx(1, rel=1e-8 if 1 - high < 1e-6 else 1e-9)


@pytest.mark.parametrize("trials", [5, 17])
def test_intervals_cover_the_truth_as_often_as_they_say(trials):
    confidence = Fraction(9, 10)
    intervals = [clopper_pearson(successes, trials, confidence) for successes in range(trials + 1)]
    for percent in range(1, 100, 7):
        truth = Fraction(percent, 100)
        covered = sum(
            comb(trials, k) * truth**k * (1 - truth) ** (trials - k)
            for k, (low, high) in enumerate(intervals)
            if low <= truth <= high
        )
        assert covered >= confidence


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # From the quantiles of the beta distribution by another library.
    [
        (0, 10**9, 0.0, 1.4508657633273664e-08),
        (396825396, 10**9, 0.39674971814228355, 0.39690107721823215),
        (10**9, 10**9, 1 - 1.4508657633273664e-08, 1.0),
    ],
)
def test_intervals_of_a_thousand_million_games(successes, trials, low, high):
    found = clopper_pearson(successes, trials, SURE)
    assert found == pytest.approx((low, high), rel=1e-11)


def test_intervals_are_symmetric_and_grow_with_the_confidence():
    for successes, trials in [(3, 10), (1, 10**6), (123_456, 10**6), (10**8, 10**9)]:
        widths = []
        for confidence in ("1/2", "9/10", "99/100", SURE, 1 - Fraction(1, 10**30)):
            low, high = clopper_pearson(successes, trials, confidence)
            mirrored = clopper_pearson(trials - successes, trials, confidence)
            assert mirrored == pytest.approx((1 - high, 1 - low), rel=1e-9, abs=1e-15)
            assert low < successes / trials < high
            widths.append(high - low)
        assert widths == sorted(set(widths))
    assert clopper_pearson(1, 10, 1 - Fraction(1, 10**400))[0] >= 0  # too small for a float, and no error


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((1, 10, 0), SimulationError, "confidence: 0 is not between 0 and 1, such as 0.99"),
        ((1, 10, 1.0), SimulationError, "confidence: 1.0 is not between 0 and 1, such as 0.99"),
        ((1, 10, 95), NumberError, "confidence: 95 is not in .0, 1.; .* written 95% or 0.95"),
        ((1, 10, "high"), NumberError, "confidence: 'high' is not a number"),
        ((11, 10), SimulationError, "11 successes in 10 trials cannot be"),
        ((-1, 10), SimulationError, "-1 successes in 10 trials cannot be"),
        ((0, 0), SimulationError, "0 successes in 0 trials cannot be"),
        ((1.0, 2), SimulationError, "1.0 successes in 2 trials cannot be"),
    ],
)
def test_errors_of_intervals(arguments, error, message):
    with pytest.raises(error, match=message):
        clopper_pearson(*arguments)


# ---------------------------------------------------------------------------------------------------------
# What an estimate says


def test_what_an_estimate_says():
    solution = solve(EXAMPLE)
    estimate = simulate(solution, games=10**6, seed=1)
    assert isinstance(estimate, Estimate)
    assert (estimate.problem, estimate.policy, estimate.engine) == (EXAMPLE, "solution", "counts")
    assert (estimate.seed, estimate.games, estimate.max_turns, estimate.exact) == (1, 10**6, None, False)
    assert estimate.win == tuple(Fraction(wins, 10**6) for wins in estimate.wins)
    assert sum(estimate.win) + estimate.stalemate == 1
    assert all(isinstance(wins, int) for wins in estimate.wins)
    assert estimate.interval("A") == estimate.interval(0) == estimate.interval("a")
    assert estimate.interval("B") == clopper_pearson(estimate.wins[1], 10**6, "99/100")
    data = json.loads(json.dumps(estimate.to_json()))
    assert Problem.from_json(data["problem"]) == EXAMPLE
    assert data["wins"] == list(estimate.wins)
    assert data["interval"][2] == list(estimate.interval("C"))
    assert dict(map(tuple, data["lengths"])) == dict(estimate.lengths)
    assert repr(estimate).startswith("<Estimate of Problem(['1/3', '2/3', '1']): ")
    with pytest.raises(AttributeError):
        estimate.games = 2
    assert simulate(EXAMPLE, policy_of(solution), games=10, seed=1).policy == "given"


def test_the_table_of_an_estimate():
    text = str(simulate(solve(["1/2", "1/2", 0], targets=["B", "A", "Miss"]), games=1, seed=1, engine="one"))
    assert text.splitlines()[-1].startswith("1 game by the engine one with seed 1; ")
    nobody = str(simulate(solve([0, 0]), games=10, seed=1))
    assert nobody.splitlines()[4].split() == ["nobody", "10", "100.0", "%", "58.8", "%", "to", "100.0", "%"]


@pytest.mark.parametrize("player", ["D", 3, -1, True, "Miss", None])
def test_an_interval_of_nobody_is_an_error(player):
    estimate = simulate(solve(EXAMPLE), games=10, seed=1)
    with pytest.raises(SimulationError, match="is no player; they are A to C"):
        estimate.interval(player)


# ---------------------------------------------------------------------------------------------------------
# Errors


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, r"games: 0 is not an integer from 1 to 10\*\*12; try games=10\*\*6"),
        ({"games": -5}, "games: -5 is not"),
        ({"games": 1e6}, "games: 1000000.0 is not"),
        ({"games": True}, "games: True is not"),
        ({"games": "10"}, "games: '10' is not"),
        ({"games": 10**13}, "games: 10000000000000 is not"),
        ({"seed": None}, r"seed: None is not an integer from 0 to 2\*\*128 - 1; give seed=1, or any other"),
        ({"seed": -1}, "seed: -1 is not"),
        ({"seed": 1.0}, "seed: 1.0 is not"),
        ({"seed": False}, "seed: False is not"),
        ({"seed": 2**128}, "seed: 340282366920938463463374607431768211456 is not"),
        ({"engine": "fast"}, "no engine is called 'fast'; there are counts, batch, one"),
        ({"engine": None}, "no engine is called None"),
        ({"engine": ["one"]}, "no engine is called .'one'.; there are"),
        ({"max_turns": 0}, "max_turns: 0 is neither an integer >= 1 nor None, which means no cap"),
        ({"max_turns": 2.0}, "max_turns: 2.0 is neither"),
        ({"played": EXAMPLE}, r"finds none: give a solution, as in simulate\(solve\(problem\), …\), or a policy"),
        ({"played": ["1/3", "2/3", 1]}, "finds none"),
    ],
)
def test_bad_arguments(changes, message):
    arguments = {"played": solve(EXAMPLE), "games": 10, "seed": 1} | changes
    played = arguments.pop("played")
    with pytest.raises(SimulationError, match=message) as caught:
        simulate(played, **arguments)
    assert isinstance(caught.value, TruelError) and isinstance(caught.value, ValueError)


FIRST = {(0, 1, 2): ["Miss", "C", "B"]}


@pytest.mark.parametrize(
    ("hits", "policy", "error", "message"),
    [
        ([1, 1, 1, 1], {(0, 1, 2, 3): "B"}, SimulationError, "in the phase A, B, C, D: 'B' is no list of aims"),
        (
            [1, 1, 1, 1],
            {(0, 1, 2, 3): ["B", "A", "A", "A"]},
            SimulationError,
            r"no aims for the phase C, D, A, reached when A hits B in the phase A, B, C, D; add them under \(2, 3, 0\)",
        ),
        ([1, 1, 1], {}, SimulationError, r"no aims for the phase A, B, C, where the game begins; add .* \(0, 1, 2\)"),
        ([1, 1], {}, SimulationError, r"no aims for the phase A, B, where the game begins"),
        ([1, 1, 1], {(0, 1, 2): ["B", "C"]}, SimulationError, "in the phase A, B, C: there are 3 players but 2 aims"),
        ([1, 1, 1], {(0, 1, 2): ["B", "C", "Z"]}, AimError, "in the phase A, B, C: player C: target 'Z' is unknown"),
        ([1, 1, 1], {(0, 1, 2): ["B", 3, "A"]}, AimError, "in the phase A, B, C: player B: target 3 is nobody's"),
        (
            [1, 1, 1],
            {(0, 1, 2): ["B", ["1/2", "1/2", "1/2"], "A"]},
            AimError,
            "in the phase A, B, C: player B: the weights of an aim add up to 3/2, more than 1",
        ),
        (
            [1, 1, 1],
            {(0, 1, 2): [Aim((Fraction(-1), Fraction(1), Fraction(1))), "A", "A"]},
            NumberError,
            "in the phase A, B, C: player A: weight on A: .* is not in .0, 1.",
        ),
        (
            [1, 1, 1],
            {(0, 1, 2): [Aim.at(1, 4), "A", "A"]},
            AimError,
            "in the phase A, B, C: player A: an aim needs one weight per player, 3 in all, not 4",
        ),
        (
            [1, 1, 1],
            {(0, 1, 2): ["Optimal", "A", "A"]},
            SimulationError,
            "in the phase A, B, C: player A: Optimal is no aim; give a player, Miss, Self or 3 weights",
        ),
        (
            [1, 1, 1, 1],
            {(0, 1, 2, 3): ["B", "A", "A", "A"], (2, 3, 0): ["B", "A", "C"]},
            SimulationError,
            "in the phase C, D, A: player C aims at B, who is not alive in it",
        ),
        ([1, 1, 1], FIRST | {(0, 1): ["Miss", "A"]}, SimulationError, "in the phase A, B: two players left always"),
        ([1, 1, 1], FIRST | {(0, 2): None}, SimulationError, "in the phase A, C: two players left always"),
        ([1, 1, 1], FIRST | {(0, 2, 1): ["B", "A", "A"]}, SimulationError, r"\(0, 2, 1\) is no phase; .* cyclic"),
        ([1, 1, 1], FIRST | {(0,): ["A"]}, SimulationError, r"\(0,\) is no phase"),
        ([1, 1, 1], FIRST | {(0, 3): ["A", "B"]}, SimulationError, r"\(0, 3\) is no phase"),
        ([1, 1, 1], FIRST | {(1, 1): ["A", "B"]}, SimulationError, r"\(1, 1\) is no phase"),
        ([1, 1, 1], {"ABC": ["A", "B", "C"]}, SimulationError, "'ABC' is no phase"),
        ([1, 1, 1], ["Miss", "C", "B"], SimulationError, "policy: .* is no mapping of phases to aims"),
        ([1, 2, 1], FIRST, NumberError, "player B: 2 is not in"),
        ([1], {}, TruelError, "at least two players"),
    ],
)
def test_bad_policies(hits, policy, error, message):
    with pytest.raises(error, match=message) as caught:
        simulate(hits, policy, games=10, seed=1)
    assert isinstance(caught.value, TruelError)


def test_what_cannot_be_reached_needs_no_aims():
    # B misses for ever and C cannot hit, so only A ever eliminates anybody, and it is B.
    game = prepare([1, 1, 0], {(0, 1, 2): ["B", "Miss", "A"]})
    assert list(game.aims) == [(0, 1, 2), (2, 0)]
    # Only A can hit: first B, then D.
    four = prepare([1, 0, 0, 0], {(0, 1, 2, 3): ["B", "A", "A", "A"], (2, 3, 0): ["Miss", "A", "D"]})
    assert list(four.aims) == [(0, 1, 2, 3), (2, 3, 0), (2, 0)]


def test_aims_may_be_said_in_any_way():
    said = [{(0, 1): [aim, "A"]} for aim in ("B", "b", 1, "1", [0, 1], Aim.at(1, 2), (0.0, 1.0))]
    assert {prepare([1, 1], policy).aims[0, 1] for policy in said} == {(Aim.at(1, 2), Aim.at(0, 2))}
    random_aims = solve(["3/4", "11/20", 1], search=["Others", "Miss", "Random"])
    assert str(prepare(random_aims).aims[0, 1, 2][0]) == "Random"  # the name survives


def test_the_policy_beside_a_solution_takes_its_place():
    policy = policy_of(solve(EXAMPLE)) | {(0, 1, 2): ["C", "C", "B"]}
    game = prepare(solve(EXAMPLE), policy)
    assert (game.policy, str(game.aims[0, 1, 2][0])) == ("given", "C")
    assert prepare(game) is game


@pytest.mark.parametrize("rng", [None, 1, np.random.default_rng(1)])
def test_a_story_needs_a_source_of_chance(rng):
    with pytest.raises(SimulationError, match=r"is no random.Random; give random.Random\(1\)"):
        play_one(solve(EXAMPLE), rng=rng)


def test_the_engine_one_tells_what_play_one_tells():
    game = prepare(solve(EXAMPLE))
    rng = random.Random(4)
    stories = [play_one(game, rng=rng) for _ in range(200)]
    tally = one(game, 200, 4)
    assert tally.wins == [sum(story.winner == player for story in stories) for player in range(3)]
    assert tally.lengths == Counter(story.length for story in stories)
