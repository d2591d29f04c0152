"""Maps by cells: every byte is that of the method "normal", and bounds and identities are what makes them so."""

from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import strategies
from examples import examples, one_in
from hypothesis import given, settings
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.maps.builder import METHOD, build, normal_rows, replace
from truel_ref.maps.data import MapData
from truel_ref.maps.engine import cells, identities
from truel_ref.maps.engine import pixels as certified
from truel_ref.maps.engine.cells import cells_rows, side_of_boxes
from truel_ref.maps.grid import MapSpec

F = Fraction

STANDARD = [
    Problem([0, 0, 1]),
    Problem([0, 0, "1/2"]),
    Problem([0, 0, 1], search="others,miss,random"),
    Problem([0, 0, "1/2"], search="all"),
]


def by_cells(spec):
    return MapData.join(spec, [cells_rows(spec, range(spec.points + 1))])


@cache
def by_exact(spec):
    return MapData.assemble(spec, normal_rows(spec, range(spec.points + 1)))


def assert_exact(spec):
    data, exact = by_cells(spec), by_exact(spec)
    for name in MapData.ARRAYS:
        assert getattr(data, name).tobytes() == getattr(exact, name).tobytes(), name
    assert data == exact


@pytest.fixture
def boxes_everywhere(monkeypatch):
    """Take boxes however few pixels there are, down to two of them."""
    monkeypatch.setattr(cells, "FEW_TO_SOLVE", 0)
    monkeypatch.setattr(cells, "FEW_PIXELS", 0)
    monkeypatch.setattr(cells, "SMALLEST", 1)


def check_with_boxes_everywhere(spec):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "FEW_TO_SOLVE", 0)
        patch.setattr(cells, "FEW_PIXELS", 0)
        patch.setattr(cells, "SMALLEST", 1)
        assert_exact(spec)


# -- against the exact map


@given(strategies.problems(least=2, most=3), st.integers(1, 9), st.booleans())
@examples(18)
def test_cells_are_exact(problem, points, a_above_b):
    check_with_boxes_everywhere(MapSpec(problem, points, a_above_b))


