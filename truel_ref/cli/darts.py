"""`truel-ref darts`: finishes, where darts land, the best target, and a leg in the fewest turns on average."""

from __future__ import annotations

import click

from truel_ref.cli.frame import command, game_group
from truel_ref.cli.output import drawn
from truel_ref.cli.words import option, whole
from truel_ref.errors import refuse
from truel_ref.files import Progress

DARTS = game_group(
    "darts",
    """Answer questions about darts, exactly.

    \b
    truel-ref darts finish 170
    truel-ref darts finish 501 --miss 1/10
    truel-ref darts best --miss 0.4
    truel-ref darts best --all
    """,
)

MISS = option("--miss M", "The miss rate, from 0 to 1: 1/10, 0.4 or 40%.")


@command(
    "finish",
    click.Argument(["total"], type=whole(), default="501", metavar="[TOTAL]"),
    MISS,
    game=DARTS,
    counts="totals",
)
def _finish(total: int, miss: str | None, progress: Progress) -> object:
    """List the shortest finishes of a total that end in a double; with --miss, the fewest turns on average.

    \b
    truel-ref darts finish 170
    truel-ref darts finish 501 --miss 1/10

    If a total needs more than three darts, the command prints the number of finishes with the fewest darts. With --miss
    and --json it prints the values of all smaller totals, too, and a best target in every state.
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import finishes, turns

    return finishes(total) if miss is None else turns(total, miss, progress=progress)


@command(
    "best",
    click.Argument(["target"], required=False, metavar="[TARGET]"),
    MISS,
    option("--all", "Answer for all miss rates from 0 to 1.", name="everywhere"),
    game=DARTS,
    draws=True,
)
def _best(target: str | None, miss: str | None, everywhere: bool) -> object:
    """Print the target with the largest expected score; with TARGET, where a dart at this target lands.

    \b
    truel-ref darts best --miss 0.4 -o board.png
    truel-ref darts best T20 --miss 1/10
    truel-ref darts best --all

    The figure shows the whole board for one miss rate.
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import best_target, best_targets, landing

    neither = everywhere == (miss is not None) or (everywhere and target)
    refuse(
        click.UsageError,
        (neither, "give either a miss rate, as in --miss 1/10, or --all for all miss rates"),
        (
            drawn() and (everywhere or target),
            "-o: the figure is of the best target for one miss rate; give --miss 1/10 alone",
        ),
    )
    if miss is None:
        return best_targets()
    return landing(target, miss) if target else best_target(miss)
