"""Hostile inputs: some at every door, always the same; all that has failed once; and that failures are noticed."""

import contextlib
import json
import resource
import sys
from decimal import Decimal
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random

import click
import pytest
from fuzzing import commanding, grammar, hostile
from fuzzing.door import Door, expect
from fuzzing.driver import CASES, Run, kept, replayed, tried
from fuzzing.limits import BYTES
from fuzzing.plain import case_of, text_of
from fuzzing.worker import all_doors, failure_of, smaller

from truel_ref.budget import Budget
from truel_ref.cli import work
from truel_ref.errors import TruelError
from truel_ref.numbers import read_number

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


def test_a_case_is_always_the_same_for_its_number():
    for door in DOORS.values():
        texts, again, others = ([text_of(door.case(seed, number)) for number in range(3)] for seed in (1, 1, 2))
        assert again == texts != others


def test_valid_cases_stay_as_they_are():
    for door in DOORS.values():
        before = [text_of(case) for case in door.seeds[:50]]
        for number in range(100):
            door.case(1, number)
        assert [text_of(case) for case in door.seeds[:50]] == before


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


def test_what_is_put_in_can_be_kept():
    dice = Random(1)
    for _ in range(100):
        text = text_of([hostile.value(dice, plain=False), grammar.problem(dice)])
        assert text_of(case_of(text)) == text


def test_formulas_are_numbers_and_slips():
    """Neither all of them right nor all of them wrong."""
    dice, right = Random(1), 0
    for _ in range(100):
        try:
            read_number(grammar.formula(dice))
            right += 1
        except TruelError:
            pass
    assert 20 < right < 80


def test_every_command_is_tried_with_its_options():
    dice = Random(1)
    listed = [commanding._words(dice) for _ in range(3000)]
    for path, command in commanding.declared().items():
        own = [words for words in listed if tuple(words[: len(path)]) == path]
        assert own
        options = {name for parameter in command.parameters if parameter.opts[0][0] == "-" for name in parameter.opts}
        said = {word for words in own for word in words}
        assert len(options & said) >= min(3, len(options))


LONG = "." + "3" * 4400
"""More digits than Python turns into an integer, and fewer than a number may have."""

AROUND = {  # of what holds more than one number
    "T,T,T": "0:{}",
    "P,P,P": ",{},1",
    "V,V,V": "1/2,{},1/3",
    "N,N,N": "{},1",
    "L,L,L": "{},2",
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


@pytest.mark.parametrize("path", [path for path in commanding.declared() if path[0] != "claims"], ids=" ".join)
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


def test_a_failing_case_is_made_smaller():
    def fails(case):
        return "7" in case[:1] or any("7" in part for part in case if isinstance(part, str))

    assert smaller([5, "abcabc7abc", {"x": [1], "y": 7}], fails) == ["7"]
    assert smaller({"x": (1, b"ab7"), "y": 7}, lambda case: "7" in str(case.get("x"))) == {"x": (b"7",)}


def test_failures_are_kept_as_files(tmp_path):
    failure = {
        "door": "numbers",
        "failure": "TypeError at x",
        "case": text_of(["rational", Fraction(1, 3)]),
        "number": 3,
    }
    (path,) = kept([failure], tmp_path / "cases")
    data = json.loads(path.read_text())
    assert (data["door"], case_of(data["case"])) == ("numbers", ["rational", Fraction(1, 3)])
    assert "numbers 3: TypeError at x" in str(Run({"numbers": 4}, [failure]))


SPOILT = """
import os, sys, time
from fuzzing import reading, worker
from fuzzing.door import Door

def attempt(case):
    if case == ["hangs"]:
        while True:
            pass
    if case == ["grows"]:
        bytearray(10**9)
    if case == ["writes"]:
        open("../outside", "wb")
    if case == ["dies"]:
        os._exit(3)

ORDER = ["fine", "grows", "writes", "hangs", "dies", "fine"]

class Spoilt(Door):
    def case(self, seed, number):
        return [ORDER[number]]

worker.all_doors = lambda: [Spoilt("spoilt", attempt, list)]
"""


@pytest.mark.slow
def test_what_hangs_grows_dies_or_writes_elsewhere_is_noticed(tmp_path, monkeypatch):
    """The walls, with a door that runs against each of them."""
    from fuzzing import driver

    (tmp_path / "spoilt.py").write_text(SPOILT)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import spoilt; spoilt.worker.main(sys.argv[1:])"
    monkeypatch.setattr(driver, "_command", lambda asked: [sys.executable, "-c", program, json.dumps(asked)])

    class Known(Door):
        def case(self, seed, number):
            return [["fine", "grows", "writes", "hangs", "dies", "fine"][number]]

    monkeypatch.setattr(driver, "all_doors", lambda: [Known("spoilt", lambda case: None, list)])
    run = tried(300, inputs=6)
    assert run.inputs == {"spoilt": 6}
    noticed = {failure["number"]: failure["failure"] for failure in run.failures}
    assert set(noticed) == {1, 2, 3, 4}
    assert noticed[1].startswith("MemoryError")
    assert noticed[2].startswith("PermissionError")
    assert noticed[3].startswith("it takes more than 5 s")
    assert noticed[4].startswith("the process ends with status 3")
