"""Ties: which of several equal options the tie rule takes, and when a tie matters.

Equal means equal: exact arithmetic decides. Rules: `docs/rules.md`, R3.7 to R3.10.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem

LIKELIEST_WINNER = 3
"""The tie rule that compares the win probabilities after the options, too."""


# ---------------------------------------------------------------------------------------------------------
# The tie rules (R3.7): keys that prefer the smallest; the canonical order decides between equal keys (R3.8).


def _simplest(aim: Aim, hits: Sequence[Any], first: Order) -> tuple[Any, ...]:
    """Prefer a single player, then Miss, then a mix; then the stronger; then the later in the first order."""
    kind = 2 if aim.is_mix else int(aim.is_miss)
    return kind, -aim.strength(hits), 0 if aim.target is None else -first.index(aim.target)


def _shooting_order(aim: Aim, hits: Sequence[Any], first: Order) -> tuple[Any, ...]:
    """Prefer a single player, the earlier label first, then a mix, then Miss."""
    if aim.target is not None:
        return 0, first.index(aim.target)
    return (1, 0) if aim.is_mix else (2, 0)


_PREFERENCES: dict[int, Callable[[Aim, Sequence[Any], Order], tuple[Any, ...]]] = {
    1: _simplest,
    2: lambda aim, hits, first: (-aim.strength(hits),),  # the stronger, so that Miss is last
    4: _shooting_order,
    -1: lambda *option: tuple(-part for part in _simplest(*option)),
    -4: lambda *option: tuple(-part for part in _shooting_order(*option)),
}


def preferences(rule: int) -> Callable[[Aim, Sequence[Any], Order], tuple[Any, ...]]:
    """Return the key of a tie rule, a function of an option, the hit probabilities and the first shooting order.

    The smallest key is preferred. The hit probabilities may be any exact numbers, or rational functions.

    Raises `ProblemError` for rule 3, which compares win probabilities, too (`break_tie`), and for an unknown rule.

    >>> from fractions import Fraction
    >>> preferences(2)(Aim.at(1, 3), [Fraction(0), Fraction(1, 4), Fraction(1, 2)], (0, 1, 2))
    (Fraction(-1, 4),)
    """
    if rule not in _PREFERENCES:
        raise ProblemError(
            f"tie rule {shown(rule)} prefers no option by itself; {', '.join(map(str, _PREFERENCES))} do"
        )
    return _PREFERENCES[rule]


def ranked(rule: int, aims: Sequence[Aim], hits: Sequence[Any], first: Order) -> list[int]:
    """Return the rank of each option under a tie rule, 0 for the preferred one; not for rule 3.

    Parameters: `rule`; `aims`, in canonical order; `hits`, the hit probabilities; `first`, the first shooting order.

    >>> ranked(-1, [Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)], [0, 1, 2], (0, 1, 2))
    [1, 2, 0]
    """
    preference = preferences(rule)
    best_first = sorted(range(len(aims)), key=lambda option: (preference(aims[option], hits, first), option))
    return sorted(range(len(aims)), key=best_first.__getitem__)


def break_tie(problem: Problem, aims: Sequence[Aim], wins: Sequence[Sequence[Any]]) -> int:
    """Return the index of the option that the tie rule of a problem takes among equal options.

    Rule 3 compares the mean win probability of the target, where a miss counts as 0; the other rules compare the aims
    alone. If a rule leaves several options equal, it takes the first of them.

    Parameters: `problem`; `aims`, the equal options in canonical order; `wins`, for each of them the win probabilities
    at the decider's turn, after the replies (for rule 3 only).

    >>> problem = Problem(["0", "1/4", "1/2"])
    >>> break_tie(problem, [Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)], [])
    1
    """
    if problem.tie_rule != LIKELIEST_WINNER:
        return min(range(len(aims)), key=lambda option: _key(problem, aims[option]))
    scores = [
        sum([weight * chance for weight, chance in zip(aim.weights, win, strict=True)])
        for aim, win in zip(aims, wins, strict=True)
    ]
    return scores.index(max(scores))


@lru_cache(maxsize=1024)
def _key(problem: Problem, aim: Aim) -> tuple[Any, ...]:
    """Return the key of an option under the tie rule of a problem; a long list of ties asks for it again and again."""
    return preferences(problem.tie_rule)(aim, problem.hits, problem.order)


def is_material(wins: Sequence[Sequence[Any]]) -> bool:
    """Return whether a tie matters (R3.10): its options lead to different win probabilities of some player.

    Parameters: `wins`, for each equal option the win probabilities at the decider's own turn, after the replies.

    >>> is_material([[1, 2, 3], [1, 2, 3]]), is_material([[1, 2, 3], [1, 3, 2]])
    (False, True)
    """
    return any(win != wins[0] for win in wins)
