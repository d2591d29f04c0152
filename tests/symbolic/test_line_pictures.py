"""The win curves along a line: what is written and what is drawn is what the solver says, exactly where it says it."""

import csv
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from truel_ref import solve
from truel_ref.numbers import Algebraic
from truel_ref.symbolic.curves import CurveStretch
from truel_ref.symbolic.lines import aim_bars, crossings, draw_bars, samples

ORIGINAL = ("1/3,2/3,1", "1/2,1/2,1")
LINES = [
    ORIGINAL,
    ("1/10,9/10,1/2", "9/10,1/20,1/3"),
    ("0,1,0", "1,0,1"),
    ("2/5,1", "1,1/5"),
    (*ORIGINAL, "C,C,B"),
]


@cache
def line_of(start, end, aims=None):
    return crossings(start, end, aims=aims)


@pytest.mark.parametrize("told", LINES, ids=" to ".join)
def test_samples_are_what_the_solver_says(told):
    line, optimal = line_of(*told), len(told) == 2
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


def test_the_csv_holds_the_samples():
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


def test_the_curves_that_are_drawn_go_through_the_exact_values():
    axes, _ = line_of(*ORIGINAL).figure(points=50).axes
    drawn = [
        (curve.get_color(), *place) for curve in axes.lines for place in zip(*map(list, curve.get_data()), strict=True)
    ]
    for sample in samples(line_of(*ORIGINAL), 50):
        for color, win in zip(("#d62728", "#2ca02c", "#1f60cc"), sample.win, strict=True):
            near = [height for own, t, height in drawn if own == color and t == float(sample.t)]
            assert isinstance(sample.t, Algebraic) or pytest.approx(100 * float(win), rel=1e-14, abs=0) in near
    marked = sorted({float(curve.get_xdata()[0]) for curve in axes.lines if curve.get_markerfacecolor() == "white"})
    assert marked == [float(encounter.at) for encounter in line_of(*ORIGINAL).encounters if not encounter.jump]
    dashed = sorted(float(curve.get_xdata()[0]) for curve in axes.lines if curve.get_color() == "0.45")
    assert dashed == [float(t) for t in line_of(*ORIGINAL).changes]


WINDING = ("1/10,2/3,1/2", "4/5,1/3,1")


@pytest.mark.parametrize("told", [WINDING, *LINES], ids=" to ".join)
def test_bars_show_the_aims_exactly_as_far_as_they_reach(told):
    """Each is compared with what the solver says about its middle, and its neighbours have other aims."""
    line, fixed = line_of(*told), len(told) == 3
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
    axes, bars = line_of(*WINDING).figure(points=20).axes
    expected = [
        (player, float(bar.low), float(bar.high) - float(bar.low), bar.aim)
        for player in range(3)
        for bar in aim_bars(line_of(*WINDING).stretches, player)
    ]
    drawn = [(round(bar.get_y() + 0.4), bar.get_x(), bar.get_width()) for bar in bars.patches]
    assert drawn == [entry[:3] for entry in expected]
    assert [text.get_text() for text in bars.texts][: len(expected)] == [aim for *_, aim in expected]
    colors = {"A": "#d62728", "B": "#2ca02c", "C": "#1f60cc", "Miss": "0.85"}
    assert [bar.get_facecolor() for bar in bars.patches] == [to_rgba(colors[aim]) for *_, aim in expected]
    assert [text.get_text() for text in axes.texts][:2] == ["17/31", "≈ 0.67820"]


def test_an_aim_at_a_single_point_is_a_thin_line():
    figure = Figure()
    axes = figure.add_subplot()
    low, middle, high = Fraction(0), Fraction(1, 2), Fraction(1)
    stretches = [
        CurveStretch(low, middle, ("B", "A"), ()),
        CurveStretch(middle, middle, ("Miss", "A"), ()),
        CurveStretch(middle, high, ("B", "A"), ()),
    ]
    draw_bars(axes, stretches, 2)
    assert [bar.get_width() for bar in axes.patches] == [0.5, 0.5, 1.0]
    assert [curve.get_xdata().tolist() for curve in axes.lines] == [[0.5, 0.5]]
