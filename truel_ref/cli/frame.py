"""The frame of a command: how its words are read, the limit of its work, and the form of its answer.

A command is a function with the decorator `command`. Before it runs, its options are read and everything that can be
refused is refused: formats, files, libraries, the problem. Then it runs within its time limit; the record that it
returns is printed and, with `-o`, drawn.
"""

from __future__ import annotations

import inspect
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from importlib import import_module
from itertools import chain
from typing import Any, TypeAlias, TypeVar

import click

from truel_ref.cli.output import Shape, complain, picture_place, say, say_json, say_record, write_picture
from truel_ref.cli.words import Read, nearest, one_of, option, seconds, whole
from truel_ref.errors import ProblemError, TruelError, UnfinishedError, shown
from truel_ref.files import progress_bar, read_bytes, read_json
from truel_ref.limits import known_results, time_limit
from truel_ref.records.record import FORMATS

T = TypeVar("T")

ENDED, INTERRUPTED = 3, 130
"""The exit statuses of a command that a limit ended, and of one that the keyboard interrupted."""

_OPENINGS = (".", "(", "[", "{", "√", "sqrt(", "root(")
_SHOWN = 100  # results so far in the printed text; JSON has all
_DIGITS = 10_000  # decimals
_LONGEST = 1 << 28  # bytes of a file about a game; the tree of a random breaker has millions of nodes

Reader: TypeAlias = Callable[[dict[str, Any]], object]
Options: TypeAlias = tuple[Sequence[click.Parameter], Reader]
"""Options that are read together, and the function that reads them: it changes the values by name."""


def command(
    name: str,
    *parts: click.Parameter | Options,
    game: Commands | None = None,
    counts: str | None = None,
    formats: Sequence[str] = FORMATS,
    digits: bool = True,
    draws: bool = False,
    limited: bool = True,
    kind: type[Command] | None = None,
) -> Callable[[Callable[..., Any]], Command]:
    """Return a decorator that makes a function a command.

    The function gets the values of its options by name; if it has a parameter `shape`, it gets the form of the answer,
    to print more than the record that it returns. If it returns an integer, this is the exit status.

    Parameters: `name`; `parts`, its options, in the order of its help; `game`, to whose commands it belongs, if any;
    `counts`, the unit of its `progress`; `formats`, of its answer; `digits`, whether it has percentages; `draws`,
    whether `-o` draws its record; `limited`, whether it has a time limit; `kind`, the class of the command.
    """
    parameters = [each for part in parts for each in (part[0] if isinstance(part, tuple) else [part])]
    readers = [part[1] for part in parts if isinstance(part, tuple)]
    listed, several = f"Output format: {', '.join(formats)}.", bool(formats[1:])
    short = "Short for --format json." if several else "Print the answer as JSON."
    parameters += [
        *[_DRAWN] * draws,
        *[option("--format NAME", listed, type=one_of(*formats))] * several,
        *[option("--digits N", "Decimals of percentages.", type=whole(0, _DIGITS))] * (digits and bool(formats)),
        *[option("--json", short, name="as_json")] * bool(formats),
        *[_LIMIT] * limited,
    ]

    def made(function: Callable[..., Any]) -> Command:
        work = partial(_answer, function, readers, counts)
        built = (kind or Command)(name, params=parameters, callback=work, help=function.__doc__)
        (game or group).add_command(built)
        return built

    return made


_DRAWN = option(
    "-o, --output FILE",
    "Draw it: .png, .svg or .pdf.",
    name="figure",
    type=Read(lambda text, name: picture_place(text) and text),
)
_LIMIT = option("--time-limit SECONDS", "Stop after SECONDS.", type=Read(seconds))


def _answer(
    function: Callable[..., Any],
    readers: Sequence[Reader],
    counts: str | None,
    figure: str | None = None,
    format: str | None = None,  # noqa: A002  the name of the option
    digits: int | None = None,
    as_json: bool = False,
    time_limit: float | None = None,
    **values: Any,
) -> int | None:
    """Read the values, run the function, and print its answer; return the exit status, None for 0."""
    if as_json and format not in (None, "json"):
        raise click.UsageError("--json is short for --format json; give one of them")
    shape = Shape("json" if as_json else format or "table", digits)
    for read in readers:
        read(values)
    if "shape" in inspect.signature(function).parameters:
        values["shape"] = shape
    with nullcontext() if counts is None else progress_bar(counts, values.get(counts)) as advance:
        answer = function(**values) if advance is None else function(**values, progress=advance)
    if isinstance(answer, int):
        return answer
    if answer is not None:
        say_record(answer, shape)
    if figure is not None:
        write_picture(answer.plot(), figure)
    return None


