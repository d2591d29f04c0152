"""Play along lines of hit probabilities, written and drawn, against the solver and a second derivation."""

import csv
import random
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby, pairwise
from operator import itemgetter

import pytest
from matplotlib.colors import to_rgba
from surds import Surd, brute_force

from truel_ref import equilibria, solve
from truel_ref.numbers import Algebraic, between, enclosed, minimal_polynomial, read_number
from truel_ref.records.table import PLAYER_COLORS
from truel_ref.symbolic.algebra import Letters, evaluated
from truel_ref.symbolic.decisions import Decisions
from truel_ref.symbolic.formulas import closed_form
from truel_ref.symbolic.lines import crossings, joined, pieces, value_at_t

NEAR = Fraction(1, 10**4)
ORIGINAL = "1/3,2/3,1", "1/2,1/2,1"
WINDING = "1/10,2/3,1/2", "4/5,1/3,1"
# On each of the last five some aims change where a quadratic polynomial vanishes.
LINES = [
    (*ORIGINAL, {}),
    ("0,0,1", "1,1,1", {}),
    ("1/10,9/10,1/2", "9/10,1/20,1/3", {}),
    ("0,1,0", "1,0,1", {}),
    ("1/4,1/4,1/3", "3/4,3/4,1/2", {"if_eq": 4}),
    ("1/3,2/3,1", "3/4,11/20,1", {"search": "Others,Miss,Random"}),
    ("1/10,1/2,1/5", "3/5,1/2,4/5", {"search": "Others,Miss,Self", "if_eq": -1}),
    ("2/5,1", "1,1/5", {}),
    ("0,3/4,1", "1/2,1/4,1", {}),
    ("1/2,0,1", "1/2,1,1", {}),
    ("1,3/4,1", "1/2,3/4,1", {}),
    ("3/4,0,1", "0,1/2,1", {}),
    ("1/4,0,1", "3/4,1/4,1", {}),
]


@cache
def line(start, end, fields=(), aims=None):
    return crossings(start, end, aims, **dict(fields))


def degree(number):
    return len(minimal_polynomial(number)) - 1


def lead(found, pair, t, fields):
    """Return who of two players wins more often, by the solver."""
    win = solve(found.at(t).hits, **fields).win
    return (win[pair[0]] > win[pair[1]]) - (win[pair[0]] < win[pair[1]])


# -- the line


@pytest.mark.parametrize(("start", "end", "fields"), LINES)
def test_optimal_play_along_a_line_equals_the_solver(start, end, fields):
    """At random places, beside every change, at the changes themselves (in number fields), and at the ends."""
    found, rng = line(start, end, tuple(fields.items())), random.Random(start)
    places = [Fraction(rng.randint(1, 999), 1000) for _ in range(3)]
    places += [enclosed(low, NEAR)[1] + NEAR for low in (Fraction(0), *found.changes)]
    places += [t for t in found.changes if degree(t) <= 3]
    for sample in (found.start, found.end, *(found.at(t) for t in places if t < 1)):
        truth = solve(sample.hits, **fields)
        assert truth.win == sample.win
        assert tuple(map(str, truth.aims)) == sample.aims or sample.t in (0, 1)
    for left, point, right in zip(found.stretches[::2], found.stretches[1::2], found.stretches[2::2], strict=False):
        assert left.low < left.high == point.low == point.high == right.low < right.high
        assert not left.aims == point.aims == right.aims


@pytest.mark.parametrize(("start", "end", "fields"), LINES[:8])
def test_the_order_of_the_players_changes_where_it_is_stated_and_nowhere_else(start, end, fields):
    found = line(start, end, tuple(fields.items()))
    for pair in combinations(range(found.letters.players), 2):
        noted = [encounter for encounter in found.encounters if encounter.players == pair]
        ends = [Fraction(0), *(encounter.at for encounter in noted), Fraction(1)]
        signs = [{lead(found, pair, place, fields) for place in thirds(*two)} for two in pairwise(ends)]
        assert all(len(each) == 1 for each in signs)
        assert all(encounter.jump == (encounter.at in found.changes) for encounter in noted)
        assert list(pairwise([each.pop() for each in signs])) == [
            (encounter.before, encounter.after) for encounter in noted
        ]
        for encounter in (each for each in noted if degree(each.at) <= 4):
            assert lead(found, pair, encounter.at, fields) == encounter.here


