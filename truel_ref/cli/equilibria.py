"""`truel-ref equilibria`: stationary play."""

from __future__ import annotations

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import backend_option, cap_option, mixed_option
from truel_ref.cli.output import Shape, say_policies, say_record
from truel_ref.files import progress_bar
from truel_ref.game.problem import Problem

__all__ = ["command"]


@asks(
    "equilibria",
    mixed_option,
    cap_option,
    click.option("--all", "with_policies", is_flag=True, help="Also print the aims in every set of living players."),
    backend_option,
)
def command(
    problem: Problem,
    mixed: bool,
    cap: int,
    with_policies: bool,
    shape: Shape,
) -> None:
    """Print all stationary equilibria: players announce nothing, and nobody gains by another aim.

    If there is none, the output says so and names who gains in every profile of a set of players without an
    equilibrium. JSON always has the aims in every set.

    \b
    truel-ref equilibria 1/3 2/3 1
    truel-ref equilibria 1/2 1/2 1/2 --search others
    truel-ref equilibria 13/25 1/2 11/25 2/5 --mixed --all
    """  # noqa: D301  click wants the character itself
    from truel_ref.play.stationary import equilibria

    with progress_bar("sets") as bar:
        answer = equilibria(problem, mixed=mixed, cap=cap, progress=bar.update)
    say_record(answer, shape)
    if with_policies and not shape.is_json:
        say_policies([list(play.policy.values()) for play in answer], "set", shape)
