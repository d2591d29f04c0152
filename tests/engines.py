"""Maps by the engines, byte for byte against the exact solver, which is asked pixel by pixel."""

from functools import cache

import pytest

from truel_ref import Problem
from truel_ref.maps.builder import normal_rows
from truel_ref.maps.data import MapData
from truel_ref.maps.engine import cells
from truel_ref.maps.engine.cells import cells_rows, certified_rows

STANDARD = [
    Problem([0, 0, 1]),
    Problem([0, 0, "1/2"]),
    Problem([0, 0, 1], search="others,miss,random"),
    Problem([0, 0, "1/2"], search="all"),
]


def by(rows, spec):
    """Return a map by an engine, all of its rows at once."""
    return MapData.join(spec, [rows(spec, range(spec.points + 1))])


@cache
def by_exact(spec):
    return MapData.assemble(spec, normal_rows(spec, range(spec.points + 1)))


def everywhere(patch):
    """Take boxes however few pixels there are, down to two of them."""
    for name, value in {"FEW_TO_SOLVE": 0, "FEW_BOXES": 0, "worth_a_box": lambda area: 1}.items():
        patch.setattr(cells, name, value)


def assert_same_bytes(data, exact):
    assert data == exact
    assert [array.tobytes() for array in data.arrays.values()] == [array.tobytes() for array in exact.arrays.values()]


def assert_exact(spec, boxes=True):
    """Check a map of certified pixels and one by cells; with boxes down to two pixels, or as they are usually taken."""
    assert_same_bytes(by(certified_rows, spec), by_exact(spec))
    with pytest.MonkeyPatch.context() as patch:
        if boxes:
            everywhere(patch)
        assert_same_bytes(by(cells_rows, spec), by_exact(spec))
