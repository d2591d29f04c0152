"""All stationary equilibria of a problem, with the float filter where it pays: `equilibria`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from truel_ref.budget import Budget, Estimate, admit, within_budget
from truel_ref.errors import ProblemError
from truel_ref.fast.sieve import float_profiles
from truel_ref.fast.sizes import option_count, selections_estimate
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.problem import Problem, stated
from truel_ref.game.reading import UNSTATED
from truel_ref.numbers import read_count
from truel_ref.play.phases import backend_for, first_irrational
from truel_ref.play.responses import exact_profiles
from truel_ref.play.stationary import CAP, all_equilibria

__all__ = ["CAP_LIMIT", "equilibria"]

CAP_LIMIT = 10**9
"""Selections; fewer fill every memory."""

EACH_PROFILE = 5e-5
"""Seconds, roughly, under the first selection."""

EACH_AGAIN = 1e-5
"""Seconds, roughly, under another one."""

MOST_WEIGHED = 1_000
"""Aims of one player; more are mixes, which nearly all differ in how often they hit."""

TIED_BELOW = 6
"""Players; among more, few of the aims of equals are worth the same."""


@within_budget
def equilibria(
    problem: Problem | Iterable[object],
    *,
    mixed: bool = False,
    cap: int = CAP,
    backend: str | None = None,
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
) -> Equilibria:
    """Return all pure stationary equilibria of a problem, over all selections, and on demand the mixed ones.

    In stationary play nothing is announced: a policy gives each living player one aim for every set of living
    players. The steps stand in `truel_ref.play.stationary`; floats with proved bounds rule out nearly all profiles
    (`truel_ref.fast.sieve`), and exact numbers decide the rest, with the same result.

    Parameters:
        problem: a `Problem`, or the hit probabilities of one, in [0, 1], for at most 16 players.
        mixed: whether to search mixes of shooting and missing by one or two players, too; then everybody's search is
            {Others, Miss} or {Others}, and all numbers are rational. Mixes of three or more players are not searched.
        cap: how many selections of equilibria of the smaller sets are followed; beyond it the answer says
            `complete=False`.
        backend: the number type inside, as for `solve`.
        progress: called with 1 after each set of living players.
        budget: as for `solve`.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.

    Raises what `Problem` raises, `BackendError` as `solve` does, `NumberError` for a bad cap, and `ProblemError` for
    more than 16 players and for `mixed` with other words in a search or with irrational numbers.

    >>> for equilibrium in equilibria(["1/2", "2/5", "3/5"]):
    ...     print(equilibrium)
    in A, B, C: C, Miss, A; at the first turn 15/56, 295/532, 27/152 (strict)
    >>> len(equilibria(["1/5", "7/10", "2/5", "3/5", "1/2"]))
    0
    """
    cap = read_count(cap, "cap", 1, CAP_LIMIT)
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
    if mixed and asked.irrational:
        raise ProblemError(f"mixed: mixes are found for rational numbers; {first_irrational(asked)}; leave mixed out")
    admit(_estimate(asked, cap))
    sieve = exact_profiles if asked.irrational else float_profiles
    return all_equilibria(asked, backend_for(asked, backend), mixed=mixed, cap=cap, sieve=sieve, progress=progress)


def _estimate(problem: Problem, cap: int) -> Estimate:
    """Return how much work the search is: of aims with which a player hits as often, the best one only is looked at.

    Where two players shoot equally well several may be best.
    """
    whole = problem.first_order
    tied = len({*problem.hits}) < problem.players
    kinds = []
    for player in whole:
        if option_count(problem, whole, player) > MOST_WEIGHED:
            kinds.append(option_count(problem, whole, player))
        else:
            aims = problem.options(whole, player)
            kinds.append(len(aims) if tied and problem.players < TIED_BELOW else len({aim.total for aim in aims}))
    sure = problem.hits.count(Fraction(1))
    return selections_estimate(problem, kinds, sure, cap, EACH_PROFILE, EACH_AGAIN)
