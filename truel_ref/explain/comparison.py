"""Announced play beside stationary play: whether announcing changes the aims, and who gains by it."""

from __future__ import annotations

from collections.abc import Iterable
from operator import sub
from typing import ClassVar, Unpack

from truel_ref.errors import RecordError, refuse
from truel_ref.fast.solving import admit_profiles, solve
from truel_ref.files import Progress
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.parts import PerPlayer, by_player
from truel_ref.game.problem import AnyProblem, Problem, Statement, stated, states_a_problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import Number
from truel_ref.play.stationary import equilibria
from truel_ref.records.record import Record, frozen
from truel_ref.records.table import Cell, Percent, Table


@frozen
class Comparison(Record):
    """A problem in both ways to play.

    Fields: `announced`, the solution; `stationary`, the pure stationary equilibria (with mixes if they were asked for).
    JSON has both, and each player's gain by announcing.

    >>> comparison = compare(["1/2", "2/5", "3/5"])
    >>> Comparison.from_json(comparison.to_json()) == comparison
    True
    """

    announced: Solution
    stationary: Equilibria

    _keys: ClassVar[tuple[str, ...]] = ("announced", "stationary", "same_aims", "gains")

    def __post_init__(self) -> None:
        differs = self.stationary.problem != self.announced.problem
        refuse(RecordError, (differs, "stationary: its problem is not that of announced play"))

    @property
    def problem(self) -> Problem:
        """The problem."""
        return self.announced.problem

    @property
    def same_aims(self) -> bool:
        """Whether there is only one stationary equilibrium, with the aims of announced play in the first phase."""
        return len(self.stationary) == 1 and self.stationary[0].aims == self.announced.phases[0].aims

    @property
    def gains(self) -> tuple[PerPlayer[Number], ...]:
        """For each equilibrium, each player's win probability in announced play minus that in the equilibrium."""
        return tuple(tuple(map(sub, self.announced.win, play.win)) for play in self.stationary)

    def _table(self) -> Table:
        problem, announced, many = self.problem, self.announced, len(self.stationary)
        columns: dict[str, Iterable[Cell]] = {
            "player": problem.names,
            "hit": problem.hits,
            "announced aim": map(problem.aim_text, announced.aims),
            "announced wins": announced.win,
            "percent": map(Percent, announced.win),
        }
        for index, (play, gains) in enumerate(zip(self.stationary, self.gains, strict=True), 1):
            number = f" {index}" if many > 1 else ""
            columns[f"stationary aim{number}"] = map(problem.aim_text, by_player(play.living, play.aims))
            columns[f"stationary wins{number}"] = play.win
            columns[f"percent{number or ' '}"] = map(Percent, play.win)
            columns[f"gain{number}"] = map(Percent, gains)
        note = f"stationary play has {many or 'no pure'} equilibri{'a' if many else 'um'}"
        if many == 1:
            said = [*zip(problem.names, self.gains[0], strict=True)]
            gain, lose = [name for name, gain in said if gain > 0], [name for name, gain in said if gain < 0]
            serves = f"announcing serves {' and '.join(gain)}, at the cost of {' and '.join(lose)}"
            note = serves if gain else "announcing changes nobody's chances"
        return Table([*columns], [*zip(*columns.values(), strict=True)], notes=[note])


@states_a_problem
def compare(
    problem: AnyProblem,
    *,
    mixed: bool = False,
    progress: Progress | None = None,
    **statement: Unpack[Statement],
) -> Comparison:
    """Return the solutions of a problem in announced play and in stationary play.

    >>> comparison = compare(["1/2", "2/5", "3/5"])
    >>> [str(aim) for aim in comparison.announced.aims], [str(aim) for aim in comparison.stationary[0].aims]
    (['B', 'C', 'Miss'], ['C', 'Miss', 'A'])
    >>> [str(gain) for gain in comparison.gains[0]]
    ['45/392', '-1761/3724', '381/1064']

    Parameters: `problem`, a `Problem` or hit probabilities with keywords of a `Problem`; `mixed`, whether to search
    mixed stationary equilibria, too; `progress`, called with 1 after each phase and each set of living players.

    Raises the errors of `solve` and `equilibria`.
    """
    asked = stated(problem, **statement)
    admit_profiles(asked)  # before the long work on stationary play
    stationary = equilibria(asked, mixed=mixed, progress=progress)
    return Comparison(solve(asked, progress=progress), stationary)
