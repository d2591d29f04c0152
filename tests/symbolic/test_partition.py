"""Exact regions: against the exact solver on grids, against certified maps, and piece by piece."""

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path

import mpmath
import pytest
from arc_points import points_on
from hypothesis import example, given
from hypothesis import strategies as st
from pages import page_text, section, table
from sympy import QQ, ring

from truel_ref import Problem, maps, solve
from truel_ref.limits import time_limit
from truel_ref.numbers import between, decimal_text, enclosed, minimal_polynomial, read_number, scaled_value, sign_of
from truel_ref.symbolic.algebra import Letters, open_sign, value_at
from truel_ref.symbolic.areas import integrals, root_at
from truel_ref.symbolic.borders import ClassifiedSquare
from truel_ref.symbolic.decisions import Decisions, settled, sign_by
from truel_ref.symbolic.partition import partition_by, regions
from truel_ref.symbolic.pieces import BorderArc, Boundary, aims_text
from truel_ref.symbolic.plane import Plane, PlaneCurve, ordered
from truel_ref.symbolic.text import polynomial_text

RING, X, Y = ring("x, y", QQ)
CIRCLE = 16 * (2 * X - 1) ** 2 + 16 * (2 * Y - 1) ** 2 - 9
NARROW = 2**88 * (3 * X - 1) ** 2 + 16 * (2 * Y - 1) ** 2 - 9
HALF = Fraction(1, 2)
SIDE = 24  # points of a grid along a side
ROOT = Path(__file__).parents[2]
FIXED = ["1", "1/2", pytest.param("9/10", marks=pytest.mark.slow), pytest.param("1/4", marks=pytest.mark.slow)]


@pytest.fixture(scope="module")
def partition():
    # Where no area is looked at, one digit will do.
    return cache(lambda hit: regions([None, None, hit], precision="1e-6" if hit in ("1", "1/2") else "1e-1"))


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


def test_an_open_sign_is_not_claimed_where_the_middle_is_zero():
    assert open_sign((2 * X - 1) ** 2, halvings=5) is None


def test_an_open_sign_is_proved_with_as_many_halvings_as_it_needs():
    """The polynomial is at least 1/2, and has negative coefficients on every box that is not halved both ways."""
    positive = 4 * X**2 - 4 * X + 4 * Y**2 - 4 * Y + QQ(5, 2)
    for sign in (1, -1):
        assert [open_sign(sign * positive, halvings) for halvings in range(3)] == [None, None, sign]


# -- roots


@example([1, 1, 1, -3, 1])  # the isolating intervals of its two roots share an end
@given(st.lists(st.integers(-9, 9), min_size=2, max_size=5).filter(lambda values: values[0]))
def test_roots_are_isolated_in_order(coefficients):
    found = ordered(Plane().roots(coefficients))
    for root in found:
        root.narrow(Fraction(1, 10**6))
        assert root.low < root.value < root.high or root.low == root.value == root.high
        assert minimal_polynomial(root.value) == root.coefficients
    for low, high in pairwise(found):
        assert low.high < high.low
    inside = [place for place in range(1, 1000) if scaled_value(coefficients, Fraction(place, 1000)) == 0]
    assert {Fraction(place, 1000) for place in inside} <= {root.value for root in found}
    signs = [scaled_value(coefficients, Fraction(2 * place + 1, 2003)) > 0 for place in range(1001)]
    assert sum(one != two for one, two in pairwise(signs)) <= len(found)


def test_equal_roots_of_different_products_are_one():
    # (2x^2 - 1)(3x - 1) and (2x^2 - 1)^2
    plane = Plane()
    found = ordered([*plane.roots((6, -2, -3, 1)), *plane.roots((4, 0, -4, 0, 1))])
    assert [decimal_text(root.value, 3) for root in found] == ["0.333", "0.707"]


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


def comparisons(tree):
    """Yield every comparison: the options before, and two options of the next player, each with its replies."""
    sizes = [range(len(options)) for options in tree.options]
    for place in range(3):
        for earlier in product(*sizes[:place]):
            for first, second in combinations(product(*sizes[place:]), 2):
                if first[0] < second[0] and not any(tree.stalls(earlier + one) for one in (first, second)):
                    yield earlier, first, second


