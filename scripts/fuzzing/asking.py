"""Doors in Python: public functions, called with arguments that a user might give."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import truel_ref
from fuzzing import grammar
from fuzzing.door import Door, expect
from truel_ref import Solution
from truel_ref.explain.deviations import best_responses
from truel_ref.explain.gambit import extensive_form, strategic_form
from truel_ref.explain.mix_bounds import mix_enclosure
from truel_ref.fast.sets import enclosure_without_a_miss
from truel_ref.files import json_text
from truel_ref.games.darts.aiming import best_target
from truel_ref.games.darts.board import finishing, landing
from truel_ref.games.darts.leg import turns
from truel_ref.games.dicewars.board import seeded_board
from truel_ref.games.dicewars.odds import attack, holds
from truel_ref.games.dicewars.standings import DicewarsRules, play_game
from truel_ref.games.goofspiel import openings
from truel_ref.games.mastermind.codes import Game, judged
from truel_ref.games.mastermind.strategies import breaker_by
from truel_ref.kernels.confidence import clopper_pearson
from truel_ref.maps.builder import map_problem
from truel_ref.maps.colors import paint
from truel_ref.maps.grid import MapSpec
from truel_ref.numbers import force_backend
from truel_ref.oracle.report import allowed
from truel_ref.symbolic.formulas import closed_form

__all__ = ["calls", "solving"]


def _of_solution(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of a problem's words for one of a solution."""

    def called(hits: Any, *, keywords: Any = None, **fields: Any) -> Any:
        return function(truel_ref.solve(hits, **fields), **(keywords or {}))

    return called


_SOLVE: dict[str, Callable[..., Any]] = {
    "solve": truel_ref.solve,
    "why": truel_ref.why,
    "all_outcomes": truel_ref.all_outcomes,
    "compare_play": truel_ref.compare_play,
    "equilibria": truel_ref.equilibria,
    "best_mix": truel_ref.best_mix,
    "simultaneous": truel_ref.simultaneous_fire,
    "shooter": truel_ref.random_shooter,
    "lot": truel_ref.by_lot,
    "opinions": truel_ref.opinion_contest,
}
_FIELDS = {"targets", "search", "target_later", "search_later", "if_eq", "tie_rule", "random_levels", "names", "order"}


def _solve(case: Any) -> None:
    if not (isinstance(case, list) and len(case) == 2 and isinstance(case[1], dict) and "hits" in case[1]):
        return
    name, data = case
    if not isinstance(name, str) or name not in _SOLVE:
        name = "solve"
    fields = {key: value for key, value in data.items() if isinstance(key, str) and key in _FIELDS}
    answer = _SOLVE[name](truel_ref.Problem(data["hits"], **fields))
    if isinstance(answer, Solution):
        expect(sum(answer.win) + answer.stalemate == 1, "the chances do not sum up to 1")
        expect(all(0 <= win <= 1 for win in answer.win), "a chance is outside [0, 1]")
        expect(Solution.from_json(answer.to_json()) == answer, "its own data are read to another solution")
    expect(str(answer), "it is not shown")
    json_text(answer.to_json())


def _question(dice: Random) -> Any:
    return [dice.choice(["solve", *_SOLVE]), grammar.problem(dice)]


@cache
def _questions() -> list[Any]:
    dice = Random(11)
    return [_question(dice) for _ in range(150)]


solving = Door("solving", _solve, _questions, _question, plain=False)

# -- other calls: [name, arguments, keywords]

_HITS = ["1/3", "2/3", 1]


def _variant(model: Any, hits: Any, **settings: Any) -> Any:
    return truel_ref.solve_variant(truel_ref.Variant.stated(model, hits, **settings))


def _variant_simulated(model: Any, hits: Any, **how: Any) -> Any:
    return truel_ref.simulate_variant(_variant(model, hits), **how)


def _painted(others: Any, points: Any, colors: Any, **how: Any) -> Any:
    return paint(map_problem(others, points=points, **how), colors)


def _forced(backend: Any) -> Any:
    try:
        force_backend(backend)
        return truel_ref.solve(_HITS)
    finally:
        force_backend(None)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "solve": truel_ref.solve,
    "backend": _forced,
    "simulate": _of_solution(truel_ref.simulate),
    "policy": truel_ref.simulate,
    "search": truel_ref.search_by_simulation,
    "decision": _of_solution(truel_ref.decision),
    "course": _of_solution(truel_ref.course),
    "why": truel_ref.why,
    "outcomes": truel_ref.all_outcomes,
    "equilibria": truel_ref.equilibria,
    "many": lambda problems, **how: list(truel_ref.solve_many(problems, **how)),
    "variant": _variant,
    "variant simulated": _variant_simulated,
    "bullets": truel_ref.counted_bullets,
    "deviations": _of_solution(best_responses),
    "enclosure": lambda hits, **fields: enclosure_without_a_miss(truel_ref.Problem(hits, **fields)),
    "mixes": mix_enclosure,
    "nfg": lambda hits, **fields: strategic_form(truel_ref.Problem(hits, **fields)),
    "efg": _of_solution(extensive_form),
    "closed form": closed_form,
    "interval": clopper_pearson,
    "tolerance": allowed,
    "map": _painted,
    "map stated": lambda hits, points, method: MapSpec(truel_ref.Problem(hits), points, method=method),
    "landing": landing,
    "best target": best_target,
    "finishing": finishing,
    "turns": turns,
    "attack": attack,
    "holds": holds,
    "board": seeded_board,
    "rules": lambda players, number, **how: play_game(DicewarsRules.stated(players, **how), number),
    "openings": openings,
    "mastermind": lambda pegs, colors, way: breaker_by(Game(pegs, colors), way),
    "feedback": judged,
}

