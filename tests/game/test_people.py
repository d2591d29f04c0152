"""Names and orders: answers do not depend on names, and an order is a relabelling."""

import ast
import json
import re
from fractions import Fraction

import pytest
import stated
import strategies
from hypothesis import given
from hypothesis import strategies as st
from refusing import assert_refused

from truel_ref import (
    Problem,
    TruelError,
    Variant,
    course,
    decision,
    equilibria,
    finite_rounds,
    periodic_equilibria,
    solve,
)
from truel_ref.errors import NumberError, ProblemError
from truel_ref.game.aims import Aim
from truel_ref.game.people import PLAYER_LIMIT, label, read_order
from truel_ref.numbers import number_text, read_number

ORIGINAL = ["1/3", "2/3", "1"]


def beside_its_twin(plain):
    """Return pairs of a problem and the same one with names and an order, as plain data.

    Player `i` of the first problem is player `order[i]` of the second.
    """
    return plain.flatmap(lambda problem: st.tuples(st.just(problem), stated.typed(problem)))


class Renamed:
    """The values of an answer to a problem with an order, as those of the problem in its usual order."""

    def __init__(self, problem):
        self.order = problem.order

    def players(self, players):
        return tuple(self.order.index(player) for player in players)

    def values(self, values):
        return tuple(values[player] for player in self.order)

    def aim(self, aim):
        return None if aim is None else self.values(aim.weights)

    def aims(self, aims):
        return tuple(map(self.aim, aims))


def weights(aims):
    return tuple(None if aim is None else aim.weights for aim in aims)


@given(beside_its_twin(strategies.problems(2, 4) | stated.searching_apart()))
def test_a_problem_with_an_order_has_the_options_of_the_plain_one(both):
    plain, data = both
    problem = Problem.from_json(data)
    renamed = Renamed(problem)
    for name in ("hits", "searches", "searches_later"):
        assert renamed.values(getattr(problem, name)) == getattr(plain, name)
    for order in (problem.order, problem.order[1:]):
        for player in order if len(order) > 1 else ():
            place = renamed.players([player])[0]
            options = plain.options(renamed.players(order), place)
            assert renamed.aims(problem.options(order, player)) == weights(options)


@pytest.mark.parametrize("method", ["definition", "integers", None])
@given(beside_its_twin(strategies.by_every_rule(strategies.problems(2, 3, levels=False))))
def test_an_order_is_a_relabelling_in_announced_play(method, both):
    plain, data = both
    own, named = solve(plain, method=method), solve(Problem.from_json(data), method=method)
    renamed = Renamed(named.problem)
    phases = {renamed.players(phase.order): phase for phase in named.phases}
    assert len(phases) == len(own.phases)
    for phase in own.phases:
        twin = phases[phase.order]
        assert (renamed.values(twin.win), renamed.aims(twin.aims)) == (phase.win, weights(phase.aims))
    ties = [(tie.order, weights(tie.earlier), weights(tie.equal), tie.chosen.weights, tie.on_path) for tie in own.ties]
    theirs = [
        *((renamed.players(tie.order), renamed.aims(tie.earlier), renamed.aims(tie.equal)) for tie in named.ties),
    ]
    chosen = [(renamed.aim(tie.chosen), tie.on_path) for tie in named.ties]
    assert sorted(map(str, ties)) == sorted(str((*tie, *how)) for tie, how in zip(theirs, chosen, strict=True))


@given(beside_its_twin(strategies.problems(2, 3, levels=False)))
def test_an_order_is_a_relabelling_in_play_without_announcements(both):
    plain, data = both
    problem = Problem.from_json(data)
    renamed = Renamed(problem)
    own, named = equilibria(plain), equilibria(problem)
    assert [weights(play.aims) for play in own] == [renamed.aims(play.aims) for play in named]
    assert [play.win for play in own] == [renamed.values(play.win) for play in named]
    assert [renamed.players(play.living) for play in named] == [play.living for play in own]
    own, named = finite_rounds(plain, 4, clock="game"), finite_rounds(problem, 4, clock="game")
    assert [renamed.values(win) for win in named.values] == list(own.values)
    assert [weights(renamed.values(aims)) for aims in named.aims] == [
        tuple(by_order(aim.weights, problem.order) for aim in aims) for aims in own.aims
    ]


