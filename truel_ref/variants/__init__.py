"""Other rules of fire, and the solver of each by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truel_ref.errors import ProblemError, refuse, shown
from truel_ref.game.problem import AnyProblem
from truel_ref.game.variant import Variant, VariantAnswer
from truel_ref.variants.counted import counted_bullets
from truel_ref.variants.fire import random_shooter, simultaneous_fire
from truel_ref.variants.lot import by_lot
from truel_ref.variants.opinions import opinion_contest

SOLVERS: dict[str, Callable[..., VariantAnswer]] = {
    "lot": by_lot,
    "shooter": random_shooter,
    "simultaneous": simultaneous_fire,
    "bullets": counted_bullets,
    "opinions": opinion_contest,
}
"""The solver of each model."""


def variant(fire: str, problem: AnyProblem, **settings: Any) -> VariantAnswer:
    """Return the answer to a problem under other rules of fire.

    >>> variant("bullets", "1 1 1", bullets=1).plays[0].worths[0]
    Fraction(1, 2)

    Parameters: `fire`, "lot", "shooter", "simultaneous", "bullets" or "opinions"; `problem`, a problem, a solution or
    hit probabilities; `settings`, those of the rules, as for `Variant.stated`.

    Raises the errors of `Variant.stated` and of the solver of these rules.
    """
    return solve_variant(Variant.stated(fire, problem, **settings))


def solve_variant(variant: Variant, **asked: Any) -> VariantAnswer:
    """Return the answer to a variant of any model.

    >>> solve_variant(Variant.stated("shooter", [1, "2/3", "1/3"])).win[0]
    Fraction(3, 8)

    Parameters: `variant`, from `Variant.stated` or `Variant.from_json`; `asked`, the keywords of the model's function,
    such as `cap` and `progress`.

    Raises the errors of the model's function, and `ProblemError` for a value that is not a variant.
    """
    unknown = f"{shown(variant)} is not a variant; state one, as in Variant.stated('shooter', [1, 0.5])"
    refuse(ProblemError, (not isinstance(variant, Variant), unknown))
    return SOLVERS[variant.model](variant, **asked)
