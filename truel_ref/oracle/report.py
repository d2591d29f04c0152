"""Who is judged and what comes out: functions asked for answers, and the report on all of them.

pytest leaves frames out that set `__tracebackhide__`, so a failure shows the line of the test and what the judge says.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias
from xml.etree import ElementTree

from truel_ref.budget import check as check_budget
from truel_ref.errors import FileError, TruelError, VectorError, shown
from truel_ref.files import Pathlike, read_bytes
from truel_ref.game.problem import Problem
from truel_ref.game.statement import stated
from truel_ref.numbers import read_rational
from truel_ref.oracle.corpus import Vector, shipped_manifest
from truel_ref.oracle.corpus import vectors as shipped_vectors
from truel_ref.oracle.judge import Expected, Judgement, Result, Terms, judge_answer, judge_function
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.schema import by_id
from truel_ref.records.table import Cell, Table, markdown_text

if TYPE_CHECKING:
    from truel_ref.oracle.diagnosis import Asking, Diagnosis
    from truel_ref.oracle.run.conversation import Hello

__all__ = [
    "Report",
    "Solver",
    "Times",
    "allowed",
    "assert_agrees",
    "check",
    "expected_of",
    "expecting",
    "failures_text",
    "read_failures",
    "vectors_version",
]

Solver: TypeAlias = Callable[[dict[str, Any]], Any]
"""What is tested: a function of a problem as plain data (the keys of `docs/use/formats.md`) that returns an answer."""

_COLUMNS = {Judgement.TIE: "tie", Judgement.CLOSE: "close"}  # the heads of a table are shorter than the judgements


def vectors_version() -> str:
    """Return the version of the vectors that the package ships, which is not that of the package."""
    return str(shipped_manifest()["version"])


@dataclass(frozen=True, repr=False)
class Report:
    """What the judge says of all answers.

    Fields: `results`, one per vector, in their order; `terms`, what was asked of them; `notes`, what else happened, in
    sentences; `hello`, who was judged, as far as he says; `lesson`, what to say to somebody whose first answers could
    not be read at all, else empty; `times`, how long the answers took, None where nobody measured; `expected_failures`,
    the ids whose mistakes are known and accepted for now; `stale`, what is wrong with them, in words; `asking`, opens
    a way to ask the client again, None where there is none; `vectors`, which set was asked, empty for the shipped one.
    """

    results: tuple[Result, ...]
    terms: Terms
    notes: tuple[str, ...] = ()
    hello: Hello | None = None
    lesson: str = ""
    times: Times | None = None
    expected_failures: frozenset[str] = frozenset()
    stale: tuple[str, ...] = ()
    asking: Asking | None = field(default=None, compare=False)
    vectors: str = ""

    @property
    def tolerance(self) -> Fraction:
        """How far a value was allowed to lie from the exact one."""
        return self.terms.tolerance

    @property
    def ok(self) -> bool:
        """Whether every answer is acceptable or its mistake expected, and there is one; and no expectation is stale."""
        was_asked = any(result.accepted or result.wrong for result in self.results)
        return was_asked and not self.wrong and not self.stale

    @property
    def wrong(self) -> list[Result]:
        """The answers that are mistakes, those that were expected left out."""
        return [result for result in self.results if result.wrong and result.name not in self.expected_failures]

    @property
    def counts(self) -> dict[Judgement, int]:
        """How many answers got each judgement, those that no answer got left out."""
        counts = Counter(result.judgement for result in self.results)
        return {judgement: counts[judgement] for judgement in Judgement if counts[judgement]}

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """Where the fault is: wrong answers by cause, the smallest, and the known faults that explain them."""
        judged = [each for each in self.results if each.accepted or (each.wrong and each.was_reached)]
        from truel_ref.oracle.diagnosis import diagnose  # with its mutants, which who makes no mistake never meets

        return diagnose((each for each in judged if each.name not in self.expected_failures), self.terms, self.asking)

    def worst(self, most: int = 5) -> list[Result]:
        """Return the wrong answers that are shown: of each kind the smallest problem, the smallest of these first."""
        wrong = sorted((each for each in self.wrong if each.was_reached), key=Result.by_size)
        if not wrong:
            return []
        from truel_ref.oracle.diagnosis import kind_of_mistake  # with its mutants, as above

        kinds: dict[str, Result] = {}
        for result in wrong:
            kinds.setdefault(kind_of_mistake(result), result)
        return list(kinds.values())[:most]

    def table(self) -> Table:
        """Return the table by group: a row for each group and one for all, a column for each judgement."""
        columns = [Judgement.AGREES, *(other for other in self.counts if other is not Judgement.AGREES)]
        groups: dict[str, Counter[Judgement]] = {}
        for result in self.results:
            groups.setdefault(result.group, Counter())[result.judgement] += 1
        if len(groups) > 1:
            groups["in all"] = Counter(self.counts)
        heads = ["group", "vectors", *(_COLUMNS.get(column, column.value) for column in columns)]
        rows: list[list[Cell]] = [
            [group, counts.total(), *(counts[column] for column in columns)] for group, counts in groups.items()
        ]
        return Table(heads, rows, right=heads[1:])

    @property
    def header(self) -> str:
        """Who was judged by which vectors on one line, empty for somebody unknown and the vectors of the package."""
        who = "" if self.hello is None else str(self.hello)
        parts = filter(None, [who, f"judged by the vectors of {self.vectors or f'version {vectors_version()}'}"])
        return ", ".join(parts) if who or self.vectors else ""

    def remarks(self) -> list[str]:
        """Return all that is said below the table and the worst cases: the notes, and what became of expectations."""
        expected = sum(result.wrong for result in self.results) - len(self.wrong)
        known = [f"failures that were expected: {expected:,}"] if expected else []
        return [*self.notes, *known, *self.stale]

    def __str__(self) -> str:
        return self.text()

    def text(self, most: int = 5) -> str:
        """Return a table by group, the worst cases, the notes, where the fault is, and a summary.

        Parameters: `most`, how many of the worst cases are shown, one of each kind, beside the exact answers.
        """
        if self.lesson:
            return "\n\n".join([self.lesson, self.summary])
        parts = [*filter(None, [self.header]), self.table().text("table", 0)]
        worst = self.worst(most)
        if worst:
            from truel_ref.oracle.diagnosis import with_look

            parts += map(with_look, worst)
        if self.remarks():
            parts.append("\n".join(self.remarks()))
        if not all(result.accepted for result in self.results):
            parts += filter(None, [self.diagnosis.text(shown=worst)])
        return "\n\n".join([*parts, self.summary])

    def __repr__(self) -> str:
        """Return the summary, and of a report that is not accepted where to look; pytest shows 240 characters of it."""
        if self.ok:
            return f"<Report {self.summary}>"
        worst = "".join(f"; {result.name}: {result.judgement.value}" for result in self.worst(1))
        return f"<Report {self.summary}{worst}; raise_if_bad() shows the cases>"

    def raise_if_bad(self) -> None:
        """Raise `AssertionError` that shows the table and the worst cases, unless the report is accepted.

        It is for test suites: pytest shows the message of an error whole, and of an object, as in
        `assert report.ok, report`, only the beginning and the end.

        >>> from truel_ref.oracle import vectors
        >>> check(lambda problem: [1, 0], vectors("fixed", players=2)[:4]).raise_if_bad()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        AssertionError: not accepted: ...
        group      vectors    agrees    ...
        """
        __tracebackhide__ = True
        if not self.ok:
            raise AssertionError(f"{self.summary}\n\n{self}")

    @property
    def summary(self) -> str:
        """One line: the judgements, and the tolerance."""
        counts = ", ".join(f"{judgement.value} {count:,}" for judgement, count in self.counts.items()) or "no vectors"
        return f"{'accepted' if self.ok else 'not accepted'}: {counts} (tolerance {float(self.tolerance):g})"

    def to_json(self, times: bool = False) -> dict[str, Any]:
        """Return the report as plain data for JSON; with `times`, which differ from run to run, only if asked for."""
        return {
            "ok": self.ok,
            "client": None if self.hello is None else self.hello.to_json(),
            "vectors": self.vectors.removeprefix("version ") or vectors_version(),
            "tolerance": float(self.tolerance),
            "counts": {judgement.value: count for judgement, count in self.counts.items()},
            "notes": self.remarks(),
            "diagnosis": self.diagnosis.to_json(),
            **({"lesson": self.lesson} if self.lesson else {}),
            **({"expected_failures": sorted(self.expected_failures)} if self.expected_failures else {}),
            **({"times": self.times.to_json()} if times and self.times is not None else {}),
            "results": [result.to_json() for result in self.results],
        }

    def to_junit(self, times: bool = False) -> str:
        """Return the report as JUnit XML: a suite for each group, a case for each vector.

        Skipped vectors and expected failures are skipped cases. Stale expectations and lessons are failures of suites
        of their own.

        Parameters: `times`, whether the cases have the seconds that they took.
        """
        root = ElementTree.Element("testsuites", name="truel-ref")
        groups: dict[str, list[Result]] = {}
        for result in self.results:
            groups.setdefault(result.group, []).append(result)
        for group, results in groups.items():
            failures = sum(result.wrong and result.name not in self.expected_failures for result in results)
            skipped = sum(not result.accepted for result in results) - failures
            suite = _suite(root, group or "truel-ref", len(results), failures, skipped)
            for result in results:
                case = ElementTree.SubElement(suite, "testcase", name=result.name, classname=f"truel-ref.{group}")
                if times and self.times is not None and result.name in self.times.seconds:
                    case.set("time", f"{self.times.seconds[result.name]:.6f}")
                _add_outcome(case, result, result.name in self.expected_failures)
        beside = [*self.stale, *filter(None, [self.lesson])]
        if beside:
            suite = _suite(root, "the run", len(beside), len(beside))
            for number, text in enumerate(beside, 1):
                case = ElementTree.SubElement(suite, "testcase", name=f"remark {number}", classname="truel-ref.run")
                _add(case, "failure", text.splitlines()[0], text)
        if self.notes:
            ElementTree.SubElement(root, "system-err").text = _printable("\n".join(self.notes))
        ElementTree.indent(root)
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"

    def to_markdown(self, times: bool = False) -> str:
        """Return the report as Markdown: who was judged, the summary, the table, the worst cases as code, the notes.

        Parameters: `times`, whether the times of the answers are told.
        """
        parts = [*filter(None, [markdown_text(self.header)]), f"**{markdown_text(self.summary)}**"]
        if self.lesson:
            return "\n\n".join([*parts, _code(self.lesson)]) + "\n"
        parts += [self.table().text("md", 0), *(_code(str(result)) for result in self.worst())]
        remarks = self.remarks() + ([str(self.times)] if times and self.times is not None else [])
        parts += [_code(remark) if "\n" in remark else f"- {markdown_text(remark)}" for remark in remarks]
        return "\n\n".join(parts) + "\n"


# ---------------------------------------------------------------------------------------------------------
# Who is judged


def allowed(tolerance: object) -> Fraction:
    """Return a tolerance as an exact number; raises `VectorError` for one below 0 or of 1 and more."""
    try:
        within = read_rational(tolerance, "tolerance")
    except TruelError as error:
        raise VectorError(str(error)) from None
    if not 0 <= within < 1:
        raise VectorError(f"tolerance: {shown(tolerance)} is not in [0, 1); it is for probabilities, like 1e-9")
    return within


def expected_of(vectors: Iterable[Vector | Expected] | None) -> list[Expected]:
    """Return what is expected of some vectors, by default of all of announced play that the package ships.

    What has been read already stays as it is.

    Raises `VectorError` for what is not a vector, and for an id that comes twice.
    """
    asked = shipped_vectors() if vectors is None else vectors
    expected = [each if isinstance(each, Expected) else expected_of_vector(each) for each in asked]
    twice = [name for name, count in Counter(entry.name for entry in expected).items() if count > 1]
    if twice:
        raise VectorError(f"the id {shown(twice[0])} stands at two vectors")
    return expected


def check(
    function: Solver,
    vectors: Iterable[Vector | Expected] | None = None,
    tolerance: object = "1e-9",
    progress: Callable[[int], object] | None = None,
    *,
    strict_ties: bool = False,
    stalemate_aims: bool = True,
) -> Report:
    """Ask a function for the answers to test vectors and judge them.

    Each question is handed over as plain data, a copy of its own: a problem, and for other ways to play and other
    rules of fire what is asked of it. An exception is judged as "crashed", and the next vector follows; a function
    that never returns cannot be stopped (a command can, see `check_command`).

    Parameters: `function`, from a problem to an answer; `vectors`, by default all of announced play that the package
    ships; `tolerance`, how far a value may lie from the exact one; `progress`, called with 1 after each;
    `strict_ties`, whether ties must fall as the stated tie rule says; `stalemate_aims`, whether aims are judged in a
    stalemate, and those of players none of whose options changes anybody's win probability.

    Raises `VectorError` for a tolerance outside [0, 1), and for what is not a vector.

    >>> from truel_ref import Problem
    >>> from truel_ref.oracle import make
    >>> def first_wins_two_thirds(problem):
    ...     return {"win": [2 / 3, 1 / 3], "aims": ["B", "A"]}
    >>> duels = [make(Problem(["1/2", hit]), f"duel-{n}", "duels") for n, hit in enumerate(["1/2", "1/3"])]
    >>> print(check(first_wins_two_thirds, duels))  # doctest: +ELLIPSIS
    group      vectors    agrees    wrong value
    -------  ---------  --------  -------------
    duels            2         1              1
    <BLANKLINE>
    duel-1: wrong value: off by 8.3e-02
    Problem(['1/2', '1/3'])
    player    theirs          exact                    their aim    aim
    --------  --------------  -------  --------------  -----------  -----
    A         0.666666666667  3/4      0.750000000000  B            B
    B         0.333333333333  1/4      0.250000000000  A            A
    look at: truel-ref why 1/2 1/3
    <BLANKLINE>
    on Problem(['1/2', '1/3'], targets=['B', 'A']), with all aims stated, A wins 0.66... in your answer; right is 3/4
    <BLANKLINE>
    not accepted: agrees 1, wrong value 1 (tolerance 1e-09)
    """
    terms = Terms(allowed(tolerance), strict_ties, stalemate_aims)
    results = []
    for expected in expected_of(vectors):
        check_budget()
        results.append(judge_function(function, expected, terms))
        if progress is not None:
            progress(1)
    return Report(tuple(results), terms, asking=lambda: nullcontext(function))


# ---------------------------------------------------------------------------------------------------------
# Reports for build servers and for people who read Markdown


def _suite(root: ElementTree.Element, name: str, tests: int, failures: int, skipped: int = 0) -> ElementTree.Element:
    suite = ElementTree.SubElement(root, "testsuite", name=name)
    suite.attrib |= {"tests": str(tests), "failures": str(failures)} | ({"skipped": str(skipped)} if skipped else {})
    return suite


def _add_outcome(case: ElementTree.Element, result: Result, is_expected: bool) -> None:
    """Add to a case what became of it, if it was not accepted."""
    message = f"{result.judgement.value}: {result.detail}"
    if result.judgement is Judgement.SKIPPED:
        _add(case, "skipped", result.detail)
    elif result.wrong and is_expected:
        _add(case, "skipped", f"expected failure: {message}")
    elif result.wrong:
        _add(case, "failure", message, str(result))


def _add(case: ElementTree.Element, kind: str, message: str, text: str = "") -> None:
    ElementTree.SubElement(case, kind, message=_printable(message)).text = _printable(text) or None


def _printable(text: str) -> str:
    """Return text without the characters that XML forbids."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def _code(text: str) -> str:
    """Return text as a block of code, with a fence that does not stand in it."""
    ticks = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, ticks + 1)
    return f"{fence}text\n{text}\n{fence}"


