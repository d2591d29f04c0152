"""Processes of the system by their ids: children of one, and whether some have ended; for Linux, which has /proc."""

import time
from pathlib import Path

import pytest

on_linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at the processes of Linux")


def children(process):
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()]


def is_alive(process):
    """Tell whether a process works still: one that waits to be buried does not."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] not in "ZX"


def gone(processes):
    """Wait until some processes have ended."""
    while any(map(is_alive, processes)):
        time.sleep(0.01)
    return True
