r"""One phase with fixed aims, as algebra: turns, how they compose, and the value of a round that repeats.

A **turn** is a pair `(r, k)`: with probability `r[i]` somebody is hit at this turn and player `i` wins in the end, and
with probability `k` the turn passes. If the game is worth `w` at the next turn, it is worth `r + k w` at this one. So a
turn is an affine map, and turns compose as affine maps do.

The code uses only `+ - * /` and comparisons, so it works with every type of exact number: `Fraction`,
`truel_ref.numbers.Algebraic`, sympy expressions.

Rules: `docs/rules.md`, R2.1 to R2.3. Theorem T1 of `docs/mathematics/theorems.md`: this is the only value.
Source: the value of a repeated round as a geometric series, D. M. Kilgour, "The sequential truel", International
Journal of Game Theory 4 (1975), 151-174.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, TypeAlias

from truel_ref.game.aims import Aim

Vector: TypeAlias = "Sequence[Any]"
"""One number per player of the problem."""

Turn: TypeAlias = "tuple[list[Any], Any]"
"""`(r, k)` as above; `r` has one number per player of the problem."""


def turn(hit: Any, aimed: Iterable[tuple[Any, Vector]], players: int) -> Turn:
    """Return the turn `(r, k)` of a player who keeps one aim (R2.1).

    `r = hit * sum(weight * W)` and `k = 1 - hit * sum(weight)`, over the targets aimed at.

    Parameters: `hit`, the player's hit probability; `aimed`, for every target its weight in the aim and the win
    probabilities `W` after its elimination; `players`, the length of these vectors.

    >>> from fractions import Fraction as F
    >>> turn(F(1, 3), [(F(1, 2), [F(1), F(0), F(0)])], 3)
    ([Fraction(1, 6), Fraction(0, 1), Fraction(0, 1)], Fraction(5, 6))
    """
    r = [0 * hit] * players
    total = 0 * hit
    for weight, later in aimed:
        chance = hit * weight
        r = [won + chance * more for won, more in zip(r, later, strict=True)]
        total = total + chance
    return r, 1 - total


def compose(first: Turn, then: Turn) -> Turn:
    """Return the turn that two turns in a row compose to: `(r1 + k1*r2, k1*k2)`.

    >>> compose(([1, 0], 2), ([0, 3], 4))
    ([1, 6], 8)
    """
    (r1, k1), (r2, k2) = first, then
    return [won + k1 * more for won, more in zip(r1, r2, strict=True)], k1 * k2


def value(turns: Sequence[Turn]) -> list[Any]:
    """Return the win probabilities at the first of these turns, which repeat until somebody is hit (R2.2).

    One round composes to `w = V + K*w`, so `w = V / (1 - K)`. `K = 1` means that nobody can be hit: a stalemate,
    which nobody wins. For symbols the comparison is structural: it misses a `K` that is 1 only after simplification.

    Parameters: `turns`, one per living player, in shooting order from the player on move.

    >>> from fractions import Fraction as F
    >>> a_hits, b_hits = ([F(1, 2), F(0)], F(1, 2)), ([F(0), F(1, 3)], F(2, 3))
    >>> value([a_hits, b_hits])
    [Fraction(3, 4), Fraction(1, 4)]
    """
    *earlier, whole = turns
    for one in reversed(earlier):
        whole = compose(one, whole)
    V, K = whole  # noqa: N806  the names of the formula
    return [0 * won if K == 1 else won / (1 - K) for won in V]


def values_at_every_turn(turns: Sequence[Turn]) -> list[tuple[Any, ...]]:
    """Return the win probabilities at each of these turns, which repeat until somebody is hit.

    >>> from fractions import Fraction as F
    >>> values_at_every_turn([([F(1, 2), F(0)], F(1, 2)), ([F(0), F(1, 3)], F(2, 3))])[1]
    (Fraction(1, 2), Fraction(1, 2))
    """
    values = [tuple(value(turns))]
    for r, k in reversed(turns[1:]):
        values.append(tuple([won + k * later for won, later in zip(r, values[-1], strict=True)]))
    return [values[0], *values[:0:-1]]


def others(turns: Sequence[Turn], place: int) -> Turn:
    """Return the composed turns `(v, κ)` of the others, from the turn after a place round to the turn before it.

    >>> others([([1, 0], 2), ([0, 3], 4), ([5, 0], 6)], 0)
    ([20, 3], 24)
    """
    return reduce(compose, [*turns[place + 1 :], *turns[:place]])


def survivor(last: int, players: int) -> list[int]:
    """Return the win probabilities when one player is left: this player has won (R1.2).

    >>> survivor(1, 3)
    [0, 1, 0]
    """
    return [int(player == last) for player in range(players)]


def victims(hit: object, aims: Iterable[Aim]) -> set[int]:
    """Return the players whom a player with these aims may eliminate.

    >>> victims(1, [Aim.at(1, 3), Aim.miss(3)]), victims(0, [Aim.at(1, 3)])
    ({1}, set())
    """
    return {target for aim in aims for target in aim.targets} if hit else set()


def cannot_hit(hit: object, aim: Aim) -> bool:
    """Return whether a player with an aim cannot hit anybody (R2.3): `p = 0`, or the aim is Miss.

    Parameters: `hit`, the player's hit probability, in any type whose 0 is false; `aim`.

    >>> cannot_hit(0, Aim.at(1, 3)), cannot_hit(1, Aim.miss(3)), cannot_hit(1, Aim.at(1, 3))
    (True, True, False)
    """
    return not hit or aim.is_miss


def advantage(first: Turn, second: Turn, before: Turn, player: int) -> Any:
    """Return a number with the sign of `u1 - u2`, the gain of a player by the first option over the second.

    Let `(r, k)` compose an option *and the replies to it*, and let `(v, κ)` compose the turns of the history. To the
    player, at the player's first turn, the option is worth `u = (r + k v) / (1 - k κ)`. For two options that are no
    stalemate, `k κ < 1`, so both denominators are positive. Multiplication by both shows that

        u1 - u2   has the sign of   r1 - r2 + (k1 - k2) v + (k1 r2 - k2 r1) κ

    because the products `k1 k2 v κ` cancel. This is linear in `(v, κ)`.

    Parameters: `first` and `second`, the two options, each composed with its replies; `before`, the composed turns of
    the history; `player`, who compares.

    >>> from fractions import Fraction as F
    >>> half = F(1, 2)
    >>> advantage(([half], half), ([half / 2], half), ([0 * half], half / half), 0)
    Fraction(1, 8)
    """
    (r1, k1), (r2, k2) = first, second
    v, kappa = before
    return r1[player] - r2[player] + (k1 - k2) * v[player] + (k1 * r2[player] - k2 * r1[player]) * kappa
