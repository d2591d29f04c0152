"""Worker processes: they receive work part by part, and return results in order.

Each worker has a single pipe to this process, for parts of the work and results. The pipe is a lifeline, too: a thread
of the worker only reads it. When the pipe closes, because this process gives up or has ended, the worker ends at once,
during any work. This needs no signals, and works even if this process was killed.

If a worker is ended from outside, only its current part is lost. Another worker replaces it.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from truel_ref.budget import check
from truel_ref.errors import WorkerError

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from multiprocessing.connection import Connection
    from queue import SimpleQueue
    from types import FrameType

__all__ = ["LIBRARIES", "in_executor", "in_processes"]

_WAITING = 4  # the most parts per process that are accepted before their results are taken
_SECONDS = 0.2  # between two looks at the time limit while this process waits
_AT_ONE = 2  # the most parts of a worker: the current part and the next

P = TypeVar("P")
R = TypeVar("R")

_Done: TypeAlias = "tuple[list[Any], Exception | None]"
"""Results, and the error that ended the work early, or None."""

# A worker that is a copy of this process inherits this process's ends of the pipes of earlier workers. So earlier
# workers end only after later ones; no two may start at once, or each would hold the end of the other.
_STARTING = threading.Lock()

LIBRARIES = threading.RLock()
"""The lock for libraries with settings or caches for the whole process.

