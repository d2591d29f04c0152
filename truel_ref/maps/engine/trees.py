r"""Backward induction over many problems at once, in numbers that bound the exact ones.

All problems of a batch have the same options; there is a NumPy axis for each player's options and an axis for the
batch. A subclass defines the numbers and their bounds: floats with a relative error (`FloatTree`), or linear functions
over a box of hit probabilities with an absolute error (`truel_ref.maps.engine.cells`). `FloatTree` serves problems
without common letters and tie rule 3; `truel_ref.maps.engine.histories` decides all others sooner.

**Hulls.** At each node every option has bounds that contain its value. The tree drops options that are surely below
another; if a single option remains, the node is **sure**. If more remain, the node passes on the hull of their results
for every earlier player, so that a decision above it can still be sure. If the path of a phase is not sure, its win
probabilities are the hull over all possible choices. Values grow with each `r`, so bounds of the `r` give bounds of the
values.

A sure decision is strict, so there is no tie at it. A tie is settled here only if it holds by construction, with no
arithmetic, or if it is proved as an identity (`Tree._settle`); every other tie is left to exact numbers.

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

bounds the values of a phase with `L` players; the spare `16u` outweigh all products of errors, which with
`d(8) = 539u` are below `2^-30 u`. The bound holds however small `1 - K` is. (Underflow cannot occur: the exact solver
takes hit probabilities and weights within 10^-6 of 0 or 1, but not 0 or 1, see `within_reach`; so with up to eight
players no product is below 10^-300.) Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd
edition (2002), sections 2.2 (the model of arithmetic) and 3.1 (products of factors `1 + δ`).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truel_ref.budget import check
from truel_ref.game.people import Order

if TYPE_CHECKING:
    from truel_ref.maps.engine.identities import Identities

__all__ = [
    "Bounds",
    "Decided",
    "FloatTree",
    "FloatTurns",
    "ProfileTree",
    "TieRanks",
    "Tree",
    "not_all_pass",
    "relative_bound",
    "taken",
]

UNIT = 2.0**-53
CELLS = 2**19  # profiles times batch in one array


TieRanks: TypeAlias = tuple[tuple[int, ...], ...]
"""The ranks of a player's options that the tie rule may give in a batch; none if aims do not determine them."""

Bounds: TypeAlias = "tuple[Any, ...]"
"""Bounds of some values: an array from below and an array from above, or a single array of numbers with bounds."""


@dataclass(frozen=True)
class FloatTurns:
    """The turns of one player: per option `r` (from below and above) over all outcomes, `k`, and `1 - k`.

    They are floats, or numbers with bounds of their own.
    """

    low: Any  # options x outcomes x batch
    high: Any
    k: Any  # options x batch
    gone: Any
    idle: Sequence[bool]  # by option: whether nobody can be hit
    kinds: Sequence[int]  # by option: options of one kind have equal k
    firm: np.ndarray  # batch, bool: whether all later phases are sure
    # options x batch: where two options agree here, their own r and their k are equal by construction
    same: np.ndarray | None = None


@dataclass(frozen=True)
class Decided:
    """The decisions of a phase, for every problem of the batch (the last axis).

    Fields: `path`, per place the chosen option where `sure`; `sure`, whether every decision on the path is sure; `tie`,
    whether the tie rule settled a decision on it.
    """

    path: np.ndarray
    sure: np.ndarray
    tie: np.ndarray


_Replies: TypeAlias = "tuple[Any, Any, Any]"
"""The replies to each announcement: their code, whether they are sure, and whether there is a tie among them."""


