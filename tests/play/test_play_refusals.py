"""What the room of play refuses."""

from functools import partial

from refusing import assert_each_refused, refused, with_keywords
from stationary_data import solved

from truel_ref import Problem, course, finite_rounds, periodic_equilibria
from truel_ref.errors import NumberError, ProblemError
from truel_ref.play.ties import LIKELIEST_WINNER, preferences

ONES = [1, 1, 1]
ORIGINAL = Problem(["1/3", "2/3", 1])
SELF = Problem(["1/3", "2/3", 1], search=["Others", "Self", "Miss"])
COURSE = partial(course, ORIGINAL)
TURNS = r"turns: .* is not an integer from 0 to 10,000"
ROWS = [
    *with_keywords(NumberError, COURSE, *(({"turns": turns}, TURNS) for turns in (-1, 10_001, True, 2.0, "many"))),
    *refused(
        ProblemError,
        preferences,
        *((rule, "prefers no option by itself; 1, 2, 4, -1, -4 do") for rule in (LIKELIEST_WINNER, 0, 7, "simplest")),
    ),
    *with_keywords(
        NumberError, partial(periodic_equilibria, ONES), *(({"period": p}, "period") for p in (0, 13, 1.5, True))
    ),
    (NumberError, partial(finite_rounds, ONES, 0), "rounds"),
    (ProblemError, partial(finite_rounds, ONES, 2, clock="day"), "clock: 'day' is not known; give phase or game"),
    (ProblemError, partial(finite_rounds, ONES, 2, selection=2), "selection: 2 does not exist; there is 1"),
    (ProblemError, partial(periodic_equilibria, ["1/2"] * 17), "at most 16"),
    (ProblemError, partial(solved, SELF, mixed=True), "player A searches Others, Self, Miss"),
    (ProblemError, partial(solved, SELF, mixed="no"), "mixed: 'no' is neither true nor false"),
    (ProblemError, partial(solved, Problem(["1/2"] * 17)), "at most 16"),
]


def test_what_is_refused():
    assert_each_refused(ROWS)
