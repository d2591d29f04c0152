"""`truel-ref map`: pictures and numbers over all hit probabilities of A and B."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import (
    WholeNumber,
    field_options,
    given,
    named_option,
    play_option,
    player_options,
    rounds_of,
    stated_problem,
    words,
)
from truel_ref.cli.output import note, report, say
from truel_ref.cli.shared import refuse_places
from truel_ref.errors import MapError, refuse
from truel_ref.files import progress_bar
from truel_ref.game.problem import Problem
from truel_ref.game.variant import MODELS as VARIANTS
from truel_ref.game.variant import PLAYS, Variant

if TYPE_CHECKING:
    from truel_ref.maps import Difference, MapSpec
    from truel_ref.maps.curves import ExactLines

__all__ = ["command"]

BOTH = "both"


@asks(
    "map",
    player_options,
    field_options,
    click.option("--points", type=WholeNumber(), default=300, show_default=True, metavar="N", help="Steps per side."),
    click.option(
        "--square",
        is_flag=True,
        help="Draw the whole square, not only the triangle pA <= pB. A duel's map is always a square.",
    ),
    named_option(
        "--method", "cells", "certified", "normal", "smart", help="Method: cells, certified, normal or smart."
    ),
    named_option(
        "--fill",
        "exact",
        "linear",
        help="With --method smart: fill inferred pixels exactly or linearly (exact, linear).",
    ),
    play_option(*PLAYS, BOTH, *VARIANTS, help="Kind of play"),
    click.option(
        "--variant",
        metavar="NAME",
        shell_complete=words(*VARIANTS),
        help="Rules of fire, with a kind of play beside: --variant lot --play stationary.",
    ),
    click.option("--start", is_flag=True, help="With --play lot: draw only the first shooter."),
    click.option("--bullets", metavar="N,N,N", help="With --play bullets: one number for all players, or one each."),
    click.option(
        "--survivors", metavar="NAME", help="With --play bullets: payoff of several survivors, equal or none."
    ),
    click.option(
        "--colors",
        metavar="NAMES",
        help="w winner, o order, p, pA chances, u, uA unusual aims, t, tA targets; of a difference da, dg, "
        "dp, do. Default: w.",
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
        "--boundaries",
        is_flag=True,
        help="Draw the exact curves between regions of aims (t), winners (w) or orders (o), for three players. It "
        "takes some seconds and needs sympy, so it is not the default. With --square the areas are proved, too.",
    ),
    prints=False,
)
def command(
    more_hits: list[str],
    fields: dict[str, Any],
    points: int,
    square: bool,
    method: str,
    fill: str,
    play: str,
    variant: str | None,
    start: bool,
    bullets: str | None,
    survivors: str | None,
    colors: str | None,
    palette: str,
    diff: tuple[str, str] | None,
    output: str | None,
    data: str | None,
    jobs: int,
    store: str,
    boundaries: bool,
) -> None:
    """Draw a map over all hit probabilities of A (up) and B (right).

    Without --c, draw the duel of A and B.

    See also truel-ref line (wins and aims along a straight line).

    \b
    truel-ref map --c 1 --square --boundaries -o map.png
    truel-ref map --c 1/2 --search others,miss,random --colors w,u -o map.svg
    truel-ref map --c 1 --square --boundaries --colors t -o regions.png
    truel-ref map --c 1 --data a.npz
    truel-ref map --diff a.npz b.npz -o difference.png
    truel-ref map --c 1 --play both -o difference.png
    truel-ref map --c 1 --play shooter --points 60 --square -o shooter.png
    """  # noqa: D301  click wants the character itself
    from truel_ref import maps
    from truel_ref.maps.draw import figure, figure_format, save_figure
    from truel_ref.studies import smart_maps  # noqa: F401  registers its method

    # Refuse what cannot be drawn or written before the work, not after it.
    if output is None and (data is None or diff):
        raise MapError("nothing to write; name a figure with -o map.png, or the numbers with --data map.npz")
    if output is not None:
        figure_format(output)
    refuse_places(output, data)
    if diff:
        if more_hits or fields or data is not None or boundaries:
            raise MapError("--diff takes two files of maps and writes a figure; leave the options of a problem out")
        compared = maps.compare(*map(maps.load_map, diff))
        _draw_difference(compared, colors, ("w,o", "dp,do"), palette, str(output))
        return
    problem = stated_problem([0, 0, *more_hits], fields)
    if play in VARIANTS and variant is None:
        play, variant = "announced", play
    refuse(
        MapError,
        (
            play == BOTH and (data is not None or boundaries),
            "--play both writes a figure of two maps; --data and --boundaries are for one map",
        ),
        (
            variant is None and (start or bullets is not None or survivors is not None),
            "--start, --bullets and --survivors are for other rules of fire, such as --play lot or --play bullets",
        ),
    )
    models = ("announced", "stationary") if play == BOTH else (play,)
    if variant is not None:
        models = (_variant(variant, problem, play, start, bullets, survivors),)
    whole = square or not more_hits  # a triangle would hide half of a duel's map
    specs = [maps.MapSpec(problem, points, whole, method, fill, model) for model in models]
    spec = specs[0]
    names = _names(colors or "w", spec, with_differences=play == BOTH)
    if not more_hits:
        note("without --c this is a map of the duel of A and B; --c 1 adds a third player")
    curves: dict[str, ExactLines] = {}
    if boundaries:
        from truel_ref.maps.curves import exact_curves, refuse_curves

        refuse_curves(spec)
    kept = maps.Store(mode=store, report=note)
    with progress_bar("pixels", spec.size * len(specs)) as bar:
        made, *others = (maps.build(each, jobs=jobs, progress=bar.update, store=kept) for each in specs)
    if others:
        _draw_difference(maps.compare(made, *others), colors, ("w", "da"), palette, str(output))
        return
    if data is not None:
        maps.save_map(made, data)
    if boundaries:
        curves = exact_curves(made, names, report=report())
    if output is not None:
        save_figure(figure(made, names, palette=palette, curves=[curves]), output)
    pixels = int(made.inside.sum())
    without = (f", {int(where.sum()):,} with {why}" for why, where in made.no_value.items() if where.any())
    written = " and ".join(name for name in (output, data) if name is not None)
    sets = "1 set of aims" if len(made.aims) == 1 else f"{len(made.aims)} different sets of aims"
    say(f"{written}: {spec.title()}; {pixels:,} pixels, {sets}" + "".join(without))


def _variant(name: str, problem: Problem, play: str, start: bool, bullets: str | None, survivors: str | None) -> str:
    """Return the model of maps for other rules of fire; refuse settings of other models."""
    from truel_ref.maps.models import variant_text

    settings: dict[str, Any] = {"play": play, "start": start} if play != "announced" or start else {}
    rounds = None if bullets is None else rounds_of(bullets, problem)
    settings |= given(bullets=rounds, survivors=survivors)
    return variant_text(Variant.stated(name, problem, **settings))


def _names(colors: str, spec: MapSpec, with_differences: bool = True) -> list[str]:
    """Return the names of colourings of a map or, with `with_differences`, also of a difference; refuse others."""
    from truel_ref.maps.colors import DIFFERENCE_COLORINGS, check_coloring

    names = [name.strip() for name in colors.split(",")]
    for name in names:
        if not with_differences or name not in DIFFERENCE_COLORINGS:
            check_coloring(name, spec.problem.players)
    return names


def _draw_difference(
    compared: Difference, colors: str | None, usual: tuple[str, str], palette: str, output: str
) -> None:
    """Print how two maps differ, then draw the difference.

    Parameters: `compared`, the two maps; `colors`, names of colourings; `usual`, those of maps and of differences if
    `colors` is None; `palette`; `output`, the file.
    """
    from truel_ref.maps.colors import DIFFERENCE_COLORINGS
    from truel_ref.maps.draw import difference_figure, save_figure

    names = _names(colors, compared.first.spec) if colors else []
    of_maps = [name for name in names if name not in DIFFERENCE_COLORINGS]
    of_both = [name for name in names if name in DIFFERENCE_COLORINGS]
    drawing = difference_figure(compared, of_maps or usual[0], of_both or usual[1], palette=palette)
    say(compared)
    save_figure(drawing, output)
