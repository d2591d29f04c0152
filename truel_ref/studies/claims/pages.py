"""Findings as text: for a terminal, as data, and as sections of the page on claims.

**Several claims with their findings, as one record: each statement beside its verdict.**
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from typing import Any

from truel_ref.errors import ProblemError, shown
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import FILE, Check, Claim, ClaimFinding, ClaimLine, Prose, Verdict, stored_prose

__all__ = [
    "COLUMNS",
    "Findings",
    "admit_checks",
    "check_claims",
    "claims",
    "finding_json",
    "finding_text",
    "joined",
    "named_claims",
    "section",
    "sections",
    "summary_row",
    "table",
    "verdict_text",
]

_EACH_CLAIM, _EACH_SLOW_CLAIM = 0.35, 60.0  # seconds, roughly


@cache
def claims() -> dict[str, Claim]:
    """Return every claim under its id, group by group.

    >>> len(claims()), list(claims())[:3]
    (62, ['S1', 'S2', 'S3'])
    """
    from truel_ref.studies.claims import areas, methods, mixes, single

    prose, modules = stored_prose(), (single, areas, mixes, methods)
    written = (value for module in modules for value in vars(module).values() if isinstance(value, Check))
    stated = (Check(name, partial(single.solved, text)) for name, text in prose.claims.items() if text.problems)
    return joined(prose, (*written, *stated))


def joined(prose: Prose, checks: Iterable[Check]) -> dict[str, Claim]:
    """Return the claims of some prose and some checks, in the order of the prose.

    Raises `ProblemError` for prose without a check, a check without prose, and two checks of one claim.

    >>> check = Check("S1", lambda pictures: None)
    >>> joined(Prose({"S": "Single"}, {}), [check])
    Traceback (most recent call last):
    truel_ref.errors.ProblemError: S1 has a check and no prose; write [S1] in claims.toml
    """
    by_id: dict[str, Check] = {}
    for check in checks:
        if check.id in by_id:
            raise ProblemError(f"{check.id} has two checks; ids are given once")
        if check.id not in prose.claims:
            raise ProblemError(f"{check.id} has a check and no prose; write [{check.id}] in {FILE}")
        by_id[check.id] = check
    for name in prose.claims:
        if name not in by_id:
            raise ProblemError(f'{name} has prose in {FILE} and no check; write a function with @checks("{name}")')
    return {
        name: Claim(name, text.statement, text.how, by_id[name].run, by_id[name].slow)
        for name, text in prose.claims.items()
    }


def admit_checks(checked: Sequence[Claim], slow: bool, jobs: int) -> None:
    """Admit or refuse the checks of some claims by their work.

    Parameters: `checked`, the claims; `slow`, whether to check claims that make many maps; `jobs`, processes for the
    maps.
    """
    many = sum(claim.slow for claim in checked) if slow else 0
    _EACH_CLAIM * (len(checked) - many) + _EACH_SLOW_CLAIM * many / jobs


def named_claims(names: Iterable[str], among: Mapping[str, Claim] | None = None) -> list[Claim]:
    """Return the claims with some ids, in any case; without ids, all claims.

    Parameters: `names`; `among`, every claim under its id, by default those of the published analysis.

    Raises `ProblemError` for an unknown id, with the nearest ids, and for a value that is not a list of ids.

    >>> [claim.id for claim in named_claims(["s3", "M6"])]
    ['S3', 'M6']
    """
    known = claims() if among is None else among
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ProblemError(f"{shown(names)} is not a list of ids; give one such as ['S3', 'M6']")
    listed = list(names)
    ids = [name.strip().upper() if isinstance(name, str) else "" for name in listed]
    for name, id_ in zip(listed, ids, strict=True):
        if id_ not in known:
            near = difflib.get_close_matches(id_, known, 3, 0.4) or list(known)[:3]
            raise ProblemError(f"there is no claim {shown(name)}; the nearest are {', '.join(near)}")
    return [known[name] for name in ids] or list(known.values())


_HOLDS = {True: "yes", False: "no", None: ""}


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _verdict(finding: ClaimFinding) -> str:
    return f"{finding.verdict.value}: {finding.condition}" if finding.condition else finding.verdict.value


def verdict_text(finding: ClaimFinding | None) -> tuple[str, str]:
    """Return the verdict with its condition, and the summary; None means an unchecked claim."""
    return ("not run: --slow", "") if finding is None else (_verdict(finding), finding.summary)


COLUMNS = ("claim", "what is claimed", "verdict", "what is true")


def summary_row(claim: Claim, finding: ClaimFinding | None) -> str:
    """Return the row of a claim in the table of the page; None means an unchecked claim."""
    verdict, said = (finding.verdict.value, finding.summary) if finding else verdict_text(None)
    cells = (f"[{claim.id}](#{claim.id.lower()})", claim.statement, verdict, said)
    return f"| {' | '.join(map(_cell, cells))} |"


def section(claim: Claim, finding: ClaimFinding | None) -> str:
    """Return the section of a claim as Markdown; None means an unchecked claim."""
    head = [f"### {claim.id}", "", f"> Claim: {claim.statement}", ""]
    if finding is None:
        return "\n".join([*head, f"How: {claim.how}", "", f"`truel-ref claims {claim.id} --slow` checks it.", ""])
    lines = [
        *head,
        f"**{finding.verdict.value.capitalize()}**" + (f": {finding.condition}." if finding.condition else "."),
        "",
        f"How: {claim.how}",
        "",
        "| | published | exact | agrees |",
        "|---|---|---|---|",
    ]
    lines += [f"| {' | '.join(map(_cell, _row(line)))} |" for line in finding.lines]
    paragraphs = [
        finding.explanation,
        finding.counterexample and f"Counterexample: {finding.counterexample}",
        finding.figure,
        *(f"*Measured on one machine:* {text}" for text in finding.measured),
    ]
    for text in filter(None, paragraphs):
        lines += ["", text]
    return "\n".join([*lines, ""])


def _row(line: ClaimLine) -> tuple[str, str, str, str]:
    return line.what, line.published, line.exact, _HOLDS[line.holds]


def sections(findings: Findings) -> str:
    """Return, as Markdown, the table of some claims and a section for each, in the order of the ids."""
    rows = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    rows += [summary_row(*pair) for pair in findings.pairs]
    parts = ["\n".join(rows) + "\n"]
    for letter, title in stored_prose().groups.items():
        parts.append(f"## {title}\n")
        parts += [section(*pair) for pair in findings.pairs if pair[0].id[0] == letter]
    return "\n".join(parts)


def finding_text(claim: Claim, finding: ClaimFinding) -> str:
    """Return a finding as text for a terminal."""
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
        claim.source and f"Source: {claim.source}",
        f"How: {claim.how}",
        table_of_lines,
        finding.explanation,
        finding.counterexample and f"Counterexample: {finding.counterexample}",
        *(f"Measured here: {text}" for text in finding.measured),
    ]
    return "\n\n".join(filter(None, parts))


def table(findings: Iterable[tuple[Claim, ClaimFinding | None]]) -> str:
    """Return the table of many findings, each beside its claim; None means an unchecked claim."""
    from tabulate import tabulate

    rows = [(claim.id, claim.statement, *verdict_text(finding)) for claim, finding in findings]
    printed: str = tabulate(rows, headers=COLUMNS, disable_numparse=True, maxcolwidths=[None, 50, 24, 50])
    return printed


def finding_json(claim: Claim, finding: ClaimFinding | None) -> dict[str, Any]:
    """Return a finding as plain data for JSON."""
    data: dict[str, Any] = {"id": claim.id, "statement": claim.statement, "how": claim.how, "slow": claim.slow}
    data |= {"source": claim.source} if claim.source else {}
    if finding is None:
        return data | {"verdict": None}
    return data | {
        "verdict": finding.verdict.value,
        "condition": finding.condition,
        "summary": finding.summary,
        "lines": list(map(asdict, finding.lines)),
        "explanation": finding.explanation,
        "counterexample": finding.counterexample,
        "measured": list(finding.measured),
    }


@dataclass(frozen=True, repr=False)
class Findings(Record):
    """Claims with their findings, in order.

    Fields: `pairs`, each claim with its `ClaimFinding`, or with None if it was not checked.
    """

    pairs: tuple[tuple[Claim, ClaimFinding | None], ...]

    def __getitem__(self, name: str) -> ClaimFinding | None:
        """Return the finding of the claim with an id, in any case. Raises `KeyError` for another id."""
        return {claim.id: finding for claim, finding in self.pairs}[name.strip().upper()]

    def to_json(self) -> dict[str, Any]:
        """Return the claims and their findings as plain data for JSON."""
        return {"claims": [finding_json(*pair) for pair in self.pairs]}

    def _table(self) -> Table:
        return Table(COLUMNS, [(claim.id, claim.statement, *verdict_text(finding)) for claim, finding in self.pairs])

    def __repr__(self) -> str:
        checked = [finding.verdict for _, finding in self.pairs if finding is not None]
        counted = [f"{checked.count(verdict)} {verdict.value}" for verdict in Verdict if verdict in checked]
        unchecked = len(self.pairs) - len(checked)
        counted += [f"{unchecked} not checked"] if unchecked else []
        return f"<Findings on {len(self.pairs)} claims: {', '.join(counted)}>"


def check_claims(
    names: Iterable[str] = (),
    *,
    slow: bool = False,
    jobs: int = 1,
    report: Callable[[str], object] | None = None,
    among: Mapping[str, Claim] | None = None,
) -> Findings:
    """Check published claims with exact numbers, and return the findings.

    Parameters: `names`, ids in any case, none for all; `slow`, whether to check claims that make many maps (together
    they take about ten minutes); `jobs`, processes for the maps; `report`, called with a line before each map; `among`,
    the claims by id, by default those of the published analysis (`claims_of_file` reads others).

    Raises `ProblemError` for an unknown id.

    >>> findings = check_claims(["S2", "S3", "Q1"])
    >>> findings
    <Findings on 3 claims: 1 confirmed, 1 refuted, 1 not checked>
    >>> findings.to_records()[1]["what_is_claimed"], findings["s3"].verdict.value
    ('[1/3, 2/3, 1], search {Others}: A aims at C and wins 33.3 %, B 54 %.', 'refuted')
    """
    pictures = Pictures(jobs, report)
    claims = named_claims(names, among)
    admit_checks(claims, slow, jobs)
    return Findings(tuple((claim, claim.check(pictures) if slow or not claim.slow else None) for claim in claims))
