r"""Narrowing the policies of a chain with many states that may be equilibria, by bounds of all values.

In every state `s` every player `a` has some options. With the options `o_a(s)`, the values are the solution of

    V(s) = sum over a of share(s, a) (step(s, a, o_a) · V + gain(s, a, o_a))

with one column of `V` per player. A **box** allows each player some options in every state. Over all policies of a box
the largest value of player `b` is the fixed point of

    (T U)(s) = sum over a of share(s, a) max over allowed o of (step(s, a, o) · U + gain_b(s, a, o))

`T` is monotone and no distance grows under it. So from `U = 1`, or from the bound of a larger box, every iterate is an
upper bound. From `U = 0`, with the minimum, the iterates are lower bounds. In an equilibrium every player's option has
the worth of the best option. So an option whose upper bound lies below the lower bound of another option is in no
equilibrium of the box; a margin allows for the rounding of floats. If no option can be removed, the box is cut into
smaller boxes. Exact numbers decide the remaining policies.

Source: value iteration: M. L. Puterman, *Markov Decision Processes* (1994), chapter 7; branch and bound: A. H. Land and
A. G. Doig, "An automatic method of solving discrete programming problems", *Econometrica* 28 (1960), 497-520.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from truel_ref.limits import check

__all__ = ["narrowed"]

Box: TypeAlias = "list[list[tuple[int, ...]]]"
"""By state and player, the allowed options."""

Bounds: TypeAlias = list[list[float]]
"""By player, a bound of the value in every state."""

Steps: TypeAlias = "Sequence[Sequence[Sequence[Sequence[tuple[int, float]]]]]"
"""By state, player and option, the next states and their weights."""

Gains: TypeAlias = "Sequence[Sequence[Sequence[Sequence[float]]]]"
"""By state, player and option, the gains of all players."""

CLOSE = 1e-6
"""The change of a bound at which its iteration ends."""

MOST = 10_000
"""The most steps of an iteration."""

ROUNDING = 1e-9
"""The margin for rounding. Each step rounds sums of about 20 products of numbers up to about 1, an error below
`10^-14`; ten thousand steps add up to less than `10^-10`."""

LEAF = 16
"""The most policies of a box that is not cut."""

BOXES = 2_000
"""The most boxes before the search gives up."""


def narrowed(
    share: Sequence[Sequence[float]], step: Steps, gain: Gains
) -> Iterator[tuple[tuple[int, ...], ...] | None]:
    """Yield every policy that may be an equilibrium: for every state the indices of its players' options.

    A last None means that the search gave up, so that there may be more.

    Parameters: `share`, by state and player; `step` and `gain`, by state, player and option.

    >>> share, step = [[0.5, 0.5]], [[[[], []], [[], []]]]
    >>> gain = [[[[0.2, 0.1], [0.3, 0.0]], [[0.0, 0.4], [0.0, 0.1]]]]
    >>> list(narrowed(share, step, gain))
    [((0, 0),), ((0, 1),), ((1, 0),), ((1, 1),)]
    """
    chain = _Chain(share, step, gain)
    whole: Box = [[tuple(range(len(options))) for options in here] for here in step]
    ones, zeros = ([[end] * len(share) for _ in share[0]] for end in (1.0, 0.0))
    waiting: list[tuple[Box, Bounds, Bounds]] = [(whole, ones, zeros)]
    boxes = 0
    while waiting:
        check()
        box, high, low = waiting.pop()
        if _policies(box) > LEAF:
            boxes += 1
            if boxes > BOXES:
                yield None
                return
            box, high, low, gaps = chain.narrow(box, high, low)
            if _policies(box) > LEAF:
                state, player = max(gaps, key=lambda place: (len(box[place[0]][place[1]]) > 1, gaps[place]))
                for option in reversed(box[state][player]):
                    piece = [[*here] for here in box]
                    piece[state][player] = (option,)
                    waiting.append((piece, high, low))
                continue
        yield from product(*(product(*here) for here in box))


def _policies(box: Box) -> int:
    return prod(len(allowed) for here in box for allowed in here)


class _Chain:
    """A chain with options, in floats."""

    def __init__(self, share: Sequence[Sequence[float]], step: Steps, gain: Gains) -> None:
        self.share, self.step, self.gain = share, step, gain

    def worths(self, state: int, player: int, values: Sequence[float], winner: int) -> list[float]:
        """Return `step · U + gain` of every option of a player."""
        options = zip(self.step[state][player], self.gain[state][player], strict=True)
        return [gained[winner] + sum([weight * values[then] for then, weight in row]) for row, gained in options]

    def bound(self, box: Box, values: list[float], winner: int, upper: bool) -> list[float]:
        """Return a bound of a player's value in every state, from a bound of a larger box."""
        best = max if upper else min
        rows = [
            [
                (part, [(moves[one], gained[one][winner]) for one in allowed])
                for part, moves, gained, allowed in zip(*here, strict=True)
            ]
            for here in zip(self.share, self.step, self.gain, box, strict=True)
        ]
        for _ in range(MOST):
            check()
            after = [
                sum(
                    [
                        part * best([sum([weight * values[then] for then, weight in row]) + more for row, more in some])
                        for part, some in players
                    ]
                )
                for players in rows
            ]
            near = max(abs(new - old) for new, old in zip(after, values, strict=True)) < CLOSE
            values = after
            if near:
                break
        return values

    def narrow(self, box: Box, high: Bounds, low: Bounds) -> tuple[Box, Bounds, Bounds, dict[tuple[int, int], float]]:
        """Return the narrowed box with its bounds, and the largest differences between a player's options in a state.

        A box in which a player has no option left has no equilibrium.
        """
        while True:
            high = [self.bound(box, values, winner, True) for winner, values in enumerate(high)]
            low = [self.bound(box, values, winner, False) for winner, values in enumerate(low)]
            gaps: dict[tuple[int, int], float] = {}
            smaller: Box = [[] for _ in box]
            for state, here in enumerate(box):
                for player, allowed in enumerate(here):
                    most = self.worths(state, player, high[player], player)
                    surely = max(self.worths(state, player, low[player], player))
                    kept = tuple(one for one in allowed if most[one] >= surely - ROUNDING)
                    smaller[state].append(kept)
                    gaps[state, player] = max((most[one] for one in kept), default=0.0) - surely
            if smaller == box or not _policies(smaller):
                return smaller, high, low, gaps
            box = smaller
