"""A painting as a plot of Bokeh, and its legend as HTML: what pages that are served and exported pages share.

An exported page needs nothing else: no server, no network, no other file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from html import escape
from math import isqrt
from typing import Any

import numpy as np

from truel_ref.errors import MapError, needs
from truel_ref.files import Progress, json_text
from truel_ref.maps.colors import paint
from truel_ref.maps.data import MapData
from truel_ref.maps.draw import legend_entries, legend_text, shares_text
from truel_ref.maps.explore.question import Question
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.labels import Hover, names_in_regions
from truel_ref.maps.painting import OUTSIDE, RGB, ColorBar, PaintClass, Painting

__all__ = ["PIXELS_LIMIT", "STYLE", "Plot", "legend_html", "map_page", "packed_colors", "page_of"]

SIDE = 600
"""Of the plot on the screen, in dots."""
FONT = 12  # dots, the size of the names inside regions

STYLE = """
.legend { font: 13px sans-serif; color: #222; }
.legend ul { list-style: none; margin: 6px 0; padding: 0; }
.legend p { margin: 6px 0; }
.legend li { margin: 3px 0; display: flex; align-items: center; gap: 8px; }
.legend i { width: 28px; height: 14px; border: 1px solid #999; flex: none; }
.legend i.none { border-style: dashed; }
.legend i.scale { width: 150px; }
"""
"""The style of `legend_html`."""


class Plot:
    """The models of Bokeh that show one painting; they are updated, never replaced.

    Attributes: `figure`; `image`, the pixels; `names`, the names inside regions; `curves`, lines over the map; `pixel`,
    a frame around the pixel under the pointer; `chosen`, a cross at the point that is explained; `tooltip`, the text
    beside the pointer.

    Parameters: `points`, steps per side of the finest picture, whose outermost pixels are seen whole.

    Raises `LibraryError` without Bokeh.
    """

    def __init__(self, points: int) -> None:
        needs("bokeh")
        from bokeh.models import ColumnDataSource, Label
        from bokeh.plotting import figure

        seen = (-50 / points, 100 + 50 / points)
        self.image = ColumnDataSource(dict.fromkeys(("image", "low", "side"), ()))
        self.names = ColumnDataSource(dict.fromkeys(("x", "y", "text", "color"), ()))
        self.curves = ColumnDataSource(data={"x": [], "y": []}, name="curve lines")
        self.pixel = ColumnDataSource({"x": [], "y": [], "side": []})
        self.chosen = ColumnDataSource({"x": [], "y": []})
        self.figure: Any = figure(
            width=SIDE + 60,
            height=SIDE + 60,
            x_range=seen,
            y_range=seen,
            x_axis_label="chance of B to hit, %",
            y_axis_label="chance of A to hit, %",
            tools="pan,wheel_zoom,box_zoom,reset,save",
            toolbar_location="above",
            match_aspect=True,
        )
        self.figure.grid.visible = False
        self.figure.toolbar.logo = None
        self.figure.image_rgba(image="image", x="low", y="low", dw="side", dh="side", source=self.image)
        self.figure.multi_line("x", "y", source=self.curves, color="black", line_width=1.2)
        self.figure.text(
            *("x", "y", "text"),
            source=self.names,
            color="color",
            text_font_size=f"{FONT}px",
            text_align="center",
            text_baseline="middle",
        )
        self.figure.rect(
            *("x", "y", "side", "side"), source=self.pixel, fill_alpha=0, line_color="black", line_width=1.5
        )
        for color, width in (("white", 5), ("black", 2)):
            self.figure.scatter(
                *("x", "y"), source=self.chosen, marker="cross", size=16, line_color=color, line_width=width
            )
        self.tooltip = Label(
            x=0,
            y=0,
            text="",
            visible=False,
            text_font="monospace",
            text_font_size="12px",
            text_line_height=1.3,
            background_fill_color="white",
            background_fill_alpha=0.94,
            border_line_color="#666666",
            padding=6,
            name="tooltip",
        )
        self.figure.add_layout(self.tooltip)

    def show(self, painting: Painting, points: int) -> None:
        """Show a painting of so many steps per side."""
        low, side = -50 / points, 100 + 100 / points
        self.image.data = {"image": [packed_colors(painting.colors)], "low": [low], "side": [side]}
        spots = list(names_in_regions(painting, FONT * (points + 1) / SIDE))
        self.names.data = {
            "x": [100 * spot.column / points for spot, _ in spots],
            "y": [100 * spot.row / points for spot, _ in spots],
            "text": [spot.text for spot, _ in spots],
            "color": [color for _, color in spots],
        }

    def show_curves(self, lines: Iterable[Sequence[tuple[float, float]]]) -> None:
        """Draw lines of points (pA, pB) over the map."""
        drawn = [list(line) for line in lines]
        self.curves.data = {
            "x": [[100 * right for _, right in line] for line in drawn],
            "y": [[100 * up for up, _ in line] for line in drawn],
        }

    def choose(self, right: float, up: float) -> None:
        """Put the cross at a place, in percent."""
        self.chosen.data = {"x": [right], "y": [up]}

    def point_at(self, row: int, column: int, points: int, text: str) -> None:
        """Frame a pixel and show a text beside it, on the side where there is room."""
        right, up = 100 * column / points, 100 * row / points
        self.pixel.data = {"x": [right], "y": [up], "side": [100 / points]}
        to_left, below = right > 50, up > 50
        self.tooltip.update(
            x=right,
            y=up,
            text=text,
            visible=True,
            anchor=f"{'top' if below else 'bottom'}_{'right' if to_left else 'left'}",
            x_offset=-14 if to_left else 14,
            y_offset=-14 if below else 14,
        )

    def point_nowhere(self) -> None:
        """Take the frame and the text away."""
        self.pixel.data = {"x": [], "y": [], "side": []}
        self.tooltip.visible = False


def packed_colors(colors: np.ndarray) -> np.ndarray:
    """Return colours as Bokeh takes them: per pixel the bytes red, green, blue and opacity in one number.

    >>> import numpy as np
    >>> [hex(number) for number in packed_colors(np.array([[[1.0, 0.5, 0.0]]])).ravel()]
    ['0xff0080ff']
    """
    channels = np.full((*colors.shape[:2], 4), 255, dtype=np.uint8)
    channels[..., :3] = np.rint(255 * colors)
    return channels.view("<u4").reshape(colors.shape[:2])


def legend_html(painting: Painting) -> str:
    """Return the legend of a painting: what its colours mean, and the share of the area of each class."""
    bar = [] if painting.bar is None else [_bar_html(painting.bar)]
    listed = legend_entries(painting.listed)
    entries = "".join(map(_entry_html, listed))
    heading = f"<b>{escape(painting.title)}</b>{''.join(bar)}<p>{shares_text(listed)}</p>"
    return f'<div class="legend">{heading}<ul>{entries}</ul></div>'


def _bar_html(bar: ColorBar) -> str:
    box = f'<i class="scale" style="background: {_gradient(bar.stops)}"></i>'
    return f"<ul><li>{bar.low:.4g} {box} {bar.high:.4g}</li><li>{escape(bar.label)}</li></ul>"


def _entry_html(entry: PaintClass) -> str:
    if entry.label == OUTSIDE:
        return f'<li><i class="none"></i>{escape(legend_text(entry))}</li>'
    return (
        f'<li><i style="background: {_gradient(entry.shades or (entry.color,))}"></i>{escape(legend_text(entry))}</li>'
    )


def _gradient(colors: Sequence[RGB]) -> str:
    texts = [f"rgb({', '.join(str(round(255 * part)) for part in color)})" for color in colors]
    return texts[0] if len(texts) == 1 else f"linear-gradient(to right, {', '.join(texts)})"


# -- exported pages


PIXELS_LIMIT = 50_000
"""Pixels of a page: each has a text of 100 to 300 characters, so that the largest page has ten megabytes or so."""

PLACE = """
const place = (at) => Math.round(at * points / 100);
const text_at = (row, column) => (texts.data.text[row] ?? [])[column - texts.data.first[row]];
"""
"""What both scripts of a page begin with: from a place in percent to the text of its pixel."""

MOVE = """
const row = place(cb_obj.y), column = place(cb_obj.x);
const text = text_at(row, column);
if (text == null) {
  tooltip.visible = false;
  pixel.data = {x: [], y: [], side: []};
} else {
  const right = 100 * column / points, up = 100 * row / points;
  pixel.data = {x: [right], y: [up], side: [100 / points]};
  tooltip.setv({
    x: right, y: up, text, visible: true,
    anchor: (up > 50 ? "top" : "bottom") + (right > 50 ? "_right" : "_left"),
    x_offset: right > 50 ? -14 : 14, y_offset: up > 50 ? -14 : 14,
  });
}
"""

LEAVE = "tooltip.visible = false; pixel.data = {x: [], y: [], side: []};"

TAP = """
const row = place(cb_obj.y), column = place(cb_obj.x);
const text = text_at(row, column);
if (text != null) {
  chosen.data = {x: [100 * column / points], y: [100 * row / points]};
  document.getElementById("kept").textContent = text;
}
"""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="truel-ref">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
body {{ font: 14px sans-serif; color: #222; margin: 16px; }}
h1 {{ font-size: 17px; font-weight: normal; }}
main {{ display: flex; flex-wrap: wrap; gap: 16px; }}
pre {{ font: 13px monospace; white-space: pre-wrap; overflow-wrap: anywhere; }}
{style}
</style>
{scripts}
</head>
<body>
<h1>{title}</h1>
<main><div id="map"></div>{legend}</main>
<pre id="kept">Point at the map: every pixel says its exact answer. A click keeps it here.</pre>
<script>
const item = {item};
Bokeh.embed.embed_item(item);
</script>
</body>
</html>
"""


def map_page(data: MapData, colors: str = "w", palette: str = "okabe-ito", progress: Progress | None = None) -> str:
    """Return a computed map as a page of HTML with the exact answer of every pixel.

    The same map gives the same bytes, with the same version of Bokeh.

    Parameters: `data`; `colors`, one colouring; `palette`; `progress`, called with the number of pixels after each row.

    Raises `MapError` for an unknown colouring or palette, and for a map with more than 50,000 pixels; `LibraryError`
    without Bokeh.
    """
    _check_size(data.spec)
    hover = Hover(data, remember=1)
    rows = _rows(data.spec, hover.lines, progress)
    return _page(data.spec.title(), paint(data, colors, palette=palette), data.spec, rows)


def page_of(question: Question, progress: Progress | None = None) -> str:
    """Return what a question asks for, in its fine picture, as a page of HTML with the exact answer of every pixel.

    Parameters: `question`; `progress`, called with numbers of pixels: those of each map, then all of them once more.

    Raises what `map_page` raises.
    """
    spec = question.specs(question.points)[0]
    _check_size(spec)
    painting = question.painting(question.maps(question.points, progress))

    def text(row: int, column: int) -> str:
        return question.point_text(Fraction(row, spec.points), Fraction(column, spec.points))

    return _page(question.title(), painting, spec, _rows(spec, text, progress))


def _check_size(spec: MapSpec) -> None:
    """Refuse a map of more pixels than a page can say."""
    needs("bokeh")
    if spec.size > PIXELS_LIMIT:
        raise MapError(
            f"points: {spec.points} make {spec.size:,} pixels, and a page says the exact answer of up to "
            f"{PIXELS_LIMIT:,}; take {isqrt(PIXELS_LIMIT) - 1} points or fewer"
        )


def _rows(spec: MapSpec, text: Callable[[int, int], str], progress: Progress | None) -> list[list[str]]:
    """Return the texts of all pixels, row by row."""
    rows = []
    for row in range(spec.points + 1):
        rows.append([text(row, column) for column in spec.columns(row)])
        if progress is not None:
            progress(len(rows[-1]))
    return rows


def _page(title: str, painting: Painting, spec: MapSpec, rows: list[list[str]]) -> str:
    """Return the page of a painting with the texts of its pixels."""
    from bokeh.embed import json_item
    from bokeh.events import MouseLeave, MouseMove, Tap
    from bokeh.models import ColumnDataSource, CustomJS
    from bokeh.resources import Resources

    plot = Plot(spec.points)
    plot.show(painting, spec.points)
    first = [spec.columns(row).start for row in range(spec.points + 1)]
    shared = {
        "texts": ColumnDataSource({"text": rows, "first": first}),
        "points": spec.points,
        **{name: getattr(plot, name) for name in ("tooltip", "pixel", "chosen")},
    }
    for event, code in ((MouseMove, PLACE + MOVE), (MouseLeave, LEAVE), (Tap, PLACE + TAP)):
        plot.figure.js_on_event(event, CustomJS(args=shared, code=code))
    item = _renumbered(json_text(json_item(plot.figure, "map")))
    return PAGE.format(
        title=escape(title),
        style=STYLE,
        legend=legend_html(painting),
        scripts=Resources(mode="inline", components=["bokeh"]).render(),
        item=item.replace("<", "\\u003c"),  # so that no text of a pixel ends the script
    )


def _renumbered(item: str) -> str:
    """Return the JSON of a plot with its models numbered from 1, whatever else was drawn before in this process."""
    names = dict.fromkeys(re.findall('"id": "(p[0-9]+)"', item))
    numbers = {name: f'"p{number}"' for number, name in enumerate(names, 1)}
    return re.sub('"(p[0-9]+)"', lambda quoted: numbers.get(quoted[1], quoted[0]), item)
