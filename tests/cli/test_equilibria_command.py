from truel_ref import equilibria

FOUR = ["13/25", "1/2", "11/25", "2/5"]
FIVE = ["1/5", "7/10", "2/5", "3/5", "1/2"]


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
