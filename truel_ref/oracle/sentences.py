"""The group that has an eye on every sentence of the rules: problems drawn until its opposite answers otherwise.

A sentence that few problems depend on is one that a solver can have wrong and pass. Here each gets its turn: problems
are drawn, of the kind in which it has a part, until a solver that goes against it (`truel_ref.oracle.mutants`) answers
wrongly under `--strict-ties`. So what is drawn hangs on these solvers, as the group `telling` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import cycle
from random import Random
from typing import Any

from truel_ref.fast.solving import solve
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Tie
from truel_ref.oracle.boundary import LONGEST, indifferent, moved
from truel_ref.oracle.judge import work
from truel_ref.oracle.kinds.announced import AnnouncedPlay
from truel_ref.oracle.mutants import FAULTS, convicts

__all__ = ["TURNS", "noticed"]


def _hits(rng: Random, players: int, among: str) -> list[str]:
    return [rng.choice(among.split()) for _ in range(players)]


_MANY = "1/5 1/4 1/3 2/5 1/2 3/5 2/3 3/4 4/5"
_COARSE = "0 1/3 1/2 1/2 1"
_HARMLESS = "0 0 1/2 1"
_RULES = [1, 2, 3, 4, -1, -4]

LARGEST = 3_000
"""Profiles of a problem: the outcomes of many ties take long to be listed."""


def _duel(rng: Random) -> Problem:
    targets = [rng.choice(["Optimal", "Miss", "Self", "Random", "A", "B"]) for _ in range(2)]
    return Problem(_hits(rng, 2, f"{_MANY} 0 1"), targets=targets, search=rng.choice(["Others", "Miss", "Self,Miss"]))


def _stalling(rng: Random) -> Problem:
    """Draw who never hits, and so may stall; mostly by a rule that prefers Miss."""
    search = rng.choice(["Others,Miss", "Others,Miss,Self", "Strongest,Miss", "Miss"])
    return Problem(_hits(rng, rng.choice([3, 3, 4]), _HARMLESS), search=search, if_eq=rng.choice([-4, -4, -1, 3, 1]))


def _idle(rng: Random) -> Problem:
    """Draw who can only miss, or never hits, some of them by what is stated."""
    players = rng.choice([3, 3, 4])
    targets = [rng.choice(["Optimal", "Optimal", "Miss"]) for _ in range(players)]
    if rng.randrange(2):
        return Problem([0] * players, targets=targets, search="Others,Miss", if_eq=rng.choice(_RULES))
    return Problem(_hits(rng, players, f"{_MANY} 0"), targets=targets, search="Miss", if_eq=rng.choice(_RULES))


def _perhaps_stalled(rng: Random) -> Problem:
    """Draw who may shoot himself and leave those behind who never hit: a stalemate, but not for certain."""
    players = rng.choice([3, 3, 4])
    hits = ["0"] * players
    hits[rng.randrange(players)] = rng.choice(f"{_MANY} 1".split())
    if players > 3 and rng.randrange(2):
        hits[rng.randrange(players)] = rng.choice(_MANY.split())
    targets: list[Any] = ["Optimal"] * players
    for player in range(players):
        if hits[player] != "0":
            weights = [Fraction(rng.randrange(4), 12) for _ in range(players)]
            weights[player] = Fraction(1 + rng.randrange(3), 12)
            targets[player] = rng.choice(["Random", weights])
    return Problem(hits, targets=targets, search="Others,Self,Miss,Random")


def _later(rng: Random) -> Problem:
    """Draw four or five players with another search set, mostly, after the first elimination."""
    players = rng.choice([4, 4, 4, 5])
    searches = ["Others", "Others,Miss", "Strongest,Miss", "Others,Random"]
    search, later = (rng.choice(searches[: 3 if players > 4 else 4]) for _ in range(2))
    targets = [rng.choice(["Optimal", "Strongest"]) for _ in range(players)]
    return Problem(_hits(rng, players, _MANY), targets=targets, search=search, search_later=later)


def _self(rng: Random) -> Problem:
    return Problem(_hits(rng, 3, f"{_COARSE} 1/4"), search="Others,Miss,Self", if_eq=rng.choice(_RULES))


def _harmless(rng: Random) -> Problem:
    search = rng.choice(["Others", "Others,Miss"])
    return Problem(_hits(rng, rng.choice([3, 4]), f"{_HARMLESS} 1/3"), search=search, if_eq=rng.choice(_RULES))


def _levels(rng: Random) -> Problem:
    levels = [rng.choice([1, 2, 2, 3, 4, None]) for _ in range(3)]
    search = rng.choice(["Others,Miss,Random", "Others,Random", "Others,Self,Random"])
    return Problem(_hits(rng, 3, f"{_MANY} 1"), search=search, random_levels=levels)


def _levels_later(rng: Random) -> Problem:
    """Draw four players with levels, most of whom choose after the first elimination only."""
    free = rng.randrange(4)
    targets = ["Optimal" if player == free else rng.choice(["Strongest", label(free)]) for player in range(4)]
    targets[free] = rng.choice(["Optimal", "Miss"])
    targets = ["Strongest" if said == label(player) else said for player, said in enumerate(targets)]
    levels = [rng.choice([2, 2, 2, None]) for _ in range(4)]
    return Problem(_hits(rng, 4, _MANY), targets=targets, search="Others,Miss,Random", random_levels=levels)


def _tied(rule: int) -> Callable[[Random], Problem]:
    """Return what draws three of whom some never hit, so that all is equal to them, with mixes, under a rule."""

    def problem(rng: Random) -> Problem:
        search = rng.choice(["Others,Miss,Random", "Others,Random", "Others,Self,Miss,Random"])
        levels = [rng.choice([2, 2, None]) for _ in range(3)] if rng.randrange(3) == 0 else None
        return Problem(_hits(rng, 3, _COARSE), search=search, random_levels=levels, if_eq=rule)

    return problem


def _miss_or_mix(rng: Random) -> Problem:
    """Draw until B finds Miss and a mix equal, and every single worse: that depends on a weight of A's aim."""
    while True:
        hits = _hits(rng, 3, f"{_MANY} 1/6 5/6 1")
        varies = rng.choice([1, 2])
        weights = [Fraction(0)] * 3
        weights[varies], weights[3 - varies] = Fraction(1, 5), Fraction(rng.randrange(3), 4)
        levels = rng.choice([None, [None, 2, None]])
        problem = Problem(hits, [weights, "Optimal", "Optimal"], search="Others,Miss,Random", random_levels=levels)
        line = problem, 0, varies
        for at in sorted(indifferent(line, 1 - weights[3 - varies])):
            if at.denominator <= LONGEST and any(map(_is_of_miss_and_mix, solve(moved(line, at)).ties)):
                return moved(line, at)


