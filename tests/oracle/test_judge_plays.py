"""The judge of stationary play and of courses against sound clients and faulty ones, and every verdict by itself."""

import json
from fractions import Fraction
from math import inf
from xml.etree import ElementTree

import pytest
from answers import in_floats, judged

from truel_ref import Problem, all_outcomes, equilibria, solve
from truel_ref.oracle import Judgement, check, vectors
from truel_ref.oracle.corpus import THIN
from truel_ref.oracle.kinds.courses import AnnouncedCourse, all_courses
from truel_ref.oracle.plays import TURNS, make_play
from truel_ref.play.stationary import all_equilibria

TOLERANCE = Fraction(1, 10**9)
FOUR = make_play(Problem(["13/25", "1/2", "11/25", "2/5"]), "stationary", "four")
NONE = make_play(Problem(["1/5", "7/10", "2/5", "3/5", "1/2"]), "stationary", "none")
DIFFERS = make_play(Problem(["1/2", "2/5", "3/5"]), "stationary", "differs")
ONES = make_play(Problem([1, 1, 1]), "stationary", "ones")
ORIGINAL = make_play(Problem(["1/3", "2/3", 1]), "course", "original")
ENDLESS = make_play(Problem(["1/3", 0, 0], targets=[["1/4", "1/2", 0], "Miss", "Miss"]), "course", "endless")
TIED = make_play(Problem(["1/2", "1/2", 1]), "course", "tied")


def listed(vector, change=lambda entry: entry):
    """Return the equilibria of a vector as a client might list them, each changed."""
    return {"equilibria": [change(dict(entry)) for entry in vector["answer"]["equilibria"]]}


# -- sound clients


def test_equilibria_may_be_listed_in_many_forms():
    entries = FOUR["answer"]["equilibria"]
    for answer in (
        entries,
        entries[::-1],
        {"equilibria": entries, "complete": True, "remark": "fine"},
        listed(FOUR, lambda entry: {"aims": list(entry["aims"].values()), "win": entry["values"]["A"]}),
        listed(FOUR, lambda entry: entry | {"values": list(entry["values"].values()), "strict": None}),
        listed(FOUR, lambda entry: entry | {"aims": {name: aim.lower() for name, aim in entry["aims"].items()}}),
    ):
        assert judged(FOUR, answer).judgement is Judgement.AGREES
    assert judged(NONE, []).judgement is Judgement.AGREES


def test_a_course_is_judged_as_far_as_it_is_told():
    answer = ORIGINAL["answer"]
    for key in answer:
        assert judged(ORIGINAL, {"win": answer["win"], key: answer[key]}).judgement is Judgement.AGREES
    short = [{"out": ["C", "A"], "chance": "8/21"}, {"out": ["C", "B"], "chance": "2/7"}]
    short += [{"out": ["B", "A"], "chance": "2/9"}, {"out": ["B", "C"], "chance": 1 / 9}]
    pairs = [{"pair": ["C", "A"], "chance": "1/3"}, {"pair": ["B", "A"], "chance": 2 / 3}]
    told = {"win": answer["win"], "eliminations": short, "last_pairs": pairs}
    assert judged(ORIGINAL, told).judgement is Judgement.AGREES
    assert ENDLESS["answer"]["turns"] is None
    for turns in (None, inf):
        assert judged(ENDLESS, ENDLESS["answer"] | {"turns": turns}).judgement is Judgement.AGREES


# -- faulty lists of equilibria


def changed(key, change):
    return lambda entry: entry | {key: change(entry[key])}


def with_announced_values(vector):
    """The right aims with the values of announced play."""
    win = solve(Problem.from_data(vector["problem"])).to_json()["win"]
    return listed(vector, lambda entry: {"aims": entry["aims"], "win": win})


