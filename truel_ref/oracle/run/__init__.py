"""The judge of commands: what is asked of which process, and what becomes of a command that crashes or hangs.

A command gets all vectors at once, and its input ends; it may read ahead, and answer when it likes. When it crashes,
nobody can know which vector it was working on, so the steps are:

1. if one vector only was unanswered, it is convicted;
2. else a new process gets the first unanswered vector alone, the end of its input included, so that answers that wait
   in a buffer come out. If that crashes, too, the vector is convicted, and all others are asked at once again;
3. if not, one asks two, four, eight, until there is a crash again, which begins at 1;
4. a crash whose vectors were all answered in the end, so that none of them explains it, is laid to the first of them.

It is the same where a command says nothing for too long: it is stopped, and asked again. So every crash and every hang
costs one vector. How often a command is started again is limited; after five hangs in a group nothing more of it is
asked, after twenty, or two before any answer, nothing at all, and what is left was not reached.

What is dear is asked last.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, NamedTuple

from truel_ref.errors import VectorError, refuse
from truel_ref.oracle.corpus import Vector
from truel_ref.oracle.judge import Expected, Judgement, Result, Terms
from truel_ref.oracle.report import Report, Times, allowed, expected_of
from truel_ref.oracle.run.client import Client, Nothing, check_program
from truel_ref.oracle.run.conversation import (
    UNREAD,
    Conduct,
    Conversation,
    Hello,
    HelloError,
    ProcessEnding,
    Run,
    answer_line,
    check_seconds,
    how_ended,
    question_line,
    read_hello,
)

__all__ = ["Asker", "check_command", "first_four", "lesson"]

_AS_SET_OUT = Conduct()

_HELD = 2.0  # seconds in which the first vectors may be answered before all others follow
_HANGS_OF_A_GROUP, _HANGS = 5, 20
_DEAR = 1_000  # profiles; vectors with fewer keep their order


def check_command(
    command: Sequence[str],
    vectors: Iterable[Vector | Expected] | None = None,
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
    above 0, and for what is not a vector.

    >>> import sys
    >>> from truel_ref.oracle import vectors
    >>> program = "import json\nwhile True: print(json.dumps({'id': json.loads(input())['id'], 'win': [1, 0]}))"
    >>> print(check_command([sys.executable, "-c", program], vectors("zero-one", players=2)[:4]).summary)
    not accepted: agrees 2, wrong value 2 (tolerance 1e-09)
    """
    check_program(command)
    terms = Terms(allowed(tolerance), strict_ties, stalemate_aims)
    asked = expected_of(vectors)
    check_seconds("timeout", timeout)
    check_seconds("total", total)
    run = Run(command, terms, conduct, timeout, time.monotonic() + total, progress)
    try:
        return _report(run, asked)
    finally:
        run.end()


def _report(run: Run, asked: Sequence[Expected]) -> Report:
    """Ask everything and return the report."""
    first = first_four(asked) if run.conduct.smoke else []
    run.first = frozenset(expected.name for expected in first)
    run.held_until = time.monotonic() + _HELD
    rest = [expected for expected in asked if expected.name not in run.first]
    rest.sort(key=lambda expected: max(expected.effort, _DEAR))
    _ask(run, [*first, *rest], run.conduct.jobs)
    teaching = lesson(_results(run, first), run.lines, run.notes()) if run.is_unread() else ""
    if teaching:
        return Report(_results(run, first), run.terms, hello=run.hello, lesson=teaching)
    seconds = dict(sorted(run.seconds.items()))
    times = Times(seconds, run.judging, run.processor) if run.conduct.window == 1 else None
    return Report(_results(run, asked), run.terms, tuple(run.notes()), hello=run.hello, times=times)


def _results(run: Run, asked: Iterable[Expected]) -> tuple[Result, ...]:
    """Return what became of vectors, those included that nobody was asked because nothing more was to be asked."""
    why = f"it was not asked: {run.over}"
    return tuple(run.results.get(vector.name) or Result(vector, run.left, why) for vector in asked)


def _ask(run: Run, todo: Sequence[Expected], jobs: int) -> None:
    """Deal vectors to so many processes at a time, and wait for all of them."""
    jobs = min(jobs, len(todo))
    shares = [_Share(run, todo[job::jobs]) for job in range(jobs)]
    if jobs <= 1:
        for share in shares:
            share.work()
        return
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for done in [pool.submit(share.work) for share in shares]:
                done.result()
        except BaseException:
            run.end()  # the others end, too
            raise


