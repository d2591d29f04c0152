"""`truel-ref compare`: announced play beside stationary play."""

from __future__ import annotations

from truel_ref.cli.frame import asks
from truel_ref.cli.options import mixed_option
from truel_ref.files import Progress
from truel_ref.game.problem import Problem

__all__ = ["command"]


@asks("compare", mixed_option, counts="phases")
def command(problem: Problem, mixed: bool, progress: Progress) -> object:
    """Compare announced and stationary play: aims, wins, and who gains by announcing.

    The gain is the announced minus the stationary win probability, in percentage points.

    \b
    truel-ref compare 1/2 2/5 3/5
    truel-ref compare 13/25 1/2 11/25 2/5 --mixed
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.comparison import compare

    return compare(problem, mixed=mixed, progress=progress)
