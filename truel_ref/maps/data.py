"""A computed map as data: `MapData`, its arrays, how it is put together, and how it is told in tables and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from truel_ref.errors import MapError, shown
from truel_ref.fast.methods import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.solution import Solution
from truel_ref.maps.grid import Aims, Block, MapSpec, Pixel, named
from truel_ref.numbers import fraction_text, number_text, read_rational_probability

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MapData", "aims_from_json", "aims_text", "aims_to_json", "shows_maps"]

SHOWN = 14
"""How many aims the table of a map lists."""


@dataclass(frozen=True, eq=False, repr=False)
class MapData:
    """A computed map. Its arrays are read-only.

    Fields:
        spec: what was asked.
        aims: the table of the first-phase aims that occur, in canonical order, each a tuple with one entry per player
            (None where a player had no allowed aim).
        index: per pixel the row of that table, int32; -1 outside the map.
        win: per pixel and player the correctly rounded win probability, float64; nan outside.
        stalemate: per pixel, float64; nan outside.
        tie: per pixel whether there is a tie on the path of the first phase, bool.
        solved: per pixel False where it was inferred and not solved, bool.
    """

    spec: MapSpec
    aims: tuple[Aims, ...]
    index: np.ndarray
    win: np.ndarray
    stalemate: np.ndarray
    tie: np.ndarray
    solved: np.ndarray

    ARRAYS = ("index", "win", "stalemate", "tie", "solved")

    def __post_init__(self) -> None:
        for name in self.ARRAYS:
            getattr(self, name).setflags(write=False)

    @classmethod
    def assemble(cls, spec: MapSpec, pixels: Mapping[tuple[int, int], Pixel]) -> MapData:
        """Return the data of a map from its pixels, which must be all of them."""
        return cls.join(spec, [Block.of(spec, range(spec.points + 1), pixels)])

    @classmethod
    def join(cls, spec: MapSpec, blocks: Iterable[Block]) -> MapData:
        """Return the data of a map from blocks, which must hold every pixel; how they are cut makes no difference."""
        import numpy as np

        blocks = list(blocks)
        # Only aims that occur: a block may list more.
        used = [np.unique(block.index[block.index >= 0]) for block in blocks]
        every = {named(block.aims[n]): block.aims[n] for block, some in zip(blocks, used, strict=True) for n in some}
        table = tuple(sorted(every.values(), key=_aims_key))
        place = {named(aims): number for number, aims in enumerate(table)}
        whole = Block.empty(spec, range(spec.points + 1), table)
        for block, some in zip(blocks, used, strict=True):
            rows = list(block.rows)
            # One entry more than there are aims: the last one, at -1, stands for no pixel.
            renumbered = np.full(len(block.aims) + 1, -1, dtype=np.int32)
            renumbered[some] = [place[named(block.aims[n])] for n in some]
            columns = slice(block.columns.start, block.columns.stop)
            whole.index[rows, columns] = renumbered[block.index]
            for name in ("win", "stalemate", "tie", "solved"):
                getattr(whole, name)[rows, columns] = getattr(block, name)
        return cls(spec, table, whole.index, whole.win, whole.stalemate, whole.tie, whole.solved)

    @cached_property
    def inside(self) -> np.ndarray:
        """Per pixel whether it belongs to the map."""
        return self.index >= 0

    def solution_at(self, row: int, column: int) -> Solution:
        """Return the exact solution of a pixel."""
        return solve(self.spec.at(row, column))

    def aims_at(self, row: int, column: int) -> Aims:
        """Return the aims of a pixel."""
        self.spec.at(row, column)
        return self.aims[int(self.index[row, column])]

    @property
    def share_solved(self) -> float:
        """The share of the pixels that were solved and not inferred."""
        return float(self.solved.sum() / self.inside.sum())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MapData):
            return NotImplemented
        same = self.spec == other.spec and list(map(named, self.aims)) == list(map(named, other.aims))
        return same and self.same_arrays(other)

    def same_arrays(self, other: MapData) -> bool:
        """Tell whether all arrays of two maps are equal, byte for byte."""
        return all(getattr(self, name).tobytes() == getattr(other, name).tobytes() for name in self.ARRAYS)

    def __hash__(self) -> int:
        return hash(self.spec)

    def __repr__(self) -> str:
        return f"<MapData {self.spec.title()}; {self.spec.points} points, {self.spec.method}>"

    # -- in notebooks, tables and files

    def aims_shares(self) -> list[tuple[Aims, int]]:
        """Return all aims that occur with how many pixels have them, the most frequent first."""
        import numpy as np

        counts = np.bincount(self.index[self.inside], minlength=len(self.aims)).tolist()
        return sorted(zip(self.aims, counts, strict=True), key=lambda pair: (-pair[1], _aims_key(pair[0])))

    def _repr_html_(self) -> str:
        from tabulate import tabulate

        every = self.aims_shares()
        rows = [(aims_text(aims), f"{count / self.spec.size:.2%}") for aims, count in every[:SHOWN]]
        if len(every) > SHOWN:
            rest = sum(count for _, count in every[SHOWN:])
            rows.append((f"{len(every) - SHOWN} more", f"{rest / self.spec.size:.2%}"))
        table = tabulate(rows, headers=["aims", "share of the pixels"], tablefmt="html", disable_numparse=True)
        return f"<p>{self.spec.title()}; {self.spec.points} points, {self.spec.method}</p>\n{table}"

    def _repr_png_(self) -> bytes | None:
        return _PICTURE[0](self) if _PICTURE else None

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain record per pixel, row by row, for a table of data.

        >>> from truel_ref import Problem
        >>> from truel_ref.maps.normal import normal_rows
        >>> spec = MapSpec(Problem([0, 0, 1]), points=3, method="normal")
        >>> MapData.assemble(spec, normal_rows(spec, range(4))).to_records()[5]["aims"]
        'Miss, C, B'
        """
        names = [label(player) for player in range(self.spec.problem.players)]
        texts = list(map(aims_text, self.aims))
        return [
            {
                "pA": fraction_text(Fraction(row, self.spec.points)),
                "pB": fraction_text(Fraction(column, self.spec.points)),
                "aims": texts[self.index[row, column]],
                **{f"win {name}": float(win) for name, win in zip(names, self.win[row, column], strict=True)},
                "stalemate": float(self.stalemate[row, column]),
                "tie": bool(self.tie[row, column]),
                "solved": bool(self.solved[row, column]),
            }
            for row, column in self.spec.pixels()
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the map as plain data for JSON, pixel by pixel in the order of `MapSpec.pixels`.

        `from_json` reads it back to an equal map; for large maps the files of `truel_ref.maps.store` are smaller.
        """
        inside = self.inside
        arrays = {name: getattr(self, name)[inside].tolist() for name in self.ARRAYS}
        return {"spec": self.spec.to_json(), "aims": [aims_to_json(aims) for aims in self.aims], **arrays}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MapData:
        """Return the map of plain data.

        Raises `MapError` for data that are no map.

        >>> from truel_ref import Problem
        >>> from truel_ref.maps.normal import normal_rows
        >>> spec = MapSpec(Problem([0, 0, 1]), points=3, method="normal")
        >>> made = MapData.assemble(spec, normal_rows(spec, range(4)))
        >>> MapData.from_json(made.to_json()) == made
        True
        """
        import numpy as np

        keys = ("spec", "aims", *cls.ARRAYS)
        if not isinstance(data, Mapping) or set(data) != set(keys):
            raise MapError(f"a map has the keys {', '.join(keys)}, not {shown(data)}")
        spec = MapSpec.from_data(data["spec"])
        table = tuple(aims_from_json(entry, spec.problem.players) for entry in data["aims"])
        whole = Block.empty(spec, range(spec.points + 1), table)
        inside = np.zeros(spec.shape, dtype=bool)
        for row in range(spec.points + 1):
            inside[row, spec.columns(row).start :] = True
        for name in cls.ARRAYS:
            array = getattr(whole, name)
            try:
                values = np.array(data[name], dtype=array.dtype)
            except (TypeError, ValueError, OverflowError) as error:
                raise MapError(f"{name}: {error}; give what to_json returned") from None
            if values.shape != (spec.size, *array.shape[2:]):
                raise MapError(f"{name}: give one entry for each of the {spec.size} pixels")
            array[inside] = values
        made = cls(spec, table, whole.index, whole.win, whole.stalemate, whole.tie, whole.solved)
        made.check()
        return made

    def check(self) -> None:
        """Raise `MapError` if a pixel has aims that are not in the table, or is not where the map has one."""
        if self.index.max() >= len(self.aims) or self.index.min() < -1:
            raise MapError("a pixel has aims that are not in its table")
        for row in range(self.spec.points + 1):
            start = self.spec.columns(row).start
            if (self.index[row, :start] != -1).any() or (self.index[row, start:] == -1).any():
                raise MapError(f"row {row} has other pixels than the map")


def aims_text(aims: Aims) -> str:
    """Return the aims of a pixel as the command prints them.

    >>> aims_text((Aim.miss(2), None))
    'Miss, none'
    """
    return ", ".join("none" if aim is None else str(aim) for aim in aims)


def aims_to_json(aims: Aims) -> list[dict[str, Any] | None]:
    """Return the aims of a pixel as plain data: weights, and whether they go by the name Random."""
    return [
        None if aim is None else {"weights": [number_text(weight) for weight in aim.weights], "random": aim.is_random}
        for aim in aims
    ]


def aims_from_json(entry: Any, players: int) -> Aims:
    """Return the aims of plain data. Raises `MapError` for what is none of so many players."""
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
        raise MapError("its table of aims is not one")
    return aims


def shows_maps(draw: Callable[[MapData], bytes]) -> Callable[[MapData], bytes]:
    """Let a function draw the pictures, as PNG, that notebooks show of maps.

    A map knows nothing of colours and figures, which know maps; so they are told to it from above.
    """
    _PICTURE[:] = [draw]
    return draw


_PICTURE: list[Callable[[MapData], bytes]] = []


def _aims_key(aims: Aims) -> tuple[Any, ...]:
    order = tuple((3, 0, ()) if aim is None else aim.canonical_key() for aim in aims)
    return order, named(aims)[1]
