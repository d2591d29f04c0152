"""Ties: which of several equal options the tie rule takes, when a tie matters, and where other choices lead.

Equal means equal: exact arithmetic decides. Rules: `docs/rules.md`, R3.7 to R3.13.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from truel_ref.budget import check
from truel_ref.errors import ProblemError, shown
from truel_ref.game.aims import Aim
from truel_ref.game.people import Option, Path
from truel_ref.game.problem import Problem
from truel_ref.play import phase
from truel_ref.play.phase import Number, Turn
from truel_ref.play.turns import Stage, kinds

__all__ = [
    "LIKELIEST_WINNER",
    "Node",
    "all_ways",
    "break_tie",
    "guaranteed",
    "is_material",
    "preferences",
    "ranked",
    "tie_ranks",
]

LIKELIEST_WINNER = 3
"""The tie rule that compares the win probabilities after the options, too."""


class Node(NamedTuple):
    """A tie: the history, the best responses to it in canonical order, and the one that the tie-breaking rule selects.

    A best response is an option that shares the best value; there are at least two.
    """

    earlier: Path
    equal: Path
    chosen: Option


# ---------------------------------------------------------------------------------------------------------
# The tie rules (R3.7): keys that prefer the smallest; the canonical order decides between equal keys (R3.8).


def _simplest(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    """Prefer a single player, then Miss, then a mix; then the stronger; then the later label."""
    kind = 2 if aim.is_mix else int(aim.is_miss)
    return kind, -aim.strength(hits), -(aim.target or 0)


def _strongest(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    """Prefer the stronger, so that Miss is last."""
    return (-aim.strength(hits),)


def _shooting_order(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    """Prefer a single player, the earlier label first, then a mix, then Miss."""
    if aim.target is not None:
        return 0, aim.target
    return (1, 0) if aim.is_mix else (2, 0)


def _opposite(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    """Reverse the preference of rule 1."""
    return tuple(-part for part in _simplest(aim, hits))


def _opposite_order(aim: Aim, hits: Sequence[Any]) -> tuple[Any, ...]:
    """Reverse the preference of rule 4: Miss, then a mix, then a single player, the later label first."""
    return tuple(-part for part in _shooting_order(aim, hits))


_PREFERENCES: dict[int, Callable[[Aim, Sequence[Any]], tuple[Any, ...]]] = {
    1: _simplest,
    2: _strongest,
    4: _shooting_order,
    -1: _opposite,
    -4: _opposite_order,
}


def preferences(rule: int) -> Callable[[Aim, Sequence[Any]], tuple[Any, ...]]:
    """Return the key of a tie rule, a function of an option and the hit probabilities; the smallest key is preferred.

    The hit probabilities may be any exact numbers, or rational functions.

    Raises `ProblemError` for rule 3, which compares win probabilities, too (`break_tie`), and for an unknown rule.

    >>> preferences(2)(Aim.at(1, 3), [Fraction(0), Fraction(1, 4), Fraction(1, 2)])
    (Fraction(-1, 4),)
    """
    if rule not in _PREFERENCES:
        raise ProblemError(
            f"tie rule {shown(rule)} prefers no option by itself; {', '.join(map(str, _PREFERENCES))} do"
        )
    return _PREFERENCES[rule]


def tie_ranks(problem: Problem, aims: Sequence[Aim]) -> list[int]:
    """Return the rank of each option of a player under the tie rule, 0 for the preferred one; not for rule 3.

    >>> tie_ranks(Problem(["0", "1/4", "1/2"]), [Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)])
    [1, 0, 2]
    """
    return ranked(problem.tie_rule, aims, problem.hits)


def ranked(rule: int, aims: Sequence[Aim], hits: Sequence[Number]) -> list[int]:
    """Return the rank of each option under a tie rule and hit probabilities, 0 for the preferred one; not for rule 3.

    >>> ranked(-1, [Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)], [Fraction(0), Fraction(1, 4), Fraction(1, 2)])
    [1, 2, 0]
    """
    preference = preferences(rule)
    best_first = sorted(range(len(aims)), key=lambda index: (preference(aims[index], hits), index))
    ranks = [0] * len(aims)
    for rank, option in enumerate(best_first):
        ranks[option] = rank
    return ranks


def break_tie(
    problem: Problem,
    aims: Sequence[Aim],
    wins: Sequence[Sequence[Any]],
    number: Callable[[Any], Any] = lambda weight: weight,
) -> int:
    """Return the index of the option that the tie rule of a problem takes among equal options.

    Rule 3 compares the mean win probability of the target, where a miss counts as 0; the other rules compare the aims
    alone. If a rule leaves several options equal, it takes the first of them.

    Parameters: `problem`; `aims`, the equal options in canonical order; `wins`, for each of them the win probabilities
    at the decider's turn, after the replies (for rule 3 only); `number`, converts a weight to the type of these.

    >>> problem = Problem(["0", "1/4", "1/2"])
    >>> break_tie(problem, [Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)], [])
    1
    """
    if problem.tie_rule == LIKELIEST_WINNER:
        scores = [
            sum(number(weight) * chance for weight, chance in zip(aim.weights, win, strict=True))
            for aim, win in zip(aims, wins, strict=True)
        ]
        return scores.index(max(scores))
    return tie_ranks(problem, aims).index(0)


def is_material(wins: Sequence[Sequence[Any]]) -> bool:
    """Return whether a tie matters (R3.10): its options lead to different win probabilities of some player.

    Parameters: `wins`, for each equal option the win probabilities at the decider's own turn, after the replies.

    >>> is_material([[1, 2, 3], [1, 2, 3]]), is_material([[1, 2, 3], [1, 3, 2]])
    (False, True)
    """
    return any(win != wins[0] for win in wins)


# ---------------------------------------------------------------------------------------------------------
# All ways of breaking ties


def guaranteed(values: Iterable[Iterable[Number]]) -> Number | None:
    """Return the least worth to the decider over all ways of breaking the later ties; None without any option.

    Every way of breaking ties chooses one continuation of each option. Continuations of different options occur in any
    combination, because they come from different nodes. So the decider gets at least the maximum over the options of
    the minimum over their continuations, and some way of breaking ties chooses a continuation **if and only if** it is
    worth at least this maximum.

    Parameters: `values`, for every allowed option the worths of its continuations to the decider.

    >>> guaranteed([[3, 1], [2], [0, 5]])
    2
    """
    return max((min(worths) for worths in values), default=None)


def all_ways(stage: Stage[Number], distinct_aims: bool, slack: Fraction = Fraction(0)) -> list[Path]:
    """Return every profile that some way of breaking the ties of this phase chooses; none in a stalemate.

    The steps, by induction: (1) list the possible continuations of every option; (2) keep those that are worth at least
    the guaranteed worth to the decider (see `guaranteed`); they are the possible continuations of the node.

    Parameters: `stage`; `distinct_aims`, whether profiles with equal win probabilities but different aims count apart;
    `slack`, an exact number >= 0: options that differ by at most `slack` count as equal, too.
    """
    zero, one = stage.number(Fraction(0)), stage.number(Fraction(1))
    nothing: Turn[Number] = [zero] * stage.problem.players, one
    distinct = [range(len(turns)) if distinct_aims else _first_of_each_kind(turns) for turns in stage.turns]
    return [path for _, path in _continuations(stage, (), nothing, distinct, stage.number(slack))]


def _first_of_each_kind(turns: Sequence[Turn[Number]]) -> list[Option]:
    """Return the options, without those with the turn of an earlier option."""
    numbered = kinds(turns)
    return [numbered.index(kind) for kind in dict.fromkeys(numbered)]


def _continuations(
    stage: Stage[Number], earlier: Path, before: Turn[Number], distinct: Sequence[Sequence[Option]], slack: Number
) -> list[tuple[Turn[Number], Path]]:
    """Return the profiles that can follow a history, each with the composed turns of its later places.

    Parameters: `before`, the history composed; `distinct`, by place the options to consider; `slack`.
    """
    place = len(earlier)
    if place == len(stage.order):
        nothing: Turn[Number] = [stage.number(Fraction(0))] * stage.problem.players, stage.number(Fraction(1))
        return [] if stage.stalls(earlier) else [(nothing, earlier)]
    player = stage.order[place]
    v, kappa = before[0][player], before[1]
    follow: list[list[tuple[Number, Turn[Number], Path]]] = []
    for option in distinct[place]:
        check()
        turn = stage.turns[place][option]
        valued = []
        after = _continuations(stage, (*earlier, option), phase.compose(before, turn), distinct, slack)
        for rest, path in after:
            r, k = phase.compose(turn, rest)
            valued.append(((r[player] + k * v) / (1 - k * kappa), (r, k), path))
        if valued:
            follow.append(valued)
    least = guaranteed([value for value, _, _ in valued] for valued in follow)
    if least is None:
        return []
    floor = least - slack
    return [(turn, path) for valued in follow for value, turn, path in valued if not value < floor]
