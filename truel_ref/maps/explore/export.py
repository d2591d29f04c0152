"""A painting as a plot of Bokeh, and its legend as HTML, for served and exported pages.

An exported page is self-contained: it needs no server, no network and no other file.
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
from truel_ref.maps.labels import Hover, answer_rows, names_in_regions
from truel_ref.maps.painting import OUTSIDE, RGB, ColorBar, PaintClass, Painting

__all__ = ["PIXELS_LIMIT", "STYLE", "Plot", "legend_html", "map_page", "packed_colors", "page_of", "page_template"]

SIDE = 600
"""Side of the map on an ordinary screen, in dots."""
FONT = 12  # dots, the size of the names inside regions

STYLE = """
.legend, table, p, li { font: 13px/1.4 sans-serif; color: #222; }
.legend ul { list-style: none; margin: 6px 0; padding: 0; }
.legend p { margin: 6px 0; }
.legend li { margin: 3px 0; display: flex; align-items: center; gap: 8px; }
.legend i { width: 28px; height: 14px; border: 1px solid #999; flex: none; }
.legend i.none { border-style: dashed; }
.legend i.scale { width: 150px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; }
th, td { padding: 2px 2px 2px 10px; vertical-align: top; text-align: right; }
th:first-child, td:first-child { text-align: left; padding-left: 2px; }
th { border-bottom: 1px solid #999; }
td { overflow-wrap: anywhere; min-width: 2.2em; }
tbody tr:nth-child(even) { background: #f2f2f2; }
@media (max-width: 700px) {
  table { font-size: 11px; }
  th, td { padding: 2px 1px 2px 3px; }
}
"""
"""The style of legends and tables, on the page and inside Bokeh's widgets."""


class Plot:
    """The models of Bokeh that show one painting; they are updated and never replaced.

    Attributes: `figure`; `image`, the pixels; `names`, the names inside regions; `curves`, lines over the map; `pixel`,
    a frame around the pixel under the pointer; `chosen`, a cross at the explained point.

    Parameters: `points`, steps per side of the finest picture, whose outermost pixels are completely visible.

    Raises `LibraryError` without Bokeh.
    """

    def __init__(self, points: int) -> None:
        needs("bokeh")
        from bokeh.models import ColumnDataSource
        from bokeh.plotting import figure

        seen = (-50 / points, 100 + 50 / points)
        self.image = ColumnDataSource(dict.fromkeys(("image", "low", "side"), ()))
        self.names = ColumnDataSource(dict.fromkeys(("x", "y", "text", "color"), ()))
        self.curves = ColumnDataSource(data={"x": [], "y": []}, name="curve lines")
        self.pixel = ColumnDataSource(data={"x": [], "y": [], "side": []}, name="pixel")
        self.chosen = ColumnDataSource(data={"x": [], "y": []}, name="chosen")
        self.figure: Any = figure(
            name="map",
            sizing_mode="scale_width",
            width=SIDE + 80,
            height=SIDE + 80,
            min_border_left=55,
            min_border_bottom=55,
            min_border_right=30,  # with the toolbar above, the map is a square
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

    def show(self, painting: Painting, points: int) -> None:
        """Show a painting with `points` steps per side."""
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

    def choose(self, *place: float) -> None:
        """Put the cross at a place, right and up in percent, or remove it; send nothing if it does not change."""
        data = {"x": list(place[:1]), "y": list(place[1:])}
        if self.chosen.data != data:
            self.chosen.data = data

    def frame(self, pixels: Sequence[tuple[int, int]], points: int) -> None:
        """Frame these pixels and remove all other frames."""
        places = [(100 * column / points, 100 * row / points, 100 / points) for row, column in pixels]
        self.pixel.data = {name: [place[axis] for place in places] for axis, name in enumerate(("x", "y", "side"))}


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
    """Return the legend of a painting: the meaning of its colours, and the share of the area of each class."""
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
"""Largest number of pixels of a page: each has a text of 100 to 300 characters, so that a page has about ten megabytes.
"""

LOOK = """
html body { font: 14px/1.4 sans-serif; color: #222; margin: 8px; }
h1 { font-size: 17px; font-weight: normal; margin: 4px 0 8px; }
main { display: grid; gap: 8px 16px; grid-template-columns: minmax(0, 1fr); align-items: start; }
#map:focus-within { outline: 2px solid #1a73e8; }
#hint { margin: 0 0 8px; color: #555; }
#answer table { font-size: 14px; }
#answer th + th, #answer td + td { padding-left: 16px; }
#answer td:nth-child(3) { white-space: nowrap; }
#why { overflow-x: auto; }
@media (min-width: 701px) {
  #map { grid-area: map; } #answer { grid-area: answer; }
  #legend { grid-area: legend; } #settings { grid-area: settings; }
  main { grid-template: "map answer" auto "map legend" 1fr / minmax(0, 88vh) minmax(260px, 1fr); }
  main:has(#settings) { grid-template: "map settings" "answer legend" / minmax(0, 1fr) 260px; }
}
@media (min-width: 1101px) {
  main:has(#settings) {
    grid-template: "settings map answer" auto "settings map legend" 1fr / 250px minmax(0, 88vh) minmax(300px, 1fr);
  }
}
"""
"""The places of the parts of a page: below each other in a narrow window, side by side in a wide window."""

BODY = """
<main>
<div id="map" tabindex="0" role="application" aria-label="map: the arrow keys move the point">{map}</div>
<div id="answer">
<p id="hint">{hint} Arrow keys move the point, with Shift ten steps.</p>
<table aria-live="polite"></table>
</div>
<div id="legend">{legend}</div>
{settings}
</main>
"""

SHARED = """
const model = (name) => Bokeh.documents[0].get_model_by_name(name);
const show = ([place, ...rows]) => {
  const table = document.querySelector("#answer table");
  table.replaceChildren();
  if (!place) return;
  table.createCaption().textContent = place[0];
  if (!rows.length) return;
  const columns = table.createTHead().insertRow(), body = table.createTBody();
  for (const name of ["player", "wins", "percent"])
    columns.append(Object.assign(document.createElement("th"), {textContent: name, scope: "col"}));
  for (const cells of rows) {
    const line = body.insertRow();
    for (const text of cells)
      Object.assign(line.insertCell(), {textContent: text, colSpan: cells.length > 1 ? 1 : 3});
  }
};
const ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1]};
const map = document.getElementById("map");
map.addEventListener("click", () => map.focus({preventScroll: true}));
map.addEventListener("keydown", (event) => {
  if (!(event.key in ways) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const {x: [right = 50], y: [up = 50]} = model("chosen").data;
  const moved = (at, by) => {
    const steps = Math.round(at * points / 100) + by * (event.shiftKey ? 10 : 1);
    return by ? 100 * Math.min(points, Math.max(0, steps)) / points : at;
  };
  choose(moved(right, ways[event.key][0]), moved(up, ways[event.key][1]));
});
"""
"""The script of both pages: show an answer as a table, and listen to the arrow keys.

Before this script each page defines `points`, the steps per side, and `choose`, the action at a place in percent.
"""

WRITTEN = """
const {points, first, rows, item} = DATA;
const step = (at) => Math.round(at * points / 100);
const cells_at = (row, column) => (rows[row] ?? [])[column - first[row]];
let kept = [];
const choose = (right, up) => {
  const row = step(up), column = step(right), cells = cells_at(row, column);
  if (!cells) return;
  model("chosen").data = {x: [100 * column / points], y: [100 * row / points]};
  show(kept = cells);
  if (location.protocol !== "about:") history.replaceState(null, "", `#pA=${row}/${points}&pB=${column}/${points}`);
};
const listen = ({event_name, x, y}) => {
  const row = step(y), column = step(x), cells = event_name === "mouseleave" ? undefined : cells_at(row, column);
  const framed = cells ? [[100 * column / points], [100 * row / points], [100 / points]] : [[], [], []];
  model("pixel").data = {x: framed[0], y: framed[1], side: framed[2]};
  if (event_name === "tap") choose(x, y);
  show(cells ?? kept);
};
const restore = () => {
  const said = new URLSearchParams(location.hash.slice(1));
  if (!said.size) return;
  const [up, right] = ["pA", "pB"].map((name) => {
    const [, above, below = "1"] = /^([0-9]{1,9})(?:\\/([0-9]{1,9}))?$/.exec(said.get(name)) ?? [];
    return points * above / below;
  });
  if (cells_at(up, right)) choose(100 * right / points, 100 * up / points);
  else show([["The address names no point of this map."]]);
};
"""
"""The further script of an exported page: it reads the answers from the page, and the point from the address."""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="truel-ref">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
{scripts}
</head>
<body>
<h1>{title}</h1>
{body}
<script>
{code}
Bokeh.embed.embed_item(item).then(restore);
addEventListener("hashchange", restore);
</script>
</body>
</html>
"""

SERVED = """
{{% block preamble %}}
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>{style}</style>
{{% endblock %}}
{{% block contents %}}
{{{{ embed(roots.title) }}}}
{{{{ embed(roots.notice) }}}}
{body}
{{{{ embed(roots.command) }}}}
<div id="why">{{{{ embed(roots.why) }}}}</div>
<script>
{code}
</script>
{{% endblock %}}
"""


def page_template(points: int) -> str:
    """Return the template of the served page for Bokeh. Parameters: `points`, steps per side."""
    body = BODY.format(
        hint="Point at the map for its exact answer; click it to see why.",
        map="{{ embed(roots.map) }}",
        legend="{{ embed(roots.legend) }}",
        settings='<div id="settings">{{ embed(roots.settings) }}</div>',
    )
    choose = "const choose = (right, up) => { model('chosen').data = {x: [right], y: [up]}; };"
    return SERVED.format(style=STYLE + LOOK, body=body, code=f"const points = {points};\n{choose}{SHARED}")


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
    """Return the fine picture of a question as a page of HTML with the exact answer of every pixel.

    Parameters: `question`; `progress`, called with numbers of pixels: first for each map, then for the answers.

    Raises `MapError` for an unknown colouring or palette, and for a map with more than 50,000 pixels; `LibraryError`
    without Bokeh.
    """
    spec = question.specs(question.points)[0]
    _check_size(spec)
    painting = question.painting(question.maps(question.points, progress))

    def text(row: int, column: int) -> str:
        return question.point_text(Fraction(row, spec.points), Fraction(column, spec.points))

    return _page(question.title(), painting, spec, _rows(spec, text, progress))


def _check_size(spec: MapSpec) -> None:
    """Refuse a map with too many pixels for a page."""
    needs("bokeh")
    if spec.size > PIXELS_LIMIT:
        raise MapError(
            f"points: {spec.points} make {spec.size:,} pixels, and a page says the exact answer of up to "
            f"{PIXELS_LIMIT:,}; take {isqrt(PIXELS_LIMIT) - 1} points or fewer"
        )


def _rows(spec: MapSpec, text: Callable[[int, int], str], progress: Progress | None) -> list[list[list[list[str]]]]:
    """Return the answers of all pixels, row by row: the rows of a table for each."""
    rows = []
    for row in range(spec.points + 1):
        rows.append([answer_rows(text(row, column)) for column in spec.columns(row)])
        if progress is not None:
            progress(len(rows[-1]))
    return rows


def _page(title: str, painting: Painting, spec: MapSpec, rows: list[list[list[list[str]]]]) -> str:
    """Return the page of a painting with the answers of its pixels."""
    from bokeh.embed import json_item
    from bokeh.events import MouseLeave, MouseMove, Tap
    from bokeh.models import CustomJS
    from bokeh.resources import Resources

    plot = Plot(spec.points)
    plot.show(painting, spec.points)
    for event in (MouseMove, MouseLeave, Tap):
        plot.figure.js_on_event(event, CustomJS(code="listen(cb_obj)"))
    first = [spec.columns(row).start for row in range(spec.points + 1)]
    item = json_item(plot.figure, "map")
    data = _renumbered(json_text({"points": spec.points, "first": first, "rows": rows, "item": item}))
    hint = "Point at the map for its exact answer; click it to keep the answer."
    return PAGE.format(
        title=escape(title),
        style=STYLE + LOOK,
        body=BODY.format(hint=hint, map="", legend=legend_html(painting), settings=""),
        scripts=Resources(mode="inline", components=["bokeh"]).render(),
        # No text of an answer ends the script.
        code=WRITTEN.replace("DATA", data.replace("<", "\\u003c"), 1) + SHARED,
    )


def _renumbered(item: str) -> str:
    """Return the JSON of a plot with its models numbered from 1, independent of earlier plots in this process."""
    names = dict.fromkeys(re.findall('"id": "(p[0-9]+)"', item))
    numbers = {name: f'"p{number}"' for number, name in enumerate(names, 1)}
    return re.sub('"(p[0-9]+)"', lambda quoted: numbers.get(quoted[1], quoted[0]), item)
