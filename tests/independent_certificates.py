"""A checker of the certificates that shares nothing with the library: JSON in, products of dictionaries, a sum of 0.

A polynomial is a dictionary from exponents to fractions. What a certificate is stands at the top of
``truel_ref/studies/self_pays/certificates.py``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Polynomial = dict[tuple[int, ...], Fraction]


def plus(first: Polynomial, second: Polynomial) -> Polynomial:
    total = {powers: first.get(powers, 0) + second.get(powers, 0) for powers in first.keys() | second.keys()}
    return {powers: Fraction(value) for powers, value in total.items() if value != 0}


def times(first: Polynomial, second: Polynomial) -> Polynomial:
    total: Polynomial = {}
    for powers, value in first.items():
        for more, other in second.items():
            total = plus(total, {tuple(map(sum, zip(powers, more, strict=True))): value * other})
    return total


def polynomial_of(condition: dict[str, Any]) -> Polynomial:
    return {tuple(powers): Fraction(coefficient) for coefficient, powers in condition["terms"]}


def refutes(certificate: dict[str, Any]) -> bool:
    """Tell whether the identity holds and no term of it can be negative, and one must be positive."""
    symbols = len(certificate["symbols"])
    relations = [condition["relation"] for condition in certificate["conditions"]]
    assert {*relations} <= {">", "<", ">=", "<=", "="}
    factors = [
        times(polynomial_of(condition), {(0,) * symbols: Fraction(-1 if "<" in condition["relation"] else 1)})
        for condition in certificate["conditions"]
    ]
    total: Polynomial = {}
    strict = False
    for coefficient, used, low, high in certificate["identity"]:
        assert len(low) == len(high) == symbols
        assert min(*low, *high) >= 0
        equation = any(relations[number] == "=" for number in used)
        if Fraction(coefficient) <= 0 and not equation:
            return False
        strict |= all(relations[number] in "<>" for number in used)
        term = {tuple(low): Fraction(coefficient)}
        for number in used:
            term = times(term, factors[number])
        for at, power in enumerate(high):
            one_less = {(0,) * symbols: Fraction(1), tuple(int(at == other) for other in range(symbols)): Fraction(-1)}
            for _ in range(power):
                term = times(term, one_less)
        total = plus(total, term)
    return strict and not total
