"""What a map may state, its data, its files and the store."""

import dataclasses
import io
import json
import re
import warnings

import numpy as np
import pytest

from truel_ref import Problem
from truel_ref.errors import FileError, ProblemError, TruelError
from truel_ref.game.aims import Aim
from truel_ref.maps import MapData, MapSpec, Store, StoreWarning, build, load_map, map_problem, replace, save_map
from truel_ref.maps import store as storing
from truel_ref.maps.data import aims_from_json, aims_to_json

SPEC = MapSpec(Problem([0, 0, "1/2"], search="All"), points=4)
DATA = build(SPEC)
PACKED = storing._packed(DATA)

WRONG = [
    ({"points": 0}, "points: 0 is not an integer from 1 to 5,000"),
    ({"points": True}, "points: True is not an integer"),
    ({"points": 301, "method": "simulated"}, "points: 301 is not an integer from 1 to 300"),
    ({"games": 0}, "games: 0 is not an integer"),
    ({"a_above_b": 1}, "a_above_b: 1 is unknown"),
    ({"method": "cells"}, "method: 'cells' is unknown; choose from exact, normal, smart, simulated"),
    ({"fill": ["exact"]}, "fill: ['exact'] is unknown"),
    ({"model": "chess"}, "model: 'chess' is unknown"),
    ({"model": "stationary", "method": "smart"}, "method: 'smart' does not know stationary play"),
    ({"model": "bullets 1,2"}, "is for 2 players, and there are 3"),
    ({"problem": [0, 0, 1]}, "is not a Problem"),
    ({"problem": Problem([0, 0, "sqrt(2)/2"])}, "player C: 'sqrt(2)/2' is irrational"),
]


@pytest.mark.parametrize(("fields", "why"), WRONG)
def test_a_wrong_field_is_named_with_its_value(fields, why):
    with pytest.raises(TruelError, match=re.escape(why)):
        MapSpec(**({"problem": SPEC.problem} | fields))


def test_a_map_is_of_players_with_labels_in_order():
    with pytest.raises(ProblemError, match="names: a map works only"):
        MapSpec(Problem([0, 0, 1], names="Ann,Bob,Carl"))


def test_what_a_method_ignores_is_its_default():
    plain = MapSpec(SPEC.problem, 5)
    assert MapSpec(SPEC.problem, 5, fill="linear", games=7) == plain
    assert MapSpec(SPEC.problem, 5, method="smart", fill="linear").fill == "linear"
    assert MapSpec(SPEC.problem, 5, model="stationary").method == "normal"
    assert MapSpec(SPEC.problem.changed(hits=(1, 1, "1/2")), 5) == plain


def test_a_spec_changes_by_its_fields_and_those_of_its_problem():
    assert replace(SPEC, points=7, search="Others", if_eq=4).title() == "pC = 1/2; search Others; tie rule 4"
    assert replace(SPEC, search="Others").problem.searches_later == replace(SPEC, search="Others").problem.searches
    with pytest.raises(ProblemError, match="unknown field 'pints'"):
        replace(SPEC, pints=3)


def test_titles_say_what_is_unusual():
    spec = MapSpec(Problem([0, 0, 1, "1/3"], targets="Miss,C,Optimal,(0;0;1/2;0)".replace(";", ",")), points=2)
    assert spec.title() == "pC = 1, pD = 1/3; targets Miss, C, Optimal, (0, 0, 1/2, 0); search Others, Miss"
    assert MapSpec(Problem([0, 0])).clause() == "A and B are alone"
    assert (
        MapSpec(Problem([0, 0, 1]), model="lot").clause()
        == f"C always hits; {MapSpec(Problem([0, 0, 1]), model='lot').play.name}"
    )


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: map_problem("1"), "give a list"),
        (lambda: build([0, 0, 1]), "is not a MapSpec"),
        (lambda: build(SPEC, jobs=0), "jobs: 0"),
        (lambda: build(SPEC, executor=object(), jobs=2), "not both"),
        (lambda: SPEC.at(5, 0), "there is no pixel"),
        (lambda: DATA.aims_at(0, -1), "there is no pixel"),
    ],
)
def test_wrong_calls_are_refused_in_a_line(call, why):
    with pytest.raises(TruelError, match=why):
        call()


def test_data_are_read_only_and_equal_by_every_byte():
    with pytest.raises(ValueError, match="read-only"):
        DATA.win[0, 0] = 0
    other = dataclasses.replace(DATA, tie=~DATA.tie)
    assert DATA == build(SPEC) != other
    assert hash(DATA) == hash(other)
    assert DATA._repr_png_()[1:4] == b"PNG"
    assert repr(DATA) == "<MapData pC = 1/2; search Others, Self, Miss, Random; 4 points, exact>"


def test_aims_keep_the_word_random():
    random = (Aim.of("0:1/2:1/2", 3), None, dataclasses.replace(Aim.of("1/2:0:1/2", 3), is_random=True))
    again = aims_from_json(json.loads(json.dumps(aims_to_json(random))), 3)
    assert again == random
    assert [aim and aim.is_random for aim in again] == [False, None, True]


def broken(**arrays):
    """Return the data with some entries of arrays changed."""
    changed = {name: getattr(DATA, name).copy() for name in arrays}
    for name, value in arrays.items():
        changed[name][1, 2] = value
    return dataclasses.replace(DATA, **changed)


