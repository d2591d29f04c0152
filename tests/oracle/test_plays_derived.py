"""The vectors of stationary play and of courses, each answer by the second derivation."""

import json
from fractions import Fraction
from itertools import product

import independent
import independent_stationary as derivation
import pytest
from plain_data import plain

from truel_ref import Problem, solve
from truel_ref.oracle.corpus import lines

STATIONARY, COURSES = (list(map(json.loads, lines(group))) for group in ("stationary", "course"))
LISTING = [vector for vector in STATIONARY if vector["answer"]["equilibria"]]
MISS = "Miss"


def problem_of(vector):
    return Problem.from_data(vector["problem"])


def strided(vectors, step, most=5):
    """Every so many vectors of at most so many players in the quick run, all of them in the long one."""
    return [
        pytest.param(
            vector,
            id=vector["id"],
            marks=[] if number % step == 0 and players_of(vector) <= most else [pytest.mark.slow],
        )
        for number, vector in enumerate(vectors)
    ]


def players_of(vector):
    return len(vector["problem"]["hits"])


def weights_of(said, players):
    """Return an aim of the vectors of stationary play, a player or a miss, as weights."""
    return independent.miss(players) if said == MISS else independent.unit(players, "ABCDE".index(said))


def listed(vector):
    """Return the equilibria of a vector as aims, values at every turn and strictness."""
    players = players_of(vector)
    entries = set()
    for entry in vector["answer"]["equilibria"]:
        assert list(entry["aims"]) == list(entry["values"]) == list("ABCDE"[:players])
        aims = tuple(weights_of(said, players) for said in entry["aims"].values())
        entries.add((aims, tuple(tuple(map(Fraction, win)) for win in entry["values"].values()), entry["strict"]))
    assert len(entries) == len(vector["answer"]["equilibria"])
    return entries


# -- plans that repeat

PLANS = [
    vector
    for vector in map(json.loads, lines("periodic"))
    if len(vector["problem"]["hits"]) == 3 and vector["period"] <= 2 and "0" not in vector["problem"]["hits"]
]


def duel(hits, first, second):
    """Who wins with two left, and `first` on move."""
    passes = (1 - hits[first]) * (1 - hits[second])
    return {first: hits[first] / (1 - passes), second: (1 - hits[first]) * hits[second] / (1 - passes)}


def plans_of_three(hits, options, period):
    """All plans of three who hit, each as its turns, with the values: by trying every list of aims."""
    for turns in product(*([options[at % 3] for at in range(3 * period)])):
        if period == 2 and turns[:3] == turns[3:]:
            continue
        ends = []
        for at, aim in enumerate(turns):
            mover = at % 3
            won = [Fraction(0)] * 3
            if aim is not None:
                left = duel(hits, 3 - mover - aim, mover)  # the third is on move
                won = [hits[mover] * left.get(player, 0) for player in range(3)]
            ends.append((won, 1 - hits[mover] if aim is not None else Fraction(1)))
        total, passes = [Fraction(0)] * 3, Fraction(1)
        for won, k in ends:
            total, passes = [a + passes * b for a, b in zip(total, won, strict=True)], passes * k
        value = [each / (1 - passes) if passes != 1 else Fraction(0) for each in total]
        values = [value]
        for won, k in reversed(ends[1:]):
            values.append([a + k * b for a, b in zip(won, values[-1], strict=True)])
        yield turns, [values[0], *reversed(values[1:])]


def first_shift(turns, values):
    """The shift of a plan whose aims are the first in order, with its values, as text."""
    shifts = [(turns[at:] + turns[:at], [*values[at:], *values[:at]]) for at in range(0, len(turns), 3)]
    return min(map(str, shifts))


@pytest.mark.parametrize("vector", strided(PLANS, 3))
def test_the_plans_are_what_brute_force_finds(vector):
    """All lists of aims of one or two rounds; the smaller sets are duels, in which nothing is chosen."""
    hits = list(map(Fraction, vector["problem"]["hits"]))
    may_miss = "Miss" in vector["problem"]["search"]
    options = [[other for other in range(3) if other != player] + [None] * may_miss for player in range(3)]
    found = set()
    for period in range(1, vector["period"] + 1):
        for turns, values in plans_of_three(hits, options, period):
            gains = []
            for at in range(len(turns)):
                mover, after = at % 3, values[(at + 1) % len(turns)]
                for other in options[mover]:
                    won = Fraction(0) if other is None else hits[mover] * duel(hits, 3 - mover - other, mover)[mover]
                    k = Fraction(1) if other is None else 1 - hits[mover]
                    gains.append(won + k * after[mover] - values[at][mover])
            if max(gains) <= 0:
                found.add(first_shift(turns, values))
    listed_plans = set()
    for entry in vector["answer"]["equilibria"]:
        turns = tuple("ABC".index(aim) if aim != MISS else None for aims in entry["aims"] for aim in aims.values())
        values = [list(map(Fraction, win)) for wins in entry["values"] for win in wins.values()]
        listed_plans.add(first_shift(turns, values))
    assert found == listed_plans
    assert len(found) == len(vector["answer"]["equilibria"])


