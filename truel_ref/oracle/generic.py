"""Groups that separate right solvers from nearly right ones: generic numbers, and tie rules that differ.

With denominators of 8 and odd words many faults do not show: options coincide, and words leave nothing to choose.
Here hit probabilities have denominators around 1,000 and mostly everybody chooses, in every phase.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import cycle
from random import Random
from typing import Any

from truel_ref.fast.solving import solve
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.reading import TIE_RULES

__all__ = ["chosen_in_general", "fixed_in_general", "himself_in_general", "under_all_rules"]

RULES = [-1, 1, 2, 3, 4]
"""The tie rules of the first version of the vectors, which are for ever."""

OTHERS_MISS = ["Others", "Miss"]
WITH_RANDOM = ["Others", "Miss", "Random"]
WITH_SELF = ["Others", "Miss", "Self"]

SIZES = [4, 4, 5, 4, 4] * 4 + [4, 4, 5, 4, 6]
"""Numbers of players, again and again: an exact answer for six takes twenty times as long as for five."""

DIFFERENT = 3
"""How many different lists of win probabilities the five tie rules must lead to."""

Asked = tuple[Problem, str]


def _hits(rng: Random, players: int) -> list[Fraction]:
    """Draw different multiples of one fraction around 1/1000, strictly between 0 and 1."""
    bottom = rng.randrange(900, 1100)
    hits: list[Fraction] = []
    while len(hits) < players:
        hit = Fraction(rng.randrange(1, bottom), bottom)
        if hit not in hits:
            hits.append(hit)
    return hits


def chosen_in_general(rng: Random) -> Iterator[Asked]:
    """Yield problems of 4 to 6 players in which everybody chooses, in every phase."""
    for players in cycle(SIZES):
        search = rng.choice([OTHERS_MISS, OTHERS_MISS, OTHERS_MISS, ["Others"]])
        later = ["Others"] if players == 6 else search
        yield Problem(_hits(rng, players), search=search, search_later=later), ""


def himself_in_general(rng: Random) -> Iterator[Asked]:
    """Yield problems of four players who choose among the others, Miss and themselves, in every phase.

    The same two aims may then be announced by different players in many more ways.
    """
    while True:
        yield Problem(_hits(rng, 4), search=WITH_SELF), ""


def fixed_in_general(rng: Random) -> Iterator[Asked]:
    """Yield problems of 4 to 6 players in which one or more aims of the first phase are predefined, later none."""
    for players in cycle(SIZES):
        targets: list[Any] = ["Optimal"] * players
        for _ in range(rng.choice([1, 1, 1, 2, players - 1])):
            player = rng.randrange(players)
            targets[player] = _predefined(rng, players, player)
        later = ["Others"] if players == 6 else OTHERS_MISS
        yield Problem(_hits(rng, players), targets, search=OTHERS_MISS, search_later=later), ""


def _predefined(rng: Random, players: int, player: int) -> Any:
    """Draw a target that leaves no choice: another player, a word, or a mix of the others with odd weights."""
    kind = rng.randrange(6)
    if kind < 3:
        return label((player + rng.randrange(1, players)) % players)
    if kind < 5:
        return rng.choice(["Strongest", "Miss", "Random"])
    shares = [rng.randrange(1, 200) if other != player else 0 for other in range(players)]
    return [Fraction(share, sum(shares) + rng.randrange(100)) for share in shares]


def under_all_rules(rng: Random) -> Iterator[Asked]:
    """Yield problems of three whose tie rule decides who wins how often, each under all five rules.

    The same hit probabilities lead to at least three different lists of win probabilities.
    """
    while True:
        often = Fraction(rng.randrange(1, 12), 12)
        hits = [rng.choice([often, often, Fraction(rng.randrange(1, 7), 6), Fraction(1)]) for _ in range(3)]
        search = rng.choice([OTHERS_MISS, WITH_RANDOM, WITH_SELF])
        problems = [Problem(hits, search=search, if_eq=rule) for rule in RULES]
        if len({solve(problem).win for problem in problems}) >= DIFFERENT:
            for rule, problem in zip(RULES, problems, strict=True):
                yield problem, f"the tie rule decides; it is {rule}: {TIE_RULES[rule]}"
