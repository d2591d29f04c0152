"""Several reports side by side: a table of implementations by groups of vectors, a page, and a badge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from truel_ref.errors import RecordError, TruelError, VectorError, shown
from truel_ref.files import Pathlike, json_text, read_bytes, read_json
from truel_ref.oracle.judge import ACCEPTED, Judgement
from truel_ref.records.record import Fields, Record, truth
from truel_ref.records.table import Table

__all__ = [
    "ReportComparison",
    "VerdictTally",
    "Verdicts",
    "badge_json",
    "badge_svg",
    "read_report",
    "short_text",
    "tolerance_of",
]

_SIZE_LIMIT = 1 << 28  # bytes of a report
_GOOD, _BAD = "#2e7d32", "#b3261e"


@dataclass(frozen=True)
class VerdictTally:
    """What became of some vectors: how many answers were accepted, wrong, wrong as expected, and skipped."""

    accepted: int = 0
    wrong: int = 0
    expected: int = 0
    skipped: int = 0

    @property
    def asked(self) -> int:
        """How many were asked."""
        return self.accepted + self.wrong + self.expected

    def __add__(self, other: VerdictTally) -> VerdictTally:
        return VerdictTally(
            self.accepted + other.accepted,
            self.wrong + other.wrong,
            self.expected + other.expected,
            self.skipped + other.skipped,
        )

    def __str__(self) -> str:
        """Return the accepted out of those that were asked, and the others in words.

        >>> str(VerdictTally(7, 1, 2, 3)), str(VerdictTally(skipped=2)), str(VerdictTally())
        ('7/10, 2 expected, 3 skipped', '2 skipped', '')
        """
        parts = [f"{self.accepted:,}/{self.asked:,}"] if self.asked else []
        parts += [f"{self.expected:,} expected"] if self.expected else []
        parts += [f"{self.skipped:,} skipped"] if self.skipped else []
        return ", ".join(parts)


@dataclass(frozen=True)
class Verdicts:
    """A report that was read: who was judged, by which vectors, with which tolerance, and the tally of each group.

    `right` and `wrong` are the ids of the answers that were accepted, and of those that were not, expected or not.
    """

    name: str
    vectors: str
    tolerance: float
    ok: bool
    groups: dict[str, VerdictTally]
    right: frozenset[str] = field(default=frozenset(), repr=False)
    wrong: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def tally(self) -> VerdictTally:
        """The tally of all groups."""
        return sum(self.groups.values(), VerdictTally())

    def to_json(self) -> dict[str, Any]:
        """Return the report without its ids as plain data for JSON."""
        return {
            "name": self.name,
            "vectors": self.vectors,
            "tolerance": self.tolerance,
            "ok": self.ok,
            "groups": {group: vars(tally) for group, tally in self.groups.items()},
        }


def read_report(path: Pathlike) -> Verdicts:
    """Return what a file says that `truel-ref check --json` has written.

    A client that has not said who it is gets the name of the file.

    Raises `VectorError`, naming the file and the key, for a file that cannot be read or is not such a report.
    """
    file = Path(path)
    try:
        fields = Fields(read_json(read_bytes(file, _SIZE_LIMIT)), "a report of truel-ref check --json")
        expected = fields.get("expected_failures", _ids) if "expected_failures" in fields.data else frozenset()
        groups: dict[str, VerdictTally] = {}
        right: set[str] = set()
        wrong: set[str] = set()
        for number, result in enumerate(fields.get("results", _list), 1):
            name, group, tally = _result(result, expected, f"number {number} of results")
            groups[group] = groups.get(group, VerdictTally()) + tally
            if tally.asked:
                (right if tally.accepted else wrong).add(name)
        return Verdicts(
            _who(fields.data.get("client")) or file.stem,
            short_text(fields.data.get("vectors", "")),
            fields.get("tolerance", tolerance_of),
            fields.get("ok", truth),
            groups,
            frozenset(right),
            frozenset(wrong),
        )
    except TruelError as error:
        raise VectorError(f"{shown(str(path), 1000)} is not a report: {error}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise VectorError(f"cannot read {shown(str(path), 1000)}: {reason}") from None


def _result(data: object, expected: frozenset[str], what: str) -> tuple[str, str, VerdictTally]:
    fields = Fields(data, what)
    name, group = fields.get("id", short_text), fields.get("group", short_text)
    verdict = fields.get("verdict", short_text)
    if verdict not in list(Judgement):
        raise RecordError(f"{what}: verdict: {shown(verdict)} is none; choose from {', '.join(Judgement)}")
    if verdict == Judgement.SKIPPED:
        return name, group, VerdictTally(skipped=1)
    if verdict in ACCEPTED:
        return name, group, VerdictTally(accepted=1)
    return name, group, VerdictTally(expected=1) if name in expected else VerdictTally(wrong=1)


def _who(data: object) -> str:
    """Return the name and version of a client, empty where it has not said them."""
    if data is None:
        return ""
    fields = Fields(data, "client")
    return " ".join(filter(None, (short_text(fields.data.get(key, "")) for key in ("name", "version"))))


def short_text(value: object) -> str:
    """Read a text on one short line."""
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
        raise RecordError(f"{shown(value)} is not text on one short line")
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{shown(value)} is not a list")
    return value


def _ids(value: object) -> frozenset[str]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise RecordError(f"{shown(value)} is not a list of ids")
    return frozenset(value)


def tolerance_of(value: object) -> float:
    """Read a tolerance in [0, 1)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RecordError(f"{shown(value)} is not a number")
    if not 0 <= value < 1:
        raise RecordError(f"{shown(value)} is not in [0, 1)")
    return float(value)


