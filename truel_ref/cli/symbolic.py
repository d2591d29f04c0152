"""`truel-ref symbolic`: the commands that work with letters instead of numbers."""

from __future__ import annotations

import click

from truel_ref.cli.lazy import LazyGroup

__all__ = ["command"]


class _SymbolicGroup(LazyGroup):
    """A group whose first word is a subcommand or else the beginning of a profile."""

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        if arguments and arguments[0] not in self.modules and arguments[0] not in ("-h", "--help"):
            arguments = ["formula", *arguments]
        return super().parse_args(context, arguments)


@click.group(
    "symbolic",
    cls=_SymbolicGroup,
    invoke_without_command=True,
    modules={
        "formula": "formula",
        "regions": "regions",
        "equal-chances": "equal_chances",
        "crossings": "crossings",
    },
)
@click.pass_context
def command(context: click.Context) -> None:
    """Work with letters instead of numbers: formulas and what follows from them.

    Without one of the commands below, the words are a profile whose formulas are asked for.

    \b
    truel-ref symbolic Miss,C,B
    truel-ref symbolic Miss,C,B --c 1 --at 1/3,2/3
    truel-ref symbolic "(0, x, 1-x),C,B" --latex
    """  # noqa: D301  click wants the character itself
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
