"""`truel-ref best-mix`: the best mix that the first of three can announce."""

from __future__ import annotations

from truel_ref.cli.frame import asks
from truel_ref.game.problem import Problem

__all__ = ["command"]


@asks("best-mix")
def command(problem: Problem) -> object:
    """Find the best mix that the first of three players can announce, over all weights, against best replies.

    The first player mixes the single options of their search set; the others reply with options of theirs. The answer
    is exact: the supremum, where it is, whether it is attained, and under which tie rule.

    \b
    truel-ref best-mix 3/4 11/20 1
    truel-ref best-mix 1/3 2/3 1 --search others,miss,self
    truel-ref best-mix 1/2 1/2 1/2 --ties 4
    """  # noqa: D301  click wants the character itself
    from truel_ref.explain.mixes import best_mix

    return best_mix(problem)
