"""Equal chances under every profile: against the solver, a second way to the formulas, and points off the curves."""

import json
import random
import re
from fractions import Fraction
from functools import partial
from itertools import product
from math import lcm

import pytest
from examples import one_in
from pages import assert_numbers, formula, numbers, page_text, table
from refusing import assert_refused
from test_equal_chances import common_roots

from truel_ref import equilibria, solve
from truel_ref.errors import SymbolicError
from truel_ref.game.variant import PLAYS
from truel_ref.numbers import Algebraic, minimal_polynomial, real_roots
from truel_ref.studies.equal_profiles import equal_curve, every_equal_curve
from truel_ref.symbolic.algebra import Letters, value_at

THIRD = Fraction(1, 3)
WITH_CURVES = [
    *("B,A,A", "B,A,B", "B,A,Miss", "B,C,A", "B,C,B", "B,C,Miss", "B,Miss,A", "C,A,A", "C,A,B", "C,A,Miss"),
    *("C,C,A", "C,C,B", "C,Miss,A", "C,Miss,B", "Miss,A,B", "Miss,C,A", "Miss,C,B"),
]
QUICK = ("B,A,Miss", "C,C,A", "C,C,B", "B,Miss,A", "B,C,Miss")
PAGE = page_text("atlas/equal-chances.md")
PROFILES = list(product(("B", "C", "Miss"), ("A", "C", "Miss"), ("A", "B", "Miss")))


def optimal_pieces():
    """Return from the page the profiles that are optimal somewhere, with the base and where the pieces end."""
    rows = {}
    for profile, base, *ends in table(PAGE)[1:]:
        texts = [
            None if end == "everywhere" else re.fullmatch(rf"\${base.lower()} < ([0-9.]+)\$", end)[1] for end in ends
        ]
        rows[profile.replace(", ", ",")] = ("ABC".index(base), texts)
    return rows


SOMEWHERE = optimal_pieces()
# Found by adding points on the elliptic curve of C, C, B; anybody can check it with the solver.
RATIONAL_CCB = (
    Fraction(623022767181973451380094472070409, 7501671522566339942485026653714471),
    Fraction(623022767181973451380094472070409, 4556477474090477810914521141834867),
    Fraction(2479499500111969191725853412098864018637177, 10826984023541687000224802031139327708056046),
)


def wins(hits, profile):
    return solve(hits, targets=profile.split(",")).win


def on_the_curve(curve, base):
    """Return the exact hit probabilities at a rational hit probability of the base player: two may be irrational."""
    odds = (1 - base) / base
    (root,) = curve.arc.points(odds)
    (other,) = {*curve.arc.in_plane} - {curve.arc.base}
    place = {curve.arc.base: odds, other: root.value}
    above, below = (
        sum(
            int(value) * place[curve.arc.in_plane[0]] ** powers[0] * place[curve.arc.in_plane[1]] ** powers[1]
            for powers, value in polynomial.terms()
        )
        for polynomial in (curve.arc.above, curve.arc.below)
    )
    place[curve.arc.lifted] = -above / below
    return [1 / (1 + place[player]) for player in range(3)]


@pytest.mark.parametrize(
    "profile", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in WITH_CURVES]
)
def test_at_algebraic_points_the_solver_gives_a_third_to_each(profile):
    hits = on_the_curve(equal_curve(profile), Fraction(1, 3))
    assert any(isinstance(hit, Algebraic) for hit in hits)
    assert all(win == THIRD for win in wins(hits, profile))


