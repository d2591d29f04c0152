r"""Where an equilibrium of a chain with many states can be: intervals for all values, narrowed until little is left.

In every state `s` every player `a` has some options; with option `o_a(s)` each, the values are the solution of

    V(s) = sum over a of share(s, a) (step(s, a, o_a) · V + gain(s, a, o_a))

one column of `V` per player. A **box** allows some options of everybody in every state. Over all policies of a box the
largest value of player `b` is the fixed point of

    (T U)(s) = sum over a of share(s, a) max over allowed o of (step(s, a, o) · U + gain_b(s, a, o))

found by policy iteration, and every `U` with `U >= T U` bounds it from above: `T` is monotone, and whatever is played
the chain leaves its states at last. This is what is tested here, with room for the rounding of floats, and for the
smallest value the same. A bound that fails the test is replaced by 0 or 1. In an equilibrium an option is worth to its
player what his best one is; so an option whose upper bound lies below the lower bound of another one is in no
equilibrium of the box. Where nothing can be taken away any more, the box is cut into smaller ones. What is left is for
exact numbers to decide, and what is taken away is proved to hold no equilibrium.

Source: policy iteration: R. A. Howard, *Dynamic Programming and Markov Processes* (1960); excessive functions as upper
bounds: M. L. Puterman, *Markov Decision Processes* (1994), chapter 7; branch and bound: A. H. Land and A. G. Doig, "An
automatic method of solving discrete programming problems", *Econometrica* 28 (1960), 497-520.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.budget import check

if TYPE_CHECKING:
    import numpy as np

__all__ = ["OneStep", "narrowed"]

Array: TypeAlias = "np.ndarray[Any, Any]"
Box: TypeAlias = "list[list[tuple[int, ...]]]"

ROUNDING = 1e-12
"""Evaluating `T` takes sums of at most some 20 products of numbers up to about 1, each rounded to 53 bits, of inputs
that are rounded likewise: an error below `10^-14`. A hundred times this is left."""

SLACK = 1e-9
"""By so much per expected step a bound is put beyond its fixed point, so that the test does not fail by rounding."""

LEAF = 16
"""Policies of a box that are not worth another cut."""

BOXES = 2_000
"""Boxes before the search gives up."""


class OneStep:
    """A chain with options, in floats.

    Fields: `share`, by state and player; `step`, by state, player, option and next state; `gain`, by state, player,
    option and whose gain it is; `options`, for every state and player how many options there are. Entries beyond them
    are passed over.
    """

    def __init__(self, share: Array, step: Array, gain: Array, options: list[list[int]]) -> None:
        import numpy as np

        self.share, self.step, self.gain, self.options = share, step, gain, options
        self.states, self.players, self.most = step.shape[:3]
        self.real = self._mask([[tuple(range(number)) for number in here] for here in options])
        # The largest expected number of steps: how far a bound has to be moved to pass its test.
        lasting = self._fixed_point(self.real, np.zeros(gain.shape[:3]), 1.0, each_step=1.0)
        self.steps = np.ones(self.states) if lasting is None else lasting

    def _mask(self, box: Box) -> Array:
        import numpy as np

        mask = np.zeros((self.states, self.players, self.most), dtype=bool)
        for state, here in enumerate(box):
            for player, allowed in enumerate(here):
                mask[state, player, list(allowed)] = True
        return mask

    def _fixed_point(self, mask: Array, gain: Array, sign: float, each_step: float = 0.0) -> Array | None:
        """Return the largest value over a box (`sign` 1) or the smallest (-1) by policy iteration, None for none."""
        import numpy as np

        rows, columns = np.indices(mask.shape[:2])
        chosen = mask.argmax(axis=2)
        for _ in range(100):
            check()
            matrix = np.eye(self.states) - (self.share[..., None] * self.step[rows, columns, chosen]).sum(axis=1)
            right = each_step + (self.share * gain[rows, columns, chosen]).sum(axis=1)
            try:
                value = np.linalg.solve(matrix, right)
            except np.linalg.LinAlgError:
                return None
            worths = np.where(mask, sign * (self.step @ value + gain), -np.inf)
            best = worths.argmax(axis=2)
            better = worths.max(axis=2) > worths[rows, columns, chosen] + ROUNDING
            if not better.any():
                return value if np.isfinite(value).all() else None
            chosen = np.where(better, best, chosen)
        return None

    def _bound(self, mask: Array, player: int, sign: float) -> Array:
        """Return what the value of a player in every state never exceeds (`sign` 1) or never falls below (-1)."""
        import numpy as np

        gain = self.gain[..., player]
        value = self._fixed_point(mask, gain, sign)
        if value is not None:
            bound = value + sign * SLACK * self.steps
            worths = np.where(mask, sign * (self.step @ bound + gain), -np.inf).max(axis=2)
            after = (self.share * worths).sum(axis=1)
            if (sign * bound >= after + ROUNDING).all() and np.abs(bound).max() < 2:
                return bound
        return np.full(self.states, 1.0 if sign > 0 else 0.0)

    def narrow(self, box: Box) -> tuple[Box, Array] | None:
        """Return what is left of a box, and how far apart the options of each player in each state may be worth.

        None is returned where a player is left without an option, so that the box holds no equilibrium.
        """
        import numpy as np

        gaps = np.zeros((self.states, self.players))
        while True:
            check()
            mask, smaller, changed = self._mask(box), [], False
            high, low = (
                np.stack(
                    [
                        self.step[:, player] @ self._bound(mask, player, sign) + self.gain[:, player, :, player]
                        for player in range(self.players)
                    ],
                    axis=1,
                )
                for sign in (1.0, -1.0)
            )
            surely = np.where(self.real, low, -np.inf).max(axis=2)
            for state, here in enumerate(box):
                kept = [
                    tuple(one for one in allowed if high[state, player, one] >= surely[state, player] - ROUNDING)
                    for player, allowed in enumerate(here)
                ]
                if not all(kept):
                    return None
                changed = changed or kept != here
                smaller.append(kept)
                for player, allowed in enumerate(kept):
                    gaps[state, player] = max(high[state, player, one] for one in allowed) - surely[state, player]
            box = smaller
            if not changed:
                return box, gaps


def narrowed(chain: OneStep) -> Iterator[tuple[tuple[int, ...], ...] | None]:
    """Yield every policy that may be an equilibrium: for every state the options of its players, by index.

    A last None says that the search gave up, so that there may be more.

    >>> import numpy as np
    >>> share, step = np.array([[0.5, 0.5]]), np.zeros((1, 2, 2, 1))
    >>> gain = np.array([[[[0.2, 0.1], [0.3, 0.0]], [[0.0, 0.4], [0.0, 0.1]]]])
    >>> list(narrowed(OneStep(share, step, gain, [[2, 2]])))
    [((0, 0),), ((0, 1),), ((1, 0),), ((1, 1),)]
    """
    waiting: list[Box] = [[[tuple(range(number)) for number in here] for here in chain.options]]
    boxes = 0
    while waiting:
        check()
        box = waiting.pop()
        if prod(len(allowed) for here in box for allowed in here) > LEAF:
            boxes += 1
            if boxes > BOXES:
                yield None
                return
            narrower = chain.narrow(box)
            if narrower is None:
                continue
            box, gaps = narrower
            if prod(len(allowed) for here in box for allowed in here) > LEAF:
                waiting += reversed(_cut(box, gaps))
                continue
        yield from product(*(product(*here) for here in box))


def _cut(box: Box, gaps: Array) -> list[Box]:
    """Return a box in pieces, one for each option of the player and state where they may differ most."""
    state, player = max(
        ((state, player) for state, here in enumerate(box) for player, allowed in enumerate(here) if len(allowed) > 1),
        key=lambda place: gaps[place],
    )
    pieces = []
    for option in box[state][player]:
        here = [(option,) if other == player else allowed for other, allowed in enumerate(box[state])]
        pieces.append([*box[:state], here, *box[state + 1 :]])
    return pieces
