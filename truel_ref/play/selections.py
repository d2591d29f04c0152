"""Equilibria set by set, the smallest first, over all selections.

The equilibria of a set of living players depend on the equilibria that are played in the smaller sets. A **selection**
chooses one equilibrium for each smaller set (R8.6). The caller defines the equilibria of one set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Generic, TypeAlias, TypeVar

from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.people import Order
from truel_ref.game.problem import Problem
from truel_ref.limits import check
from truel_ref.numbers import read_count
from truel_ref.play.ties import break_tie

__all__ = ["CAP", "Selections", "Steps", "choices", "reachable_from", "sets_after"]

CAP = 10_000
"""The largest number of selections that a search follows, by default."""

CAP_LIMIT = 10**9
"""The most selections; fewer already fill any memory."""

Found = TypeVar("Found")

Steps: TypeAlias = Callable[[Order], set[Order]]
"""The sets of two or more that one step can lead to from a set."""


def reachable_from(start: Order, steps: Steps) -> list[Order]:
    """Return the sets that can be reached from a set, the smallest first; `start` is the last.

    >>> reachable_from((0, 1, 2), lambda living: {(0, 1), (1, 2)} if len(living) == 3 else set())
    [(0, 1), (1, 2), (0, 1, 2)]
    """
    found, left = {start}, [start]
    for living in left:  # the list grows during the loop
        check()
        left += sorted(steps(living) - found)
        found.update(left)
    return sorted(found, key=lambda living: (len(living), [start.index(player) for player in living]))


def sets_after(problem: Problem, living: Order) -> set[Order]:
    """Return the sets of two or more players that one elimination can lead to.

    >>> sets_after(Problem(["1/3", "2/3", 1], targets=["Miss", "C", "B"]), (0, 1, 2))
    {(0, 1), (0, 2)}
    """
    shooters = [player for player in living if problem.hits[player]]
    victims = {victim for player in shooters for aim in problem.options(living, player) for victim in aim.targets}
    return {tuple(one for one in living if one != victim) for victim in victims} if len(living) > 2 else set()


def choices(problem: Problem, living: Order, player: int) -> tuple[Aim, ...]:
    """Return the options that a player may have in an equilibrium, in canonical order.

    A player with `p = 0` and a choice has only the option that the tie rule prefers, because all options are equal
    (R8.5).

    >>> [str(aim) for aim in choices(Problem([0, "1/2", 1]), (0, 1, 2), 0)]
    ['C']
    """
    aims = problem.options(living, player)
    if problem.hits[player] or len(aims) == 1:
        return aims
    return (aims[break_tie(problem, aims, [(1,) * problem.players] * len(aims))],)


class Selections(Generic[Found]):
    """The equilibria of each set, solved once for every selection of equilibria of the sets below it.

    Parameters: `whole`, the set of all players; `steps`, gives the sets that one step can lead to; `solve`, gives the
    equilibria of a set under a selection, in canonical order; `cap`, the largest number of selections.

    Attributes: `complete`, whether the cap left no selection out; `dead_ends`, the sets without an equilibrium under a
    selection.

    >>> steps = lambda living: {living[:2]} if len(living) > 2 else set()
    >>> two = Selections((0, 1, 2), steps, lambda living, below: "ab")
    >>> two.ways(), two.complete
    ([{(0, 1): 'a'}, {(0, 1): 'b'}], True)
    """

    def __init__(
        self, whole: Order, steps: Steps, solve: Callable[[Order, Mapping[Order, Found]], Any], cap: int = CAP
    ) -> None:
        self.whole, self.steps, self.solve = whole, steps, solve
        self.cap = read_count(cap, "cap", 1, CAP_LIMIT)
        self.complete = True
        self.known: dict[Any, list[Found]] = {}
        self.dead_ends: list[tuple[Order, Mapping[Order, Found]]] = []
        self._below: dict[Order, list[Order]] = {}

    def ways(
        self, progress: Progress | None = None, follows: Callable[[Found], bool] = lambda found: True
    ) -> list[dict[Order, Found]]:
        """Return every selection of equilibria for the smaller sets.

        Parameters: `progress`, called with 1 after each set; `follows`, whether a selection may use an equilibrium.
        """
        ways: list[dict[Order, Found]] = [{}]
        for living in reachable_from(self.whole, self.steps)[:-1]:
            grown = ({**way, living: one} for way in ways for one in self.equilibria(living, way) if follows(one))
            ways = list(islice(grown, self.cap))
            self.complete = self.complete and next(grown, None) is None
            if progress is not None:
                progress(1)
        return ways

    def equilibria(self, living: Order, way: Mapping[Order, Found]) -> list[Found]:
        """Return the equilibria of a set under a selection, which may contain other sets, too."""
        check()
        if living not in self._below:
            self._below[living] = reachable_from(living, self.steps)[:-1]
        selected = {left: way[left] for left in self._below[living]}
        key = (living, *map(id, selected.values()))
        if key not in self.known:
            self.known[key] = list(self.solve(living, selected))
            if not self.known[key]:
                self.dead_ends.append((living, selected))
        return self.known[key]
