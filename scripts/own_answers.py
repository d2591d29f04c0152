"""The solver as a client of the judge: its answers to the questions of all vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from truel_ref.errors import ProblemError
from truel_ref.fast.solving import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.game.variant import Variant
from truel_ref.numbers import number_text
from truel_ref.oracle.vector_files import CAP
from truel_ref.play.periodic import finite_rounds, periodic_equilibria
from truel_ref.play.stationary import equilibria
from truel_ref.variants import solve_variant

_KEYS = ("hits", "targets", "search", "target_later", "search_later", "if_eq", "random_levels")


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer of truel-ref to a question, as plain data.

    >>> answer({"hits": ["1/3", "2/3", "1"]})["win"]
    ['25/63', '8/21', '2/9']
    """
    problem = Problem.from_json({key: question[key] for key in _KEYS if key in question})
    play = question.get("model") or question.get("play") or "announced"
    if play == "announced":
        solution = solve(problem)
        return {"win": _texts(solution.win), "aims": _aims(solution.aims), "stalemate": number_text(solution.stalemate)}
    if play == "stationary":
        listed = equilibria(problem, cap=CAP).equilibria
        entries = [_listed(each.aims, each.strict, values=_by_turn(each.values)) for each in listed]
        return {"equilibria": _once(entries)}
    if play == "periodic":
        return {"equilibria": _plans(problem, question["period"])}
    if play == "rounds":
        rounds = finite_rounds(problem, question["rounds"], clock=question["clock"])
        return {"aims": list(map(_aims, rounds.aims)), "values": list(map(_texts, rounds.values))}
    names = {"lot": ("play", "start"), "bullets": ("bullets", "survivors")}.get(play, ())
    variant = Variant.stated(play, problem, **{name: question[name] for name in names})
    found = solve_variant(variant) if play == "bullets" else solve_variant(variant, cap=CAP)
    if play == "lot":
        win = _texts(found.plays[0].win) if found.plays else None
        orders = [(drawn.order, [each[1] for each in drawn.plays]) for drawn in found.drawn]
        listed_orders = [
            {"order": list(map(label, order)), "win": _texts(wins[0]) if len(wins) == 1 else None}
            for order, wins in orders
        ]
        return {"win": win, "orders": listed_orders}
    if play == "bullets":
        only = found.only
        sets = [
            {"living": list(map(label, living)), "chance": number_text(chance)} for living, chance in only.survivors
        ]
        return {"worths": _texts(only.worths), "win": _texts(only.win), "survivors": sets}
    rests = ("stalemate", "nobody") if play == "simultaneous" else ("stalemate",)
    return {
        "equilibria": _once(
            _listed(
                each.aims,
                each.strict,
                win=_texts(each.win),
                **{name: number_text(getattr(each, name)) for name in rests},
            )
            for each in found.plays
        )
    }


def _plans(problem: Problem, period: int) -> list[dict[str, Any]]:
    try:
        found = periodic_equilibria(problem, period=period)
    except ProblemError:  # a smaller set has no plan
        return []
    return _once(
        {"aims": list(map(_aims, each.aims)), "values": list(map(_by_turn, each.values)), "strict": each.strict}
        for each in found
        if each.period <= period  # backward induction finds longer ones, too
    )


def _once(entries: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return entries without those that are equal, as equilibria under two selections are."""
    once: list[dict[str, Any]] = []
    for entry in entries:
        once += [] if entry in once else [entry]
    return once


def _listed(aims: Any, strict: bool | None, **values: Any) -> dict[str, Any]:
    return {"aims": _aims(aims), "strict": strict} | values


def _aims(aims: tuple[Aim | None, ...]) -> list[Any]:
    return [None if aim is None else list(map(number_text, aim.weights)) for aim in aims]


def _texts(numbers: Any) -> list[str]:
    return list(map(number_text, numbers))


def _by_turn(values: Any) -> list[list[str]]:
    return list(map(_texts, values))
