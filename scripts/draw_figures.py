"""Draw the figures of the README and the docs: python scripts/draw_figures.py FOLDER [NAME ...].

Equal versions of the libraries draw equal bytes.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import matplotlib
import mpmath

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon
from matplotlib.patheffects import withStroke
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from sympy import lambdify

from truel_ref import Problem, best_mix, decision, formula, periodic_equilibria, solve, solve_columns
from truel_ref.explain.pictures import bars
from truel_ref.games.darts import TARGETS, board_figure, landing
from truel_ref.maps import MapData, MapSpec, difference, map_problem, replace
from truel_ref.maps.borders import exact_curves
from truel_ref.maps.figures import difference_figure, figure
from truel_ref.maps.painting import PALETTES
from truel_ref.records.drawing import picture
from truel_ref.symbolic.lines import crossings
from truel_ref.symbolic.partition import Partition, regions

PALETTE = PALETTES["okabe-ito"]  # the colours of players and aims in all figures
BEST = "#d55e00"


def original(folder: Path) -> Path:
    """Draw the result of each announcement of A in the original problem, with the replies."""
    solution = solve(["1/3", "2/3", 1])
    choice = decision(solution)
    drawing = bars(choice, "A hits 1/3, B 2/3, C always. Where should A aim first, and who wins?")
    return written(drawing, folder / "original.png", repr(choice.worths).encode())


POINTS = 400  # steps per side in the figures of the docs
FEWER = 100  # for the adaptive method, which solves pixels one by one
FOUR = 300  # with four players
SOME = 200  # for stationary play, which is solved pixel by pixel
DPI = 110
WIDEST = 1400  # pixels of a figure

RANDOM, SELF = "others,miss,random", "others,miss,self"
MAPS: dict[str, tuple[tuple[str, ...], str | None, str]] = {
    "map-c1": (("1",), None, "w"),
    "map-c1-order": (("1",), None, "o,u"),
    "map-c1-random": (("1",), RANDOM, "w,u,uw"),
    "map-c1-self": (("1",), SELF, "w,u"),
    "map-c1_2": (("1/2",), None, "w,o,t,u"),
    "map-c1_2-random": (("1/2",), RANDOM, "w,u"),
    "map-c1_2-self": (("1/2",), SELF, "w,u"),
    "map-four": (("1/2", "1"), None, "w,u"),
}

PLAYS = {"plays-c1": "1", "plays-c1_2": "1/2", "plays-c1_4": "1/4"}


@cache
def square(hits: tuple[str, ...], search: str | None = None, points: int = POINTS) -> MapData:
    """Return a map over the whole square, computed once for all its figures."""
    return map_problem(hits, points=points, a_above_b=True, **({"search": search} if search else {}))


def drawn_map(folder: Path, name: str) -> Path:
    """Draw a map of the docs over the whole square, with exact curves if they are known."""
    hits, search, colors = MAPS[name]
    alone = len(hits) == 1
    data = square(hits, search, POINTS if alone else FOUR)
    curves = [exact_curves(data.spec, {"w", "o", "t"}.intersection(colors.split(",")))] if alone else []
    return saved(figure(data, colors, curves=curves), folder / f"{name}.png", [data])


def exact_regions(folder: Path) -> Path:
    """Draw the aims for pC = 1 and 1/2 with the exact curves between their regions."""
    data = [square((hit,)) for hit in ("1", "1/2")]
    curves = [exact_curves(each.spec, ["t"]) for each in data]
    return saved(figure(data, "t", curves=curves), folder / "regions.png", data)


def mixes_of_a(folder: Path) -> Path:
    """Draw A's chance over all mixes of A for [3/4, 11/20, 1], with the exact lines, for two searches of B and C."""
    mixed = {"search": "others,miss,random", "random_levels": [None, 2, 2]}
    problems = {
        "If B and C search Others and Miss": Problem(["3/4", "11/20", 1]),
        "If B and C search Random, too, with level 2": Problem(["3/4", "11/20", 1], **mixed),
    }
    drawing, panels = plt.subplots(1, 2, figsize=(10, 5.1), layout="constrained", sharey=True)
    steps = [Fraction(2 * step + 1, 200) for step in range(100)]
    for axes, (title, problem) in zip(panels, problems.items(), strict=True):
        chance = np.full((100, 100), np.nan)
        for (row, y), (column, x) in product(enumerate(steps), repeat=2):
            if x + y < 1:
                targets = [(0, x, y), "Optimal", "Optimal"]
                chance[row, column] = float(solve(problem.changed(targets=targets)).win[0])
        best = best_mix(problem)
        for piece in best.pieces:
            if piece.dimension == 2:
                corners = np.array([list(map(float, aim.weights[1:])) for aim in piece.corners])
                around = np.arctan2(*(corners - corners.mean(axis=0)).T)
                axes.add_patch(Polygon(corners[around.argsort()], fill=False, edgecolor="black", linewidth=0.6))
        shown = axes.imshow(chance, origin="lower", extent=(0, 1, 0, 1), cmap="viridis", vmin=0, vmax=0.5)
        for mix in (mix for place in best.places for mix in place.mixes):
            axes.plot(*map(float, mix.weights[1:]), "o", color=BEST, markersize=6, clip_on=False, zorder=3)
        axes.set_title(title, fontsize=10, loc="left")
        axes.set_xlabel("chance that A aims at B")
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("chance that A aims at C")
    drawing.suptitle("How often A wins with each mix if A hits 3/4, B 11/20 and C always", fontsize=11)
    drawing.colorbar(shown, ax=panels, label="A wins", shrink=0.9)
    handles = [
        Line2D([], [], color=BEST, marker="o", linestyle="none", label="here A wins most, or as near as can be"),
        Line2D([], [], color="black", linewidth=0.6, label="a reply changes"),
    ]
    drawing.legend(handles=handles, loc="outside lower center", ncols=2, fontsize=9)
    numbers = repr([best_mix(problem).supremum for problem in problems.values()])
    return written(drawing, folder / "mixes-of-a.png", numbers.encode())


