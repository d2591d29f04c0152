"""Work beside a page: a thread that does the newest of the jobs it is given, and drops the others."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Thread
from typing import Any, Protocol, TypeAlias

__all__ = ["Job", "Newest", "Stale", "Ticket", "Worker"]


class Stale(Exception):  # noqa: N818  no error: somebody has asked something else in the meantime
    """Raised inside a job that nobody waits for any more."""


class Ticket:
    """What a job holds: whether somebody still waits for it.

    >>> ticket = Ticket()
    >>> ticket.check()
    >>> ticket.current = False
    >>> ticket.check()
    Traceback (most recent call last):
    truel_ref.maps.explore_work.Stale
    """

    def __init__(self) -> None:
        self.current = True

    def check(self, *progress: Any) -> None:
        """Raise `Stale` if nobody waits any more; whatever tells progress may call it."""
        if not self.current:
            raise Stale


Job: TypeAlias = Callable[[Ticket], None]
"""Work to be done, which checks its ticket now and again, and hands over by itself what comes out."""


class Worker(Protocol):
    """Who does jobs."""

    def ask(self, job: Job) -> object:
        """Do a job, in place of all that were asked before."""

    def end(self) -> object:
        """Do no more jobs."""


class Newest:
    """A thread that does the newest job.

    A job that waits is dropped when another comes, and one that runs ends at its next check.

    Parameters: `failed`, called in the thread with what a job has raised.

    >>> from queue import SimpleQueue
    >>> done, worker = SimpleQueue(), Newest(print)
    >>> ticket = worker.ask(lambda ticket: done.put("done"))
    >>> done.get(timeout=60)
    'done'
    >>> worker.end()
    """

    def __init__(self, failed: Callable[[Exception], object]) -> None:
        self._failed = failed
        self._change = Condition()
        self._waiting: tuple[Job, Ticket] | None = None
        self._newest = Ticket()
        self._ended = False
        # A daemon: whoever ends the program does not wait for a picture.
        self.thread = Thread(target=self._work, daemon=True)
        self.thread.start()

    def ask(self, job: Job) -> Ticket:
        """Do a job, in place of all that were asked before, and return its ticket."""
        ticket = Ticket()
        with self._change:
            self._newest.current = False
            self._newest = ticket
            self._waiting = (job, ticket)
            self._change.notify()
        return ticket

    def end(self) -> None:
        """Do no more jobs, and drop those that there are."""
        with self._change:
            self._newest.current = False
            self._waiting = None
            self._ended = True
            self._change.notify()

    def _work(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting is not None or self._ended)
                if self._waiting is None:
                    return
                (job, ticket), self._waiting = self._waiting, None
            try:
                job(ticket)
            except Stale:
                pass
            except Exception as error:  # the thread must go on whatever becomes of a job; who asked it is told
                self._failed(error)
