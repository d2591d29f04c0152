"""Curves in space with exactly one point over each positive value of an unknown, with proofs and exact signs.

Three unknowns are positive. Equations vanish together on a curve; let `v` be one of the unknowns, the base. The steps:

1. Take a relation `d w + n = 0` for another unknown `w`, with polynomials d and n in v and the third unknown u: an
   equation, or a combination of two equations that are quadratic in w. Substitution in the equations leaves polynomials
   in u and v.
2. Factors of these whose coefficients all have one sign have no zero here. One irreducible factor F must divide them
   all, and the other factors of two of them must have no common zero. So where `d != 0` the solutions are the points
   with `F = 0` and `w = -n/d`.
3. **One point over each value.** Along a branch of solutions over v, u and w are continuous, and a branch can begin,
   end or meet another only where `F = F_u = 0`, or where u or w tends to 0 or to infinity: `F = n = 0`, `F = d = 0`,
   and zeros of F at `u = 0` and of F reversed in u. For each of these systems in two unknowns, the resultants have
   finitely many positive roots; a small box around every pair of them proves that one of the polynomials has a sign
   there, or that w is negative. Then the number of solutions over v is the same for all v > 0; count it at `v = 1`.
4. **Signs along the curve.** A polynomial changes its sign only at roots of its resultant with F. Samples between these
   roots show at which of them it changes; at all others a proof gives its sign.

Bounds on boxes of positive numbers prove all signs.

**Polynomials and values where all unknowns are positive: bounds and signs on boxes, roots, samples between them.**

On a box of positive numbers a polynomial `P - Q`, with the positive terms in P, lies between `P(low) - Q(high)` and
`P(high) - Q(low)`: all signs are proved by these two fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import prod
from typing import Any, Generic, TypeAlias, TypeVar

from truel_ref.errors import SymbolicError
from truel_ref.kernels.memory import remembered
from truel_ref.numbers import Integers, Interval, between
from truel_ref.symbolic.algebra import Polynomial
from truel_ref.symbolic.isolation import IsolatedRoot, ordered, roots_inside
from truel_ref.symbolic.polynomials import factored, irreducible_factors, line_through, resultant

__all__ = [
    "Arc",
    "Piece",
    "Value",
    "arc_of",
    "bounds",
    "compared",
    "enclosure",
    "has_one_sign",
    "positive_roots",
    "relations",
    "samples_between",
    "sign_on_box",
]


# ---------------------------------------------------------------------------------------------------------
# Polynomials and values where all unknowns are positive: bounds and signs on boxes, roots, samples between them


Value: TypeAlias = Fraction | IsolatedRoot
"""A positive value of an unknown."""

# ---------------------------------------------------------------------------------------------------------
# Polynomials


def bounds(polynomial: Polynomial, box: Sequence[Interval]) -> Interval:
    """Return a lower and an upper bound of a polynomial on a box of numbers that are not negative.

    Parameters: `polynomial`, an element of a sympy ring; `box`, one interval per generator.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> [str(end) for end in bounds(x * y - x, [(Fraction(1), Fraction(2)), (Fraction(2), Fraction(3))])]
    ['0', '5']
    """
    low = high = Fraction(0)
    for powers, value in polynomial.terms():
        coefficient = Fraction(int(value.numerator), int(value.denominator))
        least = most = Fraction(1)
        for (start, end), power in zip(box, powers, strict=True):
            if power:
                least *= start**power
                most *= end**power
        if coefficient < 0:
            least, most = most, least
        low += coefficient * least
        high += coefficient * most
    return low, high


def has_one_sign(polynomial: Polynomial) -> int:
    """Return the common sign of all coefficients of a polynomial, or 0 if they differ.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> has_one_sign(x * y + 1), has_one_sign(x - y)
    (1, 0)
    """
    signs = {1 if value > 0 else -1 for value in polynomial.values()}
    return signs.pop() if len(signs) == 1 else 0


def sign_on_box(polynomial: Polynomial, box: Sequence[Interval]) -> int:
    """Return the proved sign of a polynomial on a whole closed box, or 0 without a proof."""
    low, high = bounds(polynomial, box)
    return 1 if low > 0 else -1 if high < 0 else 0


def positive_roots(coefficients: Integers) -> list[IsolatedRoot]:
    """Return the positive roots of a polynomial in one unknown, in order, each once."""
    if not any(coefficients):
        return []
    above = 1 + sum(map(abs, coefficients))  # Cauchy's bound, valid for integers also with leading zeros
    return list(ordered(roots_inside(coefficients, Fraction(0), Fraction(above))))


# ---------------------------------------------------------------------------------------------------------
# Values


def enclosure(value: Value, bits: int) -> Interval:
    """Return a closed interval of positive numbers around a value, at most `2^-bits` wide."""
    if isinstance(value, Fraction):
        return value, value
    value.narrow(Fraction(1, 2**bits))
    while value.low <= 0:  # an interval that begins at 0 is not an interval of positive numbers
        value.halve()
    return value.low, value.high


def compared(one: IsolatedRoot, other: Value) -> int:
    """Return -1, 0 or 1 if a root is smaller than another value, equal, or larger."""
    if isinstance(other, IsolatedRoot):
        return one.compare(other)
    while one.low <= other <= one.high:
        if one.low == one.high:
            return 0
        one.halve()
    return -1 if one.high < other else 1


def samples_between(roots: Sequence[IsolatedRoot]) -> Iterator[Fraction]:
    """Yield a positive fraction below all roots, one between each two, and one above them."""
    if not roots:
        yield Fraction(1)
        return
    yield between(Fraction(0), enclosure(roots[0], 1)[0])
    for one, other in pairwise(roots):
        one.apart_from(other)
        yield between(one.high, other.low)
    yield roots[-1].high + 1


# ---------------------------------------------------------------------------------------------------------
# Curves in space with exactly one point over each positive value of one unknown: proved, and followed exactly


Answer = TypeVar("Answer", bound=Hashable)

_LADDER = (4, 8, 16, 32, 64, 128, 256)  # bits to try in turn
_FINEST = 400  # bits after which the proof of a sign has failed


def _by_powers(polynomial: Polynomial, which: int, plane: Any) -> list[Polynomial]:
    """Return the coefficients of the powers of one unknown, the lowest first, as polynomials in the others."""
    tables: dict[int, dict[tuple[int, ...], Any]] = {}
    for powers, value in polynomial.terms():
        tables.setdefault(powers[which], {})[powers[:which] + powers[which + 1 :]] = value
    return [plane.from_dict(tables.get(power, {})) for power in range(max(tables, default=0) + 1)]


def _reversed(polynomial: Polynomial, which: int) -> Polynomial:
    """Return a polynomial with `1/u` for u, times the highest power of u."""
    degree = max(powers[which] for powers, _ in polynomial.terms())
    table = {
        tuple(degree - power if place == which else power for place, power in enumerate(powers)): value
        for powers, value in polynomial.terms()
    }
    return polynomial.ring.from_dict(table)


@dataclass(frozen=True)
class Piece(Generic[Answer]):
    """A piece of a curve with constant answer: `low` and `high`, values of the base, None for 0 and infinity; `answer`.

    A single point has two equal ends.
    """

    low: Value | None
    high: Value | None
    answer: Answer

    @property
    def is_point(self) -> bool:
        """Whether it is a single point."""
        return self.low is not None and self.low is self.high


class Arc:
    """The solutions of some equations in three positive unknowns: one point over each value of the base.

    Parameters: `equations`, of one sympy ring in three symbols; `base`, the number of the unknown v; `lifted`, the
    number of w; `relation`, the polynomials d and n.

    Fields: `other`, the number of u; `below` and `above`, d and n; `polynomial`, F.

    Raises `SymbolicError` if the steps of the module do not prove this.
    """

    def __init__(self, equations: Sequence[Polynomial], base: int, lifted: int, relation: tuple[Any, Any]) -> None:
        self.base, self.lifted = base, lifted
        self.other = 3 - base - lifted
        self.below, self.above = relation  # d and n
        self.plane = self.below.ring
        self._v, self._u = (0, 1) if base < self.other else (1, 0)
        left = [self._substituted(equation) for equation in equations]
        factors = [{part for part in irreducible_factors(each) if not has_one_sign(part)} for each in left if each]
        common = set.intersection(*factors)
        if len(common) != 1:
            raise SymbolicError("the equations do not leave one irreducible polynomial in two unknowns")
        (self.polynomial,) = common
        self._others = [each - common for each in factors]
        self.slope = self.polynomial.diff(self.plane.gens[self._u])
        self._prove()

    @property
    def in_plane(self) -> tuple[int, int]:
        """The numbers of the two unknowns of F, in the order of its symbols."""
        return (self.base, self.other) if self._v == 0 else (self.other, self.base)

    # -- the proof

    def _substituted(self, polynomial: Polynomial) -> Polynomial:
        """Return a polynomial with `-n/d` for w, times the power of d that makes it a polynomial."""
        rows = _by_powers(polynomial, self.lifted, self.plane)
        degree = len(rows) - 1
        return sum(
            (row * (-self.above) ** power * self.below ** (degree - power) for power, row in enumerate(rows)),
            self.plane.zero,
        )

    def _prove(self) -> None:
        curve, below, above = self.polynomial, self.below, self.above
        for pair in ((curve, self.slope), (below, above), (curve, below), (curve, above)):
            self._no_common_zero(*pair, where_w_is_positive=pair[1] is self.slope)
        for one, two in product(*sorted(self._others, key=len)[:2]):
            self._no_common_zero(one, two, where_w_is_positive=True)
        for at_infinity in (False, True):
            self._no_end_over(*(_reversed(each, self._u) if at_infinity else each for each in (curve, below, above)))
        if len(self.points(Fraction(1))) != 1:
            raise SymbolicError("there is not exactly one point over the value 1")

    def _no_end_over(self, curve: Polynomial, below: Polynomial, above: Polynomial) -> None:
        """Raise `SymbolicError` for a branch on which u tends to 0, unless w is negative there."""
        for root in positive_roots(line_through(curve, [Fraction(0)] * 2, self._v)):
            self._refuse_unless(
                lambda box: sign_on_box(below, box) * sign_on_box(above, box) > 0, {self._v: root, self._u: Fraction(0)}
            )

    def _no_common_zero(self, first: Polynomial, second: Polynomial, where_w_is_positive: bool) -> None:
        if has_one_sign(first) or has_one_sign(second):
            return
        if not first or not second:
            raise SymbolicError("a relation between the unknowns is empty")
        roots = {}
        for kept in (0, 1):
            eliminated = resultant(first, second, 1 - kept)
            if not any(eliminated):
                raise SymbolicError("two polynomials have a common factor")
            roots[kept] = positive_roots(eliminated)

        def excluded(box: Sequence[Interval]) -> bool:
            if sign_on_box(first, box) or sign_on_box(second, box):
                return True
            return where_w_is_positive and sign_on_box(self.below, box) * sign_on_box(self.above, box) > 0

        for one, two in product(roots[0], roots[1]):
            self._refuse_unless(excluded, {0: one, 1: two})

    @staticmethod
    def _refuse_unless(holds: Callable[[Sequence[Interval]], bool], place: dict[int, Value]) -> None:
        for bits in _LADDER[:5]:
            if holds([enclosure(place[0], bits), enclosure(place[1], bits)]):
                return
        raise SymbolicError("a branch may begin or end over this unknown")

    # -- points

    @remembered
    def points(self, value: Fraction) -> list[IsolatedRoot]:
        """Return u for all solutions over a rational value of the base."""
        inside = []
        for root in positive_roots(line_through(self.polynomial, [value] * 2, self._u)):
            bits = 8
            while not (sign := self._sign_of_w(self._box((value, value), enclosure(root, bits)))):
                bits *= 2
                if bits > _FINEST:
                    raise SymbolicError("it is not proved whether w is positive")
            if sign > 0:
                inside.append(root)
        return inside

    def _sign_of_w(self, box: Sequence[Interval]) -> int:
        return -sign_on_box(self.below, box) * sign_on_box(self.above, box)

    def _box(self, v: Interval, u: Interval) -> list[Interval]:
        return [v, u] if self._v == 0 else [u, v]

    def point(self, value: Value, bits: int) -> list[Interval]:
        """Return intervals for the three unknowns over a value of the base, smaller the more bits.

        Over an enclosure `[l, h]` of an irrational value, F has different signs at the ends of an interval of u, and
        `F_u` has no zero between; so the box holds the solutions over `[l, h]`.
        """
        while True:
            low, high = enclosure(value, bits)
            middle = (low + high) / 2
            (root,) = self.points(middle)
            start, end = enclosure(root, bits)
            box = self._box((low, high), (start, end))
            if low != high:
                grown = (high - low) * 64
                start, end = max(start - grown, start / 2), end + grown
                box = self._box((low, high), (start, end))
                ends = [sign_on_box(self.polynomial, self._box((low, high), (edge, edge))) for edge in (start, end)]
                if ends[0] * ends[1] >= 0 or not sign_on_box(self.slope, box):
                    bits *= 2
                    if bits > _FINEST:
                        raise SymbolicError("the curve is too steep to be enclosed")
                    continue
            if self._sign_of_w(box) > 0:
                break
            bits *= 2
        below, above = bounds(self.below, box), bounds(self.above, box)
        quotients = [-top / bottom for top in above for bottom in below]
        found = [(Fraction(0), Fraction(0))] * 3
        found[self.base], found[self.other] = (low, high), (start, end)
        found[self.lifted] = min(quotients), max(quotients)
        return found

    # -- signs along the curve

    def sign(self, polynomial: Polynomial, value: Value) -> int:
        """Return the sign of a polynomial in the three unknowns at the point over a value of the base."""
        constant, parts = factored(polynomial)
        sign = 1 if constant > 0 else -1
        for part, power in parts:
            sign *= (has_one_sign(part) or self._sign(part, value)) ** power
        return sign

    def zeros(self, polynomial: Polynomial) -> list[IsolatedRoot]:
        """Return the values of the base at which an irreducible polynomial changes its sign along the curve."""
        return self._known(polynomial)[1]

    def _sign(self, part: Polynomial, value: Value) -> int:
        constant, zeros = self._known(part)
        return constant * prod(compared(zero, value) for zero in zeros)  # each zero below the value changes the sign

    @remembered
    def _known(self, part: Polynomial) -> tuple[int, list[IsolatedRoot]]:
        """Return the sign for small values of the base, 0 if the polynomial vanishes on the curve, and its changes."""
        left = self._substituted(part)
        eliminated = (0,) if not left else resultant(self.polynomial, left, self._u) if not left.is_ground else (1,)
        if not any(eliminated):
            # F is irreducible, so it divides the substituted polynomial, which then vanishes on the whole curve.
            return 0, []
        candidates = positive_roots(eliminated)
        signs = [self._sign_at(part, sample) for sample in samples_between(candidates)]
        changes = []
        for root, (before, after) in zip(candidates, pairwise(signs), strict=True):
            if before != after:
                changes.append(root)
            else:
                self._sign_at(part, root)  # raises unless it proves a sign there
        return signs[0], changes

    def _sign_at(self, part: Polynomial, value: Value) -> int:
        for bits in _LADDER[1:]:
            sign = sign_on_box(part, self.point(value, bits))
            if sign:
                return sign
        raise SymbolicError(f"{part} is not proved to have a sign at a point of the curve")

    # -- questions along the curve

    def pieces(self, question: Callable[[Callable[[Polynomial], int]], Answer]) -> list[Piece[Answer]]:
        """Return the pieces of the curve with constant answer to a question, from small to large values of the base.

        Parameters: `question`, whose answer depends only on the signs of polynomials in the three unknowns.
        """
        roots: list[IsolatedRoot] = []
        consulted: set[Polynomial] = set()
        while True:
            answers = [self._asked(question, sample, consulted) for sample in samples_between(roots)]
            wanted = list(ordered(zero for part in consulted for zero in self.zeros(part)))
            if len(wanted) == len(roots):
                break
            roots = wanted
        pieces: list[Piece[Answer]] = []
        ends: list[IsolatedRoot | None] = [None, *roots, None]
        for place, (low, high) in enumerate(pairwise(ends)):
            if low is not None:
                _join(pieces, Piece(low, low, self._asked(question, low, set())))
            _join(pieces, Piece(low, high, answers[place]))
        return pieces

    def _asked(
        self, question: Callable[[Callable[[Polynomial], int]], Answer], value: Value, consulted: set[Polynomial]
    ) -> Answer:
        def sign_of(polynomial: Polynomial) -> int:
            consulted.update(part for part in irreducible_factors(polynomial) if not has_one_sign(part))
            return self.sign(polynomial, value)

        return question(sign_of)


def _join(pieces: list[Piece[Answer]], piece: Piece[Answer]) -> None:
    """Append a piece, or lengthen the last piece if both have the same answer."""
    if pieces and pieces[-1].answer == piece.answer:
        pieces[-1] = Piece(pieces[-1].low, piece.high, piece.answer)
    else:
        pieces.append(piece)


def relations(equations: Sequence[Polynomial], lifted: int) -> Iterator[tuple[Polynomial, Polynomial]]:
    """Yield polynomials d and n such that `d w + n = 0` wherever the equations hold, w being one of the unknowns."""
    names = [symbol for place, symbol in enumerate(equations[0].ring.symbols) if place != lifted]
    plane = equations[0].ring.clone(symbols=names)
    rows = [_by_powers(equation, lifted, plane) for equation in equations]
    for row in rows:
        if len(row) == 2:
            yield row[1], row[0]
    for one, two in combinations(rows, 2):
        if len(one) == len(two) == 3:
            yield two[2] * one[1] - one[2] * two[1], two[2] * one[0] - one[2] * two[0]


def arc_of(equations: Sequence[Polynomial]) -> Arc:
    """Return the solutions of equations in three positive unknowns as a curve with a single point over each base value.

    It tries each unknown as the base, and each other unknown as the eliminated unknown.

    Raises `SymbolicError` if no choice gives a proof.

    >>> from sympy import QQ, ring
    >>> _, x, y, z = ring("x, y, z", QQ)
    >>> arc = arc_of([x * y - 1, z - x])
    >>> [str(low) for low, _ in arc.point(Fraction(1, 2), 8)]
    ['1/2', '2', '1/2']
    """
    for base in range(3):
        for lifted in (place for place in range(3) if place != base):
            for relation in relations(equations, lifted):
                try:
                    return Arc(equations, base, lifted, relation)
                except SymbolicError:
                    continue
    raise SymbolicError("over none of the unknowns the solutions are proved to be one point for each value")
