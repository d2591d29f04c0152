r"""Simultaneous fire: in every round all living players fire at once, each by his aim for that set of living players.

A shooter hits target `t` with probability `p q[t]` and nobody with `1 - p sum(q)`, independently of the others; whoever
is hit at least once is eliminated. So the set `D` of those who are hit in a round is found by taking the shooters one
after the other, and with `P(D)` its probability

    V(S) = sum over D other than {} of P(D) V(S without D) / (1 - P({}))

and 0 where `P({}) = 1`, a stalemate. Nobody may be left, which has a probability of its own.

**Best responses.** Let `P(D)` be the chances of the others' hits only. Player `i` enters linearly:

    N(t) = sum over D of P(D) V_i(S without D and t)      N() = sum over D other than {} of P(D) V_i(S without D)
    u_i(q) = (sum over t of p q[t] N(t) + (1 - p sum(q)) N()) / (1 - (1 - p sum(q)) P({}))

so all his options are valued against the others' aims at once, and a profile is an equilibrium if everybody's aim is
among his best. Two left shoot each other.

Rules: `docs/rules.md`, R10. Source: M. Shubik, "Does the fittest necessarily survive?", in *Readings in Game Theory and
Political Behavior* (1954), 43-46; the recurrence is that of an absorbing chain without return.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, TypeAlias

from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers import Backend
from truel_ref.play.phases import backend_for
from truel_ref.play.responses import choices
from truel_ref.play.selections import CAP
from truel_ref.play.turns import victims
from truel_ref.variants.equilibria import (
    Below,
    Settled,
    Situation,
    after,
    largest_first,
    list_equilibria,
    refuse_too_many,
)

__all__ = ["chances_of_hits", "simultaneous_fire"]

MOST_PROFILES = 20_000
"""Profiles of the first set; five players who search Others and Miss have 3,125."""

Hits: TypeAlias = "dict[frozenset[int], Any]"
"""The probability of every set of players who are hit in a round."""


def simultaneous_fire(
    problem: Problem | Variant | Iterable[object],
    *,
    cap: int = CAP,
    backend: str | None = None,
    progress: Progress | None = None,
) -> VariantAnswer:
    """Return all pure equilibria where all living players fire at once, round after round.

    The steps, for every set of living players, the smallest first, and every selection of equilibria of the smaller
    sets: (1) against every list of aims of the others, find each player's best options (see the top of this file);
    (2) list the profiles in which everybody's aim is among his best.

    Parameters: `problem`, a `Problem`, the hit probabilities of one, or the `Variant`; `cap`, how many selections are
    followed; `backend`, the number type inside, as for `solve`; `progress`, called with 1 after each set.

    Raises what `Problem` raises, `BackendError`, `NumberError` for a bad cap, and `ProblemError` for too many profiles.

    >>> print(simultaneous_fire(Problem([1, "4/5", "1/2"], targets="B,A,A")))
    player    hit    aim    wins      percent
    --------  -----  -----  ------  ---------
    A         1      B      1/20      5.000 %
    B         4/5    A      0         0.000 %
    C         1/2    A      9/10     90.000 %
    nobody is left: 1/20 (5.000 %)
    1 pure equilibrium (strict)
    """
    variant = Variant.of_model("simultaneous", problem)
    asked = variant.problem
    whole = asked.first_order
    profiles = prod(len(choices(asked, whole, player)) for player in whole)
    refuse_too_many(asked, profiles, MOST_PROFILES, "simultaneous fire")
    numbers = backend_for(asked, backend)

    def solve(living: Living, below: Below) -> list[Settled]:
        return _equilibria(asked, living, below, numbers)

    return list_equilibria(variant, numbers, lambda living: _steps(asked, living), solve, cap, progress)


def _steps(problem: Problem, living: Living) -> set[Living]:
    """Return the sets of two or more players that one round can leave: all combinations of what the shooters may do.

    Who never misses and may not wait hits somebody in every round.

    >>> sorted(_steps(Problem([1, 1, "1/2"], targets="B,A,A"), (0, 1, 2)))
    []
    """
    hit: set[frozenset[int]] = {frozenset()}
    for player in living:
        options = problem.options(living, player)
        aimed = victims(problem.hits[player], options)
        may_miss = any(problem.hits[player] * aim.total < 1 for aim in options)
        hit = {gone | {victim} for gone in hit for victim in aimed} | (hit if may_miss else set())
    left = {tuple(player for player in living if player not in gone) for gone in hit if gone}
    return {players for players in left if len(players) > 1}


def chances_of_hits(problem: Problem, aims: Mapping[int, Aim], backend: Backend) -> Hits:
    """Return the probability of every set of players who are hit when these players fire once, at the same time.

    Parameters: `problem`; `aims`, of those who fire; `backend`, for the numbers.

    >>> from truel_ref.numbers import get_backend
    >>> half = Problem(["1/2", "1/2"])
    >>> hits = chances_of_hits(half, {0: Aim.at(1, 2), 1: Aim.at(0, 2)}, get_backend("fractions"))
    >>> {tuple(sorted(gone)): str(chance) for gone, chance in hits.items()}
    {(): '1/4', (1,): '1/4', (0,): '1/4', (0, 1): '1/4'}
    """
    chances: Hits = {frozenset(): backend.number(Fraction(1))}
    for player, aim in aims.items():
        hit = problem.hits[player]
        if not hit or aim.is_miss:
            continue
        shares = [(victim, backend.number(hit * aim.weights[victim])) for victim in aim.targets]
        misses = backend.number(1 - hit * aim.total)
        grown: Hits = {gone: chance * misses for gone, chance in chances.items()} if misses else {}
        for victim, share in shares:
            for gone, chance in chances.items():
                more = gone | {victim}
                grown[more] = grown[more] + chance * share if more in grown else chance * share
        chances = grown
    return chances


def _equilibria(problem: Problem, living: Living, below: Below, backend: Backend) -> list[Settled]:
    """Return the pure equilibria of a set, those of the smaller sets given."""
    options = [choices(problem, living, player) for player in living]
    left_over: dict[frozenset[int], Sequence[Any]] = {}

    def value(gone: frozenset[int]) -> Sequence[Any]:
        if gone not in left_over:
            left = (player for player in living if player not in gone)
            left_over[gone] = after(left, below, problem.players, backend)
        return left_over[gone]

    best = [
        _best_responses(problem, living, place, options, value, backend) if len(options[place]) > 1 else None
        for place in range(len(living))
    ]
    settled = []
    for profile in product(*(range(len(aims)) for aims in options)):
        strict = True
        for place, known in enumerate(best):
            if known is None:
                continue
            equal = known[profile[:place] + profile[place + 1 :]]
            if profile[place] not in equal:
                break
            strict = strict and len(equal) == 1
        else:
            aims = tuple(mine[index] for mine, index in zip(options, profile, strict=True))
            hits = chances_of_hits(problem, dict(zip(living, aims, strict=True)), backend)
            state = Situation((), aims, _value(hits, value, problem.players, backend))
            settled.append(Settled(living, (state,), strict, largest_first(below)))
    return settled


def _value(hits: Hits, value: Any, players: int, backend: Backend) -> list[Any]:
    """Return `V` of a profile from the chances of its hits."""
    total = [backend.number(Fraction(0))] * (players + 1)
    ends = backend.number(Fraction(0))
    for gone, chance in hits.items():
        if gone:
            total = [won + chance * more for won, more in zip(total, value(gone), strict=True)]
            ends += chance
    return [won / ends for won in total] if ends else total


def _best_responses(
    problem: Problem, living: Living, place: int, options: Sequence[Sequence[Aim]], value: Any, backend: Backend
) -> dict[tuple[int, ...], list[int]]:
    """Return a player's best options, by index, against every list of aims of the others."""
    player, hit = living[place], problem.hits[living[place]]
    others = [other for other in living if other != player]
    zero, one = backend.number(Fraction(0)), backend.number(Fraction(1))
    aimed = sorted({victim for aim in options[place] for victim in aim.targets})
    weights = [
        (
            [(victim, backend.number(hit * aim.weights[victim])) for victim in aim.targets],
            backend.number(hit * aim.total),
        )
        for aim in options[place]
    ]
    may_miss = any(total != one for _, total in weights)
    best = {}
    for profile in product(*(range(len(options[living.index(other)])) for other in others)):
        aims = {other: options[living.index(other)][index] for other, index in zip(others, profile, strict=True)}
        hits = chances_of_hits(problem, aims, backend)
        nothing = hits.get(frozenset(), zero)
        without = zero
        if may_miss:  # who always hits somebody never leaves these sets, and they may have no values
            without = sum((chance * value(gone)[player] for gone, chance in hits.items() if gone), zero)
        also = {
            victim: sum((chance * value(gone | {victim})[player] for gone, chance in hits.items()), zero)
            for victim in aimed
        }
        worths = []
        for shares, total in weights:
            ends = one - (one - total) * nothing
            gained = sum((share * also[victim] for victim, share in shares), (one - total) * without)
            worths.append(gained / ends if ends else zero)
        most = max(worths)
        best[profile] = [index for index, worth in enumerate(worths) if worth == most]
    return best
