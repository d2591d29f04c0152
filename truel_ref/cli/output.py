"""What the commands print: results on standard output, complaints and notes on standard error, a line each."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

import click

from truel_ref.files import json_text

__all__ = ["complain", "drop_output", "note", "report", "say", "say_json"]


def say(text: object) -> None:
    """Print a result."""
    click.echo(str(text))


def say_json(data: Any) -> None:
    """Print plain data as one line of JSON."""
    click.echo(json_text(data))


def complain(message: str) -> None:
    """Print one line on standard error, under the name of the program."""
    with contextlib.suppress(OSError):  # nobody can be told if standard error fails too
        click.echo(f"truel-ref: {' '.join(message.split())}", err=True)


def note(message: str) -> None:
    """Print one line on standard error that is no complaint."""
    complain(f"note: {message}")


def report() -> Callable[[str], None]:
    """Return what tells the progress of long work in lines, on a terminal only."""
    return complain if sys.stderr is not None and sys.stderr.isatty() else lambda text: None


def drop_output() -> None:
    """See to it that what could not be written is not written again on the way out."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
