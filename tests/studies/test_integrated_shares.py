"""Shares that are integrals over one letter: the regions, the functions, and what columns enclose."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from pages import added, page_text, section, spelled, table, unit_of

from truel_ref.studies.cube import cube_surfaces, cube_table, integrated_table
from truel_ref.studies.cube.occurring import Systems
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.pieces import aims_text

CUBE, AIMS = page_text("atlas/cube.md"), "Which aims, in which share of the cube"
FIRST, SECOND = "C, C, A", "C, C, B"
SAME_IN_BOTH = {"C, C, A", "B, A, B", "C, A, A"}


@pytest.fixture(scope="module")
def stationary():
    pytest.importorskip("flint")
    return integrated_table(digits=40)


@pytest.mark.parametrize(
    ("name", "order", "surface"), [(FIRST, ("c", "a", "b"), 7), (SECOND, ("c", "b", "a"), 8)], ids=["first", "second"]
)
def test_the_region_is_where_three_signs_are(name, order, surface):
    """No end of the decisions with these aims occurs beside another sign of the three, and none without beside all."""
    pytest.importorskip("z3")
    surfaces, systems = cube_surfaces("stationary"), Systems(("a", "b", "c"))
    letters = dict(zip("abc", (hit.numer for hit in Letters([None, None, None]).hits), strict=True))
    signs = {surfaces.polynomials[surface - 1]: -1}
    for low, high in map(sorted, pairwise(order)):
        signs[letters[low] - letters[high]] = 1 if order.index(low) < order.index(high) else -1
    inside = [end.signs for end in surfaces.ends if aims_text(end.answer) == name]
    outside = [end.signs for end in surfaces.ends if aims_text(end.answer) != name]
    assert inside
    for (polynomial, sign), own in product(signs.items(), inside):
        assert own.get(polynomial) == sign or not systems.occur({**own, polynomial: -sign})
    for others in outside:
        contradict = any(others.get(polynomial, sign) != sign for polynomial, sign in signs.items())
        assert contradict or not systems.occur({**others, **signs})


@pytest.mark.slow
def test_the_functions_are_those_of_the_surfaces():
    """The worst shot's letter on the surface, its zero and where it meets the middle shot, and the antiderivative."""
    from sympy import atan, diff, log, simplify, sqrt, symbols

    a, b, c = symbols("a b c")
    t, k = symbols("t k", positive=True)
    seven, eight = (cube_surfaces("stationary").polynomials[number].as_expr() for number in (6, 7))
    p, q, s = 1 - t + t**2, (1 - t) ** 2, sqrt(1 - t)
    r = sqrt((2 - t) * (2 - 3 * t))
    angle = (2 - t) / r * atan((2 * q * k - t) / r)
    cases = [
        (
            seven.subs({a: t, c: t * k}),
            b,
            1 - t * ((1 - t) * t * k + t) / (t**2 * (1 - t * k) ** 2 + t**2 * k**2 * (1 - t)),
            (1 + t) / p,
            (1 + 2 * t + sqrt((1 + 7 * t - 4 * t**2) / (1 - t))) / (2 * p),
            t * k - t * (1 - t) / (2 * p) * log(p * k**2 - 2 * t * k + 1) - t / (p * s) * atan((p * k - t) / s),
        ),
        (
            eight.subs({b: t, c: t * k}),
            a,
            1 - t * ((1 - t) * t * k + t) / (t**2 * (1 - t * k) + t**2 * k**2 * q),
            1 / q,
            (1 + t + sqrt(1 + 6 * t - 3 * t**2)) / (2 * q),
            t * k - t / (2 * (1 - t)) * log(q * k**2 - t * k + 1) - t / (1 - t) * angle,
        ),
    ]
    for surface, worst, height, lowest, highest, antiderivative in cases:
        assert simplify(surface.subs(worst, height)) == 0
        assert simplify(height.subs(k, lowest)) == 0
        assert simplify(surface.subs(worst, t).subs(k, highest)) == 0
        assert simplify(diff(antiderivative, k) - t * height) == 0


@pytest.mark.slow
def test_another_order_of_integration_gives_the_same_digits(stationary):
    from flint import arb, ctx
    from independent_shares import shares

    with ctx.workprec(200):
        for name, ball in zip((FIRST, SECOND), shares(), strict=True):
            low, high = (arb(end.numerator) / end.denominator for end in stationary.of(name))
            assert ball.overlaps(low.union(high))
            assert ball.rad() < arb(10) ** -40


def test_columns_enclose_the_integrals(stationary):
    columns = cube_table("stationary", error=1e-2)
    for name, (low, high) in named(stationary):
        least, most = columns.of(name)
        assert least < low < high < most
        assert high - low < Fraction(1, 10**40)


def test_three_lists_of_aims_have_the_same_region_in_both_plays(stationary):
    """Announced play has integrals for these alone; that they are the same there is proved with the pairs of plays."""
    assert dict(named(integrated_table("announced", digits=40))) == {
        name: [*stationary.of(name)] for name in SAME_IN_BOTH
    }


def test_the_page_encloses_the_integrals(stationary):
    """And has digits of how often somebody misses."""
    enclosed = {row[0]: list(map(Fraction, filter(None, row[1:]))) for row in table(section(CUBE, AIMS))[1:]}
    for name, ends in named(stationary):
        assert enclosed[name][0] < ends[0] < ends[1] < enclosed[name][1]
        if name in SAME_IN_BOTH:
            assert enclosed[name][2] < ends[0] < ends[1] < enclosed[name][3]
    (said,) = spelled(CUBE, "So somebody misses in {}… of the cube")
    misses = [ends for name, ends in named(stationary) if "Miss" in name]
    assert (len(misses), len(named(stationary))) == (3, 9)
    assert all(Fraction(said) <= share < Fraction(said) + unit_of(said) for share in added(misses))


def named(shares):
    return [(name, ends) for name, *ends in shares.shares]


@pytest.mark.parametrize("digits", [1, pytest.param(300, marks=pytest.mark.slow)])
def test_more_digits_lie_within_fewer(digits, stationary):
    for name, (low, high) in named(integrated_table(digits=digits)):
        least, most = stationary.of(name)
        assert max(low, least) <= min(high, most)
        assert high - low < Fraction(1, 10**digits)