def smart_against_exact(folder: Path) -> Path:
    """Draw the published adaptive method with linear filling, and its difference from the exact map."""
    spec = MapSpec(Problem([0, 0, 1]), FEWER, a_above_b=True)
    compared = difference(replace(spec, method="smart", fill="linear"), spec)
    return saved(
        difference_figure(compared, "w"), folder / "smart-against-exact.png", [compared.first, compared.second]
    )


def plays(folder: Path, name: str) -> Path:
    """Draw announced play, stationary play, and where they differ."""
    specs = [MapSpec(Problem([0, 0, PLAYS[name]]), SOME, True, model=model) for model in ("announced", "stationary")]
    compared = difference(*specs, jobs=2)
    drawing = difference_figure(compared, "t,w")
    return saved(drawing, folder / f"{name}.png", [compared.first, compared.second])


def variant_map(folder: Path, name: str) -> Path:
    """Draw a map of other rules of fire with pC = 1/2."""
    model, points, colors = VARIANTS[name]
    made = map_problem(["1/2"], points=points, a_above_b=True, model=model, jobs=2)
    return saved(figure(made, colors), folder / f"{name}.png", [made])


def plays_differ(folder: Path) -> Path:
    """Draw the exact curves of both plays for pC = 1, 1/2 and 1/4, and colour where their aims differ by who gains."""
    signs = [(1, -1, 1), (-1, 1, -1), (1, 1, -1), (-1, -1, 1)]
    gainers = {sign: [PALETTE.player(player) for player in range(3) if sign[player] > 0] for sign in signs}
    colors = {sign: np.mean(group, axis=0) for sign, group in gainers.items()}
    squares = [regions([None, None, hit], play="both", precision="1/10") for hit in ("1", "1/2", "1/4")]
    drawing, panels = plt.subplots(1, 3, figsize=(10, 4.4), layout="constrained", sharey=True)
    middles = [Fraction(2 * place + 1, 401) for place in range(200)]  # on no curve except the diagonal
    for axes, made, hit in zip(panels, squares, ("1", "1/2", "1/4"), strict=True):
        picture_of = np.ones((200, 200, 3))
        for row, a in enumerate(middles):
            for column, b in enumerate(middles):
                region = made.at(a, b)
                if region is not None and not region.aims.agree:
                    picture_of[row, column] = colors[region.aims.gains]
        axes.imshow(picture_of, origin="lower", extent=(0, 1, 0, 1), interpolation="none")
        for boundary in made.boundaries:
            for line in made.square.polylines(boundary.polynomial, boundary.arcs):
                axes.plot(*zip(*((b, a) for a, b in line), strict=True), color="black", linewidth=0.7)
        axes.set(
            xlim=(0, 1),
            ylim=(0, 1),
            xlabel="chance of B to hit",
            title="C always hits" if hit == "1" else f"C hits {hit}",
        )
    panels[0].set_ylabel("chance of A to hit")
    drawing.suptitle("Who wins more often if all announce, where the aims then differ from stationary play")
    said = {sign: " and ".join("ABC"[player] for player in range(3) if sign[player] > 0) for sign in colors}
    drawing.legend(
        handles=[
            *(Patch(color=color, label=said[sign]) for sign, color in colors.items()),
            Line2D([], [], color="black", linewidth=0.7, label="an aim changes"),
        ],
        loc="outside lower center",
        ncols=5,
    )
    numbers = repr([[(each.name, each.sample) for each in made.regions] for made in squares])
    return written(drawing, folder / "plays-differ.png", numbers.encode())


