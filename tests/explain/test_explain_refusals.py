"""What the room of explanations refuses."""

from functools import partial

import cases
from refusing import assert_each_refused, with_keywords

from truel_ref import Problem, TruelError, solve, why
from truel_ref.errors import ProblemError
from truel_ref.explain.by_simulation import search_by_simulation
from truel_ref.explain.gains import deviations
from truel_ref.explain.mixes import best_mix
from truel_ref.explain.reasons import choose, profile_results
from truel_ref.records.drawing import picture

MIXED = ("3/4", "11/20", "1")
HALVES = ["1/2"] * 3
IRRATIONAL = Problem(["1/3", "sqrt(2)/2", 1])
LEVELS = {"search": "others,miss,random", "random_levels": [1, 60, 60]}
MIXES = [
    ({"problem": ["1/2", "1/3"]}, "needs three players; this problem has 2"),
    ({"problem": ["1/2"] * 4}, "needs three players; this problem has 4"),
    ({"problem": MIXED, "targets": "Miss,C,B"}, "player A has a predefined aim"),
    ({"problem": MIXED} | LEVELS, "at most 2,500 pairs"),
]
SEARCHES = [
    ({"games": 0, "seed": 1}, "games: 0 is not an integer"),
    ({"games": 10, "seed": -1}, "seed: -1 is not an integer"),
    ({"games": 10, "seed": 1, "engine": "dice"}, "there is no engine 'dice'"),
    ({"games": 10, "seed": 1, "search": "All", "random_levels": [9, 9, 9]}, "profiles, more than the limit of 10,000"),
]


def with_results_missing():
    problem = Problem(cases.ORIGINAL)
    results = profile_results(solve(problem))
    del results[2, 1, 1]
    choose(problem, problem.order, results)


ROWS = [
    *with_keywords(ProblemError, best_mix, *MIXES),
    *with_keywords(TruelError, partial(search_by_simulation, cases.ORIGINAL), *SEARCHES),
    (TruelError, lambda: picture(why(cases.ORIGINAL).plot(), "gif"), "written as png, svg, pdf, not as 'gif'"),
    (ProblemError, lambda: best_mix(cases.ORIGINAL).under(9), "there is no tie rule 9; choose from .1, 2, 3, 4, -1"),
    (ProblemError, lambda: deviations(cases.ORIGINAL).best("Z"), "'Z' is not a player; the players are A to C"),
    (TruelError, with_results_missing, "the results lack the profile Miss, C, B"),
    (TruelError, lambda: deviations(solve([0, 0, 0])), "the phase A, B, C is a stalemate without aims"),
]


def test_what_is_refused():
    assert_each_refused(ROWS)
