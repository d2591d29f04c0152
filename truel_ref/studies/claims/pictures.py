"""Questions of claims to maps: winners, who misses, who aims at random, shares of pixels; every map is made once.

The **winner** of a pixel is the player with the strictly highest win probability; if several players share it, there
is no winner. Maps store win probabilities as doubles in their exact order: two are equal if and only if the
probabilities are. So no result depends on rounding.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from truel_ref.errors import ProblemError
from truel_ref.explain.outcomes import all_outcomes
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.problem import TIE_RULES, Problem
from truel_ref.game.solution import Outcome, Solution
from truel_ref.kernels.memory import remembered
from truel_ref.maps import MapData, MapSpec, build
from truel_ref.maps.plays import Aims
from truel_ref.numbers import percent_text
from truel_ref.studies.claims.winners import Standing, winner_regions
from truel_ref.symbolic.partition import Partition, regions
from truel_ref.symbolic.pieces import RegionAims

if TYPE_CHECKING:
    import numpy as np

__all__ = ["ClaimPicture", "Count", "Pictures"]

POINTS = 300

WINNER_PRECISION = Fraction(1, 10**5)
"""Largest width of the enclosure of a region of `Pictures.winners`: four digits are certain, in seconds."""


@dataclasses.dataclass(frozen=True)
class Count:
    """A number of pixels, and the number of all pixels.

    >>> str(Count(151, 451)), Count(1, 3).share
    ('151 of 451 = 33.481 %', Fraction(1, 3))
    """

    some: int
    every: int

    @property
    def share(self) -> Fraction:
        """The share of the pixels."""
        return Fraction(self.some, self.every)

    def __str__(self) -> str:
        return f"{self.some:,} of {self.every:,} = {percent_text(self.share)}"


class ClaimPicture:
    """A map of the whole square, with the questions of claims.

    Parameters: `data`, a map with `a_above_b`.

    >>> picture = ClaimPicture(build(MapSpec(Problem([0, 0, 1]), 10, a_above_b=True)))
    >>> print(picture.count(picture.wins(0)))
    49 of 121 = 40.496 %
    >>> print(picture.count(picture.somebody(picture.misses), picture.triangle & picture.inner))
    39 of 45 = 86.667 %
    """

    def __init__(self, data: MapData) -> None:
        self.data = data
        self.points = data.spec.points
        self.players = data.spec.problem.players

    # -- parts of the square

    @cached_property
    def square(self) -> np.ndarray:
        """All pixels, the edges included."""
        return self.data.inside

    @cached_property
    def inner(self) -> np.ndarray:
        """The pixels with `0 < pA < 1` and `0 < pB < 1`."""
        import numpy as np

        steps = np.arange(self.points + 1)
        within = (steps > 0) & (steps < self.points)
        return within[:, np.newaxis] & within

    @cached_property
    def triangle(self) -> np.ndarray:
        """The pixels with `pA <= pB`."""
        import numpy as np

        return np.tri(self.points + 1, dtype=bool).T

    @cached_property
    def below(self) -> np.ndarray:
        """The pixels with `pA < pB`."""
        import numpy as np

        return ~np.tri(self.points + 1, dtype=bool)

    @cached_property
    def half_open(self) -> np.ndarray:
        """The pixels with `pA < 1` and `pB < 1`, points x points of them."""
        import numpy as np

        before = np.arange(self.points + 1) < self.points
        return before[:, np.newaxis] & before

    def count(self, which: np.ndarray, part: np.ndarray | None = None) -> Count:
        """Count pixels of a part, by default of the whole square."""
        inside = self.square if part is None else part
        return Count(int((which & inside).sum()), int(inside.sum()))

    # -- who wins

    @cached_property
    def winner(self) -> np.ndarray:
        """Per pixel the player with the strictly highest win probability, -1 if several players share it."""
        import numpy as np

        best = self.data.win == self.data.win.max(axis=-1, keepdims=True)
        return np.where(best.sum(axis=-1) == 1, best.argmax(axis=-1), -1)

    def wins(self, player: int) -> np.ndarray:
        """Per pixel whether a player is the winner."""
        won: np.ndarray = self.winner == player
        return won

    @property
    def shared(self) -> np.ndarray:
        """Per pixel whether several players share the highest win probability."""
        return self.winner < 0

    # -- aims

    def marked(self, kind: Callable[[int, Aim], bool]) -> np.ndarray:
        """Per pixel and player whether the aim is of a kind: a function of the player and the aim."""
        import numpy as np

        table = [[aim is not None and kind(player, aim) for player, aim in enumerate(aims)] for aims in self.data.aims]
        marks: np.ndarray = np.array([*table, [False] * self.players])[self.data.index]
        return marks

    @cached_property
    def misses(self) -> np.ndarray:
        """Per pixel and player whether the player misses on purpose."""
        return self.marked(lambda player, aim: aim.is_miss)

    @cached_property
    def mixes(self) -> np.ndarray:
        """Per pixel and player whether the aim is a mix, equal or not."""
        return self.marked(lambda player, aim: aim.is_mix)

    @cached_property
    def selfs(self) -> np.ndarray:
        """Per pixel and player whether the aim is Self."""
        return self.marked(lambda player, aim: aim.target == player)

    @staticmethod
    def somebody(kind: np.ndarray) -> np.ndarray:
        """Per pixel whether the aim of at least one player is of a kind."""
        import numpy as np

        anybody: np.ndarray = np.any(kind, axis=-1)
        return anybody

    def the_winner(self, kind: np.ndarray) -> np.ndarray:
        """Per pixel whether there is a winner whose aim is of a kind."""
        import numpy as np

        own = np.take_along_axis(kind, np.maximum(self.winner, 0)[..., np.newaxis], axis=-1)[..., 0]
        return own & (self.winner >= 0)

    # -- pixels

    def places(self, which: np.ndarray) -> list[tuple[int, int]]:
        """Return pixels as rows and columns."""
        import numpy as np

        return [(int(row), int(column)) for row, column in np.argwhere(which)]

    def named(self, row: int, column: int) -> str:
        """Return a pixel as its hit probabilities."""
        return "[" + ", ".join(map(str, self.data.spec.at(row, column).hits)) + "]"

    def tie_towards(self, row: int, column: int, aims: Aims) -> str:
        """Return in words the first tie of the first phase at a pixel between the chosen and other aims."""
        solution = self.data.answer_at(row, column)
        for tie in solution.ties:
            place = len(tie.earlier)
            mine = tie.order == solution.problem.order and tie.earlier == aims[:place]
            if mine and tie.chosen != aims[place] and aims[place] in tie.equal:
                return str(tie)
        return "the tie is in a later phase"

    def however(self, which: np.ndarray, kind: Callable[[int, Aim], bool], of_winner: bool) -> list[tuple[int, int]]:
        """Return the pixels at which an aim is of a kind in every optimal outcome, for all ways of breaking ties.

        The solutions under the other tie rules come first: if one of them is a counterexample, the many other ways need
        not be listed.

        Parameters: `which`, the pixels; `kind`, a function of a player and an aim; `of_winner`, whether only the aim of
        the winner of each outcome counts, or of any player.

        Raises `ProblemError` for a pixel with too many ways of breaking ties.
        """

        def holds(outcome: Outcome | Solution) -> bool:
            best = [player for player, win in enumerate(outcome.win) if win == max(outcome.win)]
            players = (best if len(best) == 1 else []) if of_winner else range(self.players)
            aims = ((player, outcome.aims[player]) for player in players)
            return any(aim is not None and kind(player, aim) for player, aim in aims)

        def always(row: int, column: int) -> bool:
            problem = self.data.spec.at(row, column)
            if not all(holds(solve(problem.changed(tie_rule=rule))) for rule in TIE_RULES):
                return False
            listed = all_outcomes(problem)
            if not listed.complete and all(map(holds, listed.outcomes)):
                raise ProblemError(f"{self.named(row, column)}: its ways of breaking ties are too many to be listed")
            return all(map(holds, listed.outcomes))

        return [place for place in self.places(which) if always(*place)]

    def boundary_like(self) -> np.ndarray:
        """Per pixel whether two hit probabilities are equal, or the hit probability of A or B is 0 or 1."""
        import numpy as np

        steps = np.arange(self.points + 1)
        edge: np.ndarray = np.array(~self.inner)
        edge[steps, steps] = True
        for hit in self.data.spec.problem.hits[2:]:
            at = hit * self.points
            if at.denominator == 1:
                edge[int(at), :] = edge[:, int(at)] = True
        return edge


class Pictures:
    """The maps and exact regions for claims, each made once.

    Parameters: `jobs`, the number of processes; `report`, called with a line before each map.
    """

    def __init__(self, jobs: int = 1, report: Callable[[str], object] | None = None) -> None:
        self._jobs = jobs
        self._report = report

    def square(self, *others: object, points: int = POINTS, **fields: Any) -> ClaimPicture:
        """Return the picture of the whole square for the hit probabilities from C on; `fields` as for `Problem`."""
        return self._picture(MapSpec(Problem([0, 0, *others], **fields), points, a_above_b=True))

    @remembered
    def _picture(self, spec: MapSpec) -> ClaimPicture:
        self._tell(f"map: {spec.title()}, {spec.points} points")
        return ClaimPicture(build(spec, jobs=self._jobs))

    @remembered
    def regions(self, hit_of_c: str, search: str = "Others, Miss") -> Partition[RegionAims]:
        """Return the exact regions of three players for a hit probability of C and a search."""
        self._tell(f"regions: pC = {hit_of_c}, search {{{search}}}")
        return regions([None, None, hit_of_c], search=search)

    def winners(self, targets: Sequence[str] | None = None) -> Partition[Standing | None]:
        """Return the square for pC = 1 cut by who wins most often, and who misses.

        Parameters: `targets`, as for `Problem`, by default all optimal.
        """
        return self._winners(tuple(targets or ()))

    @remembered
    def _winners(self, targets: tuple[str, ...]) -> Partition[Standing | None]:
        self._tell(f"winners: pC = 1, targets {', '.join(targets) or 'Optimal'}")
        return winner_regions(targets or None, WINNER_PRECISION)

    def _tell(self, line: str) -> None:
        if self._report is not None:
            self._report(line)
