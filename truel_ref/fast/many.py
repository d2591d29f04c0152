"""Many problems in groups, in one process or several: `solve_many`, and `sweep` for one table of all problems."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeVar, Unpack

from truel_ref.errors import ProblemError, needs, shown
from truel_ref.fast.recursion import Layout
from truel_ref.fast.solving import LARGE, solve
from truel_ref.files import Progress
from truel_ref.game.people import label
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated
from truel_ref.game.solution import Solution, favourites
from truel_ref.limits import in_processes
from truel_ref.numbers import Number, number_text, read_count
from truel_ref.records.record import Record
from truel_ref.records.table import Table

__all__ = ["AT_ONCE", "MOST_JOBS", "Sweep", "in_parts", "solve_many", "solve_small", "sweep"]

AT_ONCE = 128
"""The problems in a group for one process; with two or three players, four times as many."""

MOST_JOBS = 1_000

THREE = 3

TOGETHER_FROM = 8
"""The least problems with the same options for arrays; for fewer, arrays cost more than they save."""

T = TypeVar("T")


def solve_many(
    problems: Iterable[AnyProblem],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Iterator[Solution]:
    """Yield the solutions of many problems, in their order, each equal to what `solve` returns.

    >>> [str(solution.win[0]) for solution in solve_many([["1/3", "2/3", 1], ["1/2", "1/2"]])]
    ['25/63', '2/3']

    The function takes about a hundred problems at a time, or some hundreds with three players. It solves the small
    problems that share their options together, in arrays (`truel_ref.fast.arrays`). Memory does not grow with the
    number of problems.

    Sending a solution between processes takes longer than solving a problem of two or three players, so several
    processes help from four players on.

    Parameters: `problems`, each a `Problem`, or hit probabilities in a list or text, read only when needed, so the
    stream may be endless; `jobs`, the number of processes; `progress`, called with 1 after each problem.

    Raises the errors of `solve` at the problem that it refuses; `NumberError` for a bad number of jobs; and
    `UnfinishedError` at the first problem of a group whose process ended from outside.
    """
    count = read_count(jobs, "jobs", 1, MOST_JOBS)
    if not isinstance(problems, Iterable):
        raise ProblemError(f"problems: {shown(problems)} is not a list of problems")
    parts = in_parts(map(stated, problems), 4 * AT_ONCE, lambda problem: 1 if problem.players <= THREE else 4)
    for solution in in_processes(_solved, parts, count):
        yield solution
        if progress is not None:
            progress(1)


def _solved(part: Sequence[Problem]) -> Iterator[Solution]:
    """Yield the solutions of some problems: solve the small problems together, and the others one by one."""
    with _garbage_later():
        small = solve_small(part)
    for problem, solution in zip(part, small, strict=True):
        yield solution or solve(problem)


@contextlib.contextmanager
def _garbage_later() -> Iterator[None]:
    """Delay the search for garbage to the end of a block that makes many objects and leaves no cycles.

    The search would look at all new objects again and again; for small problems it takes a quarter of the time.
    """
    searches = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searches:
            gc.enable()


def solve_small(problems: Sequence[Problem]) -> list[Solution | None]:
    """Return the solutions of small problems, None for other problems, in less time than `solve` takes.

    Problems with fewer than 5 players to which arrays apply are solved in groups that share their options, if a group
    has at least 8. Without NumPy all problems give None.

    Parameters: `problems`.

    >>> import numpy
    >>> solved = solve_small([Problem([f"1/{number}", "2/3", 1]) for number in range(1, 21)])
    >>> str(solved[2].win[0]), solved[2] == solve(["1/3", "2/3", 1])
    ('25/63', True)
    """
    try:
        from truel_ref.fast import arrays
    except ImportError:
        return [None] * len(problems)
    alike: dict[tuple[Layout, ...], list[int]] = {}
    for number, problem in enumerate(problems):
        phases = arrays.plain_layouts(problem) if problem.players < LARGE else None
        if phases is not None:
            alike.setdefault(phases, []).append(number)
    solved: dict[int, Solution] = {}
    for numbers in alike.values():
        if len(numbers) >= TOGETHER_FROM:
            solutions = arrays.solve_in_arrays([problems[number] for number in numbers])
            solved |= zip(numbers, solutions, strict=True)
    return [solved.get(number) for number in range(len(problems))]


# ---------------------------------------------------------------------------------------------------------
# One table of many answers


@dataclass(frozen=True, repr=False)
class Sweep(Record):
    """The answers to many problems with the same players, a row for each.

    Fields: `names`, those of the players; then, by row and in each row by player as stated: `hits`; `aims`, as text,
    "none" in a stalemate; and `win`. The table omits everything else of a solution.
    """

    names: tuple[str, ...]
    hits: Sequence[tuple[Number, ...]]
    aims: Sequence[tuple[str, ...]]
    win: Sequence[tuple[Number, ...]]

    @property
    def favourites(self) -> list[tuple[str, ...]]:
        """The names of the players most likely to win, by row: several if they are equal, none if nobody can win.

        >>> sweep(["1/3 2/3 1", "1/2 1", [0, 0, 0]]).favourites
        Traceback (most recent call last):
        ...
        truel_ref.errors.ProblemError: problem 2: its players are A, B; those of problem 1 are A, B, C
        >>> sweep(["1/3 2/3 1", [0, 0, 0]]).favourites
        [('A',), ()]
        """
        return [tuple(self.names[player] for player in favourites(win)) for win in self.win]

    def to_numpy(self) -> dict[str, Any]:
        """Return `hits` and `win` as arrays of doubles with a row for each problem and a column for each player.

        Raises `LibraryError` if NumPy is not installed.

        >>> sweep(["1/3 2/3 1"]).to_numpy()["win"].round(3)
        array([[0.397, 0.381, 0.222]])
        """
        needs("numpy")
        import numpy as np

        return {key: np.array(getattr(self, key), dtype=float) for key in ("hits", "win")}

    def to_json(self) -> dict[str, Any]:
        """Return the table as plain data for JSON."""
        numbers = {key: [list(map(number_text, row)) for row in getattr(self, key)] for key in ("hits", "win")}
        return {"names": list(self.names), "hits": numbers["hits"], "aims": list(map(list, self.aims))} | numbers

    def _table(self) -> Table:
        columns = [f"{name} {what}" for what in ("hits", "aims", "wins") for name in self.names]
        rows = [(*hits, *aims, *win) for hits, aims, win in zip(self.hits, self.aims, self.win, strict=True)]
        return Table(columns, rows)


def sweep(
    grid: Mapping[str, Any] | Iterable[AnyProblem],
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Sweep:
    """Solve a grid of problems and return a table of their aims and win probabilities.

    >>> from itertools import permutations
    >>> thirds = sweep(permutations(["1/3", "2/3", "1"]))
    >>> sum(hits.index(min(hits)) == win.index(max(win)) for hits, win in zip(thirds.hits, thirds.win))
    3
    >>> print(sweep({"A": ["1/3", "1/2"], "B": "2/3", "C": 1}))
    A hits    B hits    C hits    A aims    B aims    C aims    A wins    B wins    C wins
    --------  --------  --------  --------  --------  --------  --------  --------  --------
    1/3       2/3       1         Miss      C         B         25/63     8/21      2/9
    1/2       2/3       1         Miss      C         B         17/30     4/15      1/6

    Parameters: `grid`, a list of problems, or for each label the values of the hit probability ({"A": ["1/3", "1/2"],
    "B": 1}), for all combinations, the last label fastest; `jobs`, the number of processes; `progress`, called with 1
    after each problem; and the keywords of `Problem` for all problems.

    Raises the errors of `solve_many`, and `ProblemError` for players that are not those of the first problem.
    """
    if isinstance(grid, str):
        raise ProblemError(f"a grid is a list of problems; put the problem into one: sweep([{shown(grid)}])")
    if isinstance(grid, Mapping):
        axes = [
            [values] if isinstance(values, str) or not isinstance(values, Iterable) else values
            for values in grid.values()
        ]
        if [*grid] != [*map(label, range(len(grid)))]:
            raise ProblemError(f"the labels of a grid are A, B, C and so on, in this order; here are {shown([*grid])}")
        grid = product(*axes)
    names: tuple[str, ...] = ()
    rows: list[tuple[Any, ...]] = []
    solved = solve_many((stated(each, **statement) for each in grid), jobs=jobs, progress=progress)
    for number, solution in enumerate(solved, 1):
        problem = solution.problem
        names = names or problem.names
        if problem.names != names:
            theirs, first = ", ".join(problem.names), ", ".join(names)
            raise ProblemError(f"problem {number}: its players are {theirs}; those of problem 1 are {first}")
        rows.append((problem.hits, tuple(map(problem.aim_text, solution.aims)), solution.win))
    return Sweep(names, *(zip(*rows, strict=True) if rows else ((), (), ())))


# ---------------------------------------------------------------------------------------------------------
# Work in parts


def in_parts(entries: Iterable[T], size: int, weight: Callable[[T], int] = lambda entry: 1) -> Iterator[list[T]]:
    """Yield entries in lists; an error in reading an entry is raised after the lists of the earlier entries.

    Parameters: `entries`; `size`, the least weight of a list, except the last; `weight`, gives the weight of an entry.

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
        except Exception as error:  # raised again after the earlier entries
            failed = error
        if part:
            yield part
        if failed is None and weighs < size:
            return
    raise failed