class _Failure(NamedTuple):
    """A crash or hang that no vector explains yet: the vectors that may, in the order in which they were sent, and how.

    Field: `judgement`, of the vector that explains it.
    """

    suspects: tuple[Expected, ...]
    judgement: Judgement
    how: str


class _Share:
    """The vectors that one process after the other is asked."""

    def __init__(self, run: Run, todo: Sequence[Expected]) -> None:
        self.run = run
        self.todo = list(todo)
        self.most: int | None = None  # vectors that the next process gets, None for all of them
        self.failures: list[_Failure] = []

    def work(self) -> None:
        """Ask all vectors, in as many processes as it takes."""
        is_first = True
        self.todo = self.run.supported(self.todo)
        while self.todo and not self.run.over:
            if not is_first and not self._may_restart():
                times = self.run.conduct.restarts
                why = f"it was not asked any more: the command was started again {times:,} times"
                self._conclude(self.todo, Judgement.NOT_REACHED, why)
                break
            is_first = self._ask_some()
            self._leave_out()
        for suspects, judgement, how in self.failures:
            if not any(map(self._may_explain, suspects)):
                self.run.fail(suspects[:1], judgement, f"{how}; asked again, it was answered")

    def _leave_out(self) -> None:
        """Ask nothing more of groups in which too much hangs, nor anything where too much does in all."""
        run = self.run
        with run.lock:
            left_out = [each for each in self.todo if run.hangs[each.group] >= _HANGS_OF_A_GROUP]
            if run.hangs.total() >= _HANGS:
                run.stop(f"{_HANGS} vectors were not answered in time")
        self._conclude(left_out, Judgement.NOT_REACHED, f"{_HANGS_OF_A_GROUP} of its group were not answered in time")

    def _may_restart(self) -> bool:
        """Count a process that is started again; tell whether it may be."""
        with self.run.lock:
            may = self.run.restarts < self.run.conduct.restarts
            self.run.restarts += may
            return may

    def _may_explain(self, suspect: Expected) -> bool:
        """Tell whether a vector may be why a process crashed: it got no answer in the end."""
        result = self.run.results.get(suspect.name)
        return result is None or result.judgement in (*UNREAD, Judgement.NOT_REACHED)

    def _ask_some(self) -> bool:
        """Start a process and ask it; return whether the next one is as good as the first, and no restart."""
        now, later = self.todo[: self.most], self.todo[self.most :] if self.most else []
        with self.run.client() as client:
            conversation = Conversation(client, now, self.run)
            end = conversation.hold()
        waiting = list(conversation.waiting.values())
        self.todo = [*waiting, *conversation.unsent, *later]
        is_bad = bool(waiting) and end.why in (ProcessEnding.CLOSED, ProcessEnding.SLOW, ProcessEnding.LATE)
        if is_bad or str(end):
            with self.run.lock:
                self.run.ways.update(filter(None, [str(end)]))
                self.run.messages = client.messages if is_bad else b""
        if end.why is ProcessEnding.HELLO:
            self.todo = self.run.supported(self.todo)
        elif end.why is ProcessEnding.LATE:
            self._conclude(self.todo, Judgement.NOT_REACHED, end.detail)
        elif end.why is ProcessEnding.SLOW:
            took = "" if client.processor is None else f", after {client.processor:.2g} s of processor time"
            self._settle_hang(waiting, f"{end.detail}{took}")
        elif end.why is ProcessEnding.CLOSED:
            # Who takes only some of the questions that come one by one was about to end: no answer was withheld.
            asks_again = self.run.conduct.window is not None and conversation.answers > 0 and not end.status
            self._settle([] if asks_again else waiting, end.status)
        return end.why is ProcessEnding.HELLO

    def _settle(self, waiting: Sequence[Expected], status: int | None) -> None:
        """Decide what a process that has ended leaves: a crash, or answers that are missing."""
        if not waiting or not status:
            self._conclude(waiting, Judgement.MISSING, "there was no answer")
            self.most = self.most and 2 * self.most
        else:
            self._lay(waiting, Judgement.CRASHED, how_ended(status))

    def _settle_hang(self, waiting: Sequence[Expected], how: str) -> None:
        """Decide what a process leaves that was stopped because it said nothing for too long."""
        run = self.run
        with run.lock:
            run.silent += 1
            if run.silent > 1 and not run.answers:
                run.stop("nothing was answered in time")
        self._lay(waiting[:1] if run.over else waiting, Judgement.TIMED_OUT, how)

    def _lay(self, waiting: Sequence[Expected], judgement: Judgement, how: str) -> None:
        """Lay a crash or hang to the vector that was asked alone, else find out which it is."""
        if len(waiting) > 1:
            self.failures.append(_Failure(tuple(waiting), judgement, how))
            self.most = 1
        else:
            with self.run.lock:
                self.run.hangs.update(each.group for each in waiting if judgement is Judgement.TIMED_OUT)
            self._conclude(waiting, judgement, how)
            self.most = None

    def _conclude(self, vectors: Sequence[Expected], judgement: Judgement, detail: str) -> None:
        """Take down what became of vectors that have no answer; they are not asked any more."""
        self.run.fail(vectors, judgement, detail)
        names = {expected.name for expected in vectors}
        self.todo = [expected for expected in self.todo if expected.name not in names]


