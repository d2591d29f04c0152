"""A computed map as data: `MapData`, its arrays, and the parts from which it is joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from truel_ref.errors import LibraryError, ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.maps.plays import OPEN, Aims, Pixel
from truel_ref.maps.spec import MapSpec
from truel_ref.numbers import number_text, read_rational_probability

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NO_VALUE = ("no pure equilibrium", "several equilibria", "an unknown number of equilibria")
"""The reasons why a pixel has no value, as in tables and legends."""
KINDS: dict[str, tuple[type[Any], float]] = {
    "index": (np.int32, -1),
    "win": (np.float64, np.nan),
    "stalemate": (np.float64, np.nan),
    "tie": (np.bool_, False),
    "solved": (np.bool_, False),
    "equilibria": (np.int16, -2),
}
"""The arrays of a map, each with the type of its values and its blank value."""


def in_order(win: np.ndarray, standing: np.ndarray) -> np.ndarray:
    """Return win probabilities as doubles in their exact order: equal if and only if the probabilities are equal.

    Equal ones get the largest of their doubles; the others are at least the next double above the smaller ones.

    Parameters: `win`, players x pixels; `standing`, likewise, how many players win more often.

    >>> win = np.array([[0.5], [0.5 + 2**-53], [0.25], [0.25]])
    >>> in_order(win, np.array([[0], [0], [2], [3]])).T.tolist()
    [[0.5000000000000001, 0.5000000000000001, 0.25000000000000006, 0.25]]
    """
    ordered, floor = win.copy(), np.zeros(win.shape[1:])
    for rank in reversed(range(len(win))):
        here = standing == rank
        value = np.maximum(np.where(here, win, 0.0).max(axis=0), floor)
        ordered = np.where(here, value, ordered)
        floor = np.where(here.any(axis=0), np.nextafter(value, 2.0), floor)
    return ordered


@dataclass(frozen=True)
class MapPart:
    """Some pixels of a map, in any order: the result of one piece of work.

    Fields: `rows` and `columns`, of the pixels; `aims`, the aims that occur; `index`, by pixel the number of its aims,
    -1 for none; `win`, pixels x players, `stalemate`, `tie`, `solved` and `equilibria` as in `MapData`.
    """

    rows: np.ndarray
    columns: np.ndarray
    aims: Sequence[Aims]
    index: np.ndarray
    win: np.ndarray
    stalemate: np.ndarray
    tie: np.ndarray
    solved: np.ndarray | bool = True
    equilibria: np.ndarray | None = None

    @classmethod
    def of(cls, pixels: Mapping[tuple[int, int], Pixel]) -> MapPart:
        """Return a part from single pixels by row and column.

        >>> half = Fraction(1, 2)
        >>> MapPart.of({(0, 1): Pixel((Aim.at(1, 2), Aim.at(0, 2)), (half, half), Fraction(0), False)}).win.tolist()
        [[0.5, 0.5]]
        """
        every = list(pixels.values())
        rows, columns = np.array(list(pixels), dtype=np.intp).reshape(-1, 2).T
        numbers = {named(pixel.aims): pixel.aims for pixel in every if pixel.aims}
        place = {name: number for number, name in enumerate(numbers)}
        standing = [[sum(other > own for other in pixel.win) for own in pixel.win] for pixel in every]
        win = np.array([[float(own) for own in pixel.win] for pixel in every])
        counted = [pixel.equilibria for pixel in every]
        return cls(
            rows=rows,
            columns=columns,
            aims=list(numbers.values()),
            index=np.array([place.get(named(pixel.aims), -1) for pixel in every]),
            win=np.where(np.isnan(win), np.nan, in_order(win.T, np.array(standing).T).T),
            stalemate=np.array([float(pixel.stalemate) for pixel in every]),
            tie=np.array([pixel.tie for pixel in every]),
            solved=np.array([pixel.solved for pixel in every]),
            equilibria=None if None in counted else np.array(counted),
        )


def named(aims: Aims) -> tuple[Any, ...]:
    """Return the key of an entry of the table: the aims, and whether they bear the name Random."""
    return aims, tuple(aim is not None and aim.is_random for aim in aims)


def layout(spec: MapSpec) -> dict[str, tuple[np.dtype[Any], tuple[int, ...]]]:
    """Return for each array of a map its type and its shape."""
    shapes = {"win": (*spec.shape, spec.problem.players)}
    names = [name for name in KINDS if name != "equilibria" or spec.play.counts]
    return {name: (np.dtype(KINDS[name][0]), shapes.get(name, spec.shape)) for name in names}


@dataclass(frozen=True, eq=False, repr=False)
class MapData:
    """A computed map. Its arrays are read-only.

    Fields:
        spec: the specification of the map.
        aims: the table of the first-phase aims that occur, in canonical order, each a tuple with one entry per player
            (None where a player had no allowed aim).
        index: per pixel the row of that table, int32; -1 outside the map and for a pixel without a value.
        win: per pixel and player the win probability, float64, in the exact order: two players have the same double if
            and only if they win equally often. With the method "exact" it is within 2^-45 of the exact value for up to
            five players (`truel_ref.maps.engine`). nan outside and without a value.
        stalemate: per pixel the probability that nobody wins, float64; nan outside and without a value.
        tie: per pixel whether there is a tie on the path of the first phase, or its equilibrium is not strict, bool.
        solved: per pixel whether it was solved and not inferred, bool.
        equilibria: None in announced play. Otherwise per pixel the number of distinct pure equilibria, int16: 1 if the
            pixel has a value; -1 where the cap on selections left it open, 32,767 for 32,767 or more, -2 outside.
    """

    spec: MapSpec
    aims: tuple[Aims, ...]
    index: np.ndarray
    win: np.ndarray
    stalemate: np.ndarray
    tie: np.ndarray
    solved: np.ndarray
    equilibria: np.ndarray | None = None

    def __post_init__(self) -> None:
        for array in self.arrays.values():
            array.setflags(write=False)

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays by name: those of every map, and `equilibria` if the model counts equilibria."""
        return {name: getattr(self, name) for name in layout(self.spec)}

    @classmethod
    def assemble(cls, spec: MapSpec, pixels: Mapping[tuple[int, int], Pixel]) -> MapData:
        """Return the data of a map from single pixels by row and column."""
        return cls.join(spec, [MapPart.of(pixels)])

    @classmethod
    def join(cls, spec: MapSpec, parts: Iterable[MapPart]) -> MapData:
        """Return the data of a map from its parts, in any order; pixels in no part are blank."""
        arrays = {name: np.full(shape, KINDS[name][1], kind) for name, (kind, shape) in layout(spec).items()}
        place: dict[Any, int] = {}
        table: list[Aims] = []
        for part in parts:
            for aims in part.aims:
                if place.setdefault(named(aims), len(table)) == len(table):
                    table.append(aims)
            for name, array in arrays.items():
                if name != "index":
                    array[part.rows, part.columns] = getattr(part, name)
            numbers = np.array([*(place[named(aims)] for aims in part.aims), -1])
            arrays["index"][part.rows, part.columns] = numbers[part.index]
        used = sorted(np.unique(arrays["index"][arrays["index"] >= 0]).tolist(), key=lambda own: _aims_key(table[own]))
        renumbered = np.full(len(table) + 1, -1, dtype=np.int32)
        renumbered[used] = range(len(used))
        arrays["index"] = renumbered[arrays["index"]]
        return cls(spec, tuple(table[own] for own in used), **arrays)

    @cached_property
    def inside(self) -> np.ndarray:
        """Per pixel whether it belongs to the map."""
        return self.spec.inside

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

    def aims_at(self, row: int, column: int) -> Aims:
        """Return the aims of a pixel; `()` for a pixel without a value."""
        self.spec.at(row, column)
        number = int(self.index[row, column])
        return self.aims[number] if number >= 0 else ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MapData):
            return NotImplemented
        same = self.spec == other.spec and list(map(named, self.aims)) == list(map(named, other.aims))
        return same and all(mine.tobytes() == other.arrays[name].tobytes() for name, mine in self.arrays.items())

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"<MapData {self.spec.title()}; {self.spec.points} points, {self.spec.method}>"

    # -- in notebooks, tables and figures

    def _repr_png_(self) -> bytes | None:
        """Return the picture of the winners for notebooks; None without matplotlib."""
        try:
            shown: bytes = import_module("truel_ref.maps.figures").png(self.plot())
            return shown
        except LibraryError:
            return None

    def plot(self, colors: str | Sequence[str] = "w", **options: Any) -> Figure:
        """Return the map as a figure of matplotlib.

        Parameters: `colors`, one or more colourings (`truel_ref.maps.painting`), separated by commas or as a list, one
        panel each; `options`, as for `truel_ref.maps.figures.figure`.

        Raises `LibraryError` without matplotlib, and the errors of `truel_ref.maps.figures.figure`.

        >>> from truel_ref.maps import map_problem
        >>> [axes.get_title() for axes in map_problem([1], points=2).plot("o,u").axes]
        ['Who wins more often than whom', 'How unusual the aims are']
        """
        drawn: Figure = import_module("truel_ref.maps.figures").figure(self, colors, **options)
        return drawn

    def check(self) -> None:
        """Raise `ProblemError` for arrays that no map of this spec can have, naming the first wrong pixel."""
        inside, players = self.inside, self.win.shape[-1]
        has_value = inside if self.equilibria is None else self.equilibria == 1
        counted = inside if self.equilibria is None else self.equilibria >= OPEN
        shares = np.concatenate([self.win, self.stalemate[..., None]], axis=-1)
        right = np.where(self.valued[..., None], (shares >= 0) & (shares <= 1), np.isnan(shares))
        for name, wrong in {
            "tie says what cannot be": (self.tie.view(np.uint8) > 1) | (self.tie & ~inside),
            "solved says what cannot be": (self.solved.view(np.uint8) > 1) | (self.solved & ~inside),
            "it has aims that are not in its table": (self.index >= len(self.aims)) | (self.index < -1),
            "the map has no such pixel, or no value there": (self.valued != has_value) | (counted != inside),
            **{
                f"the win probability of {label(player)} is not in [0, 1], or stands where none is": ~right[..., player]
                for player in range(players)
            },
            "the probability of a stalemate is not in [0, 1], or stands where none is": ~right[..., players],
        }.items():
            if wrong.any():
                row, column = (Fraction(int(step), self.spec.points) for step in np.argwhere(wrong)[0])
                raise ProblemError(f"the pixel at pA = {row}, pB = {column}: {name}")


def aims_to_json(aims: Aims) -> list[dict[str, Any] | None]:
    """Return the aims of a pixel as plain data: weights, and whether they bear the name Random."""
    return [
        None if aim is None else {"weights": [number_text(weight) for weight in aim.weights], "random": aim.is_random}
        for aim in aims
    ]


def aims_from_json(entry: Any, players: int) -> Aims:
    """Return the aims of plain data. Raises `ProblemError` for data that are not aims of this number of players."""
    try:
        aims = tuple(
            None
            if aim is None
            else Aim(tuple(read_rational_probability(weight) for weight in aim["weights"]), bool(aim["random"]))
            for aim in entry
        )
    except (TypeError, KeyError) as error:
        raise ProblemError(f"{shown(entry)} are no aims: {error}") from None
    if len(aims) != players or any(aim and (len(aim.weights) != players or aim.total > 1) for aim in aims):
        raise ProblemError("its table of aims is invalid")
    return aims


def _aims_key(aims: Aims) -> tuple[Any, ...]:
    first = tuple(range(len(aims)))
    return tuple((3, 0, ()) if aim is None else aim.canonical_key(first) for aim in aims), named(aims)[1]
