"""All phases of a problem, smallest first: what `truel_ref.play.phases.solve_phases` gives, with less to do on the way.

Four things take most of the time of a small problem: finding the phases and their options, composing turns that are a
single shot or a miss, duels, and decisions that are not close. The phases are those of the shape
(`truel_ref.fast.shapes`); a shot at one player is his later values times the hit probability; and a duel is `x / (x +
y - x y)` for who shoots first. Tests hold the solutions to be equal, field by field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from truel_ref.fast.proved import Rounded, proved_path, within_reach
from truel_ref.fast.shapes import ShapedPhase, shape_of
from truel_ref.files import Progress
from truel_ref.game.aims import Aim
from truel_ref.game.answers import Phase, Tie
from truel_ref.game.indices import Path
from truel_ref.game.orders import Order
from truel_ref.game.problem import Problem
from truel_ref.game.solution import Solution
from truel_ref.numbers import Backend
from truel_ref.play import phase
from truel_ref.play.phase import Turn
from truel_ref.play.phases import Decide, aims_of, ties_of
from truel_ref.play.turns import Stage

__all__ = ["solve_shaped"]


def solve_shaped(
    problem: Problem,
    backend: Backend,
    decide: Decide,
    *,
    method: str,
    proves: bool = True,
    progress: Progress | None = None,
) -> Solution:
    """Return the solution of a problem: what `solve_phases` returns.

    Parameters: those of `solve_phases`; `proves`, whether floats may decide the phases in which they prove everything,
    so that `decide` is asked about the others only.

    >>> from truel_ref.fast import integers
    >>> from truel_ref.numbers import get_backend
    >>> from truel_ref.play.phases import solve_phases
    >>> problem = Problem(["1/3", "2/3", 1])
    >>> solve_shaped(problem, get_backend(), integers.decide, method="plain") == solve_phases(problem)
    True
    """
    players = range(problem.players)
    zero, one = backend.number(Fraction(0)), backend.number(Fraction(1))
    hits = [backend.number(hit) for hit in problem.hits]
    wins: dict[Order, Sequence[Any]] = {
        (last,): [one if player == last else zero for player in players] for last in players
    }
    floats = _Floats(hits, wins) if proves and within_reach(hits) else None
    phases: list[Phase] = []
    ties: list[tuple[Order, list[Tie]]] = []
    for shaped in shape_of(problem):
        order = shaped.order
        path = floats.path(shaped) if floats is not None and shaped.is_plain else None
        if shaped.is_duel:
            wins[order] = _duel(hits, order, zero)
            aims: tuple[Aim | None, ...] = (shaped.options[0][0], shaped.options[1][0])
        elif path is not None:
            wins[order] = phase.value(_chosen_turns(shaped, path, hits, wins, zero))
            aims = tuple(mine[option] for mine, option in zip(shaped.options, path, strict=True))
        else:
            stage = _laid_out(problem, shaped, hits, wins, backend)
            chosen = decide(stage)
            wins[order] = stage.start(chosen.path)
            aims = aims_of(stage, chosen)
            if chosen.ties:
                ties.append((order, ties_of(stage, chosen)))
        phases.append(Phase(order, aims, tuple(map(backend.fraction, wins[order]))))
        if progress is not None:
            progress(1)
    phases.sort(key=lambda phase: (-len(phase.order), phase.order))
    ties.sort(key=lambda pair: (-len(pair[0]), pair[0]))
    listed = tuple(tie for _, here in ties for tie in here)
    return Solution(problem, tuple(phases), listed, method=method, backend=backend.name)


class _Floats:
    """The phases that are decided so far in floats, and the path of the next one where they prove it.

    Parameters: `hits` and `wins`, in numbers of the backend; `wins` grows while phases are solved.
    """

    def __init__(self, hits: Sequence[Any], wins: Mapping[Order, Sequence[Any]]) -> None:
        self.hits = [float(hit) for hit in hits]
        self.misses = [float(1 - hit) for hit in hits]
        self.wins = wins
        self._rounded: dict[Order, list[float]] = {}

    def path(self, shaped: ShapedPhase) -> Path | None:
        """Return the announced profile of a phase, None where floats do not prove it."""
        order = shaped.order
        turns = []
        for player, every in zip(order, shaped.aimed, strict=True):
            hit, miss = self.hits[player], self.misses[player]
            mine: list[Rounded] = []
            for aimed in every:
                if aimed:
                    later = self._later(aimed[0][1])
                    mine.append(([hit * later[other] for other in order], miss, hit))
                else:
                    mine.append(([0.0] * len(order), 1.0, 0.0))
            turns.append(mine)
        return proved_path(turns)

    def _later(self, order: Order) -> list[float]:
        """Return the win probabilities of a phase in floats."""
        if order not in self._rounded:
            self._rounded[order] = [float(win) for win in self.wins[order]]
        return self._rounded[order]


def _chosen_turns(
    shaped: ShapedPhase, path: Path, hits: Sequence[Any], wins: Mapping[Order, Sequence[Any]], zero: Any
) -> list[Turn[Any]]:
    """Return the turns of a profile of single targets and misses."""
    turns = []
    for player, every, option in zip(shaped.order, shaped.aimed, path, strict=True):
        hit = hits[player]
        if every[option]:
            turns.append(([hit * win for win in wins[every[option][0][1]]], 1 - hit))
        else:
            turns.append(([zero] * len(hits), 1 - zero))
    return turns


def _duel(hits: Sequence[Any], order: Order, zero: Any) -> list[Any]:
    """Return the win probabilities of two who shoot at each other (rule R2.4)."""
    first, second = order
    win = [zero] * len(hits)
    x, y = hits[first], hits[second]
    passes = (1 - x) * y
    ends = x + passes
    if ends:
        win[first], win[second] = x / ends, passes / ends
    return win


def _laid_out(
    problem: Problem, shaped: ShapedPhase, hits: Sequence[Any], wins: dict[Order, Sequence[Any]], backend: Backend
) -> Stage[Any]:
    """Return the stage of a phase: what `truel_ref.play.turns.lay_out` returns."""
    turns = []
    for player, aims, every in zip(shaped.order, shaped.options, shaped.aimed, strict=True):
        hit = hits[player]
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
