"""A budget for work: what it will take, roughly, before it begins; how much it may take; and a clean end in between.

Three things, which know nothing of truels:

- A `WorkEstimate` says how large some work is, in whatever it counts, and about how long and in how much memory it will
  be done. Before it begins, `admit` lets it pass, announces it where it is large, or refuses it.
- A `Budget` says how many seconds and bytes may be used. `limits` puts it in force for a block of code; a function
  with a keyword `budget` does it for one call.
- `check` stands in all long loops. It costs next to nothing, and raises `BudgetError` where a limit is reached. On
  its way out the error collects what is known so far (`so_far`).

Budgets may be nested: the limit that is reached first ends the work. A thread begins without a budget; hand another
process what is `left`. Python cannot end a single operation, such as one product of huge numbers, so work may overstep
a limit by one step between two checks.
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
"""Estimated seconds above which work is refused unless it is forced."""

MOST_BYTES: Final = 4 * 10**9
"""Estimated bytes above which work is refused, unless it is forced or the budget says how much there may be."""

NOTED_SECONDS: Final = 10.0
"""Estimated seconds from which work is announced."""

NOTED_BYTES: Final = 10**9
"""Estimated bytes from which work is announced."""

_ENOUGH = 10**40  # of anything; more takes for ever, too, and would not fit into a float
_LOOK = 64  # checks from one look at the memory to the next, which takes some microseconds

P = ParamSpec("P")
R = TypeVar("R")


# ---------------------------------------------------------------------------------------------------------
# Before work


@dataclass(frozen=True)
class WorkEstimate:
    """How large some work is; rough, to one digit at best (`docs/use/limits.md` compares estimates with measurements).

    Fields: `count`, how many there are, of `what`, words that begin with a plural; `each`, seconds for one of them;
    `bytes`, of memory in all; `bits`, of the largest numbers; `way_out`, what takes less.

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
        """About how long it will take."""
        return min(self.count, _ENOUGH) * self.each

    @property
    def is_large(self) -> bool:
        """Whether somebody who waits for it wants to be told."""
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
    """Let work begin that is to take so much, announce it where it is large, or refuse it.

    Refused is what would take more than an hour, or more than 4 GB or the bytes of the budget in force, unless the
    budget says that it is forced. Announced, once, is what would take more than ten seconds or 1 GB, to whoever the
    budget reports to.

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
    """Tell whether work is to begin whatever its size, by the budget in force."""
    running = _running.get()
    return running is not None and running.forced


def seconds_text(seconds: float) -> str:
    """Return a duration in words, in the unit that suits it.

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
    """Return an amount of memory in the unit that suits it, a thousand of each making the next.

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
    """Return how much memory the process holds, None where the operating system does not tell in a file.

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
    """What some work may use up.

    Fields:
        seconds: how long it may go on, from the moment when the budget comes into force; None for as long as it takes.
        bytes: how much more memory the process may hold than when the budget came into force; None for no limit.
            Where the operating system does not tell (there is no `/proc/self/statm`) only estimates are held to it.
        forced: whether work begins whatever its size is estimated to be.
        report: called with one line where large work begins; by default nobody is told.
        clock: what tells the seconds; a test puts a counter in its place.
        held: what tells the memory, in bytes.

    One value serves any number of calls, each of which has all of it. Raises `NumberError` for a limit that is not a
    number above 0.

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
    """A budget in force, within those that were in force before."""

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
        """Raise `BudgetError` if a limit of this budget or of an outer one is reached."""
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
        """Return a budget of what is left of this one and the outer ones."""
        rest = None if self._deadline is None else max(self._deadline - self.budget.clock(), 1e-9)
        if self.outer is not None:
            others = self.outer.left().seconds
            rest = others if rest is None else rest if others is None else min(rest, others)
        return Budget(rest, self.bytes, self.forced)


_running: ContextVar[_Running | None] = ContextVar("budget", default=None)
_undisturbed: ContextVar[bool] = ContextVar("undisturbed", default=False)


def check() -> None:
    """Raise `BudgetError` if a limit of the budget in force is reached; call it in every loop that can be long.

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
    """Put a budget in force for a block of code, beside those that are in force already; None changes nothing.

    Parameters: `budget`. Raises what the block raises, and there `BudgetError` where a limit of the budget is reached.
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
    """Let a short block come to its end, whatever the budgets in force say, and whatever alarm rings.

    In it what is known is put away, or something is made of which there must not be a half.

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
    """Tell whether something is under way that no limit may disturb."""
    return _undisturbed.get()


def is_limited() -> bool:
    """Tell whether a limit of time or memory is in force.

    >>> with limits(Budget(seconds=60)), limits(Budget(forced=True)):
    ...     is_limited()
    True
    """
    rest = left()
    return rest is not None and (rest.seconds is not None or rest.bytes is not None)


def left() -> Budget | None:
    """Return what is left of the budgets in force, to be handed to another process; None where there is none."""
    running = _running.get()
    return None if running is None else running.left()


def within_budget(function: Callable[P, R]) -> Callable[P, R]:
    """Run a function within the budget that its keyword `budget` names, if it does.

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
    """Add to a `BudgetError` that leaves a block what is known by then.

    Parameters: `known`, by name a function that gives a number, or records; names that are taken further inside stay.

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
        raise  # nothing has begun
    except BudgetError as error:
        for name, tell in known.items():
            error.known.setdefault(name, tell())
        raise


@contextlib.contextmanager
def a_part() -> Iterator[None]:
    """Let a `BudgetError` that leaves a block forget what is known of it: a part that says little about the whole.

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
