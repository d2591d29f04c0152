"""One process of a command is asked some vectors: what is sent, what is heard, and why it ends."""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from truel_ref.errors import VectorError, shown
from truel_ref.game.aims import Word
from truel_ref.oracle.judge import Expected, Judgement, Result, Terms, failed, judge_answer
from truel_ref.oracle.run.client import Client, Line, Nothing, Said, answer_line, plain_text

__all__ = [
    "HELLO_WORDS",
    "Conduct",
    "Conversation",
    "End",
    "Ending",
    "Hello",
    "HelloError",
    "Known",
    "Remarks",
    "Supports",
    "question_line",
    "read_hello",
]

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


# ---------------------------------------------------------------------------------------------------------
# What a client says of itself in its first line, and which vectors are not for it.

HELLO_WORDS = tuple(word.value for word in Word if word is not Word.ALL)  # no vector says All
"""The words that a client may name in `words`; labels of players are understood by everybody."""

_LONGEST = 100  # characters of a name, a version or a language
_LATER = ("target_later", "search_later")  # they count from four players on, because two who are left shoot each other


class HelloError(Exception):
    """A first line that cannot be read; the text says why."""


@dataclass(frozen=True)
class Supports:
    """What a client can be asked; None where it can be asked everything.

    Fields: `groups`, names of groups of vectors; `words`, of `HELLO_WORDS`; `rules`, tie rules by number; `players`,
    the most players; `levels`, the finest random level, 0 for none at all; `weights`, whether predefined aims may be
    lists of weights.
    """

    groups: frozenset[str] | None = None
    words: frozenset[str] | None = None
    rules: frozenset[int] | None = None
    players: int | None = None
    levels: int | None = None
    weights: bool | None = None

    def lacks(self, expected: Expected) -> str:
        """Return what a vector asks that is not supported, in words; empty if there is nothing.

        >>> from truel_ref.oracle.kinds import expected_of_vector
        >>> from truel_ref.oracle import vectors
        >>> Supports(players=2, words=frozenset({"Miss"})).lacks(expected_of_vector(vectors("optimal")[0]))
        'it supports 2 players at most'
        """
        question = expected.question()
        return next(filter(None, self._missing(expected.group, question)), "")

    def _missing(self, group: str, question: Mapping[str, Any]) -> Iterator[str]:
        """Yield a text for each thing that is asked and not supported, and empty ones."""
        if self.groups is not None and group not in self.groups:
            yield f"it does not support the group {group}"
        hits = question.get("hits")
        if not isinstance(hits, list):
            return  # another game, which has none of what follows
        players = len(hits)
        if self.players is not None and players > self.players:
            yield f"it supports {self.players} players at most"
        if self.rules is not None and question["if_eq"] not in self.rules:
            yield f"it does not support the tie rule {question['if_eq']}"
        finest = max((level or 0 for level in question["random_levels"] or ()), default=0)
        if self.levels is not None and finest > self.levels:
            yield f"it supports random levels up to {self.levels}" if self.levels else "it supports no random levels"
        if self.weights is False and any(isinstance(said, list) for said in question["targets"]):
            yield "it does not support lists of weights"
        if self.words is not None:
            asked = [question[key] for key in ("targets", "search", *(_LATER if players > 3 else ()))]
            unknown = [word for word in HELLO_WORDS if word in _texts(asked) and word not in self.words]
            if unknown:
                yield f"it does not support the word {unknown[0]}"


def _texts(data: object) -> set[str]:
    """Return all text in nested lists and objects."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, Mapping):
        data = data.values()
    return {text for entry in data for text in _texts(entry)} if isinstance(data, Iterable) else set()


@dataclass(frozen=True)
class Hello:
    """Who a client is: its name, version and language, empty where it does not say; and what it supports.

    `unknown` are keys that mean nothing here: a newer client may say more.
    """

    name: str = ""
    version: str = ""
    language: str = ""
    supports: Supports = Supports()
    unknown: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return who it is on one line.

        >>> str(Hello("swift-truel", "1.2", "C")), str(Hello(language="C")), str(Hello())
        ('swift-truel 1.2 (C)', '(C)', '')
        """
        return " ".join(filter(None, [self.name, self.version, f"({self.language})" if self.language else ""]))

    def to_json(self) -> dict[str, str]:
        """Return who it is as plain data for JSON."""
        return {"name": self.name, "version": self.version, "language": self.language}


