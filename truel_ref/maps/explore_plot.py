"""A painting as a plot of Bokeh, and its legend as HTML: what pages that are served and exported pages share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from truel_ref.errors import needs
from truel_ref.maps.labels import label_spots
from truel_ref.maps.painting import OUTSIDE, ColorBar, PaintClass, Painting
from truel_ref.maps.palettes import RGB
from truel_ref.maps.panels import LUMINANCE, legend_entries, legend_text, shares_text

if TYPE_CHECKING:
    import numpy as np

__all__ = ["STYLE", "Plot", "legend_html", "packed_colors"]

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
            x_axis_label="pB in %",
            y_axis_label="pA in %",
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
        spots = list(_spots(painting, points))
        self.names.data = {
            "x": [100 * column / points for _, column, _, _ in spots],
            "y": [100 * row / points for row, _, _, _ in spots],
            "text": [text for _, _, text, _ in spots],
            "color": [color for _, _, _, color in spots],
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
    import numpy as np

    channels = np.full((*colors.shape[:2], 4), 255, dtype=np.uint8)
    channels[..., :3] = np.rint(255 * colors)
    return channels.view("<u4").reshape(colors.shape[:2])


def _spots(painting: Painting, points: int) -> Iterable[tuple[int, int, str, str]]:
    """Yield row, column, text and colour of the names of classes, where they fit into their regions."""
    names = {place: entry.label for place, entry in enumerate(painting.classes) if entry.label != OUTSIDE}
    for spot in label_spots(painting.number, names, FONT * (points + 1) / SIDE):
        light = painting.colors[spot.row, spot.column] @ LUMINANCE > 0.5
        yield spot.row, spot.column, spot.text, "black" if light else "white"


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
