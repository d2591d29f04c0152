"""Exact boundaries with rational coordinates, and the problems just below, exactly on and just above them.

**In a weight.** Let the aim of a player be predefined as a mix, with the weight `t` on one target. His turn is linear
in `t`, and so is `(v, κ)`, what the announcements before a later player compose to. That player compares two options
(r₁, k₁) and (r₂, k₂), each with its replies, by the sign of

    r₁ - r₂ + (k₁ - k₂) v + (k₁ r₂ - k₂ r₁) κ

(`docs/mathematics/theorems.md`), which is linear in `t`, too: its root is a fraction, found from two values of `t`.

**In a hit probability.** Equal hit probabilities make the last player indifferent between the other two. Further
points are found by search: hit probabilities with small denominators, no two equal, where the exact solution has a tie
on the path of play.

A candidate is taken only if the exact solutions say that it is a boundary: different aims on the two sides, and a tie
in the first phase between them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import cycle, product
from random import Random
from typing import Any

from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import fraction_text
from truel_ref.play import phase
from truel_ref.play.phases import stage_of
from truel_ref.play.turns import advantage

__all__ = ["LONGEST", "STEPS", "boundaries", "chosen_aims", "indifferent", "moved", "replaced", "triplets", "varying"]

STEPS: dict[str, Fraction] = {
    "2^-20 below": -Fraction(1, 2**20),
    "2^-80 below": -Fraction(1, 2**80),
    "exactly on": Fraction(0),
    "2^-80 above": Fraction(1, 2**80),
    "2^-20 above": Fraction(1, 2**20),
}
"""Where the problems of a boundary lie, seen along its coordinate."""

LONGEST = 150  # the largest denominator of a coordinate: long fractions make long vectors
_BELOW, _, _ON, _, _ABOVE = STEPS.values()

Line = tuple[Problem, int, int | None]
"""A problem, a player, and one of his weights (by the target) or his hit probability (None): one number varies."""


def triplets(rng: Random) -> Iterator[tuple[Problem, str]]:
    """Yield for one boundary after the other the problems around it, in the order of `STEPS`, with a note on each."""
    for line, at in boundaries(rng):
        for where, step in STEPS.items():
            yield moved(line, at + step), f"{where} the boundary where {varying(line)} is {fraction_text(at)}"


def boundaries(rng: Random) -> Iterator[tuple[Line, Fraction]]:
    """Yield one boundary after the other: what varies, and where it lies; no two problems on them are the same."""
    seen: set[Problem] = set()
    for draw in cycle((_in_a_weight, _in_a_weight, _in_a_hit)):
        line, at = draw(rng)
        on = moved(line, at)
        if on not in seen:
            seen.add(on)
            yield line, at


def moved(line: Line, value: Fraction) -> Problem:
    """Return the problem with another value of the number that varies.

    >>> print(moved((Problem(["1/3", "2/3", 1]), 1, None), Fraction(1, 2)))
    Problem(['1/3', '1/2', '1'])
    """
    problem, player, target = line
    data: dict[str, Any] = {name: getattr(problem, name) for name in Problem.__dataclass_fields__}
    if target is None:
        data["hits"] = replaced(problem.hits, player, value)
    else:
        weights = problem.options(problem.first_order, player)[0].weights
        data["targets"] = replaced(problem.targets, player, replaced(weights, target, value))
    return Problem(**data)


def replaced(values: Sequence[Any], place: int, value: Any) -> tuple[Any, ...]:
    """Return values with another one at a place."""
    return (*values[:place], value, *values[place + 1 :])


def varying(line: Line) -> str:
    """Return in words the number that varies.

    >>> varying((Problem(["1/3", "2/3", 1]), 1, None))
    'the hit probability of B'
    """
    _, player, target = line
    if target is None:
        return f"the hit probability of {label(player)}"
    return f"the weight of {label(player)} on {label(target)}"


def _solved(problem: Problem) -> Solution:
    """Return the solution by which boundaries are drawn: of equal shots the earlier is aimed at, with rule 2.

    No drawn problem has a mix to choose, so rule 2 prefers the better shot and then the canonical order. What is drawn
    stays the same whatever rule 1 says of equal shots; the problems themselves have rule 1.
    """
    return solve(dataclasses.replace(problem, tie_rule=2))


def is_boundary(line: Line, at: Fraction) -> bool:
    """Tell whether somebody chooses another aim on the other side of a point, with a tie of the first phase on it.

    >>> is_boundary((Problem(["1/3", "2/3", 1]), 1, None), Fraction(1, 3))
    True
    >>> is_boundary((Problem(["1/3", "2/3", 1]), 1, None), Fraction(2, 3))
    False
    """
    if not -_BELOW < at < 1 - _ABOVE or at.denominator > LONGEST:
        return False
    below, on, above = (_solved(moved(line, at + step)) for step in (_BELOW, _ON, _ABOVE))
    return chosen_aims(below) != chosen_aims(above) and any(tie.order == on.problem.first_order for tie in on.ties)


def chosen_aims(solution: Solution) -> list[Aim | None]:
    """Return the aims of those who choose: that a weight that is told varies is not a change of aims."""
    problem = solution.problem
    return [solution.aims[player] for player in problem.first_order if problem.has_choice(problem.first_order, player)]


# ---------------------------------------------------------------------------------------------------------
# In a weight


def _in_a_weight(rng: Random) -> tuple[Line, Fraction]:
    while True:
        line, most = _mixing(rng)
        for at in sorted(indifferent(line, most)):
            if is_boundary(line, at):
                return line, at


def _mixing(rng: Random) -> tuple[Line, Fraction]:
    """Draw a problem in which A or B mixes by what he is told, and the largest value of one of his weights."""
    players = 4 if rng.randrange(8) == 0 else 3
    bottoms = [2, 3, 4, 5, 6] if players == 3 else [4]
    hits = [Fraction(rng.randrange(1, bottom + 1), bottom) for bottom in [rng.choice(bottoms) for _ in range(players)]]
    mixer = rng.randrange(2)
    others = [player for player in range(players) if player != mixer]
    varies = others[rng.randrange(len(others))]
    rest = others[(others.index(varies) + 1) % len(others)]
    weights = [Fraction(0)] * players
    weights[rest] = Fraction(rng.randrange(3), 4)
    weights[varies] = Fraction(1, 5)  # any value that keeps it a mix; it is replaced
    targets: list[Any] = ["Optimal"] * players
    targets[mixer] = weights
    if mixer == 1 and rng.randrange(2):
        targets[0] = label(rng.choice([1, 2]))
    search = ["Others", "Miss"] if players == 3 else rng.choice([["Others"], ["Strongest", "Miss"]])
    problem = Problem(hits, targets=targets, search=search, target_later="Optimal" if players == 3 else "Strongest")
    return (problem, mixer, varies), 1 - weights[rest]


def indifferent(line: Line, most: Fraction) -> set[Fraction]:
    """Return the values of a weight at which a later player finds two of his options equal, for any replies to them."""
    problem, mixer, _ = line
    order = problem.first_order
    # Any two values will do for a line; the announcements below are those of mixes.
    low, high = most / 3, most / 2
    low_turns, high_turns = (_turns(moved(line, value)) for value in (low, high))
    places = [range(len(turns)) for turns in low_turns]
    indifferent = set()
    for place in range(mixer + 1, len(order)):
        for earlier in product(*places[:place]):
            before = [_composed(turns, earlier) for turns in (low_turns, high_turns)]
            # What comes after does not depend on the weight that varies.
            after = [_composed(low_turns, path, place) for path in product(*places[place:])]
            player = order[place]
            for index, first in enumerate(after):
                for second in after[:index]:
                    at_low, at_high = (advantage(first, second, turn, player) for turn in before)
                    if at_low != at_high:
                        root = low + (high - low) * at_low / (at_low - at_high)
                        if 0 < root < most:
                            indifferent.add(root)
    return indifferent


def _turns(problem: Problem) -> tuple[tuple[phase.Turn[Any], ...], ...]:
    """Return the turn of every option of every player in the first phase, in fractions."""
    return stage_of(_solved(problem), problem.first_order).turns


def _composed(turns: Sequence[Sequence[phase.Turn[Any]]], path: Sequence[int], place: int = 0) -> phase.Turn[Any]:
    """Return what some announcements in a row compose to, the first of them made at a place of the order."""
    chosen = [turns[place + index][option] for index, option in enumerate(path)]
    nothing: phase.Turn[Any] = ([Fraction(0)] * len(turns), Fraction(1))
    return reduce(phase.compose, chosen, nothing)


# ---------------------------------------------------------------------------------------------------------
# In a hit probability

_GRID = sorted({Fraction(top, bottom) for bottom in range(2, 8) for top in range(1, bottom)})


def _in_a_hit(rng: Random) -> tuple[Line, Fraction]:
    """Draw a boundary with two equal hit probabilities, or one with all of them different."""
    equal = rng.randrange(2) == 0
    while True:
        hits = [rng.choice(_GRID) for _ in range(3)]
        if rng.randrange(2):
            hits[2] = Fraction(1)
        if equal:
            hits[0] = hits[1]
        if (len(set(hits)) < 3) is not equal:
            continue
        problem = Problem(hits)
        if any(tie.on_path and tie.order == problem.first_order for tie in _solved(problem).ties):
            for player in range(2):
                line: Line = (problem, player, None)
                if is_boundary(line, hits[player]):
                    return line, hits[player]
