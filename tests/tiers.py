"""Which of the tests that were collected a run takes: the usual ones, a slice of the long ones, those of a change.

What is marked `slow` takes more than half a second and shows more of what another test shows, too. `proof` beside it: a
proof of a page, which the usual run takes as well when what it speaks of has changed since the landing before last.
"""

import re
import subprocess
from collections import defaultdict
from functools import cache
from math import ceil
from statistics import fmean

import pytest
from hypothesis import is_hypothesis_test
from source_code import PACKAGE, ROOT, imports, modules, room

import truel_ref

# Examples of docstrings and pages that take seconds; what they show is tested with smaller numbers beside them.
LONG_EXAMPLES = {
    "best-mix.md",
    "ten-players.md",
    "truel_ref.maps.curves.exact_curves",
    "truel_ref.oracle.strategies.problems",
    "truel_ref.oracle.strategies.thin_margins",
    "truel_ref.oracle.strategies.ties",
}

PROVED = ("truel_ref/studies/", "truel_ref/symbolic/", "truel_ref/kernels/", "docs/")
"""A proof is made again when a file below one of these has changed."""

FOR_ALL = ("pyproject.toml", "tests/conftest.py", "tests/tiers.py", "tests/examples.py")
"""A change of one of these concerns every test."""

ONE_IN = 10
"""Of the tests that a change does not concern, one in ten is run all the same."""

HEAVY, HEAVY_SECONDS = ROOT / "tests" / "heavy.txt", 0.1
"""The tests that a fast run leaves out, and how long their cases take on average; `--measure-heavy` writes the list."""

CORE = (
    "tests/play/test_independent.py::",
    "tests/fast/test_same_as_definition.py::",
)
"""What no run leaves out: the second derivation, the equality of engines, samples of the vectors."""

COMMAND = {"run", "printed", "refused", "program", "shell"}
"""The fixtures that run the command, and so need every room."""

CASES = 5
"""How many cases of a test a fast run takes, at most."""


def is_slow(item):
    return item.get_closest_marker("slow") is not None or item.name in LONG_EXAMPLES


def minutes(item):
    """Return how many minutes a long test takes, if its mark says so: those that do are dealt to the slices first."""
    mark = item.get_closest_marker("slow")
    return mark.kwargs.get("minutes", 0) if mark else 0


def is_property(item):
    return is_hypothesis_test(getattr(item, "function", None))


def name_of(nodeid):
    """Return the name of a test without its parameters."""
    return nodeid.partition("[")[0]


def few_cases(items):
    """Return of each test but the core some of its cases, spread evenly over all."""
    cases = defaultdict(list)
    for item in items:
        cases[name_of(item.nodeid)].append(item)
    kept = set()
    for name, every in cases.items():
        kept.update(every if name.startswith(CORE) else every[:: ceil(len(every) / CASES)])
    return [item for item in items if item in kept]


def heavy(times):
    """Return the tests whose cases take long on average, by how long each took; the core is not among them."""
    cases = defaultdict(list)
    for nodeid, seconds in times.items():
        cases[name_of(nodeid)].append(seconds)
    return sorted(name for name, taken in cases.items() if fmean(taken) > HEAVY_SECONDS and not name.startswith(CORE))


def explorations(times):
    """Return how many times each property is explored, if it is."""
    if times is not None and times < 1:
        raise pytest.UsageError("--explore: give the number of times, 1 or more, as in --explore 20")
    return times


def part(text):
    """Return K and N of "K/N", the K-th of N slices."""
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise pytest.UsageError(f"--slice: {text!r} is not the K-th of N slices, such as 2/6")
    return int(found[1]), int(found[2])


def chosen(config, items):
    """Return the tests to run; of those that a usual run leaves out, the long ones are marked as skipped."""
    if config.getoption("--explore") or config.getoption("--fresh"):
        return [item for item in items if is_property(item) and (config.getoption("--explore") or not is_slow(item))]
    if config.getoption("--fast"):
        left_out = set() if config.getoption("--measure-heavy") else set(HEAVY.read_text(encoding="utf-8").splitlines())
        return few_cases([item for item in items if not is_slow(item) and name_of(item.nodeid) not in left_out])
    if config.getoption("--slice"):
        number, slices = part(config.getoption("--slice"))
        return sorted(filter(is_slow, items), key=minutes, reverse=True)[number - 1 :: slices]
    if config.getoption("--changed"):
        items = of_change(items, differing(config.getoption("--changed")))
    if not config.getoption("--slow"):
        for item in items:
            if is_slow(item) and not (item.get_closest_marker("proof") is not None and proofs_are_due()):
                item.add_marker(pytest.mark.skip(reason="a long version; run with --slow"))
    return items


def git(*words):
    """Return what git prints about the repository, or None where it cannot say."""
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


@cache
def differing(commit):
    """Return the files that differ from a commit, new ones included."""
    changed, new = git("diff", "--name-only", commit, "--"), git("ls-files", "--others", "--exclude-standard")
    if changed is None or new is None:
        raise pytest.UsageError(f"--changed: git knows no commit {commit!r} here")
    return set((changed + new).split("\n")) - {""}


@cache
def proofs_are_due():
    """Say whether anything that proofs speak of has changed since the landing before last, if that can be said.

    Each landing changes `tests/slow_slice`, which says which slice of the long tests it ran.
    """
    landings = (git("log", "-2", "--format=%H", "--", "tests/slow_slice") or "").split()
    return len(landings) < 2 or any(name.startswith(PROVED) for name in differing(landings[1]))


def of_change(items, changed):
    """Return the tests that changed files concern, and a tenth of the rest.

    Concerned is what uses a room that has changed, or one that imports it: imports point one way.
    """
    if changed & set(FOR_ALL) or any(re.fullmatch(r"tests/(?!test_)\w+\.py", name) for name in changed):
        return items
    rooms = above({parts[1].removesuffix(".py") for name in changed if (parts := name.split("/"))[0] == "truel_ref"})
    folders = {name.rpartition("/")[0] for name in changed if name.startswith("tests/")}
    others = 0
    taken = []
    for item in items:
        used = rooms_of(item.path) | ({"cli"} if COMMAND.intersection(getattr(item, "fixturenames", ())) else set())
        folder = item.path.parent.relative_to(ROOT).as_posix()
        if not used or used & rooms or (folder in folders and folder != "tests"):
            taken.append(item)
        else:
            others += 1
            if others % ONE_IN == 0:
                taken.append(item)
    return taken


@cache
def imported_rooms(path):
    """Return the rooms that a file imports."""
    homes = {name: module for module, names in truel_ref._MODULES.items() for name in names}
    found = set()
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "truel_ref" and rest:
            found.add(homes.get(rest, rest).split(".")[0])
    return found


@cache
def rooms_of(path):
    """Return the rooms that a file of tests or examples uses; none if it is about all of them."""
    folders = path.relative_to(ROOT).parts[:-1]
    if len(folders) < 2 or not (ROOT / "truel_ref" / folders[1]).exists():
        return frozenset()
    return frozenset({folders[1], *(imported_rooms(path) if path.suffix == ".py" else ())})


def above(rooms):
    """Return rooms and all that import them, directly or not."""
    files = [path for path in modules() if path != PACKAGE / "__init__.py"]
    edges = {(room(path), other) for path in files for other in imported_rooms(path)}
    while more := {one for one, other in edges if other in rooms} - rooms:
        rooms = rooms | more
    return rooms
