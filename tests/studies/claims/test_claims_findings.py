"""Findings as a record: each statement stands beside its verdict, in every form."""

import json

import pytest

from truel_ref.studies.claims import Verdict, check_claims, claims
from truel_ref.studies.claims.pages import finding_json

NAMES = ["S1", "S3", "Q1"]


@pytest.fixture(scope="module")
def findings():
    return check_claims(NAMES)


def test_each_statement_stands_beside_its_verdict(findings):
    statements = [claims()[name].statement for name in NAMES]
    assert [(row["claim"], row["what is claimed"], row["verdict"]) for row in findings.to_records()] == list(
        zip(NAMES, statements, ["confirmed", "refuted", "not run: --slow"], strict=True)
    )
    assert [text for text in statements if text not in str(findings)] == []
    assert [text for text in statements if text.replace(">", "&gt;") not in findings._repr_html_()] == []
    assert findings.to_text("csv").count("\n") == len(NAMES)


def test_findings_are_found_by_id_and_written_as_json(findings):
    assert (findings["s3"].verdict, findings["Q1"]) == (Verdict.REFUTED, None)
    with pytest.raises(KeyError):
        findings["S2"]
    assert json.loads(findings.to_text("json")) == {"claims": [finding_json(*pair) for pair in findings.pairs]}


def test_slow_claims_are_checked_when_asked(monkeypatch):
    slow = claims()["Q1"]
    monkeypatch.setitem(claims(), "Q1", type(slow)(slow.id, slow.statement, slow.how, claims()["S1"].check, slow=True))
    assert repr(check_claims(["Q1"])) == "<Findings on 1 claims: 1 not checked>"
    assert repr(check_claims(["Q1"], slow=True)) == "<Findings on 1 claims: 1 confirmed>"
