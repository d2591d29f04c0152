"""Real roots of polynomials as numbers, signs of polynomials at them, and fractions between them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from truel_ref.errors import NumberError, refuse
from truel_ref.numbers.algebraic import Algebraic, Number, by_form, minimal_polynomial, roots_of_two
from truel_ref.numbers.field import refuse_long, refuse_root, too_high
from truel_ref.numbers.limits import (
    COEFFICIENT_DIGITS_LIMIT,
    DEGREE_LIMIT,
    POWER_BITS_LIMIT,
    POWER_LIMIT,
    PRODUCT_LIMIT,
)
from truel_ref.numbers.polynomials import (
    Integers,
    Interval,
    evaluate,
    factors_of,
    isolated,
    norm_bits,
    primitive,
    scaled_value,
    sign_of,
)
from truel_ref.numbers.rational import too_long
from truel_ref.numbers.writing import integer_text

__all__ = [
    "between",
    "bounded",
    "bounded_power",
    "enclosed",
    "irreducible_roots",
    "positive_root",
    "real_roots",
    "root",
    "root_of",
    "short",
    "sign_at",
]

_QUICK = 64  # binary digits of the first attempt at a sign


@lru_cache(maxsize=256)
def real_roots(polynomial: Integers) -> tuple[Number, ...]:
    """Return the different real roots of a primitive polynomial that is not constant, in ascending order.

    >>> real_roots((1, 0, -3, 0, 2))
    (<Algebraic -sqrt(2)>, Fraction(-1, 1), Fraction(1, 1), <Algebraic sqrt(2)>)
    """
    if len(polynomial) == 3:
        return tuple(roots_of_two(polynomial))
    roots: list[Number] = []
    for factor, _ in factors_of(polynomial) if len(polynomial) > 2 else [(polynomial, 1)]:
        if len(factor) - 1 > DEGREE_LIMIT:
            raise NumberError(too_high(len(factor) - 1))
        roots += irreducible_roots(factor)
    return tuple(sorted(roots))


@lru_cache(maxsize=1024)
def irreducible_roots(polynomial: Integers) -> tuple[Number, ...]:
    """Return the real roots of an irreducible polynomial of any degree, in ascending order.

    Parameters: `polynomial`, irreducible, with coprime integers, the highest coefficient first and positive; a constant
    has no roots.

    >>> irreducible_roots((3, -1)), irreducible_roots((4, 0, -1, -1)), irreducible_roots((1, 0, 1))
    ((Fraction(1, 3),), (<Algebraic root(4 0 -1 -1; 0)>,), ())
    """
    if len(polynomial) < 4:
        if len(polynomial) == 3:
            return tuple(roots_of_two(polynomial))
        return (Fraction(-polynomial[1], polynomial[0]),) if len(polynomial) == 2 else ()
    return tuple(by_form(polynomial, index) for index in range(len(isolated(polynomial))))


def sign_at(polynomial: Integers, value: Number) -> int:
    """Return the sign of a polynomial with integer coefficients at a number: -1, 0 or 1.

    At an irrational number, interval arithmetic with 64 binary digits usually decides; otherwise the exact value in the
    number's field does.

    Parameters: `polynomial`, the highest coefficient first.

    >>> root_of_two = root([1, 0, -2], 1)
    >>> sign_at((1, 0, -2), root_of_two), sign_at((100, -141), root_of_two), sign_at((1, -3), Fraction(3))
    (0, 1, 0)
    """
    if isinstance(value, Algebraic):
        least = value.floor(_QUICK)
        low, high = 0, 0  # bounds of the value so far, times 2^_QUICK
        for coefficient in polynomial:
            ends = (low * least, low * (least + 1), high * least, high * (least + 1))
            low = (min(ends) >> _QUICK) + (coefficient << _QUICK)
            high = -(-max(ends) >> _QUICK) + (coefficient << _QUICK)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        result = evaluate(polynomial, value)
        return result.sign() if isinstance(result, Algebraic) else sign_of(result)
    return sign_of(scaled_value(polynomial, value))


def enclosed(value: Number, width: Fraction) -> Interval:
    """Return fractions at most `width` apart that enclose a number; for a rational number both equal it.

    >>> enclosed(Fraction(1, 3), Fraction(1, 10)), enclosed(root([1, 0, -2], 1), Fraction(1, 2))
    ((Fraction(1, 3), Fraction(1, 3)), (Fraction(1, 1), Fraction(3, 2)))
    """
    return value.enclosure(width) if isinstance(value, Algebraic) else (value, value)


def between(low: Number, high: Number) -> Fraction:
    """Return a fraction strictly between two numbers whose denominator is the smallest possible power of 2.

    Raises `AssertionError` if the first number is not below the second.

    >>> between(Fraction(1, 3), Fraction(2, 5)), between(Fraction(1), root([1, 0, -2], 1))
    (Fraction(3, 8), Fraction(5, 4))
    """
    if not low < high:
        raise AssertionError(f"internal error: no number lies between {low} and {high}")
    bits = 0
    while True:
        below = low.floor(bits) if isinstance(low, Algebraic) else (low.numerator << bits) // low.denominator
        # Integers compare a fraction faster, and there are many comparisons.
        if isinstance(high, Algebraic):
            fits = Fraction(below + 1, 1 << bits) < high
        else:
            fits = (below + 1) * high.denominator < high.numerator << bits
        if fits:
            return Fraction(below + 1, 1 << bits)
        bits += 1


def root(coefficients: Iterable[int], index: int) -> Number:
    """Return a real root of a polynomial with integer coefficients.

    Parameters: `coefficients`, the highest first, of degree at most 24; `index`, that of the root among the different
    real roots, counted from 0 for the smallest. The polynomial may be reducible.

    Raises `NumberError` if the root does not exist, for a constant polynomial, and for a degree that is too high.

    >>> root([2, 0, -1], 1), root([1, 0, -1], 0), float(root([1, 0, 0, -2], 0))
    (<Algebraic sqrt(2)/2>, Fraction(-1, 1), 1.2599210498948732)
    """
    listed = list(coefficients)
    if not all(type(one) is int for one in (*listed, index)):
        raise NumberError("the coefficients and the index of a root are integers")
    while listed and listed[0] == 0:
        del listed[0]
    refuse(
        NumberError,
        (len(listed) < 2, "a constant has no roots to choose from; give the coefficients of a polynomial"),
        (
            len(listed) - 1 > DEGREE_LIMIT,
            f"a polynomial of degree {len(listed) - 1} is too high; the highest is {DEGREE_LIMIT}",
        ),
    )
    polynomial = primitive(listed)
    refuse_root(polynomial)
    return root_of(polynomial, index)


def root_of(polynomial: Integers, index: int) -> Number:
    """Return a real root of a primitive polynomial, which may be reducible, by its index in ascending order.

    >>> root_of((1, 0, -2), 1)
    <Algebraic sqrt(2)>
    """
    roots = real_roots(polynomial)
    if not 0 <= index < len(roots):
        count = f"{len(roots)} real root{'s' if len(roots) != 1 else ''}"
        last = f", numbered from 0 to {len(roots) - 1}" if roots else ""
        raise NumberError(f"there is no root number {integer_text(index)}: the polynomial has {count}{last}")
    return roots[index]


def positive_root(value: Number, power: int) -> Number:
    """Return the positive root of a number that is not negative.

    The positive real roots of `f(x^n)` are the `n`-th roots of the positive roots of `f`, in the same order. Before
    them come, if `n` is even, as many negative roots, and if `n` is odd, the `n`-th roots of the negative roots of `f`.

    >>> positive_root(Fraction(1, 4), 2), positive_root(Fraction(2), 3)
    (Fraction(1, 2), <Algebraic root(1 0 0 -2; 0)>)
    """
    if not value:
        return Fraction(0)
    polynomial = minimal_polynomial(value)
    degree = (len(polynomial) - 1) * power
    if degree > PRODUCT_LIMIT:
        raise NumberError(too_high(degree))
    spread = [0] * (degree + 1)
    spread[::power] = polynomial
    refuse_root(tuple(spread))
    roots = real_roots(tuple(spread))
    positive = [one for one in roots if one > 0]
    below = sum(0 < one < value for one in real_roots(polynomial)) if isinstance(value, Algebraic) else 0
    return positive[below]


def short(value: Number) -> Number:
    """Return a number if the integers of its minimal polynomial are within the limit on digits.

    Raises `NumberError` otherwise: computing its roots would take minutes.

    >>> short(Fraction(1, 2))
    Fraction(1, 2)
    """
    if any(too_long(Fraction(one), COEFFICIENT_DIGITS_LIMIT) for one in minimal_polynomial(value)):
        raise NumberError(f"it has the root of a number of more than {COEFFICIENT_DIGITS_LIMIT:,} digits, the limit")
    return value


def bounded(value: Number, power: int = 1) -> Number:
    """Return a number, unless computations with its power would take too long (`refuse_long`).

    >>> bounded(Fraction(1, 2))
    Fraction(1, 2)
    """
    if isinstance(value, Algebraic):
        field = value._field
        bits = max(abs(one).bit_length() for one in (*value._top, value._bottom)) + norm_bits(field.polynomial)
        refuse_long(field.degree, bits * abs(power))
    return value


def bounded_power(base: Number, power: int) -> Number:
    """Return an integer power. Raises `NumberError` if it would be too long.

    >>> bounded_power(Fraction(2, 3), -2)
    Fraction(9, 4)
    """
    bits = max(map(int.bit_length, base.as_integer_ratio())) if isinstance(base, Fraction) else 0
    refuse(
        NumberError,
        (abs(power) > POWER_LIMIT, f"the exponent {integer_text(power)} is beyond {POWER_LIMIT}"),
        (bits * abs(power) > POWER_BITS_LIMIT, "one of its powers is too long to write out"),
    )
    bounded(base, power)
    result: Number = base**power
    return result
