"""Ties that hold everywhere: two options whose values are equal as rational functions of the free hit probabilities.

With the aims of all phases fixed, a player's value is a rational function of the hit probabilities. Three steps compare
two such functions, each with the lines of `truel_ref.play.phase`:

1. **Guess**: at a point of small integers. Functions that differ there are not equal.
2. **Bound**: a fraction is a pair of integer polynomials without cancellation. Of each polynomial only its degree in
   `y` and a bound of the sum of the absolute values of its coefficients are stored (bounds of terms add, bounds of
   factors multiply). So the numerator `N` of the difference has integer coefficients of absolute value at most `H`, and
   a degree in `y` of at most `dy`.
3. **Prove**: at one point, in integers. With `y = m` and `x = m^(dy + 1)`, different monomials of `N` are different
   powers of `m`, so `N` is a polynomial in `m` with the same coefficients. If it is not 0, it has no root at an integer
   `m > H`, because its leading term outweighs the others. So `N` is 0 there if and only if it is 0 everywhere.

Denominators are products of factors `1 - K`, which are positive wherever somebody can be hit.

**Equal replies.** If the same replies follow two options, smaller functions decide. An option hits with chance `s`, and
a hit is worth `W` to the player; `T` and `κ` are all other turns of the round, composed. The worth of the option is
`x = s W + (1 - s) (T + κ x)`, and that of Miss is `x0 = T + κ x0`, so

    x - x0 = s (W - x0) + (1 - s) κ (x - x0),        (x - x0) (1 - (1 - s) κ) = s (W - x0).

So a shot equals Miss if and only if `W = x0`, and two shots with the same `s` are equal if and only if their `W` are.

Source: L. Kronecker's
substitution, in J. von zur Gathen and J. Gerhard, *Modern Computer Algebra*, 3rd edition (2013), section 8.4; Cauchy's
bound of the roots of a polynomial.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from math import lcm
from operator import and_
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.game.people import Order, next_order
from truel_ref.play import phase

if TYPE_CHECKING:
    from truel_ref.game.aims import Aim

__all__ = ["ByPlace", "Hit", "Identities", "Weights", "identical", "in_parts"]

Hit: TypeAlias = "Fraction | str"
"""A hit probability: a number, or one of at most two letters; equal letters are equal hit probabilities."""

Weights: TypeAlias = tuple[int, ...]
"""An aim as integers: the common denominator, and by player the numerator of the weight (`in_parts`). They are keys of
caches, in which fractions would be slow."""

ByPlace: TypeAlias = tuple[Weights, ...]
"""The aims of a phase by place, as weights."""

Play: TypeAlias = "tuple[tuple[Order, ByPlace], ...]"
"""The aims of phases."""

_Plays: TypeAlias = "dict[Order, ByPlace]"

_next_order = lru_cache(maxsize=10_000)(next_order)

SMALL = 241, 251
"""The point of the guess."""

BITS, POWERS = 128, 8
"""Steps of the points of proofs: of the bits of `y`, and of the exponent of `y` that gives `x`."""

KEPT = 1_000
"""Largest number of profiles whose value a ring stores: successive comparisons mostly share a profile."""

MOST = 2**62
"""Largest number of a play that fits into an integer of an array."""

RINGS = 8
"""Largest number of stored rings of each kind: one for each area of a map in progress, and point."""


class _Bound:
    """A bound of a polynomial: the sum of the absolute values of its coefficients, and its degree in `y`."""

    __slots__ = ("height", "y")

    def __init__(self, height: int, y: int = 0) -> None:
        self.height, self.y = height, y

    def __add__(self, other: _Bound) -> _Bound:
        return _Bound(self.height + other.height, self.y if self.y > other.y else other.y)

    __sub__ = __add__

    def __mul__(self, other: _Bound) -> _Bound:
        return _Bound(self.height * other.height, self.y + other.y)


class _Quotient:
    """A fraction of two elements of a ring, without cancellation.

    Structural zeros and ones are `ZERO` and `ONE` in every ring. So every ring does the same operations, and the bound
    is a bound of the polynomial that is evaluated.
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
        """Return whether this is the structural 1."""
        return one == 1 and self is ONE

    __hash__ = None  # type: ignore[assignment]  # only compared with 1, never hashed


