"""Maps: the methods, the units of work, and the executors that do them."""

import importlib
import os
import pickle
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import chain

import numpy as np
import pytest
from examples import one_in
from hypothesis import given, settings
from strategies import map_specs

from truel_ref import Problem, solve
from truel_ref.errors import MapError
from truel_ref.maps.builder import METHOD, build, map_problem, maps_for_c, normal_rows, register, replace, tiles
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import METHODS, Block, MapSpec, Tile, pixel_of
from truel_ref.maps.store import save_map
from truel_ref.studies.smart_maps import SMART, smart_rows

building = importlib.import_module("truel_ref.maps.builder")  # the package gives the function that name

PUBLISHED = Problem([0, 0, 1])
NORMAL = MapSpec(PUBLISHED, points=12, method="normal")


# -- normal


@settings(max_examples=15)
@given(map_specs(points=4))
def test_normal_says_what_solve_says(spec):
    data = build(spec)
    for row, column in spec.pixels():
        solution = data.solution_at(row, column)
        pixel = pixel_of(solution)
        assert data.aims_at(row, column) == solution.aims
        assert tuple(data.win[row, column]) == pixel.win
        assert data.stalemate[row, column] == pixel.stalemate
        assert data.tie[row, column] == pixel.tie
    assert data.solved[data.inside].all()
    assert data.inside.sum() == len(list(spec.pixels()))


def test_a_row_outside_the_map_is_refused():
    for builder in (normal_rows, smart_rows):
        for row in (-1, 13):
            with pytest.raises(MapError, match=f"no row {row}; rows run from 0 to 12"):
                builder(NORMAL, [row])


# -- blocks


def test_it_makes_no_difference_how_rows_are_cut():
    spec = replace(NORMAL, search="All")
    pixels = normal_rows(spec, range(13))
    whole = MapData.assemble(spec, pixels)
    for cuts in (
        [[0, 1, 2], [*range(3, 13)]],
        [[row] for row in range(12, -1, -1)],
        [[*range(0, 13, 2)], [*range(1, 13, 2)]],
    ):
        assert MapData.join(spec, [Block.of(spec, rows, pixels) for rows in cuts]) == whole


@pytest.mark.parametrize(
    "second, named",
    [
        ([5, *range(8, 13)], r"\(5, 8, 9, 10, 11, 12\).* were there before"),  # row 6 is missing, row 5 comes twice
        ([*range(7, 12), 11], r"\(7, 8, 9, 10, 11, 11\).* were there before"),
        ([*range(7, 12), 13], r"\(7, 8, 9, 10, 11, 13\).* reaches out of the map"),
        ([*range(7, 12), -1], r"\(7, 8, 9, 10, 11, -1\).* reaches out of the map"),
    ],
)
def test_blocks_as_large_as_the_map_must_be_the_map(second, named):
    first, last = (Block.empty(NORMAL, rows, ()) for rows in (range(7), second))
    assert first.index.size + last.index.size == 13 * 13
    with pytest.raises(MapError, match=f"the block of the rows {named}"):
        MapData.join(NORMAL, [first, last])


def test_tiles_may_not_overlap():
    spec = replace(NORMAL, a_above_b=True)
    tiles = [Block.empty(spec, range(13), (), range(*ends)) for ends in ((0, 7), (6, 12))]
    with pytest.raises(MapError, match=r"range\(6, 12\) holds pixels that were there before"):
        MapData.join(spec, tiles)


def test_what_no_block_holds_is_blank():
    data = MapData.join(NORMAL, [Block.of(NORMAL, range(6), normal_rows(NORMAL, range(6)))])
    assert (data.index[:6][data.inside[:6]] >= 0).all()
    assert (data.index[6:] == -1).all()
    assert np.isnan(data.win[6:]).all()