@pytest.mark.slow
@given(strategies.problems(least=2, most=4), st.integers(1, 12), st.booleans())
@examples(130)
def test_cells_are_exact_on_many_maps(problem, points, a_above_b):
    check_with_boxes_everywhere(MapSpec(problem, min(points, 40 // problem.players), a_above_b))


@given(strategies.problems(least=4, most=4, search=st.just({"Others", "Miss"}), levels=False), st.booleans())
@settings(max_examples=3)
def test_cells_are_exact_for_four(problem, a_above_b):
    check_with_boxes_everywhere(MapSpec(problem, 3, a_above_b))


@pytest.mark.slow
@given(strategies.problems(least=5, most=5, search=st.just({"Others", "Miss"}), levels=False), st.booleans())
@settings(max_examples=15)
def test_cells_are_exact_for_five(problem, a_above_b):
    check_with_boxes_everywhere(MapSpec(problem, 3, a_above_b))


@pytest.mark.parametrize(("problem", "points"), [*zip(STANDARD, (30, 30, 20, 12), strict=True)], ids=repr)
def test_standard_maps(problem, points):
    assert_exact(MapSpec(problem, points, True))


@pytest.mark.slow
@pytest.mark.parametrize("problem", STANDARD, ids=repr)
@pytest.mark.parametrize("points", [30, 100])
def test_large_standard_maps(problem, points):
    assert_exact(MapSpec(problem, points, True))


@pytest.mark.slow
@pytest.mark.parametrize("others", [["1/2", "1"], ["1/2", "1/2"], ["1/3", "2/3"]])
@pytest.mark.usefixtures("boxes_everywhere")
def test_four_players(others):
    assert_exact(MapSpec(Problem([0, 0, *others]), 16, True))


@pytest.mark.parametrize("fixed", ["0", "1/2", "1"])
@pytest.mark.parametrize("rule", one_in(2, [1, 2, 3, 4, -1, -4]))
def test_where_all_is_ties(fixed, rule):
    """A grid of halves: every pixel has equal or extreme hit probabilities."""
    check_with_boxes_everywhere(MapSpec(Problem([0, 0, fixed], if_eq=rule), 2, True))


@pytest.mark.slow
@pytest.mark.parametrize("fixed", ["0", "1/2", "1"])
@pytest.mark.parametrize("rule", [1, 2, 3, 4, -1, -4])
def test_where_all_is_ties_among_four(fixed, rule):
    check_with_boxes_everywhere(MapSpec(Problem([0, 0, fixed, "1/2"], if_eq=rule), 4, True))


@pytest.mark.parametrize("search", ["self", "strongest", "miss", "others"])
def test_nobody_has_an_aim_in_a_stalemate(search):
    check_with_boxes_everywhere(MapSpec(Problem([0, 0, 0], search=search), 3, True))
    check_with_boxes_everywhere(MapSpec(Problem([0, 0, 0], targets=["B", "Optimal", "A"], search=search), 3, True))


@pytest.mark.parametrize("fixed", [F(1, 10**120), F(1, 10**5), 1 - F(1, 10**5), 1 - F(1, 10**120)])
def test_tiny_numbers(fixed):
    assert_exact(MapSpec(Problem([0, 0, fixed]), 5, True))
    check_with_boxes_everywhere(MapSpec(Problem([0, 0, "1/2"], targets=[[0, fixed, 0], "Optimal", "Optimal"]), 5, True))


# -- how the work is cut


def test_it_makes_no_difference_how_rows_are_cut():
    spec = MapSpec(STANDARD[1], 24)
    whole = by_cells(spec)
    for cuts in ([[3, 1], [*range(4, 25)], [0, 2]], [[*range(0, 25, 2)], [*range(1, 25, 2)]]):
        assert MapData.join(spec, [cells_rows(spec, rows) for rows in cuts]) == whole
    parts = [cells_rows(spec, range(25), columns) for columns in (range(13), range(13, 25))]
    assert MapData.join(spec, parts) == whole


@pytest.mark.slow
def test_processes_give_equal_bytes():
    spec = MapSpec(STANDARD[0], 200, True)
    with ProcessPoolExecutor(2) as pool:
        assert build(spec, pool).same_arrays(build(replace(spec, method="certified")))


@pytest.mark.parametrize(("points", "most"), [(1, 1), (30, 1), (300, 1), (1000, 1), (2000, 1), (3000, 2), (5000, 5)])
def test_units_are_whole_rows_of_boxes(points, most):
    spec = MapSpec(STANDARD[0], points, True)
    units = list(METHOD["cells"].units(spec))
    assert len(units) == most
    assert all(unit.rows.start % side_of_boxes(points) == 0 for unit in units)
    assert units == list(METHOD["cells"].units(spec))


def test_pixels_of_cells_are_not_looked_at_one_by_one(monkeypatch):
    asked = []
    by_floats = []
    filtered = certified.Filter

    def counted(problem, hits, *more):
        by_floats.append(hits.shape[1])
        return filtered(problem, hits, *more)

    monkeypatch.setattr(certified, "solve", lambda problem: asked.append(problem) or solve(problem))
    monkeypatch.setattr(certified, "Filter", counted)
    spec = MapSpec(STANDARD[0], 300, True)
    cells_rows(spec, range(301))
    assert len(asked) < 20
    assert sum(by_floats) < 301 * 301 / 4


# -- the pieces


@given(st.integers(0, 30), st.integers(0, 30), st.integers(1, 20), st.integers(1, 20), st.sampled_from([-1, 0, 1]))
@examples(60)
def test_boxes_cut_again_and_again_have_every_pixel_once(row, column, height, width, side):
    rows, columns = range(row, row + height), range(column, column + width)
    left = cells._tiled(rows, columns, side, 8)
    seen = []
    while len(left):
        small = cells._pixels(left) <= 4
        if small.any():
            seen += map(tuple, cells._members(left[small], side))
        left = cells._on_side(cells._cut(left[~small]), side)
    expected = [(i, j) for i in rows for j in columns if np.sign(i - j) == side]
    assert sorted(seen) == expected


# -- tests of the test


def is_wrong(spec):
    """Tell whether a map by cells differs from the exact one."""
    return by_cells(spec) != by_exact(spec)


TOUCHY = MapSpec(Problem([0, 0, "1/2"]), 30, True)


@pytest.mark.usefixtures("boxes_everywhere")
def test_without_bounds_maps_are_wrong(monkeypatch):
    assert not is_wrong(TOUCHY)
    linear = cells.BoxTree.rivals

    def careless(self, values, allowed):
        certain = cells.fixed(values[0].c)
        return linear(self, (certain,), allowed)

    monkeypatch.setattr(cells.BoxTree, "rivals", careless)
    assert is_wrong(TOUCHY)


@pytest.mark.usefixtures("boxes_everywhere")
def test_with_boxes_that_are_taken_too_small_maps_are_wrong(monkeypatch):
    hits = cells._Cells._hits

    def narrowed(self, some):
        return tuple(
            cells.Affine(np.stack([each.c, 0.2 * each.parts[1], 0.2 * each.parts[2], each.e]))
            for each in hits(self, some)
        )

    monkeypatch.setattr(cells._Cells, "_hits", narrowed)
    assert is_wrong(TOUCHY)


def test_without_the_second_order_bounds_do_not_hold(monkeypatch):
    """What a product leaves out of the linear part is part of its error."""

    def square():
        x = cells.Affine(np.array([[0.5], [0.5], [0.0], [0.0]]))
        return x * x

    exact = 0.0  # of the square at d = -1
    assert abs(square().c - square().parts[1] - exact) <= square().e
    monkeypatch.setattr(cells.Affine, "spread", 0.0)
    assert abs(square().c - square().parts[1] - exact) > square().e


@pytest.mark.usefixtures("boxes_everywhere")
def test_with_an_identity_claimed_wrongly_maps_are_wrong(monkeypatch):
    monkeypatch.setattr(identities, "identical", lambda *claim: True)
    assert is_wrong(TOUCHY)


@pytest.mark.slow
def test_an_identity_saves_the_exact_solver(monkeypatch):
    """Without identities the same map, with many more pixels left to exact numbers."""
    spec = MapSpec(Problem([0, 0, "1/2", "1/2"]), 8, True)
    asked = []
    monkeypatch.setattr(certified, "solve", lambda problem: asked.append(problem) or solve(problem))
    with_identities = by_cells(spec)
    few = len(asked)
    monkeypatch.setattr(identities, "identical", lambda *claim: False)
    assert by_cells(spec) == with_identities
    assert 2 * few < len(asked) - few
