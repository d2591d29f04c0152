"""What the judge says of a client: a table by group, examples of each kind of mistake, and the fault it looks like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.files import Pathlike, Progress, read_bytes
from truel_ref.game.problem import Problem
from truel_ref.oracle.ask import Asker
from truel_ref.oracle.faults import sentences
from truel_ref.oracle.judgement import Judgement, Result, Terms
from truel_ref.oracle.kinds import judge_function
from truel_ref.oracle.vector_files import Vector, make, vectors


@dataclass(frozen=True)
class Report:
    """What the judge says of all answers of a client.

    Fields: `results`; `terms`, how they were judged; `known`, ids whose mistakes are known; `noise` and `noisy`, the
    first lines of a program that were not answers, and their number.
    """

    results: tuple[Result, ...]
    terms: Terms
    known: frozenset[str] = frozenset()
    noise: tuple[str, ...] = ()
    noisy: int = 0

    @property
    def wrong(self) -> list[Result]:
        """The mistakes that are not known, the smallest problem first."""
        new = [result for result in self.results if result.wrong and result.name not in self.known]
        return sorted(new, key=_size)

    @property
    def stale(self) -> list[str]:
        """The known mistakes that the client does not make any more."""
        return sorted(result.name for result in self.results if result.accepted and result.name in self.known)

    @property
    def ok(self) -> bool:
        """Whether something was judged, every mistake is known, and every known mistake is still made."""
        reached = any(result.judgement is not Judgement.SKIPPED for result in self.results)
        return reached and not self.wrong and not self.stale

    @property
    def summary(self) -> str:
        """The judgement in one line."""
        counts = Counter(result.judgement for result in self.results)
        listed = ", ".join(f"{judgement.value} {counts[judgement]:,}" for judgement in Judgement if counts[judgement])
        known = f"; known mistakes {len(self.known):,}" if self.known else ""
        return (
            f"{'accepted' if self.ok else 'not accepted'}: {listed}{known} (tolerance {float(self.terms.tolerance):g})"
        )

    def by_group(self) -> dict[str, list[Result]]:
        """Return the results of each group."""
        groups = dict.fromkeys(result.vector["group"] for result in self.results)
        return {name: [result for result in self.results if result.vector["group"] == name] for name in groups}

    def table(self) -> str:
        """Return how often each judgement occurs in each group."""
        from tabulate import tabulate

        counts = {group: Counter(each.judgement for each in results) for group, results in self.by_group().items()}
        counts["in all"] = Counter(each.judgement for each in self.results)
        occur = [judgement for judgement in Judgement if counts["in all"][judgement]]
        rows = [[name, count.total(), *(count[each] for each in occur)] for name, count in counts.items()]
        short = {Judgement.TIE: "tie", Judgement.CLOSE: "close"}
        table: str = tabulate(rows, ["group", "vectors", *(short.get(each, each.value) for each in occur)])
        return table

    def text(self, worst: int = 5) -> str:
        """Return the report for a person, with this number of mistakes, one of each kind first."""
        if not self.results:
            return self.summary
        first = {result.judgement: result for result in reversed(self.wrong)}
        examples = sorted(self.wrong, key=lambda result: result is not first[result.judgement])[:worst]
        noise = "\n".join([f"{self.noisy:,} lines were not answers, such as", *map(shown, self.noise)])
        stale = f"known mistakes that are right now: {', '.join(self.stale)}; remove them from the list"
        notes = [*[noise] * bool(self.noisy), *[stale] * bool(self.stale)]
        faults = sentences(self.results, self.terms.strict_ties)
        return "\n\n".join([self.table(), *map(str, examples), *notes, *faults, self.summary])

    def __str__(self) -> str:
        return self.text()

    def raise_if_bad(self) -> None:
        """Raise `AssertionError` with the report if it is not ok."""
        if not self.ok:
            raise AssertionError(self.text())

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data for JSON."""
        return {
            "ok": self.ok,
            "summary": self.summary,
            "faults": sentences(self.results, self.terms.strict_ties),
            "stale": self.stale,
            "results": [result.to_json() for result in self.results],
        }

    def to_junit(self) -> str:
        """Return the report as JUnit XML, which build servers read; known mistakes count as skipped."""
        root = ElementTree.Element("testsuites")
        for group, results in self.by_group().items():
            suite = ElementTree.SubElement(root, "testsuite", name=group, tests=str(len(results)))
            for result in results:
                seconds = f"{result.seconds or 0:.6f}"
                case = ElementTree.SubElement(suite, "testcase", classname=group, name=result.name, time=seconds)
                known = result.name in self.known
                if result.accepted and known:
                    ElementTree.SubElement(case, "failure", message="a known mistake is right now")
                elif not result.accepted:
                    what = "skipped" if known or not result.wrong else "failure"
                    said = ElementTree.SubElement(case, what, message=result.judgement.value)
                    said.text = "".join(sign for sign in str(result) if sign.isprintable() or sign == "\n")
            for what, key in (("failure", "failures"), ("skipped", "skipped")):
                suite.set(key, str(len(suite.findall(f"testcase/{what}"))))
        return ElementTree.tostring(root, encoding="unicode")

    def failures_text(self) -> str:
        """Return the ids of all mistakes, a line each, for a file of known failures."""
        return "".join(f"{result.name}  # {result.judgement.value}\n" for result in self.results if result.wrong)


