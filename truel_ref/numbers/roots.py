"""Polynomials with integer coefficients in one variable: factors, and real roots, rounded down to any binary digit.

python-flint factorises polynomials and encloses their roots in balls that are proved; it is loaded when it is first
needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, TypeAlias

from truel_ref.errors import needs

Integers: TypeAlias = tuple[int, ...]
"""The integer coefficients of a polynomial, the highest first."""

Interval: TypeAlias = tuple[Fraction, Fraction]

_SPARE = 64  # binary digits beyond those asked for


# ---------------------------------------------------------------------------------------------------------
# Values and factors


def sign_of(value: Any) -> int:
    """Return the sign of an exact number: -1, 0 or 1.

    >>> sign_of(-7), sign_of(0), sign_of(Fraction(1, 3))
    (-1, 0, 1)
    """
    return int(value > 0) - int(value < 0)


def evaluate(polynomial: Sequence[Any], x: Any) -> Any:
    """Return the value of a polynomial, by Horner's rule.

    >>> evaluate([2, 0, -1], Fraction(1, 2))
    Fraction(-1, 2)
    """
    return reduce(lambda value, coefficient: value * x + coefficient, polynomial, 0)


def scaled_value(polynomial: Sequence[int], point: Fraction) -> int:
    """Return an integer with the sign of a polynomial at a rational point: its value times a positive number.

    >>> scaled_value([2, 0, -1], Fraction(1, 2)), scaled_value([2, 0, -1], Fraction(3, 4))
    (-2, 2)
    """
    top, bottom = point.numerator, point.denominator
    return int(evaluate([c * bottom**place for place, c in enumerate(polynomial)], top))


def primitive(polynomial: Iterable[int]) -> Integers:
    """Return a polynomial divided by the greatest common divisor of its coefficients; the first becomes positive.

    >>> primitive([-4, 0, 2])
    (2, 0, -1)
    """
    coefficients = list(polynomial)
    common = math.gcd(*coefficients) * (-1 if coefficients[0] < 0 else 1)
    return tuple(coefficient // common for coefficient in coefficients)


def power_sums(monic: Sequence[int]) -> list[int]:
    """Return the sums over all complex roots of their powers below the degree, by Newton's identities.

    >>> power_sums([1, -6, 11, -6])  # the roots 1, 2 and 3
    [3, 6, 14]
    """
    sums = [len(monic) - 1]
    for k in range(1, len(monic) - 1):
        sums.append(-k * monic[k] - sum(monic[i] * sums[k - i] for i in range(1, k)))
    return sums


@lru_cache(maxsize=4096)
def factors_of(polynomial: Integers) -> tuple[tuple[Integers, int], ...]:
    """Return the irreducible factors, without constants, with their multiplicities, the shortest first.

    Raises `LibraryError` if python-flint is missing.

    >>> factors_of((1, -2, 1, 0))
    (((1, -1), 2), ((1, 0), 1))
    """
    listed = [(_integers(factor), int(times)) for factor, times in _in_flint(polynomial).factor()[1]]
    return tuple(sorted(listed, key=lambda each: (len(each[0]), each)))


def _in_flint(polynomial: Sequence[int]) -> Any:
    needs("flint")
    from flint import fmpz_poly  # rarely needed, and the start must be quick

    return fmpz_poly(list(map(int, polynomial))[::-1])


def _integers(polynomial: Any) -> Integers:
    return primitive(list(map(int, polynomial.coeffs()))[::-1])


@lru_cache(maxsize=1024)
def square_part(value: int) -> tuple[int, int]:
    """Return `(s, r)` with `value = s^2 r`, where `s` has all squares of primes below 10,000 and a square cofactor.

    >>> square_part(72)
    (6, 2)
    """
    square, cofactor = 1, value
    for prime in (2, *range(3, 10_000, 2)):
        if prime * prime > cofactor:
            break
        while value % (prime * prime) == 0:
            value //= prime * prime
            square *= prime
        while cofactor % prime == 0:
            cofactor //= prime
    root = math.isqrt(cofactor)
    return (square * root, value // cofactor) if root * root == cofactor else (square, value)


# ---------------------------------------------------------------------------------------------------------
# Real roots


@lru_cache(maxsize=4096)
def floors(polynomial: Integers, bits: int) -> tuple[int, ...]:
    """Return for each real root of an irreducible polynomial the largest integer not above it times `2^bits`.

    The steps: (1) the root of a line, and by an integer square root the two roots of degree 2, are rounded down at
    once; (2) otherwise python-flint isolates all roots in balls, the real ones exactly on the real line, with twice as
    many digits until each ball lies between two integers. This ends, because the roots are irrational.

    Parameters: `polynomial`, of degree at least 1, the first coefficient positive; `bits`, not negative.

    Raises `LibraryError` for degrees above 2 if python-flint is missing.

    >>> floors((1, 0, -2), 4), floors((1, 0, 0, -2), 0), floors((2, -1), 3), floors((1, 0, 1), 0)
    ((-23, 22), (1,), (4,), ())
    """
    if len(polynomial) == 2:
        return ((-polynomial[1] << bits) // polynomial[0],)
    if len(polynomial) == 3:
        a, b, c = polynomial
        square = (b * b - 4 * a * c) << 2 * bits
        ends = (-math.isqrt(square) - 1, math.isqrt(square)) if square > 0 else ()
        return tuple(((-b << bits) + end) // (2 * a) for end in ends)
    own, digits = _in_flint(polynomial), bits + _SPARE
    found: list[Any] = [None]
    from flint import ctx

    while None in found:
        with ctx.workprec(digits):
            balls = [ball.real * 2**bits for ball, _ in own.complex_roots() if ball.imag == 0]
            found = [ball.floor().unique_fmpz() for ball in balls]
        digits *= 2
    return tuple(sorted(map(int, found)))


def root_among(polynomials: Sequence[Integers], enclosed: Callable[[int], Interval]) -> tuple[Integers, int]:
    """Return which of several irreducible polynomials has a given number as a root, and the index of the root.

    The enclosures of the number and of the roots become finer, until all other roots lie outside.

    Parameters: `polynomials`; `enclosed`, gives for a number of bits an interval around the number, the narrower the
    more bits.

    >>> root_among([(1, 0, -2), (1, 0, -3)], lambda bits: (Fraction(17, 10), Fraction(18, 10)))
    ((1, 0, -3), 1)
    """
    near = [(polynomial, index) for polynomial in polynomials for index in range(len(floors(polynomial, 0)))]
    bits = 32
    while len(near) > 1:
        low, high = (end * 2**bits for end in enclosed(bits))
        near = [(polynomial, index) for polynomial, index in near if low - 1 <= floors(polynomial, bits)[index] <= high]
        bits += bits // 2
    return near[0]
