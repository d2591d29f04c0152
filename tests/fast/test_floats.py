"""Floats decide nothing that they cannot prove: filtered solving and certified maps equal the plain way."""

from fractions import Fraction

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

import truel_ref.fast.floats
from truel_ref import Problem, solve
from truel_ref.errors import ProblemError
from truel_ref.fast import filtered
from truel_ref.maps.certified import certified_rows
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import Block, MapSpec, pixel_of

F = Fraction


@pytest.fixture
def always(monkeypatch):
    """Take the filtered way however small the phase and however much stays open."""
    monkeypatch.setattr(filtered, "SMALLEST", 1)
    monkeypatch.setattr(filtered, "MOST_OPEN", 1000)


def assert_same(problem):
    plain, filtered = solve(problem, method="plain"), solve(problem, method="filtered")
    assert (plain.method, filtered.method) == ("plain", "filtered")
    assert filtered == plain


def check_every_problem(problem):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filtered, "SMALLEST", 1)
        patch.setattr(filtered, "MOST_OPEN", 1000)
        assert_same(problem)


@given(strategies.problems(least=3, most=3))
@settings(max_examples=200)
def test_filtered_equals_plain_for_three(problem):
    check_every_problem(problem)


@given(strategies.problems(least=4, most=4, levels=False))
@settings(max_examples=100)
def test_filtered_equals_plain_for_four(problem):
    check_every_problem(problem)


OTHERS_MISS = st.just({"Others", "Miss"})


@given(strategies.problems(least=5, most=6, search=OTHERS_MISS, levels=False))
@settings(max_examples=20)
def test_filtered_equals_plain_for_five_and_six(problem):
    check_every_problem(problem)


def test_filtered_equals_plain_for_seven():
    problem = Problem([F(k, 8) for k in (3, 1, 6, 2, 5, 4, 7)])
    assert solve(problem).method == "filtered"  # chosen by itself
    assert_same(problem)


@pytest.mark.parametrize("hits", [["1/2"] * 5, [1, 1, "1/2", "1/2", 0], [0, 0, 0, "1/2", 1]])
def test_too_much_open_falls_back_to_the_plain_way(hits):
    assert_same(Problem(hits))


def test_numbers_too_small_for_floats_take_the_plain_way(always):
    tiny = F(1, 10**200)
    assert_same(Problem([tiny, tiny * 2, tiny * 3]))
    assert_same(Problem([tiny, F(1, 2), F(1, 2) + tiny]))


def test_differences_that_floats_cannot_see_are_decided_exactly(always):
    """Two shots that differ by 2^-80 are one double: only exact arithmetic knows the better one."""
    least = F(1, 2**80)
    for hits in ([F(1, 2), F(1, 2) + least, 1], [F(1, 2) + least, F(1, 2), 1], [F(1, 3), F(1, 2), F(1, 2) - least]):
        for search in ("others,miss", "all"):
            assert_same(Problem(hits, search=search))


def test_what_does_not_fit_into_memory_takes_the_plain_way(monkeypatch):
    monkeypatch.setattr(filtered, "SMALLEST", 1)
    monkeypatch.setattr(filtered, "LARGEST", 0)
    monkeypatch.setattr(filtered, "rounded_turns", None)  # must not be asked for
    assert_same(Problem(["1/2", "1/3", "1/4"]))


def test_the_default_method():
    assert solve(["1/2"] * 3).method == "plain"
    assert solve([F(k, 7) for k in range(1, 7)]).method == "filtered"
    with pytest.raises(ProblemError, match="no method is called 'float'; there are plain, filtered"):
        solve(["1/2"] * 3, method="float")


# Exact ties whose two sides round differently.
FULL_OF_TIES = [
    Problem(["2/3", "1", "1/3"], search="all", random_levels=[3, 4, 2]),
    Problem(["3/7", "3/7", "5/7"], search="all", random_levels=[3, 4, 3]),
    Problem(["12/60", "15/60", "1/2", "1"]),
    Problem(["24/60", "10/60", "1/2", "1"]),
]


def test_the_bounds_are_what_makes_it_right(monkeypatch, always):
    """A test of the test: without its bounds the filter decides ties by rounding, and is caught."""
    for problem in FULL_OF_TIES:
        assert_same(problem)
    monkeypatch.setattr(truel_ref.fast.floats, "UNIT", 0.0)
    with pytest.raises(AssertionError):
        for problem in FULL_OF_TIES:
            assert_same(problem)


# -- certified rows


def both(spec):
    certified = MapData.join(spec, [certified_rows(spec, range(spec.points + 1))])
    normal = MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})
    return certified, normal


def assert_certified(spec):
    certified, normal = both(spec)
    for name in MapData.ARRAYS:
        assert getattr(certified, name).tobytes() == getattr(normal, name).tobytes(), name
    assert certified == normal


