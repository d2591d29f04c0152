"""The solution of a problem in announced play: `solve` picks the way, and every way gives the same answer."""

from __future__ import annotations

from typing import Unpack

from truel_ref.errors import ProblemError, shown
from truel_ref.fast import sets
from truel_ref.fast.recursion import solve_by_recursion
from truel_ref.fast.sizes import admit_profiles
from truel_ref.files import Progress
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.game.solution import Solution
from truel_ref.play.announced import solve_by_definition

__all__ = ["LARGE", "METHODS", "solve", "solved"]

METHODS = ("definition", "integers", "arrays")
"""The words for `method`: the lines that state the rules; exact integers; and floats with proved bounds in arrays,
where integers decide what these leave open."""

LARGE = 5
"""The least players for which a loop over sets, or arrays, take less time than the recursion."""


@states_a_problem
def solve(
    problem: AnyProblem,
    *,
    method: str | None = None,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Solution:
    """Return the exact solution of a problem: win probabilities, optimal aims, the policy of every phase, ties.

    >>> solution = solve(["1/3", "2/3", 1])
    >>> [str(win) for win in solution.win], [str(aim) for aim in solution.aims]
    (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'])

    The steps for every phase that can be reached, the smallest first: (1) from the values of the phases that can
    follow, write every option of every player as a turn `(r, k)`; (2) choose the announcements by backward induction;
    (3) take the value `V / (1 - K)` of the chosen profile. `truel_ref.play.announced` states them.

    Parameters:
        problem: a `Problem`; or hit probabilities in [0, 1], in a list or in one text; or a `Solution`, whose problem
            is solved again.
        method: "definition", "integers" or "arrays"; all give equal results in every field. By default integers, and
            arrays from 5 players on if they apply and NumPy is installed.
        progress: called with 1 after each phase, or after each set of living players.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.

    Raises the errors of `Problem`, `ProblemError` for an unknown method, for arrays where they do not apply and
    for work of more than a day, `UnfinishedError`, with the solved phases, at a time limit, and `LibraryError` for
    arrays without NumPy.
    """
    asked = stated(problem, **statement)
    if method not in (None, *METHODS):
        raise ProblemError(f"there is no method {shown(method)}; choose from {', '.join(METHODS)}")
    admit_profiles(asked)
    if method is None and asked.players >= LARGE and sets.applies(asked):
        solution = sets.solve_over_sets(asked, progress)
        if solution is not None:
            return solution
    if method == "definition":
        return solve_by_definition(asked)
    if method == "arrays" or (method is None and asked.players >= LARGE):
        return _solved_in_arrays(asked, method, progress)
    return solve_by_recursion(asked, progress)


def _solved_in_arrays(problem: Problem, method: str | None, progress: Progress | None) -> Solution:
    """Return the solution by arrays; if they do not apply and are not asked for, by the recursion."""
    try:
        from truel_ref.fast import arrays
    except ImportError:
        if method is not None:
            raise
        return solve_by_recursion(problem, progress)
    if arrays.plain_layouts(problem) is not None:
        return arrays.solve_in_arrays([problem], progress)[0]
    if method is not None:
        raise ProblemError(
            f"the method 'arrays' is for single targets and at most {arrays.MOST_PLAYERS} players with rational hit "
            f"probabilities that are 0, 1, or at least 1/{arrays.ONE_IN:,} away from both; leave it out"
        )
    return solve_by_recursion(problem, progress)


def solved(problem: AnyProblem, **statement: Unpack[Statement]) -> Solution:
    """Return a given solution, or the solution of a problem. Raises the errors of `solve`.

    >>> solution = solved("1/3 2/3 1")
    >>> solved(solution) is solution
    True
    """
    asked = stated(problem, **statement)
    return problem if isinstance(problem, Solution) else solve(asked)
