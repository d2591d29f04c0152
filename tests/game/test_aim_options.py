"""Search sets: one for everybody, or one for each player."""

import json

import pytest
import stated
from hypothesis import given

from truel_ref import Problem, TruelError, solve
from truel_ref.game.aims import Word

ORIGINAL = ["1/3", "2/3", "1"]
OTHERS_MISS = (Word.OTHERS, Word.MISS)


def test_a_search_for_each_player():
    problem = Problem(ORIGINAL, search={"A": "others,miss", "b": ["others"]})
    assert problem.searches == (OTHERS_MISS, (Word.OTHERS,), OTHERS_MISS)
    assert problem.searches_later == problem.searches
    assert [list(map(str, problem.options((0, 1, 2), player))) for player in range(3)] == [
        ["B", "C", "Miss"],
        ["A", "C"],
        ["A", "B", "Miss"],
    ]
    assert problem.to_json()["search"] == {"A": ["Others", "Miss"], "B": ["Others"], "C": ["Others", "Miss"]}
    assert problem.search_text() == "A: Others, Miss; B: Others; C: Others, Miss"


SAME = [
    ({"search": {}}, {}),
    ({"search": {"A": "miss,others"}}, {}),
    ({"search": {0: "miss", "b": "Miss", "2": ["Miss"]}}, {"search": "miss"}),
    ({"search": {"C": "all"}}, {"search": [["Others", "Miss"], {"Miss", "Others"}, ["All"]]}),
    ({"search": {"A": "miss"}}, {"search": {"A": "miss"}, "search_later": {"A": "miss"}}),
    (
        {"search": {"A": "miss"}, "search_later": {"B": "self"}},
        {"search": {"A": "miss"}, "search_later": {"A": "Miss", "B": "self"}},
    ),
    ({"search": "self", "search_later": {}}, {"search": "self"}),
    (
        {"search": {"A": "random,miss"}, "random_levels": [2, 2, 2]},
        {"search": {"A": "random,miss"}, "random_levels": [2, None, None]},
    ),
    ({"search": {"A": "miss"}, "random_levels": [2, 2, 2]}, {"search": {"A": "miss"}}),
]


@pytest.mark.parametrize(("first", "second"), SAME, ids=range(len(SAME)))
def test_two_spellings_of_one_search_are_equal(first, second):
    one, other = Problem(ORIGINAL, **first), Problem(ORIGINAL, **second)
    assert one == other
    assert hash(one) == hash(other)
    assert one.to_json() == other.to_json()


WRONG = [
    ({"search": {"D": "miss"}}, "search: 'D' is nobody; the players are A to C"),
    ({"search": {True: "miss"}}, "search: True is nobody"),
    ({"search": {10**5000: "miss"}}, "is nobody; the players are A to C"),
    ({"search": {"A": "miss", "a": "miss"}}, "search: player A is there twice"),
    ({"search": {"B": "misss"}}, "player B: search: 'misss' is not a word for a search"),
    ({"search": {"B": "random"}}, "player B: search: at least one of Others, Strongest, Self, Miss is needed"),
    ({"search": {"B": None}}, "player B: search: None is no set of words"),
    ({"search": [["Miss"], ["Miss"]]}, "search: give one set of words, or one per player, 3 in all; here are 2"),
    ({"search": [["Miss"], ["Miss"], ["C"]]}, "player C: search: 'C' is not a word for a search"),
    ({"search_later": {"B": "C"}}, "player B: search_later: 'C' is not a word for a search"),
]


@pytest.mark.parametrize(("fields", "message"), WRONG, ids=range(len(WRONG)))
def test_a_search_that_cannot_be(fields, message):
    with pytest.raises(TruelError) as caught:
        Problem(ORIGINAL, **fields)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


@given(stated.searching_apart())
def test_each_player_has_the_options_of_a_problem_in_which_all_search_as_he_does(problem):
    orders = [order for order in (problem.first_order, problem.first_order[1:]) if len(order) > 1]
    for player in problem.first_order:
        data = problem.to_json() | {
            "search": [word.value for word in problem.searches[player]],
            "search_later": [word.value for word in problem.searches_later[player]],
        }
        alike = Problem.from_data(data)
        for order in orders:
            if player in order:
                assert problem.options(order, player) == alike.options(order, player)
    assert Problem.from_json(json.dumps(problem.to_json())) == problem


def test_a_search_of_one_changes_the_answer():
    # A misses where he may; where only A may not, he must aim at B or C, and C is better: 59 of 189.
    solution = solve(ORIGINAL, search={"A": "others"})
    assert solution.aims == ("C", "C", "B")
    assert solution.win == solve(ORIGINAL, targets="C,C,B").win
