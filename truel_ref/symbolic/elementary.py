"""Numbers in closed form: algebraic numbers, and logarithms, arc tangents and pi times square roots of fractions.

A sum of such terms has a normal form, so that equal sums mostly look equal and short sums look short:

1. The logarithm of a fraction is a sum of logarithms of primes; primes above 10,000 may stay together.
2. The logarithm of `a + b sqrt(r)`, with coprime `a` and `b`, is split by factors of the number: integers `P` of its
   field whose norm has a prime `p` as absolute value, if the search meets short ones; their conjugates, whose absolute
   value is `p / |P|`; and a unit, a power of the smallest unit above 1. If `P^2 / p` is a unit, twice the logarithm of
   `P` is the sum of the logarithms of `p` and of this unit.
3. `log((g + sqrt(n)) / (g - sqrt(n)))` is such a logarithm if `g` is a fraction or `p + q sqrt(n)`.
4. Arc tangents have positive arguments; arc tangents of `0`, `1/sqrt(3)`, `1` and `sqrt(3)` are multiples of pi.

Interval arithmetic (`mpmath.iv`) encloses values, from enclosures of the algebraic numbers in fractions.

Source: H. Cohen, *A Course in Computational Algebraic Number Theory* (1993), sections 5.2 and 5.7, for step 2.

**Algebraic numbers by their coordinates: polynomials in one irrational number each, so that formulas stay readable.**

The sum of a number of degree 3 and a number of degree 2 has degree 6 in general, and is hard to read. So a closed form
keeps its summands separate by field: a fraction; `p + q sqrt(r)`; or a polynomial in a number of higher degree, which
gets a letter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import count
from math import gcd, isqrt, lcm
from typing import Any

from truel_ref.numbers import (
    Algebraic,
    Interval,
    Number,
    by_form,
    decimal_text,
    enclosed,
    fraction_text,
    minimal_polynomial,
    root,
    square_part,
)
from truel_ref.symbolic.text import minimal_polynomial_text, number_json
from truel_ref.workers import LIBRARIES

__all__ = [
    "Elementary",
    "FieldNumber",
    "Term",
    "arc_tangent",
    "letter_notes",
    "letters_of",
    "logarithm",
    "ratio_logarithm",
]


# ---------------------------------------------------------------------------------------------------------
# Algebraic numbers by their coordinates: polynomials in one irrational number each, so that formulas stay


_RATIONAL = Fraction(0)


@dataclass(frozen=True)
class FieldNumber:
    """A real number as a polynomial in another number, its base, with rational coefficients; `of` makes it.

    The base of a fraction is 0, and the base of a number of degree 2 is `sqrt(r)`, with `r` square-free; any number of
    higher degree may be a base.

    Fields: `base`; `value`, the number, in the field of the base.

    >>> u = root([4, 0, -8, 1], 2)
    >>> print(FieldNumber.of(u), FieldNumber.of(u * u * u - 2 * u, u), FieldNumber.of(root([1, -3, 1], 0)))
    u -1/4 (3 - sqrt(5))/2
    """

    base: Number
    value: Number

    @classmethod
    def of(cls, value: Number | int, base: Number | None = None) -> FieldNumber:
        """Return a number with its own base, or with a given base in whose field it lies."""
        if not isinstance(value, Algebraic):
            return cls(_RATIONAL, Fraction(value))
        if base is not None:
            return cls(base, value)
        own = by_form(value.polynomial, value.index)
        if value.degree > 2:
            return cls(own, own)
        a, b, c = value.polynomial
        return cls(_square_root(square_part(b * b - 4 * a * c)[1]), own)

    # -- properties

    @property
    def coordinates(self) -> tuple[Fraction, ...]:
        """The coefficients of the powers of the base, from the power 0 upwards; only the first for a fraction."""
        if not isinstance(self.value, Algebraic):
            return (self.value,)
        first = minimal_polynomial(self.base)[0]  # the base is the generator of its field divided by it
        listed = [one * first**power for power, one in enumerate(self.value.coordinates)]
        while not listed[-1]:
            del listed[-1]
        return tuple(listed)

    @property
    def rational(self) -> Fraction | None:
        """The number as a fraction, or None if it is irrational."""
        return None if isinstance(self.value, Algebraic) else self.value

    @property
    def degree(self) -> int:
        """The degree of the base."""
        return len(minimal_polynomial(self.base)) - 1

    def times(self, factor: Number | int) -> FieldNumber:
        """Return the product with a fraction, or with a number of the same field."""
        return FieldNumber.of(self.value * factor, self.base)

    def primitive(self) -> tuple[Fraction, FieldNumber]:
        """Split the number, not 0, into a positive fraction times a number with coprime integers as coordinates.

        >>> print(*FieldNumber.of(root([1, -3, 1], 0)).primitive())
        1/2 3 - sqrt(5)
        """
        listed = self.coordinates
        content = Fraction(gcd(*(one.numerator for one in listed)), lcm(*(one.denominator for one in listed)))
        return content, self.times(1 / content)

    # -- output

    def text(self, names: Mapping[Number, str] | None = None) -> str:
        """Return the number as text, which is also valid Python.

        Parameters: `names`, letters for bases of degree 3 or more; by default `u`.
        """
        below = lcm(*(one.denominator for one in self.coordinates))
        terms = self.times(below).terms(names)
        text = " ".join(terms).removeprefix("+ ") or "0"
        if below == 1:
            return text
        return f"({text})/{below}" if len(terms) > 1 else " ".join(self.terms(names)).removeprefix("+ ")

    __str__ = text

    def terms(self, names: Mapping[Number, str] | None = None) -> list[str]:
        """Return the terms that are not 0 as text, by rising powers of the base, each with its sign."""
        name = "" if self.rational is not None else _name(self.base, names or {})
        parts = []
        for power, value in enumerate(self.coordinates):
            if value:
                sign = "-" if value < 0 else "+"
                text = product_text(abs(value), "" if not power else name if power == 1 else f"{name}**{power}")
                parts.append(f"{sign} {text}")
        if parts and parts[0].startswith("- "):
            parts[0] = "-" + parts[0][2:]
        return parts

    def to_sympy(self) -> Any:
        """Return the number as an expression of sympy."""
        from sympy import Add, Rational

        base = self.base.to_sympy() if isinstance(self.base, Algebraic) else Rational(0)
        pairs = enumerate(self.coordinates)
        return Add(*(Rational(one.numerator, one.denominator) * base**power for power, one in pairs))


def _name(base: Number, names: Mapping[Number, str]) -> str:
    """Return the text of a base: a root, or its letter."""
    if isinstance(base, Algebraic) and base.degree == 2:
        return f"sqrt({-base.polynomial[2]})"
    return names.get(base, "u")


def product_text(size: Fraction, factor: str) -> str:
    """Return a positive fraction times something as text.

    >>> product_text(Fraction(3, 2), "u"), product_text(Fraction(1, 2), "u"), product_text(Fraction(1, 2), "")
    ('3*u/2', 'u/2', '1/2')
    """
    if not factor:
        return fraction_text(size)
    top = factor if size.numerator == 1 else f"{fraction_text(Fraction(size.numerator))}*{factor}"
    return top if size.denominator == 1 else f"{top}/{fraction_text(Fraction(size.denominator))}"


@cache
def _square_root(square_free: int) -> Number:
    return root([1, 0, -square_free], 1)


# ---------------------------------------------------------------------------------------------------------
# Numbers in closed form: algebraic numbers, and logarithms, arc tangents and pi times square roots of fractions


_LETTERS = "uvwzstrq"
_LONG = 10**4  # bound of the search for small integers of a field
_PRIMES = 10**4  # larger prime factors of a number may stay together
_SPARE = 15
_KINDS = ["log", "ratio", "atan", "pi"]


@dataclass(frozen=True)
class Term:
    """A term of a closed form: `coefficient / sqrt(under)` times a function of an argument.

    Fields: `coefficient`; `kind`, of the function: "log"; "atan", of the argument divided by `sqrt(under)`; "ratio",
    the logarithm of the modulus of `(argument + sqrt(under)) / (argument - sqrt(under))`; "pi", a constant;
    `argument`; `under`, a square-free positive integer.
    """

    coefficient: Fraction
    kind: str
    argument: FieldNumber
    under: int = 1

    def times(self, number: Fraction | int) -> Term:
        """Return the term times a fraction."""
        return Term(self.coefficient * number, self.kind, self.argument, self.under)

    @property
    def order(self) -> tuple[Any, ...]:
        """The key by which terms are sorted."""
        argument = self.argument
        return self.under, _KINDS.index(self.kind), argument.degree, float(argument.value)

    def text(self, names: Mapping[Number, str]) -> str:
        """Return the term as text, with its sign."""
        under, inner = f"sqrt({self.under})", self.argument.text(names)
        function = {
            "pi": "pi",
            "log": f"log({inner})",
            "ratio": f"log(abs(({inner} + {under})/({inner} - {under})))",
            "atan": f"atan({_quotient(self.argument, '' if self.under == 1 else under, names)})",
        }[self.kind]
        whole = product_text(abs(self.coefficient) / self.under, function if self.under == 1 else f"{under}*{function}")
        return f"{'-' if self.coefficient < 0 else '+'} {whole}"

    def value(self, library: Any, number: Callable[[FieldNumber], Any]) -> Any:
        """Return the value in the terms of a library, sympy or a context of intervals.

        Parameters: `library`, with `sqrt`, `log`, `atan2` and `pi`; `number`, which converts a number to the library.
        """
        under, argument = library.sqrt(self.under), number(self.argument)
        function = {
            "pi": lambda: library.pi,
            "log": lambda: library.log(argument),
            "ratio": lambda: library.log(abs((argument + under) / (argument - under))),
            "atan": lambda: library.atan2(argument, under),
        }[self.kind]()
        return number(FieldNumber.of(self.coefficient)) * function / under


def _quotient(argument: FieldNumber, under: str, names: Mapping[Number, str]) -> str:
    """Return an argument divided by a root as text."""
    content, rest = argument.primitive()
    top = rest.text(names)
    if rest.rational is not None:
        top = str(content.numerator)
    elif " " in top:
        top = f"({top})" if content.numerator == 1 else f"{content.numerator}*({top})"
    else:
        top = product_text(Fraction(content.numerator), top)
    below = "*".join(part for part in (str(content.denominator) if content.denominator > 1 else "", under) if part)
    if not below:
        return top.removeprefix("(").removesuffix(")") if top.startswith("(") else top
    return f"{top}/({below})" if "*" in below else f"{top}/{below}"


def _interval(number: FieldNumber, iv: Any) -> Any:
    """Return an interval that holds an algebraic number, about as wide as the context's precision allows."""
    low, high = enclosed(number.value, Fraction(1, 2 ** (iv.prec + 8)))
    ends = [iv.mpf(end.numerator) / end.denominator for end in (low, high)]
    return iv.mpf([ends[0].a, ends[1].b])


