import gc
import io
import os
import signal
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

from truel_ref.cli import main

# No database: runs in parallel share no file, and what fails prints how to do it again.
COMMON = {
    "deadline": None,
    "database": None,
    "print_blob": True,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}
settings.register_profile("fixed", max_examples=12, derandomize=True, **COMMON)
settings.register_profile("long", max_examples=2000, derandomize=False, **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

# Seconds after which a test that hangs fails, and the run goes on; a test that works is far from them on any machine.
TIME_LIMIT = 3 * 3600 if "HYPOTHESIS_PROFILE" in os.environ else 300


def pytest_configure():
    # Whoever starts the tests in the background of a script may have them ignore Ctrl-C, and so all that they start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items):
    for item in items:
        item.add_marker(pytest.mark.timeout(TIME_LIMIT))


def pytest_collection_finish():
    gc.freeze()  # what was collected stays to the end, so the search for garbage need not go through it


@pytest.fixture
def refused(capsys):
    """Return what checks that a command ends with one line of complaint that says something, and with status 2."""

    def check(words, says):
        assert main(words) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith("truel-ref: ")
        assert captured.err.count("\n") == 1
        assert says in captured.err

    return check


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    """Tests of hashes choose the seed of hashes themselves."""
    monkeypatch.setenv("PYTHONHASHSEED", os.environ.get("PYTHONHASHSEED", "0"))


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the command in this process; return its status, standard output and standard error."""

    def runner(*arguments, lines=None):
        if lines is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        status = main(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return runner


@pytest.fixture
def printed(run):
    """Run a command that must succeed without a complaint; return what it prints."""

    def runner(*arguments):
        status, out, err = run(*arguments)
        assert (status, err) == (0, "")
        return out

    return runner


@pytest.fixture(scope="session")
def program():
    """Run the command as a program of its own."""

    def runner(*arguments, **options):
        words = [sys.executable, "-m", "truel_ref", *arguments]
        return subprocess.run(words, capture_output=True, text=True, check=False, **options)

    return runner


@pytest.fixture
def shell():
    """Run a line of a POSIX shell in which `truel-ref` is the command."""

    def runner(line, **options):
        script = f"truel-ref() {{ '{sys.executable}' -m truel_ref \"$@\"; }}; {line}"
        return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, **options)

    return runner
