import json

import pytest

from truel_ref import course, equilibria, solve

HITS = ["1/2", "2/5", "3/5"]


def test_the_table_and_the_json(run):
    told = course(solve(HITS))
    assert run("course", *HITS) == (0, f"{told}\n", "")
    assert json.loads(run("course", *HITS, "--turns", "0", "--json")[1]) == course(solve(HITS), turns=0).to_json()
    stationary = course(equilibria(HITS)[0])
    assert run("course", *HITS, "--play", "stationary")[1] == f"{stationary}\n"
    second = course(equilibria([1, 1, 1])[1])
    assert run("course", "1", "1", "1", "--play", "stationary", "--equilibrium", "2")[1] == f"{second}\n"


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_the_figure(run, tmp_path, ending, start):
    path = tmp_path / f"course.{ending}"
    status, out, err = run("course", *HITS, "--turns", "9", "-o", str(path))
    assert (status, out, err) == (0, f"{course(solve(HITS), turns=9)}\n", f"truel-ref: note: wrote {path}\n")
    first = path.read_bytes()
    assert first.startswith(start)
    run("course", *HITS, "--turns", "9", "-o", str(path))
    assert path.read_bytes() == first


def test_slips(refused, tmp_path):
    refused(["course"], "no hit probabilities; try: truel-ref course 1/3 2/3 1")
    refused(["course", *HITS, "--play", "blind"], "--play: 'blind' is unknown; there are announced, stationary")
    refused(["course", *HITS, "--equilibrium", "1"], "--mixed and --equilibrium are for --play stationary")
    refused(["course", "1", "1", "1", "--play", "stationary"], "there are 11 stationary equilibria; name one")
    refused(["course", *HITS, "--play", "stationary", "--equilibrium", "2"], "--equilibrium: there is only 1")
    none = ["1/5", "7/10", "2/5", "3/5", "1/2"]
    refused(["course", *none, "--play", "stationary"], "there is no pure stationary equilibrium")
    refused(["course", *HITS, "-o", str(tmp_path / "course.gif")], "says no format; end it in .png, .svg or .pdf")
    refused(["course", *HITS, "--turns", "0", "-o", str(tmp_path / "a.png")], "a figure shows at least one turn")
    refused(["course", *HITS, "-o", str(tmp_path / "none" / "a.png")], "none")
    assert not list(tmp_path.iterdir())
