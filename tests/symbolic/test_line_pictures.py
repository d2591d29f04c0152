"""The win curves along a line: what is written and what is drawn is what the solver says, exactly where it says it."""

import csv
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from truel_ref import solve
from truel_ref.numbers import Algebraic
from truel_ref.symbolic import lines
from truel_ref.symbolic.lines import PLAYER_COLORS, LineStretch, aim_bars, crossings, draw_bars, samples, value_at_t

ORIGINAL = ("1/3,2/3,1", "1/2,1/2,1")
LINES = [
    ORIGINAL,
    ("1/10,9/10,1/2", "9/10,1/20,1/3"),
    ("0,1,0", "1,0,1"),
    ("2/5,1", "1,1/5"),
    (*ORIGINAL, "C,C,B"),
]


@cache
def filled(curve):
    """Tell whether a curve is a dot that is no ring."""
    return curve.get_marker() == "o" and curve.get_markerfacecolor() != "white"


def line_of(start, end, aims=None):
    return crossings(start, end, aims=aims)


@pytest.mark.parametrize("noted", LINES, ids=" to ".join)
def test_samples_are_what_the_solver_says(noted):
    line, optimal = line_of(*noted), len(noted) == 2
    found = samples(line, 16)
    assert [sample.t for sample in found] == sorted({sample.t for sample in found})
    places = {Fraction(step, 16) for step in range(17)} | set(line.changes) | {each.at for each in line.encounters}
    assert {sample.t for sample in found} == places
    for sample in found:
        truth = solve(sample.hits, targets=None if optimal else ["C", "C", "B"])
        assert sample.win == truth.win
        assert sample.hits == tuple(
            start + (end - start) * sample.t for start, end in zip(line.start.hits, line.end.hits, strict=True)
        )
        if sample.aims is not None:
            assert sample.aims == tuple(map(str, truth.aims))


def test_the_csv_holds_the_samples(monkeypatch):
    rows = list(csv.DictReader(line_of(*ORIGINAL).to_csv(points=8).splitlines()))
    found = samples(line_of(*ORIGINAL), 8)
    assert len(rows) == len(found) > 9
    for row, sample in zip(rows, found, strict=True):
        assert row["aims"] == " ".join(sample.aims)
        for player, win in zip("ABC", sample.win, strict=True):
            assert abs(Fraction(row[f"win {player}"]) - win) <= Fraction(1, 2 * 10**15)
            if not isinstance(win, Algebraic):
                assert Fraction(row[f"win {player} exactly"]) == win
    assert line_of(*ORIGINAL).to_csv(8) == line_of(*ORIGINAL).to_csv(8)
    assert samples(line_of(*ORIGINAL)) == samples(line_of(*ORIGINAL), 100)
    monkeypatch.setattr(lines, "POINTS_LIMIT", 8)
    assert samples(line_of(*ORIGINAL), 8) == found


def test_the_curves_that_are_drawn_go_through_the_exact_values():
    axes, _ = line_of(*ORIGINAL).plot(points=50).axes
    drawn = [
        (curve.get_color(), *place) for curve in axes.lines for place in zip(*map(list, curve.get_data()), strict=True)
    ]
    for sample in samples(line_of(*ORIGINAL), 50):
        for color, win in zip(PLAYER_COLORS[:3], sample.win, strict=True):
            near = [height for own, t, height in drawn if own == color and t == float(sample.t)]
            assert isinstance(sample.t, Algebraic) or pytest.approx(100 * float(win), rel=1e-14, abs=0) in near
    alone = {float(stretch.low) for stretch in line_of(*ORIGINAL).stretches if stretch.is_point}
    dots = {float(curve.get_xdata()[0]) for curve in axes.lines if 0 < curve.get_xdata()[0] < 1 and filled(curve)}
    assert dots == alone
    marked = sorted({float(curve.get_xdata()[0]) for curve in axes.lines if curve.get_markeredgecolor() == "black"})
    assert marked == [float(encounter.at) for encounter in line_of(*ORIGINAL).encounters if not encounter.jump]
    dashed = sorted(float(curve.get_xdata()[0]) for curve in axes.lines if curve.get_color() == "0.45")
    assert dashed == [float(t) for t in line_of(*ORIGINAL).changes]


WINDING = ("1/10,2/3,1/2", "4/5,1/3,1")


@pytest.mark.parametrize("noted", [WINDING, *LINES], ids=" to ".join)
def test_a_hollow_dot_stands_where_a_curve_ends_at_another_value(noted):
    line = line_of(*noted)
    axes, _ = line.plot(points=3).axes
    taken = {sample.t: sample.win for sample in samples(line, 1)}
    jumps = {
        (PLAYER_COLORS[player], float(t), 100 * float(limit))
        for stretch in line.stretches
        for t in (stretch.low, stretch.high)
        for player, function in enumerate(stretch.win)
        if (limit := value_at_t(function, t)) != taken[t][player]
    }
    assert {
        (curve.get_markeredgecolor(), *map(float, (curve.get_xdata()[0], curve.get_ydata()[0])))
        for curve in axes.lines
        if curve.get_markerfacecolor() == "white" != curve.get_markeredgecolor() != "black"
    } == jumps
    assert len(jumps) == 5 or noted != WINDING


