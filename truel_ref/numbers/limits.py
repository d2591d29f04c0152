"""How long numbers may be: every limit of the door, in one place, each with the reason for it.

A number is refused by the length of its text before it is read, so a refusal takes no time. The limits are for what
people give; what the library itself has written, such as the win probabilities of a solution, is read without a limit
on digits (`digits=None` in `read_rational` and `read_number`).
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
"""Numerator and denominator are at most 10^10000. Three players whose hit probabilities have 10,000 digits each are
solved in 2 seconds and with 20,000 in 8, growing with the square; a million digits would take hours."""

EXPONENT_LIMIT = 10_000
"""An exponent, as in 1e-10000, lies between -10,000 and 10,000: so the number keeps to the limit on digits."""

TEXT_LIMIT = 100_000
"""Characters of a text that stands for one number; a longer one is not even looked at."""

COEFFICIENT_DIGITS_LIMIT = 1_000
"""Digits of each integer in text with sqrt or root, because polynomials with these integers are factorised."""

DEGREE_LIMIT = 24
"""Degree of an algebraic number and of a field; beyond, factorising may take minutes."""

FIELD_LIMIT = 1_000_000
"""Square of the degree times binary digits of the integers: of a polynomial whose root is taken, of a field that holds
several irrational numbers, and of a number in it. At the limit text takes up to 5 seconds to be read, and a problem of
three players up to 10 to be solved and printed; the time grows with about the power 1.6."""

PRODUCT_LIMIT = 64
"""Degree of a polynomial that is factorised on the way."""

POWER_LIMIT = 64
"""Exponent of a power in text or in a sympy expression."""

POWER_BITS_LIMIT = 1_000_000
"""Binary digits of such a power."""

DEPTH_LIMIT = 50
"""Nested parentheses in text, and nested sympy expressions."""
