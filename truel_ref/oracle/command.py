"""The judge of commands: starts one, writes problems to it as JSON Lines, reads and judges its answers.

Three threads serve the three pipes of the command, so that none of them can fill up and stop the others: one writes the
problems, one reads and judges the answers, one keeps the end of what is said on standard error. The caller waits with
two clocks, and in the end the command is stopped with everything that it has started.

What a command says is trusted in nothing. Lines are cut at a length, what is no answer is counted and forgotten, and
only the judgements are kept, so that no flood fills the memory.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO

from truel_ref.errors import VectorError, shown
from truel_ref.oracle.corpus import Vector
from truel_ref.oracle.judge import Expected, Judgement, Result, Terms, failed, judge_answer
from truel_ref.oracle.report import Report, allowed, expected_of

__all__ = ["check_command"]

_LONGEST = 1 << 20  # bytes of a line; a longer one is no answer
_KEPT = 2000  # bytes of standard error that are shown
_GRACE = 1.0  # seconds that a command has to end once it has answered everything


def check_command(
    command: Sequence[str],
    vectors: Iterable[Vector] | None = None,
    tolerance: object = "1e-9",
    timeout: float = 60,
    total: float = 3600,
    progress: Callable[[int], object] | None = None,
    *,
    strict_ties: bool = False,
    stalemate_aims: bool = True,
) -> Report:
    r"""Start a command, ask it for the answers to test vectors, and judge them.

    A line of JSON is written for each problem: its keys, and `id`; beside announced play also what is asked.
    The command answers with one line for each, in any order: `{"id": …, "win": […]}`, with `aims` and
    `stalemate` if it has them. `truel_ref/oracle/data/FORMAT.md` describes both.

    Parameters: `command`, the program and its arguments; `vectors`, by default all of announced play that the package
    ships; `tolerance`, how far a value may lie from the exact one; `timeout`, the seconds that may pass without a new
    answer; `total`, the seconds for everything; `progress`, called with the number of new answers; `strict_ties`
    and `stalemate_aims` as for `check`.

    Raises `VectorError` for a command that cannot be started, for a tolerance outside [0, 1), for a time that is not
    above 0, and for what is no vector.

    >>> import sys
    >>> from truel_ref.oracle import vectors
    >>> program = "import json\nwhile True: print(json.dumps({'id': json.loads(input())['id'], 'win': [1, 0]}))"
    >>> print(check_command([sys.executable, "-c", program], vectors("zero-one", players=2)[:4]).summary)
    not accepted: agrees 2, wrong value 2 (tolerance 1e-09)
    """
    terms = Terms(allowed(tolerance), strict_ties, stalemate_aims)
    asked = expected_of(vectors)
    for name, seconds in (("timeout", timeout), ("total", total)):
        if not 0 < seconds < 10**7:
            raise VectorError(f"{name}: {shown(seconds)} is no number of seconds above 0")
    process = _started(command)
    heard = _Heard(asked, terms)
    pipes = (process.stdin, process.stdout, process.stderr)
    work: tuple[Callable[..., None], ...] = (
        functools.partial(_write, asked=asked),
        heard.read,
        heard.keep_messages,
    )
    threads = [threading.Thread(target=do, args=(pipe,), daemon=True) for do, pipe in zip(work, pipes, strict=True)]
    try:
        for thread in threads:
            thread.start()
        ended = heard.wait(time.monotonic() + total, timeout, progress)
        status = _status(process) if ended is None else None
    finally:
        _stop(process)
        for thread, pipe in zip(threads, pipes, strict=True):
            thread.join(_GRACE)
            # A pipe that is still held by a process out of reach is left to its thread.
            if pipe is not None and not thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()
    return heard.report(ended, status)


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    if not command or isinstance(command, str):
        raise VectorError("no command to judge; name the program and its arguments, like ['python', 'solver.py']")
    pipe = subprocess.PIPE
    try:
        # A session of its own: what the command starts can be stopped together with it.
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise VectorError(f"cannot start {shown(command[0])}: {reason or error}") from None


def _status(process: subprocess.Popen[bytes]) -> int | None:
    """Return how a command ended that has closed its output, None if it goes on all the same."""
    try:
        return process.wait(_GRACE)
    except subprocess.TimeoutExpired:
        return None


def _stop(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)


def _write(stream: IO[bytes], asked: Sequence[Expected]) -> None:
    # A command that does not read, or has ended, is not this thread's concern.
    with contextlib.suppress(OSError, ValueError):
        for expected in asked:
            stream.write(json.dumps({"id": expected.name} | expected.question()).encode() + b"\n")
            stream.flush()
    with contextlib.suppress(OSError, ValueError):
        stream.close()


def _lines(stream: IO[bytes]) -> Iterator[bytes | None]:
    """Yield the lines of a stream, None for one that is too long."""
    cut = False
    while part := stream.readline(_LONGEST):
        whole = part.endswith(b"\n") or len(part) < _LONGEST
        if not cut:
            yield part if whole else None
        cut = not whole


class _Heard:
    """What a command has said so far. The condition guards everything, for it is written by one thread each."""

    def __init__(self, asked: Sequence[Expected], terms: Terms) -> None:
        self.asked = asked
        self.terms = terms
        self.condition = threading.Condition()
        self.waiting = {expected.name: expected for expected in asked}
        self.results: dict[str, Result] = {}
        self.noise: list[str] = []
        self.unknown: list[str] = []
        self.twice: list[str] = []
        self.counts = {"noise": 0, "unknown": 0, "twice": 0}
        self.messages = b""
        self.closed = False
        self.failure: BaseException | None = None
        self.latest = time.monotonic()

    # -- by the threads

    def read(self, stream: IO[bytes]) -> None:
        """Read and judge answers until the command closes its output."""
        try:
            for line in _lines(stream):
                self._hear(line)
        except (OSError, ValueError):
            pass  # the pipe was closed under us: the command is at its end
        except BaseException as error:  # a slip of the judge must reach the caller, who waits
            self.failure = error
        with self.condition:
            self.closed = True
            self.condition.notify_all()

    def keep_messages(self, stream: IO[bytes]) -> None:
        """Empty standard error and keep its end."""
        with contextlib.suppress(OSError, ValueError):
            while part := os.read(stream.fileno(), 1 << 16):
                self.messages = (self.messages + part)[-_KEPT:]

    def _hear(self, line: bytes | None) -> None:
        if line is not None and not line.strip():
            return
        data = _object(line)
        if data is None:
            self._count("noise", self.noise, "a line that is too long" if line is None else shown(_text(line.strip())))
            return
        name = data.pop("id")
        if not isinstance(name, str) or name not in self.waiting:
            known = isinstance(name, str) and name in self.results
            self._count(*(("twice", self.twice) if known else ("unknown", self.unknown)), shown(name))
            return
        result = judge_answer(self.waiting[name], data, self.terms)
        with self.condition:
            del self.waiting[name]
            self.results[name] = result
            self.latest = time.monotonic()
            self.condition.notify_all()

    def _count(self, kind: str, examples: list[str], text: str) -> None:
        self.counts[kind] += 1
        if not examples:
            examples.append(text)

    # -- by the caller

    def wait(self, deadline: float, timeout: float, progress: Callable[[int], object] | None) -> str | None:
        """Wait until all is answered or the output is closed; return what ended it otherwise, in words."""
        reported = 0
        with self.condition:
            while True:
                if progress is not None and len(self.results) > reported:
                    progress(len(self.results) - reported)
                    reported = len(self.results)
                if self.closed:
                    break
                now = time.monotonic()
                # Who has answered everything gets a moment to say something wrong yet.
                end = min(self.latest + (timeout if self.waiting else _GRACE), deadline)
                if now >= end:
                    if not self.waiting:
                        return "it answered everything but did not end by itself"
                    if now >= deadline:
                        return "it took too long in all and was stopped"
                    return f"no new answer for {timeout:g} s; it was stopped"
                self.condition.wait(end - now)
        if self.failure is not None:
            raise self.failure
        return None

    def report(self, ended: str | None, status: int | None) -> Report:
        """Return the report; `ended` says why the command was stopped, `status` how it ended by itself."""
        if ended is not None:
            judgement, detail = Judgement.TIMED_OUT, ended
        elif status:
            judgement, detail = Judgement.CRASHED, _how(status)
        else:
            judgement, detail = Judgement.MISSING, "there was no answer"
        results = tuple(
            self.results[expected.name] if expected.name in self.results else failed(expected, judgement, detail)
            for expected in self.asked
        )
        notes = [] if ended is None else [f"the command: {ended}"]
        if status:
            notes.append(f"the command {_how(status)}")
        for kind, examples, what in (
            ("noise", self.noise, "lines that are no answers"),
            ("unknown", self.unknown, "answers with an id that was not asked"),
            ("twice", self.twice, "answers to what was answered before; the first counts"),
        ):
            if examples:
                notes.append(f"{what}: {self.counts[kind]:,}, for example {examples[0]}")
        if self.messages.strip() and len(self.results) < len(self.asked):
            last = _text(self.messages).strip().splitlines()[-10:]
            notes.append("the last lines on its standard error:\n" + "\n".join(f"  {line}" for line in last))
        return Report(results, self.terms, tuple(notes))


def _object(line: bytes | None) -> dict[str, object] | None:
    """Return the JSON object of a line with an id, None if it is none."""
    try:
        data = json.loads(line) if line is not None else None
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and "id" in data else None


def _text(data: bytes) -> str:
    """Return what a command said as text without control characters."""
    text = data.decode("utf-8", errors="replace")
    return "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text.replace("\t", " "))


def _how(status: int) -> str:
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"
