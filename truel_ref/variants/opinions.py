r"""Opinions: persons are not shot, but convinced; a holder of an opinion tries to convince holders of other opinions.

There are as many persons as opinions, and at first each person holds a different opinion. A uniformly drawn person
tries to convince a holder of another opinion, and succeeds with the power of the person's present opinion. A state is
the number of holders of each opinion; in every state the holders of an opinion share one aim. With counts `c` of `n`
persons, and opinion `i` aiming at `t` with weight `q_i[t]`,

    V(c) = sum over i of c_i/n (p_i sum over t of q_i[t] V(c + e_i - e_t) + (1 - p_i) V(c))

Play can return to states with the same set of held opinions, so a system of linear equations gives their values. It has
one solution if some held opinion has a power above 0: this opinion, drawn again and again, ends the set. If at least
two opinions are held and all have power 0, nothing changes any more: a stalemate.

**Equilibrium.** A **place** is a state of a set and a held opinion. A policy has one aim for every place. Changing the
aim of opinion `i` in a single state `c` helps this opinion if and only if `V_i(c + e_i - e_t)`, with the values of the
old policy, is larger for the new target. (For a chain that surely leaves the set this is the one-step test of dynamic
programming.)

**Narrowing.** A **box** allows each place some options. Over all policies of a box the largest value of opinion `b` is
the fixed point of

    (T U)(s) = sum over places a of s: share(a) max over allowed o of (step(a, o) · U + gain_b(a, o))

where a step leads to states of the set, and a gain is the value in states of smaller sets. `T` is monotone and no
distance grows under it. So from `U = 1`, or from the bound of a larger box, every iterate is an upper bound. From
`U = 0`, with the minimum, the iterates are lower bounds. In an equilibrium the option at every place has the worth of
the best option. So an option whose upper bound lies below the lower bound of another option is in no equilibrium of the
box; a margin allows for the rounding of floats. If no option can be removed, the box is cut into smaller boxes. Exact
numbers decide the remaining policies.

Rules: `docs/rules.md`, R12. Source: R. Toral and P. Amengual, "Distribution of winners in truel games", in *Modelling
Cooperative Behavior in the Social Sciences*, AIP Conference Proceedings 779 (2005), 128-141; R. A. Howard, *Dynamic
Programming and Markov Processes* (1960); value iteration: M. L. Puterman, *Markov Decision Processes* (1994), chapter
7; branch and bound: A. H. Land and A. G. Doig, "An automatic method of solving discrete programming problems",
*Econometrica* 28 (1960), 497-520.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, islice, pairwise, product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from truel_ref.errors import ProblemError, refuse
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Problem
from truel_ref.game.variant import Variant, VariantAnswer
from truel_ref.kernels.linear import solve_linear
from truel_ref.limits import check
from truel_ref.numbers import inside
from truel_ref.play.selections import CAP, choices, sets_after
from truel_ref.variants.fire import Below, SettledFire, after, best_of, list_equilibria, state_of, verdict

MOST_PERSONS = 6
"""The most persons; seven persons have sets of 20 states with up to six opinions each."""

ALL_POLICIES = 1_000
"""The most policies of a set that exact numbers decide; four persons have at most 512."""

ROUNDS = 200
"""The most rounds of best replies in the search for an equilibrium."""

Counts: TypeAlias = tuple[int, ...]
"""The number of holders of each opinion of the problem."""

Policy: TypeAlias = tuple[int, ...]
"""For every place of a set of opinions the index of the option."""

Box: TypeAlias = "list[tuple[int, ...]]"
"""For every place of a set of opinions the indices of the allowed options."""

Bounds: TypeAlias = list[list[float]]
"""By held opinion, a bound of the value in every state."""

CLOSE = 1e-6
"""The change of a bound at which its iteration ends."""

MOST = 10_000
"""The most steps of an iteration."""

ROUNDING = 1e-9
"""The margin for rounding. Each step rounds sums of about 20 products of numbers up to about 1, an error below
`10^-14`; ten thousand steps add up to less than `10^-10`."""

LEAF = 16
"""The most policies of a box that is not cut."""

BOXES = 2_000
"""The most boxes before the search gives up."""


def opinion_contest(
    problem: Variant | AnyProblem, *, cap: int = CAP, progress: Progress | None = None
) -> VariantAnswer:
    """Return all pure equilibria of the contest of opinions.

    >>> print(opinion_contest([1, "2/3", "1/3"]))
    player    hit    aim    wins       percent
    --------  -----  -----  -------  ---------
    A         1      B      15/32     46.875 %
    B         2/3    A      10/27     37.037 %
    C         1/3    A      139/864   16.088 %
    1 pure equilibrium (strict)

    The steps, for every set of opinions that can be held at the same time, the smallest first, and every selection of
    equilibria of the smaller sets: (1) exclude policies by proved bounds of all values; (2) solve for the values of the
    states under every remaining policy; (3) list the policy if no opinion gains by another aim in a single state. If
    too many policies remain, as may happen with five and six persons, `complete` is False, and the list has the
    equilibria seen so far, or else an equilibrium that best replies lead to, if they do.

    Parameters: `problem`, a `Problem`, the powers of the opinions, or a `Variant`; `cap`, the largest number of
    selections; `progress`, called with 1 after each set.

    Raises the errors of `Problem` and `Variant`, `NumberError` for a bad cap, and `ProblemError` for more than six
    persons.
    """
    variant = Variant.stated("opinions", problem)
    asked = variant.problem
    many = f"opinions: {asked.players} persons are too many; state at most {MOST_PERSONS}"
    refuse(ProblemError, (asked.players > MOST_PERSONS, many))
    complete = []

    def solve(living: Order, below: Below) -> list[SettledFire]:
        settled, everything = _Set(asked, living, below).equilibria()
        complete.append(everything)
        return settled

    answer = list_equilibria(variant, partial(sets_after, asked), solve, cap, progress)
    return replace(answer, complete=answer.complete and all(complete))


def _states(players: int, held: Order) -> Iterator[Counts]:
    """Yield every state in which exactly some opinions are held."""
    for cuts in combinations(range(1, players), len(held) - 1):
        holders = dict(zip(held, (end - start for start, end in pairwise((0, *cuts, players))), strict=True))
        yield tuple(holders.get(opinion, 0) for opinion in range(players))


Option: TypeAlias = "tuple[Sequence[Any], list[tuple[int, Any]]]"
"""The gains of the winners in states of smaller sets, and the next states of the set with their weights."""


class _Place(NamedTuple):
    """A state of a set and a held opinion, in exact numbers or in floats.

    Fields: `row`, the number of the state; `seat`, of the opinion among those held; `share`, the probability that the
    holders are the next to convince somebody, if anybody is; `options`, what follows after they have.
    """

    row: int
    seat: int
    share: Any
    options: Sequence[Option]


def _worth(option: Option, values: Sequence[Any], winner: int) -> Any:
    """Return `step · U + gain` of an option."""
    gains, steps = option
    return gains[winner] + sum([weight * values[then] for then, weight in steps])


class _Set:
    """A set of held opinions, given the equilibria of the smaller sets.

    Attributes: `states`, all states in which exactly these opinions are held; `aims`, the options of the holders of
    each opinion, in every state; `places`.

    >>> held = _Set(Problem([1, 1, 1]), (0, 2), {})
    >>> held.states, held.beyond((3, 0, 0)) == [1, 0, 0, 0]
    ([(1, 0, 2), (2, 0, 1)], True)
    """

    def __init__(self, problem: Problem, living: Order, below: Below) -> None:
        self.problem, self.living, self.below = problem, living, below
        self.states = [*_states(problem.players, living)]
        self.aims = [choices(problem, living, player) for player in living]
        self.places: list[_Place] = []
        for row, counts in enumerate(self.states):
            pulls = [counts[player] * inside(problem.hits[player]) for player in living]
            total = sum(pulls) or 1
            for seat, (player, aims) in enumerate(zip(living, self.aims, strict=True)):
                options = [self.option(counts, player, aim) for aim in aims]
                self.places.append(_Place(row, seat, pulls[seat] / total, options))

    def option(self, counts: Counts, player: int, aim: Aim) -> Option:
        """Return what follows after a holder of an opinion has convinced somebody at whom an aim is directed."""
        gains, steps = [inside(Fraction(0))] * (self.problem.players + 1), []
        for victim in aim.targets if self.problem.hits[player] else ():
            weight = inside(aim.weights[victim])
            then = tuple(count + (one == player) - (one == victim) for one, count in enumerate(counts))
            if then in self.states:
                steps.append((self.states.index(then), weight))
            else:
                gains = [known + weight * more for known, more in zip(gains, self.beyond(then), strict=True)]
        return gains, steps

    def beyond(self, counts: Counts) -> Sequence[Any]:
        """Return the values of a state of a smaller set."""
        held = tuple(opinion for opinion in self.problem.order if counts[opinion])  # sets are in the problem's order
        return after(held, self.below, self.problem.players, counts)

    def values(self, policy: Policy) -> list[list[Any]]:
        """Return the values of every state under a policy: one number per opinion, and a last 0."""
        zero, many = inside(Fraction(0)), len(self.states)
        right = [[zero] * (self.problem.players + 1) for _ in self.states]
        # n V(c) = sum of c_i (p_i (…) + (1 - p_i) V(c)): divide every row by the weight of leaving the state.
        matrix = [[zero + (row == column) for column in range(many)] for row in range(many)]
        for (row, _, share, options), option in zip(self.places, policy, strict=True):
            gains, steps = options[option]
            right[row] = [known + share * more for known, more in zip(right[row], gains, strict=True)]
            for then, weight in steps:
                matrix[row][then] -= share * weight
        return solve_linear(matrix, right)

    def tested(self, policy: Policy) -> tuple[list[SettledFire], list[list[int]]]:
        """Return a policy if it is an equilibrium, in a list, and the best options at every place."""
        values = self.values(policy)
        by_winner = list(zip(*values, strict=True))
        best = []
        for place in self.places:
            winner = self.living[place.seat]
            best.append(best_of(_worth(option, by_winner[winner], winner) for option in place.options))
        strict = verdict(zip(best, policy, strict=True))
        if strict is None:
            return [], best
        aims = iter([self.aims[place.seat][option] for place, option in zip(self.places, policy, strict=True)])
        states = tuple(
            state_of(self.problem, self.living, tuple(islice(aims, len(self.living))), worths, counts)
            for worths, counts in zip(values, self.states, strict=True)
        )
        return [SettledFire(states, strict)], best

    def equilibria(self) -> tuple[list[SettledFire], bool]:
        """Return the equilibria, and whether the list is complete."""
        settled: list[SettledFire] = []
        for number, policy in enumerate(_narrowed(self.in_floats(), len(self.states))):
            check()
            if policy is None or number == ALL_POLICIES:
                return settled or self.by_best_replies(), False
            settled += self.tested(policy)[0]
        return settled, True

    def in_floats(self) -> list[_Place]:
        """Return the places in floats, with the gains of the held opinions alone."""

        def rounded(gains: Sequence[Any], steps: list[tuple[int, Any]]) -> Option:
            return [float(gains[winner]) for winner in self.living], [(then, float(weight)) for then, weight in steps]

        return [
            place._replace(share=float(place.share), options=[rounded(*option) for option in place.options])
            for place in self.places
        ]

    def by_best_replies(self) -> list[SettledFire]:
        """Return an equilibrium, if best replies, at all places at once or at a single one, end in one."""
        chosen: Policy = (0,) * len(self.places)
        seen = set()
        for _ in range(ROUNDS):
            check()
            settled, best = self.tested(chosen)
            seen.add(chosen)
            replies = tuple(taken if taken in equal else equal[0] for taken, equal in zip(chosen, best, strict=True))
            single = ((*chosen[:at], reply, *chosen[at + 1 :]) for at, reply in enumerate(replies))
            new = [policy for policy in (replies, *single) if policy not in seen]
            if settled or not new:
                return settled
            chosen = new[0]
        return []


# ---------------------------------------------------------------------------------------------------------
# Narrowing, in floats


def _narrowed(places: Sequence[_Place], states: int) -> Iterator[Policy | None]:
    """Yield every policy that may be an equilibrium; a last None means that the search gave up: there may be more.

    >>> gains = [[[0.2, 0.1], [0.3, 0.0]], [[0.0, 0.4], [0.0, 0.1]]]
    >>> places = [_Place(0, seat, 0.5, [(gain, []) for gain in mine]) for seat, mine in enumerate(gains)]
    >>> list(_narrowed(places, 1))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    ones, zeros = ([[end] * states for _ in places[0].options[0][0]] for end in (1.0, 0.0))
    waiting: list[tuple[Box, Bounds, Bounds]] = [([tuple(range(len(place.options))) for place in places], ones, zeros)]
    boxes = 0
    while waiting:
        check()
        box, high, low = waiting.pop()
        if _policies(box) > LEAF:
            boxes += 1
            if boxes > BOXES:
                yield None
                return
            box, high, low, gaps = _narrow(places, box, high, low)
        if _policies(box) <= LEAF:
            yield from product(*box)
        else:
            cut = max(range(len(box)), key=lambda at: (len(box[at]) > 1, gaps[at]))
            waiting += [([*box[:cut], (one,), *box[cut + 1 :]], high, low) for one in reversed(box[cut])]


