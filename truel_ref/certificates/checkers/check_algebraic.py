#!/usr/bin/env python3
"""Check certificates with irrational numbers: python check_algebraic.py FILE [FILE ...]

The other programs check the same kinds with fractions; this one needs check.py and check_more.py beside it, and gives
them numbers of a field. The head states a polynomial m with integers and an interval in which m has exactly one root x.
A number is a text of fractions, "a b c" for a + b x + c x^2. Sums and products are those of polynomials modulo m, and
1 / a comes from Euclid's algorithm. The sign of a(x) is the Tarski query of a: make the sequence m, rest of m' a by m,
and then each time minus the rest of the last but one by the last; x is the only root of m in the interval, so the
changes of sign in the sequence at its lower end, less those at its upper end, are the sign of a(x), 0 included. (Basu,
Pollack, Roy, Algorithms in Real Algebraic Geometry, chapter 2.) So m need not be irreducible.
"""

import itertools
import math
import sys
from fractions import Fraction
from functools import total_ordering

try:
    from .check import Game, fraction, listed, main, need, objects
    from .check_more import More
except ImportError:  # a program by itself
    from check import Game, fraction, listed, main, need, objects
    from check_more import More

HIGHEST, WORK = 24, 30_000_000  # degree; steps


def trimmed(one):
    while one and not one[-1]:
        one.pop()
    return one


def rest(one, other):
    """The remainder of a polynomial by another one, the lowest power first, and the quotient."""
    one, quotient = trimmed([*one]), [Fraction(0)] * max(1, len(one) - len(other) + 1)
    while len(one) >= len(other):
        place = len(one) - len(other)
        quotient[place] = factor = one.pop() / other[-1]
        for power, part in enumerate(other[:-1]):
            one[place + power] -= factor * part
        trimmed(one)
    return one, quotient


def product(one, other):
    result = [Fraction(0)] * (len(one) + len(other))
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            result[i + j] += a * b
    return trimmed(result)


def value(polynomial, at):
    result = Fraction(0)
    for part in reversed(polynomial):
        result = result * at + part
    return result


class Field:
    """The fractions with one more number x: the root of a polynomial in an interval."""

    def __init__(self, polynomial, between):
        self.modulus = [fraction(part) for part in listed(polynomial)]
        integers = all(part.denominator == 1 for part in self.modulus)
        need(2 < len(self.modulus) <= HIGHEST + 1 and integers and self.modulus[-1] > 0, "polynomial: not one of x")
        self.between, self.work = [fraction(end) for end in listed(between, 2)], 0
        ends = [value(self.modulus, end) for end in self.between]
        need(self.between[0] < self.between[1] and all(ends), "between: not an interval, or a root at an end")
        need(self.sign([Fraction(1)]) == 1, "between: not exactly one root")

    def near(self, number):
        """A decimal near a number, for readers only."""
        low, high = self.between
        for _ in range(80):
            middle = (low + high) / 2
            same = value(self.modulus, middle) * value(self.modulus, low) > 0
            low, high = (middle, high) if same else (low, middle)
        return float(value(number, low))

    def count(self, *numbers):
        size = max((part.denominator.bit_length() for number in numbers for part in number), default=0)
        self.work += len(self.modulus) ** 2 * (1 + size // 350) ** 2
        need(self.work <= WORK, "this is too much work")

    def sign(self, number):
        """The sign of a polynomial at x, by Tarski's query."""
        self.count(number)
        slope = [power * part for power, part in enumerate(self.modulus)][1:]
        sequence = [self.modulus, rest(product(slope, number), self.modulus)[0]]
        while sequence[-1]:
            sequence.append([-part for part in rest(*sequence[-2:])[0]])
        changes = []
        for end in self.between:
            signs = [one > 0 for one in (value(polynomial, end) for polynomial in sequence) if one]
            changes.append(sum(one != other for one, other in itertools.pairwise(signs)))
        return changes[0] - changes[1]

    def inverse(self, number):
        """1 / number: Euclid's algorithm, with the factors of the number."""
        self.count(number)
        last, here, factors = self.modulus, number, [[], [Fraction(1)]]
        while len(here) > 1:
            left, quotient = rest(last, here)
            more = product(quotient, factors[1])
            width = range(max(len(more), len(factors[0])))
            at = [dict(enumerate(one)) for one in (factors[0], more)]
            factors = [factors[1], trimmed([at[0].get(power, 0) - at[1].get(power, 0) for power in width])]
            last, here = here, left
        need(here, "a number and the polynomial have a common factor")
        return self.made([part / here[0] for part in factors[1]])

    def made(self, number):
        parts, _ = rest(number, self.modulus)
        return Number(self, parts) if len(parts) > 1 else Fraction(*parts)

    def read(self, text):
        """Read a number."""
        need(isinstance(text, str), f"{text!r:.40}: no number")
        parts = [fraction(part) for part in text.split(" ")]
        if len(parts) == 1:
            return parts[0]
        need(
            len(parts) < len(self.modulus) and parts[-1], f"{text:.40}: not a polynomial below the degree of the field"
        )
        return Number(self, parts)


@total_ordering
class Number:
    """A number of a field with a power of x."""

    def __init__(self, field, parts):
        self.field, self.parts = field, parts

    def of(self, other):
        return other.parts if isinstance(other, Number) else trimmed([Fraction(other)])

    def __add__(self, other):
        width = max(len(self.parts), len(self.of(other)))
        one, two = ([*parts, *[Fraction(0)] * (width - len(parts))] for parts in (self.parts, self.of(other)))
        return self.field.made([a + b for a, b in zip(one, two)])

    def __mul__(self, other):
        self.field.count(self.parts, self.of(other))
        return self.field.made(product(self.parts, self.of(other)))

    def __neg__(self):
        return Number(self.field, [-part for part in self.parts])

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * (self.field.inverse(other.parts) if isinstance(other, Number) else 1 / Fraction(other))

    def __rtruediv__(self, other):
        return self.field.inverse(self.parts) * other

    __radd__, __rmul__ = __add__, __mul__

    def sign(self, other):
        difference = self - other
        return self.field.sign(difference.parts if isinstance(difference, Number) else trimmed([difference]))

    def __eq__(self, other):
        return isinstance(other, (Number, Fraction, int)) and (self.parts == self.of(other) or self.sign(other) == 0)

    def __lt__(self, other):
        return self.sign(other) < 0

    def __bool__(self):
        return self != 0

    def __hash__(self):
        return hash(tuple(self.parts))

    @property
    def denominator(self):
        return math.lcm(*(part.denominator for part in self.parts))

    def __str__(self):
        return f"({' '.join(map(str, self.parts))}, about {self.field.near(self.parts):.6g})"


def checked(path):
    """Say what a certificate shows, or raise `Refused`."""
    lines = objects(path)
    head = next(lines, {})
    field = Field(head.pop("polynomial", None), head.pop("between", None))
    game = (Game if head.get("kind") in list(Game.KINDS) else More)(head, field.read)
    ends = " and ".join(map(str, field.between))
    root = f"x a root of {' '.join(map(str, field.modulus))} between {ends}"
    return f"{game.kind} play of {', '.join(map(str, game.hits))}, {root}: {game.check(lines)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], checked))
