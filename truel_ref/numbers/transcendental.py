"""What is said of numbers that no polynomial has for a root, so that nobody looks for another way to write them."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from truel_ref.errors import NumberError, imported
from truel_ref.numbers.rational import read_rational

__all__ = ["why_transcendental"]

_PI = ("pi", "\N{GREEK SMALL LETTER PI}")
_NAMES_PI = re.compile("(?<![a-z])pi(?![a-z0-9])|\N{GREEK SMALL LETTER PI}")
_LENGTH_LIMIT = 200  # characters; who writes more is told less


def why_transcendental(value: object) -> str:
    """Return what a message says of a value that has pi in it, or e; nothing of any other.

    A fraction other than 0 times a power of pi is transcendental (Lindemann 1882), and so is one times a power of e
    (Hermite 1873). Of other text with pi in it, it is only said that pi is; an e in text may mean many things.

    Parameters: `value`, text or a sympy expression; anything else has nothing said of it.

    >>> why_transcendental("pi/4")
    'is transcendental, not algebraic; give a fraction near it, such as 355/452'
    >>> why_transcendental("1 - pi/4"), why_transcendental("pie")
    ('is not accepted: pi is transcendental, not algebraic; give a fraction near the number', '')
    """
    other = ""
    if isinstance(value, str):
        text = value.strip().casefold() if len(value) <= _LENGTH_LIMIT else ""
        if not _NAMES_PI.search(text):
            return ""
        monomial = _monomial_of_text(text)
        other = "is not accepted: pi is transcendental, not algebraic; give a fraction near the number"
    else:
        monomial = _monomial_of_expression(value)
    if monomial is None:
        return other
    near = _near(*monomial)
    return f"is transcendental, not algebraic; give a fraction near it{f', such as {near}' if near else ''}"


def _monomial_of_text(text: str) -> tuple[Fraction, float, Fraction] | None:
    """Return `(c, pi, k)` of text that says `c pi^k`, with c and k not 0, by factors and divisors alone."""
    coefficient, power = Fraction(-1 if text.startswith("-") else 1), 0
    divides = False
    for place, part in enumerate(re.split(r"([*/])", text.lstrip("+-"))):
        if place % 2:
            divides = part == "/"
        elif part.strip() in _PI:
            power += -1 if divides else 1
        else:
            try:
                factor = read_rational(part)
            except NumberError:
                return None
            if factor == 0:
                return None
            coefficient = coefficient / factor if divides else coefficient * factor
    return (coefficient, math.pi, Fraction(power)) if power else None


def _monomial_of_expression(value: object) -> tuple[Fraction, float, Fraction] | None:
    """Return `(c, x, k)` of a sympy expression `c x^k` with x = pi or e; sympy is not imported for the question."""
    sympy = imported("sympy")
    if sympy is None or not isinstance(value, sympy.Expr):
        return None
    coefficient, rest = value.as_coeff_Mul()
    base, exponent = rest.as_base_exp()
    fractions = (coefficient, exponent)
    if base not in (sympy.pi, sympy.E) or not all(isinstance(one, sympy.Rational) and one for one in fractions):
        return None
    return read_rational(coefficient), math.pi if base == sympy.pi else math.e, read_rational(exponent)


def _near(coefficient: Fraction, base: float, power: Fraction) -> str:
    """Return a short fraction near `coefficient * base^power` as text, if it can be a probability."""
    try:
        near = Fraction(float(coefficient) * base ** float(power)).limit_denominator(1000)
    except OverflowError:
        return ""
    return str(near) if 0 < near <= 1 else ""
