"""Curves in the open unit square, and the cells they cut it into: a cylindrical decomposition, exact and complete.

Let polynomials in `x` and `y` be given, irreducible and pairwise different. The **critical** values of `x` in (0, 1)
are those at which the roots in `y` that lie in (0, 1) may change:

1. a root is multiple: the discriminant in `y` vanishes;
2. a root enters or leaves: the polynomial vanishes at `y = 0` or `y = 1`;
3. two polynomials share a root: their resultant vanishes;
4. the polynomial does not contain `y` and vanishes: it is a line of constant `x`.

In a **strip** between two neighbouring critical values each polynomial has a fixed number of roots in (0, 1), all
simple, all continuous in `x`, and no two meet. So the order of the roots is constant over the strip, and the **cells**
between them are connected and have constant signs: a rational sample point gives the signs in its whole cell.

A value of 1 or 3 matters only if the common zero lies in the square. It is dropped only if ball arithmetic *proves*
that there is no common zero above it. Keeping too many values only costs time.

Source: G. E. Collins, "Quantifier elimination for real closed fields by cylindrical algebraic decomposition", Lecture
Notes in Computer Science 33 (1975), 134-183, here in the plane, where two polynomials sharing a root need no more.
Balls: F. Johansson, "Arb: efficient arbitrary-precision midpoint-radius interval arithmetic" (2017), by python-flint.

**Beside a critical value** `c`, let the heights be all `y` in (0, 1) at which a curve meets the line `x = c`, and take
a level between each two neighbouring heights. Near enough to `c` no curve meets a level. Between two levels each curve
then runs into the height between them: so the cells around a point above `c` are those between its two levels.

**Isolated zeros.** A decomposition by curves shows a zero where a sign changes, or where a root of a strip ends. At an
isolated zero of one polynomial, such as `(1/2, 1/3)` for `(x - 1/2)^2 + (y - 1/3)^2`, neither happens. So a proof for
each polynomial excludes them. An isolated zero is a common zero with both derivatives and lies above a critical value
(rule 1). Where balls do not exclude such a zero, each height must have a root of the polynomial between its levels on
the left or the right, which runs into it, or balls must exclude that it is a zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, combinations, count, groupby, pairwise
from math import factorial
from operator import xor
from typing import Any, NamedTuple

from truel_ref.errors import ProblemError
from truel_ref.kernels.memory import remembered
from truel_ref.limits import check
from truel_ref.numbers import (
    Algebraic,
    Integers,
    Interval,
    Number,
    between,
    enclosed,
    factors_of,
    floors,
    floors_inside,
    irreducible_roots,
    minimal_polynomial,
    scaled_value,
    sign_of,
)
from truel_ref.symbolic.algebra import discriminant, polynomial_text, resultant

_BITS = 64
_NEAR = Fraction(1, 2**8)
_FINE = Fraction(1, 2**48)
_LEAST = 2.0**-20  # the height of the lowest boxes in the search for common zeros
_BESIDE = Fraction(1, 2**40)
_SCALES = [Fraction(1, 2**bits) for bits in (16, 32, 64, 128)]
_ENDS = Fraction(0), Fraction(1)


# ---------------------------------------------------------------------------------------------------------
# Roots and curves


class InnerRoot(Algebraic):
    """An irrational root in (0, 1): known by 64 binary digits, and as a number of a field only when it must be.

    Fields: `own`, the irreducible polynomial; `place`, counted among its roots in (0, 1).
    """

    def __init__(self, own: Integers, place: int, near: int) -> None:
        self.own, self.place, self._near = own, place, near

    @cached_property
    def form(self) -> tuple[Integers, int]:
        """The minimal polynomial, and the index of the number among its real roots."""
        return self.own, self.place + sum(floor < 0 for floor in floors(self.own, 0))

    def __getattr__(self, name: str) -> Any:
        if name not in ("field", "top", "bottom"):
            raise AttributeError(name)
        vars(self).update(vars(irreducible_roots(self.own)[self.form[1]]))
        return vars(self)[name]

    def __eq__(self, other: object) -> bool:
        near = isinstance(other, Algebraic) and other.floor(_BITS) == self._near
        return self is other or (near and super().__eq__(other))

    __hash__ = Algebraic.__hash__


@lru_cache(maxsize=2**15)
def inner_roots(polynomial: Integers) -> tuple[Number, ...]:
    """Return the roots in (0, 1) of an irreducible polynomial, in increasing order.

    Other roots are not computed.

    >>> inner_roots((3, -1)), inner_roots((8, -12, 0, 1)), inner_roots((1, 0, -2))
    ((Fraction(1, 3),), (<Algebraic root(8 -12 0 1; 1)>,), ())
    """
    if len(polynomial) < 3:
        return tuple(root for root in irreducible_roots(polynomial) if 0 < root < 1)
    if len(polynomial) == 3:
        near = [floor for floor in floors(polynomial, _BITS) if not floor >> _BITS]
    else:
        near = floors_inside(polynomial, _BITS)
    return tuple(InnerRoot(polynomial, *each) for each in enumerate(near))


def zeros(coefficients: Integers) -> list[Number]:
    """Return the different roots in (0, 1) of a polynomial, in increasing order.

    >>> zeros((4, -2, -2, 1)), zeros((0, 0))
    ([Fraction(1, 2), <Algebraic sqrt(2)/2>], [])
    """
    factors = factors_of(coefficients) if any(coefficients) else ()
    return sorted(root for factor, _ in factors for root in inner_roots(factor))


def ball(low: Fraction, high: Fraction) -> Any:
    """Return a ball of flint with all numbers of an interval."""
    from flint import arb, fmpq

    middle, radius = (low + high) / 2, (high - low) / 2
    return arb(fmpq(middle.numerator, middle.denominator), fmpq(radius.numerator, radius.denominator))


class PlaneCurve:
    """The zeros of one irreducible polynomial in two variables, in the open unit square.

    Parameters: `polynomial`, an element of a sympy ring in two generators with integer coefficients.

    Fields: `rows`, for each power of `y` from 0 upwards the coefficients in `x`, from the highest power down.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> curve = PlaneCurve(x * y - 2 * x - y + 1)
    >>> curve.sign(Fraction(1, 3), Fraction(2, 3)), curve.line(Fraction(1, 4))
    (-1, (-3, 2))
    """

    def __init__(self, polynomial: Any) -> None:
        self.polynomial = polynomial
        terms = {powers: int(value) for powers, value in polynomial.terms()}
        across, up = (max(powers) for powers in zip(*terms, strict=True))
        self.rows = [[terms.get((across - place, power), 0) for place in range(across + 1)] for power in range(up + 1)]

    @property
    def upright(self) -> bool:
        """Whether the polynomial does not contain `y`."""
        return len(self.rows) == 1

    def line(self, x: Fraction) -> Integers:
        """Return integer coefficients in `y`, from the highest power down, of a positive multiple at a rational `x`."""
        return tuple(scaled_value(row, x) for row in self.rows[::-1])

    def level(self, y: Fraction) -> Integers:
        """Return integer coefficients in `x`, from the highest power down, of a positive multiple at a rational `y`."""
        return tuple(scaled_value(column, y) for column in zip(*self.rows[::-1], strict=True))

    def sign(self, x: Fraction, y: Fraction) -> int:
        """Return the sign at a rational point: -1, 0 or 1."""
        return sign_of(scaled_value(self.line(x), y))

    @remembered
    def roots_at(self, x: Fraction) -> list[Number]:
        """Return the roots in (0, 1) at a rational `x` that is not critical, from below upwards."""
        return zeros(self.line(x))

    # -- balls

    @cached_property
    def _polynomials(self) -> list[Any]:
        from flint import fmpz_poly

        return [fmpz_poly(row[::-1]) for row in self.rows]

    def over(self, x: Any) -> Any:
        """Return the polynomial in `y` over a ball of `x`, as one of flint."""
        from flint import arb_poly

        return arb_poly([row(x) for row in self._polynomials])

    def slope_over(self, x: Any) -> Any:
        """Return the derivative by `x` over a ball of `x`, as a polynomial in `y` of flint."""
        from flint import arb_poly

        return arb_poly([row.derivative()(x) for row in self._polynomials])

    def taylor(self, x: Any, y: Any, order: int) -> list[Any]:
        """Return balls with the first Taylor coefficients of a simple root `y` of a curve as a function of `x`.

        The coefficient of the power `k` follows from the lower ones: with any value for it, the polynomial has a
        coefficient that changes by the slope times the change.
        """
        from flint import arb, arb_series

        slope = self.over(x).derivative()(y)
        rows = []
        for row in self._polynomials:
            derivatives = accumulate(range(1, order), lambda each, _: each.derivative(), initial=row)
            values = [derivative(x) / factorial(power) for power, derivative in enumerate(derivatives)]
            rows.append(arb_series(values, order))
        root = [y]
        for power in range(1, order):
            series, total = arb_series([*root, arb(0)], order), arb_series([0], order)
            for row in reversed(rows):
                total = total * series + row
            root.append(-total[power] / slope)
        return root

    def misses(self, across: Interval, up: Interval) -> bool:
        """Return whether it is proved that the curve does not meet a box, which may be a line or a point."""
        from flint import ctx

        bits = sum(end.denominator.bit_length() for end in (*across, *up))
        with ctx.workprec(64 + bits):
            return 0 not in self.over(ball(*across))(ball(*up))


def _around(x: Number) -> Any:
    """Return a small ball of flint around a number."""
    return ball(*enclosed(x, _FINE))


def _vanish(lines: Sequence[Any], low: float = 0.0, high: float = 1.0) -> bool:
    """Return whether balls fail to exclude a common zero of some polynomials of flint between two numbers."""
    from flint import arb

    y = arb((low + high) / 2, (high - low) / 2)
    if any(0 not in line(y) for line in lines):
        return False
    middle = (low + high) / 2
    return high - low < _LEAST or _vanish(lines, low, middle) or _vanish(lines, middle, high)


# ---------------------------------------------------------------------------------------------------------
# The decomposition


class Section(NamedTuple):
    """A root in a strip: its curve, and its number among the curve's roots there, counted upwards."""

    curve: PlaneCurve
    number: int

    def at(self, x: Fraction) -> Number:
        """Return the root at an `x` inside the strip."""
        return self.curve.roots_at(x)[self.number]


