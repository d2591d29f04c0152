"""One process of a command is asked some vectors: what is sent, what is heard, and why it ends."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from truel_ref.errors import shown
from truel_ref.oracle.answer_lines import Line, answer_line, plain_text
from truel_ref.oracle.client import Client, Nothing, Said
from truel_ref.oracle.conduct import Conduct
from truel_ref.oracle.hello import Hello, HelloError, read_hello
from truel_ref.oracle.judge import Expected, Judgement, Result, Terms, failed, judge_answer

__all__ = ["Conversation", "End", "Ending", "Known", "Remarks", "question_line"]

_SHOWN = 200  # characters of a line that are kept, to be shown
_LINES = 3  # lines that are kept, to be shown


def question_line(expected: Expected) -> bytes:
    """Return the line that asks a vector."""
    return json.dumps({"id": expected.name} | expected.question()).encode()


class Ending(Enum):
    """Why a conversation has ended."""

    CLOSED = "the process has closed its output"
    SLOW = "one vector took longer than each may"
    STOPPED = "the process was silent for too long, or the time for everything is over"
    HELLO = "the process has said that it does not support something that it was asked"
    OVER = "nothing more is to be asked of anybody"


class End(NamedTuple):
    """How a conversation ended: why; the status of a process that ended by itself; in words, why it was stopped."""

    why: Ending
    status: int | None = None
    detail: str = ""


class Remarks:
    """What else was heard: for each kind of remark how often, and the first example."""

    KINDS = (
        ("noise", "lines that are no answers"),
        ("unknown", "answers with an id that was not asked"),
        ("twice", "answers to what was answered before; the first counts"),
        ("key", "answers with a key that stands twice; the last counts"),
    )

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.examples: dict[str, str] = {}

    def add(self, kind: str, example: str) -> None:
        """Count a remark."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.examples.setdefault(kind, example)

    def notes(self) -> list[str]:
        """Return a sentence for each kind of remark."""
        return [
            f"{what}: {self.counts[kind]:,}, for example {self.examples[kind]}"
            for kind, what in self.KINDS
            if kind in self.counts
        ]


@dataclass
class Known:
    """What all processes of a run share; whoever writes to it holds the lock.

    Fields: `terms` of the judge; `conduct`; `timeout`, the seconds that may pass without a new answer; `deadline`, the
    moment at which the time for everything is over; `progress`, told of every new result; `results` by id; `seconds`
    that the answers took, by id; `judging`, the seconds that the judge took himself; `hello`, the first that was said;
    `remarks`; `lines`, the first ones that were heard; `over`, why nothing more is asked, empty while something is.
    """

    terms: Terms
    conduct: Conduct
    timeout: float
    deadline: float
    progress: Callable[[int], object] | None = None
    results: dict[str, Result] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    judging: float = 0.0
    hello: Hello | None = None
    remarks: Remarks = field(default_factory=Remarks)
    lines: list[str] = field(default_factory=list)
    over: str = ""
    lock: threading.RLock = field(default_factory=threading.RLock)

    def conclude(self, result: Result) -> None:
        """Take a result down; one that is there is replaced."""
        with self.lock:
            is_new = result.name not in self.results
            self.results[result.name] = result
            if result.wrong and self.conduct.fail_fast and not self.over:
                self.over = f"{result.name} was wrong, and the first mistake ends the run"
            if is_new and self.progress is not None:
                self.progress(1)

    def skip_unsupported(self, expected: Iterable[Expected]) -> list[Expected]:
        """Return the vectors that the client supports; the others are taken down as skipped."""
        if self.hello is None:
            return list(expected)
        supported = []
        for vector in expected:
            lacks = self.hello.supports.lacks(vector)
            if lacks:
                self.conclude(failed(vector, Judgement.SKIPPED, lacks))
            else:
                supported.append(vector)
        return supported


