"""Hostile inputs: some at every door, always the same; all that has failed once; and that failures are noticed."""

import contextlib
import json
import resource
import sys
from decimal import Decimal
from fractions import Fraction
from itertools import count
from pathlib import Path

import click
import pytest
from examples import one_in
from fuzzing import commanding
from fuzzing.door import Door, expect
from fuzzing.driver import CASES, replayed, tried
from fuzzing.limits import BYTES
from fuzzing.plain import case_of, text_of
from fuzzing.worker import all_doors, failure_of

from truel_ref.budget import Budget
from truel_ref.cli import work
from truel_ref.errors import TruelError

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the walls are those of Linux")

FAILED_ONCE = sorted(CASES.glob("*.json"))
LONG_CASES = {"solving-a921fa9243"}
DOORS = {door.name: door for door in all_doors()}


def nothing_around(case):
    return contextlib.nullcontext()


def run_is_clean(run):
    assert run.failures == []
    return set(run.inputs.values())


@pytest.mark.parametrize("inputs", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_some_inputs_at_every_door(inputs):
    run = tried(600, seed=2026, inputs=inputs)
    assert run_is_clean(run) == {inputs}
    assert set(run.inputs) == set(DOORS)


@pytest.mark.slow
def test_many_inputs_at_every_door():
    assert run_is_clean(tried(3600, seed=2027, inputs=1000)) == {1000}


@pytest.fixture
def room():
    """Half a gigabyte of address space and no more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + BYTES, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.slow] * (path.stem in LONG_CASES)) for path in FAILED_ONCE],
    ids=lambda path: path.stem,
)
def test_what_has_failed_once_does_not_fail_again(path, room, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stored = json.loads(path.read_text(encoding="utf-8"))
    budget = Budget(seconds=0.3, bytes=BYTES)
    assert failure_of(DOORS[stored["door"]], case_of(stored["case"]), nothing_around, budget) == ""


@pytest.mark.slow
def test_within_the_walls_it_does_not_fail_either():
    done = replayed(FAILED_ONCE)
    assert (done.returncode, done.stdout.splitlines()) == (0, [path.name for path in FAILED_ONCE]), done.stderr


def test_a_case_is_always_the_same_for_its_number_and_valid_ones_stay_as_they_are():
    for door in DOORS.values():
        valid = list(map(text_of, door.seeds[:50]))
        texts, again, others = ([text_of(door.case(seed, number)) for number in range(4)] for seed in (1, 1, 2))
        assert again == texts != others
        assert list(map(text_of, door.seeds[:50])) == valid


def test_valid_cases_are_taken(tmp_path, monkeypatch):
    """A door whose valid cases were refused would try nothing but refusals."""
    monkeypatch.chdir(tmp_path)
    for name in ("records", "trees", "states", "vectors", "answers", "hellos", "reports", "maps", "kept"):
        for case in DOORS[name].seeds[:5]:
            DOORS[name].attempt(case)


def test_cases_are_read_back():
    case = [None, True, -1, 10**30, 0.1, "\ud800", b"\xff", (1, (2,)), {3, 4}, Fraction(1, 3), Decimal("1e999"), 1j]
    case += [{"!tuple": 1}, {(0, 1): ["x"], 2: {"a": ()}}, {"a": {"b": []}}, {}, [], Fraction(10**400, 7)]
    again = case_of(text_of(case))
    assert again == case
    assert list(map(type, again)) == list(map(type, case))


LONG = "." + "3" * 4400
"""More digits than Python turns into an integer, and fewer than a number may have."""

AROUND = {  # of what holds more than one number
    "T,T,T": "0:{}",
    "P,P,P": ",{},1",
    "V,V,V": "1/2,{},1/3",
    "N,N,N": "{},1",
    "L,L,L": "{},2",
    "W,W,W": "{},1",
    "P,P,P P,P,P": "0,1/2,{} 1,1/2,{}",
    "A,B,C": "{},1",
    "A,B": "{},1",
}
NUMBERS = {*AROUND, "P", "P P P ...", "[P P P ...]", "M", "N", "K", "S", "E", "W", "T", "TOTAL", "[TOTAL]", "DICE", "L"}
SMALL = {  # what a command needs beside the number, or takes to be quick
    "atlas larger": ["--most", "3"],
    "darts outcome": ["T20"],
    "darts turns": ["4"],
    "dicewars tournament": ["--players", "random,best1", "--games", "1"],
    "dicewars turn": ["board.json"],
    "goofspiel exploit": ["uniform", "--cards", "2"],
    "goofspiel play": ["--cards", "2", "--bids", "1,2"],
    "goofspiel solve": ["--cards", "2"],
    "mastermind adversary": ["--pegs", "1", "--colors", "2"],
    "mastermind code": ["1", "--pegs", "1", "--colors", "2"],
    "mastermind tree": ["--pegs", "1", "--colors", "2"],
    "map": ["--points", "2", "--data", "out.npz"],
    "check": ["--only", "nothing", "--", "true"],
    "check-map": ["map.npz"],
    "explore": ["--points", "1", "--export", "out.html"],
    "simulate": ["--games", "1", "--seed", "1"],
    "symbolic crossings": ["0,1/2,1 1,1/2,1"],
    "symbolic equal-chances": ["--points", "2"],
    "symbolic formula": ["C,C,B"],
}


@pytest.mark.parametrize(
    "path", one_in(4, [path for path in commanding.declared() if path[0] != "claims"]), ids=" ".join
)
def test_a_number_that_python_would_not_read_is_read_everywhere(path, run, tmp_path, monkeypatch):
    """Every option and argument that takes a number, of every command; what is long ends after some looks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(work, "stated_budget", lambda: Budget(seconds=300, clock=count().__next__))
    commanding._files()
    command = commanding.declared()[path]
    beside = SMALL.get(" ".join(path), [])
    for parameter in command.parameters:
        kind = str(parameter.metavar)
        if kind in NUMBERS:
            number = AROUND.get(kind, "{}").replace("{}", LONG)
            hits = ["1/2", "1"] if any(one.name == "hits" and one.nargs for one in command.parameters) else []
            if isinstance(parameter, click.Option):
                words = [*path, parameter.opts[0], number, *hits, *beside]
            elif kind.endswith(("...", "...]")):
                words = [*path, number, "1", *beside]
            else:
                words = [*path, number, *beside[1:]]
            status, _, err = run(*words, lines=b"1\n")
            assert status in commanding.STATUSES
            assert all(line.startswith("truel-ref: ") and len(line) < 1000 for line in err.splitlines())


# -- that failures are noticed


def falls_over(case):
    if "7" in case:
        raise ZeroDivisionError("seven")
    if "8" in case:
        raise TruelError("eight")
    expect("9" not in case, "nine")


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ("1", ""),
        ("8", ""),
        ("17", "ZeroDivisionError at test_fuzzing.py:falls_over: seven"),
        ("9", "AssertionError at door.py:expect: nine"),
    ],
)
def test_only_documented_errors_pass(case, says):
    assert failure_of(Door("test", falls_over, list), case, nothing_around) == says
