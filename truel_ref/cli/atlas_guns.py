"""`truel-ref atlas guns`: what each of three random guns wins on the average."""

from __future__ import annotations

import click

from truel_ref.cli.options import record_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options

__all__ = ["command"]


@click.command("guns")
@work_options
@record_options
def command(shape: Shape) -> int:
    """Print what the best, the middle and the worst of three random guns win on the average.

    Hit probabilities are drawn uniformly; closed forms stand in --json, and bounds are proved.

    \b
    truel-ref atlas guns
    truel-ref atlas guns --json
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.which_gun import averages

    say_record(averages(), shape)
    return 0
