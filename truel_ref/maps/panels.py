"""Panels on a sheet: where pictures, titles, scales, legends and names inside regions stand, and how they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from textwrap import fill
from typing import TYPE_CHECKING, TypeAlias

from truel_ref.errors import needs
from truel_ref.maps.grid import MapSpec
from truel_ref.maps.labels import label_spots
from truel_ref.maps.output import self_drawing
from truel_ref.maps.painting import OUTSIDE, PaintClass, Painting
from truel_ref.records.table import plain_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

__all__ = ["PANEL", "WRAP", "Lines", "Panel", "legend_entries", "legend_text", "share_text", "shares_text", "sheet"]

# Every length is set, and not left to a layout engine: panels are equal in size and stand in line, and a figure that
# is drawn again has not moved.
PANEL = 3.4  # inches, the side of the square
LEFT, RIGHT, BAR, BELOW = 0.66, 0.2, 0.95, 0.52  # inches beside and below it
FONT, TITLE, HEADING = 8.0, 9.5, 11.5  # points: legends and ticks, titles of panels, titles of rows and figures
WRAP = 4  # panels side by side, if there is but one map or one colouring
LEGEND_LIMIT = 14  # classes in a legend
LABEL_LIMIT = 44  # characters in a line of a legend
HATCH = "0.78"
REST = " more classes"
LABEL = 7.0  # points: names inside regions
SMALL = 0.5  # of the height of a panel: the scale of its brightness
LUMINANCE = (0.299, 0.587, 0.114)  # how bright red, green and blue are to the eye (ITU-R BT.601)

Lines: TypeAlias = Sequence[Sequence[tuple[float, float]]]
"""Curves to draw over a map, each as a list of points `(pA, pB)` in [0, 1]."""


@dataclass(frozen=True)
class Panel:
    """One picture: a painting, the map that gives it its axes, its title, and what a pointer shows."""

    painting: Painting
    spec: MapSpec
    title: str
    hover: Callable[[float, float], str]
    lines: Lines = ()
    labels: bool = True

    @property
    def heading(self) -> str:
        """What the legend says of its shares."""
        return shares_text(self.entries)

    @cached_property
    def entries(self) -> list[PaintClass]:
        """The lines of the legend."""
        return legend_entries(self.painting.listed)

    @property
    def legend_columns(self) -> int:
        """How many columns of the legend fit under the panel."""
        longest = max((len(legend_text(entry)) for entry in self.entries), default=1)
        return max(1, min(3, int((PANEL + RIGHT) * 72 / (36 + 0.53 * FONT * longest))))

    @property
    def above(self) -> float:
        """The inches that the title takes."""
        return 0.12 + 0.18 * len(self.wrapped.splitlines())

    @property
    def below(self) -> float:
        """The inches that ticks, their label and the legend take."""
        return BELOW + 0.185 * (ceil(len(self.entries) / self.legend_columns) + bool(self.heading)) + 0.15

    @property
    def right(self) -> float:
        """The inches on the right, which the colour bar takes."""
        return BAR if self.painting.bar else RIGHT

    @property
    def wrapped(self) -> str:
        """The title in lines that are no wider than the panel."""
        return _wrapped(self.title, PANEL + RIGHT, TITLE)


def _wrapped(text: str, inches: float, points: float) -> str:
    """Return a text in lines that fit into a width; a letter is a little more than half as wide as high."""
    return "\n".join(fill(line, max(20, int(72 * inches / (0.58 * points)))) for line in text.splitlines())


def sheet(rows: Sequence[tuple[str | None, Sequence[Panel | None]]], title: str | None, window: bool) -> Figure:
    """Return a figure of rows of panels, each row with a title of its own or none."""
    needs("matplotlib")
    from matplotlib import pyplot
    from matplotlib.figure import Figure

    across = max(len(panels) for _, panels in rows)
    columns = [[panels[place] for _, panels in rows if place < len(panels)] for place in range(across)]
    widths = [LEFT + PANEL + max(panel.right for panel in column if panel) for column in columns]
    width = sum(widths)
    headings = [_wrapped(text or "", width, HEADING) for text in (title, *(name for name, _ in rows))]
    rises = [0.12 + 0.21 * len(text.splitlines()) if text else 0.0 for text in headings]
    aboves = [max(panel.above for panel in panels if panel) for _, panels in rows]
    belows = [max(panel.below for panel in panels if panel) for _, panels in rows]
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
            if panel is not None:
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
        # A thousand points on fewer dots: thin lines grow pale, where the nearest pixel would drop half of them.
        interpolation="nearest" if panel.spec.points <= 400 else "antialiased",
    )
    axes.grid(False)  # whatever the reader's settings say
    image.set_mouseover(False)  # or backends would append the colour to the text
    if not panel.spec.a_above_b:
        # The straight line through the upper left corners of the pixels with pA = pB touches no pixel of the map.
        corners = [(low, half), (high - 2 * half, high), (low, high)]
        axes.add_patch(Polygon(corners, facecolor="none", edgecolor=HATCH, hatch="////", linewidth=0))
    for line in panel.lines:
        axes.plot([100 * right for _, right in line], [100 * up for up, _ in line], color="black", linewidth=0.7)
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    axes.set_title(panel.wrapped, fontsize=TITLE)
    axes.set_xlabel("pB in %", fontsize=FONT + 1)
    axes.set_ylabel("pA in %", fontsize=FONT + 1)
    axes.set_xticks(range(0, 101, 20))
    axes.set_yticks(range(0, 101, 20))
    axes.tick_params(labelsize=FONT)
    axes.format_coord = panel.hover  # type: ignore[method-assign, assignment]  # matplotlib says to replace it so
    bar = panel.painting.bar
    if bar is not None:
        mapping = LinearSegmentedColormap.from_list("map", bar.stops)
        scale = ScalarMappable(Normalize(bar.low, bar.high), mapping)
        left, bottom, width, height = place
        # What only the brightness means takes less room than what all colours of the panel mean.
        part = SMALL if any(entry.shades for entry in panel.painting.classes) else 1.0
        beside = made.add_axes((left + 1.03 * width, bottom, 0.05 * width * part, part * height))
        drawn = made.colorbar(scale, cax=beside)
        drawn.set_label(bar.label, fontsize=FONT + 1)
        drawn.ax.tick_params(labelsize=FONT)
    if panel.labels:
        _labels(axes, panel)
    _legend(axes, panel)


def _labels(axes: Axes, panel: Panel) -> None:
    """Write the names of classes into their regions, where they fit."""
    painting, points = panel.painting, panel.spec.points
    names = {place: entry.label for place, entry in enumerate(painting.classes) if entry.label != OUTSIDE}
    for spot in label_spots(painting.number, names, LABEL / 72 * (points + 1) / PANEL):
        light = painting.colors[spot.row, spot.column] @ LUMINANCE > 0.5
        axes.text(
            100 * spot.column / points,
            100 * spot.row / points,
            spot.text,
            fontsize=LABEL,
            color="black" if light else "white",
            ha="center",
            va="center",
        )


def _legend(axes: Axes, panel: Panel) -> None:
    from matplotlib.legend_handler import HandlerTuple

    if not panel.entries:
        return
    axes.legend(
        [tuple(_patches(entry)) for entry in panel.entries],
        [legend_text(entry) for entry in panel.entries],
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
    """Yield the boxes that stand for a class: one, or three where its brightness varies."""
    from matplotlib.patches import Patch

    for color in entry.shades or (entry.color,):
        if entry.label == OUTSIDE:
            yield Patch(facecolor=color, edgecolor=HATCH, hatch="////", linewidth=0.5)
        elif entry.label.endswith(REST):
            yield Patch(facecolor="none", edgecolor="none")
        else:
            yield Patch(facecolor=color, edgecolor="none" if entry.shades else "0.4", linewidth=0.5)


def legend_entries(classes: Sequence[PaintClass]) -> list[PaintClass]:
    """Return the classes for a legend; of too many the smallest are put together."""
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
    """Return what the shares of some classes are: proved, or counted in pixels; nothing where there are none."""
    if any(entry.exact for entry in entries):
        return "proved shares of the area"
    return "shares, counted in pixels" if any(entry.share for entry in entries) else ""


def share_text(share: float) -> str:
    """Return a share in percent with one digit, where neither something reads as nothing nor a part as all.

    >>> share_text(0.25), share_text(0.00001), share_text(0.99999), share_text(1)
    ('25.0 %', '< 0.1 %', '> 99.9 %', '100 %')
    """
    if share == 1:
        return "100 %"
    if share > 0.9995:
        return "> 99.9 %"
    return "< 0.1 %" if 0 < share < 0.0005 else f"{100 * share:.1f} %"
