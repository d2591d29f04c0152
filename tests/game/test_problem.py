import copy
from fractions import Fraction

import cases
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref import Problem, solve
from truel_ref.game.aims import Aim, Word, options_of
from truel_ref.game.people import label, labels, next_order, player_named

F = Fraction
A, B, C = range(3)


def test_records_can_be_copied():
    solution = solve(["1", "1", "0"])
    assert solution.policy[0, 1, 2] == solution.phases[0]
    again = copy.deepcopy(solution)
    assert (again, hash(again), again.phase("A,B,C")) == (solution, hash(solution), solution.phases[0])


def test_the_json_of_the_original_problem():
    assert Problem(cases.ORIGINAL).to_json() == {
        "hits": ["1/3", "2/3", "1"],
        "targets": ["Optimal", "Optimal", "Optimal"],
        "search": ["Others", "Miss"],
        "target_later": "Optimal",
        "search_later": ["Others", "Miss"],
        "if_eq": 1,
        "random_levels": None,
    }


SAME = [
    ({"targets": []}, {"targets": ["Optimal"] * 3}),
    ({"targets": None}, {}),
    ({"targets": ["a", "Miss", "SELF"]}, {"targets": [0, [0, 0, 0], 2]}),
    ({"targets": ["Self", "Self", "Self"]}, {"targets": [[1, 0, 0], "B", "2"]}),
    ({"targets": [" miss ", "c", "b"]}, {"targets": (Word.MISS, C, B)}),
    ({"targets": [[0, 0.5, "50%"], "C", "B"]}, {"targets": [Aim((F(0), F(1, 2), F(1, 2))), "C", "B"]}),
    ({"search": ["All"]}, {"search": {"Others", "Self", "Miss", "Random"}}),
    ({"search": ["Strongest", "Others"]}, {"search": "others"}),
    ({"search": ["Miss", "Miss"]}, {"search": ["Miss"]}),
    ({"search": "self"}, {"search": "self", "search_later": "Self"}),
    ({"target_later": "strongest"}, {"target_later": Word.STRONGEST}),
    ({"random_levels": [5, 5, 5]}, {}),
    ({"search": "others,random", "random_levels": [None, None, None]}, {"search": "others,random"}),
    # a search for each player
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
    # names and an order
    ({"names": "A,B,C", "order": "a,b,c"}, {}),
    ({"names": "Ann,Bob,Carl", "targets": "Miss, carl, b"}, {"names": ["Ann", "Bob", "Carl"], "targets": "Miss,C,B"}),
    ({"names": "Ann,Bob,Carl", "targets": [0, 2, 1]}, {"names": "Ann,Bob,Carl", "targets": ["Ann", "Carl", "Bob"]}),
]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_two_spellings_of_one_problem_are_equal(first, second):
    one, other = Problem(cases.ORIGINAL, **first), Problem([1 / 3, 2 / 3, 1.0], **second)
    assert (one, hash(one), one.to_json()) == (other, hash(other), other.to_json())


DIFFERENT = [
    {"targets": ["Miss", "Optimal", "Optimal"]},
    {"search": ["Others"]},
    {"search": ["Strongest", "Miss"]},
    {"search_later": ["Others"]},
    {"target_later": "Miss"},
    {"if_eq": 2},
    {"search_later": "others,random", "random_levels": [5, 5, 5]},
    {"names": "Ann,Bob,Carl"},
    {"order": "C,B,A"},
]


@pytest.mark.parametrize("fields", DIFFERENT)
def test_different_problems_are_not_equal(fields):
    assert Problem(cases.ORIGINAL, **fields) != Problem(cases.ORIGINAL)


