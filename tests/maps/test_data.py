"""A computed map as plain data: JSON there and back, and records."""

import json

import pytest

from truel_ref import Problem
from truel_ref.maps import MapData, MapSpec, build

DATA = build(MapSpec(Problem([0, 0, "1/2"], search="All"), points=6))


@pytest.mark.parametrize("square", [False, True])
def test_json_there_and_back_is_the_same_map(square):
    data = build(MapSpec(Problem([0, 0, "1/2"], search="All"), points=5, a_above_b=square))
    again = MapData.from_json(json.loads(json.dumps(data.to_json())))
    assert (again, again.same_arrays(data)) == (data, True)


def test_records_have_a_row_per_pixel():
    records = DATA.to_records()
    said = [records[9][key] for key in ("pA", "pB", "win A", "win B", "win C", "solved")]
    assert (len(records), DATA.spec.size, said) == (28, 28, ["1/6", "1/2", *DATA.win[1, 3].tolist(), True])
