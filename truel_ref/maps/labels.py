"""Where the names of classes stand inside their regions: as deep in the largest ones as they can, if they fit at all.

A name takes a rectangle of pixels. The steps, for each class: (1) the places where the whole rectangle lies inside the
class, by sums over rectangles; (2) of these the deepest: the border of the set of places is taken off again and again,
and what is left last is about as far from every edge as a name can be, the *pole of inaccessibility* for a rectangle;
(3) the connected region around it is done with, and the next one gets the name, too, up to `MOST` of them.

Source of (2): D. Garcia-Castellanos and U. Lombardo, "Poles of inaccessibility", Scottish Geographical Journal 123
(2007), 227-233, here on a grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Spot", "label_spots"]

MOST = 2  # names of one class
FINEST = 400  # pixels a side: on a finer grid only every second, third … one is looked at
WIDE, HIGH = 0.7, 1.5  # of a letter, as parts of the size of the type


class Spot(NamedTuple):
    """A name with the pixel at its middle."""

    text: str
    row: int
    column: int


def label_spots(number: np.ndarray, names: Mapping[int, str], size: float) -> Iterator[Spot]:
    """Yield where the names of classes fit into their regions.

    Parameters: `number`, per pixel its class; `names`, what to write into the regions of a class; `size`, of the type,
    in pixels.

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
    """Return per pixel whether a rectangle around it lies inside a mask; its sides are odd, at least as asked for."""
    import numpy as np

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
    """Return the pixel of a set that is left last when the border of the set is taken off again and again."""
    import numpy as np

    last = fits
    while fits.any():
        last = fits
        inner = np.zeros_like(fits)
        inner[1:-1, 1:-1] = fits[1:-1, 1:-1] & fits[:-2, 1:-1] & fits[2:, 1:-1] & fits[1:-1, :-2] & fits[1:-1, 2:]
        fits = inner
    left = np.argwhere(last)
    row, column = left[len(left) // 2]
    return int(row), int(column)


def _region(mask: np.ndarray, row: int, column: int) -> np.ndarray:
    """Return the part of a mask that is connected with a pixel, by edges."""
    import numpy as np

    region = np.zeros_like(mask)
    region[row, column] = True
    before = 0
    while before < region.sum():
        before = region.sum()
        grown = region.copy()
        grown[1:] |= region[:-1]
        grown[:-1] |= region[1:]
        grown[:, 1:] |= region[:, :-1]
        grown[:, :-1] |= region[:, 1:]
        region = grown & mask
    return region
