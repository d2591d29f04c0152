"""How results are printed, whatever they can be printed as."""

import csv
import json
import sys
import time

import click
import pytest

from truel_ref import solve
from truel_ref.cli import output
from truel_ref.cli.output import Shape, clock, complain, say_record


class Plain:
    """A result that has some forms and not others."""

    def __str__(self):
        return "plain"

    def to_json(self):
        return {"n": 10**5000}


class Marked(Plain):
    def to_markdown(self):
        return "**plain**"

    def latex(self):
        return r"\plain"


SOLUTION = solve(["1/3", "2/3", 1])
PRINTED = [
    *((SOLUTION, Shape(style, 1), SOLUTION.to_text(style, 1)) for style in ("table", "md", "latex", "csv", "json")),
    (SOLUTION, Shape(), str(SOLUTION)),
    (Plain(), Shape("table"), "plain"),
    (Marked(), Shape("md"), "**plain**"),
    (Marked(), Shape("latex"), "\\plain"),
    (Plain(), Shape("json"), f'{{"n": 1{"0" * 5000}}}'),
]


@pytest.mark.parametrize(("result", "shape", "text"), PRINTED, ids=range(len(PRINTED)))
def test_a_result_has_the_forms_that_it_has(capsys, result, shape, text):
    say_record(result, shape)
    assert capsys.readouterr().out == f"{text}\n"


@pytest.mark.parametrize(
    ("result", "shape", "says"),
    [
        (Marked(), Shape("csv"), "printed as table, md, latex, json"),
        (Plain(), Shape("md"), "printed as table, json"),
        (Plain(), Shape("table", 3), "--digits: this result"),
    ],
)
def test_a_result_has_no_other_forms(capsys, result, shape, says):
    with pytest.raises(click.UsageError, match=says):
        say_record(result, shape)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "1/3", "2/3", "1"],
        ["why", "1/3", "2/3", "1"],
        ["simulate", "1/3", "2/3", "1", "--games", "100"],
        ["simulate", "1/3", "2/3", "1", "--story"],
        ["formula", "Miss,C,B"],
        ["line", "1/3,2/3,1", "1/2,1/2,1"],
    ],
)
def test_commands_whose_results_are_records_have_both_ways_of_asking_for_json(printed, words):
    assert printed(*words, "--json") == printed(*words, "--format", "json")


@pytest.mark.parametrize(
    "words",
    [
        ["--" + "x" * 20_000],
        ["--cap", "1", "--" + "x" * 20_000],
        ["--play", "y" * 20_000],
        ["1", "--names", "a " * 9_000],
    ],
    ids=["option", "later option", "choice", "words"],
)
def test_a_complaint_is_short_whatever_was_typed(run, words):
    status, out, err = run("course", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert len(err) < 250


def test_a_complaint_is_short_and_has_no_control_characters(capsys):
    complain("x " * 10_000 + "the way out")
    line = capsys.readouterr().err
    assert len(line) < 800
    assert line.startswith("truel-ref: x x")
    assert line.endswith("the way out\n")
    complain("a\x1b[31m\x9b\u202e\u2028b\x00 Größe \n two")
    assert capsys.readouterr().err == "truel-ref: a\\x1b[31m\\x9b\\u202e b\\x00 Größe two\n"


def _numbers(data):
    """Yield the exact numbers in plain data."""
    if isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _numbers(value)
    elif isinstance(data, str) and data[0].isdigit() and data.replace("/", "").isdigit():
        yield data


@pytest.mark.parametrize(
    "words",
    [
        "course 1/3 2/3 1",
        "course 1/2 1/2 --targets B,Miss",
        "course 1 4/5 1/2 --play simultaneous --equilibrium 3",
        "variant lot 1/3 2/3 1/2",
        "variant bullets 1/3 2/3 1 --bullets 1",
        "solve 1/2 1/2 1/2 --all-outcomes",
        "solve 0 0 1/2 --targets B,A,Miss",
        "simulate 1/3 2/3 1 --games 1000",
    ],
)
def test_values_separated_by_commas_are_the_whole_result(run, words):
    text = run(*words.split(), "--format", "csv")[1]
    rows = list(csv.reader(text.splitlines()))
    assert {len(row) for row in rows} == {len(rows[0])} and rows[0][-3:] == ["quantity", "of", "value"]
    told = {cell for row in rows for cell in row}
    data = json.loads(run(*words.split(), "--json")[1])
    for key in ("phases", "states", "worths", "problem", "version", "confidence", "win" if "games" in data else ""):
        data.pop(key, None)
    for play in data.get("plays", ()):
        play.pop("states")
    data.pop("worths", None)
    assert set(_numbers(data)) - {"0"} <= told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("course 1/2 1/3 1 --play shooter --order C,B,A", "--order has no effect unless"),
        ("variant opinions 1/2 1/3 1 --order C,B,A", "--order has no effect unless"),
        ("equilibria 1/2 1/3 1 --ties 4", "--ties has no effect unless"),
        ("variant lot 1/2 1/3 1 --play stationary --ties 4", "--ties has no effect unless"),
        ("solve 1/2 1/3 1 --ties 4 --targets C,C,B --later Strongest", "--ties has no effect unless"),
        ("solve 1/2 1/3 1 --ties 4 --targets C,C,B", ""),
        ("solve 1/2 1/3 1 --ties 4 --order C,B,A", ""),
        ("variant lot 1/2 1/3 1 --start --order C,B,A --ties 4", ""),
        ("variant bullets 1/2 1/3 1 --bullets 1 --order C,B,A --ties 4", ""),
    ],
)
def test_what_counts_for_nothing_is_noted(run, words, says):
    status, _, errors = run(*words.split())
    assert status == 0 and (says in errors if says else "counts only" not in errors)


def test_a_clock_runs_on_a_terminal_until_something_is_printed(capsys, monkeypatch):
    monkeypatch.setattr(output, "_TICK", 0.01)
    with clock():
        time.sleep(0.05)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with clock():
        time.sleep(0.1)
        complain("a note")
        noted = capsys.readouterr().err
        time.sleep(0.1)
        say_record(Plain(), Shape())
        shown = capsys.readouterr()
        time.sleep(0.05)
    assert noted.endswith("\r\x1b[Ktruel-ref: a note\n")  # in the place of the clock, which goes on
    assert "\r0 s" in shown.err and shown.err.endswith("\r\x1b[K") and shown.out == "plain\n"
    assert capsys.readouterr().err == ""
