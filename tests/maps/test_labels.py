"""Names inside regions: they lie inside, in the largest ones, as deep as they can."""

from math import ceil

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.maps.labels import HIGH, MOST, WIDE, label_spots

NAMES = {0: "A", 1: "B, C", 2: "Miss, C, B"}


@given(
    cuts=st.lists(st.integers(0, 60), min_size=4, max_size=4),
    kinds=st.lists(st.integers(-1, 2), min_size=9, max_size=9),
    size=st.floats(0.5, 8),
)
def test_the_whole_rectangle_of_a_name_lies_in_its_class(cuts, kinds, size):
    rows, columns = (np.searchsorted(sorted(pair), np.arange(60)) for pair in (cuts[:2], cuts[2:]))
    number = np.array(kinds).reshape(3, 3)[rows[:, None], columns[None, :]]
    spots = list(label_spots(number, NAMES, size))
    for spot in spots:
        up, right = ceil(HIGH * size) // 2, ceil(WIDE * size * len(spot.text)) // 2
        around = number[spot.row - up : spot.row + up + 1, spot.column - right : spot.column + right + 1]
        assert around.shape == (2 * up + 1, 2 * right + 1)
        assert {NAMES.get(kind) for kind in around.ravel().tolist()} == {spot.text}
    assert all([spot.text for spot in spots].count(name) <= MOST for name in NAMES.values())


def test_a_name_stands_in_the_middle_and_not_where_it_does_not_fit():
    number = np.zeros((21, 41), dtype=int)
    number[:, 38:] = 1
    spots = list(label_spots(number, {0: "A", 1: "Miss, C, B"}, 2))
    assert [(spot.text, spot.row, 10 <= spot.column <= 27) for spot in spots] == [("A", 10, True)]


def test_the_largest_regions_bear_the_name_first():
    number = np.full((41, 41), -1)
    number[:5, :5] = number[20:, 20:] = number[:12, 25:] = number[30:35, :6] = 0
    first, second, *more = label_spots(number, {0: "A"}, 2)
    assert (number[first.row, first.column], len(more)) == (0, MOST - 2)
    assert min(first.row, first.column) >= 20
    assert second.row < 12 < 25 <= second.column


def test_a_fine_grid_is_looked_at_coarsely():
    number = np.zeros((1201, 1201), dtype=int)
    number[600:] = 1
    rows = [spot.row for spot in label_spots(number, {0: "A", 1: "B"}, 30)]
    assert rows[0] < 600 < rows[1] <= 1200