# ---------------------------------------------------------------------------------------------------------
# Terms


def logarithm(coefficient: Fraction, argument: FieldNumber, under: int = 1) -> Term:
    """Return `coefficient / sqrt(under)` times the logarithm of the modulus of a number, which is not 0.

    >>> print(Elementary.of([], [logarithm(Fraction(1), FieldNumber.of(Fraction(-8, 9)))]))
    3*log(2) - 2*log(3)
    """
    return Term(coefficient, "log", argument if argument.value > 0 else argument.times(-1), under)


def ratio_logarithm(coefficient: Fraction, argument: FieldNumber, under: int) -> Term:
    """Return `coefficient / sqrt(n)` times `log(abs((g + sqrt(n)) / (g - sqrt(n))))`, whose `g` is the argument.

    >>> print(Elementary.of([], [ratio_logarithm(Fraction(1), FieldNumber.of(3), 5)]))
    4*sqrt(5)*log((1 + sqrt(5))/2)/5
    """
    own, value = _square_root(under), argument.value
    if argument.rational is None and argument.base != own:
        return Term(coefficient, "ratio", argument, under)
    return logarithm(coefficient, FieldNumber.of((value + own) / (value - own), own), under)


def arc_tangent(coefficient: Fraction, argument: FieldNumber, under: int) -> Term:
    """Return `coefficient / sqrt(n)` times `atan(g / sqrt(n))`, whose `g` is the argument.

    >>> print(Elementary.of([], [arc_tangent(Fraction(2), FieldNumber.of(-1), 3)]))
    -sqrt(3)*pi/9
    """
    if argument.value < 0:
        coefficient, argument = -coefficient, argument.times(-1)
    square = argument.times(argument.value).rational
    shares = {Fraction(0): 0, Fraction(under, 3): 6, Fraction(under): 4, Fraction(3 * under): 3}
    if square in shares:
        share = Fraction(1, shares[square]) if square else Fraction(0)
        return Term(coefficient * share, "pi", FieldNumber.of(1), under)
    return Term(coefficient, "atan", argument, under)


