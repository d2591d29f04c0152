"""`truel-ref equilibria`: stationary play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.options import (
    LENIENT,
    Count,
    backend_option,
    mixed_option,
    problem_of,
    problem_options,
    record_options,
)
from truel_ref.cli.output import Shape, say, say_record
from truel_ref.files import progress_bar

if TYPE_CHECKING:
    from truel_ref.game.equilibrium import Equilibria

__all__ = ["command"]

_CAP = 10_000
_MOST_SELECTIONS = 10**9


@click.command("equilibria", context_settings=LENIENT)
@problem_options
@mixed_option
@click.option(
    "--cap",
    type=Count(1, _MOST_SELECTIONS),
    default=_CAP,
    show_default=True,
    metavar="N",
    help="Selections of equilibria of the smaller sets.",
)
@click.option("--all", "with_policies", is_flag=True, help="Also the policy of every set of living players.")
@backend_option
@record_options
def command(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    mixed: bool,
    cap: int,
    with_policies: bool,
    backend: str | None,
    shape: Shape,
) -> int:
    """Print all stationary equilibria: nothing is announced, and nobody gains by another aim.

    Where there is none, that is the answer, with who gains in every profile of the set of players that has none. JSON
    always has the policy of every set.

    \b
    truel-ref equilibria 1/3 2/3 1
    truel-ref equilibria 1/2 1/2 1/2 --search others
    truel-ref equilibria 13/25 1/2 11/25 2/5 --mixed --all
    """  # noqa: D301  click wants the character itself
    from truel_ref.fast.stationary import equilibria

    problem = problem_of("equilibria", hits, fields)
    with progress_bar("sets") as bar:
        answer = equilibria(problem, mixed=mixed, cap=cap, backend=backend, progress=bar.update)
    say_record(answer, shape)
    if with_policies and not shape.is_json:
        _say_policies(answer, shape)
    return 0


def _say_policies(answer: Equilibria, shape: Shape) -> None:
    """Print what is played in every set of living players, one equilibrium after the other."""
    for number, play in enumerate(answer, 1):
        parts = list(play.policy.values())
        if shape.format == "table":
            say("")
            say(f"equilibrium {number}:" if len(answer) > 1 else "the policy of every set:")
            for part in parts:
                say(f"  {part}")
            continue
        for part in parts:
            say("")
            say_record(part, shape)
