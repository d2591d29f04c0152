"""What the room of fast ways refuses: methods that are none or do not apply, and what is beyond reach."""

from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from refusing import assert_each_refused, assert_refused, with_keywords

from truel_ref import solve, solve_many
from truel_ref.errors import NumberError, ProblemError

F = Fraction
ORIGINAL = ["1/3", "2/3", 1]
METHODS = [
    (
        {"problem": ORIGINAL, "method": "float"},
        "there is no method 'float'; choose from definition, integers, arrays",
    ),
    *(
        ({"problem": hits, "method": "arrays"}, "'arrays' is for single targets .*; leave it out")
        for hits in (["sqrt(2)/2", 1], ["1/2", F(1, 10**7), 1], ["1/2", 1 - F(1, 10**7), 1])
    ),
    ({"problem": ORIGINAL, "search": "all", "method": "arrays"}, "'arrays' is for single targets"),
]
LARGE = [
    ({"problem": ["1/2"] * 12}, r"8,916,100,448,256 profiles of aims would take more than a day"),
    ({"problem": ["1/2"] * 13, "targets": ["Strongest"] * 13}, r"profiles of aims would take more than a day"),
    ({"problem": ["1/2"] * 40, "search": "others", "target_later": "Self"}, r"40 players have 2\^40 sets"),
    ({"problem": ["1/2"] * 21, "search": "others"}, r"21 players have 2\^21 sets.*--later Strongest, or target_later"),
]
ROWS = [
    *with_keywords(ProblemError, solve, *METHODS),
    *with_keywords(ProblemError, solve, *LARGE),
    (NumberError, lambda: next(solve_many([], jobs=0)), "jobs"),
    *(
        (ProblemError, lambda many=many: list(solve_many(many)), "is not a list")
        for many in (np.array(0.5), {"A": 1}, "1/2 1")
    ),
]


def test_what_is_refused():
    assert_each_refused(ROWS)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_refused_is_refused_in_its_turn(jobs):
    answers = solve_many([["1/2", "1/3"], ["1/2"], ["1/2", "1/3"]], jobs=jobs)
    assert next(answers).win[0] == F(3, 4)
    assert_refused(ProblemError, partial(next, answers), "at least two players")
