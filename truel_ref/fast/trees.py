r"""Backward induction over many problems at once, in numbers that bound the exact ones.

All problems of a batch have the same options; one NumPy axis per player's options and one for the batch. What the
numbers are, and how they bound, is up to a subclass: floats with a relative error (`FloatTree`), or linear functions
over a box of hit probabilities with an absolute one (`truel_ref.maps.engine.cells`).

**Hulls.** At each node every option has bounds that contain its value. Options that are surely below another are out;
if one remains, the node is **sure**. If more remain, the node goes on as the hull of what they lead to, for every
earlier player, so that a decision above it can still be sure. A phase whose own path is not sure has the hull of all
that may be chosen as its win probabilities. Values grow with each of the `r`, so bounds of these give bounds.

A sure decision is strict, so there is no tie at it. A tie is settled here only where it holds by construction, with no
arithmetic, or where it was proved as an identity (`Tree._settle`); every other one is left to exact numbers.

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

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any, Protocol, TypeAlias

import numpy as np

from truel_ref.budget import check
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order

__all__ = [
    "MOST_PLAYERS",
    "Decided",
    "FloatTree",
    "FloatTurns",
    "Proof",
    "Rivals",
    "TieRanks",
    "Tree",
    "not_all_pass",
    "relative_bound",
    "taken",
]

MOST_PLAYERS = 8
UNIT = 2.0**-53
CELLS = 2**19  # profiles times batch in one array


TieRanks: TypeAlias = tuple[tuple[int, ...], ...]
"""The ranks of a player's options that the tie rule may give somewhere in a batch; none where aims do not say it."""


@dataclass(frozen=True)
class FloatTurns:
    """The turns of one player: per option `r` (from below and above) over all outcomes, `k`, and `1 - k`.

    They are floats, or numbers that bound what they stand for in another way.
    """

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


class Proof(Protocol):
    """What is known of identities between the values of profiles of a phase."""

    @property
    def later(self) -> np.ndarray:
        """Per problem of the batch a number of what is played in later phases, -1 where that is not sure."""

    def identical(self, place: int, paths: Sequence[Sequence[int]], problem: int) -> bool:
        """Tell whether profiles are proved to be worth the same to the player at a place, as functions.

        Parameters: `place`; `paths`, the profiles; `problem`, of the batch, whose later phases count.
        """


@dataclass(frozen=True)
class Rivals:
    """Which options are not surely below another one, or tie, at every node of a phase.

    Fields: `nodes`, per place an array whose axes are that place, the places before it (the last of them first) and
    the batch.
    """

    nodes: list[np.ndarray]

    def updated(self, part: np.ndarray, later: Rivals) -> Rivals:
        """Return the same with what is known of a part of the batch."""
        nodes = [mine.copy() for mine in self.nodes]
        for mine, theirs in zip(nodes, later.nodes, strict=True):
            mine[..., part] = theirs
        return Rivals(nodes)

    def closed(self) -> list[np.ndarray]:
        """Return per place which options have to be looked at further, for every problem by itself.

        An option may be left out only if it is surely below another at **every** node that is still looked at, whether
        or not announcements lead to it: what is chosen at a node is compared with what others lead to. These nodes are
        all combinations of the options of the places before, so the first place comes first.
        """
        open_: list[np.ndarray] = []
        for node in self.nodes:
            here = node
            for before, options in enumerate(open_):
                shape = [1] * (node.ndim - 2 - before) + [len(options)] + [1] * before + [options.shape[1]]
                here = here & options.reshape(shape)
            left: np.ndarray = np.asarray(here.any(axis=tuple(range(1, node.ndim - 1))))
            open_.append(left)
        return open_

    def closed_for_all(self, part: np.ndarray) -> list[np.ndarray]:
        """Return per place which options have to be looked at further if a part of the batch goes on together."""
        together = Rivals([np.asarray(node[..., part].any(axis=-1, keepdims=True)) for node in self.nodes])
        return [options[:, 0] for options in together.closed()]


