"""Where in the unit cube polynomials may vanish together, by intervals of integers.

Numbers are integers in units of `2^-BITS`, an interval is a pair of them, and all intervals of letters lie in [0, 1].
There a power of a letter grows with it, so a term lies between its values at the ends, and rounding outwards is
rounding down and up. Over an interval of the last letter a polynomial lies between its Bernstein coefficients; a part
where these have one sign is left out, and the rest is halved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm
from typing import TypeAlias

__all__ = ["BITS", "UNIT", "BoundedTerms", "Bounds", "bounded_terms", "common_pieces", "narrowed", "outwards"]

BITS = 96
UNIT = 1 << BITS

Bounds: TypeAlias = tuple[int, int]
"""An interval: its ends in units of `2^-BITS`."""

BoundedTerms: TypeAlias = dict[tuple[int, ...], Bounds]
"""A polynomial whose coefficients are known between bounds, by exponents."""

_Table: TypeAlias = tuple[list[int], list[int]]  # lower and upper bounds of Bernstein coefficients

_MOST = 64  # pieces; where there are more, zeros are not parted and halving is of no use


def bounded_terms(terms: Mapping[tuple[int, ...], int]) -> BoundedTerms:
    """Return a polynomial with integer coefficients as one whose coefficients are known between bounds."""
    return {powers: (value * UNIT, value * UNIT) for powers, value in terms.items()}


def outwards(low: Fraction, high: Fraction) -> Bounds:
    """Return the smallest interval in units of `2^-BITS` with two fractions in it.

    >>> outwards(Fraction(1, 2), Fraction(1)) == (UNIT // 2, UNIT)
    True
    """
    return low.numerator * UNIT // low.denominator, -(-high.numerator * UNIT // high.denominator)


def narrowed(terms: BoundedTerms, place: int, bounds: Bounds) -> BoundedTerms:
    """Return a polynomial in the other letters, one letter being somewhere in an interval.

    Parameters: `terms`; `place`, which letter; `bounds`, an interval in [0, 1].

    >>> half = UNIT // 2
    >>> narrowed(bounded_terms({(1, 1): 1, (0, 0): -1}), 0, (0, half)) == {(1,): (0, half), (0,): (-UNIT, -UNIT)}
    True
    """
    low, high = bounds
    powers = [(UNIT, UNIT)]
    for _ in range(max((exponents[place] for exponents in terms), default=0)):
        least, most = powers[-1]
        powers.append((least * low >> BITS, -(-most * high >> BITS)))
    left: BoundedTerms = {}
    for exponents, (bottom, top) in terms.items():
        least, most = powers[exponents[place]]
        rest = exponents[:place] + exponents[place + 1 :]
        below, above = left.get(rest, (0, 0))
        below += bottom * (least if bottom > 0 else most) >> BITS
        above -= -top * (most if top > 0 else least) >> BITS
        left[rest] = below, above
    return left


def common_pieces(lines: Sequence[BoundedTerms], halvings: int) -> list[Bounds]:
    """Return parts of [0, 1] outside of which some polynomial in one letter has no zero, in order.

    Parameters: `lines`, polynomials in one letter; `halvings`, how often an interval is halved at most. Where zeros
    cannot be parted, it is halved less often.

    >>> line = bounded_terms({(2,): 2, (0,): -1})
    >>> [(low, high)] = common_pieces([line], 20)
    >>> low / UNIT < 0.5**0.5 < high / UNIT, (high - low) / UNIT < 1e-5
    (True, True)
    >>> common_pieces([line, bounded_terms({(1,): 1})], 20)
    []
    """
    tables = [_bernstein(line) for line in lines]
    pieces = [(0, tables)] if all(map(_may_vanish, tables)) else []
    depth = 0
    while depth < halvings and pieces:
        halves = [half for place, tables in pieces for half in _halves(place, tables)]
        if len(halves) > _MOST:
            break
        pieces = halves
        depth += 1
    joined: list[Bounds] = []
    for place, _ in pieces:
        low, high = place * UNIT >> depth, (place + 1) * UNIT >> depth
        if joined and joined[-1][1] == low:
            low, _ = joined.pop()
        joined.append((low, high))
    return joined


def _bernstein(line: BoundedTerms) -> _Table:
    """Return bounds of positive multiples, by one factor, of the Bernstein coefficients on [0, 1]."""
    degree = max((power for (power,) in line), default=0)
    common = lcm(*(comb(degree, power) for power in range(degree + 1)))
    ends: list[list[int]] = []
    for end in (0, 1):
        weighted = [(power, bounds[end] * (common // comb(degree, power))) for (power,), bounds in line.items()]
        ends.append([sum(comb(place, power) * value for power, value in weighted) for place in range(degree + 1)])
    return ends[0], ends[1]


def _may_vanish(table: _Table) -> bool:
    """Tell whether a zero is not excluded by the signs of all Bernstein coefficients."""
    return min(table[0]) <= 0 <= max(table[1])


def _halves(place: int, tables: Sequence[_Table]) -> Iterator[tuple[int, list[_Table]]]:
    """Yield the halves of an interval in which no polynomial is proved to have no zero."""
    left: list[_Table] = []
    right: list[_Table] = []
    for lows, highs in tables:
        (below, above), (bottom, top) = _halved(lows, 0), _halved(highs, 1)
        left.append((below, bottom))
        right.append((above, top))
    for number, half in enumerate((left, right)):
        if all(map(_may_vanish, half)):
            yield 2 * place + number, half


def _halved(values: list[int], up: int) -> tuple[list[int], list[int]]:
    """Return the Bernstein coefficients on both halves by de Casteljau's scheme, rounded down or up by 1 at most."""
    level = values
    left, right = [level[0]], [level[-1]]
    while len(level) > 1:
        level = [one + other + up >> 1 for one, other in pairwise(level)]
        left.append(level[0])
        right.append(level[-1])
    return left, right[::-1]