def test_aims_that_do_not_occur_are_not_in_the_table():
    pixels = normal_rows(NORMAL, range(13))
    block = Block.of(NORMAL, range(13), pixels)
    more = (solve(["1/3", "2/3", 1], search="Random, Self").aims, *block.aims)
    longer = Block(
        block.rows,
        block.columns,
        more,
        np.where(block.index < 0, -1, block.index + 1),
        *(getattr(block, name) for name in ("win", "stalemate", "tie", "solved")),
    )
    assert MapData.join(NORMAL, [longer]) == MapData.assemble(NORMAL, pixels)


def test_aims_by_the_name_random_are_told_from_others_with_their_weights():
    """Whether weights are what Random means depends on the pixel: on who is strongest there."""
    spec = MapSpec(
        Problem([0, 0, "1/2"], targets=[["0", "1/2", "0"], "Optimal", "Optimal"], search="Strongest, Miss"),
        points=4,
        method="normal",
    )
    data = build(spec)
    assert str(data.aims_at(1, 1)[0]) == str(data.solution_at(1, 1).aims[0]) == "(0, 1/2, 0)"
    assert str(data.aims_at(1, 3)[0]) == str(data.solution_at(1, 3).aims[0]) == "Random"


# -- units of work


def test_every_method_has_an_entry():
    assert sorted(METHOD) == sorted(METHODS)