# ---------------------------------------------------------------------------------------------------------
# Sums


@dataclass(frozen=True)
class Elementary:
    """A real number in closed form, as `of` makes it.

    Fields: `parts`, algebraic numbers with different bases; `terms`. Its value is the sum of all parts and terms.
    """

    parts: tuple[FieldNumber, ...]
    terms: tuple[Term, ...]

    @classmethod
    def of(cls, numbers: Iterable[FieldNumber], terms: Iterable[Term] = ()) -> Elementary:
        """Return the sum of numbers and terms, in the normal form of the module.

        >>> root_of_five = root([1, 0, -5], 1)
        >>> half_log = logarithm(Fraction(1, 2), FieldNumber.of((3 + root_of_five) / 2))
        >>> print(Elementary.of([FieldNumber.of(root_of_five), FieldNumber.of(1)], [half_log]))
        1 + sqrt(5) + log((1 + sqrt(5))/2)
        """
        whole, by_base = Fraction(0), dict[Number, Number]()
        for number in numbers:
            first = number.coordinates[0]
            whole += first
            by_base[number.base] = by_base.get(number.base, _RATIONAL) + (number.value - first)
        parts = [FieldNumber.of(value, base) for base, value in by_base.items() if value]
        rational = [FieldNumber.of(whole)] if whole else []
        return cls((*rational, *sorted(parts, key=_order)), tuple(_gathered(terms)))

    def plus(self, other: Elementary, times: int = 1) -> Elementary:
        """Return the sum with a multiple of another number.

        >>> one = Elementary.of([FieldNumber.of(1)])
        >>> print(one.plus(one, -3))
        -2
        """
        more = (part.times(times) for part in other.parts), (term.times(times) for term in other.terms)
        return Elementary.of([*self.parts, *more[0]], [*self.terms, *more[1]])

    # -- output

    @property
    def bases(self) -> set[Number]:
        """The bases of degree 3 or more, which are written as letters."""
        every = [*self.parts, *(term.argument for term in self.terms)]
        return {number.base for number in every if number.degree > 2}

    @property
    def letters(self) -> dict[Number, str]:
        """The letters of the bases of degree 3 or more, in the order of their sizes."""
        return letters_of(self.bases)

    def __str__(self) -> str:
        return self.text(self.letters)

    def text(self, names: Mapping[Number, str]) -> str:
        """Return the number as text, which is also valid Python, with letters for bases of degree 3 or more."""
        parts = [text for part in self.parts for text in _signed(part.terms(names))]
        parts += [term.text(names) for term in self.terms]
        text = " ".join(parts)
        return ("-" + text[2:] if text.startswith("- ") else text.removeprefix("+ ")) or "0"

    def to_sympy(self) -> Any:
        """Return the number as an expression of sympy.

        >>> Elementary.of([FieldNumber.of(1)], [logarithm(Fraction(-1, 2), FieldNumber.of(3))]).to_sympy()
        1 - log(3)/2
        """
        import sympy

        with LIBRARIES:
            terms = (term.value(sympy, FieldNumber.to_sympy) for term in self.terms)
            return sympy.Add(*(part.to_sympy() for part in self.parts), *terms)

    def enclosure(self, digits: int = 40) -> Interval:
        """Return two fractions around the number, about `10^-digits` apart; a fraction gives itself twice.

        >>> low, high = Elementary.of([], [logarithm(Fraction(1), FieldNumber.of(2))]).enclosure()
        >>> bool(high - low < Fraction(1, 10**39)), decimal_text(low, 12)
        (True, '0.693147180560')
        """
        import mpmath

        rational = [part.rational for part in self.parts]
        if not self.terms and None not in rational:
            exact = sum(filter(None, rational), Fraction(0))
            return exact, exact
        with LIBRARIES:
            iv = type(mpmath.iv)()  # a separate context, so that the precision of others does not change
            iv.dps = digits + _SPARE
            total = sum((_interval(part, iv) for part in self.parts), iv.mpf(0))
            total = sum((term.value(iv, partial(_interval, iv=iv)) for term in self.terms), total)
        low, high = (Fraction(*map(int, mpmath.libmp.to_rational(end))) for end in total._mpi_)
        return low, high

    def decimal(self, digits: int = 20) -> str:
        """Return the number with `digits` correctly rounded digits after the point.

        >>> Elementary.of([], [logarithm(Fraction(1), FieldNumber.of(2))]).decimal()
        '0.69314718055994530942'
        """
        more = digits + 10
        while True:
            low, high = (decimal_text(end, digits) for end in self.enclosure(more))
            if low == high:
                return low
            more *= 2

    def to_json(self) -> dict[str, Any]:
        """Return the number as plain data for JSON: text, 30 digits, and the values of its letters."""
        where = {letter: number_json(base) for base, letter in self.letters.items()}
        return {"exact": str(self), "decimal": self.decimal(30)} | ({"where": where} if where else {})


