"""Figures of maps. All their content comes from `MapData`: this module solves no problem.

A figure is a grid of panels, one per map and colouring. Each panel has A's chance to hit upwards and B's chance to hit
to the right, in percent, and a legend with the share of the area of each class, or a colour bar. The hatched triangle
is not in the map. The settings of matplotlib are its defaults, whatever the environment says.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import cycle
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from truel_ref.errors import ProblemError, shown
from truel_ref.files import write_bytes
from truel_ref.maps.data import MapData
from truel_ref.maps.differences import Difference
from truel_ref.maps.painting import AROUND, INTENSITY, OUTSIDE, PaintClass, Painting, paint, paint_difference, shifted
from truel_ref.maps.spec import MapSpec
from truel_ref.records.drawing import picture, usual_settings
from truel_ref.records.table import LUMINANCE, plain_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = 3.4  # inches, the side of the square
AROUND_PANEL = 0.9  # inches beside it for ticks, and above and below it for ticks and title
FONT, TITLE, HEADING = 8.0, 9.5, 11.5  # points: legends and ticks, titles of panels, titles of figures
LEGEND_LIMIT = 14  # classes in a legend
LABEL_LIMIT = 44  # characters in a line of a legend
HATCH = "0.78"
CURVE = 0.7  # points: the exact curves
LABEL = 7.0  # points: names inside regions

Lines: TypeAlias = Sequence[Sequence[tuple[float, float]]]
"""Curves to draw over a map, each as a list of points `(pA, pB)` in [0, 1]."""

Curves: TypeAlias = Mapping[str, Lines]
"""By the name of a colouring, the curves to draw over a map in this colouring."""


def figure(
    maps: MapData | Sequence[MapData],
    colors: str | Sequence[str] = "w",
    *,
    palette: str = "okabe-ito",
    intensity: tuple[float, float] = INTENSITY,
    titles: Sequence[str] | None = None,
    curves: Sequence[Curves] = (),
    labels: bool = True,
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
            regions (`truel_ref.maps.borders.exact_curves`); by default none.
        labels: whether to write the names of classes into their regions, where they fit.

    Raises `ProblemError` for no maps, for unknown colourings and palettes, and for a wrong number of titles or curves.

    >>> from truel_ref.maps import map_problem
    >>> [axes.get_title() for axes in figure(map_problem([1], points=3), "u,uw").axes]
    ['How unusual the aims are', "How unusual the winner's aim is"]
    """
    chosen, names = _maps(maps), _names(colors)
    said = _titles(chosen, titles)
    drawn = list(curves) or [{}] * len(chosen)
    if len(drawn) != len(chosen):
        raise ProblemError(f"curves: give one entry for each of the {len(chosen)} maps, not {len(drawn)}")

    every = []
    for data, own in zip(chosen, drawn, strict=True):
        for name in names:
            lines = own.get(name, ())
            painting = paint(data, name, palette=palette, intensity=intensity)
            every.append(Panel(painting.with_shares(getattr(lines, "shares", {})), data.spec, lines, labels))
    kinds = [each.painting.title for each in every]
    if len(every) == 1 and titles is None:
        return sheet(every, [f"{kinds[0]} if {said[0]}"])
    if len(chosen) == 1:
        return sheet(every, kinds, said[0])
    if len(names) == 1:
        return sheet(every, said, kinds[0])
    both = [f"{said[number // len(names)]}\n{kind}" for number, kind in enumerate(kinds)]
    return sheet(every, both, across=len(names))


def difference_figure(
    difference: Difference,
    colors: str | Sequence[str] = "w,o",
    differences: str | Sequence[str] = "dp,do",
    *,
    palette: str = "okabe-ito",
    intensity: tuple[float, float] = INTENSITY,
    titles: Sequence[str] | None = None,
    labels: bool = True,
) -> Figure:
    """Return a figure of two maps and their difference.

    Each row shows both maps in a colouring; below are the differences, two in a row.

    Parameters: `difference`, the two maps and their differences; `colors`, colourings of the maps; `differences`,
    colourings for `truel_ref.maps.painting.paint_difference`; `palette`, `intensity`, `titles`, of the two maps, and
    `labels` as for `figure`.

    Raises `ProblemError` for unknown colourings and palettes, and for a wrong number of titles.

    >>> from truel_ref.maps import compare, map_problem
    >>> made = difference_figure(compare(*[map_problem([1], points=3)] * 2), "u", "do", titles=["one", "other"])
    >>> [axes.get_title().splitlines()[0] for axes in made.axes]
    ['one', 'other', 'Where the order differs']
    """
    chosen = [difference.first, difference.second]
    said = _titles(chosen, titles)
    how: dict[str, Any] = {"palette": palette, "intensity": intensity}
    above = [Panel(paint(data, name, **how), data.spec, (), labels) for name in _names(colors) for data in chosen]
    below = [
        Panel(paint_difference(difference, name, palette=palette), chosen[0].spec, (), labels)
        for name in _names(differences)
    ]
    texts = [f"{title}\n{panel.painting.title}" for panel, title in zip(above, cycle(said), strict=False)]
    return sheet([*above, *below], [*texts, *(panel.painting.title for panel in below)])


