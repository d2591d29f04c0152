"""Groups of commands that are imported when they are asked for, so that no command waits for the code of another."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import click

from truel_ref.errors import shown

__all__ = ["LazyGroup", "nearest"]


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a question that names what was perhaps meant, or nothing.

    >>> nearest("--target", ["--targets", "--ties"])
    '; did you mean --targets?'
    >>> nearest("--quick", ["--targets", "--ties"])
    ''
    """
    close = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


class LazyGroup(click.Group):
    """A group of commands in the order of the help: those that stand in modules of their own are imported late.

    Parameters: `modules`, the module of `truel_ref.cli` for each name, in which the command is called `command`; the
    others are those of `click.Group`.
    """

    def __init__(self, *arguments: Any, modules: Mapping[str, str] = MappingProxyType({}), **settings: Any) -> None:
        # The same words with every version of click.
        settings["subcommand_metavar"] = "[COMMAND] [ARGS]..."
        super().__init__(*arguments, **settings)
        self.modules = dict(modules)

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of the commands."""
        return [*self.modules, *self.commands]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return a command, or None if there is none of this name."""
        if name not in self.modules:
            return self.commands.get(name)
        command = importlib.import_module(f"truel_ref.cli.{self.modules[name]}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, context: click.Context, arguments: list[str]) -> Any:
        """Return the command that the first word names, which must be one."""
        if arguments and arguments[0] not in self.list_commands(context) and not context.resilient_parsing:
            raise click.UsageError(self.unknown(context, arguments))
        return super().resolve_command(context, arguments)

    def unknown(self, context: click.Context, arguments: list[str]) -> str:
        """Return what to say when the first word is no command."""
        name, path = arguments[0], context.command_path
        return (
            f"there is no command {shown(name)}{nearest(name, self.list_commands(context))}; {path} --help lists them"
        )