def curves_of_a_problem():
    tree = decisions("1/2")
    deciding = (one for each in comparisons(tree) for one, _ in tree.compare(*each)[1])
    return list(dict.fromkeys(deciding))[:7]


def test_strips_hold_every_root_in_one_order():
    """Elsewhere in a strip than at its sample the same curves stand in the same order, with the same signs."""
    polynomials = curves_of_a_problem()
    plane = Plane()
    for strip in plane.strips(polynomials):
        expected = [(section.curve.polynomial, section.number) for section in strip.sections]
        strip.left.narrow(Fraction(1, 10**9))
        strip.right.narrow(Fraction(1, 10**9))
        width = strip.right.low - strip.left.high
        for share in (Fraction(1, 97), Fraction(96, 97)):
            x = strip.left.high + width * share
            curves = [plane.curve(polynomial) for polynomial in polynomials]
            of = {root: curve for curve in curves if not curve.upright for root in curve.roots_at(x)}
            roots = ordered(of)
            assert [(of[root].polynomial, root.number) for root in roots] == expected
            ends = [Fraction(0), *(end for root in roots for end in (root.low, root.high)), Fraction(1)]
            for cell, (low, high) in zip(strip.cells, zip(ends[::2], ends[1::2], strict=True), strict=True):
                signs = [plane.curve(polynomial).sign(x, between(low, high)) for polynomial in polynomials]
                assert [1 if cell >> place & 1 else -1 for place in range(len(signs))] == signs


def test_a_circle_is_cut_where_it_turns_and_a_line_of_constant_x_is_a_critical_value():
    assert [len(strip.cells) for strip in Plane().strips([CIRCLE])] == [1, 3, 1]
    assert [strip.cells for strip in Plane().strips([2 * X - 1, X - Y])] == [[2, 0], [3, 1]]


def test_where_a_curve_meets_a_level_edge():
    def misses(polynomial, level):
        return PlaneCurve(polynomial).misses((HALF - HALF**9, HALF + HALF**9), (Fraction(level), Fraction(level)))

    # The edge lies on a level line, a diagonal crosses it, it touches a circle.
    assert not any([misses(2 * Y - 1, "1/2"), misses(X - Y, "1/2"), misses(X - Y, HALF + HALF**9)])
    assert not misses(CIRCLE, "1/8")
    assert misses(2 * Y - 1, "1/3") and misses(X - Y, 2) and misses(CIRCLE, "1/9")


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


@pytest.mark.parametrize(("classes", "met"), [("WSNE", ["ENSW"]), ("WSNN", ["NSW"]), ("WSSW", [])])
def test_three_regions_or_more_meet_in_a_point(classes, met):
    """Two lines cross in the middle; the classes are those on the left, below, above and on the right."""
    lines = [X - Y, X + Y - 1]
    found = ClassifiedSquare(Plane(), lines, classes.__getitem__).meetings()
    assert ["".join(meeting.aims) for meeting in found] == met
    assert all((each.x, each.y, set(each.polynomials)) == (HALF, HALF, set(lines)) for each in found)


def test_an_upright_line_meets_a_level_one():
    lines = 2 * X - 1, 2 * Y - 1
    (met,) = ClassifiedSquare(Plane(), lines, "abcd".__getitem__).meetings()
    assert (met.x, met.y, met.polynomials) == (HALF, HALF, lines)


def arc(strip, place):
    section = strip.sections[place]
    return section.curve, section.number, strip.left.value, strip.right.value


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


def test_what_is_left_out_at_the_ends_of_many_pieces_stays_within_the_error():
    """At both ends of each piece a sliver is left out, which halving the pieces does not make narrower."""
    (strip,) = Plane().strips([X - Y])
    with time_limit(60):
        enclosures = integrals([arc(strip, 0)] * 60, Fraction(1, 10**11))
    assert all(low <= Fraction(1, 2) <= high for low, high in enclosures)
    assert sum(high - low for low, high in enclosures) <= Fraction(1, 10**11)


