"""Doors that read: numbers, problems, JSON, records, boards, trees and states of the other games."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from fuzzing import grammar, hostile
from fuzzing.door import Door, expect
from truel_ref import (
    Problem,
    Solution,
    Variant,
    VariantAnswer,
    all_outcomes,
    compare_play,
    course,
    decision,
    equilibria,
    simulate,
    solve,
    solve_variant,
)
from truel_ref.explain.comparison import Comparison
from truel_ref.fast.sets import Enclosure, enclosure_without_a_miss
from truel_ref.files import json_text, read_json
from truel_ref.game.course import Course
from truel_ref.game.equilibrium import Equilibria
from truel_ref.game.solution import Decision, Outcomes
from truel_ref.games.darts.aiming import BestTarget, best_target
from truel_ref.games.darts.board import Finishing, Landing, finishing, landing
from truel_ref.games.darts.leg import Turns, turns
from truel_ref.games.dicewars.best_turn import DicewarsTurn, turn
from truel_ref.games.dicewars.board import Board, seeded_board
from truel_ref.games.dicewars.odds import Odds, OddsTable
from truel_ref.games.dicewars.standings import DicewarsRules, Standings, tournament
from truel_ref.games.goofspiel import Bids, State
from truel_ref.games.goofspiel import solve as solve_state
from truel_ref.games.mastermind.adversary import Adversary, against_adversary
from truel_ref.games.mastermind.breakers import Breaker, Lengths
from truel_ref.games.mastermind.codes import Game
from truel_ref.games.mastermind.strategies import breaker_by
from truel_ref.maps.builder import build
from truel_ref.maps.data import MapData
from truel_ref.maps.explore.question import PLAYS, Question
from truel_ref.maps.grid import MapSpec
from truel_ref.numbers import (
    number_text,
    read_count,
    read_number,
    read_probability,
    read_rational,
    read_rational_probability,
)
from truel_ref.simulation.estimate import Estimate

__all__ = ["addresses", "boards", "json_texts", "numbers", "problems", "records", "states", "trees"]

# -- numbers

_READERS: dict[str, Callable[[Any], Any]] = {
    "rational": read_rational,
    "rational probability": read_rational_probability,
    "number": read_number,
    "probability": read_probability,
    "count": lambda value: read_count(value, "games", 0, 10**12),
}


def _read_number(case: list[Any]) -> None:
    kind, value = case if isinstance(case, list) and len(case) == 2 else ("number", case)
    read = _READERS.get(kind, read_number) if isinstance(kind, str) else read_number
    number = read(value)
    if read is not _READERS["count"]:
        text = number_text(number)
        expect(read_number(text, digits=None) == number, f"{text} is read back to another number")


def _number(dice: Random) -> list[Any]:
    value = grammar.formula(dice) if dice.random() < 0.6 else hostile.number(dice)
    return [dice.choice(list(_READERS)), value]


numbers = Door(
    "numbers",
    _read_number,
    lambda: [[kind, text] for kind in _READERS for text in hostile.NUMBERS[:12]],
    _number,
    plain=False,
)

# -- problems


def _read_problem(case: Any) -> None:
    problem = Problem.from_data(case)
    expect(Problem.from_data(problem.to_json()) == problem, "its own data are read to another problem")
    expect(Problem.from_json(json_text(problem.to_json())) == problem, "its own JSON is read to another problem")
    expect(repr(problem) and str(problem) and hash(problem) is not None, "it is not shown")


@cache
def _problems() -> list[Any]:
    dice = Random(2026)
    return [grammar.problem(dice) for _ in range(200)]


problems = Door("problems", _read_problem, _problems, grammar.problem, plain=False)

# -- the address of the page with maps


def _read_address(case: Any) -> None:
    if not isinstance(case, dict) or not all(isinstance(text, str) for pair in case.items() for text in pair):
        return  # an address is text
    question, point = Question(Problem([0, 0, 1])).with_settings(case)
    expect(question.with_settings(question.settings(point)) == (question, point), "its own address is another one")


def _address(dice: Random) -> dict[str, str]:
    said = Question(Problem([0, 0, "1/2"]), dice.choice(PLAYS[:2])).settings((Fraction(1, 3), Fraction(1)))
    return {name: grammar.formula(dice) if dice.random() < 0.1 else value for name, value in said.items()}


addresses = Door("addresses", _read_address, lambda: [_address(Random(number)) for number in range(20)], _address)

# -- JSON


def _read_text(case: Any) -> None:
    if not isinstance(case, str | bytes):
        return
    data = read_json(case)
    try:
        text = json_text(data)
    except ValueError:  # JSON can say 1e400, but not what doubles make of it
        return
    expect(read_json(text) == data, "what was read is not what is read from it again")


def _texts() -> list[Any]:
    texts = [json_text(data) for data in _problems()[:40]]
    texts += ["[" * 100_000, '{"a":' * 50_000, '{"a": 1, "a": 2}', "1e400", "-", '"\\ud800"', "\ufeff[]", "9" * 30_000]
    return texts + [text.encode() for text in texts[:20]] + [b"\xff", b"\xef\xbb\xbf[]"]


json_texts = Door("json", _read_text, _texts)

# -- records: each is read back from its own data, and shown


_BESIDE = {"Decision": Decision, "Outcomes": Outcomes}
_KINDS: tuple[Any, ...] = (
    *(Solution, Equilibria, Course, Comparison, Enclosure, Estimate, Variant, VariantAnswer, MapData),
    *(Landing, BestTarget, Finishing, Turns, Odds, OddsTable, Standings, DicewarsTurn, Bids, Adversary, Lengths),
)
_ALONE = {kind.__name__: kind for kind in _KINDS}
_SHARED = Problem(["1/3", "2/3", 1])


def _read_record(case: Any) -> None:
    if not (isinstance(case, list) and len(case) == 2 and isinstance(case[0], str)):
        return
    name, data = case
    if name in _BESIDE:
        record = _BESIDE[name].from_json(data, _SHARED)
        again = _BESIDE[name].from_json(record.to_json(), _SHARED)
    elif name in _ALONE:
        record = _ALONE[name].from_json(data)
        again = _ALONE[name].from_json(record.to_json())
    else:
        return
    expect(again == record, "its own data are read to another record")
    _show(record)


def _show(record: Any) -> None:
    expect(str(record) and repr(record), "it is not shown")
    for way in ("table", "md", "latex", "csv", "json"):
        if hasattr(record, "to_text"):
            record.to_text(way)
    json_text(record.to_json())


def _variants() -> list[Variant]:
    hits = ["1/3", "2/3"]
    stated = [Variant.stated(model, hits) for model in ("lot", "shooter", "simultaneous", "opinions")]
    return [*stated, Variant.stated("bullets", hits, bullets=[1, 2])]


@cache
def _records() -> list[Any]:
    solution = solve(_SHARED)
    mixed = solve(["1/2", "1/2", "1/2"], targets=["Random", "Miss", "Optimal"])
    made = [
        *(solution, mixed, solve(["sqrt(2)/2", "1/2"]), decision(solution), all_outcomes(solution)),
        *(simulate(solution, games=50, seed=1), equilibria(["1/3", "1/2", 1]), course(solution, turns=3)),
        *(compare_play(["1/3", "2/3", 1]), enclosure_without_a_miss(Problem(["1/3", "1/2", 1], search="Others"))),
        *(Variant.stated("lot", _SHARED), *map(solve_variant, _variants())),
        *(turns(40), landing("T20", "1/10"), best_target("1/5"), finishing(41), Odds(3, 2)),
        *(tournament(DicewarsRules.stated("random,best1", fields=2, dice=4), 2), turn(seeded_board(1, 2, 4, 8))),
        *(against_adversary(Game(2, 2)), breaker_by(Game(2, 3), "knuth").lengths()),
        *(solve_state(State((1, 2), (1, 2), 1, (2,), 0)), build(MapSpec(Problem([0, 0, "1/2"]), 2, method="normal"))),
    ]
    return [[type(record).__name__, read_json(json_text(record.to_json()))] for record in made]


records = Door("records", _read_record, _records)

# -- the other games


def _read_board(case: Any) -> None:
    board = Board.from_json(case)
    expect(Board.from_json(board.to_json()) == board, "its own data are read to another board")
    _show(board)
    turn(board, moves=1)


def _boards() -> list[Any]:
    boards = [seeded_board(seed, *size).to_json() for seed in range(8) for size in ((2, 4, 8), (3, 6, 12), (4, 8, 24))]
    return [*boards, {"owners": ["A", "B"], "dice": [2, 1], "borders": [[0, 1]]}]


boards = Door("boards", _read_board, _boards)


def _read_tree(case: Any) -> None:
    breaker = Breaker.from_json(case)
    expect(Breaker.from_json(breaker.to_json()) == breaker, "its own data are read to another tree")
    breaker.lengths()


def _trees() -> list[Any]:
    return [
        breaker_by(Game(*size), way).to_json() for size in ((1, 3), (2, 2), (2, 3), (3, 2)) for way in ("knuth", "kooi")
    ]


trees = Door("trees", _read_tree, _trees)


def _read_state(case: Any) -> None:
    state = State.from_json(case)
    expect(State.from_json(state.to_json()) == state, "its own data are read to another state")
    if len(state.own) > 4:
        return
    for goal in ("win", "points"):
        bids = solve_state(state, goal)
        expect(Bids.from_json(bids.to_json()) == bids, "its own data are read to another answer")


def _state(dice: Random) -> Any:
    cards = dice.randrange(1, 5)
    own, other, rest = (sorted(dice.sample(range(1, 14), cards)) for _ in range(3))
    return {"own": own, "other": other, "prize": rest[0], "to_come": rest[1:], "lead": dice.randint(-9, 9)}


def _states() -> list[Any]:
    dice = Random(5)
    return [_state(dice) for _ in range(40)]


states = Door("states", _read_state, _states, _state)
