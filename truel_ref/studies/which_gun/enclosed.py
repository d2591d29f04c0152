r"""What each gun wins on the average, enclosed with proved bounds, for every order and rule of fire.

Three hit probabilities are drawn independently and uniformly from [0, 1]; let `x > y > z` be the strongest, the middle
one and the weakest. With

    x = s,   y = s t,   z = s t u

the points of `0 < z < y < x < 1`, of density 6, are those of the open unit cube of `(s, t, u)`, of density `6 s^2 t`.
In these letters every win probability is a quotient that can be reduced until its denominator is positive on the whole
closed cube: `x + y - x y`, say, is `s (1 + t - s t)`. The steps:

1. **The question.** The profile that is played at a point follows from the signs of polynomials in the three hit
   probabilities (`truel_ref.symbolic.decisions`, for stationary play the theorem of `truel_ref.studies.uniqueness`).
   They are written in `s`, `t`, `u`; powers of the letters are positive and left out, and of what remains the sign is
   often proved once and for all (`truel_ref.symbolic.signs`).
2. **The integral.** `truel_ref.kernels.integrals` halves the cube and bounds, part by part, the integrals of the win
   probabilities of the profile that is played there.

Nothing is sampled. By lot, the mean of the six orders is what counts, and its bounds are the means of theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import lcm
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError, shown
from truel_ref.game.aims import Word
from truel_ref.kernels.expansions import Terms
from truel_ref.kernels.integrals import Quotient, class_integrals
from truel_ref.studies.rules_of_fire import letters_of, shooter_wins
from truel_ref.studies.uniqueness import prove
from truel_ref.symbolic.algebra import Function, Letters, Polynomial
from truel_ref.symbolic.decisions import Decisions, SignOf, settled, sign_by
from truel_ref.symbolic.signs import open_sign

__all__ = ["GUNS", "ORDERS", "RULES", "Bounds", "Order", "enclosed_wins", "wins_of_profile"]

GUNS = ("strongest", "middle", "weakest")
"""The guns, by what the one who has it is among the three."""

Order: TypeAlias = tuple[int, ...]
"""Which gun each has, in the order of the shooting: 0 for the strongest."""

Bounds: TypeAlias = tuple[Fraction, Fraction]

ORDERS: tuple[Order, ...] = tuple(permutations(range(3)))
"""The six orders."""

_UNIT_CUBE = [(Fraction(0), Fraction(1))] * 3
_HALVINGS = 6
_WEIGHT: Terms = {(2, 1, 0): 6}
_EVERYBODY = (0, 1, 2)


@dataclass(frozen=True)
class _Rule:
    """A rule of fire: `profile`, what is played where polynomials have given signs; `wins`, what it gives the seats."""

    profile: Callable[[SignOf], Any]
    wins: Callable[[Any], Sequence[Function]]


# ---------------------------------------------------------------------------------------------------------
# The rules


def _announced(order: Order, search: Sequence[Word] = (Word.OTHERS, Word.MISS)) -> _Rule:
    decisions = Decisions(Letters([None] * 3), search)
    return _Rule(decisions.solve, decisions.win)


def _without_a_miss(order: Order) -> _Rule:
    return _announced(order, (Word.OTHERS,))


def _stationary(order: Order) -> _Rule:
    """Return stationary play: the theorem of `truel_ref.studies.uniqueness` says that the sign of `T` decides it."""
    letters = Letters([None] * 3)
    cyclic = "XYZ" if order[(order.index(0) + 1) % 3] == 1 else "XZY"
    places = ["XYZ".index(role) for role in cyclic]
    deciding = letters.constant(0)
    for powers, value in prove(cyclic).deciding.numer.terms():
        term = letters.constant(Fraction(int(value.numerator), int(value.denominator)))
        for gun, power in zip(places, powers, strict=False):
            term *= letters.hits[order.index(gun)] ** power
        deciding += term
    decided = settled(deciding)
    return _Rule(lambda sign_of: sign_by(decided, sign_of) < 0, lambda passes: wins_of_profile(order, passes))


def _weakest_passes(order: Order) -> _Rule:
    return _Rule(lambda sign_of: None, lambda profile: wins_of_profile(order, passes=True))


def wins_of_profile(order: Order, passes: bool = False) -> list[Function]:
    """Return the win probabilities, by seat, where all shoot at the strongest, or the weakest misses on purpose.

    Parameters: `order`, which gun each seat has; `passes`, whether the weakest misses until two are left.

    >>> print(wins_of_profile((2, 1, 0), passes=True)[2])
    (a*b*c**2 - a*c**2 - b*c**2 + c**2)/(a*b*c**2 - 2*a*b*c + a*b - a*c**2 + a*c - b*c**2 + b*c + c**2)
    """
    letters = Letters([None] * 3)
    aims = []
    for gun in order:
        target = "Miss" if passes and gun == 2 else "ABC"[order.index(1 if gun == 0 else 0)]
        aims.append(target)
    return letters.win(_EVERYBODY, letters.aims(aims))


def _random_shooter(order: Order) -> _Rule:
    wins = shooter_wins(letters_of(3))
    return _Rule(lambda sign_of: None, lambda profile: wins)


RULES: dict[str, Callable[[Order], _Rule]] = {
    "announced": _announced,
    "stationary": _stationary,
    "without a miss": _without_a_miss,
    "the weakest passes": _weakest_passes,
    "random shooter": _random_shooter,
}
"""The rules of fire; with a random shooter there is no order."""


# ---------------------------------------------------------------------------------------------------------
# The letters s, t, u


class _Written:
    """Polynomials of the seats' hit probabilities, written in s, t and u.

    Parameters: `order`, which gun each seat has.
    """

    def __init__(self, order: Order) -> None:
        from sympy import QQ, ring

        self.order = order
        self.ring = ring("s, t, u", QQ)[0]
        self.listed: list[Terms] = []
        self._known: dict[Polynomial, tuple[int, int]] = {}

    def terms(self, polynomial: Polynomial) -> dict[tuple[int, ...], Fraction]:
        """Return the coefficients of a polynomial of the hit probabilities, by the exponents of s, t and u."""
        result: dict[tuple[int, ...], Fraction] = {}
        for powers, value in polynomial.terms():
            x, y, z = (powers[self.order.index(gun)] for gun in range(3))
            key = x + y + z, y + z, z
            result[key] = result.get(key, Fraction(0)) + Fraction(int(value.numerator), int(value.denominator))
        return {key: value for key, value in result.items() if value}

    def quotient(self, function: Function) -> Quotient:
        """Return a rational function in lowest powers of s, t and u, with integers."""
        top, bottom = self.terms(function.numer), self.terms(function.denom)
        common = lcm(*(value.denominator for value in (*top.values(), *bottom.values())))
        powers = [list(map(min, zip(*part, strict=True))) for part in (top, bottom)]
        both = list(map(min, *powers))
        return tuple(_lowered(part, both, common) for part in (top, bottom))  # type: ignore[return-value]

    def sign(self, polynomial: Polynomial, sign: Callable[[int], int]) -> int:
        """Return the sign of a polynomial: a proved one, or that of the one with its number in `listed`."""
        if polynomial not in self._known:
            self._known[polynomial] = self._settled(polynomial)
        proved, number = self._known[polynomial]
        return proved or sign(number)

    def _settled(self, polynomial: Polynomial) -> tuple[int, int]:
        terms = self.terms(polynomial)
        common = lcm(*(value.denominator for value in terms.values()))
        lowered = _lowered(terms, list(map(min, zip(*terms, strict=True))), common)
        written = self.ring.from_dict({key: self.ring.domain(value) for key, value in lowered.items()})
        proved = open_sign(written, _UNIT_CUBE, _HALVINGS)
        if proved:
            return proved, -1
        if lowered in self.listed:
            return 0, self.listed.index(lowered)
        self.listed.append(lowered)
        return 0, len(self.listed) - 1


def _lowered(terms: dict[tuple[int, ...], Fraction], powers: Sequence[int], common: int) -> dict[tuple[int, ...], int]:
    """Return a polynomial times a number and divided by a power product."""
    return {
        tuple(power - less for power, less in zip(key, powers, strict=True)): int(value * common)
        for key, value in terms.items()
    }


# ---------------------------------------------------------------------------------------------------------
# The integrals


def enclosed_wins(
    rule: str, order: Sequence[int], level: int = 5, edges: int = 3, width: float = 1e-7
) -> tuple[Bounds, ...]:
    """Return proved bounds of what the strongest, the middle and the weakest gun win on the average.

    The steps are those of the module.

    Parameters: `rule`, one of `RULES`; `order`, one of `ORDERS`; `level`, `edges` and `width` as for
    `truel_ref.kernels.integrals.class_integrals`.

    Raises `SymbolicError` for another rule or order.

    >>> for low, high in enclosed_wins("random shooter", (0, 1, 2), level=2):
    ...     print(f"{float(low):.6f} to {float(high):.6f}")
    0.416375 to 0.416375
    0.323959 to 0.323959
    0.259665 to 0.259665
    """
    if rule not in RULES:
        raise SymbolicError(f"no rule is called {shown(rule)}; there are {', '.join(RULES)}")
    if tuple(order) not in ORDERS:
        raise SymbolicError(f"{shown(list(order))} is no order of the guns 0, 1 and 2")
    own = tuple(order)
    fire = RULES[rule](own)
    written = _Written((0, 1, 2) if rule == "random shooter" else own)

    def question(sign: Callable[[int], int]) -> Any:
        return fire.profile(lambda polynomial: written.sign(polynomial, sign))

    def quotients(profile: Any) -> list[Quotient]:
        wins = fire.wins(profile)
        return [written.quotient(wins[written.order.index(gun)]) for gun in range(3)]

    return class_integrals(written.listed, question, quotients, _WEIGHT, level, edges, width).bounds
