"""`truel-ref atlas critical`: the values of pC at which the picture of the square of pA and pB changes."""

from __future__ import annotations

import click

from truel_ref.cli.options import record_options, two_plays_option
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options

__all__ = ["command"]


@click.command("critical")
@work_options
@two_plays_option
@click.option("--prove", is_flag=True, help="Compute the list anew, in some minutes.")
@record_options
def command(play: str, prove: bool, shape: Shape) -> int:
    """Print the values of pC at which the picture of a play in the square of pA and pB changes.

    These are all; it is proved that there are no others.

    \b
    truel-ref atlas critical --play stationary
    truel-ref atlas critical --json
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.cube import critical_values, prove_critical

    say_record(prove_critical(play) if prove else critical_values(play), shape)
    return 0
