"""Polynomials with integer coefficients in one variable: their factors, and their real roots, isolated and refined.

An interval without other roots represents a real root. `RootInterval` refines it: a change of sign confirms every step,
so there is no rounding. python-flint factorises polynomials; it is loaded when first needed. Without it, the real roots
give the factors of polynomials that have no other roots, such as those of sums of square roots.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations, pairwise, zip_longest
from typing import Any, TypeAlias

from truel_ref.budget import check
from truel_ref.errors import missing

__all__ = [
    "Integers",
    "Interval",
    "RootInterval",
    "clear_of",
    "derivative",
    "evaluate",
    "factors_by_roots",
    "factors_of",
    "finer",
    "from_power_sums",
    "is_prime",
    "isolated",
    "isolated_inside",
    "norm_bits",
    "power_sums",
    "primitive",
    "refine",
    "root_among",
    "scaled_value",
    "separation",
    "sign_of",
    "square_free",
    "square_part",
    "value_at_cell",
    "which_root",
]

Integers: TypeAlias = tuple[int, ...]
"""The integer coefficients of a polynomial, the highest first."""

_MOST_ROOTS = 16  # of a polynomial that is factorised by the sets of its roots
_PATIENCE = 64  # halvings before the test for multiple roots

Interval: TypeAlias = tuple[Fraction, Fraction]


# ---------------------------------------------------------------------------------------------------------
# Values, bounds and factors


def evaluate(polynomial: Sequence[Any], x: Any) -> Any:
    """Return the value of a polynomial, by Horner's rule.

    >>> evaluate([2, 0, -1], Fraction(1, 2))
    Fraction(-1, 2)
    """
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
    """Return `n` such that a root of one polynomial and a root of another, if they differ, are more than `2^-n` apart.

    The steps: (1) Let `p` and `q` be the minimal polynomials of the two numbers, of degrees `d` and `e`. If they
    differ, their resultant is an integer other than 0. With the first coefficients `a` and `b`, it is `a^e b^d` times
    the product of all `d e` differences of a root of `p` and a root of `q`. (2) Each difference is at most twice the
    product of `max(1, |root|)` for both roots. (3) The Mahler measure of `p`, `|a|` times all `max(1, |root|)`, is at
    most that of any polynomial that `p` divides. This is at most the square root of the sum of the squares of the
    coefficients (Landau), here below `2^f`; for `q` it is below `2^g`. (4) So the difference is more than
    `2^-(d e + e f + d g)`. Two roots of one `p` are at least as far apart, by its discriminant.

    Source: Y. Bugeaud, *Approximation by Algebraic Numbers* (2004), appendix A.

    >>> separation([1, -1], [1000, -1001])
    13
    """
    d, e = len(first) - 1, len(second) - 1
    return d * e + e * norm_bits(first) + d * norm_bits(second)


def norm_bits(polynomial: Sequence[int]) -> int:
    """Return `n` such that the square root of the sum of the squares of the coefficients is below `2^n`.

    >>> norm_bits([3, 4])  # the square root of 25 is below 2^3
    3
    """
    return (sum(coefficient * coefficient for coefficient in polynomial).bit_length() + 1) // 2


def finer(bits: int, enough: int) -> int:
    """Return twice a number of binary digits, for the next attempt to separate two numbers.

    Parameters: `bits`, the digits of the failed attempt; `enough`, digits that are proved to suffice.

    Raises `AssertionError` if `bits` were enough: then the program has an error, not the input.

    >>> finer(64, enough=100)
    128
    """
    if bits >= enough:
        raise AssertionError(f"internal error: {bits} binary digits do not separate two different numbers")
    return 2 * bits


def derivative(polynomial: Sequence[int]) -> list[int]:
    """Return the derivative of a polynomial.

    >>> derivative([2, 0, -1])
    [4, 0]
    """
    degree = len(polynomial) - 1
    return [coefficient * (degree - place) for place, coefficient in enumerate(polynomial[:-1])]


def primitive(polynomial: Iterable[int]) -> Integers:
    """Return a polynomial divided by the greatest common divisor of its coefficients; the first becomes positive.

    >>> primitive([-4, 0, 2])
    (2, 0, -1)
    """
    coefficients = list(polynomial)
    common = math.gcd(*coefficients)
    if coefficients[0] < 0:
        common = -common
    return tuple(coefficient // common for coefficient in coefficients)


def power_sums(monic: Sequence[int], count: int) -> list[int]:
    """Return the sums over all complex roots of their powers 0 to `count - 1`, by Newton's identities.

    >>> power_sums([1, -3, 2], 4)  # the roots 1 and 2
    [2, 3, 5, 9]
    """
    degree = len(monic) - 1
    sums = [degree]
    for k in range(1, count):
        total = -k * monic[k] if k <= degree else 0
        total -= sum(monic[i] * sums[k - i] for i in range(1, min(k - 1, degree) + 1))
        sums.append(total)
    return sums


def from_power_sums(sums: Sequence[int]) -> list[int]:
    """Return the monic polynomial whose roots have these sums of powers, by Newton's identities.

    >>> from_power_sums([2, 3, 5])
    [1, -3, 2]
    """
    monic = [1]
    for k in range(1, sums[0] + 1):
        monic.append(-sum(monic[k - i] * sums[i] for i in range(1, k + 1)) // k)
    return monic


@lru_cache(maxsize=4096)
def factors_of(polynomial: Integers) -> tuple[tuple[Integers, int], ...]:
    """Return the irreducible factors, without constants, with their multiplicities, the shortest first.

    Raises `LibraryError` if python-flint is missing and `factors_by_roots` cannot help.

    >>> factors_of((1, -2, 1, 0))
    (((1, -1), 2), ((1, 0), 1))
    """
    own = tuple(map(int, polynomial))
    try:
        from flint import fmpz_poly
    except ImportError:
        factors = factors_by_roots(square_free(own))
        if factors is None:
            raise missing("flint") from None
        parts = [(factor, _multiplicity(factor, own)) for factor in factors]
    else:
        listed = fmpz_poly(list(own)[::-1]).factor()[1]
        parts = [(primitive(list(map(int, factor.coeffs()))[::-1]), int(count)) for factor, count in listed]
    return tuple(sorted(parts, key=lambda part: (len(part[0]), part)))


def factors_by_roots(polynomial: Integers) -> list[Integers] | None:
    """Return the irreducible factors of a primitive polynomial without multiple roots, by sets of its real roots.

    The result is None if the polynomial has more than 16 roots, or a degree above 3 and a root that is not real.

    The steps: (1) enclose the roots. (2) Let `a` be the first coefficient of the polynomial and `S` the roots of a
    factor: the product of `a` and all `x - r` with `r` in `S` has integer coefficients (Gauss). Their enclosures are so
    narrow that rounding gives the only possible integers; exact division decides. (3) The smallest sets come first, so
    that each factor is irreducible. A reducible polynomial of degree 2 or 3 has a rational root, which is real.

    >>> factors_by_roots((1, 0, -5, 0, 6)), factors_by_roots((1, 0, -10, 0, 1)), factors_by_roots((1, 0, 0, 0, 1))
    ([(1, 0, -3), (1, 0, -2)], [(1, 0, -10, 0, 1)], None)
    """
    degree, first = len(polynomial) - 1, polynomial[0]
    places = isolated(polynomial) if degree else ()
    if degree > _MOST_ROOTS or len(places) < degree > 3:
        return None
    bits = (degree + 1) * (norm_bits(polynomial) + 5)
    roots = []  # the roots times 2^bits, each with an error below 2
    for ends in places:
        root = RootInterval(polynomial, *ends)
        root.narrow(Fraction(1, 2**bits))
        roots.append(math.floor(root.low * 2**bits))
    factors, size = [], 1
    while 2 * size < len(polynomial):
        for chosen in combinations(roots, size):
            check()
            if abs((first * sum(chosen) + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)) > 2 * size * first:
                continue
            product = [Fraction(first)]
            for value in chosen:
                near = Fraction(value, 2**bits)
                product = [here - near * before for before, here in pairwise([Fraction(0), *product, Fraction(0)])]
            factor = primitive(map(round, product))
            rest = _divided(polynomial, factor)
            if rest is not None:
                factors.append(factor)
                polynomial, first = rest, rest[0]
                roots = [value for value in roots if value not in chosen]
                break
        else:
            size += 1
    return [*factors, polynomial] if len(polynomial) > 1 else factors


def _divided(polynomial: Integers, divisor: Integers) -> Integers | None:
    """Return the quotient of two polynomials if it has integer coefficients and there is no remainder, otherwise None.

    >>> _divided((1, 0, -1), (1, 1)), _divided((1, 0, -1), (1, 2))
    ((1, -1), None)
    """
    rest, quotient = list(polynomial), []
    while len(rest) >= len(divisor):
        lead, left = divmod(rest[0], divisor[0])
        if left:
            return None
        quotient.append(lead)
        rest = [x - lead * y for x, y in zip_longest(rest, divisor, fillvalue=0)][1:]
    return None if any(rest) else tuple(quotient)


def _multiplicity(factor: Integers, polynomial: Integers) -> int:
    """Return how often a polynomial that is not constant divides another one.

    >>> _multiplicity((1, -1), (1, -2, 1, 0))
    2
    """
    rest = _divided(polynomial, factor)
    return 0 if rest is None else 1 + _multiplicity(factor, rest)


@lru_cache(maxsize=1024)
def isolated(polynomial: Integers) -> tuple[Interval, ...]:
    """Return an interval around each real root of a polynomial without multiple roots, in ascending order.

    The absolute value of every root is below a power of 2 (Fujiwara). `isolated_inside` isolates the roots between the
    two signs of this power.

    >>> isolated((1, 0, -2)), isolated((2, -1))
    (((Fraction(-4, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(4, 1))), ((Fraction(1, 2), Fraction(1, 2)),))
    """
    degree, first = len(polynomial) - 1, polynomial[0]
    if degree == 1:
        return ((Fraction(-polynomial[1], first),) * 2,)
    sizes = ((c.bit_length() - first.bit_length(), place) for place, c in enumerate(polynomial) if place and c)
    size = Fraction(2) ** (1 + max((-(-(size + 1) // place) for size, place in sizes), default=0))
    return tuple(_bisected(polynomial, -size, size, None) or ())


def isolated_inside(polynomial: Sequence[int], low: Fraction, high: Fraction) -> list[Interval]:
    """Return intervals with exactly one root of a polynomial each, in order and inside; multiple roots count once.

    A root that the search hits becomes an interval of one point, which is not an end of another interval.

    The steps: (1) shift and scale the variable so that the interval becomes 0 to 1. (2) The number of changes of sign
    in the coefficients of `(1 + t)^d p(1 / (1 + t))` is the number of roots of `p` between 0 and 1, or an even number
    more (Descartes). (3) Without a change of sign there is no root; with a single change there is one root; otherwise
    continue with both halves, and test whether the middle is a root. (4) With simple roots this ends; if it has not
    ended after some halvings, the product of the different irreducible factors replaces the polynomial.

    Parameters: `polynomial`; `low` and `high`, neither of them a root.

    Source: G. E. Collins, A. G. Akritas, "Polynomial real root isolation using Descartes' rule of signs" (1976).

    >>> isolated_inside([8, -12, 4, 0], Fraction(1, 3), Fraction(2, 3))
    [(Fraction(1, 3), Fraction(2, 3))]
    """
    first = next(place for place, value in enumerate(polynomial) if value)
    found = _bisected(polynomial[first:], low, high, _PATIENCE)
    if found is None:
        found = _bisected(square_free(tuple(polynomial[first:])), low, high, None)
    return found or []


def _bisected(polynomial: Sequence[int], low: Fraction, high: Fraction, deepest: int | None) -> list[Interval] | None:
    """Return the intervals of the roots, or None if `deepest` halvings do not separate them."""
    start, span, over = _in_integers(low, high)
    found: list[Interval] = []
    # The open parts, the lowest last: a polynomial on 0 to 1, the number of halvings, and the index of the part.
    waiting = [(_moved_to_unit(polynomial, start, span, over), 0, 0)]
    while waiting:
        check()
        part, depth, place = waiting.pop()
        changes = _changes(_shifted(part[::-1]))
        begin, below = (start << depth) + place * span, over << depth
        if not part[-1] and place % 2:  # a new middle; a lower half begins at an old end
            found.append((Fraction(begin, below),) * 2)
        if changes == 1 and part[-1] and sum(part):
            found.append((Fraction(begin, below), Fraction(begin + span, below)))
        elif changes:
            if depth == deepest:
                return None
            half = [c << power for power, c in enumerate(part)]
            waiting += [(_shifted(half), depth + 1, 2 * place + 1), (half, depth + 1, 2 * place)]
    return found


def _in_integers(low: Fraction, high: Fraction) -> tuple[int, int, int]:
    """Return an interval in integers: its start and its width over a common denominator, and this denominator."""
    over = math.lcm(low.denominator, high.denominator)
    start = low.numerator * (over // low.denominator)
    return start, high.numerator * (over // high.denominator) - start, over


def _moved_to_unit(polynomial: Sequence[int], start: int, span: int, over: int) -> list[int]:
    """Return a multiple of a polynomial in `t` with `x = (start + span t) / over`."""
    degree = len(polynomial) - 1
    moved = [int(c) for c in polynomial]  # sympy may use integers of gmpy2
    if (start, span, over) == (0, 1, 1):
        return moved
    moved = [c * over**place for place, c in enumerate(moved)]
    if start:
        for last in range(degree, 0, -1):  # repeated Horner's scheme shifts a polynomial
            for place in range(1, last + 1):
                moved[place] += start * moved[place - 1]
    return [c * span ** (degree - place) for place, c in enumerate(moved)]


def _shifted(polynomial: Sequence[int]) -> list[int]:
    """Return a polynomial in `t + 1`."""
    rest, low = list(polynomial), []
    while rest:
        rest = list(accumulate(rest))
        low.append(rest.pop())
    return low[::-1]


def _changes(polynomial: Sequence[int]) -> int:
    """Return the number of changes of sign between successive coefficients other than 0."""
    signs = [c > 0 for c in polynomial if c]
    return sum(one != other for one, other in pairwise(signs))


@lru_cache(maxsize=1024)
def square_part(value: int) -> tuple[int, int]:
    """Return `(s, r)` with `value = s^2 r`, where `s` has all squares of primes below 10,000 and a square cofactor.

    >>> square_part(72)
    (6, 2)
    """
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
    """Return the product of the different irreducible factors.

    >>> square_free((1, -2, 1))
    (1, -1)
    """
    try:
        from flint import fmpz_poly
    except ImportError:
        common = polynomial = primitive(map(int, polynomial))
        rest: Sequence[int] = derivative(polynomial)
        while any(rest):  # Euclid's algorithm with primitive remainders
            common, rest = primitive(rest[next(place for place, value in enumerate(rest) if value) :]), common
            while len(rest) >= len(common):
                rest = [common[0] * x - rest[0] * y for x, y in zip_longest(rest, common, fillvalue=0)][1:]
        return _divided(polynomial, common) or polynomial
    own = fmpz_poly(list(map(int, polynomial))[::-1])
    return primitive(list(map(int, (own // own.gcd(own.derivative())).coeffs()))[::-1])


def is_prime(value: int) -> bool:
    """Return whether a small integer is a prime.

    >>> [value for value in range(12) if is_prime(value)]
    [2, 3, 5, 7, 11]
    """
    return value > 1 and all(value % divisor for divisor in range(2, math.isqrt(value) + 1))


# ---------------------------------------------------------------------------------------------------------
# Real roots, in intervals that shrink


def sign_of(value: int | Fraction) -> int:
    """Return the sign of a number: -1, 0 or 1.

    >>> sign_of(-7), sign_of(0), sign_of(Fraction(1, 3))
    (-1, 0, 1)
    """
    return (value > 0) - (value < 0)


def value_at_cell(polynomial: Sequence[int], cell: int, bits: int) -> int:
    """Return the value of a polynomial at `cell / 2^bits`, times `2^bits` to the power of its degree.

    >>> value_at_cell([2, 0, -1], 3, 2)
    2
    """
    value = 0
    for place, coefficient in enumerate(polynomial):
        value = value * cell + (coefficient << place * bits)
    return value


def refine(polynomial: Sequence[int], bits: int, cell: int, wanted: int) -> tuple[int, int, bool]:
    """Return a finer cell around a simple root: `(bits, cell, hit)`.

    The root is the only root between `cell / 2^bits` and `(cell + 1) / 2^bits`. Each step halves the cell; or, if a
    Newton step proposes a cell with about twice the bits whose ends differ in sign, it takes this cell. So the result
    does not depend on Newton's proposals.

    Parameters: `polynomial`, not 0 at the ends of the cell; `bits` and `cell`, the first cell; `wanted`, the binary
    digits of the result.

    Returns the cell with `wanted` digits; or, with `hit`, the root itself as `cell / 2^bits`.

    >>> refine([2, 0, -1], 0, 0, 10), refine([4, 0, -1], 0, 0, 10)
    ((10, 724, False), (1, 1, True))
    """
    below = value_at_cell(polynomial, cell, bits) > 0
    slope_of = derivative(polynomial)
    while bits < wanted:
        aim = min(2 * bits - 4, wanted)
        confirmed = _newton(polynomial, slope_of, bits, cell, aim, below) if aim > bits + 4 else None
        if confirmed is None:
            bits, middle = bits + 1, 2 * cell + 1
            value = value_at_cell(polynomial, middle, bits)
            if value == 0:
                return bits, middle, True
            cell = middle if (value > 0) == below else middle - 1
        else:
            bits, cell, hit = confirmed
            if hit:
                return bits, cell, True
    return bits, cell, False


def _newton(
    polynomial: Sequence[int], slope_of: Sequence[int], bits: int, cell: int, aim: int, below: bool
) -> tuple[int, int, bool] | None:
    """Return the cell with `aim` binary digits that a Newton step from the middle of a cell gives, if it has the root.

    Parameters: `slope_of`, the derivative; `below`, whether the polynomial is positive left of the root.
    """
    middle = 2 * cell + 1
    slope = value_at_cell(slope_of, middle, bits + 1)
    if slope == 0:
        return None
    value = value_at_cell(polynomial, middle, bits + 1)
    guess = ((middle * slope - value) << aim) // (slope << bits + 1)
    if not (cell << aim - bits <= guess - 1 and guess + 2 <= (cell + 1) << aim - bits):
        return None
    values = [value_at_cell(polynomial, guess + step, aim) for step in (-1, 0, 1, 2)]
    for step in (-1, 0, 1):
        if values[step + 2] == 0:
            return aim, guess + step + 1, True
        if values[step + 1] and (values[step + 1] > 0) == below != (values[step + 2] > 0):
            return aim, guess + step, False
    return None


class RootInterval:
    """A simple real root of an integer polynomial, in an interval without other roots that can be narrowed.

    Fields: `coefficients`, of the polynomial, from the highest power down; `low` and `high`, with `low < root < high`,
    or both the same object once the root is known to be this fraction.

    The intervals are those of bisection: the k-th is one of the `2^k` equal parts of the first.

    >>> root = RootInterval((2, 0, -1), Fraction(0), Fraction(1))
    >>> root.narrow(Fraction(1, 100))
    >>> root
    RootInterval(coefficients=(2, 0, -1), low=Fraction(45, 64), high=Fraction(91, 128))
    """

    def __init__(self, coefficients: Integers, low: Fraction, high: Fraction) -> None:
        self.coefficients = coefficients
        if len(coefficients) == 2:
            low = high = Fraction(-coefficients[1], coefficients[0])
        elif scaled_value(coefficients, low) == 0:
            high = low
        elif scaled_value(coefficients, high) == 0:
            low = high
        self.low, self.high = low, high
        self._first = low, high
        self._bits = self._cell = 0  # the part of the first interval, by its index
        self._in_unit: Integers | None = None
        self._over = self._start = self._span = 0  # the first interval: start and span over one denominator
        self._width: Fraction | None = None  # the last argument of `narrow`

    def __repr__(self) -> str:
        fields = f"coefficients={self.coefficients}, low={self.low!r}, high={self.high!r}"
        return f"{type(self).__name__}({fields})"

    def halve(self) -> None:
        """Halve the interval."""
        self._refine(self._bits + 1)

    def narrow(self, width: Fraction) -> None:
        """Narrow the interval to at most a width above 0."""
        if width is self._width:  # callers often repeat a width
            return
        if _parts(self.low, self.high, width) > 1:
            self._refine((_parts(*self._first, width) - 1).bit_length())
        self._width = width

    def _refine(self, bits: int) -> None:
        """Take the part with the root when the first interval is cut into `2^bits` parts."""
        if self.low is self.high:
            return
        if self._in_unit is None:
            self._start, self._span, self._over = _in_integers(*self._first)
            self._in_unit = primitive(_moved_to_unit(self.coefficients, self._start, self._span, self._over))
        self._bits, self._cell, hit = refine(self._in_unit, self._bits, self._cell, bits)
        # In integers over one denominator, because fractions reduce at every step.
        bottom, top = self._over << self._bits, (self._start << self._bits) + self._cell * self._span
        self.low = Fraction(top, bottom)
        self.high = self.low if hit else Fraction(top + self._span, bottom)


def _parts(low: Fraction, high: Fraction, width: Fraction) -> int:
    """Return the least number of equal parts of an interval that are at most `width` wide."""
    # In integers, because fractions reduce at every step.
    (bottom, below), (top, above), (most, under) = (each.as_integer_ratio() for each in (low, high, width))
    return -((bottom * above - top * below) * under // (below * above * most))


def root_among(polynomials: Sequence[Integers], enclosed: Callable[[int], Interval]) -> tuple[Integers, int]:
    """Return which of several irreducible polynomials has a given number as a root, and the index of the root.

    The enclosures of the number and the intervals of the roots become finer, until all other roots lie outside.

    Parameters: `polynomials`; `enclosed`, gives for a number of bits two fractions at most `2^(12 - bits)` apart, at
    most and at least the number.

    >>> root_among([(1, 0, -2), (1, 0, -3)], lambda bits: (Fraction(17, 10), Fraction(18, 10)))
    ((1, 0, -3), 1)
    """
    roots = [
        (polynomial, index, RootInterval(polynomial, *ends))
        for polynomial in polynomials
        for index, ends in enumerate(isolated(polynomial))
    ]
    bits = 32
    while True:
        low, high = enclosed(bits)
        near = [entry for entry in roots if low <= entry[2].high and entry[2].low <= high]
        if len(near) > 1:
            for _, _, root in near:
                root.narrow(Fraction(1, 2**bits))
            near = [entry for entry in near if low <= entry[2].high and entry[2].low <= high]
        if len(near) == 1:
            return near[0][:2]
        bits = finer(bits, enough=16 + max(separation(one, two) for one in polynomials for two in polynomials))


def which_root(polynomial: Integers, enclosed: Callable[[int], Interval]) -> int:
    """Return the index of a real root of an irreducible polynomial, by enclosures as in `root_among`.

    >>> which_root((1, 0, -2), lambda bits: (Fraction(-3, 2), Fraction(-7, 5)))
    0
    """
    return root_among([polynomial], enclosed)[1]


def clear_of(polynomial: Integers, ends: Interval) -> int:
    """Return `n` such that all roots of a polynomial are more than `2^-n` away from both ends of an interval.

    >>> clear_of((1, 0, -2), (Fraction(1), Fraction(2)))
    8
    """
    return max(separation(polynomial, (end.denominator, -end.numerator)) for end in ends)
