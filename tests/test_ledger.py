"""The ledger: no verdict but the one that follows from the numbers; the page has every claim and its verdict."""

import json
import os
import re
from fractions import Fraction

import independent
import independent_variants
import pytest
from pages import page_text

from truel_ref import TruelError
from truel_ref.ledger import CHECKS, claims, every_claim, expected_norm, fits, row, verdict_of

CLAIMS = every_claim()


LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
"""Whether all claims are computed, also those on the largest maps."""


@pytest.mark.parametrize(
    "claim", [claim for claim in CLAIMS.values() if LONG or not claim.slow], ids=lambda one: one.id
)
def test_the_verdict_follows_from_the_numbers(claim):
    verdict, readings = verdict_of(claim.rows())
    assert claim.verdict == verdict
    assert claim.condition in readings if readings else claim.condition == ""


def test_every_claim_has_one_check():
    solved = {name for name, claim in CLAIMS.items() if claim.problems or claim.shares}
    assert solved | CHECKS.keys() == CLAIMS.keys()
    assert not solved & CHECKS.keys()


PUBLISHED = {"S": 18, "A": 11, "R": 5, "F": 2, "Q": 5, "T": 3, "M": 9}
"""How many claims of each kind the list of the published analysis has; the page has more."""


def test_no_published_claim_is_left_out():
    assert {f"{kind}{number}" for kind, most in PUBLISHED.items() for number in range(1, most + 1)} <= CLAIMS.keys()


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ([], ("undecided", set())),
        ([row("a", "40 %", Fraction(2, 5))], ("confirmed", set())),
        ([row("a", "40 %", Fraction(2, 5)), row("b", 1, 2)], ("refuted", set())),
        ([row("b", 1, 2), row("b", 1, 2, reading="x")], ("refuted", set())),
        ([row("b", 1, 2), row("b", 1, 1, reading="x"), row("b", 1, 2, reading="y")], ("true with a condition", {"x"})),
    ],
)
def test_verdicts(rows, verdict):
    assert verdict_of(rows) == verdict


@pytest.mark.parametrize(
    ("published", "exact", "agrees"),
    [
        ("39.7 %", Fraction(25, 63), True),
        ("40 %", Fraction(25, 63), True),
        ("39.6 %", Fraction(25, 63), False),
        ("41 to 42 %", Fraction(41, 100), True),
        ("41 to 42 %", Fraction(42, 100), False),
        ("25/63", Fraction(25, 63), True),
        (27, 27, True),
        ("Miss", "C", False),
    ],
)
def test_what_fits(published, exact, agrees):
    assert fits(published, exact) is agrees


@pytest.mark.parametrize("name", ["S1", "S5", "S19", "E1", "E5"])
def test_numbers_of_problems_a_second_time(name):
    for problem in CLAIMS[name].problems:
        targets = problem.get("targets")
        if problem.get("play") == "simultaneous":
            [fire] = independent_variants.fire_records("simultaneous", problem["hits"])
            win = fire.values[0, 1, 2]
        else:
            win = independent.solve(problem["hits"], **({"targets": targets} if targets else {})).win
        exact = [one.exact for one in claims([name]).rows[0] if one.what.startswith("win of")]
        wanted = [own for own, said in zip(win, problem["win"], strict=False) if said]
        assert any(exact[at : at + len(wanted)] == wanted for at in range(len(exact)))


def test_the_expected_norm_of_a_sure_game_and_of_one_coin():
    """The difference of the shares of two players by n games is that of a coin; its norm is sqrt(2) times as large."""
    np = pytest.importorskip("numpy")
    assert expected_norm(np.array([[1.0, 0, 0]]), 100) == 0
    coin = 100 * (2 / np.pi) ** 0.5 * (0.25 / 100) ** 0.5 * 2**0.5
    assert expected_norm(np.array([[0.5, 0.5, 0]]), 100) == pytest.approx(coin, rel=1e-4)


# -- the command and the page


def test_the_command_lists_all_claims(run):
    status, out, _ = run("claims", "--json")
    assert (status, [one["id"] for one in json.loads(out)["claims"]]) == (0, list(CLAIMS))


def test_the_command_prints_the_numbers_of_a_claim(run):
    out = run("claims", "s3")[1]
    assert "refuted: A wins 59/189" in out
    assert re.search(r"S3 +win of A +33\.3 % +31\.217 % = 59/189 +no", out)
    assert json.loads(run("claims", "S3", "--json")[1])["claims"][0]["rows"][0]["agrees"] is False


@pytest.mark.parametrize(
    ("ids", "says"),
    [(["z9"], "there is no claim 'Z9'; the claims are S1, "), (5, "give an id or a list of ids, not 5")],
)
def test_an_unknown_claim_is_refused(ids, says):
    with pytest.raises(TruelError, match=says):
        claims(ids)


def test_the_page_has_every_claim_with_its_verdict():
    """And a paragraph for each that is not simply confirmed."""
    page = page_text("claims.md")
    rows = re.findall(r"^([A-Z][0-9]+) \| .+ \| ([a-z ]+)$", page, flags=re.MULTILINE)
    assert rows == [(name, one.verdict) for name, one in CLAIMS.items()]
    for name, one in CLAIMS.items():
        assert (f"**{name}.**" in page) == (one.verdict != "confirmed"), name
