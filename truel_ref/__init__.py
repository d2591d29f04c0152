"""truel-ref: the exact reference for duels between three or more people."""

from truel_ref.errors import TruelError
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.why import why
from truel_ref.fast.methods import all_outcomes, decision, solve
from truel_ref.game.aims import Aim, Word
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Decision, Outcome, Outcomes, Phase, Solution, Tie, Worth
from truel_ref.numbers.algebraic import Algebraic
from truel_ref.simulation.estimate import simulate

__all__ = [
    "Aim",
    "Algebraic",
    "Decision",
    "Outcome",
    "Outcomes",
    "Phase",
    "Problem",
    "Solution",
    "Tie",
    "TruelError",
    "Word",
    "Worth",
    "__version__",
    "all_outcomes",
    "decision",
    "search_by_simulation",
    "simulate",
    "solve",
    "why",
]

__version__ = "0.1.0"
