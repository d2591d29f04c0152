"""The figures of the atlas and its poster, as vectors; `scripts/draw_figures.py` lists them.

Curves are exact: every point of a border lies within 10^-12 of a root of its polynomial. The colours are those of maps,
safe for the colour-blind; where there is room, a label or a shape repeats the meaning of a colour. The description of a
figure holds a checksum of its numbers.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon
from matplotlib.path import Path as Outline
from matplotlib.patheffects import withStroke

from truel_ref.maps.colors import profile_color
from truel_ref.maps.painting import PALETTES
from truel_ref.numbers import enclosed
from truel_ref.records.table import PLAYER_COLORS, ink
from truel_ref.studies.cube import critical_values
from truel_ref.studies.equal_profiles import equal_curve
from truel_ref.studies.larger_games import ORDERS, SPACINGS, random_draws, standings
from truel_ref.studies.self_four import all_edges
from truel_ref.studies.which_gun import GUNS, averages
from truel_ref.symbolic.areas import root_at
from truel_ref.symbolic.borders import ClassifiedSquare
from truel_ref.symbolic.partition import Partition, regions
from truel_ref.symbolic.pieces import aims_text
from truel_ref.symbolic.plays import border_lines, stationary_regions, winners
from truel_ref.symbolic.plays import standings as standings_of

ROOT = Path(__file__).resolve().parents[1]
SLICES_TITLE = "Whom A, B and C aim at: slices of the cube of their chances to hit"
EQUAL_TITLE = "Where all three win one third"
GUNS_TITLE = "Which of three random guns wins most often"
SLICES = ("1/4", "1/2", "3/4", "1")
WINNER_SLICES = ("1/2", "1")

PALETTE = PALETTES["okabe-ito"]  # of players and aims, as on maps
AIM_COLORS = {
    aims: to_hex(profile_color([["A", "B", "C", "Miss"].index(aim) for aim in aims.split(", ")], PALETTE))
    for aims in (
        *("Miss, C, B", "C, Miss, A", "B, A, Miss", "C, C, B", "C, C, A", "B, C, B", "C, A, A"),
        *("B, A, A", "B, A, B", "B, C, Miss", "B, C, A", "C, A, B", "Miss, C, A", "B, Miss, A"),
    )
}
"""The colours of the fourteen lists of aims that have a share of the cube."""

GUN_STYLES = dict(zip(GUNS, (("#d55e00", "s"), ("#0072b2", "o"), ("#009e73", "^")), strict=True))
MARKS = "means over random hit probabilities; the dash in a mark spans its proved bounds"
_HOLLOW = {"markersize": 5.5, "markerfacecolor": "none", "markeredgewidth": 1.4, "linestyle": "none"}

EQUAL = tuple(AIM_COLORS)[:9]
"""The profiles of the curves of equal chances that are optimal somewhere."""

EDGE = [withStroke(linewidth=3.4, foreground="#333333")]  # bright curves on a bright ground
_FINE = Fraction(1, 2**40)
_STEPS = 40  # points along a border that crosses the whole square; a narrow strip needs two
_GRID = 120  # points per side of the grid of possible places of labels
_ROOM = 3  # least distance of a label from the border, in steps of that grid; three times this to the sides


def checksum(numbers: object) -> str:
    """Return a checksum of the drawn numbers."""
    return hashlib.sha256(repr(numbers).encode()).hexdigest()


def saved_as_vectors(drawing: Figure, path: Path, description: str) -> Path:
    """Write a figure as SVG: the same bytes for the same numbers."""
    with plt.rc_context({"svg.hashsalt": path.stem, "svg.fonttype": "none"}):
        drawing.savefig(path, metadata={"Date": None, "Creator": None, "Description": description})
    plt.close(drawing)
    return path


# -- squares with exact borders

BETWEEN = "Whom A, B and C aim at: a picture for every stretch between critical chances of C"


def given(hit: str) -> str:
    """Return the hit probability of C in words."""
    return "C always hits" if hit == "1" else f"C hits {hit}"


@cache
def plane(play: str, hit: str) -> Partition[Any]:
    """Return the regions of a play for a hit probability of C, computed once for all figures."""
    cut = regions if play == "announced" else stationary_regions
    return cut([None, None, hit], precision="1e-4")


def cells_of(square: ClassifiedSquare[Any]) -> Iterator[tuple[Hashable, np.ndarray]]:
    """Yield polygons that fill the square, each with its class: the area in a strip between two borders."""
    for strip in square.strips:
        left, right = (
            enclosed(strip.left.value, Fraction(1, 2**40))[1],
            enclosed(strip.right.value, Fraction(1, 2**40))[0],
        )
        inset = (right - left) / 2**20
        count = 2 + int((right - left) * _STEPS)
        steps = [Fraction(step, count) for step in range(count + 1)]
        across = [left + inset + (right - left - 2 * inset) * t * t * (3 - 2 * t) for t in steps]
        classes = [square.class_of(cell) for cell in strip.cells]
        below = [0.0] * len(across)
        for number, own in enumerate(classes):
            if number + 1 < len(classes) and classes[number + 1] == own:
                continue
            above = [1.0] * len(across)
            if number < len(strip.sections):
                section = strip.sections[number]
                above = [float(sum(root_at(section.curve, section.number, x)) / 2) for x in across]
            xs = list(map(float, across))
            yield own, np.column_stack([below + above[::-1], xs + xs[::-1]])
            below = above


def draw_square(
    axes: Axes, square: ClassifiedSquare[Any], colors: Mapping[Hashable, str], names: Mapping[Hashable, str]
) -> None:
    """Fill a square by classes, draw the exact borders, and write the name of each class into it if there is room."""
    shapes: dict[Hashable, list[np.ndarray]] = {}
    for own, corners in cells_of(square):
        color = colors[own]
        axes.add_patch(Polygon(corners, facecolor=color, edgecolor=color, linewidth=0.7))
        shapes.setdefault(own, []).append(corners)
    for line in border_lines(square, square.arcs()):
        axes.plot([b for _, b in line], [a for a, _ in line], color="black", linewidth=0.7, solid_capstyle="round")
    for own, polygons in shapes.items():
        place = roomiest(polygons)
        if place is not None:
            axes.text(*place, names[own], ha="center", va="center", fontsize=6, color=ink(colors[own]))
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    axes.set_xticks([0, 0.5, 1], ["0", "1/2", "1"])
    axes.set_yticks([0, 0.5, 1], ["0", "1/2", "1"])
    axes.tick_params(labelsize=7)


def roomiest(polygons: Sequence[np.ndarray]) -> tuple[float, float] | None:
    """Return the point of some polygons that is farthest from all borders, None if it has no room for a label."""
    steps = (np.arange(_GRID) + 0.5) / _GRID
    x, y = np.meshgrid(steps, steps)
    points = np.column_stack([x.ravel(), y.ravel()])
    inside = np.zeros((_GRID, _GRID), dtype=bool)
    for corners in polygons:
        inside |= Outline(corners).contains_points(points, radius=1e-3).reshape(inside.shape)
    depth, kept = 0, inside
    while True:
        framed = np.pad(kept, 1)
        fewer = kept & framed[2:, 1:-1] & framed[:-2, 1:-1] & framed[1:-1, 2:] & framed[1:-1, :-2]
        for _ in range(2):
            wide = np.pad(fewer, ((0, 0), (1, 1)))
            fewer = fewer & wide[:, 2:] & wide[:, :-2]
        if not fewer.any():
            break
        depth, kept = depth + 1, fewer
    if depth < _ROOM:
        return None
    row, column = np.argwhere(kept)[len(np.argwhere(kept)) // 2]
    return float(steps[column]), float(steps[row])


def aim_squares(panels: Sequence[Axes], play: str, hits: Sequence[str] = SLICES) -> list[object]:
    """Draw the regions of a play in slices of the cube, and return the drawn numbers."""
    numbers: list[object] = []
    for axes, hit in zip(panels, hits, strict=True):
        made = plane(play, hit)
        classes = {aims: aims_text(aims) for aims in made.aims_of.values()}
        draw_square(axes, made.square, {aims: AIM_COLORS[name] for aims, name in classes.items()}, classes)
        axes.set_title(f"{play} play, {given(hit)}", fontsize=9, loc="left")
        numbers.append([(region.name, region.sample, region.area) for region in made.regions])
    panels[0].set_ylabel("chance of A to hit", fontsize=8)
    return numbers


def aim_legend(drawing: Any, names: Sequence[str] = tuple(AIM_COLORS), **options: Any) -> None:
    """Add the legend of the aims."""
    handles: list[Any] = [
        Patch(facecolor=AIM_COLORS[name], edgecolor="black", linewidth=0.4, label=name) for name in names
    ]
    handles.append(Line2D([], [], color="black", linewidth=0.7, label="an aim changes"))
    drawing.legend(handles=handles, ncols=8, fontsize=8, title="aims of A, B, C", title_fontsize=8, **options)


def cube_slices(folder: Path) -> Path:
    """Draw four slices of the cube, announced play above stationary play, with exact curves."""
    drawing, panels = plt.subplots(2, 4, figsize=(12, 7.3), layout="constrained", sharex=True, sharey=True)
    drawing.suptitle(SLICES_TITLE, fontsize=12)
    numbers = [aim_squares(row, play) for row, play in zip(panels, ("announced", "stationary"), strict=True)]
    for axes in panels[1]:
        axes.set_xlabel("chance of B to hit", fontsize=8)
    aim_legend(drawing, loc="outside lower center")
    return saved_as_vectors(drawing, folder / "cube-slices.svg", checksum(numbers))


def pictures_between(folder: Path) -> Path:
    """Draw the regions of stationary play for one hit probability of C between each two critical values."""
    hits = list(map(str, critical_values("stationary").between()))
    drawing, panels = plt.subplots(1, len(hits), figsize=(3 * len(hits), 4.3), layout="constrained", sharey=True)
    drawing.suptitle(BETWEEN, fontsize=12)
    numbers = aim_squares(panels, "stationary", hits)
    for axes in panels:
        axes.set_xlabel("chance of B to hit", fontsize=8)
    aim_legend(drawing, names_shown("stationary", hits), loc="outside lower center")
    return saved_as_vectors(drawing, folder / "critical-stationary.svg", checksum(numbers))


def announced_pictures(folder: Path, sheet: int) -> Path:
    """Draw the regions of announced play between each two critical values, twelve squares on each of two sheets."""
    hits = list(map(str, critical_values("announced").between()))[12 * sheet :][:12]
    drawing, panels = plt.subplots(3, 4, figsize=(12, 10.7), layout="constrained", sharex=True, sharey=True)
    drawing.suptitle(BETWEEN, fontsize=12)
    numbers = []
    for place, row in enumerate(panels):
        numbers += aim_squares(row[: len(hits) - 4 * place], "announced", hits[4 * place :][:4])
    for axes in panels.flat[len(hits) :]:
        axes.set_axis_off()
    for axes in panels.flat[len(hits) - 4 : len(hits)]:
        axes.set_xlabel("chance of B to hit", fontsize=8)
        axes.tick_params(labelbottom=True)
    aim_legend(drawing, names_shown("announced", hits), loc="outside lower center")
    return saved_as_vectors(drawing, folder / f"critical-announced-{sheet + 1}.svg", checksum(numbers))


def names_shown(play: str, hits: Sequence[str]) -> list[str]:
    """Return the lists of aims that are best somewhere in slices of the cube, in the order of the colours."""
    shown = {aims_text(aims) for hit in hits for aims in plane(play, hit).aims_of.values()}
    return [name for name in AIM_COLORS if name in shown]


def winner_squares(panels: Sequence[Axes]) -> list[object]:
    """Draw who wins most often, and return the drawn numbers."""
    numbers: list[object] = []
    for axes, hit in zip(panels, WINNER_SLICES, strict=True):
        square = winners(standings_of(plane("announced", hit)))
        classes = sorted({square.class_of(cell) for strip in square.strips for cell in strip.cells})
        names = {own: " and ".join("ABC"[player] for player in own) for own in classes}
        draw_square(axes, square, {own: PLAYER_COLORS[own[0]] for own in classes}, names)
        axes.set_title(f"announced play, {given(hit)}", fontsize=9, loc="left")
        axes.set(xlabel="chance of B to hit", ylabel="chance of A to hit")
        numbers.append([list(map(str, square.polynomials)), classes])
    return numbers


# -- equal chances


def equal_curves(panels: Sequence[Any]) -> str:
    """Draw the curves of equal chances in the cube and in its corner, and return a description of them."""
    steps = [*(Fraction(place, 50) for place in range(1, 50)), Fraction(9999, 10000)]
    small = [Fraction(place, 160) for place in range(1, 41)]
    numbers = []
    for name in EQUAL:
        curve = equal_curve(name)
        (piece,) = curve.optimal("announced")
        numbers.append(f"{name}: {piece.low} to {piece.high}")
        for axes, shown, limit in zip(panels, (steps, small), (1.0, 0.25), strict=True):
            end = float(piece.high)
            line = np.array([curve.drawn((1 - hit) / hit) for hit in shown])
            last = np.array([curve.drawn(1 / Fraction(min(end, 0.9999)) - 1)])
            optimal = line[:, curve.arc.base] < end
            for part, width in ((np.vstack([last, line[~optimal]]), 0.7), (np.vstack([line[optimal], last]), 2.6)):
                inside = part[(part <= limit + 1e-9).all(axis=1)]
                axes.plot(
                    *inside.T,
                    color=AIM_COLORS[name],
                    linewidth=width,
                    path_effects=EDGE * (width > 1),
                    solid_capstyle="butt",
                )
    for axes, limit in zip(panels, (1.0, 0.25), strict=True):
        axes.set(xlim=(0, limit), ylim=(0, limit), zlim=(0, limit), xlabel="A hits", ylabel="B hits", zlabel="C hits")
        for ticks in (axes.set_xticks, axes.set_yticks, axes.set_zticks):
            ticks([limit * place / 5 for place in range(1, 5)])
        axes.view_init(elev=24, azim=38)
        axes.set_box_aspect((1, 1, 1), zoom=0.88)
    panels[0].set_title("the cube", fontsize=10, loc="left")
    panels[1].set_title("its corner", fontsize=10, loc="left")
    return "; ".join(numbers)


def equal_handles() -> list[Line2D]:
    """Return the handles of the legend of the curves of equal chances."""
    handles = [
        Line2D([], [], color=AIM_COLORS[name], linewidth=2.6, path_effects=EDGE, label=f"aims {name}") for name in EQUAL
    ]
    return [*handles, Line2D([], [], color="grey", linewidth=0.7, label="not optimal there")]


def equal_chances_in_space(folder: Path) -> Path:
    """Draw the curves of equal chances in the cube: thick where the profile is optimal in announced play, else thin."""
    drawing = plt.figure(figsize=(11, 5.7), layout="constrained")
    drawing.suptitle(EQUAL_TITLE, fontsize=12)
    panels = [drawing.add_subplot(1, 2, place, projection="3d") for place in (1, 2)]
    numbers = equal_curves(panels)
    drawing.legend(handles=equal_handles(), loc="outside lower center", ncols=5, fontsize=9)
    return saved_as_vectors(drawing, folder / "equal-chances.svg", numbers)


# -- which gun


def gun_panel(axes: Axes, rule: str) -> list[object]:
    """Draw the mean wins of the three guns in every order under a rule, as marks with bounds; return the numbers."""
    rows = [row for row in averages().rows if row.rule == rule]
    for place, row in enumerate(rows):
        ends = row.bounds or [(middle, middle) for middle in row.middles]
        axes.plot([0, 100], [place, place], color="#e4e4e4", linewidth=0.6, zorder=0)
        for (low, high), (color, mark) in zip(ends, GUN_STYLES.values(), strict=True):
            axes.plot([float(low) * 100, float(high) * 100], [place, place], color=color, linewidth=1.2, zorder=1)
            axes.plot(float(low + high) * 50, place, marker=mark, color=color, **_HOLLOW)
    axes.axvline(100 / 3, color="black", linewidth=0.6, linestyle=":")
    axes.set_yticks(range(len(rows)), [row.order_text for row in rows], fontsize=7)
    axes.invert_yaxis()
    axes.set_xlim(0, 70)
    axes.set_xlabel("wins on average, %", fontsize=8)
    if len(rows) > 1:
        axes.set_ylabel("who shoots first, second, third", fontsize=8)
    axes.tick_params(axis="x", labelsize=7)
    widths = [high - low for row in rows for low, high in row.bounds or ()]
    known = f"proved bounds at most {float(max(widths)) * 100:.4f} % apart" if widths else "closed forms"
    axes.set_title(f"{rule}: {known}", fontsize=9, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    return [row.to_json() for row in rows]


def gun_legend(drawing: Any) -> None:
    """Add the legend of the guns, which says what the marks are."""
    handles = [
        Line2D([], [], color=color, marker=mark, label=f"the {name} gun wins", **_HOLLOW)
        for name, (color, mark) in GUN_STYLES.items()
    ] + [Line2D([], [], color="black", linewidth=0.6, linestyle=":", label="one third")]
    drawing.legend(handles=handles, loc="outside lower center", ncols=4, fontsize=9, title=MARKS, title_fontsize=9)


def which_gun(folder: Path) -> Path:
    """Draw the mean wins of three random guns, by rule of fire and shooting order."""
    rules = list(dict.fromkeys(row.rule for row in averages().rows))
    layout = [[rules[0], rules[1]], [rules[2], rules[3]], [rules[4], "."]]
    drawing, panels = plt.subplot_mosaic(layout, figsize=(11, 8.3), layout="constrained", height_ratios=(7, 7, 1.6))
    drawing.suptitle(GUNS_TITLE, fontsize=12)
    numbers = [gun_panel(panels[rule], rule) for rule in rules]
    gun_legend(drawing)
    return saved_as_vectors(drawing, folder / "which-gun.svg", checksum(numbers))


# -- larger games

FAVOURITE, OTHERS = "#d55e00", "#0072b2"
MOST = 10  # twelve take a minute
SIZES = (3, 4, 5)
DRAWN = 200  # random problems of each size


def larger_games(folder: Path) -> Path:
    """Draw the wins of all players by number of players, without a miss: evenly spaced, and random with intervals."""
    drawing = plt.figure(figsize=(11, 11.3), layout="constrained")
    drawing.suptitle("Who wins as more shoot, without a miss", fontsize=12)
    spaced, random = drawing.subfigures(2, 1, height_ratios=(2.2, 1))
    rows = standings("without a miss", MOST).standings
    panels = spaced.subplots(2, 2, sharex=True, sharey=True)
    kinds = [(spacing, order) for spacing in SPACINGS for order in ORDERS]
    words = {"up": "weakest first", "down": "strongest first"}
    for axes, (spacing, order) in zip(panels.flat, kinds, strict=True):
        for row in (row for row in rows if (row.spacing, row.order) == (spacing, order)):
            (wins,) = {*row.wins}  # up to ten players the wins do not depend on the equilibrium
            for strength, win in enumerate(wins, 1):
                best = strength in row.favourites
                color = FAVOURITE if best else OTHERS
                axes.scatter(row.players, strength, s=float(win) * 520, c=color, marker="D" if best else "o", lw=0)
                if best:
                    text = f"{float(win) * 100:.0f} %"
                    place = {"xytext": (11, 0), "textcoords": "offset points", "va": "center"}
                    axes.annotate(text, (row.players, strength), fontsize=7, **place)
        axes.plot([3, MOST], [3, MOST], color="#bbbbbb", linewidth=0.6, zorder=0)
        axes.set_title(f"hits {spacing}, {words[order]}", fontsize=9, loc="left")
        axes.set(xticks=range(3, MOST + 1), yticks=range(1, MOST + 1), xlim=(2.4, MOST + 0.6), ylim=(0.2, MOST + 1.2))
        axes.spines[["top", "right"]].set_visible(False)
    spaced.supxlabel("players", fontsize=9)
    spaced.supylabel("strength, 1 for the weakest", fontsize=9)
    numbers: list[object] = [rows]
    columns = random.subplots(1, len(SIZES), sharey=True)
    for axes, size in zip(columns, SIZES, strict=True):
        made = random_draws(size, DRAWN)
        numbers.append(made.to_json())
        for strength, (mean, (low, high)) in enumerate(zip(made.means, made.mean_intervals, strict=True), 1):
            best = mean == max(made.means)
            color = FAVOURITE if best else OTHERS
            axes.plot([strength, strength], [low * 100, high * 100], color=color, linewidth=1.4)
            axes.plot(strength, float(mean) * 100, marker="D" if best else "o", markersize=5, color=color)
        axes.set_title(f"{size} random, {made.draws} draws", fontsize=9, loc="left")
        axes.set(xticks=range(1, size + 1), xlim=(0.5, size + 0.5), ylim=(0, 60), xlabel="strength")
        axes.spines[["top", "right"]].set_visible(False)
    columns[0].set_ylabel("wins, percent; bars hold the\nexpectation with 99 % confidence", fontsize=8)
    handles = [
        Line2D([], [], color=FAVOURITE, marker="D", markersize=6, linestyle="none", label="the favourite"),
        Line2D(
            [],
            [],
            color=OTHERS,
            marker="o",
            markersize=6,
            linestyle="none",
            label="the others (areas: how often)",
        ),
    ]
    spaced.legend(handles=handles, loc="outside upper center", ncols=2, fontsize=9)
    return saved_as_vectors(drawing, folder / "larger-games.svg", checksum(numbers))


# -- the poster


def self_panel(axes: Axes) -> list[object]:
    """Draw the stretches, through one point, on which A's only best aim is Self; return the numbers."""
    ends = all_edges()
    for place, (both, hit) in enumerate(zip(ends.edges, ends.through, strict=True)):
        low, high = (float(sum(enclosed(edge.at, _FINE)) / 2) for edge in both)
        axes.plot([0, 1], [place, place], color="#dddddd", linewidth=1)
        axes.plot([low, high], [place, place], color="#d55e00", linewidth=6, solid_capstyle="butt")
        axes.plot(float(hit), place, marker="|", markersize=12, color="black")
        side = "left" if hit < Fraction(1, 2) else "right"
        axes.text(low if side == "left" else high, place - 0.28, f"{hit}: {low:.6f} to {high:.6f}", ha=side, fontsize=8)
    axes.set_yticks(range(len(ends.through)), [f"chance of {name}\nto hit" for name in "ABCD"])
    axes.set(xlim=(0, 1), ylim=(3.5, -0.7))
    axes.tick_params(labelsize=8)
    point = ", ".join(map(str, ends.through))
    axes.set_title(f"Four players: A at himself is his only best aim around {point}", fontsize=10, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    return [ends.to_json()]


_THEOREM = re.compile(r"\*\*Theorem (T\d+)\.?\*\*(?: \([^)]*\))?\.? \*(.+?)\*", re.DOTALL)
_LONGEST = 190


def theorem_page() -> str:
    """Return the page of theorems with its short formulas as plain text."""
    page = (ROOT / "docs" / "mathematics" / "theorems.md").read_text(encoding="utf-8")
    return re.sub(r"\\le ?", "≤", re.sub(r"\\ge ?", "≥", re.sub("[`$]", "", page)))


def theorems() -> list[tuple[str, str]]:
    """Return the short theorems of the page of mathematics: a sentence, and its conditions."""
    told = []
    for name, statement in _THEOREM.findall(theorem_page()):
        sentences = re.split(r"(?<=\.) ", " ".join(statement.split()))
        claims = [place for place, sentence in enumerate(sentences) if not re.search(r"\b[Ll]et\b", sentence)]
        said = " ".join(sentences[: claims[0] + 1]) if claims else ""
        if said.endswith(".") and len(said) <= _LONGEST and "\\" not in said:
            told.append((name, said))
    return told


def poster(folder: Path) -> Path:
    """Draw the atlas on one page of size A2."""
    drawing = plt.figure(figsize=(16.54, 23.39), layout=ConstrainedLayoutEngine(rect=(0.025, 0.02, 0.95, 0.93)))
    drawing.suptitle("The atlas of the truel: what is true of all hit probabilities at once", fontsize=26, y=0.982)
    slices, spaces, bottom = drawing.subfigures(3, 1, height_ratios=(8.6, 5.4, 7.4))
    panels = slices.subplots(2, 4, sharex=True, sharey=True)
    slices.suptitle(SLICES_TITLE, fontsize=15)
    numbers: list[object] = [
        aim_squares(row, play) for row, play in zip(panels, ("announced", "stationary"), strict=True)
    ]
    aim_legend(slices, loc="outside lower center")
    won, equal = spaces.subfigures(1, 2, width_ratios=(1, 1.15))
    won.suptitle("Who wins most often", fontsize=15)
    numbers.append(winner_squares(won.subplots(1, 2)))
    equal.suptitle(EQUAL_TITLE, fontsize=15)
    numbers.append(equal_curves([equal.add_subplot(1, 2, place, projection="3d") for place in (1, 2)]))
    equal.legend(handles=equal_handles(), loc="outside lower center", ncols=5, fontsize=8)
    left, right = bottom.subfigures(1, 2, width_ratios=(1, 1.15))
    left.suptitle(GUNS_TITLE, fontsize=15)
    for axes, rule in zip(left.subplots(2, 1), ("announced", "stationary"), strict=True):
        numbers.append(gun_panel(axes, rule))
    gun_legend(left)
    four, text = right.subfigures(2, 1, height_ratios=(1, 1.9))
    four.suptitle("When it pays to shoot at oneself", fontsize=15)
    numbers.append(self_panel(four.subplots()))
    text.suptitle("Theorems", fontsize=15)
    told = theorems()
    numbers.append(told)
    axes = text.subplots()
    axes.axis("off")
    lines = [(name, *wrapped(sentence)) for name, sentence in told]
    height = 1 / sum(map(len, lines))
    row = 0
    for name, *parts in lines:
        axes.text(0, 1 - row * height, name, fontsize=9, weight="bold", va="top")
        for part in parts:
            axes.text(0.06, 1 - row * height, part, fontsize=9, va="top")
            row += 1
        row += 0.35
    return saved_as_vectors(drawing, folder / "atlas-poster.svg", checksum(numbers))


def wrapped(sentence: str) -> list[str]:
    """Return a sentence in lines that fit into the poster's column."""
    from textwrap import wrap

    return wrap(sentence, 100)
