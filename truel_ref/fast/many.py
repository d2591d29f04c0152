"""Many problems, some at a time, in one process or in several: `solve_many`.

What goes to another process and back is pickled, and to pickle a small solution takes longer than to find it. So
everything small travels as whole numbers. Problems that share their words are sent as one of them, and numerators and
denominators for all; what `truel_ref.fast.threes` answers comes back in its arrays; and what else is without ties, of a
plain shape (`truel_ref.fast.shapes`), as which option everybody takes, and the numerators and denominators of the win
probabilities. Whoever receives it has the problem, and so its options.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import TypeAlias, TypeVar

from truel_ref.budget import Budget
from truel_ref.errors import ProblemError, shown
from truel_ref.fast.methods import SETS, solve
from truel_ref.fast.shapes import shape_of
from truel_ref.fast.threes import in_arrays
from truel_ref.fast.together import THREE, Answered, answer_hits, answer_threes, solve_small, three_solutions
from truel_ref.files import Progress
from truel_ref.game.answers import Phase
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import coprime_fraction, read_count
from truel_ref.workers import in_processes

__all__ = ["AT_ONCE", "MOST_JOBS", "in_parts", "solve_many"]

AT_ONCE = 128
"""Problems that are solved together, or handed to a process together; of three players, or two, four times as many."""

MOST_JOBS = 1_000

T = TypeVar("T")

Packed: TypeAlias = "tuple[str, str, list[list[int]], list[int]]"
"""A solution as whole numbers: method and backend, the options of each phase, and all win probabilities."""

Sent: TypeAlias = "list[Problem] | SameWords"
"""Problems on their way."""


def solve_many(
    problems: Iterable[Problem | Iterable[object]],
    *,
    jobs: int = 1,
    backend: str | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> Iterator[Solution]:
    """Yield the solutions of many problems, in their order, each equal to what `solve` returns.

    Problems are taken a hundred or so at a time, or some hundreds of three players. Of these, small ones of one shape
    (`truel_ref.fast.shapes`) are solved together: they share the work of finding their phases, their aims are decided
    in arrays of floats with proved bounds (`truel_ref.fast.alike`), and only what these do not prove, and the values of
    the chosen profiles, is worked out exactly for each. Memory does not grow with the number of problems.

    Several processes decide and compute; what they send are whole numbers, and the records of the solutions are made in
    the process that asks. Of four players and more that is little. Of 10,000 problems of three players, whose answers
    take 10 microseconds each in arrays, it takes as long as answering does: with two processes the one that asks still
    works for two thirds of the time that it takes alone, so they are faster by half at most, and more bring nothing.

    Parameters: `problems`, each a `Problem` or the hit probabilities of one; they are taken as they are needed, so an
    endless stream will do; `jobs`, how many processes work; `backend`, as for `solve`; `progress`, called with 1 after
    each; `budget`, which every problem has to itself.

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
    parts = in_parts(map(_stated, problems), 4 * AT_ONCE, lambda problem: 1 if problem.players <= THREE else 4)
    if jobs == 1:
        for part in parts:
            yield from _solved(part, backend, budget)
        return
    sent: deque[list[Problem]] = deque()

    def remembered() -> Iterator[Sent]:
        for part in parts:
            sent.append(part)
            yield _sent(part)

    answers = in_processes(_Solve(backend, budget), remembered(), jobs)
    for together in answers:
        assert isinstance(together, list)  # what is answered together comes first
        part = sent.popleft()
        made = three_solutions(part, together)
        for number, problem in enumerate(part):
            if number in made:
                yield made.pop(number)()
            else:
                answer = next(answers)
                assert not isinstance(answer, list)
                yield answer if isinstance(answer, Solution) else _unpacked(problem, answer)


def _stated(problem: Problem | Iterable[object]) -> Problem:
    return problem if isinstance(problem, Problem) else Problem(problem)


def _solved(part: Sequence[Problem], backend: str | None, budget: Budget | None) -> Iterator[Solution]:
    """Yield the solutions of some problems, the small ones solved together, the others when it is their turn."""
    for problem, solution in zip(part, solve_small(part, backend), strict=True):
        yield solution or solve(problem, backend=backend, budget=budget)


