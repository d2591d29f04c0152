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

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from truel_ref.files import Progress
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.limits import check, so_far
from truel_ref.numbers import public
from truel_ref.play.announced import Options, aims_of, largest_first, survivors
from truel_ref.play.phase import values_at_every_turn
from truel_ref.play.selections import SetPlay, orders_after
from truel_ref.play.stationary import Option, best_kills, reachable_sets
from truel_ref.play.ties import LIKELIEST_WINNER, break_tie

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
        for living, orders in reached_phases(problem).items():
            check()
            options = {player: problem.options(living, player) for player in living}
            best = {player: best_kills(problem, living, player, options[player], wins) for player in living}
            if problem.tie_rule == LIKELIEST_WINNER and any(len(equal) > 1 for equal in best.values()):
                return None
            taken = {
                player: equal[break_tie(problem, [one.aim for one in equal], [one.turn[0] for one in equal])]
                for player, equal in best.items()
            }
            turns = [one.turn for one in taken.values()]
            wins |= SetPlay(living, (), values_at_every_turn(turns), strict=False).wins()
            stalls = all(k == 1 for _, k in turns)
            for order in orders:
                aims = tuple(taken[player].aim for player in order)
                mine = tuple(options[player] for player in order)
                if stalls:  # nobody can be hit: the predefined aims (R3.5), and no ties
                    aims = aims_of(None, problem, order, mine)
                else:
                    ties += ties_in(problem, order, mine, aims, [best[player] for player in order])
                phases.append(Phase(order, aims, tuple(map(public, wins[order])), problem=problem))
            done.append(living)
            if progress is not None:
                progress(1)
    return Solution(problem, largest_first(phases), largest_first(ties), method="integers")


def reached_phases(problem: Problem) -> dict[Order, set[Order]]:
    """Return the sets of living players that can be reached, the smallest first, each with its shooting orders.

    Who is on move after a hit depends on the set, the shooter and the victim alone.
    """
    found = {living: set[Order]() for living in reachable_sets(problem)}
    found[problem.order].add(problem.order)
    for living in found:
        for order in orders_after(problem, living) if len(living) > 2 else ():
            found[problem.in_cycle(order)].add(order)
    return found


def ties_in(
    problem: Problem, order: Order, options: Options, aims: tuple[Aim, ...], best: Sequence[Sequence[Option]]
) -> Iterator[Tie]:
    """Yield the ties of a phase: those on its path, and elsewhere those whose equal options differ in numbers."""
    for seat, equal in enumerate(best):
        path, matters = aims[:seat], any(one.turn != equal[0].turn for one in equal)
        everywhere = matters and problem.players <= LISTED_UP_TO
        for earlier in (product(*options[:seat]) if everywhere else [path]) if len(equal) > 1 else ():
            tied = tuple(one.aim for one in equal)
            yield Tie(order, earlier, tied, aims[seat], earlier == path, problem=problem)
