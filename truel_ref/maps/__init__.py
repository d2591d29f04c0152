"""AB maps: every hit probability of the first two players, the others fixed.

`grid` defines maps and `models` pixels; `builder` computes maps, with the `engine`, into `data`. Other modules compare
maps (`comparison`), store them (`store`), paint them (`painting`, `colors`) and draw them (`draw`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truel_ref.maps.builder import build, difference, map_problem, maps_for_c, replace
from truel_ref.maps.comparison import Difference, compare
from truel_ref.maps.data import SHOWN_BY, MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.store import Store, StoreWarning, load_map, save_map

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "Difference",
    "MapData",
    "MapSpec",
    "Store",
    "StoreWarning",
    "build",
    "compare",
    "difference",
    "load_map",
    "map_problem",
    "maps_for_c",
    "replace",
    "save_map",
]

# Figures import maps, so maps cannot import them. Importing the room therefore registers their maker here; its library
# is imported only when a map is shown.


def _figure(data: MapData, colors: str | Sequence[str], **options: Any) -> Figure:
    from truel_ref.maps.draw import figure

    return figure(data, colors, **options)


SHOWN_BY.update(figure=_figure)