def _maps(maps: MapData | Sequence[MapData]) -> list[MapData]:
    chosen = list(maps) if isinstance(maps, Iterable) else [maps]
    if not chosen or not all(isinstance(data, MapData) for data in chosen):
        raise ProblemError(f"maps: {shown(maps)} is not a map or a list of maps")
    return chosen


def _names(colors: str | Iterable[str]) -> list[str]:
    """Return the names of colourings in a text or a list; `paint` refuses unknown names."""
    names = colors.split(",") if isinstance(colors, str) else list(colors)
    if not names:
        raise ProblemError("colors: name at least one colouring")
    return [name.strip() if isinstance(name, str) else name for name in names]


def _titles(maps: Sequence[MapData], titles: Sequence[str] | None) -> list[str]:
    """Return the titles of maps; if clauses are equal, add what else differs."""
    if titles is not None:
        if isinstance(titles, str) or len(titles) != len(maps):
            raise ProblemError(f"titles: give a list with one for each of the {len(maps)} maps, not {shown(titles)}")
        return list(titles)
    said = [data.spec.clause() for data in maps]
    for name in ("model", "method", "fill", "points"):  # what a clause leaves out
        own = [str(getattr(data.spec, name)) for data in maps]
        if len({*said}) < len(said) and len({*own}) > 1:
            said = [f"{title}; {name} {value}" for title, value in zip(said, own, strict=True)]
    return said


# -- panels on a sheet


@dataclass(frozen=True)
class Panel:
    """One picture: a painting, the map that gives it its axes, and curves over it."""

    painting: Painting
    spec: MapSpec
    lines: Lines = ()
    labels: bool = True

    @cached_property
    def entries(self) -> list[PaintClass]:
        """The lines of the legend."""
        return legend_entries(self.painting.listed)

    @property
    def texts(self) -> list[str]:
        """The texts of the legend, the last one for the curves over the map."""
        kinds = {"w": "the winner changes", "o": "the order changes"}
        curves = [kinds.get(self.painting.name, "an aim changes")] if self.lines else []
        return [*legend_texts(self.entries), *curves]

    @property
    def legend_columns(self) -> int:
        """The number of columns of the legend that fit under the panel."""
        longest = max(map(len, [*self.texts, " "]))
        return max(1, min(3, int(PANEL * 72 / (36 + 0.53 * FONT * longest))))

    @property
    def below(self) -> float:
        """The inches that the legend takes."""
        return 0.19 * (2 + ceil(len(self.texts) / self.legend_columns))


def sheet(
    panels: Sequence[Panel],
    titles: Sequence[str],
    heading: str = "",
    across: int = 2,
    make: Callable[..., Figure] | None = None,
) -> Figure:
    """Return a figure of panels, each with its title, a number of them across, under a heading.

    Two are across by default: four would be too small on a page. `make` makes the empty figure, as `pyplot.figure`.
    """
    with usual_settings():
        from matplotlib.figure import Figure

        across = min(across, len(panels))
        rows = [panels[start : start + across] for start in range(0, len(panels), across)]
        heights = [PANEL + AROUND_PANEL + max(panel.below for panel in row) for row in rows]
        size = (across * (PANEL + AROUND_PANEL + 0.5), sum(heights) + 0.4 * bool(heading))
        made = (make or Figure)(figsize=size, layout="constrained")
        made.suptitle(fill(heading, int(13 * size[0])), fontsize=HEADING)
        places = made.subplots(len(rows), across, squeeze=False, gridspec_kw={"height_ratios": heights}).ravel()
        for axes, panel, title in zip(places, panels, titles, strict=False):
            _draw(axes, panel, title)
        for empty in places[len(panels) :]:
            empty.remove()
        plain_texts(made)
    # Notebooks show the figures that pyplot manages, and others by this method.
    made._repr_png_ = lambda: png(made)  # type: ignore[attr-defined]
    return made


