"""The text on a map: the names of classes inside their regions, and the exact answer beside a pointer.

A name lies as deep in a large region as possible, if it fits at all. It takes a rectangle of pixels. The steps, for
each class: (1) compute the places where the whole rectangle lies inside the class, by sums over rectangles; (2) choose
the deepest of them: remove the border of the set of places again and again; the last remaining place is about as far
from every edge as possible, the *pole of inaccessibility* for a rectangle; (3) remove the connected region around it
and repeat, up to `MOST` times.

Source of (2): D. Garcia-Castellanos and U. Lombardo, "Poles of inaccessibility", Scottish Geographical Journal 123
(2007), 227-233, here on a grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from truel_ref.maps.data import MapData
from truel_ref.maps.models import Model
from truel_ref.maps.painting import AROUND, OUTSIDE, Painting, shifted
from truel_ref.numbers import fraction_text
from truel_ref.records.table import LUMINANCE

__all__ = [
    "Hover",
    "Spot",
    "answer_lines",
    "answer_rows",
    "label_spots",
    "names_in_regions",
    "nearest_pixel",
    "place_text",
]

MOST = 2  # names of one class
FINEST = 400  # pixels per side: of a finer grid only every second, third, … pixel is used
WIDE, HIGH = 0.7, 1.5  # of a letter, as multiples of the font size

BESIDE = AROUND[:4]  # the neighbours by an edge


class Spot(NamedTuple):
    """A name with the pixel at its middle."""

    text: str
    row: int
    column: int


def names_in_regions(painting: Painting, size: float) -> Iterator[tuple[Spot, str]]:
    """Yield the names of classes where they fit into their regions, each with a readable colour.

    Parameters: `painting`; `size`, of the font, in pixels.
    """
    names = {place: entry.label for place, entry in enumerate(painting.classes) if entry.label != OUTSIDE}
    for spot in label_spots(painting.number, names, size):
        light = painting.colors[spot.row, spot.column] @ LUMINANCE > 0.5
        yield spot, "black" if light else "white"


def label_spots(number: np.ndarray, names: Mapping[int, str], size: float) -> Iterator[Spot]:
    """Yield the places at which the names of classes fit into their regions.

    Parameters: `number`, per pixel its class; `names`, the text for the regions of each class; `size`, of the font, in
    pixels.

    >>> import numpy as np
    >>> number = np.zeros((9, 9), dtype=int)
    >>> number[:, 6:] = 1
    >>> list(label_spots(number, {0: "A", 1: "much too long"}, 2))
    [Spot(text='A', row=4, column=3)]
    """
    step = ceil(len(number) / FINEST)
    coarse, size = number[::step, ::step], size / step
    for place, text in names.items():
        mask = coarse == place
        for _ in range(MOST):
            fits = _fits(mask, ceil(HIGH * size), ceil(WIDE * size * len(text)))
            if not fits.any():
                break
            row, column = _deepest(fits)
            yield Spot(text, row * step, column * step)
            mask = mask & ~_region(mask, row, column)


def _fits(mask: np.ndarray, height: int, width: int) -> np.ndarray:
    """Return per pixel whether a rectangle around it lies inside a mask; even sides are lengthened by a pixel."""
    up, right = height // 2, width // 2
    fits = np.zeros(mask.shape, dtype=bool)
    rows, columns = mask.shape[0] - 2 * up, mask.shape[1] - 2 * right
    if rows < 1 or columns < 1:
        return fits
    sums = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = mask.cumsum(axis=0).cumsum(axis=1)
    high, wide = 2 * up + 1, 2 * right + 1
    inside = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
    fits[up : up + rows, right : right + columns] = inside == high * wide
    return fits


def _deepest(fits: np.ndarray) -> tuple[int, int]:
    """Return the last remaining pixel of a set when its border is removed again and again."""
    last = fits
    while fits.any():
        last = fits
        fits = reduce(np.logical_and, (shifted(fits, *step) for step in BESIDE), fits)
    left = np.argwhere(last)
    row, column = left[len(left) // 2]
    return int(row), int(column)


def _region(mask: np.ndarray, row: int, column: int) -> np.ndarray:
    """Return the part of a mask that is connected with a pixel, by edges."""
    region = np.zeros_like(mask)
    region[row, column] = True
    before = 0
    while before < region.sum():
        before = region.sum()
        region = mask & reduce(np.logical_or, (shifted(region, *step) for step in BESIDE), region)
    return region


# -- beside a pointer


LONGEST = 64
"""Characters of a line beside a pointer; fractions of five players have hundreds of digits."""


class Hover:
    """The text for a place of a map: its exact answer, computed once per pixel.

    Parameters: `data`, the map; `remember`, the number of pixels whose answers are stored.

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
        """Return the row and column of the pixel nearest to a place in percent."""
        return nearest_pixel(self.data.spec.points, right, up)

    def free(self, row: int, column: int) -> tuple[Fraction, Fraction]:
        """Return the hit probabilities of A and B at a pixel."""
        points = self.data.spec.points
        return Fraction(row, points), Fraction(column, points)

    def text(self, right: float, up: float) -> str:
        """Return the text for a place: `right` percent of pB and `up` percent of pA."""
        row, column = self.pixel(right, up)
        if not self.data.spec.holds(row, column):
            return OUTSIDE
        inferred = "" if self.data.solved[row, column] else ";  inferred on the map"
        place = place_text(*self.free(row, column))
        return f"{place}:  {self.data.spec.play.text(self._exact(row, column))}{inferred}"

    def lines(self, row: int, column: int) -> str:
        """Return the text for a pixel, in lines short enough for the space beside a pointer."""
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
    """Return the hit probabilities of a point of a map as text.

    >>> place_text(Fraction(1, 3), Fraction(2, 3))
    'pA = 1/3, pB = 2/3'
    """
    return f"pA = {fraction_text(hit_a)}, pB = {fraction_text(hit_b)}"


def answer_lines(play: Model, answer: Any) -> str:
    """Return an exact answer in lines short enough for the space beside a pointer.

    A longer fraction is cut, and its percentage stays.

    Parameters: `play`, the kind of play; `answer`, an exact answer from `play.answer`.

    >>> from truel_ref.maps.models import MODELS
    >>> print(answer_lines(MODELS["announced"], MODELS["announced"].answer(["1/3", "2/3", 1])))
    A 25/63 (39.683 %)
    B 8/21 (38.095 %)
    C 2/9 (22.222 %)
    aims Miss, C, B
    """
    return "\n".join(map(_short, play.text(answer, apart="\n").split("\n")))


def answer_rows(text: str) -> list[list[str]]:
    r"""Return the lines of an answer as rows of a table: a chance in three cells, any other line in a single cell.

    >>> answer_rows("pA = 1/3\nA 25/63 (39.683 %)\naims Miss, C, B")
    [['pA = 1/3'], ['A', '25/63', '39.683 %'], ['aims Miss, C, B']]
    """
    matches = ((line, re.fullmatch(r" *(\S+) (\S+) \((.+ %)\)", line)) for line in text.splitlines())
    return [[line.strip()] if match is None else [*match.groups()] for line, match in matches]


def _short(line: str) -> str:
    """Return a line cut to the available length, keeping a percentage at its end.

    >>> _short("A " + "7" * 80 + " (35.128 %)")
    'A 77777777777777777777777777777777777777777777777777… (35.128 %)'
    """
    if len(line) <= LONGEST:
        return line
    end = line[line.rindex(" (") :] if line.endswith("%)") else ""
    return line[: LONGEST - len(end) - 1] + "…" + end