@dataclass
class Strip:
    """The strip between two neighbouring critical values.

    Fields: `left` and `right`, the critical values; `x`, a sample between them; `sections`, from below upwards;
    `cells`, the cells between them, one more than sections, each as the signs of all polynomials in it: bit `i` is set
    where polynomial `i` is positive. Neighbours may share both lists.
    """

    left: Number
    right: Number
    x: Fraction
    sections: list[Section]
    cells: list[int]

    def steps(self) -> Iterator[tuple[Section, int, int]]:
        """Yield the sections from below upwards, each with the cells below and above it."""
        yield from zip(self.sections, self.cells, self.cells[1:], strict=False)

    def height(self, place: int) -> Number:
        """Return the lower end of a cell at the sample `x`, which is 0 for the lowest and 1 above the highest."""
        return self.sections[place - 1].at(self.x) if 0 < place < len(self.cells) else Fraction(place > 0)

    def sample(self, cell: int) -> Fraction:
        """Return a `y` inside a cell, at the sample `x`."""
        return between(self.height(cell), self.height(cell + 1))

    def on(self, section: int) -> Fraction:
        """Return a `y` near to a section, or on it, at the sample `x`."""
        return enclosed(self.sections[section].at(self.x), _NEAR)[0]


class Plane:
    """Curves in the open unit square with their critical values, each computed once.

    `strips` decomposes the square by a list of curves; curves are added and never removed.
    """

    @remembered
    def curve(self, polynomial: Any) -> PlaneCurve:
        """Return the curve of a polynomial."""
        return PlaneCurve(polynomial)

    @remembered
    def alone(self, polynomial: Any) -> list[Number]:
        """Return the critical values of one polynomial: rules 1, 2 and 4 of the module."""
        curve = self.curve(polynomial)
        if curve.upright:
            return zeros(tuple(curve.rows[0]))
        entering = [root for end in _ENDS for root in zeros(curve.level(end))]
        lines = [(x, curve.over(_around(x))) for x in zeros(discriminant(polynomial, 1)) if len(curve.rows) > 2]
        return entering + [x for x, line in lines if _vanish([line, line.derivative()])]

    @remembered
    def together(self, pair: frozenset[Any]) -> list[Number]:
        """Return the critical values of two polynomials together: rule 3 of the module."""
        one, two = pair
        curves = [self.curve(one), self.curve(two)]
        if any(curve.upright for curve in curves):
            return []
        return [x for x in zeros(resultant(one, two, 1)) if _vanish([curve.over(_around(x)) for curve in curves])]

    @remembered
    def heights(self, polynomial: Any, x: Number) -> list[Number]:
        """Return a list of roots with all `y` in (0, 1) where a curve meets a line of constant `x`.

        They are the roots of the resultant of the polynomial of `x` and the polynomial of the curve. Roots above a
        conjugate of `x` may be among them, so the list may be too long, but it is complete.
        """
        ring, falling = polynomial.ring, minimal_polynomial(x)
        own = {(power, 0): ring.domain(value) for power, value in enumerate(falling[::-1]) if value}
        return zeros(resultant(ring.from_dict(own), polynomial, 0))

    def beside(
        self, polynomials: Iterable[Any], left: Number, x: Number, right: Number
    ) -> tuple[list[Number], list[Fraction], Interval]:
        """Return what lies beside a critical value: the heights from 0 to 1, the levels between them, and two sides.

        The sides are values just below and just above `x`, so near that no curve meets a level between them.

        Parameters: `polynomials`, of the curves; `left`, `x` and `right`, neighbouring critical values of theirs.

        >>> from sympy import QQ, ring
        >>> _, x, y = ring("x, y", QQ)
        >>> heights, levels, sides = Plane().beside([x - y, 4 * y - 1], Fraction(0), Fraction(1, 2), Fraction(1))
        >>> list(map(float, heights)), list(map(float, levels))
        ([0.0, 0.25, 0.5, 1.0], [0.125, 0.375, 0.75])
        """
        curves = [curve for curve in map(self.curve, polynomials) if not curve.upright]
        heights = sorted({*_ENDS, *(root for curve in curves for root in self.heights(curve.polynomial, x))})
        levels = [between(*ends) for ends in pairwise(heights)]
        margin = _BESIDE
        while True:
            check()
            sides = between(max(left, x - margin), x), between(x, min(right, x + margin))
            if all(curve.misses(sides, (level, level)) for curve in curves for level in levels):
                return heights, levels, sides
            margin **= 2

    def strips(self, polynomials: Sequence[Any]) -> list[Strip]:
        """Return the decomposition of the open square by some polynomials.

        From one strip to the next, only curves that share the critical value between them can change places, and only
        if no other curve lies between them. So all roots are isolated again only where a curve may turn, enter or
        leave.

        Parameters: `polynomials`, irreducible, pairwise different.

        >>> from sympy import QQ, ring
        >>> _, x, y = ring("x, y", QQ)
        >>> [len(strip.cells) for strip in Plane().strips([x - y, x + y - 1])]
        [3, 3]
        """
        curves = [self.curve(polynomial) for polynomial in polynomials]
        bits = {curve: 1 << place for place, curve in enumerate(curves)}
        turning = {root for polynomial in polynomials for root in self.alone(polynomial)}
        crossing: dict[Number, set[PlaneCurve]] = {}
        for pair in combinations(polynomials, 2):
            check()
            for root in self.together(frozenset(pair)):
                crossing.setdefault(root, set()).update(map(self.curve, pair))
        strips: list[Strip] = []
        for left, right in pairwise(sorted({*_ENDS, *turning, *crossing})):
            check()
            x = between(left, right)
            if left in crossing and left not in turning:
                sections, cells = _crossed(strips[-1], crossing[left], x, bits)
            else:
                roots = ((curve, curve.roots_at(x)) for curve in curves if not curve.upright)
                sections = _in_order([Section(curve, place) for curve, own in roots for place in range(len(own))], x)
                y = between(Fraction(0), sections[0].at(x) if sections else Fraction(1))
                lowest = sum(bit for curve, bit in bits.items() if curve.sign(x, y) > 0)
                cells = _upwards(lowest, sections, bits)
            strips.append(Strip(left, right, x, sections, cells))
        return strips


