"""Claims of others about every way to play: right, right for another reading, another tie, wrong."""

import json
from itertools import count
from pathlib import Path

import pytest

from truel_ref import Problem, TruelError, limits
from truel_ref.cli import main
from truel_ref.errors import UnfinishedError
from truel_ref.oracle import claims_of_others, verify

THREE = ["1/3", "2/3", 1]
GARDNER = [1, "4/5", "1/2"]


@pytest.mark.parametrize(
    ("problem", "claim", "verdict"),
    [
        (THREE, {"win": "25/63,8/21,2/9", "aims": "Miss,C,B", "stalemate": 0}, "right"),
        (THREE, {"win": "39.7 %,,"}, "right"),
        (THREE, {"win": "39.8 %,,"}, "wrong"),
        (THREE, {"win": [25 / 63, 8 / 21, 2 / 9]}, "right"),
        (THREE, {"win": "59/189,34/63,4/27", "aims": "C,C,B"}, "right for another reading: if these aims are fixed"),
        (THREE, {"aims": "C,C,B"}, "wrong"),
        (THREE, {"win": "59/189,,"}, "right for another reading: without deliberate misses"),
        (["1/2", "1/2", "1/2"], {"aims": "C,C,A"}, "another outcome of a tie"),
        (GARDNER, {"win": "3/10,8/45,47/90", "play": "lot"}, "right"),
        (GARDNER, {"win": "30 %,17.8 %,52.2 %"}, "right for another reading: drawn by lot"),
        (GARDNER, {"win": "3/10,8/45,47/90", "play": "stationary"}, "right for another reading"),
        (["1/2", "1/2", 1], {"win": "19/72,19/72,17/36", "play": "lot"}, "another outcome of a tie"),
        # The choices of several tie rules, mixed:
        (["1/2", "1/2", 1], {"win": "169/432,31/216,67/144", "play": "lot"}, "another outcome of a tie"),
        (["1/2", "1/3"], {"win": "1/2,1/4", "play": "simultaneous"}, "right"),
        (["2/6", "4/6", "5/6"], {"win": "70 %,,"}, "right for another reading: with simultaneous fire"),
        (THREE, {"win": "25/63,,", "play": "lot stationary"}, "right for another reading: in announced play"),
        ([1, 1, 1], {"win": "1/2,1/2,0", "play": "bullets", "settings": {"bullets": 1}}, "right"),
        ([1, 1, 1], {"win": "0,1/2,1/2", "play": "bullets 1"}, "another outcome of a tie"),
        ([1, 1, 1], {"win": "0,0,0", "stalemate": 1, "play": "bullets 1"}, "right"),
        ([1, 1, 1], {"stalemate": 0, "play": "bullets 1"}, "another outcome of a tie"),
        ("1/5 4/5 1/2 7/10 3/5", {"aims": "C,D,A,Miss,C", "play": "periodic"}, "right"),
        ([1, "2/3", "1/3"], {"aims": "B,A,A", "play": "shooter"}, "right"),
        ([1, "2/3", "1/3"], {"aims": "B,A,A", "play": "opinions"}, "right"),
        (THREE, {"aims": "Miss,C,B", "play": "stationary"}, "right"),
        (Problem(THREE, names=["Ann", "Bob", "Cy"]), {"aims": "Miss,Cy,Bob"}, "right"),
        (["1/2", "1/2", "1/2"], {"aims": "C,C,A", "strict_ties": True}, "not by the tie rule"),
        # As in tables and in text:
        (THREE, {"win": ["39.7 %", None, "-"], "aims": [None, "C", "\N{EM DASH}"], "play": "Announced"}, "right"),
        ("1/5 4/5 1/2 7/10 3/5", {"aims": "C,D,A,Miss,C", "play": "periodic period 2"}, "right"),
    ],
)
def test_a_claim(problem, claim, verdict):
    found = verify(problem, **claim)
    verdict, _, why = verdict.partition(": ")
    assert (found.verdict.value, why in found.detail) == (verdict, True), found
    assert found.is_right == (verdict in ("right", "another outcome of a tie"))
    assert bool(found.detail) == (verdict != "right")
    assert found.to_json()["verdict"] == verdict
    assert verdict in str(found)


