"""The course of a duel against linear systems over its states, powers of the transition matrix, and dice."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from statistics import mean

import independent
import independent_stationary
import independent_variants
import pytest
import strategies
from examples import examples
from hypothesis import assume, given
from stationary_data import solved

from truel_ref import (
    Course,
    Problem,
    by_lot,
    counted_bullets,
    course,
    equilibria,
    opinion_contest,
    random_shooter,
    simultaneous_fire,
    solve,
)
from truel_ref.errors import ProblemError
from truel_ref.explain import courses
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.simulation.estimates import simulate
from truel_ref.simulation.rules import DiceGame, in_turn

F = Fraction
ORIGINAL = Problem(["1/3", "2/3", 1])


def announced(solution):
    """Return the aims of a solved problem by shooting order."""
    return {phase.order: phase.aims for phase in solution.phases}


def aims_of(equilibrium):
    """Return the aims of an equilibrium by shooting order."""
    cycles = [living[first:] + living[:first] for living in equilibrium.policy for first in range(len(living))]
    return {cycle: equilibrium.aims_in(cycle) for cycle in cycles}


def weights_of(policy):
    return lambda order: [None if aim is None else aim.weights for aim in policy[order]]


def possible(chances):
    """Return the entries above 0: a course leaves out what cannot happen."""
    return {key: chance for key, chance in chances.items() if chance}


def assert_course(problem, policy):
    """Compare every field with the second derivation, and return the course."""
    rules = in_turn(problem, {order: (aims,) for order, aims in policy.items()})
    course = courses._Chain(DiceGame(problem, (rules,))).course("announced", 12, eliminations=True)
    expected = independent_stationary.course(problem.hits, weights_of(policy))
    assert (course.turns, course.rounds) == (expected.turns, expected.rounds)
    assert (course.turns_given_end, course.rounds_given_end) == (expected.turns_if_ended, expected.rounds_if_ended)
    assert (course.turns_given_winner, course.last_pairs) == (expected.turns_given, possible(expected.pairs))
    orders = {tuple(gone for (gone,) in order): chance for order, chance in course.eliminations.items()}
    assert orders == possible(expected.orders)
    distribution = independent_stationary.turn_distribution(problem.hits, weights_of(policy), 12)
    assert (list(course.distribution), course.longer) == (distribution, 1 - sum(distribution))
    assert sum(course.win) + course.stalemate == sum(course.eliminations.values()) == 1
    unfinished = {order: chance for order, chance in course.eliminations.items() if len(order) < problem.players - 1}
    assert sum(unfinished.values()) <= course.stalemate  # two who cannot hit may be left, too
    return course


# -- by hand


def test_a_duel_by_hand():
    """A hits with 1/2, B always: one turn with 1/2, else two, in one round."""
    solution = solve(["1/2", 1])
    course = assert_course(solution.problem, announced(solution))
    assert (course.turns, course.rounds, course.turns_given_winner) == (F(3, 2), 1, (1, 2))
    assert course.distribution[:3] == (0, F(1, 2), F(1, 2))
    assert (course.eliminations, course.last_pairs) == ({((1,),): F(1, 2), ((0,),): F(1, 2)}, {(0, 1): 1})


def test_the_original_by_hand():
    """A misses; B hits C with 2/3, then A fights B; else C hits B, then A shoots at C once."""
    course = assert_course(ORIGINAL, announced(solve(ORIGINAL)))
    assert course.win == (F(25, 63), F(8, 21), F(2, 9))
    assert course.last_pairs == {(0, 1): F(2, 3), (0, 2): F(1, 3)}
    assert course.eliminations == {
        ((1,), (0,)): F(2, 9),
        ((1,), (2,)): F(1, 9),
        ((2,), (0,)): F(8, 21),
        ((2,), (1,)): F(2, 7),
    }
    # 2 turns and a duel A, B of (1 + 2/3) / (7/9) turns; or 3 turns and a duel A, C of 1 + 2/3 turns.
    assert course.turns == F(2, 3) * (2 + F(15, 7)) + F(1, 3) * (3 + F(5, 3))


def test_a_stalemate_makes_the_expectation_infinite():
    """A misses, B and C shoot at A: whoever survives him misses for ever."""
    problem = Problem(["1/2", "1/3", "1/4", 0], targets=["Miss", "A", "A", "A"], target_later="Miss")
    solution = solve(problem)
    course = assert_course(problem, announced(solution))
    assert (course.turns, course.rounds, course.turns_given_end, course.rounds_given_end) == (None,) * 4
    assert (course.turns_given_winner, course.stalemate, course.longer) == ((None,) * 4, 1, 1)


def test_a_stalemate_that_need_not_be():
    """A aims at B or at C: if C goes, A and B end it; if B goes, A and C, who never hit, stay for ever."""
    problem = Problem([0, 1, 0], targets=["Miss", [F(1, 3), F(1, 3), F(1, 3)], "Miss"])
    course = assert_course(problem, announced(solve(problem)))
    assert (course.stalemate, course.turns, course.rounds) == (F(1, 3), None, None)
    assert (course.turns_given_end > 2, course.rounds_given_end > 1) == (True, True)
    assert course.eliminations[((1,),)] == F(1, 3)
    assert course.last_pairs == {(0, 1): F(1, 3), (0, 2): F(1, 3), (1, 2): F(1, 3)}


def test_a_round_begins_at_the_first_place_whether_he_lives_or_not():
    """A kills himself in the first turn; B and C go on in the same round, and a new one begins whenever B follows C."""
    problem = Problem([1, "1/2", "1/2"], targets=["Self", "C", "B"])
    course = assert_course(problem, announced(solve(problem)))
    assert (course.turns, course.rounds) == (3, F(4, 3))


# -- linear systems


@given(strategies.problems(most=4, levels=False))
@examples(75)
def test_announced_play_of_every_kind(problem):
    assert_course(problem, announced(solve(problem)))


@given(strategies.problems(most=4, levels=False))
@examples(40)
def test_stationary_play(problem):
    assume(problem.players < 4 or len(set(problem.hits)) > 2)
    for one in solved(problem)[:3] if len(solved(problem)) else ():
        course = assert_course(problem, aims_of(one))
        assert (course.win, course.stalemate) == (one.win, one.stalemate)


def test_a_mixed_equilibrium():
    [one] = solved(Problem(["1/5", "7/10", "2/5", "3/5", "1/2"]), mixed=True)
    assert assert_course(one.problem, aims_of(one)).win == one.win


# -- other rules of fire: linear systems over whole shots, talks and volleys, and dice


def weights(problem, state):
    return tuple(aim.weights for aim in state.aims)


def moves_of(variant, play):
    """Return by who lives, or who holds what, where a shot, a talk or a volley leads; with how many turns each has."""
    hits = variant.problem.hits
    if variant.model == "opinions":
        every = {
            state.counts: (independent_variants.opinion_moves, weights(variant.problem, state)) for state in play.states
        }
        return {counts: (moves(hits, counts, aims), 1) for counts, (moves, aims) in every.items()}
    one = {"shooter": independent_variants.shooter_moves, "simultaneous": independent_variants.volley_moves}[
        variant.model
    ]
    turns = len if variant.model == "simultaneous" else lambda living: 1
    return {
        state.living: (one(hits, state.living, weights(variant.problem, state)), turns(state.living))
        for state in play.states
    }


def ends_of(variant):
    """Return the states in which the game is over, and who wins: as many columns as players, and one for nobody."""
    players = range(variant.problem.players)
    size = len(players)
    units = {player: tuple(F(int(player == place)) for place in range(size + 1)) for player in range(size + 1)}
    if variant.model == "opinions":
        return {tuple(size * int(player == place) for place in players): units[player] for player in players}
    return {(player,): units[player] for player in players} | (
        {(): units[size]} if variant.model == "simultaneous" else {}
    )


def expected_turns(moves, ends, start):
    """Return the wins and the turns of the games that each wins: `T = P T + W * turns`, one system for all states."""
    wins = independent_variants.chain_values({state: steps for state, (steps, _) in moves.items()}, ends)
    zero = (F(0),) * len(wins[start])
    states = [state for state in moves if any(wins[state])]
    equations = []
    for state in states:
        steps, turns = moves[state]
        row = {states.index(state): F(1)}
        for chance, after in steps:
            if after in states:
                row[states.index(after)] = row.get(states.index(after), F(0)) - chance
        equations.append(independent.equation(len(states), row, [turns * win for win in wins[state]]))
    solved = independent.solve_linear(equations) if states else []
    return wins[start], solved[states.index(start)] if start in states else zero


FIRES = [
    random_shooter("1/3 2/3 1"),
    random_shooter("1/5 2/5 3/5 4/5"),
    random_shooter(Problem("1/2 1/3 0", search="others,self,miss", targets="random,self,miss")),
    random_shooter(Problem("1 0 0")),
    simultaneous_fire("1/3 2/3 1"),
    simultaneous_fire("1/5 2/5 3/5 4/5"),
    simultaneous_fire(Problem("1 1 0", targets="B,A,Miss")),
    simultaneous_fire("1/2 1/2"),
    opinion_contest("1/3 2/3 1"),
    opinion_contest("1/5 2/5 3/5 4/5"),
    opinion_contest("1 0 0"),
]


@pytest.mark.parametrize("answer", FIRES, ids=repr)
def test_other_rules_of_fire(answer):
    problem = answer.problem
    for play in answer:
        start = (1,) * problem.players if answer.model == "opinions" else problem.order
        wins, turns = expected_turns(moves_of(answer.variant, play), ends_of(answer.variant), start)
        noted = course(answer, of=play, turns=9)
        assert noted.win == play.win == wins[:-1]
        assert (noted.nobody, noted.stalemate) == (play.nobody, play.stalemate) == (wins[-1], 1 - sum(wins))
        given = tuple(time / win if win else None for time, win in zip(turns, wins, strict=True))
        assert noted.turns_given_winner == given[:-1]
        assert noted.turns_given_end == (sum(turns) / sum(wins) if sum(wins) else None)
        assert noted.turns == (noted.turns_given_end if sum(wins) == 1 else None)
        assert sum(noted.distribution) + noted.longer == sum(noted.eliminations.values()) == 1
        assert Course.from_json(noted.to_json()) == noted


def test_volleys_by_hand():
    """Two who hit with 1/2: a volley leaves nobody with 1/4, one with 1/2, both with 1/4; 4/3 volleys of two shots."""
    noted = course(simultaneous_fire("1/2 1/2"), turns=4)
    assert (noted.win, noted.nobody, noted.turns, noted.rounds) == ((F(1, 3), F(1, 3)), F(1, 3), F(8, 3), F(4, 3))
    assert noted.distribution == (0, 0, F(3, 4), 0, F(3, 16))
    assert noted.eliminations == {((0,),): F(1, 3), ((1,),): F(1, 3), ((0, 1),): F(1, 3)}
    assert "nobody is left: 1/3 (33.333 %)" in str(noted)


@pytest.mark.parametrize("play", ["announced", "stationary"])
def test_a_lot_is_the_mean_over_its_orders(play):
    hits = [F(1, 3), F(2, 3), F(1)]
    noted = course(by_lot(hits, play=play), turns=5)
    problems = [Problem(hits, order=order) for order in permutations("ABC")]
    each = [course(one if play == "announced" else equilibria(one)[0], turns=5) for one in problems]
    for name in ("win", "distribution"):
        assert getattr(noted, name) == tuple(map(mean, zip(*(getattr(one, name) for one in each), strict=True)))
    assert (noted.turns, noted.rounds) == (mean(one.turns for one in each), mean(one.rounds for one in each))
    for name in ("last_pairs", "eliminations"):
        known = getattr(noted, name)
        assert sum(known.values()) == 1
        assert known == {key: mean(getattr(one, name).get(key, F(0)) for one in each) for key in known}


def test_irrational_numbers():
    noted = course(solve(["1/3", "sqrt(2)/2", 1]), turns=4)
    assert noted.win == solve(["1/3", "sqrt(2)/2", 1]).win
    assert sum(noted.distribution) + noted.longer == sum(noted.eliminations.values()) == 1


def test_counted_bullets_by_hand():
    """Two with a bullet each: A hits with 1/2, else B; the one who is left, or both, after one turn or two."""
    noted = course(counted_bullets("1/2 1/2", bullets=1), turns=2)
    assert (noted.win, noted.stalemate) == ((F(1, 2), F(1, 4)), F(1, 4))
    assert (noted.turns, noted.rounds, noted.distribution, noted.longer) == (F(3, 2), 1, (0, F(1, 2), F(1, 2)), 0)
    assert noted.last_pairs == {(0, 1): 1}
    assert "several are left: 1/4 (25.000 %)" in str(noted) and "later" not in str(noted)
    # Every shot of A passes the first place again.
    assert course(counted_bullets("1/2 1/2", bullets=[3, 0])).rounds == 1 + F(1, 2) + F(1, 4)


def test_which_of_several_plays_is_meant_is_asked_for():
    with pytest.raises(ProblemError, match=r"the answer has 3 plays; choose one: play=answer"):
        course(simultaneous_fire("1/3 2/3 1"))


# -- limits


def test_orders_of_elimination_may_be_too_many_or_unwanted(monkeypatch):
    assert course(ORIGINAL, eliminations=False).eliminations is None
    monkeypatch.setattr(courses, "MOST_ELIMINATIONS", 1)
    few = course(ORIGINAL)
    assert few.eliminations is None
    assert few.last_pairs == {(0, 1): F(2, 3), (0, 2): F(1, 3)}


# -- dice


PLAYED = [
    ORIGINAL,
    Problem(["1/4", "1/2", "3/4", 1]),
    Problem(["3/5", "11/20", "1/2"], search=["Others", "Miss", "Random"]),
    Problem(["1/2", "1/3", "1/4"], targets=[[F(1, 4)] * 3, "Random", "A"], search=["Others", "Self", "Miss"]),
]


def assert_covers(chance, count, games):
    low, high = clopper_pearson(count, games, F(999, 1000))
    assert low <= chance <= high


def assert_mean(mean, counts, games):
    """Compare a mean with the interval of 99.9 % of the normal law, which so many games follow."""
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    variance = squares / games - (total / games) ** 2
    assert abs(total / games - mean) <= 3.2905 * (variance / games) ** 0.5 if variance else total == mean * games


@pytest.mark.parametrize(("engine", "games"), [("counts", 10**7), ("one", 2000)])
@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_lengths_of_games_agree(number, engine, games):
    """How many games had so many turns covers the exact distribution, and their mean the expectation."""
    problem = PLAYED[number]
    solution = solve(problem)
    estimate = simulate(solution, games=games, seed=number, engine=engine)
    noted = course(solution, turns=12)
    counts = Counter(dict(estimate.lengths))
    for turns, chance in enumerate(noted.distribution):
        assert_covers(chance, counts[turns], games)
    assert_covers(noted.longer, games - sum(counts[turns] for turns in range(13)), games)
    assert_mean(noted.turns, counts, games)
