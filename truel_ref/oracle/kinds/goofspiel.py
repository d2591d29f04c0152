"""Vectors of Goofspiel, and what is expected of an answer: the value of a state, and bids that get it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, NamedTuple, Self

from truel_ref.games.goofspiel import Bids, State, opening, solve
from truel_ref.numbers import fraction_text
from truel_ref.oracle.corpus import SEED, once
from truel_ref.oracle.judge import (
    Expected,
    Finding,
    Judgement,
    Terms,
    decimal,
    number_said,
    numbers_of,
    object_said,
    side_by_side,
    size,
    within_tolerance,
)

__all__ = ["Goofspiel", "answered", "questions"]

COUNT = 64
SIDES = ("own", "other")


def answered(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the exact answer to a question as plain data."""
    answer = solve(State.from_json(question), question["goal"]).to_json()
    return {"answer": {key: answer[key] for key in ("value", "own_bids", "other_bids")}}


def questions() -> Iterator[dict[str, Any]]:
    """Yield what is asked; the same in every run."""
    asked = islice(once(_asked(Random(f"{SEED} goofspiel"))), COUNT)
    return ({"ask": "bids", "goal": goal} | state.to_json() for state, goal in asked)


def _asked(rng: Random) -> Iterator[tuple[State, str]]:
    """Yield the published states, the first ones of three and four cards, and states drawn at random without end."""
    yield State((1, 3), (2, 3), 2, (3,), lead=1), "win"
    for goal in ("win", "points"):
        for cards in (3, 4):
            for prize in range(1, cards + 1):
                yield opening(cards, prize), goal
    while True:
        count = rng.choice([1, 2, 2, 3, 3, 3, 4])
        own, other, prizes = (_drawn(rng, count) for _ in range(3))
        prize = rng.choice(prizes)
        to_come = tuple(card for card in prizes if card != prize)
        yield State(own, other, prize, to_come, rng.randrange(-6, 7)), rng.choice(["win", "win", "points"])


def _drawn(rng: Random, count: int) -> tuple[int, ...]:
    cards: set[int] = set()
    while len(cards) < count:
        cards.add(rng.randrange(1, 7))
    return tuple(sorted(cards))


# ---------------------------------------------------------------------------------------------------------
# The judge


class GoofspielSaid(NamedTuple):
    """An answer: the value, and the mix of each side as far as it is told."""

    value: Fraction
    mixes: Mapping[str, Sequence[Fraction]]


class Goofspiel(Expected):
    """The value of a state, and for each side a mix of bids that gets it, or another one that does."""

    problem: State
    exact: GoofspielSaid

    def __init__(self, state: State, goal: str, name: str = "", group: str = "") -> None:
        super().__init__(state, name, group)
        self.goal = goal

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector."""
        expected = cls(State.from_json(vector), vector["goal"], vector["id"], vector["group"])
        expected.exact = expected.read(vector["answer"])
        return expected

    @cached_property
    def bids(self) -> Bids:
        """The solved state, whose matrix says what any other bids get."""
        return solve(self.problem, self.goal)

    def question(self) -> dict[str, Any]:
        """Return the question as plain data."""
        return {"game": "goofspiel", "ask": "bids", "goal": self.goal} | self.problem.to_json()

    def read(self, data: object) -> GoofspielSaid:
        """Return an answer; raises `MalformedError` for what cannot be read."""
        said = object_said(data, "value")
        cards = len(self.problem.own)
        keys = {side: f"{side}_bids" for side in SIDES}
        mixes = {side: numbers_of(said[key], key, cards) for side, key in keys.items() if said.get(key) is not None}
        return GoofspielSaid(number_said(said["value"], "value"), mixes)

    def compare(self, answer: GoofspielSaid, terms: Terms) -> Finding:
        """Return what is to be said of an answer: first its value, then the mixes that it tells."""
        error = abs(answer.value - self.exact.value)
        for side, mix in answer.mixes.items():
            if min(mix) < -terms.tolerance or abs(sum(mix, Fraction(-1))) > len(mix) * terms.tolerance:
                return Finding(Judgement.NOT_A_DISTRIBUTION, f"{side}_bids are no chances that add up to 1", error)
        if not within_tolerance(answer.value, self.exact.value, terms.tolerance):
            return Finding(Judgement.VALUE, f"value is off by {size(error)}", error)
        judgement = Judgement.AGREES
        for side, mix in answer.mixes.items():
            pairs = zip(mix, self.exact.mixes[side], strict=True)
            if all(within_tolerance(theirs, own, terms.tolerance) for theirs, own in pairs):
                continue
            lost = self._lost(side, mix)
            if lost > terms.tolerance:
                return Finding(Judgement.AIMS, f"{side}_bids lose {size(lost)} to the best reply", error)
            judgement = Judgement.TIE
        return Finding(judgement, "", error)

    def _lost(self, side: str, mix: Sequence[Fraction]) -> Fraction:
        """Return by how much the worst that a mix may get is below the value of its player."""
        matrix = self.bids.matrix
        value = self.bids.value
        if side == "own":
            return max(value - _against(mix, column) for column in zip(*matrix, strict=True))
        return max(_against(mix, row) - value for row in matrix)

    def data_of(self, answer: GoofspielSaid | None) -> dict[str, Any]:
        """Return the answer and the exact one as plain data for JSON."""
        return {"theirs": None if answer is None else _data(answer, decimal), "exact": _data(self.exact, fraction_text)}

    def table(self, answer: GoofspielSaid | None) -> str:
        """Return both sides, a row for the value and one for each card of each player."""
        rows: list[tuple[str, Fraction, Fraction | None]] = [
            ("value", self.exact.value, None if answer is None else answer.value)
        ]
        for side, hand in zip(SIDES, (self.problem.own, self.problem.other), strict=True):
            theirs: Sequence[Fraction | None] = (answer and answer.mixes.get(side)) or [None] * len(hand)
            rows += zip((f"{side} bids {card}" for card in hand), self.exact.mixes[side], theirs, strict=True)
        texts = [
            (name, "" if said is None else decimal(said), fraction_text(exact), decimal(exact))
            for name, exact, said in rows
        ]
        return side_by_side(texts, answer is not None)


def _against(mix: Sequence[Fraction], line: Sequence[Fraction]) -> Fraction:
    return sum((chance * entry for chance, entry in zip(mix, line, strict=True)), Fraction(0))


def _data(said: GoofspielSaid, text: Any) -> dict[str, Any]:
    return {"value": text(said.value)} | {f"{side}_bids": list(map(text, mix)) for side, mix in said.mixes.items()}
