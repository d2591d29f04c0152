"""Exact regions: against the exact solver on grids, against certified maps, and piece by piece."""

import csv
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import mpmath
import pytest
from arc_points import points_on
from hypothesis import given
from hypothesis import strategies as st
from pages import page_text, section, table
from sympy import QQ, ring

from truel_ref import Problem, maps, solve
from truel_ref.errors import ProblemError
from truel_ref.numbers import between, enclosed, real_roots, sign_of
from truel_ref.symbolic.algebra import Letters, open_sign, value_at
from truel_ref.symbolic.areas import integrals
from truel_ref.symbolic.borders import BorderArc, Boundary, ClassifiedSquare
from truel_ref.symbolic.decisions import Decisions, settled, sign_by
from truel_ref.symbolic.partition import partition_by, regions
from truel_ref.symbolic.plane import Plane, PlaneCurve, refuse_isolated_zeros, zeros

RING, X, Y = ring("x, y", QQ)
CIRCLE = 16 * (2 * X - 1) ** 2 + 16 * (2 * Y - 1) ** 2 - 9
NARROW = 2**88 * (3 * X - 1) ** 2 + 16 * (2 * Y - 1) ** 2 - 9
HALF = Fraction(1, 2)
SIDE = 16  # points of a grid along a side
ROOT = Path(__file__).parents[2]
FIXED = ["1", "1/2"]


@cache
def partition(hit):
    return regions([None, None, hit])


# -- signs


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(-5, 5).filter(bool), min_size=1, max_size=6
    ),
    st.tuples(*[st.fractions(0, 1, max_denominator=16).filter(lambda value: 0 < value < 1)] * 2),
)
def test_a_proved_sign_is_the_sign_everywhere_inside(terms, point):
    polynomial = RING.from_dict({powers: QQ(value) for powers, value in terms.items()})
    assert open_sign(polynomial, halvings=2) in (None, sign_of(value_at(polynomial, point)))
    assert open_sign(polynomial) in (None, open_sign(polynomial, halvings=2))


def test_an_open_sign_is_proved_with_as_many_halvings_as_it_needs():
    """The polynomial is at least 1/2, and has negative coefficients on every box that is not halved both ways."""
    positive = 4 * X**2 - 4 * X + 4 * Y**2 - 4 * Y + QQ(5, 2)
    for sign in (1, -1):
        assert [open_sign(sign * positive, halvings) for halvings in range(3)] == [None, None, sign]


# -- roots


@pytest.mark.parametrize(
    "factor",
    [
        *((2, 0, -1), (8, -12, 0, 1), (1, 0, 0, -3, 1), (1, 0, 0, -2 * 10**24, 4 * 10**12, -2)),
        (1, -4 * 10**40, 4 * 10**40, 1 - 10**40),
    ],
)
def test_the_roots_inside_are_those_numbers_among_all_real_roots(factor):
    """The last two have roots that share their first 64 binary digits, the last one on both sides of 1/2."""
    found, expected = zeros((*factor, 0)), [root for root in real_roots(factor) if 0 < root < 1]
    assert (found, expected, {*found}) == (expected, found, {*zeros(tuple(-2 * value for value in factor))})
    assert [(str(root), root + 1, root == 1) for root in found] == [(str(root), root + 1, False) for root in expected]


# -- decisions


@pytest.mark.parametrize("rule", [1, 2, 4, -1, -4])
def test_three_options_that_tie_are_decided_as_with_numbers(rule):
    """Where A and B hit equally often, C's shots at A, at B and at random are worth the same."""
    tree, half = Decisions(Letters([None, None, 1]), ["others", "random"], if_eq=rule), Fraction(1, 2)
    path = tree.solve(lambda polynomial: sign_of(polynomial.evaluate([(one, half) for one in polynomial.ring.gens])))
    assert tree.aims(path) == solve(tree.problem([half, half])).aims