def read_hello(data: object) -> Hello:
    """Return what a client says of itself. Raises `HelloError`, naming the key, for what cannot be read.

    >>> hello = read_hello({"name": "swift-truel", "supports": {"players": 3, "colours": True}})
    >>> hello.name, hello.supports.players, hello.unknown
    ('swift-truel', 3, ('colours',))
    >>> read_hello({"supports": {"players": "three"}})
    Traceback (most recent call last):
    ...
    truel_ref.oracle.run.conversation.HelloError: players: 'three' is not an integer of 0 or more
    """
    if not isinstance(data, Mapping):
        raise HelloError(f"{shown(data)} is no JSON object")
    supports = data.get("supports", {})
    if not isinstance(supports, Mapping):
        raise HelloError(f"supports: {shown(supports)} is no JSON object")
    known: dict[str, Any] = {
        "groups": _listed(supports, "groups", str, "a list of names of groups"),
        "words": _listed(supports, "words", str, f"a list of words out of {', '.join(HELLO_WORDS)}"),
        "rules": _listed(supports, "rules", int, "a list of tie rules by number"),
        "players": _count(supports, "players"),
        "levels": _count(supports, "levels"),
        "weights": _truth(supports, "weights"),
    }
    strange = [key for key in data if key not in ("name", "version", "language", "supports")]
    strange += [key for key in supports if key not in known]
    strange += sorted((known["words"] or frozenset()) - set(HELLO_WORDS))
    name, version, language = (_text(data, key) for key in ("name", "version", "language"))
    return Hello(name, version, language, Supports(**known), tuple(strange))


def _text(data: Mapping[str, Any], key: str) -> str:
    text = data.get(key, "")
    if not isinstance(text, str) or len(text) > _LONGEST or not all(sign.isprintable() for sign in text):
        raise HelloError(f"{key}: {shown(text)} is not text on one line of {_LONGEST} characters at most")
    return text.strip()


def _listed(data: Mapping[str, Any], key: str, kind: type, what: str) -> frozenset[Any] | None:
    value = data.get(key)
    if value is None:
        return None
    if not isinstance(value, list) or any(type(entry) is not kind for entry in value):
        raise HelloError(f"{key}: {shown(value)} is not {what}")
    return frozenset(value)


def _count(data: Mapping[str, Any], key: str) -> int | None:
    value = data.get(key)
    if value is not None and (type(value) is not int or value < 0):
        raise HelloError(f"{key}: {shown(value)} is not an integer of 0 or more")
    return value


def _truth(data: Mapping[str, Any], key: str) -> bool | None:
    value = data.get(key)
    if value is not None and not isinstance(value, bool):
        raise HelloError(f"{key}: {shown(value)} is neither true nor false")
    return value


# ---------------------------------------------------------------------------------------------------------
# How a run is conducted: how long one waits, how often one starts again, in how many processes one asks.

_MOST_SECONDS = 10**7


@dataclass(frozen=True)
class Conduct:
    """How a command is asked. The defaults suit a command that answers line by line or all at the end of its input.

    Fields: `start`, the seconds from the start of a process to its first line, by default as long as may pass between
    answers; `each`, the seconds for each vector, and then the next one is sent when the one before is answered;
    `grace`, the seconds that a process has to end once it has answered everything; `restarts`, how often the command
    may be started again in all after it has crashed or was too slow; `window`, how many questions may be unanswered at
    a time, by default all of them, and with 1 the times of the answers are measured; `jobs`, the number of processes
    that are asked at the same time; `smoke`, whether four plain vectors are asked first, and nothing else where none of
    the four gets an answer that can be read; `fail_fast`, whether nothing more is asked after the first mistake.

    Raises `VectorError` for a number out of its range.

    >>> Conduct(each=2).window
    1
    >>> Conduct(jobs=0)
    Traceback (most recent call last):
    ...
    truel_ref.errors.VectorError: jobs: 0 is not an integer from 1 to 1,000
    """

    start: float | None = None
    each: float | None = None
    grace: float = 1
    restarts: int = 200
    window: int | None = None
    jobs: int = 1
    smoke: bool = False
    fail_fast: bool = False

    def __post_init__(self) -> None:
        for name in ("start", "each", "grace"):
            check_seconds(name, getattr(self, name))
        for name, least, most in (("restarts", 0, 10**6), ("window", 1, 10**6), ("jobs", 1, 1_000)):
            count = getattr(self, name)
            if count is not None and (type(count) is not int or not least <= count <= most):
                raise VectorError(f"{name}: {shown(count)} is not an integer from {least:,} to {most:,}")
        if self.each is not None and self.window is None:
            object.__setattr__(self, "window", 1)
        if self.each is not None and self.window != 1:
            raise VectorError(f"window: {self.window} questions at a time leave no limit for each; take one of the two")


def check_seconds(name: str, seconds: float | None) -> None:
    """Refuse what is no number of seconds above 0; None is no limit."""
    if seconds is not None and not 0 < seconds < _MOST_SECONDS:
        raise VectorError(f"{name}: {shown(seconds)} is no number of seconds above 0")
