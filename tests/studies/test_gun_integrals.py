"""Integrals of functions that differ from part to part: what is known exactly lies between the bounds."""

from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest
from box_volumes import class_volumes
from enclose_guns import _Model, class_integrals

from truel_ref.kernels.halving import Expansion, OutwardSums

ONE, NOTHING = {(0, 0, 0): 1}, {(0, 0, 0): 0}
F = Fraction
A, B, C = {(1, 0, 0): 1}, {(0, 1, 0): 1}, {(0, 0, 1): 1}
NOT_A = {(0, 0, 0): 1, (1, 0, 0): -1}
A_LESS_B = {(1, 0, 0): 1, (0, 1, 0): -1}
B_LESS_C = {(0, 1, 0): 1, (0, 0, 1): -1}
A_LESS_C = {(1, 0, 0): 1, (0, 0, 1): -1}
HALF = {(1, 0, 0): 2, (0, 0, 0): -1}
LINE = {(0, 1, 0): 2, (0, 0, 0): -1}
SPHERE = {(2, 0, 0): 1, (0, 2, 0): 1, (0, 0, 2): 1, (0, 0, 0): -1}


def positive(sign):
    return sign(0) > 0


def largest(sign):
    return ("a" if sign(2) > 0 else "c") if sign(0) > 0 else ("b" if sign(1) > 0 else "c")


def whole(integrand):
    return {None: integrand}, [], lambda sign: None


def parted(polynomial, above, below):
    return {True: above, False: below}, [polynomial], positive


def digits(value):
    return F(mpmath.nstr(value, 15))


@pytest.mark.parametrize(
    ("parts", "how", "value", "apart"),
    [
        # 1 / (1 + a + b) and a / (1 + a b), by their antiderivatives
        (
            whole((ONE, {(0, 0, 0): 1, (1, 0, 0): 1, (0, 1, 0): 1})),
            {"level": 3, "width": 1e-7},
            digits(3 * mpmath.log(3) - 4 * mpmath.log(2)),
            1e-6,
        ),
        (whole((A, {(0, 0, 0): 1, (1, 1, 0): 1})), {"level": 3, "width": 1e-7}, digits(2 * mpmath.log(2) - 1), 1e-6),
        # of the largest of three, with the density 6 s^2 t
        (whole((A, ONE)), {"weight": {(2, 1, 0): 6}, "level": 3}, F(3, 4), 1e-5),
        # a / (a + b), nowhere defined at a = b = 0, which costs width
        (whole((A, {(1, 0, 0): 1, (0, 1, 0): 1})), {"level": 3, "edges": 2, "width": 1e-4}, F(1, 2), 0.002),
        # the larger of two
        (parted(A_LESS_B, (A, ONE), (B, ONE)), {"level": 3}, F(2, 3), 0.03),
        (parted(A_LESS_B, (A, ONE), (B, ONE)), {"level": 5}, F(2, 3), 0.002),
        # the largest of three: along edges it is open which
        (
            (
                {"a": (A, ONE), "b": (B, ONE), "c": (C, ONE)},
                [A_LESS_B, B_LESS_C, A_LESS_C],
                largest,
            ),
            {"level": 4, "edges": 1},
            F(3, 4),
            0.03,
        ),
        # an eighth of the ball
        (parted(SPHERE, (NOTHING, ONE), (ONE, ONE)), {"level": 5}, digits(mpmath.pi / 6), 0.002),
        # a single box that a plane halves; the first two values are ends of the bounds
        (parted(HALF, (A, ONE), (NOT_A, ONE)), {"level": 0, "edges": 0}, F(3, 4), 1.01),
        (parted(HALF, (NOT_A, ONE), (A, ONE)), {"level": 0, "edges": 0}, F(1, 4), 1.01),
        (parted(HALF, ({(2, 0, 0): 1}, ONE), (NOTHING, ONE)), {"level": 0, "edges": 0}, F(7, 24), 1.01),
        (parted(HALF, (ONE, ONE), (NOTHING, ONE)), {"level": 0, "edges": 0, "weight": {(0, 0, 0): 4}}, F(2), 4.04),
        (parted(HALF, (LINE, LINE), (NOTHING, ONE)), {"level": 0, "edges": 0}, F(1, 2), 1.01),  # 0 / 0 in the middle
    ],
)
def test_what_is_known_lies_between_the_bounds(parts, how, value, apart):
    (integrand, polynomials, question), weight = parts, how.get("weight", ONE)
    settings = {name: given for name, given in how.items() if name != "weight"}
    found = class_integrals(polynomials, question, lambda name: [integrand[name]], weight, **settings)
    ((low, high),) = found.bounds
    assert low <= value <= high < low + Fraction(apart)
    assert (found.open > 0) == (len(polynomials) > 1)


def test_indicators_are_volumes():
    """As `class_volumes` says of an eighth of the ball."""
    ball = {True: [(NOTHING, ONE)], False: [(ONE, ONE)]}
    found = class_integrals([SPHERE], positive, ball.__getitem__, ONE, level=5)
    low, high = class_volumes([SPHERE], positive, level=5).bounds[False]
    assert class_volumes([SPHERE], positive, level=0).boxes == 1
    assert low <= found.bounds[0][1]
    assert found.bounds[0][0] <= high


@pytest.mark.parametrize("bottom", [3, 5, 7, 11, 13])
def test_a_bound_contains_the_rounding_of_quotients(bottom, monkeypatch):
    """`(1 + a + 2 b) / n` has a linear `q`, whose coefficients are no doubles; those of both polynomials are exact."""
    around = Expansion.coefficients_around
    monkeypatch.setattr(Expansion, "coefficients_around", lambda *asked: (around(*asked)[0], 0.0))
    model = _Model(({(0, 0, 0): 1, (1, 0, 0): 1, (0, 1, 0): 2}, {(0, 0, 0): bottom}), ONE)
    c, slopes, rest = (made[0] for made in model.planes(np.full((1, 3), 0.5), 1.0))
    for t in product((F(-1, 2), F(0), F(1, 2)), repeat=3):
        near = F(c) + sum(F(slope) * at for slope, at in zip(slopes, t, strict=True))
        assert abs(F(5 + 2 * t[0] + 4 * t[1], 2 * bottom) - near) <= F(rest)


@pytest.mark.parametrize("off", [F(1, 64), F(-1, 64)])
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
    assert abs(F(1, 3) - F(c)) <= F(rest)


def test_sums_are_rounded_outwards():
    numbers = np.array([1.0, 2.0**-60])
    for sign in (1, -1):
        sums = OutwardSums()
        sums.add(0, sign * numbers, sign * numbers, 0.5)
        [low], [high] = sums.ends[0]
        assert Fraction(low) <= sign * (Fraction(1, 2) + Fraction(1, 2**61)) <= Fraction(high)
