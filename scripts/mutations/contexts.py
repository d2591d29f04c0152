"""A pytest plugin: it records in coverage which test runs a line, and the processor time of each test.

Programs that a test starts count for that test: they read its name from the environment (`RCFILE`). The plugin clears
caches before each file of tests, so that a test does not use results of an earlier file.
"""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from coverage import Coverage

RCFILE = """
[run]
source_pkgs = truel_ref
parallel = true
concurrency = multiprocessing,thread
patch = subprocess
context = ${TRUEL_REF_TEST-}
disable_warnings = module-not-measured,no-data-collected
"""

DURATIONS = Counter()
NOT_COUNTED = set()
BEFORE = [""]
SPENT = [0.0]


def processor_time():
    """Return the processor seconds of this process and of its finished child processes."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    """Give the name of the new test to coverage, and to the programs that the test starts."""
    from hammer import forget  # a module in tests, which pytest puts on the path after its plugins

    file = item.nodeid.partition("::")[0]
    if file != BEFORE[0]:
        BEFORE[0] = file
        forget()
    os.environ["TRUEL_REF_TEST"] = item.nodeid
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)  # programs read RCFILE instead, with the name of the test
    if (measured := Coverage.current()) is not None:
        measured.switch_context(item.nodeid)
    SPENT[0] = processor_time()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """Give a report the processor time of its part of the test instead of the clock time."""
    report = yield
    report.duration, SPENT[0] = processor_time() - SPENT[0], processor_time()
    return report


def pytest_runtest_logreport(report):
    """Add the time of a passing test."""
    DURATIONS[report.nodeid] += report.duration
    if report.outcome != "passed":
        NOT_COUNTED.add(report.nodeid)


def pytest_sessionfinish(session):
    """Write the times of all passing tests."""
    if not hasattr(session.config, "workerinput"):  # the process that gets the reports of all tests
        passed = {name: seconds for name, seconds in DURATIONS.items() if name not in NOT_COUNTED}
        Path(os.environ["TRUEL_REF_DURATIONS"]).write_text(json.dumps(passed, indent=0), encoding="utf-8")
