import colorsys
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product
from math import ceil
from types import SimpleNamespace

import numpy as np
import pytest
import strategies
from examples import examples
from hand_made import grid, pixel, square
from hypothesis import given

from truel_ref import solve
from truel_ref.game.aims import Aim
from truel_ref.game.people import label
from truel_ref.maps import map_problem
from truel_ref.maps.colors import COMMON, colorings, paint, paint_difference, profile_color
from truel_ref.maps.data import MapData
from truel_ref.maps.grid import MapSpec, pixel_of
from truel_ref.maps.painting import PALETTES, ColorBar, lighten

STANDARD, USUAL = PALETTES["standard"], PALETTES["okabe-ito"]
NOBODY = (0, 0, 0)


def labels(painting):
    return [entry.label for entry in painting.classes]


def names(painting):
    """Return the class of every pixel by its label, as lists of rows; None for what the colour bar explains."""
    return [[painting.classes[number].label if number >= 0 else None for number in row] for row in painting.number]


def close(one, other):
    return np.allclose(one, other, atol=1e-12)


def hue(color):
    return colorsys.rgb_to_hls(*color)[0] * 360


def lightness(colors):
    return (np.max(colors, axis=-1) + np.min(colors, axis=-1)) / 2


# -- each colouring

WIN = (0.6, 0.3, 0.1)
SHARED = ["Miss B A", "Miss B A", "Miss mix A", "Miss mix A"]  # A wins, B wins, both share the first place, A and C do
SHARES = [WIN, (0.3, 0.6, 0.1), (0.4, 0.4, 0.2), (0.4, 0.2, 0.4)]
AIMED = ["C A Miss", "A mix Miss", "B B Miss", "B C Miss"]
FIRSTS = [WIN, (0.3, 0.6, 0.1), (0.1, 0.3, 0.6), (0.4, 0.2, 0.4)]
ALL = ["C C B", "C C B", "Miss C B", "mix C B"]


@pytest.mark.parametrize(
    ("name", "aims", "wins", "classes"),
    [
        ("w", ["B A A"] * 4, [(1, 0, 0), (0.5, 0.3, 0.2), (0.2, 0.6, 0.2), (0, 0, 1)], ["A", "A", "B", "C"]),
        (
            "w",
            ["B A A"] * 4,
            [(0.4, 0.4, 0.2), (0.2, 0.4, 0.4), (0.25, 0.25, 0.25), (0.4, 0.2, 0.4)],
            ["A = B", "B = C", "A = B = C", "A = C"],
        ),
        ("w", ["B A A"] * 4, [(0.1, 0.2, 0.1)] * 4, ["B"] * 4),  # which only may end in a stalemate
        (
            "o",
            ["B A A"] * 4,
            [(0.5, 0.3, 0.2), (0.5, 0.2, 0.3), (0.4, 0.3, 0.3), (0.3, 0.3, 0.4)],
            ["A > B > C", "A > C > B", "A > B = C", "C > A = B"],
        ),
        ("uA", SHARED, SHARES, ["miss"] * 4),
        ("uB", SHARED, SHARES, ["self", "self", "random", "random"]),
        ("uw", SHARED, SHARES, ["miss", "self", "random", "miss"]),  # of those who share it the more unusual
        ("u", SHARED, SHARES, ["self", "self", "random", "random"]),
        ("tA", AIMED, FIRSTS, ["C", "A (Self)", "B", "B"]),
        ("tB", AIMED, FIRSTS, ["A", "a mix", "B (Self)", "C"]),
        ("tw", AIMED, FIRSTS, ["C", "a mix", "Miss", "shared first place"]),
        ("t", ALL, [WIN] * 4, ["C, C, B", "C, C, B", "Miss, C, B", "a mix, C, B"]),
        ("t", ["Miss Miss Miss"] * 4, [NOBODY] * 4, ["stalemate"] * 4),  # of predefined misses
    ],
)
def test_the_classes_of_pixels(name, aims, wins, classes):
    painting = paint(square([0, 0, 1], [*map(pixel, aims, wins)]), name)
    assert [*chain.from_iterable(names(painting))] == classes
    assert {entry.label: (entry.pixels, entry.share) for entry in painting.classes} == {
        label: (classes.count(label), classes.count(label) / 4) for label in classes
    }
    assert len({entry.color for entry in painting.classes}) == len({*classes})