These are the constants of mpmath, which sympy uses, too, the precision of python-flint and the settings of matplotlib:
two threads that use them at once can get wrong digits, or pictures with other bytes. In a new copy of this process the
lock is free.
"""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=LIBRARIES.acquire, after_in_parent=LIBRARIES.release, after_in_child=LIBRARIES.release)


def in_processes(
    work: Callable[[P], Iterable[R]],
    parts: Iterable[P],
    jobs: int,
    lost: Callable[[P, WorkerError], Iterable[R]] | None = None,
) -> Generator[R, None, None]:
    """Yield the results of work on parts, in order, by several processes with a bounded backlog.

    When the generator ends early, by an error, an interrupt or `close`, the workers end at once; and no worker outlives
    this process, however it ends.

    Parameters: `work`, gives the results of a part; with several processes, it must be possible to send it to another
    process; `parts`, read only when needed, and sent likewise; `jobs`, the number of processes, 1 for this process
    alone; `lost`, gives the results of a part whose worker was ended from outside.

    Raises `WorkerError` at such a part without `lost`, and the errors of the work at their places.

    >>> list(in_processes(sorted, [[3, 2], [1]], jobs=1))
    [2, 3, 1]
    """
    if jobs == 1:
        for part in parts:
            yield from work(part)
        return
    crew = _Crew(work, jobs)
    left = iter(parts)
    failed: Exception | None = None
    ended = False
    try:
        while True:
            while not ended and crew.takes_more():
                try:
                    part = next(left)
                except StopIteration:
                    ended = True
                except Exception as error:  # raised after the results of the earlier parts
                    failed, ended = error, True
                else:
                    crew.give(part)
            if not crew.order:
                break
            yield from crew.next_results(lost)
    finally:
        crew.end()
    if failed is not None:
        raise failed


def in_executor(
    work: Callable[[P], Iterable[R]],
    parts: Iterable[P],
    executor: Executor,
) -> Generator[R, None, None]:
    """Yield the results of work on parts by an executor, part by part in the order of completion.

    When the generator ends early, the parts that wait are cancelled. The executor stays open.

    Parameters: `work`, returns the results of a part, in a form that can be sent; `parts`; `executor`, any
    `concurrent.futures.Executor`, such as that of a Dask client.

    Raises `WorkerError` at a part whose process was killed, and the errors of the work and of the executor.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor() as pool:
    ...     sorted(in_executor(sorted, [[3, 2], [1]], pool))
    [1, 2, 3]
    """
    from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait

    waiting = set()
    try:
        for part in parts:
            check()
            waiting.add(executor.submit(work, part))
        while waiting:
            check()
            done, waiting = wait(waiting, _SECONDS, FIRST_COMPLETED)
            for future in done:
                try:
                    yield from future.result()
                except Exception as error:
                    # The name of Dask's error is enough; importing Dask for it would be slow.
                    if isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "KilledWorker":
                        reason = " ".join(str(error).split())
                        raise WorkerError(f"a process of the executor is lost: {reason}") from None
                    raise
    finally:
        for future in waiting:
            future.cancel()


# ---------------------------------------------------------------------------------------------------------
# In this process


class _Task:
    """A part of the work, and its results, or the end of its worker."""

    def __init__(self, part: Any) -> None:
        self.part = part
        self.done: _Done | None = None
        self.loss: WorkerError | None = None

    @property
    def is_open(self) -> bool:
        return self.done is None and self.loss is None


class _Crew:
    """The workers, their tasks, and the waiting tasks.

    Attributes: `order`, all tasks whose results were not taken yet, in the order of their parts.
    """

    def __init__(self, work: Callable[[Any], Iterable[Any]], jobs: int) -> None:
        self._work = work
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._waiting: deque[_Task] = deque()
        self.order: deque[_Task] = deque()

    def takes_more(self) -> bool:
        """Return whether the backlog has room for another part."""
        return len(self.order) <= _WAITING * self._jobs

    def give(self, part: Any) -> None:
        """Accept a part, and send it as soon as a worker can take it."""
        task = _Task(part)
        self.order.append(task)
        self._waiting.append(task)
        self._hand_out()

    def next_results(self, lost: Callable[[Any, WorkerError], Iterable[Any]] | None) -> Iterator[Any]:
        """Wait for the results of the first part, and yield them."""
        task = self.order[0]
        while task.is_open:
            self._listen()
        self.order.popleft()
        if task.loss is not None:
            if lost is None:
                raise task.loss
            yield from lost(task.part, task.loss)
        elif task.done is not None:
            results, error = task.done
            yield from results
            if error is not None:
                raise error

    def end(self) -> None:
        """End all workers at once."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _hand_out(self) -> None:
        while self._waiting:
            if len(self._workers) < self._jobs and all(worker.tasks for worker in self._workers):
                with _signals_held():
                    self._workers.append(_Worker(self._work))
            freest = min(self._workers, key=lambda worker: len(worker.tasks))
            if len(freest.tasks) >= _AT_ONE:
                return
            task = self._waiting.popleft()
            if not freest.take(task):
                # A worker that has answered before did not end because of the part that it could not take.
                if freest.has_answered or freest.tasks:
                    self._waiting.appendleft(task)
                else:
                    freest.tasks.append(task)
                self._bury(freest)

    def _listen(self) -> None:
        """Wait until a worker sends results or ends, and keep its results."""
        from multiprocessing.connection import wait

        check()
        ends = [each for worker in self._workers for each in (worker.pipe, worker.process.sentinel)]
        ready = wait(ends, _SECONDS)
        for worker in list(self._workers):
            if (worker.pipe in ready or worker.process.sentinel in ready) and not worker.hear():
                self._bury(worker)
        self._hand_out()

    def _bury(self, worker: _Worker) -> None:
        """Mark the current part of an ended worker as lost; its other part goes to another worker."""
        self._workers.remove(worker)
        worker.hear()
        worker.end()
        if worker.tasks:
            worker.tasks.popleft().loss = WorkerError(
                f"a process that worked for this {_ended(worker.status)}, and its part of the work is lost; "
                "if there was too little memory, fewer jobs take less"
            )
            self._waiting.extendleft(reversed(worker.tasks))


