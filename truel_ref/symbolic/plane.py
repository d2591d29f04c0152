r"""Curves in the open unit square, and the cells they cut it into: a cylindrical decomposition, exact and complete.

Let polynomials in `x` (upright) and `y` be given, irreducible, no two the same. The **critical** values of `x` in
(0, 1) are those where something happens to the roots in `y` that lie in (0, 1):

1. a root is multiple: the discriminant in `y` vanishes;
2. a root enters or leaves: the polynomial vanishes at `y = 0` or `y = 1`;
3. two polynomials share a root: their resultant vanishes;
4. the polynomial does not contain `y` and vanishes: it is a line of constant `x`.

In a **strip** between two neighbouring critical values each polynomial has a fixed number of roots in (0, 1), all
simple, all continuous in `x`, and none meets another. So the roots stand in one order all over the strip, and the
**cells** between them are connected and carry constant signs: one rational sample point tells the signs everywhere in
its cell.

A value of 1 or 3 matters only where the common zero lies in the square; it is kept if the two polynomials are not
*proved*, by Bernstein coefficients on the cells of a fine grid, to have no common zero above it. Keeping too many only
costs time.

Source: G. E. Collins, "Quantifier elimination for real closed fields by cylindrical algebraic decomposition", Lecture
Notes in Computer Science 33 (1975), 134-183, here in the plane, where two polynomials sharing a root need no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, pairwise
from math import lcm
from operator import add
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.numbers import between, scaled_value
from truel_ref.symbolic.isolation import IsolatedRoot, grouped, isolated_inside, roots_inside
from truel_ref.symbolic.polynomial_backends import discriminant, resultant
from truel_ref.symbolic.signs import bernstein

__all__ = ["IsolatedRoot", "Plane", "PlaneCurve", "Section", "Strip", "stack"]

_DEPTH = 6
_SIDE = 2**_DEPTH
_NEAR = Fraction(1, 2**8)


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
        self._heights: dict[tuple[int, ...], list[IsolatedRoot]] = {}
        self._roots: dict[Fraction, list[IsolatedRoot]] = {}
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
        columns = zip(*self.rows[::-1], strict=True)
        return tuple(scaled_value(column, y) for column in columns)

    def roots_at(self, x: Fraction) -> list[IsolatedRoot]:
        """Return the roots in (0, 1) at a rational `x` that is not critical, from below upwards, found once for each.

        When curves are added most samples stay, and so do the roots there with the intervals that they have by then.
        """
        if x not in self._roots:
            line = self.line(x)
            while line and line[0] == 0:
                line = line[1:]
            found = isolated_inside(line, Fraction(0), Fraction(1)) if len(line) > 1 else []
            self._roots[x] = [IsolatedRoot(line, low, high) for low, high in found]
        return self._roots[x]

    def sign(self, x: Fraction, y: Fraction) -> int:
        """Return the sign at a rational point: -1, 0 or 1."""
        value = scaled_value(self.line(x), y)
        return (value > 0) - (value < 0)

    def clear(self, y: Fraction, left: Fraction, right: Fraction) -> bool:
        """Tell whether the curve does not meet a level edge, ends included; the edge may lie outside the square."""
        level = self.level(y)
        if not any(level):
            return False
        if any(scaled_value(level, end) == 0 for end in (left, right)):
            return False
        return len(level) == 1 or not isolated_inside(level, left, right)

    def heights(self, x: IsolatedRoot) -> list[IsolatedRoot]:
        """Return a list of real numbers in (0, 1) with all `y` where the curve meets a line of constant algebraic `x`.

        They are the roots of the resultant of the polynomial of `x` and that of the curve. Roots that belong to a
        conjugate of `x` may be among them, so the list may be too long, but nothing is missing.
        """
        if x.rational is not None:
            return [*roots_inside(self.line(x.rational))]
        if x.coefficients not in self._heights:
            made = self.polynomial.ring
            degree = len(x.coefficients) - 1
            own = made.from_dict(
                {(degree - place, 0): made.domain(value) for place, value in enumerate(x.coefficients) if value}
            )
            self._heights[x.coefficients] = [*roots_inside(resultant(own, self.polynomial, 0))]
        return self._heights[x.coefficients]

    def slopes(self) -> tuple[Any, Any]:
        """Return the derivatives by `x` and by `y`."""
        if self._slopes is None:
            x, y = self.polynomial.ring.gens
            self._slopes = self.polynomial.diff(x), self.polynomial.diff(y)
        return self._slopes

    _slopes: tuple[Any, Any] | None = None

    # -- where zeros may be

    def cover(self) -> frozenset[tuple[int, int]]:
        """Return the squares of a grid of 64 x 64 in which a zero is not excluded.

        A closed square is left out only if all Bernstein coefficients on it have the same strict sign. The coefficients
        on the quarters of a square follow from its own by halving (de Casteljau), in integers.
        """
        if self._cover is None:
            found: list[tuple[int, int]] = []
            _covered(self._bernstein(), 0, 0, 0, found)
            self._cover = frozenset(found)
        return self._cover

    _cover: frozenset[tuple[int, int]] | None = None

    def _bernstein(self) -> list[list[int]]:
        unit = [(Fraction(0), Fraction(1))] * 2
        values = bernstein(self.polynomial, unit)
        scale = lcm(*(value.denominator for value in values.values()))
        return [
            [int(values.get((i, j), Fraction(0)) * scale) for j in range(self.degrees[1] + 1)]
            for i in range(self.degrees[0] + 1)
        ]


def _covered(table: list[list[int]], depth: int, i: int, j: int, found: list[tuple[int, int]]) -> None:
    if min(map(min, table)) > 0 or max(map(max, table)) < 0:
        return
    if depth == _DEPTH:
        found.append((i, j))
        return
    for di, half in enumerate(_halved(table)):
        for dj, quarter in enumerate(_halved([list(column) for column in zip(*half, strict=True)])):
            _covered([list(column) for column in zip(*quarter, strict=True)], depth + 1, 2 * i + di, 2 * j + dj, found)


def _halved(rows: list[list[int]]) -> tuple[list[list[int]], list[list[int]]]:
    """Return the Bernstein coefficients on both halves in the first variable, times a power of 2."""
    degree = len(rows) - 1
    level = [list(row) for row in rows]
    first = [[value << degree for value in level[0]]]
    last = [[value << degree for value in level[-1]]]
    for step in range(1, degree + 1):
        level = [list(map(add, above, below)) for above, below in pairwise(level)]
        first.append([value << (degree - step) for value in level[0]])
        last.append([value << (degree - step) for value in level[-1]])
    return first, last[::-1]


# -- critical values


def _in_columns(roots: Iterable[IsolatedRoot], squares: Iterable[tuple[int, int]]) -> list[IsolatedRoot]:
    """Return the roots that lie in a column of some squares, ends included."""
    columns = {i for i, _ in squares}
    kept = []
    for root in roots:
        root.narrow(Fraction(1, 4 * _SIDE))
        first, last = int(root.low * _SIDE), int(root.high * _SIDE)
        near = {first, last}
        if root.low * _SIDE == first:
            near.add(first - 1)
        if near & columns:
            kept.append(root)
    return kept


class Plane:
    """Curves in the open unit square with their critical values, found once each.

    Curves are only ever added; a list of curves is decomposed by `strips`.
    """

    def __init__(self) -> None:
        self._curves: dict[Any, PlaneCurve] = {}
        self._alone: dict[Any, list[IsolatedRoot]] = {}
        self._pairs: dict[frozenset[Any], list[IsolatedRoot]] = {}

    def curve(self, polynomial: Any) -> PlaneCurve:
        """Return the curve of a polynomial."""
        if polynomial not in self._curves:
            self._curves[polynomial] = PlaneCurve(polynomial)
        return self._curves[polynomial]

    def alone(self, polynomial: Any) -> list[IsolatedRoot]:
        """Return the critical values of one polynomial: rules 1, 2 and 4 of the module."""
        if polynomial not in self._alone:
            curve = self.curve(polynomial)
            if curve.upright:
                found = [*roots_inside(curve.rows[0])]
            else:
                found = []
                for end in (Fraction(0), Fraction(1)):
                    found += roots_inside(curve.level(end))
                if curve.degrees[1] > 1:
                    slope = PlaneCurve(polynomial.diff(polynomial.ring.gens[1]).primitive()[1])
                    both = curve.cover() & slope.cover()
                    found += _in_columns(roots_inside(discriminant(polynomial, 1)), both) if both else []
            self._alone[polynomial] = found
        return self._alone[polynomial]

    def pair(self, one: Any, two: Any) -> list[IsolatedRoot]:
        """Return the critical values of two polynomials together: rule 3 of the module."""
        key = frozenset((one, two))
        if key not in self._pairs:
            both = self.curve(one).cover() & self.curve(two).cover()
            if both and not self.curve(one).upright and not self.curve(two).upright:
                self._pairs[key] = _in_columns(roots_inside(resultant(one, two, 1)), both)
            else:
                self._pairs[key] = []
        return self._pairs[key]

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
            touched = frozenset((id(self.curve(one)), id(self.curve(two))))
            met += [(root, touched) for root in self.pair(one, two)]
        return _swept(curves, met)


_Touched: TypeAlias = "frozenset[int] | None"
"""The curves that may cross at a critical value, by identity; None where one may turn, enter or leave."""


def _swept(curves: Sequence[PlaneCurve], met: Sequence[tuple[IsolatedRoot, _Touched]]) -> list[Strip]:
    """Return the strips between critical values, from left to right.

    From one strip to the next, only curves that share the critical value between them can change places, and only
    where no other curve stands between them. So all roots are isolated only where a curve may turn, enter or leave.
    """
    touched_at = {id(root): touched for root, touched in met}
    groups = grouped(root for root, _ in met)
    zero, one = unit_ends()
    ends = [zero, *(same[0] for same in groups), one]
    strips: list[Strip] = []
    for place, (left, right) in enumerate(pairwise(ends)):
        check()
        here = [touched_at[id(root)] for root in groups[place - 1]] if place else [None]
        crossing = frozenset[int]().union(*(touched or () for touched in here))
        left.apart_from(right)
        x = between(left.high, right.low)
        if None in here:
            sections = stack(curves, x)
            lowest = _lowest(curves, x, sections)
        else:
            sections = _reordered(strips[-1].sections, crossing, x)
            lowest = strips[-1].cells[0]
        strips.append(Strip(left, right, x, sections, _cells(curves, lowest, sections)))
    return strips


def _lowest(curves: Sequence[PlaneCurve], x: Fraction, sections: Sequence[Section]) -> int:
    """Return the signs in the lowest cell at a sample, one bit for each curve."""
    y = between(Fraction(0), sections[0].low if sections else Fraction(1))
    return sum(1 << place for place, curve in enumerate(curves) if curve.sign(x, y) > 0)


def _cells(curves: Sequence[PlaneCurve], lowest: int, sections: Sequence[Section]) -> list[int]:
    bits = {id(curve): 1 << place for place, curve in enumerate(curves)}
    cells = [lowest]
    for section in sections:
        # All roots in a strip are simple, so exactly this sign changes.
        cells.append(cells[-1] ^ bits[id(section.curve)])
    return cells


def _reordered(sections: Sequence[Section], crossing: frozenset[int], x: Fraction) -> list[Section]:
    """Return sections at the sample of the next strip, where only some curves may have crossed each other."""
    result: list[Section] = []
    for may_cross, run in groupby(sections, key=lambda section: id(section.curve) in crossing):
        moved = [Section(section.curve, section.number, x) for section in run]
        if may_cross and len({id(section.curve) for section in moved}) > 1:
            moved = _in_order(moved)
        result += moved
    return result


@cache
def unit_ends() -> tuple[IsolatedRoot, IsolatedRoot]:
    """Return 0 and 1 as roots."""
    return IsolatedRoot((1, 0), Fraction(0), Fraction(0)), IsolatedRoot((1, -1), Fraction(1), Fraction(1))


@dataclass(frozen=True)
class Section:
    """A root in a strip: its curve, which of the curve's roots it is there, counted upwards, and the sample `x`."""

    curve: PlaneCurve
    number: int
    x: Fraction

    @property
    def root(self) -> IsolatedRoot:
        """The root at the sample."""
        return self.curve.roots_at(self.x)[self.number]

    @property
    def low(self) -> Fraction:
        """The lower end of its interval."""
        return self.root.low

    @property
    def high(self) -> Fraction:
        """The upper end of its interval."""
        return self.root.high


