r"""Backward induction in floats for all pixels at once, history by history: the way to decide maps pixel by pixel.

The algebra is that of `truel_ref.fast.arrays`: histories and continuations are composed turns, and nothing is ever
subtracted. One NumPy axis runs over the histories before a place, another over the problems. Of each history only the
best continuation counts, so a phase with `n` profiles costs a few times `n` operations for all its players together.

After a history `(v, κ, g0)`, an option `(r, k, g)`, composed with its continuation, is worth `(r + k v) / (g + k g0)`
to the player on turn. Options of the last player with equal `k` differ in `r` only, so one comparison serves all
histories. A hit is better than a miss, worth `v / g0`, if and only if `r g0 > g v`: the terms `k v g0` cancel.

**Decisions.** A decision is proved if the largest computed worth exceeds all others by more than the bound of the
errors. Other decisions are ties, or close to one. A tie is proved as an identity in the letters of the area
(`truel_ref.maps.engine.identities`): once for all its pixels, and once for all histories if the options have equal `k`
and equal replies. Then the tie rule chooses. Every other close decision leaves its problem open, and so does an open
later phase.

**The bound.** Let `d` bound the relative errors of later values, in units of `u = 2^-53`, to the first order. As in
`truel_ref.maps.engine.trees`, for a mix over `m` targets `r` has `d + m + 3`, `k` has `4` and `g` has `3`.

1. A product of `n` factors `k` has `5n`.
2. Composing one more turn, `a + b c`, adds at most `6` to the larger error of its terms: `4` of `k`, or `5` for each
   turn in a product, and two roundings, of which the product has one already. So `n` turns have `d + m + 3 + 6n`, and
   for `g` instead of `r`, `3 + 6n`.
3. An option, its history and its continuation are `L` turns. The numerator of the worth joins two such parts with one
   product and two sums, so it has at most `d + m + 3 + 6L + 2`, the denominator `3 + 6L + 2`, and the quotient
   `d + m + 12L + 11`, which is at most `d + 13L + 10`, because `m <= L - 1`. Each side of `r g0 > g v` has less.

So `relative_bound`, with `d(L) = d(L - 1) + 13L + 12`, bounds all worths, and the values of the phase for the phases
before it; the spare `2u` outweigh all products of errors. A fused multiply and add rounds once instead of twice, so
the bound holds for it, too. If `x` and `y` have relative errors of at most `d`, then `x' > y' (1 + d) / (1 - d)` proves
`x > y` for the computed `x'` and `y'`; the factor `1 + 2.1 d` is larger, also after its rounding, because `d(2)` is
`38u`. Underflow cannot occur, as every product is part of a product of `truel_ref.maps.engine.trees`. Zeros are exact:
a sum of products of numbers >= 0 is 0 if and only if each product has an exact zero.

Source: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd edition (2002), sections 2.2 and 3.1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import Any, TypeAlias

import numpy as np

from truel_ref.budget import check
from truel_ref.maps.engine.trees import Bounds, Decided, Tree, relative_bound

__all__ = ["MOST_NODES", "HistoryTree"]

CELLS = 2**14
"""The most histories times problems in one array; the cache holds this number of floats."""
MOST_NODES = 2**18
"""The most histories before the last player in one phase; more would fill the memory."""

_Before: TypeAlias = "tuple[list[Any], Any, Any]"
"""The histories before a place, composed to `(v, κ, g0)`; `v` has the components of the players still to announce."""


class HistoryTree(Tree):
    """The announcements of a phase in floats, with the best continuation of each history only."""

    by_construction = False

    def decide(self) -> Decided:
        """Return the decisions, for some problems at a time."""
        size = max(1, CELLS // math.prod(self.counts[:-1]))
        parts = []
        for start in range(0, self.batch, size):
            check()
            parts.append(_Announcing(self, slice(start, min(start + size, self.batch))).decided())
        return Decided(*(np.concatenate(each, axis=-1) for each in zip(*parts, strict=True)))

    def ends(self, decided: Decided) -> Bounds:
        """Return the win probabilities at the start under the chosen path; where it is not sure, they mean nothing."""
        return (self.win_at_start(decided.path),)

    def win_at_start(self, path: np.ndarray) -> np.ndarray:
        """Return the win probabilities of the living players at the start under a path, 0 for everybody else."""
        columns = np.arange(self.batch)
        total: dict[int, Any] = dict.fromkeys(self.order, 0.0)
        below: Any = 0.0
        for turn, options in reversed([*zip(self.turns, path, strict=True)]):
            r, rows = turn.low.reshape(-1), options * ((self.players + 1) * self.batch) + columns
            k, gone = (each.take(options * self.batch + columns) for each in (turn.k, turn.gone))
            total = {player: r.take(rows + player * self.batch) + k * total[player] for player in self.order}
            below = gone + k * below
        win = np.zeros((self.players + 1, self.batch))
        for player, won in total.items():
            np.divide(won, below, out=win[player], where=below > 0.0)
        return win


class _Replies:
    """The replies of the last player to every history, one option of each kind.

    Parameters: `which`, histories x problems, the kind; `options`, kinds x problems; `turns`, by kind the components of
    `r` by place, then `k` and `g`.
    """

    def __init__(self, which: np.ndarray, options: np.ndarray, turns: Sequence[Sequence[Any]]) -> None:
        self.which, self.options, self.turns = which, options, turns

    def composed(self, part: int, k: np.ndarray, own: Any) -> np.ndarray:
        """Return `own + k x` for a part `x` of the turns, histories x options x problems."""
        return _picked(self.which.reshape(-1, *k.shape), [own + k * turn[part] for turn in self.turns])

    def taken(self, part: int, here: np.ndarray) -> np.ndarray:
        """Return a part of the turns after some histories."""
        return _picked(self.which.take(here), [turn[part] for turn in self.turns])


class _After:
    """The continuations after a place, composed: the components of `r` by place, then `k` and `g`."""

    def __init__(self, parts: Sequence[Any]) -> None:
        self.parts = parts

    def composed(self, part: int, k: np.ndarray, own: Any) -> np.ndarray:
        """Return `own + k x` for a part `x`, histories x options x problems."""
        whole: np.ndarray = k * self.parts[part].reshape(-1, *k.shape)
        whole += own
        return whole

    def taken(self, part: int, here: np.ndarray) -> Any:
        """Return a part after some histories."""
        return self.parts[part].take(here)


def _picked(which: np.ndarray, several: Sequence[Any]) -> np.ndarray:
    """Return by entry one of several arrays; `np.choose` would take three times as long."""
    picked: np.ndarray = np.where(which, several[-1 if len(several) < 3 else 1], several[0])
    for number, each in enumerate(several[2:], 2):
        picked = np.where(which == number, each, picked)
    return picked


class _Announcing:
    """The induction over some problems of a tree.

    Parameters: `tree`; `part`, the problems, as a slice of the batch.

    Fields: `open`, which problems are open; by place, histories x problems, `chosen`, the options, of the last place
    the kinds, and `ties`, where the tie rule chose, None for nowhere; `kinds`, by kind and problem the option of the
    last.
    """

    def __init__(self, tree: HistoryTree, part: slice) -> None:
        self.tree = tree
        self.part = part
        self.batch = part.stop - part.start
        self.columns = np.arange(self.batch)
        self.last = len(tree.order) - 1
        self.margin = 1.0 + 2.1 * relative_bound(len(tree.order))
        players = list(tree.order)
        self.turns = [(turn.low[:, players, part], turn.k[:, part], turn.gone[:, part]) for turn in tree.turns]
        self.open = ~reduce(and_, (turn.firm[part] for turn in tree.turns))
        self.chosen: list[np.ndarray] = [self.columns] * len(self.turns)
        self.ties: list[np.ndarray | None] = [None] * len(self.turns)
        self.kinds = self.columns[None]

    def decided(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the path, whether it is sure, and whether the tie rule chose on it.

        The steps: compose the histories before each place, the shortest first; then, from the last announcer back,
        compare the worths of the options after every history, and compose the best of them with its continuation.
        """
        before: list[_Before] = [([0.0] * len(self.turns), np.ones((1, self.batch)), np.zeros((1, self.batch)))]
        for place in range(self.last):
            before.append(self._grown(place, before[-1]))
        with np.errstate(divide="ignore", invalid="ignore"):
            after: _Replies | _After = self._replies(before[-1])
            for place in reversed(range(self.last)):
                after = self._best(place, before[place], after)
        node, path, tied = np.zeros(self.batch, dtype=np.intp), [], np.zeros(self.batch, dtype=bool)
        for place, count in enumerate(self.tree.counts):
            path.append(self._option(place, node, self.columns))
            ties = self.ties[place]
            if ties is not None:
                tied |= ties[node, self.columns]
            node = node * count + path[-1]
        return np.array(path, dtype=np.int64), ~self.open, tied

    def _option(self, place: int, node: np.ndarray, column: np.ndarray) -> np.ndarray:
        """Return the options chosen after some histories."""
        chosen: np.ndarray = self.chosen[place][node, column].astype(np.intp)
        return np.asarray(self.kinds[chosen, column] if place == self.last else chosen)

    def _grown(self, place: int, before: _Before) -> _Before:
        """Return the histories before the next place: those before a place, each with every option at this place."""
        (r, k, g), (v, kappa, ends) = self.turns[place], before

        def grown(mine: Any, more: np.ndarray) -> np.ndarray:
            whole: np.ndarray = kappa[:, None] * more
            whole += mine[:, None] if place else mine
            return whole.reshape(-1, self.batch)

        after = [grown(v[later], r[:, later]) if later > place else 0.0 for later in range(len(self.turns))]
        passing = (
            (kappa[:, None] * k).reshape(-1, self.batch) if place + 1 < self.last else kappa
        )  # the last needs none
        return after, passing, grown(ends, g)

    def _replies(self, before: _Before) -> _Replies:
        """Return the best reply of the last player after every history: the best option of each kind, then of these."""
        (r, k, g), (v, _, ends), last = self.turns[self.last], before, self.last
        own = v[last]
        kinds: dict[int, list[int]] = {}
        for option, kind in enumerate(self.tree.turns[last].kinds):
            kinds.setdefault(kind, []).append(option)
        options, turns, tied = [], [], []
        for mine in kinds.values():
            best, ties = self._settled(last, [r[option, last][None] for option in mine], mine)
            options.append(np.array(mine).take(best[0]))
            turns.append([*r[options[-1], :, self.columns].T, k[mine[0]], g[mine[0]]])
            tied.append(np.zeros(self.batch, dtype=bool) if ties is None else ties[0])
        if [self.tree.turns[last].idle[mine[0]] for mine in kinds.values()] == [False, True]:
            worths = [turns[0][last] * ends, turns[0][-1] * own]
            worths[1][_idle(ends)] = -1.0
        else:
            worths = [_forbidden(every[last] + every[-2] * own, every[-1] + every[-2] * ends) for every in turns]
        self.kinds = np.array(options)
        which, ties = self._settled(last, worths, options)
        self.chosen[last] = which
        if any(one.any() for one in tied):
            alike = _picked(which, tied)
            ties = alike if ties is None else alike | ties
        self.ties[last] = ties
        return _Replies(which, self.kinds, turns)

    def _best(self, place: int, before: _Before, after: _Replies | _After) -> _After:
        """Return the best announcement at a place, composed with its continuation."""
        (r, k, g), (v, _, ends_before), turn = self.turns[place], before, len(self.turns)
        nodes, options = len(ends_before), len(k)
        whole_k, whole_g = after.composed(turn, k, 0.0), after.composed(turn + 1, k, g)
        worth, ends = after.composed(place, k, r[:, place]), whole_g
        if place:
            worth += whole_k * v[place][:, None]
            ends = whole_k * ends_before[:, None]
            ends += whole_g
        worth = _forbidden(worth, ends)
        option, self.ties[place] = self._settled(place, [*worth.swapaxes(0, 1)], range(options))
        self.chosen[place] = option
        if place == 0:
            self.open |= (worth[0] < 0.0).all(axis=0)  # a stalemate without a choice
            return _After(())
        mine = option * self.batch + self.columns  # the index of the chosen option in options x problems
        here = mine + (np.arange(nodes) * (options * self.batch))[:, None]  # and in histories x options x problems
        passes = k.take(mine)
        parts: list[Any] = [None] * turn
        for where in range(place):
            parts[where] = after.taken(where, here)
            parts[where] *= passes
            parts[where] += r[:, where].take(mine)
        return _After([*parts, whole_k.take(here), whole_g.take(here)])

    def _settled(self, place: int, worths: Sequence[Any], options: Sequence[Any]) -> tuple[np.ndarray, Any]:
        """Return which of some worths is the largest after each history, and where the tie rule chose.

        Parameters: `place`; `worths`, each histories x problems, below 0 for an option that is not allowed; `options`,
        the option of each worth, a number or one for each problem.
        """
        if len(worths) == 1:
            return np.zeros(worths[0].shape, dtype=np.intp), None
        most, second, *others = worths
        best: np.ndarray = second > most
        most, second = np.maximum(most, second), np.minimum(most, second)
        for number, worth in enumerate(others, 2):
            best = np.where(worth > most, number, best)
            np.maximum(second, np.minimum(most, worth), out=second)
            np.maximum(most, worth, out=most)
        second *= self.margin
        close = most <= second
        if close.any():
            close &= ~self.open
            return best, self._tied(place, worths, most, best, close, options)
        return best, None

    def _tied(
        self, place: int, worths: Any, most: Any, best: Any, close: np.ndarray, options: Sequence[Any]
    ) -> np.ndarray:
        """Settle the close decisions that are proved ties, and open the problems of the others; return `close`.

        A rival is an option that is not proved to be worse. The decision is a tie if each rival is equal to the
        `best`, the leader; then the tie rule chooses, if all its possible ranks agree.
        """
        tree = self.tree
        ranks = tree.ranks[place] if tree.ranks else ()
        node, column = close.nonzero()
        if not ranks:
            self.open[column] = True
            return close
        rivals = np.array([worth[node, column] for worth in worths]) * self.margin >= most[node, column]
        named = np.array([np.broadcast_to(option, self.batch)[column] for option in options])
        leader = best[node, column].astype(np.intp)
        pairs = rivals & (leader != np.arange(len(worths))[:, None])
        which, entry = pairs.nonzero()
        lead, other = named[leader[entry], entry], named[which, entry]
        node_of, column_of = node[entry], column[entry]
        proved = self._proved(place, node_of, column_of, lead, other)
        self.open[column_of[~proved]] = True
        picks = [np.where(rivals, np.array(one)[named], len(one)).argmin(axis=0) for one in ranks]
        self.open[column[~reduce(and_, (picks[0] == pick for pick in picks))]] = True
        best[node, column] = picks[0]
        return close

    def _proved(self, place: int, node: Any, column: Any, one: Any, other: Any) -> np.ndarray:
        """Return for pairs of options after histories whether they are proved equal; each question is asked once.

        Neighbours mostly ask the same question, so only the first of a run is looked up.
        """
        tree, proof = self.tree, self.tree.proof
        assert proof is not None
        kinds, size = np.array(tree.turns[place].kinds), math.prod(tree.counts[place + 1 :])
        codes = [self._code(place, node, option, column) for option in (one, other)]
        # With equal k and equal replies, what went before does not count.
        free = (kinds[one] == kinds[other]) & (codes[0] == codes[1])
        question = np.where(free, 0, (node * size + codes[0]) * size + codes[1] + 1)
        question = (question * tree.counts[place] + one) * tree.counts[place] + other
        later = proof.later[self.part][column]
        new = np.ones(len(node), dtype=bool)
        if proof.points is None:
            new[1:] = (question[1:] != question[:-1]) | (later[1:] != later[:-1])
        answers = []
        for entry in np.flatnonzero(new).tolist():
            name = tree.order, place, int(question[entry]), int(later[entry])
            if name not in proof.known or (proof.points and not proof.known[name]):
                before = [int(each) for each in np.unravel_index(node[entry], tree.counts[:place])] if place else []
                paths = [
                    (*before, int(option[entry]), *tree.decoded(place, int(code[entry])))
                    for option, code in zip((one, other), codes, strict=True)
                ]
                problem = self.part.start + int(column[entry])
                if name not in proof.known:
                    idle = free[entry] and all(tree.turns[place].idle[path[place]] for path in paths)
                    proof.known[name] = bool(idle) or proof.identical(place, paths, problem)
            answers.append(proof.known[name] or (proof.points and proof.identical(place, paths, problem, True)))
        return np.asarray(np.array(answers, dtype=bool)[np.cumsum(new) - 1])

    def _code(self, place: int, node: Any, option: Any, column: Any) -> Any:
        """Return the code of the replies to options after histories; `Tree.decoded` reads it."""
        code, unit = np.zeros(len(node), dtype=np.int64), 1
        for later in range(place + 1, self.last + 1):
            node = node * self.tree.counts[later - 1] + option
            option = self._option(later, node, column)
            code = code + unit * option
            unit *= self.tree.counts[later]
        return code


def _idle(ends: np.ndarray) -> np.ndarray:
    """Return the histories in which nobody can be hit; they are the same in all problems."""
    return np.flatnonzero(ends[:, 0] == 0.0)


def _forbidden(worth: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return worths as quotients, -1 for an option after which nobody can ever be hit."""
    worth /= ends
    idle = _idle(ends.reshape(-1, ends.shape[-1]))
    worth.reshape(-1, worth.shape[-1])[idle] = -1.0
    return worth
