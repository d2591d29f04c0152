"""Double out: the shortest ways from a total to exactly 0 that end in a double, and how many there are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from truel_ref.budget import check
from truel_ref.errors import GameError
from truel_ref.games.darts.board import TARGETS, is_double, read_total, score_of
from truel_ref.numbers import integer_text
from truel_ref.records.record import Record, contradicts
from truel_ref.records.table import Table

__all__ = ["Finishes", "Finishing", "double_out", "double_outs", "finishes", "finishing"]

_MOST = 10_000
_DOUBLES = tuple(target for target in TARGETS if is_double(target))
_BEST_DART, _BEST_LAST = 60, 50
_OF_SCORE = {
    score: tuple(target for target in TARGETS if score_of(target) == score) for score in set(map(score_of, TARGETS))
}


def double_outs(total: int) -> tuple[tuple[str, ...], ...]:
    """Return all shortest finishes of at most three darts, in canonical order; none where there is none.

    A finish is a sequence of targets that adds up to the total and ends in a double; sequences in another order are
    others. Canonical is the order T20 … T1, D20 … D1, DB, S20 … S1, SB, the first dart first.

    Parameters: `total`, from 0 to 10,000. Raises `GameError` for another one.

    >>> double_outs(170), double_outs(171), double_outs(4)
    ((('T20', 'T20', 'DB'),), (), (('D2',),))
    >>> len(double_outs(100)), ("T20", "D20") in double_outs(100)
    (2, True)
    """
    total = read_total(total, 0, _MOST)
    for darts in (1, 2, 3):
        ways = _ways(total, darts)
        if ways:
            return tuple(ways)
    return ()


def _ways(total: int, darts: int) -> list[tuple[str, ...]]:
    """Return the finishes in exactly so many darts."""
    if darts == 1:
        return [(target,) for target in _OF_SCORE.get(total, ()) if is_double(target)]
    if total > _BEST_DART * (darts - 1) + _BEST_LAST:
        return []
    return [
        (target, *rest)
        for target in TARGETS
        if score_of(target) < total
        for rest in _ways(total - score_of(target), darts - 1)
    ]


def double_out(total: int) -> list[str] | None:
    """Return the first shortest finish of at most three darts in canonical order, or None.

    Parameters: `total`, from 0 to 10,000. Raises `GameError` for another one.

    >>> double_out(170), double_out(100), double_out(171)
    (['T20', 'T20', 'DB'], ['T20', 'D20'], None)
    """
    ways = double_outs(total)
    return list(ways[0]) if ways else None


def finishes(start: int) -> Finishes:
    """Return the least number of darts that finish a leg, and the number of ways to do it.

    The steps: (1) with `n` darts the most is `60 (n - 1) + 50`; (2) what is missing of it is shared among the darts,
    and the sequences are counted by what they have missed so far, which is little; (3) from the least `n` that could
    do, upwards, until there is a way.

    Parameters: `start`, from 0 to 10,000. Raises `GameError` for another one.

    >>> finishes(501)
    Finishes(start=501, darts=9, sequences=3944)
    >>> finishes(1)
    Finishes(start=1, darts=None, sequences=0)
    """
    start = read_total(start, 0, _MOST)
    if start < 2:
        return Finishes(start, None, 0)
    lost = Counter(_BEST_DART - score_of(target) for target in TARGETS)
    lost_last = Counter(_BEST_LAST - score_of(target) for target in _DOUBLES)
    darts = 1 + max(0, -(-(start - _BEST_LAST) // _BEST_DART))
    while True:
        check()
        missing = _BEST_DART * (darts - 1) + _BEST_LAST - start
        ways = Counter({after: count for after, count in lost_last.items() if after <= missing})
        for _ in range(darts - 1):
            added: Counter[int] = Counter()
            for before, count in ways.items():
                for more, targets in lost.items():
                    if before + more <= missing:
                        added[before + more] += count * targets
            ways = added
        if ways[missing]:
            return Finishes(start, darts, ways[missing])
        darts += 1


def finishing(total: int) -> Finishing:
    """Return all shortest finishes of a total as a record, and the number of finishes in the least number of darts.

    Parameters: `total`, from 2 to 10,000. Raises `GameError` for another one.

    >>> print(finishing(170))
    first    second    third
    -------  --------  -------
    T20      T20       DB
    """
    return Finishing(read_total(total, 2, _MOST), double_outs(total), finishes(total))


@dataclass(frozen=True)
class Finishes:
    """How many ways there are to finish in the least number of darts.

    Fields: `start`, the total; `darts`, the least number, None where no number will do; `sequences`, the ordered
    sequences of targets of that length that add up to the total and end in a double.
    """

    start: int
    darts: int | None
    sequences: int


@dataclass(frozen=True)
class Finishing(Record):
    """The shortest finishes of a total.

    Fields: `total`; `ways`, all shortest ones of at most three darts, in canonical order; `count`, their number, and
    that of the finishes of totals that take more than three darts.
    """

    total: int
    ways: tuple[tuple[str, ...], ...]
    count: Finishes

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        return {
            "game": "darts",
            "total": self.total,
            "darts": self.count.darts,
            "sequences": integer_text(self.count.sequences),
            "ways": [list(way) for way in self.ways],
        }

    @classmethod
    def from_json(cls, data: Any) -> Finishing:
        """Read what `to_json` wrote, which must be right. Raises `GameError` otherwise."""
        total = data.get("total") if isinstance(data, dict) else None
        record = finishing(read_total(total, 2, _MOST))
        if contradicts(data, record.to_json()):
            raise GameError(f"these are not the finishes of {record.total}")
        return record

    def _table(self) -> Table:
        names = ("first", "second", "third")
        if not self.ways:
            return Table(
                ("total", "darts", "sequences"),
                [(self.total, self.count.darts, self.count.sequences)],
                notes=[f"{self.total} cannot be finished in three darts"],
                right=("darts", "sequences"),
            )
        size = len(self.ways[0])
        return Table(names[:size], self.ways)