def thirds(low, high):
    """Return two places between two numbers."""
    middle = between(low, high)
    return middle, between(low, middle)


def test_a_point_may_have_aims_of_its_own():
    """In the middle all three hit one time in two, and the solver breaks ties that exist only there."""
    found = crossings("0,1,0", "1,0,1", if_eq=-1)
    left, middle, right = [each.aims for each in found.stretches if Fraction(1, 2) in (each.low, each.high)]
    assert middle == tuple(map(str, solve(["1/2"] * 3, tie_rule=-1).aims))
    assert len({left, middle, right}) == 3


def test_a_tie_at_a_point_that_both_sides_touch_is_not_lost():
    """C prefers the better shot on both sides; where B is for a moment as good as A, the tie goes to B."""
    letters = Letters([(0, 1), "1/2", "1/3"])
    t, half, third = letters.hits
    letters.hits = half, half - (t - half) ** 2, third
    decisions = Decisions(letters, targets=["Miss", "Miss", "Optimal"])
    found = joined(pieces(decisions.solve), decisions.aims)
    assert [(str(low), str(high), str(aims[2])) for low, high, aims in found] == [
        *(("0", "1/2", "A"), ("1/2", "1/2", "B"), ("1/2", "1", "A")),
    ]


@pytest.mark.parametrize(("start", "end"), [each[:2] for each in LINES[-5:]])
def test_at_an_irrational_point_the_signs_are_exact(start, end):
    """Where the aims change two options tie exactly, also in Q(sqrt(d)), and both neighbours' aims may be chosen."""
    found, checked = line(start, end), 0
    for before, point, after in zip(found.stretches[::2], found.stretches[1::2], found.stretches[2::2], strict=False):
        if degree(point.low) != 2:
            continue  # Surd has square roots only; the tests above have other points
        a, b, c = map(Fraction, point.low.polynomial)
        d = int(b * b - 4 * a * c)
        t = Surd(-b / (2 * a), Fraction(1, 2) / a * (1 if point.low.index else -1), d)
        ends = zip(found.start.hits, found.end.hits, strict=True)
        hits = [Surd(Fraction(0), Fraction(0), d) + one + t * (two - one) for one, two in ends]
        assert {before.aims, point.aims, after.aims} <= set(brute_force(hits))
        checked += 1
    assert checked


@pytest.mark.parametrize("aims", ["Miss,C,B", "C,C,B", "(0,1/2,1/3),Self,A"])
def test_fixed_aims_along_a_line(aims):
    found = line("1/10,9/10,1/2", "9/10,1/20,1/3", aims=aims)
    fields = {"targets": aims if "(" not in aims else [[0, "1/2", "1/3"], "Self", "A"]}
    places = [Fraction(step, 40) for step in range(1, 40)]
    for t in places[::4]:
        assert solve(found.at(t).hits, **fields).win == tuple(evaluated(win, [t]) for win in found.stretches[0].win)
    for pair in combinations(range(3), 2):
        signs = [lead(found, pair, t, fields) for t in places]
        noted = [(encounter.before, encounter.after) for encounter in found.encounters if encounter.players == pair]
        assert [(one, two) for one, two in pairwise(signs) if one != two] == noted


def test_fixed_aims_of_four_players():
    later = {"B,C,A": "A,A,B", "C,A,B": "B,C,C", "A,B,C": "C,C,B", "A,B,D": "D,D,B"}
    found = crossings("1/4,1/2,3/4,1", "1/2,1/2,1/2,1", "D,D,D,C", later)
    form = closed_form("D,D,D,C", found.at(Fraction(2, 3)).hits, later)
    assert form.at([]) == tuple(evaluated(win, [Fraction(2, 3)]) for win in found.stretches[0].win)
    assert found.start.win == closed_form("D,D,D,C", ["1/4", "1/2", "3/4", 1], later).at([])


def test_equal_players_stay_equal_and_stalemates_are_stated():
    assert crossings("1/4,1/2", "1/2,1", aims="B,Miss").encounters == ()
    stuck = crossings("1/4,1/2,1/3", "1/2,1,1/3", search="Miss")
    assert ([stretch.aims for stretch in stuck.stretches], stuck.encounters) == ([None], ())
    assert "no aims; wins 0, 0, 0" in str(stuck)
    assert stuck.plot(5).axes[0].get_ylim()[0] == 0