AIMS = (
    *("Miss, C, B", "C, Miss, A", "C, C, A", "C, C, B", "B, C, Miss", "B, C, B", "B, A, Miss"),
    *("C, A, B", "B, C, A", "Miss, C, A", "C, A, A", "B, A, A", "B, A, B", "B, Miss, A"),
)
"""The fourteen lists of aims that have a share of the cube, in the order of their colours."""

SLICES = ("1/4", "1/2", "3/4", "1")
BELOW = ("1/6", "2/11", "1/5", "2/9", "1/4", "3/10", "1/3", "3/8", "2/5", "5/12", "3/7", "10/23")
ABOVE = ("4/9", "17/35", "20/41", "27/55", "5/9", "9/16", "25/44", "4/7", "7/12", "3/5", "2/3")
BETWEEN = "Whom A, B and C aim at: a picture for every stretch between critical chances of C"
SQUARES = {
    "cube-slices": (
        "Whom A, B and C aim at: slices of the cube of their chances to hit",
        [("announced", hit) for hit in SLICES] + [("stationary", hit) for hit in SLICES],
    ),
    "critical-announced-1": (BETWEEN, [("announced", hit) for hit in BELOW]),
    "critical-announced-2": (BETWEEN, [("announced", hit) for hit in ABOVE]),
    "critical-stationary": (BETWEEN, [("stationary", hit) for hit in ("1/4", "1/3", "2/5", "2/3")]),
}
"""Sheets of small pictures of the plane: a title, and for each picture the play and the hit probability of C."""

SIDE = 160  # points of such a picture on each side


def aims_of(made: Partition, hit: str) -> np.ndarray:
    """Return the number in `AIMS` of the aims at each point of a grid on which no two players are equal."""
    up, right = ([Fraction(5 * place + shift, 5 * SIDE) for place in range(SIDE)] for shift in (2, 3))
    if made.play == "stationary":
        return np.array(
            [[AIMS.index(str(region.aims)) if (region := made.at(a, b)) else -1 for b in right] for a in up]
        )
    hits = [[float(a), float(b), float(Fraction(hit))] for a, b in product(up, right)]
    letters = np.array(["A", "B", "C", "Miss"])  # a miss has the number -1
    texts = [", ".join(row) for row in letters[solve_columns(hits).aims]]
    return np.array([AIMS.index(text) if text in AIMS else -1 for text in texts]).reshape(SIDE, SIDE)


