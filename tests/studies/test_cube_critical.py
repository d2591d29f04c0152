"""The values of pC at which the picture changes: it does, at each of them, and the candidates include what must be."""

import random
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from critical_candidates import candidates
from pages import are_outwards, assert_numbers, numbers, page_text, spelled, unit_of

from truel_ref.files import package_text, read_json
from truel_ref.game.variant import PLAYS
from truel_ref.kernels.bernstein import outwards
from truel_ref.numbers import between, decimal_text, minimal_polynomial, read_number, root
from truel_ref.studies.cube.critical import (
    CriticalPicture,
    Neighbourhoods,
    critical_values,
    picture_at,
    prove_critical,
)
from truel_ref.studies.cube.surfaces import cube_surfaces
from truel_ref.symbolic.events import event_values
from truel_ref.symbolic.plays import stationary_regions

CUBE = "truel_ref.studies.cube"
NEAR = Fraction(1, 10**6)
PAGE = page_text("atlas/critical.md")


SOME_VALUES = {
    "stationary": [root([1, -3, 4, -1], 0), root([1, -3, 1], 0), Fraction(1, 2)],
    # Those of degree 1 and 2; at 1 - 1/sqrt(2) and 2 - sqrt(2) surfaces meet on the sides or on the diagonal.
    "announced": [
        root([2, -4, 1], 0),
        root([4, -7, 2], 0),
        root([1, -3, 1], 0),
        Fraction(1, 2),
        root([1, -4, 2], 0),
        root([1, 1, -1], 1),
    ],
}


@pytest.mark.parametrize("play", PLAYS)
def test_values_are_in_order_and_their_decimals_are_theirs(play):
    stored = next(data for data in read_json(package_text(CUBE, "critical.json"))["plays"] if data["play"] == play)
    values = [one.value for one in critical_values(play).values]
    assert all(low < high for low, high in pairwise([0, *values, 1]))
    assert [read_number(data["exact"]) for data in stored["values"]] == values
    assert all(
        abs(value - Fraction(data["decimal"])) < Fraction(1, 10**19)
        for value, data in zip(values, stored["values"], strict=True)
    )
    degree = 2 if play == "announced" else 3
    assert [value for value in values if len(minimal_polynomial(value)) <= degree + 1] == SOME_VALUES[play]


picture = cache(picture_at)


@pytest.mark.slow
def test_above_which_value_the_picture_stays():
    """In announced play above the golden ratio less 1; in stationary play only B, A, Miss goes, into the corner."""
    last = critical_values("announced").values[-1].value
    (said,) = spelled(PAGE, "Above the last value, {}…, the golden ratio less 1")
    assert Fraction(said) < last < Fraction(said) + unit_of(said)
    assert minimal_polynomial(last + 1) == (1, -1, -1)
    (said,) = numbers(PAGE, "Above {} the picture stays the same up to $c = 1$, but for the region (B, A, Miss)")
    assert said == critical_values("stationary").values[-1].value
    for play, count, gone in (
        ("announced", 9, {"B, A, Miss", "C, A, B", "B, C, A", "Miss, C, A"}),
        ("stationary", 5, {"B, A, Miss"}),
    ):
        before, end = picture(play, critical_values(play).between()[-1]), picture(play, Fraction(1))
        assert (len(before.classes), before.classes - end.classes) == (count, gone)
        assert end.classes < before.classes


def test_into_the_corner():
    """What is gone at pC = 1 in stationary play is in the end the square of those who shoot better than C."""
    room = Fraction(1, 100)
    (gone,) = [each for each in stationary_regions([None, None, 1 - room]).regions if each.name == "B, A, Miss"]
    assert gone.area[0] <= room**2 <= gone.area[1]
    assert min(gone.sample) > 1 - room


def test_the_page_counts_them():
    made = [critical_values(play) for play in PLAYS]
    counts = [len(one.values) for one in made]
    assert_numbers(
        PAGE,
        {
            "In announced play exactly {} values of $c$ in $(0, 1)$ are critical.": counts[:1],
            "In stationary play exactly {} values of $c$ in $(0, 1)$ are critical.": counts[1:],
            "The pictures on the two sides differ at {} and at {} of the candidates": counts,
            "That leaves {} candidates in announced play and {} in stationary play": [one.candidates for one in made],
            "the regions of equal aims of the cube: {} in announced play and {} in stationary play": [
                len(cube_surfaces(play).polynomials) for play in PLAYS
            ],
            "At $c = 1$ {} of its {} regions are gone": [4, 9],  # see above
        },
    )


