"""`truel-ref atlas surfaces`: the surfaces that part the cube of hit probabilities into regions of equal aims."""

from __future__ import annotations

import click

from truel_ref.cli.options import record_options, two_plays_option
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options
from truel_ref.errors import ProblemError

__all__ = ["command"]


@click.command("surfaces")
@work_options
@two_plays_option
@click.option("--prove", is_flag=True, help="Prove the list anew, with z3, in a minute or two.")
@click.option("--certificates", is_flag=True, help="Prove the list anew, by stored identities instead of z3.")
@record_options
def command(play: str, prove: bool, certificates: bool, shape: Shape) -> int:
    """Print all surfaces that part the cube of three hit probabilities into regions of equal aims.

    The list is complete: it was proved, and --prove does it again, or --certificates in another way.

    \b
    truel-ref atlas surfaces --play stationary
    truel-ref atlas surfaces --prove --json
    truel-ref atlas surfaces --certificates
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.cube import cube_surfaces, prove_surfaces
    from truel_ref.studies.cube.occurring import stored_systems

    if prove and certificates:
        raise ProblemError("--prove and --certificates are two proofs; ask for one of them")
    systems = stored_systems() if certificates else None
    say_record(prove_surfaces(play, systems) if prove or certificates else cube_surfaces(play), shape)
    return 0
