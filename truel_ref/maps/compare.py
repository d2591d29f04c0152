"""Compares two maps, pixel by pixel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truel_ref.errors import MapError, shown
from truel_ref.maps.grid import MapData

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Difference", "compare"]


@dataclass(frozen=True, eq=False, repr=False)
class Difference:
    """How two maps differ. Its arrays are read-only.

    Fields:
        first, second: the maps.
        distance: per pixel the Euclidean distance of the win vectors, in percentage points; nan outside the map.
        place: per pixel the first place, 1 for the winner, where the win orders differ; 0 where they are the same, -1
            outside the map. A place shared by equal players is the same if the same players share it. Equal means
            equal as doubles.
        aims: per pixel whether somebody's aim in the first phase differs.
    """

    first: MapData
    second: MapData
    distance: np.ndarray
    place: np.ndarray
    aims: np.ndarray

    def __post_init__(self) -> None:
        for array in (self.distance, self.place, self.aims):
            array.setflags(write=False)

    @property
    def order_differs(self) -> np.ndarray:
        """Per pixel whether the win orders differ."""
        return self.place > 0

    @property
    def average(self) -> float:
        """The mean distance over the pixels of the map, in percentage points."""
        return float(self.distance[self.first.inside].mean())

    @property
    def maximum(self) -> float:
        """The largest distance, in percentage points."""
        return float(self.distance[self.maximum_at])

    @property
    def maximum_at(self) -> tuple[int, int]:
        """The row and column of the largest distance, the first of equal ones."""
        import numpy as np

        row, column = np.unravel_index(np.nanargmax(self.distance), self.distance.shape)
        return int(row), int(column)

    @property
    def share_order(self) -> float:
        """The share of the pixels where the win order differs."""
        return float((self.place[self.first.inside] > 0).mean())

    @property
    def share_aims(self) -> float:
        """The share of the pixels where somebody's aim differs."""
        return float(self.aims[self.first.inside].mean())

    def __str__(self) -> str:
        row, column = self.maximum_at
        points = self.first.spec.points
        return "\n".join(
            [
                f"first:  {self.first.spec.title()}; {self.first.spec.method}",
                f"second: {self.second.spec.title()}; {self.second.spec.method}",
                f"distance of the win probabilities: {self.average:.4g} points on average, at most {self.maximum:.4g} "
                f"at pA = {row}/{points}, pB = {column}/{points}",
                f"win order differs in {self.share_order:.2%} of the pixels, aims in {self.share_aims:.2%}",
            ]
        )

    def __repr__(self) -> str:
        return f"<Difference of {self.first!r} and {self.second!r}>"


def compare(first: MapData, second: MapData) -> Difference:
    """Return how two maps differ.

    Parameters: two maps with the same `points`, the same `a_above_b` and the same number of players.

    Raises `MapError` for maps that cannot be laid one upon the other.

    >>> from truel_ref import Problem
    >>> from truel_ref.maps.grid import MapSpec
    >>> from truel_ref.maps.normal import normal_rows
    >>> specs = [MapSpec(Problem([0, 0, 1], search=search), points=6) for search in ("Others, Miss", "Others")]
    >>> print(compare(*(MapData.assemble(spec, normal_rows(spec, range(7))) for spec in specs)))
    first:  pC = 1; search Others, Miss; certified
    second: pC = 1; search Others; certified
    distance of the win probabilities: 28.65 points on average, at most 113.3 at pA = 5/6, pB = 5/6
    win order differs in 50.00% of the pixels, aims in 64.29%
    """
    import numpy as np

    for data in (first, second):
        if not isinstance(data, MapData):
            raise MapError(f"{shown(data)} is not a MapData; only computed maps can be compared")
    for name, mine, other in (
        ("points", first.spec.points, second.spec.points),
        ("a_above_b", first.spec.a_above_b, second.spec.a_above_b),
        ("number of players", first.spec.problem.players, second.spec.problem.players),
    ):
        if mine != other:
            raise MapError(
                f"{name}: {mine} and {other}; maps can only be compared on the same grid with as many players"
            )
    distance = 100 * np.sqrt(((first.win - second.win) ** 2).sum(axis=-1))
    ranks = [_ranks(data.win) for data in (first, second)]
    # The players on a place are those whose rank it is, so the first place that differs is the least rank of a
    # player, in either map, whose rank is not the same in both.
    players = first.spec.problem.players
    least = np.where(ranks[0] == ranks[1], players, np.minimum(*ranks)).min(axis=-1)
    place = np.where(least == players, 0, least + 1).astype(np.int16)
    place[~first.inside] = -1
    number = {aims: n for n, aims in enumerate(dict.fromkeys((*first.aims, *second.aims)))}
    # The entry at -1 stands for the pixels outside.
    one, other = (np.array([*(number[aims] for aims in data.aims), -1])[data.index] for data in (first, second))
    return Difference(first, second, distance, place, one != other)


def _ranks(win: np.ndarray) -> np.ndarray:
    """Return per pixel and player how many players win more often."""
    import numpy as np

    players = range(win.shape[-1])
    return np.stack([sum(win[..., other] > win[..., player] for other in players) for player in players], axis=-1)
