"""Names and orders: what is typed and printed goes by person, what is computed goes by place."""

import ast
import dataclasses
import inspect
import json
import re
from fractions import Fraction
from functools import partial

import pytest
import stated
import strategies
from hypothesis import given
from hypothesis import strategies as st
from refusing import assert_refused

from truel_ref import Problem, TruelError, Variant, all_outcomes, decision, search_by_simulation, solve, why
from truel_ref.errors import NumberError
from truel_ref.game.aims import Aim
from truel_ref.game.people import PLAYER_LIMIT, People, in_cycle, label, order_text, player_named, read_order
from truel_ref.game.reading import read_people
from truel_ref.game.statement import stated as stated_problem
from truel_ref.numbers import number_text, read_number

ORIGINAL = ["1/3", "2/3", "1"]


def beside_its_twin(plain):
    """Return pairs of a problem and the same one stated by person, with names and an order."""
    return plain.flatmap(lambda problem: st.tuples(st.just(problem), stated.typed(problem)))


@given(beside_its_twin(strategies.problems(2, 4) | stated.searching_apart()))
def test_a_problem_stated_by_person_is_the_plain_one_at_its_places(both):
    plain, data = both
    problem = Problem.from_data(data)
    for name in ("hits", "targets", "searches", "searches_later", "random_levels"):
        assert getattr(problem, name) == getattr(plain, name)
    assert problem.people.by_person(problem.hits) == Problem(data["hits"]).hits
    for order in (problem.first_order, problem.first_order[1:]):
        if len(order) > 1:
            for player in order:
                assert problem.options(order, player) == plain.options(order, player)


@given(beside_its_twin(strategies.problems(2, 3, levels=False)))
def test_answers_are_the_same_and_labels_stay_with_people(both):
    plain, data = both
    own, named = solve(plain), solve(Problem.from_data(data))
    assert (named.win, named.aims) == (own.win, own.aims)
    assert [phase.order for phase in named.phases] == [phase.order for phase in own.phases]
    # In text, every player of the plain answer is renamed, and lists are in the order of the people.
    people = named.problem.people
    renamed = {label(place): people.label(place) for place in own.problem.first_order}
    for phase, twin in zip(named.to_json()["phases"], own.to_json()["phases"], strict=True):
        assert phase["order"] == [renamed[name] for name in twin["order"]]
        assert phase["win"] == [twin["win"][people.place(name)] for name in people.names]
        for name, aim in twin["aims"].items():
            expected = (
                renamed.get(aim, aim) if not isinstance(aim, list) else [aim[people.place(who)] for who in people.names]
            )
            assert phase["aims"][renamed[name]] == expected
    assert [row["player"] for row in named.to_records()] == list(people.names)


@given(stated.anything())
def test_what_is_stated_is_read_back(problem):
    call = ast.parse(repr(problem), mode="eval").body
    positional = [ast.literal_eval(argument) for argument in call.args]
    named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    again = Problem.from_json(json.dumps(problem.to_json()))
    assert again == dataclasses.replace(problem) == Problem(*positional, **named) == problem
    assert hash(again) == hash(dataclasses.replace(problem)) == hash(problem)
    assert again.to_json() == problem.to_json()


def test_the_original_with_another_order():
    solution = solve(["1", "1/3", "2/3"], names=["Carl", "Ann", "Bob"], order="Ann, Bob, Carl")
    assert solution.win == solve(ORIGINAL).win
    assert solution.aims == ("Miss", "Carl", "Bob")
    assert solution.phase("Bob, Carl").win == solve(ORIGINAL).phase("B,C").win
    assert solution.phase("c,a") == solution.phase((1, 2)) == solution.phase(["Bob", "Carl"])
    assert decision(solution, ["Carl"]).player == 1
    assert str(solution) == (
        "player    hit    aim    wins      percent\n"
        "--------  -----  -----  ------  ---------\n"
        "Carl      1      Bob    2/9      22.222 %\n"
        "Ann       1/3    Miss   25/63    39.683 %\n"
        "Bob       2/3    Carl   8/21     38.095 %\n"
        "shooting order: Ann, Bob, Carl"
    )