def roomiest(inside: np.ndarray) -> tuple[float, float, int]:
    """Return the column and the row of a place far from the border of an area, and how far, at most, it is."""
    depth, kept = 0, inside
    while kept.any():
        depth, inside = depth + 1, kept
        for framed in (np.pad(kept, 2)[2:-2], np.pad(kept, 2)[1:-1]):  # a label is wider than high
            kept = kept & framed[:SIDE, 4:] & framed[-SIDE:, :SIDE] & framed[:SIDE, :SIDE] & framed[-SIDE:, 4:]
    rows, columns = inside.nonzero()
    middle = len(rows) // 2
    return (columns[middle] + 0.5) / SIDE, (rows[middle] + 0.5) / SIDE, depth


def small_square(axes: Axes, play: str, hit: str) -> np.ndarray:
    """Draw the aims of a play for a hit probability of C, with the exact curves between them; return their numbers."""
    made = regions([None, None, hit], play=play, precision="1/10")
    aims = aims_of(made, hit)
    axes.imshow(
        np.array([*PALETTE.many[: len(AIMS)], (1, 1, 1)])[aims],
        origin="lower",
        extent=(0, 1, 0, 1),
        interpolation="none",
    )
    for boundary in made.boundaries:
        for line in made.square.polylines(boundary.polynomial, boundary.arcs):
            axes.plot(*zip(*((b, a) for a, b in line), strict=True), color="black", linewidth=0.7)
    for number in {*aims.flat} - {-1}:
        column, row, depth = roomiest(aims == number)
        if depth > len(AIMS[number]):  # a letter is about four points wide
            color = "white" if np.dot(PALETTE.many[number], (0.3, 0.6, 0.1)) < 0.5 else "black"
            axes.text(column, row, AIMS[number], ha="center", va="center", fontsize=7, color=color)
    ticks = ([0, 0.5, 1], ["0", "1/2", "1"])
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.set_xticks(*ticks)
    axes.set_yticks(*ticks)
    axes.set_title(f"{play} play, C {'always hits' if hit == '1' else f'hits {hit}'}", fontsize=9, loc="left")
    return aims


