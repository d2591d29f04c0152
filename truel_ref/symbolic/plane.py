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

A value of 1 or 3 matters only if the common zero lies in the square. It is dropped only if Bernstein coefficients on
the cells of a fine grid *prove* that the two polynomials have no common zero above it. Keeping too many values only
costs time.

Source: G. E. Collins, "Quantifier elimination for real closed fields by cylindrical algebraic decomposition", Lecture
Notes in Computer Science 33 (1975), 134-183, here in the plane, where two polynomials sharing a root need no more.

**Isolated zeros of one polynomial: points of the square that lie on no curve.**

Such is `(1/2, 1/3)` for `(x - 1/2)^2 + (y - 1/3)^2`.

A decomposition by curves (`plane`) shows a zero where a sign changes, or where a root of a strip ends. At an isolated
zero neither happens, and the decomposition would overlook the decisions at this point. So a proof for each polynomial
excludes isolated zeros:

1. An isolated zero is a zero of the polynomial and of both derivatives, and lies above a critical value (rule 1 of
   `plane`). If no square of the grid can hold a common zero of all three, there is no isolated zero.
2. Otherwise take every critical value `c`, and every height `h` at which the polynomial may vanish above it, in a
   window around `(c, h)` that holds no other height and no other critical value, and so narrow that the polynomial
   vanishes nowhere on the lower and the upper edge. (a) If it has a root on the left or the right edge: between that
   edge and `c` the root is simple and cannot leave through the other edges, so it runs into the only possible zero of
   the window above `c`, which is `(c, h)`; a curve ends there, and the zero is not isolated. (b) Otherwise no curve
   ends there, and the Bernstein coefficients on some smaller window must prove, by one strict sign, that `(c, h)` is
   not a zero.

For an isolated zero neither can be proved, and the polynomial is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, combinations, groupby, pairwise
from operator import xor
from typing import Any, NamedTuple, TypeAlias

from truel_ref.errors import ProblemError
from truel_ref.kernels.bernstein import SIDE, Squares, bernstein_integers, cover
from truel_ref.kernels.memory import remembered
from truel_ref.limits import check
from truel_ref.numbers import Integers, between, isolated_inside, scaled_value, sign_of
from truel_ref.symbolic.isolation import IsolatedRoot, grouped, ordered, roots_inside
from truel_ref.symbolic.polynomials import discriminant, resultant
from truel_ref.symbolic.text import polynomial_text

__all__ = ["IsolatedRoot", "Plane", "PlaneCurve", "Section", "Strip", "neighbourhood", "refuse_isolated_zeros", "stack"]


# ---------------------------------------------------------------------------------------------------------
# Curves in the open unit square, and the cells they cut it into: a cylindrical decomposition, exact and


_NEAR = Fraction(1, 4 * SIDE)
_GAP = Fraction(1, 2**20)
_PATIENCE = 10_000  # halvings: far more than the numbers of any problem need