def _draw(axes: Axes, panel: Panel, title: str) -> None:
    """Draw one panel."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize
    from matplotlib.patches import Polygon

    half = 50 / panel.spec.points  # of a pixel, in percent: the middle of a pixel stands for its hit probabilities
    low, high = -half, 100 + half
    axes.imshow(
        panel.painting.colors,
        origin="lower",
        extent=(low, high, low, high),
        # A thousand points on fewer dots: averaging makes thin lines pale; the nearest pixel would drop half of them.
        interpolation="nearest" if panel.spec.points <= 400 else "antialiased",
    )
    if not panel.spec.a_above_b:
        # The straight line through the upper left corners of the pixels with pA = pB touches no pixel of the map.
        corners = [(low, half), (high - 2 * half, high), (low, high)]
        axes.add_patch(Polygon(corners, facecolor="none", edgecolor=HATCH, hatch="////", linewidth=0))
    for line in panel.lines:
        axes.plot([100 * right for _, right in line], [100 * up for up, _ in line], color="black", linewidth=CURVE)
    axes.set(xlim=(low, high), ylim=(low, high), xticks=range(0, 101, 20), yticks=range(0, 101, 20))
    axes.set_title("\n".join(fill(line, 56) for line in title.splitlines()), fontsize=TITLE)
    axes.set_xlabel("chance of B to hit, %", fontsize=FONT + 1)
    axes.set_ylabel("chance of A to hit, %", fontsize=FONT + 1)
    axes.tick_params(labelsize=FONT)
    bar = panel.painting.bar
    if bar is not None:
        scale = ScalarMappable(Normalize(bar.low, bar.high), LinearSegmentedColormap.from_list("map", bar.stops))
        # A scale of the brightness alone takes less room than a scale of all colours.
        part = 0.5 if any(entry.varied for entry in panel.painting.classes) else 1.0
        drawn = axes.figure.colorbar(scale, ax=axes, fraction=0.046, pad=0.03, shrink=part, anchor=(0.0, 0.0))
        drawn.set_label(bar.label, fontsize=FONT + 1)
        drawn.ax.tick_params(labelsize=FONT)
    names = {place: entry.label for place, entry in enumerate(panel.painting.classes) if entry.label != OUTSIDE}
    size = LABEL / 72 * (panel.spec.points + 1) / PANEL
    for text, row, column in label_spots(panel.painting.number, names if panel.labels else {}, size):
        at = 100 * column / panel.spec.points, 100 * row / panel.spec.points
        ink = "black" if panel.painting.colors[row, column] @ LUMINANCE > 0.5 else "white"
        axes.text(*at, text, fontsize=LABEL, color=ink, ha="center", va="center")
    _legend(axes, panel)


def _legend(axes: Axes, panel: Panel) -> None:
    """Draw the legend below a panel."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    shares = "proved shares of the area" if panel.painting.proved else "shares, counted in pixels"
    boxes = []
    for entry in panel.entries:
        hatched = {"edgecolor": HATCH, "hatch": "////"} if entry.label == OUTSIDE else {"edgecolor": "0.4"}
        hidden = {"facecolor": "none", "edgecolor": "none"} if entry.label.endswith(" more classes") else {}
        look: dict[str, Any] = {"facecolor": entry.color, "linewidth": 0.5, **hatched, **hidden}
        boxes.append(Patch(**look))
    if boxes:
        axes.legend(
            [*boxes, *([Line2D([], [], color="black", linewidth=CURVE)] if panel.lines else [])],
            panel.texts,
            title=shares if any(entry.share for entry in panel.entries) else "",
            title_fontsize=FONT,
            loc="upper center",
            bbox_to_anchor=(0.5, -0.13),
            ncols=panel.legend_columns,
            fontsize=FONT,
            frameon=False,
        )


def legend_entries(classes: Sequence[PaintClass]) -> list[PaintClass]:
    """Return the classes for a legend; if there are too many, combine the smallest."""
    if len(classes) <= LEGEND_LIMIT:
        return list(classes)
    kept = sorted(classes, key=lambda entry: (entry.label != OUTSIDE, -entry.share, -entry.pixels))[: LEGEND_LIMIT - 1]
    rest = [entry for entry in classes if entry not in kept]
    pixels, share = sum(entry.pixels for entry in rest), sum(entry.share for entry in rest)
    return [
        *(entry for entry in classes if entry in kept),
        PaintClass(f"{len(rest)} more classes", (1, 1, 1), pixels, share),
    ]