def test_another_problem_with_the_same_people():
    problem = Problem(
        ORIGINAL, targets="Miss,C,B", names="Ann,Bob,Carl", order="Carl,Ann,Bob", search={"Ann": "others"}
    )
    again = dataclasses.replace(problem, tie_rule=2)
    assert again.to_json() == problem.to_json() | {"if_eq": 2}
    renamed = dataclasses.replace(problem, names="Xu,Yu,Zu")
    assert renamed.to_json()["order"] == ["Zu", "Xu", "Yu"]
    assert renamed.hits == problem.hits
    turned = dataclasses.replace(problem, order="Ann,Bob,Carl")
    assert turned == Problem(ORIGINAL, targets="Miss,C,B", names="Ann,Bob,Carl", search={"Ann": "others"})


TURNED = Problem(ORIGINAL, names="Ann,Bob,Carl", order="Carl,Ann,Bob")
WEIGHTS = (Fraction(0), Fraction(1, 2), Fraction(1, 4))


@pytest.mark.parametrize("collection", [tuple, list, iter])
@pytest.mark.parametrize("kind", [Fraction, float, str, number_text, read_number])
def test_with_people_every_list_goes_by_place_whatever_its_numbers_are(kind, collection):
    """Weights as fractions in a tuple went by place, all others by person."""
    changes = {
        "hits": collection([kind(hit) for hit in TURNED.hits]),
        "targets": collection([collection([kind(weight) for weight in WEIGHTS]), 0, Aim(WEIGHTS)]),
        "random_levels": collection([1, 2, 3]),
        "search": [["others"], ["miss", "random"], ["self", "random"]],
    }
    again = dataclasses.replace(TURNED, **changes)
    assert again.hits == TURNED.hits
    assert again.targets == (WEIGHTS, 0, WEIGHTS)
    assert again.random_levels == (None, 2, 3)
    assert again.searches == (("Others",), ("Miss", "Random"), ("Self", "Random"))


@pytest.mark.parametrize("kind", [Fraction, float, str, number_text, read_number])
def test_without_people_every_list_goes_by_person_whatever_its_numbers_are(kind):
    fields = {"names": "Ann,Bob,Carl", "order": "Carl,Ann,Bob"}
    by_person = tuple(kind(weight) for weight in WEIGHTS)
    for stated_weights in (by_person, list(by_person)):
        problem = Problem(ORIGINAL, targets=[stated_weights, "Miss", "Miss"], **fields)
        assert problem.targets[problem.people.place("Ann")] == (Fraction(1, 4), Fraction(0), Fraction(1, 2))


NUMBERS = (
    *("1/3", "-1/3", "0.5", ".5", "5.", "1e5", "1E+5", "1e5 %", "1e-99999", "50%", "50 %", "% 50", "1 / 3", "1_000"),
    *("nan", "NaN", "-nan", "inf", "-Inf", "Infinity", "+infinity", "\xbd", "2\xbd", "\xb2", "\u0663", "\u0661/\u0663"),
    *("\u0665\u066a", "\u096b", "\uff15\uff10\uff05", "\u2460", "\u2163", "\uff4e\uff41\uff4e", "1\u20442", "\u3007"),
    *("1/0", "007", "#1", "1'000"),
)
NO_NUMBERS = (
    "R2D2",
    "E1",
    "1st",
    "x1/3",
    "e",
    "Pi",
    "No 77",
    "Nancy",
    "Infante",
    "万",
    "伍",
    "José",
    "%",
    "-",
    "?",
    "♠",
)


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_no_name_at_any_door(name, refused):
    """The rule stood in docs/use/formats.md, and only digits were refused."""
    stated = {"hits": ORIGINAL, "names": ["Ann", name, "Bob"]}
    says = f"names: player B: {re.escape(repr(name))} is a number, not a name; add"
    assert_refused(TruelError, lambda: Problem(**stated), says)
    assert_refused(TruelError, lambda: Variant.from_json({"model": "shooter", "problem": stated}), says)
    refused(["solve", "1/3", "2/3", "1", "--names", f"Ann,{name},Bob"], f"{name!r} is a number, not a name; add a word")


