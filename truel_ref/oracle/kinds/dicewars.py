"""Vectors of Dice Wars, and what is expected of an answer: odds of attacks, chances to hold, and best turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple, Self

from truel_ref.errors import VectorError, refuse, shown
from truel_ref.games.dicewars.best_turn import Search
from truel_ref.games.dicewars.board import Attack, Board, Position, seeded_board
from truel_ref.games.dicewars.odds import attack, holds
from truel_ref.numbers import number_text
from truel_ref.oracle.corpus import SEED
from truel_ref.oracle.judge import (
    Expected,
    Finding,
    Judgement,
    MalformedError,
    Terms,
    decimal,
    entries_of,
    number_said,
    object_said,
    side_by_side,
    size,
    within_tolerance,
)

__all__ = ["ASKED", "DiceWars", "answered", "questions"]

ASKED = {"attack": "success", "holds": "holds", "turn": "expected"}
"""What can be asked, and the key of the number that answers it."""

CLEAR = Fraction(1, 10**6)
"""The best first attack is exactly as good as another one, or better by more than this."""

_ATTACKS = 20
_HOLDS = 8
_TURNS = 36

_KNOWN_TURNS: list[tuple[str, list[int], list[tuple[int, int]], int | None]] = [
    ("AB", [2, 1], [(0, 1)], None),
    ("AB", [1, 1], [(0, 1)], 3),
    ("AB", [8, 1], [(0, 1)], 0),
    ("AAAAAAB", [1, 1, 1, 1, 1, 2, 1], [(field, field + 1) for field in range(6)], 1),
    ("AAABAAAB", [1, 1, 5, 5, 1, 1, 7, 1], [(field, field + 1) for field in range(7)], 1),
    ("BAB", [1, 2, 1], [(0, 1), (1, 2)], 1),
    ("ABA", [2, 3, 2], [(0, 1), (1, 2)], None),
]
"""Owners, dice, borders and the number of attacks: the path of two, and what formulas of the web get wrong."""


# ---------------------------------------------------------------------------------------------------------
# The vectors


def answered(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the exact answer to a question as plain data, and for a turn the other best ways to begin."""
    ask = question["ask"]
    if ask == "attack":
        return {"answer": {"success": number_text(attack(question["attacker"], question["defender"]))}}
    if ask == "holds":
        return {"answer": {"holds": number_text(holds(question["own"], question["neighbours"]))}}
    refuse(VectorError, (ask != "turn", f"ask: {shown(ask)} is unknown; choose from {', '.join(ASKED)}"))
    options = _options(question)
    best = max(options.values())
    first, *others = [option for option, value in options.items() if value == best]
    return {
        "answer": {"expected": number_text(best), "attack": None if first is None else list(first)},
        "others": [list(option) for option in others if option is not None],
    }


def _options(question: Mapping[str, Any]) -> dict[Attack | None, Fraction]:
    """Return the worth of each first attack, and before them that of stopping."""
    board = Board.from_json(question["board"])
    player, position = board.player(question["player"]), Position(board)
    search = Search(position, player, question["score"])
    moves = search.spare() if question["moves"] is None else question["moves"]
    worths: dict[Attack | None, Fraction] = {None: search.value(0)}
    for option in position.attacks(player) if moves else ():
        chance = attack(position.dice[option.start], position.dice[option.goal])
        worths[option] = Fraction(0)
        for succeeds in position.branches(option):
            worths[option] += (chance if succeeds else 1 - chance) * search.value(moves - 1)
    return worths


def questions() -> Iterator[dict[str, Any]]:
    """Yield what is asked; the same in every run."""
    rng = Random(f"{SEED} dicewars")
    known = [(2, 1), (8, 7), (8, 2), (7, 1), (6, 1), (2, 8)]
    pairs = [(a, d) for a in range(2, 9) for d in range(1, 9) if (a, d) not in known]
    for a, d in [*known, *rng.sample(pairs, _ATTACKS - len(known))]:
        yield {"ask": "attack", "attacker": a, "defender": d}
    for number in range(_HOLDS):
        around = [rng.randrange(1, 9) for _ in range(number)]
        yield {"ask": "holds", "own": rng.randrange(1, 9), "neighbours": around}
    for owners, dice, borders, moves in _KNOWN_TURNS:
        yield _turn(Board.stated(owners, dice, borders), "A", moves, "region")
    left = _TURNS - len(_KNOWN_TURNS)
    while left:
        players = rng.choice([2, 2, 3, 4])
        fields = rng.choice([2, 3, 4]) if players < 4 else 2
        board = seeded_board(rng.randrange(10**6), players, fields, fields * rng.choice([2, 3, 3, 4]))
        player, moves = "ABCD"[rng.randrange(players)], rng.choice([1, 2, 2, 3])
        question = _turn(board, player, moves, rng.choice(["region", "fields"]))
        worths = sorted(set(_options(question).values()))
        if len(worths) > 1 and worths[-1] - worths[-2] > CLEAR:
            yield question
            left -= 1


