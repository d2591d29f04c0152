"""A computed map as plain data: JSON there and back, and records."""

from truel_ref import Problem
from truel_ref.maps import MapSpec, build

DATA = build(MapSpec(Problem([0, 0, "1/2"], search="All"), points=6))


def test_records_have_a_row_per_pixel():
    records = DATA.to_records()
    said = [records[9][key] for key in ("pA", "pB", "win A", "win B", "win C", "solved")]
    assert (len(records), DATA.spec.size, said) == (28, 28, ["1/6", "1/2", *DATA.win[1, 3].tolist(), True])
