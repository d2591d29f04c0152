"""Starts a command and sees to it that nothing of it survives whoever asked for it, not even where he is killed.

    python -I -S launcher.py LIFELINE STATUS COMMAND ARGUMENT ...

LIFELINE and STATUS are the numbers of two open pipes. Nothing is ever said on the first; that it closes, by whatever
end of the process at its other side, says that it is time to go. On the second stands a line each: `started`, or
`failed` and the number of the error, and later `ended`, the status of the command, negative for a signal, and the
seconds of processor time that it took with those of its children that it has waited for.

The steps:

1. on Linux, become the one to whom orphans fall: a process that leaves its family and its session falls to this one;
2. start the command in a session of its own, on the standard streams of this process, and let go of them;
3. wait until the command ends, which is told, and until the lifeline closes or a signal says so;
4. kill everything that is left: on Linux all children of this process, until there are none, because those of whom is
   killed become its children, too; elsewhere the process group of the command.

This is a program of its own that imports nothing of the package: a process with threads cannot safely do anything
between `fork` and `exec`, and whoever is killed cannot clean up. It needs a POSIX system.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import sys
import time

__all__ = []

_PARENT_DEATH_SIGNAL, _SUBREAPER = 1, 36  # numbers of Linux for `prctl`
_IS_LINUX = sys.platform.startswith("linux")
_LISTS_CHILDREN = _IS_LINUX and os.access("/proc/self/stat", os.R_OK)
_PATIENCE = 10.0  # seconds for processes that do not die of SIGKILL at once; some may belong to somebody else
_PAUSE = 0.002


def _prctl(what: int, value: int) -> None:
    """Ask the kernel of Linux for something; where it refuses, less is swept."""
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def _start(command: list[str]) -> tuple[int, int]:
    """Start a command; return its process id, and the number of the error if it could not be started, else 0."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            for name in ("SIGPIPE", "SIGXFSZ"):  # Python ignores them, which would be inherited
                signal.signal(getattr(signal, name), signal.SIG_DFL)
            if _IS_LINUX:
                _prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
            os.execvp(command[0], command)
        except OSError as error:
            os.write(writing, str(error.errno or errno.ENOENT).encode())
        finally:
            os._exit(127)
    os.close(writing)
    refused = os.read(reading, 16)  # closed without a word by a successful exec
    os.close(reading)
    return child, int(refused or 0)


def _children() -> list[int]:
    """Return the processes whose parent is this one."""
    own, children = os.getpid(), []
    with os.scandir("/proc") as entries:
        for name in [entry.name for entry in entries if entry.name.isdigit()]:
            with contextlib.suppress(OSError, ValueError, IndexError):
                handle = os.open(f"/proc/{name}/stat", os.O_RDONLY)
                try:
                    # The name of the program stands in parentheses and may hold anything; the parent is two words on.
                    parent = int(os.read(handle, 4096).rpartition(b")")[2].split()[1])
                finally:
                    os.close(handle)
                if parent == own:
                    children.append(int(name))
    return children


def _reap(command: int, status: int) -> bool:
    """Take note of all who have ended, and tell of the command; return whether anybody is left."""
    while True:
        try:
            ended, how, used = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if ended == 0:
            return True
        if ended == command:
            with contextlib.suppress(OSError):  # nobody may be listening any more
                seconds = used.ru_utime + used.ru_stime
                os.write(status, f"ended {os.waitstatus_to_exitcode(how)} {seconds:.3f}\n".encode())


def _sweep(command: int, status: int) -> None:
    """Kill all that is left of a command."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        for ends, number in [(os.kill, child) for child in _children()] if _LISTS_CHILDREN else [(os.killpg, command)]:
            with contextlib.suppress(OSError):
                ends(number, signal.SIGKILL)
        if not _reap(command, status) or time.monotonic() > deadline:
            return
        time.sleep(_PAUSE)


def _wait(command: int, lifeline: int, status: int, woken: int) -> None:
    """Wait until the lifeline closes or a signal asks for the end; children that end in the meantime are noted."""
    poll = select.poll()
    poll.register(lifeline)
    poll.register(woken, select.POLLIN)
    while True:
        if lifeline in [pipe for pipe, _ in poll.poll()]:
            return
        if any(number != signal.SIGCHLD for number in os.read(woken, 512)):
            return
        _reap(command, status)


def _launch(lifeline: int, status: int, command: list[str]) -> None:
    for pipe in (lifeline, status):
        os.set_inheritable(pipe, False)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    for name in ("SIGCHLD", "SIGTERM", "SIGINT", "SIGHUP"):
        signal.signal(getattr(signal, name), lambda number, frame: None)
    if _IS_LINUX:
        _prctl(_SUBREAPER, 1)
    child, refused = _start(command)
    os.write(status, f"failed {refused}\n".encode() if refused else b"started\n")
    if refused:
        return
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    _wait(child, lifeline, status, woken)
    _sweep(child, status)


if __name__ == "__main__":
    _launch(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
