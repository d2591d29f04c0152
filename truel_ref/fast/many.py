"""Many problems, one after the other or in several processes: `solve_many`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from truel_ref.fast.methods import solve
from truel_ref.files import Progress
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import read_count

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

__all__ = ["AT_ONCE", "MOST_JOBS", "in_processes", "solve_many"]

AT_ONCE = 64
"""Problems that are handed to a process together: enough that the handing over does not count."""

MOST_JOBS = 1_000

_WAITING = 4  # parts for each process that are handed over before their answers are taken

T = TypeVar("T")
R = TypeVar("R")


def solve_many(
    problems: Iterable[Problem | Iterable[object]],
    *,
    jobs: int = 1,
    backend: str | None = None,
    progress: Progress | None = None,
) -> Iterator[Solution]:
    """Yield the solutions of many problems, in their order, each equal to what `solve` returns.

    Problems of one shape (`truel_ref.fast.shapes`) share the work of finding their phases, and floats decide what they
    prove (`truel_ref.fast.proved`), so that mostly only the values of the chosen profiles are exact. Memory does not
    grow with their number.

    Parameters: `problems`, each a `Problem` or the hit probabilities of one; they are taken as they are needed, so an
    endless stream will do; `jobs`, how many processes work; `backend`, as for `solve`; `progress`, called with 1 after
    each.

    Raises what `solve` raises, at the problem that it refuses, and `NumberError` for a bad number of jobs.

    >>> [str(solution.win[0]) for solution in solve_many([["1/3", "2/3", 1], ["1/2", "1/2"]])]
    ['25/63', '2/3']
    """
    count = read_count(jobs, "jobs", 1, MOST_JOBS)
    for solution in in_processes(_Solve(backend), problems, count):
        yield solution
        if progress is not None:
            progress(1)


class _Solve:
    """Solves one problem; an object, so that it can be sent to another process."""

    def __init__(self, backend: str | None) -> None:
        self.backend = backend

    def __call__(self, problem: Problem | Iterable[object]) -> Solution:
        return solve(problem, backend=self.backend)


def in_processes(work: Callable[[T], R], entries: Iterable[T], jobs: int) -> Iterator[R]:
    """Yield the results of some work on every entry, in order, done by so many processes, with a bounded backlog.

    Parameters: `work`, which can be sent to another process where there are several; `entries`, taken as they are
    needed; `jobs`. Whatever the work raises is raised at its entry.

    >>> list(in_processes(abs, [-1, 2], jobs=1))
    [1, 2]
    """
    if jobs == 1:
        yield from map(work, entries)
        return
    import signal
    from concurrent.futures import ProcessPoolExecutor

    left = iter(entries)
    # Ctrl-C reaches every process of a terminal: this one ends the others, which need not complain one by one.
    deaf = signal.SIGINT, signal.SIG_IGN
    with ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=deaf) as executor:
        waiting: deque[Future[list[Any]]] = deque()
        try:
            while part := list(islice(left, AT_ONCE)):
                waiting.append(executor.submit(_each, work, part))
                if len(waiting) > _WAITING * jobs:
                    yield from _results(waiting.popleft())
            while waiting:
                yield from _results(waiting.popleft())
        finally:
            _drop(executor, waiting)


def _each(work: Callable[[Any], Any], part: list[Any]) -> list[Any]:
    """Do the work on some entries; an error takes the place of its result, and ends the part."""
    done: list[Any] = []
    for entry in part:
        try:
            done.append((True, work(entry)))
        except Exception as error:  # it is raised again where it belongs
            done.append((False, error))
            break
    return done


def _results(done: Future[list[Any]]) -> Iterator[Any]:
    for succeeded, result in done.result():
        if not succeeded:
            raise result
        yield result


def _drop(executor: ProcessPoolExecutor, waiting: Iterable[Future[list[Any]]]) -> None:
    """Give up what nobody will ask for any more."""
    for part in waiting:
        part.cancel()
    executor.shutdown(wait=False, cancel_futures=True)
