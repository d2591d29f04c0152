"""Where all three win equally often when they aim at Miss, C, B: a curve, with the proof that it is all of it.

All of it is exact: points are rational or algebraic numbers, and every step of the proof is an identity or the proved
sign of a polynomial, checked when it is first asked for. The theorem is about these aims of three players alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

from truel_ref.errors import SymbolicError
from truel_ref.numbers import (
    Algebraic,
    Number,
    between,
    decimal_text,
    fraction_text,
    irreducible_roots,
    number_text,
    read_number,
)
from truel_ref.records.record import Record
from truel_ref.records.table import Table, wrapped
from truel_ref.studies.equal_profiles import Profile, odds_of, range_of
from truel_ref.symbolic.algebra import (
    Function,
    Letters,
    Polynomial,
    evaluated,
    factors,
    rational,
    rational_probability,
    univariate,
)
from truel_ref.symbolic.curves import (
    CurveStretch,
    HitCurve,
    aims_at,
    parameter_field,
    roots_between,
    sign_of_function,
    stretches,
    value_of_function,
    ways,
)
from truel_ref.symbolic.decisions import Decisions, proved_sign, settled
from truel_ref.symbolic.text import function_text, minimal_polynomial_text, number_json, polynomial_text

__all__ = ["AIMS", "EqualChances", "EqualPoint", "equal_chance_curve", "equal_chance_point"]

AIMS = ("Miss", "C", "B")
_THIRD = Fraction(1, 3)
_SHOWN = 8  # rational points in a table
_HEAD = "All three win 1/3 with the aims Miss, C, B exactly where, with s = b/c,"


def _checked(holds: bool, claim: str) -> str:
    """Return a claim that was checked; a false one is a defect of this module and not of anybody's input."""
    if not holds:
        raise AssertionError(f"the proof fails at: {claim}")
    return claim


def _eliminated(letters: Letters) -> tuple[Function, list[str]]:
    """Return the equation that b and c satisfy at equal chances, and the checked steps that lead there.

    Everything is an equivalence inside the cube (and on its face where c is fixed): each function that is divided by,
    or multiplied with, is proved to be positive there.
    """
    a, b, c = letters.hits
    win = letters.win((0, 1, 2), letters.aims(AIMS))
    third = letters.constant(_THIRD)
    d = b + c - b * c
    p = 3 * b**2 + d * (1 - b)
    q = 3 * c**2 * (1 - b) + d * (1 - c)
    positive = [d, p, q, a + b - a * b, a + c - a * c]
    steps = [
        _checked(
            all(_is_positive(each) for each in positive),
            "D = b + c - b*c, P = 3*b**2 + D*(1 - b), Q = 3*c**2*(1 - b) + D*(1 - c), a + b - a*b and a + c - a*c are "
            "positive",
        ),
        _checked(
            win[1] - third == ((1 - a) * p - d) / (3 * (a + b - a * b) * d),
            "B wins 1/3 exactly where (1 - a)*P = D, since his chance minus 1/3 is ((1 - a)*P - D)/(3*(a + b - a*b)*D)",
        ),
        _checked(
            win[2] - third == ((1 - a) * q - d) / (3 * (a + c - a * c) * d),
            "C wins 1/3 exactly where (1 - a)*Q = D, since his chance minus 1/3 is ((1 - a)*Q - D)/(3*(a + c - a*c)*D)",
        ),
        _checked(sum(win) == 1, "then A wins 1/3 too, since the three chances add up to 1"),
        "so all three win 1/3 exactly where P = Q and a = 1 - D/P",
    ]
    return p - q, steps


def _is_positive(function: Function) -> bool:
    """Tell whether a function is proved to be positive inside the unit cube of its symbols."""
    sign, deciding = settled(function)
    return sign > 0 and not deciding


