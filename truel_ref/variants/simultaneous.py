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

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, TypeAlias

from truel_ref.budget import Budget, admit, check, within_budget
from truel_ref.fast.sizes import selections_estimate
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Living
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers import Backend
from truel_ref.play.phases import backend_for
from truel_ref.play.responses import choices
from truel_ref.play.stationary import CAP
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

EACH_PROFILE = 5e-4
"""Seconds, roughly, under the first selection."""

EACH_AGAIN = 2e-6
"""Seconds, roughly, under another one, for which the tables of the sets are there already."""

SMALL = 100
"""Profiles of a set that exact numbers look at without the help of floats."""

NEAR = 1e-11
"""How much worse, relatively, an option is in floats that is surely not best; the proved error is below `10^-12`."""

Hits: TypeAlias = "dict[frozenset[int], Any]"
"""The probability of every set of players who are hit in a round."""

Options: TypeAlias = "Sequence[Sequence[Aim]]"
"""What each of the living may do."""

Profile: TypeAlias = tuple[int, ...]
"""One option of each, by index."""

ValueOf: TypeAlias = "Callable[[frozenset[int]], Sequence[Any]]"
"""What the game is worth to everybody when these players are gone."""

Table: TypeAlias = "tuple[list[frozenset[int]], Any, Any]"
"""Sets of players who may be hit, and two arrays: see `Volleys._table`."""


