"""Limits of work: a time limit, the results so far, one bound on profiles of aims, and work by several processes.

Long loops call `check`, which raises `UnfinishedError` after the limit that `time_limit` sets. Python cannot end a
single operation, such as a product of huge numbers, so work may exceed the limit by one step between two checks. The
process that started others checks for them.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

from truel_ref.errors import NumberError, ProblemError, UnfinishedError, shown

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection

P = TypeVar("P")
R = TypeVar("R")

MOST_PROFILES: Final = 10**12
"""The most profiles of aims of a phase: the fastest search takes a tenth of a microsecond for each."""

LIBRARIES = threading.RLock()
"""The lock for libraries with settings for the whole process: mpmath, python-flint and matplotlib. Two threads that
use them at once can get wrong digits, or pictures with other bytes."""

_WAITING = 4  # the most parts per process that wait
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_SECONDS = 0.2  # between two looks at the time limit while this process waits

_limit: ContextVar[tuple[float, float]] = ContextVar("limit", default=(inf, inf))  # the end, and the seconds stated


def admit(profiles: int, way_out: str = "predefine targets, or search fewer words") -> None:
    """Refuse a search through more than `MOST_PROFILES` profiles of aims.

    Parameters: `profiles`; `way_out`, the end of the message. Raises `ProblemError`.

    >>> admit(11**11)
    >>> admit(12**12)
    Traceback (most recent call last):
    truel_ref.errors.ProblemError: 8,916,100,448,256 profiles of aims would take more than a day; predefine targets, \
or search fewer words
    """
    if profiles > MOST_PROFILES:
        count = f"{profiles:,}" if profiles < 10**15 else "more than 10^15"
        raise ProblemError(f"{count} profiles of aims would take more than a day; {way_out}")


# ---------------------------------------------------------------------------------------------------------
# Time


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Limit the time of a block of code; limits may be nested, and None sets no limit.

    Parameters: `seconds`, above 0. Raises `NumberError` for other values, and the errors of the block: at the limit,
    `check` in the block raises `UnfinishedError`.

    >>> from truel_ref import solve
    >>> with time_limit(1e-9):
    ...     solve(["1/2"] * 5)
    Traceback (most recent call last):
    truel_ref.errors.UnfinishedError: the time limit of 1e-09 s was reached
    """
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (number and seconds > 0):  # "not >" refuses NaN, too
        raise NumberError(f"the time limit {shown(seconds)} is not a number of seconds above 0")
    before = _limit.set(_limit.get() if seconds is None else min(_limit.get(), (monotonic() + seconds, seconds)))
    try:
        yield
    finally:
        _limit.reset(before)


def check() -> None:
    """Raise `UnfinishedError` after the time limit; call this in every loop that can be long."""
    end, seconds = _limit.get()
    if monotonic() >= end:
        raise UnfinishedError(f"the time limit of {seconds:g} s was reached")


@contextmanager
def so_far(**known: Callable[[], Any]) -> Iterator[None]:
    """Add the results so far to an `UnfinishedError` or a `KeyboardInterrupt` that leaves a block.

    Parameters: `known`, by name a function that returns a number, or records. An outer block, whose work has the inner
    work as a part, replaces the inner results of other names.

    >>> primes = []
    >>> with so_far(primes=lambda: len(primes)):
    ...     primes.append(2)
    ...     raise UnfinishedError("the time limit of 2 s was reached")
    Traceback (most recent call last):
    truel_ref.errors.UnfinishedError: the time limit of 2 s was reached; so far: 1 prime
    """
    try:
        yield
    except (UnfinishedError, KeyboardInterrupt) as error:
        inner = known_results(error)
        error.known = {name: inner[name] if name in inner else count() for name, count in known.items()}  # type: ignore
        raise


def known_results(error: BaseException) -> dict[str, Any]:
    """Return the results before a limit or an interrupt, by name."""
    return dict(getattr(error, "known", {}))


# ---------------------------------------------------------------------------------------------------------
# Processes


