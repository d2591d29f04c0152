r"""Play without a deliberate miss: every player takes the best kill, set by set, in exact numbers.

If the weights of all options of a player have the same sum, all options have the same `k`. Then the worth of an option
to the player, `u = (r + k v) / (1 - k κ)`, increases with the own `r`, for every play of the others. So the player
takes the option with the largest own `r`, whatever the history: aims depend on the set of living players alone, and all
phases of a set are solved together. The `n 2^(n-1)` phases need at most `n` comparisons each, instead of a search
through `n^n` profiles. This is theorem T12 of `docs/mathematics/theorems.md`; it serves up to twelve players.

The tie rule of the problem breaks ties. Rule 3 compares win probabilities, which depend on the history, so the general
method solves problems with such ties.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from truel_ref.files import Progress
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.kernels.graphs import reached
from truel_ref.limits import check, so_far
from truel_ref.numbers import public
from truel_ref.play.announced import aims_of, largest_first, survivors
from truel_ref.play.phase import Turn, cannot_hit, values_at_every_turn, victims
from truel_ref.play.stationary import turn_of
from truel_ref.play.ties import LIKELIEST_WINNER, break_tie

__all__ = ["LISTED_UP_TO", "applies", "solve_over_sets"]

LISTED_UP_TO = 7
"""The most players of a problem whose ties are listed after every history; of more players those on the paths of the
phases are. Seven equal players have 226,270 ties, and eight would have 3 million."""


def applies(problem: Problem) -> bool:
    """Return whether the weights of all options of a player have the same sum, in every phase.

    This holds if no search contains Miss (then all sums are 1), except a search of Miss alone (then the sum is 0).

    >>> applies(Problem(["1/3", "2/3", 1], search="others")), applies(Problem(["1/3", "2/3", 1]))
    (True, False)
    """
    said = zip(problem.searches, problem.targets, strict=True)
    searched = [search for search, target in said if target is Word.OPTIMAL and problem.players > 2]
    searched += [*problem.searches_later] * (problem.target_later is Word.OPTIMAL and problem.players > 3)
    return not any(Word.MISS in search and search != (Word.MISS,) for search in searched)


class Choice(NamedTuple):
    """The choice of a player in a set of living players.

    Fields: `aims`, the options; `equal`, the indices of those with the largest own `r`; `chosen`, the index of the
    option taken; `matters`, whether equal options differ in numbers; `turn`, of the option taken.
    """

    aims: tuple[Aim, ...]
    equal: tuple[int, ...]
    chosen: int
    matters: bool
    turn: Turn


def solve_over_sets(problem: Problem, progress: Progress | None = None) -> Solution | None:
    """Return the solution of a problem without a deliberate miss; it equals `solve_by_recursion`.

    The steps for every set that can be reached, the smallest first: (1) write every option as a turn, from the smaller
    sets; (2) take the largest own `r`; (3) break ties by the tie rule; (4) compute the values `V / (1 - K)` at every
    turn. Returns None if tie rule 3 would have to choose among equal options.

    Parameters: `problem`, for which `applies` holds; `progress`, called with 1 after each set.

    >>> [str(win) for win in solve_over_sets(Problem(["1/3", "2/3", 1], search="others")).win]
    ['59/189', '34/63', '4/27']
    """
    wins: dict[Order, Any] = survivors(problem)
    phases: list[Phase] = []
    ties: list[Tie] = []
    done: list[Order] = []
    with so_far(sets=lambda: len(done)):
        for living, orders in reversed(reached_sets(problem).items()):
            check()
            choices = {player: choice(problem, living, player, wins) for player in living}
            if problem.tie_rule == LIKELIEST_WINNER and any(len(mine.equal) > 1 for mine in choices.values()):
                return None
            for seat, win in enumerate(values_at_every_turn([mine.turn for mine in choices.values()])):
                wins[living[seat:] + living[:seat]] = win
            for order in orders:
                aims, tied = announced(problem, order, [choices[player] for player in order])
                phases.append(Phase(order, aims, tuple(map(public, wins[order])), problem=problem))
                ties += tied
            done.append(living)
            if progress is not None:
                progress(1)
    return Solution(problem, largest_first(phases), largest_first(ties), method="integers")


def reached_sets(problem: Problem) -> dict[Order, set[Order]]:
    """Return the sets of living players that can be reached, each with its shooting orders, larger sets first.

    Who is on move after a hit depends on the set, the shooter and the victim alone.
    """
    found = {problem.order: {problem.order}}

    def after(living: Order) -> Iterator[Order]:
        for player in living if len(living) > 2 else ():
            for victim in victims(problem.hits[player], problem.options(living, player)):
                order = next_order(living, player, victim)
                smaller = problem.in_cycle(order)
                found.setdefault(smaller, set()).add(order)
                yield smaller

    return {living: found[living] for living in reached([problem.order], after)}


def choice(problem: Problem, living: Order, player: int, wins: Mapping[Order, Any]) -> Choice:
    """Return the choice of a player in a set, from the win probabilities at the start of the smaller phases."""
    aims = problem.options(living, player)
    turns = [turn_of(problem, living, player, aim, wins) for aim in aims]
    most = max(r[player] for r, _ in turns)
    equal = tuple(option for option, (r, _) in enumerate(turns) if r[player] == most)
    nothing = [(0,) * problem.players] * len(equal)
    chosen = equal[break_tie(problem, [aims[option] for option in equal], nothing)]
    return Choice(aims, equal, chosen, any(turns[option] != turns[chosen] for option in equal), turns[chosen])


def announced(problem: Problem, order: Order, choices: Sequence[Choice]) -> tuple[tuple[Any, ...], list[Tie]]:
    """Return the aims of a phase, and its ties; in a stalemate the predefined aims (R3.5)."""
    options = tuple(mine.aims for mine in choices)
    aims = aims_of([mine.chosen for mine in choices], problem, order, options)
    if all(cannot_hit(problem.hits[player], aim) for player, aim in zip(order, aims, strict=True)):
        return aims_of(None, problem, order, options), []
    return aims, [*ties_in(problem, order, choices)]


def ties_in(problem: Problem, order: Order, choices: Sequence[Choice]) -> Iterator[Tie]:
    """Yield the ties of a phase: those on its path, and elsewhere those whose equal options differ in numbers."""
    for seat, (aims, equal, chosen, matters, _) in enumerate(choices):
        path = tuple(mine.aims[mine.chosen] for mine in choices[:seat])
        before = [mine.aims for mine in choices[:seat]]
        everywhere = matters and problem.players <= LISTED_UP_TO
        for earlier in (product(*before) if everywhere else [path]) if len(equal) > 1 else ():
            tied = tuple(aims[option] for option in equal)
            yield Tie(order, earlier, tied, aims[chosen], earlier == path, problem=problem)
