"""The answer to a problem, by the method that serves it: `solve`."""

from __future__ import annotations

import math
from collections.abc import Iterable

from truel_ref.errors import ProblemError, shown
from truel_ref.fast import filtered, integers
from truel_ref.files import Progress
from truel_ref.game.problem import Problem, stated
from truel_ref.game.reading import UNSTATED
from truel_ref.game.solution import Solution
from truel_ref.play import announced
from truel_ref.play.phases import Decide, backend_for, first_irrational, solve_phases

__all__ = ["METHODS", "solve"]

METHODS: dict[str, Decide] = {"plain": integers.decide, "filtered": filtered.decide, "definition": announced.decide}
"""What decides a phase, by name: exact integers; floats with proved bounds, and exact integers for what they leave
open; and the definition itself. All give the same solution, ties included."""

FILTERED_FROM = 5_000
"""Profiles of the first phase, with 5 players or more; below, arrays cost more than they save. Side by side in one
process, exact integers take as long as floats for 5 players, 0.9 to 1.4 times as long for 6, 1.6 to 4 times for 7 and
2.3 to 2.4 times for 8; where all hit probabilities are equal, and all is tied, 0.9 times (`scripts/benchmark`)."""


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
            state the rules. By default "filtered" from 5 players on, where the first phase has 5,000 profiles or more,
            and all that is given is rational; else "plain".
        progress: called with 1 after each phase.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.

    Raises what `Problem` raises, and `BackendError` for an unknown backend or one that cannot hold the
    numbers of the problem.

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
    chosen = method or _faster(asked)
    if chosen not in METHODS:
        raise ProblemError(f"no method is called {shown(chosen)}; there are {', '.join(METHODS)}")
    if chosen == "filtered" and asked.irrational:
        raise ProblemError(f"the method 'filtered' is for rational numbers; {first_irrational(asked)}; use 'plain'")
    return solve_phases(asked, numbers, METHODS[chosen], method=chosen, progress=progress)


def _faster(problem: Problem) -> str:
    if problem.players < 5 or problem.irrational:
        return "plain"
    order = problem.first_order
    profiles = math.prod(len(problem.options(order, player)) for player in order)
    return "filtered" if profiles >= FILTERED_FROM else "plain"
