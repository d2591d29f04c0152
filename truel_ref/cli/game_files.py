"""What people give to the commands of the other games: files of boards and trees, and lines that they type."""

from __future__ import annotations

import re
import sys
from typing import Any

import click

from truel_ref.errors import GameError, ProblemError, TruelError, shown
from truel_ref.files import read_bytes, read_json

__all__ = ["read_game_file", "typed_line"]

_LONGEST = 1 << 28  # bytes; the tree of a random breaker has millions of nodes
_DIGITS = re.compile(rb"[0-9]{101}")  # no board and no tree has such a number, and to convert a longer one takes ages


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