@pytest.mark.parametrize("noted", [WINDING, *LINES], ids=" to ".join)
def test_bars_show_the_aims_exactly_as_far_as_they_reach(noted):
    """Each is compared with what the solver says about its middle, and its neighbours have other aims."""
    line, fixed = line_of(*noted), len(noted) == 3
    for player in range(len(line.start.hits)):
        bars = list(aim_bars(line.stretches, player))
        assert [0, *(bar.high for bar in bars)] == [*(bar.low for bar in bars), 1]
        assert all(before.aim != after.aim for before, after in pairwise(bars))
        assert {bar.high for bar in bars[:-1]} <= set(line.changes)
        for bar in bars:
            middle = Fraction((float(bar.low) + float(bar.high)) / 2)
            assert bar.low < middle < bar.high
            hits = [start + (end - start) * middle for start, end in zip(line.start.hits, line.end.hits, strict=True)]
            truth = solve(hits, targets=["C", "C", "B"] if fixed else None).aims[player]
            assert bar.aim == (None if truth is None else str(truth))


def test_the_picture_has_the_bars_and_says_where_the_aims_change():
    line = line_of(*WINDING)
    axes, bars = line.plot(points=20).axes
    expected = [
        (player, float(bar.low), float(bar.high) - float(bar.low), bar.aim)
        for player in range(3)
        for bar in aim_bars(line.stretches, player)
    ]
    drawn = [(round(bar.get_y() + 0.4), bar.get_x(), bar.get_width()) for bar in bars.patches]
    assert drawn == [entry[:3] for entry in expected]
    assert [text.get_text() for text in bars.texts][: len(expected)] == [aim for *_, aim in expected]
    colors = {**dict(zip("ABC", PLAYER_COLORS, strict=False)), "Miss": "0.85"}
    assert [bar.get_facecolor() for bar in bars.patches] == [to_rgba(colors[aim]) for *_, aim in expected]
    dots = {(curve.get_xdata()[0], curve.get_ydata()[0]) for curve in axes.lines if curve.get_zorder() == 4}
    dots = {(t, height) for t, height in dots if t in (0, 1)}
    assert dots == {(t, float(100 * win)) for t, end in enumerate((line.start, line.end)) for win in end.win}
    assert bars.get_xlabel() == "t, from (1/10, 2/3, 1/2) to (4/5, 1/3, 1)"
    (above,) = axes.child_axes
    assert [text.get_text() for text in above.get_xticklabels()][:2] == ["17/31", "≈ 0.67820"]


def bars_of(ends, aims):
    """Return the axes with the bars of one player, who has one aim after another between some ends."""
    axes = Figure().add_subplot()
    places = pairwise(map(Fraction, ends))
    draw_bars(axes, [LineStretch(*pair, (aim,), ()) for pair, aim in zip(places, aims, strict=True)], 1)
    return axes


def test_an_aim_at_a_single_point_is_a_thin_line():
    axes = bars_of([0, "1/2", "1/2", 1], ["B", "Miss", "B"])
    assert [bar.get_width() for bar in axes.patches] == [0.5, 0.5]
    assert [curve.get_xdata().tolist() for curve in axes.lines] == [[0.5, 0.5]]


def test_a_bar_names_its_aim_where_there_is_room():
    axes = bars_of([0, "1/50", "3/50", "13/200", 1], ["B", "Miss", "C", "Miss"])
    assert [(text.get_text(), text.get_position()[0] > 0.5) for text in axes.texts] == [("B", False), ("Miss", True)]


def test_everything_stands_in_the_picture():
    figure = crossings("1/10,1/5,1/2", "9/10,1/2,1/2").plot(points=5)
    figure.draw_without_rendering()
    axes, bars = figure.axes
    texts = [axes.title, bars.xaxis.label, *axes.child_axes[0].get_xticklabels(), *axes.texts, *figure.texts]
    for box in (text.get_window_extent() for text in texts if text.get_text()):
        assert 0 <= box.x0 < box.x1 <= figure.bbox.x1 and 0 <= box.y0 < box.y1 <= figure.bbox.y1
    assert len(axes.child_axes[0].get_xticklabels()) == 6


def test_the_axis_ends_above_the_highest_curve():
    """However low it is, as where almost every play ends in a stalemate."""
    line = line_of("2/5,1", "1,1/5")
    low = [replace(end, win=tuple(win / 1000 for win in end.win)) for end in (line.start, line.end)]
    (stretch,) = line.stretches
    stretches = (replace(stretch, win=tuple(win / 1000 for win in stretch.win)),)
    figure = replace(line, start=low[0], end=low[1], stretches=stretches).plot(points=5)
    assert figure.axes[0].get_ylim() == (0, 1.16 * 0.1)


def test_where_nobody_ever_wins_the_axis_goes_to_100_percent():
    line = crossings("1/3,2/3,1", "1/2,1/2,1", aims="Miss,Miss,Miss")
    assert line.plot(points=5).axes[0].get_ylim() == (0, 1.16 * 100)
