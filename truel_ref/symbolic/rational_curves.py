"""Pieces of plane curves of genus 0 as rational functions of a parameter.

Let `f(x, y)` be irreducible.

1. **`f = A(x) y + B(x)`.** Then `x = t`, `y = -B(t) / A(t)`; and likewise with the letters exchanged.
2. **`f = A(x) y^2 + B(x) y + C(x)`.** Let `B^2 - 4 A C = S^2 d` with polynomials `S` and `d`, `d` without a square
   factor. Then `y = (S s - B) / (2 A)` and `s = (2 A y + B) / S` with `s^2 = d(x)`: except for finitely many points the
   curve is the curve of `s` over `x`. If `d` has the degree 3 or more, the genus is `floor((deg d - 1) / 2) > 0`, and
   there is **no** rational parametrisation. If its degree is 1, `t = s`. If it is 2, a line through a rational point
   `(x0, s0)` with the slope `t` meets the conic in a second point (Euler's substitution),

       x = (p x0 + q - 2 s0 t + t^2 x0) / (t^2 - p),   s = s0 + t (x - x0)          for d = p x^2 + q x + r;

   if `p` is a square, lines `s = t + sqrt(p) x`, whose common point is at infinity, do the same.
3. **Degree 3 in a letter**, and not less in the other: this module computes the genus (`cubic_genus`), but no
   parametrisation.
4. Otherwise the module states only the degrees.

On a piece between critical values `s` keeps its sign, because the discriminant has no zero there; `s0` gets the same
sign. So `t` has no pole on the piece, ends included, and runs from one end to the other.

Source: step 2 is in every book on algebraic curves, for example W. Fulton, *Algebraic Curves* (1969), section 8.6
(genus of `s^2 = d(x)`); the substitutions are those of L. Euler, *Institutionum calculi integralis* (1768), volume 1.

**The genus of a plane curve of degree 3 in a letter.**

Let `A y^3 + B y^2 + C y + D` be irreducible, with polynomials in `x`. Except for finitely many points the curve covers
the line of `x` by three sheets. By Riemann and Hurwitz its genus is `R/2 - 2`, where `R` is the sum, over all places
`x` including infinity, of the number of lost sheets: 1 where two sheets change places, 2 where all three do.

Substituting `3 A y + B` for `y` gives, up to factors without `y`, `y^3 + 3 p y + q`, where

    p = 3 A C - B^2,    q = 2 B^3 - 9 A B C + 27 A^2 D,

and the discriminant equals that of the curve up to a square. Let `ord` be the order of the zero at a place.

1. If the order of the discriminant is odd, two sheets change places, because the order is twice an integer plus the
   loss.
2. If it is even, either all three sheets change places or none. They do if the Newton polygon has a single side with a
   slope that is not an integer: if `2 ord(q) < 3 ord(p)`, and 3 does not divide `ord(q)`.

At infinity `ord` is the negative degree. A curve that splits into three over a field of degree 3 loses no sheet, which
gives -2. A curve that loses sheets does not split over the complex numbers, because 3 is prime.

Source: the formula of Riemann and Hurwitz and Newton's polygon are in R. J. Walker, *Algebraic Curves* (1950), chapters
IV and VI.

**Integrals of rational functions between algebraic ends, in closed form.**

1. Ostrogradsky's (Hermite's) method splits the function into the derivative of a rational function and a rest whose
   denominator has no multiple factor.
2. Over the fractions, the rest is a polynomial and a sum of quotients, one for each irreducible factor `q` below:

       c / (t - e)                                gives  c log|t - e|,
       (m (2 a t + b) + h) / (a t^2 + b t + c)    gives  m log|q| + h times the integral of 1 / q;

   with `D = b^2 - 4 a c`, the integral of `1 / q` is `2 / sqrt(-D) atan((2 a t + b) / sqrt(-D))` if `D < 0`, and
   `-1 / sqrt(D) log|(2 a t + b + sqrt(D)) / (2 a t + b - sqrt(D))|` if `D > 0`.
3. Factors of degree 3 or more have logarithms at all their roots, real and complex; these are refused.

Source: M. Bronstein, *Symbolic Integration I* (second edition 2005), sections 2.2 to 2.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from math import inf, isqrt
from typing import Any

from truel_ref.errors import SymbolicError
from truel_ref.numbers import Number, between, evaluate, positive_root, primitive, sign_of, square_part
from truel_ref.symbolic.curves import parameter_field, value_of_function
from truel_ref.symbolic.elementary import (
    Elementary,
    FieldNumber,
    Term,
    arc_tangent,
    logarithm,
    ratio_logarithm,
)
from truel_ref.symbolic.isolation import roots_inside
from truel_ref.symbolic.pieces import BorderArc
from truel_ref.symbolic.plane import PlaneCurve

__all__ = ["Path", "Primitive", "RationalCurve", "cubic_genus"]


# ---------------------------------------------------------------------------------------------------------
# The genus of a plane curve of degree 3 in a letter


def cubic_genus(a: Any, b: Any, c: Any, d: Any) -> int:
    """Return the genus of the curve `a y^3 + b y^2 + c y + d = 0`, or -2 if it splits into three conjugate curves.

    Parameters: sympy's `Poly` in one letter, over one field, together irreducible.

    >>> from sympy import Poly, symbols
    >>> x = symbols("x")
    >>> [cubic_genus(*(Poly(each, x, domain="QQ") for each in (1, 0, 0, last))) for last in (-x, x**3 - 2, x**4 + 1)]
    [0, 1, 3]
    """
    discriminant = b**2 * c**2 - 4 * a * c**3 - 4 * b**3 * d - 27 * a**2 * d**2 + 18 * a * b * c * d
    p = 3 * a * c - b**2
    q = 2 * b**3 - 9 * a * b * c + 27 * a**2 * d

    def lost(order: Callable[[Any], float]) -> int:
        if order(discriminant) % 2:
            return 1
        return 2 if 2 * order(q) < 3 * order(p) and order(q) % 3 else 0

    places = [place for place, _ in discriminant.factor_list()[1]]
    finite = sum(place.degree() * lost(partial(_order, place)) for place in places)
    return int(finite + lost(lambda polynomial: -polynomial.degree())) // 2 - 2


def _order(place: Any, polynomial: Any) -> float:
    """Return how often a place, an irreducible polynomial, divides a polynomial."""
    if polynomial.is_zero:
        return inf
    order = 0
    quotient, rest = polynomial.div(place)
    while rest.is_zero:
        order += 1
        quotient, rest = quotient.div(place)
    return order


# ---------------------------------------------------------------------------------------------------------
# Pieces of plane curves as rational functions of a parameter, where the curve has such: genus 0


_HEIGHT = 12  # largest height of the rational points to try

Coefficients = Sequence[Any]


@dataclass(frozen=True)
class Path:
    """A piece of a curve as rational functions of a parameter.

    Fields: `x` and `y`, functions of the parameter; `parameter`, from the `x` of an end of the piece to its parameter.
    """

    x: Any
    y: Any
    parameter: Callable[[Number], FieldNumber]

    @property
    def integrand(self) -> Any:
        """The function whose integral over the parameter, from end to end, is the area below the piece: `y dx/dt`."""
        return self.y * self.x.diff(self.x.field.gens[0])


class RationalCurve:
    """The parametrisation of a curve, or the reason why there is none.

    Parameters: `curve`.

    Fields: `genus`, None if it is not computed; `obstacle`, in words, None if the curve can be parametrised.

    >>> from sympy import QQ, ring
    >>> _, a, b = ring("a, b", QQ)
    >>> print(RationalCurve(PlaneCurve(b - a**2 - 2 * a * b + a**2 * b)).obstacle)
    None
    >>> RationalCurve(PlaneCurve(-b + a**2 + 2 * a * b - 2 * a**2 * b - a * b**2 + a**2 * b**2)).obstacle
    'a curve of genus 1, which has no rational parametrisation'
    """

    def __init__(self, curve: PlaneCurve) -> None:
        self.curve = curve
        self.genus: int | None = None
        self.obstacle: str | None = None
        across, up = curve.degrees
        if min(across, up) < 2:
            self.genus = 0
        elif min(across, up) == 2:
            free = self._double.free
            genus = (len(free) - 2) // 2 if len(free) > 1 else None
            self._settle(genus, f"two conjugate curves, rational over sqrt({free[0]})")
        elif min(across, up) == 3:
            self._settle(self._cubic_genus(), "three conjugate curves, rational over a field of degree 3")
        else:
            self.obstacle = (
                f"a curve of degree {across} in one letter and {up} in the other; its genus is not worked out"
            )

    def _settle(self, genus: int | None, conjugates: str) -> None:
        """Set the obstacle of a curve with some genus, None if it splits into conjugate curves."""
        self.genus = genus
        if genus is None:
            self.obstacle = f"{conjugates} only, which is not followed"
        elif genus:
            self.obstacle = f"a curve of genus {genus}, which has no rational parametrisation"
        elif self.curve.degrees[1] > 2:
            self.obstacle = (
                f"a curve of genus 0 and of degree {self.curve.degrees[1]} in the letter that is upright; "
                "its integral is not written out"
            )

    def _cubic_genus(self) -> int | None:
        """Return the genus of the curve, which has degree 3 in a letter, or None if it splits into three."""
        from sympy import Poly, Symbol

        own = self.curve.rows[::-1] if self.curve.degrees[1] == 3 else self.curve.columns
        x = Symbol("x")
        genus = cubic_genus(*(Poly(list(each), x, domain="QQ") for each in own))
        return None if genus < 0 else genus

    @cached_property
    def _double(self) -> _Double:
        """The curve as a double cover of the line."""
        own: Sequence[Coefficients] = self.curve.rows[::-1] if self.curve.degrees[1] == 2 else self.curve.columns
        return _Double(*own)

    def path(self, arc: BorderArc, height: Callable[[Number], FieldNumber]) -> Path:
        """Return a piece between critical values as rational functions.

        Parameters: `arc`, not upright; `height`, from the `x` of its left or right end to the height of this end.

        Raises `SymbolicError` if there is an obstacle.
        """
        if self.obstacle:
            raise SymbolicError(self.obstacle)
        (t,) = parameter_field("t").gens
        if self.curve.degrees[1] == 1:
            return Path(t, -evaluate(self.curve.rows[0], t) / evaluate(self.curve.rows[1], t), FieldNumber.of)
        if self.curve.degrees[0] == 1:
            return Path(-evaluate(self.curve.columns[1], t) / evaluate(self.curve.columns[0], t), t, height)
        return self._double.path(self._above_vertex(arc), t)

    def _above_vertex(self, arc: BorderArc) -> int:
        """Return the sign of `s` on a piece, from a sample inside."""
        double = self._double
        assert not any(
            arc.left < root.value < arc.right
            for one in (double.square, double.free)
            for root in roots_inside(primitive(one))
        ), "internal error: the discriminant vanishes inside a piece"
        x = between(arc.left, arc.right)
        while not evaluate(double.a, x):
            x = between(arc.left, x)
        assert arc.number is not None
        vertex = -evaluate(double.b, x) / (2 * Fraction(evaluate(double.a, x)))
        root = self.curve.roots_at(x)[arc.number]
        while root.low <= vertex <= root.high:
            root.halve()
        side = sign_of(root.low - vertex) or sign_of(root.high - vertex)
        return side * sign_of(evaluate(double.a, x)) * sign_of(evaluate(double.square, x))


class _Double:
    """A curve `a y^2 + b y + c = 0` over the line of `x`: step 2 of the module.

    Fields: `a`, `b`, `c`; `square` and `free`, the polynomials `S` and `d`, all by falling powers.
    """

    def __init__(self, a: Coefficients, b: Coefficients, c: Coefficients) -> None:
        from sympy import Poly, Symbol

        self.a, self.b, self.c = a, b, c
        x = Symbol("x")
        one, two, three = (Poly(list(each), x, domain="ZZ") for each in (a, b, c))
        content, factors = (two * two - 4 * one * three).factor_list()
        outside, inside = square_part(abs(int(content)))
        square = Poly(outside, x, domain="ZZ")
        free = Poly(inside if content > 0 else -inside, x, domain="ZZ")
        for factor, power in factors:
            square *= factor ** (power // 2)
            free *= factor ** (power % 2)
        self.square, self.free = ([int(each) for each in poly.all_coeffs()] for poly in (square, free))

    def path(self, sign: int, t: Any) -> Path:
        """Return a piece on which `s` has a sign."""
        x, s, parameter = self._line(t) if len(self.free) == 2 else self._conic(t, sign)
        y = (evaluate(self.square, x) * s - evaluate(self.b, x)) / (2 * evaluate(self.a, x))
        return Path(x, y, lambda end: FieldNumber.of(parameter(end, sign * positive_root(evaluate(self.free, end), 2))))

    def _line(self, t: Any) -> tuple[Any, Any, Callable[[Number, Number], Number]]:
        q, r = self.free
        return (t**2 - r) / q, t, lambda x, s: s

    def _conic(self, t: Any, sign: int) -> tuple[Any, Any, Callable[[Number, Number], Number]]:
        p, q, r = self.free
        if p > 0 and isqrt(p) ** 2 == p:
            steep = isqrt(p)
            x = (t**2 - r) / (q - 2 * steep * t)
            return x, t + steep * x, lambda x, s: s - steep * x
        x0, s0 = next(self._points(), (None, None))
        if x0 is None or s0 is None:
            raise SymbolicError(
                "a curve of genus 0 on which no rational point was met, so that its parameter would be irrational"
            )
        s0 *= sign
        slope = (2 * p * x0 + q) / (2 * s0)
        top, bottom = (t.field.domain(one.numerator, one.denominator) for one in (x0, s0))
        x = (top * p + q - 2 * bottom * t + top * t**2) / (t**2 - p)
        return x, bottom + t * (x - top), lambda x, s: slope if x == x0 else (s - s0) / (x - x0)

    def _points(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield rational points of the conic `s^2 = d(x)` with a positive `s`, those with small numbers first."""
        for height in range(1, _HEIGHT + 1):
            for top, bottom in product(range(-height, height + 1), range(1, height + 1)):
                x = Fraction(top, bottom)
                value = evaluate(self.free, x)
                if max(abs(x.numerator), x.denominator) == height and bottom == x.denominator and value > 0:
                    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
                    if root * root == value:
                        yield x, root


