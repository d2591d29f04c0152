"""Build maps by their method, in this process or on other cores and machines."""

from __future__ import annotations

import dataclasses
import inspect
import random
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from functools import lru_cache, partial
from math import prod
from typing import Any

import numpy as np

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.fast.recursion import layouts
from truel_ref.fast.solving import admit_profiles
from truel_ref.files import Progress
from truel_ref.game.people import entries_of
from truel_ref.game.problem import Problem
from truel_ref.limits import check, in_processes, so_far
from truel_ref.maps.adaptive import smart_parts
from truel_ref.maps.data import MapData, MapPart
from truel_ref.maps.differences import Difference, compare
from truel_ref.maps.engine import Engine, listed, underflows
from truel_ref.maps.plays import simulated_pixel
from truel_ref.maps.spec import MapSpec
from truel_ref.maps.store import Store
from truel_ref.maps.ties import Areas
from truel_ref.numbers import read_count
from truel_ref.play.ties import LIKELIEST_WINNER

PIXELS_AT_ONCE = 2**14
HISTORIES_AT_ONCE = 2**17  # times pixels: the arrays stay in the cache
PIXEL_BY_PIXEL = 100  # the most pixels of a piece of work of any other method


def build(
    spec: MapSpec,
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
) -> MapData:
    """Return the data of a map, computed by the method of its spec.

    Pixels are independent, and the result is the same byte for byte on every executor. An interrupt cancels pieces of
    work that have not begun.

    Parameters:
        spec: the map.
        executor: any `concurrent.futures.Executor` that can do the work; it stays open.
        jobs: in place of an executor, the number of processes to start, at least 1; 1 means this process alone.
        progress: called with the number of pixels after each piece of work, `spec.size` in total.
        store: the store of finished maps, in which `build` looks first.

    Raises `NumberError` for a bad count of jobs; `ProblemError` for both an executor and jobs, and for too many
    profiles of aims; the errors of `Store.fetch`; `UnfinishedError`, with the number of finished pixels, at a time
    limit or if a process was killed; and all errors from the executor.

    >>> data = build(MapSpec(Problem([0, 0, 1]), points=3))
    >>> [str(aim) for aim in data.aims_at(1, 2)]
    ['Miss', 'C', 'B']
    """
    refuse(
        ProblemError,
        (
            not isinstance(spec, MapSpec),
            f"spec: {shown(spec)} is not a MapSpec; for hit probabilities there is map_problem",
        ),
        (jobs is not None and executor is not None, "give either an executor or jobs, not both"),
    )
    compute = partial(
        _built,
        executor=executor,
        jobs=1 if jobs is None else read_count(jobs, "jobs"),
        report=progress or (lambda done: None),
    )
    return compute(spec) if store is None else store.fetch(spec, compute)


def _built(spec: MapSpec, executor: Executor | None, jobs: int, report: Progress) -> MapData:
    """Return the data of a map, computed piece by piece."""
    if spec.model == "announced":
        admit_profiles(_example(spec))
    parts: list[MapPart] = []
    with so_far(pixels=lambda: sum(len(part.rows) for part in parts)):
        if spec.method == "smart":
            made: Generator[MapPart, None, None] = smart_parts(spec)
        else:
            method, most = _method(spec)
            pieces = blocks(spec, most) if method is _exact else _pieces(spec, most)
            made = in_processes(partial(method, spec), pieces, jobs, executor)
        with closing(made):
            for part in made:
                parts.append(part)
                report(len(part.rows))
                check()
    return MapData.join(spec, parts)


def _example(spec: MapSpec) -> Problem:
    """Return a problem inside a map in which all players can hit."""
    return spec.problem.changed(hits=("1/3", "2/3", *spec.problem.hits[2:]))


