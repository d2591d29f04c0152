"""What the room of fast ways refuses: methods that are none or do not apply, and what is beyond reach."""

from fractions import Fraction
from functools import partial

import pytest
from refusing import assert_refused, refused, with_keywords

from truel_ref import Problem, solve, solve_many
from truel_ref.errors import NumberError, ProblemError, SizeError
from truel_ref.fast.sets import MOST_PLAYERS, enclosure_without_a_miss

F = Fraction
ORIGINAL = ["1/3", "2/3", 1]
LATER = {"A": ["Others"], "B": ["Others", "Miss"]}


def others(hits, **fields):
    return Problem(hits, search=["Others"], **fields)


METHODS = [
    (
        {"problem": ORIGINAL, "method": "float"},
        "there is no method 'float'; choose from definition, integers, floats, ",
    ),
    (
        {"problem": ORIGINAL, "method": "sets"},
        r"nobody may miss on purpose, and player A may \(search: Others, Miss\)",
    ),
    (
        {"problem": [*ORIGINAL, 1], "search": "others", "search_later": LATER, "method": "sets"},
        r"player B may \(search_later: Others, Miss\)",
    ),
    (
        {"problem": ["1/2"] * 3, "search": "others", "tie_rule": 3, "method": "sets"},
        "cannot break these ties by rule 3",
    ),
    ({"problem": ["sqrt(2)/2", 1], "method": "floats"}, "'floats' is for rational numbers; .*; use 'integers'"),
]
LARGE = [
    ({"problem": ["1/2"] * 10}, r"about 4 \* 10\^10 profiles, 6 days.*search Others only"),
    ({"problem": ["1/2"] * 12, "targets": ["Strongest"] * 12}, r"about 5 \* 10\^12 profiles, "),
    ({"problem": ["1/2"] * 21, "search": "others"}, r"about 2 \* 10\^6 sets.*--later Strongest, or target_later"),
]
# Ties, and what is too near to one for floats, are refused by the names of the players among whom they are.
TIED = [
    (others(hits), f"^two kills in {', '.join(where)} are equal.*solve it exactly")
    for hits, where in [
        (["1/2", "1/2", "1/2"], "ABC"),
        (["1/2", "1/3", "1/2", "1/4"], "ABC"),
        (["1/2", "1/3", "1/4", "1/4"], "ACD"),
        (["1/2", 1, 1], "ABC"),  # whomever A hits, the other hits A
        ([F(1, 2), F(1, 3), F(1, 4), F(1, 4) + F(1, 2**60)], "ACD"),
    ]
]
NO_BOUNDS = [
    (Problem(ORIGINAL), "search Others"),
    (others(ORIGINAL, targets=["B", "C", "A"]), "no predefined aims"),
    (others(ORIGINAL, target_later="Strongest"), "no predefined aims"),
    (others([*ORIGINAL, 1], search_later="Others, Miss"), "search Others"),
    (others(["1/2"] * (MOST_PLAYERS + 1)), "17 players are too many"),
    (others(["1/2", F(1, 10**16), "1/3"]), "player B"),
    (others(["1/2", "1/3", 1 - F(1, 10**16)]), "player C"),
    (others(["1/2", "sqrt(2)/2", "1/3"]), "player B"),
    (others(["1/2", 0, 1], if_eq=3), "player B hits nobody"),
    # A wins with about 10^-315, which doubles hold with few digits only.
    (others([F(1, 10**300), 1 - F(1, 10**15), "1/2"]), "player A"),
]
ROWS = [
    *with_keywords(ProblemError, solve, *METHODS),
    *with_keywords(SizeError, solve, *LARGE),
    *refused(ProblemError, enclosure_without_a_miss, *TIED, *NO_BOUNDS),
    (NumberError, lambda: next(solve_many([], jobs=0)), "jobs"),
]


@pytest.mark.parametrize(("kind", "call", "says"), ROWS, ids=range(len(ROWS)))
def test_what_is_refused(kind, call, says):
    assert_refused(kind, call, says)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_refused_is_refused_in_its_turn(jobs):
    answers = solve_many([["1/2", "1/3"], ["1/2"], ["1/2", "1/3"]], jobs=jobs)
    assert next(answers).win[0] == F(3, 4)
    assert_refused(ProblemError, partial(next, answers), "at least two players")
