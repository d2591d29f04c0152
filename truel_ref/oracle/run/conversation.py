"""One process of a command is asked some vectors: what is sent, what is heard, and why it ends.

A number that is too long to be converted in no time stays text, and `truel_ref.oracle.judge.number_said` refuses it.
"""

from __future__ import annotations

import contextlib
import json
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from truel_ref.errors import VectorError, shown
from truel_ref.game.aims import Word
from truel_ref.oracle.judge import (
    NUMBER_LIMIT,
    Expected,
    Judgement,
    Result,
    Terms,
    judge_answer,
    profiles_of,
)
from truel_ref.oracle.run.client import Client, Nothing, Said

__all__ = [
    "HELLO_WORDS",
    "UNREAD",
    "Conduct",
    "Conversation",
    "End",
    "Hello",
    "HelloError",
    "ProcessEnding",
    "Run",
    "Supports",
    "answer_line",
    "check_seconds",
    "how_ended",
    "plain_text",
    "question_line",
    "read_hello",
]

# ---------------------------------------------------------------------------------------------------------
# How a run is conducted

_MOST_SECONDS = 10**7


@dataclass(frozen=True)
class Conduct:
    """How a command is asked. The defaults suit a command that answers line by line or all at the end of its input.

    Fields: `start`, the seconds from the start of a process to its first answer, by default as long as may pass between
    answers; `each`, the seconds for each vector, and then the next one is sent when the one before is answered;
    `grace`, the seconds that a process has to end once it has answered everything; `restarts`, how often the command
    may be started again in all after it has crashed or was too slow; `window`, how many questions may be unanswered at
    a time, by default all of them, and with 1 the times of the answers are measured; `jobs`, the number of processes
    that are asked at the same time; `smoke`, whether four plain vectors are asked first, and nothing else where none of
    the four gets an answer that can be read (after a moment without an answer the others follow: it may answer at the
    end only); `fail_fast`, whether nothing more is asked after the first mistake.

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
    """Refuse what is not a number of seconds above 0; None is not a limit."""
    if seconds is not None and not 0 < seconds < _MOST_SECONDS:
        raise VectorError(f"{name}: {shown(seconds)} is not a number of seconds above 0")


# ---------------------------------------------------------------------------------------------------------
# Lines: questions, and what is JSON with an id, in time that grows with the length of the line only

_AT_ONCE = 600  # digits of an integer that Python converts in no time, whatever limit it is set to
_EXPONENT = 5  # signs of an exponent that a double may have: one for minus, three digits, and a zero in front


class Line(NamedTuple):
    """A line that is a JSON object: its keys and values, and a key that occurs twice in it, else empty."""

    data: dict[str, Any]
    twice: str


def answer_line(line: bytes | None) -> Line | None:
    """Return the JSON object of a line that has an id or says hello, None for any other line.

    Parameters: `line`, None for one that was too long.

    >>> answer_line(b'{"id": "x", "win": [1, 0]}')
    Line(data={'id': 'x', 'win': [1, 0]}, twice='')
    >>> answer_line(b'{"id": "x", "win": [1, 0], "id": "y"}').twice
    "'id'"
    >>> answer_line(b"solving x") is None
    True
    """
    twice: list[str] = []

    def collect(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
        data = dict(pairs)
        if len(data) < len(pairs) and not twice:
            counts = Counter(key for key, _ in pairs)
            twice.append(shown(next(key for key in data if counts[key] > 1)))
        return data

    if line is None:
        return None
    try:
        data = json.loads(line, parse_int=_integer, parse_float=_double, object_pairs_hook=collect)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not ("id" in data or "hello" in data):
        return None
    return Line(data, twice[0] if twice else "")


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _AT_ONCE else digits


def _double(number: str) -> float | str:
    """Return a double, or the text where it would take long to read or is far beyond what a double can say."""
    exponent = number.lower().partition("e")[2]
    return float(number) if len(number) <= NUMBER_LIMIT and len(exponent) <= _EXPONENT else number


def plain_text(data: bytes) -> str:
    r"""Return what a command said as text without control characters.

    >>> plain_text(b"a\tb\x1b[31m")
    'a b\ufffd[31m'
    """
    text = data.decode("utf-8", errors="replace")
    return "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text.replace("\t", " "))


def question_line(expected: Expected) -> bytes:
    """Return the line that asks a vector."""
    return json.dumps({"id": expected.name} | expected.question()).encode()


# ---------------------------------------------------------------------------------------------------------
# What a client says of itself in its first line, and which vectors are not for it

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
    the most players; `profiles`, the most profiles of the first phase, the product of how many options each player
    has; `levels`, the finest random level, 0 for none at all; `weights`, whether predefined aims may be lists of
    weights.
    """

    groups: frozenset[str] | None = None
    words: frozenset[str] | None = None
    rules: frozenset[int] | None = None
    players: int | None = None
    profiles: int | None = None
    levels: int | None = None
    weights: bool | None = None

    def lacks(self, expected: Expected, strict_ties: bool = False) -> str:
        """Return what a vector asks that is not supported, in words; empty if there is nothing.

        Without `strict_ties` any outcome of a tie is right, so that the rule for ties may be any.

        >>> from truel_ref.oracle.kinds import expected_of_vector
        >>> from truel_ref.oracle import vectors
        >>> Supports(players=2, words=frozenset({"Miss"})).lacks(expected_of_vector(vectors("optimal")[0]))
        'it supports 2 players at most'
        """
        return next(self._missing(expected, strict_ties), "")

    def _missing(self, expected: Expected, strict_ties: bool) -> Iterator[str]:
        """Yield a text for each thing that is asked and not supported."""
        question = expected.question()
        if self.groups is not None and expected.group not in self.groups:
            yield f"it does not support the group {expected.group}"
        hits = question.get("hits")
        if not isinstance(hits, list):
            return  # another game, which has none of what follows
        players = len(hits)
        if self.players is not None and players > self.players:
            yield f"it supports {self.players} players at most"
        if self.profiles is not None and profiles_of(expected.problem) > self.profiles:
            yield f"it supports {self.profiles:,} profiles at most"
        if strict_ties and self.rules is not None and question["if_eq"] not in self.rules:
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
    known: dict[str, Any] = {}
    for key, (is_right, says) in _SUPPORTED.items():
        value = supports.get(key)
        if value is not None and not is_right(value):
            raise HelloError(f"{key}: {shown(value)} is {says}")
        known[key] = frozenset(value) if isinstance(value, list) else value
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


