"""What all problems of one shape have in common: their phases, the options in them, and who follows whom.

Options depend on the words of a problem and on the people, but on hit probabilities only where somebody hits with
probability 0, or where the word `Strongest` asks who hits more often. So problems that differ in nothing else share one
**shape**, which is worked out once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from truel_ref.game.aims import Aim, Word
from truel_ref.game.indices import Path
from truel_ref.game.orders import Order, next_order
from truel_ref.game.problem import Problem
from truel_ref.play.phases import reachable
from truel_ref.play.turns import Options, cannot_hit, victims

__all__ = ["MOST_PLAYERS", "Aimed", "Shape", "ShapedPhase", "Words", "shape_of", "words_of"]

MOST_PLAYERS = 8
"""Shapes of larger problems are not kept: they would fill the memory, and save nothing that shows."""

_KEPT = 64

Aimed: TypeAlias = "tuple[tuple[int, Order], ...]"
"""The targets of an option, each with the order that follows when he is hit."""


@dataclass(frozen=True)
class ShapedPhase:
    """One phase of a shape.

    Fields: `order`; `options`, by place; `aimed`, by place and option the targets with the orders that follow;
    `idle`, by place and option whether it cannot hit anybody; `is_duel`, whether two players shoot at each other and
    nothing else is possible; `is_plain`, whether somebody has a choice and all options are a single target or a miss.
    """

    order: Order
    options: Options
    aimed: tuple[tuple[Aimed, ...], ...]
    idle: tuple[tuple[bool, ...], ...]
    is_duel: bool
    is_plain: bool

    @cached_property
    def first_aims(self) -> tuple[Aim, ...]:
        """By place, the first option: what is played where nobody has a choice."""
        return tuple([mine[0] for mine in self.options])

    @cached_property
    def numbered(self) -> tuple[dict[Aim | None, int], ...]:
        """By place, the number of each option."""
        return tuple([{aim: number for number, aim in enumerate(mine)} for mine in self.options])

    @cached_property
    def pattern(self) -> tuple[tuple[bool, ...], ...]:
        """By place and option, whether somebody can be hit: what plain phases that are decided together agree in."""
        return tuple(tuple(map(bool, every)) for every in self.aimed)

    def after(self, profiles: Iterable[Path]) -> list[Order]:
        """Return the phases that some hit in some profiles of a plain phase leads to."""
        shots = {
            every[option]
            for profile in profiles
            for every, option in zip(self.aimed, profile, strict=True)
            if every[option]
        }
        return [following for ((_, following),) in shots]


@dataclass(frozen=True, eq=False)
class Shape:
    """The phases of a shape.

    Fields: `players`, how many there are; `levels`, the phases, those of as many players together, the fewest first.
    """

    players: int
    levels: tuple[tuple[ShapedPhase, ...], ...]

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
        """By order, the first row of a table of values with one row per player and phase: survivors, then the phases.

        Behind them stands one row more, for zeros.
        """
        orders = [(last,) for last in range(self.players)] + [shaped.order for level in self.levels for shaped in level]
        return {order: number * self.players for number, order in enumerate(orders)}

    @cached_property
    def largest_first(self) -> tuple[ShapedPhase, ...]:
        """The phases as a solution lists them: by size downwards, then by order."""
        return tuple(shaped for level in reversed(self.levels) for shaped in level)


_shapes: OrderedDict[Any, Shape] = OrderedDict()


def shape_of(problem: Problem) -> Shape:
    """Return the shape of a problem, the same for every problem of the same shape.

    >>> first, second = (shape_of(Problem([*hits, 1])) for hits in (["1/3", "2/3"], ["1/2", "1/5"]))
    >>> first is second, [len(level) for level in first.levels]
    (True, [6, 1])
    """
    words = words_of(problem)
    key = _told_apart(problem, words), words
    shape = _shapes.get(key)
    if shape is None:
        by_size: dict[int, list[ShapedPhase]] = {}
        for order, options in reachable(problem).items():
            by_size.setdefault(len(order), []).append(_shaped(problem, order, options))
        shape = Shape(problem.players, tuple(map(tuple, by_size.values())))
        if problem.players <= MOST_PLAYERS:
            _shapes[key] = shape
            while len(_shapes) > _KEPT:
                _shapes.popitem(last=False)
    return shape


@dataclass(frozen=True, eq=False)
class Words:
    """All of a problem but its hit probabilities and its tie rule.

    Fields: `words`; `ask_who_is_strongest`, whether the word `Strongest` is anywhere among them. Where it is not, the
    shape depends on these words and on which hit probabilities are 0.
    """

    words: tuple[Any, ...]
    ask_who_is_strongest: bool


_latest = [Words((), False)]


def words_of(problem: Problem) -> Words:
    """Return the words of a problem, the same object for every problem of the same words.

    >>> words_of(Problem(["1/3", "2/3"])) is words_of(Problem([1, 1], tie_rule=2))
    True
    """
    words = (
        problem.targets,
        problem.target_later,
        problem.search,
        problem.search_later,
        problem.random_levels,
        problem.people,
    )
    latest = _latest[0]  # read once: to compare people runs Python code, during which another thread may exchange it
    if words != latest.words:  # to compare takes a tenth of what looking up does, and many problems share them
        _latest[0] = latest = _kept_words(words)
    return latest


@lru_cache(maxsize=_KEPT)
def _kept_words(words: tuple[Any, ...]) -> Words:
    return Words(words, _asks_who_is_strongest(*words[:4]))


def _told_apart(problem: Problem, words: Words) -> tuple[int, ...]:
    """Return what counts of the hit probabilities: which are 0, and the ranks where a word asks who is strongest."""
    if words.ask_who_is_strongest:
        ranked = {hit: rank for rank, hit in enumerate(sorted({0, *problem.hits}))}
        return tuple(ranked[hit] for hit in problem.hits)
    return tuple([-1 if hit else 0 for hit in problem.hits])


def _asks_who_is_strongest(
    targets: tuple[Hashable, ...], target_later: Word, search: tuple[Hashable, ...], search_later: tuple[Hashable, ...]
) -> bool:
    """Tell whether the word `Strongest` is anywhere among the words of a problem."""
    sets = [entry if isinstance(entry, tuple) else (entry,) for entry in (*search, *search_later)]
    return Word.STRONGEST in (*targets, target_later, *(word for words in sets for word in words))


def _shaped(problem: Problem, order: Order, options: Options) -> ShapedPhase:
    hits = problem.hits
    aimed = tuple(
        tuple(_aimed(problem, order, player, aim) for aim in aims) for player, aims in zip(order, options, strict=True)
    )
    idle = tuple(
        tuple(cannot_hit(hits[player], aim) for aim in aims) for player, aims in zip(order, options, strict=True)
    )
    mutual = len(order) == 2 and [aims[0].target for aims in options] == [order[1], order[0]]
    return ShapedPhase(
        order,
        options,
        aimed,
        idle,
        mutual and all(len(aims) == 1 for aims in options),
        any(len(aims) > 1 for aims in options) and not any(aim.is_mix for aims in options for aim in aims),
    )


def _aimed(problem: Problem, order: Order, player: int, aim: Aim) -> Aimed:
    return tuple(
        (victim, next_order(order, player, victim)) for victim in aim.targets if victims(problem.hits[player], (aim,))
    )