ZERO, ONE = _Quotient(None, None), _Quotient(None, None)


class _Ring:
    """The values of phases with fixed aims, in quotients of some ring; the values of later phases are stored.

    Parameters: `hits`; `integer`, the map from integers to the ring; `letters`, the elements for the letters.
    """

    def __init__(self, hits: Sequence[Hit], integer: Callable[[int], Any], letters: Sequence[Any]) -> None:
        self.integer = integer
        one, named = integer(1), dict(zip(_names(hits), letters, strict=False))
        self.hits: list[Any] = [
            _Quotient(named[hit], one) if isinstance(hit, str) else self.number(hit.numerator, hit.denominator)
            for hit in hits
        ]
        self.known: dict[Hashable, list[Any]] = {}
        self.worths: dict[Hashable, Any] = {}

    def number(self, part: int, whole: int) -> Any:
        """Return a fraction as a quotient."""
        if not part or part == whole:
            return ONE if part else ZERO
        return _Quotient(self.integer(part), self.integer(whole))

    def after(self, order: Order, play: _Plays) -> list[Any]:
        """Return the win probabilities at the start of a later phase."""
        aims = play.get(order)
        # Duels follow a phase of three, so its own aims determine it; a larger phase meets other aims, too.
        name = order, aims if len(order) < 4 else tuple(item for item in play.items() if {*item[0]} <= {*order})
        if name not in self.known:
            if len(order) == 1:
                won = [ONE if player == order[0] else ZERO for player in range(len(self.hits))]
            else:
                aimed = aims or _each_other(order, len(self.hits))
                won = self._win(order, aimed, play, order, range(len(self.hits)))
            self.known[name] = won
        return self.known[name]

    def worth(self, order: Order, place: int, aims: ByPlace, play: _Plays) -> Any:
        """Return the value of a profile to the player at a place, at this player's turn; store the latest values."""
        name = order, place, aims, tuple(play.items())
        worth = self.worths.get(name)
        if worth is None:
            [worth] = self._win(order, aims, play, order[place:] + order[:place], [order[place]])
            if len(self.worths) >= KEPT:  # another thread may clear them too, so nothing is read back
                self.worths.clear()
            self.worths[name] = worth
        return worth

    def _win(self, order: Order, aims: ByPlace, play: _Plays, turned: Order, whose: Sequence[int]) -> list[Any]:
        """Return how often some players win a phase, from the first of its players in a turned order."""
        mine = dict(zip(order, aims, strict=True))
        return phase.value([self._turn(order, player, mine[player], play, whose) for player in turned])

    def _turn(self, order: Order, player: int, weights: Weights, play: _Plays, whose: Sequence[int]) -> phase.Turn:
        """Return the turn of a player with an aim, restricted to the outcomes of some players."""
        aimed = []
        whole, *parts = weights
        for victim, part in enumerate(parts if self.hits[player] is not ZERO else ()):
            if part:
                later = self.after(_next_order(order, player, victim), play)
                aimed.append((self.number(part, whole), [later[other] for other in whose]))
        return phase.turn(self.hits[player], aimed, len(whose))

    def parts(self, value: Any) -> tuple[Any, Any]:
        """Return numerator and denominator."""
        if value is ZERO or value is ONE:
            return self.integer(int(value is ONE)), self.integer(1)
        return value.top, value.bottom

    def difference(self, order: Order, place: int, first: ByPlace, second: ByPlace, play: _Plays) -> Any:
        """Return the numerator of a difference that is 0 if and only if the values of two profiles are equal.

        These are values to the player at a place. With equal replies it is the difference `W - x0` or `W - W'` of the
        module's docstring, otherwise that of the values.
        """
        (whole, *mine), (whole_of_other, *others) = first[place], second[place]
        shots = sum(mine) * whole_of_other, sum(others) * whole
        by_hits = (
            self.hits[order[place]] is not ZERO
            and (shots[0] == shots[1] or 0 in shots)
            and first[:place] + first[place + 1 :] == second[:place] + second[place + 1 :]
        )
        parts = (
            self.parts((self._hit if by_hits and shot else self.worth)(order, place, aims, play))
            for shot, aims in zip(shots, (first, second), strict=True)
        )
        (top, bottom), (top_of_other, bottom_of_other) = parts
        return top * bottom_of_other - top_of_other * bottom

    def _hit(self, order: Order, place: int, aims: ByPlace, play: _Plays) -> Any:
        """Return the value of a hit to the player at a place, who then has one of the targets of an aim."""
        player, (_, *parts) = order[place], aims[place]
        worth = ZERO
        for victim, part in enumerate(parts):
            if part:
                worth += self.number(part, sum(parts)) * self.after(_next_order(order, player, victim), play)[player]
        return worth