def _lists(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(type(entry) is kind for entry in value)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


_SUPPORTED: dict[str, tuple[Callable[[Any], bool], str]] = {
    "groups": (_lists(str), "not a list of names of groups"),
    "words": (_lists(str), f"not a list of words out of {', '.join(HELLO_WORDS)}"),
    "rules": (_lists(int), "not a list of tie rules by number"),
    "players": (_is_count, "not an integer of 0 or more"),
    "profiles": (_is_count, "not an integer of 0 or more"),
    "levels": (_is_count, "not an integer of 0 or more"),
    "weights": (lambda value: isinstance(value, bool), "neither true nor false"),
}
"""What a client may say that it supports: whether it can be read, and what is said of what cannot."""


# ---------------------------------------------------------------------------------------------------------
# What all processes of a run share

UNREAD = (Judgement.MISSING, Judgement.MALFORMED, Judgement.CRASHED, Judgement.TIMED_OUT)
"""Judgements of what is not an answer that could be read."""

_REMARKS = {
    "noise": "lines that are no answers",
    "unknown": "answers with an id that was not asked",
    "twice": "answers to what was answered before; the first counts",
    "key": "answers with a key that occurs twice; the last counts",
}
"""What else is heard."""


@dataclass
class Run:
    """What all processes of a command share; whoever writes to it while several are asked holds the lock.

    Fields: `command`, the program and its arguments; `terms` of the judge; `conduct`; `timeout`, the seconds that may
    pass without a new answer; `deadline`, the moment at which the time for everything but the judge's own work is over;
    `progress`, told of every new result; `results` by id; `seconds` that the answers took, by id; `judging`, the
    seconds that the judge took himself; `hello`, the first that was said; `remarks`, of each kind how often, and the
    first example; `lines`, the first ones that were heard; `ways`, in which processes ended that did not end well, and
    how often; `messages`, what such a process has said last; `restarts`, how many; `hangs`, how many vectors of each
    group were not answered in time; `silent`, how many processes said nothing for too long; `answers`, how many came;
    `processor`, the seconds of processor time of processes that have ended, None where the system does not tell;
    `first`, the ids of the vectors that come before all others, and `held_until`, when these come all the same; `over`,
    why nothing more is asked, empty while something is, and `left`, what is then said of vectors without a result;
    `clients`, that are running.
    """

    command: Sequence[str]
    terms: Terms
    conduct: Conduct
    timeout: float
    deadline: float
    progress: Callable[[int], object] | None = None
    results: dict[str, Result] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    judging: float = 0.0
    hello: Hello | None = None
    remarks: dict[str, tuple[int, str]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    ways: Counter[str] = field(default_factory=Counter)
    messages: bytes = b""
    restarts: int = 0
    hangs: Counter[str] = field(default_factory=Counter)
    silent: int = 0
    answers: int = 0
    processor: float | None = None
    first: frozenset[str] = frozenset()
    held_until: float = 0.0
    over: str = ""
    left: Judgement = Judgement.NOT_REACHED
    clients: set[Client] = field(default_factory=set)
    lock: threading.RLock = field(default_factory=threading.RLock)

    @contextlib.contextmanager
    def client(self) -> Iterator[Client]:
        """Give a new process, and end it with all that it has started."""
        client = Client(self.command)
        self.clients.add(client)
        try:
            yield client
        finally:
            with contextlib.suppress(KeyError):  # somebody else has ended it
                self.clients.remove(client)
                client.stop()
            if client.processor is not None:
                with self.lock:
                    self.processor = (self.processor or 0.0) + client.processor

    def end(self) -> None:
        """End what still runs: there is something only if the caller was interrupted."""
        self.stop("the run was interrupted")
        with contextlib.suppress(KeyError):
            while True:
                self.clients.pop().stop()

    def stop(self, why: str, left: Judgement = Judgement.NOT_REACHED) -> None:
        """Ask nothing more of anybody; say what becomes of the vectors that are left."""
        if not self.over:
            self.over, self.left = why, left

    def conclude(self, result: Result) -> None:
        """Take a result down; one that is there is replaced."""
        with self.lock:
            is_new = result.name not in self.results
            self.results[result.name] = result
            if result.wrong and self.conduct.fail_fast:
                self.stop(f"{result.name} was wrong, and the first mistake ends the run", Judgement.SKIPPED)
            if result.name in self.first and self.first <= self.results.keys() and self.is_unread():
                self.stop("no answer to the first vectors could be read")
            if is_new and self.progress is not None:
                self.progress(1)

    def is_unread(self) -> bool:
        """Tell whether no answer could be read so far, and not because everything was skipped."""
        judgements = {result.judgement for result in self.results.values()} - {Judgement.SKIPPED}
        return bool(judgements) and judgements <= {*UNREAD, Judgement.NOT_REACHED}

    def holds_back(self) -> bool:
        """Tell whether nothing but the first vectors is to be asked yet."""
        return not self.first <= self.results.keys() and time.monotonic() < self.held_until

    def fail(self, vectors: Iterable[Expected], judgement: Judgement, detail: str) -> None:
        """Take down what became of vectors that have no answer."""
        for expected in vectors:
            self.conclude(Result(expected, judgement, detail))

    def supported(self, vectors: Iterable[Expected]) -> list[Expected]:
        """Return the vectors that the client supports; the others are taken down as skipped."""
        lacks = {vector: self.lacks(vector) for vector in vectors}
        for vector, why in lacks.items():
            if why:
                self.fail([vector], Judgement.SKIPPED, why)
        return [vector for vector, why in lacks.items() if not why]

    def lacks(self, vector: Expected) -> str:
        """Return what a vector asks that the client does not support, in words; empty if there is nothing."""
        return "" if self.hello is None else self.hello.supports.lacks(vector, self.terms.strict_ties)

    def remark(self, kind: str, example: str) -> None:
        """Count something else that was heard."""
        count, first = self.remarks.get(kind, (0, example))
        self.remarks[kind] = count + 1, first

    def notes(self) -> list[str]:
        """Return what happened beside the answers, in sentences."""
        notes = [f"the command{way}{f', {count:,} times' if count > 1 else ''}" for way, count in self.ways.items()]
        if self.restarts:
            notes.append(f"the command was started again: {self.restarts:,} times")
        for kind in filter(self.remarks.__contains__, _REMARKS):
            count, example = self.remarks[kind]
            notes.append(f"{_REMARKS[kind]}: {count:,}, for example {example}")
        if self.hello is not None and self.hello.unknown:
            notes.append(f"the hello has what means nothing here: {', '.join(self.hello.unknown)}")
        if self.messages.strip():
            last = plain_text(self.messages).strip().splitlines()[-10:]
            notes.append("the last lines on its standard error:\n" + "\n".join(f"  {line}" for line in last))
        return notes


# ---------------------------------------------------------------------------------------------------------
# One process

_SHOWN = 200  # characters of a line that are kept, to be shown
_LINES = 3  # lines that are kept, to be shown
_PAUSE = 0.05  # seconds after which one looks again whether more may be asked


class ProcessEnding(Enum):
    """Why a conversation has ended."""

    CLOSED = "the process has closed its output"
    SLOW = "no answer came in time"
    IDLE = "the process has answered everything, and did not end by itself"
    LATE = "the time for everything is over"
    HELLO = "the process has said that it does not support something that it was asked"
    OVER = "nothing more is to be asked of anybody"


class End(NamedTuple):
    """How a conversation ended: why; the status of a process that ended by itself; in words, why it was stopped."""

    why: ProcessEnding
    status: int | None = None
    detail: str = ""

    def __str__(self) -> str:
        """Return how the process ended, to follow its name; empty if it ended well."""
        return f": {self.detail}" if self.detail else f" {how_ended(self.status)}" if self.status else ""


def how_ended(status: int) -> str:
    """Return how a process ended, in words.

    >>> how_ended(3), how_ended(-9)
    ('ended with status 3', 'was ended by SIGKILL')
    """
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"


class Conversation:
    """A process and the vectors that it is asked.

    Parameters: `client`, just started; `asked`; `run`, what is shared with other processes.

    Fields: `waiting`, the vectors that were sent and are not answered, in their order; `unsent`, the others;
    `answers`, how many came.
    """

    def __init__(self, client: Client, asked: Sequence[Expected], run: Run) -> None:
        self.client = client
        self.run = run
        self.waiting: dict[str, Expected] = {}
        self.unsent = deque(asked)
        self.answers = 0
        self._sent_at = 0.0  # when the last question was sent
        self._started = time.monotonic()
        self._latest = self._started  # of the start and the answers: the later of its reading and its judgement
        self._heard_before = False  # whether there was a hello or an answer
        self._input_is_open = True

    def hold(self) -> End:
        """Send, hear and judge until the process has closed its output or must be stopped; return how it ended."""
        while not self.run.over:
            held = self.run.holds_back()
            self._send(held)
            limit, end = self._limit()
            now = time.monotonic()
            said = self.client.receive(min(limit - now, _PAUSE) if held else limit - now)
            if said is Nothing.CLOSED:
                return End(ProcessEnding.CLOSED, self.client.status(self.run.conduct.grace))
            if held and said is Nothing.SILENT and (time.monotonic() < limit or not self.waiting):
                continue
            if said is Nothing.SILENT or said.at > limit:
                return end
            with self.run.lock:
                if self._hear(said):
                    return End(ProcessEnding.HELLO)
        return End(ProcessEnding.OVER)

    def _send(self, held: bool) -> None:
        """Send what may be unanswered, of held vectors the first only, and close the input after the last one."""
        window = self.run.conduct.window or len(self.unsent) + len(self.waiting)
        while self.unsent and len(self.waiting) < window:
            if held and self.unsent[0].name not in self.run.first:
                break
            expected = self.unsent.popleft()
            self.waiting[expected.name] = expected
            self._sent_at = self._latest = time.monotonic()
            self.client.send(question_line(expected))
        if not self.unsent and self._input_is_open:
            self._input_is_open = False
            self.client.close_input()

    def _limit(self) -> tuple[float, End]:
        """Return until when the next line must come, and what is to be said if it does not."""
        conduct, timeout = self.run.conduct, self.run.timeout
        if not self.waiting:  # who has answered everything gets a moment to say something wrong yet
            end = End(ProcessEnding.IDLE, None, "it answered everything but did not end by itself")
            return self._latest + conduct.grace, end
        if not self.answers and conduct.start is not None:
            limit, detail = self._started + conduct.start, f"no answer within {conduct.start:g} s of its start"
        elif self._heard_before and conduct.each is not None:
            limit, detail = self._latest + conduct.each, f"no answer within {conduct.each:g} s"
        else:
            limit, detail = self._latest + timeout, f"no new answer for {timeout:g} s"
        deadline = self.run.deadline + self.run.judging
        if deadline < limit:
            return deadline, End(ProcessEnding.LATE, None, "it took too long in all and was stopped")
        return limit, End(ProcessEnding.SLOW, None, f"{detail}; it was stopped")

    # -- hearing

    def _hear(self, said: Said) -> bool:
        """Take down a line; tell whether it is a hello that excludes what was asked: then one asks anew."""
        if said.line is not None and not said.line.strip():
            return False
        line = answer_line(said.line)
        shows = "a line that is too long" if said.line is None else shown(plain_text(said.line[:_SHOWN].strip()))
        if len(self.run.lines) < _LINES:
            self.run.lines.append(shows)
        if line is not None and "id" in line.data:
            self._answer(line, said.at)
        elif line is not None:
            return self._greet(line.data["hello"], said.at)
        else:
            self.run.remark("noise", shows)
        return False

    def _greet(self, hello: object, at: float) -> bool:
        """Take down who the client is; a second hello, by a second process, changes nothing."""
        is_first_line = not self._heard_before
        self._heard_before = True
        self._latest = max(self._latest, at)
        if not is_first_line:
            self.run.remark("noise", "a hello that is not the first line")
            return False
        if self.run.hello is None:
            try:
                self.run.hello = read_hello(hello)
            except HelloError as error:
                self.run.remark("noise", f"a hello that cannot be read: {error}")
        if any(map(self.run.lacks, self.waiting.values())):
            return True
        self.unsent = deque(self.run.supported(self.unsent))
        return False

    def _answer(self, line: Line, at: float) -> None:
        run = self.run
        name = line.data.pop("id")
        if not isinstance(name, str) or name not in self.waiting:
            run.remark("twice" if isinstance(name, str) and name in run.results else "unknown", shown(name))
            return
        expected = self.waiting.pop(name)
        before = time.monotonic()
        if line.data.get("skipped"):
            result = Result(expected, Judgement.SKIPPED, f"it says: {shown(line.data['skipped'], 1000)}")
        else:
            result = judge_answer(expected, line.data, run.terms)
        self._latest = time.monotonic()
        run.judging += self._latest - before
        if line.twice:
            run.remark("key", f"{line.twice} in {name}")
        # The first answer has the start of the process in it; of many questions nobody knows which is worked on.
        if run.conduct.window == 1 and self._heard_before:
            run.seconds[name] = at - self._sent_at
        run.conclude(result)
        self._heard_before = True
        self.answers += 1
        run.answers += 1
