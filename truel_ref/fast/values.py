r"""The value of a chosen profile in integers: what `truel_ref.play.phase.value` gives, with one reduction at the end.

For options that are a single target or a miss. All hit probabilities of a problem are written over one denominator,
`p_i = a_i / n` and `1 - p_i = c_i / n`, and the win probabilities of a phase over one denominator, `N / D`. A round in
which `m` players shoot, the one who is `j`-th of them leading to the phase with `N_j / D_j`, has the value

    w = V / (1 - K) = sum_j (c_1 ... c_(j-1)) a_j n^(m-j) N_j (D / D_j)  /  (n^m - c_1 ... c_m) D

with `D` the least common multiple of all `D_j`. Who misses, or cannot hit, passes the turn and does not appear. Two who
shoot at each other are the case `m = 2` with unit vectors (rule R2.4): `a_1 n / (a_1 n + c_1 a_2)` for the first.

Only sums, products and one greatest common divisor per number; fractions would be reduced after every step. Tests hold
the numbers to be those of `truel_ref.play.phase`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from truel_ref.fast.proved import in_reach
from truel_ref.game.orders import Order
from truel_ref.numbers import Backend, coprime_fraction

__all__ = ["IrrationalShots", "Shares", "Shots", "Wins", "floats_of", "nobody_wins", "survivors"]

Integer: TypeAlias = Any
"""An `int`, or an integer of the backend."""

Shares: TypeAlias = "tuple[Sequence[Integer], Integer]"
"""The win probabilities of a phase by player, multiplied by a common denominator, and that denominator."""

Wins: TypeAlias = "tuple[Any, ...]"
"""The same as fractions."""

_ZERO, _ONE = Fraction(0), Fraction(1)

SMALL = 2**40
"""Products of denominators up to here are left to Python's own integers, which are faster while they are short."""


@cache
def survivors(players: int) -> dict[Order, Shares]:
    """Return the win probabilities of the phases in which one player is left.

    >>> survivors(2)
    {(0,): ([1, 0], 1), (1,): ([0, 1], 1)}
    """
    return {(last,): ([int(player == last) for player in range(players)], 1) for last in range(players)}


@cache
def nobody_wins(players: int) -> tuple[Shares, Wins]:
    """Return the win probabilities of a stalemate."""
    return ([0] * players, 1), (_ZERO,) * players


def floats_of(shares: Shares) -> list[float]:
    """Return win probabilities in floats, each correctly rounded.

    >>> floats_of(([1, 2], 4))
    [0.25, 0.5]
    """
    tops, bottom = shares
    if type(bottom) is int:
        return [top / bottom for top in tops]
    divisor = int(bottom)
    return [int(top) / divisor for top in tops]


def _fraction(top: Integer, bottom: Integer) -> Fraction:
    """Return the fraction of two integers of any type that have no common divisor."""
    return coprime_fraction(int(top), int(bottom))


