"""Ties that hold everywhere: two options whose values are equal as rational functions of the free hit probabilities.

With the aims of all phases known, what a player gets is a rational function of the hit probabilities. Two of them are
compared as functions, in three steps, each with the lines of `truel_ref.play.phase`:

1. **Guess**: at a random point modulo a prime. Functions that differ there are not equal.
2. **Bound**: every fraction is kept as a pair of integer polynomials, of which nothing is cancelled; of a polynomial
   only its degrees and a bound of the sum of the absolute values of its coefficients are kept (the sum of those of two
   terms, the product of those of two factors). So the numerator `N` of the difference has integer coefficients of at
   most `H`, and degrees of at most `dx` and `dy`.
3. **Prove**: at one point, in integers. With `y = m` and `x = m^(dy + 1)`, different monomials of `N` are different
   powers of `m`, so `N` is a polynomial in `m` with the same coefficients; and one that is not 0 has no root at an
   integer `m > H`, because its leading term outweighs the others. So `N` is 0 there if and only if it is 0 everywhere.

Denominators are products of factors `1 - K`, which are positive wherever somebody can be hit. Source: L. Kronecker's
substitution, in J. von zur Gathen and J. Gerhard, *Modern Computer Algebra*, 3rd edition (2013), section 8.4; Cauchy's
bound of the roots of a polynomial.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from truel_ref.game.orders import Order, next_order
from truel_ref.play import phase

__all__ = ["Hit", "Weights", "identical"]

Hit: TypeAlias = "Fraction | str"
"""A hit probability: a number, or a letter, of which there may be two; equal letters are equal hit probabilities."""

Weights: TypeAlias = tuple[Fraction, ...]

Play: TypeAlias = "tuple[tuple[Order, tuple[Weights, ...]], ...]"
"""By phase, the aims by place, as weights."""

PRIME = 2**61 - 1
GUESSES = 2


@dataclass(frozen=True)
class _Modular:
    """An integer modulo a prime."""

    value: int

    def __add__(self, other: _Modular) -> _Modular:
        return _Modular((self.value + other.value) % PRIME)

    def __sub__(self, other: _Modular) -> _Modular:
        return _Modular((self.value - other.value) % PRIME)

    def __mul__(self, other: _Modular) -> _Modular:
        return _Modular(self.value * other.value % PRIME)


@dataclass(frozen=True)
class _Bound:
    """A bound of a polynomial: the sum of the absolute values of its coefficients, and its degrees."""

    height: int
    degrees: tuple[int, int]

    def __add__(self, other: _Bound) -> _Bound:
        x, y = zip(self.degrees, other.degrees, strict=True)
        return _Bound(self.height + other.height, (max(x), max(y)))

    __sub__ = __add__

    def __mul__(self, other: _Bound) -> _Bound:
        x, y = zip(self.degrees, other.degrees, strict=True)
        return _Bound(self.height * other.height, (sum(x), sum(y)))


@dataclass(frozen=True, eq=False)
class _Quotient:
    """A fraction of two elements of a ring, of which nothing is cancelled.

    Only quotients with the very same denominator are added without multiplying by it.
    """

    top: Any
    bottom: Any

    def __add__(self, other: _Quotient) -> _Quotient:
        if self.bottom is other.bottom:
            return _Quotient(self.top + other.top, self.bottom)
        return _Quotient(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __sub__(self, other: _Quotient) -> _Quotient:
        if self.bottom is other.bottom:
            return _Quotient(self.top - other.top, self.bottom)
        return _Quotient(self.top * other.bottom - other.top * self.bottom, self.bottom * other.bottom)

    def __mul__(self, other: _Quotient) -> _Quotient:
        return _Quotient(self.top * other.top, self.bottom * other.bottom)

    def __truediv__(self, other: _Quotient) -> _Quotient:
        return _Quotient(self.top * other.bottom, self.bottom * other.top)

    def __rsub__(self, other: int) -> _Quotient:
        assert other == 1
        return _Quotient(self.bottom - self.top, self.bottom)

    def __rmul__(self, other: int) -> _Quotient:
        assert other == 0
        return _Quotient(self.top - self.top, self.bottom)

    def __eq__(self, other: object) -> bool:
        """Tell whether this is 1, which is known by structure: `_Values` asks for no values where it is."""
        return False

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: object) -> bool:
        raise TypeError("functions have no order")


class _Values:
    """The values of phases with known aims, in quotients of some ring.

    Parameters: `hits`; `play`, the aims; `integer`, how an integer becomes an element of the ring; `letters`, the
    elements for the letters.
    """

    def __init__(
        self, hits: Sequence[Hit], play: Play, integer: Callable[[int], Any], letters: Mapping[str, Any]
    ) -> None:
        self.exact = hits
        self.play = dict(play)
        self.integer = integer
        self.one = integer(1)
        self.hits = [_Quotient(letters[hit], self.one) if isinstance(hit, str) else self.number(hit) for hit in hits]
        self.known: dict[Order, list[_Quotient]] = {}

    def number(self, exact: Fraction) -> _Quotient:
        """Return a fraction as a quotient."""
        top, bottom = exact.numerator, exact.denominator
        return _Quotient(self.integer(top), self.one if bottom == 1 else self.integer(bottom))

    def after(self, order: Order) -> list[_Quotient]:
        """Return the win probabilities at the start of a later phase."""
        if order not in self.known:
            if len(order) == 1:
                won = [self.number(Fraction(int(player == order[0]))) for player in range(len(self.hits))]
            else:
                aims = self.play.get(order) or _each_other(order, len(self.hits))
                won = self.win(order, aims, 0)
            self.known[order] = won
        return self.known[order]

    def win(self, order: Order, aims: Sequence[Weights], place: int) -> list[_Quotient]:
        """Return the win probabilities at the first turn of the player at a place."""
        if all(not self.exact[player] or not any(mine) for player, mine in zip(order, aims, strict=True)):
            return [self.number(Fraction(0))] * len(self.hits)
        turns = [self.turn(order, player, mine) for player, mine in zip(order, aims, strict=True)]
        return phase.value(turns[place:] + turns[:place])

    def turn(self, order: Order, player: int, weights: Weights) -> phase.Turn[_Quotient]:
        """Return the turn of a player with an aim."""
        aimed = [
            (self.number(weight), self.after(next_order(order, player, victim)))
            for victim, weight in enumerate(weights)
            if weight and self.exact[player]
        ]
        return phase.turn(self.hits[player], aimed, len(self.hits))


def _each_other(order: Order, players: int) -> list[Weights]:
    """Return the aims of two players left."""
    return [tuple(Fraction(int(at == other)) for at in range(players)) for other in reversed(order)]


@lru_cache(maxsize=100_000)
def identical(
    hits: tuple[Hit, ...],
    order: Order,
    place: int,
    first: tuple[Weights, ...],
    second: tuple[Weights, ...],
    play: Play = (),
) -> bool:
    """Tell whether two profiles are worth the same to a player, whatever the letters stand for.

    Parameters: `hits`; `order`, the phase; `place`, that of the player, at whose own turn both are valued; `first` and
    `second`, the profiles, aims as weights; `play`, the aims of the later phases of three players or more that follow.
    In neither profile everybody misses for certain.

    >>> half, at = Fraction(1, 2), [tuple(Fraction(int(to == who)) for to in range(3)) for who in range(3)]
    >>> identical(("a", "b", half), (0, 1, 2), 2, (at[2], at[2], at[0]), (at[2], at[2], at[1]))
    False
    >>> identical(("a", "a", half), (0, 1, 2), 0, (at[1], at[0], at[0]), (at[1], at[0], at[1]))
    False
    >>> identical(("a", "b", Fraction(0)), (0, 1, 2), 2, (at[1], at[0], at[0]), (at[1], at[0], at[1]))
    True
    """

    def difference(integer: Callable[[int], Any], letters: Mapping[str, Any]) -> Any:
        values = _Values(hits, play, integer, letters)
        one, other = (values.win(order, aims, place)[order[place]] for aims in (first, second))
        return (one - other).top

    names = sorted({hit for hit in hits if isinstance(hit, str)})
    assert len(names) <= 2, names
    source = random.Random(0)
    for _ in range(GUESSES):
        point = {name: _Modular(source.randrange(PRIME)) for name in names}
        if difference(lambda value: _Modular(value % PRIME), point).value:
            return False
    unit = {name: _Bound(1, (int(index == 0), int(index == 1))) for index, name in enumerate(names)}
    bound = difference(lambda value: _Bound(abs(value), (0, 0)), unit)
    base = bound.height + 1
    powers = dict(zip(names, (base ** (bound.degrees[1] + 1), base), strict=False))
    return bool(difference(int, powers) == 0)
