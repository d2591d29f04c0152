r"""Proved signs of polynomials on boxes with rational corners, by Bernstein coefficients.

On a box, shifted and scaled to the unit box, a polynomial of degree `d_i` in its `i`-th variable is a combination of
the Bernstein polynomials `prod C(d_i, j_i) x_i^j_i (1 - x_i)^(d_i - j_i)`, which are positive inside the box and sum
to 1. So its values lie between its smallest and its largest coefficient, and

- if all coefficients are >= 0 and one is > 0, it is >= 0 on the closed box and > 0 inside;
- if all are > 0, it is > 0 on the closed box.

Source: G. Farin, *Curves and Surfaces for CAGD*, 5th edition, chapters 5 and 6; J. Garloff, "The Bernstein algorithm",
Interval Computations 2 (1993), 154-168.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any, TypeAlias

__all__ = ["Box", "bernstein", "open_sign"]

Box: TypeAlias = Sequence[tuple[Fraction, Fraction]]
"""Per variable the lower and the upper end."""


def bernstein(polynomial: Any, box: Box) -> dict[tuple[int, ...], Fraction]:
    """Return the Bernstein coefficients of a polynomial on a box, by the exponents they belong to.

    Each variable in turn: substitute `x = low + (high - low) t`, then turn powers of `t` into Bernstein polynomials of
    the degree `d` in it, `c[j] = sum over i <= j of C(j, i) / C(d, i) * power[i]`.

    Parameters: `polynomial`, an element of a sympy ring with rational coefficients; `box`, one pair per generator.

    >>> from sympy import QQ, ring
    >>> _, x = ring("x", QQ)
    >>> [int(value) for value in bernstein(x**2 - x + 1, [(Fraction(0), Fraction(2))]).values()]
    [1, 0, 3]
    """
    table = {powers: Fraction(int(value.numerator), int(value.denominator)) for powers, value in polynomial.terms()}
    for variable, (low, high) in enumerate(box):
        degree = max((powers[variable] for powers in table), default=0)
        lines: dict[tuple[int, ...], list[Fraction]] = {}
        for powers, value in table.items():
            rest = powers[:variable] + powers[variable + 1 :]
            lines.setdefault(rest, [Fraction(0)] * (degree + 1))[powers[variable]] += value
        table = {
            (*rest[:variable], place, *rest[variable:]): value
            for rest, line in lines.items()
            for place, value in enumerate(_converted(line, low, high))
        }
    return table


def _converted(line: Sequence[Fraction], low: Fraction, high: Fraction) -> list[Fraction]:
    degree = len(line) - 1
    width = high - low
    shifted = [
        width**power
        * sum((line[i] * comb(i, power) * low ** (i - power) for i in range(power, degree + 1)), Fraction(0))
        for power in range(degree + 1)
    ]
    return [
        sum((Fraction(comb(place, i), comb(degree, i)) * shifted[i] for i in range(place + 1)), Fraction(0))
        for place in range(degree + 1)
    ]


def open_sign(polynomial: Any, box: Box, halvings: int = 0) -> int | None:
    """Return the sign that a polynomial is proved to have everywhere inside a box: 1, -1 or 0, or None if unproved.

    If the coefficients on the box do not prove it, the box is halved along its widest side, and the sign must be the
    same on both closed halves and nowhere zero where they meet, up to `halvings` times.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> unit = [(Fraction(0), Fraction(1))] * 2
    >>> open_sign(x + y - x * y, unit), open_sign(x - y, unit, halvings=3)
    (1, None)
    """
    values = bernstein(polynomial, box).values()
    if not any(values):
        return 0
    if min(values) >= 0:
        return 1
    if max(values) <= 0:
        return -1
    if halvings == 0:
        return None
    widest = max(range(len(box)), key=lambda variable: box[variable][1] - box[variable][0])
    low, high = box[widest]
    middle = (low + high) / 2
    found = set()
    for part in ((low, middle), (middle, middle), (middle, high)):
        half = [*box[:widest], part, *box[widest + 1 :]]
        found.add(open_sign(polynomial, half, halvings - 1))
        if len(found) > 1 or None in found:
            return None
    return found.pop()
