"""The answer to a problem, by the method that serves it: `solve`."""

from __future__ import annotations

import math
from collections.abc import Iterable

from truel_ref.budget import Budget, admit, within_budget
from truel_ref.errors import ProblemError, shown
from truel_ref.fast import filtered, integers
from truel_ref.fast.shaped import solve_shaped
from truel_ref.fast.sizes import admit_profiles, sets_estimate
from truel_ref.files import Progress
from truel_ref.game.aims import Word
from truel_ref.game.orders import Order
from truel_ref.game.problem import Problem, stated
from truel_ref.game.reading import UNSTATED
from truel_ref.game.solution import Solution
from truel_ref.numbers import Backend
from truel_ref.play import announced, no_miss
from truel_ref.play.phases import Decide, backend_for, first_irrational, solve_phases

__all__ = ["METHODS", "NO_MISS", "solve"]

METHODS: dict[str, Decide] = {
    "plain": integers.decide,
    "filtered": filtered.decide,
    "definition": announced.decide,
}
"""What decides a phase, by name: exact integers; floats with proved bounds, and exact integers for what they leave
open; and the definition itself. All give the same solution, ties included."""

NO_MISS = "no miss"
"""The method that decides no single phase but all phases of a set of living players together, where nobody may miss on
purpose (`truel_ref.play.no_miss`); with the same solution again."""

NO_MISS_FROM = 5
"""Players; below, there are too few phases for it to pay. For 5 players it takes half as long as exact integers, or
less, for 7 a seventh (`solve(…, method=…)` side by side in one process)."""

FIRST_LARGE = 5
"""Players; with fewer, every problem is solved by the method "plain"."""

FILTERED_FROM = 5_000
"""Profiles of the first phase, with 5 players or more; below, arrays cost more than they save. Side by side in one
process, exact integers take as long as floats for 5 players, 0.9 to 1.4 times as long for 6, 1.6 to 4 times for 7 and
2.3 to 2.4 times for 8; where all hit probabilities are equal, and all is tied, 0.9 times (`scripts/benchmark`)."""


@within_budget
def solve(
    problem: Problem | Iterable[object],
    *,
    backend: str | None = None,
    method: str | None = None,
    progress: Progress | None = None,
    targets: object = UNSTATED,
    search: object = UNSTATED,
    target_later: object = UNSTATED,
    search_later: object = UNSTATED,
    tie_rule: object = UNSTATED,
    random_levels: object = UNSTATED,
    if_eq: object = UNSTATED,
    names: object = UNSTATED,
    order: object = UNSTATED,
    budget: Budget | None = None,
) -> Solution:
    """Return the exact solution of a problem: win probabilities, optimal aims, the policy of every phase, ties.

    The steps, for every phase that can be reached, the smallest first (`truel_ref.play.phases.solve_phases`): (1) from
    the values of the phases that can follow, write every option of every player as a turn `(r, k)`; (2) choose the
    announcements by backward induction (`truel_ref.play.announced`); (3) take the value `V / (1 - K)` of the chosen
    profile (`truel_ref.play.phase`).

    Parameters:
        problem: a `Problem`, or the hit probabilities of one, in [0, 1].
        backend: "gmpy2" or "fractions", the number type inside; by default the one in force. Where a hit probability
            or a weight is irrational it is "algebraic", whatever is in force.
        method: how step 2 is done, with the same result in every field: "plain", in exact integers; "filtered", where
            floats with proved bounds decide what they can, exact numbers the rest; "definition", by the very lines that
            state the rules; "no miss", where nobody may miss on purpose, by the best kill of each player in every set
            of living players (`truel_ref.play.no_miss`). By default "no miss" from 5 players on, where it applies;
            else "filtered" from 5 players on, where the first phase has 5,000 profiles or more, and all that is given
            is rational; else "plain".
        progress: called with 1 after each phase; in the method "no miss", after each set of living players.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.
        budget: how much time and memory it may take; `BudgetError.known` then has the phases that are solved.

    Raises what `Problem` raises, `BackendError` for an unknown backend or one that cannot hold the numbers of the
    problem, `ProblemError` for an unknown method and for one that does not apply, `SizeError` for what would take more
    than an hour or 4 GB (`truel_ref.fast.sizes`), and `BudgetError` where the budget is used up.

    >>> solution = solve(["1/3", "2/3", 1])
    >>> [str(win) for win in solution.win], [str(aim) for aim in solution.aims]
    (['25/63', '8/21', '2/9'], ['Miss', 'C', 'B'])
    """
    asked = stated(
        problem,
        targets=targets,
        search=search,
        target_later=target_later,
        search_later=search_later,
        tie_rule=tie_rule,
        random_levels=random_levels,
        if_eq=if_eq,
        names=names,
        order=order,
    )
    numbers = backend_for(asked, backend)
    if method not in (None, NO_MISS, *METHODS):
        raise ProblemError(f"no method is called {shown(method)}; there are {', '.join((*METHODS, NO_MISS))}")
    if method == "filtered" and asked.irrational:
        raise ProblemError(f"the method 'filtered' is for rational numbers; {first_irrational(asked)}; use 'plain'")
    if method == NO_MISS:
        _refuse_a_miss(asked)
    if method == NO_MISS or (method is None and asked.players >= NO_MISS_FROM and no_miss.applies(asked)):
        admit(sets_estimate(asked))
        solution = _without_a_miss(asked, numbers, progress)
        if solution is not None:
            return solution
        if method == NO_MISS:
            raise ProblemError(
                "the method 'no miss' cannot break these ties by rule 3, which looks at announcements before; "
                "state another tie rule, or leave the method out"
            )
    if asked.players >= FIRST_LARGE or asked.random_levels:  # fewer have nothing that could be large
        admit_profiles(asked)
    chosen = method or _faster(asked)
    decide = METHODS[chosen]
    if chosen == "definition":
        return solve_phases(asked, numbers, decide, method=chosen, progress=progress)
    # Who names "plain" gets integers and nothing else.
    return solve_shaped(asked, numbers, decide, method=chosen, proves=method != "plain", progress=progress)


def _faster(problem: Problem) -> str:
    if problem.players < FIRST_LARGE or problem.irrational:
        return "plain"
    return "filtered" if _profiles(problem, problem.first_order) >= FILTERED_FROM else "plain"


def _profiles(problem: Problem, order: Order) -> int:
    """Return how many profiles a phase has."""
    return math.prod(len(problem.options(order, player)) for player in order)


def _without_a_miss(problem: Problem, backend: Backend, progress: Progress | None) -> Solution | None:
    """Return the solution by best kills, None where tie rule 3 would have to choose among equals."""
    answer = no_miss.no_miss_phases(problem, backend, progress)
    if answer is None:
        return None
    phases, ties = answer
    return Solution(problem, tuple(phases), tuple(ties), method=NO_MISS, backend=backend.name)


def _refuse_a_miss(problem: Problem) -> None:
    """Refuse a problem in which somebody may miss on purpose, and name him."""
    if no_miss.applies(problem):
        return
    for name, searches in (("search", problem.searches), ("search_later", problem.searches_later)):
        for player, search in enumerate(searches):
            if Word.MISS in search and search != (Word.MISS,):
                raise ProblemError(
                    f"the method {NO_MISS!r} is for problems in which nobody may miss on purpose, and player "
                    f"{problem.label(player)} may ({name}: {', '.join(search)}); search Others only, or leave the "
                    "method out"
                )
