"""What pytest shows of a failure: the judge's table and the line of the test, and nothing of our insides."""

import os
import re
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


def test_what_pytest_shows_of_a_failure(tmp_path):
    (tmp_path / "test_failing.py").write_text(FAILING, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", "test_failing.py"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTEST_ADDOPTS": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert done.returncode == 1, done.stdout
    _, one, many, message = re.split(r"\n_+ test_\w+ _+\n", done.stdout)
    report = check(lambda problem: {"win": [0.5, 0.5]}, vectors("zero-one", players=2))
    assert "AssertionError: wrong value: off by 2.5e-01" in one
    assert "E       A         0.500000000000  3/4      0.750000000000  B" in one
    assert "AssertionError: not accepted: wrong value 37 (tolerance 1e-09)" in many
    assert all(f"E       {line}".rstrip() in many for line in str(report).splitlines())
    assert "truel_ref/oracle" not in one + many
    assert report.worst(1)[0].name in message
    assert "raise_if_bad() shows the cases" in message


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
