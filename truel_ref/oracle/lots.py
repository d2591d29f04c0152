"""What is expected by lot: the mean over all shooting orders, and, as far as they are told, the orders themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from truel_ref.errors import shown
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.numbers import Number
from truel_ref.oracle.judge import SAID, Judgement, MalformedError, decimal, entries_of, number_said, numbers_of
from truel_ref.oracle.measures import WIN, Measures, NamedNumbers, outside

__all__ = ["DrawnByLot"]

STALEMATE = "stalemate"


class DrawnByLot(NamedNumbers):
    """The mean win probabilities, and those of every order; with ties, the others that each order may have.

    Fields, beside those of `Expected`: `variant`; `orders`, by labels; `others`, for an order the other win
    probabilities that ways of breaking its ties lead to; `other_means`, None where they are too many to be listed.
    """

    marks: Mapping[str, str] = {"model": "lot"}
    has_tie_rule = True
    problem: Problem

    def __init__(self, variant: Variant, name: str = "", group: str = "") -> None:
        variant.problem.check_plain("a test vector")
        super().__init__(variant.problem, name, group)
        self.variant = variant
        self.orders: list[tuple[str, ...]] = []
        self.others: dict[tuple[str, ...], list[tuple[Fraction, ...]]] = {}
        self.other_means: list[tuple[Fraction, ...]] | None = []

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> DrawnByLot:
        """Return what is expected, read from a vector."""
        expected = cls(Variant.from_json(dict(vector)), vector["id"], vector["group"])
        expected.orders = [tuple(entry["order"]) for entry in vector["answer"]["orders"]]
        expected.exact = expected.read(vector["answer"])
        players = expected.problem.players
        for entry in vector["order_outcomes"]:
            wins = expected.others.setdefault(tuple(entry["order"]), [])
            wins.append(numbers_of(entry["win"], "order_outcomes", players))
        outcomes = vector["outcomes"]
        expected.other_means = (
            None if outcomes is None else [numbers_of(entry["win"], "outcomes", players) for entry in outcomes]
        )
        return expected

    @property
    def asked(self) -> Variant:
        """The problem with its model and settings."""
        return self.variant

    def question(self) -> dict[str, Any]:
        """Return the model, how an order is drawn and played, and the problem as plain data."""
        return {"model": "lot", "play": self.variant.play, "start": self.variant.start} | self.problem.to_json()

    # -- an answer

    def read(self, data: object) -> Measures:
        """Return the numbers of an answer by name; raises `MalformedError` for what cannot be read."""
        if not isinstance(data, Mapping):
            raise MalformedError(f"{shown(data)} is no object with 'win'")
        if "win" not in data:
            raise MalformedError(f"it says: {shown(data['error'], SAID)}" if "error" in data else "it has no 'win'")
        measures = self._wins(data["win"], "", "win")
        if data.get(STALEMATE) is not None:
            measures[STALEMATE] = number_said(data[STALEMATE], STALEMATE)
        if data.get("orders") is not None:
            for number, entry in enumerate(entries_of(data["orders"], "orders"), 1):
                what = f"orders: number {number}"
                if not isinstance(entry, Mapping) or "order" not in entry or "win" not in entry:
                    raise MalformedError(f"{what}: {shown(entry)} has no 'order' and 'win'")
                order = tuple(entries_of(entry["order"], what))
                if order not in self.orders:
                    raise MalformedError(f"{what}: {shown(entry['order'])} is no order that can be drawn")
                if f"{_in(order)}{WIN}{label(0)}" in measures:
                    raise MalformedError(f"{what}: {', '.join(order)} stands there twice")
                measures |= self._wins(entry["win"], _in(order), f"{what}: win")
        return measures

    def _wins(self, data: object, start: str, what: str) -> Measures:
        """Return win probabilities by name, each None where there are none."""
        players = self.problem.players
        wins: Sequence[Number | None] = [None] * players if data is None else numbers_of(data, what, players)
        return {f"{start}{WIN}{label(player)}": win for player, win in enumerate(wins)}

    # -- the comparison

    def acceptable(self, answer: Measures) -> Iterator[tuple[Judgement, Sequence[Measures] | None]]:
        """Yield the exact answer, and the nearest one that other ways of breaking ties lead to."""
        yield Judgement.AGREES, [self.exact]
        if self.others:
            yield Judgement.TIE, [self._nearest(answer)]

    def _nearest(self, answer: Measures) -> Measures:
        """Return the outcome nearest to an answer: for every order that it tells, and for the mean.

        The mean is that of the orders, if all of them are told; else one of those that are listed, or, where they are
        too many, any.
        """
        nearest: Measures = {}
        total: list[Any] = [Fraction(0)] * self.problem.players
        stated = [order for order in self.orders if f"{_in(order)}{WIN}{label(0)}" in answer]
        for order in stated:
            own = _numbers(self.exact, _in(order))
            wins = [own, *self.others.get(order, ())]
            win = min(wins, key=lambda win: _distance(_numbers(answer, _in(order)), win))
            total = [known + more for known, more in zip(total, win, strict=True)]
            nearest |= self._wins(win, _in(order), "")
        said = _numbers(answer, "")
        if len(stated) == len(self.orders):
            mean: Sequence[Any] = [known / len(stated) for known in total]
        elif self.other_means is None:
            mean = [Fraction(0) if win is None else win for win in said]
        else:
            mean = min([_numbers(self.exact, ""), *self.other_means], key=lambda win: _distance(said, win))
        return nearest | self._wins(mean, "", "") | {STALEMATE: 1 - sum(mean, Fraction(0))}

    def no_distribution(self, answer: Measures, tolerance: Fraction) -> str:
        """Return what is wrong with the probabilities of an answer by themselves, empty if nothing is."""
        bad = outside(answer.items(), tolerance)
        for start in ("", *map(_in, self.orders)):
            wins = [win for win in _numbers(answer, start) if win is not None]
            rest = None if start else answer.get(STALEMATE)
            total, within = sum(wins, rest or Fraction(0)), (len(wins) + 1) * tolerance
            if not bad and not (0 if rest is None else 1) - within <= total <= 1 + within:
                bad = f"{start}win{'' if rest is None else ' and stalemate'} adds up to {decimal(total)}"
        return bad


def _in(order: Sequence[str]) -> str:
    """Return how the names of the numbers of an order begin."""
    return f"in order {', '.join(order)}: "


def _numbers(measures: Measures, start: str) -> list[Number | None]:
    """Return the win probabilities among some numbers, empty where there are none."""
    return [value for name, value in measures.items() if name.startswith(f"{start}{WIN}")]


def _distance(theirs: Sequence[Number | None], win: Sequence[Number | None]) -> Any:
    """Return how far win probabilities are from others; a missing one is as far as can be."""
    return max(1 if said is None or own is None else abs(said - own) for said, own in zip(theirs, win, strict=True))