class _Worker:
    """A worker process, seen from this process.

    Attributes: `tasks`, its tasks, the current one first; `pipe`, this process's end of the pipe; `has_answered`,
    whether it has ever sent results; `status`, its exit status.
    """

    def __init__(self, work: Callable[[Any], Iterable[Any]]) -> None:
        from multiprocessing import Pipe, Process

        self.tasks: deque[_Task] = deque()
        self.has_answered = False
        self.status: int | None = None
        with _STARTING:
            self.pipe, theirs = Pipe()
            try:
                self.process = Process(target=_serve, args=(self.pipe, theirs, work), daemon=True)
                self.process.start()
            except OSError as error:
                self.pipe.close()
                raise WorkerError(f"cannot start a process: {error.strerror or error}; try fewer jobs") from None
            finally:
                theirs.close()

    def take(self, task: _Task) -> bool:
        """Send a task; return whether the worker was alive to take it."""
        try:
            self.pipe.send(task.part)
        except OSError:
            return False
        self.tasks.append(task)
        return True

    def hear(self) -> bool:
        """Keep the results that the worker has sent; return whether it is still alive."""
        is_there = self.process.is_alive()  # first, so that results sent before its end are still read
        try:
            while self.tasks and self.pipe.poll():
                done = self.pipe.recv()
                self.tasks.popleft().done = done
                self.has_answered = True
        except (EOFError, OSError):
            return False
        return is_there

    def end(self) -> None:
        """End the process, if it has not ended, and keep its exit status."""
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.status = self.process.exitcode
        self.process.close()


@contextmanager
def _signals_held() -> Iterator[None]:
    """Delay caught signals until the end of the block.

    An exception of a handler, after Ctrl-C or a request to end, would leave a process half started, and the library
    that starts it would write an error message.
    """
    came: list[int] = []
    handlers: dict[int, Any] = {}
    held = True

    def hold(number: int, frame: FrameType | None) -> None:
        if held:
            came.append(number)
        else:  # an earlier handler has raised an exception
            handlers[number](number, frame)

    try:
        if threading.current_thread() is threading.main_thread():  # only this thread runs handlers
            for each in signal.Signals:
                if callable(signal.getsignal(each)):
                    handlers[each] = signal.signal(each, hold)
        yield
    finally:
        held = False
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


def _ended(status: int | None) -> str:
    if status is not None and status < 0:
        try:
            return f"was ended by {signal.Signals(-status).name}"
        except ValueError:
            pass
    return f"ended with status {status}"


# ---------------------------------------------------------------------------------------------------------
# In the worker


def _serve(ours: Connection[Any, Any], theirs: Connection[Any, Any], work: Callable[[Any], Iterable[Any]]) -> None:
    """Work in a worker process until the pipe closes."""
    from queue import SimpleQueue

    ours.close()  # a process that holds both ends never sees the pipe close
    # Ctrl-C reaches every process of a terminal; the parent process ends this worker.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    parts: SimpleQueue[tuple[Any, Exception | None]] = SimpleQueue()
    threading.Thread(target=_receive, args=(theirs, parts), daemon=True).start()
    while True:
        part, error = parts.get()
        done = _done(work, part) if error is None else ([], error)
        try:
            theirs.send(done)
        except OSError:
            os._exit(1)
        except Exception as unsent:  # results that cannot be sent count as an error of the work
            theirs.send(([], unsent))


def _receive(pipe: Connection[Any, Any], parts: SimpleQueue[tuple[Any, Exception | None]]) -> None:
    """Read parts of the work; end this process when the pipe closes."""
    while True:
        try:
            parts.put((pipe.recv(), None))
        except (EOFError, OSError):
            os._exit(1)
        except Exception as error:  # a part that cannot be read
            parts.put((None, error))


def _done(work: Callable[[Any], Iterable[Any]], part: Any) -> _Done:
    """Do the work on a part; an error ends it, and follows the results so far."""
    done: list[Any] = []
    try:
        done.extend(work(part))
    except Exception as error:  # raised again in the parent process
        return done, error
    return done, None
