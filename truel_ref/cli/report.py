"""`truel-ref report`: reports of several programs side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import record_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.shared import refuse_places
from truel_ref.errors import VectorError, refuse, shown
from truel_ref.files import write_text

if TYPE_CHECKING:
    from truel_ref.oracle.comparison import Verdicts

__all__ = ["command"]


@asks(
    "report",
    record_options,
    click.option(
        "--html",
        type=click.Path(),
        metavar="FILE",
        help="Also write the report as one HTML page that needs no other file.",
    ),
    click.option("--markdown", type=click.Path(), metavar="FILE", help="Also write the report as Markdown."),
    click.option(
        "--badge",
        type=click.Path(),
        metavar="FILE",
        help="With one report: write a badge, .svg or .json for shields.io.",
    ),
    click.option(
        "--history",
        type=click.Path(),
        metavar="FILE",
        help="Append the verdicts to FILE, one per line, and show all of FILE.",
    ),
    click.option("--date", "when", default="", metavar="YYYY-MM-DD", help="With --history: date of these verdicts."),
    click.argument("reports", nargs=-1, metavar="FILE.json FILE.json ..."),
    limited=False,
    prints=False,
)
def command(
    html: str | None,
    markdown: str | None,
    badge: str | None,
    history: str | None,
    when: str,
    reports: tuple[str, ...],
    shape: Shape,
) -> None:
    """Show reports of several programs side by side: accepted answers by group of vectors.

    The files are the output of check --json. The name of a program is that of its hello, or else that of its file.

    With --history, each report becomes a line of FILE (created if missing), and each line is shown as a row: the share
    of accepted answers, and how many ids have become right or wrong. Without reports, --history shows FILE.

    \b
    truel-ref check --json -- ./solver > solver.json
    truel-ref report solver.json other.json --html report.html
    truel-ref report solver.json --history verdicts.jsonl --date 2026-11-22
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.comparison import ReportComparison, badge_json, badge_svg, read_report

    beside = next((name for name, given in (("html", html), ("markdown", markdown)) if given is not None), None)
    refuse(
        click.UsageError,
        (when and history is None, "--date belongs to --history; name the file"),
        (beside and history is not None, f"--{beside} shows reports side by side; leave out --history"),
    )
    if history is None and not reports:
        raise VectorError("no reports; write one with: truel-ref check --json -- python my_solver.py > mine.json")
    ending = "" if badge is None else PurePath(badge).suffix.lower()
    refuse(
        click.UsageError,
        (
            badge is not None and ending not in (".svg", ".json"),
            f"--badge: {shown(badge)} does not name a format; end it in .svg or .json",
        ),
        (badge is not None and len(reports) != 1, f"--badge: a badge shows one report, not {len(reports)}"),
    )
    refuse_places(html, markdown, badge, history if reports else None)
    comparison = ReportComparison([read_report(path) for path in reports])
    if history is None:
        say_record(comparison, shape)
    else:
        _keep(history, when, comparison.reports, shape)
    if html is not None:
        write_text(html, comparison.page())
    if markdown is not None:
        write_text(markdown, comparison.to_text("md") + "\n")
    if badge is not None:
        write_text(badge, (badge_svg if ending == ".svg" else badge_json)(comparison.reports[0]))


def _keep(history: str, when: str, runs: Sequence[Verdicts], shape: Shape) -> None:
    """Append runs to the file of a history, and print the whole history."""
    from truel_ref.oracle.history import day, read_history

    kept = read_history(history)
    for run in runs:
        kept = kept.continued(run, day(when))
    refuse(VectorError, (not kept.lines, f"there is no history in {shown(history, 1000)}; name a report to begin it"))
    say_record(kept, shape)
    if runs:
        write_text(history, kept.text())
