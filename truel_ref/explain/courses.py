"""How a duel goes, not only how it ends: the course of a solution or of an equilibrium."""

from __future__ import annotations

from truel_ref.errors import ProblemError, shown
from truel_ref.game.course import Course
from truel_ref.game.equilibrium import Equilibrium
from truel_ref.game.solution import Solution
from truel_ref.play.phases import backend_for
from truel_ref.play.walk import course_of

__all__ = ["course"]


def course(play: Solution | Equilibrium, *, turns: int = 20, eliminations: bool = True) -> Course:
    """Return the course of a solved problem, exactly: turns, rounds, orders of elimination, last pairs.

    The aims of every phase are those of the answer; the numbers follow from one recurrence per phase
    (`truel_ref.play.walk`).

    Parameters: `play`, a solution, or a stationary equilibrium of all players of a problem; `turns`, how far the
    distribution of the number of turns goes, from 0 to 10,000; `eliminations`, whether the orders of elimination are
    listed.

    Raises `ProblemError` for anything else, for an equilibrium of fewer players than the problem has, and for a bad
    number of turns.

    >>> from truel_ref import equilibria, solve
    >>> announced = course(solve(["1/3", "2/3", 1]))
    >>> announced.turns, announced.rounds
    (Fraction(272, 63), Fraction(46, 21))
    >>> course(equilibria(["1/3", "2/3", 1])[0]).turns == announced.turns
    True
    """
    if isinstance(play, Solution):
        backend = backend_for(play.problem)
        return course_of(play.problem, lambda order: play.phase(order).aims, backend, "announced", turns, eliminations)
    if not isinstance(play, Equilibrium) or play.problem is None:
        raise ProblemError(f"{shown(play)} has no course; give a solution or an equilibrium")
    if len(play.living) < play.problem.players:
        raise ProblemError("the course begins with all players; give an equilibrium of all of them")
    return course_of(play.problem, play.aims_in, backend_for(play.problem), "stationary", turns, eliminations)
