"""`truel-ref why`: the explanation of optimal aims."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from truel_ref.cli.options import LENIENT, problem_of, problem_options, record_options
from truel_ref.cli.output import Shape, say, say_record, terminal_width
from truel_ref.files import progress_bar

__all__ = ["command"]


@click.command("why", context_settings=LENIENT)
@problem_options
@click.option("--phase", metavar="ORDER", help='A later phase by its shooting order: "B,C,D".')
@click.option("--player", metavar="LABEL", help="Only the profiles that this player weighs.")
@click.option("--only-chosen", is_flag=True, help="Only the profiles that this player, or else the last one, chooses.")
@click.option("--markdown", is_flag=True, help="Short for --format md.")
@record_options
def command(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    phase: str | None,
    player: str | None,
    only_chosen: bool,
    markdown: bool,
    shape: Shape,
) -> int:
    """Explain the optimal aims: every profile, who would choose it, and where the ties are.

    C+ marks what C prefers given the announcements before him, C! his only option, C+=1 a tie broken by rule 1, and
    C= an equal option that was not taken.

    \b
    truel-ref why 1/3 2/3 1
    truel-ref why 1/4 1/2 3/4 1 --player A
    truel-ref why 1/4 1/2 3/4 1 --phase B,C,D
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.why import why

    problem = problem_of("why", hits, fields)
    with progress_bar("rows") as bar:
        explained = why(problem, phase=phase, player=player, only_chosen=only_chosen, progress=bar.update)
    shape = replace(shape, format="md") if markdown else shape
    if shape.format == "table" and shape.digits is None:
        say(explained.to_text(width=terminal_width()))
    else:
        say_record(explained, shape)
    return 0