def test_winner_has_the_hue_of_the_player_and_the_brightness_of_his_chance():
    data = square([0, 0, 1], [pixel("B A A", win) for win in [(1, 0, 0), (0.5, 0.3, 0.2), (0.2, 0.6, 0.2), (0, 0, 1)]])
    painting = paint(data)
    # 0.9 for a chance of 1/3, 0.4 for one of 1, straight between them.
    assert close(lightness(painting.colors), [[0.4, 0.9 - 0.5 * 0.25], [0.9 - 0.5 * 0.4, 0.4]])
    hues = [hue(color) for color in painting.colors.reshape(-1, 3)]
    assert np.allclose(hues, [hue(USUAL.player(player)) for player in (0, 0, 1, 2)], atol=1e-6)
    assert (painting.bar.low, painting.bar.high) == (pytest.approx(100 / 3), 100)  # of the brightness
    brightest, middle, darkest = painting.classes[0].shades
    assert middle == painting.classes[0].color
    assert sum(brightest) > sum(middle) > sum(darkest)


def test_the_range_of_the_brightness_can_be_chosen():
    data = square([0, 0, 1], [pixel("B A A", (1, 0, 0))] * 4)
    ends = [(0.1, 0.9), (0.7, 0.8)]
    assert close([lightness(paint(data, "w", intensity=pair).colors[0, 0]) for pair in ends], [0.1, 0.7])


def test_the_four_first_players_of_the_published_analysis_are_red_green_blue_and_purple():
    hues = np.array([hue(STANDARD.player(player)) for player in range(4)])
    assert (np.abs((hues - [0, 120, 220, 280] + 180) % 360 - 180) < [15, 15, 20, 15]).all()


@pytest.mark.parametrize("name", PALETTES)
def test_later_players_are_distinguishable(name):
    colors = np.array([PALETTES[name].player(player) for player in range(30)])
    assert len({tuple(color) for color in colors}) == 30
    assert all(np.abs(one - other).max() > 0.15 for one, other in combinations(colors[:8], 2))


def test_a_shared_first_place_is_darker_than_any_winner():
    wins = [(0.4, 0.4, 0.2), (0.2, 0.4, 0.4), (0.25, 0.25, 0.25), (0.4, 0.2, 0.4)]
    painting = paint(square([0, 0, 1], [pixel("B A A", win) for win in wins]))
    assert labels(painting) == ["A = B", "A = C", "B = C", "A = B = C"]
    assert close(lightness(painting.colors), 0.2)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("palette", PALETTES)
def test_every_order_has_its_own_color(players, palette):
    orders = [ranks for ranks in product(range(players), repeat=players) if valid(ranks)]
    assert len(orders) == {2: 3, 3: 13, 4: 75}[players]
    pixels = [pixel(" ".join(["Miss"] * players), [(players - rank) / 50 for rank in ranks]) for ranks in orders]
    side = max(2, ceil(len(pixels) ** 0.5))
    filled = [pixels[place % len(pixels)] for place in range(side * side)]
    rows = [filled[row * side : (row + 1) * side] for row in range(side)]
    painting = paint(grid([0] * players, rows, a_above_b=True), "o", palette=palette)
    assert len({tuple(np.round(entry.color, 3)) for entry in painting.classes}) == len(painting.classes) == len(orders)
    assert sum(entry.share for entry in painting.classes) == pytest.approx(1)


def valid(ranks):
    """Tell whether each number says how many others come before."""
    return all(rank == sum(other < rank for other in ranks) for rank in ranks)


def test_probabilities_have_a_color_bar_of_percent():
    wins = [(1, 0, 0), (0.5, 0.3, 0.2), (0, 0.25, 0.75), NOBODY]
    data = square([0, 0, 1], [pixel("B A A", win) for win in wins])
    paintings = [paint(data, name) for name in ("p", "pw", "pB")]
    best, winner, of_b = paintings
    bar = best.bar
    assert (bar.low, bar.high) == (0, 100)
    assert close(best.colors, winner.colors)
    seen = [*best.colors[0], *of_b.colors[:, 0]]
    assert close(seen, [bar.stops[-1], bar.colors(np.array(50.0)), bar.stops[0], bar.colors(np.array(25.0))])
    assert names(best) == [[None, None], [None, "stalemate"]]
    assert [painting.title for painting in paintings] == [
        "How often the likeliest winner wins",
        "How often the winner wins",
        "How often B wins",
    ]
    brightness = [sum(stop) for stop in bar.stops]
    assert brightness == sorted(brightness, reverse=True)


