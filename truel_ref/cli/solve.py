"""`truel-ref solve`: one problem, or one per line of standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from truel_ref.cli.options import LENIENT, Count, backend_option, problem_of, problem_options, record_options
from truel_ref.cli.output import Shape, say, say_json, say_record
from truel_ref.errors import ProblemError, TruelError
from truel_ref.files import json_text, progress_bar, read_json
from truel_ref.game.problem import Problem

if TYPE_CHECKING:
    from truel_ref.game.answers import Outcomes
    from truel_ref.game.solution import Solution

__all__ = ["command"]

_CAP = 10_000
_MOST_COMBINATIONS = 10**9
_LONGEST_LINE = 1 << 20  # bytes


@click.command("solve", context_settings=LENIENT)
@problem_options
@click.option("--all-outcomes", "with_outcomes", is_flag=True, help="Also list every outcome over all ties.")
@click.option(
    "--cap",
    type=Count(1, _MOST_COMBINATIONS),
    default=_CAP,
    show_default=True,
    metavar="N",
    help="Combinations for --all-outcomes.",
)
@click.option(
    "--enclose", is_flag=True, help="Only proved aims, and bounds: up to 16 players who search Others, in floats."
)
@backend_option
@record_options
@click.option("--jsonl", is_flag=True, help="Read one problem (JSON) per line on standard input, answer each.")
def command(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    with_outcomes: bool,
    cap: int,
    enclose: bool,
    backend: str | None,
    shape: Shape,
    jsonl: bool,
) -> int:
    """Print the exact win probabilities and the optimal aims.

    P is the hit probability of a player, in shooting order: 1/3, 0.55, 55% or sqrt(2)/2.

    \b
    truel-ref solve 1/3 2/3 1
    truel-ref solve 1/3 2/3 1 --targets Miss,C,B
    truel-ref solve 3/4 11/20 1 --search others,miss,random
    truel-ref solve 1/7 1/6 1/5 1/4 1/3 1/2 1 --search others --enclose
    """  # noqa: D301  click wants the character itself
    if enclose and (jsonl or with_outcomes or backend is not None):
        raise ProblemError("--enclose answers one problem in floats; leave --all-outcomes, --backend and --jsonl out")
    if jsonl:
        if hits or fields:
            raise ProblemError("--jsonl reads each problem whole from its line; state nothing of a problem beside it")
        if shape not in (Shape(), Shape("json")):
            raise ProblemError("--jsonl answers in lines of JSON; --format and --digits say nothing beside it")
        if sys.stdin is None:
            raise ProblemError("--jsonl reads standard input, which is closed")
        return _solve_lines(sys.stdin.buffer, with_outcomes, cap, backend)
    problem = problem_of("solve", hits, fields)
    if enclose:
        from truel_ref.fast.no_miss_floats import enclosure_without_a_miss

        say_record(enclosure_without_a_miss(problem), shape)
        return 0
    if shape.is_json:
        say_json(_answer(problem, with_outcomes, cap, backend))
        return 0
    solution, outcomes = _solved(problem, with_outcomes, cap, backend)
    say_record(solution, shape)
    if shape.format == "table":
        from truel_ref.explain.outcomes import tie_report

        for line in tie_report(solution):
            say(line)
    if outcomes is not None:
        say("")
        say_record(outcomes, shape)
    return 0


def _answer(problem: Problem, with_outcomes: bool, cap: int, backend: str | None) -> dict[str, Any]:
    solution, outcomes = _solved(problem, with_outcomes, cap, backend)
    return solution.to_json() | (outcomes.to_json() if outcomes is not None else {})


def _solved(problem: Problem, with_outcomes: bool, cap: int, backend: str | None) -> tuple[Solution, Outcomes | None]:
    from truel_ref.explain.outcomes import all_outcomes
    from truel_ref.fast.methods import solve

    with progress_bar("phases") as bar:
        solution = solve(problem, backend=backend, progress=bar.update)
    if not with_outcomes:
        return solution, None
    with progress_bar("combinations") as bar:
        return solution, all_outcomes(problem, cap=cap, backend=backend, progress=bar.update)


# ---------------------------------------------------------------------------------------------------------
# One problem per line


def _solve_lines(lines: BinaryIO, with_outcomes: bool, cap: int, backend: str | None) -> int:
    status = 0
    for number, line in _numbered(lines):
        known: dict[str, Any] = {}
        try:
            if line is None:
                raise ProblemError(f"the line is longer than {_LONGEST_LINE:,} bytes; a problem is shorter")
            data = read_json(line)
            if isinstance(data, Mapping) and "id" in data:
                known = {"id": _echoed(data["id"])}
                data = {key: value for key, value in data.items() if key != "id"}
            answer = known | _answer(Problem.from_data(data), with_outcomes, cap, backend)
        except (TruelError, RecursionError, MemoryError) as error:
            status = 1
            text = str(error) if isinstance(error, TruelError) else "this is too large for the memory at hand"
            answer = {"line": number} | known | {"error": text}
        say_json(answer)
    return status


def _numbered(lines: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines that are not blank, with their numbers from 1; None for one that is too long to be kept."""
    number = 0
    while line := lines.readline(_LONGEST_LINE + 1):
        number += 1
        if len(line) <= _LONGEST_LINE:
            if line.strip():
                yield number, line
            continue
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = lines.readline(_LONGEST_LINE)
        yield number, None


def _echoed(identity: Any) -> Any:
    """Return an id if it can be written as JSON again, which a number out of range cannot."""
    try:
        json_text(identity)
    except (ValueError, RecursionError):
        raise ProblemError("the id is a number too large to repeat; write it as text") from None
    return identity
