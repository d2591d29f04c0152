r"""All stationary equilibria of a problem, with floats where they pay: `equilibria`.

**Which profiles can be equilibria**: floats with proved bounds rule out nearly all of them (`float_profiles`, what
`truel_ref.play.responses.exact_profiles` gives, less what is none). For every profile of candidates at once, in arrays
with one axis per player, each player's worth

    u = (r + k v) / (1 - k κ)

of every candidate is computed in doubles. Nothing is ever subtracted: `1 - k κ` is composed as `g + k (g' + k'
(...))` from the exact `g = 1 - k` of each turn, so that relative errors only add up.

**The bound**, with the unit roundoff `u = 2^-53`: a number that enters, exact before, carries at most `2u`
(conversion may truncate). Composing one more turn, `a + b c`, adds the `2u` of `a` or `b` and one rounding each for
the product and the sum: `4u` per turn, so `v` and `1 - k κ` of `L` turns carry at most `4 L u`, and with the division
`u` carries `(8 L + 1) u`. Twice that, and a tenth more for products of errors, separates two worths for certain.
Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition (2002), section 3.1.

The bound is relative, so it needs numbers that do not underflow: a set with a number below 10^-15 is left to exact
numbers, as is one with too many profiles for arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Any, Unpack

from truel_ref.budget import Budget, WorkEstimate, admit, within_budget
from truel_ref.errors import ProblemError
from truel_ref.fast.sets import UNIT
from truel_ref.fast.sizes import option_count, selections_estimate
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Equilibria, Living
from truel_ref.game.problem import Problem
from truel_ref.game.statement import AnyProblem, Statement, stated, states_a_problem
from truel_ref.numbers import read_count
from truel_ref.play.phases import first_irrational
from truel_ref.play.responses import Candidate, Profile, exact_profiles
from truel_ref.play.stationary import CAP, all_equilibria

__all__ = ["CAP_LIMIT", "equilibria", "float_profiles"]

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

LEAST = 1e-15
"""With numbers of at least this and at most 16 turns, no product underflows."""

FEWEST = 16
"""Profiles; below, exact numbers are as fast as arrays."""

MOST = 2**20
"""Profiles, in some ten arrays of doubles."""


@within_budget
@states_a_problem
def equilibria(
    problem: AnyProblem,
    *,
    mixed: bool = False,
    cap: int = CAP,
    progress: Progress | None = None,
    budget: Budget | None = None,
    **statement: Unpack[Statement],
) -> Equilibria:
    """Return all pure stationary equilibria of a problem, over all selections, and on demand the mixed ones.

    >>> for equilibrium in equilibria(["1/2", "2/5", "3/5"]):
    ...     print(equilibrium)
    in A, B, C: C, Miss, A; at the first turn 15/56, 295/532, 27/152 (strict)
    >>> len(equilibria(["1/5", "7/10", "2/5", "3/5", "1/2"]))
    0

    In stationary play nothing is announced: a policy gives each living player one aim for every set of living
    players. The steps stand in `truel_ref.play.stationary`; floats with proved bounds rule out nearly all profiles
    (`float_profiles`), and exact numbers decide the rest, or all where NumPy is not installed, with the same result.

    Parameters:
        problem: a `Problem`, or the hit probabilities of one, in [0, 1], for at most 16 players.
        mixed: whether to search mixes of shooting and missing by one or two players, too; then everybody's search is
            {Others, Miss} or {Others}, and all numbers are rational. Mixes of three or more players are not searched.
        cap: how many selections of equilibria of the smaller sets are followed; beyond it the answer says
            `complete=False`.
        progress: called with 1 after each set of living players.
        budget: as for `solve`.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.

    Raises what `Problem` raises, `NumberError` for a bad cap, and `ProblemError` for
    more than 16 players and for `mixed` with other words in a search or with irrational numbers.
    """
    cap = read_count(cap, "cap", 1, CAP_LIMIT)
    asked = stated(problem, **statement)
    if mixed and asked.irrational:
        raise ProblemError(f"mixed: mixes are found for rational numbers; {first_irrational(asked)}; leave mixed out")
    admit(_estimate(asked, cap))
    sieve = exact_profiles if asked.irrational else float_profiles
    return all_equilibria(asked, mixed=mixed, cap=cap, sieve=sieve, progress=progress)


def _estimate(problem: Problem, cap: int) -> WorkEstimate:
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


# ---------------------------------------------------------------------------------------------------------
# The sieve


def float_profiles(options: Sequence[Sequence[Candidate]], living: Living) -> Iterator[tuple[Profile, bool | None]]:
    """Yield the profiles that are not ruled out, with True where they are proved strict equilibria, else None.

    The steps: (1) convert every candidate's own numbers to doubles; (2) for each player, compose the turns of the
    others along their axes, and value each of his candidates against them; (3) rule out where one is worth more for
    certain than his; (4) keep as proved what is worth more for certain than every other.
    """
    arrays = _arrays(options, living) if FEWEST <= prod(map(len, options)) <= MOST else None
    if arrays is None:
        yield from exact_profiles(options, living)
        return
    import numpy as np

    shape = tuple(map(len, options))
    possible = np.ones(shape, dtype=bool)
    strict = np.ones(shape, dtype=bool)
    margin = 1.0 + 1.1 * 2 * (8 * len(living) + 1) * UNIT
    for place in range(len(living)):
        worths = _worths(arrays, place)
        best = worths.max(axis=place, keepdims=True)
        possible &= worths * margin >= best
        if shape[place] > 1:
            ordered = np.sort(worths, axis=place)
            second = ordered.take([-2], axis=place)
            strict &= (worths == best) & (best > second * margin)
    for indices in map(tuple, np.argwhere(possible).tolist()):
        yield indices, True if strict[indices] else None


def _arrays(options: Sequence[Sequence[Candidate]], living: Living) -> list[dict[int, Any]] | None:
    """Return for every place the numbers of its candidates along its axis: `r` by player, `k` and `g = 1 - k`.

    None where a number is too small for the bound, and without NumPy.
    """
    try:
        import numpy as np
    except ImportError:
        return None
    count = len(living)
    arrays = []
    for place, mine in enumerate(options):
        shape = [1] * count
        shape[place] = len(mine)
        exact = {player: [one.turn[0][player] for one in mine] for player in living}
        exact[-1] = [one.turn[1] for one in mine]
        exact[-2] = [1 - one.turn[1] for one in mine]
        if any(value and float(value) < LEAST for values in exact.values() for value in values):
            return None
        arrays.append({key: np.array(list(map(float, values))).reshape(shape) for key, values in exact.items()})
    return arrays


def _worths(arrays: Sequence[dict[int, Any]], place: int) -> Any:
    """Return what every candidate of a player is worth to him in every profile of the others, 0 in a stalemate."""
    import numpy as np

    player = list(arrays[0])[place]
    v: Any = 0.0
    ends: Any = 0.0
    for numbers in reversed([*arrays[place:], *arrays[:place]]):
        v = numbers[player] + numbers[-1] * v
        ends = numbers[-2] + numbers[-1] * ends
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(ends > 0.0, v / ends, 0.0)