def _each_other(order: Order, players: int) -> ByPlace:
    """Return the aims of two players left."""
    return tuple((1, *(int(at == other) for at in range(players))) for other in reversed(order))


@lru_cache(maxsize=1_000)
def in_parts(aim: Aim) -> Weights:
    """Return the weights of an aim as integers.

    >>> from truel_ref.game.aims import Aim
    >>> in_parts(Aim((Fraction(0), Fraction(1, 2), Fraction(1, 3))))
    (6, 0, 3, 2)
    """
    rational = [weight for weight in aim.weights if isinstance(weight, Fraction)]
    assert len(rational) == len(aim.weights)  # filters get no problems with irrational numbers
    whole = lcm(*(weight.denominator for weight in rational))
    return (whole, *(int(weight * whole) for weight in rational))


@lru_cache(maxsize=100_000)
def identical(
    hits: tuple[Hit, ...],
    order: Order,
    place: int,
    first: ByPlace,
    second: ByPlace,
    play: Play = (),
) -> bool:
    """Return whether two profiles have the same value for a player, for all values of the letters.

    Parameters: `hits`; `order`, the phase; `place`, of the player, at whose turn both are valued; `first` and `second`,
    the profiles, aims as weights; `play`, the aims of the later phases of three players or more that follow. In each
    profile somebody may be hit.

    >>> half, at = Fraction(1, 2), [(1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1)]
    >>> identical(("a", "b", half), (0, 1, 2), 2, (at[2], at[2], at[0]), (at[2], at[2], at[1]))
    False
    >>> identical(("a", "a", half), (0, 1, 2), 0, (at[1], at[0], at[0]), (at[1], at[0], at[1]))
    False
    >>> identical(("a", "b", Fraction(0)), (0, 1, 2), 2, (at[1], at[0], at[0]), (at[1], at[0], at[1]))
    True
    """
    asked, letters = (order, place, first, second, dict(play)), len(_names(hits))
    differ = bool(_at_small(hits).difference(*asked))
    if differ or not letters:
        return not differ
    bound = _of_bounds(hits).difference(*asked)
    # Points are taken in steps, so that later phases are evaluated at few points; any large enough point serves.
    powers = _in_steps(bound.y + 1, POWERS) if letters > 1 else 1
    exact = _at_a_point(hits, _in_steps(bound.height.bit_length(), BITS), powers)
    return bool(exact.difference(*asked) == 0)


