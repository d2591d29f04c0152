import os

import pytest
from hypothesis import HealthCheck, settings

from truel_ref.cli import main

# One fixed profile for everybody's run, a long one for --slow. No database: runs in parallel share no file.
COMMON = {
    "deadline": None,
    "database": None,
    "derandomize": True,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}
settings.register_profile("fixed", max_examples=100, **COMMON)
settings.register_profile("slow", max_examples=2000, **COMMON)


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run the long versions too")


def pytest_configure(config):
    settings.load_profile("slow" if config.getoption("--slow") else "fixed")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--slow"):
        for item in items:
            if "slow" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="a long version; run with --slow"))


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
    """Whoever runs the tests may have forced a backend; the tests choose their own."""
    monkeypatch.delenv("TRUEL_REF_BACKEND", raising=False)
    monkeypatch.setenv("PYTHONHASHSEED", os.environ.get("PYTHONHASHSEED", "0"))
