"""The solution of a problem in announced play: `solve` picks the way, and every way gives the same answer.

`solve` refuses what would take longer than a day before it begins: too many profiles in the first phase, or in a phase
after the first elimination; or too many sets of living players, if nobody may miss on purpose.
"""

from __future__ import annotations

from math import prod
from typing import Unpack

from truel_ref.errors import ProblemError, shown
from truel_ref.fast import sets
from truel_ref.fast.recursion import solve_by_recursion
from truel_ref.files import Progress
from truel_ref.game.aims import Word, number_of_mixes
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.game.solution import Solution
from truel_ref.limits import admit
from truel_ref.play.announced import solve_by_definition
from truel_ref.play.phase import victims

__all__ = ["LARGE", "METHODS", "admit_profiles", "option_count", "solve", "solved"]

METHODS = ("definition", "integers", "arrays")
"""The words for `method`: the lines that state the rules; exact integers; and floats with proved bounds in arrays,
where integers decide what these leave open."""

LARGE = 5
"""The least players for which a loop over sets, or arrays, take less time than the recursion."""

COUNTED_FROM = 8
"""The least players whose profiles are counted: seven players with 9 options each have less than 10^7 profiles."""

MOST_EQUAL = 10**8
"""The most profiles of players who all hit equally well: they tie after most histories, which takes exact numbers."""

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
    many = asked.players >= LARGE and method is None
    solution = sets.solve_over_sets(asked, progress) if many and sets.applies(asked) else None
    if solution is None and (many or method == "arrays"):
        solution = _in_arrays(asked, progress, asked_for=not many)
    return solution or solve_by_recursion(asked, progress)


def _in_arrays(problem: Problem, progress: Progress | None, asked_for: bool) -> Solution | None:
    """Return the solution by arrays, None if they do not apply; if arrays are asked for, this is an error."""
    try:
        from truel_ref.fast import arrays
    except ImportError:
        if asked_for:
            raise
        return None
    if arrays.plain_layouts(problem) is not None:
        return arrays.solve_in_arrays([problem], progress)[0]
    if asked_for:
        raise ProblemError(
            f"the method 'arrays' is for single targets and at most {arrays.MOST_PLAYERS} players with rational hit "
            f"probabilities that are 0, 1, or at least 1/{arrays.ONE_IN:,} away from both; leave it out"
        )
    return None


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
        if problem.players > MOST_OF_SETS and _searches_sets(problem):
            raise ProblemError(
                f"{problem.players} players have 2^{problem.players} sets of living players; state at most "
                f"{MOST_OF_SETS} players (14 take some two minutes, each further player four times as long), or "
                "predefine targets: --later Strongest, or target_later"
            )
        return
    whole = problem.order
    after = {next_order(whole, player, victim) for player in whole for victim in _victims(problem, whole, player)}
    for order in (whole, *after) if len(whole) > 2 else (whole,):
        profiles = prod(option_count(problem, order, player) for player in order)
        admit(profiles)
        if profiles > MOST_EQUAL and len({*problem.hits}) == 1:
            raise ProblemError(
                f"{len(whole)} players who hit equally well tie in most of {profiles:,} profiles of aims, too many to "
                "decide exactly; predefine targets (--targets, --later), or search fewer words (--search others)"
            )


def _searches_sets(problem: Problem) -> bool:
    """Return whether many sets of living players can follow the first phase."""
    if problem.target_later is not Word.OPTIMAL:
        return problem.target_later is Word.RANDOM
    later = zip(problem.hits, problem.searches_later, strict=True)
    return any(hit and {Word.OTHERS, Word.RANDOM} & {*search} for hit, search in later)


def option_count(problem: Problem, order: Order, player: int) -> int:
    """Return the number of aims that a player may announce in a phase, without making mixes.

    >>> problem = Problem(["1/3", "2/3", 1], search="Others, Miss, Random", random_levels=[600, 600, 600])
    >>> option_count(problem, (0, 1, 2), 0)
    180901
    """
    level = problem.random_levels[player] if problem.random_levels else None
    aims = (problem if level is None else problem.changed(random_levels=None)).options(order, player)
    singles = [aim for aim in aims if not aim.is_mix]
    if level is None or not problem.has_choice(order, player) or len(singles) == len(aims):
        return len(aims)
    return number_of_mixes(len(singles), level)


def _victims(problem: Problem, order: Order, player: int) -> set[int]:
    """Return the players whom a player can hit under some option; with levels, all others."""
    if problem.random_levels and problem.has_choice(order, player):
        return {*order} - {player} if problem.hits[player] else set()
    return victims(problem.hits[player], problem.options(order, player))
