"""Many problems, some at a time, in one process or in several: `solve_many`.

What goes to another process and back is pickled, and to pickle a small solution takes longer than to find it. So one
without ties, of a plain shape (`truel_ref.fast.shapes`), travels as whole numbers: which option everybody takes, and
the numerators and denominators of the win probabilities. Whoever receives it has the problem, and so its options.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from truel_ref.budget import Budget
from truel_ref.errors import ProblemError, shown
from truel_ref.fast.methods import solve, solve_small
from truel_ref.fast.shapes import shape_of
from truel_ref.files import Progress
from truel_ref.game.answers import Phase
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import coprime_fraction, read_count
from truel_ref.workers import in_processes

__all__ = ["AT_ONCE", "MOST_JOBS", "in_parts", "solve_many"]

AT_ONCE = 128
"""Problems that are solved together, or handed to a process together."""

MOST_JOBS = 1_000

T = TypeVar("T")

Packed: TypeAlias = "tuple[str, list[list[int]], list[int]]"
"""A solution as whole numbers: the backend, the options of each phase, and all win probabilities."""


def solve_many(
    problems: Iterable[Problem | Iterable[object]],
    *,
    jobs: int = 1,
    backend: str | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> Iterator[Solution]:
    """Yield the solutions of many problems, in their order, each equal to what `solve` returns.

    Problems are taken a hundred or so at a time. Of these, small ones of one shape (`truel_ref.fast.shapes`) are solved
    together: they share the work of finding their phases, their aims are decided in arrays of floats with proved
    bounds (`truel_ref.fast.alike`), and only what these do not prove, and the values of the chosen profiles, is worked
    out exactly for each. Memory does not grow with the number of problems.

    Parameters: `problems`, each a `Problem` or the hit probabilities of one; they are taken as they are needed, so an
    endless stream will do; `jobs`, how many processes work (not worth it for three players, who take no longer to
    solve than to hand over); `backend`, as for `solve`; `progress`, called with 1 after each;
    `budget`, which every problem has to itself.

    Raises what `solve` raises, at the problem that it refuses; `NumberError` for a bad number of jobs; and
    `WorkerError` at the first of some problems whose process was ended from outside.

    >>> [str(solution.win[0]) for solution in solve_many([["1/3", "2/3", 1], ["1/2", "1/2"]])]
    ['25/63', '2/3']
    """
    count = read_count(jobs, "jobs", 1, MOST_JOBS)
    for solution in _solutions(problems, count, backend, budget):
        yield solution
        if progress is not None:
            progress(1)


def _solutions(
    problems: Iterable[Problem | Iterable[object]], jobs: int, backend: str | None, budget: Budget | None
) -> Iterator[Solution]:
    if not isinstance(problems, Iterable):
        raise ProblemError(f"problems: {shown(problems)} is no list of problems")
    parts = in_parts(map(_stated, problems), AT_ONCE)
    if jobs == 1:
        for part in parts:
            yield from _solved(part, backend, budget)
        return
    sent: deque[Problem] = deque()

    def remembered() -> Iterator[list[Problem]]:
        for part in parts:
            sent.extend(part)
            yield part

    for answer in in_processes(_Solve(backend, budget), remembered(), jobs):
        problem = sent.popleft()
        yield answer if isinstance(answer, Solution) else _unpacked(problem, answer)


def _stated(problem: Problem | Iterable[object]) -> Problem:
    return problem if isinstance(problem, Problem) else Problem(problem)


def _solved(part: Sequence[Problem], backend: str | None, budget: Budget | None) -> Iterator[Solution]:
    """Yield the solutions of some problems, the small ones solved together, the others when it is their turn."""
    for problem, solution in zip(part, solve_small(part, backend), strict=True):
        yield solution or solve(problem, backend=backend, budget=budget)


class _Solve:
    """Solves some problems; an object, so that it can be sent to another process."""

    def __init__(self, backend: str | None, budget: Budget | None) -> None:
        self.backend = backend
        self.budget = budget

    def __call__(self, part: Sequence[Problem]) -> Iterator[Solution | Packed]:
        return map(_packed, _solved(part, self.backend, self.budget))


def _packed(solution: Solution) -> Solution | Packed:
    """Return a solution as whole numbers, or as it is where these do not say all."""
    problem = solution.problem
    if solution.ties or solution.method != "plain" or problem.irrational:
        return solution
    shape = shape_of(problem)
    if not shape.is_plain:
        return solution
    options: list[list[int]] = []
    numbers: list[int] = []
    for shaped, phase in zip(shape.largest_first, solution.phases, strict=True):
        if None in phase.aims:  # a stalemate
            return solution
        options.append([numbered[aim] for numbered, aim in zip(shaped.numbered, phase.aims, strict=True)])
        for win in phase.win:
            assert isinstance(win, Fraction)
            numbers += win.numerator, win.denominator
    return solution.backend, options, numbers


def _unpacked(problem: Problem, packed: Packed) -> Solution:
    """Return the solution of a problem from whole numbers."""
    backend, options, numbers = packed
    pairs = iter(numbers)
    win = list(map(coprime_fraction, pairs, pairs))
    players = problem.players
    phases = []
    for number, (shaped, path) in enumerate(zip(shape_of(problem).largest_first, options, strict=True)):
        aims = tuple([mine[option] for mine, option in zip(shaped.options, path, strict=True)])
        phases.append(Phase(shaped.order, aims, tuple(win[number * players : (number + 1) * players])))
    return Solution(problem, tuple(phases), (), method="plain", backend=backend)


# ---------------------------------------------------------------------------------------------------------
# Work in parts


def in_parts(entries: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield entries as lists of some; an error on the way to an entry is raised after those before it.

    >>> list(in_parts("ABCDE", 2))
    [['A', 'B'], ['C', 'D'], ['E']]
    """
    left = iter(entries)
    failed: Exception | None = None
    while failed is None:
        part: list[T] = []
        try:
            for entry in left:
                part.append(entry)
                if len(part) == size:
                    break
        except Exception as error:  # it is raised again where it belongs
            failed = error
        if part:
            yield part
        if failed is None and len(part) < size:
            return
    raise failed
