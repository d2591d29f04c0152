"""What commands share: groups that stand in one file, figures, and files and typed lines that people give."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.lazy import LazyGroup, nearest
from truel_ref.cli.output import note, picture_ending
from truel_ref.errors import GameError, ProblemError, TruelError, shown
from truel_ref.files import output_path, read_bytes, read_json, write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["FiledGroup", "figure_writer", "one_word", "output_option", "read_game_file", "typed_line"]

_LONGEST = 1 << 28  # bytes; the tree of a random breaker has millions of nodes
_DIGITS = re.compile(rb"[0-9]{101}")  # no board and no tree has such a number, and to convert a longer one takes ages


class FiledGroup(LazyGroup):
    """A group whose commands stand in the same file, in the order of the help."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, modules={}, **settings)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command under its name."""
        super().add_command(cmd, name)
        self.modules[name or str(cmd.name)] = ""

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return a command, or None if there is none of this name."""
        return self.commands.get(name)


output_option = click.option("-o", "--output", type=click.Path(), help="Also a figure: .png, .svg or .pdf.")


def figure_writer(output: str | None) -> Callable[[Callable[[], Figure]], None]:
    """Return what draws a figure into a file; a name or place that will not do is refused before the work.

    Parameters: `output`, the name of the file, None to draw nothing.
    """
    if output is None:
        return lambda draw: None
    output_path(output)
    ending = picture_ending(output)

    def write(draw: Callable[[], Figure]) -> None:
        from truel_ref.explain.pictures import picture

        write_bytes(output, picture(draw(), ending))
        note(f"wrote {output}")

    return write


def one_word(value: str, known: Sequence[str], option: str) -> str:
    """Return one of some words, or refuse another one."""
    if value not in known:
        raise click.UsageError(
            f"{option}: {shown(value)} is unknown; there are {', '.join(known)}{nearest(value, known)}"
        )
    return value


def read_game_file(file: str, longest: int = _LONGEST) -> Any:
    """Return the plain data of a JSON file.

    Parameters: `file`, its name; `longest`, so many bytes it may have.

    Raises `FileError` if it cannot be read or is too long, and `GameError`, naming the file, if it is no JSON.
    """
    data = read_bytes(file, longest)
    if _DIGITS.search(data):
        raise GameError(f"{shown(file, 1000)}: there is a number of more than 100 digits")
    try:
        return read_json(data)
    except TruelError as error:
        raise GameError(f"{shown(file, 1000)}: {error}") from None


def typed_line(question: str = "") -> str:
    """Return the next line of standard input that is not blank, without the space around it.

    Parameters: `question`, asked before each line. Raises `ProblemError` where the input has ended or is closed.
    """
    while True:
        if question:
            click.echo(f"{question}: ", nl=False)
        line = "" if sys.stdin is None else sys.stdin.readline()
        if not line:
            raise ProblemError("the input ended before the game did; type an answer to each question")
        if line.strip():
            return line.strip()