class _Solve:
    """Solves some problems; an object, so that it can be sent to another process.

    What is answered together comes first, in one list; then all others, each in its turn.
    """

    def __init__(self, backend: str | None, budget: Budget | None) -> None:
        self.backend = backend
        self.budget = budget

    def __call__(self, sent: Sent) -> Iterator[list[Answered] | Solution | Packed]:
        together = list(self._answered(sent))
        yield together
        known = {number for group in together for number in group.known()}
        left = [sent[number] for number in range(len(sent)) if number not in known]
        yield from map(_packed, _solved(left, self.backend, self.budget))

    def _answered(self, sent: Sent) -> Iterator[Answered]:
        if isinstance(sent, list):
            return answer_threes(sent, self.backend)
        hits = in_arrays(sent.numbers, sent.players) if sent.players == THREE else None
        return answer_hits(sent.first, hits, self.backend) if hits else iter(())


def _sent(part: list[Problem]) -> Sent:
    """Return problems as one of them and whole numbers where they share their words, else as they are."""
    first = part[0]
    hits = list(chain.from_iterable([problem.hits for problem in part]))
    if {*map(type, hits)} == {Fraction} and not first.irrational and all(map(first.shares_words, part)):
        numbers = [number for hit in hits for number in hit.as_integer_ratio()]  # type: ignore[union-attr]
        return SameWords(first, numbers)
    return part


class SameWords:
    """Problems that share their words, on their way: each is made when it is asked for.

    Parameters: `first` of them; `numbers`, the numerator and the denominator of each hit probability of all.
    """

    def __init__(self, first: Problem, numbers: list[int]) -> None:
        self.first = first
        self.numbers = numbers
        self.players = first.players

    def __len__(self) -> int:
        return len(self.numbers) // (2 * self.players)

    def __getitem__(self, number: int) -> Problem:
        size = 2 * self.players
        pairs = iter(self.numbers[number * size : (number + 1) * size])
        return self.first.with_hits(tuple(map(coprime_fraction, pairs, pairs)))


def _packed(solution: Solution) -> Solution | Packed:
    """Return a solution as whole numbers, or as it is where these do not say all."""
    problem = solution.problem
    if solution.ties or solution.method == SETS or problem.irrational:
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
    return solution.method, solution.backend, options, numbers


def _unpacked(problem: Problem, packed: Packed) -> Solution:
    """Return the solution of a problem from whole numbers."""
    method, backend, options, numbers = packed
    pairs = iter(numbers)
    win = list(map(coprime_fraction, pairs, pairs))
    players = problem.players
    phases = []
    for number, (shaped, path) in enumerate(zip(shape_of(problem).largest_first, options, strict=True)):
        aims = tuple([mine[option] for mine, option in zip(shaped.options, path, strict=True)])
        phases.append(Phase(shaped.order, aims, tuple(win[number * players : (number + 1) * players])))
    return Solution(problem, tuple(phases), (), method=method, backend=backend)


# ---------------------------------------------------------------------------------------------------------
# Work in parts


def in_parts(entries: Iterable[T], size: int, weight: Callable[[T], int] = lambda entry: 1) -> Iterator[list[T]]:
    """Yield entries as lists of some; an error on the way to an entry is raised after those before it.

    Parameters: `entries`; `size`, what a list weighs at least, all but the last; `weight`, of an entry.

    >>> list(in_parts("ABCDE", 2)), list(in_parts([1, 1, 2, 3], 2, int))
    ([['A', 'B'], ['C', 'D'], ['E']], [[1, 1], [2], [3]])
    """
    left = iter(entries)
    failed: Exception | None = None
    while failed is None:
        part: list[T] = []
        weighs = 0
        try:
            for entry in left:
                part.append(entry)
                weighs += weight(entry)
                if weighs >= size:
                    break
        except Exception as error:  # it is raised again where it belongs
            failed = error
        if part:
            yield part
        if failed is None and weighs < size:
            return
    raise failed
