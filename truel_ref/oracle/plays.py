"""Vectors of stationary play and of courses: two groups beside the corpus of announced play, asked for by name.

A vector has `play` ("stationary", or for a course "announced"), a problem as in every other vector, and `answer`: what
`Equilibria.to_json` and `Course.to_json` say of it, without what tells how it was computed. `FORMAT.md` describes the
keys. Each group has its own random numbers, drawn from `SEED` and its name, and no problem comes twice in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from truel_ref.explain.courses import course
from truel_ref.fast.solving import solve
from truel_ref.fast.stationary import equilibria
from truel_ref.game.problem import Problem
from truel_ref.oracle.corpus import PLAY_GROUPS, SEED, check_group, distinct, once

__all__ = ["make_play", "problems"]

CAP = 20
"""Selections of equilibria of the smaller sets; a problem with more is not asked."""

MOST = 30
"""Different equilibria of a vector; a problem with more is not asked."""

TURNS = 8
"""How far the distribution of the number of turns goes."""

_NONE = ["1/5", "7/10", "2/5", "3/5", "1/2"]  # no pure equilibrium, whoever begins
_KNOWN: dict[str, list[list[str]]] = {
    "stationary": [["1/3", "2/3", "1"], ["1/2", "2/5", "3/5"], ["13/25", "1/2", "11/25", "2/5"], ["1", "1", "1"],
                   *([*_NONE[turn:], *_NONE[:turn]] for turn in range(5)),
                   ["0", "0", "0"], ["0", "1", "1/2"], ["1/2", "1/2", "1/2"]],
    "course": [["1/3", "2/3", "1"], ["1/2", "1/2"], ["0", "0"], ["0", "0", "1/2"], ["1", "1", "1"]],
}  # fmt: skip
_KEPT = {
    "stationary": ("equilibria", "complete"),
    "course": (
        "win",
        "stalemate",
        "turns",
        "rounds",
        "turns_given_end",
        "rounds_given_end",
        "turns_given_winner",
        "distribution",
        "longer",
        "eliminations",
        "last_pairs",
    ),
}
"""The keys of an answer."""
_PLAYERS = {"stationary": [2, 3, 3, 3, 4, 4, 4, 5], "course": [2, 3, 3, 3, 4, 4, 5]}


def problems(group: str) -> Iterator[Problem]:
    """Yield the problems of a group, the published ones first; the same ones in every run.

    Raises `VectorError` for a group that there is not.

    >>> next(problems("course"))
    Problem(['1/3', '2/3', '1'])
    """
    check_group(group, PLAY_GROUPS)
    fitting = (problem for problem in once(_drawn(group)) if group == "course" or _is_short(problem))
    return islice(fitting, PLAY_GROUPS[group])


def _is_short(problem: Problem) -> bool:
    answer = equilibria(problem, cap=CAP)
    return answer.complete and answer.distinct <= MOST


def _drawn(group: str) -> Iterator[Problem]:
    yield from map(Problem, _KNOWN[group])
    rng = Random(f"{SEED} {group}")
    while True:
        players = rng.choice(_PLAYERS[group])
        bottom = rng.randrange(2, 11 if players < 5 else 7)
        hits = [Fraction(rng.randrange(bottom + 1), bottom) for _ in range(players)]
        targets: list[str] = ["Optimal"] * players
        if group == "course":
            targets = [rng.choice(["Optimal", "Optimal", "Strongest", "Miss", "Random"]) for _ in range(players)]
        later = (
            rng.choice(["Optimal", "Optimal", "Strongest", "Miss"]) if group == "course" and players > 3 else "Optimal"
        )
        search = rng.choice([["Others", "Miss"], ["Others", "Miss"], ["Others"]])
        yield Problem(hits, targets=targets, target_later=later, search=search)


def make_play(problem: Problem, group: str, name: str = "") -> dict[str, Any]:
    """Return the vector of a problem: all its pure stationary equilibria, or the course of its announced play.

    Parameters: `problem`; `group`, "stationary" or "course"; `name`, the id of the vector.

    Raises `VectorError` for a group that there is not.

    >>> vector = make_play(Problem(["1/2", "1/2"]), "course")
    >>> vector["answer"]["turns"], vector["answer"]["distribution"][:3]
    ('2', ['0', '1/2', '1/4'])
    """
    check_group(group, PLAY_GROUPS)
    if group == "stationary":
        answer = equilibria(problem, cap=CAP).to_json()
        told = ("aims", "values", "strict")
        answer["equilibria"] = distinct({key: play[key] for key in told} for play in answer["equilibria"])
    else:
        answer = course(solve(problem), turns=TURNS).to_json()
    return {
        "id": name,
        "group": group,
        "play": "stationary" if group == "stationary" else "announced",
        "problem": problem.to_json(),
        "answer": {key: answer[key] for key in _KEPT[group]},
    }
