"""Several claims with their findings, as one record: each statement beside its verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.studies.claims.pages import COLUMNS, finding_json, verdict_text
from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import Claim, Finding, Verdict
from truel_ref.studies.claims.registry import admit_checks, named_claims

__all__ = ["Findings", "check_claims"]


@dataclass(frozen=True, repr=False)
class Findings(Record):
    """Claims with what was found about them, in order.

    Fields: `pairs`, each claim with its `Finding`, or with None where it was not checked.
    """

    pairs: tuple[tuple[Claim, Finding | None], ...]

    def __getitem__(self, name: str) -> Finding | None:
        """Return the finding of the claim with an id, in any case. Raises `KeyError` if it is not among them."""
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
) -> Findings:
    """Return what exact numbers say of published claims.

    Parameters: `names`, ids in any case, none for all; `slow`, whether those are checked too that make many maps (all
    of them take about ten minutes); `jobs`, processes for the maps; `report`, called with a line before each map.

    Raises `ClaimError` for an unknown id.

    >>> findings = check_claims(["S2", "S3", "Q1"])
    >>> findings
    <Findings on 3 claims: 1 confirmed, 1 refuted, 1 not checked>
    >>> findings.to_records()[1]["what is claimed"], findings["s3"].verdict.value
    ('[1/3, 2/3, 1], search {Others}: A aims at C and wins 33.3 %, B 54 %.', 'refuted')
    """
    pictures = Pictures(jobs, report)
    claims = named_claims(names)
    admit_checks(claims, slow, jobs)
    return Findings(tuple((claim, claim.check(pictures) if slow or not claim.slow else None) for claim in claims))
