"""truel-ref: the exact reference for duels between three or more people.

A function has the name of its command. The package imports a name at its first use: `import truel_ref` takes little
time, a command imports only the modules that it needs, and an interrupt from the keyboard gives no traceback from the
start on.
"""

from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truel_ref.errors import TruelError
    from truel_ref.explain.by_simulation import search_by_simulation
    from truel_ref.explain.comparison import Comparison, compare
    from truel_ref.explain.courses import course
    from truel_ref.explain.gains import BestResponses, deviations, why_plan
    from truel_ref.explain.mixes import best_mix
    from truel_ref.explain.outcomes import all_outcomes
    from truel_ref.explain.reasons import Why, decision, why
    from truel_ref.fast.columns import Columns, solve_columns
    from truel_ref.fast.many import Sweep, solve_many, sweep
    from truel_ref.fast.solving import solve
    from truel_ref.game.aims import Aim, Word
    from truel_ref.game.course import Course
    from truel_ref.game.equilibrium import (
        Equilibria,
        Equilibrium,
        FiniteRounds,
        PeriodicEquilibria,
        PeriodicEquilibrium,
    )
    from truel_ref.game.problem import Problem
    from truel_ref.game.solution import Decision, Outcome, Outcomes, Phase, PlayerResult, Solution, Tie, Worth
    from truel_ref.game.variant import DrawnOrder, StatePlay, Variant, VariantAnswer, VariantPlay
    from truel_ref.ledger import claims
    from truel_ref.maps import map_problem
    from truel_ref.numbers import Algebraic
    from truel_ref.oracle import check, vectors, verify
    from truel_ref.play.periodic import finite_rounds, periodic_equilibria
    from truel_ref.play.stationary import equilibria
    from truel_ref.simulation.estimates import Estimate, simulate
    from truel_ref.symbolic.formulas import closed_form as formula
    from truel_ref.symbolic.lines import crossings
    from truel_ref.symbolic.partition import regions
    from truel_ref.variants import solve_variant, variant
    from truel_ref.variants.counted import counted_bullets
    from truel_ref.variants.fire import random_shooter, simultaneous_fire
    from truel_ref.variants.lot import by_lot
    from truel_ref.variants.opinions import opinion_contest

    map = map_problem  # noqa: A001  not in `__all__`: `from truel_ref import *` leaves the function of Python

__all__ = [
    "Aim",
    "Algebraic",
    "BestResponses",
    "Columns",
    "Comparison",
    "Course",
    "Decision",
    "DrawnOrder",
    "Equilibria",
    "Equilibrium",
    "Estimate",
    "FiniteRounds",
    "Outcome",
    "Outcomes",
    "PeriodicEquilibria",
    "PeriodicEquilibrium",
    "Phase",
    "PlayerResult",
    "Problem",
    "Solution",
    "StatePlay",
    "Sweep",
    "Tie",
    "TruelError",
    "Variant",
    "VariantAnswer",
    "VariantPlay",
    "Why",
    "Word",
    "Worth",
    "__version__",
    "all_outcomes",
    "best_mix",
    "by_lot",
    "check",
    "claims",
    "compare",
    "counted_bullets",
    "course",
    "crossings",
    "decision",
    "deviations",
    "equilibria",
    "finite_rounds",
    "formula",
    "opinion_contest",
    "periodic_equilibria",
    "random_shooter",
    "regions",
    "search_by_simulation",
    "simulate",
    "simultaneous_fire",
    "solve",
    "solve_columns",
    "solve_many",
    "solve_variant",
    "sweep",
    "variant",
    "vectors",
    "verify",
    "why",
    "why_plan",
]

__version__ = "1.0.0"

# The module of each name; `map=map_problem` is a function with another name in its module. The imports above repeat
# this for type checkers, and a test compares both.
_MODULES = {
    "errors": "TruelError",
    "explain.by_simulation": "search_by_simulation",
    "explain.reasons": "Why decision why",
    "explain.comparison": "Comparison compare",
    "explain.courses": "course",
    "explain.outcomes": "all_outcomes",
    "explain.gains": "BestResponses deviations why_plan",
    "explain.mixes": "best_mix",
    "fast.many": "Sweep solve_many sweep",
    "fast.columns": "Columns solve_columns",
    "fast.solving": "solve",
    "game.aims": "Aim Word",
    "game.course": "Course",
    "game.equilibrium": "Equilibria Equilibrium FiniteRounds PeriodicEquilibria PeriodicEquilibrium",
    "game.problem": "Problem",
    "game.solution": "Decision Outcome Outcomes Phase PlayerResult Solution Tie Worth",
    "game.variant": "DrawnOrder StatePlay Variant VariantAnswer VariantPlay",
    "maps": "map=map_problem",
    "numbers": "Algebraic",
    "oracle": "check vectors verify",
    "play.periodic": "finite_rounds periodic_equilibria",
    "play.stationary": "equilibria",
    "simulation.estimates": "Estimate simulate",
    "ledger": "claims",
    "symbolic.formulas": "formula=closed_form",
    "symbolic.lines": "crossings",
    "symbolic.partition": "regions",
    "variants.counted": "counted_bullets",
    "variants.lot": "by_lot",
    "variants": "solve_variant variant",
    "variants.opinions": "opinion_contest",
    "variants.fire": "random_shooter simultaneous_fire",
}


# Rooms for direct use, as in `truel_ref.maps.build`, by the name of their last part.
_ROOMS = {name: name for name in ("errors", "games", "ledger", "maps", "notebook", "numbers", "oracle", "symbolic")}
_ROOMS |= {name: f"games.{name}" for name in ("darts", "dicewars", "goofspiel", "mastermind")}

# Two threads that import a package and a module of it at once would each wait for the other, and Python would give one
# of them a module without its names.
_IMPORTS = RLock()


def __getattr__(name: str) -> Any:
    with _IMPORTS:
        if name in _ROOMS:
            return import_module(f"truel_ref.{_ROOMS[name]}")
        for module, entries in _MODULES.items():
            for public, _, own in (entry.partition("=") for entry in entries.split()):
                if public == name:
                    value = globals()[name] = getattr(import_module(f"truel_ref.{module}"), own or name)
                    return value
    raise AttributeError(f"module 'truel_ref' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*__all__, "map", *_ROOMS))


import_module("truel_ref.errors")  # the import of a missing library is one of them