@pytest.mark.parametrize("name", NO_NUMBERS)
def test_what_is_no_number_may_be_a_name(name):
    assert Problem(ORIGINAL, names=["Ann", name, "Bob"]).label(1) == name


@given(st.text(st.characters(categories=["N", "P", "S", "Zs", "Ll"]), min_size=1, max_size=8))
def test_no_name_is_read_as_a_number(name):
    """Whatever the door for numbers reads, in percent or not, and whatever a float can be."""
    try:
        called = Problem(ORIGINAL, names=["Ann", name, "Bob"]).label(1)
    except TruelError:
        return
    with pytest.raises(NumberError):
        read_number(called)
    with pytest.raises(ValueError, match="could not convert"):
        float(called)


def test_a_label_of_digits_stays_a_name_and_an_order_makes_a_difference():
    assert Problem(["1/2"] * 28, names=map(label, range(28))) == Problem(["1/2"] * 28)
    assert Problem(["1/2"] * 3, order="C,B,A") != Problem(["1/2"] * 3)


def test_as_many_players_as_the_limit_allows():
    problem = Problem(["1/2"] * PLAYER_LIMIT, targets=["Miss"] * PLAYER_LIMIT)
    assert solve(problem).stalemate == 1
    assert Problem.from_json(problem.to_json()) == problem


@given(st.permutations(range(5)))
def test_places_and_people_are_inverse(order):
    people = read_people(5, names="Ann,Bob,Carl,Dan,Eve", order=order)
    assert people.by_place(range(5)) == tuple(order)
    assert people.by_person(people.by_place("vwxyz")) == tuple("vwxyz")
    for place, person in enumerate(order):
        assert people.label(place) == people.names[person]
        assert people.place(people.names[person].upper()) == people.place(label(person)) == place
        assert people.place(person) == place


def test_nobody_is_named():
    people = People.of(3)
    for name in ("D", "", "AA", "3", "-1", "\ud800", None, 1.0, True, 3, -1, 10**5000, ["A"]):
        assert people.place(name) is None
        assert player_named(name, 3) is None


def test_orders_are_read_and_written():
    people = read_people(3, names="Ann,Bob,Carl", order="Carl,Ann,Bob")
    assert read_order("bob, A", people) == (2, 1)
    assert read_order([0, "Bob", 10**5000, True, None, 1.5], people) == (0, 2, None, None, None, None)
    assert order_text((2, 0), people) == "Bob, Carl"


@given(st.integers(2, 6), st.data())
def test_an_order_keeps_the_cycle(players, data):
    living = data.draw(st.lists(st.integers(0, players - 1), min_size=2, max_size=players, unique=True))
    order = tuple(living)
    expected = any(sorted(order) == list(order[turn:] + order[:turn]) for turn in range(len(order)))
    assert in_cycle(order, players) is expected
    assert not in_cycle((*order, order[0]), players)
    assert not in_cycle((*order[:-1], players), players)
    assert not in_cycle(list(order), players)


@pytest.mark.parametrize("function", [solve, why, all_outcomes, search_by_simulation, stated_problem])
def test_what_a_problem_takes_stands_in_every_signature(function):
    given = inspect.signature(function).parameters
    takes = inspect.signature(Problem).parameters
    assert set(takes) - {"hits", "people"} <= set(given)
    assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in given.values())
    extra = {"games": 1, "seed": 1} if function is search_by_simulation else {}
    for name in set(takes) - {"hits", "people"}:
        assert given[name].kind is inspect.Parameter.KEYWORD_ONLY
        ask = partial(function, Problem(ORIGINAL), **extra, **{name: None})
        assert_refused(TruelError, ask, f"'{name}' cannot be given with a Problem")
