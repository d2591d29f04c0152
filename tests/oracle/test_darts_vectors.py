import json
from fractions import Fraction
from importlib import resources

import independent_darts as again
import jsonschema
import pytest

from truel_ref.games.darts import turns
from truel_ref.oracle import check, vectors
from truel_ref.oracle.corpus import generate, line, lines
from truel_ref.oracle.judge import Judgement

F = Fraction
ALL = vectors("darts")


def asking(ask):
    return [vector for vector in ALL if vector["ask"] == ask]


def answered(question):
    """Answer from the vectors themselves, which is what an ideal client would say."""
    return next(vector["answer"] for vector in ALL if question.items() <= vector.items())


def judged(change, *chosen):
    """Return the judgements on answers that were changed."""
    return [result.judgement for result in check(lambda question: change(dict(answered(question))), chosen).results]


def test_they_are_made_again_to_the_last_byte():
    assert [line(vector) for vector in generate("darts")] == lines("darts")
    assert [vector["id"] for vector in ALL] == [f"darts-{number:04}" for number in range(1, len(ALL) + 1)]
    assert 40 <= len(ALL) <= 80
    questions = [tuple((key, vector[key]) for key in vector if key not in ("id", "answer")) for vector in ALL]
    assert len(set(questions)) == len(ALL)


def test_every_vector_fits_the_schema():
    schema = json.loads((resources.files("truel_ref.oracle") / "data" / "schema-darts.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for vector in ALL:
        validator.validate(vector)
    assert not validator.is_valid(ALL[0] | {"more": 1})
    assert not validator.is_valid(ALL[0] | {"target": "OFF"})
    assert not validator.is_valid(ALL[0] | {"answer": {}})


def test_they_come_only_by_name():
    assert not [vector for vector in vectors() if vector["group"] == "darts"]
    assert vectors("darts", players=3) == []


@pytest.mark.parametrize("vector", asking("outcome"), ids=lambda vector: vector["id"])
def test_outcomes(vector):
    told = {place: F(chance) for place, chance in vector["answer"]["chances"].items()}
    assert told == again.lands(vector["target"], vector["miss"])
    assert F(vector["answer"]["score"]) == again.mean(vector["target"], vector["miss"])


@pytest.mark.parametrize("vector", asking("best"), ids=lambda vector: vector["id"])
def test_best_targets(vector):
    scores = {aim: again.mean(aim, vector["miss"]) for aim in again.AIMS}
    best = max(scores.values())
    assert vector["answer"] == {
        "targets": [aim for aim in again.AIMS if scores[aim] == best],
        "score": str(best),
    }


def test_turns():
    for vector in asking("turns"):
        if vector["total"] <= 40:
            values = {total: float(value) for total, value in turns(vector["total"], vector["miss"]).values.items()}
            assert values[vector["total"]] == float(F(vector["answer"]["turns"]))
            assert again.brackets_turns(values, F(vector["miss"]))


def test_the_judge_accepts_the_exact_answers_and_their_floats():
    def floats(answer):
        for key in ("score", "turns"):
            if key in answer:
                answer[key] = float(F(answer[key]))
        if "chances" in answer:
            answer["chances"] = {place: float(F(chance)) for place, chance in answer["chances"].items()}
        return answer

    assert check(answered, ALL).ok
    assert set(judged(floats, *ALL)) == {Judgement.AGREES}


def test_the_judge_finds_what_is_wrong():
    outcome, best, finish, leg = (asking(ask)[0] for ask in ("outcome", "best", "finish", "turns"))
    assert judged(lambda answer: answer | {"score": "50"}, outcome) == [Judgement.VALUE]
    assert judged(lambda answer: {"chances": {"T20": 1}}, outcome) == [Judgement.VALUE]
    assert judged(lambda answer: {"chances": {"T20": "0.81"}}, outcome) == [Judgement.NOT_A_DISTRIBUTION]
    assert judged(lambda answer: {"chances": {"T21": 1}}, outcome) == [Judgement.MALFORMED]
    assert judged(lambda answer: {"chances": [1]}, outcome) == [Judgement.MALFORMED]
    assert judged(lambda answer: {"score": 1}, outcome) == [Judgement.MALFORMED]
    assert judged(lambda answer: {"targets": ["T19"]}, best) == [Judgement.VALUE]
    assert judged(lambda answer: {"targets": ["T20", "T19"]}, best) == [Judgement.VALUE]
    assert judged(lambda answer: {"targets": []}, best) == [Judgement.MALFORMED]
    assert judged(lambda answer: {"targets": ["T20", "T20"]}, best) == [Judgement.MALFORMED]
    assert judged(lambda answer: answer | {"darts": 2}, finish) == [Judgement.VALUE]
    assert judged(lambda answer: answer | {"darts": None}, finish) == [Judgement.VALUE]
    assert judged(lambda answer: answer | {"ways": []}, asking("finish")[4]) == [Judgement.AGREES]
    assert judged(lambda answer: answer | {"ways": [["DB", "DB"]]}, asking("finish")[4]) == [Judgement.VALUE]
    assert judged(lambda answer: {"turns": 1.2}, leg) == [Judgement.VALUE]
    assert judged(lambda answer: {"error": "no"}, leg) == [Judgement.MALFORMED]


def test_one_of_two_best_targets_is_another_outcome_of_a_tie():
    tie = next(vector for vector in asking("best") if vector["miss"] == "1/3")
    assert tie["answer"]["targets"] == ["T20", "T19"]
    for target in ("T20", "T19"):
        assert judged(lambda answer, target=target: answer | {"targets": [target]}, tie) == [Judgement.TIE]
    assert judged(lambda answer: {"targets": ["T20", "T18"]}, tie) == [Judgement.VALUE]


def test_the_command(run, refused):
    assert run("vectors", "--game", "darts") == run("vectors", "--group", "darts")
    refused(["vectors", "--game", "dart"], "--game: 'dart' is unknown; there are darts")
    refused(["vectors", "--game", "darts", "--group", "ties"], "--game and --group both name a group")
