"""Many problems in groups, in one process or several: `solve_many`, and `sweep` for one table of all problems."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, TypeVar, Unpack

from truel_ref.errors import ProblemError, TruelError, needs, refuse, shown
from truel_ref.fast.solving import LARGE, in_arrays, solve
from truel_ref.files import Progress
from truel_ref.game.people import labels
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated
from truel_ref.game.solution import Solution, favourites
from truel_ref.limits import in_processes
from truel_ref.numbers import Number, read_count
from truel_ref.records.record import Record, frozen
from truel_ref.records.table import Table

AT_ONCE = 256
"""The problems in a group for one process."""

MOST_JOBS = 1_000

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

    The function takes some hundred problems at a time. It solves the small problems that share their options together,
    in arrays (`truel_ref.fast.arrays`). Memory does not grow with the number of problems.

    Sending a solution between processes takes longer than solving a problem of two or three players, so several
    processes help from four players on.

    Parameters: `problems`, each a `Problem`, or hit probabilities in a list or text, read only when needed, so the
    stream may be endless; `jobs`, the number of processes; `progress`, called with 1 after each problem.

    Raises the errors of `solve` at the problem that it refuses; `NumberError` for a bad number of jobs; and
    `UnfinishedError` at the first problem of a group whose process ended from outside.
    """
    count = read_count(jobs, "jobs", 1, MOST_JOBS)
    for solution in in_processes(_solved, in_parts(map(_stated, _rows(problems)), AT_ONCE), count):
        yield solution
        if progress is not None:
            progress(1)


def _rows(problems: Any) -> Iterable[Any]:
    """Return the problems of a collection; a data frame itself yields names of columns, and a dictionary keys."""
    rows = problems.to_numpy() if hasattr(problems, "to_numpy") else problems
    if not isinstance(rows, Iterable) or isinstance(rows, Mapping | str | bytes) or getattr(rows, "ndim", 1) == 0:
        raise ProblemError(f"problems: {shown(problems)} is not a list of problems")
    return rows


def in_parts(entries: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield entries in lists of some size; the last one may be shorter.

    >>> list(in_parts("ABCDE", 2))
    [['A', 'B'], ['C', 'D'], ['E']]
    """
    left = iter(entries)
    while part := [*islice(left, size)]:
        yield part


def _stated(problem: AnyProblem) -> Problem | TruelError:
    """Return a problem, or the error that refuses it in its turn."""
    try:
        return stated(problem)
    except TruelError as error:
        return error


def _solved(part: Sequence[Problem | TruelError]) -> Iterator[Solution]:
    """Yield the solutions of some problems: solve the small problems together, and the others one by one.

    The search for garbage waits: it would look at all new objects again and again, and none of them are in cycles.
    Otherwise 1,000 problems of four players take 1.6 times as long.
    """
    searches = gc.isenabled()
    gc.disable()
    try:
        small = solve_small(part)
    finally:
        if searches:
            gc.enable()
    for problem, solution in zip(part, small, strict=True):
        if isinstance(problem, TruelError):
            raise problem
        yield solution or solve(problem)


def solve_small(problems: Sequence[Problem | TruelError]) -> list[Solution | None]:
    """Return the solutions of small problems, None for other entries, in less time than `solve` takes.

    Problems with fewer than 5 players to which arrays apply are solved in groups that share their options, if a group
    has at least 8: otherwise three and four players take 2.5 and 3.2 times as long. Without NumPy all give None.

    Parameters: `problems`.

    >>> solved = solve_small([Problem([f"1/{number}", "2/3", 1]) for number in range(1, 21)])
    >>> str(solved[2].win[0]), solved[2] == solve(["1/3", "2/3", 1])
    ('25/63', True)
    """
    small = [one if isinstance(one, Problem) and one.players < LARGE else None for one in problems]
    return in_arrays(small, TOGETHER_FROM)


# ---------------------------------------------------------------------------------------------------------
# One table of many answers


@frozen
class Sweep(Record):
    """The answers to many problems with the same players, a row for each.

    Fields: `names`, those of the players; then, by row and in each row by player as stated: `hits`; `aims`, as text,
    "none" in a stalemate; and `win`. The table omits everything else of a solution.
    """

    names: tuple[str, ...]
    hits: tuple[tuple[Number, ...], ...]
    aims: tuple[tuple[str, ...], ...]
    win: tuple[tuple[Number, ...], ...]

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
        refuse(
            ProblemError,
            (
                (*grid,) != labels(len(grid)),
                f"the labels of a grid are A, B, C and so on, in this order; here are {shown([*grid])}",
            ),
        )
        axes = grid.values()
        grid = product(*([axis] if isinstance(axis, str) or not isinstance(axis, Iterable) else axis for axis in axes))
    names: tuple[str, ...] = ()
    rows: list[tuple[Any, ...]] = []
    solved = solve_many((stated(each, **statement) for each in _rows(grid)), jobs=jobs, progress=progress)
    for number, solution in enumerate(solved, 1):
        problem = solution.problem
        names = names or problem.names
        if problem.names != names:
            theirs, first = ", ".join(problem.names), ", ".join(names)
            raise ProblemError(f"problem {number}: its players are {theirs}; those of problem 1 are {first}")
        rows.append((problem.hits, tuple(map(problem.aim_text, solution.aims)), solution.win))
    return Sweep(names, *(zip(*rows, strict=True) if rows else ((), (), ())))
