import json

import pytest


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


def test_slips(refused):
    refused(["symbolic", "regions", "--c", "1", "--ties", "first"], "--ties: 'first' is no tie rule")
    refused(["symbolic", "crossings", "--nonsense", "1/3,1", "1/2,1"], "symbolic crossings has no option --nonsense")
    refused(["symbolic", "--c", "1"], "no profile; try: truel-ref symbolic Miss,C,B")
