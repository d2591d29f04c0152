"""The limits of an input: processor time, memory, and the folder of its process.

Time is processor time, so that a busy machine causes no failures. Memory is address space beyond that of the process
after all imports.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import resource
import signal
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

from fuzzing.plain import text_of

__all__ = ["BYTES", "SECONDS", "Walls"]

SECONDS = 5.0
"""Processor seconds for one input."""

BYTES = 500 * 10**6
"""Bytes of memory for one input."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_ANYWHERE = ("/dev/", "/proc/")
_CHANGES = {
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.chmod",
    "os.chown",
    "os.link",
    "os.symlink",
    "os.truncate",
    "shutil.rmtree",
}
_PROGRAMS = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn"}


class Walls:
    """The limits of a process that tries inputs; they last until it ends.

    Parameters: `folder`, the only folder in which it may write; `traces`, an open file for the place in the code at
    which the time was used up.
    """

    def __init__(self, folder: str, traces: BinaryIO) -> None:
        self._folder = os.path.realpath(folder)
        self._outside: list[str] = []
        faulthandler.register(signal.SIGPROF, file=traces, all_threads=False, chain=True)
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123  Linux reports on this process here
            held = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + BYTES, held + BYTES))
        sys.addaudithook(self._watch)

    @contextlib.contextmanager
    def around(self, case: Any) -> Iterator[None]:
        """Give a block the time of one input; the process ends when it is used up."""
        self._outside.clear()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        if self._outside and not _names_a_place(text_of(case)):
            raise AssertionError(f"it touches what nobody has named: {self._outside[:3]}")

    def _watch(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Refuse accesses outside the folder, as an operating system would."""
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _WRITING:
                self._check(path)
        elif event in _CHANGES:
            self._check(arguments[0])
        elif event in _PROGRAMS or event == "socket.bind":
            raise PermissionError(13, "Permission denied")

    def _check(self, path: Any) -> None:
        if not isinstance(path, str | bytes | os.PathLike):
            return  # an open file
        name = os.path.realpath(os.fsdecode(path))
        if name == self._folder or name.startswith((self._folder + os.sep, *_ANYWHERE)):
            return
        self._outside.append(name)
        raise PermissionError(13, "Permission denied", name)


def _names_a_place(text: str) -> bool:
    return "/" in text or "~" in text or ".." in text
