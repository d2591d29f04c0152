"""Builds maps: hands the rows of a map to the method asked for, here or on other cores and machines.

Each method cuts a map into units of work. The method "normal" solves every pixel exactly; it is what the other methods
are measured by.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import ceil, isqrt, prod
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, overload

from truel_ref.budget import (
    Budget,
    WorkEstimate,
    a_part,
    admit,
    bytes_text,
    check,
    is_limited,
    left,
    limits,
    undisturbed,
    within_budget,
)
from truel_ref.errors import BudgetError, MapError, SizeError, WorkerError, refuse, shown
from truel_ref.files import Progress
from truel_ref.game.problem import Problem
from truel_ref.maps.comparison import Difference, compare
from truel_ref.maps.data import MapData
from truel_ref.maps.engine.cells import cells_rows, certified_rows, side_of_boxes
from truel_ref.maps.grid import METHODS, Block, MapSpec, Pixel, Tile
from truel_ref.maps.store import Store
from truel_ref.workers import in_processes

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
    "work_estimate",
]


RowsBuilder: TypeAlias = Callable[..., Mapping[tuple[int, int], Pixel] | Block]
"""Computes some rows of a map, or some columns of them: `normal_rows` and its like."""

Work: TypeAlias = Callable[[Tile], "list[Block]"]
"""Does a unit of work."""

Made: TypeAlias = Generator[tuple[int, Block | WorkerError], None, None]
"""The places of units, with the block of each or its loss."""


def _work(builder: RowsBuilder, spec: MapSpec, rest: Budget | None, unit: Tile) -> list[Block]:
    """Do one unit of work, in whatever process, within what is left of a budget; return its block as a list."""
    columns = [] if len(unit.columns) == spec.points + 1 else [unit.columns]
    with a_part(), limits(rest):
        made = builder(spec, unit.rows, *columns)
    return [made if isinstance(made, Block) else Block.of(spec, unit.rows, made, unit.columns)]


@within_budget
def build(
    spec: MapSpec,
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    *,
    budget: Budget | None = None,
) -> MapData:
    """Return the data of a map, computed by the method of its spec.

    Pixels are independent work, and the result is the same byte for byte wherever it is done. When it is interrupted,
    what has not begun is cancelled. A process that is ended from outside takes only its unit of work with it: all
    others are done before that is told, and a store keeps them, so that only what is missing is computed the next time.
    It keeps the units that are done when a limit is reached, too.

    Parameters:
        spec: the map.
        executor: any `concurrent.futures.Executor` that can do the work; it stays open.
        jobs: instead, how many processes to start and end for it, at least 1; 1 means none beside this one.
        progress: called with the number of pixels after each unit of work, of `spec.size` in all.
        budget: as for `truel_ref.solve`.
        store: where finished maps are kept, and looked up first.

    Raises `MapError` for a bad count of jobs, for both an executor and jobs, and what `Store.fetch` raises;
    `WorkerError` if a process was ended from outside, of `jobs` or of the executor; `BudgetError` where the budget is
    used up, saying how many pixels are done; anything that is raised in the executor is passed on.

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
    report = progress or (lambda done: None)
    if store is not None:
        return store.fetch(spec, lambda missing: _built(missing, executor, jobs or 1, report, store))
    return _built(spec, executor, jobs or 1, report, None)