def sheet(folder: Path, name: str) -> Path:
    """Draw small pictures of the plane, four in a row."""
    title, pictures = SQUARES[name]
    rows = -(-len(pictures) // 4)
    drawing, panels = plt.subplots(rows, 4, figsize=(12, 3.1 * rows + 1.2), layout="constrained", squeeze=False)
    drawing.suptitle(title)
    shown = [small_square(axes, *each) for axes, each in zip(panels.flat, pictures, strict=False)]
    for axes in panels.flat[len(pictures) :]:
        axes.set_axis_off()
    for axes in panels[:, 0]:
        axes.set_ylabel("chance of A to hit", fontsize=8)
    for axes in panels[-1]:
        axes.set_xlabel("chance of B to hit", fontsize=8)
    numbers = sorted({*np.unique(shown)} - {-1})
    handles = [
        Patch(facecolor=PALETTE.many[number], edgecolor="black", linewidth=0.4, label=AIMS[number])
        for number in numbers
    ]
    handles.append(Line2D([], [], color="black", linewidth=0.7, label="an aim changes"))
    drawing.legend(handles=handles, ncols=8, fontsize=8, title="aims of A, B, C", loc="outside lower center")
    return written(drawing, folder / f"{name}.png", np.array(shown).tobytes())


ATLAS = Path(__file__).parents[1] / "docs" / "mathematics" / "atlas"
GUNS = {"strongest": ("#d55e00", "s"), "middle": ("#0072b2", "o"), "weakest": ("#009e73", "^")}


def which_gun(folder: Path) -> Path:
    """Draw the table of its page: what each of three random guns wins on average, by rule and order."""
    table = (ATLAS / "which-gun.md").read_text(encoding="utf-8").split("```text")[1].split("```")[0].strip()
    rows = [re.split(r"\s{2,}", line.strip()) for line in table.splitlines()[1:]]
    rules = [*dict.fromkeys(row[0] for row in rows)]
    heights = [sum(row[0] == rule for row in rows) + 1 for rule in rules]
    drawing, panels = plt.subplots(
        len(rules), 1, figsize=(8, 9), layout="constrained", sharex=True, height_ratios=heights
    )
    drawing.suptitle("What each of three random guns wins on average, in order of the shooting")
    for axes, rule in zip(panels, rules, strict=True):
        mine = [row[1:] for row in rows if row[0] == rule]
        for place, (gun, (color, mark)) in enumerate(GUNS.items(), 1):
            middles = [np.mean([*map(float, row[place].split("-"))]) for row in mine]
            axes.plot(middles, range(len(mine)), mark, color=color, fillstyle="none", markeredgewidth=1.4, label=gun)
        axes.axvline(100 / 3, color="black", linewidth=0.6, linestyle=":")
        axes.set_yticks(range(len(mine)), [row[0] for row in mine])
        axes.set_ylim(len(mine) - 0.5, -0.5)
        axes.grid(axis="y", color="#e4e4e4")
        axes.set_title(rule, fontsize=10, loc="left")
        axes.spines[["top", "right"]].set_visible(False)
    panels[-1].set_xlabel("wins on average, %; the dotted line is one third")
    drawing.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3)
    return written(drawing, folder / "which-gun.png", table.encode())


def equal_curve(aims: str, base: str, hits: np.ndarray) -> np.ndarray:
    """Return points of the curve on which all three win 1/3; each hit probability of the base has exactly one.

    A search from the point before, or from several places, in logarithms of odds finds each point.
    """
    form, points = formula(aims), []
    wins = lambdify(form.symbols, form.win[:2], "mpmath")

    def at(hit: float, logs: Sequence[Any]) -> list[Any]:
        others = [1 / (1 + mpmath.exp(each)) for each in logs]
        return [*others[: "ABC".index(base)], hit, *others["ABC".index(base) :]]

    near: list[Any] = []
    for hit in hits:
        odds = np.log(hit / (1 - hit))
        for start in near + [[first - odds, second - odds] for first, second in product((0, -2, -1, 1, 2), repeat=2)]:
            with suppress(ValueError, ZeroDivisionError):  # from here the search leads nowhere
                near = [[*mpmath.findroot(lambda *logs, hit=hit: [win - 1 / 3 for win in wins(*at(hit, logs))], start)]]
                break
        points.append([float(each) for each in at(hit, near[0])])
    return np.array(points)


