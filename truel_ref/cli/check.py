"""`truel-ref check`: another program judged by the test vectors."""

from __future__ import annotations

import click

from truel_ref.cli.options import Count, json_option
from truel_ref.cli.output import say, say_json
from truel_ref.errors import VectorError
from truel_ref.files import output_path, progress_bar, write_text

__all__ = ["command"]


@click.command("check", context_settings={"allow_interspersed_args": False})
@click.option("--tolerance", default="1e-9", show_default=True, metavar="T", help="How far a value may be off.")
@click.option("--group", metavar="NAME", help="Only this group of vectors.")
@click.option("--players", type=Count(), metavar="N", help="Only problems with so many players.")
@click.option("--strict-ties", is_flag=True, help="Ties must fall as the stated tie rule says.")
@click.option("--no-stalemate-aims", is_flag=True, help="Do not judge aims in a stalemate, or where nobody cares.")
@json_option("the report")
@click.option("--junit", type=click.Path(), metavar="FILE", help="Also write it as JUnit XML.")
@click.option("--timeout", type=float, default=60, show_default=True, metavar="S", help="Seconds without an answer.")
@click.option("--total", type=float, default=3600, show_default=True, metavar="S", help="Seconds for everything.")
@click.argument("program", nargs=-1, type=click.UNPROCESSED, metavar="-- COMMAND ARGS")
def command(
    tolerance: str,
    group: str | None,
    players: int | None,
    strict_ties: bool,
    no_stalemate_aims: bool,
    as_json: bool,
    junit: str | None,
    timeout: float,
    total: float,
    program: tuple[str, ...],
) -> int:
    """Judge another program by the test vectors; status 0 if every answer is acceptable, 1 if not.

    COMMAND reads a problem (JSON) per line on its standard input and writes an answer per line, in any order:
    {"id": ..., "win": [...]}, with "aims" and "stalemate" if it knows them.

    Announced play is asked. --group stationary and --group course ask for equilibria and courses, --group lot, shooter,
    simultaneous, bullets and opinions for other rules of fire, --group dicewars for another game, with other keys.

    \b
    truel-ref check -- python my_solver.py
    truel-ref check --group boundary --tolerance 1e-12 -- ./solver --quick
    """  # noqa: D301  click wants the character itself
    from truel_ref.oracle import check_command, vectors

    if not program:
        raise VectorError("no program to judge; name it after two dashes: truel-ref check -- python my_solver.py")
    chosen = vectors(group, players)
    if not chosen:
        raise VectorError(f"--players: no vector{f' of the group {group}' if group else ''} has {players} players")
    if junit is not None:
        output_path(junit)
    with progress_bar("answers", len(chosen)) as bar:
        report = check_command(
            program,
            chosen,
            tolerance,
            timeout,
            total,
            bar.update,
            strict_ties=strict_ties,
            stalemate_aims=not no_stalemate_aims,
        )
    # The report comes first: it is seen even if the file cannot be written.
    if as_json:
        say_json(report.to_json())
    else:
        say(report)
    if junit is not None:
        write_text(junit, report.to_junit())
    return 0 if report.ok else 1
