"""`truel-ref map`: pictures and numbers over all hit probabilities of A and B."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from truel_ref.cli.frame import command
from truel_ref.cli.output import Shape, note, picture_place, report, say, say_json
from truel_ref.cli.problems import MAP_PROBLEM
from truel_ref.cli.words import Read, one_of, option, outputs
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import progress_bar
from truel_ref.game.problem import Problem
from truel_ref.game.variant import MODELS

if TYPE_CHECKING:
    from truel_ref.maps import MapData, MapSpec


@command(
    "map",
    click.Argument(["files"], nargs=-1, metavar="[MAP.npz [MAP.npz]]"),
    MAP_PROBLEM,
    option("--points N", "Steps per side.", default=300),
    option(
        "--method NAME",
        "Method: exact, normal, smart (the published one), 'smart linear' (with its interpolation) or simulated.",
        type=one_of("exact", "normal", "smart", "smart linear", "simulated"),
        default="exact",
    ),
    option(
        "--play PLAY",
        "Kind of play: announced, stationary, both; or other rules of fire: shooter, simultaneous, opinions, "
        "'lot start stationary', 'bullets 2,1,3 none'.",
        name="model",
        type=Read(lambda text, name: text, ("announced", "stationary", "both", *MODELS)),
        default="announced",
    ),
    option(
        "--colors NAMES",
        "w winner, o order, p, pA chances, u, uA unusual aims, t, tA targets; of a difference dp, do. Default: w.",
    ),
    outputs("Write the figure (.png, .svg, .pdf) or the numbers (.npz)"),
    option(
        "--store MODE",
        "Use of stored maps: none, use, update or read-only.",
        type=one_of("none", "use", "update", "read-only"),
        default="none",
    ),
    option("--jobs N", "Number of processes.", default=1),
    formats=("json",),
    digits=False,
)
def _map(
    files: tuple[str, ...],
    problem: Problem,
    colors: str | None,
    outputs: tuple[str, ...],
    model: str,
    store: str,
    jobs: int,
    points: int,
    method: str,
    shape: Shape,
) -> None:
    """Draw a map over all hit probabilities of A (up) and B (right).

    \b
    truel-ref map --c 1 -o map.png
    truel-ref map --c 1/2 --search others,miss,random --colors w,u -o map.svg
    truel-ref map --c 1 --colors t -o regions.png -o a.npz
    truel-ref map a.npz b.npz -o difference.png
    truel-ref map --c 1 --play both -o difference.png
    truel-ref map --c 1 --play shooter --points 60 -o shooter.png

    Without --c, draw the duel of A and B. A file of numbers is drawn again; of two files, their difference is drawn.
    Curves between regions are exact where they are known: for announced play of three players.
    """  # noqa: D301  click wants the character itself
    wrong = next((name for name in files if not name.endswith(".npz")), None)
    others = ",".join(word.strip(",") for word in files[2:]) or "1"
    refuse(
        ProblemError,
        (
            wrong,
            f"{shown(wrong)}: a map has all hit probabilities of A and B; try: truel-ref map --c {others} -o map.png",
        ),
        (len(files) > 2, f"a difference is of two maps, not {len(files)}"),
        (
            files and problem != Problem([0, 0]),
            "files of maps state their problems; leave the options of a problem out",
        ),
        (not outputs, "nothing to write; name a figure with -o map.png, or the numbers with -o map.npz"),
    )
    figures = [name for name in outputs if picture_place(name, "npz") != "npz"]
    both = len(files) == 2 or model == "both"
    refuse(ProblemError, (both and figures != [*outputs], "-o: a difference is a figure; numbers are those of one map"))
    from truel_ref.maps import MapSpec, load_map
    from truel_ref.maps.painting import DIFFERENCE_COLORINGS, check_coloring

    maps, (method, _, fill) = [load_map(name) for name in files], method.partition(" ")
    models = ("announced", "stationary") if both else (model,)
    specs = [made.spec for made in maps]
    specs = specs or [MapSpec(problem, points, True, method, fill or "exact", each) for each in models]
    names = [name.strip() for name in (colors or ("w,o,dp,do" if both else "w")).split(",")]
    of_both = [name for name in names if both and name in DIFFERENCE_COLORINGS]
    of_maps = [name for name in names if name not in of_both]
    for name in of_maps:
        check_coloring(name, specs[0].problem.players)
    maps = maps or _built(specs, store, jobs)
    if both:
        _draw_difference(maps, of_maps, of_both, figures, shape)
    else:
        _draw(maps[0], names, outputs, figures, shape)


def _built(specs: Sequence[MapSpec], store: str, jobs: int) -> list[MapData]:
    """Compute maps."""
    from truel_ref.maps import Store, build

    if specs[0].problem.players == 2:
        note("without --c this is a map of the duel of A and B; --c 1 adds a third player")
    kept = Store(mode=store, report=note)
    with progress_bar("pixels", specs[0].size * len(specs)) as advance:
        return [build(spec, jobs=jobs, progress=advance, store=kept) for spec in specs]


def _draw(made: MapData, names: Sequence[str], outputs: Sequence[str], figures: Sequence[str], shape: Shape) -> None:
    """Write a map into files, and print what it is."""
    from truel_ref.maps import save_map
    from truel_ref.maps.borders import exact_curves, has_curves
    from truel_ref.maps.figures import figure, save_figure

    for name in set(outputs).difference(figures):
        save_map(made, name)
    if figures:
        curves = exact_curves(made, names, report=report()) if has_curves(made.spec) else {}
        drawn = figure(made, names, curves=[curves])
    for name in figures:
        save_figure(drawn, name)
    without = {why: int(where.sum()) for why, where in made.no_value.items() if where.any()}
    pixels = int(made.inside.sum())
    if shape.format == "json":
        data = {"files": list(outputs), "map": made.spec.to_json(), "pixels": pixels, "aims": len(made.aims)}
        say_json(data | {"without": without})
        return
    sets = "1 set of aims" if len(made.aims) == 1 else f"{len(made.aims)} different sets of aims"
    counts = ", ".join([f"{pixels:,} pixels", sets, *(f"{n:,} with {why}" for why, n in without.items())])
    say(f"{' and '.join(outputs)}: {made.spec.title()}; {counts}")


def _draw_difference(
    maps: Sequence[MapData], of_maps: Sequence[str], of_both: Sequence[str], figures: Sequence[str], shape: Shape
) -> None:
    """Print how two maps differ, and draw the difference."""
    from truel_ref.maps import compare
    from truel_ref.maps.figures import difference_figure, save_figure

    compared = compare(*maps)
    drawn = difference_figure(compared, of_maps or "w,o", of_both or "dp,do")
    if shape.format == "json":
        keys = ("average", "average_of_players", "maximum", "share_order", "share_aims", "not_compared")
        specs = {"first": maps[0].spec.to_json(), "second": maps[1].spec.to_json()}
        say_json({"files": list(figures)} | specs | {key: getattr(compared, key) for key in keys})
    else:
        say(compared)
    for name in figures:
        save_figure(drawn, name)