@cache
def _family(aims: Profile) -> tuple[tuple[Function, ...], Number, Number, tuple[str, ...]]:
    """Return the curve over the ratio `s = b/c`, the ends of its range, and the proof that it is all of the points.

    The curve and its range are those of the aims among all profiles (`truel_ref.studies.equal_profiles`).
    """
    letters = Letters([None, None, None])
    _, b, c = letters.hits
    equation, steps = _eliminated(letters)
    symbol, odds = odds_of(aims) or ("", ())
    at_a, at_b, at_c = hits = tuple(1 / (1 + each) for each in odds)
    low, high = range_of(odds)
    (s,) = parameter_field(symbol).gens
    ratio, d = b / c, at_b + at_c - at_b * at_c
    (bound,) = [polynomial for polynomial, _ in factors(at_c - 1)[1] if proved_sign(polynomial) is None]
    steps += [
        _checked(
            equation == c**2 * (c * ratio * (ratio + 2) - 2 * (1 - ratio**2))
            and at_c == 2 * (1 - s**2) / (s * (s + 2))
            and at_b == s * at_c,
            "with s = b/c, P - Q = c**2*(c*s*(s + 2) - 2*(1 - s**2)), so c = 2*(1 - s**2)/(s*(s + 2)) and b = s*c",
        ),
        _checked(
            at_a == 1 - d / (3 * at_b**2 + d * (1 - at_b)) == 2 * (1 - s) / (4 - s),
            "then 1 - D/P is 2*(1 - s)/(4 - s), which is a",
        ),
        _checked(
            high == 1 and 1 - at_c == s.field.new(bound) / (s * (s + 2)),
            f"a, b and c lie inside the cube exactly for {number_text(low)} < s < 1: s is positive, c is "
            f"positive exactly for s < 1, c < 1 exactly where {polynomial_text(bound)} > 0; then b = s*c < 1, "
            "and 0 < a < 1",
        ),
    ]
    return hits, low, high, tuple(steps)


class _InWords(Record):
    """A record that a terminal shows in words."""

    def to_text(self, format: str = "table", digits: int | None = None) -> str:  # noqa: A002  as for every record
        """Return the record as text, in a terminal in words; the parameters are those of `Record.to_text`."""
        text = super().to_text(format, digits)
        return str(self) if format == "table" else text

    def _terminal(self, digits: int, width: int, bold: bool) -> str:
        return "\n".join(part for line in str(self).splitlines() for part in wrapped(line, width))


@dataclass(frozen=True, repr=False, eq=False)
class EqualChances(_InWords):
    """Every point at which all three win with probability 1/3 when they aim at Miss, C, B.

    Fields: `hits`, the three hit probabilities as rational functions of `s = b/c`; `low` and `high`, the ends of the
    range of s inside the cube; at the lower end c is 1, and the upper end is not in the family; `steps`, the proof that
    there are no others; `optimal`, the stretches of s with the aims that are optimal there: it is one stretch, and
    every decision on its path is strict; `switches`, where a reply off the path is tied, which changes nothing on it.

    >>> family = equal_chance_curve()
    >>> print(family.low, [str(hit) for hit in family.at("2/3")])
    (sqrt(7) - 1)/3 ['1/5', '5/12', '5/8']
    """

    hits: tuple[Function, ...]
    low: Number
    high: Number
    steps: tuple[str, ...]
    optimal: tuple[CurveStretch, ...]
    switches: tuple[Number, ...]

    def at(self, s: object) -> tuple[Fraction, ...]:
        """Return the hit probabilities for a rational ratio `s = b/c`.

        Raises `SymbolicError` outside the range and for irrational ratios, and `NumberError` for what is not a number.
        """
        value = rational(read_number(s, "s"), "s")
        if not self.low <= value < self.high:
            raise SymbolicError(f"s = {fraction_text(value)} is outside the range {number_text(self.low)} <= s < 1")
        return tuple(evaluated(hit, [value]) for hit in self.hits)

    def rational_points(self, largest: int = 9) -> list[tuple[Fraction, tuple[Fraction, ...]]]:
        """Return the rational points whose ratio has a denominator up to `largest`, those of small height first.

        Since `s = b/c`, the rational points are exactly those of rational s.
        """
        ratios = {Fraction(above, below) for below in range(2, largest + 1) for above in range(1, below)}
        points = [(s, self.at(s)) for s in ratios if s >= self.low]
        return sorted(points, key=lambda pair: (max(hit.denominator for hit in pair[1]), pair[0]))

    def _table(self) -> Table:
        formulas = ", ".join(f"{name} = {function_text(hit)}" for name, hit in zip("abc", self.hits, strict=True))
        caption = f"{_HEAD} {formulas}, for {number_text(self.low)} <= s < 1. Some rational points:"
        return Table(("s", "A", "B", "C"), [(s, *hits) for s, hits in self.rational_points()], caption)

    def __str__(self) -> str:
        from tabulate import tabulate

        formulas = [f"  {name} = {function_text(hit)}" for name, hit in zip("abc", self.hits, strict=True)]
        rows = [[fraction_text(s), *map(fraction_text, hits)] for s, hits in self.rational_points()[:_SHOWN]]
        table = tabulate(rows, headers=("s", "A", "B", "C"), disable_numparse=True)
        changes = " and ".join(decimal_text(root, 10) for root in self.switches)
        return "\n".join(
            [
                _HEAD,
                *formulas,
                f"for {number_text(self.low)} <= s < 1. At the lower end c = 1; towards s = 1 all three tend to 0.",
                "On the whole curve these aims are optimal, and every decision on their path is strict. Off the path",
                f"a reply is tied at s = {changes}, and either reply leaves the aims as they are.",
                "",
                "Proof:",
                *(f"  {place}. {step}" for place, step in enumerate(self.steps, start=1)),
                "",
                "The rational points are those of rational s; some of small height:",
                table,
            ]
        )

    def __repr__(self) -> str:
        return f"<EqualChances: s from {number_text(self.low)} to {number_text(self.high)}>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "aims": list(AIMS),
            "hits": dict(zip("ABC", map(function_text, self.hits), strict=True)),
            "range": [number_json(self.low, "s"), number_json(self.high, "s")],
            "steps": list(self.steps),
            "optimal": [
                {
                    "low": number_text(stretch.low),
                    "high": number_text(stretch.high),
                    "aims": list(stretch.aims or ()),
                }
                for stretch in self.optimal
            ],
            "switches": [number_json(root, "s") for root in self.switches],
            "rational_points": [
                {"s": fraction_text(s), "hits": list(map(fraction_text, hits))} for s, hits in self.rational_points()
            ],
        }


