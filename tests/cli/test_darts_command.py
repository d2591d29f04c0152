import json

import pytest

from truel_ref.errors import GameError
from truel_ref.games import darts


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["finish", "170"], lambda: darts.finishing(170)),
        (["finish", "501"], lambda: darts.finishing(501)),
        (["outcome", "T20", "--miss", "1/10"], lambda: darts.landing("T20", "1/10")),
        (["outcome", "db", "--miss", "m"], lambda: darts.landing("DB", "m")),
        (["best", "--miss", "0.4"], lambda: darts.best_target("2/5")),
        (["best", "--all"], darts.best_targets),
        (["turns", "40", "--miss", "10%"], lambda: darts.turns(40, "1/10")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_table_and_the_json(run, words, asked):
    record = asked()
    assert run("darts", *words) == (0, f"{record}\n", "")
    assert json.loads(run("darts", *words, "--json")[1]) == record.to_json()
    assert run("darts", *words, "--format", "csv")[1] == f"{record.to_text('csv')}\n"


def test_what_is_printed_with_the_policy_is_read_back(run):
    """It was refused with "this is not the least number of turns of 10"."""
    printed = json.loads(run("darts", "turns", "10", "--miss", "1/3", "--policy", "--json")[1])
    assert darts.Turns.from_json(printed) == darts.turns(10, "1/3")
    printed["policy"][0]["turns"] = "1"
    with pytest.raises(GameError, match="this is not the best policy for the least number of turns of 10"):
        darts.Turns.from_json(printed)


def test_the_policy(run):
    leg = darts.turns(6, "1/2")
    out = run("darts", "turns", "6", "--miss", "1/2", "--policy")[1]
    assert out.splitlines()[2:] == leg.table_of([2, 3, 4, 5, 6]).text("table", 3).splitlines()[2:]
    data = json.loads(run("darts", "turns", "6", "--miss", "1/2", "--policy", "--json")[1])
    assert data["policy"][-1]["aims"]["3"] == {"6": leg.best_target(6)}
    assert [entry["total"] for entry in data["policy"]] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "words", [["best", "--miss", "1/3"], ["best", "--all"], ["turns", "20", "--miss", "1/2"]], ids=" ".join
)
def test_figures(run, tmp_path, words):
    path = tmp_path / "figure.svg"
    status, _, err = run("darts", *words, "-o", str(path))
    assert (status, err) == (0, f"truel-ref: note: wrote {path}\n")
    assert path.read_bytes().startswith(b"<?xml")


def test_slips(refused, tmp_path):
    refused(["darts", "bst"], "did you mean best?")
    refused(["darts", "outcome", "T20"], "say how often the darts miss")
    refused(["darts", "outcome", "T20", "--miss", "1.2"], "miss: '1.2' is not in [0, 1]")
    refused(["darts", "outcome", "OFF", "--miss", "0"], "OFF is where a dart may land")
    refused(["darts", "outcome", "--misses"], "--misses")
    refused(["darts", "best"], "say how often the darts miss")
    refused(["darts", "best", "--miss", "m"], "miss: 'm' is not a number")
    refused(["darts", "best", "--miss", "0", "--all"], "--all is for all miss rates")
    refused(["darts", "best", "--all", "-o", str(tmp_path / "x.txt")], "says no format")
    refused(["darts", "turns", "501"], "say how often the darts miss")
    refused(["darts", "turns", "1", "--miss", "0"], "the total 1 is not a whole number from 2 to 1,001")
    refused(["darts", "turns", "9", "--miss", "sqrt(2)/2", "-o", str(tmp_path / "x.png")], "miss: 'sqrt(2)/2'")
    refused(["darts", "finish", "x"], "is not a whole number")
    refused(["darts", "finish", "-5"], "the total -5")
    assert not list(tmp_path.iterdir())
