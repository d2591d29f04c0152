"""What pytest shows of a failure: the judge's table and the line of the test, and nothing of our insides."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from truel_ref.oracle import assert_agrees, check, vectors

FAILING = """
from truel_ref.oracle import assert_agrees, check, vectors

def half(problem):
    return {"win": [0.5, 0.5]}

def test_one_problem():
    assert_agrees(half, ["1/2", "1/3"])

def test_many():
    check(half, vectors("zero-one", players=2)).raise_if_bad()

def test_the_report_as_a_message():
    report = check(half, vectors("zero-one", players=2))
    assert report.ok, report
"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What pytest prints of each failing test, by the name of the test."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "test_failing.py").write_text(FAILING, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", "test_failing.py"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTEST_ADDOPTS": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    assert done.returncode == 1, done.stdout
    parts = done.stdout.split("\n____")
    return {
        name: next(part for part in parts if f" {name} ____" in part)
        for name in ("test_one_problem", "test_many", "test_the_report_as_a_message")
    }


def test_a_wrong_answer_is_shown_beside_the_exact_one(shown):
    text = shown["test_one_problem"]
    assert "AssertionError: wrong value: off by 2.5e-01" in text
    assert "E       A         0.500000000000  3/4      0.750000000000  B" in text
    assert "truel_ref/oracle" not in text


def test_a_report_is_shown_whole(shown):
    text = shown["test_many"]
    assert "AssertionError: not accepted: wrong value 37 (tolerance 1e-09)" in text
    report = check(lambda problem: {"win": [0.5, 0.5]}, vectors("zero-one", players=2))
    for line in str(report).splitlines():
        assert f"E       {line}".rstrip() in text
    assert "truel_ref/oracle" not in text


def test_a_report_as_a_message_names_a_case_and_the_way_to_all(shown):
    text = shown["test_the_report_as_a_message"]
    report = check(lambda problem: {"win": [0.5, 0.5]}, vectors("zero-one", players=2))
    assert report.worst(1)[0].name in text
    assert "raise_if_bad() shows the cases" in text


def test_what_is_accepted_raises_nothing():
    report = check(lambda problem: {"win": ["2/3", "1/3"]}, [])
    assert not report.ok
    with pytest.raises(AssertionError, match="no vectors"):
        report.raise_if_bad()
    exact = {str(vector["problem"]): vector["win"] for vector in vectors("equal", players=2)}
    report = check(lambda problem: exact[str(problem)], vectors("equal", players=2))
    report.raise_if_bad()
    assert repr(report) == f"<Report {report.summary}>"


def test_aims_of_a_stalemate_are_judged():
    """Three who may only miss: nobody has an aim."""
    nobody = {"hits": ["1/2", "1/2", "1/2"], "search": ["Miss"]}
    with pytest.raises(AssertionError, match="wrong aims"):
        assert_agrees(lambda problem: {"win": [0, 0, 0], "aims": ["Miss"] * 3}, nobody)
    assert_agrees(lambda problem: {"win": [0, 0, 0], "aims": [None] * 3}, nobody)
