r"""Announcements and values of one phase in integers, without fractions in between.

# The announcements: equal to `truel_ref.play.announced.decide`

Let the player at place `j` of the order decide, let `(v, κ)` compose the turns of the history, and let `(r, k)` compose
an option **and the replies to it**. From the player's first turn on, `(r, k)` and then `(v, κ)` repeat, so to the
player the option is worth

    u = (r + k v) / (1 - k κ)                                       (own components of r and v)

The player takes the largest `u`; a stalemate, `k κ = 1`, is excluded first, by structure.

**Without fractions.** Let `D[i]` be a common denominator of the `k` of player `i`, and `Q` one of all `r`. Multiply
every `k` of player `i` by `D[i]` and every `r` by `D[i] Q`. Then with `before = D[0] ... D[j-1]`,
`after = D[j+1] ... D[L-1]`, `whole = D[0] ... D[L-1]`, in integers

    (v, κ) grows to    (D[j] v + κ r,  κ k)
    (r, k) takes on a reply (R, K) as    (after r + k R,  k K)
    u  is    (before r + k v) / (whole - k κ),  up to the factor Q

so cross-multiplication compares two options, without any greatest common divisor. Any ordered ring will do (floats in
the benchmark); only `numerators` clears denominators.

**The last player.** For the last player's options `g` and `h`, with `κ < 1` or `k < 1`, the difference of
`truel_ref.play.turns.advantage`,

    sign(u_g - u_h) = sign( (r_g - r_h) + (k_g - k_h) v + (k_g r_h - k_h r_g) κ )

is linear in `(v, κ)`, and of options with equal `k` the option with the largest `r` is best after every history. So the
options with equal `k` form a **group**, in which only the best count. At each leaf, after option `x` of the player
before last, there remains the sign of `base + κ slope[x]`, with numbers `slope[x]` computed in advance.

# The value of a chosen profile: equal to `truel_ref.play.phase.value`, with one reduction at the end

For options that are a single target or a miss. Write all hit probabilities of a problem over one denominator, `p_i =
a_i / n` and `1 - p_i = c_i / n`, and the win probabilities of a phase over one denominator, `N / D`. If `m` players
shoot in a round, and a hit by the `j`-th of them leads to the phase with `N_j / D_j`, the round has the value

    w = V / (1 - K) = sum_j (c_1 ... c_(j-1)) a_j n^(m-j) N_j (D / D_j)  /  (n^m - c_1 ... c_m) D

with `D` the least common multiple of all `D_j`. A player who misses, or cannot hit, passes the turn and does not count.
Two players who shoot at each other are the case `m = 2` with unit vectors (rule R2.4): `a_1 n / (a_1 n + c_1 a_2)` for
the first.

This needs only sums, products and one greatest common divisor per number; fractions would reduce after every step.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from truel_ref.budget import check
from truel_ref.fast.floats import Shares, in_reach
from truel_ref.game.people import Option, Order, Path, Place
from truel_ref.numbers import common_divisor, coprime_fraction, inside_integer, numerators
from truel_ref.play.announced import Announced
from truel_ref.play.phase import Scalar
from truel_ref.play.ties import LIKELIEST_WINNER, Node, break_tie, is_material, tie_ranks
from truel_ref.play.turns import Stage, kinds

__all__ = [
    "IntegerInduction",
    "IrrationalShots",
    "Shots",
    "Wins",
    "decide",
    "floats_of",
    "nobody_wins",
    "survivors",
]

Integer: TypeAlias = Any
"""An integer, or an element of another ordered ring: the type of `numerators`."""

Wins: TypeAlias = "tuple[Any, ...]"
"""The win probabilities of a phase by player, as fractions."""

_ZERO = Fraction(0)

SHORT = 2000
"""The most bits of a win probability, about, for Python's integers, which are faster while they are short."""


def decide(stage: Stage[Scalar], earlier: Path = ()) -> Announced:
    """Return the announcements of a phase after a history, by default the empty one, as `announced.decide` does.

    >>> from truel_ref.game.problem import Problem
    >>> from truel_ref.play.phases import solve_phases
    >>> solve_phases(Problem(["1/3", "2/3", 1]), decide=decide) == solve_phases(Problem(["1/3", "2/3", 1]))
    True
    """
    if stage.nobody_chooses():
        path = (0,) * len(stage.order)
        return Announced(None if stage.stalls(path) else path)
    return IntegerInduction(stage).complete(earlier)


