r"""The shares of the cube in stationary play, to as many proved digits as one likes.

Renaming the players in a circle leaves nine shares with three values, three times each: `x` of C, C, A, `y` of C, C, B,
and `1/3 - x - y` of Miss, C, B. The surfaces that part the classes (`truel_ref.studies.cube.surfaces`) say where the
first two are, in steps that can be checked by hand:

1. Inside the cube C, C, A is bounded by `a = b` and by surface 7 alone: it is where `b < a` and `c > c7`, since the
   coefficient of `c^2` in surface 7 is negative and that of 1 positive. Solved for `c`,

       c7 = a (1 + a - 2 a b + sqrt(D)) / (2 (1 - b) (1 - a + a^2)),    D = (1 + a)^2 + 4 b (1 - 2 a) - 4 b^2 (1 - a).

   `c7 < 1` where `b < (1 - 2 a) / (1 - a)`, which meets `b = a` at `a = r = (3 - sqrt(5)) / 2`.
2. C, C, B is bounded by `a = b` and surface 8: it is where `a < b` and `c > c8`, with

       c8 = b (1 - a b + sqrt(D)) / (2 (1 - a) (1 - b)^2),    D = (1 - a b)^2 + 4 a (1 - a) (1 - b)^2.

   `c8 < 1` where `a < 1 - b / (1 - b)^2`, which meets `a = b` at the root `q` of `(1 - q)^3 = q`, and is 0 at `r`.
3. So `x` is the integral of `1 - c7` over `b` and `a`, and `y` that of `1 - c8` over `a` and `b`. In both, `D` is a
   polynomial `P + Q u + R u^2` of degree 2 in the inner letter, written by `u = 1 - b` or `u = 1 - a`, with `R < 0`,
   and the inner integral has the closed form of

       integral of sqrt(X) / u  =  sqrt(X) - Q / (2 sqrt(-R)) asin((2 R u + Q) / sqrt(Q^2 - 4 P R))
                                   - sqrt(P) log((2 P + Q u + 2 sqrt(P X)) / u).

4. The outer integrals, of analytic functions of one letter, are enclosed by Gauss and Legendre's rule with proved error
   bounds, in ball arithmetic (Arb). Where a square root or a logarithm might cross its cut, the rule is told.

Source: I. S. Gradshteyn and I. M. Ryzhik, *Table of Integrals, Series, and Products*, 2.261, 2.266 and 2.267, for step
3; F. Johansson, "Numerical integration in arbitrary-precision ball arithmetic", ICMS 2018, 255-263, for step 4.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.errors import SymbolicError, missing, shown
from truel_ref.numbers import Interval, enclosed, root
from truel_ref.studies.cube.shares import ShareTable

__all__ = ["stationary_shares"]

Ball: TypeAlias = Any
"""A ball of complex numbers, `flint.acb`."""

_DIGITS_LIMIT = 1000
_SPARE = 10
_CIRCLES = {
    "C, C, A": ("C, C, A", "B, A, A", "B, C, B"),
    "C, C, B": ("C, C, B", "C, A, A", "B, A, B"),
    "Miss, C, B": ("Miss, C, B", "C, Miss, A", "B, A, Miss"),
}


def stationary_shares(digits: int = 20) -> ShareTable:
    """Return narrow bounds of the shares of the cube by the aims of stationary play, by one integral for each.

    The steps are those of the module.

    Parameters: `digits`, how many digits after the point the bounds settle, about; 1 to 1000.

    Raises `SymbolicError` for another number of digits, and `LibraryError` without python-flint.

    >>> stationary_shares(0)
    Traceback (most recent call last):
    truel_ref.errors.SymbolicError: digits: 0 is not a whole number from 1 to 1000
    """
    if type(digits) is not int or not 1 <= digits <= _DIGITS_LIMIT:
        raise SymbolicError(f"digits: {shown(digits)} is not a whole number from 1 to {_DIGITS_LIMIT}")
    try:
        import flint
    except ModuleNotFoundError:
        raise missing("python-flint") from None
    with flint.ctx.workdps(digits + _SPARE):
        x, y = (_enclosed(value) for value in _integrals())
    third = Fraction(1, 3)
    values = {"C, C, A": x, "C, C, B": y, "Miss, C, B": (third - x[1] - y[1], third - x[0] - y[0])}
    shares = [(aims, *values[first]) for first, circle in _CIRCLES.items() for aims in circle]
    return ShareTable("stationary play: shares of the cube", tuple(sorted(shares, key=lambda entry: -entry[1])))


def _integrals() -> tuple[Ball, Ball]:
    """Return the shares of C, C, A and of C, C, B: step 4."""
    from flint import acb

    r, q = (_ball(root(polynomial, 0)) for polynomial in ([1, -3, 1], [1, -3, 4, -1]))

    def integral(
        function: Callable[[Ball, Ball, bool], Ball], top: Callable[[Ball], Ball], ends: tuple[Ball, Ball]
    ) -> Ball:
        return acb.integral(lambda outer, analytic: function(outer, top(outer), analytic), *ends)

    x = integral(_over_b, lambda a: a, (acb(0), r)) + integral(_over_b, lambda a: (1 - 2 * a) / (1 - a), (r, acb(0.5)))
    y = integral(_over_a, lambda b: b, (acb(0), q)) + integral(_over_a, lambda b: 1 - b / (1 - b) ** 2, (q, r))
    return x, y


def _over_b(a: Ball, top: Ball, analytic: bool) -> Ball:
    """Return the integral of `1 - c7` over `b` from 0 to some end."""
    squares = (1 - a) ** 2, a * 0 + 4, -4 * (1 - a)
    linear = 2 * a * top - (1 - a) * (1 - top).log(analytic=analytic)
    return top - a / (2 * (1 - a + a * a)) * (linear + _root_over(squares, 1 - top, 1 - a, analytic))


def _over_a(b: Ball, top: Ball, analytic: bool) -> Ball:
    """Return the integral of `1 - c8` over `a` from 0 to some end."""
    squares = (1 - b) ** 2, 2 * (1 - b) * (2 - b), (3 * b - 2) * (2 - b)
    linear = b * top - (1 - b) * (1 - top).log(analytic=analytic)
    return top - b / (2 * (1 - b) ** 2) * (linear + _root_over(squares, 1 - top, 1 - b, analytic))


def _root_over(squares: tuple[Ball, Ball, Ball], low: Ball, of_p: Ball, analytic: bool) -> Ball:
    """Return the integral of `sqrt(P + Q u + R u^2) / u` from some end to 1: step 3; `of_p` is the root of `P`."""
    from flint import acb

    p, q, r = squares
    steep, wide = (-r).sqrt(analytic=analytic), (q * q - 4 * p * r).sqrt(analytic=analytic)

    def primitive(u: Ball) -> Ball:
        square = (p + q * u + r * u * u).sqrt(analytic=analytic)
        sine, cosine = (2 * r * u + q) / wide, 2 * steep * square / wide
        angle = (acb(0, 1) * sine + cosine).log(analytic=analytic) / acb(0, 1)
        logarithm = ((2 * p + q * u + 2 * of_p * square) / u).log(analytic=analytic)
        return square - q * angle / (2 * steep) - of_p * logarithm

    return primitive(acb(1)) - primitive(low)


def _ball(value: Any) -> Ball:
    """Return a ball around an algebraic number, as narrow as the precision allows."""
    from flint import acb, arb, ctx, fmpq

    low, high = (fmpq(end.numerator, end.denominator) for end in enclosed(value, Fraction(1, 2 ** (ctx.prec + 8))))
    return acb(arb(low).union(arb(high)))


def _enclosed(ball: Ball) -> Interval:
    """Return the ends of the real part of a ball as fractions."""
    ends = (end.man_exp() for end in (ball.real.lower(), ball.real.upper()))
    low, high = (Fraction(int(mantissa)) * Fraction(2) ** int(exponent) for mantissa, exponent in ends)
    return low, high
