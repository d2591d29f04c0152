"""checker.py calls right answers right, and refuses each changed answer unless what it states is true.

The solver decides what is true, not the checker: an accepted answer must state the answer of the solver.
"""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import truel_ref
from truel_ref import Equilibria, PeriodicEquilibria, Problem, Solution, checker, equilibria, periodic_equilibria, solve

CHECKER = Path(checker.__file__)
LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
NOT_CHECKED = {"levels-0002"}
"""Vectors beyond the limits of the checker: a phase with more than 100,000 profiles."""
STEPS = (1, 1, 3, 8, 30, 120)
"""By the number of players, how many vectors the run skips ahead; a long run takes all."""


@cache
def read_vectors():
    """Return the vectors of announced, stationary and periodic play that the checker can read, by `STEPS`."""
    folder = Path(truel_ref.__file__).parent / "oracle" / "data"
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    vectors = [
        vector for vector in map(json.loads, lines) if "model" not in vector and "hits" in vector.get("problem", ())
    ]
    vectors = [vector for vector in vectors if vector.setdefault("play", "announced") in ANSWERS]
    by_players = [[vector for vector in vectors if len(vector["problem"]["hits"]) == count] for count in range(6)]
    return [vector for each, step in zip(by_players, STEPS, strict=True) for vector in each[:: 1 if LONG else step]]


ANSWERS = {
    "announced": (Solution, lambda problem, period: solve(problem)),
    "stationary": (Equilibria, lambda problem, period: equilibria(problem)),
    "periodic": (PeriodicEquilibria, lambda problem, period: periodic_equilibria(problem, period=period)),
}
"""By the way to play: the record of an answer, and how to ask for it."""


@cache
def answer(play, problem, period):
    """Return the JSON of the solver's answer to a problem as text; `problem` is the text of its JSON."""
    return json.dumps(ANSWERS[play][1](Problem.from_json(problem), period).to_json())


def answer_of(vector):
    return answer(vector["play"], json.dumps(vector["problem"]), vector.get("period", 2))


@cache
def to_change():
    small = [vector for vector in read_vectors() if len(vector["problem"]["hits"]) < 4]
    announced = [vector for vector in small if vector["play"] == "announced"]
    return announced[:: 1 if LONG else 30] + [vector for vector in small if vector["play"] != "announced"]


def test_right_answers_are_right():
    for vector in read_vectors():
        status, said = checker.verdict(answer_of(vector))
        wanted = checker.NOT_CHECKED if vector["id"] in NOT_CHECKED else checker.RIGHT
        assert status == wanted, (vector["id"], said)


# ---------------------------------------------------------------------------------------------------------
# Changed answers


def places(data, path=()):
    """Yield the paths to all values in data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        if path or key not in checker.KEYS["unchecked"]:
            yield (*path, key)
            yield from places(value, (*path, key))


def changed(text, draw):
    """Return an answer with one change: another value, or an entry left out, listed twice, renamed or swapped."""
    data = json.loads(text)
    *path, key = draw.choice([*places(data)])
    around = data
    for step in path:
        around = around[step]
    other = draw.choice([*around] if isinstance(around, dict) else range(len(around)))
    kind = draw.choice(("value", "value", "value", "left out", "twice", "swapped"))
    if kind == "value":
        around[key] = another(around[key], data, draw)
    elif kind == "swapped":
        around[key], around[other] = around[other], around[key]
    elif isinstance(around, list):
        around[key : key + 1] = [around[key]] * 2 * (kind == "twice")
    else:
        moved = around.pop(key)
        around |= {draw.choice(["A", "B", "Miss", "mixing", "entry", "win"]): moved} if kind == "twice" else {}
    return json.dumps(data)


def another(value, data, draw):
    """Return another value of the kind of a value, or of another kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw.choice((-2, -1, 1, 2))
    if isinstance(value, list | dict):
        return draw.choice((*value, [], {}, None, "Miss"))
    names = data["problem"].get("names", ["A", "B", "C", "D", "E"])
    zeros = ["0"] * len(data["problem"]["hits"])
    numbers = [f"{draw.randint(0, 9)}/{draw.randint(1, 9)}", "0", "1", "2/4", "-1/2", "0.5"]
    return draw.choice(
        [*numbers, *names, *names, "Miss", "Random", "Self", "Optimal", None, 0, zeros, ["1", *zeros[1:]]]
    )


def spelled(equilibrium, counted):
    """Return the text of an equilibrium, whichever selection it names, with their number if that is checked."""
    left = {"below"} if counted else {"below", "selections"}
    return json.dumps({key: value for key, value in equilibrium.items() if key not in left}, sort_keys=True)


