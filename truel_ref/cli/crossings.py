"""`truel-ref symbolic crossings`: who overtakes whom along a line."""

from __future__ import annotations

import click

from truel_ref.cli.options import LENIENT, TieRule, WholeNumber, aims_by_phase, record_options, refuse_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.work import work_options
from truel_ref.errors import SymbolicError
from truel_ref.files import output_path, write_text

__all__ = ["command"]


@click.command("crossings", context_settings=LENIENT)
@work_options
@click.argument("ends", nargs=-1, metavar="P,P,P P,P,P")
@click.option("--aims", metavar="AIMS", help="Fixed aims, as for formulas; without them play is optimal.")
@click.option("--later", multiple=True, metavar="B,C,D=C,D,B", help="Fixed aims in a later phase; may be repeated.")
@click.option("--search", metavar="WORDS", help="What optimal play searches: Others, Self, Miss, Random or All.")
@click.option(
    "--ties",
    "--if-eq",
    "if_eq",
    type=TieRule(),
    metavar="RULE",
    help="The tie rule of optimal play, by number or name: 1, 2, 4 or -1.",
)
@click.option("-o", "--output", type=click.Path(), help="Draw the win probabilities: .png, .svg or .pdf.")
@click.option("--csv", "numbers", type=click.Path(), help="Write them as numbers, exact ones and decimals: .csv.")
@click.option("--points", type=WholeNumber(1, 10_000), metavar="N", help="Steps of the picture and of the numbers.")
@record_options
def command(
    ends: tuple[str, ...],
    aims: str | None,
    later: tuple[str, ...],
    search: str | None,
    if_eq: int | None,
    output: str | None,
    numbers: str | None,
    points: int | None,
    shape: Shape,
) -> int:
    """Print who overtakes whom, and where the aims change, along a straight line of hit probabilities.

    \b
    truel-ref symbolic crossings 1/3,2/3,1 1/2,1/2,1
    truel-ref symbolic crossings 1/3,2/3,1 1/2,1/2,1 --aims C,C,B
    truel-ref symbolic crossings 1/3,2/3,1 1/2,1/2,1 -o line.png --csv line.csv
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.lines import crossings

    refuse_options(ends)
    if len(ends) != 2:
        raise SymbolicError("name the two ends of a line: truel-ref symbolic crossings 1/3,2/3,1 1/2,1/2,1")
    start, end = ends
    if output is not None:
        from truel_ref.maps.draw import figure_format

        figure_format(output)
    # What cannot be written is told before the work and not after it.
    for path in (output, numbers):
        if path is not None:
            output_path(path)
    given = {"search": search, "if_eq": if_eq}
    fields = {name: value for name, value in given.items() if value is not None}
    line = crossings(start, end, aims, aims_by_phase(later), **fields)
    say_record(line, shape)
    steps = {} if points is None else {"points": points}
    if numbers is not None:
        write_text(numbers, line.to_csv(**steps))
    if output is not None:
        from truel_ref.maps.draw import save_figure

        save_figure(line.figure(**steps), output)
    return 0
