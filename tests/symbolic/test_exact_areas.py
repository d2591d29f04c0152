"""Areas in closed form: every step against numbers to 30 digits, and the areas against integrals found otherwise."""

from fractions import Fraction
from functools import cache, reduce
from types import SimpleNamespace

import mpmath
import pytest
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import QQ, Poly, Symbol, lambdify, ring

from truel_ref.errors import SymbolicError
from truel_ref.numbers import decimal_text, evaluate, minimal_polynomial, root
from truel_ref.studies.cube import cube_surfaces
from truel_ref.studies.uniqueness import perfect_shot_areas
from truel_ref.symbolic.borders import ClassifiedSquare, areas_of
from truel_ref.symbolic.curves import parameter_field
from truel_ref.symbolic.elementary import (
    Elementary,
    FieldNumber,
    Term,
    _interval,
    arc_tangent,
    logarithm,
    ratio_logarithm,
)
from truel_ref.symbolic.exact_areas import closed_regions, exact_area
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.pieces import BorderArc
from truel_ref.symbolic.plane import Plane, PlaneCurve
from truel_ref.symbolic.plays import compared_regions, stationary_regions
from truel_ref.symbolic.rational_curves import Primitive, RationalCurve

SLOW = pytest.mark.slow
(T,) = parameter_field("t").gens
RING, A, B = ring("a, b", QQ)
DIGITS = 40
NEAR = mpmath.mpf(10) ** -30

FRACTIONS = st.fractions(-5, 5, max_denominator=12)
SURDS = st.builds(
    lambda r, p, q: FieldNumber.of(root([1, 0, -r], 1) * q + p),
    st.sampled_from([2, 3, 5, 6, 7, 10, 13, 21, 34]),
    FRACTIONS,
    FRACTIONS,
)
CUBIC = root([1, -3, 4, -1], 0)
CUBICS = st.builds(lambda p, q, r: FieldNumber.of(CUBIC * (CUBIC * q + r) + p, CUBIC), FRACTIONS, FRACTIONS, FRACTIONS)
ANY = st.one_of(st.builds(FieldNumber.of, FRACTIONS), SURDS, CUBICS)


def number(value):
    """Return an algebraic number or a fraction for mpmath."""
    exact = Fraction(decimal_text(value, DIGITS + 10))
    return mpmath.mpf(exact.numerator) / exact.denominator


def test_an_interval_holds_a_number_that_is_nearly_a_double():
    nearly = FieldNumber.of(root([2**200, 0, 1 - 2**200], 1))
    assert _interval(nearly, mpmath.iv).a < 1 <= _interval(nearly, mpmath.iv).b


def of_term(term):
    under, argument = mpmath.sqrt(term.under), number(term.argument.value)
    function = {
        "pi": lambda: mpmath.pi,
        "log": lambda: mpmath.log(argument),
        "atan": lambda: mpmath.atan(argument / under),
        "ratio": lambda: mpmath.log(abs((argument + under) / (argument - under))),
    }[term.kind]()
    return mpmath.mpf(term.coefficient.numerator) / term.coefficient.denominator * function / under


def assert_near(closed, wanted, near=NEAR):
    """The enclosure is narrow and lies where mpmath has the value, to 30 digits."""
    with mpmath.workdps(DIGITS + 10):
        low, high = (mpmath.mpf(end.numerator) / end.denominator for end in closed.enclosure())
        assert low <= high <= low + NEAR
        assert abs(low - wanted) < near * (1 + abs(wanted))


# -- numbers and terms


@given(ANY, FRACTIONS)
def test_coordinates_are_those_of_the_numbers(number, fraction):
    assert sum(one * number.base**power for power, one in enumerate(number.coordinates)) == number.value
    assert number.times(fraction).value == number.value * fraction
    assert FieldNumber.of(number.value).value == number.value
    assert number.degree == len(minimal_polynomial(number.base)) - 1


KINDS = st.tuples(st.sampled_from(["log", "atan", "ratio"]), FRACTIONS, ANY, st.sampled_from([1, 2, 3, 5]))


