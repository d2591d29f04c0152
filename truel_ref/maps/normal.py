"""The method "normal": every pixel is solved exactly. It is what the other methods are measured by."""

from __future__ import annotations

from collections.abc import Iterable

from truel_ref.maps.grid import MapSpec, Pixel

__all__ = ["normal_rows"]


def normal_rows(spec: MapSpec, rows: Iterable[int], columns: range | None = None) -> dict[tuple[int, int], Pixel]:
    """Return the pixels of some rows of a map, each solved exactly.

    Parameters: `spec`, the map; `rows`, which of its rows, each from 0 to `points`; `columns`, only these of them.
    Pixels do not depend on each other, and whatever goes in and comes out can be sent to another process.

    Raises `MapError` for a row outside the map.

    >>> from truel_ref import Problem
    >>> pixels = normal_rows(MapSpec(Problem([0, 0, 1]), points=3), [1])
    >>> list(pixels), pixels[1, 2].win[0] == 25 / 63
    ([(1, 1), (1, 2), (1, 3)], True)
    """
    return {
        (row, column): spec.play.pixel_at(spec.at(row, column))
        for row in spec.checked_rows(rows)
        for column in spec.columns(row, columns)
    }