def test_which_ten_they_are():
    """Two miss, or all; or one misses, and both others aim at that player."""
    ten = [profile for profile in PROFILES if ",".join(profile) not in WITH_CURVES]
    two = [profile for profile in PROFILES if profile.count("Miss") == 2]
    three = [("Miss", "A", "A"), ("B", "Miss", "B"), ("C", "C", "Miss")]
    assert sorted(ten) == sorted([*two, *three, ("Miss",) * 3])
    rng = random.Random(10)
    for profile in map(",".join, ten):
        assert 0 in wins([Fraction(rng.randrange(1, 100), 100) for _ in range(3)], profile)
        assert_refused(SymbolicError, partial(equal_curve, profile), "somebody never wins")
    assert_numbers(
        PAGE,
        {
            "with the {} in which {} miss, with (Miss, Miss, Miss), and with the {}\nin which {} misses": [
                len(two),
                2,
                3,
                1,
            ],
            "There are {} profiles.": [len(PROFILES)],
            "*With {} profiles the three players never win 1/3 each": [len(ten)],
            "With each of the other {} the points of the cube where": [len(WITH_CURVES)],
            "{} of the seventeen profiles are optimal somewhere on their curve": [len(SOMEWHERE)],
            "optimal somewhere on their curve, the other {} nowhere": [len(WITH_CURVES) - len(SOMEWHERE)],
        },
    )


@pytest.mark.parametrize("profile", QUICK)
def test_points_off_the_curve_are_not_equal(profile):
    rng = random.Random(4)
    for _ in range(60):
        hits = [Fraction(rng.randrange(1, 1000), 1000) for _ in range(3)]
        zero = [
            value_at(equation, [(1 - hit) / hit for hit in hits]) == 0 for equation in equal_curve(profile).equations
        ]
        assert [win == THIRD for win in wins(hits, profile)] == zero
        assert not all(zero)


@pytest.mark.parametrize("profile", one_in(2, QUICK))
def test_there_is_one_point_by_resultants(profile):
    """Over base 2/5: eliminate by sympy's resultants from the win probabilities themselves, and count."""
    from sympy import Rational, Symbol, numer, together

    curve = equal_curve(profile)
    forms = Letters([Fraction(2, 5) if place == curve.arc.base else None for place in range(3)])
    found = forms.win((0, 1, 2), forms.aims(profile.split(",")))
    equations = [numer(together(win.as_expr() - Rational(1, 3))) for win in found[:2]]
    (pair,) = common_roots(equations, *(Symbol(name) for place, name in enumerate("abc") if place != curve.arc.base))
    near = [text for place, text in enumerate(curve.near("2/5", 8)) if place != curve.arc.base]
    assert [f"{float(each):.8f}" for each in pair] == near


@pytest.mark.parametrize(
    "profile",
    [name if name == "C,Miss,A" else pytest.param(name, marks=pytest.mark.slow) for name in sorted(SOMEWHERE)],
)
def test_where_it_is_optimal(profile):
    curve, (base, ends) = equal_curve(profile), SOMEWHERE[profile]
    assert curve.arc.base == base
    for play, end in zip(PLAYS, ends, strict=True):
        (piece,) = curve.optimal(play)
        assert (piece.low, piece.whole) == (0, end is None)
        assert end is None or [at[base] for at in piece.at] == [end]


@pytest.mark.parametrize(
    ("profile", "play", "sentence"),
    [("C,C,B", "announced", r"$c$ is a root of $(.*?)$ and of"), ("C,C,B", "stationary", r"and of $(.*?)$ for C, C, B"),
     ("B,A,B", "announced", r"and $b$ one of $(.*?)$ for B, A, B")],
)  # fmt: skip
def test_the_ends_are_roots_of_the_polynomials_of_the_page(profile, play, sentence):
    (shown,) = re.findall(sentence.replace("$", r"\$"), " ".join(PAGE.split()))
    terms = re.findall(r"([+-]?) ?(\d+)(?:([bc])(?:\^(\d))?)?(?= |$)", shown)
    falling = {int(power or bool(letter)): int(sign + size) for sign, size, letter, power in terms}
    (piece,) = equal_curve(profile).optimal(play)
    known = minimal_polynomial(piece.high)
    assert [falling.get(power, 0) for power in range(max(falling), -1, -1)] in (list(known), [-each for each in known])


@pytest.mark.slow
def test_the_other_eight_are_optimal_nowhere():
    curves = {",".join(curve.profile): curve for curve in every_equal_curve().curves}
    assert list(curves) == WITH_CURVES
    for play in PLAYS:
        assert {name for name, curve in curves.items() if curve.optimal(play)} == set(SOMEWHERE)
    (listed,) = re.findall(r"Of the other eight it is (.*?\))\.", " ".join(PAGE.split()))
    named = {
        ",".join(profile.split(", ")): base
        for base, profiles in re.findall(r"(\w) for ((?:\([^)]*\)(?:, )?)+)", listed)
        for profile in re.findall(r"\(([^)]*)\)", profiles)
    }
    assert named == {name: curve.base for name, curve in curves.items() if name not in SOMEWHERE}


