"""Maps of stationary play: every pixel against the equilibria, ties, pixels without a value, and the comparison."""

import json
from functools import cache
from math import isnan, nan

import independent_stationary as independent
import numpy as np
import pytest

from truel_ref import Problem, equilibria
from truel_ref.errors import MapError
from truel_ref.game.aims import Aim
from truel_ref.maps import MapData, MapSpec, build, compare, difference, map_problem, replace
from truel_ref.maps.builder import normal_rows
from truel_ref.maps.colors import OUTSIDE, colorings, paint, paint_difference, profile_color
from truel_ref.maps.comparison import OTHER_AIMS, OTHER_WINNER, SAME, SAME_AIMS
from truel_ref.maps.data import NO_VALUE
from truel_ref.maps.draw import difference_figure, figure
from truel_ref.maps.labels import Hover
from truel_ref.maps.models import MANY, OPEN, Pixel, pixel_of_equilibria, stationary_text
from truel_ref.maps.painting import PALETTES
from truel_ref.maps.store import key

NONE, SEVERAL, UNKNOWN = NO_VALUE


def stationary(hits, points, **fields):
    return MapSpec(Problem([0, 0, *hits], **fields), points, a_above_b=True, model="stationary")


@cache
def one():
    return build(stationary(["1"], 12))


@cache
def half():
    return build(stationary(["1/2"], 12))


# -- every pixel


@pytest.mark.parametrize("made", [half, one])
def test_every_pixel_is_what_equilibria_says(made):
    data = made()
    for where in data.spec.pixels():
        answer = equilibria(data.spec.at(*where))
        assert (data.equilibria[where], data.valued[where]) == (answer.distinct, answer.distinct == 1)
        said = data.aims_at(*where), data.win[where].tolist(), data.stalemate[where], data.tie[where]
        if answer.distinct == 1:
            tie = not all(each.strict for each in answer)
            assert said == (answer[0].aims, [float(win) for win in answer[0].win], float(answer[0].stalemate), tie)
        else:
            assert str(said) == str(((), [nan] * 3, data.stalemate.dtype.type(nan), data.tie.dtype.type(False)))
    assert data.inside.all()
    assert data.solved.all()


@pytest.mark.parametrize("hit", ["1", "1/2"])
def test_every_pixel_is_what_brute_force_over_all_profiles_gives(hit):
    data = build(stationary([hit], 6))
    for row, column in data.spec.pixels():
        records = independent.equilibria(data.spec.at(row, column).hits)
        distinct = {(record.aims, json.dumps(record.values, default=str)) for record in records}
        assert data.equilibria[row, column] == len(distinct)
        if len(distinct) == 1:
            assert tuple(aim.weights for aim in data.aims_at(row, column)) == records[0].aims


def test_pixels_with_several_equilibria():
    """Equal A and B may change places, or be shot at in either order; if all three never miss there are eleven.

    And at pA = 1/4, pB = 1/3 player A wins as often by a miss as by aiming at C.
    """
    others = {(where, where): 2 for where in range(12)} | {(12, 12): 11, (3, 4): 2}
    counts = one().equilibria
    assert {where: counts[where] for where in zip(*np.nonzero(counts != 1), strict=True)} == others
    assert (half().equilibria[6, 6], int((half().equilibria == 1).sum())) == (4, 150)


def test_a_pixel_without_a_pure_equilibrium():
    """The quintuple of the page on announced play."""
    spec = MapSpec(Problem([0, 0, "2/5", "3/5", "1/2"]), 10, model="stationary")
    [pixel] = normal_rows(spec, [2], range(7, 8)).values()
    assert (pixel.aims, pixel.equilibria, pixel.tie) == ((), 0, False)
    assert all(map(isnan, (*pixel.win, pixel.stalemate)))


def test_a_cap_leaves_the_number_open():
    """One selection is followed; it has a single equilibrium, and yet nothing is said of the whole."""
    answer = equilibria(["1/4", "1/4", "1/2", "3/4"], cap=1)
    assert (answer.complete, answer.distinct) == (False, 1)
    assert pixel_of_equilibria(answer).equilibria == OPEN
    assert "at least" in stationary_text(answer)


# -- the spec


def test_only_the_model_is_new_in_a_spec():
    announced = MapSpec(Problem([0, 0, 1]))
    assert "model" not in announced.to_json()
    assert replace(announced, model="stationary").to_json() == announced.to_json() | {
        "method": "normal",
        "model": "stationary",
    }
    assert MapSpec.from_data(announced.to_json()).model == "announced"
    assert MapSpec.from_data(one().spec.to_json()) == one().spec
    assert one().spec.title() == "pC = 1; search Others, Miss; stationary play"


def test_old_maps_keep_their_keys():
    """Computed before there were models."""
    four = Problem([0, 0, "1/2", "1/3"], search="All", if_eq=2)
    assert (
        key(MapSpec(Problem([0, 0, 1]), method="certified"))
        == "a232de590cac4896dd02a306399603d16d14923cfb1681718c88dae04656e25a"
    )
    assert key(MapSpec(four, 7, True, "smart", "linear")) == (
        "73607a836b576c2d17982fc0ee8d2f249c2b9b78a2b5cf25e97b45df71a40abe"
    )
    announced = MapSpec(Problem([0, 0, 1]), method="normal")
    assert key(announced) != key(replace(announced, model="stationary"))


