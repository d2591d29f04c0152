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
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from truel_ref.game.orders import Order
from truel_ref.numbers import Backend, coprime_fraction

__all__ = ["IrrationalShots", "Shares", "Shots", "nobody_wins", "survivors"]

Integer: TypeAlias = Any
"""An `int`, or an integer of the backend."""

_ZERO, _ONE = Fraction(0), Fraction(1)

SMALL = 2**40
"""Products of denominators up to here are left to Python's own integers, which are faster while they are short."""


class Shares(NamedTuple):
    """The win probabilities of a phase: `tops` over `bottom`, by player, and the same as fractions, `win`."""

    tops: Sequence[Integer]
    bottom: Integer
    win: tuple[Fraction, ...]

    def floats(self) -> list[float]:
        """Return the win probabilities in floats, each correctly rounded."""
        bottom = int(self.bottom)
        return [int(top) / bottom for top in self.tops]


@cache
def survivors(players: int) -> dict[Order, Shares]:
    """Return the win probabilities of the phases in which one player is left.

    >>> survivors(2)[1,].win
    (Fraction(0, 1), Fraction(1, 1))
    """
    rows = {last: [int(player == last) for player in range(players)] for last in range(players)}
    return {(last,): Shares(tops, 1, tuple(_ONE if top else _ZERO for top in tops)) for last, tops in rows.items()}


def nobody_wins(players: int) -> Shares:
    """Return the win probabilities of a stalemate."""
    return Shares([0] * players, 1, (_ZERO,) * players)


class Shots:
    """The hit probabilities of a problem over one denominator, and what rounds of single shots are worth.

    Parameters: `hits`, fractions by player; `backend`, whose integers serve where numbers are long.

    >>> from truel_ref.numbers import get_backend
    >>> shots = Shots([Fraction(1, 2), Fraction(1, 3)], get_backend("fractions"))
    >>> shots.duel(0, 1).win
    (Fraction(3, 4), Fraction(1, 4))
    >>> alone = survivors(2)
    >>> shots.value([(0, alone[0,]), (1, alone[1,])]) == shots.duel(0, 1)
    True
    """

    def __init__(self, hits: Sequence[Fraction], backend: Backend) -> None:
        n = math.lcm(*(hit.denominator for hit in hits))
        integer: Callable[[int], Integer] = int
        self._gcd: Callable[..., Integer] = math.gcd
        if len(hits) > 4 or n ** len(hits) > SMALL:
            integer, self._gcd = backend.integer, backend.gcd
        self.players = len(hits)
        self.n = integer(n)
        self.a = [integer(hit.numerator * (n // hit.denominator)) for hit in hits]
        self.c = [self.n - a for a in self.a]

    def shares(self, win: Iterable[Fraction]) -> Shares:
        """Return win probabilities over a common denominator."""
        win = tuple(win)
        bottom = math.lcm(*(each.denominator for each in win))
        return Shares([each.numerator * (bottom // each.denominator) for each in win], bottom, win)

    def duel(self, first: int, second: int) -> Shares:
        """Return the win probabilities of two who shoot at each other, none if neither ever hits."""
        top, other = self.a[first] * self.n, self.c[first] * self.a[second]
        # The divisors that one of them shares with the sum are those that it shares with the other.
        common = self._gcd(top, other)
        if not common:
            return nobody_wins(self.players)
        top, other = top // common, other // common
        bottom = top + other
        tops: list[Integer] = [0] * self.players
        win = [_ZERO] * self.players
        tops[first], tops[second] = top, other
        win[first] = coprime_fraction(int(top), int(bottom))
        win[second] = coprime_fraction(int(other), int(bottom))
        return Shares(tops, bottom, tuple(win))

    def value(self, shots: Sequence[tuple[int, Shares]]) -> Shares:
        """Return the value of a round.

        Parameters: `shots`, in shooting order, those who can hit somebody, each with the win probabilities after it.
        """
        if not shots:
            return nobody_wins(self.players)
        whole = self.n ** len(shots)
        after = shots[0][1].bottom
        for _, later in shots[1:]:
            if later.bottom != after:
                after = after // self._gcd(after, later.bottom) * later.bottom
        passed, left = 1, whole
        tops: list[Integer] = [0] * self.players
        for player, later in shots:
            left //= self.n
            weight = passed * self.a[player] * left * (after // later.bottom)
            tops = [mine + weight * top for mine, top in zip(tops, later.tops, strict=True)]
            passed *= self.c[player]
        return self._reduced(tops, (whole - passed) * after)

    def _reduced(self, tops: Sequence[Integer], bottom: Integer) -> Shares:
        """Return numbers over a common denominator in lowest terms, together and each by itself."""
        common = [self._gcd(top, bottom) for top in tops]
        win = tuple(
            coprime_fraction(int(top // divisor), int(bottom // divisor)) if top else _ZERO
            for top, divisor in zip(tops, common, strict=True)
        )
        divisor = self._gcd(*common)
        return Shares([top // divisor for top in tops], bottom // divisor, win)


class IrrationalShots:
    """The same where numbers are irrational, and have no denominators: duels only, by their formula.

    Parameters: `hits`, by player, in numbers of the backend.
    """

    def __init__(self, hits: Sequence[Any]) -> None:
        self.hits = hits

    def shares(self, win: Iterable[Any]) -> Shares:
        """Return win probabilities as they are."""
        win = tuple(win)
        return Shares(win, 1, win)

    def duel(self, first: int, second: int) -> Shares:
        """Return the win probabilities of two who shoot at each other, none if neither ever hits."""
        x, y = self.hits[first], self.hits[second]
        passes = (1 - x) * y
        ends = x + passes
        win: list[Any] = [_ZERO] * len(self.hits)
        if ends:
            win[first], win[second] = x / ends, passes / ends
        return self.shares(win)
