"""Play that repeats, and play with a last round, a second time, to compare the library with.

Written from R13 alone and sharing nothing with the library; the words are those of ``independent`` and
``independent_stationary``.  In addition:

* a *plan* of the living is a tuple of aims, one per turn, whose length is a multiple of their number;
* ``later`` has the win vector of every order that a hit may lead to, the player on move first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from independent import (
    ONE,
    Aim,
    Order,
    Win,
    after_hit,
    can_hit,
    equation,
    miss,
    preference,
    read_problem,
    solve_linear,
    unit,
)
from independent_stationary import reachable_sets, stationary_options

Plan = tuple[Aim, ...]
Later = Mapping[Order, Win]
Turn = tuple[Win, Fraction]


def turn_of(hits: Sequence[Fraction], living: Order, m: int, aim: Aim, later: Later) -> Turn:
    """R2.1: what the turn wins if it hits, and the chance that it passes."""
    won = miss(len(hits))
    for t, weight in enumerate(aim):
        if hits[m] * weight:
            at = living.index(m)
            value = later[after_hit(living[at:] + living[:at], m, t)]
            won = tuple(a + hits[m] * weight * b for a, b in zip(won, value, strict=True))
    return won, ONE - hits[m] * sum(aim)


def step(turn: Turn, after: Win) -> Win:
    """What a turn is worth to all before the value after it."""
    return tuple(r + turn[1] * v for r, v in zip(turn[0], after, strict=True))


def values_by_system(hits: Sequence[Fraction], living: Order, plan: Plan, later: Later) -> list[Win]:
    """R13.2: the values at all positions, from one linear system."""
    movers = [living[at % len(living)] for at in range(len(plan))]
    if not any(can_hit(hits, m, aim) for m, aim in zip(movers, plan, strict=True)):
        return [miss(len(hits))] * len(plan)
    rows = []
    for at, (m, aim) in enumerate(zip(movers, plan, strict=True)):
        won, passes = turn_of(hits, living, m, aim, later)
        rows.append(equation(len(plan), {at: ONE, (at + 1) % len(plan): -passes}, won))
    return solve_linear(rows)


def objections(
    hits: Sequence[Fraction], living: Order, plan: Plan, options: Sequence[Sequence[Aim]], later: Later
) -> tuple[list[tuple[int, Aim, Fraction]], bool]:
    """R13.4: every option at a position that gains there in one step, by how much, and whether the plan is strict."""
    values = values_by_system(hits, living, plan, later)
    gains, strict = [], True
    for at, aim in enumerate(plan):
        m = living[at % len(living)]
        for other in options[at % len(living)]:
            if other != aim:
                worth = step(turn_of(hits, living, m, other, later), values[(at + 1) % len(plan)])[m]
                if worth > values[at][m]:
                    gains.append((at, other, worth - values[at][m]))
                kept = values_by_system(hits, living, (*plan[:at], other, *plan[at + 1 :]), later)[at][m]
                strict = strict and kept < values[at][m]
    return gains, strict


def shifts(plan: Plan, size: int) -> list[Plan]:
    """The plan begun with each of its rounds."""
    return [plan[at:] + plan[:at] for at in range(0, len(plan), size)]


def shortest(plan: Plan, size: int) -> Plan:
    """The plan over its period, the smallest number of rounds after which it repeats."""
    return next(
        plan[:length]
        for length in range(size, len(plan) + 1, size)
        if len(plan) % length == 0 and plan == plan[:length] * (len(plan) // length)
    )


def named(plan: Plan, size: int) -> Plan:
    """The shift that stands for the plan and all its shifts."""
    return min(shifts(shortest(plan, size), size))


def all_plans(
    hits: Sequence[Fraction], living: Order, options: Sequence[Sequence[Aim]], later: Later, period: int
) -> list[Plan]:
    """Every equilibrium whose rounds repeat after that many, or after a divisor: all plans of all options are tried.

    A plan is dropped at the first option that gains; the values come from one pair for the whole period.
    """
    size, n = len(living), len(hits)
    turns = [
        {aim: turn_of(hits, living, m, aim, later) for aim in of_m} for m, of_m in zip(living, options, strict=True)
    ]
    kept = []
    for plan in product(*list(options) * period):
        won, passes = miss(n), ONE
        for at, aim in enumerate(plan):
            r, k = turns[at % size][aim]
            won, passes = tuple(a + passes * b for a, b in zip(won, r, strict=True)), passes * k
        after = miss(n) if passes == 1 else tuple(a / (1 - passes) for a in won)
        for at in range(len(plan) - 1, -1, -1):
            m, here = living[at % size], turns[at % size]
            value = step(here[plan[at]], after)
            if any(turn[0][m] + turn[1] * after[m] > value[m] for turn in here.values()):
                break
            after = value
        else:
            kept.append(plan)
    return kept


def entries(problem: Any, if_eq: int) -> dict[Order, set[int]]:
    """For each set that can be reached by a hit, the players who may be first on move in it."""
    first: dict[Order, set[int]] = {}
    for living in reachable_sets(problem, if_eq):
        for m, options in zip(living, stationary_options(problem, living, if_eq), strict=True):
            at = living.index(m)
            for t in living:
                if len(living) > 2 and problem.hits[m] > 0 and any(aim[t] > 0 for aim in options):
                    rest = after_hit(living[at:] + living[:at], m, t)
                    first.setdefault(tuple(sorted(rest)), set()).add(rest[0])
    return first


def selections(problem: Any, if_eq: int, period: int) -> list[dict[Order, Win]]:
    """R13.3: what a hit may lead to, under every selection of plans and positions for the smaller sets."""
    hits = problem.hits
    movers = entries(problem, if_eq)
    ways: list[dict[Order, Win]] = [{(m,): unit(len(hits), m) for m in range(len(hits))}]
    for living in reachable_sets(problem, if_eq)[:-1]:
        grown = []
        for later in ways:
            options = stationary_options(problem, living, if_eq)
            seen = {
                named(plan, len(living))
                for p in range(1, period + 1)
                for plan in all_plans(hits, living, options, later, p)
            }
            for plan in sorted(seen):
                values = values_by_system(hits, living, plan, later)
                begins = sorted(movers[living])
                for rounds in product(range(len(plan) // len(living)), repeat=len(begins)):
                    entered = {}
                    for m, begin in zip(begins, rounds, strict=True):
                        at = living.index(m)
                        entered[living[at:] + living[:at]] = values[begin * len(living) + at]
                    if {**later, **entered} not in grown:
                        grown.append({**later, **entered})
        ways = grown
    return ways


def equilibria(
    hits: Iterable[object], *, period: int, if_eq: int = 1, **typed: Any
) -> set[tuple[Plan, tuple[Win, ...], bool]]:
    """All equilibria up to a period: plan, values at its positions, and whether it is strict, one of all shifts."""
    problem = read_problem(hits, **typed)
    living = problem.first
    options = stationary_options(problem, living, if_eq)
    result = set()
    for later in selections(problem, if_eq, period):
        for p in range(1, period + 1):
            for plan in {named(plan, len(living)) for plan in all_plans(problem.hits, living, options, later, p)}:
                gains, strict = objections(problem.hits, living, plan, options, later)
                assert not gains
                result.add((plan, tuple(values_by_system(problem.hits, living, plan, later)), strict))
    return result


# ---------------------------------------------------------------------------------------------------
# A last round
# ---------------------------------------------------------------------------------------------------


def chosen(
    problem: Any, if_eq: int, living: Order, m: int, options: Sequence[Aim], later: Later, after: Win
) -> tuple[Aim, tuple[Aim, ...], Win]:
    """R13.5: the aim of a player on move before the value of the next turn, the equal options, and the value here."""
    worth = {aim: step(turn_of(problem.hits, living, m, aim, later), after) for aim in options}
    best = max(win[m] for win in worth.values())
    equal = tuple(aim for aim in options if worth[aim][m] == best)
    aim = max(equal, key=lambda aim: preference(if_eq, problem.hits, aim, worth[aim]))  # the first of several
    return aim, equal, worth[aim]


def backward(problem: Any, if_eq: int, later: Later, after: Win | None = None) -> Iterator[tuple[Plan, Win, list[Any]]]:
    """The clock "phase": for 1, 2, … rounds left the aims, the values, and the ties, with the player's place."""
    living = problem.first
    options = stationary_options(problem, living, if_eq)
    value = miss(len(living)) if after is None else after
    while True:
        aims, ties = [], []
        for m in reversed(living):
            aim, equal, value = chosen(problem, if_eq, living, m, options[m], later, value)
            aims.append(aim)
            if len(equal) > 1 and problem.hits[m] > 0:
                ties.append((m, equal, aim))
        yield tuple(reversed(aims)), value, ties


def whole_game(hits: Iterable[object], rounds: int, *, if_eq: int = 1, **typed: Any) -> list[Win]:
    """The clock "game": the values for 1, 2, … rounds, state by state, the round ending where the place wraps."""
    problem = read_problem(hits, **typed)

    class Below(dict[Order, Win]):
        def __init__(self, left: int, m: int) -> None:
            self.left, self.m = left, m

        def __missing__(self, order: Order) -> Win:
            return value(order, self.left - (order[0] < self.m))

    @cache
    def value(order: Order, left: int) -> Win:
        """The value with ``order[0]`` on move and so many rounds left, this one included."""
        if len(order) == 1:
            return unit(len(problem.hits), order[0])
        if left == 0:
            return miss(len(problem.hits))
        living, m = tuple(sorted(order)), order[0]
        after = value(order[1:] + order[:1], left - (order[1] < m))
        options = stationary_options(problem, living, if_eq)[living.index(m)]
        return chosen(problem, if_eq, living, m, options, Below(left, m), after)[2]

    return [value(problem.first, left) for left in range(1, rounds + 1)]
