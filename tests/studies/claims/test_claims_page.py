"""Each claim has the verdict that is kept, the page counts them, and the command prints them."""

import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import independent
import pytest
from pages import page_text

from truel_ref import solve
from truel_ref.studies.claims import Verdict, check_claims, claims
from truel_ref.studies.claims.pages import sections, summary_row
from truel_ref.studies.claims.record import Claim, ClaimLine, judged

PAGE = page_text("claims.md")
KEPT = (Path(__file__).parent / "verdicts.txt").read_text(encoding="utf-8").splitlines()


LONG = {"A1", "A5", "A7", "A8", "M3", "M6", "M10", "R3", "S12", "S13", "S14", "S21", "T4"}
"""Claims that a reader does not wait for, and a run of the tests does."""


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(
            claim,
            id=claim.id,
            marks=pytest.mark.slow if claim.slow else [pytest.mark.slow] * (claim.id in LONG),
        )
        for claim in claims().values()
    ],
)
def test_the_verdict_and_what_is_true_are_those_that_are_kept(claim, pictures):
    finding = claim.check(pictures)
    row = summary_row(claim, finding).replace(f"[{claim.id}](#{claim.id.lower()})", claim.id)
    assert [line for line in KEPT if line.startswith(f"| {claim.id} |")] == [row]
    assert finding.verdict is not Verdict.REFUTED or finding.counterexample
    assert (finding.verdict is Verdict.CONDITION) == bool(finding.condition)


def test_the_page_counts_the_verdicts_and_shows_what_the_command_prints():
    verdicts = Counter(line.split(" | ")[-2] for line in KEPT)
    counted = ", ".join(f"{verdicts[verdict.value]} {verdict.value}" for verdict in Verdict)
    assert f"Of {len(KEPT)} claims: {counted}." in PAGE


def test_the_sections_of_the_site_have_every_claim():
    findings = check_claims(["S3", "Q1"])
    text = sections(findings)
    assert re.findall(r"^### (\w+)$", text, flags=re.MULTILINE) == ["S3", "Q1"]
    assert "| [S3](#s3) | " in text and "**Refuted**." in text
    assert "| not run: --slow |  |" in text and "`truel-ref claims Q1 --slow` checks it." in text


@pytest.mark.parametrize(
    ("hits", "aims", "win"),
    [
        (
            ["7/20", "47/100", "1/2", "1"],
            "Random, Miss, D, C",
            "2357075434723/5357689920000 62764974953/208354608000 1570543/21455280 59397/320000",
        ),
        (
            ["7/12", "1/12", "1/2", "51/100"],
            "Random, C, D, A",
            "497610052800/1556727401413 566439865958820/4686591050142989 57090479920/179766803281 "
            "22227481853673/91885581704573",
        ),
    ],
    ids=["Q6", "Q7"],
)
def test_the_winner_of_four_aims_at_random_by_a_second_derivation(hits, aims, win):
    """The counterexamples of two claims."""
    search = ("Others", "Miss", "Random")
    solution = independent.solve(hits, search=search)
    assert solution.win == tuple(map(Fraction, win.split()))
    assert solution.win[0] > max(solution.win[1:])
    assert ", ".join(map(str, solve(hits, search=search).aims)) == aims


def test_every_published_claim_is_there():
    counts = {"S": 22, "A": 11, "R": 5, "F": 2, "Q": 8, "T": 4, "M": 10}
    expected = [f"{letter}{number}" for letter, count in counts.items() for number in range(1, count + 1)]
    assert list(claims()) == [line.split(" | ")[0][2:] for line in KEPT] == expected


# -- the command


def test_the_command_prints_findings(printed):
    """As JSON in the corpus, too."""
    out = printed("claims", "s3", "Q1")
    parts = ("S3: [1/3, 2/3, 1]", "refuted.", "31.217 % = 59/189", "Q1: ", "not run; add --slow")
    assert [part for part in parts if part not in out] == []
    assert [part["verdict"] for part in json.loads(printed("claims", "S16", "Q1", "--json"))] == ["refuted", None]


def test_the_table_has_each_statement_beside_its_verdict(printed, monkeypatch):
    finding = judged([ClaimLine.fact("", "", "", True)], "So it is.")
    quick = {
        name: Claim(name, f"{name} is claimed", "", lambda pictures: finding, slow)
        for name, slow in (("S1", False), ("Q1", True))
    }
    monkeypatch.setattr("truel_ref.studies.claims.pages.claims", lambda: quick)
    assert [re.split("  +", line.strip()) for line in printed("claims").splitlines()[2:]] == [
        ["S1", "S1 is claimed", "confirmed", "So it is."],
        ["Q1", "Q1 is claimed", "not run: --slow"],
    ]
