"""The notebook's maps: matrices, what is kept of them, images and figures."""

import dataclasses
import re
from fractions import Fraction

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot

from truel_ref import Problem
from truel_ref.maps import MapSpec, Store, build
from truel_ref.maps.painting import PALETTES, paint
from truel_ref.notebook import *
from truel_ref.notebook import calls
from truel_ref.notebook import figures as pictures

mpl.use("Agg")

PALETTE = PALETTES["okabe-ito"]
WHITE = [1, 1, 1]


def untied(data):
    """Return a map that knows as little of ties as the win probabilities and aims of a notebook do."""
    return dataclasses.replace(data, tie=np.zeros_like(data.tie))


def same(first, second):
    return np.array_equal(first, second, equal_nan=True)


@pytest.fixture(autouse=True)
def store(tmp_path, monkeypatch):
    """Return the folder of maps of this test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "truel-ref" / "maps"


@pytest.fixture(autouse=True)
def figures(monkeypatch):
    """Return the figures that are shown, which stay open for the test."""
    pyplot.close("all")  # what other tests of this process have left open
    shown = []
    monkeypatch.setattr(pyplot, "show", lambda: shown.append(pyplot.gcf()))
    yield shown
    assert len(pyplot.get_fignums()) == len(shown)
    pyplot.close("all")


def panels_of(figure):
    """Return the panels of a figure, without the scales of colours."""
    return [axes for axes in figure.axes if axes.images]


def titles(figure):
    return [axes.get_title().splitlines()[0] for axes in panels_of(figure)]


def labels(figure):
    return [" ".join(axes.get_title().splitlines()[1:]) for axes in panels_of(figure)]


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


# -- matrices


@pytest.mark.parametrize(
    "test",
    [
        Test([0, 0, 1], points=6),
        Test([0, 0, 1 / 2], Strongest, targetLater=Strongest, points=4, AgtB=1),
        Test([0, 0, 1], search=[Others, Miss, Random], optRndLevel=[2, -1, 2], points=6, AgtB=False),
        Test([0, 0, 1 / 4], [Self, C, Optimal], ifEQ=2, points=np.int64(4), method="normal", AgtB=False),
        Test([0, 0, 1 / 4], ifEQ=-1, points=4),
        Test([0, 0], points=4),
        Test([0, 0, 0], [Miss, Optimal, Optimal], points=3),
        Test([0, 0, 0], [Miss, Miss, Optimal], points=3, ifEQ=4),
        Test([0, 0, 1 / 2, 1], points=2, AgtB=False),
        Test(np.array([0, 0, 1.0]), [[0, 1 / 3, 1 / 3], C, B], points=4),
        Test([0, 0, 1], alg=algFake, points=4),
    ],
    ids=lambda test: str(test.pHits) + str(test.targets),
)
def test_every_pixel_of_a_matrix_is_the_single_result(test):
    mat, ms = makeMatAB(test)
    assert ms > 0
    players, points = len(test.pHits), int(test.points)
    assert mat.shape == (points + 1, points + 1, players + 2, players)
    for row, column in np.ndindex(mat.shape[:2]):
        hit = [Fraction(row, points), Fraction(column, points), *list(test.pHits)[2:]]
        single = truel(hit, *test[1:9]) if test.AgtB or row <= column else -11
        assert np.abs(mat[row, column] - single).max() < 2.0**-45, (row, column)


def test_a_simulated_map_has_its_own_dice_in_every_pixel():
    test = Test([0, 0, 1], [Miss, C, B], alg=algSim, iterations=1000, points=4, AgtB=False)
    mat, again, exact = (makeMatAB(each)[0] for each in (test, test, Replace(test, alg=algMath)))
    assert same(mat, again)
    assert same(mat[:, :, 1:], exact[:, :, 1:])
    assert 0 < np.abs(mat - exact).max() < 0.1
    # Nobody hits but C, so B's chance is 0, A's is 0 and C's is 1 by other dice at every pixel of the first row.
    always = makeMatAB(Replace(test, targets=[C, C, C], pHits=[0, 0, 1 / 2]))[0]
    assert len(set(always[1, 1:, 0, 0].tolist())) == 4


def test_a_simulation_has_a_largest_size(capsys, monkeypatch):
    test = Test(alg=algSim, points=301, title="large")
    line = "large: not simulated, 301 points are more than tg_.maxSimSize = 300\n"
    assert (makeMatAB(test), preCalc(test)[-2:], preCalc(test, cNone)[-2:]) == ((None, 0),) * 3
    assert (capsys.readouterr().out, makeImageAB(test, None)) == (3 * line, [])
    testAB(test)
    diffAB(test, Test(points=2))
    small = Test(alg=algSim, targets=[Miss, C, B], iterations=10, points=2)
    for most, shape in ((1, ()), (2, (3, 3, 5, 3))):
        monkeypatch.setattr(tg_, "maxSimSize", most)
        assert np.shape(makeMatAB(small)[0]) == shape


@pytest.mark.parametrize("method", ["smart", "S", "normal", "cells", "x", ""])
def test_every_method_is_exact(method):
    assert same(makeMatAB(Test(points=20, method=method))[0][:, :, 0], build(MapSpec(Problem([0, 0, 1]), 20, True)).win)


def test_a_matrix_is_not_kept_for_another_test():
    done = preCalc(Test(points=4), cNone)
    assert same(Replace(done, colors="o", title="x", intensityRange=(0, 1), method="n").mat, done.mat)
    assert Replace(done, ifEQ=2).mat is Replace(done, points=5).mat is None
    assert Replace(done, pHits=[0, 0, 1 / 2]).mat_ms == 0
    assert same(Replace(done, alg=algSim, mat=done.mat).mat, done.mat)


@pytest.mark.parametrize(
    "test",
    [
        Test([0, 0, 1], search=[Others, Miss, Random], points=8, AgtB=False),
        Test([0, 0, 1 / 3], points=24),
        Test([0, 0, 1 / 2], [Random, C, Miss], [Others], points=4),
    ],
)
def test_a_given_matrix_is_what_is_drawn(test):
    data = build(calls.spec_of(test))
    mat, _ = makeMatAB(test)
    read = calls.map_of(data.spec, mat)
    assert (read.aims, str(read.aims)) == (data.aims, str(data.aims))
    assert all(same(getattr(read, name), getattr(data, name)) for name in ("index", "win", "stalemate"))
    given = Replace(test, mat=mat, mat_ms=7)
    assert (same(makeMatAB(given)[0], mat), makeMatAB(given)[1]) == (True, 7)
    assert same(makeImageAB(Replace(given, colors="u"), mat)[0][0], paint(untied(data), "u").colors)


# -- keeping


def test_precalc_and_the_store(store, capsys):
    test = Test([0, 0, 1], points=4, title="mine")
    mat = makeMatAB(test)[0]

    def precalculated(given, how):
        """Return the matrix and whether it took time, and what is said up to the time."""
        done = preCalc(given, how)
        return [done.mat.tolist(), done.mat_ms > 0, re.sub(r" in \d.*", "", capsys.readouterr().out).strip()]

    nothing = "mine: not in the store, from which alone it may come; its matrix is zeros"
    read = [mat.tolist(), True, "mine: read from the store"]
    assert precalculated(test, cReadOnly) == [np.zeros_like(mat).tolist(), False, nothing]
    assert not store.exists()
    assert precalculated(test, cUse) == [mat.tolist(), True, "mine: computed"]
    (file,) = store.iterdir()
    assert file.name == Store().path(MapSpec(Problem([0, 0, 1]), 4, True)).name
    before = file.stat().st_mtime_ns
    assert [precalculated(test, cReadOnly), precalculated([test], cUse)] == [read, read]
    assert file.stat().st_mtime_ns == before
    done = preCalc(test)
    file.write_bytes(b"")
    capsys.readouterr()
    assert (preCalc(done, cUse) is done, capsys.readouterr().out) == (True, "mine: has its matrix\n")
    preCalc(done, cUpdate)
    capsys.readouterr()
    assert precalculated(test, cReadOnly) == read


def test_precalc_takes_one_several_or_nothing(store):
    test = Test(points=2)
    assert type(preCalc([test], cNone)) is type(preCalc(test, cNone)) is Test
    assert [each.points for each in preCalc([test, [Replace(test, points=3)]], cNone)] == [2, 3]
    assert [preCalc([], cNone), preCalc(None)] == [None, None]
    for alg in (algSim, algFake):
        preCalc(Test([0, 0, 1], [Miss, C, B], alg=alg, iterations=10, points=2), cUpdate)
    assert not store.exists()


# -- images


def test_images_have_pa_upwards():
    data = build(MapSpec(Problem([0, 0, 1]), 5, True))
    test = Test(points=5, colors=["w", "o"], intensityRange=(0.1, 0.2), title="mine")
    images = makeImageAB(test, makeMatAB(test)[0])
    colors = [paint(untied(data), name, intensity=(0.1, 0.2)).colors for name in "wo"]
    assert same([image for image, _, _ in images], colors)
    triangle = Replace(test, AgtB=False)
    image = makeImageAB(triangle, makeMatAB(triangle)[0])[0][0]
    white = (image == WHITE).all(axis=-1)
    assert same(white, np.tril(np.ones((6, 6), dtype=bool), -1))  # row 0 is pA = 0: below it stands pA > pB
    image[:] = 0  # it is nobody else's


@pytest.mark.parametrize(("shown", "end"), [(False, ""), (True, " (12 ms)")])
def test_times_are_shown_where_they_are_asked_for(shown, end, monkeypatch, figures):
    test = Test(points=2, mat=makeMatAB(Test(points=2))[0], mat_ms=12.4)
    monkeypatch.setattr(tg_, "ShowTimes", shown)
    testAB(test)
    assert [makeImageAB(test, test.mat, 12.4)[0][1], *labels(figures[0])] == [f"Who wins most often{end}"] * 2


def test_names_of_colours(capsys):
    test = Test(points=2)
    mat, _ = makeMatAB(test)
    said = ["W", " uw ", "PA", "pb", "Tw", "o", "t", "u", "p"]
    assert [label for _, label, _ in makeImageAB(Replace(test, colors=said), mat)] == [
        "Who wins most often",
        "How unusual the winner's aim is",
        "How often A wins",
        "How often B wins",
        "Whom the winner aims at",
        "Who wins more often than whom",
        "Whom A, B, C aim at",
        "How unusual the aims are",
        "How often the likeliest winner wins",
    ]
    own = makeImageAB(Replace(test, colors="w, O", title="mine"), mat, label="own")
    assert [(label, title) for _, label, title in own] == [("own", "mine")] * 2
    assert capsys.readouterr().out == ""
    for name in ("x", "pD", "wA", "", "dp"):
        assert makeImageAB(Replace(test, colors=[name]), mat) == []
        assert capsys.readouterr().out.startswith(f"colour {name!r} is unknown here; choose from w, o, p, pw, pA, ")


# -- figures


def test_one_figure_with_a_panel_per_test_and_colouring(figures):
    """More titles and headings are those of the cells."""
    tests = [Test([0, 0, hit], points=3) for hit in (1 / 2, 1)]
    assert testAB([tests[0], Replace(tests[1], colors=["o", "u"], title="mine")], "heading", 3) is None
    assert titles(figures[0])[1:] == ["mine", "mine"]
    assert labels(figures[0])[1:] == ["Who wins more often than whom", "How unusual the aims are"]
    assert (figures[0].get_suptitle(), figures[0].get_size_inches()[0]) == ("heading", 9)
    testAB(tests[1])
    painted = paint(untied(build(MapSpec(Problem([0, 0, 1]), 3, True))), "w")
    drawn = figures[1].axes[0].images[0]
    assert same(np.asarray(drawn.get_array()), painted.colors)
    assert (drawn.origin, tuple(drawn.get_extent())) == ("lower", (-50 / 3, 100 + 50 / 3, -50 / 3, 100 + 50 / 3))
    assert legend(figures[1].axes[0]) == [f"{e.label}  {100 * e.share:.1f} %" for e in painted.listed]
    testAB([])
    assert len(figures) == 2


def test_for_several_c(figures):
    """What the cells leave out: the place of each parameter, four players, a single value."""
    testAB3(
        [Miss, Others], [], Optimal, [], 1, algMath, 1000, True, (0.1, 0.2), 2, 3, [1 / 4, 1 / 2], "normal", ["w", "o"]
    )
    testAB3t(Test([0, 0, 1, 1], points=2, title="four"), [0.1, 0.3], 2)
    testAB3t(Test(points=2), 1 / 2)
    assert [(titles(figure), figure.get_size_inches()[0]) for figure in figures] == [
        ([f"pC = {hit}; search Others, Miss" for hit in ("1/4", "1/4", "1/2", "1/2")], 12),
        (["four, pC = 1/10", "four, pC = 3/10"], 4),
        (["pC = 1/2; search Others, Miss"], 7),
    ]
    dark = paint(untied(build(MapSpec(Problem([0, 0, "1/2"]), 2, True))), "o", intensity=(0.1, 0.2)).colors
    assert same(np.asarray(panels_of(figures[0])[3].images[0].get_array()), dark)


# -- differences


def test_dp_is_the_norm_of_the_difference_of_the_win_vectors():
    mat = np.zeros((2, 2, 5, 3))
    mat[1, 1, 0] = 0.03, 0.04, 0
    mat[0, 1, 0] = 0.25, 0.25, 0.5
    drawn = {one.name: one for one in pictures.differences(Test(points=1), mat, "dp")}
    norm = "norm: 16.56 points on average, at most 61.24"
    assert (drawn["dp"].bar.high, drawn["dp"].title) == (100 * 0.375**0.5, norm)
    highest = [one.bar.high for one in pictures.differences(Test(points=1), mat, ["p", "pw", "pB"])]
    assert highest == [50, 50, 25]


def test_w_is_the_player_with_the_highest_difference():
    test = Test(points=2, colors=["w", "o", "tw", "pB", "do"])
    mat = np.zeros((3, 3, 5, 3))
    mat[0, :, 0] = [0.5, 0.2, 0.3], [0.1, 0.4, 0.3], [0.1, 0.2, 0.3]  # A, B, C
    mat[1, 1, [0, 4]] = [0.1, 0.2, 0.3], [0, 1, 1]  # C, whose aim differs
    images = makeImageAB(test, mat, isDiff=True)
    assert [label for _, label, _ in images] == [
        "player with the highest difference (brighter: smaller)",
        "order of the differences",
        "where the aim of the player with the highest difference differs",
        "difference of the win probability of B",
    ]
    hues = [int(np.argmax(images[0][0][0, column] - images[0][0][0, column].min())) for column in range(3)]
    assert hues == [0, 1, 2]  # red, green, blue
    assert all((images[place][0][2] == color).all() for place, color in ((0, PALETTE.stalemate), (3, PALETTE.same)))
    assert not (images[1][0][0, 2] == images[1][0][0, 1]).all()
    assert np.argwhere((images[2][0] == PALETTE.differs).all(axis=-1)).tolist() == [[1, 1]]


def test_equal_differences_are_equal_beyond_the_noise_of_floats():
    """A tenth each, and as doubles not the same."""
    gap = np.zeros((5, 5, 5, 3))
    gap[:, :, 0] = abs(np.array([0, 2, 0]) / 10 - np.array([1, 3, 0]) / 10)
    assert gap[0, 0, 0, 0] != gap[0, 0, 0, 1]
    (painted,) = pictures.differences(Test(points=4), gap, "w")
    assert [entry.label for entry in painted.classes] == ["A = B"]


def test_a_square_and_a_triangle_are_compared_where_both_are(figures):
    wide, narrow = Test(points=4), Test(points=4, AgtB=False, ifEQ=4)
    diffAB(wide, narrow, ["w", "dp", "do", "t"])
    diffAB(narrow, wide, ["dp"])
    corners = [axes.images[0].get_array()[4, 0].tolist() for figure in figures for axes in panels_of(figure)]
    assert corners == [WHITE] * 5


def test_two_simulations_have_other_dice(figures):
    noisy = Test([0, 0, 1], [Miss, C, B], alg=algSim, iterations=100, points=2, title="noisy")
    diffAB(noisy, [noisy, Replace(noisy, alg=algMath)], ["dp"])
    diffAB(Test(points=2), Test(points=2, method="normal"), ["dp"])
    diffAB(preCalc(noisy, cNone), preCalc(Replace(noisy, title="noisy again"), cNone), ["dp"])
    equal = [": 0 points on average" in title for figure in figures for title in labels(figure)]
    assert equal == [False, False, True, False]
