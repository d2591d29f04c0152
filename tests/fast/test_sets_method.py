"""`solve` takes the way without a miss by itself, and says so where a method does not apply."""

from functools import partial

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, Solution, solve
from truel_ref.errors import ProblemError
from truel_ref.fast.solving import METHODS, SETS

FIVE = ["1/6", "1/3", "1/2", "2/3", "5/6"]


def answered_alike(problem):
    """Check that the way without a miss gives every phase and every tie of the general way."""
    general = solve(problem, method="integers")
    without = solve(problem, method=SETS)
    assert without.method == SETS
    assert without.phases == general.phases
    assert without.ties == general.ties
    assert Solution.from_json(without.to_json()) == without == general


@given(
    st.lists(st.sampled_from(["0", "1/4", "1/3", "1/2", "2/3", "1"]), min_size=2, max_size=4),
    st.sampled_from([1, 2, 4, -1]),
)
@examples(30)
def test_the_same_as_the_general_way(hits, rule):
    answered_alike(Problem(hits, search="others", tie_rule=rule))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"names": "Ann, Bob, Cleo, Dan, Eve", "order": "Eve, Bob, Ann, Dan, Cleo"},
        {"search": "strongest"},
        {"search": "others,self"},
        {"targets": ["Optimal", "Random", "Miss", "A", "Strongest"]},
        {"targets": "m,m,m,m,m", "target_later": "Random"},
    ],
    ids=str,
)
def test_five_players_take_it_by_themselves(fields):
    problem = Problem(FIVE, **({"search": "others"} | fields))
    answered_alike(problem)
    assert solve(problem).method == SETS


def test_irrational_numbers():
    problem = Problem(["1/3", "sqrt(2)/2", "1/2", "1/4", "1"], search="others")
    answered_alike(problem)
    assert solve(problem).method == SETS


def test_who_may_miss_is_solved_the_general_way():
    assert solve(["1/3", "2/3", 1], search="others").method in METHODS
    assert solve(Problem(["1/2"] * 5, search="others", tie_rule=3)).method in METHODS


def test_progress_counts_sets():
    counted = []
    solve(Problem(FIVE, search="others"), progress=counted.append)
    assert sum(counted) == 2**5 - 5 - 1


def test_where_it_does_not_apply():
    only = partial(solve, method=SETS)
    with pytest.raises(ProblemError, match=r"nobody may miss on purpose, and player A may \(search: Others, Miss\)"):
        only(["1/3", "2/3", 1])
    with pytest.raises(ProblemError, match=r"player B may \(search_later: Others, Miss\)"):
        later = {"A": ["Others"], "B": ["Others", "Miss"]}
        only(["1/3", "2/3", 1, 1], search="others", search_later=later)
    with pytest.raises(ProblemError, match="cannot break these ties by rule 3"):
        only(["1/2"] * 3, search="others", tie_rule=3)
    with pytest.raises(
        ProblemError, match=r"no method is called 'quick'; there are definition, integers, floats, arrays, sets"
    ):
        solve(["1/3", "2/3", 1], method="quick")


def test_what_is_beyond_reach_names_the_way_out():
    with pytest.raises(ProblemError, match=r"about 4 \* 10\^10 profiles, 6 days.*search Others only"):
        solve(["1/2"] * 10)
    with pytest.raises(ProblemError, match=r"about 5 \* 10\^12 profiles, "):
        solve(["1/2"] * 12, targets=["Strongest"] * 12)
    with pytest.raises(ProblemError, match=r"about 2 \* 10\^6 sets.*target_later 'Strongest'"):
        solve(["1/2"] * 21, search="others")


@pytest.mark.parametrize("players", [17, pytest.param(22, marks=pytest.mark.slow)])
def test_many_players_whose_targets_are_predefined(players):
    hits = [f"{place}/23" for place in range(1, players + 1)]
    many = Problem(hits, targets=["Strongest"] * players, target_later="Strongest")
    assert sum(solve(many).win) == 1
