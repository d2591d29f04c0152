"""Maps: the methods, the units of work, and the executors that do them."""

import contextlib
import dataclasses
import importlib
import pickle
import tempfile
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import chain, product

import numpy as np
import pytest
from examples import examples, one_in
from hypothesis import given
from strategies import map_specs

from truel_ref import Problem, solve
from truel_ref.errors import MapError
from truel_ref.maps.builder import METHOD, build, map_problem, maps_for_c, normal_rows, register, replace, tiles
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import METHODS, Block, MapSpec, Tile, pixel_of
from truel_ref.maps.store import save_map
from truel_ref.studies.smart_maps import SMART

building = importlib.import_module("truel_ref.maps.builder")  # the package gives the function that name

PUBLISHED = Problem([0, 0, 1])
NORMAL = MapSpec(PUBLISHED, points=8, method="normal")


# -- normal


@examples(45)
@given(map_specs(points=4))
def test_normal_says_what_solve_says(spec):
    data = build(spec)
    for where in spec.pixels():
        said = data.aims_at(*where), tuple(data.win[where]), data.stalemate[where], data.tie[where], data.solved[where]
        pixel = pixel_of(solve(spec.at(*where)))
        assert said == (pixel.aims, pixel.win, pixel.stalemate, pixel.tie, True)
    assert data.inside.sum() == len(list(spec.pixels()))


# -- blocks


def test_what_no_block_holds_is_blank():
    data = MapData.join(NORMAL, [Block.of(NORMAL, range(6), normal_rows(NORMAL, range(6)))])
    assert (data.index[:6][data.inside[:6]] >= 0).all()
    assert (data.index[6:] == -1).all()
    assert np.isnan(data.win[6:]).all()


def test_aims_that_do_not_occur_are_not_in_the_table():
    pixels = normal_rows(NORMAL, range(9))
    block = Block.of(NORMAL, range(9), pixels)
    more = (solve(["1/3", "2/3", 1], search="Random, Self").aims, *block.aims)
    longer = dataclasses.replace(block, aims=more, index=np.where(block.index < 0, -1, block.index + 1))
    assert MapData.join(NORMAL, [longer]) == MapData.assemble(NORMAL, pixels)


def test_aims_by_the_name_random_are_told_from_others_with_their_weights():
    """Whether weights are what Random means depends on the pixel: on who is strongest there."""
    spec = MapSpec(
        Problem([0, 0, "1/2"], targets=[["0", "1/2", "0"], "Optimal", "Optimal"], search="Strongest, Miss"),
        points=4,
        method="normal",
    )
    data = build(spec)
    for where, said in (((1, 1), "(0, 1/2, 0)"), ((1, 3), "Random")):
        assert str(data.aims_at(*where)[0]) == str(data.solution_at(*where).aims[0]) == said


# -- units of work


