"""The command of maps where it writes; what it draws is tested with the maps."""

from truel_ref.maps import load_map

SMALL = ["map", "--c", "1", "--points", "3"]


def test_without_c_it_is_a_duel_and_says_so(run, tmp_path):
    data = tmp_path / "map.npz"
    said = "truel-ref: note: without --c this is a map of the duel of A and B; --c 1 adds a third player\n"
    assert run("map", "--points", "3", "--data", str(data))[0::2] == (0, said)
    assert load_map(data).spec.problem.players == 2
    assert run(*SMALL, "--data", str(data))[2] == ""


def test_other_rules_of_fire_are_a_play_and_were_a_variant(run, tmp_path):
    play, variant = tmp_path / "play.npz", tmp_path / "variant.npz"
    assert run(*SMALL, "--play", "shooter", "--data", str(play))[0] == 0
    assert run(*SMALL, "--variant", "shooter", "--data", str(variant))[0] == 0
    assert play.read_bytes() == variant.read_bytes() != b""
    both = run(*SMALL, "--play", "shooter", "--variant", "lot", "--data", str(play))
    assert both[::2] == (2, "truel-ref: --play: 'shooter' is not a way to play; choose from announced, stationary\n")
