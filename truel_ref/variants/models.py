"""Every model under its name: from what is asked to its answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from truel_ref.budget import Budget, within_budget
from truel_ref.fast.stationary import CAP_LIMIT
from truel_ref.files import Progress
from truel_ref.game.variant import Variant
from truel_ref.game.variant_answers import VariantAnswer
from truel_ref.numbers import read_count
from truel_ref.play.stationary import CAP
from truel_ref.variants.bullets import counted_bullets
from truel_ref.variants.lot import by_lot
from truel_ref.variants.opinions import opinion_contest
from truel_ref.variants.shooter import random_shooter
from truel_ref.variants.simultaneous import simultaneous_fire

__all__ = ["SOLVERS", "solve_variant"]

Solver: TypeAlias = "Callable[[Variant, int, str | None, Progress | None], VariantAnswer]"

SOLVERS: dict[str, Solver] = {
    "lot": lambda asked, cap, backend, progress: by_lot(asked, cap=cap, backend=backend, progress=progress),
    "shooter": lambda asked, cap, backend, progress: random_shooter(asked, cap=cap, backend=backend, progress=progress),
    "simultaneous": lambda asked, cap, backend, progress: simultaneous_fire(
        asked, cap=cap, backend=backend, progress=progress
    ),
    "bullets": lambda asked, cap, backend, progress: counted_bullets(asked, backend=backend, progress=progress),
    "opinions": lambda asked, cap, backend, progress: opinion_contest(
        asked, cap=cap, backend=backend, progress=progress
    ),
}
"""What solves each model."""


@within_budget
def solve_variant(
    variant: Variant,
    *,
    cap: int = CAP,
    backend: str | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> VariantAnswer:
    """Return the answer to a variant, whatever its model is.

    Parameters: `variant`, from `Variant.stated` or `Variant.from_json`; `cap`, how many selections of equilibria of
    smaller sets are followed, where the model has them; `backend`, the number type inside, as for `solve`;
    `progress`, called now and then with the work done since; `budget`, as for `solve`.

    Raises what the function of the model raises, and `NumberError` for a bad cap.

    >>> solve_variant(Variant.stated("shooter", [1, "2/3", "1/3"])).win[0]
    Fraction(3, 8)
    """
    return SOLVERS[variant.model](variant, read_count(cap, "cap", 1, CAP_LIMIT), backend, progress)
