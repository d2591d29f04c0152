"""Figures of maps. All their content comes from `MapData`: this module solves no problem.

A figure is a grid of panels, one per map and colouring. Each panel has A's chance to hit upwards and B's chance to hit
to the right, in percent, and a legend with the share of the area of each class, or a colour bar. The hatched triangle
is not in the map.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from math import ceil, isnan
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.errors import MapError, needs, shown
from truel_ref.files import write_bytes
from truel_ref.maps.colors import INTENSITY, paint, paint_difference
from truel_ref.maps.comparison import Difference
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.labels import Hover, names_in_regions
from truel_ref.maps.painting import OUTSIDE, PaintClass, Painting
from truel_ref.records.table import plain_texts
from truel_ref.workers import LIBRARIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

__all__ = [
    "FORMATS",
    "PANEL",
    "WRAP",
    "Hover",
    "Lines",
    "Panel",
    "difference_figure",
    "figure",
    "figure_format",
    "legend_entries",
    "legend_text",
    "png",
    "save_figure",
    "self_drawing",
    "share_text",
    "shares_text",
    "sheet",
]

# Every length is fixed here, without a layout engine: panels are equal in size and aligned, and a redrawn figure does
# not move.
PANEL = 3.4  # inches, the side of the square
LEFT, RIGHT, BAR, BELOW = 0.66, 0.2, 0.95, 0.52  # inches beside and below it
FONT, TITLE, HEADING = 8.0, 9.5, 11.5  # points: legends and ticks, titles of panels, titles of rows and figures
WRAP = 2  # panels side by side for one map or one colouring: four would be too small on a page
LEGEND_LIMIT = 14  # classes in a legend
LABEL_LIMIT = 44  # characters in a line of a legend
HATCH = "0.78"
CURVE = 0.7  # points: the exact curves
REST = " more classes"
LABEL = 7.0  # points: names inside regions
SMALL = 0.5  # of the height of a panel: the scale of its brightness

Lines: TypeAlias = Sequence[Sequence[tuple[float, float]]]
"""Curves to draw over a map, each as a list of points `(pA, pB)` in [0, 1]."""

# Metadata with the date and the program by file format, removed so that equal figures are equal files.
FORMATS: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


Titles: TypeAlias = Sequence[str] | None

Curves: TypeAlias = Mapping[str, Lines]
"""By the name of a colouring, the curves to draw over a map in this colouring."""


def figure(
    maps: MapData | Sequence[MapData],
    colors: str | Sequence[str] = "w",
    *,
    palette: str = "okabe-ito",
    intensity: tuple[float, float] = INTENSITY,
    titles: Titles = None,
    curves: Sequence[Curves] = (),
    labels: bool = True,
    window: bool = False,
) -> Figure:
    """Return a figure of one or more maps in one or more colourings.

    Several maps in several colourings give a row per map and a column per colouring; with one map or one colouring
    each row has two panels. Colours mean the same in all panels of a colouring.

    Parameters:
        maps: a map, or several.
        colors: colourings, separated by commas ("w,o,u,uw") or as a list.
        palette: "okabe-ito", safe for the colour-blind, or "standard", the colours of the published analysis.
        intensity: the range of the brightness of a winner.
        titles: one per map; by default `MapSpec.clause`, and further differences of the maps if clauses are equal.
        curves: for each map, by the name of a colouring, curves to draw over it, such as the exact boundaries between
            regions (`truel_ref.maps.curves.exact_curves`); by default none.
        labels: whether to write the names of classes into their regions, where they fit.
        window: whether pyplot manages the figure, so that `matplotlib.pyplot.show()` opens it in a window.

    Raises `MapError` for no maps, for unknown colourings and palettes, and for a wrong number of titles or curves.

    >>> from truel_ref import Problem, solve
    >>> from truel_ref.maps.comparison import Difference
    >>> from truel_ref.maps.data import MapData
    >>> from truel_ref.maps.grid import MapSpec, pixel_of
    >>> spec = MapSpec(Problem([0, 0, 1]), points=3, method="normal")
    >>> data = MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})
    >>> [axes.get_title() for axes in figure(data, "u,uw").axes]
    ['How unusual the aims are', "How unusual the winner's aim is"]
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

    if len(chosen) == len(names) == 1 and titles is None:
        only = panel(0, names[0])
        return sheet(_lines([replace(only, title=f"{only.title} if {said[0]}")]), None, window)
    if len(chosen) == 1:
        return sheet(_lines([panel(0, name) for name in names]), said[0], window)
    if len(names) == 1:
        panels = [panel(place, names[0], said[place]) for place in range(len(chosen))]
        return sheet(_lines(panels), panels[0].painting.title, window)
    rows = [(said[place], [panel(place, name) for name in names]) for place in range(len(chosen))]
    return sheet(rows, None, window)


