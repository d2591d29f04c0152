"""One question per line of standard input, one answer per line of standard output: what `--jsonl` does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from truel_ref.cli.output import Shape, say_json
from truel_ref.errors import ProblemError, TruelError
from truel_ref.files import json_text, read_json

__all__ = ["LONGEST_LINE", "answer_lines"]

LONGEST_LINE = 1 << 20
"""Bytes of a line."""


def answer_lines(answer: Callable[[Any], dict[str, Any]], shape: Shape, beside: bool) -> int:
    """Answer every line of standard input in a line of JSON; a line that is refused does not stop the others.

    The `id` of a question is repeated in its answer; a refusal names the line. The status is 1 if any was refused.

    Parameters: `answer`, from the data of a line, without the `id`, to the data of its answer; `shape`, as asked for;
    `beside`, whether something of a problem was stated beside `--jsonl`.

    Raises `ProblemError` for what cannot stand beside `--jsonl`.
    """
    if beside:
        raise ProblemError("--jsonl reads each problem whole from its line; state nothing of a problem beside it")
    if shape not in (Shape(), Shape("json")):
        raise ProblemError("--jsonl answers in lines of JSON; --format and --digits say nothing beside it")
    if sys.stdin is None:
        raise ProblemError("--jsonl reads standard input, which is closed")
    status = 0
    for number, line in _numbered(sys.stdin.buffer):
        known: dict[str, Any] = {}
        try:
            if line is None:
                raise ProblemError(f"the line is longer than {LONGEST_LINE:,} bytes; a problem is shorter")
            data = read_json(line)
            if isinstance(data, Mapping) and "id" in data:
                known = {"id": _echoed(data["id"])}
                data = {key: value for key, value in data.items() if key != "id"}
            told = known | answer(data)
        except (TruelError, RecursionError, MemoryError) as error:
            status = 1
            text = str(error) if isinstance(error, TruelError) else "this is too large for the memory at hand"
            told = {"line": number} | known | {"error": text}
        say_json(told)
    return status


def _numbered(lines: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines that are not blank, with their numbers from 1; None for one that is too long to be kept."""
    number = 0
    while line := lines.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) <= LONGEST_LINE:
            if line.strip():
                yield number, line
            continue
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = lines.readline(LONGEST_LINE)
        yield number, None


def _echoed(identity: Any) -> Any:
    """Return an id if it can be written as JSON again, which a number out of range cannot."""
    try:
        json_text(identity)
    except (ValueError, RecursionError):
        raise ProblemError("the id is a number too large to repeat; write it as text") from None
    return identity
