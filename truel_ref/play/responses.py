r"""Best responses in stationary play: one aim per player for every set of living players, and all equilibria of a set.

No player announces anything, and who began does not matter. A **profile** of a set of living players is one aim per
player. Let the turns of the other players, in the order in which they follow player `m`, compose to `(v, κ)`, and let
the option `y` of player `m` be the turn `(r(y), k(y))`. At the turn of player `m` this option is worth

    u_m(y) = (r(y) + k(y) v) / (1 - k(y) κ)          components of m; 0 where k(y) κ = 1, a stalemate

A profile is an **equilibrium** if no player has an option that is worth more to this player than the aim in the
profile. Against stationary opponents it suffices to check single deviations (T10, `docs/mathematics/theorems.md`), so
the equilibrium is Markov perfect.

**One best kill is enough.** Of a player's options with equal `k` the option with the largest own `r` is a best
response to every play of the others, because `u` grows with `r`. So only these *candidates* can be in an equilibrium,
and a profile of candidates is an equilibrium if nobody gains by another candidate. With single targets and Miss every
player has at most two candidates, except for ties.

**Two mixers.** Let player `i` shoot at a best kill `t` with probability `x_i` and otherwise miss, with `R_i = W(i, t)`.
For player `i` the advantage of shooting over missing has the sign of

    f_i = R_i (1 - κ) - v                             components of i, (v, κ) as above

because `u(shoot) - u(miss) = p f_i / ((1 - κ)(1 - (1-p) κ))`. Composed turns are affine in each `x`, so `f_i` is
affine in the `x` of each other player, and does not depend on `x_i`. With two mixers `f_a(x_b) = 0` and `f_b(x_a) =
0` are two linear equations in one unknown each: their solutions are rational if the hit probabilities are.

Source: D. M. Kilgour, "The sequential truel", International Journal of Game Theory 4 (1975), 151-174; Markov perfect
equilibrium: E. Maskin and J. Tirole, "Markov perfect equilibrium", Journal of Economic Theory 100 (2001), 191-219.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Protocol, TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.equilibrium import Gain, Mixing
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.limits import check
from truel_ref.numbers import inside, public
from truel_ref.play import phase
from truel_ref.play.selections import choices

__all__ = [
    "Candidate",
    "Profile",
    "Settled",
    "Sieve",
    "StationaryNode",
    "exact_profiles",
    "gain_in",
    "gains",
    "pure_equilibria",
]

Profile: TypeAlias = tuple[int, ...]
"""The index of one candidate per living player."""

Sieve: TypeAlias = "Callable[[Sequence[Sequence[Candidate]], Order], Iterable[tuple[Profile, bool | None]]]"
"""Yields, in canonical order, all profiles that may be equilibria: with True a strict equilibrium, with False another
equilibrium, with None a profile that exact numbers must still decide."""

SMALL = 64  # profiles; if a set of at most this size has no equilibrium, the answer lists every deviation


@dataclass(frozen=True)
class Candidate:
    """An option that may be a best response.

    Fields: `aim`; its `turn`, in numbers inside; `own`, the player's own component of `r`.
    """

    aim: Aim
    turn: phase.Turn
    own: Any


class Settled(Protocol):
    """A set of living players with known values at every turn: a `StationaryNode`, or an `Equilibrium`."""

    @property
    def living(self) -> Order:
        """The set."""

    @property
    def values(self) -> Sequence[Sequence[Any]]:
        """For each living player the win probabilities at this player's turn."""


@dataclass(frozen=True, eq=False)
class StationaryNode:
    """An equilibrium in numbers inside; `below` are the selected equilibria of the smaller sets."""

    living: Order
    aims: tuple[Aim, ...]
    values: Sequence[Sequence[Any]]
    strict: bool
    below: tuple[StationaryNode, ...]
    mixing: tuple[Mixing, ...] = ()

    @property
    def is_continuum(self) -> bool:
        """Whether this equilibrium represents a whole interval of mixes."""
        return any(mix.is_continuum for mix in self.mixing)


# ---------------------------------------------------------------------------------------------------------
# One set of living players


def turn_of(problem: Problem, living: Order, player: int, aim: Aim, below: Mapping[Order, Settled]) -> phase.Turn:
    """Return the turn of a player with an aim, given the equilibria of the smaller sets."""
    hit = problem.hits[player]
    aimed = [
        (inside(aim.weights[victim]), value_after(problem, living, player, victim, below))
        for victim in (aim.targets if hit else ())
    ]
    return phase.turn(inside(hit), aimed, problem.players)


def value_after(
    problem: Problem, living: Order, shooter: int, victim: int, below: Mapping[Order, Settled]
) -> Sequence[Any]:
    """Return `W(shooter, victim)`: the win probabilities when the next living player is on move without the victim."""
    after = next_order(living, shooter, victim)
    if len(after) == 1:
        return phase.survivor(after[0], problem.players)
    node = below[tuple(player for player in living if player != victim)]
    return node.values[node.living.index(after[0])]


def candidates(
    problem: Problem,
    living: Order,
    player: int,
    below: Mapping[Order, Settled],
    slack: Fraction = Fraction(0),
) -> tuple[Candidate, ...]:
    """Return the options of a player that can be best responses, in canonical order (see the module's docstring).

    With a `slack` s, options with a smaller own `r` by at most `|s|` stay, because `u` differs by at least as much.
    """
    aims = choices(problem, living, player)
    turns = [turn_of(problem, living, player, aim, below) for aim in aims]
    return undominated(aims, turns, player, inside(abs(slack)))


