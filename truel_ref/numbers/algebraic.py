r"""Real algebraic numbers: exact hit probabilities beyond the fractions, such as `sqrt(2)/2`.

A **real algebraic number** is a real root of a polynomial with integer coefficients. Sums, products and quotients of
real algebraic numbers are real algebraic numbers, so all of the solver's arithmetic stays exact.

**One number, one form.** The form of an irrational number is its *minimal polynomial* (irreducible over the rationals,
with coprime integer coefficients and a positive first coefficient) and the index of the number among the real roots,
counted from 0 for the smallest. Two spellings of a number give the same form. A rational number is always a `Fraction`.

**Arithmetic.** Numbers belong to a *number field* `Q(theta)`, where `theta` is a real algebraic integer of degree `d`.
Every number of the field is `(a0 + a1 theta + ... + a(d-1) theta^(d-1)) / b` with integers, in lowest terms in exactly
one way. So two numbers are equal if their integers are, and a number is 0 if its integers `a` are. For numbers of two
fields, arithmetic uses a field that contains both (`one_field`).

**Order is proved.** Interval arithmetic in integers encloses two different numbers between rationals, twice as fine
each time, until the enclosures lie apart. This ends, because the numbers differ. It uses no floats.

Source: H. Cohen, *A Course in Computational Algebraic Number Theory* (1993), chapter 4.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, total_ordering
from itertools import accumulate, chain, count, dropwhile, product
from numbers import Rational
from typing import Any, TypeAlias

from truel_ref.errors import NumberError, needs, shown
from truel_ref.numbers.rational import integer_text
from truel_ref.numbers.roots import (
    Integers,
    Interval,
    evaluate,
    factors_of,
    floors,
    power_sums,
    primitive,
    root_among,
    sign_of,
    square_part,
)

DEGREE_LIMIT = 64
"""The highest degree of a polynomial whose roots are taken, and of a field."""

_NEAR = 64
"""The binary digits of the first enclosures."""

WORK_LIMIT = 1_000_000
"""The largest product of the square of a degree and the binary digits of the integers. At the limit, reading a text
takes up to 5 seconds, and solving a problem of three players up to 10."""


def refuse_work(degree: int, bits: int) -> None:
    """Raise `NumberError` if numbers of a degree with integers of `bits` binary digits would take too long.

    >>> refuse_work(24, 1000)
    """
    if degree > DEGREE_LIMIT:
        raise NumberError(f"it needs algebraic numbers of degree {shown(degree)}; the highest is {DEGREE_LIMIT}")
    if degree * degree * bits > WORK_LIMIT:
        digits = f"{bits:,}" if bits < 10**15 else "more than 10^15"
        raise NumberError(
            f"it needs degree {degree} with integers of {digits} binary digits; degree^2 * digits is at most "
            f"{WORK_LIMIT:,}"
        )


def _norm_bits(polynomial: Sequence[int]) -> int:
    """Return `n` such that the square root of the sum of the squares of the coefficients is below `2^n`."""
    return (sum(coefficient * coefficient for coefficient in polynomial).bit_length() + 1) // 2


# ---------------------------------------------------------------------------------------------------------
# Fields


@dataclass(frozen=True)
class _Field:
    """The number field of a real root of an irreducible polynomial of degree at least 2.

    The generator theta is the root times the first coefficient of the polynomial: an algebraic integer.

    Fields: `polynomial`; `index`, that of the root among the real roots, from 0 upwards.
    """

    polynomial: Integers
    index: int

    @cached_property
    def monic(self) -> Integers:
        """The minimal polynomial of theta."""
        first, *others = self.polynomial
        return 1, *(c * first**place for place, c in enumerate(others))

    @cached_property
    def constants(self) -> tuple[int, list[int], list[int]]:
        """The degree; theta to this power, as coordinates; and the traces of the lower powers of theta."""
        degree = len(self.polynomial) - 1
        return degree, [-coefficient for coefficient in self.monic[:0:-1]], power_sums(self.monic)

    def product(self, first: Sequence[int], second: Sequence[int]) -> list[int]:
        """Return the product of two numbers of Z[theta], as coordinates, the lowest power first."""
        degree, highest, _ = self.constants
        result = [0] * (2 * degree - 1)
        for i, a in enumerate(first):
            if a:
                for j, b in enumerate(second):
                    result[i + j] += a * b
        for k in range(2 * degree - 2, degree - 1, -1):
            top = result[k]
            if top:
                for i, coefficient in enumerate(highest):
                    result[k - degree + i] += top * coefficient
        return result[:degree]

    def conjugates(self, number: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the characteristic polynomial of a number of Z[theta], and its cofactor.

        The roots of the polynomial are the conjugates of the number. The cofactor `c` is the number in Z[theta] for
        which `number * c` is minus the last coefficient. One loop gives both: `b = 1`, and for `k` from 1 to `d`,
        `c[k] = -trace(number * b) / k`, then `b = number * b + c[k]`.

        Source: D. K. Faddeev, V. N. Faddeeva, *Computational Methods of Linear Algebra* (1963), section 47.
        """
        degree, _, traces = self.constants
        polynomial, b, cofactor = [1], [1] + [0] * (degree - 1), [0]
        for k in range(1, degree + 1):
            cofactor, b = b, self.product(number, b)
            polynomial.append(-sum(c * t for c, t in zip(b, traces, strict=True)) // k)
            b[0] += polynomial[-1]
        return polynomial, cofactor

    @cached_property
    def _enclosures(self) -> dict[int, list[tuple[int, int]]]:
        return {}

    def enclosure(self, bits: int) -> list[tuple[int, int]]:
        """Return integer bounds of `theta^i * 2^bits` for `i` below the degree, with outward rounding."""
        if bits not in self._enclosures:
            low = floors(self.monic, bits)[self.index]
            powers, theta = [(1 << bits, 1 << bits)], (low, low + 1)
            for _ in range(len(self.polynomial) - 2):
                ends = [a * b for a in powers[-1] for b in theta]
                powers.append((min(ends) >> bits, -(-max(ends) >> bits)))
            self._enclosures[bits] = powers
        return self._enclosures[bits]


_field = lru_cache(maxsize=256)(_Field)


# ---------------------------------------------------------------------------------------------------------
# Numbers


@total_ordering
class Algebraic:
    """An irrational real algebraic number: immutable, exact, equal and hashed by value, ordered by proof.

    `read_number`, `root` and arithmetic make these numbers; a rational value is a `Fraction` instead. `+ - * /`,
    integer powers and comparisons take Algebraic, Fraction and int. The minimal polynomial takes longest, and is
    computed at its first use.

    Fields: `field`; `top`, the coordinates of a number of Z[theta], the lowest power first; `bottom`, a positive
    denominator, in lowest terms; `form`, which the maker may have.

    >>> from truel_ref.numbers import read_number
    >>> half = read_number("1/sqrt(2)")
    >>> half, half == read_number("sqrt(2)/2"), half < Fraction(3, 4), half * half
    (<Algebraic sqrt(2)/2>, True, True, Fraction(1, 2))
    >>> half.polynomial, half.index
    ((2, 0, -1), 1)
    """

    def __init__(
        self, field: _Field, top: tuple[int, ...], bottom: int, known: tuple[Integers, int] | None = None
    ) -> None:
        self.field, self.top, self.bottom = field, top, bottom
        if known:
            self.form = known

    # -- the form

    @cached_property
    def form(self) -> tuple[Integers, int]:
        """The minimal polynomial, and the index of the number among its real roots from 0 for the smallest.

        The characteristic polynomial in the field is a power of the minimal polynomial; enclosures select the root.
        """
        characteristic, _ = self.field.conjugates(self.top)
        # This polynomial is that of the numerator: divide every root by the denominator.
        own = primitive(c * self.bottom ** (len(self.top) - place) for place, c in enumerate(characteristic))
        return root_among([factors_of(own)[0][0] if len(own) > 4 else own], self.enclosed)

    @property
    def polynomial(self) -> Integers:
        """The minimal polynomial: coprime integers, the highest coefficient first and positive."""
        return self.form[0]

    @property
    def index(self) -> int:
        """The index of the number among the real roots of the minimal polynomial, counted from 0 for the smallest."""
        return self.form[1]

    @property
    def degree(self) -> int:
        """The degree of the minimal polynomial, at least 2."""
        return len(self.form[0]) - 1

    # -- order

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Algebraic):
            if self.field is other.field or self.field == other.field:
                return self.top == other.top and self.bottom == other.bottom
            return self.form == other.form
        return False if isinstance(other, Rational) else NotImplemented

    def __hash__(self) -> int:
        return hash((Algebraic, self._near))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Algebraic | Rational):
            return NotImplemented
        bits, mine = _NEAR, self._near
        while mine == (others := floor_of(other, bits)) and self != other:
            bits *= 2
            mine = self.floor(bits)
        return mine < others

    @cached_property
    def _near(self) -> int:
        return self.floor(_NEAR + 1) >> 1

    def floor(self, bits: int = 0) -> int:
        """Return the largest integer below the number times `2^bits`.

        >>> from truel_ref.numbers import read_number
        >>> read_number("sqrt(2)").floor(), read_number("sqrt(2)").floor(4) / 16
        (1, 1.375)
        """
        if bits <= _NEAR:
            return self._near >> (_NEAR - bits)
        work = bits + _NEAR
        while True:  # ends, because the number is irrational
            low = high = 0
            for coefficient, (least, most) in zip(self.top, self.field.enclosure(work), strict=True):
                low += coefficient * (least if coefficient > 0 else most)
                high += coefficient * (most if coefficient > 0 else least)
            step = self.bottom << (work - bits)
            if low // step == high // step:
                return low // step
            work *= 2

    def enclosed(self, bits: int) -> Interval:
        """Return the neighbouring multiples of `2^-bits` below and above the number."""
        low = self.floor(bits)
        return Fraction(low, 2**bits), Fraction(low + 1, 2**bits)

    def __float__(self) -> float:
        """Return the nearest float: both ends of a fine enclosure round to it."""
        bits, ends = _NEAR, {0.0, 1.0}
        while len(ends) > 1:  # ends, because rounding changes at fractions
            ends = set(map(float, self.enclosed(bits)))
            bits *= 2
        return ends.pop()

    __floor__ = floor

    def __round__(self) -> int:
        return (self.floor(1) + 1) // 2  # an irrational number is never half-way between two integers

    # -- arithmetic

    def __add__(self, other: object) -> Any:
        if isinstance(other, Algebraic):
            one, two = self._with(other)
            top = [x * two.bottom + y * one.bottom for x, y in zip(one.top, two.top, strict=True)]
            return _made(one.field, top, one.bottom * two.bottom)
        if isinstance(other, Rational):
            first, *others = (x * int(other.denominator) for x in self.top)
            top = [first + int(other.numerator) * self.bottom, *others]
            return _made(self.field, top, self.bottom * int(other.denominator))
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self + -other  # type: ignore[operator]  # a value without a sign raises TypeError

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def _with(self, other: Algebraic) -> Sequence[Any]:
        return (self, other) if self.field is other.field else one_field([self, other])

    def __mul__(self, other: object) -> Any:
        if isinstance(other, Algebraic):
            one, two = self._with(other)
            return _made(one.field, one.field.product(one.top, two.top), one.bottom * two.bottom)
        if isinstance(other, Rational):
            return _made(self.field, [int(other.numerator) * x for x in self.top], self.bottom * int(other.denominator))
        return NotImplemented

    __rmul__ = __mul__

    @cached_property
    def _inverse(self) -> Number:
        characteristic, cofactor = self.field.conjugates(self.top)
        factor = -self.bottom * sign_of(characteristic[-1])
        return _made(self.field, [factor * c for c in cofactor], abs(characteristic[-1]))

    def __truediv__(self, other: object) -> Any:
        if not isinstance(other, Algebraic | Rational):
            return NotImplemented
        return self * (other._inverse if isinstance(other, Algebraic) else 1 / Fraction(other))

    def __rtruediv__(self, other: object) -> Any:
        return self._inverse * other  # type: ignore[operator]  # other values raise TypeError

    def __pow__(self, power: object) -> Any:
        if not isinstance(power, int):
            return NotImplemented
        return math.prod([self if power > 0 else self._inverse] * abs(power), start=Fraction(1))

    def __neg__(self) -> Algebraic:
        return Algebraic(self.field, tuple(-x for x in self.top), self.bottom)

    def __abs__(self) -> Algebraic:
        return self if self > 0 else -self

    # -- as text

    def __str__(self) -> str:
        """Return canonical text that `read_number` reads back: radicals for degree 2, otherwise `root(…; index)`."""
        if self.degree > 2:
            return f"root({' '.join(map(integer_text, self.polynomial))}; {self.index})"
        (first, middle, last), index = self.form
        square, r = square_part(middle * middle - 4 * first * last)
        common = math.gcd(middle, square, 2 * first)  # (a + b sqrt(r)) / c in lowest terms
        a, b, c = -middle // common, (square if index else -square) // common, 2 * first // common
        text = f"{integer_text(abs(b))}*sqrt({integer_text(r)})".removeprefix("1*")
        if a == 0:
            text = f"-{text}" if b < 0 else text
        elif a < 0 < b:
            text = f"{text} - {integer_text(-a)}"
        else:
            text = f"{integer_text(a)} {'+' if b > 0 else '-'} {text}"
        return text if c == 1 else f"({text})/{integer_text(c)}" if a else f"{text}/{integer_text(c)}"

    def __repr__(self) -> str:
        return f"<Algebraic {self}>"