def _in_order(sections: Iterable[Section], x: Fraction) -> list[Section]:
    """Return sections at one `x`, all of different numbers, from below upwards."""
    return sorted(sections, key=lambda section: section.at(x))


def _upwards(lowest: int, sections: Iterable[Section], bits: Mapping[PlaneCurve, int]) -> list[int]:
    """Return the cells from one upwards: all roots in a strip are simple, so each changes exactly one sign."""
    return list(accumulate((bits[section.curve] for section in sections), xor, initial=lowest))


def _crossed(
    strip: Strip, crossing: set[PlaneCurve], x: Fraction, bits: Mapping[PlaneCurve, int]
) -> tuple[list[Section], list[int]]:
    """Return sections and cells of the strip after one, where only neighbouring curves of some may have crossed."""
    sections, cells, step = [*strip.sections], [*strip.cells], count()
    places = [place for place, section in enumerate(sections) if section.curve in crossing]
    for _, run in groupby(places, key=lambda place: place - next(step)):
        first, *others = run
        end = first + len(others) + 1
        if others:
            sections[first:end] = _in_order(sections[first:end], x)
            cells[first : end + 1] = _upwards(cells[first], sections[first:end], bits)
    return sections, cells


# ---------------------------------------------------------------------------------------------------------
# Isolated zeros of one polynomial: points of the square that lie on no curve


