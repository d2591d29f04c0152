"""A pytest plugin: coverage learns which test runs a line, and what processor time each test takes is written down.

Programs that a test starts count for that test: they read its name from the environment (`RCFILE`). Caches are emptied
before each file of tests, so that a test does not live on what an earlier file computed.
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
    """Return the seconds that this process and those that it waited for have computed, whatever else runs."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    """Say to coverage, and to the programs that the test starts, which test begins."""
    from hammer import forget  # lies in tests, which pytest puts on the path after its plugins

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
    """Give a report the processor time of its part of the test instead of that of a clock."""
    report = yield
    report.duration, SPENT[0] = processor_time() - SPENT[0], processor_time()
    return report


def pytest_runtest_logreport(report):
    """Count what a test that passes takes."""
    DURATIONS[report.nodeid] += report.duration
    if report.outcome != "passed":
        NOT_COUNTED.add(report.nodeid)


def pytest_sessionfinish(session):
    """Write what each test took that passed; where coverage cannot be written, say, a test fails."""
    if not hasattr(session.config, "workerinput"):  # the process that hears of all tests
        passed = {name: seconds for name, seconds in DURATIONS.items() if name not in NOT_COUNTED}
        Path(os.environ["TRUEL_REF_DURATIONS"]).write_text(json.dumps(passed, indent=0), encoding="utf-8")
