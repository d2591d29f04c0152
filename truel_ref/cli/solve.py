"""`truel-ref solve`: one problem, or one per line of standard input."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from truel_ref.cli.frame import command
from truel_ref.cli.output import Shape, note, say, say_below, say_json, say_record
from truel_ref.cli.problems import JOBS, JSONL, PROBLEM
from truel_ref.cli.words import option
from truel_ref.errors import ProblemError, refuse
from truel_ref.files import progress_bar
from truel_ref.game.problem import Problem

if TYPE_CHECKING:
    from truel_ref.game.solution import Outcomes, Solution


@command(
    "solve",
    PROBLEM,
    option("--all-outcomes", "Also list the outcome of every way to break the ties.", name="with_outcomes"),
    option("--all-ties", "With --json: list all ties, not only the first 100."),
    JSONL,
    JOBS,
)
def _solve(
    problem: Problem | None, with_outcomes: bool, all_ties: bool, jsonl: bool, jobs: int, shape: Shape
) -> int | None:
    """Print the exact win probabilities and the optimal aims.

    \b
    truel-ref solve 1/3 2/3 1
    truel-ref solve 1/3 2/3 1 --targets Miss,C,B
    truel-ref solve 3/4 11/20 1 --search others,miss,random

    Each P is a hit probability, in shooting order: 1/3, 0.55, 55% or sqrt(2)/2.
    """  # noqa: D301  click wants the character itself
    if problem is None:
        from truel_ref.cli.jsonl import answer_lines

        return answer_lines(Problem.from_json, partial(_answers, with_outcomes, all_ties), shape, jobs)
    refuse(ProblemError, (jobs > 1, "--jobs is for --jsonl: one problem is solved by one process"))
    from truel_ref.fast.solving import solve, takes_minutes

    if takes_minutes(problem):
        equal = f"{problem.players} players who hit equally well tie nearly everywhere"
        note(f"{equal}: minutes and gigabytes; --search others is instant")
    with progress_bar("phases") as advance:
        solution = solve(problem, progress=advance)
    if shape.format == "json":
        say_json(_data(solution, with_outcomes, all_ties))
        return None
    if with_outcomes:
        outcomes = _outcomes(solution)
        say_record(replace(solution, ties=()), shape, outcomes._table().quantities("outcome"))
        if shape.format != "csv":
            say("")
            say_record(outcomes, shape)
        return None
    from truel_ref.explain.outcomes import tie_report

    # Empty if no tie matters: then the table has no line on ties.
    report = tie_report(solution) if solution.ties and shape.format == "table" else []
    say_record(solution if report or shape.format != "table" else replace(solution, ties=()), shape)
    for line in report:
        say_below(line)
    return None


def _answers(
    with_outcomes: bool, all_ties: bool, problems: Sequence[Problem]
) -> Iterator[Callable[[], dict[str, Any]]]:
    """Yield a function for each problem that returns its answer; small problems are solved together beforehand."""
    from truel_ref.fast.many import solve_small

    try:
        small = solve_small(problems)
    except (MemoryError, RecursionError):  # the problem that is too large is refused in its turn
        small = [None] * len(problems)
    for problem, solution in zip(problems, small, strict=True):
        yield partial(_data, solution or problem, with_outcomes, all_ties)


def _data(asked: Problem | Solution, with_outcomes: bool, all_ties: bool) -> dict[str, Any]:
    """Return the answer to a problem, or a solution, as plain data."""
    from truel_ref.fast.solving import solved

    solution = solved(asked)
    return solution.to_json(all_ties) | (_outcomes(solution).to_json() if with_outcomes else {})


def _outcomes(solution: Solution) -> Outcomes:
    from truel_ref.explain.outcomes import all_outcomes

    with progress_bar("combinations") as advance:
        return all_outcomes(solution, progress=advance)
