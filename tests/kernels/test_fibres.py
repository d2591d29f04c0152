"""Volumes by columns: known ones lie between the bounds, the two ways agree, and a wrong proof is seen."""

import math
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from box_volumes import class_volumes
from examples import examples
from hypothesis import given
from hypothesis import strategies as st

from truel_ref.kernels import columns
from truel_ref.kernels.columns import Fibre
from truel_ref.kernels.fibres import Column, column_volumes
from truel_ref.kernels.halving import Answers

BALL = {(2, 0, 0): 1, (0, 2, 0): 1, (0, 0, 2): 1, (0, 0, 0): -1}
ORDERS = [{(1, 0, 0): 1, (0, 1, 0): -1}, {(0, 1, 0): 1, (0, 0, 1): -1}, {(1, 0, 0): 1, (0, 0, 1): -1}]


def within(bounds, value, width):
    low, high = bounds
    assert low <= value <= high
    assert high - low < width


def test_the_octant_of_a_ball_has_a_fold_at_its_edge():
    done = []
    made = column_volumes([BALL], lambda sign: sign(0), error=1e-7, progress=done.append)
    within(made.bounds[-1], Fraction(math.pi / 6), 1.4e-4)
    within(made.bounds[1], 1 - Fraction(math.pi / 6), 1.4e-4)
    assert made.boxes < 14_300
    assert sum(done) == 1  # the square


SMOOTH = [
    ({(0, 0, 1): 3, (0, 1, 1): 1, (0, 0, 0): -1, (1, 0, 0): -1}, 1.5 * math.log(4 / 3)),
    ({(0, 0, 1): 3, (1, 0, 1): 1, (0, 0, 0): -1, (0, 1, 0): -1}, 1.5 * math.log(4 / 3)),
    (
        {(0, 0, 2): 1, (0, 0, 1): 4, (0, 0, 0): -1, (1, 0, 0): -1, (0, 1, 0): -1},
        4 / 15 * (7**2.5 - 2 * 6**2.5 + 5**2.5) - 2,
    ),
]


@pytest.mark.parametrize(("terms", "volume"), SMOOTH)
def test_a_smooth_root_without_edges_is_known_to_many_digits(terms, volume):
    """Below z = (1 + x) / (3 + y), (1 + y) / (3 + x) and sqrt(5 + x + y) - 2: the volume is the mean of it."""
    made = column_volumes([terms], lambda sign: sign(0), 1e-10)
    low, high = made.bounds[-1]
    slack = Fraction(1, 10**14)
    within((low - slack, high + slack), Fraction(volume), 4.3e-8)
    assert made.open == 0


def test_a_plane_among_the_factors_is_known_to_all_digits():
    """The terms of degree 2 of its root are 0; the other factor, 2 z + 3 + x + 5 y, is positive in the cube."""
    plane, other = {(0, 0, 1): 8, (0, 0, 0): -1, (1, 0, 0): -4, (0, 1, 0): -2}, [2, 3, 1, 5]
    terms = Counter()
    for (x, y, z), value in plane.items():
        for (i, j, k), factor in zip([(0, 0, 1), (0, 0, 0), (1, 0, 0), (0, 1, 0)], other, strict=True):
            terms[x + i, y + j, z + k] += value * factor
    made = column_volumes([terms], lambda sign: sign(0), error=1.0)
    within(made.bounds[-1], Fraction(1, 2), 1e-12)


def test_six_orders_and_a_polynomial_without_the_letter_of_the_columns():
    made = column_volumes(ORDERS, lambda sign: (sign(0), sign(1), sign(2)), error=1e-6)
    assert len(made.bounds) == 6
    for bounds in made.bounds.values():
        within(bounds, Fraction(1, 6), 4.3e-4)
    assert made.boxes < 2650


def test_a_polynomial_without_the_letter_of_the_columns_is_open_all_along_its_line():
    """It is a quarter of a disc; the squares that its edge cuts are halved by it in no regular way."""
    made = column_volumes([{(2, 0, 0): 1, (0, 2, 0): 1, (0, 0, 0): -1}], lambda sign: sign(0), error=1e-7)
    within(made.bounds[-1], Fraction(math.pi / 4), 7e-6)


