"""Budgets for work: an estimate before the work, limits during the work, and a clean end at a limit.

The module has three tools, which do not depend on truels:

- A `WorkEstimate` states the approximate size, time and memory of some work. Before the work, `admit` admits it,
  announces it if it is large, or refuses it.
- A `Budget` limits seconds and bytes. `limits` puts it in force for a block of code; a function with a keyword
  `budget` puts it in force for one call.
- All long loops call `check`. It takes little time, and raises `BudgetError` at a limit. On its way out the error
  collects the results so far (`so_far`).

Budgets may be nested: the first limit ends the work. A thread begins without a budget; give the budget `left` to
another process. Python cannot end a single operation, such as a product of huge numbers, so work may exceed a limit by
one step between two checks.
"""

from __future__ import annotations

import contextlib
import functools
import os
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from truel_ref.errors import BudgetError, NumberError, SizeError, shown

__all__ = [
    "MOST_BYTES",
    "MOST_SECONDS",
    "NOTED_BYTES",
    "NOTED_SECONDS",
    "Budget",
    "WorkEstimate",
    "a_part",
    "admit",
    "bytes_text",
    "check",
    "forced",
    "is_limited",
    "is_undisturbed",
    "left",
    "limits",
    "seconds_text",
    "so_far",
    "undisturbed",
    "within_budget",
]

MOST_SECONDS: Final = 3600.0
"""The most estimated seconds; more work is refused unless it is forced."""

MOST_BYTES: Final = 4 * 10**9
"""The most estimated bytes; more work is refused, unless it is forced or the budget has another limit."""

NOTED_SECONDS: Final = 10.0
"""The least estimated seconds of work that is announced."""

NOTED_BYTES: Final = 10**9
"""The least estimated bytes of work that is announced."""

_ENOUGH = 10**40  # the largest count of an estimate, because more would not fit into a float
_LOOK = 64  # checks between two measurements of memory, which take some microseconds

P = ParamSpec("P")
R = TypeVar("R")


# ---------------------------------------------------------------------------------------------------------
# Before work


@dataclass(frozen=True)
class WorkEstimate:
    """The approximate size of work, to one digit at best.

    Fields: `count`, the number of items; `what`, the kind of item, words that begin with a plural; `each`, the seconds
    per item; `bytes`, the total memory; `bits`, the length of the largest numbers; `way_out`, a way to less work.

    >>> estimate = WorkEstimate(10**14, "profiles", 1e-7, way_out="search Others only, which needs none of them")
    >>> print(estimate)
    about 10^14 profiles, 116 days; search Others only, which needs none of them
    """

    count: int
    what: str
    each: float
    bytes: int = 0
    bits: int = 0
    way_out: str = ""

    @property
    def seconds(self) -> float:
        """The approximate time of the work."""
        return min(self.count, _ENOUGH) * self.each

    @property
    def is_large(self) -> bool:
        """Whether the work is large enough to announce it."""
        return self.seconds >= NOTED_SECONDS or self.bytes >= NOTED_BYTES

    def __str__(self) -> str:
        word, *more = self.what.split(" ")
        what = " ".join([word.removesuffix("s") if self.count == 1 else word, *more])
        parts = [f"{_count_text(self.count)} {what}", seconds_text(self.seconds)]
        if self.bytes >= NOTED_BYTES // 10:
            parts.append(f"{bytes_text(self.bytes)} of memory")
        if self.bits >= 100_000:
            parts.append(f"numbers of {_count_text(self.bits)} binary digits")
        way_out = f"; {self.way_out}" if self.way_out else ""
        return ", ".join(parts) + way_out


def admit(estimate: WorkEstimate) -> None:
    """Admit work, announce it if it is large, or refuse it.

    The function refuses work of more than an hour, or of more than 4 GB or the bytes of the budget in force, unless the
    budget forces it. It announces work of more than ten seconds or 1 GB, once, to the `report` of the budget.

    Parameters: `estimate`. Raises `SizeError`.

    >>> admit(WorkEstimate(1000, "profiles", 1e-7))
    >>> admit(WorkEstimate(30**30, "profiles", 1e-7))
    Traceback (most recent call last):
    truel_ref.errors.SizeError: refused for its size: about 2 * 10^44 profiles, more than 1,000 years; --force, or \
Budget(forced=True), starts the work anyway
    """
    running = _running.get()
    most_bytes = MOST_BYTES if running is None or running.bytes is None else running.bytes
    too_much = estimate.seconds > MOST_SECONDS or estimate.bytes > most_bytes
    if too_much and not forced():
        raise SizeError(f"refused for its size: {estimate}; --force, or Budget(forced=True), starts the work anyway")
    if estimate.is_large and running is not None:
        running.announce(str(estimate))


