"""The command line of Goofspiel: answers, a game, and one clear line for what cannot be asked."""

import io
import json

from truel_ref.cli import main

STATE = "--own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1"


def run(capsys, words):
    status = main(["goofspiel", *words.split()])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_what_strategies_lose(capsys):
    _, out, _ = run(capsys, "exploit optimal --cards 3 --json")
    assert json.loads(out)["gets"] == ["0", "0", "0"]
    _, out, _ = run(capsys, "exploit highest --cards 3")
    assert out.splitlines()[-1].startswith("highest gets -")


def test_a_game_with_bids_given(capsys):
    status, out, err = run(capsys, "play --cards 3 --bids 2,1,3 --seed 1")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == 4
    assert [line.split(":")[1].split(",")[0] for line in lines[:3]] == [" you bid 2", " you bid 1", " you bid 3"]
    assert lines[3] in ("you win", "I win", "nobody wins")


def test_a_game_asks_until_the_card_is_in_the_hand(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n9\n1\n3\n"))
    status, out, err = run(capsys, "play --cards 3 --seed 1")
    assert status == 0
    assert err == "truel-ref: '9' is none of your cards; they are 1, 3\n"
    given = run(capsys, "play --cards 3 --bids 2,1,3 --seed 1")[1]
    assert all(line in out for line in given.splitlines())


def test_a_game_can_be_left(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n"))
    status, _, err = run(capsys, "play --cards 3")
    assert (status, err.splitlines()[-1]) == (
        2,
        "truel-ref: the input ended before the game did; type an answer to each question",
    )


def test_help_stands_in_for_no_command(capsys):
    assert run(capsys, "")[1] == run(capsys, "--help")[1]