def test_a_method_is_registered_under_a_name_that_a_map_may_state(monkeypatch):
    monkeypatch.delitem(METHOD, "smart")
    with pytest.raises(
        MapError, match=r"'smart' is not loaded, only cells, certified, normal; .*truel_ref\.studies\.smart_maps"
    ):
        build(MapSpec(PUBLISHED, 4, method="smart"))
    monkeypatch.setitem(METHOD, "smart", SMART)  # which is there again afterwards
    register("smart", METHOD["normal"])
    small = build(MapSpec(PUBLISHED, 4, method="smart"))
    assert (small.solved == small.inside).all()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("points", [1, 2, 31, 150, pytest.param(1300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("a_above_b", [False, True])
def test_units_of_work_are_all_pixels_once(method, points, a_above_b):
    spec = MapSpec(PUBLISHED, points, a_above_b, method)
    units = [unit if isinstance(unit, Tile) else Tile.whole(spec, unit) for unit in METHOD[method].units(spec)]
    pixels = [[where for where in product(*unit) if spec.holds(*where)] for unit in units]
    assert [*chain.from_iterable(pixels)] == [*spec.pixels()]
    assert [unit.size(spec) for unit in units] == [*map(len, pixels)]
    assert all(pixels)


@pytest.mark.parametrize(
    ("fields", "most"),
    [
        ({}, 20_000),
        ({"hits": [0, 0, "1/2", 1, 1]}, 300),
        ({"search": "Others, Miss, Random", "random_levels": [5, 5, 5]}, 5_000),
    ],
)
def test_the_more_profiles_the_smaller_the_units(fields, most):
    """So that progress is seen every second or two; the cut follows from the problem, and not from a clock."""
    spec = MapSpec(Problem(**{"hits": [0, 0, 1], **fields}), points=300)
    units, again = (list(METHOD["certified"].units(spec)) for _ in range(2))
    assert max(unit.size(spec) for unit in units) <= most
    assert units == again


@pytest.mark.parametrize("method", ["cells", "certified", "normal"])
@pytest.mark.parametrize("a_above_b", [False, True])
@pytest.mark.parametrize("most", one_in(2, [3, 1, 1000, 7]))
def test_small_units_give_equal_bytes(method, a_above_b, most, monkeypatch):
    spec = MapSpec(Problem([0, 0, "1/2"], search="All"), 5, a_above_b, method)
    whole = MapData.assemble(replace(spec, method="normal"), normal_rows(spec, range(6)))
    monkeypatch.setitem(METHOD, method, METHOD[method]._replace(units=lambda spec: tiles(spec, most)))
    done = []
    assert build(spec, progress=done.append).same_arrays(whole)
    assert sum(done) == spec.size
    assert max(done) <= max(most, 1)


# -- executors


def file_of(data, folder):
    save_map(data, folder / "map.npz")
    return (folder / "map.npz").read_bytes()


@pytest.fixture(params=["cells", "smart"])
def spec(request):
    return MapSpec(Problem([0, 0, "1/2"], search="All"), 6, method=request.param)


@contextlib.contextmanager
def dask_cluster():
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    cluster = distributed.LocalCluster(processes=True, local_directory=tempfile.mkdtemp(), **options)
    with cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


def pooled(executor):
    """Return what builds a map by an executor, which stays open."""

    def made(spec, progress):
        with executor() as pool:
            data = build(spec, pool, progress=progress)
            assert pool.submit(len, "open").result() == 4
        return data

    return made


@pytest.mark.parametrize(
    "made",
    [
        pooled(lambda: ThreadPoolExecutor(3)),
        pooled(lambda: ProcessPoolExecutor(2)),
        pytest.param(pooled(dask_cluster), marks=pytest.mark.slow),
        *(partial(build, jobs=jobs) for jobs in (1, 2)),
    ],
)
def test_executors_and_numbers_of_processes_give_equal_bytes_and_count_every_pixel(spec, made, tmp_path):
    here, done = file_of(build(spec), tmp_path), []
    assert file_of(made(spec, progress=done.append), tmp_path) == here
    assert sum(done) == spec.size


def test_work_and_results_can_be_sent(spec):
    work = METHOD[spec.method].builder(), spec, (7, Tile.whole(spec, range(3)))
    [(number, block)] = pickle.loads(pickle.dumps(building._work(*pickle.loads(pickle.dumps(work)))))
    assert (number, block.rows) == (7, (0, 1, 2))


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
@pytest.mark.parametrize(
    ("fails_at", "progress", "error", "cancelled"), [(None, interrupt, KeyboardInterrupt, 8), (5, None, OSError, 7)]
)
def test_what_is_pending_is_cancelled_when_one_ends(fails_at, progress, error, cancelled):
    executor = Late(fails_at)
    with pytest.raises(error):
        build(NORMAL, executor, progress=progress)
    assert sum(future.cancelled() for future in executor.futures) == cancelled


# -- convenience


def test_map_problem_takes_the_fields_of_map_and_problem():
    data = map_problem([1], points=6, a_above_b=True, method="smart", fill="linear", search="Others", if_eq=4)
    assert data.spec == MapSpec(Problem([0, 0, 1], search="Others", if_eq=4), 6, True, "smart", "linear")
    assert map_problem(points=4, method="normal").spec.problem.players == 2


def test_one_map_for_each_c():
    some = maps_for_c(pC=["1/2", 1], others=["3/4"], points=3, method="normal", search="Others")
    assert [data.spec.problem.hits[2:] for data in some] == [
        problem.hits[2:] for problem in (Problem([0, 0, "1/2", "3/4"]), Problem([0, 0, 1, "3/4"]))
    ]
    assert some[1] == map_problem([1, "3/4"], points=3, method="normal", search="Others")


def test_replace_reaches_problem_and_map():
    spec = MapSpec(PUBLISHED, 10)
    assert replace(spec, points=20, if_eq=4) == MapSpec(Problem([0, 0, 1], if_eq=4), 20)
    assert replace([spec, spec], hits=[0, 0, "1/2"]) == [MapSpec(Problem([0, 0, "1/2"]), 10)] * 2
    assert replace(spec, problem=Problem([0, 0, "1/2"]), if_eq=2).problem == Problem([0, 0, "1/2"], if_eq=2)


def test_replace_keeps_the_search_of_later_phases_with_the_first_if_it_was_the_same():
    spec = MapSpec(PUBLISHED, 10)
    assert replace(spec, search="All").problem == Problem([0, 0, 1], search="All")
    own = (
        replace(spec, search="All", search_later="Others"),
        replace(replace(spec, search_later="Others"), search="All"),
    )
    assert [each.problem.search_later for each in own] == [("Others",)] * 2