Number: TypeAlias = Fraction | Algebraic
"""An exact real number: a fraction if it is rational, otherwise an `Algebraic`."""


def _made(field: _Field, top: Sequence[int], bottom: int) -> Number:
    """Return a number of a field from its coordinates, the lowest power first, over a positive denominator."""
    if not any(top[1:]):
        return Fraction(top[0], bottom)
    common = 1 if bottom == 1 else math.gcd(bottom, *top)
    return Algebraic(field, tuple(top) if common == 1 else tuple(x // common for x in top), bottom // common)


def floor_of(value: Any, bits: int) -> int:
    """Return the largest integer not above a number times `2^bits`.

    >>> floor_of(Fraction(1, 3), 4)
    5
    """
    return value.floor(bits) if isinstance(value, Algebraic) else int((value.numerator << bits) // value.denominator)


def size_of(value: Number) -> tuple[int, int]:
    """Return the degree of the field of a number, 1 for a fraction, and the binary digits of its integers.

    >>> size_of(Fraction(3, 4)), size_of(root([1, 0, -2], 1))
    ((1, 3), (2, 3))
    """
    if isinstance(value, Fraction):
        return 1, max(map(int.bit_length, value.as_integer_ratio()))
    longest = max(abs(one).bit_length() for one in (*value.top, value.bottom))
    return len(value.top), longest + _norm_bits(value.field.monic)


# ---------------------------------------------------------------------------------------------------------
# One field for several numbers


def one_field(values: Iterable[Number]) -> list[Number]:
    """Return the numbers with all irrational numbers in one number field.

    Raises `NumberError` if such a field, or a polynomial on the way to it, has a degree above the limit.

    >>> from truel_ref.numbers import read_number
    >>> one_field([read_number("sqrt(2)"), Fraction(1, 2), read_number("sqrt(3)")])
    [<Algebraic sqrt(2)>, Fraction(1, 2), <Algebraic sqrt(3)>]
    """
    values = list(values)
    fields = dict.fromkeys(value.field for value in values if isinstance(value, Algebraic))
    if len(fields) < 2:
        return values
    first, *others = sorted(fields, key=lambda field: -len(field.polynomial))
    images = {first: _generator(first)}  # the generators, in the common field
    common = first
    for field in others:
        old, images[field] = _joined(common, field)
        images |= {known: _moved(image, old) for known, image in images.items() if known != field}
        common = old.field
    return [_moved(value, images[value.field]) if isinstance(value, Algebraic) else value for value in values]


def _generator(field: _Field) -> Algebraic:
    return Algebraic(field, (0, 1, *[0] * (len(field.polynomial) - 3)), 1)


def _moved(value: Algebraic, theta: Algebraic) -> Algebraic:
    """Return a number in another field, given the generator of its field there."""
    moved = evaluate(value.top[::-1], theta) / value.bottom
    return Algebraic(moved.field, moved.top, moved.bottom, vars(value).get("form"))


@lru_cache(maxsize=256)
def _joined(first: _Field, second: _Field) -> tuple[Algebraic, Algebraic]:
    """Return the generators of two fields in a field that contains both.

    The steps, with generators `a` and `b` of degrees `m` and `n`: (1) the products of `a^i` with `i < m` and `b^j` with
    `j < n` are the basis of an algebra, in which `c = b + s a` is a matrix; its characteristic polynomial `R` has the
    roots `b' + s a'` over all conjugates; (2) take the first `s` of 1, -1, 2, ... for which `R` has `m n` different
    roots; (3) the minimal polynomial of `c` is the only factor of `R` that no enclosure of `c` proves to be different
    from 0 at `c`; (4) the powers of `c` are a basis, too, so linear equations give `a` as a polynomial in `c`; then
    `b = c - s a`.

    Raises `NumberError`, before the work, if the degree of `R` is above the limit or its integers may be too long: the
    coefficients of `R` have as many digits as the `n`-th power of the norm of the first polynomial times the `m`-th
    power of the norm of the second, and in experiments the images of `a` and `b` had up to `m n / 5` times as many.
    """
    (m, highest_a, _), (n, highest_b, _) = first.constants, second.constants
    longest = n * _norm_bits(first.monic) + m * _norm_bits(second.monic)
    refuse_work(m * n, m * n * (m * n + longest) // 5)
    needs("flint")
    from flint import fmpz_mat  # rarely needed, and the start must be quick

    basis = list(product(range(m), range(n)))
    a_times, b_times = (  # by power, as coordinates
        [*([int(k == i + 1) for k in range(len(highest))] for i in range(len(highest) - 1)), highest]
        for highest in (highest_a, highest_b)
    )
    for s in (sign * size for size in count(1) for sign in (1, -1)):
        times = fmpz_mat(
            [[s * a_times[i][k] * (j == q) + (i == k) * b_times[j][q] for k, q in basis] for i, j in basis]
        )
        factors = factors_of(tuple(map(int, times.charpoly().coeffs()))[::-1])
        if all(multiplicity == 1 for _, multiplicity in factors):
            break

    def around(bits: int) -> Interval:
        ends = [s * end for end in first.enclosure(bits)[1]]
        least, most = second.enclosure(bits)[1]
        return Fraction(min(ends) + least, 2**bits), Fraction(max(ends) + most, 2**bits)

    one = fmpz_mat([[place == (0, 0) for place in basis]])
    powers = list(accumulate(basis[1:], lambda row, _: row * times, initial=one))
    rows = fmpz_mat([[int(row[0, place]) for row in powers] for place in range(len(basis))])
    image: Any = rows.solve(fmpz_mat([[place == (1, 0)] for place in basis]))
    solved, bottom = image.numer_denom()
    c = _generator(_field(*root_among([factor for factor, _ in factors], around)))
    a = evaluate([int(one) for one in solved.entries()][::-1], c) / int(bottom)
    return a, c - s * a


def numerators(values: Sequence[Any]) -> tuple[list[Any], int]:
    """Return numbers multiplied by a common positive factor that clears their denominators, and this factor.

    Computations with `+ - *` and comparisons can then use integers, or the ring `Z[theta]` of algebraic integers.

    >>> from truel_ref.numbers import read_number
    >>> numerators([Fraction(1, 2), Fraction(1, 3)]), numerators([read_number("sqrt(2)/2"), Fraction(1, 3)])
    (([3, 2], 6), ([<Algebraic 3*sqrt(2)>, 2], 6))
    """
    bottoms = [value.bottom if isinstance(value, Algebraic) else int(value.denominator) for value in values]
    common = math.lcm(*bottoms)
    return [
        value * common if isinstance(value, Algebraic) else int(value.numerator) * (common // bottom)
        for value, bottom in zip(values, bottoms, strict=True)
    ], common


# ---------------------------------------------------------------------------------------------------------
# Roots of polynomials as numbers


@lru_cache(maxsize=1024)
def irreducible_roots(polynomial: Integers) -> tuple[Number, ...]:
    """Return the real roots of an irreducible polynomial of any degree, in ascending order.

    Parameters: `polynomial`, irreducible, with coprime integers, the highest coefficient first and positive; a constant
    has no roots.

    >>> irreducible_roots((3, -1)), irreducible_roots((4, 0, -1, -1)), irreducible_roots((1, 0, 1))
    ((Fraction(1, 3),), (<Algebraic root(4 0 -1 -1; 0)>,), ())
    """
    if len(polynomial) < 3:
        return tuple(Fraction(-last, polynomial[0]) for last in polynomial[1:])
    roots = floors(_field(polynomial, 0).monic, 2 * _NEAR)  # the digits of the first comparisons
    forms = [(polynomial, index) for index in range(len(roots))]
    return tuple(Algebraic(_field(*form), _generator(_field(*form)).top, polynomial[0], form) for form in forms)


def _roots_of_two(polynomial: Integers) -> tuple[Number, ...]:
    """Return the different real roots of a polynomial of degree 2, ascending, in the field of a square root."""
    a, b, c = polynomial
    if b * b <= 4 * a * c:
        return (Fraction(-b, 2 * a),) if b * b == 4 * a * c else ()
    square, rest = square_part(b * b - 4 * a * c)
    if rest == 1:
        return Fraction(-b - square, 2 * a), Fraction(-b + square, 2 * a)
    return tuple(_made(_field((1, 0, -rest), 1), [-b, sign * square], 2 * a) for sign in (-1, 1))


@lru_cache(maxsize=256)
def real_roots(polynomial: Integers) -> tuple[Number, ...]:
    """Return the different real roots of a primitive polynomial that is not constant, in ascending order.

    Raises `NumberError` if the degree or the integers are beyond the limits.

    >>> real_roots((1, 0, -3, 0, 2))
    (<Algebraic -sqrt(2)>, Fraction(-1, 1), Fraction(1, 1), <Algebraic sqrt(2)>)
    """
    degree = len(polynomial) - 1
    refuse_work(degree, _norm_bits(polynomial) + (degree - 1) * polynomial[0].bit_length())
    factors = [polynomial] if degree < 3 else [factor for factor, _ in factors_of(polynomial)]
    roots = (_roots_of_two(factor) if len(factor) == 3 else irreducible_roots(factor) for factor in factors)
    return tuple(sorted(chain(*roots)))


def root(coefficients: Iterable[int], index: int) -> Number:
    """Return a real root of a polynomial with integer coefficients.

    Parameters: `coefficients`, the highest first; `index`, that of the root among the different real roots, counted
    from 0 for the smallest. The polynomial may be reducible.

    Raises `NumberError` if the root does not exist, and beyond the limits.

    >>> root([2, 0, -1], 1), root([1, 0, -1], 0), float(root([1, 0, 0, -2], 0))
    (<Algebraic sqrt(2)/2>, Fraction(-1, 1), 1.2599210498948732)
    """
    listed = list(dropwhile(lambda one: one == 0, coefficients))
    if not all(type(one) is int for one in (*listed, index)):
        raise NumberError("the coefficients and the index of a root are integers")
    roots = real_roots(primitive(listed or [1]))
    if not 0 <= index < len(roots):
        raise NumberError(
            f"there is no root number {integer_text(index)}: the polynomial has {len(roots)} real "
            f"root{'s' if len(roots) != 1 else ''}{f', numbered from 0 to {len(roots) - 1}' if roots else ''}"
        )
    return roots[index]


def positive_root(value: Number, power: int) -> Number:
    """Return the positive root of a number that is not negative.

    The positive real roots of `f(x^n)` are the `n`-th roots of the positive roots of `f`, in the same order.

    >>> positive_root(Fraction(1, 4), 2), positive_root(Fraction(2), 3)
    (Fraction(1, 2), <Algebraic root(1 0 0 -2; 0)>)
    """
    polynomial = minimal_polynomial(value)
    refuse_work((len(polynomial) - 1) * power, 0)
    first, *others = polynomial
    spread = first, *(c for each in others for c in (*[0] * (power - 1), each))
    below = sum(0 < one < value for one in irreducible_roots(polynomial))
    return [one for one in real_roots(spread) if one >= 0][below]


def minimal_polynomial(value: Number) -> Integers:
    """Return the minimal polynomial of a number: coprime integers, the highest coefficient first and positive.

    >>> minimal_polynomial(Fraction(2, 3)), minimal_polynomial(root([2, 0, -1], 0))
    ((3, -2), (2, 0, -1))
    """
    return value.polynomial if isinstance(value, Algebraic) else (value.denominator, -value.numerator)


def enclosed(value: Number, width: Fraction) -> Interval:
    """Return fractions at most `width` apart that enclose a number; for a rational number both equal it.

    >>> enclosed(Fraction(1, 3), Fraction(1, 10)), enclosed(root([1, 0, -2], 1), Fraction(1, 2))
    ((Fraction(1, 3), Fraction(1, 3)), (Fraction(1, 1), Fraction(3, 2)))
    """
    bits = (math.ceil(1 / width) - 1).bit_length()
    return value.enclosed(bits) if isinstance(value, Algebraic) else (value, value)


def between(low: Number, high: Number) -> Fraction:
    """Return a fraction strictly between two numbers whose denominator is the smallest possible power of 2.

    >>> between(Fraction(1, 3), Fraction(2, 5)), between(Fraction(1), root([1, 0, -2], 1))
    (Fraction(3, 8), Fraction(5, 4))
    """
    assert low < high, f"no number lies between {low} and {high}"
    bits = 0
    while (top := floor_of(low, bits) + 1) > floor_of(high, bits) or high == Fraction(top, 1 << bits):
        bits += 1
    return Fraction(top, 1 << bits)