@dataclass
class Strip:
    """What lies between two neighbouring critical values.

    Fields: `left` and `right`, the critical values; `x`, a sample between them; `sections`, from below upwards;
    `cells`, the cells between them, one more than sections, each as the signs of all polynomials in it: bit `i` is set
    where polynomial `i` is positive.
    """

    left: IsolatedRoot
    right: IsolatedRoot
    x: Fraction
    sections: list[Section]
    cells: list[int]

    def height(self, cell: int) -> Fraction:
        """Return about how high a cell is at the sample `x`."""
        low, high = self._ends(cell)
        return high - low

    def sample(self, cell: int) -> Fraction:
        """Return a `y` inside a cell, at the sample `x`."""
        return between(*self._ends(cell))

    def _ends(self, cell: int) -> tuple[Fraction, Fraction]:
        """Return numbers in the cell, or on its edge, that are near to its lower and its upper end."""
        zero, one = unit_ends()
        below = self.sections[cell - 1].root if cell else zero
        above = self.sections[cell].root if cell < len(self.sections) else one
        below.narrow(_NEAR)
        above.narrow(_NEAR)
        below.apart_from(above)
        return below.high, above.low


def stack(curves: Sequence[PlaneCurve], x: Fraction, width: Fraction = Fraction(1)) -> list[Section]:
    """Return the roots in (0, 1) of all curves at a rational `x` that is not critical, from below upwards.

    Their intervals are at most so wide and have no point in common; the smallest begins above 0 and the largest ends
    below 1.
    """
    sections = [
        Section(curve, number, x) for curve in curves if not curve.upright for number in range(len(curve.roots_at(x)))
    ]
    ends = unit_ends()
    for section in sections:
        for end in ends:
            section.root.apart_from(end)
    sections = _in_order(sections)
    for section in sections:
        section.root.narrow(width)
    return sections


def _in_order(sections: Sequence[Section]) -> list[Section]:
    """Return sections at one `x`, all of different numbers, from below upwards, with intervals that lie apart."""
    found = [(section.root, section) for section in sections]
    for root, _ in found:
        root.narrow(_NEAR)
    found.sort(key=lambda pair: _ends_in_order(pair[0]))
    while any(one.high >= two.low for (one, _), (two, _) in pairwise(found)):
        for (one, _), (two, _) in pairwise(found):
            one.apart_from(two)
        found.sort(key=lambda pair: _ends_in_order(pair[0]))
    return [section for _, section in found]


def _ends_in_order(root: IsolatedRoot) -> tuple[float, Fraction, Fraction]:
    """Return a key by which roots are sorted by their lower ends, and then by the upper ones.

    Rounding keeps the order, so fractions are compared, which takes longer, only where the floats are the same.
    """
    top, bottom = root.low.as_integer_ratio()
    return top / bottom, root.low, root.high
