"""Who aims at himself, at many points of the cube of four hit probabilities: floats with proved bounds, then exactly.

A **decision** is a player of the first phase and the announcements before him. Self **pays** there if it is strictly
better than every other allowed option, each with the replies to it; what is tied among the replies is broken by tie
rule 1. Points are given as whole numbers over a common denominator, so that nothing about them is rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from truel_ref.explain.decisions import decision
from truel_ref.fast.batches import LEAST, Filter, FilteredPhase
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.orders import Order
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import fraction_text

if TYPE_CHECKING:
    import numpy as np

__all__ = ["HISTORIES", "KNOWN", "PLAYERS", "SEARCH", "Paying", "aims_at_himself", "earlier_text", "paying"]

PLAYERS = 4
SEARCH = ("Others", "Miss", "Self")
KNOWN = (Fraction(1, 10), Fraction(1, 5), Fraction(1, 4), Fraction(17, 20))
"""The point from which it is known that Self can pay without any tie."""

_OPTIONS = (*map(label, range(PLAYERS)), "Miss")
HISTORIES: tuple[tuple[str, ...], ...] = tuple(
    earlier for announced in range(PLAYERS - 1) for earlier in product(_OPTIONS, repeat=announced)
)
"""What can have been announced before A, B and C decide; D, the last one, never aims at himself (`last_is_worst`)."""

_FIRST: Order = tuple(range(PLAYERS))
_TOGETHER = 2_000  # points in a batch
EACH_POINT, EACH_TIED_POINT = 2e-4, 8e-3  # seconds, roughly, where all hit probabilities differ, and in general


@dataclass(frozen=True)
class Paying:
    """A point and a decision at which Self pays.

    Fields: `hits`; `earlier`, the announcements before the decision; `aims`, those of all four, the decision and the
    replies to it included; `worth`, how likely the player wins at his own first turn; `gain`, how much more that is
    than the best of his other options.
    """

    hits: tuple[Fraction, ...]
    earlier: tuple[str, ...]
    aims: tuple[str, ...]
    worth: Fraction
    gain: Fraction

    @property
    def player(self) -> int:
        """The player who decides."""
        return len(self.earlier)

    def to_json(self) -> dict[str, Any]:
        """Return the point as plain data for JSON."""
        return {
            "hits": list(map(fraction_text, self.hits)),
            "earlier": list(self.earlier),
            "aims": list(self.aims),
            "worth": fraction_text(self.worth),
            "gain": fraction_text(self.gain),
        }


def earlier_text(earlier: Sequence[str]) -> str:
    """Return a decision in words.

    >>> earlier_text(()), earlier_text(("A", "Miss"))
    ('A', 'C after A at A and B at nobody')
    """
    before = [
        f"{label(player)} at {'nobody' if aim == 'Miss' else aim}" for player, aim in enumerate(map(str, earlier))
    ]
    return label(len(earlier)) + (f" after {' and '.join(before)}" if before else "")


def paying(hits: Sequence[object], earlier: Sequence[str] = ()) -> Paying | None:
    """Return what Self is worth at a decision if it is strictly better than all else, exactly, and None if it is not.

    Parameters: `hits`, four exact numbers in [0, 1]; `earlier`, the announcements before the decision, at most two.

    Raises what `Problem` and `decision` raise.

    >>> found = paying(KNOWN)
    >>> found.aims, found.worth, found.gain
    (('A', 'Miss', 'D', 'C'), Fraction(1011246165, 5048370782), Fraction(17216255975, 2319726374329))
    >>> paying(KNOWN, ["D"]) is None
    True
    """
    solution = solve(Problem(hits, search=SEARCH))
    player = len(earlier)
    worths = [worth for worth in decision(solution, earlier).worths if worth.allowed]
    own = [worth for worth in worths if worth.aim.target == player]
    others = [_rational(worth.value) for worth in worths if worth.aim.target != player]
    if not own or not others or _rational(own[0].value) <= max(others):
        return None
    assert own[0].replies is not None
    value = _rational(own[0].value)
    aims = (*earlier, label(player), *map(str, own[0].replies))
    return Paying(tuple(map(_rational, solution.problem.hits)), tuple(earlier), aims, value, value - max(others))


def _rational(number: object) -> Fraction:
    assert isinstance(number, Fraction)
    return number


def aims_at_himself(
    points: np.ndarray, denominator: int, histories: Sequence[tuple[str, ...]] = ((),)
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield where Self pays, as the number of a point and the announcements before: those given, and those of the path.

    After each of the given announcements the play of the others is followed to the end, so that after none the path of
    play is looked at for every player, and after some a single decision of the next player at least.

    Parameters: `points`, integers of shape (points, 4), the hit probabilities times `denominator`; `denominator`;
    `histories`, lists of announcements. Points of equal order of strength are taken together.

    >>> import numpy as np
    >>> list(aims_at_himself(np.array([[2, 4, 5, 17], [2, 4, 5, 16]]), 20))
    [(0, ())]
    """
    for rows in _alike(points, denominator):
        for begun in range(0, len(rows), _TOGETHER):
            part = rows[begun : begun + _TOGETHER]
            yield from _of_batch(points[part], denominator, histories, part)


