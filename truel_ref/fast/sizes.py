"""The size of a problem: `solve` refuses what would take longer than a day before it begins."""

from __future__ import annotations

from math import prod

from truel_ref.errors import ProblemError
from truel_ref.fast.sets import applies
from truel_ref.game.aims import Word, number_of_mixes, single_options
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.limits import admit
from truel_ref.play.phase import victims

__all__ = ["MOST_OF_SETS", "admit_profiles", "option_count"]

COUNTED_FROM = 11
"""The least players whose profiles are counted: ten players with 12 options each have less than 10^11 profiles."""

MOST_OF_SETS = 16
"""The most players who search targets in every set of living players."""


def admit_profiles(problem: Problem) -> None:
    """Refuse a problem whose first phase, or a phase after the first elimination, has too many profiles.

    If nobody may miss on purpose, the sets of living players count in place of profiles.

    Parameters: `problem`. Raises `ProblemError`.

    >>> admit_profiles(Problem(["1/2"] * 11))
    >>> admit_profiles(Problem(["1/2"] * 12))
    Traceback (most recent call last):
    ...
    truel_ref.errors.ProblemError: 8,916,100,448,256 profiles of aims would take more than a day; predefine targets, \
or search fewer words
    """
    if problem.players < COUNTED_FROM and not problem.random_levels:
        return
    if not any(problem.hits):  # a stalemate: there is nothing to compare
        return
    if applies(problem):
        if problem.players > MOST_OF_SETS and _searches_sets(problem):
            raise ProblemError(
                f"{problem.players} players have 2^{problem.players} sets of living players; state at most "
                f"{MOST_OF_SETS} players, or predefine targets: --later Strongest, or target_later"
            )
        return
    whole = problem.order
    later = {
        next_order(whole, player, victim)
        for player in whole
        for victim in _victims(problem, whole, player)
        if problem.players > 2
    }
    for order in (whole, *later):
        admit(prod(option_count(problem, order, player) for player in order))


def _searches_sets(problem: Problem) -> bool:
    """Return whether many sets of living players can follow the first phase."""
    wide = {Word.OTHERS, Word.RANDOM}
    return (problem.target_later is Word.RANDOM and any(problem.hits)) or (
        problem.target_later is Word.OPTIMAL
        and any(hit and wide & set(search) for hit, search in zip(problem.hits, problem.searches_later, strict=True))
    )


def option_count(problem: Problem, order: Order, player: int) -> int:
    """Return the number of aims that a player may announce in a phase, without making mixes.

    >>> problem = Problem(["1/3", "2/3", 1], search="Others, Miss, Random", random_levels=[600, 600, 600])
    >>> option_count(problem, (0, 1, 2), 0)
    180901
    """
    level = problem.random_levels[player] if problem.random_levels else None
    if level is None or not problem.has_choice(order, player):
        return len(problem.options(order, player))
    search = (problem.searches if len(order) == problem.players else problem.searches_later)[player]
    singles = single_options(search, player, order, problem.hits, problem.order)
    if Word.RANDOM not in search:
        return len(singles)
    return number_of_mixes(sum(aim.target is not None for aim in singles), level, Word.MISS in search)


def _victims(problem: Problem, order: Order, player: int) -> set[int]:
    """Return the players whom a player can hit under some option; with mixes, all possible targets."""
    if problem.random_levels and problem.has_choice(order, player):
        return {other for other in order if other != player} if problem.hits[player] else set()
    return set(victims(problem.hits[player], problem.options(order, player)))
