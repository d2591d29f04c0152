"""Draw the figures of the README and the docs: python scripts/draw_figures.py FOLDER.

Equal versions of the libraries draw equal bytes.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import product
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from truel_ref import Problem, best_mix, decision, solve
from truel_ref.explain.pictures import bars, picture
from truel_ref.games.darts import TARGETS, board_figure, landing
from truel_ref.maps import MapData, MapSpec, difference, map_problem, replace
from truel_ref.maps.borders import exact_curves
from truel_ref.maps.figures import difference_figure, figure
from truel_ref.maps.painting import PALETTES
from truel_ref.symbolic.lines import crossings
from truel_ref.symbolic.partition import regions

PALETTE = PALETTES["okabe-ito"]  # the colours of players and aims in all figures
BEST = "#d55e00"


def original(folder: Path) -> Path:
    """Draw the result of each announcement of A in the original problem, with the replies."""
    solution = solve(["1/3", "2/3", 1])
    choice = decision(solution)
    drawing = bars(choice, solution.problem, "A hits 1/3, B 2/3, C always. Where should A aim first, and who wins?")
    path = folder / "original.png"
    path.write_bytes(picture(drawing, dpi=DPI, Description="\n".join(map(repr, choice.worths))))
    return path


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
    numbers = "\n".join(f"{name}: {best_mix(problem).supremum}" for name, problem in problems.items())
    path = folder / "mixes-of-a.png"
    drawing.savefig(path, dpi=DPI, metadata={"Software": None, "Description": numbers})
    plt.close(drawing)
    return path


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
    path = folder / "plays-differ.png"
    numbers = hashlib.sha256(repr([[(each.name, each.sample) for each in made.regions] for made in squares]).encode())
    drawing.savefig(path, dpi=DPI, metadata={"Software": None, "Description": numbers.hexdigest()})
    plt.close(drawing)
    return path


def darts_board(folder: Path) -> Path:
    """Draw the dartboard with the expected score of every target, which stand in its description."""
    path = folder / "darts-board.png"
    numbers = repr({target: landing(target, "2/5").score for target in TARGETS})
    path.write_bytes(picture(board_figure("2/5"), dpi=DPI, Description=hashlib.sha256(numbers.encode()).hexdigest()))
    return path


def along_a_line(folder: Path) -> Path:
    """Draw the win probabilities and aims along a line, with a checksum of the drawn numbers."""
    line = crossings("1/10,2/3,1/2", "4/5,1/3,1")
    path = folder / "line.png"
    numbers = hashlib.sha256(line.to_csv(points=400).encode()).hexdigest()
    line.plot(points=400).savefig(path, dpi=DPI, metadata={"Software": None, "Description": numbers})
    return path


def saved(made: Figure, path: Path, maps: list[MapData]) -> Path:
    """Write a figure with a checksum of its numbers in its description."""
    numbers = hashlib.sha256()
    for data in maps:
        numbers.update(repr([data.spec.to_json(), [list(map(str, aims)) for aims in data.aims]]).encode())
        for array in data.arrays.values():
            numbers.update(array.tobytes())
    made.savefig(path, dpi=DPI, metadata={"Software": None, "Description": numbers.hexdigest()})
    plt.close(made)
    return path


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
    "darts-board": darts_board,
    "plays-differ": plays_differ,
    "line": along_a_line,
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