# ---------------------------------------------------------------------------------------------------------
# Integrals of rational functions between algebraic ends, in closed form


class Primitive:
    """An antiderivative of a rational function of one symbol.

    Parameters: `function`, an element of a field of fractions in one symbol with rational coefficients.

    Raises `SymbolicError` if it has logarithms at the roots of a polynomial of degree 3 or more.

    >>> from sympy import QQ
    >>> t = QQ.frac_field("t").gens[0]
    >>> print(Primitive(1 / (t**2 - t + 1)).between(FieldNumber.of(0), FieldNumber.of(1)))
    2*sqrt(3)*pi/9
    >>> print(Primitive(t / (t + 1) ** 2).between(FieldNumber.of(0), FieldNumber.of(1)))
    -1/2 + log(2)
    """

    def __init__(self, function: Any) -> None:
        from sympy import Poly, Symbol
        from sympy.integrals.rationaltools import ratint_ratpart

        self._field = function.field
        symbol = Symbol("t")
        above, below = (self._poly(one, symbol) for one in (function.numer, function.denom))
        whole, rest = above.div(below)
        rational, simple = ratint_ratpart(rest, below, symbol)
        self.rational = self._function(whole.integrate().as_expr() + rational, symbol)
        top, bottom = (Poly(one, symbol, domain="QQ") for one in simple.as_numer_denom())
        self.quotients: list[tuple[Any, Any]] = []
        for factor, _ in bottom.factor_list()[1] if top else []:
            if factor.degree() > 2:
                raise SymbolicError(
                    f"its integral is elementary, with logarithms at the roots of a polynomial of degree "
                    f"{factor.degree()}, and is not written out"
                )
            others = bottom.quo(factor)
            self.quotients.append((factor, (top * others.invert(factor)).rem(factor)))

    @staticmethod
    def _poly(polynomial: Any, symbol: Any) -> Any:
        from sympy import Poly

        return Poly.from_dict(dict(polynomial.terms()) or {(0,): 0}, symbol, domain="QQ")

    def _function(self, expression: Any, symbol: Any) -> Any:
        """Return an expression of sympy as an element of the field."""
        from sympy import Poly

        sides = (Poly(side, symbol, domain="QQ").rep.to_list() for side in expression.together().as_numer_denom())
        above, below = (self._field.zero + evaluate(side, self._field.gens[0]) for side in sides)
        return above / below

    def between(self, start: FieldNumber, end: FieldNumber) -> Elementary:
        """Return the integral between two ends; the function must be continuous between them, ends included."""
        places = ((end, 1), (start, -1))
        numbers = [
            FieldNumber.of(value_of_function(self.rational, place.value), place.base).times(sign)
            for place, sign in places
        ]
        return Elementary.of(numbers, [term.times(sign) for place, sign in places for term in self._terms(place)])

    def _terms(self, place: FieldNumber) -> list[Term]:
        """Return the values of logarithms and arc tangents at a place: step 2 of the module."""
        terms: list[Term] = []
        for factor, above in self.quotients:
            own = [_fraction(one) for one in factor.all_coeffs()]
            top = [Fraction(0), *(_fraction(one) for one in above.all_coeffs())][-2:]
            value = FieldNumber.of(evaluate(own, place.value), place.base)
            if len(own) == 2:
                terms.append(logarithm(top[1] / own[0], value))
                continue
            a, b, c = own
            share = top[0] / (2 * a)
            if share:
                terms.append(logarithm(share, value))
            rest = top[1] - share * b
            distance = b * b - 4 * a * c
            # D = (s / k)^2 r with whole numbers: the root of D is s sqrt(r) / k.
            square, r = square_part(abs(distance.numerator) * distance.denominator)
            scale = Fraction(square, distance.denominator)
            inner = FieldNumber.of((2 * a * place.value + b) / scale, place.base)
            if rest and distance < 0:
                terms.append(arc_tangent(2 * rest / scale, inner, r))
            elif rest:
                terms.append(ratio_logarithm(-rest / scale, inner, r))
        return terms


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))
