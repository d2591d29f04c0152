"""`truel-ref course`: how long a duel lasts, and who leaves when."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.options import (
    LENIENT,
    WholeNumber,
    mixed_option,
    named_option,
    problem_of,
    problem_options,
    record_options,
)
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.shared import figure_writer
from truel_ref.cli.work import work_options
from truel_ref.errors import ProblemError, shown
from truel_ref.files import progress_bar
from truel_ref.game.variant import PLAYS

if TYPE_CHECKING:
    from truel_ref.game.equilibrium import Equilibrium
    from truel_ref.game.problem import Problem
    from truel_ref.game.solution import Solution

__all__ = ["command"]

_LONGEST = 10_000


@click.command("course", context_settings=LENIENT)
@work_options
@problem_options
@named_option("--play", *PLAYS, help="announced or stationary.")
@mixed_option
@click.option(
    "--equilibrium", type=WholeNumber(1), metavar="K", help="Which stationary equilibrium, if there are several."
)
@click.option(
    "--turns",
    type=WholeNumber(0, _LONGEST),
    default=20,
    show_default=True,
    metavar="N",
    help="How far the distribution of the number of turns goes.",
)
@click.option("-o", "--output", type=click.Path(), help="A figure of that distribution: .png, .svg or .pdf.")
@record_options
def command(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    play: str,
    mixed: bool,
    equilibrium: int | None,
    turns: int,
    output: str | None,
    shape: Shape,
) -> int:
    """Print how a duel goes: its turns and rounds, who leaves when, and who are the last two.

    A deliberate miss is a turn. A round begins whenever the turn passes the first shooter's place.

    \b
    truel-ref course 1/3 2/3 1
    truel-ref course 1/3 2/3 1 --targets Miss,C,B --turns 40 -o course.png
    truel-ref course 1/2 2/5 3/5 --play stationary
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.outcomes import course
    from truel_ref.explain.pictures import turns as turns_figure

    if play not in PLAYS:
        raise click.UsageError(f"--play: {shown(play)} is unknown; there are {', '.join(PLAYS)}")
    if play == "announced" and (mixed or equilibrium is not None):
        raise click.UsageError("--mixed and --equilibrium are for --play stationary")
    problem = problem_of("course", hits, fields)
    if output is not None and turns == 0:
        raise click.UsageError("--turns: a figure shows at least one turn")
    draw = figure_writer(output)
    with progress_bar("phases" if play == "announced" else "sets") as bar:
        played = (
            _announced(problem, bar.update)
            if play == "announced"
            else _stationary(problem, mixed, equilibrium, bar.update)
        )
    told = course(played, turns=turns)
    say_record(told, shape)
    draw(lambda: turns_figure(told))
    return 0


def _announced(problem: Problem, progress: Callable[[int], object]) -> Solution:
    from truel_ref.fast.solving import solve

    return solve(problem, progress=progress)


def _stationary(problem: Problem, mixed: bool, number: int | None, progress: Callable[[int], object]) -> Equilibrium:
    """Return the equilibrium that was asked for, or the only one."""
    from truel_ref.fast.stationary import equilibria

    answer = equilibria(problem, mixed=mixed, progress=progress)
    many = len(answer)
    if not many:
        kind = "" if mixed else "pure "
        raise ProblemError(
            f"there is no {kind}stationary equilibrium, so there is no course; truel-ref equilibria says why"
        )
    if number is None and many > 1:
        raise ProblemError(f"there are {many} stationary equilibria; name one: --equilibrium 1 to {many}")
    if number is not None and number > many:
        raise ProblemError(f"--equilibrium: there {'are' if many > 1 else 'is'} only {many}")
    return answer[(number or 1) - 1]
