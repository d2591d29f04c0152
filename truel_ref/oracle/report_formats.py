"""Reports for build servers and for people who read Markdown."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Protocol
from xml.etree import ElementTree

from truel_ref.oracle.judge import Judgement, Result
from truel_ref.oracle.times import Times
from truel_ref.records.table import markdown_text as escaped

__all__ = ["Written", "junit_text", "markdown_text"]


class Written(Protocol):
    """What is written: a report, as far as these formats look at it."""

    @property
    def results(self) -> Sequence[Result]: ...  # noqa: D102  the fields of a report
    @property
    def expected_failures(self) -> Collection[str]: ...  # noqa: D102
    @property
    def stale(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def notes(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def lesson(self) -> str: ...  # noqa: D102
    @property
    def times(self) -> Times | None: ...  # noqa: D102
    @property
    def header(self) -> str: ...  # noqa: D102
    @property
    def summary(self) -> str: ...  # noqa: D102
    def rows(self) -> tuple[list[str], list[list[str | int]]]: ...  # noqa: D102
    def worst(self, most: int = 5) -> list[Result]: ...  # noqa: D102
    def remarks(self) -> list[str]: ...  # noqa: D102


def junit_text(report: Written, times: bool = False) -> str:
    """Return a report as JUnit XML: a suite for each group, a case for each vector.

    What is no mistake to be mended, a vector that was skipped or a failure that is expected, is a skipped case. A stale
    expectation and a lesson are failures of a suite of their own.

    Parameters: `report`; `times`, whether the cases have the seconds that they took.
    """
    root = ElementTree.Element("testsuites", name="truel-ref")
    groups: dict[str, list[Result]] = {}
    for result in report.results:
        groups.setdefault(result.group, []).append(result)
    for group, results in groups.items():
        failed = [result for result in results if result.wrong and result.name not in report.expected_failures]
        skipped = [result for result in results if not result.accepted and result not in failed]
        suite = ElementTree.SubElement(root, "testsuite", name=group or "truel-ref")
        suite.attrib |= {"tests": str(len(results)), "failures": str(len(failed))}
        if skipped:
            suite.set("skipped", str(len(skipped)))
        for result in results:
            case = ElementTree.SubElement(suite, "testcase", name=result.name, classname=f"truel-ref.{group}")
            if times and report.times is not None and result.name in report.times.seconds:
                case.set("time", f"{report.times.seconds[result.name]:.6f}")
            _add_outcome(case, result, result.name in report.expected_failures)
    beside = [*report.stale, *([report.lesson] if report.lesson else [])]
    if beside:
        suite = ElementTree.SubElement(root, "testsuite", name="the run")
        suite.attrib |= {"tests": str(len(beside)), "failures": str(len(beside))}
        for number, text in enumerate(beside, 1):
            case = ElementTree.SubElement(suite, "testcase", name=f"remark {number}", classname="truel-ref.run")
            failure = ElementTree.SubElement(case, "failure", message=_printable(text.splitlines()[0]))
            failure.text = _printable(text)
    if report.notes:
        ElementTree.SubElement(root, "system-err").text = _printable("\n".join(report.notes))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _add_outcome(case: ElementTree.Element, result: Result, is_expected: bool) -> None:
    """Add to a case what became of it, if it was not accepted."""
    message = f"{result.judgement.value}: {result.detail}"
    if result.judgement is Judgement.SKIPPED:
        ElementTree.SubElement(case, "skipped", message=_printable(result.detail))
    elif result.wrong and is_expected:
        ElementTree.SubElement(case, "skipped", message=_printable(f"expected failure: {message}"))
    elif result.wrong:
        failure = ElementTree.SubElement(case, "failure", message=_printable(message))
        failure.text = _printable(str(result))


def _printable(text: str) -> str:
    """Return text without the characters that XML forbids."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def markdown_text(report: Written, times: bool = False) -> str:
    """Return a report as Markdown: who was judged, the summary, the table, the worst cases as code, and the notes.

    Parameters: `report`; `times`, whether the times of the answers are told.
    """
    from tabulate import tabulate

    parts = [f"**{escaped(report.summary)}**"]
    if report.header:
        parts.insert(0, escaped(report.header))
    if report.lesson:
        return "\n\n".join([*parts, _code(report.lesson)]) + "\n"
    heads, rows = report.rows()
    parts.append(tabulate([[escaped(str(cell)) for cell in row] for row in rows], heads, tablefmt="pipe"))
    parts += [_code(str(result)) for result in report.worst()]
    remarks = report.remarks() + ([str(report.times)] if times and report.times is not None else [])
    parts += [_code(remark) if "\n" in remark else f"- {escaped(remark)}" for remark in remarks]
    return "\n\n".join(parts) + "\n"


def _code(text: str) -> str:
    """Return text as a block of code, with a fence that does not stand in it."""
    ticks = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, ticks + 1)
    return f"{fence}text\n{text}\n{fence}"
