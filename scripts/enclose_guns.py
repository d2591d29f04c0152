r"""Enclose the mean wins of each gun, with proved bounds: the `_BOUNDS` of `truel_ref.studies.which_gun`.

    python scripts/enclose_guns.py stationary

One line for every order: the guns that shoot first, second and third, and the bounds of the strongest, the middle and
the weakest gun, in units of 10^-8.

**The mean wins of each gun, enclosed with proved bounds, for every order and rule of fire.**

Three hit probabilities are independent and uniform on [0, 1]; let `x > y > z` be the strongest, the middle and the
weakest. With

    x = s,   y = s t,   z = s t u

the points of `0 < z < y < x < 1`, of density 6, are those of the open unit cube of `(s, t, u)`, of density `6 s^2 t`.
In these letters every win probability is a quotient that can be reduced until its denominator is positive on the whole
closed cube: for example, `x + y - x y` is `s (1 + t - s t)`. The steps:

1. **The question.** The profile in play at a point follows from the signs of polynomials in the three hit probabilities
   (`truel_ref.symbolic.decisions`, for stationary play the theorem of `truel_ref.studies.uniqueness`). Written in `s`,
   `t`, `u`, they lose powers of the letters, which are positive; the sign of the remaining factor is often proved on
   the whole cube (`truel_ref.kernels.bernstein`).
2. **The integral.** `class_integrals` halves the cube and bounds, part by part, the integrals of the win probabilities
   of the profile in play there.

No result is sampled. By lot, the mean of the six orders counts, and its bounds are the means of their bounds.

**Integrals over the unit cube of functions that differ from part to part, enclosed with proved bounds.**

Signs of polynomials define the parts, as in `truel_ref.kernels.halving`: a question maps some signs to a class. In each
class the integrand is a list of quotients of polynomials with integer coefficients, times one weight, a polynomial that
is nowhere negative; each quotient lies in [0, 1]. The cube is halved as there, and a box has

1. **one class.** On a box around `x0` of width `h`, with `x = x0 + h t`, `N` the numerator times the weight and `D` the
   denominator, compute a polynomial `q(t)` of degree `K` from the coefficients of `N` and `D` as if they were power
   series. For every polynomial `q`, `N/D = q + (N - q D)/D`, so

       |N/D - q| <= (sum of |coefficients of N - q D| / 2^degree) / (|D_0| - sum of the other |D_i| / 2^degree),

   and the mean of `q` is exact: the mean of `t^i` over `|t| <= 1/2` is `1 / ((i+1) 2^i)` for even `i`, otherwise 0. If
   the bounds are further apart than `width`, the box is halved again.
2. **two classes**, one polynomial between them, at the finest level: with the share `s` of the box where this
   polynomial is positive (`Expansion.shares`), and `N/D = c + g . t + r` on either side,

       mean = s c' + (1 - s) c + (mean of (g' - g) . t over the part where it is positive) + r,

   because the mean of `g . t` over the whole box is 0; the third summand is at most `sum |g'_i - g_i| / 8`.
3. **open classes**: boxes left along edges count as 0 in lower bounds, and with the integral of the weight in upper
   bounds.

**Rounding.** The coefficients of `N` and `D` carry the error bounds of `halving`. A coefficient of `N - q D` is a
sum of at most `m` products, so their total error is at most `2 m u (sum |N_i| + sum |D_i| sum |q_i|)`; this and the
error of the coefficients are added to the numerator of the bound. `math.fsum` adds over boxes, and its results are
rounded outwards.

Source: K. Makino and M. Berz, "Taylor models and other validated functional inclusion methods", International Journal
of Pure and Applied Mathematics 4 (2003), 379-456.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, TypeAlias, TypeVar

import numpy as np

from truel_ref.errors import SymbolicError, shown
from truel_ref.game.aims import Word
from truel_ref.kernels.bernstein import open_sign
from truel_ref.kernels.halving import UNIT, Answers, Expansion, HalvedCells, Halving, OutwardSums, Question, Terms
from truel_ref.kernels.memory import remembered
from truel_ref.studies.rules_of_fire import letters_of, shooter_wins
from truel_ref.studies.uniqueness import prove
from truel_ref.studies.which_gun import ORDERS, SETTINGS, Bounds, Order
from truel_ref.symbolic.algebra import Function, Letters, Polynomial
from truel_ref.symbolic.decisions import Decisions, SignOf, settled, sign_by

Class = TypeVar("Class", bound=Hashable)

Quotient: TypeAlias = "tuple[Terms, Terms]"
"""A numerator and a denominator, with values in [0, 1] inside the cube, where the denominator is not 0."""

_DEGREE = 5
_LONG = 1024 * UNIT  # more than the relative rounding error of any sum here
_CHUNK = 1 << 12


@dataclass(frozen=True)
class Integrals:
    """Bounds of some integrals.

    Fields: `bounds`, of each integral; `open`, the integral of the weight over the open boxes; `boxes`, the number of
    boxes.
    """

    bounds: tuple[tuple[Fraction, Fraction], ...]
    open: Fraction
    boxes: int


def class_integrals(
    polynomials: Sequence[Terms],
    question: Question[Class],
    integrands: Callable[[Class], Sequence[Quotient]],
    weight: Terms,
    level: int = 6,
    edges: int = 3,
    width: float = 1e-6,
) -> Integrals:
    """Return bounds of integrals over the unit cube, class by class, of quotients times a weight.

    The module's docstring lists the steps.

    Parameters: `polynomials`, in three letters, a list to which the question may append; `question`, of the signs of
    polynomials by their place in the list; `integrands`, the quotients of a class, the same number for each; `weight`;
    `level`, the number of halvings before step 2; `edges`, the number of further halvings along edges, and where step 1
    is not sharp enough; `width`, the largest difference of the bounds of a mean over a box in step 1.

    >>> a_first = {(1, 0, 0): 1, (0, 1, 0): -1}
    >>> larger = {True: [({(1, 0, 0): 1}, {(0, 0, 0): 1})], False: [({(0, 1, 0): 1}, {(0, 0, 0): 1})]}
    >>> found = class_integrals([a_first], lambda sign: sign(0) > 0, larger.__getitem__, {(0, 0, 0): 1}, level=5)
    >>> [[round(float(end), 3) for end in ends] for ends in found.bounds]
    [[0.666, 0.667]]
    """
    work = _Work(polynomials, question, integrands, weight, level, edges, width)
    work.halving.run(work.count)
    return work.result()


class _Work:
    """The halving of the cube for `class_integrals`, with its parameters."""

    def __init__(
        self,
        polynomials: Sequence[Terms],
        question: Question[Any],
        integrands: Callable[[Any], Sequence[Quotient]],
        weight: Terms,
        level: int,
        edges: int,
        width: float,
    ) -> None:
        self.halving = Halving(polynomials, 3, _CHUNK)
        self.answers = Answers(question)
        self.integrands = integrands
        self.weight = weight
        self.level, self.edges, self.width = level, edges, width
        self.mass = _Model((weight, {(0, 0, 0): 1}), {(0, 0, 0): 1})
        self.sums = OutwardSums()

    def count(self, signs: tuple[int, ...], boxes: HalvedCells) -> np.ndarray | bool:
        """Count the boxes that can be counted; return which boxes to halve."""
        split = self.answers.split(signs)
        if split is not None and split[0] < 0:
            return self._inside(split[1], boxes)
        if boxes.level < self.level + (self.edges if split is None else 0):
            return True
        if split is None:
            self._open(boxes)
        else:
            self._between(split, boxes)
        return False

    @remembered
    def _models(self, name: Any) -> list[_Model]:
        return [_Model(quotient, self.weight) for quotient in self.integrands(name)]

    def _inside(self, name: Any, boxes: HalvedCells) -> np.ndarray:
        """Count boxes of one class (step 1); return those whose bounds are too far apart."""
        top = self._most(boxes)
        ends = [model.means(boxes.centres, boxes.width) for model in self._models(name)]
        ends = [(np.maximum(low, 0.0), np.minimum(high, top)) for low, high in ends]
        again = np.zeros(len(boxes), dtype=bool)
        if boxes.level < self.level + self.edges:
            again = np.logical_or.reduce([~(high - low <= self.width) for low, high in ends])
        for which, (low, high) in enumerate(ends):
            self.sums.add(which, low[~again], high[~again], boxes.width**3)
        return again

    def _most(self, boxes: HalvedCells) -> np.ndarray:
        """Return upper bounds of the mean of the weight over boxes."""
        return self.mass.means(boxes.centres, boxes.width)[1]

    def _open(self, boxes: HalvedCells) -> None:
        most = self._most(boxes)
        self.sums.add(-1, most, most, boxes.width**3)

    def _between(self, split: tuple[int, Any, Any], boxes: HalvedCells) -> None:
        """Count boxes that one surface cuts (step 2)."""
        number, below, above = split
        centres, width = boxes.centres, boxes.width
        low_share, high_share = self.halving.expansions()[number].shares(centres, width)
        low_share, high_share = np.maximum(low_share - 2 * UNIT, 0.0), np.minimum(high_share + 2 * UNIT, 1.0)
        top = self._most(boxes)
        for which, pair in enumerate(zip(self._models(below), self._models(above), strict=True)):
            (c0, g0, r0), (c1, g1, r1) = (model.planes(centres, width) for model in pair)
            slack = np.abs(g1 - g0).sum(axis=1) / 8 + np.maximum(r0, r1) + 64 * UNIT * (np.abs(c0) + np.abs(c1))
            ends = [share * c1 + (1 - share) * c0 for share in (low_share, high_share)]
            low = np.maximum(np.minimum(*ends) - slack, 0.0)
            high = np.minimum(np.maximum(*ends) + slack, top)
            self.sums.add(which, np.where(np.isnan(low), 0.0, low), np.where(np.isnan(high), top, high), width**3)

    def result(self) -> Integrals:
        """Return the integrals so far."""
        left = self.sums.of(-1)[1]
        sums = [self.sums.of(number) for number in sorted(self.sums.ends) if number >= 0]
        return Integrals(tuple((low, high + left) for low, high in sums), left, self.halving.boxes)


class _Model:
    """A quotient times a weight, and polynomials near it on boxes.

    Parameters: `quotient`; `weight`, a factor of the numerator.
    """

    def __init__(self, quotient: Quotient, weight: Terms) -> None:
        numerator, denominator = quotient
        self.top = Expansion(_times(numerator, weight))
        self.bottom = Expansion(denominator)

    def means(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray]:
        """Return bounds of the mean over boxes, not finite where the denominator may have a zero."""
        near, rest = self._near(centres, width, _DEGREE)
        mean = np.zeros(len(centres))
        size = np.zeros(len(centres))
        for powers, values in near.items():
            size += np.abs(values)
            if not any(power % 2 for power in powers):
                mean += values / math.prod((power + 1) * 2**power for power in powers)
        rest = rest + 256 * UNIT * size
        low, high = mean - rest, mean + rest
        return np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)

    def planes(self, centres: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return `c`, `g` and a bound of `r` in `c + g . t + r`, for boxes."""
        near, rest = self._near(centres, width, 1)
        slopes = np.stack([near[1, 0, 0], near[0, 1, 0], near[0, 0, 1]], axis=1)
        return near[0, 0, 0], slopes, rest

    def _near(
        self, centres: np.ndarray, width: float, degree: int
    ) -> tuple[dict[tuple[int, ...], np.ndarray], np.ndarray]:
        """Return the coefficients of a polynomial near the quotient, and a bound of the difference."""
        top, top_error = self.top.coefficients_around(centres, width)
        bottom, bottom_error = self.bottom.coefficients_around(centres, width)
        shape = [max(t, b + degree + 1) for t, b in zip(top.shape[1:], bottom.shape[1:], strict=True)]
        rest = np.zeros((len(centres), *shape))
        rest[:, : top.shape[1], : top.shape[2], : top.shape[3]] = top
        first = bottom[:, 0, 0, 0]
        near: dict[tuple[int, ...], np.ndarray] = {}
        with np.errstate(all="ignore"):
            for powers in _of_degree(degree):
                # Except for rounding, the rest so far has no term of a lower degree: divide, and subtract.
                near[powers] = rest[:, powers[0], powers[1], powers[2]] / first
                where = tuple(
                    slice(power, power + length) for power, length in zip(powers, bottom.shape[1:], strict=True)
                )
                rest[:, where[0], where[1], where[2]] -= near[powers].reshape(-1, 1, 1, 1) * bottom
            total = np.sum([np.abs(values) for values in near.values()], axis=0)
            left, above, below = (_size(array) for array in (rest, top, bottom))
            rounded = 2 * (len(near) + 2) * UNIT * (left + above + below * total)
            least = 2 * np.abs(first) - below * (1 + _LONG) - bottom_error
            bound = (left + top_error + total * bottom_error + rounded) * (1 + 2 * _LONG) / least
        return near, np.where(least > 0, bound, np.inf)


