"""Limit the work of a command: `--time-limit`, `--memory-limit` and `--force`.

Two mechanisms keep a limit. The loops of the library check it (`truel_ref.budget.check`). Where the operating system
has a timer and limits of its own, these are a second line: a signal ends work without checks, and the address space of
the process is limited to a little more than it may use, so that only a huge allocation fails.
"""

from __future__ import annotations

import contextlib
import functools
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar

import click

from truel_ref.budget import Budget, bytes_text, check, is_undisturbed, limits
from truel_ref.cli.options import added
from truel_ref.cli.output import complain, note, say, say_json
from truel_ref.errors import BudgetError, SizeError, shown

__all__ = ["ENDED", "enforced", "known_data", "stated_budget", "work_options"]

ENDED = 3
"""The exit status of a command that a limit ended."""

SHOWN = 100
"""Largest number of partial results in the printed text; JSON has all of them."""

ROOM = 512 * 10**6
"""Bytes of address space beyond the limit: libraries and stacks of threads reserve space that they hardly use."""

_AGAIN = 0.01  # seconds to the next alarm if an alarm had no effect

if TYPE_CHECKING:
    _Seconds = click.ParamType[float]
    _Bytes = click.ParamType[int]
else:
    _Seconds = _Bytes = click.ParamType


class Seconds(_Seconds):
    """A number of seconds: 60 or 0.5."""

    name = "seconds"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        """Return the number; refuse other text, 0 and more than a thousand years."""
        if not re.fullmatch(r"[0-9]{1,10}(\.[0-9]{1,9})?", value, re.ASCII) or not float(value):
            raise click.UsageError(f"--time-limit: {shown(value)} is not a number of seconds such as 60 or 0.5")
        return float(value)


class Bytes(_Bytes):
    """An amount of memory: 500MB, 2GB or a number of bytes."""

    name = "size"
    UNITS: ClassVar[dict[str, int]] = {
        "": 1,
        "kB": 10**3,
        "MB": 10**6,
        "GB": 10**9,
        "TB": 10**12,
        "KiB": 2**10,
        "MiB": 2**20,
        "GiB": 2**30,
    }

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> int:
        """Return the number of bytes; refuse other text."""
        match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,3})?) ?([A-Za-z]*)", value, re.ASCII)
        units = {name.casefold(): size for name, size in self.UNITS.items()}
        size = units.get(match[2].casefold()) if match else None
        if match is None or size is None or not float(match[1]) * size >= 1:
            raise click.UsageError(f"--memory-limit: {shown(value)} is not an amount of memory such as 500MB or 2GB")
        return int(float(match[1]) * size)


def work_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that limit the work of a command, and enforce them; with `--jsonl`, for each line separately."""

    @functools.wraps(command)
    def limited(time_limit: float | None, memory_limit: int | None, force: bool, **others: Any) -> int:
        budget = stated_budget()
        if others.get("jsonl"):
            return command(**others)
        try:
            with enforced(budget):
                return command(**others)
        except SizeError:
            raise
        except BudgetError as error:
            return _tell(error, as_json=bool(others.get("as_json")) or others.get("format") == "json")

    return added(
        click.option("--time-limit", type=Seconds(), metavar="SECONDS", help="Stop after SECONDS."),
        click.option("--memory-limit", type=Bytes(), metavar="SIZE", help="Stop above this memory use: 500MB or 2GB."),
        click.option("--force", is_flag=True, help="Start a job that would be refused for its size."),
    )(limited)


def stated_budget() -> Budget:
    """Return the budget of the current command."""
    stated = click.get_current_context().params
    return Budget(stated.get("time_limit"), stated.get("memory_limit"), bool(stated.get("force")), report=note)


@contextlib.contextmanager
def enforced(budget: Budget) -> Iterator[None]:
    """Enforce a budget on a block of code, also by timers and limits of the operating system where it has them.

    Parameters: `budget`. Raises the errors of the block, and `BudgetError` with the results so far at a limit.
    """
    if budget.seconds is None and budget.bytes is None:  # the usual case, kept fast: there may be many lines
        with limits(budget):
            yield
        return
    with limits(budget), _alarm(budget.seconds), _walls(budget.bytes):
        try:
            yield
        except MemoryError:
            if budget.bytes is None:
                raise
            raise BudgetError(f"the memory limit of {bytes_text(budget.bytes)} was reached") from None


def _tell(error: BudgetError, as_json: bool) -> int:
    """Complain that a limit was reached, and print the results so far."""
    if as_json:
        say_json({"unfinished": str(error)} | known_data(error))
    else:
        for name, value in error.known.items():
            if value and not isinstance(value, int):
                say(f"{name} so far:")
                for record in value[:SHOWN]:
                    say(f"  {record}")
                if len(value) > SHOWN:
                    say(f"  and {len(value) - SHOWN:,} more, which --json has")
    complain(str(error))
    return ENDED


def known_data(error: BudgetError) -> dict[str, Any]:
    """Return the results before a limit as plain data: numbers, and lists of records."""
    return {
        name: value if isinstance(value, int) else [record.to_json() for record in value]
        for name, value in error.known.items()
    }


@contextlib.contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise `BudgetError` in this thread after a number of seconds, if the operating system has a timer."""
    usable = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds is None or not usable:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        if isinstance(sys.exc_info()[1], BudgetError):
            return  # a check has already raised the error; results are being saved or printed
        if is_undisturbed():
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)
            return
        check()  # raises the usual message, unless its clock is behind the timer
        raise BudgetError(f"the time limit of {seconds:g} s was reached")

    def lost(unraisable: Any) -> None:
        # The alarm rang inside a finalizer, from which Python lets no error escape.
        if isinstance(unraisable.exc_value, BudgetError):
            signal.setitimer(signal.ITIMER_REAL, _AGAIN)
        else:
            tell_lost(unraisable)

    begun = time.monotonic()
    tell_lost, sys.unraisablehook = sys.unraisablehook, lost
    before = signal.signal(signal.SIGALRM, ring)
    rest, interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = tell_lost
        if rest:  # the caller has an alarm of its own
            signal.setitimer(signal.ITIMER_REAL, max(rest - (time.monotonic() - begun), 1e-6), interval)


@contextlib.contextmanager
def _walls(most: int | None) -> Iterator[None]:
    """Limit the address space to its present size plus the limit and a margin, if the operating system can."""
    if most is None or not sys.platform.startswith("linux"):
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    room = _address_space() + most + ROOM
    within = room if hard == resource.RLIM_INFINITY else min(room, hard)
    resource.setrlimit(resource.RLIMIT_AS, (within, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _address_space() -> int:
    import resource

    with open("/proc/self/statm", "rb") as file:  # noqa: PTH123  no file of ours: Linux reports on this process here
        return int(file.read().split()[0]) * resource.getpagesize()