def is_true(text):
    """Return whether what an answer states is the solver's answer, in any spelling and order of equilibria."""
    data = json.loads(text)
    record = ANSWERS[data["model"]][0]
    ours = answer(data["model"], json.dumps(data["problem"]), data.get("searched", 2))
    theirs, due = record.from_json(data).to_json(), json.loads(ours)
    if data["model"] == "announced":
        return all(theirs[key] == due[key] for key in checker.KEYS["announced"])
    counted = data["complete"] and data["model"] == "stationary"
    said, right = ([spelled(one, counted) for one in each["equilibria"]] for each in (theirs, due))
    return sorted(said) == sorted(right) if data["complete"] else len({*said}) == len(said) and {*said} <= {*right}


@settings(max_examples=10 * settings.default.max_examples)
@given(st.deferred(lambda: st.sampled_from(to_change())), st.randoms(use_true_random=False))
def test_a_changed_answer_is_refused_or_true(vector, draw):
    text = changed(answer_of(vector), draw)
    status, said = checker.verdict(text)
    assert status != checker.RIGHT or is_true(text), (text, said)


def halves(ask):
    """Return the JSON of the answer to three equal players."""
    play = {solve: "announced", equilibria: "stationary", periodic_equilibria: "periodic"}[ask]
    return json.loads(answer(play, json.dumps(Problem("1/2 1/2 1/2").to_json()), 2))


@pytest.mark.parametrize(
    ("ask", "change"),
    [
        (solve, lambda data: data["ties"].pop()),
        (solve, lambda data: data["phases"].pop()),
        (solve, lambda data: data["phases"][0]["aims"].update(A="Random")),
        (solve, lambda data: data["phases"][-1]["win"].reverse()),
        (equilibria, lambda data: data["equilibria"].pop()),
        (equilibria, lambda data: data["equilibria"].append(data["equilibria"][0])),
        (equilibria, lambda data: data["equilibria"][0].update(strict=True)),
        (equilibria, lambda data: data["equilibria"][0]["below"].pop()),
        (equilibria, lambda data: data["equilibria"][0]["values"].update(A=["1", "0", "0"])),
        (equilibria, lambda data: data["equilibria"][0].update(selections=2)),
        (periodic_equilibria, lambda data: data["equilibria"][0].update(selections=0)),
        (periodic_equilibria, lambda data: data["equilibria"].pop()),
        (periodic_equilibria, lambda data: data["equilibria"].append(data["equilibria"][0])),
        (periodic_equilibria, lambda data: data["equilibria"][0].update(strict=True)),
        (periodic_equilibria, lambda data: data["equilibria"][0].update(period=2)),
        (periodic_equilibria, lambda data: data["equilibria"][0]["aims"].append(data["equilibria"][0]["aims"][0])),
        (periodic_equilibria, lambda data: data["equilibria"][0]["below"][0].update(entry=[1, 2])),
    ],
)
def test_changes_that_make_an_answer_wrong(ask, change):
    data = halves(ask)
    assert checker.verdict(json.dumps(data))[0] == checker.RIGHT
    change(data)
    assert checker.verdict(json.dumps(data))[0] == checker.WRONG


def test_an_incomplete_list_has_equilibria_only():
    data, bound = (equilibria("1/3 2/3 1", targets=targets).to_json() for targets in (None, "C,C,B"))
    below = data["equilibria"][0]["below"]
    data |= {"complete": False, "equilibria": [bound["equilibria"][0] | {"strict": False, "below": below}]}
    assert checker.verdict(json.dumps(data)) == (checker.WRONG, 'wrong: {"A": "C", "B": "C", "C": "B"}: A would gain')


# ---------------------------------------------------------------------------------------------------------
# Boundaries


def run(data):
    """Return the status and the line that the program prints for some bytes."""
    done = subprocess.run([sys.executable, str(CHECKER)], input=data, capture_output=True, timeout=100, check=False)
    assert not done.stderr
    assert done.stdout.count(b"\n") == 1
    return done.returncode, done.stdout.decode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "not checked: no JSON"),
        (b"\xff\xfe\x00", "not checked: no JSON"),
        (b"[" * 200_000, "not checked: no JSON"),
        (b"[]", "wrong: not shaped like an answer"),
        (b"NaN", "wrong"),
        (b'{"model": "announced", "model": "announced"}', "wrong: a key occurs twice"),
        (b'{"model": "lot"}', "not checked: only solve"),
        (b'{"model": ' + b"9" * 100_000 + b"}", "not checked: no JSON"),
        (b" " * 30_000_000, "not checked: more than 20000000 bytes"),
        (b'{"model": "announced", "outcomes": []}', "not checked: only solve"),
        (b'{"model": "announced", "turns": "2"}', "not checked: only solve"),
    ],
)
def test_hostile_input_ends_with_one_line(data, said):
    status, line = run(data)
    assert status in (checker.WRONG, checker.NOT_CHECKED)
    assert line.startswith(said)