def test_a_cubic_root_and_columns_in_part():
    """2 x z^3 < y, and only where 3 x + y < 2."""
    polynomials = [{(1, 0, 3): 2, (0, 1, 0): -1}, {(1, 0, 0): 3, (0, 1, 0): 1, (0, 0, 0): -2}]

    def question(sign):
        return sign(0) if sign(1) < 0 else "beyond"

    finer = column_volumes(polynomials, question, error=1e-6)
    coarser = class_volumes(polynomials, question, level=4)
    within(finer.bounds["beyond"], Fraction(1, 2), 2.42e-4)
    assert finer.boxes < 4580
    for name, (low, high) in finer.bounds.items():
        assert max(low, coarser.bounds[name][0]) <= min(high, coarser.bounds[name][1])
        assert high - low < 1e-3


@pytest.mark.parametrize("top", [False, True])
def test_signs_at_an_end_of_the_column_are_those_inside_the_cube(top):
    """1000 z + 1 is positive in the cube, and z = x - 35/96 leaves it over a square whose centre is 1/192 below it.

    So over that square the piece of the second surface goes on below the root of the first, which is outside.
    """
    beside = {(0, 0, 2): 2000, (0, 0, 1): -998, (0, 0, 0): -1}  # (1000 z + 1) (2 z - 1)
    leaning = {(0, 0, 1): 480, (1, 0, 0): -480, (0, 0, 0): 175}
    quarter = {(0, 0, 1): 4, (0, 0, 0): -1}
    polynomials = [beside, leaning, quarter]
    if top:
        polynomials = [upside_down(terms) for terms in polynomials]

    def question(sign):
        return "nowhere" if sign(0) > 0 and sign(2) < 0 else "everywhere"

    for error in (1.0, 1e-6):
        made = column_volumes(polynomials, question, error=error)
        assert "nowhere" not in made.bounds
        within(made.bounds["everywhere"], 1, 1e-9)


PLACES = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
BILINEAR = st.lists(st.integers(-3, 3), min_size=8, max_size=8).filter(any)


@pytest.mark.parametrize("count", [1, 2])
@given(data=st.data(), error=st.sampled_from([1e-2, 1e-5]))
@examples(60)
def test_both_ways_agree_on_any_surfaces_of_degree_one_in_each_letter(count, data, error):
    terms = [dict(zip(PLACES, data.draw(BILINEAR), strict=True)) for _ in range(count)]

    def question(sign):
        return (sign(0), sign(count - 1)) if sign(0) < 0 else sign(0)

    made = column_volumes(terms, question, error=error), class_volumes(terms, question, level=3, edges=1)
    for name in {*made[0].bounds, *made[1].bounds}:
        ends = [each.of(lambda other, name=name: other == name) for each in made]
        assert max(low for low, _ in ends) <= min(high for _, high in ends)


STEEP = [{(0, 0, 1): 3, (1, 0, 0): -2, (0, 0, 0): -1}, {(0, 0, 1): 3, (0, 1, 0): -2}, {(0, 0, 1): 2, (0, 0, 0): -1}]
"""Above z = (2 x + 1) / 3, above z = 2 y / 3, above z = 1/2; the first two cross where y = x + 1/2."""


def above(sign):
    return sum(sign(number) > 0 for number in range(3))


def volumes_above():
    """Return the volumes in which z is above none, one, two or all of the three planes, by sorting over fine strips.

    Between the places where the order changes, or an end of the column is reached, all is linear in x and in y; so on
    triangles whose sides are these lines the mean of the ends is exact. All lines are x = 1/4, y = 3/4 and
    y = x + 1/2, and the halves of cells of a grid of width 1/4 along their diagonals have no line inside.
    """
    total = [Fraction(0)] * 4
    for x, y in ((x, y) for x in range(4) for y in range(4)):
        # Both triangles have the corners on the diagonal.
        for at_x, at_y in [(x, y), (x + 1, y + 1)] * 2 + [(x + 1, y), (x, y + 1)]:
            a, b = Fraction(at_x, 4), Fraction(at_y, 4)
            ends = [0, *sorted([(2 * a + 1) / 3, 2 * b / 3, Fraction(1, 2)]), 1]
            total = [sum_ + (high - low) / 3 / 32 for sum_, low, high in zip(total, ends, ends[1:], strict=False)]
    return total


def test_planes_that_cross():
    made = column_volumes(STEEP, above, error=1e-5)
    for number, volume in enumerate(volumes_above()):
        within(made.bounds[number], volume, 5.4e-4)


@pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning")
def test_a_root_at_minus_one_is_none_of_interest():
    """Around -1 the polynomials are reversed: one that is 0 there is left out, one that is -1 there is not."""
    found = columns._eigenvalues(np.array([[1.0, 1.0], [0.0, 1.0]]))
    assert np.array_equal(found, [[np.nan], [0.0]], equal_nan=True)


def test_equal_signs_are_asked_for_once():
    signs = np.array([[1, 0], [0, 1], [1, 0], [0, 1], [-1, 0], [0, 1]])
    rows, where = columns._distinct(signs)
    assert len(rows) == 3
    assert np.array_equal(rows[where], signs)


def test_work_in_small_parts_gives_the_same_bounds(monkeypatch):
    """How much is looked at together is a matter of memory; only the last places of sums may differ."""

    def measured():
        cone = {(2, 0, 0): 1, (0, 2, 0): 1, (0, 0, 2): -1}
        return column_volumes([cone, BALL, *ORDERS], lambda sign: tuple(map(sign, range(5))), 1e-3)

    whole = measured()
    assert whole.open < Fraction(3, 100)
    monkeypatch.setattr(columns, "_PIECES", 7)
    assert measured() == whole
    monkeypatch.setattr(columns, "_GROUPS", 3)
    parts = measured()
    assert parts.boxes == whole.boxes
    assert parts.bounds.keys() == whole.bounds.keys()
    for name, ends in parts.bounds.items():
        assert all(abs(one - other) < Fraction(1, 2**45) for one, other in zip(ends, whole.bounds[name], strict=True))


def test_a_polynomial_that_is_not_asked_for_there_opens_nothing():
    """A steep plane crosses two close ones at z = 1/2, where it does not matter: it does above z = 3/4 only."""
    close = [{(0, 0, 1): 256, (0, 0, 0): -128}, {(0, 0, 1): 256, (0, 0, 0): -129}]
    steep, border = {(0, 0, 1): 1, (0, 1, 0): -8, (0, 0, 0): 4}, {(0, 0, 1): 4, (0, 0, 0): -3}

    def question(sign):
        return (1, sign(3)) if sign(2) > 0 else (sign(0), sign(1))

    made = column_volumes([*close, border, steep], question, error=1e-6)
    within(made.bounds[-1, -1], Fraction(1, 2), 1.6e-4)
    assert made.boxes < 1800


def test_rounding_errors_of_coefficients_are_those_of_the_proof():
    assert Fraction(Fibre({(1, 0, 3): 2, (0, 1, 0): -5}).error) == 124 * 7 * Fraction(5, 2) ** 3 / 2**53


def test_lengths_are_widened_by_more_than_their_rounding():
    square, low, high = np.zeros(1, dtype=int), np.array([1 / 4]), np.array([3 / 4])
    shares = np.array([1 / 2]), np.array([1.0])
    for made, ends in (
        (columns.Amounts(square, square, low, high).inside(square, shares[0], 1), (1 / 8, 3 / 8)),
        (columns.Amounts(square, square, low, high).weighted(*shares), (1 / 8, 3 / 4)),
        (columns.Amounts(square, square, -high, -low).weighted(*shares), (-3 / 4, -1 / 8)),
    ):
        assert ends[0] - 2**-47 < made.low < ends[0] - 2**-50
        assert ends[1] + 2**-50 < made.high < ends[1] + 2**-47


EIGHTHS = st.integers(-8, 16).map(lambda value: value / 8)
ROOTS = st.tuples(
    *[st.integers(0, 1), st.integers(0, 2), EIGHTHS, st.tuples(*[st.integers(-4, 4).map(lambda value: value / 8)] * 2)],
    *[st.sampled_from([0, 1 / 32, 1 / 4]), st.integers(-1, 1)],
)
WALLS = [(square, -1, end, (0.0, 0.0), 0.0, 0) for square in (0, 1) for end in (0.0, 1.0)]
BASE = np.array([[1, 0, -1], [-1, 1, 0]])


def in_one_group(one, other):
    apart = abs(other[2] - one[2])
    return apart <= sum(abs(a - b) for a, b in zip(one[3], other[3], strict=True)) / 2 + one[4] + other[4]


