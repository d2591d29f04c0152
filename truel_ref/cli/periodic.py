"""`truel-ref periodic`: plans that repeat after some rounds, and play with a last round."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import (
    WholeNumber,
    cap_option,
    given,
    period_option,
    words,
)
from truel_ref.cli.output import Shape, say_policies, say_record
from truel_ref.cli.shared import one_word
from truel_ref.errors import refuse
from truel_ref.game.periodic_play import CLOCKS, FiniteRounds
from truel_ref.game.problem import Problem

__all__ = ["command"]


def _clock(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    return None if value is None else one_word(value, CLOCKS, "--clock")


@asks(
    "periodic",
    click.option(
        "--rounds", type=WholeNumber(1), metavar="T", help="Play with a last round: at most T rounds, then nobody wins."
    ),
    click.option(
        "--clock",
        metavar="CLOCK",
        callback=_clock,
        shell_complete=words(*CLOCKS),
        help="With --rounds: phase (smaller sets play for ever, the default) or game (they have the rounds left).",
    ),
    period_option,
    click.option(
        "--selection",
        type=WholeNumber(1),
        metavar="N",
        help="With --rounds: which selection of plans of the smaller sets counts. Default: 1.",
    ),
    cap_option,
    click.option("--all", "with_plans", is_flag=True, help="Also print the plans in every set of living players."),
)
def command(
    problem: Problem,
    rounds: int | None,
    clock: str | None,
    period: int | None,
    selection: int | None,
    cap: int,
    with_plans: bool,
    shape: Shape,
) -> None:
    """Print equilibria whose aims repeat after some rounds: players announce nothing, and nobody gains by another aim.

    All plans up to a period are listed, and longer ones as far as backward induction finds them. With --rounds the
    game has a last round: backward induction gives the aims with 1, 2, ... rounds left. JSON and CSV have the exact
    numbers.

    \b
    truel-ref periodic 1/5 4/5 1/2 7/10 3/5
    truel-ref periodic 1/5 4/5 1/2 7/10 3/5 --all
    truel-ref periodic 1/5 4/5 1/2 7/10 3/5 --rounds 12
    truel-ref periodic 1/5 4/5 1/2 7/10 3/5 --rounds 12 --clock game
    """  # noqa: D301  click wants the character itself
    from truel_ref.play.periodic import finite_rounds, periodic_equilibria

    refuse(
        click.UsageError,
        (rounds is None and clock is not None, "--clock counts the rounds of --rounds T; give both"),
        (rounds is None and selection is not None, "--selection is for play with a last round; add --rounds T"),
        (rounds is not None and with_plans, "--all lists the plans of equilibria; leave it or --rounds out"),
        (clock == "game" and selection is not None, "--selection: with --clock game there is none; leave it out"),
        (clock == "game" and period is not None, "--period: with --clock game no set has plans; leave it out"),
    )
    if rounds is None:
        answer = periodic_equilibria(problem, cap=cap, **given(period=period))
        say_record(answer, shape)
        if with_plans and not shape.is_json:
            say_policies([(play, *play.below) for play in answer], "set", shape)
        return
    options: dict[str, Any] = given(clock=clock, selection=selection, period=period)
    played: FiniteRounds = finite_rounds(problem, rounds, **options)
    say_record(played, shape)
