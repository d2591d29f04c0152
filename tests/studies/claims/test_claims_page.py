"""The page on disk says what is computed now, and the command prints it."""

import json
import re

import independent
import pytest
from pages import page_text

from truel_ref.numbers import number_text
from truel_ref.studies.claims import Verdict, claims
from truel_ref.studies.claims.pages import MEASURED, section, summary_row
from truel_ref.studies.claims.record import Claim, ClaimLine, judged

PAGE = page_text("claims.md")


def steady(text):
    """Return a text without the lines that differ from run to run."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(MEASURED))


SHOWN = steady(PAGE)


LONG = {"A1", "A5", "A7", "A8", "M3", "M6", "M10", "R3", "S12", "S13", "S14", "S21", "T4"}
"""Claims that a reader does not wait for, and a run of the tests does."""


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(
            claim,
            id=claim.id,
            marks=pytest.mark.slow(minutes=3) if claim.slow else [pytest.mark.slow] * (claim.id in LONG),
        )
        for claim in claims().values()
    ],
)
def test_verdicts_and_numbers_are_those_of_the_page(claim, pictures):
    finding = claim.check(pictures)
    for part in (summary_row(claim, finding), steady(section(claim, finding))):
        assert f"\n{part}\n" in f"\n{SHOWN}\n", f"{claim.id}: another verdict or number; run scripts/pages --slow"
    assert finding.verdict is not Verdict.REFUTED or finding.counterexample
    assert (finding.verdict is Verdict.CONDITION) == bool(finding.condition)


@pytest.mark.parametrize(
    ("name", "hits", "aims"),
    [
        ("Q6", ["7/20", "47/100", "1/2", "1"], "Random, Miss, D, C"),
        ("Q7", ["7/12", "1/12", "1/2", "51/100"], "Random, C, D, A"),
    ],
)
def test_the_winner_of_four_aims_at_random_by_a_second_derivation(name, hits, aims):
    win = independent.solve(hits, search=("Others", "Miss", "Random")).win
    assert win[0] > max(win[1:])
    said = re.search(rf"^### {name}\n.*?^Counterexample: (.*?)$", PAGE, re.M | re.S)[1]
    parts = [
        f"[{', '.join(hits)}]: Aims {aims};",
        "the only optimal outcome",
        *(f"= {number_text(own)}" for own in win),
    ]
    assert [part for part in parts if part not in said] == []


def test_every_published_claim_is_there():
    counts = {"S": 22, "A": 11, "R": 5, "F": 2, "Q": 8, "T": 4, "M": 10}
    expected = [f"{letter}{number}" for letter, count in counts.items() for number in range(1, count + 1)]
    assert list(claims()) == re.findall(r"^### (\w+)$", PAGE, flags=re.MULTILINE) == expected


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
