"""How a run is conducted: how long one waits, how often one starts again, in how many processes one asks."""

from __future__ import annotations

from dataclasses import dataclass

from truel_ref.errors import VectorError, shown

__all__ = ["Conduct"]

_MOST_SECONDS = 10**7


@dataclass(frozen=True)
class Conduct:
    """How a command is asked. The defaults suit a command that answers line by line or all at the end of its input.

    Fields: `start`, the seconds from the start of a process to its first line, by default as long as may pass between
    answers; `each`, the seconds for each vector, and then the next one is sent when the one before is answered;
    `grace`, the seconds that a process has to end once it has answered everything; `restarts`, how often the command
    may be started again in all after it has crashed or was too slow; `window`, how many questions may be unanswered at
    a time, by default all of them, and with 1 the times of the answers are measured; `jobs`, the number of processes
    that are asked at the same time; `smoke`, whether four plain vectors are asked first, and nothing else where none of
    the four gets an answer that can be read; `fail_fast`, whether nothing more is asked after the first mistake.

    Raises `VectorError` for a number out of its range.

    >>> Conduct(each=2).window
    1
    >>> Conduct(jobs=0)
    Traceback (most recent call last):
    ...
    truel_ref.errors.VectorError: jobs: 0 is not an integer from 1 to 1,000
    """

    start: float | None = None
    each: float | None = None
    grace: float = 1
    restarts: int = 200
    window: int | None = None
    jobs: int = 1
    smoke: bool = False
    fail_fast: bool = False

    def __post_init__(self) -> None:
        for name in ("start", "each", "grace"):
            check_seconds(name, getattr(self, name))
        for name, least, most in (("restarts", 0, 10**6), ("window", 1, 10**6), ("jobs", 1, 1_000)):
            count = getattr(self, name)
            if count is not None and (type(count) is not int or not least <= count <= most):
                raise VectorError(f"{name}: {shown(count)} is not an integer from {least:,} to {most:,}")
        if self.each is not None and self.window is None:
            object.__setattr__(self, "window", 1)
        if self.each is not None and self.window != 1:
            raise VectorError(f"window: {self.window} questions at a time leave no limit for each; take one of the two")


def check_seconds(name: str, seconds: float | None) -> None:
    """Refuse what is no number of seconds above 0; None is no limit."""
    if seconds is not None and not 0 < seconds < _MOST_SECONDS:
        raise VectorError(f"{name}: {shown(seconds)} is no number of seconds above 0")
