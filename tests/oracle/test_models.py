"""The vectors of other rules of fire: shape and truth."""

import json
from collections import Counter
from fractions import Fraction

import pytest

from truel_ref import Problem
from truel_ref.errors import ProblemError, VectorError
from truel_ref.game.variant import Variant
from truel_ref.oracle import models
from truel_ref.oracle.corpus import MODEL_GROUPS, lines, shipped
from truel_ref.oracle.models import CAP, CLEAR, MOST, bullet_endings, drawn_wins, make_model
from truel_ref.variants.models import solve_variant

ALL = {group: list(map(json.loads, lines(group))) for group in MODEL_GROUPS}
LISTS = ("shooter", "simultaneous", "opinions")


def equilibria(group):
    return [entry for vector in ALL[group] for entry in vector["answer"]["equilibria"]]


def test_all_that_is_promised_is_there():
    for group, listed in ALL.items():
        assert len(shipped(f"{group}.jsonl")) < 150_000
        assert {len(vector["problem"]["hits"]) for vector in listed} == {2, 3, 4}
        hits = Counter(hit for vector in listed for hit in vector["problem"]["hits"])
        assert hits["0"] > 10 < hits["1"]
        assert sum(len(set(vector["problem"]["hits"])) < len(vector["problem"]["hits"]) for vector in listed) > 10
        words = Counter(json.dumps(target) for vector in listed for target in vector["problem"]["targets"])
        assert {'"Strongest"', '"Random"', '"A"', '"B"'} <= set(words)
        assert any(word.startswith("[") for word in words)
    for group in LISTS:
        many = [len(vector["answer"]["equilibria"]) for vector in ALL[group]]
        assert sum(number > 1 for number in many) >= 10
        assert max(many) <= MOST
        assert {entry["strict"] for entry in equilibria(group)} == {True, False}
        assert any(entry["stalemate"] != "0" for entry in equilibria(group))
    assert any(entry["nobody"] not in ("0", "1") for entry in equilibria("simultaneous"))
    assert sum(bool(vector["outcomes"]) for vector in ALL["bullets"]) >= 20
    assert {vector["survivors"] for vector in ALL["bullets"]} == {"equal", "none", "each"}
    assert {(vector["play"], vector["start"]) for vector in ALL["lot"]} == {
        (play, start) for play in ("announced", "stationary") for start in (False, True)
    }
    assert any(vector["answer"]["win"] is None for vector in ALL["lot"])
    assert any(vector["order_outcomes"] for vector in ALL["lot"])


def published(group, *hits, **fields):
    """The answer of the vector of a published problem."""
    stated = [vector for vector in ALL[group] if vector["problem"]["hits"] == [*hits]]
    return next(vector["answer"] for vector in stated if all(vector[key] == fields[key] for key in fields))


def test_the_published_values_come_first():
    assert published("lot", "1", "4/5", "1/2")["win"] == ["3/10", "8/45", "47/90"]
    assert published("lot", "1/2", "1/2", "1/2")["win"] == ["1/3"] * 3
    [volley] = published("simultaneous", "1", "4/5", "1/2")["equilibria"]
    assert (volley["win"], volley["nobody"]) == (["1/20", "0", "9/10"], "1/20")
    [duel] = published("simultaneous", "1/2", "1/3")["equilibria"]
    assert (duel["win"], duel["nobody"]) == (["1/2", "1/4"], "1/4")
    [contest] = published("opinions", "1", "2/3", "1/3")["equilibria"]
    assert contest["win"] == ["15/32", "10/27", "139/864"]
    a, b, c = Fraction(1), Fraction(2, 3), Fraction(1, 3)
    wins = [a**2 / ((a + c) * (a + b + c)), b / (a + b + c), c * (2 * a + c) / ((a + c) * (a + b + c))]
    [shots] = published("shooter", "1", "2/3", "1/3")["equilibria"]
    assert shots["win"] == list(map(str, wins))


def variant_of(vector):
    return Variant.from_json(vector)


def test_whoever_is_asked_by_lot_or_with_bullets_meets_no_small_margin():
    for vector in ALL["bullets"]:
        endings = [bullet_endings(variant_of(vector), CAP, slack) for slack in (Fraction(0), CLEAR)]
        assert endings[0] == endings[1]
        assert len(endings[0]) == 1 + len(vector["outcomes"])
    for vector in ALL["lot"]:
        if len(vector["problem"]["hits"]) < 4:
            slacks = (Fraction(0), CLEAR, -CLEAR) if vector["play"] == "stationary" else (Fraction(0), CLEAR)
            drawn = [drawn_wins(variant_of(vector), CAP, slack) for slack in slacks]
            assert all(entry == drawn[0] for entry in drawn)


def test_the_answers_are_those_of_the_package():
    for group in LISTS:
        for vector in ALL[group][::7]:
            answer = solve_variant(variant_of(vector))
            assert answer.complete
            assert len(vector["answer"]["equilibria"]) == answer.distinct
    for group in ("lot", "bullets"):
        for vector in ALL[group][::7]:
            answer = solve_variant(variant_of(vector))
            assert (vector["answer"]["win"] is None) == (not answer)
            if answer:
                assert vector["answer"]["win"] == list(map(str, answer.win))


def test_numbers_agree_with_each_other():
    for group in LISTS:
        for entry in equilibria(group):
            rests = [entry["stalemate"], entry.get("nobody", "0")]
            assert sum(map(Fraction, [*entry["win"], *rests])) == 1
    for vector in ALL["lot"]:
        wins = [entry["win"] for entry in vector["answer"]["orders"]]
        mean = vector["answer"]["win"]
        assert (mean is None) == (None in wins)
        if mean is not None:
            assert list(map(Fraction, mean)) == [
                sum(map(Fraction, column)) / len(wins) for column in zip(*wins, strict=True)
            ]
            assert sum(map(Fraction, mean)) + Fraction(vector["answer"]["stalemate"]) == 1
    for vector in ALL["bullets"]:
        for ending in (vector["answer"], *vector["outcomes"]):
            assert sum(Fraction(entry["chance"]) for entry in ending["survivors"]) == 1
            if vector["survivors"] == "none":
                assert ending["worths"] == ending["win"]
            if vector["survivors"] == "equal":
                assert sum(map(Fraction, ending["worths"])) == 1


def test_what_has_too_many_answers_is_no_vector(monkeypatch):
    monkeypatch.setattr(models, "CAP", 1)
    with pytest.raises(VectorError, match="too many ways of breaking ties"):
        make_model(Variant.stated("bullets", ["1/2", "1/3", 1], bullets=1, survivors="each"))
    with pytest.raises(VectorError, match="too many equilibria"):
        make_model(Variant.stated("shooter", [1] * 4))
    with pytest.raises(ProblemError, match="names: a test vector knows labels"):
        make_model(Variant.stated("shooter", Problem(["1/2", 1], names="Ann, Bob")))