def test_the_answer_at_a_pixel_is_that_of_the_equilibria():
    assert one().answer_at(4, 6) == equilibria(["1/3", "1/2", 1])


# -- in files and elsewhere


def test_records_say_nothing_where_there_is_nothing():
    records = one().to_records()
    none, single = records[13 * 6 + 6], records[13 * 6 + 8]
    assert (none["aims"], none["win A"], none["stalemate"], none["equilibria"]) == (None, None, None, 2)
    assert (single["aims"], single["equilibria"]) == ("Miss, C, B", 1)
    assert sum(count for _, count in one().aims_shares()) == 169 - 14


def test_what_a_pointer_shows():
    hover = Hover(one())
    assert hover.text(right=50, up=34).startswith("pA = 1/3, pB = 1/2:  A ")
    lines = hover.text(right=100, up=100).split("\n")
    assert (lines[0], lines[-1].strip(), len(lines)) == ("pA = 1, pB = 1:  11 equilibria", "...", 4)


# -- pixels without a value, in colours


def by_hand():
    """Return a map of 2 by 2 pixels: one equilibrium, none, several, and an unknown number of them."""
    spec = stationary(["1"], 1)
    aims = Aim.at(1, 3), Aim.at(2, 3), Aim.miss(3)
    without = [Pixel((), (nan,) * 3, nan, tie=False, equilibria=count) for count in (0, MANY, OPEN)]
    pixels = [Pixel(aims, (0.5, 0.25, 0.25), 0.0, tie=False, equilibria=1), *without]
    return MapData.assemble(spec, dict(zip(spec.pixels(), pixels, strict=True)))


@pytest.mark.parametrize("palette", ["standard", "okabe-ito"])
@pytest.mark.parametrize("name", colorings(3))
def test_every_colouring_keeps_pixels_without_a_value_apart(name, palette):
    painting = paint(by_hand(), name, palette=palette)
    shares = {entry.label: entry.share for entry in painting.classes}
    assert [shares.pop(why) for why in NO_VALUE] == [0.25] * 3
    assert len(shares) == (name[0] != "p")  # a colour bar explains what is not a class
    assert len({tuple(color) for color in painting.colors.reshape(-1, 3).tolist()}) == 4
    assert set(NO_VALUE) < {entry.label for entry in painting.listed} | {""}


@pytest.mark.parametrize("palette", PALETTES)
def test_their_colours_are_told_apart_in_grey_and_are_nobodys(palette):
    color = {entry.label: entry.color for entry in paint(by_hand(), palette=palette).classes}
    greys = sorted(sum(color[why]) / 3 for why in NO_VALUE)
    assert min(np.diff(greys)) > 0.15
    assert profile_color((1, 2, 3), PALETTES[palette]) not in color.values()


def test_a_line_without_a_value_is_in_the_legend_and_has_no_area():
    painting, triangle = paint(one(), "t"), build(replace(one().spec, a_above_b=False))
    last = painting.classes[-1]
    assert (painting.listed[-1], last.label, last.pixels, last.share) == (last, SEVERAL, 14, 0)
    assert [entry.label for entry in paint(triangle, "w").listed][-2:] == [SEVERAL, OUTSIDE]


def test_edges_where_somebody_never_hits_are_not_painted_as_stripes():
    painting = paint(one(), "t")
    labels = np.array([entry.label for entry in painting.classes])[painting.number]
    assert [str(aim) for aim in one().aims_at(0, 11)] == ["C", "C", "B"]  # A never hits, and aims as the rule says
    assert set(labels[0, 6:]) == set(labels[1, 6:]) == {"Miss, C, B"}
    assert set(labels[8:, 0]) == set(labels[8:, 1]) == {"C, Miss, A"}


# -- announced against stationary play


def test_counts_of_the_comparison():
    """Each pixel is looked at by itself."""
    announced = build(replace(half().spec, model="announced"))
    both = compare(announced, half())
    kinds = dict.fromkeys((SAME, SAME_AIMS, OTHER_AIMS, OTHER_WINNER), 0)
    better, missing = [0, 0, 0], 0
    for row, column in half().spec.pixels():
        answer, solution = half().answer_at(row, column), announced.solution_at(row, column)
        if answer.distinct != 1:
            missing += 1
            continue
        mine, other = solution.win, answer[0].win
        winners = [[win == max(wins) for win in wins] for wins in (mine, other)]
        if winners[0] != winners[1]:
            kinds[OTHER_WINNER] += 1
        elif solution.aims != answer[0].aims:
            kinds[OTHER_AIMS] += 1
        else:
            kinds[SAME if mine == other else SAME_AIMS] += 1
        better = [count + (own > others) for count, own, others in zip(better, mine, other, strict=True)]
    assert {kind: int(where.sum()) for kind, where in both.kinds.items()} == kinds
    assert [int(where.sum()) for where in both.better] == better
    assert both.not_compared == missing == 169 - int((half().equilibria == 1).sum())
    assert min(kinds[SAME], kinds[OTHER_AIMS], kinds[OTHER_WINNER]) > 0
    assert both.share_aims == (kinds[OTHER_AIMS] + kinds[OTHER_WINNER]) / (169 - missing)
    assert both.to_json()["not_compared"] == {SEVERAL: missing}
    assert not isnan(both.average + both.average_of_players + both.maximum)
    text = str(both).splitlines()
    several = f"({missing} have several equilibria)"
    assert text[2] == f"not compared: {missing} of 169 pixels {several}; what follows is about the others"
    assert text[-3].startswith("A wins more often in announced play at ")


