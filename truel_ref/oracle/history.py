"""Verdicts over time: a file with a line of JSON for each report, and the table of all of them.

A line holds what a report says of each group, and which ids have become wrong or right since the line before of the
same program. So the ids that are wrong after a line follow from all lines up to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

from truel_ref.errors import FileError, RecordError, TruelError, VectorError, shown
from truel_ref.files import Pathlike, json_text, read_bytes, read_json
from truel_ref.oracle.comparison import Verdicts, VerdictTally, short_text, tolerance_of
from truel_ref.oracle.selection import numbered_lines
from truel_ref.records.record import Fields, Record, count, each, truth
from truel_ref.records.table import Cell, Percent, Table

__all__ = ["HistoryLine", "VerdictHistory", "day", "read_history"]

_SHOWN = 10  # ids that a note names


@dataclass(frozen=True)
class HistoryLine:
    """The verdicts of one run.

    Fields: `day`, as YYYY-MM-DD, empty where nobody has said it; `verdicts`; `to_wrong` and `to_right`, the ids whose
    answers have become so since the line before of the same program.
    """

    day: str
    verdicts: Verdicts
    to_wrong: Sequence[str]
    to_right: Sequence[str]

    def to_json(self) -> dict[str, Any]:
        """Return the line as plain data for JSON."""
        changes = {"to_wrong": list(self.to_wrong), "to_right": list(self.to_right)}
        return {"date": self.day, **self.verdicts.to_json(), **changes}


@dataclass(frozen=True)
class VerdictHistory(Record):
    """Verdicts over time: a row for each run, a column for each group in which some run was not right throughout.

    >>> run = Verdicts("mine", "3", 1e-9, False, {"ties": VerdictTally(3, 1)}, frozenset(), frozenset({"ties-0002"}))
    >>> print(VerdictHistory().continued(run, "2026-11-22"))
    date        name    vectors        ties    in all  verdict       since before
    ----------  ------  ---------  --------  --------  ------------  --------------
    2026-11-22  mine    3          75.000 %  75.000 %  not accepted  the first run
    """

    lines: Sequence[HistoryLine] = ()

    def continued(self, run: Verdicts, when: str = "") -> VerdictHistory:
        """Return the history with one run more.

        Parameters: `run`, a report that was read; `when`, the day, empty where nobody says it.
        """
        wrong: set[str] = set()
        for line in self.lines:
            if line.verdicts.name == run.name:
                wrong = (wrong | {*line.to_wrong}) - {*line.to_right}
        last = HistoryLine(when, run, sorted(run.wrong - wrong), sorted(run.right & wrong))
        return VerdictHistory([*self.lines, last])

    def text(self) -> str:
        """Return the history as the text of its file."""
        return "".join(f"{json_text(line.to_json())}\n" for line in self.lines)

    def to_json(self) -> dict[str, Any]:
        """Return the history as plain data for JSON."""
        return {"lines": [line.to_json() for line in self.lines]}

    def _table(self) -> Table:
        tallies: dict[str, list[VerdictTally]] = {}
        for line in self.lines:
            for group, tally in line.verdicts.groups.items():
                tallies.setdefault(group, []).append(tally)
        drawn = [group for group, all_of in tallies.items() if any(tally.accepted < tally.asked for tally in all_of)]
        heads = ["date", "name", "vectors", *drawn, "in all", "verdict", "since before"]
        rows: list[list[Cell]] = []
        before: set[str] = set()
        for line in self.lines:
            run = line.verdicts
            shares = [_share(run.groups.get(group, VerdictTally())) for group in drawn]
            change = f"{len(line.to_right):,} to right, {len(line.to_wrong):,} to wrong"
            verdict = "accepted" if run.ok else "not accepted"
            since = change if run.name in before else "the first run"
            rows.append([line.day, run.name, run.vectors, *shares, _share(run.tally), verdict, since])
            before.add(run.name)
        notes = (
            [f"right in every run: {', '.join(same)}"]
            if (same := [name for name in tallies if name not in drawn])
            else []
        )
        if self.lines and self.lines[-1].verdicts.name in [line.verdicts.name for line in self.lines[:-1]]:
            last = self.lines[-1]
            notes += [
                f"newly {what}: {_some(ids)}"
                for what, ids in (("wrong", last.to_wrong), ("right", last.to_right))
                if ids
            ]
        return Table(heads, rows, notes=notes, right=[*drawn, "in all"])


def _share(tally: VerdictTally) -> Cell:
    return Percent(Fraction(tally.accepted, tally.asked)) if tally.asked else ""


def _some(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _SHOWN:,} more" if len(ids) > _SHOWN else ""
    return ", ".join(ids[:_SHOWN]) + more


# ---------------------------------------------------------------------------------------------------------
# Reading


def day(value: object) -> str:
    """Return a day that is written as YYYY-MM-DD; empty is none. Raises `RecordError` for anything else.

    >>> day("2026-11-22")
    '2026-11-22'
    """
    try:
        if value == "" or (isinstance(value, str) and date.fromisoformat(value).isoformat() == value):
            return str(value)
    except ValueError:
        pass
    raise RecordError(f"{shown(value)} is not a day; write it as 2026-11-22")


def read_history(path: Pathlike) -> VerdictHistory:
    """Return the history in a file, one without runs if there is no such file.

    Raises `VectorError`, naming the line, for a file that holds anything else.
    """
    try:
        text = read_bytes(path) if Path(path).exists() else b""
    except (FileError, ValueError) as error:  # the second: a name that no file can have
        raise VectorError(str(error)) from None
    lines = []
    for number, line in numbered_lines(text):
        try:
            lines.append(_read_line(line))
        except TruelError as error:
            raise VectorError(f"{shown(str(path), 1000)}, line {number}: {error}") from None
    return VerdictHistory(lines)


def _read_line(line: bytes) -> HistoryLine:
    said = Fields(read_json(line), "a line of a history")
    groups = said.get("groups", lambda value: Fields(value, "the groups")).data
    run = Verdicts(
        said.get("name", short_text),
        said.get("vectors", short_text),
        said.get("tolerance", tolerance_of),
        said.get("ok", truth),
        {short_text(group): _tally(tally, f"the tally of {shown(group)}") for group, tally in groups.items()},
    )
    names = each(short_text)
    return HistoryLine(said.get("date", day), run, said.get("to_wrong", names), said.get("to_right", names))


def _tally(value: object, what: str) -> VerdictTally:
    said = Fields(value, what)
    return VerdictTally(**{key.name: said.get(key.name, count) for key in fields(VerdictTally)})
