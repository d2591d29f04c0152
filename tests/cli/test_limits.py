"""Limits on the command line: what is refused, announced and ended, and lines that cannot stall the others."""

import json
import re
from collections import OrderedDict
from itertools import count

import pytest
from pages import page_text, section, table

from truel_ref import limits, solve
from truel_ref.cli import frame
from truel_ref.fast import recursion

HALVES = ["1/2"] * 4


@pytest.fixture
def limited(monkeypatch):
    """Return a function that gives every command, or line, a limit of `most` looks at the clock."""

    def limit(most, module=frame):
        looks = count()
        monkeypatch.setattr(limits, "monotonic", lambda: next(looks))
        monkeypatch.setattr(module, "time_limit", lambda seconds: limits.time_limit(most))

    return limit


def test_eight_equal_players_are_told_at_once_what_is_possible(run, limited, monkeypatch):
    """They take some six minutes and three gigabytes for their ties; without a miss the sets of players do."""
    monkeypatch.setattr(recursion, "_known", OrderedDict())
    limited(110)
    status, _, err = run("solve", *["1/3"] * 8)
    assert (status, err.splitlines()[0].endswith("--search others is instant")) == (3, True)
    monkeypatch.setattr(recursion, "_known", OrderedDict())


def test_a_time_limit_ends_a_command_with_what_is_known(run, limited, monkeypatch):
    monkeypatch.setattr(recursion, "_known", OrderedDict())  # else there is less to do after another test
    limited(45)
    status, out, err = run("solve", *HALVES)
    first, *phases = out.splitlines()
    assert (status, first) == (3, "phases so far:")
    assert "`--time-limit`" in dict(table(section(page_text("formats.md"), "Exit status")))["3"]
    assert err == f"truel-ref: the time limit of 45 s was reached; so far: {len(phases)} phases\n"
    whole = solve(HALVES).phases
    assert set() < set(phases) < {f"  {phase}" for phase in whole}
    monkeypatch.setattr(recursion, "_known", OrderedDict())
    status, out, err = run("solve", *HALVES, "--json")
    data = json.loads(out)
    assert (status, err, len(data["phases"])) == (3, f"truel-ref: {data['unfinished']}\n", len(phases))
    assert all(phase in [each.to_json() for each in whole] for phase in data["phases"])


@pytest.mark.parametrize(
    ("words", "done"),
    [
        ("equilibria 1 1 1 1", "sets"),
        ("variant shooter 1 1 1 1", "sets"),
        ("variant simultaneous 1 1 1 1", "sets"),
        ("variant lot 1/2 1/3 1/4 1/5", "orders"),
        ("map --c 1 --points 30 --method normal -o {}", "pixels"),
        ("goofspiel solve --cards 5", "states"),
        ("mastermind code --pegs 5 --colors 4", "steps"),
    ],
)
def test_it_says_how_much_was_done(run, limited, tmp_path, words, done):
    most = {"orders": 500, "pixels": 4000}.get(done, 900)
    limited(most)
    output = tmp_path / "map.png"
    status, out, err = run(*words.format(output).split())
    assert (status, out) == (3, "")
    assert re.match(rf"truel-ref: the time limit of {most} s was reached; so far: \d+ {done}(;.*)?\n$", err)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_ends_a_command_with_what_is_known(run, monkeypatch):
    """As Ctrl-C would, in the middle of the work."""
    looks = count()

    def pressed():
        if next(looks) == 40:
            raise KeyboardInterrupt
        return 0

    monkeypatch.setattr(limits, "monotonic", pressed)
    monkeypatch.setattr(recursion, "_known", OrderedDict())
    status, out, err = run("solve", *HALVES)
    first, *phases = out.splitlines()
    assert (status, first, err) == (130, "phases so far:", "truel-ref: stopped\n")
    assert set() < set(phases) < {f"  {phase}" for phase in solve(HALVES).phases}


LINES = [
    ({"id": "small", "hits": ["1/3", "2/3", 1]}, None),
    ({"id": "many", "hits": ["1/2"] * 12}, "8,916,100,448,256 profiles of aims would take more"),
    ({"id": "mixes", "hits": ["1/3", "2/3", 1], "search": ["All"], "random_levels": [400] * 3}, "more than 10^15 "),
    ({"id": "crowd", "hits": [1] * 200_000}, "hits: more than 1,000 players"),
    ({"id": "last", "hits": [1, 1]}, None),
]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_line_has_a_limit_of_its_own_and_stalls_no_other(run, jobs):
    asked = "\n".join(json.dumps(line) for line, _ in LINES)
    status, out, err = run("solve", "--jsonl", "--jobs", jobs, lines=asked.encode())
    assert (status, err) == (1, "")
    for (line, refusal), answer in zip(LINES, map(json.loads, out.splitlines()), strict=True):
        assert answer["id"] == line["id"]
        assert ("win" in answer) == (refusal is None)
        assert answer.get("error", "").startswith(refusal or "")