@given(st.lists(KINDS, max_size=3))
def test_the_form_of_a_sum_does_not_change_its_value(listed):
    """Terms as they come, evaluated by mpmath, against the sum that was made of them."""
    made, plain = [], []
    for kind, coefficient, argument, under in listed:
        square = argument.times(argument.value).rational
        assume(argument.value and coefficient and square != under)
        assume(kind != "ratio" or under > 1)
        positive = argument if kind != "log" or argument.value > 0 else argument.times(-1)
        plain.append(Term(coefficient, kind, positive, under))
        maker = {"log": logarithm, "atan": arc_tangent, "ratio": ratio_logarithm}[kind]
        made.append(maker(coefficient, argument, under))
    closed = Elementary.of([], made)
    with mpmath.workdps(DIGITS + 10):
        assert_near(closed, mpmath.fsum(map(of_term, plain)))


def test_equal_numbers_get_one_form():
    def text(*logarithms):
        return str(
            Elementary.of([], [logarithm(Fraction(power), FieldNumber.of(value)) for power, value in logarithms])
        )

    golden = (1 + root([1, 0, -5], 1)) / 2
    assert text((1, golden)) == "log((1 + sqrt(5))/2)"
    for power in range(2, 12):
        assert text((1, golden**power)) == f"{power}*log((1 + sqrt(5))/2)"
        assert text((1, golden**power), (power, 1 / golden)) == "0"
    norm_nine = 29 + 8 * root([1, 0, -13], 1)
    assert text((1, norm_nine)) == "2*log((1 + sqrt(13))/2) + 2*log((3 + sqrt(13))/2)"


# -- integrals

FACTORS = st.sampled_from([T + 1, 2 * T + 1, T**2 + 1, T**2 - T + 1, 3 * T**2 - 2 * T + 1, T**2 - 2, T**2 - 2 * T - 5])


@examples(45)
@given(
    st.lists(FRACTIONS, min_size=1, max_size=6),
    st.lists(FACTORS, max_size=3),
    st.fractions(0, 1, max_denominator=9),
    st.sampled_from([FieldNumber.of(1), FieldNumber.of(CUBIC), FieldNumber.of(root([2, 0, -1], 1))]),
)
def test_primitives_give_integrals(coefficients, factors, start, end):
    function = evaluate([T.field.domain(one.numerator, one.denominator) for one in coefficients], T) + 0 * T
    for factor in factors:
        function = function / factor
    closed = Primitive(function).between(FieldNumber.of(start), end)

    value = lambdify("t", function.as_expr(), "mpmath")
    with mpmath.workdps(DIGITS):
        assert_near(closed, mpmath.quad(value, [number(start), number(end.value)]))


# -- curves

RATIONAL = [
    # polynomial, arcs by their ends; those of the lowest root, and at last that above it
    (1 - 2 * A - B + A * B, Fraction(1, 10), Fraction(2, 5)),
    (A + B - 2 * A * B - 2 * B**2 + A * B**2, Fraction(1, 10), Fraction(1, 5)),
    (A**2 + 2 * A * B - B**2 - 2 * A**2 * B + A**2 * B**2, Fraction(1, 3), Fraction(2, 5)),  # d of degree 1
    (-(A**2) + 2 * A * B + B**2 - 2 * A * B**2 + A**2 * B**2, Fraction(3, 5), Fraction(4, 5)),  # a square leads d
    (-(A**2) + A * B + 2 * B**2 - 5 * A * B**2 + 5 * A**2 * B**2, Fraction(1, 4), Fraction(1, 2)),  # d = 20a^2-20a+9
    (A**2 + 2 * A * B - B**2 - A**2 * B - A * B**2 + 2 * A**2 * B**2, Fraction(1, 5), Fraction(2, 5)),  # d = 8 - 7a^2
    (4 * B**2 - 4 * B + A**2, Fraction(1, 4), Fraction(3, 5)),  # d = 1 - a^2, which is 0 at its first rational point
    (4 * B**2 - 4 * B + A**2, Fraction(24, 25), Fraction(99, 100)),  # near its vertex
    (4 * B**2 - 4 * B + A + 3 * A**2, Fraction(0), Fraction(1, 4)),  # d = 1 - a - 3a^2, from its rational point at 0
]


