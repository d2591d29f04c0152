"""Reports side by side, and files that are no reports."""

import json
import re
from collections import Counter
from fractions import Fraction
from xml.etree import ElementTree

import faulty
import pytest

from truel_ref.oracle import check, vectors
from truel_ref.oracle.comparison import ReportComparison, VerdictTally, read_report

ASKED = [*vectors("optimal", players=3)[:20], *vectors("zero-one", players=2)[:7]]
GOOD = check(faulty.SOLVERS["sound"], ASKED)
BAD = check(faulty.SOLVERS["swapped"], ASKED)


@pytest.fixture
def files(tmp_path):
    """The two reports as files."""
    paths = [tmp_path / "good.json", tmp_path / "bad.json"]
    for path, report in zip(paths, (GOOD, BAD), strict=True):
        path.write_text(json.dumps(report.to_json()), encoding="utf-8")
    return list(map(str, paths))


def test_the_table_counts_what_the_reports_count(printed, files):
    accepted = Counter(result.group for result in BAD.results if result.accepted)
    rows = [line.split() for line in printed("report", *files).splitlines()]
    assert rows[0] == ["group", "good", "bad"]
    assert rows[2:5] == [
        ["optimal", "20/20", f"{accepted['optimal']}/20"],
        ["zero-one", "7/7", f"{accepted['zero-one']}/7"],
        ["in", "all", "27/27", f"{accepted.total()}/27"],
    ]
    assert rows[5] == ["verdict", "accepted", "not", "accepted"]
    assert accepted.total() < 27
    told = json.loads(printed("report", "--json", *files))["reports"][1]
    assert told["groups"]["optimal"] == vars(VerdictTally(accepted["optimal"], 20 - accepted["optimal"]))


def test_the_page_the_markdown_and_the_badge(printed, files, tmp_path):
    html, markdown, svg, endpoint = (str(tmp_path / name) for name in ("r.html", "r.md", "b.svg", "b.json"))
    printed("report", *files, "--html", html, "--markdown", markdown)
    page = ElementTree.fromstring(
        (tmp_path / "r.html").read_text(encoding="utf-8").partition("\n")[2].replace('<meta charset="utf-8">', "")
    )
    kinds = [cell.get("class") for cell in page.iter("td")]
    assert kinds == ["good", "bad", "good", "bad", "good", "bad", "good", "bad"]
    assert not re.search("https?://", (tmp_path / "r.html").read_text(encoding="utf-8"))
    assert (tmp_path / "r.md").read_text(encoding="utf-8").startswith("| group ")
    printed("report", files[0], "--badge", svg)
    assert "27 of 27" in "".join(ElementTree.parse(svg).getroot().itertext())
    printed("report", files[1], "--badge", endpoint)
    badge = json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))
    assert badge["message"] == f"{sum(result.accepted for result in BAD.results)} of 27"
    assert badge["schemaVersion"] == 1


def test_names_are_escaped_and_told_apart(tmp_path):
    data = GOOD.to_json() | {"client": {"name": "<b>&|", "version": "1", "language": ""}, "tolerance": 0.5}
    (tmp_path / "x.json").write_text(json.dumps(data), encoding="utf-8")
    (tmp_path / "again.json").write_text(json.dumps(GOOD.to_json()), encoding="utf-8")
    report = read_report(tmp_path / "x.json")
    both = ReportComparison([report, report])
    assert both.heads == ["<b>&| 1", "<b>&| 1 (2)"]
    assert "<b>" not in both.page()
    assert both.to_text("md").startswith(r"| group    | \<b\>\&\| 1 ")
    other = ReportComparison([report, read_report(tmp_path / "again.json")])
    assert other.notes()[0].startswith("tolerance 0.5, 1e-09 (not the same for all)")


def test_skipped_and_expected_are_counted_apart(tmp_path):
    data = BAD.to_json()
    wrong = [result["id"] for result in data["results"][1:] if result["verdict"] == "wrong value"]
    data["expected_failures"] = wrong[:2]
    data["results"][0]["verdict"] = "skipped"
    data["results"][1]["verdict"] = "agrees"
    (tmp_path / "x.json").write_text(json.dumps(data), encoding="utf-8")
    tally = read_report(tmp_path / "x.json").tally
    assert tally.skipped == 1
    changed = {result["id"] for result in data["results"][:2]}
    assert tally.expected == len(set(wrong[:2]) - changed)
    assert tally.accepted + tally.wrong + tally.expected + tally.skipped == 27


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON"),
        (b"\xff", "not UTF-8 text"),
        (b"[1]", "a report of truel-ref check --json is a JSON object"),
        (b"{}", "the key 'results' is missing in a report"),
        (b'{"results": 7}', "results: 7 is not a list"),
        (b'{"results": [7]}', "number 1 of results is a JSON object"),
        (b'{"results": [{"id": "a", "group": "b"}]}', "the key 'verdict' is missing in number 1 of results"),
        (b'{"results": [{"id": "a", "group": "b", "verdict": "fine"}]}', "verdict: 'fine' is none; choose from agrees"),
        (b'{"results": [{"id": "a", "group": [], "verdict": "agrees"}]}', "group: [] is not text"),
        (b'{"results": [], "tolerance": "x", "ok": true}', "tolerance: 'x' is not a number"),
        (b'{"results": [], "tolerance": 1' + b"0" * 5000 + b', "ok": true}', "is not in [0, 1)"),
        (b'{"results": [], "tolerance": 1' + b"0" * 10**6 + b', "ok": true}', "has more than 10,000 digits"),
        (b'{"results": [], "tolerance": NaN, "ok": true}', "NaN is not a number of JSON"),
        (b'{"results": [], "tolerance": 0.1, "ok": 1}', "ok: 1 is neither true nor false"),
        (b'{"results": [], "client": "me"}', "client is a JSON object"),
        (b'{"results": [], "expected_failures": "a"}', "expected_failures: 'a' is not a list of ids"),
        (b'{"results": [], "vectors": "\\u001b", "tolerance": 0, "ok": true}', "is not text on one short line"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_report_is_refused_in_one_line(refused, tmp_path, content, message):
    (tmp_path / "x.json").write_bytes(content)
    refused(["report", str(tmp_path / "x.json")], message)


def test_slips_are_told_in_one_line(refused, files, tmp_path):
    for arguments, message in (
        ([], "no reports; write one with: truel-ref check --json"),
        ([str(tmp_path / "none.json")], "No such file or directory"),
        ([str(tmp_path)], "Is a directory"),
        ([*files, "--badge", str(tmp_path / "b.svg")], "a badge shows one report, not 2"),
        ([files[0], "--badge", str(tmp_path / "b.png")], "does not name a format; end it in .svg or .json"),
        ([files[0], "--html", "/no/such/folder/x.html"], "there is no folder '/no/such/folder'"),
    ):
        refused(["report", *arguments], message)


def test_a_report_as_markdown():
    text = BAD.to_markdown()
    assert text.startswith(f"**{BAD.summary}**")
    assert re.search(r"^\| optimal +\| +20 \|", text, flags=re.MULTILINE)
    assert text.count("```text\n") == len(BAD.worst()) == 2
    assert Fraction(BAD.tolerance) == Fraction(1, 10**9)
