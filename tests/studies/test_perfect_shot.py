"""The regions of stationary play beside a perfect shot: their areas in closed form, by enclosures."""

from fractions import Fraction

from sympy import Rational, simplify

from truel_ref import equilibria
from truel_ref.studies.uniqueness import perfect_shot_areas, weakest_gains
from truel_ref.symbolic.plays import stationary_regions

F = Fraction


def a_bound(b):
    """Below it A, the weaker, shoots."""
    return 1 - b / (1 - b) ** 2


def b_bound(a):
    """Below it B, the weaker, shoots."""
    return 2 - 1 / (1 - a)


def test_closed_forms_lie_in_the_enclosures_of_the_regions():
    found, areas = stationary_regions([None, None, 1]).regions, perfect_shot_areas()
    assert {region.name for region in found} == set(areas)
    for region in found:
        low, high = (Rational(end.numerator, end.denominator) for end in region.area)
        assert low < areas[region.name] < high < low + Rational(1, 10**6)
    for one, other in (("C, C, A", "C, Miss, A"), ("C, C, B", "Miss, C, B")):
        assert simplify(areas[one] + areas[other]) == Rational(1, 2)


def test_the_bounds_are_where_the_weakest_is_indifferent():
    near = F(1, 10**6)
    for t in (F(place, 60) for place in range(1, 30, 2)):
        for weak, hits in ((b_bound(t), lambda w, t=t: [t, w, 1]), (a_bound(t), lambda w, t=t: [w, t, 1])):
            if 0 < weak < t:
                assert (
                    weakest_gains(hits(weak - near)) > weakest_gains(hits(weak)) == 0 > weakest_gains(hits(weak + near))
                )
                assert len(equilibria(hits(weak))) == 2
