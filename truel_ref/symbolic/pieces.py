"""The parts of a partition of the square: regions, the curves between them, and the points where they meet."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar

from truel_ref.game.aims import Aim
from truel_ref.game.people import labels
from truel_ref.numbers import Number, decimal_text, fraction_text, number_text, percent_text
from truel_ref.symbolic.areas import Enclosure
from truel_ref.symbolic.text import polynomial_text

__all__ = [
    "BorderArc",
    "Boundary",
    "Class",
    "Meeting",
    "Region",
    "RegionAims",
    "Sign",
    "aims_json",
    "aims_text",
    "share_text",
]

Class = TypeVar("Class", bound=Hashable)
"""The class that is constant in a region and distinguishes it; in announced play its optimal aims."""

RegionAims: TypeAlias = tuple[Aim, ...] | None
"""The optimal aims of the first phase, one per player; None in a stalemate."""


@dataclass(frozen=True)
class Sign:
    """The condition that a polynomial is positive (`sign` 1) or negative (-1)."""

    polynomial: Any
    sign: int

    def __str__(self) -> str:
        return f"{polynomial_text(self.polynomial)} {'>' if self.sign > 0 else '<'} 0"


@dataclass(frozen=True)
class Region(Generic[Class]):
    """All points of the open square with the same aims, curves left out.

    Fields: `aims`; `conditions`, a list of lists: the point is in the region if and only if, for one of the lists, all
    its conditions hold (and no deciding polynomial vanishes); `area`, bounds of its share of the square; `sample`, a
    point in it.
    """

    aims: Class
    conditions: tuple[tuple[Sign, ...], ...]
    area: Enclosure
    sample: tuple[Fraction, Fraction]

    @property
    def name(self) -> str:
        """The aims, as the command prints them."""
        return aims_text(self.aims)

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, both)) or "everywhere" for both in self.conditions)

    @property
    def share(self) -> str:
        """The share of the square in percent, as `share_text` writes it."""
        return share_text(self.area)


@dataclass(frozen=True)
class BorderArc:
    """A piece of a boundary over an interval of `x`: the root of the polynomial with a number, counted upwards from 0.

    For a line of constant `x`, `left` and `right` are that value, `number` is None, and the piece goes from `bottom` to
    `top`. `falls` states whether the polynomial is positive below the piece and negative above.
    """

    left: Number
    right: Number
    number: int | None
    bottom: Number | None = None
    top: Number | None = None
    falls: bool = False

    def text(self, names: Sequence[str]) -> str:
        """Return the interval of the piece as text: fractions exactly, other numbers with six decimals.

        >>> from truel_ref.numbers import root
        >>> BorderArc(Fraction(0), root([2, 0, -1], 1), 0).text("ab")
        '0 < a < 0.707107'
        """
        start, end = (self.left, self.right) if self.bottom is None or self.top is None else (self.bottom, self.top)
        name = names[0] if self.bottom is None else names[1]
        return f"{_short(start)} < {name} < {_short(end)}"


def _short(value: Number) -> str:
    return fraction_text(value) if isinstance(value, Fraction) else decimal_text(value, 6)


@dataclass(frozen=True)
class Boundary(Generic[Class]):
    """A curve between two regions: an irreducible polynomial, and the aims on both sides.

    Fields: `polynomial`; `negative` and `positive`, the aims where it is below and above 0; `on`, the aims on the curve
    itself (in announced play those of the tie rule), all that occur; `arcs`, the pieces of the curve with these aims.
    """

    polynomial: Any
    negative: Class
    positive: Class
    on: tuple[Class, ...]
    arcs: tuple[BorderArc, ...]


@dataclass(frozen=True)
class Meeting(Generic[Class]):
    """A point where three or more regions meet.

    Fields: `x` and `y`, its coordinates, real algebraic numbers; `aims`, of the regions around it; `polynomials`, the
    curves through it.
    """

    x: Number
    y: Number
    aims: tuple[Class, ...]
    polynomials: tuple[Any, ...]


def share_text(area: Enclosure) -> str:
    """Return a share of the square in percent, with the digits that its enclosure proves, four at most.

    The last digit is correctly rounded if both ends of the enclosure round to it.

    >>> share_text((Fraction(1, 3), Fraction(33334, 100000))), share_text((Fraction(1, 3), Fraction(1, 2)))
    ('33.33 %', '33.3 % to 50.0 %')
    """
    for digits in (4, 3, 2, 1):
        low, high = (percent_text(end, digits) for end in area)
        if low == high:
            return low
    return f"{percent_text(area[0], 1)} to {percent_text(area[1], 1)}"


def aims_text(aims: object) -> str:
    """Return the aims of a region as the command prints them.

    >>> aims_text((Aim.miss(3), Aim.at(2, 3), Aim.at(1, 3)))
    'Miss, C, B'
    """
    if isinstance(aims, tuple):
        return ", ".join(map(str, aims))
    return "nobody wins" if aims is None else str(aims)


def aims_json(aims: Any) -> Any:
    """Return the aims of a region as plain data for JSON."""
    if isinstance(aims, tuple):
        names = labels(len(aims))
        return [aim.word(names) or list(map(number_text, aim.weights)) for aim in aims]
    return None if aims is None else aims.to_json()
