"""Decisions as polynomials: for two options of a player, the factored polynomial whose sign says which is better.

A phase with symbols has finitely many comparisons: a player, the announcements before this player, and two of the
player's options, each with the replies to it. A comparison is a rational function of the hit probabilities
(`turns.advantage`). Its denominator, and every factor of its numerator with a proved sign inside the unit cube, only
contribute a constant sign; the remaining factors are the **deciding** polynomials. From their signs backward induction
runs as with numbers.

**Stationary play over symbols: the profiles in which nobody gains by another aim, from signs of polynomials.**

A profile is one aim for each of the three players, who keep their aims until somebody is eliminated and announce
nothing. Let the turns of the two others, in the order in which they follow player `m`, compose to `(v, κ)`. The gain of
`m` by the aim `y` instead of `y'` has the sign of a polynomial, as in announced play
(`truel_ref.play.phase.advantage`):

    r - r' + (k - k') v + (k r' - k' r) κ        own components

or, if `y'` leads to a stalemate, whose value is 0, the sign of `r + k v`. So the signs of finitely many polynomials
determine all pure equilibria.

Source: `truel_ref.play.responses` has the definition, and the proof that among a player's options with equal `k` only
those with the largest own `r` can be best responses.

**Plans that repeat, over symbols: what another option at a turn would gain, as a function of the hit probabilities.**
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cmp_to_key
from itertools import combinations, product
from typing import Any, TypeAlias, TypeVar

from truel_ref.errors import ProblemError
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Order, Profile, label, next_order
from truel_ref.game.periodic_play import PeriodicEquilibrium
from truel_ref.game.problem import Problem
from truel_ref.kernels.bernstein import open_sign
from truel_ref.kernels.memory import remembered
from truel_ref.limits import check
from truel_ref.numbers import sign_of
from truel_ref.play import phase
from truel_ref.play.phase import advantage, cannot_hit
from truel_ref.play.responses import values_at_every_turn
from truel_ref.play.ties import LIKELIEST_WINNER, preferences
from truel_ref.symbolic.algebra import Factors, Function, Letters, Polynomial, factors, rational

__all__ = [
    "DecidedResponses",
    "Decisions",
    "OptionComparison",
    "PlanGains",
    "SignOf",
    "SignedFactors",
    "proved_sign",
    "settled",
    "sign_by",
]


# ---------------------------------------------------------------------------------------------------------
# Decisions as polynomials: for two options of a player, the factored polynomial whose sign says which is better


SignOf: TypeAlias = Callable[[Polynomial], int]
"""The sign of a polynomial at the point of a decision: -1, 0 or 1."""

SignedFactors: TypeAlias = tuple[int, Factors]
"""The sign of a function as a product: a sign, and the polynomials whose signs change it, with their powers."""

Ranks: TypeAlias = Callable[[int, Profile], Sequence[int]]
"""For a place and options that tie there, the rank of each; the smallest rank is chosen."""

Option = TypeVar("Option")

_HALVINGS = 4


@dataclass(frozen=True)
class OptionComparison:
    """Two options of a decision, and the polynomials that decide between them inside the unit cube.

    The first option, with its replies, is better than the second exactly where `sign * product(deciding)` is positive,
    and they tie exactly where it is 0.

    Fields: `order`, the phase; `earlier`, the aims announced before; `first` and `second`, each an option of the player
    who decides, followed by the replies of the later announcers; `function`, the whole difference in lowest terms, with
    the sign of `u1 - u2`; `sign`, 1, -1, or 0 where the two are equal everywhere; `deciding`, the irreducible
    polynomials whose sign is not the same everywhere inside the cube, with their powers.
    """

    order: Order
    earlier: tuple[Aim, ...]
    first: tuple[Aim, ...]
    second: tuple[Aim, ...]
    function: Function
    sign: int
    deciding: Factors

    @property
    def player(self) -> int:
        """The player who decides."""
        return self.order[len(self.earlier)]

    def at(self, sign_of: SignOf) -> int:
        """Return the sign of `u1 - u2` where the deciding polynomials have the given signs."""
        return sign_by((self.sign, self.deciding), sign_of)

    def __str__(self) -> str:
        before = ", ".join(f"{label(player)} {aim}" for player, aim in zip(self.order, self.earlier, strict=False))
        shown = [
            ", then ".join(filter(None, [str(option), ", ".join(map(str, replies))]))
            for option, *replies in (self.first, self.second)
        ]
        product_text = " * ".join(f"({one})" + (f"^{power}" if power > 1 else "") for one, power in self.deciding)
        signed = {1: product_text or "1", 0: "0", -1: f"-{product_text or '1'}"}[self.sign]
        after = f" after {before}" if before else ""
        return f"{label(self.player)}{after}: {shown[0]} over {shown[1]} where {signed} > 0"


@cache
def proved_sign(polynomial: Polynomial) -> int | None:
    """Return the proved sign of a polynomial everywhere inside the unit cube, or None without a proof.

    >>> letters = Letters([None, None, None])
    >>> a, b, c = letters.hits
    >>> proved_sign((a + b - a * b).numer), proved_sign((a - b).numer)
    (1, None)
    """
    return open_sign(polynomial, [(Fraction(0), Fraction(1))] * len(polynomial.ring.gens), _HALVINGS)


class Decisions:
    """The announcements of the first phase over symbols, and all comparisons between them.

    Everything holds inside the unit cube: hit probabilities that are symbols lie strictly between 0 and 1.

    Parameters: `letters`, the hit probabilities; `search`, the set of words that all players search; `targets` and
    `random_levels`, as for `Problem`; `if_eq`, the tie rule.

    Raises the errors of `Problem`, and `ProblemError` for `Strongest` (its meaning changes inside the cube) and for
    tie rule 3 (it compares win probabilities).

    >>> tree = Decisions(Letters([None, None, 1]))
    >>> print(tree.compare((2, 1), (0,), (1,)))
    C after A Miss, B C: A over B where (a - b) > 0
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
        self._fields: dict[str, Any] = {
            "search": search,
            "targets": list(targets) if isinstance(targets, Iterable) and not isinstance(targets, str) else targets,
            "random_levels": None if random_levels is None else list(random_levels),
            "if_eq": if_eq,
        }
        # The options do not depend on the hit probabilities, except Strongest.
        stated = self.problem([Fraction(1, 2)] * len(letters.names))
        if any(Word.STRONGEST in words for words in stated.searches) or Word.STRONGEST in stated.targets:
            raise ProblemError("Strongest means different players for different hit probabilities; name the players")
        self._fields["if_eq"] = stated.if_eq  # always by number
        if stated.if_eq == LIKELIEST_WINNER:
            raise ProblemError("tie rule 3 compares win probabilities; over symbols use the rules 1, 2, 4, -1 or -4")
        self.order = stated.order
        self.options = tuple(stated.options(self.order, player) for player in self.order)
        self.turns = tuple(
            tuple(letters.turn(self.order, player, letters.weights(aim)) for aim in aims)
            for player, aims in zip(self.order, self.options, strict=True)
        )
        self.idle = tuple(
            tuple(cannot_hit(letters.hits[player], aim) for aim in aims)
            for player, aims in zip(self.order, self.options, strict=True)
        )

    def problem(self, values: Sequence[Fraction]) -> Problem:
        """Return the problem with numbers for the letters, in their order."""
        numbers = iter(values)
        hits = [next(numbers) if hit is None else hit for hit in self.letters.fixed]
        return Problem(hits, **self._fields)

    def stalls(self, path: Profile) -> bool:
        """Return whether nobody can be hit under a complete list of announcements."""
        return all(self.idle[place][option] for place, option in enumerate(path))

    @remembered
    def composed(self, place: int, path: Profile) -> phase.Turn:
        """Return the composed turns of the options in `path`, of the players from `place` on."""
        if not path:
            return self.letters.identity()
        own = self.turns[place][path[0]]
        return phase.compose(own, self.composed(place + 1, path[1:])) if path[1:] else own

    def aims(self, path: Profile | None) -> tuple[Aim, ...] | None:
        """Return the aims of a complete list of announcements, None for a stalemate."""
        if path is None:
            return None
        return tuple(self.options[place][option] for place, option in enumerate(path))

    def win(self, path: Profile) -> list[Function]:
        """Return the win probabilities of a complete list of announcements, at the start of the phase."""
        return phase.value([self.turns[place][option] for place, option in enumerate(path)])

    @remembered
    def compare(self, earlier: Profile, first: Profile, second: Profile) -> OptionComparison:
        """Return the comparison of two options, each with its replies, after some announcements.

        Parameters: `earlier`, the options announced before; `first` and `second`, each the option of the deciding
        player and the options of all later players; neither may stall.
        """
        place = len(earlier)
        gain = advantage(
            self.composed(place, first), self.composed(place, second), self.composed(0, earlier), self.order[place]
        )
        aims = [
            tuple(self.options[where][option] for where, option in enumerate(path, start))
            for path, start in ((earlier, 0), (first, place), (second, place))
        ]
        return OptionComparison(self.order, aims[0], aims[1], aims[2], gain, *settled(gain))

    def every(self) -> Iterator[OptionComparison]:
        """Yield every comparison of the phase, later announcers first, options with all replies to them."""
        sizes = [range(len(aims)) for aims in self.options]
        for place in reversed(range(len(self.order))):
            for earlier in product(*sizes[:place]):
                for one, two in combinations(sizes[place], 2):
                    check()
                    for after_one, after_two in product(product(*sizes[place + 1 :]), repeat=2):
                        first, second = (one, *after_one), (two, *after_two)
                        if not self.stalls(earlier + first) and not self.stalls(earlier + second):
                            yield self.compare(earlier, first, second)

    # -- backward induction

    def solve(self, sign_of: SignOf, ranks: Ranks | None = None) -> Profile | None:
        """Return the chosen announcements where the polynomials have the given signs, None for a stalemate.

        The steps are those of backward induction with numbers. The choice holds wherever all polynomials that the
        induction and the tie rule ask for have the same signs.

        Parameters: `sign_of`, the signs; `ranks`, for a place and options that tie there the rank of each, the smallest
        preferred; by default the ranks of the tie rule.

        >>> tree = Decisions(Letters([None, None, 1]))
        >>> at = {"a": Fraction(1, 3), "b": Fraction(2, 3)}
        >>> def sign_of(polynomial):
        ...     value = polynomial.evaluate([(symbol, at[str(symbol)]) for symbol in polynomial.ring.gens])
        ...     return (value > 0) - (value < 0)
        >>> [str(tree.options[place][option]) for place, option in enumerate(tree.solve(sign_of))]
        ['Miss', 'C', 'B']
        """
        return self._complete((), sign_of, ranks or (lambda place, equal: self.tie_ranks(place, equal, sign_of)))

    def _complete(self, earlier: Profile, sign_of: SignOf, ranks: Ranks) -> Profile | None:
        place = len(earlier)
        if place == len(self.order):
            return None if self.stalls(earlier) else ()

        def paths() -> Iterator[Profile]:
            for option in range(len(self.options[place])):
                replies = self._complete((*earlier, option), sign_of, ranks)
                if replies is not None:
                    yield option, *replies

        best = best_of(paths(), lambda one, other: self.compare(earlier, one, other).at(sign_of))
        if len(best) < 2:
            return best[0] if best else None
        return min(zip(ranks(place, tuple(path[0] for path in best)), best, strict=True))[1]

    def tie_ranks(self, place: int, equal: Profile, sign_of: SignOf) -> list[int]:
        """Return for options of a place, in canonical order, the rank of each under the tie rule, 0 the preferred one.

        The rule compares a list of numbers per option, of which the strength `sum(q*p)` depends on the hit
        probabilities; `sign_of` gives the signs of its differences.
        """
        preference, first = preferences(self._fields["if_eq"]), tuple(range(len(self.letters.hits)))
        keys = [preference(self.options[place][option], self.letters.hits, first) for option in equal]

        def compare(one: int, two: int) -> int:
            for first, second in zip(keys[one], keys[two], strict=False):
                gain = first - second
                if isinstance(gain, int | Fraction):
                    gain = self.letters.constant(gain)
                sign = sign_by(settled(gain), sign_of)
                if sign:
                    return sign
            return one - two

        best_first = sorted(range(len(equal)), key=cmp_to_key(compare))
        return [best_first.index(option) for option in range(len(equal))]