def _size(result: Result) -> tuple[int, int, str]:
    return len(result.vector["problem"]["hits"]), len(str(result.vector["problem"])), result.name


def read_failures(path: Pathlike) -> frozenset[str]:
    """Return the ids of a file of known failures: one per line, `#` begins a remark.

    Raises `FileError` for a file that cannot be read, and `ProblemError` for one that is not text.
    """
    try:
        lines = read_bytes(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise ProblemError(f"{shown(str(path), 1000)} is not a list of ids, one per line") from None
    return frozenset(filter(None, (line.partition("#")[0].strip() for line in lines)))


def check(
    function: Callable[[dict[str, Any]], Any],
    asked: Iterable[Vector] | None = None,
    tolerance: object = "1e-9",
    *,
    strict_ties: bool = False,
    stalemate_aims: bool = True,
) -> Report:
    """Return the report on a function of a problem.

    Parameters: `function`, of a question as plain data, returns an answer as plain data; `asked`, by default all
    vectors of announced play; `tolerance`, `strict_ties` and `stalemate_aims`, as for `Terms.stated`.

    Raises `ProblemError` for what is no function, and the errors of `Terms.stated`.

    >>> report = check(lambda problem: {"win": ["25/63", "8/21", "2/9"]}, vectors("optimal", players=3)[:1])
    >>> report.ok
    True
    """
    refuse(ProblemError, (not callable(function), f"check: {shown(function)} is not a function of a question"))
    terms, every = Terms.stated(tolerance, strict_ties, stalemate_aims), vectors() if asked is None else asked
    return Report(tuple(judge_function(function, vector, terms) for vector in every), terms)


def check_command(
    command: Sequence[str],
    asked: Sequence[Vector],
    terms: Terms,
    *,
    timeout: float = 60.0,
    start: float | None = None,
    known: frozenset[str] = frozenset(),
    progress: Progress = lambda more: None,
) -> Report:
    """Return the report on a program.

    Parameters: `command`, the program and its arguments; `asked`; `terms`; `timeout` and `start`, as for `Asker`;
    `known`, ids whose mistakes are known; `progress`, called with 1 after each answer.

    Raises `ProblemError` for a program that cannot be started.
    """
    asker, results = Asker(command, timeout, start), {}
    for result in asker.results(asked, terms):
        results[result.name] = result
        progress(1)
    in_order = tuple(results[vector["id"]] for vector in asked)
    return Report(in_order, terms, known, tuple(asker.noise), asker.noisy)


def assert_agrees(
    function: Callable[[dict[str, Any]], Any],
    problem: Problem,
    tolerance: object = "1e-9",
    *,
    strict_ties: bool = False,
    stalemate_aims: bool = True,
) -> None:
    """Raise `AssertionError` if a function does not answer a problem of announced play acceptably.

    >>> from truel_ref import solve
    >>> assert_agrees(lambda said: {"win": solve(Problem.from_json(said)).win}, Problem(["1/2", "1/3"]))
    """
    check(function, [make(problem)], tolerance, strict_ties=strict_ties, stalemate_aims=stalemate_aims).raise_if_bad()