def _alike(points: np.ndarray, denominator: int) -> Iterator[np.ndarray]:
    """Yield the numbers of points that agree in who is stronger than whom and who never hits."""
    import numpy as np

    code = np.zeros(len(points), dtype=np.int64)
    for player in range(PLAYERS):
        code = code * 2 + (points[:, player] == 0)
        for other in range(player):
            code = code * 3 + 1 + np.sign(points[:, player] - points[:, other])
    # Products of the smallest chances could underflow in floats: such points are left to exact numbers, one by one.
    least = LEAST * denominator
    small = ((points > 0) & (points < least)) | ((points < denominator) & (denominator - points < least))
    code = np.where(small.any(axis=1), -1, code)
    for pattern in np.unique(code):
        rows = np.flatnonzero(code == pattern)
        yield from (rows[at : at + 1] for at in range(len(rows))) if pattern < 0 else [rows]


def _of_batch(
    points: np.ndarray, denominator: int, histories: Sequence[tuple[str, ...]], rows: np.ndarray
) -> Iterator[tuple[int, tuple[str, ...]]]:
    hits = (points / denominator).T.copy()
    misses = ((denominator - points) / denominator).T.copy()
    stated = [Fraction(int(top), denominator) for top in points[0]]
    later: Mapping[Order, FilteredPhase] = {}
    for earlier in histories:
        chosen = [*earlier, *["Optimal"] * (PLAYERS - len(earlier))]
        floats = Filter(Problem(stated, targets=chosen, search=SEARCH), hits, misses)
        floats.phases.update(later)  # those of three players depend on nothing that is announced now
        phase = floats.phase(_FIRST)
        later = {order: known for order, known in floats.phases.items() if len(order) < PLAYERS}
        yield from _of_phase(phase, points, denominator, earlier, rows)


def _of_phase(
    phase: FilteredPhase, points: np.ndarray, denominator: int, earlier: tuple[str, ...], rows: np.ndarray
) -> Iterator[tuple[int, tuple[str, ...]]]:
    import numpy as np

    himself = np.zeros(len(points), dtype=bool)
    for player in range(len(earlier), PLAYERS):
        own = [option for option, aim in enumerate(phase.options[player]) if aim.target == player]
        himself |= np.isin(phase.path[player], own)
    for row in np.flatnonzero(himself | ~phase.sure):
        hits = [Fraction(int(top), denominator) for top in points[row]]
        aims = phase.aims(int(row)) if phase.sure[row] else _exact_aims(hits, earlier)
        for player in range(len(earlier), PLAYERS - 1):
            aim = aims[player]
            before = tuple(map(str, aims[:player]))
            if aim is not None and aim.target == player and paying(hits, before):
                yield int(rows[row]), before


def _exact_aims(hits: Sequence[Fraction], earlier: Sequence[str]) -> Sequence[Aim | None]:
    chosen = [*earlier, *["Optimal"] * (PLAYERS - len(earlier))]
    return solve(Problem(hits, targets=chosen, search=SEARCH)).aims
