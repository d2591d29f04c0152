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
from truel_ref.explain.gains import deviations
from truel_ref.explain.mixes import best_mix

GARDNER = ["1", "4/5", "1/2"]
THREE = ["1/2", "2/5", "3/5"]
FOUR = ["13/25", "1/2", "11/25", "2/5"]

RECORDS = [
    ("compare 1/2 2/5 3/5", lambda: compare(THREE)),
    (
        "compare 1/2 2/5 3/5 --names Ann,Bob,Cleo --order Cleo,Bob,Ann",
        lambda: compare(THREE, names="Ann,Bob,Cleo", order="Cleo,Bob,Ann"),
    ),
    ("course 1/2 2/5 3/5", lambda: course(solve(THREE))),
    ("course 1/2 2/5 3/5 --turns 0", lambda: course(solve(THREE), turns=0)),
    ("course 1/2 2/5 3/5 --play stationary", lambda: course(equilibria(THREE)[0])),
    ("course 1 1 1 --play 'stationary equilibrium 2'", lambda: course(equilibria([1, 1, 1])[1])),
    ("deviations 1/3 2/3 1", lambda: deviations(solve(cases.ORIGINAL))),
    ("deviations 1/4 1/2 3/4 1 --phase B,C,D", lambda: deviations(solve(cases.FOUR), "B,C,D")),
    ("equilibria 13/25 1/2 11/25 2/5 --mixed", lambda: equilibria(FOUR, mixed=True)),
    ("equilibria '13/25 1/2 11/25 2/5'", lambda: equilibria(FOUR)),
    ("best-mix 3/4 11/20 1", lambda: best_mix(["3/4", "11/20", 1])),
    ("variant lot 1 4/5 1/2", lambda: by_lot(GARDNER)),
    ("variant 'lot start' 1 4/5 1/2", lambda: by_lot(GARDNER, start=True)),
    ("variant 'lot stationary' 1 4/5 1/2", lambda: by_lot(GARDNER, play="stationary")),
    ("variant shooter 1 4/5 1/2", lambda: random_shooter(GARDNER)),
    ("variant simultaneous 1 4/5 1/2", lambda: simultaneous_fire(GARDNER)),
    (
        "variant simultaneous 1 4/5 1/2 --targets B,A,A",
        lambda: simultaneous_fire(Problem(GARDNER, targets="B,A,A")),
    ),
    ("variant opinions 1 4/5 1/2", lambda: opinion_contest(GARDNER)),
    ("variant 'bullets 2' 1 4/5 1/2", lambda: counted_bullets(GARDNER, bullets=2)),
    (
        "variant 'bullets 1,2,0 none' 1 4/5 1/2",
        lambda: counted_bullets(GARDNER, bullets=[1, 2, 0], survivors="none"),
    ),
]
READ_BACK = (Equilibria, VariantAnswer)


@pytest.mark.parametrize(("words", "made"), RECORDS, ids=[words for words, _ in RECORDS])
def test_a_command_prints_the_record(run, tmp_path, monkeypatch, words, made):
    monkeypatch.chdir(tmp_path)
    said, record = shlex.split(words), made()
    assert run(*said) == (0, f"{record}\n", "")
    data = json.loads(run(*said, "--json")[1])
    assert data == json.loads(json.dumps(record.to_json()))
    assert not isinstance(record, READ_BACK) or type(record).from_json(data) == record
    assert run(*said, "--format", "csv", "--digits", "1")[1] == f"{record.to_text('csv', 1)}\n"
    assert run(*said, "--format", "html")[1] == f"{record._repr_html_()}\n"
