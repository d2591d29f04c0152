"""Equilibria set by set: over every selection of one equilibrium for each smaller set that can be reached.

The equilibria of a set of living players depend on which equilibrium of every smaller set is played there. A
**selection** is one choice for each of them, and all are followed, up to a cap. What an equilibrium of one set is, is
the affair of whoever asks: of stationary play (`truel_ref.play.stationary`) or of other rules of fire.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Generic, TypeAlias, TypeVar

from truel_ref.budget import check
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Living

__all__ = ["CAP", "Selections", "reachable_from"]

CAP = 10_000
"""How many selections are followed."""

Node = TypeVar("Node")

Steps: TypeAlias = "Callable[[Living], set[Living]]"
"""The sets of two or more that one step can lead to from a set."""


def reachable_from(start: Living, steps: Steps) -> list[Living]:
    """Return the sets that can be reached from one, which is the last of them, the smallest first.

    >>> reachable_from((0, 1, 2), lambda living: {(0, 1), (1, 2)} if len(living) == 3 else set())
    [(0, 1), (1, 2), (0, 1, 2)]
    """
    sets = {start}
    open_sets = [start]
    while open_sets:
        check()
        for left in steps(open_sets.pop()) - sets:
            sets.add(left)
            open_sets.append(left)
    return sorted(sets, key=lambda left: (len(left), left))


class Selections(Generic[Node]):
    """Finds the equilibria of each set once for every selection of the sets below it, and keeps them.

    Parameters: `steps`, where one step can lead; `solve`, the equilibria of a set over a selection, in canonical order.

    >>> search = Selections(lambda living: {living[:2]} if len(living) > 2 else set(), lambda living, below: [living])
    >>> search.ways((0, 1, 2), cap=10)
    ([{(0, 1): (0, 1)}], True)
    """

    def __init__(self, steps: Steps, solve: Callable[[Living, Mapping[Living, Node]], list[Node]]) -> None:
        self.steps = steps
        self.solve = solve
        self.known: dict[tuple[Living, tuple[int, ...]], list[Node]] = {}
        self.dead_ends: list[tuple[Living, Mapping[Living, Node]]] = []
        self._below: dict[Living, list[Living]] = {}

    def ways(
        self,
        whole: Living,
        cap: int,
        progress: Progress | None = None,
        follows: Callable[[Node], bool] = lambda node: True,
    ) -> tuple[list[dict[Living, Node]], bool]:
        """Return every selection of an equilibrium for each set below one, and whether the cap left none out.

        Parameters: `whole`; `cap`; `progress`, called with 1 after each set; `follows`, whether a selection may rest on
        an equilibrium.
        """
        ways: list[dict[Living, Node]] = [{}]
        complete = True
        for living in reachable_from(whole, self.steps)[:-1]:
            grown = ({**way, living: node} for way in ways for node in self.equilibria(living, way) if follows(node))
            ways = list(islice(grown, cap))
            complete = complete and next(grown, None) is None
            if progress is not None:
                progress(1)
        return ways, complete

    def equilibria(self, living: Living, way: Mapping[Living, Node]) -> list[Node]:
        """Return the equilibria of a set under a selection, which may choose for other sets, too."""
        check()
        if living not in self._below:
            self._below[living] = reachable_from(living, self.steps)[:-1]
        selected = {left: way[left] for left in self._below[living]}
        key = (living, tuple(map(id, selected.values())))
        if key not in self.known:
            self.known[key] = self.solve(living, selected)
            if not self.known[key]:
                self.dead_ends.append((living, selected))
        return self.known[key]
