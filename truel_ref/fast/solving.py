"""The solution of a problem in announced play: `solve` picks the way, and every way gives the same answer.

`solve` refuses what would take longer than a day before it begins: too many profiles in the first phase, or in a phase
after the first elimination; or too many sets of living players, if nobody may miss on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Unpack

from truel_ref.errors import ProblemError, needs, refuse, shown
from truel_ref.fast import sets
from truel_ref.fast.recursion import solve_by_recursion
from truel_ref.files import Progress
from truel_ref.game.aims import Word
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.game.solution import Solution
from truel_ref.limits import admit
from truel_ref.play.announced import solve_by_definition
from truel_ref.play.selections import option_count, sets_after

METHODS = ("definition", "integers", "arrays")
"""The words for `method`: the lines that state the rules; exact integers; and floats with proved bounds in arrays,
where integers decide what these leave open."""

LARGE = 5
"""The least players for which a loop over sets, or arrays, take less time than the recursion."""

COUNTED_FROM = 8
"""The least players whose profiles are counted: seven players with 9 options each have less than 10^7 profiles."""

MOST_EQUAL = 10**8
"""The most profiles of players who all hit equally well: they tie after most histories, which takes exact numbers."""

MANY_EQUAL = 10**7
"""With more profiles, players who hit equally well take minutes."""

MOST_OF_SETS = 16
"""The most players who search targets in every set of living players."""


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
    if asked.players >= COUNTED_FROM or asked.random_levels:
        admit_profiles(asked)
    if method == "definition":
        return solve_by_definition(asked)
    many, arrays = asked.players >= LARGE and method is None, method == "arrays"
    solution = sets.solve_over_sets(asked, progress) if many and sets.applies(asked) else None
    if arrays:
        needs("numpy")
    if solution is None and (many or arrays):
        [solution] = in_arrays([asked], progress=progress)
    if solution is None and arrays:
        from truel_ref.fast.arrays import MOST_PLAYERS, ONE_IN

        raise ProblemError(
            f"the method 'arrays' is for single targets and at most {MOST_PLAYERS} players with rational hit "
            f"probabilities that are 0, 1, or at least 1/{ONE_IN:,} away from both; leave it out"
        )
    return solution or solve_by_recursion(asked, progress)


def in_arrays(problems: Sequence[object], least: int = 1, progress: Progress | None = None) -> list[Solution | None]:
    """Return the solutions of problems to which arrays apply, None for other entries; without NumPy all give None.

    Parameters: `problems`, solved in groups that share their options; `least`, the problems in the smallest group that
    is solved; `progress`, called with 1 after each phase.

    >>> solved = in_arrays([Problem("1/3 2/3 1"), Problem("sqrt(2)/2 1"), None])
    >>> [solution and str(solution.win[0]) for solution in solved]
    ['25/63', None, None]
    """
    solved: list[Solution | None] = [None] * len(problems)
    try:
        import numpy  # noqa: F401  first: a failed import of `arrays` reads its whole file, each time

        from truel_ref.fast import arrays
    except ImportError:
        return solved
    alike: dict[object, dict[int, Problem]] = {}
    for number, problem in enumerate(problems):
        if isinstance(problem, Problem) and (phases := arrays.plain_layouts(problem)):
            alike.setdefault(phases, {})[number] = problem
    for mine in alike.values():
        if len(mine) >= least:
            for number, solution in zip(mine, arrays.solve_in_arrays([*mine.values()], progress), strict=True):
                solved[number] = solution
    return solved


def solved(problem: AnyProblem, **statement: Unpack[Statement]) -> Solution:
    """Return a given solution, or the solution of a problem. Raises the errors of `solve`.

    >>> solution = solved("1/3 2/3 1")
    >>> solved(solution) is solution
    True
    """
    asked = stated(problem, **statement)
    return problem if isinstance(problem, Solution) else solve(asked)


# ---------------------------------------------------------------------------------------------------------
# The bound on profiles


def admit_profiles(problem: Problem) -> None:
    """Refuse a problem whose first phase, or a phase after the first elimination, has too many profiles.

    If nobody may miss on purpose, the sets of living players count in place of profiles.

    Parameters: `problem`. Raises `ProblemError`.

    >>> admit_profiles(Problem([f"{k}/11" for k in range(1, 12)]))
    >>> admit_profiles(Problem(["1/2"] * 12))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    truel_ref.errors.ProblemError: 8,916,100,448,256 profiles of aims would take more than a day; predefine targets, ...
    """
    if not any(problem.hits):  # a stalemate: there is nothing to compare
        return
    if sets.applies(problem):
        too_many = problem.players > MOST_OF_SETS and _leads_to_all_sets(problem)
        refuse(
            ProblemError,
            (
                too_many,
                f"{problem.players} players have 2^{problem.players} sets of living players; state at most "
                f"{MOST_OF_SETS} players (14 take some two minutes, each further player four times as long), or "
                "predefine targets: --later Strongest, or target_later",
            ),
        )
        return
    _admit_phase(problem, problem.order)
    for living in sets_after(problem.changed(random_levels=None), problem.order):
        _admit_phase(problem, living)


def _admit_phase(problem: Problem, order: Order) -> None:
    """Refuse a phase with too many profiles."""
    profiles = _profiles(problem, order)
    admit(profiles)
    if profiles > MOST_EQUAL and len({*problem.hits}) == 1:
        raise ProblemError(
            f"{problem.players} players who hit equally well tie in most of {profiles:,} profiles of aims, too many to "
            "decide exactly; predefine targets (--targets, --later), or search fewer words (--search others)"
        )


def takes_minutes(problem: Problem) -> bool:
    """Return whether the ties of players who hit equally well take minutes: they have more than 10^7 profiles.

    >>> [takes_minutes(Problem(["1/2"] * players)) for players in (7, 8, 9)]  # nine are refused
    [False, True, False]
    """
    (hit, *others), slow = {*problem.hits}, problem.players >= COUNTED_FROM and not sets.applies(problem)
    return bool(slow and hit and not others) and MANY_EQUAL < _profiles(problem, problem.order) <= MOST_EQUAL


def _profiles(problem: Problem, order: Order) -> int:
    """Return the number of profiles of a phase, without making mixes."""
    return prod(option_count(problem, order, player) for player in order)


def _leads_to_all_sets(problem: Problem) -> bool:
    """Return whether some player may hit anybody after the first elimination."""
    later, everybody = problem.target_later, {Word.OTHERS, Word.RANDOM, Word.SELF}
    said = [search if later is Word.OPTIMAL else (later,) for search in problem.searches_later]
    return any(hit and everybody & {*words} for hit, words in zip(problem.hits, said, strict=True))
