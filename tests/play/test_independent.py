"""Every number a second way: the Markov chain and brute force of `independent.py` must give the same, exactly."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import chain

import independent
import pytest
import stated
import strategies
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from plain_data import assert_derived, plain, weights

from truel_ref import Problem, all_outcomes, decision, solve
from truel_ref.game.aims import Word
from truel_ref.game.problem import TIE_RULES

SEARCHES = st.sampled_from([{"Strongest", "Miss"}, {"Strongest", "Self"}, {"Others"}])


def assert_same(problem, typed=None):
    """Compare the definition, and the usual way, with brute force on the problem, or on what is typed."""
    expected = independent.solve(**(plain(problem) | {"if_eq": problem.if_eq} if typed is None else typed))
    for method in ("definition", None):
        assert_derived(solve(problem, method=method), expected)


def assert_same_as_typed(typed):
    assert_same(Problem.from_json(typed), typed)


def every(*given, **options):
    """Return problems by every tie rule."""
    return strategies.by_every_rule(strategies.problems(*given, **options))


@given(every(2, 3))
@examples(250)
def test_three_players_every_kind(problem):
    assert_same(problem)


@given(every(2, 4, levels=False) | strategies.optimal_problems(2, 4))
@examples(70)
def test_four_players_every_kind(problem):
    assert_same(problem)


@given(strategies.by_every_rule(stated.searching_apart(2, 4) | strategies.problems(2, 3)).flatmap(stated.typed))
@examples(60)
def test_names_orders_and_searches_of_each_player_as_they_are_typed(typed):
    assert_same_as_typed(typed)


@given(every(5, 5, search=SEARCHES, levels=False, finest=4))
@examples(9)
def test_five_players(problem):
    """By brute force over all profiles of all phases: few options each, and small numbers."""
    assume(problem.target_later is not Word.OPTIMAL or Word.OTHERS not in {*chain(*problem.searches_later)})
    assert_same(problem)


@pytest.mark.parametrize(
    "fields",
    [
        {"search": {"Ann": "others,miss", "Eve": "others", "Bob": "self,miss"}, "search_later": "strongest"},
        {"targets": "Optimal,Optimal,Optimal,Strongest,Ann", "search_later": "strongest,miss", "tie_rule": -4},
    ],
    ids=str,
)
def test_five_players_who_choose_among_all(fields):
    people = {"hits": ["1/2", "1/3", "1", "1/4", "2/3"], "names": "Ann,Bob,Carl,Dora,Eve", "order": "Eve,C,Ann,D,Bob"}
    assert_same_as_typed(people | {"search": "others,miss"} | fields)


def test_threads_do_not_mix_their_answers():
    """Several of one shape and several shapes at once: what is kept between problems is shared."""
    halves = [Fraction(1, 2), Fraction(1, 3), Fraction(1), Fraction(0)]
    problems = [
        Problem([halves[(place + turn) % 4] for place in range(players)], search=search, tie_rule=rule)
        for players in (3, 4)
        for turn in range(4)
        for search in ("others", "others,miss")
        for rule in (1, -4)
    ]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(solve, problems * 2))
    for problem, first, again in zip(problems, answers, answers[len(problems) :], strict=False):
        assert_derived(first, independent.solve(**plain(problem), if_eq=problem.if_eq))
        assert first == again


@given(every(2, 4, levels=False) | every(5, 5, search=SEARCHES, levels=False))
def test_the_whole_game_is_one_markov_chain(problem):
    solution = solve(problem)
    policy = {phase.order: weights(phase.aims) for phase in solution.phases}
    assert independent.game_chain(list(problem.hits), policy) == solution.win


# -- every way of breaking ties

FULL_OF_TIES = st.lists(st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]), min_size=4, max_size=4)
TWO_CHOOSE = st.sampled_from(["Optimal,Optimal,A,A", "Optimal,Miss,Optimal,A", "B,Optimal,A,Optimal"])
TIE_RICH = st.builds(Problem, FULL_OF_TIES, targets=TWO_CHOOSE) | st.builds(
    Problem, FULL_OF_TIES, search=SEARCHES, search_later=st.just({"Strongest", "Miss"})
)


def assert_all_outcomes(problem):
    expected = strategies.derived(lambda: independent.all_outcomes(**plain(problem), limit=2000))
    found = all_outcomes(problem)
    assert found.complete
    outcomes = [(outcome.win, weights(outcome.aims)) for outcome in found.outcomes]
    assert len(set(outcomes)) == len(outcomes)
    assert set(outcomes) == expected
    return outcomes


@given(strategies.problems(most=3, levels=False) | strategies.problems(4, 4, search=SEARCHES, levels=False))
@examples(120)
def test_all_outcomes_of_every_kind(problem):
    assert_all_outcomes(problem)


@given(TIE_RICH)
@examples(24)
def test_all_outcomes_of_four_players_full_of_ties(problem):
    """By every tie rule the solution is one of them."""
    outcomes = assert_all_outcomes(problem)
    for rule in TIE_RULES:
        other = solve(Problem.from_json(problem.to_json() | {"if_eq": rule}))
        assert (other.win, weights(other.aims)) in outcomes


# -- decisions


@given(every(3, 3), st.data())
def test_what_every_option_was_worth(problem, data):
    order = data.draw(st.sampled_from([phase.order for phase in solve(problem).phases]))
    before = order[: data.draw(st.integers(0, len(order) - 1))]
    earlier = [data.draw(st.sampled_from(problem.options(order, player))) for player in before]
    expected = independent.decision_values(
        order=order, earlier=[aim.weights for aim in earlier], **plain(problem), if_eq=problem.if_eq
    )
    most = max((one.value for one in expected if one.allowed), default=None)
    for method in ("definition", None):
        found = decision(solve(problem, method=method), earlier, order)
        assert [
            (
                worth.aim.weights,
                worth.allowed,
                worth.value,
                worth.win,
                None if worth.replies is None else weights(worth.replies),
            )
            for worth in found.worths
        ] == [(one.option, one.allowed, one.value, one.win, one.replies) for one in expected]
        assert weights(found.best) == tuple(one.option for one in expected if one.allowed and one.value == most)
        assert (found.chosen in found.best) is (most is not None)