# ---------------------------------------------------------------------------------------------------------
# The first four vectors, and what a command is taught whose answers to none of them can be read.

_PLAIN = {
    "search": ["Others", "Miss"],
    "target_later": "Optimal",
    "search_later": ["Others", "Miss"],
    "if_eq": 1,
    "random_levels": None,
}


def first_four(asked: Sequence[Expected]) -> list[Expected]:
    """Return four vectors, or all where there are fewer: the plainest, and among equals those with the shortest lines.

    >>> from truel_ref.oracle import vectors
    >>> from truel_ref.oracle.report import expected_of
    >>> [expected.name for expected in first_four(expected_of(vectors("optimal")))]
    ['optimal-0099', 'optimal-0173', 'optimal-0001', 'optimal-0272']
    """
    return sorted(asked, key=lambda expected: (_oddities(expected), len(question_line(expected))))[:4]


def _oddities(expected: Expected) -> int:
    """Count what is special in a question: whoever cannot hit, and every key that says more than it must."""
    question = expected.question()
    hits = question.get("hits")
    if not isinstance(hits, list):
        return 0
    aimed = sum(said != "Optimal" for said in question["targets"])
    keys = sum(question.get(key) not in (None, plain) for key, plain in _PLAIN.items())
    return int(sum(hit == "0" for hit in hits) + aimed + keys)


def lesson(results: Sequence[Result], lines: Sequence[str], notes: Sequence[str]) -> str:
    """Return what is to be said to somebody whose command has answered none of the first vectors, else nothing.

    Parameters: `results`, of these vectors; `lines`, the first ones that the command has written; `notes`, what else
    was seen.
    """
    asked = [result for result in results if result.judgement in UNREAD]
    if not asked:
        return ""
    first = asked[0]
    came = [f"  {line}" for line in lines] or ["  nothing"]
    parts = [
        f"None of the first {len(asked)} answers can be read, so no more was asked. {_fault(first, lines, notes)}",
        f"This was written to its standard input, among others:\n  {question_line(first.expected).decode()}",
        "\n".join(["This came from its standard output first:", *came]),
    ]
    example = _example(first.expected)
    if example:
        parts.append(f"This would have been right, numbers as decimals as well:\n  {example}")
    if notes:
        parts.append("\n".join(notes))
    parts.append(
        "What is written and read is described by `truel-ref vectors --out DIR`, in DIR/FORMAT.md. "
        "With --no-smoke everything is asked all the same."
    )
    return "\n\n".join(parts)


def _fault(first: Result, lines: Sequence[str], notes: Sequence[str]) -> str:
    """Return what went wrong and how to go on."""
    kinds = " ".join(notes)
    if first.judgement is Judgement.MALFORMED:
        return f"There is an answer, but {first.detail}."
    if first.judgement is Judgement.TIMED_OUT:
        return (
            f"It was stopped by the time limit: {first.detail.partition(';')[0]}. Either it takes longer (--timeout, "
            "--start), or it waits for more, or its lines wait in a buffer: flush the output after every line, and end "
            "when the input ends."
        )
    if "id that was not asked" in kinds:
        return 'The answers have an "id" that was not asked: each answer repeats the "id" of its question, as it is.'
    if lines:
        return 'It writes, but no line is a JSON object with an "id": write one such line for each question.'
    if first.judgement is Judgement.CRASHED:
        said = "; what it said on its standard error stands below" if "standard error" in kinds else ""
        return f"It {first.detail} before it had answered{said}."
    return "It ended without a word: read questions from standard input and write answers to standard output."


