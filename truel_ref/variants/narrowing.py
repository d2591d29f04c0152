r"""Narrowing the policies of a chain with many states that may be equilibria, by bounds of all values.

In every state `s` every player `a` has some options. With the options `o_a(s)`, the values are the solution of

    V(s) = sum over a of share(s, a) (step(s, a, o_a) · V + gain(s, a, o_a))

with one column of `V` per player. A **box** allows each player some options in every state. Over all policies of a box
the largest value of player `b` is the fixed point of

    (T U)(s) = sum over a of share(s, a) max over allowed o of (step(s, a, o) · U + gain_b(s, a, o))

Policy iteration computes it. Every `U` with `U >= T U` is an upper bound, because `T` is monotone and the chain leaves
its states in the end under every policy. The code tests this inequality with a margin for the rounding of floats, and
the corresponding inequality for the smallest value. If a bound fails the test, 0 or 1 replaces it. In an equilibrium
every player's option has the worth of the best option. So an option whose upper bound lies below the lower bound of
another option is in no equilibrium of the box. If no option can be removed, the box is cut into smaller boxes. Exact
numbers decide the remaining policies; removed options are proved to be in no equilibrium.

Source: policy iteration: R. A. Howard, *Dynamic Programming and Markov Processes* (1960); excessive functions as upper
bounds: M. L. Puterman, *Markov Decision Processes* (1994), chapter 7; branch and bound: A. H. Land and A. G. Doig, "An
automatic method of solving discrete programming problems", *Econometrica* 28 (1960), 497-520.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import isfinite, prod
from typing import Any, TypeAlias

from truel_ref.kernels.linear import solve_linear
from truel_ref.limits import check

__all__ = ["OneStep", "narrowed"]

Box: TypeAlias = "list[list[tuple[int, ...]]]"
"""By state and player, the allowed options."""

Gaps: TypeAlias = dict[tuple[int, int], float]
"""By state and player, the largest possible difference between the worths of options."""

Steps: TypeAlias = "Sequence[Sequence[Sequence[Sequence[tuple[int, float]]]]]"
"""By state, player and option, the next states and their weights."""

Gains: TypeAlias = "Sequence[Sequence[Sequence[Sequence[float]]]]"
"""By state, player and option, the gains of all players."""

ROUNDING = 1e-12
"""The margin for rounding. `T` is a sum of at most about 20 products of numbers up to about 1, each rounded to 53 bits
like the inputs: an error below `10^-14`. The margin is a hundred times as large."""

SLACK = 1e-9
"""The distance of a bound from its fixed point, per expected step, so that the test does not fail by rounding."""

LEAF = 16
"""The most policies of a box that is not cut."""

BOXES = 2_000
"""The most boxes before the search gives up."""


class OneStep:
    """A chain with options, in floats.

    Fields: `share`, by state and player; `step`, by state, player and option the next states with their weights;
    `gain`, by state, player, option and the player who gains; `whole`, the box of all policies.
    """

    def __init__(self, share: Sequence[Sequence[float]], step: Steps, gain: Gains) -> None:
        self.share, self.step, self.gain = share, step, gain
        self.whole: Box = [[tuple(range(len(options))) for options in here] for here in step]
        self._last: dict[tuple[int | None, float], Any] = {}
        # The largest expected number of steps determines how far a bound must move to pass its test.
        self.steps = self._fixed_point(self.whole, None, 1.0) or [1.0] * len(step)

    def _worths(self, state: int, player: int, values: Sequence[float], winner: int | None) -> list[float]:
        """Return `step · U + gain` of every option; without a winner the gain is 0."""
        worths = [sum([weight * values[then] for then, weight in row]) for row in self.step[state][player]]
        if winner is None:
            return worths
        return [worth + gain[winner] for worth, gain in zip(worths, self.gain[state][player], strict=True)]

    def _fixed_point(self, box: Box, winner: int | None, sign: float) -> list[float] | None:
        """Return the largest value over a box (`sign` 1) or the smallest (-1) by policy iteration, or None.

        Parameters: `box`; `winner`, the player of the value, None for the expected number of steps; `sign`.
        """
        last = self._last.get((winner, sign), box)  # the best policy of the previous box is nearly best in this box
        chosen = [
            [allowed[0] if one not in allowed else one for one, allowed in zip(before, here, strict=True)]
            for before, here in zip(last, box, strict=True)
        ]
        self._last[winner, sign] = chosen
        for _ in range(100):
            check()
            try:
                values = self._values(chosen, winner)
            except ZeroDivisionError:
                return None
            settled = True
            for state, here in enumerate(box):
                for player, allowed in enumerate(here):
                    worths = self._worths(state, player, values, winner)
                    best = max(allowed, key=lambda option: sign * worths[option])
                    if sign * worths[best] > sign * worths[chosen[state][player]] + ROUNDING:
                        chosen[state][player], settled = best, False
            if settled:
                return values if all(map(isfinite, values)) else None
        return None

    def _values(self, chosen: Sequence[Sequence[int]], winner: int | None) -> list[float]:
        """Return the values of a policy. Raises `ZeroDivisionError` if they do not exist."""
        matrix = [[float(state == then) for then in range(len(chosen))] for state in range(len(chosen))]
        right = [[float(winner is None)] for _ in chosen]
        for state, here in enumerate(chosen):
            for player, option in enumerate(here):
                share = self.share[state][player]
                for then, weight in self.step[state][player][option]:
                    matrix[state][then] -= share * weight
                if winner is not None:
                    right[state][0] += share * self.gain[state][player][option][winner]
        return [value for (value,) in solve_linear(matrix, right)]

    def _bound(self, box: Box, winner: int, sign: float) -> list[float]:
        """Return upper bounds (`sign` 1) or lower bounds (-1) of the value of a player in every state."""
        values = self._fixed_point(box, winner, sign) or [2.0] * len(box)
        bound = [value + sign * SLACK * steps for value, steps in zip(values, self.steps, strict=True)]

        def after(state: int) -> float:
            worths = (self._worths(state, player, bound, winner) for player in range(len(box[state])))
            best = (max(sign * own[one] for one in here) for own, here in zip(worths, box[state], strict=True))
            return sum((share * worth for share, worth in zip(self.share[state], best, strict=True)), 0.0)

        if max(map(abs, bound)) < 2 and all(sign * own >= after(state) + ROUNDING for state, own in enumerate(bound)):
            return bound
        return [1.0 if sign > 0 else 0.0] * len(box)

    def narrow(self, box: Box) -> tuple[Box, Gaps] | None:
        """Return the narrowed box, and the gaps between the options of each player in each state.

        The result is None if a player has no option left, so that the box has no equilibrium.
        """
        while True:
            check()
            players = range(len(box[0]))
            high, low = ([self._bound(box, player, sign) for player in players] for sign in (1.0, -1.0))
            gaps: Gaps = {}
            smaller: Box = []
            for state, here in enumerate(box):
                smaller.append([])
                for player, allowed in enumerate(here):
                    most = self._worths(state, player, high[player], player)
                    surely = max(self._worths(state, player, low[player], player))
                    kept = tuple(one for one in allowed if most[one] >= surely - ROUNDING)
                    if not kept:
                        return None
                    smaller[-1].append(kept)
                    gaps[state, player] = max(most[one] for one in kept) - surely
            if smaller == box:
                return box, gaps
            box = smaller


def narrowed(chain: OneStep) -> Iterator[tuple[tuple[int, ...], ...] | None]:
    """Yield every policy that may be an equilibrium: for every state the indices of its players' options.

    A last None means that the search gave up, so that there may be more.

    >>> share, step = [[0.5, 0.5]], [[[[], []], [[], []]]]
    >>> gain = [[[[0.2, 0.1], [0.3, 0.0]], [[0.0, 0.4], [0.0, 0.1]]]]
    >>> list(narrowed(OneStep(share, step, gain)))
    [((0, 0),), ((0, 1),), ((1, 0),), ((1, 1),)]
    """
    waiting = [chain.whole]
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


def _cut(box: Box, gaps: Gaps) -> list[Box]:
    """Cut a box into one piece for each option of a player in a state: those with the largest gap."""
    state, player = max(
        ((state, player) for state, here in enumerate(box) for player, allowed in enumerate(here) if len(allowed) > 1),
        key=lambda place: gaps[place],
    )
    pieces = []
    for option in box[state][player]:
        here = [(option,) if other == player else allowed for other, allowed in enumerate(box[state])]
        pieces.append([*box[:state], here, *box[state + 1 :]])
    return pieces