class _Continuation(NamedTuple):
    """The best continuation of a node: the options from its place on, composed, and the ties on the way."""

    r: Sequence[Integer]  # by place in the order; only the places before the node are needed
    k: Integer
    path: Path
    ties: tuple[Node, ...]


@dataclass(frozen=True)
class _EqualGroup:
    """Options of the last player with equal `k` and equal, largest, own `r`."""

    k: Integer
    r: Integer
    members: Path
    best: Option  # under the tie rule, except rule 3, which compares win probabilities
    idle: bool
    plain: bool  # the choice among the members is `best` and changes nothing


class IntegerInduction:
    """Backward induction over the announcements of a stage, in integers.

    The constructor does all work that does not depend on announcements: it clears denominators, and groups the options
    of the last player.

    Parameters: `stage`, of two players or more; `way`, for some nodes the option taken among equal options, in place of
    the choice of the tie rule.
    """

    def __init__(self, stage: Stage[Scalar], way: Mapping[Path, Option] = MappingProxyType({})) -> None:
        self.stage = stage
        self.way = way
        self.order = stage.order
        self.material: dict[Path, Node] = {}
        self._clear_denominators()
        harmless = [all(options) for options in stage.idle]
        self._all_idle = [all(harmless[place:]) for place in range(len(self.order))]
        self._ranked: dict[Place, list[int]] = {}
        self._kind = [kinds(turns) for turns in self._scaled]
        self._groups = self._last_groups()
        # After a history of misses, the groups under which nobody can be hit are not allowed.
        self._active = [[*range(len(self._groups))], [g for g, group in enumerate(self._groups) if not group.idle]]
        self._pairs: dict[Path, _Continuation] = {}
        self._slopes = self._last_slopes()

    def complete(self, earlier: Path = ()) -> Announced:
        """Return the profile that follows a history, and the ties from there on.

        The steps: (1) compose the history; (2) complete every option of the next player in this way, by recursion;
        (3) drop options that can only end in a stalemate; (4) choose the largest value at the player's turn, with the
        tie rule among equal options.
        """
        self.material = {}
        last = len(self.order) - 1
        if len(earlier) > last:
            return Announced(None if self.stage.stalls(earlier) else earlier)
        # The last two players are solved together, so the last player alone is solved through the player before.
        fixed, only = (earlier[:-1], earlier[-1:]) if len(earlier) == last else (earlier, None)
        v: list[Integer] = [0] * len(self.order)
        kappa: Integer = 1
        for place, option in enumerate(fixed):
            v, kappa = self._grown(place, option, v, kappa)
        chosen = self._node(fixed, v, kappa, self.stage.stalls(fixed), only)
        if chosen is None:
            return Announced(None)
        ties = {tie.earlier: tie for tie in chosen.ties} | self.material
        return Announced(fixed + chosen.path, tuple(ties[node] for node in sorted(ties, key=lambda n: (len(n), n))))

    def settle(self, earlier: Path, paths: Sequence[Path]) -> Node:
        """Choose among equal options by the tie rule.

        The method computes values only if the rule, or whether the tie is material, depends on them. It adds a material
        tie to `material`.

        Parameters: `earlier`, the history; `paths`, the options with their replies, in canonical order.
        """
        place = len(earlier)
        alike = {tuple(self._kind[where][option] for where, option in enumerate(path, place)) for path in paths}
        by_winner = self.stage.problem.tie_rule == LIKELIEST_WINNER
        wins = [self.stage.win(earlier + path, place) for path in paths] if by_winner or len(alike) > 1 else []
        equal = tuple(path[0] for path in paths)
        if by_winner:
            aims = [self.stage.options[place][option] for option in equal]
            chosen = equal[break_tie(self.stage.problem, aims, wins, self.stage.number)]
        else:
            chosen = self._preferred(place, equal)
        if self.way.get(earlier) in equal:
            chosen = self.way[earlier]
        node = Node(earlier, equal, chosen)
        if is_material(wins):
            self.material[earlier] = node
        return node

    # -- work that does not depend on announcements

    def _clear_denominators(self) -> None:
        """Write every turn in integers, with `r` by place, and keep the factors that scale the players."""
        every_r = [r[player] for turns in self.stage.turns for r, _ in turns for player in self.order]
        scaled_r = iter(numerators(every_r)[0])
        self._scale: list[Integer] = []
        self._scaled: list[list[tuple[list[Integer], Integer]]] = []
        for turns in self.stage.turns:
            ks, scale = numerators([k for _, k in turns])
            self._scale.append(scale)
            self._scaled.append([([scale * next(scaled_r) for _ in self.order], k) for k in ks])
        places = range(len(self.order))
        self._before = [math.prod(self._scale[:place]) for place in places]
        self._after = [math.prod(self._scale[place + 1 :]) for place in places]
        self._whole = math.prod(self._scale)

    def _preferred(self, place: Place, equal: Path) -> Option:
        """Return the option that the tie rule prefers among some options of a player; not for rule 3."""
        if place not in self._ranked:
            self._ranked[place] = tie_ranks(self.stage.problem, self.stage.options[place])
        return min(equal, key=self._ranked[place].__getitem__)

    def _last_groups(self) -> list[_EqualGroup]:
        place = len(self.order) - 1
        by_k: dict[Integer, list[Option]] = {}
        for option, (_, k) in enumerate(self._scaled[place]):
            by_k.setdefault(k, []).append(option)
        groups = []
        for k, members in by_k.items():
            own = max(self._scaled[place][option][0][place] for option in members)
            best = tuple(option for option in members if self._scaled[place][option][0][place] == own)
            alike = len({self._kind[place][option] for option in best}) == 1
            plain = len(best) == 1 or (alike and self.stage.problem.tie_rule != LIKELIEST_WINNER)
            choice = self._preferred(place, best) if plain and len(best) > 1 else best[0]
            groups.append(_EqualGroup(k, own, best, choice, self.stage.idle[place][best[0]], plain))
        return groups

    def _last_slopes(self) -> dict[tuple[int, int], tuple[Integer, Integer, list[Integer]]]:
        """Return for two groups `g < h` the numbers `a, b, slope` of the module's docstring.

        For the option `x` of the player before last, group `g` is better than `h` if and only if
        `a + b v + κ slope[x] > 0`, where `(v, κ)` composes the history before `x`.
        """
        last = len(self.order) - 1
        scale = self._scale[last]
        result = {}
        for h, second in enumerate(self._groups):
            check()
            for g, first in enumerate(self._groups[:h]):
                a = scale * self._before[last] * (first.r - second.r)
                b = scale * (first.k - second.k)
                c = first.k * second.r - second.k * first.r
                slope = [b * r[last] + c * k for r, k in self._scaled[last - 1]]
                result[g, h] = a, b * self._scale[last - 1], slope
        return result

    # -- the recursion

    def _grown(
        self, place: Place, option: Option, v: Sequence[Integer], kappa: Integer
    ) -> tuple[list[Integer], Integer]:
        """Return the composed history `(v, κ)` with one more announcement."""
        scale = self._scale[place]
        r, k = self._scaled[place][option]
        return [scale * mine + kappa * other for mine, other in zip(v, r, strict=True)], kappa * k

    def _node(
        self, earlier: Path, v: Sequence[Integer], kappa: Integer, idle: bool, only: Path | None = None
    ) -> _Continuation | None:
        """Return the best continuation of a history, None if every continuation is a stalemate.

        Parameters: `earlier`, the history; `v` and `kappa`, its composed turns; `idle`, whether nobody can be hit under
        it; `only`, restricts the options of the player before last.
        """
        place = len(earlier)
        if idle and self._all_idle[place]:
            return None  # a stalemate by structure, whatever is announced
        if place == len(self.order) - 2:
            return self._last_two(earlier, v, kappa, idle, only)
        after = self._after[place]
        candidates = []
        for option, (r, k) in enumerate(self._scaled[place]):
            grown, passed = self._grown(place, option, v, kappa)
            reply = self._node((*earlier, option), grown, passed, idle and self.stage.idle[place][option])
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
        self, earlier: Path, v: Sequence[Integer], kappa: Integer, idle: bool, only: Path | None
    ) -> _Continuation | None:
        """Return the best continuation of the last two players; the reply is from the groups of the last player.

        This takes most of the time: one pass of the inner loop per leaf.

        Parameters: `earlier`, the history; `v` and `kappa`, its composed turns; `idle`, whether nobody can be hit under
        it; `only`, restricts the options of the player before last.
        """
        check()
        place = len(self.order) - 2
        slopes, idle_here = self._slopes, self.stage.idle[place]
        bases = {pair: a + b * v[place + 1] for pair, (a, b, _) in slopes.items()}
        # Of the pairs of options with equal k the pair with the largest own r is best, so the others do not count.
        leaders: dict[Integer, list[tuple[Integer, _Continuation]]] = {}
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
            reply = self._reply((*earlier, option), best, tied)
            own = reply.r[place]
            leader = leaders.get(reply.k)
            if leader is None or own > leader[0][0]:
                leaders[reply.k] = [(own, reply)]
            elif own == leader[0][0]:
                leader.append((own, reply))
        return self._best(earlier, v[place], kappa, [pair for leader in leaders.values() for pair in leader])

    def _reply(self, earlier: Path, best: int, tied: list[int] | None) -> _Continuation:
        """Return the option of the player before last with the reply, from the best group or from several equal groups.

        Parameters: `earlier`, the history of the last player; `best`, the best group of the last player; `tied`, all
        groups equal to it.
        """
        group = self._groups[best]
        if tied is None and group.plain and earlier not in self.way:
            reply = self._pair(earlier[-1], group.best)
            if len(group.members) == 1:
                return reply
            return reply._replace(ties=(Node(earlier, group.members, group.best),))
        equal = sorted(member for each in tied or (best,) for member in self._groups[each].members)
        node = self.settle(earlier, [(member,) for member in equal])
        return self._pair(earlier[-1], node.chosen)._replace(ties=(node,))

    def _pair(self, option: Option, reply: Option) -> _Continuation:
        """Return an option of the player before last with a reply of the last player, composed once and cached."""
        known = self._pairs.get((option, reply))
        if known is None:
            place = len(self.order) - 2
            (r, k), (last_r, last_k) = self._scaled[place][option], self._scaled[place + 1][reply]
            after = self._after[place]
            composed = [after * mine + k * other for mine, other in zip(r, last_r, strict=True)]
            known = self._pairs[option, reply] = _Continuation(composed, k * last_k, (option, reply), ())
        return known

    def _best(
        self, earlier: Path, own_v: Integer, kappa: Integer, candidates: Sequence[tuple[Integer, _Continuation]]
    ) -> _Continuation | None:
        """Return the best of some continuations, each with its own `r`, and settle a tie."""
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
        node = self.settle(earlier, [continuation.path for continuation in best])
        chosen = next(continuation for continuation in best if continuation.path[0] == node.chosen)
        return chosen._replace(ties=(node, *chosen.ties))


