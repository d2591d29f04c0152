"""How clearly a problem is decided: the smallest margin by which a chosen option is better than another."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from truel_ref.fast.integers import IntegerInduction
from truel_ref.game.solution import Solution
from truel_ref.play.phases import stage_of

__all__ = ["THIN", "margin"]

THIN = Fraction(1, 10**12)
"""Gaps below this are too small to be told apart reliably with doubles."""


def margin(solution: Solution) -> Fraction | None:
    """Return the smallest gap above 0 between the chosen option and another allowed one, None if there is none.

    It is taken over every decision of every reported phase, on the path of play and off it, in win probabilities of
    the player who decides, at his own first turn, after the replies. A solver whose errors are smaller than half of
    it decides everything as the exact solution does, but for exact ties.

    >>> from truel_ref import solve
    >>> margin(solve(["1/3", "2/3", 1]))
    Fraction(16, 189)
    """
    gaps: set[Fraction] = set()
    for reported in solution.phases:
        stage = stage_of(solution, reported.order)
        if stage.nobody_chooses():
            continue
        induction = IntegerInduction(stage)
        for place, player in enumerate(reported.order):
            ways = [range(len(options)) for options in stage.options]
            for earlier in product(*ways[:place]):
                paths = [induction.complete((*earlier, option)).path for option in ways[place]]
                values = sorted({stage.public(stage.win(path, place))[player] for path in paths if path is not None})
                if len(values) > 1:
                    gaps.add(values[-1] - values[-2])
    return min(gaps, default=None)