def best_of(listed: Iterable[Option], compare: Callable[[Option, Option], int]) -> list[Option]:
    """Return all best options in their order.

    Parameters: `listed`; `compare`, the sign of the advantage of the first of two options.

    >>> best_of([1, -2, 2, 0], lambda one, other: abs(one) - abs(other))
    [-2, 2]
    """
    best: list[Option] = []
    for option in listed:
        sign = compare(option, best[0]) if best else 1
        if sign > 0:
            best = [option]
        elif sign == 0:
            best.append(option)
    return best


def settled(function: Function) -> SignedFactors:
    """Return a sign and the factors such that the function has, inside the cube, the sign of their product.

    The denominator, and every factor of the numerator with a proved sign inside the unit cube, only contribute a
    constant sign. A denominator without a proved sign could reverse an inequality, so it raises `ProblemError`.

    >>> a, b, c = Letters([None, None, None]).hits
    >>> settled((b - a) * c / (a + b - a * b))
    (-1, ((a - b, 1),))
    """
    if not function:
        return 0, ()
    constant, top, bottom = factors(function)
    for polynomial, _ in bottom:
        if not proved_sign(polynomial):
            raise ProblemError(
                f"the sign of the denominator {polynomial} inside the unit cube is not settled; "
                "an inequality may not be multiplied by it"
            )
    deciding = tuple(pair for pair in top if proved_sign(pair[0]) is None)
    proved = tuple(pair for pair in (*top, *bottom) if proved_sign(pair[0]))
    return sign_by((sign_of(constant), proved), lambda polynomial: proved_sign(polynomial) or 0), deciding


