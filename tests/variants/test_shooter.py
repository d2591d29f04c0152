"""Random shooter against absorbing chains over all sets, brute force over all profiles, and closed forms."""

from fractions import Fraction

import independent_variants
import pytest
import strategies
from examples import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from variant_data import ENDS, assert_fire, assert_same_records, expected_records, small

from truel_ref import Problem, random_shooter
from truel_ref.errors import NumberError, ProblemError

F = Fraction
UNEQUAL = st.lists(st.fractions(F(1, 20), 1, max_denominator=20), min_size=3, max_size=3, unique=True)


# -- worked values and closed forms


def test_the_published_example():
    answer = random_shooter([1, "2/3", "1/3"])
    assert [str(aim) for aim in answer.aims] == ["B", "A", "A"]
    assert answer.win == (F(3, 8), F(1, 3), F(7, 24))
    assert answer.only.strict
    assert answer.complete


@given(UNEQUAL)
@examples(30)
def test_all_at_the_strongest_have_the_published_formulas(hits):
    a, b, c = sorted(hits, reverse=True)
    formulas = (a**2 / ((a + c) * (a + b + c)), b / (a + b + c), c * (2 * a + c) / ((a + c) * (a + b + c)))
    answer = random_shooter(Problem([a, b, c], targets=["Strongest"] * 3))
    assert answer.win == formulas
    assert answer.stalemate == 0
    # Nobody has to be told: it is the only equilibrium.
    [chosen] = random_shooter([a, b, c])
    assert chosen.win == formulas
    assert chosen.strict


@given(st.tuples(strategies.PLAIN, strategies.PLAIN))
def test_a_duel_goes_by_shares(hits):
    x, y = hits
    answer = random_shooter(hits)
    assert answer.win == ((x / (x + y), y / (x + y)) if x + y else (0, 0))
    assert answer.stalemate == (0 if x + y else 1)


def test_irrational_hit_probabilities():
    for hits in (["sqrt(2)/2", "1/3", "1/5"], ["sqrt(3)/2", "sqrt(3)/3", "1/7"]):
        [play] = random_shooter(hits)
        a, b, c = Problem(hits).hits
        assert [str(aim) for aim in play.aims] == ["B", "A", "A"]
        assert play.win[0] * (a + c) * (a + b + c) == a * a
        assert play.win[1] * (a + b + c) == b
        assert sum(play.win) == 1


# -- limits


@pytest.mark.parametrize("hits", [[0, 0], [0, 0, 0], [0, 0, 0, 0]], ids=str)
def test_nobody_can_hit(hits):
    answer = random_shooter(hits)
    assert answer.win == (0,) * len(hits)
    assert answer.stalemate == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_who_can_hit_among_those_who_cannot(players):
    answer = random_shooter([0] * (players - 1) + ["1/3"])
    assert {play.win for play in answer} == {(*(F(0),) * (players - 1), F(1))}


def test_three_who_never_miss_and_aim_round():
    # Each is first with 1/3, hits the next one, and then the two left have equal chances.
    assert random_shooter(Problem([1, 1, 1], targets="B,C,A")).win == (F(1, 3),) * 3


def test_three_equal_players_have_symmetric_lists():
    answer = random_shooter(["1/2"] * 3)
    assert_same_records(answer, expected_records("random", Problem(["1/2"] * 3)))
    for turn in ((1, 2, 0), (2, 0, 1)):
        assert sorted(play.win for play in answer) == sorted(tuple(play.win[one] for one in turn) for play in answer)


# -- brute force


@given(small(3, levels=True))
@examples(30)
def test_two_and_three_players_of_every_kind(problem):
    assert_fire("random", random_shooter, problem)


@given(st.lists(ENDS, min_size=3, max_size=3), strategies.SEARCH, strategies.TIE_RULE)
@examples(20)
def test_three_players_full_of_ties(hits, search, if_eq):
    assert_fire("random", random_shooter, Problem(hits, search=search, if_eq=if_eq))


@pytest.mark.parametrize("hits", [["1/2", "1/3", "1/4", "1/5"], [1, 0, "1/2", "2/3"]], ids=str)
def test_four_players(hits):
    assert_fire("random", random_shooter, Problem(hits, search="Others"))


@given(st.lists(st.integers(1, 6).map(lambda sixths: F(sixths, 6)), min_size=4, max_size=4))
@settings(max_examples=8)
@pytest.mark.slow
def test_four_players_of_a_small_grid(hits):
    assume(len(set(hits)) > 2)  # more alike have hundreds of selections
    assert_fire("random", random_shooter, Problem(hits))


@given(strategies.problems(2, 5, levels=False), st.data())
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
    answer = random_shooter(fixed)
    values = independent_variants.shooter_values(problem.hits, policy)
    assert answer.win == values[problem.first_order]
    for state in answer.only.states:
        assert state.win == values[state.living]


def test_what_is_no_cap_and_too_many_profiles():
    for cap in (0, -1, True, "x", 0.5):
        with pytest.raises(NumberError, match="cap"):
            random_shooter([1, "1/2", "1/3"], cap=cap)
    with pytest.raises(ProblemError, match="17 players"):
        random_shooter([F(1, place + 2) for place in range(17)])


def test_a_cap_says_that_there_may_be_more():
    problem = Problem(["1/2", "1/2", "1/3", "1/3"])
    whole, few = random_shooter(problem), random_shooter(problem, cap=1)
    assert whole.complete
    assert not few.complete
    assert few.selections == 1
    assert set(map(str, few)) < set(map(str, whole))
