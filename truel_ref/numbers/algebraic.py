r"""Real algebraic numbers: exact hit probabilities beyond the fractions, such as `sqrt(2)/2`.

A **real algebraic number** is a real root of a polynomial with integer coefficients. Sums, products and quotients of
such numbers are such numbers again, so all of the solver's arithmetic stays exact.

**One number, one form.** An irrational number is told by its *minimal polynomial* (irreducible over the rationals,
coprime integer coefficients, the first one positive) and by which of its real roots it is, counted from 0 upwards from
the smallest. Two spellings of one number give the same pair. A rational number is always a `Fraction`.

**Arithmetic.** Numbers live in a *number field* `Q(theta)`, with `theta` a real root of a monic irreducible integer
polynomial of degree `d`. Every number of the field is `(a0 + a1 theta + ... + a(d-1) theta^(d-1)) / b` with integers
in exactly one way when reduced, so equality is equality of integers, and zero is seen at a glance. Numbers of two
fields are brought into one field that contains both (`_join`).

**Signs are proved.** A number that is not zero by its integers is enclosed between rationals, by interval arithmetic in
integers on an isolating interval of `theta`, twice as fine each time, until the enclosure lies on one side of 0. That
ends, because the number is not 0. No float takes part.

Sources: H. Cohen, *A Course in Computational Algebraic Number Theory* (1993), chapter 4; for sums of roots and for
coordinates by power sums: A. Bostan, P. Flajolet, B. Salvy, É. Schost, "Fast computation of special resultants",
Journal of Symbolic Computation 41 (2006), 1-29, and F. Rouillier, "Solving zero-dimensional systems through the
rational univariate representation", Applicable Algebra in Engineering, Communication and Computing 9 (1999), 433-461.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NoReturn, TypeAlias

from truel_ref.errors import NumberError, shown
from truel_ref.numbers.field import (
    Field,
    Integers,
    Interval,
    derivative,
    evaluate,
    factors_of,
    finer,
    from_power_sums,
    is_prime,
    isolated,
    norm_bits,
    number_field,
    power_sums,
    primitive,
    scaled_value,
    separation,
    square_free,
    square_part,
    which_root,
)
from truel_ref.numbers.rational import Backend, fraction_text, integer_text

__all__ = [
    "DEGREE_LIMIT",
    "Algebraic",
    "Number",
    "algebraic_backend",
    "between",
    "enclosed",
    "irreducible_roots",
    "minimal_polynomial",
    "number_latex",
    "number_text",
    "one_field",
    "root",
    "sign_at",
]

DEGREE_LIMIT = 24  # of a number and of a field; beyond, factorising may take minutes
PRODUCT_LIMIT = 64  # of the degree of a polynomial that is factorised on the way
_POWER_LIMIT = 64
_BITS_LIMIT = 1_000_000  # of a power
_QUICK = 64  # binary digits of a first try to tell a sign


# ---------------------------------------------------------------------------------------------------------
# Numbers


class Algebraic:
    """An irrational real algebraic number: immutable, exact, equal and hashed by value, ordered by proof.

    It comes from `numbers.real.real`, `root` or arithmetic; a rational value is a `Fraction` instead. `+ - * /` and
    integer powers take Algebraic, Fraction and int; comparisons the same. What is comparatively dear, the minimal
    polynomial, is worked out when it is first asked for.

    >>> from truel_ref.numbers.real import real
    >>> half = real("1/sqrt(2)")
    >>> half, half == real("sqrt(2)/2"), half < Fraction(3, 4), half * half
    (<Algebraic sqrt(2)/2>, True, True, Fraction(1, 2))
    >>> half.polynomial, half.index
    ((2, 0, -1), 1)
    """

    __slots__ = ("_bottom", "_cofactor", "_field", "_form", "_sign", "_top")

    _field: Field
    _top: tuple[int, ...]
    _bottom: int
    _sign: int | None
    _cofactor: Number | None
    _form: tuple[Integers, int] | None

    def __init__(self) -> None:
        raise TypeError(
            "an Algebraic is made by truel_ref.numbers.real.real, by truel_ref.numbers.algebraic.root, or by arithmetic"
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an Algebraic cannot be changed; {name} cannot be set")

    def __copy__(self) -> Algebraic:
        return self

    def __deepcopy__(self, memo: object) -> Algebraic:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return root, self._canonical()

    # -- what it is

    def _canonical(self) -> tuple[Integers, int]:
        """Return the minimal polynomial and the index of the root.

        The characteristic polynomial in the field is a power of the minimal one; then the root is found by enclosures.
        """
        if self._form is None:
            characteristic, _ = self._field.conjugates(self._top)
            # so far for the numerator: divide every root by the denominator
            scaled = primitive(c * self._bottom ** (self._field.degree - i) for i, c in enumerate(characteristic))
            if self._field.degree == 2:
                rises = (self._top[1] > 0) == (self._field.index == 1)
                form = scaled, int(rises)
            else:
                polynomial = scaled if is_prime(self._field.degree) else square_free(scaled)
                form = polynomial, which_root(polynomial, self._cell)
            object.__setattr__(self, "_form", form)
        assert self._form is not None
        return self._form

    @property
    def polynomial(self) -> Integers:
        """The minimal polynomial: coprime integers, the highest coefficient first and positive."""
        return self._canonical()[0]

    @property
    def index(self) -> int:
        """Which real root of the minimal polynomial it is, counted from 0, the smallest, upwards."""
        return self._canonical()[1]

    @property
    def degree(self) -> int:
        """The degree of the minimal polynomial, 2 at least."""
        return len(self.polynomial) - 1

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Algebraic):
            if self._field == other._field:
                return self._top == other._top and self._bottom == other._bottom
            return self.floor(64) == other.floor(64) and self._canonical() == other._canonical()
        if isinstance(other, int | Fraction):
            return False
        return NotImplemented

    def __hash__(self) -> int:
        return hash((Algebraic, self.floor(64)))

    # -- where it lies

    def _bounds(self, bits: int) -> tuple[int, int]:
        """Return integer bounds of the numerator times `2^bits`."""
        low = high = 0
        for coefficient, (least, most) in zip(self._top, self._field.powers(bits), strict=True):
            if coefficient > 0:
                low += coefficient * least
                high += coefficient * most
            elif coefficient:
                low += coefficient * most
                high += coefficient * least
        return low, high

    def _away_from_zero(self, top: Sequence[int]) -> int:
        """Return how many binary digits are sure to show the sign of a number of Z[theta], not 0, in `_bounds`.

        Let `n` be the sum of the absolute values of the coordinates, `d` the degree, and `m` the root of the sum of the
        squares of the coefficients of the polynomial of theta, which the product of all `max(1, |conjugate of theta|)`
        does not exceed. The product of all conjugates of the number is an integer other than 0, so the number is at
        least `(n m)^-(d-1)`; and `_bounds` is off by less than `2 d n m^(d-1) 2^-bits`.
        """
        degree = self._field.degree
        size = sum(map(abs, top)).bit_length()
        return degree * size + 2 * degree * norm_bits(self._field.polynomial) + degree + 1

    def sign(self) -> int:
        """Return 1 for a positive number and -1 for a negative one: proved, by ever finer enclosures."""
        if self._sign is None:
            bits = 64
            while True:
                low, high = self._bounds(bits)
                if low > 0 or high < 0:
                    break
                bits = finer(bits, enough=self._away_from_zero(self._top))
            object.__setattr__(self, "_sign", 1 if low > 0 else -1)
        assert self._sign is not None
        return self._sign

    def floor(self, bits: int = 0) -> int:
        """Return the largest integer below the number times `2^bits`.

        >>> from truel_ref.numbers.real import real
        >>> real("sqrt(2)").floor(), real("sqrt(2)").floor(4) / 16
        (1, 1.375)
        """
        work = bits + 64
        while True:
            low, high = self._bounds(work)
            step = self._bottom << (work - bits)
            if low // step == high // step:
                return low // step
            near = [x << bits for x in self._top]
            near[0] -= high // step * self._bottom  # a multiple of 2^-bits that is not told apart yet
            work = finer(work, enough=bits + self._away_from_zero(near) + 2)

    def _cell(self, bits: int) -> Interval:
        """Return the two neighbouring multiples of `2^-bits` between which the number lies."""
        low = Fraction(self.floor(bits), 2**bits)
        return low, low + Fraction(1, 2**bits)

    def enclosure(self, width: Fraction | int) -> tuple[Fraction, Fraction]:
        """Return two fractions, at most so far apart, between which the number lies strictly.

        >>> from truel_ref.numbers.real import real
        >>> real("sqrt(2)").enclosure(Fraction(1, 10))
        (Fraction(11, 8), Fraction(23, 16))
        """
        if width <= 0:
            raise NumberError(f"width: {shown(width)} is not above 0")
        bits = 0
        while Fraction(1, 2**bits) > width:
            bits += 1
        return self._cell(bits)

    def _less(self, other: Number | int) -> bool:
        """Tell whether it is less than a number that is not equal to it."""
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
        return difference.sign() < 0 if isinstance(difference, Algebraic) else difference < 0

    def __lt__(self, other: object) -> bool:
        if isinstance(other, Algebraic | int | Fraction):
            return self != other and self._less(other)
        return NotImplemented

    def __le__(self, other: object) -> bool:
        if isinstance(other, Algebraic | int | Fraction):
            return self == other or self._less(other)
        return NotImplemented

    def __gt__(self, other: object) -> bool:
        if isinstance(other, Algebraic | int | Fraction):
            return self != other and not self._less(other)
        return NotImplemented

    def __ge__(self, other: object) -> bool:
        if isinstance(other, Algebraic | int | Fraction):
            return self == other or not self._less(other)
        return NotImplemented

    def __bool__(self) -> bool:
        return True

    def __float__(self) -> float:
        """Return the nearest float, by enclosures so fine that both ends round to it."""
        bits = 64
        while True:
            low = self.floor(bits)
            nearest = float(Fraction(low, 2**bits))
            if nearest == float(Fraction(low + 1, 2**bits)):
                return nearest
            # Rounding turns at fractions with denominators up to 2^1075.
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
            mine, others = one_field([self, other])
            assert isinstance(mine, Algebraic) and isinstance(others, Algebraic)
            return mine._field, mine._top, mine._bottom, others._top, others._bottom
        if isinstance(other, int | Fraction):
            top = [0] * self._field.degree
            top[0] = other.numerator
            return self._field, self._top, self._bottom, top, other.denominator
        return None

    def __add__(self, other: object) -> Any:
        found = self._with(other)
        if found is None:
            return NotImplemented
        field, a, b, c, d = found
        if b == d:
            return _made(field, [x + y for x, y in zip(a, c, strict=True)], b)
        return _made(field, [x * d + y * b for x, y in zip(a, c, strict=True)], b * d)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        found = self._with(other)
        if found is None:
            return NotImplemented
        field, a, b, c, d = found
        if b == d:
            return _made(field, [x - y for x, y in zip(a, c, strict=True)], b)
        return _made(field, [x * d - y * b for x, y in zip(a, c, strict=True)], b * d)

    def __rsub__(self, other: object) -> Any:
        return -self + other if isinstance(other, int | Fraction) else NotImplemented

    def __mul__(self, other: object) -> Any:
        if isinstance(other, int | Fraction):
            return _made(self._field, [other.numerator * x for x in self._top], self._bottom * other.denominator)
        found = self._with(other)
        if found is None:
            return NotImplemented
        field, a, b, c, d = found
        return _made(field, field.product(a, c), b * d)

    __rmul__ = __mul__

    def _inverse(self) -> Number:
        if self._cofactor is None:
            characteristic, cofactor = self._field.conjugates(self._top)
            scale = -characteristic[-1]
            top = [self._bottom * c for c in cofactor]
            found = _made(self._field, top if scale > 0 else [-c for c in top], abs(scale))
            object.__setattr__(self, "_cofactor", found)
        assert self._cofactor is not None
        return self._cofactor

    def __truediv__(self, other: object) -> Any:
        if isinstance(other, int | Fraction):
            return self * (1 / Fraction(other))
        if isinstance(other, Algebraic):
            return self * other._inverse()
        return NotImplemented

    def __rtruediv__(self, other: object) -> Any:
        return self._inverse() * other if isinstance(other, int | Fraction) else NotImplemented

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
        """Return integers of a number of degree 2 that is `(a + b sqrt(r)) / c`, with `c > 0`, reduced."""
        (a, b, c), index = self._canonical()
        square, rest = square_part(b * b - 4 * a * c)
        common = math.gcd(b, square, 2 * a)
        square = square if index else -square
        return -b // common, square // common, rest, 2 * a // common

    def __str__(self) -> str:
        """Return canonical text that `numbers.real.real` reads back: radicals for degree 2, else `root(…; index)`."""
        if self.degree > 2:
            return f"root({' '.join(map(integer_text, self.polynomial))}; {self.index})"
        return _spelt(*self._radical(), latex=False)

    def __repr__(self) -> str:
        return f"<Algebraic {self}>"

    def latex(self) -> str:
        r"""Return the number for LaTeX.

        >>> from truel_ref.numbers.real import real
        >>> print(real("sqrt(2)/2").latex(), real("root(1 0 0 -2; 0)").latex())
        \frac{\sqrt{2}}{2} \operatorname{root}(1, 0, 0, -2;\, 0)
        """
        if self.degree > 2:
            return rf"\operatorname{{root}}({', '.join(map(integer_text, self.polynomial))};\, {self.index})"
        return _spelt(*self._radical(), latex=True)

    def to_sympy(self) -> Any:
        """Return the number in sympy: radicals for degree 2, else a `CRootOf`.

        >>> from truel_ref.numbers.real import real
        >>> real("(sqrt(5) - 1)/2").to_sympy(), real("root(1 0 0 -2; 0)").to_sympy()
        (-1/2 + sqrt(5)/2, CRootOf(x**3 - 2, 0))
        """
        import sympy

        if self.degree == 2:
            a, b, r, c = map(sympy.Integer, self._radical())
            return (a + b * sympy.sqrt(r)) / c
        return sympy.CRootOf(sympy.Poly(list(self.polynomial), sympy.Symbol("x")), self.index, radicals=False)


Number: TypeAlias = Fraction | Algebraic
"""An exact real number: a fraction where it is rational, else an `Algebraic`."""


def _new(field: Field, top: tuple[int, ...], bottom: int, form: tuple[Integers, int] | None = None) -> Algebraic:
    """Return an irrational number of a field, in lowest terms already."""
    number = object.__new__(Algebraic)
    put = object.__setattr__  # the one place that may
    put(number, "_field", field)
    put(number, "_top", top)
    put(number, "_bottom", bottom)
    put(number, "_sign", None)
    put(number, "_cofactor", None)
    put(number, "_form", form)
    return number


def _made(field: Field, top: list[int], bottom: int) -> Number:
    """Return a number of a field by its coordinates, the lowest power first, over a positive denominator."""
    if not any(top[1:]):
        return Fraction(top[0], bottom)
    if bottom != 1:
        common = math.gcd(bottom, *top)
        if common != 1:
            return _new(field, tuple(x // common for x in top), bottom // common)
    return _new(field, tuple(top), bottom)


def _generator(polynomial: Integers, index: int) -> Algebraic:
    """Return a number of degree 3 at least by its minimal polynomial, in the field of itself times an integer.

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