def test_the_sign_of_a_function_is_that_of_its_settled_factors():
    a, b, c = Letters([None] * 3).hits
    for power, below in product((1, 2), (1, 2, 3)):
        function = (a - b) ** power * (b - 2) ** below * c / (a - 2) ** power
        for point in product((Fraction(1, 3), Fraction(1, 2)), repeat=3):

            def at(polynomial, point=point):
                return sign_of(polynomial.evaluate(list(zip(polynomial.ring.gens, point, strict=True))))

            assert sign_by(settled(function), at) == at(function.numer) * at(function.denom)


# -- the plane


@cache
def decisions(third):
    return Decisions(Letters([None, None, third]))


def test_strips_hold_every_root_in_one_order():
    """Elsewhere in a strip than at its sample the same curves stand in the same order, with the same signs."""
    polynomials, plane = partition("1/2").square.polynomials[:4], Plane()
    for strip in plane.strips(polynomials):
        expected = [(section.curve.polynomial, section.number) for section in strip.sections]
        left, right = enclosed(strip.left, Fraction(1, 10**9))[1], enclosed(strip.right, Fraction(1, 10**9))[0]
        for share in (Fraction(1, 97), Fraction(96, 97)):
            x = left + (right - left) * share
            curves = [plane.curve(polynomial) for polynomial in polynomials if not plane.curve(polynomial).upright]
            roots = sorted((root, curve, number) for curve in curves for number, root in enumerate(curve.roots_at(x)))
            assert [(curve.polynomial, number) for _, curve, number in roots] == expected
            ends = pairwise([Fraction(0), *(root for root, *_ in roots), Fraction(1)])
            for cell, (low, high) in zip(strip.cells, ends, strict=True):
                signs = [plane.curve(polynomial).sign(x, between(low, high)) for polynomial in polynomials]
                assert [1 if cell >> place & 1 else -1 for place in range(len(signs))] == signs


def test_a_circle_is_cut_where_it_turns_and_a_line_of_constant_x_is_a_critical_value():
    assert [len(strip.cells) for strip in Plane().strips([CIRCLE])] == [1, 3, 1]
    assert [strip.cells for strip in Plane().strips([2 * X - 1, X - Y])] == [[2, 0], [3, 1]]


def test_curves_have_the_right_class_on_either_side():
    circle = ClassifiedSquare(Plane(), [CIRCLE], ["inside", "outside"].__getitem__).arcs()
    ends = Fraction(1, 8), Fraction(7, 8)
    assert circle == {(CIRCLE, "inside", "outside"): [BorderArc(*ends, 0, falls=True), BorderArc(*ends, 1)]}
    # Two lines of constant x, less than two millionths apart.
    for near in (1126, 16):
        twins = 500 * (2**21 * X - 2**20) ** 2 - near
        (key, lines), *others = ClassifiedSquare(Plane(), [twins], ["inside", "outside"].__getitem__).arcs().items()
        assert (key[1:], len(lines), others) == (("inside", "outside"), 2, [])
    for near in (2**20, 2**30):
        one, other = 2 * X - 1, near * X - near // 2 + 1  # the second stands on the left
        beside = ClassifiedSquare(Plane(), [one, other], "wide".__getitem__).arcs()
        assert {key[1:] for key in beside} == {("w", "d"), ("d", "e")}


def test_a_line_of_constant_x_is_a_border_where_the_classes_beside_it_differ():
    """Left of it all is west; the pieces on its right, from below upwards, are of these classes."""
    upright, levels, classes = 2 * X - 1, [4 * Y - 1, 2 * Y - 1, 4 * Y - 3, 8 * Y - 7], "eenwe"
    square = ClassifiedSquare(
        Plane(), [upright, *levels], lambda signs: classes[(signs >> 1).bit_count()] if signs & 1 else "w"
    )
    pieces = {key[1:]: arcs for key, arcs in square.arcs().items() if key[0] == upright}
    assert {key: [(arc.bottom, arc.top) for arc in arcs] for key, arcs in pieces.items()} == {
        ("w", "e"): [(0, HALF), (Fraction(7, 8), 1)],
        ("w", "n"): [(HALF, Fraction(3, 4))],
    }


