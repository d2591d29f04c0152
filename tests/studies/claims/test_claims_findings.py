"""Findings as a record: each statement stands beside its verdict, in every form."""

import json

import pytest

from truel_ref.studies.claims import Verdict, check_claims, claims
from truel_ref.studies.claims.pages import finding_json

NAMES = ["S1", "S3", "Q1"]


def test_each_statement_stands_beside_its_verdict():
    """More forms are those of the records."""
    findings, verdicts = check_claims(NAMES), ["confirmed", "refuted", "not run: --slow"]
    rows = [(row["claim"], row["what_is_claimed"], row["verdict"]) for row in findings.to_records()]
    assert rows == [(name, claims()[name].statement, said) for name, said in zip(NAMES, verdicts, strict=True)]
    assert (findings["s3"].verdict, findings["Q1"]) == (Verdict.REFUTED, None)
    with pytest.raises(KeyError):
        findings["S2"]
    assert json.loads(findings.to_text("json")) == {"claims": [finding_json(*pair) for pair in findings.pairs]}


def test_slow_claims_are_checked_when_asked(monkeypatch):
    slow = claims()["Q1"]
    monkeypatch.setitem(claims(), "Q1", type(slow)(slow.id, slow.statement, slow.how, claims()["S1"].check, slow=True))
    assert repr(check_claims(["Q1"])) == "<Findings on 1 claims: 1 not checked>"
    assert repr(check_claims(["Q1"], slow=True)) == "<Findings on 1 claims: 1 confirmed>"