def letters_of(bases: Iterable[Number]) -> dict[Number, str]:
    """Return letters for different numbers, in the order of their sizes: u, v, w and so on, then u1, v1, w1 and so on.

    >>> letters_of([Fraction(2, 3), Fraction(1, 3)])
    {Fraction(1, 3): 'u', Fraction(2, 3): 'v'}
    """
    rounds = (f"{letter}{place or ''}" for place in count() for letter in _LETTERS)
    return dict(zip(sorted(set(bases)), rounds, strict=False))


def letter_notes(letters: Mapping[Number, str]) -> list[str]:
    """Return a line with the value of each letter.

    >>> letter_notes(Elementary.of([FieldNumber.of(root([1, 0, 1, -1], 0))]).letters)
    ['u = 0.6823278038 is a root of -1 + x + x**3']
    """
    return [
        f"{letter} = {decimal_text(base, 10)} is a root of {minimal_polynomial_text(base)}"
        for base, letter in letters.items()
    ]


def _order(number: FieldNumber) -> tuple[int, float]:
    return number.degree, float(number.base)


def _signed(terms: Sequence[str]) -> list[str]:
    """Return terms each with its sign and a space."""
    return [f"- {text[1:]}" if text[0] == "-" and text[1] != " " else text for text in terms]


def _gathered(terms: Iterable[Term]) -> list[Term]:
    """Return terms with equal functions combined, and logarithms in the normal form of the module."""
    sums: dict[tuple[str, FieldNumber, int], Fraction] = defaultdict(Fraction)
    logs: dict[int, list[Term]] = defaultdict(list)
    for term in terms:
        if term.kind == "log":
            logs[term.under].append(term)
        else:
            sums[term.kind, term.argument, term.under] += term.coefficient
    for under, listed in logs.items():
        for term in _logarithms(listed, under):
            sums["log", term.argument, under] += term.coefficient
    made = [Term(value, *key) for key, value in sums.items() if value]
    return sorted(made, key=lambda term: term.order)


