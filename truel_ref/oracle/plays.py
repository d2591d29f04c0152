"""Vectors of stationary and periodic play, a last round, and courses: groups that are asked for by name.

A vector has `play` ("stationary", "periodic", "rounds", or for a course "announced"), a problem as in every other
vector, and `answer`: what `to_json` of the answer says of it, without what tells how it was computed. Beside the
problem stand the longest `period` of the plans, or the number of `rounds` and the `clock`. `FORMAT.md` describes the
keys. Each group has its own random numbers, drawn from `SEED` and its name, and no question comes twice in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from truel_ref.errors import ProblemError
from truel_ref.explain.courses import course
from truel_ref.fast.solving import solve
from truel_ref.fast.stationary import equilibria
from truel_ref.game.periodic_play import CLOCKS
from truel_ref.game.problem import Problem
from truel_ref.oracle.corpus import PLAY_GROUPS, SEED, check_group, distinct, once
from truel_ref.play.periodic import PlanSearch, equilibria_within, finite_rounds

__all__ = ["asked", "make_play", "problems"]

CAP = 20
"""Selections of equilibria of the smaller sets; a problem with more is not asked."""

CLEAR = Fraction(1, 10**9)
"""In play that repeats, options are equal, or they differ by more than this."""

MOST = 30
"""Different equilibria of a vector; a problem with more is not asked."""

TURNS = 8
"""How far the distribution of the number of turns goes."""

_NONE = ["1/5", "7/10", "2/5", "3/5", "1/2"]  # no pure equilibrium, whoever begins
_PERIODIC = [
    (1, "1/3 2/3 1"), (3, "1/3 2/3 1"), (2, "13/25 1/2 11/25 2/5"), (2, "0 0 1/2"), (1, "1 1 1"), (2, "0 1 1/2"),
    (2, "0 0 0"), (3, "1/2 2/5 3/5"), (3, "1/2 1/3"), (1, "1/5 4/5 1/2 7/10 3/5"), (2, "1/5 4/5 1/2 7/10 3/5"),
    (3, "1/5 4/5 1/2 7/10 3/5"), (2, "4/5 1/2 7/10 3/5 1/5"), (2, "1/2 7/10 3/5 1/5 4/5"),
    (2, "1/5 7/10 2/5 3/5 1/2"), (3, "1/5 7/10 2/5 3/5 1/2"), (3, "7/10 2/5 3/5 1/2 1/5"),
    (3, "7/10 3/5 3/10 1/2 4/5"), (3, "3/4 1/2 2/3 7/12 1/6"), (3, "3/4 1/2 2/3 1/6 1/4"),
    (3, "1/5 41/60 9/20 3/5 31/60"), (3, "2/3 19/30 19/60 8/15 5/6"), (3, "43/60 9/20 7/12 31/60 7/30"),
    (4, "43/60 37/60 3/10 8/15 47/60"), (4, "37/60 3/10 8/15 47/60 43/60"), (4, "8/15 47/60 43/60 37/60 3/10"),
    (5, "4/5 3/5 1/2 9/20 7/20"), (5, "3/5 1/2 9/20 7/20 4/5"), (5, "9/20 7/20 4/5 3/5 1/2"),
    (4, "4/5 3/5 1/2 9/20 7/20"), (3, "43/60 37/60 3/10 8/15 47/60"),
]  # fmt: skip
"""The first questions about plans: the longest period, and hit probabilities, most of them found by a search."""
_KNOWN: dict[str, list[list[str]]] = {
    "stationary": [["1/3", "2/3", "1"], ["1/2", "2/5", "3/5"], ["13/25", "1/2", "11/25", "2/5"], ["1", "1", "1"],
                   *([*_NONE[turn:], *_NONE[:turn]] for turn in range(5)),
                   ["0", "0", "0"], ["0", "1", "1/2"], ["1/2", "1/2", "1/2"]],
    "course": [["1/3", "2/3", "1"], ["1/2", "1/2"], ["0", "0"], ["0", "0", "1/2"], ["1", "1", "1"]],
}  # fmt: skip
_KEPT = {
    "stationary": ("equilibria", "complete"),
    "periodic": ("equilibria", "complete"),
    "rounds": ("aims", "values", "ties"),
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
    return (problem for problem, _ in asked(group))


def asked(group: str) -> Iterator[tuple[Problem, dict[str, Any]]]:
    """Yield the problems of a group with the settings that `make_play` needs; raises as `problems` does.

    >>> next(asked("periodic"))
    (Problem(['1/3', '2/3', '1']), {'period': 1})
    """
    check_group(group, PLAY_GROUPS)
    fits: dict[str, Callable[..., bool]] = {
        "stationary": _is_short,
        "course": lambda problem: True,
        "periodic": _is_clear,
        "rounds": lambda problem, rounds, clock: clock == "game" or len(PlanSearch(problem, 1, CAP).ways) == 1,
    }
    drawn = {"periodic": _drawn_plans, "rounds": _drawn_rounds}
    questions = drawn[group]() if group in drawn else ((problem, {}) for problem in _drawn(group))
    fitting = (question for question in once(questions, key=str) if fits[group](question[0], **question[1]))
    return islice(fitting, PLAY_GROUPS[group])


def _drawn_plans() -> Iterator[tuple[Problem, dict[str, Any]]]:
    yield from ((Problem(hits), {"period": period}) for period, hits in _PERIODIC)
    rng = Random(f"{SEED} periodic")
    while True:
        players = rng.choice([2, 3, 3, 3, 3, 4, 4, 4])
        bottom = rng.randrange(2, 9)
        tops = [rng.randrange(bottom + 1) for _ in range(players)]
        if players == 4:  # of equal players come too many plans
            tops = rng.sample(range(11), 4)
            bottom = 10
        hits = [Fraction(top, bottom) for top in tops]
        search = rng.choice([["Others", "Miss"], ["Others", "Miss"], ["Others"]])
        yield Problem(hits, search=search), {"period": rng.choice([1, 2, 2, 3] if players < 4 else [1, 2])}


def _is_clear(problem: Problem, period: int) -> bool:
    """Tell whether the list of plans is short and complete, and hangs on no margin that is small but not 0."""
    try:
        exact = equilibria_within(problem, period, CAP)
        loose = equilibria_within(problem, period, CAP, CLEAR)
    except ProblemError:  # some set has no plan
        return False
    short = len(exact) <= MOST and all(plan.period <= period for play in exact for plan in play.below)
    return short and exact.complete and loose.complete and exact.equilibria == loose.equilibria


def _drawn_rounds() -> Iterator[tuple[Problem, dict[str, Any]]]:
    hits: Any
    for hits, rounds in (("1/3 2/3 1", 6), ("1/5 4/5 1/2 7/10 3/5", 9), ("0 0 1", 4), ("1 1 1", 3), ("1/2 1/2", 5)):
        yield from ((Problem(hits), {"rounds": rounds, "clock": clock}) for clock in CLOCKS)
    rng = Random(f"{SEED} rounds")
    while True:
        players = rng.choice([2, 3, 3, 3, 4, 4, 5])
        bottom = rng.randrange(2, 11)
        hits = [Fraction(rng.randrange(bottom + 1), bottom) for _ in range(players)]
        targets = [rng.choice(["Optimal", "Optimal", "Optimal", "Strongest", "Miss"]) for _ in range(players)]
        search = rng.choice([["Others", "Miss"], ["Others", "Miss"], ["Others"]])
        problem = Problem(hits, targets=targets, search=search, if_eq=rng.choice([1, 1, 2, 3, 4, -1]))
        yield problem, {"rounds": rng.randrange(1, 11 if players < 5 else 7), "clock": rng.choice(CLOCKS)}


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


def make_play(problem: Problem, group: str, name: str = "", **settings: Any) -> dict[str, Any]:
    """Return the vector of a problem: its pure equilibria, its play with a last round, or the course of announced play.

    Parameters: `problem`; `group`, one of `PLAY_GROUPS`; `name`, the id of the vector; `settings`, what a question asks
    beside its problem: `period`, the longest of the plans, or `rounds` and `clock`.

    Raises `VectorError` for a group that there is not.

    >>> vector = make_play(Problem(["1/2", "1/2"]), "course")
    >>> vector["answer"]["turns"], vector["answer"]["distribution"][:3]
    ('2', ['0', '1/2', '1/4'])
    >>> make_play(Problem(["1/2", "1/2"]), "rounds", rounds=2, clock="game")["answer"]["values"]
    [['1/2', '1/4'], ['5/8', '5/16']]
    """
    check_group(group, PLAY_GROUPS)
    if group == "course":
        answer = course(solve(problem), turns=TURNS).to_json()
    elif group == "rounds":
        answer = finite_rounds(problem, **settings).to_json()
    else:
        stationary = group == "stationary"
        found: Any = equilibria(problem, cap=CAP) if stationary else equilibria_within(problem, cap=CAP, **settings)
        answer = found.to_json()
        plays = [play for play in answer["equilibria"] if stationary or play["period"] <= settings["period"]]
        answer["equilibria"] = distinct({key: play[key] for key in ("aims", "values", "strict")} for play in plays)
    return {
        "id": name,
        "group": group,
        "play": "announced" if group == "course" else group,
        "problem": problem.to_json(),
        **settings,
        "answer": {key: answer[key] for key in _KEPT[group]},
    }
