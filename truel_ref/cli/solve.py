"""`truel-ref solve`: one problem, or one per line of standard input."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from truel_ref.cli.frame import asks
from truel_ref.cli.lines import answer_lines
from truel_ref.cli.options import (
    LENIENT,
    WholeNumber,
    jobs_option,
    problem_of,
    problem_words,
    record_options,
)
from truel_ref.cli.output import Shape, say, say_below, say_json, say_record
from truel_ref.errors import ProblemError, TruelError, refuse
from truel_ref.files import progress_bar
from truel_ref.game.problem import Problem

if TYPE_CHECKING:
    from truel_ref.game.solution import Outcomes, Solution

__all__ = ["command"]

_CAP = 10_000
_MOST_COMBINATIONS = 10**6


@asks(
    "solve",
    problem_words,
    click.option(
        "--all-outcomes", "with_outcomes", is_flag=True, help="Also list the outcome of every way to break the ties."
    ),
    click.option(
        "--cap",
        type=WholeNumber(1, _MOST_COMBINATIONS),
        default=_CAP,
        show_default=True,
        metavar="N",
        help="With --all-outcomes: largest number of combinations.",
    ),
    click.option("--all-ties", is_flag=True, help="With --json: list all ties, not only the first 100."),
    record_options,
    click.option("--jsonl", is_flag=True, help="Solve one problem (JSON) per line of standard input."),
    jobs_option,
    prints=False,
    context_settings=LENIENT,
)
def command(
    hits: tuple[str, ...],
    fields: dict[str, Any],
    with_outcomes: bool,
    cap: int,
    all_ties: bool,
    shape: Shape,
    jsonl: bool,
    jobs: int,
) -> int:
    """Print the exact win probabilities and the optimal aims.

    Each P is a hit probability, in shooting order: 1/3, 0.55, 55% or sqrt(2)/2.

    \b
    truel-ref solve 1/3 2/3 1
    truel-ref solve 1/3 2/3 1 --targets Miss,C,B
    truel-ref solve 3/4 11/20 1 --search others,miss,random
    """  # noqa: D301  click wants the character itself
    if jsonl:
        return answer_lines(_Solve(with_outcomes, cap, all_ties), shape, bool(hits or fields), jobs)
    refuse(ProblemError, (jobs > 1, "--jobs is for --jsonl: one problem is solved by one process"))
    problem = problem_of(hits, fields)
    if shape.is_json:
        say_json(_answer(problem, with_outcomes, cap, all_ties))
    else:
        from truel_ref.explain.outcomes import tie_report

        solution, outcomes = _solved(problem, with_outcomes, cap)
        report = tie_report(solution) if shape.format == "table" else []
        plain = shape.format == "table" and (with_outcomes or not report)  # no line on ties that do not matter
        printed = replace(solution, ties=()) if plain else solution
        say_record(printed, shape, () if outcomes is None else outcomes._table().quantities("outcome"))
        for line in report:
            say_below(line)
        if outcomes is not None and shape.format != "csv":
            say("")
            say_record(outcomes, shape)
    return 0


@dataclass(frozen=True)
class _Solve:
    """A function that answers the problems of some lines, as an object that can be pickled."""

    with_outcomes: bool
    cap: int
    all_ties: bool

    def __call__(self, lines: Sequence[Any]) -> Iterator[Callable[[], dict[str, Any]]]:
        """Yield a function for each line that returns its answer; small problems are solved together beforehand."""
        from truel_ref.fast.many import solve_small

        problems = [_stated(data) for data in lines]
        small = [problem for problem in problems if isinstance(problem, Problem)] if not self.with_outcomes else []
        try:
            solved = dict(zip(map(id, small), solve_small(small), strict=True))
        except (MemoryError, RecursionError):  # `_answer` refuses the problem that is too large in its turn
            solved = {}
        return (partial(self._answer, problem, solved.get(id(problem))) for problem in problems)

    def _answer(self, problem: Problem | TruelError, solution: Solution | None) -> dict[str, Any]:
        if isinstance(problem, TruelError):
            raise problem
        if solution:
            return solution.to_json(self.all_ties)
        return _answer(problem, self.with_outcomes, self.cap, self.all_ties)


def _stated(data: Any) -> Problem | TruelError:
    """Return the problem of a line, or the error that refuses it."""
    try:
        return Problem.from_json(data)
    except TruelError as error:
        return error


def _answer(problem: Problem, with_outcomes: bool, cap: int, all_ties: bool) -> dict[str, Any]:
    solution, outcomes = _solved(problem, with_outcomes, cap)
    return solution.to_json(all_ties) | (outcomes.to_json() if outcomes is not None else {})


def _solved(problem: Problem, with_outcomes: bool, cap: int) -> tuple[Solution, Outcomes | None]:
    from truel_ref.explain.outcomes import all_outcomes
    from truel_ref.fast.solving import solve

    with progress_bar("phases") as bar:
        solution = solve(problem, progress=bar.update)
    if not with_outcomes:
        return solution, None
    with progress_bar("combinations") as bar:
        return solution, all_outcomes(problem, cap=cap, progress=bar.update)
