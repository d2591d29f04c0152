"""The judge of commands: what is asked of which process, and what becomes of a command that crashes or hangs.

A command gets all vectors at once, and its input ends; it may read ahead, and answer when it likes. When it crashes,
nobody can know which vector it was working on, so the steps are:

1. if one vector only was unanswered, it is convicted;
2. else a new process gets the first unanswered vector alone, the end of its input included, so that answers that wait
   in a buffer come out. If that crashes, too, the vector is convicted, and all others are asked at once again;
3. if not, one asks two, four, eight, until there is a crash again, which begins at 1;
4. a crash whose vectors were all answered in the end, so that none of them explains it, is laid to the first of them.

So every crash costs one vector. How often a command is started again is limited.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from truel_ref.oracle.answer_lines import plain_text
from truel_ref.oracle.client import Client
from truel_ref.oracle.conduct import Conduct, check_seconds
from truel_ref.oracle.conversation import Conversation, End, Ending, Known
from truel_ref.oracle.corpus import Vector
from truel_ref.oracle.judge import Expected, Judgement, Result, Terms, failed
from truel_ref.oracle.report import Report, allowed, expected_of
from truel_ref.oracle.smoke import first_four, lesson
from truel_ref.oracle.times import Times

__all__ = ["check_command"]

_AS_SET_OUT = Conduct()


def check_command(
    command: Sequence[str],
    vectors: Iterable[Vector] | None = None,
    tolerance: object = "1e-9",
    timeout: float = 60,
    total: float = 3600,
    progress: Callable[[int], object] | None = None,
    conduct: Conduct = _AS_SET_OUT,
    *,
    strict_ties: bool = False,
    stalemate_aims: bool = True,
) -> Report:
    r"""Start a command, ask it for the answers to test vectors, and judge them.

    A line of JSON is written for each problem: its keys, and `id`; beside announced play also what is asked.
    The command answers with one line for each, in any order: `{"id": …, "win": […]}`, with `aims` and
    `stalemate` if it has them. `truel_ref/oracle/data/FORMAT.md` describes both.

    Parameters: `command`, the program and its arguments; `vectors`, by default all of announced play that the package
    ships; `tolerance`, how far a value may lie from the exact one; `timeout`, the seconds that may pass without a new
    answer; `total`, the seconds for everything but the judge's own work; `progress`, called with the number of new
    answers; `conduct`, all else that can be said about how it is asked; `strict_ties` and `stalemate_aims` as for
    `check`.

    Raises `VectorError` for a command that cannot be started, for a tolerance outside [0, 1), for a time that is not
    above 0, and for what is no vector.

    >>> import sys
    >>> from truel_ref.oracle import vectors
    >>> program = "import json\nwhile True: print(json.dumps({'id': json.loads(input())['id'], 'win': [1, 0]}))"
    >>> print(check_command([sys.executable, "-c", program], vectors("zero-one", players=2)[:4]).summary)
    not accepted: agrees 2, wrong value 2 (tolerance 1e-09)
    """
    terms = Terms(allowed(tolerance), strict_ties, stalemate_aims)
    asked = expected_of(vectors)
    check_seconds("timeout", timeout)
    check_seconds("total", total)
    known = Known(terms, conduct, timeout, time.monotonic() + total, progress)
    run = _Run(command, asked, known)
    try:
        return run.report()
    finally:
        run.end()


class _Crash(NamedTuple):
    """A crash that no vector explains yet: the vectors that may, in the order in which they were sent, and how."""

    suspects: tuple[Expected, ...]
    how: str


class _Run:
    """All processes of a command, and what they leave behind."""

    def __init__(self, command: Sequence[str], asked: Sequence[Expected], known: Known) -> None:
        self.command = command
        self.asked = asked
        self.known = known
        self.restarts = 0
        self.ways: dict[str, int] = {}  # how processes ended that did not end well, and how often
        self.messages = b""
        self._clients: set[Client] = set()

    def report(self) -> Report:
        """Ask everything and return the report."""
        first = first_four(self.asked) if self.known.conduct.smoke else []
        self._ask(first, 1)
        teaching = lesson(self._results(first), self.known.lines, self.notes())
        if teaching:
            return Report(self._results(first), self.known.terms, hello=self.known.hello, lesson=teaching)
        self._ask([expected for expected in self.asked if expected not in first], self.known.conduct.jobs)
        measured = self.known.conduct.window == 1
        times = Times(dict(sorted(self.known.seconds.items())), self.known.judging) if measured else None
        results = self._results(self.asked)
        return Report(results, self.known.terms, tuple(self.notes()), hello=self.known.hello, times=times)

    def _results(self, asked: Iterable[Expected]) -> tuple[Result, ...]:
        """Return what became of vectors; what nobody was asked, because nothing more was to be asked, is skipped."""
        why = f"it was not asked: {self.known.over}"
        results = self.known.results
        return tuple(results.get(vector.name) or failed(vector, Judgement.SKIPPED, why) for vector in asked)

    def _ask(self, todo: Sequence[Expected], jobs: int) -> None:
        """Deal vectors to so many processes at a time, and wait for all of them."""
        jobs = min(jobs, len(todo))
        shares = [_Share(self, todo[job::jobs]) for job in range(jobs)]
        if jobs <= 1:
            for share in shares:
                share.work()
            return
        failures: list[BaseException] = []

        def work(share: _Share) -> None:
            try:
                share.work()
            except BaseException as error:  # it must reach the caller, who waits
                failures.append(error)
                self.known.over = "the judge has failed"

        threads = [threading.Thread(target=work, args=(share,), daemon=True) for share in shares]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]

    # -- processes

    @contextlib.contextmanager
    def client(self) -> Iterator[Client]:
        """Give a new process, and end it with all that it has started."""
        client = Client(self.command)
        with self.known.lock:
            self._clients.add(client)
        try:
            yield client
        finally:
            with self.known.lock:
                mine = client in self._clients
                self._clients.discard(client)
            if mine:
                client.stop()

    def end(self) -> None:
        """End what still runs: there is something only if the caller was interrupted."""
        self.known.over = self.known.over or "the run was interrupted"
        with self.known.lock:
            left, self._clients = self._clients, set()
        for client in left:
            client.stop()

    def may_restart(self) -> bool:
        """Count a process that is started again; tell whether it may be."""
        with self.known.lock:
            if self.restarts >= self.known.conduct.restarts:
                return False
            self.restarts += 1
            return True

    def note(self, way: str, messages: bytes) -> None:
        """Take down how a process ended that has not ended well, and what it has said last."""
        with self.known.lock:
            if way:
                self.ways[way] = self.ways.get(way, 0) + 1
            self.messages = messages

    def notes(self) -> list[str]:
        """Return what happened beside the answers, in sentences."""
        notes = [f"the command{way}{f', {count:,} times' if count > 1 else ''}" for way, count in self.ways.items()]
        if self.restarts:
            notes.append(f"the command was started again: {self.restarts:,} times")
        notes += self.known.remarks.notes()
        if self.known.hello is not None and self.known.hello.unknown:
            notes.append(f"the hello has what means nothing here: {', '.join(self.known.hello.unknown)}")
        if self.messages.strip():
            last = plain_text(self.messages).strip().splitlines()[-10:]
            notes.append("the last lines on its standard error:\n" + "\n".join(f"  {line}" for line in last))
        return notes


class _Share:
    """The vectors that one process after the other is asked."""

    def __init__(self, run: _Run, todo: Sequence[Expected]) -> None:
        self.run = run
        self.known = run.known
        self.todo = list(todo)
        self.most: int | None = None  # vectors that the next process gets, None for all of them
        self.crashes: list[_Crash] = []

    def work(self) -> None:
        """Ask all vectors, in as many processes as it takes."""
        is_first = True
        self.todo = self.known.skip_unsupported(self.todo)
        while self.todo and not self.known.over:
            if not is_first and not self.run.may_restart():
                self._give_up()
                break
            is_first = self._ask_some()
        for crash in [crash for crash in self.crashes if not any(map(self._may_explain, crash.suspects))]:
            why = f"{crash.how}; asked again, it was answered"
            self.known.conclude(failed(crash.suspects[0], Judgement.CRASHED, why))

    def _may_explain(self, suspect: Expected) -> bool:
        """Tell whether a vector may be why a process crashed: it got no answer in the end."""
        result = self.known.results.get(suspect.name)
        return result is None or result.judgement in (Judgement.CRASHED, Judgement.TIMED_OUT, Judgement.MISSING)

    def _ask_some(self) -> bool:
        """Start a process and ask it; return whether the next one is as good as the first, and no restart."""
        now, later = self.todo[: self.most], self.todo[self.most :] if self.most else []
        with self.run.client() as client:
            conversation = Conversation(client, now, self.known)
            end = conversation.hold()
        waiting = list(conversation.waiting.values())
        self.todo = [*waiting, *conversation.unsent, *later]
        if waiting and end.why in (Ending.CLOSED, Ending.SLOW, Ending.STOPPED):
            self.run.note(_way(end), client.messages)
        elif _way(end):
            self.run.note(_way(end), b"")
        if end.why is Ending.HELLO:
            self.todo = self.known.skip_unsupported(self.todo)
            return True
        if end.why is Ending.STOPPED and waiting:
            self._conclude(self.todo, Judgement.TIMED_OUT, end.detail)
        elif end.why is Ending.SLOW:
            self._conclude(waiting, Judgement.TIMED_OUT, end.detail)
        elif end.why is Ending.CLOSED:
            # Who takes only some of the questions that come one by one was about to end: no answer was withheld.
            asks_again = self.known.conduct.window is not None and conversation.answers > 0 and not end.status
            self._settle([] if asks_again else waiting, end.status)
        return False

    def _settle(self, waiting: Sequence[Expected], status: int | None) -> None:
        """Decide what a process that has ended leaves: a crash, or answers that are missing."""
        if waiting and status:
            self._crashed(waiting, how_ended(status))
            return
        self._conclude(waiting, Judgement.MISSING, "there was no answer")
        if self.most is not None:
            self.most *= 2

    def _crashed(self, waiting: Sequence[Expected], how: str) -> None:
        if len(waiting) > 1:
            self.crashes.append(_Crash(tuple(waiting), how))
            self.most = 1
            return
        self._conclude(waiting, Judgement.CRASHED, how)
        self.most = None

    def _conclude(self, vectors: Sequence[Expected], judgement: Judgement, detail: str) -> None:
        """Take down what became of vectors that have no answer; they are not asked any more."""
        for expected in vectors:
            self.known.conclude(failed(expected, judgement, detail))
        names = {expected.name for expected in vectors}
        self.todo = [expected for expected in self.todo if expected.name not in names]

    def _give_up(self) -> None:
        times = self.known.conduct.restarts
        why = f"it was not asked any more: the command was started again {times:,} times"
        self._conclude(self.todo, Judgement.CRASHED, why)


def _way(end: End) -> str:
    """Return how a process ended, to follow its name; empty if it ended well."""
    if end.detail:
        return f": {end.detail}"
    return f" {how_ended(end.status)}" if end.status else ""


def how_ended(status: int) -> str:
    """Return how a process ended, in words.

    >>> how_ended(3), how_ended(-9)
    ('ended with status 3', 'was ended by SIGKILL')
    """
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"
