"""How a map shows itself: what `MapData.figure` and `MapData.page` call.

Figures and pages are made from maps, and a map cannot import them without turning an arrow round. So whoever imports
the room enters here what makes them; their libraries are asked for only when a map is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truel_ref.files import Progress
from truel_ref.maps.data import SHOWN_BY, MapData

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["enter"]


def enter() -> None:
    """Enter what makes the figure and the page of a map.

    >>> enter()
    >>> sorted(SHOWN_BY)
    ['figure', 'page']
    """
    SHOWN_BY.update(figure=_figure, page=_page)


def _figure(data: MapData, colors: str | Sequence[str], **options: Any) -> Figure:
    from truel_ref.maps.render import figure

    return figure(data, colors, **options)


def _page(data: MapData, colors: str, palette: str, progress: Progress | None) -> str:
    from truel_ref.maps.explore_export import map_page

    return map_page(data, colors, palette, progress)