def test_at_which_value_the_figures_are_parted():
    """Twelve squares are on the first sheet, so it ends at the twelfth value."""
    value = Fraction(decimal_text(critical_values().values[11].value, 20))
    (above,) = spelled(PAGE, "announced play below pC = {}, one between each two critical values")
    (below,) = spelled(PAGE, "announced play above pC = {}]")
    assert are_outwards([below, above], value, value)


def test_words_for_a_change():
    """One region gives way to two, which have a border where another pair had it."""
    three = ("A", "B", "C")
    before = CriticalPicture(frozenset(three), frozenset({("A", "B")}), (three,))
    after = CriticalPicture(frozenset({"A", "B", "D", "E"}), frozenset({("B", "D")}), ())
    fewer = CriticalPicture(before.classes, before.neighbours, ())
    assert [after.since(before), fewer.since(before), before.since(fewer)] == [
        "C vanishes; D | E appear; A / B part",
        "A | B | C meet in a point less",
        "A | B | C meet in a point more",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS)
def test_at_each_value_the_picture_changes(play):
    """At simple fractions within a ten-thousandth of it, below it and above it."""
    for one in critical_values(play).values:
        middle = Fraction(round(one.value * 10**8), 10**8)
        below, above = between(middle - 100 * NEAR, middle - NEAR), between(middle + NEAR, middle + 100 * NEAR)
        assert below < one.value < above
        assert picture_at(play, above).since(picture_at(play, below)) == one.change


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS)
def test_between_two_values_the_picture_is_one(play):
    """At the fraction that is looked at and at a random one."""
    values, rng = critical_values(play), random.Random(f"critical values of {play} play")
    stops = [Fraction(0), *(Fraction(round(one.value * 10**8), 10**8) for one in values.values), Fraction(1)]
    for place, (low, high) in zip(values.between(), pairwise(stops), strict=True):
        start = Fraction(rng.randrange(10, 80), 100)
        other = between(low + (high - low) * start, low + (high - low) * (start + Fraction(1, 11)))
        assert low < place < high
        assert picture_at(play, place) == picture_at(play, other)


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS)
def test_the_list_is_proved_again(play):
    assert prove_critical(play) == critical_values(play)


@pytest.mark.slow
def test_the_projections_are_as_long_as_the_page_says():
    """The projection of the surfaces is a longer list, made in another way."""
    said = numbers(PAGE, "{} candidates in stationary play and {} in announced play, with all critical values")
    for play, count in zip(PLAYS[::-1], said, strict=True):
        listed = candidates(cube_surfaces(play).polynomials)
        assert len(listed) == count
        for value in (one.value for one in critical_values(play).values):
            signed = {minimal_polynomial(value), tuple(-each for each in minimal_polynomial(value))}
            near = [place for place in listed if tuple(place.coefficients) in signed]
            assert [place.low <= value <= place.high for place in near].count(True) == 1


@pytest.mark.slow
def test_every_event_of_stationary_play_is_a_candidate():
    surfaces = cube_surfaces("stationary")
    listed = {candidate.value for candidate in candidates(surfaces.polynomials)}
    happening = {event.value for event in event_values(surfaces.polynomials, Neighbourhoods(surfaces).tame)}
    assert {one.value for one in critical_values("stationary").values} == happening < listed


@pytest.mark.parametrize(
    ("point", "tame"),
    [("1/3 2/3 4/5", True), ("1/10 1/10 1/2", True), ("1/2 1/2 1/2", False), ("0 0 1/2", False)],
)
def test_where_nothing_can_happen_to_a_region(point, tame):
    """Round points of three classes, of two and of one; and where two curves cross on no side and on one."""
    hits = [Fraction(hit) for hit in point.split()]
    box = tuple(outwards(max(hit - NEAR, Fraction(0)), min(hit + NEAR, Fraction(1))) for hit in hits)
    assert Neighbourhoods(cube_surfaces()).tame(box) == tame
