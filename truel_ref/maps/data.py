"""A computed map as data: `MapData`, its arrays, their assembly, and their tables and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from truel_ref.errors import LibraryError, MapError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.solution import Solution
from truel_ref.maps.grid import ARRAYS, Aims, Block, MapSpec, Pixel, named
from truel_ref.maps.models import OPEN
from truel_ref.numbers import fraction_text, number_text, read_rational_probability

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["NO_VALUE", "SHOWN_BY", "MapData", "aims_from_json", "aims_text", "aims_to_json"]

SHOWN = 14
"""Largest number of aims in the printed table of a map."""
NO_VALUE = ("no pure equilibrium", "several equilibria", "an unknown number of equilibria")
"""The reasons why a pixel has no value, as in tables and legends."""
SHOWN_BY: dict[str, Callable[..., Any]] = {}
"""The function that makes the figure of a map. It imports maps, so `truel_ref.maps` registers it."""


@dataclass(frozen=True, eq=False, repr=False)
class MapData:
    """A computed map. Its arrays are read-only.

    Fields:
        spec: the specification of the map.
        aims: the table of the first-phase aims that occur, in canonical order, each a tuple with one entry per player
            (None where a player had no allowed aim).
        index: per pixel the row of that table, int32; -1 outside the map and for a pixel without a value.
        win: per pixel and player the correctly rounded win probability, float64; nan outside and without a value.
        stalemate: per pixel the correctly rounded probability that nobody wins, float64; nan outside and without a
            value.
        tie: per pixel whether there is a tie on the path of the first phase, or its equilibrium is not strict, bool.
        solved: per pixel whether it was solved and not inferred, bool.
        equilibria: None in announced play. In stationary play per pixel the number of distinct pure equilibria, int16:
            1 if the pixel has a value; -1 where the cap on selections left it open, 32,767 for 32,767 or more, -2
            outside.
    """

    spec: MapSpec
    aims: tuple[Aims, ...]
    index: np.ndarray
    win: np.ndarray
    stalemate: np.ndarray
    tie: np.ndarray
    solved: np.ndarray
    equilibria: np.ndarray | None = None

    ARRAYS = ARRAYS

    def __post_init__(self) -> None:
        for array in self.arrays.values():
            array.setflags(write=False)

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays by name: those of every map, and `equilibria` if the model counts equilibria."""
        return {name: getattr(self, name) for name in self.spec.arrays}

    @classmethod
    def assemble(cls, spec: MapSpec, pixels: Mapping[tuple[int, int], Pixel]) -> MapData:
        """Return the data of a map from all its pixels."""
        return cls.join(spec, [Block.of(spec, range(spec.points + 1), pixels)])

    @classmethod
    def join(cls, spec: MapSpec, blocks: Iterable[Block]) -> MapData:
        """Return the data of a map from blocks of any shape; pixels in no block are blank.

        Raises `MapError`, with the block, if a block reaches out of the map, or holds a pixel of an earlier block.
        """
        blocks = list(blocks)
        whole_map = _are_the_whole(spec, blocks)
        # Only aims that occur: a block may list more.
        used = []
        for block in blocks:
            occurs = np.zeros(len(block.aims) + 1, dtype=bool)  # the last one, at -1, stands for no pixel
            occurs[block.index] = True
            used.append(np.flatnonzero(occurs[:-1]))
        every = {named(block.aims[n]): block.aims[n] for block, some in zip(blocks, used, strict=True) for n in some}
        table = tuple(sorted(every.values(), key=_aims_key))
        place = {named(aims): number for number, aims in enumerate(table)}
        alone = whole_map and len(blocks) == 1 and [*blocks[0].rows] == [*range(spec.points + 1)]
        whole = blocks[0] if alone else Block.empty(spec, range(spec.points + 1), table, blank=not whole_map)
        index = np.empty(spec.shape, dtype=np.int32) if alone else whole.index
        for block, some in zip(blocks, used, strict=True):
            rows, columns = _place(block)
            renumbered = np.full(len(block.aims) + 1, -1, dtype=np.int32)
            renumbered[some] = [place[named(block.aims[n])] for n in some]
            index[rows, columns] = renumbered[block.index]
            for name in spec.arrays[1:] if not alone else ():  # the arrays of a single block are those of the map
                getattr(whole, name)[rows, columns] = getattr(block, name)
        return cls(spec, table, **{name: getattr(whole, name) for name in spec.arrays} | {"index": index})

    @cached_property
    def inside(self) -> np.ndarray:
        """Per pixel whether it belongs to the map."""
        side = np.arange(self.spec.points + 1)
        return self.spec.a_above_b | (side[:, None] <= side[None, :])

    @cached_property
    def valued(self) -> np.ndarray:
        """Per pixel whether it belongs to the map and has a value: a solution, or exactly one equilibrium."""
        return self.index >= 0

    @property
    def no_value(self) -> dict[str, np.ndarray]:
        """Per reason why a pixel of this map may have no value, the pixels with this reason."""
        if self.equilibria is None:
            return {}
        counts = self.equilibria
        return dict(zip(NO_VALUE, (counts == 0, counts > 1, counts == OPEN), strict=True))

    def answer_at(self, row: int, column: int) -> Any:
        """Return the exact answer at a pixel: a `Solution` in announced play, `Equilibria` in stationary play."""
        return self.spec.play.answer(self.spec.at(row, column))

    def solution_at(self, row: int, column: int) -> Solution:
        """Return the exact solution of a pixel. Raises `MapError` for a map of another model than announced play."""
        answer = self.answer_at(row, column)
        if not isinstance(answer, Solution):
            raise MapError(f"solution_at: {self.spec.play.name} has no single solution; answer_at has what it has")
        return answer

    def aims_at(self, row: int, column: int) -> Aims:
        """Return the aims of a pixel; `()` for a pixel without a value."""
        self.spec.at(row, column)
        number = int(self.index[row, column])
        return self.aims[number] if number >= 0 else ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MapData):
            return NotImplemented
        same = self.spec == other.spec and list(map(named, self.aims)) == list(map(named, other.aims))
        return same and self.same_arrays(other)

    def same_arrays(self, other: MapData) -> bool:
        """Return whether all arrays of two maps are equal, byte for byte."""
        mine, others = self.arrays, other.arrays
        return mine.keys() == others.keys() and all(mine[name].tobytes() == others[name].tobytes() for name in mine)

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"<MapData {self.spec.title()}; {self.spec.points} points, {self.spec.method}>"

    # -- in notebooks, tables and files

    def aims_shares(self) -> list[tuple[Aims, int]]:
        """Return all aims that occur with their numbers of pixels, the most frequent first."""
        counts = np.bincount(self.index[self.valued], minlength=len(self.aims)).tolist()
        return sorted(zip(self.aims, counts, strict=True), key=lambda pair: (-pair[1], _aims_key(pair[0])))

    def _repr_html_(self) -> str:
        from tabulate import tabulate

        every = self.aims_shares()
        rows = [(aims_text(aims), f"{count / self.spec.size:.2%}") for aims, count in every[:SHOWN]]
        if len(every) > SHOWN:
            rest = sum(count for _, count in every[SHOWN:])
            rows.append((f"{len(every) - SHOWN} more", f"{rest / self.spec.size:.2%}"))
        rows += [(why, f"{where.sum() / self.spec.size:.2%}") for why, where in self.no_value.items() if where.any()]
        table = tabulate(rows, headers=["aims", "share of the pixels"], tablefmt="html", disable_numparse=True)
        return f"<p>{self.spec.title()}; {self.spec.points} points, {self.spec.method}</p>\n{table}"

    def _repr_png_(self) -> bytes | None:
        """Return the picture of the winners for notebooks; None without matplotlib."""
        try:
            shown: bytes = self.figure()._repr_png_()  # type: ignore[attr-defined]  # see `self_drawing`
            return shown
        except LibraryError:
            return None

    def figure(self, colors: str | Sequence[str] = "w", **options: Any) -> Figure:
        """Return the map as a figure of matplotlib.

        Parameters: `colors`, one or more colourings (`truel_ref.maps.colors`), separated by commas or as a list, one
        panel each; `**options`, as for `truel_ref.maps.draw.figure`: `palette`, `intensity`, `titles`, `curves`,
        `labels` and `window`.

        Raises `LibraryError` without matplotlib, and the errors of `truel_ref.maps.draw.figure`.

        >>> from truel_ref.maps import map_problem
        >>> [axes.get_title() for axes in map_problem([1], points=2).figure("o,u").axes]
        ['Who wins more often than whom', 'How unusual the aims are']
        """
        figure: Figure = SHOWN_BY["figure"](self, colors, **options)
        return figure

    def to_records(self) -> list[dict[str, Any]]:
        """Return a plain record per pixel, row by row, for a table of data; a missing value is None.

        >>> from truel_ref import Problem
        >>> from truel_ref.maps.builder import normal_rows
        >>> spec = MapSpec(Problem([0, 0, 1]), points=3, method="normal")
        >>> MapData.assemble(spec, normal_rows(spec, range(4))).to_records()[5]["aims"]
        'Miss, C, B'
        """
        names = [label(player) for player in range(self.spec.problem.players)]
        texts = [*map(aims_text, self.aims), None]  # -1, no value, reads the last
        return [
            {
                "pA": fraction_text(Fraction(row, self.spec.points)),
                "pB": fraction_text(Fraction(column, self.spec.points)),
                "aims": texts[self.index[row, column]],
                **{f"win {name}": _plain(win) for name, win in zip(names, self.win[row, column].tolist(), strict=True)},
                "stalemate": _plain(float(self.stalemate[row, column])),
                "tie": bool(self.tie[row, column]),
                "solved": bool(self.solved[row, column]),
                **({} if self.equilibria is None else {"equilibria": int(self.equilibria[row, column])}),
            }
            for row, column in self.spec.pixels()
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the map as plain data for JSON, pixel by pixel in the order of `MapSpec.pixels`.

        `from_json` reads the data back to an equal map; for large maps the files of `truel_ref.maps.store` are smaller.
        A pixel without a value has None for its win probabilities and its stalemate.
        """
        inside = self.inside
        arrays = {name: array[inside].tolist() for name, array in self.arrays.items()}
        arrays["win"] = [list(map(_plain, win)) for win in arrays["win"]]
        arrays["stalemate"] = list(map(_plain, arrays["stalemate"]))
        return {"spec": self.spec.to_json(), "aims": [aims_to_json(aims) for aims in self.aims], **arrays}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MapData:
        """Return the map of plain data.

        Raises `MapError` for data that are not a map.

        >>> from truel_ref import Problem
        >>> from truel_ref.maps.builder import normal_rows
        >>> spec = MapSpec(Problem([0, 0, 1]), points=3, method="normal")
        >>> made = MapData.assemble(spec, normal_rows(spec, range(4)))
        >>> MapData.from_json(made.to_json()) == made
        True
        """
        stated = isinstance(data, Mapping) and "spec" in data
        spec = MapSpec.from_data(data["spec"]) if stated else None
        keys = ("spec", "aims", *(spec.arrays if spec else cls.ARRAYS))
        if spec is None or set(data) != set(keys):
            raise MapError(f"a map has the keys {', '.join(keys)}, not {shown(data)}")
        if not isinstance(data["aims"], list | tuple):
            raise MapError(f"aims: {shown(data['aims'])} is not a list; give what to_json returned")
        table = tuple(aims_from_json(entry, spec.problem.players) for entry in data["aims"])
        whole = Block.empty(spec, range(spec.points + 1), table)
        inside = np.zeros(spec.shape, dtype=bool)
        for row in range(spec.points + 1):
            inside[row, spec.columns(row).start :] = True
        for name in spec.arrays:
            array = getattr(whole, name)
            try:
                # NumPy before 2.0 truncates whole numbers that are too large for a short type.
                wide = np.array(data[name], dtype=np.int64 if array.dtype.kind == "i" else array.dtype)
            except (TypeError, ValueError, OverflowError) as error:
                raise MapError(f"{name}: {str(error)[:80]}; give what to_json returned") from None
            values = wide.astype(array.dtype)
            if array.dtype.kind == "i" and (values != wide).any():
                raise MapError(f"{name}: {wide[values != wide][0]} is too large; give what to_json returned")
            if values.shape != (spec.size, *array.shape[2:]):
                raise MapError(f"{name}: give one entry for each of the {spec.size} pixels")
            array[inside] = values
        made = cls(spec, table, **{name: getattr(whole, name) for name in spec.arrays})
        made.check()
        return made

    def check(self) -> None:
        """Raise `MapError` for arrays that no map of this spec can have, naming the first wrong pixel.

        A pixel is wrong if its aims are not in the table, if it is outside the map, if it has a value without exactly
        one equilibrium or no value with exactly one, or if its win probabilities are missing, not a number, infinite or
        outside [0, 1].
        """
        inside = self.inside
        for name in ("tie", "solved"):
            flags = getattr(self, name)
            self._refuse((flags.view(np.uint8) > 1) | (flags & ~inside), f"{name} says what cannot be")
        self._refuse((self.index >= len(self.aims)) | (self.index < -1), "it has aims that are not in its table")
        expected = inside if self.equilibria is None else self.equilibria == 1
        counted = inside if self.equilibria is None else self.equilibria >= OPEN
        for row in range(self.spec.points + 1):
            if (self.valued[row] != expected[row]).any() or (counted[row] != inside[row]).any():
                raise MapError(f"row {row} has other pixels than the map")
        values = [
            ("win probability of " + label(player), self.win[..., player]) for player in range(self.win.shape[-1])
        ]
        for name, array in (*values, ("probability of a stalemate", self.stalemate)):
            # nan is neither at least 0 nor at most 1
            wrong = self.valued & ~((array >= 0) & (array <= 1))
            if wrong.any():
                at = tuple(np.argwhere(wrong)[0])
                self._refuse(wrong, f"the {name} is {array[at]}, not in [0, 1]")
            self._refuse(~self.valued & ~np.isnan(array), f"it has no aims, but a {name}")

    def _refuse(self, wrong: np.ndarray, why: str) -> None:
        """Raise `MapError` for the first wrong pixel, if any."""
        if wrong.any():
            row, column = map(int, np.argwhere(wrong)[0])
            points = self.spec.points
            raise MapError(f"the pixel at pA = {Fraction(row, points)}, pB = {Fraction(column, points)}: {why}")


def _place(block: Block) -> tuple[slice | list[int], slice]:
    """Return rows and columns of a block as an index."""
    rows, columns = list(block.rows), slice(block.columns.start, block.columns.stop)
    if rows and rows == list(range(rows[0], rows[-1] + 1)):
        return slice(rows[0], rows[-1] + 1), columns  # a slice copies faster
    return rows, columns


def _are_the_whole(spec: MapSpec, blocks: Iterable[Block]) -> bool:
    """Return whether blocks hold every pixel of the square. Raises `MapError` for blocks outside or overlaps."""
    taken = np.zeros(spec.shape, dtype=bool)
    for block in blocks:
        fault, place = None, _place(block)
        if any(each and not (min(each) >= 0 and max(each) <= spec.points) for each in (block.rows, block.columns)):
            fault = f"reaches out of the map; rows and columns run from 0 to {spec.points}"
        elif len({*block.rows}) < len(block.rows) or taken[place].any():
            fault = "holds pixels that were there before; no two blocks may overlap"
        if fault:
            raise MapError(f"the block of the rows {shown(block.rows)} and the columns {shown(block.columns)} {fault}")
        taken[place] = True
    return bool(taken.all())


def _plain(value: float) -> float | None:
    """Return a number for JSON; None for nan, which JSON lacks."""
    return None if isnan(value) else value


def aims_text(aims: Aims) -> str:
    """Return the aims of a pixel as the command prints them.

    >>> aims_text((Aim.miss(2), None))
    'Miss, none'
    """
    return ", ".join("none" if aim is None else str(aim) for aim in aims)


def aims_to_json(aims: Aims) -> list[dict[str, Any] | None]:
    """Return the aims of a pixel as plain data: weights, and whether they bear the name Random."""
    return [
        None if aim is None else {"weights": [number_text(weight) for weight in aim.weights], "random": aim.is_random}
        for aim in aims
    ]


def aims_from_json(entry: Any, players: int) -> Aims:
    """Return the aims of plain data. Raises `MapError` for data that are not aims of this number of players."""
    try:
        aims = tuple(
            None
            if aim is None
            else Aim(tuple(read_rational_probability(weight) for weight in aim["weights"]), bool(aim["random"]))
            for aim in entry
        )
    except (TypeError, KeyError) as error:
        raise MapError(f"{shown(entry)} are no aims: {error}") from None
    if len(aims) != players or any(aim and (len(aim.weights) != players or aim.total > 1) for aim in aims):
        raise MapError("its table of aims is invalid")
    return aims


def _aims_key(aims: Aims) -> tuple[Any, ...]:
    order = tuple((3, 0, ()) if aim is None else aim.canonical_key(tuple(range(len(aim.weights)))) for aim in aims)
    return order, named(aims)[1]