def groups_over(square, roots):
    """Return the groups of roots in a column, upwards: where one ends, all below are in order with all above."""
    inside = sorted((root for root in roots if root[0] == square), key=lambda root: root[2])
    groups = [[]]
    for place, root in enumerate(inside):
        groups[-1].append(root)
        if not any(in_one_group(one, other) for one in inside[: place + 1] for other in inside[place + 1 :]):
            groups.append([])
    bottom, top = (
        next(k for k, group in enumerate(groups) if (square, -1, end) in [one[:3] for one in group]) for end in (0, 1)
    )
    return groups[bottom : top + 1]


def sign_at(place, square, polynomial, roots):
    """Return the sign that the highest root below has above it, or the lowest above it, or that of the column."""
    own = sorted((root for root in roots if root[:2] == (square, polynomial)), key=lambda root: root[2])
    below = [root[5] for root in own if root[2] < place]
    return below[-1] if below else -own[0][5] if own else BASE[square, polynomial]


@given(st.lists(ROOTS, max_size=7, unique_by=lambda root: root[:3]))
@examples(300)
def test_columns_are_cut_where_the_order_of_roots_is_sure(roots):
    roots = WALLS + roots
    numbers = [np.array(column) for column in zip(*roots, strict=True)]
    square, polynomial, centre, leans, reach, sign = numbers
    events = columns.Events(square, polynomial, centre, leans, reach, sign, centre, reach)
    made = columns.Segments(events, np.zeros(2, dtype=bool))
    signs = made.signs_in_order(events, BASE).tolist()
    groups = [group for square in (0, 1) for group in groups_over(square, roots)]
    expected = []
    for below, above in pairwise(groups):
        if below[0][0] == above[0][0]:
            place = (max(root[2] + root[4] for root in below) + min(root[2] - root[4] for root in above)) / 2
            expected.append([sign_at(place, below[0][0], number, roots) for number in range(3)])
    for group in groups:
        first, met = group[0], {root[1] for root in group}
        expected.append([0 if number in met else sign_at(first[2], first[0], number, roots) for number in range(3)])
    assert signs == expected
    assert made.square[made.gaps :].tolist() == [group[0][0] for group in groups]
    for group, low, high, depth in zip(groups, made.lower, made.upper, made.depths(1 / 4), strict=True):
        assert not depth or all(root[1] < 0 or root[5] for root in group)
        level = (0, 0) if any(root[1] < 0 for root in group) else group[0][3]
        away = [sum(abs(a - b) for a, b in zip(root[3], level, strict=True)) / 2 + root[4] for root in group]
        ends = {root[2] for root in group if root[1] < 0}
        assert low == (0 if 0 in ends else min(root[2] - far for root, far in zip(group, away, strict=True)))
        assert high == (1 if 1 in ends else max(root[2] + far for root, far in zip(group, away, strict=True)))


def upside_down(terms):
    """Return a polynomial with 1 - z in the place of z."""
    result = {}
    for (x, y, z), value in terms.items():
        for power in range(z + 1):
            place = (x, y, power)
            result[place] = result.get(place, 0) + value * math.comb(z, power) * (-1) ** power
    return result


def test_quarters_are_told_the_signs_and_what_was_asked_for():
    """Over two squares; over the first two planes without z cross, so that all of its column is open."""
    rows = [(2, 0, 0, -1), (3, 0, 0, -1), (4, 0, 0, 1), (4, 0, 0, -5), (0, 2, 0, -1), (0, 0, 2, -1)]
    places = [(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 0)]
    planes = [Fibre({place: value for place, value in zip(places, row, strict=True) if value}) for row in rows]
    squares = np.array([[1 / 2, 1 / 2], [1 / 4, 3 / 4]])
    column = Column(planes, squares, 1 / 32, np.zeros((2, 6), dtype=np.int8))
    column.amounts(1, columns.Classes(lambda sign: (sign(2), sign(0))), 1.0)
    assert column.known().tolist() == [[0, 0, 1, -1, 0, 0], [0, 2, 1, -1, -1, 1]]


def test_what_may_be_asked_for_is_told():
    answers = Answers(lambda sign: "low" if sign(0) < 0 else sign(1))
    assert answers.outcome((0, 1, 1)) == ((0, "low", 1), {0, 1})
    assert answers.outcome((-1, 0, 0)) == ((-1, "low", "low"), {0})
    assert answers.outcome((0, 0, 1)) == (None, {0, 1})
