"""Vectors of Mastermind: made again, fitting their schema, and judged."""

import json
from importlib import resources

import jsonschema
import pytest

from truel_ref.oracle import check, vectors
from truel_ref.oracle.corpus import files_beside, generate, line, lines
from truel_ref.oracle.judge import Judgement

ALL = vectors("mastermind")


def asking(ask):
    return [vector for vector in ALL if vector["ask"] == ask]


def answered(question):
    """Answer from the vectors themselves, which is what an ideal client would say."""
    return next(vector["answer"] for vector in ALL if question.items() <= vector.items())


def judged(change, chosen):
    """Return the judgements on answers that were changed."""
    return [result.judgement for result in check(lambda question: change(dict(answered(question))), chosen).results]


@pytest.mark.slow
def test_they_are_made_again_to_the_last_byte():
    assert [line(vector) for vector in generate("mastermind")] == lines("mastermind")


def test_no_question_comes_twice_and_they_come_only_by_name():
    assert [vector["id"] for vector in ALL] == [f"mastermind-{number:04}" for number in range(1, len(ALL) + 1)]
    assert 40 <= len(ALL) <= 80
    questions = {line({key: vector[key] for key in vector if key not in ("id", "answer")}) for vector in ALL}
    assert len(questions) == len(ALL)
    assert not [vector for vector in vectors() if vector["group"] == "mastermind"]
    assert vectors("mastermind", players=3) == []
    assert files_beside("mastermind") == ["mastermind.jsonl", "schema-mastermind.json", "manifest.json", "FORMAT.md"]


def test_every_vector_fits_the_schema():
    schema = json.loads((resources.files("truel_ref.oracle") / "data" / "schema-mastermind.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for vector in ALL:
        validator.validate(vector)
    assert not validator.is_valid(ALL[0] | {"more": 1})
    assert not validator.is_valid(ALL[0] | {"code": "11 2"})
    assert not validator.is_valid(ALL[0] | {"answer": {}})


def test_trees_are_played_again_in_plain_steps():
    """Follow the nodes of each tree as FORMAT.md tells it."""
    assert {vector["answer"]["code"] is None for vector in asking("unsolved")} == {True, False}
    for vector in asking("unsolved") + asking("shorten"):
        signs = "123456789"[: vector["colors"]]
        codes = [""]
        for _ in range(vector["pegs"]):
            codes = [code + sign for code in codes for sign in signs]
        follow = {(node["after"], *node["feedback"]): number for number, node in enumerate(vector["tree"]) if number}
        lengths = {}
        for code in codes:
            node, steps = 0, 1
            while node is not None and vector["tree"][node]["guess"] != code:
                guess = vector["tree"][node]["guess"]
                black = sum(mine == theirs for mine, theirs in zip(code, guess, strict=True))
                common = sum(min(code.count(sign), guess.count(sign)) for sign in signs)
                node, steps = follow.get((node, black, common - black)), steps + 1
            lengths[code] = None if node is None else steps
        if vector["ask"] == "unsolved":
            assert vector["answer"]["code"] == next((code for code in codes if lengths[code] is None), None)
        else:
            assert vector["answer"]["total"] == sum(lengths.values())


def test_the_judge_accepts_the_exact_answers_and_nothing_else():
    assert set(judged(lambda answer: answer, ALL)) == {Judgement.AGREES}
    numbers = [vector for vector in ALL if vector["ask"] not in ("lengths", "unsolved")]

    def larger(answer):
        last = list(answer)[-1]
        return answer | {last: eval_fraction(answer[last]) * 1.001 + 0.001}

    assert set(judged(larger, numbers)) == {Judgement.VALUE}
    floats = asking("expectation") + asking("adversary")
    as_floats = judged(lambda answer: {key: eval_fraction(value) for key, value in answer.items()}, floats)
    assert set(as_floats) == {Judgement.AGREES}


def eval_fraction(said):
    top, _, bottom = str(said).partition("/")
    return int(top) / int(bottom or 1)


@pytest.mark.parametrize(
    ("ask", "change", "judgement"),
    [
        ("lengths", lambda answer: {"lengths": answer["lengths"][:-1]}, Judgement.VALUE),
        ("lengths", lambda answer: {"lengths": [*answer["lengths"], 0]}, Judgement.AGREES),
        ("lengths", lambda answer: {"lengths": 3}, Judgement.MALFORMED),
        ("unsolved", lambda answer: {"code": "x"}, Judgement.MALFORMED),
        ("unsolved", lambda answer: {"error": "too hard"}, Judgement.MALFORMED),
        ("feedback", lambda answer: {"black": answer["black"]}, Judgement.MALFORMED),
        ("least", lambda answer: 5, Judgement.MALFORMED),
    ],
)
def test_what_the_judge_says_of_other_answers(ask, change, judgement):
    assert set(judged(change, asking(ask))) == {judgement}


def test_another_code_is_wrong_and_so_is_none():
    for vector in asking("unsolved"):
        other = None if vector["answer"]["code"] else "1" * vector["pegs"]
        assert judged(lambda answer, other=other: {"code": other}, [vector]) == [Judgement.VALUE]