def equal_chances(folder: Path) -> Path:
    """Draw the nine curves of equal chances in the cube and in its corner: thick where the aims are optimal."""
    drawing = plt.figure(figsize=(11, 5.9), layout="constrained")
    drawing.suptitle("Where all three win one third")
    panels = [drawing.add_subplot(1, 2, place, projection="3d") for place in (1, 2)]
    page = (ATLAS / "equal-chances.md").read_text(encoding="utf-8")
    rows = re.findall(r"^([\w, ]+) \| ([ABC]) \| (?:everywhere|\$\w<([\d.]+)\$)", page, re.MULTILINE)
    for name, base, end in rows:
        last, color = float(end or 0.9999), PALETTE.many[AIMS.index(name)]
        for axes, limit in zip(panels, (1, 0.25), strict=True):
            for low, high, width in ((0.002, min(last, limit), 2.6), (last, limit * 0.9999, 0.7)):
                if low < high:
                    line = equal_curve(name, base, np.linspace(low, min(high, 0.9999), 60))
                    line = line[(line <= limit).all(axis=1)]
                    edge = [withStroke(linewidth=3.4, foreground="#333333")] * (width > 1)
                    label = f"aims {name}" if width > 1 else None
                    axes.plot(*line.T, color=color, linewidth=width, label=label, path_effects=edge)
    for axes, limit, name in zip(panels, (1, 0.25), ("the cube", "its corner"), strict=True):
        sides = {"xlim": (0, limit), "ylim": (0, limit), "zlim": (0, limit)}
        axes.set(**sides, xlabel="A hits", ylabel="B hits", zlabel="C hits")
        axes.set(**{f"{side}ticks": [limit * place / 5 for place in range(1, 5)] for side in "xyz"})
        axes.view_init(elev=24, azim=38)
        axes.set_box_aspect((1, 1, 1), zoom=0.88)
        axes.set_title(name, fontsize=10, loc="left")
    handles, _ = panels[1].get_legend_handles_labels()
    handles.append(Line2D([], [], color="grey", linewidth=0.7, label="not optimal there"))
    drawing.legend(handles=handles, loc="outside lower center", ncols=5, fontsize=9)
    return written(drawing, folder / "equal-chances.png", repr(rows).encode())


PLANE = 30  # points on each side of the plane through the example of five players
SEVERAL = "several plans, "


def period_name(row: int, column: int) -> str:
    """Return the periods of the plans that the search lists at a point of the plane at which no players are equal."""
    a, b = Fraction(2 * row + 1, 2 * PLANE), Fraction(4 * column + 1, 4 * PLANE)
    found = periodic_equilibria([a, b, "1/2", "7/10", "3/5"])
    distinct = {(plan.aims, plan.starts) for plan in found}
    listed = ", ".join(map(str, sorted({plan.period for plan in found})))
    return SEVERAL * (len(distinct) > 1) + f"period{'s' * (',' in listed)} {listed}"


def periods(folder: Path) -> Path:
    """Draw the periods of the listed plans in the plane through the example: paler for several plans."""
    names = np.array([[period_name(row, column) for column in range(PLANE)] for row in range(PLANE)])
    colors = {}
    for name in sorted({*names.flat}):
        listed = [int(number) - 1 for number in re.findall(r"\d+", name)]
        color = np.mean([PALETTE.many[place % len(PALETTE.many)] for place in listed], axis=0)
        colors[name] = (color + 1) / 2 if name.startswith(SEVERAL) else color
    drawing, axes = plt.subplots(figsize=(5.8, 7), layout="constrained")
    shown = np.array([[colors[name] for name in line] for line in names])
    axes.imshow(shown, origin="lower", extent=(0, 100, 0, 100), interpolation="none")
    axes.plot(80, 20, "o", color="black", markersize=8, fillstyle="none", markeredgewidth=1.6)
    axes.set(xlabel="chance of B to hit, %", ylabel="chance of A to hit, %")
    axes.set_title("After how many rounds play repeats\nif C hits 1/2, D 7/10, E 3/5; circle: the example")
    handles = [Patch(facecolor=colors[name], edgecolor="black", linewidth=0.4, label=name) for name in colors]
    drawing.legend(handles=handles, loc="outside lower center", ncols=2, fontsize=9)
    return written(drawing, folder / "periods.png", repr(names.tolist()).encode())


