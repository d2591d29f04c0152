"""Limits on the command line: what is refused, announced and ended, and lines that cannot stall the others."""

import json
import re
import signal
from collections import OrderedDict
from itertools import count

import click
import pytest
from pages import page_text, section, table

from truel_ref import solve
from truel_ref.budget import Budget
from truel_ref.cli import lines, work
from truel_ref.cli.entry import group
from truel_ref.cli.lazy import LazyGroup
from truel_ref.errors import BudgetError
from truel_ref.fast import recursion
from truel_ref.games.dicewars.board import seeded_board

UNLIMITED = {"explore", "check", "report"}  # a server, and the commands that ask another program
HALVES = ["1/2"] * 4


@pytest.fixture
def limited(monkeypatch):
    """Return what gives every command, or line, a budget that lasts for so many looks at the clock."""

    def limit(most):
        for module in (work, lines):
            monkeypatch.setattr(module, "stated_budget", lambda: Budget(seconds=most, clock=count().__next__))

    return limit


def commands(command, context):
    if isinstance(command, LazyGroup):
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), context)
    else:
        yield command


def test_every_command_that_can_be_long_has_limits():
    context = click.Context(group)
    for command in commands(group, context):
        options = {name for parameter in command.params for name in parameter.opts}
        assert (options >= {"--time-limit", "--memory-limit", "--force"}) == (command.name not in UNLIMITED)


def test_a_time_limit_ends_a_command_with_what_is_known(run, limited, monkeypatch):
    monkeypatch.setattr(recursion, "_known", OrderedDict())  # else there is less to do after another test
    limited(110)
    status, out, err = run("solve", *HALVES)
    first, *phases = out.splitlines()
    assert (status, first) == (3, "phases so far:")
    assert "`--time-limit` or `--memory-limit`" in dict(table(section(page_text("formats.md"), "Exit status")))["3"]
    assert err == f"truel-ref: the time limit of 110 s was reached; so far: {len(phases)} phases\n"
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
    ],
)
def test_it_says_how_much_was_done(run, limited, tmp_path, words, done):
    limited(900)
    output = tmp_path / "map.png"
    status, out, err = run(*words.format(output).split())
    assert (status, out) == (3, "")
    assert re.match(rf"truel-ref: the time limit of 900 s was reached; so far: \d+ {done}(;.*)?\n$", err)
    assert list(tmp_path.iterdir()) == []


def test_an_alarm_ends_what_no_check_ends(run, monkeypatch):
    monkeypatch.setattr(work, "limits", lambda budget: work._alarm(None))  # nobody looks at the budget
    with (
        pytest.raises(BudgetError, match=r"the time limit of 0\.05 s was reached"),
        work.enforced(Budget(seconds=0.05)),
    ):
        while True:
            pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
def test_an_alarm_that_rings_while_an_object_is_removed_rings_again(capsys):
    class Lasting:
        def __del__(self):
            while True:
                pass

    with pytest.raises(BudgetError, match=re.escape("the time limit of 0.05 s was reached")), work._alarm(0.05):
        Lasting()
        while True:
            pass
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
def test_whoever_has_set_an_alarm_keeps_it(run):
    outer = signal.setitimer(signal.ITIMER_REAL, 1000)
    assert run("solve", "1", "1", "--time-limit", "600")[0] == 0
    rest, _ = signal.setitimer(signal.ITIMER_REAL, *outer)
    assert 600 < rest < 1000


def test_memory_that_is_not_there_is_the_limit(monkeypatch):
    with pytest.raises(BudgetError, match="the memory limit of 1 MB was reached"), work.enforced(Budget(bytes=10**6)):
        bytearray(10**12)
    with pytest.raises(MemoryError), work.enforced(Budget()):
        raise MemoryError


