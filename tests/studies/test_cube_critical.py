"""The values of pC at which the picture changes: it does, at each of them, and the candidates include what must be."""

from fractions import Fraction
from itertools import pairwise

import pytest

from truel_ref.errors import SymbolicError
from truel_ref.files import package_text, read_json
from truel_ref.numbers import root
from truel_ref.studies.cube.critical import critical_values, picture_at, prove_critical
from truel_ref.studies.cube.surfaces import cube_surfaces
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.critical import candidates

NEAR = Fraction(1, 10**6)


def test_the_values():
    values = [one.value for one in critical_values().values]
    assert values == [root([1, -3, 4, -1], 0), root([1, -3, 1], 0), Fraction(1, 2)]


def test_the_pictures_between_them_differ():
    pictures = [picture_at("stationary", place) for place in critical_values().between()]
    for one, (below, above) in zip(critical_values().values, pairwise(pictures), strict=True):
        assert above.since(below) == one.change
    assert len({picture.classes for picture in pictures}) == 4


def pictures_beside(play, value):
    """Return the pictures at fractions within a millionth of a value, below it and above it."""
    middle = Fraction(round(value * 10**8), 10**8)
    below, above = middle - NEAR, middle + NEAR
    assert below < value < above
    return picture_at(play, below), picture_at(play, above)


@pytest.mark.slow
def test_at_each_value_the_picture_changes():
    values = critical_values()
    for one in values.values:
        below, above = pictures_beside("stationary", one.value)
        assert below != above
        assert above.since(below) == one.change


@pytest.mark.slow
def test_between_two_values_of_stationary_play_the_picture_is_one():
    values = critical_values()
    for place, (low, high) in zip(
        values.between(), pairwise([0, *(one.value for one in values.values), 1]), strict=True
    ):
        assert low < place < high
        other = Fraction(round((place + high) / 2 * 1000), 1000)
        assert picture_at("stationary", place) == picture_at("stationary", other)


@pytest.mark.slow
def test_the_list_of_stationary_play_is_proved_again():
    assert prove_critical() == critical_values()


@pytest.mark.slow
def test_every_value_of_stationary_play_is_a_candidate():
    listed = [candidate.value for candidate in candidates(cube_surfaces("stationary").polynomials)]
    assert len(listed) == 251
    assert set(listed) >= {one.value for one in critical_values().values}


def test_candidates_of_known_surfaces():
    """A ball of radius 1/2 around the middle of the ground, whose circle shrinks to a point; and three planes."""
    x, y, z = (hit.numer for hit in Letters([None, None, None]).hits)
    ball = (2 * x - 1) ** 2 + (2 * y - 1) ** 2 + 16 * z**2 - 4 * z**0
    assert Fraction(1, 2) in [candidate.value for candidate in candidates([ball])]
    third = candidates([x - z, y - z, 3 * x + 3 * y - 2])
    assert Fraction(1, 3) in [candidate.value for candidate in third]


def test_what_is_stored_reads_back():
    stored = read_json(package_text("truel_ref.studies.cube", "critical.json"))
    assert stored == critical_values().to_json()


def test_what_is_refused():
    with pytest.raises(SymbolicError, match="no play"):
        picture_at("blind", Fraction(1, 2))
