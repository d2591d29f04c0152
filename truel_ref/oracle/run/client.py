"""One process of a command under test: it is started, written to, read from, and ended with all that it has started.

Threads of its own serve the pipes of a process, so that none of them can fill up and stop the others; lines come with
the moment at which they were read, and wait for whoever judges them as long as it takes. What a process says is trusted
in nothing: lines are cut at a length, and a reader who is far behind makes the process wait.

On POSIX systems `truel_ref/oracle/launcher.py` stands between: it ends everything when the pipe to it closes, which no
kind of death of the judge can prevent. Elsewhere only the process itself is ended.

A number that is too long to be converted in no time stays text, and `truel_ref.oracle.judge.number_said` refuses it.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from truel_ref.errors import VectorError, shown
from truel_ref.files import hold_standard_streams
from truel_ref.oracle.judge import NUMBER_LIMIT

__all__ = ["LINE_LIMIT", "Client", "Line", "Nothing", "Said", "answer_line", "plain_text"]

LINE_LIMIT = 1 << 20
"""Bytes of a line; a longer one is no answer."""

_KEPT = 2000  # bytes of standard error that are kept, the last ones
_AHEAD = 1 << 26  # bytes of lines that wait to be judged; a process that is further ahead has to wait
_LAUNCHER = Path(__file__).with_name("launcher.py")
_END = 15.0  # seconds in which a launcher must have swept up; it gives up itself after ten
_JOIN = 1.0  # seconds that a thread has to end once its pipe has closed


class Said(NamedTuple):
    """A line that a process has written, None for one that is too long, and the moment at which it was read."""

    at: float
    line: bytes | None


class Nothing(Enum):
    """Why there is no line."""

    SILENT = "no line came in time"
    CLOSED = "the process has closed its output"


class Client:
    r"""A running process of a command, in a session of its own.

    Parameters: `command`, the program and its arguments.

    Raises `VectorError` for a command that cannot be started.

    >>> client = Client([sys.executable, "-c", "print(input())"])
    >>> client.send(b"hello")
    >>> client.receive(60).line, client.receive(60), client.status(60)
    (b'hello\n', <Nothing.CLOSED: 'the process has closed its output'>, 0)
    >>> client.stop()
    """

    def __init__(self, command: Sequence[str]) -> None:
        if not command or isinstance(command, str):
            raise VectorError("no command to judge; name the program and its arguments, like ['python', 'solver.py']")
        self._process = _Launched(command) if _can_launch() else _Direct(command)
        self._lines = _Lines()
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._messages = b""
        work: tuple[tuple[Callable[[IO[bytes]], None], IO[bytes]], ...] = (
            (self._write, self._process.pipes[0]),
            (self._read, self._process.pipes[1]),
            (self._keep_messages, self._process.pipes[2]),
        )
        self._threads = [threading.Thread(target=do, args=(pipe,), daemon=True) for do, pipe in work]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Write a line; who does not read it, or has ended, is no concern of the caller."""
        self._unsent.put(line + b"\n")

    def close_input(self) -> None:
        """Say that no more lines come."""
        self._unsent.put(None)

    def receive(self, seconds: float) -> Said | Nothing:
        """Return the next line, waiting so long for it, or why there is none."""
        return self._lines.get(seconds)

    def status(self, seconds: float) -> int | None:
        """Return how the process ended, negative for a signal, or None if it does not end in time."""
        return self._process.status(seconds)

    @property
    def messages(self) -> bytes:
        """The end of what was said on standard error."""
        return self._messages

    def stop(self) -> None:
        """End the process and all that it has started."""
        self.close_input()
        self._process.end()
        self._lines.drop()
        for thread, pipe in zip(self._threads, self._process.pipes, strict=True):
            thread.join(_JOIN)
            # A pipe that is still held by a process out of reach is left to its thread.
            if not thread.is_alive():
                with contextlib.suppress(OSError):
                    pipe.close()

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (line := self._unsent.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with contextlib.suppress(OSError, ValueError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        try:
            for line in _cut(pipe):
                self._lines.put(Said(time.monotonic(), line))
        except (OSError, ValueError):
            pass  # the pipe was closed under us: the process is at its end
        finally:
            self._lines.close()

    def _keep_messages(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while part := os.read(pipe.fileno(), 1 << 16):
                self._messages = (self._messages + part)[-_KEPT:]


def _cut(pipe: IO[bytes]) -> Iterator[bytes | None]:
    """Yield the lines of a pipe, None for one that is too long."""
    goes_on = False
    while part := pipe.readline(LINE_LIMIT):
        is_whole = part.endswith(b"\n") or len(part) < LINE_LIMIT
        if not goes_on:
            yield part if is_whole else None
        goes_on = not is_whole


class _Lines:
    """Lines that were read and not yet judged: whoever reads waits while there are too many bytes of them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[Said] = deque()
        self._bytes = 0
        self._closed = self._dropped = False

    def put(self, said: Said) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._bytes <= _AHEAD or self._dropped)
            if not self._dropped:
                self._waiting.append(said)
                self._bytes += _weight(said)
                self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def drop(self) -> None:
        with self._changed:
            self._dropped = True
            self._waiting.clear()
            self._changed.notify_all()

    def get(self, seconds: float) -> Said | Nothing:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed, max(0.0, seconds))
            if self._waiting:
                said = self._waiting.popleft()
                self._bytes -= _weight(said)
                self._changed.notify_all()
                return said
            return Nothing.CLOSED if self._closed else Nothing.SILENT


def _weight(said: Said) -> int:
    return 100 + len(said.line or b"")  # a line takes more memory than its bytes


# ---------------------------------------------------------------------------------------------------------
# The process


def _can_launch() -> bool:
    return os.name == "posix" and bool(sys.executable) and _LAUNCHER.is_file()


def _popen(words: Sequence[str], name: str, **more: object) -> subprocess.Popen[bytes]:
    pipe: Final = subprocess.PIPE
    try:
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, **more)  # type: ignore[call-overload,no-any-return]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise VectorError(f"cannot start {shown(name)}: {reason or error}") from None


class _Direct:
    """A process without a launcher between: only itself can be ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = _popen(command, command[0])
        self.pipes = _pipes(self._process)

    def status(self, seconds: float) -> int | None:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()


class _Launched:
    """A process behind the launcher, which ends all of its family when its lifeline closes."""

    def __init__(self, command: Sequence[str]) -> None:
        hold_standard_streams()  # or one of these pipes would be taken for a standard stream of the command
        held, self._lifeline = os.pipe()
        told, tells = os.pipe()
        ends = [self._lifeline, told]
        try:
            words = [sys.executable, "-I", "-S", str(_LAUNCHER), str(held), str(tells), *command]
            self._process = _popen(words, command[0], pass_fds=(held, tells), start_new_session=True)
        except VectorError:
            for end in ends:
                os.close(end)
            raise
        finally:
            os.close(held)
            os.close(tells)
        self.pipes = _pipes(self._process)
        self._status: int | None = None
        self._ended = threading.Event()
        self._reports = os.fdopen(told, "r", encoding="ascii")
        first = self._reports.readline().split()
        if first != ["started"]:
            self._refuse(command[0], first)
        threading.Thread(target=self._listen, daemon=True).start()

    def _refuse(self, name: str, first: list[str]) -> None:
        reason = os.strerror(int(first[1])) if len(first) == 2 else "whoever was to start it has ended"
        self.end()
        for pipe in (*self.pipes, self._reports):
            pipe.close()
        raise VectorError(f"cannot start {shown(name)}: {reason}")

    def _listen(self) -> None:
        with self._reports:
            for report in self._reports:
                self._status = int(report.split()[1])
                break
        self._ended.set()

    def status(self, seconds: float) -> int | None:
        self._ended.wait(seconds)
        return self._status

    def end(self) -> None:
        os.close(self._lifeline)
        try:
            self._process.wait(_END)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


# ---------------------------------------------------------------------------------------------------------
# Lines of a command as answers: what is JSON with an id, in time that grows with the length of the line only.

_AT_ONCE = 600  # digits of an integer that Python converts in no time, whatever limit it is set to
_EXPONENT = 5  # signs of an exponent that a double may have: one for minus, three digits, and a zero in front


class Line(NamedTuple):
    """A line that is a JSON object: its keys and values, and a key that stands twice in it, else empty."""

    data: dict[str, Any]
    twice: str


def answer_line(line: bytes | None) -> Line | None:
    """Return the JSON object of a line that has an id or says hello, None for any other line.

    Parameters: `line`, None for one that was too long.

    >>> answer_line(b'{"id": "x", "win": [1, 0]}')
    Line(data={'id': 'x', 'win': [1, 0]}, twice='')
    >>> answer_line(b'{"id": "x", "win": [1, 0], "id": "y"}').twice
    "'id'"
    >>> answer_line(b"solving x") is None
    True
    """
    twice: list[str] = []

    def collect(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        data = dict(pairs)
        if len(data) < len(pairs) and not twice:
            counts = Counter(key for key, _ in pairs)
            twice.append(shown(next(key for key in data if counts[key] > 1)))
        return data

    if line is None:
        return None
    try:
        data = json.loads(line, parse_int=_integer, parse_float=_double, object_pairs_hook=collect)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not ("id" in data or "hello" in data):
        return None
    return Line(data, twice[0] if twice else "")


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _AT_ONCE else digits


def _double(number: str) -> float | str:
    """Return a double, or the text where it would take long to read or is far beyond what a double can say."""
    exponent = number.lower().partition("e")[2]
    return float(number) if len(number) <= NUMBER_LIMIT and len(exponent) <= _EXPONENT else number


def plain_text(data: bytes) -> str:
    r"""Return what a command said as text without control characters.

    >>> plain_text(b"a\tb\x1b[31m")
    'a b\ufffd[31m'
    """
    text = data.decode("utf-8", errors="replace")
    return "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text.replace("\t", " "))
