"""Claims of a file: the verdicts are those of `verify`, and what is printed has the sources."""

import json
from pathlib import Path

import pytest

from truel_ref.oracle import claims_of_others
from truel_ref.studies.claims import check_claims, claims_of_file

FILE = Path(__file__).parents[3] / "docs" / "examples" / "claims.toml"
LAST = "[[claim]]\ntitle = 'x'\nsource = 'y'\nhits = [{}]\nwin = [{}]\n"


def test_verdicts_and_sources(run):
    status, out, err = run("claims", "--file", str(FILE), "--json")
    findings = json.loads(out)
    assert (status, err) == (1, "")
    assert [(finding["id"], finding["verdict"], finding["condition"]) for finding in findings] == [
        ("1", "confirmed", ""),
        ("2", "refuted", ""),
        ("3", "true with a condition", "of aims that are not optimal"),
        ("4", "true with a condition", "where ties are broken otherwise"),
    ]
    assert findings[0]["source"] == "a book of puzzles, page 12"
    assert findings[1]["lines"][0] == {
        "what": "win of A",
        "published": "70 %",
        "exact": "393/952 = 41.282 %",
        "holds": False,
    }
    assert "Source: an article, https://example.org/truel\n" in run("claims", "--file", str(FILE), "2")[1]
    assert "Source" not in run("claims", "S3")[1]


@pytest.mark.parametrize(
    ("hits", "win", "verdict"),
    [
        ("1, 1", "1.000, 0", "confirmed"),
        ("0.9996, 1", "1.000, ''", "confirmed"),
        ("0.9996, 1", "1, ''", "refuted"),
        ("0.9996, 1", "1.0000, ''", "refuted"),  # the digits are those that are written
        ("0.5, 0.5, 0.5, 0.5", "1, '', '', ''", "undecided"),
    ],
)
def test_one_claim(tmp_path, hits, win, verdict, run, monkeypatch):
    monkeypatch.setattr(claims_of_others, "CAP", 1)
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + LAST.format(hits, win).replace("\n", "\r\n").encode())
    [(_, finding)] = check_claims(among=claims_of_file(file)).pairs
    assert finding.verdict.value == verdict
    assert run("claims", "--file", str(file))[0] == (0 if verdict == "confirmed" else 1)
