"""`truel-ref map`: pictures and numbers over all hit probabilities of A and B."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.options import Count, field_options, player_options, stated_problem, words
from truel_ref.cli.output import note, report, say
from truel_ref.errors import MapError
from truel_ref.files import output_path, progress_bar

__all__ = ["command"]


@click.command("map")
@player_options
@field_options
@click.option("--points", type=Count(), default=300, show_default=True, metavar="N", help="Steps per side.")
@click.option("--square", is_flag=True, help="Also where A hits more often than B, not only the triangle.")
@click.option(
    "--method",
    default="certified",
    show_default=True,
    metavar="NAME",
    shell_complete=words("certified", "normal", "smart"),
    help="certified, normal or smart.",
)
@click.option(
    "--fill",
    default="exact",
    show_default=True,
    metavar="NAME",
    shell_complete=words("exact", "linear"),
    help="How smart fills what it infers: exact or linear.",
)
@click.option("--colors", metavar="NAMES", help="w winner, o order, p, pA chances, u, uA unusual aims, t, tA targets.")
@click.option(
    "--palette",
    default="standard",
    show_default=True,
    metavar="NAME",
    shell_complete=words("standard", "okabe-ito"),
    help="standard or okabe-ito.",
)
@click.option("--diff", nargs=2, type=click.Path(), metavar="A.npz B.npz", help="Draw two maps and what differs.")
@click.option("-o", "--output", type=click.Path(), help="The figure: .png, .svg or .pdf.")
@click.option("--data", type=click.Path(), help="Write the numbers: .npz.")
@click.option("--jobs", type=Count(), default=1, show_default=True, metavar="N", help="Processes.")
@click.option(
    "--store",
    default="none",
    show_default=True,
    metavar="MODE",
    shell_complete=words("none", "use", "update", "read-only"),
    help="Kept maps: none, use, update or read-only.",
)
@click.option(
    "--boundaries",
    is_flag=True,
    help="Draw the exact curves between regions of aims (t), winners (w) or orders (o), for three players.",
)
def command(
    more_hits: list[str],
    fields: dict[str, Any],
    points: int,
    square: bool,
    method: str,
    fill: str,
    colors: str | None,
    palette: str,
    diff: tuple[str, str] | None,
    output: str | None,
    data: str | None,
    jobs: int,
    store: str,
    boundaries: bool,
) -> int:
    """Draw a map over all hit probabilities of A (up) and B (right).

    Without --c it is a map of the duel of A and B.

    \b
    truel-ref map --c 1 -o map.png
    truel-ref map --c 1/2 --search others,miss,random --colors w,u -o map.svg
    truel-ref map --c 1 --square --boundaries --colors t -o regions.png
    truel-ref map --c 1 --data a.npz
    truel-ref map --diff a.npz b.npz -o difference.png
    """  # noqa: D301  click wants the character itself
    from truel_ref import maps
    from truel_ref.maps.colors import check_coloring
    from truel_ref.maps.curves import exact_curves
    from truel_ref.maps.output import figure_format, save_figure
    from truel_ref.maps.render import figure
    from truel_ref.studies import smart_maps  # noqa: F401  registers its method

    # What cannot be drawn or written is told before the work and not after it.
    if output is None and (data is None or diff):
        raise MapError("nothing to write; name a figure with -o map.png, or the numbers with --data map.npz")
    if output is not None:
        figure_format(output)
    for path in (output, data):
        if path is not None:
            output_path(path)
    if diff:
        if more_hits or fields or data is not None or boundaries:
            raise MapError("--diff takes two files of maps and writes a figure; state nothing of a problem beside it")
        return _difference(diff, colors or "w,o", palette, str(output))
    spec = maps.MapSpec(stated_problem([0, 0, *more_hits], fields), points, square, method, fill)
    names = [name.strip() for name in (colors or "w").split(",")]
    for name in names:
        check_coloring(name, spec.problem.players)
    if not more_hits:
        note("without --c this is a map of the duel of A and B; --c 1 adds a third player")
    curves = exact_curves(spec, names, report=report()) if boundaries else {}
    kept = maps.Store(mode=store, report=note)
    with progress_bar("pixels", spec.size) as bar:
        made = maps.build(spec, jobs=jobs, progress=bar.update, store=kept)
    if data is not None:
        maps.save_map(made, data)
    if output is not None:
        save_figure(figure(made, names, palette=palette, curves=[curves]), output)
    pixels = int(made.inside.sum())
    written = " and ".join(name for name in (output, data) if name is not None)
    say(f"{written}: {spec.title()}; {pixels:,} pixels, {len(made.aims)} different sets of aims")
    return 0


def _difference(paths: tuple[str, str], colors: str, palette: str, output: str) -> int:
    """Say how two maps differ, then draw it."""
    from truel_ref import maps
    from truel_ref.maps.output import save_figure
    from truel_ref.maps.render import difference_figure

    compared = maps.compare(*map(maps.load_map, paths))
    drawing = difference_figure(compared, colors, palette=palette)
    say(compared)
    save_figure(drawing, output)
    return 0
