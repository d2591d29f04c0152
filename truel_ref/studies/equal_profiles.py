"""Equal chances under every profile of three players: on which curves all three win 1/3, and with which nowhere.

A profile gives each player one aim, another player or Miss.

**Curves of equal chances that are rational: the odds of all three as rational functions of one symbol.**

The formulas were derived by hand, as told in `odds_of`, and nothing rests on that: `truel_ref.studies.equal_profiles`
checks that they are on the curve, and all of it.

**A curve of equal chances: the points at which all three players win 1/3 with a profile, and where it is optimal.**

Instead of the hit probabilities a, b, c a curve is told in the **odds against** a hit, `x = (1 - a)/a`,
`y = (1 - b)/b`, `z = (1 - c)/c`: inside the cube they are positive, and who begins a duel wins it with
`(1 + y)/(1 + x + y)`. That there is one point over each value of one of them is proved by `truel_ref.symbolic.arcs`,
and so are the pieces on which a profile is optimal: what is asked along the curve is what backward induction asks, or
what the definition of an equilibrium asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import pairwise, product
from math import lcm, prod
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError, shown
from truel_ref.game.variant import PLAYS
from truel_ref.numbers import (
    Number,
    between,
    decimal_text,
    fraction_text,
    irreducible_roots,
    number_text,
    read_count,
    read_rational,
)
from truel_ref.records.record import Record
from truel_ref.records.table import Table
from truel_ref.symbolic.algebra import Function, Polynomial, degrees, evaluated, factors, univariate, value_at
from truel_ref.symbolic.arcs import Arc, Piece, arc_of, has_one_sign
from truel_ref.symbolic.cube import letters_of_the_cube
from truel_ref.symbolic.curves import parameter_field, sign_of_function
from truel_ref.symbolic.decisions import DecidedResponses, Decisions, SignOf
from truel_ref.symbolic.isolation import IsolatedRoot
from truel_ref.symbolic.plays import refuse_other_plays
from truel_ref.symbolic.polynomials import irreducible_factors
from truel_ref.symbolic.text import function_text, number_json, polynomial_text

__all__ = [
    "EqualCurve",
    "EqualProfiles",
    "OptimalPiece",
    "Parametrisation",
    "Point",
    "Profile",
    "equal_curve",
    "every_equal_curve",
    "in_odds",
    "odds_of",
    "range_of",
]

_OPTIONS = (("B", "C", "Miss"), ("A", "C", "Miss"), ("A", "B", "Miss"))


@cache
def _curve(profile: Profile) -> EqualCurve | None:
    """Return the curve of the polynomials that vanish where A, B and C win 1/3, or None if somebody never wins."""
    letters = letters_of_the_cube().letters
    wins = letters.win((0, 1, 2), letters.aims(profile)) if profile != ("Miss",) * 3 else (0,)
    if not all(wins):
        return None
    equations = []
    for win in wins:
        numerator = in_odds((win - letters.constant(Fraction(1, 3))).numer)
        (part,) = [part for part in irreducible_factors(numerator) if not has_one_sign(part)]
        equations.append(part)
    return EqualCurve(profile, equations)


def equal_curve(profile: object) -> EqualCurve:
    """Return the curve on which all three win 1/3 with a profile.

    Parameters: `profile`, three aims, such as "C,C,A" or ("C", "C", "A"): each another player or Miss.

    Raises `SymbolicError` for anything but such a profile, and for a profile with which somebody never wins.

    >>> print(equal_curve("B,C,B").parametrisation.at(Fraction(3, 2)))
    (Fraction(2, 13), Fraction(4, 11), Fraction(2, 7))
    """
    words = (
        profile.split(",") if isinstance(profile, str) else list(profile) if isinstance(profile, list | tuple) else []
    )
    read = tuple(str(word).strip().capitalize() for word in words)
    if len(read) != 3 or any(aim not in options for aim, options in zip(read, _OPTIONS, strict=False)):
        raise SymbolicError(
            f"{shown(profile)} is not a profile of three players who aim at another or miss, such as C,C,A"
        )
    curve = _curve((read[0], read[1], read[2]))
    if curve is None:
        raise SymbolicError(f"with the aims {', '.join(read)} somebody never wins, so nowhere do all three win 1/3")
    return curve


@dataclass(frozen=True, repr=False, eq=False)
class EqualProfiles(Record):
    """All 27 profiles: `curves`, of the 17 with equal chances somewhere; `never`, the ten others, each with why."""

    curves: tuple[EqualCurve, ...]
    never: tuple[tuple[Profile, str], ...]

    def _table(self) -> Table:
        rows = []
        for curve in self.curves:
            cells = [
                " and ".join(_piece_text(piece, curve.base) for piece in curve.optimal(play)) or "nowhere"
                for play in PLAYS
            ]
            rows.append((curve.name, f"p{curve.base}", *cells))
        notes = [f"{', '.join(profile)}: {why}" for profile, why in self.never]
        head = ("aims", "one point for each", "optimal announced", "stationary equilibrium")
        return Table(head, rows, "Where all three win 1/3", notes=notes)

    def __repr__(self) -> str:
        return f"<EqualProfiles: {len(self.curves)} curves>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        never = [{"aims": list(profile), "why": why} for profile, why in self.never]
        return {"curves": [curve.to_json() for curve in self.curves], "never": never}


def _piece_text(piece: OptimalPiece, base: str) -> str:
    if piece.whole:
        return "everywhere"
    low = "0" if not piece.low else decimal_text(piece.low, 10)
    high = "1" if piece.high == 1 else decimal_text(piece.high, 10)
    return f"{low} < p{base} < {high}"


@cache
def every_equal_curve() -> EqualProfiles:
    """Return for each of the 27 profiles of three players where all three win 1/3, and where it is then optimal.

    >>> len(every_equal_curve().curves), len(every_equal_curve().never)
    (17, 10)
    """
    made = {profile: _curve(profile) for profile in product(*_OPTIONS)}
    never = tuple((profile, _why_never(profile)) for profile, curve in made.items() if curve is None)
    return EqualProfiles(tuple(filter(None, made.values())), never)


def _why_never(profile: Profile) -> str:
    letters = letters_of_the_cube().letters
    if set(profile) == {"Miss"}:
        return "nobody ever shoots"
    wins = letters.win((0, 1, 2), letters.aims(profile))
    return " and ".join(f"{name} never wins" for name, win in zip("ABC", wins, strict=True) if not win)


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


_LARGEST = 2000  # common denominators that are searched
_EACH_PAIR = 2e-8  # seconds
_NAMES = "xyz"


@cache
def _odds_ring() -> Any:
    from sympy import QQ
    from sympy.polys.rings import ring

    return ring(list(_NAMES), QQ)[0]


@cache
def in_odds(polynomial: Polynomial) -> Polynomial:
    """Return a polynomial in a, b, c as one in x, y, z that has its sign inside the cube.

    With `a = 1/(1 + x)`, and so on, it is multiplied by the powers of `1 + x`, `1 + y` and `1 + z` in its denominator.

    >>> a, b, c = letters_of_the_cube().letters.hits
    >>> in_odds((a - b).numer)
    -x + y
    """
    made = _odds_ring()
    highest = degrees(polynomial)
    total = made.zero
    for powers, coefficient in polynomial.terms():
        exponents = zip(made.gens, powers, highest, strict=True)
        cleared = ((1 + symbol) ** (degree - power) for symbol, power, degree in exponents)
        total += prod(cleared, start=made.ground_new(coefficient))
    return total


@dataclass(frozen=True)
class OptimalPiece:
    """A piece of a curve on which its profile is optimal, told by the hit probability of the base player.

    Fields: `low` and `high`, its ends, of which 0 and 1 are the ends of the curve; `at`, the decimals of the hit
    probabilities of A, B and C at each end that is not an end of the curve.
    """

    low: Number
    high: Number
    at: tuple[tuple[str, ...], ...]

    @property
    def whole(self) -> bool:
        """Whether it is the whole curve."""
        return self.low == 0 and self.high == 1


class EqualCurve(Record):
    """The points inside the cube at which all three win 1/3 with a profile: one for each hit probability of one player.

    Fields: `profile`; `arc`, the curve in the odds x, y, z, with its proof; `parametrisation`, or None.

    >>> from truel_ref.studies.equal_profiles import equal_curve
    >>> curve = equal_curve("B,A,B")
    >>> [str(piece.low) + " to " + decimal_text(piece.high, 6) for piece in curve.optimal("announced")]
    ['0 to 0.176936']
    """

    def __init__(self, profile: Profile, equations: Sequence[Polynomial]) -> None:
        self.profile = profile
        self.equations = tuple(equations)
        self.arc: Arc = arc_of(equations)
        self.parametrisation = self._parametrised()

    @property
    def base(self) -> str:
        """The player over each of whose hit probabilities there is one point."""
        return "ABC"[self.arc.base]

    def _parametrised(self) -> Parametrisation | None:
        """Return the parametrisation, checked to be all of the curve.

        The equations vanish on it, and over its range the odds of the base player run from 0 to infinity: since there
        is one point over each of them, no point is left out.
        """
        made = odds_of(self.profile)
        if made is None:
            return None
        symbol, odds = made
        low, high = range_of(odds)
        for equation in self.equations:
            total = sum(
                (
                    odds[0] ** powers[0] * odds[1] ** powers[1] * odds[2] ** powers[2] * int(value)
                    for powers, value in equation.terms()
                ),
                odds[0] * 0,
            )
            if total:
                raise AssertionError(f"internal error: {self.name}: the parametrisation is not on the curve")
        _, top, bottom = factors(odds[self.arc.base])
        zeros, poles = (
            {root for part, _ in side for root in irreducible_roots(univariate(part))} for side in (top, bottom)
        )
        if not any(one in zeros and other in poles for one, other in ((low, high), (high, low))):
            raise AssertionError(f"internal error: {self.name}: the parametrisation is not the whole curve")
        return Parametrisation(symbol, odds, low, high)

    @property
    def name(self) -> str:
        """The profile as text."""
        return ", ".join(self.profile)

    def near(self, hit: object, digits: int = 12) -> tuple[str, ...]:
        """Return decimals of the hit probabilities of A, B and C where the base player has a given one, a fraction.

        Raises `SymbolicError` for fractions that are not between 0 and 1.
        """
        value = read_rational(hit, f"p{self.base}")
        if not 0 < value < 1:
            raise SymbolicError(f"p{self.base}: {shown(hit)} is not inside the cube; give a fraction between 0 and 1")
        return self._decimals((1 - value) / value, digits)

    def drawn(self, odds: Fraction) -> tuple[float, ...]:
        """Return the hit probabilities as doubles where the base player has the given odds, for a picture."""
        return tuple(float(1 / (1 + (low + high) / 2)) for low, high in self.arc.point(odds, 32))

    def _decimals(self, odds: Fraction | IsolatedRoot, digits: int) -> tuple[str, ...]:
        bits = 16
        while True:
            texts: list[str] = []
            for low, high in self.arc.point(odds, bits):
                ends = {decimal_text(1 / (1 + end), digits) for end in (low, high)}
                if len(ends) == 1:
                    texts += ends
            if len(texts) == len(_NAMES):
                return tuple(texts)
            bits *= 2

    # -- optimal play

    @cached_property
    def announced(self) -> tuple[Piece[Any], ...]:
        """The optimal announced aims along the curve, as `Arc.pieces` tells them."""
        return tuple(self.arc.pieces(lambda sign: _announced(lambda each: sign(in_odds(each)))))

    @cached_property
    def stationary(self) -> tuple[Piece[Any], ...]:
        """All pure stationary equilibria along the curve, as `Arc.pieces` tells them."""
        return tuple(self.arc.pieces(lambda sign: _stationary(lambda each: sign(in_odds(each)))))

    def optimal(self, play: str) -> tuple[OptimalPiece, ...]:
        """Return the pieces of the curve on which the profile is what is played, by rising hit probability.

        An end at which another profile takes over belongs to the piece or not, as `announced` and `stationary` tell.

        Parameters: `play`, announced or stationary.
        """
        refuse_other_plays(play)
        pieces = self.announced if play == "announced" else self.stationary
        optimal: list[tuple[Any, Any]] = []
        for piece in pieces:
            if self.profile in (piece.answer if play == "stationary" else (piece.answer,)):
                if optimal and optimal[-1][1] is piece.low:
                    optimal[-1] = optimal[-1][0], piece.high
                else:
                    optimal.append((piece.low, piece.high))
        return tuple(self._optimal_piece(*ends) for ends in reversed(optimal))

    def _optimal_piece(self, low: Any, high: Any) -> OptimalPiece:
        """Return a piece between two values of the odds, which fall as the hit probability rises."""
        ends = [
            Fraction(0) if high is None else 1 / (1 + high.value),
            Fraction(1) if low is None else 1 / (1 + low.value),
        ]
        return OptimalPiece(ends[0], ends[1], tuple(self._decimals(end, 10) for end in (high, low) if end is not None))

    # -- rational points

    def rational_points(self, largest: int = 100) -> list[Point]:
        """Return all points of the curve whose three hit probabilities have a common denominator up to `largest`.

        For each common denominator N, two of the hit probabilities run over all `i/N` and `j/N`. The polynomial in the
        plane, times powers of i and j, is an integer; it is computed modulo `2^64`, and where that is not 0, the
        integer is not. What is left is looked at exactly. So the answer is complete.

        Raises `NumberError` for bounds below 1 or above 2000.
        """
        import numpy as np

        bound = read_count(largest, "largest", most=_LARGEST)
        polynomial, plane = self.arc.polynomial, self.arc.in_plane
        highest = degrees(polynomial)
        points = []
        for common in range(2, bound + 1):
            count = np.arange(1, common, dtype=np.uint64)
            rest = np.uint64(common) - count
            sides = [[rest**power * count ** (degree - power) for power in range(degree + 1)] for degree in highest]
            table = np.zeros((highest[0] + 1, highest[1] + 1), dtype=np.uint64)
            for powers, value in polynomial.terms():
                table[powers] = int(value) % 2**64
            sums = np.array(sides[0]).T @ table @ np.array(sides[1])
            for one, two in np.argwhere(sums == 0):
                pair = [Fraction(int(common - each - 1), int(each) + 1) for each in (one, two)]
                hits = self._point_over(pair, plane)
                if hits is not None and lcm(*(hit.denominator for hit in hits)) == common:
                    points.append(hits)
        return points

    def _point_over(self, pair: Sequence[Fraction], plane: tuple[int, int]) -> Point | None:
        """Return the point over a point of the plane, or None if there is none inside the cube."""
        if value_at(self.arc.polynomial, pair):
            return None
        below = value_at(self.arc.below, pair)
        third = -value_at(self.arc.above, pair) / below if below else Fraction(0)
        if third <= 0:
            return None
        odds = {plane[0]: pair[0], plane[1]: pair[1], self.arc.lifted: third}
        a, b, c = (1 / (1 + odds[player]) for player in range(3))
        return a, b, c

    # -- as a record

    @property
    def steps(self) -> tuple[str, ...]:
        """What is proved, step by step."""
        arc = self.arc
        u, v, w = _NAMES[arc.other], _NAMES[arc.base], _NAMES[arc.lifted]
        listed = [
            "with x = (1 - a)/a, y = (1 - b)/b, z = (1 - c)/c all three win 1/3 exactly where F = 0 and "
            f"{w} = -N/D, where F = {polynomial_text(arc.polynomial)},",
            f"D = {polynomial_text(arc.below)}, N = {polynomial_text(arc.above)}",
            f"where {u}, {v} and {w} are positive, F does not vanish together with its derivative by {u}, with D, or "
            f"with N, and neither for {u} = 0 nor for {u} = infinity does a branch with {w} > 0 end",
            f"so there are equally many points for all {v} > 0, and for {v} = 1 there is one",
        ]
        if self.parametrisation is not None:
            listed.append(f"the curve is {self.parametrisation}")
        return tuple(listed)

    def _table(self) -> Table:
        rows: list[tuple[Any, ...]] = []
        for play in PLAYS:
            pieces = self.optimal(play)
            rows += [(play, _end_text(piece.low), _end_text(piece.high)) for piece in pieces]
            if not pieces:
                rows.append((play, "nowhere", ""))
        caption = f"All three win 1/3 with {self.name} on a curve with one point for each p{self.base} between 0 and 1"
        return Table(("optimal", f"from p{self.base}", f"to p{self.base}"), rows, caption, notes=self.steps)

    def __repr__(self) -> str:
        return f"<EqualCurve {self.name}>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "aims": list(self.profile),
            "base": self.base,
            "steps": list(self.steps),
            "optimal": {
                play: [
                    {
                        "low": number_json(piece.low),
                        "high": number_json(piece.high),
                        "ends": list(map(list, piece.at)),
                    }
                    for piece in self.optimal(play)
                ]
                for play in PLAYS
            },
        }


def _end_text(value: Number) -> str:
    if isinstance(value, Fraction):
        return fraction_text(value)
    return f"{decimal_text(value, 10)} = {number_text(value)}"


@cache
def _questions() -> tuple[Decisions, DecidedResponses]:
    decisions = letters_of_the_cube()
    return decisions, DecidedResponses(decisions)


def _announced(sign_of: SignOf) -> tuple[str, ...] | None:
    decisions, _ = _questions()
    aims = decisions.aims(decisions.solve(sign_of))
    return None if aims is None else tuple(map(str, aims))


def _stationary(sign_of: SignOf) -> tuple[tuple[str, ...], ...]:
    decisions, responses = _questions()
    return tuple(tuple(map(str, decisions.aims(path) or ())) for path in responses.equilibria(sign_of))
