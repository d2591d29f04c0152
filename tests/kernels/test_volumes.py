"""Volumes of parts of the cube: known ones lie between the bounds, and the bounds are near."""

import math
import random
from fractions import Fraction
from itertools import product

import numpy as np
from box_volumes import class_volumes
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.kernels.halving import Answers, Expansion, _half_space


@given(st.lists(st.integers(-4, 4), min_size=4, max_size=4).filter(lambda row: any(row[1:])))
def test_half_spaces_are_those_of_the_exact_formula(row):
    terms = {(0, 0, 0): row[0], (1, 0, 0): row[1], (0, 1, 0): row[2], (0, 0, 1): row[3]}
    made = class_volumes([terms], lambda sign: sign(0), level=2, edges=0)
    low, high = made.of(lambda sign: sign > 0)
    slopes = [Fraction(value) for value in row[1:] if value]
    constant = row[0] + sum(value for value in slopes if value < 0)
    slopes = [abs(value) for value in slopes]
    n = len(slopes)
    # The part with constant + s . v <= 0, by inclusion and exclusion over the corners.
    below = sum(
        (-1) ** sum(corner)
        * max(Fraction(0), -constant - sum(map(Fraction.__mul__, slopes, map(Fraction, corner)))) ** n
        for corner in product((0, 1), repeat=n)
    ) / (math.factorial(n) * math.prod(slopes))
    exact = 1 - max(Fraction(0), min(Fraction(1), below))
    assert low <= exact <= high
    assert high - low < 1e-9


def test_a_half_space_without_slopes_is_all_or_nothing():
    low, high = _half_space(np.array([0.5, 0.0, -0.5]), np.zeros((3, 2)))
    assert (list(low), list(high)) == ([1, 0, 0], [1, 1, 0])


def test_a_sign_that_does_not_matter_leaves_nothing_open():
    made = class_volumes(
        [{(1, 0): 2, (0, 0): -1}, {(0, 1): 3, (0, 0): -1}], lambda sign: sign(1) and "all", level=1, edges=0
    )
    assert made.bounds == {"all": (1, 1)}


def test_answers_ask_each_path_once():
    asked = []

    def question(sign):
        asked.append(1)
        return "low" if sign(0) < 0 else sign(1)

    answers = Answers(question)
    for _ in range(3):
        assert answers.split((0, 1)) == (0, "low", 1)
        assert answers.split((0, 0)) is None
    assert len(asked) == 3  # below 0; above it, with either sign of 1


def test_coefficients_around_centres_are_off_by_no_more_than_said():
    rng = random.Random(1)
    for _ in range(20):
        terms = {powers: rng.randint(-99, 99) for powers in product(range(4), range(3))}
        centre, width = np.array([[rng.random(), rng.random()]]), 2.0 ** -rng.randint(0, 20)
        found, error = Expansion(terms).coefficients_around(centre, width)
        x, y, h = map(Fraction, (*map(float, centre[0]), width))
        off = Fraction(0)
        for i, j in product(range(4), range(3)):
            exact = sum(
                value * math.comb(k, i) * math.comb(m, j) * x ** (k - i) * y ** (m - j) * h ** (i + j)
                for (k, m), value in terms.items()
                if k >= i and m >= j
            )
            off += abs(Fraction(float(found[0, i, j])) - exact)
        assert off <= Fraction(error)


def test_proved_signs_are_those_of_the_values():
    """At the corners and in the middle of boxes: near a root that is no double, and of curves that turn in the box."""
    half, width = Fraction(1, 2), 2.0**-34
    cubic = {(3,): 72, (2,): 17, (1,): -18, (0,): -48}  # (9 x - 8) (8 x^2 + 9 x + 6)
    near = [(cubic, 8 / 9 + width / 2 + step * 2.0**-53, width) for step in range(-20, 21)]
    turning = [({(2,): 32, (1,): -32, (0,): 8 - k}, 0.5, 1.0) for k in range(-1, 10)]
    signs = []
    for terms, centre, width in near + turning:
        [sign] = Expansion(terms).signs(np.array([[centre]]), width)
        points = [Fraction(centre) + share * Fraction(width) for share in (-half, 0, half)]
        values = [sum(value * point**power for (power,), value in terms.items()) for point in points]
        assert not sign or all(value * int(sign) > 0 for value in values)
        signs.append(int(sign))
    assert {*signs} == {-1, 0, 1}


def test_a_thin_slope_counts_up_to_its_ends():
    """64000 a + 32 b > 64031 holds in a triangle at the corner (1, 1), of the legs 1/64000 and 1/32."""
    corner = {(1, 0): 64000, (0, 1): 32, (0, 0): -64031}
    for sign in (1, -1):
        terms = {powers: sign * value for powers, value in corner.items()}
        low, high = class_volumes([terms], lambda sign: sign(0), level=0, edges=0).bounds[sign]
        assert low <= Fraction(1, 64000 * 64) <= high < Fraction(1, 63000)
