"""The page of promises: written again byte for byte, naming tests that exist, with numbers that are counted again."""

import json
import re
import sys
from pathlib import Path

import pytest
from from_scripts import script
from pages import page_text

ROOT = Path(__file__).parents[2]
PAGE = page_text("trust.md")


write_trust, count_tests = script("write_trust"), script("count_tests")


def shown(what):
    (number,) = re.findall(rf"^\| {re.escape(what)} \| ([\d,]+) \|$", PAGE, flags=re.MULTILINE)
    return int(number.replace(",", ""))


def test_the_page_is_written_again_byte_for_byte():
    note = PAGE.splitlines()[0]
    assert write_trust.trust_page(note) == PAGE, "run scripts/pages"


def test_every_test_that_is_named_exists():
    named = write_trust.named_tests(PAGE)
    assert {name for promise in write_trust.PROMISES for name in promise.tests} == set(named)
    assert [name for name in named if not (ROOT / name).is_file()] == []
    for name in set(named):
        assert "def test_" in (ROOT / name).read_text(encoding="utf-8"), name


def test_a_count_without_its_file_is_left_out_and_one_with_it_is_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(write_trust, "COUNTS", tmp_path)
    assert len(write_trust.counts()) == 2
    (tmp_path / "mutations.json").write_text('{"seed": 5, "noticed": 9, "survived": 1, "harmless": 2}')
    assert write_trust.counts()[2:] == [
        ("random faults put into the code (`scripts/mutate --seed 5`)", "12"),
        ("of these, faults that change nothing", "2"),
        ("of the others, noticed by the tests", "9 of 10: 90.0% (interval 55.5% to 99.7%)"),
    ]
    (tmp_path / "mutations.json").unlink()
    (tmp_path / "fuzz.json").write_text('{"inputs": {"numbers": 1200, "json": 34}, "kinds of failures": 0}')
    assert write_trust.counts()[2:] == [
        ("hostile inputs of the last recorded run, at 2 doors (numbers, problems, files, command lines, …)", "1,234"),
        ("kinds of failures in it", "0"),
    ]


def test_a_listing_is_counted():
    listing = "tests/a/test_b.py: 3\ntests/test_c.py: 40\ndocs/rules.md: 1\ntruel_ref/errors.py: 2\n\n3 warnings: none"
    assert count_tests.counted(listing) == {"tests": 43, "examples": 3}


def test_who_reports_a_wrong_number_is_asked_for_the_same_in_both_places():
    form = (ROOT / ".github" / "ISSUE_TEMPLATE" / "wrong-number.yml").read_text(encoding="utf-8")
    for words in ("truel-ref --version", "--all-outcomes", "what should come out, and why", "a wrong number"):
        assert words.lower() in form.lower()
        assert words.lower() in " ".join(PAGE.split()).lower()


@pytest.mark.slow
def test_there_are_at_least_as_many_tests_as_it_says(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["count_tests.py", str(tmp_path / "counted.json")])
    assert count_tests.main() == 0
    counted = json.loads((tmp_path / "counted.json").read_text())
    assert counted["tests"] >= shown("tests, at least")
    assert counted["examples"] >= shown("texts whose examples the tests run, at least")