@pytest.mark.parametrize(("profile", "play"), [("C,C,B", PLAYS[0]), ("C,C,B", PLAYS[1]), ("B,A,B", PLAYS[0])])
def test_the_solver_sees_the_profile_change_at_the_end_of_a_piece(profile, play):
    """Rational points within 10^-20 of the curve, on both sides of the end of its piece."""
    curve = equal_curve(profile)
    (piece,) = curve.optimal(play)
    for base in [Fraction(place, 24) for place in range(1, 24)]:
        hits = [Fraction(text) for text in curve.near(base, 20)]
        played = [solve(hits)] if play == "announced" else equilibria(hits)
        assert (profile in [",".join(map(str, record.aims)) for record in played]) == (base < piece.high)


def test_rational_points_up_to_a_bound():
    first, second = [tuple(map(Fraction, text.split())) for text in ("1/4 11/21 11/12", "1/5 5/12 5/8")]
    assert equal_curve("Miss,C,B").rational_points(130) == [first, second]
    assert equal_curve("C,Miss,A").rational_points(84) == [(first[1], first[0], first[2])]
    without = [profile for profile in SOMEWHERE if "Miss" not in profile]
    assert [equal_curve(profile).rational_points(60) for profile in without] == [[]] * len(without)


def test_the_four_points_of_the_page_are_on_the_curve():
    (text,) = re.findall(r"On the curve of \(C, Miss, A\) the point is (.*?) lie on it, too", " ".join(PAGE.split()))
    points = [tuple(map(Fraction, point.split(", "))) for point in re.findall(r"\((.*?)\)", text)]
    denominators = [lcm(*(hit.denominator for hit in point)) for point in points]
    assert (len(points), denominators[0] in numbers(PAGE, "nine curves of theorem 2 is {}.")) == (4, True)
    for point in points:
        assert_equal_and_optimal(point, "C,Miss,A")


def assert_equal_and_optimal(hits, profile):
    solution = solve(hits)
    assert (solution.win, ",".join(map(str, solution.aims))) == ((THIRD,) * 3, profile)


@pytest.mark.slow
def test_the_points_of_denominators_up_to_1000():
    """Four on each of three curves, the smallest denominator of all being that of the page; none on the others."""
    (least,) = numbers(PAGE, "common denominator of a rational point on the nine curves of theorem 2 is {}.")
    for profile in SOMEWHERE:
        points = equal_curve(profile).rational_points(1000)
        found = sorted(lcm(*(hit.denominator for hit in point)) for point in points)
        assert (len(found), found[:1]) == ((4, [least]) if "Miss" in profile else (0, []))
        assert found[1:2] != [least]


def test_parametrised_points_are_equal_and_optimal():
    line, small = (equal_curve(profile).parametrisation for profile in ("C,C,A", "B,C,B"))
    assert line.at(Fraction(4, 3)) == (Fraction(15, 37), Fraction(30, 121), Fraction(90, 91))
    for curve, t, profile in (
        (line, Fraction(4, 3), "C,C,A"),
        (line, Fraction(11, 8), "C,C,A"),
        (small, Fraction(17, 12), "B,C,B"),
    ):
        assert_equal_and_optimal(curve.at(t), profile)
    assert wins(small.at(Fraction(3, 2)), "B,C,B") == (THIRD,) * 3