@within_budget
def simultaneous_fire(
    problem: Problem | Variant | Iterable[object],
    *,
    cap: int = CAP,
    backend: str | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> VariantAnswer:
    """Return all pure equilibria where all living players fire at once, round after round.

    The steps, for every set of living players, the smallest first, and every selection of equilibria of the smaller
    sets: (1) in large sets, let floats with a proved error rule out the profiles in which somebody's aim is surely not
    best; (2) of the others, list those in which everybody's aim is among his best against the aims of the others (see
    the top of this file), which exact numbers decide.

    Parameters: `problem`, a `Problem`, the hit probabilities of one, or the `Variant`; `cap`, how many selections
    are followed; `backend`, the number type inside, as for `solve`; `progress`, called with 1 after each set;
    `budget`, as for `solve`.

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
    kinds = [len(choices(asked, whole, player)) for player in whole]
    refuse_too_many(asked, prod(kinds), MOST_PROFILES, "simultaneous fire")
    admit(selections_estimate(asked, kinds, asked.hits.count(Fraction(1)), cap, EACH_PROFILE, EACH_AGAIN))
    numbers = backend_for(asked, backend)
    solve = Volleys(asked, numbers).equilibria
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


class Volleys:
    """What a volley does in every set, and the equilibria of a set.

    The chances of the hits do not depend on what is played in the smaller sets; so they are kept over all selections.
    """

    def __init__(self, problem: Problem, backend: Backend) -> None:
        self.problem, self.backend = problem, backend
        self.zero, self.one = backend.number(Fraction(0)), backend.number(Fraction(1))
        self._tables: dict[Living, list[Table | None]] = {}

    def equilibria(self, living: Living, below: Below) -> list[Settled]:
        """Return the pure equilibria of a set, those of the smaller sets given."""
        values: dict[frozenset[int], Sequence[Any]] = {}

        def value(gone: frozenset[int]) -> Sequence[Any]:
            if gone not in values:
                left = (player for player in living if player not in gone)
                values[gone] = after(left, below, self.problem.players, self.backend)
            return values[gone]

        options = [choices(self.problem, living, player) for player in living]
        known: dict[tuple[int, Profile], list[int]] = {}
        settled = []
        for profile in self._possible(living, options, value):
            check()
            strict = True
            for place in range(len(living)):
                others = profile[:place] + profile[place + 1 :]
                if (place, others) not in known:
                    known[place, others] = self._best(living, place, options, others, value)
                if profile[place] not in known[place, others]:
                    break
                strict = strict and len(known[place, others]) == 1
            else:
                aims = tuple(mine[index] for mine, index in zip(options, profile, strict=True))
                hits = chances_of_hits(self.problem, dict(zip(living, aims, strict=True)), self.backend)
                state = Situation((), aims, _value(hits, value, self.problem.players, self.backend))
                settled.append(Settled(living, (state,), strict, largest_first(below)))
        return settled

    def _others(self, living: Living, place: int, options: Options, others: Profile) -> Hits:
        """Return the chances of the hits of all but one."""
        indices = (*others[:place], None, *others[place:])
        aims = {
            player: mine[index]
            for player, mine, index in zip(living, options, indices, strict=True)
            if index is not None
        }
        return chances_of_hits(self.problem, aims, self.backend)

    def _best(self, living: Living, place: int, options: Options, others: Profile, value: ValueOf) -> list[int]:
        """Return a player's best options, by index, against the aims of the others."""
        if len(options[place]) == 1:
            return [0]
        player, hit = living[place], self.problem.hits[living[place]]
        number = self.backend.number
        hits = self._others(living, place, options, others)
        nothing = hits.get(frozenset(), self.zero)
        worths = []
        for aim in options[place]:
            misses, gained = number(1 - hit * aim.total), self.zero
            for gone, chance in hits.items():
                for victim in aim.targets:
                    gained += chance * number(hit * aim.weights[victim]) * value(gone | {victim})[player]
                if gone and misses:  # who always hits somebody never leaves these sets, and they may have no values
                    gained += chance * misses * value(gone)[player]
            ends = self.one - misses * nothing
            worths.append(gained / ends if ends else self.zero)
        most = max(worths)
        return [index for index, worth in enumerate(worths) if worth == most]

    def _possible(self, living: Living, options: Options, value: ValueOf) -> Iterable[Profile]:
        """Yield in canonical order the profiles that may be equilibria: all of them, or those that floats leave.

        An option is worth a quotient of two sums of products of numbers that are not negative, so that each rounding
        costs a relative error of 2^-53 and nothing cancels; less than a thousand of them come together. What lies
        below another option by more than `NEAR`, relatively, is surely not best.
        """
        kinds = [len(mine) for mine in options]
        if prod(kinds) <= SMALL:
            return product(*map(range, kinds))
        import numpy as np

        if living not in self._tables:
            self._tables[living] = [self._table(living, place, options) for place in range(len(living))]
        possible = np.ones(kinds, dtype=bool)
        for place, table in enumerate(self._tables[living]):
            if table is None:
                continue
            sets, gaining, ends = table
            player = living[place]
            worth = np.array([float(value(gone)[player]) for gone in sets])
            worths = gaining @ worth / ends
            near = worths >= worths.max(axis=-1, keepdims=True) * (1 - NEAR)
            possible &= np.moveaxis(near, -1, place)
        return (tuple(map(int, profile)) for profile in np.argwhere(possible))

    def _table(self, living: Living, place: int, options: Options) -> Table | None:
        """Return what a player needs to value all his options against all aims of the others, in floats.

        These are: the sets of those who may be hit; for the others' options, his own, and these sets the chance to
        leave just them; and the chance that anybody is hit, 1 where nobody ever is, so that his worth there is 0.
        """
        import numpy as np

        if len(options[place]) == 1:
            return None
        hit = self.problem.hits[living[place]]
        others = [len(mine) for mine in (*options[:place], *options[place + 1 :])]
        sets: dict[frozenset[int], int] = {}
        chances: dict[tuple[int, ...], float] = {}
        ends = np.ones((*others, len(options[place])))
        for profile in product(*map(range, others)):
            check()
            hits = self._others(living, place, options, profile)
            for own, aim in enumerate(options[place]):
                left: Hits = {}
                for gone, chance in hits.items():
                    shares = [(gone | {victim}, hit * aim.weights[victim]) for victim in aim.targets]
                    for more, share in [*shares, (gone, 1 - hit * aim.total)]:
                        if more and share:
                            left[more] = left.get(more, self.zero) + chance * self.backend.number(share)
                for more, chance in left.items():
                    chances[(*profile, own, sets.setdefault(more, len(sets)))] = float(chance)
                if left:
                    ends[(*profile, own)] = float(sum(left.values(), self.zero))
        gaining = np.zeros((*ends.shape, len(sets)))
        for where, chance in chances.items():
            gaining[where] = chance
        return list(sets), gaining, ends


def _value(hits: Hits, value: Any, players: int, backend: Backend) -> list[Any]:
    """Return `V` of a profile from the chances of its hits."""
    total = [backend.number(Fraction(0))] * (players + 1)
    ends = backend.number(Fraction(0))
    for gone, chance in hits.items():
        if gone:
            total = [won + chance * more for won, more in zip(total, value(gone), strict=True)]
            ends += chance
    return [won / ends for won in total] if ends else total
