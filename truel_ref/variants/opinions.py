r"""Opinions: persons are not shot, but convinced; a holder of an opinion tries to convince holders of other opinions.

There are as many persons as opinions, and at first each person holds a different opinion. A uniformly drawn person
tries to convince a holder of another opinion, and succeeds with the power of the person's present opinion. A state is
the number of holders of each opinion; in every state the holders of an opinion share one aim. With counts `c` of `n`
persons, and opinion `i` aiming at `t` with weight `q_i[t]`,

    V(c) = sum over i of c_i/n (p_i sum over t of q_i[t] V(c + e_i - e_t) + (1 - p_i) V(c))

Play can return to states with the same set of held opinions, so a system of linear equations gives their values. It has
one solution if some held opinion has a power above 0: this opinion, drawn again and again, ends the set. If at least
two opinions are held and all have power 0, nothing changes any more: a stalemate.

**Equilibrium.** A policy of a set is one aim per opinion in each of its states. Changing the aim of opinion `i` in a
single state `c` helps this opinion if and only if `V_i(c + e_i - e_t)`, with the values of the old policy, is larger
for the new target. (For a chain that surely leaves the set this is the one-step test of dynamic programming.)

Rules: `docs/rules.md`, R12. Source: R. Toral and P. Amengual, "Distribution of winners in truel games", in *Modelling
Cooperative Behavior in the Social Sciences*, AIP Conference Proceedings 779 (2005), 128-141; R. A. Howard, *Dynamic
Programming and Markov Processes* (1960).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from truel_ref.errors import ProblemError
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order
from truel_ref.game.problem import AnyProblem, Problem
from truel_ref.game.variant import Variant, VariantAnswer
from truel_ref.kernels.linear import solve_linear
from truel_ref.limits import check
from truel_ref.numbers import inside
from truel_ref.play.selections import CAP, choices, sets_after
from truel_ref.variants.fire import Below, SettledFire, Situation, after, best_of, list_equilibria, verdict
from truel_ref.variants.narrowing import narrowed

__all__ = ["MOST_PERSONS", "opinion_contest"]

MOST_PERSONS = 6
"""The most persons; seven persons have sets of 20 states with up to six opinions each."""

ALL_POLICIES = 1_000
"""The most policies of a set that exact numbers decide; four persons have at most 512."""

ROUNDS = 200
"""The most rounds of best replies in the search for an equilibrium."""

Counts: TypeAlias = tuple[int, ...]
"""The number of holders of each opinion of the problem."""

Chosen: TypeAlias = tuple[tuple[int, ...], ...]
"""For every state of a set of opinions the index of the option of each held opinion."""


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
    equilibria of the smaller sets: (1) exclude policies by proved bounds of all values
    (`truel_ref.variants.narrowing`); (2) solve for the values of the states under every remaining policy; (3) list the
    policy if no opinion gains by another aim in a single state. If too many policies remain, as may happen with five
    and six persons, `complete` is False, and the list has the equilibria seen so far, or else an equilibrium that best
    replies lead to, if they do.

    Parameters: `problem`, a `Problem`, the powers of the opinions, or a `Variant`; `cap`, the largest number of
    selections; `progress`, called with 1 after each set.

    Raises the errors of `Problem` and `Variant`, `NumberError` for a bad cap, and `ProblemError` for more than six
    persons.
    """
    variant = Variant.stated("opinions", problem)
    asked = variant.problem
    if asked.players > MOST_PERSONS:
        raise ProblemError(f"opinions: {asked.players} persons are too many; state at most {MOST_PERSONS}")
    complete = []

    def solve(living: Order, below: Below) -> list[SettledFire]:
        settled, everything = _Set(asked, living, below).equilibria()
        complete.append(everything)
        return settled

    answer = list_equilibria(variant, lambda living: sets_after(asked, living), solve, cap, progress)
    return VariantAnswer(variant, answer.plays, answer.complete and all(complete), answer.selections)


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write `total` as an ordered sum of `parts` positive integers."""
    if parts == 1:
        yield (total,)
        return
    for first in range(1, total - parts + 2):
        yield from ((first, *rest) for rest in _shares(total - first, parts - 1))


class _Set:
    """A set of held opinions, given the equilibria of the smaller sets.

    Attributes: `states`, all states in which exactly these opinions are held; `options`, those of the holders of each
    opinion, in every state; `powers`, of the held opinions; `beyond`, gives the values of a state of a smaller set.

    >>> held = _Set(Problem([1, 1, 1]), (0, 2), {})
    >>> held.states, held.beyond((3, 0, 0)) == [1, 0, 0, 0]
    ([(1, 0, 2), (2, 0, 1)], True)
    """

    def __init__(self, problem: Problem, living: Order, below: Below) -> None:
        self.problem, self.living, self.below = problem, living, below
        numbered = [dict(zip(living, shares, strict=True)) for shares in _shares(problem.players, len(living))]
        self.states = [tuple(held.get(player, 0) for player in range(problem.players)) for held in numbered]
        self.options = [choices(problem, living, player) for player in living]
        self.powers = [inside(problem.hits[player]) for player in living]
        self.beyond = cache(self._beyond)

    def _beyond(self, counts: Counts) -> Sequence[Any]:
        held = tuple(opinion for opinion in self.problem.order if counts[opinion])  # sets are in the problem's order
        if len(held) == 1:
            return after(held, self.below, self.problem.players)
        return next(state.win for state in self.below[held].situations if state.counts == counts)

    def shares(self, counts: Counts) -> list[Any]:
        """Return by opinion the probability that its holders are the next to convince somebody, if anybody is."""
        pulls = [counts[player] * power for player, power in zip(self.living, self.powers, strict=True)]
        total = sum(pulls) or 1
        return [pull / total for pull in pulls]

    def moves(self, player: int, aim: Aim, counts: Counts) -> list[tuple[Any, Counts]]:
        """Return the states after holders of an opinion have convinced somebody, with the weights of their targets."""
        return [
            (
                inside(aim.weights[victim]),
                tuple(count + (one == player) - (one == victim) for one, count in enumerate(counts)),
            )
            for victim in aim.targets
        ]

    def values(self, aims: Sequence[Sequence[Aim]]) -> dict[Counts, Sequence[Any]]:
        """Return the values of every state under a policy: one number per opinion, and a last 0.

        Parameters: `aims`, by state and held opinion.
        """
        zero, place = inside(Fraction(0)), {counts: row for row, counts in enumerate(self.states)}
        right = [[zero] * (self.problem.players + 1) for _ in self.states]
        if not any(self.powers):
            return dict(zip(self.states, right, strict=True))
        # n V(c) = sum of c_i (p_i (…) + (1 - p_i) V(c)): divide every row by the weight of leaving the state.
        matrix = [[zero + (row == column) for column in range(len(place))] for row in range(len(place))]
        for row, counts in enumerate(self.states):
            for share, player, aim in zip(self.shares(counts), self.living, aims[row], strict=True):
                for weight, then in self.moves(player, aim, counts) if share else ():
                    if then in place:
                        matrix[row][place[then]] -= share * weight
                    else:
                        gained = (share * weight * more for more in self.beyond(then))
                        right[row] = [known + more for known, more in zip(right[row], gained, strict=True)]
        return dict(zip(self.states, solve_linear(matrix, right), strict=True))

    def best(self, counts: Counts, values: Mapping[Counts, Sequence[Any]]) -> list[list[int]]:
        """Return for every held opinion the indices of its best options in a state, while all else stays."""

        def worth(player: int, aim: Aim) -> Any:
            moves = self.moves(player, aim, counts)
            return sum((weight * (values.get(then) or self.beyond(then))[player] for weight, then in moves), start=0)

        return [
            best_of(worth(player, aim) for aim in aims) if len(aims) > 1 else [0]
            for player, aims in zip(self.living, self.options, strict=True)
        ]

    def tested(self, chosen: Chosen) -> tuple[list[SettledFire], list[list[list[int]]]]:
        """Return a policy if it is an equilibrium, in a list, and the best options in every state."""
        aims = [tuple(mine[index] for mine, index in zip(self.options, here, strict=True)) for here in chosen]
        values = self.values(aims)
        replies = [self.best(counts, values) for counts in self.states]
        pairs = (pair for best, here in zip(replies, chosen, strict=True) for pair in zip(best, here, strict=True))
        strict = verdict(pairs)
        if strict is None:
            return [], replies
        listed = tuple(Situation(counts, mine, values[counts]) for counts, mine in zip(self.states, aims, strict=True))
        return [SettledFire(self.living, listed, strict, self.below)], replies

    def equilibria(self) -> tuple[list[SettledFire], bool]:
        """Return the equilibria, and whether the list is complete."""
        settled: list[SettledFire] = []
        for number, policy in enumerate(self.possible()):
            check()
            if policy is None or number == ALL_POLICIES:
                return settled or self.by_best_replies(), False
            settled += self.tested(policy)[0]
        return settled, True

    def possible(self) -> Iterator[Chosen | None]:
        """Yield the policies that may be equilibria, then None if there may be more."""
        if len(self.living) == 2 or all(len(aims) == 1 for aims in self.options):
            yield ((0,) * len(self.living),) * len(self.states)
            return
        share, step, gain = [], [], []
        for counts in self.states:
            moves = [
                [[(float(weight), then) for weight, then in self.moves(player, aim, counts) if power] for aim in aims]
                for player, aims, power in zip(self.living, self.options, self.powers, strict=True)
            ]
            share.append([*map(float, self.shares(counts))])
            step.append(
                [
                    [
                        [(self.states.index(then), weight) for weight, then in some if then in self.states]
                        for some in mine
                    ]
                    for mine in moves
                ]
            )
            gain.append([[[self._gained(some, winner) for winner in self.living] for some in mine] for mine in moves])
        yield from narrowed(share, step, gain)

    def _gained(self, moves: Sequence[tuple[float, Counts]], winner: int) -> float:
        out = ((weight, then) for weight, then in moves if then not in self.states)
        return sum((weight * float(self.beyond(then)[winner]) for weight, then in out), start=0.0)

    def by_best_replies(self) -> list[SettledFire]:
        """Return an equilibrium, if best replies, of all opinions at once or of a single opinion, end in one."""
        chosen: Chosen = ((0,) * len(self.living),) * len(self.states)
        seen = set()
        for _ in range(ROUNDS):
            check()
            settled, replies = self.tested(chosen)
            if settled:
                return settled
            seen.add(chosen)
            chosen = next((policy for policy in _next_policies(chosen, replies) if policy not in seen), chosen)
            if chosen in seen:
                break
        return []


def _next_policies(chosen: Chosen, replies: Sequence[Sequence[Sequence[int]]]) -> Iterator[Chosen]:
    """Yield the policies after best replies: of all opinions at once, then of a single opinion in a single state."""
    yield tuple(
        tuple(taken if taken in equal else equal[0] for taken, equal in zip(here, best, strict=True))
        for here, best in zip(chosen, replies, strict=True)
    )
    for row, (here, best) in enumerate(zip(chosen, replies, strict=True)):
        for place, (taken, equal) in enumerate(zip(here, best, strict=True)):
            if taken not in equal:
                changed = (*here[:place], equal[0], *here[place + 1 :])
                yield (*chosen[:row], changed, *chosen[row + 1 :])
