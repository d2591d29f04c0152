"""`truel-ref symbolic regions`: where the aims are constant, in announced and in stationary play."""

from __future__ import annotations

from collections.abc import Callable

import click

from truel_ref.cli.options import TieRule, play_option, record_options, some_hits
from truel_ref.cli.output import Shape, report, say_record
from truel_ref.cli.work import work_options

__all__ = ["command"]


@click.command("regions")
@work_options
@some_hits
@click.option(
    "--search", metavar="SET", help="What everybody searches: others, miss, self, random; default others,miss."
)
@play_option("both", help="Whose aims: announced, stationary, or both beside each other.")
@click.option(
    "--ties",
    "--if-eq",
    "if_eq",
    type=TieRule(),
    default=1,
    show_default=True,
    metavar="RULE",
    help="The tie rule, by number or name: 1, 2, 4 or -1.",
)
@click.option("--precision", default="1e-6", show_default=True, help="How wide the enclosure of an area may be.")
@click.option("--closed", is_flag=True, help="The areas only: closed forms, or the curves that stop them.")
@record_options
def command(
    hits: Callable[[int], list[str | None]],
    search: str | None,
    play: str,
    if_eq: int,
    precision: str,
    closed: bool,
    shape: Shape,
) -> int:
    """Cut the square of two hit probabilities into regions of constant aims, exactly and completely.

    Three players, one of them with a fixed hit probability. With both plays, every region says whom announcing serves.
    With --closed, the areas of the regions in closed form, where their boundaries allow it.

    \b
    truel-ref symbolic regions --c 1
    truel-ref symbolic regions --c 1/2 --search others,miss,random
    truel-ref symbolic regions --c 1 --play both
    truel-ref symbolic regions --c 1/2 --play stationary --closed
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.exact_areas import admit_closed, closed_regions
    from truel_ref.symbolic.partition import stated_decisions
    from truel_ref.symbolic.plays import MADE_BY

    searched = ["others", "miss"] if search is None else [word.strip() for word in search.split(",")]
    if closed:
        admit_closed(stated_decisions(hits(3), searched, if_eq))
    partition = MADE_BY[play](hits(3), searched, if_eq=if_eq, precision=precision, report=report())
    say_record(closed_regions(partition) if closed else partition, shape)
    return 0