def test_the_functions_of_the_page_give_equal_chances():
    """The three quotients as they are printed, at fractions between the ends that are printed."""
    from sympy import Rational, Symbol

    page = " ".join(PAGE.split())
    shown = re.findall(r"([uvw]) = \\frac\{(.*?)\}\{(.*?)\}(?=[,\$])", page)
    functions = {name: formula(f"({above})/({below})".replace("^", "**")) for name, above, below in shown}
    ((low, high),) = re.findall(r"With \$s\$ between \$(.*?)\$ and (\d),", page)
    line = equal_curve("Miss,C,B").parametrisation
    assert (str(line.low), str(line.high)) == (low.replace(r"\sqrt 7", "sqrt(7)"), high)
    letters_of = r"\$(?:\(a, b, c\) = )?\((\w), (\w), (\w)\)\$ for (?:its mirror image )?(\w+, \w+, \w+)"
    named = re.findall(letters_of, page)
    assert len(named) == 3
    for s, (*letters, profile) in product((Rational(11, 20), Rational(2, 3), Rational(99, 100)), named):
        at = {name: Fraction(str(function.subs(Symbol("s"), s))) for name, function in functions.items()}
        assert_equal_and_optimal([at[letter] for letter in letters], profile.replace(", ", ","))


@pytest.mark.slow
def test_eight_curves_have_parametrisations():
    """Two families of three profiles with one miss, and two profiles without."""
    made = [",".join(curve.profile) for curve in every_equal_curve().curves if curve.parametrisation is not None]
    named = ["Miss,C,B", "C,Miss,A", "B,A,Miss", "C,C,A", "B,C,B", "B,Miss,A", "Miss,A,B", "C,A,Miss"]
    assert sorted(made) == sorted(named)
    assert_numbers(PAGE, {"{} of the curves have rational parametrisations, which": [len(made)]})


def test_the_curve_of_ccb_has_genus_1():
    from sympy import discriminant, factor_list, resultant, symbols

    x, y, z, m = symbols("x y z m")
    equations = [equation.as_expr() for equation in equal_curve("C,C,B").equations]
    (plane,) = [
        part for part, _ in factor_list(resultant(equations[1], equations[2], z))[1] if part.subs({x: 1, y: 1}) < 0
    ]
    line = plane.subs(y, m - x).expand()
    assert line.as_poly(x).degree() == 2
    quartic = 8 * m**4 + 12 * m**3 + 12 * m**2 + 8 * m + 1
    assert dict(factor_list(discriminant(line, x))[1]) == {m + 1: 2, quartic: 1}


def test_a_rational_point_of_ccb():
    assert_equal_and_optimal(RATIONAL_CCB, "C,C,B")
    assert [[str(aim) for aim in each.aims] for each in equilibria(RATIONAL_CCB)] == [["C", "C", "B"]]


@pytest.mark.parametrize(
    ("profile", "images"),
    [
        ("Miss,C,B", {"B,A,Miss": (1, 2, 0), "C,Miss,A": (1, 0, 2)}),
        ("B,Miss,A", {"Miss,A,B": (1, 0, 2), "C,A,Miss": (0, 2, 1)}),
    ],
)
def test_profiles_with_one_miss_are_one_curve_with_the_players_renamed(profile, images):
    for image, order in images.items():
        line, other = equal_curve(profile).parametrisation, equal_curve(image).parametrisation
        assert (line.low, line.high) == (other.low, other.high)
        assert tuple(line.hits[player] for player in order) == other.hits


@pytest.mark.parametrize(("profile", "first", "second"), [("B,C,Miss", 0, 1), ("C,Miss,B", 0, 2), ("Miss,C,A", 1, 2)])
def test_no_rational_point_where_the_root_of_3_decides(profile, first, second):
    """The second shooter wins with the square of their chance in a duel that the first begins; 1/3 is no square."""
    letters = Letters([None, None, None])
    p, q = letters.hits[first], letters.hits[second]
    chance = q * (1 - p) / (p + q - p * q)
    assert letters.win((0, 1, 2), letters.aims(profile.split(",")))[second] == chance**2
    assert all(isinstance(root, Algebraic) for root in real_roots((3, 0, -1)))


# -- the command


def test_the_command(printed):
    run = partial(printed, "symbolic", "equal-chances", "--aims")
    assert "0.3481045081 = root(4 -80 68 -40 9; 0)" in run("C,C,B")
    assert json.loads(run("C,C,B", "--json")) == equal_curve("C,C,B").to_json()
    assert run("Miss,C,B", "--points", "90") == "1/4 11/21 11/12\n"
    assert json.loads(run("miss,c,b", "--points", "90", "--json")) == [["1/4", "11/21", "11/12"]]
