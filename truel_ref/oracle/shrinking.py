"""Smaller problems that a client answers wrongly, too: fewer players, fewer words, simpler fractions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, permutations
from typing import Any

from truel_ref.game.orders import Order, next_order
from truel_ref.game.people import label
from truel_ref.game.problem import Problem
from truel_ref.numbers import Number

__all__ = ["shrink", "simpler"]

_PLAIN: dict[str, Any] = {
    "random_levels": None,
    "target_later": "Optimal",
    "search_later": None,
    "if_eq": 1,
    "search": ["Others", "Miss"],
}
"""What the keys of a problem say that asks for nothing special."""


def shrink(problem: Problem, fails: Callable[[Problem], bool], most: int = 300, seconds: float = 5) -> Problem:
    """Return a problem on which a client still fails and which none of the steps makes simpler any more.

    The steps are those of `simpler`; the first that keeps the failure is taken, and from there it starts anew.

    Parameters: `problem`, on which it fails; `fails`, whether it fails on another one; `most`, how many problems are
    tried; `seconds`, after which no other one is tried.

    >>> str(shrink(Problem(["2/7", "3/5", "1"], tie_rule=2), lambda problem: max(problem.hits) == 1))
    "Problem(['1', '1/2'])"
    """
    end = time.monotonic() + seconds
    tried: set[Problem] = {problem}
    numbers = count(1)
    smaller: Problem | None = problem
    while smaller is not None:
        problem, smaller = smaller, None
        for candidate in simpler(problem):
            if candidate in tried:
                continue
            tried.add(candidate)
            if next(numbers) > most or time.monotonic() > end:
                return problem
            if fails(candidate):
                smaller = candidate
                break
    return problem


def simpler(problem: Problem) -> Iterator[Problem]:
    """Yield problems one step simpler than this one, those with fewer players first.

    >>> [str(each) for each in simpler(Problem(["2/5", 1], targets=["B", "Optimal"]))]
    ["Problem(['2/5', '1'])", "Problem(['1/2', '1'], targets=['B', 'Optimal'])", \
"Problem(['1/3', '1'], targets=['B', 'Optimal'])"]
    """
    if problem.players > 2:
        for shooter, gone in permutations(range(problem.players), 2):
            yield from _among(problem, next_order(problem.first_order, shooter, gone))
    data = problem.to_json()
    for key, plain in _PLAIN.items():
        if data[key] != (data["search"] if key == "search_later" else plain):
            yield Problem.from_data(data | {key: plain})
    for player, said in enumerate(data["targets"]):
        if said != "Optimal":
            yield Problem.from_data(data | {"targets": _with(data["targets"], player, "Optimal")})
    for player, hit in enumerate(problem.hits):
        for other in _simpler_numbers(hit):
            yield Problem.from_data(data | {"hits": _with(data["hits"], player, str(other))})


def _among(problem: Problem, order: Order) -> Iterator[Problem]:
    """Yield the problem with fewer players, who shoot in this order: its first phase, and as the later phase it is.

    Who is told to shoot at somebody who is not there chooses.
    """
    data = problem.to_json()
    renamed = {label(player): label(place) for place, player in enumerate(order)}
    labels = set(map(label, range(problem.players)))

    def said(player: int) -> str | list[str]:
        target = data["targets"][player]
        if isinstance(target, list):
            return [target[other] for other in order]
        return renamed.get(target, "Optimal") if target in labels else target

    levels = data["random_levels"]
    fewer = data | {
        "hits": [data["hits"][player] for player in order],
        "targets": list(map(said, order)),
        "random_levels": None if levels is None else [levels[player] for player in order],
    }
    yield Problem.from_data(fewer)
    if problem.players > 3:
        yield Problem.from_data(
            fewer | {"targets": [data["target_later"]] * len(order), "search": data["search_later"]}
        )


def _with(entries: list[Any], place: int, entry: Any) -> list[Any]:
    return [*entries[:place], entry, *entries[place + 1 :]]


def _simpler_numbers(hit: Number) -> list[Fraction]:
    """Return fractions with smaller denominators, the simplest first; 0 and 1 are left out, which ask other things."""
    assert isinstance(hit, Fraction)
    fractions = [Fraction(1, 2), *(hit.limit_denominator(most) for most in (3, 4, 5, 6, 8, 10, 20, 100))]
    return list(dict.fromkeys(number for number in fractions if 1 < number.denominator < hit.denominator))
