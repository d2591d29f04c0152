r"""Boxes of hit probabilities, and proved bounds of win probabilities on whole boxes.

The numbers of the three players are their strengths: 0 is the strongest, 1 the middle, 2 the weakest, with hit
probabilities `x > y > z`. The points with `x > y > z` are a sixth of the cube, and the other five sixths are its mirror
images, so shares of the cube are shares of that sixth. A box is a cell of the grid of width `2^-level`; if coordinates
of the cell are equal, only a half, or a sixth, of it lies in `x > y > z`, and only this part counts.

Every bound is a bound of a **mean**: a win probability is `sum of w[j] v[j]`, where the weights `w[j]` (of the first to
hit) are not negative and add up to 1, and the values `v[j]` (after this hit) are in [-1, 1]. Weights and values are
monotone in each hit probability, so two corners of a box give their ranges. With `m` the least `v` at the low ends,

    sum of w[j] v[j]  >=  m + sum of low(w[j]) (low(v[j]) - m)

because the parts of the weights beyond their low ends meet values of at least `m`; and likewise from above.

**Rounding.** A coordinate is a multiple of `2^-level` in [0, 1], so `1 - p` is exact. Weights and values are quotients
of sums of products of such numbers, without any other subtraction, or 1 minus such a quotient: each has an absolute
error below `2^-48`. A bound takes fewer than a hundred further operations, on numbers of absolute value at most 2.
`MARGIN` is larger than all these errors together, and widens every bound.

Source: R. E. Moore, R. B. Kearfott and M. J. Cloud, *Introduction to Interval Analysis* (2009), chapters 2 to 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from math import prod
from typing import Any, TypeAlias

from truel_ref.kernels.halving import HalvedCells

__all__ = [
    "MARGIN",
    "MIDDLE",
    "PAIRS",
    "STRONGEST",
    "WEAKEST",
    "Boxes",
    "Range",
    "blend",
    "boxes_of",
    "favourites",
    "leads",
    "ordered",
    "shares_of_cells",
]

MARGIN = 2.0**-40
"""The widening of every bound."""

STRONGEST, MIDDLE, WEAKEST = range(3)

Array: TypeAlias = Any

Range: TypeAlias = tuple[Array, Array]
"""A lower and an upper bound for every box."""

CERTAIN: Range = (1.0, 1.0)
NEVER: Range = (0.0, 0.0)


def ordered(cells: HalvedCells) -> HalvedCells:
    """Return the cells that meet `x > y > z`, or `y > z` beside a strongest with `x = 1`.

    >>> len(ordered(HalvedCells.whole(2, 3))), len(ordered(HalvedCells.whole(2, 2)))
    (20, 10)
    """
    return cells[(cells.places[:, :-1] >= cells.places[:, 1:]).all(axis=1)]


def shares_of_cells(cells: HalvedCells) -> tuple[Array, Fraction]:
    """Return the share of each ordered cell, and the unit: 6 inside, 3 on one diagonal, 1 on both.

    >>> weights, unit = shares_of_cells(ordered(HalvedCells.whole(3, 3)))
    >>> int(weights.sum()) * unit
    Fraction(1, 1)
    """
    import numpy as np

    same = cells.places[:, :-1] == cells.places[:, 1:]
    dimensions = same.shape[1] + 1
    weights = np.array([2, 1] if dimensions == 2 else [6, 3, 1])[same.sum(axis=1)]
    return weights, Fraction(1, 2 ** (cells.level * dimensions))


def boxes_of(cells: HalvedCells) -> Boxes:
    """Return the ranges of the three hit probabilities on cells."""
    import numpy as np

    hits = [(corner * cells.width, (corner + 1) * cells.width) for corner in cells.places.T]
    return Boxes(*hits) if len(hits) == 3 else Boxes((np.ones(len(cells)),) * 2, *hits)


class Boxes:
    """The hit probabilities of the strongest, the middle and the weakest, as ranges, one entry per box.

    Parameters: `hits`, the three ranges; coordinates are multiples of a power of 2 in [0, 1], upper ends above 0.
    """

    def __init__(self, *hits: Range) -> None:
        self.hits: Sequence[Range] = hits
        self._first: dict[tuple[int, ...], list[Range]] = {}
        self._volleys: dict[tuple[int, ...], dict[tuple[int, ...], Range]] = {}

    def first_to_hit(self, order: Sequence[int]) -> list[Range]:
        """Return for each of these players the chance to hit first, if they fire in turn for ever.

        It is `(1 - p) (1 - q) r / (1 - (1 - p) (1 - q) (1 - r))` for the third of three: increasing in the player's own
        hit probability, decreasing in the others'.
        """
        key = tuple(order)
        if key not in self._first:
            self._first[key] = [
                CERTAIN if len(key) == 1 else self.extremes(partial(_first, at=at), key, {at}) for at in range(len(key))
            ]
        return self._first[key]

    def duel(self, first: int, second: int) -> list[Range]:
        """Return the win probabilities of two who fire in turn, the first of them first."""
        return self.first_to_hit((first, second))

    def volley(self, shooters: Sequence[int]) -> dict[tuple[int, ...], Range]:
        """Return for each set of shooters the chance that exactly these hit in the first volley with a hit.

        It is increasing in the hit probabilities of the members of the set and decreasing in those of the others.
        """
        key = tuple(shooters)
        if key not in self._volleys:
            chances = {}
            for mask in range(1, 2 ** len(key)):
                inside = {at for at in range(len(key)) if mask >> at & 1}
                hitting = tuple(key[at] for at in sorted(inside))
                chance = partial(_volley, inside=inside)
                chances[hitting] = CERTAIN if len(key) == 1 else self.extremes(chance, key, inside)
            self._volleys[key] = chances
        return self._volleys[key]

    def hitting(self, players: Sequence[int], inside: set[int]) -> Range:
        """Return the chance that, of some players who fire once each, exactly those in some places hit."""
        return self.extremes(partial(_hitting, inside=inside), players, inside)

    def extremes(self, function: Callable[[Sequence[Array]], Array], players: Sequence[int], rising: set[int]) -> Range:
        """Return the range of a function that rises with the hit probabilities in `rising`, and falls with others."""
        low = [self.hits[player][0 if at in rising else 1] for at, player in enumerate(players)]
        high = [self.hits[player][1 if at in rising else 0] for at, player in enumerate(players)]
        return function(low), function(high)


def _first(hits: Sequence[Array], at: int) -> Array:
    """Return the chance of the player in a place to be the first to hit."""
    passed = [1 - hit for hit in hits]
    return prod(passed[:at]) * hits[at] / _some(hits)


def _hitting(hits: Sequence[Array], inside: set[int]) -> Array:
    """Return the chance that exactly these hit."""
    return prod(hit if at in inside else 1 - hit for at, hit in enumerate(hits))


def _volley(hits: Sequence[Array], inside: set[int]) -> Array:
    """Return the chance that exactly these hit, given that somebody hits."""
    import numpy as np

    chance, some = _hitting(hits, inside), _some(hits)
    # Only at the lower ends of a set of all shooters may nobody hit, and there 0 is a lower bound.
    return np.divide(chance, some, out=np.zeros_like(some), where=some > 0)


def _some(hits: Sequence[Array]) -> Array:
    """Return the chance that at least one hits, without a subtraction: `p + (1 - p) (q + (1 - q) r)`."""
    total = hits[-1]
    for hit in reversed(hits[:-1]):
        total = hit + (1 - hit) * total
    return total


def blend(weights: Sequence[Range], values: Sequence[Range]) -> Range:
    """Return bounds of the mean `sum of w v`, with weights that add up to 1.

    >>> blend([(0.25, 0.5), (0.5, 0.75)], [(0.0, 0.0), (1.0, 1.0)]) == (0.5 - MARGIN, 0.75 + MARGIN)
    True
    """
    import numpy as np

    lows, highs = zip(*values, strict=True)
    bottom, top = reduce(np.minimum, lows), reduce(np.maximum, highs)
    least, most = bottom - MARGIN, top + MARGIN
    for (weight, _), low, high in zip(weights, lows, highs, strict=True):
        least = least + weight * (low - bottom)
        most = most - weight * (top - high)
    return least, most


PAIRS = ((STRONGEST, MIDDLE), (STRONGEST, WEAKEST), (MIDDLE, WEAKEST))
"""The pairs of players to compare."""

Won: TypeAlias = "Mapping[int, Range]"
"""The win probability of each player after an event."""


def leads(weights: Sequence[Range], after: Sequence[Won]) -> tuple[Range, ...]:
    """Return the leads of the strongest over the middle, the strongest over the weakest, the middle over the weakest.

    Parameters: `weights`, of the possible first events; `after`, the win probabilities after each.

    >>> leads([(1.0, 1.0)], [{0: (0.5, 0.5), 1: (0.25, 0.5), 2: (0.0, 0.0)}])[0] == (0.0 - MARGIN, 0.25 + MARGIN)
    True
    """
    return tuple(
        blend(weights, [(won[one][0] - won[other][1], won[one][1] - won[other][0]) for won in after])
        for one, other in PAIRS
    )


def favourites(lead: Sequence[Range]) -> Array:
    """Return the possible favourites: one row per box, one column per player.

    Parameters: `lead`, as `leads` returns it.

    >>> import numpy as np
    >>> sure, open_ = np.array([0.1]), np.array([-0.1])
    >>> favourites([(sure, sure), (open_, sure), (open_, sure)]).tolist()
    [[True, False, True]]
    """
    import numpy as np

    (first_low, first_high), (second_low, second_high), (third_low, third_high) = lead
    strongest = (first_high >= 0) & (second_high >= 0)
    middle = (first_low <= 0) & (third_high >= 0)
    weakest = (second_low <= 0) & (third_low <= 0)
    return np.stack([strongest, middle, weakest], axis=-1)
