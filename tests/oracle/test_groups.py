"""Every group of vectors: schema, ids, that it is made again to the last byte, and comes only when it is named."""

import json
from itertools import combinations

import jsonschema
import pytest
from examples import one_in

from truel_ref import Problem
from truel_ref.game.variant import Variant
from truel_ref.oracle import generate, make, vectors, write
from truel_ref.oracle.corpus import (
    BESIDE,
    GAME_GROUPS,
    GROUPS,
    MODEL_GROUPS,
    PLAY_GROUPS,
    files_beside,
    line,
    lines,
    make_game,
    schema_file,
    shipped,
)
from truel_ref.oracle.models import make_model
from truel_ref.oracle.plays import make_play

EVERY_GROUP = (*GROUPS, *BESIDE)
NOT_ASKED = ("id", "group", "note", "answer", "others", "outcomes", "order_outcomes", "near", "margin", "flags")
SETTINGS = ("period", "rounds", "clock")
NOT_ASKED += ("win", "win_decimal", "stalemate", "aims", "weights")


def validator(group):
    schema = json.loads(shipped(schema_file(vectors(group)[0])))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("step", [48, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("group", one_in(3, EVERY_GROUP))
def test_every_vector_fits_the_schema(group, step):
    listed, known = vectors(group), validator(group)
    for vector in listed[:: step if group in GROUPS else max(1, step // 4)]:
        known.validate(vector)
    assert not known.is_valid(listed[0] | {"extra": 1})


WRONG = [
    *(("fixed", key, wrong) for key, wrong in (("win", ["0.5", "1/2"]), ("id", "Fixed-1"), ("flags", ["thick"]))),
    *(("fixed", "margin", 0), ("darts", "target", "OFF"), ("darts", "answer", {}), ("mastermind", "answer", {})),
    *(("mastermind", "code", "11 2"), ("goofspiel", "own", [1, 1]), ("goofspiel", "answer", {"value": "0"})),
    *(("dicewars", "defender", 9), ("dicewars", "answer", vectors("dicewars")[-1]["answer"])),
    *(
        (one, "answer", vectors(other)[0]["answer"])
        for one, other in combinations(MODEL_GROUPS, 2)  # the answers of one model are no others'
        if {one, other} != {"shooter", "opinions"}
    ),
]


@pytest.mark.parametrize(("group", "key", "wrong"), WRONG, ids=str)
def test_what_is_wrong_does_not_fit_the_schema(group, key, wrong):
    first = vectors(group)[0]
    assert key in first
    assert not validator(group).is_valid(first | {key: wrong})


@pytest.mark.parametrize("group", EVERY_GROUP)
def test_ids_are_numbered_and_no_question_comes_twice(group):
    listed = vectors(group)
    assert [vector["id"] for vector in listed] == [f"{group}-{number:04}" for number in range(1, len(listed) + 1)]
    asked = {line({key: vector[key] for key in vector if key not in NOT_ASKED}) for vector in listed}
    assert len(asked) == len(listed)
    assert len(listed) == {**GROUPS, **PLAY_GROUPS, **MODEL_GROUPS}.get(group, len(listed))
    assert group not in GAME_GROUPS or 40 <= len(listed) <= 80


def remade(vector):
    """The vector that is made of what another one asks."""
    name, group = vector["id"], vector["group"]
    if "game" in vector:
        return make_game(group, {key: vector[key] for key in vector if key not in (*NOT_ASKED, "game")}) | {"id": name}
    if "model" in vector:
        return make_model(Variant.from_json(vector), name)
    problem = Problem.from_data(vector["problem"])
    if "play" in vector:
        return make_play(problem, group, name, **{key: vector[key] for key in SETTINGS if key in vector})
    return make(problem, name, group, vector.get("note", ""))


@pytest.mark.parametrize("group", BESIDE)
def test_some_are_made_again_to_the_last_byte(group):
    again = generate(group)
    for text in lines(group)[:9]:
        assert line(next(again)) == text
    for vector in vectors(group)[9::11]:
        if group not in MODEL_GROUPS or len(vector["problem"]["hits"]) < 4:
            assert remade(vector) == vector


@pytest.mark.parametrize("group", [pytest.param(group, marks=pytest.mark.slow) for group in BESIDE])
def test_all_are_made_again_to_the_last_byte(group):
    assert [line(vector) for vector in generate(group)] == lines(group)


@pytest.mark.parametrize("group", one_in(3, BESIDE))
def test_a_group_beside_comes_only_when_it_is_named(group, tmp_path, run):
    assert group not in {vector["group"] for vector in vectors()}
    assert run("vectors", "--game" if group in GAME_GROUPS else "--group", group)[1].splitlines() == lines(group)
    assert [path.name for path in write(tmp_path, group)] == files_beside(group)
    assert files_beside(group) == [f"{group}.jsonl", schema_file(vectors(group)[0]), "manifest.json", "FORMAT.md"]
    assert (tmp_path / f"{group}.jsonl").read_text(encoding="utf-8") == shipped(f"{group}.jsonl")
    assert (vectors(group, players=3) == []) is (group in GAME_GROUPS)
