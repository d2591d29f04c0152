"""The vectors of stationary play and of courses: shape, truth, and that they are made again to the last byte."""

import json
from collections import Counter
from fractions import Fraction

import jsonschema
import pytest

from truel_ref import Course, Equilibria, Problem, course, equilibria, solve
from truel_ref.errors import VectorError
from truel_ref.oracle import generate, vectors, write
from truel_ref.oracle.corpus import PLAY_GROUPS, files_beside, kind_of, line, lines, shipped
from truel_ref.oracle.plays import MOST, TURNS, make_play, problems

ALL = {group: list(map(json.loads, lines(group))) for group in PLAY_GROUPS}


def test_every_vector_fits_the_schema():
    schema = json.loads(shipped("schema-play.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for group, listed in ALL.items():
        for vector in listed:
            validator.validate(vector)
        assert not validator.is_valid(listed[0] | {"extra": 1})
        assert [vector["id"] for vector in listed] == [
            f"{group}-{number:04}" for number in range(1, PLAY_GROUPS[group] + 1)
        ]
        assert len({json.dumps(vector["problem"]) for vector in listed}) == len(listed)


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


@pytest.mark.parametrize("group", PLAY_GROUPS)
def test_some_are_made_again_to_the_last_byte(group):
    again = generate(group)
    for text in lines(group)[:14]:
        assert line(next(again)) == text
    for text in lines(group)[14::9]:
        vector = json.loads(text)
        assert line(make_play(Problem.from_data(vector["problem"]), group, vector["id"])) == text


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


def test_they_come_only_when_they_are_named(tmp_path, run, refused):
    assert not {vector["group"] for vector in vectors()} & set(PLAY_GROUPS)
    assert run("vectors", "--group", "course")[1].splitlines() == lines("course")
    written = write(tmp_path, "stationary")
    assert [path.name for path in written] == files_beside("stationary")
    assert (tmp_path / "stationary.jsonl").read_text(encoding="utf-8") == shipped("stationary.jsonl")
    with pytest.raises(VectorError, match="no group is called 'fixed'; there are stationary, course"):
        next(problems("fixed"))


def test_an_unknown_group_is_not_taken_for_a_course():
    with pytest.raises(VectorError, match="no group is called 'shooter'"):
        make_play(Problem(["1/2", "1/2"]), "shooter")
    with pytest.raises(KeyError):
        kind_of({"play": "perfect"})
