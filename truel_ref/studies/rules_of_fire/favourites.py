r"""Certified shares of all problems in which each player is the favourite, for every rule of fire, by subdivision.

A problem is three hit probabilities, uniform on the cube; the favourite is the player who wins most often (with counted
bullets: for whom the game has the largest value). The steps:

1. cut `x > y > z` into boxes (`truel_ref.studies.rules_of_fire.boxes`);
2. for each box list the answers that are possible somewhere in it. An answer is excluded only by proofs on the whole
   box, for the aims too; otherwise it stays possible;
3. a box with one possible answer counts for it; any other box is halved in every direction, down to a last level.

The share of an answer lies between the measure of the boxes that count for it and the measure of all boxes where it is
possible. Both are exact fractions; ties have no volume and do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import TypeAlias

from truel_ref.errors import SymbolicError, shown
from truel_ref.files import Progress
from truel_ref.kernels.halving import HalvedCells, subdivide
from truel_ref.numbers import outward_texts
from truel_ref.studies.rules_of_fire.boxes import (
    MARGIN,
    Array,
    Boxes,
    Range,
    boxes_of,
    favourites,
    ordered,
    shares_of_cells,
)
from truel_ref.studies.rules_of_fire.outcomes import (
    ALL_AT_THE_STRONGEST,
    FireOutcome,
    announced_outcomes,
    bullet_outcomes,
    drawn_leads,
    profiles,
    stationary_outcomes,
    volley_leads,
)

__all__ = ["MODELS", "PLAYERS", "FireModel", "FireShare", "enclose", "possible_answers"]

PLAYERS = ("strongest", "middle", "weakest")
"""The possible favourites."""

FIRST_LEVEL = 3
CHUNK = 8192
"""Boxes at a time: few enough to stay in the cache."""

Classify: TypeAlias = Callable[[Boxes], Array]
"""The possible answers: one row per box, one column per answer."""


@dataclass(frozen=True)
class FireModel:
    """A question about a rule of fire.

    Fields: `answers`, all answers; `classify`, from boxes to their possible answers; `level`, the last level of
    subdivision that takes at most some minutes; `dimensions`, 2 if only ratios count.
    """

    answers: tuple[str, ...]
    classify: Classify
    level: int
    dimensions: int = 3


@dataclass(frozen=True)
class FireShare:
    """Certified bounds of the share of an answer; its text is rounded outwards.

    >>> print(FireShare(Fraction(1, 3), Fraction(1, 2)), "|", FireShare(Fraction(0), Fraction(0)))
    0.33333 to 0.50000 | 0
    """

    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return " to ".join(outward_texts(self.low, self.high, 5))


# ---------------------------------------------------------------------------------------------------------
# The possible answers on boxes


def _of_outcomes(outcomes: Sequence[FireOutcome]) -> Array:
    """Return the possible favourites over several outcomes."""
    import numpy as np

    return np.logical_or.reduce([favourites(outcome.leads) & outcome.possible[:, None] for outcome in outcomes])


def _in_order(outcomes: Callable[[Boxes, Sequence[int]], list[FireOutcome]], order: Sequence[int]) -> Classify:
    return lambda boxes: _of_outcomes(outcomes(boxes, order))


def _by_lot(outcomes: Callable[[Boxes, Sequence[int]], list[FireOutcome]]) -> Classify:
    """Return the possible favourites by lot: leads add up over the six orders, each over all its possible outcomes."""

    def classify(boxes: Boxes) -> Array:
        total: list[Range] = [(-6 * MARGIN, 6 * MARGIN)] * 3
        for order in permutations(range(3)):
            hulls = _hulls(outcomes(boxes, order))
            total = [(low + more[0], high + more[1]) for (low, high), more in zip(total, hulls, strict=True)]
        return favourites(total)

    return classify


def _hulls(outcomes: Sequence[FireOutcome]) -> list[Range]:
    """Return for each pair the least and the greatest lead over the possible outcomes."""
    import numpy as np

    return [
        (
            np.minimum.reduce([np.where(outcome.possible, outcome.leads[pair][0], np.inf) for outcome in outcomes]),
            np.maximum.reduce([np.where(outcome.possible, outcome.leads[pair][1], -np.inf) for outcome in outcomes]),
        )
        for pair in range(3)
    ]


def _at_once(boxes: Boxes) -> Array:
    """Return the possible common favourites of all equilibria, and whether equilibria may have different favourites.

    One of the first two profiles is an equilibrium, and both of them only on a surface, which has no volume.
    """
    import numpy as np

    strongest, cycle, other = profiles(boxes)
    first = _of_outcomes([strongest, cycle])
    second = favourites(other.leads)
    alone, both = ~other.certain[:, None], other.possible[:, None]
    agree = first & (alone | second)
    differ = both & (first[:, :, None] & second[:, None, :] & ~np.eye(3, dtype=bool)).any(axis=(1, 2))[:, None]
    return np.concatenate([agree, differ], axis=-1)


def _count_at_once(boxes: Boxes) -> Array:
    """Return whether one equilibrium is possible, and whether two are; three occur only on a surface without volume."""
    import numpy as np

    other = profiles(boxes)[2]
    return np.stack([~other.certain, other.possible], axis=-1)


def _equilibrium_at_once(boxes: Boxes) -> Array:
    """Return whether it is possible that all at the strongest is an equilibrium, and that it is not."""
    import numpy as np

    strongest, cycle, _ = profiles(boxes)
    return np.stack([strongest.possible, cycle.possible], axis=-1)


def _bullets(order: Sequence[int]) -> Classify:
    return lambda boxes: _of_outcomes(bullet_outcomes(boxes, order)[0])


def _only_survivor(order: Sequence[int]) -> Classify:
    """Return who may be able to be the only survivor, and whether perhaps nobody can."""

    def classify(boxes: Boxes) -> Array:
        import numpy as np

        (waiting, shooting), survivor = bullet_outcomes(boxes, order)
        possible = [shooting.possible & (player == survivor) for player in range(3)]
        return np.stack([*possible, waiting.possible], axis=-1)

    return classify


DOWN, UP = (0, 1, 2), (2, 1, 0)

MODELS: dict[str, FireModel] = {
    "announced, weakest first": FireModel(PLAYERS, _in_order(announced_outcomes, UP), 11),
    "announced, strongest first": FireModel(PLAYERS, _in_order(announced_outcomes, DOWN), 11),
    "announced, by lot": FireModel(PLAYERS, _by_lot(announced_outcomes), 10),
    "stationary, weakest first": FireModel(PLAYERS, _in_order(stationary_outcomes, UP), 12),
    "stationary, strongest first": FireModel(PLAYERS, _in_order(stationary_outcomes, DOWN), 12),
    "stationary, by lot": FireModel(PLAYERS, _by_lot(stationary_outcomes), 11),
    "random shooter": FireModel(PLAYERS, lambda boxes: favourites(drawn_leads(boxes, 1)), 20, 2),
    "opinions": FireModel(PLAYERS, lambda boxes: favourites(drawn_leads(boxes, 2)), 20, 2),
    "simultaneous": FireModel((*PLAYERS, "equilibria differ"), _at_once, 11),
    "simultaneous, all at the strongest": FireModel(
        PLAYERS, lambda boxes: favourites(volley_leads(boxes, ALL_AT_THE_STRONGEST)), 10
    ),
    "simultaneous, equilibria": FireModel(("one", "two"), _count_at_once, 11),
    "simultaneous, strongest is an equilibrium": FireModel(("yes", "no"), _equilibrium_at_once, 12),
    "one bullet, weakest first": FireModel(PLAYERS, _bullets(UP), 12),
    "one bullet, strongest first": FireModel(PLAYERS, _bullets(DOWN), 11),
    "only survivor, weakest first": FireModel((*PLAYERS, "nobody"), _only_survivor(UP), 13),
    "only survivor, strongest first": FireModel((*PLAYERS, "nobody"), _only_survivor(DOWN), 12),
}
"""The questions by name."""


def _model(name: object) -> FireModel:
    if not isinstance(name, str) or name not in MODELS:
        raise SymbolicError(f"there is no question {shown(name)}; choose from {'; '.join(MODELS)}")
    return MODELS[name]


def possible_answers(name: str, cells: HalvedCells) -> Array:
    """Return the possible answers on cells: one row per cell, one column per answer of the model.

    >>> answers = possible_answers("random shooter", HalvedCells.whole(3, 2)[:1])
    >>> [answer for answer, possible in zip(MODELS["random shooter"].answers, answers[0]) if possible]
    ['strongest']
    """
    return _model(name).classify(boxes_of(cells))


def enclose(name: str, level: int | None = None, progress: Progress | None = None) -> dict[str, FireShare]:
    """Return certified bounds of the share of every answer to a question.

    Parameters: `name`, one of `MODELS`; `level`, the last level of subdivision, with boxes `2^-level` wide, by default
    the level that takes at most some minutes; `progress`, called with the number of new boxes.

    Raises `SymbolicError` for an unknown name.

    >>> print(enclose("random shooter", 10)["strongest"])
    0.51959 to 0.52408
    """
    model = _model(name)
    last = model.level if level is None else level
    lows = [Fraction(0)] * len(model.answers)
    highs = [Fraction(0)] * len(model.answers)

    def look(some: HalvedCells) -> HalvedCells:
        cells = ordered(some)
        possible = model.classify(boxes_of(cells))
        if not possible.any(axis=-1).all():
            raise AssertionError(f"{name}: a box without any possible answer")
        decided = possible.sum(axis=-1) == 1
        ends = decided | (cells.level >= last)
        weights, unit = shares_of_cells(cells)
        for answer in range(len(model.answers)):
            lows[answer] += int(weights[decided & possible[:, answer]].sum()) * unit
            highs[answer] += int(weights[ends & possible[:, answer]].sum()) * unit
        if progress is not None:
            progress(len(cells))
        return cells[~ends]

    subdivide(HalvedCells.whole(FIRST_LEVEL, model.dimensions), look, CHUNK)
    return {answer: FireShare(low, high) for answer, low, high in zip(model.answers, lows, highs, strict=True)}
