"""One question per line of standard input, one answer per line of standard output: what `--jsonl` does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from truel_ref.cli.output import Shape, say
from truel_ref.errors import ProblemError, TruelError
from truel_ref.files import json_text, read_json

__all__ = ["LONGEST_LINE", "answer_lines"]

LONGEST_LINE = 1 << 20
"""Bytes of a line."""


def answer_lines(answer: Callable[[Any], dict[str, Any]], shape: Shape, beside: bool, jobs: int = 1) -> int:
    """Answer every line of standard input in a line of JSON; a line that is refused does not stop the others.

    The `id` of a question is repeated in its answer; a refusal names the line. The status is 1 if any was refused.

    Parameters: `answer`, from the data of a line, without the `id`, to the data of its answer, and something that can
    be sent to another process where there are several; `shape`, as asked for; `beside`, whether something of a problem
    was stated beside `--jsonl`; `jobs`, how many processes answer.

    Raises `ProblemError` for what cannot stand beside `--jsonl`.
    """
    if beside:
        raise ProblemError("--jsonl reads each problem whole from its line; state nothing of a problem beside it")
    if shape not in (Shape(), Shape("json")):
        raise ProblemError("--jsonl answers in lines of JSON; --format and --digits say nothing beside it")
    if sys.stdin is None:
        raise ProblemError("--jsonl reads standard input, which is closed")
    from truel_ref.fast.many import in_processes

    status = 0
    for told, refused in in_processes(_Answer(answer), _numbered(sys.stdin.buffer), jobs):
        status = max(status, int(refused))
        say(told)
    return status


@dataclass(frozen=True)
class _Answer:
    """Answers one line; an object, so that it can be sent to another process."""

    answer: Callable[[Any], dict[str, Any]]

    def __call__(self, numbered: tuple[int, bytes | None]) -> tuple[str, bool]:
        """Return the line of JSON, and whether it refuses."""
        number, line = numbered
        known: dict[str, Any] = {}
        try:
            if line is None:
                raise ProblemError(f"the line is longer than {LONGEST_LINE:,} bytes; a problem is shorter")
            data = read_json(line)
            if isinstance(data, Mapping) and "id" in data:
                known = {"id": _echoed(data["id"])}
                data = {key: value for key, value in data.items() if key != "id"}
            return json_text(known | self.answer(data)), False
        except (TruelError, RecursionError, MemoryError) as error:
            text = str(error) if isinstance(error, TruelError) else "this is too large for the memory at hand"
            return json_text({"line": number} | known | {"error": text}), True


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
