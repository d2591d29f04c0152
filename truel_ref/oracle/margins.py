"""The group that convicts tolerances: problems near an exact boundary, where the best option is better by very little.

A solver that takes options for equal which differ by less than some tolerance decides wrongly where the margin is
smaller than that, mostly on one side of the boundary. At 2^-33 from it the margin is below 1e-9, at 2^-23 below 1e-6;
and it is above 1e-11, which doubles resolve with ease, so that a solver without a tolerance is never at a loss.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import fraction_text
from truel_ref.oracle.boundary import boundaries, moved, varying
from truel_ref.oracle.gaps import margin

__all__ = ["RANGES", "thin_margins"]

_COARSE, _FINE = Fraction(1, 10**6), Fraction(1, 10**9)

RANGES: dict[str, tuple[Fraction, Fraction, Fraction]] = {
    "2^-23 below": (-Fraction(1, 2**23), _FINE, _COARSE),
    "2^-33 below": (-Fraction(1, 2**33), Fraction(1, 10**11), _FINE),
    "2^-33 above": (Fraction(1, 2**33), Fraction(1, 10**11), _FINE),
    "2^-23 above": (Fraction(1, 2**23), _FINE, _COARSE),
}
"""Where the problems of a boundary lie, seen along its coordinate: the step, and between what their margin lies."""


def thin_margins(rng: Random) -> Iterator[tuple[Problem, str]]:
    """Yield for one boundary after the other the problems beside it, in the order of `RANGES`, with a note on each."""
    for line, at in boundaries(rng):
        beside = {where: solve(moved(line, at + step)) for where, (step, _, _) in RANGES.items()}
        below, *_, above = (_chosen(solution) for solution in beside.values())
        if below != above and all(_is_between(beside[where], *ends) for where, (_, *ends) in RANGES.items()):
            for where, solution in beside.items():
                yield solution.problem, f"{where} the boundary where {varying(line)} is {fraction_text(at)}"


def _chosen(solution: Solution) -> list[Aim | None]:
    """Return the aims of those who choose: that a weight that is told varies is no change of aims."""
    problem = solution.problem
    return [solution.aims[player] for player in problem.first_order if problem.has_choice(problem.first_order, player)]


def _is_between(solution: Solution, least: Fraction, limit: Fraction) -> bool:
    gap = margin(solution)
    return gap is not None and least <= gap < limit
