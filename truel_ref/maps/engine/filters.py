"""Many problems at once in floats: the pixels of a map, which differ in their hit probabilities only.

One NumPy axis runs over the problems. The bounds are those of `truel_ref.maps.engine.trees`; decisions that they cannot
prove are open, and left to exact numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from operator import add, and_
from typing import Any, TypeAlias

import numpy as np

from truel_ref.fast.arrays import MOST_PLAYERS, ONE_IN
from truel_ref.fast.recursion import layouts
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.maps.engine.identities import ByPlace, Hit, Identities, in_parts
from truel_ref.maps.engine.trees import Bounds, Decided, FloatTree, FloatTurns, TieRanks, Tree
from truel_ref.numbers import Number
from truel_ref.play.phase import cannot_hit
from truel_ref.play.ties import LIKELIEST_WINNER, ranked

__all__ = ["LEAST", "Filter", "FilteredPhase", "FloatProfiles", "Profile", "within_reach"]

LEAST = Fraction(1, ONE_IN)

Profile: TypeAlias = "Mapping[Order, tuple[Aim, ...]]"
"""By phase, the aims by place: those of the first phase, and of every later phase with a choice that they reach.
"""


@dataclass(frozen=True)
class FloatProfiles:
    """The profiles from the first phase on, for every problem of a batch.

    Fields: `listed`, the profiles that occur; `number`, per problem the index of its profile; `firm`, per problem
    whether all reached decisions are sure; where they are not, `number` means nothing.
    """

    listed: list[Profile]
    number: np.ndarray
    firm: np.ndarray


def within_reach(problem: Problem, hits: Sequence[Number]) -> bool:
    """Return whether no product of a problem with these hit probabilities can underflow.

    >>> problem = Problem(["1/2", "1/3", 1])
    >>> within_reach(problem, problem.hits), within_reach(problem, [Fraction(1, 10**9)])
    (True, False)
    """
    weights = [one for said in problem.targets if isinstance(said, tuple) for one in (*said, sum(said, Fraction(0)))]
    numbers = [end for one in (*hits, *weights) for end in (one, 1 - one)]
    return problem.players <= MOST_PLAYERS and all(not one or one >= LEAST for one in numbers)


Lines: TypeAlias = "Sequence[tuple[Filter, np.ndarray]]"
"""For A and for B a filter of problems on a line, where only this player's hit probability varies, and the place of
each problem of the batch on the line. A phase without A, or without B, is the same in all problems with one place."""


@dataclass(frozen=True)
class FilteredPhase:
    """The filter's results for a phase, for every problem of the batch (the last axis).

    Fields: `order`; `options` per place; `path`, per place the chosen option where `sure`; `sure`, whether every
    decision on the path is sure; `tie`, whether the tie rule settled a decision on it; `ends`, which computes `low` and
    `high` on first use, because the first phase never needs them.
    """

    order: Order
    options: tuple[tuple[Aim, ...], ...]
    path: np.ndarray  # places x batch
    sure: np.ndarray  # batch, bool
    tie: np.ndarray  # batch, bool: whether the tie rule settled a decision on the path
    ends: Callable[[], Bounds]

    @cached_property
    def _ends(self) -> Bounds:
        return self.ends()

    @property
    def low(self) -> Any:
        """Lower bounds at the start of the win probabilities of all players and, last, of a stalemate."""
        return self._ends[0]

    @property
    def high(self) -> Any:
        """Upper bounds of the probabilities that `low` bounds; the same array if its numbers carry their bounds."""
        return self._ends[-1]

    def aims(self, number: int) -> tuple[Aim, ...]:
        """Return the chosen aims by place, for one problem of the batch."""
        return tuple(aims[path[number]] for aims, path in zip(self.options, self.path, strict=True))

    @cached_property
    def weights(self) -> list[ByPlace]:
        """The options per place as integers."""
        return [tuple(map(in_parts, aims)) for aims in self.options]

    def weights_at(self, number: int) -> ByPlace:
        """Return the chosen aims by place as integers, for one problem of the batch."""
        return tuple(aims[path[number]] for aims, path in zip(self.weights, self.path, strict=True))


class Filter:
    """Solves a batch of problems that differ in their hit probabilities only, as far as floats can prove.

    `letters` states the common values, so that ties of all problems can be proved as identities.

    All problems must agree in which of two hit probabilities is larger and in which are 0, so that they have the same
    options in every phase; and all must be `within_reach`.

    Parameters: `problem`, one of the batch; `hits` and `misses`, floats of shape (players, batch): the hit
    probabilities and `1 - p`, each rounded from its exact value; `letters`, per player the hit probability of all
    problems, or a letter (`truel_ref.maps.engine.identities`), None to prove no identities; `tree`, the class that
    decides a phase: in floats, or in numbers with bounds of their own, like `hits` and `misses` then; `lines`, see
    `Lines`; `known`, the proved and refuted identities of problems with these letters; `points`, by problem the hit
    probabilities, to prove ties that hold there only.
    """

    def __init__(
        self,
        problem: Problem,
        hits: Any,
        misses: Any,
        letters: tuple[Hit, ...] | None = None,
        tree: type[Tree] = FloatTree,
        lines: Lines = (),
        known: dict[Any, Any] | None = None,
        points: Sequence[tuple[Hit, ...]] | None = None,
    ) -> None:
        self.problem = problem
        self.hits = hits
        self.misses = misses
        self.letters = letters
        self.tree = tree
        self.lines = lines
        self.known = {} if known is None else known
        self.points = points
        self.batch = hits.shape[1]
        self.options = {layout.phase: layout.options for layout in layouts(problem)}
        self.phases: dict[Order, FilteredPhase] = {}
        self.identities: dict[Order, int] = {}

    # -- the phases

    def phase(self, order: Order) -> FilteredPhase:
        """Return the results for a phase; solve each later phase once, before it."""
        if order not in self.phases:
            if len(order) == 1:
                solve = self._survivor
            elif self.lines and not {0, 1} <= {*order}:
                solve = self._on_line
            else:
                targets = [aims[0].target for aims in self.options[order]]
                solve = self._duel if targets == [*reversed(order)] and len(order) == 2 else self._solve
            self.phases[order] = solve(order)
        return self.phases[order]

    def _survivor(self, order: Order) -> FilteredPhase:
        won = np.zeros((self.problem.players + 1, self.batch))
        won[order[0]] = 1.0
        path = np.zeros((1, self.batch), dtype=np.int64)
        sure = np.ones(self.batch, dtype=bool)
        return FilteredPhase(order, ((Aim.miss(self.problem.players),),), path, sure, ~sure, lambda: (won,))

    def _on_line(self, order: Order) -> FilteredPhase:
        """Return a phase without A or without B, from the line of the other."""
        line, at = self.lines[1 if 1 in order else 0]
        whole = line.phase(order)
        for follows in [each for each in line.phases if len(each) > 2 and {*each} < {*order}]:
            self.phase(follows)
        ends = (whole.low,) if whole.high is whole.low else (whole.low, whole.high)  # both, where a decision is open
        return FilteredPhase(
            order,
            whole.options,
            whole.path[:, at],
            whole.sure[at],
            whole.tie[at],
            lambda: tuple(end.take(at, axis=1) for end in ends),
        )

    def _duel(self, order: Order) -> FilteredPhase:
        """Return the phase of two who shoot at each other: `p / (p + (1-p) q)` and `(1-p) q / (p + (1-p) q)`.

        These are the operations of any phase, without those on structural zeros and ones.
        """
        first, second = order
        nobody = np.zeros(self.batch)
        chances: list[Any] = [nobody] * (self.problem.players + 1)
        if self.problem.hits[first] or self.problem.hits[second]:
            later = self.misses[first] * self.hits[second]
            either = self.hits[first] + later
            chances[first], chances[second] = self.hits[first] / either, later / either
        else:
            chances[-1] = nobody + 1.0
        win = self.tree.merged(chances, np.stack)
        options = self.options[order]
        path = np.zeros((2, self.batch), dtype=np.int64)
        sure = np.ones(self.batch, dtype=bool)
        return FilteredPhase(order, options, path, sure, ~sure, lambda: (win,))

    def _solve(self, order: Order) -> FilteredPhase:
        every = self.options[order]
        options = tuple(self._without_effect(player, aims) for player, aims in zip(order, every, strict=True))
        turns = [self._turns(order, place, aims) for place, aims in enumerate(options)]
        proof = (
            Identities(self.letters, order, options, self.phases, self.batch, self.known, self.points)
            if self.letters
            else None
        )
        tree = self.tree(order, turns, self.problem.players, [self._ranks(aims) for aims in options], proof)
        tied = np.full(self.batch, any(len(kept) < len(aims) for kept, aims in zip(options, every, strict=True)))
        if all(len(aims) == 1 for aims in every):
            path, sure = np.zeros((len(order), self.batch), dtype=np.int64), np.ones(self.batch, dtype=bool)
            decided = Decided(path, sure, tied)
            return FilteredPhase(order, options, path, sure, tied, lambda: tree.ends(decided))
        decided = tree.decide()
        return FilteredPhase(order, options, decided.path, decided.sure, tied | decided.tie, lambda: tree.ends(decided))

    def profiles(self) -> FloatProfiles:
        """Return the profiles of the first phase and of all phases that it reaches."""
        first = self.problem.order
        self.phase(first)
        reached = {first: np.ones(self.batch, dtype=bool)}
        firm = np.ones(self.batch, dtype=bool)
        codes: dict[Order, np.ndarray] = {}
        for order in sorted(self.phases, key=len, reverse=True):
            here = reached.get(order)
            if here is None or (order != first and len(order) < 3):
                continue
            phase = self.phases[order]
            firm &= phase.sure | ~here
            code = np.zeros(self.batch, dtype=np.int64)
            for player, aims, path in zip(order, phase.options, phase.path, strict=True):
                code = code * len(aims) + path
                for option, aim in enumerate(aims) if self.problem.hits[player] else ():
                    took = here & (path == option)
                    for victim in aim.targets if took.any() else ():
                        follows = next_order(order, player, victim)
                        reached[follows] = reached.get(follows, False) | took
            codes[order] = np.where(here, code, -1)
        columns, where, number = np.unique(np.stack([*codes.values()]), axis=1, return_index=True, return_inverse=True)
        listed: list[Profile] = []
        for column, place in zip(columns.T, where, strict=True):
            played = [self.phases[order] for order, code in zip(codes, column, strict=True) if code >= 0]
            listed.append({phase.order: phase.aims(int(place)) for phase in played})
        return FloatProfiles(listed, number.reshape(-1), firm)

    def _without_effect(self, player: int, aims: tuple[Aim, ...]) -> tuple[Aim, ...]:
        """Return the option that the tie rule takes for a player who never hits; the other options change nothing.

        Every announcement is the same turn, `r = 0` and `k = 1`, with the same replies. So all options are equal by
        construction, and the rule depends on the aims alone.
        """
        first = set() if self.problem.hits[player] else {ranks.index(0) for ranks in self._ranks(aims)}
        return (aims[first.pop()],) if len(first) == 1 else aims

    def _ranks(self, aims: tuple[Aim, ...]) -> TieRanks:
        """Return the ranks of options that the tie rule may give somewhere in the batch, none for rule 3."""
        hits = self.problem.hits
        heights = sorted({*hits} - {0})
        places = tuple(heights.index(hit) + 1 if hit else 0 for hit in hits)
        return _ranks_in_order(self.problem.tie_rule, places, aims)

    def _turns(self, order: Order, place: int, aims: Sequence[Aim]) -> FloatTurns:
        """Return the turns of a player under each option."""
        player = order[place]
        hit, miss = self.hits[player], self.misses[player]
        nobody, nothing = np.zeros(self.batch), np.zeros((self.problem.players + 1, self.batch))
        lows, highs, ks, gones = [], [], [], []
        reached: list[FilteredPhase] = []
        for aim in aims:
            total, rest, weights = _in_floats(aim)
            gones.append(hit * total if total else nobody)
            ks.append(miss + hit * rest if rest or not total else miss)
            # A player who never hits reaches no later phase, so no later phase is needed.
            victims = weights if self.problem.hits[player] else {}
            after = [self.phase(next_order(order, player, victim)) for victim in victims]
            reached += after
            shares = [hit * weight for weight in victims.values()]
            low = [share * later.low for share, later in zip(shares, after, strict=True)]
            exact = all(later.low is later.high for later in after)
            high = low if exact else [share * later.high for share, later in zip(shares, after, strict=True)]
            lows.append(reduce(add, low) if low else nothing)
            highs.append(lows[-1] if exact else reduce(add, high))
        r, k, gone = (self.tree.merged(each, np.stack) for each in (lows, ks, gones))
        exact = all(low is high for low, high in zip(lows, highs, strict=True))
        upper = r if exact else self.tree.merged(highs, np.stack)
        idle = [cannot_hit(self.problem.hits[player], aim) for aim in aims]
        totals = [_in_floats(aim)[0] if self.problem.hits[player] else 0.0 for aim in aims]
        firm = reduce(and_, (later.sure for later in reached), np.ones(self.batch, dtype=bool))
        same = self._same(order, place, aims, upper) if self.tree.by_construction else None
        return FloatTurns(r, upper, k, gone, idle, [*map(totals.index, totals)], firm, same)

    def _same(self, order: Order, place: int, aims: Sequence[Aim], high: Any) -> np.ndarray:
        """Number the options so that equal numbers mean equal own `r` and equal `k`, with no arithmetic.

        A single target leads to one later phase. The number of that phase (`_identity`) identifies the player's value
        there, unless this is exactly 0; in a duel it depends only on who is on move and how often the opponent hits.
        All single targets have the same `k`. Miss and mixes have numbers of their own. All options of a player who
        never hits have the same number.
        """
        player = order[place]
        same = np.full((len(aims), self.batch), -1, dtype=np.int64)
        if not self.problem.hits[player]:
            return same
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
        """Return a number for a player's value in a phase, by problem; equal numbers mean equal values.

        With three players left, the chosen aims and the hit probabilities by place determine the value, because duels
        follow. So the number encodes for each place how often its player hits and the place of the target. If the
        players on move surely pass the turn, the encoding begins with the first player who may hit: the repeated turns
        have the same value. Larger phases, open phases and mixes have numbers of their own.
        """
        unique = self.identities.setdefault(order, len(self.identities))
        alone = np.full(self.batch, -10_000 - unique, dtype=np.int64)
        if len(order) != 3:
            return alone
        found = self.phases[order]
        passed = 3  # the place that stands for Miss
        aims = np.empty((3, self.batch), dtype=np.int64)
        for place, options in enumerate(found.options):
            places = [
                passed if aim.is_miss else -1 if aim.target is None else order.index(aim.target) for aim in options
            ]
            aims[place] = np.array(places)[found.path[place]]
            if not self.problem.hits[order[place]]:
                aims[place] = passed
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


@lru_cache(maxsize=1_000)
def _in_floats(aim: Aim) -> tuple[float, float, dict[int, float]]:
    """Return the sum of the weights of an aim, what is left of 1, and each weight above 0 by target."""
    return float(aim.total), float(1 - aim.total), {victim: float(aim.weights[victim]) for victim in aim.targets}


@lru_cache(maxsize=1_000)
def _ranks_in_order(rule: int, places: tuple[int, ...], aims: tuple[Aim, ...]) -> TieRanks:
    """Return the ranks of options that a tie rule may give for hit probabilities in a certain order, none for rule 3.

    A rule compares options by kind, target and strength `sum(q*p)`. Let `0 < d_1 < d_2 < …` be the different hit
    probabilities and `d_0 = 0`. The strengths of two options differ by `sum of (d_j - d_(j-1)) t_j`, where `t_j` is the
    difference of their weights on the players from `d_j` upwards. This sum has the same sign for all hit probabilities
    in this order if and only if all `t_j` that are not 0 have the same sign. So it is enough to make each step in turn
    so large that its `t_j`, unless it is 0, outweighs all others: `|t_j|` is at least `1/D`, with `D` the common
    denominator of the weights, and at most 1. The difference of single targets and Miss has the same sign everywhere.

    Parameters: `rule`; `places`, per player the `j` of its `d_j`, 0 for a player who never hits; `aims`.
    """
    if rule == LIKELIEST_WINNER:
        return ()
    steps = max(places) if any(aim.is_mix for aim in aims) else 0
    large = steps * math.lcm(*(in_parts(aim)[0] for aim in aims)) if steps else 0
    hits = ([Fraction(place + large * (place > step)) for place in places] for step in range(max(1, steps)))
    return tuple({tuple(ranked(rule, aims, each, tuple(range(len(each))))): None for each in hits})
