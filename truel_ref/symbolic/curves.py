"""Play along a curve of hit probabilities: where optimal aims change, and where players overtake each other.

A curve gives every hit probability as a rational function of one symbol. A polynomial in the hit probabilities decides
between two options (`truel_ref.symbolic.decisions`); along the curve it becomes a rational function of that symbol, and
between two neighbouring roots of all consulted polynomials no decision can change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import prod
from typing import Any, TypeVar

from truel_ref.errors import ProblemError, shown
from truel_ref.game.people import Profile, label
from truel_ref.kernels.memory import remembered
from truel_ref.limits import check
from truel_ref.numbers import Number, between, evaluate, irreducible_roots, sign_of
from truel_ref.symbolic.algebra import (
    Function,
    Letters,
    Polynomial,
    constant_of,
    degrees,
    evaluated,
    factors,
    field_of,
    rational_probability,
    univariate,
)
from truel_ref.symbolic.decisions import Decisions, SignOf, sign_by
from truel_ref.symbolic.polynomials import scaled_terms

__all__ = [
    "CurveStretch",
    "Encounter",
    "HitCurve",
    "aims_at",
    "between_roots",
    "encounters",
    "parameter_field",
    "roots_between",
    "sign_of_function",
    "stretches",
    "value_of_function",
]


Answer = TypeVar("Answer")


class HitCurve:
    """Hit probabilities as rational functions of one symbol.

    Parameters: `hits`, elements of a field of fractions in one symbol, one per player.

    Fields: `hits`; `field`; `letters`, the same players with a letter for each hit probability that is not constant.

    >>> curve = HitCurve.line(["1/3", "2/3", 1], ["1/2", "1/2", 1])
    >>> curve.hits
    ((t + 2)/6, (-t + 4)/6, 1)
    """

    def __init__(self, hits: Sequence[Function]) -> None:
        self.hits = tuple(hits)
        self.field = self.hits[0].field
        constants = [_constant(hit) for hit in self.hits]
        self.letters = Letters(constants)
        self.free = tuple(hit for hit, constant in zip(self.hits, constants, strict=True) if constant is None)

    @classmethod
    def line(cls, start: Iterable[object], end: Iterable[object], symbol: str = "t") -> HitCurve:
        """Return the straight line from one point of the cube to another, for the symbol from 0 to 1.

        Raises `NumberError` for points outside the cube, and `ProblemError` for irrational points, ends of different
        lengths, equal ends, or fewer than two players.
        """
        ends = [
            [
                rational_probability(hit, f"{which}, player {label(player)}")
                for player, hit in enumerate(_listed(point, which))
            ]
            for which, point in (("start", start), ("end", end))
        ]
        if len(ends[0]) != len(ends[1]):
            raise ProblemError(f"the start has {len(ends[0])} players and the end {len(ends[1])}")
        if ends[0] == ends[1]:
            raise ProblemError("the start and the end are the same point; a line needs two")
        field = parameter_field(symbol)
        (t,) = field.gens
        return cls(
            [constant_of(field, low) + constant_of(field, high - low) * t for low, high in zip(*ends, strict=True)]
        )

    def at(self, value: Number) -> list[Number]:
        """Return the hit probabilities at a value of the symbol, which may be irrational."""
        return [value_of_function(hit, value) for hit in self.hits]

    def signs_at(self, value: Number, consulted: set[Polynomial] | None = None) -> SignOf:
        """Return the signs of polynomials in the hit probabilities (of `letters`) at a value of the symbol.

        Parameters: `value`; `consulted`, a set to which the irreducible polynomials behind these signs are added.
        """
        return lambda polynomial: sign_of_function(self.polynomial_along(polynomial), value, consulted)

    def along(self, function: Function) -> Function:
        """Return a function of the hit probabilities (of `letters`) as a function of the symbol."""
        return self.polynomial_along(function.numer) / self.polynomial_along(function.denom)

    @remembered
    def polynomial_along(self, polynomial: Polynomial) -> Function:
        """Return a polynomial in the hit probabilities (of `letters`) as a function of the symbol.

        For a hit probability `n/d` and the degree `k` of the polynomial in it, the polynomial times all `d^k` is a
        polynomial in all `n` and `d`; a common factor is cancelled only at the end.
        """
        ring = self.field.ring
        tables, below = [], ring.one
        for hit, degree in zip(self.free, degrees(polynomial), strict=False):
            tables.append([hit.numer**power * hit.denom ** (degree - power) for power in range(degree + 1)])
            below *= hit.denom**degree
        total = ring.zero
        for powers, coefficient in polynomial.terms():
            factors = (table[power] for table, power in zip(tables, powers, strict=False))
            total += prod(factors, start=ring.ground_new(coefficient))
        return self.field.new(total, below)


def parameter_field(symbol: str) -> Any:
    """Return the field of rational functions of one symbol."""
    return field_of([symbol])


def _listed(point: object, which: str) -> list[object]:
    if isinstance(point, str):
        return list(point.split(","))
    if not isinstance(point, Iterable):
        raise ProblemError(f"the {which} {shown(point)} is not a list of hit probabilities")
    return list(point)


def _constant(function: Function) -> Fraction | None:
    if function.numer.is_ground and function.denom.is_ground:
        return evaluated(function, [Fraction(0)])
    return None


def sign_of_function(function: Function, point: Number, consulted: set[Polynomial] | None = None) -> int:
    """Return the exact sign of a rational function of one symbol at a point where its denominator does not vanish.

    Parameters: `function`; `point`; `consulted`, a set to which the irreducible polynomials behind the sign are added.
    """
    if not function:
        return 0
    constant, top, bottom = factors(function)
    if consulted is not None:
        consulted.update(polynomial for polynomial, _ in (*top, *bottom))
    return sign_by(
        (sign_of(constant), (*top, *bottom)), lambda polynomial: sign_of(evaluate(univariate(polynomial), point))
    )


def value_of_function(function: Function, point: Number) -> Number:
    """Return the value of a rational function of one symbol at a point where its denominator does not vanish.

    >>> from truel_ref.numbers import root
    >>> (t,) = parameter_field("t").gens
    >>> value_of_function(1 / (t + 1), root([1, 0, -2], 1))
    <Algebraic sqrt(2) - 1>
    """
    if isinstance(point, Fraction):
        return evaluated(function, [point])
    above, below = (
        Fraction(1, scaled_terms(side)[1]) * evaluate(univariate(side), point)
        for side in (function.numer, function.denom)
    )
    value: Number = above / below
    return value


def roots_between(polynomials: Iterable[Polynomial], low: Number, high: Number) -> list[Number]:
    """Return the roots of different irreducible polynomials strictly between two numbers, in rising order.

    Different irreducible polynomials have no root in common, so each number comes once.
    """
    roots = (root for polynomial in polynomials for root in irreducible_roots(univariate(polynomial)))
    return sorted(root for root in roots if low < root < high)


# ---------------------------------------------------------------------------------------------------------
# Optimal aims along a curve


@dataclass(frozen=True)
class CurveStretch:
    """A stretch of a curve with constant aims: an open interval, or a single point.

    Fields: `low` and `high`, its ends, equal for a point; `aims`, in text, None if the phase is a stalemate; `win`, the
    win probabilities as functions of the symbol.
    """

    low: Number
    high: Number
    aims: tuple[str, ...] | None
    win: tuple[Function, ...]

    @property
    def is_point(self) -> bool:
        """Whether it is a single point."""
        return self.low == self.high


def aims_at(
    tree: Decisions, curve: HitCurve, point: Number, consulted: set[Polynomial] | None = None
) -> tuple[Profile | None, bool]:
    """Return the path of the announcements chosen at a point of a curve, and whether a decision was tied there.

    Parameters: `tree`, the announcements over `curve.letters`; `point`, a value of the symbol at which the hit
    probabilities that are letters lie inside the cube; `consulted`, a set to which the polynomials behind the choice
    are added.
    """
    tied, sign_of = [], curve.signs_at(point, consulted)

    def ranks(place: int, equal: Profile) -> Sequence[int]:
        tied.append(place)
        return tree.tie_ranks(place, equal, sign_of)

    return tree.solve(sign_of, ranks), bool(tied)


def between_roots(
    low: Number, high: Number, consulted: set[Polynomial], answer: Callable[[Number, Number], Answer]
) -> dict[tuple[Number, Number], Answer]:
    """Return the answer for each part of an interval, cut until no consulted polynomial has a root inside a part.

    Parameters: `low` and `high`, the ends; `consulted`, the polynomials so far, to which `answer` adds; `answer`, from
    the ends of a part to the answer at a sample inside.
    """
    inside: list[Number] = []
    known: dict[tuple[Number, Number], Answer] = {}
    while True:
        check()
        parts = list(pairwise([low, *inside, high]))
        known |= {ends: answer(*ends) for ends in parts if ends not in known}
        wanted = roots_between(consulted, low, high)
        if wanted == inside:
            return {ends: known[ends] for ends in parts}
        inside = wanted


def stretches(
    curve: HitCurve, low: Number, high: Number, consulted: set[Polynomial] | None = None, **fields: Any
) -> list[CurveStretch]:
    """Return the optimal aims along a curve between two values of the symbol, exactly.

    The steps: (1) take a rational sample from every stretch between neighbouring roots of the polynomials consulted so
    far, compute the aims there by backward induction, and collect every consulted polynomial; (2) if these have new
    roots between the ends, split there and repeat. In the end every polynomial consulted at a sample has no root in the
    stretch of that sample, so its sign is constant there, and so is every step of the induction; (3) at the roots
    themselves take the exact signs; (4) join two stretches and the point between them if all three have equal aims. So
    stretches and single points alternate.

    Parameters: `curve`, whose letters lie strictly between 0 and 1 inside the interval; `low` and `high`; `consulted`,
    a set to which the polynomials are added; `**fields`, as for `Decisions`: `search`, `targets`, `random_levels`,
    `if_eq`.

    Raises `ProblemError` for more than three players, whose later aims would change along the curve too.

    >>> curve = HitCurve.line(["1/3", "2/3", 1], ["2/3", "2/3", 1])
    >>> for stretch in stretches(curve, Fraction(0), Fraction(1)):
    ...     print(stretch.low, stretch.high, *stretch.aims)
    0 1 Miss C B
    """
    if len(curve.hits) > 3:
        raise ProblemError("optimal aims along a curve are for two or three players; give the aims of more")
    tree = Decisions(curve.letters, **fields)
    taken = set() if consulted is None else consulted
    paths = between_roots(low, high, taken, lambda *ends: aims_at(tree, curve, between(*ends), taken)[0])

    @cache
    def played(path: Profile | None) -> tuple[tuple[str, ...] | None, tuple[Function, ...]]:
        if path is None:
            return None, (curve.field.zero,) * len(curve.hits)
        aims = tuple(str(tree.options[place][option]) for place, option in enumerate(path))
        return aims, tuple(map(curve.along, tree.win(path)))

    (ends, path), *others = paths.items()
    found = [CurveStretch(*ends, *played(path))]
    for (first, last), path in others:
        here = CurveStretch(first, first, *played(aims_at(tree, curve, first)[0]))
        beyond = CurveStretch(first, last, *played(path))
        if found[-1].aims == here.aims == beyond.aims:
            found[-1] = replace(found[-1], high=last)
        else:
            found += [here, beyond]
    return found


# ---------------------------------------------------------------------------------------------------------
# Who overtakes whom


@dataclass(frozen=True)
class Encounter:
    """A value of the symbol at which the order of two players changes, or at which they meet.

    Fields: `at`, the value; `players`, two; `before`, `here` and `after`, the sign of the first player's win
    probability minus the second player's just below that value, at it and just above it; `jump`, whether the aims
    change there.
    """

    at: Number
    players: tuple[int, int]
    before: int
    here: int
    after: int
    jump: bool

    def __str__(self) -> str:
        one, two = map(label, self.players)
        if self.before == self.after:
            met = "meet" if not self.here else "change places at this point only"
            return f"{one} and {two} {met}"
        if self.after == 0:
            return f"{one} and {two} stay equal from here"
        ahead, behind = (one, two) if self.after > 0 else (two, one)
        if self.before == 0:
            return f"{ahead} goes ahead of {behind}"
        return f"{ahead} {'jumps ahead of' if self.jump else 'overtakes'} {behind}"


def encounters(found: Sequence[CurveStretch]) -> list[Encounter]:
    """Return where win probabilities cross or meet along a curve, inside the interval that the stretches cover.

    Within a stretch the win probabilities are rational functions of the symbol, so the roots of the numerators of their
    differences are all the values at which two players are equal; rational samples give the signs between them.
    """
    result: list[Encounter] = []
    players = range(len(found[0].win))
    for pair in combinations(players, 2):
        # Stretches of constant sign and the points between them, in rising order.
        signs: list[tuple[Number, Number, int, int]] = []
        for place, stretch in enumerate(found):
            difference = stretch.win[pair[0]] - stretch.win[pair[1]]
            if stretch.is_point:
                signs.append((stretch.low, stretch.low, sign_of_function(difference, stretch.low), place))
                continue
            equal = [polynomial for polynomial, _ in factors(difference)[1]] if difference else []
            ends = [stretch.low, *roots_between(equal, stretch.low, stretch.high), stretch.high]
            for low, high in pairwise(ends):
                if low is not stretch.low:
                    signs.append((low, low, sign_of_function(difference, low), place))
                signs.append((low, high, sign_of_function(difference, between(low, high)), place))
        for index, (low, high, here, place) in enumerate(signs):
            if low != high:
                continue
            before, after = signs[index - 1], signs[index + 1]
            if not before[2] == here == after[2]:
                jump = before[3] != place or after[3] != place
                result.append(Encounter(low, pair, before[2], here, after[2], jump))
    return sorted(result, key=lambda encounter: (encounter.at, encounter.players))
