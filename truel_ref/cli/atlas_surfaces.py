"""`truel-ref atlas surfaces`: the surfaces that part the cube of hit probabilities into regions of equal aims."""

from __future__ import annotations

import click

from truel_ref.cli.options import record_options, two_plays_option
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options

__all__ = ["command"]


@click.command("surfaces")
@work_options
@two_plays_option
@click.option("--prove", is_flag=True, help="Prove the list anew, with z3, in a minute or two.")
@record_options
def command(play: str, prove: bool, shape: Shape) -> int:
    """Print all surfaces that part the cube of three hit probabilities into regions of equal aims.

    The list is complete: it was proved, and --prove does it again.

    \b
    truel-ref atlas surfaces --play stationary
    truel-ref atlas surfaces --prove --json
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.cube import cube_surfaces, prove_surfaces

    say_record(prove_surfaces(play) if prove else cube_surfaces(play), shape)
    return 0
