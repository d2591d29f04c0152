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
arithmetic (`_Tree._settle`); every other one is left to exact numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number
from truel_ref.play.announced import Announcements, Node, Path, tie_ranks

if TYPE_CHECKING:
    import numpy as np

__all__ = ["LEAST", "Filter", "FilteredAnnouncements", "FilteredPhase", "relative_bound", "within_reach"]

Settle: TypeAlias = Callable[[Path, Sequence[Path]], int]
"""Chooses at an open node: the announcements before, the profiles that its open options lead to, to an option."""

LEAST = Fraction(1, 10**6)
MOST_PLAYERS = 8
UNIT = 2.0**-53
CELLS = 2**19  # profiles times batch in one array


def within_reach(problem: Problem, hits: Sequence[Number]) -> bool:
    """Tell whether no product of a problem with these hit probabilities can underflow.

    >>> problem = Problem(["1/2", "1/3", 1])
    >>> within_reach(problem, problem.hits), within_reach(problem, [Fraction(1, 10**9)])
    (True, False)
    """
    weights = [one for said in problem.targets if isinstance(said, tuple) for one in (*said, sum(said, Fraction(0)))]
    numbers = [end for one in (*hits, *weights) for end in (one, 1 - one)]
    return problem.players <= MOST_PLAYERS and all(not one or one >= LEAST for one in numbers)


def relative_bound(players: int) -> float:
    """Return `d(L)` of the module's docstring, the relative error of the values of a phase."""
    return sum(8 * size + 10 for size in range(2, players + 1)) * UNIT


@dataclass(frozen=True)
class FilteredPhase:
    """What the filter knows of a phase, for every problem of the batch (the last axis).

    Fields: `order`; `options` per place; `path`, per place the chosen option where `sure`; `sure`, whether every
    decision on the path is; `tie`, whether one on it was settled by construction; `low` and `high`, win probabilities
    of all players and, last, of a stalemate, at the start.
    """

    order: Order
    options: tuple[tuple[Aim, ...], ...]
    path: np.ndarray  # places x batch
    sure: np.ndarray  # batch, bool
    tie: np.ndarray  # batch, bool: whether a tie on the path was settled by construction
    low: np.ndarray  # players + 1 x batch
    high: np.ndarray


