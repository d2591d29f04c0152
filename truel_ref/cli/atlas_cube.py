"""`truel-ref atlas cube`: how large the parts of the cube are in which the aims are the same."""

from __future__ import annotations

import click

from truel_ref.cli.options import play_option, record_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options
from truel_ref.errors import ProblemError

__all__ = ["command"]

_ERROR = "1e-7"


@click.command("cube")
@work_options
@play_option("both", help="Whose aims: announced, stationary, or both, and where they differ.")
@click.option(
    "--error",
    default=_ERROR,
    show_default=True,
    metavar="E",
    help="What may be left uncertain over one small square; narrower bounds take longer.",
)
@click.option(
    "--proved-digits",
    "proved",
    type=int,
    metavar="N",
    help="Only shares that are integrals over one letter, to N digits.",
)
@record_options
def command(play: str, error: str, proved: int | None, shape: Shape) -> int:
    """Print the shares of the cube of three hit probabilities by the best aims, with proved bounds.

    \b
    truel-ref atlas cube --play stationary --error 1e-6
    truel-ref atlas cube --play stationary --proved-digits 30
    truel-ref atlas cube --play both
    truel-ref atlas cube --json
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.cube import both_plays_table, cube_table, integrated_table

    if proved is not None and play == "both":
        raise ProblemError("--proved-digits asks about one play; add --play stationary or --play announced")
    if proved is not None and error != _ERROR:
        raise ProblemError("--proved-digits and --error are two ways to bound shares; take one of them")
    if proved is not None:
        say_record(integrated_table(play, proved), shape)
        return 0
    say_record(both_plays_table(error) if play == "both" else cube_table(play, error), shape)
    return 0
