"""What a pointer shows on a map: the exact answer of the pixel under it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from truel_ref.maps.data import MapData
from truel_ref.maps.painting import OUTSIDE
from truel_ref.numbers import fraction_text

__all__ = ["Hover"]


class Hover:
    """The text for a place of a map: its exact answer, which is asked of the map once per pixel.

    Parameters: `data`, the map; `remember`, for how many pixels the answer is kept.

    >>> from truel_ref import Problem, solve
    >>> from truel_ref.maps.data import MapData
    >>> from truel_ref.maps.grid import MapSpec, pixel_of
    >>> spec = MapSpec(Problem([0, 0, 1]), points=3, method="normal")
    >>> data = MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})
    >>> print(Hover(data).text(right=66, up=34))
    pA = 1/3, pB = 2/3:  A 25/63 (39.683 %), B 8/21 (38.095 %), C 2/9 (22.222 %);  aims Miss, C, B
    """

    def __init__(self, data: MapData, remember: int = 4096) -> None:
        self.data = data
        self._exact = lru_cache(maxsize=remember)(data.answer_at)

    def pixel(self, right: float, up: float) -> tuple[int, int]:
        """Return the row and column of the pixel nearest to a place, which is given in percent."""
        points = self.data.spec.points
        return round(up * points / 100), round(right * points / 100)

    def text(self, right: float, up: float) -> str:
        """Return what is said of a place: of `right` percent of pB and `up` percent of pA."""
        row, column = self.pixel(right, up)
        if not self.data.spec.holds(row, column):
            return OUTSIDE
        points = self.data.spec.points
        free = (fraction_text(Fraction(step, points)) for step in (row, column))
        inferred = "" if self.data.solved[row, column] else ";  inferred on the map"
        return "pA = {}, pB = {}:  ".format(*free) + self.data.spec.play.text(self._exact(row, column)) + inferred