def _logarithms(terms: Sequence[Term], under: int) -> Iterator[Term]:
    """Yield logarithms with the same sum as the given logarithms: steps 1 and 2 of the module."""
    whole: list[tuple[Fraction, Fraction]] = []  # coefficients, and fractions
    for term in terms:
        content, rest = term.argument.primitive()
        whole.append((term.coefficient, content))
        if rest.rational is None and rest.degree == 2:
            yield from _by_primes(term.coefficient, rest, whole, under)
        elif rest.rational is None:
            yield Term(term.coefficient, "log", rest, under)
    for coefficient, value in whole:
        for side, sign in ((value.numerator, 1), (value.denominator, -1)):
            for prime, power in _parts(side):
                yield Term(coefficient * sign * power, "log", FieldNumber.of(prime), under)


def _parts(number: int) -> Iterator[tuple[int, int]]:
    """Yield the small primes of a positive integer with their powers, and the remaining cofactor."""
    for prime in range(2, _PRIMES):
        if prime * prime > number:
            break
        power = 0
        while not number % prime:
            number, power = number // prime, power + 1
        if power:
            yield prime, power
    if number > 1:
        yield number, 1


def _traced(number: Number) -> Fraction:
    """Return the trace of `p + q sqrt(r)`, which is `2 p`."""
    return 2 * FieldNumber.of(number).coordinates[0]