@pytest.mark.parametrize(
    ("arrays", "why"),
    [
        ({"win": [2, 0, 0]}, "win probability of A is not in"),
        ({"win": [0, np.nan, 0]}, "win probability of B is not in"),
        ({"stalemate": -0.5}, "stalemate is not in"),
        ({"index": 99}, "not in its table"),
        ({"index": -1}, "no value there"),
    ],
)
def test_data_that_no_map_can_have_are_refused_by_pixel(arrays, why):
    with pytest.raises(ProblemError, match=f"pA = 1/4, pB = 1/2: .*{why}"):
        broken(**arrays).check()


# -- files


def test_a_file_holds_the_map_and_equal_maps_are_equal_files(tmp_path):
    for spec in (SPEC, replace(SPEC, a_above_b=False), MapSpec(Problem([0, 0, 1]), 3, model="stationary")):
        save_map(build(spec), tmp_path / "map.npz")
        assert load_map(tmp_path / "map.npz") == build(spec)
    assert storing._packed(build(SPEC)) == PACKED
    with np.load(io.BytesIO(PACKED), allow_pickle=False) as archive:
        assert (archive["win"] == DATA.win).all()


def written(about=None, **arrays):
    """Return a file with other contents."""
    with np.load(io.BytesIO(PACKED)) as archive:
        members = dict(archive) | arrays
    before = json.loads(members["about"].tobytes())
    members["about"] = np.frombuffer(json.dumps(before | (about or {})).encode(), dtype=np.uint8)
    whole = io.BytesIO()
    np.savez_compressed(whole, **{name: array for name, array in members.items() if array is not None})
    return whole.getvalue()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "cannot be read"),
        (PACKED[:-40], "cannot be read"),
        (PACKED[:200] + bytes([PACKED[200] ^ 1]) + PACKED[201:], "cannot be read|impossible|holds"),
        (written({"format": 0}), "version of the format is 0"),
        (written({"mathematics": 9}), "version of the mathematics is 9"),
        (written({"spec": {"points": 3}}), "impossible"),
        (written({"aims": []}), "not in its table"),
        (written(win=None), "it holds"),
        (written(win=DATA.win.astype("f4")), "its array win is float32"),
        (written(win=DATA.win[:3]), "its array win is float64"),
        (written(win=np.asfortranarray(DATA.win)), "its array win is float64"),
        (written(win=np.zeros((60, 60, 3))), "its array win is too large"),
        (written(tie=DATA.tie.astype(object)), "cannot be read|its array"),
    ],
)
def test_a_file_that_is_no_map_is_refused_with_the_reason(content, why, tmp_path):
    (tmp_path / "map.npz").write_bytes(content)
    with pytest.raises(ProblemError, match=f"not a map that can be used: .*({why}).*compute it again"):
        load_map(tmp_path / "map.npz")


def test_no_more_is_read_than_allowed(tmp_path):
    save_map(DATA, tmp_path / "map.npz")
    with pytest.raises(ProblemError, match=r"longer than 700 bytes"):
        load_map(tmp_path / "map.npz", most=700)
    with pytest.raises(ProblemError):
        load_map(tmp_path / "missing.npz")


# -- the store


def test_the_store_computes_what_is_missing_and_repairs_what_is_broken(tmp_path):
    made, said = [], []

    def compute(spec):
        made.append(spec)
        return DATA

    store = Store(tmp_path / "maps", report=said.append)
    assert [store.fetch(SPEC, compute) for _ in range(2)] == [DATA, DATA]
    assert (len(made), said) == (1, [])
    store.path(SPEC).write_bytes(b"broken")
    assert store.fetch(SPEC, compute) == DATA == load_map(store.path(SPEC))
    assert (len(made), len(said)) == (2, 1)
    assert "computed again" in said[0]
    assert Store(tmp_path / "maps", "update").fetch(SPEC, compute) == DATA
    assert Store(tmp_path / "maps", "none").fetch(SPEC, compute) == DATA
    assert len(made) == 4
    assert Store(tmp_path / "maps", "read-only").fetch(SPEC, None) == DATA
    with pytest.raises(ProblemError, match=r"not in the store .* read-only: no file"):
        Store(tmp_path / "maps", "read-only").fetch(replace(SPEC, points=3), None)
    assert build(SPEC, store=store) == DATA


def test_a_map_that_cannot_be_stored_is_returned_with_a_warning(tmp_path, monkeypatch):
    def full(*_):
        raise FileError("no space")

    monkeypatch.setattr(storing, "save_map", full)
    with pytest.warns(StoreWarning, match="cannot be stored: no space"):
        assert Store(tmp_path).fetch(SPEC, build) == DATA
    with warnings.catch_warnings(), pytest.raises(ProblemError, match="mode: 'always' is unknown"):
        Store(tmp_path, "always")


def test_a_file_has_the_name_of_everything_that_counts(tmp_path):
    store = Store(tmp_path)
    others = [
        replace(SPEC, **fields) for fields in ({"points": 5}, {"a_above_b": False}, {"if_eq": 2}, {"method": "normal"})
    ]
    assert len({store.path(spec) for spec in (SPEC, *others)}) == 5
    assert isinstance(MapData.join(SPEC, []), MapData)