def shown(aims):
    return [str(aim) for aim in aims]


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ({"Others"}, ["A", "C"]),
        ({"Others", "Miss"}, ["A", "C", "Miss"]),
        ({"Self"}, ["B"]),
        ({"Miss"}, ["Miss"]),
        ({"Strongest"}, ["C"]),
        ({"Strongest", "Self", "Miss"}, ["B", "C", "Miss"]),
        ({"Others", "Self", "Miss"}, ["A", "B", "C", "Miss"]),
        ({"Others", "Miss", "Random"}, ["A", "C", "Miss", "Random"]),
        ({"Self", "Random"}, ["B"]),
        ({"Miss", "Random"}, ["Miss"]),
        ({"All"}, ["A", "B", "C", "Miss", "Random"]),
    ],
)
def test_options_of_a_search(search, expected):
    assert shown(Problem(cases.ORIGINAL, search=search).options((0, 1, 2), B)) == expected


@given(st.integers(2, 5), st.integers(1, 4), st.sets(st.sampled_from(["Self", "Miss"])))
def test_levels_give_the_stated_number_of_aims(players, level, beside):
    from math import comb

    search = Problem([F(1, 2)] * players, search={"Others", "Random", *beside}).searches[0]
    first = tuple(range(players))
    found = options_of(search, level, 0, first, [F(1, 2)] * players, first)
    k = players - 1 + ("Self" in beside)
    assert len(found) == (comb(level + k, k) if "Miss" in beside else comb(level + k - 1, k - 1))
    assert len(set(found)) == len(found)
    assert list(found) == sorted(found, key=lambda aim: aim.canonical_key(first))
    assert all(aim.total <= 1 if "Miss" in beside else aim.total == 1 for aim in found)
    assert all((weight * level).denominator == 1 for aim in found for weight in aim.weights)


def test_strongest_among_equals_is_the_last_label_and_is_alive():
    problem = Problem(["1/2", "1", "1", "1"], targets=["Strongest"] * 4, target_later="Strongest")
    assert shown(problem.options((0, 1, 2, 3), player)[0] for player in range(4)) == ["D", "D", "D", "C"]
    assert shown(problem.options((2, 0, 1), player)[0] for player in (2, 0, 1)) == ["B", "C", "C"]


def test_random_uses_the_search_of_its_phase():
    problem = Problem(
        ["1/2"] * 4, targets=["Random"] * 4, search={"Self"}, target_later="Random", search_later="others"
    )
    assert shown(problem.options((0, 1, 2, 3), A)) == ["A"]
    assert problem.options((0, 1, 2), A)[0].weights == (0, F(1, 2), F(1, 2), 0)
    assert shown(problem.options((0, 1), A)) == ["B"]


def test_players_beyond_z_go_by_their_index():
    assert [label(index) for index in (0, 25, 26, 30)] == ["A", "Z", "26", "30"]
    assert player_named("z", labels(26)) == 25
    assert player_named("26", labels(27)) == 26
    problem = Problem(["1/2"] * 28, targets=["27"] * 27 + ["z"])
    assert problem.targets == (27,) * 27 + (25,)
    assert problem.to_json()["targets"][0] == "27"


@given(st.permutations(range(5)), st.data())
def test_the_order_after_a_hit(order, data):
    shooter, victim = data.draw(st.sampled_from(order)), data.draw(st.sampled_from(order))
    after, place = next_order(tuple(order), shooter, victim), order.index(shooter)
    cycle = [*order[place + 1 :], *order[: place + 1]]  # as before, from the first one alive after the shooter
    assert list(after) == [player for player in cycle if player != victim]


@pytest.mark.parametrize(
    "text",
    [
        "[1/2, 1/3, 1]",
        "(1/2, 1/3, 1)",
        " [1/2 1/3 1] ",
        "(1/2 1/3 1)",
        "1/2, 1/3, 1,",
        "(1/2), (1/3), (1)",
        "1/2 , 1 / 3,1",
        "1/2\n1/3\n1\n",
        "[1/2,\n 1/3, 1]",
        "(1/2, 1/3, 1);",
    ],
)
def test_brackets_around_a_list_are_taken_off(text):
    assert Problem(text) == Problem(["1/2", "1/3", 1])
    others = {"targets": "Miss,C,B", "names": "Ann,Bob,Cy", "order": "C,A,B"}
    assert Problem(text, targets="[Miss, C, B]", names="(Ann, Bob, Cy)", order="C, A, B,") == Problem(text, **others)
