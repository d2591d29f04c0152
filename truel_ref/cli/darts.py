"""`truel-ref darts`: finishes, where darts land, the best target, and 501 in the fewest turns on average."""

from __future__ import annotations

from functools import partial

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.options import LENIENT, WholeNumber, refuse_options
from truel_ref.cli.shared import output_option
from truel_ref.files import Progress

__all__ = ["command"]


@click.group("darts", cls=LazyGroup)
def command() -> None:
    """Answer questions about darts, exactly.

    \b
    truel-ref darts finish 170
    truel-ref darts outcome T20 --miss 1/10
    truel-ref darts best --miss 0.4
    truel-ref darts best --all
    truel-ref darts turns 501 --miss 1/10
    """  # noqa: D301  click wants the character itself


miss_option = click.option("--miss", metavar="M", required=True, help="The miss rate, from 0 to 1: 1/10, 0.4 or 40%.")


@asks("finish", click.argument("total", type=WholeNumber(), metavar="TOTAL"), group=command, context_settings=LENIENT)
def finish(total: int) -> object:
    """List the shortest finishes of a total that end in a double.

    If a total needs more than three darts, print the number of finishes with the fewest darts.

    \b
    truel-ref darts finish 170
    truel-ref darts finish 501
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import finishes

    return finishes(total)


@asks(
    "outcome",
    click.argument("target", metavar="TARGET", callback=refuse_options),
    miss_option,
    group=command,
    context_settings=LENIENT,
)
def outcome(target: str, miss: str) -> object:
    """Print where a dart aimed at a target lands, and its expected score.

    \b
    truel-ref darts outcome T20 --miss 1/10
    truel-ref darts outcome DB --miss 40%
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import landing

    return landing(target, miss)


@asks(
    "best",
    click.option("--miss", metavar="M", help="The miss rate, from 0 to 1: 1/10, 0.4 or 40%."),
    click.option("--all", "everywhere", is_flag=True, help="Answer for all miss rates from 0 to 1."),
    output_option,
    group=command,
    draws=True,
    context_settings=LENIENT,
)
def best(miss: str | None, everywhere: bool) -> object:
    """Print the target with the largest expected score, for one miss rate or for all.

    The figure shows the whole board for one miss rate.

    \b
    truel-ref darts best --miss 0.4 -o board.png
    truel-ref darts best --all
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import best_target, best_targets, board_figure

    if everywhere == (miss is not None):
        raise click.UsageError("give a miss rate, as in --miss 1/10, or --all for all miss rates")
    if everywhere and click.get_current_context().params["output"] is not None:
        raise click.UsageError("-o: the figure is for one miss rate; give --miss 1/10")
    return best_targets() if miss is None else (best_target(miss), partial(board_figure, miss))


@asks(
    "turns",
    click.argument("total", type=WholeNumber(), default="501", metavar="[TOTAL]"),
    miss_option,
    group=command,
    counts="totals",
    context_settings=LENIENT,
)
def turns(total: int, miss: str, progress: Progress) -> object:
    """Finish in the least expected number of turns of three darts, double out.

    With --json: the values of all smaller totals, too, and a best target in every state.

    \b
    truel-ref darts turns 501 --miss 1/10
    truel-ref darts turns 170 --miss 1/10 --json
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import turns as least_turns

    return least_turns(total, miss, progress=progress)