def difference_figure(
    difference: Difference,
    colors: str | Sequence[str] = "w,o",
    differences: str | Sequence[str] = "dp,do",
    *,
    palette: str = "okabe-ito",
    intensity: tuple[float, float] = INTENSITY,
    high: float | None = None,
    titles: Titles = None,
    labels: bool = True,
    window: bool = False,
) -> Figure:
    """Return a figure of two maps and their difference.

    Each row shows both maps in a colouring; below are the differences, two in a row.

    Parameters: `difference`, the two maps and their differences; `colors`, colourings of the maps; `differences`,
    colourings for `truel_ref.maps.colors.paint_difference`; `palette`, "okabe-ito" or "standard"; `intensity`, the
    range of the brightness of a winner; `high`, the percentage points at the dark end, by default the largest that
    occurs; `titles`, of the two maps; `labels`, whether to write the names of classes into their regions; `window`,
    whether pyplot manages the figure.

    Raises `MapError` for unknown colourings and palettes, and for a wrong number of titles.

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> from truel_ref import Problem, solve
    >>> from truel_ref.maps.comparison import Difference
    >>> from truel_ref.maps.data import MapData
    >>> from truel_ref.maps.grid import MapSpec, pixel_of
    >>> spec = MapSpec(Problem([0, 0, 1]), points=3, method="normal")
    >>> data = MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})
    >>> nothing = np.where(data.inside, 0.0, np.nan)
    >>> given = {"first": data, "second": data, "largest": nothing, "order_differs": nothing > 0, "no_value": {}}
    >>> same = SimpleNamespace(**given, tie=data.tie)
    >>> made = difference_figure(same, "u", "do", titles=["one", "other"])
    >>> [axes.get_title().splitlines()[0] for axes in made.axes]
    ['one', 'other', 'Where the order differs']
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
        return Panel(painting, chosen[0].spec, painting.title, both, labels=labels)

    pairs: list[tuple[str | None, list[Panel]]] = [
        (None, [of_map(place, name) for place in range(2)]) for name in names
    ]
    others = [of_difference(name) for name in parts]
    return sheet(pairs + _lines(others), None, window)


def _maps(maps: MapData | Sequence[MapData]) -> list[MapData]:
    chosen = list(maps) if isinstance(maps, Iterable) else [maps]
    if not chosen or not all(hasattr(data, "spec") for data in chosen):
        raise MapError(f"maps: {shown(maps)} is not a map or a list of maps")
    return chosen


def _names(colors: str | Iterable[str]) -> list[str]:
    """Return the names of colourings in a text or a list; `paint` refuses unknown names."""
    names = colors.split(",") if isinstance(colors, str) else list(colors)
    if not names:
        raise MapError("colors: name at least one colouring")
    return [name.strip() if isinstance(name, str) else name for name in names]


def _titles(maps: Sequence[MapData], titles: Titles) -> list[str]:
    """Return the titles of maps; if clauses are equal, add the further differences of the maps."""
    if titles is not None:
        if isinstance(titles, str) or len(titles) != len(maps):
            raise MapError(f"titles: give a list with one for each of the {len(maps)} maps, not {shown(titles)}")
        return list(titles)
    said = [data.spec.clause() for data in maps]
    if len({data.spec.model for data in maps}) > 1:  # name the default model too if there are others
        said = [
            f"{title}; {data.spec.play.name}" if data.spec.model == "announced" else title
            for title, data in zip(said, maps, strict=True)
        ]
    if len(set(said)) == len(said):
        return said
    details = [_details(data.spec) for data in maps]
    varied = [place for place, column in enumerate(zip(*details, strict=True)) if len(set(column)) > 1]
    return ["; ".join([title, *(own[place] for place in varied)]) for title, own in zip(said, details, strict=True)]


def _details(spec: MapSpec) -> tuple[str, str]:
    """Return the details that `MapSpec.clause` leaves out, always in the same order."""
    return spec.method + (" linear" if spec.fill == "linear" else ""), f"{spec.points} points"


def _lines(panels: Sequence[Panel]) -> list[tuple[str | None, list[Panel]]]:
    """Return panels in rows of at most four, as equal in length as possible: six are three and three."""
    across = ceil(len(panels) / ceil(len(panels) / WRAP))
    return [(None, list(panels[start : start + across])) for start in range(0, len(panels), across)]


# -- panels on a sheet: the places of pictures, titles, scales, legends and names inside regions


@dataclass(frozen=True)
class Panel:
    """One picture: a painting, the map that gives it its axes, its title, and its text for a pointer."""

    painting: Painting
    spec: MapSpec
    title: str
    hover: Callable[[float, float], str]
    lines: Lines = ()
    labels: bool = True

    @property
    def heading(self) -> str:
        """The heading of the legend: the kind of its shares."""
        return shares_text(self.entries)

    @cached_property
    def entries(self) -> list[PaintClass]:
        """The lines of the legend."""
        return legend_entries(self.painting.listed)

    @property
    def legend_columns(self) -> int:
        """The number of columns of the legend that fit under the panel."""
        longest = max(map(len, [*map(legend_text, self.entries), self.curve_meaning, " "]))
        return max(1, min(3, int((PANEL + RIGHT) * 72 / (36 + 0.53 * FONT * longest))))

    @property
    def curve_meaning(self) -> str:
        """The text of the legend on the curves over the map; empty without curves."""
        kinds = {"w": "the winner changes", "o": "the order changes"}
        return kinds.get(self.painting.name, "an aim changes") if self.lines else ""

    @property
    def above(self) -> float:
        """The inches that the title takes."""
        return 0.12 + 0.18 * len(self.wrapped.splitlines())

    @property
    def below(self) -> float:
        """The inches that ticks, their label and the legend take."""
        return (
            BELOW
            + 0.185 * (ceil((len(self.entries) + bool(self.lines)) / self.legend_columns) + bool(self.heading))
            + 0.15
        )

    @property
    def right(self) -> float:
        """The inches on the right, which the colour bar takes."""
        return BAR if self.painting.bar else RIGHT

    @property
    def wrapped(self) -> str:
        """The title in lines that fit the width of the panel."""
        return _wrapped(self.title, PANEL + RIGHT, TITLE)


def _wrapped(text: str, inches: float, points: float) -> str:
    """Return a text in lines that fit into a width; the width of a letter is a little more than half its height."""
    return "\n".join(fill(line, max(20, int(72 * inches / (0.58 * points)))) for line in text.splitlines())


def sheet(rows: Sequence[tuple[str | None, Sequence[Panel]]], title: str | None, window: bool) -> Figure:
    """Return a figure of rows of panels, each row with its own title or without a title."""
    needs("matplotlib")
    from matplotlib import pyplot
    from matplotlib.figure import Figure

    across = max(len(panels) for _, panels in rows)
    columns = [[panels[place] for _, panels in rows if place < len(panels)] for place in range(across)]
    widths = [LEFT + PANEL + max(panel.right for panel in column) for column in columns]
    width = sum(widths)
    headings = [_wrapped(text or "", width, HEADING) for text in (title, *(name for name, _ in rows))]
    rises = [0.12 + 0.21 * len(text.splitlines()) if text else 0.0 for text in headings]
    aboves = [max(panel.above for panel in panels) for _, panels in rows]
    belows = [max(panel.below for panel in panels) for _, panels in rows]
    height = sum(rises) + sum(aboves) + PANEL * len(rows) + sum(belows)
    made: Figure = pyplot.figure(figsize=(width, height)) if window else Figure(figsize=(width, height))

    def heading(text: str, top: float) -> None:
        made.text(0.5, 1 - (top + 0.1) / height, text, fontsize=HEADING, ha="center", va="top")

    heading(headings[0], 0)
    top = rises[0]
    for (_, panels), text, rise, above, below in zip(rows, headings[1:], rises[1:], aboves, belows, strict=True):
        heading(text, top)
        top += rise + above + PANEL
        for place, panel in enumerate(panels):
            left = sum(widths[:place]) + LEFT
            _draw(made, (left / width, 1 - top / height, PANEL / width, PANEL / height), panel)
        top += below
    plain_texts(made)
    return made if window else self_drawing(made)


def _draw(made: Figure, place: tuple[float, float, float, float], panel: Panel) -> None:
    """Draw one panel; `place` is its left, bottom, width and height as parts of the figure."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize
    from matplotlib.patches import Polygon

    axes = made.add_axes(place)
    half = 50 / panel.spec.points  # of a pixel, in percent: the middle of a pixel stands for its hit probabilities
    low, high = -half, 100 + half
    image = axes.imshow(
        panel.painting.colors,
        origin="lower",
        extent=(low, high, low, high),
        # A thousand points on fewer dots: averaging makes thin lines pale; the nearest pixel would drop half of them.
        interpolation="nearest" if panel.spec.points <= 400 else "antialiased",
    )
    axes.grid(False)  # whatever the reader's settings say
    image.set_mouseover(False)  # or backends would append the colour to the text
    if not panel.spec.a_above_b:
        # The straight line through the upper left corners of the pixels with pA = pB touches no pixel of the map.
        corners = [(low, half), (high - 2 * half, high), (low, high)]
        axes.add_patch(Polygon(corners, facecolor="none", edgecolor=HATCH, hatch="////", linewidth=0))
    for line in panel.lines:
        axes.plot([100 * right for _, right in line], [100 * up for up, _ in line], color="black", linewidth=CURVE)
    axes.set(xlim=(low, high), ylim=(low, high), xticks=range(0, 101, 20), yticks=range(0, 101, 20))
    axes.set_title(panel.wrapped, fontsize=TITLE)
    axes.set_xlabel("chance of B to hit, %", fontsize=FONT + 1)
    axes.set_ylabel("chance of A to hit, %", fontsize=FONT + 1)
    axes.tick_params(labelsize=FONT)
    axes.format_coord = panel.hover  # type: ignore[method-assign, assignment]  # matplotlib documents this assignment
    bar = panel.painting.bar
    if bar is not None:
        mapping = LinearSegmentedColormap.from_list("map", bar.stops)
        scale = ScalarMappable(Normalize(bar.low, bar.high), mapping)
        left, bottom, width, height = place
        # A scale of the brightness alone takes less room than a scale of all colours.
        part = SMALL if any(entry.shades for entry in panel.painting.classes) else 1.0
        beside = made.add_axes((left + 1.03 * width, bottom, 0.05 * width * part, part * height))
        drawn = made.colorbar(scale, cax=beside)
        drawn.set_label(bar.label, fontsize=FONT + 1)
        drawn.ax.tick_params(labelsize=FONT)
        drawn.ax.grid(False)
    if panel.labels:
        _labels(axes, panel)
    _legend(axes, panel)