def legend_texts(entries: Sequence[PaintClass]) -> list[str]:
    """Return the lines of a legend: names, cut to a readable length, and shares of the area in tenths of a percent.

    If the shares add up to 1, so do the tenths: those with the largest remainders are rounded up.

    >>> legend_texts([PaintClass(name, (0, 0, 0), 1, share) for name, share in (("A", 2 / 3), ("B", 1 / 3), ("C", 0))])
    ['A  66.7 %', 'B  33.3 %', 'C  no area']
    """
    tenths = [int(1000 * entry.share) for entry in entries]
    missing = round(1000 * sum(entry.share for entry in entries)) - sum(tenths)
    remainders = sorted(range(len(entries)), key=lambda place: tenths[place] - 1000 * entries[place].share)
    for place in remainders[:missing]:
        tenths[place] += 1
    texts = []
    for entry, tenth in zip(entries, tenths, strict=True):
        name = entry.label if len(entry.label) <= LABEL_LIMIT else entry.label[: LABEL_LIMIT - 1] + "…"
        share = f"{tenth / 10:.1f} %" if tenth else "< 0.1 %" if entry.share else "no area"
        texts.append(name if entry.label == OUTSIDE else f"{name}  {share}")
    return texts


# -- names inside regions

BESIDE = AROUND[:4]  # the neighbours by an edge


def label_spots(number: np.ndarray, names: Mapping[int, str], size: float) -> Iterator[tuple[str, int, int]]:
    """Yield the names of classes that fit into their regions, with the row and column of a place for each.

    A name takes a rectangle of pixels. The steps, for each class: (1) compute the places where the whole rectangle lies
    inside the class, by sums over rectangles; (2) choose the deepest: remove the border of the set of places again and
    again; the last place left is about as far from every edge as possible, the *pole of inaccessibility* for a
    rectangle; (3) remove the connected region around it and repeat once.

    Parameters: `number`, per pixel its class; `names`, the text for the regions of each class; `size`, of the font, in
    pixels.

    Source of (2): D. Garcia-Castellanos and U. Lombardo, "Poles of inaccessibility", Scottish Geographical Journal 123
    (2007), 227-233, here on a grid.

    >>> number = np.zeros((9, 9), dtype=int)
    >>> number[:, 6:] = 1
    >>> list(label_spots(number, {0: "A", 1: "much too long"}, 2))
    [('A', 4, 3)]
    """
    step = ceil(len(number) / 400)  # of a finer grid only every second, third, … pixel is used
    coarse, size = number[::step, ::step], size / step
    for place, text in names.items():
        mask = coarse == place
        for _ in range(2):
            fits = _fits(mask, ceil(1.5 * size) // 2, ceil(0.7 * size * len(text)) // 2)
            if not fits.any():
                break
            row, column = _deepest(fits)
            yield text, row * step, column * step
            mask = mask & ~_region(mask, row, column)


def _fits(mask: np.ndarray, up: int, right: int) -> np.ndarray:
    """Return per pixel whether a rectangle, so far up and down and so far left and right of it, lies inside a mask."""
    for axis, reach in enumerate((up, right)):
        around = np.pad(mask, [(reach * (side == axis),) * 2 for side in range(2)])
        mask = np.all(sliding_window_view(around, 2 * reach + 1, axis=axis), axis=-1)
    return mask


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


# -- figures as files, the same bytes on every day


def png(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PNG.

    >>> from matplotlib.figure import Figure
    >>> png(Figure())[1:4]
    b'PNG'
    """
    return picture(figure, dpi=100)


def save_figure(figure: Figure, path: str | os.PathLike[str], dpi: int = 150) -> Path:
    """Write a figure to a file in the format of its ending: png, svg or pdf.

    With the same version of matplotlib, the same figure always gives the same bytes. If writing fails, the old file
    remains.

    Parameters: `figure`; `path`; `dpi`, dots per inch, also of the pictures within svg and pdf.

    Returns the path. Raises `RecordError` for another ending, and `FileError` if the file cannot be written.

    >>> from matplotlib.figure import Figure
    >>> save_figure(Figure(), "map.gif")
    Traceback (most recent call last):
    truel_ref.errors.RecordError: pictures are written as png, svg, pdf, not as 'gif'
    """
    path = Path(path)
    write_bytes(path, picture(figure, path.suffix.lower().removeprefix("."), dpi))
    return path
