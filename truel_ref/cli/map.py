"""`truel-ref map`: pictures and numbers over all hit probabilities of A and B."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import WholeNumber, field_options, named_option, player_options, stated_problem, words
from truel_ref.cli.output import note, report, say
from truel_ref.cli.shared import refuse_places
from truel_ref.errors import ProblemError
from truel_ref.files import progress_bar
from truel_ref.game.variant import MODELS as VARIANTS

if TYPE_CHECKING:
    from truel_ref.maps import Difference

__all__ = ["command"]

BOTH = "both"


@asks(
    "map",
    player_options,
    field_options,
    click.option("--points", type=WholeNumber(), default=300, show_default=True, metavar="N", help="Steps per side."),
    click.option("--triangle", is_flag=True, help="Draw only the triangle pA <= pB."),
    named_option(
        "--method", "exact", "normal", "smart", "simulated", help="Method: exact, normal, smart or simulated."
    ),
    named_option(
        "--fill",
        "exact",
        "linear",
        help="With --method smart: fill inferred pixels exactly or linearly (exact, linear).",
    ),
    click.option(
        "--play",
        default="announced",
        show_default=True,
        metavar="PLAY",
        shell_complete=words("announced", "stationary", BOTH, *VARIANTS),
        help="Kind of play: announced, stationary, both; or other rules of fire with their settings: shooter, "
        "simultaneous, opinions, 'lot start stationary', 'bullets 2,1,3 none'.",
    ),
    click.option(
        "--colors",
        metavar="NAMES",
        help="w winner, o order, p, pA chances, u, uA unusual aims, t, tA targets; of a difference dp, do. Default: w.",
    ),
    named_option(
        "--palette", "okabe-ito", "standard", help="Colours: okabe-ito (safe for colour-blind readers) or standard."
    ),
    click.option(
        "--diff", nargs=2, type=click.Path(), metavar="A.npz B.npz", help="Draw two maps and their difference."
    ),
    click.option("-o", "--output", type=click.Path(), help="Write the figure: .png, .svg or .pdf."),
    click.option("--data", type=click.Path(), help="Write the numbers: .npz."),
    click.option("--jobs", type=WholeNumber(), default=1, show_default=True, metavar="N", help="Number of processes."),
    named_option(
        "--store",
        "none",
        "use",
        "update",
        "read-only",
        metavar="MODE",
        help="Use of stored maps: none, use, update or read-only.",
    ),
    click.option(
        "--no-boundaries",
        is_flag=True,
        help="Leave out the exact curves between regions of aims (t), winners (w) or orders (o), which are known for "
        "three players and take some seconds.",
    ),
    prints=False,
)
def command(
    more_hits: list[str],
    fields: dict[str, Any],
    points: int,
    triangle: bool,
    method: str,
    fill: str,
    play: str,
    colors: str | None,
    palette: str,
    diff: tuple[str, str] | None,
    output: str | None,
    data: str | None,
    jobs: int,
    store: str,
    no_boundaries: bool,
) -> None:
    """Draw a map over all hit probabilities of A (up) and B (right).

    Without --c, draw the duel of A and B.

    See also truel-ref line (wins and aims along a straight line).

    \b
    truel-ref map --c 1 -o map.png
    truel-ref map --c 1/2 --search others,miss,random --colors w,u -o map.svg
    truel-ref map --c 1 --colors t -o regions.png
    truel-ref map --c 1 --data a.npz
    truel-ref map --diff a.npz b.npz -o difference.png
    truel-ref map --c 1 --play both -o difference.png
    truel-ref map --c 1 --play shooter --points 60 -o shooter.png
    """  # noqa: D301  click wants the character itself
    from truel_ref import maps
    from truel_ref.maps.borders import exact_curves, has_curves
    from truel_ref.maps.figures import figure, figure_format, save_figure
    from truel_ref.maps.painting import DIFFERENCE_COLORINGS, check_coloring

    # Refuse what cannot be drawn or written before the work, not after it.
    if output is None and (data is None or diff):
        raise ProblemError("nothing to write; name a figure with -o map.png, or the numbers with --data map.npz")
    if output is not None:
        figure_format(output)
    refuse_places(output, data)
    if diff:
        if more_hits or fields or data is not None:
            raise ProblemError("--diff takes two files of maps and writes a figure; leave the options of a problem out")
        _draw_difference(maps.compare(*map(maps.load_map, diff)), colors, palette, str(output))
        return
    if play == BOTH and data is not None:
        raise ProblemError("--play both writes a figure of two maps; --data is for one map")
    problem = stated_problem([0, 0, *more_hits], fields)
    models = ("announced", "stationary") if play == BOTH else (play,)
    specs = [maps.MapSpec(problem, points, not triangle, method, fill, model) for model in models]
    names = [name.strip() for name in (colors or "w").split(",")]
    for name in names:
        if play != BOTH or name not in DIFFERENCE_COLORINGS:
            check_coloring(name, problem.players)
    if not more_hits:
        note("without --c this is a map of the duel of A and B; --c 1 adds a third player")
    kept = maps.Store(mode=store, report=note)
    with progress_bar("pixels", specs[0].size * len(specs)) as bar:
        made, *others = (maps.build(each, jobs=jobs, progress=bar.update, store=kept) for each in specs)
    if others:
        _draw_difference(maps.compare(made, *others), colors, palette, str(output))
        return
    if data is not None:
        maps.save_map(made, data)
    if output is not None:
        drawn = has_curves(made.spec) and not no_boundaries
        curves = exact_curves(made, names, report=report()) if drawn else {}
        save_figure(figure(made, names, palette=palette, curves=[curves]), output)
    pixels = int(made.inside.sum())
    without = (f", {int(where.sum()):,} with {why}" for why, where in made.no_value.items() if where.any())
    written = " and ".join(name for name in (output, data) if name is not None)
    sets = "1 set of aims" if len(made.aims) == 1 else f"{len(made.aims)} different sets of aims"
    say(f"{written}: {made.spec.title()}; {pixels:,} pixels, {sets}" + "".join(without))


def _draw_difference(compared: Difference, colors: str | None, palette: str, output: str) -> None:
    """Print how two maps differ, then draw the difference.

    Parameters: `compared`, the two maps; `colors`, names of colourings; `palette`; `output`, the file.
    """
    from truel_ref.maps.figures import difference_figure, save_figure
    from truel_ref.maps.painting import DIFFERENCE_COLORINGS

    names = [name.strip() for name in (colors or "w,o,dp,do").split(",")]
    of_maps = [name for name in names if name not in DIFFERENCE_COLORINGS]
    of_both = [name for name in names if name in DIFFERENCE_COLORINGS]
    drawing = difference_figure(compared, of_maps or "w,o", of_both or "dp,do", palette=palette)
    say(compared)
    save_figure(drawing, output)