def test_a_method_is_registered_under_a_name_that_a_map_may_state(monkeypatch):
    with pytest.raises(
        MapError, match="'quick' is no name that a map may state; there are cells, certified, normal, smart"
    ):
        register("quick", METHOD["normal"])
    monkeypatch.delitem(METHOD, "smart")
    with pytest.raises(
        MapError, match=r"'smart' is not at hand, only cells, certified, normal; .*truel_ref\.studies\.smart_maps"
    ):
        build(MapSpec(PUBLISHED, 4, method="smart"))
    monkeypatch.setitem(METHOD, "smart", SMART)  # which is there again afterwards
    register("smart", METHOD["normal"])
    small = build(MapSpec(PUBLISHED, 4, method="smart"))
    assert small.solved[small.inside].all()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("points", [1, 2, 29, 31, 300, pytest.param(1300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("a_above_b", [False, True])
def test_units_of_work_are_all_pixels_once(method, points, a_above_b):
    spec = MapSpec(PUBLISHED, points, a_above_b, method)
    units = [unit if isinstance(unit, Tile) else Tile.whole(spec, unit) for unit in METHOD[method].units(spec)]
    assert [*chain.from_iterable(pixels_of(spec, unit) for unit in units)] == [*spec.pixels()]
    assert all(unit.size(spec) == len([*pixels_of(spec, unit)]) > 0 for unit in units)


def pixels_of(spec, unit):
    """Yield the pixels of a unit of work."""
    rows, columns = unit
    for row in rows:
        yield from ((row, column) for column in columns if spec.holds(row, column))


@pytest.mark.parametrize(
    ("fields", "most"),
    [
        ({}, 20_000),
        ({"hits": [0, 0, "1/2", 1]}, 400),
        ({"search": "Others, Miss, Random", "random_levels": [5, 5, 5]}, 100),
    ],
)
def test_the_more_profiles_the_smaller_the_units(fields, most):
    """So that progress is seen every second or two; the cut follows from the problem, and not from a clock."""
    spec = MapSpec(Problem(**{"hits": [0, 0, 1], **fields}), points=300)
    units = list(METHOD["certified"].units(spec))
    assert max(unit.size(spec) for unit in units) <= most
    assert units == list(METHOD["certified"].units(spec))


@pytest.mark.parametrize("method", ["cells", "certified", "normal"])
@pytest.mark.parametrize("a_above_b", [False, True])
@pytest.mark.parametrize("most", one_in(2, [1, 3, 1000, 7]))
def test_small_units_give_equal_bytes(method, a_above_b, most, monkeypatch):
    spec = MapSpec(Problem([0, 0, "1/2"], search="All"), 8, a_above_b, method)
    whole = MapData.assemble(replace(spec, method="normal"), normal_rows(spec, range(9)))
    monkeypatch.setitem(METHOD, method, METHOD[method]._replace(units=lambda spec: tiles(spec, most)))
    done = []
    assert build(spec, progress=done.append).same_arrays(whole)
    assert sum(done) == spec.size
    assert max(done) <= max(most, 1)


# -- executors


def file_of(data, folder):
    save_map(data, folder / "map.npz")
    return (folder / "map.npz").read_bytes()


@pytest.fixture(params=["normal", "smart"])
def spec(request):
    return MapSpec(Problem([0, 0, "1/2"], search="All"), 12, method=request.param)


def test_threads_give_equal_bytes(spec, tmp_path):
    here = file_of(build(spec), tmp_path)
    with ThreadPoolExecutor(3) as pool:
        assert file_of(build(spec, pool), tmp_path) == here


def test_processes_give_equal_bytes(spec, tmp_path):
    here = file_of(build(spec), tmp_path)
    with ProcessPoolExecutor(2) as pool:
        assert file_of(build(spec, pool), tmp_path) == here
        assert pool.submit(len, "open").result() == 4
    assert file_of(build(spec, jobs=2), tmp_path) == here
    assert file_of(build(spec, jobs=1), tmp_path) == here


@pytest.mark.parametrize("spec", one_in(2, ["smart", "normal"]), indirect=True)
def test_a_dask_cluster_gives_equal_bytes(spec, tmp_path):
    distributed = pytest.importorskip("distributed")
    here = file_of(build(spec), tmp_path)
    cluster = distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        local_directory=str(tmp_path / "dask"),
    )
    with cluster, distributed.Client(cluster) as client:
        done = []
        assert file_of(build(spec, client.get_executor(), progress=done.append), tmp_path) == here
        assert sum(done) == spec.size


def test_work_and_results_can_be_sent(spec):
    work = METHOD[spec.method].builder(), spec, None, Tile.whole(spec, range(3))
    [block] = pickle.loads(pickle.dumps(building._work(*pickle.loads(pickle.dumps(work)))))
    assert block.rows == (0, 1, 2)


class Late(Executor):
    """Does each work when its turn comes, as a pool of one does, unless it was cancelled."""

    def __init__(self, fails_at=None):
        self.futures = []
        self.fails_at = fails_at

    def submit(self, function, *arguments):
        future = Future()
        self.futures.append(future)
        if len(self.futures) == self.fails_at:
            future.set_exception(OSError("the other machine is gone"))
        elif len(self.futures) == 1:
            future.set_result(function(*arguments))
        return future


def interrupt(done):
    raise KeyboardInterrupt


@pytest.fixture
def row_by_row(monkeypatch):
    """Cut the maps of the method normal into units of one row."""
    rows = [range(row, row + 1) for row in range(NORMAL.points + 1)]
    monkeypatch.setitem(METHOD, "normal", METHOD["normal"]._replace(units=lambda spec: rows))


@pytest.mark.usefixtures("row_by_row")
def test_what_is_pending_is_cancelled_when_interrupted():
    executor = Late()
    with pytest.raises(KeyboardInterrupt):
        build(NORMAL, executor, progress=interrupt)
    assert [future.cancelled() for future in executor.futures] == [False] + [True] * 12


@pytest.mark.usefixtures("row_by_row")
def test_a_failure_elsewhere_is_passed_on_at_once():
    executor = Late(fails_at=7)
    with pytest.raises(OSError, match="the other machine is gone"):
        build(NORMAL, executor)
    assert sum(future.cancelled() for future in executor.futures) == 11


@pytest.mark.usefixtures("row_by_row")
def test_work_is_handed_over_in_the_order_of_rows():
    class Recorder(Executor):
        rows = []

        def submit(self, function, unit):
            self.rows.extend(unit.rows)
            future = Future()
            future.set_result(function(unit))
            return future

    executor = Recorder()
    assert build(NORMAL, executor) == build(NORMAL)
    assert executor.rows == [*range(13)]


@pytest.mark.skipif(os.name != "posix", reason="signals go to a group of processes on POSIX only")
def test_ctrl_c_ends_all_processes_in_silence(interrupted, tmp_path):
    code = (
        "import sys; from truel_ref.maps.builder import map_problem; from truel_ref.maps.store import Store\n"
        "if __name__ == '__main__':\n"
        "    map_problem([1], points=300, method='normal', jobs=2, store=Store(sys.argv[1]),\n"
        "        progress=lambda done: print('begun', flush=True))"
    )
    begun, complaints = interrupted(code, tmp_path / "maps")
    assert begun == "begun\n"
    assert complaints.count("Traceback") == 1
    assert not (tmp_path / "maps").exists()


@pytest.mark.parametrize("as_block", [False, True])
def test_certified_rows_may_come_as_pixels_or_as_a_block(as_block, monkeypatch):
    asked = []

    def certified_rows(spec, rows, columns=None):
        asked.append(rows)
        pixels = normal_rows(spec, rows, columns)
        return Block.of(spec, rows, pixels, columns) if as_block else pixels

    monkeypatch.setattr("truel_ref.maps.builder.certified_rows", certified_rows)
    monkeypatch.setattr("truel_ref.maps.builder.PIXELS_AT_ONCE", 40)
    data = build(replace(NORMAL, method="certified"))
    assert data.same_arrays(build(NORMAL))
    assert asked == [range(3), range(3, 8), range(8, 13)]


def test_progress_counts_every_pixel(spec):
    done = []
    build(spec, progress=done.append)
    assert sum(done) == spec.size
    with ThreadPoolExecutor(2) as pool:
        build(spec, pool, progress=done.append)
    assert sum(done) == 2 * spec.size


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"spec": PUBLISHED}, "is not a MapSpec"),
        ({"spec": NORMAL, "jobs": 0}, "jobs: 0 is not an integer >= 1"),
        ({"spec": NORMAL, "jobs": True}, "jobs: True"),
        ({"spec": NORMAL, "jobs": 2, "executor": Late()}, "either an executor or jobs"),
    ],
)
def test_bad_requests_are_refused(arguments, message):
    with pytest.raises(MapError, match=message):
        build(**arguments)


