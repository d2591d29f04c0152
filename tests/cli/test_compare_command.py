import json

from truel_ref import compare_play

HITS = ["1/2", "2/5", "3/5"]


def test_the_table_and_the_json(run):
    comparison = compare_play(HITS)
    assert run("compare", *HITS) == (0, f"{comparison}\n", "")
    assert json.loads(run("compare", *HITS, "--json")[1]) == comparison.to_json()
    named = ["--names", "Ann,Bob,Cleo", "--order", "Cleo,Bob,Ann"]
    assert run("compare", *HITS, *named)[1] == f"{compare_play(HITS, names='Ann,Bob,Cleo', order='Cleo,Bob,Ann')}\n"


def test_slips(refused):
    refused(["compare"], "no hit probabilities; try: truel-ref compare 1/3 2/3 1")
    refused(["compare", "1/3", "2/3", "1", "--mixed", "--search", "all"], "leave mixed out")
    refused(["compare", *["1/2"] * 17], "profiles, more than 1,000 years")
    refused(["compare", *["1/2"] * 17, "--search", "others"], "131,072 sets")
