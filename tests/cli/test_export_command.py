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


def test_a_selection(run):
    equal = ["1/2"] * 4
    ways = selections(Problem(equal, search=["Others"]))
    assert len(ways) > 2
    _, out, _ = run("export", "--nfg", *equal, "--search", "others", "--selection", "2")
    assert out == strategic_form(Problem(equal, search=["Others"]), ways[1])