def _pieces(spec: MapSpec, most: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the pixels of a map, at most `most` at a time, as rows and columns."""
    rows, columns = np.nonzero(spec.inside)
    for start in range(0, len(rows), most):
        yield rows[start : start + most], columns[start : start + most]


def blocks(spec: MapSpec, most: int) -> Iterator[list[np.ndarray]]:
    """Yield the pixels of a map, at most about `most` at a time, as the engine takes them."""
    for rows, columns in Areas(spec.problem, spec.points).blocks(most):
        inside = (rows <= columns) | spec.a_above_b
        if inside.any():
            yield listed(rows, columns, inside)


# -- methods


def _method(spec: MapSpec) -> tuple[Callable[..., Iterable[MapPart]], int]:
    """Return how a map is computed, and the most pixels of a piece of work.

    Pixel by pixel are maps of whose products a double might lose the smallest, and, because it takes less time, maps of
    tie rule 3 with three equal players after B: there nearly every history is a tie that each pixel decides.
    """
    if spec.method == "simulated":
        return _simulated, PIXEL_BY_PIXEL
    fixed = spec.problem.hits[2:]
    slow = spec.problem.tie_rule == LIKELIEST_WINNER and len(fixed) > 2 and len({*fixed}) == 1
    if spec.method == "normal" or slow or underflows(spec.problem, spec.points):
        return _normal, PIXEL_BY_PIXEL
    options = layouts(_example(spec))[-1].options
    return _exact, min(PIXELS_AT_ONCE, max(100, HISTORIES_AT_ONCE // prod(map(len, options[:-1]))))


_engine = lru_cache(maxsize=2)(Engine)  # the pieces of a map share what the engine remembers


def _exact(spec: MapSpec, pixels: tuple[np.ndarray, np.ndarray]) -> list[MapPart]:
    """Return the answers at some pixels by the engine."""
    return list(_engine(spec).solve(*pixels))


def _normal(spec: MapSpec, pixels: tuple[np.ndarray, np.ndarray]) -> list[MapPart]:
    """Return the answers at some pixels, each solved by itself."""
    places = list(zip(*(steps.tolist() for steps in pixels), strict=True))
    return [MapPart.of({place: spec.play.pixel(spec.play.answer(spec.at(*place))) for place in places})]


def _simulated(spec: MapSpec, pixels: tuple[np.ndarray, np.ndarray]) -> list[MapPart]:
    """Return the answers at some pixels by dice, with dice of its own for each pixel."""
    made = {}
    for row, column in zip(*(steps.tolist() for steps in pixels), strict=True):
        seed = random.Random(f"{row}/{column}").getrandbits(64)
        made[row, column] = simulated_pixel(spec.at(row, column), spec.games, seed)
    return [MapPart.of(made)]


# -- convenience


def map_problem(
    others: Iterable[object] = (),
    *,
    points: int = 300,
    a_above_b: bool = True,
    method: str = "exact",
    fill: str = "exact",
    model: str = "announced",
    games: int = 10_000,
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    **fields: Any,
) -> MapData:
    """Return the map for given hit probabilities of the other players.

    Parameters: `others`, the hit probabilities from C on, in any form that `truel_ref.numbers.read_rational` reads;
    `points`, `a_above_b`, `method`, `fill`, `model`, `games` as in `MapSpec`; `executor`, `jobs`, `progress`, `store`
    as in `build`; `fields`, the further fields of a `Problem` (targets, search, …).

    Raises the errors of `Problem`, `MapSpec` and `build`.

    >>> map_problem(["1/2"], points=6, search="Others")
    <MapData pC = 1/2; search Others; 6 points, exact>
    """
    hits = entries_of(others, "others: give a list of the hit probabilities from C on, like [1]")
    problem = Problem([0, 0, *hits], **fields)
    spec = MapSpec(problem, points, a_above_b, method, fill, model, games)
    return build(spec, executor, jobs, progress, store)


def replace(spec: MapSpec, **fields: Any) -> MapSpec:
    """Return a spec with other fields.

    Parameters: `spec`; `fields`, of a `MapSpec` (points, method, …) or of its `Problem` (search, tie_rule, …). If the
    search of later phases equals that of the first phase, it changes with it.

    Raises `ProblemError` for an unknown field, and the errors of `Problem` and `MapSpec`.

    >>> replace(MapSpec(Problem([0, 0, 1])), points=10, search="Others").title()
    'pC = 1; search Others'
    """
    own = {field.name: fields.pop(field.name) for field in dataclasses.fields(MapSpec) if field.name in fields}
    problem = own.pop("problem", spec.problem)
    unknown = [name for name in fields if name not in inspect.signature(Problem).parameters]
    if unknown:
        raise ProblemError(f"unknown field {shown(unknown[0])}; the fields are those of MapSpec and Problem")
    if "if_eq" in fields:  # the tie rule by its name in JSON
        fields["tie_rule"] = fields.pop("if_eq")
    if "search" in fields and problem.searches_later == problem.searches:
        fields.setdefault("search_later", None)
    if fields:
        problem = problem.changed(**fields)
    return dataclasses.replace(spec, problem=problem, **own)


def difference(first: MapData | MapSpec, second: MapData | MapSpec, **how: Any) -> Difference:
    """Return how two maps differ, pixel by pixel; maps given as specs are computed first.

    Parameters: `first` and `second`, maps or specs with the same grid and number of players, and the same kind of play
    or two kinds; `how`, the executor, jobs, progress and store for `build`.

    Raises the errors of `build` and `truel_ref.maps.differences.compare`.

    >>> spec = MapSpec(Problem([0, 0, 1]), points=6, a_above_b=False)
    >>> difference(spec, replace(spec, search="Others")).share_aims
    0.6785714285714286
    """
    return compare(*(each if isinstance(each, MapData) else build(each, **how) for each in (first, second)))
