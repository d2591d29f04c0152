"""Play that repeats and play with a last round, against a second derivation from R13."""

from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random

import independent_periodic
import pytest
from independent import read_problem, unit
from independent_periodic import (
    backward,
    named,
    objections,
    selections,
    shifts,
    values_by_system,
    whole_game,
)
from independent_stationary import stationary_options
from plain_data import plain, weights

from truel_ref import (
    FiniteRounds,
    PeriodicEquilibria,
    Problem,
    equilibria,
    finite_rounds,
    periodic_equilibria,
)
from truel_ref.play import periodic

F = Fraction
RULES = (1, 2, 3, 4, -1, -4)
TWO, THREE = ["1/5", "4/5", "1/2", "7/10", "3/5"], ["1/5", "7/10", "2/5", "3/5", "1/2"]
BOUNDARIES = [
    *([0, 0, 0], [0, 0, 1], ["1/2", 0, 0], [1, 1, 1], [1, 1, 0], ["3/4"] * 3, ["1/4"] * 3),
    *([1, "2/5", "1/3"], ["1/3", "2/3", 1], ["1/2", "1/2", 1], ["1/4", "1/2", "1/4"]),  # the first with T = 0
    *([0, 0], [0, 1], ["1/2", "1/3"], [1, 1]),
]
SEARCHES = ["Others", "Strongest, Miss", "Others, Self", "Self, Miss", "Strongest, Miss, Self", "Others, Random"]


def drawn(seed, players, count, below=4):
    """Return lists of hit probabilities, always the same ones; few values, so that ties are common."""
    dice = Random(seed)
    return [[F(dice.randint(0, below), below) for _ in range(players)] for _ in range(count)]


def flat(play):
    """Return plan, values and strictness of a play, begun with the shift that stands for all."""
    size = len(play.living)
    plan = tuple(aim for aims in play.aims for aim in weights(aims))
    values = tuple(value for values in play.values for value in values)
    at = size * shifts(plan, size).index(named(plan, size))
    return plan[at:] + plan[:at], values[at:] + values[:at], play.strict


def assert_same(problem, period):
    """Compare all equilibria up to a period with brute force, and return them."""
    answer = periodic_equilibria(problem, period=period)
    assert answer.complete
    assert answer.searched == period
    rows = {flat(play) for play in answer if play.period <= period}
    assert rows == independent_periodic.equilibria(**plain(problem), if_eq=problem.if_eq, period=period)
    for play in answer:
        assert_equilibrium(problem, play)
    assert PeriodicEquilibria.from_json(answer.to_json()) == answer
    return answer


def assert_equilibrium(problem, play):
    """Check a plan and the plans below it: values, every option at every position, strictness, the period."""
    read, size = read_problem(**plain(problem)), len(play.living)
    later = {(m,): unit(problem.players, m) for m in play.living}
    for one in (*reversed(play.below), play):
        living = one.living
        plan, values = (
            tuple(entry for row in rows for entry in row) for rows in ([*map(weights, one.aims)], one.values)
        )
        assert values == tuple(values_by_system(read.hits, living, plan, later))
        options = stationary_options(read, living, problem.if_eq)
        assert objections(read.hits, living, plan, options, later) == ([], one.strict)
        assert independent_periodic.shortest(plan, len(living)) == plan
        for m, begin in zip(living, one.entry, strict=False):
            later[living[living.index(m) :] + living[: living.index(m)]] = one.values[begin - 1][living.index(m)]
    assert (len(play.living), play.entry) == (size, ())


# -- all equilibria


@pytest.mark.parametrize("hits", BOUNDARIES + drawn("three", 3, 2) + drawn("fine", 3, 2, 12), ids=str)
def test_all_up_to_period_2(hits):
    assert_same(Problem(hits), 2)


@pytest.mark.parametrize("number", range(18))
def test_searches_tie_rules_and_targets(number):
    dice = Random(number)
    [hits] = drawn(number, 3, 1)
    targets = dice.choice(
        ["Optimal, Optimal, Optimal", "B, Optimal, Optimal", "Miss, Miss, Optimal", "Optimal, 0:0:1/2, B"]
    )
    search = dice.choice([*SEARCHES, {"A": "Strongest", "C": "Self, Miss, Others"}])
    assert_same(Problem(hits, targets, search=search, if_eq=RULES[number % 6]), 1 + (search not in SEARCHES[:1]))


@pytest.mark.parametrize("hits", [["1/2", "1/3", 1], [1, 1, "1/2"]])
def test_mixes_of_a_random_level(hits):
    assert_same(Problem(hits, search="All", random_levels=[2, None, None], if_eq=3), 1)
    assert_same(Problem(hits, "Optimal, B, A", search="All", random_levels=[2, None, None]), 2)


@pytest.mark.parametrize("hits", [[0, "1/2", 1, "1/4"], *drawn("four", 4, 3)], ids=str)
def test_four_players_with_two_options_each(hits):
    assert_same(Problem(hits, search="Strongest, Miss"), 2)


def test_plans_below_are_entered_in_each_of_their_rounds():
    """{A, B, C} has seven plans of period 2, and a hit on D by A or by B may lead to either round of them."""
    answer = assert_same(Problem(["3/4", "3/4", "3/4", 0], "D, D, Miss, Miss"), 2)
    begun = {one.entry for play in answer for one in play.below if one.period == 2}
    assert begun == {(1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2)}
    assert sum(play.selections for play in answer) == 4 + 7 * 2 * 2


