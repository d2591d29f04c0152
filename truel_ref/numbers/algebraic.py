r"""Real algebraic numbers: exact hit probabilities beyond the fractions, such as `sqrt(2)/2`.

A **real algebraic number** is a real root of a polynomial with integer coefficients. Sums, products and quotients of
real algebraic numbers are real algebraic numbers, so all of the solver's arithmetic stays exact.

**One number, one form.** The form of an irrational number is its *minimal polynomial* (irreducible over the rationals,
with coprime integer coefficients and a positive first coefficient) and the index of the number among the real roots,
counted from 0 for the smallest. Two spellings of a number give the same form. A rational number is always a `Fraction`.

**Arithmetic.** Numbers belong to a *number field* `Q(theta)`, where `theta` is a real root of a monic irreducible
integer polynomial of degree `d`. Every number of the field is `(a0 + a1 theta + ... + a(d-1) theta^(d-1)) / b` with
integers, in lowest terms in exactly one way. So two numbers are equal if their integers are, and a number is 0 if its
integers `a` are. For numbers of two fields, arithmetic uses a field that contains both
(`truel_ref.numbers.field.joined`).

**Signs are proved.** Interval arithmetic in integers, on an isolating interval of `theta`, encloses a number other than
0 between rationals, twice as fine each time, until the enclosure lies on one side of 0. This ends, because the number
is not 0. It uses no floats.

Sources: see `truel_ref.numbers.field`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import total_ordering
from numbers import Rational
from typing import Any, NoReturn, TypeAlias

from truel_ref.errors import NumberError, shown
from truel_ref.numbers.field import Field, common_field, lowest_terms, number_field
from truel_ref.numbers.polynomials import (
    Integers,
    Interval,
    finer,
    is_prime,
    isolated,
    primitive,
    separation,
    square_free,
    square_part,
    which_root,
)
from truel_ref.numbers.writing import integer_text, radical_text

__all__ = [
    "Algebraic",
    "Number",
    "by_form",
    "minimal_polynomial",
    "one_field",
    "roots_of_two",
]


# ---------------------------------------------------------------------------------------------------------
# Numbers


@total_ordering
class Algebraic:
    """An irrational real algebraic number: immutable, exact, equal and hashed by value, ordered by proof.

    `read_number`, `root` and arithmetic make these numbers; a rational value is a `Fraction` instead. `+ - * /`,
    integer powers and comparisons take Algebraic, Fraction and int. The minimal polynomial takes longest, and is
    computed at its first use.

    >>> from truel_ref.numbers import read_number
    >>> half = read_number("1/sqrt(2)")
    >>> half, half == read_number("sqrt(2)/2"), half < Fraction(3, 4), half * half
    (<Algebraic sqrt(2)/2>, True, True, Fraction(1, 2))
    >>> half.polynomial, half.index
    ((2, 0, -1), 1)
    """

    __slots__ = ("_bottom", "_field", "_form", "_reciprocal", "_sign", "_top")

    _field: Field
    _top: tuple[int, ...]
    _bottom: int
    _sign: int | None
    _reciprocal: Number | None
    _form: tuple[Integers, int] | None

    def __init__(self) -> None:
        raise TypeError("make an Algebraic with read_number or root of truel_ref.numbers, or by arithmetic")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an Algebraic cannot be changed; {name} cannot be set")

    def __copy__(self) -> Algebraic:
        return self

    def __deepcopy__(self, memo: object) -> Algebraic:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return by_form, self._canonical()

    # -- the form

    def _canonical(self) -> tuple[Integers, int]:
        """Return the minimal polynomial and the index of the root.

        The characteristic polynomial in the field is a power of the minimal polynomial; enclosures select the root.
        """
        if self._form is None:
            characteristic, _ = self._field.conjugates(self._top)
            # This polynomial is that of the numerator: divide every root by the denominator.
            scaled = primitive(c * self._bottom ** (self._field.degree - i) for i, c in enumerate(characteristic))
            if self._field.degree == 2:
                rises = (self._top[1] > 0) == (self._field.index == 1)
                form = scaled, int(rises)
            else:
                polynomial = scaled if is_prime(self._field.degree) else square_free(scaled)
                form = polynomial, which_root(polynomial, self._enclosed)
            object.__setattr__(self, "_form", form)
            return form
        return self._form

    @property
    def polynomial(self) -> Integers:
        """The minimal polynomial: coprime integers, the highest coefficient first and positive."""
        return self._canonical()[0]

    @property
    def index(self) -> int:
        """The index of the number among the real roots of the minimal polynomial, counted from 0 for the smallest."""
        return self._canonical()[1]

    @property
    def degree(self) -> int:
        """The degree of the minimal polynomial, at least 2."""
        return len(self.polynomial) - 1

    @property
    def field(self) -> Field:
        """The number field that the number belongs to."""
        return self._field

    @property
    def bottom(self) -> int:
        """The common denominator of the coordinates."""
        return self._bottom

    @property
    def coordinates(self) -> tuple[Fraction, ...]:
        """The coefficients of the powers of the generator of the field, from the power 0 upwards."""
        return tuple(Fraction(one, self._bottom) for one in self._top)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Algebraic):
            if self._field == other._field:
                return self._top == other._top and self._bottom == other._bottom
            return self.floor(64) == other.floor(64) and self._canonical() == other._canonical()
        if isinstance(other, Rational):
            return False
        return NotImplemented

    def __hash__(self) -> int:
        return hash((Algebraic, self.floor(64)))

    # -- sign and enclosures

    def sign(self) -> int:
        """Return 1 for a positive number and -1 for a negative number: proved, by ever finer enclosures."""
        if self._sign is None:
            sign = self._field.sign_of(self._top)
            object.__setattr__(self, "_sign", sign)
            return sign
        return self._sign

    def floor(self, bits: int = 0) -> int:
        """Return the largest integer below the number times `2^bits`.

        >>> from truel_ref.numbers import read_number
        >>> read_number("sqrt(2)").floor(), read_number("sqrt(2)").floor(4) / 16
        (1, 1.375)
        """
        return self._field.floor_of(self._top, self._bottom, bits)

    def _enclosed(self, bits: int) -> Interval:
        return self._field.enclosed(self._top, self._bottom, bits)

    def enclosure(self, width: Fraction | int) -> tuple[Fraction, Fraction]:
        """Return two fractions, at most `width` apart, strictly below and above the number.

        >>> from truel_ref.numbers import read_number
        >>> read_number("sqrt(2)").enclosure(Fraction(1, 10))
        (Fraction(11, 8), Fraction(23, 16))
        """
        if width <= 0:
            raise NumberError(f"width: {shown(width)} is not above 0")
        bits = 0
        while Fraction(1, 2**bits) > width:
            bits += 1
        return self._enclosed(bits)

    def _less(self, other: Algebraic | Rational) -> bool:
        """Return whether this number is less than another number that is not equal to it."""
        if not other:
            return self.sign() < 0
        if isinstance(other, Algebraic) and self._field != other._field:
            bits = 64
            while True:
                mine, others = self.floor(bits), other.floor(bits)
                if mine != others:
                    return mine < others
                bits = finer(bits, enough=1 + separation(self.polynomial, other.polynomial))
        difference = self - other
        return bool(difference.sign() < 0 if isinstance(difference, Algebraic) else difference < 0)

    def __lt__(self, other: object) -> bool:
        if isinstance(other, Algebraic | Rational):
            return self != other and self._less(other)
        return NotImplemented

    def __bool__(self) -> bool:
        return True

    def __float__(self) -> float:
        """Return the nearest float: both ends of a fine enclosure round to it."""
        bits = 64
        while True:
            low = self.floor(bits)
            nearest = float(Fraction(low, 2**bits))
            if nearest == float(Fraction(low + 1, 2**bits)):
                return nearest
            # Rounding changes at fractions with denominators up to 2^1075.
            bound = 2**1075, 2**1075 * (abs(self.floor()) + 1)
            bits = finer(bits, enough=1 + separation(self.polynomial, bound))

    def __floor__(self) -> int:
        return self.floor()

    def __ceil__(self) -> int:
        return self.floor() + 1

    def __round__(self) -> int:
        # An irrational number is never half-way between two integers.
        return (self.floor(1) + 1) // 2

    # -- arithmetic

    def _with(self, other: object) -> tuple[Field, Sequence[int], int, Sequence[int], int] | None:
        """Return the field of both numbers and the coordinates of each, numerators and denominator."""
        if isinstance(other, Algebraic):
            if self._field is other._field or self._field == other._field:
                return self._field, self._top, self._bottom, other._top, other._bottom
            field, images = common_field([self._field, other._field])
            (a, b), (c, d) = (field.substituted((x._top, x._bottom), images[x._field]) for x in (self, other))
            return field, a, b, c, d
        if isinstance(other, Rational):
            top = [0] * self._field.degree
            top[0] = int(other.numerator)
            return self._field, self._top, self._bottom, top, int(other.denominator)
        return None

    def __add__(self, other: object) -> Any:
        both = self._with(other)
        if both is None:
            return NotImplemented
        field, a, b, c, d = both
        if b == d:
            return _made(field, [x + y for x, y in zip(a, c, strict=True)], b)
        return _made(field, [x * d + y * b for x, y in zip(a, c, strict=True)], b * d)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return self + -other if isinstance(other, Algebraic | Rational) else NotImplemented

    def __rsub__(self, other: object) -> Any:
        return -self + other if isinstance(other, Rational) else NotImplemented

    def __mul__(self, other: object) -> Any:
        if isinstance(other, Rational):
            top = int(other.numerator)
            return _made(self._field, [top * x for x in self._top], self._bottom * int(other.denominator))
        both = self._with(other)
        if both is None:
            return NotImplemented
        field, a, b, c, d = both
        return _made(field, field.product(a, c), b * d)

    __rmul__ = __mul__

    def _inverse(self) -> Number:
        if self._reciprocal is None:
            one = [self._bottom, *[0] * (self._field.degree - 1)]
            reciprocal = _made(self._field, *self._field.quotient(one, self._top))
            object.__setattr__(self, "_reciprocal", reciprocal)
            return reciprocal
        return self._reciprocal

    def __truediv__(self, other: object) -> Any:
        if isinstance(other, Rational):
            return self * Fraction(int(other.denominator), int(other.numerator))
        if isinstance(other, Algebraic):
            return self * other._inverse()
        return NotImplemented

    def __rtruediv__(self, other: object) -> Any:
        return self._inverse() * other if isinstance(other, Rational) else NotImplemented

    def __pow__(self, power: object) -> Any:
        if not isinstance(power, int):
            return NotImplemented
        result: Any = Fraction(1)
        square: Any = self if power >= 0 else self._inverse()
        for digit in reversed(f"{abs(power):b}"):
            if digit == "1":
                result = square * result
            square = square * square
        return result

    def __neg__(self) -> Algebraic:
        return _new(self._field, tuple(-x for x in self._top), self._bottom)

    def __pos__(self) -> Algebraic:
        return self

    def __abs__(self) -> Algebraic:
        return self if self.sign() > 0 else -self

    # -- as text

    def _radical(self) -> tuple[int, int, int, int]:
        """Return `(a, b, r, c)` for a number of degree 2, `(a + b sqrt(r)) / c` in lowest terms with `c > 0`."""
        (a, b, c), index = self._canonical()
        square, rest = square_part(b * b - 4 * a * c)
        common = math.gcd(b, square, 2 * a)
        square = square if index else -square
        return -b // common, square // common, rest, 2 * a // common

    def __str__(self) -> str:
        """Return canonical text that `read_number` reads back: radicals for degree 2, otherwise `root(…; index)`."""
        if self.degree > 2:
            return f"root({' '.join(map(integer_text, self.polynomial))}; {self.index})"
        return radical_text(*self._radical(), latex=False)

    def __repr__(self) -> str:
        return f"<Algebraic {self}>"

    def latex(self) -> str:
        r"""Return the number for LaTeX.

        >>> from truel_ref.numbers import read_number
        >>> print(read_number("sqrt(2)/2").latex(), read_number("root(1 0 0 -2; 0)").latex())
        \frac{\sqrt{2}}{2} \operatorname{root}(1, 0, 0, -2;\, 0)
        """
        if self.degree > 2:
            return rf"\operatorname{{root}}({', '.join(map(integer_text, self.polynomial))};\, {self.index})"
        return radical_text(*self._radical(), latex=True)

    def to_sympy(self) -> Any:
        """Return the number in sympy: radicals for degree 2, otherwise a `CRootOf`.

        >>> from truel_ref.numbers import read_number
        >>> read_number("(sqrt(5) - 1)/2").to_sympy(), read_number("root(1 0 0 -2; 0)").to_sympy()
        (-1/2 + sqrt(5)/2, CRootOf(x**3 - 2, 0))
        """
        import sympy

        if self.degree == 2:
            a, b, r, c = map(sympy.Integer, self._radical())
            return (a + b * sympy.sqrt(r)) / c
        return sympy.CRootOf(sympy.Poly(list(self.polynomial), sympy.Symbol("x")), self.index, radicals=False)


Number: TypeAlias = Fraction | Algebraic
"""An exact real number: a fraction if it is rational, otherwise an `Algebraic`."""


def _new(field: Field, top: tuple[int, ...], bottom: int, form: tuple[Integers, int] | None = None) -> Algebraic:
    """Return an irrational number of a field from coordinates in lowest terms."""
    number = object.__new__(Algebraic)
    put = object.__setattr__  # only here
    put(number, "_field", field)
    put(number, "_top", top)
    put(number, "_bottom", bottom)
    put(number, "_sign", None)
    put(number, "_reciprocal", None)
    put(number, "_form", form)
    return number


def _made(field: Field, top: Sequence[int], bottom: int) -> Number:
    """Return a number of a field from its coordinates, the lowest power first, over a positive denominator."""
    if not any(top[1:]):
        return Fraction(top[0], bottom)
    return _new(field, *lowest_terms(top, bottom))


def _generator(polynomial: Integers, index: int) -> Algebraic:
    """Return a number of degree at least 3 from its minimal polynomial, in the field of an integer multiple of itself.

    With the first coefficient `a`, the number times `a` is a root of a monic integer polynomial.
    """
    first, degree = polynomial[0], len(polynomial) - 1
    monic = (1, *(c * first ** (place - 1) for place, c in enumerate(polynomial) if place))
    field = number_field(monic, index)
    if field.interval is None:
        # The monic polynomial has large coefficients, and isolating its roots would take much longer.
        low, high = isolated(polynomial)[index]
        field.interval = first * low, first * high
    return _new(field, (0, 1, *[0] * (degree - 2)), first, (polynomial, index))


def roots_of_two(polynomial: Integers) -> list[Number]:
    """Return the different real roots of a polynomial of degree 2, in ascending order.

    >>> roots_of_two((1, 0, -2)), roots_of_two((1, -2, 1)), roots_of_two((1, 0, 1))
    ([<Algebraic -sqrt(2)>, <Algebraic sqrt(2)>], [Fraction(1, 1)], [])
    """
    a, b, c = polynomial
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return []
    square, rest = square_part(discriminant)
    if rest == 1:
        return sorted({Fraction(-b - square, 2 * a), Fraction(-b + square, 2 * a)})
    field = number_field((1, 0, -rest), 1)
    return [_made(field, [-b, sign * square], 2 * a) for sign in (-1, 1)]


def minimal_polynomial(value: Number) -> Integers:
    """Return the minimal polynomial of a number: coprime integers, the highest coefficient first and positive.

    >>> minimal_polynomial(Fraction(2, 3)), minimal_polynomial(by_form((2, 0, -1), 0))
    ((3, -2), (2, 0, -1))
    """
    return value.polynomial if isinstance(value, Algebraic) else (value.denominator, -value.numerator)


def by_form(polynomial: Integers, index: int) -> Number:
    """Return the number with this minimal polynomial and index, in the field that the number generates.

    The polynomial must be minimal; the function does not check it.

    >>> by_form((1, 0, -2), 0), by_form((4, 0, -1, -1), 0)
    (<Algebraic -sqrt(2)>, <Algebraic root(4 0 -1 -1; 0)>)
    """
    return roots_of_two(polynomial)[index] if len(polynomial) == 3 else _generator(polynomial, index)


# ---------------------------------------------------------------------------------------------------------
# One field for several numbers


def one_field(values: Sequence[Number]) -> list[Number]:
    """Return the numbers with all irrational numbers in one number field.

    Raises `NumberError` if this field has a degree above 24.

    >>> from truel_ref.numbers import read_number
    >>> one_field([read_number("sqrt(2)"), Fraction(1, 2), read_number("sqrt(3)")])
    [<Algebraic sqrt(2)>, Fraction(1, 2), <Algebraic sqrt(3)>]
    """
    fields = list(dict.fromkeys(value._field for value in values if isinstance(value, Algebraic)))
    if len(fields) < 2:
        return list(values)
    common, images = common_field(fields)
    together: list[Number] = []
    for value in values:
        if isinstance(value, Algebraic):
            coordinates = common.substituted((value._top, value._bottom), images[value._field])
            together.append(_new(common, *coordinates, value._form))
        else:
            together.append(value)
    return together
