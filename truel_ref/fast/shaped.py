"""All phases of a problem, smallest first: what `truel_ref.play.phases.solve_phases` gives, with less to do on the way.

Four things take most of the time of a small problem: finding the phases and their options, decisions that are not
close, values in fractions, and conversions. The phases are those of the shape (`truel_ref.fast.shapes`); floats make
the decisions that they prove (`truel_ref.fast.proved`), for many phases at once in arrays where that is sooner
(`truel_ref.fast.alike`); and the values of the chosen profiles are integers over a common denominator
(`truel_ref.fast.values`). Problems of one shape can go through this together. Tests hold the solutions to be equal,
field by field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from fractions import Fraction
from functools import cached_property
from typing import Any

from truel_ref.budget import check
from truel_ref.fast.proved import Rounded, proved_path
from truel_ref.fast.shapes import Shape, ShapedPhase, shape_of
from truel_ref.fast.values import IrrationalShots, Shares, Shots, Wins, floats_of, nobody_wins, survivors
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.announcements import Tie
from truel_ref.game.answers import Phase
from truel_ref.game.indices import Path
from truel_ref.game.orders import Order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import Backend
from truel_ref.play.phases import Decide, aims_of, known_phases, ties_of
from truel_ref.play.turns import Stage

__all__ = ["solve_alike", "solve_shaped"]

ARRAYS_FROM = 200
"""Announcements of all but the last, in all phases that are alike together, from which on arrays take less time."""

ARRAYS_FROM_PLAYERS = 5
"""Players of a single problem; below, importing NumPy would take longer than the solution."""


def solve_shaped(
    problem: Problem,
    backend: Backend,
    decide: Decide,
    *,
    method: str,
    proves: bool = True,
    in_arrays: bool = True,
    progress: Progress | None = None,
) -> Solution:
    """Return the solution of a problem: what `solve_phases` returns.

    Parameters: those of `solve_phases`, where `method` names what `decide` does; `proves`, whether floats may decide
    the phases in which they prove everything, so that `decide` is asked about the others only; `in_arrays`, whether
    they may do so in arrays. If they decide, the solution says so: its method is "floats", or "arrays".

    >>> from truel_ref.fast import integers
    >>> from truel_ref.numbers import get_backend
    >>> from truel_ref.play.phases import solve_phases
    >>> problem = Problem(["1/3", "2/3", 1])
    >>> solution = solve_shaped(problem, get_backend(), integers.decide, method="integers")
    >>> solution == solve_phases(problem), solution.method
    (True, 'floats')
    """
    return solve_alike(
        [problem], backend, decide, method=method, proves=proves, in_arrays=in_arrays, progress=progress
    )[0]


def solve_alike(
    problems: Sequence[Problem],
    backend: Backend,
    decide: Decide,
    *,
    method: str,
    proves: bool = True,
    in_arrays: bool = True,
    progress: Progress | None = None,
) -> list[Solution]:
    """Return the solutions of problems of one shape.

    Parameters: `problems`, one or more; the others as for `solve_shaped`; `progress`, called with 1 for
    each phase of each problem.
    """
    shape = shape_of(problems[0])
    solving = [_Solving(problem, shape, backend, decide, proves, method) for problem in problems]
    arrays = _Arrays(shape, [each for each in solving if each.proves and in_arrays])
    with known_phases(problems[0].people, solving[0].phases) if len(solving) == 1 else nullcontext():
        for number, level in enumerate(shape.levels):
            arrays.decide(number)
            for each in solving:
                each.solve(level, progress)
    return [each.solution() for each in solving]


class _Solving:
    """A problem on its way, phase by phase.

    Parameters: `problem`, of this `shape`; the others as for `solve_shaped`.
    """

    def __init__(
        self, problem: Problem, shape: Shape, backend: Backend, decide: Decide, proves: bool, method: str
    ) -> None:
        self.problem = problem
        self.shape = shape
        self.backend = backend
        self.decide = decide
        self.shots: Any = IrrationalShots(problem.hits) if problem.irrational else Shots(problem.hits, backend)
        self.proves = proves and self.shots.in_reach
        # What problems solved together do in arrays, one alone does in a loop, with the same sums: that is "floats".
        self.method = "floats" if method == "integers" and self.proves and shape.has_plain else method
        self.shares = survivors(shape.players).copy()
        self.paths: dict[Order, Path | None] = {}  # the phases that arrays have looked at
        self.phases: dict[Order, Phase] = {}
        self._ties: dict[Order, list[Tie]] = {}
        self._rounded: dict[Order, list[float]] = {}

    def solve(self, level: Sequence[ShapedPhase], progress: Progress | None) -> None:
        """Solve the phases of a level, all before being solved."""
        shares, phases, duel = self.shares, self.phases, self.shots.duel
        for shaped in level:
            check()
            order = shaped.order
            if shaped.is_duel:
                shares[order], win = duel(*order)
                phases[order] = Phase(order, shaped.first_aims, win)
            else:
                shares[order], win, aims = self._chosen(shaped)
                phases[order] = Phase(order, aims, win)
            if progress is not None:
                progress(1)

    def _chosen(self, shaped: ShapedPhase) -> tuple[Shares, Wins, tuple[Aim | None, ...]]:
        """Return the values and aims of a phase in which somebody has a choice, or several targets."""
        path = self._proved(shaped) if shaped.is_plain else None
        if path is None:
            return self._decided(shaped)
        shots = [
            (player, self.shares[every[option][0][1]])
            for player, every, option in zip(shaped.order, shaped.aimed, path, strict=True)
            if every[option]
        ]
        shares, win = self.shots.value(shots)
        return shares, win, tuple([mine[option] for mine, option in zip(shaped.options, path, strict=True)])

    def _proved(self, shaped: ShapedPhase) -> Path | None:
        """Return the announced profile of a plain phase, None where floats do not prove it."""
        order = shaped.order
        if order in self.paths or not self.proves:
            return self.paths.get(order)
        turns = []
        hits, misses = self.rounded_hits
        for player, every in zip(order, shaped.aimed, strict=True):
            hit, miss = hits[player], misses[player]
            mine: list[Rounded] = []
            for aimed in every:
                if aimed:
                    later = self._floats(aimed[0][1])
                    mine.append(([hit * later[other] for other in order], miss, hit))
                else:
                    mine.append(([0.0] * len(order), 1.0, 0.0))
            turns.append(mine)
        return proved_path(turns, lambda profiles: self.same(shaped.after(profiles)))

    @cached_property
    def rounded_hits(self) -> tuple[list[float], list[float]]:
        """The hit probabilities and their complements in floats."""
        hits, misses = self.shots.floats()
        return hits, misses

    def _floats(self, order: Order) -> list[float]:
        """Return the win probabilities of a phase in floats."""
        if order not in self._rounded:
            self._rounded[order] = floats_of(self.shares[order])
        return self._rounded[order]

    def same(self, orders: Sequence[Order]) -> bool:
        """Tell whether some phases are worth the same to each player."""
        first, *others = (self.shares[order] for order in orders)
        return all(shares == first for shares in others)

    def _decided(self, shaped: ShapedPhase) -> tuple[Shares, Wins, tuple[Aim | None, ...]]:
        """Return the values and aims of a phase in exact numbers, and keep its ties."""
        order, number = shaped.order, self.backend.number
        later = {following for every in shaped.aimed for aimed in every for _, following in aimed}
        wins = {following: list(map(number, self._win(following))) for following in later}
        stage = _laid_out(self.problem, shaped, wins, self.backend)
        chosen = self.decide(stage)
        if chosen.ties:
            self._ties[order] = ties_of(stage, chosen)
        aims = aims_of(stage, chosen)
        if chosen.path is None:
            return *nobody_wins(self.shape.players), aims
        win = stage.public(stage.win(chosen.path))
        return self.shots.shares(win), win, aims

    def _win(self, order: Order) -> Wins:
        """Return the win probabilities of a phase."""
        return self.phases[order].win if len(order) > 1 else tuple(map(Fraction, self.shares[order][0]))

    def solution(self) -> Solution:
        """Return the solution, all phases being solved."""
        orders = [shaped.order for shaped in self.shape.largest_first]
        phases = tuple([self.phases[order] for order in orders])
        ties = tuple(tie for order in orders for tie in self._ties.get(order, ())) if self._ties else ()
        return Solution(self.problem, phases, ties, method=self.method, backend=self.backend.name)


class _Arrays:
    """Decides phases that are alike together, for all problems that are being solved, where that takes less time.

    Parameters: `shape`, of all of them; `solving`, those for which the bounds hold.
    """

    def __init__(self, shape: Shape, solving: Sequence[_Solving]) -> None:
        self.shape = shape
        self.solving = solving
        self.serve = len(solving) > 1 or (len(solving) == 1 and shape.players >= ARRAYS_FROM_PLAYERS)
        if self.serve:
            import numpy as np

            from truel_ref.fast.alike import alike_phases

            self.alike = alike_phases(shape)
            self.hits, self.misses = np.array([each.rounded_hits for each in solving]).transpose(1, 2, 0)
            self.values = np.zeros((sum(map(len, shape.levels)) * shape.players + shape.players**2 + 1, len(solving)))
            self.values[: shape.players**2 : shape.players + 1] = 1.0  # a survivor has won

    def decide(self, level: int) -> None:
        """Give the paths of a level to all problems, all levels before being solved."""
        if not self.serve:
            return
        if level:
            self._enter([shaped.order for shaped in self.shape.levels[level - 1]])
        for group in self.alike[level]:
            if group.fits and group.nodes * len(group.phases) * len(self.solving) >= ARRAYS_FROM:
                paths = group.paths(self.values, self.hits, self.misses, self._same)
                for each, mine in zip(self.solving, paths, strict=True):
                    each.paths.update(zip([shaped.order for shaped in group.phases], mine, strict=True))
                    if self.shape.players >= ARRAYS_FROM_PLAYERS:
                        each.method = "arrays"

    def _same(self, problem: int, orders: Sequence[Order]) -> bool:
        """Tell of a problem, by its number, whether some phases are worth the same to each player."""
        return self.solving[problem].same(orders)

    def _enter(self, orders: Sequence[Order]) -> None:
        """Enter the values of phases that follow one another in the table."""
        import numpy as np

        first = self.shape.rows[orders[0]]
        floats = [[win for order in orders for win in floats_of(each.shares[order])] for each in self.solving]
        self.values[first : first + len(floats[0])] = np.array(floats).T


def _laid_out(
    problem: Problem, shaped: ShapedPhase, wins: Mapping[Order, Sequence[Any]], backend: Backend
) -> Stage[Any]:
    """Return the stage of a phase: what `truel_ref.play.turns.lay_out` returns."""
    turns = []
    for player, aims, every in zip(shaped.order, shaped.options, shaped.aimed, strict=True):
        hit = backend.number(problem.hits[player])
        shots: dict[Order, list[Any]] = {}
        mine = []
        for aim, aimed in zip(aims, every, strict=True):
            for _, following in aimed:
                if following not in shots:
                    shots[following] = [hit * win for win in wins[following]]
            mine.append(_turn(hit, aim, aimed, shots, problem.players, backend))
        turns.append(tuple(mine))
    return Stage(problem, shaped.order, shaped.options, tuple(turns), shaped.idle, backend)


def _turn(
    hit: Any,
    aim: Aim,
    aimed: Sequence[tuple[int, Order]],
    shots: dict[Order, list[Any]],
    players: int,
    backend: Backend,
) -> tuple[list[Any], Any]:
    """Return the turn `(r, k)` of an option, from what a shot at each of its targets brings."""
    if not aimed:
        zero = 0 * hit
        return [zero] * players, 1 - zero
    if aim.target is not None:
        return shots[aimed[0][1]], 1 - hit
    r, total = [0 * hit] * players, 0 * hit
    for victim, following in aimed:
        weight = backend.number(aim.weights[victim])
        r = [mine + weight * shot for mine, shot in zip(r, shots[following], strict=True)]
        total = total + weight
    return r, 1 - hit * total