class Tree(ABC):
    """The announcements of a phase.

    Parameters: `order`, the phase; `turns`, by place; `players`, their number in the problem; `ranks`, by place, none
    to settle no tie; `proof`, the identities between the values of profiles.
    """

    by_construction = True
    """Whether the tree uses `FloatTurns.same`."""

    def __init__(
        self,
        order: Order,
        turns: Sequence[FloatTurns],
        players: int,
        ranks: Sequence[TieRanks] = (),
        proof: Identities | None = None,
    ) -> None:
        self.order = order
        self.turns = turns
        self.counts, self.batch = [len(turn.idle) for turn in turns], turns[0].k.shape[1]
        self.players = players
        self.ranks = ranks
        self.proof = proof
        self.sides = [[turn.low for turn in turns], [turn.high for turn in turns]]
        if all(turn.high is turn.low for turn in turns):
            self.sides.pop()

    @staticmethod
    def merged(several: Sequence[Any], merge: Callable[..., np.ndarray]) -> Any:
        """Return arrays of these numbers put together along the first axis by `np.stack` or `np.concatenate`."""
        return merge(several)

    @abstractmethod
    def decide(self) -> Decided:
        """Return the decisions."""

    @abstractmethod
    def ends(self, decided: Decided) -> Bounds:
        """Return bounds of the win probabilities at the start."""

    def decoded(self, place: int, code: Any) -> list[Any]:
        """Return the replies after a place that a code, or an array of codes, encodes."""
        replies = []
        for count in self.counts[place + 1 :]:
            code, option = divmod(code, count)
            replies.append(option)
        return replies

    # -- the win probabilities at the start

    def win(self, path: np.ndarray) -> Bounds:
        """Return bounds of the win probabilities at the start under the chosen path."""
        return tuple(self._win(path, r) for r in self.sides)

    def _win(self, path: np.ndarray, r: Sequence[Any]) -> Any:
        total, below = self.composed_along(path, r)
        with np.errstate(divide="ignore", invalid="ignore"):
            won = total / below
        return self._with_stalemates(won, below == 0.0)

    def _with_stalemates(self, win: Any, where: Any) -> Any:
        """Return win probabilities corrected where nobody can be hit: there the stalemate is certain."""
        if where.any():
            win[:, where] = np.eye(self.players + 1)[:, -1:] + np.zeros(int(where.sum()))
        return win

    def composed_along(self, path: np.ndarray, r: Sequence[Any]) -> tuple[Any, Any]:
        """Return numerators and denominator at the start under a chosen path, outcomes x batch."""
        columns = np.arange(self.batch)
        k = [turn.k[path[place], columns] for place, turn in enumerate(self.turns)]
        gone = [turn.gone[path[place], columns] for place, turn in enumerate(self.turns)]
        total: Any = 0.0
        for place in reversed(range(len(self.turns))):
            total = r[place].swapaxes(0, 1)[:, path[place], columns] + k[place] * total
        return total, not_all_pass(k, gone)


