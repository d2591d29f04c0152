"""The limits on the length of numbers, each with its reason.

A text that is too long is refused before it is read, so a refusal takes no time. The limits apply to input by people.
Numbers that the library has written, such as the win probabilities of a solution, have no limit on digits
(`digits=None` in `read_rational` and `read_number`).
"""

from __future__ import annotations

__all__ = [
    "COEFFICIENT_DIGITS_LIMIT",
    "DEGREE_LIMIT",
    "DEPTH_LIMIT",
    "DIGITS_LIMIT",
    "EXPONENT_LIMIT",
    "FIELD_LIMIT",
    "POWER_BITS_LIMIT",
    "POWER_LIMIT",
    "PRODUCT_LIMIT",
    "TEXT_LIMIT",
]

DIGITS_LIMIT = 10_000
"""Numerator and denominator are at most 10^10000. A problem of three players whose hit probabilities have 10,000 digits
each takes 2 seconds, with 20,000 digits 8 seconds; the time grows with the square, so a million digits would take
hours."""

EXPONENT_LIMIT = 10_000
"""An exponent, as in 1e-10000, is between -10,000 and 10,000, which follows from the limit on digits."""

TEXT_LIMIT = 100_000
"""The most characters of the text of a number; longer text is refused unread."""

COEFFICIENT_DIGITS_LIMIT = 1_000
"""The most digits of each integer in text with sqrt or root, because polynomials with these integers are factorised."""

DEGREE_LIMIT = 24
"""The highest degree of an algebraic number and of a field; beyond, factorising may take minutes."""

FIELD_LIMIT = 1_000_000
"""The largest product of the square of the degree and the binary digits of the integers: for a polynomial whose root is
taken, for a field with several irrational numbers, and for a number of this field. At the limit, reading a text takes
up to 5 seconds, and solving and printing a problem of three players up to 10; the time grows with about the power
1.6."""

PRODUCT_LIMIT = 64
"""The highest degree of an intermediate polynomial to factorise."""

POWER_LIMIT = 64
"""The largest exponent of a power in text or in a sympy expression."""

POWER_BITS_LIMIT = 1_000_000
"""The most binary digits of a power in text or in a sympy expression."""

DEPTH_LIMIT = 50
"""The deepest nesting of parentheses in text, and of sympy expressions."""
