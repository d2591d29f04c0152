"""The group that convicts rare faults: problems drawn until a solver with one of them answers otherwise.

Four faults of backward induction show in few problems, however the hit probabilities are drawn: who forgets which of
the others aims at whom answers rightly nine times in ten. Here problems are drawn until a solver with the fault whose
turn it is has other win probabilities, by more than a millionth. So what is drawn hangs on `truel_ref.oracle.slips`:
its solvers must go on answering these problems as they do, or the vectors would be others (a test refuses that).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import cycle
from random import Random
from typing import TypeAlias

from truel_ref.fast.solving import solve
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number
from truel_ref.oracle.slips import AimsOfTheSet, NeverTheFirstRow, RepliesToTheTargets, Sound
from truel_ref.play.phases import backend_for
from truel_ref.play.stationary import all_equilibria

__all__ = ["told_apart"]

Asked = tuple[Problem, str]

Wins: TypeAlias = Sequence[Sequence[Number]]
"""Lists of win probabilities."""

CLEAR = Fraction(1, 10**6)
"""The least difference of somebody's win probabilities."""

SELECTIONS = 50
"""Equilibria of smaller sets that are followed; problems with more are not taken."""

OTHERS_MISS = ["Others", "Miss"]
WITH_RANDOM = ["Others", "Miss", "Random"]
WITH_SELF = ["Others", "Miss", "Self"]


def _wins_of(solver: type[Sound]) -> Callable[[Problem], Wins]:
    """Return what gives the only answer of a solver with a fault, nothing where a tie makes it doubtful."""

    def wins(problem: Problem) -> Wins:
        slipping = solver(problem)
        answer = slipping.answer()
        return [] if slipping.has_tied else [answer.win]

    return wins


def _in_equilibria(problem: Problem) -> Wins:
    listed = all_equilibria(problem, backend_for(problem), cap=SELECTIONS)
    return [equilibrium.win for equilibrium in listed.equilibria] if listed.complete else []


_Told = tuple[str, Callable[[Problem], Wins], Sequence[list[str]]]

_TARGETS: _Told = ("who forgets who aims at whom", _wins_of(RepliesToTheTargets), [OTHERS_MISS, OTHERS_MISS, WITH_SELF])
_TARGETS_OF_THREE: _Told = (*_TARGETS[:2], [WITH_SELF])  # of three, two have the same aims only if one is at himself
_ROW: _Told = ("who never takes the first row", _wins_of(NeverTheFirstRow), [OTHERS_MISS, OTHERS_MISS, WITH_RANDOM])
_STATIONARY: _Told = ("who plays as if nothing were announced", _in_equilibria, [OTHERS_MISS, OTHERS_MISS, WITH_RANDOM])
_AIMS: _Told = ("who decides later phases once for all shooting orders", _wins_of(AimsOfTheSet), [OTHERS_MISS])

TURNS: list[tuple[int, _Told]] = [
    *((4, told) for told in (_TARGETS, _AIMS, _ROW, _STATIONARY)),
    *((4, told) for told in (_TARGETS, _AIMS, _ROW, _STATIONARY)),
    *((4, told) for told in (_TARGETS, _AIMS, _ROW, _TARGETS)),
    *((3, told) for told in (_TARGETS_OF_THREE, _ROW, _STATIONARY)),
]
"""How many players the next problem has, and what it must tell apart, again and again."""


def told_apart(rng: Random) -> Iterator[Asked]:
    """Yield problems of 3 and 4 players in which everybody chooses and a solver with a rare fault answers otherwise.

    Hit probabilities are different multiples of one fraction around 1/100, and there is no tie.
    """
    for players, (who, wins, searches) in cycle(TURNS):
        while True:
            problem = Problem(_hits(rng, players), search=rng.choice(searches))
            solution = solve(problem)
            if not solution.ties and _all_far(wins(problem), solution.win):
                yield problem, f"it tells apart {who}"
                break


def _hits(rng: Random, players: int) -> list[Fraction]:
    bottom = rng.randrange(90, 110)
    tops: list[int] = []
    while len(tops) < players:
        top = rng.randrange(1, bottom)
        if top not in tops:
            tops.append(top)
    return [Fraction(top, bottom) for top in tops]


def _all_far(wins: Wins, exact: Sequence[Number]) -> bool:
    """Tell whether there are win probabilities, and each list of them is clearly another one."""
    return bool(wins) and all(
        any(abs(theirs - own) > CLEAR for theirs, own in zip(each, exact, strict=True)) for each in wins
    )