def refuse_isolated_zeros(plane: Plane, polynomial: Any) -> None:
    """Prove that an irreducible polynomial has no isolated zero in the open unit square.

    Parameters: `plane`, which has the critical values; `polynomial`.

    Raises `ProblemError`, with the place, if this is not proved.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> refuse_isolated_zeros(Plane(), x * y - x - y + 2 * x**2)
    >>> refuse_isolated_zeros(Plane(), (2 * x - 1) ** 2 + (3 * y - 1) ** 2)
    Traceback (most recent call last):
    ...
    truel_ref.errors.ProblemError: 2 - 4*x - 6*y + 4*x**2 + 9*y**2 is 0 at x = 0.500000, y = 0.333333 and, as far as \
can be proved, nowhere around: a partition into cells would overlook this point
    """
    curve = plane.curve(polynomial)
    critical = [] if curve.upright else sorted({*_ENDS, *plane.alone(polynomial)})
    for left, x, right in zip(critical, critical[1:], critical[2:], strict=False):
        near = _around(x)
        line = curve.over(near)
        if not _vanish([line, line.derivative(), curve.slope_over(near)]):
            continue
        heights, levels, sides = plane.beside([polynomial], left, x, right)
        for y, (low, high) in zip(heights[1:-1], pairwise(levels), strict=True):
            runs_in = any(low < root < high for side in sides for root in curve.roots_at(side))
            if not runs_in and not any(curve.misses(enclosed(x, scale), enclosed(y, scale)) for scale in _SCALES):
                places = zip(polynomial.ring.symbols, (x, y), strict=True)
                text = ", ".join(f"{symbol} = {float(value):.6f}" for symbol, value in places)
                raise ProblemError(
                    f"{polynomial_text(polynomial)} is 0 at {text} and, as far as can be proved, nowhere "
                    "around: a partition into cells would overlook this point"
                )
