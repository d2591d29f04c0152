r"""Pieces of plane curves as rational functions of a parameter, where the curve has such: genus 0.

Let `f(x, y)` be irreducible.

1. **`f = A(x) y + B(x)`.** Then `x = t`, `y = -B(t) / A(t)`; and likewise with the letters exchanged.
2. **`f = A(x) y^2 + B(x) y + C(x)`.** Let `B^2 - 4 A C = S^2 d` with polynomials `S` and `d`, `d` without a square
   factor. Then `y = (S s - B) / (2 A)` and `s = (2 A y + B) / S` with `s^2 = d(x)`: the curve is, but for finitely many
   points, that of `s` over `x`. If `d` has the degree 3 or more, the genus is `floor((deg d - 1) / 2) > 0`, and there
   is **no** rational parametrisation. If its degree is 1, `t = s`. If it is 2, a line through a rational point
   `(x0, s0)` with the slope `t` meets the conic once more (Euler's substitution), at

       x = (p x0 + q - 2 s0 t + t^2 x0) / (t^2 - p),   s = s0 + t (x - x0)          for d = p x^2 + q x + r;

   if `p` is a square, lines `s = t + sqrt(p) x` do, too, whose common point is at infinity.
3. **Degree 3 in a letter**, and not less in the other: the genus is worked out (`genus`), and no parametrisation is.
4. Otherwise nothing is claimed but the degrees.

On a piece between critical values `s` keeps its sign, because the discriminant has no zero there; `s0` gets the same
one. So `t` has no pole on the piece, ends included, and runs from the one end to the other.

Source: step 2 is in every book on algebraic curves, for example W. Fulton, *Algebraic Curves* (1969), section 8.6
(genus of `s^2 = d(x)`); the substitutions are those of L. Euler, *Institutionum calculi integralis* (1768), volume 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import isqrt
from typing import Any

from truel_ref.errors import SymbolicError
from truel_ref.numbers import Number, between, evaluate, positive_root, primitive, sign_of, square_part
from truel_ref.symbolic.curves import parameter_field
from truel_ref.symbolic.field_numbers import FieldNumber
from truel_ref.symbolic.genus import cubic_genus
from truel_ref.symbolic.isolation import roots_inside
from truel_ref.symbolic.pieces import Arc
from truel_ref.symbolic.plane import PlaneCurve

__all__ = ["Path", "RationalCurve"]

_HEIGHT = 12  # of the rational points that are tried

Coefficients = Sequence[Any]


@dataclass(frozen=True)
class Path:
    """A piece of a curve as rational functions of a parameter.

    Fields: `x` and `y`; `parameter`, of the end of the piece with some `x`.
    """

    x: Any
    y: Any
    parameter: Callable[[Number], FieldNumber]

    @property
    def integrand(self) -> Any:
        """The function whose integral over the parameter, from end to end, is the area below the piece: `y dx/dt`."""
        return self.y * self.x.diff(self.x.field.gens[0])


class RationalCurve:
    """How a curve is parametrised, or why it is not.

    Parameters: `curve`.

    Fields: `genus`, None where it is not worked out; `obstacle`, in words, None if the curve can be parametrised.

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
        """Say what is in the way of a curve of some genus, None if it falls into conjugate ones."""
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
        """Return the genus of the curve, which has degree 3 in a letter, or None if it falls into three."""
        from sympy import Poly, Symbol

        own = self.curve.rows[::-1] if self.curve.degrees[1] == 3 else self.curve.columns
        x = Symbol("x")
        genus = cubic_genus(*(Poly(list(each), x, domain="QQ") for each in own))
        return None if genus < 0 else genus

    @cached_property
    def _double(self) -> _Double:
        """The curve as one over the line, of degree 2."""
        own: Sequence[Coefficients] = self.curve.rows[::-1] if self.curve.degrees[1] == 2 else self.curve.columns
        return _Double(*own)

    def path(self, arc: Arc, height: Callable[[Number], FieldNumber]) -> Path:
        """Return a piece between critical values as rational functions.

        Parameters: `arc`, not upright; `height`, how high its end on the left or on the right is, by the value of `x`.

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

    def _above_vertex(self, arc: Arc) -> int:
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