def forced() -> bool:
    """Return whether the budget in force admits work of any size."""
    running = _running.get()
    return running is not None and running.forced


def seconds_text(seconds: float) -> str:
    """Return a duration in words, in a suitable unit.

    >>> [seconds_text(seconds) for seconds in (0.2, 5, 200, 86400, 4e8, 1e20)]
    ['less than a second', '5 seconds', '3 minutes', '24 hours', '13 years', 'more than 1,000 years']
    """
    if seconds < 1:
        return "less than a second"
    units = (("second", 1.0), ("minute", 60.0), ("hour", 3600.0), ("day", 86400.0), ("year", 31557600.0))
    if seconds > 1000 * units[-1][1]:
        return "more than 1,000 years"
    name, length = next(unit for unit in reversed(units) if seconds >= 2 * unit[1] or unit[1] == 1)
    number = round(seconds / length)
    return f"{number} {name}{'' if number == 1 else 's'}"


def bytes_text(number: int) -> str:
    """Return an amount of memory in a suitable unit, in powers of 1000.

    >>> [bytes_text(number) for number in (12, 500_000_000, 3_700_000_000, 10**30)]
    ['12 bytes', '500 MB', '3.7 GB', 'more than 1,000 TB']
    """
    if number > 10**15:
        return "more than 1,000 TB"
    for name, size in (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if number >= size:
            return f"{float(f'{number / size:.2g}'):g} {name}" if number < 100 * size else f"{number // size} {name}"
    return f"{number} bytes"


def _count_text(number: int) -> str:
    if number < 10**6:
        return f"{number:,}"
    if number > 10**1000:
        return "more than 10^1000"
    digits = str(number)
    leading, power = digits[0], len(digits) - 1
    return f"about 10^{power}" if leading == "1" else f"about {leading} * 10^{power}"


# ---------------------------------------------------------------------------------------------------------
# During work


def resident_bytes() -> int | None:
    """Return the memory of the process in bytes, None if the operating system does not report it in a file.

    >>> resident_bytes() is None or resident_bytes() > 10**6
    True
    """
    try:
        pages = Path("/proc/self/statm").read_bytes().split()[1]
    except (OSError, IndexError):
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Budget:
    """The limits of time and memory for some work.

    Fields:
        seconds: the time limit, from the moment when the budget comes into force; None for no limit.
        bytes: the limit of further memory of the process, from the moment when the budget comes into force; None for no
            limit. If the operating system does not report memory (without `/proc/self/statm`), only estimates count.
        forced: whether work of any estimated size begins.
        report: called with one line when large work begins; by default there is no report.
        clock: gives the time in seconds; tests replace it by a counter.
        held: gives the memory in bytes.

    A budget serves any number of calls; each call has the full limits.

    Raises `NumberError` for a limit that is not a number above 0.

    >>> from truel_ref import solve
    >>> solve(["1/3", "2/3", 1], budget=Budget(seconds=60)).win[0]
    Fraction(25, 63)
    """

    seconds: float | None = None
    bytes: int | None = None
    forced: bool = False
    report: Callable[[str], object] | None = None
    clock: Callable[[], float] = time.monotonic
    held: Callable[[], int | None] = resident_bytes

    def __post_init__(self) -> None:
        for name, limit, kinds in (("seconds", self.seconds, int | float), ("bytes", self.bytes, int)):
            # "not >" refuses NaN, too
            if limit is not None and (isinstance(limit, bool) or not isinstance(limit, kinds) or not limit > 0):
                raise NumberError(f"budget: {name}: {shown(limit)} is not a number above 0")


class _Running:
    """A budget in force, within the budgets that were in force before."""

    def __init__(self, budget: Budget, outer: _Running | None) -> None:
        self.budget = budget
        self.outer = outer
        self.forced: bool = budget.forced or (outer is not None and outer.forced)
        self.report: Callable[[str], object] | None = budget.report or (outer.report if outer is not None else None)
        self.bytes: int | None = budget.bytes if budget.bytes is not None or outer is None else outer.bytes
        self._deadline = None if budget.seconds is None else budget.clock() + budget.seconds
        held = budget.held() if budget.bytes is not None else None
        self._most = None if held is None or budget.bytes is None else held + budget.bytes
        self._looks = 0
        self._announced = False

    def check(self) -> None:
        """Raise `BudgetError` at a limit of this budget or of an outer budget."""
        if self._deadline is not None and self.budget.clock() >= self._deadline:
            raise BudgetError(f"the time limit of {self.budget.seconds:g} s was reached")
        if self._most is not None:
            if self._looks % _LOOK == 0 and (self.budget.held() or 0) > self._most:
                raise BudgetError(f"the memory limit of {bytes_text(self.budget.bytes or 0)} was reached")
            self._looks += 1
        if self.outer is not None:
            self.outer.check()

    def announce(self, text: str) -> None:
        """Report large work, the first time."""
        if self.report is not None and not self._announced:
            self._announced = True
            self.report(text)

    def left(self) -> Budget:
        """Return a budget with the rest of this budget and the outer budgets."""
        rest = None if self._deadline is None else max(self._deadline - self.budget.clock(), 1e-9)
        if self.outer is not None:
            others = self.outer.left().seconds
            rest = others if rest is None else rest if others is None else min(rest, others)
        return Budget(rest, self.bytes, self.forced)


_running: ContextVar[_Running | None] = ContextVar("budget", default=None)
_undisturbed: ContextVar[bool] = ContextVar("undisturbed", default=False)


def check() -> None:
    """Raise `BudgetError` at a limit of the budget in force; call this in every loop that can be long.

    >>> from itertools import count
    >>> with limits(Budget(seconds=3, clock=count().__next__)):
    ...     for step in range(10):
    ...         check()
    Traceback (most recent call last):
    truel_ref.errors.BudgetError: the time limit of 3 s was reached
    """
    running = _running.get()
    if running is not None:
        running.check()


@contextlib.contextmanager
def limits(budget: Budget | None) -> Iterator[None]:
    """Put a budget in force for a block of code, in addition to budgets already in force; None changes nothing.

    Parameters: `budget`. Raises the errors of the block; at a limit, `check` in the block raises `BudgetError`.
    """
    if budget is None:
        yield
        return
    token = _running.set(_Running(budget, _running.get()))
    try:
        yield
    finally:
        _running.reset(token)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Let a short block end without interruption by budgets or alarms.

    Such a block saves results, or makes an object that must be complete.

    >>> with limits(Budget(seconds=1, clock=iter([0, 5, 6]).__next__)), undisturbed():
    ...     check()
    """
    tokens = _running.set(None), _undisturbed.set(True)
    try:
        yield
    finally:
        _running.reset(tokens[0])
        _undisturbed.reset(tokens[1])


def is_undisturbed() -> bool:
    """Return whether a block is running that no limit may interrupt."""
    return _undisturbed.get()


def is_limited() -> bool:
    """Return whether a limit of time or memory is in force.

    >>> with limits(Budget(seconds=60)), limits(Budget(forced=True)):
    ...     is_limited()
    True
    """
    rest = left()
    return rest is not None and (rest.seconds is not None or rest.bytes is not None)


def left() -> Budget | None:
    """Return the rest of the budgets in force, for another process; None without a budget."""
    running = _running.get()
    return None if running is None else running.left()


def within_budget(function: Callable[P, R]) -> Callable[P, R]:
    """Run a function within the budget of its keyword `budget`, if it is given.

    >>> @within_budget
    ... def counted(steps, *, budget=None):
    ...     for _ in range(steps):
    ...         check()
    ...     return steps
    >>> counted(5, budget=Budget(seconds=60))
    5
    """

    @functools.wraps(function)
    def limited(*arguments: P.args, **keywords: P.kwargs) -> R:
        budget = keywords.get("budget")
        if budget is None:
            return function(*arguments, **keywords)
        if not isinstance(budget, Budget):
            raise NumberError(f"budget: {shown(budget)} is not a budget; give Budget(seconds=60)")
        with limits(budget):
            return function(*arguments, **keywords)

    return limited


@contextlib.contextmanager
def so_far(**known: Callable[[], Any]) -> Iterator[None]:
    """Add the results so far to a `BudgetError` that leaves a block.

    Parameters: `known`, by name a function that returns a number, or records; inner blocks take precedence.

    >>> primes = []
    >>> with so_far(primes=lambda: len(primes)), limits(Budget(seconds=2, clock=iter(range(9)).__next__)):
    ...     for number in (2, 3, 5, 7):
    ...         check()
    ...         primes.append(number)
    Traceback (most recent call last):
    truel_ref.errors.BudgetError: the time limit of 2 s was reached; so far: 1 prime
    """
    try:
        yield
    except SizeError:
        raise  # the work has not begun
    except BudgetError as error:
        for name, tell in known.items():
            error.known.setdefault(name, tell())
        raise


@contextlib.contextmanager
def a_part() -> Iterator[None]:
    """Remove the results so far from a `BudgetError` that leaves a block, because the block is only a part of the work.

    >>> with a_part(), so_far(phases=lambda: 7):
    ...     raise BudgetError("the time limit of 2 s was reached")
    Traceback (most recent call last):
    truel_ref.errors.BudgetError: the time limit of 2 s was reached
    """
    try:
        yield
    except BudgetError as error:
        error.known.clear()
        raise
