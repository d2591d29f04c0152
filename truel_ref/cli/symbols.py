"""`truel-ref formula` and `regions`: letters instead of numbers."""

from __future__ import annotations

from typing import Any

import click

from truel_ref.cli.frame import command
from truel_ref.cli.output import Shape, note, picture_place, report, say, say_json, say_record, write_picture
from truel_ref.cli.problems import LATER_AIMS, SEARCH, TIES, aims_by_phase, fixed_hits, letters
from truel_ref.cli.words import given, one_of, option, whole
from truel_ref.errors import ProblemError, needs, refuse
from truel_ref.files import write_text
from truel_ref.numbers import fraction_text


@command(
    "formula",
    click.Argument(["aims"], nargs=-1, metavar="AIMS"),
    *letters(),
    LATER_AIMS,
    option("--at V,V,V", "Values of the symbols: print the exact probabilities there.", name="values"),
    formats=("table", "latex", "json"),
    digits=False,
)
def _formula(aims: tuple[str, ...], later: tuple[str, ...], values: str | None, shape: Shape, **hits: Any) -> None:
    """Print the win probabilities of fixed aims as formulas, and where they hold.

    \b
    truel-ref formula Miss,C,B
    truel-ref formula Miss,C,B --c 1 --at 1/3,2/3
    truel-ref formula D,D,D,C --later B,C,A=A,A,B --later C,A,B=B,C,C --later A,B,C=C,C,B --later A,B,D=D,D,B

    An aim is a label, Miss, Self, or a list of one weight per player. A weight may be a letter: 0:x:1/2 or "(0, x,
    1-x)".
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.formulas import closed_form, listed_aims

    refuse(ProblemError, (not aims, "no profile; try: truel-ref formula Miss,C,B"))
    profile = listed_aims(",".join(aims))
    form = closed_form(profile, fixed_hits(hits, len(profile)), aims_by_phase(later))
    if values is None:
        say_record(form, shape)
        return
    refuse(ProblemError, (shape.format == "latex", "--format latex prints formulas and --at numbers; give one of them"))
    texts = dict(zip(form.players, map(fraction_text, form.at(values)), strict=True))
    if shape.format == "json":
        say_json(form.to_json() | {"at": texts})
    else:
        say("\n".join(f"{name} {text}" for name, text in texts.items()))


@command(
    "regions",
    *letters("abc"),
    SEARCH,
    TIES,
    option(
        "--play PLAY",
        "Kind of play: announced (the default), stationary or both; with both, who gains by announcing.",
        type=one_of("announced", "stationary", "both"),
    ),
    option("--tolerance E", "Largest width of the enclosure of an area. Default: 1e-6."),
    option("--line P,P,P P,P,P", "A line of hit probabilities instead of the square.", nargs=2),
    option("--aims AIMS", "With --line: fixed aims, as for formulas; without them play is optimal."),
    LATER_AIMS,
    option("--points N", "With --line and -o: steps of the picture or numbers.", type=whole(1, 10_000)),
    option("-o, --output FILE", "With --line: draw it (.png, .svg or .pdf) or write numbers (.csv)."),
)
def _regions(line: tuple[str, str] | None, output: str | None, shape: Shape, **asked: Any) -> None:
    """Cut the square of two hit probabilities into regions of constant aims, exactly and completely.

    \b
    truel-ref regions --c 1
    truel-ref regions --c 1/2 --search others,miss,random
    truel-ref regions --c 1 --play both
    truel-ref regions --line 1/3,2/3,1 1/2,1/2,1
    truel-ref regions --line 1/3,2/3,1 1/2,1/2,1 --aims C,C,B -o line.png

    There are three players; fix the hit probability of one. With --line: where players overtake each other and where
    aims change, along a straight line between two points of hit probabilities.
    """  # noqa: D301  click wants the character itself
    asked["search"] = ",".join(asked["search"]) or None
    hits = {name: asked.pop(name) for name in "abc"}
    own = ("aims", "later", "points"), ("play", "tolerance")  # the options of a line, and those of the square
    for_line, for_square = ([f"--{name}" for name in names if asked[name]] for names in own)
    if line is not None:
        of_square = [*(f"--{name}" for name in given(**hits)), *for_square]
        refuse(click.UsageError, (of_square, f"{', '.join(of_square)} is not for --line; leave it out"))
        _line(line, output, shape, asked)
        return
    beside = for_line + ["-o"] * (output is not None)
    refuse(
        click.UsageError,
        (beside, f"{', '.join(beside)}: for a line of hit probabilities; add --line 1/3,2/3,1 1/2,1/2,1"),
        (shape.digits is not None, "--digits: areas have the digits that --tolerance proves"),
    )
    from truel_ref.symbolic.partition import regions

    searched = [word.strip() for word in (asked["search"] or "others,miss").split(",")]
    how = given(play=asked["play"], if_eq=asked["tie_rule"], precision=asked["tolerance"], report=report())
    say_record(regions(fixed_hits(hits, 3), searched, **how), shape)


def _line(ends: tuple[str, str], output: str | None, shape: Shape, asked: dict[str, Any]) -> None:
    """Print what happens along a line, and draw it or write its numbers."""
    ending = None if output is None else picture_place(output, "csv")
    needs("sympy")
    from truel_ref.symbolic.lines import crossings

    fields = given(search=asked["search"], if_eq=asked["tie_rule"])
    line = crossings(*ends, asked["aims"], aims_by_phase(asked["later"]), **fields)
    say_record(line, shape)
    steps = given(points=asked["points"])
    if output is not None and ending == "csv":
        write_text(output, line.to_csv(**steps))
        note(f"wrote {output}")
    elif output is not None:
        write_picture(line.plot(**steps), output)
