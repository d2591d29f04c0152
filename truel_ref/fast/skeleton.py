"""Skeletons: the phases that several problems share, the options in them, and the phases that follow.

Options depend on the words of a problem and on the people. They depend on hit probabilities in only two ways: which
are 0, and, with the word `Strongest`, their order. So problems that agree in these share one **skeleton**, which is
computed once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, groupby
from typing import Any, TypeAlias

from truel_ref.game.aims import Aim, Word
from truel_ref.game.people import Order, Path, next_order
from truel_ref.game.problem import Problem
from truel_ref.play.phases import reachable
from truel_ref.play.turns import Options, victims

__all__ = ["MOST_PLAYERS", "PhaseSkeleton", "Skeleton", "Words", "ask_who_is_strongest", "skeleton_of"]

MOST_PLAYERS = 8
"""The most players of a cached skeleton; larger skeletons would fill the memory and save little time."""

_KEPT = 64  # the most cached skeletons, those used last

Words: TypeAlias = "tuple[Any, ...]"
"""All fields of a problem except its hit probabilities and its tie rule."""


@dataclass(frozen=True)
class PhaseSkeleton:
    """One phase of a skeleton.

    Fields: `order`; `options`, by place; `later`, by place and option the phases that a hit leads to;
    `is_duel`, whether the only options of two players are to shoot at each other; `is_plain`, whether somebody has a
    choice and all options are a single target or a miss.
    """

    order: Order
    options: Options
    later: tuple[tuple[tuple[Order, ...], ...], ...]
    is_duel: bool
    is_plain: bool

    @cached_property
    def first_aims(self) -> tuple[Aim, ...]:
        """By place, the first option: the aims of a phase in which nobody has a choice."""
        return tuple([mine[0] for mine in self.options])

    @property
    def is_fixed(self) -> bool:
        """Whether every player has one option, which is not a mix."""
        return all(len(mine) == 1 and not mine[0].is_mix for mine in self.options)

    @cached_property
    def pattern(self) -> tuple[tuple[bool, ...], ...]:
        """By place and option, whether the option can hit somebody: alike plain phases have equal patterns."""
        return tuple(tuple(map(bool, every)) for every in self.later)

    def after(self, profiles: Iterable[Path]) -> list[Order]:
        """Return the phases that hits in some profiles of a plain phase lead to."""
        hits = (
            every[option] for path in profiles for every, option in zip(self.later, path, strict=True) if every[option]
        )
        return list({following for (following,) in hits})


@dataclass(frozen=True, eq=False)
class Skeleton:
    """The phases of a skeleton.

    Fields: `players`, the number of players; `levels`, the phases grouped by number of players, the fewest first.
    """

    players: int
    levels: tuple[tuple[PhaseSkeleton, ...], ...]

    @cached_property
    def is_plain(self) -> bool:
        """Whether every phase is a duel, or plain."""
        return all(shaped.is_duel or shaped.is_plain for level in self.levels for shaped in level)

    @cached_property
    def has_plain(self) -> bool:
        """Whether some phase is plain."""
        return any(shaped.is_plain for level in self.levels for shaped in level)

    @cached_property
    def rows(self) -> dict[Order, int]:
        """By order, the first row in a table of values with one row per player and phase: survivors, then the phases.

        The table ends with a row of zeros.
        """
        orders = [(last,) for last in range(self.players)] + [shaped.order for level in self.levels for shaped in level]
        return {order: number * self.players for number, order in enumerate(orders)}

    @cached_property
    def largest_first(self) -> tuple[PhaseSkeleton, ...]:
        """The phases as a solution lists them: by decreasing size, then by order."""
        return tuple(shaped for level in reversed(self.levels) for shaped in level)


_skeletons: OrderedDict[Any, Skeleton] = OrderedDict()


def skeleton_of(problem: Problem) -> Skeleton:
    """Return the skeleton of a problem; while it is cached, all problems of a skeleton share one object.

    >>> first, second = (skeleton_of(Problem([*hits, 1])) for hits in (["1/3", "2/3"], ["1/2", "1/5"]))
    >>> first is second, [len(level) for level in first.levels]
    (True, [6, 1])
    """
    words = problem.words
    key = _told_apart(problem, words), words
    with suppress(KeyError):  # not cached, or removed by another thread
        _skeletons.move_to_end(key)
        return _skeletons[key]
    by_size = groupby(reachable(problem).items(), key=lambda phase: len(phase[0]))
    levels = [tuple([_phase_skeleton(problem, *phase) for phase in level]) for _, level in by_size]
    skeleton = Skeleton(problem.players, tuple(levels))
    if problem.players <= MOST_PLAYERS:
        _skeletons[key] = skeleton
        while len(_skeletons) > _KEPT:
            _skeletons.popitem(last=False)
    return skeleton


@lru_cache(maxsize=_KEPT)
def ask_who_is_strongest(words: Words) -> bool:
    """Return whether the word `Strongest` is among the words of a problem.

    If it is not, the skeleton depends on these words and on which hit probabilities are 0.
    """
    targets, target_later, search, search_later, *_ = words
    sets = [entry if isinstance(entry, tuple) else (entry,) for entry in (*search, *search_later)]
    return Word.STRONGEST in (*targets, target_later, *chain.from_iterable(sets))


def _told_apart(problem: Problem, words: Words) -> tuple[int, ...]:
    """Return what the skeleton uses of the hit probabilities: which are 0, and their ranks if `Strongest` occurs."""
    if ask_who_is_strongest(words):
        ranked = {hit: rank for rank, hit in enumerate(sorted({0, *problem.hits}))}
        return tuple(ranked[hit] for hit in problem.hits)
    return tuple([-1 if hit else 0 for hit in problem.hits])


def _phase_skeleton(problem: Problem, order: Order, options: Options) -> PhaseSkeleton:
    def later(player: int, aim: Aim) -> tuple[Order, ...]:
        return tuple(next_order(order, player, victim) for victim in victims(problem.hits[player], (aim,)))

    single = all(len(aims) == 1 for aims in options)
    return PhaseSkeleton(
        order,
        options,
        tuple(tuple(later(player, aim) for aim in aims) for player, aims in zip(order, options, strict=True)),
        is_duel=single and [aims[0].target for aims in options] == list(reversed(order)) and len(order) == 2,
        is_plain=not single and not any(aim.is_mix for aims in options for aim in aims),
    )
