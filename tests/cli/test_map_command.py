"""The command of maps where it writes; what it draws is tested with the maps."""

import json

from truel_ref.maps import load_map

SMALL = ["map", "--c", "1", "--points", "3"]


def test_without_c_it_is_a_duel_and_says_so(run, tmp_path):
    data = tmp_path / "map.npz"
    said = "truel-ref: note: without --c this is a map of the duel of A and B; --c 1 adds a third player\n"
    assert run("map", "--points", "3", "-o", str(data))[0::2] == (0, said)
    assert load_map(data).spec.problem.players == 2
    assert run(*SMALL, "-o", str(data))[2] == ""


def test_the_whole_square_with_its_curves_is_the_default(run, tmp_path, monkeypatch):
    data, drawn = tmp_path / "map.npz", []
    monkeypatch.setattr("truel_ref.maps.borders.exact_curves", lambda *given, **_: drawn.append(given[1]) or {})
    assert run(*SMALL, "-o", str(tmp_path / "map.png"), "-o", str(data))[0] == 0
    assert load_map(data).spec.a_above_b
    assert run("map", str(data), "-o", str(tmp_path / "map.png"))[0] == 0
    assert drawn == [["w"], ["w"]]
    assert run("map", "--c", "1,1", "--points", "2", "-o", str(tmp_path / "map.png"))[0] == 0
    assert drawn == [["w"], ["w"]]


def test_a_map_tells_as_json_what_it_is(run, tmp_path):
    data = str(tmp_path / "map.npz")
    noted = json.loads(run(*SMALL, "-o", data, "--method", "smart linear", "--json")[1])
    assert (noted["files"], noted["pixels"], noted["map"]["fill"]) == ([data], 16, "linear")
    assert noted["map"] == json.loads(json.dumps(load_map(data).spec.to_json()))


def test_other_rules_of_fire_are_a_play_with_their_settings(run, tmp_path):
    data = tmp_path / "map.npz"
    assert run(*SMALL, "--play", "bullets 2,1,3 none", "-o", str(data))[0] == 0
    each = load_map(data)
    assert each.spec.model == "bullets 2,1,3 none"
    assert run(*SMALL, "--play", "bullets 1", "-o", str(data))[0] == 0
    assert run(*SMALL, "--play", "bullets 1,1,1", "-o", str(tmp_path / "each.npz"))[0] == 0
    assert (load_map(data).win == load_map(tmp_path / "each.npz").win).all() and (load_map(data).win != each.win).any()
    wrong = run(*SMALL, "--play", "chess", "-o", str(data))
    assert wrong[0] == 2
    assert wrong[2].startswith("truel-ref: --play: 'chess' is unknown; choose from announced, stationary, ")


def test_two_maps_and_their_difference(run, tmp_path):
    one, two, drawn = (str(tmp_path / name) for name in ("one.npz", "two.npz", "difference.png"))
    assert run(*SMALL, "-o", one)[0] == run(*SMALL, "--search", "others", "-o", two)[0] == 0
    status, out, _ = run("map", one, two, "--colors", "w,dp", "-o", drawn)
    assert (status, out.splitlines()[0]) == (0, "first:  pC = 1; search Others, Miss; exact")
    assert json.loads(run("map", one, two, "--colors", "dp", "-o", drawn, "--json")[1])["maximum"] == 100
    assert run("map", one, two)[0] == 2
    assert run(*SMALL, "--play", "both", "-o", one, "-o", drawn)[0] == 2
