"""Counted bullets against plain recursion over all states, finite sums, and the unlimited game that they approach."""

from fractions import Fraction

import independent_variants
import pytest
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from plain_data import plain
from variant_data import profiles

from truel_ref import Problem, counted_bullets, solve

F = Fraction
SURVIVORS = st.sampled_from(["equal", "none", "each"])
FEW_OPTIONS = strategies.problems(2, 4).filter(lambda problem: profiles(problem) <= 400)


def derived(problem, rounds, survivors):
    """Return the answer of the second derivation."""
    return independent_variants.bullets(**plain(problem), rounds=rounds, survivors=survivors, if_eq=problem.if_eq)


def policy(play):
    """Return the mover's aim and everybody's worth in every state of a play."""
    return {
        (state.living, state.mover, state.counts): (state.aims[state.living.index(state.mover)].weights, state.worths)
        for state in play.states
    }


def assert_same(problem, rounds, survivors):
    answer, expected = (
        counted_bullets(problem, bullets=rounds, survivors=survivors),
        derived(problem, rounds, survivors),
    )
    [play] = answer
    assert (answer.complete, play.worths, play.win) == (True, expected.worths, expected.only)
    assert (dict(play.survivors), policy(play)) == (expected.survivors, expected.policy)
    left = sum(chance for living, chance in play.survivors if len(living) > 1)
    assert (play.nobody, sum(chance for _, chance in play.survivors), play.stalemate) == (0, 1, left)


# -- plain recursion


@given(FEW_OPTIONS, st.data(), SURVIVORS)
@examples(25)
def test_every_kind_of_problem_with_a_few_rounds(problem, data, survivors):
    rounds = data.draw(st.lists(st.integers(0, 3), min_size=problem.players, max_size=problem.players))
    assert_same(problem, rounds, survivors)


@given(
    st.lists(st.sampled_from([F(0), F(1, 2), F(1)]), min_size=2, max_size=4),
    strategies.SEARCH,
    strategies.TIE_RULE,
    SURVIVORS,
    st.integers(0, 3),
)
@examples(25)
def test_problems_full_of_ties(hits, search, if_eq, survivors, rounds):
    assert_same(Problem(hits, search=search, if_eq=if_eq), [rounds] * len(hits), survivors)


def test_ten_rounds_each_and_one_round_for_six():
    assert_same(Problem(["1/3", "2/3", "1"]), [10, 10, 10], "equal")
    assert_same(Problem(["1/2", "1/3", "1/4"]), [12, 3, 7], "none")
    assert_same(Problem([F(1, place + 2) for place in range(6)]), [1] * 6, "each")


def test_the_turn_goes_round_so_fifty_rounds_are_few_states():
    hits = ["1/2", "1/3", "1/4", "1/5", "1/6"]
    problem = Problem(hits, targets=["Strongest"] * 5, target_later="Strongest")
    done = []
    [play] = counted_bullets(problem, bullets=50, survivors="none", progress=done.append)
    assert 1024 < len(play.states) < 2048
    assert {*done} == {1}
    assert len(play.states) < len(done) < 2 * len(play.states)  # ended states count, too
    unlimited = solve(problem).win
    assert all(0 < far - near < F(1, 10**6) for far, near in zip(unlimited, play.win, strict=True))


# -- closed forms


@given(strategies.PLAIN, strategies.PLAIN, st.integers(0, 6), st.integers(0, 6))
@examples(30)
def test_a_duel_is_a_finite_sum(x, y, own, others):
    """A's shot number i comes after i of his own and as many of B's as there are; then B's."""
    problem = Problem([x, y], targets="B,A")
    [play] = counted_bullets(problem, bullets=[own, others], survivors="none")
    first = sum((x * (1 - x) ** i * (1 - y) ** min(i, others) for i in range(own)), F(0))
    second = sum((y * (1 - y) ** i * (1 - x) ** min(i + 1, own) for i in range(others)), F(0))
    assert play.win == play.worths == (first, second)
    assert play.stalemate == (1 - x) ** own * (1 - y) ** others


def test_one_perfect_shot_each():
    """Nobody shoots first at somebody who could answer: with equal shares A waits, B waits, and C has no reason to."""
    answer = counted_bullets([1, 1], bullets=1)
    assert (answer.win, str(answer.aims[0])) == ((1, 0), "B")
    for survivors in ("equal", "none", "each"):
        assert_same(Problem([1, 1, 1]), [1, 1, 1], survivors)
    # Where whoever survives has won, A gains nothing by shooting.
    peaceful = counted_bullets(Problem([1, 1], if_eq=-1), bullets=1, survivors="each").only
    assert (peaceful.worths, dict(peaceful.survivors)) == ((1, 1), {(0, 1): 1})


@pytest.mark.parametrize("survivors", ["equal", "none", "each"])
def test_without_rounds_or_without_skill_all_survive(survivors):
    each = {"equal": F(1, 3), "none": F(0), "each": F(1)}[survivors]
    for hits, rounds in (([1, 1, 1], 0), ([0, 0, 0], 2)):
        [play] = counted_bullets(hits, bullets=rounds, survivors=survivors)
        assert (play.worths, play.survivors, play.stalemate) == ((each,) * 3, (((0, 1, 2), 1),), 1)


def test_irrational_hit_probabilities():
    [play] = counted_bullets(Problem(["sqrt(2)/2", "1/3"], targets="B,A"), bullets=2, survivors="none")
    x, y = Problem(["sqrt(2)/2", "1/3"]).hits
    miss = (1 - x) * (1 - y)
    assert (play.win[0], play.stalemate) == (x + miss * x, miss * miss)


# -- towards the unlimited game


@given(st.tuples(strategies.PLAIN, strategies.PLAIN).filter(any))
@examples(20)
def test_a_duel_approaches_the_unlimited_one_by_one_factor_a_round(hits):
    problem = Problem(hits, targets="B,A")
    unlimited, rate = solve(problem).win, (1 - hits[0]) * (1 - hits[1])
    for rounds in range(6):
        win = counted_bullets(problem, bullets=rounds, survivors="none").win
        gaps = [far - near for far, near in zip(unlimited, win, strict=True)]
        assert gaps == [far * rate**rounds for far in unlimited]
