r"""Decisions of a phase in floats, with proved bounds: what they decide is right, and what they cannot they say.

Many problems (the pixels of a map) go through one tree of announcements at once, one NumPy axis per player's options
and one for the problems (`truel_ref.fast.trees`).

**The bound.** Every quantity is a sum of products of numbers >= 0 once no difference is ever rounded: `1 - p` is
rounded from its exact value; `k = 1 - p*s` (`s` the sum of the weights) is computed as `(1-p) + p*(1-s)`; and
`1 - k0*k1*k2 = (1-k0) + k0*(1-k1) + k0*k1*(1-k2)` with `1 - k = p*s`. Nothing cancels, so relative errors only add up:
with `u = 2^-53`, a sum adds `u` to the larger relative error of its terms, a product or quotient adds the two and `u`.
Let `d` bound the relative error of the values of later phases. In the order of the code, to the first order in `u`, for
a mix over `m <= L` targets (a single target has less):

1. `p`, `1 - p`, each weight, `s` and `1 - s` are rounded once: `u`.
2. `p*s` has `3u`, `p*(1-s)` too, so `k` has `4u`.
3. `p*weight` has `3u`, times a later value `d + 4u`; the first of `m` terms is added to 0, the others round: `r` has
   `d + (m + 3)u`.
4. Composing a turn to those after it, `r + k v`: `k v` adds `5u`, the sum one more. So `n` turns have
   `d + (m + 3)u + 6(n - 1)u`, and their passing, a product of `n` factors `k`, `(5n - 1)u`.
5. The numerator `suffix + passing * prefix`, with `j` turns before and `L - j` from it on, has at most
   `d + (m + 3)u + 6(j - 1)u + (5(L - j) - 1)u + 2u <= d + (m + 6L - 3)u`.
6. The denominator `1 - K` begins with `3u` and adds `6u` per turn: `(6L - 3)u`.
7. Its inverse and the product with the numerator add `2u`.

The sum is `d + (m + 12L - 4)u <= d + (13L - 4)u`. So

    d(L) = d(L - 1) + (13 L + 12) u,        d(1) = 0

bounds the values of a phase with `L` players; the `16u` to spare outweigh all products of errors, which with
`d(8) = 539u` are below `2^-30 u`. No smallness of `1 - K` can hurt. (Underflow is out of reach: hit probabilities and
weights within 10^-6 of 0 or 1, but not 0 or 1, are left to the exact side, see `within_reach`; so with up to eight
players no product is below 10^-300.) Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd
edition (2002), sections 2.2 (the model of arithmetic) and 3.1 (products of factors `1 + δ`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.fast.trees import Proof, TieRanks, Tree, taken
from truel_ref.game.aims import Aim
from truel_ref.game.indices import Option, Path
from truel_ref.game.orders import Order

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MOST_PLAYERS", "FloatTree", "FloatTurns", "Settle", "relative_bound", "relative_bound_of_one"]

Settle: TypeAlias = Callable[[Path, Sequence[Path]], Option]
"""Chooses at an open node: the announcements before, the profiles that its open options lead to, to an option."""

MOST_PLAYERS = 8
UNIT = 2.0**-53


def relative_bound(players: int) -> float:
    """Return `d(L)` of the module's docstring, the relative error of the values of a phase.

    >>> relative_bound(3) == (13 * 2 + 12 + 13 * 3 + 12) * 2.0**-53
    True
    """
    return sum(13 * size + 12 for size in range(2, players + 1)) * UNIT


def relative_bound_of_one(players: int) -> float:
    """Return the relative error of the values of one phase with exact later phases.

    A rounded number of a turn has a relative error of at most `2u` (a conversion may truncate). With the steps 4 to 7
    of the module's docstring, composing adds `4u` per turn above and below: `(8 L - 2) u` in all, and `16u` to spare.
    """
    return (8 * players + 14) * UNIT


@dataclass(frozen=True)
class FloatTurns:
    """The turns of one player: per option `r` (from below and above) over all outcomes, `k`, and `1 - k`."""

    low: Any  # options x outcomes x batch
    high: Any
    k: Any  # options x batch
    gone: Any
    same: np.ndarray  # options x batch: where two options agree here, their own r and their k are equal by construction

    def take(self, batch: np.ndarray) -> FloatTurns:
        """Return the same for a part of the batch."""
        low = self.low[:, :, batch]
        high = low if self.high is self.low else self.high[:, :, batch]
        return FloatTurns(low, high, self.k[:, batch], self.gone[:, batch], self.same[:, batch])


class FloatTree(Tree):
    """All profiles of a phase at once, every value between two floats."""

    turns: Sequence[FloatTurns]

    def __init__(
        self,
        order: Order,
        options: Sequence[Sequence[Aim]],
        turns: Sequence[FloatTurns],
        idle: Sequence[Sequence[bool]],
        players: int,
        bound: float,
        ranks: Sequence[TieRanks] = (),
        proof: Proof | None = None,
    ) -> None:
        super().__init__(order, options, turns, idle, players, ranks, proof)
        self.bound = bound
        self.exact = all(turn.high is turn.low for turn in turns)

    def values(self, first: range, outcomes: Sequence[int]) -> tuple[dict[Any, Any], Any]:
        """Return bounds of the values of profiles, from below and above; see `Tree.values`."""
        lower, upper, valid = self._ends(first, outcomes)
        down, up = 1.0 - self.bound - 4 * UNIT, 1.0 + self.bound + 4 * UNIT
        return {key: (value * down, upper[key] * up) for key, value in lower.items()}, valid

    def _ends(self, first: range, outcomes: Sequence[int]) -> tuple[dict[Any, Any], dict[Any, Any], Any]:
        """Return the values from the lower and from the upper ends of `r`, as computed, and which do not stall."""
        import numpy as np

        tops, below, valid = self.composed(first, outcomes, [turn.low for turn in self.turns])
        with np.errstate(divide="ignore"):
            inverse = np.where(below > 0.0, 1.0 / below, 0.0)
        lower = {key: top * inverse for key, top in tops.items()}
        if self.exact:
            return lower, lower, valid
        tops, _, _ = self.composed(first, outcomes, [turn.high for turn in self.turns])
        return lower, {key: top * inverse for key, top in tops.items()}, valid

    def rivals(self, values: Any, allowed: Any) -> Any:
        """Return the allowed options whose upper end is not below the lower end of another."""
        import numpy as np

        low, high = values
        most = np.where(allowed, low, -1.0).max(axis=0)
        return (high >= most) & allowed

    def hull(self, values: Any, kept: Any) -> Any:
        """Return the least lower and the greatest upper end of what is kept."""
        import numpy as np

        low, high = values
        return np.where(kept, low, np.inf).min(axis=0), np.where(kept, high, -np.inf).max(axis=0)

    def joined(self, parts: Sequence[Any]) -> Any:
        """Return the ends of several slices as one."""
        import numpy as np

        return tuple(np.concatenate([part[end] for part in parts]) for end in (0, 1))

    def settled(self, settle: Settle) -> Path | None:
        """Return the path of a batch of one, None if everything stalls; what is open at a node is settled on the way.

        So below each node there is one profile, and its values are passed on instead of a hull.
        """
        import numpy as np

        near = (1.0 - self.bound - 4 * UNIT) / (1.0 + self.bound + 4 * UNIT)
        tops, paths = [], []
        for first in self.slices():
            values, _, valid = self._ends(first, [])
            chosen: dict[int, Any] = {}
            for place in reversed(range(1, len(self.order))):
                own = np.where(valid[..., np.newaxis], values.pop(place), -1.0)
                best = own.argmax(axis=0)
                top = taken(own, best)
                open_ = ((own >= top * near).sum(axis=0) > 1) & (top >= 0.0)
                for where in np.argwhere(open_):
                    node = tuple(map(int, where))
                    earlier = node[-2::-1]
                    here: Any = (slice(None), *node)
                    rivals = np.flatnonzero(own[here] >= top[node] * near)
                    followed = [self._followed((*earlier, int(rival)), chosen, first) for rival in rivals]
                    best[node] = settle((earlier[0] + first.start, *earlier[1:]), followed)
                chosen[place] = best
                values = {key: taken(value, best) for key, value in values.items()}
                valid = valid.any(axis=0)
            tops += list(np.where(valid, values[0][:, 0], -1.0))
            paths += [self._followed((option,), chosen, first) for option in range(len(first))]
        best_top = max(tops)
        if best_top < 0.0:
            return None
        left = [path for path, top in zip(paths, tops, strict=True) if top >= best_top * near]
        return left[0] if len(left) == 1 else paths[settle((), left)]

    def _followed(self, path: Path, chosen: dict[int, Any], first: range) -> Path:
        """Return a path with the replies of the later announcers; its first option counts from that of the slice."""
        for place in range(len(path), len(self.order)):
            path = (*path, int(chosen[place][(*reversed(path), 0)]))
        return (path[0] + first.start, *path[1:])

    def win(self, path: np.ndarray) -> tuple[Any, Any]:
        """Return the win probabilities at the start under the chosen path, from below and above."""
        import numpy as np

        def value(r: Sequence[Any]) -> Any:
            total, below = self.composed_along(path, r)
            stalled = below == 0.0
            with np.errstate(divide="ignore", invalid="ignore"):
                won = total / below
            if stalled.any():
                won[:, stalled] = 0.0
                won[self.players, stalled] = 1.0
            return won

        low = value([turn.low for turn in self.turns])
        return (low, low) if self.exact else (low, value([turn.high for turn in self.turns]))

    def hull_at_start(self) -> tuple[Any, Any]:
        """Return the hull of the win probabilities at the start, over all that may be chosen."""
        import numpy as np

        outcomes = range(self.players + 1)
        decided = self.decide(outcomes)
        hulls = [self.hull(decided.values[outcome], decided.kept) for outcome in outcomes]
        low, high = (np.array([each[end] for each in hulls]) for end in (0, 1))
        # In a stalemate nothing is chosen, nobody wins.
        none = ~np.isfinite(low)
        stale = np.zeros_like(low)
        stale[self.players] = 1.0
        return np.where(none, stale, low), np.where(none, stale, high)