@dataclass(frozen=True)
class Decided:
    """What is decided in a phase, for every problem of the batch (the last axis).

    Fields: `path`, per place the chosen option where `sure`; `sure`, whether every decision on the path is; `tie`,
    whether one on it was settled; `kept`, the options of the first that may be chosen; `rivals`, what may be chosen
    or ties at every node; `values`, per outcome that was asked for the
    bounds at the start, by option of the first.
    """

    path: np.ndarray
    sure: np.ndarray
    tie: np.ndarray
    kept: np.ndarray
    rivals: Rivals
    values: dict[int, Any]

    def updated(self, part: np.ndarray, later: Decided) -> Decided:
        """Return the same with what was decided later of a part of the batch, without values."""
        whole = Decided(
            self.path.copy(),
            self.sure.copy(),
            self.tie.copy(),
            self.kept.copy(),
            self.rivals.updated(part, later.rivals),
            {},
        )
        for name in ("path", "sure", "tie", "kept"):
            getattr(whole, name)[..., part] = getattr(later, name)
        return whole


@dataclass(frozen=True)
class _Slice:
    """The same for some options of the first announcer, after each of which the path goes on."""

    first: range
    valid: np.ndarray  # whether somebody can be hit
    path: np.ndarray
    sure: np.ndarray
    tie: np.ndarray
    code: np.ndarray  # of the replies
    rivals: dict[int, np.ndarray]  # by place, over all nodes
    values: dict[Any, Any]