def _in_steps(least: int, step: int) -> int:
    return step * -(-least // step)


def _names(hits: Sequence[Hit]) -> list[str]:
    names = sorted({hit for hit in hits if isinstance(hit, str)})
    assert len(names) <= 2, names
    return names


@lru_cache(maxsize=RINGS)
def _at_small(hits: tuple[Hit, ...]) -> _Ring:
    """Return the ring of the guess."""
    return _Ring(hits, int, SMALL)


@lru_cache(maxsize=RINGS)
def _of_bounds(hits: tuple[Hit, ...]) -> _Ring:
    """Return the ring of the bound."""
    return _Ring(hits, lambda value: _Bound(abs(value)), [_Bound(1, y=1), _Bound(1)])


@lru_cache(maxsize=RINGS)
def _at_a_point(hits: tuple[Hit, ...], bits: int, powers: int) -> _Ring:
    """Return the ring of the proof: the integers, with `y = 2^bits` and `x = y^powers`."""
    return _Ring(hits, int, [1 << bits, 1 << bits * powers])


class Identities:
    """Identities between the values of profiles of a phase, for a batch of problems.

    Parameters: `letters`, per player the hit probability, as in `identical`; `order`, the phase; `options`, by place;
    `phases`, the filter's results for later phases; `batch`, the number of problems; `known`, the answers so far, which
    filters of problems with the same letters and options share.
    """

    def __init__(
        self,
        letters: tuple[Hit, ...],
        order: Order,
        options: Sequence[Sequence[Aim]],
        phases: Mapping[Order, Any],
        batch: int,
        known: dict[Any, Any],
        points: Sequence[tuple[Hit, ...]] | None = None,
    ) -> None:
        self.letters = letters
        self.order = order
        self.batch = batch
        self.known = known
        self.points = points
        self.options = options
        self.phases = {
            follows: later
            for follows, later in phases.items()
            if 2 < len(follows) < len(order) and set(follows) < set(order)
        }

    @cached_property
    def later(self) -> Any:
        """Per problem a number for its play in later phases, -1 where this is not sure; equal in all of `known`."""
        import numpy as np

        number: Any = np.zeros(self.batch, dtype=np.int64)
        size = 1
        paths = [
            (path, len(aims))
            for order in sorted(self.phases)
            for path, aims in zip(self.phases[order].path, self.phases[order].options, strict=True)
        ]
        for path, count in paths:
            if size * count > MOST:
                number = np.unique(number, return_inverse=True)[1].reshape(-1)
                size = self.batch
            number = number * count + path
            size *= count
        _, where, number = np.unique(number, return_index=True, return_inverse=True)
        plays = self.known.setdefault((self.order, *sorted(self.phases)), {})
        codes = zip(*(path[where].tolist() for path, _ in paths), strict=True) if paths else [()]
        numbers = np.array([plays.setdefault(code, len(plays)) for code in codes])
        sure: Any = reduce(and_, (phase.sure for phase in self.phases.values()), np.ones(self.batch, dtype=bool))
        return np.where(sure, numbers[number.reshape(-1)], -1)

    def identical(self, place: int, paths: Sequence[Sequence[int]], problem: int, at_point: bool = False) -> bool:
        """Return whether profiles have the same value to the player at a place, proved as functions, or at a point.

        Parameters: `place`; `paths`, the profiles; `problem`, of the batch, whose later phases count; `at_point`,
        whether the values need to be equal at the point of this problem only.
        """
        hits = self.points[problem] if at_point and self.points else self.letters
        profiles = [
            tuple(in_parts(aims[option]) for aims, option in zip(self.options, path, strict=True)) for path in paths
        ]
        shots = {Fraction(sum(parts), whole) for whole, *parts in (aims[place] for aims in profiles)}
        if len(shots) == 1 and len({(*path[:place], *path[place + 1 :]) for path in paths}) == 1:
            # Then the announcements of the others do not count, so let them miss.
            idle = 1, *[0] * len(self.letters)
            profiles = [tuple(idle if at != place else one for at, one in enumerate(aims)) for aims in profiles]
        played: _Plays = {}
        for aims in profiles:
            self._follow(self.order, aims, problem, played)
        play = tuple(sorted(played.items()))
        return all(identical(hits, self.order, place, profiles[0], other, play) for other in profiles[1:])

    def _follow(self, order: Order, aims: ByPlace, problem: int, played: _Plays) -> None:
        """Collect the later phases that some aims reach, with their aims."""
        for player, (_, *parts) in zip(order, aims, strict=True):
            for victim, weight in enumerate(parts):
                follows = _next_order(order, player, victim) if weight and self.letters[player] else ()
                if len(follows) > 2 and follows not in played:
                    played[follows] = self.phases[follows].weights_at(problem)
                    self._follow(follows, played[follows], problem, played)
