"""Ask a program: questions go to its standard input, answers come from its standard output, a line of JSON each."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Generator, Iterator, Sequence
from decimal import Decimal
from time import monotonic
from typing import Any

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.oracle.judgement import Judgement, Result, Terms, question
from truel_ref.oracle.kinds import judge
from truel_ref.oracle.vector_files import Vector

LINE_LIMIT = 1 << 20  # bytes of an answer; a longer line is not one
_FAILURES = 20  # crashes and hangs after which nothing more is asked
_NOISE = 5  # the most lines that are not answers, in a report


class Asker:
    """A program that answers vectors; it is started again when it crashes or hangs.

    The steps: (1) send all questions at once; (2) give each answer to its vector, as it comes; (3) after a crash or a
    hang ask the first unanswered vector alone, then two, four and so on. So only a vector that fails alone is to
    blame, in whatever order the program answers.

    Fields: `noise`, the first lines that were not answers; `noisy`, their number.
    """

    def __init__(self, command: Sequence[str], timeout: float = 60.0, start: float | None = None) -> None:
        """Raises `ProblemError` if there is no such program.

        Parameters: `command`, the program and its arguments; `timeout`, the seconds without a new answer after which
        it counts as hanging; `start`, the same before its first answer, by default twice as long.
        """
        absent = bool(command) and shutil.which(command[0]) is None
        seconds = (timeout, 2 * timeout if start is None else start)
        refuse(
            ProblemError,
            (not command, "there is no program to judge; name it after two dashes: -- ./solver"),
            (absent, f"there is no program {shown(command[0] if command else '')}; give its path or install it"),
            (
                not 0 < min(seconds) <= max(seconds) < 10**6,
                f"timeout and start: give seconds above 0, not {timeout} and {start}",
            ),
        )
        self.command = list(command)
        self.timeout, self.start = seconds
        self.noise: list[str] = []
        self.noisy = 0
        self._first: float | None = None  # seconds from a start to its first answer

    def results(self, asked: Sequence[Vector], terms: Terms) -> Iterator[Result]:
        """Yield the judgement on each vector, in the order in which answers come."""
        left, size, failures = list(asked), max(1, len(asked)), 0
        while left and failures < _FAILURES:
            batch = left[:size]
            waiting = {vector["id"]: vector for vector in batch}
            judgement, detail = yield from self._batch(waiting, terms)
            if waiting and size == 1:
                failures += 1
                yield Result(left[0], judgement, detail)
                waiting.clear()
            size = 1 if waiting and size > 1 else 2 * size
            answered = {vector["id"] for vector in batch} - {*waiting}
            left = [vector for vector in left if vector["id"] not in answered]
        for vector in left:
            yield Result(vector, Judgement.NOT_REACHED, f"{_FAILURES} crashes and hangs before it")

    def _batch(self, waiting: dict[str, Vector], terms: Terms) -> Generator[Result, None, tuple[Judgement, str]]:
        """Yield results and take their vectors out of those that wait; return why the others have no answer."""
        run, began, first = _Run(self.command, list(waiting.values())), monotonic(), True
        judgement = Judgement.TIMED_OUT
        try:
            while waiting:
                usual = self.start if self._first is None else self.timeout + 3 * self._first * first
                line = run.line(began + usual)
                if not line:
                    if line is not None:
                        judgement = Judgement.CRASHED if run.process.wait() else Judgement.MISSING
                    break
                vector, said = self._read(line, waiting)
                if vector is None:
                    continue
                seconds = monotonic() - began
                self._first = self._first or seconds
                result = judge(vector, said, terms)
                yield Result(vector, result.judgement, result.detail, said, seconds)
                began, first = monotonic(), False
        finally:
            detail = run.stop()
        return judgement, detail

    def _read(self, line: bytes, waiting: dict[str, Vector]) -> tuple[Vector | None, Any]:
        """Return the vector that a line answers, and the answer; keep other lines."""
        with contextlib.suppress(ValueError, LookupError, TypeError, RecursionError):
            # NaN is judged, as text, and an integer of any length is read.
            text = line[:LINE_LIMIT].strip().removeprefix(b"\xef\xbb\xbf")
            said = json.loads(text, parse_constant=str, parse_int=Decimal)
            return waiting.pop(said["id"]), said
        if line.strip() and b'"hello"' not in line:
            self.noisy += 1
            self.noise += [line[:100].decode(errors="replace").strip()] if len(self.noise) < _NOISE else []
        return None, None


class _Run:
    """One start of a program with the questions to some vectors as its standard input."""

    def __init__(self, command: Sequence[str], asked: Sequence[Vector]) -> None:
        self.errors, self._rest = tempfile.TemporaryFile(), b""  # noqa: SIM115  closed by `stop`
        with tempfile.TemporaryFile() as questions:
            for vector in asked:
                questions.write(json.dumps({"id": vector["id"]} | question(vector)).encode() + b"\n")
            questions.seek(0)
            try:
                self.process = subprocess.Popen(
                    command, stdin=questions, stdout=subprocess.PIPE, stderr=self.errors, start_new_session=True
                )
            except OSError as error:
                raise ProblemError(f"{shown(command[0])} cannot be started: {error.strerror}") from None

    def line(self, until: float) -> bytes | None:
        """Return the next line, empty at the end, None if there is none by a time of the clock."""
        pipe: Any = self.process.stdout
        while b"\n" not in self._rest and len(self._rest) < LINE_LIMIT:
            if not select.select([pipe], [], [], max(0, until - monotonic()))[0]:
                return None
            part = os.read(pipe.fileno(), 1 << 16)
            self._rest += part or b"\n" * bool(self._rest)
            if not self._rest:
                return b""
        line, end, self._rest = self._rest.partition(b"\n")
        return line + end

    def stop(self) -> str:
        """End the program and all that it started; return the end of what it wrote to standard error."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        with self.process.stdout or contextlib.nullcontext(), self.errors as errors:
            errors.seek(max(0, errors.seek(0, os.SEEK_END) - 300))
            return errors.read().decode(errors="replace").strip()