def _policies(box: Box) -> int:
    return prod(map(len, box))


def _bound(places: Sequence[_Place], box: Box, values: list[float], winner: int, best: Any) -> list[float]:
    """Return a bound of an opinion's value in every state, from a bound of a larger box; `best` is `max` or `min`."""
    for _ in range(MOST):
        check()
        reached = [0.0] * len(values)
        for place, allowed in zip(places, box, strict=True):
            reached[place.row] += place.share * best([_worth(place.options[one], values, winner) for one in allowed])
        change = max(abs(new - old) for new, old in zip(reached, values, strict=True))
        values = reached
        if change < CLOSE:
            break
    return values


def _narrow(places: Sequence[_Place], box: Box, high: Bounds, low: Bounds) -> tuple[Box, Bounds, Bounds, list[float]]:
    """Return the narrowed box with its bounds, and the largest difference between the options at each place.

    A box with a place without an option has no equilibrium.
    """
    while True:
        high = [_bound(places, box, values, winner, max) for winner, values in enumerate(high)]
        low = [_bound(places, box, values, winner, min) for winner, values in enumerate(low)]
        gaps: list[float] = []
        smaller: Box = []
        for (_, seat, _, options), allowed in zip(places, box, strict=True):
            surely = max(_worth(option, low[seat], seat) for option in options)
            most = {one: _worth(options[one], high[seat], seat) for one in allowed}
            smaller.append(tuple(one for one in allowed if most[one] >= surely - ROUNDING))
            gaps.append(max((most[one] for one in smaller[-1]), default=0.0) - surely)
        if smaller == box or not _policies(smaller):
            return smaller, high, low, gaps
        box = smaller
