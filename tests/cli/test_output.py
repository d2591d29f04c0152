"""How results are printed, whatever they can be printed as."""

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
        ["symbolic", "Miss,C,B"],
        ["symbolic", "equal-chances", "--c", "1"],
        ["symbolic", "crossings", "1/3,2/3,1", "1/2,1/2,1"],
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
