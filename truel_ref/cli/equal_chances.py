"""`truel-ref symbolic equal-chances`: where all three win equally often."""

from __future__ import annotations

import click

from truel_ref.cli.options import record_options
from truel_ref.cli.output import Shape, say, say_json, say_record
from truel_ref.cli.work import work_options
from truel_ref.errors import SymbolicError
from truel_ref.numbers import fraction_text

__all__ = ["command"]


@click.command("equal-chances")
@work_options
@click.option("--c", "hits_of_c", metavar="P", help="The point with this hit probability of C, above 0.")
@click.option("--at", "ratio", metavar="S", help="The rational point with this ratio s = b/c.")
@record_options
def command(hits_of_c: str | None, ratio: str | None, shape: Shape) -> int:
    """Print where all three win 1/3 with the aims Miss, C, B, and the proof that this is all.

    \b
    truel-ref symbolic equal-chances
    truel-ref symbolic equal-chances --c 1
    truel-ref symbolic equal-chances --at 2/3
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.equal_chances import equal_chance_curve, equal_chance_point

    if hits_of_c is not None and ratio is not None:
        raise SymbolicError("--c and --at each name one point; give one of them")
    if ratio is not None:
        texts = list(map(fraction_text, equal_chance_curve().at(ratio)))
        if shape.is_json:
            say_json(texts)
        else:
            say(" ".join(texts))
        return 0
    points = equal_chance_curve() if hits_of_c is None else equal_chance_point(hits_of_c)
    say_record(points, shape)
    return 0
