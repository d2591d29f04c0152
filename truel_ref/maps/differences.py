"""Compare two maps, pixel by pixel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np

from truel_ref.errors import ProblemError, shown
from truel_ref.maps.data import MapData
from truel_ref.numbers import fraction_text


@dataclass(frozen=True, eq=False, repr=False)
class Difference:
    """The differences of two maps.

    A pixel without a value in one of the maps (with no or several equilibria) is not compared; it counts only in
    `not_compared`.

    Fields:
        first, second: the maps.
        largest: per pixel the largest difference of the win probability of a single player, in percentage points, from
            0 to 100; nan outside the map and where the maps are not compared.
        place: per pixel the first place, 1 for the winner, where the win orders differ; 0 if the orders are equal, -1
            outside the map and where the maps are not compared. A place shared by equal players is the same if the same
            players share it.
        aims: per pixel whether a player's aim in the first phase differs.
    """

    first: MapData
    second: MapData
    largest: np.ndarray
    place: np.ndarray
    aims: np.ndarray

    @property
    def compared(self) -> np.ndarray:
        """Per pixel whether it has a value in both maps."""
        return np.asarray(self.first.valued & self.second.valued)

    @property
    def not_compared(self) -> int:
        """The number of pixels without a value in one of the maps."""
        return int(self.first.inside.sum() - self.compared.sum())

    @property
    def no_value(self) -> dict[str, np.ndarray]:
        """Per reason why pixels are not compared, its pixels; the first map without a value gives the reason."""
        reasons = dict(self.first.no_value)
        for why, where in self.second.no_value.items():
            own = where & self.first.valued
            reasons[why] = reasons[why] | own if why in reasons else own
        return reasons

    @property
    def tie(self) -> np.ndarray:
        """Per pixel whether one of the maps has a tie there."""
        return np.asarray(self.first.tie | self.second.tie)

    @property
    def order_differs(self) -> np.ndarray:
        """Per pixel whether the win orders differ."""
        return self.place > 0

    @property
    def average(self) -> float:
        """The mean over the pixels compared of the largest difference of a player, in percentage points."""
        return float(self.largest[self.compared].mean())

    @property
    def average_of_players(self) -> float:
        """The mean over compared pixels and players of their differences, in points, as in the published analysis."""
        return float(100 * np.abs(self.first.win - self.second.win)[self.compared].mean())

    @property
    def maximum(self) -> float:
        """The largest difference of a player anywhere, in percentage points."""
        return float(np.nanmax(self.largest))

    @property
    def maximum_place(self) -> tuple[Fraction, Fraction]:
        """The hit probabilities of A and B at the largest difference, the first of equal ones."""
        row, column = np.unravel_index(np.nanargmax(self.largest), self.largest.shape)
        return Fraction(int(row), self.first.spec.points), Fraction(int(column), self.first.spec.points)

    @property
    def share_order(self) -> float:
        """The share of the pixels compared where the win order differs."""
        return float((self.place[self.compared] > 0).mean())

    @property
    def share_aims(self) -> float:
        """The share of the pixels compared where a player's aim differs."""
        return float(self.aims[self.compared].mean())

    def plot(self, colors: str = "w,o", differences: str = "dp,do", **options: Any) -> Any:
        """Return both maps and their differences as a figure of matplotlib.

        Parameters: `colors`, colourings of the maps; `differences`, those of the difference; `options`, as for
        `truel_ref.maps.figures.difference_figure`.

        >>> from truel_ref.maps import compare, map_problem
        >>> len(compare(*[map_problem([1], points=3)] * 2).plot("u", "do").axes)
        3
        """
        return import_module("truel_ref.maps.figures").difference_figure(self, colors, differences, **options)

    def __str__(self) -> str:
        up, right = map(fraction_text, self.maximum_place)
        return "\n".join(
            [
                f"first:  {self.first.spec.title()}; {self.first.spec.method}",
                f"second: {self.second.spec.title()}; {self.second.spec.method}",
                *self._uncompared(),
                f"largest difference of a player: {self.average:.4g} points on average over the pixels, "
                f"at most {self.maximum:.4g} at pA = {up}, pB = {right}",
                f"average over the pixels and the players: {self.average_of_players:.4g} points",
                f"win order differs in {self.share_order:.2%} of the pixels, aims in {self.share_aims:.2%}",
            ]
        )

    def _uncompared(self) -> Iterator[str]:
        """Yield the number of pixels that are not compared, with the reasons, unless it is 0."""
        if self.not_compared:
            reasons = (f"{int(where.sum()):,} have {why}" for why, where in self.no_value.items() if where.any())
            yield (
                f"not compared: {self.not_compared:,} of {self.first.spec.size:,} pixels ({', '.join(reasons)}); "
                "what follows is about the others"
            )


def compare(first: MapData, second: MapData) -> Difference:
    """Return the differences of two maps.

    Parameters: `first` and `second`, maps with the same `points`, the same `a_above_b` and the same number of players.

    Raises `ProblemError` for maps on different grids, and for maps without a pixel that has a value in both.

    >>> from truel_ref.maps import map_problem
    >>> maps = (map_problem([1], points=6, a_above_b=False, search=search) for search in ("Others, Miss", "Others"))
    >>> print(compare(*maps))
    first:  pC = 1; search Others, Miss; exact
    second: pC = 1; search Others; exact
    largest difference of a player: 19.85 points on average over the pixels, at most 100 at pA = 1, pB = 1
    average over the pixels and the players: 13.24 points
    win order differs in 50.00% of the pixels, aims in 67.86%
    """
    for data in (first, second):
        if not isinstance(data, MapData):
            raise ProblemError(f"{shown(data)} is not a MapData; only computed maps can be compared")
    for name in ("points", "a_above_b", "number of players"):
        mine, other = (getattr(data.spec, name, data.spec.problem.players) for data in (first, second))
        if mine != other:
            raise ProblemError(
                f"{name}: {mine} and {other}; maps can only be compared on the same grid with as many players"
            )
    compared = first.valued & second.valued
    if not compared.any():
        raise ProblemError("no pixel has a value in both maps, so nothing can be compared; take more points")
    largest = 100 * np.abs(first.win - second.win).max(axis=-1)
    ranks = [(data.win[..., None, :] > data.win[..., None]).sum(axis=-1) for data in (first, second)]
    # The players on a place have it as their rank. So the first place that differs is the least rank, in either map, of
    # a player whose ranks differ.
    players = first.spec.problem.players
    least = np.where(ranks[0] == ranks[1], players, np.minimum(*ranks)).min(axis=-1)
    place = np.where(least == players, 0, least + 1).astype(np.int16)
    place[~compared] = -1
    number = {aims: n for n, aims in enumerate(dict.fromkeys((*first.aims, *second.aims)))}
    # The entry at -1 is for the pixels outside and without a value.
    own, other = (np.array([*(number[aims] for aims in data.aims), -1])[data.index] for data in (first, second))
    return Difference(first, second, largest, place, compared & (own != other))