def _built(spec: MapSpec, executor: Executor | None, jobs: int, report: Progress, store: Store | None) -> MapData:
    """Return the data of a map, of which a store may hold parts; what cannot be finished is left there."""
    method = method_of(spec)
    units = [unit if isinstance(unit, Tile) else Tile.whole(spec, unit) for unit in method.units(spec)]
    admit(work_estimate(spec, jobs))
    kept = store.parts(spec) if store is not None else lambda unit: None
    blocks = {number: stored for number, unit in enumerate(units) if (stored := kept(unit)) is not None}
    if blocks:
        report(sum(units[number].size(spec) for number in blocks))
    missing = [number for number in range(len(units)) if number not in blocks]
    work = partial(_work, method.builder(), spec, left())
    of_units = [units[number] for number in missing]
    made = _here(work, of_units, jobs) if executor is None else _elsewhere(work, of_units, executor)
    loss: WorkerError | None = None
    try:
        with contextlib.closing(made):
            for place, block in made:
                if isinstance(block, WorkerError):
                    loss = block
                else:
                    blocks[missing[place]] = block
                    report(units[missing[place]].size(spec))
                if len(blocks) < len(units):
                    check()
    except SizeError:
        raise
    except (BudgetError, MemoryError) as error:
        done = sum(units[number].size(spec) for number in blocks)
        raise _unfinished(error, spec, done, list(blocks.values()), store) from None
    if loss is not None:
        count = len(units) - len(blocks)
        lacking = f"{count} of {len(units)} parts of the map are missing"
        if store is not None and store.keep_parts(spec, blocks.values()):
            raise WorkerError(f"{loss}; {lacking}, the others are stored: the same again computes only what is missing")
        raise WorkerError(f"{loss}; {lacking}; a store would have kept the others")
    return MapData.join(spec, [blocks[number] for number in range(len(units))])


def _unfinished(
    error: BudgetError | MemoryError, spec: MapSpec, done: int, blocks: Sequence[Block], store: Store | None
) -> BudgetError | MemoryError:
    """Return the error of a map that a limit has ended; the blocks, of so many pixels, are left in a store."""
    rest = left()
    try:
        check()  # of which a unit only knows what was left
    except BudgetError as said:
        error = said
    with undisturbed():
        try:
            kept = store is not None and bool(blocks) and store.keep_parts(spec, blocks)
        except MemoryError:
            kept = False
        if isinstance(error, BudgetError):
            limit = str(error.args[0])
        elif rest is None or rest.bytes is None:
            return error
        else:
            limit = f"the memory limit of {bytes_text(rest.bytes)} was reached"
        others = f"only the other {spec.size - done:,} of the map"
        if kept:
            way_on = f"they are stored, and the same again computes {others}"
        elif done:
            way_on = f"they are not kept; with a store (--store use) the same again would compute {others}"
        else:
            way_on = f"no part of the map of {spec.size:,} pixels was done; give it more, or take fewer points"
        return BudgetError(limit, {"pixels": done}, way_on)


def _here(work: Work, units: Sequence[Tile], jobs: int) -> Made:
    """Yield the blocks of units, or the loss of one, with their places, done by processes of our own."""
    with contextlib.closing(in_processes(work, units, jobs, lambda unit, loss: [loss])) as blocks:
        yield from enumerate(blocks)


def _elsewhere(work: Work, units: Iterable[Tile], executor: Executor) -> Made:
    """Yield the blocks of units that an executor does, as they come, with the places of the units.

    For one whose process was ended from outside there is the loss.
    """
    from concurrent.futures import as_completed

    futures: dict[Any, int] = {}
    try:
        for place, unit in enumerate(units):
            check()
            futures[executor.submit(work, unit)] = place
        for future in as_completed(futures):
            check()
            try:
                block: Block | WorkerError = future.result()[0]
            except Exception as error:  # any other failure ends the whole at once
                if not _is_loss(error):
                    raise
                block = WorkerError(f"a process of the executor is lost: {' '.join(str(error).split())}")
            yield futures[future], block
    finally:  # after a failure or an interrupt nobody will ask for the others
        for future in futures:
            future.cancel()


