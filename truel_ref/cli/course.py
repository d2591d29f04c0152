"""`truel-ref course`: how long a duel lasts, and who leaves when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import WholeNumber, mixed_option, named_option
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.shared import figure_writer, one_of_several
from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Progress, progress_bar
from truel_ref.game.problem import Problem
from truel_ref.game.variant import PLAYS

if TYPE_CHECKING:
    from truel_ref.game.equilibrium import Equilibrium

__all__ = ["command"]

_LONGEST = 10_000


@asks(
    "course",
    named_option("--play", *PLAYS, help="announced or stationary."),
    mixed_option,
    click.option(
        "--equilibrium", type=WholeNumber(1), metavar="K", help="Which stationary equilibrium, if there are several."
    ),
    click.option(
        "--turns",
        type=WholeNumber(0, _LONGEST),
        default=20,
        show_default=True,
        metavar="N",
        help="How far the distribution of the number of turns goes.",
    ),
    click.option("-o", "--output", type=click.Path(), help="A figure of that distribution: .png, .svg or .pdf."),
)
def command(
    problem: Problem, play: str, mixed: bool, equilibrium: int | None, turns: int, output: str | None, shape: Shape
) -> None:
    """Print how a duel goes: its turns and rounds, who leaves when, and who are the last two.

    A deliberate miss is a turn. A round begins whenever the turn passes the first shooter's place.

    \b
    truel-ref course 1/3 2/3 1
    truel-ref course 1/3 2/3 1 --targets Miss,C,B --turns 40 -o course.png
    truel-ref course 1/2 2/5 3/5 --play stationary
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.courses import course
    from truel_ref.explain.pictures import turns as turns_figure
    from truel_ref.fast.solving import solve

    announced = play == "announced"
    refuse(
        click.UsageError,
        (play not in PLAYS, f"--play: {shown(play)} is unknown; there are {', '.join(PLAYS)}"),
        (
            announced and (mixed or equilibrium is not None),
            "--mixed and --equilibrium are for --play stationary",
        ),
        (output is not None and turns == 0, "--turns: a figure shows at least one turn"),
    )
    draw = figure_writer(output)
    with progress_bar("phases" if announced else "sets") as bar:
        played = (
            solve(problem, progress=bar.update) if announced else _stationary(problem, mixed, equilibrium, bar.update)
        )
    told = course(played, turns=turns)
    say_record(told, shape)
    draw(lambda: turns_figure(told))


def _stationary(problem: Problem, mixed: bool, number: int | None, progress: Progress) -> Equilibrium:
    """Return the equilibrium that was asked for, or the only one."""
    from truel_ref.fast.stationary import equilibria

    answer = equilibria(problem, mixed=mixed, progress=progress)
    if not answer:
        kind = "" if mixed else "pure "
        raise ProblemError(
            f"there is no {kind}stationary equilibrium, so there is no course; truel-ref equilibria says why"
        )
    several = f"there are {len(answer)} stationary equilibria; name one: --equilibrium 1 to {len(answer)}"
    return one_of_several(list(answer), number, "--equilibrium", several)
