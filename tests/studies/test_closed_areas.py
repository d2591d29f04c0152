"""The page of areas in closed form: its tables are what the code finds, letters and curves included."""

import re

import pytest
from pages import assert_numbers, formula, page_text, section, table
from sympy import QQ, Mul, Poly, Rational, Symbol, discriminant, factor_list, sqrt, symbols

from truel_ref.numbers import read_number
from truel_ref.studies.cube import closed_winner_table, cube_surfaces, winner_table
from truel_ref.symbolic.elementary import letter_notes
from truel_ref.symbolic.exact_areas import closed_regions
from truel_ref.symbolic.partition import regions
from truel_ref.symbolic.pieces import share_text
from truel_ref.symbolic.plays import stationary_regions
from truel_ref.symbolic.rational_curves import cubic_genus

SLOW = pytest.mark.slow
PAGE = page_text("atlas/closed-areas.md")
PARTITIONS = {"Announced": regions, "Stationary": stationary_regions}
SECTIONS = re.findall(r"^### (\w+) play, pC = (\S+): (.*)$", PAGE, re.MULTILINE)


def lines(title):
    """Return the lines below a heading, up to the next one."""
    return section(PAGE, title).strip().splitlines()


def curves():
    return [re.sub(r"^\d+\. `(.*?)`", r"\1", line) for line in lines("The curves")]


def test_there_are_tables_for_both_plays_in_both_planes():
    assert len(SECTIONS) == len(set(SECTIONS)) == 8
    assert {(play, hit) for play, hit, _ in SECTIONS} == {(play, hit) for play in PARTITIONS for hit in ("1", "1/2")}


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
        "In announced play {} of the {} surfaces have a higher genus for fixed c in general: {}, {}, {} and {}, as "
        "`truel-ref atlas surfaces` counts them, have genus {}, and {} has genus {}."
    )
    numbered = [len(listed) + 1, len(genus), *(number for _, number in listed), 1, *cubic[::-1]]
    assert {value for value, _ in listed} == {1}
    assert_numbers(PAGE, {sentence: numbered, "has genus 3. The other {} have genus 0.": [[*genus.values()].count(0)]})


def test_every_letter_and_curve_of_the_page_is_used():
    stopped = {int(number) for text in re.findall(r"stopped by ([\d, ]+)", PAGE) for number in text.split(",")}
    numbered = [int(line.split(".")[0]) for line in lines("The curves")]
    assert sorted(stopped) == numbered == list(range(1, len(curves()) + 1))
    used = {letter for form in re.findall(r"\| `(.*?)` \|", PAGE) for letter in re.findall(r"\b[a-z]\b", form)}
    assert used == set(letters_of_page().values())


def test_what_stops_the_claimed_area_and_that_of_b_is_closed_in_both_plays():
    """Beside a perfect shot: A ahead of B, who is the better shot, is bounded by curves of the genus that is told."""
    announced, stationary = (
        {row[0]: row[2] for row in table(section(PAGE, f"{play} play, pC = 1: who wins most often, and who misses"))}
        for play in PARTITIONS
    )
    of_b = "B is the likeliest winner, and pA < pB"
    assert announced[of_b] == stationary[of_b]
    assert announced[of_b].startswith("`")
    stops = announced["A is the likeliest winner, and pA < pB"].removeprefix("stopped by ").split(", ")
    genus = [int(re.search(r"a curve of genus (\d)", curves()[int(number) - 1])[1]) for number in stops]
    assert_numbers(PAGE, {"it is bounded by curves of genus {} and {}. That B is": genus})


def test_what_the_page_of_the_cube_says_of_closed_forms():
    cube = page_text("atlas/cube.md")
    rows = [table(section(PAGE, f"Stationary play, pC = {hit}: the regions"))[1:] for hit in ("1", "1/2")]
    assert "stopped" not in str(rows)
    sentence = "for pC = 1 all {} areas of stationary play, for pC = 1/2 all {}, and with"
    assert_numbers(cube, {sentence: list(map(len, rows))})
    ((phi, shown),) = re.findall(r"With phi = (.*?), C, C, A has (.*?) of the plane pC = 1\.", " ".join(cube.split()))
    (form,) = {row[2].strip("`") for row in table(PAGE) if row[0] == "C, C, A" and "sqrt(5)" in row[2]}
    assert abs((formula(shown, {"phi": formula(phi)}) - formula(form)).evalf(60)) < 10**-55


@pytest.mark.parametrize(
    ("play", "hit", "what"),
    [pytest.param(*each, marks=[] if each[1:] == ("1", "the regions") else SLOW) for each in SECTIONS],
)
def test_the_tables_of_the_page(play, hit, what):
    if what == "the regions":
        made = closed_regions(PARTITIONS[play]([None, None, hit]))
    else:
        made = closed_winner_table(hit, play.lower())
        for name, low, high in winner_table(hit, play.lower()).shares:
            assert made.of(name).enclosure == (low, high)
    letters = letters_of_page()
    rows = []
    for name, area in made.areas:
        if area.closed is None:
            places = sorted(curves().index(str(obstacle)) + 1 for obstacle in area.obstacles)
            rows.append(f"| {name} | {share_text(area.enclosure)} | stopped by {', '.join(map(str, places))} |")
        else:
            assert area.closed.bases <= set(letters)
            rows.append(f"| {name} | {area.closed.decimal(12)} | `{area.closed.text(letters)}` |")
    assert lines(f"{play} play, pC = {hit}: {what}")[2:] == rows


def letters_of_page():
    """Return the letters of the page by the numbers that they stand for, having read these."""
    letters = {}
    for line in lines("The letters"):
        letter, near, polynomial = re.fullmatch(r"- (\w) = (\S+) is a root of `(.*)`", line).groups()
        terms = {int(power or bool(x)): int((sign or "+") + (size or "1"))
                 for sign, size, x, power in re.findall(r"([+-]?) ?(\d*)\*?(x?)(?:\*\*(\d+))?(?= |$)", polynomial)
                 if size or x}  # fmt: skip
        falling = [terms.get(power, 0) for power in range(max(terms), -1, -1)]
        roots = [read_number(f"root({' '.join(map(str, falling))}; {place})") for place in range(real_roots(falling))]
        (letters_number,) = [one for one in roots if abs(float(one) - float(near)) < 1e-9]
        letters[letters_number] = letter
    assert [f"- {note.replace('root of ', 'root of `')}`" for note in letter_notes(letters)] == lines("The letters")
    return letters


def real_roots(falling):
    return len(set(Poly(falling, Symbol("x")).real_roots()))
