"""`truel-ref symbolic equal-chances`: where all three win equally often."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

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
@click.option("--aims", "profile", metavar="AIMS", help="The curve of another profile, such as C,C,A.")
@click.option("--every", is_flag=True, help="All 27 profiles, and where each is optimal; half a minute.")
@click.option(
    "--points",
    "largest",
    type=int,
    metavar="N",
    help="With --aims: all its points whose hit probabilities have a common denominator up to N.",
)
@record_options
def command(
    hits_of_c: str | None, ratio: str | None, profile: str | None, every: bool, largest: int | None, shape: Shape
) -> int:
    """Print where all three win 1/3, and the proof that this is all: with the aims Miss, C, B, or others.

    \b
    truel-ref symbolic equal-chances
    truel-ref symbolic equal-chances --c 1
    truel-ref symbolic equal-chances --at 2/3
    truel-ref symbolic equal-chances --aims C,C,A
    truel-ref symbolic equal-chances --aims Miss,C,B --points 150
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.equal_chances import equal_chance_curve, equal_chance_point
    from truel_ref.studies.equal_profiles import equal_curve, every_equal_curve

    if hits_of_c is not None and ratio is not None:
        raise SymbolicError("--c and --at each name one point; give one of them")
    if sum((hits_of_c is not None or ratio is not None, profile is not None, every)) > 1:
        raise SymbolicError(
            "--c and --at are for the aims Miss, C, B, and --aims and --every for others; give one of them"
        )
    if largest is not None and profile is None:
        raise SymbolicError("--points needs the profile: give --aims, too")
    if ratio is not None:
        _say_points([equal_chance_curve().at(ratio)], shape, alone=True)
    elif profile is not None and largest is not None:
        _say_points(equal_curve(profile).rational_points(largest), shape)
    elif profile is not None:
        say_record(equal_curve(profile), shape)
    elif every:
        say_record(every_equal_curve(), shape)
    else:
        say_record(equal_chance_curve() if hits_of_c is None else equal_chance_point(hits_of_c), shape)
    return 0


def _say_points(points: Sequence[Sequence[Fraction]], shape: Shape, alone: bool = False) -> None:
    """Print points, one per line; as JSON a list of them, or the one that is asked for."""
    texts = [list(map(fraction_text, point)) for point in points]
    if shape.is_json:
        say_json(texts[0] if alone else texts)
    else:
        for text in texts:
            say(" ".join(text))
