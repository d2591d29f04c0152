r"""One phase with a choice: backward induction over announced aims, and the tie rules.

The players announce in shooting order, each knowing what was announced before. A **profile** is one option per
player. Let the player at place `j` of the order decide, let `(v, κ)` be the turn that the earlier announcements
compose to, and `(r, k)` what his option **and the replies to it** compose to. From his first turn on, `(r, k)` and
then `(v, κ)` repeat, so the option is worth to him

    u = (r + k v) / (1 - k κ)                                       (own components of r and v)

and he takes the largest `u`, where `k κ = 1` is a stalemate and is excluded first, by structure.

**Without fractions.** Let `D[i]` be a common denominator of the `k` of player `i`, and `Q` one of all `r`. Multiply
every `k` of player `i` by `D[i]` and every `r` by `D[i] Q`. Then with `before = D[0] ... D[j-1]`,
`after = D[j+1] ... D[L-1]`, `whole = D[0] ... D[L-1]`, in integers

    (v, κ) grows to    (D[j] v + κ r,  κ k)
    (r, k) takes on a reply (R, K) as    (after r + k R,  k K)
    u  is    (before r + k v) / (whole - k κ),  up to the factor Q

so that two options compare by cross-multiplication, and no greatest common divisor is ever taken. Any ordered ring
serves (floats in the benchmark); only `Backend.numerators` knows how denominators are cleared.

**The last announcer.** For his options `g` and `h`, with `κ < 1` or `k < 1`,

    sign(u_g - u_h) = sign( (r_g - r_h) + (k_g - k_h) v + (k_g r_h - k_h r_g) κ )

is linear in `(v, κ)`, and of options with equal `k` the largest `r` is best whatever was announced. So the options
with equal `k` form a **group** in which only the best count, and what remains to do at each leaf, for the one
before last with his option `x`, is the sign of `base + κ slope[x]` with numbers fixed in advance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Backend
from truel_ref.play import phase

__all__ = ["Announcements", "Node", "Path", "break_tie", "preferences", "tie_ranks"]

Path: TypeAlias = tuple[int, ...]
"""The announcements of the players in shooting order, each as the index of his option."""


class Node(NamedTuple):
    """A tie: the announcements before, the equal options, the chosen one."""

    earlier: Path
    equal: Path
    chosen: int


class _Continuation(NamedTuple):
    """What follows a node under best replies: the options from its place on, composed, and the ties met."""

    r: Sequence[Any]  # by place in the order; only the places before the node are needed
    k: Any
    path: Path
    ties: tuple[Node, ...]


@dataclass(frozen=True)
class _Group:
    """Options of the last announcer with the same `k` and the same, largest, own `r`."""

    k: Any
    r: Any
    members: Path
    best: int  # under the tie rule, unless that needs more than the option (rule 3)
    idle: bool
    plain: bool  # the choice among the members is `best` and changes nothing


class Announcements:
    """The tree of announcements of one phase, and its solution by backward induction.

    Parameters: `problem`; `order`, the phase; `options`, per player of `order` the aims he may announce, in canonical
    order; `later`, the win probabilities (in numbers of the backend) under each next order; `backend`.

    Source: backward induction in a game of perfect information, as in M. J. Osborne and A. Rubinstein, *A Course in
    Game Theory* (1994), section 6.2; the first announcer is a leader in the sense of H. von Stackelberg (1934).
    """

    def __init__(
        self,
        problem: Problem,
        order: Order,
        options: Sequence[Sequence[Aim]],
        later: Callable[[int, int], Sequence[Any]],
        backend: Backend,
    ) -> None:
        self.problem = problem
        self.order = order
        self.options = options
        self.backend = backend
        self.material: dict[Path, Node] = {}
        numbers = [backend.number(hit) for hit in problem.hits]
        self.turns = [
            [
                phase.turn(
                    numbers[player],
                    ((backend.number(aim.weights[victim]), later(player, victim)) for victim in aim.targets)
                    if problem.hits[player]
                    else (),
                    problem.players,
                )
                for aim in aims
            ]
            for player, aims in zip(order, options, strict=True)
        ]
        # An option is idle if under it nobody can be hit by this player.
        self.idle = [
            [not problem.hits[player] or aim.is_miss for aim in aims]
            for player, aims in zip(order, options, strict=True)
        ]
        self._prepared = False

    # -- profiles, in the backend's own numbers

    def win(self, path: Path, place: int = 0) -> list[Any]:
        """Return the win probabilities of a complete profile at the first turn of the player at a place."""
        turns = [self.turns[where][option] for where, option in enumerate(path)]
        return phase.value(turns[place:] + turns[:place])

    def stalls(self, path: Path) -> bool:
        """Tell whether nobody can be hit under a complete profile."""
        return all(self.idle[place][option] for place, option in enumerate(path))

    # -- the choice

    def solve(self) -> tuple[Path | None, tuple[Node, ...]]:
        """Return the chosen profile, None for a stalemate, and the ties on its path.

        The material ties off the path are then in `material`, keyed by the announcements before.
        """
        if all(len(aims) == 1 for aims in self.options):
            path = (0,) * len(self.order)
            return (None if self.stalls(path) else path), ()
        return self.complete(())

    def complete(self, earlier: Path) -> tuple[Path | None, tuple[Node, ...]]:
        """Return a whole profile that begins with these announcements, under best replies, and the ties met.

        None if all that can follow is a stalemate. The steps: announcements before are composed; every option of
        the next player is completed in the same way (that is the recursion); those that can only stall are
        dropped; the largest value at his own turn is chosen, a tie rule deciding between equals.
        """
        self._prepare()
        last = len(self.order) - 1
        if len(earlier) > last:
            return (None if self.stalls(earlier) else earlier), ()
        # The last two announcers are solved together, so the last one alone is asked through the one before.
        fixed, only = (earlier[:-1], earlier[-1:]) if len(earlier) == last else (earlier, None)
        v: list[Any] = [0] * len(self.order)
        kappa: Any = 1
        for place, option in enumerate(fixed):
            v, kappa = self._grown(place, option, v, kappa)
        idle = all(self.idle[place][option] for place, option in enumerate(fixed))
        found = self._node(fixed, v, kappa, idle, only)
        if found is None:
            return None, ()
        return fixed + found.path, found.ties

    def _prepare(self) -> None:
        """Clear the denominators and work out all that does not depend on earlier announcements."""
        if self._prepared:
            return
        self._prepared = True
        clear = self.backend.numerators
        order = self.order
        every_r = [r[player] for turns in self.turns for r, _ in turns for player in order]
        scaled_r = iter(clear(every_r)[0])
        self._scale: list[Any] = []
        self._scaled: list[list[tuple[list[Any], Any]]] = []
        for turns in self.turns:
            ks, scale = clear([k for _, k in turns])
            self._scale.append(scale)
            self._scaled.append([([scale * next(scaled_r) for _ in order], k) for k in ks])
        places = range(len(order))
        self._before = [math.prod(self._scale[:place]) for place in places]
        self._after = [math.prod(self._scale[place + 1 :]) for place in places]
        self._whole = math.prod(self._scale)
        harmless = [all(options) for options in self.idle]
        self._all_idle = [all(harmless[place:]) for place in places]
        self._ranked: dict[int, list[int]] = {}
        self._kind = [_kinds(scaled) for scaled in self._scaled]
        self._groups = self._last_groups()
        self._active = [[*range(len(self._groups))], [g for g, one in enumerate(self._groups) if not one.idle]]
        self._pairs: dict[Path, _Continuation] = {}
        self._slopes = self._last_slopes()

    def _preferred(self, place: int, equal: Iterable[int]) -> int:
        """Return the option that the tie rule prefers among some of a player's; rule 3 needs more than the option."""
        if place not in self._ranked:
            self._ranked[place] = tie_ranks(self.problem, self.options[place])
        return min(equal, key=self._ranked[place].__getitem__)

    def _last_groups(self) -> list[_Group]:
        place = len(self.order) - 1
        by_k: dict[Any, list[int]] = {}
        for option, (_, k) in enumerate(self._scaled[place]):
            by_k.setdefault(k, []).append(option)
        groups = []
        for k, members in by_k.items():
            own = max(self._scaled[place][option][0][place] for option in members)
            best = tuple(option for option in members if self._scaled[place][option][0][place] == own)
            alike = len({self._kind[place][option] for option in best}) == 1
            plain = len(best) == 1 or (alike and self.problem.if_eq != _LIKELIEST_WINNER)
            choice = best[0] if len(best) == 1 else self._preferred(place, best)
            groups.append(_Group(k, own, best, choice, self.idle[place][best[0]], plain))
        return groups

    def _last_slopes(self) -> dict[tuple[int, int], tuple[Any, Any, list[Any]]]:
        """Return for two groups `g < h` the numbers `a, b, slope` of the module's docstring.

        For the option `x` of the one before last, group `g` is better than `h` if and only if
        `a + b v + κ slope[x] > 0`, where `(v, κ)` are the announcements before `x`.
        """
        last = len(self.order) - 1
        scale = self._scale[last]
        result = {}
        for h, second in enumerate(self._groups):
            for g, first in enumerate(self._groups[:h]):
                a = scale * self._before[last] * (first.r - second.r)
                b = scale * (first.k - second.k)
                c = first.k * second.r - second.k * first.r
                slope = [b * r[last] + c * k for r, k in self._scaled[last - 1]]
                result[g, h] = a, b * self._scale[last - 1], slope
        return result

    # -- the recursion

    def _grown(self, place: int, option: int, v: Sequence[Any], kappa: Any) -> tuple[list[Any], Any]:
        """Return the earlier announcements `(v, κ)` with one more behind them."""
        scale = self._scale[place]
        r, k = self._scaled[place][option]
        return [scale * mine + kappa * other for mine, other in zip(v, r, strict=True)], kappa * k

    def _node(
        self, earlier: Path, v: Sequence[Any], kappa: Any, idle: bool, only: Path | None = None
    ) -> _Continuation | None:
        """Return the best continuation after some announcements, None if all that can follow stalls.

        `(v, κ)` are the announcements before, composed; `idle` tells whether nobody can be hit under them; `only`
        restricts the options of the one before last.
        """
        place = len(earlier)
        if idle and self._all_idle[place]:
            return None  # a stalemate by structure, whatever is announced: nothing to compare
        if place == len(self.order) - 2:
            return self._last_two(earlier, v, kappa, idle, only)
        after = self._after[place]
        candidates = []
        for option, (r, k) in enumerate(self._scaled[place]):
            grown, passed = self._grown(place, option, v, kappa)
            reply = self._node((*earlier, option), grown, passed, idle and self.idle[place][option])
            if reply is not None:
                own = after * r[place] + k * reply.r[place]
                composed = _Continuation(reply.r, k * reply.k, (option, *reply.path), reply.ties)
                candidates.append((own, composed))
        best = self._best(earlier, v[place], kappa, candidates)
        if best is None:
            return None
        r, k = self._scaled[place][best.path[0]]
        return best._replace(r=[after * r[where] + k * best.r[where] for where in range(place)])

    def _last_two(
        self, earlier: Path, v: Sequence[Any], kappa: Any, idle: bool, only: Path | None
    ) -> _Continuation | None:
        """The same for the one before last, the replies of the last one found among his groups.

        This is where the time goes, one pass of the inner loop per leaf.
        """
        place = len(self.order) - 2
        groups, slopes, idle_here = self._groups, self._slopes, self.idle[place]
        bases = {pair: a + b * v[place + 1] for pair, (a, b, _) in slopes.items()}
        # Of the pairs of options with equal k the one with the largest own r is best: no need to weigh the others.
        leaders: dict[Any, Any] = {}
        for option in range(len(idle_here)) if only is None else only:
            active = self._active[idle and idle_here[option]]
            if not active:
                continue
            best, tied = active[0], None
            for group in active[1:]:
                sign = bases[best, group] + kappa * slopes[best, group][2][option]
                if sign < 0:
                    best, tied = group, None
                elif sign == 0:
                    tied = [*(tied or (best,)), group]
            chosen = groups[best]
            if tied is None and chosen.plain:
                reply = self._pair(option, chosen.best)
                if len(chosen.members) > 1:
                    reply = reply._replace(ties=(Node((*earlier, option), chosen.members, chosen.best),))
            else:
                equal = sorted(member for group in tied or (best,) for member in groups[group].members)
                node = self._settle((*earlier, option), [(member,) for member in equal])
                reply = self._pair(option, node.chosen)._replace(ties=(node,))
            own = reply.r[place]
            leader = leaders.get(reply.k)
            if leader is None or own > leader[0][0]:
                leaders[reply.k] = [(own, reply)]
            elif own == leader[0][0]:
                leader.append((own, reply))
        return self._best(earlier, v[place], kappa, [one for leader in leaders.values() for one in leader])

    def _pair(self, option: int, reply: int) -> _Continuation:
        """Return an option of the one before last with a reply of the last, composed once and kept."""
        found = self._pairs.get((option, reply))
        if found is None:
            place = len(self.order) - 2
            (r, k), (last_r, last_k) = self._scaled[place][option], self._scaled[place + 1][reply]
            after = self._after[place]
            composed = [after * mine + k * other for mine, other in zip(r, last_r, strict=True)]
            found = self._pairs[option, reply] = _Continuation(composed, k * last_k, (option, reply), ())
        return found

    def _best(
        self, earlier: Path, own_v: Any, kappa: Any, candidates: Sequence[tuple[Any, _Continuation]]
    ) -> _Continuation | None:
        """Return the best of some continuations, each with its own `r`; a tie is settled and remembered."""
        if len(candidates) < 2:
            return candidates[0][1] if candidates else None
        before, whole = self._before[len(earlier)], self._whole
        top, bottom = None, None
        best: list[_Continuation] = []
        for r, continuation in candidates:
            this_top, this_bottom = before * r + continuation.k * own_v, whole - continuation.k * kappa
            if best:
                mine, other = this_top * bottom, top * this_bottom
                if mine < other:
                    continue
                if mine == other:
                    best.append(continuation)
                    continue
            top, bottom, best = this_top, this_bottom, [continuation]
        if len(best) == 1:
            return best[0]
        best.sort(key=lambda continuation: continuation.path)
        node = self._settle(earlier, [continuation.path for continuation in best])
        chosen = next(continuation for continuation in best if continuation.path[0] == node.chosen)
        return chosen._replace(ties=(node, *chosen.ties))

    # -- every way of breaking ties

    def outcomes(self, distinct_aims: bool, slack: Fraction = Fraction(0)) -> list[Path]:
        """Return every profile that is chosen under some way of breaking the ties of this phase; none in a stalemate.

        At each node, by induction: every option has a set of possible continuations, and they occur in any
        combination, because they come from different nodes. So a continuation of an option is chosen in some way
        if and only if it is worth at least the maximum, over the options, of the minimum over their continuations.

        `distinct_aims` tells whether profiles with the same win probabilities but other aims count apart; options
        count as equal where they differ by at most `slack`, and the bound in the last sentence is lower by it.
        """
        self._prepare()
        self._slack = self.backend.number(slack)
        zero = [self.backend.number(Fraction(0))] * self.problem.players
        one = self.backend.number(Fraction(1))
        return [path for _, path in self._outcomes((), (zero, one), distinct_aims)]

    def _outcomes(self, earlier: Path, before: phase.Turn, distinct_aims: bool) -> list[tuple[phase.Turn, Path]]:
        place = len(earlier)
        if place == len(self.order):
            one = self.backend.number(Fraction(1))
            return [] if self.stalls(earlier) else [(([0 * one] * self.problem.players, one), earlier)]
        player = self.order[place]
        own_before, kappa = before[0][player], before[1]
        valued: list[tuple[Any, phase.Turn, Path]] = []
        floor = None
        seen: set[int] = set()
        for option, turn in enumerate(self.turns[place]):
            if not distinct_aims and self._kind[place][option] in seen:
                continue
            seen.add(self._kind[place][option])
            follow = []
            for rest, path in self._outcomes((*earlier, option), phase.compose(before, turn), distinct_aims):
                r, k = phase.compose(turn, rest)
                follow.append(((r[player] + k * own_before) / (1 - k * kappa), (r, k), path))
            if follow:
                least = min(value for value, _, _ in follow)
                floor = least if floor is None else max(floor, least)
                valued.extend(follow)
        return [(composed, path) for value, composed, path in valued if value >= floor - self._slack]

    # -- ties

    def _settle(self, earlier: Path, paths: Sequence[Path]) -> Node:
        """Choose among equal options by the tie rule, each given with its replies, in canonical order.

        The tie is material, and kept, if these profiles lead to different win probabilities at this turn.
        """
        place = len(earlier)
        kinds = {tuple(self._kind[where][one] for where, one in enumerate(path, place)) for path in paths}
        by_winner = self.problem.if_eq == _LIKELIEST_WINNER
        wins = [self.win(earlier + path, place) for path in paths] if by_winner or len(kinds) > 1 else []
        equal = tuple(path[0] for path in paths)
        if by_winner:
            aims = [self.options[place][option] for option in equal]
            chosen = equal[break_tie(self.problem, aims, wins, self.backend.number)]
        else:
            chosen = self._preferred(place, equal)
        node = Node(earlier, equal, chosen)
        if any(win != wins[0] for win in wins):
            self.material[earlier] = node
        return node


