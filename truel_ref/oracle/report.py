"""Who is judged and what comes out: functions asked for answers, and the report on all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from truel_ref.budget import check as check_budget
from truel_ref.errors import TruelError, VectorError, shown
from truel_ref.numbers import read_rational
from truel_ref.oracle.corpus import Vector
from truel_ref.oracle.corpus import vectors as shipped_vectors
from truel_ref.oracle.diagnosis import Asking, Diagnosis, diagnose, with_look
from truel_ref.oracle.hello import Hello
from truel_ref.oracle.judge import Expected, Judgement, Result, Terms, failed, judge_answer
from truel_ref.oracle.kinds import expected_of_vector
from truel_ref.oracle.manifest import shipped_manifest
from truel_ref.oracle.times import Times

__all__ = ["Report", "Solver", "allowed", "check", "expected_of", "vectors_version"]

Solver: TypeAlias = Callable[[dict[str, Any]], Any]
"""What is tested: a function of a problem as plain data (the keys of `docs/formats.md`) that returns an answer."""

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
    a way to ask the client again, None where there is none.
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
        judged = [result for result in self.results if result.accepted or result.wrong]
        return diagnose((each for each in judged if each.name not in self.expected_failures), self.terms, self.asking)

    def worst(self, most: int = 5) -> list[Result]:
        """Return the wrong answers that are furthest off, those without a number last."""
        return sorted(self.wrong, key=lambda result: (result.error is None, -(result.error or 0)))[:most]

    def rows(self) -> tuple[list[str], list[list[str | int]]]:
        """Return the table by group: its heads, and a row for each group and one for all."""
        columns = [Judgement.AGREES, *(other for other in self.counts if other is not Judgement.AGREES)]
        groups: dict[str, Counter[Judgement]] = {}
        for result in self.results:
            groups.setdefault(result.group, Counter())[result.judgement] += 1
        rows: list[list[str | int]] = [
            [group, counts.total(), *(counts[column] for column in columns)] for group, counts in groups.items()
        ]
        if len(groups) > 1:
            rows.append(["in all", len(self.results), *(self.counts.get(column, 0) for column in columns)])
        return ["group", "vectors", *(_COLUMNS.get(column, column.value) for column in columns)], rows

    @property
    def header(self) -> str:
        """Who was judged by which vectors on one line, empty where he does not say who he is."""
        who = "" if self.hello is None else str(self.hello)
        return f"{who}, judged by the vectors of version {vectors_version()}" if who else ""

    def remarks(self) -> list[str]:
        """Return all that is said below the table and the worst cases: the notes, and what became of expectations."""
        expected = sum(result.wrong for result in self.results) - len(self.wrong)
        known = [f"failures that were expected: {expected:,}"] if expected else []
        return [*self.notes, *known, *self.stale]

    def __str__(self) -> str:
        return self.text()

    def text(self, most: int = 5) -> str:
        """Return a table by group, the worst cases, the notes, where the fault is, and a summary.

        Parameters: `most`, how many of the worst cases are shown, beside the exact answers.
        """
        from tabulate import tabulate

        if self.lesson:
            return "\n\n".join([self.lesson, self.summary])
        heads, rows = self.rows()
        parts = [self.header] if self.header else []
        worst = self.worst(most)
        parts += [tabulate(rows, heads), *map(with_look, worst)]
        if self.remarks():
            parts.append("\n".join(self.remarks()))
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
            "vectors": vectors_version(),
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
        """Return the report as JUnit XML: a suite for each group, a failure for each answer that is not acceptable."""
        from truel_ref.oracle.report_formats import junit_text

        return junit_text(self, times)

    def to_markdown(self, times: bool = False) -> str:
        """Return the report as Markdown: the table, the worst cases as code, the notes and the summary."""
        from truel_ref.oracle.report_formats import markdown_text

        return markdown_text(self, times)


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


def expected_of(vectors: Iterable[Vector] | None) -> list[Expected]:
    """Return what is expected of some vectors, by default of all of announced play that the package ships.

    Raises `VectorError` for what is no vector, and for an id that comes twice.
    """
    expected = [expected_of_vector(vector) for vector in (shipped_vectors() if vectors is None else vectors)]
    twice = [name for name, count in Counter(entry.name for entry in expected).items() if count > 1]
    if twice:
        raise VectorError(f"the id {shown(twice[0])} stands at two vectors")
    return expected


def check(
    function: Solver,
    vectors: Iterable[Vector] | None = None,
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

    Raises `VectorError` for a tolerance outside [0, 1), and for what is no vector.

    >>> from truel_ref import Problem
    >>> from truel_ref.oracle import make
    >>> def first_wins_two_thirds(problem):
    ...     return {"win": [2 / 3, 1 / 3], "aims": ["B", "A"]}
    >>> duels = [make(Problem(["1/2", hit]), f"duel-{n}", "duels") for n, hit in enumerate(["1/2", "1/3"])]
    >>> print(check(first_wins_two_thirds, duels))
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
    not accepted: agrees 1, wrong value 1 (tolerance 1e-09)
    """
    terms = Terms(allowed(tolerance), strict_ties, stalemate_aims)
    results = []
    for expected in expected_of(vectors):
        check_budget()
        results.append(_asked(function, expected, terms))
        if progress is not None:
            progress(1)
    return Report(tuple(results), terms, asking=lambda: nullcontext(function))


def _asked(function: Solver, expected: Expected, terms: Terms) -> Result:
    try:
        data = function(expected.question())
    except Exception as error:  # whatever a stranger's function raises is judged
        return failed(expected, Judgement.CRASHED, f"{type(error).__name__}: {error}")
    return judge_answer(expected, data, terms)
