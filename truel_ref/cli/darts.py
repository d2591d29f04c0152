"""`truel-ref darts`: finishes, where darts land, the best target, and 501 in the fewest turns on average."""

from __future__ import annotations

from functools import partial

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lazy import LazyGroup
from truel_ref.cli.options import LENIENT, WholeNumber, backend_option, refuse_options
from truel_ref.cli.shared import output_option
from truel_ref.files import progress_bar

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


miss_option = click.option("--miss", metavar="M", help="The miss rate, from 0 to 1: 1/10, 0.4 or 40%.")


def _stated(miss: str | None) -> str:
    """Return the miss rate; refuse None."""
    if miss is None:
        raise click.UsageError("say how often the darts miss, as in --miss 1/10")
    return miss


@asks(
    "finish",
    click.argument("total", type=WholeNumber(), metavar="TOTAL"),
    group=command,
    context_settings=LENIENT,
)
def finish(total: int) -> object:
    """List the shortest finishes of a total that end in a double.

    If a total needs more than three darts, print the number of finishes with the fewest darts.

    \b
    truel-ref darts finish 170
    truel-ref darts finish 501
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import finishing

    return finishing(total)


@asks(
    "outcome",
    click.argument("target", metavar="TARGET", callback=refuse_options),
    miss_option,
    group=command,
    context_settings=LENIENT,
)
def outcome(target: str, miss: str | None) -> object:
    """Print where a dart aimed at a target lands, and its expected score.

    With `--miss m` the answer is a formula in the letter m.

    \b
    truel-ref darts outcome T20 --miss 1/10
    truel-ref darts outcome DB --miss m
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import landing

    return landing(target, _stated(miss))


@asks(
    "best",
    miss_option,
    click.option("--all", "everywhere", is_flag=True, help="Answer for all miss rates from 0 to 1."),
    output_option,
    group=command,
    draws=True,
    context_settings=LENIENT,
)
def best(miss: str | None, everywhere: bool) -> object:
    """Print the target with the largest expected score, for one miss rate or for all.

    With --miss the figure shows the whole board; with --all, the scores of the best targets over the miss rate.

    \b
    truel-ref darts best --miss 0.4 -o board.png
    truel-ref darts best --all
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import best_target, best_targets
    from truel_ref.games.pictures import aiming_figure, darts_board_figure

    if everywhere and miss is not None:
        raise click.UsageError("--all is for all miss rates; leave --miss out")
    if everywhere:
        return best_targets(), aiming_figure
    return best_target(_stated(miss)), partial(darts_board_figure, miss)


@asks(
    "turns",
    click.argument("total", type=WholeNumber(), default="501", metavar="[TOTAL]"),
    miss_option,
    click.option("--policy", is_flag=True, help="Print the best first target of every total; with --json, all states."),
    output_option,
    backend_option,
    group=command,
    draws=True,
    context_settings=LENIENT,
)
def turns(total: int, miss: str | None, policy: bool) -> object:
    """Finish in the least expected number of turns of three darts, double out.

    \b
    truel-ref darts turns 501 --miss 1/10
    truel-ref darts turns 170 --miss 1/10 --policy
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import turns as least_turns
    from truel_ref.games.darts.leg import TurnsPolicy
    from truel_ref.games.pictures import turns_figure

    rate = _stated(miss)
    with progress_bar("totals", max(total - 1, 0)) as bar:
        leg = least_turns(total, rate, progress=bar.update)
    return TurnsPolicy(leg) if policy else leg, partial(turns_figure, [leg])
