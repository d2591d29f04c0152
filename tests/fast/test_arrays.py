"""Solving in arrays: who decided is said truly, and what does not fit takes the plain way."""

from fractions import Fraction
from unittest import mock

import pytest
from truel_ref.fast.batch import TOGETHER_FROM

from truel_ref import Problem, Solution, solve, solve_many
from truel_ref.fast import arrays, integers, solving
from truel_ref.fast.solving import METHODS

F = Fraction


def test_what_does_not_fit_into_memory_takes_the_plain_way(monkeypatch):
    problem = Problem(["1/2", "1/3", "1/4"])
    expected = solve(problem, method="integers")
    monkeypatch.setattr(arrays, "MOST_NODES", 0)
    monkeypatch.setattr(arrays, "induced_paths", None)  # must not be asked for
    assert solve(problem, method="arrays") == expected


FIVE = ["1/10", "1/5", "1/4", "3/5", "17/20"]
MIXES = {"search": "others,random", "search_later": "strongest,random", "random_levels": [2, 1, 1, 1, 1]}
WAYS = [  # a problem, and its method by default
    (Problem(["1/3", "1/2"]), "integers"),
    (Problem(["1/3", "2/3", 1]), "floats"),
    (Problem(["1/3", "2/3", 1], names="Ann, Bob, Cleo", order="C, A, B"), "floats"),
    (Problem(["1/2"] * 3), "floats"),  # ties: floats are asked, and leave it all open
    (Problem(["1/3", "2/3", 1], search="all"), "integers"),
    (Problem(["1/10000000", "2/3", 1]), "integers"),  # too near to 0 for the bound
    (Problem(["sqrt(2)/2", "2/3", 1]), "integers"),
    (Problem(FIVE), "arrays"),
    (Problem(FIVE, targets=["Optimal", "A", "A", "A", "A"], target_later="Strongest"), "floats"),
    (Problem(FIVE, search="Others"), "sets"),
    (Problem(FIVE, targets="Optimal,Optimal,A,A,(1/2,1/2,0,0,0)", **MIXES), "sets"),
    (Problem(FIVE, targets="Optimal,Optimal,A,A,A", search="others,miss,random"), "integers"),
    (Problem(["1/10000000", *FIVE[1:]], targets="Optimal,Optimal,Optimal,A,A"), "integers"),
]


@pytest.mark.parametrize(("problem", "method"), WAYS)
def test_a_solution_says_truly_who_decided(problem, method, monkeypatch):
    with (
        mock.patch.object(solving, "proved_path", wraps=solving.proved_path) as in_loops,
        mock.patch.object(arrays, "induced_paths", wraps=arrays.induced_paths) as in_arrays,
    ):
        solution = solve(problem)
    assert (solution.method, in_loops.called, in_arrays.called) == (method, method == "floats", method == "arrays")
    alike = [problem] * (TOGETHER_FROM if problem.players < len(FIVE) else 1)
    assert [each.to_json() for each in solve_many(alike)] == [solution.to_json()] * len(alike)
    monkeypatch.setattr(solving, "proved_path", None)  # whoever asks for integers gets no floats
    monkeypatch.setattr(arrays, "induced_paths", None)
    other = solve(problem, method="integers")
    assert (other, other.method) == (solution, "integers")


@pytest.mark.parametrize("tie_rule", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("hits", "by_integers"),  # the sizes of the phases that integers decide: those with too many ties
    [
        ([F(k, 5) for k in range(1, 6)], []),
        ([F(k, 6) for k in range(1, 7)], [4]),
        (["1/2", "1/2", "1/3", "1/4", "1/5"], [4, 4, 4]),
    ],
)
def test_exact_numbers_break_the_ties_in_arrays(hits, by_integers, tie_rule, monkeypatch):
    problem = Problem(hits, tie_rule=tie_rule)
    expected = solve(problem, method="integers")
    monkeypatch.setattr(solving, "proved_path", None)  # no loop over histories
    with mock.patch.object(integers, "decide", side_effect=integers.decide) as decide:
        assert solve(problem, method="arrays") == expected
    assert [len(call.args[0].order) for call in decide.call_args_list] == by_integers


def test_the_names_of_methods_before_are_read():
    assert METHODS == ("definition", "integers", "floats", "arrays")
    for old, asked, recorded in [
        ("plain", "integers", "floats"),
        ("filtered", "arrays", "arrays"),
        ("no miss", "sets", "sets"),
    ]:
        solution = solve(FIVE[:4], search="Others", method=old)
        assert solution.method == asked
        assert Solution.from_json(solution.to_json() | {"method": old}).method == recorded
