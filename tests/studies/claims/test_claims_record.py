"""Lines, findings and verdicts: what agrees with what is published, and that a false check makes a claim fail."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import fsum, hypot

import numpy as np
import pytest

from truel_ref import solve
from truel_ref.studies.claims import Pictures, Verdict, claims, methods, single
from truel_ref.studies.claims.methods import expected_norm
from truel_ref.studies.claims.record import ClaimLine, judged, ratio_line

CONFIRMED = ["S1", "S2", "S4", "S5", "S6", "S7", "S8", "S9", "S11", "S12", "S13", "S15"]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in ("S12", "S13") else []) for name in CONFIRMED]
)
def test_a_confirmed_claim_fails_where_the_solver_errs(name, monkeypatch):
    """Each of these claims states numbers; a solver that gives other ones refutes it."""

    def wrong(hits, **fields):
        return solve([Fraction(hit) * Fraction(4, 5) for hit in hits], **fields)

    single.levels.cache_clear()
    monkeypatch.setattr(single, "solve", wrong)
    failed = claims()[name].check(Pictures())
    single.levels.cache_clear()
    assert failed.verdict is Verdict.REFUTED
    assert False in [line.holds for line in failed.lines]


@pytest.mark.parametrize("name", ["A2", pytest.param("A1", marks=pytest.mark.slow)])
def test_a_claim_of_areas_fails_where_the_map_errs(name, monkeypatch):
    pictures = Pictures()
    square = pictures.square
    monkeypatch.setattr(pictures, "square", lambda hit, **fields: square("1/2", **fields))
    assert claims()[name].check(pictures).verdict is Verdict.REFUTED


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
    assert ClaimLine.percent("", Fraction(value), said).holds is holds


@pytest.mark.parametrize(
    ("value", "holds"), [("41/100", True), ("42/100", False), ("4199/10000", True), ("40/100", False)]
)
def test_words_are_intervals_open_above(value, holds):
    line = ClaimLine.within("", Fraction(value), "almost 42 %", 41, 42)
    assert (line.holds, line.published) == (holds, "almost 42 %, read as 41 % <= x < 42 %")


def test_ratios_leave_room_for_noise():
    assert [ratio_line("", "", ratio, 400).holds for ratio in (800, 799, 201, 200)] == [True, None, None, False]


def test_other_readings_are_tried_in_order():
    good, bad = (ClaimLine.fact("", "", "", holds) for holds in (True, False))
    tried = [("one", [good, bad]), ("two", [good]), ("three", [good])]
    note = judged([ClaimLine.note("", "")], "")
    found = [
        judged([bad], "", tried),
        judged([bad], "", tried[:1], "example"),
        judged([good], "", tried, "example"),
        note,
    ]
    assert [(one.verdict, one.condition, one.counterexample) for one in found] == [
        (Verdict.CONDITION, "two", ""),
        (Verdict.REFUTED, "", "example"),
        (Verdict.CONFIRMED, "", ""),
        (Verdict.UNDECIDED, "", ""),
    ]


def errors(win, games):
    """Return the errors of the shares that games can give, each with its probability, game by game."""
    found = {(0, 0, 0): 1.0}
    for _ in range(games):
        longer = Counter()
        for (counts, chance), player in product(found.items(), range(3)):
            longer[tuple(count + (player == at) for at, count in enumerate(counts))] += chance * win[player]
        found = longer
    return [([count / games - own for count, own in zip(counts, win, strict=True)], p) for counts, p in found.items()]


@pytest.mark.parametrize("games", [(24,), (12, 12), (4, 16)])
@pytest.mark.parametrize("win", [[0.5, 0.25, 0.25], [0.75, 0.25, 0.0], [0.9, 0.05, 0.05], [1.0, 0.0, 0.0]], ids=str)
def test_the_expected_error_of_a_simulation_is_within_its_bound(win, games):
    """Against the sum over all that can happen."""
    pairs = product(errors(win, games[0]), errors(win, games[1]) if games[1:] else [([0.0] * 3, 1.0)])
    exact = fsum(p * q * hypot(*(a - b for a, b in zip(one, two, strict=True))) for (one, p), (two, q) in pairs)
    expected, bound = expected_norm(np.array([[win]]), *games)
    assert abs(expected - exact) <= bound < 0.5
    assert expected_norm(np.array([[win]]), 10**6)[1] < 3e-6


def test_every_published_difference_of_simulations_is_refuted_on_a_coarse_grid_too(monkeypatch):
    pictures = Pictures()
    square = pictures.square
    monkeypatch.setattr(pictures, "square", lambda *hits, **fields: square(*hits, **(fields | {"points": 30})))
    monkeypatch.setattr(methods, "_played", lambda games, seed: np.zeros((31, 31, 3)))
    finding = claims()["M2"].check(pictures)
    assert finding.verdict is Verdict.REFUTED
    expected = [line for line in finding.lines if line.what.endswith("expected")]
    assert [(line.published, line.exact.split()[0], line.holds) for line in expected] == [
        ("0.02 to 0.03 points", "0.0525", False),
        ("0.03 points", "0.0742", False),
        ("0.07 points", "0.1741", False),
    ]
