"""One phase decided by floats where they prove it, and exactly everywhere else.

The values of later phases are exact, so the error of a turn is that of its rounding. What stays open at a node is
settled there and then, exactly, and by the tie rule where it is a tie; so every material tie is met, and the result is
that of `truel_ref.play.announced`, field by field. Where too much stays open, or numbers are too small for the bound,
or the phase is small, `truel_ref.fast.integers` decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from truel_ref.fast import integers
from truel_ref.fast.floats import MOST_PLAYERS, FloatTree, FloatTurns, relative_bound_of_one
from truel_ref.fast.integers import IntegerInduction
from truel_ref.game.indices import Option, Path
from truel_ref.play.announced import Announced
from truel_ref.play.phase import Scalar
from truel_ref.play.ties import Node
from truel_ref.play.turns import Stage

__all__ = ["decide"]

SMALLEST = 3_000  # profiles; below, plain integers are faster than arrays
LARGEST = 2**25  # profiles for one option of the first: some ten arrays of doubles, within 4 GB
MOST_OPEN = 0.02  # of the nodes; above, so much is exact anyway that floats only add to it
TINY = 1e-12


class _TooMuchOpenError(Exception):
    """More stays open than is worth settling one by one."""


def decide(stage: Stage[Scalar]) -> Announced:
    """Return the announcements of a phase: what `announced.decide` returns.

    >>> from truel_ref.game.problem import Problem
    >>> from truel_ref.play.phases import solve_phases
    >>> solve_phases(Problem(["1/3", "2/3", 1]), decide=decide) == solve_phases(Problem(["1/3", "2/3", 1]))
    True
    """
    profiles = math.prod(map(len, stage.options))
    fits = SMALLEST <= profiles <= LARGEST * len(stage.options[0])
    # With numbers of at least 10^-12 and so few factors nothing underflows.
    turns = rounded_turns(stage) if fits and len(stage.order) <= 2 * MOST_PLAYERS else None
    if turns is None:
        return integers.decide(stage)
    tree = FloatTree(
        stage.order, stage.options, turns, stage.idle, stage.problem.players, relative_bound_of_one(len(stage.order))
    )
    exact = _Settler(stage, MOST_OPEN * profiles / len(stage.options[-1]))
    try:
        path = tree.settled(exact.settle)
    except _TooMuchOpenError:
        return integers.decide(stage)
    if path is None:
        return Announced(None)
    ties = exact.induction.material | {
        path[:place]: exact.tied[path[:place]] for place in range(len(path)) if path[:place] in exact.tied
    }
    return Announced(path, tuple(ties[node] for node in sorted(ties, key=lambda node: (len(node), node))))


class _Settler:
    """Settles what floats leave open, and remembers the ties among it."""

    def __init__(self, stage: Stage[Scalar], most: float) -> None:
        self.stage = stage
        self.left = most
        self.induction = IntegerInduction(stage)
        self.tied: dict[Path, Node] = {}

    def settle(self, earlier: Path, paths: Sequence[Path]) -> Option:
        """Return the option that is chosen among several, given as whole profiles with the replies to them."""
        self.left -= 1
        if self.left < 0:
            raise _TooMuchOpenError
        place = len(earlier)
        values = [self.stage.win(path, place)[self.stage.order[place]] for path in paths]
        best = max(values)
        equal = [path[place:] for path, value in zip(paths, values, strict=True) if value == best]
        if len(equal) == 1:
            return equal[0][0]
        self.tied[earlier] = self.induction.settle(earlier, equal)
        return self.tied[earlier].chosen


def rounded_turns(stage: Stage[Scalar]) -> list[FloatTurns] | None:
    """Return the turns in floats, None if some number is too small for the relative bound to hold."""
    import numpy as np

    turns = []
    for mine in stage.turns:
        exact = [(stage.public(r), stage.public([k])[0]) for r, k in mine]
        r = np.array([[[float(entry)] for entry in (*r, 0)] for r, _ in exact])
        k = np.array([[float(k)] for _, k in exact])
        gone = np.array([[float(1 - k)] for _, k in exact])
        for numbers in (r, k, gone):
            positive = numbers[numbers > 0.0]
            if positive.size and positive.min() < TINY:
                return None
        if any((float(entry) == 0.0) != (entry == 0) for r, k in exact for entry in (*r, k, 1 - k)):
            return None
        turns.append(FloatTurns(r, r, k, gone, np.zeros(k.shape, dtype=np.int64)))
    return turns
