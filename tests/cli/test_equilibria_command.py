import json

from truel_ref import equilibria

FOUR = ["13/25", "1/2", "11/25", "2/5"]
FIVE = ["1/5", "7/10", "2/5", "3/5", "1/2"]


def test_the_table_and_the_json(run):
    answer = equilibria(FOUR, mixed=True)
    assert run("equilibria", *FOUR, "--mixed") == (0, f"{answer}\n", "")
    assert json.loads(run("equilibria", *FOUR, "--mixed", "--json")[1]) == answer.to_json()
    assert run("equilibria", *FOUR, "--format", "csv")[1] == f"{equilibria(FOUR).to_text('csv')}\n"
    assert run("equilibria", " ".join(FOUR)) == run("equilibria", *FOUR)


def test_the_policy_of_every_set(run):
    answer = equilibria(["1/3", "2/3", 1])
    _, out, _ = run("equilibria", "1/3", "2/3", "1", "--all")
    assert out == f"{answer}\n\nthe policy of every set:\n" + "".join(
        f"  {play}\n" for play in answer[0].policy.values()
    )
    assert "equilibrium 2:\n  in A, B, C, D: Miss, Miss, D, A;" in run("equilibria", *FOUR, "--all")[1]
    assert run("equilibria", *FOUR, "--all", "--format", "md")[1].count("equilibrium of B, C, D") == 2


def test_none_is_a_finding(run):
    status, out, err = run("equilibria", *FIVE)
    assert (status, err) == (0, "")
    assert "no pure stationary equilibria\nin A, B, C, D, E somebody gains in every profile:\n" in out
    assert "  Miss, Miss, Miss, Miss, Miss: C gains 19503751/44681882 (43.650 %) with A\n" in out


def test_a_cap_is_told(run):
    assert "the list is not complete" in run("equilibria", "1", "1", "1", "1", "--cap", "2")[1]


def test_slips(refused):
    refused(["equilibria"], "no hit probabilities; try: truel-ref equilibria 1/3 2/3 1")
    refused(["equilibria", *["1/2"] * 17], "refused for its size")
    refused(
        ["equilibria", "1/3", "2/3", "1", "--mixed", "--search", "others,miss,random"],
        "player A searches Others, Miss, Random; leave mixed out",
    )
    refused(["equilibria", "1/3", "2/3", "1", "--order", "Z,A,B"], "order: 'Z' is nobody; the players are A to C")
    refused(["equilibria", "1/3", "sqrt(2)/2", "1", "--mixed"], "player B has 'sqrt(2)/2', which is irrational")
    refused(["equilibria", "1/3", "1", "--cap", "0"], "--cap: 0 is below 1")
