"""Exact piecewise polynomials in one letter over an interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from truel_ref.errors import NumberError, shown
from truel_ref.numbers import Number, evaluate, fraction_text

__all__ = ["Piecewise"]

_Coefficients = tuple[Fraction, ...]


class Piecewise:
    """A continuous piecewise polynomial over an interval, with rational coefficients and break points.

    `+`, `-`, `*` and division by a number give a piecewise polynomial; equal functions are equal. It can replace a
    number in computations without comparisons.

    Parameters: `ends`, the break points in ascending order, including both ends of the interval; `parts`, the
    polynomials between successive break points, with coefficients from the highest power down.

    Raises `NumberError` if the ends do not ascend, or their number does not fit.

    >>> x = Piecewise([0, 1], [[1, 0]])
    >>> y = (3 * x).at_most(1) * (1 - x)
    >>> print(y)
    -3 m^2 + 3 m up to 1/3, then -m + 1
    >>> y(Fraction(1, 2)), y.ends
    (Fraction(1, 2), (Fraction(0, 1), Fraction(1, 3), Fraction(1, 1)))
    """

    __slots__ = ("ends", "parts")

    ends: tuple[Fraction, ...]
    parts: tuple[_Coefficients, ...]

    def __init__(self, ends: Iterable[Fraction | int], parts: Iterable[Iterable[Fraction | int]]) -> None:
        places = [Fraction(end) for end in ends]
        pieces = [_trimmed([Fraction(coefficient) for coefficient in part]) for part in parts]
        if len(places) != len(pieces) + 1 or len(pieces) < 1 or not all(low < high for low, high in pairwise(places)):
            raise NumberError("a piecewise polynomial needs ascending break points, one more than its parts")
        joints = [place for place in range(1, len(pieces)) if pieces[place - 1] == pieces[place]]
        for place in reversed(joints):
            del places[place], pieces[place]
        self.ends, self.parts = tuple(places), tuple(pieces)

    def __call__(self, value: Number | int) -> Number:
        """Return the value at a number in the interval. Raises `NumberError` outside."""
        if not self.ends[0] <= value <= self.ends[-1]:
            raise NumberError(f"{shown(value)} is not between {self.ends[0]} and {self.ends[-1]}")
        result = evaluate(self.part_at(value), value)
        return result if not isinstance(result, int) else Fraction(result)

    def part_at(self, value: Number | int) -> _Coefficients:
        """Return the coefficients at a number; at a break point those of the left part."""
        return next(part for high, part in zip(self.ends[1:], self.parts, strict=True) if value <= high)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | Fraction):
            return self.parts == (_trimmed([Fraction(other)]),)
        return isinstance(other, Piecewise) and (self.ends, self.parts) == (other.ends, other.parts)

    def __hash__(self) -> int:
        return hash((self.ends, self.parts))

    def __repr__(self) -> str:
        return f"<Piecewise {self}>"

    def __str__(self) -> str:
        return self.text("m")

    def text(self, letter: str) -> str:
        """Return the function as text, with a given letter.

        >>> print(Piecewise([0, 1], [[Fraction(1, 2), 0, -1]]).text("x"))
        1/2 x^2 - 1
        """
        texts = [_polynomial_text(part, letter) for part in self.parts]
        if len(texts) == 1:
            return texts[0]
        said = [f"{text} up to {fraction_text(end)}" for text, end in zip(texts[:-1], self.ends[1:-1], strict=True)]
        return ", then ".join([*said, texts[-1]])

    def at_most(self, bound: Fraction | int) -> Piecewise:
        """Return the minimum of the function and a number, at every point; parts must have degree at most 1.

        Raises `NumberError` for a part of a higher degree.

        >>> print(Piecewise([0, 1], [[Fraction(1, 2)]]).at_most(Fraction(3, 4)))
        1/2
        """
        ends, parts = [self.ends[0]], []
        for low, high, part in zip(self.ends, self.ends[1:], self.parts, strict=False):
            if len(part) > 2:
                raise NumberError("at_most needs parts of degree at most 1; this part has a higher degree")
            slope, height = (Fraction(0), Fraction(0), *part)[-2:]
            crossing = (bound - height) / slope if slope else low
            for start, stop in pairwise(sorted({low, high, min(max(crossing, low), high)})):
                middle = (start + stop) / 2
                ends.append(stop)
                parts.append(part if slope * middle + height < bound else (Fraction(bound),))
        return Piecewise(ends, parts)

    # -- arithmetic

    def _with(self, other: object, combine: Callable[[_Coefficients, _Coefficients], list[Fraction]]) -> Any:
        if isinstance(other, int | Fraction):
            return Piecewise(self.ends, [combine(part, (Fraction(other),)) for part in self.parts])
        if not isinstance(other, Piecewise):
            return NotImplemented
        if (self.ends[0], self.ends[-1]) != (other.ends[0], other.ends[-1]):
            raise NumberError("two piecewise polynomials must have the same interval")
        ends = sorted({*self.ends, *other.ends})
        return Piecewise(ends, [combine(self.part_at(end), other.part_at(end)) for end in ends[1:]])

    def __add__(self, other: object) -> Any:
        return self._with(other, _sum)

    __radd__ = __add__

    def __mul__(self, other: object) -> Any:
        return self._with(other, _product)

    __rmul__ = __mul__

    def __neg__(self) -> Piecewise:
        return Piecewise(self.ends, [[-coefficient for coefficient in part] for part in self.parts])

    def __sub__(self, other: object) -> Any:
        return self + -other if isinstance(other, int | Fraction | Piecewise) else NotImplemented

    def __rsub__(self, other: object) -> Any:
        return -self + other

    def __truediv__(self, other: object) -> Any:
        return self * (1 / Fraction(other)) if isinstance(other, int | Fraction) else NotImplemented


def _trimmed(coefficients: Sequence[Fraction]) -> _Coefficients:
    """Return coefficients without leading zeros; the constant 0 has none."""
    first = next((place for place, coefficient in enumerate(coefficients) if coefficient), len(coefficients))
    return tuple(coefficients[first:])


def _sum(one: _Coefficients, other: _Coefficients) -> list[Fraction]:
    size = max(len(one), len(other))
    padded = [[Fraction(0)] * (size - len(part)) + list(part) for part in (one, other)]
    return [a + b for a, b in zip(*padded, strict=True)]


def _product(one: _Coefficients, other: _Coefficients) -> list[Fraction]:
    result = [Fraction(0)] * max(len(one) + len(other) - 1, 0)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            result[i + j] += a * b
    return result


def _polynomial_text(coefficients: _Coefficients, letter: str) -> str:
    terms = []
    for place, coefficient in enumerate(coefficients):
        power = len(coefficients) - 1 - place
        if coefficient:
            letters = "" if power == 0 else letter if power == 1 else f"{letter}^{power}"
            size = fraction_text(abs(coefficient))
            terms.append(("-" if coefficient < 0 else "+", letters if letters and size == "1" else f"{size} {letters}"))
    text = " ".join(f"{sign} {term.strip()}" for sign, term in terms) or "0"
    return text.removeprefix("+ ") if text[0] != "-" else f"-{text[2:]}"