@pytest.mark.parametrize(
    ("polynomial", "left", "right", "place"), [*((*row, 0) for row in RATIONAL), (*RATIONAL[-1], 1)]
)
def test_paths_lie_on_their_curves_and_end_where_they_should(polynomial, left, right, place):
    curve = PlaneCurve(polynomial)
    arc = BorderArc(left, right, place)
    rational = RationalCurve(curve)
    assert (rational.genus, rational.obstacle) == (0, None)
    heights = {x: [y for y in line_roots(curve, x) if 0 <= y <= 1][place] for x in (left, right)}
    path = rational.path(arc, lambda x: FieldNumber.of(heights[x]))
    assert not sum(int(one) * path.x**i * path.y**j for (i, j), one in polynomial.terms())
    for x, y in heights.items():
        t = path.parameter(x).value
        assert (evaluate_at(path.x, t), evaluate_at(path.y, t)) == (x, y)
    closed = Primitive(path.integrand).between(path.parameter(left), path.parameter(right))

    def height(x):
        line = [mpmath.polyval(row, x) for row in curve.rows[::-1]]
        return [y for y in mpmath.polyroots(line, maxsteps=200, extraprec=200) if 0 < y < 1][place]

    with mpmath.workdps(DIGITS + 10):
        assert_near(closed, mpmath.quad(height, [number(left), number(right)]))


def line_roots(curve, x):
    line = curve.line(x)
    count = len(set(Poly(list(line), Symbol("y")).real_roots()))
    return [root(line, place) for place in range(count)]


def evaluate_at(function, value):
    above, below = (
        sum((Fraction(int(one.numerator), int(one.denominator)) * value**power for (power,), one in side.terms()), 0)
        for side in (function.numer, function.denom)
    )
    return above / below


@pytest.mark.parametrize(
    ("polynomial", "genus", "reason"),
    [
        (-B + A**2 + 2 * A * B - 2 * A**2 * B - A * B**2 + A**2 * B**2, 1, "a curve of genus 1"),
        (B**2 - A**5 - 2, 2, "a curve of genus 2"),
        (A**2 - B**5 - 2, 2, "a curve of genus 2"),
        (A**2 - 2 * B**2, None, r"rational over sqrt\(2\) only"),
        (3 * A**2 + 4 * B**2 - 2, 0, "no rational point was met"),
        (A**3 + B**3 - 2, 1, "a curve of genus 1"),
        (A**3 + B**4 - 2, 3, "a curve of genus 3"),
        (A**3 + B**3 - A * B, 0, "of degree 3 in the letter that is upright"),
        (A**3 - 2 * B**3, None, "three conjugate curves"),
        (A**4 + B**4 - 2, None, "degree 4 in one letter and 4 in the other"),
        (A**2 - B**3 + A * B - B**2, 0, "of degree 3 in the letter that is upright"),
    ],
)
def test_what_stops_a_closed_form_is_said(polynomial, genus, reason):
    curve = RationalCurve(PlaneCurve(polynomial))
    assert curve.genus == genus
    with pytest.raises(SymbolicError, match=reason):
        curve.path(BorderArc(Fraction(1, 10), Fraction(1, 5), 0), FieldNumber.of)


# -- areas

MADE = {"announced": regions, "stationary": stationary_regions, "both": compared_regions}


@cache
def table(play, hit):
    return closed_regions(MADE[play]([None, None, hit], precision="1e-4"))


def test_areas_beside_a_perfect_shot_are_those_derived_by_hand():
    """They are equal: the difference is 0 to 60 digits, and both are of the form p + log(q) over the same fields."""
    by_hand = perfect_shot_areas()
    made = table("stationary", "1")
    assert len(made.areas) == len(by_hand) == 4
    for aims, area in by_hand.items():
        assert abs((made.of(aims).closed.to_sympy() - area).evalf(60)) < 10**-55


@pytest.mark.parametrize("hit", ["1", "1/2", pytest.param("1/3", marks=SLOW)])
def test_two_stationary_areas_are_integrals_between_the_surfaces(hit):
    """Surface 7 is linear in b and surface 8 in a; C, C, A and C, C, B are all below one, on one side of a = b."""
    made = table("stationary", hit)
    polynomials = cube_surfaces("stationary").polynomials
    with mpmath.workdps(DIGITS + 10):
        c = number(Fraction(hit))
        for name, place, solved in (("C, C, A", 6, 1), ("C, C, B", 7, 0)):
            terms = [(powers, int(one)) for powers, one in polynomials[place].terms()]

            def bound(free, terms=terms, solved=solved):
                sides = [mpmath.mpf(0), mpmath.mpf(0)]
                for powers, one in terms:
                    sides[powers[solved]] += one * free ** powers[1 - solved] * c ** powers[2]
                return -sides[0] / sides[1]

            meets = mpmath.findroot(lambda t, bound=bound: bound(t) - t, c / (2 * c + 1))
            ends = mpmath.findroot(bound, meets)
            assert_near(made.of(name).closed, meets**2 / 2 + mpmath.quad(bound, [meets, ends]))