@pytest.mark.parametrize("lines", [(X - Y, X + Y - 1), (2 * X - 1, 2 * Y - 1)])
@pytest.mark.parametrize(("classes", "met"), [("WSNE", ["ENSW"]), ("WSNN", ["NSW"]), ("WSSW", [])])
def test_three_regions_or_more_meet_in_a_point(lines, classes, met):
    """Two lines cross in the middle; with diagonals the classes are on the left, below, above and on the right."""
    found = ClassifiedSquare(Plane(), lines, classes.__getitem__).meetings()
    assert ["".join(meeting.aims) for meeting in found] == met
    assert all((each.x, each.y, set(each.polynomials)) == (HALF, HALF, set(lines)) for each in found)


def arc(strip, place):
    section = strip.sections[place]
    return section.curve, section.number, strip.left, strip.right


@pytest.mark.parametrize(
    ("curve", "digits", "exact"),
    [
        # Below a hyperbola, the integral of 1/(2x) from 1/2 to 1.
        *((2 * X * Y - 1, digits, lambda: [mpmath.log(2) / 2]) for digits in (2, 4, 7)),
        # A circle with upright tangents of radius 3/8.
        (CIRCLE, 4, lambda: [(3 + sign * 9 * mpmath.pi / 16) / 8 for sign in (-1, 1)]),
        # An ellipse as high, much narrower than what is left out at the ends of others.
        (NARROW, 4, lambda: [(1 + sign * 3 * mpmath.pi / 16) / 2**44 for sign in (-1, 1)]),
    ],
)
def test_areas_are_enclosed(curve, digits, exact):
    (strip,) = [strip for strip in Plane().strips([curve]) if strip.sections]
    error = Fraction(1, 10**digits)
    with mpmath.workdps(30):
        made = integrals([arc(strip, place) for place in range(len(strip.sections))], error)
        for (low, high), area in zip(made, exact(), strict=True):
            assert mpmath.mpf(low.numerator) / low.denominator <= area <= mpmath.mpf(high.numerator) / high.denominator
    assert sum(high - low for low, high in made) <= error


# -- the partition


def aims_on_a_grid(found, hit, **fields):
    """Compare the aims of regions at a grid with a certified map; return how many points lie on curves."""
    data = maps.build(maps.MapSpec(Problem([0, 0, hit], **fields), SIDE + 1, a_above_b=True))
    on_curves = 0
    for row, column in product(range(1, SIDE + 1), repeat=2):
        region = found.at(Fraction(row, SIDE + 1), Fraction(column, SIDE + 1))
        on_curves += region is None
        assert region is None or region.aims == data.aims_at(row, column)
    return on_curves


@pytest.mark.parametrize("hit", FIXED)
def test_the_partition_gives_the_aims_of_the_exact_solver(hit):
    """At every interior point of a grid that lies on no curve; certified maps are exact at every pixel."""
    found = partition(hit)
    assert aims_on_a_grid(found, hit) >= SIDE  # the diagonal
    for region in found.regions:  # the small ones, too
        assert solve([*region.sample, hit]).aims == region.aims


@pytest.mark.parametrize(
    ("hits", "rule"),
    [
        ([1, None, None], 1),
        ([None, 1, None], 1),
        *(([None, None, 1], rule) for rule in (2, 4, -1)),
    ],
)
def test_other_players_can_be_fixed_and_other_tie_rules_used(hits, rule):
    found = regions(hits, if_eq=rule, precision="1e-1")
    assert len(found.regions) > 1
    for x, y in ((Fraction(i, 7), Fraction(j, 8)) for i in range(1, 7) for j in range(1, 8)):
        numbers = iter((x, y))
        region = found.at(x, y)
        solution = solve([next(numbers) if hit is None else hit for hit in hits], if_eq=rule)
        assert region is None or region.aims == solution.aims


