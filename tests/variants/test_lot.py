"""The order drawn by lot, against a loop over all orders with the second derivations of each."""

import dataclasses
from fractions import Fraction
from itertools import permutations

import independent_variants
import pytest
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from plain_data import plain, weights
from variant_data import profiles

from truel_ref import Problem, by_lot, equilibria, solve
from truel_ref.errors import ProblemError
from truel_ref.variants import lot

F = Fraction
SMALL = strategies.problems(2, 3).filter(lambda problem: profiles(problem) <= 60)


def assert_same(problem, play, start):
    """Compare the table of all orders, and the mean where there is one."""
    answer = by_lot(problem, play=play, start=start)
    expected = independent_variants.lot_table(**plain(problem), play=play, start=start, if_eq=problem.if_eq)
    table = {drawn.order: [(weights(aims), win) for aims, win in drawn.plays] for drawn in answer.drawn}
    assert list(table) == list(expected)
    for order, plays in table.items():
        if play == "announced":
            assert plays == expected[order]
        else:  # records of equal aims may stand in any order
            assert (len(plays), set(plays)) == (len(expected[order]), set(expected[order]))
    mean = independent_variants.lot_mean(expected)
    assert [one.win for one in answer] == ([] if mean is None else [mean])
    assert answer.complete
    return answer


# -- worked values and closed forms


def test_gardners_three_duelists():
    answer = assert_same(Problem([1, "4/5", "1/2"]), "announced", False)
    assert (answer.win, answer.stalemate, len(answer.drawn)) == ((F(3, 10), F(8, 45), F(47, 90)), 0, 6)


def test_of_many_drawn_orders_24_are_shown():
    drawn = by_lot(Problem([1, "4/5", "1/2", "1/3"], targets="B,A,A,A"), play="announced")
    ends = [dataclasses.replace(drawn, drawn=drawn.drawn[:1] * many).to_text() for many in (24, 25)]
    assert ["the first 24 of 25 lines on orders" in text for text in ends] == [False, True]
    assert [text.count("A, B, C, D") for text in ends] == [24, 24]
    without = dataclasses.replace(drawn.drawn[0], plays=())  # boundary: an order that has no equilibrium keeps its row
    assert without.to_records() == [{"drawn_order": "A, B, C, D", "aims": "no pure equilibrium", "wins": ""}]


@given(st.tuples(strategies.PLAIN, strategies.PLAIN), st.booleans(), st.sampled_from(["announced", "stationary"]))
@examples(30)
def test_a_duel_is_the_mean_of_beginning_and_answering(hits, start, play):
    x, y = hits
    s = x + y - x * y
    answer = by_lot(hits, start=start, play=play)
    assert answer.win == (((x + x * (1 - y)) / s / 2, (y + y * (1 - x)) / s / 2) if s else (0, 0))
    assert answer.stalemate == (0 if s else 1)


def test_irrational_hit_probabilities():
    answer = by_lot(["sqrt(2)/2", "1/3"])
    x, y = answer.problem.hits
    s = x + y - x * y
    assert answer.win[0] * s * 2 == x + x * (1 - y)
    assert sum(answer.win) == 1


# -- limits


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_can_hit(players):
    answer = by_lot([0] * players)
    assert (answer.win, answer.stalemate) == ((0,) * players, 1)
    assert by_lot([0, 1, *[0] * (players - 2)]).win == (0, 1, *[0] * (players - 2))


def test_all_who_never_miss():
    assert assert_same(Problem([1, 1, 1]), "announced", False).win == (F(1, 3),) * 3
    assert not assert_same(Problem([1, 1, 1]), "stationary", False)


# -- brute force


@pytest.mark.parametrize("play", ["announced", "stationary"])
@given(SMALL, st.booleans())
@examples(36)
def test_play_of_every_kind(play, problem, start):
    assert_same(problem, play, start)


def test_four_players_one_of_whom_begins():
    assert_same(Problem(["1/4", "1/2", "3/4", "1"], search="Others"), "announced", True)


def test_every_order_is_the_problem_stated_in_it():
    problem = Problem(["1/3", "2/3", "1"], targets="Optimal,C,Optimal")
    answer = by_lot(problem, play="stationary")
    assert [drawn.order for drawn in answer.drawn] == list(permutations(range(3)))
    for drawn in answer.drawn:
        ordered = problem.changed(order=problem.order_text(drawn.order))
        assert {win for _, win in drawn.plays} == {one.win for one in equilibria(ordered)}


def test_there_is_no_mean_where_not_everything_was_followed():
    """With one selection for the smaller sets each order has one equilibrium, but four of them exist."""
    problem = Problem(["1", "1/4", "1/3", "1/4"], search="Others")
    answer = by_lot(problem, play="stationary", start=True, cap=1)
    assert [len(drawn.plays) for drawn in answer.drawn] == [1] * 4
    assert not (list(answer) or answer.complete)
    whole = by_lot(problem, play="stationary", start=True)
    assert ([len(drawn.plays) for drawn in whole.drawn], whole.complete) == ([4] * 4, True)


def test_equilibria_that_differ_in_smaller_sets_only_count_as_one():
    problem = Problem([1, 0, 0, 1], search="Others")
    assert [each.selections for each in equilibria(problem)] == [4]
    assert len(list(by_lot(problem, play="stationary", start=True))) == 1


def test_names_travel_with_their_people():
    usual = by_lot(Problem(["1/3", "2/3", "1"], targets="Optimal,C,Optimal"))
    named = by_lot(Problem(["1/3", "2/3", "1"], targets="Optimal,Carl,Optimal", names="Ann,Bob,Carl"))
    assert named.win == usual.win
    assert [drawn.to_records()[0]["drawn_order"] for drawn in named.drawn][1] == "Ann, Carl, Bob"
    cycle = Problem(["1/3", "2/3", "1"], order="C,A,B")
    turned = [Problem(["1/3", "2/3", "1"], order=order) for order in ("C,A,B", "A,B,C", "B,C,A")]
    wins = zip(*(solve(ordered).win for ordered in turned), strict=True)
    assert by_lot(cycle, start=True).win == tuple(sum(each) / 3 for each in wins)


# -- what is refused, or announced


def test_whole_orders_are_limited_and_beginners_need_no_limit(monkeypatch):
    for most, start in ((3, False), (2, True)):
        monkeypatch.setattr(lot, "MOST_PLAYERS", most)
        assert sum(by_lot([1, "4/5", "1/2"], start=start).win) == 1
    with pytest.raises(ProblemError, match="3 players have 6 orders; state at most 2"):
        by_lot([1, "4/5", "1/2"])
