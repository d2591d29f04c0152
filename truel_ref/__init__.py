"""truel-ref: the exact reference for duels between three or more people."""

from truel_ref.algebraic import Algebraic
from truel_ref.errors import TruelError
from truel_ref.explain import why
from truel_ref.problem import Problem
from truel_ref.simulate import simulate
from truel_ref.simulated_search import search_by_simulation
from truel_ref.solution import Decision, Outcome, Outcomes, Phase, Solution, Tie, Worth
from truel_ref.solve import all_outcomes, decision, solve
from truel_ref.targets import Aim, Word

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