def self_pays(folder: Path) -> Path:
    """Draw A's aim around the known point of four players at which A aims at A."""
    b, a = np.meshgrid(np.linspace(0.17, 0.25, 241), np.linspace(0.06, 0.12, 181))
    others = np.full((b.size, 2), (0.25, 0.85))
    aims = solve_columns(np.column_stack([a.ravel(), b.ravel(), others]), search=SELF).aims[:, 0].reshape(b.shape)
    colors = {0: ("A", BEST), 1: ("B", PALETTE.player(1)), 3: ("D", PALETTE.player(3))}
    shown = np.zeros((*b.shape, 3))
    for aim, (_, color) in colors.items():
        shown[aims == aim] = to_rgb(color)
    drawing, axes = plt.subplots(figsize=(10, 6), layout="constrained")
    axes.imshow(shown, origin="lower", extent=(17, 25, 6, 12), aspect="auto", interpolation="none")
    axes.plot(20, 10, "o", color="white", markersize=9, fillstyle="none", markeredgewidth=2)
    axes.set(xlabel="chance of B to hit, %", ylabel="chance of A to hit, %")
    axes.set_title("At whom A aims if C hits 25 % and D 85 %; circle: A hits 10 %, B 20 %", loc="left")
    axes.legend(handles=[Patch(color=color, label=name) for name, color in colors.values()], loc="lower left")
    return written(drawing, folder / "self-pays.png", aims.tobytes())


def darts_board(folder: Path) -> Path:
    """Draw the dartboard with the expected score of every target, which stand in its description."""
    numbers = repr({target: landing(target, "2/5").score for target in TARGETS})
    return written(board_figure("2/5"), folder / "darts-board.png", numbers.encode())


def along_a_line(folder: Path) -> Path:
    """Draw the win probabilities and aims along a line, with a checksum of the drawn numbers."""
    line = crossings("1/10,2/3,1/2", "4/5,1/3,1")
    return written(line.plot(points=400), folder / "line.png", line.to_csv(points=400).encode())


def written(drawing: Figure, path: Path, numbers: bytes) -> Path:
    """Write a figure with a checksum of its numbers in its description."""
    path.write_bytes(picture(drawing, dpi=DPI, Description=hashlib.sha256(numbers).hexdigest()))
    plt.close(drawing)
    return path


def saved(made: Figure, path: Path, maps: list[MapData]) -> Path:
    """Write a figure of maps with a checksum of their numbers in its description."""
    numbers = b""
    for data in maps:
        numbers += repr([data.spec.to_json(), [list(map(str, aims)) for aims in data.aims]]).encode()
        numbers += b"".join(array.tobytes() for array in data.arrays.values())
    return written(made, path, numbers)


VARIANTS = {
    "variant-lot": ("lot", 60, "w"),
    "variant-shooter": ("shooter", 120, "t,w"),
    "variant-simultaneous": ("simultaneous", 120, "t,w"),
    "variant-bullets": ("bullets 2,2,2", 120, "tA,w"),
    "variant-opinions": ("opinions", 120, "t,w"),
}
"""Other rules of fire: the model, the points per side, and the colourings of each figure."""


FIGURES: dict[str, Callable[[Path], Path]] = {
    "original": original,
    **{name: partial(drawn_map, name=name) for name in MAPS},
    "regions": exact_regions,
    "mixes-of-a": mixes_of_a,
    "smart-against-exact": smart_against_exact,
    **{name: partial(plays, name=name) for name in PLAYS},
    **{name: partial(variant_map, name=name) for name in VARIANTS},
    "self-pays": self_pays,
    "darts-board": darts_board,
    "plays-differ": plays_differ,
    "line": along_a_line,
    **{name: partial(sheet, name=name) for name in SQUARES},
    "which-gun": which_gun,
    "periods": periods,
    "equal-chances": equal_chances,
}
"""The function that draws each figure into a folder, by the name of the file without its ending."""


def made_small(path: Path) -> None:
    """Write a figure again, at most so wide, in 256 colours."""
    drawn = Image.open(path)
    description = PngInfo()
    description.add_text("Description", drawn.text["Description"])
    whole = drawn.convert("RGB")
    whole.thumbnail((WIDEST, drawn.height))
    few = whole.quantize(256, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    few.save(path, optimize=True, pnginfo=description)


def main() -> int:
    """Draw the named figures, or all."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or FIGURES:
        path = FIGURES[name](folder)
        made_small(path)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
