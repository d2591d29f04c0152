"""`truel-ref check`: another program judged by the test vectors."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import WholeNumber, json_option
from truel_ref.cli.output import note, say, say_json
from truel_ref.cli.shared import refuse_places
from truel_ref.errors import VectorError
from truel_ref.files import progress_bar, write_text

if TYPE_CHECKING:
    from truel_ref.oracle import Report
    from truel_ref.oracle.selection import Selection

__all__ = ["command"]

AGAIN = 5
"""Seconds for each answer when a client is asked again to find a smaller problem that goes wrong."""


@asks(
    "check",
    click.option("--tolerance", default="1e-9", show_default=True, metavar="T", help="How far a value may be off."),
    click.option(
        "--group", "groups", multiple=True, metavar="NAME", help="Only this group of vectors; may be repeated."
    ),
    click.option("--players", type=WholeNumber(), metavar="N", help="Only problems with so many players."),
    click.option(
        "--only", multiple=True, metavar="ID", help="Only this vector, or those like ties-00*; may be repeated."
    ),
    click.option(
        "--flag", "flags", multiple=True, metavar="NAME", help="Only vectors with this flag; may be repeated."
    ),
    click.option("--vectors", type=click.Path(), metavar="PLACE", help="Another set: a file of vectors, or a folder."),
    click.option("--learn", is_flag=True, help="Lesson after lesson, to the first that fails, with its rules."),
    click.option("--strict-ties", is_flag=True, help="Ties must fall as the stated tie rule says."),
    click.option("--no-stalemate-aims", is_flag=True, help="Do not judge aims in a stalemate, or where nobody cares."),
    click.option(
        "--timeout", type=float, default=60, show_default=True, metavar="S", help="Seconds without an answer."
    ),
    click.option("--total", type=float, default=3600, show_default=True, metavar="S", help="Seconds for everything."),
    click.option("--start", type=float, metavar="S", help="Seconds to the first answer; default as --timeout."),
    click.option("--each", type=float, metavar="S", help="Seconds for each vector, which are then sent one by one."),
    click.option(
        "--grace", type=float, default=1, show_default=True, metavar="S", help="Seconds to end after the last."
    ),
    click.option(
        "--restarts",
        type=WholeNumber(0, 10**6),
        default=200,
        show_default=True,
        metavar="N",
        help="Restarts after crashes.",
    ),
    click.option(
        "--window", type=WholeNumber(1, 10**6), metavar="N", help="Questions that may be unanswered; default all."
    ),
    click.option(
        "--jobs", type=WholeNumber(1, 1000), default=1, show_default=True, metavar="N", help="Processes at a time."
    ),
    click.option("--smoke/--no-smoke", default=True, show_default=True, help="First four plain vectors by themselves."),
    click.option("--fail-fast", is_flag=True, help="Stop at the first mistake."),
    click.option("--expect-failures", type=click.Path(), metavar="FILE", help="Ids whose mistakes are known."),
    click.option("--write-failures", type=click.Path(), metavar="FILE", help="Write such a file of all mistakes."),
    click.option("--times", is_flag=True, help="Also tell how long answers take, asked one by one."),
    click.option(
        "--worst",
        type=WholeNumber(0, 10**6),
        default=5,
        show_default=True,
        metavar="N",
        help="Mistakes that are shown.",
    ),
    json_option("the report"),
    click.option("--junit", type=click.Path(), metavar="FILE", help="Also write it as JUnit XML."),
    click.option("--markdown", type=click.Path(), metavar="FILE", help="Also write it as Markdown."),
    click.argument("program", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND ARGS"),
    prints=False,
    limited=False,
    context_settings={"allow_interspersed_args": False},
)
def command(
    tolerance: str,
    strict_ties: bool,
    no_stalemate_aims: bool,
    timeout: float,
    total: float,
    vectors: str | None,
    learn: bool,
    expect_failures: str | None,
    write_failures: str | None,
    times: bool,
    worst: int,
    as_json: bool,
    junit: str | None,
    markdown: str | None,
    program: tuple[str, ...],
    **others: Any,
) -> int:
    """Judge another program by the test vectors; status 0 if every answer is acceptable, 1 if not.

    COMMAND reads a problem (JSON) per line on its standard input and writes an answer per line, in any order:
    {"id": ..., "win": [...]}, with "aims" and "stalemate" if it knows them. Its first line may say who it is and what
    it supports: {"hello": {"name": ..., "supports": {"players": 3}}}.

    Announced play is asked. --group stationary and --group course ask for equilibria and courses, --group lot, shooter,
    simultaneous, bullets and opinions for other rules of fire, --group dicewars for another game, with other keys.

    \b
    truel-ref check -- python my_solver.py
    truel-ref check --learn -- python my_solver.py
    truel-ref check --group boundary --tolerance 1e-12 -- ./solver --quick
    truel-ref check --only 'ties-00*' --each 2 --times -- ./solver
    truel-ref check --vectors truel-vectors-1.0.4 -- ./solver
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle import Conduct, check_command, lessons
    from truel_ref.oracle.report import expecting, failures_text, read_failures
    from truel_ref.oracle.run import Asker
    from truel_ref.oracle.run.client import check_program
    from truel_ref.oracle.selection import select

    if not program:
        raise VectorError("no program to judge; name it after two dashes: truel-ref check -- python my_solver.py")
    check_program(program)
    asked = {name: others.pop(name) for name in ("groups", "players", "only", "flags")}
    if learn and (vectors is not None or any(asked.values()) or expect_failures is not None):
        raise click.UsageError("--learn asks for its own vectors, and knows no other option that chooses among them")
    if times and others["window"] is None:
        others["window"] = 1
    expected = None if expect_failures is None else read_failures(expect_failures)
    refuse_places(write_failures, junit, markdown)

    def judged(chosen: Selection, strict: bool) -> Report:
        with progress_bar("answers", len(chosen.asked)) as bar:
            report = check_command(
                program,
                chosen.asked,
                tolerance,
                timeout,
                total,
                bar.update,
                Conduct(**others),
                strict_ties=strict or strict_ties,
                stalemate_aims=not no_stalemate_aims,
            )
        asking = partial(Asker, program, timeout=min(timeout, AGAIN))
        return replace(report, asking=asking, vectors=chosen.source)

    if learn:
        report, worst = lessons.learn(judged, note if as_json else say), min(worst, 1)
    else:
        chosen = select(path=vectors, **asked)
        report = judged(chosen, strict=False)
        report = report if expected is None else expecting(report, expected, chosen.known)
    # The report comes first: it is seen even if a file cannot be written.
    _show(report, worst, as_json, times)
    if junit is not None:
        write_text(junit, report.to_junit(times))
    if markdown is not None:
        write_text(markdown, report.to_markdown(times))
    if write_failures is not None and report.lesson:
        note("--write-failures: nothing is written, because no answer could be read")
    elif write_failures is not None:
        write_text(write_failures, failures_text(report))
    return 0 if report.ok else 1


def _show(report: Report, worst: int, as_json: bool, times: bool) -> None:
    if as_json:
        say_json(report.to_json(times))
        return
    say(report.text(worst))
    if times and report.times is not None:
        say(report.times)
