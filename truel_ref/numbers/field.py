"""Number fields: polynomials with integer coefficients, and the field `Q(theta)` of a real root.

Numbers of `Z[theta]` are lists of integer coordinates here; `truel_ref.numbers.algebraic` makes numbers of them. sympy
factorises polynomials and isolates their real roots; it is loaded when first needed.

Source: H. Cohen, *A Course in Computational Algebraic Number Theory* (1993), chapter 4.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from truel_ref.errors import needs

__all__ = [
    "Field",
    "Integers",
    "Interval",
    "derivative",
    "evaluate",
    "factors_of",
    "finer",
    "from_power_sums",
    "is_prime",
    "isolated",
    "norm_bits",
    "number_field",
    "power_sums",
    "primitive",
    "scaled_value",
    "separation",
    "square_free",
    "square_part",
    "which_root",
]

Integers: TypeAlias = tuple[int, ...]
"""A polynomial by its integer coefficients, the highest first."""

Interval: TypeAlias = tuple[Fraction, Fraction]


# ---------------------------------------------------------------------------------------------------------
# Polynomials with integer coefficients, the highest first


def evaluate(polynomial: Sequence[Any], x: Any) -> Any:
    """Return the value of a polynomial, by Horner's rule."""
    value: Any = 0
    for coefficient in polynomial:
        value = value * x + coefficient
    return value


def scaled_value(polynomial: Sequence[int], point: Fraction) -> int:
    """Return an integer with the sign of a polynomial at a rational point: its value times a positive number.

    >>> scaled_value([2, 0, -1], Fraction(1, 2)), scaled_value([2, 0, -1], Fraction(3, 4))
    (-2, 2)
    """
    top, bottom = point.numerator, point.denominator
    value, scale = 0, 1
    for coefficient in polynomial:
        value = value * top + coefficient * scale
        scale *= bottom
    return value


def separation(first: Sequence[int], second: Sequence[int]) -> int:
    """Return `n` such that a root of one polynomial and a root of another, if they differ, are over `2^-n` apart.

    The steps: (1) let `p` and `q` be the minimal polynomials of the two numbers, of degrees `d` and `e`. If they
    differ, their resultant is an integer other than 0; it is `a^e b^d`, with the first coefficients `a` and `b`, times
    the product of all `d e` differences of a root of `p` and one of `q`. (2) Each difference is at most twice the
    product of `max(1, |root|)` of both. (3) `|a|` times all `max(1, |root|)` of `p` is at most the same of any
    polynomial that `p` divides, and this at most the root of the sum of the squares of its coefficients (Landau), here
    below `2^f`; and below `2^g` for `q`. (4) So the difference is over `2^-(d e + e f + d g)`. Two roots of one `p` are
    at least as far apart, by its discriminant.

    Source: Y. Bugeaud, *Approximation by Algebraic Numbers* (2004), appendix A.

    >>> separation([1, -1], [1000, -1001])
    13
    """
    d, e = len(first) - 1, len(second) - 1
    return d * e + e * norm_bits(first) + d * norm_bits(second)


def norm_bits(polynomial: Sequence[int]) -> int:
    """Return `n` such that the root of the sum of the squares of the coefficients is below `2^n`."""
    return (sum(coefficient * coefficient for coefficient in polynomial).bit_length() + 1) // 2


def finer(bits: int, enough: int) -> int:
    """Return twice a number of binary digits, for the next try to tell two numbers apart.

    Parameters: `bits`, that did not do; `enough`, that are proved to do.

    Raises `AssertionError` if they were enough: then something is wrong here, and not with anybody's input.

    >>> finer(64, enough=100)
    128
    """
    if bits >= enough:
        raise AssertionError(f"internal error: {bits} binary digits do not tell two different numbers apart")
    return 2 * bits


def derivative(polynomial: Sequence[int]) -> list[int]:
    """Return the derivative of a polynomial."""
    degree = len(polynomial) - 1
    return [coefficient * (degree - place) for place, coefficient in enumerate(polynomial[:-1])]