FIRST = dict(FOUR["answer"]["equilibria"][0])
OTHER = FIRST | {"aims": FIRST["aims"] | {"A": "C"}}
FAULTY_LISTS = {
    "misses one": (FOUR, [FIRST], Judgement.LEFT_OUT, "Miss, Miss, D, A is left out"),
    "misses all": (FOUR, [], Judgement.LEFT_OUT, "B, A, D, A is left out; Miss, Miss, D, A is left out"),
    "no equilibrium": (FOUR, [*FOUR["answer"]["equilibria"], OTHER], Judgement.NO_EQUILIBRIUM, "C, A, D, A is none"),
    "one where there is none": (NONE, [{"aims": ["Miss"] * 5, "win": [0] * 5}], Judgement.NO_EQUILIBRIUM, "is none"),
    "wrong values": (
        FOUR,
        listed(FOUR, changed("values", lambda values: values | {"D": values["A"]})),
        Judgement.VALUE,
        "B, A, D, A is off by 8.9e-02; Miss, Miss, D, A is off by 1.5e-01",
    ),
    "announced values": (DIFFERS, with_announced_values(DIFFERS), Judgement.VALUE, "C, Miss, A is off by"),
    "wrong strictness": (
        FOUR,
        listed(FOUR, changed("strict", lambda strict: not strict)),
        Judgement.STRICTNESS,
        "B, A, D, A is strict",
    ),
    "listed twice": (FOUR, [FIRST, *FOUR["answer"]["equilibria"]], Judgement.TWICE, "B, A, D, A is listed 2 times"),
    "above 1": (FOUR, [{"aims": ["B"] * 4, "win": [1, 1, 0, 0]}], Judgement.NOT_A_DISTRIBUTION, "adds up to 2.0"),
    "below 0": (FOUR, [{"aims": ["B"] * 4, "win": [-1, 1, 0, 0]}], Judgement.NOT_A_DISTRIBUTION, "is not in [0, 1]"),
    "no list": (FOUR, {"equilibria": 2}, Judgement.MALFORMED, "equilibria: 2 is not a list"),
    "other keys": (FOUR, {"win": [1, 0, 0, 0]}, Judgement.MALFORMED, "it has no 'equilibria'"),
    "gives up": (FOUR, {"error": "too hard"}, Judgement.MALFORMED, "it says: 'too hard'"),
    "no aims": (FOUR, [{"win": [1, 0, 0, 0]}], Judgement.MALFORMED, "number 1: {'win': [1, 0, 0, 0]} has no 'aims'"),
    "no values": (FOUR, [{"aims": ["B"] * 4}], Judgement.MALFORMED, "number 1: it has no 'values'"),
    "a player too few": (FOUR, listed(FOUR, lambda entry: entry | {"aims": {"A": "B"}}), Judgement.MALFORMED, "A, B"),
    "strict in words": (FOUR, listed(FOUR, lambda entry: entry | {"strict": "yes"}), Judgement.MALFORMED, "'yes'"),
    "an unknown aim": (FOUR, listed(FOUR, lambda entry: entry | {"aims": ["Z"] * 4}), Judgement.MALFORMED, "'Z'"),
}


def test_what_hangs_on_a_tie_or_a_thin_margin_is_told_apart():
    """Three sure shots: every equilibrium hangs on a tie, so that a list may have or leave out each of them."""
    entries = ONES["answer"]["equilibria"]
    assert len(entries) == 11
    for answer in (entries[1:], entries[:4], [entry | {"strict": True} for entry in entries]):
        assert judged(ONES, answer).judgement is Judgement.CLOSE
    assert judged(ONES, [entries[0], *entries]).judgement is Judgement.TWICE
    assert judged(ONES, [entries[0] | {"aims": ["B", "C", "A"]}]).judgement is Judgement.NO_EQUILIBRIUM
    off = [entries[0] | {"values": {**entries[0]["values"], "A": ["0", "1", "0"]}}]
    assert judged(ONES, off).judgement is Judgement.VALUE


def test_margins_just_above_and_just_below_what_doubles_resolve():
    """A and B nearly equal: C shoots at the better one, and doubles see it from 1e-12 on."""
    for gap, judgement in ((Fraction(1, 2**80), Judgement.CLOSE), (Fraction(1, 2**20), Judgement.NO_EQUILIBRIUM)):
        hits = [Fraction(1, 3), Fraction(1, 3) - gap, Fraction(1)]
        even = equilibria([Fraction(1, 3), Fraction(1, 3), 1]).to_json()["equilibria"]
        vector = make_play(Problem(hits), "stationary", "thin")
        own = {tuple(entry["aims"].values()) for entry in vector["answer"]["equilibria"]}
        beside = [entry for entry in even if tuple(entry["aims"].values()) not in own]
        assert beside
        result = judged(vector, [*vector["answer"]["equilibria"], *beside], "1e-9" if gap < THIN else "1e-5")
        assert result.judgement is judgement


def test_slack_is_how_much_an_option_may_gain():
    """In the only equilibrium of the example everybody loses so much by his next best aim; others gain that much."""
    problem = Problem(["1/2", "2/5", "3/5"])
    values = {}
    for slack in map(Fraction, ("-1/10", "-1/100", "0", "1/100", "1/5")):
        values[slack] = [play.aims for play in all_equilibria(problem, slack=slack)]
    counts = list(map(len, values.values()))
    assert counts == sorted(counts)
    assert (counts[0], counts[2]) == (0, 1)
    assert counts[-1] > 1


# -- faulty courses


