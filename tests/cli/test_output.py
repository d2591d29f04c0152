"""How results are printed, whatever they can be printed as."""

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


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("course 1/2 1/3 1 --play shooter --order C,B,A", "--order has no effect unless"),
        ("variant opinions 1/2 1/3 1 --order C,B,A", "--order has no effect unless"),
        ("equilibria 1/2 1/3 1 --ties 4", "--ties has no effect unless"),
        ("variant 'lot stationary' 1/2 1/3 1 --ties 4", "--ties has no effect unless"),
        ("solve 1/2 1/3 1 --ties 4 --targets C,C,B --later Strongest", "--ties has no effect unless"),
        ("solve 1/2 1/3 1 --ties 4 --targets C,C,B", ""),
        ("equilibria 0 1/3 1 --ties -4", ""),
        ("equilibria 1/2 1/2 1/2 --ties -1 --rounds 3", ""),
        ("solve 1/2 1/3 1 --ties 4 --order C,B,A", ""),
        ("variant 'lot start' 1/2 1/3 1 --order C,B,A --ties 4", ""),
        ("variant 'bullets 1' 1/2 1/3 1 --order C,B,A --ties 4", ""),
    ],
)
def test_what_counts_for_nothing_is_noted(run, words, says):
    status, _, errors = run(*shlex.split(words))
    assert status == 0 and (says in errors if says else not errors)


def test_all_profiles_are_in_the_file_of_values_of_a_long_explanation(run):
    assert len(run(*shlex.split("why 1/4 1/2 3/4 1 --format csv"))[1].splitlines()) == 1 + 4**4
