r"""The genus of a plane curve of degree 3 in a letter.

Let `A y^3 + B y^2 + C y + D` be irreducible, with polynomials in `x`. But for finitely many points the curve covers the
line of `x` by three sheets. By Riemann and Hurwitz its genus is `R/2 - 2`, where `R` adds up, over all places `x`,
infinity among them, how many sheets are lost: 1 where two change places, 2 where all three do.

With `3 A y + B` as the new letter, `y^3 + 3 p y + q` is left, up to factors that contain no `y`, where

    p = 3 A C - B^2,    q = 2 B^3 - 9 A B C + 27 A^2 D,

and the discriminant is that of the curve, but for a square. Let `ord` be the order of the zero at a place.

1. If the order of the discriminant is odd, two sheets change places, for it is twice a whole number and the loss.
2. If it is even, all three change places or none. They do if the Newton polygon has one side, with a slope that is no
   whole number: if `2 ord(q) < 3 ord(p)`, and 3 does not divide `ord(q)`.

At infinity `ord` is the negative degree. A curve that falls into three over a field of degree 3 loses nothing, which
makes -2. One that loses sheets is in one piece over the complex numbers, because 3 is prime.

Source: the formula of Riemann and Hurwitz and Newton's polygon are in R. J. Walker, *Algebraic Curves* (1950), chapters
IV and VI.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

__all__ = ["cubic_genus"]


def cubic_genus(a: Any, b: Any, c: Any, d: Any) -> int:
    """Return the genus of the curve `a y^3 + b y^2 + c y + d = 0`, or -2 if it falls into three conjugate ones.

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
    """Return how often a place, an irreducible polynomial, divides another one."""
    if polynomial.is_zero:
        return inf
    order = 0
    quotient, rest = polynomial.div(place)
    while rest.is_zero:
        order += 1
        quotient, rest = quotient.div(place)
    return order