def by_order(values, order):
    """Return the values of players in the usual order, as those of the players of an order."""
    return tuple(value for _, value in sorted(zip(order, values, strict=True)))


@pytest.mark.parametrize("order", ["B,C,A", "C,B,A", "A,C,B"])
def test_an_order_is_a_relabelling_in_periodic_play_and_in_courses(order):
    names = order.split(",")
    plain, problem = ["1/2", "2/5", "3/5"], Problem(by_order(["1/2", "2/5", "3/5"], names), order=order)
    renamed = Renamed(problem)
    for one, two in zip(periodic_equilibria(plain), periodic_equilibria(problem), strict=True):
        assert [renamed.aims(aims) for aims in two.aims] == [weights(aims) for aims in one.aims]
        assert [renamed.values(win) for win in two.starts] == list(one.starts)
    own, named = course(plain), course(problem)
    assert (named.turns, named.rounds, renamed.values(named.win)) == (own.turns, own.rounds, own.win)
    assert renamed.values(named.turns_given_winner) == own.turns_given_winner


@given(strategies.problems(2, 3, levels=False))
def test_answers_do_not_depend_on_names(problem):
    named = problem.changed(names=stated.NAMES[: problem.players])
    own, other = solve(problem), solve(named)
    assert (other.win, other.aims, other.stalemate) == (own.win, own.aims, own.stalemate)
    assert [row["player"] for row in other.to_records()] == list(named.names)
    called = dict(zip(problem.names, named.names, strict=True))
    for phase, twin in zip(other.to_json()["phases"], own.to_json()["phases"], strict=True):
        assert phase["order"] == [called[name] for name in twin["order"]]
        said = {name: aim if isinstance(aim, list) else called.get(aim, aim) for name, aim in twin["aims"].items()}
        aims = {called[name]: aim for name, aim in said.items()}
        assert (phase["aims"], phase["win"]) == (aims, twin["win"])


@given(stated.anything())
def test_what_is_stated_is_read_back(problem):
    call = ast.parse(repr(problem), mode="eval").body
    positional = [ast.literal_eval(argument) for argument in call.args]
    named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    again = Problem.from_json(json.dumps(problem.to_json()))
    assert again == problem.changed() == Problem(*positional, **named) == problem
    assert hash(again) == hash(problem.changed()) == hash(problem)
    assert again.to_json() == problem.to_json()


def test_the_original_with_another_order():
    solution = solve(["1", "1/3", "2/3"], names=["Carl", "Ann", "Bob"], order="Ann, Bob, Carl")
    assert [solution[name].win for name in ("Ann", "Bob", "Carl")] == [*solve(ORIGINAL).win]
    assert [solution.problem.aim_text(aim) for aim in solution.aims] == ["Bob", "Miss", "Carl"]
    assert set(solution.phase("Bob, Carl").win) == set(solve(ORIGINAL).phase("B,C").win)
    assert solution.phase("c,a") == solution.phase((2, 0)) == solution.phase(["Bob", "Carl"])
    assert decision(solution, ["Carl"]).player == 2
    assert str(solution) == (
        "player    hit    aim    wins      percent\n"
        "--------  -----  -----  ------  ---------\n"
        "Carl      1      Bob    2/9      22.222 %\n"
        "Ann       1/3    Miss   25/63    39.683 %\n"
        "Bob       2/3    Carl   8/21     38.095 %\n"
        "shooting order: Ann, Bob, Carl"
    )


