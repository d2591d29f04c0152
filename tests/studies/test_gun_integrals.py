"""Integrals of functions that differ from part to part: what is known exactly lies between the bounds."""

from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest
from box_volumes import class_volumes
from enclose_guns import _Model, class_integrals

from truel_ref.kernels.halving import Expansion, OutwardSums

ONE = {(0, 0, 0): 1}
F = Fraction
A, B, C = {(1, 0, 0): 1}, {(0, 1, 0): 1}, {(0, 0, 1): 1}
NOT_A = {(0, 0, 0): 1, (1, 0, 0): -1}
A_LESS_B = {(1, 0, 0): 1, (0, 1, 0): -1}
B_LESS_C = {(0, 1, 0): 1, (0, 0, 1): -1}
SPHERE = {(2, 0, 0): 1, (0, 2, 0): 1, (0, 0, 2): 1, (0, 0, 0): -1}


def enclose(integrand, polynomials=(), question=lambda sign: None, weight=ONE, **settings):
    return class_integrals(list(polynomials), question, integrand, weight, **settings)


def inside(bounds, value, apart):
    low, high = bounds
    assert low <= value <= high
    assert high - low < apart


def test_a_smooth_integrand_is_known_to_many_digits():
    """The integrals of 1 / (1 + a + b) and a / (1 + a b), by their antiderivatives."""
    first = ONE, {(0, 0, 0): 1, (1, 0, 0): 1, (0, 1, 0): 1}
    second = A, {(0, 0, 0): 1, (1, 1, 0): 1}
    found = enclose(lambda name: [first, second], level=3, width=1e-7)
    with mpmath.workdps(25):
        exact = [3 * mpmath.log(3) - 4 * mpmath.log(2), 2 * mpmath.log(2) - 1]
    for bounds, value in zip(found.bounds, exact, strict=True):
        inside(bounds, Fraction(mpmath.nstr(value, 20)), 1e-6)
    assert found.open == 0


def test_a_weight_multiplies():
    """E(x) = 3/4 for the largest of three, with the density 6 s^2 t."""
    found = enclose(lambda name: [(A, ONE), (ONE, ONE)], weight={(2, 1, 0): 6}, level=3)
    for bounds, value in zip(found.bounds, (F(3, 4), F(1)), strict=True):
        inside(bounds, value, 1e-5)


@pytest.mark.parametrize(("level", "apart"), [(3, 0.03), (4, 0.008), (5, 0.002)])
def test_the_larger_of_two(level, apart):
    larger = {True: [(A, ONE)], False: [(B, ONE)]}
    found = enclose(larger.__getitem__, [A_LESS_B], lambda sign: sign(0) > 0, level=level)
    inside(found.bounds[0], Fraction(2, 3), apart)


def test_two_surfaces_leave_edges_open_and_the_bounds_hold():
    """The largest of three is 3/4 on the average; where all three are near one another it is open."""

    def question(sign):
        if sign(0) > 0:
            return "a" if sign(2) > 0 else "c"
        return "b" if sign(1) > 0 else "c"

    largest = {"a": [(A, ONE)], "b": [(B, ONE)], "c": [(C, ONE)]}
    a_less_c = {(1, 0, 0): 1, (0, 0, 1): -1}
    found = enclose(largest.__getitem__, [A_LESS_B, B_LESS_C, a_less_c], question, level=4, edges=1)
    assert found.open > 0
    inside(found.bounds[0], Fraction(3, 4), 0.03)


def test_indicators_are_volumes():
    """Pi / 6 for an eighth of the ball, and what `class_volumes` says of it."""
    ball = {True: [({(0, 0, 0): 0}, ONE)], False: [(ONE, ONE)]}
    found = enclose(ball.__getitem__, [SPHERE], lambda sign: sign(0) > 0, level=5)
    inside(found.bounds[0], Fraction(mpmath.nstr(mpmath.pi / 6, 15)), 0.002)
    low, high = class_volumes([SPHERE], lambda sign: sign(0) > 0, level=5).bounds[False]
    assert low <= found.bounds[0][1] and found.bounds[0][0] <= high


