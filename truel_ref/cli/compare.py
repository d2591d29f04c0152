"""`truel-ref compare`: announced play beside stationary play."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.options import LENIENT, mixed_option, problem_of, problem_options, record_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options
from truel_ref.files import progress_bar

__all__ = ["command"]


@click.command("compare", context_settings=LENIENT)
@work_options
@problem_options
@mixed_option
@record_options
def command(hits: tuple[str, ...], fields: dict[str, Any], mixed: bool, shape: Shape) -> int:
    """Set announced play beside stationary play: aims, wins, and whom announcing serves.

    A gain is what a player wins more often where everybody announces, in percentage points.

    \b
    truel-ref compare 1/2 2/5 3/5
    truel-ref compare 13/25 1/2 11/25 2/5 --mixed
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.comparison import compare_play

    problem = problem_of("compare", hits, fields)
    with progress_bar("phases") as bar:
        comparison = compare_play(problem, mixed=mixed, progress=bar.update)
    say_record(comparison, shape)
    return 0