def test_a_difference_of_specs_and_its_colours():
    spec = replace(half().spec, points=10)
    both = difference(replace(spec, model="announced"), spec)
    for name in ("da", "dg", "dp", "do"):
        counts = {entry.label: entry.pixels for entry in paint_difference(both, name).classes}
        assert (counts[SEVERAL], counts.get(OUTSIDE)) == (both.not_compared, None)
    assert paint_difference(both, "dg").title == "Who wins more often in announced play"
    kinds = {**both.kinds, SEVERAL: both.no_value[SEVERAL]}
    nobody = {"nobody": both.compared & ~np.any(both.better, axis=0)}
    for name, kind, where in [*(("da", *item) for item in kinds.items()), *(("dg", *item) for item in nobody.items())]:
        painting = paint_difference(both, name)
        labels = np.array([entry.label for entry in painting.classes])[painting.number]
        assert (labels == kind)[where & ~both.tie].all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hit", "counts", "gains"),
    [
        ("1", [39350, 9, 840, 202], [849, 0, 0, 849, 849, 0]),
        ("1/2", [36262, 1997, 1841, 301], [1327, 2511, 1424, 2414, 2414, 1424]),
        ("1/4", [36932, 962, 2156, 351], [2463, 655, 2334, 784, 784, 2334]),
    ],
)
def test_whom_announcing_serves(hit, counts, gains):
    both = difference(MapSpec(Problem([0, 0, hit]), 200, a_above_b=True), stationary([hit], 200), jobs=2)
    assert [*(int(both.kinds[kind].sum()) for kind in (SAME, OTHER_AIMS, OTHER_WINNER)), both.not_compared] == counts
    assert [int(where.sum()) for pair in zip(both.better, both.worse, strict=True) for where in pair] == gains
    for row, column in zip(*np.nonzero(both.aims), strict=True):
        hits = both.second.spec.at(int(row), int(column)).hits
        [weakest] = (player for player in range(3) if hits[player] == min(hits))
        gainers = {player for player in range(3) if both.better[player][row, column]}
        losers = {player for player in range(3) if both.worse[player][row, column]}
        assert weakest in losers
        assert gainers in ([{1}, {2}] if weakest == 0 else [{0, 1, 2} - {weakest}])


def test_the_same_way_to_play_has_its_difference_too():
    both = compare(one(), half())
    reasons = {why: int(where.sum()) for why, where in both.no_value.items() if where.any()}
    assert reasons == {SEVERAL: both.not_compared}
    assert both.not_compared == int(((one().equilibria != 1) | (half().equilibria != 1)).sum())
    assert "wins more often" not in str(both)
    assert compare(one(), one()).share_aims == 0


def test_reasons_are_those_of_the_first_map_without_a_value():
    alone, still = by_hand(), Pixel((Aim.miss(3),) * 3, (0.0, 0.0, 0.0), 1.0, tie=False, equilibria=1)
    several = Pixel((), (nan,) * 3, nan, tie=False, equilibria=2)
    other = MapData.assemble(alone.spec, dict.fromkeys(alone.spec.pixels(), still) | {(0, 1): several})
    for first, second, why in ((alone, other, NONE), (other, alone, SEVERAL)):
        missing = compare(first, second).no_value
        assert missing[why][0, 1]
        assert sum(int(where.sum()) for where in missing.values()) == 3


def test_nothing_to_compare_is_told():
    spec = stationary(["1"], 1)
    nothing = MapData.assemble(spec, dict.fromkeys(spec.pixels(), Pixel((), (nan,) * 3, nan, False, True, 0)))
    with pytest.raises(MapError, match="no pixel has a value in both maps"):
        compare(nothing, build(spec))


def test_figures():
    announced = map_problem([1], points=12, a_above_b=True)
    axes = difference_figure(compare(announced, one()), "t", "da").axes
    assert [each.get_title().splitlines() for each in axes] == [
        ["C always hits; announced play", "Whom A, B, C aim at"],
        ["C always hits; stationary play", "Whom A, B, C aim at"],
        ["Where aims and winners differ"],
    ]
    shown = [axes[2].format_coord(50, up).rpartition("\n")[2] for up in (50, 25)]
    assert shown == ["not compared", "largest difference of a player 0 percentage points"]
    entries = [text.get_text() for text in figure(one(), "w").axes[0].get_legend().get_texts()]
    assert entries[-1] == f"{SEVERAL}  no area"
