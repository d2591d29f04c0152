"""`truel-ref check-map`: judge an array over the hit probabilities of A and B from another program."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import (
    WholeNumber,
    field_options,
    json_option,
    named_option,
    play_option,
    player_options,
    stated_problem,
    words,
)
from truel_ref.cli.output import note, say, say_json
from truel_ref.files import progress_bar

__all__ = ["command"]


@asks(
    "check-map",
    click.argument("file", type=click.Path(), metavar="FILE"),
    player_options,
    field_options,
    click.option("--array", metavar="NAME", help="Name of the array in an .npz file."),
    click.option(
        "--holds",
        metavar="NAME",
        shell_complete=words("winners", "aims", "wins"),
        help="Content of the array: winners, aims or wins. Default: inferred from its values.",
    ),
    click.option(
        "--player",
        metavar="LABEL",
        help="The player whose aims or wins the array holds, if it holds only one player's.",
    ),
    click.option(
        "--axes",
        default="A,B",
        show_default=True,
        metavar="A,B",
        help="Meaning of rows and columns: A,B or B,A.",
    ),
    named_option(
        "--grid",
        "ends",
        "centres",
        "from-0",
        "to-1",
        help="Rows and columns from 0 to 1 with both ends, at centres of pixels, without 1, or without 0.",
    ),
    play_option(
        "announced",
        "stationary",
        help="Kind of play. With stationary play every equilibrium is accepted; without one, everything is",
    ),
    click.option("--tolerance", default="1e-9", show_default=True, metavar="T", help="Largest error of a value."),
    click.option(
        "--worst",
        type=WholeNumber(1),
        default=5,
        show_default=True,
        metavar="N",
        help="Number of wrong pixels to show.",
    ),
    click.option("--jobs", type=WholeNumber(1), default=1, show_default=True, metavar="N", help="Number of processes."),
    json_option("the report"),
    prints=False,
)
def command(
    file: str,
    more_hits: list[str],
    fields: dict[str, Any],
    array: str | None,
    holds: str | None,
    player: str | None,
    axes: str,
    grid: str,
    play: str,
    tolerance: str,
    worst: int,
    jobs: int,
    as_json: bool,
) -> int:
    """Judge a map that another program has computed. Status 0: all pixels accepted; 1: not all.

    FILE is an array with a row for each hit probability of A and a column for each of B: .npz or .npy as NumPy writes
    them, or text with a line for each row. Texts or whole numbers are winners (A or 0, B or 1); with one entry for each
    player they are aims (Miss is -1). Other numbers are win probabilities. Pixels with pA > pB may be left out.

    \b
    truel-ref check-map winners.csv --c 1
    truel-ref check-map wins.npz --c 1/2 --search others --grid centres
    truel-ref check-map aims.npy --c 1 --holds aims --player B --axes B,A
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.arrays import read_array
    from truel_ref.oracle.maps import judge_map

    problem = stated_problem([0, 0, *more_hits], fields)
    given, left_out = read_array(file, array)
    with progress_bar("pixels") as bar:
        report = judge_map(
            given,
            problem,
            holds=holds,
            player=player,
            axes=axes.replace(" ", "").upper(),
            grid=grid,
            play=play,
            tolerance=tolerance,
            most=worst,
            jobs=jobs,
            progress=bar.update,
        )
    if left_out:
        note(f"{file} is read {left_out}")
    if as_json:
        say_json(report.to_json())
    else:
        say(report)
    return 0 if report.ok else 1
