"""Specifications of maps, `MapSpec`, and results of units of work, `Block`.

A map is a grid of `points + 1` rows and columns. Row `i` stands for `pA = i / points`, column `j` for
`pB = j / points`; the other hit probabilities are fixed. Without `a_above_b` only the triangle `pA <= pB` is computed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from truel_ref.errors import MapError, refuse, shown
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.statement import hit_text
from truel_ref.maps.models import Aims, Model, Pixel, model_named, pixel_of
from truel_ref.numbers import decimal_text, number_text

__all__ = [
    "ARRAYS",
    "FILLS",
    "METHODS",
    "NOWHERE",
    "Aims",
    "AimsTable",
    "Block",
    "MapSpec",
    "Pixel",
    "Tile",
    "named",
    "pixel_of",
]

METHODS = ("cells", "certified", "normal", "smart")
"""The methods that a map may state; `truel_ref.maps.builder.METHOD` implements them."""
FILLS = ("exact", "linear")
NOWHERE = -2
"""The entry of `equilibria` outside the map."""
_KINDS: dict[str, tuple[type[Any], float]] = {
    "index": (np.int32, -1),
    "win": (np.float64, np.nan),
    "stalemate": (np.float64, np.nan),
    "tie": (np.bool_, False),
    "solved": (np.bool_, False),
    "equilibria": (np.int16, NOWHERE),
}
"""The arrays of a map, each with the type of its values and its blank value."""
ARRAYS = ("index", "win", "stalemate", "tie", "solved")
"""The arrays of every map; models that count equilibria add `equilibria`."""
POINTS_LIMIT = 5_000

_SHOWN = 60  # characters of a hit probability in a title

_UNUSUAL = (
    ("target_later", "later"),
    ("search_later", "later search"),
    ("random_levels", "levels"),
    ("if_eq", "tie rule"),
)


@dataclass(frozen=True)
class MapSpec:
    """A map that can be computed; equal specs give equal data, byte for byte.

    Parameters:
        problem: the problem, with hit probabilities from C on and all other fields; the hit probabilities of A and B
            are free, and stored as 0.
        points: the steps per side, from 1 to 5,000; the grid has one row and column more.
        a_above_b: whether the map includes pixels with `pA > pB`.
        method: "cells", "certified", "normal" or "smart". If only "normal" supports the model, "cells" and "certified",
            which promise the same bytes, become "normal".
        fill: how "smart" fills inferred pixels: "exact" or "linear"; other methods ignore it.
        model: the kind of play: "announced"; "stationary" for stationary equilibria
            (`truel_ref.fast.stationary.equilibria`); or other rules of fire (`truel_ref.maps.models.variant_text`).

    Raises `MapError` (a `TruelError` and a `ValueError`) that names the field and the value.

    >>> spec = MapSpec(Problem([0, 0, 1]), points=4, method="normal")
    >>> spec.at(1, 2)
    Problem(['1/4', '1/2', '1'])
    >>> len(list(spec.pixels()))
    15
    """

    problem: Problem
    points: int = 300
    a_above_b: bool = False
    method: str = "cells"
    fill: str = "exact"
    model: str = "announced"

    def __post_init__(self) -> None:
        if not isinstance(self.problem, Problem):
            raise MapError(f"problem: {shown(self.problem)} is not a Problem; give Problem([0, 0, pC, …])")
        self.problem.check_plain("a map")
        points = self.points
        wrong_points = isinstance(points, bool) or not isinstance(points, int) or not 1 <= points <= POINTS_LIMIT
        refuse(
            MapError,
            (wrong_points, f"points: {shown(points)} is not an integer from 1 to {POINTS_LIMIT:,}"),
            (
                not isinstance(self.a_above_b, bool),
                f"a_above_b: {shown(self.a_above_b)} is neither True nor False",
            ),
            (
                self.method not in METHODS,
                f"method: {shown(self.method)} is unknown; choose from {', '.join(METHODS)}",
            ),
            (
                not isinstance(self.model, str),
                f"model: {shown(self.model)} is unknown; give the name of a way to play",
            ),
        )
        if model_named(self.model).players not in (None, self.problem.players):
            raise MapError(
                f"model: {self.model!r} is for {model_named(self.model).players} players, and there are "
                f"{self.problem.players}; give each of them a number of rounds"
            )
        if self.fill not in FILLS:
            raise MapError(f"fill: {shown(self.fill)} is unknown; choose from {', '.join(FILLS)}")
        for player, number in self.problem.irrational:
            raise MapError(
                f"player {label(player)}: {shown(number_text(number))} is irrational, and maps are of fractions; "
                f"give one near it, such as {decimal_text(number, 6)}"
            )
        fixed = dataclasses.replace(self.problem, hits=(Fraction(0), Fraction(0), *self.problem.hits[2:]))
        object.__setattr__(self, "problem", fixed)
        object.__setattr__(self, "method", self._method())
        if self.method != "smart":
            object.__setattr__(self, "fill", "exact")

    def _method(self) -> str:
        known = self.play.methods
        if self.method in known:
            return self.method
        if self.method in {"cells", "certified"} and "normal" in known:
            return "normal"
        raise MapError(f"method: {self.method!r} does not know {self.play.name}; leave it out, or use {known[0]!r}")

    @property
    def play(self) -> Model:
        """The kind of play that `model` names."""
        return model_named(self.model)

    @property
    def arrays(self) -> tuple[str, ...]:
        """The names of the arrays of this map."""
        return (*ARRAYS, *["equilibria"] * self.play.counts)

    def layout(self, rows: int | None = None, columns: int | None = None) -> dict[str, tuple[Any, tuple[int, ...]]]:
        """Return for each array its type and its shape; rows and columns are by default those of the map."""
        shape = self.points + 1 if rows is None else rows, self.points + 1 if columns is None else columns
        shapes = {"win": (*shape, self.problem.players)}
        return {name: (np.dtype(_KINDS[name][0]), shapes.get(name, shape)) for name in self.arrays}

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of the grid."""
        return self.points + 1, self.points + 1

    def holds(self, row: int, column: int) -> bool:
        """Return whether a pixel belongs to the map."""
        inside = 0 <= row <= self.points and 0 <= column <= self.points
        return inside and (self.a_above_b or row <= column)

    def columns(self, row: int, within: range | None = None) -> range:
        """Return the columns of a row that belong to the map and, if given, lie within some columns."""
        first = 0 if self.a_above_b else row
        if within is None:
            return range(first, self.points + 1)
        return range(max(first, within.start), max(first, within.stop))

    @property
    def size(self) -> int:
        """The number of pixels.

        >>> MapSpec(Problem([0, 0, 1]), points=300).size
        45451
        """
        side = self.points + 1
        return side * side if self.a_above_b else side * (side + 1) // 2

    def checked_rows(self, rows: Iterable[int]) -> list[int]:
        """Return rows as a list. Raises `MapError` for a row outside the map."""
        listed = list(rows)
        for row in listed:
            if not 0 <= row <= self.points:
                raise MapError(f"there is no row {shown(row)}; rows run from 0 to {self.points}")
        return listed

    def pixels(self) -> Iterable[tuple[int, int]]:
        """Yield the pixels of the map, row by row."""
        for row in range(self.points + 1):
            for column in self.columns(row):
                yield row, column

    def at(self, row: int, column: int) -> Problem:
        """Return the problem of a pixel.

        Raises `MapError` for a pixel outside the map.
        """
        if not self.holds(row, column):
            side = "" if self.a_above_b else ", with the row at most the column"
            raise MapError(f"there is no pixel ({row}, {column}); rows and columns run from 0 to {self.points}{side}")
        free = Fraction(row, self.points), Fraction(column, self.points)
        return dataclasses.replace(self.problem, hits=(*free, *self.problem.hits[2:]))

    def to_json(self) -> dict[str, Any]:
        """Return the spec as plain data for JSON; `from_data` reads it back to an equal spec.

        The model "announced" is left out, so that specs from before other models read the same.
        """
        data = {
            "problem": self.problem.to_json(),
            "points": self.points,
            "a_above_b": self.a_above_b,
            "method": self.method,
            "fill": self.fill,
        }
        return data if self.model == "announced" else data | {"model": self.model}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> MapSpec:
        """Return the spec of plain data.

        >>> spec = MapSpec(Problem([0, 0, "1/2"]), points=10)
        >>> MapSpec.from_data(spec.to_json()) == spec
        True
        """
        known = {field.name for field in dataclasses.fields(cls)}
        if not isinstance(data, Mapping) or set(data) - known or "problem" not in data:
            raise MapError(f"a map spec has the keys {', '.join(sorted(known))}, not {shown(data)}")
        return cls(**{**data, "problem": Problem.from_data(data["problem"])})

    def title(self) -> str:
        """Return all fields of the problem and the model that differ from the defaults, for the title of a figure."""
        fixed = ", ".join(f"p{name} = {hit}" for name, hit in self._fixed())
        return "; ".join([fixed or "A and B alone", *self._unusual()])

    def clause(self) -> str:
        """Return the title as a clause of a longer sentence, without the default search.

        >>> MapSpec(Problem([0, 0, "1/2", 1]), points=3).clause()
        'C hits 1/2 and D always hits'
        """
        said = " and ".join(hit_text(name, hit) for name, hit in self._fixed())
        usual = f"search {Problem(self.problem.hits).search_text()}"
        return "; ".join([said or "A and B are alone", *(part for part in self._unusual() if part != usual)])

    def _fixed(self) -> Iterator[tuple[str, str]]:
        """Yield the players after B, each with a hit probability."""
        for player, hit in enumerate(map(number_text, self.problem.hits)):
            if player > 1:
                yield label(player), hit if len(hit) <= _SHOWN else hit[: _SHOWN - 1] + "…"

    def _unusual(self) -> list[str]:
        """Return the search of the problem, and its other fields and the model if they differ from the defaults."""
        data, plain = self.problem.to_json(), Problem(self.problem.hits, search=self.problem.search).to_json()
        parts = []
        if data["targets"] != plain["targets"]:
            said = [entry if isinstance(entry, str) else f"({', '.join(entry)})" for entry in data["targets"]]
            parts.append("targets " + ", ".join(said))
        if "Optimal" in data["targets"] and self.model != "opinions":  # where players only choose among the others
            parts.append(f"search {self.problem.search_text()}")
        for key, name in _UNUSUAL:
            said = data[key] if isinstance(data[key], list) else [data[key]]
            if data[key] != plain[key]:
                parts.append(f"{name} " + ", ".join("none" if one is None else str(one) for one in said))
        if self.model != "announced":
            parts.append(self.play.name)
        return parts