def _example(expected: Expected) -> str:
    """Return the line that would have been right, empty where the exact answer has another form than an answer."""
    exact = expected.data_of(None)["exact"]
    if not isinstance(exact, Mapping) or "win" not in exact:
        return ""
    return json.dumps({"id": expected.name} | dict(exact))


# ---------------------------------------------------------------------------------------------------------
# A command as a function: one question, one answer, from a process that stays alive between them.

_GRACE = 1.0


class Asker:
    r"""A function of a question, as plain data, that asks a command and returns its answer, as plain data without id.

    The process stays alive between the questions, and is started again after it has crashed or was too slow. A command
    that answers at the end of its input only is noticed once, and gets a process for each question from then on.

    Parameters: `command`, the program and its arguments; `timeout`, the seconds for each answer; `patience`, the
    seconds after which the input is closed to see whether that brings the answer; `restarts`, how often it may be
    started again.

    Fields: `hello`, what the command says of itself, None as long as it has said nothing.

    Raises, when called, `VectorError` where there is no answer, and for a command that cannot be started.

    >>> import sys
    >>> program = "import json\nfor _ in range(9): print(json.dumps(json.loads(input()) | {'win': [1, 0]}), flush=True)"
    >>> with Asker([sys.executable, "-c", program]) as ask:
    ...     ask({"hits": ["1", "0"]})["win"], ask({"hits": ["1", "1/2"]})["win"]
    ([1, 0], [1, 0])
    """

    def __init__(self, command: Sequence[str], timeout: float = 60, patience: float = 2, restarts: int = 1000) -> None:
        check_seconds("timeout", timeout)
        check_seconds("patience", patience)
        self._command = command
        self._timeout = timeout
        self._patience = min(patience, timeout)
        self._left = restarts + 1
        self._client: Client | None = None
        self._asked = 0
        self._answers_at_the_end = False
        self.hello: Hello | None = None

    def __enter__(self) -> Asker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process, if there is one."""
        if self._client is not None:
            self._client.stop()
            self._client = None

    def __call__(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a question."""
        self._asked += 1
        line = {"id": f"asked-{self._asked}"} | dict(question)
        was_running = self._client is not None
        answer, why = self._exchange(line)
        if answer is None and was_running:  # it may have been about to end; only a new process says more
            answer, why = self._exchange(line)
        if answer is None:
            raise VectorError(f"there is no answer: the command {why}")
        return answer

    def _exchange(self, question: dict[str, Any]) -> tuple[dict[str, Any] | None, str]:
        """Return the answer, or None and why there is none."""
        client = self._client or self._started()
        client.send(json.dumps(question).encode())
        waits = [(False, self._patience), (True, self._timeout)]
        for at_the_end, seconds in waits[self._answers_at_the_end :]:
            if at_the_end:
                client.close_input()
            answer = self._heard(client, question["id"], seconds)
            if isinstance(answer, dict):
                self._answers_at_the_end = at_the_end
                if at_the_end:
                    self.close()
                return answer, ""
            if answer is Nothing.CLOSED:
                break
        status = client.status(_GRACE) if answer is Nothing.CLOSED else None
        self.close()
        if answer is Nothing.SILENT:
            return None, f"said nothing for {self._timeout:g} s"
        return None, how_ended(status) if status else "ended without one"

    def _started(self) -> Client:
        refuse(VectorError, (self._left <= 0, "there is no answer: the command was started again too often"))
        self._left -= 1
        self._client = Client(self._command)
        return self._client

    def _heard(self, client: Client, name: str, seconds: float) -> dict[str, Any] | Nothing:
        """Return the answer to a question; whatever else is said is passed over."""
        limit = time.monotonic() + seconds
        while True:
            said = client.receive(limit - time.monotonic())
            if isinstance(said, Nothing):
                return said
            if said.at > limit:
                return Nothing.SILENT
            line = answer_line(said.line)
            if line is not None and line.data.get("id") == name:
                del line.data["id"]
                return line.data
            if line is not None and self.hello is None and "hello" in line.data:
                with contextlib.suppress(HelloError):
                    self.hello = read_hello(line.data["hello"])