def test_the_color_bar_is_cut_at_its_ends():
    bar = ColorBar("x", 0, 10, ((0, 0, 0), (1, 1, 1)))
    assert close(bar.colors(np.array([-5, 5, 20]))[:, 0], [0, 0.5, 1])


def test_unusual_aims_in_their_order():
    # At the bottom left pA = pB = 0: A and B are equal, so whoever aims at one of them beside C aims at the weaker.
    kinds = {
        "C C B": "the strongest",
        "B C B": "a weaker player",
        "B C Miss": "miss",
        "B B Miss": "self",
        "mix B Miss": "random",
    }
    for aims, kind in kinds.items():
        painting = paint(square([0, 0, "1/2"], [pixel(aims, (0.5, 0.3, 0.2))] * 4), "u")
        assert names(painting)[0][0] == kind
        index = ("random", "self", "miss", "a weaker player", "the strongest").index(kind)
        assert close(painting.colors[0, 0], USUAL.unusual[index])


def test_weaker_and_strongest_are_decided_at_each_pixel_exactly():
    # 3 points: pA and pB are 0, 1/3, 2/3, 1, and C hits with exactly 1/3.
    aims = "B C A"  # A at B, B at C, C at A
    data = grid([0, 0, "1/3"], [[pixel(aims, (0.5, 0.3, 0.2))] * 4 for _ in range(4)], a_above_b=True)
    fixed = Fraction(1, 3)
    for row, column in data.spec.pixels():
        a, b = Fraction(row, 3), Fraction(column, 3)
        if not a * b:
            continue  # where somebody never hits, the pixel looks like its neighbour
        weaker = {"uA": b < fixed, "uB": fixed < a, "uC": a < b, "u": b < fixed or fixed < a or a < b}
        shown = {name: names(paint(data, name))[row][column] for name in weaker}
        assert shown == {name: "a weaker player" if weaker[name] else "the strongest" for name in weaker}, (row, column)


def test_with_two_players_the_other_is_the_strongest():
    painting = paint(square([0, 0], [pixel("B A", (0.5, 0.25))] * 4), "u")
    assert labels(painting) == ["the strongest"]


def test_targets_of_one_player_have_the_color_of_the_target():
    painting = paint(square([0, 0, 1], [*map(pixel, AIMED, FIRSTS)]), "tA")
    assert close(painting.colors[0], [USUAL.player(2), USUAL.player(0)])


def test_mixes_are_one_class_in_aims_of_all():
    plain = pixel("C C B", WIN)
    mixes = [Aim((Fraction(0), Fraction(1, part), Fraction(1, part))) for part in (2, 3)]
    mixed = [replace(plain, aims=(mix, *plain.aims[1:])) for mix in mixes]
    assert [entry.pixels for entry in paint(square([0, 0, 1], [*mixed, plain, plain]), "t").classes] == [2, 2]


@pytest.mark.parametrize("palette", PALETTES)
def test_equal_aims_look_equal_in_every_map(palette):
    """Whatever else is on the map, and however often."""
    win = (0.6, 0.3, 0.1)
    one = paint(square([0, 0, 1], [pixel("Miss C B", win)] * 4), "t", palette=palette)
    other = paint(square([0, 0, 1], [pixel("B C B", win)] * 3 + [pixel("Miss C B", win)]), "t", palette=palette)
    assert close(one.colors[0, 0], other.colors[1, 1])
    assert not close(one.colors[0, 0], other.colors[0, 0])
    drawn = {profile_color(places, PALETTES[palette]) for places in product(range(6), repeat=3)}
    assert len(drawn) == 6**3


def test_lines_one_pixel_wide_are_no_classes_of_a_legend():
    a, b, both = (pixel("B A A", win) for win in ((0.6, 0.3, 0.1), (0.3, 0.6, 0.1), (0.45, 0.45, 0.1)))
    painting = paint(grid([0, 0, 1], [[a, a, both, b, b]] * 5, a_above_b=True), "w")
    assert [(entry.label, entry.share) for entry in painting.classes] == [("A", 0.5), ("B", 0.5)]
    assert names(painting)[1:] == [["A", "A", "B", "B", "B"]] * 4
    few = paint(square([0, 0, 1], [a, both, both, b]), "w")
    assert [entry.label for entry in few.listed] == ["A", "B", "A = B"]