class ProfileTree(Tree):
    """All profiles of a phase at once, sliced over the first announcer's options, with hulls of open decisions."""

    # -- the numbers

    @abstractmethod
    def values(self, first: range, outcomes: Sequence[int]) -> tuple[dict[Any, Bounds], Any]:
        """Return bounds of the values of profiles with some options of the first, and which profiles do not stall.

        The keys are places, for the value of that place's player at their own turn, and `("outcome", o)`, for the value
        of an outcome at the start. The axes are the places, the last first (so that a reduction over the last announcer
        runs along whole rows), and the batch.
        """

    @abstractmethod
    def rivals(self, values: Bounds, allowed: Any) -> Any:
        """Return which options, along the first axis, are allowed and not surely below another allowed option."""

    @abstractmethod
    def hull(self, values: Bounds, kept: Any) -> Bounds:
        """Return bounds of all kept values along the first axis; where no value is kept, they are arbitrary."""

    # -- the induction

    def decide(self) -> Decided:
        """Return the decisions."""
        return self._decided()[0]

    def _decided(self, outcomes: Sequence[int] = ()) -> tuple[Decided, np.ndarray, dict[Any, Bounds]]:
        """Return the decisions, the possible choices of the first player, and by this choice the bounds of outcomes.

        The steps, for some options of the first announcer at a time: compute the values of all profiles for every
        player at their own turn; then, from the last announcer back, drop surely worse options, settle certain ties,
        and pass on the hull of the rest.
        """
        slices = [self._after(first, outcomes) for first in self.slices()]
        replies, valid, bounds = zip(*slices, strict=True)
        values = {key: self._joined([part[key] for part in bounds]) for key in bounds[0]}
        allowed = np.concatenate(valid)[:, np.newaxis]
        kept = self.rivals(values.pop(0), np.broadcast_to(allowed, (self.counts[0], self.batch)))
        joined = [np.concatenate(each) for each in zip(*replies, strict=True)]
        code, sure, tie = self._chosen(0, range(self.counts[0]), kept, (joined[0], joined[1], joined[2]))
        decided = Decided(np.array(self.decoded(-1, code)), sure, tie)
        return decided, kept, {outcome: values["outcome", outcome] for outcome in outcomes}

    def slices(self) -> Iterator[range]:
        """Yield ranges of the first announcer's options, so that the arrays of one range stay small."""
        size = max(1, CELLS * self.counts[0] // (math.prod(self.counts) * self.batch))
        for start in range(0, self.counts[0], size):
            check()
            yield range(start, min(start + size, self.counts[0]))

    def _joined(self, parts: Sequence[Bounds]) -> Bounds:
        """Return the bounds of several slices as one."""
        return tuple(self.merged(ends, np.concatenate) for ends in zip(*parts, strict=True))

    def _after(self, first: range, outcomes: Sequence[int]) -> tuple[_Replies, np.ndarray, dict[Any, Bounds]]:
        """Return the replies to some options of the first, after which options somebody can be hit, and the bounds."""
        values, valid = self.values(first, outcomes)
        replies: _Replies = (np.zeros(1, dtype=np.int64), np.ones(1, dtype=bool), np.zeros(1, dtype=bool))
        for place in reversed(range(1, len(self.order))):
            kept = self.rivals(values.pop(place), valid[..., np.newaxis])
            replies = self._chosen(place, first, kept, replies)
            values = {key: self.hull(bounds, kept) for key, bounds in values.items()}
            valid = valid.any(axis=0)
        code, firm, tie = (np.broadcast_to(each, (len(first), self.batch)) for each in replies)
        return (code, firm, tie), valid, values

    def _chosen(self, place: int, first: range, kept: Any, replies: _Replies) -> _Replies:
        """Return the replies to the announcements before a place: its player's choice among `kept`, and later replies.

        If options are certainly equal, `kept` is reduced to the chosen option.
        """
        code, firm, tie = (np.broadcast_to(each, kept.shape) for each in replies)
        tied = self._settle(place, first, kept, code, firm)
        best = kept.argmax(axis=0)
        whole = taken(code, best) * self.counts[place] + best
        return whole, taken(firm, best) & (kept.sum(axis=0) == 1), taken(tie, best) | tied

    def _settle(self, place: int, first: range, kept: Any, code: Any, firm: Any) -> np.ndarray:
        """Settle the nodes of a place whose open options are certainly equal, and return these nodes.

        Two options are equal with no arithmetic if their own `r` and their `k` are equal (`FloatTurns.same`) and the
        replies to them are sure and equal: then `v` and `κ` in `(r + k v) / (1 - k κ)` are equal too. Other options
        with sure replies may be proved equal as functions (`proof`). The tie rule chooses, if all ranks agree. At these
        nodes `kept` is reduced to the chosen option.
        """
        nodes = (kept.sum(axis=0) > 1).nonzero()
        tied = np.zeros(kept.shape[1:], dtype=bool)
        ranks = self.ranks[place] if self.ranks else ()
        if not ranks or not len(nodes[0]):
            return tied
        mine, replies, sure = (each[(slice(None), *nodes)] for each in (kept, code, firm))  # options x nodes
        numbers = self.turns[place].same
        assert numbers is not None
        same = numbers[:, nodes[-1]]
        leader = mine.argmax(axis=0), np.arange(len(nodes[0]))
        equal = (same == same[leader]) & (replies == replies[leader]) & sure
        settled = (equal | ~mine).all(axis=0)
        if self.proof is not None:
            candidates = np.flatnonzero(~settled & (sure | ~mine).all(axis=0) & (self.proof.later[nodes[-1]] >= 0))
            if len(candidates):
                there = [axis[candidates] for axis in nodes]
                settled[candidates] = self._proved(
                    self.proof, place, first, there, mine[:, candidates], replies[:, candidates]
                )
        choices = [np.where(mine, np.array(one)[:, np.newaxis], len(one)).argmin(axis=0) for one in ranks]
        settled &= reduce(and_, (choices[0] == other for other in choices))
        here = tuple(axis[settled] for axis in nodes)
        kept[(slice(None), *here)] = False
        kept[(choices[0][settled], *here)] = True
        tied[here] = True
        return tied

    def _proved(
        self, proof: Identities, place: int, first: range, nodes: Sequence[Any], mine: Any, replies: Any
    ) -> np.ndarray:
        """Return at which of some nodes all open options are identical; equal questions are asked once.

        Parameters: `proof`; `place`; `first`, the slice; `nodes`, by axis; `mine`, which options are open, and
        `replies`, the codes of the replies to them, both options x nodes.
        """
        *earlier, batch = nodes
        said = [axis.copy() for axis in reversed(earlier)]  # by place
        if place:
            said[0] += first.start
        alike = np.zeros(len(batch), dtype=np.int64)
        for column in (*said, *np.where(mine, replies, -1), proof.later[batch]):
            # Renumber after each column, so that no number grows large.
            alike = np.unique(alike * (int(column.max()) + 2) + column + 1, return_inverse=True)[1].reshape(-1)
        _, where, number = np.unique(alike, return_index=True, return_inverse=True)
        proved = []
        for node in where:
            before = tuple(int(axis[node]) for axis in said)
            paths = [
                (*before, int(option), *self.decoded(place, int(replies[option, node])))
                for option in np.flatnonzero(mine[:, node])
            ]
            proved.append(proof.identical(place, paths, int(batch[node])))
        every: np.ndarray = np.array(proved, dtype=bool)[number.reshape(-1)]
        return every

    def ends(self, decided: Decided) -> Bounds:
        """Return bounds of the win probabilities at the start; where the path is open, over all possible choices."""
        win = self.win(decided.path)
        if decided.sure.all():
            return win
        hull = self._hull_at_start()
        for place, end in enumerate(hull):
            end[:, decided.sure] = win[min(place, len(win) - 1)][:, decided.sure]
        return hull

    def _hull_at_start(self) -> Bounds:
        """Return bounds of the win probabilities at the start, over all possible choices."""
        _, kept, values = self._decided(range(self.players + 1))
        hulls = [self.hull(bounds, kept) for bounds in values.values()]
        nothing = ~kept.any(axis=0)
        ends = (self.merged(end, np.stack) for end in zip(*hulls, strict=True))
        return tuple(self._with_stalemates(end, nothing) for end in ends)

    # -- the algebra, in any numbers

    def composed(
        self, first: range, outcomes: Sequence[int], r: Sequence[Any]
    ) -> tuple[dict[Any, Any], Any, np.ndarray]:
        """Return numerators and the denominator of the values of profiles, and which profiles do not stall.

        With `(v, κ)` the announcements before place `j` and `(r, k)` the announcements from place `j` on, the value is
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
        idle = reduce(and_, (along(np.array(turn.idle), place) for place, turn in enumerate(self.turns)))

        def one_after_another(places: range, outcome: int) -> tuple[Any, Any]:
            """Compose the turns of neighbouring places, from the last of them on."""
            total: Any = 0.0
            passing: Any = 1.0
            for place in reversed(places):
                total = along(r[place][:, outcome], place) + k[place] * total
                passing = k[place] * passing
            return total, passing

        wanted: list[tuple[Any, int, int]] = [(place, place, self.order[place]) for place in range(length)]
        wanted += [(("outcome", outcome), 0, outcome) for outcome in outcomes]
        tops: dict[Any, Any] = {}
        for key, start, outcome in wanted:
            suffix, passing = one_after_another(range(start, length), outcome)
            prefix, _ = one_after_another(range(start), outcome)  # the announcements before this place
            tops[key] = suffix + passing * prefix if start else suffix
        return tops, below, ~idle


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


class FloatTree(ProfileTree):
    """All profiles of a phase at once, every value between two floats."""

    def values(self, first: range, outcomes: Sequence[int]) -> tuple[dict[Any, Bounds], Any]:
        """Return bounds of the values of profiles, from below and above; see `Tree.values`."""
        sides, valid = self._ends(first, outcomes)
        margin = relative_bound(len(self.order)) + 4 * UNIT
        return {
            key: (value * (1.0 - margin), sides[-1][key] * (1.0 + margin)) for key, value in sides[0].items()
        }, valid

    def _ends(self, first: range, outcomes: Sequence[int]) -> tuple[list[dict[Any, Any]], Any]:
        """Return the computed values from the lower and the upper ends of `r`, and which profiles do not stall."""
        (_, below, valid), *_ = composed = [self.composed(first, outcomes, r) for r in self.sides]
        with np.errstate(divide="ignore"):
            inverse = np.where(below > 0.0, 1.0 / below, 0.0)
        return [{key: top * inverse for key, top in tops.items()} for tops, *_ in composed], valid

    def rivals(self, values: Bounds, allowed: Any) -> Any:
        """Return the allowed options whose upper end is not below the lower end of another."""
        low, high = values
        most = np.where(allowed, low, -1.0).max(axis=0)
        return (high >= most) & allowed

    def hull(self, values: Bounds, kept: Any) -> Bounds:
        """Return the least lower and the greatest upper end of what is kept."""
        low, high = values
        return np.where(kept, low, np.inf).min(axis=0), np.where(kept, high, -np.inf).max(axis=0)
