"""Play along lines of hit probabilities, against the solver and a second derivation."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

import pytest
from examples import one_row_in
from surds import Surd, brute_force

from truel_ref import equilibria, solve
from truel_ref.numbers import between, enclosed, minimal_polynomial
from truel_ref.symbolic.algebra import Letters, evaluated
from truel_ref.symbolic.decisions import Decisions
from truel_ref.symbolic.formulas import closed_form
from truel_ref.symbolic.lines import crossings, equal_chances, stretches


@cache
def line(start, end, fields=()):
    return crossings(start, end, **dict(fields))


# -- along lines


# On each of these some aims change where a quadratic polynomial vanishes.
QUADRATIC = [
    ("0,3/4,1", "1/2,1/4,1"),
    ("1/2,0,1", "1/2,1,1"),
    ("1,3/4,1", "1/2,3/4,1"),
    ("3/4,0,1", "0,1/2,1"),
    ("1/4,0,1", "3/4,1/4,1"),
]


def degree(number):
    return len(minimal_polynomial(number)) - 1


NEAR = Fraction(1, 10**4)
LINES = [
    ("1/3,2/3,1", "1/2,1/2,1", {}),
    ("0,0,1", "1,1,1", {}),
    ("1/10,9/10,1/2", "9/10,1/20,1/3", {}),
    ("0,1,0", "1,0,1", {}),
    ("1/4,1/4,1/3", "3/4,3/4,1/2", {"if_eq": 4}),
    ("1/3,2/3,1", "3/4,11/20,1", {"search": "Others,Miss,Random"}),
    ("1/10,1/2,1/5", "3/5,1/2,4/5", {"search": "Others,Miss,Self", "if_eq": -1}),
    ("2/5,1", "1,1/5", {}),
]


@pytest.mark.parametrize(("start", "end", "fields"), one_row_in(2, LINES))
def test_optimal_play_along_a_line_equals_the_solver(start, end, fields):
    found = line(start, end, tuple(fields.items()))
    rng = random.Random(start)
    samples = [Fraction(rng.randint(1, 999), 1000) for _ in range(12)]
    samples += [enclosed(stretch.low, NEAR)[1] + NEAR for stretch in found.stretches if not stretch.is_point]
    # The solver works with irrational hit probabilities, too, in number fields.
    samples += [stretch.low for stretch in found.stretches if stretch.is_point and degree(stretch.low) <= 3]
    for value in samples:
        if not 0 < value < 1:
            continue  # the ends are compared below
        sample = found.at(value)
        truth = solve(sample.hits, **fields)
        assert (truth.win, tuple(map(str, truth.aims))) == (sample.win, sample.aims)
    for end in (found.start, found.end):
        assert end.win == solve(end.hits, **fields).win
    for encounter in found.encounters:
        if degree(encounter.at) <= 4:
            assert sign_between(found, encounter.players, encounter.at, fields) == encounter.here


def sign_between(found, pair, value, fields):
    """Return who of two players wins more often, by the solver."""
    win = solve(found.at(value).hits, **fields).win
    return (win[pair[0]] > win[pair[1]]) - (win[pair[0]] < win[pair[1]])


@pytest.mark.parametrize(("start", "end", "fields"), LINES)
def test_the_order_of_the_players_changes_where_it_is_told_and_nowhere_else(start, end, fields):
    found = line(start, end, tuple(fields.items()))
    for pair in combinations(range(found.letters.players), 2):
        noted = [encounter for encounter in found.encounters if encounter.players == pair]
        ends = [Fraction(0), *(encounter.at for encounter in noted), Fraction(1)]
        signs = []
        for low, high in pairwise(ends):
            places = [high]
            while len(places) < 4:
                places.append(between(low, places[-1]))
            (sign,) = {sign_between(found, pair, place, fields) for place in places[1:]}
            signs.append(sign)
        assert list(pairwise(signs)) == [(encounter.before, encounter.after) for encounter in noted]


def test_neighbouring_stretches_differ_and_are_whole():
    for start, end, fields in LINES:
        found = line(start, end, tuple(fields.items()))
        assert [stretch.is_point for stretch in found.stretches] == [
            bool(place % 2) for place in range(len(found.stretches))
        ]
        assert found.changes == tuple(stretch.low for stretch in found.stretches[1::2])
        for left, point, right in zip(found.stretches[::2], found.stretches[1::2], found.stretches[2::2], strict=False):
            assert left.high == point.low == point.high == right.low
            assert not left.aims == point.aims == right.aims


def test_a_point_between_two_stretches_has_its_own_aims():
    # In the middle all three hit one time in two, and the solver breaks ties that exist only there.
    found = crossings("0,1,0", "1,0,1", if_eq=-1)
    (middle,) = [stretch for stretch in found.stretches if stretch.is_point and stretch.low == Fraction(1, 2)]
    assert middle.aims == tuple(map(str, solve(["1/2"] * 3, tie_rule=-1).aims))
    neighbours = [stretch.aims for stretch in found.stretches if Fraction(1, 2) in (stretch.low, stretch.high)]
    assert len(set(neighbours)) == 3


def test_a_tie_at_a_point_that_both_sides_touch_is_not_lost():
    """C prefers the better shot on both sides; where B is for a moment as good as A, the tie goes to B."""
    letters = Letters([(0, 1), "1/2", "1/3"])
    t, half, third = letters.hits
    letters.hits = half, half - (t - half) ** 2, third
    found = stretches(Decisions(letters, targets=["Miss", "Miss", "Optimal"]))
    assert [(str(stretch.low), str(stretch.high), stretch.aims[2]) for stretch in found] == [
        *(("0", "1/2", "A"), ("1/2", "1/2", "B"), ("1/2", "1", "A")),
    ]
    assert str(solve(["1/2", "1/2", "1/3"], targets=["Miss", "Miss", "Optimal"]).aims[2]) == "B"


@pytest.mark.parametrize(("start", "end"), QUADRATIC)
def test_at_an_irrational_point_the_signs_are_exact(start, end):
    """Where the aims change two options tie exactly, also in Q(sqrt(d)), and both neighbours' aims may be chosen."""
    found = line(start, end)
    checked = 0
    for before, point, after in zip(found.stretches[::2], found.stretches[1::2], found.stretches[2::2], strict=False):
        if degree(point.low) != 2:
            continue  # Surd has square roots only; the test above has other points
        a, b, c = map(Fraction, point.low.polynomial)
        d = int(b * b - 4 * a * c)
        t = Surd(-b / (2 * a), Fraction(1, 2) / a * (1 if point.low.index else -1), d)
        ends = zip(found.start.hits, found.end.hits, strict=True)
        hits = [Surd(Fraction(0), Fraction(0), d) + one + t * (two - one) for one, two in ends]
        assert {before.aims, point.aims, after.aims} <= set(brute_force(hits))
        checked += 1
    assert checked


