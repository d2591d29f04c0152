"""Solving in arrays: floats decide nothing that they cannot prove."""

from fractions import Fraction

import pytest
import strategies
from examples import examples, one_in
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, Solution, solve, solve_many
from truel_ref.errors import ProblemError
from truel_ref.fast import arrays, solving
from truel_ref.fast.solving import METHODS, SETS

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
