r"""Random shooter: for every shot one of the living players is drawn uniformly.

Nobody announces; a policy gives each living player one aim for every set of living players. With `L` of them and their
turns `(r_i, k_i)` (`truel_ref.play.phase`), a shot is the mean of the turns, so that

    V = (sum of r_i + sum of k_i · V) / L          V = sum of r_i / (L - sum of k_i)

and `V = 0` where `sum of k_i = L`, a stalemate. A profile is an equilibrium if no option of a player raises his own
component of `V`. As in stationary play, of a player's options with equal `k` the one with the largest own `r` is best,
because the denominator is the same; so nearly always he has two candidates. Two left shoot each other.

Rules: `docs/rules.md`, R10. Source: R. Toral and P. Amengual, "Distribution of winners in truel games", in *Modelling
Cooperative Behavior in the Social Sciences*, AIP Conference Proceedings 779 (2005), 128-141, where everybody shoots at
the strongest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import Any

from truel_ref.budget import Budget, admit, check, within_budget
from truel_ref.fast.sizes import largest_group, selections_estimate
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers import Backend
from truel_ref.play import phase
from truel_ref.play.phase import Turn
from truel_ref.play.phases import backend_for
from truel_ref.play.responses import Candidate, choices, undominated
from truel_ref.play.stationary import CAP, sets_after
from truel_ref.variants.equilibria import (
    Below,
    Settled,
    Situation,
    after,
    largest_first,
    list_equilibria,
    refuse_too_many,
)

__all__ = ["random_shooter", "value_of_shots"]

MOST_PROFILES = 2**16
"""Profiles of the first set: 16 players with two candidates each."""

EACH_PROFILE = 1e-4
"""Seconds, roughly, under the first selection."""

EACH_AGAIN = 1e-6
"""Seconds, roughly, under another selection."""


@within_budget
def random_shooter(
    problem: Problem | Variant | Iterable[object],
    *,
    cap: int = CAP,
    backend: str | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> VariantAnswer:
    """Return all pure equilibria where for every shot one of the living is drawn uniformly.

    The steps, for every set of living players, the smallest first, and every selection of equilibria of the smaller
    sets: (1) write every option as a turn `(r, k)`; (2) keep a player's candidates; (3) a profile of them is listed if
    no candidate of anybody raises his own component of `V` (see the top of this file).

    Parameters: `problem`, a `Problem`, the hit probabilities of one, or the `Variant`; `cap`, how many selections
    are followed; `backend`, the number type inside, as for `solve`; `progress`, called with 1 after each set;
    `budget`, as for `solve`.

    Raises what `Problem` raises, `BackendError`, `NumberError` for a bad cap, and `ProblemError` for too many profiles.

    >>> print(random_shooter(["1", "2/3", "1/3"]))
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1      B      3/8      37.500 %
    B         2/3    A      1/3      33.333 %
    C         1/3    A      7/24     29.167 %
    1 pure equilibrium (strict)
    """
    variant = Variant.of_model("shooter", problem)
    asked = variant.problem
    whole = asked.first_order
    kinds = [len({aim.total for aim in choices(asked, whole, player)}) for player in whole]
    refuse_too_many(asked, prod(kinds), MOST_PROFILES, "random shooter")
    alike = largest_group(asked)
    weighed = [len(choices(asked, whole, player)) for player in whole] if alike > 1 else kinds
    admit(selections_estimate(asked, weighed, alike, cap, EACH_PROFILE, EACH_AGAIN))
    numbers = backend_for(asked, backend)

    def solve(living: Living, below: Below) -> list[Settled]:
        return _equilibria(asked, living, below, numbers)

    return list_equilibria(variant, numbers, lambda living: sets_after(asked, living), solve, cap, progress)


def value_of_shots(turns: Sequence[Turn[Any]]) -> list[Any]:
    """Return `V = sum of r_i / (L - sum of k_i)`, 0 where nobody can be hit.

    >>> from fractions import Fraction as F
    >>> value_of_shots([([F(1, 2), F(0)], F(1, 2)), ([F(0), F(1, 3)], F(2, 3))])
    [Fraction(3, 5), Fraction(2, 5)]
    """
    ends = len(turns) - sum(k for _, k in turns)
    hits = [sum(column) for column in zip(*(r for r, _ in turns), strict=True)]
    return [0 * won for won in hits] if ends == 0 else [won / ends for won in hits]


def _equilibria(problem: Problem, living: Living, below: Below, backend: Backend) -> list[Settled]:
    """Return the pure equilibria of a set, those of the smaller sets given."""
    options = []
    for player in living:
        aims = choices(problem, living, player)
        options.append(undominated(aims, [_turn(problem, living, player, aim, below, backend) for aim in aims], player))
    settled = []
    for profile in product(*options):
        check()
        strict = _verdict(options, living, profile)
        if strict is not None:
            win = value_of_shots([candidate.turn for candidate in profile])
            state = Situation((), tuple(candidate.aim for candidate in profile), win)
            settled.append(Settled(living, (state,), strict, largest_first(below)))
    return settled


def _turn(problem: Problem, living: Living, player: int, aim: Aim, below: Below, backend: Backend) -> Turn[Any]:
    """Return what a shot of a player amounts to."""
    hit = problem.hits[player]
    aimed = [
        (
            backend.number(aim.weights[victim]),
            after((left for left in living if left != victim), below, problem.players, backend),
        )
        for victim in (aim.targets if hit else ())
    ]
    return phase.turn(backend.number(hit), aimed, problem.players + 1)


def _verdict(options: Sequence[Sequence[Candidate]], living: Living, profile: Sequence[Candidate]) -> bool | None:
    """Return whether a profile is a strict equilibrium (True), one that is not strict (False), or none (None)."""
    ends = len(living) - sum(candidate.turn[1] for candidate in profile)
    strict = True
    for mine, player, taken in zip(options, living, profile, strict=True):
        rest = sum(candidate.turn[0][player] for candidate in profile) - taken.own
        worths = {}
        for candidate in mine:
            end = ends + taken.turn[1] - candidate.turn[1]
            worths[candidate.aim] = 0 * rest if end == 0 else (rest + candidate.own) / end
        others = [worth for aim, worth in worths.items() if aim != taken.aim]
        if any(worth > worths[taken.aim] for worth in others):
            return None
        strict = strict and all(worth < worths[taken.aim] for worth in others)
    return strict
