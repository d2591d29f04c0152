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


class _Modular:
    """An integer modulo a prime."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value % PRIME

    def __add__(self, other: _Modular) -> _Modular:
        return _Modular(self.value + other.value)

    def __sub__(self, other: _Modular) -> _Modular:
        return _Modular(self.value - other.value)

    def __mul__(self, other: _Modular) -> _Modular:
        return _Modular(self.value * other.value)


class _Bound:
    """A bound of a polynomial: the sum of the absolute values of its coefficients, and its degrees in both letters."""

    __slots__ = ("height", "x", "y")

    def __init__(self, height: int, x: int = 0, y: int = 0) -> None:
        self.height, self.x, self.y = height, x, y

    def __add__(self, other: _Bound) -> _Bound:
        return _Bound(self.height + other.height, max(self.x, other.x), max(self.y, other.y))

    __sub__ = __add__

    def __mul__(self, other: _Bound) -> _Bound:
        return _Bound(self.height * other.height, self.x + other.x, self.y + other.y)


class _Quotient:
    """A fraction of two elements of a ring, of which nothing is cancelled.

    What is 0 or 1 by structure is `ZERO` or `ONE`, whatever the ring. So the same operations are done in every ring,
    and the polynomial whose bound is known is the one that is evaluated.
    """

    __slots__ = ("bottom", "top")

    def __init__(self, top: Any, bottom: Any) -> None:
        self.top, self.bottom = top, bottom

    def __add__(self, other: _Quotient) -> _Quotient:
        if self is ZERO or other is ZERO:
            return self if other is ZERO else other
        if self is ONE:
            return other + self
        if other is ONE:
            return _Quotient(self.top + self.bottom, self.bottom)
        return _Quotient(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __mul__(self, other: _Quotient) -> _Quotient:
        if self is ZERO or other is ZERO:
            return ZERO
        if self is ONE or other is ONE:
            return other if self is ONE else self
        return _Quotient(self.top * other.top, self.bottom * other.bottom)

    def __truediv__(self, other: _Quotient) -> _Quotient:
        if self is ZERO or other is ONE:
            return self
        if self is ONE:
            return _Quotient(other.bottom, other.top)
        return _Quotient(self.top * other.bottom, self.bottom * other.top)

    def __rsub__(self, one: int) -> _Quotient:
        assert one == 1
        if self is ZERO or self is ONE:
            return ONE if self is ZERO else ZERO
        return _Quotient(self.bottom - self.top, self.bottom)

    def __rmul__(self, zero: int) -> _Quotient:
        assert zero == 0
        return ZERO

    def __eq__(self, one: object) -> bool:
        """Tell whether this is 1, which is known by structure."""
        return one == 1 and self is ONE

    __hash__ = None  # type: ignore[assignment]  # nothing that `==` says is asked beside that


ZERO, ONE = _Quotient(None, None), _Quotient(None, None)


class _Values:
    """The values of phases with known aims, in quotients of some ring.

    Parameters: `hits`; `play`, the aims; `integer`, how an integer becomes an element of the ring; `letters`, the
    elements for the letters.
    """

    def __init__(
        self, hits: Sequence[Hit], play: Play, integer: Callable[[int], Any], letters: Mapping[str, Any]
    ) -> None:
        self.play = dict(play)
        self.integer = integer
        one = integer(1)
        self.hits: list[Any] = [
            _Quotient(letters[hit], one) if isinstance(hit, str) else self.number(hit) for hit in hits
        ]
        self.known: dict[Order, list[Any]] = {}

    def number(self, exact: Fraction) -> Any:
        """Return a fraction as a quotient."""
        if exact in {0, 1}:
            return ONE if exact else ZERO
        return _Quotient(self.integer(exact.numerator), self.integer(exact.denominator))

    def after(self, order: Order) -> list[Any]:
        """Return the win probabilities at the start of a later phase."""
        if order not in self.known:
            if len(order) == 1:
                won = [ONE if player == order[0] else ZERO for player in range(len(self.hits))]
            else:
                won = self.win(order, self.play.get(order) or _each_other(order, len(self.hits)), 0)
            self.known[order] = won
        return self.known[order]

    def win(self, order: Order, aims: Sequence[Weights], place: int) -> list[Any]:
        """Return the win probabilities at the first turn of the player at a place."""
        turns = [self.turn(order, player, mine) for player, mine in zip(order, aims, strict=True)]
        return phase.value(turns[place:] + turns[:place])

    def turn(self, order: Order, player: int, weights: Weights) -> phase.Turn[Any]:
        """Return the turn of a player with an aim."""
        aimed = [
            (self.number(weight), self.after(next_order(order, player, victim)))
            for victim, weight in enumerate(weights)
            if weight and self.hits[player] is not ZERO
        ]
        return phase.turn(self.hits[player], aimed, len(self.hits))

    def difference(self, one: Any, other: Any) -> Any:
        """Return the numerator of a difference."""
        (top, bottom), (top_of_other, bottom_of_other) = self.parts(one), self.parts(other)
        return top * bottom_of_other - top_of_other * bottom

    def parts(self, value: Any) -> tuple[Any, Any]:
        """Return numerator and denominator."""
        if value is ZERO or value is ONE:
            return self.integer(int(value is ONE)), self.integer(1)
        return value.top, value.bottom


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
    if _guessed(hits, order, place, first, play) != _guessed(hits, order, place, second, play):
        return False

    def difference(integer: Callable[[int], Any], letters: Mapping[str, Any]) -> Any:
        values = _Values(hits, play, integer, letters)
        one, other = (values.win(order, aims, place)[order[place]] for aims in (first, second))
        return values.difference(one, other)

    names = _names(hits)
    degrees = _Bound(1, x=1), _Bound(1, y=1)
    bound = difference(lambda value: _Bound(abs(value)), dict(zip(names, degrees, strict=False)))
    base = bound.height + 1
    point = base ** (bound.y + 1), base
    return bool(difference(int, dict(zip(names, point, strict=False))) == 0)


def _names(hits: Sequence[Hit]) -> list[str]:
    names = sorted({hit for hit in hits if isinstance(hit, str)})
    assert len(names) <= 2, names
    return names


@lru_cache(maxsize=100_000)
def _guessed(hits: tuple[Hit, ...], order: Order, place: int, aims: tuple[Weights, ...], play: Play) -> int:
    """Return the value of a profile at a random point modulo a prime."""
    values = _at_random(hits, play)
    top, bottom = values.parts(values.win(order, aims, place)[order[place]])
    return int(top.value) * pow(int(bottom.value), -1, PRIME) % PRIME


@lru_cache(maxsize=1000)
def _at_random(hits: tuple[Hit, ...], play: Play) -> _Values:
    source = random.Random(0)
    return _Values(hits, play, _Modular, {name: _Modular(source.randrange(PRIME)) for name in _names(hits)})
