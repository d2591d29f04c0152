"""A computed map as plain data: JSON there and back, records, and what is no map."""

import json

import pytest

from truel_ref import Problem
from truel_ref.errors import MapError
from truel_ref.maps import MapData, MapSpec, build

DATA = build(MapSpec(Problem([0, 0, "1/2"], search="All"), points=6))


@pytest.mark.parametrize("square", [False, True])
def test_json_there_and_back_is_the_same_map(square):
    data = build(MapSpec(Problem([0, 0, "1/2"], search="All"), points=5, a_above_b=square))
    again = MapData.from_json(json.loads(json.dumps(data.to_json())))
    assert again == data
    assert again.same_arrays(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"win": [[0.5]]}, "win: give one entry for each of the 28 pixels"),
        ({"index": ["x"] * 28}, "index: "),
        ({"index": [99] * 28}, "aims that are not in its table"),
        ({"index": [-1] * 28}, "row 0 has other pixels than the map"),
        ({"aims": [[None]]}, "table of aims"),
        ({"aims": [3]}, "3 are no aims"),
        ({"more": 1}, "a map has the keys spec, aims, index"),
    ],
)
def test_what_is_no_map_is_refused(change, message):
    with pytest.raises(MapError, match=message):
        MapData.from_json(DATA.to_json() | change)


def test_records_have_a_row_per_pixel():
    records = DATA.to_records()
    assert len(records) == DATA.spec.size == 28
    first = dict(records[9])
    assert (first["pA"], first["pB"]) == ("1/6", "1/2")
    assert [first[f"win {name}"] for name in "ABC"] == DATA.win[1, 3].tolist()
    assert first["solved"] is True
