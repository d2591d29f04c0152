"""`truel-ref solve`: one problem, or one per line of standard input."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from truel_ref.cli.frame import command
from truel_ref.cli.output import Shape, say, say_below, say_json, say_record
from truel_ref.cli.problems import JOBS, JSONL, PROBLEM
from truel_ref.cli.words import option
from truel_ref.errors import ProblemError, TruelError, refuse
from truel_ref.files import progress_bar
from truel_ref.game.problem import Problem

if TYPE_CHECKING:
    from truel_ref.game.solution import Outcomes, Solution


@command(
    "solve",
    PROBLEM,
    option(
        "--all-outcomes", "with_outcomes", is_flag=True, help="Also list the outcome of every way to break the ties."
    ),
    option("--all-ties", is_flag=True, help="With --json: list all ties, not only the first 100."),
    JSONL,
    JOBS,
)
def _solve(
    problem: Problem | None, with_outcomes: bool, all_ties: bool, jsonl: bool, jobs: int, shape: Shape
) -> int | None:
    """Print the exact win probabilities and the optimal aims.

    Each P is a hit probability, in shooting order: 1/3, 0.55, 55% or sqrt(2)/2.

    \b
    truel-ref solve 1/3 2/3 1
    truel-ref solve 1/3 2/3 1 --targets Miss,C,B
    truel-ref solve 3/4 11/20 1 --search others,miss,random
    """  # noqa: D301  click wants the character itself
    if problem is None:
        from truel_ref.cli.jsonl import answer_lines

        return answer_lines(partial(_answers, with_outcomes, all_ties), shape, jobs)
    refuse(ProblemError, (jobs > 1, "--jobs is for --jsonl: one problem is solved by one process"))
    if shape.format == "json":
        say_json(_answer(problem, with_outcomes, all_ties))
        return None
    from truel_ref.explain.outcomes import tie_report

    solution, outcomes = _solved(problem, with_outcomes)
    report = tie_report(solution) if shape.format == "table" else []
    plain = shape.format == "table" and (with_outcomes or not report)  # no line on ties that do not matter
    printed = replace(solution, ties=()) if plain else solution
    say_record(printed, shape, () if outcomes is None else outcomes._table().quantities("outcome"))
    for line in report:
        say_below(line)
    if outcomes is not None and shape.format != "csv":
        say("")
        say_record(outcomes, shape)
    return None


def _answers(with_outcomes: bool, all_ties: bool, lines: Sequence[Any]) -> Iterator[Callable[[], dict[str, Any]]]:
    """Yield a function for each line that returns its answer; small problems are solved together beforehand."""
    from truel_ref.fast.many import solve_small

    problems = [_stated(data) for data in lines]
    small = [problem for problem in problems if isinstance(problem, Problem)] if not with_outcomes else []
    try:
        solved = dict(zip(map(id, small), solve_small(small), strict=True))
    except (MemoryError, RecursionError):  # `_answer` refuses the problem that is too large in its turn
        solved = {}
    for problem in problems:
        yield partial(_answer, problem, with_outcomes, all_ties, solved.get(id(problem)))


def _stated(data: Any) -> Problem | TruelError:
    """Return the problem of a line, or the error that refuses it."""
    try:
        return Problem.from_json(data)
    except TruelError as error:
        return error


def _answer(
    problem: Problem | TruelError, with_outcomes: bool, all_ties: bool, solution: Solution | None = None
) -> dict[str, Any]:
    """Return the answer as plain data, from the solution if there is one; raise the error of a line."""
    if isinstance(problem, TruelError):
        raise problem
    outcomes = None
    if solution is None:
        solution, outcomes = _solved(problem, with_outcomes)
    return solution.to_json(all_ties) | ({} if outcomes is None else outcomes.to_json())


def _solved(problem: Problem, with_outcomes: bool) -> tuple[Solution, Outcomes | None]:
    from truel_ref.fast.solving import solve

    with progress_bar("phases") as bar:
        solution = solve(problem, progress=bar.update)
    if not with_outcomes:
        return solution, None
    from truel_ref.explain.outcomes import all_outcomes

    with progress_bar("combinations") as bar:
        return solution, all_outcomes(problem, progress=bar.update)
