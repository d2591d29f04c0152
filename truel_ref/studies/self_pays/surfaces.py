"""The faces of the cube of hit probabilities, and the surfaces on them where Self pays at ties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from truel_ref.studies.self_pays.systems import NEGATIVE, NOT_POSITIVE, POSITIVE, ZERO, Signs
from truel_ref.symbolic.algebra import Function

__all__ = ["FACES", "MISS", "PLAYERS", "SEARCH", "SURFACES", "Conditions", "Hits", "Piece", "Surface"]

Hits: TypeAlias = tuple[int | None, ...]

FACES: tuple[Hits, ...] = tuple(sorted(product((None, 0, 1), repeat=3), key=lambda hits: -hits.count(None)))
"""The 27 faces of the closed cube: per player 0, 1, or None for a symbol strictly between."""

SEARCH = ("Others", "Miss", "Self")
PLAYERS = 3
MISS = 3  # the place of Miss among the options A, B, C, Miss


Conditions: TypeAlias = "Callable[[Function, Function, Function], Sequence[tuple[Function, Signs]]]"
"""For the hit probabilities of A, B and C, functions of them with the signs that they must have."""

Piece: TypeAlias = "tuple[Hits, Callable[[Function, Function, Function], tuple[Function, Function, Function]]]"
"""A part of a surface: a face whose symbols are its coordinates, and the hit probabilities as functions of them."""


@dataclass(frozen=True)
class Surface:
    """Where Self pays under some way of breaking ties.

    Fields: `earlier`, the announcements before the player who decides, as labels; `text`, the equation and the
    conditions in words of algebra; `conditions`, the same as functions; `points`, some points of it; `pieces`, which
    cover it (and may be larger); `rule_3` and `rule_3_text`, the further conditions under which tie rule 3 makes Self
    pay there, None where it never does.
    """

    earlier: tuple[str, ...]
    text: str
    conditions: Conditions
    points: tuple[tuple[str, str, str], ...]
    pieces: tuple[Piece, ...]
    rule_3: Conditions | None = None
    rule_3_text: str = "nowhere"

    @property
    def player(self) -> int:
        """The player who decides."""
        return len(self.earlier)

    def holds(self, hits: Sequence[Fraction]) -> bool:
        """Tell whether a point with numbers lies on it.

        >>> SURFACES[0].holds([Fraction(1, 4), Fraction(3, 4), Fraction(1, 4)])
        True
        """
        return _holds(self.conditions, hits)

    def holds_with_rule_3(self, hits: Sequence[Fraction]) -> bool:
        """Tell whether rule 3 makes Self pay at a point with numbers.

        >>> SURFACES[0].holds_with_rule_3([Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)])
        True
        """
        return self.holds(hits) and self.rule_3 is not None and _holds(self.rule_3, hits)


def _holds(conditions: Conditions, hits: Sequence[Fraction]) -> bool:
    return all((value > 0) - (value < 0) in signs for value, signs in conditions(*hits))


SURFACES = (
    Surface(
        (),
        "0 < a = c < b and a^2 (1 - b) <= b^2 (1 - a)^3",
        lambda a, b, c: [
            (a, POSITIVE),
            (a - c, ZERO),
            (b - a, POSITIVE),
            (a**2 * (1 - b) - b**2 * (1 - a) ** 3, NOT_POSITIVE),
        ],
        (("1/4", "3/4", "1/4"), ("9/200", "31/50", "9/200"), ("1/2", "1", "1/2")),
        (((None, None, 1), lambda a, b, c: (a, b, a)), ((None, 1, 1), lambda a, b, c: (a, b, a))),
        lambda a, b, c: [(b * (1 - a) * (3 - a) - (a**2 - 4 * a + 2), NEGATIVE)],
        "b (1 - a) (3 - a) < a^2 - 4 a + 2",
    ),
    Surface(
        (),
        "0 < a = b < c = 1",
        lambda a, b, c: [(a, POSITIVE), (a - b, ZERO), (c - a, POSITIVE), (c - 1, ZERO)],
        (("1/4", "1/4", "1"), ("1/2", "1/2", "1"), ("3/4", "3/4", "1")),
        (((None, 1, 1), lambda a, b, c: (a, a, c)),),
    ),
    Surface(
        ("B",),
        "a = 1 and 0 < b < c and c (1 - b) = 1 - 2 b",
        lambda a, b, c: [(a - 1, ZERO), (b, POSITIVE), (c - b, POSITIVE), (c * (1 - b) - 1 + 2 * b, ZERO)],
        (("1", "1/5", "3/4"), ("1", "1/4", "2/3"), ("1", "1/3", "1/2")),
        # 0 < c means b < 1/2, so b = a / 2 with a new coordinate 0 < a < 1.
        (((None, 1, 1), lambda a, b, c: (b, a / 2, 2 * (1 - a) / (2 - a))),),
    ),
    Surface(
        ("C",),
        "0 < a = b < c",
        lambda a, b, c: [(a, POSITIVE), (a - b, ZERO), (c - b, POSITIVE)],
        (("1/4", "1/4", "3/4"), ("1/8", "1/8", "1/2"), ("1/2", "1/2", "1")),
        (((None, 1, None), lambda a, b, c: (a, a, c)), ((None, 1, 1), lambda a, b, c: (a, a, c))),
        lambda a, b, c: [(c * (1 - a) * (3 - a) - (a**2 - 4 * a + 2), NOT_POSITIVE)],
        "c (1 - a) (3 - a) <= a^2 - 4 a + 2",
    ),
)
"""All points at which Self pays for the first or the second announcer under some way of breaking ties."""
