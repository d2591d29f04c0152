"""How results are printed, whatever they can be printed as."""

import csv
import json
import shlex

import pytest

from truel_ref.cli.output import complain


@pytest.mark.parametrize(
    "words",
    [
        ["--" + "x" * 20_000],
        ["--turns", "1", "--" + "x" * 20_000],
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
        "course 1 4/5 1/2 --play 'simultaneous equilibrium 3'",
        "variant lot 1/3 2/3 1/2",
        "variant 'bullets 1' 1/3 2/3 1",
        "solve 1/2 1/2 1/2 --all-outcomes",
        "solve 0 0 1/2 --targets B,A,Miss",
        "simulate 1/3 2/3 1 --games 1000",
    ],
)
def test_values_separated_by_commas_are_the_whole_result(run, words):
    text = run(*shlex.split(words), "--format", "csv")[1]
    rows = list(csv.reader(text.splitlines()))
    assert {len(row) for row in rows} == {len(rows[0])} and rows[0][-3:] == ["quantity", "of", "value"]
    noted = {cell for row in rows for cell in row}
    data = json.loads(run(*shlex.split(words), "--json")[1])
    shares = ("win", "mean_length") if "games" in data else ()  # they follow from the counts
    for key in ("phases", "states", "worths", "problem", "version", "confidence", *shares):
        data.pop(key, None)
    for play in data.get("plays", ()):
        play.pop("states")
    data.pop("worths", None)
    assert set(_numbers(data)) - {"0"} <= noted


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("course 1/2 1/3 1 --play shooter --order C,B,A", "--order has no effect unless"),
        ("variant opinions 1/2 1/3 1 --order C,B,A", "--order has no effect unless"),
        ("equilibria 1/2 1/3 1 --ties 4", "--ties has no effect unless"),
        ("variant 'lot stationary' 1/2 1/3 1 --ties 4", "--ties has no effect unless"),
        ("solve 1/2 1/3 1 --ties 4 --targets C,C,B --later Strongest", "--ties has no effect unless"),
        ("solve 1/2 1/3 1 --ties 4 --targets C,C,B", ""),
        ("solve 1/2 1/3 1 --ties 4 --order C,B,A", ""),
        ("variant 'lot start' 1/2 1/3 1 --order C,B,A --ties 4", ""),
        ("variant 'bullets 1' 1/2 1/3 1 --order C,B,A --ties 4", ""),
    ],
)
def test_what_counts_for_nothing_is_noted(run, words, says):
    status, _, errors = run(*shlex.split(words))
    assert status == 0 and (says in errors if says else not errors)