class Conversation:
    """A process and the vectors that it is asked.

    Parameters: `client`, just started; `asked`; `known`, what is shared with other processes.

    Fields: `waiting`, the vectors that were sent and are not answered, in their order; `unsent`, the others;
    `answers`, how many came.
    """

    def __init__(self, client: Client, asked: Sequence[Expected], known: Known) -> None:
        self.client = client
        self.known = known
        self.waiting: dict[str, Expected] = {}
        self.unsent = deque(asked)
        self.answers = 0
        self._sent_at = 0.0  # when the last question was sent
        self._latest = time.monotonic()  # of the start and the answers: the later of its reading and its judgement
        self._heard_before = False  # whether there was a hello or an answer
        self._judging = 0.0
        self._hello_is_new = False
        self._input_is_open = True

    def hold(self) -> End:
        """Send, hear and judge until the process has closed its output or must be stopped; return how it ended."""
        conduct = self.known.conduct
        while True:
            if self.known.over:
                return End(Ending.OVER)
            if self._needs_less():
                return End(Ending.HELLO)
            self._send()
            limit, end = self._limit()
            said = self.client.receive(limit - time.monotonic())
            if said is Nothing.CLOSED:
                return End(Ending.CLOSED, self.client.status(conduct.grace))
            if said is Nothing.SILENT or said.at > limit:
                return end
            self._hear(said)

    def _send(self) -> None:
        """Send as many questions as may be unanswered, and close the input after the last one."""
        window = self.known.conduct.window or len(self.unsent) + len(self.waiting)
        while self.unsent and len(self.waiting) < window:
            expected = self.unsent.popleft()
            self.waiting[expected.name] = expected
            self._sent_at = self._latest = time.monotonic()
            self.client.send(question_line(expected))
        if not self.unsent and self._input_is_open:
            self._input_is_open = False
            self.client.close_input()

    def _limit(self) -> tuple[float, End]:
        """Return until when the next line must come, and what is to be said if it does not."""
        conduct, timeout = self.known.conduct, self.known.timeout
        deadline = self.known.deadline + self._judging
        if not self.waiting:
            # Who has answered everything gets a moment to say something wrong yet.
            seconds, why, detail = conduct.grace, Ending.STOPPED, "it answered everything but did not end by itself"
        else:
            why = Ending.STOPPED if conduct.each is None else Ending.SLOW
            if not self._heard_before and conduct.start is not None:
                seconds, detail = conduct.start, f"nothing came within {conduct.start:g} s of its start"
            elif self._heard_before and conduct.each is not None:
                seconds, detail = conduct.each, f"no answer within {conduct.each:g} s"
            else:
                seconds, detail = timeout, f"no new answer for {timeout:g} s"
            detail += "; it was stopped"
        if self.waiting and deadline < self._latest + seconds:
            return deadline, End(Ending.STOPPED, None, "it took too long in all and was stopped")
        return self._latest + seconds, End(why, None, detail)

    # -- hearing

    def _hear(self, said: Said) -> None:
        known = self.known
        if said.line is not None and not said.line.strip():
            return
        line = answer_line(said.line)
        shows = "a line that is too long" if said.line is None else shown(plain_text(said.line[:_SHOWN].strip()))
        with known.lock:
            if len(known.lines) < _LINES:
                known.lines.append(shows)
        if line is not None and "hello" in line.data and "id" not in line.data:
            self._greet(line, said.at)
        elif line is None or "id" not in line.data:
            with known.lock:
                known.remarks.add("noise", shows)
        else:
            self._answer(line, said.at)

    def _greet(self, line: Line, at: float) -> None:
        """Take down who the client is; a second hello, by a second process, changes nothing."""
        is_first_line = not self._heard_before
        self._heard_before = True
        self._latest = max(self._latest, at)
        with self.known.lock:
            if not is_first_line:
                self.known.remarks.add("noise", "a hello that is not the first line")
            elif self.known.hello is None:
                try:
                    self.known.hello = read_hello(line.data["hello"])
                except HelloError as error:
                    self.known.remarks.add("noise", f"a hello that cannot be read: {error}")
                    return
                self._hello_is_new = True

    def _needs_less(self) -> bool:
        """Tell whether the hello just heard excludes something that was asked; then the process is asked anew."""
        if not self._hello_is_new or self.known.hello is None:
            return False
        self._hello_is_new = False
        lacks = self.known.hello.supports.lacks
        return any(lacks(expected) for expected in (*self.waiting.values(), *self.unsent))

    def _answer(self, line: Line, at: float) -> None:
        known = self.known
        name = line.data.pop("id")
        if not isinstance(name, str) or name not in self.waiting:
            with known.lock:
                is_known = isinstance(name, str) and name in known.results
                known.remarks.add("twice" if is_known else "unknown", shown(name))
            return
        expected = self.waiting.pop(name)
        before = time.monotonic()
        if line.data.get("skipped"):
            result = failed(expected, Judgement.SKIPPED, f"it says: {shown(line.data['skipped'], 1000)}")
        else:
            result = judge_answer(expected, line.data, known.terms)
        now = time.monotonic()
        self._judging += now - before
        with known.lock:
            known.judging += now - before
            if line.twice:
                known.remarks.add("key", f"{line.twice} in {name}")
            # The first answer has the start of the process in it; of many questions nobody knows which is worked on.
            if known.conduct.window == 1 and self._heard_before:
                known.seconds[name] = at - self._sent_at
            known.conclude(result)
        self._heard_before = True
        self.answers += 1
        self._latest = now
