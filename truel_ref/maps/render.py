"""Figures of maps. Everything shown comes from `MapData`: nothing here solves anything.

A figure is a grid of panels, one per map and colouring. Each has `pA` upwards and `pB` to the right in percent, and a
legend with the share of the area of each class, or a colour bar. The hatched triangle is not in the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from math import ceil, isnan
from typing import TYPE_CHECKING, TypeAlias

from truel_ref.errors import MapError, shown
from truel_ref.maps.colors import INTENSITY, DifferenceLike, paint, paint_difference
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.hover import Hover
from truel_ref.maps.output import figure_format, save_figure, self_drawing
from truel_ref.maps.painting import OUTSIDE
from truel_ref.maps.panels import PANEL, WRAP, Lines, Panel, share_text, sheet

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "PANEL",
    "Hover",
    "difference_figure",
    "figure",
    "figure_format",
    "rows_figure",
    "save_figure",
    "self_drawing",
    "share_text",
]

Titles: TypeAlias = Sequence[str] | None

Curves: TypeAlias = Mapping[str, Lines]
"""By the name of a colouring, curves to draw over a map in it."""


def figure(
    maps: MapData | Sequence[MapData],
    colors: str | Sequence[str] = "w",
    *,
    palette: str = "standard",
    intensity: tuple[float, float] = INTENSITY,
    titles: Titles = None,
    curves: Sequence[Curves] = (),
    labels: bool = True,
    window: bool = False,
) -> Figure:
    """Return a figure of one or more maps in one or more colourings.

    Several maps in several colourings give a row per map and a column per colouring; with one map or one colouring
    the panels stand side by side, four in a row. Colours mean the same in all panels of a colouring.

    Parameters:
        maps: a map, or several.
        colors: colourings, separated by commas ("w,o,u,uw") or as a list.
        palette: "standard", or "okabe-ito" for the colour-blind.
        intensity: the range of the brightness of a winner.
        titles: one per map; by default what `MapSpec.title` says, and what the maps differ in where that is the same.
        curves: for each map, by the name of a colouring, curves to draw over it, such as the exact boundaries between
            regions (`truel_ref.maps.curves.exact_curves`); by default none.
        labels: whether the regions of classes bear their names, where they fit.
        window: whether pyplot manages the figure, so that `matplotlib.pyplot.show()` opens it in a window.

    Raises `MapError` for no maps, for unknown colourings and palettes, and for a wrong number of titles or curves.

    >>> from truel_ref import Problem, solve
    >>> from truel_ref.maps.data import MapData
    >>> from truel_ref.maps.grid import MapSpec, pixel_of
    >>> spec = MapSpec(Problem([0, 0, 1]), points=3, method="normal")
    >>> data = MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})
    >>> [axes.get_title() for axes in figure(data, "u,uw").axes]
    ['most unusual aim in play', 'most unusual aim of the winner']
    """
    chosen, names = _maps(maps), _names(colors)
    said = _titles(chosen, titles)
    hovers = [Hover(data) for data in chosen]
    drawn = list(curves) or [{}] * len(chosen)
    if len(drawn) != len(chosen):
        raise MapError(f"curves: give one entry for each of the {len(chosen)} maps, not {len(drawn)}")

    def panel(place: int, name: str, title: str | None = None) -> Panel:
        painting = paint(chosen[place], name, palette=palette, intensity=intensity)
        own = drawn[place].get(name, ())
        painting = painting.with_shares(getattr(own, "shares", {}))
        return Panel(painting, chosen[place].spec, title or painting.title, hovers[place].text, own, labels)

    if len(chosen) == 1:
        return sheet(_lines([panel(0, name) for name in names]), said[0], window)
    if len(names) == 1:
        panels = [panel(place, names[0], said[place]) for place in range(len(chosen))]
        return sheet(_lines(panels), panels[0].painting.title, window)
    rows = [(said[place], [panel(place, name) for name in names]) for place in range(len(chosen))]
    return sheet(rows, None, window)


def rows_figure(
    maps: Sequence[MapData],
    colors: Sequence[str | Sequence[str]],
    intensities: Sequence[tuple[float, float]],
    titles: Titles = None,
    *,
    palette: str = "standard",
) -> Figure:
    """Return a figure with one row per map, each in colourings of its own, as `figure` cannot have them.

    Parameters: `maps`; `colors`, `intensities` and `titles`, one entry per map, as for `figure`; `palette`.

    Raises `MapError` as `figure` does, and for lists of different lengths.

    >>> from truel_ref.maps import map_problem
    >>> two = [map_problem([hit], points=2) for hit in ("1/2", 1)]
    >>> made = rows_figure(two, ["t", "o,u"], [(0.4, 0.9)] * 2)
    >>> [axes.get_title() for axes in made.axes]
    ['aims of A, B, C', 'order of the win probabilities', 'most unusual aim in play']
    """
    chosen = _maps(maps)
    if not len(chosen) == len(colors) == len(intensities):
        raise MapError(f"give colourings and a range of brightness for each of the {len(chosen)} maps")
    rows = []
    for data, title, own, intensity in zip(chosen, _titles(chosen, titles), colors, intensities, strict=True):
        hover = Hover(data)
        paintings = [paint(data, name, palette=palette, intensity=intensity) for name in _names(own)]
        rows.append((title, [Panel(painting, data.spec, painting.title, hover.text) for painting in paintings]))
    return sheet(rows, None, window=False)


def difference_figure(
    difference: DifferenceLike,
    colors: str | Sequence[str] = "w,o",
    differences: str | Sequence[str] = "dp,do",
    *,
    palette: str = "standard",
    intensity: tuple[float, float] = INTENSITY,
    high: float | None = None,
    titles: Titles = None,
    labels: bool = True,
    window: bool = False,
) -> Figure:
    """Return a figure of two maps and their difference.

    With one colouring, all panels stand in one row: the first map, the second, the differences. With more, each row
    has a colouring of both maps and one of the differences.

    Parameters: `difference`, the two maps and what differs; `colors`, colourings of the maps; `differences`, those of
    `truel_ref.maps.colors.paint_difference`; `high`, the percentage points at the dark end, by default the largest that
    occurs; the others as for `figure`, with two titles.

    Raises `MapError` as `figure` does.

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> from truel_ref import Problem, solve
    >>> from truel_ref.maps.data import MapData
    >>> from truel_ref.maps.grid import MapSpec, pixel_of
    >>> spec = MapSpec(Problem([0, 0, 1]), points=3, method="normal")
    >>> data = MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})
    >>> nothing = np.where(data.inside, 0.0, np.nan)
    >>> given = {"first": data, "second": data, "largest": nothing, "order_differs": nothing > 0, "no_value": {}}
    >>> same = SimpleNamespace(**given, tie=data.tie)
    >>> made = difference_figure(same, "u", "do", titles=["one", "other"])
    >>> [axes.get_title().splitlines()[0] for axes in made.axes]
    ['one', 'other', 'difference']
    """
    chosen = [difference.first, difference.second]
    names, parts = _names(colors), _names(differences)
    said = _titles(chosen, titles)
    hovers = [Hover(data) for data in chosen]

    def both(right: float, up: float) -> str:
        row, column = hovers[0].pixel(right, up)
        if not chosen[0].spec.holds(row, column):
            return OUTSIDE
        points = difference.largest[row, column]
        said = "not compared" if isnan(points) else f"largest difference of a player {points:.6g} percentage points"
        return "\n".join([*(hover.text(right, up) for hover in hovers), said])

    def of_map(place: int, name: str) -> Panel:
        painting = paint(chosen[place], name, palette=palette, intensity=intensity)
        title = f"{said[place]}\n{painting.title}"
        return Panel(painting, chosen[place].spec, title, hovers[place].text, labels=labels)

    def of_difference(name: str) -> Panel:
        painting = paint_difference(difference, name, palette=palette, high=high)
        return Panel(painting, chosen[0].spec, f"difference\n{painting.title}", both, labels=labels)

    pairs = [[of_map(place, name) for place in range(2)] for name in names]
    others = [of_difference(name) for name in parts]
    if len(names) == 1:
        rows: list[list[Panel | None]] = [[*pairs[0], *others]]
    else:
        rows = [[*(pair or (None, None)), part] for pair, part in zip_longest(pairs, others)]
    return sheet([(None, row) for row in rows], None, window)


def _maps(maps: MapData | Sequence[MapData]) -> list[MapData]:
    chosen = list(maps) if isinstance(maps, Iterable) else [maps]
    if not chosen or not all(hasattr(data, "spec") for data in chosen):
        raise MapError(f"maps: {shown(maps)} is no map and no list of maps")
    return chosen


def _names(colors: str | Iterable[str]) -> list[str]:
    """Return the names of colourings in a text or a list; whether there are such ones is told by who paints."""
    names = colors.split(",") if isinstance(colors, str) else list(colors)
    if not names:
        raise MapError("colors: name at least one colouring")
    return [name.strip() if isinstance(name, str) else name for name in names]


def _titles(maps: Sequence[MapData], titles: Titles) -> list[str]:
    """Return the titles of maps; where the problems read alike, what else the maps differ in is added."""
    if titles is not None:
        if isinstance(titles, str) or len(titles) != len(maps):
            raise MapError(f"titles: give a list with one for each of the {len(maps)} maps, not {shown(titles)}")
        return list(titles)
    said = [data.spec.title() for data in maps]
    if len({data.spec.model for data in maps}) > 1:  # the usual one is told where it is not the only one
        said = [
            f"{title}; {data.spec.play.name}" if data.spec.model == "announced" else title
            for title, data in zip(said, maps, strict=True)
        ]
    if len(set(said)) == len(said):
        return said
    details = [list(_details(data.spec)) for data in maps]
    varied = [place for place, column in enumerate(zip(*details, strict=True)) if len(set(column)) > 1]
    return ["; ".join([title, *(own[place] for place in varied)]) for title, own in zip(said, details, strict=True)]


def _details(spec: MapSpec) -> Iterable[str]:
    """Yield what `MapSpec.title` leaves out, always in the same order."""
    yield spec.method + (" linear" if spec.fill == "linear" else "")
    yield f"{spec.points} points"


def _lines(panels: Sequence[Panel]) -> list[tuple[str | None, list[Panel]]]:
    """Return panels in rows of at most four, of lengths as equal as can be: six are three and three."""
    across = ceil(len(panels) / ceil(len(panels) / WRAP))
    return [(None, list(panels[start : start + across])) for start in range(0, len(panels), across)]