class Filter:
    """Solves a batch of problems that differ in their hit probabilities only, as far as floats can prove.

    All problems must agree in which of two hit probabilities is larger and in which are 0, and so have the same options
    in every phase; and all must be `within_reach`.

    Parameters: `problem`, one of the batch; `hits` and `misses`, floats of shape (players, batch): the hit
    probabilities and `1 - p`, each rounded from its exact value.
    """

    def __init__(self, problem: Problem, hits: np.ndarray, misses: np.ndarray) -> None:
        self.problem = problem
        self.hits = hits
        self.misses = misses
        self.batch = hits.shape[1]
        self.phases: dict[Order, FilteredPhase] = {}
        self.identities: dict[Order, int] = {}

    def phase(self, order: Order) -> FilteredPhase:
        """Return what is known of a phase; later phases are solved first, each once."""
        if order not in self.phases:
            self.phases[order] = self._survivor(order) if len(order) == 1 else self._solve(order)
        return self.phases[order]

    def _survivor(self, order: Order) -> FilteredPhase:
        import numpy as np

        win = np.zeros((self.problem.players + 1, self.batch))
        win[order[0]] = 1.0
        path = np.zeros((1, self.batch), dtype=np.int64)
        sure = np.ones(self.batch, dtype=bool)
        return FilteredPhase(order, ((Aim.miss(self.problem.players),),), path, sure, ~sure, win, win)

    def _solve(self, order: Order) -> FilteredPhase:
        import numpy as np

        every = tuple(self.problem.options(order, player) for player in order)
        options = tuple(self._without_effect(player, aims) for player, aims in zip(order, every, strict=True))
        tie = any(len(kept) < len(aims) for kept, aims in zip(options, every, strict=True))
        turns = [self._turns(order, place, options[place]) for place in range(len(order))]
        idle = [
            [aim.is_miss or not self.problem.hits[player] for aim in aims]
            for player, aims in zip(order, options, strict=True)
        ]
        ranks = [self._ranks(aims) for aims in options]
        tree = _Tree(order, options, turns, idle, self.problem.players, relative_bound(len(order)), ranks)
        tied = np.full(self.batch, tie)
        if all(len(aims) == 1 for aims in every):
            path, sure = np.zeros((len(order), self.batch), dtype=np.int64), np.ones(self.batch, dtype=bool)
        else:
            path, sure, met = tree.decide()
            tied |= met
        low, high = tree.win(path)
        if not sure.all():
            # Where the path is open the win probabilities are the hull over all that may be chosen.
            open_ = np.flatnonzero(~sure)
            parts = [turn.take(open_) for turn in turns]
            part = _Tree(order, options, parts, idle, self.problem.players, relative_bound(len(order)), ranks)
            low, high = low.copy(), high.copy()
            low[:, open_], high[:, open_] = part.hull()
        return FilteredPhase(order, options, path, sure, tied, low, high)

    def _without_effect(self, player: int, aims: tuple[Aim, ...]) -> tuple[Aim, ...]:
        """Return the one option that the tie rule takes for a player who never hits; the others change nothing.

        Whatever he announces is the same turn, `r = 0` and `k = 1`, with the same replies, so all options are equal by
        construction. The rule then looks at the aims alone, and in each of the cases taken here at nothing but which
        hit probability is larger, which is the same for the whole batch. (Mixes are compared by sums, which need not
        be; but rules 1, 2 and 4 never take a mix where there is a single player.)
        """
        ranks = None if self.problem.hits[player] else self._ranks(aims)
        return aims if ranks is None else (aims[ranks.index(0)],)

    def _ranks(self, aims: Sequence[Aim]) -> list[int] | None:
        """Return the rank of each option under the tie rule, None where aims and the order of shots do not say it."""
        rule = self.problem.if_eq
        mixed = any(aim.is_mix for aim in aims)
        single = any(aim.target is not None for aim in aims)
        if rule == 3 or (mixed and (rule == -1 or not single)):
            return None
        return tie_ranks(self.problem, aims)

    def _turns(self, order: Order, place: int, aims: Sequence[Aim]) -> _Turns:
        """Return the turns of a player under each of his options."""
        import numpy as np

        player = order[place]
        hit, miss = self.hits[player], self.misses[player]
        shape = (len(aims), self.problem.players + 1, self.batch)
        low, high = np.zeros(shape), np.zeros(shape)
        k, gone = np.empty((len(aims), self.batch)), np.empty((len(aims), self.batch))
        exact = True
        for option, aim in enumerate(aims):
            total = float(aim.total)
            gone[option] = hit * total
            k[option] = miss + hit * float(1 - aim.total)
            for victim in aim.targets:
                later = self.phase(next_order(order, player, victim))
                share = hit * float(aim.weights[victim])
                low[option] += share * later.low
                if later.low is not later.high:
                    exact = False
                high[option] += share * later.high
        return _Turns(low, low if exact else high, k, gone, self._same(order, place, aims, high))

    def _same(self, order: Order, place: int, aims: Sequence[Aim], high: np.ndarray) -> np.ndarray:
        """Number the options so that equal numbers mean equal own `r` and equal `k`, with no arithmetic.

        A single target leads to one later phase, and what he gets there is named by the identity of that phase
        (`_identity`), or is exactly 0 (a sum of products is 0 in floats if and only if it is 0); in a duel it depends
        on nothing but who is on move and how often the other hits. All single targets have the same `k`. Miss and mixes
        stay by themselves.
        """
        import numpy as np

        player = order[place]
        same = np.empty((len(aims), self.batch), dtype=np.int64)
        for option, aim in enumerate(aims):
            if aim.target is None:
                same[option] = -2 - option
            else:
                follows = next_order(order, player, aim.target)
                if player not in follows:
                    same[option] = -1  # the dead win nothing
                elif len(follows) == 2:
                    place_then = follows.index(player)
                    rival = self.problem.hits.index(self.problem.hits[follows[1 - place_then]])
                    same[option] = -1000 - 2 * rival - place_then
                else:
                    same[option] = self._identity(follows, player)
                same[option, high[option, player] == 0.0] = -1
        return same

    def _identity(self, order: Order, player: int) -> np.ndarray:
        """Return a number for what a player gets in a phase, by problem; equal numbers mean equal values.

        With three players left the chosen aims and the hit probabilities by place say all, because duels follow. So a
        phase is written down by place: how often the player there hits, and at which place he aims. If the players on
        move pass the turn for certain, it begins with the first who does not: the same turns, repeated, are worth
        the same. Larger phases, open ones and mixes have a number of their own.
        """
        import numpy as np

        unique = self.identities.setdefault(order, len(self.identities))
        alone = np.full(self.batch, -10_000 - unique, dtype=np.int64)
        if len(order) != 3:
            return alone
        found = self.phases[order]
        passed = 3  # the place of those who aim at nobody
        aims = np.empty((3, self.batch), dtype=np.int64)
        for place, options in enumerate(found.options):
            places = [
                passed if aim.is_miss else -1 if aim.target is None else order.index(aim.target) for aim in options
            ]
            aims[place] = np.array(places)[found.path[place]]
            aims[place, self.hits[order[place]] == 0.0] = passed
        known = found.sure & (aims >= 0).all(axis=0)
        first = (aims != passed).argmax(axis=0)
        shots = np.array([self.problem.hits.index(self.problem.hits[one]) for one in order])
        code = np.zeros(self.batch, dtype=np.int64)
        for step in range(3):
            place_now = (first + step) % 3
            aim = aims[place_now, np.arange(self.batch)]
            code = code * self.problem.players + shots[place_now]
            code = code * 4 + np.where(aim == passed, passed, (aim - first) % 3)
        return np.where(known, 3 * code + (order.index(player) - first) % 3, alone)