_VALID: list[tuple[str, list[Any], dict[str, Any]]] = [
    ("backend", ["fractions"], {}),
    ("solve", [_HITS], {"method": "integers"}),
    ("simulate", [_HITS], {"keywords": {"games": 20, "seed": 1, "engine": "counts", "max_turns": 50}}),
    ("policy", [_HITS, {(0, 1, 2): ["Miss", "C", "B"]}], {"games": 5, "seed": 2}),
    ("search", [_HITS], {"games": 20, "seed": 3, "engine": "counts", "confidence": "0.99"}),
    ("decision", [_HITS], {"keywords": {"earlier": "C", "order": "A,B,C"}}),
    ("course", [_HITS], {"keywords": {"turns": 5, "eliminations": True}}),
    ("why", [_HITS], {"phase": "B,C", "player": "B"}),
    ("why", [_HITS], {"phase": (0, 1), "player": 0}),
    ("outcomes", [_HITS], {"cap": 50, "slack": "1/100"}),
    ("equilibria", [_HITS], {"mixed": True, "cap": 50}),
    ("many", [[_HITS, _HITS]], {"jobs": 1}),
    ("variant", ["lot", _HITS], {"start": True}),
    ("variant", ["shooter", _HITS], {}),
    ("variant", ["bullets", _HITS], {"bullets": [1, 2, 1]}),
    ("variant simulated", ["lot", ["1/2", "1/3"]], {"games": 5, "seed": 1}),
    ("variant simulated", ["shooter", ["1/2", "1/3"]], {"games": 5, "seed": 1}),
    ("bullets", [_HITS], {"bullets": [1, 2, 1]}),
    ("bullets", [["1/2", "1/3"]], {"bullets": 2}),
    ("deviations", [_HITS], {"keywords": {"order": "B,C"}}),
    ("enclosure", [_HITS], {"search": "Others"}),
    ("mixes", [_HITS], {"width": "1/10", "work": 5}),
    ("nfg", [_HITS], {}),
    ("efg", [_HITS], {"keywords": {"order": "A,B,C"}}),
    ("closed form", [["B", "A"]], {}),
    ("closed form", [["C", "C", "B"]], {"hits": [None, None, 1]}),
    ("interval", [3, 10], {"confidence": "0.95"}),
    ("tolerance", ["1e-9"], {}),
    ("map", [["1/2"], 3, "w"], {"method": "normal", "search": "Others"}),
    ("map", [[1], 4, "t"], {"a_above_b": True}),
    ("map stated", [[0, 0, 1], 5, "cells"], {}),
    ("landing", ["T20", "1/10"], {}),
    ("landing", ["D20", 0.3], {}),
    ("best target", ["1/5"], {}),
    ("finishing", [41], {}),
    ("turns", [20, "1/10"], {}),
    ("turns", [6], {}),
    ("attack", [3, 2], {}),
    ("holds", [3, [2, 4]], {}),
    ("board", [], {"seed": 3, "players": 3, "fields": 6, "dice": 12}),
    ("rules", ["random,best1", 0], {"fields": 3, "dice": 6, "seed": 1}),
    ("openings", [3], {"goal": "win"}),
    ("openings", [2], {"goal": "points"}),
    ("mastermind", [2, 3, "knuth"], {}),
    ("mastermind", [3, 2, "kooi"], {}),
    ("feedback", ["1122", "2212"], {}),
]


def _call(case: Any) -> None:
    if _is_a_call(case):
        name, arguments, keywords = case
        expect(repr(_FUNCTIONS[name](*arguments, **keywords)), "it is not shown")


def _is_a_call(case: Any) -> bool:
    """Return whether Python would make the call: a wrong number of arguments or keyword is an error of Python's own."""
    if not (isinstance(case, list) and len(case) == 3 and isinstance(case[0], str) and isinstance(case[2], dict)):
        return False
    like = [(given, known) for name, given, known in _VALID if name == case[0]]
    if not like or not isinstance(case[1], list) or len(case[1]) not in [len(given) for given, _ in like]:
        return False
    known = {key: value for _, keywords in like for key, value in keywords.items()}
    inner = case[2].get("keywords", {})
    if not isinstance(inner, dict) or not set(inner) <= set(known.get("keywords", {})):
        return False
    needed = {"games", "seed"} & set(known), {"games", "seed"} & set(known.get("keywords", {}))
    return set(case[2]) <= set(known) and needed[0] <= set(case[2]) and needed[1] <= set(inner)


calls = Door("calls", _call, lambda: [list(call) for call in _VALID], plain=False)
