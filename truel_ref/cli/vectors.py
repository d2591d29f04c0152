"""`truel-ref vectors`: the test vectors."""

from __future__ import annotations

from collections.abc import Iterable

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.output import say
from truel_ref.errors import refuse, shown
from truel_ref.files import progress_bar

__all__ = ["command"]


@asks(
    "vectors",
    click.option(
        "--out",
        type=click.Path(),
        metavar="DIR",
        help="Write the files to DIR, with schema, manifest.json and FORMAT.md.",
    ),
    click.option("--group", metavar="NAME", help="Only this group."),
    click.option("--game", metavar="NAME", help="Vectors of another game: darts, dicewars, goofspiel or mastermind."),
    click.option(
        "--anew", is_flag=True, help="Generate the vectors again from their seed (the same bytes; some minutes)."
    ),
    prints=False,
)
def command(out: str | None, group: str | None, game: str | None, anew: bool) -> None:
    """Print the test vectors, one JSON object per line, or write them into a folder.

    Without options these are the vectors of announced play. --group selects others: stationary, periodic, rounds and
    course (stationary play, plans that repeat, a last round, courses); lot, shooter, simultaneous, bullets and opinions
    (other rules of fire). --game selects another game, such as darts.

    \b
    truel-ref vectors --group boundary
    truel-ref vectors --out vectors
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.corpus import GAME_GROUPS, generate, line, lines, write

    refuse(
        click.UsageError,
        (game is not None and group is not None, "--game and --group both name a group; give one of them"),
        (
            game is not None and game not in GAME_GROUPS,
            f"--game: {shown(game)} is unknown; choose from {', '.join(GAME_GROUPS)}",
        ),
    )
    asked = group if game is None else game
    with progress_bar("vectors") as bar:
        if out is not None:
            written: Iterable[object] = write(out, asked, anew, bar.update)
        else:
            written = map(line, generate(asked)) if anew else lines(asked)
        for text in written:
            say(text)