# ---------------------------------------------------------------------------------------------------------
# Values


@cache
def survivors(players: int) -> dict[Order, Shares]:
    """Return the win probabilities of all phases of one player.

    >>> survivors(2)
    {(0,): ([1, 0], 1), (1,): ([0, 1], 1)}
    """
    return {(last,): ([int(player == last) for player in range(players)], 1) for last in range(players)}


@cache
def nobody_wins(players: int) -> tuple[Shares, Wins]:
    """Return the win probabilities of a stalemate."""
    return ([0] * players, 1), (_ZERO,) * players


def floats_of(shares: Shares) -> list[float]:
    """Return win probabilities in floats, each correctly rounded.

    >>> floats_of(([1, 2], 4))
    [0.25, 0.5]
    """
    tops, bottom = shares
    if type(bottom) is int:
        return [top / bottom for top in tops]
    divisor = int(bottom)
    return [int(top) / divisor for top in tops]


def _fraction(top: Integer, bottom: Integer) -> Fraction:
    """Return the fraction of two integers of any type that have no common divisor."""
    return coprime_fraction(int(top), int(bottom))


class Shots:
    """The hit probabilities of a problem over one denominator, and the values of rounds of single shots.

    Parameters: `hits`, fractions by player.

    Field: `in_reach`, whether the bound of `truel_ref.fast.floats` holds.

    >>> shots = Shots([Fraction(1, 2), Fraction(1, 3)])
    >>> shots.duel(0, 1)
    (([3, 1], 4), (Fraction(3, 4), Fraction(1, 4)))
    >>> alone = survivors(2)
    >>> shots.value([(0, alone[0,]), (1, alone[1,])]) == shots.duel(0, 1)
    True
    """

    def __init__(self, hits: Sequence[Any]) -> None:
        pairs = [hit.as_integer_ratio() for hit in hits]
        n = math.lcm(*[bottom for _, bottom in pairs])
        a = [top * (n // bottom) for top, bottom in pairs]
        self.players = len(hits)
        self.in_reach = in_reach(a, n)
        self._ratio = a, n
        if n.bit_length() << len(a) > SHORT:  # each player about doubles the length
            self.gcd, self.fraction = common_divisor, _fraction
            self.n, self.a = inside_integer(n), [inside_integer(top) for top in a]
        else:
            self.gcd, self.fraction = math.gcd, coprime_fraction
            self.n, self.a = n, a
        self.c = [self.n - top for top in self.a]

    def floats(self) -> tuple[list[float], list[float]]:
        """Return the hit probabilities and their complements in floats, each correctly rounded."""
        a, n = self._ratio
        return [top / n for top in a], [(n - top) / n for top in a]

    def shares(self, win: Wins) -> Shares:
        """Return win probabilities over a common denominator."""
        bottom = math.lcm(*[each.denominator for each in win])
        return [each.numerator * (bottom // each.denominator) for each in win], bottom

    def duel(self, first: int, second: int) -> tuple[Shares, Wins]:
        """Return the win probabilities of two players who shoot at each other, all 0 if neither ever hits."""
        top, other = self.a[first] * self.n, self.c[first] * self.a[second]
        # A common divisor of one of them and the sum divides the other, too.
        divisor = self.gcd(top, other)
        if not divisor:
            return nobody_wins(self.players)
        top, other = top // divisor, other // divisor
        bottom = top + other
        tops: list[Integer] = [0] * self.players
        win = [_ZERO] * self.players
        tops[first], tops[second] = top, other
        win[first], win[second] = self.fraction(top, bottom), self.fraction(other, bottom)
        return (tops, bottom), tuple(win)

    def value(self, shots: Sequence[tuple[int, Shares]]) -> tuple[Shares, Wins]:
        """Return the value of a round, over the least common denominator and in fractions.

        Parameters: `shots`, as for `sums`.
        """
        return self._reduced(*self.sums(shots))

    def sums(self, shots: Sequence[tuple[int, Shares]]) -> Shares:
        """Return the value of a round, over a common denominator.

        Parameters: `shots`, in shooting order, those who can hit somebody, one at least, each with the win
        probabilities after it.
        """
        n, gcd = self.n, self.gcd
        after = shots[0][1][1]
        for _, (_, bottom) in shots[1:]:
            if bottom != after:
                after = after // gcd(after, bottom) * bottom
        left = whole = n ** len(shots)
        passed: Integer = 1
        tops: list[Integer] = []
        for player, (later, bottom) in shots:
            left //= n
            weight = passed * self.a[player] * left * (after // bottom)
            if tops:
                tops = [mine + weight * top for mine, top in zip(tops, later, strict=True)]
            else:
                tops = [weight * top for top in later]
            passed *= self.c[player]
        return tops, (whole - passed) * after

    def _reduced(self, tops: Sequence[Integer], bottom: Integer) -> tuple[Shares, Wins]:
        """Return numbers over a common denominator in lowest terms, together and each by itself."""
        divisors = [self.gcd(top, bottom) for top in tops]
        win = [
            self.fraction(top // divisor, bottom // divisor) if top else _ZERO
            for top, divisor in zip(tops, divisors, strict=True)
        ]
        divisor = self.gcd(*divisors)
        return ([top // divisor for top in tops], bottom // divisor), tuple(win)


@dataclass(frozen=True)
class IrrationalShots:
    """The win probabilities of duels of irrational numbers, which have no denominators, by their formula.

    Parameters: `hits`, by player, in numbers inside.
    """

    in_reach = False

    hits: Sequence[Any]

    def shares(self, win: Wins) -> Shares:
        """Return win probabilities as they are."""
        return win, 1

    def duel(self, first: int, second: int) -> tuple[Shares, Wins]:
        """Return the win probabilities of two players who shoot at each other, all 0 if neither ever hits."""
        x, y = self.hits[first], self.hits[second]
        passes = (1 - x) * y
        ends = x + passes
        win: list[Any] = [_ZERO] * len(self.hits)
        if ends:
            win[first], win[second] = x / ends, passes / ends
        return (win, 1), tuple(win)