def test_a_wrong_claim_says_the_first_quantity_that_differs():
    found = verify(THREE, win="25/63,1/2,", aims="Miss,A,B")
    assert found.detail == "win of B: claimed 1/2, exact 8/21 = 38.095 %"


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ({}, "nothing is claimed"),
        ({"win": "1,0"}, "give one per player, 3 in all; here are 2"),
        ({"win": "39.7% 38.1% 22.2%"}, "here are 1; put commas between them"),
        ({"win": "1/0,,"}, "1/0"),
        ({"aims": "Miss,C,D"}, "D"),
        ({"aims": "Optimal,C,B"}, "'Optimal' is not an aim"),
        ({"win": "1,,", "play": "chess"}, "play: 'chess' is unknown"),
        ({"win": "1,,", "play": "lot late"}, "play: a claim about lot play has no setting 'late'"),
        ({"win": "1,,", "settings": {"bullets": 1}}, "play: a claim about announced play has no setting 'bullets'"),
        ({"win": "1,,", "play": "lot", "settings": {"win": 1}}, "play: a claim about lot play has no setting 'win'"),
        ({"win": "1,,", "settings": [1]}, "is not a dictionary"),
        ({"win": "1,,", "play": "periodic period"}, "period: None is not an integer"),
        ({"win": ["-", None, ""]}, "nothing is claimed"),
    ],
)
def test_what_cannot_be_read_is_refused(claim, reason):
    with pytest.raises(TruelError, match=reason):
        verify(THREE, **claim)


def test_the_command():
    for words, status in (("--play lot --win 30%,,", 0), ("--win 0.6,,", 1), ("--win 1/0,,", 2)):
        assert main(["verify", *map(str, GARDNER), *words.split()]) == status


FILE = Path(__file__).parents[2] / "docs" / "examples" / "claims.toml"
CLAIM = "[[claim]]\ntitle = 'x'\nsource = 'y'\nhits = [{}]\nwin = [{}]\n"


def test_the_claims_of_a_file(run):
    status, out, err = run("claims", "--file", str(FILE), "--json")
    found = json.loads(out)["claims"]
    assert (status, err) == (1, "")
    assert [(one["title"], one["verdict"]) for one in found] == [
        ("The original problem", "right"),
        ("The weakest of three", "wrong"),
        ("Nobody misses on purpose", "right for another reading"),
        ("Three equal players", "another outcome of a tie"),
    ]
    assert (found[0]["source"], found[0]["page"]) == ("a book of puzzles", "12")


@pytest.mark.parametrize(
    ("hits", "win", "verdict"),
    [
        ("1, 1", "1.000, 0", "right"),
        ("0.9996, 1", "1.000, ''", "right"),
        ("0.9996, 1", "1, ''", "wrong"),
        ("0.9996, 1", "1.0000, ''", "wrong"),  # the digits are those that are written
        ("0.5, 0.5, 0.5, 0.5", "1, '', '', ''", "undecided"),
    ],
)
def test_one_claim_of_a_file(tmp_path, hits, win, verdict, run, monkeypatch):
    monkeypatch.setattr(claims_of_others, "CAP", 1)
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + CLAIM.format(hits, win).replace("\n", "\r\n").encode())
    [(_, found)] = claims_of_others.verify_file(file).entries
    assert found.verdict.value == verdict
    assert run("claims", "--file", str(file))[0] == (0 if verdict == "right" else 1)


def test_a_time_limit_during_the_other_readings_is_no_verdict(monkeypatch):
    """At whichever look at the clock the limit comes: no claim is called wrong because a reading was not finished."""
    due = verify(GARDNER, win="30 %,17.8 %,52.2 %").verdict
    verdicts = []
    for most in range(1, 400, 7):
        looks = count()
        monkeypatch.setattr(limits, "monotonic", lambda looks=looks: next(looks))
        try:
            with limits.time_limit(most):
                verdicts.append(verify(GARDNER, win="30 %,17.8 %,52.2 %").verdict)
        except UnfinishedError:
            verdicts.append(None)
    assert {*verdicts} == {None, due}