def with_course(**fields):
    return ORIGINAL["answer"] | fields


def later_by_one(distribution):
    return ["0", *distribution[:-1]]


DEAD_FIRST = make_play(Problem(["1/3", "2/3", 1], targets=["Miss", "A", "B"]), "course", "dead-first")
UNEVEN = [{"out": ["C", "A"], "chance": 0.5}]
FAULTY_COURSES = {
    "off by one turn": (ORIGINAL, with_course(turns="335/63"), Judgement.VALUE, "turns is off by 2.3e-01 of it"),
    "distribution off by one": (
        ORIGINAL,
        with_course(distribution=later_by_one(ORIGINAL["answer"]["distribution"]), longer="32/2187"),
        Judgement.NOT_A_DISTRIBUTION,
        "the distribution of turns: the probabilities add up to",
    ),
    "distribution without its rest": (
        ORIGINAL,
        {"win": ORIGINAL["answer"]["win"], "distribution": later_by_one(ORIGINAL["answer"]["distribution"])},
        Judgement.VALUE,
        "ends at turn 3 is off by 2.2e-01; ends at turn 4 is off by 1.9e-01",
    ),
    "rounds while A lives": (DEAD_FIRST, DEAD_FIRST["answer"] | {"rounds": "1"}, Judgement.VALUE, "rounds is off by"),
    "a number for infinity": (ENDLESS, ENDLESS["answer"] | {"turns": 12}, Judgement.VALUE, "turns is infinite"),
    "infinity for a number": (ORIGINAL, with_course(turns=None), Judgement.VALUE, "turns is not infinite"),
    "a mean for who never wins": (
        ENDLESS,
        ENDLESS["answer"] | {"turns_given_winner": ["3", "3", None]},
        Judgement.VALUE,
        "turns, given that B wins is none",
    ),
    "wins": (ORIGINAL, {"win": ["8/21", "25/63", "2/9"]}, Judgement.VALUE, "win of A is off by 1.6e-02"),
    "wins of another sum": (ORIGINAL, {"win": [0.5, 0.4, 0.2]}, Judgement.NOT_A_DISTRIBUTION, "win adds up to 1.1"),
    "orders of another sum": (ORIGINAL, with_course(eliminations=UNEVEN), Judgement.NOT_A_DISTRIBUTION, "eliminations"),
    "an order left out": (
        ORIGINAL,
        with_course(eliminations=[{"out": ["C", "A"], "chance": 1}]),
        Judgement.VALUE,
        "out in turn C, A is off by 6.2e-01; out in turn B, A is off by 2.2e-01",
    ),
    "a pair left out": (ORIGINAL, with_course(last_pairs=[]), Judgement.VALUE, "last pair A, B is off by 6.7e-01"),
    "a pair too likely": (
        ORIGINAL,
        with_course(last_pairs=[{"pair": ["A", "B"], "chance": 1.5}]),
        Judgement.NOT_A_DISTRIBUTION,
        "last pair A, B: 1.500000000000 is not in [0, 1]",
    ),
    "no win": (ORIGINAL, {"turns": "272/63"}, Judgement.MALFORMED, "it has no 'win'"),
    "a list": (ORIGINAL, ["25/63", "8/21", "2/9"], Judgement.MALFORMED, "is not an object with 'win'"),
    "gives up": (ORIGINAL, {"error": "too hard"}, Judgement.MALFORMED, "it says: 'too hard'"),
    "another length": (ORIGINAL, with_course(distribution=[0, 1]), Judgement.MALFORMED, "2 entries for 0 to 8 turns"),
    "a pair twice": (
        ORIGINAL,
        with_course(last_pairs=[{"pair": ["A", "B"], "chance": 0}, {"pair": ["B", "A"], "chance": 1}]),
        Judgement.MALFORMED,
        "last_pairs: number 2: last pair A, B occurs twice",
    ),
    "a pair of three": (
        ORIGINAL,
        with_course(last_pairs=[{"pair": ["A", "B", "C"], "chance": 1}]),
        None,
        "is not a pair",
    ),
    "a player twice": (ORIGINAL, with_course(eliminations=[{"out": ["A", "A"], "chance": 1}]), None, "is not an order"),
    "nobody known": (ORIGINAL, with_course(eliminations=[{"out": ["Z"], "chance": 1}]), None, "'Z' is not a player"),
    "no chance": (ORIGINAL, with_course(eliminations=[{"out": ["A"]}]), None, "has no 'out' and 'chance'"),
    "no orders": (ORIGINAL, with_course(eliminations=[]), None, "eliminations: there is none"),
    "no number": (ORIGINAL, with_course(rounds="many"), None, "rounds: 'many' is not a number"),
    "infinite where it may not be": (ENDLESS, ENDLESS["answer"] | {"turns_given_end": inf}, None, "is not a number"),
}


