"""The vectors of Goofspiel: shape, truth by their certificate, and what the judge says of right and wrong answers."""

import json
from fractions import Fraction
from functools import cache
from itertools import permutations

import jsonschema
import pytest

from truel_ref.errors import VectorError
from truel_ref.oracle import check, generate, vectors, write
from truel_ref.oracle.corpus import files_beside, line, lines, shipped
from truel_ref.oracle.judge import Judgement

F = Fraction
ALL = [json.loads(text) for text in lines("goofspiel")]
CLAIM = ALL[0]


def against(mix, line):
    return sum(chance * entry for chance, entry in zip(mix, line, strict=True))


@cache
def value_before(own, other, prizes, lead, goal):
    """Return the value before a draw by the plain rules."""
    if not prizes:
        return F((lead > 0) - (lead < 0)) if goal == "win" else F(lead)
    return sum(game(matrix(own, other, prize, prizes - {prize}, lead, goal)) for prize in prizes) / len(prizes)


def matrix(own, other, prize, to_come, lead, goal):
    def after(mine, theirs):
        gain = prize * ((mine > theirs) - (mine < theirs))
        return value_before(own - {mine}, other - {theirs}, to_come, lead + gain, goal)

    return tuple(tuple(after(mine, theirs) for theirs in sorted(other)) for mine in sorted(own))


@cache
def game(rows):
    """Return the value of a matrix game of up to three rows: a saddle point, or the best way out of two or three."""
    low, high = max(map(min, rows)), min(map(max, zip(*rows, strict=True)))
    if low == high:
        return low
    size = len(rows)
    mixes = [
        tuple({first: 1 - share, second: share}.get(place, F(0)) for place in range(size))
        for first, second in permutations(range(size), 2)
        for share in crossings(rows[first], rows[second])
    ]
    best = max(min(against(mix, column) for column in zip(*rows, strict=True)) for mix in mixes)
    if size == 3:
        best = max([best, *inner(rows)])
    return best


def crossings(first, second):
    """Yield where two columns give the same against a mix of two rows."""
    yield F(0)
    for a, c in zip(first, second, strict=True):
        for b, d in zip(first, second, strict=True):
            slope = (a - b) - (c - d)
            if slope and 0 <= (a - b) / slope <= 1:
                yield F(a - b) / slope


def inner(rows):
    """Yield what the mix of three rows gets against which all three columns give the same, if there is one."""
    steps = [[row[1] - row[0] for row in rows], [row[2] - row[1] for row in rows]]
    minors = [
        steps[0][one] * steps[1][other] - steps[0][other] * steps[1][one] for one, other in ((1, 2), (2, 0), (0, 1))
    ]
    total = sum(minors)
    if total and all(minor / total >= 0 for minor in minors):
        mix = [minor / F(total) for minor in minors]
        yield min(against(mix, column) for column in zip(*rows, strict=True))


def test_every_vector_fits_the_schema():
    schema = json.loads(shipped("schema-goofspiel.json"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for vector in ALL:
        validator.validate(vector)
        assert not validator.is_valid(vector | {"extra": 1})
    assert not validator.is_valid(CLAIM | {"own": [1, 1]})
    assert not validator.is_valid(CLAIM | {"answer": {"value": "0"}})
    assert [vector["id"] for vector in ALL] == [f"goofspiel-{number:04}" for number in range(1, 65)]


def test_they_are_made_again_to_the_last_byte():
    assert [line(vector) for vector in generate("goofspiel")] == lines("goofspiel")


def test_they_come_only_when_they_are_named(tmp_path, run):
    assert "goofspiel" not in {vector["group"] for vector in vectors()}
    assert run("vectors", "--game", "goofspiel")[1].splitlines() == lines("goofspiel")
    names = ["goofspiel.jsonl", "schema-goofspiel.json", "manifest.json", "FORMAT.md"]
    assert [path.name for path in write(tmp_path, "goofspiel")] == files_beside("goofspiel") == names


def test_the_bids_prove_the_values_over_the_plain_rules():
    small = [vector for vector in ALL if len(vector["own"]) < 4]
    assert len(small) > 45
    for vector in small:
        sets = frozenset(vector["own"]), frozenset(vector["other"]), vector["prize"], frozenset(vector["to_come"])
        shift = vector["lead"] if vector["goal"] == "points" else 0
        rows = [[entry - shift for entry in row] for row in matrix(*sets, vector["lead"], vector["goal"])]
        value = F(vector["answer"]["value"])
        own, other = (list(map(F, vector["answer"][key])) for key in ("own_bids", "other_bids"))
        assert sum(own) == sum(other) == 1
        assert min(own + other) >= 0
        assert min(against(own, column) for column in zip(*rows, strict=True)) == value
        assert max(against(other, row) for row in rows) == value


def test_what_the_judge_says():
    def judgement(answer, vector=CLAIM):
        result = check(lambda question: answer, [vector]).results[0]
        assert "own bids" in str(result)
        assert json.loads(json.dumps(result.to_json()))["exact"]["value"] == vector["answer"]["value"]
        return result.judgement

    right = {"value": -1 / 3}
    assert judgement(CLAIM["answer"]) is Judgement.AGREES
    assert judgement(right) is Judgement.AGREES
    assert judgement(right | {"own_bids": [1 / 3, 2 / 3]}) is Judgement.AGREES
    assert judgement(right | {"own_bids": [1 / 2, 1 / 2]}) is Judgement.AIMS
    assert judgement(right | {"other_bids": [1, 0]}) is Judgement.AIMS
    assert judgement(right | {"own_bids": [1 / 2, 1 / 3]}) is Judgement.NOT_A_DISTRIBUTION
    assert judgement(right | {"own_bids": [2, -1]}) is Judgement.NOT_A_DISTRIBUTION
    assert judgement({"value": "-1/4"}) is Judgement.VALUE
    for malformed in ({"own_bids": [1, 0]}, right | {"own_bids": [1]}, {"value": "x"}, {"error": "what?"}, 7):
        assert judgement(malformed) is Judgement.MALFORMED
    # Who has lost for certain may bid what he likes.
    lost = next(vector for vector in ALL if len(vector["own"]) == 2 and vector["answer"]["value"] == "-1")
    assert lost["goal"] == "win"
    verdicts = {judgement(lost["answer"] | {"own_bids": bids}, lost) for bids in ([1, 0], [0, 1])}
    assert verdicts == {Judgement.AGREES, Judgement.TIE}


def test_what_is_no_vector():
    with pytest.raises(VectorError, match="is no test vector"):
        check(lambda question: {}, [CLAIM | {"own": [1]}])
