"""Limits of work: a time limit, the results so far when work ends early, and one bound on profiles.

Long loops call `check`, which raises `BudgetError` after the limit that `time_limit` sets. Python cannot end a single
operation, such as a product of huge numbers, so work may exceed the limit by one step between two checks. The process
that started workers checks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import Any, Final

from truel_ref.errors import BudgetError, NumberError, SizeError, shown

__all__ = ["MOST_PROFILES", "admit", "check", "known_results", "so_far", "time_limit"]

MOST_PROFILES: Final = 10**12
"""The most profiles of aims of a phase: the fastest search takes a tenth of a microsecond for each."""

_WAY_OUT = "predefine targets, or search fewer words"

_limit: ContextVar[tuple[float, float]] = ContextVar("limit", default=(inf, inf))  # the end, and the seconds stated


def admit(profiles: int, way_out: str = _WAY_OUT) -> None:
    """Refuse a search through more than `MOST_PROFILES` profiles of aims.

    Parameters: `profiles`; `way_out`, the end of the message. Raises `SizeError`.

    >>> admit(11**11)
    >>> admit(12**12)
    Traceback (most recent call last):
    truel_ref.errors.SizeError: 8,916,100,448,256 profiles of aims would take more than a day; predefine targets, or \
search fewer words
    """
    if profiles > MOST_PROFILES:
        count = f"{profiles:,}" if profiles < 10**15 else "more than 10^15"
        raise SizeError(f"{count} profiles of aims would take more than a day; {way_out}")


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Limit the time of a block of code; limits may be nested, and None sets no limit.

    Parameters: `seconds`, above 0. Raises `NumberError` for other values, and the errors of the block: at the limit,
    `check` in the block raises `BudgetError`.

    >>> from truel_ref import solve
    >>> with time_limit(1e-9):
    ...     solve(["1/2"] * 5)
    Traceback (most recent call last):
    truel_ref.errors.BudgetError: the time limit of 1e-09 s was reached
    """
    if seconds is None:
        yield
        return
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not (number and seconds > 0):  # "not >" refuses NaN, too
        raise NumberError(f"the time limit {shown(seconds)} is not a number of seconds above 0")
    before = _limit.set(min(_limit.get(), (monotonic() + seconds, seconds)))
    try:
        yield
    finally:
        _limit.reset(before)


def check() -> None:
    """Raise `BudgetError` after the time limit; call this in every loop that can be long."""
    end, seconds = _limit.get()
    if monotonic() >= end:
        raise BudgetError(f"the time limit of {seconds:g} s was reached")


@contextmanager
def so_far(**known: Callable[[], Any]) -> Iterator[None]:
    """Add the results so far to a `BudgetError` or a `KeyboardInterrupt` that leaves a block.

    Parameters: `known`, by name a function that returns a number, or records. An outer block, whose work has the inner
    work as a part, replaces the inner results of other names.

    >>> primes = []
    >>> with so_far(primes=lambda: len(primes)):
    ...     primes.append(2)
    ...     raise BudgetError("the time limit of 2 s was reached")
    Traceback (most recent call last):
    truel_ref.errors.BudgetError: the time limit of 2 s was reached; so far: 1 prime
    """
    try:
        yield
    except SizeError:
        raise  # the work has not begun
    except (BudgetError, KeyboardInterrupt) as error:
        inner = known_results(error)
        error.known = {name: inner[name] if name in inner else tell() for name, tell in known.items()}  # type: ignore
        raise


def known_results(error: BaseException) -> dict[str, Any]:
    """Return the results before a limit or an interrupt, by name."""
    return dict(getattr(error, "known", {}))
