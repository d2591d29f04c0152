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

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any, NamedTuple

from truel_ref.files import Progress
from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Solution, Tie
from truel_ref.kernels.graphs import reached
from truel_ref.limits import check, so_far
from truel_ref.numbers import public
from truel_ref.play.phase import cannot_hit, victims
from truel_ref.play.responses import turn_of, values_at_every_turn
from truel_ref.play.stationary import reachable_sets
from truel_ref.play.ties import LIKELIEST_WINNER, break_tie

__all__ = ["LISTED_TIES", "applies", "solve_over_sets"]

LISTED_TIES = 100_000
"""The most nodes of one player in one phase in the list of ties; beyond, the list has only the node on the path."""


def applies(problem: Problem) -> bool:
    """Return whether the weights of all options of a player have the same sum, in every phase.

    This holds if no search contains Miss (then all sums are 1), except a search of Miss alone (then the sum is 0).

    >>> applies(Problem(["1/3", "2/3", 1], search="others")), applies(Problem(["1/3", "2/3", 1]))
    (True, False)
    """
    return not any(Word.MISS in search and search != (Word.MISS,) for search in searched(problem))


def searched(problem: Problem) -> list[tuple[Word, ...]]:
    """Return the search sets of players who have a choice among more than two players."""
    first = zip(problem.searches, problem.targets, strict=True)
    sets = [search for search, said in first if said is Word.OPTIMAL and problem.players > 2]
    return sets + [*problem.searches_later] * (problem.target_later is Word.OPTIMAL and problem.players > 3)


class SetPlay(NamedTuple):
    """The play of a set of living players.

    Fields: `living`, the set; then for each of these players `options`; `equal`, the indices of the options with the
    largest own `r`; `chosen`, the index of the option taken; `differs`, whether equal options differ in numbers; and
    `values`, at the player's turn.
    """

    living: Order
    options: tuple[tuple[Aim, ...], ...]
    equal: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    differs: tuple[bool, ...]
    values: list[list[Any]]


def solve_over_sets(problem: Problem, progress: Progress | None = None) -> Solution | None:
    """Return the solution of a problem without a deliberate miss; it equals `solve_by_recursion`.

    The steps for every set that can be reached, the smallest first: (1) write every option as a turn, from the smaller
    sets; (2) take the largest own `r`; (3) break ties by the tie rule; (4) compute the values `V / (1 - K)` at every
    turn. Returns None if tie rule 3 would have to choose among equal options.

    Parameters: `problem`, for which `applies` holds; `progress`, called with 1 after each set.

    >>> [str(win) for win in solve_over_sets(Problem(["1/3", "2/3", 1], search="others")).win]
    ['59/189', '34/63', '4/27']
    """
    plays: dict[Order, SetPlay] = {}
    with so_far(sets=lambda: len(plays)):
        for living in reachable_sets(problem):
            check()
            play = plays[living] = played(problem, living, plays)
            if problem.tie_rule == LIKELIEST_WINNER and max(map(len, play.equal)) > 1:
                return None
            if progress is not None:
                progress(1)
    phases: list[Phase] = []
    ties: list[Tie] = []
    for order in orders(problem, plays):
        play = plays[problem.in_cycle(order)]
        first = play.living.index(order[0])
        seats = [*range(first, len(order)), *range(first)]
        aims: list[Any] = [play.options[seat][play.chosen[seat]] for seat in seats]
        if all(map(cannot_hit, [problem.hits[player] for player in order], aims)):  # R3.5
            aims = [None if problem.has_choice(order, player) else aim for player, aim in zip(order, aims, strict=True)]
        else:
            ties += ties_in(problem, order, play, seats)
        phases.append(Phase(order, tuple(aims), tuple(map(public, play.values[first])), problem=problem))
    return Solution(problem, tuple(phases), tuple(ties), method="integers")


def played(problem: Problem, living: Order, plays: Mapping[Order, SetPlay]) -> SetPlay:
    """Return the play of a set, from that of the smaller sets."""
    mine = []
    for player in living:
        aims = problem.options(living, player)
        turns = [turn_of(problem, living, player, aim, plays) for aim in aims]
        most = max(r[player] for r, _ in turns)
        equal = tuple(option for option, (r, _) in enumerate(turns) if r[player] == most)
        nothing = [(0,) * problem.players] * len(equal)
        chosen = equal[break_tie(problem, [aims[option] for option in equal], nothing)]
        differs = any(turns[option] != turns[chosen] for option in equal)
        mine.append((aims, equal, chosen, differs, turns[chosen]))
    options, equals, chosens, differing, taken = zip(*mine, strict=True)
    return SetPlay(living, options, equals, chosens, differing, values_at_every_turn(taken))


def orders(problem: Problem, plays: Mapping[Order, SetPlay]) -> list[Order]:
    """Return the shooting orders that can be reached: the first order, then by decreasing size and by order."""

    def after(order: Order) -> Iterator[Order]:
        play = plays[problem.in_cycle(order)]
        for player, aims in zip(play.living, play.options, strict=True) if len(order) > 2 else ():
            yield from (next_order(order, player, victim) for victim in victims(problem.hits[player], aims))

    return sorted(reached([problem.order], after), key=lambda order: (-len(order), order))


def ties_in(problem: Problem, order: Order, play: SetPlay, seats: list[int]) -> Iterator[Tie]:
    """Yield the ties of a phase: those on its path, and elsewhere those whose equal options differ in numbers."""
    path = tuple(play.chosen[seat] for seat in seats)
    for depth, seat in enumerate(seats):
        if len(play.equal[seat]) > 1:
            options, counts = play.options[seat], [len(play.options[earlier]) for earlier in seats[:depth]]
            everywhere = play.differs[seat] and prod(counts) <= LISTED_TIES
            for history in product(*map(range, counts)) if everywhere else [path[:depth]]:
                yield Tie(
                    order,
                    earlier=tuple(play.options[seats[step]][option] for step, option in enumerate(history)),
                    equal=tuple(options[option] for option in play.equal[seat]),
                    chosen=options[play.chosen[seat]],
                    on_path=history == path[:depth],
                    problem=problem,
                )
