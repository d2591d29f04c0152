"""Volumes by columns: known ones lie between the bounds, the two ways agree, and a wrong proof is seen."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.kernels.fibre_roots import Fibre
from truel_ref.kernels.fibres import column_volumes
from truel_ref.kernels.sign_questions import Answers
from truel_ref.kernels.volumes import class_volumes

BALL = {(2, 0, 0): 1, (0, 2, 0): 1, (0, 0, 2): 1, (0, 0, 0): -1}
ORDERS = [{(1, 0, 0): 1, (0, 1, 0): -1}, {(0, 1, 0): 1, (0, 0, 1): -1}, {(1, 0, 0): 1, (0, 0, 1): -1}]


def within(bounds, value, width):
    low, high = bounds
    assert low <= value <= high
    assert high - low < width


def test_the_octant_of_a_ball_has_a_fold_at_its_edge():
    made = column_volumes([BALL], lambda sign: sign(0), error=1e-8)
    within(made.bounds[-1], Fraction(math.pi / 6), 1e-4)
    within(made.bounds[1], 1 - Fraction(math.pi / 6), 1e-4)


def test_a_smooth_root_without_edges_is_known_to_many_digits():
    """Below z = (1 + x) / (3 + y): the volume is the mean of it, 3/2 log(4/3)."""
    made = column_volumes([{(0, 0, 1): 3, (0, 1, 1): 1, (0, 0, 0): -1, (1, 0, 0): -1}], lambda sign: sign(0), 1e-10)
    exact = Fraction(1.5 * math.log(4 / 3))
    within((made.bounds[-1][0] - Fraction(1, 10**15), made.bounds[-1][1] + Fraction(1, 10**15)), exact, 1e-6)
    assert made.open == 0


def test_six_orders_and_a_polynomial_without_the_letter_of_the_columns():
    made = column_volumes(ORDERS, lambda sign: (sign(0), sign(1), sign(2)), error=1e-8)
    assert len(made.bounds) == 6
    for bounds in made.bounds.values():
        within(bounds, Fraction(1, 6), 1e-4)


def test_a_cubic_root_and_columns_in_part():
    """2 x z^3 < y, and only where x + y < 1."""
    polynomials = [{(1, 0, 3): 2, (0, 1, 0): -1}, {(1, 0, 0): 1, (0, 1, 0): 1, (0, 0, 0): -1}]

    def question(sign):
        return sign(0) if sign(1) < 0 else "beyond"

    finer = column_volumes(polynomials, question, error=1e-7)
    coarser = class_volumes(polynomials, question, level=5)
    within(finer.bounds["beyond"], Fraction(1, 2), 1e-3)
    for name, (low, high) in finer.bounds.items():
        assert max(low, coarser.bounds[name][0]) <= min(high, coarser.bounds[name][1])
        assert high - low < 1e-3


@given(st.lists(st.integers(-3, 3), min_size=8, max_size=8).filter(any))
def test_both_ways_agree_on_any_surface_of_degree_one_in_each_letter(values):
    places = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    terms = dict(zip(places, values, strict=True))
    columns = column_volumes([terms], lambda sign: sign(0), error=1e-5)
    boxes = class_volumes([terms], lambda sign: sign(0), level=3, edges=2)
    for sign in (-1, 1):
        ends = [made.of(lambda name, sign=sign: name == sign) for made in (columns, boxes)]
        assert max(low for low, _ in ends) <= min(high for _, high in ends)


@pytest.mark.parametrize("top", [False, True])
def test_signs_at_an_end_of_the_column_are_those_inside_the_cube(top):
    """1000 z + 1 is positive in the cube, and z = x - 35/96 leaves it over a square whose centre is 1/192 below it.

    So over that square the piece of the second surface goes on below the root of the first, which is outside.
    """
    beside = {(0, 0, 2): 2000, (0, 0, 1): -998, (0, 0, 0): -1}  # (1000 z + 1) (2 z - 1)
    leaning = {(0, 0, 1): 480, (1, 0, 0): -480, (0, 0, 0): 175}
    quarter = {(0, 0, 1): 4, (0, 0, 0): -1}
    polynomials = [beside, leaning, quarter]
    if top:
        polynomials = [upside_down(terms) for terms in polynomials]

    def question(sign):
        return "nowhere" if sign(0) > 0 and sign(2) < 0 else "everywhere"

    for error in (1.0, 1e-6):
        made = column_volumes(polynomials, question, error=error)
        assert "nowhere" not in made.bounds
        within(made.bounds["everywhere"], 1, 1e-9)


def upside_down(terms):
    """Return a polynomial with 1 - z in the place of z."""
    result = {}
    for (x, y, z), value in terms.items():
        for power in range(z + 1):
            place = (x, y, power)
            result[place] = result.get(place, 0) + value * math.comb(z, power) * (-1) ** power
    return result


def test_what_may_be_asked_for_is_told():
    answers = Answers(lambda sign: "low" if sign(0) < 0 else sign(1))
    assert answers.outcome((0, 1, 1)) == ((0, "low", 1), {0, 1})
    assert answers.outcome((-1, 0, 0)) == ((-1, "low", "low"), {0})
    assert answers.outcome((0, 0, 1)) == (None, None)


def test_progress_adds_up_to_the_square():
    done = []
    column_volumes([BALL], lambda sign: sign(0), error=1e-6, progress=done.append)
    assert sum(done) == 1


def test_a_root_that_is_told_wrongly_is_seen(monkeypatch):
    """A test of the test: a root that is told 1/100 too high, with no error."""
    root = Fibre._root

    def wrong(self, table, at):
        events, alone = root(self, table, at)
        return events.moved(mean=events.mean + 0.01, error=np.zeros(len(at))), alone

    monkeypatch.setattr(Fibre, "_root", wrong)
    low, high = column_volumes([BALL], lambda sign: sign(0), error=1e-7).bounds[-1]
    assert not low <= Fraction(math.pi / 6) <= high
