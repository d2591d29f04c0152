"""`truel-ref atlas winners`: in which share of a square each player is the likeliest winner."""

from __future__ import annotations

import click

from truel_ref.cli.options import play_option, record_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options
from truel_ref.errors import ProblemError

__all__ = ["command"]

_FIRES = ("random-shooter", "simultaneous")


@click.command("winners")
@work_options
@click.option("--c", "hit_of_c", default="1", show_default=True, metavar="P", help="The hit probability of C.")
@play_option(*_FIRES, help="Who aims how: announced or stationary; with --cube also random-shooter or simultaneous.")
@click.option("--precision", help="How wide the enclosure of an area may be; default 1e-6.")
@click.option("--cube", "error", metavar="E", help="Shares of the whole cube; as `atlas cube --error E`.")
@click.option("--closed", is_flag=True, help="Closed forms where there are any, and the curves that stop the others.")
@record_options
def command(hit_of_c: str, play: str, precision: str | None, error: str | None, closed: bool, shape: Shape) -> int:
    """Print the shares of the square of pA and pB by who wins most often, and by who misses, with proved bounds.

    With --cube, the shares of the cube of all three hit probabilities, also in each order of strength, and under other
    rules of fire. With --closed, the shares of the square in closed form, where their boundaries allow it.

    \b
    truel-ref atlas winners
    truel-ref atlas winners --c 1/2 --play stationary
    truel-ref atlas winners --closed
    truel-ref atlas winners --cube 1e-5
    truel-ref atlas winners --cube 1e-6 --play simultaneous
    """  # noqa: D301  click wants the character itself
    from truel_ref.studies.cube import closed_winner_table, cube_winner_table, winner_table

    if error is not None and hit_of_c != "1":
        raise ProblemError("--c and --cube are two questions; ask one of them")
    if error is not None and precision is not None:
        raise ProblemError("--precision belongs to a square; how narrow bounds in the cube are says --cube itself")
    if error is not None and closed:
        raise ProblemError("--closed is answered for a square, not for the cube; leave out --cube")
    if error is None and play in _FIRES:
        raise ProblemError(f"--play {play} is answered for the cube only; add --cube 1e-6")
    if error is not None:
        say_record(cube_winner_table(play.replace("-", " "), error), shape)
        return 0
    say_record((closed_winner_table if closed else winner_table)(hit_of_c, play, precision or "1e-6"), shape)
    return 0
