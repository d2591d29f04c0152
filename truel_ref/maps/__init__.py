"""AB maps: every hit probability of the first two players, the others fixed.

`grid` says what a map is and `models` what a pixel is; `builder` computes maps, with the `engine`, into `data`. They
are compared (`comparison`), kept (`store`), painted (`painting`, `colors`), drawn (`draw`) and explored (`explore`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truel_ref.files import Progress
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

# Figures and pages are made from maps, and a map cannot import them without turning an arrow round. So whoever imports
# the room enters here what makes them; their libraries are asked for only when a map is shown.


def _figure(data: MapData, colors: str | Sequence[str], **options: Any) -> Figure:
    from truel_ref.maps.draw import figure

    return figure(data, colors, **options)


def _page(data: MapData, colors: str, palette: str, progress: Progress | None) -> str:
    from truel_ref.maps.explore.export import map_page

    return map_page(data, colors, palette, progress)


SHOWN_BY.update(figure=_figure, page=_page)
