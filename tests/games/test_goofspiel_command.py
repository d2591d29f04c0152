"""The command line of Goofspiel: answers, a game, and one clear line for what cannot be asked."""

import io
import json

import pytest

from truel_ref.cli import main
from truel_ref.games.goofspiel import Bids, State, opening, openings, solve

STATE = "--own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1"


def run(capsys, words):
    status = main(["goofspiel", *words.split()])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_state(capsys):
    status, out, err = run(capsys, f"solve {STATE}")
    assert (status, err) == (0, "")
    bids = solve(State([1, 3], [2, 3], 2, [3], 1), "win")
    assert out == f"{bids}\n"
    _, out, _ = run(capsys, f"solve {STATE} --json")
    assert Bids.from_json(json.loads(out)) == bids


def test_a_state_behind_and_without_prizes_to_come(capsys):
    _, out, _ = run(capsys, "solve --own 1 --other 2 --prize 3 --lead -2 --goal points --json")
    assert json.loads(out)["value"] == "-3"
    assert json.loads(out)["lead"] == -2


def test_whole_games(capsys):
    for goal in ("win", "points"):
        assert run(capsys, f"solve --cards 4 --goal {goal}") == (0, f"{openings(4, goal)}\n", "")
        assert run(capsys, f"solve --cards 4 --prize 3 --goal {goal}") == (0, f"{solve(opening(4, 3), goal)}\n", "")


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


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("solve", "state a whole game with --cards 5, or a state with"),
        ("solve --own 1,3 --other 2,3", "state a whole game"),
        ("solve --cards 3 --own 1", "--cards states a whole game"),
        ("solve --cards 9", "hands of 9 are too large"),
        ("solve --cards 3 --prize 4", "prize: 4 is none of the prizes 1, 2, 3"),
        ("solve --own 1,x --other 2,3 --prize 2", "--own: 'x' is not a whole number"),
        ("solve --own 1,1 --other 2,3 --prize 2 --to-come 3", "own: 1 stands twice"),
        ("solve --own 1,3 --other 2,3 --prize 2", "to_come: 0 prizes"),
        (f"solve {STATE} --goal wins", "--goal: 'wins' is unknown; there are points, win; did you mean win?"),
        (f"solve {STATE} --led 3", "no option --led; did you mean --lead?"),
        ("solve --lead 1/2 --own 1 --other 2 --prize 3", "--lead: '1/2' is not a whole number"),
        ("exploit match", "STRATEGY: 'match' is unknown"),
        ("exploit uniform --cards 7", "hands of 7"),
        ("play --cards 3 --bids 1,2", "--bids: '1,2' are not the cards from 1 to 3, each once"),
        ("plays", "there is no command 'plays'; did you mean play?"),
    ],
)
def test_bad_input_is_one_clear_line(capsys, words, message):
    status, out, err = run(capsys, words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
