"""Equilibria as records: pure, mixed, continua and none, with names and without, as text, JSON and back."""

import json
from functools import cache

import pytest

from truel_ref import Problem, compare_play, equilibria
from truel_ref.fast.sets import Enclosure, enclosure_without_a_miss
from truel_ref.records.record import FORMATS

NAMES = {"names": "Ann, Bob, Cleo", "order": "Cleo, Ann, Bob"}
FOUR = ["13/25", "1/2", "11/25", "2/5"]
ASKED = {
    "pure": ((["1/2", "2/5", "3/5"],), {}),
    "several": (([1, 1, 1],), {}),
    "names": ((["1/2", "2/5", "3/5"],), NAMES),
    "random": ((["3/4", "11/20", 1],), {"search": "others,miss,random"}),
    "irrational": ((["1/2", "sqrt(2)/2", 1],), {}),
    "mixed": ((FOUR,), {"mixed": True}),
    "mixed, names": ((FOUR,), {"mixed": True, "names": "Ann, Bob, Cleo, Dan", "order": "Bob, Cleo, Dan, Ann"}),
    "continuum": (([0, 0, "1/2"],), {"mixed": True}),
    "none": ((["1/5", "7/10", "2/5", "3/5", "1/2"],), {}),
    "none, names": ((["1/5", "7/10", "2/5", "3/5", "1/2"],), {"names": "Ann, Bob, Cleo, Dan, Eve"}),
    "capped": (([0, 1, 1, 1],), {"cap": 1}),
}


@cache
def answer(name):
    asked, options = ASKED[name]
    return equilibria(*asked, **options)


def same(record, again):
    assert (again, hash(again), again.to_json()) == (record, hash(record), record.to_json())
    assert (str(again), repr(again)) == (str(record), repr(record))
    for format_name in FORMATS:
        assert again.to_text(format_name) == record.to_text(format_name)
    assert (again._repr_html_(), again._repr_latex_()) == (record._repr_html_(), record._repr_latex_())


def test_the_kinds_that_are_asked_for_are_there():
    assert [play.strict for play in answer("pure")] == [True]
    assert len(answer("several")) == 11
    assert any(play.mixing and not play.is_continuum for play in answer("mixed"))
    assert any(play.is_continuum for play in answer("continuum"))
    assert not answer("none")
    assert len(answer("none").gains) == 2**5
    assert not answer("capped").complete


def test_names_stand_in_text_and_json():
    record = answer("names")
    data = record[0].to_json()
    assert data["living"] == ["Cleo", "Ann", "Bob"]
    assert set(data["aims"]) == {"Ann", "Bob", "Cleo"}
    assert record.to_text("csv").startswith("Ann aims,Bob aims,Cleo aims,Ann wins")
    assert "Ann gains" in str(answer("none, names"))
    assert not {"A", "B"} & set(json.dumps(data).replace('"', " ").split())


def test_whom_announcing_serves():
    assert str(compare_play(["1/2", "2/5", "3/5"])).endswith("announcing serves A and C, at the cost of B")
    assert str(compare_play(["1/3", "2/3", 1])).endswith("announcing changes nobody's chances")
    assert compare_play(["1/3", "2/3", 1]).same_aims


@pytest.mark.parametrize("fields", [{}, NAMES])
def test_bounds_are_read_back(fields):
    record = enclosure_without_a_miss(Problem(["1/3", "2/3", 1], search="others", **fields))
    same(record, Enclosure.from_json(json.dumps(record.to_json())))
