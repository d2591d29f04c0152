"""Findings as text: for a terminal, as data, and as sections of the page `docs/claims.md`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from truel_ref.studies.claims.record import Claim, Finding, Line, Verdict
from truel_ref.studies.claims.registry import GROUPS

__all__ = ["MEASURED", "finding_json", "finding_text", "page", "section", "summary_row", "table"]

MEASURED = "*Measured on one machine:*"
"""How a line begins that differs from run to run; tests leave such lines out."""

_HOLDS = {True: "yes", False: "no", None: ""}

_HEAD = """# The published claims, checked

What the document "Truel problem analysis" (a notebook, 2020-2021) claims, in our own words, and what exact numbers say.
A verdict is computed from the numbers and never typed in: a published percentage agrees if the exact value rounds to
it, and a word such as "almost" is turned into an interval, which is shown. Unless said otherwise the search is
{{Others, Miss}}, pC = 1, the tie rule is rule 1, and a triangle is the half of the square with pA <= pB, the diagonal
included.

Areas are counts of pixels of exact maps. "Without the edges" leaves out the pixels where pA or pB is 0 or 1. Where the
exact [regions](regions.md) give an area, its certified digits are shown, too. Where a claim fails as stated and holds
in another reading that was computed, it is *true with a condition*.

{counts}

The same from the command line; `--slow` includes those that make many maps, in all about ten minutes:

```console
$ scripts/truel claims S3
{example}
```

| claim | verdict | found |
|---|---|---|
"""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _verdict(finding: Finding) -> str:
    return f"{finding.verdict.value}: {finding.condition}" if finding.condition else finding.verdict.value


def summary_row(claim: Claim, finding: Finding) -> str:
    """Return the row of a claim in the table of the page."""
    return f"| [{claim.id}](#{claim.id.lower()}) | {finding.verdict.value} | {_cell(finding.summary)} |"


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


def page(found: Mapping[str, tuple[Claim, Finding]]) -> str:
    """Return the page of all claims with their findings, by id in their order."""
    counts = {verdict: sum(finding.verdict is verdict for _, finding in found.values()) for verdict in Verdict}
    told = ", ".join(f"{count} {verdict.value}" for verdict, count in counts.items() if count)
    head = _HEAD.format(counts=f"Of {len(found)} claims: {told}.", example=finding_text(*found["S3"]))
    parts = [head + "\n".join(summary_row(*pair) for pair in found.values()) + "\n"]
    for letter, title in GROUPS.items():
        parts.append(f"## {title}\n")
        parts += [section(*pair) for name, pair in found.items() if name[0] == letter]
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


def table(found: Iterable[tuple[Claim, Finding | None]]) -> str:
    """Return the table of many findings; None stands for a claim that was not checked."""
    from tabulate import tabulate

    rows = [
        (claim.id, "not run: --slow", claim.statement)
        if finding is None
        else (claim.id, _verdict(finding), finding.summary)
        for claim, finding in found
    ]
    printed: str = tabulate(
        rows, headers=("claim", "verdict", "found"), disable_numparse=True, maxcolwidths=[None, 32, 76]
    )
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