def test_a_denominator_that_vanishes_at_a_corner_costs_width_and_no_truth():
    """a / (a + b) is 1/2 on the average, and nowhere defined at a = b = 0."""
    found = enclose(lambda name: [(A, {(1, 0, 0): 1, (0, 1, 0): 1})], level=3, edges=2, width=1e-4)
    inside(found.bounds[0], Fraction(1, 2), 0.002)


@pytest.mark.parametrize("bottom", [3, 5, 7, 11, 13])
def test_a_bound_contains_the_rounding_of_quotients(bottom, monkeypatch):
    """`(1 + a + 2 b) / n` has a linear `q`, whose coefficients are no doubles; those of both polynomials are exact."""
    around = Expansion.coefficients_around
    monkeypatch.setattr(Expansion, "coefficients_around", lambda *asked: (around(*asked)[0], 0.0))
    model = _Model(({(0, 0, 0): 1, (1, 0, 0): 1, (0, 1, 0): 2}, {(0, 0, 0): bottom}), ONE)
    c, slopes, rest = (made[0] for made in model.planes(np.full((1, 3), 0.5), 1.0))
    for t in product((Fraction(-1, 2), Fraction(0), Fraction(1, 2)), repeat=3):
        near = Fraction(c) + sum(Fraction(slope) * at for slope, at in zip(slopes, t, strict=True))
        assert abs(Fraction(5 + 2 * t[0] + 4 * t[1], 2 * bottom) - near) <= Fraction(rest)


@pytest.mark.parametrize("off", [Fraction(1, 64), Fraction(-1, 64)])
@pytest.mark.parametrize("which", [0, 1])
def test_a_bound_contains_what_errors_of_coefficients_can_do(which, off, monkeypatch):
    """Of a numerator 1 or a denominator 3 (with the weight 1) that is off by as much as it is said to be."""
    model = _Model((ONE, {(0, 0, 0): 3}), ONE)
    monkeypatch.setattr(
        (model.top, model.bottom)[which],
        "coefficients_around",
        lambda centres, width: (np.full((1, 1, 1, 1), (1, 3)[which] + float(off)), abs(float(off))),
    )
    c, _, rest = (made[0] for made in model.planes(np.full((1, 3), 0.5), 1.0))
    assert abs(Fraction(1, 3) - Fraction(c)) <= Fraction(rest)


def test_sums_are_rounded_outwards():
    numbers = np.array([1.0, 2.0**-60])
    for sign in (1, -1):
        sums = OutwardSums()
        sums.add(0, sign * numbers, sign * numbers, 0.5)
        [low], [high] = sums.ends[0]
        assert Fraction(low) <= sign * (Fraction(1, 2) + Fraction(1, 2**61)) <= Fraction(high)


NOTHING, LINE = {(0, 0, 0): 0}, {(0, 1, 0): 2, (0, 0, 0): -1}


@pytest.mark.parametrize(
    ("above", "below", "weight", "value"),
    [
        ((A, ONE), (NOT_A, ONE), 1, F(3, 4)),
        ((NOT_A, ONE), (A, ONE), 1, F(1, 4)),
        (({(2, 0, 0): 1}, ONE), (NOTHING, ONE), 1, F(7, 24)),
        ((ONE, ONE), (NOTHING, ONE), 4, F(2)),
        ((LINE, LINE), (NOTHING, ONE), 1, F(1, 2)),  # 0 / 0 in the middle
    ],
)
def test_a_single_box_that_a_plane_halves(above, below, weight, value):
    """The means over the halves of the cube with a > 1/2 and a < 1/2; the first two are ends of the bounds."""
    halves, plane = {True: [above], False: [below]}, {(1, 0, 0): 2, (0, 0, 0): -1}
    found = enclose(halves.__getitem__, [plane], lambda sign: sign(0) > 0, {(0, 0, 0): weight}, level=0, edges=0)
    inside(found.bounds[0], value, weight * 1.01)


def test_polynomials_may_come_while_the_question_is_asked():
    polynomials = []

    def question(sign):
        if not polynomials:
            polynomials.append(A_LESS_B)
        return sign(0) > 0

    larger = {True: [(A, ONE)], False: [(B, ONE)]}
    found = class_integrals(polynomials, question, larger.__getitem__, ONE, level=4)
    inside(found.bounds[0], Fraction(2, 3), 0.01)