def test_very_narrow_pieces_are_enclosed():
    """An irrational end agrees with the other one to more digits than it is first enclosed to, or nearly to as many."""
    root, fine = read_number("sqrt(2)/2"), Fraction(1, 2**62)
    low, high = enclosed(root, Fraction(1, 2**40))
    for left, right, error in [
        (root, root + Fraction(1, 2**60), fine),
        (root, enclosed(root, fine / 16)[1], fine),
        (root, high + Fraction(1, 2**42), Fraction(1, 2**20)),
        (low - Fraction(1, 2**42), root, Fraction(1, 2**20)),
    ]:
        ((least, most),) = integrals([(PlaneCurve(X - Y), 0, left, right)], error)
        assert least <= (right - left) * (left + right) / 2 <= most <= least + error


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
def test_the_partition_gives_the_aims_of_the_exact_solver(hit, partition):
    """At every interior point of a grid that lies on no curve; certified maps are exact at every pixel."""
    found = partition(hit)
    assert aims_on_a_grid(found, hit) >= SIDE  # the diagonal
    for region in found.regions:  # the small ones, too
        assert solve([*region.sample, hit]).aims == region.aims


@pytest.mark.slow
@pytest.mark.parametrize("hit", FIXED)
def test_with_random_the_partition_gives_the_aims_of_the_exact_solver(hit):
    found = regions([None, None, hit], ["others", "miss", "random"], precision="1e-4")
    assert aims_on_a_grid(found, hit, search=["others", "miss", "random"]) >= SIDE


@pytest.mark.parametrize(
    ("hits", "rule"),
    [
        ([1, None, None], 1),
        ([None, 1, None], 1),
        pytest.param(["2/5", None, None], 1, marks=pytest.mark.slow),
        pytest.param([None, "2/5", None], 1, marks=pytest.mark.slow),
        *(([None, None, 1], rule) for rule in (2, 4, -1)),
    ],
)
def test_other_players_can_be_fixed_and_other_tie_rules_used(hits, rule):
    found = regions(hits, if_eq=rule, precision="1e-1")
    assert len(found.regions) > 1
    for x, y in ((Fraction(i, 12), Fraction(j, 13)) for i in range(1, 12) for j in range(1, 13)):
        numbers = iter((x, y))
        region = found.at(x, y)
        solution = solve([next(numbers) if hit is None else hit for hit in hits], if_eq=rule)
        assert region is None or region.aims == solution.aims


@pytest.mark.parametrize("hit", FIXED[:2])
def test_shares_agree_with_certified_maps(hit, partition):
    """Squares of a grid that no curve can meet belong to one region each, so they bound every area from both sides."""
    found = partition(hit)
    data = maps.build(maps.MapSpec(Problem([0, 0, hit]), 128, a_above_b=True))
    sides = [(Fraction(place, 64), Fraction(place + 1, 64)) for place in range(64)]
    curves = {PlaneCurve(one.polynomial) for one in found.boundaries}
    touched = {
        (i, j) for i, j in product(range(64), repeat=2) if not all(curve.misses(sides[i], sides[j]) for curve in curves)
    }
    inside = {region.aims: 0 for region in found.regions}
    for i, j in {*product(range(64), repeat=2)} - touched:
        inside[data.aims_at(2 * i + 1, 2 * j + 1)] += 1
    for region in found.regions:
        assert Fraction(inside[region.aims], 4096) <= region.area[1]
        assert region.area[0] <= Fraction(inside[region.aims] + len(touched), 4096)
        assert region.area[1] - region.area[0] <= Fraction(1, 10**6)
    assert sum(region.area[0] for region in found.regions) <= 1 <= sum(region.area[1] for region in found.regions)
    assert len(touched) < 2048


@pytest.mark.parametrize("hit", FIXED)
def test_every_curve_has_points_on_both_sides_with_the_stated_aims(hit, partition):
    found = partition(hit)
    assert found.boundaries
    for one in found.boundaries:
        curve = PlaneCurve(one.polynomial)
        for arc in one.arcs:
            sides = {}
            upright = arc.bottom is not None
            middle = between(*((arc.bottom, arc.top) if upright else (arc.left, arc.right)))
            low, high = enclosed(arc.left, Fraction(1, 10**9)) if upright else root_at(curve, arc.number, middle)
            for step in (-Fraction(1, 10**5), Fraction(1, 10**5)):
                value = (low if step < 0 else high) + step
                point = (value, middle) if upright else (middle, value)
                sides[curve.sign(*point)] = solve([*point, hit]).aims
            assert sides == {-1: one.negative, 1: one.positive}


