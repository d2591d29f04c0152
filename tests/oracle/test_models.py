"""The vectors of other rules of fire: shape and truth."""

import json
from fractions import Fraction

import pytest

from truel_ref import Problem
from truel_ref.errors import ProblemError, VectorError
from truel_ref.game.variant import Variant
from truel_ref.oracle import models
from truel_ref.oracle.corpus import MODEL_GROUPS, lines
from truel_ref.oracle.models import make_model

ALL = {group: list(map(json.loads, lines(group))) for group in MODEL_GROUPS}
LISTS = ("shooter", "simultaneous", "opinions")


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


def test_what_has_too_many_answers_is_no_vector(monkeypatch):
    monkeypatch.setattr(models, "CAP", 1)
    with pytest.raises(VectorError, match="too many ways of breaking ties"):
        make_model(Variant.stated("bullets", ["1/2", "1/3", 1], bullets=1, survivors="each"))
    with pytest.raises(VectorError, match="too many equilibria"):
        make_model(Variant.stated("shooter", [1] * 4))
    with pytest.raises(ProblemError, match="names: a test vector works only with labels"):
        make_model(Variant.stated("shooter", Problem(["1/2", 1], names="Ann, Bob")))
