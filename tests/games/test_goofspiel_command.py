"""The command line of Goofspiel: answers, a game, and one clear line for what cannot be asked."""

import json

import pytest


def test_what_strategies_lose(printed):
    assert json.loads(printed("goofspiel", "exploit", "optimal", "--cards", "3", "--json"))["gets"] == ["0", "0", "0"]
    assert printed("goofspiel", "exploit", "highest", "--cards", "3").splitlines()[-1].startswith("highest gets -")


GAME = ("goofspiel", "play", "--cards", "3", "--seed", "1")


def test_a_game_with_bids_given(printed):
    *tricks, end = printed(*GAME, "--bids", "2,1,3").splitlines()
    assert [line.split(":")[1].split(",")[0] for line in tricks] == [" you bid 2", " you bid 1", " you bid 3"]
    assert end in ("you win", "I win", "nobody wins")


@pytest.mark.parametrize(
    ("lines", "ends", "says"),
    [
        (b"2\n9\n1\n3\n", 0, "'9' is not one of your cards; they are 1, 3"),
        (b"2\n", 2, "the input ended before the game did; type an answer to each question"),
    ],
)
def test_a_game_asks_until_the_card_is_in_the_hand_or_the_input_ends(run, lines, ends, says):
    status, out, err = run(*GAME, lines=lines)
    assert (status, err) == (ends, f"truel-ref: {says}\n")
    given = run(*GAME, "--bids", "2,1,3")[1].splitlines()
    assert status or all(line in out for line in given)


def test_help_stands_in_for_no_command(run):
    assert run("goofspiel")[1] == run("goofspiel", "--help")[1]