# -- stationary play


@pytest.mark.parametrize("vector", strided([one for one in STATIONARY if players_of(one) <= 4], 3))
def test_the_list_is_what_brute_force_finds(vector):
    """All profiles of all options over every selection: nothing is left out, and nothing else is listed."""
    problem = problem_of(vector)
    records = derivation.equilibria(**plain(problem), if_eq=problem.if_eq)
    assert listed(vector) == {(record.aims, record.values, record.strict) for record in records}


@pytest.mark.parametrize("vector", strided(LISTING, 7))
def test_nobody_gains_in_the_set_of_all(vector):
    """Every listed equilibrium rests on a selection by brute force, with which no option of anybody is worth more."""
    ways = selections(vector)
    for aims, values, strict in listed(vector):
        assert any(judged(vector, aims, way) == (values, strict) for way in ways)


def selections(vector):
    """All selections of equilibria of the smaller sets, by brute force."""
    problem = problem_of(vector)
    read = derivation.read_problem(**plain(problem))

    def phases_of(living, later):
        options = derivation.stationary_options(read, living, problem.if_eq)
        return derivation.pure_phases(read.hits, living, options, later)

    return derivation.all_policies(read.hits, derivation.reachable_sets(read, problem.if_eq)[:-1], phases_of)


def judged(vector, aims, way):
    """The values at every turn, and whether all other options are worth less; None if one is worth more."""
    problem = problem_of(vector)
    read = derivation.read_problem(**plain(problem))
    later = derivation.continuation(read.hits, way)
    values = derivation.values_by_chain(read.hits, read.first, aims, later)
    worths = [
        (values[place][place], derivation.values_by_chain(read.hits, read.first, changed, later)[place][place])
        for place, options in enumerate(derivation.stationary_options(read, read.first, problem.if_eq))
        for changed in ((*aims[:place], other, *aims[place + 1 :]) for other in options if other != aims[place])
    ]
    return values, None if any(other > mine for mine, other in worths) else all(other < mine for mine, other in worths)


# -- courses


@pytest.mark.parametrize("vector", strided(COURSES, 4))
def test_the_course_is_that_of_the_second_derivation(vector):
    problem = problem_of(vector)
    answer = vector["answer"]
    if problem.players <= 4:
        phases = independent.solve(**plain(problem), if_eq=problem.if_eq).phases
        policy = {order: aims for order, (aims, _) in phases.items()}
    else:  # brute force over the announcements of five players takes minutes
        policy = {
            phase.order: tuple(None if aim is None else aim.weights for aim in phase.aims)
            for phase in solve(problem).phases
        }
    course = derivation.course(problem.hits, policy.__getitem__)
    means = {
        "turns": course.turns,
        "rounds": course.rounds,
        "turns_given_end": course.turns_if_ended,
        "rounds_given_end": course.rounds_if_ended,
    }
    assert {key: fraction(answer[key]) for key in means} == means
    assert tuple(map(fraction, answer["turns_given_winner"])) == course.turns_given
    # The answer also lists what no aim leads to, with probability 0.
    orders = {tuple("ABCDE".index(out) for [out] in entry["out"]): entry for entry in answer["eliminations"]}
    assert {out: fraction(entry["chance"]) for out, entry in orders.items() if entry["chance"] != "0"} == {
        out: chance for out, chance in course.orders.items() if chance
    }
    pairs = {tuple("ABCDE".index(name) for name in entry["pair"]): entry for entry in answer["last_pairs"]}
    assert {pair: fraction(entry["chance"]) for pair, entry in pairs.items() if entry["chance"] != "0"} == {
        pair: chance for pair, chance in course.pairs.items() if chance
    }
    distribution = derivation.turn_distribution(problem.hits, policy.__getitem__, len(answer["distribution"]) - 1)
    assert list(map(fraction, answer["distribution"])) == distribution
    assert fraction(answer["longer"]) == 1 - sum(distribution)
    # Who wins is the one whom no finished order of elimination has.
    finished = {out: chance for out, chance in course.orders.items() if len(out) == problem.players - 1}
    for player, win in enumerate(answer["win"]):
        assert fraction(win) == sum(chance for out, chance in finished.items() if player not in out)
    assert fraction(answer["stalemate"]) == 1 - sum(map(fraction, answer["win"]))


def fraction(text):
    return None if text is None else Fraction(text)
