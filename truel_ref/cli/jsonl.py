"""`--jsonl`: one question per line of standard input, one answer per line of standard output."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO, TypeAlias

import click

from truel_ref.cli.frame import known_data
from truel_ref.cli.output import Shape, say
from truel_ref.errors import ProblemError, TruelError, UnfinishedError, refuse, shown
from truel_ref.files import json_text, read_json
from truel_ref.limits import time_limit

LONGEST_LINE = 1 << 20
"""Largest number of bytes of a line."""

Answers: TypeAlias = "Callable[[Sequence[Any]], Iterable[Callable[[], dict[str, Any]]]]"
"""From the data of some lines to a function for each; it returns the answer or raises the refusal."""

_CHUNK = 1 << 16  # bytes
_Line: TypeAlias = tuple[int, bytes | None]
_TOO_LARGE = "this is too large for the memory of this machine"


def answer_lines(answers: Answers, shape: Shape, jobs: int = 1) -> int:
    """Answer every line of standard input with a line of JSON; a refusal of one line does not stop the others.

    An answer repeats the `id` of its question; a refusal names the line. The status is 1 if any line is refused. Every
    line has the whole time limit of the command, so that no line can stall the others.

    Parameters: `answers`, from the data of lines, without the `id`, to their answers (it must be picklable if `jobs` is
    above 1); `shape`, as the options state it; `jobs`, the number of processes.

    Raises `ProblemError` for options that conflict with `--jsonl`.
    """
    form = "--jsonl answers in lines of JSON; --format and --digits have no effect there"
    refuse(
        ProblemError,
        (shape not in (Shape(), Shape("json")), form),
        (sys.stdin is None, "--jsonl reads standard input, which is closed"),
    )
    from truel_ref.fast.many import AT_ONCE, in_parts
    from truel_ref.limits import in_processes

    parts: Iterable[list[_Line]] = arrived(sys.stdin.buffer, AT_ONCE)
    if jobs > 1:  # each process gets a whole part
        parts = in_parts((line for part in parts for line in part), AT_ONCE)
    status = 0
    work = _Work(answers, click.get_current_context().params.get("time_limit"))
    with contextlib.closing(in_processes(work, parts, jobs)) as answered:
        for text, refused in answered:
            status = max(status, int(refused))
            say(text)
    return status


def one_by_one(answer: Callable[[Any], dict[str, Any]], lines: Sequence[Any]) -> Iterator[Callable[[], dict[str, Any]]]:
    """Yield a function for each line that returns its answer; with `answer` fixed by `partial`, this is `Answers`."""
    return (partial(answer, data) for data in lines)


@dataclass(frozen=True)
class _Work:
    """A function that answers some lines, as an object that can be pickled."""

    answers: Answers
    seconds: float | None

    def __call__(self, part: Sequence[_Line]) -> Iterator[tuple[str, bool]]:
        """Yield for each line its answer as a line of JSON, and whether the answer is a refusal."""
        read = [_read(line) for _, line in part]
        answers = iter(self.answers([data for _, data, refusal in read if refusal is None]))
        for (number, _), (known, _, refusal) in zip(part, read, strict=True):
            try:
                if refusal is not None:
                    raise refusal
                with time_limit(self.seconds):
                    answer = next(answers)()
                yield json_text(known | answer), False
            except (TruelError, RecursionError, MemoryError) as error:
                text = str(error) if isinstance(error, TruelError) else _TOO_LARGE
                so_far = {"so_far": known_data(error)} if isinstance(error, UnfinishedError) and error.known else {}
                yield json_text({"line": number} | known | {"error": text} | so_far), True


def _read(line: bytes | None) -> tuple[dict[str, Any], Any, Exception | None]:
    """Return the parts of a line: its id in a dictionary, its data without the id, and the error if it is refused."""
    try:
        if line is None:
            raise ProblemError(f"the line is longer than {LONGEST_LINE:,} bytes; a problem is shorter")
        data = read_json(line)
        if not isinstance(data, dict):
            raise ProblemError(f"a question is a JSON object, not {shown(data)}")
        known = {"id": data.pop("id")} if "id" in data else {}
        json_text(known)
        return known, data, None
    except (TruelError, RecursionError, MemoryError) as error:
        return {}, None, error
    except ValueError:
        return {}, None, ProblemError("the id is a number too large to repeat; write it as text")


def arrived(stream: BinaryIO, most: int) -> Iterator[list[_Line]]:
    """Yield lists of the lines that are not blank, with their numbers from 1; a list holds what has arrived.

    So a client that waits for an answer before its next question gets the answer. None stands for a line that is too
    long.
    """
    number, rest, too_long = 0, b"", False
    while chunk := stream.read1(_CHUNK):  # type: ignore[attr-defined]  # the buffer of standard input has it
        *lines, rest = (rest + chunk).split(b"\n")
        part: list[_Line] = []
        for line in lines:
            number += 1
            if too_long or len(line) >= LONGEST_LINE:  # the line break counts too
                part.append((number, None))
            elif line.strip():
                part.append((number, line))
            too_long = False
        if len(rest) > LONGEST_LINE:
            rest, too_long = b"", True
        yield from (part[start : start + most] for start in range(0, len(part), most))
    if too_long or rest.strip():
        yield [(number + 1, None if too_long else rest)]
