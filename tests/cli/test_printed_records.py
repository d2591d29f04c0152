"""What a command prints is the record that the library returns: as a table, as JSON that is read back, and as CSV."""

import json
import shlex

import cases
import pytest

from truel_ref import (
    Equilibria,
    Problem,
    VariantAnswer,
    by_lot,
    compare,
    counted_bullets,
    course,
    equilibria,
    opinion_contest,
    random_shooter,
    simultaneous_fire,
    solve,
)
from truel_ref.errors import GameError
from truel_ref.explain.gains import deviations
from truel_ref.explain.mixes import best_mix
from truel_ref.games import darts
from truel_ref.games.dicewars.best_turn import DicewarsTurn, turn
from truel_ref.games.dicewars.board import Board, seeded_board
from truel_ref.games.dicewars.odds import Odds, OddsTable
from truel_ref.games.dicewars.standings import DicewarsRules, Standings, tournament
from truel_ref.games.goofspiel import Bids, State, opening, openings
from truel_ref.games.goofspiel import solve as solve_state

GARDNER = ["1", "4/5", "1/2"]
THREE = ["1/2", "2/5", "3/5"]
FOUR = ["13/25", "1/2", "11/25", "2/5"]
PATH = Board.stated("AB", [2, 1], [(0, 1)])
DUEL = "tournament --players random,best1 --fields 2 --dice 4 --games 6"

RECORDS = [
    ("compare 1/2 2/5 3/5", lambda: compare(THREE)),
    (
        "compare 1/2 2/5 3/5 --names Ann,Bob,Cleo --order Cleo,Bob,Ann",
        lambda: compare(THREE, names="Ann,Bob,Cleo", order="Cleo,Bob,Ann"),
    ),
    ("course 1/2 2/5 3/5", lambda: course(solve(THREE))),
    ("course 1/2 2/5 3/5 --turns 0", lambda: course(solve(THREE), turns=0)),
    ("course 1/2 2/5 3/5 --play stationary", lambda: course(equilibria(THREE)[0])),
    ("course 1 1 1 --play stationary --equilibrium 2", lambda: course(equilibria([1, 1, 1])[1])),
    ("deviations 1/3 2/3 1", lambda: deviations(solve(cases.ORIGINAL))),
    ("deviations 1/4 1/2 3/4 1 --phase B,C,D", lambda: deviations(solve(cases.FOUR), "B,C,D")),
    ("equilibria 13/25 1/2 11/25 2/5 --mixed", lambda: equilibria(FOUR, mixed=True)),
    ("equilibria '13/25 1/2 11/25 2/5'", lambda: equilibria(FOUR)),
    ("best-mix 3/4 11/20 1", lambda: best_mix(["3/4", "11/20", 1])),
    ("variant lot 1 4/5 1/2", lambda: by_lot(GARDNER)),
    ("variant lot 1 4/5 1/2 --start", lambda: by_lot(GARDNER, start=True)),
    ("variant lot 1 4/5 1/2 --play stationary", lambda: by_lot(GARDNER, play="stationary")),
    ("variant shooter 1 4/5 1/2", lambda: random_shooter(GARDNER)),
    ("variant simultaneous 1 4/5 1/2", lambda: simultaneous_fire(GARDNER)),
    (
        "variant simultaneous 1 4/5 1/2 --targets B,A,A",
        lambda: simultaneous_fire(Problem(GARDNER, targets="B,A,A")),
    ),
    ("variant opinions 1 4/5 1/2", lambda: opinion_contest(GARDNER)),
    ("variant bullets 1 4/5 1/2 --bullets 2", lambda: counted_bullets(GARDNER, bullets=2)),
    (
        "variant bullets 1 4/5 1/2 --bullets 1,2,0 --survivors none",
        lambda: counted_bullets(GARDNER, bullets=[1, 2, 0], survivors="none"),
    ),
    ("darts finish 170", lambda: darts.finishing(170)),
    ("darts finish 501", lambda: darts.finishing(501)),
    ("darts outcome T20 --miss 1/10", lambda: darts.landing("T20", "1/10")),
    ("darts outcome db --miss m", lambda: darts.landing("DB", "m")),
    ("darts best --miss 0.4", lambda: darts.best_target("2/5")),
    ("darts best --all", darts.best_targets),
    ("darts turns 40 --miss 10%", lambda: darts.turns(40, "1/10")),
    ("dicewars attack 8 7", lambda: Odds(8, 7)),
    ("dicewars table", OddsTable),
    ("dicewars board --seed 3 --players 2 --fields 4 --dice 9", lambda: seeded_board(3, 2, 4, 9)),
    (f"dicewars {DUEL}", lambda: tournament(DicewarsRules.stated("random,best1", 1, 2, 4), 6)),
    (f"dicewars {DUEL} --keep games", lambda: tournament(DicewarsRules.stated("random,best1", 1, 2, 4), 6)),
    ("dicewars turn board.json", lambda: turn(PATH, moves=3)),
    ("dicewars turn board.json --moves all --score fields", lambda: turn(PATH, score="fields")),
    ("dicewars turn board.json --player B", lambda: turn(PATH, player="B", moves=3)),
    (
        "goofspiel solve --own 1,3 --other 2,3 --prize 2 --to-come 3 --lead 1",
        lambda: solve_state(State([1, 3], [2, 3], 2, [3], 1)),
    ),
    (
        "goofspiel solve --own 1 --other 2 --prize 3 --lead -2 --goal points",
        lambda: solve_state(State([1], [2], 3, lead=-2), "points"),
    ),
    ("goofspiel solve --cards 4 --goal points", lambda: openings(4, "points")),
    ("goofspiel solve --cards 4 --prize 3", lambda: solve_state(opening(4, 3))),
]
READ_BACK = (Bids, Board, DicewarsTurn, Equilibria, Standings, VariantAnswer)


@pytest.mark.parametrize(("words", "made"), RECORDS, ids=[words for words, _ in RECORDS])
def test_a_command_prints_the_record(run, tmp_path, monkeypatch, words, made):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.json").write_text(json.dumps(PATH.to_json()))
    said, record = shlex.split(words), made()
    assert run(*said) == (0, f"{record}\n", "")
    data = json.loads(run(*said, "--json")[1])
    assert data == json.loads(json.dumps(record.to_json()))
    assert not isinstance(record, READ_BACK) or type(record).from_json(data) == record
    assert run(*said, "--format", "csv", "--digits", "1")[1] == f"{record.to_text('csv', 1)}\n"


def test_what_is_printed_with_the_policy_is_read_back(printed):
    """It was refused with "this is not the least number of turns of 10"."""
    data = json.loads(printed("darts", "turns", "10", "--miss", "1/3", "--policy", "--json"))
    assert darts.Turns.from_json(data) == darts.turns(10, "1/3")
    data["policy"][0]["turns"] = "1"
    with pytest.raises(GameError, match="this is not the best policy for the least number of turns of 10"):
        darts.Turns.from_json(data)
