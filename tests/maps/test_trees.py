"""Floats decide nothing that they cannot prove: solving in arrays and certified maps equal the plain way."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
import strategies
from examples import examples, one_in
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, Solution, solve, solve_many
from truel_ref.errors import ProblemError
from truel_ref.fast import arrays, solving
from truel_ref.fast.solving import METHODS, SETS
from truel_ref.game.reading import TIE_RULES
from truel_ref.maps.data import MapData
from truel_ref.maps.engine import trees
from truel_ref.maps.engine.cells import certified_rows
from truel_ref.maps.engine.filters import LEAST, Filter, FilteredPhase, _ranks_in_order, within_reach
from truel_ref.maps.engine.trees import UNIT, FloatTree, relative_bound
from truel_ref.maps.grid import Block, MapSpec, pixel_of
from truel_ref.play import ties

F = Fraction


def assert_same(problem):
    plain, in_arrays = solve(problem, method="integers"), solve(problem, method="arrays")
    assert (plain.method, in_arrays.method) == ("integers", "arrays")
    assert in_arrays == plain


@given(strategies.problems(least=3, most=3))
@examples(200)
def test_arrays_equal_integers_for_three(problem):
    assert_same(problem)


@given(strategies.problems(least=4, most=4, levels=False))
@examples(100)
def test_arrays_equal_integers_for_four(problem):
    assert_same(problem)


OTHERS_MISS = st.just({"Others", "Miss"})


@given(strategies.problems(least=5, most=6, search=OTHERS_MISS, levels=False))
@examples(20)
def test_arrays_equal_integers_for_five_and_six(problem):
    assert_same(problem)


@pytest.mark.parametrize("players", one_in(2, [6, 7]))
def test_arrays_equal_integers_for_six_and_seven(players):
    problem = Problem([F(k, 8) for k in (3, 1, 6, 2, 5, 4, 7)[:players]])
    assert solve(problem).method == "arrays"  # chosen by itself
    assert_same(problem)


@pytest.mark.parametrize("hits", [["1/2"] * 5, [1, 1, "1/2", "1/2", 0], [0, 0, 0, "1/2", 1]])
def test_too_much_open_falls_back_to_the_plain_way(hits):
    assert_same(Problem(hits))


def test_numbers_too_small_for_floats_take_the_plain_way():
    tiny = F(1, 10**200)
    assert_same(Problem([tiny, tiny * 2, tiny * 3]))
    assert_same(Problem([tiny, F(1, 2), F(1, 2) + tiny]))


def test_differences_that_floats_cannot_see_are_decided_exactly():
    """Two shots that differ by 2^-80 are one double: only exact arithmetic knows the better one."""
    least = F(1, 2**80)
    for hits in ([F(1, 2), F(1, 2) + least, 1], [F(1, 2) + least, F(1, 2), 1], [F(1, 3), F(1, 2), F(1, 2) - least]):
        for search in ("others,miss", "all"):
            assert_same(Problem(hits, search=search))


def test_what_does_not_fit_into_memory_takes_the_plain_way(monkeypatch):
    monkeypatch.setattr(arrays, "MOST_NODES", 0)
    monkeypatch.setattr(arrays, "induced_paths", None)  # must not be asked for
    assert_same(Problem(["1/2", "1/3", "1/4"]))


FIVE = ["1/10", "1/5", "1/4", "3/5", "17/20"]
WAYS = [  # a problem, its method by default, and whether floats are asked in a loop and in arrays
    (Problem(["1/3", "1/2"]), "integers", False, False),
    (Problem(["1/3", "2/3", 1]), "floats", True, False),
    (Problem(["1/3", "2/3", 1], names="Ann, Bob, Cleo", order="C, A, B"), "floats", True, False),
    (Problem(["1/2"] * 3), "floats", True, False),  # ties: they are asked, and leave it all open
    (Problem(["1/3", "2/3", 1], search="all"), "integers", False, False),
    (Problem(["1/10000000", "2/3", 1]), "integers", False, False),  # too near to 0 for the bound
    (Problem(["sqrt(2)/2", "2/3", 1]), "integers", False, False),
    (Problem(FIVE), "arrays", False, True),
    (Problem(FIVE, targets=["Optimal", "A", "A", "A", "A"], target_later="Strongest"), "floats", True, False),
    (Problem(FIVE, search="Others"), "sets", False, False),
    (Problem(FIVE, search="others,miss,random", random_levels=[2, None, None, None, None]), "integers", False, False),
    (Problem(["1/10000000", *FIVE[1:]]), "integers", False, False),
]


@pytest.mark.parametrize(("problem", "method", "in_loops", "in_arrays"), WAYS)
def test_a_solution_says_truly_who_decided(problem, method, in_loops, in_arrays, monkeypatch):
    asked = []

    def watched(module, name):
        before = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given: asked.append(name) or before(*given))

    watched(solving, "proved_path")
    watched(arrays, "induced_paths")
    solution = solve(problem)
    assert (solution.method, "proved_path" in asked, "induced_paths" in asked) == (method, in_loops, in_arrays)
    (together,) = solve_many([problem])
    assert together.to_json() == solution.to_json()
    for named in {*METHODS, *([SETS] if method == "sets" else [])} - (
        {"floats", "arrays"} if problem.irrational else set()
    ):
        asked.clear()
        other = solve(problem, method=named)
        assert other == solution
        if named in ("definition", "integers", "sets"):
            assert (other.method, asked) == (named, [])


def test_many_at_once_say_what_each_alone_says():
    problems = [problem for problem, *_ in WAYS for _ in range(10)]
    assert [each.to_json() for each in solve_many(problems)] == [solve(each).to_json() for each in problems]


def test_the_names_of_methods_before_are_read():
    for old, asked, recorded in [
        ("plain", "integers", "floats"),
        ("filtered", "arrays", "arrays"),
        ("no miss", "sets", "sets"),
    ]:
        solution = solve(FIVE, search="Others", method=old)
        assert solution.method == asked
        assert Solution.from_json(solution.to_json() | {"method": old}).method == recorded
    with pytest.raises(ProblemError, match="no method is called 'float'; there are definition, integers, floats"):
        solve(["1/2"] * 3, method="float")


# Exact ties whose two sides round differently.
FULL_OF_TIES = [
    Problem(["2/3", "1", "1/3"], search="all", random_levels=[3, 4, 2]),
    Problem(["3/7", "3/7", "5/7"], search="all", random_levels=[3, 4, 3]),
    Problem(["12/60", "15/60", "1/2", "1"]),
    Problem(["24/60", "10/60", "1/2", "1"]),
]


def test_ties_whose_sides_round_differently():
    for problem in FULL_OF_TIES:
        assert_same(problem)


# -- tie rules


def weaker_mix(aim, hits):
    """Prefer a mix, the weaker first; then a single target, the weaker first; then Miss."""
    return -2 * aim.is_mix + aim.is_miss, aim.strength(hits)


@pytest.fixture
def sixth(monkeypatch):
    """A tie rule that the filter was not written for, in the one table of rules."""
    monkeypatch.setitem(ties._PREFERENCES, 6, weaker_mix)
    monkeypatch.setitem(TIE_RULES, 6, "weaker mix")
    _ranks_in_order.cache_clear()
    yield 6
    _ranks_in_order.cache_clear()


@pytest.mark.parametrize(
    "hits", [["1/4", "1/2", "3/4"], [0, "1/3", "1/2"], ["1/2", "1/3", 0], ["1/2", "1/2", 1], [0] * 3]
)
def test_ranks_hold_for_all_hit_probabilities_in_an_order(sixth, hits):
    """Where all ranks take one option first, the rule does so for all hit probabilities in this order; else not."""
    rng = random.Random(1)
    mine = Problem(hits).hits
    heights = sorted({*mine})
    for rule in {*TIE_RULES} - {ties.LIKELIEST_WINNER}:
        problem = Problem(hits, search="all", random_levels=[3] * 3, if_eq=rule)
        every = problem.options((0, 1, 2), 0)
        for _ in range(30):
            aims = tuple(aim for aim in every if rng.random() < 0.2)
            ranks = Filter(problem, np.ones((3, 1)), None)._ranks(aims)
            first = {one.index(0) for one in ranks if aims}
            taken = set()
            for _ in range(5):
                steps = [0 if height == 0 else rng.choice([1, 1, 1000]) for height in heights]
                at = dict(zip(heights, accumulate(steps), strict=True))
                others = replace(problem, hits=[F(at[hit], 10**4) for hit in mine])
                taken |= {ties.tie_ranks(others, aims).index(0)} if aims else set()
            assert len(first) != 1 or taken == first


def test_a_sixth_tie_rule_is_right_by_itself(sixth):
    assert_certified(MapSpec(Problem([0, 0, "1/2"], search="others,random", random_levels=[2] * 3, if_eq=sixth), 3))


# -- the bound


class Counted:
    """A number that knows its relative error to the first order, in units of `u`: what the code does to it is counted.

    Multiplying by 1 or 0 and adding 0 are exact.
    """

    def __init__(self, errors):
        self.errors = errors

    def __add__(self, other):
        if isinstance(other, float):
            assert other == 0.0
            return self
        return Counted(max(self.errors, other.errors) + 1)

    def __mul__(self, other):
        if isinstance(other, float):
            return (self if other else 0.0) if other in {0.0, 1.0} else self * Counted(1)  # a float was rounded
        return Counted(self.errors + other.errors + 1)

    def __rtruediv__(self, one):
        assert one == 1.0
        return Counted(self.errors + 1)

    def __gt__(self, zero):
        return True

    __radd__, __rmul__ = __add__, __mul__


class CountingFilter(Filter):
    """A filter whose later phases have the values that the bound allows them."""

    def phase(self, order):
        errors = relative_bound(len(order)) / UNIT
        values = np.full((self.problem.players + 1, 1), Counted(errors))
        return FilteredPhase(order, (), None, None, None, lambda: (values,))

    def _same(self, order, place, aims, high):
        return np.zeros((len(aims), 1), dtype=np.int64)


def counted_errors(players, mixes):
    hits = np.full((players, 1), Counted(1))
    problem = Problem([F(1, 2 + player) for player in range(players)], targets=mixes)
    counting, order = CountingFilter(problem, hits, hits), problem.first_order
    options = [problem.options(order, player) for player in order]
    turns = [counting._turns(order, place, options[place]) for place in order]
    (values,), _ = FloatTree(order, turns, players)._ends(range(1), [0, players])
    return max(value.errors for mine in values.values() for value in mine.flat)


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_the_bound_covers_every_operation_of_the_code(players):
    """Mixes over everybody, whose weights sum up to less than 1: nothing is exact."""
    mix = [F(1, players + 1)] * players
    later = relative_bound(players - 1) / UNIT
    errors = counted_errors(players, [mix] * players)
    assert errors == later + 13 * players - 4
    assert relative_bound(players) / UNIT == errors + 16
    singles = [(player + 1) % players for player in range(players)]
    assert counted_errors(players, singles) < errors


def relative_errors(problem):
    """Return the relative errors of the win probabilities of the filter that are not 0."""
    hits = np.array([[float(hit)] for hit in problem.hits])
    misses = np.array([[float(1 - hit)] for hit in problem.hits])
    values = Filter(problem, hits, misses).phase(problem.first_order).low[:, 0]
    exact = solve(problem)
    pairs = [*zip(map(F, map(float, values)), (*exact.win, exact.stalemate), strict=True)]
    assert all(value == 0 for value, true in pairs if true == 0)
    return [abs(value - true) / true for value, true in pairs if true]


ADVERSARIAL = [F(1, 10**6), F(1, 3), 1 - F(1, 10**6), F(10**5 - 1, 3 * 10**5), F(2, 7), F(6, 7), F(1, 999983), F(5, 11)]


@pytest.mark.parametrize("players", [6, *(pytest.param(players, marks=pytest.mark.slow) for players in (7, 8))])
@pytest.mark.parametrize("total", [1 - F(1, 10**6), F(1, 10**6), F(2, 3)])
def test_the_bound_holds_for_mixes(players, total):
    """Weights and sums of weights that no float has, tiny and nearly 1, in every phase mixes."""
    weights = [F(index + 1) * total / (players * (players + 1) // 2) for index in range(players)]
    mixes = [weights[turn:] + weights[:turn] for turn in range(players)]
    errors = relative_errors(Problem(ADVERSARIAL[:players], targets=mixes, target_later="Random"))
    assert 0 < max(errors) <= relative_bound(players)


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
@examples(60)
def test_certified_equals_normal(problem, points, a_above_b):
    assert_certified(MapSpec(problem, points, a_above_b))


@pytest.mark.parametrize("search", ["self", "strongest", "miss", "others"])
def test_nobody_has_an_aim_in_a_stalemate_not_even_his_only_option(search):
    assert_certified(MapSpec(Problem([0, 0, 0], search=search), 1, True))
    assert_certified(MapSpec(Problem([0, 0, 0], targets=["B", "Optimal", "A"], search=search), 1, True))


@given(strategies.problems(least=4, most=4, search=OTHERS_MISS, levels=False), st.booleans())
@examples(15)
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


@pytest.mark.slow
@pytest.mark.parametrize("problem", STANDARD, ids=repr)
def test_certified_equals_normal_on_large_triangles(problem):
    assert_certified(MapSpec(problem, 100, False))


@pytest.mark.slow
@pytest.mark.parametrize("problem", STANDARD, ids=repr)
def test_certified_equals_normal_on_large_squares(problem):
    assert_certified(MapSpec(problem, 100, True))


@pytest.mark.parametrize("fixed", ["0", "1/2", "1"])
@pytest.mark.parametrize("rule", one_in(3, [1, 2, 3, 4, -1, -4]))
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


def test_products_that_underflow_would_hide_who_is_better():
    """As doubles both shots of C are worth 0; exactly, one is worth more."""
    tiny = F(1, 10**170)
    assert_certified(MapSpec(Problem([0, 0, tiny, 1, tiny], targets="E,E,Optimal,A,Optimal", search="Others"), 1, True))


@pytest.mark.parametrize(("away", "reached"), [(F(0), True), (LEAST - F(1, 10**30), False), (LEAST, True)])
def test_floats_reach_to_a_millionth_from_0_and_1(away, reached):
    half = F(1, 2)

    def aimed(*weights):
        return within_reach(Problem([half] * 3, targets=[[0, *weights], "Optimal", "Optimal"]), [half] * 3)

    for number in (away, 1 - away):
        assert within_reach(Problem([half] * 3), [half, number]) == aimed(number, 0) == reached
    assert aimed(half, half - away) == reached  # the sum of the weights is near to 1


def test_floats_reach_to_eight_players():
    assert [within_reach(Problem(["1/2"] * players), []) for players in (8, 9)] == [True, False]


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

    monkeypatch.setattr("truel_ref.maps.engine.pixels.solve", counted)
    spec = MapSpec(Problem([0, 0, 1]), 60, True)
    certified_rows(spec, range(61))
    assert len(asked) < 61 * 61 / 20


def test_the_bounds_are_what_makes_a_map_right(monkeypatch):
    """A test of the test: without its bounds the filter decides ties by rounding."""
    spec = MapSpec(Problem([0, 0, "1/2"], search="others,miss,random"), 15, True)
    assert_certified(spec)
    monkeypatch.setattr(trees, "UNIT", 0.0)
    certified, normal = both(spec)
    assert certified != normal


def test_near_rounding_is_left_to_exact_numbers(monkeypatch):
    """A test of the test: with the rounding taken for granted, some last digit is wrong or some half is misjudged."""
    spec = MapSpec(Problem([0, 0, "1/2"]), 30, True)
    monkeypatch.setattr("truel_ref.maps.engine.pixels.RELATIVE", 1.0)
    asked = []
    monkeypatch.setattr("truel_ref.maps.engine.pixels.solve", lambda problem: asked.append(problem) or solve(problem))
    certified, normal = both(spec)
    assert certified == normal
    assert len(asked) > 800  # nothing is settled with such an error, so almost every pixel goes to the exact side
