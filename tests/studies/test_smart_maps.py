"""The adaptive method: what it solves, what it infers, and by how much it errs."""

from itertools import pairwise

import numpy as np
import pytest
from examples import examples
from hypothesis import given
from strategies import map_specs

from truel_ref import Problem, solve
from truel_ref.maps.builder import build, difference, replace
from truel_ref.maps.grid import FILLS, MapSpec
from truel_ref.studies import smart_maps
from truel_ref.studies.smart_maps import cut_lines, smart_rows, win_with_aims

PUBLISHED = Problem([0, 0, 1])


@pytest.fixture
def few_parts(monkeypatch):
    """Begin with few parts, so that small grids are cut and filled as large ones are."""
    monkeypatch.setattr(smart_maps, "LEAST_PARTS", 2)


@pytest.mark.parametrize("points", [1, 7, 30, 31, 299, 300, 1201, 10_000])
def test_lines_cut_a_side_evenly(points):
    lines = cut_lines(points)
    sides = {end - start for start, end in pairwise(lines)}
    assert (lines[0], lines[-1], len(lines) - 1) == (0, points, min(points, max(30, -(-points // 40))))
    assert min(sides) + 1 >= max(sides)
    assert max(sides) <= 40


@examples(18)
@given(map_specs(points=18, method="smart", most=3))
def test_exact_fill_differs_from_normal_only_where_it_infers(spec):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(smart_maps, "LEAST_PARTS", 2)
        check_against_normal(spec)


def check_against_normal(spec):
    data, normal = build(spec), build(replace(spec, method="normal"))
    number = {aims: place for place, aims in enumerate(normal.aims)}
    same_aims = np.array([*(number.get(aims, -2) for aims in data.aims), -1])[data.index] == normal.index
    equal = (data.win == normal.win).all(axis=-1) & (data.stalemate == normal.stalemate) | ~data.inside
    assert (same_aims & equal & (data.tie == normal.tie))[data.solved | ~data.inside].all()
    # With the right aims, exact filling is exact.
    assert equal[same_aims].all()
    return data


@pytest.mark.parametrize(
    ("problem", "a_above_b"),
    [
        pytest.param(problem, a_above_b, marks=[pytest.mark.slow] if long else [], id=f"{name}-{a_above_b}")
        for name, problem, long in (
            ("published", PUBLISHED, False),
            ("all", Problem([0, 0, "1/2"], search="All"), True),
            ("four", Problem([0, 0, "1/2", 1]), True),
        )
        for a_above_b in (False, True)
    ],
)
def test_smart_infers_a_good_part_of_a_map(problem, a_above_b, monkeypatch):
    monkeypatch.setattr(smart_maps, "LEAST_PARTS", 6)
    data = check_against_normal(MapSpec(problem, 18, a_above_b, "smart"))
    assert not data.solved[data.inside].all()


@pytest.mark.usefixtures("few_parts")
@pytest.mark.parametrize("a_above_b", [False, True])
@pytest.mark.parametrize("fill", FILLS)
def test_a_map_of_one_kind_is_solved_on_its_borders_only(fill, a_above_b):
    """Nobody shoots, so that every pixel is the same stalemate."""
    spec = MapSpec(Problem([0, 0], targets=["Miss", "Miss"]), 16, a_above_b, "smart", fill)
    data = build(spec)
    borders = {(row, column) for row, column in spec.pixels() if row % 8 == 0 or column % 8 == 0}
    diagonal = set() if a_above_b else {(row, row) for row in range(17)}
    assert {*zip(*np.nonzero(data.solved & data.inside), strict=True)} == borders | diagonal
    assert (data.stalemate[data.inside] == 1).all()
    assert len(data.aims) == 1


@pytest.mark.usefixtures("few_parts")
def test_linear_fill_lies_between_the_borders():
    spec = MapSpec(PUBLISHED, 24, True, "smart", "linear")
    data, exact = build(spec), build(replace(spec, fill="exact"))
    assert ((data.solved == exact.solved) & (data.index == exact.index)).all()
    assert (data.win[data.solved] == exact.win[data.solved]).all()
    assert not data.solved.all()
    for row, column in zip(*np.nonzero(~data.solved), strict=True):
        line = np.nonzero(data.solved[row])[0]
        left, right = line[line < column].max(), line[line > column].min()
        share = (column - left) / (right - left)
        expected = (1 - share) * data.win[row, left] + share * data.win[row, right]
        assert np.allclose(data.win[row, column], expected, rtol=0, atol=1e-12)
    assert np.allclose(data.win.sum(axis=-1) + data.stalemate, 1, rtol=0, atol=1e-12)


def test_bands_share_their_borders_and_can_be_done_apart():
    spec = MapSpec(PUBLISHED, 60, method="smart")
    known = {}
    first = smart_rows(spec, [4, 5], known)
    assert {row for row, _ in known} == {4, 6}
    again = smart_rows(spec, [6, 7], known)
    assert first | again == smart_rows(spec, [7, 4, 6, 5])
    assert {row for row, _ in known} == {4, 6, 8}


def test_win_with_aims_of_a_stalemate():
    still = Problem([0, 0, "1/2"], search="Miss")
    assert win_with_aims(still, solve(still).aims) == (0, 0, 0)
    assert win_with_aims(Problem([0, 0, 0]), solve(["1/3", "2/3", 1]).aims) == (0, 0, 0)


@pytest.mark.slow
def test_linear_fill_errs_as_much_as_published():
    spec = MapSpec(PUBLISHED, 300, True, "smart", "linear")
    # Exact filling finds every aim of this map, so it stands for the whole truth; both are checked below.
    found = difference(spec, replace(spec, fill="exact"))
    assert 0.002 < found.average < 0.008
    assert 0.03 < found.maximum < 0.12
    assert found.share_aims == 0
    triangle = replace(spec, a_above_b=False, fill="exact")
    assert difference(triangle, replace(triangle, method="normal")).maximum == 0