def _of_degree(degree: int) -> list[tuple[int, ...]]:
    """Return the exponents of three letters up to a degree, those of a lower degree first."""
    return sorted((powers for powers in product(range(degree + 1), repeat=3) if sum(powers) <= degree), key=sum)


def _size(coefficients: np.ndarray) -> np.ndarray:
    """Return for every box the sum of the moduli of coefficients, each divided by 2 to its degree."""
    degrees = np.add.reduce(np.indices(coefficients.shape[1:]), axis=0).ravel()
    size: np.ndarray = np.abs(coefficients.reshape(len(coefficients), -1)) @ 0.5**degrees
    return size


def _times(one: Terms, other: Terms) -> dict[tuple[int, ...], int]:
    """Return the product of two polynomials."""
    result: dict[tuple[int, ...], int] = {}
    for (powers, value), (more, times) in product(one.items(), other.items()):
        key = tuple(map(sum, zip(powers, more, strict=True)))
        result[key] = result.get(key, 0) + value * times
    return result


_UNIT_CUBE = [(Fraction(0), Fraction(1))] * 3
_HALVINGS = 6
_WEIGHT: Terms = {(2, 1, 0): 6}
_EVERYBODY = (0, 1, 2)


@dataclass(frozen=True)
class _Rule:
    """A rule of fire: `profile`, from signs of polynomials to a profile; `wins`, from this to win probabilities."""

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
    """Return stationary play: by the theorem of `truel_ref.studies.uniqueness` the sign of `T` decides it."""
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

    Parameters: `order`, the gun of each seat; `passes`, whether the weakest misses until two are left.

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

    Parameters: `order`, the gun of each seat.
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
        """Return a rational function with integer coefficients, reduced by powers of s, t and u."""
        top, bottom = self.terms(function.numer), self.terms(function.denom)
        common = lcm(*(value.denominator for value in (*top.values(), *bottom.values())))
        powers = [list(map(min, zip(*part, strict=True))) for part in (top, bottom)]
        both = list(map(min, *powers))
        return tuple(_lowered(part, both, common) for part in (top, bottom))  # type: ignore[return-value]

    def sign(self, polynomial: Polynomial, sign: Callable[[int], int]) -> int:
        """Return the sign of a polynomial: a proved sign, or the sign of its factor in `listed`, by number."""
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
    """Return proved bounds of the mean wins of the strongest, the middle and the weakest gun.

    The module's docstring lists the steps.

    Parameters: `rule`, one of `RULES`; `order`, one of `ORDERS`; `level`, the number of halvings before step 2;
    `edges`, the number of further halvings along edges; `width`, the largest difference of the bounds in step 1.

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


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the bounds."""
    parser = argparse.ArgumentParser(description="Enclose what each gun wins on the average.")
    parser.add_argument("rule", choices=RULES)
    parser.add_argument("--level", type=int, help="how often the cube is halved; the kept bounds have 7")
    said = parser.parse_args(arguments)
    level, edges, width = SETTINGS.get(said.rule, (4, 2, 1e-8))
    for order in ORDERS:
        bounds = enclosed_wins(said.rule, order, said.level or level, edges, width)
        print(order, *((low * 10**8 // 1, -(-high * 10**8 // 1)) for low, high in bounds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
