"""Maps by cells: every byte is that of the method "normal", and bounds and identities are what makes them so."""

from fractions import Fraction
from unittest.mock import Mock

import numpy as np
import pytest
import strategies
from engines import STANDARD, assert_exact, by
from examples import examples, one_in
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.maps.builder import METHOD
from truel_ref.maps.data import MapData
from truel_ref.maps.engine import cells
from truel_ref.maps.engine import pixels as certified
from truel_ref.maps.engine.cells import cells_rows, certified_rows, side_of_boxes
from truel_ref.maps.grid import MapSpec

F = Fraction


# -- against the exact map


@given(strategies.problems(least=2, most=3), st.integers(1, 9), st.booleans())
@examples(24)
def test_engines_are_exact(problem, points, a_above_b):
    assert_exact(MapSpec(problem, points, a_above_b))


@pytest.mark.slow
@given(strategies.problems(least=2, most=4), st.integers(1, 12), st.booleans())
@examples(130)
def test_engines_are_exact_on_many_maps(problem, points, a_above_b):
    assert_exact(MapSpec(problem, min(points, 40 // problem.players), a_above_b))


OTHERS_MISS = st.just({"Others", "Miss"})


@given(strategies.problems(least=4, most=4, search=OTHERS_MISS, levels=False), st.booleans())
@examples(12)
def test_engines_are_exact_for_four(problem, a_above_b):
    assert_exact(MapSpec(problem, 3, a_above_b))


@pytest.mark.slow
@given(strategies.problems(least=5, most=5, search=OTHERS_MISS, levels=False), st.booleans())
@examples(6)
def test_engines_are_exact_for_five(problem, a_above_b):
    assert_exact(MapSpec(problem, 3, a_above_b))


LARGE = [
    pytest.param(problem, points, square, marks=pytest.mark.slow)
    for problem in STANDARD
    for points, square in ((30, True), (100, True), (100, False))
]


@pytest.mark.parametrize(
    ("problem", "points", "square"), [*((problem, 12, True) for problem in STANDARD), *LARGE], ids=repr
)
def test_standard_maps(problem, points, square):
    assert_exact(MapSpec(problem, points, square), boxes=False)


@pytest.mark.slow
@pytest.mark.parametrize("others", [["1/2", "1"], ["1/2", "1/2"], ["1/3", "2/3"]])
def test_four_players(others):
    assert_exact(MapSpec(Problem([0, 0, *others]), 16, True))


@pytest.mark.parametrize("fixed", ["0", "1/2", "1"])
@pytest.mark.parametrize("rule", one_in(2, [1, 2, 3, 4, -1, -4]))
def test_where_all_is_ties(fixed, rule):
    """A grid of halves: every pixel has equal or extreme hit probabilities."""
    assert_exact(MapSpec(Problem([0, 0, fixed], if_eq=rule), 2, True))


@pytest.mark.parametrize("fixed", one_in(3, ["1/2", "0", "1"]))
@pytest.mark.parametrize("rule", one_in(6, [1, 2, 3, 4, -1, -4]))
def test_where_all_is_ties_among_four(fixed, rule):
    assert_exact(MapSpec(Problem([0, 0, fixed, "1/2"], if_eq=rule), 2, True))


@pytest.mark.parametrize("search", ["self", "strongest", "miss", "others"])
@pytest.mark.parametrize("targets", [None, ["B", "Optimal", "A"]])
def test_nobody_has_an_aim_in_a_stalemate_not_even_his_only_option(search, targets):
    assert_exact(MapSpec(Problem([0, 0, 0], targets=targets, search=search), 2, True))


@pytest.mark.parametrize("fixed", [F(1, 10**120), F(1, 10**5), 1 - F(1, 10**5), 1 - F(1, 10**120)])
def test_tiny_numbers(fixed):
    assert_exact(MapSpec(Problem([0, 0, fixed]), 3, True), boxes=False)
    for aim in ([0, fixed, 0], [0, fixed / 2, 1 - fixed]):
        assert_exact(MapSpec(Problem([0, 0, "1/2"], targets=[aim, "Optimal", "Optimal"]), 3, True))


# -- how the work is cut


@pytest.mark.parametrize("engine", [cells_rows, certified_rows])
def test_it_makes_no_difference_how_rows_are_cut(engine):
    spec = MapSpec(STANDARD[1], 12)
    whole = by(cells_rows, spec)
    for cuts in ([[3, 1], [*range(4, 13)], [0, 2]], [[*range(0, 13, 2)], [*range(1, 13, 2)]]):
        assert MapData.join(spec, [engine(spec, rows) for rows in cuts]) == whole
    parts = [engine(spec, range(13), columns) for columns in (range(7), range(7, 13))]
    assert MapData.join(spec, parts) == whole


@pytest.mark.parametrize(("points", "most"), [(1, 1), (30, 1), (300, 1), (1000, 1), (2000, 1), (3000, 2), (5000, 5)])
def test_units_are_whole_rows_of_boxes(points, most):
    spec = MapSpec(STANDARD[0], points, True)
    units, again = (list(METHOD["cells"].units(spec)) for _ in range(2))
    assert (len(units), {unit.rows.start % side_of_boxes(points) for unit in units}) == (most, {0})
    assert units == again


def test_pixels_of_cells_are_not_looked_at_one_by_one(monkeypatch):
    exact, floats = Mock(side_effect=solve), Mock(side_effect=certified.Filter)
    monkeypatch.setattr(certified, "solve", exact)
    monkeypatch.setattr(certified, "Filter", floats)
    cells_rows(MapSpec(STANDARD[0], 300, True), range(301))
    assert exact.call_count < 20
    assert sum(call.args[1].shape[1] for call in floats.call_args_list) < 301 * 301 / 2


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