def primitive(polynomial: Iterable[int]) -> Integers:
    """Return a polynomial divided by the greatest common divisor of its coefficients, the first one positive."""
    coefficients = list(polynomial)
    common = math.gcd(*coefficients)
    if coefficients[0] < 0:
        common = -common
    return tuple(coefficient // common for coefficient in coefficients)


def power_sums(monic: Sequence[int], count: int) -> list[int]:
    """Return the sums over all complex roots of their powers 0 to `count - 1`, by Newton's identities."""
    degree = len(monic) - 1
    sums = [degree]
    for k in range(1, count):
        total = -k * monic[k] if k <= degree else 0
        total -= sum(monic[i] * sums[k - i] for i in range(1, min(k - 1, degree) + 1))
        sums.append(total)
    return sums


def from_power_sums(sums: Sequence[int]) -> list[int]:
    """Return the monic polynomial whose roots have these sums of powers, by Newton's identities."""
    monic = [1]
    for k in range(1, sums[0] + 1):
        monic.append(-sum(monic[k - i] * sums[i] for i in range(1, k + 1)) // k)
    return monic


@lru_cache(maxsize=256)
def factors_of(polynomial: Integers) -> tuple[tuple[Integers, int], ...]:
    """Return the irreducible factors with their multiplicities, without constants."""
    needs("sympy")
    from sympy import Poly, Symbol

    _, factors = Poly(list(polynomial), Symbol("x"), domain="ZZ").factor_list()
    return tuple((primitive(map(int, factor.all_coeffs())), int(count)) for factor, count in factors)


@lru_cache(maxsize=1024)
def isolated(polynomial: Integers) -> tuple[Interval, ...]:
    """Return an interval around each real root of an irreducible polynomial, in ascending order."""
    needs("sympy")
    from sympy import Poly, Symbol

    ends = [end for end, _ in Poly(list(polynomial), Symbol("x"), domain="ZZ").intervals()]
    return tuple(sorted((Fraction(int(a.p), int(a.q)), Fraction(int(b.p), int(b.q))) for a, b in ends))


def which_root(polynomial: Integers, enclosed: Callable[[int], Interval]) -> int:
    """Return the index of a real root of a polynomial without multiple roots.

    Parameters: `enclosed`, which returns for a number of bits fractions at most `2^-bits` apart on both sides of it.
    """
    intervals = isolated(polynomial)
    bits = 32
    while True:
        low, high = enclosed(bits)
        near = [index for index, (a, b) in enumerate(intervals) if low <= b and a <= high]
        if len(near) == 1:
            return near[0]
        bits = finer(bits, enough=max(_clear_of(polynomial, ends) for ends in intervals))


def _clear_of(polynomial: Integers, ends: Interval) -> int:
    """Return `n` such that the roots of a polynomial are over `2^-n` away from both ends of an interval."""
    return max(separation(polynomial, (end.denominator, -end.numerator)) for end in ends)


@lru_cache(maxsize=1024)
def square_part(value: int) -> tuple[int, int]:
    """Return `(s, r)` with `value = s^2 r`: squares of primes below 10,000 and a square cofactor are found."""
    square, rest = 1, 1
    for prime in (2, *range(3, 10_000, 2)):
        if prime * prime > value:
            break
        while value % (prime * prime) == 0:
            value //= prime * prime
            square *= prime
        if value % prime == 0:
            value //= prime
            rest *= prime
    cofactor = math.isqrt(value)
    return (square * cofactor, rest) if cofactor * cofactor == value else (square, rest * value)


def square_free(polynomial: Integers) -> Integers:
    """Return the product of the different irreducible factors."""
    needs("sympy")
    from sympy import Poly, Symbol

    part = Poly(list(polynomial), Symbol("x"), domain="ZZ").sqf_part()
    return primitive(map(int, part.all_coeffs()))


def is_prime(value: int) -> bool:
    """Tell whether a small integer is a prime."""
    return value > 1 and all(value % divisor for divisor in range(2, math.isqrt(value) + 1))


# ---------------------------------------------------------------------------------------------------------
# Fields


class Field:
    """The number field `Q(theta)`: `theta` is a real root of a monic irreducible integer polynomial.

    Parameters: `polynomial`, of degree 2 at least; `index`, of the root among the real ones, from 0 upwards.

    Fields: these; `degree`; `interval`, where somebody has isolated the root already, else None.
    """

    def __init__(self, polynomial: Integers, index: int) -> None:
        self.polynomial = polynomial
        self.index = index
        self.degree = len(polynomial) - 1
        self.tail = [-coefficient for coefficient in polynomial[:0:-1]]  # theta^degree, the lowest power first
        self.traces = power_sums(polynomial, self.degree)
        self.radicand = -polynomial[2] if self.degree == 2 and polynomial[1] == 0 and index == 1 else None
        self.interval: Interval | None = None
        self._cell: tuple[int, int] | None = None  # (bits, floor(theta * 2^bits)), the finest known
        self._powers: dict[int, list[tuple[int, int]]] = {}

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Field) and (self.polynomial, self.index) == (other.polynomial, other.index)
        return self is other or same

    def __hash__(self) -> int:
        return hash((self.polynomial, self.index))

    def product(self, first: Sequence[int], second: Sequence[int]) -> list[int]:
        """Return the product of two numbers of Z[theta], each by its coordinates."""
        degree, tail = self.degree, self.tail
        result = [0] * (2 * degree - 1)
        for i, a in enumerate(first):
            if a:
                for j, b in enumerate(second):
                    result[i + j] += a * b
        for k in range(2 * degree - 2, degree - 1, -1):
            top = result[k]
            if top:
                for i, coefficient in enumerate(tail):
                    result[k - degree + i] += top * coefficient
        return result[:degree]

    def conjugates(self, number: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the characteristic polynomial of a number of Z[theta], and its cofactor.

        The polynomial has the conjugates of the number for its roots; the cofactor `c`, again in Z[theta], is such that
        `number * c` is minus the last coefficient. Both come from one loop: `b = 1`, and for `k` from 1 to `d`,
        `c[k] = -trace(number * b) / k`, then `b = number * b + c[k]`.

        Source: D. K. Faddeev, V. N. Faddeeva, *Computational Methods of Linear Algebra* (1963), section 47.
        """
        polynomial = [1]
        b = cofactor = [1] + [0] * (self.degree - 1)
        for k in range(1, self.degree + 1):
            cofactor = b
            b = self.product(number, b)
            coefficient = -sum(c * t for c, t in zip(b, self.traces, strict=True)) // k
            polynomial.append(coefficient)
            b = [b[0] + coefficient, *b[1:]]
        return polynomial, cofactor

    def powers(self, bits: int) -> list[tuple[int, int]]:
        """Return integer bounds of `theta^i * 2^bits` for `i` below the degree, with outward rounding."""
        found = self._powers.get(bits)
        if found is None:
            low = self.floor(bits)
            theta = (low, low + 1)
            found = [(1 << bits, 1 << bits)]
            for _ in range(self.degree - 1):
                ends = [a * b for a in found[-1] for b in theta]
                found.append((min(ends) >> bits, -(-max(ends) >> bits)))
            self._powers[bits] = found
        return found

    def floor(self, bits: int) -> int:
        """Return `floor(theta * 2^bits)`."""
        if self.radicand is not None:
            return math.isqrt(self.radicand << 2 * bits)
        if self._cell is None:
            self._cell = self._first_cell()
        known, low = self._cell
        while known < bits:
            known, low = self._finer(known, low, bits)
            self._cell = known, low
        return low >> known - bits

    def _sign_at(self, numerator: int, bits: int) -> bool:
        """Tell whether the polynomial is positive at `numerator / 2^bits`, which is never a root."""
        value = 0
        for place, coefficient in enumerate(self.polynomial):
            value = value * numerator + (coefficient << place * bits)
        return value > 0

    def _first_cell(self) -> tuple[int, int]:
        """Return `(bits, n)` such that theta, and no other root, lies between `n / 2^bits` and `(n+1) / 2^bits`."""
        first, last = low, high = self.interval or isolated(self.polynomial)[self.index]
        sign = evaluate(self.polynomial, low) > 0
        for bits in range(8, 9 + max(8, _clear_of(self.polynomial, (first, last)))):
            while (high - low) * 2**bits > 1:
                middle = (low + high) / 2
                if (evaluate(self.polynomial, middle) > 0) == sign:
                    low = middle
                else:
                    high = middle
            cell = math.floor(low * 2**bits)
            if cell + 1 < high * 2**bits and self._sign_at(cell + 1, bits) == sign:
                cell += 1
            if first * 2**bits <= cell and cell + 1 <= last * 2**bits:
                return bits, cell
        raise AssertionError(f"internal error: {first} to {last} holds no single root of {self.polynomial}")

    def _finer(self, known: int, low: int, wanted: int) -> tuple[int, int]:
        """Return a finer cell around theta: about twice the bits by a step of Newton if it is confirmed, else one more.

        Every cell is confirmed by a change of sign between its ends, so Newton only proposes.
        """
        sign = self._sign_at(low, known)
        aim = min(2 * known - 4, wanted)
        if aim > known + 4:
            middle = Fraction(2 * low + 1, 2 ** (known + 1))
            slope = evaluate(derivative(self.polynomial), middle)
            if slope:
                guess = math.floor((middle - evaluate(self.polynomial, middle) / slope) * 2**aim)
                inside = low << aim - known <= guess - 1 and guess + 2 <= (low + 1) << aim - known
                if inside:
                    ends = [self._sign_at(guess + step, aim) for step in (-1, 0, 1, 2)]
                    for step in (-1, 0, 1):
                        if ends[step + 1] == sign != ends[step + 2]:
                            return aim, guess + step
        middle_cell = 2 * low + 1
        return known + 1, middle_cell if self._sign_at(middle_cell, known + 1) == sign else 2 * low


@lru_cache(maxsize=256)
def number_field(polynomial: Integers, index: int) -> Field:
    """Return a field, each but once while it is remembered."""
    return Field(polynomial, index)