def _is_loss(error: Exception) -> bool:
    """Tell whether an executor says by an error that a process of its own is gone."""
    from concurrent.futures import BrokenExecutor, CancelledError

    # Dask is not imported for the name of its error.
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "KilledWorker"


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

    Parameters: `others`, the hit probabilities from C on, as anything that `truel_ref.numbers.read_rational` reads;
    `points`, `a_above_b`, `method`, `fill`, `model` as in `MapSpec`; `executor`, `jobs`, `progress`, `store` as in
    `build`; `fields`, the further fields of a `Problem` (targets, search, …).

    Raises what `Problem`, `MapSpec` and `build` raise.

    >>> map_problem(["1/2"], points=6, method="normal", search="Others")
    <MapData pC = 1/2; search Others; 6 points, normal>
    """
    if isinstance(others, str | bytes) or not isinstance(others, Iterable):
        raise MapError(f"others: give a list of the hit probabilities from C on, like [1], not {shown(others)}")
    problem = Problem([0, 0, *others], **fields)
    return build(MapSpec(problem, points, a_above_b, method, fill, model), executor, jobs, progress, store)


def maps_for_c(
    pC: Iterable[object],  # noqa: N803  the name that it has in the formulas
    others: Iterable[object] = (),
    **settings: Any,
) -> list[MapData]:
    """Return one map for each hit probability of C.

    Parameters: `pC`, the hit probabilities of C; `others`, those from D on, the same in every map; `settings`, as for
    `map_problem`; `progress` then counts the pixels of all maps.

    Raises what `map_problem` raises.

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

    Parameters: `specs`; `fields`, those of a `MapSpec` (points, method, …) or of its `Problem` (search, tie_rule, …).
    Where the search of later phases was that of the first one, it stays so.

    Raises `MapError` for an unknown field, and what `Problem` and `MapSpec` raise.

    >>> replace([MapSpec(Problem([0, 0, 1]))], points=10, search="Others")
    [MapSpec(problem=Problem(['0', '0', '1'], search=['Others']), points=10, a_above_b=False, method='cells', \
fill='exact', model='announced')]
    """
    if not isinstance(specs, MapSpec):
        return [replace(spec, **fields) for spec in specs]
    if "if_eq" in fields:  # the tie rule by its name in JSON
        fields["tie_rule"] = fields.pop("if_eq")
    of_spec = [field.name for field in dataclasses.fields(MapSpec)]
    of_problem = [field.name for field in dataclasses.fields(Problem)]
    for name in fields:
        if name not in (*of_spec, *of_problem):
            raise MapError(f"unknown field {shown(name)}; the fields are {', '.join((*of_spec, *of_problem))}")
    own = {name: value for name, value in fields.items() if name in of_spec}
    stated = {name: value for name, value in fields.items() if name in of_problem}
    problem = own.pop("problem", specs.problem)
    if stated and isinstance(problem, Problem):
        if "search" in stated and problem.search_later == problem.search:
            stated.setdefault("search_later", None)
        problem = dataclasses.replace(problem, **stated)
    return dataclasses.replace(specs, problem=problem, **own)


def difference(first: MapData | MapSpec, second: MapData | MapSpec, **how: Any) -> Difference:
    """Return how two maps differ, pixel by pixel, of which those given as specs are computed first.

    Parameters: `first` and `second`, of the same grid and number of players, and of the same way to play or two; `how`,
    the executor, jobs, progress and store for `build`.

    Raises what `build` and `truel_ref.maps.comparison.compare` raise.

    >>> spec = MapSpec(Problem([0, 0, 1]), points=6, method="normal")
    >>> difference(spec, replace(spec, search="Others")).share_aims
    0.6785714285714286
    """
    return compare(*(each if isinstance(each, MapData) else build(each, **how) for each in (first, second)))


# -- units of work


# A unit of this much work, in profiles, outweighs what it costs to start one that works on whole arrays, and is done
# in about a second; more pixels than this at once gain nothing.
WORK_AT_ONCE = 400_000
PIXELS_AT_ONCE = 20_000
# By cells, a pixel is a small part of that. Every unit has some cost of its own, so there are at most this many, unless
# there is a hundred times as much to do.
WORK_WITH_CELLS = 100_000_000
BANDS = 8
# The exact solver has no arrays to gain from; its time per pixel grows more slowly than the number of profiles.
EXACT_AT_ONCE = 500
# Later phases, and orders to reach them, multiply with every player beyond the third.
FOR_A_PLAYER = 8


class Method(NamedTuple):
    """How a method is used.

    Fields: `builder`, which returns the rows builder of one map; `units`, which cuts a map into units of work: some
    neighbouring rows, which the builder is called with, or a `Tile`, of which it gets the columns, too, if not all.
    """

    builder: Callable[[], RowsBuilder]
    units: Callable[[MapSpec], Iterable[range | Tile]]


def work_per_pixel(spec: MapSpec) -> int:
    """Return about how much work a pixel is: the profiles of the first phase, times what more players add.

    It is known from the problem alone, so that a map is always cut into the same units.

    >>> from truel_ref import Problem
    >>> work_per_pixel(MapSpec(Problem([0, 0, 1]))), work_per_pixel(MapSpec(Problem([0, 0, 1, 1])))
    (27, 2048)
    """
    problem = spec.at(0, spec.points)
    order = problem.first_order
    profiles = prod(len(problem.options(order, player)) for player in order)
    return profiles * int(FOR_A_PLAYER ** max(0, problem.players - 3))


EACH_PIXEL = {"cells": 3e-6, "certified": 2e-5, "smart": 2e-4, "normal": 1.5e-4}
"""Seconds for a pixel of three players by method, roughly; more players and options take more."""

BYTES_OF_PIXEL = 180
"""With all that is laid out while a map is computed and drawn."""


def work_estimate(spec: MapSpec, jobs: int = 1) -> WorkEstimate:
    """Return how much work a map is.

    >>> from truel_ref import Problem
    >>> print(work_estimate(MapSpec(Problem([0, 0, 1]), points=10_000, a_above_b=True)))
    about 10^8 pixels, 5 minutes, 18 GB of memory; take fewer points, or leave the square out
    """
    more = max(1.0, work_per_pixel(spec) / 27)
    each = EACH_PIXEL[spec.method] * more / jobs
    return WorkEstimate(
        spec.size, "pixels", each, spec.size * BYTES_OF_PIXEL, way_out="take fewer points, or leave the square out"
    )


def tiles(spec: MapSpec, most: int) -> Iterator[Tile]:
    """Yield units of at most so many pixels, or a single one: whole rows where that is enough, else parts of a row.

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
    """Yield whole rows of boxes: several units of a map of any size, so that others can help and progress is seen.

    Where a limit may end the work there are more of them, so that one is finished now and then.
    """
    side = side_of_boxes(spec.points)
    work = spec.size * work_per_pixel(spec) // WORK_WITH_CELLS
    units = max(1, min(work, max(BANDS, work // 100)))
    if is_limited():
        units = max(units, _units_within(work_estimate(spec).seconds))
    height = side * ceil((spec.points + 1) / units / side)
    for start in range(0, spec.points + 1, height):
        yield Tile(range(start, min(start + height, spec.points + 1)), range(spec.points + 1))


def _units_within(seconds: float) -> int:
    """Return how many units some work is to be cut into so that several are done within what is left of a budget.

    It is a power of two, so that much the same time has the same units again.
    """
    rest = left()
    share = BANDS * seconds / rest.seconds if rest is not None and rest.seconds is not None else 0
    return 1 << (max(BANDS, ceil(min(share, 1 << 20))) - 1).bit_length()


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
"""The methods at hand by name. `truel_ref.maps.grid.METHODS` has every name that a map may state; `register` adds."""


def register(name: str, method: Method) -> None:
    """Put a method at hand under one of the names that a map may state, in place of one that was there.

    Raises `MapError` for a name that no map may state: the names are part of the format of kept maps.

    >>> register("normal", METHOD["normal"])
    """
    if name not in METHODS:
        raise MapError(f"method: {shown(name)} is not a name that a map may state; choose from {', '.join(METHODS)}")
    METHOD[name] = method


def method_of(spec: MapSpec) -> Method:
    """Return how a map is computed.

    Raises `MapError` for a method that is not at hand.

    >>> from truel_ref import Problem
    >>> spec = MapSpec(Problem([0, 0, 1]), points=2, method="normal")
    >>> [tile.size(spec) for tile in method_of(spec).units(spec)]
    [6]
    """
    if spec.method not in METHOD:
        raise MapError(
            f"method: {spec.method!r} is not loaded, only {', '.join(METHOD)}; "
            "what a study offers is registered when it is imported, smart by truel_ref.studies.smart_maps"
        )
    return METHOD[spec.method]


def normal_rows(spec: MapSpec, rows: Iterable[int], columns: range | None = None) -> dict[tuple[int, int], Pixel]:
    """Return the pixels of some rows of a map, each solved exactly.

    Parameters: `spec`, the map; `rows`, which of its rows, each from 0 to `points`; `columns`, only these of them.
    Pixels do not depend on each other, and whatever goes in and comes out can be sent to another process.

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
