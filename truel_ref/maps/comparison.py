"""Compares two maps, pixel by pixel."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from truel_ref.errors import MapError, shown
from truel_ref.maps.data import MapData
from truel_ref.numbers import fraction_text

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Difference", "compare"]


@dataclass(frozen=True, eq=False, repr=False)
class Difference:
    """How two maps differ. Its arrays are read-only.

    Fields:
        first, second: the maps.
        largest: per pixel the largest difference of the win probability of a single player, in percentage points, from
            0 to 100; nan outside the map.
        place: per pixel the first place, 1 for the winner, where the win orders differ; 0 where they are the same, -1
            outside the map. A place shared by equal players is the same if the same players share it. Equal means
            equal as doubles.
        aims: per pixel whether somebody's aim in the first phase differs.
    """

    first: MapData
    second: MapData
    largest: np.ndarray
    place: np.ndarray
    aims: np.ndarray

    def __post_init__(self) -> None:
        for array in (self.largest, self.place, self.aims):
            array.setflags(write=False)

    @property
    def order_differs(self) -> np.ndarray:
        """Per pixel whether the win orders differ."""
        return self.place > 0

    @property
    def average(self) -> float:
        """The mean over the pixels of the largest difference of a player, in percentage points."""
        return float(self.largest[self.first.inside].mean())

    @property
    def average_of_players(self) -> float:
        """The mean over the pixels and the players of their differences, in percentage points, as is published."""
        import numpy as np

        return float(100 * np.abs(self.first.win - self.second.win)[self.first.inside].mean())

    @property
    def maximum(self) -> float:
        """The largest difference of a player anywhere, in percentage points."""
        return float(self.largest[self.maximum_at])

    @property
    def maximum_at(self) -> tuple[int, int]:
        """The row and column of the largest difference, the first of equal ones."""
        import numpy as np

        row, column = np.unravel_index(np.nanargmax(self.largest), self.largest.shape)
        return int(row), int(column)

    @property
    def maximum_place(self) -> tuple[Fraction, Fraction]:
        """The hit probabilities of A and B at the largest difference."""
        row, column = self.maximum_at
        return Fraction(row, self.first.spec.points), Fraction(column, self.first.spec.points)

    @property
    def share_order(self) -> float:
        """The share of the pixels where the win order differs."""
        return float((self.place[self.first.inside] > 0).mean())

    @property
    def share_aims(self) -> float:
        """The share of the pixels where somebody's aim differs."""
        return float(self.aims[self.first.inside].mean())

    def __str__(self) -> str:
        up, right = map(fraction_text, self.maximum_place)
        return "\n".join(
            [
                f"first:  {self.first.spec.title()}; {self.first.spec.method}",
                f"second: {self.second.spec.title()}; {self.second.spec.method}",
                f"largest difference of a player: {self.average:.4g} points on average over the pixels, "
                f"at most {self.maximum:.4g} at pA = {up}, pB = {right}",
                f"average over the pixels and the players: {self.average_of_players:.4g} points",
                f"win order differs in {self.share_order:.2%} of the pixels, aims in {self.share_aims:.2%}",
            ]
        )

    def to_json(self) -> dict[str, Any]:
        """Return what two maps differ in as plain data for JSON: the maps as specs, and the sums, without the pixels.

        >>> from truel_ref import Problem
        >>> from truel_ref.maps.normal import normal_rows
        >>> from truel_ref.maps.grid import MapSpec
        >>> spec = MapSpec(Problem([0, 0, 1]), points=2)
        >>> data = MapData.assemble(spec, normal_rows(spec, range(3)))
        >>> compare(data, data).to_json()["maximum"]
        {'points': 0.0, 'pA': '0', 'pB': '0'}
        """
        up, right = map(fraction_text, self.maximum_place)
        return {
            "first": self.first.spec.to_json(),
            "second": self.second.spec.to_json(),
            "average": self.average,
            "average_of_players": self.average_of_players,
            "maximum": {"points": self.maximum, "pA": up, "pB": right},
            "share_order": self.share_order,
            "share_aims": self.share_aims,
        }

    def __repr__(self) -> str:
        return f"<Difference of {self.first!r} and {self.second!r}>"


def compare(first: MapData, second: MapData) -> Difference:
    """Return how two maps differ.

    Parameters: two maps with the same `points`, the same `a_above_b` and the same number of players.

    Raises `MapError` for maps that cannot be laid one upon the other.

    >>> from truel_ref import Problem
    >>> from truel_ref.maps.normal import normal_rows
    >>> from truel_ref.maps.grid import MapSpec
    >>> specs = [MapSpec(Problem([0, 0, 1], search=search), points=6) for search in ("Others, Miss", "Others")]
    >>> print(compare(*(MapData.assemble(spec, normal_rows(spec, range(7))) for spec in specs)))
    first:  pC = 1; search Others, Miss; certified
    second: pC = 1; search Others; certified
    largest difference of a player: 19.85 points on average over the pixels, at most 100 at pA = 1, pB = 1
    average over the pixels and the players: 13.24 points
    win order differs in 50.00% of the pixels, aims in 67.86%
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
    largest = 100 * np.abs(first.win - second.win).max(axis=-1)
    ranks = [_ranks(data.win) for data in (first, second)]
    # The players on a place are those whose rank it is, so the first place that differs is the least rank of a
    # player, in either map, whose rank is not the same in both.
    players = first.spec.problem.players
    least = np.where(ranks[0] == ranks[1], players, np.minimum(*ranks)).min(axis=-1)
    place = np.where(least == players, 0, least + 1).astype(np.int16)
    place[~first.inside] = -1
    number = {aims: n for n, aims in enumerate(dict.fromkeys((*first.aims, *second.aims)))}
    # The entry at -1 stands for the pixels outside.
    own, other = (np.array([*(number[aims] for aims in data.aims), -1])[data.index] for data in (first, second))
    return Difference(first, second, largest, place, own != other)


def _ranks(win: np.ndarray) -> np.ndarray:
    """Return per pixel and player how many players win more often."""
    import numpy as np

    players = range(win.shape[-1])
    return np.stack([sum(win[..., other] > win[..., player] for other in players) for player in players], axis=-1)
