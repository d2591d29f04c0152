"""Polynomials with integer coefficients in one variable: factors, and real roots, isolated and refined.

A real root is an interval without other roots. A change of sign between the ends of a smaller interval confirms every
step, so there is no rounding. python-flint factorises polynomials; it is loaded when it is first needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

from truel_ref.errors import needs

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


def value_at_cell(polynomial: Sequence[int], cell: int, bits: int) -> int:
    """Return the value of a polynomial at `cell / 2^bits`, times `2^bits` to the power of its degree.

    >>> value_at_cell([2, 0, -1], 3, 2)
    2
    """
    return int(evaluate([c << place * bits for place, c in enumerate(polynomial)], cell))


def primitive(polynomial: Iterable[int]) -> Integers:
    """Return a polynomial divided by the greatest common divisor of its coefficients; the first becomes positive.

    >>> primitive([-4, 0, 2])
    (2, 0, -1)
    """
    coefficients = list(polynomial)
    common = math.gcd(*coefficients) * (-1 if coefficients[0] < 0 else 1)
    return tuple(coefficient // common for coefficient in coefficients)


def power_sums(monic: Sequence[int], count: int) -> list[int]:
    """Return the sums over all complex roots of their powers 0 to `count - 1`, by Newton's identities.

    >>> power_sums([1, -3, 2], 4)  # the roots 1 and 2
    [2, 3, 5, 9]
    """
    degree = len(monic) - 1
    sums = [degree]
    for k in range(1, count):
        own = k * monic[k] if k <= degree else 0
        sums.append(-own - sum(monic[i] * sums[k - i] for i in range(1, min(k - 1, degree) + 1)))
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
# Isolation


@lru_cache(maxsize=1024)
def isolated(polynomial: Integers) -> tuple[Interval, ...]:
    """Return an interval around each real root of a polynomial without multiple roots, in ascending order.

    The absolute value of every root is below a power of 2 (Fujiwara).

    >>> isolated((1, 0, -2)), isolated((2, -1))
    (((Fraction(-4, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(4, 1))), ((Fraction(1, 2), Fraction(1, 2)),))
    """
    first = polynomial[0]
    if len(polynomial) == 2:
        return ((Fraction(-polynomial[1], first),) * 2,)
    sizes = [(c.bit_length() - first.bit_length() + 1, place) for place, c in enumerate(polynomial) if place and c]
    bound = Fraction(2) ** (1 + max((-(-size // place) for size, place in sizes), default=0))
    return tuple(_bisected(polynomial, -bound, bound))


def isolated_inside(polynomial: Sequence[int], low: Fraction, high: Fraction) -> list[Interval]:
    """Return intervals with exactly one root of a polynomial each, in order and inside; multiple roots count once.

    A root that the search hits becomes an interval of one point, which is not an end of another interval.

    Parameters: `polynomial`; `low` and `high`, neither of them a root.

    >>> isolated_inside([8, -12, 4, 0], Fraction(1, 3), Fraction(2, 3))
    [(Fraction(1, 3), Fraction(2, 3))]
    """
    own = _in_flint(polynomial)
    return _bisected(_integers(own // own.gcd(own.derivative())), low, high)


def _bisected(polynomial: Integers, low: Fraction, high: Fraction) -> list[Interval]:
    """Return the intervals of the roots of a polynomial without multiple roots.

    The steps: (1) shift and scale the variable so that the interval becomes 0 to 1. (2) The number of changes of sign
    in the coefficients of `(1 + t)^d p(1 / (1 + t))` is the number of roots of `p` between 0 and 1, or an even number
    more (Descartes). (3) Without a change of sign there is no root; with a single change there is one root; otherwise
    continue with both halves, and test whether the middle is a root.

    Source: G. E. Collins, A. G. Akritas, "Polynomial real root isolation using Descartes' rule of signs" (1976).
    """
    unit, (start, span, over) = _moved_to_unit(polynomial, low, high)
    found: list[Interval] = []
    waiting = [(list(unit), 0, 0)]  # the lowest part last: a polynomial on 0 to 1, the halvings, the index of the part
    while waiting:
        part, depth, place = waiting.pop()
        signs = [c > 0 for c in _shifted(part[::-1]) if c]
        changes = sum(one != other for one, other in pairwise(signs))
        begin, below = (start << depth) + place * span, over << depth
        if not part[-1] and place % 2:  # a new middle; a lower half begins at an old end
            found.append((Fraction(begin, below),) * 2)
        if changes == 1 and part[-1] and sum(part):
            found.append((Fraction(begin, below), Fraction(begin + span, below)))
        elif changes:
            half = [c << power for power, c in enumerate(part)]
            waiting += [(_shifted(half), depth + 1, 2 * place + 1), (half, depth + 1, 2 * place)]
    return found


def _moved_to_unit(polynomial: Integers, low: Fraction, high: Fraction) -> tuple[Integers, tuple[int, int, int]]:
    """Return a multiple of a polynomial in `t` with `x = (start + span t) / over`, and `(start, span, over)`."""
    over = math.lcm(low.denominator, high.denominator)
    start, span = int(low * over), int((high - low) * over)
    moved = [int(c) * over**place for place, c in enumerate(polynomial)]
    for last in range(len(moved) - 1, 0, -1) if start else ():  # repeated Horner's scheme shifts a polynomial
        for place in range(1, last + 1):
            moved[place] += start * moved[place - 1]
    return primitive(c * span**place for place, c in enumerate(moved[::-1]))[::-1], (start, span, over)


def _shifted(polynomial: Sequence[int]) -> list[int]:
    """Return a polynomial in `t + 1`."""
    rest, low = list(polynomial), []
    while rest:
        rest = list(accumulate(rest))
        low.append(rest.pop())
    return low[::-1]


# ---------------------------------------------------------------------------------------------------------
# Refinement


class RootInterval:
    """A simple real root of an integer polynomial, in an interval without other roots that can be narrowed.

    Fields: `coefficients`, of the polynomial, from the highest power down; `low` and `high`, with `low < root < high`,
    or both the same object once the root is known to be this fraction.

    The intervals are those of bisection: each is one of the `2^k` equal parts of the first.

    >>> root = RootInterval((2, 0, -1), Fraction(0), Fraction(1))
    >>> root.narrow(Fraction(1, 100))
    >>> root.low, root.high
    (Fraction(45, 64), Fraction(91, 128))
    """

    def __init__(self, coefficients: Integers, low: Fraction, high: Fraction) -> None:
        self.coefficients = coefficients
        ends = [end for end in (low, high) if not scaled_value(coefficients, end)]
        if len(coefficients) == 2:
            ends = [Fraction(-coefficients[1], coefficients[0])]
        self.low, self.high = ends[:1] * 2 or (low, high)
        self._bits = self._cell = 0  # the part of the first interval, by its index
        self._width = self.high - self.low
        self._unit: tuple[Integers, tuple[int, int, int]] | None = None

    def halve(self) -> None:
        """Halve the interval."""
        self._refine(self._bits + 1)

    def narrow(self, width: Fraction) -> None:
        """Narrow the interval to at most a width above 0."""
        self._refine((math.ceil(self._width / width) - 1).bit_length())

    def _refine(self, bits: int) -> None:
        """Take the part with the root when the first interval is cut into `2^bits` parts.

        The line through the values at the ends proposes a part (quadratic interval refinement). If the polynomial
        changes its sign there, the next proposal has twice as many digits more, otherwise half as many; at one digit
        the other half has the root.

        Source: J. Abbott, "Quadratic interval refinement for real roots" (2014).
        """
        if self.low is self.high or bits <= self._bits:
            return
        self._unit = self._unit or _moved_to_unit(self.coefficients, self.low, self.high)
        polynomial, (start, span, over) = self._unit
        left, right = (value_at_cell(polynomial, self._cell + side, self._bits) for side in (0, 1))
        gain = 1
        while self._bits < bits and left:
            gain = min(gain, bits - self._bits)
            cell = (self._cell << gain) + (left << gain) // (left - right)
            ends = [value_at_cell(polynomial, cell + side, self._bits + gain) for side in (0, 1)]
            if (ends[0] > 0) == (ends[1] > 0) and all(ends):
                if gain > 1:
                    gain //= 2
                    continue
                cell ^= 1
                ends = [value_at_cell(polynomial, cell + side, self._bits + gain) for side in (0, 1)]
            self._bits += gain
            self._cell = cell + (ends[1] == 0)
            left, right = ends if all(ends) else (0, 0)
            gain *= 2
        bottom, top = over << self._bits, (start << self._bits) + self._cell * span
        self.low = Fraction(top, bottom)
        self.high = Fraction(top + span, bottom) if left else self.low


def root_among(polynomials: Sequence[Integers], enclosed: Callable[[int], Interval]) -> tuple[Integers, int]:
    """Return which of several irreducible polynomials has a given number as a root, and the index of the root.

    The enclosures of the number and the intervals of the roots become finer, until all other roots lie outside.

    Parameters: `polynomials`; `enclosed`, gives for a number of bits an interval around the number, the narrower the
    more bits.

    >>> root_among([(1, 0, -2), (1, 0, -3)], lambda bits: (Fraction(17, 10), Fraction(18, 10)))
    ((1, 0, -3), 1)
    """
    near = [
        (polynomial, index, RootInterval(polynomial, *ends))
        for polynomial in polynomials
        for index, ends in enumerate(isolated(polynomial))
    ]
    bits = 32
    while len(near) > 1:
        low, high = enclosed(bits)
        near = [each for each in near if low <= each[2].high and each[2].low <= high]
        for _, _, root in near if len(near) > 1 else ():
            root.narrow(Fraction(1, 2**bits))
        bits += bits // 2
    return near[0][:2]
