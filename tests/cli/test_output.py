"""How results are printed, whatever they can be printed as."""

import json

import click
import pytest

from truel_ref import solve
from truel_ref.cli.output import Shape, complain, say_record


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


def test_a_record_has_every_form(capsys):
    solution = solve(["1/3", "2/3", 1])
    for style in ("table", "md", "latex", "csv", "json"):
        say_record(solution, Shape(style, 1))
        assert capsys.readouterr().out == solution.to_text(style, 1) + "\n"
    say_record(solution, Shape())
    assert capsys.readouterr().out == f"{solution}\n"


def test_other_results_have_the_forms_that_they_have(capsys):
    for result, style, text in [
        (Plain(), "table", "plain\n"),
        (Marked(), "md", "**plain**\n"),
        (Marked(), "latex", "\\plain\n"),
        (Plain(), "json", f'{{"n": 1{"0" * 5000}}}\n'),
    ]:
        say_record(result, Shape(style))
        assert capsys.readouterr().out == text
    with pytest.raises(click.UsageError, match="printed as table, md, latex, json"):
        say_record(Marked(), Shape("csv"))
    with pytest.raises(click.UsageError, match="printed as table, json"):
        say_record(Plain(), Shape("md"))
    with pytest.raises(click.UsageError, match="--digits: this result"):
        say_record(Plain(), Shape("table", 3))
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "words",
    [
        ["why", "1/3", "2/3", "1"],
        ["simulate", "1/3", "2/3", "1", "--games", "100"],
        ["simulate", "1/3", "2/3", "1", "--story"],
        ["symbolic", "Miss,C,B"],
        ["symbolic", "equal-chances", "--c", "1"],
        ["symbolic", "crossings", "1/3,2/3,1", "1/2,1/2,1"],
    ],
)
def test_commands_whose_results_are_records_have_both_ways_of_asking_for_json(run, words):
    status, out, err = run(*words, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)
    assert run(*words, "--format", "json") == (status, out, err)
    status, out, err = run(*words, "--format", "nonsense")
    assert (status, out) == (2, "")
    assert "--format: 'nonsense' is unknown; there are table, md, latex, csv, json" in err


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
