"""The vectors of stationary play and of courses, each answer by the second derivation."""

import json
from fractions import Fraction

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