# ---------------------------------------------------------------------------------------------------------
# Failures that are known and accepted for now: a list of ids, which must not grow stale.

_SIZE_LIMIT = 1 << 24  # bytes of a list


def read_failures(path: Pathlike) -> tuple[str, ...]:
    """Return the ids of a list of failures: one on each line; what follows a # is a comment.

    Raises `VectorError`, naming the line, for a file that cannot be read, for two words on a line, and for an id twice.
    """
    name = str(path)
    try:
        text = read_bytes(path, _SIZE_LIMIT).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise VectorError(f"{name}: this is not text in UTF-8") from None
    except FileError as error:
        raise VectorError(str(error)) from None
    names: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if len(words) > 1:
            raise VectorError(f"{name}, line {number}: one id on each line, not {shown(' '.join(words))}")
        for word in words:
            if word in names:
                raise VectorError(f"{name}, line {number}: {shown(word)} stands on line {names[word]} already")
            names[word] = number
    return tuple(names)


def failures_text(report: Report) -> str:
    """Return the list of the failures of a report, each with its judgement as a comment."""
    wrong = [result for result in report.results if result.wrong and result.was_reached]
    width = max((len(result.name) for result in wrong), default=0)
    lines = [f"{result.name:{width}}  # {result.judgement.value}" for result in wrong]
    return "\n".join(["# Failures that are known; written by truel-ref check --write-failures.", *lines]) + "\n"