def _is_of_miss_and_mix(tie: Tie) -> bool:
    return tie.on_path and {aim.is_mix or aim.is_miss for aim in tie.equal} == {True} and tie.equal[0].is_miss


def _by_rule_4(rng: Random) -> Problem:
    return replace(_miss_or_mix(rng), tie_rule=4)


TURNS: dict[str, Callable[[Random], Problem]] = {
    "duel-targets": _duel,
    "stalling": _stalling,
    "stalemate-aims": _idle,
    "no-stalemate": _perhaps_stalled,
    "search-later": _later,
    "no-miss-later": _later,
    "strongest-only-later": _later,
    "no-self": _self,
    "no-harmless": _harmless,
    "no-levels": _levels,
    "levels-of-a": _levels,
    "levels-full": _levels,
    "levels-and-random": _levels,
    "levels-at-first": _levels_later,
    "mix-before-miss": _miss_or_mix,
    "weaker-shot": _tied(1),
    "weaker-first": _tied(2),
    "unlikeliest-winner": _tied(3),
    "miss-before-mix": _by_rule_4,
    "opposite-kinds": _tied(-1),
    "opposite-miss": _tied(-1),
    "opposite-shots": _tied(-1),
    "opposite-label": _tied(-1),
    "opposite-order-miss": _tied(-4),
    "opposite-order-label": _tied(-4),
}
"""For each fault whose turn it is what its problems are drawn from."""


def noticed(rng: Random) -> Iterator[tuple[Problem, str]]:
    """Yield problems by which the faults of `TURNS` are noticed, one after the other, with a note on each.

    >>> problem, note = next(noticed(Random(1)))
    >>> note
    'R1.9: a solver that lets two players shoot each other although something else is stated answers otherwise'
    """
    for name, draw in cycle(TURNS.items()):
        fault = FAULTS[name]
        while True:
            problem = draw(rng)
            if work(problem) <= LARGEST and convicts(fault, AnnouncedPlay(problem)):
                yield problem, f"{fault.rule}: a solver that {fault.sentence} answers otherwise"
                break
