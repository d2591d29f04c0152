"""`truel-ref deviations`: who could gain by another aim."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.options import LENIENT, problem_of, problem_options, record_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options
from truel_ref.files import progress_bar

__all__ = ["command"]


@click.command("deviations", context_settings=LENIENT)
@work_options
@problem_options
@click.option("--phase", metavar="ORDER", help='A later phase by its shooting order: "B,C,D".')
@record_options
def command(hits: tuple[str, ...], fields: dict[str, Any], phase: str | None, shape: Shape) -> int:
    """Check who could gain by another aim: while the others' aims stay, and if the others reply to it.

    If nobody gains while the others' aims stay, the aims are a Nash equilibrium of the phase.

    \b
    truel-ref deviations 1/3 2/3 1
    truel-ref deviations 1/3 2/3 1 --targets C,C,B
    truel-ref deviations 1/4 1/2 3/4 1 --phase B,C,D
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.deviations import best_responses
    from truel_ref.fast.solving import solve

    problem = problem_of("deviations", hits, fields)
    with progress_bar("phases") as bar:
        solution = solve(problem, progress=bar.update)
    say_record(best_responses(solution, phase), shape)
    return 0
