"""`truel-ref check`: judge another program by the test vectors."""

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
"""Seconds for each answer during the search for a smaller problem with a wrong answer."""


@asks(
    "check",
    click.option("--tolerance", default="1e-9", show_default=True, metavar="T", help="Largest error of a value."),
    click.option(
        "--group", "groups", multiple=True, metavar="NAME", help="Only this group of vectors (repeat for more)."
    ),
    click.option("--players", type=WholeNumber(), metavar="N", help="Only problems with N players."),
    click.option(
        "--only", multiple=True, metavar="ID", help="Only this vector, or a pattern like ties-00* (repeat for more)."
    ),
    click.option(
        "--flag", "flags", multiple=True, metavar="NAME", help="Only vectors with this flag (repeat for more)."
    ),
    click.option(
        "--vectors", type=click.Path(), metavar="PLACE", help="Use another set of vectors: a file or a folder."
    ),
    click.option(
        "--learn", is_flag=True, help="Go through the lessons up to the first that fails, and show its rules."
    ),
    click.option("--strict-ties", is_flag=True, help="Accept only the outcome of the stated tie rule."),
    click.option(
        "--no-stalemate-aims", is_flag=True, help="Do not judge aims in a stalemate, or aims that affect nobody."
    ),
    click.option(
        "--timeout",
        type=float,
        default=60,
        show_default=True,
        metavar="S",
        help="Longest wait for the next answer, in seconds.",
    ),
    click.option(
        "--total",
        type=float,
        default=3600,
        show_default=True,
        metavar="S",
        help="Longest time for the whole run, in seconds.",
    ),
    click.option(
        "--start", type=float, metavar="S", help="Longest wait for the first answer, in seconds. Default: as --timeout."
    ),
    click.option(
        "--each", type=float, metavar="S", help="Send vectors one by one, and wait at most S seconds for each."
    ),
    click.option(
        "--grace",
        type=float,
        default=1,
        show_default=True,
        metavar="S",
        help="Seconds that the program has to end after its last answer.",
    ),
    click.option(
        "--restarts",
        type=WholeNumber(0, 10**6),
        default=200,
        show_default=True,
        metavar="N",
        help="Largest number of restarts after crashes.",
    ),
    click.option(
        "--window",
        type=WholeNumber(1, 10**6),
        metavar="N",
        help="Largest number of unanswered questions. Default: no limit.",
    ),
    click.option(
        "--jobs", type=WholeNumber(1, 1000), default=1, show_default=True, metavar="N", help="Number of processes."
    ),
    click.option("--smoke/--no-smoke", default=True, show_default=True, help="Send four simple vectors first."),
    click.option("--fail-fast", is_flag=True, help="Stop at the first mistake."),
    click.option("--expect-failures", type=click.Path(), metavar="FILE", help="File with the ids of known mistakes."),
    click.option(
        "--write-failures",
        type=click.Path(),
        metavar="FILE",
        help="Write the ids of all mistakes to FILE, for --expect-failures.",
    ),
    click.option("--times", is_flag=True, help="Also measure the time of each answer, sent one by one."),
    click.option(
        "--worst",
        type=WholeNumber(0, 10**6),
        default=5,
        show_default=True,
        metavar="N",
        help="Number of mistakes to show, one of each kind.",
    ),
    json_option("the report"),
    click.option("--junit", type=click.Path(), metavar="FILE", help="Also write the report as JUnit XML."),
    click.option("--markdown", type=click.Path(), metavar="FILE", help="Also write the report as Markdown."),
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
    """Judge another program by the test vectors. Status 0: all answers accepted; 1: not all.

    COMMAND reads one problem (JSON) per line of standard input and writes one answer per line, in any order: {"id":
    ..., "win": [...]}; "aims" and "stalemate" are optional. Its first line may give its name and what it supports:
    {"hello": {"name": ..., "supports": {"players": 3}}}.

    Without --group the vectors are those of announced play. Other groups have other keys: stationary, periodic, rounds
    and course (equilibria, plans that repeat, a last round, courses); lot, shooter, simultaneous, bullets and opinions
    (other rules of fire); dicewars (another game).

    \b
    truel-ref check -- python my_solver.py
    truel-ref check --learn -- python my_solver.py
    truel-ref check --group boundary --tolerance 1e-12 -- ./solver --quick
    truel-ref check --only 'ties-00*' --each 2 --times -- ./solver
    truel-ref check --vectors truel-vectors-1.0.5 -- ./solver
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
        raise click.UsageError("--learn chooses its own vectors; leave the options that choose vectors out")
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
    # Print the report first, so that it appears even if a file cannot be written.
    _show(report, worst, as_json, times)
    if junit is not None:
        write_text(junit, report.to_junit(times))
    if markdown is not None:
        write_text(markdown, report.to_markdown(times))
    if write_failures is not None and report.lesson:
        note("--write-failures: nothing is written, because the program gave no readable answer")
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