@pytest.mark.parametrize("aims", ["Miss,C,B", "C,C,B", "B,A,Miss", "(0,1/2,1/3),Self,A"])
def test_fixed_aims_along_a_line(aims):
    found = crossings("1/10,9/10,1/2", "9/10,1/20,1/3", aims=aims)
    (stretch,) = found.stretches
    fields = {"targets": aims if "(" not in aims else [[0, "1/2", "1/3"], "Self", "A"]}
    places = [Fraction(step, 160) for step in range(1, 160)]
    for value in places[::4]:
        assert solve(found.at(value).hits, **fields).win == tuple(evaluated(win, [value]) for win in stretch.win)
    for pair in combinations(range(3), 2):
        signs = [sign_between(found, pair, value, fields) for value in places]
        noted = [(encounter.before, encounter.after) for encounter in found.encounters if encounter.players == pair]
        assert [(one, two) for one, two in pairwise(signs) if one != two] == noted


def test_fixed_aims_of_four_players():
    later = {"B,C,A": "A,A,B", "C,A,B": "B,C,C", "A,B,C": "C,C,B", "A,B,D": "D,D,B"}
    found = crossings("1/4,1/2,3/4,1", "1/2,1/2,1/2,1", aims="D,D,D,C", later=later)
    for value in (Fraction(1, 7), Fraction(2, 3)):
        form = closed_form("D,D,D,C", found.at(value).hits, later)
        assert form.at([]) == tuple(evaluated(win, [value]) for win in found.stretches[0].win)
    assert found.start.win == closed_form("D,D,D,C", ["1/4", "1/2", "3/4", 1], later).at([])


def test_equal_players_stay_equal_and_stalemates_are_told():
    same = crossings("1/4,1/2", "1/2,1", aims="B,Miss")
    assert same.encounters == ()
    assert [evaluated(win, [Fraction(1, 3)]) for win in same.stretches[0].win] == [1, 0]
    stuck = crossings("1/4,1/2,1/3", "1/2,1,1/3", search="Miss")
    assert ([stretch.aims for stretch in stuck.stretches], stuck.encounters) == ([None], ())
    assert "no aims; wins 0, 0, 0" in str(stuck)


def test_a_line_on_which_everything_is_tied_is_what_the_tie_rule_makes_of_it():
    line = crossings("0,0,1", "1,1,1", if_eq=4)
    at = [*(float(encounter.at) for encounter in line.encounters[:2]), *map(float, line.changes)]
    assert [str(encounter) for encounter in line.encounters[:2]] == ["B overtakes C", "A overtakes C"]
    assert [stretch.aims for stretch in line.stretches[::2]] == [("C", "C", "A"), ("B", "C", "Miss")]
    assert [f"{place:.10f}" for place in at] == ["0.2723343092", "0.3493708086", "0.3819660113"]
    for point in ("1/4", "1/3"):  # the rule decides at every point of it, not at single ones
        assert any(tie.on_path for tie in solve([point, point, 1]).ties)


@pytest.mark.parametrize("hit", ["1", "1/2", "5/8", "14/33", "1/1000", "99/100"])
def test_all_three_win_one_third_with_the_optimal_aims(hit):
    hits = equal_chances(hit)
    announced, (stationary,) = solve(hits), equilibria(hits)
    assert announced.win == stationary.win == (Fraction(1, 3),) * 3
    assert list(map(str, announced.aims)) == list(map(str, stationary.aims)) == ["Miss", "C", "B"]
    assert not announced.ties
