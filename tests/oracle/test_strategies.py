"""The strategies for hypothesis: what they promise of their problems, and that nothing is built while they draw."""

import dataclasses
from fractions import Fraction

import independent
import pytest
from examples import examples
from hypothesis import given
from plain_data import plain

from truel_ref import Problem
from truel_ref.oracle import make, strategies

EVERY = {
    "hit": strategies.hit(),
    "hit, finely": strategies.hit(1000),
    "hits": strategies.hits(),
    "aims": strategies.aims(3),
    "targets": strategies.targets(4),
    "searches": strategies.searches(),
    "tie_rules": strategies.tie_rules(),
    "problems": strategies.problems(),
    "ties": strategies.ties(),
    "thin_margins": strategies.thin_margins(),
}


def test_every_strategy_is_looked_at():
    assert {name.split(",")[0] for name in EVERY} == set(strategies.__all__)


@pytest.mark.parametrize("name", EVERY)
def test_nothing_is_built_while_something_is_drawn(monkeypatch, name):
    monkeypatch.setattr(strategies, "_hypothesis", lambda: pytest.fail("a part is built while something is drawn"))
    drawn = []

    @examples(30)
    @given(EVERY[name])
    def draw(value):
        drawn.append(value)

    draw()
    assert drawn


@given(strategies.hit(7))
def test_a_hit_probability_is_as_fine_as_was_asked(value):
    assert 0 <= value <= 1
    assert value.denominator <= 7


@examples(36)
@given(strategies.ties(finest=5))
def test_ties_have_several_outcomes_by_the_second_derivation(problem):
    outcomes = independent.all_outcomes(**plain(problem))
    assert len({win for win, _ in outcomes}) > 1


@pytest.mark.parametrize("below", [Fraction(1, 10**12), "1/100"])
@examples(36)
@given(data=strategies._hypothesis().data())
def test_thin_margins_are_thin_and_decide(below, data):
    problem = data.draw(THIN[below])
    hit_a, hit_b, hit_c = problem.hits
    assert 0 < abs(hit_a - hit_b) < Fraction(below)
    if below == "1/100":  # so large that other gaps, which have nothing to do with A and B, are as thin by accident
        return
    # Where A and B hit alike, all these outcomes are optimal: what comes out is near one of them and far from another.
    equal = dataclasses.replace(problem, hits=(hit_a, hit_a, hit_c))
    mine = independent.solve(**plain(problem), if_eq=problem.if_eq).win
    outcomes = {win for win, _ in independent.all_outcomes(**plain(equal))}
    away = sorted(max(abs(one - other) for one, other in zip(mine, win, strict=True)) for win in outcomes)
    assert away[0] < min(8 * abs(hit_a - hit_b), away[-1])


THIN = {below: strategies.thin_margins(below, finest=5) for below in (Fraction(1, 10**12), "1/100")}


@examples(36)
@given(strategies.thin_margins())
def test_thin_margins_have_the_flag_of_the_vectors(problem):
    vector = make(problem)
    assert "thin" in vector["flags"]
    assert 0 < Fraction(vector["margin"]) < Fraction(1, 10**12)


@examples(20)
@given(strategies.problems(least=3, most=3, levels=False))
def test_problems_of_one_number_of_players_have_it(problem):
    assert isinstance(problem, Problem)
    assert (problem.players, problem.random_levels) == (3, None)
