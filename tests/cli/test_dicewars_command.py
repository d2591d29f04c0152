import json

import pytest

from truel_ref.games.dicewars.best_turn import DicewarsTurn, turn
from truel_ref.games.dicewars.board import Board
from truel_ref.games.dicewars.standings import DicewarsRules, Standings, tournament

PATH = '{"owners": ["A", "B"], "dice": [2, 1], "borders": [[0, 1]]}'


@pytest.fixture
def board(tmp_path):
    file = tmp_path / "board.json"
    file.write_text(PATH)
    return str(file)


def test_odds(run):
    assert run("dicewars", "table", "--format", "csv", "--digits", "1")[1].splitlines()[1].startswith("1,83.8,97.3,")
    assert run("dicewars", "holds", "3", "2", "4", "1") == (0, "8790901/40310784, 21.808 %\n", "")
    assert json.loads(run("dicewars", "holds", "1", "2", "--json")[1]) == {
        "own": 1,
        "neighbours": [2],
        "holds": "35/216",
    }


def test_turns(run, board, tmp_path):
    made = turn(Board.from_json(PATH), moves=3)
    assert run("dicewars", "turn", board) == (0, f"{made}\n", "")
    assert DicewarsTurn.from_json(run("dicewars", "turn", board, "--json")[1]) == made
    status, out, err = run("dicewars", "turn", board, "--moves", "all", "--score", "fields", "--format", "csv")
    assert (status, err) == (0, "")
    assert out.splitlines()[1] == ",0 takes 1,2 on 1,83.796,1.837963"
    assert "stop" in run("dicewars", "turn", board, "--player", "B")[1]


def test_a_tournament(run, tmp_path):
    keep = tmp_path / "games"
    words = ["dicewars", "tournament", "--players", "random,best1", "--fields", "2", "--dice", "4", "--games", "6"]
    made = tournament(DicewarsRules.stated("random,best1", 1, 2, 4), 6)
    assert Standings.from_json(run(*words, "--json", "--keep", str(keep))[1]) == made
    assert run(*words, "--keep", str(keep)) == (0, f"{made}\n", "")


def test_figures(run, board, tmp_path):
    for name, words in (
        ("odds.svg", ["table"]),
        ("board.svg", ["board", "--fields", "2", "--dice", "4"]),
        ("turn.svg", ["turn", board]),
    ):
        file = tmp_path / name
        assert run("dicewars", *words, "-o", str(file))[2] == f"truel-ref: note: wrote {file}\n"
        first = file.read_bytes()
        run("dicewars", *words, "-o", str(file))
        assert file.read_bytes() == first


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (PATH.replace("2, 1", "9, 1"), "field 0: 9 dice; a field has 1 to 8"),
        (PATH.replace("[0, 1]", "[0, 2]"), "borders: there is no field 2"),
        ("{}", "the key 'owners' is missing in the board"),
        ("[", "not JSON"),
        ("[" * 10**6, "nested too deeply"),
        (PATH.replace("2, 1", "2, " + "9" * 10**6), "there is a number of more than 100 digits"),
        (PATH.replace("[0, 1]", ", ".join(["[0, 1]"] * 10**5)), "borders: the pair of 0 and 1 stands there twice"),
        (PATH + " " * 2**21, "it is longer than 2,097,152 bytes"),
    ],
)
def test_bad_boards(refused, tmp_path, text, says):
    file = tmp_path / "board.json"
    file.write_text(text)
    refused(["dicewars", "turn", str(file), "-o", str(tmp_path / "turn.png")], says)
    assert [path.name for path in tmp_path.iterdir()] == ["board.json"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--player", "C"], "player: 'C' owns no field of this board"),
        (["--moves", "-1"], "--moves: '-1' is not an integer >= 0"),
        (["--moves", "few"], "--moves: 'few' is not"),
        (["--score", "luck"], "score: 'luck' is unknown; there are region, fields"),
        (["-o", "turn.txt"], "-o: 'turn.txt' says no format"),
        (["-o", "nowhere/turn.png"], "there is no folder 'nowhere'"),
    ],
)
def test_bad_turns(refused, board, words, says):
    refused(["dicewars", "turn", board, *words], says)