class Tree(ABC):
    """All profiles of a phase at once, sliced over the first announcer's options."""

    def __init__(
        self,
        order: Order,
        options: Sequence[Sequence[Aim]],
        turns: Sequence[FloatTurns],
        idle: Sequence[Sequence[bool]],
        players: int,
        ranks: Sequence[TieRanks] = (),
        proof: Proof | None = None,
    ) -> None:
        self.order = order
        self.turns = turns
        self.counts = [len(aims) for aims in options]
        self.idle = idle
        self.batch = turns[0].k.shape[1]
        self.players = players
        self.ranks = ranks
        self.proof = proof

    # -- what the numbers are

    @abstractmethod
    def values(self, first: range, outcomes: Sequence[int]) -> tuple[dict[Any, Any], Any]:
        """Return bounds of the values of profiles with some options of the first, and which profiles do not stall.

        The keys are places, for the value of that player at his own turn, and `("outcome", o)` for that of an outcome
        at the start. The axes are the places, the last first (so that a reduction over the last announcer runs along
        whole rows), and the batch.
        """

    @abstractmethod
    def rivals(self, values: Any, allowed: Any) -> Any:
        """Return which options, along the first axis, are allowed and not surely below another allowed one."""

    @abstractmethod
    def hull(self, values: Any, kept: Any) -> Any:
        """Return bounds of whatever is kept along the first axis; where nothing is, anything."""

    @abstractmethod
    def joined(self, parts: Sequence[Any]) -> Any:
        """Return bounds of several slices as one, along the first axis."""

    @abstractmethod
    def win(self, path: np.ndarray) -> tuple[Any, Any]:
        """Return bounds of the win probabilities at the start under the chosen path, from below and above."""

    @abstractmethod
    def hull_at_start(self) -> tuple[Any, Any]:
        """Return bounds of the win probabilities at the start, over all that may be chosen, from below and above."""

    # -- the induction

    def decide(self, outcomes: Sequence[int] = ()) -> Decided:
        """Return what is decided, and the bounds of some outcomes.

        The steps, for some options of the first announcer at a time: the values of all profiles for every player at his
        own turn; then from the last announcer back, drop what is surely worse, settle what is a tie for certain, and
        pass on the hull of the rest.
        """
        columns = np.arange(self.batch)
        slices = [self._after(first, outcomes) for first in self.slices()]
        values = {key: self.joined([part.values[key] for part in slices]) for key in slices[0].values}
        allowed = np.concatenate([part.valid for part in slices])[:, np.newaxis]
        kept = self.rivals(values.pop(0), np.broadcast_to(allowed, (self.counts[0], self.batch)))
        nodes = [
            np.concatenate([part.rivals[place] for part in slices], axis=-2) for place in range(1, len(self.order))
        ]
        rivals = Rivals([kept.copy(), *nodes])
        code, firm = np.concatenate([part.code for part in slices]), np.concatenate([part.sure for part in slices])
        best, tied = self._settle(0, range(self.counts[0]), kept.argmax(axis=0), kept, code, firm)
        path = np.concatenate([part.path for part in slices], axis=1)[:, best, columns]
        sure = firm[best, columns] & (kept.sum(axis=0) == 1)
        tie = np.concatenate([part.tie for part in slices])[best, columns] | tied
        return Decided(path, sure, tie, kept, rivals, {outcome: values["outcome", outcome] for outcome in outcomes})

    def slices(self) -> Iterator[range]:
        """Yield ranges of the first announcer's options, so that the arrays of one range stay small."""
        size = max(1, CELLS * self.counts[0] // (math.prod(self.counts) * self.batch))
        for start in range(0, self.counts[0], size):
            check()
            yield range(start, min(start + size, self.counts[0]))

    def _after(self, first: range, outcomes: Sequence[int]) -> _Slice:
        """Decide what follows each of some options of the first announcer."""
        length, columns = len(self.order), np.arange(self.batch)
        values, valid = self.values(first, outcomes)
        chosen: dict[int, Any] = {}
        single: dict[int, Any] = {}
        tied: dict[int, Any] = {}
        rivals: dict[int, Any] = {}
        code: Any = np.zeros((1,), dtype=np.int64)  # of the replies to each option, and whether they are sure
        firm: Any = np.ones((1,), dtype=bool)
        for place in reversed(range(1, length)):
            kept = self.rivals(values.pop(place), valid[..., np.newaxis])
            rivals[place] = kept.copy()
            chosen[place], tied[place] = self._settle(place, first, kept.argmax(axis=0), kept, code, firm)
            single[place] = kept.sum(axis=0) == 1
            code = taken(np.broadcast_to(code, kept.shape), chosen[place]) * self.counts[place] + chosen[place]
            firm = taken(np.broadcast_to(firm, kept.shape), chosen[place]) & single[place]
            values = {key: self.hull(bounds, kept) for key, bounds in values.items()}
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
        code = np.broadcast_to(code, sure.shape)
        return _Slice(first, valid, path, sure, tie, code, rivals, values)

    def _settle(self, place: int, first: range, best: Any, kept: Any, code: Any, firm: Any) -> tuple[Any, Any]:
        """Settle the nodes of a place whose open options are equal for certain; return the choice, and where.

        Two options are equal with no arithmetic if their own `r` and their `k` are (`FloatTurns.same`) and the replies
        to them are sure and the same: all else in `(r + k v) / (1 - k κ)` is then the same too. Others, with sure
        replies, may be proved to be equal as functions (`proof`). The tie rule chooses, if all ranks agree. `kept` is
        changed to the chosen one at these nodes.
        """
        nodes = (kept.sum(axis=0) > 1).nonzero()
        tied = np.zeros(best.shape, dtype=bool)
        ranks = self.ranks[place] if self.ranks else ()
        if not ranks or not len(nodes[0]):
            return best, tied
        mine = kept[(slice(None), *nodes)]  # options x nodes
        same = self.turns[place].same[:, nodes[-1]]
        replies = np.broadcast_to(code, kept.shape)[(slice(None), *nodes)]
        sure = np.broadcast_to(firm, kept.shape)[(slice(None), *nodes)]
        leader = mine.argmax(axis=0)
        each = np.arange(len(nodes[0]))
        equal = (same == same[leader, each]) & (replies == replies[leader, each]) & sure
        settled = (equal | ~mine).all(axis=0)
        if self.proof is not None:
            candidates = np.flatnonzero(~settled & (sure | ~mine).all(axis=0) & (self.proof.later[nodes[-1]] >= 0))
            if len(candidates):
                there = [axis[candidates] for axis in nodes]
                settled[candidates] = self._proved(
                    self.proof, place, first, there, mine[:, candidates], replies[:, candidates]
                )
        choices = [np.where(mine, np.array(one)[:, np.newaxis], len(one)).argmin(axis=0) for one in ranks]
        choice = choices[0]
        settled &= reduce(and_, (choice == other for other in choices))
        here = tuple(axis[settled] for axis in nodes)
        kept[(slice(None), *here)] = False
        kept[(choice[settled], *here)] = True
        best[here] = choice[settled]
        tied[here] = True
        return best, tied

    def _proved(
        self, proof: Proof, place: int, first: range, nodes: Sequence[Any], mine: Any, replies: Any
    ) -> np.ndarray:
        """Return at which of some nodes all open options are identical; what is alike is asked once.

        Parameters: `proof`; `place`; `first`, the slice; `nodes`, by axis; `mine`, which options are open, and
        `replies`, the codes of the replies to them, options x nodes.
        """
        *earlier, batch = nodes
        said = [axis.copy() for axis in reversed(earlier)]  # by place
        if place:
            said[0] += first.start
        alike = np.zeros(len(batch), dtype=np.int64)
        for column in (*said, *np.where(mine, replies, -1), proof.later[batch]):
            # Numbered anew after each column, so that no number grows large.
            alike = np.unique(alike * (int(column.max()) + 2) + column + 1, return_inverse=True)[1].reshape(-1)
        _, where, number = np.unique(alike, return_index=True, return_inverse=True)
        proved = []
        for node in where:
            before = tuple(int(axis[node]) for axis in said)
            paths = [
                (*before, int(option), *self._decoded(place, int(replies[option, node])))
                for option in np.flatnonzero(mine[:, node])
            ]
            proved.append(proof.identical(place, paths, int(batch[node])))
        every: np.ndarray = np.array(proved, dtype=bool)[number.reshape(-1)]
        return every

    def _decoded(self, place: int, code: int) -> list[int]:
        """Return the replies of the later announcers that a code stands for."""
        replies = []
        for count in self.counts[place + 1 :]:
            code, option = divmod(code, count)
            replies.append(option)
        return replies

    # -- the algebra, in whatever numbers

    def composed(
        self, first: range, outcomes: Sequence[int], r: Sequence[Any]
    ) -> tuple[dict[Any, Any], Any, np.ndarray]:
        """Return numerators and the denominator of the values of profiles, and which profiles do not stall.

        With `(v, κ)` the announcements before place `j` and `(r, k)` those from it on, the value is
        `(r + k v) / (1 - K)`, where `1 - K` is the same at every turn. The keys and axes are those of `values`.

        Parameters: `first` and `outcomes`; `r`, per place options x outcomes x batch.
        """
        length = len(self.order)
        chosen = [slice(first.start, first.stop), *[slice(None)] * (length - 1)]

        def along(array: Any, place: int) -> Any:
            """Lay the options of a place along its axis."""
            shape = [1] * (length + array.ndim - 1)
            mine = array[chosen[place]]
            shape[length - 1 - place] = mine.shape[0]
            shape[length:] = mine.shape[1:]
            return mine.reshape(tuple(shape))

        k = [along(self.turns[place].k, place) for place in range(length)]
        below = not_all_pass(k, [along(self.turns[place].gone, place) for place in range(length)])
        idle: Any = True
        for place in range(length):
            idle = idle & along(np.array(self.idle[place]), place)
        wanted: list[tuple[Any, int, int]] = [(place, place, self.order[place]) for place in range(length)]
        wanted += [(("outcome", outcome), 0, outcome) for outcome in outcomes]
        tops: dict[Any, Any] = {}
        for key, start, outcome in wanted:
            suffix: Any = 0.0  # the announcements from his own on, composed from the end
            passing: Any = 1.0
            for place in reversed(range(start, length)):
                suffix = along(r[place][:, outcome], place) + k[place] * suffix
                passing = k[place] * passing
            prefix: Any = 0.0  # those before him
            for place in reversed(range(start)):
                prefix = along(r[place][:, outcome], place) + k[place] * prefix
            tops[key] = suffix + passing * prefix if start else suffix
        return tops, below, ~idle

    def composed_along(self, path: np.ndarray, r: Sequence[Any]) -> tuple[Any, Any]:
        """Return numerators and denominator at the start under a chosen path, outcomes x batch."""
        columns = np.arange(self.batch)
        k = [turn.k[path[place], columns] for place, turn in enumerate(self.turns)]
        gone = [turn.gone[path[place], columns] for place, turn in enumerate(self.turns)]
        total: Any = 0.0
        for place in reversed(range(len(self.turns))):
            total = r[place].swapaxes(0, 1)[:, path[place], columns] + k[place] * total
        return total, not_all_pass(k, gone)


def taken(values: Any, best: Any) -> Any:
    """Return along the first axis the entries that `best` names.

    >>> import numpy as np
    >>> taken(np.array([[1, 2], [3, 4]]), np.array([1, 0]))
    array([3, 2])
    """
    flat = values.reshape(values.shape[0], -1)
    return flat[best.reshape(-1), np.arange(flat.shape[1])].reshape(best.shape)


def not_all_pass(k: Sequence[Any], gone: Sequence[Any]) -> Any:
    """Return `1 - k0*k1*…` without a difference: `(1-k0) + k0*((1-k1) + k1*(…))`.

    >>> not_all_pass([0.5, 0.5], [0.5, 0.5])
    0.75
    """
    below: Any = 0.0
    for mine, hit in zip(reversed(k), reversed(gone), strict=True):
        below = hit + mine * below
    return below


# ---------------------------------------------------------------------------------------------------------
# In floats


def relative_bound(players: int) -> float:
    """Return `d(L)` of the module's docstring, the relative error of the values of a phase.

    >>> relative_bound(3) == (13 * 2 + 12 + 13 * 3 + 12) * 2.0**-53
    True
    """
    return sum(13 * size + 12 for size in range(2, players + 1)) * UNIT


class FloatTree(Tree):
    """All profiles of a phase at once, every value between two floats."""

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
        low, high = values
        most = np.where(allowed, low, -1.0).max(axis=0)
        return (high >= most) & allowed

    def hull(self, values: Any, kept: Any) -> Any:
        """Return the least lower and the greatest upper end of what is kept."""
        low, high = values
        return np.where(kept, low, np.inf).min(axis=0), np.where(kept, high, -np.inf).max(axis=0)

    def joined(self, parts: Sequence[Any]) -> Any:
        """Return the ends of several slices as one."""
        return tuple(np.concatenate([part[end] for part in parts]) for end in (0, 1))

    def win(self, path: np.ndarray) -> tuple[Any, Any]:
        """Return the win probabilities at the start under the chosen path, from below and above."""

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
        outcomes = range(self.players + 1)
        decided = self.decide(outcomes)
        hulls = [self.hull(decided.values[outcome], decided.kept) for outcome in outcomes]
        low, high = (np.array([each[end] for each in hulls]) for end in (0, 1))
        # In a stalemate nothing is chosen, nobody wins.
        none = ~np.isfinite(low)
        stale = np.zeros_like(low)
        stale[self.players] = 1.0
        return np.where(none, stale, low), np.where(none, stale, high)
