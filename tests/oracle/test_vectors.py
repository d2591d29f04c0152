"""The vectors: nobody edits them, they agree with themselves, and with the solver."""

import hashlib
import json
import os
import sys
from fractions import Fraction
from pathlib import Path

import independent
import pytest
from from_scripts import script
from plain_data import plain

from truel_ref import Problem, TruelError, solve_many
from truel_ref.numbers import decimal_text, number_text
from truel_ref.oracle import FLAGS, check, make, read_vectors, selected, vectors
from truel_ref.oracle.vector_files import ANNOUNCED, OTHERS, THIN

DATA = Path(__file__).parents[2] / "truel_ref" / "oracle" / "data"
answer = script("own_answers").answer
FROZEN = json.loads((Path(__file__).parent / "frozen.json").read_text())
STEP = 1 if os.environ.get("HYPOTHESIS_PROFILE") == "long" else 12
"""How far the run skips ahead where it does not take all with up to four players; `scripts/vectors` asks all."""


@pytest.mark.parametrize("group", FROZEN)
def test_no_vector_is_ever_edited(group):
    count, digest = FROZEN[group]
    kept = (DATA / f"{group}.jsonl").read_text().splitlines()[:count]
    assert hashlib.sha256("\n".join(kept).encode()).hexdigest() == digest
    assert {*FROZEN} == {*ANNOUNCED, *OTHERS} == {file.stem for file in DATA.glob("*.jsonl")}


@pytest.mark.parametrize("group", ANNOUNCED)
def test_every_answer_of_announced_play_is_that_of_the_solver(group):
    asked = [one for one in vectors(group) if len(one["win"]) < 5 or STEP == 1]
    solved = solve_many(Problem.from_json(one["problem"]) for one in asked)
    for one, solution in zip(asked, solved, strict=True):
        aims = [aim and [*map(str, aim.weights)] for aim in solution.aims]
        assert ([*map(str, solution.win)], aims) == (one["win"], one["weights"]), one["id"]
        assert str(solution.stalemate) == one["stalemate"], one["id"]


@pytest.mark.parametrize("group", (*ANNOUNCED, *OTHERS))
def test_every_answer_is_accepted_by_the_judge(group):
    asked = vectors(group)[1 :: 4 if group in OTHERS else 5 * STEP] if STEP > 1 else vectors(group)
    report = check(answer, asked, 0, strict_ties=True)
    assert report.ok, report.text()
    assert {result.judgement.value for result in report.results} == {"agrees"}


def test_ids_are_different_and_named_after_their_group():
    asked = [one for group in (*ANNOUNCED, *OTHERS) for one in vectors(group)]
    assert len({one["id"] for one in asked}) == len(asked) == 5_794
    for one in asked:
        assert one["id"].rpartition("-")[0] == one["group"]
        assert Problem.from_json(one["problem"]).to_json() == one["problem"]


def test_the_numbers_of_a_vector_agree_with_each_other():
    for one in vectors():
        win = list(map(Fraction, one["win"]))
        assert sum(win) + Fraction(one["stalemate"]) == 1
        assert one["win"] == list(map(number_text, win))
        assert one["win_decimal"] == [decimal_text(value, 20) for value in win]
        assert {*one["flags"]} <= {*FLAGS}
        assert not one["outcomes"] or "tie" in one["flags"]
        assert not one["near"] or "thin" in one["flags"]
        assert ("stalemate" in one["flags"]) == (one["stalemate"] != "0")
        assert ("thin" in one["flags"]) == (one["margin"] is not None and Fraction(one["margin"]) < THIN)
        for other in (*one["outcomes"], *one["near"]):
            assert sum(map(Fraction, other["win"])) + Fraction(other["stalemate"]) == 1
            assert (other["win"], other["aims"]) != (one["win"], one["aims"])


@pytest.mark.parametrize("one", [*vectors("levels-by-place"), *vectors("weaker-mix")], ids=lambda one: one["id"])
def test_where_faults_hide_the_second_derivation_gives_the_same(one):
    problem = Problem.from_json(one["problem"])
    own = independent.solve(**plain(problem), if_eq=problem.if_eq)
    assert list(map(str, own.win)) == one["win"]
    assert [aim and list(map(str, aim)) for aim in own.aims] == one["weights"]


