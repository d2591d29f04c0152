"""`truel-ref symbolic formula`: win probabilities as formulas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import click

from truel_ref.cli.options import aims_by_phase, record_options, some_hits
from truel_ref.cli.output import Shape, say, say_json, say_record
from truel_ref.cli.work import work_options
from truel_ref.errors import SymbolicError
from truel_ref.game.aims import listed_targets
from truel_ref.numbers import fraction_text

__all__ = ["command"]


@click.command("formula")
@work_options
@click.argument("aims", nargs=-1, metavar="AIMS")
@some_hits
@click.option("--later", multiple=True, metavar="B,C,D=C,D,B", help="The aims in a later phase; may be repeated.")
@click.option("--at", "values", metavar="V,V,V", help="Values of the symbols: print the exact probabilities there.")
@click.option("--latex", is_flag=True, help="Short for --format latex.")
@record_options
def command(
    aims: tuple[str, ...],
    hits: Callable[[int], list[str | None]],
    later: tuple[str, ...],
    values: str | None,
    latex: bool,
    shape: Shape,
) -> int:
    """Print the win probabilities of a profile as formulas, and where they hold.

    An aim is a label, Miss, Self, or one weight per player, where a weight may be a name: 0:x:1/2 or "(0, x, 1-x)".

    \b
    truel-ref symbolic Miss,C,B
    truel-ref symbolic Miss,C,B --c 1 --at 1/3,2/3
    truel-ref symbolic D,D,D,C --later B,C,A=A,A,B --later C,A,B=B,C,C --later A,B,C=C,C,B --later A,B,D=D,D,B
    """  # noqa: D301  click wants the character itself
    from truel_ref.symbolic.formulas import closed_form

    if not aims:
        raise SymbolicError("no profile; try: truel-ref symbolic Miss,C,B")
    profile = listed_targets(",".join(aims))
    form = closed_form(profile, hits(len(profile)), aims_by_phase(later))
    if values is None:
        say_record(form, replace(shape, format="latex") if latex else shape)
        return 0
    if latex:
        raise SymbolicError("--latex prints formulas and --at numbers; give one of them")
    texts = dict(zip(form.players, map(fraction_text, form.at(values)), strict=True))
    if shape.is_json:
        say_json(form.to_json() | {"at": texts})
    else:
        say("\n".join(f"{name} {text}" for name, text in texts.items()))
    return 0
