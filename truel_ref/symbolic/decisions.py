"""Decisions as polynomials: for two options of a player, the factored polynomial whose sign says which is better.

A phase with letters has finitely many comparisons: a player, the announcements before this player, and two of the
player's options, each with the replies to it. A comparison is a rational function of the hit probabilities
(`truel_ref.play.phase.advantage`). Its denominator, and every factor of its numerator with a proved sign inside the
unit cube, only contribute a constant sign; the remaining factors are the **deciding** polynomials. From their signs
backward induction runs as with numbers.

**Stationary play.** A profile is one aim for each player, who keep their aims until somebody is eliminated and announce
nothing. Let the turns of the others, in the order in which they follow player `m`, compose to `(v, κ)`. The gain of `m`
by the aim `y` instead of `y'` has the sign of a polynomial, as in announced play

    r - r' + (k - k') v + (k r' - k' r) κ        own components

or, if `y'` leads to a stalemate, whose value is 0, the sign of `r + k v`. So the signs of finitely many polynomials
determine all pure equilibria. `truel_ref.play.responses` has the definition, and the proof that among a player's
options with equal `k` only those with the largest own `r` can be best responses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import chain, product
from typing import TypeAlias, TypeVar

from truel_ref.errors import ProblemError, refuse
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Profile
from truel_ref.game.problem import Problem
from truel_ref.kernels.memory import remembered
from truel_ref.numbers import irreducible_roots, sign_of
from truel_ref.play import phase
from truel_ref.play.phase import advantage, cannot_hit
from truel_ref.play.ties import LIKELIEST_WINNER, preferences
from truel_ref.symbolic.algebra import Factors, Function, Letters, Polynomial, factors, open_sign, univariate, value_at

SignOf: TypeAlias = Callable[[Polynomial], int]
"""The sign of a polynomial at the point of a decision: -1, 0 or 1."""

SignedFactors: TypeAlias = tuple[int, Factors]
"""The sign of a function as a product: a sign, and the polynomials whose signs change it, with their powers."""

Option = TypeVar("Option")


def proved_sign(polynomial: Polynomial) -> int | None:
    """Return the proved sign of an irreducible polynomial everywhere inside the unit cube, or None without a proof.

    >>> letters = Letters([None, None, None])
    >>> a, b, c = letters.hits
    >>> proved_sign((a + b - a * b).numer), proved_sign((a - b).numer)
    (1, None)
    """
    if polynomial.ring.ngens > 1:
        return open_sign(polynomial, halvings=4)
    roots = irreducible_roots(univariate(polynomial))
    return None if any(0 < root < 1 for root in roots) else sign_of(value_at(polynomial, [Fraction(1, 2)]))


def settled(function: Function) -> SignedFactors:
    """Return a sign and the factors such that the function has, inside the cube, the sign of their product.

    A denominator without a proved sign could reverse an inequality, so it raises `ProblemError`.

    >>> a, b, c = Letters([None, None, None]).hits
    >>> settled((b - a) * c / (a + b - a * b))
    (-1, ((a - b, 1),))
    """
    if not function:
        return 0, ()
    constant, top, bottom = factors(function)
    sign = sign_of(constant)
    for polynomial, power in bottom:
        proved = proved_sign(polynomial)
        if not proved:
            raise ProblemError(
                f"the sign of the denominator {polynomial} inside the unit cube is not settled; "
                "an inequality may not be multiplied by it"
            )
        sign *= proved**power
    for polynomial, power in top:
        sign *= (proved_sign(polynomial) or 1) ** power
    return sign, tuple(pair for pair in top if proved_sign(pair[0]) is None)


def sign_by(decided: SignedFactors, sign_of: SignOf) -> int:
    """Return the sign of a function that is `settled`, where the polynomials have the given signs."""
    sign, deciding = decided
    for polynomial, power in deciding:
        sign *= sign_of(polynomial) ** power
    return sign


def best_of(listed: Iterable[Option], compare: Callable[[Option, Option], int]) -> list[Option]:
    """Return all best options in their order.

    Parameters: `listed`; `compare`, the sign of the advantage of the first of two options.

    >>> best_of([1, -2, 2, 0], lambda one, other: abs(one) - abs(other))
    [-2, 2]
    """
    best: list[Option] = []
    for option in listed:
        sign = compare(option, best[0]) if best else 1
        if sign >= 0:
            best = [option] if sign > 0 else [*best, option]
    return best


class Decisions:
    """The options of the first phase over letters, and all comparisons between them.

    Everything holds inside the unit cube: hit probabilities that are letters lie strictly between 0 and 1.

    Parameters: `letters`, the hit probabilities; `search`, the set of words that all players search; `targets` and
    `random_levels`, as for `Problem`; `if_eq`, the tie rule.

    Raises the errors of `Problem`, and `ProblemError` for `Strongest` (its meaning changes inside the cube) and for
    tie rule 3 (it compares win probabilities).

    >>> decisions = Decisions(Letters([None, None, 1]))
    >>> print(*decisions.compare((2, 1), (0,), (1,)))  # A and B announced Miss and C; C may shoot at A or B
    1 ((a - b, 1),)
    """

    def __init__(
        self,
        letters: Letters,
        search: object = (Word.OTHERS, Word.MISS),
        targets: str | Iterable[object] | None = None,
        random_levels: Iterable[object] | None = None,
        if_eq: int = 1,
    ) -> None:
        self.letters = letters
        # The options do not depend on the hit probabilities, except Strongest.
        half = letters.at([Fraction(1, 2)] * len(letters.names))
        self._stated = Problem(half, search=search, targets=targets, random_levels=random_levels, if_eq=if_eq)
        words = {word for words in self._stated.searches for word in words} | {*self._stated.targets}
        refuse(
            ProblemError,
            (
                Word.STRONGEST in words,
                "Strongest means different players for different hit probabilities; name the players",
            ),
            (
                self._stated.if_eq == LIKELIEST_WINNER,
                "tie rule 3 compares win probabilities; over symbols use the rules 1, 2, 4, -1 or -4",
            ),
        )
        self._preference = preferences(self._stated.if_eq)
        self.order = self._stated.order
        self.options = tuple(self._stated.options(self.order, player) for player in self.order)
        self.turns = tuple(
            tuple(letters.turn(self.order, player, letters.weights(aim)) for aim in aims)
            for player, aims in zip(self.order, self.options, strict=True)
        )
        self._nothing: phase.Turn = [letters.constant(0)] * letters.players, letters.constant(1)

    def problem(self, values: Sequence[Fraction]) -> Problem:
        """Return the problem with numbers for the letters, in their order."""
        return self._stated.changed(hits=self.letters.at(values))

    def stalls(self, path: Profile) -> bool:
        """Return whether nobody can be hit under a complete list of announcements."""
        chosen = zip(self.order, self.options, path, strict=True)
        return all(cannot_hit(self.letters.hits[player], aims[option]) for player, aims, option in chosen)

    def aims(self, path: Profile | None) -> tuple[Aim, ...] | None:
        """Return the aims of a complete list of announcements, None for a stalemate."""
        return None if path is None else tuple(aims[option] for aims, option in zip(self.options, path, strict=True))

    def path(self, aims: tuple[Aim, ...] | None) -> Profile | None:
        """Return the complete list of announcements with some aims."""
        return None if aims is None else tuple(own.index(aim) for own, aim in zip(self.options, aims, strict=True))

    @remembered
    def win(self, path: Profile | None) -> Sequence[Function]:
        """Return the win probabilities of a complete list of announcements, all 0 in a stalemate."""
        turns = () if path is None else tuple(own[option] for own, option in zip(self.turns, path, strict=True))
        return phase.value(turns or [self._nothing])

    def tie_ranks(self, place: int, equal: Profile, sign_of: SignOf) -> list[int]:
        """Return for options of a place, in canonical order, the rank of each under the tie rule, 0 the preferred one.

        The rule compares a list of numbers per option, of which the strength `sum(q*p)` depends on the hit
        probabilities; `sign_of` gives the signs of its differences.
        """
        first = tuple(range(self.letters.players))
        keys = [self._preference(self.options[place][option], self.letters.hits, first) for option in equal]

        def compare(one: int, two: int) -> int:
            gains = (mine - other + self.letters.constant(0) for mine, other in zip(keys[one], keys[two], strict=False))
            return next(filter(None, (sign_by(settled(gain), sign_of) for gain in gains)), one - two)

        best_first = sorted(range(len(equal)), key=cmp_to_key(compare))
        return [best_first.index(option) for option in range(len(equal))]

    # -- announced play

    @remembered
    def compare(self, earlier: Profile, first: Profile, second: Profile) -> SignedFactors:
        """Return what decides between two options, each with its replies, after some announcements.

        Parameters: `earlier`, the options announced before; `first` and `second`, each the option of the deciding
        player and the options of all later players; neither may stall.
        """
        place = len(earlier)
        turns = self._composed(place, first), self._composed(place, second), self._composed(0, earlier)
        return settled(advantage(*turns, self.order[place]))

    @remembered
    def _composed(self, place: int, path: Profile) -> phase.Turn:
        """Return the composed turns of the options in `path`, of the players from `place` on."""
        if len(path) < 2:
            return self.turns[place][path[0]] if path else self._nothing
        return phase.compose(self.turns[place][path[0]], self._composed(place + 1, path[1:]))

    def solve(self, sign_of: SignOf, ranks: Callable[[int, Profile], Sequence[int]] | None = None) -> Profile | None:
        """Return the chosen announcements where the polynomials have the given signs, None for a stalemate.

        The steps are those of backward induction with numbers. The choice holds wherever all polynomials that the
        induction and the tie rule ask for have the same signs.

        Parameters: `sign_of`, the signs; `ranks`, for a place and options that tie there the rank of each, the smallest
        preferred; by default the ranks of the tie rule.

        >>> decisions = Decisions(Letters([None, None, 1]))
        >>> at = {"a": Fraction(1, 3), "b": Fraction(2, 3)}
        >>> path = decisions.solve(lambda f: sign_of(f.evaluate([(letter, at[str(letter)]) for letter in f.ring.gens])))
        >>> print(*decisions.aims(path))
        Miss C B
        """
        return self._replies((), sign_of, ranks or (lambda place, equal: self.tie_ranks(place, equal, sign_of)))

    def _replies(
        self, earlier: Profile, sign_of: SignOf, ranks: Callable[[int, Profile], Sequence[int]]
    ) -> Profile | None:
        place = len(earlier)
        if place == len(self.order):
            return None if self.stalls(earlier) else ()

        def paths() -> Iterator[Profile]:
            for option in range(len(self.options[place])):
                replies = self._replies((*earlier, option), sign_of, ranks)
                if replies is not None:
                    yield option, *replies

        best = best_of(paths(), lambda one, other: sign_by(self.compare(earlier, one, other), sign_of))
        if len(best) < 2:
            return best[0] if best else None
        return min(zip(ranks(place, tuple(path[0] for path in best)), best, strict=True))[1]

    # -- stationary play

    def equilibria(self, sign_of: SignOf) -> list[Profile]:
        """Return all pure stationary equilibria in canonical order, as one option per player.

        The answer holds wherever the polynomials asked for have these signs.

        Parameters: `sign_of`, the signs of the polynomials.

        >>> decisions = Decisions(Letters([None, None, 1]))
        >>> point = Fraction(1, 2), Fraction(2, 5)
        >>> paths = decisions.equilibria(lambda polynomial: sign_of(value_at(polynomial, point)))
        >>> print(*decisions.aims(paths[0]), len(paths))
        C Miss A 1
        """
        candidates = [self._candidates(place, sign_of) for place in range(len(self.order))]
        return [
            path
            for path in product(*candidates)
            if all(
                sign_by(self._gain(place, path, other), sign_of) <= 0
                for place, options in enumerate(candidates)
                for other in options
                if other != path[place]
            )
        ]

    def _candidates(self, place: int, sign_of: SignOf) -> list[int]:
        """Return the possible best responses of a player; for a player who never hits, the option of the tie rule."""
        every = range(len(self.options[place]))
        if not self.letters.hits[self.order[place]]:
            return [self.tie_ranks(place, tuple(every), sign_of).index(0)]
        rivals: dict[Function, list[int]] = {}
        for option in every:
            rivals.setdefault(self.turns[place][option][1], []).append(option)
        best = (
            best_of(equal, lambda one, other: sign_by(self._kill(place, one, other), sign_of))
            for equal in rivals.values()
        )
        return sorted(chain(*best))

    @remembered
    def _kill(self, place: int, first: int, second: int) -> SignedFactors:
        """Return what decides which of two options with equal `k` has the larger own `r`."""
        player, turns = self.order[place], self.turns[place]
        return settled(turns[first][0][player] - turns[second][0][player])

    @remembered
    def _gain(self, place: int, path: Profile, other: int) -> SignedFactors:
        """Return what decides whether a player gains by another option than in a profile."""
        player, turns = self.order[place], self.turns[place]
        others = [self.turns[where][path[where]] for where in (*range(place + 1, len(path)), *range(place))]
        rest = reduce(phase.compose, others, self._nothing)

        def value(option: int) -> Function:
            """Return `r + k v`, which has the sign of the value of an option unless this is a stalemate."""
            r, k = turns[option]
            return r[player] + k * rest[0][player]

        if self.stalls((*path[:place], other, *path[place + 1 :])):
            return settled(-value(path[place]))
        if self.stalls(path):
            return settled(value(other))
        return settled(advantage(turns[other], turns[path[place]], rest, player))
