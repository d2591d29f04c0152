"""Rational functions in readable form: factored, as text, in LaTeX and as sympy expressions.

A factor with a proved sign inside the unit cube is written as positive there, and terms are in the order of rising
degree, so `a + b - a*b` and not `-(a*b - a - b)`. The text is also valid Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.numbers import (
    Algebraic,
    Number,
    decimal_text,
    fraction_text,
    integer_text,
    minimal_polynomial,
    number_latex,
    number_text,
)
from truel_ref.symbolic.algebra import Factors, Function, Polynomial, factors, open_sign

__all__ = [
    "factored",
    "function_latex",
    "function_text",
    "minimal_polynomial_text",
    "number_json",
    "polynomial_text",
    "root_notes",
    "sympy_factored",
]

_DEGREE_OF_RADICALS = 2

Terms: TypeAlias = "list[tuple[tuple[int, ...], Fraction]]"


def factored(function: Function) -> tuple[Fraction, Factors, Factors]:
    """Return a function as constant, factors above and factors below, each factor positive inside the unit cube.

    If the Bernstein coefficients of a factor on the cube do not prove its sign, its first term is positive.

    Parameters: `function`, a rational function, not 0.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b, _ = Letters([None, None, None]).hits
    >>> factored((a - 1) / (a * b - a - b))
    (Fraction(1, 1), ((-a + 1, 1),), ((-a*b + a + b, 1),))
    """
    constant, top, bottom = factors(function)
    sides = []
    for side in (top, bottom):
        signed = []
        for polynomial, power in side:
            flip = _sign(polynomial) < 0
            signed.append((-polynomial if flip else polynomial, power))
            constant *= (-1) ** power if flip else 1
        sides.append(tuple(sorted(signed, key=lambda pair: (len(pair[0]), polynomial_text(pair[0])))))
    return constant, sides[0], sides[1]


def _sign(polynomial: Polynomial) -> int:
    return open_sign(polynomial) or (1 if _terms(polynomial)[0][1] > 0 else -1)


def _terms(polynomial: Polynomial) -> Terms:
    """Return the terms by rising degree, a before b within a degree."""
    terms = [(powers, Fraction(int(value.numerator), int(value.denominator))) for powers, value in polynomial.terms()]
    return sorted(terms, key=lambda term: (sum(term[0]), [-power for power in term[0]]))


@dataclass(frozen=True)
class _Notation:
    """A notation for sums, products and quotients.

    Fields: `number`, the form of a positive fraction; `names`, of symbols; `times`, the sign between factors; `raised`,
    `grouped` and `quotient`, the forms of a power, a factor in parentheses and a fraction; `bare`, whether a numerator
    or denominator with a single factor needs no parentheses.
    """

    number: Callable[[Fraction], str]
    names: Callable[[Sequence[Any]], Sequence[str]]
    times: str
    raised: str
    grouped: str
    quotient: str
    bare: bool

    def power(self, base: str, power: int) -> str:
        return base if power == 1 else self.raised.format(base, power)

    def sum(self, terms: Terms, names: Sequence[str]) -> str:
        """Return a polynomial by its terms."""
        text = ""
        for powers, value in terms:
            sign = ("-" if value < 0 else "") if not text else (" - " if value < 0 else " + ")
            parts = [self.power(name, power) for name, power in zip(names, powers, strict=True) if power]
            text += sign + self.times.join(parts if parts and abs(value) == 1 else [self.number(abs(value)), *parts])
        return text or "0"

    def polynomial(self, polynomial: Polynomial) -> str:
        """Return a polynomial, by rising degree."""
        return self.sum(_terms(polynomial), self.names(polynomial.ring.symbols))

    def product(self, number: int, listed: Factors, bare: bool) -> str:
        """Return a positive number times some factors; `bare`, whether a single factor needs no parentheses."""
        parts = [integer_text(number)] if number != 1 or not listed else []
        alone = bare and not parts and len(listed) == 1 and listed[0][1] == 1
        for polynomial, power in listed:
            text = self.polynomial(polynomial)
            parts.append(self.power(text if len(polynomial) == 1 or alone else self.grouped.format(text), power))
        return self.times.join(parts)

    def function(self, function: Function) -> str:
        """Return a rational function, factored."""
        if not function:
            return "0"
        constant, top, bottom = factored(function)
        sign = "-" if constant < 0 else ""
        if not bottom and constant.denominator == 1:
            return sign + self.product(abs(constant.numerator), top, bare=not sign)
        above = self.product(abs(constant.numerator), top, self.bare)
        below = self.product(constant.denominator, bottom, self.bare)
        if not self.bare and len(bottom) + (constant.denominator != 1) > 1:
            below = self.grouped.format(below)
        return sign + self.quotient.format(above, below)


def _text_names(symbols: Sequence[Any]) -> list[str]:
    return list(map(str, symbols))


def _latex_names(symbols: Sequence[Any]) -> list[str]:
    from sympy import latex

    return [str(latex(symbol)) for symbol in symbols]


_TEXT = _Notation(fraction_text, _text_names, "*", "{}**{}", "({})", "{}/{}", bare=False)
_LATEX = _Notation(number_latex, _latex_names, " ", "{}^{{{}}}", r"\left({}\right)", r"\frac{{{}}}{{{}}}", bare=True)


def polynomial_text(polynomial: Polynomial) -> str:
    """Return a polynomial as text, by rising degree.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b = Letters([None, None]).hits
    >>> polynomial_text((a + b - 2 * a * b**2).numer)
    'a + b - 2*a*b**2'
    """
    return _TEXT.polynomial(polynomial)


def minimal_polynomial_text(value: Number, name: str = "x") -> str:
    """Return the irreducible polynomial of a number as text.

    >>> from truel_ref.numbers import root
    >>> minimal_polynomial_text(root([1, -3, 1], 0), "a"), minimal_polynomial_text(Fraction(1, 2), "b")
    ('1 - 3*a + a**2', '-1 + 2*b')
    """
    rising = enumerate(reversed(minimal_polynomial(value)))
    return _TEXT.sum([((power,), Fraction(coefficient)) for power, coefficient in rising if coefficient], [name])


def root_notes(values: Iterable[Number]) -> list[str]:
    """Return a line with the polynomial of each number whose text is `root(…; k)`.

    >>> from truel_ref.numbers import root
    >>> root_notes([root([1, 0, 0, -2], 0), root([1, -3, 1], 0)])
    ['root(1 0 0 -2; 0) is a root of -2 + x**3']
    """
    return [
        f"{value} is a root of {minimal_polynomial_text(value)}"
        for value in dict.fromkeys(values)
        if isinstance(value, Algebraic) and value.degree > _DEGREE_OF_RADICALS
    ]


def number_json(value: Number, name: str = "x") -> dict[str, str]:
    """Return a number as plain data for JSON: exact text, 20 digits, and its polynomial.

    >>> from truel_ref.numbers import root
    >>> number_json(root([1, -3, 1], 0), "a")
    {'exact': '(3 - sqrt(5))/2', 'decimal': '0.38196601125010515180', 'root_of': '1 - 3*a + a**2'}
    """
    return {
        "exact": number_text(value),
        "decimal": decimal_text(value, 20),
        "root_of": minimal_polynomial_text(value, name),
    }


def function_text(function: Function) -> str:
    """Return a rational function as text, factored.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b = Letters([None, None]).hits
    >>> function_text(2 * a**2 * (b - 1) / (3 * a * b - 3 * a - 3 * b))
    '2*a**2*(1 - b)/(3*(a + b - a*b))'
    """
    return _TEXT.function(function)


def function_latex(function: Function) -> str:
    r"""Return a rational function as LaTeX, factored.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b = Letters([None, None]).hits
    >>> print(function_latex(a**2 * (b - 1) / (a * b - a - b)))
    \frac{a^{2} \left(1 - b\right)}{a + b - a b}
    """
    return _LATEX.function(function)


def sympy_factored(function: Function) -> Any:
    """Return a rational function as a factored sympy expression.

    >>> from truel_ref.symbolic.algebra import Letters
    >>> a, b = Letters([None, None]).hits
    >>> sympy_factored(a**2 * (b - 1) / (a * b - a - b))
    a**2*(1 - b)/(-a*b + a + b)
    """
    from sympy import Integer, Mul, Pow, Rational

    if not function:
        return Integer(0)
    constant, top, bottom = factored(function)

    def product(listed: Factors, sign: int) -> Iterable[Any]:
        return (Pow(polynomial.as_expr(), sign * power) for polynomial, power in listed)

    number = Rational(constant.numerator, constant.denominator)
    whole = Mul(*product(top, 1), *product(bottom, -1))
    return whole if number == 1 else Mul(number, whole, evaluate=False)