def undominated(
    aims: Sequence[Aim], turns: Sequence[phase.Turn], player: int, within: Any = 0
) -> tuple[Candidate, ...]:
    """Return the options that can be best responses: among options with equal `k`, those with the largest own `r`.

    Parameters: `aims`, the options of `player` in canonical order; `turns`, the turn of each; `within`, how far an own
    `r` may be below the largest.
    """
    best: dict[Any, Any] = {}
    for r, k in turns:
        best[k] = max(best.get(k, r[player]), r[player])
    return tuple(
        Candidate(aim, (r, k), r[player])
        for aim, (r, k) in zip(aims, turns, strict=True)
        if not r[player] < best[k] - within
    )


def others(turns: Sequence[phase.Turn], place: int, player: int) -> tuple[Any, Any]:
    """Return `(v, κ)`: the composed turns of all others, from the place after `place` round to the place before it.

    `v` is only the component of `player`, because no other component is compared.
    """
    v, kappa = 0 * turns[place][1], 1
    for r, k in reversed([*turns[place + 1 :], *turns[:place]]):
        v, kappa = r[player] + k * v, k * kappa
    return v, kappa


def worth(own: Any, k: Any, v: Any, kappa: Any) -> Any:
    """Return `u = (r + k v) / (1 - k κ)`, the worth of a turn to its player; 0 in a stalemate."""
    passes = k * kappa
    return 0 * own if passes == 1 else (own + k * v) / (1 - passes)


def values_at_every_turn(turns: Sequence[phase.Turn]) -> list[list[Any]]:
    """Return the win probabilities at each of these turns, which repeat until somebody is hit."""
    values = [phase.value(turns)]
    for r, k in reversed(turns[1:]):
        values.append([won + k * rest for won, rest in zip(r, values[-1], strict=True)])
    first, *later = values
    return [first, *reversed(later)]


def exact_profiles(options: Sequence[Sequence[Candidate]], living: Order) -> Iterator[tuple[Profile, bool | None]]:
    """Yield every profile of candidates, for exact numbers to decide."""
    for profile in product(*(range(len(mine)) for mine in options)):
        check()
        yield profile, None


def deviations(
    options: Sequence[Sequence[Candidate]], living: Order, profile: Profile
) -> Iterator[tuple[int, list[Any]]]:
    """Yield for every place the worth of each candidate to the player there, against the aims of the others."""
    turns = [mine[index].turn for mine, index in zip(options, profile, strict=True)]
    for place, player in enumerate(living):
        v, kappa = others(turns, place, player)
        yield place, [worth(one.own, one.turn[1], v, kappa) for one in options[place]]


def verdict(options: Sequence[Sequence[Candidate]], living: Order, profile: Profile, slack: Any = 0) -> bool | None:
    """Return True for a strict equilibrium, False for another equilibrium, None for any other profile.

    With a `slack` no player may gain more than `slack`; a negative `slack` demands that every other option loses at
    least `-slack`.
    """
    strict = True
    for place, worths in deviations(options, living, profile):
        mine = worths[profile[place]]
        others = [value for index, value in enumerate(worths) if index != profile[place]]
        if any(value > mine + slack for value in others):
            return None
        strict = strict and all(value < mine for value in others)
    return strict


def pure_equilibria(
    problem: Problem,
    living: Order,
    below: Mapping[Order, StationaryNode],
    sieve: Sieve,
    slack: Fraction = Fraction(0),
) -> list[StationaryNode]:
    """Return the pure equilibria of a set of living players in canonical order, given those of the smaller sets.

    A `slack` counts as in `verdict`; a sieve that decides by itself ignores it.
    """
    options = [candidates(problem, living, player, below, slack) for player in living]
    within = inside(slack)
    nodes = []
    for profile, known in sieve(options, living):
        check()
        strict = verdict(options, living, profile, within) if known is None else known
        if strict is not None:
            chosen = [mine[index] for mine, index in zip(options, profile, strict=True)]
            nodes.append(node_of(living, [one.aim for one in chosen], [one.turn for one in chosen], strict, below))
    return nodes


def node_of(
    living: Order,
    aims: Iterable[Aim],
    turns: Sequence[phase.Turn],
    strict: bool,
    below: Mapping[Order, StationaryNode],
    mixing: tuple[Mixing, ...] = (),
) -> StationaryNode:
    """Return the record of an equilibrium, with the values at every turn."""
    largest_first = sorted(below, key=lambda left: -len(left))  # sets of one size stay in their order
    return StationaryNode(
        living, tuple(aims), values_at_every_turn(turns), strict, tuple(below[left] for left in largest_first), mixing
    )


def gains(problem: Problem, living: Order, below: Mapping[Order, StationaryNode]) -> tuple[Gain, ...]:
    """Return, for every profile of a set without a pure equilibrium, the player who gains most by another aim.

    For a set of more than 64 profiles this is empty.
    """
    options = [candidates(problem, living, player, below) for player in living]
    if prod(map(len, options)) > SMALL:
        return ()
    return tuple(gain_in(problem, options, living, profile) for profile, _ in exact_profiles(options, living))


def gain_in(problem: Problem, options: Sequence[Sequence[Candidate]], living: Order, profile: Profile) -> Gain:
    """Return who gains most by another candidate in a profile that is not an equilibrium."""
    steps = []
    for place, worths in deviations(options, living, profile):
        best = max(range(len(worths)), key=worths.__getitem__)
        steps.append((worths[best] - worths[profile[place]], -place, best, worths))
    _, place, best, worths = max(steps, key=lambda step: step[:2])
    return Gain(
        living,
        tuple(mine[index].aim for mine, index in zip(options, profile, strict=True)),
        living[-place],
        options[-place][best].aim,
        public(worths[profile[-place]]),
        public(worths[best]),
        problem=problem,
    )
