"""Expressions of sympy as exact numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from typing import Any

from truel_ref.errors import NumberError, shown
from truel_ref.numbers.algebraic import Number
from truel_ref.numbers.field import too_high
from truel_ref.numbers.limits import COEFFICIENT_DIGITS_LIMIT, DEGREE_LIMIT, DEPTH_LIMIT, PRODUCT_LIMIT
from truel_ref.numbers.polynomials import primitive
from truel_ref.numbers.rational import read_rational
from truel_ref.numbers.roots import bounded, bounded_power, positive_root, root, root_of, short

__all__ = ["number_of_expression"]


def number_of_expression(sympy: Any, value: Any, depth: int = 0) -> Number:
    """Return the number of a sympy expression, step by step in our own arithmetic; sympy decides nothing here.

    Parameters: `sympy`, the module, which whoever has an expression has loaded; `value`; `depth`, of the nesting.

    Raises `NumberError` for what is not proved to be a real algebraic number, and `ZeroDivisionError`.

    >>> import sympy
    >>> number_of_expression(sympy, 2 * sympy.cos(sympy.pi / 5) - 1)
    <Algebraic (sqrt(5) - 1)/2>
    """
    if depth > DEPTH_LIMIT:
        raise NumberError(f"it is nested more than {DEPTH_LIMIT} deep")

    def read(part: Any) -> Number:
        return number_of_expression(sympy, part, depth + 1)

    named = shown(value) if depth else "it"

    if isinstance(value, sympy.Float):
        raise NumberError(f"{named} is a sympy Float, which stands for no exact number")
    if isinstance(value, sympy.Symbol):
        raise NumberError(f"{named} is a symbol without a value")
    if isinstance(value, sympy.Rational) and value.is_finite:
        return read_rational(value)
    if isinstance(value, sympy.Add):
        return reduce(lambda a, b: bounded(a + b), map(read, value.args))
    if isinstance(value, sympy.Mul):
        return reduce(lambda a, b: bounded(a * b), map(read, value.args))
    if isinstance(value, sympy.Pow) and isinstance(value.exp, sympy.Rational) and value.exp.is_finite:
        return _power(read(value.base), value.exp, named)
    if isinstance(value, sympy.AlgebraicNumber):
        return read(value.as_expr())
    if isinstance(value, sympy.CRootOf):
        return _from_root_of(sympy, value)
    if value is sympy.GoldenRatio:
        return root_of((1, -1, -1), 1)
    if isinstance(value, sympy.cos | sympy.sin):
        turns = value.args[0] / sympy.pi
        if isinstance(turns, sympy.Rational) and turns.is_finite:
            angle = read_rational(turns)
            return _cosine(angle if isinstance(value, sympy.cos) else Fraction(1, 2) - angle)
    if value in (sympy.pi, sympy.E):
        raise NumberError(f"{value} is transcendental, not algebraic")
    if value is sympy.I:
        raise NumberError("I is not real, and only real steps are followed; a real root of a polynomial is a CRootOf")
    raise NumberError(f"{named} is not known to be a real algebraic number")


def _power(base: Number, exponent: Any, named: str) -> Number:
    """Return a rational power of a number, the real and positive one; `named` is how messages call it."""
    p, q = int(exponent.p), int(exponent.q)
    if q > 1 and base < 0:
        raise NumberError(f"{named} is not real")
    if q > PRODUCT_LIMIT:
        raise NumberError(too_high(q))
    return bounded_power(positive_root(short(base), q) if q > 1 else base, p)


def _from_root_of(sympy: Any, value: Any) -> Number:
    coefficients = value.poly.all_coeffs()
    if not all(isinstance(one, sympy.Rational) for one in coefficients):
        raise NumberError(f"{shown(value)} has coefficients that are not rational")
    fractions = [read_rational(one, digits=COEFFICIENT_DIGITS_LIMIT) for one in coefficients]
    common = math.lcm(*(one.denominator for one in fractions))
    if len(fractions) - 1 > DEGREE_LIMIT:
        raise NumberError(too_high(len(fractions) - 1))
    if not value.is_real:
        raise NumberError(f"{shown(value)} is not real")
    return root([int(one * common) for one in fractions], int(value.index))


def _cosine(turns: Fraction) -> Number:
    """Return the cosine of a rational multiple of pi.

    With `turns = p/q`, it is a root of `T_q(x) = cos(pi p)`, where `T_q` is Chebyshev's polynomial. The roots are the
    cosines of `j pi / q` for `0 <= j <= q` with `j - p` even, in descending order.

    Source: T. J. Rivlin, *Chebyshev Polynomials* (1990), section 1.2.
    """
    p, q = turns.numerator, turns.denominator
    if q > PRODUCT_LIMIT:
        raise NumberError(too_high(q))
    before, chebyshev = [1], [1, 0]
    for _ in range(q - 1):
        longer = [2 * c for c in chebyshev] + [0]
        for place, c in enumerate(before):
            longer[2 + place] -= c
        before, chebyshev = chebyshev, longer
    chebyshev[-1] -= -1 if p % 2 else 1
    place = p % (2 * q)
    place = min(place, 2 * q - place)
    return root_of(primitive(chebyshev), len(range(place + 2, q + 1, 2)))
