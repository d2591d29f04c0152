"""Search sets: one for everybody, or one for each player."""

import json

import stated
from hypothesis import given

from truel_ref import Problem, solve
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


@given(stated.searching_apart())
def test_each_player_has_the_options_of_a_problem_in_which_all_search_as_he_does(problem):
    orders = [order for order in (problem.order, problem.order[1:]) if len(order) > 1]
    for player in problem.order:
        data = problem.to_json() | {
            "search": [word.value for word in problem.searches[player]],
            "search_later": [word.value for word in problem.searches_later[player]],
        }
        alike = Problem.from_json(data)
        for order in orders:
            if player in order:
                assert problem.options(order, player) == alike.options(order, player)
    assert Problem.from_json(json.dumps(problem.to_json())) == problem


def test_a_search_of_one_changes_the_answer():
    # A misses where he may; where only A may not, he must aim at B or C, and C is better: 59 of 189.
    solution = solve(ORIGINAL, search={"A": "others"})
    assert solution.aims == ("C", "C", "B")
    assert solution.win == solve(ORIGINAL, targets="C,C,B").win


def test_mixes_stand_in_canonical_order_the_largest_weight_on_the_first_shooter_first():
    levels = {"search": "others,miss,random", "random_levels": [2, 2, 2]}
    mixes = ["(0, 1/2, 1/2)", "(0, 1/2, 0)", "(0, 0, 1/2)"]
    assert Problem(["3/4", "11/20", 1], **levels).options((0, 1, 2), 0) == ("B", "C", "Miss", *mixes)
    swapped = Problem(["3/4", "11/20", 1], **levels, order="A,C,B")
    assert swapped.options((0, 2, 1), 0) == ("C", "B", "Miss", mixes[0], mixes[2], mixes[1])