@pytest.mark.parametrize(("hit", "count"), [("1", 4), ("1/2", 5)])
def test_all_areas_of_stationary_play_are_closed_and_fill_the_square(hit, count):
    areas = [area for _, area in table("stationary", hit).areas]
    assert len(areas) == count
    assert not any(area.obstacles for area in areas)
    assert str(reduce(Elementary.plus, (area.closed for area in areas))) == "1"


@pytest.mark.slow
def test_which_curves_stop_the_areas_of_announced_play():
    stopped = {name: area for name, area in table("announced", "1").areas if area.closed is None}
    assert set(stopped) == {"C, Miss, A", "B, C, Miss"}
    for area in stopped.values():
        (obstacle,) = area.obstacles
        assert (str(obstacle.polynomial), obstacle.genus) == ("a**2*b**2 - 2*a**2*b + a**2 - a*b**2 + 2*a*b - b", 1)
    # Between two classes that are both wanted the same curve is not a boundary.
    partition = regions([None, None, 1], precision="1e-4")
    either = exact_area(partition, lambda aims: str(aims[0]) != "C" or aims[1].is_miss)
    four = table("stationary", "1")
    assert str(either.closed) == str(four.of("Miss, C, B").closed.plus(four.of("C, Miss, A").closed))


@pytest.mark.slow
def test_the_announced_areas_that_are_closed_at_one_half():
    closed = {name: area.closed for name, area in table("announced", "1/2").areas if area.closed is not None}
    assert set(closed) == {"Miss, C, B", "C, C, A", "B, C, B", "Miss, C, A"}
    assert str(closed["B, C, B"]) == "-2 + sqrt(2) + 5*log(2) - log(3) - 2*log(1 + sqrt(2))"
    assert str(closed["C, C, A"]) == str(table("stationary", "1/2").of("C, C, A").closed)
    with mpmath.workdps(DIGITS + 10):
        # Miss, C, B lies left of a = b / (1 + b), and right of the boundary of stationary play, both functions of b.
        knee = mpmath.findroot(lambda b: bound_of_a(b) - b / (1 + b), 0.23)
        left = mpmath.quad(lambda b: b / (1 + b), [knee, 1])
        assert_near(closed["Miss, C, B"], left - mpmath.quad(bound_of_a, [knee, 2 - mpmath.sqrt(3)]))


def bound_of_a(b):
    """At c = 1/2, surface 8 of stationary play: -1 + a + 4b - 2ab - b^2 + 3ab^2 = 0."""
    return (1 - 4 * b + b**2) / (1 - 2 * b + 3 * b**2)


@pytest.mark.parametrize("across", [A, 1 - A])
def test_one_letter_serves_both_coordinates_of_a_corner(across):
    """Below b = a / (1 + a) and left of a = (1 - b) / (1 + b^2), which meet at an algebraic point of degree 3."""
    curves = [across * (1 + B**2) - 1 + B, B + across * B - across]
    square = ClassifiedSquare(Plane(), curves, lambda signs: not signs)
    bounds = areas_of(square, square.arcs(), Fraction(1, 100))[True]
    closed = exact_area(SimpleNamespace(square=square, area=lambda _: bounds), bool).closed
    assert len(closed.letters) == 1
    with mpmath.workdps(DIGITS + 10):
        corner = mpmath.findroot(lambda b: b**3 - b**2 + 3 * b - 1, 0.36)
        assert_near(closed, mpmath.quad(lambda b: (1 - b) / (1 + b**2) - b / (1 - b), [0, corner]))


def test_areas_between_lines_are_exact():
    """Between upright lines the enclosure may be a single fraction."""
    plane = regions([None, Fraction(1, 3), None], search=["others"], precision="1e-4")
    for region in plane.regions:
        area = exact_area(plane, lambda aims, own=region.aims: aims == own)
        low, high = area.closed.enclosure()
        assert low == high == Fraction(str(area.closed))
    assert exact_area(plane, lambda _: True).closed.enclosure() == (1, 1)


@SLOW
@pytest.mark.parametrize("hit", ["1", "1/2", "1/4", "9/10"])
@pytest.mark.parametrize("play", ["announced", "stationary"])
def test_closed_areas_lie_in_narrow_enclosures(play, hit):
    wide, narrow = table(play, hit), closed_regions(MADE[play]([None, None, hit], precision="1e-7"))
    for name, area in narrow.areas:
        assert wide.of(name).closed == area.closed
        low, high = area.enclosure
        assert high - low < Fraction(1, 10**6)
