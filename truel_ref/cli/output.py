"""Print results on standard output, and complaints and notes on standard error, a line each."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from truel_ref.errors import printable, refuse, shown
from truel_ref.files import json_text, output_path, write_bytes

if TYPE_CHECKING:
    from truel_ref.records.table import Cell

_LONGEST = 1000  # characters of a line on standard error


class Shape(NamedTuple):
    """The form of a printed result: its format, and the decimals of percentages, None for the default."""

    format: str = "table"
    digits: int | None = None


say = click.echo
"""Print a line of a result."""


def say_json(data: Any) -> None:
    """Print plain data as one line of JSON."""
    say(json_text(data))


def say_below(text: str) -> None:
    """Print a line below a table, wrapped on a terminal like the notes of a table."""
    from truel_ref.records.table import wrapped

    say("\n".join(wrapped(text, _width() or 10**6)))


def say_record(record: Any, shape: Shape, beside: Sequence[tuple[str, object, Cell]] = ()) -> None:
    """Print a record in a form.

    Parameters: `record`; `shape`, the form; `beside`, more quantities for a file of values
    (`truel_ref.records.table.Table`).
    """
    from truel_ref.records.record import Record

    if shape.format == "json":
        say_json(record.to_json())
    elif not isinstance(record, Record):
        say(record.latex() if shape.format == "latex" else record)
    else:
        digits = record._digits if shape.digits is None else shape.digits
        if shape.format == "table" and (width := _width()):
            say(record._table().terminal(digits, width, not os.environ.get("NO_COLOR")))
        elif shape.format == "csv" and beside:
            table = record._table()
            say(replace(table, beside=[*table.beside, *beside]).text("csv", digits))
        else:
            say(record.to_text(*shape))


def say_policies(policies: Iterable[Sequence[object]]) -> None:
    """Print the aims in every set or state, one equilibrium after the other."""
    for number, parts in enumerate(policies, 1):
        say("\n".join([f"\nequilibrium {number}, everywhere:", *(f"  {part}" for part in parts)]))


def _width() -> int:
    """Return the width of the terminal in characters, 0 if standard output is not a terminal."""
    return shutil.get_terminal_size((100, 24)).columns if sys.stdout is not None and sys.stdout.isatty() else 0


# ---------------------------------------------------------------------------------------------------------
# Pictures


def picture_place(name: str, *others: str) -> str:
    """Return the ending of a file name after a look at its place; refuse another ending and a missing library.

    Parameters: `name`; `others`, endings beside those of pictures.
    """
    from truel_ref.records.drawing import PICTURES, load_matplotlib

    ending = PurePath(name).suffix.lower().removeprefix(".")
    *known, last = (*PICTURES, *others)
    endings = f"end it in .{', .'.join(known)} or .{last}"
    refuse(click.UsageError, (ending not in (*known, last), f"-o: {shown(name)} does not name a format; {endings}"))
    output_path(name)
    if ending in PICTURES:
        load_matplotlib()  # a missing library is refused before the work
    return ending


def drawn() -> bool:
    """Return whether the words of the current command ask for a picture."""
    return click.get_current_context().params["figure"] is not None


def write_picture(figure: Any, name: str) -> None:
    """Write a figure into a file, in the format of its ending, and say so."""
    from truel_ref.records.drawing import picture

    write_bytes(name, picture(figure, picture_place(name)))
    note(f"wrote {name}")


# ---------------------------------------------------------------------------------------------------------
# Standard error


def complain(message: str) -> None:
    """Print one line on standard error after the name of the program; shorten a very long line in the middle.

    Control characters, also those that turn the direction of text, become escapes. On a terminal the line replaces a
    progress bar, which goes on below it.
    """
    line = printable(" ".join(message.split()))
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 4 :]}"
    with contextlib.suppress(OSError):  # if standard error fails too, there is no way to say so
        erased = "" if report() is None else "\r\x1b[K"
        click.echo(f"{erased}truel-ref: {line}", err=True)


def note(message: str) -> None:
    """Print a note on standard error, in one line."""
    complain(f"note: {message}")


def report() -> Callable[[str], None] | None:
    """Return a function that prints the progress of long work in lines, on a terminal only."""
    return complain if sys.stderr is not None and sys.stderr.isatty() else None


def drop_output() -> None:
    """Discard unwritten output, so that Python does not try to write it again at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
