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
from truel_ref.game.solution import RENAMED_METHODS, Solution
from truel_ref.numbers import Backend
from truel_ref.play import announced, no_miss
from truel_ref.play.phases import Decide, backend_for, first_irrational, solve_phases

__all__ = ["METHODS", "SETS", "solve"]

METHODS: dict[str, Decide] = {
    "definition": announced.decide,
    "integers": integers.decide,
    "floats": integers.decide,
    "arrays": filtered.decide,
}
"""What decides a phase where the shape of the problem does not, by method: the definition itself; exact integers; the
same, for what floats with proved bounds leave open; and again, with the floats in arrays. All give the same solution,
ties included."""

SETS = "sets"
"""The method that decides no single phase but all phases of a set of living players together, where nobody may miss on
purpose (`truel_ref.play.no_miss`); with the same solution again."""

NO_MISS_FROM = 5
"""Players. In processor time, beside what `solve` does without this method: four times as long for 3 players, three
times for 4, as long for 5, up to 1.3 times for 6, 0.9 times for 7, a third for 8; where many kills are equal, as for
k/n with the strongest first, 0.8 times for 5, 0.4 for 6, 0.3 for 7 and a twentieth for 8 (both in turn in one process,
the best of several)."""

FIRST_LARGE = 5
"""Players; with fewer, no problem is solved in arrays."""

FILTERED_FROM = 5_000
"""Profiles of the first phase, with 5 players or more. It concerns only the decisions that the floats of
`truel_ref.fast.proved` leave open: no gain was measured for 5 to 7 players, in processor time 0.9 to 1.2 times as long
as with exact integers there (spaced and drawn hit probabilities, both in turn in one process, the best of several)."""


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

    The definition, `truel_ref.play.phases.solve_phases`, has these steps for every phase that can be reached, the
    smallest first: (1) from the values of the phases that can follow, write every option of every player as a turn
    `(r, k)`; (2) choose the announcements by backward induction; (3) take the value `V / (1 - K)` of the chosen
    profile. Unless a method is named, the same steps run sooner: (1) the phases and options are those of the shape
    (`truel_ref.fast.shapes`); (2) floats with proved bounds make the choices that they prove, exact integers the others
    (`truel_ref.fast.shaped`); (3) the value is computed in integers (`truel_ref.fast.values`). `Solution.method` says
    which way it went.

    Parameters:
        problem: a `Problem`, or the hit probabilities of one, in [0, 1].
        backend: "gmpy2" or "fractions", the number type inside; by default the one in force. Where a hit probability
            or a weight is irrational it is "algebraic", whatever is in force.
        method: how step 2 is done, with the same result in every field: "definition", by the very lines that state the
            rules; "integers", in exact integers alone; "floats", where floats with proved bounds decide what they can,
            exact integers the rest; "arrays", the same with the floats in arrays; "sets", where nobody may miss on
            purpose, by the best kill of each player in every set of living players (`truel_ref.play.no_miss`). By
            default "sets" from 5 players on, where it applies; else "floats", and "arrays" from 5 players on; where
            floats have nothing to decide, or their bound does not hold (numbers that are irrational, or very near to 0
            or 1), "integers".
        progress: called with 1 after each phase; in the method "sets", after each set of living players.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.
        budget: how much time and memory it may take; `BudgetError.known` then has the phases that are solved, in the
            method "no miss" how many sets of living players.

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
    if isinstance(method, str):
        method = "integers" if method == "plain" else RENAMED_METHODS.get(method, method)
    if method not in (None, SETS, *METHODS):
        raise ProblemError(f"no method is called {shown(method)}; there are {', '.join((*METHODS, SETS))}")
    if method in ("floats", "arrays") and asked.irrational:
        raise ProblemError(f"the method {method!r} is for rational numbers; {first_irrational(asked)}; use 'integers'")
    if method == SETS:
        _refuse_a_miss(asked)
    if method == SETS or (method is None and asked.players >= NO_MISS_FROM and no_miss.applies(asked)):
        admit(sets_estimate(asked))
        solution = _without_a_miss(asked, numbers, progress)
        if solution is not None:
            return solution
        if method == SETS:
            raise ProblemError(
                "the method 'sets' cannot break these ties by rule 3, which looks at announcements before; "
                "state another tie rule, or leave the method out"
            )
    if asked.players >= FIRST_LARGE or asked.random_levels:  # fewer have nothing that could be large
        admit_profiles(asked)
    if method == "definition":
        return solve_phases(asked, numbers, METHODS[method], method=method, progress=progress)
    decider = method or _faster(asked)
    return solve_shaped(
        asked,
        numbers,
        METHODS[decider],
        method="integers" if decider == "floats" else decider,  # of what the floats do not decide
        proves=method != "integers",
        in_arrays=method != "floats",
        progress=progress,
    )


def _faster(problem: Problem) -> str:
    if problem.players < FIRST_LARGE or problem.irrational:
        return "integers"
    return "arrays" if _profiles(problem, problem.first_order) >= FILTERED_FROM else "integers"


def _profiles(problem: Problem, order: Order) -> int:
    """Return how many profiles a phase has."""
    return math.prod(len(problem.options(order, player)) for player in order)


def _without_a_miss(problem: Problem, backend: Backend, progress: Progress | None) -> Solution | None:
    """Return the solution by best kills, None where tie rule 3 would have to choose among equals."""
    answer = no_miss.no_miss_phases(problem, backend, progress)
    if answer is None:
        return None
    phases, ties = answer
    return Solution(problem, tuple(phases), tuple(ties), method=SETS, backend=backend.name)


def _refuse_a_miss(problem: Problem) -> None:
    """Refuse a problem in which somebody may miss on purpose, and name him."""
    if no_miss.applies(problem):
        return
    for name, searches in (("search", problem.searches), ("search_later", problem.searches_later)):
        for player, search in enumerate(searches):
            if Word.MISS in search and search != (Word.MISS,):
                raise ProblemError(
                    f"the method {SETS!r} is for problems in which nobody may miss on purpose, and player "
                    f"{problem.label(player)} may ({name}: {', '.join(search)}); search Others only, or leave the "
                    "method out"
                )
