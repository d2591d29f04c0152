"""The vectors of Dice Wars: shape, truth by a second derivation, and what the judge says of right and wrong answers."""

import json
from fractions import Fraction

import jsonschema
import pytest
from dicewars_plain import best, odds, region, success_only

from truel_ref.errors import GameError, VectorError
from truel_ref.oracle import check, generate, vectors, write
from truel_ref.oracle.corpus import files_beside, line, lines, make_game, shipped
from truel_ref.oracle.judge import Judgement

ALL = [json.loads(text) for text in lines("dicewars")]


def plain(question, value_of=best):
    """Answer a question by the second derivation."""
    if question["ask"] == "attack":
        return {"success": str(odds(question["attacker"], question["defender"]))}
    if question["ask"] == "holds":
        chance = Fraction(1)
        for dice in question["neighbours"]:
            chance *= 1 - odds(dice, question["own"]) if dice > 1 else 1
        return {"holds": str(chance)}
    board, player = question["board"], question["player"]
    around = [set() for _ in board["owners"]]
    for one, other in board["borders"]:
        around[one].add(other)
        around[other].add(one)
    scores = {
        "region": lambda owners, dice: region(owners, around, player),
        "fields": lambda owners, dice: owners.count(player),
    }
    moves = 12 if question["moves"] is None else question["moves"]
    value, firsts = value_of(board["owners"], board["dice"], around, player, moves, scores[question["score"]])
    return {"expected": str(value), "attack": firsts[0] if value_of is best else firsts}


def test_every_vector_fits_the_schema():
    schema = json.loads(shipped("schema-dicewars.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for vector in ALL:
        validator.validate(vector)
        assert not validator.is_valid(vector | {"extra": 1})
    assert not validator.is_valid({**ALL[0], "answer": ALL[-1]["answer"]})
    assert not validator.is_valid({**ALL[0], "defender": 9})
    assert [vector["id"] for vector in ALL] == [f"dicewars-{number:04}" for number in range(1, 65)]


def test_they_are_made_again_to_the_last_byte():
    assert [line(vector) for vector in generate("dicewars")] == lines("dicewars")


def test_they_come_only_when_they_are_named(tmp_path, run):
    assert "dicewars" not in {vector["group"] for vector in vectors()}
    assert run("vectors", "--group", "dicewars")[1].splitlines() == lines("dicewars")
    names = ["dicewars.jsonl", "schema-dicewars.json", "manifest.json", "FORMAT.md"]
    assert [path.name for path in write(tmp_path, "dicewars")] == files_beside("dicewars") == names
    assert vectors("dicewars", players=3) == []


QUICK = [vector for vector in ALL if vector["ask"] != "turn" or (vector["moves"] or 0) < 3]


def test_the_answers_are_those_of_the_second_derivation():
    report = check(plain, QUICK, tolerance=0)
    assert len(report.results) > 45
    assert {result.judgement for result in report.results} == {Judgement.AGREES}


@pytest.mark.slow
def test_all_answers_are_those_of_the_second_derivation():
    assert check(plain, ALL, tolerance=0).ok


def test_the_others_are_as_good_and_no_more_are():
    for vector in ALL:
        if vector["ask"] == "turn" and (vector["moves"] or 3) < 3:
            board = vector["board"]
            around = [set() for _ in board["owners"]]
            for one, other in board["borders"]:
                around[one].add(other)
                around[other].add(one)
            scores = {
                "region": lambda owners, dice, around=around, who=vector["player"]: region(owners, around, who),
                "fields": lambda owners, dice, who=vector["player"]: owners.count(who),
            }
            made = best(
                board["owners"], board["dice"], around, vector["player"], vector["moves"], scores[vector["score"]]
            )
            first, *others = made[1]
            assert vector["answer"]["attack"] == (None if first is None else list(first))
            assert vector["others"] == list(map(list, others))


def test_the_pseudocode_of_the_course_is_caught():
    report = check(lambda question: plain(question, success_only), [v for v in QUICK if v["ask"] == "turn"])
    assert not report.ok
    assert {result.judgement for result in report.results} == {Judgement.AGREES, Judgement.VALUE}


def test_what_the_judge_says_of_a_turn():
    star = next(vector for vector in ALL if vector.get("others") == [[1, 2]] and vector["moves"] == 1)
    right = {"expected": star["answer"]["expected"]}
    for answer, judgement in [
        (right, Judgement.AGREES),
        (right | {"attack": [1, 0]}, Judgement.AGREES),
        (right | {"attack": [1, 2]}, Judgement.TIE),
        (right | {"attack": None}, Judgement.AIMS),
        (right | {"attack": [0, 1]}, Judgement.AIMS),
        ({"expected": 1.5, "attack": [1, 0]}, Judgement.VALUE),
        (right | {"attack": "1 on 0"}, Judgement.MALFORMED),
        (right | {"attack": [1, True]}, Judgement.MALFORMED),
        ({"attack": [1, 0]}, Judgement.MALFORMED),
        ({"error": "what?"}, Judgement.MALFORMED),
        (7, Judgement.MALFORMED),
    ]:
        result = check(lambda question, answer=answer: answer, [star]).results[0]
        assert result.judgement is judgement
        assert "1 on 0" in str(result)
        assert json.loads(json.dumps(result.to_json()))["exact"]["attack"] == [1, 0]


def test_what_is_no_vector():
    with pytest.raises(VectorError, match="ask: 'luck' is unknown; there are attack, holds, turn"):
        make_game("dicewars", {"ask": "luck"})
    with pytest.raises(GameError, match="9 dice"):
        make_game("dicewars", {"ask": "attack", "attacker": 9, "defender": 1})
    with pytest.raises(VectorError, match="is no test vector"):
        check(plain, [{"game": "dicewars", "ask": "luck"}])