def in_processes(
    work: Callable[[P], Iterable[R]], parts: Iterable[P], jobs: int = 1, executor: Executor | None = None
) -> Generator[R, None, None]:
    """Yield the results of work on parts, in the order of the parts.

    When the generator ends early, by an error, an interrupt or `close`, the processes that it started end at once; the
    parts that wait for an executor are cancelled.

    Parameters: `work`, gives the results of a part, and like the parts and the results must be such that it can be sent
    to another process; `parts`, read only when needed; `jobs`, the number of processes to start, 1 for this process
    alone; `executor`, in place of them any `concurrent.futures.Executor`, such as that of a Dask client.

    Raises `UnfinishedError` if a process was killed, and the errors of the work and of the parts at their places.

    >>> list(in_processes(sorted, [[3, 2], [1]]))
    [2, 3, 1]
    """
    if jobs == 1 and executor is None:
        for part in parts:
            yield from work(part)
        return
    with _started(jobs, executor) as pool:
        waiting: deque[Future[Any]] = deque()
        try:
            for future in _futures(pool, work, parts):
                waiting.append(future)
                if executor is None and len(waiting) > _WAITING * jobs:
                    yield from _results(waiting.popleft())
            while waiting:
                yield from _results(waiting.popleft())
        finally:
            for future in waiting:
                future.cancel()


@contextmanager
def _started(jobs: int, executor: Executor | None) -> Iterator[Executor]:
    """Give an executor: the given one, or new processes, which end with the block or with this process."""
    if executor is not None:
        yield executor
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("spawn")  # a copy of a process with threads may hold locks for ever
    watched, lifeline = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, _end_with, (watched,))
    try:
        yield pool
    finally:
        # With this end open, the reader of half a result would wait for ever for a process that ended while it wrote.
        pool._result_queue._writer.close()  # type: ignore[attr-defined]
        lifeline.close()
        pool.shutdown(cancel_futures=True)
        watched.close()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait while a process starts: one that is half made ends with a traceback."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = {number: signal.signal(number, lambda number, _: waiting.append(number)) for number in _SIGNALS}
    _mask("SIG_BLOCK")  # the new process inherits it
    try:
        yield
    finally:
        _mask("SIG_UNBLOCK")
        for number, handler in before.items():
            signal.signal(number, handler)
        for late in waiting:
            signal.raise_signal(late)


def _mask(how: str) -> None:
    if hasattr(signal, "pthread_sigmask"):  # Windows has none
        signal.pthread_sigmask(getattr(signal, how), _SIGNALS)


def _end_with(lifeline: Connection[Any, Any]) -> None:
    """Let this process end as soon as nobody holds the other end of a pipe, and leave Ctrl-C to that process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _mask("SIG_UNBLOCK")
    threading.Thread(target=lambda: lifeline.poll(None) and os._exit(1), daemon=True).start()


def _futures(
    pool: Executor, work: Callable[[Any], Iterable[Any]], parts: Iterable[Any]
) -> Iterator[Future[tuple[list[Any], Exception | None]]]:
    """Yield a future for each part; an error in reading the parts is the last future."""
    from concurrent.futures import Future

    try:
        for part in parts:
            check()
            try:
                with _undisturbed():
                    future = pool.submit(_done, work, part)
            except OSError as error:
                raise UnfinishedError(f"cannot start a process: {error.strerror}; try fewer jobs") from None
            yield future
    except Exception as error:  # raised again after the results of the earlier parts
        failed: Future[Any] = Future()
        failed.set_exception(error)
        yield failed


def _done(work: Callable[[Any], Iterable[Any]], part: Any) -> tuple[list[Any], Exception | None]:
    """Return the results of a part, and the error that ended them early, or None."""
    done: list[Any] = []
    try:
        done.extend(work(part))
    except Exception as error:  # raised again in the process that waits
        return done, error
    return done, None


def _results(future: Future[tuple[list[Any], Exception | None]]) -> Iterator[Any]:
    """Wait for the results of a part, and yield them."""
    from concurrent.futures import BrokenExecutor, CancelledError, wait

    while not wait([future], _SECONDS).done:
        check()
    try:
        done, failed = future.result()
    except Exception as error:
        # The name of Dask's error is enough; importing Dask for it would be slow.
        if isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "KilledWorker":
            raise UnfinishedError(
                "a process that worked for this was killed; if there was too little memory, fewer jobs take less, and "
                "a script that starts processes needs the line: if __name__ == '__main__':"
            ) from None
        raise
    yield from done
    if failed is not None:
        raise failed