def sign_by(decided: SignedFactors, sign_of: SignOf) -> int:
    """Return the sign of a function that is `settled`, where the polynomials have the given signs."""
    sign, deciding = decided
    for polynomial, power in deciding:
        sign *= sign_of(polynomial) ** power
    return sign


# ---------------------------------------------------------------------------------------------------------
# Stationary play over symbols: the profiles in which nobody gains by another aim, from signs of polynomials


@dataclass(frozen=True, eq=False)
class DecidedResponses:
    """The pure stationary equilibria of the first phase over symbols.

    Parameters: `decisions`, the options and turns of that phase; two players left shoot each other.

    >>> from fractions import Fraction
    >>> from truel_ref.symbolic.algebra import Letters, value_at
    >>> responses = DecidedResponses(Decisions(Letters([None, None, 1])))
    >>> def sign_of(polynomial):
    ...     value = value_at(polynomial, [Fraction(1, 2), Fraction(2, 5)])
    ...     return (value > 0) - (value < 0)
    >>> for path in responses.equilibria(sign_of):
    ...     print(*responses.decisions.aims(path))
    C Miss A
    """

    decisions: Decisions

    def equilibria(self, sign_of: SignOf) -> list[Profile]:
        """Return all pure equilibria in canonical order, as one option per player.

        The answer holds wherever the polynomials asked for have these signs.

        Parameters: `sign_of`, the signs of the polynomials.
        """
        options = [self._candidates(place, sign_of) for place in range(len(self.decisions.order))]
        return [path for path in product(*options) if self._holds(path, options, sign_of)]

    def _holds(self, path: Profile, options: Sequence[Sequence[int]], sign_of: SignOf) -> bool:
        """Return whether nobody gains by another candidate while the others keep their options."""
        return all(
            sign_by(self._gain(place, path, other), sign_of) <= 0
            for place, candidates in enumerate(options)
            for other in candidates
            if other != path[place]
        )

    def _candidates(self, place: int, sign_of: SignOf) -> list[int]:
        """Return the possible best responses of a player; for a player who never hits, the option of the tie rule."""
        every = range(len(self.decisions.options[place]))
        if not self.decisions.letters.hits[self.decisions.order[place]]:
            ranks = self.decisions.tie_ranks(place, tuple(every), sign_of)
            return [ranks.index(0)]
        rivals: dict[Function, list[int]] = {}
        for option in every:
            rivals.setdefault(self.decisions.turns[place][option][1], []).append(option)

        def compare(one: int, other: int) -> int:
            return sign_by(self._kill(place, one, other), sign_of)

        return sorted(option for equal in rivals.values() for option in best_of(equal, compare))

    @remembered
    def _kill(self, place: int, first: int, second: int) -> SignedFactors:
        """Return the factors that decide which of two options with equal `k` has the larger own `r`."""
        player, turns = self.decisions.order[place], self.decisions.turns[place]
        return settled(turns[first][0][player] - turns[second][0][player])

    @remembered
    def _gain(self, place: int, path: Profile, other: int) -> SignedFactors:
        """Return the factors that decide whether a player gains by another option than in a profile."""
        player, turns = self.decisions.order[place], self.decisions.turns[place]
        rest = self._others(place, path)
        if self.decisions.stalls((*path[:place], other, *path[place + 1 :])):
            return settled(-self._value(turns[path[place]], rest, player))
        if self.decisions.stalls(path):
            return settled(self._value(turns[other], rest, player))
        return settled(advantage(turns[other], turns[path[place]], rest, player))

    @staticmethod
    def _value(own: phase.Turn, rest: phase.Turn, player: int) -> Any:
        """Return `r + k v`, which has the sign of the value of a turn unless this is a stalemate."""
        return own[0][player] + own[1] * rest[0][player]

    def _others(self, place: int, path: Profile) -> phase.Turn:
        """Return the composed turns of all others, from the next player round to the previous player."""
        composed = self.decisions.letters.identity()
        for where in (*range(place + 1, len(path)), *range(place)):
            composed = phase.compose(composed, self.decisions.turns[where][path[where]])
        return composed


