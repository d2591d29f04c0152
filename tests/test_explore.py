"""The run for nights: fresh examples each time, and a property that is wrong somewhere is found out."""

import subprocess
import sys
from pathlib import Path

import pytest
import tiers

HERE = Path(__file__).parent

PROPERTIES = """
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

LOG = Path(__file__).with_suffix(".log")


@settings(max_examples=20)
@given(st.integers(0, 10**9))
def test_a_property(number):
    with LOG.open("a") as log:
        log.write(f"{number}\\n")


@given(st.integers(0, 300))
@pytest.mark.parametrize("wrong", [False, True])
def test_a_property_that_fails_at_one_number(wrong, number):
    assert not wrong or number != 271


def test_an_example():
    raise AssertionError("not a property")
"""


def run(folder, *options):
    """Return what is said and the numbers that are drawn; without the plugins of other packages, which take time."""
    for name in ("conftest.py", "examples.py", "optional.py", "tiers.py", "source_code.py"):
        (folder / name).write_text((HERE / name).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "test_it.py").write_text(PROPERTIES, encoding="utf-8")
    log = folder / "test_it.log"
    log.unlink(missing_ok=True)
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "-c", "/dev/null"]
    own = {"PYTHONPATH": str(HERE.parent), "PATH": "/usr/bin:/bin", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, *words, "--rootdir", str(folder), *options, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=own,
    )
    return done.stdout + done.stderr, log.read_text().split()


@pytest.mark.slow
def test_exploring_draws_fresh_examples_and_runs_properties_only(tmp_path):
    said, numbers = run(tmp_path, "--explore", "2")
    again = run(tmp_path, "--explore", "2", "-k", "not fails")[1]
    assert (len(numbers), len(again), set(numbers) == set(again)) == (40, 40, False)
    assert len(set(numbers)) > 20
    told = ("not a property", "number=271", "2 failed, 4 passed, 1 deselected", "reproduce_failure")
    assert [words in said for words in told] == [False, True, True, True]
    assert not (tmp_path / ".hypothesis" / "examples").exists()


def test_the_usual_run_draws_the_same_examples_each_time(tmp_path):
    said, numbers = run(tmp_path, "-k", "not fails")
    assert run(tmp_path, "-k", "not fails")[1] == numbers
    assert len(numbers) == 20
    assert "not a property" in said


@pytest.mark.parametrize("times", [0, -1])
def test_a_wrong_number_of_times_is_refused(times):
    with pytest.raises(pytest.UsageError, match="--explore: give the number of times"):
        tiers.explorations(times)