def _roots_of_two(polynomial: Integers) -> list[Number]:
    """Return the real roots of a polynomial of degree 2, in ascending order, one of two equal ones."""
    a, b, c = polynomial
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return []
    square, rest = square_part(discriminant)
    if rest == 1:
        return sorted({Fraction(-b - square, 2 * a), Fraction(-b + square, 2 * a)})
    field = number_field((1, 0, -rest), 1)
    return [_made(field, [-b, sign * square], 2 * a) for sign in (-1, 1)]


@lru_cache(maxsize=256)
def real_roots(polynomial: Integers) -> tuple[Number, ...]:
    """Return the different real roots of a primitive polynomial, not constant, in ascending order."""
    if len(polynomial) == 3:
        return tuple(_roots_of_two(polynomial))
    found: list[Number] = []
    for factor, _ in factors_of(polynomial) if len(polynomial) > 2 else [(polynomial, 1)]:
        if len(factor) - 1 > DEGREE_LIMIT:
            raise NumberError(too_high(len(factor) - 1))
        found += irreducible_roots(factor)
    return tuple(sorted(found))


@lru_cache(maxsize=1024)
def irreducible_roots(polynomial: Integers) -> tuple[Number, ...]:
    """Return the real roots of a polynomial that is known to be irreducible, of any degree, in ascending order.

    Parameters: `polynomial`, coprime integers, the highest coefficient first and positive; one without the symbol has
    no roots.

    >>> irreducible_roots((3, -1)), irreducible_roots((4, 0, -1, -1)), irreducible_roots((1, 0, 1))
    ((Fraction(1, 3),), (<Algebraic root(4 0 -1 -1; 0)>,), ())
    """
    if len(polynomial) < 4:
        if len(polynomial) == 3:
            return tuple(_roots_of_two(polynomial))
        return (Fraction(-polynomial[1], polynomial[0]),) if len(polynomial) == 2 else ()
    return tuple(_generator(polynomial, index) for index in range(len(isolated(polynomial))))


