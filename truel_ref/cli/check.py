"""`truel-ref check`: judge another program by the test vectors."""

from __future__ import annotations

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.options import WholeNumber, json_option
from truel_ref.cli.output import say, say_json
from truel_ref.cli.shared import refuse_places
from truel_ref.files import progress_bar, write_text

__all__ = ["command"]


@asks(
    "check",
    click.option("--tolerance", default="1e-9", show_default=True, metavar="T", help="Largest error of a value."),
    click.option("--group", "groups", multiple=True, metavar="NAME", help="Only this group (repeat for more)."),
    click.option("--players", type=WholeNumber(), metavar="N", help="Only problems with N players."),
    click.option("--only", multiple=True, metavar="ID", help="Only this vector, or a pattern like ties-00*."),
    click.option("--flag", "flags", multiple=True, metavar="NAME", help="Only vectors with this flag."),
    click.option("--vectors", type=click.Path(), metavar="PLACE", help="Other vectors: a file or a folder."),
    click.option("--strict-ties", is_flag=True, help="Accept only the outcome of the tie rule."),
    click.option(
        "--no-stalemate-aims", is_flag=True, help="Do not judge aims in a sure stalemate, or of one who never hits."
    ),
    click.option("--timeout", type=float, default=60, show_default=True, metavar="S", help="Seconds until it hangs."),
    click.option("--start", type=float, metavar="S", help="Seconds until its first answer. Default: twice --timeout."),
    click.option("--expect-failures", type=click.Path(), metavar="FILE", help="File with the ids of known mistakes."),
    click.option("--write-failures", type=click.Path(), metavar="FILE", help="Write the ids of all mistakes to FILE."),
    click.option("--worst", type=WholeNumber(0), default=5, show_default=True, metavar="N", help="Mistakes to show."),
    json_option("the report"),
    click.option("--junit", type=click.Path(), metavar="FILE", help="Also write the report as JUnit XML."),
    click.argument("program", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND ARGS"),
    prints=False,
    limited=False,
    context_settings={"allow_interspersed_args": False},
)
def command(
    tolerance: str,
    groups: tuple[str, ...],
    players: int | None,
    only: tuple[str, ...],
    flags: tuple[str, ...],
    vectors: str | None,
    strict_ties: bool,
    no_stalemate_aims: bool,
    timeout: float,
    start: float | None,
    expect_failures: str | None,
    write_failures: str | None,
    worst: int,
    as_json: bool,
    junit: str | None,
    program: tuple[str, ...],
) -> int:
    """Judge another program by the test vectors. Status 0: all answers accepted; 1: not all.

    COMMAND reads one problem (JSON) per line of standard input and writes one answer per line, in any order: {"id":
    ..., "win": [...]}; "aims" and "stalemate" are optional.

    Without --group the vectors are those of announced play, the easiest groups first. Other groups have other keys:
    stationary, periodic, rounds, lot, shooter, simultaneous, bullets and opinions.

    \b
    truel-ref check -- python my_solver.py
    truel-ref check --players 2 -- python my_solver.py
    truel-ref check --group boundary --tolerance 1e-12 -- ./solver --quick
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle.judgement import Terms
    from truel_ref.oracle.reports import check_command, read_failures
    from truel_ref.oracle.vector_files import selected

    terms = Terms.stated(tolerance, strict_ties, not no_stalemate_aims)
    known = frozenset() if expect_failures is None else read_failures(expect_failures)
    asked = selected(groups, players, only, flags, vectors)
    refuse_places(write_failures, junit)
    with progress_bar("answers", len(asked)) as bar:
        report = check_command(program, asked, terms, timeout=timeout, start=start, known=known, progress=bar.update)
    if as_json:
        say_json(report.to_json())
    else:
        say(report.text(worst))
    if junit is not None:
        write_text(junit, report.to_junit())
    if write_failures is not None:
        write_text(write_failures, report.failures_text())
    return 0 if report.ok else 1