class Shots:
    """The hit probabilities of a problem over one denominator, and what rounds of single shots are worth.

    Parameters: `hits`, fractions by player; `backend`, whose integers serve where numbers are long. `in_reach` tells
    whether floats can prove anything (`truel_ref.fast.proved`).

    >>> from truel_ref.numbers import get_backend
    >>> shots = Shots([Fraction(1, 2), Fraction(1, 3)], get_backend("fractions"))
    >>> shots.duel(0, 1)
    (([3, 1], 4), (Fraction(3, 4), Fraction(1, 4)))
    >>> alone = survivors(2)
    >>> shots.value([(0, alone[0,]), (1, alone[1,])]) == shots.duel(0, 1)
    True
    """

    def __init__(self, hits: Sequence[Any], backend: Backend) -> None:
        pairs = [hit.as_integer_ratio() for hit in hits]
        n = math.lcm(*[bottom for _, bottom in pairs])
        a = [top * (n // bottom) for top, bottom in pairs]
        self.players = len(hits)
        self.in_reach = in_reach(a, n)
        self._ratio = a, n
        if len(a) > 4 or n ** len(a) > SMALL:
            self.gcd, self.fraction = backend.gcd, _fraction
            self.n, self.a = backend.integer(n), [backend.integer(top) for top in a]
        else:
            self.gcd, self.fraction = math.gcd, coprime_fraction
            self.n, self.a = n, a
        self.c = [self.n - top for top in self.a]

    def floats(self) -> tuple[list[float], list[float]]:
        """Return the hit probabilities and their complements in floats, each correctly rounded."""
        a, n = self._ratio
        return [top / n for top in a], [(n - top) / n for top in a]

    def shares(self, win: Wins) -> Shares:
        """Return win probabilities over a common denominator."""
        bottom = math.lcm(*[each.denominator for each in win])
        return [each.numerator * (bottom // each.denominator) for each in win], bottom

    def duel(self, first: int, second: int) -> tuple[Shares, Wins]:
        """Return the win probabilities of two who shoot at each other, none if neither ever hits."""
        top, other = self.a[first] * self.n, self.c[first] * self.a[second]
        # A divisor that one of them shares with the sum it shares with the other.
        divisor = self.gcd(top, other)
        if not divisor:
            return nobody_wins(self.players)
        top, other = top // divisor, other // divisor
        bottom = top + other
        tops: list[Integer] = [0] * self.players
        win = [_ZERO] * self.players
        tops[first], tops[second] = top, other
        win[first], win[second] = self.fraction(top, bottom), self.fraction(other, bottom)
        return (tops, bottom), tuple(win)

    def value(self, shots: Sequence[tuple[int, Shares]]) -> tuple[Shares, Wins]:
        """Return the value of a round.

        Parameters: `shots`, in shooting order, those who can hit somebody, one at least, each with the win
        probabilities after it.
        """
        n, gcd = self.n, self.gcd
        after = shots[0][1][1]
        for _, (_, bottom) in shots[1:]:
            if bottom != after:
                after = after // gcd(after, bottom) * bottom
        left = whole = n ** len(shots)
        passed: Integer = 1
        tops: list[Integer] = []
        for player, (later, bottom) in shots:
            left //= n
            weight = passed * self.a[player] * left * (after // bottom)
            if tops:
                tops = [mine + weight * top for mine, top in zip(tops, later, strict=True)]
            else:
                tops = [weight * top for top in later]
            passed *= self.c[player]
        return self._reduced(tops, (whole - passed) * after)

    def _reduced(self, tops: Sequence[Integer], bottom: Integer) -> tuple[Shares, Wins]:
        """Return numbers over a common denominator in lowest terms, together and each by itself."""
        divisors = [self.gcd(top, bottom) for top in tops]
        win = [
            self.fraction(top // divisor, bottom // divisor) if top else _ZERO
            for top, divisor in zip(tops, divisors, strict=True)
        ]
        divisor = self.gcd(*divisors)
        return ([top // divisor for top in tops], bottom // divisor), tuple(win)


class IrrationalShots:
    """The same where numbers are irrational, and have no denominators: duels only, by their formula.

    Parameters: `hits`, by player, in numbers of the backend.
    """

    in_reach = False

    def __init__(self, hits: Sequence[Any]) -> None:
        self.hits = hits

    def shares(self, win: Wins) -> Shares:
        """Return win probabilities as they are."""
        return win, 1

    def duel(self, first: int, second: int) -> tuple[Shares, Wins]:
        """Return the win probabilities of two who shoot at each other, none if neither ever hits."""
        x, y = self.hits[first], self.hits[second]
        passes = (1 - x) * y
        ends = x + passes
        win: list[Any] = [_ZERO] * len(self.hits)
        if ends:
            win[first], win[second] = x / ends, passes / ends
        return (win, 1), tuple(win)
