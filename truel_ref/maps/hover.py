"""What a pointer shows on a map: the exact answer of the pixel under it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from truel_ref.maps.data import MapData
from truel_ref.maps.models import Model
from truel_ref.maps.painting import OUTSIDE
from truel_ref.numbers import fraction_text

__all__ = ["Hover", "answer_lines", "nearest_pixel", "place_text"]

LONGEST = 64
"""Characters of a line beside a pointer; fractions of five players have hundreds of digits."""


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
        return nearest_pixel(self.data.spec.points, right, up)

    def free(self, row: int, column: int) -> tuple[Fraction, Fraction]:
        """Return the hit probabilities of A and B at a pixel."""
        points = self.data.spec.points
        return Fraction(row, points), Fraction(column, points)

    def text(self, right: float, up: float) -> str:
        """Return what is said of a place: of `right` percent of pB and `up` percent of pA."""
        row, column = self.pixel(right, up)
        if not self.data.spec.holds(row, column):
            return OUTSIDE
        inferred = "" if self.data.solved[row, column] else ";  inferred on the map"
        place = place_text(*self.free(row, column))
        return f"{place}:  {self.data.spec.play.text(self._exact(row, column))}{inferred}"

    def lines(self, row: int, column: int) -> str:
        """Return what is said of a pixel, in lines short enough to stand beside a pointer."""
        place = place_text(*self.free(row, column))
        inferred = "" if self.data.solved[row, column] else "\ninferred on the map"
        return f"{place}\n{answer_lines(self.data.spec.play, self._exact(row, column))}{inferred}"


def nearest_pixel(points: int, right: float, up: float) -> tuple[int, int]:
    """Return the row and column nearest to a place of `right` percent of pB and `up` percent of pA.

    >>> nearest_pixel(3, 66, 34)
    (1, 2)
    """
    return round(up * points / 100), round(right * points / 100)


def place_text(hit_a: Fraction, hit_b: Fraction) -> str:
    """Return the hit probabilities of a point of a map as they are shown.

    >>> place_text(Fraction(1, 3), Fraction(2, 3))
    'pA = 1/3, pB = 2/3'
    """
    return f"pA = {fraction_text(hit_a)}, pB = {fraction_text(hit_b)}"


def answer_lines(play: Model, answer: Any) -> str:
    """Return an exact answer in lines short enough to stand beside a pointer.

    A fraction too long for that is cut, and its percentage stays.

    Parameters: `play`, the way to play; `answer`, what its `answer` says of a problem.

    >>> from truel_ref.maps.models import MODELS
    >>> print(answer_lines(MODELS["announced"], MODELS["announced"].answer(["1/3", "2/3", 1])))
    A 25/63 (39.683 %)
    B 8/21 (38.095 %)
    C 2/9 (22.222 %)
    aims Miss, C, B
    """
    return "\n".join(map(_short, play.text(answer, apart="\n").split("\n")))


def _short(line: str) -> str:
    """Return a line cut to what fits, with the percentage at its end if there is one.

    >>> _short("A " + "7" * 80 + " (35.128 %)")
    'A 77777777777777777777777777777777777777777777777777… (35.128 %)'
    """
    if len(line) <= LONGEST:
        return line
    end = line[line.rindex(" (") :] if line.endswith("%)") else ""
    return line[: LONGEST - len(end) - 1] + "…" + end
