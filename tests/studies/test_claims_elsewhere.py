"""The claims made elsewhere: every number of the page twice, by the solver and by a derivation that shares no code."""

import re
from fractions import Fraction

import independent
import independent_variants
import pytest
from pages import page_text

from truel_ref import decision, solve
from truel_ref.numbers import fraction_text, percent_text
from truel_ref.variants.models import by_lot

F = Fraction
PAGE = page_text("claims-elsewhere.md")
THIRDS = ["1/3", "2/3", "1"]
SIXTHS = ["2/6", "4/6", "5/6"]
BENCHMARK = ["13/20", "7/10", "4/5"]
FIFTHS = ["1/5", "2/5", "3/5", "4/5"]
NEAR = ["5/8", "13/16", "33/40", "9/10"]


def twice(hits, **problem):
    """Return the win probabilities and the aims, which both derivations must find."""
    solution, second = solve(hits, **problem), independent.solve(hits, **problem)
    assert solution.win == second.win
    assert [aim.weights for aim in solution.aims] == list(second.aims)
    assert not solution.ties
    return solution.win, [str(aim) for aim in solution.aims]


def lines():
    """Return the rows of the table: claim, verdict, what is true."""
    rows = re.findall(r"^\| \[(\d)\]\(#(\S+)\) \| (.*) \| (.*) \| (.*) \|$", PAGE, flags=re.MULTILINE)
    assert [number for number, *_ in rows] == ["1", "2", "3", "4", "5", "6"]
    return {int(number): (claim, verdict, truth) for number, _, claim, verdict, truth in rows}


def assert_said(number, holds, *truths, condition=""):
    """The verdict of the page is the computed one, and so is what it says to be true."""
    _, verdict, truth = lines()[number]
    assert verdict == (f"true with a condition: {condition}" if condition else "confirmed" if holds else "refuted")
    for text in truths:
        assert text in truth


def said(value):
    return f"{fraction_text(value)} = {percent_text(value)}"


def test_the_weakest_of_three():
    win, aims = twice(SIXTHS)
    assert (win, aims) == ((F(393, 952), F(48, 119), F(25, 136)), ["Miss", "C", "B"])
    lot = by_lot(SIXTHS).win[0]
    assert lot == independent_variants.lot_mean(independent_variants.lot_table(SIXTHS))[0] == F(27, 68)
    assert_said(1, any(F(65, 100) <= value <= F(75, 100) for value in (win[0], lot)), said(win[0]))


@pytest.mark.parametrize("play", ["announced", "stationary"])
def test_gardners_three(play):
    hits = ["1", "4/5", "1/2"]
    win = by_lot(hits, play=play).win
    assert win == independent_variants.lot_mean(independent_variants.lot_table(hits, play=play))
    assert win == (F(3, 10), F(8, 45), F(47, 90))
    claimed = F("0.2875"), F("0.2"), F("0.5125")
    assert (sum(claimed), set(win) & set(claimed)) == (1, set())
    assert_said(2, win == claimed, "47/90, 3/10, 8/45")


def test_four_in_increasing_order():
    problems = [(FIFTHS, {}), (FIFTHS, {"search": {"Others"}}), (NEAR, {"search": {"Others"}})]
    found = [twice(hits, **problem)[1] for hits, problem in problems]
    assert found == [["D", "A", "D", "C"], ["D", "A", "D", "C"], ["C", "A", "A", "C"]]
    best = ["D", "D", None, "C"]  # of the others; of the third nothing is claimed
    as_claimed = [[aim == claimed for aim, claimed in zip(aims, best, strict=True) if claimed] for aims in found]
    assert as_claimed == [[True, False, True], [True, False, True], [False, False, True]]
    assert_said(3, all(map(all, as_claimed)), "1/5, 2/5, 3/5, 4/5: D, A, D, C")


def test_a_miss_that_scores_nothing():
    win, aims = twice(BENCHMARK)
    assert aims == ["Miss", "C", "B"]
    worths = {str(worth.aim): worth.win[0] for worth in decision(solve(BENCHMARK)).worths}
    for target, worth in worths.items():
        assert twice(BENCHMARK, targets=[target, "Optimal", "Optimal"])[0][0] == worth
    miss, best_shot = worths.pop("Miss"), max(worths.values())
    assert (miss, best_shot) == (win[0], F(2098980, 5432471))
    assert_said(4, miss == 0 or miss < best_shot, said(miss), percent_text(best_shot))


def test_a_digit():
    win, aims = twice(THIRDS, targets=["B", "Optimal", "Optimal"])
    assert (win, aims) == ((F(50, 189), F(16, 63), F(13, 27)), ["B", "C", "B"])
    assert_said(5, win[0] == F(40, 189), said(win[0]))


def test_a_shot_at_oneself_now_and_then():
    weights = [F(0), F(1, 4), F(1, 2), F(1)]
    found = [twice(THIRDS, targets=[(y, F(0), F(0)), "Optimal", "Optimal"]) for y in weights]
    assert [aims[1:] for _, aims in found] == [["C", "B"]] * 4
    wins = [win[0] for win, _ in found]
    assert wins == [F(25, 63), F(275, 756), F(125, 378), F(50, 189)] == [25 * (3 - y) / 189 for y in weights]
    abstention, *switching, suicide = wins
    against = [all(win > other for win in switching) for other in (abstention, suicide)]
    assert against == [False, True]
    assert_said(6, all(against), said(abstention), said(suicide), condition="against suicide alone")


def test_every_line_of_the_table_has_a_section():
    headings = [
        title.lower().replace(" ", "-").replace("'", "") for title in re.findall(r"^## (.*)$", PAGE, re.MULTILINE)
    ]
    assert headings == re.findall(r"^\| \[\d\]\(#(\S+)\)", PAGE, flags=re.MULTILINE)