@cache
def equal_chance_curve() -> EqualChances:
    """Return every point of the cube with equal chances under Miss, C, B, and what is optimal there.

    With `D = b + c - b*c` both conditions, that B and that C win 1/3, are linear in `1 - a`, with positive coefficients
    P and Q. So they hold together exactly where `P = Q` and `1 - a = D/P`, and the ratio `s = b/c` solves `P = Q`.
    Each step is an identity or a sign, checked when this is first called. The optimal aims along the curve follow from
    the signs of all polynomials that backward induction consults (`truel_ref.symbolic.curves`).

    >>> [stretch.aims for stretch in equal_chance_curve().optimal]
    [('Miss', 'C', 'B')]
    """
    hits, low, high, steps = _family(AIMS)
    curve = HitCurve(hits)
    consulted: set[Polynomial] = set()
    optimal = stretches(curve, low, high, consulted)
    _checked(len(optimal) == 1 and optimal[0].aims == AIMS, "Miss, C, B are optimal on the whole curve")
    roots = roots_between(consulted, low, high)
    tree = Decisions(curve.letters)
    path = aims_at(tree, curve, Fraction(3, 4))[0]
    samples = [between(*pair) for pair in pairwise([low, *roots, high])]
    _checked(not any(aims_at(tree, curve, sample)[1] for sample in samples), "nothing is tied between the roots")
    _checked(all(ways(tree, curve, root) == {path} for root in roots), "at the roots no decision on the path is tied")
    switches = tuple(root for root in roots if aims_at(tree, curve, root)[1])
    _checked(equal_chance_point(1).ratio == low, "the curve ends where c = 1, and is optimal there, too")
    return EqualChances(hits, low, high, steps, tuple(optimal), switches)


