"""`--jsonl`: one question per line of standard input, one answer per line of standard output."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, count
from typing import Any, BinaryIO, TypeAlias

import click

from truel_ref.cli.frame import known_data
from truel_ref.cli.output import Shape, say
from truel_ref.errors import ProblemError, TruelError, UnfinishedError, refuse, shown
from truel_ref.files import json_text, read_json
from truel_ref.limits import time_limit

LONGEST_LINE = 1 << 20
"""Largest number of bytes of a line, its end included."""

Read: TypeAlias = "Callable[[dict[str, Any]], Any]"
"""From the data of a line to its question."""

Answers: TypeAlias = "Callable[[Sequence[Any]], Iterable[Callable[[], dict[str, Any]]]]"
"""From some questions to a function for each; it returns the answer or raises the refusal."""

_CHUNK = 1 << 16  # bytes
_REFUSED = (TruelError, RecursionError, MemoryError)


def answer_lines(read: Read, answers: Answers, shape: Shape, jobs: int = 1) -> int:
    """Answer every line of standard input with a line of JSON; a refusal of one line does not stop the others.

    An answer repeats the `id` of its question; a refusal names the line. The status is 1 if any line is refused or any
    claim is wrong. Every line has the whole time limit of the command, so that no line can stall the others.

    Parameters: `read`, from the data of a line, without the `id`, to a question; `answers`, from some questions to
    their answers (both must be picklable if `jobs` is above 1); `shape`, as the options state it; `jobs`, the number of
    processes.

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

    parts = arrived(sys.stdin.buffer)
    if jobs > 1:  # each process gets a whole part
        parts = in_parts(chain.from_iterable(parts), AT_ONCE)
    work = partial(_answered, read, answers, click.get_current_context().params.get("time_limit"))
    status = False
    with contextlib.closing(in_processes(work, parts, jobs)) as answered:
        for text, refused in answered:
            status |= refused
            say(text)
    return int(status)


def one_by_one(answer: Callable[[Any], dict[str, Any]], asked: Sequence[Any]) -> Iterator[Callable[[], dict[str, Any]]]:
    """Yield a function for each question that returns its answer; with `answer` fixed by `partial`, these `Answers`."""
    return (partial(answer, question) for question in asked)


def _answered(
    read: Read, answers: Answers, seconds: float | None, part: Sequence[tuple[int, bytes]]
) -> Iterator[tuple[str, bool]]:
    """Yield for each line its answer as a line of JSON, and whether it is a refusal or says that a claim is wrong."""
    lines = [_read(line, read) for _, line in part]
    waiting = iter(answers([question for _, question, refusal in lines if refusal is None]))
    for (number, _), (known, _, refusal) in zip(part, lines, strict=True):
        try:
            if refusal is not None:
                raise refusal
            with time_limit(seconds):
                answer = next(waiting)()
            yield json_text(known | answer), answer.get("right") is False
        except _REFUSED as error:
            text = str(error) if isinstance(error, TruelError) else "this is too large for the memory of this machine"
            so_far = {"so_far": known_data(error)} if isinstance(error, UnfinishedError) and error.known else {}
            yield json_text({"line": number} | known | {"error": text} | so_far), True


def _read(line: bytes, read: Read) -> tuple[dict[str, Any], Any, Exception | None]:
    """Return the parts of a line: its id in a dictionary, its question, and the error if the line is refused."""
    known: dict[str, Any] = {}
    try:
        too_long = f"the line is longer than {LONGEST_LINE:,} bytes; a problem is shorter"
        refuse(ProblemError, (len(line) >= LONGEST_LINE, too_long))
        data = read_json(line)
        if not isinstance(data, dict):
            raise ProblemError(f'a question is a JSON object such as {{"hits": ["1/3", 1]}}, not {shown(data)}')
        said = {"id": data.pop("id")} if "id" in data else {}
        json_text(said)  # an infinite number cannot be repeated
        known = said
        return known, read(data), None
    except _REFUSED as error:
        return known, None, error
    except ValueError:
        return known, None, ProblemError("the id is a number too large to repeat; write it as text")


def arrived(stream: BinaryIO) -> Iterator[list[tuple[int, bytes]]]:
    """Yield lists of the lines that are not blank, with their numbers from 1; a list holds what has arrived.

    So a client that waits for an answer before its next question gets the answer. A line that is too long is cut.
    """
    numbers, rest = count(1), b""
    while chunk := stream.read1(_CHUNK):  # type: ignore[attr-defined]  # the buffer of standard input has it
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[:LONGEST_LINE]
        yield [(number, line) for line, number in zip(lines, numbers, strict=False) if line.strip()]
    yield [(next(numbers), rest)] if rest.strip() else []
