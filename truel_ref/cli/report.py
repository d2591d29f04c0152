"""`truel-ref report`: reports of several programs side by side."""

from __future__ import annotations

from pathlib import PurePath

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import record_options
from truel_ref.cli.output import Shape, say_record
from truel_ref.cli.shared import refuse_places
from truel_ref.errors import VectorError, refuse, shown
from truel_ref.files import write_text

__all__ = ["command"]


@asks(
    "report",
    record_options,
    click.option("--html", type=click.Path(), metavar="FILE", help="Also write it as a page that needs nothing else."),
    click.option("--markdown", type=click.Path(), metavar="FILE", help="Also write it as Markdown."),
    click.option(
        "--badge", type=click.Path(), metavar="FILE", help="Of one report: a badge, .svg or .json for shields.io."
    ),
    click.argument("reports", nargs=-1, metavar="FILE.json FILE.json ..."),
    limited=False,
    prints=False,
)
def command(html: str | None, markdown: str | None, badge: str | None, reports: tuple[str, ...], shape: Shape) -> None:
    """Show reports of several programs side by side: how many answers of each group of vectors were accepted.

    The files are what check --json has printed. A program is called as it says in its hello, or else as the file.

    \b
    truel-ref check --json -- ./solver > solver.json
    truel-ref report solver.json other.json --html report.html
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.comparison import ReportComparison, badge_json, badge_svg, read_report

    if not reports:
        raise VectorError("no reports; write one with: truel-ref check --json -- python my_solver.py > mine.json")
    ending = "" if badge is None else PurePath(badge).suffix.lower()
    refuse(
        click.UsageError,
        (
            badge is not None and ending not in (".svg", ".json"),
            f"--badge: {shown(badge)} says no format; end it in .svg or .json",
        ),
        (badge is not None and len(reports) != 1, f"--badge: a badge shows one report, not {len(reports)}"),
    )
    refuse_places(html, markdown, badge)
    comparison = ReportComparison([read_report(path) for path in reports])
    say_record(comparison, shape)
    if html is not None:
        write_text(html, comparison.page())
    if markdown is not None:
        write_text(markdown, comparison.to_text("md") + "\n")
    if badge is not None:
        write_text(badge, (badge_svg if ending == ".svg" else badge_json)(comparison.reports[0]))
