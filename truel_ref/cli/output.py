"""Print results on standard output, and complaints and notes on standard error, a line each."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from truel_ref.errors import printable, shown
from truel_ref.files import json_text

__all__ = [
    "Shape",
    "clock",
    "complain",
    "drop_output",
    "note",
    "picture_ending",
    "report",
    "say",
    "say_below",
    "say_json",
    "say_policies",
    "say_record",
    "terminal_width",
]

if TYPE_CHECKING:
    from truel_ref.records.table import Cell

_CLOCK = contextlib.ExitStack()  # closing it stops the running clock
_TICK = 2  # seconds
_LONGEST = 1000  # characters of a line on standard error


@dataclass(frozen=True)
class Shape:
    """The form in which a command prints a result.

    Fields: `format`, a word of `truel_ref.records.record.FORMATS`; `digits`, the decimals of percentages, None for the
    default; `color`, when favourites and choices are bold: "always", "never", or "auto" (on a terminal).
    """

    format: str = "table"
    digits: int | None = None
    color: str = "auto"

    @property
    def is_json(self) -> bool:
        """Whether the result is printed as JSON."""
        return self.format == "json"


def say(text: object) -> None:
    """Print a result."""
    click.echo(str(text))


def say_below(text: str) -> None:
    """Print a line below a result, wrapped on a terminal like the notes of a table."""
    from truel_ref.records.table import wrapped

    say("\n".join(wrapped(text, terminal_width(10**6))))


def terminal_width(usual: int = 100) -> int:
    """Return the width of the terminal in characters, or `usual` if standard output is not a terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return usual
    return shutil.get_terminal_size((usual, 24)).columns


def say_json(data: Any) -> None:
    """Print plain data as one line of JSON."""
    click.echo(json_text(data))


@contextlib.contextmanager
def clock() -> Iterator[None]:
    """Show on a terminal how long a command has worked, until it prints something or shows a progress bar."""
    if sys.stderr is not None and sys.stderr.isatty():
        _CLOCK.callback(click.echo, "\r\x1b[K", nl=False, err=True)
        ended = threading.Event()
        ticking = threading.Thread(target=_tick, args=(ended,), daemon=True)
        _CLOCK.callback(ticking.join)
        _CLOCK.callback(ended.set)
        ticking.start()
    with _CLOCK:
        yield


def _tick(ended: threading.Event) -> None:
    begun = time.monotonic()
    while not ended.wait(_TICK):
        from tqdm import tqdm  # imported only for long work

        with tqdm.get_lock():
            bars = [bar for bar in getattr(tqdm, "_instances", ()) if bar.total is None or bar.n < bar.total]
        if not bars:
            click.echo(f"\r{time.monotonic() - begun:.0f} s", nl=False, err=True)


def say_record(record: Any, shape: Shape, beside: Sequence[tuple[str, object, Cell]] = ()) -> None:
    """Print a record in a form, or refuse a form that the record does not have.

    Parameters: `record`; `shape`, the form; `beside`, more entries for a file of values
    (`truel_ref.records.table.Table`).
    """
    from truel_ref.records.record import Record

    _CLOCK.close()
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    bold = shape.color == "always" or (shape.color == "auto" and on_terminal and not os.environ.get("NO_COLOR"))
    if isinstance(record, Record) and shape.format == "table" and (on_terminal or bold):
        digits = record._digits if shape.digits is None else shape.digits
        width = terminal_width() if on_terminal else 10**6
        click.echo(record._terminal(digits, width, bold), color=bold)
        return
    if beside and shape.format == "csv":
        table = record._table()
        digits = record._digits if shape.digits is None else shape.digits
        say(replace(table, beside=[*table.beside, *beside]).text("csv", digits))
        return
    if isinstance(record, Record):
        say(record.to_text(shape.format, **({} if shape.digits is None else {"digits": shape.digits})))
        return
    if shape.digits is not None:
        raise click.UsageError("--digits: this result is printed with digits of its own; --json has the exact numbers")
    if shape.is_json:
        say_json(record.to_json())
        return
    writers = {"table": record.__str__} | {
        name: getattr(record, writer)
        for name, writer in (("md", "to_markdown"), ("latex", "latex"))
        if hasattr(record, writer)
    }
    if shape.format not in writers:
        raise click.UsageError(f"--format: this result is printed as {', '.join([*writers, 'json'])}")
    say(writers[shape.format]())


def picture_ending(output: str) -> str:
    """Return the format of a picture from the ending of its file name; refuse other endings."""
    ending = PurePath(output).suffix.lower().removeprefix(".")
    if ending not in ("png", "svg", "pdf"):
        raise click.UsageError(f"-o: {shown(output)} does not name a format; end it in .png, .svg or .pdf")
    return ending


def say_policies(policies: Iterable[Sequence[Any]], what: str, shape: Shape) -> None:
    """Print the aims in every set or state, one equilibrium after the other.

    Parameters: `policies`, the records of each equilibrium; `what`, "set" or "state"; `shape`, the form.
    """
    listed = list(policies)
    for number, parts in enumerate(listed, 1):
        if shape.format == "table":
            say("")
            say(f"equilibrium {number}:" if len(listed) > 1 else f"the policy of every {what}:")
        for part in parts:
            if shape.format == "table":
                say(f"  {part}")
            else:
                say("")
                say_record(part, shape)


def complain(message: str) -> None:
    """Print one line on standard error after the name of the program; shorten a very long line in the middle.

    Control characters, also those that turn the direction of text, become escapes. On a terminal the line replaces a
    clock or a bar, which goes on below it.
    """
    line = printable(" ".join(message.split()))
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 4 :]}"
    with contextlib.suppress(OSError):  # if standard error fails too, there is no way to say so
        erased = "\r\x1b[K" if sys.stderr is not None and sys.stderr.isatty() else ""
        click.echo(f"{erased}truel-ref: {line}", err=True)


def note(message: str) -> None:
    """Print a note on standard error, in one line."""
    complain(f"note: {message}")


def report() -> Callable[[str], None]:
    """Return a function that prints the progress of long work in lines, on a terminal only."""
    return complain if sys.stderr is not None and sys.stderr.isatty() else lambda text: None


def drop_output() -> None:
    """Discard unwritten output, so that Python does not try to write it again at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
