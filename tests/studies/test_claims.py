"""The published claims: the page on disk says what is computed, and what is computed can be checked another way."""

import json
import random
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from truel_ref import Problem, all_outcomes, solve
from truel_ref.cli import main
from truel_ref.errors import ClaimError, SymbolicError
from truel_ref.maps import MapSpec, build
from truel_ref.studies.claims import Pictures, Verdict, areas, claims, methods, single
from truel_ref.studies.claims.page import MEASURED, page, section, summary_row
from truel_ref.studies.claims.pictures import Picture
from truel_ref.studies.claims.record import Claim, Line, judged, ratio_line
from truel_ref.studies.claims.registry import named_claims
from truel_ref.symbolic.algebra import Letters
from truel_ref.symbolic.mixes import TRIANGLE, affine, at, cut, optimum

PAGE = Path(__file__).parents[2] / "docs" / "claims.md"
MIXED = ["3/4", "11/20", 1]
TWOS = {"search": "others,miss,random", "random_levels": [None, 2, 2]}


def steady(text):
    """Return a text without the lines that differ from run to run."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(MEASURED))


@pytest.fixture(scope="module")
def pictures():
    return Pictures()


def checked(claim, pictures):
    finding = claim.check(pictures)
    shown = steady(PAGE.read_text(encoding="utf-8"))
    assert summary_row(claim, finding) in shown.splitlines(), f"{claim.id}: another verdict; run scripts/pages --slow"
    own = steady(section(claim, finding))
    assert f"{own}\n" in f"{shown}\n", f"{claim.id}: other numbers; run scripts/pages --slow"
    return finding


@pytest.mark.parametrize(
    "claim",
    [pytest.param(one, id=one.id, marks=[pytest.mark.slow] if one.slow else []) for one in claims().values()],
)
def test_verdicts_and_numbers_are_those_of_the_page(claim, pictures):
    finding = checked(claim, pictures)
    assert finding.verdict is not Verdict.REFUTED or finding.counterexample
    assert (finding.verdict is Verdict.CONDITION) == bool(finding.condition)


def test_every_published_claim_is_there():
    counts = {"S": 18, "A": 11, "R": 5, "F": 2, "Q": 5, "T": 3, "M": 9}
    expected = [f"{letter}{number}" for letter, count in counts.items() for number in range(1, count + 1)]
    assert list(claims()) == expected
    sections = re.findall(r"^### (\w+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert sections == expected


def test_the_page_is_put_together_from_the_sections(pictures):
    claim = claims()["S3"]
    finding = claim.check(pictures)
    text = page({"S3": (claim, finding)})
    assert section(claim, finding) in text
    assert summary_row(claim, finding) in text
    assert "Of 1 claims: 1 refuted." in text


# -- verdicts are computed


def test_a_verdict_follows_the_numbers(monkeypatch, pictures):
    assert claims()["S1"].check(pictures).verdict is Verdict.CONFIRMED
    wrong = solve(["1/3", "2/3", 1], targets=["C", "C", "B"])
    monkeypatch.setattr(single, "solve", lambda *problem, **fields: wrong)
    changed = claims()["S1"].check(pictures)
    assert changed.verdict is Verdict.REFUTED
    assert changed != claims()["S3"].check(pictures)


@pytest.mark.parametrize(
    ("value", "said", "holds"),
    [
        ("397/1000", "39.7 %", True),
        ("3965/10000", "39.6 %", True),  # a tie goes to the even digit
        ("39649/100000", "39.7 %", False),
        ("39651/100000", "39.7 %", True),
        ("1/3", "33 %", True),
        ("1/3", "33.4 %", False),
        ("45/100", "45 %", True),
    ],
)
def test_a_percentage_agrees_if_the_value_rounds_to_it(value, said, holds):
    assert Line.percent("", Fraction(value), said).holds is holds


@pytest.mark.parametrize(
    ("value", "holds"), [("41/100", True), ("42/100", False), ("4199/10000", True), ("40/100", False)]
)
def test_words_are_intervals_open_above(value, holds):
    line = Line.within("", Fraction(value), "almost 42 %", 41, 42)
    assert line.holds is holds
    assert line.published == "almost 42 %, read as 41 % <= x < 42 %"


def test_ratios_leave_room_for_noise():
    assert [ratio_line("", "", ratio, 400).holds for ratio in (800, 799, 201, 200)] == [True, None, None, False]


def test_other_readings_are_tried_in_order():
    good, bad = (Line.fact("", "", "", holds) for holds in (True, False))
    tried = [("one", [good, bad]), ("two", [good]), ("three", [good])]
    assert judged([bad], "", tried).condition == "two"
    assert judged([bad], "", tried[:1], "example").verdict is Verdict.REFUTED
    assert judged([bad], "", tried[:1], "example").counterexample == "example"
    confirmed = judged([good], "", tried, "example")
    assert (confirmed.verdict, confirmed.condition, confirmed.counterexample) == (Verdict.CONFIRMED, "", "")
    assert judged([Line.told("", "")], "").verdict is Verdict.UNDECIDED


def test_times_change_nothing_but_their_own_lines(monkeypatch, pictures):
    found = []
    for factor in (1, 3):
        times = iter([0.5, 0.6, 0.0002 * factor, 0.08 * factor, 0.01])
        monkeypatch.setattr(methods, "_least", lambda work, runs=3, times=times: next(times))
        found.append(claims()["M3"].check(pictures))
    one, other = found
    assert one.measured != other.measured
    assert one.steady() == other.steady()
    assert steady(section(claims()["M3"], one)) == steady(section(claims()["M3"], other))


# -- what is asked of maps


def test_pictures_say_what_the_exact_solver_says():
    problem = Problem([0, 0, "1/2"], search="others,miss,random")
    picture = Picture(build(MapSpec(problem, 8, a_above_b=True)))
    some = 0
    for row, column in picture.data.spec.pixels():
        solution = solve(picture.data.spec.at(row, column))
        best = max(solution.win)
        winner = solution.win.index(best) if solution.win.count(best) == 1 else -1
        assert picture.winner[row, column] == winner
        misses = [aim is not None and aim.is_miss for aim in solution.aims]
        mixes = [aim is not None and aim.is_mix for aim in solution.aims]
        assert picture.misses[row, column].tolist() == misses
        assert picture.mixes[row, column].tolist() == mixes
        assert picture.the_winner(picture.misses)[row, column] == (winner >= 0 and misses[winner])
        assert picture.somebody(picture.mixes)[row, column] == any(mixes)
        some += any(mixes)
        assert picture.triangle[row, column] == (row <= column)
        assert picture.below[row, column] == (row < column)
        assert picture.inner[row, column] == (0 < row < 8 and 0 < column < 8)
        own = solution.problem.hits
        like = len(set(own)) < 3 or bool({0, 1} & set(own[:2]))
        assert picture.boundary_like()[row, column] == like
    assert some


def test_ties_of_doubles_are_decided_exactly():
    picture = Picture(build(MapSpec(Problem([0, 0, 1]), 4, a_above_b=True)))
    win = picture.data.win.copy()
    win[1, 2] = win[1, 2].max()  # as if all three rounded to the same double
    blurred = Picture(type(picture.data)(**{**vars(picture.data), "win": win}))
    assert blurred.winner.tolist() == picture.winner.tolist()


def test_the_diagonal_can_be_settled_for_the_later_label():
    picture = Picture(build(MapSpec(Problem([0, 0, 1]), 10, a_above_b=True)))
    # At [1/2, 1/2, 1] rule 1 takes B, C, Miss; just above the diagonal it is Miss, C, B, which makes A the winner.
    assert (picture.winner[5, 5], picture.settled_up[5, 5]) == (2, 0)
    changed = picture.places(picture.winner != picture.settled_up)
    assert changed
    assert all(row == column for row, column in changed)


def test_exact_shares_add_up(pictures):
    found = pictures.regions("1")
    assert areas.enclosed(found, areas.somebody_misses) == "84.166 %"
    assert areas.enclosed(found, lambda aims: True).startswith("100.0")


# -- the best mix


def area(corners):
    pairs = pairwise((*corners, corners[0]))
    return abs(sum(one[0] * two[1] - one[1] * two[0] for one, two in pairs)) / 2


def inside(corners, rng):
    """Return a point strictly inside an open piece."""
    weights = [Fraction(rng.randint(1, 9)) for _ in corners]
    return tuple(
        sum(weight * corner[axis] for weight, corner in zip(weights, corners, strict=True)) / sum(weights)
        for axis in (0, 1)
    )


def test_a_cut_loses_nothing():
    rng = random.Random(1)
    for _ in range(200):
        function = tuple(Fraction(rng.randint(-5, 5), rng.randint(1, 4)) for _ in range(3))
        low, line, high = cut(TRIANGLE, function)
        parts = [part for part in (low, high) if len(part) > 2]
        assert sum(map(area, parts)) == (Fraction(1, 2) if any(function) else 0)
        assert all(at(function, corner) <= 0 for corner in low)
        assert all(at(function, corner) == 0 for corner in line)
        assert all(at(function, corner) >= 0 for corner in high)


def test_what_is_not_affine_is_refused():
    letters = Letters([1, 1, 1], more=["x", "y"])
    x, y = letters.symbols.values()
    with pytest.raises(ArithmeticError):
        affine(x * y)
    with pytest.raises(ArithmeticError):
        affine(1 / (1 + x))


@pytest.mark.parametrize(
    ("hits", "fields"),
    [(MIXED, {}), (MIXED, TWOS), (["1/3", "2/3", 1], TWOS), (["3/5", "11/20", "1/2"], {}), (["1/2", "1/2", "1/2"], {})],
)
def test_pieces_hold_what_the_numeric_solver_finds(hits, fields):
    rng = random.Random(2)
    found = optimum(Problem(hits, **fields))
    assert sum(area(piece.corners) for piece in found.polygons) == Fraction(1, 2)
    for piece in found.pieces:
        point = inside(piece.corners, rng)
        targets = [(0, *point), "Optimal", "Optimal"]
        outcomes = all_outcomes(hits, targets=targets, **fields).outcomes
        assert {one.aims[1:] for one in outcomes} == set(piece.replies)
        for one in outcomes:
            assert one.win == piece.win(point, piece.replies.index(one.aims[1:]))
            assert one.win[0] <= found.supremum
        if len(piece.corners) > 2 and len(piece.replies) == 1:
            assert outcomes[0].win[0] <= found.inside
        for rule in (3, -1):
            own = solve(hits, targets=targets, if_eq=rule, **fields)
            assert own.aims[1:] in piece.replies


def test_no_side_and_no_corner_is_left_out():
    found = optimum(Problem(MIXED, **TWOS))
    points = {piece.corners[0] for piece in found.pieces if len(piece.corners) == 1}
    segments = [piece.corners for piece in found.pieces if len(piece.corners) == 2]
    for piece in found.polygons:
        assert set(piece.corners) <= points
        for one, two in zip(piece.corners, (*piece.corners[1:], piece.corners[0]), strict=True):
            # What lies on a side is covered by segments, whose lengths add up, and by points.
            axis = 0 if one[0] != two[0] else 1
            own = [
                ends for ends in segments if all(area((one, two, end)) == 0 for end in ends) and within(one, two, ends)
            ]
            shortest = [ends for ends in own if not any(within(*ends, other) for other in own if other != ends)]
            assert sum(abs(end[axis] - start[axis]) for start, end in shortest) == abs(two[axis] - one[axis])


def within(one, two, ends):
    """Tell whether points of a line lie between two others of it."""
    return all(min(one, two) <= end <= max(one, two) for end in ends)


def test_the_supremum_is_approached_and_exceeds_the_levels():
    for fields in ({}, TWOS):
        found = optimum(Problem(MIXED, **fields))
        assert (found.supremum, found.inside) == (Fraction(33, 71), Fraction(33, 71))
        place = found.approaches[-1]
        assert place.weights == (Fraction(12, 29), 0)
        towards = inside(place.corners, random.Random(3))
        last = Fraction(0)
        for halvings in (5, 10, 20, 40):
            share = Fraction(1, 2**halvings)
            near = tuple(start + share * (end - start) for start, end in zip(place.weights, towards, strict=True))
            win = solve(MIXED, targets=[(0, *near), "Optimal", "Optimal"], **fields).win[0]
            assert last < win < found.supremum
            last = win
        assert found.supremum - last < Fraction(1, 10**10)
        for rule, win in place.attained.items():
            given = [(0, *place.weights), "Optimal", "Optimal"]
            assert win == solve(MIXED, targets=given, if_eq=rule, **fields).win[0]
    for level in (5, 20, 50):
        assert solve(MIXED, search="others,miss,random", random_levels=[level, 2, 2]).win[0] < Fraction(33, 71)


def test_the_second_player_has_a_best_mix_too():
    rng = random.Random(4)
    problem = Problem(MIXED, targets=[("0", "11971/29000", "0"), "Optimal", "Optimal"])
    found = optimum(problem, player=1)
    # He does best to aim at C a little less than always, so that C shoots A.
    (place,) = found.approaches
    assert place.weights == (0, Fraction(239420, 240261))
    assert [str(aim) for aim in place.replies] == ["A"]
    for piece in found.polygons:
        x, y = inside(piece.corners, rng)
        own = solve(MIXED, targets=[problem.targets[0], (x, 0, y), "Optimal"])
        assert own.aims[2:] in piece.replies
        assert piece.win((x, y))[1] <= found.supremum


def test_other_problems_are_refused():
    with pytest.raises(SymbolicError):
        optimum(Problem([1, 1, 1, 1]))
    with pytest.raises(SymbolicError):
        optimum(Problem(MIXED), player=1)


# -- the command


def run(capsys, *words):
    status = main(["claims", *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_the_command_names_the_nearest_ids(capsys):
    status, out, err = run(capsys, "S33")
    assert (status, out) == (2, "")
    assert err.startswith("truel-ref: no claim is called 'S33'; the nearest are S3")
    with pytest.raises(ClaimError):
        named_claims(["?"])


def test_the_command_prints_findings(capsys):
    status, out, _ = run(capsys, "s3", "Q1")
    assert status == 0
    assert "S3: [1/3, 2/3, 1]" in out
    assert "refuted." in out
    assert "31.217 % = 59/189" in out
    assert "Q1: " in out
    assert "not run; add --slow" in out


def test_the_command_prints_json(capsys):
    status, out, _ = run(capsys, "S16", "Q1", "--json")
    one, other = json.loads(out)
    assert status == 0
    assert (one["verdict"], other["verdict"], other["slow"]) == ("refuted", None, True)
    assert one["lines"][0] == {"what": "aims", "published": "Random, C, A", "exact": "C, Miss, A", "holds": False}


def test_the_table_lists_every_claim(capsys, monkeypatch):
    quick = {
        name: Claim(name, name, "", single.claimed("X", "", "")(_nothing).check, slow)
        for name, slow in (("S1", False), ("Q1", True))
    }
    monkeypatch.setattr("truel_ref.studies.claims.registry.claims", lambda: quick)
    status, out, _ = run(capsys)
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["S1", "Q1"]
    assert "not run: --slow" in out


def _nothing(pictures):
    return judged([Line.fact("", "", "", True)], "found")
