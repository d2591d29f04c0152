"""Findings as text: for a terminal, as data, and as sections of the page `docs/claims.md`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import Template
from typing import Any

from truel_ref.files import package_text
from truel_ref.studies.claims.prose import stored_prose
from truel_ref.studies.claims.record import Claim, Finding, Line, Verdict

__all__ = [
    "COLUMNS",
    "MEASURED",
    "finding_json",
    "finding_text",
    "page",
    "section",
    "summary_row",
    "table",
    "verdict_text",
]

MEASURED = "*Measured on one machine:*"
"""How a line begins that differs from run to run; tests leave such lines out."""

_HOLDS = {True: "yes", False: "no", None: ""}


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _verdict(finding: Finding) -> str:
    return f"{finding.verdict.value}: {finding.condition}" if finding.condition else finding.verdict.value


def verdict_text(finding: Finding | None) -> tuple[str, str]:
    """Return the verdict with its condition, and the summary; None stands for a claim that was not checked."""
    return ("not run: --slow", "") if finding is None else (_verdict(finding), finding.summary)


COLUMNS = ("claim", "what is claimed", "verdict", "what is true")


def summary_row(claim: Claim, finding: Finding) -> str:
    """Return the row of a claim in the table of the page."""
    cells = (f"[{claim.id}](#{claim.id.lower()})", claim.statement, finding.verdict.value, finding.summary)
    return f"| {' | '.join(map(_cell, cells))} |"


def section(claim: Claim, finding: Finding) -> str:
    """Return the section of a claim as Markdown."""
    lines = [
        f"### {claim.id}",
        "",
        f"> Claim: {claim.statement}",
        "",
        f"**{finding.verdict.value.capitalize()}**" + (f": {finding.condition}." if finding.condition else "."),
        "",
        f"How: {claim.how}",
        "",
        "| | published | exact | agrees |",
        "|---|---|---|---|",
    ]
    lines += [f"| {' | '.join(map(_cell, _row(line)))} |" for line in finding.lines]
    for title, text in (("", finding.explanation), ("Counterexample: ", finding.counterexample)):
        if text:
            lines += ["", title + text]
    if finding.figure:
        lines += ["", finding.figure]
    for text in finding.measured:
        lines += ["", f"{MEASURED} {text}"]
    return "\n".join([*lines, ""])


def _row(line: Line) -> tuple[str, str, str, str]:
    return line.what, line.published, line.exact, _HOLDS[line.holds]


def page(findings: Mapping[str, tuple[Claim, Finding]]) -> str:
    """Return the page of all claims with their findings, by id in their order; its head is the file `page.md`."""
    counts = {verdict: sum(finding.verdict is verdict for _, finding in findings.values()) for verdict in Verdict}
    counted = ", ".join(f"{count} {verdict.value}" for verdict, count in counts.items() if count)
    head = Template(package_text("truel_ref.studies.claims", "page.md")).substitute(
        counts=f"Of {len(findings)} claims: {counted}.", example=finding_text(*findings["S3"])
    )
    rows = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    rows += [summary_row(*checked) for checked in findings.values()]
    parts = [head + "\n".join(rows) + "\n"]
    for letter, title in stored_prose().groups.items():
        parts.append(f"## {title}\n")
        parts += [section(*checked) for name, checked in findings.items() if name[0] == letter]
    return "\n".join(parts)


def finding_text(claim: Claim, finding: Finding) -> str:
    """Return a finding as it is printed in a terminal."""
    from tabulate import tabulate

    table_of_lines = tabulate(
        [_row(line) for line in finding.lines],
        headers=("", "published", "exact", "agrees"),
        disable_numparse=True,
        maxcolwidths=[44, 30, 60, None],
    )
    parts = [
        f"{claim.id}: {claim.statement}",
        f"{_verdict(finding)}. {finding.summary}",
        f"How: {claim.how}",
        table_of_lines,
    ]
    parts += [finding.explanation] if finding.explanation else []
    parts += [f"Counterexample: {finding.counterexample}"] if finding.counterexample else []
    parts += [f"Measured here: {text}" for text in finding.measured]
    return "\n\n".join(parts)


def table(findings: Iterable[tuple[Claim, Finding | None]]) -> str:
    """Return the table of many findings, each beside what is claimed; None stands for a claim that was not checked."""
    from tabulate import tabulate

    rows = [(claim.id, claim.statement, *verdict_text(finding)) for claim, finding in findings]
    printed: str = tabulate(rows, headers=COLUMNS, disable_numparse=True, maxcolwidths=[None, 50, 24, 50])
    return printed


def finding_json(claim: Claim, finding: Finding | None) -> dict[str, Any]:
    """Return a finding as plain data for JSON."""
    data: dict[str, Any] = {"id": claim.id, "statement": claim.statement, "how": claim.how, "slow": claim.slow}
    if finding is None:
        return data | {"verdict": None}
    lines: Sequence[Line] = finding.lines
    return data | {
        "verdict": finding.verdict.value,
        "condition": finding.condition,
        "summary": finding.summary,
        "lines": [
            {"what": line.what, "published": line.published, "exact": line.exact, "holds": line.holds} for line in lines
        ],
        "explanation": finding.explanation,
        "counterexample": finding.counterexample,
        "measured": list(finding.measured),
    }