def _kinds(scaled: Iterable[tuple[list[Any], Any]]) -> list[int]:
    """Number the options of a player so that equal turns have equal numbers."""
    seen: dict[tuple[Any, ...], int] = {}
    return [seen.setdefault((k, *r), len(seen)) for r, k in scaled]


# What the tie rules prefer, smallest first; what they leave equal goes to canonical order.

_LIKELIEST_WINNER = 3


def _simplest(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    kind = 2 if aim.is_mix else int(aim.is_miss)
    return kind, -aim.strength(hits)


def _strongest(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    return (-aim.strength(hits),)


def _shooting_order(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    if aim.target is not None:
        return 0, aim.target
    return (1, 0) if aim.is_mix else (2, 0)


def _opposite(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(-part for part in _simplest(aim, hits))


def _no_preference(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    return ()


_PREFERENCES: dict[int, Callable[[Aim, Sequence[Any]], tuple[Any, ...]]] = {
    1: _simplest,
    2: _strongest,
    4: _shooting_order,
    -1: _opposite,
}


def preferences(rule: int) -> Callable[[Aim, Sequence[Any]], tuple[Any, ...]]:
    """Return what a tie rule prefers, smallest first, as a function of an option and the hit probabilities.

    Rule 3 needs more than the option, and has no preference here. The hit probabilities may be any exact numbers, or
    rational functions.

    >>> preferences(2)(Aim.at(1, 3), [Fraction(0), Fraction(1, 4), Fraction(1, 2)])
    (Fraction(-1, 4),)
    """
    return _PREFERENCES.get(rule, _no_preference)


def tie_ranks(problem: Problem, aims: Sequence[Aim]) -> list[int]:
    """Return for each option of a player its rank under the tie rule, 0 the preferred one; rule 3 needs more than that.

    >>> tie_ranks(Problem(["0", "1/4", "1/2"]), [Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)])
    [1, 0, 2]
    """
    preference = preferences(problem.if_eq)
    best_first = sorted(range(len(aims)), key=lambda index: (preference(aims[index], problem.hits), index))
    ranks = [0] * len(aims)
    for rank, option in enumerate(best_first):
        ranks[option] = rank
    return ranks


def break_tie(
    problem: Problem,
    aims: Sequence[Aim],
    wins: Sequence[Sequence[Any]],
    number: Callable[[Any], Any] = lambda weight: weight,
) -> int:
    """Return the index of the option that the tie rule of a problem takes among equals.

    Rule 3 compares the mean win probability of the player aimed at, a miss counting as 0; the other rules compare the
    aims alone. What a rule leaves equal goes to the first.

    Parameters: `aims`, the equal options in canonical order; `wins`, for each the win probabilities at the chooser's
    own turn, after the replies; `number`, how a weight becomes a number like these.

    >>> problem = Problem(["0", "1/4", "1/2"])
    >>> break_tie(problem, [Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)], [])
    1
    """
    if problem.if_eq == _LIKELIEST_WINNER:
        scores = [
            sum(number(weight) * chance for weight, chance in zip(aim.weights, win, strict=True))
            for aim, win in zip(aims, wins, strict=True)
        ]
        return scores.index(max(scores))
    return tie_ranks(problem, aims).index(0)
