"""`truel-ref darts`: finishes, where darts land, the best target, and 501 in the least expected number of turns."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from truel_ref.cli.options import LENIENT, WholeNumber, backend_option, record_options, refuse_options
from truel_ref.cli.output import Shape, say, say_json, say_record
from truel_ref.cli.shared import FiledGroup, figure_writer, output_option
from truel_ref.cli.work import work_options
from truel_ref.files import progress_bar

__all__ = ["command"]


@click.group("darts", cls=FiledGroup, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> int:
    """Answer questions about darts, exactly.

    \b
    truel-ref darts finish 170
    truel-ref darts outcome T20 --miss 1/10
    truel-ref darts best --miss 0.4
    truel-ref darts best --all
    truel-ref darts turns 501 --miss 1/10
    """  # noqa: D301  click wants the character itself
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return 0


miss_option = click.option("--miss", metavar="M", help="The miss rate, from 0 to 1: 1/10, 0.4 or 40%.")


def _stated(miss: str | None) -> str:
    """Return the miss rate, which must be given."""
    if miss is None:
        raise click.UsageError("say how often the darts miss, as in --miss 1/10")
    return miss


@command.command("finish", context_settings=LENIENT)
@work_options
@click.argument("total", type=WholeNumber(), metavar="TOTAL")
@record_options
def finish(total: int, shape: Shape) -> int:
    """List the shortest finishes of a total that end in a double.

    Beyond three darts, print how many finishes there are in the least number of darts.

    \b
    truel-ref darts finish 170
    truel-ref darts finish 501
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import finishing

    say_record(finishing(total), shape)
    return 0


@command.command("outcome", context_settings=LENIENT)
@work_options
@click.argument("target", metavar="TARGET")
@miss_option
@record_options
def outcome(target: str, miss: str | None, shape: Shape) -> int:
    """Say where a dart lands that is aimed at a target, and what it scores on average.

    With `--miss m` the answer is a formula in the letter m.

    \b
    truel-ref darts outcome T20 --miss 1/10
    truel-ref darts outcome DB --miss m
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import landing

    refuse_options([target])
    say_record(landing(target, _stated(miss)), shape)
    return 0


@command.command("best", context_settings=LENIENT)
@work_options
@miss_option
@click.option("--all", "everywhere", is_flag=True, help="For all miss rates from 0 to 1.")
@output_option
@record_options
def best(miss: str | None, everywhere: bool, output: str | None, shape: Shape) -> int:
    """Say at what to aim for the largest expected score: for one miss rate, or for all of them.

    The figure shows the whole board, or what the best targets score over the miss rate.

    \b
    truel-ref darts best --miss 0.4 -o board.png
    truel-ref darts best --all
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import best_target, best_targets
    from truel_ref.games.pictures import aiming_figure, darts_board_figure

    if everywhere and miss is not None:
        raise click.UsageError("--all is for all miss rates; leave --miss out")
    drawn = figure_writer(output)
    say_record(best_targets() if everywhere else best_target(_stated(miss)), shape)
    drawn(aiming_figure if everywhere else partial(darts_board_figure, miss))
    return 0


@command.command("turns", context_settings=LENIENT)
@work_options
@click.argument("total", type=WholeNumber(), default="501", metavar="[TOTAL]")
@miss_option
@click.option("--policy", is_flag=True, help="Every total, with its best first target; all states with --json.")
@output_option
@backend_option
@record_options
def turns(total: int, miss: str | None, policy: bool, output: str | None, shape: Shape) -> int:
    """Finish in the least expected number of turns of three darts, double out.

    \b
    truel-ref darts turns 501 --miss 1/10
    truel-ref darts turns 170 --miss 1/10 --policy
    """  # noqa: D301  click wants the character itself
    from truel_ref.games.darts import turns as least_turns
    from truel_ref.games.pictures import turns_figure

    rate = _stated(miss)
    drawn = figure_writer(output)
    with progress_bar("totals", max(total - 1, 0)) as bar:
        leg = least_turns(total, rate, progress=bar.update)
    if shape.is_json:
        say_json(leg.to_json() | ({"policy": leg.policy_json()} if policy else {}))
    elif policy:
        settings: dict[str, Any] = {} if shape.digits is None else {"digits": shape.digits}
        say(leg.table_of(list(leg.values)).text(shape.format, **{"digits": 3, **settings}))
    else:
        say_record(leg, shape)
    drawn(lambda: turns_figure([leg]))
    return 0
