"""The figures of the atlas: polygons fill the square as the regions do, labels lie inside, theorems are the page's."""

from pathlib import Path

import numpy as np
import pytest
from from_scripts import script
from pages import page_text

ROOT = Path(__file__).parents[2]
draw_atlas = script("draw_atlas")


def surface(corners):
    x, y = corners.T
    return abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2


@pytest.mark.parametrize("play", ["announced", "stationary"])
def test_polygons_have_the_areas_of_the_regions(play):
    """Chords of 16 steps lose less than a thousandth of the square against the proved areas."""
    made = draw_atlas.plane(play, "1")
    areas = {}
    for own, corners in draw_atlas.cells_of(made.square):
        areas[own] = areas.get(own, 0) + surface(corners)
    assert sum(areas.values()) == pytest.approx(1, abs=1e-5)
    assert set(areas) == {region.aims for region in made.regions}
    for region in made.regions:
        assert float(region.area[0]) - 1e-3 < areas[region.aims] < float(region.area[1]) + 1e-3


def test_a_label_stands_where_there_is_room():
    wide = np.array([(0.1, 0.2), (0.9, 0.2), (0.9, 0.6), (0.1, 0.6)])
    right, up = draw_atlas.roomiest([wide])
    assert 0.3 < right < 0.7
    assert 0.35 < up < 0.45
    assert draw_atlas.roomiest([np.array([(0, 0), (1, 0), (1, 0.02)])]) is None


def test_the_theorems_of_the_poster_stand_on_the_page():
    page = " ".join(draw_atlas.theorem_page().split())
    told = draw_atlas.theorems()
    assert len(told) >= 14
    for name, said in told:
        assert f"**Theorem {name}" in page_text("theorems.md")
        assert said in page
        assert not {*said} & {*"$\\`*"}
        assert "  " not in said