@pytest.mark.parametrize("hit", FIXED)
def test_on_rational_points_of_curves_the_tie_rule_takes_what_is_stated(hit, partition):
    """The diagonal and lines of constant a or b hold rational points."""
    points = [(boundary, x, low) for boundary, _, x, low, high in points_on(partition(hit)) if low == high]
    assert points
    for boundary, x, y in points:
        assert solve([x, y, hit]).aims in boundary.on


@pytest.mark.parametrize("hit", FIXED)
def test_where_regions_meet_they_are_all_near(hit, partition):
    found = partition(hit)
    assert found.meetings
    step = Fraction(1, 10**4)
    for meeting in found.meetings:
        x, y = (enclosed(value, step**3)[0] for value in (meeting.x, meeting.y))
        near = set()
        for i, edge in product(range(-30, 31), (-30, 30)):
            for across, up in ((i, edge), (edge, i)):
                region = found.at(x + across * step / 30, y + up * step / 30)
                near |= {region.aims} if region else set()
        assert near == set(meeting.aims)
        assert len(meeting.aims) >= 3


@pytest.mark.parametrize("hit", FIXED)
def test_descriptions_hold_in_their_own_region_and_in_no_other(hit, partition):
    found = partition(hit)
    for region in found.regions:
        signs = {curve.polynomial: curve.sign(*region.sample) for curve in found.square.curves}
        assert found.at(*region.sample) is region
        for other in found.regions:
            holds = any(all(signs[one.polynomial] == one.sign for one in both) for both in other.conditions)
            assert holds == (other is region)


@pytest.mark.parametrize("hit", ["1"])
def test_the_page_shows_every_region_and_every_curve(hit, partition):
    found = partition(hit)
    text = section(page_text("regions.md"), found.title())
    rows = {tuple(row[:2]) for row in table(text)}
    assert {(region.name, str(region.share)) for region in found.regions} <= rows
    curves = {(f"`{polynomial_text(one.polynomial)}`", aims_text(one.negative)) for one in found.boundaries}
    assert curves <= rows
    assert len(rows) == len(found.regions) + len(curves) + len(found.meetings) + 3  # the heads of three tables


def test_a_partition_without_curves_is_one_region():
    (region,) = regions([None, None, 0], ["miss", "self"], precision="1e-2").regions
    assert region.area == (1, 1)


@pytest.mark.parametrize("third", ["1/2", pytest.param(None, marks=pytest.mark.slow)])
def test_decisions_are_linear_in_what_was_announced_before(third):
    """The formula of a comparison against the values of both options, u = V / (1 - K), at points of the cube."""
    tree = decisions(third)
    points = [tuple(map(Fraction, point.split())) for point in ("1/3 2/5 5/7", "9/10 1/8 1/2", "1/2 1/2 1/2")]
    for (earlier, first, second), point in product([*comparisons(tree)][::13], points):
        problem = tree.problem(point if third is None else point[:2])
        place, worths = len(earlier), []
        order = problem.order[place:] + problem.order[:place]
        for options in (first, second):
            targets = [aim.weights for aim in tree.aims(earlier + options)]
            # The same three players with the one who decides on move.
            turned = solve(
                [problem.hits[player] for player in order],
                targets=[[targets[player][other] for other in order] for player in order],
            )
            worths.append(turned.win[0])
        decided = tree.compare(earlier, first, second)
        signs = {each: sign_of(value_at(each, point[: each.ring.ngens])) for each, _ in decided[1]}
        assert sign_by(decided, signs.get) == sign_of(worths[0] - worths[1])


# -- pictures


def test_drawn_lines_lie_on_their_curves(partition):
    found = partition("1/2")
    for one in found.boundaries:
        for arc, line in zip(one.arcs, found.polylines(one, steps=10), strict=True):
            assert 0 <= line[0][0] - float(arc.left) < 1e-6 and 0 <= float(arc.right) - line[-1][0] < 1e-6
            for point in line:
                assert abs(value_at(one.polynomial, list(map(Fraction, point)))) < Fraction(1, 10**6)


def test_a_tie_rule_may_go_by_its_name():
    """A name ended in a KeyError at the first tie."""
    ranks = [
        Decisions(Letters([None, None, 1]), if_eq=rule).tie_ranks(0, (0, 1, 2), lambda p: 1)
        for rule in (2, "strongest")
    ]
    assert ranks[0] == ranks[1]


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
