"""Curves of equal chances that are rational: the odds of all three as rational functions of one symbol.

The formulas were derived by hand, as told in `odds_of`, and nothing rests on that: `truel_ref.studies.equal_curves`
checks that they are on the curve, and all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from truel_ref.errors import SymbolicError
from truel_ref.numbers import Number, between, fraction_text, irreducible_roots, number_text
from truel_ref.symbolic.algebra import Function, evaluated, factors, univariate
from truel_ref.symbolic.curves import parameter_field, sign_of_function
from truel_ref.symbolic.text import function_text

__all__ = ["Parametrisation", "Point", "Profile", "odds_of", "range_of"]

Profile: TypeAlias = tuple[str, str, str]
Point: TypeAlias = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class Parametrisation:
    """A curve by a symbol: `odds`, x, y and z as rational functions of it; `low` and `high`, the ends of the range."""

    symbol: str
    odds: tuple[Function, Function, Function]
    low: Number
    high: Number

    @property
    def hits(self) -> tuple[Function, ...]:
        """The hit probabilities, `1/(1 + x)` and so on."""
        return tuple(1 / (1 + each) for each in self.odds)

    def at(self, value: Fraction) -> Point:
        """Return the hit probabilities for a value of the symbol inside the range."""
        if not self.low < value < self.high:
            raise SymbolicError(
                f"{self.symbol} = {fraction_text(value)} is outside the range {number_text(self.low)} < {self.symbol} "
                f"< {number_text(self.high)}"
            )
        a, b, c = (evaluated(hit, [value]) for hit in self.hits)
        return a, b, c

    def __str__(self) -> str:
        formulas = (f"{name} = {function_text(hit)}" for name, hit in zip("abc", self.hits, strict=True))
        return f"{', '.join(formulas)}, for {number_text(self.low)} < {self.symbol} < {number_text(self.high)}"


def odds_of(profile: Profile) -> tuple[str, tuple[Function, Function, Function]] | None:
    """Return a symbol and the odds x, y, z as rational functions of it, or None where they are not known.

    Where one player misses, it matters only who of the others shoots first (with the odds u) and who second (v). If
    the two shoot at each other, `s` is the hit probability of the first one over that of the second one. If the first
    one shoots at who misses, and the second one at the first, `3 v (1 + v) = (1 + u + v)^2`, and `t = (1 + u + v)/v`.
    For C, C, A and B, C, B the plane curves of degree 4 are cut by the lines `x + y = m` and `x + z = m` in two points
    besides a double point at infinity, and the discriminant is a square times `m (2 m - 1)` and `2 m (m + 1)`; so it is
    a square for `t^2 = 2 - 1/m` and `t^2 = 2 + 2/m`.
    """
    if profile == ("C", "C", "A"):
        (t,) = parameter_field("t").gens
        below = (2 - t**2) * (3 - t)
        x = t * (t - 1) * (3 - t**2) / below
        return "t", (x, 1 / (2 - t**2) - x, _third_of_cca(t, x))
    if profile == ("B", "C", "B"):
        (t,) = parameter_field("t").gens
        below = (t**2 - 2) * (3 - t)
        x = t * (2 - t) * (t**2 + t - 1) / below
        y = (3 - t**2) * (t**3 - 2 * t**2 + 2) / below
        return "t", (x, y, 2 / (t**2 - 2) - x)
    if profile.count("Miss") != 1:
        return None
    misses = profile.index("Miss")
    first, second = (player for player in range(3) if player != misses)
    at_whom = "ABC".index(profile[first]), "ABC".index(profile[second])
    if at_whom == (second, first):
        (s,) = parameter_field("s").gens
        below = 2 * (1 - s**2)
        roles = {
            misses: (2 + s) * (1 + s) / below,
            first: s * (1 + 2 * s) / below,
            second: (3 * s**2 + 2 * s - 2) / below,
        }
        return "s", (roles[0], roles[1], roles[2])
    if at_whom == (misses, first):
        (t,) = parameter_field("t").gens
        below = t**2 - 3
        roles = {misses: t**2 * (2 - t) / below, first: t * (3 - t) / below, second: 3 / below}
        return "t", (roles[0], roles[1], roles[2])
    return None


def _third_of_cca(t: Function, x: Function) -> Function:
    """Return z for C, C, A, from the equation of A, which is linear in z."""
    y = 1 / (2 - t**2) - x
    without = x**2 * y + x**2 + x * y**2 - x - 2 * y**2 - y + 1
    return -without / (x**2 - x * y - x - 2 * y**2 - y + 1)


def range_of(odds: Sequence[Function]) -> tuple[Number, Number]:
    """Return the one interval, between two numbers, in which all functions of a symbol are positive."""
    parts = {part for each in odds for side in factors(each)[1:] for part, _ in side}
    roots = sorted({root for part in parts for root in irreducible_roots(univariate(part))})
    inside = [
        (low, high)
        for low, high in pairwise(roots)
        if all(sign_of_function(each, between(low, high)) > 0 for each in odds)
    ]
    if len(inside) != 1:
        raise AssertionError(f"internal error: the functions {odds} are not positive in one interval")
    return inside[0]