@given(strategies.problems(least=2, most=3), st.integers(1, 8), st.booleans())
@settings(max_examples=60)
def test_certified_equals_normal(problem, points, a_above_b):
    assert_certified(MapSpec(problem, points, a_above_b))


@pytest.mark.parametrize("search", ["self", "strongest", "miss", "others"])
def test_nobody_has_an_aim_in_a_stalemate_not_even_his_only_option(search):
    assert_certified(MapSpec(Problem([0, 0, 0], search=search), 1, True))
    assert_certified(MapSpec(Problem([0, 0, 0], targets=["B", "Optimal", "A"], search=search), 1, True))


@given(strategies.problems(least=4, most=4, search=OTHERS_MISS, levels=False), st.booleans())
@settings(max_examples=15)
def test_certified_equals_normal_for_four(problem, a_above_b):
    assert_certified(MapSpec(problem, 4, a_above_b))


STANDARD = [
    Problem([0, 0, 1]),
    Problem([0, 0, "1/2"]),
    Problem([0, 0, 1], search="others,miss,random"),
    Problem([0, 0, "1/2"], search="all"),
]


@pytest.mark.parametrize("problem", STANDARD, ids=repr)
def test_certified_equals_normal_on_the_standard_maps(problem):
    assert_certified(MapSpec(problem, 24, True))


@pytest.mark.parametrize(
    "problem", [*STANDARD[:2], *(pytest.param(problem, marks=pytest.mark.slow) for problem in STANDARD[2:])], ids=repr
)
def test_certified_equals_normal_on_large_maps(problem):
    """The triangle here, the whole square with --slow."""
    assert_certified(MapSpec(problem, 100, False))


@pytest.mark.slow
@pytest.mark.parametrize("problem", STANDARD, ids=repr)
def test_certified_equals_normal_on_large_squares(problem):
    assert_certified(MapSpec(problem, 100, True))


@pytest.mark.parametrize("fixed", ["0", "1/2", "1"])
@pytest.mark.parametrize("rule", [1, 2, 3, 4, -1])
def test_certified_equals_normal_where_all_is_ties(fixed, rule):
    """A grid of halves: every pixel has equal or extreme hit probabilities."""
    assert_certified(MapSpec(Problem([0, 0, fixed], if_eq=rule), 2, True))
    assert_certified(MapSpec(Problem([0, 0, fixed, "1/2"], if_eq=rule), 2, True))


def test_products_that_could_underflow_are_left_to_exact_numbers():
    tiny = F(1, 10**120)
    for fixed in (tiny, 1 - tiny):
        assert_certified(MapSpec(Problem([0, 0, fixed]), 3, True))
    aim = [0, tiny, 1 - 2 * tiny]
    assert_certified(MapSpec(Problem([0, 0, "1/2"], targets=[aim, "Optimal", "Optimal"]), 3, True))


def test_how_rows_are_cut_makes_no_difference():
    spec = MapSpec(Problem([0, 0, "1/2"]), 12)
    whole = MapData.join(spec, [certified_rows(spec, range(13))])
    parts = [certified_rows(spec, rows) for rows in ([3, 1], range(4, 13), [0, 2])]
    assert all(isinstance(part, Block) for part in parts)
    assert MapData.join(spec, parts) == whole


def test_most_pixels_of_a_map_need_no_exact_solver(monkeypatch):
    asked = []

    def counted(problem):
        asked.append(problem)
        return solve(problem)

    monkeypatch.setattr("truel_ref.maps.certified.solve", counted)
    spec = MapSpec(Problem([0, 0, 1]), 60, True)
    certified_rows(spec, range(61))
    assert len(asked) < 61 * 61 / 20


def test_the_bounds_are_what_makes_a_map_right(monkeypatch):
    """A test of the test: without its bounds the filter decides ties by rounding."""
    spec = MapSpec(Problem([0, 0, "1/2"], search="others,miss,random"), 60, True)
    assert_certified(spec)
    monkeypatch.setattr(truel_ref.fast.floats, "UNIT", 0.0)
    certified, normal = both(spec)
    assert certified != normal


def test_near_rounding_is_left_to_exact_numbers(monkeypatch):
    """A test of the test: with the rounding taken for granted, some last digit is wrong or some half is misjudged."""
    spec = MapSpec(Problem([0, 0, "1/2"]), 30, True)
    monkeypatch.setattr("truel_ref.maps.values.RELATIVE", 1.0)
    asked = []
    monkeypatch.setattr("truel_ref.maps.certified.solve", lambda problem: asked.append(problem) or solve(problem))
    certified, normal = both(spec)
    assert certified == normal
    assert len(asked) > 800  # nothing is settled with such an error, so almost every pixel goes to the exact side