def test_pixels_at_the_edges_count_by_their_part_and_ties_for_nothing():
    left, right = pixel("C C A", (0.6, 0.3, 0.1)), pixel("C C B", (0.3, 0.6, 0.1))
    both = replace(pixel("C Miss A", (0.5, 0.5, 0)), tie=True)
    rows = [[both, left, left, both, right]] * 5  # lines at pB = 0 and 3/4
    painting = paint(grid([0, 0, 1], rows, a_above_b=True), "t")
    assert {entry.label: entry.share for entry in painting.classes} == {"C, C, A": 3 / 4, "C, C, B": 1 / 4}
    assert names(painting)[1:] == [["C, C, A"] * 3 + ["C, C, B"] * 2] * 4
    # An area on which somebody is indifferent is an area.
    painting = paint(grid([0, 0, 1], [[left, *[both] * 4]] * 5, a_above_b=True), "t")
    assert {entry.label: entry.share for entry in painting.classes} == {"C, Miss, A": 7 / 8, "C, C, A": 1 / 8}


@pytest.mark.parametrize("points", [60, 100])
def test_counted_shares_are_those_of_the_proved_areas_to_a_tenth_of_a_percent(points):
    """For pC = 1 the aims C, C, B have an area of 6.1256 %, and C, C, A of 9.7082 %."""
    whole = paint(map_problem([1], points=points, a_above_b=True), "t")
    shares = {entry.label: entry.share for entry in whole.classes}
    assert [f"{100 * shares[name]:.1f}" for name in ("C, C, B", "C, C, A", "Miss, C, B")] == ["6.1", "9.7", "43.9"]
    half = paint(map_problem([1], points=points), "t")
    [of_half] = [entry.share for entry in half.classes if entry.label == "C, C, B"]
    assert f"{100 * of_half / 2:.1f}" == "6.1"


def test_the_diagonal_looks_like_what_is_beside_it():
    data = map_problem([1], points=20, a_above_b=True)
    painting = paint(data, "t")
    assert [data.aims_at(each, 0) for each in (15, 18)] == [data.aims_at(2, 0)] * 2  # by the tie rule: B never hits
    assert [names(painting)[each][0] for each in (2, 15, 18)] == ["C, C, A", "C, Miss, A", "C, Miss, A"]
    assert all(names(painting)[each][each] == names(painting)[each][each + 1] for each in range(1, 20))


# -- stalemates, the triangle, numbers of players


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_stalemates_and_the_triangle_are_their_own_classes_in_every_coloring(players, palette):
    words = " ".join(label((player + 1) % players) for player in range(players))
    winning = [0.6] + [0.4 / (players - 1)] * (players - 1)
    played, nobody = pixel(words, winning), pixel(" ".join(["none"] * players), [0] * players)
    data = grid([0] * players, [[nobody, played, played], [None, played, nobody], [None, None, played]])
    for name in colorings(players):
        painting = paint(data, name, palette=palette)
        shown = names(painting)
        assert [shown[row][column] for row, column in ((0, 0), (1, 2), (1, 0), (2, 0), (2, 1))] == [
            *["stalemate"] * 2,
            *["not in the map"] * 3,
        ], name
        assert [(entry.label, entry.pixels, entry.share) for entry in painting.classes[-2:]] == [
            ("stalemate", 2, (1 / 8 + 1 / 2) / 2),
            ("not in the map", 3, 0),
        ]
        assert name[0] == "p" or sum(entry.share for entry in painting.classes) == pytest.approx(1)
        colors = [painting.colors[where] for where in [(0, 0), (1, 0), (1, 1)]]
        assert all(np.abs(one - other).max() > 0.1 for one, other in combinations(colors, 2)), name
        assert ((painting.colors >= 0) & (painting.colors <= 1)).all()


def test_many_players():
    words = " ".join(["Miss"] * 20)
    data = square([0] * 20, [pixel(words, [place / 400 for place in range(20)])] * 4)
    assert labels(paint(data, "w")) == ["T"]
    assert labels(paint(data, "o")) == [" > ".join(map(label, reversed(range(20))))]


# -- differences


def difference(largest, order_differs):
    data = square([0, 0, 1], [pixel("B A A", (0.6, 0.3, 0.1))] * 4)
    return SimpleNamespace(
        first=data,
        second=data,
        largest=np.array(largest),
        order_differs=np.array(order_differs),
        no_value={},
        tie=data.tie,
    )


