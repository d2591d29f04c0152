"""`truel-ref why`: the explanation of optimal aims."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import equilibrium_option, period_option, play_option
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.shared import chosen_equilibrium, refuse_of_play
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import output_path, progress_bar
from truel_ref.game.problem import Problem

__all__ = ["command"]


@asks(
    "why",
    click.option("--phase", metavar="ORDER", help='A later phase by its shooting order: "B,C,D".'),
    click.option("--player", metavar="LABEL", help="Only the profiles that this player compares."),
    click.option(
        "--only-chosen",
        is_flag=True,
        help="Only the profiles that --player chooses (without --player: the last player).",
    ),
    click.option("-o", "--output", type=click.Path(), help="Draw the result of each option: .png, .svg or .pdf."),
    click.option("--markdown", is_flag=True, help="Short for --format md."),
    play_option("announced", "periodic", help="Kind of play"),
    equilibrium_option,
    period_option,
)
def command(
    problem: Problem,
    phase: str | None,
    player: str | None,
    only_chosen: bool,
    output: str | None,
    markdown: bool,
    play: str,
    equilibrium: int | None,
    period: int | None,
    shape: Shape,
) -> None:
    """Explain the optimal aims: every profile, who would choose it, and the ties.

    C+ marks the choice of C given the earlier announcements, C! the only option of C, C+=1 a tie that rule 1 broke,
    and C= an equally good option that C did not choose.

    With --play periodic: what every option at every turn of a plan is worth, and how much the plan is better.

    \b
    truel-ref why 1/3 2/3 1
    truel-ref why 1/4 1/2 3/4 1 --player A
    truel-ref why 1/4 1/2 3/4 1 --phase B,C,D
    truel-ref why 1/3 2/3 1 -o why.png
    truel-ref why 1/5 4/5 1/2 7/10 3/5 --play periodic --player D
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.reasons import why

    refuse_of_play(play, equilibrium, period)
    shape = replace(shape, format="md") if markdown else shape
    if play == "periodic":
        from truel_ref.explain.plans import why_plan

        refuse(
            ProblemError,
            (only_chosen, "--only-chosen is for --play announced; the table marks the aims of the plan"),
            (output is not None, "-o is for --play announced; leave it out"),
        )
        plan: Any = chosen_equilibrium(problem, play, equilibrium, period=period)
        say_record(why_plan(plan, living=phase, player=player), shape)
        return
    # Refuse what cannot be written before the work, not after it.
    if output is not None:
        from truel_ref.maps.figures import figure_format

        figure_format(output)
        output_path(output)
    with progress_bar("rows") as bar:
        explained = why(problem, phase=phase, player=player, only_chosen=only_chosen, progress=bar.update)
    drawing = None if output is None else explained.figure()
    say_record(explained, shape)
    if drawing is not None and output is not None:
        from truel_ref.maps.figures import save_figure

        save_figure(drawing, output)