@dataclass(eq=False)
class AimsTable:
    """The different aims of some pixels, numbered in the order of appearance."""

    aims: list[Aims] = field(default_factory=list)
    _numbers: dict[Any, int] = field(default_factory=dict, init=False)

    def number(self, aims: Aims) -> int:
        """Return the number of some aims, a new number for new aims; -1 for the empty aims of a blank pixel."""
        if not aims:
            return -1
        key = named(aims)
        if key not in self._numbers:
            self._numbers[key] = len(self.aims)
            self.aims.append(aims)
        return self._numbers[key]


@dataclass(frozen=True, eq=False, repr=False)
class Block:
    """Some rows of a map, or a part of them, as arrays: the result of one unit of work.

    Sending it between processes is cheap, and a method that works on many pixels at once can fill it directly.

    Fields: `rows` and `columns`, by number; entries outside the map are blank; `aims`, the aims that occur, in any
    order; `index`, `win`, `stalemate`, `tie`, `solved` as in `MapData`, with a row for each of `rows` and a column for
    each of `columns`; `equilibria`, likewise if the model counts equilibria, else None.
    """

    rows: tuple[int, ...]
    columns: range
    aims: tuple[Aims, ...]
    index: np.ndarray
    win: np.ndarray
    stalemate: np.ndarray
    tie: np.ndarray
    solved: np.ndarray
    equilibria: np.ndarray | None = None

    @classmethod
    def empty(
        cls,
        spec: MapSpec,
        rows: Sequence[int],
        aims: Sequence[Aims],
        columns: range | None = None,
        blank: bool = True,
    ) -> Block:
        """Return a block without pixels, whose arrays the caller fills.

        Parameters: `spec`, `rows`, `aims`, `columns` of the block; `blank`, whether to fill the arrays with blank
        values, which only costs time if the caller overwrites all entries.
        """
        columns = range(spec.points + 1) if columns is None else columns
        arrays = {
            name: np.full(shape, _KINDS[name][1], kind) if blank or kind.kind == "b" else np.empty(shape, kind)
            for name, (kind, shape) in spec.layout(len(rows), len(columns)).items()
        }
        return cls(tuple(rows), columns, tuple(aims), **arrays)

    @classmethod
    def of(
        cls,
        spec: MapSpec,
        rows: Sequence[int],
        pixels: Mapping[tuple[int, int], Pixel],
        columns: range | None = None,
    ) -> Block:
        """Return the block of some rows, or of a part of them, from all their pixels.

        >>> from truel_ref.fast.solving import solve
        >>> spec = MapSpec(Problem([0, 0, 1]), points=2)
        >>> Block.of(spec, [2], {(2, 2): pixel_of(solve(spec.at(2, 2)))}).index.tolist()
        [[-1, -1, 0]]
        """
        block, table = cls.empty(spec, rows, (), columns), AimsTable()
        for line, row in enumerate(rows):
            for column in spec.columns(row, columns):
                block.put(line, column - block.columns.start, pixels[row, column], table)
        return dataclasses.replace(block, aims=tuple(table.aims))

    def put(self, line: int, place: int, pixel: Pixel, table: AimsTable) -> None:
        """Write a pixel into a row and column of the arrays, and its aims into the future table of the block."""
        self.index[line, place] = table.number(pixel.aims)
        self.win[line, place], self.stalemate[line, place] = pixel.win, pixel.stalemate
        self.tie[line, place], self.solved[line, place] = pixel.tie, pixel.solved
        if self.equilibria is not None:
            self.equilibria[line, place] = pixel.equilibria


class Tile(NamedTuple):
    """A unit of work: the pixels of a map in some neighbouring rows and columns."""

    rows: range
    columns: range

    @classmethod
    def whole(cls, spec: MapSpec, rows: range | None = None) -> Tile:
        """Return the unit of some rows, or of the whole map."""
        every = range(spec.points + 1)
        return cls(every if rows is None else rows, every)

    @property
    def place(self) -> tuple[slice, slice]:
        """Its rows and columns as an index."""
        return slice(self.rows.start, self.rows.stop), slice(self.columns.start, self.columns.stop)

    def size(self, spec: MapSpec) -> int:
        """Return the number of pixels of the map in the unit."""
        return sum(len(spec.columns(row, self.columns)) for row in self.rows)


def named(aims: Aims) -> tuple[Any, ...]:
    """Return the key of an entry of the table: the aims, and whether they bear the name Random."""
    return aims, tuple(aim is not None and aim.is_random for aim in aims)
