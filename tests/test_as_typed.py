"""Problems as people type them: the library and the second derivation each read the same spelling, and agree."""

from decimal import Decimal
from fractions import Fraction

import independent
import numpy as np
import pytest
import strategies
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from plain_data import assert_derived, weights

from truel_ref import Problem, all_outcomes, decision, search_by_simulation, simulate, solve
from truel_ref.numbers import read_rational


def asked(function, typed, **more):
    """Give a problem as typed to a function that takes hit probabilities first."""
    rest = {name: value for name, value in typed.items() if name != "hits"}
    return function(typed["hits"], **rest, **more)


@given(strategies.typed_problems(most=3))
@examples(60)
def test_three_players_in_any_spelling(typed):
    assert_derived(asked(solve, typed), asked(independent.solve, typed))


@given(strategies.typed_problems(least=4, most=4, levels=False))
@examples(24)
def test_four_players_in_any_spelling(typed):
    assert_derived(asked(solve, typed), asked(independent.solve, typed))


@given(strategies.typed_problems(least=3, most=3, levels=False))
@examples(24)
def test_all_outcomes_in_any_spelling(typed):
    untied = {name: value for name, value in typed.items() if name not in ("if_eq", "tie_rule")}
    outcomes = {(outcome.win, weights(outcome.aims)) for outcome in asked(all_outcomes, typed).outcomes}
    assert outcomes == strategies.derived(lambda: asked(independent.all_outcomes, untied))


@given(strategies.typed_problems(least=3, most=3))
@examples(30)
def test_the_first_decision_in_any_spelling(typed):
    expected = asked(independent.decision_values, typed, order=(0, 1, 2), earlier=[])
    worths = decision(asked(solve, typed), []).worths
    assert [(worth.aim.weights, worth.allowed, worth.value, worth.win) for worth in worths] == [
        (option.option, option.allowed, option.value, option.win) for option in expected
    ]


@given(strategies.typed_problems(most=4))
def test_a_spelling_and_the_canonical_problem_are_equal(typed):
    problem = Problem(**typed)
    again = Problem.from_json(problem.to_json())
    assert (again, hash(again)) == (problem, hash(problem))


@given(st.data(), strategies.hits(2, 2))
def test_a_number_has_one_value_in_every_spelling(data, values):
    for value in values:
        typed = data.draw(strategies.typed_numbers(value))
        assert read_rational(typed) == independent.read_number(typed) == value


@given(st.integers(0, 2000), st.integers(1, 2000))
def test_a_float_is_the_simplest_fraction_that_rounds_to_it(top, bottom):
    assert read_rational(top / bottom) == independent.simplest(top / bottom) == Fraction(top, bottom)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        (1 / 3, Fraction(1, 3)),
        (-0.0, Fraction(0)),
        (np.float64(0.55), Fraction(11, 20)),
        (Decimal("0.10"), Fraction(1, 10)),
        ("+ 2 / 6 %", Fraction(1, 300)),
        (".5", Fraction(1, 2)),
        ("5.E-1", Fraction(1, 2)),
    ],
)
def test_numbers_with_a_value_known_beforehand(typed, value):
    assert read_rational(typed) == value


@pytest.mark.parametrize(
    ("hits", "near"),
    [([0.1 * 6, 1], "3/5"), ([0.7 + 0.2, 0.3 * 3], "9/10"), (["0.6", 1], None), ([1 / 7, 2 / 3], None)],
)
def test_a_float_near_a_short_fraction_is_noted(hits, near):
    noted = [line for line in str(solve(hits)).splitlines() if "itself" in line]
    assert noted[:1] == (
        [f"A hits a number near {near}, not {near} itself; write '{near}' if you mean it"] if near else []
    )


@pytest.mark.parametrize(
    "typed",
    ["[0.3, 0.5, 1]", "(0.3 0.5 1)", "30 % 50 % 1", "3 / 10, 1/2, 1", "0.3 0.5, 1", "0.3, 0.5 1,", "1 - 7/10 1/2 1"],
)
def test_words_of_the_shell_are_one_list(run, typed):
    assert run("solve", *typed.split()) == run("solve", "0.3", "0.5", "1")


def test_games_are_the_second_argument():
    assert simulate("1/3 2/3 1", 40).games == search_by_simulation("1/3 2/3 1", 40).games == 40
