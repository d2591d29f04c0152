"""`truel-ref course`: how long a duel lasts, and who leaves when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import (
    WholeNumber,
    begin_option,
    equilibrium_option,
    mixed_option,
    period_option,
    play_option,
)
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.shared import chosen_equilibrium, figure_writer, one_of_several, refuse_of_play
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import Progress, progress_bar
from truel_ref.game.problem import Problem
from truel_ref.game.variant import MODELS, PLAYS, Variant

if TYPE_CHECKING:
    from truel_ref.game.course import Course

__all__ = ["command"]

_LONGEST = 10_000
_PLAYS = (*PLAYS, "periodic", *(model for model in MODELS if model != "bullets"))


@asks(
    "course",
    play_option(*_PLAYS, help="Kind of play"),
    mixed_option,
    equilibrium_option,
    period_option,
    begin_option,
    click.option(
        "--turns",
        type=WholeNumber(0, _LONGEST),
        default=20,
        show_default=True,
        metavar="N",
        help="Print the distribution of the number of turns up to N.",
    ),
    click.option("-o", "--output", type=click.Path(), help="Draw the distribution: .png, .svg or .pdf."),
)
def command(
    problem: Problem,
    play: str,
    mixed: bool,
    equilibrium: int | None,
    period: int | None,
    begin: int | None,
    turns: int,
    output: str | None,
    shape: Shape,
) -> None:
    """Print the course of a duel: number of turns and rounds, order of elimination, last pair.

    A deliberate miss is a turn. A new round begins each time the turn passes the first shooter's place.

    \b
    truel-ref course 1/3 2/3 1
    truel-ref course 1/3 2/3 1 --targets Miss,C,B --turns 40 -o course.png
    truel-ref course 1/2 2/5 3/5 --play stationary
    truel-ref course 1/5 4/5 1/2 7/10 3/5 --play periodic --begin 2
    truel-ref course 1/2 2/5 3/5 --play shooter
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.pictures import turns as turns_figure

    refuse(
        click.UsageError,
        (mixed and play != "stationary", "--mixed is for --play stationary"),
        (output is not None and turns == 0, "--turns: a figure shows at least one turn"),
    )
    refuse_of_play(play, equilibrium, period, begin)
    draw = figure_writer(output)
    with progress_bar("phases" if play == "announced" else "sets") as bar:
        if play in ("stationary", "periodic"):
            from truel_ref.explain.courses import course

            chosen = chosen_equilibrium(
                problem, play, equilibrium, mixed=mixed, period=period, begin=begin, progress=bar.update
            )
            answer = course(chosen, turns=turns)
        else:
            answer = _course(problem, play, equilibrium, turns, bar.update)
    say_record(answer, shape)
    draw(lambda: turns_figure(answer))


def _course(problem: Problem, play: str, number: int | None, turns: int, progress: Progress) -> Course:
    """Return the course of announced play, or of a variant, in which `number` chooses among several equilibria."""
    from truel_ref.explain.courses import course
    from truel_ref.fast.solving import solve
    from truel_ref.variants.models import solve_variant

    if play == "announced":
        return course(solve(problem, progress=progress), turns=turns)
    answer: Any = solve_variant(Variant.stated(play, problem), progress=progress)
    if play == "lot":
        return course(answer, turns=turns)
    if not answer:
        raise ProblemError("there is no pure equilibrium, so there is no course")
    several = f"there are {len(answer)} equilibria; name one: --equilibrium 1 to {len(answer)}"
    chosen = one_of_several(list(answer), number, "--equilibrium", several)
    return course(answer, of=chosen, turns=turns)