def noted(problem, **other):
    """Return the verdict on the answer to [1/3, 2/3, 1] with parts of its problem, and other keys, exchanged."""
    data = json.loads(answer_of({"play": "announced", "problem": {"hits": ["1/3", "2/3", "1"]}}))
    return checker.verdict(json.dumps(data | {"problem": data["problem"] | problem} | other))


@pytest.mark.parametrize(
    ("problem", "status", "said"),
    [
        ({"hits": ["1/3"] * 13}, checker.NOT_CHECKED, "13 players"),
        ({"hits": ["sqrt(2)/2", "2/3", "1"]}, checker.NOT_CHECKED, "irrational"),
        ({"hits": ["1/" + "7" * 20_000, "2/3", "1"]}, checker.NOT_CHECKED, "digits"),
        ({"hits": ["1/" + "7" * 4_000, "1/" + "3" * 4_000, "1"]}, checker.NOT_CHECKED, "digits"),
        ({"search": ["Others", "Random"], "random_levels": [10**9] * 3}, checker.NOT_CHECKED, "options"),
        ({"search": ["Others", "Random"], "random_levels": [60] * 3}, checker.NOT_CHECKED, "profiles"),
        ({"hits": ["4/3", "2/3", "1"]}, checker.WRONG, "a hit above 1"),
        ({"hits": ["2/6", "2/3", "1"]}, checker.WRONG, "lowest terms"),
        ({"hits": [float("inf"), "2/3", "1"]}, checker.WRONG, "Infinity"),
        ({"names": ["A", "B", "Miss"]}, checker.WRONG, "names"),
        ({"order": ["A", "B", "B"]}, checker.WRONG, "names"),
        ({"search": ["Random"]}, checker.WRONG, "search"),
        ({"if_eq": True}, checker.WRONG, "unknown target_later or if_eq"),
        ({"targets": ["B"] * 3}, checker.WRONG, "win, number 1"),
    ],
)
def test_problems_on_both_sides_of_the_limits(problem, status, said):
    found = noted(problem)
    assert found[0] == status
    assert said in found[1]


def test_the_time_limit_ends_with_not_checked(monkeypatch):
    monkeypatch.setattr(checker, "SECONDS", 0)
    many = {"hits": ["1/2"] * 12, "targets": ["Optimal"] * 12}  # whose phases alone are too many
    for problem in ({}, many):
        assert noted(problem) == (checker.NOT_CHECKED, "not checked: it takes more than 0 seconds")


@pytest.mark.parametrize("all_ties", [False, True])
def test_a_long_list_of_ties_may_end_after_a_hundred(all_ties):
    data = solve(["1/2"] * 4).to_json(all_ties)
    assert len(data["ties"]) == (data["tie_count"] if all_ties else 100)
    assert checker.verdict(json.dumps(data))[0] == checker.RIGHT
    for wrong in ({"ties": data["ties"][:-1]}, {"tie_count": data["tie_count"] + 1}):
        assert checker.verdict(json.dumps(data | wrong))[0] == checker.WRONG


@pytest.mark.parametrize("ask", [solve, equilibria, periodic_equilibria])
def test_names_and_orders_of_the_players(ask):
    for order in ("Carl,Ann,Bob", "Bob,Carl,Ann"):
        text = json.dumps(
            ask("1/2 1/2 1/3", names="Ann,Bob,Carl", order=order, random_levels=[None, 2, None]).to_json()
        )
        assert checker.verdict(text)[0] == checker.RIGHT


def test_mixed_equilibria_are_not_checked():
    assert checker.verdict(json.dumps(equilibria("1/2 1/2 1/2", mixed=True).to_json()))[0] == checker.NOT_CHECKED


def test_the_program_reads_an_answer():
    text = answer_of(to_change()[0])
    assert run(text.encode())[0] == checker.RIGHT
    assert run(b"\xef\xbb\xbf" + text.replace("0", "1", 1).encode())[0] == checker.WRONG
