"""Number fields: the field `Q(theta)` of a real root, and the field that contains two others.

A number of `Z[theta]` is a list of integer coordinates here, the lowest power first; `truel_ref.numbers.algebraic`
makes `Algebraic` numbers of them. Signs are proved by ever finer interval arithmetic in integers.

Sources: H. Cohen, *A Course in Computational Algebraic Number Theory* (1993), chapter 4; for sums of roots and for
coordinates by power sums: A. Bostan, P. Flajolet, B. Salvy, É. Schost, "Fast computation of special resultants",
Journal of Symbolic Computation 41 (2006), 1-29, and F. Rouillier, "Solving zero-dimensional systems through the
rational univariate representation", Applicable Algebra in Engineering, Communication and Computing 9 (1999), 433-461.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from truel_ref.errors import NumberError
from truel_ref.numbers.limits import DEGREE_LIMIT, FIELD_LIMIT, PRODUCT_LIMIT
from truel_ref.numbers.polynomials import (
    Integers,
    Interval,
    RootInterval,
    clear_of,
    derivative,
    factors_of,
    finer,
    from_power_sums,
    isolated,
    norm_bits,
    power_sums,
    refine,
    root_among,
    scaled_value,
    value_at_cell,
    which_root,
)

__all__ = [
    "Coordinates",
    "Field",
    "common_field",
    "joined",
    "lowest_terms",
    "number_field",
    "refuse_long",
    "refuse_root",
    "too_high",
]

Coordinates: TypeAlias = tuple[tuple[int, ...], int]
"""A number of a field: the coordinates of a number of `Z[theta]`, and a positive denominator."""


def too_high(degree: int) -> str:
    """Return the message for a degree that is too high.

    >>> too_high(32)
    'it needs algebraic numbers of degree 32; the highest is 24'
    """
    return f"it needs algebraic numbers of degree {degree}; the highest is {DEGREE_LIMIT}"


def refuse_long(degree: int, bits: int) -> None:
    """Raise `NumberError` if numbers of a degree with integers of `bits` binary digits would take too long.

    >>> refuse_long(24, 1000)
    """
    if degree * degree * bits > FIELD_LIMIT:
        raise NumberError(
            f"it needs degree {degree} with integers of {bits:,} binary digits; degree^2 * digits is at most "
            f"{FIELD_LIMIT:,}"
        )


def refuse_root(polynomial: Integers) -> None:
    """Raise `NumberError` if a root of a polynomial would take too long.

    The field of the root contains the root times the first coefficient, which is an algebraic integer.

    >>> refuse_root((3, 0, 0, -2))
    >>> refuse_root((10**15000, 0, 0, -2))
    Traceback (most recent call last):
    ...
    truel_ref.errors.NumberError: it needs degree 3 with integers of 149,487 binary digits; ...
    """
    degree = len(polynomial) - 1
    refuse_long(degree, norm_bits(polynomial) + (degree - 1) * polynomial[0].bit_length())


def lowest_terms(top: Sequence[int], bottom: int) -> Coordinates:
    """Return coordinates over a positive denominator in lowest terms.

    >>> lowest_terms([2, 4], 6)
    ((1, 2), 3)
    """
    if bottom != 1:
        common = math.gcd(bottom, *top)
        if common != 1:
            return tuple(x // common for x in top), bottom // common
    return tuple(top), bottom


class Field:
    """The number field `Q(theta)`: `theta` is a real root of a monic irreducible integer polynomial.

    Parameters: `polynomial`, of degree at least 2; `index`, that of the root among the real roots, from 0 upwards.

    Fields: the parameters; `degree`; `interval`, an isolating interval of the root if it is known, otherwise None.
    """

    def __init__(self, polynomial: Integers, index: int) -> None:
        self.polynomial = polynomial
        self.index = index
        self.degree = len(polynomial) - 1
        self.tail = [-coefficient for coefficient in polynomial[:0:-1]]  # theta^degree, the lowest power first
        self.traces = power_sums(polynomial, self.degree)
        self.radicand = -polynomial[2] if self.degree == 2 and polynomial[1] == 0 and index == 1 else None
        self.interval: Interval | None = None
        self._cell: tuple[int, int] | None = None  # (bits, floor(theta * 2^bits)) for the most bits so far
        self._powers: dict[int, list[tuple[int, int]]] = {}

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Field) and (self.polynomial, self.index) == (other.polynomial, other.index)
        return self is other or same

    def __hash__(self) -> int:
        return hash((self.polynomial, self.index))

    def product(self, first: Sequence[int], second: Sequence[int]) -> list[int]:
        """Return the product of two numbers of Z[theta], as coordinates."""
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

        The roots of the polynomial are the conjugates of the number. The cofactor `c` is the number in Z[theta] for
        which `number * c` is minus the last coefficient. One loop gives both: `b = 1`, and for `k` from 1 to `d`,
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

    def bounds(self, number: Sequence[int], bits: int) -> tuple[int, int]:
        """Return integer bounds of a number of Z[theta] times `2^bits`."""
        low = high = 0
        for coefficient, (least, most) in zip(number, self.powers(bits), strict=True):
            if coefficient > 0:
                low += coefficient * least
                high += coefficient * most
            elif coefficient:
                low += coefficient * most
                high += coefficient * least
        return low, high

    def _away_from_zero(self, number: Sequence[int]) -> int:
        """Return a number of binary digits with which `bounds` proves the sign of a number of Z[theta] other than 0.

        Let `n` be the sum of the absolute values of the coordinates, `d` the degree, and `m` the square root of the sum
        of the squares of the coefficients of the polynomial of theta. The product of all `max(1, |conjugate of theta|)`
        is at most `m`. The product of all conjugates of the number is an integer other than 0, so the absolute value of
        the number is at least `(n m)^-(d-1)`; and the error of `bounds` is less than `2 d n m^(d-1) 2^-bits`.
        """
        size = sum(map(abs, number)).bit_length()
        return self.degree * size + 2 * self.degree * norm_bits(self.polynomial) + self.degree + 1

    def sign_of(self, number: Sequence[int]) -> int:
        """Return the sign of a number of Z[theta] other than 0, 1 or -1: proved, by ever finer enclosures."""
        bits = 64
        while True:
            low, high = self.bounds(number, bits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            bits = finer(bits, enough=self._away_from_zero(number))

    def floor_of(self, number: Sequence[int], bottom: int, bits: int) -> int:
        """Return the largest integer below an irrational number of Z[theta] times `2^bits / bottom`."""
        work = bits + 64
        while True:
            low, high = self.bounds(number, work)
            step = bottom << (work - bits)
            if low // step == high // step:
                return low // step
            near = [x << bits for x in number]
            near[0] -= high // step * bottom  # a multiple of 2^-bits not yet separated from the number
            work = finer(work, enough=bits + self._away_from_zero(near) + 2)

    def enclosed(self, number: Sequence[int], bottom: int, bits: int) -> Interval:
        """Return the neighbouring multiples of `2^-bits` below and above an irrational number of the field."""
        low = Fraction(self.floor_of(number, bottom, bits), 2**bits)
        return low, low + Fraction(1, 2**bits)

    def floor(self, bits: int) -> int:
        """Return `floor(theta * 2^bits)`."""
        if self.radicand is not None:
            return math.isqrt(self.radicand << 2 * bits)
        known, low = self._cell or self._first_cell()
        if known < bits:
            known, low, _ = refine(self.polynomial, known, low, bits)
        self._cell = known, low
        return low >> known - bits

    def _first_cell(self) -> tuple[int, int]:
        """Return `(bits, n)` such that theta, and no other root, lies between `n / 2^bits` and `(n+1) / 2^bits`."""
        first, last = ends = self.interval or isolated(self.polynomial)[self.index]
        root = RootInterval(self.polynomial, first, last)
        left = scaled_value(self.polynomial, first) > 0
        for bits in range(8, 9 + max(8, clear_of(self.polynomial, ends))):
            root.narrow(Fraction(1, 2**bits))
            cell = math.floor(root.low * 2**bits)
            # If the interval reaches into the next cell, a sign decides which of the two cells has the root.
            if cell + 1 < root.high * 2**bits and (value_at_cell(self.polynomial, cell + 1, bits) > 0) == left:
                cell += 1
            if first * 2**bits <= cell and cell + 1 <= last * 2**bits:
                return bits, cell
        raise AssertionError(f"internal error: {first} to {last} does not isolate a root of {self.polynomial}")

    def at_theta(self, polynomial: Sequence[int]) -> list[int]:
        """Return the value of a polynomial, the highest coefficient first, at theta."""
        return self.value(polynomial, ([0, 1, *[0] * (self.degree - 2)], 1))[0]

    def value(self, polynomial: Sequence[int], number: tuple[Sequence[int], int]) -> tuple[list[int], int]:
        """Return the value of a polynomial, the highest coefficient first, at a number of the field."""
        top, bottom = number
        result, scale = [0] * self.degree, 1
        for place, coefficient in enumerate(polynomial):
            if place:
                scale *= bottom
                result = self.product(result, top)
            result[0] += coefficient * scale
        return result, scale

    def substituted(self, number: Coordinates, theta: Coordinates) -> Coordinates:
        """Return the image in this field of a number of another field, given the image of its generator."""
        top, bottom = number
        moved, scale = self.value(top[::-1], theta)
        return lowest_terms(moved, bottom * scale)

    def quotient(self, first: Sequence[int], second: Sequence[int]) -> Coordinates:
        """Return the quotient of two numbers of Z[theta], the second not 0."""
        characteristic, cofactor = self.conjugates(second)
        bottom = -characteristic[-1]
        top = self.product(first, cofactor)
        return lowest_terms(top if bottom > 0 else [-x for x in top], abs(bottom))


@lru_cache(maxsize=256)
def number_field(polynomial: Integers, index: int) -> Field:
    """Return a field; while it is cached, equal arguments give the same object.

    >>> number_field((1, 0, -2), 1).floor(4)
    22
    """
    return Field(polynomial, index)


# ---------------------------------------------------------------------------------------------------------
# One field for several fields


def common_field(fields: Sequence[Field]) -> tuple[Field, dict[Field, Coordinates]]:
    """Return a field that contains the given fields, and the image in it of each field's generator.

    Raises `NumberError` if this field has a degree above 24.

    >>> common, images = common_field([number_field((1, 0, -2), 1), number_field((1, 0, -8), 1)])
    >>> common.polynomial, list(images.values())
    ((1, 0, -2), [((0, 1), 1), ((0, 2), 1)])
    >>> list(common_field([number_field((1, 0, 0, -2), 0)])[1].values())
    [((0, 1, 0), 1)]
    """
    largest_first = sorted(fields, key=lambda field: -field.degree)
    common = largest_first[0]
    images: dict[Field, Coordinates] = {common: ((0, 1, *[0] * (common.degree - 2)), 1)}
    for field in largest_first[1:]:
        common, old, new = joined(common, field)
        images = {known: common.substituted(image, old) for known, image in images.items()}
        images[field] = new
    return common, images


@lru_cache(maxsize=256)
def joined(first: Field, second: Field) -> tuple[Field, Coordinates, Coordinates]:
    """Return a field that contains two fields, and the images of their generators.

    The steps, with generators `a` and `b` of degrees `m` and `n`: (1) for `s = 1, -1, 2, ...` compute the polynomial
    `R` with the roots `b' + s a'` over all conjugates, from the sums of their powers, until it has `m n` different
    roots; (2) the minimal polynomial of `c = b + s a` is the only factor of `R` that no enclosure of `c` proves to be
    different from 0 at `c`; (3) `c` generates the field, and `a = G(c) / R'(c)`, where `G` is the polynomial part of
    `R(x)` times the sum over `k` of `trace(a c^k) / x^(k+1)`; (4) check exactly that the images of `a` and `b` are the
    right roots.

    Raises `NumberError` if this field has a degree above 24, and, before the work, if its integers may be too long: the
    coefficients of `R` have as many digits as the `n`-th power of the norm of the first polynomial times the `m`-th
    power of the norm of the second, and in experiments the images of `a` and `b` had up to `m n / 5` times as many.

    >>> field, a, b = joined(number_field((1, 0, -2), 1), number_field((1, 0, -3), 1))
    >>> field.polynomial
    (1, 0, -10, 0, 1)
    """
    if first.radicand is not None and second.radicand is not None:
        square = math.isqrt(first.radicand * second.radicand)
        if square * square == first.radicand * second.radicand:
            return first, ((0, 1), 1), lowest_terms((0, square), first.radicand)
    count = first.degree * second.degree
    if count > PRODUCT_LIMIT:
        raise NumberError(too_high(count))
    longest = second.degree * norm_bits(first.polynomial) + first.degree * norm_bits(second.polynomial)
    refuse_long(count, count * (count + longest) // 5)
    s, norm, part = next(_square_free_norms(first, second, count))
    minimal, index = root_among([factor for factor, _ in factors_of(tuple(norm))], _sum_enclosed(first, second, s))
    if len(minimal) - 1 > DEGREE_LIMIT:
        raise NumberError(too_high(len(minimal) - 1))
    field = number_field(minimal, index)
    a = field.quotient(field.at_theta(part), field.at_theta(derivative(norm)))
    b_top = [-s * x for x in a[0]]
    b_top[1] += a[1]
    b = lowest_terms(b_top, a[1])
    for image, known in ((a, first), (b, second)):
        _check_image(field, image, known)
    return field, a, b


def _square_free_norms(first: Field, second: Field, count: int) -> Iterator[tuple[int, list[int], list[int]]]:
    """Yield `s`, `R` and `G` of `joined` with an `R` that has no multiple root."""
    f, g = power_sums(first.polynomial, count + 2), power_sums(second.polynomial, count + 2)
    for s in (sign * size for size in range(1, 1000) for sign in (1, -1)):
        steps = [[math.comb(k, i) * s**i for i in range(k + 1)] for k in range(count + 1)]
        sums = [sum(c * f[i] * g[k - i] for i, c in enumerate(steps[k])) for k in range(count + 1)]
        norm = from_power_sums(sums)
        if all(multiplicity == 1 for _, multiplicity in factors_of(tuple(norm))):
            traces = [sum(c * f[i + 1] * g[k - i] for i, c in enumerate(steps[k])) for k in range(count)]
            yield s, norm, [sum(norm[i] * traces[j - i] for i in range(j + 1)) for j in range(count)]
    raise AssertionError("only finitely many s make two roots equal")  # pragma: no cover


def _sum_enclosed(first: Field, second: Field, s: int) -> Callable[[int], Interval]:
    """Return a function that encloses `b + s a` of `joined`."""

    def enclosed(bits: int) -> Interval:
        low = Fraction(second.floor(bits) + s * first.floor(bits), 2**bits)
        slack = Fraction(abs(s) + 1, 2**bits)
        return low - slack, low + slack

    return enclosed


def _check_image(field: Field, image: Coordinates, known: Field) -> None:
    """Raise `AssertionError` if a number of a field is not the root that generates another field."""
    top, bottom = image
    is_root = not any(field.value(known.polynomial, image)[0])
    if not is_root or which_root(known.polynomial, lambda bits: field.enclosed(top, bottom, bits)) != known.index:
        raise AssertionError(f"internal error: {image} is not root number {known.index} of {known.polynomial}")
