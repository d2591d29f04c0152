import json

import pytest

from truel_ref.errors import GameError
from truel_ref.games import darts


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
