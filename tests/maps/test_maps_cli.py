import sys

import pytest

from truel_ref.cli import main
from truel_ref.game.problem import Problem
from truel_ref.maps import build, load_map
from truel_ref.maps.grid import MapSpec


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ("announced", "pC = 1; search Others, Miss; 28 pixels, 2 different sets of aims\n"),
        (
            "stationary",
            "pC = 1; search Others, Miss; stationary play; 28 pixels, 2 different sets of aims, 7 with several "
            "equilibria\n",
        ),
    ],
)
def test_a_figure_and_the_numbers(play, said, tmp_path, printed):
    figure, data = tmp_path / "map.png", tmp_path / "map.npz"
    words = ["map", "--c", "1", "--points", "6", "--play", play, "--colors", "w,u"]
    assert printed(*words, "-o", str(figure), "--data", str(data)).endswith(said)
    assert figure.read_bytes().startswith(b"\x89PNG")
    assert load_map(data) == build(MapSpec(Problem([0, 0, 1]), 6, model=play))


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


@pytest.mark.slow
def test_a_difference_of_two_files_and_of_both_ways_to_play(tmp_path, printed):
    names = [str(tmp_path / name) for name in ("a.npz", "b.npz", "both.png", "difference.png")]
    words = ["map", "--c", "1/2", "--points", "4"]
    said = printed(*words, "--play", "both", "--colors", "w", "-o", names[2])
    assert "not compared: 5 of 15 pixels (5 have several equilibria)" in said
    assert "largest difference of a player" in said
    for play, name in zip(("announced", "stationary"), names, strict=False):
        printed(*words, "--play", play, "--data", name)
    assert printed("map", "--diff", names[0], names[1], "--colors", "w,da", "-o", names[3]) == said
    assert (tmp_path / "both.png").read_bytes() == (tmp_path / "difference.png").read_bytes()


def test_a_map_of_a_duel_is_whole(tmp_path):
    for arguments in ([], ["--c", "1"]):
        main(["map", *arguments, "--points", "4", "--data", str(tmp_path / "map.npz")])
        assert load_map(tmp_path / "map.npz").spec.a_above_b == (not arguments)


def test_a_store_is_used(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    arguments = ["map", "--c", "1", "--points", "3", "--data", str(tmp_path / "map.npz")]
    assert main([*arguments, "--store", "read-only"]) == 2
    assert "is not in the store" in capsys.readouterr().err
    assert main([*arguments, "--store", "use"]) == 0
    assert main([*arguments, "--store", "read-only"]) == 0


def test_a_map_without_curves_loads_no_symbolic_algebra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "sympy", None)
    for name in [name for name in sys.modules if name.startswith("truel_ref.symbolic")]:
        monkeypatch.setitem(sys.modules, name, None)
    assert main(["map", "--c", "1", "--points", "3", "-o", str(tmp_path / "map.png")]) == 0
