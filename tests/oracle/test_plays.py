"""The vectors of stationary play and of courses: shape and truth."""

import json
from collections import Counter
from fractions import Fraction

import pytest

from truel_ref import Course, Equilibria, Problem, course, equilibria, solve
from truel_ref.errors import VectorError
from truel_ref.oracle.corpus import PLAY_GROUPS, kind_of, lines
from truel_ref.oracle.plays import MOST, TURNS, make_play, problems

ALL = {group: list(map(json.loads, lines(group))) for group in PLAY_GROUPS}


def test_all_that_is_promised_is_there():
    stationary, courses = ALL["stationary"], ALL["course"]
    for listed in ALL.values():
        assert {len(vector["problem"]["hits"]) for vector in listed} == {2, 3, 4, 5}
        hits = Counter(hit for vector in listed for hit in vector["problem"]["hits"])
        assert hits["0"] > 10 < hits["1"]
        assert sum(len(set(vector["problem"]["hits"])) < len(vector["problem"]["hits"]) for vector in listed) > 10
    many = Counter(len(vector["answer"]["equilibria"]) for vector in stationary)
    assert many[0] >= 5
    assert sum(vectors for number, vectors in many.items() if number > 1) > 30
    assert max(many) <= MOST
    assert sum(vector["answer"]["turns"] is None for vector in courses) >= 5


def test_the_answers_are_those_of_the_package():
    for vector in ALL["stationary"][::7]:
        answer = equilibria(Problem.from_data(vector["problem"]))
        assert len(vector["answer"]["equilibria"]) == answer.distinct
        assert Equilibria.from_json(answer.to_json()) == answer
    for vector in ALL["course"][::7]:
        told = course(solve(Problem.from_data(vector["problem"])), turns=TURNS)
        assert Course.from_json(vector["answer"] | {"problem": vector["problem"], "model": "announced"}) == told


def test_numbers_agree_with_each_other():
    for vector in ALL["course"]:
        answer = vector["answer"]
        assert sum(map(Fraction, [*answer["win"], answer["stalemate"]])) == 1
        assert sum(map(Fraction, [*answer["distribution"], answer["longer"]])) == 1
        assert sum(Fraction(entry["chance"]) for entry in answer["eliminations"]) == 1
        assert (answer["turns"] is None) == (answer["stalemate"] != "0")


def test_an_unknown_group_is_not_taken_for_a_course():
    with pytest.raises(VectorError, match="no group is called 'fixed'; there are stationary, course"):
        next(problems("fixed"))
    with pytest.raises(VectorError, match="no group is called 'shooter'"):
        make_play(Problem(["1/2", "1/2"]), "shooter")
    with pytest.raises(KeyError):
        kind_of({"play": "perfect"})