WEIGHTS = (Fraction(0), Fraction(1, 2), Fraction(1, 4))


@pytest.mark.parametrize("collection", [tuple, list, iter])
@pytest.mark.parametrize("kind", [Fraction, float, str, number_text, read_number])
def test_lists_go_by_player_as_stated_whatever_their_numbers_are(kind, collection):
    stated_by = {
        "hits": collection([kind(Fraction(hit)) for hit in ORIGINAL]),
        "targets": collection([collection([kind(weight) for weight in WEIGHTS]), 0, Aim(WEIGHTS)]),
        "random_levels": collection([1, 2, 3]),
        "search": [["others"], ["miss", "random"], ["self", "random"]],
    }
    problem = Problem(**stated_by, names="Ann,Bob,Carl", order="Carl,Ann,Bob")
    assert problem.hits == Problem(ORIGINAL).hits
    assert problem.targets == (WEIGHTS, 0, WEIGHTS)
    assert problem.random_levels == (None, 2, 3)
    assert problem.searches == (("Others",), ("Miss", "Random"), ("Self", "Random"))


def test_integers_of_numpy_are_players():
    numpy = pytest.importorskip("numpy")
    said = Problem(ORIGINAL, targets=numpy.array([2, 2, 1]), order=numpy.array([2, 0, 1]))
    assert said == Problem(ORIGINAL, targets="C,C,B", order="C,A,B")
    assert_refused(ProblemError, lambda: Problem(ORIGINAL, targets=[numpy.True_, "C", "B"]), "weights, not")


NUMBERS = (
    *("1/3", "-1/3", "0.5", ".5", "5.", "1e5", "1E+5", "1e5 %", "1e-99999", "50%", "50 %", "% 50", "1 / 3", "1_000"),
    *("nan", "NaN", "-nan", "inf", "-Inf", "Infinity", "+infinity", "\xbd", "2\xbd", "\xb2", "\u0663", "\u0661/\u0663"),
    *("\u0665\u066a", "\u096b", "\uff15\uff10\uff05", "\u2460", "\u2163", "1\u20442", "\u3007"),
    *("1/0", "007", "#1", "1'000"),
)


@pytest.mark.parametrize("name", ["R2D2", "E1", "e", "Pi", "No 77", "Nancy", "Infante", "万", "José"])
def test_what_is_no_number_may_be_a_name(name):
    assert Problem(ORIGINAL, names=["Ann", name, "Bob"]).label(1) == name


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_no_name_at_any_door(name, refused):
    """The rule stood in docs/use/formats.md, and only digits were refused."""
    stated = {"hits": ORIGINAL, "names": ["Ann", name, "Bob"]}
    says = f"names: player B: {re.escape(repr(name))} is not a name; give 1 to 40 printable characters, a letter first"
    assert_refused(TruelError, lambda: Problem(**stated), says)
    assert_refused(TruelError, lambda: Variant.from_json({"model": "shooter", "problem": stated}), says)
    refused(["solve", "1/3", "2/3", "1", "--names", f"Ann,{name},Bob"], "names: player B")


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


def test_as_many_players_as_the_limit_allows():
    problem = Problem(["1/2"] * PLAYER_LIMIT, targets=["Miss"] * PLAYER_LIMIT)
    assert Problem.from_json(problem.to_json()) == problem


@given(st.permutations(range(5)))
def test_players_are_named_and_ordered(order):
    names = "Ann,Bob,Carl,Dan,Eve"
    problem = Problem(["1/2"] * 5, names=names, order=order)
    assert problem.order == tuple(order) == read_order(problem.order_text(order), problem.names)
    for player, name in enumerate(names.split(",")):
        for said in (name, name.upper(), label(player), player, str(player)):
            assert problem.player(said) == player
    assert problem.in_cycle(order[2:]) == tuple(order[2:])
    assert problem.in_cycle(range(5)) == problem.order
