"""`truel-ref mastermind`, where it asks or reads."""

import json

import pytest

from truel_ref.games.mastermind.breakers import Breaker
from truel_ref.games.mastermind.codes import Game
from truel_ref.games.mastermind.search import least_total

SMALL = ("--pegs", "2", "--colors", "2")


def test_a_tree_goes_into_a_file_and_comes_back(printed, tmp_path):
    tree = ("mastermind", "tree", *SMALL, "--strategy", "expected")
    file = tmp_path / "tree.json"
    file.write_text(printed(*tree, "--json"))
    assert Breaker.from_json(json.loads(file.read_text())) == least_total(Game(2, 2))
    assert printed("mastermind", "tree", "--from", str(file)) == printed(*tree)


@pytest.mark.parametrize(
    ("words", "typed", "status", "ends", "says"),
    [
        (
            *("--pegs 3 --colors 2", b"1,0\nx\n\n3 0\n", 0, "broken with 2 guesses"),
            "truel-ref: 'x' is not a feedback of 3 pegs, 2 colors; write it as black and white\n",
        ),
        ("--pegs 3 --colors 2", b"1,0\n2,0\n", 2, "", "no code has had all these feedbacks"),
        ("--pegs 2 --colors 2 --seed 3", b"11\n12\n21\n22\n", 0, "broken with ", ""),
        ("--pegs 2 --colors 2 --seed 3", b"", 2, "", "truel-ref: the input ended before the game did"),
    ],
)
def test_a_game_is_played_to_its_end(run, words, typed, status, ends, says):
    done, out, err = run("mastermind", "play", *words.split(), lines=typed)
    assert done == status
    assert out.splitlines()[-1].startswith(ends)
    assert says in err if says else not err
