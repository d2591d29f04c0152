"""The regions of stationary play beside a perfect shot: their areas in closed form, by enclosures of two kinds."""

from fractions import Fraction

import pytest
from sympy import Rational, log, simplify, symbols

from truel_ref import equilibria
from truel_ref.studies.uniqueness import perfect_shot_areas, weakest_gains
from truel_ref.symbolic.plays import compared_regions, stationary_regions

F = Fraction
STEPS = 200


def a_bound(b):
    """Below it A, the weaker, shoots."""
    return 1 - b / (1 - b) ** 2


def b_bound(a):
    """Below it B, the weaker, shoots."""
    return 2 - 1 / (1 - a)


def enclosed_by_chords(bound, end):
    """Return bounds of the integral of min(t, bound(t)) from 0 to where the bound is 0, at `end` or up to 10^-6 after.

    The bound is concave and falls, so the minimum is concave: the trapezium rule is too low, and the rule of the
    middle points too high.
    """
    step = end / STEPS
    knots, middles = (
        [min(step * place, bound(step * place)) for place in places]
        for places in (range(STEPS + 1), [place + F(1, 2) for place in range(STEPS)])
    )
    assert knots[-1] >= 0 > bound(end + F(1, 10**6))
    return step * (sum(knots) - (knots[0] + knots[-1]) / 2), step * sum(middles) + knots[-1] * F(1, 10**6)


def rational(bounds):
    return [Rational(end.numerator, end.denominator) for end in bounds]


@pytest.mark.parametrize(
    ("aims", "rest", "bound", "end"),
    [
        ("C, C, A", "C, Miss, A", b_bound, F(1, 2)),
        ("C, C, B", "Miss, C, B", a_bound, F(381966, 10**6)),
    ],
)
def test_closed_forms_lie_between_sums_of_chords(aims, rest, bound, end):
    areas = perfect_shot_areas()
    low, high = rational(enclosed_by_chords(bound, end))
    assert low < areas[aims] < high
    assert high - low < Rational(1, 10**5)
    assert simplify(areas[aims] + areas[rest]) == Rational(1, 2)


def test_closed_forms_lie_in_the_enclosures_of_the_regions():
    found = {region.name: rational(region.area) for region in stationary_regions([None, None, 1]).regions}
    areas = perfect_shot_areas()
    assert set(found) == set(areas)
    for name, (low, high) in found.items():
        assert low < areas[name] < high < low + Rational(1, 10**6)


def test_the_primitives_are_primitives():
    """And both bounds are concave and fall, for t in (0, 1)."""
    t = symbols("t")
    for found, expected in (
        ((t - 1 / (1 - t) - log(1 - t)).diff(t), a_bound(t)),
        ((2 * t + log(1 - t)).diff(t), b_bound(t)),
        (a_bound(t).diff(t, 2), -(2 * t + 4) / (1 - t) ** 4),
        (b_bound(t).diff(t, 2), -2 / (1 - t) ** 3),
    ):
        assert simplify(found - expected) == 0


def test_the_bounds_are_where_the_weakest_is_indifferent():
    near = F(1, 10**6)
    for t in (F(place, 60) for place in range(1, 30, 2)):
        for weak, hits in ((b_bound(t), lambda w, t=t: [t, w, 1]), (a_bound(t), lambda w, t=t: [w, t, 1])):
            if 0 < weak < t:
                assert (
                    weakest_gains(hits(weak - near)) > weakest_gains(hits(weak)) == 0 > weakest_gains(hits(weak + near))
                )
                assert len(equilibria(hits(weak))) == 2


@pytest.mark.slow
def test_the_area_on_which_the_plays_differ_by_another_quadrature():
    """The middle-point rule with the second derivative enclosed by interval arithmetic, between explicit curves.

    Announced play leaves stationary play between the larger of b and (1-b)/(2-b), and the root in a of
    a^2 (1-b)^2 + a b (2-b) - b.
    """
    from mpmath.ctx_iv import MPIntervalContext
    from sympy import lambdify, sqrt

    made = compared_regions([None, None, 1])
    b = symbols("b")
    top = 2 * b / (b * (2 - b) + sqrt(b * (b**3 - 4 * b + 4)))
    assert simplify(top**2 * (1 - b) ** 2 + top * b * (2 - b) - b) == 0
    iv = MPIntervalContext()
    iv.dps = 30
    value, curvature = (lambdify(b, each, {"sqrt": iv.sqrt}) for each in (top, top.diff(b, 2)))
    corner, meet, one = 1 - iv.sqrt(2) / 2, (3 - iv.sqrt(5)) / 2, iv.mpf(1)
    pieces = 400
    # The same curves reach the whole interval, so the middle-point rule is taken on it at once.
    step = (one - corner) / pieces
    total = iv.mpf(0)
    for place in range(pieces):
        left, right = corner + step * place, corner + step * (place + 1)
        span = iv.mpf([left.a, right.b])
        total += step * value((left + right) / 2) + step**3 / 24 * curvature(span)
    below = (one - meet**2) / 2  # the integral of b from `meet` to 1
    # (1-b)/(2-b) = 1 - 1/(2-b) has the primitive b + ln(2-b).
    below += meet + iv.log(2 - meet) - corner - iv.log(2 - corner)
    area = total - below
    low, high = made.differing
    assert float(area.delta) < 1e-8
    assert iv.mpf(area.a) <= iv.mpf(high.numerator) / high.denominator
    assert iv.mpf(low.numerator) / low.denominator <= iv.mpf(area.b)
    assert [f"{float(end):.7f}" for end in (area.a, area.b)] == ["0.0225400"] * 2
