r"""The course of a duel whose aims are known: how many turns it takes, and in what order people leave, exactly.

A phase is a cycle of turns. At the turn of its player `j`, somebody is hit with known probabilities and a next phase
begins, or the turn passes with probability `k_j`. Every number here obeys a recurrence of one shape,

    f_j = g_j + k_j f_{j+1}          f_0 = (g_0 + k_0 g_1 + k_0 k_1 g_2 + …) / (1 - K)

with the product `K` of all `k`, and `f = 0` in a phase that can never end (`K = 1`). With `W_w` the probability that
`w` wins,

* the **wins**: `g_j` is the chance to hit, times `W_w` of the next phase;
* the **turns** of the games that `w` wins, `T_w = E[turns; w wins]`: every turn counts once in them, so `g_j` is
  `W_w` at this turn, and the chance to hit times `T_w` of the next phase;
* the **rounds** of the games that `w` wins: the same, but only a change of turn that passes the first shooter's place
  counts.

Games that never end are in none of them, so `T_w / W_w` is the mean number of turns given the winner, and the sum
over `w` is the expectation where the probability of a stalemate is 0.

Source: the fundamental matrix of an absorbing chain, J. G. Kemeny and J. L. Snell, *Finite Markov Chains* (1960),
chapter 3, here with one division a phase because a phase is a cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from truel_ref.budget import WorkEstimate, admit, check
from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.course import Course, Elimination
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Algebraic, inside, public

__all__ = ["LONGEST", "MOST_ELIMINATIONS", "course_of"]

LONGEST = 10_000
"""Turns of a distribution; its numbers have about as many digits as turns, times those of the problem."""

MOST_ELIMINATIONS = 50_000
"""Orders of elimination that are listed."""

_EACH_STATE, _EACH_BIT = 3e-6, 1e-9  # seconds for the chance of a state, and for each of its binary digits

Policy: TypeAlias = Callable[[Order], Sequence[Aim | None]]
"""The aims of a phase, given by its shooting order, in that order; None aims at nobody."""


@dataclass(frozen=True)
class _Step:
    """One turn of a phase: `hits`, each next order with its probability; `passes`, that the turn passes."""

    hits: tuple[tuple[Order, Any], ...]
    passes: Any


def _steps(problem: Problem, order: Order, aims: Sequence[Aim | None]) -> list[_Step]:
    """Return the turns of a phase in shooting order."""
    steps = []
    for player, aim in zip(order, aims, strict=True):
        hit = inside(problem.hits[player])
        hits: dict[Order, Any] = {}
        passes = inside(Fraction(1))
        if aim is None or not problem.hits[player]:
            steps.append(_Step((), passes))
            continue
        for victim in aim.targets:
            chance = hit * inside(aim.weights[victim])
            hits[next_order(order, player, victim)] = chance
            passes -= chance
        steps.append(_Step(tuple(hits.items()), passes))
    return steps


class _Walk:
    """The phases that are really reached under a policy, the smallest first, and the recurrences over them."""

    def __init__(self, problem: Problem, policy: Policy) -> None:
        self.problem = problem
        self.zero = inside(Fraction(0))
        self.steps: dict[Order, list[_Step]] = {}
        waiting = [problem.first_order]
        while waiting:
            check()
            order = waiting.pop()
            if order not in self.steps and len(order) > 1:
                self.steps[order] = _steps(problem, order, policy(order))
                waiting += [following for step in self.steps[order] for following, _ in step.hits]
        self.orders = sorted(self.steps, key=len)

    def passing(self, order: Order) -> Any:
        """Return `K`, the probability that nobody is hit in a whole round of a phase."""
        result = inside(Fraction(1))
        for step in self.steps[order]:
            result *= step.passes
        return result

    def cycle(self, order: Order, gains: Sequence[Any]) -> list[Any]:
        """Return `f` at every turn of a phase from `g` at every turn: the recurrence of the module."""
        steps = self.steps[order]
        whole = self.passing(order)
        if whole == 1:
            return [self.zero] * len(steps)
        first = self.zero
        for gain, step in zip(reversed(gains), reversed(steps), strict=True):
            first = gain + step.passes * first
        values = [first / (1 - whole)]
        for gain, step in zip(reversed(gains[1:]), reversed(steps[1:]), strict=True):
            values.append(gain + step.passes * values[-1])
        return [values[0], *reversed(values[1:])]

    def wins(self, winner: int) -> dict[Order, list[Any]]:
        """Return the probability that a player wins, at every turn of every phase; phases of one player included."""
        one = inside(Fraction(1))
        values: dict[Order, list[Any]] = {(player,): [self.zero] for player in range(self.problem.players)}
        values[winner,] = [one]
        for order in self.orders:
            gains = [
                sum((chance * values[following][0] for following, chance in step.hits), self.zero)
                for step in self.steps[order]
            ]
            values[order] = self.cycle(order, gains)
        return values

    def counted(self, wins: Mapping[Order, Sequence[Any]], counts: Callable[[int, Order], bool] | None) -> Any:
        """Return the expected number of turns, or of counted changes of turn, in the games that one player wins.

        Parameters: `wins`, of that player; `counts`, tells of the mover and the order that follows whether the change
        counts; None counts every turn.
        """
        values: dict[Order, Any] = {(player,): self.zero for player in range(self.problem.players)}
        for order in self.orders:
            length = len(order)
            gains = []
            for place, step in enumerate(self.steps[order]):
                gain = self.zero if counts else wins[order][place]
                for following, chance in step.hits:
                    gain += chance * values[following]
                    if counts and len(following) > 1 and counts(order[place], following):
                        gain += chance * wins[following][0]
                after = (place + 1) % length
                if counts and counts(order[place], order[after:] + order[:after]):
                    gain += step.passes * wins[order][after]
                gains.append(gain)
            values[order] = self.cycle(order, gains)[0]
        return values[self.problem.first_order]

    def next_phases(self, order: Order) -> dict[Order, Any]:
        """Return the probability of each next phase; they add to 1, or to 0 where the phase never ends."""
        whole = self.passing(order)
        chances: dict[Order, Any] = {}
        if whole == 1:
            return chances
        reached = inside(Fraction(1)) / (1 - whole)
        for step in self.steps[order]:
            for following, chance in step.hits:
                chances[following] = chances.get(following, self.zero) + reached * chance
            reached *= step.passes
        return chances

    def eliminations(self) -> tuple[dict[Elimination, Any] | None, dict[tuple[int, int], Any]]:
        """Return the probability of each order of elimination, None where there are too many, and of each last pair."""
        one = inside(Fraction(1))
        chances: dict[Order, Any] = {self.problem.first_order: one}
        pairs: dict[tuple[int, int], Any] = {}
        for order in sorted(self.steps, key=len, reverse=True):
            chance = chances.get(order, self.zero)
            if len(order) == 2:
                pair = (min(order), max(order))
                pairs[pair] = pairs.get(pair, self.zero) + chance
            for following, share in self.next_phases(order).items():
                chances[following] = chances.get(following, self.zero) + chance * share
        front: dict[tuple[Elimination, Order], Any] = {((), self.problem.first_order): one}
        ended: dict[Elimination, Any] = {}
        while front:
            check()
            if len(front) + len(ended) > MOST_ELIMINATIONS:
                return None, pairs
            grown: dict[tuple[Elimination, Order], Any] = {}
            for (gone, order), chance in front.items():
                following_phases = self.next_phases(order) if len(order) > 1 else {}
                if not following_phases:
                    ended[gone] = ended.get(gone, self.zero) + chance
                for following, share in following_phases.items():
                    (victim,) = set(order) - set(following)
                    key = ((*gone, (victim,)), following)
                    grown[key] = grown.get(key, self.zero) + chance * share
            front = grown
        return ended, pairs

    def distribution(self, turns: int) -> tuple[list[Any], Any]:
        """Return the probability of `0, 1, …, turns` turns, and that of more."""
        one = inside(Fraction(1))
        states: dict[tuple[Order, int], Any] = {(self.problem.first_order, 0): one}
        chances = [self.zero]
        for _ in range(turns):
            check()
            ended = self.zero
            following_states: dict[tuple[Order, int], Any] = {}
            for (order, place), chance in states.items():
                step = self.steps[order][place]
                for following, share in step.hits:
                    if len(following) == 1:
                        ended += chance * share
                    else:
                        key = (following, 0)
                        following_states[key] = following_states.get(key, self.zero) + chance * share
                if step.passes:
                    key = (order, (place + 1) % len(order))
                    following_states[key] = following_states.get(key, self.zero) + chance * step.passes
            states = following_states
            chances.append(ended)
        return chances, sum(states.values(), self.zero)


def passes_the_first_place(mover: int, following: Order) -> bool:
    """Tell whether the turn passes the first shooter's place on its way to the next mover: a new round begins.

    >>> passes_the_first_place(2, (0, 1)), passes_the_first_place(0, (1, 2))
    (True, False)
    """
    return following[0] <= mover


def _admit(walk: _Walk, turns: int) -> None:
    """Let a distribution begin, or refuse it: with every turn its numbers have as many digits more as a chance has."""
    hits = walk.problem.hits
    bits = turns * sum(64 if isinstance(hit, Algebraic) else hit.denominator.bit_length() for hit in hits) // len(hits)
    states = sum(map(len, walk.steps.values()))
    each = _EACH_STATE * states + _EACH_BIT * states * bits
    admit(WorkEstimate(turns, "turns", each, turns * bits // 6, bits, way_out="ask for fewer turns"))


def course_of(problem: Problem, policy: Policy, model: str, turns: int = 20, eliminations: bool = True) -> Course:
    """Return the course of a problem under a policy, exactly; `truel_ref.course` finds both in a solution.

    Parameters: `problem`, of turns in a fixed cycle; `policy`, the aims of every phase that is reached;
    `model`, the name of the way to play; `turns`, how far the distribution goes, at most 10,000;
    `eliminations`, whether the orders of elimination are listed (50,000 at most, else the field is None).

    Raises `ProblemError` for a bad number of turns.
    """
    if isinstance(turns, bool) or not isinstance(turns, int) or not 0 <= turns <= LONGEST:
        raise ProblemError(f"turns: {shown(turns)} is not an integer between 0 and {LONGEST:,}")
    walk = _Walk(problem, policy)
    _admit(walk, turns)
    first = problem.first_order
    wins, turns_of, rounds_of = [], [], []
    for player in range(problem.players):
        at = walk.wins(player)
        wins.append(at[first][0])
        turns_of.append(walk.counted(at, None))
        rounds_of.append(at[first][0] + walk.counted(at, passes_the_first_place))
    ends = sum(wins, walk.zero)
    listed, pairs = walk.eliminations()
    chances, longer = walk.distribution(turns)

    def mean(total: Any, chance: Any) -> Any:
        return public(total / chance) if chance else None

    given_end = [mean(sum(values, walk.zero), ends) for values in (turns_of, rounds_of)]
    return Course(
        problem=problem,
        model=model,
        win=tuple(map(public, wins)),
        stalemate=public(1 - ends),
        turns=given_end[0] if ends == 1 else None,
        rounds=given_end[1] if ends == 1 else None,
        turns_given_end=given_end[0],
        rounds_given_end=given_end[1],
        turns_given_winner=tuple(map(mean, turns_of, wins)),
        distribution=tuple(map(public, chances)),
        longer=public(longer),
        eliminations=None
        if listed is None or not eliminations
        else {key: public(value) for key, value in listed.items()},
        last_pairs={pair: public(chance) for pair, chance in sorted(pairs.items())},
    )
