r"""Play without a deliberate miss: every player takes the best kill, in announced and in stationary play.

The answer equals that of `truel_ref.play.phases.solve_phases`.

If the weights of all options of a player have the same sum, all options have the same `k`. Then the worth of an option
to the player, `u = (r + k v) / (1 - k κ)`, increases with the own `r`, for every play of the others. So the player
takes the option with the largest own `r`, that is the target with the largest `W(m, t)[m]`. Hence announced and
stationary play agree, and aims depend on the set of living players alone, so all phases of a set are solved together.
The `n 2^(n-1)` phases need at most `n` comparisons each, instead of a search through `n^n` profiles. This is theorem
T12 of `docs/mathematics/theorems.md`.

The tie rule of the problem breaks ties. Rule 3 compares win probabilities, which depend on the history, so the general
method solves problems with such ties.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from truel_ref.budget import check, so_far
from truel_ref.files import Progress
from truel_ref.game.aims import Aim, Word
from truel_ref.game.equilibrium import Living
from truel_ref.game.people import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Phase, Tie
from truel_ref.kernels.graphs import reached
from truel_ref.numbers import inside, public
from truel_ref.play.responses import turn_of, value_after, values_at_every_turn
from truel_ref.play.stationary import reachable_sets
from truel_ref.play.ties import LIKELIEST_WINNER, tie_ranks
from truel_ref.play.turns import victims

__all__ = [
    "LISTED_TIES",
    "SetPlay",
    "applies",
    "no_miss_phases",
    "sets_without_a_miss",
]

LISTED_TIES = 100_000
"""The most nodes of one player in one phase in the list of ties; beyond, the list has only the node on the path."""


def applies(problem: Problem) -> bool:
    """Return whether the weights of all options of a player have the same sum, in every phase.

    This holds if no search contains Miss (then all sums are 1), except a search of Miss alone (then the sum is 0).

    >>> applies(Problem(["1/3", "2/3", 1], search="others")), applies(Problem(["1/3", "2/3", 1]))
    (True, False)
    """
    searches = [
        search
        for search, said in zip(problem.searches, problem.targets, strict=True)
        if said is Word.OPTIMAL and problem.players > 2
    ]
    if problem.target_later is Word.OPTIMAL and problem.players > 3:
        searches += problem.searches_later
    return all(Word.MISS not in search or search == (Word.MISS,) for search in searches)


@dataclass(frozen=True)
class SetPlay:
    """The play of a set of living players.

    Fields: `living`, the set; `options`, per living player; `equal`, for each player the indices of the options with
    the largest own `r`; `chosen`, the index of the chosen option; `values`, at every turn, in numbers inside; `stalls`,
    whether nobody can ever be hit.
    """

    living: Living
    options: tuple[tuple[Aim, ...], ...]
    equal: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    values: tuple[Sequence[Any], ...]
    alike: tuple[bool, ...]
    """For each player whether all equal options have equal numbers."""
    stalls: bool

    def at(self, mover: int) -> Sequence[Any]:
        """Return the win probabilities when this player is on move."""
        return self.values[self.living.index(mover)]


def sets_without_a_miss(problem: Problem, progress: Progress | None = None) -> dict[Living, SetPlay] | None:
    """Return the play of every set of two or more players that can be reached, the smallest first.

    Returns None if tie rule 3 would have to choose among equal options. The steps for a set: (1) compute the own `r` of
    every option of every player, from the smaller sets; (2) take the largest; (3) break ties by the tie rule;
    (4) compute the values `V / (1 - K)` at every turn.

    Parameters: `problem`, for which `applies` holds; `progress`, called with 1 after each set.
    """
    solved: dict[Living, SetPlay] = {}
    with so_far(sets=lambda: len(solved)):
        for living in reachable_sets(problem):
            check()
            play = _solved(problem, living, solved)
            if play is None:
                return None
            solved[living] = play
            if progress is not None:
                progress(1)
    return solved


def _solved(problem: Problem, living: Living, solved: Mapping[Living, SetPlay]) -> SetPlay | None:
    options, equal, chosen, turns, alike = [], [], [], [], []
    for player in living:
        aims = problem.options(living, player)
        own = [_own(problem, living, player, aim, solved) for aim in aims]
        best = max(own)
        tied = tuple(index for index, value in enumerate(own) if value == best)
        if len(tied) > 1 and problem.if_eq == LIKELIEST_WINNER:
            return None
        taken = tied[0] if len(tied) == 1 else min(tied, key=tie_ranks(problem, aims).__getitem__)
        mine = [turn_of(problem, living, player, aims[index], solved) for index in tied]
        options.append(aims)
        equal.append(tied)
        chosen.append(taken)
        turns.append(mine[tied.index(taken)])
        alike.append(all(turn == mine[0] for turn in mine))
    stalls = all(k == 1 for _, k in turns)
    return SetPlay(
        living, tuple(options), tuple(equal), tuple(chosen), tuple(values_at_every_turn(turns)), tuple(alike), stalls
    )


def _own(problem: Problem, living: Living, player: int, aim: Aim, solved: Mapping[Living, SetPlay]) -> Any:
    """Return the own component of `r` without its factor, the hit probability, which all options share."""
    if not problem.hits[player]:
        return 0
    return sum(
        inside(aim.weights[victim]) * value_after(problem, living, player, victim, solved)[player]
        for victim in aim.targets
    )


def no_miss_phases(problem: Problem, progress: Progress | None = None) -> tuple[list[Phase], list[Tie]] | None:
    """Return every phase that can be reached, and their ties, as in announced play.

    The list begins with the first phase; the other phases follow by decreasing size and by order, and the ties in the
    order of their phases. The result is None if `sets_without_a_miss` returns None.

    Parameters: `problem`, for which `applies` holds; `progress`, called with 1 after each set.
    """
    solved = sets_without_a_miss(problem, progress)
    if solved is None:
        return None
    values = {living: [tuple(map(public, win)) for win in play.values] for living, play in solved.items()}
    phases: list[Phase] = []
    ties: list[Tie] = []
    for order in _orders(problem, solved):
        living = tuple(sorted(order))
        play = solved[living]
        start = living.index(order[0])
        places = [(start + step) % len(living) for step in range(len(living))]
        aims: list[Aim | None] = [play.options[place][play.chosen[place]] for place in places]
        if play.stalls:  # nobody has an allowed announcement
            searching = [problem.has_choice(living, living[place]) for place in places]
            aims = [None if searches else aim for searches, aim in zip(searching, aims, strict=True)]
        phases.append(Phase(order, tuple(aims), values[living][start]))
        if not play.stalls:
            ties.extend(_ties(order, play, places))
    return phases, ties


def _orders(problem: Problem, solved: Mapping[Living, SetPlay]) -> list[Order]:
    """Return the shooting orders that can be reached: the first order, then by decreasing size and by order."""

    def following(order: Order) -> Iterator[Order]:
        play = solved[tuple(sorted(order))]
        for player, aims in zip(play.living, play.options, strict=True) if len(order) > 2 else ():
            yield from (next_order(order, player, victim) for victim in victims(problem.hits[player], aims))

    return sorted(reached([problem.first_order], following), key=lambda order: (-len(order), order))


def _ties(order: Order, play: SetPlay, places: Sequence[int]) -> Iterator[Tie]:
    """Yield the ties of a phase: those on its path, and elsewhere those whose equal options differ in numbers."""
    path = tuple(play.chosen[place] for place in places)
    nodes: list[tuple[int, tuple[int, ...], int]] = []
    for depth, place in enumerate(places):
        if len(play.equal[place]) == 1:
            continue
        counts = [len(play.options[earlier]) for earlier in places[:depth]]
        everywhere = not play.alike[place] and math.prod(counts) <= LISTED_TIES
        lists = product(*map(range, counts)) if everywhere else [path[:depth]]
        nodes.extend((depth, earlier, place) for earlier in lists)
    for depth, earlier, place in sorted(nodes):
        yield Tie(
            order,
            earlier=tuple(play.options[places[step]][option] for step, option in enumerate(earlier)),
            equal=tuple(play.options[place][option] for option in play.equal[place]),
            chosen=play.options[place][play.chosen[place]],
            on_path=earlier == path[:depth],
        )
