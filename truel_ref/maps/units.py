"""How a map is cut into units of work, by each method, and how much work it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import ceil, isqrt, prod
from typing import NamedTuple, TypeAlias

from truel_ref.budget import Estimate, is_limited, left
from truel_ref.errors import MapError, shown
from truel_ref.maps.grid import METHODS, Block, MapSpec, Pixel, Tile
from truel_ref.maps.normal import normal_rows

__all__ = [
    "METHOD",
    "PIXELS_AT_ONCE",
    "Method",
    "RowsBuilder",
    "method_of",
    "register",
    "tiles",
    "work_estimate",
]

RowsBuilder: TypeAlias = Callable[..., Mapping[tuple[int, int], Pixel] | Block]
"""Computes some rows of a map, or some columns of them: `normal_rows` and its like."""

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
    neighbouring rows, which the builder is called with, or a `Tile`, of which it gets the columns, too.
    """

    builder: Callable[[], RowsBuilder]
    units: Callable[[MapSpec], Iterable[range | Tile]]


def _certified() -> RowsBuilder:
    # Imported late: it needs NumPy, and the other methods can do without it.
    from truel_ref.maps.certified import certified_rows

    builder: RowsBuilder = certified_rows
    return builder


def _cells() -> RowsBuilder:
    from truel_ref.maps.cells import cells_rows

    builder: RowsBuilder = cells_rows
    return builder


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


def work_estimate(spec: MapSpec, jobs: int = 1) -> Estimate:
    """Return how much work a map is.

    >>> from truel_ref import Problem
    >>> print(work_estimate(MapSpec(Problem([0, 0, 1]), points=10_000, a_above_b=True)))
    about 10^8 pixels, 5 minutes, 18 GB of memory; take fewer points, or leave the square out
    """
    more = max(1.0, work_per_pixel(spec) / 27)
    each = EACH_PIXEL[spec.method] * more / jobs
    return Estimate(
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


def _certified_tiles(spec: MapSpec) -> Iterator[Tile]:
    return tiles(spec, min(PIXELS_AT_ONCE, max(1, WORK_AT_ONCE // work_per_pixel(spec))))


def _cell_tiles(spec: MapSpec) -> Iterator[Tile]:
    """Yield whole rows of boxes: several units of a map of any size, so that others can help and progress is seen.

    Where a limit may end the work there are more of them, so that one is finished now and then.
    """
    from truel_ref.maps.cells import side_of_boxes

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


def _exact_tiles(spec: MapSpec) -> Iterator[Tile]:
    return tiles(spec, max(1, EXACT_AT_ONCE // isqrt(work_per_pixel(spec))))


METHOD: dict[str, Method] = {
    "cells": Method(_cells, _cell_tiles),
    "certified": Method(_certified, _certified_tiles),
    "normal": Method(lambda: normal_rows, _exact_tiles),
}
"""The methods at hand by name. `truel_ref.maps.grid.METHODS` has every name that a map may state; `register` adds."""


def register(name: str, method: Method) -> None:
    """Put a method at hand under one of the names that a map may state, in place of one that was there.

    Raises `MapError` for a name that no map may state: the names are part of the format of kept maps.

    >>> register("normal", METHOD["normal"])
    """
    if name not in METHODS:
        raise MapError(f"method: {shown(name)} is no name that a map may state; there are {', '.join(METHODS)}")
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
            f"method: {spec.method!r} is not at hand, only {', '.join(METHOD)}; "
            "what a study offers is registered when it is imported, smart by truel_ref.studies.smart_maps"
        )
    return METHOD[spec.method]
