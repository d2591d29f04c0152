"""Libraries that need not be installed, and what a run without them leaves out.

A test that fails because such a library is missing is skipped, and says which. So that no test of the exact core stops
running unnoticed, `scripts/test --pure` compares what it skipped with `without_libraries.txt`.
"""

import importlib
import importlib.util
import re

import pytest
from source_code import ROOT

from truel_ref.errors import EXTRAS

__all__ = ["ABSENT", "lacking", "library", "skip_if_lacking", "with_numpy"]

RECORDED = ROOT / "tests" / "without_libraries.txt"
"""Tests of the exact core of which some cases need a library; `scripts/test --pure --write-pure` writes it."""

OF_TESTS = {"coverage", "nbformat", "PIL", "pandas", "yaml"}
"""Libraries of the extra dev that some tests use, and the package does not."""

ABSENT = sorted(name for name in EXTRAS.keys() | OF_TESTS if importlib.util.find_spec(name) is None)
SAID = re.compile(rf"(?:No module named '|needs )({'|'.join(ABSENT)})\b")

EXACT = {"budget", "cli", "errors", "explain", "fast", "files", "game", "kernels", "numbers", "oracle"}
EXACT |= {"play", "records", "simulation", "variants", "workers"}
"""The rooms whose tests run without any of them."""


with_numpy = pytest.mark.skipif("numpy" in ABSENT, reason="needs the library numpy")
"""For what NumPy decides by itself, and is decided otherwise without it."""


class Absent:
    """Stands in a table of cases for a library that is missing, and for all that is made from it."""

    def __init__(self, name):
        self.name = name

    def _again(self, *_, **__):
        return self

    def _fails(self, *_):
        raise ModuleNotFoundError(f"No module named '{self.name}'")

    def __repr__(self):
        return f"No module named '{self.name}'"

    __call__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __pow__ = __rpow__ = _again
    __truediv__ = __rtruediv__ = __neg__ = __eq__ = _again
    __bool__ = __iter__ = __getitem__ = __setitem__ = _fails
    __hash__ = object.__hash__

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self


def library(name):
    """Return a library, or what stands for it if it is missing."""
    return Absent(name) if name in ABSENT else importlib.import_module(name)


def lacking(text):
    """Return which missing library a text is about, as a reason to skip a test; "" if it is about none."""
    said = SAID.search(text) if ABSENT else None
    return f"needs the library {said[1]}" if said else ""


def skip_if_lacking(text):
    """Skip the test if what a command says is about a missing library."""
    if reason := lacking(text):
        pytest.skip(reason)


def of_exact_core(path):
    """Return whether a file belongs to the exact core: to one of its rooms, or to the tests of all rooms."""
    top, *rest = path.relative_to(ROOT).with_suffix("").parts
    if top == "docs" or len(rest) > 1:
        return top != "docs" and rest[0] in EXACT
    return top != "tests" or rest[0].startswith("test_")


def unlike_recorded():
    """Return a complaint if the tests that lack a library are not those that are recorded, "" if they are."""
    recorded = set(RECORDED.read_text(encoding="utf-8").splitlines())
    lines = [f"runs without libraries now: {name}" for name in sorted(recorded & SEEN - SKIPPED)]
    lines += [f"needs a library now: {name}" for name in sorted(SKIPPED - recorded)]
    return "\n".join([*lines, "if this is meant: scripts/test --pure --write-pure"] if lines else [])


# -- the hooks of a plugin, which conftest.py registers: those of a conftest.py reach no examples of the package

SEEN, SKIPPED = set(), set()
"""Tests and files of this run; those of the exact core that it skipped, because a library is missing."""


def if_not_lacking(report, path):
    """Return a report of a failure, as of a skipped test if a library is missing."""
    if report.failed and (reason := lacking(f"{report.longrepr}{getattr(report, 'capstderr', '')}")):
        report.outcome, report.longrepr = "skipped", (str(path), 0, reason)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    return if_not_lacking((yield), collector.path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    return if_not_lacking((yield), item.path)


def pytest_runtest_setup(item):
    for value in item.callspec.params.values() if hasattr(item, "callspec") else ():
        if isinstance(value, Absent):
            pytest.skip(f"needs the library {value.name}")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if config.getoption("--pure"):
        items[:] = [item for item in items if of_exact_core(item.path)]


def pytest_collectreport(report):
    name = report.nodeid.partition("[")[0]
    file = name.partition("::")[0]
    SEEN.update((name, file))
    if report.skipped and "needs the library" in str(report.longrepr) and of_exact_core(ROOT / file):
        SKIPPED.add(name)


pytest_runtest_logreport = pytest_collectreport


def pytest_sessionfinish(session):
    if session.config.getoption("--pure") and not hasattr(session.config, "workerinput"):
        if session.config.getoption("--write-pure"):
            RECORDED.write_text("".join(f"{name}\n" for name in sorted(SKIPPED)), encoding="utf-8")
        elif unlike_recorded():
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    if config.getoption("--pure"):
        terminalreporter.write_line(unlike_recorded())
