"""Groups that import a command only when it is used, so that no command waits for the code of another."""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import click

from truel_ref.errors import TruelError, shown

__all__ = ["LazyGroup", "PageCommand", "nearest"]

_SECTIONS = {
    "The problem": {
        *("targets", "search", "target_later", "search_later", "tie_rule", "if_eq", "random_levels", "names", "order"),
        *("hits", *"abcdefgh"),
    },
    "Output": {"output", "format", "digits", "as_json", "color", "_click_default_help", "help"},
    "Limits": {"time_limit", "memory_limit", "force"},
}
"""The heading on a page of help for each option that several commands share."""


class PageCommand(click.Command):
    """A command whose page of help shows two examples, then its own options, then the shared options."""

    def invoke(self, context: click.Context) -> Any:
        """Run the command; an error that begins with the name of a parameter names its option instead."""
        try:
            return super().invoke(context)
        except TruelError as error:
            name, colon, said = str(error).partition(": ")
            flags = {option.name: option.opts[0] for option in self.params if isinstance(option, click.Option)}
            if colon and name in flags:
                error.args = (f"{flags[name]}: {said}", *error.args[1:])
            raise

    def format_help_text(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first sentence of the command, its examples, and the rest of its text."""
        first, *others = inspect.cleandoc(self.help or "").split("\n\n")
        examples = [part for part in others if part.startswith("\b")]
        for part in (first, *examples, *(part for part in others if part not in examples)):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(part)

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, each under its heading."""
        sections: dict[str, list[tuple[str, str]]] = {name: [] for name in ("Options", *_SECTIONS)}
        for parameter in self.get_params(context):
            if isinstance(parameter, click.Option) and (record := parameter.get_help_record(context)):
                label, text = record
                for alias in [name for name in parameter.opts if name.startswith("--")][1:]:  # its earlier names
                    label = label.replace(f", {alias}", "")
                heading = next((name for name, names in _SECTIONS.items() if parameter.name in names), "Options")
                sections[heading].append((label, text))
        for heading, records in sections.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a question that names the closest known name, or an empty text.

    >>> nearest("--target", ["--targets", "--ties"])
    '; did you mean --targets?'
    >>> nearest("--players", ["--later", "--color"]), nearest("lottery", ["lot", "opinions"])
    ('', '; did you mean lot?')
    """
    words = {word.lstrip("-"): word for word in known}
    word = name.lstrip("-")
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.75)  # the default, 0.6, likens player to later
    close = close or [other for other in words if len(other) > 2 and word.startswith(other)]
    return f"; did you mean {words[close[0]]}?" if close else ""


class LazyGroup(click.Group):
    """A group of commands in the order of the help; it imports the modules of its commands late.

    Parameters: `modules`, a module of `truel_ref.cli` for each name: "module" for its function `command`, or
    "module:function"; `arguments` and `settings`, as for `click.Group`.
    """

    def __init__(self, *arguments: Any, modules: Mapping[str, str] = MappingProxyType({}), **settings: Any) -> None:
        # Make every version of click print the same words.
        settings["subcommand_metavar"] = "[COMMAND] [ARGS]..."
        super().__init__(*arguments, **settings)
        self.modules = dict(modules)

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Read the words; without any, print the help."""
        if not arguments and not context.resilient_parsing:
            click.echo(context.get_help())
            context.exit()
        return super().parse_args(context, arguments)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, each with the whole first sentence of its help."""
        commands = {name: self.get_command(context, name) for name in self.list_commands(context)}
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, command.get_short_help_str(400)) for name, command in commands.items() if command]
            )

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of the commands."""
        return [*self.modules, *self.commands]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return the command of this name, or None."""
        if name not in self.modules:
            return self.commands.get(name)
        module, _, attribute = self.modules[name].partition(":")
        command = getattr(importlib.import_module(f"truel_ref.cli.{module}"), attribute or "command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, context: click.Context, arguments: list[str]) -> Any:
        """Return the command that the first word names; refuse other words."""
        if arguments and arguments[0] not in self.list_commands(context) and not context.resilient_parsing:
            raise click.UsageError(self.unknown(context, arguments))
        return super().resolve_command(context, arguments)

    def unknown(self, context: click.Context, arguments: list[str]) -> str:
        """Return the message for a first word that is not a command."""
        name, path = arguments[0], context.command_path
        return (
            f"there is no command {shown(name)}{nearest(name, self.list_commands(context))}; {path} --help lists them"
        )