FAULTY = {f"list: {name}": row for name, row in FAULTY_LISTS.items()} | FAULTY_COURSES


@pytest.mark.parametrize(("vector", "answer", "judgement", "says"), FAULTY.values(), ids=FAULTY)
def test_faulty_answers(vector, answer, judgement, says):
    result = judged(vector, answer)
    assert (result.judgement, result.accepted) == (judgement or Judgement.MALFORMED, False)
    assert says in result.detail


def test_expected_numbers_have_a_relative_tolerance():
    long = make_play(Problem(["1/1000000", "1/1000000"]), "course", "long")
    turns = Fraction(long["answer"]["turns"])
    assert turns == 10**6
    near, off = (float(turns * (1 + error)) for error in (Fraction(9, 10**10), Fraction(2, 10**9)))
    assert judged(long, {"win": long["answer"]["win"], "turns": near}).judgement is Judgement.AGREES
    assert judged(long, {"win": long["answer"]["win"], "turns": off}).judgement is Judgement.VALUE


def test_courses_of_other_ways_of_breaking_ties_are_accepted():
    problem = Problem.from_data(TIED["problem"])
    courses = all_courses(problem, TURNS, 500)
    outcomes = all_outcomes(problem)
    assert {tuple(data["win"]) for data in courses} == {tuple(map(str, outcome.win)) for outcome in outcomes.outcomes}
    judgements = [judged(TIED, in_floats(data)).judgement for data in courses]
    assert (judgements.count(Judgement.AGREES), judgements.count(Judgement.TIE)) == (1, len(courses) - 1)
    first, second = courses[:2]
    assert judged(TIED, first | {"turns": second["turns"]}).judgement is Judgement.VALUE


@pytest.mark.parametrize("vector", [one for one in vectors("course")[1::5] if len(one["problem"]["hits"]) < 5])
def test_ways_of_breaking_ties_lead_to_the_wins_of_all_outcomes(vector):
    problem = Problem.from_data(vector["problem"])
    courses, outcomes = all_courses(problem, 2, 500), all_outcomes(problem, cap=500)
    if courses is not None:
        listed_wins = {tuple(data["win"]) for data in courses}
        assert listed_wins == {tuple(map(str, outcome.win)) for outcome in outcomes.outcomes}


def test_a_course_that_doubles_cannot_tell_from_the_best_is_close():
    gap = Fraction(1, 2**80)
    vector = make_play(Problem(["1/3", Fraction(1, 3) - gap, 1]), "course", "thin")
    near = all_courses(Problem.from_data(vector["problem"]), TURNS, 500, THIN)
    judgements = {judged(vector, data).judgement for data in near}
    assert judgements == {Judgement.AGREES, Judgement.CLOSE}


def test_courses_too_many_to_list_are_judged_as_distributions():
    vector = next(one for one in vectors("course", players=5) if AnnouncedCourse.listed(one).tied is None)
    players = len(vector["problem"]["hits"])
    assert judged(vector, {"win": [1] + [0] * (players - 1)}).judgement is Judgement.TIE
    assert judged(vector, {"win": [0.5] + [0] * (players - 1)}).judgement is Judgement.NOT_A_DISTRIBUTION


# -- reports and commands


def test_the_report_shows_both_lists():
    report = check(lambda question: [FIRST], [FOUR, DIFFERS])
    assert "equilibrium left out    malformed" in str(report).splitlines()[0]
    assert "Miss, Miss, D, A" in str(report)
    assert "0.180563322" in str(report)
    told = json.loads(json.dumps(report.to_json()))
    assert told["results"][0]["verdict"] == "equilibrium left out"
    assert len(told["results"][0]["theirs"]) == 1
    assert [entry["aims"] for entry in told["results"][0]["exact"]] == [
        ["B", "A", "D", "A"],
        ["Miss", "Miss", "D", "A"],
    ]
    suites = ElementTree.fromstring(report.to_junit())
    failure = next(suites.iter("failure"))
    assert failure.get("message") == "equilibrium left out: Miss, Miss, D, A is left out"


def test_the_report_shows_what_is_off_in_a_course():
    report = check(lambda question: with_course(turns=5), [ORIGINAL])
    lines = str(report).splitlines()
    assert ["turns", "5.000000000000", "272/63", "4.317460317460"] in [line.split() for line in lines]
    assert not any(line.startswith("out in turn") for line in lines)
    assert report.to_json()["results"][0]["theirs"]["turns"] == "5.000000000000"
