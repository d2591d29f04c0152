"""What this room refuses, each with the error and a part of its message."""

from fractions import Fraction
from functools import cache, partial

from refusing import assert_each_refused, refused, with_keywords
from sympy import QQ, ring

from truel_ref import Problem, maps
from truel_ref.errors import NumberError, ProblemError
from truel_ref.maps.borders import exact_curves
from truel_ref.numbers import read_number
from truel_ref.symbolic.formulas import closed_form
from truel_ref.symbolic.lines import crossings
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.plane import Plane, refuse_isolated_zeros

FORM, LOST = closed_form("Miss,C,B"), closed_form("B,Miss,Miss")
SURD = read_number("sqrt(2)/2")
WEIGHTS = closed_form("(0,x,y),C,B", ["1/2"] * 3)
FOUR = partial(closed_form, "D,D,D,C", None)
FORMULAS = [
    *refused(
        ProblemError,
        FOUR,
        ({}, "can reach the phase B, C, A"),
        ({"B,D,C": "C,D,B"}, "'B,D,C' is not a later phase"),
        ({"B,C": "C,B"}, "is not a later phase"),
        ({"B,C,D": "C,B"}, "needs 3 aims, not 2"),
    ),
    *refused(ProblemError, FOUR, ({"B,C,D": "A,D,C"}, "A is not alive in the phase B, C, D")),
    *refused(
        ProblemError,
        closed_form,
        ("Optimal,C,B", "player A: Optimal is not a fixed aim"),
        ("Foo,C,B", "weights, not 'Foo'"),
        ("0:x,C,B", "one weight per player, 3 in all, not 2"),
        ("0:x*x:0,C,B", "'x[*]x' is not a weight"),
        ("0:x/0:0,C,B", "'x/0' is not a weight"),
        ("0:x-:0,C,B", "'x-' is not a weight"),
        ("0:__import__('os'):0,C,B", "parenthesis|not a weight"),
        ("0:2/3:2/3,C,B", "add up to 4/3"),
        (5, "aims: give a list with one per player, like .*, not 5"),
        ({"A": "B"}, "aims: give a list with one per player"),
    ),
    *refused(
        NumberError,
        closed_form,
        ("0:1-:x,C,B", "'1-' is not a number"),
        ("Miss,C,B", [None, "sqrt(2)/2", 1], r"player B: 'sqrt\(2\)/2' is irrational"),
        ([["0", "sqrt(2)/2", "0"], "C", "B"], r"player A: weight on B: .*sqrt\(2\)/2.* is irrational"),
        ([[0, SURD, 0], "C", "B"], r"player A: weight on B: .*sqrt\(2\)/2.* is irrational"),
    ),
    *refused(
        ProblemError,
        closed_form,
        ("0:a:0,C,B", "'a' stands for something else"),
        ("Miss,C,B", [1, 1], "3 aims and 2 hit probabilities"),
        ("Miss", "1 players cannot be written"),
        (["Miss"] * 9, "9 players cannot be written in symbols; give 2 to 8"),
    ),
    *refused(
        ProblemError,
        FORM.at,
        (["1/2"], "one value for each of a, b, c, 3 in all; here are 1"),
        ({"a": 1, "b": 1}, "values are needed for a, b, c; here are a, b"),
        (5, "5 is not a list of values"),
    ),
    *refused(
        NumberError,
        FORM.at,
        ([1, 1, "3/2"], "c: '3/2' is not in"),
        ([1, True, 1], "b: True is not a number"),
        ([1, "sqrt(2)/2", 1], r"b: 'sqrt\(2\)/2' is irrational; give a fraction near it, such as 0.707107"),
    ),
    # A formula that has lost its denominator is not a formula for the stalemate.
    (ProblemError, partial(LOST.at, [0, 1, 1]), "a = 0: nobody can be hit in the phase A, B, C"),
    (ProblemError, partial(WEIGHTS.at, ["1/2", "2/3"]), "1 - x - y is negative there"),
]

