"""Play without a miss equals the general way in every field, and greedy play by sets of the second derivation."""

from fractions import Fraction
from unittest import mock

import independent_stationary
import pytest
import strategies
from examples import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from stationary_data import in_any_order, records, solved, weights

from truel_ref import Problem, solve
from truel_ref.fast import sets
from truel_ref.fast.sets import applies, no_miss_phases, sets_without_a_miss

F = Fraction
WITHOUT_MISS = st.sampled_from(
    [{"Others"}, {"Others", "Self"}, {"Strongest"}, {"Others", "Random"}, {"Strongest", "Self"}]
)
FULL_OF_TIES = st.sampled_from([F(0), F(1, 4), F(1, 2), F(1)])
UNTIED_RULES = [1, 2, 4, -1]


def assert_same_as_general(problem, method="integers"):
    """Compare phases and ties, one by one and in their order; nothing is left out but ties of rule 3."""
    assert applies(problem)
    short = no_miss_phases(problem)
    general = solve(problem, method=method)
    if short is None:
        assert problem.if_eq == 3
        assert has_equal_kills(problem)
        return None
    phases, ties = short
    assert phases == list(general.phases)
    assert ties == list(general.ties)
    return general


def has_equal_kills(problem):
    """Tell whether some set has options of equal worth, by the way without a miss under the default rule."""
    read = Problem(**{**fields(problem), "if_eq": 1})
    plays = sets_without_a_miss(read)
    return any(len(equal) > 1 for play in plays.values() for equal in play.equal)


def fields(problem):
    names = ("hits", "targets", "search", "target_later", "search_later", "random_levels")
    return {name: getattr(problem, name) for name in names}


@st.composite
def shooters(draw, least, most, words=WITHOUT_MISS, hit=None):
    """Return problems in which nobody who searches may miss; the words of later phases are drawn anew."""
    players = draw(st.integers(least, most))
    each = draw(st.sampled_from([FULL_OF_TIES, strategies.PLAIN])) if hit is None else hit
    return Problem(
        draw(st.lists(each, min_size=players, max_size=players)),
        targets=draw(strategies.targets(players)),
        search=draw(words),
        target_later=draw(st.sampled_from(["Optimal", "Optimal", "Strongest", "Random", "Self", "Miss"])),
        search_later=draw(st.one_of(st.none(), words)),
        if_eq=draw(strategies.TIE_RULE),
    )


@given(shooters(2, 4))
@examples(250)
def test_two_to_four_players_of_every_kind(problem):
    assert_same_as_general(problem, "definition")


@given(shooters(5, 5, st.just({"Others"})))
@examples(30)
def test_five_players(problem):
    assert_same_as_general(problem)


@given(shooters(6, 6, st.just({"Others"}), st.fractions(F(1, 20), 1, max_denominator=20)))
@examples(5)
def test_six_players(problem):
    assert_same_as_general(problem)


@pytest.mark.parametrize("if_eq", UNTIED_RULES)
@pytest.mark.parametrize("hits", [["1/2"] * 5, [0, "1/2", 1, "1/2", 0], [1, 1, 1, "1/3"], [0, 0, 0, 0]], ids=str)
def test_ties_by_every_rule(hits, if_eq):
    general = assert_same_as_general(Problem(hits, search=["Others"], if_eq=if_eq))
    assert len(general.ties) > 0 or general.stalemate == 1


@given(st.lists(st.fractions(F(1, 20), 1, max_denominator=20), min_size=7, max_size=7))
@settings(max_examples=2)
@pytest.mark.slow
def test_seven_players(hits):
    assert_same_as_general(Problem(hits, search=["Others"]))


def test_rule_3_with_ties_is_left_to_the_general_way():
    assert no_miss_phases(Problem(["1/2"] * 3, search=["Others"], if_eq=3)) is None
    assert no_miss_phases(Problem(["1/3", "2/3", 1], search=["Others"], if_eq=3)) is not None


def test_a_player_may_search_what_others_do_not():
    problem = Problem(["1/3", "2/3", 1, "1/2"], search={"A": "Miss", "B": "Others", "C": "Others, Self", "D": "Others"})
    general = assert_same_as_general(problem, "definition")
    assert str(general.aims[0]) == "Miss"


@pytest.mark.parametrize(
    ("search", "more", "answer"),
    [
        ("Others", {}, True),
        ("Others, Miss", {}, False),
        ("Miss", {}, True),
        ("Others, Self, Random", {}, True),
        ("Others, Miss", {"targets": ["B", "C", "D", "A"], "target_later": "Strongest"}, True),
        ("Others, Miss", {"targets": ["B", "C", "D", "A"]}, False),
        ("Others, Miss", {"targets": ["B", "C", "D", "A"], "search_later": "Others"}, True),
        ("Others, Miss", {"targets": ["B", "C", "D", "Optimal"], "search_later": "Others"}, False),
    ],
)
def test_where_it_applies(search, more, answer):
    assert applies(Problem(["1/3", "2/3", 1, "1/2"], search=search, **more)) == answer


# -- greedy play by sets


@given(st.lists(st.one_of(FULL_OF_TIES, strategies.PLAIN), min_size=2, max_size=5), st.sampled_from(UNTIED_RULES))
@examples(60)
def test_announced_play_is_greedy_by_sets(hits, if_eq):
    problem = Problem(hits, search=["Others"], if_eq=if_eq)
    expected = independent_stationary.greedy_announced(hits, if_eq=if_eq)
    for living, play in sets_without_a_miss(problem).items():
        chosen = [options[index] for options, index in zip(play.options, play.chosen, strict=True)]
        assert weights(chosen) == expected[living].aims
        assert tuple(map(tuple, play.values)) == expected[living].values


@given(st.lists(st.one_of(FULL_OF_TIES, strategies.PLAIN), min_size=2, max_size=4), st.sampled_from(UNTIED_RULES))
@examples(60)
def test_stationary_play_lists_all_ties(hits, if_eq):
    assume(len(set(hits)) > 2 or len(hits) < 4)  # four alike have too many
    derived = independent_stationary.greedy_records(hits, if_eq=if_eq)
    expected = [(one.aims, one.values, one.strict, one.selection) for one in derived]
    equilibria = solved(Problem(hits, search=["Others"], if_eq=if_eq))
    assert equilibria.complete
    assert [row[0] for row in records(equilibria)] == [row[0] for row in expected]
    assert in_any_order(records(equilibria)) == in_any_order(expected)


@given(st.lists(st.one_of(FULL_OF_TIES, strategies.PLAIN), min_size=2, max_size=3))
@examples(60)
def test_greedy_play_by_sets_is_what_brute_force_gives(hits):
    greedy = independent_stationary.greedy_records(hits)
    assert greedy == independent_stationary.equilibria(hits, search="Others")


# -- many ties


def test_beyond_a_number_of_nodes_only_the_tie_on_the_path_is_listed():
    problem = Problem(["1/2"] * 4, search=["Others"])
    _, ties = no_miss_phases(problem)
    with mock.patch.object(sets, "LISTED_TIES", 1):
        _, fewer = no_miss_phases(problem)
    assert len(fewer) < len(ties)
    assert [tie for tie in ties if tie.on_path or not tie.earlier] == fewer
