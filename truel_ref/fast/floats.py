r"""Decisions of a phase in floats, with proved bounds: what they decide is right, and what they cannot they say.

Many problems (the pixels of a map) go through one tree of announcements at once, one NumPy axis per player's options
and one for the problems.

**The bound.** Every quantity is a sum of products of numbers >= 0 once no difference is ever rounded: `1 - p` is
rounded from its exact value; `k = 1 - p*s` (`s` the sum of the weights) is computed as `(1-p) + p*(1-s)`; and
`1 - k0*k1*k2 = (1-k0) + k0*(1-k1) + k0*k1*(1-k2)` with `1 - k = p*s`. Nothing cancels, so relative errors only add up:
with `u = 2^-53`, a sum adds `u` to the larger relative error of its terms, a product or quotient adds the two and `u`.
Let `d` bound the relative error of the values of later phases. A turn has `d + 4u`; composing `L` turns adds at most
`3L u`; the denominator `1 - K` has at most `(4L + 2)u`; the quotient adds one more. So

    d(L) = d(L - 1) + (8 L + 10) u,        d(1) = 0,

with room to spare, bounds the values of a phase with `L` players, and no smallness of `1 - K` can hurt. (Underflow is
out of reach: hit probabilities and weights within 10^-6 of 0 or 1, but not 0 or 1, are left to the exact side, see
`within_reach`; so with up to eight players no product is below 10^-300.)

**Hulls.** At each node every option has an interval that contains its value. Options whose upper end is below
another's lower end are out; if one remains, the node is **sure**. If more remain, the node goes on as the hull of
what they lead to, for every earlier player, so that a decision above it can still be sure. A phase whose own path is
not sure has intervals as its win probabilities. Values grow with each of the `r`, so the lower ends give lower ends.

A sure decision is strict, so there is no tie at it. A tie is settled here only where it holds by construction, with no
arithmetic (`FloatTree._settle`); every other one is left to exact numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

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
CELLS = 2**19  # profiles times batch in one array


def relative_bound(players: int) -> float:
    """Return `d(L)` of the module's docstring, the relative error of the values of a phase."""
    return sum(8 * size + 10 for size in range(2, players + 1)) * UNIT


def relative_bound_of_one(players: int) -> float:
    """Return the relative error of the values of one phase with exact later phases.

    Rounded turns have a relative error of `2u`; composing and dividing adds what `relative_bound` counts for a phase.
    """
    return (8 * players + 14) * UNIT


@dataclass(frozen=True)
class FloatTurns:
    """The turns of one player: per option `r` (from below and above) over all outcomes, `k`, and `1 - k`."""

    low: np.ndarray  # options x outcomes x batch
    high: np.ndarray
    k: np.ndarray  # options x batch
    gone: np.ndarray
    same: np.ndarray  # options x batch: where two options agree here, their own r and their k are equal by construction

    def take(self, batch: np.ndarray) -> FloatTurns:
        """Return the same for a part of the batch."""
        low = self.low[:, :, batch]
        high = low if self.high is self.low else self.high[:, :, batch]
        return FloatTurns(low, high, self.k[:, batch], self.gone[:, batch], self.same[:, batch])