def _labels(axes: Axes, panel: Panel) -> None:
    """Write the names of classes into their regions, where they fit."""
    points = panel.spec.points
    for spot, color in names_in_regions(panel.painting, LABEL / 72 * (points + 1) / PANEL):
        at = 100 * spot.column / points, 100 * spot.row / points
        axes.text(*at, spot.text, fontsize=LABEL, color=color, ha="center", va="center")


def _legend(axes: Axes, panel: Panel) -> None:
    from matplotlib.legend_handler import HandlerTuple
    from matplotlib.lines import Line2D

    if not panel.entries:
        return
    curve = [Line2D([], [], color="black", linewidth=CURVE)] if panel.lines else []
    axes.legend(
        [*(tuple(_patches(entry)) for entry in panel.entries), *curve],
        [*map(legend_text, panel.entries), panel.curve_meaning][: len(panel.entries) + len(curve)],
        title=panel.heading or None,
        title_fontsize=FONT,
        handler_map={tuple: HandlerTuple(ndivide=None, pad=0)},
        loc="upper center",
        bbox_to_anchor=(0.5, -BELOW / PANEL),
        ncols=panel.legend_columns,
        fontsize=FONT,
        frameon=False,
        borderaxespad=0,
        columnspacing=1.2,
        handletextpad=0.6,
    )


