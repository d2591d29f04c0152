"""One phase with fixed aims: the turns, their composition, and the value `V / (1 - K)`.

A **turn** is a pair `(r, k)`: `r[i]` is the chance that this turn eliminates somebody and player `i` wins in the
end, and `k` is the chance that nobody is hit and the turn passes. The value of the game at this turn is then
`r + k * (value at the next turn)`. So a turn is an affine map, and turns compose as affine maps do.

The code uses only `+ - * /` and comparisons (`Scalar`), so it works with every type of exact number: `Fraction`,
`gmpy2.mpq`, `truel_ref.numbers.Algebraic`, sympy expressions.

Rules: `docs/rules.md`, R2.1 and R2.2. Theorem T1 of `docs/mathematics/theorems.md`: this is the only value.
Source: the value of a repeated round as a geometric series, D. M. Kilgour, "The sequential truel", International
Journal of Game Theory 4 (1975), 151-174.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, Self, TypeAlias, TypeVar

__all__ = ["Number", "Scalar", "Turn", "Vector", "compose", "turn", "value"]


class Scalar(Protocol):
    """A number as the algebra needs it: the four operations with its type and with 0 and 1, and an order."""

    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...
    def __mul__(self, other: Self, /) -> Self: ...
    def __truediv__(self, other: Self, /) -> Self: ...
    def __rsub__(self, other: int, /) -> Self: ...
    def __rmul__(self, other: int, /) -> Self: ...
    def __lt__(self, other: Self, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...


Number = TypeVar("Number", bound=Scalar)

Vector: TypeAlias = Sequence[Number]
"""One number per player of the problem."""

Turn: TypeAlias = tuple[list[Number], Number]
"""`(r, k)` as above; `r` has one number per player of the problem."""


def turn(hit: Number, aimed: Iterable[tuple[Number, Vector[Number]]], players: int) -> Turn[Number]:
    """Return the turn `(r, k)` of a player who keeps one aim.

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
        share = hit * weight
        r = [mine + share * win for mine, win in zip(r, later, strict=True)]
        total = total + share
    return r, 1 - total


def compose(first: Turn[Number], rest: Turn[Number]) -> Turn[Number]:
    """Return the turn that two turns in a row compose to: `(r1 + k1*r2, k1*k2)`.

    >>> compose(([1, 0], 2), ([0, 3], 4))
    ([1, 6], 8)
    """
    (r1, k1), (r2, k2) = first, rest
    return [mine + k1 * other for mine, other in zip(r1, r2, strict=True)], k1 * k2


def value(turns: Sequence[Turn[Number]]) -> list[Number]:
    """Return the win probabilities at the first of these turns, which repeat until somebody is hit.

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
    if K == 1:  # type: ignore[comparison-overlap]  # every number of the algebra compares with 1
        return [0 * won for won in V]
    return [won / (1 - K) for won in V]