def test_shares_agree_with_a_certified_map():
    """Squares that no curve can meet belong to one region each, so they bound every area from both sides.

    Squares that a curve may meet are cut into four, and these again.
    """
    found, points = partition("1"), 64
    data = maps.build(maps.MapSpec(Problem([0, 0, 1]), 2 * points, a_above_b=True))
    curves = {PlaneCurve(one.polynomial) for one in found.boundaries}
    inside, touched = Counter(), 0
    squares = [(0, 0, points)]
    while squares:
        i, j, side = squares.pop()
        across, up = ((Fraction(place, points), Fraction(place + side, points)) for place in (i, j))
        if all(curve.misses(across, up) for curve in curves):
            inside[data.aims_at(2 * i + side, 2 * j + side)] += side**2
        elif side > 1:
            squares += product((i, i + side // 2), (j, j + side // 2), [side // 2])
        else:
            touched += 1
    for region in found.regions:
        low, high = (Fraction(count, points**2) for count in (inside[region.aims], inside[region.aims] + touched))
        assert low <= region.area[1] and region.area[0] <= high
        assert region.area[1] - region.area[0] <= Fraction(1, 10**6)
    assert sum(region.area[0] for region in found.regions) <= 1 <= sum(region.area[1] for region in found.regions)
    assert touched < points**2 / 4


@pytest.mark.parametrize("hit", FIXED)
def test_every_curve_has_the_stated_aims_on_both_sides_and_on_it(hit):
    """The diagonal and lines of constant a or b hold rational points, where the tie rule is seen."""
    for boundary, arc, x, low, high in points_on(partition(hit)):
        curve, sides = PlaneCurve(boundary.polynomial), {}
        for end, step in ((low, -Fraction(1, 10**5)), (high, Fraction(1, 10**5))):
            point = (x + step, low) if arc.number is None else (x, end + step)
            sides[curve.sign(*point)] = solve([*point, hit]).aims
        assert sides == {-1: boundary.negative, 1: boundary.positive}
        assert low < high or solve([x, low, hit]).aims in boundary.on


@pytest.mark.parametrize("hit", FIXED)
def test_where_regions_meet_they_are_all_near(hit):
    found = partition(hit)
    assert found.meetings
    step = Fraction(1, 10**4)
    for meeting in found.meetings:
        x, y = (enclosed(value, step**3)[0] for value in (meeting.x, meeting.y))
        near = set()
        for i, edge in product(range(-15, 16), (-15, 15)):
            for across, up in ((i, edge), (edge, i)):
                region = found.at(x + across * step / 15, y + up * step / 15)
                near |= {region.aims} if region else set()
        assert near == set(meeting.aims)
        assert len(meeting.aims) >= 3


@pytest.mark.parametrize("hit", FIXED)
def test_descriptions_hold_in_their_own_region_and_in_no_other(hit):
    found = partition(hit)
    for region in found.regions:
        signs = {curve.polynomial: curve.sign(*region.sample) for curve in found.square.curves}
        assert found.at(*region.sample) is region
        for other in found.regions:
            holds = any(all(signs[one.polynomial] == one.sign for one in both) for both in other.conditions)
            assert holds == (other is region)


@pytest.mark.parametrize("hit", ["1"])
def test_the_page_shows_every_region(hit):
    found = partition(hit)
    text = section(page_text("regions.md"), found.title())
    rows = {tuple(row[:2]) for row in table(text)}
    assert {(region.name, str(region.share)) for region in found.regions} <= rows
    assert len(rows) == len(found.regions) + 1  # the head of the table


# -- pictures


def test_drawn_lines_lie_on_their_curves():
    found = partition("1/2")
    for one in found.boundaries:
        for arc, line in zip(one.arcs, found.square.polylines(one.polynomial, one.arcs), strict=True):
            assert 0 <= line[0][0] - float(arc.left) < 1e-6 and 0 <= float(arc.right) - line[-1][0] < 1e-6
            for point in line:
                assert abs(value_at(one.polynomial, list(map(Fraction, point)))) < Fraction(1, 10**6)


def test_on_an_upright_line_that_is_positive_on_its_left_others_may_be_best():
    """Its sign is the second bit of a cell: the level line stands before it in the list."""
    upright, level = 2 * X**2 - 4 * X + 1, 16 * Y - 5
    found = partition_by(
        lambda sign_of: ("below", "on", "above")[1 + sign_of(level) * abs(sign_of(upright))],
        decisions("1/2"),
        "announced",
        HALF,
        None,
    )
    assert set(found.ties) == {Boundary(upright, aims, aims, ("on",), ()) for aims in ("below", "above")}


# -- isolated zeros

_, A, B = ring("a, b", QQ)
THIRD, MIDDLE = QQ(1, 3), QQ(1, 2)
POINT = (A - MIDDLE) ** 2 + (B - THIRD) ** 2


def whole(polynomial):
    """Return the primitive integer polynomial with the same zeros."""
    return polynomial.clear_denoms()[1].primitive()[1]


@pytest.mark.parametrize(
    "polynomial",
    [
        POINT + QQ(1, 10**9),  # no zero at all, by little
        POINT - QQ(1, 10**9),  # a circle of radius 1/31623
        (A - 2) ** 2 + (B - THIRD) ** 2,  # a point outside the square
        A**2 + (B - THIRD) ** 2,  # a point on its edge
        (B - MIDDLE) ** 2 - (A - MIDDLE) ** 2 * (A - QQ(1, 4)),  # a node, and a turning point at x = 1/4
        (B - MIDDLE) ** 2 - (A - MIDDLE) ** 3,  # a cusp
        (2 * A**2 - 1) ** 2 - (2 * B**2 - 1) ** 2 * A,  # a node at an irrational point
        2 * A**2 - 1,  # a line of constant x
        (1000 * B - 501) ** 2 - 2,  # two of constant y, close together
    ],
)
def test_curves_are_not_mistaken_for_isolated_zeros(polynomial):
    refuse_isolated_zeros(Plane(), whole(polynomial))


def test_a_partition_that_would_overlook_a_point_is_refused():
    """A decision with an isolated zero: the signs in all cells and on all curves say nothing of that point."""
    point = whole(POINT)
    with pytest.raises(ProblemError, match=r"a = 0\.500000, b = 0\.333333"):
        partition_by(lambda sign_of: sign_of(point), decisions("1"), "announced", HALF, None)


# -- the order of the win probabilities


def test_every_cell_has_the_order_that_the_solver_gives():
    orders, cells = partition("1").standings(), 0
    for strip in orders.strips:
        for place, cell in enumerate(strip.cells):
            win = solve([strip.x, strip.sample(place), 1]).win
            assert orders.class_of(cell) == tuple(sum(other > own for other in win) for own in win)
            cells += 1
    assert cells > 50


# -- output


def test_a_partition_is_printed_in_every_format():
    made = partition("1")
    rows = list(csv.DictReader(made.to_text("csv").splitlines()))
    assert [(row["aims"], row["share"], row["where"]) for row in rows] == [
        (region.name, region.share, str(region)) for region in made.regions
    ]
    for text in (made.to_text(), made.to_text("md"), made.to_text("latex"), made._repr_html_()):
        assert sum(text.count(share) for share in ("43.8744", "2.2540")) == 2
        assert "0.317672196172" in text and "on it (tie rule)" in text and "Complete" in text
    assert made.to_json()["regions"][0]["aims"] == ["Miss", "C", "B"]