def _patches(entry: PaintClass) -> Iterable[Patch]:
    """Yield the boxes that stand for a class: one, or three if its brightness varies."""
    from matplotlib.patches import Patch

    for color in entry.shades or (entry.color,):
        if entry.label == OUTSIDE:
            yield Patch(facecolor=color, edgecolor=HATCH, hatch="////", linewidth=0.5)
        elif entry.label.endswith(REST):
            yield Patch(facecolor="none", edgecolor="none")
        else:
            yield Patch(facecolor=color, edgecolor="none" if entry.shades else "0.4", linewidth=0.5)


def legend_entries(classes: Sequence[PaintClass]) -> list[PaintClass]:
    """Return the classes for a legend; if there are too many, combine the smallest."""
    if len(classes) <= LEGEND_LIMIT:
        return list(classes)
    kept = sorted(classes, key=lambda entry: (entry.label != OUTSIDE, -entry.share, -entry.pixels))[: LEGEND_LIMIT - 1]
    rest = [entry for entry in classes if entry not in kept]
    together = PaintClass(
        f"{len(rest)}{REST}", (1.0, 1.0, 1.0), sum(entry.pixels for entry in rest), sum(entry.share for entry in rest)
    )
    return [*(entry for entry in classes if entry in kept), together]


def legend_text(entry: PaintClass) -> str:
    """Return the line of a class in a legend: its name, cut to a readable length, and its share of the area."""
    name = entry.label if len(entry.label) <= LABEL_LIMIT else entry.label[: LABEL_LIMIT - 1] + "…"
    if entry.label == OUTSIDE:
        return name
    return f"{name}  {entry.exact or (share_text(entry.share) if entry.share else 'no area')}"


