"""`truel-ref atlas self`: where it pays to shoot at oneself among four players."""

from __future__ import annotations

import click

from truel_ref.cli.options import Count, record_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options
from truel_ref.errors import ProblemError

__all__ = ["command"]


@click.command("self")
@work_options
@click.option("--ends", is_flag=True, help="The ends of the region around the known point, along each axis.")
@click.option("--points", type=Count(1, 10**8), metavar="N", help="Count at N random points.")
@click.option("--seed", type=Count(0, 2**64), metavar="N", help="The seed of the points; 4 without it.")
@click.option("--off-path", is_flag=True, help="At the points, look at every decision off the path of play, too.")
@click.option("--denominator", type=Count(1, 40), metavar="N", help="All points with this common denominator.")
@click.option("--coinciding", is_flag=True, help="Of them also those with equal hit probabilities, 0 or 1.")
@record_options
def command(
    ends: bool,
    points: int | None,
    seed: int | None,
    off_path: bool,
    denominator: int | None,
    coinciding: bool,
    shape: Shape,
) -> int:
    """Print where a player's only best aim is himself, among four who search {Others, Miss, Self}.

    Without an option: why it pays at 1/10, 1/5, 1/4, 17/20.

    \b
    truel-ref atlas self
    truel-ref atlas self --ends
    truel-ref atlas self --points 20000
    truel-ref atlas self --denominator 11
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies import self_four

    if ends + (points is not None) + (denominator is not None) > 1:
        raise ProblemError("--ends, --points and --denominator are three questions; ask one of them")
    if (off_path or seed is not None) and points is None:
        raise ProblemError("--off-path and --seed belong to --points; say how many points")
    if coinciding and denominator is None:
        raise ProblemError("--coinciding belongs to --denominator; say which")
    record: object
    if ends:
        record = self_four.all_edges()
    elif points is not None:
        record = self_four.sample(points, 4 if seed is None else seed, off_path=off_path)
    elif denominator is not None:
        record = self_four.with_denominator(denominator, different=not coinciding)
    else:
        record = self_four.reasons()
    say_record(record, shape)
    return 0
