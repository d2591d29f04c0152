"""One process of a command under test: it is started, written to, read from, and ended with all that it has started.

Threads of its own serve the pipes of a process, so that none of them can fill up and stop the others; lines come with
the moment at which they were read, and wait for whoever judges them as long as it takes. What a process says is trusted
in nothing: lines are cut at a length, and a reader who is far behind makes the process wait.

On POSIX systems `truel_ref/oracle/run/launcher.py` stands between: it ends everything when the pipe to it closes, which
no kind of death of the judge can prevent. Elsewhere only the process itself is ended.
"""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import IO, NamedTuple

from truel_ref.errors import VectorError, shown
from truel_ref.files import hold_standard_streams

__all__ = ["LINE_LIMIT", "Client", "Nothing", "Said", "check_program"]

LINE_LIMIT = 1 << 20
"""Bytes of a line; a longer one is not an answer."""

_KEPT = 2000  # bytes of standard error that are kept, the last ones
_AHEAD = 64  # lines that wait to be judged; a process that is further ahead has to wait
_LAUNCHER = Path(__file__).with_name("launcher.py")
_END = 15.0  # seconds in which a launcher must have swept up; it gives up itself after ten
_JOIN = 1.0  # seconds that a thread has to end once its pipe has closed


def check_program(command: Sequence[str]) -> None:
    """Refuse a command whose program is not there, before any work is done for it.

    Raises `VectorError`.

    >>> check_program(["no-such-program", "--quick"])
    Traceback (most recent call last):
    ...
    truel_ref.errors.VectorError: cannot start 'no-such-program': No such file or directory
    """
    if not command or isinstance(command, str):
        raise VectorError("no command to judge; name the program and its arguments, like ['python', 'solver.py']")
    if shutil.which(command[0]) is None:
        is_there = "\0" not in command[0] and os.access(command[0], os.F_OK)
        reason = errno.EACCES if is_there else errno.ENOENT
        raise VectorError(f"cannot start {shown(command[0])}: {os.strerror(reason)}")


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

    Fields: `messages`, the end of what was said on standard error; `processor`, the seconds of processor time that it
    took with all that it has started and waited for, None while it runs and where the system does not tell.

    Raises `VectorError` for a command that cannot be started.

    >>> client = Client([sys.executable, "-c", "print(input())"])
    >>> client.send(b"hello")
    >>> client.receive(60).line, client.receive(60), client.status(60)
    (b'hello\n', <Nothing.CLOSED: 'the process has closed its output'>, 0)
    >>> client.stop()
    """

    def __init__(self, command: Sequence[str]) -> None:
        check_program(command)
        self._process = _Launched(command) if _can_launch() else _Direct(command, command[0])
        self._lines: queue.Queue[Said | Nothing] = queue.Queue(_AHEAD)
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._is_stopped = False
        self.messages = b""
        self.processor: float | None = None
        self._threads = [
            threading.Thread(target=serve, args=(pipe,), daemon=True)
            for serve, pipe in zip((self._write, self._read, self._keep_messages), self._process.pipes, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Write a line; who does not read it, or has ended, is not a concern of the caller."""
        self._unsent.put(line + b"\n")

    def close_input(self) -> None:
        """Say that no more lines come."""
        self._unsent.put(None)

    def receive(self, seconds: float) -> Said | Nothing:
        """Return the next line, waiting so long for it, or why there is none."""
        try:
            return self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return Nothing.SILENT

    def status(self, seconds: float) -> int | None:
        """Return how the process ended, negative for a signal, or None if it does not end in time."""
        return self._process.status(seconds)

    def stop(self) -> None:
        """End the process and all that it has started."""
        self.close_input()
        self.processor = self._process.end()
        self._is_stopped = True
        with contextlib.suppress(queue.Empty):  # the thread that reads may wait until there is room
            while True:
                self._lines.get_nowait()
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
        with contextlib.suppress(OSError, ValueError):  # where the pipe is closed under us, the process is at its end
            for line in _cut(pipe):
                self._lines.put(Said(time.monotonic(), line))
                if self._is_stopped:
                    return
        self._lines.put(Nothing.CLOSED)

    def _keep_messages(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while part := os.read(pipe.fileno(), 1 << 16):
                self.messages = (self.messages + part)[-_KEPT:]


def _cut(pipe: IO[bytes]) -> Iterator[bytes | None]:
    """Yield the lines of a pipe, None for one that is too long."""
    goes_on = False
    while part := pipe.readline(LINE_LIMIT):
        is_whole = part.endswith(b"\n") or len(part) < LINE_LIMIT
        if not goes_on:
            yield part if is_whole else None
        goes_on = not is_whole


# ---------------------------------------------------------------------------------------------------------
# The process


def _can_launch() -> bool:
    return os.name == "posix" and bool(sys.executable) and _LAUNCHER.is_file()


class _Direct:
    """A process without a launcher between: only itself can be ended.

    Parameters: `words`, the program and its arguments; `name`, what it is called in an error; `more`, for `Popen`.
    """

    def __init__(self, words: Sequence[str], name: str, **more: object) -> None:
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, **more)  # type: ignore[call-overload]
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            raise VectorError(f"cannot start {shown(name)}: {reason or error}") from None
        self._process: subprocess.Popen[bytes] = process
        self.pipes: tuple[IO[bytes], IO[bytes], IO[bytes]] = (process.stdin, process.stdout, process.stderr)

    def status(self, seconds: float) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def end(self) -> float | None:
        """End the process; return the seconds of processor time that it took, if they can be told."""
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()
        return None


class _Launched(_Direct):
    """A process behind the launcher, which ends all of its family when its lifeline closes."""

    def __init__(self, command: Sequence[str]) -> None:
        hold_standard_streams()  # or one of these pipes would be taken for a standard stream of the command
        held, self._lifeline = os.pipe()
        self._reports, reports = os.pipe()
        words = [sys.executable, "-I", "-S", str(_LAUNCHER), str(held), str(reports), *command]
        try:
            super().__init__(words, command[0], pass_fds=(held, reports), start_new_session=True)
        except VectorError:
            os.close(self._lifeline)
            os.close(self._reports)
            raise
        finally:
            os.close(held)
            os.close(reports)
        self._told = os.read(self._reports, 64)
        if not self._told.startswith(b"started"):
            self.end()
            for pipe in self.pipes:
                pipe.close()
            _, _, number = self._told.partition(b"failed ")
            reason = os.strerror(int(number)) if number else "whoever was to start it has ended"
            raise VectorError(f"cannot start {shown(command[0])}: {reason}")

    def status(self, seconds: float) -> int | None:
        poll = select.poll()
        poll.register(self._reports, select.POLLIN)
        if not self._ended and poll.poll(1000 * seconds):
            with contextlib.suppress(OSError):
                self._told += os.read(self._reports, 64)
        return int(self._ended[0]) if self._ended else None

    def end(self) -> float | None:
        os.close(self._lifeline)
        try:
            self._process.wait(_END)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        with contextlib.suppress(OSError):
            self._told += os.read(self._reports, 64)  # the launcher has ended, so nobody waits here
        os.close(self._reports)
        return float(self._ended[1]) if self._ended else None

    @property
    def _ended(self) -> list[bytes]:
        """The status of the command and its processor time, as the launcher says them; empty before."""
        return self._told.partition(b"ended ")[2].split()
