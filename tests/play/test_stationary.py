"""All pure stationary equilibria, against brute force over all profiles of all options and all selections."""

from fractions import Fraction
from math import prod

import independent_stationary
import pytest
import strategies
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from plain_data import plain
from stationary_data import assert_same_equilibria, policy, records, solved

from truel_ref import Problem
from truel_ref.play import stationary
from truel_ref.play.stationary import reachable_sets

F = Fraction
FULL_OF_TIES = st.sampled_from([F(0), F(1, 4), F(1, 2), F(1)])


def answers(*hits, **fields):
    """Return aims and each player's value at the start, as text."""
    equilibria = solved(Problem(hits, **fields))
    assert equilibria.complete
    return [([str(aim) for aim in one.aims], [str(win) for win in one.win]) for one in equilibria]


def profiles(problem):
    """Return how many profiles brute force has to look at in the full set."""
    return prod(len(problem.options(problem.order, player)) for player in range(problem.players))


# -- worked values


def test_one_equilibrium_of_three():
    assert answers("1/3", "2/3", 1) == [(["Miss", "C", "B"], ["25/63", "8/21", "2/9"])]
    assert answers("1/2", "2/5", "3/5") == [(["C", "Miss", "A"], ["15/56", "295/532", "27/152"])]
    # an idle player makes no equilibrium weak
    assert [one.strict for hits in (["1/3", "2/3", 1], ["1/3", 0, 1]) for one in solved(Problem(hits))] == [True] * 2


def test_three_who_never_miss_have_eleven_equilibria():
    equilibria = assert_same_equilibria(Problem([1, 1, 1]))
    assert len(equilibria) == 11
    assert {tuple(map(str, one.aims)): one.stalemate for one in equilibria if one.stalemate} == {("Miss",) * 3: 1}


def test_three_equal_players():
    equilibria = assert_same_equilibria(Problem(["1/2"] * 3))
    assert [[str(aim) for aim in one.aims] for one in equilibria] == [
        ["B", "A", "Miss"],
        ["C", "A", "B"],
        ["C", "Miss", "A"],
        ["Miss", "C", "B"],
    ]
    assert not any(one.strict for one in equilibria)


@pytest.mark.parametrize("if_eq", [1, 2, 3, 4, -1])
@pytest.mark.parametrize(
    "hits", [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 1], [0, "1/2", "1/2"], [0, 0], [0, 1], [0, 0, "1/2", 1]], ids=str
)
def test_who_cannot_hit_has_the_one_option_of_the_tie_rule(hits, if_eq):
    equilibria = assert_same_equilibria(Problem(hits, if_eq=if_eq))
    assert len(equilibria) > 0


def test_a_problem_stated_with_two_honours_predefined_targets():
    assert answers("1/2", "1/2", targets=["Miss", "Optimal"]) == [(["Miss", "A"], ["0", "1"])]
    assert answers("1/2", "1/2", search=["Miss"]) == [(["B", "A"], ["2/3", "1/3"])]


# -- brute force


TIED = st.builds(
    Problem,
    st.lists(FULL_OF_TIES, min_size=3, max_size=3),
    search=strategies.SEARCH,
    if_eq=strategies.TIE_RULE,
)


@given(strategies.by_every_rule(strategies.problems(most=3)) | strategies.optimal_problems(3, 3) | TIED)
@examples(250)
def test_two_and_three_players_of_every_kind(problem):
    assume(profiles(problem) <= 1000)
    assert_same_equilibria(problem)


@given(st.lists(st.integers(0, 5).map(lambda fifths: F(fifths, 5)), min_size=4, max_size=4), strategies.TIE_RULE)
@examples(18)
def test_four_players_of_a_small_grid(hits, if_eq):
    assume(len(set(hits)) > 2)  # four alike have thousands of selections
    assert_same_equilibria(Problem(hits, if_eq=if_eq))


@given(
    st.lists(st.fractions(F(1, 20), 1, max_denominator=20), min_size=4, max_size=4, unique=True),
    strategies.targets(4),
    st.sampled_from(["Optimal", "Strongest", "Random", "Miss"]),
)
@examples(18)
def test_four_players_with_predefined_targets(hits, targets, later):
    assert_same_equilibria(Problem(hits, targets=targets, target_later=later))


def assert_nobody_gains(problem):
    equilibria = solved(problem)
    for one in equilibria:
        kept = policy(one)
        assert independent_stationary.gains(**plain(problem), policy=kept, if_eq=problem.if_eq) == []
        worths = independent_stationary.whole_duel(problem.hits, kept)
        for living, phase in one.policy.items():
            assert phase.values == tuple(worths[living, player] for player in living)
    return len(equilibria)


@given(strategies.problems(most=3))
@examples(60)
def test_nobody_gains_in_the_whole_duel(problem):
    assert_nobody_gains(problem)


@pytest.mark.parametrize("hits", [["13/25", "1/2", "11/25", "2/5"], ["1/2", "1/2", "1/3", 1]])
def test_nobody_gains_among_four(hits):
    assert assert_nobody_gains(Problem(hits)) > 0


# -- selections


@given(strategies.problems(most=4, levels=False))
@examples(60)
def test_the_sets_are_those_that_some_option_reaches(problem):
    read = independent_stationary.read_problem(**plain(problem))
    assert reachable_sets(problem) == independent_stationary.reachable_sets(read, problem.if_eq)


def test_the_cap_is_said_and_what_is_listed_is_still_right():
    problem = Problem(["1/2", "1/2", "1/2", 1])
    whole = {row[:3]: row[3] for row in records(solved(problem))}
    for cap in (1, 2):
        capped = solved(problem, cap=cap)
        assert not capped.complete
        assert all(whole[row[:3]] >= row[3] for row in records(capped))


def test_what_differs_is_listed_once():
    found = assert_same_equilibria(Problem([1, 0, 1, 0, "1/2"], search="Strongest, Miss", search_later="Others, Miss"))
    assert [one.selections for one in found] == [8]


def test_equal_players_end_with_what_is_known(monkeypatch):
    monkeypatch.setattr(stationary, "MOST_WORK", 1_000)
    problem = Problem(["1/2"] * 4)
    found = solved(problem, cap=200)
    assert not found.complete
    assert len(found) > 0
    for one in found[:4]:
        assert independent_stationary.gains(**plain(problem), policy=policy(one)) == []


def test_a_set_without_an_equilibrium_ends_the_search_above_it():
    problem = Problem(["1/5", "7/10", "2/5", "3/5", "1/2", 0])
    assert len(solved(problem)) == 0


def test_gains_name_for_every_profile_who_deviates():
    equilibria = solved(Problem(["1/5", "7/10", "2/5", "3/5", "1/2"]))
    assert (len(equilibria), equilibria.complete) == (0, True)
    assert len({tuple(map(str, gain.aims)) for gain in equilibria.gains}) == 32
    assert all(gain.better_worth > gain.worth for gain in equilibria.gains)
