"""Floats decide nothing that they cannot prove: certified maps equal the plain way."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from unittest.mock import Mock

import numpy as np
import pytest
from engines import assert_exact

from truel_ref import Problem, solve
from truel_ref.game.problem import TIE_RULES
from truel_ref.maps.engine.cells import certified_rows
from truel_ref.maps.engine.filters import LEAST, Filter, FilteredPhase, _ranks_in_order, within_reach
from truel_ref.maps.engine.trees import UNIT, FloatTree, relative_bound
from truel_ref.maps.grid import MapSpec
from truel_ref.play import ties

F = Fraction


# -- tie rules


def weaker_mix(aim, hits):
    """Prefer a mix, the weaker first; then a single target, the weaker first; then Miss."""
    return -2 * aim.is_mix + aim.is_miss, aim.strength(hits)


@pytest.fixture
def sixth(monkeypatch):
    """A tie rule that the filter was not written for, in the one table of rules."""
    monkeypatch.setitem(ties._PREFERENCES, 6, weaker_mix)
    monkeypatch.setitem(TIE_RULES, 6, "weaker mix")
    _ranks_in_order.cache_clear()
    yield 6
    _ranks_in_order.cache_clear()


@pytest.mark.parametrize(
    "hits", [["1/4", "1/2", "3/4"], [0, "1/3", "1/2"], ["1/2", "1/3", 0], ["1/2", "1/2", 1], [0] * 3]
)
def test_ranks_hold_for_all_hit_probabilities_in_an_order(sixth, hits):
    """Where all ranks take one option first, the rule does so for all hit probabilities in this order; else not."""
    rng = random.Random(1)
    mine = Problem(hits).hits
    heights = sorted({*mine})
    for rule in {*TIE_RULES} - {ties.LIKELIEST_WINNER}:
        problem = Problem(hits, search="all", random_levels=[3] * 3, if_eq=rule)
        every = problem.options((0, 1, 2), 0)
        for _ in range(30):
            aims = tuple(aim for aim in every if rng.random() < 0.2)
            ranks = Filter(problem, np.ones((3, 1)), None)._ranks(aims)
            first = {one.index(0) for one in ranks if aims}
            taken = set()
            for _ in range(5):
                steps = [0 if height == 0 else rng.choice([1, 1, 1000]) for height in heights]
                at = dict(zip(heights, accumulate(steps), strict=True))
                others = replace(problem, hits=[F(at[hit], 10**4) for hit in mine])
                taken |= {ties.tie_ranks(others, aims).index(0)} if aims else set()
            assert len(first) != 1 or taken == first


def test_a_sixth_tie_rule_is_right_by_itself(sixth):
    assert_exact(MapSpec(Problem([0, 0, "1/2"], search="others,random", random_levels=[2] * 3, if_eq=sixth), 3))


# -- the bound


class Counted:
    """A number that knows its relative error to the first order, in units of `u`: what the code does to it is counted.

    Multiplying by 1 or 0 and adding 0 are exact.
    """

    def __init__(self, errors):
        self.errors = errors

    def __add__(self, other):
        if isinstance(other, float):
            assert other == 0.0
            return self
        return Counted(max(self.errors, other.errors) + 1)

    def __mul__(self, other):
        if isinstance(other, float):
            return (self if other else 0.0) if other in {0.0, 1.0} else self * Counted(1)  # a float was rounded
        return Counted(self.errors + other.errors + 1)

    def __rtruediv__(self, one):
        assert one == 1.0
        return Counted(self.errors + 1)

    def __gt__(self, zero):
        return True

    __radd__, __rmul__ = __add__, __mul__


class CountingFilter(Filter):
    """A filter whose later phases have the values that the bound allows them."""

    def phase(self, order):
        errors = relative_bound(len(order)) / UNIT
        values = np.full((self.problem.players + 1, 1), Counted(errors))
        return FilteredPhase(order, (), None, np.ones(1, dtype=bool), None, lambda: (values,))

    def _same(self, order, place, aims, high):
        return np.zeros((len(aims), 1), dtype=np.int64)


def counted_errors(players, mixes):
    hits = np.full((players, 1), Counted(1))
    problem = Problem([F(1, 2 + player) for player in range(players)], targets=mixes)
    counting, order = CountingFilter(problem, hits, hits), problem.order
    options = [problem.options(order, player) for player in order]
    turns = [counting._turns(order, place, options[place]) for place in order]
    (values,), _ = FloatTree(order, turns, players)._ends(range(1), [0, players])
    return max(value.errors for mine in values.values() for value in mine.flat)


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_the_bound_covers_every_operation_of_the_code(players):
    """Mixes over everybody, whose weights sum up to less than 1: nothing is exact."""
    mix = [F(1, players + 1)] * players
    later = relative_bound(players - 1) / UNIT
    errors = counted_errors(players, [mix] * players)
    assert errors == later + 13 * players - 4
    assert relative_bound(players) / UNIT == errors + 16
    singles = [(player + 1) % players for player in range(players)]
    assert counted_errors(players, singles) < errors


def relative_errors(problem):
    """Return the relative errors of the win probabilities of the filter that are not 0."""
    hits = np.array([[float(hit)] for hit in problem.hits])
    misses = np.array([[float(1 - hit)] for hit in problem.hits])
    values = Filter(problem, hits, misses).phase(problem.order).low[:, 0]
    exact = solve(problem)
    pairs = [*zip(map(F, map(float, values)), (*exact.win, exact.stalemate), strict=True)]
    assert all(value == 0 for value, true in pairs if true == 0)
    return [abs(value - true) / true for value, true in pairs if true]


ADVERSARIAL = [F(1, 10**6), F(1, 3), 1 - F(1, 10**6), F(10**5 - 1, 3 * 10**5), F(2, 7), F(6, 7), F(1, 999983), F(5, 11)]


@pytest.mark.parametrize("players", [5, *(pytest.param(players, marks=pytest.mark.slow) for players in (6, 7, 8))])
@pytest.mark.parametrize("total", [1 - F(1, 10**6), F(1, 10**6), F(2, 3)])
def test_the_bound_holds_for_mixes(players, total):
    """Weights and sums of weights that no float has, tiny and nearly 1, in every phase mixes."""
    weights = [F(index + 1) * total / (players * (players + 1) // 2) for index in range(players)]
    mixes = [weights[turn:] + weights[:turn] for turn in range(players)]
    errors = relative_errors(Problem(ADVERSARIAL[:players], targets=mixes, target_later="Random"))
    assert 0 < max(errors) <= relative_bound(players)


# -- certified rows


def test_products_that_underflow_would_hide_who_is_better():
    """As doubles both shots of C are worth 0; exactly, one is worth more."""
    tiny = F(1, 10**170)
    assert_exact(MapSpec(Problem([0, 0, tiny, 1, tiny], targets="E,E,Optimal,A,Optimal", search="Others"), 1, True))


@pytest.mark.parametrize(("away", "reached"), [(F(0), True), (LEAST - F(1, 10**30), False), (LEAST, True)])
def test_floats_reach_to_a_millionth_from_0_and_1(away, reached):
    half = F(1, 2)

    def aimed(*weights):
        return within_reach(Problem([half] * 3, targets=[[0, *weights], "Optimal", "Optimal"]), [half] * 3)

    shot = [within_reach(Problem([half] * 3), [half, number]) for number in (away, 1 - away)]
    # Of the last, the sum of the weights is near to 1.
    assert [*shot, aimed(away, 0), aimed(1 - away, 0), aimed(half, half - away)] == [reached] * 5


def test_floats_reach_to_eight_players():
    assert [within_reach(Problem(["1/2"] * players), []) for players in (8, 9)] == [True, False]


def test_most_pixels_of_a_map_need_no_exact_solver(monkeypatch):
    asked = Mock(side_effect=solve)
    monkeypatch.setattr("truel_ref.maps.engine.pixels.solve", asked)
    certified_rows(MapSpec(Problem([0, 0, 1]), 60, True), range(61))
    assert asked.call_count < 61 * 61 / 20
