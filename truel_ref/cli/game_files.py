"""Files that people give to the commands of the other games: boards and trees."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from truel_ref.errors import FileError, GameError, TruelError, shown
from truel_ref.files import read_json

__all__ = ["read_game_file"]

_LONGEST = 1 << 28  # bytes; the tree of a random breaker has millions of nodes
_DIGITS = re.compile(rb"[0-9]{101}")  # no board and no tree has such a number, and to convert a longer one takes ages


def read_game_file(file: str, longest: int = _LONGEST) -> Any:
    """Return the plain data of a JSON file.

    Parameters: `file`, its name; `longest`, so many bytes it may have.

    Raises `FileError` if it cannot be read, and `GameError`, naming the file, if it is too long or no JSON.
    """
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(longest + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "no file has this name"
        raise FileError(f"cannot read {shown(file, 1000)}: {reason}") from None
    if len(data) > longest:
        raise GameError(f"{shown(file, 1000)}: more than {longest:,} bytes are too many")
    if _DIGITS.search(data):
        raise GameError(f"{shown(file, 1000)}: there is a number of more than 100 digits")
    try:
        return read_json(data)
    except TruelError as error:
        raise GameError(f"{shown(file, 1000)}: {error}") from None
