from truel_ref import Problem, solve
from truel_ref.explain.gambit import extensive_form, selections, strategic_form

HITS = ["1/3", "2/3", "1"]


def test_both_forms(run, tmp_path):
    strategic = strategic_form(Problem(HITS))
    assert run("export", "--nfg", *HITS) == (0, strategic, "")
    assert run("export", "--efg", *HITS) == (0, extensive_form(solve(HITS)), "")
    four = ["1/4", "1/2", "3/4", "1"]
    assert run("export", "--efg", *four, "--phase", "B,C,D")[1] == extensive_form(solve(four), "B,C,D")
    path = tmp_path / "truel.nfg"
    assert run("export", "--nfg", *HITS, "-o", str(path)) == (0, "", f"truel-ref: note: wrote {path}\n")
    assert path.read_text(encoding="utf-8") == strategic


def test_a_selection(run, refused):
    equal = ["1/2"] * 4
    ways = selections(Problem(equal, search=["Others"]))
    assert len(ways) > 2
    _, out, _ = run("export", "--nfg", *equal, "--search", "others", "--selection", "2")
    assert out == strategic_form(Problem(equal, search=["Others"]), ways[1])
    said = ["export", "--nfg", *equal, "--search", "others"]
    refused(said, f"there are {len(ways):,} selections of equilibria of the smaller sets; name one: --selection 1")
    refused([*said, "--selection", "1e5"], f"--selection: there are only {len(ways):,}")
    refused(["export", "--nfg", "1", "1", "1", "1"], "there are 10,000 or more selections")


def test_slips(refused, tmp_path):
    refused(["export", *HITS], "say which form, and only one")
    refused(["export", "--nfg", "--efg", *HITS], "say which form, and only one")
    refused(["export", "--nfg"], "no hit probabilities; try: truel-ref export 1/3 2/3 1")
    refused(["export", "--nfg", *HITS, "--phase", "B,C"], "--phase is for --efg")
    refused(["export", "--efg", *HITS, "--selection", "1"], "--selection is for --nfg")
    refused(["export", "--efg", *HITS, "--phase", "Z,A"], "'Z,A' is no phase of this solution")
    path = tmp_path / "file.nfg"
    for form in ("--nfg", "--efg"):
        refused(
            ["export", form, "1/2", "sqrt(2)/2", "1", "-o", str(path)], "player B has 'sqrt(2)/2', which is irrational"
        )
    refused(["export", "--nfg", *["1/2"] * 17], "stationary play is for at most 16")
    assert not path.exists()