def expecting(report: Report, names: Iterable[str], known: Container[str] = ()) -> Report:
    """Return a report in which some failures are expected, and expectations that are stale are faults.

    Stale are the id of an answer that is acceptable now, and an id that no vector has; ids that were not asked, or
    skipped, say nothing. Where the first answers could not be read, the list says nothing either.

    Parameters: `report`; `names`, the ids; `known`, ids of vectors that the package does not ship.
    """
    listed = tuple(names)
    asked = {result.name: result for result in report.results}
    passed = [name for name in listed if name in asked and asked[name].accepted]
    shipped = (name for name in listed if name not in asked and name not in known)
    unknown = [name for name in shipped if name not in by_id(name.rpartition("-")[0])]
    stale = [f"expected to fail, but accepted: {name}; take it off the list" for name in passed]
    stale += [f"expected to fail, but unknown: {shown(name)}; take it off the list" for name in unknown]
    return replace(report, expected_failures=frozenset(listed), stale=tuple(stale))


# ---------------------------------------------------------------------------------------------------------
# For test suites: a function is asked about one problem, and a wrong answer is an `AssertionError` that shows it.


def assert_agrees(
    function: Solver,
    problem: Problem | Mapping[str, Any] | Iterable[object],
    tolerance: object = "1e-9",
    *,
    strict_ties: bool = False,
    stalemate_aims: bool = True,
) -> None:
    """Raise `AssertionError` if a function answers a problem wrongly; any outcome of a tie will do.

    An answer that differs only because doubles cannot resolve a margin (below 1e-12) is accepted, too.

    Parameters: `function`, from a problem as plain data to an answer; `problem`, a `Problem`, its plain data, or hit
    probabilities; `tolerance`, how far a value may lie from the exact one; `strict_ties` and `stalemate_aims`, as in
    `truel_ref.oracle.judge.Terms`.

    Raises `AssertionError` that shows the problem, the judgement, and the answer beside the exact one; what `Problem`
    raises for a problem that is none; and what the function raises, as it is.

    >>> assert_agrees(lambda problem: {"win": ["2/3", "1/3"], "aims": ["B", "A"]}, ["1/2", "1/2"])
    >>> assert_agrees(lambda problem: [0.6, 0.4], ["1/2", "1/2"])
    Traceback (most recent call last):
    ...
    AssertionError: wrong value: off by 6.7e-02
    Problem(['1/2', '1/2'])
    player    theirs          exact                    aim
    --------  --------------  -------  --------------  -----
    A         0.600000000000  2/3      0.666666666667  B
    B         0.400000000000  1/3      0.333333333333  A
    """
    __tracebackhide__ = True
    asked = Problem.from_data(problem) if isinstance(problem, Mapping) else stated(problem)
    asked.check_plain("a solver under test")
    terms = Terms(allowed(tolerance), strict_ties, stalemate_aims)
    result = judge_answer(AnnouncedPlay(asked), function(asked.to_json()), terms)
    if not result.accepted:
        raise AssertionError(str(result))


