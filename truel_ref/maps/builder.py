"""Build maps: give the rows of a map to its method, in this process or on other cores and machines.

Each method cuts a map into units of work. The method "normal" solves every pixel exactly; it is the reference for the
other methods.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from math import ceil, isqrt, prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, overload

from truel_ref.budget import check, so_far
from truel_ref.errors import MapError, refuse, shown
from truel_ref.files import Progress
from truel_ref.game.problem import Problem, Statement
from truel_ref.maps.comparison import Difference, compare
from truel_ref.maps.data import MapData
from truel_ref.maps.engine.cells import cells_rows, certified_rows, side_of_boxes
from truel_ref.maps.grid import METHODS, Block, MapSpec, Pixel, Tile
from truel_ref.maps.store import Store
from truel_ref.workers import in_executor, in_processes

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = [
    "METHOD",
    "PIXELS_AT_ONCE",
    "Method",
    "RowsBuilder",
    "build",
    "difference",
    "map_problem",
    "maps_for_c",
    "method_of",
    "normal_rows",
    "register",
    "replace",
    "tiles",
]


RowsBuilder: TypeAlias = Callable[..., Mapping[tuple[int, int], Pixel] | Block]
"""A function that computes some rows of a map, or some columns of them, such as `normal_rows`."""


def _work(builder: RowsBuilder, spec: MapSpec, numbered: tuple[int, Tile]) -> list[tuple[int, Block]]:
    """Do one unit of work in any process; return its number and block in a list."""
    number, unit = numbered
    columns = [] if len(unit.columns) == spec.points + 1 else [unit.columns]
    made = builder(spec, unit.rows, *columns)
    return [(number, made if isinstance(made, Block) else Block.of(spec, unit.rows, made, unit.columns))]


def build(
    spec: MapSpec,
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> MapData:
    """Return the data of a map, computed by the method of its spec.

    Pixels are independent, and the result is the same byte for byte on every executor. An interrupt cancels units that
    have not begun.

    Parameters:
        spec: the map.
        executor: any `concurrent.futures.Executor` that can do the work; it stays open.
        jobs: in place of an executor, the number of processes to start, at least 1; 1 means this process alone.
        progress: called with the number of pixels after each unit of work, `spec.size` in total.
        store: the store of finished maps, in which `build` looks first.

    Raises `MapError` for a bad count of jobs and for both an executor and jobs; the errors of `Store.fetch`;
    `WorkerError` if a process of `jobs` or of the executor was killed; `BudgetError`, with the number of finished
    pixels, at a time limit; and all errors from the executor.

    >>> data = build(MapSpec(Problem([0, 0, 1]), points=3, method="normal"))
    >>> [str(aim) for aim in data.aims_at(1, 2)]
    ['Miss', 'C', 'B']
    """
    wrong_jobs = jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1)
    refuse(
        MapError,
        (
            not isinstance(spec, MapSpec),
            f"spec: {shown(spec)} is not a MapSpec; for hit probabilities there is map_problem",
        ),
        (wrong_jobs, f"jobs: {shown(jobs)} is not an integer >= 1"),
        (jobs is not None and executor is not None, "give either an executor or jobs, not both"),
    )

    def compute(missing: MapSpec) -> MapData:
        return _built(missing, executor, jobs or 1, progress or (lambda done: None))

    return compute(spec) if store is None else store.fetch(spec, compute)


def _built(spec: MapSpec, executor: Executor | None, jobs: int, report: Progress) -> MapData:
    """Return the data of a map, computed unit by unit."""
    method = method_of(spec)
    units = [unit if isinstance(unit, Tile) else Tile.whole(spec, unit) for unit in method.units(spec)]
    work = partial(_work, method.builder(), spec)
    numbered = list(enumerate(units))
    made = in_processes(work, numbered, jobs) if executor is None else in_executor(work, numbered, executor)
    blocks: dict[int, Block] = {}
    with so_far(pixels=lambda: sum(units[number].size(spec) for number in blocks)), contextlib.closing(made):
        for number, block in made:
            blocks[number] = block
            report(units[number].size(spec))
            if len(blocks) < len(units):
                check()
    return MapData.join(spec, [blocks[number] for number in range(len(units))])


# -- convenience


def map_problem(
    others: Iterable[object] = (),
    *,
    points: int = 300,
    a_above_b: bool = False,
    method: str = "cells",
    fill: str = "exact",
    model: str = "announced",
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    **fields: Any,
) -> MapData:
    """Return the map for given hit probabilities of the other players.

    Parameters: `others`, the hit probabilities from C on, in any form that `truel_ref.numbers.read_rational` reads;
    `points`, `a_above_b`, `method`, `fill`, `model` as in `MapSpec`; `executor`, `jobs`, `progress`, `store` as in
    `build`; `fields`, the further fields of a `Problem` (targets, search, …).

    Raises the errors of `Problem`, `MapSpec` and `build`.

    >>> map_problem(["1/2"], points=6, method="normal", search="Others")
    <MapData pC = 1/2; search Others; 6 points, normal>
    """
    if isinstance(others, str | bytes) or not isinstance(others, Iterable):
        raise MapError(f"others: give a list of the hit probabilities from C on, like [1], not {shown(others)}")
    problem = Problem([0, 0, *others], **fields)
    return build(MapSpec(problem, points, a_above_b, method, fill, model), executor, jobs, progress, store)


def maps_for_c(
    pC: Iterable[object],  # noqa: N803  its name in the formulas
    others: Iterable[object] = (),
    **settings: Any,
) -> list[MapData]:
    """Return one map for each hit probability of C.

    Parameters: `pC`, the hit probabilities of C; `others`, the hit probabilities from D on, the same in every map;
    `settings`, as for `map_problem`; `progress` counts the pixels of all maps.

    Raises the errors of `map_problem`.

    >>> [data.spec.title() for data in maps_for_c(pC=["1/2", 1], points=3, method="normal")]
    ['pC = 1/2; search Others, Miss', 'pC = 1; search Others, Miss']
    """
    if isinstance(pC, str | bytes) or not isinstance(pC, Iterable):
        raise MapError(f"pC: give a list of hit probabilities, like [0.5, 1], not {shown(pC)}")
    others = list(others)
    return [map_problem([hit, *others], **settings) for hit in pC]


@overload
def replace(specs: MapSpec, **fields: Any) -> MapSpec: ...
@overload
def replace(specs: Iterable[MapSpec], **fields: Any) -> list[MapSpec]: ...
def replace(specs: MapSpec | Iterable[MapSpec], **fields: Any) -> MapSpec | list[MapSpec]:
    """Return a spec, or each of several, with other fields.

    Parameters: `specs`; `fields`, of a `MapSpec` (points, method, …) or of its `Problem` (search, tie_rule, …). If the
    search of later phases equals that of the first phase, it changes with it.

    Raises `MapError` for an unknown field, and the errors of `Problem` and `MapSpec`.

    >>> replace([MapSpec(Problem([0, 0, 1]))], points=10, search="Others")
    [MapSpec(problem=Problem(['0', '0', '1'], search=['Others']), points=10, a_above_b=False, method='cells', \
fill='exact', model='announced')]
    """
    if not isinstance(specs, MapSpec):
        return [replace(spec, **fields) for spec in specs]
    if "if_eq" in fields:  # the tie rule by its name in JSON
        fields["tie_rule"] = fields.pop("if_eq")
    of_spec = [field.name for field in dataclasses.fields(MapSpec)]
    of_problem = [*Statement.__annotations__, "hits"]
    for name in fields:
        if name not in (*of_spec, *of_problem):
            raise MapError(f"unknown field {shown(name)}; the fields are {', '.join((*of_spec, *of_problem))}")
    own = {name: value for name, value in fields.items() if name in of_spec}
    stated = {name: value for name, value in fields.items() if name in of_problem}
    problem = own.pop("problem", specs.problem)
    if stated and isinstance(problem, Problem):
        if "search" in stated and problem.searches_later == problem.searches:
            stated.setdefault("search_later", None)
        problem = problem.changed(**stated)
    return dataclasses.replace(specs, problem=problem, **own)


def difference(first: MapData | MapSpec, second: MapData | MapSpec, **how: Any) -> Difference:
    """Return how two maps differ, pixel by pixel; maps given as specs are computed first.

    Parameters: `first` and `second`, maps or specs with the same grid and number of players, and the same kind of play
    or two kinds; `how`, the executor, jobs, progress and store for `build`.

    Raises the errors of `build` and `truel_ref.maps.comparison.compare`.

    >>> spec = MapSpec(Problem([0, 0, 1]), points=6, method="normal")
    >>> difference(spec, replace(spec, search="Others")).share_aims
    0.6785714285714286
    """
    return compare(*(each if isinstance(each, MapData) else build(each, **how) for each in (first, second)))


# -- units of work


# A unit of this much work, in profiles, outweighs the cost of starting a unit with whole arrays, and takes about a
# second; more pixels per unit gain nothing.
WORK_AT_ONCE = 40_000_000
PIXELS_AT_ONCE = 20_000
# By cells, a pixel is a small part of this work. Every unit has its own cost, so there are at most this many, unless
# there is a hundred times more work.
WORK_WITH_CELLS = 100_000_000
BANDS = 8
# The exact solver gains nothing from arrays; its time per pixel grows more slowly than the number of profiles.
EXACT_AT_ONCE = 500
# Later phases, and orders to reach them, multiply with every player beyond the third.
FOR_A_PLAYER = 8


class Method(NamedTuple):
    """A method to compute maps.

    Fields: `builder`, which returns the rows builder of a map; `units`, which cuts a map into units of work: the
    builder gets the rows of a range, or the rows of a `Tile` and, if it does not have all columns, its columns.
    """

    builder: Callable[[], RowsBuilder]
    units: Callable[[MapSpec], Iterable[range | Tile]]


def work_per_pixel(spec: MapSpec) -> int:
    """Estimate the work of a pixel: the profiles of the first phase, times a factor for more players.

    It depends on the problem alone, so that a map is always cut into the same units.

    >>> from truel_ref import Problem
    >>> work_per_pixel(MapSpec(Problem([0, 0, 1]))), work_per_pixel(MapSpec(Problem([0, 0, 1, 1])))
    (27, 2048)
    """
    problem = spec.at(0, spec.points)
    order = problem.order
    profiles = prod(len(problem.options(order, player)) for player in order)
    return profiles * int(FOR_A_PLAYER ** max(0, problem.players - 3))


def tiles(spec: MapSpec, most: int) -> Iterator[Tile]:
    """Yield units of at most `most` pixels, at least one: whole rows if possible, else parts of a row.

    >>> from truel_ref import Problem
    >>> [(list(tile.rows), list(tile.columns)) for tile in tiles(MapSpec(Problem([0, 0, 1]), points=3), 4)]
    [([0], [0, 1, 2, 3]), ([1], [0, 1, 2, 3]), ([2, 3], [0, 1, 2, 3])]
    """
    side = range(spec.points + 1)
    first, pixels = 0, 0
    for row in side:
        inside = spec.columns(row)
        if pixels + len(inside) > most and pixels:
            yield Tile(range(first, row), side)
            first, pixels = row, 0
        if len(inside) > most:
            for start in range(inside.start, inside.stop, max(1, most)):
                yield Tile(range(row, row + 1), range(start, min(start + max(1, most), inside.stop)))
            first = row + 1
        else:
            pixels += len(inside)
    if pixels:
        yield Tile(range(first, spec.points + 1), side)


def _cell_tiles(spec: MapSpec) -> Iterator[Tile]:
    """Yield whole rows of boxes: several units for a map of any size, so that processes share it and progress shows."""
    side = side_of_boxes(spec.points)
    work = spec.size * work_per_pixel(spec) // WORK_WITH_CELLS
    units = max(1, min(work, max(BANDS, work // 100)))
    height = side * ceil((spec.points + 1) / units / side)
    for start in range(0, spec.points + 1, height):
        yield Tile(range(start, min(start + height, spec.points + 1)), range(spec.points + 1))


METHOD: dict[str, Method] = {
    "cells": Method(lambda: cells_rows, _cell_tiles),
    "certified": Method(
        lambda: certified_rows,
        lambda spec: tiles(spec, min(PIXELS_AT_ONCE, max(1, WORK_AT_ONCE // work_per_pixel(spec)))),
    ),
    "normal": Method(
        lambda: normal_rows, lambda spec: tiles(spec, max(1, EXACT_AT_ONCE // isqrt(work_per_pixel(spec))))
    ),
}
"""The loaded methods by name. `truel_ref.maps.grid.METHODS` lists all valid names; `register` adds a method."""


def register(name: str, method: Method) -> None:
    """Register a method under a name that a map may state, replacing an earlier method.

    Raises `MapError` for a name that no map may state: the names are part of the format of stored maps.

    >>> register("normal", METHOD["normal"])
    """
    if name not in METHODS:
        raise MapError(f"method: {shown(name)} is not a name that a map may state; choose from {', '.join(METHODS)}")
    METHOD[name] = method


def method_of(spec: MapSpec) -> Method:
    """Return the method of a map.

    Raises `MapError` for a method that is not loaded.

    >>> from truel_ref import Problem
    >>> spec = MapSpec(Problem([0, 0, 1]), points=2, method="normal")
    >>> [tile.size(spec) for tile in method_of(spec).units(spec)]
    [6]
    """
    if spec.method not in METHOD:
        raise MapError(
            f"method: {spec.method!r} is not loaded, only {', '.join(METHOD)}; "
            "a study registers its method on import: import truel_ref.studies.smart_maps for smart"
        )
    return METHOD[spec.method]


def normal_rows(spec: MapSpec, rows: Iterable[int], columns: range | None = None) -> dict[tuple[int, int], Pixel]:
    """Return the pixels of some rows of a map, each solved exactly.

    Pixels are independent; parameters and result can be pickled.

    Parameters: `spec`, the map; `rows`, each from 0 to `points`; `columns`, only these columns.

    Raises `MapError` for a row outside the map.

    >>> from truel_ref import Problem
    >>> pixels = normal_rows(MapSpec(Problem([0, 0, 1]), points=3), [1])
    >>> list(pixels), pixels[1, 2].win[0] == 25 / 63
    ([(1, 1), (1, 2), (1, 3)], True)
    """
    return {
        (row, column): spec.play.pixel_at(spec.at(row, column))
        for row in spec.checked_rows(rows)
        for column in spec.columns(row, columns)
    }