def _turn(board: Board, player: str, moves: int | None, score: str) -> dict[str, Any]:
    data = board.to_json()
    data.pop("places", None)
    return {"ask": "turn", "board": data, "player": player, "moves": moves, "score": score}


# ---------------------------------------------------------------------------------------------------------
# The judge


class DicewarsSaid(NamedTuple):
    """An answer: its number, whether it tells how the turn begins, and how; None is to stop."""

    value: Fraction
    tells: bool = False
    first: tuple[int, int] | None = None


class DiceWars(Expected):
    """A number, and for a turn the first attack, with the others that are exactly as good.

    Field, beside those of `Expected`: `others`, the first attacks that are as good.
    """

    exact: DicewarsSaid
    others: Sequence[tuple[int, int]] = ()

    @property
    def key(self) -> str:
        """The key of the number."""
        return ASKED[self.problem["ask"]]

    @classmethod
    def listed(cls, vector: Mapping[str, Any]) -> Self:
        """Return what is expected, read from a vector."""
        expected = super().listed(vector)
        expected.others = [(start, goal) for start, goal in vector.get("others", ())]
        return expected

    @classmethod
    def asked_of(cls, vector: Mapping[str, Any]) -> dict[str, Any]:
        """Return the question as plain data."""
        return {key: value for key, value in vector.items() if key not in ("id", "group", "answer", "others")}

    def question(self) -> dict[str, Any]:
        """Return the question as plain data."""
        return dict(self.problem)

    def read(self, data: object) -> DicewarsSaid:
        """Return an answer; raises `MalformedError` for what cannot be read."""
        said = object_said(data, self.key)
        value = number_said(said[self.key], self.key)
        if self.problem["ask"] != "turn" or "attack" not in said:
            return DicewarsSaid(value)
        if said["attack"] is None:
            return DicewarsSaid(value, True)
        fields = entries_of(said["attack"], "attack")
        if len(fields) != 2 or not all(type(field) is int for field in fields):
            raise MalformedError(f"attack: {shown(said['attack'])} is not a pair of fields")
        return DicewarsSaid(value, True, (fields[0], fields[1]))

    def compare(self, answer: DicewarsSaid, terms: Terms) -> Finding:
        """Return what is to be said of an answer: first its number, then how the turn begins, if it tells that."""
        error = abs(answer.value - self.exact.value)
        if not within_tolerance(answer.value, self.exact.value, terms.tolerance):
            return Finding(Judgement.VALUE, f"{self.key} is off by {size(error)}", error)
        if not answer.tells or answer.first == self.exact.first:
            return Finding(Judgement.AGREES, "", error)
        if answer.first in self.others:
            return Finding(Judgement.TIE, "", error)
        return Finding(Judgement.AIMS, f"to begin with {_first(answer)} is worth less", error)

    def data_of(self, answer: DicewarsSaid | None) -> dict[str, Any]:
        """Return the answer and the exact one as plain data for JSON."""
        return {"theirs": None if answer is None else self._data(answer, decimal), "exact": self._data(self.exact)}

    def _data(self, said: DicewarsSaid, text: Any = number_text) -> dict[str, Any]:
        first = {"attack": None if said.first is None else list(said.first)} if said.tells else {}
        return {self.key: text(said.value)} | first

    def table(self, answer: DicewarsSaid | None) -> str:
        """Return both sides, a row for the number and one for the first attack."""
        theirs = "" if answer is None else decimal(answer.value)
        rows = [(self.key, theirs, number_text(self.exact.value), decimal(self.exact.value))]
        if self.exact.tells:
            rows.append(("attack", _first(answer) if answer and answer.tells else "", _first(self.exact), ""))
        return side_by_side(rows, answer is not None)


def _first(said: DicewarsSaid) -> str:
    return "to stop" if said.first is None else f"{said.first[0]} on {said.first[1]}"