@dataclass(frozen=True)
class ReportComparison(Record):
    """Reports side by side: a row for each group of vectors, a column for each implementation.

    >>> tallies = {"optimal": VerdictTally(4, 1), "ties": VerdictTally(3)}
    >>> print(ReportComparison([Verdicts("mine", "1", 1e-9, False, tallies), Verdicts("his", "1", 1e-9, True, {})]))
    group    mine          his
    -------  ------------  --------
    optimal  4/5
    ties     3/3
    in all   7/8
    verdict  not accepted  accepted
    tolerance 1e-09, vectors of version 1
    """

    reports: Sequence[Verdicts]

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as plain data for JSON."""
        return {"reports": [report.to_json() for report in self.reports]}

    @property
    def heads(self) -> list[str]:
        """What each column is called; of several reports with the same name the later ones get a number."""
        heads: list[str] = []
        for report in self.reports:
            same = sum(other.name == report.name for other in self.reports[: len(heads)])
            heads.append(f"{report.name} ({same + 1})" if same else report.name)
        return heads

    def cells(self) -> list[tuple[str, list[VerdictTally]]]:
        """Return a row for each group, in the order in which they come first, and one for all where there are more."""
        groups = list(dict.fromkeys(group for report in self.reports for group in report.groups))
        rows = [(group, [report.groups.get(group, VerdictTally()) for report in self.reports]) for group in groups]
        if len(rows) > 1:
            rows.append(("in all", [report.tally for report in self.reports]))
        return rows

    def verdicts(self) -> list[str]:
        """Return in words what became of each report as a whole."""
        return ["accepted" if report.ok else "not accepted" for report in self.reports]

    def notes(self) -> list[str]:
        """Return the tolerances and the versions of the vectors, and a warning where they are not the same."""
        parts = []
        for what, values in (
            ("tolerance", [f"{report.tolerance:g}" for report in self.reports]),
            ("vectors of version", [report.vectors or "unknown" for report in self.reports]),
        ):
            different = list(dict.fromkeys(values))
            parts.append(f"{what} {', '.join(values if len(different) > 1 else different)}")
            if len(different) > 1:
                parts[-1] += " (not the same for all)"
        return [", ".join(parts)]

    def _table(self) -> Table:
        rows = [[group, *map(str, tallies)] for group, tallies in self.cells()]
        return Table(("group", *self.heads), [*rows, ["verdict", *self.verdicts()]], notes=self.notes())

    def page(self) -> str:
        """Return the comparison as a page of HTML that needs nothing else."""
        heads = "".join(f"<th>{escape(head)}</th>" for head in self.heads)
        rows = [f"<tr><th>{escape(group)}</th>{''.join(map(_cell, tallies))}</tr>" for group, tallies in self.cells()]
        last = "".join(
            f'<td class="{"good" if report.ok else "bad"}">{verdict}</td>'
            for report, verdict in zip(self.reports, self.verdicts(), strict=True)
        )
        body = "\n".join([*rows, f"<tr><th>verdict</th>{last}</tr>"])
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes())
        return _PAGE.format(heads=heads, body=body, notes=notes, good=_GOOD, bad=_BAD)


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>truel-ref: implementations by groups of test vectors</title>
<style>
body {{ font-family: sans-serif; margin: 2em; }}
table {{ border-collapse: collapse; }}
th, td {{ border: 1px solid #bbb; padding: 0.3em 0.8em; text-align: left; }}
.good {{ color: {good}; }}
.bad {{ color: {bad}; font-weight: bold; }}
.none {{ color: #666; }}
</style>
</head>
<body>
<h1>Implementations by groups of test vectors</h1>
<table>
<thead><tr><th>group</th>{heads}</tr></thead>
<tbody>
{body}
</tbody>
</table>
{notes}
</body>
</html>
"""


def _cell(tally: VerdictTally) -> str:
    kind = "none" if not tally.asked else "bad" if tally.wrong else "good"
    return f'<td class="{kind}">{escape(str(tally))}</td>'


# ---------------------------------------------------------------------------------------------------------
# Badges


def _badge_text(report: Verdicts) -> str:
    return f"{report.tally.accepted:,} of {report.tally.asked:,}"


def badge_json(report: Verdicts) -> str:
    """Return a badge as the JSON that the endpoint badges of shields.io read.

    >>> badge_json(Verdicts("mine", "1", 1e-9, True, {"optimal": VerdictTally(5)}))
    '{"schemaVersion": 1, "label": "truel-ref", "message": "5 of 5", "color": "#2e7d32"}'
    """
    color = _GOOD if report.ok else _BAD
    return json_text({"schemaVersion": 1, "label": "truel-ref", "message": _badge_text(report), "color": color})


def badge_svg(report: Verdicts) -> str:
    """Return a badge as a picture in SVG that needs nothing else."""
    label, message = "truel-ref", _badge_text(report)
    left, right = (10 + 7 * len(text) for text in (label, message))
    return _BADGE.format(
        width=left + right,
        left=left,
        right=right,
        label=label,
        message=message,
        color=_GOOD if report.ok else _BAD,
        x=left / 2,
        y=left + right / 2,
        inner=(left - 10, right - 10),
    )


_BADGE = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img">
<title>{label}: {message}</title>
<clipPath id="round"><rect width="{width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)">
<rect width="{left}" height="20" fill="#555"/>
<rect x="{left}" width="{right}" height="20" fill="{color}"/>
</g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="{x:g}" y="14" textLength="{inner[0]}">{label}</text>
<text x="{y:g}" y="14" textLength="{inner[1]}">{message}</text>
</g>
</svg>
"""
