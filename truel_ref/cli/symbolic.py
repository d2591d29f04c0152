"""`truel-ref formula`, `regions` and `line`: letters instead of numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import (
    LENIENT,
    TieRule,
    WholeNumber,
    aims_by_phase,
    given,
    play_option,
    refuse_options,
    some_hits,
)
from truel_ref.cli.output import Shape, report, say, say_json, say_record
from truel_ref.cli.shared import refuse_places
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import write_text
from truel_ref.numbers import fraction_text

__all__ = ["formula_command", "line_command", "regions_command"]


@asks(
    "formula",
    click.argument("aims", nargs=-1, metavar="AIMS"),
    some_hits,
    click.option("--later", multiple=True, metavar="B,C,D=C,D,B", help="The aims in a later phase; may be repeated."),
    click.option("--at", "values", metavar="V,V,V", help="Values of the symbols: print the exact probabilities there."),
    click.option("--latex", is_flag=True, help="Short for --format latex."),
)
def formula_command(
    aims: tuple[str, ...],
    hits: Callable[[int], list[str | None]],
    later: tuple[str, ...],
    values: str | None,
    latex: bool,
    shape: Shape,
) -> None:
    """Print the win probabilities of fixed aims as formulas, and where they hold.

    An aim is a label, Miss, Self, or a list of one weight per player. A weight may be a letter: 0:x:1/2 or "(0, x,
    1-x)".

    \b
    truel-ref formula Miss,C,B
    truel-ref formula Miss,C,B --c 1 --at 1/3,2/3
    truel-ref formula D,D,D,C --later B,C,A=A,A,B --later C,A,B=B,C,C --later A,B,C=C,C,B --later A,B,D=D,D,B
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.formulas import closed_form, listed_aims

    refuse(ProblemError, (not aims, "no profile; try: truel-ref formula Miss,C,B"))
    profile = listed_aims(",".join(aims))
    form = closed_form(profile, hits(len(profile)), aims_by_phase(later))
    if values is None:
        say_record(form, replace(shape, format="latex") if latex else shape)
        return
    refuse(ProblemError, (latex, "--latex prints formulas and --at numbers; give one of them"))
    texts = dict(zip(form.players, map(fraction_text, form.at(values)), strict=True))
    if shape.is_json:
        say_json(form.to_json() | {"at": texts})
    else:
        say("\n".join(f"{name} {text}" for name, text in texts.items()))


@asks(
    "regions",
    some_hits,
    click.option(
        "--search", metavar="SET", help="What everybody searches: others, miss, self, random; default others,miss."
    ),
    play_option("announced", "stationary", "both", help="Kind of play"),
    click.option(
        "--ties",
        "--if-eq",
        "if_eq",
        type=TieRule(),
        default=1,
        show_default=True,
        metavar="RULE",
        help="The tie rule, by number or name: 1, 2, 4 or -1.",
    ),
    click.option(
        "--tolerance",
        "--precision",
        "precision",
        default="1e-6",
        show_default=True,
        metavar="E",
        help="Largest width of the enclosure of an area.",
    ),
)
def regions_command(
    hits: Callable[[int], list[str | None]], search: str | None, play: str, if_eq: int, precision: str
) -> object:
    """Cut the square of two hit probabilities into regions of constant aims, exactly and completely.

    There are three players; fix the hit probability of one. With --play both, each region shows who gains by
    announcing.

    \b
    truel-ref regions --c 1
    truel-ref regions --c 1/2 --search others,miss,random
    truel-ref regions --c 1 --play both
    truel-ref regions --c 1/2 --play stationary
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.plays import MADE_BY

    searched = ["others", "miss"] if search is None else [word.strip() for word in search.split(",")]
    return MADE_BY[play](hits(3), searched, if_eq=if_eq, precision=precision, report=report())


@asks(
    "line",
    click.argument("ends", nargs=-1, metavar="P,P,P P,P,P", callback=refuse_options),
    click.option("--aims", metavar="AIMS", help="Fixed aims, as for formulas; without them play is optimal."),
    click.option("--later", multiple=True, metavar="B,C,D=C,D,B", help="Fixed aims in a later phase; may be repeated."),
    click.option("--search", metavar="WORDS", help="What optimal play searches: Others, Self, Miss, Random or All."),
    click.option(
        "--ties",
        "--if-eq",
        "if_eq",
        type=TieRule(),
        metavar="RULE",
        help="The tie rule of optimal play, by number or name: 1, 2, 4 or -1.",
    ),
    click.option("-o", "--output", type=click.Path(), help="Draw the win probabilities: .png, .svg or .pdf."),
    click.option(
        "--data", "--csv", "numbers", type=click.Path(), help="Write them as numbers, exact ones and decimals: .csv."
    ),
    click.option("--points", type=WholeNumber(1, 10_000), metavar="N", help="Steps of the picture and of the numbers."),
    context_settings=LENIENT,
)
def line_command(
    ends: tuple[str, ...],
    aims: str | None,
    later: tuple[str, ...],
    search: str | None,
    if_eq: int | None,
    output: str | None,
    numbers: str | None,
    points: int | None,
    shape: Shape,
) -> None:
    """Print where players overtake each other and where aims change, along a straight line of hit probabilities.

    \b
    truel-ref line 1/3,2/3,1 1/2,1/2,1
    truel-ref line 1/3,2/3,1 1/2,1/2,1 --aims C,C,B
    truel-ref line 1/3,2/3,1 1/2,1/2,1 -o line.png --data line.csv
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.lines import crossings

    if len(ends) != 2:
        raise ProblemError("name the two ends of a line: truel-ref line 1/3,2/3,1 1/2,1/2,1")
    start, end = ends
    if output is not None:
        from truel_ref.maps.figures import figure_format

        figure_format(output)
    refuse_places(output, numbers)
    line = crossings(start, end, aims, aims_by_phase(later), **given(search=search, if_eq=if_eq))
    say_record(line, shape)
    steps = given(points=points)
    if numbers is not None:
        write_text(numbers, line.to_csv(**steps))
    if output is not None:
        from truel_ref.maps.figures import save_figure

        save_figure(line.figure(**steps), output)
