"""`truel-ref vectors`: the test vectors."""

from __future__ import annotations

import click

from truel_ref.cli.output import say
from truel_ref.cli.work import work_options
from truel_ref.errors import shown
from truel_ref.files import progress_bar

__all__ = ["command"]


@click.command("vectors")
@work_options
@click.option(
    "--out", type=click.Path(), metavar="DIR", help="Write the files there, with schema, manifest.json and FORMAT.md."
)
@click.option("--group", metavar="NAME", help="Only this group.")
@click.option("--game", metavar="NAME", help="Those of another game: darts, dicewars, goofspiel or mastermind.")
@click.option("--anew", is_flag=True, help="Make the vectors again from their seed: the same bytes, in some minutes.")
def command(out: str | None, group: str | None, game: str | None, anew: bool) -> int:
    """Print the test vectors, one JSON object per line, or write them into a folder.

    They are those of announced play; --group stationary and --group course give other ways to play, --group lot,
    shooter, simultaneous, bullets and opinions other rules of fire, --game darts another game.

    \b
    truel-ref vectors --group boundary
    truel-ref vectors --out vectors
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.corpus import GAME_GROUPS, generate, line, lines, write

    if game is not None:
        if group is not None:
            raise click.UsageError("--game and --group both name a group; give one of them")
        if game not in GAME_GROUPS:
            raise click.UsageError(f"--game: {shown(game)} is unknown; there are {', '.join(GAME_GROUPS)}")
        group = game
    if out is None:
        for text in map(line, generate(group)) if anew else lines(group):
            say(text)
        return 0
    with progress_bar("vectors") as bar:
        for path in write(out, group, anew, bar.update):
            say(path)
    return 0