LINE = partial(crossings, "1/3,2/3,1", "1/3,2/3,1/2")
SHORT = crossings("1/2,1", "1,1/2")
LINES = [
    *refused(
        ProblemError,
        crossings,
        ("1/3,2/3,1", "1/3,2/3,1", "the same point"),
        ("1/3,2/3,1", "1/3,2/3", "the start has 3 players and the end 2"),
        (5, "1/3,2/3,2", "the start: give a list of hit probabilities, not 5"),
        ("1/2,1/2,1/2,1", "1/3,1/2,1/2,1", "two or three players"),
    ),
    *refused(
        NumberError,
        crossings,
        ("1/3,2/3,1", "1/3,2/3,2", "end, player C: '2' is not in"),
        ("1/3,2/3,1", "1/3,2/3,sqrt(2)/2", r"end, player C: 'sqrt\(2\)/2' is irrational"),
    ),
    *with_keywords(
        ProblemError,
        LINE,
        ({"if_eq": 3}, "tie rule 3"),
        ({"aims": "0:x:0,C,B"}, "symbolic weights"),
        ({"aims": "Miss,C,B", "if_eq": 1}, "if_eq cannot be given"),
        ({"later": {"B,C": "C,B"}}, "beside fixed aims only"),
    ),
    *(
        (NumberError, partial(asked, points), r"points: .* is not an integer from 1 to 10,000")
        for points in (0, -1, 10_001, True, 2.0, "five")
        for asked in (SHORT.to_csv, SHORT.plot)
    ),
]


@cache
def stationary():
    return regions([None, None, 1], play="stationary", precision="1/10")


CUTS = [partial(regions, play=play) for play in ("announced", "stationary", "both")]
ONE = [None, None, 1]
REGIONS = [
    *(
        (ProblemError, partial(cut, hits), "fix the hit probability of one of three players")
        for hits in ([None, None, None], [None, "1/2", 1], [None, None], [None, None, 1, 1])
        for cut in CUTS
    ),
    *((ProblemError, partial(cut, ONE, if_eq=3), "rule 3") for cut in CUTS),
    *((ProblemError, partial(cut, ONE, ["strongest", "miss"]), "name the players") for cut in CUTS),
    *(
        (ProblemError, partial(regions, ONE, precision=wrong), r"precision: .* is not a width from 1/100000000000 to 1")
        for wrong in ("1e-12", Fraction(1, 10**400), -1, 2)
    ),
    (NumberError, partial(regions, ONE, precision="wide"), "precision: 'wide' is not a number"),
    (
        ProblemError,
        partial(regions, ONE, play="aloud"),
        "play: 'aloud' is unknown; choose from announced, stationary, both",
    ),
    *refused(NumberError, regions, ([None, None, "sqrt(2)/2"], r"player C: 'sqrt\(2\)/2' is irrational")),
    *refused(
        ProblemError,
        lambda *point: stationary().at(*point),
        (0, "1/2", "strictly between"),
    ),
    *refused(
        NumberError,
        lambda *point: stationary().at(*point),
        ("1/2", "sqrt(2)/2", r"player B: 'sqrt\(2\)/2' is irrational"),
    ),
]

CURVES = [
    (
        ProblemError,
        lambda: exact_curves(maps.MapSpec(Problem([0, 0, 1, 1]), points=10), ["t"]),
        "known for announced play of three players",
    ),
]

_, A, B = ring("a, b", QQ)
HALF = QQ(1, 2)
POINT = (A - HALF) ** 2 + (B - QQ(1, 3)) ** 2
ISOLATED = refused(
    ProblemError,
    lambda polynomial: refuse_isolated_zeros(Plane(), polynomial.clear_denoms()[1].primitive()[1]),
    (POINT, "a = 0.500000, b = 0.333333"),
    (-POINT, "a = 0.500000, b = 0.333333"),
    # a point beside a branch that begins at x = 3/4
    ((B - HALF) ** 2 - (A - HALF) ** 2 * (A - QQ(3, 4)), "a = 0.500000, b = 0.500000"),
    # a point exactly as far from a branch as the first window reaches, on either side
    ((B - HALF) ** 2 - (A - HALF) ** 2 * (A - HALF - QQ(1, 256)), "a = 0.500000, b = 0.500000"),
    ((B - HALF) ** 2 + (A - HALF) ** 2 * (A - HALF + QQ(1, 256)), "a = 0.500000, b = 0.500000"),
    # irrational points
    ((2 * A**2 - 1) ** 2 + (3 * B**2 - 1) ** 2, "a = 0.707107, b = 0.577350"),
    ((2 * A**2 - 1) ** 2 + (2 * B**2 - A - 1) ** 2, "a = 0.707107, b = 0.923880"),
)


def test_what_is_refused_names_the_culprit():
    assert_each_refused([*FORMULAS, *LINES, *REGIONS, *CURVES, *ISOLATED])
