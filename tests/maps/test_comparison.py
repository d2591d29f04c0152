"""Differences between maps."""

from dataclasses import replace as changed

import numpy as np
import pytest
from hand_made import pixel, square

from truel_ref import Problem
from truel_ref.maps.builder import build, difference, replace
from truel_ref.maps.comparison import compare
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec, Pixel

SPEC = MapSpec(Problem([0, 0, 1]), points=6, method="normal")


@pytest.fixture(scope="module")
def data():
    return build(SPEC)


def by_hand(wins, aim="B"):
    """Return a map of 2 by 2 pixels with these win probabilities, and with this aim of A."""
    return square([0, 0, 1], [pixel(f"{aim} A none", win) for win in wins])


def test_a_map_does_not_differ_from_itself(data):
    found = compare(data, data)
    assert (found.average, found.maximum, found.share_order, found.share_aims) == (0, 0, 0, 0)
    assert found.maximum_at == (0, 0)
    assert (found.place == np.where(data.inside, 0, -1)).all()
    assert (np.isnan(found.largest) == ~data.inside).all()
    assert not found.aims.any()


def test_figures_of_maps_made_by_hand():
    one = by_hand([(0.5, 0.3, 0.2), (0.5, 0.3, 0.2), (0.4, 0.4, 0.2), (0.4, 0.3, 0.3)])
    two = by_hand([(0.5, 0.3, 0.2), (0.5, 0.2, 0.3), (0.5, 0.3, 0.2), (0.4, 0.31, 0.29)])
    found = compare(one, two)
    # Nobody; B and C by 10 points each; A and B by 10; B and C by 1.
    assert found.largest == pytest.approx(np.array([[0, 10], [10, 1]]))
    means = found.average, found.average_of_players, found.maximum
    assert means == pytest.approx(((10 + 10 + 1) / 4, (20 + 20 + 2) / (4 * 3), 10))
    assert (found.place.tolist(), found.share_order, found.share_aims) == ([[0, 2], [1, 2]], 0.75, 0)
    assert found.maximum_at in [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    ("one", "two", "place"),
    [
        ((0.5, 0.3, 0.2), (0.3, 0.5, 0.2), 1),
        ((0.5, 0.3, 0.2), (0.4, 0.4, 0.2), 1),
        ((0.5, 0.25, 0.25), (0.5, 0.3, 0.2), 2),
        ((0.5, 0.3, 0.2), (0.5, 0.25, 0.25), 2),
        ((0.4, 0.4, 0.2), (0.4, 0.4, 0.2), 0),
        ((0.4, 0.4, 0.2), (0.3, 0.3, 0.4), 1),
        ((0, 0, 0), (0, 0, 0), 0),
        ((0, 0, 0), (0, 0, 1), 1),
    ],
)
def test_the_first_place_that_differs(one, two, place):
    maps = by_hand([one] * 4), by_hand([two] * 4)
    assert {*compare(*maps).place.flat, *compare(*maps[::-1]).place.flat} == {place}


def test_aims_are_compared_as_aims_and_not_by_their_place_in_a_table(data):
    win = [(0.5, 0.3, 0.2)] * 4
    assert compare(by_hand(win, "B"), by_hand(win, "C")).aims.all()
    other = build(replace(SPEC, search="All"))
    found = compare(data, other)
    differs = {where: data.aims_at(*where) != other.aims_at(*where) for where in SPEC.pixels()}
    assert {where: found.aims[where] for where in SPEC.pixels()} == differs
    assert 0 < found.share_aims < 1
    reverse = compare(other, data)
    assert ((reverse.aims == found.aims) & (reverse.place == found.place)).all()


def test_specs_are_computed_and_maps_are_not(data):
    done = []
    found = difference(data, SPEC, progress=done.append)
    assert (found.first is data, found.second, sum(done)) == (True, data, SPEC.size)


def test_points_are_those_of_one_player_and_never_more_than_a_hundred():
    """Where all that A had goes to C, both change by 100 points; the Euclidean distance would be 141."""
    certain = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    found = compare(*(by_hand([win] * 4) for win in certain))
    assert (found.maximum, found.average, found.maximum_place) == (100, 100, (0, 0))
    assert found.average_of_players == pytest.approx(200 / 3)


def test_the_place_is_told_in_lowest_terms():
    spec = MapSpec(Problem([0, 0, 1]), points=60, a_above_b=True)
    still = {where: Pixel((None,) * 3, (0.0, 0.0, 0.0), 1.0, tie=False) for where in spec.pixels()}
    moved = still | {(15, 60): Pixel((None,) * 3, (0.25, 0.0, 0.5), 0.25, tie=False)}
    found = compare(*(MapData.assemble(spec, pixels) for pixels in (still, moved)))
    assert found.maximum_at == (15, 60)
    assert "at most 50 at pA = 1/4, pB = 1\n" in str(found)
    assert found.to_json()["maximum"] == {"points": 50.0, "pA": "1/4", "pB": "1"}


def test_it_prints_itself_and_stays_as_it_is(data):
    found = compare(data, changed(data, win=data.win.copy()))
    assert "aims in 0.00%" in str(found)
    assert repr(found).startswith("<Difference of <MapData pC = 1;")
    with pytest.raises(ValueError, match="read-only"):
        found.place[0, 0] = 1
