import json
from pathlib import Path

import pytest

from truel_ref.symbolic.lines import crossings


def test_a_profile_needs_no_command(run):
    assert run("symbolic", "Miss,C,B", "--c", "1") == run("symbolic", "formula", "Miss,C,B", "--c", "1")
    assert run("symbolic", "Miss,C,B", "--at", "1/3,2/3,1")[1] == "A 25/63\nB 8/21\nC 2/9\n"


def test_the_commands_are_listed(run):
    out = run("symbolic")[1]
    assert [name for name in ("formula", "regions", "equal-chances", "crossings") if f"  {name} " in out] == [
        "formula",
        "regions",
        "equal-chances",
        "crossings",
    ]
    assert run("symbolic", "--help")[1] == out


@pytest.mark.parametrize("rule", ["4", "shooting-order", "shooting order"])
def test_tie_rules_by_name(run, rule):
    line = ("symbolic", "crossings", "1/3,2/3,1", "1/2,1/2,1", "--search", "others,miss,self", "--json")
    assert json.loads(run(*line, "--ties", rule)[1]) == json.loads(run(*line, "--if-eq", "4")[1])


LINE = ("symbolic", "crossings", "1/3,2/3,1", "1/2,1/2,1")


def test_a_line_is_drawn_and_written(run, tmp_path):
    picture, numbers = tmp_path / "line.png", tmp_path / "line.csv"
    done = run(*LINE, "-o", str(picture), "--csv", str(numbers), "--points", "4")
    assert done == run(*LINE)
    assert picture.read_bytes().startswith(b"\x89PNG")
    line = crossings("1/3,2/3,1", "1/2,1/2,1")
    assert numbers.read_text(encoding="utf-8") == line.to_csv(points=4)
    assert run(*LINE, "--format", "csv")[1] == line.to_text("csv") + "\n"


def test_a_line_that_cannot_be_drawn(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    refused([*LINE, "--csv", "folder"], "it is a folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