@dataclass(frozen=True)
class _Turns:
    """The turns of one player: per option `r` (from below and above) over all outcomes, `k`, and `1 - k`."""

    low: np.ndarray  # options x outcomes x batch
    high: np.ndarray
    k: np.ndarray  # options x batch
    gone: np.ndarray
    same: np.ndarray  # options x batch: where two options agree here, their own r and their k are equal by construction

    def take(self, batch: np.ndarray) -> _Turns:
        """Return the same for a part of the batch."""
        low = self.low[:, :, batch]
        high = low if self.high is self.low else self.high[:, :, batch]
        return _Turns(low, high, self.k[:, batch], self.gone[:, batch], self.same[:, batch])


class _Tree:
    """All profiles of a phase at once, sliced over the first announcer's options."""

    def __init__(
        self,
        order: Order,
        options: Sequence[Sequence[Aim]],
        turns: Sequence[_Turns],
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

        Two options are equal with no arithmetic if their own `r` and their `k` are (`_Turns.same`) and the replies to
        them are sure and the same: all else in `(r + k v) / (1 - k κ)` is then the same too. The tie rule chooses, by
        the ranks of the options. `kept` is changed to the chosen one at these nodes.
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


# ---------------------------------------------------------------------------------------------------------
# One problem


class FilteredAnnouncements(Announcements):
    """The announcements of one phase, decided by floats where they prove it and exactly everywhere else.

    The values of later phases are exact, so the error of a turn is that of its rounding. What stays open at a node is
    settled there and then, exactly, and by the tie rule where it is a tie; so every material tie is found, and the
    result is that of `Announcements`, field by field. Where too much stays open, or numbers are too small for the
    bound, or the phase is small, the plain way is taken.
    """

    SMALLEST = 3_000  # profiles; below, plain integers are faster than arrays
    LARGEST = 2**25  # profiles for one option of the first: some ten arrays of doubles, within 4 GB
    MOST_OPEN = 0.02  # of the nodes; above, so much is exact anyway that floats only add to it

    def solve(self) -> tuple[Path | None, tuple[Node, ...]]:
        """Return what `Announcements.solve` returns."""
        profiles = math.prod(map(len, self.options))
        fits = self.SMALLEST <= profiles <= self.LARGEST * len(self.options[0])
        # With numbers of at least 10^-12 and so few factors nothing underflows.
        fits = fits and len(self.order) <= 2 * MOST_PLAYERS
        turns = self._float_turns() if fits else None
        if turns is None:
            return super().solve()
        self._prepare()
        tied: dict[Path, Node] = {}
        left = self.MOST_OPEN * profiles / len(self.options[-1])

        def settle(earlier: Path, paths: Sequence[Path]) -> int:
            nonlocal left
            left -= 1
            if left < 0:
                raise _TooMuchOpenError
            place = len(earlier)
            values = [self.win(path, place)[self.order[place]] for path in paths]
            best = max(values)
            equal = [path[place:] for path, value in zip(paths, values, strict=True) if value == best]
            if len(equal) == 1:
                return equal[0][0]
            tied[earlier] = self._settle(earlier, equal)
            return tied[earlier].chosen

        # Rounded turns have a relative error of 2u; composing and dividing adds what `relative_bound` counts per phase.
        bound = (8 * len(self.order) + 14) * UNIT
        tree = _Tree(self.order, self.options, turns, self.idle, self.problem.players, bound)
        try:
            found = tree.settled(settle)
        except _TooMuchOpenError:
            self.material.clear()
            return super().solve()
        if found is None:
            return None, ()
        return found, tuple(tied[found[:place]] for place in range(len(found)) if found[:place] in tied)

    def _float_turns(self) -> list[_Turns] | None:
        """Return the turns in floats, None if some number is too small for the relative bound to hold."""
        import numpy as np

        turns = []
        for mine in self.turns:
            r = np.array([[[float(one)] for one in (*r, 0)] for r, _ in mine])
            k = np.array([[float(k)] for _, k in mine])
            gone = np.array([[float(1 - k)] for _, k in mine])
            for numbers in (r, k, gone):
                positive = numbers[numbers > 0.0]
                if positive.size and positive.min() < _TINY:
                    return None
            turns.append(_Turns(r, r, k, gone, np.zeros(k.shape, dtype=np.int64)))
        exact = [[entry for r, k in mine for entry in (*r, k, 1 - k)] for mine in self.turns]
        if any((float(entry) == 0.0) != (entry == 0) for entries in exact for entry in entries):
            return None
        return turns


_TINY = 1e-12


class _TooMuchOpenError(Exception):
    """More stays open than is worth settling one by one."""