def test_selections_with_equal_values_are_listed_once():
    answer = assert_same(Problem([1, 1, 1, 0], "D, D, Miss, Miss", search_later="Strongest, Miss"), 2)
    assert [play.selections for play in answer] == [27, 5, 1]


def test_strict_is_against_a_change_in_every_period():
    """C shoots alone, so one miss costs nothing, but a miss in every period does."""
    answer = assert_same(Problem([0, "1/2", 1], "Optimal, Miss, Optimal", search="Strongest, Miss"), 2)
    assert [(play.period, play.strict) for play in answer] == [(1, True), (2, False)]
    assert "plan 2: not strict" in str(answer)


@pytest.mark.parametrize(
    "hits",
    BOUNDARIES + drawn("four", 4, 3, 9) + [["13/25", "1/2", "11/25", "2/5"], THREE, [1, "1/2", "1/2", 0]],
    ids=str,
)
def test_period_1_is_stationary_play(hits):
    answer = periodic_equilibria(hits, period=1)
    assert answer.complete
    stationary = Counter((one.aims, one.values, one.strict) for one in equilibria(hits))
    assert Counter((*play.aims, *play.values, play.strict) for play in answer if play.period == 1) == stationary


@pytest.mark.parametrize(("hits", "period"), [(TWO, 2), (THREE, 3)])
def test_five_players_who_never_settle(hits, period):
    play, *others = periodic_equilibria(hits)
    assert others == []
    assert (play.period, play.strict) == (period, True)
    assert [str(aims[m]) for aims in play.aims for m in (0, 2, 4)] == ["C", "A", "C"] * period
    assert {tuple(str(aims[m]) for m in (1, 3)) for aims in play.aims} == {("D", "Miss"), ("Miss", "E")}
    assert_equilibrium(Problem(hits), play)
    last = finite_rounds(hits, 40)
    assert set(last.aims[-period:]) == set(play.aims)
    assert last.aims[-period - 15 : -period] == last.aims[-15:]


def test_a_lone_shooter_and_equal_players_have_plans_of_two_rounds():
    """The period is that of the aims: C, who hits alone, may shoot at A and B in turn, or miss in every other round."""
    answer = periodic_equilibria([0, 0, 1])
    assert Counter(play.period for play in answer) == {1: 2, 2: 3}
    assert {play.starts[0] for play in answer} == {(0, 0, 1)}
    assert Counter(play.period for play in periodic_equilibria(["3/4"] * 3)) == {1: 4, 2: 7}


def test_equal_players_end_with_what_is_known(monkeypatch):
    monkeypatch.setattr(periodic, "MOST_WORK", 2_000)
    answer = periodic_equilibria(["1/2"] * 4)
    assert (answer.searched, answer.complete) == (2, False)
    assert len(answer) > 0
    for play in answer[:6]:
        assert_equilibrium(Problem(["1/2"] * 4), play)


# -- a last round


def assert_last_round(problem, rounds):
    """Compare play with a last round with a second derivation, with both clocks, ties and all selections included."""
    read = read_problem(**plain(problem))
    expected = []
    for later in selections(read, problem.if_eq, 1):
        played = list(islice(backward(read, problem.if_eq, later), rounds))
        ties = [(left, *tie) for left, (_, _, ties) in enumerate(played, 1) for tie in ties]
        expected.append(([aims for aims, _, _ in played], [value for _, value, _ in played], ties))
    answers = [finite_rounds(problem, rounds, selection=number) for number in range(1, len(expected) + 1)]
    rows = [
        (
            [*map(weights, one.aims)],
            [*one.values],
            [(tie.left, tie.player, weights(tie.equal), tie.chosen.weights) for tie in one.ties],
        )
        for one in answers
    ]
    assert sorted(rows) == sorted(expected)
    game = finite_rounds(problem, rounds, clock="game")
    assert list(game.values) == whole_game(**plain(problem), rounds=rounds, if_eq=problem.if_eq)
    for one in (*answers, game):
        assert FiniteRounds.from_json(one.to_json()) == one
    return answers[0]


@pytest.mark.parametrize(
    "hits", BOUNDARIES + drawn("last", 3, 3) + drawn("last", 4, 2, 7) + [["3/7", 1, 1, "3/7"]], ids=str
)
def test_a_last_round(hits):
    for rule in (1, 3, -1) if len(hits) < 4 else (1,):
        assert_last_round(Problem(hits, if_eq=rule), 4)


@pytest.mark.parametrize("number", range(18))
def test_a_last_round_with_searches_and_targets(number):
    dice = Random(f"last {number}")
    [hits] = drawn(f"last {number}", 3, 1)
    targets = dice.choice(
        ["Optimal, Optimal, Optimal", "B, Optimal, Optimal", "Miss, Miss, Optimal", "Optimal, 0:0:1/2, B"]
    )
    search = dice.choice([*SEARCHES, "All"])
    levels = dice.choice([None, [2, None, 3]])
    assert_last_round(Problem(hits, targets, search=search, random_levels=levels, if_eq=RULES[number % 6]), 5)


def test_ties_to_a_miss_put_the_shot_off():
    assert finite_rounds([0, 0, 1], 9).values[-1] == (0, 0, 1)
    assert "and 14 more ties" in str(finite_rounds([1, 1, 1], 12))  # of two in each round ten are listed
    play = assert_last_round(Problem([0, 0, 1], if_eq=-4), 5)
    assert [str(aims[2]) for aims in play.aims] == ["B", "Miss", "Miss", "Miss", "Miss"]
    assert play.win == (0, 0, 1)
