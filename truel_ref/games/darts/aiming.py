"""The targets with the largest expected score of a single dart, for one miss rate and for all miss rates.

The expected score of every target is a polynomial in the miss rate, or two polynomials that meet at 1/3, from where a
dart aimed at the double bull always misses it. So the best targets for all miss rates are an upper envelope: (1) in
each stretch between break points, take the largest polynomial right of the current place; (2) it is the largest up to
the first place where another polynomial crosses it, a real root of the difference, as an exact number; (3) go on from
there. No place is rounded: roots of degree 2 are `(a + b sqrt(r)) / c`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import lcm
from typing import Any

from truel_ref.budget import check
from truel_ref.errors import NumberError, shown
from truel_ref.games.darts._piecewise import Piecewise
from truel_ref.games.darts.board import MISS, TARGETS, expected_score, made_again, number_or_formula, read_miss
from truel_ref.numbers import (
    Number,
    between,
    decimal_text,
    number_text,
    primitive,
    read_probability,
    real_roots,
)
from truel_ref.records.record import Record
from truel_ref.records.table import Table

__all__ = ["Aiming", "BestTarget", "Stretch", "best_target", "best_targets", "expected_scores"]

_DECIMALS = 6


@lru_cache(maxsize=1)
def _formulas() -> dict[str, Piecewise]:
    """Return the expected score of every target as a function of the miss rate."""
    return {target: expected_score(target, MISS) for target in TARGETS}


def expected_scores(miss: object) -> dict[str, Any]:
    """Return the expected score of every target, in canonical order.

    Parameters: `miss`, a number in [0, 1], or a letter as for `outcome`: then the scores are piecewise polynomials.

    Raises `NumberError` for an invalid miss rate.

    >>> scores = expected_scores("2/5")
    >>> len(scores), str(scores["T20"]), str(scores["T19"])
    (62, '726/25', '737/25')
    """
    m = read_miss(miss)
    return dict(_formulas()) if m is MISS else {target: formula(m) for target, formula in _formulas().items()}


def best_target(miss: object) -> BestTarget:
    """Return all targets with the largest expected score, in canonical order, and that score.

    Parameters: `miss`, the miss rate, a number in [0, 1]. Raises `NumberError` for another value.

    >>> best_target(0)
    BestTarget(miss=Fraction(0, 1), targets=('T20',), score=Fraction(60, 1))
    """
    m = read_probability(miss, "miss")
    scores = expected_scores(m)
    best = max(scores.values())
    return BestTarget(m, tuple(target for target in TARGETS if scores[target] == best), best)


@lru_cache(maxsize=1)
def best_targets() -> Aiming:
    """Return the best targets for every miss rate: the exact partition of [0, 1].

    The stretches are alternately single points and open intervals, from 0 to 1. The best targets are constant in an
    open interval; a point between two intervals has the best targets of both.

    >>> aiming = best_targets()
    >>> aiming.stretches[0].low, aiming.at("1/2").targets == best_target("1/2").targets
    (Fraction(0, 1), True)
    """
    breaks = sorted({end for formula in _formulas().values() for end in formula.ends})
    ends: list[Number] = [breaks[0]]
    insides: list[tuple[str, ...]] = []
    for low, high in pairwise(breaks):
        here: Number = low
        while here < high:
            targets, until = _first_stretch(here, high)
            if insides and targets == insides[-1] == best_target(here).targets:
                ends.pop()
            else:
                insides.append(targets)
            ends.append(until)
            here = until
    points = [Stretch(end, end, best_target(end).targets) for end in ends]
    stretches = [points[0]]
    for point, low_end, inside in zip(points[1:], ends, insides, strict=False):
        stretches += [Stretch(low_end, point.high, inside), point]
    return Aiming(tuple(stretches))


def _first_stretch(low: Number, high: Fraction) -> tuple[tuple[str, ...], Number]:
    """Return the best targets right of a place, and the first place where they are not the only best targets.

    Between the place and the first crossing of two polynomials the order of the values does not change. The method
    tests a point on the right: as long as the largest polynomial there crosses another before it, it moves the point
    nearer.

    Parameters: `low`, the place; `high`, the next break point of the formulas.
    """
    place = between(low, high)
    while True:
        check()
        values = {target: formula(place) for target, formula in _formulas().items()}
        best = max(values.values())
        winners = tuple(target for target in TARGETS if values[target] == best)
        rivals = (_formulas()[winners[0]] - formula for formula in _formulas().values())
        crossings = [root for rival in rivals for root in _roots(rival.part_at(high)) if low < root < high]
        if not any(root <= place for root in crossings):
            return winners, min([*crossings, high])
        place = between(low, min(crossings))


def _roots(part: tuple[Fraction, ...]) -> tuple[Number, ...]:
    """Return the roots of a polynomial in ascending order; empty for a constant."""
    if len(part) < 2:
        return ()
    common = lcm(*(coefficient.denominator for coefficient in part))
    return real_roots(primitive(int(coefficient * common) for coefficient in part))


@dataclass(frozen=True)
class BestTarget(Record):
    """The best targets for one miss rate.

    Fields: `miss`; `targets`, all targets with the largest expected score, in canonical order; `score`, that score.
    """

    miss: Number
    targets: tuple[str, ...]
    score: Number

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON: exact numbers as text."""
        return {
            "game": "darts",
            "miss": number_text(self.miss),
            "targets": list(self.targets),
            "score": number_text(self.score),
        }

    @classmethod
    def from_json(cls, data: Any) -> BestTarget:
        """Read what `to_json` wrote, which must be right. Raises `GameError` otherwise."""
        return made_again(data, ("miss",), best_target, "the best targets for the miss rate")

    def _table(self) -> Table:
        rows = [(target, self.score, decimal_text(self.score, _DECIMALS)) for target in self.targets]
        return Table(("aim", "expected score", "decimal"), rows, right=("decimal",))