class PlaneCurve:
    """The zeros of one irreducible polynomial in two variables, in the open unit square.

    Parameters: `polynomial`, an element of a sympy ring in two generators with integer coefficients.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> curve = PlaneCurve(x * y - 2 * x - y + 1)
    >>> curve.sign(Fraction(1, 3), Fraction(2, 3)), curve.line(Fraction(1, 4))
    (-1, (-3, 2))
    """

    def __init__(self, polynomial: Any) -> None:
        self.polynomial = polynomial
        terms = {powers: int(value) for powers, value in polynomial.terms()}
        self.degrees: tuple[int, int] = max(i for i, _ in terms), max(j for _, j in terms)
        # rows[j] are the coefficients of y^j, as a polynomial in x, from the highest power down.
        self.rows = [
            [terms.get((self.degrees[0] - place, power), 0) for place in range(self.degrees[0] + 1)]
            for power in range(self.degrees[1] + 1)
        ]

    def __repr__(self) -> str:
        return f"<PlaneCurve {self.polynomial}>"

    @property
    def upright(self) -> bool:
        """Whether the polynomial does not contain `y`."""
        return not self.degrees[1]

    def line(self, x: Fraction) -> tuple[int, ...]:
        """Return integer coefficients in `y`, from the highest power down, of a positive multiple at a rational `x`."""
        return tuple(scaled_value(row, x) for row in self.rows[::-1])

    def level(self, y: Fraction) -> tuple[int, ...]:
        """Return integer coefficients in `x`, from the highest power down, of a positive multiple at a rational `y`."""
        return tuple(scaled_value(column, y) for column in self.columns)

    @cached_property
    def columns(self) -> list[tuple[int, ...]]:
        """The coefficients of the powers of `x`, from the highest down, each as a polynomial in `y` likewise."""
        return list(zip(*self.rows[::-1], strict=True))

    def roots_at(self, x: Fraction) -> list[IsolatedRoot]:
        """Return the roots in (0, 1) at a rational `x` that is not critical, from below upwards, computed once per `x`.

        When curves are added, most samples stay, and so do the roots there with their intervals so far.
        """
        return self._isolated(*x.as_integer_ratio())  # their hashes take a tenth of the time of that of a fraction

    @remembered
    def _isolated(self, top: int, bottom: int) -> list[IsolatedRoot]:
        return self.isolated_at(Fraction(top, bottom))

    def isolated_at(self, x: Fraction) -> list[IsolatedRoot]:
        """Return the roots of `roots_at` as new objects."""
        line = self.line(x)
        while line and line[0] == 0:
            line = line[1:]
        isolated = isolated_inside(line, Fraction(0), Fraction(1)) if len(line) > 1 else []
        return [IsolatedRoot(line, low, high) for low, high in isolated]

    @remembered
    def section(self, number: int) -> Section:
        """Return the section of a root by its number, counted upwards; the same object for the same number."""
        return Section(self, number)

    def sign(self, x: Fraction, y: Fraction) -> int:
        """Return the sign at a rational point: -1, 0 or 1."""
        return sign_of(scaled_value(self.line(x), y))

    def clear(self, y: Fraction, left: Fraction, right: Fraction) -> bool:
        """Return whether the curve misses a level edge, ends included; the edge may lie outside the square."""
        level = self.level(y)
        if not any(level) or any(scaled_value(level, end) == 0 for end in (left, right)):
            return False
        return len(level) == 1 or not isolated_inside(level, left, right)

    def heights(self, x: IsolatedRoot) -> list[IsolatedRoot]:
        """Return a list of real numbers in (0, 1) with all `y` where the curve meets a line of constant algebraic `x`.

        They are the roots of the resultant of the polynomial of `x` and the polynomial of the curve. Roots above a
        conjugate of `x` may be among them, so the list may be too long, but it is complete.
        """
        if x.rational is not None:
            return [*roots_inside(self.line(x.rational))]
        return self._above(x.coefficients)

    @remembered
    def _above(self, coefficients: Integers) -> list[IsolatedRoot]:
        """Return the roots of the resultant with a polynomial in `x`."""
        made, degree = self.polynomial.ring, len(coefficients) - 1
        own = made.from_dict(
            {(degree - place, 0): made.domain(value) for place, value in enumerate(coefficients) if value}
        )
        return [*roots_inside(resultant(own, self.polynomial, 0))]

    @cached_property
    def slopes(self) -> tuple[PlaneCurve | None, PlaneCurve | None]:
        """The zeros of the derivatives by `x` and by `y`, None for a derivative that is 0."""
        x, y = (self.polynomial.diff(symbol) for symbol in self.polynomial.ring.gens)
        return PlaneCurve(x) if x else None, PlaneCurve(y) if y else None

    # -- possible places of zeros

    @cached_property
    def cover(self) -> Squares:
        """The squares of a grid of 64 x 64 in which a zero is not excluded."""
        return cover(self.rows)

    @cached_property
    def turning(self) -> Squares:
        """The squares in which a common zero with the derivative by `y` is not excluded; the curve is not upright."""
        slope = self.slopes[1]
        return frozenset() if slope is None else cover(slope.rows, within=self.cover)


# -- critical values


