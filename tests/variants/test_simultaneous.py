"""Simultaneous fire against chains over all volleys, brute force over all profiles, and closed forms."""

from fractions import Fraction

import independent_variants
import pytest
import strategies
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from variant_data import ENDS, assert_fire, records, small

from truel_ref import Problem, simultaneous_fire
from truel_ref.errors import NumberError, ProblemError

F = Fraction


# -- worked values and closed forms


def test_the_worked_example():
    answer = simultaneous_fire(Problem([1, "4/5", "1/2"], targets="B,A,A"))
    assert answer.win == (F(1, 20), F(0), F(9, 10))
    assert answer.nobody == F(1, 20)
    assert answer.stalemate == 0


@given(st.tuples(strategies.PLAIN, strategies.PLAIN))
@examples(30)
def test_a_duel_has_its_closed_form(hits):
    x, y = hits
    answer = simultaneous_fire(hits)
    s = x + y - x * y
    assert answer.win == ((x * (1 - y) / s, y * (1 - x) / s) if s else (0, 0))
    assert answer.nobody == (x * y / s if s else 0)
    assert answer.stalemate == (0 if s else 1)


def test_three_perfect_shots_at_random_at_once():
    answer = simultaneous_fire(Problem([1, 1, 1], search="Others", targets=["Random"] * 3))
    assert answer.win == (F(1, 4),) * 3
    assert answer.nobody == F(1, 4)


def test_two_equilibria_for_three_players():
    answer = simultaneous_fire(["1/2", "1/3", "1/4"])
    assert [[str(aim) for aim in play.aims] for play in answer] == [["B", "A", "A"], ["C", "A", "B"]]
    assert all(play.strict for play in answer)


def test_irrational_hit_probabilities():
    answer = simultaneous_fire(["sqrt(2)/2", "1/3"])
    x, y = answer.problem.hits
    s = x + y - x * y
    assert [win * s for win in answer.win] == [x * (1 - y), y * (1 - x)]
    assert answer.nobody * s == x * y
    [*three] = simultaneous_fire(["sqrt(2)/2", "1/3", "1/4"])
    for play in three:
        assert sum(play.win) + play.nobody == 1


# -- limits


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_can_hit(players):
    answer = simultaneous_fire([0] * players)
    assert answer.win == (0,) * players
    assert (answer.nobody, answer.stalemate) == (0, 1)


def test_all_who_never_miss_and_aim_round_are_gone_after_one_volley():
    answer = simultaneous_fire(Problem([1, 1, 1], targets="B,C,A"))
    assert (answer.win, answer.nobody) == ((0, 0, 0), 1)
    # No smaller set is ever reached, so none is listed.
    assert [state.living for state in answer.only.states] == [(0, 1, 2)]


def test_sets_that_no_volley_can_leave_do_not_count():
    """A and B always hit each other, so that nobody meets the set of A, B and C, nor that of A and B."""
    problem = Problem([1, 1, "1/2", "1/2"], targets="B,A,D,C", search_later="Miss")
    living = {state.living for play in simultaneous_fire(problem) for state in play.states}
    assert living == {(0, 1, 2, 3), (2, 3)}


# -- brute force


@given(small(3, levels=True))
@examples(20)
def test_two_and_three_players_of_every_kind(problem):
    assert_fire("simultaneous", simultaneous_fire, problem)


@given(st.lists(ENDS, min_size=3, max_size=3), strategies.SEARCH, strategies.TIE_RULE)
@settings(max_examples=15)
def test_three_players_full_of_ties(hits, search, if_eq):
    assert_fire("simultaneous", simultaneous_fire, Problem(hits, search=search, if_eq=if_eq))


def test_four_players_two_of_whom_are_told():
    assert_fire("simultaneous", simultaneous_fire, Problem(["1/2", "1/3", "1/4", "1/5"], targets="Optimal,Optimal,A,B"))


@pytest.mark.parametrize("hits", [["1/2", "1/3", "1/4", "1/5"]], ids=str)
@pytest.mark.slow
def test_four_players(hits):
    assert_fire("simultaneous", simultaneous_fire, Problem(hits))


@given(strategies.problems(2, 4, levels=False), st.data())
@settings(max_examples=15)
def test_fixed_aims_from_one_chain_over_all_sets(problem, data):
    """The strongest in every smaller set, anything in the full one."""
    n = problem.players
    options = [problem.options(problem.first_order, player) for player in problem.first_order]
    aims = [data.draw(st.sampled_from(mine)) for mine in options]
    fixed = Problem(problem.hits, targets=[list(aim.weights) for aim in aims], target_later="Strongest")
    sets = [living for living in independent_variants.sets_of(n) if len(living) < n]
    policy = {
        problem.first_order: tuple(aim.weights for aim in aims),
        **independent_variants.strongest_policy(problem.hits, sets),
    }
    answer = simultaneous_fire(fixed)
    values = independent_variants.simultaneous_values(problem.hits, policy)
    for state in answer.only.states:
        assert (*state.win, state.nobody) == values[state.living]


def test_ten_players_with_fixed_aims():
    """The last four of ten meet as any four do."""
    hits = [F(1, place + 2) for place in range(10)]
    answer = simultaneous_fire(Problem(hits, targets=["Strongest"] * 10, target_later="Strongest"))
    assert sum(answer.win) + answer.nobody == 1
    last = next(state for state in answer.only.states if state.living == (6, 7, 8, 9))
    four = independent_variants.strongest_policy(hits[6:], independent_variants.sets_of(4))
    expected = independent_variants.simultaneous_values(hits[6:], four)[0, 1, 2, 3]
    assert (*last.win[6:], last.nobody) == expected


def test_too_many_profiles():
    with pytest.raises(ProblemError, match="6 players have"):
        simultaneous_fire([F(1, place + 2) for place in range(6)])
    with pytest.raises(NumberError, match="cap"):
        simultaneous_fire([1, "1/2", "1/3"], cap="x")


def test_a_cap_says_that_there_may_be_more():
    problem = Problem(["1/2", "1/3", "1/4", "1/5"], search="Others")
    whole, few = simultaneous_fire(problem), simultaneous_fire(problem, cap=1)
    assert whole.complete
    assert not few.complete
    assert records(few)
    assert all(row in records(whole) for row in records(few))


@pytest.mark.slow
def test_all_selections_of_five_players():
    answer = simultaneous_fire(["1/2", "1/3", "1/4", "1/5", "1/6"])
    assert answer.complete
    assert (answer.selections, len(answer)) == (79, 152)
    assert len({str(play.to_json()) for play in answer}) == 152
