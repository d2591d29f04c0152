"""Play without a miss: where it applies, its ties, and greedy play by sets of the second derivation."""

from fractions import Fraction
from unittest import mock

import independent_stationary
import pytest
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from stationary_data import weights

from truel_ref import Problem, Solution, solve
from truel_ref.fast import recursion, sets
from truel_ref.fast.sets import applies, solve_over_sets

F = Fraction
HIT = st.one_of(st.sampled_from([F(0), F(1, 4), F(1, 2), F(1)]), strategies.PLAIN)
UNTIED_RULES = [1, 2, 4, -1]
FIVE = ["1/6", "1/3", "1/2", "2/3", "5/6"]


def assert_same_as_general(problem):
    """Compare with exact integers; the way by sets must be the one that is taken."""
    with mock.patch.object(recursion, "Recursion", None):  # nothing else may be asked
        own = solve(problem)
    assert own == solve(problem, method="integers")
    assert Solution.from_json(own.to_json(all_ties=True)) == own
    return own


@pytest.mark.parametrize("if_eq", UNTIED_RULES)
@pytest.mark.parametrize("hits", [["1/2"] * 5, [0, "1/2", 1, "1/2", 0]], ids=str)
def test_ties_by_every_rule(hits, if_eq):
    assert assert_same_as_general(Problem(hits, search=["Others"], if_eq=if_eq)).ties


@pytest.mark.parametrize(
    "fields",
    [
        {"names": "Ann, Bob, Cleo, Dan, Eve", "order": "Eve, Bob, Ann, Dan, Cleo"},
        {"search": "strongest"},
        {"search": "others,self"},
        {"targets": ["Optimal", "Random", "Miss", "A", "Strongest"]},
        {"targets": "m,m,m,m,m", "target_later": "Random"},
        {"search": {"A": "Miss", "B": "Others", "C": "Others, Self", "D": "Others", "E": "Strongest"}},
        {"hits": ["1/3", "sqrt(2)/2", "1/2", "1/4", "1"]},
    ],
    ids=str,
)
def test_five_players_take_it_by_themselves(fields):
    assert_same_as_general(Problem(**({"hits": FIVE, "search": "others"} | fields)))


def test_rule_3_with_ties_and_few_players_are_left_to_the_general_way():
    assert solve_over_sets(Problem(["1/2"] * 3, search=["Others"], if_eq=3)) is None
    assert solve_over_sets(Problem(["1/3", "2/3", 1], search=["Others"], if_eq=3)) is not None
    tied = Problem(["1/2"] * 5, search="others", tie_rule=3)
    assert solve(tied) == solve(tied, method="integers")


@pytest.mark.parametrize(
    ("search", "more", "answer"),
    [
        ("Others", {}, True),
        ("Others, Miss", {}, False),
        ("Miss", {}, True),
        ("Others, Self, Random", {}, True),
        ("Others, Miss", {"targets": ["B", "C", "D", "A"], "target_later": "Strongest"}, True),
        ("Others, Miss", {"targets": ["B", "C", "D", "A"]}, False),
        ("Others, Miss", {"targets": ["B", "C", "D", "A"], "search_later": "Others"}, True),
        ("Others, Miss", {"targets": ["B", "C", "D", "Optimal"], "search_later": "Others"}, False),
    ],
)
def test_where_it_applies(search, more, answer):
    assert applies(Problem(["1/3", "2/3", 1, "1/2"], search=search, **more)) == answer


@pytest.mark.parametrize("players", [17, 20])
def test_many_players_whose_targets_are_predefined(players):
    hits = [f"{place}/23" for place in range(1, players + 1)]
    many = Problem(hits, targets=["Strongest"] * players, target_later="Strongest")
    assert sum(solve(many).win) == 1


# -- greedy play by sets


@given(st.lists(HIT, min_size=2, max_size=5), st.sampled_from(UNTIED_RULES))
@examples(60)
def test_announced_play_is_greedy_by_sets(hits, if_eq):
    problem = Problem(hits, search=["Others"], if_eq=if_eq)
    expected = independent_stationary.greedy_announced(hits, if_eq=if_eq)
    for phase in solve_over_sets(problem).phases:
        greedy = expected[tuple(sorted(phase.order))]
        first = sorted(phase.order).index(phase.order[0])
        assert phase.win == greedy.values[first]
        if None not in phase.aims:
            assert weights(phase.aims) == greedy.aims[first:] + greedy.aims[:first]


# -- many ties


def test_beyond_a_number_of_nodes_only_the_tie_on_the_path_is_listed():
    problem = Problem(["1/2"] * 4, search=["Others"])
    ties = solve_over_sets(problem).ties
    with mock.patch.object(sets, "LISTED_TIES", 1):
        fewer = solve_over_sets(problem).ties
    assert len(fewer) < len(ties)
    assert tuple(tie for tie in ties if tie.on_path or not tie.earlier) == fewer