@pytest.mark.parametrize("hit", ["1", "5/8", "14/33", "1/1000"])
def test_all_three_win_one_third_with_the_optimal_aims(hit):
    """The point of docs/mathematics/atlas/equal-chances.md."""
    c = Fraction(hit)
    ratio = (read_number(f"sqrt({c * c + 2 * c + 4})") - c) / (c + 2)
    hits = [2 * (1 - ratio) / (4 - ratio), ratio * c, c]
    announced, (stationary,) = solve(hits), equilibria(hits)
    assert announced.win == stationary.win == (Fraction(1, 3),) * 3
    assert list(map(str, announced.aims)) == list(map(str, stationary.aims)) == ["Miss", "C", "B"]


# -- written and drawn


def test_samples_and_numbers_in_a_file_are_those_of_the_line():
    found = line(*ORIGINAL)
    samples, rows = found.samples(8), list(csv.DictReader(found.to_csv(8).splitlines()))
    places = {Fraction(step, 8) for step in range(9)} | {*found.changes} | {each.at for each in found.encounters}
    assert [sample.t for sample in samples] == sorted(places)
    for row, sample in zip(rows, samples, strict=True):
        assert row["aims"] == " ".join(sample.aims)
        for player, win in zip("ABC", sample.win, strict=True):
            assert abs(Fraction(row[f"win {player}"]) - win) <= Fraction(1, 2 * 10**15)
            assert isinstance(win, Algebraic) or Fraction(row[f"win {player} exactly"]) == win


DRAWN = [ORIGINAL, WINDING, ("0,1,0", "1,0,1"), ("2/5,1", "1,1/5"), (*ORIGINAL, (), "C,C,B")]


@pytest.mark.parametrize("noted", DRAWN)
def test_curves_dots_and_bars_are_drawn_where_the_line_has_them(noted):
    found = line(*noted)
    axes, bars = found.plot(points=8).axes
    curves = [curve for curve in axes.lines if curve.get_marker() == "None" and curve.get_color() != "0.45"]
    for sample in found.samples(8):
        for color, win in zip(PLAYER_COLORS, sample.win, strict=False):
            drawn = [xy for curve in curves if curve.get_color() == color for xy in zip(*curve.get_data(), strict=True)]
            heights = [height for t, height in drawn if t == float(sample.t)]
            on_grid = sample.t in {Fraction(step, 8) for step in range(1, 8)} - {*found.changes}
            assert not on_grid or pytest.approx(float(100 * win), rel=1e-14, abs=0) in heights
    dots = [curve for curve in axes.lines if curve.get_marker() == "o"]
    hollow = [dot for dot in dots if dot.get_markerfacecolor() == "white" and dot.get_markeredgecolor() != "black"]
    assert {(dot.get_markeredgecolor(), *map(float, dot.get_xydata()[0])) for dot in hollow} == jumps(found)
    rings = sorted({float(dot.get_xdata()[0]) for dot in dots if dot.get_markeredgecolor() == "black"})
    assert rings == sorted({float(encounter.at) for encounter in found.encounters if not encounter.jump})
    dashed = sorted(float(curve.get_xdata()[0]) for curve in axes.lines if curve.get_color() == "0.45")
    assert dashed == list(map(float, found.changes))
    colors = {**dict(zip("ABC", PLAYER_COLORS, strict=False)), "Miss": "0.85"}
    expected = [
        (player, float(run[0].low), float(run[-1].high - run[0].low), to_rgba(colors[aim]))
        for player in range(found.letters.players)
        for aim, run in runs((stretch.aims[player], stretch) for stretch in found.stretches)
    ]
    drawn = [(bar.get_y() + 0.4, bar.get_x(), bar.get_width(), bar.get_facecolor()) for bar in bars.patches]
    assert [pytest.approx(row[:3]) for row in expected] == [row[:3] for row in drawn]
    assert [row[3] for row in drawn] == [row[3] for row in expected]


def runs(pairs):
    """Return each aim with the neighbouring stretches that have it."""
    return [(aim, [stretch for _, stretch in group]) for aim, group in groupby(pairs, itemgetter(0))]


def jumps(found):
    """Return the ends of curves that are not the value there: colour, t, height."""
    taken = {sample.t: sample.win for sample in found.samples(1)}
    return {
        (PLAYER_COLORS[player], float(t), float(100 * limit))
        for stretch in found.stretches
        for t in (stretch.low, stretch.high)
        for player, function in enumerate(stretch.win)
        if (limit := value_at_t(function, t)) != taken[t][player]
    }
