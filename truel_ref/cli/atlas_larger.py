"""`truel-ref atlas larger`: who is best off when more than three shoot."""

from __future__ import annotations

import click

from truel_ref.cli.options import Count, record_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options
from truel_ref.errors import ProblemError

__all__ = ["command"]


@click.command("larger")
@work_options
@click.option(
    "--play", default="without a miss", show_default=True, metavar="NAME", help="Or: stationary, random shooter."
)
@click.option("--most", type=Count(3), metavar="N", help="The most players; 8 without it.")
@click.option(
    "--draws", type=Count(1), metavar="N", help="Random problems of so many players as --most, without a miss."
)
@click.option("--seed", type=Count(0), metavar="N", help="The seed of the random problems; 0 without it.")
@record_options
def command(play: str, most: int | None, draws: int | None, seed: int | None, shape: Shape) -> int:
    """Print who is best off for evenly spaced hit probabilities, by the number of players.

    \b
    truel-ref atlas larger
    truel-ref atlas larger --play stationary --most 6
    truel-ref atlas larger --most 5 --draws 100
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.larger_games import random_draws, standings

    players = 8 if most is None else most
    if draws is not None:
        if play != "without a miss":
            raise ProblemError("--draws: random problems are played without a miss; leave --play out")
        say_record(random_draws(players, draws, seed or 0), shape)
        return 0
    if seed is not None:
        raise ProblemError("--seed belongs to --draws; say how many random problems")
    say_record(standings(play, players), shape)
    return 0