# ---------------------------------------------------------------------------------------------------------
# Plans that repeat, over symbols


class PlanGains:
    """What the players of a plan would gain by another option at a turn, for any hit probabilities.

    The aims are those of the plan and of its plans of smaller sets; the values follow from the hit probabilities, so
    the gain of an option `(r, k)` is the function `r + k v' - v` of them (R13.4). The plans are equilibria exactly
    where no gain is above 0.

    Parameters: `hits`, one number or function per player; `constant`, which makes a fraction one of these; `plan`, with
    the plans of all smaller sets that can be reached below it.

    >>> from truel_ref.play.periodic import periodic_equilibria
    >>> letters = Letters([None, None, 1])
    >>> [plan] = periodic_equilibria(["1/3", "1/2", 1])
    >>> gains = PlanGains(letters.hits, letters.constant, plan)
    >>> plan.aims[0][0].is_miss, settled(gains.gain((0, 1, 2), 0, Aim.at(2, 3)))
    (True, (-1, ((a*b**2 - 2*a*b + a - b**2 + 3*b - 1, 1),)))
    """

    def __init__(self, hits: Sequence[Any], constant: Callable[[Fraction], Any], plan: PeriodicEquilibrium) -> None:
        self.hits = hits
        self.constant = constant
        self.sets: dict[Order, PeriodicEquilibrium] = {one.living: one for one in (*plan.below, plan)}

    def gain(self, living: Order, position: int, aim: Aim) -> Any:
        """Return what the player on move gains by another aim at a position, counted from 0, of the plan of a set."""
        player = living[position % len(living)]
        values = self._values(living, player)
        (r,), k = self._turn(living, player, aim, player)
        return r + k * values[(position + 1) % len(values)] - values[position]

    @remembered
    def _values(self, living: Order, whose: int) -> list[Any]:
        """Return the win probability of a player at every turn of the plan of a set."""
        rounds = self.sets[living].aims
        aims = ((player, aim) for each in rounds for player, aim in zip(living, each, strict=True))
        return [win for (win,) in values_at_every_turn([self._turn(living, *own, whose) for own in aims])]

    def _turn(self, living: Order, player: int, aim: Aim, whose: int) -> phase.Turn:
        """Return the turn of a living player with an aim; its `r` has only the component of one player."""
        aimed = [
            (self.constant(rational(aim.weights[victim])), [self._after(living, player, victim, whose)])
            for victim in (aim.targets if self.hits[player] else ())
        ]
        return phase.turn(self.hits[player], aimed, 1)

    def _after(self, living: Order, shooter: int, victim: int, whose: int) -> Any:
        """Return the win probability of a player after a hit: at the turn where the plan of the others begins."""
        order = next_order(living, shooter, victim)
        if len(order) == 1:
            return self.constant(Fraction(int(whose == order[0])))
        left = tuple(sorted(order))
        place = left.index(order[0])
        return self._values(left, whose)[(self.sets[left].entry[place] - 1) * len(left) + place]
