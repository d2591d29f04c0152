"""Processes that work for this one: work handed to them part by part, and results taken back in order.

Each worker has one pipe of its own, and that is all there is between it and us. Parts of the work go down it and
results come back. It is the lifeline, too: a thread of the worker does nothing but read it, so when the pipe is closed,
because we have given up or because nobody is left who holds its other end, the worker ends at once, whatever it is
doing. No signal has to be caught and nobody has to be alive for that.

A worker that is ended from outside takes with it only the part that it was at. Another is started in its place.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from truel_ref.errors import WorkerError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from queue import SimpleQueue
    from types import FrameType

__all__ = ["LIBRARIES", "in_processes"]

_WAITING = 4  # parts for each process that are handed over before their results are taken
_AT_ONE = 2  # parts that a worker holds: one that it is at, and one to go on with

P = TypeVar("P")
R = TypeVar("R")

_Done: TypeAlias = "tuple[list[Any], Exception | None]"
"""Results, and what ended them before all was done."""

# A worker that is made by a copy of this process inherits our ends of the pipes of those before it. They wait for one
# another then, the latest ends first; no two may be started at once, or each would hold the end of the other.
_STARTING = threading.Lock()

LIBRARIES = threading.RLock()
"""Held where a library keeps its settings, or what it has computed, for the whole process.

These are the constants of mpmath, which sympy uses, too, the precision of python-flint and the settings of matplotlib:
two threads that use them at once can get wrong digits, or pictures of other bytes. A copy of this process never begins
with it held.
"""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=LIBRARIES.acquire, after_in_parent=LIBRARIES.release, after_in_child=LIBRARIES.release)


def in_processes(
    work: Callable[[P], Iterable[R]],
    parts: Iterable[P],
    jobs: int,
    lost: Callable[[P, WorkerError], Iterable[R]] | None = None,
) -> Generator[R, None, None]:
    """Yield the results of some work on parts, in order, done by so many processes, with a bounded backlog.

    When the results are no longer asked for, because of an error or an interrupt or since the generator is closed, the
    workers are ended at once; and none outlives this process, however it ends.

    Parameters: `work`, from a part to its results, which can be sent to another process where there are several;
    `parts`, taken as they are needed, and sent likewise; `jobs`, how many processes, 1 for none beside this one;
    `lost`, what gives the results of a part whose worker was ended from outside.

    Raises `WorkerError` at such a part without `lost`; and whatever the work raises, at its place.

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
                except Exception as error:  # it is raised after the results of what came before
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


# ---------------------------------------------------------------------------------------------------------
# Here


class _Task:
    """A part of the work, and what became of it: results, or the end of who was at it."""

    def __init__(self, part: Any) -> None:
        self.part = part
        self.done: _Done | None = None
        self.loss: WorkerError | None = None

    @property
    def is_open(self) -> bool:
        return self.done is None and self.loss is None


class _Crew:
    """The workers, what is handed out, and what waits to be.

    Attributes: `order`, all tasks whose results were not taken yet, in the order of their parts.
    """

    def __init__(self, work: Callable[[Any], Iterable[Any]], jobs: int) -> None:
        self._work = work
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._waiting: deque[_Task] = deque()
        self.order: deque[_Task] = deque()

    def takes_more(self) -> bool:
        """Tell whether the backlog has room for another part."""
        return len(self.order) <= _WAITING * self._jobs

    def give(self, part: Any) -> None:
        """Take over a part, and hand it out as soon as a worker can take it."""
        task = _Task(part)
        self.order.append(task)
        self._waiting.append(task)
        self._hand_out()

    def next_results(self, lost: Callable[[Any, WorkerError], Iterable[Any]] | None) -> Iterator[Any]:
        """Yield the results of the first part, when they are there."""
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
        """End all workers, whatever they are at."""
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
                # Who had answered before was not ended by what it could not be given.
                if freest.has_answered or freest.tasks:
                    self._waiting.appendleft(task)
                else:
                    freest.tasks.append(task)
                self._bury(freest)

    def _listen(self) -> None:
        """Wait until a worker says something or has ended, and keep what there is."""
        from multiprocessing.connection import wait

        ready = wait([each for worker in self._workers for each in (worker.pipe, worker.process.sentinel)])
        for worker in list(self._workers):
            if (worker.pipe in ready or worker.process.sentinel in ready) and not worker.hear():
                self._bury(worker)
        self._hand_out()

    def _bury(self, worker: _Worker) -> None:
        """Mark the part at which a worker was ended as lost; what else it held is for another."""
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
    """A process that works, seen from here.

    Attributes: `tasks`, what it holds, of which it is at the first; `pipe`, our end of it; `has_answered`, whether it
    ever did; `status`, how it ended.
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
        """Send a task; tell whether the worker was there to take it."""
        try:
            self.pipe.send(task.part)
        except OSError:
            return False
        self.tasks.append(task)
        return True

    def hear(self) -> bool:
        """Keep the results that the worker has sent; tell whether it is still there."""
        is_there = self.process.is_alive()  # asked first: what it sent before its end is read yet
        try:
            while self.tasks and self.pipe.poll():
                done = self.pipe.recv()
                self.tasks.popleft().done = done
                self.has_answered = True
        except (EOFError, OSError):
            return False
        return is_there

    def end(self) -> None:
        """End the process, if it has not ended, and learn how."""
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.status = self.process.exitcode
        self.process.close()


@contextmanager
def _signals_held() -> Iterator[None]:
    """Let signals that are caught wait until the block is done.

    What a handler raises, Ctrl-C or the end that was asked for, would leave a process half started, and the library
    that starts it complains of that on the error output.
    """
    came: list[int] = []
    handlers: dict[int, Any] = {}
    held = True

    def hold(number: int, frame: FrameType | None) -> None:
        if held:
            came.append(number)
        else:  # a handler that is back has raised before this one was
            handlers[number](number, frame)

    try:
        if threading.current_thread() is threading.main_thread():  # handlers run in no other
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
# There


def _serve(ours: Connection[Any, Any], theirs: Connection[Any, Any], work: Callable[[Any], Iterable[Any]]) -> None:
    """Do work in a process of its own, until the pipe is closed."""
    from queue import SimpleQueue

    ours.close()  # who holds the other end, too, never sees that it is closed
    # Ctrl-C reaches every process of a terminal: who has started this one ends it.
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
        except Exception as unsent:  # results that cannot be sent are told like an error of the work
            theirs.send(([], unsent))


def _receive(pipe: Connection[Any, Any], parts: SimpleQueue[tuple[Any, Exception | None]]) -> None:
    """Read parts of the work; end this process when there is nobody left to send any."""
    while True:
        try:
            parts.put((pipe.recv(), None))
        except (EOFError, OSError):
            os._exit(1)
        except Exception as error:  # a part that cannot be read
            parts.put((None, error))


def _done(work: Callable[[Any], Iterable[Any]], part: Any) -> _Done:
    """Do the work on a part; an error ends it, and comes behind what was done before."""
    done: list[Any] = []
    try:
        done.extend(work(part))
    except Exception as error:  # it is raised again where it belongs
        return done, error
    return done, None
