"""The page of areas in closed form: which areas have one, the curves that stop the others, and their genus."""

import re
from functools import cache

import pytest
from pages import assert_numbers, formula, page_text, table
from sympy import QQ, Mul, Poly, Rational, Symbol, discriminant, factor_list, sqrt, symbols

from truel_ref.studies.cube import closed_winner_table, cube_surfaces, winner_table
from truel_ref.symbolic.exact_areas import closed_regions
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.plays import stationary_regions
from truel_ref.symbolic.rational_curves import cubic_genus

PAGE = page_text("atlas/closed-areas.md")
PARTITIONS = {"announced": regions, "stationary": stationary_regions}
OF_B = "B is the likeliest winner, and pA < pB"


A, B = symbols("a b")


def in_a_plane(play):
    """Return the surfaces where c is one fraction, which stands for fixed c in general."""
    return [polynomial.as_expr().subs(Symbol("c"), Rational(97, 211)) for polynomial in cube_surfaces(play).polynomials]


def under_the_root(curve, letter, other):
    """Return the discriminant of a curve of degree 2 in a letter, without squares."""
    constant, factors = factor_list(discriminant(curve, letter), other)
    return Poly(Mul(constant, *(factor for factor, power in factors if power % 2)), other)


def genus_of(curve):
    """Return the genus, which both letters tell."""
    found = set()
    for letter, other in ((A, B), (B, A)):
        rows = Poly(curve, letter).all_coeffs()
        if len(rows) < 3:
            return 0
        cubic = (Poly(row, other, domain=QQ) for row in rows)
        found.add((under_the_root(curve, letter, other).degree() - 1) // 2 if len(rows) == 3 else cubic_genus(*cubic))
    (genus,) = found
    return genus


def test_every_plane_of_stationary_play_has_closed_forms():
    """Each is linear in a letter, or over a = 1 it has rational points: what is under the root is a square."""
    for number, curve in enumerate(in_a_plane("stationary"), 1):
        if number in (4, 5):
            square = under_the_root(curve, B, A)
            assert (square.degree(), sqrt(square.eval(1)).is_rational) == (2, True)
        else:
            assert 1 in (Poly(curve, A).degree(), Poly(curve, B).degree())


def test_which_surfaces_of_announced_play_have_a_higher_genus():
    genus = {number: genus_of(curve) for number, curve in enumerate(in_a_plane("announced"), 1)}
    *listed, cubic = sorted((value, number) for number, value in genus.items() if value)
    sentence = (
        "{} of the {} surfaces have a higher genus for fixed $c$ in general: {}, {}, {} and {}, as "
        "`truel-ref atlas surfaces` counts them, have genus {}, and {} has genus {}."
    )
    numbered = [len(listed) + 1, len(genus), *(number for _, number in listed), 1, *cubic[::-1]]
    assert {value for value, _ in listed} == {1}
    assert_numbers(PAGE, {sentence: numbered, "has genus 3. The other {} have genus 0.": [[*genus.values()].count(0)]})


@cache
def closed(play, hit):
    return closed_regions(PARTITIONS[play]([None, None, hit]))


def names(cell):
    return {name.strip("()") for name in re.findall(r"\(.*?\)", cell)}


@pytest.mark.parametrize("row", table(PAGE)[1:], ids=" ".join)
def test_which_regions_have_a_closed_form(row):
    plane, play, with_one, without = row
    made = closed(play, re.search(r"= (\S+)\$", plane)[1])
    closed_ones = {name for name, area in made.areas if area.closed is not None}
    others = {name for name, _ in made.areas} - closed_ones
    assert others == names(without)
    if with_one.startswith("all "):
        assert_numbers(with_one, {"all {}": [len(closed_ones)]})
    else:
        assert closed_ones == names(with_one)


def test_what_parts_the_two_others_beside_a_perfect_shot():
    areas = dict(closed("announced", "1").areas)
    (shown,) = re.findall(r"The curve\n\$(.*?) = 0\$, of genus 1, parts the other two", PAGE)
    curve = formula(shown.replace("^", "**"))
    for name in ("C, Miss, A", "B, C, Miss"):
        (obstacle,) = areas[name].obstacles
        assert formula(str(obstacle).split(":")[0]) - curve == 0
    assert genus_of(curve) == 1


@pytest.mark.parametrize(
    ("play", "hit", "closed_ones"),
    [
        ("announced", "1", {OF_B, "somebody misses"}),
        ("stationary", "1", {OF_B, "somebody misses"}),
        pytest.param("stationary", "1/2", {OF_B, "somebody misses"}, marks=pytest.mark.slow),
        pytest.param("announced", "1/2", set(), marks=pytest.mark.slow),
    ],
)
def test_shares_by_who_wins_most_often(play, hit, closed_ones):
    """Each closed form has the value of the page, and none is stated for another share."""
    made = closed_winner_table(hit, play)
    for name, low, high in winner_table(hit, play).shares:
        assert made.of(name).enclosure == (low, high)
    assert {name for name, area in made.areas if area.closed is not None} == closed_ones
    if hit == "1":
        (shown, value) = re.findall(r"^\$\$(.*) = ([\d.]+)\\ldots\$\$$", PAGE, re.MULTILINE)[0]
        shown = shown.replace(r"\ln", " log").replace(r"\sqrt{7}", "sqrt(7)")
        area = made.of(OF_B).closed
        assert formula(shown) == formula(area.text({}))
        assert area.decimal(12).startswith(value)


def test_what_the_pages_say_of_closed_forms():
    counts = [len(closed("stationary", hit).areas) for hit in ("1", "1/2")]
    sentence = "for $c = 1$ all {} areas of stationary play, for $c = 1/2$ all {}, and more"
    assert_numbers(page_text("atlas/cube.md"), {sentence: counts})
    ((phi, shown),) = re.findall(r"With phi = (.*?), C, C, A has (.*?) of the plane pC = 1\.", PAGE)
    form = closed("stationary", "1").of("C, C, A").closed.text({})
    assert abs((formula(shown, {"phi": formula(phi)}) - formula(form)).evalf(60)) < 10**-55
