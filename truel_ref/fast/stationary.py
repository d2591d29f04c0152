r"""All stationary equilibria of a problem, with the help of floats: `equilibria`.

**Profiles that may be equilibria**: floats with proved bounds exclude nearly all others (`float_profiles`, the faster
`truel_ref.play.responses.exact_profiles`). For all profiles of candidates together, in arrays with one axis per player,
they compute each player's worth

    u = (r + k v) / (1 - k κ)

of every candidate, in doubles. The computation never subtracts: it composes `1 - k κ` as `g + k (g' + k' (...))` from
the exact `g = 1 - k` of each turn, so relative errors only add up.

**The bound**, with the unit roundoff `u = 2^-53`: the conversion of an exact number has a relative error of at most
`2u` (it may truncate). Composing one more turn, `a + b c`, adds the `2u` of `a` or `b` and one rounding each for the
product and the sum: `4u` per turn. So `v` and `1 - k κ` of `L` turns have at most `4 L u`, and after the division the
worth has `(8 L + 1) u`. Twice this bound, and a tenth more for products of errors, separates two worths for certain.
Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition (2002), section 3.1.

The bound is relative, so no number may underflow: exact numbers solve a set with a number below 10^-15, and a set with
too many profiles for arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, Unpack

from truel_ref.errors import ProblemError, shown
from truel_ref.fast.sizes import option_count
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.limits import admit
from truel_ref.numbers import number_text
from truel_ref.play.responses import Candidate, Profile, exact_profiles
from truel_ref.play.selections import CAP
from truel_ref.play.stationary import all_equilibria

__all__ = ["equilibria", "float_profiles"]

UNIT = 2.0**-53

LEAST = 1e-15
"""The least number other than 0: with at most 16 turns, no product underflows."""

FEWEST = 16
"""The least profiles for arrays; for fewer, exact numbers are as fast."""

MOST = 2**20
"""The most profiles, in about ten arrays of doubles."""


@states_a_problem
def equilibria(
    problem: AnyProblem,
    *,
    mixed: bool = False,
    cap: int = CAP,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Equilibria:
    """Return all pure stationary equilibria of a problem, over all selections, and with `mixed` also mixed equilibria.

    >>> for equilibrium in equilibria(["1/2", "2/5", "3/5"]):
    ...     print(equilibrium)
    in A, B, C: C, Miss, A; at the first turn 15/56, 295/532, 27/152 (strict)
    >>> len(equilibria(["1/5", "7/10", "2/5", "3/5", "1/2"]))
    0

    In stationary play nobody announces: a policy gives each living player one aim for every set of living players.
    `truel_ref.play.stationary` has the steps. Floats with proved bounds exclude nearly all profiles
    (`float_profiles`), and exact numbers decide the others; without NumPy they decide all, with the same result.

    Parameters:
        problem: a `Problem`, or hit probabilities in [0, 1], of at most 16 players.
        mixed: whether to search mixes of shooting and missing by one or two players, too; then every player must
            search {Others, Miss} or {Others}, and all numbers must be rational. Mixes of three or more players are not
            searched.
        cap: the largest number of selections of equilibria of the smaller sets, beyond which the answer says
            `complete=False`.
        progress: called with 1 after each set of living players.
        targets, search, target_later, search_later, tie_rule, random_levels, if_eq, names, order: as for `Problem`, if
            only hit probabilities are given.

    Raises the errors of `Problem`, `NumberError` for a bad cap, and `ProblemError` for more than 16 players and for
    `mixed` with other words in a search or with irrational numbers.
    """
    asked = stated(problem, **statement)
    if mixed and asked.irrational:
        player, number = asked.irrational[0]
        raise ProblemError(
            f"mixed: mixes need rational numbers, but player {asked.label(player)} has {shown(number_text(number))}, "
            "which is irrational; leave mixed out"
        )
    _admit(asked)
    sieve = exact_profiles if asked.irrational else float_profiles
    return all_equilibria(asked, mixed=mixed, cap=cap, sieve=sieve, progress=progress)


def _admit(problem: Problem) -> None:
    """Refuse too many profiles. Of a player's aims with equal `k`, the search needs only the best; mixes differ."""
    whole = problem.order
    kinds = (
        option_count(problem, whole, player)
        if problem.random_levels
        else len({aim.total for aim in problem.options(whole, player)})
        for player in whole
    )
    admit(prod(kinds))


# ---------------------------------------------------------------------------------------------------------
# The sieve


def float_profiles(options: Sequence[Sequence[Candidate]], living: Order) -> Iterator[tuple[Profile, bool | None]]:
    """Yield the profiles that may be equilibria, with True for proved strict equilibria, otherwise with None.

    The steps: (1) convert every candidate's numbers to doubles; (2) for each player, compose the turns of the others
    along their axes, and compute the worth of each candidate against them; (3) exclude a profile if another candidate
    is certainly worth more to some player; (4) a profile is proved if, for every player, its candidate is certainly
    worth more than every other.
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


def _arrays(options: Sequence[Sequence[Candidate]], living: Order) -> list[dict[int, Any]] | None:
    """Return for every place the numbers of its candidates along its axis: `r` by player, `k` and `g = 1 - k`.

    The result is None if a number is too small for the bound, and without NumPy.
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
    """Return the worth of every candidate to its player in every profile of the others, 0 in a stalemate."""
    import numpy as np

    player = list(arrays[0])[place]
    v: Any = 0.0
    ends: Any = 0.0
    for numbers in reversed([*arrays[place:], *arrays[:place]]):
        v = numbers[player] + numbers[-1] * v
        ends = numbers[-2] + numbers[-1] * ends
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(ends > 0.0, v / ends, 0.0)