def test_differences():
    given_one = difference([[0.0, 2.0], [np.nan, 4.0]], [[False, True], [False, False]])
    largest, order = paint_difference(given_one, "dp"), paint_difference(given_one, "do")
    assert names(largest) == [["equal", None], ["not in the map", None]]
    assert (largest.bar.low, largest.bar.high, largest.bar.label) == (0, 4, "percentage points")
    assert close(largest.colors[0, 1], largest.bar.colors(np.array(2.0)))
    assert close(largest.colors[1, 1], largest.bar.stops[-1])
    assert paint_difference(given_one, "dp", high=10.0).bar.high == 10
    assert names(order) == [["the same order", "another order"], ["not in the map", "the same order"]]
    assert order.classes[0].share == 1 / 2  # beside it half a corner each
    assert order.bar is None


def test_no_difference_at_all():
    painting = paint_difference(difference([[0.0, 0.0], [0.0, 0.0]], [[False] * 2] * 2))
    assert labels(painting) == ["equal"]
    assert painting.bar.high > painting.bar.low


# -- records


def test_capital_letters_are_players():
    assert "pW" in colorings(23)
    assert len(set(colorings(30))) == len(colorings(30))


def test_colours_of_a_painting_stay():
    painting = paint(square([0, 0, 1], [pixel("B A A", (0.6, 0.3, 0.1))] * 4))
    with pytest.raises(ValueError, match="read-only"):
        painting.colors[0, 0] = 0
    assert repr(painting) == "<Painting w: A 4>"


# -- palettes


SEEN = {
    "everybody": np.eye(3),
    "without green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "without red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
}
"""What is seen of linear light, of the colour-blind by the matrices of G. Machado, M. Oliveira and L. Fernandes, IEEE
Trans. Visualization and Computer Graphics 15 (2009), for a severity of 1."""
TO_XYZ = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]


def cielab(color, eyes):
    """Return the place of a colour in CIELAB (1976), white of sRGB, where a distance of 2 is just seen."""
    linear = np.where(np.array(color) <= 0.04045, np.array(color) / 12.92, ((np.array(color) + 0.055) / 1.055) ** 2.4)
    parts = np.array(TO_XYZ) @ np.clip(np.array(SEEN[eyes]) @ linear, 0, 1) / np.sum(TO_XYZ, axis=1)
    x, y, z = np.where(parts > 216 / 24389, np.cbrt(parts), (24389 / 27 * parts + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def least(colors):
    """Return the least distance of two of some colours, for everybody and for the colour-blind."""
    pairs = [(one, other) for eyes in SEEN for one, other in combinations([cielab(c, eyes) for c in colors], 2)]
    return min(float(np.linalg.norm(one - other)) for one, other in pairs)


@pytest.mark.parametrize(
    ("colors", "distance"),
    [
        (USUAL.players[:3], 35),
        (USUAL.players[:4], 17),
        (USUAL.many, 12),
        (USUAL.unusual, 17),
        *(([lighten(color, level) for color in USUAL.players[:3]], 14) for level in (0.4, 0.6, 0.8)),
    ],
)
def test_the_colour_blind_see_players_and_aims_apart(colors, distance):
    assert least(colors) > distance > least(STANDARD.players[:3])


def test_every_list_of_aims_that_has_a_share_of_the_cube_has_a_colour_of_its_own():
    assert len(USUAL.many) == len(COMMON)
    drawn = {profile_color(["ABC-".index(aim) for aim in aims], USUAL) for aims in COMMON}
    assert drawn == {*USUAL.many}


@pytest.mark.parametrize("color", [(0.8, 0.1, 0.1), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.2, 0.6, 0.9)])
def test_lightness_is_what_is_asked_for(color):
    levels = [0, 0.1, 0.5, 0.9, 1]
    assert close(lightness([lighten(color, level) for level in levels]), levels)


# -- real maps, and speed


@examples(24)
@given(strategies.problems(most=3))
def test_every_coloring_of_a_real_map(problem):
    spec = MapSpec(problem, points=2, a_above_b=True, method="normal")
    data = MapData.assemble(spec, {where: pixel_of(solve(spec.at(*where))) for where in spec.pixels()})
    for name in colorings(problem.players):
        painting = paint(data, name)
        assert ((painting.colors >= 0) & (painting.colors <= 1)).all()
        assert sum(entry.pixels for entry in painting.classes) == (painting.number >= 0).sum()
