"""Polynomials with integer coefficients in one variable: factors, and real roots, rounded down to any binary digit.

python-flint factorises polynomials and evaluates them; it is loaded when it is first needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from operator import ne
from typing import Any, TypeAlias

from truel_ref.errors import needs
from truel_ref.limits import check

Integers: TypeAlias = tuple[int, ...]
"""The integer coefficients of a polynomial, the highest first."""

Interval: TypeAlias = tuple[Fraction, Fraction]


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

    The root of a line, and by an integer square root the two roots of degree 2, are rounded down at once. Other roots
    lie between `-2^reach` and `2^reach` (Cauchy), and are those of two polynomials in (0, 1).

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
    first, *others = map(int.bit_length, polynomial)
    reach, own = max(0, *(length - first + 2 for length in others)), _in_flint(polynomial)
    above, below = (floors_inside(_integers(own(_in_flint([sign << reach, 0]))), bits + reach) for sign in (1, -1))
    return (*(-floor - 1 for floor in reversed(below)), *above)


def floors_inside(polynomial: Integers, bits: int) -> list[int]:
    """Return for each root in (0, 1) the largest integer below it times `2^bits`, in increasing order.

    Parameters: `polynomial`, without rational roots and without equal roots; `bits`.

    >>> floors_inside((8, -12, 0, 1), 3)
    [2]
    """
    own = _in_flint(polynomial)
    return [_refined(own, *cell, bits) for cell in _isolated(polynomial)]


@lru_cache(maxsize=4096)
def _isolated(polynomial: Integers) -> list[tuple[int, int]]:
    """Return for each root in (0, 1) a place and bits, so that it is alone between `place` and `place + 1` `2^-bits`.

    The number of roots there is the number of changes of sign in `(1 + t)^d f(1/(1 + t))`, with `f` moved to (0, 1), or
    less by an even number (Descartes).
    """
    from flint import fmpq_poly, fmpz_poly

    own, cells, left = _in_flint(polynomial), [], [(0, 0)]
    while left:
        check()
        place, bits = left.pop()
        moved = own(fmpq_poly([place, 1], 2**bits)).numer().coeffs()
        signs = [value > 0 for value in fmpz_poly(moved[::-1])(fmpz_poly([1, 1])).coeffs() if value]
        changes = sum(map(ne, signs, signs[1:]))
        if changes == 1:
            cells.append((place, bits))
        elif changes:
            left += [(2 * place + 1, bits + 1), (2 * place, bits + 1)]
    return cells


def _refined(own: Any, place: int, bits: int, wanted: int) -> int:
    """Return the largest integer below the only root in a cell times `2^wanted`, by quadratic refinement.

    A line through the values at the ends guesses the part of the cell that has the root, among `2^step` parts. Exact
    signs at its ends prove the guess, and then `step` doubles; otherwise the cell is halved.

    Source: J. Abbott, "Quadratic interval refinement for real roots", ACM Communications in Computer Algebra 48 (2014),
    3-12.
    """
    from flint import fmpq

    def at(number: int, more: int) -> Any:
        return own(fmpq(number, 2 ** (bits + more)))

    step, low, high = 1, at(place, 0), at(place + 1, 0)
    while bits < wanted:
        check()
        step = min(step, wanted - bits)
        guess = (place << step) + int((low / (low - high) * 2**step).floor())
        ends = at(guess, step), at(guess + 1, step)
        if (ends[0] > 0) == (low > 0) != (ends[1] > 0):
            place, bits, step = guess, bits + step, 2 * step
            low, high = ends
            continue
        middle, step = at(2 * place + 1, 1), max(step // 2, 1)
        right = (middle > 0) == (low > 0)
        place, bits = 2 * place + right, bits + 1
        low, high = (middle, high) if right else (low, middle)
    return place >> (bits - wanted)


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