@pytest.mark.parametrize("group", ["tie-rules", "sentences", "margins", "stalemate", "levels-by-place", "weaker-mix"])
def test_a_vector_is_made_again(group):
    for one in [each for each in vectors(group) if len(each["problem"]["hits"]) < 5][:6]:
        assert make(Problem.from_json(one["problem"]), one["id"], group, one.get("note", "")) == one


def test_vectors_are_selected():
    assert {one["group"] for one in selected(only=["ties-000*", "lot-0001"])} == {"ties", "lot"}
    assert all("thin" in one["flags"] for one in selected(["boundary"], 3, flags=["thin"]))
    for refused, says in (
        (lambda: selected(flags=["tight"]), "there is no flag 'tight'"),
        (lambda: selected([""]), "there is no group ''"),
        (lambda: make(Problem(["sqrt(2)/2", "1/2"])), "irrational"),
    ):
        with pytest.raises(TruelError, match=says):
            refused()


def test_a_number_within_a_millionth_of_0_or_1_is_extreme():
    flags = [make(Problem([hit, "1/2"]))["flags"] for hit in ("1/100000", "1/2000000", "1999999/2000000")]
    assert flags == [[], ["extreme"], ["extreme"]]


def test_another_set_is_read_and_refused(tmp_path):
    file = tmp_path / "mine.jsonl"
    mine = make(Problem(["1/2", "1/3"]), "mine-0001", "mine")
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(mine).encode() + b"\r\n\r\n")
    assert selected(path=file) == selected(path=tmp_path) == read_vectors(file)["mine"] == [mine]
    for text, reason in (
        ("{}", "line 1: this is not a vector"),
        ("[1, 2]", "line 1: this is not a vector"),
        ("nothing", "line 1"),
        ("", "there are no vectors"),
        (json.dumps(mine | {"problem": {"hits": ["2"]}}), "line 1: this is not a vector"),
        *((json.dumps({k: mine[k] for k in mine if k != key}), f"the key '{key}' is missing") for key in mine),
    ):
        file.write_text(text)
        with pytest.raises(TruelError, match=reason):
            selected(path=file)


def test_vectors_are_appended_and_a_fault_is_recorded(monkeypatch, tmp_path):
    """By scripts/vectors, in another folder; `wrong` turns every answer round."""
    program, few = script("vectors"), vectors("optimal")[:9]
    monkeypatch.setattr(program, "DATA", tmp_path)
    monkeypatch.setattr(program, "vectors", lambda: few)
    (tmp_path / "problems").write_text('{"hits": ["1/2", "1/3"]}\n')
    for number in (1, 2):
        program.append("mine", tmp_path / "problems")
        assert read_vectors(tmp_path / "mine.jsonl")["mine"][-1]["id"] == f"mine-000{number}"
    (tmp_path / "faults.json").write_text("{}")
    wrong = [sys.executable, str(Path(__file__).with_name("clients.py")), "wrong"]
    assert program.record("turned", "All is turned round.", "R1.2", True, wrong) == 0
    answers = json.loads((tmp_path / "faults.json").read_text())["turned"]["answers"]
    assert {*answers} == {one["id"] for one in few if one["win"] != one["win"][::-1]}


def test_the_format_says_what_every_key_flag_and_group_means():
    text, example = (DATA / "FORMAT.md").read_text(), vectors("tie-rules")[0]
    keys = {*example, *example["problem"], *FLAGS, *ANNOUNCED, *OTHERS}
    assert {key for key in keys if f"`{key}`" not in text} == set()


def test_every_vector_fits_its_schema():
    jsonschema = pytest.importorskip("jsonschema")
    names = {"announced": "schema.json", "play": "schema-play.json", "model": "schema-model.json"}
    schemas = {kind: json.loads((DATA / name).read_text()) for kind, name in names.items()}
    checkers = {kind: jsonschema.Draft202012Validator(schema) for kind, schema in schemas.items()}
    for group in (*ANNOUNCED, *OTHERS):
        for one in vectors(group)[::20]:
            kind = "model" if "model" in one else "play" if "play" in one else "announced"
            checkers[kind].validate(one)
