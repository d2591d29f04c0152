"""Polynomials in several letters: their integer coefficients, their factors, and letters eliminated.

Polynomials are elements of sympy's rings; python-flint factorises them and computes resultants and discriminants, in a
tenth of sympy's time. Results are unique: factors are irreducible and primitive, with positive leading coefficients, in
a fixed order.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from typing import Any, TypeAlias

from truel_ref.errors import needs
from truel_ref.numbers import Integers, primitive

__all__ = [
    "Factors",
    "Polynomial",
    "Terms",
    "discriminant",
    "eliminated",
    "factored",
    "integer_terms",
    "line_of",
    "resultant",
    "scaled_terms",
    "univariate",
    "value_at",
]

Polynomial: TypeAlias = Any
"""A polynomial with rational coefficients: an element of sympy's ring under a field of fractions."""

Factors: TypeAlias = tuple[tuple[Polynomial, int], ...]
"""Irreducible, primitive integer polynomials with positive leading coefficients, each with its power."""

Terms: TypeAlias = dict[tuple[int, ...], int]
"""A polynomial by its integer coefficients, each under its powers."""


# ---------------------------------------------------------------------------------------------------------
# Coefficients


@cache
def scaled_terms(polynomial: Polynomial) -> tuple[Terms, int]:
    """Return the terms of a polynomial times the common denominator of its coefficients, and that denominator.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> scaled_terms(x**2 / 2 - y)
    ({(2, 0): 1, (0, 1): -2}, 2)
    """
    common = lcm(*(int(value.denominator) for value in polynomial.values()))
    return {tuple(powers): int(value * common) for powers, value in polynomial.terms()}, common


def integer_terms(polynomial: Polynomial, first: int = 0) -> Terms:
    """Return the terms of a positive multiple with integer coefficients, with one of the letters before the others."""
    terms, _ = scaled_terms(polynomial)
    return {(powers[first], *powers[:first], *powers[first + 1 :]): value for powers, value in terms.items()}


def line_of(terms: Terms) -> Integers:
    """Return a polynomial in the last letter alone by its coefficients, from the highest power down.

    >>> line_of({(0, 3): 2, (0, 0): -1})
    (2, 0, 0, -1)
    """
    values = {powers[-1]: value for powers, value in terms.items()}
    return tuple(values.get(power, 0) for power in range(max(values, default=0), -1, -1))


@cache
def univariate(polynomial: Polynomial) -> Integers:
    """Return a polynomial in the last letter alone, times its common denominator, from the highest power down.

    >>> from sympy import QQ, ring
    >>> _, x = ring("x", QQ)
    >>> univariate(x**2 / 2 - x)
    (1, -2, 0)
    """
    return line_of(scaled_terms(polynomial)[0])


def value_at(polynomial: Polynomial, point: Sequence[Fraction]) -> Fraction:
    """Return the value of a polynomial at a point, one fraction per letter; the only letter of a constant needs none.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> value_at(x**2 / 2 - y, [Fraction(2, 3), Fraction(0)])
    Fraction(2, 9)
    """
    made = _in_flint(polynomial)
    from flint import fmpq

    value = made(*(fmpq(value.numerator, value.denominator) for value in point or [Fraction(0)]))
    return Fraction(int(value.p), int(value.q) * scaled_terms(polynomial)[1])


# ---------------------------------------------------------------------------------------------------------
# Factors


@cache
def factored(polynomial: Polynomial) -> tuple[Fraction, Factors]:
    """Return a polynomial, not 0, as a constant times factors in a fixed order.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> factored(2 * y**2 - 2 * x * y)
    (Fraction(-2, 1), ((x - y, 1), (y, 1)))
    """
    ring = polynomial.ring
    listed = []
    leading = polynomial.LC
    for factor, power in _in_flint(polynomial).factor()[1]:
        normal = _normal(ring.from_dict({powers: ring.domain(value) for powers, value in _terms(factor).items()}))
        listed.append((normal, int(power)))
        leading = leading / normal.LC ** int(power)
    constant = Fraction(int(leading.numerator), int(leading.denominator))
    return constant, tuple(sorted(listed, key=lambda pair: (str(pair[0]), pair[1])))


def _normal(polynomial: Polynomial) -> Polynomial:
    """Return the multiple of a polynomial with coprime integer coefficients and a positive leading coefficient."""
    _, normal = polynomial.primitive()
    return -normal if normal and normal.LC < 0 else normal


# ---------------------------------------------------------------------------------------------------------
# Elimination


def resultant(first: Polynomial, second: Polynomial, variable: int) -> Integers:
    """Return the resultant of two polynomials in two variables as a primitive polynomial in the other variable.

    Parameters: `first` and `second`, of one ring; `variable`, the number of the eliminated variable, 0 or 1.

    Returns the coefficients from the highest power down, the first positive; `(0,)` for polynomials with a common
    factor that contains the variable.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> resultant(x**2 + y**2 - 1, x - y, 1)
    (2, 0, -1)
    """
    return _line(_turned(first, variable).resultant(_turned(second, variable), 0))


def discriminant(polynomial: Polynomial, variable: int) -> Integers:
    """Return the discriminant of a polynomial in two variables as a primitive polynomial in the other variable.

    Parameters: `polynomial`, of degree at least 2 in the variable; `variable`, the number of the eliminated variable, 0
    or 1.

    >>> from sympy import QQ, ring
    >>> _, x, y = ring("x, y", QQ)
    >>> discriminant(x**2 + y**2 - 1, 1)
    (1, 0, -1)
    """
    return _line(_turned(polynomial, variable).discriminant(0))


def eliminated(first: Polynomial, second: Polynomial, variable: int) -> Polynomial:
    """Return the resultant of two polynomials in several variables, in the same ring, up to a factor.

    Parameters: `first` and `second`, of one ring, at least one of which contains the variable; `variable`, its number.

    >>> from sympy import QQ, ring
    >>> _, x, y, z = ring("x, y, z", QQ)
    >>> eliminated(x**2 + y**2 - z, x - y, 1)
    2*x**2 - z
    """
    made = first.ring
    terms = _terms(_turned(first, variable).resultant(_turned(second, variable), 0)).items()
    rest = variable + 1
    return _normal(
        made.from_dict({(*powers[1:rest], 0, *powers[rest:]): made.domain(value) for powers, value in terms})
    )


def _context(letters: int, rational: bool = False) -> Any:
    needs("flint")
    from flint import fmpq_mpoly_ctx, fmpz_mpoly_ctx

    return (fmpq_mpoly_ctx if rational else fmpz_mpoly_ctx).get([f"x{place}" for place in range(letters)], "lex")


@cache
def _in_flint(polynomial: Polynomial) -> Any:
    """Return a positive multiple with integer coefficients as a polynomial of flint.

    It is a polynomial over the fractions: over the integers flint sorts factors as C integers and fails from 2^31 on.
    """
    return _context(polynomial.ring.ngens, rational=True).from_dict(scaled_terms(polynomial)[0])


@lru_cache(maxsize=1024)
def _turned(polynomial: Polynomial, variable: int) -> Any:
    """Return a polynomial of flint with one of its letters first; cached, because a partition pairs all polynomials."""
    return _context(polynomial.ring.ngens).from_dict(integer_terms(polynomial, variable))


def _terms(polynomial: Any) -> Terms:
    return {tuple(map(int, powers)): int(value) for powers, value in polynomial.to_dict().items()}


def _line(left: Any) -> Integers:
    """Return the coefficients of a polynomial of flint in its last letter, made primitive; (0,) for 0."""
    return primitive(line_of(_terms(left))) if left else (0,)
