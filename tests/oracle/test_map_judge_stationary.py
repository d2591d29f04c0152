"""The judge of maps of stationary play, with arrays that the second derivation fills."""

import json
from fractions import Fraction
from functools import cache

import independent_stationary
import numpy as np
import pytest

from truel_ref import Problem
from truel_ref.game.equilibrium import Equilibria
from truel_ref.oracle import map_judge
from truel_ref.oracle.judge import Judgement
from truel_ref.oracle.map_judge import acceptable, judge_map

SIDE = 5
HALF = Problem([0, 0, "1/2"])
ENDS = tuple(Fraction(step, SIDE - 1) for step in range(SIDE))


@cache
def records():
    """The second derivation's equilibria of every pixel, row by row."""
    return [[independent_stationary.equilibria([up, right, Fraction(1, 2)]) for right in ENDS] for up in ENDS]


def wins(which):
    return np.array([[[float(win) for win in each[which].values[0]] for each in row] for row in records()])


def judged(array, **options):
    return judge_map(array, HALF, play="stationary", **options)


@pytest.mark.parametrize("which", [0, -1])
def test_every_equilibrium_is_right(which):
    assert max(len(each) for row in records() for each in row) > 1
    report = judged(wins(which))
    assert (report.ok, report.counts[Judgement.AGREES]) == (True, SIDE * SIDE)
    assert "stationary" in report.title


def test_what_is_no_equilibrium_is_wrong_and_the_command_lists_them(run):
    array = wins(0)
    array[1, 3] = array[1, 3][::-1]
    several = next((i, j) for i, row in enumerate(records()) for j, each in enumerate(row) if len(each) > 1)
    array[several] = [0.4, 0.25, 0.35]
    report = judged(array)
    assert {(each.row, each.column) for each in report.wrong} == {(1, 3), several}
    command = report.wrong[0].explanation
    assert command.startswith("truel-ref equilibria ")
    assert command in str(report)
    assert "truel-ref why" not in str(report)
    assert report.wrong[0].to_json()["equilibria"] == command
    assert run(*command.split()[1:])[0] == 0


def test_where_there_is_no_equilibrium_nothing_is_wrong(monkeypatch):
    nothing = Equilibria(HALF, (), True)
    monkeypatch.setattr(map_judge, "equilibria", lambda problem, cap: nothing)
    assert list(acceptable(HALF, "stationary")) == [(Judgement.AGREES, []), (Judgement.TIE, None)]
    array = wins(0)
    array[1, 3] = [0.5, 0.25, 0.25]
    assert judged(array).ok
    array[1, 3] = [0.75, 0.75, 0.75]  # nobody's distribution
    [wrong] = judged(array).wrong
    assert (wrong.expected, wrong.error) == ("no equilibrium", None)


def test_the_command_judges_stationary_play(tmp_path, run, refused):
    path = str(tmp_path / "wins.npy")
    np.save(path, wins(-1))
    status, out, _ = run("check-map", path, "--c", "1/2", "--play", "stationary")
    assert (status, out.splitlines()[-1]) == (0, "accepted: agrees 25 (tolerance 1e-09)")
    status, out, _ = run("check-map", path, "--c", "1/2", "--json")
    assert (status, json.loads(out)["ok"]) == (1, False)
    refused(["check-map", path, "--c", "1/2", "--play", "waiting"], "play: 'waiting' is unknown; choose from announced")
