"""`truel-ref equilibria`: stationary play, plans that repeat, and play with a last round."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.frame import command
from truel_ref.cli.output import Shape, say_policies, say_record
from truel_ref.cli.problems import MIXED, PROBLEM
from truel_ref.cli.words import Read, given, one_word, option, whole, whole_number
from truel_ref.errors import refuse
from truel_ref.files import Progress
from truel_ref.game.equilibrium import CLOCKS
from truel_ref.game.problem import Problem


def _read_rounds(text: str, name: str) -> tuple[int, str]:
    """Return the number of rounds and their clock, as in `12` and `12 game`."""
    number, _, clock = text.strip().partition(" ")
    return whole_number(number, name, 1), one_word(clock.strip() or CLOCKS[0], name, CLOCKS)


@command(
    "equilibria",
    PROBLEM,
    MIXED,
    option("--period P", "Plans that repeat after at most P rounds, at most 12.", type=whole()),
    option(
        "--rounds T",
        "Play with a last round: at most T rounds, then nobody wins. Smaller sets play for ever; with 'T game' "
        "they have the rounds left.",
        type=Read(_read_rounds),
    ),
    option("--all", "Also print the aims in every set of living players.", name="with_policies"),
    counts="sets",
)
def _equilibria(
    problem: Problem,
    mixed: bool,
    period: int | None,
    rounds: tuple[int, str] | None,
    with_policies: bool,
    shape: Shape,
    progress: Progress,
) -> object:
    """Print all stationary equilibria: players announce nothing, and nobody gains by another aim.

    \b
    truel-ref equilibria 1/3 2/3 1
    truel-ref equilibria 1/2 1/2 1/2 --search others
    truel-ref equilibria 13/25 1/2 11/25 2/5 --mixed --all
    truel-ref equilibria 1/5 4/5 1/2 7/10 3/5 --period 2
    truel-ref equilibria 1/5 4/5 1/2 7/10 3/5 --rounds 12
    truel-ref equilibria 1/5 4/5 1/2 7/10 3/5 --rounds '12 game'

    If there is none, the output says so and names who gains in every profile of a set of players without an
    equilibrium. JSON always has the aims in every set.

    With --period, also aims that change from round to round and repeat: all plans up to a period, and longer ones as
    far as backward induction finds them. With --rounds the game has a last round: backward induction gives the aims
    with 1, 2, ... rounds left; --period is then the period of plans in smaller sets.
    """  # noqa: D301  click wants the character itself
    with_plans = period is not None or rounds is not None
    refuse(
        click.UsageError,
        (mixed and with_plans, "--mixed is for stationary play; leave out --period and --rounds"),
        (rounds and with_policies, "--all lists the aims of equilibria; leave it or --rounds out"),
        (rounds and rounds[1] == "game" and period, "--period: with --rounds 'T game' no set has plans; leave it out"),
    )
    answer: Any
    if rounds is not None:
        from truel_ref.play.periodic import finite_rounds

        return finite_rounds(problem, rounds[0], clock=rounds[1], **given(period=period))
    if period is not None:
        from truel_ref.play.periodic import periodic_equilibria

        answer = periodic_equilibria(problem, period=period)
        policies = [[play, *play.below] for play in answer]
    else:
        from truel_ref.play.stationary import equilibria

        answer = equilibria(problem, mixed=mixed, progress=progress)
        policies = [list(play.policy.values()) for play in answer]
    say_record(answer, shape)
    if with_policies and shape.format not in ("json", "csv"):
        say_policies(policies)
    return None