def shares_text(entries: Sequence[PaintClass]) -> str:
    """Return the kind of the shares of some classes: proved, or counted in pixels; empty without shares."""
    if any(entry.exact for entry in entries):
        return "proved shares of the area"
    return "shares, counted in pixels" if any(entry.share for entry in entries) else ""


def share_text(share: float) -> str:
    """Return a share in percent with one digit; only 0 reads as 0.0 %, and only 1 as 100 %.

    >>> share_text(0.25), share_text(0.00001), share_text(0.99999), share_text(1)
    ('25.0 %', '< 0.1 %', '> 99.9 %', '100 %')
    """
    if share == 1:
        return "100 %"
    if share > 0.9995:
        return "> 99.9 %"
    return "< 0.1 %" if 0 < share < 0.0005 else f"{100 * share:.1f} %"


# -- figures as files, the same bytes on every day, and in notebooks


def png(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PNG.

    >>> from matplotlib.figure import Figure
    >>> png(Figure())[1:4]
    b'PNG'
    """
    return _written(figure, "png")


def _written(figure: Figure, kind: str, **options: Any) -> bytes:
    """Return a figure as the bytes of a file of some format."""
    import matplotlib

    written = BytesIO()
    with LIBRARIES, matplotlib.rc_context({"svg.hashsalt": "truel_ref"}):
        figure.savefig(written, format=kind, metadata=FORMATS[kind], **options)
    return written.getvalue()


def self_drawing(figure: Figure) -> Figure:
    """Return a figure after giving it the method with which a notebook shows it.

    Notebooks show the figures that pyplot manages. Other figures, which take no place in pyplot's list of open windows,
    need `_repr_png_`.

    >>> from matplotlib.figure import Figure
    >>> self_drawing(Figure())._repr_png_()[1:4]
    b'PNG'
    """
    figure._repr_png_ = lambda: png(figure)  # type: ignore[attr-defined]  # IPython looks for it on every object
    return figure


def figure_format(path: str | os.PathLike[str]) -> str:
    """Return the format from the ending of a file name. Raises `MapError` for another ending."""
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in FORMATS:
        raise MapError(
            f"{shown(str(path))}: a figure is written as {', '.join(FORMATS)}; end the name with one of them"
        )
    return kind


def save_figure(figure: Figure, path: str | os.PathLike[str], dpi: int = 150) -> Path:
    """Write a figure to a file in the format of its ending: png, svg or pdf.

    With the same version of matplotlib, the same figure always gives the same bytes. If writing fails, the old file
    remains.

    Parameters: `figure`; `path`; `dpi`, dots per inch, also of the pictures within svg and pdf.

    Returns the path. Raises `MapError` for another ending, and `FileError` if the file cannot be written.

    >>> from matplotlib.figure import Figure
    >>> save_figure(Figure(), "map.gif")
    Traceback (most recent call last):
    truel_ref.errors.MapError: 'map.gif': a figure is written as png, svg, pdf; end the name with one of them
    """
    path = Path(path)
    write_bytes(path, _written(figure, figure_format(path), dpi=dpi))
    return path