# -- convenience


def test_map_problem_takes_the_fields_of_map_and_problem():
    data = map_problem([1], points=6, a_above_b=True, method="smart", fill="linear", search="Others", if_eq=4)
    assert data.spec == MapSpec(Problem([0, 0, 1], search="Others", if_eq=4), 6, True, "smart", "linear")
    assert map_problem(points=4, method="normal").spec.problem.players == 2
    for wrong in ("1/2", 1):
        with pytest.raises(MapError, match="others: give a list"):
            map_problem(wrong)


def test_one_map_for_each_c():
    some = maps_for_c(pC=["1/2", 1], others=["3/4"], points=3, method="normal", search="Others")
    assert [data.spec.problem.hits[2:] for data in some] == [
        problem.hits[2:] for problem in (Problem([0, 0, "1/2", "3/4"]), Problem([0, 0, 1, "3/4"]))
    ]
    assert some[1] == map_problem([1, "3/4"], points=3, method="normal", search="Others")
    with pytest.raises(MapError, match="pC: give a list"):
        maps_for_c(pC=1)


def test_replace_reaches_problem_and_map():
    spec = MapSpec(PUBLISHED, 10)
    assert replace(spec, points=20, if_eq=4) == MapSpec(Problem([0, 0, 1], if_eq=4), 20)
    assert replace([spec, spec], hits=[0, 0, "1/2"]) == [MapSpec(Problem([0, 0, "1/2"]), 10)] * 2
    assert replace(spec, problem=Problem([0, 0, "1/2"]), if_eq=2).problem == Problem([0, 0, "1/2"], if_eq=2)
    with pytest.raises(MapError, match="unknown field 'pints'"):
        replace(spec, pints=1)


def test_replace_keeps_the_search_of_later_phases_with_the_first_if_it_was_the_same():
    spec = MapSpec(PUBLISHED, 10)
    assert replace(spec, search="All").problem == Problem([0, 0, 1], search="All")
    assert replace(spec, search="All", search_later="Others").problem.search_later == ("Others",)
    own = replace(spec, search_later="Others")
    assert replace(own, search="All").problem.search_later == ("Others",)
