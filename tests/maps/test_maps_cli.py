import subprocess
import sys

import pytest

from truel_ref.cli import main
from truel_ref.game.problem import Problem
from truel_ref.maps import build, load_map
from truel_ref.maps.grid import MapSpec


def test_a_figure_and_the_numbers(tmp_path, capsys):
    figure, data = tmp_path / "map.png", tmp_path / "map.npz"
    assert main(["map", "--c", "1", "--points", "12", "--colors", "w,u", "-o", str(figure), "--data", str(data)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.endswith("pC = 1; search Others, Miss; 91 pixels, 2 different sets of aims\n")
    assert figure.read_bytes().startswith(b"\x89PNG")
    assert load_map(data) == build(MapSpec(Problem([0, 0, 1]), 12))


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_other_formats(tmp_path, ending):
    path = tmp_path / f"map.{ending}"
    assert main(["map", "--c", "1", "--points", "4", "--square", "-o", str(path)]) == 0
    assert path.stat().st_size > 1000


def test_every_option_reaches_the_spec(tmp_path):
    path = tmp_path / "map.npz"
    arguments = ["--c", "1/2", "--d", "55%", "--points", "3", "--square", "--method", "smart", "--fill", "linear"]
    problem = ["--search", "others,random", "--later", "strongest", "--if-eq", "2", "--targets", "Miss,C,optimal,A"]
    assert main(["map", *arguments, *problem, "--data", str(path), "--jobs", "2"]) == 0
    stated = Problem(
        [0, 0, "1/2", "11/20"],
        targets=["Miss", "C", "Optimal", "A"],
        search="others,random",
        target_later="Strongest",
        if_eq=2,
    )
    assert load_map(path).spec == MapSpec(stated, 3, True, "smart", "linear")


def test_a_difference(tmp_path, capsys):
    names = [str(tmp_path / name) for name in ("a.npz", "b.npz", "difference.png")]
    assert main(["map", "--c", "1", "--points", "6", "--data", names[0]]) == 0
    assert main(["map", "--c", "1", "--points", "6", "--search", "others,miss,random", "--data", names[1]]) == 0
    capsys.readouterr()
    assert main(["map", "--diff", names[0], names[1], "-o", names[2]]) == 0
    assert "largest difference of a player" in capsys.readouterr().out


def test_stationary_play_needs_no_method(tmp_path, capsys):
    figure, data = tmp_path / "map.png", tmp_path / "map.npz"
    words = ["map", "--c", "1", "--points", "6", "--play", "stationary", "--colors", "w,o,p,u,t"]
    assert main([*words, "-o", str(figure), "--data", str(data)]) == 0
    out = capsys.readouterr().out
    assert out.endswith(
        "pC = 1; search Others, Miss; stationary play; 28 pixels, 2 different sets of aims, 7 with several equilibria\n"
    )
    assert load_map(data) == build(MapSpec(Problem([0, 0, 1]), 6, model="stationary"))
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_both_ways_to_play_and_their_difference(tmp_path, capsys):
    names = [str(tmp_path / name) for name in ("a.npz", "b.npz", "both.png", "difference.png")]
    words = ["map", "--c", "1/2", "--points", "8"]
    assert main([*words, "--play", "both", "-o", names[2]]) == 0
    printed = capsys.readouterr().out
    assert "not compared: 9 of 45 pixels (9 have several equilibria)" in printed
    for play, name in (("announced", names[0]), ("stationary", names[1])):
        assert main([*words, "--play", play, "--data", name]) == 0
    capsys.readouterr()
    assert main(["map", "--diff", names[0], names[1], "--colors", "w,da", "-o", names[3]]) == 0
    assert capsys.readouterr().out == printed
    assert (tmp_path / "both.png").read_bytes() == (tmp_path / "difference.png").read_bytes()


def test_a_store_is_used(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    arguments = ["map", "--c", "1", "--points", "3", "--data", str(tmp_path / "map.npz")]
    assert main([*arguments, "--store", "read-only"]) == 2
    assert "is not in the store" in capsys.readouterr().err
    assert main([*arguments, "--store", "use"]) == 0
    assert main([*arguments, "--store", "read-only"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "nothing to write; name a figure with -o map.png"),
        (["--c", "1", "-o", "map.gif"], "a figure is written as png, svg, pdf"),
        (["--d", "1", "-o", "map.png"], "--c is missing: the players after B are given from C on"),
        (["--c", "7", "-o", "map.png"], "player C: '7' is not in [0, 1]"),
        (["--c", "1", "--points", "0", "-o", "map.png"], "points: 0 is not an integer from 1 to 10,000"),
        (["--c", "1", "--method", "quick", "-o", "map.png"], "method: 'quick' is unknown; there are cells, certified"),
        (["--c", "1", "--fill", "no", "--method", "smart", "-o", "map.png"], "fill: 'no' is unknown"),
        (["--c", "1", "--colors", "w,x", "-o", "map.png"], "colouring: 'x' is unknown; a map of 3 players has w, o"),
        (["--c", "1", "--jobs", "0", "-o", "map.png"], "jobs: 0 is not an integer >= 1"),
        (["--c", "1", "--store", "maybe", "-o", "map.png"], "'maybe'"),
        (["--c", "1", "--play", "alone", "-o", "map.png"], "--play: 'alone' is unknown; there are announced, station"),
        (["--c", "1", "--play", "both", "--data", "map.npz", "-o", "map.png"], "--data and --boundaries are for one"),
        (["--c", "1", "--play", "stationary", "--method", "smart", "-o", "map.png"], "does not know stationary play"),
        (["--c", "1", "--play", "stationary", "--boundaries", "-o", "map.png"], "known for announced play, not for"),
        (["--c", "1", "--play", "stationary", "--colors", "da", "-o", "map.png"], "colouring: 'da' is unknown"),
        (["--c", "1", "--play", "both", "--colors", "dx", "-o", "map.png"], "colouring: 'dx' is unknown"),
        (["--diff", "none.npz", "none.npz", "-o", "map.png"], "cannot read 'none.npz': No such file"),
        (["--diff", "a.npz", "b.npz", "--c", "1", "-o", "map.png"], "state nothing of a problem beside it"),
        (["--diff", "a.npz", "b.npz"], "nothing to write"),
        (["--diff", "a.npz"], "--diff"),
    ],
)
def test_a_map_that_is_refused(arguments, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["map", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err
    assert list(tmp_path.iterdir()) == []


def test_a_map_without_curves_loads_no_symbolic_algebra(tmp_path):
    script = (
        "import sys\n"
        "from truel_ref.cli import main\n"
        "main(sys.argv[1:])\n"
        "print([name for name in sys.modules if name == 'sympy' or name.startswith('truel_ref.symbolic')])\n"
    )
    words = ["map", "--c", "1", "--points", "3", "-o", str(tmp_path / "map.png")]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