class Command(click.Command):
    """A command: it works within its limit, and names the option of an error."""

    allow_extra_args = True  # to refuse them by name

    def invoke(self, context: click.Context) -> Any:
        """Run the command within its limit; at the limit, and at an interrupt, print the results so far."""
        if context.args:
            raise click.UsageError(
                f"{context.info_name} takes no {shown(context.args[0])}; {context.command_path} --help has examples"
            )
        seconds = None if context.params.get("jsonl") else context.params.get("time_limit")
        try:
            with time_limit(seconds):
                return super().invoke(context)
        except (UnfinishedError, KeyboardInterrupt) as error:
            as_json = context.params.get("as_json") or context.params.get("format") == "json"
            _say_known(error, bool(as_json))
            return INTERRUPTED if isinstance(error, KeyboardInterrupt) else ENDED
        except TruelError as error:  # an error that begins with the name of a parameter names the option
            name, colon, said = str(error).partition(": ")
            flags = {each.name: each.opts[0] for each in self.params if isinstance(each, click.Option)}
            if colon and name in flags:
                error.args = (f"{flags[name]}: {said}", *error.args[1:])
            raise


def _say_known(error: BaseException, as_json: bool) -> None:
    """Print the results so far, and complain that the work ended early."""
    message = "stopped" if isinstance(error, KeyboardInterrupt) else str(error)
    if as_json:
        say_json({"unfinished": message} | known_data(error))
    else:
        for name, value in known_results(error).items():
            if value and not isinstance(value, int):
                say("\n  ".join([f"{name} so far:", *map(str, value[:_SHOWN]), *["…"] * (len(value) > _SHOWN)]))
    complain(message)


def known_data(error: BaseException) -> dict[str, Any]:
    """Return the results before a limit as plain data: numbers, and lists of records."""
    return {
        name: value if isinstance(value, int) else [record.to_json() for record in value]
        for name, value in known_results(error).items()
    }


# ---------------------------------------------------------------------------------------------------------
# Groups


class Commands(click.Group):
    """A group of commands in the order of its help; hit probabilities without a command mean `solve`.

    Attribute: `headings`, of the help, with the names below each and the module that has the command.
    """

    headings: Mapping[str, dict[str, str]] = {}

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Read the words; without any, print the help."""
        return super().parse_args(context, arguments or ["--help"])

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names of the commands."""
        return [*chain(*self.headings.values())] or [*self.commands]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return the command of this name, or None; its module is imported at its first use."""
        if module := ChainMap(*self.headings.values()).get(name):
            import_module(f"truel_ref.cli.{module}")
        return self.commands.get(name)

    def resolve_command(self, context: click.Context, arguments: list[str]) -> Any:
        """Return the command that the first word names; refuse other words."""
        first = arguments[0]
        if self.headings and (first[:1].isnumeric() or first.startswith(_OPENINGS)):
            arguments = ["solve", *arguments]
        elif self.get_command(context, first) is None and not context.resilient_parsing:
            said = f"there is no command {shown(first)}{nearest(first, self.list_commands(context))}"
            raise click.UsageError(f"{said}; {context.command_path} --help lists them")
        return super().resolve_command(context, arguments)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, each with the first sentence of its help."""
        for heading, names in (self.headings or {"Commands": dict.fromkeys(self.commands, "")}).items():
            commands = {name: self.get_command(context, name) for name in names}
            with formatter.section(heading):
                formatter.write_dl([(name, each.get_short_help_str(400)) for name, each in commands.items() if each])


group = Commands(
    "truel-ref",
    subcommand_metavar="[COMMAND] [ARGS]...",  # every version of click prints the same words
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""Solve truels, duels between three or more people, exactly.

    \b
    truel-ref 1/3 2/3 1
    truel-ref why 1/3 2/3 1 --player A
    """,
)
"""The group of all commands."""


def game_group(name: str, text: str) -> Commands:
    """Return the group of the commands of a game, with its help."""
    made = Commands(name, help=text, subcommand_metavar="[COMMAND] [ARGS]...")
    group.add_command(made)
    return made


def read_file(name: str, read: Callable[[Any], T]) -> T:
    """Return the content of a JSON file about a game, as a function reads its plain data.

    Raises `FileError` if the file cannot be read, and `ProblemError`, naming the file, if its content is invalid.
    """
    data = read_bytes(name, _LONGEST)
    try:
        return read(read_json(data))
    except TruelError as error:
        raise ProblemError(f"{shown(name, 1000)}: {error}") from None
