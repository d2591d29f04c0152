r"""Very many problems that differ in their hit probabilities only, as arrays: `solve_columns`.

A row is a problem. The steps for a block of rows, in groups that share their phases and options:

1. Write each hit probability as `a / b` in lowest terms, with `b` at most `2^26`. Two such fractions differ by at least
   `2^-52`, so at most one of them rounds to a given double; it is a convergent of the double (Legendre) and the
   simplest fraction that rounds to it. So integers with denominators are doubles, too. Other doubles stay doubles.
2. Decide all phases in arrays (`truel_ref.fast.arrays.Tables`). Up to three players the values are exact, and quotients
   are correctly rounded. Otherwise values are doubles, whose error grows from level to level. A double `x` without
   fraction is within `2^-54` of its number. So `1 - x >= 2^-10` has a relative error of at most `2^-44 = 512 u`, and
   the rounding of `1 - x` adds 1.
3. Solve all other rows exactly (`truel_ref.fast.solving.solve`). What floats prove has no ties, except ties off the
   path that change nothing, which no solution lists. So a row with a tie is in step 3, or the recursion decided its
   phase in step 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, Unpack

import numpy as np

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.fast.arrays import GIVEN, MOST_PLAYERS, ONE_IN, Tables, is_plain
from truel_ref.fast.many import MOST_JOBS
from truel_ref.fast.recursion import layouts, ranks_count
from truel_ref.fast.solving import solve
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.problem import Problem, Statement, stated, states_a_problem
from truel_ref.game.solution import Solution
from truel_ref.limits import check, in_processes, so_far
from truel_ref.numbers import read_count, read_probability

if TYPE_CHECKING:
    from concurrent.futures import Executor

MISS, NOBODY, MIX = -1, -2, -3
"""The numbers of aims that are no single target: a miss; no aim, for a player with a choice in a stalemate; a mix."""

LARGEST_BOTTOM = 2**26
"""The largest denominator."""

EXACT_UP_TO = 3
"""The most players for whom the values are exact."""

BLOCK = 2**16
"""The most histories before the last player in a block of rows, if it has more than one row."""

LARGEST_ERROR = 2.0**-10
"""The least `1 - x` of a double without fraction."""

GIVEN_AS_DOUBLE = 513.0
"""The error of the complements of doubles without fraction, in units of the roundoff."""

_Arrays: TypeAlias = "tuple[np.ndarray, ...]"
_Block: TypeAlias = "tuple[int, np.ndarray, dict[str, Any]]"
"""The number of the first row, the hit probabilities as doubles, and the keywords of all problems."""


@dataclass(frozen=True, repr=False, eq=False)
class Columns:
    """The answers to many problems of one shape, as NumPy arrays with a row for each problem.

    Fields: `hits` and `denominators`, and `statement`, the keywords, as given; `names`. By row, and in each row by
    player as stated: `aims` in the first phase, as the number of the target (0 for the first player), or `MISS` -1,
    `NOBODY` -2, `MIX` -3; `win`, as doubles. By row: `rounded`, whether the win probabilities are proved to be
    correctly rounded (otherwise their relative error is below `1e-11`); `ties`, whether the solution lists a tie.

    >>> from truel_ref import solve_columns
    >>> columns = solve_columns([[1/3, 2/3, 1], [1/2, 2/3, 1]])
    >>> columns.aims.tolist(), columns.win.round(3).tolist(), columns.rounded.all(), columns.ties.any()
    ([[-1, 2, 1], [-1, 2, 1]], [[0.397, 0.381, 0.222], [0.567, 0.267, 0.167]], np.True_, np.False_)
    >>> columns.solution(0).win
    (Fraction(25, 63), Fraction(8, 21), Fraction(2, 9))
    """

    hits: np.ndarray
    denominators: np.ndarray | None
    statement: dict[str, Any]
    names: tuple[str, ...]
    aims: np.ndarray
    win: np.ndarray
    rounded: np.ndarray
    ties: np.ndarray

    def __len__(self) -> int:
        return len(self.aims)

    def __repr__(self) -> str:
        names = ", ".join(self.names)
        return f"<Columns: {len(self):,} problems of {names}; {int(self.ties.sum()):,} with ties>"

    def problem(self, row: int) -> Problem:
        """Return the problem of a row."""
        return stated(_doubles(self.hits, self.denominators, row).tolist(), **self.statement)

    def solution(self, row: int) -> Solution:
        """Return the exact solution of a row, as `solve` does.

        >>> from truel_ref import solve_columns
        >>> solve_columns([[33, 67]], 100).solution(0)["A"].win
        Fraction(3300, 7789)
        """
        return solve(self.problem(row))


@states_a_problem
def solve_columns(
    hits: Any,
    denominators: Any = None,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Columns:
    """Solve very many problems that differ in their hit probabilities only, and return arrays of their answers.

    >>> import numpy as np
    >>> squares = np.array([[a, b, 100] for a in range(1, 100) for b in range(1, 100)])
    >>> columns = solve_columns(squares, denominators=100)
    >>> columns
    <Columns: 9,801 problems of A, B, C; 99 with ties>
    >>> [int((columns.aims[:, 0] == aim).sum()) for aim in (-1, 1, 2)]
    [4341, 199, 5261]

    The module's docstring has the steps (`truel_ref.fast.columns`). Every aim and every flag is exact, as in `solve`.
    Beside `hits` and the answers, memory does not grow with the number of rows. So `hits` may be a `numpy.memmap`, and
    slices of it serve if the answers to all rows would fill the memory.

    Parameters:
        hits: an array with a row for each problem and a column for each player, by player as stated: doubles, each
            the simplest fraction that rounds to it, as everywhere; or integers, the numerators.
        denominators: an integer, or an array of integers that NumPy broadcasts to the shape of `hits`, at most `2^26`;
            by default 1.
        jobs: the number of processes.
        executor: in place of `jobs`, any `concurrent.futures.Executor`, such as that of a Dask client; it stays open.
        progress: called with the number of rows after each block.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`.

    Raises `NumberError` for a number that is no probability, naming row (from 0) and player; `ProblemError` for arrays
    of another kind; `UnfinishedError` if a process was killed; `LibraryError` without NumPy; and the errors of `solve`.
    """
    refuse(ProblemError, (jobs != 1 and executor is not None, "give either an executor or jobs, not both"))
    count = read_count(jobs, "jobs", 1, MOST_JOBS)
    array, bottoms = _read(hits, denominators)
    names = stated([0] * array.shape[1], **statement).names
    step = max(1, BLOCK // array.shape[1] ** (array.shape[1] - 1))
    blocks = (
        (first, _doubles(array, bottoms, slice(first, first + step)), dict(statement))
        for first in range(0, len(array), step)
    )
    made = in_processes(_answers, blocks, count, executor)
    answers: _Arrays = np.empty(array.shape, np.int8), np.empty(array.shape), *np.empty((2, len(array)), bool)
    done = 0
    with so_far(rows=lambda: done), closing(made):
        for first, block in made:
            for whole, part in zip(answers, block, strict=True):
                whole[first : first + step] = part.T
            done += len(part)
            if progress is not None:
                progress(len(part))
            if done < len(array):
                check()
    return Columns(array, bottoms, dict(statement), names, *answers)


def _read(hits: Any, denominators: Any) -> tuple[np.ndarray, np.ndarray | None]:
    """Return hit probabilities as arrays. Raises `ProblemError` for arrays of another kind."""
    try:
        array = np.asanyarray(hits)
        bottoms = None if denominators is None else np.broadcast_to(np.asanyarray(denominators), array.shape)
    except ValueError as error:
        raise ProblemError(f"hits and denominators form no columns: {error}") from None
    whole = np.issubdtype(array.dtype, np.integer)
    fits = bottoms is None or (
        np.issubdtype(bottoms.dtype, np.integer) and ((bottoms > 0) & (bottoms <= LARGEST_BOTTOM)).all()
    )
    refuse(
        ProblemError,
        (array.ndim != 2, f"hits: {shown(hits)} has no row for each problem; give [[0.3, 0.6, 1], [0.5, 0.6, 1]]"),
        (np.ma.is_masked(array), "hits: some entries are masked; give the rows without them"),
        (array.shape[:1] == (0,), "hits: the array has no row; give a row for each problem"),
        (
            not whole and array.dtype != np.float64,
            f"hits: an array of {array.dtype}; give doubles, or integers and denominators, or use solve_many or sweep",
        ),
        (bottoms is not None and not whole, "denominators are for integers in hits; leave them out"),
        (not fits, f"denominators: give integers from 1 to {LARGEST_BOTTOM:,}; solve_many takes longer ones"),
    )
    return array, bottoms


def _doubles(hits: np.ndarray, denominators: np.ndarray | None, rows: Any) -> np.ndarray:
    """Return the hit probabilities of some rows as doubles."""
    return np.asarray(hits[rows] / (1 if denominators is None else denominators[rows]))


def simplest_fractions(values: np.ndarray) -> _Arrays:
    """Return numerators and denominators of the doubles that have them, and which doubles do: step 1.

    >>> import numpy as np
    >>> a, b, known = simplest_fractions(np.array([1 / 3, 0.55, 0.0, 2**0.5 / 2]))
    >>> a.tolist(), b.tolist(), known.tolist()
    ([1, 11, 0, 0], [3, 20, 1, 1], [True, True, True, False])
    """
    tops, bottoms = np.zeros(values.size, dtype=np.int64), np.ones(values.size, dtype=np.int64)
    known = np.zeros(values.size, dtype=bool)
    at, value = np.arange(values.size), values.reshape(-1)
    x, y, p0, q0, p1, q1 = value, 0 * value + 1, 0 * value, 0 * value + 1, 0 * value + 1, 0 * value
    while len(at):
        rest = np.fmod(x, y)  # exact, as a quotient of doubles is not
        whole = np.rint((x - rest) / y)
        p0, q0, p1, q1 = p1, q1, whole * p1 + p0, whole * q1 + q0
        fits = q1 <= LARGEST_BOTTOM
        same = fits & (p1 / q1 == value)
        tops[at[same]], bottoms[at[same]], known[at[same]] = p1[same], q1[same], True
        left = fits & ~same & (rest > 0)
        at, value, x, y, p0, q0, p1, q1 = (each[left] for each in (at, value, y, rest, p0, q0, p1, q1))
    return tops.reshape(values.shape), bottoms.reshape(values.shape), known.reshape(values.shape)


# ---------------------------------------------------------------------------------------------------------
# A block


def _answers(block: _Block) -> list[tuple[int, _Arrays]]:
    """Return the number of the first row of a block, with the aims, win probabilities and flags, players first."""
    first, rows, statement = block
    names = (usual := stated([0] * rows.shape[1], **statement)).names
    for row, player in np.argwhere(~((rows >= 0) & (rows <= 1)))[:1].tolist():
        read_probability(rows[row, player].item(), f"row {first + row}, player {names[player]}")

    def problem(numbers: Any, at: int) -> Problem:
        return stated(rows[numbers[at]].tolist(), **statement)

    a, b, known = simplest_fractions(hits := rows.T)
    misses = np.where(known, (b - a) / b, 1.0 - hits)
    aims, win = np.zeros(hits.shape, dtype=np.int8), np.zeros(hits.shape)
    ties, rounded, left = np.array([[False], [True], [True]]).repeat(len(rows), axis=1)
    for mine in _alike(hits, misses, known, ranks_count(usual.words)) if len(hits) <= MOST_PLAYERS else ():
        phases, fractions = layouts(problem(mine, 0)), bool(known[:, mine].all())
        if is_plain(phases) and any(map(any, phases[-1].shots)):  # in a stalemate nobody announces an aim
            rounded[mine] = exact = fractions and len(hits) <= EXACT_UP_TO
            given, ratios = GIVEN if fractions else GIVEN_AS_DOUBLE, (a[:, mine], b[:, mine]) if exact else None
            tables = Tables(phases, hits[:, mine], misses[:, mine], given, ratios, partial(problem, mine))
            *_, (_, path) = tables.play()
            left[mine], win[:, mine] = tables.open, tables.values[-2]
            ties[mine[[*tables.ties]]] = True
            for player, options, option in zip(phases[-1].phase, phases[-1].options, path[:, 0], strict=True):
                aims[player, mine] = np.array([*map(_code, options)])[option]
    for row in np.flatnonzero(left).tolist():
        solution = solve(rows[row].tolist(), **statement)
        aims[:, row], win[:, row] = [*map(_code, solution.aims)], [*map(float, solution.win)]
        rounded[row], ties[row] = True, bool(solution.ties)
    return [(first, (aims, win, rounded, ties))]


def _alike(hits: np.ndarray, misses: np.ndarray, known: np.ndarray, ranked: bool) -> Iterator[np.ndarray]:
    """Yield the rows that share their phases and options and are in reach of the bounds, those with fractions apart."""
    kind = (hits[:, None] > hits).sum(axis=1) + (hits > 0) if ranked else hits > 0
    whole = np.asarray(known.all(axis=0))
    group = (len(hits) + 1) ** np.arange(len(hits)) @ kind * 2 + whole
    least = np.where(whole, 1 / ONE_IN, LARGEST_ERROR)
    near = ((hits > 0) & (hits < 1 / ONE_IN)) | ((misses > 0) & (misses < least))
    group[near.any(axis=0)] = -1
    yield from (np.flatnonzero(group == number) for number in np.unique(group) if number >= 0)


def _code(aim: Aim | None) -> int:
    """Return the number of an aim."""
    if aim is None:
        return NOBODY
    if aim.target is not None:
        return aim.target
    return MISS if aim.is_miss else MIX