class FloatTree:
    """All profiles of a phase at once, sliced over the first announcer's options."""

    def __init__(
        self,
        order: Order,
        options: Sequence[Sequence[Aim]],
        turns: Sequence[FloatTurns],
        idle: Sequence[Sequence[bool]],
        players: int,
        bound: float,
        ranks: Sequence[list[int] | None] = (),
    ) -> None:
        self.order = order
        self.turns = turns
        self.counts = [len(aims) for aims in options]
        self.idle = idle
        self.batch = turns[0].k.shape[1]
        self.players = players
        self.bound = bound
        self.ranks = ranks
        self.exact = all(turn.high is turn.low for turn in turns)

    def decide(self) -> tuple[Any, Any, Any]:
        """Return the chosen path, whether all decisions on it are sure, and whether a tie on it was settled."""
        return self._induction([])[:3]

    def settled(self, settle: Settle) -> Path | None:
        """Return the path of a batch of one, None if everything stalls; what is open at a node is settled on the way.

        So below each node there is one profile, and its values are passed on instead of a hull.
        """
        import numpy as np

        near = (1.0 - self.bound - 4 * UNIT) / (1.0 + self.bound + 4 * UNIT)
        tops, paths = [], []
        for first in self._slices():
            values, _, valid = self._values(first, [])
            chosen: dict[int, Any] = {}
            for place in reversed(range(1, len(self.order))):
                own = np.where(valid[..., np.newaxis], values.pop(place), -1.0)
                best = own.argmax(axis=0)
                top = _taken(own, best)
                open_ = ((own >= top * near).sum(axis=0) > 1) & (top >= 0.0)
                for where in np.argwhere(open_):
                    node = tuple(map(int, where))
                    earlier = node[-2::-1]
                    here: Any = (slice(None), *node)
                    rivals = np.flatnonzero(own[here] >= top[node] * near)
                    followed = [self._followed((*earlier, int(rival)), chosen, first) for rival in rivals]
                    best[node] = settle((earlier[0] + first.start, *earlier[1:]), followed)
                chosen[place] = best
                values = {key: _taken(value, best) for key, value in values.items()}
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

    def _slices(self) -> Iterator[range]:
        """Yield ranges of the first announcer's options, so that the arrays of one range stay small."""
        size = max(1, CELLS * self.counts[0] // (math.prod(self.counts) * self.batch))
        for start in range(0, self.counts[0], size):
            yield range(start, min(start + size, self.counts[0]))

    def hull(self) -> tuple[Any, Any]:
        """Return the hull of the win probabilities at the start, over all that may be chosen."""
        import numpy as np

        outcomes = [*range(self.players + 1)]
        _, _, _, low, high = self._induction(outcomes)
        # In a stalemate nothing is chosen, nobody wins.
        none = ~np.isfinite(low)
        stale = np.zeros_like(low)
        stale[self.players] = 1.0
        return np.where(none, stale, low), np.where(none, stale, high)

    def win(self, path: np.ndarray) -> tuple[Any, Any]:
        """Return the win probabilities at the start under the chosen path, from below and above."""
        import numpy as np

        columns = np.arange(self.batch)
        k = [turn.k[path[place], columns] for place, turn in enumerate(self.turns)]
        gone = [turn.gone[path[place], columns] for place, turn in enumerate(self.turns)]
        below = _not_all_pass(k, gone)
        stalled = below == 0.0

        def value(ends: str) -> Any:
            total = np.zeros((self.players + 1, self.batch))
            for place in reversed(range(len(self.turns))):
                r = getattr(self.turns[place], ends)[path[place], :, columns].T
                total = r + k[place] * total
            with np.errstate(divide="ignore", invalid="ignore"):
                found = total / below
            if stalled.any():
                found[:, stalled] = 0.0
                found[self.players, stalled] = 1.0
            return found

        low = value("low")
        return (low, low) if self.exact else (low, value("high"))

    def _induction(self, outcomes: list[int]) -> tuple[Any, Any, Any, Any, Any]:
        """Return path, sureness, ties settled on the path, and the hull of some outcomes at the start.

        The steps, for some options of the first announcer at a time: the values of all profiles for every player at his
        own turn; then from the last announcer back, drop what is surely worse, settle what is a tie by
        construction, and pass on the hull of the rest.
        """
        import numpy as np

        length, columns = len(self.order), np.arange(self.batch)
        down, up = 1.0 - self.bound - 4 * UNIT, 1.0 + self.bound + 4 * UNIT
        lows, highs, paths, sures, ties = [], [], [], [], []
        codes: list[Any] = []
        hulls: list[dict[Any, tuple[Any, Any]]] = []
        for first in self._slices():
            lower, upper, valid = self._values(first, outcomes)
            values = {key: (value * down, upper[key] * up) for key, value in lower.items()}
            chosen: dict[int, Any] = {}
            single: dict[int, Any] = {}
            tied: dict[int, Any] = {}
            code: Any = np.zeros((1,), dtype=np.int64)  # of the replies to each option, and whether they are sure
            firm: Any = np.ones((1,), dtype=bool)
            for place in reversed(range(1, length)):
                allowed = valid[..., np.newaxis]
                own_low, own_high = values.pop(place)
                low = np.where(allowed, own_low, -1.0)
                kept = (np.where(allowed, own_high, -2.0) >= low.max(axis=0)) & allowed
                chosen[place], tied[place] = self._settle(place, low.argmax(axis=0), kept, code, firm)
                single[place] = kept.sum(axis=0) == 1
                shape = low.shape
                code = _taken(np.broadcast_to(code, shape), chosen[place]) * self.counts[place] + chosen[place]
                firm = _taken(np.broadcast_to(firm, shape), chosen[place]) & single[place]
                for key, (mine, theirs) in values.items():
                    below = np.where(kept, mine, np.inf).min(axis=0)
                    values[key] = below, np.where(kept, theirs, -np.inf).max(axis=0)
                valid = valid.any(axis=0)
            path = np.zeros((length, len(first), self.batch), dtype=np.int64)
            path[0] = np.arange(len(first))[:, np.newaxis]
            sure, tie = np.ones((len(first), self.batch), dtype=bool), np.zeros((len(first), self.batch), dtype=bool)
            for place in range(1, length):
                where = (*path[place - 1 :: -1], columns)
                path[place] = chosen[place][where]
                sure &= single[place][where]
                tie |= tied[place][where]
            path[0] += first.start
            own_low, own_high = values.pop(0)
            lows.append(np.where(valid[:, np.newaxis], own_low, -1.0))
            highs.append(np.where(valid[:, np.newaxis], own_high, -1.0))
            paths.append(path)
            sures.append(sure)
            ties.append(tie)
            codes.append(code)
            hulls.append(values)
        low, high = np.concatenate(lows), np.concatenate(highs)
        kept = (high >= low.max(axis=0)) & (high >= 0.0)
        code, firm = np.concatenate(codes), np.concatenate(sures)
        best, tied_here = self._settle(0, low.argmax(axis=0), kept, code, firm)
        path = np.concatenate(paths, axis=1)[:, best, columns]
        sure = firm[best, columns] & (kept.sum(axis=0) == 1)
        tie = np.concatenate(ties)[best, columns] | tied_here
        if not outcomes:
            return path, sure, tie, low, high
        below, above = (
            np.array([np.concatenate([hull["outcome", one][end] for hull in hulls]) for one in outcomes])
            for end in (0, 1)
        )
        return path, sure, tie, np.where(kept, below, np.inf).min(axis=1), np.where(kept, above, -np.inf).max(axis=1)

    def _settle(self, place: int, best: Any, kept: Any, code: Any, firm: Any) -> tuple[Any, Any]:
        """Settle the nodes of a place whose open options are equal by construction; return the choice, and where.

        Two options are equal with no arithmetic if their own `r` and their `k` are (`FloatTurns.same`) and the replies
        to them are sure and the same: all else in `(r + k v) / (1 - k κ)` is then the same too. The tie rule chooses,
        by the ranks of the options. `kept` is changed to the chosen one at these nodes.
        """
        import numpy as np

        nodes = (kept.sum(axis=0) > 1).nonzero()
        tied = np.zeros(best.shape, dtype=bool)
        ranks = self.ranks[place] if self.ranks else None
        if ranks is None or not len(nodes[0]):
            return best, tied
        mine = kept[(slice(None), *nodes)]  # options x nodes
        same = self.turns[place].same[:, nodes[-1]]
        replies = np.broadcast_to(code, kept.shape)[(slice(None), *nodes)]
        sure = np.broadcast_to(firm, kept.shape)[(slice(None), *nodes)]
        leader = mine.argmax(axis=0)
        each = np.arange(len(nodes[0]))
        equal = (same == same[leader, each]) & (replies == replies[leader, each]) & sure
        settled = (equal | ~mine).all(axis=0)
        order = np.where(mine, np.array(ranks)[:, np.newaxis], len(ranks))
        choice = order.argmin(axis=0)
        here = tuple(axis[settled] for axis in nodes)
        kept[(slice(None), *here)] = False
        kept[(choice[settled], *here)] = True
        best[here] = choice[settled]
        tied[here] = True
        return best, tied

    def _values(self, first: range, outcomes: list[int]) -> tuple[dict[Any, Any], dict[Any, Any], Any]:
        """Return the values of profiles with some options of the first, from below and above, and which do not stall.

        The keys are places, for the value of that player at his own turn, and `("outcome", o)` for that of an outcome
        at the start. The axes are the places, the last first (so that a reduction over the last announcer runs along
        whole rows), and the batch. With `(v, κ)` the announcements before place `j` and `(r, k)` those from it on, the
        value is `(r + k v) / (1 - K)`, where `1 - K` is the same at every turn.
        """
        import numpy as np

        length = len(self.order)
        chosen = [slice(first.start, first.stop), *[slice(None)] * (length - 1)]

        def along(array: Any, place: int) -> Any:
            """Lay the options of a place along its axis."""
            shape = [1] * (length + array.ndim - 1)
            mine = array[chosen[place]]
            shape[length - 1 - place] = mine.shape[0]
            shape[length:] = mine.shape[1:]
            return mine.reshape(shape)

        k = [along(self.turns[place].k, place) for place in range(length)]
        below = _not_all_pass(k, [along(self.turns[place].gone, place) for place in range(length)])
        idle: Any = True
        for place in range(length):
            idle = idle & along(np.array(self.idle[place]), place)
        with np.errstate(divide="ignore"):
            inverse = np.where(below > 0.0, 1.0 / below, 0.0)
        wanted: list[tuple[Any, int, int]] = [(place, place, self.order[place]) for place in range(length)]
        wanted += [(("outcome", outcome), 0, outcome) for outcome in outcomes]

        def ends(high: bool) -> dict[Any, Any]:
            found: dict[Any, Any] = {}
            for key, start, outcome in wanted:
                turns = [turn.high if high else turn.low for turn in self.turns]
                suffix: Any = 0.0  # the announcements from his own on, composed from the end
                passing: Any = 1.0
                for place in reversed(range(start, length)):
                    suffix = along(turns[place][:, outcome], place) + k[place] * suffix
                    passing = k[place] * passing
                prefix: Any = 0.0  # those before him
                for place in reversed(range(start)):
                    prefix = along(turns[place][:, outcome], place) + k[place] * prefix
                found[key] = (suffix + passing * prefix if start else suffix) * inverse
            return found

        lower = ends(high=False)
        return lower, lower if self.exact else ends(high=True), ~idle


def _taken(values: Any, best: Any) -> Any:
    """Return along the first axis the entries that `best` names."""
    import numpy as np

    flat = values.reshape(values.shape[0], -1)
    return flat[best.reshape(-1), np.arange(flat.shape[1])].reshape(best.shape)


def _not_all_pass(k: Sequence[Any], gone: Sequence[Any]) -> Any:
    """Return `1 - k0*k1*…` without a difference: `(1-k0) + k0*((1-k1) + k1*(…))`."""
    below: Any = 0.0
    for mine, hit in zip(reversed(k), reversed(gone), strict=True):
        below = hit + mine * below
    return below