# ---------------------------------------------------------------------------------------------------------
# How long answers took.


@dataclass(frozen=True)
class Times:
    """How long the answers took, of a command that gets one question at a time.

    The time of an answer runs from its question to the moment when it was read; the judge is idle meanwhile. The first
    answer of a process is left out, because its start is in it, unless a hello came before.

    Fields: `seconds` by id; `judging`, the seconds that the judge took himself, in all; `processor`, the processor time
    of the command in all, None where the system does not tell.

    >>> print(Times({"a": 0.25, "b": 0.75, "c": 0.5}, 0.125))
    time for an answer: median 500 ms, quartiles 250 ms and 750 ms, slowest 750 ms (b); the judge took 125 ms in all
    """

    seconds: Mapping[str, float]
    judging: float
    processor: float | None = None

    @property
    def quartiles(self) -> tuple[float, float, float] | None:
        """The first quartile, the median and the third quartile in seconds, None without an answer."""
        if not self.seconds:
            return None
        values = sorted(self.seconds.values())
        if len(values) == 1:
            return values[0], values[0], values[0]
        first, median, third = statistics.quantiles(values, n=4)
        # The method puts the ends of few values outside of them.
        return max(first, values[0]), median, min(third, values[-1])

    @property
    def slowest(self) -> str:
        """The id of the answer that took longest, empty without an answer."""
        return max(self.seconds, key=lambda name: self.seconds[name], default="")

    def __str__(self) -> str:
        """Return all of it on one line."""
        took = "" if self.processor is None else f"the command took {_written(self.processor)} of processor time, "
        judge = f"{took}the judge took {_written(self.judging)} in all"
        if self.quartiles is None:
            return f"time for an answer: none can be told; {judge}"
        first, median, third = map(_written, self.quartiles)
        slowest = f"slowest {_written(self.seconds[self.slowest])} ({self.slowest})"
        return f"time for an answer: median {median}, quartiles {first} and {third}, {slowest}; {judge}"

    def to_json(self) -> dict[str, Any]:
        """Return the times in seconds as plain data for JSON."""
        first, median, third = self.quartiles or (None, None, None)
        return {
            "median": median,
            "quartiles": [first, third],
            "slowest": self.slowest or None,
            "judge": self.judging,
            "processor": self.processor,
            "each": dict(self.seconds),
        }


def _written(seconds: float) -> str:
    """Return a time with three digits."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
