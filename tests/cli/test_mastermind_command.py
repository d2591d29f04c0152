"""`truel-ref mastermind`."""

import json

import pytest

from truel_ref.games.mastermind.breakers import Breaker, Lengths
from truel_ref.games.mastermind.codes import Game
from truel_ref.games.mastermind.search import least_total

SMALL = ("--pegs", "2", "--colors", "2")


def test_code_counts_lengths_and_plays_a_game(run):
    status, out, err = run("mastermind", "code", "--pegs", "4", "--colors", "6", "--strategy", "knuth", "--json")
    assert (status, err) == (0, "")
    assert Lengths.from_json(json.loads(out)).total == 5801
    status, out, err = run("mastermind", "code", "3142", "--json")
    assert (status, err) == (0, "")
    steps = json.loads(out)["steps"]
    assert [step["guess"] for step in steps] == ["1122", "1234", "3142"]
    assert [step["possible"] for step in steps] == [1296, 114, 2]


def test_random_is_what_its_seed_says(run):
    once, again = (run("mastermind", "random", *SMALL, "--seed", "7") for _ in range(2))
    assert once == again
    assert once[0] == 0
    _, out, _ = run("mastermind", "random", *SMALL, "--expectation", "--json")
    assert json.loads(out)["shrunk"] == "26/3"


def test_a_tree_goes_into_a_file_and_comes_back(run, tmp_path):
    best = least_total(Game(2, 2))
    _, out, _ = run("mastermind", "tree", *SMALL, "--strategy", "expected", "--json")
    assert Breaker.from_json(json.loads(out)) == best
    file = tmp_path / "tree.json"
    file.write_text(out)
    status, shown, err = run("mastermind", "tree", "--from", str(file))
    assert (status, err) == (0, "")
    assert shown.splitlines()[0] == "11 (4)"
    assert shown.splitlines()[-1] == "4 nodes, total 8, longest 3"


def test_a_figure_shows_the_tree_before_and_after_each_step(run, tmp_path):
    file = tmp_path / "tree.svg"
    words = ["mastermind", "tree", "--pegs", "3", "--colors", "2", "--seed", "7", "--shrink", "--triangle"]
    status, _, err = run(*words, "-o", str(file))
    assert (status, err) == (0, f"truel-ref: note: wrote {file}\n")
    assert file.read_bytes().startswith(b"<?xml")


def test_the_adversary_and_his_trees(run):
    _, out, _ = run("mastermind", "adversary", *SMALL, "--trees")
    assert "value 2 " in out
    assert out.count("with chance 1/2") == 2


def test_play_breaks_a_code_and_asks_again_for_what_it_cannot_read(run):
    status, out, err = run("mastermind", "play", "--pegs", "3", "--colors", "2", lines=b"1,0\nx\n\n3 0\n")
    assert status == 0
    assert out.splitlines()[-1] == "broken with 2 guesses"
    assert err == "truel-ref: 'x' is no feedback of 3 pegs, 2 colors; write it as black and white\n"


def test_play_lets_somebody_break_a_code(run):
    status, out, _ = run("mastermind", "play", *SMALL, "--seed", "3", lines=b"11\n12\n21\n22\n")
    assert status == 0
    assert out.splitlines()[-1].startswith("broken with ")
    status, _, err = run("mastermind", "play", *SMALL, "--seed", "3", lines=b"")
    assert (status, err) == (2, "truel-ref: the input ended before the game did; type an answer to each question\n")


def test_play_says_when_the_answers_contradict(run):
    status, _, err = run("mastermind", "play", "--pegs", "3", "--colors", "2", lines=b"1,0\n2,0\n")
    assert status == 2
    assert "no code has had all these feedbacks" in err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ('{"pegs": 2}', "the key 'colors' is missing"),
        ('{"pegs": ' + "2" * 10**6 + "}", "there is a number of more than 100 digits"),
        ('{"pegs": 2, "colors": 2, "tree": [{"guess": "11"}]}', "does not solve 12"),
    ],
)
def test_a_file_that_holds_no_breaker_is_named(refused, text, says, tmp_path):
    file = tmp_path / "tree.json"
    file.write_text(text)
    refused(["mastermind", "tree", "--from", str(file)], f"{str(file)!r}: ")
    refused(["mastermind", "tree", "--from", str(file)], says)