def minimal_polynomial(value: Number) -> Integers:
    """Return the irreducible polynomial of a number: coprime integers, the highest coefficient first and positive.

    >>> minimal_polynomial(Fraction(2, 3)), minimal_polynomial(root([2, 0, -1], 0))
    ((3, -2), (2, 0, -1))
    """
    return value.polynomial if isinstance(value, Algebraic) else (value.denominator, -value.numerator)


def sign_at(polynomial: Integers, value: Number) -> int:
    """Return the sign of a polynomial with integer coefficients at a number: -1, 0 or 1.

    At an irrational number interval arithmetic with 64 binary digits mostly tells; if not, the value is computed in the
    field of the number, where zero is seen as zero.

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
        found = evaluate(polynomial, value)
        return found.sign() if isinstance(found, Algebraic) else (found > 0) - (found < 0)
    scaled = scaled_value(polynomial, value)
    return (scaled > 0) - (scaled < 0)


def enclosed(value: Number, width: Fraction) -> Interval:
    """Return fractions at most so far apart between which a number lies, both equal to it where it is rational.

    >>> enclosed(Fraction(1, 3), Fraction(1, 10)), enclosed(root([1, 0, -2], 1), Fraction(1, 2))
    ((Fraction(1, 3), Fraction(1, 3)), (Fraction(1, 1), Fraction(3, 2)))
    """
    return value.enclosure(width) if isinstance(value, Algebraic) else (value, value)


def between(low: Number, high: Number) -> Fraction:
    """Return a fraction strictly between two numbers, its denominator the smallest power of 2 that has one there.

    Raises `AssertionError` if the first number is not below the second.

    >>> between(Fraction(1, 3), Fraction(2, 5)), between(Fraction(1), root([1, 0, -2], 1))
    (Fraction(3, 8), Fraction(5, 4))
    """
    if not low < high:
        raise AssertionError(f"internal error: nothing lies between {low} and {high}")
    bits = 0
    while True:
        below = low.floor(bits) if isinstance(low, Algebraic) else (low.numerator << bits) // low.denominator
        found = Fraction(below + 1, 1 << bits)
        if found < high:
            return found
        bits += 1


def too_high(degree: int) -> str:
    """Return what a message says of a degree that is too high."""
    return f"algebraic numbers of degree {degree} are met; the highest is {DEGREE_LIMIT}"


def root(coefficients: Iterable[int], index: int) -> Number:
    """Return a real root of a polynomial with integer coefficients.

    Parameters: `coefficients`, the highest first, of degree 24 at most; `index`, of the root among the different real
    ones, counted from 0 upwards from the smallest. The polynomial may be reducible.

    Raises `NumberError` if there is no such root, or for a polynomial that is constant or of too high a degree.

    >>> root([2, 0, -1], 1), root([1, 0, -1], 0), float(root([1, 0, 0, -2], 0))
    (<Algebraic sqrt(2)/2>, Fraction(-1, 1), 1.2599210498948732)
    """
    listed = list(coefficients)
    if not all(type(one) is int for one in (*listed, index)):
        raise NumberError("the coefficients and the index of a root are integers")
    while listed and listed[0] == 0:
        del listed[0]
    if len(listed) < 2:
        raise NumberError("a constant has no roots to choose from; give the coefficients of a polynomial")
    if len(listed) - 1 > DEGREE_LIMIT:
        raise NumberError(f"a polynomial of degree {len(listed) - 1} is too high; the highest is {DEGREE_LIMIT}")
    return root_of(primitive(listed), index)


def by_form(polynomial: Integers, index: int) -> Number:
    """Return the number with this minimal polynomial, which is known to be one, in the field that it generates."""
    return _roots_of_two(polynomial)[index] if len(polynomial) == 3 else _generator(polynomial, index)


def root_of(polynomial: Integers, index: int) -> Number:
    """Return a real root of a primitive polynomial, which may be reducible, by its index in ascending order."""
    roots = real_roots(polynomial)
    if not 0 <= index < len(roots):
        count = f"{len(roots)} real root{'s' if len(roots) != 1 else ''}"
        last = f", numbered from 0 to {len(roots) - 1}" if roots else ""
        raise NumberError(f"there is no root number {integer_text(index)}: the polynomial has {count}{last}")
    return roots[index]


def positive_root(value: Number, power: int) -> Number:
    """Return the positive root of a number that is not negative.

    The positive real roots of `f(x^n)` are the roots of those of `f`, in the same order; where `n` is even as many
    negative ones stand before them, where it is odd those of the negative roots of `f`.
    """
    if not value:
        return Fraction(0)
    rational = isinstance(value, Fraction)
    polynomial = (value.denominator, -value.numerator) if isinstance(value, Fraction) else value.polynomial
    degree = (len(polynomial) - 1) * power
    if degree > PRODUCT_LIMIT:
        raise NumberError(too_high(degree))
    spread = [0] * (degree + 1)
    spread[::power] = polynomial
    roots = real_roots(tuple(spread))
    positive = [one for one in roots if one > 0]
    below = 0 if rational else sum(0 < one < value for one in real_roots(polynomial))
    return positive[below]


def bounded_power(base: Number, power: int) -> Number:
    """Return an integer power, if it is not absurdly long."""
    if abs(power) > _POWER_LIMIT:
        raise NumberError(f"the exponent {integer_text(power)} is beyond {_POWER_LIMIT}")
    bits = (base.numerator, base.denominator) if isinstance(base, Fraction) else (*base._top, base._bottom)
    if max(abs(one).bit_length() for one in bits) * abs(power) > _BITS_LIMIT:
        raise NumberError("one of its powers is too long to write out")
    found: Number = base**power
    return found


# ---------------------------------------------------------------------------------------------------------
# One field for several numbers


def one_field(values: Sequence[Number]) -> list[Number]:
    """Return the same numbers, the irrational ones written in one number field that contains them all.

    Raises `NumberError` if that field has a degree above 24.

    >>> from truel_ref.numbers.real import real
    >>> one_field([real("sqrt(2)"), Fraction(1, 2), real("sqrt(3)")])
    [<Algebraic sqrt(2)>, Fraction(1, 2), <Algebraic sqrt(3)>]
    """
    fields = list(dict.fromkeys(value._field for value in values if isinstance(value, Algebraic)))
    if len(fields) < 2:
        return list(values)
    fields.sort(key=lambda field: -field.degree)
    common = fields[0]
    images: dict[Field, Number] = {common: _theta(common)}
    for field in fields[1:]:
        common, old, new = _join(common, field)
        images = {known: _moved(image, old) for known, image in images.items()}
        images[field] = new
    return [_moved(value, images[value._field]) if isinstance(value, Algebraic) else value for value in values]


def _theta(field: Field) -> Algebraic:
    """Return the generator of a field."""
    return _new(field, (0, 1, *[0] * (field.degree - 2)), 1)


def _moved(value: Number, theta: Number) -> Number:
    """Return a number of one field in another, given the image there of the generator; what it is stays known."""
    if isinstance(value, Fraction):
        return value
    moved = evaluate(value._top[::-1], theta) / Fraction(value._bottom)
    assert isinstance(moved, Algebraic)
    return _new(moved._field, moved._top, moved._bottom, value._form)


@lru_cache(maxsize=256)
def _join(first: Field, second: Field) -> tuple[Field, Number, Number]:
    """Return a field that contains two, and the images of their generators.

    The steps, with generators `a` and `b` of degrees `m` and `n`: (1) for `s = 1, -1, 2, ...` form the polynomial `R`
    with the roots `b' + s a'` over all conjugates, from the sums of their powers, until it has `m n` different roots;
    (2) the minimal polynomial of `c = b + s a` is the one factor of `R` that an enclosure of `c` does not prove to be
    other than 0 there; (3) `c` generates the field, and `a = G(c) / R'(c)`, where `G` is the polynomial part of `R(x)`
    times the sum over `k` of `trace(a c^k) / x^(k+1)`; (4) that `a` is the root it should be is checked, exactly.
    """
    if first.radicand is not None and second.radicand is not None:
        square = math.isqrt(first.radicand * second.radicand)
        if square * square == first.radicand * second.radicand:
            theta = _theta(first)
            return first, theta, theta * Fraction(square, first.radicand)
    count = first.degree * second.degree
    if count > PRODUCT_LIMIT:
        raise NumberError(too_high(count))
    f, g = power_sums(first.polynomial, count + 2), power_sums(second.polynomial, count + 2)
    for s in (sign * size for size in range(1, 1000) for sign in (1, -1)):
        steps = [[math.comb(k, i) * s**i for i in range(k + 1)] for k in range(count + 1)]
        sums = [sum(c * f[i] * g[k - i] for i, c in enumerate(steps[k])) for k in range(count + 1)]
        norm = from_power_sums(sums)
        factors = factors_of(tuple(norm))
        if any(multiplicity > 1 for _, multiplicity in factors):
            continue

        def enclosed(bits: int, s: int = s) -> Interval:
            low = Fraction(second.floor(bits) + s * first.floor(bits), 2**bits)
            slack = Fraction(abs(s) + 1, 2**bits)
            return low - slack, low + slack

        minimal, index = _vanishing([factor for factor, _ in factors], enclosed)
        if len(minimal) - 1 > DEGREE_LIMIT:
            raise NumberError(too_high(len(minimal) - 1))
        field = number_field(minimal, index)
        gamma = _theta(field)
        traces = [sum(c * f[i + 1] * g[k - i] for i, c in enumerate(steps[k])) for k in range(count)]
        part = [sum(norm[i] * traces[j - i] for i in range(j + 1)) for j in range(count)]
        a = evaluate(part, gamma) / evaluate(derivative(norm), gamma)
        b = gamma - s * a
        for image, known in ((a, first), (b, second)):
            assert evaluate(known.polynomial, image) == 0
            assert which_root(known.polynomial, image._cell) == known.index
        return field, a, b
    raise AssertionError("only finitely many s make two roots equal")  # pragma: no cover


def _vanishing(factors: Sequence[Integers], enclosed: Callable[[int], Interval]) -> tuple[Integers, int]:
    """Return the one of some polynomials that has a certain number for a root, and which of its real roots that is.

    The number is known by ever finer enclosures; the isolating intervals of all roots but one come to lie outside.
    """
    intervals = [(factor, index, ends) for factor in factors for index, ends in enumerate(isolated(factor))]
    fields = {(factor, index): Field(factor, index) for factor, index, _ in intervals if len(factor) > 2}
    bits = 32
    while True:
        low, high = enclosed(bits)
        near = []
        for factor, index, (least, most) in intervals:
            if low <= most and least <= high:
                if (factor, index) in fields:
                    cell = fields[factor, index].floor(bits)
                    if Fraction(cell, 2**bits) > high or Fraction(cell + 1, 2**bits) < low:
                        continue
                near.append((factor, index))
        if len(near) == 1:
            return near[0]
        # An enclosure is at most 2^11 cells wide, in `_join`.
        bits = finer(bits, enough=16 + max(separation(one, two) for one in factors for two in factors))


# ---------------------------------------------------------------------------------------------------------
# Writing


def number_text(value: Number) -> str:
    """Return a number as text that `truel_ref.numbers.real.real` reads back to the equal number.

    >>> from truel_ref.numbers.real import real
    >>> number_text(Fraction(1, 3)), number_text(real("3/2 - sqrt(5/4)")), number_text(real("root(1 0 0 -2; 0)/2"))
    ('1/3', '(3 - sqrt(5))/2', 'root(4 0 0 -1; 0)')
    """
    return fraction_text(value) if isinstance(value, Fraction) else str(value)


def number_latex(value: Number) -> str:
    r"""Return a number for LaTeX.

    >>> from truel_ref.numbers.real import real
    >>> print(number_latex(Fraction(1, 3)), number_latex(real("3/2 - sqrt(5/4)")))
    \frac{1}{3} \frac{3 - \sqrt{5}}{2}
    """
    if isinstance(value, Algebraic):
        return value.latex()
    if value.denominator == 1:
        return integer_text(value.numerator)
    return rf"\frac{{{integer_text(value.numerator)}}}{{{integer_text(value.denominator)}}}"


def _spelt(a: int, b: int, r: int, c: int, latex: bool) -> str:
    """Return `(a + b sqrt(r)) / c`, with `b` not 0 and `c` positive."""
    radical = rf"\sqrt{{{integer_text(r)}}}" if latex else f"sqrt({integer_text(r)})"
    if abs(b) != 1:
        radical = integer_text(abs(b)) + (" " if latex else "*") + radical
    sign = "-" if b < 0 and a == 0 else ""
    if a == 0:
        top = radical
    elif b < 0:
        top = f"{integer_text(a)} - {radical}"
    else:
        top = f"{integer_text(a)} + {radical}" if a > 0 else f"{radical} - {integer_text(-a)}"
    if c == 1:
        return sign + top
    if latex:
        return rf"{sign}\frac{{{top}}}{{{integer_text(c)}}}"
    return f"{sign}{top if a == 0 else f'({top})'}/{integer_text(c)}"


# ---------------------------------------------------------------------------------------------------------
# The number type inside


def algebraic_backend() -> Backend:
    """Return the backend for irrational hit probabilities: fractions and algebraic numbers as they are.

    All numbers of one problem are to lie in one field (`one_field`). To have the solver's inner loops without
    denominators, `numerators` multiplies by the common denominator, into the ring `Z[theta]`.

    >>> from truel_ref.numbers.real import real
    >>> algebraic_backend().numerators([real("sqrt(2)/2"), Fraction(1, 3)])
    ([<Algebraic 3*sqrt(2)>, 2], 6)
    """
    return Backend("algebraic", lambda value: value, lambda value: value, _numerators)


def _numerators(values: Sequence[Any]) -> tuple[list[Any], Any]:
    bottoms = (value._bottom if isinstance(value, Algebraic) else value.denominator for value in values)
    common = math.lcm(*bottoms)
    scaled = [value * common for value in values]
    return [value if isinstance(value, Algebraic) else int(value) for value in scaled], common