def _norm(number: Number) -> Fraction:
    """Return the product of a number of degree 2 and its conjugate."""
    norm = number * (_traced(number) - number)
    assert isinstance(norm, Fraction)
    return norm


def _by_primes(
    coefficient: Fraction, parted: FieldNumber, whole: list[tuple[Fraction, Fraction]], under: int
) -> Iterator[Term]:
    """Yield logarithms whose sum is the logarithm of `a + b sqrt(r)`, with coprime `a` and `b`: step 2 of the module.

    Logarithms of fractions go to `whole` instead.
    """
    number, base = parted.value, parted.base
    if _is_integer(number / 2):
        number = number / 2
        whole.append((coefficient, Fraction(2)))
    for prime, _ in _parts(int(abs(_norm(number)))):
        divisor = _smallest(base, prime)
        if divisor is None:
            continue
        conjugate, powers = _traced(divisor) - divisor, 0
        while _is_integer(number / divisor):
            number, powers = number / divisor, powers + 1
        while _is_integer(number / conjugate):  # the conjugate of a divisor is the prime divided by it
            number, powers = number / conjugate, powers - 1
            whole.append((coefficient, Fraction(prime)))
        square = divisor * divisor / prime
        if _is_integer(square):  # a unit
            whole.append((coefficient * powers / 2, Fraction(prime)))
            yield from _of_unit(coefficient * powers / 2, square, base, under)
        elif powers:
            yield Term(coefficient * powers, "log", FieldNumber.of(divisor, base), under)
    if isinstance(number, Fraction):
        whole.append((coefficient, abs(number)))
    elif abs(_norm(number)) == 1:
        yield from _of_unit(coefficient, number, base, under)
    else:
        yield logarithm(coefficient, FieldNumber.of(number, base), under)


def _is_integer(number: Number) -> bool:
    """Return whether `p + q sqrt(r)` is an algebraic integer."""
    return _traced(number).denominator == 1 == _norm(number).denominator


def _of_unit(coefficient: Fraction, unit: Number, base: Number, under: int) -> Iterator[Term]:
    """Yield the logarithm of the modulus of an irrational unit, as a multiple of that of the smallest unit above 1."""
    unit = unit if unit > 0 else -unit
    if unit < 1:
        coefficient, unit = -coefficient, 1 / unit
    smallest = _smallest(base, 1)
    if smallest is None:
        yield Term(coefficient, "log", FieldNumber.of(unit, base), under)
        return
    power = 0
    reached: Number = Fraction(1)
    while reached < unit:
        power, reached = power + 1, reached * smallest
    assert reached == unit
    yield Term(coefficient * power, "log", FieldNumber.of(smallest, base), under)


@cache
def _smallest(base: Number, size: int) -> Number | None:
    """Return the smallest integer of `Q(sqrt(r))` above `sqrt(size)` whose norm is `size` or `-size`, None if too long.

    It is `(a + b sqrt(r)) / 2` with positive `a` and `b`, because its trace and its norm are integers.
    """
    assert isinstance(base, Algebraic)
    r = -base.polynomial[2]
    for b in range(1, _LONG):
        for four in (-4 * size, 4 * size):
            a = isqrt(max(r * b * b + four, 0))
            if a > 0 and a * a == r * b * b + four:
                half: Number = (base * b + a) / 2
                return half
    return None