def _in_columns(roots: Iterable[IsolatedRoot], squares: Squares) -> list[IsolatedRoot]:
    """Return the roots that lie in a column of some squares, ends included."""
    columns = {i for i, _ in squares}
    kept = []
    for root in roots:
        root.narrow(_NEAR)
        first, rest = divmod(root.low.numerator * SIDE, root.low.denominator)
        near = {first, root.high.numerator * SIDE // root.high.denominator}
        if not rest:
            near.add(first - 1)
        if near & columns:
            kept.append(root)
    return kept


def neighbourhood(x: IsolatedRoot, holds: Callable[[Fraction, Fraction], bool]) -> tuple[Fraction, Fraction]:
    """Return the ends of an interval around a number, so small that a condition holds."""
    margin = _GAP
    for _ in range(_PATIENCE):
        low, high = x.low - margin, x.high + margin
        if holds(low, high):
            return low, high
        x.narrow(margin / 2)
        margin /= 2
    raise AssertionError(f"internal error: what should hold near {x} does not")


class Plane:
    """Curves in the open unit square with their critical values, each computed once.

    `strips` decomposes the square by a list of curves; curves are added and never removed.
    """

    @remembered
    def curve(self, polynomial: Any) -> PlaneCurve:
        """Return the curve of a polynomial."""
        return PlaneCurve(polynomial)

    @remembered
    def alone(self, polynomial: Any) -> list[IsolatedRoot]:
        """Return the critical values of one polynomial: rules 1, 2 and 4 of the module."""
        curve = self.curve(polynomial)
        if curve.upright:
            return [*roots_inside(curve.rows[0])]
        found = [root for end in (Fraction(0), Fraction(1)) for root in roots_inside(curve.level(end))]
        if curve.degrees[1] > 1 and curve.turning:
            found += _in_columns(roots_inside(discriminant(polynomial, 1)), curve.turning)
        return found

    def pair(self, one: Any, two: Any) -> list[IsolatedRoot]:
        """Return the critical values of two polynomials together: rule 3 of the module."""
        return self._together(frozenset((one, two)))

    @remembered
    def _together(self, pair: frozenset[Any]) -> list[IsolatedRoot]:
        one, two = map(self.curve, pair)
        both = one.cover & two.cover
        if not both or one.upright or two.upright:
            return []
        return _in_columns(roots_inside(resultant(one.polynomial, two.polynomial, 1)), both)

    def strips(self, polynomials: Sequence[Any]) -> list[Strip]:
        """Return the decomposition of the open square by some polynomials.

        Parameters: `polynomials`, irreducible, pairwise different.

        >>> from sympy import QQ, ring
        >>> _, x, y = ring("x, y", QQ)
        >>> [len(strip.cells) for strip in Plane().strips([x - y, x + y - 1])]
        [3, 3]
        """
        curves = [self.curve(polynomial) for polynomial in polynomials]
        met: list[tuple[IsolatedRoot, _Touched]] = [
            (root, None) for polynomial in polynomials for root in self.alone(polynomial)
        ]
        for one, two in combinations(polynomials, 2):
            check()
            touched = frozenset((self.curve(one), self.curve(two)))
            met += [(root, touched) for root in self.pair(one, two)]
        return _swept(curves, met)


_Touched: TypeAlias = frozenset[PlaneCurve] | None
"""The curves that may cross at a critical value; None if a curve may turn, enter or leave."""


def _swept(curves: Sequence[PlaneCurve], met: Sequence[tuple[IsolatedRoot, _Touched]]) -> list[Strip]:
    """Return the strips between critical values, from left to right.

    From one strip to the next, only curves that share the critical value between them can change places, and only if no
    other curve lies between them. So it isolates all roots again only where a curve may turn, enter or leave.
    """
    touched_at = {id(root): touched for root, touched in met}
    groups = grouped(root for root, _ in met)
    bits = {curve: 1 << place for place, curve in enumerate(curves)}
    zero, one = unit_ends()
    ends = [zero, *(same[0] for same in groups), one]
    strips: list[Strip] = []
    for place, (left, right) in enumerate(pairwise(ends)):
        check()
        here = [touched_at[id(root)] for root in groups[place - 1]] if place else [None]
        left.apart_from(right)
        x = between(left.high, right.low)
        if None in here:
            sections = stack(curves, x)
            cells = _upwards(_lowest(curves, x, sections), sections, bits)
        else:
            crossing = frozenset[PlaneCurve]().union(*(touched or () for touched in here))
            sections, cells = _crossed(strips[-1], crossing, x, bits)
        strips.append(Strip(left, right, x, sections, cells))
    return strips


def _lowest(curves: Sequence[PlaneCurve], x: Fraction, sections: Sequence[Section]) -> int:
    """Return the signs in the lowest cell at a sample, one bit for each curve."""
    y = between(Fraction(0), sections[0].at(x).low if sections else Fraction(1))
    return sum(1 << place for place, curve in enumerate(curves) if curve.sign(x, y) > 0)


def _upwards(lowest: int, sections: Iterable[Section], bits: Mapping[PlaneCurve, int]) -> list[int]:
    """Return the cells from one upwards: all roots in a strip are simple, so each changes exactly one sign."""
    return list(accumulate((bits[section.curve] for section in sections), xor, initial=lowest))


def _crossed(
    strip: Strip, crossing: frozenset[PlaneCurve], x: Fraction, bits: Mapping[PlaneCurve, int]
) -> tuple[list[Section], list[int]]:
    """Return sections and cells of the strip after one, where only some curves may have crossed each other.

    If no curves have changed places, they are the lists of the given strip.
    """
    sections, cells = strip.sections, strip.cells
    end = 0
    for may_cross, run in groupby(strip.sections, key=lambda section: section.curve in crossing):
        before = list(run)
        start, end = end, end + len(before)
        if may_cross and len({section.curve for section in before}) > 1:
            after = _in_order(before, x)
            if after != before:
                sections = [*sections[:start], *after, *sections[end:]]
                cells = [*cells[:start], *_upwards(cells[start], after, bits), *cells[end + 1 :]]
    return sections, cells


@cache
def unit_ends() -> tuple[IsolatedRoot, IsolatedRoot]:
    """Return 0 and 1 as roots."""
    return IsolatedRoot((1, 0), Fraction(0), Fraction(0)), IsolatedRoot((1, -1), Fraction(1), Fraction(1))


class Section(NamedTuple):
    """A root in a strip: its curve, and its number among the curve's roots there, counted upwards."""

    curve: PlaneCurve
    number: int

    def at(self, x: Fraction) -> IsolatedRoot:
        """Return the root at an `x` inside the strip."""
        return self.curve.roots_at(x)[self.number]


@dataclass
class Strip:
    """The strip between two neighbouring critical values.

    Fields: `left` and `right`, the critical values; `x`, a sample between them; `sections`, from below upwards;
    `cells`, the cells between them, one more than sections, each as the signs of all polynomials in it: bit `i` is set
    where polynomial `i` is positive. Neighbours may share both lists.
    """

    left: IsolatedRoot
    right: IsolatedRoot
    x: Fraction
    sections: list[Section]
    cells: list[int]

    def steps(self) -> Iterator[tuple[Section, int, int]]:
        """Yield the sections from below upwards, each with the cells below and above it."""
        yield from zip(self.sections, self.cells, self.cells[1:], strict=False)

    def height(self, cell: int) -> Fraction:
        """Return the approximate height of a cell at the sample `x`."""
        low, high = self._ends(cell)
        return high - low

    def sample(self, cell: int) -> Fraction:
        """Return a `y` inside a cell, at the sample `x`."""
        return between(*self._ends(cell))

    def on(self, section: int) -> Fraction:
        """Return a `y` near to a section, or on it, at the sample `x`."""
        return self.sections[section].at(self.x).low

    def _ends(self, cell: int) -> tuple[Fraction, Fraction]:
        """Return numbers in the cell, or on its edge, near its lower and its upper end."""
        zero, one = unit_ends()
        below = self.sections[cell - 1].at(self.x) if cell else zero
        above = self.sections[cell].at(self.x) if cell < len(self.sections) else one
        below.narrow(_NEAR)
        above.narrow(_NEAR)
        below.apart_from(above)
        return below.high, above.low


def stack(curves: Sequence[PlaneCurve], x: Fraction) -> list[Section]:
    """Return the roots in (0, 1) of all curves at a rational `x` that is not critical, from below upwards.

    Their intervals have no point in common; the smallest begins above 0 and the largest ends below 1.
    """
    sections = [
        curve.section(number) for curve in curves if not curve.upright for number in range(len(curve.roots_at(x)))
    ]
    ends = unit_ends()
    for section in sections:
        for end in ends:
            section.at(x).apart_from(end)
    return _in_order(sections, x)


def _in_order(sections: Sequence[Section], x: Fraction) -> list[Section]:
    """Return sections at one `x`, all of different numbers, from below upwards, with intervals that lie apart."""
    found = [(section.at(x), section) for section in sections]
    for root, _ in found:
        root.narrow(_NEAR)
    found.sort(key=lambda pair: (pair[0].low, pair[0].high))
    while any(one.meets(two) for (one, _), (two, _) in pairwise(found)):
        for (one, _), (two, _) in pairwise(found):
            one.apart_from(two)
        found.sort(key=lambda pair: (pair[0].low, pair[0].high))
    return [section for _, section in found]


# ---------------------------------------------------------------------------------------------------------
# Isolated zeros of one polynomial: points of the square that lie on no curve


_WIDTHS = [Fraction(1, 2**bits) for bits in (8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512)]


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
    if curve.upright or not _may_be_singular(curve):
        return
    critical = ordered(plane.alone(polynomial))
    for x in critical:
        heights = ordered(curve.heights(x))
        for y in heights:
            if not _settled(curve, x, y, critical, heights):
                places = zip(polynomial.ring.symbols, (x, y), strict=True)
                near = [f"{symbol} = {float(root.low):.6f}" for symbol, root in places]
                raise ProblemError(
                    f"{polynomial_text(polynomial)} is 0 at {', '.join(near)} and, as far as can be proved, nowhere "
                    "around: a partition into cells would overlook this point"
                )


def _may_be_singular(curve: PlaneCurve) -> bool:
    """Return whether the grid fails to exclude a common zero of the polynomial and its derivatives."""
    slope = curve.slopes[0]
    if slope is None or not curve.turning:
        return False  # where the derivative is 0 everywhere, the zeros are whole lines
    return bool(cover(slope.rows, within=curve.turning))


def _settled(
    curve: PlaneCurve,
    x: IsolatedRoot,
    y: IsolatedRoot,
    critical: Sequence[IsolatedRoot],
    heights: Sequence[IsolatedRoot],
) -> bool:
    """Return whether a point is proved not to be a zero, or to be a zero at the end of a curve; see the module."""
    for place, height in enumerate(_WIDTHS):
        edges = _around(y, height, heights)
        # A curve may be steep at the point, so narrow the window until its edges are clear.
        for width in _WIDTHS[place:] if edges else ():
            sides = _around(x, width, critical)
            if edges is None or sides is None:
                continue
            values = bernstein_integers(curve.polynomial, (sides, edges))[0].values()
            if min(values) > 0 or max(values) < 0:
                return True
            if all(curve.clear(edge, *sides) for edge in edges):
                if any(_enters(curve, side, edges) for side in sides):
                    return True
                break
    return False


def _around(root: IsolatedRoot, width: Fraction, others: Sequence[IsolatedRoot]) -> tuple[Fraction, Fraction] | None:
    """Return an interval around a root that reaches beyond it on both sides, or None if it may hold another root."""
    for each in others:
        each.narrow(width)
    low, high = root.low - width, root.high + width
    if any(each is not root and each.low <= high and low <= each.high for each in others):
        return None
    return low, high


def _enters(curve: PlaneCurve, x: Fraction, edges: tuple[Fraction, Fraction]) -> bool:
    """Return whether the curve has a root strictly between two edges, at a rational `x`; no root lies on an edge."""
    line = curve.line(x)
    if any(scaled_value(line, edge) == 0 for edge in edges):
        return False
    return len(line) > 1 and bool(isolated_inside(line, *edges))
