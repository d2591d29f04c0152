"""`truel-ref symbolic crossings`: who overtakes whom along a line."""

from __future__ import annotations

import click

from truel_ref.cli.options import LENIENT, TieRule, aims_by_phase, record_options, refuse_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.errors import SymbolicError

__all__ = ["command"]


@click.command("crossings", context_settings=LENIENT)
@click.argument("points", nargs=-1, metavar="P,P,P P,P,P")
@click.option("--aims", metavar="AIMS", help="Fixed aims, as for formulas; without them play is optimal.")
@click.option("--later", multiple=True, metavar="B,C,D=C,D,B", help="Fixed aims in a later phase; may be repeated.")
@click.option("--search", metavar="WORDS", help="What optimal play searches: Others, Self, Miss, Random or All.")
@click.option(
    "--ties",
    "--if-eq",
    "if_eq",
    type=TieRule(),
    metavar="RULE",
    help="The tie rule of optimal play, by number or name: 1, 2, 4 or -1.",
)
@record_options
def command(
    points: tuple[str, ...],
    aims: str | None,
    later: tuple[str, ...],
    search: str | None,
    if_eq: int | None,
    shape: Shape,
) -> int:
    """Print who overtakes whom, and where the aims change, along a straight line of hit probabilities.

    \b
    truel-ref symbolic crossings 1/3,2/3,1 1/2,1/2,1
    truel-ref symbolic crossings 1/3,2/3,1 1/2,1/2,1 --aims C,C,B
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.lines import crossings

    refuse_options(points)
    if len(points) != 2:
        raise SymbolicError("name the two ends of a line: truel-ref symbolic crossings 1/3,2/3,1 1/2,1/2,1")
    start, end = points
    given = {"search": search, "if_eq": if_eq}
    fields = {name: value for name, value in given.items() if value is not None}
    line = crossings(start, end, aims, aims_by_phase(later), **fields)
    say_record(line, shape)
    return 0