@dataclass(frozen=True, repr=False, eq=False)
class EqualPoint(_InWords):
    """The point with equal chances for a given hit probability of C.

    Fields: `hits`, the hit probabilities of A, B and C as exact numbers; `ratio`, `b/c`; `aims`, what is optimal there;
    `signs`, every polynomial in the letters that decided, with its sign there: none is 0; `steps`, the proof that it is
    the only point.

    >>> print(equal_chance_point(1))
    hits of A: (5 - sqrt(7))/9 = 0.26158318765948993439, root of 2 - 10*a + 9*a**2
    hits of B: (sqrt(7) - 1)/3 = 0.54858377035486353017, root of -2 + 2*b + 3*b**2
    hits of C: 1
    the only point with c = 1 at which all three win 1/3 with the aims Miss, C, B
    optimal there: Miss, C, B, with every comparison strict: 3 polynomials decide, and none vanishes
    """

    hits: tuple[Number, ...]
    ratio: Number
    aims: tuple[str, ...]
    signs: tuple[tuple[Polynomial, int], ...]
    steps: tuple[str, ...]

    def __str__(self) -> str:
        lines = []
        for name, hit in zip("ABC", self.hits, strict=True):
            text = f"hits of {name}: {number_text(hit)}"
            if isinstance(hit, Algebraic):
                text += f" = {decimal_text(hit, 20)}, root of {minimal_polynomial_text(hit, name.lower())}"
            lines.append(text)
        lines += [
            f"the only point with c = {number_text(self.hits[2])} at which all three win 1/3 with the aims Miss, C, B",
            f"optimal there: {', '.join(self.aims)}, with every comparison strict: {len(self.signs)} polynomials "
            "decide, and none vanishes",
        ]
        return "\n".join(lines)

    def _table(self) -> Table:
        rows = [
            (name, hit, decimal_text(hit, 20), aim) for name, hit, aim in zip("ABC", self.hits, self.aims, strict=True)
        ]
        return Table(("player", "hit", "decimal", "aim"), rows)

    def __repr__(self) -> str:
        return f"<EqualPoint {', '.join(map(number_text, self.hits))}>"

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "hits": {name: number_json(hit, name.lower()) for name, hit in zip("ABC", self.hits, strict=True)},
            "aims": list(self.aims),
            "signs": [[polynomial_text(polynomial), sign] for polynomial, sign in self.signs],
            "steps": list(self.steps),
        }


def equal_chance_point(c: object = 1) -> EqualPoint:
    """Return the one point with the given hit probability of C at which all three win 1/3 under Miss, C, B.

    The elimination is that of `equal_chance_curve`, with c fixed, which may be 1: then s is the one place of the curve
    with that c, the root of `(c + 2)*s**2 + 2*c*s - 2` between 0 and 1. The optimal aims at that point follow from
    exact signs at an algebraic number.

    Parameters: `c`, a probability above 0.

    Raises `SymbolicError` for c = 0, where C can never win, and for irrational ones.
    """
    fixed = rational_probability(c, "c")
    if not fixed:
        raise SymbolicError("with c = 0 C never wins; give a hit probability above 0")
    letters = Letters([None, None, fixed])
    steps = _eliminated(letters)[1]
    (at_a, at_b, at_c), low, high, _ = _family(AIMS)
    numerators = (polynomial for polynomial, _ in factors(at_c - fixed)[1])
    (ratio,) = (root for each in numerators for root in irreducible_roots(univariate(each)) if low <= root < high)
    steps.append(
        _checked(
            sign_of_function(at_a, ratio) * sign_of_function(1 - at_a, ratio) == 1,
            f"P = Q for one b between 0 and 1 only: b/c is {number_text(ratio)}; a = 1 - D/P lies between 0 and 1",
        )
    )
    curve = HitCurve([at_a, at_b, at_c.field(fixed)])
    tree = Decisions(letters)
    signs: dict[Polynomial, int] = {}

    def sign_of(polynomial: Polynomial) -> int:
        signs[polynomial] = sign_of_function(curve.polynomial_along(polynomial), ratio)
        return signs[polynomial]

    path = tree.solve(sign_of, lambda place, equal: range(len(equal)))
    aims = tuple(str(tree.options[place][option]) for place, option in enumerate(path or ()))
    _checked(aims == AIMS and all(signs.values()), f"Miss, C, B are optimal at c = {fraction_text(fixed)}, strictly")
    hits = (value_of_function(at_a, ratio), value_of_function(at_b, ratio), fixed)
    decided = sorted(signs.items(), key=lambda pair: polynomial_text(pair[0]))
    return EqualPoint(hits, ratio, aims, tuple(decided), tuple(steps))
