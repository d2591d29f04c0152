r"""Which profiles of stationary play can be equilibria: floats with proved bounds rule out nearly all of them.

For every profile of candidates at once, in arrays with one axis per player, each player's worth

    u = (r + k v) / (1 - k κ)

of every candidate is computed in doubles. Nothing is ever subtracted: `1 - k κ` is composed as `g + k (g' + k'
(...))` from the exact `g = 1 - k` of each turn, so that relative errors only add up.

**The bound**, with the unit roundoff `u = 2^-53`: a number that enters, exact before, carries at most `2u`
(conversion may truncate). Composing one more turn, `a + b c`, adds the `2u` of `a` or `b` and one rounding each for
the product and the sum: `4u` per turn, so `v` and `1 - k κ` of `L` turns carry at most `4 L u`, and with the division
`u` carries `(8 L + 1) u`. Twice that, and a tenth more for products of errors, separates two worths for certain.
Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition (2002), section 3.1.

The bound is relative, so it needs numbers that do not underflow: a set with a number below 10^-15 is left to exact
numbers, as is one with too many profiles for arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from truel_ref.game.equilibrium import Living
from truel_ref.play.responses import Candidate, Profile, exact_profiles

__all__ = ["float_profiles"]

UNIT = 2.0**-53
LEAST = 1e-15
"""With numbers of at least this and at most 16 turns, no product underflows."""

FEWEST = 16
"""Profiles; below, exact numbers are as fast as arrays."""

MOST = 2**20
"""Profiles, in some ten arrays of doubles."""


def float_profiles(options: Sequence[Sequence[Candidate]], living: Living) -> Iterator[tuple[Profile, bool | None]]:
    """Yield the profiles that are not ruled out, with True where they are proved strict equilibria, else None.

    The steps: (1) convert every candidate's own numbers to doubles; (2) for each player, compose the turns of the
    others along their axes, and value each of his candidates against them; (3) rule out where one is worth more for
    certain than his; (4) keep as proved what is worth more for certain than every other.
    """
    size = prod(map(len, options))
    try:
        import numpy as np
    except ImportError:  # exact numbers decide all of them, and come to the same
        arrays = None
    else:
        arrays = _arrays(options, living) if FEWEST <= size <= MOST else None
    if arrays is None:
        yield from exact_profiles(options, living)
        return

    shape = tuple(map(len, options))
    possible = np.ones(shape, dtype=bool)
    strict = np.ones(shape, dtype=bool)
    margin = 1.0 + 1.1 * 2 * (8 * len(living) + 1) * UNIT
    for place in range(len(living)):
        worths = _worths(arrays, place)
        best = worths.max(axis=place, keepdims=True)
        possible &= worths * margin >= best
        if shape[place] > 1:
            ordered = np.sort(worths, axis=place)
            second = ordered.take([-2], axis=place)
            strict &= (worths == best) & (best > second * margin)
    for profile in np.argwhere(possible):
        indices = tuple(int(index) for index in profile)
        yield indices, True if strict[indices] else None


def _arrays(options: Sequence[Sequence[Candidate]], living: Living) -> list[dict[int, Any]] | None:
    """Return for every place the numbers of its candidates along its axis: `r` by player, `k` and `g = 1 - k`.

    None where a number is too small for the bound.
    """
    import numpy as np

    count = len(living)
    arrays = []
    for place, mine in enumerate(options):
        shape = [1] * count
        shape[place] = len(mine)
        numbers: dict[int, Any] = {
            player: np.array([float(one.turn[0][player]) for one in mine]).reshape(shape) for player in living
        }
        numbers[-1] = np.array([float(one.turn[1]) for one in mine]).reshape(shape)
        numbers[-2] = np.array([float(1 - one.turn[1]) for one in mine]).reshape(shape)
        exact = {player: [one.turn[0][player] for one in mine] for player in living}
        exact[-1] = [one.turn[1] for one in mine]
        exact[-2] = [1 - one.turn[1] for one in mine]
        for key, values in numbers.items():
            if any(value and rounded < LEAST for value, rounded in zip(exact[key], values.flat, strict=True)):
                return None
        arrays.append(numbers)
    return arrays


def _worths(arrays: Sequence[dict[int, Any]], place: int) -> Any:
    """Return what every candidate of a player is worth to him in every profile of the others, 0 in a stalemate."""
    import numpy as np

    player = list(arrays[0])[place]
    v: Any = 0.0
    ends: Any = 0.0
    for numbers in reversed([*arrays[place:], *arrays[:place]]):
        v = numbers[player] + numbers[-1] * v
        ends = numbers[-2] + numbers[-1] * ends
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(ends > 0.0, v / ends, 0.0)