@dataclass(frozen=True)
class Stretch:
    """Miss rates with the same best targets: an open interval, or a point if both ends are equal.

    Fields: `low` and `high`, exact numbers; `targets`, in canonical order.
    """

    low: Number
    high: Number
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Aiming(Record):
    """The best targets for every miss rate.

    Fields: `stretches`, points and open intervals in turn, which together are [0, 1].
    """

    stretches: tuple[Stretch, ...]

    def at(self, miss: object) -> BestTarget:
        """Return the best targets for one miss rate, from the partition. Raises `NumberError` for another value.

        >>> best_targets().at("1/10").targets
        ('T20',)
        """
        m = read_probability(miss, "miss")
        for stretch in self.stretches:
            if stretch.low < m < stretch.high or stretch.low == m == stretch.high:
                return BestTarget(m, stretch.targets, _formulas()[stretch.targets[0]](m))
        raise NumberError(f"internal error: no stretch holds {shown(m)}")

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain data for JSON: exact numbers and formulas as text."""
        return {
            "game": "darts",
            "best": [
                {
                    "from": number_text(stretch.low),
                    "to": number_text(stretch.high),
                    "targets": list(stretch.targets),
                    "score": self._formula(stretch),
                }
                for stretch in self.stretches
            ],
        }

    @classmethod
    def from_json(cls, data: Any) -> Aiming:
        """Read what `to_json` wrote, which must be right. Raises `GameError` otherwise."""
        return made_again(data, (), best_targets, "the best targets for all miss rates")

    @staticmethod
    def _formula(stretch: Stretch) -> str:
        """Return the expected score in a stretch as text: a number at a point, else a polynomial."""
        formula = _formulas()[stretch.targets[0]]
        if stretch.low == stretch.high:
            return number_text(formula(stretch.low))
        return number_or_formula(Piecewise([0, 1], [formula.part_at(between(stretch.low, stretch.high))]))

    def _table(self) -> Table:
        rows = [
            (
                stretch.low,
                stretch.high if stretch.high != stretch.low else "",
                decimal_text(stretch.low, _DECIMALS),
                ", ".join(stretch.targets),
                self._formula(stretch),
            )
            for stretch in self.stretches
        ]
        return Table(("miss from", "to", "decimal", "aim", "expected score"), rows, right=("decimal",))
