import gc
import io
import os
import signal
import subprocess
import sys
from collections import Counter

import optional
import pytest
from examples import FAST, FRESH, USUAL
from hypothesis import HealthCheck, Phase, settings
from tiers import HEAVY, chosen, explorations, heavy, is_property

from truel_ref.cli import main
from truel_ref.numbers import force_backend

# One fixed profile for everybody's run, a long one for --slow, one with some fresh examples for a seed, one with many
# for nights. No database: runs in parallel share no file, and what fails prints how to do it again.
COMMON = {
    "deadline": None,
    "database": None,
    "print_blob": True,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}
settings.register_profile("fixed", max_examples=USUAL, derandomize=True, **COMMON)
settings.register_profile("fast", max_examples=FAST, derandomize=True, **COMMON)
settings.register_profile(
    "fresh", max_examples=FRESH, derandomize=False, phases=[Phase.reuse, Phase.generate, Phase.shrink], **COMMON
)
settings.register_profile("slow", max_examples=2000, derandomize=True, **COMMON)
settings.register_profile("explore", max_examples=2000, derandomize=False, **COMMON)

# Seconds after which a test that hangs fails, and the run goes on; a test that works is far from them on any machine.
TIME_LIMIT = 300
LONGER = {"--slice": 3600, "--slow": 3 * 3600, "--explore": 3 * 3600}


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run the long versions too")
    parser.addoption("--fast", action="store_true", help="run what is quick only, on few examples")
    parser.addoption("--measure-heavy", action="store_true", help="with --fast: write down what is not quick")
    parser.addoption("--pure", action="store_true", help="run the exact core only, and compare what lacks a library")
    parser.addoption("--write-pure", action="store_true", help="with --pure: write down what lacks a library")
    parser.addoption("--slice", metavar="K/N", help="run a part of the long versions only: the K-th of N slices")
    parser.addoption("--changed", metavar="COMMIT", help="run what differences from a commit concern, and some others")
    parser.addoption("--fresh", action="store_true", help="run only the properties, on a few examples of another seed")
    parser.addoption(
        "--explore", type=int, metavar="N", help="run only the properties, each N times with fresh examples; for nights"
    )


def pytest_configure(config):
    config.pluginmanager.register(optional)
    times = explorations(config.getoption("--explore"))
    long = config.getoption("--slow") or config.getoption("--slice")
    # Whoever starts the tests in the background of a script may have them ignore Ctrl-C, and so all that they start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.disable()  # until everything is collected
    few = [name for name in ("fast", "fresh") if config.getoption(f"--{name}")]
    settings.load_profile("explore" if times else "slow" if long else few[0] if few else "fixed")


@pytest.fixture(autouse=True)
def exploration(request):
    """The number of this run of a property; only --explore makes more than one."""
    return getattr(request, "param", 1)


def pytest_generate_tests(metafunc):
    times = metafunc.config.getoption("--explore")
    if times and is_property(metafunc):
        metafunc.parametrize("exploration", range(1, times + 1), indirect=True)


def pytest_collection_modifyitems(config, items):
    taken = chosen(config, items)
    left = set(items) - set(taken)
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = taken
    if config.pluginmanager.hasplugin("timeout"):  # pytest-timeout, of the extra dev
        asked = [limit for name, limit in LONGER.items() if config.getoption(name)]
        for item in items:
            item.add_marker(pytest.mark.timeout(max([TIME_LIMIT, *asked])))


TIMES = Counter()


def pytest_runtest_logreport(report):
    TIMES[report.nodeid] += report.duration


def pytest_sessionfinish(session):
    if session.config.getoption("--measure-heavy") and not hasattr(session.config, "workerinput"):
        HEAVY.write_text("".join(f"{name}\n" for name in heavy(TIMES)), encoding="utf-8")


def pytest_terminal_summary(terminalreporter, exitstatus, config):
    if exitstatus and config.getoption("--fresh"):
        seed = config.getoption("--hypothesis-seed")
        terminalreporter.write_line(f"scripts/test --seed {seed} draws these examples again.")


def pytest_collection_finish(session):
    """What was collected stays to the end, so that the search for garbage need not go through it again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()


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


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.slow)], ids=["some", "all"])
def slowly(request):
    """Whether a test takes all its cases, as it does among the long versions only."""
    return request.param


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    """Whoever runs the tests may have forced a backend; the tests choose their own."""
    monkeypatch.delenv("TRUEL_REF_BACKEND", raising=False)
    force_backend(None)
    monkeypatch.setenv("PYTHONHASHSEED", os.environ.get("PYTHONHASHSEED", "0"))


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the command in this process; return its status, standard output and standard error."""

    def runner(*arguments, lines=None):
        if lines is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        status = main(arguments)
        captured = capsys.readouterr()
        optional.skip_if_lacking(captured.err)
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


@pytest.fixture
def interrupted():
    """Run a program and, at its first line, send Ctrl-C to all its processes; return that line and its complaints."""

    def runner(code, *arguments):
        process = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        begun = process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        # The pipes end when the last of all processes has ended.
        _, complaints = process.communicate(timeout=60)
        assert complaints.rstrip().endswith("KeyboardInterrupt")
        return begun, complaints

    return runner
