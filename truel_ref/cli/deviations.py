"""`truel-ref deviations`: who could gain by another aim."""

from __future__ import annotations

import click

from truel_ref.cli.frame import asks
from truel_ref.files import Progress
from truel_ref.game.problem import Problem

__all__ = ["command"]


@asks(
    "deviations",
    click.option("--phase", metavar="ORDER", help='A later phase by its shooting order: "B,C,D".'),
    counts="phases",
)
def command(problem: Problem, phase: str | None, progress: Progress) -> object:
    """Print who could gain by another aim, both if the others keep their aims and if they reply.

    If nobody gains while the others keep their aims, the aims are a Nash equilibrium of the phase.

    \b
    truel-ref deviations 1/3 2/3 1
    truel-ref deviations 1/3 2/3 1 --targets C,C,B
    truel-ref deviations 1/4 1/2 3/4 1 --phase B,C,D
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.gains import deviations
    from truel_ref.fast.solving import solve

    return deviations(solve(problem, progress=progress), phase)
