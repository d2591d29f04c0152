"""Play without a deliberate miss: everybody takes the best kill there is, announced or not.

Where all options of a player aim at somebody equally often, they all have the same `k`. What an option is worth to
him, `u = (r + k v) / (1 - k κ)`, then grows with his own `r` alone, whatever the others do and have announced: he
takes the option with the largest own `r`, that is the target with the largest `W(m, t)[m]`. So announced and
stationary play agree, aims belong to the set of living players and not to the shooting order, and all phases of a set
are solved together: in all `n 2^(n-1)` phases of at most `n` comparisons each, instead of a search through `n^n`
profiles. This is theorem T12 of `docs/mathematics.md`.

Ties are broken by the rule of the problem. Under tie rule 3 a choice among equals looks at win probabilities, and so at
announcements before; a problem with such ties is left to the general way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any, TypeAlias

from truel_ref.budget import check, so_far
from truel_ref.game.aims import Aim, Word
from truel_ref.game.announcements import Tie
from truel_ref.game.answers import Phase
from truel_ref.game.equilibrium import Living
from truel_ref.game.orders import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.numbers import Backend
from truel_ref.play.responses import turn_of, value_after, values_at_every_turn
from truel_ref.play.stationary import reachable_sets
from truel_ref.play.ties import LIKELIEST_WINNER, tie_ranks

__all__ = ["LISTED_TIES", "SetPlay", "applies", "no_miss_phases", "sets_without_a_miss"]

LISTED_TIES = 100_000
"""Nodes of one player in one phase; beyond, only the one on the path is listed, because the others are all alike."""

Progress: TypeAlias = Callable[[int], object]


def applies(problem: Problem) -> bool:
    """Tell whether every player's options aim at somebody equally often, in every phase.

    That is so where nobody who searches may miss (all his options have a sum of 1), or where all must miss.

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
    """How a set of living players plays.

    Fields: `living`; `options`, per living player; `equal`, for each the options of the largest own `r`, by index;
    `chosen`, the one taken; `values` at every turn, in numbers of the backend; `stalls`, whether nobody
    can ever be hit.
    """

    living: Living
    options: tuple[tuple[Aim, ...], ...]
    equal: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    values: tuple[Sequence[Any], ...]
    alike: tuple[bool, ...]
    """For each player whether all his equal options lead to the same numbers."""
    stalls: bool

    def at(self, mover: int) -> Sequence[Any]:
        """Return the win probabilities when this player is on move."""
        return self.values[self.living.index(mover)]


def sets_without_a_miss(
    problem: Problem, backend: Backend, progress: Progress | None = None
) -> dict[Living, SetPlay] | None:
    """Return how every set of two or more players plays that can be reached, the smallest first.

    None where tie rule 3 would have to choose among equals. The steps for a set: (1) for every option of every player
    its own `r`, from the smaller sets; (2) the largest; (3) a tie rule among equals; (4) the values `V / (1 - K)` at
    every turn.

    Parameters: `problem`, one to which this way `applies`; `backend`, which can hold its numbers; `progress`, called
    with 1 after each set.
    """
    solved: dict[Living, SetPlay] = {}
    with so_far(sets=lambda: len(solved)):
        for living in reachable_sets(problem):
            check()
            play = _solved(problem, living, solved, backend)
            if play is None:
                return None
            solved[living] = play
            if progress is not None:
                progress(1)
    return solved


def _solved(problem: Problem, living: Living, solved: Mapping[Living, SetPlay], backend: Backend) -> SetPlay | None:
    options, equal, chosen, turns, alike = [], [], [], [], []
    for player in living:
        aims = problem.options(living, player)
        own = [_own(problem, living, player, aim, solved, backend) for aim in aims]
        best = max(own)
        tied = tuple(index for index, value in enumerate(own) if value == best)
        if len(tied) > 1 and problem.if_eq == LIKELIEST_WINNER:
            return None
        taken = tied[0] if len(tied) == 1 else min(tied, key=tie_ranks(problem, aims).__getitem__)
        mine = [turn_of(problem, living, player, aims[index], solved, backend) for index in tied]
        options.append(aims)
        equal.append(tied)
        chosen.append(taken)
        turns.append(mine[tied.index(taken)])
        alike.append(all(turn == mine[0] for turn in mine))
    stalls = all(k == 1 for _, k in turns)
    return SetPlay(
        living, tuple(options), tuple(equal), tuple(chosen), tuple(values_at_every_turn(turns)), tuple(alike), stalls
    )


def _own(
    problem: Problem, living: Living, player: int, aim: Aim, solved: Mapping[Living, SetPlay], backend: Backend
) -> Any:
    """Return the own component of `r`, up to the hit probability, which is the same for all options; 0 without one."""
    if not problem.hits[player]:
        return 0
    return sum(
        backend.number(aim.weights[victim]) * value_after(problem, living, player, victim, solved, backend)[player]
        for victim in aim.targets
    )


def no_miss_phases(
    problem: Problem, backend: Backend, progress: Progress | None = None
) -> tuple[list[Phase], list[Tie]] | None:
    """Return every phase that can be reached with its material ties, as announced play gives them.

    Parameters and steps as in `sets_without_a_miss`; None where that is None. The phases come first phase first, then
    by size downwards and by order, and the ties in the same order.
    """
    solved = sets_without_a_miss(problem, backend, progress)
    if solved is None:
        return None
    public = {living: [tuple(map(backend.fraction, win)) for win in play.values] for living, play in solved.items()}
    phases: list[Phase] = []
    ties: list[Tie] = []
    for order in _orders(problem, solved):
        living = tuple(sorted(order))
        play = solved[living]
        start = living.index(order[0])
        places = [(start + step) % len(living) for step in range(len(living))]
        aims: list[Aim | None] = [play.options[place][play.chosen[place]] for place in places]
        if play.stalls:  # nobody has an allowed announcement, so who was to choose has none
            searching = [problem.has_choice(living, living[place]) for place in places]
            aims = [None if searches else aim for searches, aim in zip(searching, aims, strict=True)]
        phases.append(Phase(order, tuple(aims), public[living][start]))
        if not play.stalls:
            ties.extend(_ties(order, play, places))
    return phases, ties


def _orders(problem: Problem, solved: Mapping[Living, SetPlay]) -> list[Order]:
    """Return the shooting orders that can be reached, the first one first, then by size downwards and by order."""
    orders = {problem.first_order}
    waiting = [problem.first_order]
    while waiting:
        check()
        order = waiting.pop()
        play = solved[tuple(sorted(order))]
        for player, aims in zip(play.living, play.options, strict=True):
            for victim in {victim for aim in aims for victim in aim.targets} if problem.hits[player] else ():
                following = next_order(order, player, victim)
                if len(following) > 1 and following not in orders:
                    orders.add(following)
                    waiting.append(following)
    return sorted(orders, key=lambda order: (-len(order), order))


def _ties(order: Order, play: SetPlay, places: Sequence[int]) -> Iterator[Tie]:
    """Yield the material ties of a phase: on its path, and elsewhere those whose equal options differ in numbers."""
    path = tuple(play.chosen[place] for place in places)
    nodes: list[tuple[int, tuple[int, ...], int]] = []
    for depth, place in enumerate(places):
        if len(play.equal[place]) == 1:
            continue
        counts = [len(play.options[earlier]) for earlier in places[:depth]]
        everywhere = not play.alike[place] and prod(counts) <= LISTED_TIES
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
