"""One map as a page of HTML that needs nothing else: no server, no network, no other file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from html import escape
from math import isqrt
from typing import Any

from truel_ref.errors import MapError, needs
from truel_ref.files import Progress, json_text
from truel_ref.maps.colors import paint
from truel_ref.maps.data import MapData
from truel_ref.maps.explore_plot import STYLE, Plot, legend_html
from truel_ref.maps.explore_question import Question
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.hover import Hover
from truel_ref.maps.painting import Painting

__all__ = ["PIXELS_LIMIT", "map_page", "page_of"]

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


def map_page(data: MapData, colors: str = "w", palette: str = "standard", progress: Progress | None = None) -> str:
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
    item = json_text(_renumbered(json_item(plot.figure, "map")))
    return PAGE.format(
        title=escape(title),
        style=STYLE,
        legend=legend_html(painting),
        scripts=Resources(mode="inline", components=["bokeh"]).render(),
        item=item.replace("<", "\\u003c"),  # so that no text of a pixel ends the script
    )


def _renumbered(item: Any) -> Any:
    """Return the data of a plot with its models numbered from 1, whatever else was drawn before in this process."""
    numbers: dict[str, str] = {}
    for name in _names(item):
        numbers.setdefault(name, f"p{len(numbers) + 1}")

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: renamed(entry) for key, entry in value.items()}
        if isinstance(value, list | tuple):
            return [renamed(entry) for entry in value]
        return numbers.get(value, value) if isinstance(value, str) else value

    return renamed(item)


def _names(value: Any) -> Iterator[str]:
    """Yield the names of models in data of Bokeh, in the order in which they stand there."""
    if isinstance(value, dict):
        name = value.get("id")
        if isinstance(name, str) and re.fullmatch("p[0-9]+", name):
            yield name
        for entry in value.values():
            yield from _names(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _names(entry)