ANNOUNCED = {
    "solve 1/2 1/2 1/2 1/2 1/2 1/2 1/2": "profiles, 31 seconds",
    "solve LONG LONG LONG LONG LONG LONG": "157,416 profiles, ",
    "solve sqrt(2)/2 1/3 2/5 3/7 1/2 4/7": "profiles, ",
    "solve 1/2 1/2 1/2 1/2 --all-outcomes --cap 10000": "combinations, 31 seconds",
    "course 1e-300 1e-300 --turns 3000": "GB of memory",
    "best-mix 1/2 1/2 1/2 --mixed-replies": "200 halvings at most",
    "simulate 1/3 2/5 3/7 1/2 4/7 --choose-aims": "runs",
    "simulate 1/3 2/3 1 --games 1e11 --engine batch": "1 turn and more of each game, 33 minutes",
    "variant shooter 1e-6 1e-6 --games 5": "turns and more",
    "variant shooter 1e-7 1e-7 --story": "turns and more",
    "map --c 1 --method normal --square -o map.png": "pixels",
    "symbolic regions --c 1 --play both --search all": "250 profiles of aims",
    "symbolic regions --c 12345/99991 --closed": "17 binary digits of the fixed hit probability, 72 seconds",
    "symbolic crossings LONG,2/3,1 1/2,1/2,1": "binary digits",
    "symbolic equal-chances --every": "27 profiles",
    "atlas winners --c 123/1000": "27 profiles of aims",
    "atlas winners --c 123/1000 --closed": "10 binary digits of the fixed hit probability, 25 seconds",
    "atlas winners --cube 1": "squares",
    "atlas cube": "squares",
    "atlas self --denominator 30": "570,024 points",
    "atlas self --ends": "4 axes",
    "atlas self --points 100000": "100,000 points",
    "atlas larger --most 12": "games of each size",
    "atlas larger --most 9 --draws 100": "games of each size",
    "atlas critical --prove": "surfaces",
    "atlas surfaces --certificates": "list of surfaces",
    "claims": "claims",
    "darts turns 1001 --miss 0.1234567891234567891234567891234567891": "1,001 totals",
    "goofspiel solve --cards 6": "sets of cards and prizes",
    "goofspiel exploit uniform --cards 6": "sets of cards and prizes",
    "mastermind code --colors 5 --strategy expected": "625 codes",
    "mastermind adversary --pegs 7 --colors 2": "128 codes",
    "dicewars turn BOARD --moves 8": "attacks",
    "dicewars tournament --games 20000": "20,000 games",
    "vectors --anew": "set of vectors",
}  # fmt: skip
"""What takes more than ten seconds or 1 GB, with what is announced before it begins."""


@pytest.mark.parametrize("words", ANNOUNCED)
def test_large_work_is_announced_before_it_begins(run, monkeypatch, tmp_path, words):
    def stop(text):
        raise BudgetError(f"announced: {text}")

    monkeypatch.setattr(work, "stated_budget", lambda: Budget(report=stop))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "BOARD").write_text(json.dumps(seeded_board(1).to_json()), encoding="utf-8")
    status, out, err = run(*words.replace("LONG", "0." + "123456789" * 1000).split())
    assert (status, out) == (3, "")
    assert re.fullmatch(rf"truel-ref: announced: .*{ANNOUNCED[words]}.*\n", err)


def test_large_work_is_announced_and_force_lifts_a_refusal(run, monkeypatch):
    told = []
    forced = Budget(seconds=50, clock=count().__next__, forced=True, report=told.append)
    monkeypatch.setattr(work, "stated_budget", lambda: forced)
    status, _, err = run("solve", *["1/2"] * 12)
    assert status == 3
    assert "the time limit of 50 s was reached" in err
    assert [text.partition(";")[0] for text in told] == ["about 4 * 10^13 profiles, 15 years"]


@pytest.mark.parametrize(
    ("text", "number"), [("500MB", 5 * 10**8), ("1.5 GB", 15 * 10**8), ("2GiB", 2**31), ("100", 100), ("1tb", 10**12)]
)
def test_amounts_of_memory(text, number):
    assert work.Bytes().convert(text, None, None) == number


LINES = [
    ({"id": "small", "hits": ["1/3", "2/3", 1]}, None),
    ({"id": "many", "hits": ["1/2"] * 12}, "refused for its size"),
    ({"id": "mixes", "hits": ["1/3", "2/3", 1], "search": ["All"], "random_levels": [400] * 3}, "refused for its size"),
    ({"id": "crowd", "hits": [1] * 200_000}, "hits: more than 1,000 players"),
    ({"id": "last", "hits": [1, 1]}, None),
]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_line_has_a_budget_of_its_own_and_stalls_no_other(run, jobs):
    asked = "\n".join(json.dumps(line) for line, _ in LINES)
    status, out, err = run("solve", "--jsonl", "--jobs", jobs, lines=asked.encode())
    assert (status, err) == (1, "")
    for (line, refusal), answer in zip(LINES, map(json.loads, out.splitlines()), strict=True):
        assert answer["id"] == line["id"]
        assert ("win" in answer) == (refusal is None)
        assert answer.get("error", "").startswith(refusal or "")


def test_a_line_whose_time_is_used_up_says_what_is_known(run, limited):
    limited(900)  # for each line
    asked = [["1/2"] * 6, [1, 1], ["1/2"] * 6, [1, 1, 1]]
    status, out, _ = run("solve", "--jsonl", lines="\n".join(json.dumps({"hits": hits}) for hits in asked).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert ["win" in answer for answer in answers] == [False, True, False, True]
    assert [answer["line"] for answer in answers[::2]] == [1, 3]
    assert answers[0]["error"].startswith("the time limit of 900 s was reached")
